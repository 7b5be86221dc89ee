//! Lexing written moves: Chinese (`炮二平五`), WXF (`C2.5`) and ICCS (`H2-E2`).
//!
//! The three do not collide, so they are distinguished move by move. Chinese and WXF give the same kind of
//! token; they differ only in how they name one of several soldiers.

pub(super) mod coordinates;
pub(super) mod ranks;

use super::info::{ADVISOR, CANNON, CHARIOT, ELEPHANT, GENERAL, HORSE, SOLDIER};
use super::notation::coordinates::{points, short};
use crate::core::board::{Role, Side, Square};
use crate::variant::Lexed;

/// A lexed move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// ICCS: from one point to another.
    Points {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
        /// Capital letters and a hyphen, the form of ICCS: ranks are counted from 0.
        canonical: bool,
    },
    /// Points with ranks counted from 1, as a rank 10 shows: `a10a9`.
    Tens {
        /// The origin.
        from: Square,
        /// The target.
        to: Square,
    },
    /// WinBoard: a piece and its target.
    Short {
        /// The piece.
        role: Role,
        /// The file that it comes from, from 0, if given.
        file: Option<u8>,
        /// The rank that it comes from, from 0, if given.
        rank: Option<u8>,
        /// The target.
        to: Square,
        /// A rank 10 shows that ranks are counted from 1; here they are from 0.
        tens: bool,
    },
    /// Chinese and WXF: a piece, its direction, and how far or to which file.
    Path {
        /// The piece.
        head: Head,
        /// The direction.
        direction: Direction,
        /// The number of steps, or the number of the target file; 1 to 9.
        number: u8,
    },
}

impl Token {
    /// Whether it has a rank 10, so that ranks are counted from 1.
    pub fn has_tens(&self) -> bool {
        matches!(self, Token::Tens { .. } | Token::Short { tens: true, .. })
    }

    /// Whether both points are named.
    pub fn is_points(&self) -> bool {
        matches!(self, Token::Points { .. } | Token::Tens { .. })
    }
}

/// How a move names its piece. Files are numbered from the mover's point of view, from 1 to 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head {
    /// The piece of a role on a file: `炮二`, `C2`.
    OnFile {
        /// The role.
        role: Role,
        /// The number of the file.
        file: u8,
    },
    /// WXF `G5`: a general, otherwise a guard.
    Guard {
        /// The number of the file.
        file: u8,
    },
    /// WXF `P5`: the only soldier on a file, or the middle one of three or five.
    Soldier {
        /// The number of the file.
        file: u8,
    },
    /// One of several on some file: `前炮`, `C+`.
    Marked {
        /// The role.
        role: Role,
        /// Which one.
        mark: Mark,
    },
    /// One of several on a file: `前兵四`, `前四`, `4+`.
    MarkedOnFile {
        /// The role.
        role: Role,
        /// Which one.
        mark: Mark,
        /// The number of the file.
        file: u8,
    },
    /// One of all pieces that share their file with another, counted file by file from the mover's right, front
    /// to rear: `三兵`, `Pc`.
    Nth {
        /// The role.
        role: Role,
        /// Which one, from 1.
        ordinal: u8,
    },
    /// WXF `25`: the second soldier on file 5. If both digits are the same, it may also be the middle one.
    Ordinal {
        /// Which one, from 1 at the front.
        ordinal: u8,
        /// The number of the file.
        file: u8,
    },
}

/// Which of several equal pieces on a file. The front is towards the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// `前`: the foremost.
    Front,
    /// `中`: the middle one.
    Middle,
    /// `后`: the rearmost.
    Rear,
    /// `P+`: the foremost of two or three, the second of four or five.
    Plus,
    /// `P-`: the rearmost of two or three, the second from the rear of four or five.
    Minus,
    /// `++`: the foremost of four or five soldiers.
    DoublePlus,
    /// `--`: the rearmost of four or five soldiers.
    DoubleMinus,
    /// The one with this number, from 1 at the front.
    Number(u8),
}

/// The direction of a move, from the mover's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// `进`, `+`
    Forward,
    /// `退`, `-`
    Back,
    /// `平`, `.`
    Sideways,
}

/// Lexes the move that the text begins with; also in WinBoard's form, if that is expected.
#[inline]
pub fn lex(text: &[u8], winboard: bool) -> Option<Lexed<Token>> {
    let (token, rest) = match *text.first()? {
        0xE4..=0xE9 => chinese(text)?,
        _ if winboard && let Some(short) = short(text) => short,
        _ => western(text).or_else(|| named(text))?,
    };
    let rest = pass_check(rest);
    // A text that begins with a digit could also be a number or a date.
    if text[0].is_ascii_digit() && !rest.first().is_none_or(|&byte| ends_number(byte)) {
        return None;
    }
    Some(Lexed {
        token,
        len: text.len() - rest.len(),
    })
}

/// The side that writes a Chinese move like this: Red's numbers are Chinese numerals, Black's are digits.
#[inline]
pub(super) fn mover(text: &[u8]) -> Option<Side> {
    let [0xE4..=0xE9, .., mut last] = *text else {
        return None;
    };
    let mut text = text;
    while matches!(last, b'+' | b'#') {
        text = &text[..text.len() - 1];
        last = *text.last()?;
    }
    if last.is_ascii_digit() {
        return Some(Side::Second);
    }
    match text.last_chunk::<3>()? {
        [0xEF, 0xBC, 0x91..=0x99] => Some(Side::Second),
        // 一 七 三, 九, 二 五, 六 八, 四
        [0xE4, 0xB8, 0x80 | 0x83 | 0x89]
        | [0xE4, 0xB9, 0x9D]
        | [0xE4, 0xBA, 0x8C | 0x94]
        | [0xE5, 0x85, 0xAB | 0xAD]
        | [0xE5, 0x9B, 0x9B] => Some(Side::First),
        last => match glyph(last)?.0 {
            Glyph::Numeral(_) => Some(Side::First),
            _ => None,
        },
    }
}

/// A move in WinBoard's form of a piece with a letter: `Cbe3`.
#[cold]
fn named(text: &[u8]) -> Option<(Token, &[u8])> {
    text.first()?.is_ascii_uppercase().then_some(())?;
    short(text)
}

/// Whether a Chinese move begins here, which needs no separator from another.
pub fn starts_move(text: &[u8]) -> bool {
    matches!(text, [0xE4..=0xE9, ..]) && chinese(text).is_some()
}

/// Chinese: a head of two characters (or three), a direction and a number.
fn chinese(text: &[u8]) -> Option<(Token, &[u8])> {
    let (first, rest) = glyph(text)?;
    let (second, rest) = glyph(rest)?;
    let (third, rest) = glyph(rest)?;
    let (head, direction, rest) = match (first, second, third) {
        // 炮二平
        (Glyph::Piece(role), Glyph::Digit(file) | Glyph::Numeral(file), Glyph::Direction(way)) => {
            (Head::OnFile { role, file }, way, rest)
        }
        // 前炮平, 炮前平
        (Glyph::Mark(mark), Glyph::Piece(role), Glyph::Direction(way))
        | (Glyph::Piece(role), Glyph::Mark(mark), Glyph::Direction(way)) => {
            (Head::Marked { role, mark }, way, rest)
        }
        // 前四平
        (Glyph::Mark(mark), Glyph::Digit(file) | Glyph::Numeral(file), Glyph::Direction(way)) => {
            let role = SOLDIER;
            (Head::MarkedOnFile { role, mark, file }, way, rest)
        }
        // 三兵平
        (Glyph::Numeral(ordinal @ 1..=5), Glyph::Piece(role), Glyph::Direction(way)) => {
            (Head::Nth { role, ordinal }, way, rest)
        }
        // 前兵四平, 三兵四平
        (
            Glyph::Mark(_) | Glyph::Numeral(1..=5),
            Glyph::Piece(role),
            Glyph::Digit(file) | Glyph::Numeral(file),
        ) => {
            let (Glyph::Direction(way), rest) = glyph(rest)? else {
                return None;
            };
            let mark = match first {
                Glyph::Mark(mark) => mark,
                Glyph::Numeral(ordinal) => Mark::Number(ordinal),
                _ => return None,
            };
            (Head::MarkedOnFile { role, mark, file }, way, rest)
        }
        _ => return None,
    };
    let (Glyph::Digit(number) | Glyph::Numeral(number), rest) = glyph(rest)? else {
        return None;
    };
    let token = Token::Path {
        head,
        direction,
        number,
    };
    Some((token, rest))
}

/// WXF and ICCS, in ASCII or full-width letters.
fn western(text: &[u8]) -> Option<(Token, &[u8])> {
    let (first, rest) = ascii(text)?;
    let (second, rest) = ascii(rest)?;
    let head = match (first, second) {
        (b'A'..=b'Z' | b'a'..=b'z', b'0'..=b'9') => {
            if let Some(found) = points(first, second, rest) {
                return Some(found);
            }
            let file = digit(second)?;
            match first.to_ascii_uppercase() {
                b'G' => Head::Guard { file },
                b'P' | b'S' => Head::Soldier { file },
                _ => Head::OnFile {
                    role: piece(first)?,
                    file,
                },
            }
        }
        // R+ R- R.
        (b'A'..=b'Z' | b'a'..=b'z', b'+' | b'-' | b'.') => marked(piece(first)?, second),
        // Pa to Pe
        (b'P' | b'p' | b'S' | b's', b'a'..=b'e' | b'A'..=b'E') => Head::Nth {
            role: SOLDIER,
            ordinal: second.to_ascii_lowercase() - b'a' + 1,
        },
        // front, rear and back before the piece: fC
        (b'f' | b'r' | b'b', b'A'..=b'Z' | b'a'..=b'z') => Head::Marked {
            role: piece(second)?,
            mark: if first == b'f' {
                Mark::Front
            } else {
                Mark::Rear
            },
        },
        // +C -C
        (b'+' | b'-', b'A'..=b'Z' | b'a'..=b'z') => marked(piece(second)?, first),
        (b'+', b'+') => Head::Marked {
            role: SOLDIER,
            mark: Mark::DoublePlus,
        },
        (b'-', b'-') => Head::Marked {
            role: SOLDIER,
            mark: Mark::DoubleMinus,
        },
        // 3+ 3-
        (b'1'..=b'9', b'+' | b'-') => Head::MarkedOnFile {
            role: SOLDIER,
            mark: if second == b'+' {
                Mark::Front
            } else {
                Mark::Rear
            },
            file: digit(first)?,
        },
        (b'1'..=b'9', b'1'..=b'9') => Head::Ordinal {
            ordinal: digit(first)?,
            file: digit(second)?,
        },
        _ => return None,
    };
    let (third, after) = ascii(rest)?;
    let (direction, rest) = match third {
        b'+' => (Direction::Forward, after),
        b'-' => (Direction::Back, after),
        b'.' | b'=' => (Direction::Sideways, after),
        // C25
        b'1'..=b'9' if first.is_ascii_alphabetic() && second.is_ascii_digit() => {
            (Direction::Sideways, rest)
        }
        _ => return None,
    };
    let (last, rest) = ascii(rest)?;
    let token = Token::Path {
        head,
        direction,
        number: digit(last)?,
    };
    Some((token, rest))
}

/// The head of a piece with a WXF mark. Soldiers have marks of their own.
fn marked(role: Role, mark: u8) -> Head {
    let mark = match mark {
        b'+' if role == SOLDIER => Mark::Plus,
        b'-' if role == SOLDIER => Mark::Minus,
        b'+' => Mark::Front,
        b'-' => Mark::Rear,
        _ => Mark::Middle,
    };
    Head::Marked { role, mark }
}

/// The piece of a WXF letter. `G` is the guard here; alone on its file it may be the general.
#[inline]
pub(super) fn piece(letter: u8) -> Option<Role> {
    match letter.to_ascii_uppercase() {
        b'K' => Some(GENERAL),
        b'A' | b'G' => Some(ADVISOR),
        b'B' | b'E' | b'M' => Some(ELEPHANT),
        b'N' | b'H' => Some(HORSE),
        b'R' => Some(CHARIOT),
        b'C' => Some(CANNON),
        b'P' | b'S' => Some(SOLDIER),
        _ => None,
    }
}

#[inline]
fn digit(byte: u8) -> Option<u8> {
    matches!(byte, b'1'..=b'9').then(|| byte - b'0')
}

/// Skips marks for check and mate: `+`, `++`, `#`.
#[inline]
fn pass_check(text: &[u8]) -> &[u8] {
    match text {
        [b'+', b'+', rest @ ..] | [b'+' | b'#', rest @ ..] => rest,
        _ => text,
    }
}

/// Whether a byte after digits shows that they are not part of a longer number.
fn ends_number(byte: u8) -> bool {
    byte == 0xE3
        || (byte.is_ascii() && !byte.is_ascii_alphanumeric() && !b".,:+-=/#".contains(&byte))
}

/// The ASCII character that the text begins with, also in its full-width form; all dashes are hyphens.
#[inline]
pub(super) fn ascii(text: &[u8]) -> Option<(u8, &[u8])> {
    match *text {
        [byte @ ..=0x7F, ref rest @ ..] => Some((byte, rest)),
        [0xEF, 0xBC, last @ 0x81..=0xBF, ref rest @ ..] => Some((last - 0x60, rest)),
        [0xEF, 0xBD, last @ 0x80..=0x9E, ref rest @ ..] => Some((last - 0x20, rest)),
        // ‐ ‑ ‒ – — and the minus sign
        [0xE2, 0x80, 0x90..=0x94, ref rest @ ..] | [0xE2, 0x88, 0x92, ref rest @ ..] => {
            Some((b'-', rest))
        }
        _ => None,
    }
}

/// A character of Chinese notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Glyph {
    /// An unknown character.
    Other,
    /// The name of a piece.
    Piece(Role),
    /// A Chinese numeral, which may also count pieces.
    Numeral(u8),
    /// A financial numeral or a digit.
    Digit(u8),
    /// The direction of a move.
    Direction(Direction),
    /// The position of a piece among several.
    Mark(Mark),
}

impl Glyph {
    const fn of(c: char) -> Glyph {
        match c {
            '帅' | '帥' | '将' | '將' => Glyph::Piece(GENERAL),
            '仕' | '士' => Glyph::Piece(ADVISOR),
            '相' | '象' => Glyph::Piece(ELEPHANT),
            '马' | '馬' | '傌' => Glyph::Piece(HORSE),
            '车' | '車' | '俥' | '硨' | '砗' => Glyph::Piece(CHARIOT),
            '炮' | '砲' | '包' => Glyph::Piece(CANNON),
            '兵' | '卒' => Glyph::Piece(SOLDIER),
            '进' | '進' | '上' => Glyph::Direction(Direction::Forward),
            '退' | '下' => Glyph::Direction(Direction::Back),
            '平' => Glyph::Direction(Direction::Sideways),
            '前' => Glyph::Mark(Mark::Front),
            '中' => Glyph::Mark(Mark::Middle),
            '后' | '後' => Glyph::Mark(Mark::Rear),
            '一' => Glyph::Numeral(1),
            '二' => Glyph::Numeral(2),
            '三' => Glyph::Numeral(3),
            '四' => Glyph::Numeral(4),
            '五' => Glyph::Numeral(5),
            '六' => Glyph::Numeral(6),
            '七' => Glyph::Numeral(7),
            '八' => Glyph::Numeral(8),
            '九' => Glyph::Numeral(9),
            '壹' => Glyph::Digit(1),
            '贰' | '貳' => Glyph::Digit(2),
            '叁' | '參' => Glyph::Digit(3),
            '肆' => Glyph::Digit(4),
            '伍' => Glyph::Digit(5),
            '陆' | '陸' => Glyph::Digit(6),
            '柒' => Glyph::Digit(7),
            '捌' => Glyph::Digit(8),
            '玖' => Glyph::Digit(9),
            _ => Glyph::Other,
        }
    }
}

/// The first of the CJK Unified Ideographs.
const IDEOGRAPHS: u32 = 0x4E00;

/// Every ideograph, so that reading one is a single look-up.
static GLYPHS: [Glyph; 0x5200] = {
    let mut glyphs = [Glyph::Other; 0x5200];
    let mut index = 0;
    while index < glyphs.len() {
        if let Some(c) = char::from_u32(IDEOGRAPHS + index as u32) {
            glyphs[index] = Glyph::of(c);
        }
        index += 1;
    }
    glyphs
};

/// The character that the text begins with.
#[inline]
fn glyph(text: &[u8]) -> Option<(Glyph, &[u8])> {
    match *text {
        [
            a @ 0xE4..=0xE9,
            b @ 0x80..=0xBF,
            c @ 0x80..=0xBF,
            ref rest @ ..,
        ] => {
            let code = u32::from(a & 0x0F) << 12 | u32::from(b & 0x3F) << 6 | u32::from(c & 0x3F);
            let index = code.checked_sub(IDEOGRAPHS)? as usize;
            Some((*GLYPHS.get(index)?, rest))
        }
        _ => {
            let (byte, rest) = ascii(text)?;
            Some((Glyph::Digit(digit(byte)?), rest))
        }
    }
}
