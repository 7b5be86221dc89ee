//! Records that their variant checks itself.

use super::identity::Named;
use crate::diagnostic::Finding;
use crate::event::Visitor;
use crate::game::Game;
use crate::tags::Tags;
use crate::text::Text;
use crate::variant::{Identity, Profile, Start, Variant};

/// The game, where its variant wants to see the whole of it.
#[derive(Debug, Default)]
pub(super) struct Record {
    game: Game,
    /// Whether it does.
    wanted: bool,
    /// How the variant checks it.
    review: Option<Review>,
    /// What it is called, and how the variant tells that.
    identity: Option<Identify>,
    named: Option<Named>,
}

type Review = fn(&Game, &mut dyn FnMut(Finding));
type Identify = fn(&Game) -> Option<Identity>;

impl Record {
    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.wanted = false;
        self.review = None;
        self.identity = None;
        self.named = None;
        self.game.begin_game();
    }

    pub(super) fn tags(&mut self, tags: &Tags<'_>, profile: &'static Profile) {
        self.wanted = profile.norm.reviewed;
        self.game(|game| {
            let _ = game.tags(tags, profile);
        });
    }

    /// Only what is played is checked.
    pub(super) fn begin_movetext<V: Variant>(&mut self, start: &Start<V>) {
        self.game(|game| game.begin_movetext(start));
        self.review = Some(V::review);
        self.identity = Some(V::identity);
    }

    /// Tells the game of an event, if it is wanted.
    #[inline]
    pub(super) fn game(&mut self, event: impl FnOnce(&mut Game)) {
        if self.wanted {
            event(&mut self.game);
        }
    }

    /// Lets the variant check the game, whose text this is.
    pub(super) fn review(&mut self, text: Text<'_>, found: &mut Vec<Finding>) {
        let Some(review) = self.review.filter(|_| self.wanted) else {
            return;
        };
        Visitor::source(&mut self.game, text);
        let base = text.span().start;
        review(&self.game, &mut |mut finding| {
            finding.span = base + finding.span.start..base + finding.span.end;
            found.push(finding);
        });
        let identity = self.identity.and_then(|identity| identity(&self.game));
        self.named = identity.map(|identity| Named::new(identity, &self.game, base));
    }

    /// What the last record is called.
    pub(super) fn named(&self) -> Option<&Named> {
        self.named.as_ref()
    }
}
