//! Numbers, words and numerals that may indicate a side to move other than the board's.

use super::MovetextReader;
use crate::core::board::Side;
use crate::diagnostic::{self, Sink};
use crate::event::{Visitor, WrongNumber};
use crate::scan::turns::{Judgement, Place, Turns, has_second_dots, is_second_sign, numbered_ply};
use crate::scan::{blanks, excerpt};
use crate::variant::registry::VariantSet;
use crate::variant::{Position, Variant};
use std::ops::Range;

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// A move number.
    pub(super) fn number(&mut self, number: u32, span: Range<usize>) {
        self.scan.at = span.end;
        self.scan.last = span.end;
        if self.skip {
            return;
        }
        let text = self.scan.slice(span.clone());
        self.scan.visitor.number(number, text);
        let Some(branch) = &mut self.branch else {
            return;
        };
        let bytes = text.as_bytes();
        let numbered = numbered_ply(number, has_second_dots(bytes));
        let plies = branch.line.plies() as i64;
        if branch.broken.is_some()
            || bytes.ends_with(b"?")
            || numbered == branch.count.base + plies
            || branch.count.begin(numbered, plies)
        {
            return;
        }
        self.doubt(number, numbered, span);
    }

    /// A number that disagrees with the board.
    #[cold]
    fn doubt(&mut self, number: u32, numbered: i64, span: Range<usize>) {
        let Some(branch) = &self.branch else {
            return;
        };
        let expected = branch.count.base + branch.line.plies() as i64;
        // The dots may be separated from the number.
        let next = span.end + blanks(&self.scan.text[span.end..]);
        if numbered + 1 == expected && is_second_sign::<V>(&self.scan.text[next..]) {
            return;
        }
        self.judge(number, span);
    }

    /// Judges a number by the whole game, and acts on the result.
    fn judge(&mut self, number: u32, span: Range<usize>) {
        self.ask_turns();
        let (Some(turns), Some(branch)) = (&self.turns, &mut self.branch) else {
            return;
        };
        let turn = branch.line.position().turn();
        let judgement = turns.number::<V>(
            span.start,
            self.scan.text,
            &self.dialect,
            &mut branch.count,
            &branch.line,
        );
        match judgement {
            Judgement::Right => {}
            Judgement::Wrong { expected, slip } => {
                let wrong = WrongNumber {
                    number,
                    expected: expected.div_euclid(2) + 1,
                    turn,
                    slip,
                };
                let text = self.scan.slice(span);
                self.scan.visitor.wrong_number(&wrong, text);
            }
            Judgement::Missing { expected, by } => self.report_missing(number, span, expected, by),
        }
    }

    fn report_missing(&mut self, number: u32, span: Range<usize>, expected: i64, by: i64) {
        let begun = self
            .branch
            .as_ref()
            .is_some_and(|branch| branch.line.plies() > 0);
        self.scan
            .report(&diagnostic::MISSING_MOVE, span.clone(), || {
                let side = |count: i64| V::INFO.sides[count.rem_euclid(2) as usize];
                let (next, numbered) = (side(expected), side(expected + by));
                let place = expected.div_euclid(2) + 1;
                let what = match (by, begun) {
                    (1, true) => "a move before it is missing".into(),
                    (-1, true) => "there is a move too many before it".into(),
                    (2.., true) => format!("{by} half-moves before it are missing"),
                    (_, true) => format!("there are {} half-moves too many before it", -by),
                    (_, false) => "moves before it are missing, or it stands elsewhere".into(),
                };
                let board = if numbered == next {
                    format!("this is move {place}, not {number}")
                } else {
                    format!(
                        "{number} says that {numbered} is to move, but {next} is, in move {place}"
                    )
                };
                format!("{board}: {what}; the rest of the line is kept as text").into()
            });
        self.stop_line(span.end);
    }

    /// From here on the moves of the line are text.
    fn stop_line(&mut self, at: usize) {
        if let Some(branch) = &mut self.branch {
            branch.broken = Some((at..at, 0));
        }
    }

    /// Dots, an ellipsis or a comma separated from a number may indicate that the second side is to move where
    /// the first one is.
    #[inline]
    pub(super) fn check_sign(&mut self, span: Range<usize>) {
        let Some(branch) = &self.branch else {
            return;
        };
        let turn_is_first = branch.line.position().turn() == Side::First;
        if turn_is_first && branch.broken.is_none() {
            self.doubt_sign(span);
        }
    }

    #[cold]
    fn doubt_sign(&mut self, span: Range<usize>) {
        if !is_second_sign::<V>(&self.scan.text[span.clone()]) {
            return;
        }
        let before = &self.scan.text[..self.scan.last];
        let dots = before
            .iter()
            .rev()
            .take_while(|&&byte| byte == b'.')
            .count();
        let digits = before[..before.len() - dots]
            .iter()
            .rev()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        if digits == 0 || dots > 1 || digits > 9 {
            return;
        }
        let begin = before.len() - dots - digits;
        let number = before[begin..begin + digits]
            .iter()
            .fold(0, |number, digit| 10 * number + u32::from(digit - b'0'));
        self.judge(number, begin..before.len());
    }

    /// What a word at an offset stands for, or `None` if nothing is known about the line.
    #[cold]
    pub(super) fn place_of(&mut self, at: usize) -> Option<Place> {
        if self.branch.is_none() && !self.tokens {
            return None;
        }
        self.ask_turns();
        Some(self.turns.as_ref()?.word(at))
    }

    /// Whether a move written in the other side's way belongs to that side.
    #[cold]
    pub(super) fn is_others(&mut self, span: &Range<usize>) -> bool {
        self.ask_turns();
        let is_others = self
            .turns
            .as_ref()
            .is_some_and(|turns| turns.is_others(span.start));
        let Some(branch) = self.branch.as_ref().filter(|_| is_others) else {
            return false;
        };
        let turn = branch.line.position().turn();
        let text = self.scan.slice(span.clone());
        self.scan
            .report(&diagnostic::MISSING_MOVE, span.clone(), || {
                let [next, other] = [turn, turn.other()].map(|side| V::INFO.sides[side.index()]);
                format!(
                    "{text} is written as a move of {other}, but {next} is to move: a move before it is \
                     missing; the rest of the line is kept as text"
                )
                .into()
            });
        true
    }

    /// A word in place of a move: the line ends there.
    #[cold]
    pub(super) fn word_for_move(&mut self, span: Range<usize>) {
        self.scan.at = span.end;
        self.scan.last = span.end;
        let whole = self
            .branch
            .as_ref()
            .is_none_or(|branch| branch.broken.is_none());
        if !whole {
            return self.unresolved(span);
        }
        if self.branch.is_some() {
            self.report_word(span.clone());
            return self.break_line(span);
        }
        self.scan.summary.unresolved += 1;
        self.scan.visitor.unresolved(self.scan.slice(span));
    }

    /// Reports a word in place of a move.
    pub(super) fn report_word(&mut self, span: Range<usize>) {
        let hint = self.hint();
        let text = self.scan.slice(span.clone());
        let meant = if K::LISTENS {
            V::meant(text.as_bytes(), &self.dialect)
        } else {
            None
        };
        self.scan.report(&diagnostic::UNKNOWN_TOKEN, span, || {
            let name = V::INFO.name;
            let meant = meant.map_or_else(String::new, |meant| format!("; {meant}"));
            let word = excerpt(text);
            format!("{word} is not a move in any notation of {name}{meant}{hint}").into()
        });
    }

    /// Collects what the game says about turns.
    fn ask_turns(&mut self) {
        if let Some(count) = self.count
            && self.turns.is_none()
        {
            let scan = &*self.scan;
            let limits = &scan.options.limits;
            let turns = Turns::of::<V>(scan.chunk, self.begin, &self.dialect, limits, count);
            self.turns = Some(Box::new(turns));
        }
    }
}
