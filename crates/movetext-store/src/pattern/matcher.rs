//! Looking for a pattern along a line.
//!
//! The numbers of pieces that a pattern is about are lanes of a byte in a few words. A move changes them by what a
//! table says for the piece and its squares, so most moves cost three look-ups; and where no number has changed, what
//! held before holds still.

use super::{Link, Pattern, Relation, Step, Sum, Test, WORDS};
use crate::line::{Board, Line, LineError};
use movetext::{Move, MoveKind, Role, Side, Square, VariantInfo};

/// Looks for a [`Pattern`] in one line after another.
#[derive(Clone, Debug)]
pub struct Matcher<'p> {
    pattern: &'p Pattern,
    /// The numbers of pieces.
    sums: [u64; WORDS],
    ply: u32,
    steps: Vec<Progress>,
    board: Board,
}

/// How far a step is.
#[derive(Clone, Copy, Debug, Default)]
struct Progress {
    /// Whether its test holds.
    holds: bool,
    /// For how many positions it has held.
    run: u32,
    /// After how many plies it was last complete, together with all before it.
    last: Option<u32>,
}

/// The position that is looked at.
struct Here<'a> {
    sums: &'a [u64; WORDS],
    ply: u32,
    turn: Side,
    /// The move that led to it, and whose it was.
    mv: Option<(&'a Move, Side)>,
}

impl<'p> Matcher<'p> {
    /// For lines of this pattern's variant.
    pub fn new(pattern: &'p Pattern) -> Matcher<'p> {
        Matcher {
            pattern,
            sums: [0; WORDS],
            ply: 0,
            steps: vec![Progress::default(); pattern.steps.len()],
            board: Board::empty(Side::First),
        }
    }

    /// The variant of the pattern.
    pub fn info(&self) -> &'static VariantInfo {
        self.pattern.info
    }

    /// Begins a line. Whether all of the pattern is there.
    pub fn start(&mut self, board: &Board) -> bool {
        self.ply = 0;
        self.count(board);
        self.steps.fill(Progress::default());
        self.look(true, board.turn(), None)
    }

    /// Goes on to the board after a move. Whether all of the pattern was there by now.
    pub fn play(&mut self, mv: &Move, mover: Side, board: &Board) -> bool {
        self.ply += 1;
        self.count(board);
        self.look(true, board.turn(), Some((mv, mover)))
    }

    /// See [`Pattern::find`].
    ///
    /// # Errors
    ///
    /// If the line is damaged.
    pub fn find(&mut self, mut line: Line<'_>) -> Result<Option<u32>, LineError> {
        let named = line
            .reach()
            .is_some_and(|reach| reach.info().id == self.pattern.info.id);
        if !named {
            return Ok(None);
        }
        let mut board = std::mem::replace(&mut self.board, Board::empty(Side::First));
        board.clone_from(&line.start());
        let found = self.along(&mut line, &mut board);
        self.board = board;
        found
    }

    fn along(&mut self, line: &mut Line<'_>, board: &mut Board) -> Result<Option<u32>, LineError> {
        if self.start(board) {
            return Ok(Some(0));
        }
        loop {
            let mover = board.turn();
            let Some(step) = line.step(board) else {
                return Ok(None);
            };
            let (mv, special) = step?;
            self.ply += 1;
            let changed = if special {
                self.count(board);
                true
            } else {
                self.advance(&mv, mover)
            };
            if self.look(changed, board.turn(), Some((&mv, mover))) {
                return Ok(Some(self.ply));
            }
        }
    }

    /// Counts the pieces of a board.
    fn count(&mut self, board: &Board) {
        self.sums = self.pattern.empty;
        for side in [Side::First, Side::Second] {
            for (index, set) in board.set(side).iter().enumerate() {
                let mut rest = *set;
                while rest != 0 {
                    let square = index << 6 | rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    let piece = board.on(Square(square as u8));
                    self.add(piece, square as u8);
                }
            }
        }
    }

    /// A piece stands on a square.
    #[inline]
    fn add(&mut self, piece: u8, square: u8) {
        let place = self.pattern.place(piece, square);
        let weights = self.pattern.weights.get(place..place + self.pattern.words);
        for (sum, weight) in self.sums.iter_mut().zip(weights.unwrap_or_default()) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    /// Counts on after a plain move; whether any number is another one.
    #[inline]
    fn advance(&mut self, mv: &Move, mover: Side) -> bool {
        let pattern = self.pattern;
        let code = |role: Role, side: Side| role.get() << 1 | side.index() as u8;
        let piece = code(mv.piece, mover);
        let words = pattern.words;
        let weights = |place: usize| pattern.weights.get(place..place + words);
        // What is not there weighs nothing, as does an empty square.
        let captured = mv
            .captured
            .map_or(0, |role| pattern.place(code(role, mover.other()), mv.to.0));
        let (Some(left), Some(reached), Some(captured)) = (
            weights(pattern.place(piece, mv.from.0)),
            weights(pattern.place(piece, mv.to.0)),
            weights(captured),
        ) else {
            return false;
        };
        let mut changed = false;
        for (index, sum) in self.sums.iter_mut().enumerate().take(words) {
            let change = reached[index]
                .wrapping_sub(left[index])
                .wrapping_sub(captured[index]);
            *sum = sum.wrapping_add(change);
            changed |= change != 0;
        }
        changed
    }

    /// Looks at a position; whether all of the pattern was there by now.
    #[inline]
    fn look(&mut self, changed: bool, turn: Side, mv: Option<(&Move, Side)>) -> bool {
        if let ([step], false) = (&self.pattern.steps[..], changed)
            && step.of_pieces
            && step.hold == 1
        {
            // It did not hold before, and nothing is new.
            return false;
        }
        let here = Here {
            sums: &self.sums,
            ply: self.ply,
            turn,
            mv,
        };
        // From the last step to the first, so that none follows one that is complete only here.
        for index in (0..self.steps.len()).rev() {
            let step = &self.pattern.steps[index];
            let before = match index.checked_sub(1) {
                None => Some(0),
                Some(before) => self.steps[before].last,
            };
            // As long as what stands before it is not there, it does not matter, unless positions are counted.
            if before.is_none() && step.hold == 1 && !step.of_pieces {
                continue;
            }
            let progress = &mut self.steps[index];
            if changed || !step.of_pieces {
                progress.holds = step.test.holds(&here);
            }
            progress.run = if progress.holds { progress.run + 1 } else { 0 };
            if progress.run >= step.hold && step.follows(index, before, self.ply) {
                progress.last = Some(self.ply);
                if index + 1 == self.steps.len() {
                    return true;
                }
            }
        }
        false
    }
}

impl Step {
    /// Whether it may be complete at this ply.
    #[inline]
    fn follows(&self, index: usize, before: Option<u32>, ply: u32) -> bool {
        match (before, self.link) {
            (None, _) => false,
            (Some(before), Link::Within(most)) if index > 0 => ply - before <= most,
            _ => true,
        }
    }
}

impl Test {
    fn holds(&self, here: &Here<'_>) -> bool {
        match self {
            Test::All(tests) => tests.iter().all(|test| test.holds(here)),
            Test::Any(tests) => tests.iter().any(|test| test.holds(here)),
            Test::Not(test) => !test.holds(here),
            Test::Compare(sum, relation) => relation.holds(sum.value(here)),
            Test::Turn(side) => here.turn == *side,
            Test::Moved { pieces, from, to } => here.mv.is_some_and(|(mv, mover)| {
                mv.kind != MoveKind::Null
                    && pieces.has(mv.piece.get() << 1 | mover.index() as u8)
                    && from.has(mv.from.0)
                    && to.has(mv.to.0)
            }),
            Test::Captured { pieces, on } => here.mv.is_some_and(|(mv, mover)| {
                let square = match mv.kind {
                    MoveKind::EnPassant { victim } => victim,
                    _ => mv.to,
                };
                mv.captured.is_some_and(|role| {
                    pieces.has(role.get() << 1 | mover.other().index() as u8) && on.has(square.0)
                })
            }),
            Test::Promoted(pieces) => here.mv.is_some_and(|(mv, mover)| {
                mv.promotion
                    .is_some_and(|role| pieces.has(role.get() << 1 | mover.index() as u8))
            }),
            Test::Castled(side) => here.mv.is_some_and(|(mv, mover)| {
                matches!(mv.kind, MoveKind::Castling(_)) && side.is_none_or(|side| side == mover)
            }),
        }
    }
}

impl Sum {
    #[inline]
    fn value(&self, here: &Here<'_>) -> i64 {
        let terms = self.terms.iter().map(|&(index, factor)| {
            let number = here.sums[index / 8] >> (8 * (index % 8)) & 0xFF;
            number as i64 * factor
        });
        terms.sum::<i64>() + self.ply * i64::from(here.ply) + self.constant
    }
}

impl Relation {
    #[inline]
    fn holds(self, value: i64) -> bool {
        match self {
            Relation::Less => value < 0,
            Relation::AtMost => value <= 0,
            Relation::Equal => value == 0,
            Relation::Unequal => value != 0,
            Relation::AtLeast => value >= 0,
            Relation::More => value > 0,
        }
    }
}
