//! Numeric annotation glyphs (NAGs): their meanings, and the symbols that stand for them.
//!
//! ```
//! use movetext::nags;
//!
//! let meaning = nags::meaning(16).expect("a code of the specification");
//! assert_eq!(meaning.to_string(), "White has a moderate advantage");
//! assert_eq!(nags::symbol(16), Some("±"));
//! assert_eq!(nags::sign("± 12.Kg2".as_bytes()), Some((16, 2)));
//! assert_eq!(nags::sign(b"+/- 12.Kg2"), Some((16, 3)));
//! // CH-287: the rest is reserved.
//! assert!(nags::meaning(140).is_none());
//! ```

use crate::core::board::Side;
use std::fmt;

/// What a NAG describes: CH-288, CH-290 to CH-292.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scope {
    /// Nothing: the null NAG.
    Nothing,
    /// The move just made.
    Move,
    /// The position.
    Position,
    /// The time remaining.
    Time,
}

/// The meaning of a NAG according to the specification (CH-293).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// What it describes.
    pub scope: Scope,
    /// The side that it concerns.
    pub side: Option<Side>,
    /// The text, without the side: `has a moderate advantage`.
    pub text: &'static str,
}

/// With the name of the side: `White has a moderate advantage`.
impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side {
            Some(Side::First) => f.write_str("White ")?,
            Some(Side::Second) => f.write_str("Black ")?,
            None => {}
        }
        f.write_str(self.text)
    }
}

/// The NAGs that concern no side, from 0.
const NEUTRAL: [&str; 14] = [
    "null annotation",
    "good move",
    "poor move",
    "very good move",
    "blunder",
    "interesting move",
    "dubious move",
    "forced move",
    "only reasonable move",
    "worst move",
    "drawish position",
    "equal chances, quiet position",
    "equal chances, active position",
    "unclear position",
];

/// The others: each for White, then for Black.
const PAIRED: [&str; 63] = [
    "has a slight advantage",
    "has a moderate advantage",
    "has a decisive advantage",
    "has a crushing advantage",
    "is in zugzwang",
    "has a slight advantage in space",
    "has a moderate advantage in space",
    "has a decisive advantage in space",
    "has a slight lead in development",
    "has a moderate lead in development",
    "has a decisive lead in development",
    "has the initiative",
    "has a lasting initiative",
    "has the attack",
    "has insufficient compensation for material",
    "has sufficient compensation for material",
    "has more than sufficient compensation for material",
    "has slightly more control of the centre",
    "has moderately more control of the centre",
    "has decisively more control of the centre",
    "has a slight advantage on the king's side",
    "has a moderate advantage on the king's side",
    "has a decisive advantage on the king's side",
    "has a slight advantage on the queen's side",
    "has a moderate advantage on the queen's side",
    "has a decisive advantage on the queen's side",
    "has a vulnerable back rank",
    "has a well protected back rank",
    "has a poorly protected king",
    "has a well protected king",
    "has a poorly placed king",
    "has a well placed king",
    "has a very weak pawn structure",
    "has a moderately weak pawn structure",
    "has a moderately strong pawn structure",
    "has a very strong pawn structure",
    "has a poorly placed knight",
    "has a well placed knight",
    "has a poorly placed bishop",
    "has a well placed bishop",
    "has a poorly placed rook",
    "has a well placed rook",
    "has a poorly placed queen",
    "has a well placed queen",
    "has poor coordination of pieces",
    "has good coordination of pieces",
    "played the opening very poorly",
    "played the opening poorly",
    "played the opening well",
    "played the opening very well",
    // CH-I21: the second of this pair is misprinted in the specification.
    "played the middlegame very poorly",
    "played the middlegame poorly",
    "played the middlegame well",
    "played the middlegame very well",
    "played the endgame very poorly",
    "played the endgame poorly",
    "played the endgame well",
    "played the endgame very well",
    "has slight counterplay",
    "has moderate counterplay",
    "has decisive counterplay",
    "is in moderate time trouble",
    "is in severe time trouble",
];

/// The meaning of a NAG, or `None` from 140 on: these codes are reserved (CH-286, CH-287, CH-I23).
pub fn meaning(nag: u8) -> Option<Meaning> {
    let scope = match nag {
        0 => Scope::Nothing,
        1..=9 => Scope::Move,
        10..=135 => Scope::Position,
        136.. => Scope::Time,
    };
    if let Some(&text) = NEUTRAL.get(usize::from(nag)) {
        let side = None;
        return Some(Meaning { scope, side, text });
    }
    let pair = usize::from(nag) - NEUTRAL.len();
    let side = match pair % 2 {
        0 => Side::First,
        _ => Side::Second,
    };
    Some(Meaning {
        scope,
        side: Some(side),
        text: PAIRED.get(pair / 2)?,
    })
}

/// Symbols and their NAGs. Of the symbols of one NAG the usual one comes first; where a symbol may concern
/// either side, its NAG is that of White. From 140 on they are what chess programs agree on.
const SIGNS: &[(&str, u8)] = &[
    // CH-294
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("~", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("+/−", 16),
    ("∓", 17),
    ("-/+", 17),
    ("−/+", 17),
    ("+−", 18),
    ("+-", 18),
    ("+–", 18),
    ("−+", 19),
    ("-+", 19),
    ("–+", 19),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("⯹", 44),
    ("=∞", 44),
    ("=/∞", 44),
    ("~=", 44),
    ("⇆", 132),
    ("⇄", 132),
    ("⊕", 138),
    ("⨁", 138),
    ("∆", 140),
    ("Δ", 140),
    ("∇", 141),
    ("⌓", 142),
    ("N", 146),
    ("D", 201),
    ("⇔", 239),
    ("⇗", 240),
    ("⟫", 242),
    ("⟪", 243),
    ("✕", 244),
    ("⊥", 245),
];

/// `±` in the single-byte encodings that have it: windows-1251, windows-1252, Latin-1. No UTF-8 character
/// begins with this byte.
const PLUS_MINUS: (u8, u8) = (0xB1, 16);

/// The bytes that symbols begin with.
const BEGINS: [bool; 256] = {
    let mut begins = [false; 256];
    begins[PLUS_MINUS.0 as usize] = true;
    let mut index = 0;
    while index < SIGNS.len() {
        begins[SIGNS[index].0.as_bytes()[0] as usize] = true;
        index += 1;
    }
    begins
};

/// The NAG of `!`, `?`, `!!`, `??`, `!?` or `?!`, or `None` for other sequences of marks.
pub(crate) fn suffix(marks: &[u8]) -> Option<u8> {
    match marks {
        b"!" => Some(1),
        b"?" => Some(2),
        b"!!" => Some(3),
        b"??" => Some(4),
        b"!?" => Some(5),
        b"?!" => Some(6),
        _ => None,
    }
}

/// The NAG of the symbol that the text begins with, and the length of the symbol in bytes.
///
/// The longest symbol counts. An ASCII symbol must stand alone: `=` in `=Q` is not one, nor are the marks in
/// `!!!` (CH-294). The text is in UTF-8 or in a single-byte encoding.
pub fn sign(text: &[u8]) -> Option<(u8, usize)> {
    let first = *text.first()?;
    if !BEGINS[usize::from(first)] {
        return None;
    }
    if first == PLUS_MINUS.0 {
        return Some((PLUS_MINUS.1, 1));
    }
    let candidates = SIGNS.iter().filter(|(sign, _)| {
        let sign = sign.as_bytes();
        text.starts_with(sign) && ends(sign, text.get(sign.len()).copied())
    });
    let &(sign, nag) = candidates.max_by_key(|(sign, _)| sign.len())?;
    Some((nag, sign.len()))
}

/// Whether a symbol may end before this byte.
fn ends(sign: &[u8], next: Option<u8>) -> bool {
    let Some(next) = next else {
        return true;
    };
    match sign[sign.len() - 1] {
        b'!' | b'?' => !matches!(next, b'!' | b'?'),
        last if last.is_ascii() => next.is_ascii_whitespace() || b"{}()[];$,.!?".contains(&next),
        _ => true,
    }
}

/// The usual symbol for a NAG.
pub fn symbol(nag: u8) -> Option<&'static str> {
    punctuation(nag).next()
}

/// All symbols for a NAG, the usual one first.
pub fn punctuation(nag: u8) -> impl Iterator<Item = &'static str> {
    let same = SIGNS.iter().filter(move |(_, other)| *other == nag);
    same.map(|(sign, _)| *sign)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// CH-286, CH-287: there are 140 codes.
    #[test]
    fn codes_of_the_specification_have_a_meaning() {
        for nag in 0..=255 {
            assert_eq!(meaning(nag).is_some(), nag < 140, "{nag}");
        }
    }

    /// CH-288, CH-290, CH-291, CH-292
    #[test]
    fn scopes() {
        let scope = |nag| meaning(nag).map(|meaning| meaning.scope);
        assert_eq!(scope(0), Some(Scope::Nothing));
        assert_eq!((scope(1), scope(9)), (Some(Scope::Move), Some(Scope::Move)));
        assert_eq!(scope(10), Some(Scope::Position));
        assert_eq!(scope(135), Some(Scope::Position));
        assert_eq!(
            (scope(136), scope(139)),
            (Some(Scope::Time), Some(Scope::Time))
        );
    }

    /// CH-293: from 14 on even codes are White's and odd ones Black's, with the same meaning.
    #[test]
    fn codes_pair_the_sides() {
        for even in (14..140).step_by(2) {
            let (white, black) = (
                meaning(even).expect("white"),
                meaning(even + 1).expect("black"),
            );
            assert_eq!(
                (white.side, black.side),
                (Some(Side::First), Some(Side::Second))
            );
            assert_eq!(white.text, black.text);
        }
        for (nag, text) in [
            (7, "forced move"),
            (13, "unclear position"),
            (14, "White has a slight advantage"),
            (23, "Black is in zugzwang"),
            (44, "White has sufficient compensation for material"),
            (66, "White has a vulnerable back rank"),
            (85, "Black has a very strong pawn structure"),
            (101, "Black has a well placed queen"),
            // CH-I21
            (115, "Black played the middlegame very poorly"),
            (129, "Black played the endgame very well"),
            (132, "White has moderate counterplay"),
            (139, "Black is in severe time trouble"),
        ] {
            let meaning = meaning(nag).expect(text);
            assert_eq!(meaning.to_string(), text, "{nag}");
        }
    }

    /// CH-294: the six marks stand for the first six codes.
    #[test]
    fn marks_are_the_first_codes() {
        for (mark, nag) in [
            ("!", 1),
            ("?", 2),
            ("!!", 3),
            ("??", 4),
            ("!?", 5),
            ("?!", 6),
        ] {
            assert_eq!(sign(mark.as_bytes()), Some((nag, mark.len())));
            assert_eq!(symbol(nag), Some(mark));
        }
        for none in ["!!!", "?!?", "!!?"] {
            assert_eq!(sign(none.as_bytes()), None, "{none}");
        }
    }

    #[test]
    fn each_sign_is_found() {
        for (text, nag) in SIGNS {
            for after in ["", " e5", ")", "{x}", "\n"] {
                let found = sign(format!("{text}{after}").as_bytes());
                assert_eq!(found, Some((*nag, text.len())), "{text}{after}");
            }
            assert!(punctuation(*nag).any(|sign| sign == *text));
        }
        assert_eq!(sign(b"\xB1 12.Kg2"), Some((16, 1)));
    }

    #[test]
    fn what_only_begins_like_a_sign_is_none() {
        for text in [
            "", "=Q", "Nf3", "N5", "D4", "+", "-", "++", "--", "=-", "+-+", "~x", "é",
        ] {
            assert_eq!(sign(text.as_bytes()), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn a_sign_is_a_piece_of_the_text(text in "[-+=/~!?NDé±∞⩲ )a1]{0,6}") {
            if let Some((nag, len)) = sign(text.as_bytes()) {
                prop_assert!(text.is_char_boundary(len));
                prop_assert!(punctuation(nag).any(|sign| sign == &text[..len]));
            }
        }
    }
}
