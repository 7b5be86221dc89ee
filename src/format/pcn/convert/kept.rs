//! The record that a document keeps.

use super::pairs::pair;
use super::to_record::end;
use super::{OnLoss, from_game};
use crate::format::json::tree::{Kind, Tree, Value};
use crate::format::pcn::Replay;
use crate::format::pcn::document::{Document, keys};
use crate::format::pgn::only_game;
use crate::game::Game;
use crate::scan::ScanOptions;
use crate::variant::VariantInfo;
use crate::variant::registry::VariantSet;

/// What a document keeps of a record in another format.
#[derive(Default)]
pub(super) struct Kept {
    /// The start position in the variant's own notation.
    pub(super) setup: Option<String>,
    /// The tag pairs.
    pub(super) tags: Option<Vec<(String, String)>>,
    /// The whole record.
    pub(super) text: Option<String>,
}

impl Kept {
    pub(super) fn of(document: &Document) -> Kept {
        let mut kept = Kept::default();
        let Some(tree) = document
            .further(keys::EXTENSION)
            .and_then(|json| Tree::parse(json).ok())
        else {
            return kept;
        };
        for (name, value) in tree.root().members() {
            let text = || value.as_str().map(|text| text.into_owned());
            match &*name {
                "setup" => kept.setup = text(),
                "text" => kept.text = text(),
                "tags" if value.kind() == Kind::Array => {
                    let pair = |pair: Value<'_, '_>| {
                        let mut parts = pair.children().map(|part| part.as_str());
                        let (name, value) = (parts.next()??, parts.next()??);
                        Some((name.into_owned(), value.into_owned()))
                    };
                    kept.tags = value.children().map(pair).collect();
                }
                _ => {}
            }
        }
        kept
    }

    /// The kept record, and whether it is a complete one; otherwise these moves belong to it. `None` if nothing
    /// is kept.
    pub(super) fn record(
        self,
        line: &str,
        result: &str,
        info: &VariantInfo,
    ) -> Option<(String, bool)> {
        if let Some(text) = self.text {
            return Some((text, true));
        }
        let tags = self.tags?;
        let mut text = String::new();
        for (name, value) in &tags {
            pair(name, value, &mut text);
        }
        // The tags are those of the record, so the result is too.
        let token = tags.iter().find(|(name, _)| name == "Result");
        let token = token
            .and_then(|(_, value)| info.outcome(value.trim()))
            .and_then(|outcome| info.result(outcome));
        end(line, token.unwrap_or(result), &mut text);
        Some((text, false))
    }
}

/// Whether a kept record of this variant still agrees with the document.
pub(super) fn holds<S: VariantSet>(kept: &str, variant: usize, document: &Document) -> bool {
    let options = ScanOptions {
        variant: Some(variant),
        ..ScanOptions::default()
    };
    only_game::<S>(kept, options).is_some_and(|game| agrees::<S>(document, &game))
}

/// Whether a game would be written as this document.
fn agrees<S: VariantSet>(document: &Document, game: &Game) -> bool {
    let Ok((other, _)) = from_game::<S>(game, OnLoss::Report) else {
        return false;
    };
    let heading = |document: &Document| {
        (
            document.started_at.clone(),
            document.topside_player.clone(),
            document.bottomside_player.clone(),
            document.state(),
        )
    };
    heading(document) == heading(&other) && same_boards(document, &other)
}

/// Whether two documents have the same boards from the first move to the last.
fn same_boards(one: &Document, other: &Document) -> bool {
    let (Some(start), Some(other_start)) = (&one.start, &other.start) else {
        return false;
    };
    let (moves, other_moves) = (one.moves.as_deref(), other.moves.as_deref());
    let (moves, other_moves) = (moves.unwrap_or_default(), other_moves.unwrap_or_default());
    if start != other_start || moves.len() != other_moves.len() {
        return false;
    }
    let (mut replay, mut other_replay) = (Replay::new(start.clone()), Replay::new(start.clone()));
    let mut remarks = Vec::new();
    moves.iter().zip(other_moves).all(|(mv, other)| {
        replay.play(mv, &mut remarks).is_ok()
            && other_replay.play(other, &mut remarks).is_ok()
            && replay.board() == other_replay.board()
    })
}
