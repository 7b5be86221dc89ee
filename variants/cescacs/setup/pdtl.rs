//! Reads positions from PDTL.

use super::special::{plausible, read_special};
use super::{Notes, Text};
use crate::core::board::{Piece, Role, Side, Square};
use crate::diagnostic::{IMPOSSIBLE_SETUP, TAG_VALUE};
use crate::variants::cescacs::geometry::{LAST_LINE, colour, mirror, name, row};
use crate::variants::cescacs::info::{BISHOP, INFO, KING, ROLES, ROOK};
use crate::variants::cescacs::notation::dialect::{Dialect, figurine};
use crate::variants::cescacs::position::{CescacsPosition, Pieces, Rights};
use crate::variants::cescacs::rules::attacks::is_attacked;
use crate::variants::cescacs::rules::castling::KING as KING_HOME;
use crate::variants::cescacs::rules::ruleset::Ruleset;
use std::num::NonZeroU32;

/// Reads a position.
///
/// Also accepted, with a note: five fields or four, the forms of the author's own program, unordered lines,
/// undeclared letters.
pub fn pdtl(text: &str, dialect: &Dialect, notes: &mut Notes<'_>) -> Result<CescacsPosition, Text> {
    let fields: Vec<&str> = text.split_ascii_whitespace().collect();
    let &[placement, turn, rights, special, ref counters @ ..] = fields.as_slice() else {
        return Err(format!("expected six fields, found {}", fields.len()).into());
    };
    if counters.len() > 2 {
        return Err(format!("expected six fields, found {}", fields.len()).into());
    }
    if counters.len() < 2 {
        notes.add(
            &TAG_VALUE,
            match counters.len() {
                0 => "the move counter and the move number are missing",
                _ => "the move number is missing; an unknown one is written ?",
            },
        );
    }
    let ruleset = dialect.ruleset();
    let pieces = read_placement(placement, dialect, notes)?;
    let turn = match turn {
        "w" => Side::First,
        "b" => Side::Second,
        other => return Err(format!("the turn is w or b, not \"{other}\"").into()),
    };
    let rights = read_rights(rights, dialect, notes)?;
    let rights = at_home(rights, &pieces, ruleset, notes);
    let special = read_special(special, notes)?;
    let special = plausible(special, &pieces, turn.other(), ruleset, notes);
    let clock = counters
        .first()
        .map_or(Ok(0), |text| read_clock(text, notes))?;
    let number = counters
        .get(1)
        .map_or(Ok(None), |text| read_number(text, notes))?;
    check_army(&pieces, ruleset, notes);
    if let Some(king) = pieces.king(turn.other())
        && is_attacked(&pieces, king, turn)
    {
        let mover = INFO.sides[turn.other().index()];
        notes.add(
            &IMPOSSIBLE_SETUP,
            format!(
                "{mover} has just moved and left the king on {} attacked",
                name(king)
            ),
        );
    }
    Ok(CescacsPosition::new(
        ruleset, pieces, turn, rights, special, clock, number,
    ))
}

fn read_placement(text: &str, dialect: &Dialect, notes: &mut Notes<'_>) -> Result<Pieces, Text> {
    let inner = text.strip_prefix('/').unwrap_or(text);
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    if inner.len() + 2 != text.len() {
        notes.add(&TAG_VALUE, "the lines are not enclosed in slashes");
    }
    let mut pieces = Pieces::EMPTY;
    let mut seen = [false; LAST_LINE as usize + 1];
    let mut above = LAST_LINE + 1;
    for value in inner.split('/') {
        let (number, cells) = value
            .split_once(':')
            .ok_or_else(|| format!("\"{value}\" is not a line such as 27:dk"))?;
        let line = (0..=LAST_LINE)
            .find(|line| line.to_string() == number)
            .ok_or_else(|| format!("there is no line \"{number}\""))?;
        if std::mem::replace(&mut seen[line as usize], true) {
            return Err(format!("line {line} is given twice").into());
        }
        if line > above {
            notes.add(
                &TAG_VALUE,
                format!("line {line} is not in descending order"),
            );
        }
        above = line;
        read_cells(line, cells, &mut pieces, dialect, notes)?;
    }
    Ok(pieces)
}

fn read_cells(
    line: i8,
    cells: &str,
    pieces: &mut Pieces,
    dialect: &Dialect,
    notes: &mut Notes<'_>,
) -> Result<(), Text> {
    let mut hexes = row(line);
    let mut described = 0_usize;
    let mut digit_before = false;
    let mut loose_digits = false;
    let mut any = false;
    for symbol in cells.chars() {
        if let Some(empty) = symbol.to_digit(10) {
            loose_digits |= digit_before || empty == 0;
            digit_before = true;
            described += empty as usize;
            for _ in 0..empty {
                hexes.next();
            }
            continue;
        }
        digit_before = false;
        any = true;
        described += 1;
        let piece = read_piece(symbol, dialect, notes)?;
        if let Some(hex) = hexes.next() {
            pieces.put(hex, piece.role, piece.side);
        }
    }
    let expected = row(line).count();
    if described != expected {
        return Err(
            format!("line {line} has {expected} hexes, but {described} are described").into(),
        );
    }
    if loose_digits {
        notes.add(
            &TAG_VALUE,
            format!("line {line} counts empty hexes with more than one digit"),
        );
    }
    if !any {
        notes.add(
            &TAG_VALUE,
            format!("line {line} is empty and should be left out"),
        );
    }
    Ok(())
}

/// An undeclared symbol is accepted if only one piece can be meant.
fn read_piece(symbol: char, dialect: &Dialect, notes: &mut Notes<'_>) -> Result<Piece, Text> {
    if let Some(piece) = dialect.piece(symbol) {
        return Ok(piece);
    }
    let Some(piece) = Dialect::informal().piece(symbol) else {
        return Err(match symbol {
            'M' | 'm' => format!("\"{symbol}\" is a piece of Grand C'escacs"),
            _ => format!("invalid piece letter \"{symbol}\""),
        }
        .into());
    };
    report_undeclared(symbol, notes);
    Ok(piece)
}

/// Reports a symbol that the record does not declare, once.
fn report_undeclared(symbol: char, notes: &mut Notes<'_>) {
    let message = if figurine(symbol).is_some() {
        "figurines need the tag Redefine \"FAN\"".into()
    } else {
        format!("the record does not use the letter \"{symbol}\"")
    };
    let reported = notes.notes.iter().any(|note| note.message == message);
    if !reported {
        notes.add(&TAG_VALUE, message);
    }
}

/// Reads `RKRrkr` in the letters of the pieces (CE-169): for each side its queen's rook, king and king's rook, or a
/// hyphen.
fn read_rights(text: &str, dialect: &Dialect, notes: &mut Notes<'_>) -> Result<Rights, Text> {
    let unreadable = || -> Text { format!("\"{text}\" does not say who may castle").into() };
    let mut symbols = text.chars().peekable();
    let mut rights = Rights::NONE;
    for side in [Side::First, Side::Second] {
        if symbols.next_if(|&symbol| is_hyphen(symbol)).is_some() {
            continue;
        }
        let mut read = |role: Role| {
            let Some(&symbol) = symbols.peek() else {
                return false;
            };
            let declared = dialect.piece(symbol);
            let piece = declared.or_else(|| Dialect::informal().piece(symbol));
            let is_it = piece == Some(Piece { role, side });
            if is_it {
                symbols.next();
                if declared.is_none() {
                    report_undeclared(symbol, notes);
                }
            }
            is_it
        };
        let queens_rook = read(ROOK);
        if read(KING) {
            rights = rights.with(side, queens_rook, read(ROOK));
        } else if queens_rook {
            return Err(unreadable());
        } else {
            notes.add(&TAG_VALUE, "a king that has moved is written as a hyphen");
        }
    }
    match symbols.next() {
        None => Ok(rights),
        Some(_) => Err(unreadable()),
    }
}

/// Only a piece at home can be one that has not moved.
///
/// If a rook has a right that only the other one, on its home hex, can have, they were exchanged (as in the
/// specification's own sample), and the board decides.
fn at_home(rights: Rights, pieces: &Pieces, ruleset: Ruleset, notes: &mut Notes<'_>) -> Rights {
    let homes = ruleset.rooks();
    let mut possible = Rights::NONE;
    for side in [Side::First, Side::Second] {
        if !rights.king(side) {
            continue;
        }
        let at_home = |home: Square, role| {
            let home = match side {
                Side::First => home,
                Side::Second => mirror(home),
            };
            pieces.is(home, role, side)
        };
        if !at_home(KING_HOME, KING) {
            notes.add(&IMPOSSIBLE_SETUP, "a king that is not at home has moved");
            continue;
        }
        let said = (rights.queens_rook(side), rights.kings_rook(side));
        let home = (at_home(homes.queens, ROOK), at_home(homes.kings, ROOK));
        let exchanged = matches!(
            (said, home),
            ((true, false), (false, true)) | ((false, true), (true, false))
        );
        let granted = if exchanged {
            notes.add(
                &IMPOSSIBLE_SETUP,
                "queen's and king's rook are exchanged in the castling field; the board decides",
            );
            home
        } else {
            (said.0 && home.0, said.1 && home.1)
        };
        if granted != said && !exchanged {
            notes.add(&IMPOSSIBLE_SETUP, "a rook that is not at home has moved");
        }
        possible = possible.with(side, granted.0, granted.1);
    }
    possible
}

fn read_clock(text: &str, notes: &mut Notes<'_>) -> Result<u16, Text> {
    if text == "?" || text.chars().all(is_hyphen) {
        notes.add(&TAG_VALUE, "an unknown move counter is written 0");
        return Ok(0);
    }
    digits(text)
        .and_then(|digits| digits.parse().ok())
        .ok_or_else(|| format!("\"{text}\" is not a move counter").into())
}

fn read_number(text: &str, notes: &mut Notes<'_>) -> Result<Option<NonZeroU32>, Text> {
    if text == "?" {
        return Ok(None);
    }
    let unknown = text.chars().all(is_hyphen) || text == "0";
    if unknown {
        notes.add(&TAG_VALUE, "an unknown move number is written ?");
        return Ok(None);
    }
    digits(text)
        .and_then(|digits| digits.parse().ok())
        .map(Some)
        .ok_or_else(|| format!("\"{text}\" is not a move number").into())
}

fn digits(text: &str) -> Option<&str> {
    text.bytes().all(|b| b.is_ascii_digit()).then_some(text)
}

pub(super) fn is_hyphen(symbol: char) -> bool {
    matches!(symbol, '-' | '\u{2010}')
}

/// One king per side, and no more pieces than a side starts with.
fn check_army(pieces: &Pieces, ruleset: Ruleset, notes: &mut Notes<'_>) {
    for side in [Side::First, Side::Second] {
        let name = INFO.sides[side.index()];
        if pieces.find(KING, side).count() == 0 {
            notes.add(&IMPOSSIBLE_SETUP, format!("{name} has no king"));
        }
        for (index, &most) in ruleset.army().iter().enumerate() {
            let role = Role::new(index as u8 + 1);
            let count = pieces.find(role, side).count();
            if count > usize::from(most) {
                let role = ROLES[index].name;
                notes.add(
                    &IMPOSSIBLE_SETUP,
                    format!("{name} has {count} pieces of the kind {role}"),
                );
            }
        }
        let mut colours = [0; 3];
        for hex in pieces.find(BISHOP, side) {
            colours[colour(hex) as usize] += 1;
        }
        if colours.iter().any(|&bishops| bishops > 1) {
            notes.add(
                &IMPOSSIBLE_SETUP,
                format!("{name} has two bishops on one colour"),
            );
        }
    }
}
