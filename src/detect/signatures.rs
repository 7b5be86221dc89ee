//! What the moves of games look like that are known by name only.

use crate::variant::Signature;
use crate::variant::formats::{digits, seen, signature};
use std::ops::RangeInclusive;

pub(super) static PDN: Signature = signature(&["pdn"], &[b'0'..=b'9'], |text| {
    let number = |text: &[u8]| {
        let len = digits(text);
        let value = text[..len]
            .iter()
            .fold(0u32, |value, byte| 10 * value + u32::from(byte - b'0'));
        (len <= 2 && (1..=50).contains(&value)).then_some(len)
    };
    let mut len = number(text)?;
    let sign = *text.get(len)?;
    while text.get(len) == Some(&sign) && matches!(sign, b'-' | b'x') {
        len += 1 + number(&text[len + 1..])?;
    }
    match sign {
        // A result, too.
        b'-' if len < 4 => None,
        b'-' => seen(len, 7),
        b'x' if len > 2 => seen(len, 8),
        _ => None,
    }
});

pub(super) static BPGN: Signature = signature(
    &["bpgn"],
    &[b'0'..=b'9', b'A'..=b'Z', b'a'..=b'h'],
    |text| {
        let len = digits(text);
        match text.get(len..len + 2) {
            Some([b'A' | b'a' | b'B' | b'b', b'.']) if len > 0 => return seen(len + 2, 12),
            _ => {}
        }
        // Drops, and moves that resemble those of chess: only the letters after the numbers distinguish them.
        let square = |at: usize| matches!(text.get(at..at + 2), Some([b'a'..=b'h', b'1'..=b'8']));
        match text {
            [b'P' | b'N' | b'B' | b'R' | b'Q', b'@', ..] if square(2) => seen(4, 2),
            [b'N' | b'B' | b'R' | b'Q' | b'K', ..] if square(1) => seen(3, 1),
            [b'N' | b'B' | b'R' | b'Q' | b'K' | b'a'..=b'h', b'x', ..] if square(2) => seen(4, 1),
            [b'O', b'-', b'O', ..] => seen(3, 1),
            _ if square(0) => seen(2, 1),
            _ => None,
        }
    },
);

/// The bytes that full-width digits, Chinese characters and the signs of the sides begin with.
const WIDE: &[RangeInclusive<u8>] = &[0xE2..=0xE2, 0xE5..=0xE5, 0xEF..=0xEF];

pub(super) static KIF: Signature = signature(&["kif"], WIDE, |text| {
    // １ to ９, 同
    if !matches!(text, [0xEF, 0xBC, 0x91..=0x99, ..] | [0xE5, 0x90, 0x8C, ..]) {
        return None;
    }
    let text = str::from_utf8(&text[..text.len().min(40)])
        .or_else(|error| str::from_utf8(&text[..error.valid_up_to()]));
    let mut chars = text.ok()?.char_indices();
    let (_, first) = chars.next()?;
    if first != '同' && !"一二三四五六七八九".contains(chars.next()?.1) {
        return None;
    }
    let end = chars.find(|(_, c)| *c == '(' || *c == '打')?;
    if end.0 > 20 {
        return None;
    }
    seen(end.0 + end.1.len_utf8(), 18)
});

pub(super) static KI2: Signature = signature(&["ki2"], WIDE, |text| {
    // ▲ △ ☗ ☖
    if !matches!(
        text,
        [0xE2, 0x96, 0xB2 | 0xB3, ..] | [0xE2, 0x98, 0x96 | 0x97, ..]
    ) {
        return None;
    }
    let head = &text[..text.len().min(24)];
    let valid = match str::from_utf8(head) {
        Ok(valid) => valid,
        Err(error) => str::from_utf8(&head[..error.valid_up_to()]).ok()?,
    };
    let mut chars = valid.chars();
    chars.next()?;
    match chars.next()? {
        '１'..='９' | '1'..='9' if "一二三四五六七八九".contains(chars.next()?) => {
            seen(9, 20)
        }
        '同' => seen(6, 18),
        _ => None,
    }
});

pub(super) static CSA: Signature =
    signature(&["csa"], &[b'+'..=b'+', b'-'..=b'-'], |text| match text {
        [
            b'+' | b'-',
            a @ b'0'..=b'9',
            b @ b'0'..=b'9',
            b'1'..=b'9',
            b'1'..=b'9',
            c,
            d,
            ..,
        ] if (*a == b'0') == (*b == b'0') => {
            const PIECES: [&[u8; 2]; 14] = [
                b"FU", b"KY", b"KE", b"GI", b"KI", b"KA", b"HI", b"OU", b"TO", b"NY", b"NK", b"NG",
                b"UM", b"RY",
            ];
            if PIECES.contains(&&[*c, *d]) {
                seen(7, 16)
            } else {
                None
            }
        }
        _ => None,
    });

pub(super) static USI: Signature =
    signature(&["usi"], &[b'1'..=b'9', b'A'..=b'Z'], |text| match text {
        [
            b'1'..=b'9',
            b'a'..=b'i',
            b'1'..=b'9',
            b'a'..=b'i',
            rest @ ..,
        ] => seen(4 + usize::from(rest.first() == Some(&b'+')), 9),
        [
            b'P' | b'L' | b'N' | b'S' | b'G' | b'B' | b'R',
            b'*',
            b'1'..=b'9',
            b'a'..=b'i',
            ..,
        ] => seen(4, 11),
        _ => None,
    });

pub(super) static MAT: Signature =
    signature(&["mat"], &[b'1'..=b'9', b'b'..=b'b'], |text| match text {
        // The dice.
        [b'1'..=b'6', b'1'..=b'6', b':', ..] => seen(3, 9),
        [b'1'..=b'9', ..] => {
            let from = digits(text);
            if from > 2 || text.get(from) != Some(&b'/') {
                return None;
            }
            let rest = &text[from + 1..];
            let to = digits(rest);
            match rest {
                [b'o', b'f', b'f', ..] => seen(from + 4, 9),
                _ if to == 0 || to > 2 => None,
                _ => {
                    let taken = usize::from(rest.get(to) == Some(&b'*'));
                    seen(from + 1 + to + taken, 6)
                }
            }
        }
        [b'b', b'a', b'r', b'/', b'1'..=b'9', ..] => seen(4 + digits(&text[4..]), 9),
        _ => None,
    });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_of_other_games_are_known_by_their_shape() {
        let cases: [(&Signature, &str, usize); 12] = [
            (&PDN, "32-28", 5),
            (&PDN, "18x29x40", 8),
            (&PDN, "2-0", 0),
            (&BPGN, "12A.", 4),
            (&BPGN, "N@f3", 4),
            (&KIF, "７六歩(77)", 10),
            (&KI2, "▲７六歩", 9),
            (&CSA, "+7776FU", 7),
            (&USI, "7g7f", 4),
            (&USI, "P*5e", 4),
            (&MAT, "31:", 3),
            (&MAT, "13/11", 5),
        ];
        for (signature, text, len) in cases {
            let seen = (signature.sight)(text.as_bytes()).map_or(0, |seen| seen.len);
            assert_eq!(seen, len, "{text}");
        }
    }
}
