//! Written moves: CTL-AN with letters, CTL-FAN with figurines.
//!
//! ```text
//! move      = symbol? hex separator symbol? hex promotion? check?
//!           | castling check?
//!           | hex "=" symbol check?                  a waiting pawn is promoted in place
//! separator = "-" | "‐" | "×" | "*" | "@" | "@@"
//! promotion = "=" symbol | "=&"
//! check     = "+" | "+∞" | "+^" | "^+" | "++" | "#"
//! ```
//!
//! A letter before a letter is a piece, a letter before a digit is a column. Pawns have no letter.
//!
//! Also accepted: other dashes, a lower-case `x` for a capture, a `P` for a pawn.

pub(super) mod dialect;

use super::geometry;
use super::info::{INFO, KING, PAWN, QUEEN, ROOK};
use super::notation::dialect::Dialect;
use super::rules::castling;
use crate::core::board::{Role, Square};
use crate::variant::Lexed;

/// A lexed move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Token {
    /// The written form.
    pub written: Written,
    /// The check mark.
    pub check: Check,
}

/// The three forms of a written move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written {
    /// From hex to hex.
    Step {
        /// The piece that moves.
        piece: Role,
        /// The origin.
        from: Square,
        /// The separator between the two hexes.
        separator: Separator,
        /// The captured piece; a pawn if a capture names none.
        captured: Option<Role>,
        /// The target.
        to: Square,
        /// The promotion after the hex.
        promotion: Promotion,
    },
    /// Castling: an index into [`crate::VariantInfo::castlings`].
    Castling(u8),
    /// A waiting pawn is promoted in place.
    InPlace {
        /// The hex.
        hex: Square,
        /// The new piece.
        role: Role,
    },
}

/// The separator between the hexes of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
    /// `-` or U+2010: no capture.
    Quiet,
    /// `×` or `*`: a capture.
    Capture,
    /// `@`: en passant next to the captured pawn, or the capture of a scornful pawn.
    Passant,
    /// `@@`: en passant on the first hex of a triple step.
    LongPassant,
}

/// The written form of a promotion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Promotion {
    /// Nothing.
    None,
    /// `=&`: the pawn waits.
    Await,
    /// `=` and a piece.
    To(Role),
}

/// The check mark of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Check {
    /// None.
    None,
    /// `+`
    Plain,
    /// `+∞`: from afar.
    Distant,
    /// `+^` (in older files `^+`): from a neighbouring hex or by a knight's jump.
    Close,
    /// `++`: by two pieces.
    Double,
    /// `#`: mate.
    Mate,
}

impl Check {
    /// Whether the written mark is correct for the check that the move gives.
    ///
    /// A plain `+` is correct for every check but mate, which has a mark of its own; the other marks must be
    /// exactly right (CE-096, CE-097, CE-098).
    pub fn agrees(self, given: Check) -> bool {
        match self {
            Check::Plain => !matches!(given, Check::None | Check::Mate),
            _ => self == given,
        }
    }
}

/// Lexes the move that `text` begins with.
#[inline]
pub fn lex(text: &[u8], dialect: &Dialect) -> Option<Lexed<Token>> {
    let mut cursor = Cursor { text, at: 0 };
    let written = match text {
        [b'A'..=b'Z', b'0'..=b'9', ..] => cursor.step(PAWN, dialect)?,
        _ => match cursor.castling(dialect) {
            Some(written) => written,
            None => {
                let piece = cursor.piece(dialect)?;
                cursor.step(piece, dialect)?
            }
        },
    };
    let check = cursor.check();
    Some(Lexed {
        token: Token { written, check },
        len: cursor.at,
    })
}

/// The probable meaning of a word in place of a move: a move in letters that the record does not use, castling
/// in the form of the other game, or castling that does not exist.
pub(super) fn meant(word: &[u8], dialect: &Dialect) -> Option<String> {
    let in_letters = |name: &str| -> String {
        let letter = |letter: char| {
            let role = Dialect::default().piece(letter)?.role;
            dialect.letter_of(role)
        };
        let mut end = name.find('-').unwrap_or(name.len());
        // The last D does not stand for the queen.
        if name.as_bytes().get(2) == Some(&b'D') {
            end = 2;
        }
        let head = name[..end].chars().map(|c| letter(c).unwrap_or(c));
        head.chain(name[end..].chars()).collect()
    };
    if let Some(lexed) = lex(word, &Dialect::informal())
        && lexed.len == word.len()
        && lex(word, dialect).is_none()
    {
        return Some(match lexed.token.written {
            Written::Castling(index) => {
                let name = in_letters(INFO.castlings[usize::from(index)]);
                format!("with the letters of this record it is written {name}")
            }
            Written::Step { .. } | Written::InPlace { .. } => {
                "it has a letter that the record does not use for a piece".into()
            }
        });
    }
    let circles = word.iter().filter(|byte| b"oO0".contains(byte)).count();
    let dashes = word.len() - circles;
    let castles = circles >= 2 && dashes <= 3 * circles && matches!(word[0], b'o' | b'O' | b'0');
    let prefixed = [&b"KR"[..], b"KT"]
        .iter()
        .any(|prefix| word.starts_with(prefix));
    (castles || prefixed).then(|| {
        let name = in_letters(INFO.castlings[0]);
        format!("castling is written with the target columns of king and rook: {name}")
    })
}

/// A written move without its check mark, and the mark.
pub fn mark(text: &str) -> (&str, Check) {
    let begin = text.find(['+', '#', '^']).unwrap_or(text.len());
    let mut cursor = Cursor {
        text: text.as_bytes(),
        at: begin,
    };
    (&text[..begin], cursor.check())
}

/// A written move from after its first hex on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Target {
    /// The separator between the hexes.
    pub separator: Separator,
    /// The captured piece.
    pub captured: Option<Role>,
    /// The target.
    pub to: Square,
    /// The promotion after the hex.
    pub promotion: Promotion,
}

/// Reads the rest of a move after its first hex; also returns its length, including the check mark.
pub fn lex_target(text: &[u8], dialect: &Dialect) -> Option<(Target, usize)> {
    let mut cursor = Cursor { text, at: 0 };
    let target = cursor.target(dialect)?;
    cursor.check();
    Some((target, cursor.at))
}

/// Dashes that are read as hyphens, and reported (CE-050).
pub const DASHES: [&str; 4] = ["\u{2013}", "\u{2014}", "\u{2212}", "\u{2011}"];

struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
}

impl Cursor<'_> {
    #[inline]
    fn rest(&self) -> &[u8] {
        &self.text[self.at..]
    }

    #[inline]
    fn take(&mut self, expected: &[u8]) -> bool {
        let found = self.rest().starts_with(expected);
        if found {
            self.at += expected.len();
        }
        found
    }

    #[inline]
    fn hex(&mut self) -> Option<Square> {
        if let [letter, b'0', tens @ b'0'..=b'9', rest @ ..] = self.rest() {
            return self.padded_hex([*letter, *tens, rest.first().copied().unwrap_or(0)]);
        }
        let (hex, len) = geometry::read(self.rest())?;
        self.at += len;
        Some(hex)
    }

    /// A hex whose line has a leading zero, by its name without that (CE-035).
    #[cold]
    fn padded_hex(&mut self, name: [u8; 3]) -> Option<Square> {
        let (hex, len) = geometry::read(&name)?;
        self.at += len + 1;
        Some(hex)
    }

    /// The symbol of a piece.
    #[inline]
    fn piece(&mut self, dialect: &Dialect) -> Option<Role> {
        let (role, len) = dialect.symbol(self.rest())?;
        self.at += len;
        Some(role)
    }

    /// The symbol of any piece but the pawn, which has none in moves.
    #[inline]
    fn officer(&mut self, dialect: &Dialect) -> Option<Role> {
        self.piece(dialect).filter(|&role| role != PAWN)
    }

    #[inline]
    fn hyphen(&mut self) -> bool {
        self.take(b"-") || self.take("\u{2010}".as_bytes())
    }

    /// A dash that is not one of the two hyphens.
    fn dash(&mut self) -> bool {
        let mut dashes = DASHES.iter();
        dashes.any(|dash| self.take(dash.as_bytes()))
    }

    #[inline]
    fn separator(&mut self) -> Option<Separator> {
        if self.hyphen() {
            Some(Separator::Quiet)
        } else if self.take("×".as_bytes()) || self.take(b"*") {
            Some(Separator::Capture)
        } else if self.take(b"@@") {
            Some(Separator::LongPassant)
        } else if self.take(b"@") {
            Some(Separator::Passant)
        } else if self.take(b"x") {
            Some(Separator::Capture)
        } else {
            self.dash().then_some(Separator::Quiet)
        }
    }

    /// A move from its first hex on.
    #[inline]
    fn step(&mut self, piece: Role, dialect: &Dialect) -> Option<Written> {
        let begin = self.at;
        let from = self.hex()?;
        if piece == PAWN && matches!(self.rest(), [b'=', ..] | [b'-', b'=', ..]) {
            self.at = begin;
            return self.in_place(dialect);
        }
        let Target {
            separator,
            captured,
            to,
            promotion,
        } = self.target(dialect)?;
        Some(Written::Step {
            piece,
            from,
            separator,
            captured,
            to,
            promotion,
        })
    }

    /// A promotion in place, from its hex on. A pawn's letter, which moves do not have, and a hyphen after the
    /// hex are accepted (CE-I08).
    fn in_place(&mut self, dialect: &Dialect) -> Option<Written> {
        let hex = self.hex()?;
        self.take(b"-");
        if !self.take(b"=") {
            return None;
        }
        let role = self.officer(dialect)?;
        Some(Written::InPlace { hex, role })
    }

    /// What follows the first hex, up to the check mark.
    #[inline]
    fn target(&mut self, dialect: &Dialect) -> Option<Target> {
        let separator = self.separator()?;
        let captured = match (separator, self.rest()) {
            (Separator::Quiet, _) => None,
            (_, [_, b'0'..=b'9', ..]) => Some(PAWN),
            _ => Some(self.piece(dialect)?),
        };
        let to = self.hex()?;
        let promotion = if !self.take(b"=") {
            Promotion::None
        } else if self.take(b"&") {
            Promotion::Await
        } else {
            Promotion::To(self.officer(dialect)?)
        };
        Some(Target {
            separator,
            captured,
            to,
            promotion,
        })
    }

    /// Castling; the cursor moves only if there is one.
    fn castling(&mut self, dialect: &Dialect) -> Option<Written> {
        let (king, mut len) = dialect.castling_symbol(self.text)?;
        if king != KING {
            return None;
        }
        let (rook, bytes) = dialect.castling_symbol(&self.text[len..])?;
        len += bytes;
        if rook != ROOK {
            return None;
        }
        let (sort, bytes) = dialect.castling_symbol(&self.text[len..])?;
        len += bytes;
        let prefix = match sort {
            KING => "KRK-",
            QUEEN => "KRD-",
            ROOK => "KRR-",
            _ => return None,
        };
        let mut ahead = Cursor {
            text: self.text,
            at: len,
        };
        if !ahead.hyphen() && !ahead.dash() {
            return None;
        }
        let rest = ahead.rest();
        // The digit 0 is read for the letter O (CE-I06).
        let is_column = |byte: &&u8| byte.is_ascii_uppercase() || **byte == b'0';
        let letters = rest.iter().take_while(is_column).count();
        let columns = || {
            let letter = |&byte: &u8| if byte == b'0' { b'O' } else { byte };
            rest[..letters].iter().map(letter)
        };
        let named = |name: &str| {
            name.strip_prefix(prefix)
                .is_some_and(|suffix| columns().eq(suffix.bytes()))
        };
        let index = castling::find(named, dialect.ruleset())?;
        self.at = ahead.at + letters;
        Some(Written::Castling(index))
    }

    #[inline]
    fn check(&mut self) -> Check {
        if self.take(b"#") {
            Check::Mate
        } else if self.take(b"^+") {
            Check::Close
        } else if !self.take(b"+") {
            Check::None
        } else if self.take(b"^") {
            Check::Close
        } else if self.take(b"+") {
            Check::Double
        } else if self.take("∞".as_bytes()) {
            Check::Distant
        } else {
            Check::Plain
        }
    }
}
