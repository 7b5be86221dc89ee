//! The symbols of the pieces, and what else the tags of a record say of its moves.

use super::info::{ALMOGAVAR, BISHOP, KING, KNIGHT, QUEEN, ROLES, ROOK, WYVERN};
use super::ruleset::Ruleset;
use crate::core::board::{Piece, Role, Side};
use crate::variant::Strictness;

/// The symbols of the pieces that a record uses, and how much is asked of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The role (by its index, 0 for none) of each capital letter.
    letters: [u8; 26],
    /// Whether figurines are read.
    figurines: bool,
    strictness: Strictness,
    ruleset: Ruleset,
}

/// The alternative letters that the notation defines, and what they stand for.
pub const ALTERNATIVES: [(u8, Role); 9] = [
    (b'A', BISHOP),
    (b'B', BISHOP),
    (b'F', BISHOP),
    (b'L', BISHOP),
    (b'C', KNIGHT),
    (b'S', KNIGHT),
    (b'T', ROOK),
    (b'W', WYVERN),
    (b'Q', QUEEN),
];

/// The figurines in the order of the roles, White's and Black's. The almogavar has none.
pub const FIGURINES: [[char; 9]; 2] = [
    ['♙', '☖', '♗', '♘', '\u{1FA50}', '♖', '\u{1FA4F}', '♕', '♔'],
    ['♟', '☗', '♝', '♞', '\u{1FA53}', '♜', '\u{1FA52}', '♛', '♚'],
];

impl Default for Dialect {
    /// The standard letters.
    fn default() -> Dialect {
        let mut letters = [0; 26];
        for (index, role) in ROLES.iter().enumerate().take(FIGURINES[0].len()) {
            letters[role.letter as usize - usize::from(b'A')] = index as u8 + 1;
        }
        Dialect {
            letters,
            figurines: false,
            strictness: Strictness::default(),
            ruleset: Ruleset::default(),
        }
    }
}

impl Dialect {
    /// Figurines instead of letters.
    pub fn figurines() -> Dialect {
        Dialect {
            letters: [0; 26],
            figurines: true,
            strictness: Strictness::default(),
            ruleset: Ruleset::default(),
        }
    }

    /// Any letter and any figurine: what informal notation, without tags, may use undeclared.
    pub fn informal() -> Dialect {
        let mut dialect = Dialect {
            figurines: true,
            ..Dialect::default()
        };
        for (letter, role) in ALTERNATIVES {
            dialect.letters[usize::from(letter - b'A')] = role.get();
        }
        dialect
    }

    /// The same, but with moves read so strictly.
    #[must_use]
    pub fn with_strictness(self, strictness: Strictness) -> Dialect {
        Dialect { strictness, ..self }
    }

    /// The same for a game of this ruleset. The almogavar of Grand C'escacs has a letter only, which
    /// stands among figurines too.
    #[must_use]
    pub fn with_ruleset(self, ruleset: Ruleset) -> Dialect {
        let dialect = Dialect { ruleset, ..self };
        match ruleset {
            Ruleset::Standard => dialect,
            Ruleset::Grand => dialect.redefine(b'M', ALMOGAVAR),
        }
    }

    /// The game whose moves are read.
    #[inline]
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// How much is asked of a move.
    #[inline]
    pub fn strictness(&self) -> Strictness {
        self.strictness
    }

    /// The same with `letter` (a capital) for a role, whose other letters are withdrawn.
    #[must_use]
    pub fn redefine(mut self, letter: u8, role: Role) -> Dialect {
        for entry in &mut self.letters {
            if *entry == role.get() {
                *entry = 0;
            }
        }
        if let Some(entry) = self.letters.get_mut(usize::from(letter.wrapping_sub(b'A'))) {
            *entry = role.get();
        }
        self
    }

    /// The piece that a coloured symbol stands for: a small letter is Black's.
    pub fn piece(&self, symbol: char) -> Option<Piece> {
        if symbol.is_ascii_alphabetic() {
            let role = self.letter(symbol.to_ascii_uppercase() as u8)?;
            let side = if symbol.is_ascii_uppercase() {
                Side::First
            } else {
                Side::Second
            };
            return Some(Piece { role, side });
        }
        self.figurines.then(|| figurine(symbol)).flatten()
    }

    /// The role of a capital letter.
    #[inline]
    fn letter(&self, letter: u8) -> Option<Role> {
        match self.letters.get(usize::from(letter.wrapping_sub(b'A'))) {
            None | Some(0) => None,
            Some(&index) => Some(Role::new(index)),
        }
    }

    /// The capital letter of a piece.
    pub(super) fn letter_of(&self, role: Role) -> Option<char> {
        let index = self.letters.iter().position(|&index| index == role.get())?;
        Some(char::from(b'A' + index as u8))
    }

    /// The piece that `text` names in a move, and the bytes of the symbol. There the colour of a
    /// figurine says nothing.
    #[inline]
    pub(super) fn symbol(&self, text: &[u8]) -> Option<(Role, usize)> {
        let first = *text.first()?;
        if first.is_ascii() {
            return Some((self.letter(first)?, 1));
        }
        if !self.figurines {
            return None;
        }
        let len = match first {
            0xE2 => 3,
            0xF0 => 4,
            _ => return None,
        };
        let symbol = std::str::from_utf8(text.get(..len)?).ok()?.chars().next()?;
        Some((figurine(symbol)?.role, len))
    }

    /// A symbol of a castling's prefix. Figurines leave the letters valid there, and the `D` of the
    /// queen's rook stays where the queen has another letter.
    pub(super) fn castling_symbol(&self, text: &[u8]) -> Option<(Role, usize)> {
        self.symbol(text).or_else(|| match text.first()? {
            b'D' => Some((QUEEN, 1)),
            b'K' if self.figurines => Some((KING, 1)),
            b'R' if self.figurines => Some((ROOK, 1)),
            _ => None,
        })
    }
}

/// The piece of a figurine.
pub fn figurine(symbol: char) -> Option<Piece> {
    for side in [Side::First, Side::Second] {
        let index = FIGURINES[side.index()].iter().position(|&c| c == symbol);
        if let Some(index) = index {
            let role = Role::new(index as u8 + 1);
            return Some(Piece { role, side });
        }
    }
    None
}
