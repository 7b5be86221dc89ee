//! What records of Xiangqi look like without a board: moves in Chinese, WXF, coordinates and WinBoard's form.

pub(super) mod formats;

use super::notation::{self, Head, Token};
use crate::core::board::Square;
use crate::variant::{Sighting, Signature};

pub(super) const SIGNATURE: Signature = Signature {
    notations: &[
        "chinese,script=simplified,digits=half",
        "chinese,script=simplified,digits=full",
        "chinese,script=traditional,digits=half",
        "chinese,script=traditional,digits=full",
        "wxf",
        "iccs",
        "winboard",
    ],
    begins: &[
        b'A'..=b'Z',
        b'a'..=b'z',
        b'1'..=b'9',
        b'+'..=b'+',
        b'-'..=b'-',
        0xE4..=0xE9,
        0xEF..=0xEF,
    ],
    sight,
    tags: &[
        ("Red", 15),
        ("RedTeam", 15),
        ("BlackTeam", 8),
        ("RedElo", 12),
        ("RedType", 12),
        ("ECCO", 12),
        ("Format", 6),
        ("Game", 2),
    ],
};

const CHINESE: u32 = 0b1111;
const SIMPLIFIED: u32 = 0b0011;
const TRADITIONAL: u32 = 0b1100;
const HALF: u32 = 0b0101;
const FULL: u32 = 0b1010;
const WXF: u32 = 1 << 4;
const ICCS: u32 = 1 << 5;
const WINBOARD: u32 = 1 << 6;

/// Recognizes the first bytes of a text as a move.
fn sight(text: &[u8]) -> Option<Sighting> {
    // Most words are not moves; their first bytes show it.
    let number = |text: &[u8]| {
        let mut near = text.iter().take(4);
        near.any(|byte| byte.is_ascii_digit() || *byte >= 0x80)
    };
    let likely = match *text {
        [0xE4..=0xE9 | 0xEF, ..] => true,
        [b'A'..=b'Z' | b'a'..=b'z', second, ..] => {
            second.is_ascii_digit()
                || matches!(second, b'a'..=b'i' | b'x' | b'+' | b'-' | b'.') && number(&text[1..])
        }
        [b'+' | b'-' | b'1'..=b'9', ..] => true,
        _ => false,
    };
    if !likely {
        return None;
    }
    let plain = notation::lex(text, false);
    let (notations, weight, len) = match plain {
        Some(lexed) if matches!(text[0], 0xE4..=0xE9) => {
            (chinese(&text[..lexed.len]), 22, lexed.len)
        }
        Some(lexed) => match lexed.token {
            Token::Points { from, to, .. } => (ICCS, points(text, from, to)?, lexed.len),
            Token::Tens { .. } => (ICCS, 10, lexed.len),
            Token::Path { head, .. } => (WXF, wxf(text, head)?, lexed.len),
            Token::Short { .. } => (WINBOARD, winboard(text), lexed.len),
        },
        None if matches!(text[0], 0xE4..=0xE9) => return None,
        None => {
            let lexed = notation::lex(text, true)?;
            (WINBOARD, winboard(text), lexed.len)
        }
    };
    Some(Sighting {
        len,
        notations,
        weight,
    })
}

/// The weight of a move in WinBoard's form.
fn winboard(text: &[u8]) -> i16 {
    match text[0] {
        b'A' | b'C' | b'E' | b'H' => 12,
        // Other games have these pieces, too.
        b'A'..=b'Z' => 4,
        // Without a letter it could be a pawn move there.
        _ => 0,
    }
}

/// The weight of a move in WXF. Two digits and a plus or minus are also numbers.
fn wxf(text: &[u8], head: Head) -> Option<i16> {
    let word = |len: usize| text.get(len).is_some_and(u8::is_ascii_alphanumeric);
    match (head, text[0]) {
        (Head::Ordinal { .. }, _) => Some(1),
        (_, b'0'..=b'9' | b'+' | b'-') => Some(3),
        // A letter and digits alone are a name for many things.
        (_, _) if text.get(2).is_some_and(u8::is_ascii_digit) => Some(1),
        (_, _) if word(4) => None,
        (_, b'A'..=b'Z') => Some(11),
        _ => Some(7),
    }
}

/// The weight of two points, if a piece may move from one to the other.
fn points(text: &[u8], from: Square, to: Square) -> Option<i16> {
    let at = |square: Square| (square.0 % 9, square.0 / 9);
    let ((file, rank), (to_file, to_rank)) = (at(from), at(to));
    let way = (file.abs_diff(to_file), rank.abs_diff(to_rank));
    let in_palace = |file: u8, rank: u8| (3..6).contains(&file) && !(3..7).contains(&rank);
    let fits = match way {
        (0, 0) => false,
        (0, _) | (_, 0) | (1, 2) | (2, 1) => true,
        (1, 1) => in_palace(file, rank) && in_palace(to_file, to_rank),
        (2, 2) => {
            file % 2 == 0 && (rank < 5) == (to_rank < 5) && [0, 2, 4, 5, 7, 9].contains(&rank)
        }
        _ => false,
    };
    let hyphen = text.get(2) == Some(&b'-');
    // Groups of capitals and digits are also codes for many things.
    fits.then_some(match (hyphen, text[0].is_ascii_uppercase()) {
        (true, _) => 9,
        (false, false) => 7,
        (false, true) => 3,
    })
}

/// The characters that only one of the scripts has, and the digits of either width.
fn chinese(text: &[u8]) -> u32 {
    let text = str::from_utf8(text).unwrap_or_default();
    let scripts = text.chars().fold(CHINESE, |left, c| {
        left & match c {
            '帅' | '将' | '马' | '车' | '进' | '后' | '贰' | '叁' | '陆' | '砗' => {
                SIMPLIFIED
            }
            '帥' | '將' | '馬' | '傌' | '車' | '俥' | '硨' | '進' | '後' | '貳' | '參' | '陸'
            | '砲' => TRADITIONAL,
            '1'..='9' => HALF,
            '１'..='９' => FULL,
            _ => CHINESE,
        }
    });
    // Characters of both scripts in one move.
    if scripts == 0 { CHINESE } else { scripts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_are_told_apart() {
        for (text, expected) in [
            ("炮二平五", Some((12, CHINESE))),
            ("马8进7 ", Some((8, SIMPLIFIED & HALF))),
            ("馬８進７", Some((12, TRADITIONAL & FULL))),
            ("馬二進三", Some((12, TRADITIONAL))),
            ("C2.5", Some((4, WXF))),
            ("C2=5", Some((4, WXF))),
            ("H-+8", Some((4, WXF))),
            ("H2-E2", Some((5, ICCS))),
            ("h2e2", Some((4, ICCS))),
            ("a10a9", Some((5, ICCS))),
            ("f1b5", None),
            ("Che2", Some((4, WINBOARD))),
            ("", None),
            ("hello", None),
            ("\u{4e00}", None),
        ] {
            let seen = sight(text.as_bytes()).map(|seen| (seen.len, seen.notations));
            assert_eq!(seen, expected, "{text}");
        }
    }
}
