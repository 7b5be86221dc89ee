//! Moves as actions on a board.

use crate::core::board::{self, Square};
use crate::core::moves::{Move, MoveKind};
use crate::format::pcn::Piece;
use crate::format::pcn::document::{Action, Spot, Verb};
use crate::format::pcn::mapping::Table;
use crate::variant::Position;
use std::cmp::Reverse;

/// The actions of a move.
pub(super) fn actions<P: Position>(table: &Table, mv: &Move, before: &P, after: &P) -> Vec<Action> {
    let became = |square: Square| {
        let piece = after.piece_on(square)?;
        (piece.role != mv.piece).then(|| table.name(piece))
    };
    match mv.kind {
        MoveKind::Castling(_) => relocate(table, before, after),
        MoveKind::EnPassant { victim } if victim != mv.to => vec![
            act(table, mv.from, Verb::Remove, victim),
            act(table, victim, Verb::Shift, mv.to).promoting(became(mv.to)),
        ],
        MoveKind::InPlace => in_place(table, mv.from, became(mv.from)),
        MoveKind::Null => {
            let own = |square: &Square| {
                let piece = before.piece_on(*square);
                piece.is_some_and(|piece| piece.side == before.turn())
            };
            let any = || (0..table.count()).map(Square).find(own);
            let square = Some(mv.from).filter(own).or_else(any).unwrap_or(mv.from);
            in_place(table, square, None)
        }
        _ => {
            let verb = match before.piece_on(mv.to) {
                Some(_) => Verb::Remove,
                None => Verb::Shift,
            };
            vec![act(table, mv.from, verb, mv.to).promoting(became(mv.to))]
        }
    }
}

fn act(table: &Table, from: Square, verb: Verb, to: Square) -> Action {
    let spot = |square| Spot::Cartesian(table.coordinates(square));
    Action::new(spot(from), verb, spot(to))
}

/// A piece rises and comes down on its square, possibly as another piece.
fn in_place(table: &Table, square: Square, becomes: Option<Piece>) -> Vec<Action> {
    vec![
        act(table, square, Verb::Jump, square),
        act(table, square, Verb::Land, square).promoting(becomes),
    ]
}

/// The actions by which several pieces of one side move at once: first the piece that is the only one of its
/// kind (the king), unless another is in its way.
fn relocate<P: Position>(table: &Table, before: &P, after: &P) -> Vec<Action> {
    let squares = (0..table.count()).map(Square);
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for square in squares {
        let (was, is) = (before.piece_on(square), after.piece_on(square));
        if was != is {
            gone.extend(was.map(|piece| (piece, square)));
            come.extend(is.map(|piece| (piece, square)));
        }
    }
    // The origin and target of each; pieces of the same kind are interchangeable.
    let mut ways: Vec<(Square, Square)> = Vec::new();
    let alone = |piece: &board::Piece| gone.iter().filter(|(other, _)| other == piece).count() == 1;
    let mut order: Vec<&(board::Piece, Square)> = gone.iter().collect();
    order.sort_by_key(|(piece, _)| (!alone(piece), Reverse(piece.role)));
    for (piece, from) in order {
        if let Some(at) = come.iter().position(|(other, _)| other == piece) {
            ways.push((*from, come.remove(at).1));
        }
    }
    let mut empty: Vec<bool> = (0..table.count())
        .map(|square| before.piece_on(Square(square)).is_none())
        .collect();
    let mut actions = Vec::new();
    let mut landing = None;
    while !ways.is_empty() {
        match ways.iter().position(|(_, to)| empty[to.index()]) {
            Some(next) => {
                let (from, to) = ways.remove(next);
                actions.push(act(table, from, Verb::Shift, to));
                empty[from.index()] = true;
                empty[to.index()] = false;
            }
            None => {
                // All are in each other's way: one rises. There is no second such ring of pieces.
                let (from, to) = ways.remove(0);
                actions.push(act(table, from, Verb::Jump, to));
                empty[from.index()] = true;
                landing = Some(to);
            }
        }
    }
    actions.extend(landing.map(|to| act(table, to, Verb::Land, to)));
    actions
}
