//! The start of a document's game and its moves, by the rules of a variant.

use super::ConvertError;
use super::to_record::ToRecord;
use crate::core::board::{self, Side, Square};
use crate::core::moves::{Move as Played, MoveKind};
use crate::format::fen;
use crate::format::pcn::Replay;
use crate::format::pcn::document::{Move, Spot, Verb};
use crate::format::pcn::mapping::Table;
use crate::variant::mapping::Family;
use crate::variant::{Position, Variant};

/// The position before the first move, and the value of its tag if it is not the usual one.
pub(super) fn start<V: Variant>(
    task: &ToRecord<'_>,
    table: &mut Table,
    pieces: &[Option<board::Piece>],
    kept: Option<&str>,
) -> Result<(Option<String>, V::Position), ConvertError> {
    let info = const { &V::INFO };
    let unreadable = ConvertError::NotByRules(0, info.name);
    let holds = |position: &V::Position| has_pieces(position, pieces);
    // The side to move is that of the piece that moves first.
    let mut replay = Replay::new(task.board.clone());
    let turn = match task.moves.first() {
        Some(first) => match replay.play(first, &mut Vec::new()) {
            Ok(()) => replay.turn().other(),
            Err(_) => return Err(ConvertError::NotWhole),
        },
        None => Side::First,
    };
    let family = family(table, pieces);
    let set_up = |value: Option<&str>| {
        let setup = value.and_then(|value| Some((*info.setup.first()?, value)));
        let pairs: Vec<_> = family.into_iter().chain(setup).collect();
        fen::start_by::<V>(&pairs).map(|start| start.position)
    };
    if let Some(setup) = kept
        && let Some(position) = set_up(Some(setup))
        && holds(&position)
        && (task.moves.is_empty() || position.turn() == turn)
    {
        return Ok((Some(setup.to_owned()), position));
    }
    if let Some(usual) = set_up(None)
        && holds(&usual)
        && usual.turn() == turn
    {
        return Ok((None, usual));
    }
    let at = |square: Square| pieces.get(square.index()).copied().flatten();
    let setup = (table.mapping.setup)(&at, turn);
    match set_up(Some(&setup)) {
        Some(position) if holds(&position) => Ok((Some(position.describe()), position)),
        _ => Err(unreadable),
    }
}

/// The tag for the game of the variant's family that has these pieces, if it is not the usual one.
pub(super) fn family(table: &Table, pieces: &[Option<board::Piece>]) -> Option<Family> {
    let family = table.mapping.family?;
    family(&|square: Square| pieces.get(square.index()).copied().flatten())
}

/// The moves in the variant's standard notation, several per line.
pub(super) fn line<V: Variant>(
    task: &ToRecord<'_>,
    table: &mut Table,
    start: V::Position,
) -> Result<String, ConvertError> {
    let info = const { &V::INFO };
    let mut text = String::new();
    let mut position = start;
    let mut replay = Replay::new(task.board.clone());
    let mut before = table.pieces(replay.board());
    let mut legal = Vec::new();
    for (index, mv) in task.moves.iter().enumerate() {
        let wrong = ConvertError::NotByRules(index, info.name);
        if replay.play(mv, &mut Vec::new()).is_err() {
            return Err(ConvertError::NotWhole);
        }
        let (Some(was), Some(is)) = (&before, table.pieces(replay.board())) else {
            return Err(wrong);
        };
        let changed: Vec<Square> = (0..)
            .zip(was.iter().zip(&is))
            .filter(|(_, (was, is))| was != is)
            .map(|(square, _)| Square(square))
            .collect();
        let found = match changed.as_slice() {
            [] => passes(mv, table, &position),
            changed => {
                legal.clear();
                position.moves(&mut legal);
                legal.iter().copied().find(|mv| {
                    let touches = changed.contains(&mv.from)
                        || changed.contains(&mv.to)
                        || matches!(mv.kind, MoveKind::Castling(_));
                    touches && leads_to(mv, &position, &is, changed)
                })
            }
        };
        let played = found.ok_or(wrong)?;
        if index > 0 {
            text.push(if index % 16 == 0 { '\n' } else { ' ' });
        }
        V::write(&played, &position, V::Notation::default(), &mut text);
        position.play(&played);
        before = Some(is);
    }
    Ok(text)
}

/// Whether a move leads to these pieces. Only the changes on the board need to be examined, and whether
/// anything else changed.
fn leads_to<P: Position>(
    mv: &Played,
    position: &P,
    pieces: &[Option<board::Piece>],
    changed: &[Square],
) -> bool {
    let mut after = position.clone();
    after.play(mv);
    let right = |square: &Square| after.piece_on(*square) == pieces[square.index()];
    changed.iter().all(right) && has_pieces(&after, pieces)
}

/// Whether a position has these pieces, square by square.
fn has_pieces<P: Position>(position: &P, pieces: &[Option<board::Piece>]) -> bool {
    let mut squares = (0..).zip(pieces);
    squares.all(|(square, piece)| position.piece_on(Square(square)) == *piece)
}

/// The null move, if this is how a side passes: a piece rises and comes down on its square.
fn passes<P: Position>(mv: &Move, table: &Table, position: &P) -> Option<Played> {
    let [rise, fall] = mv.actions() else {
        return None;
    };
    if rise.verb != Verb::Jump || fall.verb != Verb::Land {
        return None;
    }
    let square = (0..table.count())
        .map(Square)
        .find(|square| fall.object == Spot::Cartesian(table.coordinates(*square)))?;
    let piece = position.piece_on(square)?;
    (piece.side == position.turn() && !position.is_check()).then(|| Played {
        kind: MoveKind::Null,
        ..Played::quiet(piece.role, square, square)
    })
}
