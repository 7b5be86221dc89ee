//! The symbols of the pieces, and other settings in a record's tags that affect its moves.

use super::super::info::{ALMOGAVAR, BISHOP, KING, KNIGHT, QUEEN, ROLES, ROOK, WYVERN};
use super::super::rules::ruleset::Ruleset;
use crate::core::board::{Piece, Role, Side};
use crate::variant::Strictness;

/// The piece symbols that a record uses, and how strictly its moves are checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dialect {
    /// The role (by its index, 0 for none) of each capital letter.
    letters: [u8; 26],
    /// Whether figurines are accepted.
    figurines: bool,
    strictness: Strictness,
    ruleset: Ruleset,
}

/// The alternative letters that the notation defines, with their roles.
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

    /// All letters and figurines: informal notation, without tags, may use any of them undeclared.
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

    /// The dialect with another strictness.
    #[must_use]
    pub fn with_strictness(self, strictness: Strictness) -> Dialect {
        Dialect { strictness, ..self }
    }

    /// The dialect for a game of another ruleset. The almogavar of Grand C'escacs has only a letter, which is
    /// used among figurines too.
    #[must_use]
    pub fn with_ruleset(self, ruleset: Ruleset) -> Dialect {
        let dialect = Dialect { ruleset, ..self };
        match ruleset {
            Ruleset::Standard => dialect,
            Ruleset::Grand => dialect.redefine(b'M', ALMOGAVAR),
        }
    }

    /// The ruleset of the game.
    #[inline]
    pub fn ruleset(&self) -> Ruleset {
        self.ruleset
    }

    /// How strictly moves are checked.
    #[inline]
    pub fn strictness(&self) -> Strictness {
        self.strictness
    }

    /// The dialect with `letter` (a capital) for a role, whose other letters are withdrawn.
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

    /// The piece of a coloured symbol: a lower-case letter is Black's.
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
    pub(in super::super) fn letter_of(&self, role: Role) -> Option<char> {
        let index = self.letters.iter().position(|&index| index == role.get())?;
        Some(char::from(b'A' + index as u8))
    }

    /// The piece that a symbol in a move stands for, and the length of the symbol. The colour of a figurine
    /// means nothing there.
    #[inline]
    pub(in super::super) fn symbol(&self, text: &[u8]) -> Option<(Role, usize)> {
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

    /// A symbol in the prefix of a castling move. Letters remain valid there with figurines, and the `D` of the
    /// queen's rook remains even if the queen has another letter.
    pub(in super::super) fn castling_symbol(&self, text: &[u8]) -> Option<(Role, usize)> {
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
