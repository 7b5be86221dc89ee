//! What records of chess look like without a board: the shape of a move, in the letters of any language.

pub(super) mod formats;

use super::notation::alphabet::ALPHABETS;
use crate::variant::{Sighting, Signature};

pub(super) const SIGNATURE: Signature = Signature {
    notations: &[
        "san",
        "san,pieces=german",
        "san,pieces=french",
        "san,pieces=spanish",
        "san,pieces=dutch",
        "san,pieces=portuguese",
        "san,pieces=romanian",
        "san,pieces=polish",
        "san,pieces=czech",
        "san,pieces=hungarian",
        "san,pieces=finnish",
        "san,pieces=icelandic",
        "san,pieces=estonian",
        "lan",
        "uci",
        "figurine",
    ],
    begins: &[
        b'a'..=b'h',
        b'A'..=b'Z',
        b'o'..=b'o',
        b'0'..=b'0',
        0xE2..=0xE2,
    ],
    sight,
    tags: &[
        ("White", 2),
        ("WhiteElo", 8),
        ("BlackElo", 8),
        ("ECO", 8),
        ("WhiteFideId", 10),
        ("BlackFideId", 10),
        ("WhiteRatingDiff", 10),
        ("BlackRatingDiff", 10),
        ("WhiteTitle", 6),
        ("BlackTitle", 6),
        ("UTCDate", 8),
        ("UTCTime", 8),
        ("EventDate", 5),
        ("Opening", 3),
        ("TimeControl", 3),
        ("Termination", 3),
    ],
};

/// The alphabets with Latin letters, which come first. Moves in others are not recognized by shape.
const LATIN: usize = {
    let mut index = 0;
    while index < ALPHABETS.len() && ALPHABETS[index].1[1].is_ascii() {
        index += 1;
    }
    index
};

/// The number of alphabets; their bits are the first ones.
const LANGUAGES: u32 = LATIN as u32;
const SAN: u32 = 1;
const ALL_SAN: u32 = (1 << LANGUAGES) - 1;
const LAN: u32 = 1 << LANGUAGES;
const UCI: u32 = 2 << LANGUAGES;
const FIGURINE: u32 = 4 << LANGUAGES;

/// The alphabets in which a capital letter is that of a piece, one bit each.
const LETTERS: [u32; 26] = {
    let mut letters = [0; 26];
    let mut index = 0;
    while index < LATIN {
        let mut piece = 0;
        while piece < 5 {
            letters[(ALPHABETS[index].1[piece].as_bytes()[0] - b'A') as usize] |= 1 << index;
            piece += 1;
        }
        index += 1;
    }
    letters
};

fn letter(byte: u8) -> u32 {
    let index = usize::from(byte.wrapping_sub(b'A'));
    LETTERS.get(index).copied().unwrap_or(0)
}

fn file(text: &[u8], at: usize) -> bool {
    matches!(text.get(at), Some(b'a'..=b'h'))
}

fn rank(text: &[u8], at: usize) -> bool {
    matches!(text.get(at), Some(b'1'..=b'8'))
}

fn gap(text: &[u8], at: usize) -> usize {
    usize::from(matches!(text.get(at), Some(b'x' | b':' | b'-')))
}

/// Recognizes the first bytes of a text as a move.
fn sight(text: &[u8]) -> Option<Sighting> {
    let (notations, weight, len) = match *text.first()? {
        b'a'..=b'h' => pawn(text)?,
        b'O' | b'o' | b'0' => castling(text)?,
        0xE2 if matches!(text, [_, 0x99, 0x94..=0x9F, ..]) => {
            let (_, weight, len) = piece(&text[3..])?;
            (FIGURINE, weight + 3, 3 + len)
        }
        byte @ b'A'..=b'Z' => {
            let alphabets = letter(byte);
            let (long, weight, len) = piece(&text[1..])?;
            let notations = match long {
                true if alphabets & SAN != 0 => LAN,
                true => LAN | alphabets,
                false => alphabets,
            };
            if alphabets == 0 {
                return None;
            }
            (notations, weight, 1 + len)
        }
        _ => return None,
    };
    let marks = text[len..].iter().take(2);
    let marks = marks.take_while(|byte| matches!(byte, b'+' | b'#')).count();
    Some(Sighting {
        len: len + marks,
        notations,
        weight: weight + if marks > 0 { 2 } else { 0 },
    })
}

/// What follows a piece letter: whether it is the long form, its weight and its length.
fn piece(text: &[u8]) -> Option<(bool, i16, usize)> {
    let square = |at: usize| file(text, at) && rank(text, at + 1);
    // A drop, in variants of the family.
    if text.first() == Some(&b'@') && square(1) {
        return Some((false, 8, 3));
    }
    if square(0) {
        let gap = gap(text, 2);
        if square(2 + gap) {
            return Some((gap > 0 && text[2] != b':', 11, 4 + gap));
        }
        return Some((false, 10, 2));
    }
    let from = usize::from(file(text, 0) || rank(text, 0));
    let gap = match gap(text, from) {
        1 if text[from] == b'-' => return None,
        gap => gap,
    };
    square(from + gap).then_some((false, 11, from + gap + 2))
}

/// A pawn move or a move in coordinates: notations, weight and length.
fn pawn(text: &[u8]) -> Option<(u32, i16, usize)> {
    if !rank(text, 1) {
        let gap = gap(text, 1);
        if gap == 1 && text[1] == b'-' || !file(text, 1 + gap) || !rank(text, 2 + gap) {
            return None;
        }
        let weight = if gap > 0 { 11 } else { 3 };
        return Some(promotion(text, ALL_SAN | FIGURINE, weight, 3 + gap));
    }
    let gap = gap(text, 2);
    if file(text, 2 + gap) && rank(text, 3 + gap) {
        if gap > 0 {
            return Some(promotion(text, LAN, 9, 5));
        }
        let way = |at: usize| text[at + 2].abs_diff(text[at]);
        // Pieces move like a queen or like a knight.
        let fits = match (way(0), way(1)) {
            (0, 0) => false,
            (files, ranks) => files == 0 || ranks == 0 || files == ranks || files + ranks == 3,
        };
        let promoted = usize::from(matches!(text.get(4), Some(b'q' | b'r' | b'b' | b'n')));
        return fits.then_some((UCI, 7, 4 + promoted));
    }
    Some(promotion(text, ALL_SAN | FIGURINE, 4, 2))
}

/// The move with its promotion.
fn promotion(text: &[u8], notations: u32, weight: i16, len: usize) -> (u32, i16, usize) {
    if !matches!(text[len - 1], b'1' | b'8') {
        return (notations, weight, len);
    }
    let equals = usize::from(text.get(len) == Some(&b'='));
    match text.get(len + equals).copied() {
        Some(byte @ b'A'..=b'Z') if letter(byte) != 0 && (equals > 0 || weight > 4) => {
            let notations = match notations & ALL_SAN {
                0 => notations,
                all => notations & !ALL_SAN | all & letter(byte) | FIGURINE,
            };
            (notations, weight + 4, len + equals + 1)
        }
        _ => (notations, weight, len),
    }
}

/// Castling, which is the same in all languages.
fn castling(text: &[u8]) -> Option<(u32, i16, usize)> {
    let sign = text[0];
    if text.get(1) != Some(&b'-') || text.get(2) != Some(&sign) {
        return None;
    }
    let long = text.get(3) == Some(&b'-') && text.get(4) == Some(&sign);
    let weight = match (sign, long) {
        (b'O', _) => 12,
        (_, true) => 8,
        (_, false) => 5,
    };
    Some((ALL_SAN | LAN | FIGURINE, weight, if long { 5 } else { 3 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(text: &str) -> Option<(usize, Vec<&'static str>)> {
        let seen = sight(text.as_bytes())?;
        let names = SIGNATURE.notations.iter().enumerate();
        let names = names.filter(|(bit, _)| seen.notations >> bit & 1 == 1);
        Some((seen.len, names.map(|(_, name)| *name).collect()))
    }

    #[test]
    fn notations_are_told_apart() {
        assert_eq!(SIGNATURE.notations.len(), LANGUAGES as usize + 3);
        assert_eq!(seen("Nf3"), Some((3, vec!["san", "san,pieces=romanian"])));
        assert_eq!(seen("Ng1-f3+"), Some((7, vec!["lan"])));
        assert_eq!(seen("e2-e4"), Some((5, vec!["lan"])));
        assert_eq!(seen("e7e8q"), Some((5, vec!["uci"])));
        assert_eq!(seen("e2g5"), None);
        assert_eq!(seen("\u{2658}xf3"), Some((6, vec!["figurine"])));
        assert_eq!(
            seen("Sgf3"),
            Some((
                4,
                vec!["san,pieces=german", "san,pieces=polish", "san,pieces=czech"]
            ))
        );
        assert_eq!(
            seen("e8=S#").map(|(len, names)| (len, names.contains(&"san"))),
            Some((5, false))
        );
        assert!(seen("O-O-O").is_some_and(|(len, names)| len == 5 && names.len() > 13));
        for none in ["", "e", "e9", "Xf3", "N", "hello", "i4", "\u{2658}", "0-1"] {
            assert_eq!(seen(none), None, "{none}");
        }
    }

    #[test]
    fn every_language_is_named() {
        for (name, (languages, _)) in SIGNATURE.notations.iter().zip(ALPHABETS).take(LATIN) {
            let language = name.strip_prefix("san,pieces=").unwrap_or("english");
            assert_eq!(languages[0], language);
        }
    }
}
