//! Converts documents to records.

use super::kept::{self, Kept};
use super::line::{family, line, start};
use super::moment::{moment_tags, write_moment};
use super::pairs::{is_unknown, pair};
use super::{ConvertError, Lost, OnLoss, TAG};
use crate::core::board::{self, Side};
use crate::core::outcome::Outcome;
use crate::event::Provenance;
use crate::format::json::quoted;
use crate::format::json::tree::{Tree, Value};
use crate::format::pcn::document::{Document, Move, State, keys};
use crate::format::pcn::mapping::Table;
use crate::format::pcn::{Board, Reading};
use crate::format::source_map::{How, Piece};
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{Variant, VariantInfo};
use chrono::DateTime;
use std::fmt::Write;

/// A document as the record of a game.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its variant: an index into the set.
    pub variant: usize,
    /// Tags and moves, in UTF-8.
    pub text: String,
    /// What of the document is missing from it.
    pub lost: Lost,
    /// Whether the document keeps another record that contradicts it and was left out.
    pub stale: bool,
    /// Whether it is a complete record kept in the document.
    kept: bool,
    /// The members with its result, the preferred one first.
    result_members: [&'static str; 2],
}

impl Record {
    /// What its text was in the document.
    pub(crate) fn provenance(&self) -> Provenance {
        if self.kept {
            Provenance::Native
        } else {
            Provenance::Pcn
        }
    }

    /// The positions of its pieces in the text of the document.
    pub(crate) fn pieces(&self, document: &str) -> Vec<Piece> {
        let Ok(tree) = Tree::parse(document) else {
            return Vec::new();
        };
        let root = tree.root();
        if self.kept {
            let text = root.get(keys::EXTENSION).and_then(|kept| kept.get("text"));
            let piece = |text: Value<'_, '_>| Piece {
                record: 0..self.text.len(),
                document: text.span(),
                how: How::Characters { single_byte: false },
                path: text.path(),
            };
            return text.map(piece).into_iter().collect();
        }
        let result_members = self.result_members.iter().find_map(|name| root.get(name));
        let marker = self
            .text
            .trim_end()
            .rfind([' ', '\n'])
            .map_or(0, |at| at + 1);
        let piece = |result: Value<'_, '_>| Piece {
            path: result.path(),
            ..Piece::whole(marker..self.text.len(), result.span())
        };
        result_members.map(piece).into_iter().collect()
    }
}

/// Converts a document to a record. The set of variants is that of the reader which will read it.
///
/// ```
/// use movetext::pcn::{self, OnLoss};
/// use movetext::variants::Standard;
///
/// let mut board = String::from(r#"[["w:k",null,null,null,null,null,null,null]"#);
/// board += &r#",[null,null,null,null,null,null,null,null]"#.repeat(6);
/// board += r#",["W:K",null,null,null,null,null,null,"W:R"]]"#;
/// let json = format!(
///     r#"{{"bottomside_player":"Bob","starting_position":{board},
///          "previous_moves":[[["W:R","shift",[0,7]]]],"over?":true,"...result?":true}}"#
/// );
/// let record = pcn::to_record::<Standard>(&pcn::read(&json), OnLoss::Report).expect("a legal game");
/// assert_eq!(record.text, "[FEN \"k7/8/8/8/8/8/8/K6R w - - 0 1\"]\n[White \"Bob\"]\n\
///     [Result \"1-0\"]\n\nRh8+ 1-0\n");
/// ```
///
/// # Errors
///
/// If the game is not of any variant in the set.
pub fn to_record<S: VariantSet>(
    reading: &Reading,
    on_loss: OnLoss,
) -> Result<Record, ConvertError> {
    let (Some(document), 0) = (&reading.document, reading.unresolved) else {
        return Err(ConvertError::NotWhole);
    };
    let (Some(board), Some(moves)) = (&document.start, &document.moves) else {
        return Err(ConvertError::NotWhole);
    };
    for variant in 0..S::VARIANTS.len() {
        let task = ToRecord {
            document,
            board,
            moves,
            on_loss,
            variant,
        };
        let Some(plain) = S::run(variant, task) else {
            continue;
        };
        let Plain { mut record, kept } = plain?;
        // A kept record is used if it still agrees with the document.
        if let Some((text, whole)) = kept {
            if kept::holds::<S>(&text, variant, document) {
                (record.text, record.kept) = (text, whole)
            } else {
                record.stale = true
            }
        }
        return Ok(record);
    }
    Err(ConvertError::NoVariant)
}

/// A record, with and without what the document keeps of another record; and whether that is all of it.
pub(super) struct Plain {
    record: Record,
    kept: Option<(String, bool)>,
}

/// Converting a document to a record, as a task for the variant.
pub(super) struct ToRecord<'d> {
    document: &'d Document,
    pub(super) board: &'d Board,
    pub(super) moves: &'d [Move],
    on_loss: OnLoss,
    variant: usize,
}

impl WithVariant for ToRecord<'_> {
    /// `None` if the game is not of this variant.
    type Output = Option<Result<Plain, ConvertError>>;

    fn run<V: Variant>(self) -> Self::Output {
        let mut table = Table::of::<V>()?;
        if !table.fits(self.board) {
            return None;
        }
        let pieces = table.pieces(self.board)?;
        Some(self.record::<V>(&mut table, &pieces))
    }
}

impl ToRecord<'_> {
    fn record<V: Variant>(
        &self,
        table: &mut Table,
        pieces: &[Option<board::Piece>],
    ) -> Result<Plain, ConvertError> {
        let info = const { &V::INFO };
        let kept = Kept::of(self.document);
        let (setup, position) = start::<V>(self, table, pieces, kept.setup.as_deref())?;
        let line = line::<V>(self, table, position)?;
        let outcome = match self.document.state() {
            Some(State::Won(Side::First)) => Outcome::FirstWins,
            Some(State::Won(Side::Second)) => Outcome::SecondWins,
            Some(State::Drawn) => Outcome::Draw,
            Some(State::InProgress | State::DrawOffered(_)) | None => Outcome::Unknown,
        };
        let result = info.result(outcome).unwrap_or("*");
        let mut text = String::new();
        if let Some((name, value)) = family(table, pieces) {
            pair(name, value, &mut text);
        }
        if let Some(setup) = &setup {
            let name = info.setup.first().copied().unwrap_or("FEN");
            pair(name, setup, &mut text);
        }
        let mut further = heading(self.document, info, &mut text);
        for member in &self.document.further {
            if member.name != keys::CACHE && member.name != keys::EXTENSION {
                further.push((&member.name, member.json.clone()));
            }
        }
        pair("Result", result, &mut text);
        let mut lost = Lost::default();
        match self.on_loss {
            OnLoss::Keep if further.is_empty() => {}
            OnLoss::Keep => {
                let members = further.iter();
                let members = members.map(|(name, json)| format!("{}:{json}", quoted(name)));
                let members: Vec<String> = members.collect();
                pair(TAG, &format!("{{{}}}", members.join(",")), &mut text);
            }
            OnLoss::Report | OnLoss::Refuse => lost.tags = further.len() as u64,
        }
        if self.on_loss == OnLoss::Refuse && !lost.is_nothing() {
            return Err(ConvertError::Lossy(lost));
        }
        end(&line, result, &mut text);
        Ok(Plain {
            kept: kept.record(&line, result, info),
            record: Record {
                variant: self.variant,
                text,
                lost,
                stale: false,
                kept: false,
                result_members: match outcome {
                    Outcome::Unknown => [keys::OVER, keys::RESULT],
                    _ => [keys::RESULT, keys::OVER],
                },
            },
        })
    }
}

/// Appends the movetext, after an empty line.
pub(super) fn end(line: &str, result: &str, text: &mut String) {
    let space = if line.is_empty() { "" } else { " " };
    let _ = writeln!(text, "\n{line}{space}{result}");
}

/// Appends the tags for moment and players. Returns the members that these do not express fully, and those of a
/// state that no result expresses.
fn heading<'d>(
    document: &'d Document,
    info: &VariantInfo,
    text: &mut String,
) -> Vec<(&'d str, String)> {
    let mut further = Vec::new();
    if let Some(started_at) = &document.started_at {
        let moment = DateTime::parse_from_rfc3339(started_at).ok();
        for (name, value) in moment.iter().flat_map(moment_tags) {
            pair(name, &value, text);
        }
        // The year of a tag has four digits, and its time no fractions.
        if moment.is_none_or(|moment| write_moment(&moment) != *started_at) {
            further.push((keys::STARTED_AT, quoted(started_at)));
        }
    }
    for (names, key, player) in [
        (
            info.first,
            keys::BOTTOMSIDE_PLAYER,
            &document.bottomside_player,
        ),
        (info.second, keys::TOPSIDE_PLAYER, &document.topside_player),
    ] {
        let Some(player) = player else { continue };
        if is_unknown(player) || player.chars().any(char::is_control) {
            further.push((key, quoted(player)));
        }
        if !is_unknown(player) {
            pair(names[0], player, text);
        }
    }
    if let Some(State::DrawOffered(side)) = document.state() {
        further.push((keys::OVER, "false".to_owned()));
        further.push((keys::RESULT, (side == Side::First).to_string()));
    }
    // Without the other one, this means nothing.
    if let (None, Some(Some(bottom))) = (document.over, document.result) {
        further.push((keys::RESULT, bottom.to_string()));
        further.push((keys::OVER, "null".to_owned()));
    }
    further
}
