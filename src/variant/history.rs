//! A line of moves on the board: its current position and the last few before it.

use crate::core::moves::Move;
use crate::variant::Position;

/// The number of positions kept in a ring: a variation may go back two plies.
const KEPT: usize = 4;

/// A line of moves: the main line or a variation.
#[derive(Clone, Debug)]
pub(crate) struct Line<P> {
    positions: [P; KEPT],
    /// The number of plies played in this line.
    plies: usize,
}

impl<P: Position> Line<P> {
    /// A line that starts from a position.
    pub(crate) fn new(start: P) -> Line<P> {
        Line {
            positions: [start.clone(), start.clone(), start.clone(), start],
            plies: 0,
        }
    }

    /// The number of plies played in this line.
    #[inline(always)]
    pub(crate) fn plies(&self) -> usize {
        self.plies
    }

    /// The current position.
    #[inline(always)]
    pub(crate) fn position(&self) -> &P {
        &self.positions[self.plies % KEPT]
    }

    /// The position before the last plies, or `None` if the line is not that long. Up to two are known.
    #[inline]
    pub(crate) fn before(&self, plies: u8) -> Option<&P> {
        let plies = usize::from(plies);
        debug_assert!(plies < KEPT);
        (plies <= self.plies).then(|| &self.positions[(self.plies - plies) % KEPT])
    }

    /// The current position, and room for the position after a move; [`advance`](Self::advance) makes that the
    /// current one.
    #[inline(always)]
    pub(crate) fn step(&mut self) -> (&P, &mut P) {
        let (now, next) = (self.plies % KEPT, (self.plies + 1) % KEPT);
        let [now, next] = self
            .positions
            .get_disjoint_mut([now, next])
            .expect("two different places");
        (now, next)
    }

    /// Makes the written position the current one.
    #[inline(always)]
    pub(crate) fn advance(&mut self) {
        self.plies += 1;
    }

    /// Plays a legal move. Returns the positions before and after it.
    pub(crate) fn play(&mut self, mv: &Move) -> (&P, &P) {
        let (before, after) = self.step();
        after.clone_from(before);
        after.play(mv);
        self.advance();
        (&self.positions[(self.plies - 1) % KEPT], self.position())
    }
}
