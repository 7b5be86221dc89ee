//! Telling a visitor of Python a game.

use crate::board::Board;
use crate::game::GameData;
use crate::moves::Move;
use crate::position::{Position, Setup};
use movetext::game::{Annotation, NodeId, RemarkKind};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use std::sync::Arc;
use std::vec::IntoIter;

/// A line that is being told.
struct Line<'g> {
    /// What stands behind the move told last, or before the first one.
    notes: IntoIter<Annotation<'g>>,
    next: Option<NodeId>,
    /// The positions before and after the move told last; none after one that could not be played.
    before: Option<Box<dyn Board>>,
    after: Option<Box<dyn Board>>,
}

impl<'g> Line<'g> {
    fn new(data: &'g GameData, head: NodeId, start: Option<Box<dyn Board>>) -> Line<'g> {
        Line {
            notes: notes(data, head),
            next: data.game.next(head),
            before: start.as_ref().map(|board| board.copy()),
            after: start,
        }
    }
}

fn notes(data: &GameData, node: NodeId) -> IntoIter<Annotation<'_>> {
    data.game.annotations(node).collect::<Vec<_>>().into_iter()
}

/// The visitor, of whose methods those are called that it has.
struct Visitor<'a, 'py> {
    object: &'a Bound<'py, PyAny>,
    data: &'a Arc<GameData>,
    skip: Bound<'py, PyAny>,
}

impl<'a, 'py> Visitor<'a, 'py> {
    /// Calls a method. True if it wants what follows to be skipped.
    fn call(&self, name: &str, arguments: impl PyCallArgs<'py>) -> PyResult<bool> {
        match self.object.getattr_opt(name)? {
            Some(method) => Ok(method.call1(arguments)?.is(&self.skip)),
            None => Ok(false),
        }
    }

    fn position(&self, board: &dyn Board) -> Position {
        Position::new(board.copy(), Setup::Game(Arc::clone(self.data)))
    }

    /// Tells what is written about a move.
    fn remark(&self, kind: RemarkKind, text: &str) -> PyResult<()> {
        match kind {
            RemarkKind::Comment(_) => self.call("visit_comment", (text,)),
            RemarkKind::Nag(nag) => self.call("visit_nag", (nag,)),
            RemarkKind::DrawOffer => self.call("visit_draw_offer", ()),
            RemarkKind::Outcome(_) => self.call("visit_result", (text,)),
            RemarkKind::Label(number) => self.call("visit_label", (number,)),
            RemarkKind::Unrecognized => self.call("visit_unrecognized", (text,)),
        }
        .map(drop)
    }

    /// Tells the next move of a line.
    fn step(&self, line: &mut Line<'a>, node: NodeId) -> PyResult<()> {
        let game = &self.data.game;
        line.before = line.after.take();
        let played = game.mv(node).zip(line.before.as_ref());
        match played {
            Some((mv, before)) => {
                let (info, side) = (before.info(), before.turn());
                let made = Move { mv, info, side };
                self.call("visit_move", (self.position(&**before), made))?;
                let mut after = before.copy();
                after.play(&mv);
                self.call("visit_board", (self.position(&*after),))?;
                line.after = Some(after);
            }
            None => {
                self.call("visit_unplayed", (game.text(node).into_owned(),))?;
            }
        }
        line.notes = notes(self.data, node);
        line.next = game.next(node);
        Ok(())
    }

    /// Tells all lines, without recursion: variations may be nested as deep as the reader allows.
    fn lines(&self) -> PyResult<()> {
        let mut open = vec![Line::new(self.data, NodeId::ROOT, self.data.start())];
        while let Some(line) = open.last_mut() {
            match (line.notes.next(), line.next) {
                (Some(Annotation::Remark { kind, text, .. }), _) => self.remark(kind, &text)?,
                (Some(Annotation::Variation(head)), _) => {
                    if !self.call("begin_variation", ())? {
                        let start = line.before.as_ref().map(|board| board.copy());
                        open.push(Line::new(self.data, head, start));
                    }
                }
                (None, Some(node)) => self.step(line, node)?,
                (None, None) => {
                    open.pop();
                    if !open.is_empty() {
                        self.call("end_variation", ())?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Tells a visitor the game, and returns its result.
pub fn accept<'py>(
    data: &Arc<GameData>,
    visitor: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let py = visitor.py();
    let visitor = Visitor {
        object: visitor,
        data,
        skip: py.import("movetext._visitor")?.getattr("SKIP")?,
    };
    visitor.call("begin_game", ())?;
    visitor.call("begin_headers", ())?;
    for tag in data.game.tags().iter() {
        visitor.call("visit_header", (tag.name(), tag.value()))?;
    }
    if !visitor.call("end_headers", ())? {
        visitor.lines()?;
        if let Some(result) = data.game.result() {
            visitor.call("visit_result", (result,))?;
        }
    }
    visitor.call("end_game", ())?;
    match visitor.object.getattr_opt("result")? {
        Some(result) => result.call0(),
        None => Ok(py.None().into_bound(py)),
    }
}
