//! Boards of any number of dimensions.

use super::Piece;

/// A board: squares in any number of dimensions, each empty or with a piece.
///
/// Rows may differ in length, so that hexagonal boards are possible. If all are equal, the flat index of a
/// square is that of row-major order; in general squares are numbered in the order in which they are written
/// (PN-042).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// For each dimension, where the parts of each array begin among all of the next level, and where those of
    /// the last one end.
    levels: Vec<Vec<u32>>,
    squares: Vec<Option<Piece>>,
}

impl Board {
    /// A board from its levels: for each dimension, the lengths of all arrays of that level in order. `None` if
    /// they do not match.
    pub(super) fn from_lengths(lengths: &[Vec<u32>], squares: Vec<Option<Piece>>) -> Option<Board> {
        let mut arrays = 1;
        let mut levels = Vec::with_capacity(lengths.len());
        for level in lengths {
            if level.len() as u64 != arrays {
                return None;
            }
            let mut starts = Vec::with_capacity(level.len() + 1);
            let mut next = 0u32;
            starts.push(next);
            for length in level {
                next = next.checked_add(*length)?;
                starts.push(next);
            }
            arrays = u64::from(next);
            levels.push(starts);
        }
        (!levels.is_empty() && arrays == squares.len() as u64).then_some(Board { levels, squares })
    }

    /// A board from rows, the top row first.
    pub fn from_rows(rows: Vec<Vec<Option<Piece>>>) -> Board {
        let lengths = rows.iter().map(|row| row.len() as u32).collect();
        let outer = vec![rows.len() as u32];
        let squares = rows.into_iter().flatten().collect();
        Board::from_lengths(&[outer, lengths], squares).unwrap_or(Board {
            levels: vec![vec![0, 0]],
            squares: Vec::new(),
        })
    }

    /// The number of dimensions.
    pub fn dimensions(&self) -> usize {
        self.levels.len()
    }

    /// Its size in each dimension, or `None` if it is ragged.
    pub fn sizes(&self) -> Option<Vec<usize>> {
        let size = |level: &Vec<u32>| {
            let mut lengths = level.windows(2).map(|pair| pair[1] - pair[0]);
            let first = lengths.next().unwrap_or(0);
            lengths
                .all(|length| length == first)
                .then_some(first as usize)
        };
        self.levels.iter().map(size).collect()
    }

    /// The lengths of the rows, if it has two dimensions.
    pub fn rows(&self) -> Option<impl Iterator<Item = usize>> {
        match self.levels.as_slice() {
            [_, rows] => Some(rows.windows(2).map(|pair| (pair[1] - pair[0]) as usize)),
            _ => None,
        }
    }

    /// Its squares, by their flat index.
    pub fn squares(&self) -> &[Option<Piece>] {
        &self.squares
    }

    /// The piece on a square.
    pub fn piece(&self, square: usize) -> Option<&Piece> {
        self.squares.get(square)?.as_ref()
    }

    /// Puts a piece on a square, or empties it. Returns what was there.
    ///
    /// # Panics
    ///
    /// If there is no such square.
    pub fn set(&mut self, square: usize, piece: Option<Piece>) -> Option<Piece> {
        std::mem::replace(&mut self.squares[square], piece)
    }

    /// The flat index of the square with these coordinates: from zero, outermost array first
    /// (PN-039).
    pub fn flat(&self, coordinates: &[u64]) -> Option<usize> {
        if coordinates.len() != self.levels.len() {
            return None;
        }
        let mut at = 0;
        for (level, &coordinate) in self.levels.iter().zip(coordinates) {
            let (begin, end) = (level[at], level[at + 1]);
            if coordinate >= u64::from(end - begin) {
                return None;
            }
            at = begin as usize + coordinate as usize;
        }
        Some(at)
    }

    /// The coordinates of a square.
    pub fn coordinates(&self, square: usize) -> Vec<u64> {
        let mut at = square;
        let mut coordinates = Vec::with_capacity(self.levels.len());
        for level in self.levels.iter().rev() {
            let array = level.partition_point(|&begin| begin as usize <= at) - 1;
            coordinates.push((at - level[array] as usize) as u64);
            at = array;
        }
        coordinates.reverse();
        coordinates
    }

    /// Whether another board has the same shape.
    pub fn same_shape(&self, other: &Board) -> bool {
        self.levels == other.levels
    }

    /// Visits the arrays in the order in which they are written: `enter` and `leave` with the dimension, and
    /// each square.
    pub(super) fn walk(&self, mut visit: impl FnMut(Step<'_>)) {
        // For each open array its number on its level, and its next part.
        let mut open = vec![(0usize, 0usize)];
        visit(Step::Enter(0));
        while let Some(&(array, part)) = open.last() {
            let depth = open.len() - 1;
            let level = &self.levels[depth];
            let at = level[array] as usize + part;
            if at == level[array + 1] as usize {
                visit(Step::Leave(depth));
                open.pop();
                continue;
            }
            if let Some(last) = open.last_mut() {
                last.1 += 1;
            }
            if depth + 1 == self.levels.len() {
                visit(Step::Square(self.squares[at].as_ref()))
            } else {
                visit(Step::Enter(depth + 1));
                open.push((at, 0));
            }
        }
    }
}

/// A step of visiting a board.
pub(super) enum Step<'b> {
    /// An array of this dimension begins.
    Enter(usize),
    /// It ends.
    Leave(usize),
    /// A square.
    Square(Option<&'b Piece>),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(lengths: &[&[u32]]) -> Board {
        let lengths: Vec<Vec<u32>> = lengths.iter().map(|level| level.to_vec()).collect();
        let count: u32 = lengths.last().unwrap().iter().sum();
        Board::from_lengths(&lengths, vec![None; count as usize]).unwrap()
    }

    #[test]
    fn squares_are_counted_from_zero_in_the_order_they_are_written() {
        // PN-007, PN-038, PN-039, PN-040, PN-041, PN-042: the board of 6 × 2 × 4, the flat one of 6,
        // the hexagon of 7.
        let cube = board(&[&[6], &[2; 6], &[4; 12]]);
        assert_eq!(cube.sizes(), Some(vec![6, 2, 4]));
        assert_eq!(cube.flat(&[0, 1, 2]), Some(6));
        assert_eq!(cube.flat(&[5, 0, 3]), Some(43));
        assert_eq!(cube.flat(&[5, 2, 0]), None);
        assert_eq!(cube.flat(&[0, 1]), None);
        assert_eq!(cube.flat(&[0, 1, 2, 0]), None);
        let flat = board(&[&[6]]);
        assert_eq!((flat.flat(&[5]), flat.flat(&[6])), (Some(5), None));
        assert_eq!(flat.flat(&[u64::MAX]), None);
        let hexagon = board(&[&[3], &[2, 3, 2]]);
        assert_eq!(hexagon.sizes(), None);
        assert_eq!(hexagon.flat(&[2, 0]), Some(5));
        assert_eq!(hexagon.flat(&[0, 2]), None);
        for board in [cube, flat, hexagon, board(&[&[4], &[0, 2, 0, 1]])] {
            for square in 0..board.squares().len() {
                assert_eq!(board.flat(&board.coordinates(square)), Some(square));
            }
        }
    }
}
