//! The class `Node`, and walking the tree as python-chess has it: what may follow a position are its children.

use crate::game::{self, Game, GameData};
use crate::moves::Move;
use crate::pickle::{Reduced, reduced};
use crate::picture::{self, Drawing};
use crate::position::{Position, Setup};
use movetext::commands::{Meaning, Value, pieces};
use movetext::game::{NodeId, RemarkKind};
use movetext::{Game as CoreGame, Side};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use std::sync::Arc;

/// Whether a node is the head of a variation, which has no move of its own.
fn is_head(game: &CoreGame, node: NodeId) -> bool {
    node != NodeId::ROOT && !game.is_move(node)
}

/// The node whose position is that before a node's move; none for the root.
pub fn before(game: &CoreGame, node: NodeId) -> Option<NodeId> {
    let mut at = game.parent(node)?;
    while is_head(game, at) {
        let replaced = game.parent(at)?;
        at = if game.is_move(replaced) {
            game.parent(replaced)?
        } else {
            replaced
        };
    }
    Some(at)
}

/// The nodes that may follow a node, the one of its own line first; variations inside of variations that replace the
/// same move are on a par with these.
fn children(game: &CoreGame, node: NodeId) -> Vec<NodeId> {
    let mut children = Vec::new();
    let mut heads: Vec<NodeId> = Vec::new();
    let add = |heads: &mut Vec<NodeId>, of: NodeId| {
        let begin = heads.len();
        heads.extend(game.variations(of));
        heads[begin..].reverse();
    };
    let first = game.next(node);
    children.extend(first);
    if let Some(first) = first {
        add(&mut heads, first);
    }
    if !game.is_move(node) {
        add(&mut heads, node);
    }
    while let Some(head) = heads.pop() {
        let first = game.next(head);
        children.extend(first);
        if let Some(first) = first {
            add(&mut heads, first);
        }
        add(&mut heads, head);
    }
    children
}

/// The moves of a line from a node on, up to the first one that could not be played.
fn moves(game: &CoreGame, head: NodeId, mut side: Side) -> Vec<Move> {
    let Some(info) = game.info else {
        return Vec::new();
    };
    let played = game.line(head).map_while(|node| game.mv(node));
    played
        .map(|mv| {
            let made = Move { mv, info, side };
            side = side.other();
            made
        })
        .collect()
}

/// How many moves lead to a node.
fn plies(game: &CoreGame, node: NodeId) -> usize {
    let line = std::iter::successors(Some(node), |node| before(game, *node));
    line.filter(|node| game.is_move(*node)).count()
}

/// A move of a game, with what is written about it. The :class:`Game` itself is the root: the node before the first
/// move.
///
/// >>> import movetext
/// >>> game = next(movetext.open(b"1. e4 {best} $1 e5 (1... c5 {sharp} 2. Nf3) *"))
/// >>> e4 = game.next()
/// >>> e4.san(), e4.move, e4.comment, e4.nags
/// ('e4', Move('e2e4'), 'best', [1])
/// >>> [child.text for child in e4.variations]
/// ['e5', 'c5']
/// >>> [node.text for node in e4.variation(1).mainline()]
/// ['Nf3']
#[pyclass(module = "movetext", frozen, subclass)]
pub struct Node {
    pub data: Arc<GameData>,
    pub id: NodeId,
    /// How many moves lead to it.
    ply: usize,
}

impl Node {
    fn game_tree(&self) -> &CoreGame {
        &self.data.game
    }

    /// The root of a game.
    pub fn root(data: Arc<GameData>) -> Node {
        Node {
            data,
            id: NodeId::ROOT,
            ply: 0,
        }
    }

    /// Another node of the game, to which so many moves lead.
    fn other(&self, py: Python<'_>, id: NodeId, ply: usize) -> PyResult<Py<Node>> {
        let data = Arc::clone(&self.data);
        match id {
            NodeId::ROOT => Ok(Game::create(py, data)?.into_bound(py).into_super().unbind()),
            _ => Py::new(py, Node { data, id, ply }),
        }
    }

    /// The side to move after the node.
    fn side_after(&self) -> Side {
        let first = self.game_tree().first_to_move.unwrap_or(Side::First);
        if self.ply.is_multiple_of(2) {
            first
        } else {
            first.other()
        }
    }

    fn comments_of(&self, id: NodeId) -> Vec<String> {
        let remarks = self.game_tree().remarks(id);
        remarks
            .filter(|(kind, _)| matches!(kind, RemarkKind::Comment(_)))
            .map(|(_, text)| text.into_owned())
            .collect()
    }

    /// What the first command of a sort in the comments says.
    fn command<T>(&self, want: impl Fn(Meaning<'_>) -> Option<T>) -> Option<T> {
        self.comments_of(self.id).iter().find_map(|comment| {
            let commands = pieces(comment).filter_map(|piece| piece.command());
            commands
                .filter_map(|command| command.decode())
                .find_map(&want)
        })
    }

    /// The head of the variation that the node begins.
    fn head(&self) -> Option<NodeId> {
        let parent = self.game_tree().parent(self.id)?;
        is_head(self.game_tree(), parent).then_some(parent)
    }
}

fn joined(comments: &[String]) -> String {
    let comments = comments.iter().map(|comment| comment.trim());
    let comments: Vec<&str> = comments.filter(|comment| !comment.is_empty()).collect();
    comments.join("\n")
}

#[pymethods]
impl Node {
    /// The move; None for the game itself, and for a word that could not be played.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        let game = self.game_tree();
        let (mv, info) = game.mv(self.id).zip(game.info)?;
        let side = self.side_after().other();
        Some(Move { mv, info, side })
    }

    /// The move as written; empty for the game itself.
    #[getter]
    fn text(&self) -> String {
        self.game_tree().text(self.id).into_owned()
    }

    /// Where :attr:`text` stands in :attr:`Game.raw`: the offsets of the first byte and of the one behind the last. In
    /// encodings in which ASCII is not itself (UTF-16, GB18030, Big5): in that text as UTF-8.
    #[getter]
    fn text_range(&self) -> (usize, usize) {
        let span = self.game_tree().span(self.id);
        (span.start, span.end)
    }

    /// The move in the standard notation of the variant (SAN, Chinese, CTL-AN), or in another; see
    /// :meth:`Position.write`.
    ///
    /// Raises ``ValueError`` if there is no move, it could not be played, or the variant has no such notation.
    #[pyo3(signature = (notation=""))]
    fn san(&self, notation: &str) -> PyResult<String> {
        let game = self.game_tree();
        let written = game.mv(self.id).and_then(|mv| {
            let board = self.data.position(before(game, self.id)?)?;
            Some((board.write(&mv, notation), board))
        });
        let (text, board) =
            written.ok_or_else(|| PyValueError::new_err("no move that was played"))?;
        text.ok_or_else(|| crate::board::no_notation(board.info(), notation))
    }

    /// The position after the move; of the game itself the start position.
    ///
    /// Raises ``ValueError`` if a move on the way could not be played, or the game was not replayed.
    fn board(&self) -> PyResult<Position> {
        let board = self.data.position(self.id);
        let board = board.ok_or_else(|| {
            PyValueError::new_err(
                "no position: a move before could not be played, or the game was not replayed",
            )
        })?;
        Ok(Position::new(board, Setup::Game(Arc::clone(&self.data))))
    }

    /// The same as :meth:`board`.
    fn position(&self) -> PyResult<Position> {
        self.board()
    }

    /// The position after the move, as FEN or PDTL; see :meth:`board`.
    fn fen(&self) -> PyResult<String> {
        self.board().map(|position| position.fen())
    }

    /// The comments on the move, one a line, without blanks around them; of the game itself those before its first
    /// move.
    #[getter]
    fn comment(&self) -> String {
        joined(&self.comments_of(self.id))
    }

    /// The comments on the move as written.
    #[getter]
    fn comments(&self) -> Vec<String> {
        self.comments_of(self.id)
    }

    /// The comments before the first move of a variation.
    #[getter]
    fn starting_comment(&self) -> String {
        self.head()
            .map_or_else(String::new, |head| joined(&self.comments_of(head)))
    }

    /// The numeric annotation glyphs, in the order of the text; ``!?`` and the like are 1 to 6.
    #[getter]
    fn nags(&self) -> Vec<u16> {
        // Bytes would become an object of their own in Python.
        let remarks = self.game_tree().remarks(self.id);
        remarks
            .filter_map(|(kind, _)| match kind {
                RemarkKind::Nag(nag) => Some(nag.into()),
                _ => None,
            })
            .collect()
    }

    /// Whether the mover offers a draw.
    #[getter]
    fn draw_offer(&self) -> bool {
        let mut remarks = self.game_tree().remarks(self.id);
        remarks.any(|(kind, _)| kind == RemarkKind::DrawOffer)
    }

    /// Text beside the move that was not understood; a diagnostic says so.
    #[getter]
    fn unrecognized(&self) -> Vec<String> {
        let remarks = self.game_tree().remarks(self.id);
        remarks
            .filter(|(kind, _)| *kind == RemarkKind::Unrecognized)
            .map(|(_, text)| text.into_owned())
            .collect()
    }

    /// What may follow: the next node of the line, then the first nodes of the variations that replace it.
    #[getter]
    fn variations(&self, py: Python<'_>) -> PyResult<Vec<Py<Node>>> {
        let children = children(self.game_tree(), self.id).into_iter();
        children
            .map(|id| self.other(py, id, self.ply + 1))
            .collect()
    }

    /// One of :attr:`variations`, 0 being that of the line itself.
    ///
    /// Raises ``IndexError`` if there are not so many.
    fn variation(&self, py: Python<'_>, index: usize) -> PyResult<Py<Node>> {
        let children = children(self.game_tree(), self.id);
        let child = children.get(index);
        let child = child.ok_or_else(|| PyIndexError::new_err("no such variation"))?;
        self.other(py, *child, self.ply + 1)
    }

    /// The next node of the line; None at its end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<Py<Node>>> {
        let next = self.game_tree().next(self.id);
        next.map(|id| self.other(py, id, self.ply + 1)).transpose()
    }

    /// The node before; None for the game itself.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<Py<Node>>> {
        let parent = before(self.game_tree(), self.id);
        let ply = self.ply.saturating_sub(1);
        parent.map(|id| self.other(py, id, ply)).transpose()
    }

    /// The game.
    fn game(&self, py: Python<'_>) -> PyResult<Py<Game>> {
        Game::create(py, Arc::clone(&self.data))
    }

    /// The nodes that follow in the line, this one excluded.
    fn mainline(&self, py: Python<'_>) -> PyResult<Vec<Py<Node>>> {
        let line = self.game_tree().line(self.id).zip(self.ply + 1..);
        line.map(|(id, ply)| self.other(py, id, ply)).collect()
    }

    /// The moves that follow in the line, up to the first one that could not be played.
    fn mainline_moves(&self) -> Vec<Move> {
        moves(self.game_tree(), self.id, self.side_after())
    }

    /// The last node of the line.
    fn end(&self, py: Python<'_>) -> PyResult<Py<Node>> {
        let last = self.game_tree().line(self.id).zip(self.ply + 1..).last();
        let (id, ply) = last.unwrap_or((self.id, self.ply));
        self.other(py, id, ply)
    }

    /// Whether nothing follows in the line.
    fn is_end(&self) -> bool {
        self.game_tree().next(self.id).is_none()
    }

    /// Whether the node is in the main line of the game.
    fn is_mainline(&self) -> bool {
        let game = self.game_tree();
        let mut line = std::iter::successors(Some(self.id), |node| game.parent(*node));
        line.all(|node| !is_head(game, node))
    }

    /// Whether the node is the first of a variation.
    fn starts_variation(&self) -> bool {
        self.head().is_some()
    }

    /// How many plies (half moves) of the game lead here.
    fn ply(&self) -> usize {
        self.ply
    }

    /// Whether the first player (White, Red) is to move after this node.
    fn turn(&self) -> bool {
        self.side_after() == Side::First
    }

    /// The time left on the mover's clock in seconds, by ``[%clk ...]`` in a comment; None if there is none.
    ///
    /// >>> import movetext
    /// >>> next(movetext.open(b"1. e4 {[%clk 1:30:00.5]} *")).next().clock()
    /// 5400.5
    fn clock(&self) -> Option<f64> {
        self.command(|meaning| match meaning {
            Meaning::Clock(clock) => Some(seconds(&clock)),
            _ => None,
        })
    }

    /// The time that the move took in seconds, by ``[%emt ...]`` in a comment; None if there is none.
    fn emt(&self) -> Option<f64> {
        self.command(|meaning| match meaning {
            Meaning::MoveTime(clock) => Some(seconds(&clock)),
            _ => None,
        })
    }

    /// The evaluation by ``[%eval ...]`` in a comment: centipawns, moves to mate (one of the two is None) and the
    /// depth, if given. Positive numbers are good for the first player. None if there is no evaluation.
    ///
    /// >>> import movetext
    /// >>> next(movetext.open(b"1. e4 {[%eval 0.17,20]} *")).next().eval()
    /// (17, None, 20)
    fn eval(&self) -> Option<(Option<i32>, Option<i32>, Option<u32>)> {
        self.command(|meaning| match meaning {
            Meaning::Eval(eval) => Some(match eval.value {
                Value::Centipawns(value) => (Some(value), None, eval.depth),
                Value::Mate(moves) => (None, Some(moves), eval.depth),
            }),
            _ => None,
        })
    }

    /// Arrows and squares that are coloured, by ``[%cal ...]`` and ``[%csl ...]`` in a comment: a letter for the colour,
    /// and both squares, which are the same for a square.
    fn arrows(&self) -> Vec<(char, String, String)> {
        let mut arrows = Vec::new();
        for comment in self.comments_of(self.id) {
            let commands = pieces(&comment).filter_map(|piece| piece.command());
            for meaning in commands.filter_map(|command| command.decode()) {
                let arrow = |(colour, from, to): (char, &str, &str)| {
                    (colour, from.to_owned(), to.to_owned())
                };
                match meaning {
                    Meaning::Squares(squares) => {
                        arrows.extend(squares.iter().map(|(colour, at)| arrow((colour, at, at))));
                    }
                    Meaning::Arrows(all) => arrows.extend(all.iter().map(arrow)),
                    _ => {}
                }
            }
        }
        arrows
    }

    /// The board as an SVG picture of its own; ``width`` in pixels, from 16 to 16384. ``theme`` is ``light`` or ``dark``,
    /// ``flip`` puts the second player at the bottom, ``pieces`` is a set of pieces such as ``staunton``,
    /// ``traditional``, ``western`` or ``letters``, as the variant has them. The move is marked, and what ``[%csl ...]``
    /// and ``[%cal ...]`` in its comments ask for.
    ///
    /// Raises ``ValueError`` for a theme or set that is not known or if there is no position; see :meth:`board`.
    ///
    /// >>> import movetext
    /// >>> game = next(movetext.open(b"1. e4 {[%cal Gd2d4]} *"))
    /// >>> game.end().svg().count("</svg>")
    /// 1
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
        drawing.svg(picture::diagram(&self.data, self.id)?)
    }

    /// The board beside the line and what is said of the move, for notebooks.
    fn _repr_html_(&self) -> String {
        let comment = joined(&self.comments_of(self.id));
        picture::html(&self.data, self.id, &comment)
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<Node>() else {
            return false;
        };
        let other = other.get();
        self.id == other.id
            && (Arc::ptr_eq(&self.data, &other.data) || self.data.is_same(&other.data))
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        game::bytes(&self.data.game.original()).hash(&mut hasher);
        self.id.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("<Node {} {:?}>", self.ply(), self.text())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Py<Game>, usize)>> {
        let index = self.data.game.nodes().position(|node| node == self.id);
        reduced(
            py,
            "restore_node",
            (self.game(py)?, index.unwrap_or_default()),
        )
    }
}

fn seconds(clock: &movetext::commands::Clock) -> f64 {
    let seconds = clock.time().as_secs_f64();
    if clock.is_negative() {
        -seconds
    } else {
        seconds
    }
}

/// Makes a pickled node again.
#[pyfunction]
pub fn restore_node(game: &Bound<'_, Game>, index: usize) -> PyResult<Py<Node>> {
    let node = game.as_super().get();
    let id = node.data.game.nodes().nth(index);
    let id = id.ok_or_else(|| PyValueError::new_err("not a pickled node"))?;
    node.other(game.py(), id, plies(&node.data.game, id))
}
