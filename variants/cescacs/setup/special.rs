//! The field of the special capture.

use super::pdtl::is_hyphen;
use super::{Notes, Text};
use crate::core::board::{Side, Square};
use crate::diagnostic::{IMPOSSIBLE_SETUP, TAG_VALUE};
use crate::variants::cescacs::geometry::{
    LAST_LINE, ORTHOGONAL, forward, is_promotion_hex, line, name, read, step,
};
use crate::variants::cescacs::info::{ALMOGAVAR, ELEPHANT, PAWN};
use crate::variants::cescacs::position::{Pieces, Special, crossed};
use crate::variants::cescacs::rules::ruleset::Ruleset;

/// The contents of the field of the special capture.
#[derive(Clone, Copy)]
pub(super) enum Field {
    None,
    /// A pawn, and the line or lines on which it can be captured.
    Passant(Square, i8, Option<i8>),
    /// A scornful pawn, and the pawn that it faced, if given.
    Scornful(Square, Option<Square>),
}

/// Reads `-`, `G15@13`, `G13@9-11`, `F14`; and the forms of the author's program, `P@G13[G15]`, `P@G9,11[G13]`
/// and `G13@F14`.
pub(super) fn read_special(text: &str, notes: &mut Notes<'_>) -> Result<Field, Text> {
    let mut symbols = text.chars();
    if symbols.next().is_some_and(is_hyphen) && symbols.next().is_none() {
        return Ok(Field::None);
    }
    let (field, canonical) = spec_special(text)
        .map(|field| (field, true))
        .or_else(|| program_special(text).map(|field| (field, false)))
        .ok_or_else(|| format!("\"{text}\" does not name a pawn to capture"))?;
    if !canonical {
        notes.add(
            &TAG_VALUE,
            format!("\"{text}\" is not the specification's form of the pawn to capture"),
        );
    }
    Ok(field)
}

fn spec_special(text: &str) -> Option<Field> {
    let (pawn, rest) = read_hex(text)?;
    if rest.is_empty() {
        return Some(Field::Scornful(pawn, None));
    }
    let lines = rest.strip_prefix('@')?;
    let (first, second) = match lines.split_once(is_hyphen) {
        Some((first, second)) => (first, Some(second)),
        None => (lines, None),
    };
    let second = second.map(read_line);
    if second == Some(None) {
        return None;
    }
    Some(Field::Passant(pawn, read_line(first)?, second.flatten()))
}

fn program_special(text: &str) -> Option<Field> {
    if let Some((faced, rest)) = read_hex(text) {
        let (pawn, rest) = read_hex(rest.strip_prefix('@')?)?;
        return rest
            .is_empty()
            .then_some(Field::Scornful(pawn, Some(faced)));
    }
    let (lines, pawn) = text
        .strip_prefix("P@")?
        .strip_suffix(']')?
        .split_once('[')?;
    let (pawn, rest) = read_hex(pawn)?;
    let lines = lines.strip_prefix(name(pawn).as_str().get(..1)?)?;
    if !rest.is_empty() {
        return None;
    }
    match lines.split_once(',') {
        None => Some(Field::Passant(pawn, read_line(lines)?, None)),
        Some((first, second)) => Some(Field::Passant(
            pawn,
            read_line(first)?,
            Some(read_line(second)?),
        )),
    }
}

fn read_hex(text: &str) -> Option<(Square, &str)> {
    let (hex, len) = read(text.as_bytes())?;
    Some((hex, &text[len..]))
}

fn read_line(text: &str) -> Option<i8> {
    let line = text.parse().ok()?;
    (text.starts_with(|c: char| c.is_ascii_digit()) && (0..=LAST_LINE).contains(&line))
        .then_some(line)
}

/// The special capture, if `mover` can have made such a move on this board.
pub(super) fn plausible(
    field: Field,
    pieces: &Pieces,
    mover: Side,
    ruleset: Ruleset,
    notes: &mut Notes<'_>,
) -> Special {
    let special = match field {
        Field::None => return Special::None,
        Field::Passant(piece, line, None) if pieces.is(piece, ALMOGAVAR, mover) => {
            crossing(piece, line, pieces)
        }
        Field::Passant(pawn, line, second) => passant(pawn, (line, second), pieces, mover, ruleset),
        Field::Scornful(pawn, faced) => scornful(pawn, faced, pieces, mover, ruleset),
    };
    special.unwrap_or_else(|| {
        notes.add(
            &IMPOSSIBLE_SETUP,
            "the pawn of the special capture is not on the board",
        );
        Special::None
    })
}

fn passant(
    pawn: Square,
    (first, second): (i8, Option<i8>),
    pieces: &Pieces,
    mover: Side,
    ruleset: Ruleset,
) -> Option<Special> {
    let special = match second {
        None => Special::Double(pawn),
        Some(_) => Special::Triple(pawn),
    };
    let hexes: Vec<Square> = crossed(special, mover).collect();
    let mut said = vec![first];
    said.extend(second);
    let mut lines: Vec<i8> = hexes.iter().map(|&hex| line(hex)).collect();
    said.sort_unstable();
    lines.sort_unstable();
    // In the standard game, elephants are never captured like this.
    let elephant =
        second.is_none() && ruleset == Ruleset::Grand && pieces.is(pawn, ELEPHANT, mover);
    (said == lines
        && (elephant || is_advanced_pawn(pawn, pieces, mover))
        && hexes.iter().all(|&hex| pieces.is_empty(hex)))
    .then_some(special)
}

/// An almogavar crossed an empty hex of that line.
fn crossing(piece: Square, line: i8, pieces: &Pieces) -> Option<Special> {
    let mut beside = ORTHOGONAL.iter().filter_map(|&way| step(piece, way));
    beside
        .any(|hex| self::line(hex) == line && pieces.is_empty(hex))
        .then_some(Special::Crossing { piece, line })
}

/// The faced pawn is beside the path that the scornful pawn left, one hex further than where it began; the
/// scornful pawn is now next to it or, after a capture in Grand C'escacs, beyond it.
fn scornful(
    pawn: Square,
    faced: Option<Square>,
    pieces: &Pieces,
    mover: Side,
    ruleset: Ruleset,
) -> Option<Special> {
    let ahead = forward(mover);
    let beside = [(-1, 1), (1, 1)];
    let beyond = [(-1, 3), (1, 3)];
    let ways = match ruleset {
        Ruleset::Standard => &[beside].concat(),
        Ruleset::Grand => &[beside, beyond].concat(),
    };
    let candidates: Vec<Square> = ways
        .iter()
        .filter_map(|&(columns, lines)| {
            let origin = step(pawn, (columns, -lines * ahead))?;
            let faced = step(origin, (0, 2 * ahead))?;
            (pieces.is_empty(origin) && pieces.is(faced, PAWN, mover.other())).then_some(faced)
        })
        .filter(|&hex| faced.is_none_or(|faced| faced == hex))
        .collect();
    if !is_advanced_pawn(pawn, pieces, mover) {
        return None;
    }
    match candidates.as_slice() {
        [] => None,
        &[faced] => Some(Special::Scornful {
            pawn,
            faced: Some(faced),
        }),
        _ => Some(Special::Scornful { pawn, faced: None }),
    }
}

/// A pawn of the mover, or the piece it was promoted to on its last hex.
fn is_advanced_pawn(hex: Square, pieces: &Pieces, mover: Side) -> bool {
    pieces.get(hex).is_some_and(|piece| {
        piece.side == mover && (piece.role == PAWN || is_promotion_hex(hex, mover))
    })
}
