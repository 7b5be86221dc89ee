//! The class `Game`, and what all objects of one game share.

use crate::board::{Board, Pairs, start};
use crate::convert::{self, Target};
use crate::diagnostic::Diagnostic;
use crate::headers::Headers;
use crate::node;
use crate::node::Node;
use crate::pickle::{Reduced, reduced};
use crate::text::Settings;
use encoding_rs::Encoding;
use movetext::game::NodeId;
use movetext::io::{Chunk, ChunkOptions, Chunks};
use movetext::registry::VariantSet;
use movetext::scan::{ScanOptions, Scanner};
use movetext::variants::Standard;
use movetext::{Diagnostic as CoreDiagnostic, Game as CoreGame, Move as CoreMove, Strictness};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use std::sync::{Arc, Mutex, PoisonError};

/// A game, where it comes from, and what is wrong with it.
pub struct GameData {
    pub game: CoreGame,
    pub errors: Vec<CoreDiagnostic>,
    /// Diagnostics of a game that was pickled.
    kept: Vec<Py<Diagnostic>>,
    pub source: Arc<str>,
    settings: Arc<Settings>,
    /// The position that was asked for last, and the node after whose move it stands: the next one is mostly that of
    /// the move that follows.
    last: Mutex<Option<(NodeId, Box<dyn Board>)>>,
}

impl GameData {
    pub fn new(
        game: CoreGame,
        errors: Vec<CoreDiagnostic>,
        source: Arc<str>,
        settings: Arc<Settings>,
    ) -> GameData {
        GameData {
            game,
            errors,
            kept: Vec::new(),
            source,
            settings,
            last: Mutex::new(None),
        }
    }

    /// The index of the variant.
    pub fn variant(&self) -> Option<usize> {
        Standard::find(self.game.info?.id)
    }

    /// The position after the move of a node; none if some move before it could not be played.
    pub fn position(&self, node: NodeId) -> Option<Box<dyn Board>> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let mut moves: Vec<CoreMove> = Vec::new();
        let mut at = node;
        let mut board = loop {
            match &*last {
                Some((known, board)) if *known == at => break board.copy(),
                _ if at == NodeId::ROOT => break self.start()?,
                _ => {}
            }
            if self.game.is_move(at) {
                moves.push(self.game.mv(at)?);
            }
            at = node::before(&self.game, at)?;
        };
        for mv in moves.iter().rev() {
            board.play(mv);
        }
        *last = Some((node, board.copy()));
        Some(board)
    }

    /// The position that the game starts from.
    pub fn start(&self) -> Option<Box<dyn Board>> {
        if !self.game.replayed {
            return None;
        }
        start(self.variant()?, self.game.tags()).ok()
    }

    /// Whether another game has the same bytes and was read in the same way.
    pub fn is_same(&self, other: &GameData) -> bool {
        let (one, two) = (self.game.original(), other.game.original());
        bytes(&one) == bytes(&two)
            && one.encoding() == two.encoding()
            && self.variant() == other.variant()
            && self.settings.notation == other.settings.notation
            && self.settings.strictness == other.settings.strictness
    }
}

/// The bytes of a game without the line ends behind it, which records made of documents have.
pub fn bytes<'g>(text: &movetext::Text<'g>) -> &'g [u8] {
    text.as_bytes().trim_ascii_end()
}

/// A game: its headers, the tree of its moves with all that is written about them, and what is wrong with it.
///
/// It is the root of its tree, so all of :class:`Node` can be asked of it as well: its position is the start position,
/// its comments are those before the first move.
///
/// >>> import movetext
/// >>> pgn = b'[White "Reti"]\n\n1. e4 c6 2. d4 (2. Nf3 {quiet}) d5 $1 1-0\n'
/// >>> game = next(movetext.open(pgn))
/// >>> game.headers["White"], game.variant, game.result, game.errors
/// ('Reti', 'chess', '1-0', [])
/// >>> game.moves()
/// ['e4', 'c6', 'd4', 'd5']
/// >>> [node.text for node in game.mainline()[1].variations]
/// ['d4', 'Nf3']
/// >>> game.end().board().fen()
/// 'rnbqkbnr/pp2pppp/2p5/3p4/3PP3/8/PPP2PPP/RNBQKBNR w KQkq d6 0 3'
#[pyclass(module = "movetext", frozen, extends = Node)]
pub struct Game;

impl Game {
    pub fn create(py: Python<'_>, data: Arc<GameData>) -> PyResult<Py<Game>> {
        Py::new(
            py,
            PyClassInitializer::from(Node::root(data)).add_subclass(Game),
        )
    }
}

/// What all objects of the game share.
fn data<'a>(slf: &'a PyRef<'_, Game>) -> &'a Arc<GameData> {
    &slf.as_super().data
}

#[pymethods]
impl Game {
    /// The tag pairs; see :class:`Headers`.
    #[getter]
    fn headers(slf: PyRef<'_, Self>) -> Headers {
        Headers(Arc::clone(data(&slf)))
    }

    /// The id of the variant: one of :data:`VARIANTS`.
    #[getter]
    fn variant(slf: PyRef<'_, Self>) -> Option<&'static str> {
        data(&slf).game.info.map(|info| info.id)
    }

    /// What is wrong with the game: a list of :class:`Diagnostic`, in the order of the text.
    #[getter]
    fn errors(slf: PyRef<'_, Self>) -> PyResult<Vec<Py<Diagnostic>>> {
        let (py, data) = (slf.py(), data(&slf));
        let kept = data.kept.iter().map(|kept| Ok(kept.clone_ref(py)));
        let found = data.errors.iter();
        kept.chain(found.map(|found| Py::new(py, Diagnostic::new(found, &data.source))))
            .collect()
    }

    /// The termination marker as written, such as ``1-0``; None if there is none.
    #[getter]
    fn result(slf: PyRef<'_, Self>) -> Option<String> {
        data(&slf).game.result().map(|result| result.into_owned())
    }

    /// What the termination marker means: ``first_wins``, ``second_wins``, ``draw``, ``unknown``; in C'escacs also
    /// ``first_stalemates`` and ``second_stalemates``. None if there is none.
    #[getter]
    fn outcome(slf: PyRef<'_, Self>) -> Option<&'static str> {
        data(&slf).game.outcome().map(|outcome| outcome.as_str())
    }

    /// Whether its moves were played on a board: not if only the name of its variant is known, or its start position
    /// cannot be read.
    #[getter]
    fn replayed(slf: PyRef<'_, Self>) -> bool {
        data(&slf).game.replayed
    }

    /// The name of the source: the path as it was given.
    #[getter]
    fn source(slf: PyRef<'_, Self>) -> String {
        data(&slf).source.to_string()
    }

    /// The number of the game in its source, from 1.
    #[getter]
    fn ordinal(slf: PyRef<'_, Self>) -> u64 {
        data(&slf).game.summary.ordinal
    }

    /// The bytes of the game in its source after decompression: the offsets of the first and of the one behind the
    /// last.
    #[getter]
    fn byte_range(slf: PyRef<'_, Self>) -> (u64, u64) {
        let span = &data(&slf).game.summary.span;
        (span.start, span.end)
    }

    /// The bytes of the game, in the encoding of the source. Of documents (PCN, XML, JSON): the record that was made
    /// of them.
    #[getter]
    fn raw<'py>(slf: PyRef<'py, Self>) -> Bound<'py, PyBytes> {
        PyBytes::new(slf.py(), data(&slf).game.original().as_bytes())
    }

    /// The encoding of :attr:`raw`, by its WHATWG name.
    #[getter]
    fn encoding(slf: PyRef<'_, Self>) -> &'static str {
        data(&slf).game.original().encoding().name()
    }

    /// How many moves of the main line were played (``plies``), of variations (``variation_plies``), and how many
    /// written moves could not be played (``unresolved``).
    #[getter]
    fn counts(slf: PyRef<'_, Self>) -> (u32, u32, u32) {
        let summary = &data(&slf).game.summary;
        (summary.plies, summary.variation_plies, summary.unresolved)
    }

    /// The moves of the main line as text: as written, or in a notation (see :meth:`Position.write`), in which moves
    /// that could not be played stand as written.
    ///
    /// Raises ``ValueError`` if the variant has no such notation.
    ///
    /// >>> import movetext
    /// >>> game = next(movetext.open(b"1. e2-e4 e7-e5 2. Nf3 *"))
    /// >>> game.moves(), game.moves("san")
    /// (['e2-e4', 'e7-e5', 'Nf3'], ['e4', 'e5', 'Nf3'])
    #[pyo3(signature = (notation=None))]
    fn moves<'py>(slf: PyRef<'py, Self>, notation: Option<&str>) -> PyResult<Bound<'py, PyList>> {
        let (py, data) = (slf.py(), data(&slf));
        let line = data.game.line(NodeId::ROOT);
        let moves = PyList::empty(py);
        let Some(notation) = notation else {
            for node in line {
                moves.append(PyString::new(py, &data.game.text(node)))?;
            }
            return Ok(moves);
        };
        let mut board = data.start();
        for node in line {
            let played = data.game.mv(node);
            let Some((board, mv)) = board.as_mut().zip(played) else {
                board = None;
                moves.append(data.game.text(node))?;
                continue;
            };
            let text = board.write(&mv, notation);
            moves.append(text.ok_or_else(|| crate::board::no_notation(board.info(), notation))?)?;
            board.play(&mv);
        }
        Ok(moves)
    }

    /// The game in another format: ``pgn``, ``jsonl``, ``pcn``, ``xml``, ``fen``, ``epd``, ``pdtl``, ``uci``, ``iccs``;
    /// ``notation`` is that of moves in PGN.
    ///
    /// Raises ``ValueError`` if the format cannot hold the game.
    ///
    /// >>> import movetext
    /// >>> next(movetext.open(b"1. e4 e5 *")).to("uci")
    /// 'position startpos moves e2e4 e7e5\n'
    #[pyo3(signature = (format="pgn", *, notation=None))]
    fn to(slf: PyRef<'_, Self>, format: &str, notation: Option<&str>) -> PyResult<String> {
        let target = Target::new(format, notation, "export", "keep")?;
        let data = data(&slf);
        let mut out = Vec::new();
        let mut writer = target.writer(&data.source);
        let written = writer.write_game(&data.game, &mut out);
        let _ = written.map_err(|error| PyValueError::new_err(error.to_string()))?;
        String::from_utf8(out).map_err(|error| PyValueError::new_err(error.to_string()))
    }

    /// Tells a visitor (see :class:`BaseVisitor`) the game, in the order of the text, and returns its ``result()``.
    fn accept<'py>(
        slf: PyRef<'py, Self>,
        visitor: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        convert::visit::accept(data(&slf), visitor)
    }

    fn __str__(slf: PyRef<'_, Self>) -> String {
        data(&slf).game.source().decode().trim_end().to_owned()
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        let data = data(&slf);
        let player = |names: &[&str]| {
            let named = names.iter().find_map(|name| data.game.tag(name));
            named.unwrap_or_else(|| "?".into()).into_owned()
        };
        let (first, second) = data
            .game
            .info
            .map_or((&[][..], &[][..]), |info| (info.first, info.second));
        format!(
            "<Game {} of {}: {} - {}, {} plies>",
            data.game.summary.ordinal,
            data.source,
            player(first),
            player(second),
            data.game.summary.plies
        )
    }

    fn __reduce__<'py>(slf: PyRef<'py, Self>) -> PyResult<Reduced<'py, (State,)>> {
        let py = slf.py();
        let data = Arc::clone(data(&slf));
        let errors = Game::errors(slf)?;
        reduced(py, "restore_game", (State::of(py, &data, errors),))
    }
}

/// All that a pickled game consists of: bytes and encoding, how they were read, where they stood, and what was found.
#[derive(FromPyObject, IntoPyObject)]
pub struct State(
    Py<PyBytes>,
    String,
    Option<String>,
    (String, bool),
    String,
    (u64, u64, u64),
    Vec<Py<Diagnostic>>,
    (u32, u32),
);

impl State {
    fn of(py: Python<'_>, data: &GameData, errors: Vec<Py<Diagnostic>>) -> State {
        let original = data.game.original();
        let summary = &data.game.summary;
        State(
            PyBytes::new(py, original.as_bytes()).unbind(),
            original.encoding().name().to_owned(),
            data.game.info.map(|info| info.id.to_owned()),
            (
                data.settings.notation.clone(),
                data.settings.strictness == Strictness::Minimal,
            ),
            data.source.to_string(),
            (summary.ordinal, summary.span.start, summary.span.end),
            errors,
            (summary.errors, summary.warnings),
        )
    }
}

/// Makes a pickled game again.
#[pyfunction]
pub fn restore_game(py: Python<'_>, state: State) -> PyResult<Py<Game>> {
    let State(bytes, encoding, variant, (notation, minimal), source, place, kept, counts) = state;
    let settings = Settings::new(
        variant.as_deref(),
        Some(&encoding),
        Some(&notation),
        minimal,
    )?;
    let encoding = settings.encoding;
    let game = read(bytes.as_bytes(py), encoding, &settings)?;
    let settings = Settings {
        variant: None,
        encoding: None,
        ..settings
    };
    let mut data = GameData::new(game, Vec::new(), source.into(), Arc::new(settings));
    data.kept = kept;
    let summary = &mut data.game.summary;
    (summary.ordinal, summary.span) = (place.0, place.1..place.2);
    (summary.errors, summary.warnings) = counts;
    Game::create(py, Arc::new(data))
}

/// Reads one game whose encoding and variant are known.
fn read(
    bytes: &[u8],
    encoding: Option<&'static Encoding>,
    settings: &Settings,
) -> PyResult<CoreGame> {
    let mut game = CoreGame::new();
    let mut scanner = Scanner::<Standard>::new(ScanOptions {
        variant: settings.variant,
        notation: settings.notation.clone().into(),
        strictness: settings.strictness,
        ..ScanOptions::default()
    });
    scanner.begin(0, false);
    let options = ChunkOptions {
        encoding,
        ..ChunkOptions::default()
    };
    let mut chunks = Chunks::new(bytes, options);
    let mut chunk = Chunk::default();
    chunks.next(&mut chunk)?;
    match scanner.game(&chunk, &mut game, &mut ()) {
        Some(_) => Ok(game),
        None => Err(PyValueError::new_err("not a pickled game")),
    }
}

/// The tag pairs of a game.
pub fn pairs(data: &GameData) -> Pairs {
    Pairs::from(data.game.tags())
}
