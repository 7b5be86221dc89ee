//! Checks the style of a document, and its cache against its moves.

use super::document::{Document, keys};
use super::finding::Findings;
use super::piece::STYLES;
use super::reading::{self, shortened};
use super::{Board, Piece, Replay};
use crate::core::board::Side;
use crate::diagnostic::{
    BOARD_ORIENTATION, CACHE_PIECES, CACHE_POSITION, PCN_KEY, PCN_VALUE, PIECE_CASE, PIECE_STYLE,
};
use crate::format::json::tree::{Kind, Value};
use std::collections::BTreeMap;

/// Problems with the name of a piece, wherever it occurs (PN-019 to PN-029).
pub(super) fn style(piece: &Piece, value: Value<'_, '_>, findings: &mut Findings) {
    let style = piece.style().to_ascii_lowercase();
    let abbreviation = piece.abbreviation().to_ascii_lowercase();
    let message = match STYLES.iter().find(|known| known.id == style) {
        Some(known) if known.abbreviations.contains(&abbreviation.as_str()) => return,
        Some(known) => format!("{piece}: {} has no piece {abbreviation}", known.name),
        None => match STYLES.iter().find(|known| known.name == style) {
            Some(known) => format!("{piece}: the style {style} is written {}", known.id),
            None if style.len() <= 2 => {
                format!("{piece}: a style other than the main ones is given by its full name")
            }
            None => return,
        },
    };
    findings.add(&PIECE_STYLE, value, message);
}

/// Problems with the case of a piece on the board before any move (PN-032, PN-033, PN-036).
pub(super) fn case(piece: &Piece, value: Value<'_, '_>, findings: &mut Findings) {
    let (style, abbreviation) = (piece.style(), piece.abbreviation());
    let upper = |text: &str| text.bytes().any(|b| b.is_ascii_uppercase());
    let lower = |text: &str| text.bytes().any(|b| b.is_ascii_lowercase());
    let message = match piece.side() {
        None => format!(
            "the side of {piece} is unclear: {abbreviation} is neither upper nor lower case"
        ),
        Some(Side::First) if lower(style) => {
            format!("{piece}: the pieces of the player who starts are all in upper case")
        }
        Some(Side::Second) if upper(style) => {
            format!("{piece}: the pieces of the second player are all in lower case")
        }
        Some(_) => return,
    };
    findings.add(&PIECE_CASE, value, message);
}

/// Whether the upper-case side is at the bottom (PN-101).
pub(super) fn orientation(board: &Board, value: Value<'_, '_>, findings: &mut Findings) {
    let (mut sums, mut counts) = ([0; 2], [0; 2]);
    for (square, piece) in board.squares().iter().enumerate() {
        if let Some(side) = piece.as_ref().and_then(Piece::side) {
            sums[side.index()] += square as u128;
            counts[side.index()] += 1;
        }
    }
    let [first, second] = [sums[0] * counts[1], sums[1] * counts[0]];
    if first < second {
        let message = "the upper-case pieces are above the lower-case ones: bottom is read as the \
                       upper-case side all the same";
        findings.add(&BOARD_ORIENTATION, value, message);
    }
}

/// Compares the cache with the result of the moves (PN-105 to PN-110). It is never used.
pub(super) fn cache(
    document: &Document,
    value: Value<'_, '_>,
    replay: &Replay,
    findings: &mut Findings,
) {
    if value.kind() != Kind::Object {
        let message = format!(
            "{}: expected an object, found {}",
            keys::CACHE,
            value.kind().describe()
        );
        findings.add(&PCN_VALUE, value, message);
        return;
    }
    for (name, member) in value.members() {
        match &*name {
            "current_position" => position(member, replay.board(), findings),
            "possible_moves" => match member.kind() {
                Kind::Array if !member.is_empty() && document.over == Some(true) => {
                    let message = "the game is over, but there are possible moves";
                    findings.add(&CACHE_POSITION, member, message);
                }
                Kind::Array => {}
                kind => {
                    let message = format!("expected an array, found {}", kind.describe());
                    findings.add(&PCN_VALUE, member, message);
                }
            },
            "topside" => pieces(member, replay, Side::Second, findings),
            "bottomside" => pieces(member, replay, Side::First, findings),
            _ => {}
        }
    }
}

fn position(value: Value<'_, '_>, board: &Board, findings: &mut Findings) {
    let mut inner = Findings::default();
    let Some(cached) = reading::plain_board(value, &mut inner) else {
        let message = match inner.first() {
            Some(finding) => format!("incomplete board: {finding}"),
            None => "incomplete board".to_owned(),
        };
        findings.add(&CACHE_POSITION, value, message);
        return;
    };
    if !cached.same_shape(board) {
        let message = "this board does not have the shape of the game's board";
        findings.add(&CACHE_POSITION, value, message);
        return;
    }
    let squares = board.squares().iter().zip(cached.squares()).enumerate();
    let mut other = squares.filter(|(_, (after, cached))| after != cached);
    let Some((square, (after, cached))) = other.next() else {
        return;
    };
    let shown = |piece: &Option<Piece>| match piece {
        Some(piece) => piece.to_string(),
        None => "nothing".to_owned(),
    };
    let mut place = String::new();
    let _ = super::document::write_coordinates(&board.coordinates(square), &mut place);
    let more = match other.count() {
        0 => String::new(),
        1 => ", and one more square differs".to_owned(),
        more => format!(", and {more} more squares differ"),
    };
    let message = format!(
        "after the moves {} is on {place}, not {}{more}",
        shown(after),
        shown(cached)
    );
    findings.add(&CACHE_POSITION, value, message);
}

fn pieces(value: Value<'_, '_>, replay: &Replay, side: Side, findings: &mut Findings) {
    if value.kind() != Kind::Object {
        let message = format!("expected an object, found {}", value.kind().describe());
        findings.add(&PCN_VALUE, value, message);
        return;
    }
    for (name, member) in value.members() {
        let (expected, cached) = match &*name {
            "dropable_pieces" => {
                let mut hand = Names::default();
                for (piece, count) in replay.hand(side) {
                    *hand.entry(piece.to_string()).or_default() += u64::from(count);
                }
                (hand, names(member, Some))
            }
            "captures" => {
                let mut taken = Names::default();
                for taking in replay.taken(side) {
                    *taken.entry(taking.piece.to_string()).or_default() += 1;
                }
                (taken, names(member, |capture| capture.get("piece")))
            }
            "droppable_pieces" => {
                let message =
                    "unknown key \"droppable_pieces\"; the format has \"dropable_pieces\"";
                findings.add(&PCN_KEY, member, message);
                continue;
            }
            _ => continue,
        };
        match cached {
            None => {
                let message = match &*name {
                    "captures" => "expected an array of objects with \"piece\" and \"from\"",
                    _ => "expected an array of piece names",
                };
                findings.add(&PCN_VALUE, member, message);
            }
            Some(cached) if cached != expected => {
                let message = format!("the moves give {}, not {}", list(&expected), list(&cached));
                findings.add(&CACHE_PIECES, member, message);
            }
            Some(_) => {}
        }
    }
}

/// Names with the number of their occurrences.
type Names = BTreeMap<String, u64>;

/// The names in an array, or `None` if it is not an array of names.
fn names<'a, 't>(
    value: Value<'a, 't>,
    name: impl Fn(Value<'a, 't>) -> Option<Value<'a, 't>>,
) -> Option<Names> {
    if value.kind() != Kind::Array {
        return None;
    }
    let mut names = Names::default();
    for element in value.children() {
        let name = name(element)?.as_str()?;
        *names.entry(name.into_owned()).or_default() += 1;
    }
    Some(names)
}

fn list(names: &Names) -> String {
    if names.is_empty() {
        return "nothing".to_owned();
    }
    let name = |(name, count): (&String, &u64)| match count {
        1 => shortened(name),
        _ => format!("{count} {}", shortened(name)),
    };
    let mut list: Vec<String> = names.iter().take(12).map(name).collect();
    if names.len() > list.len() {
        list.push("…".to_owned());
    }
    list.join(", ")
}
