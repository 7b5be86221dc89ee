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

/// The first bytes of a move, zeros behind the end of the text: looked at without bounds checks.
/// No move is longer, its check marks apart.
type Window = [u8; 12];

/// Takes the move apart that `text` begins with.
#[inline]
pub(super) fn lex(text: &[u8]) -> Option<Lexed<Token>> {
    let mut window: Window = [0; 12];
    match text.first_chunk() {
        Some(first) => window = *first,
        None => window[..text.len()].copy_from_slice(text),
    }
    let (token, len) = match window[0] {
        b'a'..=b'h' => pawn::<0>(&window)?,
        b'N' => man(&window, KNIGHT)?,
        b'B' => man(&window, BISHOP)?,
        b'R' => man(&window, ROOK)?,
        b'Q' => man(&window, QUEEN)?,
        b'K' => man(&window, KING)?,
        b'P' => pawn::<1>(&window)?,
        b'O' | b'0' | b'o' => castling(&window)?,
        b'-' | b'Z' | b'@' | b'<' => null(text)?,
        _ => return None,
    };
    let checks = match text.get(len) {
        Some(b'+' | b'#') => text[len..]
            .iter()
            .take_while(|&&byte| matches!(byte, b'+' | b'#'))
            .count(),
        _ => 0,
    };
    Some(Lexed {
        token,
        len: len + checks,
    })
}

#[inline(always)]
fn file(byte: u8) -> Option<u8> {
    let file = byte.wrapping_sub(b'a');
    (file < 8).then_some(file)
}

#[inline(always)]
fn rank(byte: u8) -> Option<u8> {
    let rank = byte.wrapping_sub(b'1');
    (rank < 8).then_some(rank)
}

#[inline(always)]
fn square(window: &Window, at: usize) -> Option<u8> {
    Some(rank(window[at + 1])? * 8 + file(window[at])?)
}

#[inline]
const fn on_file(file: u8) -> u64 {
    0x0101_0101_0101_0101 << file
}

#[inline]
const fn on_rank(rank: u8) -> u64 {
    0xFF << (8 * rank)
}

/// 1 if `x`, `:` or `-` parts two squares here.
#[inline(always)]
fn gap(byte: u8) -> usize {
    usize::from(matches!(byte, b'x' | b':' | b'-'))
}

/// A pawn move, or a move in coordinates; `AT` letters were passed.
#[inline]
fn pawn<const AT: usize>(window: &Window) -> Option<(Token, usize)> {
    let from_file = file(window[AT])?;
    let man = |to, from, promotion| Token::Man {
        role: PAWN,
        to,
        from,
        promotion,
    };
    let Some(to_rank) = rank(window[AT + 1]) else {
        // `exd5`, `ed5`.
        let gap = gap(window[AT + 1]);
        let to = square(window, AT + 1 + gap)?;
        let (promotion, len) = promotion(window, AT + 3 + gap, to, false);
        return Some((man(to, on_file(from_file), promotion), len));
    };
    let near = to_rank * 8 + from_file;
    // `e2e4`, `e2-e4`, `e2xd3`.
    let gap = gap(window[AT + 2]);
    if let Some(to) = square(window, AT + 2 + gap) {
        let (promotion, len) = promotion(window, AT + 4 + gap, to, true);
        let token = match AT {
            0 => Token::Coordinates {
                from: near,
                to,
                promotion,
            },
            _ => man(to, 1 << near, promotion),
        };
        return Some((token, len));
    }
    let (promotion, len) = promotion(window, AT + 2, near, false);
    Some((man(near, on_file(from_file), promotion), len))
}

/// `=Q`, `Q`, `(Q)`, `/Q` after a pawn's last square; in coordinates also `q`.
#[inline]
fn promotion(window: &Window, at: usize, to: u8, small: bool) -> (Option<Role>, usize) {
    if (8..56).contains(&to) {
        return (None, at);
    }
    let (letter, len) = match window[at] {
        b'=' | b'/' => (window[at + 1], 2),
        b'(' if window[at + 2] == b')' => (window[at + 1], 3),
        letter => (letter, 1),
    };
    let small = small || len > 1;
    let role = match letter {
        b'Q' => QUEEN,
        b'R' => ROOK,
        b'B' => BISHOP,
        b'N' => KNIGHT,
        b'q' if small => QUEEN,
        b'r' if small => ROOK,
        b'b' if small => BISHOP,
        b'n' if small => KNIGHT,
        _ => return (None, at),
    };
    (Some(role), at + len)
}

/// A move of a man that is named by its letter.
#[inline]
fn man(window: &Window, role: Role) -> Option<(Token, usize)> {
    let (from, to, len) = match file(window[1]) {
        Some(from_file) => match rank(window[2]) {
            Some(near_rank) => {
                let near = near_rank * 8 + from_file;
                let gap = gap(window[3]);
                match square(window, 3 + gap) {
                    // `Ng1f3`, `Ng1xf3`, `Ng1-f3`.
                    Some(to) => (1 << near, to, 5 + gap),
                    // `Nf3`.
                    None => (ANYWHERE, near, 3),
                }
            }
            // `Ngf3`, `Ngxf3`.
            None => {
                let gap = gap(window[2]);
                (on_file(from_file), square(window, 2 + gap)?, 4 + gap)
            }
        },
        None => match rank(window[1]) {
            // `N1f3`, `N1xf3`.
            Some(from_rank) => {
                let gap = gap(window[2]);
                (on_rank(from_rank), square(window, 2 + gap)?, 4 + gap)
            }
            // `Nxf3`.
            None if gap(window[1]) == 1 => (ANYWHERE, square(window, 2)?, 4),
            None => return None,
        },
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
fn castling(window: &Window) -> Option<(Token, usize)> {
    let letter = window[0];
    let gap = usize::from(window[1] == b'-');
    if window[1 + gap] != letter {
        return None;
    }
    let short = 2 + gap;
    if (gap == 0 || window[short] == b'-') && window[short + gap] == letter {
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
