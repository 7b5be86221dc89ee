//! Boards as pictures: any position of any variant as SVG or as text.
//!
//! A [`Diagram`] is what is to be seen: a board, the pieces on it, and what is marked. It knows nothing of
//! rules. [`Diagram::svg`] draws it in a [`Style`], [`Diagram::text`] writes it for a terminal. The same diagram
//! and style give the same bytes, on every machine.
//!
//! ```
//! use movetext::draw::{Characters, Diagram, Style};
//! use movetext::variants::Chess;
//! use movetext::{Game, Reader};
//!
//! let mut game = Game::new();
//! let pgn = "1. e4 e5 2. Nf3 {[%cal Gf3e5]} *\n";
//! Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
//! let last = game.nodes().last().expect("a move");
//! let diagram = Diagram::at::<Chess>(&game, last)?;
//! let svg = diagram.svg(&Style::default());
//! assert!(svg.starts_with("<svg ") && !svg.contains("<text"));
//! assert!(diagram.text(Characters::Unicode, false).ends_with("  a b c d e f g h\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What the board and the pieces of a variant look like is data of the variant
//! ([`Variant::PICTURE`]). A variant that says nothing of it has squares in two shades,
//! coordinates by the names of its squares, [figures](drawings) for the pieces whose names are known, and discs with
//! letters for the others.

pub mod drawings;
mod glyphs;
mod labels;
mod layout;
mod lettering;
mod palette;
mod pcn;
mod svg;
mod symbols;
mod text;
mod words;

pub use palette::Theme;
pub use symbols::Placed;
pub use text::Characters;

use crate::core::board::{Cells, Piece, Side, Square};
use crate::core::moves::{Move, MoveKind};
use crate::game::{Game, NodeId, RemarkKind};
use crate::info::VariantInfo;
use crate::values::commands::{Colour, Meaning, pieces};
use crate::variant::picture::{Line, Picture, PieceSet, Shade};
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::replay::ReplayError;
use crate::variant::{Position, Variant};
use std::fmt;

/// What is to be seen: a board with its pieces, and what is marked on it.
#[derive(Clone, Debug)]
pub struct Diagram {
    cells: Vec<Cell>,
    shape: Cells,
    lines: fn() -> Vec<Line>,
    /// Sets of the board as a whole, for its coordinates and inscriptions.
    sets: &'static [PieceSet],
    info: Option<&'static VariantInfo>,
    figures: Vec<(usize, Figure)>,
    turn: Option<Side>,
    last_move: Option<(usize, usize)>,
    check: Option<usize>,
    squares: Vec<(usize, Colour)>,
    arrows: Vec<(usize, usize, Colour)>,
    title: String,
    chosen: Option<String>,
}

/// A square of the board.
#[derive(Clone, Debug)]
struct Cell {
    /// Its middle, in widths of a cell, as the first player sees the board with y upwards.
    centre: (f32, f32),
    shade: Shade,
    name: String,
    /// The coordinates that the name is made of.
    file: String,
    rank: String,
}

/// A piece to be drawn.
#[derive(Clone, Debug)]
struct Figure {
    /// The sets that have drawings of it.
    sets: &'static [PieceSet],
    /// The variant whose piece it is, and which one; none for a piece that is known by its letters alone.
    known: Option<(&'static VariantInfo, Piece)>,
    side: Option<Side>,
    name: String,
    letters: String,
}

/// How a diagram is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Style {
    /// The colours.
    pub theme: Theme,
    /// Whether the second player's side is at the bottom.
    pub flip: bool,
    /// Whether coordinates stand around the board.
    pub coordinates: bool,
    /// The width of the picture in pixels, from 16 to 16,384; other values are taken for the nearest of these.
    /// The height follows from the board.
    pub width: u32,
}

impl Default for Style {
    fn default() -> Style {
        Style {
            theme: Theme::Light,
            flip: false,
            coordinates: true,
            width: 480,
        }
    }
}

/// No set of pieces has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownPieceSet {
    /// The names that there are.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownPieceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the sets of pieces are {}", self.known.join(", "))
    }
}

impl std::error::Error for UnknownPieceSet {}

/// Why there is no diagram of a node of a game.
#[derive(Clone, Debug)]
pub enum DrawError {
    /// The game has no positions.
    Replay(ReplayError),
    /// A move on the way to the node could not be played.
    Unresolved,
}

impl fmt::Display for DrawError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DrawError::Replay(error) => error.fmt(f),
            DrawError::Unresolved => f.write_str("a move before this position cannot be played"),
        }
    }
}

impl std::error::Error for DrawError {}

/// The name of the set that every variant has: discs with letters.
const LETTERS: &str = "letters";
/// The name of the set of a variant that says nothing of its pieces.
const FIGURES: &str = "figures";
/// More squares and arrows than this are not marked: each is drawn.
const MOST_MARKS: usize = 512;

impl Diagram {
    /// A position: its pieces, whose turn it is, and a king in check.
    pub fn of<V: Variant>(position: &V::Position) -> Diagram {
        let mut diagram = Diagram::board::<V>();
        let squares = (0..V::INFO.geometry.squares).map(Square);
        for square in squares {
            if let Some(piece) = position.piece_on(square) {
                let figure = Figure::known(&V::INFO, V::PICTURE.sets, piece);
                diagram.figures.push((square.index(), figure));
            }
        }
        let turn = position.turn();
        diagram.turn = Some(turn);
        if position.is_check() {
            diagram.check = diagram.find_royal(turn, &V::PICTURE);
        }
        let side = V::INFO.sides[turn.index()];
        diagram.title = format!("{}: {side} to move", words::capitalized(V::INFO.name));
        diagram
    }

    /// The position after the move of a node: with this move, with the squares and arrows that its comments ask for
    /// (`[%csl]`, `[%cal]`), and with the players in the title.
    ///
    /// # Errors
    ///
    /// If the game is of another variant, or a move on the way to the node could not be played.
    pub fn at<V: Variant>(game: &Game, node: NodeId) -> Result<Diagram, DrawError> {
        let replay = game.replay::<V>().map_err(DrawError::Replay)?;
        let position = replay.at(node).ok_or(DrawError::Unresolved)?;
        let mut diagram = Diagram::of::<V>(&position);
        if let Some(mv) = game.mv(node) {
            diagram.last_move(&mv);
        }
        for (kind, text) in game.remarks(node) {
            if matches!(kind, RemarkKind::Comment(_)) {
                diagram.annotate(&text);
            }
        }
        if let Some(title) = words::title(game, node, &V::INFO) {
            diagram.title = title;
        }
        Ok(diagram)
    }

    /// The same for a game of whichever variant of a set.
    ///
    /// # Errors
    ///
    /// If the game is of no variant of the set, or a move on the way to the node could not be played.
    pub fn at_node<S: VariantSet>(game: &Game, node: NodeId) -> Result<Diagram, DrawError> {
        struct At<'g>(&'g Game, NodeId);
        impl WithVariant for At<'_> {
            type Output = Result<Diagram, DrawError>;
            fn run<V: Variant>(self) -> Self::Output {
                Diagram::at::<V>(self.0, self.1)
            }
        }
        let index = game.info.and_then(|info| S::find(info.id));
        let name = game.info.map(|info| info.name);
        let index = index.ok_or(DrawError::Replay(ReplayError::OtherVariant(name)))?;
        S::run(index, At(game, node))
    }

    /// An empty board.
    pub fn board<V: Variant>() -> Diagram {
        let (info, picture) = (&V::INFO, V::PICTURE);
        let geometry = &info.geometry;
        let cells = (0..geometry.squares).map(Square).map(|square| {
            let name = (geometry.name)(square).as_str().to_owned();
            let digits = name.find(|c: char| c.is_ascii_digit());
            let (file, rank) = name.split_at(digits.unwrap_or(name.len()));
            let centre = (geometry.centre)(square);
            Cell {
                centre,
                shade: match picture.shade {
                    Some(shade) => shade(square),
                    None => alternate(geometry.cells, centre),
                },
                file: file.to_owned(),
                rank: rank.to_owned(),
                name,
            }
        });
        Diagram {
            cells: cells.collect(),
            shape: geometry.cells,
            lines: picture.lines,
            sets: picture.sets,
            info: Some(info),
            figures: Vec::new(),
            turn: None,
            last_move: None,
            check: None,
            squares: Vec::new(),
            arrows: Vec::new(),
            title: words::capitalized(info.name),
            chosen: None,
        }
    }

    /// Marks the squares that a move begins and ends on. A null move has none.
    pub fn last_move(&mut self, mv: &Move) -> &mut Diagram {
        let (from, to) = (mv.from.index(), mv.to.index());
        let is_there = from < self.cells.len() && to < self.cells.len();
        self.last_move = (mv.kind != MoveKind::Null && is_there).then_some((from, to));
        self
    }

    /// Colours a square, by its name: `R` red, `G` green, `Y` yellow, `B` blue and others; whether there is such a
    /// square.
    pub fn colour_square(&mut self, square: &str, colour: Colour) -> bool {
        let found = self
            .find(square)
            .filter(|_| self.squares.len() < MOST_MARKS);
        self.squares.extend(found.map(|square| (square, colour)));
        found.is_some()
    }

    /// Draws an arrow from one square to another, by their names; whether there are such squares.
    pub fn arrow(&mut self, from: &str, to: &str, colour: Colour) -> bool {
        let (Some(from), Some(to)) = (self.find(from), self.find(to)) else {
            return false;
        };
        let has_room = self.arrows.len() < MOST_MARKS && from != to;
        if has_room {
            self.arrows.push((from, to, colour));
        }
        has_room
    }

    /// Takes the coloured squares and arrows from the commands of a comment: `[%csl Ra1]`, `[%cal Ge2e4]`. Those of
    /// squares that the board does not have are left out.
    pub fn annotate(&mut self, comment: &str) -> &mut Diagram {
        let commands = pieces(comment).filter_map(|piece| piece.command());
        for meaning in commands.filter_map(|command| command.decode()) {
            match meaning {
                Meaning::Squares(squares) => {
                    for (colour, square) in squares.iter() {
                        self.colour_square(square, colour);
                    }
                }
                Meaning::Arrows(arrows) => {
                    for (colour, from, to) in arrows.iter() {
                        self.arrow(from, to, colour);
                    }
                }
                _ => {}
            }
        }
        self
    }

    /// Gives the picture another title: what people hear of it first, and see where they point at it.
    pub fn set_title(&mut self, title: impl Into<String>) -> &mut Diagram {
        self.title = title.into();
        self
    }

    /// The title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The position in words, as screen readers tell it.
    pub fn description(&self) -> String {
        words::description(self)
    }

    /// The names of the sets of pieces that it can be drawn with, the usual one first.
    pub fn piece_sets(&self) -> Vec<&'static str> {
        let of_figures = self.figures.iter().map(|(_, figure)| figure.sets);
        let mut names = Vec::new();
        for sets in std::iter::once(self.sets).chain(of_figures) {
            for set in sets {
                if !names.contains(&set.name) {
                    names.push(set.name);
                }
            }
        }
        if names.is_empty() {
            names.push(FIGURES);
        }
        names.push(LETTERS);
        names
    }

    /// Chooses the set of pieces.
    ///
    /// # Errors
    ///
    /// If there is no set of this name.
    pub fn set_pieces(&mut self, name: &str) -> Result<&mut Diagram, UnknownPieceSet> {
        let known = self.piece_sets();
        if !known.contains(&name) {
            return Err(UnknownPieceSet { known });
        }
        self.chosen = Some(name.to_owned());
        Ok(self)
    }

    /// Which side is to move, if that is known.
    pub fn turn(&self) -> Option<Side> {
        self.turn
    }

    /// The square of a name. For names of letters, their case counts only where it has to.
    fn find(&self, name: &str) -> Option<usize> {
        let exact = self.cells.iter().position(|cell| cell.name == name);
        let same = |cell: &Cell| cell.name.eq_ignore_ascii_case(name);
        exact.or_else(|| self.cells.iter().position(same))
    }

    /// Where the piece is that is marked in check, if there is one and no more.
    fn find_royal(&self, side: Side, picture: &Picture) -> Option<usize> {
        let is_royal = |figure: &Figure| {
            let role = figure.known.map(|(_, piece)| piece.role);
            match picture.royal {
                Some(royal) => role == Some(royal),
                None => figure.name == "king",
            }
        };
        let mut all = self
            .figures
            .iter()
            .filter(|(_, figure)| figure.side == Some(side) && is_royal(figure));
        match (all.next(), all.next()) {
            (Some((square, _)), None) => Some(*square),
            _ => None,
        }
    }

    /// The set that is chosen, of those that some thing has; none for letters, and where nothing has a set.
    fn chosen<'s>(&self, sets: &'s [PieceSet]) -> Option<&'s PieceSet> {
        match self.chosen.as_deref() {
            None => sets.first(),
            Some(LETTERS) => None,
            Some(name) => sets.iter().find(|set| set.name == name).or(sets.first()),
        }
    }
}

impl Figure {
    /// A piece of a variant.
    fn known(info: &'static VariantInfo, sets: &'static [PieceSet], piece: Piece) -> Figure {
        let role = info.roles.get(piece.role.index());
        Figure {
            sets,
            known: Some((info, piece)),
            side: Some(piece.side),
            name: role.map_or("piece", |role| role.name).to_owned(),
            letters: role.map_or('?', |role| role.letter).to_string(),
        }
    }
}

/// The shade of a square where nobody says which one it is.
fn alternate(shape: Cells, (x, y): (f32, f32)) -> Shade {
    match shape {
        Cells::Squares if (x + y).round() as i64 % 2 == 0 => Shade::Dark,
        _ => Shade::Light,
    }
}
