//! Lexing moves by coordinates: ICCS (`H2-E2`), also with ranks from 1, and WinBoard's (`Che2`).

use super::super::geometry;
use super::super::info::SOLDIER;
use super::super::notation::{Token, ascii, piece};
use crate::core::board::Square;

/// WinBoard and Fairy-Stockfish: a letter (none for soldiers), a disambiguation, the target: `Che2`, `Rxf9`,
/// `g4`, `Rad10`.
pub(in super::super) fn short(text: &[u8]) -> Option<(Token, &[u8])> {
    let (role, rest) = match text {
        [letter @ b'A'..=b'Z', rest @ ..] => (piece(*letter)?, rest),
        _ => (SOLDIER, text),
    };
    let (mut file, mut rank, mut rest) = (None, None, rest);
    // The target is the last point; the text before it says where the piece comes from.
    loop {
        let tail = rest.strip_prefix(b"x").unwrap_or(rest);
        if let [target @ b'a'..=b'i', number @ ..] = tail
            && let Some((number, after)) = number_of_rank(number)
            && !matches!(after, [b'a'..=b'i', b'0'..=b'9', ..] | [b'x', ..])
        {
            // Two points alone are coordinates, for other pieces than soldiers too.
            if role == SOLDIER && file.is_some() && rank.is_some() {
                return None;
            }
            let tens = number == 10 || rank == Some(10);
            let from_zero = |number: u8| number.checked_sub(u8::from(tens));
            let token = Token::Short {
                role,
                file,
                rank: match rank {
                    Some(rank) => Some(from_zero(rank)?),
                    None => None,
                },
                to: geometry::at(target - b'a', from_zero(number)?),
                tens,
            };
            return Some((token, after));
        }
        match *rest {
            [from @ b'a'..=b'i', ref tail @ ..] if file.is_none() && rank.is_none() => {
                (file, rest) = (Some(from - b'a'), tail);
            }
            [b'0'..=b'9', ..] if rank.is_none() => {
                let (number, tail) = number_of_rank(rest)?;
                (rank, rest) = (Some(number), tail);
            }
            _ => return None,
        }
    }
}

/// The number of a rank, 0 to 10.
fn number_of_rank(text: &[u8]) -> Option<(u8, &[u8])> {
    match text {
        // A result may adjoin the move: `Rxe10-1`.
        [b'1', b'0', rest @ ..] if !matches!(rest, [b'-', b'0' | b'1', ..]) => Some((10, rest)),
        [digit @ b'0'..=b'9', rest @ ..] => Some((digit - b'0', rest)),
        _ => None,
    }
}

/// ICCS, from its first point on: `h2e2`, `H2-E2`; or with ranks from 1 to 10: `a10a9`.
#[inline]
pub(in super::super) fn points(file: u8, rank: u8, rest: &[u8]) -> Option<(Token, &[u8])> {
    if rank == b'1' && rest.first() == Some(&b'0') {
        return tens(file, rank, rest);
    }
    let from = point(file, rank)?;
    let (mut other, mut tail) = ascii(rest)?;
    let hyphen = other == b'-';
    if hyphen {
        (other, tail) = ascii(tail)?;
    }
    let (number, tail) = ascii(tail)?;
    let to = point(other, number)?;
    if number == b'1' && tail.first() == Some(&b'0') {
        return tens(file, rank, rest);
    }
    let canonical = hyphen && file.is_ascii_uppercase() && other.is_ascii_uppercase();
    Some((
        Token::Points {
            from,
            to,
            canonical,
        },
        tail,
    ))
}

/// Coordinates, one of them with the rank 10.
#[cold]
fn tens(file: u8, rank: u8, rest: &[u8]) -> Option<(Token, &[u8])> {
    let ten = |rank: u8, rest: &[u8]| rank == b'1' && rest.first() == Some(&b'0');
    let below = |file, rank: u8| match rank {
        b'1'..=b'9' => point(file, rank - 1),
        _ => None,
    };
    let (from, rest) = if ten(rank, rest) {
        (point(file, b'9')?, &rest[1..])
    } else {
        (below(file, rank)?, rest)
    };
    let (mut file, mut rest) = ascii(rest)?;
    if file == b'-' {
        (file, rest) = ascii(rest)?;
    }
    let (rank, rest) = ascii(rest)?;
    // A result may adjoin the move: `h9h10-1`.
    let (to, rest) = if ten(rank, rest) && !matches!(rest[1..], [b'-', b'0' | b'1', ..]) {
        (point(file, b'9')?, &rest[1..])
    } else {
        (below(file, rank)?, rest)
    };
    Some((Token::Tens { from, to }, rest))
}

#[inline]
fn point(file: u8, rank: u8) -> Option<Square> {
    match (file | 0x20, rank) {
        (file @ b'a'..=b'i', b'0'..=b'9') => Some(geometry::at(file - b'a', rank - b'0')),
        _ => None,
    }
}
