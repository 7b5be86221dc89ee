//! The names of pieces: `w:k`, `+S:B`, `taikyoku_shogi:gd`.

use crate::core::board::Side;
use std::fmt;
use std::sync::Arc;

/// The name of a piece: a plus sign if it is promoted, its style, a colon, its abbreviation (PN-012). Names are
/// equal only letter by letter (PN-I11).
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Piece(Arc<str>);

impl Piece {
    /// The piece with this name, or `None` if it is not a piece name.
    ///
    /// ```
    /// use movetext::Side;
    /// use movetext::pcn::Piece;
    ///
    /// let bishop = Piece::parse("+s:b").expect("the name of a piece");
    /// assert!(bishop.promoted());
    /// assert_eq!((bishop.style(), bishop.abbreviation()), ("s", "b"));
    /// assert_eq!(bishop.side(), Some(Side::Second));
    /// assert_eq!(bishop.turned().as_str(), "+s:B");
    /// assert!(Piece::parse("s:+b").is_none());
    /// ```
    pub fn parse(name: &str) -> Option<Piece> {
        let rest = name.strip_prefix('+').unwrap_or(name);
        let (style, abbreviation) = rest.split_once(':')?;
        let word = |part: &str| !part.is_empty() && part.bytes().all(is_letter);
        (word(style) && word(abbreviation)).then(|| Piece(name.into()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it is marked as promoted (PN-014).
    pub fn promoted(&self) -> bool {
        self.0.starts_with('+')
    }

    /// The style: `w`, `x`, `wa_shogi` (PN-017).
    pub fn style(&self) -> &str {
        let name = self.0.strip_prefix('+').unwrap_or(&self.0);
        name.split_once(':').map_or("", |(style, _)| style)
    }

    /// The abbreviation: the part after the colon (PN-022).
    pub fn abbreviation(&self) -> &str {
        self.0.split_once(':').map_or("", |(_, rest)| rest)
    }

    /// Its side, by the case of the abbreviation alone (PN-035): upper case is the player who starts. `None` if
    /// it has no letters, or letters of both cases (PN-I10).
    pub fn side(&self) -> Option<Side> {
        let letters = self.abbreviation().bytes();
        let (mut upper, mut lower) = (false, false);
        for letter in letters {
            upper |= letter.is_ascii_uppercase();
            lower |= letter.is_ascii_lowercase();
        }
        match (upper, lower) {
            (true, false) => Some(Side::First),
            (false, true) => Some(Side::Second),
            _ => None,
        }
    }

    /// The same piece owned by the other player: the case of the abbreviation changes, the style keeps its own
    /// (PN-034).
    #[must_use]
    pub fn turned(&self) -> Piece {
        let (style, abbreviation) = self.0.split_once(':').unwrap_or((&self.0, ""));
        let turn = |letter: char| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        let turned: String = abbreviation.chars().map(turn).collect();
        Piece(format!("{style}:{turned}").into())
    }

    /// The same piece without its mark of promotion.
    #[must_use]
    pub fn plain(&self) -> Piece {
        match self.0.strip_prefix('+') {
            Some(plain) => Piece(plain.into()),
            None => self.clone(),
        }
    }

    /// The same piece, marked as promoted.
    #[must_use]
    pub fn marked(&self) -> Piece {
        if self.promoted() {
            self.clone()
        } else {
            Piece(format!("+{}", self.0).into())
        }
    }

    /// Whether captured pieces of this style are known to stay in hand: Shogi and its relatives.
    pub fn has_hands(&self) -> bool {
        let style = self.style();
        style.eq_ignore_ascii_case("s") || style.to_ascii_lowercase().contains("shogi")
    }
}

fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

/// The piece names of a style (PN-025 to PN-029).
pub(super) struct Style {
    /// Its short name (PN-019).
    pub(super) id: &'static str,
    /// Its full name, which is not used in place of the short one.
    pub(super) name: &'static str,
    pub(super) abbreviations: &'static [&'static str],
}

/// The main styles.
pub(super) const STYLES: [Style; 5] = [
    Style {
        id: "j",
        name: "janggi",
        abbreviations: &["g", "a", "e", "r", "c", "h", "s"],
    },
    Style {
        id: "m",
        name: "makruk",
        abbreviations: &["k", "q", "r", "b", "n", "p"],
    },
    Style {
        id: "s",
        name: "shogi",
        abbreviations: &["k", "g", "s", "r", "b", "n", "l", "p"],
    },
    Style {
        id: "w",
        name: "western",
        abbreviations: &["k", "q", "r", "b", "n", "p"],
    },
    Style {
        id: "x",
        name: "xiangqi",
        abbreviations: &["g", "a", "e", "r", "c", "h", "s"],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_the_pattern() {
        // PN-012, PN-013, PN-014, PN-015, PN-016, PN-017, PN-018, PN-022, PN-023, PN-024, PN-030
        for name in [
            "w:k",
            "W:K",
            "+s:b",
            "+S:R",
            "taikyoku_shogi:gd",
            "TAIKYOKU_SHOGI:GD",
            "x:S",
            "shogi81:a_b",
            "w:archbishop",
            "foo:bar",
            "w:12",
        ] {
            assert_eq!(
                Piece::parse(name).map(|p| p.to_string()).as_deref(),
                Some(name)
            );
        }
        for name in [
            "",
            "k",
            "p",
            "w:",
            "w:k:q",
            ":k",
            "++s:b",
            "w:+k",
            "s:+b",
            "w-k",
            " w:k",
            "w:k ",
            "s:b+",
            "w:ké",
            "w.k",
            "w/k",
            "wk",
            "dai-dai:k",
            "x y:k",
            "w:k\n",
            "w:k!",
            "w:g d",
            "s:玉",
        ] {
            assert!(Piece::parse(name).is_none(), "{name:?}");
        }
    }

    #[test]
    fn sides_are_told_by_the_abbreviation_alone() {
        // PN-031, PN-034, PN-035, PN-I01, PN-I10
        let side = |name| Piece::parse(name).unwrap().side();
        for name in ["W:P", "x:S", "w:P", "+s:B", "w:G2"] {
            assert_eq!(side(name), Some(Side::First), "{name}");
        }
        for name in ["w:p", "X:s", "TAIKYOKU_SHOGI:gd"] {
            assert_eq!(side(name), Some(Side::Second), "{name}");
        }
        for name in ["w:Gd", "w:12", "w:_"] {
            assert_eq!(side(name), None, "{name}");
        }
        let turned = |name| Piece::parse(name).unwrap().turned().to_string();
        assert_eq!(turned("x:s"), "x:S");
        assert_eq!(turned("S:P"), "S:p");
        assert_eq!(turned("w:G2"), "w:g2");
    }
}
