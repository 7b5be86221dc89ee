//! How the games of a variant are represented in documents: the variant's table, prepared for use.

use super::{Board, Piece};
use crate::core::board::{self, Role, Square};
use crate::variant::mapping::Mapping;
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{Position, Variant};
use std::collections::HashMap;

/// A prepared mapping.
pub(super) struct Table {
    pub(super) mapping: Mapping,
    /// The flat index of each square.
    flat: Vec<usize>,
    /// The square of each flat index.
    squares: Vec<Square>,
    /// The names of each side's pieces in documents, by role.
    names: [Vec<Piece>; 2],
    /// The pieces of documents looked up so far.
    known: HashMap<Piece, Option<board::Piece>>,
}

impl Table {
    /// The table of a variant, or `None` if its games cannot be represented in documents.
    pub(super) fn of<V: Variant>() -> Option<Table> {
        let mapping = V::PCN?;
        let mut starts = vec![0];
        for &length in mapping.rows {
            let last = starts.last().copied().unwrap_or(0);
            starts.push(last + usize::from(length));
        }
        let count = V::INFO.geometry.squares;
        let at = |square| {
            let (row, column) = (mapping.place)(Square(square));
            starts[usize::from(row)] + usize::from(column)
        };
        let flat: Vec<usize> = (0..count).map(at).collect();
        let mut squares = vec![Square(0); flat.len()];
        for (square, &at) in (0..count).zip(&flat) {
            squares[at] = Square(square);
        }
        let named = |name: String| Piece::parse(&name);
        let lower = |abbreviation: &&str| named(format!("{}:{abbreviation}", mapping.style));
        let upper = |abbreviation: &&str| {
            named(format!("{}:{abbreviation}", mapping.style).to_ascii_uppercase())
        };
        Some(Table {
            mapping,
            flat,
            squares,
            names: [
                mapping.pieces.iter().filter_map(upper).collect(),
                mapping.pieces.iter().filter_map(lower).collect(),
            ],
            known: HashMap::new(),
        })
    }

    /// The number of squares.
    pub(super) fn count(&self) -> u8 {
        self.flat.len() as u8
    }

    /// The coordinates of a square.
    pub(super) fn coordinates(&self, square: Square) -> Vec<u64> {
        let (row, column) = (self.mapping.place)(square);
        vec![row.into(), column.into()]
    }

    /// The name of a piece in documents.
    pub(super) fn name(&self, piece: board::Piece) -> Piece {
        self.names[piece.side.index()][piece.role.index()].clone()
    }

    /// A position as a board.
    pub(super) fn board<P: Position>(&self, position: &P) -> Board {
        let mut squares = self.squares.iter();
        let mut row = |length: &u8| {
            let squares = squares.by_ref().take(usize::from(*length));
            let name = |square: &Square| position.piece_on(*square).map(|piece| self.name(piece));
            squares.map(name).collect()
        };
        Board::from_rows(self.mapping.rows.iter().map(&mut row).collect())
    }

    /// Whether a board has the variant's shape.
    pub(super) fn fits(&self, board: &Board) -> bool {
        has_rows(board, self.mapping.rows)
    }

    /// The pieces of a board by square, or `None` if one belongs to another variant, or to no side.
    pub(super) fn pieces(&mut self, board: &Board) -> Option<Vec<Option<board::Piece>>> {
        let mut pieces = vec![None; self.flat.len()];
        for (at, name) in board.squares().iter().enumerate() {
            if let Some(name) = name {
                pieces[self.squares[at].index()] = Some(self.piece(name)?);
            }
        }
        Some(pieces)
    }

    /// The piece with this name, or `None` if it is not a piece of the variant.
    fn piece(&mut self, name: &Piece) -> Option<board::Piece> {
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        let style = name.style().eq_ignore_ascii_case(self.mapping.style);
        let role = (self.mapping.pieces.iter())
            .position(|known| known.eq_ignore_ascii_case(name.abbreviation()))
            .and_then(|index| Role::from_index(index as u8 + 1));
        let piece = (style && !name.promoted())
            .then(|| name.side().zip(role))
            .flatten()
            .map(|(side, role)| board::Piece { role, side });
        self.known.insert(name.clone(), piece);
        piece
    }
}

/// Whether a board has two dimensions, with rows of these lengths.
fn has_rows(board: &Board, rows: &[u8]) -> bool {
    board
        .rows()
        .is_some_and(|own| own.eq(rows.iter().map(|length| usize::from(*length))))
}

/// Whether a board has the shape of the board of a variant in the set.
pub(super) fn is_known_shape<S: VariantSet>(board: &Board) -> bool {
    struct Rows;
    impl WithVariant for Rows {
        type Output = Option<&'static [u8]>;
        fn run<V: Variant>(self) -> Option<&'static [u8]> {
            V::PCN.map(|mapping| mapping.rows)
        }
    }
    (0..S::VARIANTS.len())
        .any(|index| S::run(index, Rows).is_some_and(|rows| has_rows(board, rows)))
}
