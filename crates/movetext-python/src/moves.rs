//! The class `Move`.

use crate::pickle::{Reduced, reduced};
use movetext::board::Role;
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use movetext::{Move as CoreMove, MoveKind, Side, Square, VariantInfo};
use pyo3::basic::CompareOp;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::hash::{DefaultHasher, Hash, Hasher};

/// A move that was resolved on a board: which piece went where, and what came of it.
///
/// It is complete without the position. Squares have the names of the variant's coordinates: ``e4`` in chess,
/// ``e0`` to ``e9`` in Xiangqi, ``E7`` in C'escacs.
///
/// >>> import movetext
/// >>> move = movetext.Position().parse_san("Nf3")
/// >>> move
/// Move('g1f3')
/// >>> move.piece, move.from_square, move.to_square, move.captured
/// ('knight', 'g1', 'f3', None)
#[pyclass(module = "movetext", frozen, from_py_object)]
#[derive(Clone, Copy)]
pub struct Move {
    pub mv: CoreMove,
    pub info: &'static VariantInfo,
    pub side: Side,
}

impl Move {
    fn role(&self, role: Option<Role>) -> Option<&'static str> {
        let role = self.info.roles.get(role?.index())?;
        Some(role.name)
    }
}

/// The words for the kinds of move.
fn kind(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Normal => "normal",
        MoveKind::EnPassant { .. } => "en_passant",
        MoveKind::Scornful => "scornful",
        MoveKind::Castling(_) => "castling",
        MoveKind::Await => "awaits_promotion",
        MoveKind::InPlace => "promotion_in_place",
        MoveKind::Null => "null",
    }
}

/// Appends a move by its coordinates: both squares, and the letter of what a pawn became.
pub fn coordinates(mv: &CoreMove, info: &VariantInfo, out: &mut String) {
    if mv.kind == MoveKind::Null {
        out.push_str("0000");
        return;
    }
    out.push_str(info.square_name(mv.from).as_str());
    out.push_str(info.square_name(mv.to).as_str());
    if let Some(role) = mv.promotion.and_then(|role| info.roles.get(role.index())) {
        out.extend(role.letter.to_lowercase());
    }
}

#[pymethods]
#[expect(
    clippy::wrong_self_convention,
    reason = "the names are those of python-chess"
)]
impl Move {
    /// The id of the variant.
    ///
    /// >>> import movetext
    /// >>> movetext.Position().parse_san("e4").variant
    /// 'chess'
    #[getter]
    fn variant(&self) -> &'static str {
        self.info.id
    }

    /// The square that the piece came from. For a castling: the king's.
    #[getter]
    fn from_square(&self) -> String {
        self.info.square_name(self.mv.from).as_str().to_owned()
    }

    /// The square that it went to. For a castling: where the king ends.
    #[getter]
    fn to_square(&self) -> String {
        self.info.square_name(self.mv.to).as_str().to_owned()
    }

    /// What moved, before any promotion: ``pawn``, ``knight`` and so on.
    #[getter]
    fn piece(&self) -> Option<&'static str> {
        self.role(Some(self.mv.piece))
    }

    /// What was captured, if anything was.
    #[getter]
    fn captured(&self) -> Option<&'static str> {
        self.role(self.mv.captured)
    }

    /// What a pawn became, if it was promoted.
    #[getter]
    fn promotion(&self) -> Option<&'static str> {
        self.role(self.mv.promotion)
    }

    /// The sort of move: ``normal``, ``en_passant``, ``castling``, ``null``; in C'escacs also ``scornful``,
    /// ``awaits_promotion`` and ``promotion_in_place``.
    #[getter]
    fn kind(&self) -> &'static str {
        kind(self.mv.kind)
    }

    /// Whether the first player (White, Red) made it.
    #[getter]
    fn turn(&self) -> bool {
        self.side == Side::First
    }

    /// The move by its coordinates: both squares, and the letter of what a pawn became. In chess that is UCI, but for
    /// castlings of Chess960, where :meth:`Position.uci` has the form that engines expect.
    ///
    /// >>> import movetext
    /// >>> movetext.Position("7k/P7/8/8/8/8/8/K7 w - - 0 1").parse_san("a8=Q+").uci()
    /// 'a7a8q'
    pub fn uci(&self) -> String {
        let mut out = String::new();
        coordinates(&self.mv, self.info, &mut out);
        out
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}')", self.uci())
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Move>() else {
            return Ok(py.NotImplemented());
        };
        let other = other.get();
        let same = self.mv == other.mv && self.info.id == other.info.id;
        Ok(match op {
            CompareOp::Eq => same.into_pyobject(py)?.to_owned().into_any().unbind(),
            CompareOp::Ne => (!same).into_pyobject(py)?.to_owned().into_any().unbind(),
            _ => py.NotImplemented(),
        })
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.mv, self.info.id).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<Reduced<'py, (&'static str, bool, Fields)>> {
        let arguments = (self.info.id, self.turn(), fields(&self.mv));
        reduced(py, "restore_move", arguments)
    }
}

/// A move as numbers: squares, pieces, and the kind with what belongs to it.
pub type Fields = (u8, u8, u8, Option<u8>, Option<u8>, u8, u8);

fn fields(mv: &CoreMove) -> Fields {
    let (kind, detail) = match mv.kind {
        MoveKind::Normal => (0, 0),
        MoveKind::EnPassant { victim } => (1, victim.0),
        MoveKind::Scornful => (2, 0),
        MoveKind::Castling(index) => (3, index),
        MoveKind::Await => (4, 0),
        MoveKind::InPlace => (5, 0),
        MoveKind::Null => (6, 0),
    };
    let role = |role: Role| role.get();
    let (captured, promotion) = (mv.captured.map(role), mv.promotion.map(role));
    (
        mv.from.0,
        mv.to.0,
        role(mv.piece),
        captured,
        promotion,
        kind,
        detail,
    )
}

/// Makes a pickled move again.
#[pyfunction]
pub fn restore_move(variant: &str, turn: bool, fields: Fields) -> PyResult<Move> {
    let info = Standard::VARIANTS[crate::text::variant(variant)?];
    let (from, to, piece, captured, promotion, kind, detail) = fields;
    let broken = || PyValueError::new_err("not a pickled move");
    let square = |index: u8| {
        let inside = index < info.geometry.squares;
        inside.then_some(Square(index)).ok_or_else(broken)
    };
    let role = |index: u8| {
        let role = Role::from_index(index);
        role.filter(|role| role.index() < info.roles.len())
            .ok_or_else(broken)
    };
    let mv = CoreMove {
        from: square(from)?,
        to: square(to)?,
        piece: role(piece)?,
        captured: captured.map(role).transpose()?,
        promotion: promotion.map(role).transpose()?,
        kind: match kind {
            0 => MoveKind::Normal,
            1 => MoveKind::EnPassant {
                victim: square(detail)?,
            },
            2 => MoveKind::Scornful,
            3 if usize::from(detail) < info.castlings.len() => MoveKind::Castling(detail),
            4 => MoveKind::Await,
            5 => MoveKind::InPlace,
            6 => MoveKind::Null,
            _ => return Err(broken()),
        },
    };
    let side = if turn { Side::First } else { Side::Second };
    Ok(Move { mv, info, side })
}
