//! Plays the moves of a document on its board.
//!
//! No rules of any game are applied (PN-002), only the conditions of each verb.

use super::document::{Action, Move, Spot, Verb, write_coordinates};
use super::{Board, Piece};
use crate::core::board::Side;
use crate::diagnostic::{
    AMBIGUOUS_PIECE, Code, EMPTY_JUMP, IMPOSSIBLE_ACTION, LEFT_IN_THE_AIR, NO_SQUARE, PCN_MOVE,
    PIECE_CASE, STUNNED_PIECE, UNKNOWN_VERB, WRONG_TURN,
};
use indexmap::IndexMap;
use std::borrow::Cow;
use std::collections::HashMap;

/// A board with the pieces in hand, for playing moves.
#[derive(Clone, Debug)]
pub struct Replay {
    board: Board,
    /// For each name on the board, the number of pieces with it and the sum of their squares, which for a
    /// single piece is its square.
    names: HashMap<Piece, (u32, usize)>,
    hands: [IndexMap<Piece, u32>; 2],
    taken: [Vec<Taken>; 2],
    turn: Side,
    air: Option<Hovering>,
    moves: usize,
    actions: usize,
}

/// A captured piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The piece, as it was when it was captured.
    pub piece: Piece,
    /// The piece that captured it.
    pub by: Piece,
    /// The square that the capturing piece came from.
    pub from: usize,
    /// Whether it went to a hand; otherwise it left the game.
    pub kept: bool,
}

/// A piece in the air.
#[derive(Clone, Debug)]
struct Hovering {
    piece: Piece,
    above: usize,
}

/// A remark on an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The kind of remark.
    pub code: &'static Code,
    /// The number of the action in the move, from 0.
    pub action: usize,
    /// The remark as text.
    pub message: Cow<'static, str>,
}

type Failure = (&'static Code, Cow<'static, str>);

impl Replay {
    /// A board on which nothing was played yet.
    pub fn new(board: Board) -> Replay {
        let mut names: HashMap<Piece, (u32, usize)> = HashMap::new();
        for (square, piece) in board.squares().iter().enumerate() {
            if let Some(piece) = piece {
                let known = names.entry(piece.clone()).or_default();
                known.0 += 1;
                known.1 = known.1.wrapping_add(square);
            }
        }
        Replay {
            board,
            names,
            hands: Default::default(),
            taken: Default::default(),
            turn: Side::First,
            air: None,
            moves: 0,
            actions: 0,
        }
    }

    /// The current board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The pieces in a side's hand, with their numbers, in the order of their arrival.
    pub fn hand(&self, side: Side) -> impl Iterator<Item = (&Piece, u32)> {
        let hand = self.hands[side.index()].iter();
        hand.filter(|(_, count)| **count > 0)
            .map(|(piece, count)| (piece, *count))
    }

    /// The pieces that a side has captured.
    pub fn taken(&self, side: Side) -> &[Taken] {
        &self.taken[side.index()]
    }

    /// The side to move: the player of the upper-case pieces begins, then they alternate (PN-100).
    pub fn turn(&self) -> Side {
        self.turn
    }

    /// The number of moves played completely.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The number of actions played.
    pub fn actions(&self) -> usize {
        self.actions
    }

    /// Plays a move. Remarks that do not prevent playing it go to `remarks`.
    ///
    /// # Errors
    ///
    /// If an action cannot be played; those before it were.
    pub fn play(&mut self, mv: &Move, remarks: &mut Vec<Remark>) -> Result<(), Remark> {
        let Move::Actions(actions) = mv else {
            return Err(Remark {
                code: &PCN_MOVE,
                action: 0,
                message: "not a move".into(),
            });
        };
        let mut mover = None;
        for (index, action) in actions.iter().enumerate() {
            let remark = |(code, message)| Remark {
                code,
                action: index,
                message,
            };
            let mut note = |code, message: String| {
                remarks.push(Remark {
                    code,
                    action: index,
                    message: message.into(),
                });
            };
            let piece = self.act(action, &mut note).map_err(remark)?;
            self.actions += 1;
            if index == 0 {
                mover = piece.side();
                if mover.is_some_and(|side| side != self.turn) {
                    note(
                        &WRONG_TURN,
                        format!("{piece} moves, but it is the other side's turn"),
                    );
                }
            }
        }
        if let Some(air) = self.air.take() {
            return Err(Remark {
                code: &LEFT_IN_THE_AIR,
                action: actions.len().saturating_sub(1),
                message: format!("the move ends with {} in the air", air.piece).into(),
            });
        }
        self.turn = mover.unwrap_or(self.turn).other();
        self.moves += 1;
        Ok(())
    }

    /// Plays an action; returns the acting piece, as it was before.
    fn act(
        &mut self,
        action: &Action,
        note: &mut dyn FnMut(&'static Code, String),
    ) -> Result<Piece, Failure> {
        let (piece, promoted) = match action.verb {
            Verb::Drop => self.drop_piece(action)?,
            Verb::Capture | Verb::Remove | Verb::Shift => {
                let from = self.square(&action.subject)?;
                let piece = self.standing(from)?;
                let promoted = action.promotion().unwrap_or(&piece).clone();
                match action.verb {
                    Verb::Shift => {
                        let to = self.free(&action.object)?;
                        self.put(from, None);
                        self.put(to, Some(promoted.clone()));
                    }
                    _ => {
                        let keep = action.verb == Verb::Capture;
                        let to = self.enemy(&action.object, &piece)?;
                        self.put(from, None);
                        self.take(to, &piece, from, keep, promoted.clone())?;
                    }
                }
                (piece, promoted)
            }
            Verb::Jump => self.jump(action, note)?,
            Verb::Land | Verb::Stun => self.come_down(action, note)?,
            Verb::Other(_) => {
                let message = format!("unknown verb {:?}", action.verb.as_str());
                return Err((&UNKNOWN_VERB, message.into()));
            }
        };
        if promoted.side() != piece.side() {
            note(
                &PIECE_CASE,
                format!("{piece} becomes {promoted}, which is not on the same side"),
            );
        }
        Ok(piece)
    }

    fn drop_piece(&mut self, action: &Action) -> Result<(Piece, Piece), Failure> {
        let Spot::Name(piece) = &action.subject else {
            return Err(impossible(format!(
                "{} is a square; expected the name of the dropped piece",
                action.subject
            )));
        };
        let to = self.free(&action.object)?;
        let held = piece.side().and_then(|side| {
            let hand = &mut self.hands[side.index()];
            // The format does not say whether the capturer of a promoted piece holds it as a plain one.
            let names = [piece.clone(), piece.marked()];
            let name = names
                .into_iter()
                .find(|name| hand.get(name).is_some_and(|&count| count > 0))?;
            hand.get_mut(&name)
        });
        match held {
            Some(count) => *count -= 1,
            // Stones come from nowhere (PN-062).
            None if !must_be_held(piece) => {}
            None => return Err(impossible(format!("no {piece} in hand"))),
        }
        let promoted = action.promotion().unwrap_or(piece).clone();
        self.put(to, Some(promoted.clone()));
        Ok((piece.clone(), promoted))
    }

    fn jump(
        &mut self,
        action: &Action,
        note: &mut dyn FnMut(&'static Code, String),
    ) -> Result<(Piece, Piece), Failure> {
        let above = self.place(&action.object)?;
        if self.board.squares()[above].is_none() {
            let message = format!("no piece on {} to jump over", self.shown(above));
            note(&EMPTY_JUMP, message);
        }
        let piece = match self.air.take() {
            Some(air) if self.means(&action.subject, &air)? => air.piece,
            Some(air) => {
                let message = format!("{} is already in the air", air.piece);
                self.air = Some(air);
                return Err(impossible(message));
            }
            None => {
                let from = self.square(&action.subject)?;
                let piece = self.standing(from)?;
                self.put(from, None);
                piece
            }
        };
        let promoted = action.promotion().unwrap_or(&piece).clone();
        self.air = Some(Hovering {
            piece: promoted.clone(),
            above,
        });
        Ok((piece, promoted))
    }

    fn come_down(
        &mut self,
        action: &Action,
        note: &mut dyn FnMut(&'static Code, String),
    ) -> Result<(Piece, Piece), Failure> {
        let Some(air) = self.air.clone() else {
            return Err(impossible("no piece is in the air"));
        };
        if !self.means(&action.subject, &air)? {
            return Err(impossible(format!(
                "{} is in the air, above {}, not {}",
                air.piece,
                self.shown(air.above),
                action.subject
            )));
        }
        let piece = air.piece;
        let promoted = action.promotion().unwrap_or(&piece).clone();
        if action.verb == Verb::Land {
            let to = self.free(&action.object)?;
            self.put(to, Some(promoted.clone()));
        } else {
            let to = self.enemy(&action.object, &piece)?;
            // The format does not say what becomes of the piece (PN-I07).
            let keep = piece.has_hands();
            let taken = self.take(to, &piece, air.above, keep, promoted.clone())?;
            let fate = if keep {
                "goes to hand"
            } else {
                "leaves the game"
            };
            note(
                &STUNNED_PIECE,
                format!("{taken} is stunned; assumed: it {fate}"),
            );
        }
        self.air = None;
        Ok((piece, promoted))
    }

    /// Whether a subject is the piece in the air: by its name, or by the square that it is above (PN-072).
    fn means(&self, subject: &Spot, air: &Hovering) -> Result<bool, Failure> {
        match subject {
            Spot::Name(name) => Ok(*name == air.piece),
            square => Ok(self.place(square)? == air.above),
        }
    }

    /// Moves the capturing piece, whose square is already empty, to an enemy's square. Returns the piece there.
    fn take(
        &mut self,
        to: usize,
        by: &Piece,
        from: usize,
        keep: bool,
        becomes: Piece,
    ) -> Result<Piece, Failure> {
        let Some(side) = by.side() else {
            return Err(impossible(format!("{by} belongs to neither side")));
        };
        let Some(piece) = self.put(to, Some(becomes)) else {
            return Err(impossible(format!("{} is empty", self.shown(to))));
        };
        if keep {
            *self.hands[side.index()].entry(piece.turned()).or_default() += 1;
        }
        self.taken[side.index()].push(Taken {
            piece: piece.clone(),
            by: by.clone(),
            from,
            kept: keep,
        });
        Ok(piece)
    }

    /// The square of a piece or square, however it is named.
    fn square(&self, spot: &Spot) -> Result<usize, Failure> {
        let Spot::Name(piece) = spot else {
            return self.place(spot);
        };
        match self.names.get(piece) {
            Some(&(1, square)) => Ok(square),
            None | Some((0, _)) => Err(impossible(format!("no {piece} is on the board"))),
            Some(&(count, _)) => Err((&AMBIGUOUS_PIECE, self.ambiguous(piece, count).into())),
        }
    }

    fn ambiguous(&self, piece: &Piece, count: u32) -> String {
        let squares = self.board.squares().iter().enumerate();
        let squares = squares.filter(|(_, other)| other.as_ref() == Some(piece));
        let mut places: Vec<String> = squares.take(8).map(|(at, _)| self.shown(at)).collect();
        if count as usize > places.len() {
            places.push("…".to_owned());
        }
        format!(
            "{count} pieces are called {piece}: on {}",
            places.join(", ")
        )
    }

    /// The square with these coordinates or this index.
    fn place(&self, spot: &Spot) -> Result<usize, Failure> {
        let (square, wanted) = match spot {
            Spot::Cartesian(coordinates) => {
                if coordinates.len() != self.board.dimensions() {
                    let message = format!(
                        "{spot} has {} coordinates on a board of {} dimensions",
                        coordinates.len(),
                        self.board.dimensions()
                    );
                    return Err((&NO_SQUARE, message.into()));
                }
                (self.board.flat(coordinates), "lies outside the board")
            }
            Spot::Flat(index) => {
                let square = usize::try_from(*index).ok();
                let square = square.filter(|square| *square < self.board.squares().len());
                (square, "is not an index of the board")
            }
            Spot::Name(piece) => {
                let message = format!("{piece} is a piece; expected a square");
                return Err((&NO_SQUARE, message.into()));
            }
        };
        square.ok_or_else(|| (&NO_SQUARE, format!("{spot} {wanted}").into()))
    }

    fn standing(&self, square: usize) -> Result<Piece, Failure> {
        match self.board.piece(square) {
            Some(piece) => Ok(piece.clone()),
            None => Err(impossible(format!("{} is empty", self.shown(square)))),
        }
    }

    fn free(&self, object: &Spot) -> Result<usize, Failure> {
        let square = self.place(object)?;
        match self.board.piece(square) {
            None => Ok(square),
            Some(piece) => Err(impossible(format!("{piece} is on {}", self.shown(square)))),
        }
    }

    /// A square with a piece of the other side.
    fn enemy(&self, object: &Spot, piece: &Piece) -> Result<usize, Failure> {
        let square = self.square(object)?;
        let other = self.standing(square)?;
        match (piece.side(), other.side()) {
            (Some(own), Some(other)) if own != other => Ok(square),
            (Some(_), Some(_)) => Err(impossible(format!(
                "{other} on {} is on the same side as {piece}",
                self.shown(square)
            ))),
            (None, _) => Err(impossible(format!("the side of {piece} is unclear"))),
            (_, None) => Err(impossible(format!("the side of {other} is unclear"))),
        }
    }

    fn put(&mut self, square: usize, piece: Option<Piece>) -> Option<Piece> {
        if let Some(piece) = &piece {
            let known = self.names.entry(piece.clone()).or_default();
            known.0 += 1;
            known.1 = known.1.wrapping_add(square);
        }
        let before = self.board.set(square, piece);
        if let Some(known) = before.as_ref().and_then(|piece| self.names.get_mut(piece)) {
            known.0 -= 1;
            known.1 = known.1.wrapping_sub(square);
        }
        before
    }

    fn shown(&self, square: usize) -> String {
        let mut text = String::new();
        let _ = write_coordinates(&self.board.coordinates(square), &mut text);
        text
    }
}

/// Whether a dropped piece must come from a hand. This is known only of the styles that the specification
/// lists, and of all kinds of Shogi.
fn must_be_held(piece: &Piece) -> bool {
    let style = piece.style();
    piece.has_hands()
        || super::piece::STYLES
            .iter()
            .any(|known| known.id.eq_ignore_ascii_case(style))
}

fn impossible(message: impl Into<Cow<'static, str>>) -> Failure {
    (&IMPOSSIBLE_ACTION, message.into())
}
