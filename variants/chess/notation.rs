//! Written moves: SAN first, with the long algebraic and coordinate forms that real files hold.

use super::profile::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use crate::board::Role;
use crate::variant::Lexed;

/// All squares.
const ANYWHERE: u64 = !0;

/// A written move, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A man goes to a square.
    Man {
        /// What moves.
        role: Role,
        /// Where to.
        to: u8,
        /// The squares that it may come from, as far as the text says, one bit each.
        from: u64,
        /// What it becomes.
        promotion: Option<Role>,
    },
    /// From one square to another, the man not named.
    Coordinates {
        /// Where from.
        from: u8,
        /// Where to.
        to: u8,
        /// What it becomes.
        promotion: Option<Role>,
    },
    /// King's side.
    ShortCastling,
    /// Queen's side.
    LongCastling,
    /// No man moves.
    Null,
}

/// Takes the move apart that `text` begins with.
#[inline]
pub(super) fn lex(text: &[u8]) -> Option<Lexed<Token>> {
    let &first = text.first()?;
    let (token, len) = match first {
        b'a'..=b'h' => pawn(text, 0)?,
        b'N' => man(text, KNIGHT)?,
        b'B' => man(text, BISHOP)?,
        b'R' => man(text, ROOK)?,
        b'Q' => man(text, QUEEN)?,
        b'K' => man(text, KING)?,
        b'P' => pawn(text, 1)?,
        b'O' | b'0' | b'o' => castling(text, first)?,
        b'-' | b'Z' | b'@' | b'<' => null(text)?,
        _ => return None,
    };
    let checks = text[len..]
        .iter()
        .take_while(|&&byte| matches!(byte, b'+' | b'#'))
        .count();
    Some(Lexed {
        token,
        len: len + checks,
    })
}

#[inline]
fn file(text: &[u8], at: usize) -> Option<u8> {
    text.get(at)
        .map(|b| b.wrapping_sub(b'a'))
        .filter(|f| *f < 8)
}

#[inline]
fn rank(text: &[u8], at: usize) -> Option<u8> {
    text.get(at)
        .map(|b| b.wrapping_sub(b'1'))
        .filter(|r| *r < 8)
}

#[inline]
fn square(text: &[u8], at: usize) -> Option<u8> {
    Some(rank(text, at + 1)? * 8 + file(text, at)?)
}

#[inline]
const fn on_file(file: u8) -> u64 {
    0x0101_0101_0101_0101 << file
}

#[inline]
const fn on_rank(rank: u8) -> u64 {
    0xFF << (8 * rank)
}

/// Whether `x`, `:` or `-` parts two squares here.
#[inline]
fn parts(text: &[u8], at: usize) -> bool {
    matches!(text.get(at), Some(b'x' | b':' | b'-'))
}

/// A pawn move, or a move in coordinates.
#[inline]
fn pawn(text: &[u8], at: usize) -> Option<(Token, usize)> {
    let from_file = file(text, at)?;
    if let Some(to_rank) = rank(text, at + 1) {
        let near = to_rank * 8 + from_file;
        // `e2e4`, `e2-e4`, `e2xd3`.
        let gap = usize::from(parts(text, at + 2));
        if let Some(to) = square(text, at + 2 + gap) {
            let (promotion, len) = promotion(text, at + 4 + gap, to, true);
            let token = match at {
                0 => Token::Coordinates {
                    from: near,
                    to,
                    promotion,
                },
                _ => Token::Man {
                    role: PAWN,
                    to,
                    from: 1 << near,
                    promotion,
                },
            };
            return Some((token, len));
        }
        let (promotion, len) = promotion(text, at + 2, near, false);
        return Some((
            Token::Man {
                role: PAWN,
                to: near,
                from: on_file(from_file),
                promotion,
            },
            len,
        ));
    }
    // `exd5`, `ed5`.
    let gap = usize::from(matches!(text.get(at + 1), Some(b'x' | b':')));
    let to = square(text, at + 1 + gap)?;
    let (promotion, len) = promotion(text, at + 3 + gap, to, false);
    Some((
        Token::Man {
            role: PAWN,
            to,
            from: on_file(from_file),
            promotion,
        },
        len,
    ))
}

/// `=Q`, `Q`, `(Q)`, `/Q` after a pawn's last square; in coordinates also `q`.
#[inline]
fn promotion(text: &[u8], at: usize, to: u8, small: bool) -> (Option<Role>, usize) {
    if (8..56).contains(&to) {
        return (None, at);
    }
    let (letter, len) = match text.get(at) {
        Some(b'=' | b'/') => (text.get(at + 1), 2),
        Some(b'(') if text.get(at + 2) == Some(&b')') => (text.get(at + 1), 3),
        letter => (letter, 1),
    };
    let role = match letter {
        Some(b'Q') => QUEEN,
        Some(b'R') => ROOK,
        Some(b'B') => BISHOP,
        Some(b'N') => KNIGHT,
        Some(b'q') if small || len > 1 => QUEEN,
        Some(b'r') if small || len > 1 => ROOK,
        Some(b'b') if small || len > 1 => BISHOP,
        Some(b'n') if small || len > 1 => KNIGHT,
        _ => return (None, at),
    };
    (Some(role), at + len)
}

/// A move of a man that is named by its letter.
#[inline]
fn man(text: &[u8], role: Role) -> Option<(Token, usize)> {
    let (from, to, len) = match (file(text, 1), rank(text, 1)) {
        (Some(from_file), _) => match rank(text, 2) {
            Some(near_rank) => {
                // `Nf3`, or `Ng1f3`, `Ng1xf3`, `Ng1-f3`.
                let gap = usize::from(parts(text, 3));
                let near = near_rank * 8 + from_file;
                match square(text, 3 + gap) {
                    Some(to) => (1 << near, to, 5 + gap),
                    None => (ANYWHERE, near, 3),
                }
            }
            // `Ngf3`, `Ngxf3`.
            None => {
                let gap = usize::from(parts(text, 2));
                (on_file(from_file), square(text, 2 + gap)?, 4 + gap)
            }
        },
        // `N1f3`, `N1xf3`.
        (None, Some(from_rank)) => {
            let gap = usize::from(parts(text, 2));
            (on_rank(from_rank), square(text, 2 + gap)?, 4 + gap)
        }
        // `Nxf3`.
        (None, None) if parts(text, 1) => (ANYWHERE, square(text, 2)?, 4),
        (None, None) => return None,
    };
    Some((
        Token::Man {
            role,
            to,
            from,
            promotion: None,
        },
        len,
    ))
}

/// `O-O`, `O-O-O`, with the letter, its small form or zeros, hyphens or none.
fn castling(text: &[u8], letter: u8) -> Option<(Token, usize)> {
    let gap = usize::from(text.get(1) == Some(&b'-'));
    let is = |at: usize| text.get(at) == Some(&letter);
    if !is(1 + gap) {
        return None;
    }
    let short = 2 + gap;
    if (gap == 0 || text.get(short) == Some(&b'-')) && is(short + gap) {
        return Some((Token::LongCastling, short + gap + 1));
    }
    Some((Token::ShortCastling, short))
}

/// `--`, `Z0`, `@@@@`, `<>`.
fn null(text: &[u8]) -> Option<(Token, usize)> {
    [&b"--"[..], b"Z0", b"@@@@", b"<>"]
        .iter()
        .find(|form| text.starts_with(form))
        .map(|form| (Token::Null, form.len()))
}
