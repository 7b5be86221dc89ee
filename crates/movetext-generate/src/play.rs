//! Choosing moves: legal ones that are as frequent as in real games, not good ones.

use crate::dice::{Dice, mix};
use crate::habits::Habits;
use movetext::{Move, MoveKind, Position, Role, Square};
use std::marker::PhantomData;

/// Chooses the moves of games.
pub(crate) struct Player<V> {
    legal: Vec<Move>,
    /// What the opponent could answer.
    replies: Vec<Move>,
    weights: Vec<u32>,
    /// Weights of the moves in the opening, and their indices, the most played one first.
    fame: Vec<(u64, usize)>,
    variant: PhantomData<V>,
}

/// For so many plies the pieces are brought out.
const OPENING: u32 = 24;

/// How a move comes about.
#[derive(Clone, Copy)]
pub(crate) struct Moment {
    /// Stands for all moves so far: games that began alike go on alike.
    pub path: u64,
    /// Whether the players follow what others have played.
    pub book: bool,
    /// How many moves were made before.
    pub ply: u32,
    /// The move before.
    pub last: Option<Move>,
}

impl Moment {
    /// The start of a game.
    pub const START: Moment = Moment {
        path: 0,
        book: true,
        ply: 0,
        last: None,
    };

    /// What the path is after a move.
    pub fn path_after(self, mv: &Move) -> u64 {
        mix(self.path, number(mv))
    }
}

fn number(mv: &Move) -> u64 {
    let promotion = mv.promotion.map_or(0, |role| role.get());
    u64::from_le_bytes([mv.from.0, mv.to.0, promotion, mv.piece.get(), 0, 0, 0, 0])
}

impl<V: Habits> Player<V> {
    pub fn new() -> Player<V> {
        Player {
            legal: Vec::new(),
            replies: Vec::new(),
            weights: Vec::new(),
            fame: Vec::new(),
            variant: PhantomData,
        }
    }

    /// A legal move, if there is one; not `avoid` unless there is no other.
    pub fn choose(
        &mut self,
        position: &V::Position,
        moment: Moment,
        avoid: Option<&Move>,
        dice: &mut Dice,
    ) -> Option<Move> {
        self.legal.clear();
        position.moves(&mut self.legal);
        if let Some(avoid) = avoid
            && self.legal.len() > 1
        {
            self.legal.retain(|mv| mv != avoid);
        }
        if self.legal.is_empty() {
            return None;
        }
        self.weigh(moment);
        let mut mv = self.pick(moment, dice);
        // Players look before they leap, though not always.
        for _ in 0..3 {
            if !self.is_blunder(position, &mv) || dice.permille(100) {
                break;
            }
            mv = self.pick(moment, dice);
        }
        Some(mv)
    }

    fn pick(&mut self, moment: Moment, dice: &mut Dice) -> Move {
        let index = match moment.book {
            true => self.by_fame(moment, dice),
            false => dice.weighted(&self.weights),
        };
        self.legal[index]
    }

    /// Whether the piece can be taken by one that is worth less, for nothing as much.
    fn is_blunder(&mut self, position: &V::Position, mv: &Move) -> bool {
        let risk = value::<V>(Some(mv.piece));
        if risk <= value::<V>(mv.captured).max(1) {
            return false;
        }
        let mut after = position.clone();
        after.play(mv);
        self.replies.clear();
        after.moves(&mut self.replies);
        self.replies.iter().any(|reply| {
            reply.captured.is_some() && reply.to == mv.to && value::<V>(Some(reply.piece)) < risk
        })
    }

    /// The pieces of each role together move as often as their habit is, however many moves they have.
    fn weigh(&mut self, moment: Moment) {
        let mut moves = [0u32; 256];
        for mv in &self.legal {
            moves[usize::from(mv.piece.get())] += 1;
        }
        let habits = match moment.ply {
            0..OPENING => V::OPENING,
            _ => V::LATER,
        };
        self.weights.clear();
        self.weights.extend(self.legal.iter().map(|mv| {
            let habit = habits.get(mv.piece.index()).unwrap_or(&10);
            let moves = moves[usize::from(mv.piece.get())];
            // In known openings pieces with few moves are not preferred as much.
            let rivals = if moment.book { (moves + 16) / 2 } else { moves };
            let share = habit * 64 / rivals;
            share.max(1) * merit::<V>(mv, moment.last)
        }));
    }

    /// In known openings the most played first move is played in half of all games, the next in a
    /// quarter; later in three of four, the next in three of sixteen.
    fn by_fame(&mut self, moment: Moment, dice: &mut Dice) -> usize {
        self.fame.clear();
        let moves = self.legal.iter().zip(&self.weights).enumerate();
        self.fame.extend(moves.map(|(index, (mv, &weight))| {
            let fashion = mix(moment.path, number(mv)) % 16 + 1;
            (u64::from(weight) * fashion, index)
        }));
        let sharpness = if moment.ply == 0 { 1 } else { 2 };
        let rank = dice.halving() / sharpness % self.fame.len();
        let (_, &mut (_, index), _) = self.fame.select_nth_unstable_by(rank, |a, b| b.cmp(a));
        index
    }
}

/// What a piece is worth; no piece is worth nothing.
fn value<V: Habits>(role: Option<Role>) -> u32 {
    role.map_or(0, |role| V::VALUES.get(role.index()).copied().unwrap_or(1))
}

/// How much a move has for it; from 1.
fn merit<V: Habits>(mv: &Move, last: Option<Move>) -> u32 {
    let mut merit = 10;
    if mv.captured.is_some() {
        let (gain, risk) = (value::<V>(mv.captured), value::<V>(Some(mv.piece)));
        merit += match last {
            Some(last) if last.captured.is_some() && last.to == mv.to => 150,
            _ if risk <= gain => 25 * gain,
            _ => 5 * gain,
        };
    }
    if mv.promotion.is_some() {
        merit += 40;
    }
    if matches!(mv.kind, MoveKind::Castling(_)) {
        merit += 900;
    }
    let gain = distance::<V>(mv.from) - distance::<V>(mv.to);
    merit.saturating_add_signed(gain * 3).max(1)
}

/// How far from the centre of the board a square is, in steps along the lines.
fn distance<V: Habits>(square: Square) -> i32 {
    let geometry = V::INFO.geometry;
    let (x, y) = (geometry.centre)(square);
    let (last_x, last_y) = (geometry.centre)(Square(geometry.squares - 1));
    ((x - last_x / 2.0).abs() + (y - last_y / 2.0).abs()) as i32
}
