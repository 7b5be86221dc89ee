//! Boards of Portable Chess Notation.

use super::{Cell, Diagram, Figure, alternate};
use crate::core::board::{Cells, Piece, Role, Side, Square};
use crate::format::pcn;
use crate::info::VariantInfo;
use crate::variant::Variant;
use crate::variant::mapping::Mapping;
use crate::variant::picture::PieceSet;
use crate::variant::registry::{VariantSet, WithVariant};

/// Larger boards are not drawn.
const MOST_CELLS: usize = 1 << 14;

/// What of a variant concerns its boards in documents.
struct Known {
    info: &'static VariantInfo,
    sets: &'static [PieceSet],
    mapping: Option<Mapping>,
    board: fn() -> Diagram,
}

struct Ask;

impl WithVariant for Ask {
    type Output = Known;
    fn run<V: Variant>(self) -> Known {
        Known {
            info: &V::INFO,
            sets: V::PICTURE.sets,
            mapping: V::PCN,
            board: Diagram::board::<V>,
        }
    }
}

impl Known {
    /// The piece of the variant that a name means.
    fn piece(&self, piece: &pcn::Piece) -> Option<Piece> {
        let mapping = self.mapping?;
        let is_style = piece.style().eq_ignore_ascii_case(mapping.style);
        if !is_style || piece.promoted() {
            return None;
        }
        let name = piece.abbreviation().to_ascii_lowercase();
        let index = mapping.pieces.iter().position(|known| *known == name)?;
        Some(Piece {
            role: Role::from_index(u8::try_from(index + 1).ok()?)?,
            side: piece.side()?,
        })
    }

    /// The board, if it is one of the variant: its shape, with its pieces.
    fn diagram(&self, board: &pcn::Board) -> Option<Diagram> {
        let mapping = self.mapping?;
        let rows: Vec<usize> = board.rows()?.collect();
        let same = rows
            .iter()
            .copied()
            .eq(mapping.rows.iter().map(|row| usize::from(*row)));
        if !same {
            return None;
        }
        let mut starts = vec![0];
        for row in &rows {
            starts.push(starts.last()? + row);
        }
        let mut diagram = (self.board)();
        let mut count = 0;
        for square in 0..self.info.geometry.squares {
            let (row, place) = (mapping.place)(Square(square));
            let at = starts.get(usize::from(row))? + usize::from(place);
            if let Some(piece) = board.piece(at) {
                let figure = Figure::known(self.info, self.sets, self.piece(piece)?);
                diagram.figures.push((usize::from(square), figure));
                count += 1;
            }
        }
        (count == board.squares().iter().flatten().count()).then_some(diagram)
    }
}

impl Diagram {
    /// A board of a PCN document, of one or two dimensions. One that has the shape and the pieces of a variant of the
    /// set is drawn as its board; any other has squares, and the pieces that no variant knows are discs with
    /// their letters. Squares are counted from zero, as the documents do (PN-I03).
    ///
    /// None if the board has more dimensions, or more than 16,384 squares.
    ///
    /// ```
    /// use movetext::draw::{Characters, Diagram};
    /// use movetext::pcn;
    /// use movetext::variants::Standard;
    ///
    /// let text = r#"{"starting_position": [["x:g", null, "go:b"], [null, "W:K", null]]}"#;
    /// let board = pcn::read(text).replay.expect("a board").board().clone();
    /// let diagram = Diagram::of_pcn::<Standard>(&board).expect("a board of two dimensions");
    /// assert_eq!(diagram.text(Characters::Ascii, false), "0 k . b\n1 . K .\n  0 1 2\n");
    /// ```
    pub fn of_pcn<S: VariantSet>(board: &pcn::Board) -> Option<Diagram> {
        if board.squares().len() > MOST_CELLS {
            return None;
        }
        let known: Vec<Known> = (0..S::VARIANTS.len())
            .map(|index| S::run(index, Ask))
            .collect();
        if let Some(diagram) = known.iter().find_map(|known| known.diagram(board)) {
            return Some(diagram);
        }
        let rows: Vec<usize> = match board.rows() {
            Some(rows) => rows.collect(),
            None if board.dimensions() == 1 => vec![board.squares().len()],
            None => return None,
        };
        let widest = rows.iter().copied().max().unwrap_or(0);
        let mut cells = Vec::with_capacity(board.squares().len());
        for (row, length) in rows.iter().enumerate() {
            // Shorter rows stand in the middle, as on boards of hexagons.
            let indent = (widest - length) as f32 / 2.0;
            for column in 0..*length {
                let centre = (column as f32 + indent, -(row as f32));
                let from_bottom = (column as f32, (rows.len() - 1 - row) as f32);
                let name = match board.dimensions() {
                    1 => column.to_string(),
                    _ => format!("{row},{column}"),
                };
                cells.push(Cell {
                    centre,
                    shade: alternate(Cells::Squares, from_bottom),
                    name,
                    file: column.to_string(),
                    rank: if board.dimensions() == 1 {
                        String::new()
                    } else {
                        row.to_string()
                    },
                });
            }
        }
        let pieces = board.squares().iter().enumerate();
        let figures = pieces.filter_map(|(square, piece)| {
            let piece = piece.as_ref()?;
            let known = known
                .iter()
                .find_map(|known| Some((known, known.piece(piece)?)));
            let figure = match known {
                Some((known, piece)) => Figure::known(known.info, known.sets, piece),
                None => stranger(piece),
            };
            Some((square, figure))
        });
        Some(Diagram {
            figures: figures.collect(),
            cells,
            shape: Cells::Squares,
            lines: Vec::new,
            sets: &[],
            info: None,
            turn: None,
            last_move: None,
            check: None,
            squares: Vec::new(),
            arrows: Vec::new(),
            title: "Portable Chess Notation".to_owned(),
            chosen: None,
        })
    }

    /// Says whose turn it is.
    pub fn set_turn(&mut self, turn: Side) -> &mut Diagram {
        self.turn = Some(turn);
        self
    }
}

/// A piece that no variant knows.
fn stranger(piece: &pcn::Piece) -> Figure {
    let mark = if piece.promoted() { "+" } else { "" };
    let letters = piece.abbreviation();
    Figure {
        sets: &[],
        known: None,
        side: piece.side(),
        name: piece.as_str().to_owned(),
        letters: format!("{mark}{}", letters.to_ascii_uppercase()),
    }
}
