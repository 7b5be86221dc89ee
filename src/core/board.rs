//! One vocabulary of squares, pieces and sides for every board.
//!
//! A [`Square`] is an index into the variant's [`Geometry`]; a [`Role`] is an index into its piece
//! alphabet. Code that stores, compares or converts moves needs nothing else.

use std::fmt;
use std::num::NonZeroU8;

/// A cell of the board: an index into the variant's [`Geometry`], from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square(pub u8);

impl Square {
    /// The square as an array index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the two players. Each variant has its own names for them ([`crate::VariantInfo::sides`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The player who moves first from the standard start: White, Red.
    First,
    /// The other player: Black.
    Second,
}

impl Side {
    /// The opponent.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// A kind of piece: an index from 1 into the variant's alphabet ([`crate::VariantInfo::roles`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Role(NonZeroU8);

impl Role {
    /// The role with this index.
    ///
    /// # Panics
    ///
    /// If `index` is 0 (at compile time, where it is used in constants).
    pub const fn new(index: u8) -> Role {
        match NonZeroU8::new(index) {
            Some(index) => Role(index),
            None => panic!("a role's index starts from 1"),
        }
    }

    /// The role with this index, or `None` if it is 0.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Role> {
        match NonZeroU8::new(index) {
            Some(index) => Some(Role(index)),
            None => None,
        }
    }

    /// The index, from 1.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    /// The role as an index from 0 into a table.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A piece on the board: its kind and its side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece {
    /// The kind of piece.
    pub role: Role,
    /// The side that it belongs to.
    pub side: Side,
}

/// The written name of a square; at most four ASCII characters.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SquareName {
    bytes: [u8; 4],
    len: u8,
}

impl SquareName {
    /// Takes the first four bytes of `name`, which must be ASCII.
    pub const fn new(name: &[u8]) -> SquareName {
        let mut bytes = [0; 4];
        let mut len = 0;
        while len < name.len() && len < 4 {
            bytes[len] = name[len];
            len += 1;
        }
        SquareName {
            bytes,
            len: len as u8,
        }
    }

    /// The name, and the number of its bytes.
    #[inline]
    pub(crate) fn bytes(&self) -> ([u8; 4], usize) {
        (self.bytes, usize::from(self.len))
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.len as usize]).unwrap_or("?")
    }
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The shape of a board and the names of its squares.
#[derive(Clone, Copy, Debug)]
pub struct Geometry {
    /// The number of squares; every [`Square`] of the variant is below it.
    pub squares: u8,
    /// The shape of the cells.
    pub cells: Cells,
    /// The name of a square.
    pub name: fn(Square) -> SquareName,
    /// The square with a name.
    pub square: fn(&str) -> Option<Square>,
    /// The centre of a square in a drawing, in cell widths: x to the right and y upwards, as the first player
    /// sees the board.
    pub centre: fn(Square) -> (f32, f32),
}

impl Geometry {
    /// A board with the given numbers of files and ranks whose squares are named as in chess: a1 is square 0,
    /// b1 the next one.
    ///
    /// # Panics
    ///
    /// If there are more than 26 files or 99 ranks, or 255 squares (at compile time, where it is used in
    /// constants).
    ///
    /// ```
    /// use movetext::{Geometry, Square};
    ///
    /// let board = Geometry::grid::<9, 10>();
    /// assert_eq!((board.square)("i10"), Some(Square(89)));
    /// assert_eq!((board.name)(Square(89)).as_str(), "i10");
    /// assert_eq!((board.square)("j1").or((board.square)("a11")).or((board.square)("a01")), None);
    /// ```
    pub const fn grid<const FILES: u8, const RANKS: u8>() -> Geometry {
        assert!(FILES > 0 && FILES <= 26 && RANKS > 0 && RANKS <= 99);
        assert!(FILES as u32 * RANKS as u32 <= u8::MAX as u32);
        Geometry {
            squares: FILES * RANKS,
            cells: Cells::Squares,
            name: |square| {
                let (file, rank) = (square.0 % FILES, square.0 / FILES + 1);
                match rank {
                    ..10 => SquareName::new(&[b'a' + file, b'0' + rank]),
                    _ => SquareName::new(&[b'a' + file, b'0' + rank / 10 % 10, b'0' + rank % 10]),
                }
            },
            square: |name| {
                let (&letter, digits) = name.as_bytes().split_first()?;
                let file = letter.checked_sub(b'a').filter(|file| *file < FILES)?;
                let rank = match *digits {
                    [ones @ b'1'..=b'9'] => ones - b'0',
                    [tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => (tens - b'0') * 10 + ones - b'0',
                    _ => return None,
                };
                (rank <= RANKS).then(|| Square((rank - 1) * FILES + file))
            },
            centre: |square| (f32::from(square.0 % FILES), f32::from(square.0 / FILES)),
        }
    }
}

/// Where the pieces are placed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cells {
    /// On square cells.
    Squares,
    /// On the intersections of lines.
    Points,
    /// On hexagons.
    Hexagons,
}
