//! A line of moves on the board: where it stands, and where it stood before its last moves.

use crate::core::moves::Move;
use crate::variant::Position;

/// So many positions are kept, in turn: a variation may go back two plies.
const KEPT: usize = 4;

/// A line of moves: the main line or a variation.
#[derive(Clone, Debug)]
pub(crate) struct Line<P> {
    positions: [P; KEPT],
    /// How many plies were played in this line.
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

    /// How many plies were played in this line.
    #[inline(always)]
    pub(crate) fn plies(&self) -> usize {
        self.plies
    }

    /// Where the line stands.
    #[inline(always)]
    pub(crate) fn position(&self) -> &P {
        &self.positions[self.plies % KEPT]
    }

    /// Where it stood before its last plies; none if it is not that long. Up to two are known.
    #[inline]
    pub(crate) fn before(&self, plies: u8) -> Option<&P> {
        let plies = usize::from(plies);
        debug_assert!(plies < KEPT);
        (plies <= self.plies).then(|| &self.positions[(self.plies - plies) % KEPT])
    }

    /// Where the line stands, and room for the position after a move; [`advance`](Self::advance)
    /// goes there.
    #[inline(always)]
    pub(crate) fn step(&mut self) -> (&P, &mut P) {
        let (now, next) = (self.plies % KEPT, (self.plies + 1) % KEPT);
        let [now, next] = self
            .positions
            .get_disjoint_mut([now, next])
            .expect("two different places");
        (now, next)
    }

    /// Goes to the position that was written.
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
