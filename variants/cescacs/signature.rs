//! What records of C'escacs look like without a board: two hexes and their separator.

use super::notation::dialect::{ALTERNATIVES, Dialect};
use super::notation::{self, Written};
use crate::variant::{Sighting, Signature};
use std::sync::LazyLock;

pub(super) const SIGNATURE: Signature = Signature {
    notations: &[
        "ctl-an",
        "ctl-fan",
        "ctl-an,letters=A",
        "ctl-an,letters=B",
        "ctl-an,letters=F",
        "ctl-an,letters=L",
        "ctl-an,letters=AC",
        "ctl-an,letters=ACT",
        "ctl-an,letters=ACTQ",
        "ctl-an,letters=ACTW",
        "ctl-an,letters=BQ",
        "ctl-an,letters=LSTQ",
        "ctl-an,letters=LST",
        "ctl-an,letters=FCT",
    ],
    begins: &[b'A'..=b'Z', 0xE2..=0xE2, 0xF0..=0xF0],
    sight,
    tags: &[
        ("WhiteNA", 12),
        ("BlackNA", 12),
        ("WhiteAlias", 10),
        ("BlackAlias", 10),
        ("AnnotatorId", 12),
        ("PDTL", 20),
        ("DPTL", 20),
        ("TLPD", 20),
        ("Redefine", 15),
        ("Lang", 8),
        ("Id", 8),
        ("Example", 8),
    ],
};

static DIALECT: LazyLock<Dialect> = LazyLock::new(Dialect::informal);

const FAN: u32 = 1 << 1;
const ALL: u32 = (1 << SIGNATURE.notations.len()) - 1;

/// Recognizes the first bytes of a text as a move.
fn sight(text: &[u8]) -> Option<Sighting> {
    let lexed = notation::lex(text, &DIALECT)?;
    let word = &text[..lexed.len];
    let digits = word.iter().filter(|byte| byte.is_ascii_digit()).count();
    let weight = match lexed.token.written {
        Written::Step { .. } if digits > 2 => 13,
        Written::Step { .. } => 8,
        Written::Castling(_) => 10,
        Written::InPlace { .. } => 6,
    };
    Some(Sighting {
        len: lexed.len,
        notations: notations(word, matches!(lexed.token.written, Written::Castling(_))),
        weight,
    })
}

/// The notations that have all symbols of a move.
fn notations(word: &[u8], castling: bool) -> u32 {
    // Castling has letters among figurines, too.
    let mut left = ALL;
    let mut at = 0;
    while at < word.len() {
        let next = word.get(at + 1).copied().unwrap_or(0);
        match word[at] {
            0xE2 if matches!(next, 0x98 | 0x99) => left &= FAN,
            0xF0 => left &= FAN,
            // A letter before a digit is a column.
            letter @ b'A'..=b'Z' if !next.is_ascii_digit() => {
                left &= having(letter) | if castling { FAN } else { 0 };
                if castling && next == b'-' {
                    break;
                }
            }
            _ => {}
        }
        at += 1;
    }
    left
}

/// The notations that have a letter.
fn having(letter: u8) -> u32 {
    let role = |letter: u8| {
        let mut alternatives = ALTERNATIVES.iter();
        alternatives.find(|(other, _)| *other == letter)
    };
    let mut bits = 0;
    for (bit, name) in SIGNATURE.notations.iter().enumerate() {
        let alternatives = name.strip_prefix("ctl-an,letters=").unwrap_or("");
        let has = if role(letter).is_some() {
            alternatives.as_bytes().contains(&letter)
        } else {
            // The standard letter of a piece that has another one here is withdrawn.
            let standard = super::info::ROLES
                .iter()
                .position(|role| role.letter as u8 == letter);
            alternatives
                .bytes()
                .all(|other| role(other).map(|(_, piece)| piece.index()) != standard)
        };
        if has && bit != 1 {
            bits |= 1 << bit;
        }
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notations_are_told_apart() {
        let seen = |text: &str| sight(text.as_bytes()).map(|seen| (seen.len, seen.notations));
        assert_eq!(seen("E7-E13,"), Some((6, ALL)));
        assert_eq!(
            seen("JF6\u{d7}G9").map(|(len, bits)| (len, bits & 0b111)),
            Some((7, 1))
        );
        assert_eq!(seen("\u{2657}F6-G9").map(|(_, bits)| bits), Some(FAN));
        let (_, act) = seen("TI3-H2").expect("a move");
        assert_eq!(act & 1, 0);
        assert_eq!(act >> 7 & 1, 1);
        for none in ["", "E7", "E7-", "hello", "Nf3", "H3-E3"] {
            assert_eq!(seen(none), None, "{none}");
        }
    }
}
