//! The start position: FEN with the leniency that real files need, including X-FEN and Shredder-FEN castling
//! rights.

use super::info::{BISHOP, CHESS960, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::position::{Chessboard, NONE};
use super::{Chess, Dialect};
use crate::core::board::{Role, Side};
use crate::core::tags::Tags;
use crate::diagnostic::{Finding, IMPOSSIBLE_SETUP, MISSING_TAG, TAG_VALUE};
use crate::scan::choose::is_one_of;
use crate::variant::{InitialState, Position, SetupError};
use std::borrow::Cow;

/// The position that the FEN tag sets up, or the orthodox start.
pub(super) fn start(
    tags: &Tags<'_>,
    notes: &mut Vec<Finding>,
) -> Result<InitialState<Chess>, SetupError> {
    let start = |position, custom| InitialState {
        position,
        dialect: Dialect::default(),
        custom,
    };
    let [fen, variant] = tags.positions(["FEN", "Variant"]);
    let Some(tag) = fen else {
        note_missing_position(tags, variant, notes);
        return Ok(start(Chessboard::START, false));
    };
    let value = tags.nth(tag).map(|tag| tag.value()).unwrap_or_default();
    if matches!(value.trim(), "" | "?" | "startpos") {
        note_missing_position(tags, variant, notes);
        return Ok(start(Chessboard::START, false));
    }
    let mut note = |code, message| notes.push(Finding::new(code, tags.span(tag), message));
    let board = read_fen(&value, &mut note).map_err(|message| SetupError { tag, message })?;
    Ok(start(board, board != Chessboard::START))
}

/// Chess960 has no usual start, so without a position the start of the game is unknown.
fn note_missing_position(tags: &Tags<'_>, variant: Option<usize>, notes: &mut Vec<Finding>) {
    let Some(tag) = variant else { return };
    let value = tags.nth(tag).map(|tag| tag.raw_value());
    let is_usual = |value: &[u8]| value.eq_ignore_ascii_case(b"standard");
    if value
        .is_some_and(|value| !is_usual(value.as_bytes()) && is_one_of(CHESS960, value.as_bytes()))
    {
        let message =
            "games of Chess960 need the tag FEN; this one is read from the orthodox start";
        notes.push(Finding::new(&MISSING_TAG, tags.span(tag), message));
    }
}

type NoteSink<'a> = &'a mut dyn FnMut(&'static crate::diagnostic::Code, Cow<'static, str>);

/// Reads a FEN of one to six fields.
fn read_fen(fen: &str, note: NoteSink<'_>) -> Result<Chessboard, Cow<'static, str>> {
    let mut fields = fen.split_ascii_whitespace();
    let mut board = Chessboard::EMPTY;
    placement(&mut board, fields.next().unwrap_or_default())?;
    let turn = match fields.next() {
        None | Some("w" | "W") => Side::First,
        Some("b" | "B") => Side::Second,
        Some(other) => return Err(format!("{other:?} is neither side to move").into()),
    };
    board.set_clock(turn, 0, 1);
    castling(&mut board, fields.next().unwrap_or("-"), note);
    en_passant(&mut board, fields.next().unwrap_or("-"), note);
    let mut counters = [0, 1];
    for counter in &mut counters {
        match fields.next() {
            None | Some("-" | "?") => {}
            Some(text) => match text.parse() {
                Ok(number) => *counter = number,
                Err(_) => note(&TAG_VALUE, format!("{text:?} is not a move counter").into()),
            },
        }
    }
    board.set_clock(turn, counters[0], counters[1]);
    check(&board, note);
    Ok(board)
}

fn placement(board: &mut Chessboard, text: &str) -> Result<(), Cow<'static, str>> {
    let mut ranks = 0u8;
    for (index, row) in text.split('/').enumerate() {
        if index >= 8 {
            return Err("the placement has more than eight ranks".into());
        }
        let rank = 7 - index as u8;
        let mut file = 0u8;
        for letter in row.bytes() {
            match letter {
                b'1'..=b'8' => file += letter - b'0',
                _ => {
                    let role = role(letter).ok_or_else(|| {
                        Cow::Owned(format!("invalid piece letter {:?}", char::from(letter)))
                    })?;
                    let side = if letter.is_ascii_uppercase() {
                        Side::First
                    } else {
                        Side::Second
                    };
                    if file < 8 {
                        board.put(rank * 8 + file, role, side);
                    }
                    file += 1;
                }
            }
            if file > 8 {
                return Err(format!("rank {} has more than eight squares", rank + 1).into());
            }
        }
        if file != 8 {
            return Err(format!("rank {} has {file} squares", rank + 1).into());
        }
        ranks += 1;
    }
    match ranks {
        8 => Ok(()),
        _ => Err(format!("the placement has {ranks} ranks").into()),
    }
}

fn role(letter: u8) -> Option<Role> {
    Some(match letter.to_ascii_uppercase() {
        b'P' => PAWN,
        b'N' => KNIGHT,
        b'B' => BISHOP,
        b'R' => ROOK,
        b'Q' => QUEEN,
        b'K' => KING,
        _ => return None,
    })
}

/// `KQkq` stands for the outermost rooks (X-FEN); a file letter for the rook there (Shredder-FEN).
fn castling(board: &mut Chessboard, text: &str, note: NoteSink<'_>) {
    if text == "-" {
        return;
    }
    for letter in text.bytes() {
        let side = if letter.is_ascii_uppercase() {
            Side::First
        } else {
            Side::Second
        };
        let home = 56 * side.index() as u8;
        let king = board.king(side);
        let rooks = board.of(ROOK) & board.sides[side.index()] & 0xFF << home;
        let rook = match letter.to_ascii_uppercase() {
            b'K' => (63 - rooks.leading_zeros() as u8 % 64).max(home),
            b'Q' => rooks.trailing_zeros() as u8 & 63,
            file @ b'A'..=b'H' => home + (file - b'A'),
            _ => NONE,
        };
        let placed = king < NONE && king & 56 == home && rook < NONE && rooks >> rook & 1 == 1;
        let index = usize::from(rook < king);
        let meant = match letter.to_ascii_uppercase() {
            b'K' => index == 0,
            b'Q' => index == 1,
            _ => true,
        };
        if placed && meant {
            if let Some(other) = board.castling_rook(side, index) {
                board.castling &= !(1 << other);
            }
            board.castling |= 1 << rook;
        } else {
            note(
                &TAG_VALUE,
                format!(
                    "the castling right {:?} has no king and rook for it",
                    char::from(letter)
                )
                .into(),
            );
        }
    }
}

fn en_passant(board: &mut Chessboard, text: &str, note: NoteSink<'_>) {
    if text == "-" {
        return;
    }
    let square = (super::geometry::GEOMETRY.square)(text).map(|square| square.0);
    let pawn = match (board.turn(), square) {
        (Side::First, Some(square @ 40..48)) => Some(square - 8),
        (Side::Second, Some(square @ 16..24)) => Some(square + 8),
        _ => None,
    };
    let enemy = board.sides[board.turn().other().index()] & board.of(PAWN);
    match (square, pawn) {
        (Some(square), Some(pawn)) if enemy >> pawn & 1 == 1 => board.en_passant = square,
        _ => note(
            &TAG_VALUE,
            format!("no pawn can be captured en passant on {text:?}").into(),
        ),
    }
}

fn check(board: &Chessboard, note: NoteSink<'_>) {
    for (side, name) in [(Side::First, "White"), (Side::Second, "Black")] {
        let kings = (board.of(KING) & board.sides[side.index()]).count_ones();
        if kings != 1 {
            note(
                &IMPOSSIBLE_SETUP,
                format!("{name} has {kings} kings").into(),
            );
        }
    }
    if board.waiting().is_check() {
        let name = ["White", "Black"][board.turn().index()];
        note(
            &IMPOSSIBLE_SETUP,
            format!("{name} is to move and could capture the king").into(),
        );
    }
    if board.of(PAWN) & 0xFF00_0000_0000_00FF != 0 {
        note(
            &IMPOSSIBLE_SETUP,
            "a pawn is on the first or the last rank".into(),
        );
    }
}
