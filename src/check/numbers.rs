//! Move numbers.

/// How many variations inside each other are kept in mind; numbers deeper inside are not checked.
const DEEPEST: usize = 4096;

/// Which number the next move should have.
#[derive(Debug)]
pub(super) struct Numbers {
    /// How many half-moves were played since White's first move in move 1.
    plies: i64,
    /// By how many moves the record counts more than there are: it may begin with another number
    /// than 1, and a jump stays.
    ahead: i64,
    /// The same by a number that was wrong: a jump, if the next number bears it out.
    doubt: Option<i64>,
    /// Half-moves at the place where each of the variations around began.
    around: Vec<i64>,
    /// Variations that are deeper inside than is kept in mind.
    deeper: u64,
    /// The first number is free: a game that begins in the middle may go on with numbers.
    free: bool,
    /// How many variations were around where a word was not understood: it may have been a move or
    /// not, so up to the end of its line nothing is said of numbers.
    lost: Option<usize>,
}

/// What is to be said of a move number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is right.
    Right,
    /// It is right if the one before was, too: there was a jump.
    Jumped,
    /// It should be this one.
    Wrong(i64),
}

impl Numbers {
    /// Numbers from 1 on; `second` if the second player moves first, `free` if the first number
    /// may be another.
    pub(super) fn new(second: bool, free: bool) -> Numbers {
        Numbers {
            plies: i64::from(second),
            ahead: 0,
            doubt: None,
            around: Vec::new(),
            deeper: 0,
            free,
            lost: None,
        }
    }

    /// A word that could not be played.
    pub(super) fn unplayed(&mut self) {
        self.lost.get_or_insert(self.around.len());
    }

    /// A move.
    pub(super) fn ply(&mut self) {
        self.plies += 1;
    }

    /// A variation begins, so many plies back.
    pub(super) fn begin_variation(&mut self, back: u8) {
        if self.around.len() == DEEPEST {
            self.deeper += 1;
            return;
        }
        self.around.push(self.plies);
        self.plies -= i64::from(back);
    }

    /// It ends.
    pub(super) fn end_variation(&mut self) {
        if self.deeper > 0 {
            self.deeper -= 1;
        } else if let Some(plies) = self.around.pop() {
            self.plies = plies;
        }
        if self.lost.is_some_and(|around| around > self.around.len()) {
            self.lost = None;
        }
    }

    /// Looks at a number before the next move.
    pub(super) fn number(&mut self, number: u32) -> Verdict {
        if self.deeper > 0 || self.lost.is_some() {
            return Verdict::Right;
        }
        let count = self.plies.div_euclid(2) + 1;
        let ahead = i64::from(number) - count;
        let doubt = self.doubt.take();
        if ahead == self.ahead {
            self.free = false;
            return Verdict::Right;
        }
        if std::mem::take(&mut self.free) {
            self.ahead = ahead;
            return Verdict::Right;
        }
        if doubt == Some(ahead) {
            self.ahead = ahead;
            return Verdict::Jumped;
        }
        self.doubt = Some(ahead);
        Verdict::Wrong(count + self.ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The verdicts on numbers that each stand before so many plies.
    fn verdicts(mut numbers: Numbers, written: &[(u32, u32)]) -> Vec<Verdict> {
        let mut verdict = |&(number, plies): &(u32, u32)| {
            let verdict = numbers.number(number);
            (0..plies).for_each(|_| numbers.ply());
            verdict
        };
        written.iter().map(&mut verdict).collect()
    }

    #[test]
    fn a_slip_is_told_from_a_jump() {
        use Verdict::{Jumped, Right, Wrong};
        let of = |written: &[_]| verdicts(Numbers::new(false, false), written);
        assert_eq!(of(&[(1, 2), (2, 2), (3, 1), (3, 1)]), [Right; 4]);
        assert_eq!(of(&[(1, 2), (8, 2), (3, 2)]), [Right, Wrong(2), Right]);
        let jump = [Right, Wrong(2), Jumped, Right];
        assert_eq!(of(&[(1, 2), (3, 2), (4, 2), (5, 2)]), jump);
        assert_eq!(of(&[(12, 2), (13, 2)]), [Wrong(1), Jumped]);
        let free = verdicts(Numbers::new(true, true), &[(12, 1), (13, 2), (15, 2)]);
        assert_eq!(free, [Right, Right, Wrong(14)]);
    }
}
