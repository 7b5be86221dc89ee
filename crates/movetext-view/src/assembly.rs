//! Positions as text, put together from what stands on the squares.
//!
//! FEN and PDTL begin with the board, which the page knows anyway. So only the rest of each text is stored where the
//! page can make the beginning by the data here; where it cannot, the whole text is.

use movetext::{Cells, Position, Side, Square, Tags, Variant};
use serde::Serialize;

/// How the board is written in the positions of a variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Assembly {
    /// Whether each row is preceded by its label, and empty rows are left out (PDTL).
    labelled: bool,
    /// The rows in the order of the text: a label, and the squares.
    rows: Vec<(String, Vec<u16>)>,
    /// The letters of the pieces by code; none for an empty square.
    letters: Vec<String>,
}

/// What stands on each square: 0, or twice the index of the piece's role, and one more if it is the second side's.
pub(crate) type Codes = Vec<u16>;

/// Where games of the variant start if nothing else is said.
pub(crate) fn usual_start<V: Variant>() -> Option<V::Position> {
    let tags = Tags::new(&[], b"", encoding_rs::UTF_8);
    let start = V::initial_state(&tags, &mut Vec::new()).ok()?;
    Some(start.position)
}

fn widen(squares: &[u8]) -> Vec<u16> {
    squares.iter().map(|square| u16::from(*square)).collect()
}

/// What stands on the squares of a position.
pub(crate) fn codes<V: Variant>(position: &V::Position) -> Codes {
    let squares = (0..V::INFO.geometry.squares).map(Square);
    let code = |square| match position.piece_on(square) {
        None => 0,
        Some(piece) => 2 * u16::from(piece.role.get()) + piece.side.index() as u16,
    };
    squares.map(code).collect()
}

impl Assembly {
    /// How the positions of a variant are written, if it is in a way that the page knows: found out by the start.
    pub fn of<V: Variant>() -> Option<Assembly> {
        let start = usual_start::<V>()?;
        let text = start.describe();
        let codes = codes::<V>(&start);
        let all = [Assembly::rows_of::<V>(), Assembly::lines_of::<V>()];
        all.into_iter().find(|one| {
            one.board(&codes)
                .is_some_and(|board| rest(&text, &board).is_some())
        })
    }

    fn letters<V: Variant>() -> Vec<String> {
        let mut letters = vec![String::new(), String::new()];
        for role in V::INFO.roles {
            for side in [Side::First, Side::Second] {
                letters.push(match side {
                    Side::First => role.letter.to_uppercase().collect(),
                    Side::Second => role.letter.to_lowercase().collect(),
                });
            }
        }
        letters
    }

    /// Rows from the top, each from the left, as in FEN.
    fn rows_of<V: Variant>() -> Assembly {
        let geometry = &V::INFO.geometry;
        let mut squares: Vec<u8> = (0..geometry.squares).collect();
        let centre = |square: u8| (geometry.centre)(Square(square));
        squares.sort_by(|one, other| {
            let ((x, y), (other_x, other_y)) = (centre(*one), centre(*other));
            other_y.total_cmp(&y).then(x.total_cmp(&other_x))
        });
        let rows = squares.chunk_by(|one, other| centre(*one).1 == centre(*other).1);
        Assembly {
            labelled: false,
            rows: rows.map(|row| (String::new(), widen(row))).collect(),
            letters: Assembly::letters::<V>(),
        }
    }

    /// Lines by the numbers in the names of their squares, the highest first, as in PDTL.
    fn lines_of<V: Variant>() -> Assembly {
        let geometry = &V::INFO.geometry;
        let number = |square: u8| -> u32 {
            let name = (geometry.name)(Square(square));
            let digits = name
                .as_str()
                .trim_start_matches(|c: char| !c.is_ascii_digit());
            digits.parse().unwrap_or(0)
        };
        let mut squares: Vec<u8> = (0..geometry.squares).collect();
        let across = |square: u8| (geometry.centre)(Square(square)).0;
        squares.sort_by(|one, other| {
            let by_number = number(*other).cmp(&number(*one));
            by_number.then(across(*one).total_cmp(&across(*other)))
        });
        let rows = squares.chunk_by(|one, other| number(*one) == number(*other));
        let rows = rows.map(|row| (number(row[0]).to_string(), widen(row)));
        Assembly {
            labelled: true,
            rows: if geometry.cells == Cells::Hexagons {
                rows.collect()
            } else {
                Vec::new()
            },
            letters: Assembly::letters::<V>(),
        }
    }

    /// The board as text. None if it has pieces without letters. `page/position.js` does the same.
    pub fn board(&self, codes: &[u16]) -> Option<String> {
        let mut out = String::new();
        if self.labelled {
            out.push('/');
        }
        for (index, (label, squares)) in self.rows.iter().enumerate() {
            let mut row = String::new();
            let mut empty = 0;
            for square in squares {
                let code = codes.get(usize::from(*square)).copied().unwrap_or(0);
                if code == 0 {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    row += &empty.to_string();
                }
                empty = 0;
                row += self.letters.get(usize::from(code))?;
            }
            let is_empty = empty == squares.len();
            if empty > 0 {
                row += &empty.to_string();
            }
            if self.labelled {
                if !is_empty {
                    out += &format!("{label}:{row}/");
                }
            } else {
                if index > 0 {
                    out.push('/');
                }
                out += &row;
            }
        }
        Some(out)
    }
}

/// What follows the board in the text of a position; none if the text does not begin with this board.
pub(crate) fn rest<'t>(text: &'t str, board: &str) -> Option<&'t str> {
    text.strip_prefix(board)?.strip_prefix(' ')
}

#[cfg(test)]
mod tests {
    use super::*;
    use movetext::variants::{Cescacs, Chess, Xiangqi};

    fn put_together<V: Variant>() {
        let mut position = usual_start::<V>().expect("a start");
        let assembly = Assembly::of::<V>().expect("the form is known");
        // Any moves will do.
        for turn in 0..60 {
            let board = assembly.board(&codes::<V>(&position)).expect("letters");
            let text = position.describe();
            assert!(rest(&text, &board).is_some(), "{board} of {text}");
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let Some(mv) = moves.get(turn * 7 % moves.len().max(1)) else {
                break;
            };
            position.play(mv);
        }
    }

    #[test]
    fn positions_of_all_variants_are_put_together() {
        put_together::<Chess>();
        put_together::<Xiangqi>();
        put_together::<Cescacs>();
    }
}
