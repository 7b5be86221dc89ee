//! Written moves: SAN first, and the long algebraic and coordinate forms found in real files.

pub(super) mod alphabet;

use super::info::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::position::Chessboard;
use crate::core::board::Role;
use crate::core::moves::Move;
use crate::variant::{Lexed, Position};

/// All squares.
const ANYWHERE: u64 = !0;

/// A lexed move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A piece goes to a square.
    Piece {
        /// The piece that moves.
        role: Role,
        /// The target.
        to: u8,
        /// The squares that it may come from, as far as the text says, one bit each.
        from: u64,
        /// The promotion.
        promotion: Option<Role>,
    },
    /// From one square to another, the piece not named.
    Coordinates {
        /// The origin.
        from: u8,
        /// The target.
        to: u8,
        /// The promotion.
        promotion: Option<Role>,
    },
    /// King's side.
    ShortCastling,
    /// Queen's side.
    LongCastling,
    /// No piece moves.
    Null,
}

/// Lexes the move that `text` begins with.
#[inline(always)]
pub(super) fn lex(text: &[u8]) -> Option<Lexed<Token>> {
    let Some(plain) = plain(text) else {
        return any(text);
    };
    Some(Lexed {
        token: Token::Piece {
            role: plain.role,
            to: plain.to,
            from: match plain.way {
                Way::PUSH => on_file(plain.to & 7),
                Way::TAKE => beside(plain.from, plain.to),
                _ => plain.from,
            },
            promotion: None,
        },
        len: plain.len,
    })
}

/// How a piece moves: the index of its role, and one more for pawn captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way(pub(super) u8);

impl Way {
    /// A pawn's advance.
    pub(super) const PUSH: Way = Way(PAWN.get());
    /// A pawn's capture.
    pub(super) const TAKE: Way = Way(7);
}

/// A move in a plain form of SAN.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plain {
    pub(super) role: Role,
    pub(super) way: Way,
    pub(super) to: u8,
    /// The squares that it may come from, as far as the text says; all for a push.
    pub(super) from: u64,
    /// The length in bytes.
    pub(super) len: usize,
}

/// Lexes a move in the forms of nearly all moves in real files: a piece's move, not a promotion, followed by
/// white space.
///
/// All forms take the same path, with tables instead of branches: the next form is unpredictable.
#[inline(always)]
pub(super) fn plain(text: &[u8]) -> Option<Plain> {
    let bytes = u64::from_le_bytes(*text.first_chunk()?);
    let role = ROLES[usize::from(bytes as u8)]?;
    let pawn = role.get() == PAWN.get();
    // The highest bit of each byte up to a blank; exact for the first one.
    let blanks = bytes.wrapping_sub(EACH * 0x21) & !bytes & (EACH * 0x80);
    // All lengths are in bits. The first byte is not blank, so there is one before the first blank.
    let len = blanks.trailing_zeros() & !7;
    let last = (bytes << ((64 - len) & 63)) >> 56;
    let marked = last == u64::from(b'+') || last == u64::from(b'#');
    let body = len - 8 * u32::from(marked);
    let to = bytes >> (body.wrapping_sub(16) & 63);
    let to_file = (to as u8).wrapping_sub(b'a');
    let to_rank = ((to >> 8) as u8).wrapping_sub(b'1');
    // Between the piece's letter and the square: a file, a rank, a capture.
    let letter = 8 * u32::from(!pawn);
    let between = body.wrapping_sub(16 + letter);
    if blanks == 0 || between > 24 || (to_file | to_rank) > 7 {
        return None;
    }
    let between = (bytes >> letter) as u32 & ((1 << between) - 1);
    // By hand: without optimization across crates `map` is a call.
    let byte = |index: u32| &BETWEEN[(between >> (8 * index) & 0xFF) as usize];
    let (a, b, c) = (byte(0), byte(1), byte(2));
    let kinds = a.kind | b.kind << 2 | c.kind << 4;
    if kinds > 63 || FORMS[usize::from(pawn)] >> kinds & 1 == 0 {
        return None;
    }
    Some(Plain {
        role,
        way: Way(role.get() + (Way::TAKE.0 - Way::PUSH.0) * u8::from(pawn & (between != 0))),
        to: to_rank * 8 + to_file,
        from: a.from & b.from & c.from,
        len: (len / 8) as usize,
    })
}

/// 1 in each byte.
const EACH: u64 = 0x0101_0101_0101_0101;

/// The role whose move begins with a byte.
static ROLES: [Option<Role>; 256] = {
    let mut roles = [None; 256];
    roles[b'N' as usize] = Some(KNIGHT);
    roles[b'B' as usize] = Some(BISHOP);
    roles[b'R' as usize] = Some(ROOK);
    roles[b'Q' as usize] = Some(QUEEN);
    roles[b'K' as usize] = Some(KING);
    let mut file = b'a';
    while file <= b'h' {
        roles[file as usize] = Some(PAWN);
        file += 1;
    }
    roles
};

/// The meaning of a byte between letter and square.
#[derive(Clone, Copy)]
struct Between {
    /// 0 nothing, 1 a file, 2 a rank, 3 a capture; 64 none of these.
    kind: u32,
    /// The origin squares that it allows.
    from: u64,
}

static BETWEEN: [Between; 256] = {
    const fn between(kind: u32, from: u64) -> Between {
        Between { kind, from }
    }
    let mut bytes = [between(64, 0); 256];
    bytes[0] = between(0, ANYWHERE);
    bytes[b'x' as usize] = between(3, ANYWHERE);
    let mut index = 0;
    while index < 8 {
        bytes[b'a' as usize + index] = between(1, on_file(index as u8));
        bytes[b'1' as usize + index] = between(2, on_rank(index as u8));
        index += 1;
    }
    bytes
};

/// The sequences of kinds that make a piece's move, one bit each: for pieces, for pawns.
const FORMS: [u64; 2] = {
    const fn form(kinds: [u32; 3]) -> u64 {
        1 << (kinds[0] | kinds[1] << 2 | kinds[2] << 4)
    }
    let captures = form([3, 0, 0]) | form([1, 3, 0]) | form([2, 3, 0]) | form([1, 2, 3]);
    let quiet = form([0, 0, 0]) | form([1, 0, 0]) | form([2, 0, 0]) | form([1, 2, 0]);
    [
        captures | quiet,
        form([0, 0, 0]) | form([1, 0, 0]) | form([1, 3, 0]),
    ]
};

/// The first bytes of a move, followed by zeros after the end of the text, for access without bounds checks. No
/// move is longer, apart from its check marks.
type Window = [u8; 12];

/// Lexes the move that `text` begins with, in any form.
#[cold]
pub(super) fn any(text: &[u8]) -> Option<Lexed<Token>> {
    let mut window: Window = [0; 12];
    match text.first_chunk() {
        Some(first) => window = *first,
        None => window[..text.len()].copy_from_slice(text),
    }
    let (token, len) = if window.is_ascii() {
        letters(&window, text)?
    } else {
        let folded = Folded::of(text);
        let (token, len) = letters(&folded.window, text)?;
        (token, usize::from(folded.ends[len]))
    };
    Some(Lexed {
        token,
        len: len + check_marks(&text[len..]),
    })
}

/// A move without its check marks, in ASCII letters.
fn letters(window: &Window, text: &[u8]) -> Option<(Token, usize)> {
    match window[0] {
        b'a'..=b'h' => pawn::<0>(window),
        b'N' => piece(window, KNIGHT),
        b'B' => piece(window, BISHOP),
        b'R' => piece(window, ROOK),
        b'Q' => piece(window, QUEEN),
        b'K' => piece(window, KING),
        b'P' => pawn::<1>(window),
        b'0' if text.starts_with(b"0000") => null(text),
        b'O' | b'0' | b'o' => castling(window),
        b'-' | b'Z' | b'@' | b'<' => null(text),
        _ => None,
    }
}

/// The beginning of a text with ASCII letters replacing typographic ones: figurines, the multiplication sign,
/// dashes.
struct Folded {
    window: Window,
    /// The offsets in the text where each letter begins, and where the last one ends.
    ends: [u8; 13],
}

impl Folded {
    fn of(text: &[u8]) -> Folded {
        let mut folded = Folded {
            window: [0; 12],
            ends: [0; 13],
        };
        let mut at = 0;
        for index in 0..folded.window.len() {
            let Some((letter, len)) = folded_letter(&text[at..]) else {
                break;
            };
            at += len;
            folded.window[index] = letter;
            folded.ends[index + 1] = at as u8;
        }
        folded
    }
}

/// The ASCII letter that a text begins with, or that its first character stands for; and the length of that
/// character. In single-byte encodings, typographic characters are single bytes.
fn folded_letter(text: &[u8]) -> Option<(u8, usize)> {
    Some(match *text {
        [letter, ..] if letter.is_ascii() => (letter, 1),
        [0xE2, 0x99, sign @ 0x94..=0x9F, 0xEF, 0xB8, 0x8E | 0x8F, ..] => (piece_letter(sign), 6),
        [0xE2, 0x99, sign @ 0x94..=0x9F, ..] => (piece_letter(sign), 3),
        // × stands for x.
        [0xC3, 0x97, ..] => (b'x', 2),
        // ‐ ‑ ‒ – — and the minus sign stand for hyphens.
        [0xE2, 0x80, 0x90..=0x94, ..] | [0xE2, 0x88, 0x92, ..] => (b'-', 3),
        [0xD7, ref rest @ ..] if !matches!(rest, [0x80..=0xBF, ..]) => (b'x', 1),
        [0x96 | 0x97, ..] => (b'-', 1),
        _ => return None,
    })
}

/// The letter of the piece that a figurine shows, by the last byte of its UTF-8.
fn piece_letter(figurine: u8) -> u8 {
    b"KQRBNP"[usize::from(figurine - 0x94) % 6]
}

/// The length of the check marks that a text begins with: `+`, `#`, daggers.
fn check_marks(text: &[u8]) -> usize {
    let mut len = 0;
    loop {
        len += match text[len..] {
            [b'+' | b'#', ..] => 1,
            [0xE2, 0x80, 0xA0 | 0xA1, ..] => 3,
            // Daggers in windows-1252 and its relatives.
            [0x86 | 0x87, ..] => 1,
            _ => return len,
        };
    }
}

#[inline]
fn file(byte: u8) -> Option<u8> {
    let file = byte.wrapping_sub(b'a');
    (file < 8).then_some(file)
}

#[inline]
fn rank(byte: u8) -> Option<u8> {
    let rank = byte.wrapping_sub(b'1');
    (rank < 8).then_some(rank)
}

#[inline(always)]
fn square(window: &Window, at: usize) -> Option<u8> {
    Some(rank(window[at + 1])? * 8 + file(window[at])?)
}

/// Those of the squares from which a pawn may capture: it changes its file.
#[inline]
pub(super) const fn beside(from: u64, to: u8) -> u64 {
    from & !on_file(to & 7)
}

#[inline]
pub(super) const fn on_file(file: u8) -> u64 {
    0x0101_0101_0101_0101 << file
}

#[inline]
const fn on_rank(rank: u8) -> u64 {
    0xFF << (8 * rank)
}

/// 1 if `x`, `:` or `-` separates two squares here.
#[inline(always)]
fn gap(byte: u8) -> usize {
    usize::from(matches!(byte, b'x' | b':' | b'-'))
}

/// A pawn move, or a move in coordinates, after `AT` letters.
#[inline]
fn pawn<const AT: usize>(window: &Window) -> Option<(Token, usize)> {
    let from_file = file(window[AT])?;
    let piece = |to, from, promotion| Token::Piece {
        role: PAWN,
        to,
        from,
        promotion,
    };
    let Some(to_rank) = rank(window[AT + 1]) else {
        // `exd5`, `ed5`.
        let gap = gap(window[AT + 1]);
        let to = square(window, AT + 1 + gap)?;
        let (promotion, len) = promotion(window, AT + 3 + gap, to);
        let from = beside(on_file(from_file), to);
        return Some((piece(to, from, promotion), len));
    };
    let near = to_rank * 8 + from_file;
    // `e2e4`, `e2-e4`, `e2xd3`.
    let gap = gap(window[AT + 2]);
    if let Some(to) = square(window, AT + 2 + gap) {
        let (promotion, len) = promotion(window, AT + 4 + gap, to);
        let token = match AT {
            0 => Token::Coordinates {
                from: near,
                to,
                promotion,
            },
            _ => piece(to, 1 << near, promotion),
        };
        return Some((token, len));
    }
    let (promotion, len) = promotion(window, AT + 2, near);
    Some((piece(near, on_file(from_file), promotion), len))
}

/// `=Q`, `Q`, `(Q)`, `/Q` after a pawn's last square, also with small letters.
#[inline]
fn promotion(window: &Window, at: usize, to: u8) -> (Option<Role>, usize) {
    if (8..56).contains(&to) {
        return (None, at);
    }
    let (letter, len) = match window[at] {
        b'=' | b'/' => (window[at + 1], 2),
        b'(' if window[at + 2] == b')' => (window[at + 1], 3),
        letter => (letter, 1),
    };
    let role = match letter {
        b'Q' | b'q' => QUEEN,
        b'R' | b'r' => ROOK,
        b'B' | b'b' => BISHOP,
        b'N' | b'n' => KNIGHT,
        _ => return (None, at),
    };
    (Some(role), at + len)
}

/// A move of a piece that has a letter.
#[inline]
fn piece(window: &Window, role: Role) -> Option<(Token, usize)> {
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
        Token::Piece {
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

/// `--`, `Z0`, `0000`, `@@@@`, `<>`.
fn null(text: &[u8]) -> Option<(Token, usize)> {
    [&b"--"[..], b"Z0", b"0000", b"@@@@", b"<>"]
        .iter()
        .find(|form| text.starts_with(form))
        .map(|form| (Token::Null, form.len()))
}

/// `ed`, `exd`, `exd=Q`: a pawn's capture from one file to another, if exactly one is legal.
pub(super) fn abbreviated(text: &[u8], board: &Chessboard) -> Option<(Move, usize)> {
    let mut window: Window = [0; 12];
    let first = &text[..text.len().min(window.len())];
    window[..first.len()].copy_from_slice(first);
    let folded = Folded::of(text);
    if !first.is_ascii() {
        window = folded.window;
    }
    let from_file = file(window[0])?;
    let gap = gap(window[1]);
    let to_file = file(window[1 + gap])?;
    // As on the last rank, where a pawn is promoted.
    let (promotion, len) = promotion(&window, 2 + gap, 56 + to_file);
    let mut moves = Vec::new();
    board.moves(&mut moves);
    let fits = |mv: &&Move| {
        mv.piece == PAWN
            && mv.captured.is_some()
            && mv.from.0 & 7 == from_file
            && mv.to.0 & 7 == to_file
            && mv.promotion == promotion
    };
    let mut fitting = moves.iter().filter(fits);
    let (mv, None) = (*fitting.next()?, fitting.next()) else {
        return None;
    };
    let len = if first.is_ascii() {
        len
    } else {
        usize::from(folded.ends[len])
    };
    Some((mv, len + check_marks(&text[len..])))
}
