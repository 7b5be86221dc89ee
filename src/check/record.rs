//! Records that their variant checks itself.

use super::found::Found;
use super::identity::Named;
use crate::core::tags::Tags;
use crate::core::text::Text;
use crate::diagnostic::Finding;
use crate::event::Visitor;
use crate::game::Game;
use crate::variant::{InitialState, RecordIdentity, Variant, VariantInfo};

/// The game, if it is needed as a whole.
#[derive(Debug, Default)]
pub(super) struct Record {
    game: Game,
    /// Whether it does.
    reviewed: bool,
    /// Whether the game is needed.
    wanted: bool,
    /// How the variant checks it.
    review: Option<Review>,
    /// Its identity, and how the variant determines it.
    identity: Option<Identify>,
    named: Option<Named>,
}

type Review = fn(&Game, &mut dyn FnMut(Finding));
type Identify = fn(&Game) -> Option<RecordIdentity>;

impl Record {
    /// A game begins.
    pub(super) fn begin(&mut self) {
        self.reviewed = false;
        self.wanted = false;
        self.review = None;
        self.identity = None;
        self.named = None;
        self.game.begin_game();
    }

    /// `wanted` says whether the game is needed even if its variant does not check it.
    pub(super) fn tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo, wanted: bool) {
        self.reviewed = info.spec_rules.reviewed;
        self.wanted = self.reviewed || wanted;
        self.game(|game| {
            let _ = game.tags(tags, info);
        });
    }

    /// Only played games are checked.
    pub(super) fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        self.game(|game| game.begin_movetext(start));
        self.review = Some(V::validate_record);
        self.identity = Some(V::record_identity);
    }

    /// Passes an event to the game, if it is needed.
    #[inline]
    pub(super) fn game(&mut self, event: impl FnOnce(&mut Game)) {
        if self.wanted {
            event(&mut self.game);
        }
    }

    /// Lets the variant check the game with this text.
    pub(super) fn review(&mut self, text: Text<'_>, found: &mut Found) {
        self.game(|game| Visitor::source(game, text));
        let Some(review) = self.review.filter(|_| self.reviewed) else {
            return;
        };
        let base = text.span().start;
        review(&self.game, &mut |mut finding| {
            finding.span = base + finding.span.start..base + finding.span.end;
            if let Some((span, _)) = &mut finding.fix {
                *span = base + span.start..base + span.end;
            }
            found.push(finding);
        });
        let identity = self.identity.and_then(|identity| identity(&self.game));
        self.named = identity.map(|identity| Named::new(identity, &self.game, base));
    }

    /// The game as read, all of whose moves are known to be canonical; complete after [`review`](Self::review).
    pub(super) fn canonical_game(&mut self) -> &Game {
        self.game.canonical = true;
        &self.game
    }

    /// The identity of the last record.
    pub(super) fn named(&self) -> Option<&Named> {
        self.named.as_ref()
    }
}
