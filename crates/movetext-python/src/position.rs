//! The class `Position`.

use crate::board::{self, Board, Pairs, no_notation};
use crate::errors::IllegalMoveError;
use crate::game::GameData;
use crate::moves::Move;
use crate::pickle::{Reduced, reduced};
use crate::picture::Drawing;
use crate::text;
use movetext::draw::Diagram;
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use movetext::{Side, Tags};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Where the tags come from that say how moves are written.
#[derive(Clone)]
pub enum Setup {
    Pairs(Arc<Pairs>),
    Game(Arc<GameData>),
}

impl Setup {
    fn with<T>(&self, look: impl FnOnce(Tags<'_>) -> T) -> T {
        match self {
            Setup::Pairs(pairs) => pairs.with(look),
            Setup::Game(data) => look(data.game.tags()),
        }
    }
}

/// A position: a board with pieces on it, whose turn it is, and whatever else decides which moves are there.
///
/// ``Position()`` is the start position of chess. ``fen`` is a position in the variant's own notation (FEN, in
/// C'escacs PDTL), ``variant`` one of :data:`VARIANTS`, and ``headers`` are tags that matter to how moves are played
/// or written, such as ``{"Variant": "Chess960"}``.
///
/// Raises ``ValueError`` if the position cannot be read or the variant is unknown.
///
/// >>> import movetext
/// >>> position = movetext.Position()
/// >>> len(position.legal_moves)
/// 20
/// >>> position.push_san("e4")
/// Move('e2e4')
/// >>> position.fen()
/// 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
/// >>> xiangqi = movetext.Position(variant="xiangqi")
/// >>> move = xiangqi.parse_san("炮二平五")
/// >>> xiangqi.write(move, "wxf"), xiangqi.write(move, "iccs"), xiangqi.uci(move)
/// ('C2.5', 'H2-E2', 'h2e2')
#[pyclass(module = "movetext", frozen)]
pub struct Position {
    state: Mutex<State>,
    setup: Setup,
}

struct State {
    board: Box<dyn Board>,
    past: Vec<(Box<dyn Board>, Move)>,
}

impl Position {
    pub fn new(board: Box<dyn Board>, setup: Setup) -> Position {
        let past = Vec::new();
        Position {
            state: Mutex::new(State { board, past }),
            setup,
        }
    }

    fn of(index: usize, pairs: Pairs) -> PyResult<Position> {
        let board = pairs.with(|tags| board::start(index, tags));
        let board = board.map_err(PyValueError::new_err)?;
        Ok(Position::new(board, Setup::Pairs(Arc::new(pairs))))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn diagram(&self) -> Diagram {
        let state = self.state();
        let mut diagram = state.board.diagram();
        if let Some((_, mv)) = state.past.last() {
            diagram.last_move(&mv.mv);
        }
        diagram
    }

    fn read(&self, text: &str, notation: &str) -> PyResult<Move> {
        let state = self.state();
        let info = state.board.info();
        let parsed = self
            .setup
            .with(|tags| state.board.parse(text.trim(), notation, tags));
        let mv = parsed.map_err(|why| why.into_error(text, info, notation))?;
        let side = state.board.turn();
        Ok(Move { mv, info, side })
    }

    fn written(&self, mv: &Move, notation: &str) -> PyResult<String> {
        let state = self.state();
        legal(&*state.board, mv)?;
        let text = state.board.write(&mv.mv, notation);
        text.ok_or_else(|| no_notation(state.board.info(), notation))
    }
}

/// Refuses a move that is not legal.
fn legal(board: &dyn Board, mv: &Move) -> PyResult<()> {
    if mv.info.id == board.info().id && board.moves().contains(&mv.mv) {
        return Ok(());
    }
    let message = format!("{} is not legal in {}", mv.uci(), board.describe());
    Err(IllegalMoveError::new_err(message))
}

#[pymethods]
impl Position {
    #[new]
    #[pyo3(signature = (fen=None, variant="chess", *, headers=None))]
    fn py_new(
        fen: Option<&str>,
        variant: &str,
        headers: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Position> {
        let index = text::variant(variant)?;
        let mut pairs = Pairs::default();
        if let Some(headers) = headers {
            for (name, value) in headers {
                pairs.0.push((name.extract()?, value.extract()?));
            }
        }
        Position::of(index, pairs.starting_at(Standard::VARIANTS[index], fen))
    }

    /// The id of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.state().board.info().id
    }

    /// Whether the first player (White, Red) is to move.
    #[getter]
    fn turn(&self) -> bool {
        self.state().board.turn() == Side::First
    }

    /// The side to move by its name in the variant: ``White``, ``Red`` or ``Black``.
    #[getter]
    fn side(&self) -> &'static str {
        let state = self.state();
        state.board.info().sides[state.board.turn().index()]
    }

    /// The position in the variant's own notation: FEN, in C'escacs PDTL.
    pub fn fen(&self) -> String {
        self.state().board.describe()
    }

    /// A number of 64 bits that is equal for equal positions and differs for nearly all others. That of the column
    /// ``key`` of :func:`scan`.
    #[getter]
    fn key(&self) -> u64 {
        self.state().board.key()
    }

    /// All legal moves, in no particular order.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        let state = self.state();
        let (info, side) = (state.board.info(), state.board.turn());
        let moves = state.board.moves().into_iter();
        moves.map(|mv| Move { mv, info, side }).collect()
    }

    /// Whether a move is legal here.
    fn is_legal(&self, r#move: &Move) -> bool {
        legal(&*self.state().board, r#move).is_ok()
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.state().board.is_check()
    }

    /// How the board itself ends the game: what happened (``checkmate``, ``stalemate`` and so on) and the result, such
    /// as ``1-0``. None while it goes on. Draws by repetition need the game and are not seen here.
    ///
    /// >>> import movetext
    /// >>> movetext.Position("7k/5KQ1/8/8/8/8/8/8 b - - 0 1").outcome()
    /// ('checkmate', '1-0')
    fn outcome(&self) -> Option<(&'static str, &'static str)> {
        let state = self.state();
        let end = state.board.end()?;
        let result = state.board.info().result(end.outcome);
        Some((end.name, result.unwrap_or("*")))
    }

    /// Whether the board itself ends the game; see :meth:`outcome`.
    fn is_game_over(&self) -> bool {
        self.state().board.end().is_some()
    }

    /// What stands on a square: the variant's letter for the piece, a capital if it is the first player's.
    ///
    /// Raises ``ValueError`` if there is no such square.
    ///
    /// >>> import movetext
    /// >>> start = movetext.Position()
    /// >>> start.piece_at("e1"), start.piece_at("d8"), start.piece_at("e4")
    /// ('K', 'q', None)
    fn piece_at(&self, square: &str) -> PyResult<Option<String>> {
        let state = self.state();
        let info = state.board.info();
        let at = (info.geometry.square)(square);
        let at = at.ok_or_else(|| PyValueError::new_err(format!("no square '{square}'")))?;
        Ok(state.board.piece(at).map(|piece| symbol(info, piece)))
    }

    /// What stands on each square that is not empty: names of squares, and letters as :meth:`piece_at` gives them.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let state = self.state();
        let info = state.board.info();
        let map = PyDict::new(py);
        for index in 0..info.geometry.squares {
            let square = movetext::Square(index);
            if let Some(piece) = state.board.piece(square) {
                map.set_item(info.square_name(square).as_str(), symbol(info, piece))?;
            }
        }
        Ok(map)
    }

    /// Reads a legal move in whatever notation the variant has: SAN, LAN or UCI; Chinese, WXF or ICCS; CTL-AN.
    ///
    /// Raises :class:`InvalidMoveError`, :class:`IllegalMoveError` or :class:`AmbiguousMoveError`.
    fn parse_san(&self, san: &str) -> PyResult<Move> {
        self.read(san, "")
    }

    /// The same where a notation settles what a written move means, e.g. ``wxf,scheme=axf``, or adds piece letters,
    /// e.g. ``san,pieces=german``.
    ///
    /// Raises ``ValueError`` also if the variant has no such notation.
    #[pyo3(signature = (text, notation=""))]
    fn parse(&self, text: &str, notation: &str) -> PyResult<Move> {
        self.read(text, notation)
    }

    /// A legal move in the standard notation of the variant: SAN, in Xiangqi Chinese, in C'escacs CTL-AN.
    ///
    /// Raises :class:`IllegalMoveError` if it is not legal here.
    fn san(&self, r#move: &Move) -> PyResult<String> {
        self.written(r#move, "")
    }

    /// A legal move by coordinates, as engines expect it.
    ///
    /// Raises :class:`IllegalMoveError` if it is not legal here.
    fn uci(&self, r#move: &Move) -> PyResult<String> {
        let state = self.state();
        legal(&*state.board, r#move)?;
        let written = state.board.write(&r#move.mv, "uci");
        Ok(written.unwrap_or_else(|| r#move.uci()))
    }

    /// A legal move in a notation, by name and settings: ``san``, ``lan``, ``uci``, ``san,pieces=german`` in chess;
    /// ``chinese``, ``wxf``, ``iccs``, ``uci`` in Xiangqi; ``ctl-an``, ``ctl-fan`` in C'escacs.
    ///
    /// Raises ``ValueError`` if the variant has no such notation, :class:`IllegalMoveError` if the move is not legal
    /// here.
    #[pyo3(signature = (r#move, notation=""))]
    fn write(&self, r#move: &Move, notation: &str) -> PyResult<String> {
        self.written(r#move, notation)
    }

    /// Plays a move; :meth:`pop` takes it back.
    ///
    /// Raises :class:`IllegalMoveError` if it is not legal here.
    fn push(&self, r#move: &Move) -> PyResult<()> {
        let mut state = self.state();
        legal(&*state.board, r#move)?;
        let before = state.board.copy();
        state.board.play(&r#move.mv);
        state.past.push((before, *r#move));
        Ok(())
    }

    /// Reads a move as :meth:`parse_san` does, plays it and returns it.
    fn push_san(&self, san: &str) -> PyResult<Move> {
        let mv = self.read(san, "")?;
        self.push(&mv)?;
        Ok(mv)
    }

    /// Takes the last move back and returns it.
    ///
    /// Raises ``IndexError`` if none was played on this object.
    fn pop(&self) -> PyResult<Move> {
        let mut state = self.state();
        let last = state.past.pop();
        let (before, mv) = last.ok_or_else(|| PyIndexError::new_err("no move was played"))?;
        state.board = before;
        Ok(mv)
    }

    /// The board as an SVG picture of its own; ``width`` in pixels, from 16 to 16384. ``theme`` is ``light`` or ``dark``,
    /// ``flip`` puts the second player at the bottom, ``pieces`` is a set of pieces such as ``staunton``,
    /// ``traditional``, ``western`` or ``letters``, as the variant has them. The move that was pushed last is marked.
    ///
    /// Raises ``ValueError`` for a theme or set that is not known.
    ///
    /// >>> import movetext
    /// >>> movetext.Position().svg(width=240)[:5]
    /// '<svg '
    #[pyo3(signature = (*, theme="light", flip=false, coordinates=true, width=480, pieces=None))]
    fn svg(
        &self,
        theme: &str,
        flip: bool,
        coordinates: bool,
        width: u32,
        pieces: Option<&str>,
    ) -> PyResult<String> {
        let drawing = Drawing {
            theme,
            flip,
            coordinates,
            width,
            pieces,
        };
        drawing.svg(self.diagram())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Drawing::PLAIN.svg(self.diagram())
    }

    /// The same position as another object, without the moves that were played.
    fn copy(&self) -> Position {
        Position::new(self.state().board.copy(), self.setup.clone())
    }

    fn __copy__(&self) -> Position {
        self.copy()
    }

    fn __str__(&self) -> String {
        self.fen()
    }

    fn __repr__(&self) -> String {
        let state = self.state();
        let id = state.board.info().id;
        match id {
            "chess" => format!("Position('{}')", state.board.describe()),
            _ => format!("Position('{}', '{id}')", state.board.describe()),
        }
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Position>() else {
            return false;
        };
        let other = other.get();
        std::ptr::eq(self, other)
            || (self.variant() == other.variant() && self.fen() == other.fen())
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, Pickled>> {
        let (info, fen) = {
            let state = self.state();
            (state.board.info(), state.board.describe())
        };
        let pairs = self.setup.with(|tags| Pairs::from(tags));
        let pairs = pairs.starting_at(info, Some(&fen));
        reduced(py, "restore_position", (info.id, pairs.0))
    }
}

/// A pickled position: its variant, and tags that set it up.
type Pickled = (&'static str, Vec<(String, String)>);

/// The letter of a piece, a capital if it is the first player's.
fn symbol(info: &movetext::VariantInfo, piece: movetext::Piece) -> String {
    let letter = info
        .roles
        .get(piece.role.index())
        .map_or('?', |role| role.letter);
    match piece.side {
        Side::First => letter.to_uppercase().collect(),
        Side::Second => letter.to_lowercase().collect(),
    }
}

/// Makes a pickled position again.
#[pyfunction]
pub fn restore_position(variant: &str, pairs: Vec<(String, String)>) -> PyResult<Position> {
    Position::of(text::variant(variant)?, Pairs(pairs))
}
