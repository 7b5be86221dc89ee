//! The heading of a game: players, moment, state.

use super::moment::{moment, moment_tags, write_moment};
use super::pairs::is_unknown;
use super::{Lost, TAG};
use crate::core::board::Side;
use crate::core::outcome::Outcome;
use crate::core::tags::{Tag, Tags};
use crate::format::pcn::document::{Document, State};
use crate::game::{Game, NodeId, RemarkKind};
use crate::variant::{Selector, VariantInfo};

/// The result of converting a game's heading.
pub(super) struct Heading {
    /// The document, with players, moment and state.
    pub(super) document: Document,
    /// Whether the state includes the draw offer after the last move.
    pub(super) offer_held: bool,
    /// What is lost from the heading.
    pub(super) lost: Lost,
}

pub(super) fn heading(game: &Game, info: &VariantInfo) -> Heading {
    let tags = game.tags();
    let mut document = Document::default();
    let mut lost = Lost::default();
    // The tags that can be restored.
    let mut held = vec![false; tags.len()];
    document.bottomside_player = player(&tags, info.first, &mut held);
    document.topside_player = player(&tags, info.second, &mut held);
    if let Some(moment) = moment(&tags) {
        document.started_at = Some(write_moment(&moment));
        let back = moment_tags(&moment);
        for (held, tag) in held.iter_mut().zip(tags.iter()) {
            let same = |(name, value): &(_, _)| tag.name() == *name && tag.value() == *value;
            *held |= back.iter().any(same);
        }
    }
    let outcome = outcome(game, info);
    // A termination marker that contradicts the tag is additional information.
    let marker = game.outcome();
    lost.comments += u64::from(marker.is_some_and(|m| m != outcome && m != Outcome::Unknown));
    lost.results += u64::from(matches!(
        outcome,
        Outcome::FirstStalemates | Outcome::SecondStalemates
    ));
    let state = match outcome {
        Outcome::FirstWins | Outcome::FirstStalemates => State::Won(Side::First),
        Outcome::SecondWins | Outcome::SecondStalemates => State::Won(Side::Second),
        Outcome::Draw => State::Drawn,
        Outcome::Unknown => offered(game).map_or(State::InProgress, State::DrawOffered),
    };
    document.set_state(state);
    let tags = tags.iter().zip(held);
    let gone = tags.filter(|(tag, held)| !held && !is_held(tag, info, outcome));
    lost.tags += gone.count() as u64;
    Heading {
        document,
        offer_held: matches!(state, State::DrawOffered(_)),
        lost,
    }
}

/// A player, by the first of these tags that names one.
fn player(tags: &Tags<'_>, names: &[&str], held: &mut [bool]) -> Option<String> {
    let (at, tag) = names.iter().find_map(|name| {
        let at = tags.position(name)?;
        let tag = tags.nth(at)?;
        (!is_unknown(&tag.value())).then_some((at, tag))
    })?;
    // Only the canonical name of the tag can be restored.
    held[at] = tag.name() == names[0];
    Some(tag.value().into_owned())
}

/// The result of the game: by its tag, else by its termination marker.
fn outcome(game: &Game, info: &VariantInfo) -> Outcome {
    let tagged = game.tag("Result");
    let tagged = tagged.and_then(|value| info.outcome(value.trim()));
    tagged
        .filter(|outcome| *outcome != Outcome::Unknown)
        .or(game.outcome())
        .unwrap_or(Outcome::Unknown)
}

/// Whether a document keeps what a tag says, other than players and moment.
fn is_held(tag: &Tag<'_>, info: &VariantInfo, outcome: Outcome) -> bool {
    if tag.is("Result") {
        return is_unknown(&tag.value()) || info.outcome(tag.value().trim()) == Some(outcome);
    }
    // The plain names of the variant; others may say more.
    let selects = |(name, values): &Selector| {
        let value = tag.value().trim().to_lowercase();
        tag.is(name) && [values.first(), Some(&info.id)].contains(&Some(&value.as_str()))
    };
    is_unknown(&tag.value())
        || tag.is(TAG)
        || tag.is("SetUp")
        || info.setup.iter().any(|name| tag.is(name))
        || info.selectors.iter().any(selects)
}

/// The side that offered a draw with the last move, if the game is still open.
fn offered(game: &Game) -> Option<Side> {
    let last = game.line(NodeId::ROOT).last()?;
    let plies = game.line(NodeId::ROOT).count();
    let first = game.first_to_move?;
    let mut remarks = game.remarks(last);
    let mover = if plies % 2 == 1 { first } else { first.other() };
    remarks
        .any(|(kind, _)| kind == RemarkKind::DrawOffer)
        .then_some(mover)
}
