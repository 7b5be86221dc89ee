//! CTL-PGN records apart from their moves: tags and identifiers, comments and their references.
//!
//! [`review`] reports deviations from the specification in records that were understood. The reader checks that
//! moves are legal, and the grammar that the layout conforms.

mod comment;
mod draws;
mod id;
mod kind;
mod movetext;
mod references;
mod tags;
mod time_control;
mod values;

pub use comment::{Branch, Comment, Mention, Reference, mentions, reference};
pub use id::{First, Fragment, IdError, Last, Own, RecordId, Variations};
pub use references::Lines;
pub use time_control::TimeControl;

pub(super) use kind::{KNOWN_TAGS, Kind};

use super::notation::dialect::Dialect;
use crate::core::tags::Tags;
use crate::diagnostic::{BARE_RECORD, Code, Finding};
use crate::game::{Game, NodeId};
use crate::variant::RecordIdentity;
use std::borrow::Cow;
use std::ops::Range;

/// The Id of a record without any other identification: such records are meant for their editor's own database
/// only (CE-224).
pub(super) fn private(tags: Tags<'_>) -> Option<usize> {
    tags.position("Id")
        .filter(|_| Kind::of_tags(tags) == Kind::Model)
}

/// Where diagnostics go.
struct Report<'f> {
    report: &'f mut dyn FnMut(Finding),
}

impl Report<'_> {
    fn report(&mut self, finding: Finding) {
        (self.report)(finding);
    }

    fn find(
        &mut self,
        code: &'static Code,
        span: Range<usize>,
        message: impl Into<Cow<'static, str>>,
    ) {
        (self.report)(Finding::new(code, span, message));
    }

    /// Reports a diagnostic with the violated requirements.
    fn under(
        &mut self,
        requirements: &'static [&'static str],
        code: &'static Code,
        span: Range<usize>,
        message: impl Into<Cow<'static, str>>,
    ) {
        (self.report)(Finding {
            requirements,
            ..Finding::new(code, span, message)
        });
    }
}

/// Checks a record. Positions are offsets into [`Game::source`].
pub fn review(game: &Game, report: &mut dyn FnMut(Finding)) {
    let report = &mut Report { report };
    let kind = Kind::of(game);
    match game.tags().is_empty() {
        // Informal notation (CE-010): nothing more can be said about its tags.
        true => {
            let first = game.next(NodeId::ROOT).map_or(0..0, |node| game.span(node));
            let message = "the moves have no tags";
            report.find(&BARE_RECORD, first, message);
        }
        false => tags::check(game, kind, report),
    }
    let dialect = dialect(game);
    let lines = Lines::new(game);
    movetext::check(game, &lines, report);
    draws::check(game, report);
    references::check(game, &lines, &dialect, report);
}

/// The identity from the Id. Versions with and without variations, and in several languages, belong to one
/// record (CE-246); games of an encounter are distinguished by Round (CE-253), or by date and players if that
/// is missing (CE-I27).
pub fn identity(game: &Game) -> Option<RecordIdentity> {
    let tags = game.tags();
    let tag = tags.position("Id")?;
    let id = RecordId::parse(&tags.nth(tag)?.value()).ok()?;
    let others: &[&str] = match Kind::of(game) {
        Kind::Game => &["Round", "Date", "White", "WhiteNA", "Black", "BlackNA"],
        Kind::Model => &[],
    };
    let mut encounter = String::new();
    for name in others {
        let value = tags.get(name).map(|tag| tag.value());
        encounter.push('\n');
        encounter.push_str(value.as_deref().unwrap_or_default());
    }
    let name = id.to_string();
    // One variation written as a line has a main line of its own.
    let lines = id.variations.as_ref().map(|variations| &variations.linear);
    let lines = lines.filter(|lines| !lines.is_empty()).cloned();
    let work = RecordId {
        variations: lines.map(|linear| Variations {
            linear,
            ..Variations::default()
        }),
        language: None,
        ..id
    };
    let work = work.to_string();
    Some(RecordIdentity {
        unique: format!("{name}{encounter}"),
        shared: Some(format!("{work}{encounter}")),
        tag,
        name,
        work,
    })
}

/// The symbols that the record uses.
fn dialect(game: &Game) -> Dialect {
    match super::setup::start(&game.tags(), &mut Vec::new()) {
        Ok(start) => start.dialect,
        Err(_) => Dialect::informal(),
    }
}
