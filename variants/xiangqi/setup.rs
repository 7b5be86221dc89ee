//! Reading the start position: FEN in all forms found in files.

use super::geometry::{FILES, RANKS, at, beyond_river, file, in_palace, own_rank, points, rank};
use super::info::{ADVISOR, CANNON, CHARIOT, ELEPHANT, GENERAL, HORSE, INFO, SOLDIER};
use super::position::Board;
use super::{Dialect, Ranks, Xiangqi};
use crate::core::board::{Piece, Role, Side, Square};
use crate::core::tags::Tags;
use crate::diagnostic::{self, Finding};
use crate::variant::{InitialState, Position, SetupError};
use std::borrow::Cow;

/// The position that the tags set up.
pub fn start(
    tags: &Tags<'_>,
    notes: &mut Vec<Finding>,
) -> Result<InitialState<Xiangqi>, SetupError> {
    let format = tags.get("Format").map(|tag| tag.value());
    let format = format.as_deref().map(str::trim);
    if let Some(format) = format {
        check_format(format, tags, notes);
    }
    let dialect = Dialect {
        // The tag with which WinBoard names the game.
        winboard: tags.get("Variant").is_some(),
        ranks: match format {
            // The specification counts them like this.
            Some(format) if format.eq_ignore_ascii_case("ICCS") => Ranks::FromZero,
            _ => Ranks::Unknown,
        },
        ..Dialect::default()
    };
    let usual = InitialState {
        position: Board::start(),
        dialect,
        custom: false,
    };
    let Some(tag) = tags.position("FEN") else {
        return Ok(usual);
    };
    let value = tags.get("FEN").map_or(Cow::Borrowed(""), |tag| tag.value());
    if value.trim().is_empty() {
        return Ok(usual);
    }
    let fen = read(&value).map_err(|message| SetupError { tag, message })?;
    if let Some(message) = fen.oddity {
        let code = &diagnostic::TAG_VALUE;
        notes.push(Finding::new(code, tags.span(tag), message));
    }
    for message in impossibilities(&fen.board) {
        let code = &diagnostic::IMPOSSIBLE_SETUP;
        notes.push(Finding::new(code, tags.span(tag), message));
    }
    Ok(InitialState {
        custom: fen.board != usual.position,
        position: fen.board,
        dialect,
    })
}

/// The Format tag names one of three notations. Moves are recognized by their form all the same.
fn check_format(format: &str, tags: &Tags<'_>, notes: &mut Vec<Finding>) {
    if !["Chinese", "WXF", "ICCS"]
        .iter()
        .any(|name| format.eq_ignore_ascii_case(name))
        && let Some(index) = tags.position("Format")
    {
        let message = "the notations are Chinese, WXF and ICCS";
        notes.push(Finding::new(
            &diagnostic::TAG_VALUE,
            tags.span(index),
            message,
        ));
    }
}

/// A position read from a FEN.
pub struct Fen {
    pub board: Board,
    /// A deviation from the usual form that does not prevent reading.
    pub oddity: Option<Cow<'static, str>>,
}

/// Reads a FEN: the ranks, then optionally the side to move, two unused fields, the moves without
/// capture and the move number.
pub fn read(text: &str) -> Result<Fen, Cow<'static, str>> {
    let mut fields = text.split_whitespace();
    let ranks = fields.next().ok_or("the position is empty")?;
    let turn = match fields.next() {
        None | Some("w" | "W" | "r" | "R") => Side::First,
        Some("b" | "B") => Side::Second,
        Some(_) => return Err("the side to move is neither r, w nor b".into()),
    };
    let mut board = Board::empty(turn);
    read_ranks(ranks, &mut board)?;

    let mut oddity = None;
    let mut unused = (fields.next(), fields.next());
    if let (Some(_), None) = unused {
        oddity = Some("a FEN has one, two, four or six fields".into());
        unused.1 = Some("-");
    }
    if !matches!(unused, (None | Some("-"), None | Some("-"))) {
        oddity = Some("the third and fourth fields are not used in Xiangqi".into());
    }
    match (fields.next(), fields.next()) {
        (None, _) => {}
        (Some(quiet), Some(number))
            if let (Ok(quiet), Ok(number)) = (quiet.parse(), number.parse()) =>
        {
            board.set_counts(quiet, number);
        }
        _ => oddity = Some("the counts of moves in the FEN are not read".into()),
    }
    if fields.next().is_some() {
        oddity = Some("text after the FEN is not read".into());
    }
    Ok(Fen { board, oddity })
}

fn read_ranks(text: &str, board: &mut Board) -> Result<(), Cow<'static, str>> {
    let mut ranks = (0..RANKS).rev();
    for row in text.split('/') {
        let rank = ranks.next().ok_or("the position has more than ten ranks")?;
        let mut file = 0;
        for letter in row.chars() {
            let width = match letter {
                '1'..='9' => letter as u8 - b'0',
                _ => 1,
            };
            if file + width > FILES {
                return Err(format!("rank {rank} is wider than nine points").into());
            }
            if !letter.is_ascii_digit() {
                let piece = piece(letter)
                    .ok_or_else(|| format!("invalid piece letter {letter:?} on rank {rank}"))?;
                board.put(at(file, rank), piece);
            } else if letter == '0' {
                return Err(format!("'0' on rank {rank} is not a gap").into());
            }
            file += width;
        }
        if file < FILES {
            return Err(format!("rank {rank} has {file} points instead of nine").into());
        }
    }
    match ranks.next() {
        Some(rank) => Err(format!("the position has {} ranks instead of ten", 9 - rank).into()),
        None => Ok(()),
    }
}

/// The piece of a letter: upper case for Red, including other conventions.
fn piece(letter: char) -> Option<Piece> {
    let role = match letter.to_ascii_uppercase() {
        'K' | 'G' => GENERAL,
        'A' => ADVISOR,
        'B' | 'E' | 'M' => ELEPHANT,
        'N' | 'H' => HORSE,
        'R' => CHARIOT,
        'C' => CANNON,
        'P' | 'S' => SOLDIER,
        _ => return None,
    };
    let side = if letter.is_ascii_uppercase() {
        Side::First
    } else {
        Side::Second
    };
    Some(Piece { role, side })
}

/// What in a position is impossible by the rules.
fn impossibilities(board: &Board) -> Vec<Cow<'static, str>> {
    let mut found: Vec<Cow<'static, str>> = Vec::new();
    for side in [Side::First, Side::Second] {
        let who = INFO.sides[side.index()];
        for (role, most) in [
            (GENERAL, 1),
            (ADVISOR, 2),
            (ELEPHANT, 2),
            (HORSE, 2),
            (CHARIOT, 2),
            (CANNON, 2),
            (SOLDIER, 5),
        ] {
            let pieces = board.pieces(side, role);
            let piece = INFO.roles[role.index()].name;
            match pieces.count_ones() {
                0 if role == GENERAL => found.push(format!("{who} has no general").into()),
                count if count > most => found.push(format!("{who} has {count} {piece}s").into()),
                _ => {}
            }
            if let Some(square) = points(pieces).find(|&square| !can_stand(side, role, square)) {
                let name = super::geometry::name(square);
                found.push(format!("{who}'s {piece} cannot be on {name}").into());
            }
        }
    }
    let mut waiting = board.clone();
    waiting.pass();
    if waiting.is_check() {
        let who = INFO.sides[board.turn().index()];
        found.push(format!("{who} is to move and could capture the general").into());
    }
    found
}

/// Whether a piece of this role can ever reach a point.
fn can_stand(side: Side, role: Role, square: Square) -> bool {
    let (file, rank) = (file(square), own_rank(side, rank(square)));
    match role {
        GENERAL => in_palace(side, square),
        ADVISOR => in_palace(side, square) && (file + rank) % 2 == 1,
        ELEPHANT => matches!((file, rank), (2 | 6, 0 | 4) | (0 | 4 | 8, 2)),
        SOLDIER => beyond_river(side, square) || (rank >= 3 && file % 2 == 0),
        _ => true,
    }
}
