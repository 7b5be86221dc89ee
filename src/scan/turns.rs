//! Whose turn it is according to the text of a game: numbers, their dots, numerals.
//!
//! Nothing is examined while these agree with the board. Where they do not, the movetext is read once more
//! without being played, and everything it says about turns is judged together: a number that the following
//! ones contradict is a slip; a difference that they confirm is a jump if it leaves the turns unchanged, else a
//! move is missing or there is one too many. So each game is judged once, whatever it contains.

use super::movetext::MovetextReader;
use super::{Scan, ScanOptions, Scanner};
use crate::core::board::Side;
use crate::core::limits::Limits;
use crate::core::moves::MoveErrorKind;
use crate::core::text::Text;
use crate::event::{Skip, Visitor};
use crate::io::Chunk;
use crate::variant::history::Line;
use crate::variant::{Position, Punctuation, Variant};
use std::marker::PhantomData;

/// The meaning of a number: how many plies precede it, counted from the first side's first move.
///
/// Dots indicate that the second side is to move.
#[inline(always)]
pub(crate) fn numbered_ply(number: u32, second: bool) -> i64 {
    2 * (i64::from(number) - 1) + i64::from(second)
}

/// Whether the text of a move number has the dots of the second side.
#[inline]
pub(crate) fn has_second_dots(text: &[u8]) -> bool {
    text.ends_with(b"..")
}

/// The place of a line in the count of plies.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Count {
    /// The count before its first move.
    pub(crate) base: i64,
    /// Its first number may be any: the game starts from a position that is set up.
    pub(crate) free: bool,
    /// The rest of the line was tried and is playable.
    playable: bool,
}

impl Count {
    /// The main line of a game.
    pub(crate) fn main(turn: Side, free: bool) -> Count {
        Count {
            base: i64::from(turn == Side::Second),
            free,
            playable: false,
        }
    }

    /// A variation that begins `plies` plies after the beginning of this line.
    pub(crate) fn variation(&self, plies: i64) -> Count {
        Count {
            base: self.base + plies,
            free: self.free,
            playable: false,
        }
    }

    /// Accepts the first number of a line that may begin with any.
    pub(crate) fn begin(&mut self, numbered: i64, plies: i64) -> bool {
        let ahead = numbered - self.base - plies;
        let fits = self.free && ahead % 2 == 0;
        if fits {
            self.free = false;
            self.base += ahead;
        }
        fits
    }
}

/// The verdict on a number, a word or a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    /// The number is wrong, the board right.
    Slip,
    /// Number and board differ by an even number of plies, and the following numbers confirm that.
    Jump {
        /// The difference.
        by: i64,
        /// The line, an index.
        line: usize,
    },
    /// They differ by an odd number: moves are missing, or too many if it is negative.
    Missing(i64),
    /// The word stands for a move.
    Ply,
    /// The word is a remark between moves.
    Remark,
}

/// What to do about a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Judgement {
    /// Nothing.
    Right,
    /// Report that it should be another. If it is a slip, the following numbers agree with the board, else with
    /// this number.
    Wrong {
        /// The count of plies on the board.
        expected: i64,
        /// Whether it is a slip.
        slip: bool,
    },
    /// End the line: the number of plies played differs from the number written.
    Missing {
        /// The count of plies on the board.
        expected: i64,
        /// How many are missing; negative if there are too many.
        by: i64,
    },
}

/// What a word among the moves stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    /// A move, or nothing shows that it is not one.
    Ply,
    /// Nothing: it is a remark between moves.
    Remark,
    /// No move follows it in its line.
    End,
}

/// Everything that a game says about turns, judged.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// In the order of the text.
    verdicts: Vec<(usize, Verdict)>,
    lines: Vec<Written>,
}

/// A line as written.
#[derive(Debug, Default)]
struct Written {
    /// The line around it.
    around: Option<usize>,
    /// How many plies of that line precede this one.
    after: usize,
    begin: usize,
    items: Vec<Item>,
    /// The positions of its moves.
    moves: Vec<usize>,
    /// The side that writes a move like this, if it can be determined.
    movers: Vec<Option<Side>>,
    /// The count before its first move.
    base: i64,
    /// How far the numbers are ahead of the board, from an offset in the text on.
    ahead: Vec<(usize, i64)>,
    /// All plies are numbered; then how far the numbers are ahead.
    by_plies: Option<i64>,
}

#[derive(Clone, Copy, Debug)]
struct Item {
    at: usize,
    /// Plies before it in its line.
    plies: usize,
    /// A number with its side, or `None` for a word.
    number: Option<(u32, bool)>,
    /// A word that looks like a move.
    move_like: bool,
}

impl Item {
    /// How far a number is ahead of the board.
    fn ahead(&self, base: i64) -> i64 {
        let (number, second) = self.number.unwrap_or_default();
        numbered_ply(number, second) - base - self.plies as i64
    }

    fn is_second(&self) -> bool {
        matches!(self.number, Some((_, true)))
    }
}

impl Turns {
    /// Judges the game whose movetext begins at an offset in the chunk.
    pub(crate) fn of<V: Variant>(
        chunk: &Chunk,
        begin: usize,
        dialect: &V::Dialect,
        limits: &Limits,
        count: Count,
    ) -> Turns {
        let mut scanner = Scanner::<(V,)>::new(ScanOptions {
            limits: limits.clone(),
            ..ScanOptions::default()
        });
        scanner.cursor.at = begin;
        scanner.cursor.last = begin;
        let mut collector = Collector::<V> {
            lines: vec![Written {
                begin,
                ..Written::default()
            }],
            open: vec![0],
            numbered: false,
            variant: PhantomData,
        };
        let sink = &mut ();
        let mut scan = Scan::new(&mut scanner, chunk, &mut collector, sink);
        MovetextReader::<V, _, _, _>::of_turns(&mut scan, dialect.clone()).read();
        let mut turns = Turns {
            verdicts: Vec::new(),
            lines: collector.lines,
        };
        for line in 0..turns.lines.len() {
            turns.judge::<V>(line, count);
        }
        turns.verdicts.sort_unstable_by_key(|(at, _)| *at);
        turns
    }

    fn verdict(&self, at: usize) -> Option<Verdict> {
        let found = self.verdicts.binary_search_by_key(&at, |(at, _)| *at);
        Some(self.verdicts[found.ok()?].1)
    }

    /// What a word at an offset stands for.
    pub(crate) fn word(&self, at: usize) -> Place {
        match self.verdict(at) {
            Some(Verdict::Ply) => Place::Ply,
            Some(Verdict::Remark) => Place::Remark,
            _ => Place::End,
        }
    }

    /// Whether the move at an offset is written in the other side's way, and the moves around it confirm that
    /// it is theirs.
    pub(crate) fn is_others(&self, at: usize) -> bool {
        matches!(self.verdict(at), Some(Verdict::Missing(_)))
    }

    /// Judges the number at an offset of a line that was played so far.
    pub(crate) fn number<V: Variant>(
        &self,
        at: usize,
        text: &[u8],
        dialect: &V::Dialect,
        count: &mut Count,
        line: &Line<V::Position>,
    ) -> Judgement {
        if std::mem::take(&mut count.free)
            && let Some((_, ahead)) = self.lines.first().and_then(|line| line.ahead.first())
        {
            count.base += ahead;
        }
        let expected = count.base + line.plies() as i64;
        match self.verdict(at) {
            Some(Verdict::Slip) => Judgement::Wrong {
                expected,
                slip: true,
            },
            Some(Verdict::Jump { by, line: index }) => {
                let written = &self.lines[index];
                if !count.playable && !written.can_be_played::<V>(at, text, dialect, line) {
                    return Judgement::Missing { expected, by };
                }
                count.playable = true;
                count.base += by;
                Judgement::Wrong {
                    expected,
                    slip: false,
                }
            }
            Some(Verdict::Missing(by)) => Judgement::Missing { expected, by },
            _ => Judgement::Right,
        }
    }

    /// Judges a line; the lines around it have been judged.
    fn judge<V: Variant>(&mut self, index: usize, count: Count) {
        let mut line = std::mem::take(&mut self.lines[index]);
        let mut inherited = None;
        match line.around {
            None => line.base = count.base,
            Some(around) => {
                let around = &self.lines[around];
                let back = line.back::<V>(around);
                let changes = around.ahead.partition_point(|(at, _)| *at <= line.begin);
                let ahead = changes
                    .checked_sub(1)
                    .map_or(0, |change| around.ahead[change].1);
                line.base = around.base + line.after as i64 - back + ahead;
                inherited = around.by_plies;
            }
        }
        line.by_plies = line.numbered_by_plies(inherited);
        let mut judge = Judge {
            base: line.base,
            items: &line.items,
            moves: line.moves.len(),
            line: index,
            free: count.free,
            main: index == 0,
            later: Vec::new(),
            regular: usize::MAX,
            ahead: 0,
            changes: Vec::new(),
            verdicts: &mut self.verdicts,
        };
        match line.by_plies {
            Some(_) => judge.plies(),
            None => judge.rounds(count.free && index == 0),
        }
        line.ahead = judge.changes;
        if let Some(at) = line.other_mover() {
            self.verdicts.push((at, Verdict::Missing(1)));
        }
        self.lines[index] = line;
    }
}

impl Written {
    /// Whether all its moves from an offset on are playable from the line's current position.
    fn can_be_played<V: Variant>(
        &self,
        at: usize,
        text: &[u8],
        dialect: &V::Dialect,
        line: &Line<V::Position>,
    ) -> bool {
        let from = self.moves.partition_point(|place| *place < at);
        let mut position = line.position().clone();
        for place in &self.moves[from..] {
            let Some(lexed) = V::lex_with(&text[*place..], dialect) else {
                return true;
            };
            match V::resolve(lexed.token, &position, dialect) {
                Ok(mv) => position.play(&mv),
                // Which move is meant is decided when it is read.
                Err(error) => return error.kind == MoveErrorKind::Ambiguous,
            }
        }
        true
    }

    /// How many plies before its position it begins.
    fn back<V: Variant>(&self, around: &Written) -> i64 {
        let by_number = const { V::INFO.classes.variations_by_number } && self.after >= 2;
        let first = self.items.first().filter(|item| item.plies == 0);
        match first.and_then(|item| item.number) {
            Some((_, second)) if by_number => {
                let last_is_second = (around.base + self.after as i64 - 1).rem_euclid(2) == 1;
                if second == last_is_second { 1 } else { 2 }
            }
            _ => 1,
        }
    }

    /// Whether every ply has its own number (`1. e4 2. e5 3. Nf3`), and how far these are ahead. A variation
    /// follows the line around it.
    fn numbered_by_plies(&self, inherited: Option<i64>) -> Option<i64> {
        let ahead = |item: &Item| Some(i64::from(item.number?.0) - self.base - item.plies as i64);
        let first = ahead(self.items.first()?)?;
        if self.items.iter().any(Item::is_second) {
            return None;
        }
        let all = self.items.iter().all(|item| ahead(item) == Some(first));
        let rising = self
            .items
            .windows(2)
            .all(|pair| pair[0].plies < pair[1].plies);
        let enough = match (self.around, inherited) {
            (None, _) => self.items.len() >= 3,
            (Some(_), inherited) => inherited == Some(first),
        };
        (all && rising && enough).then_some(first)
    }

    /// The first move that does not belong to the side to move on the board, where the sides write their moves
    /// differently.
    fn other_mover(&self) -> Option<usize> {
        let side = |index: usize| match (self.base + index as i64).rem_euclid(2) {
            0 => Side::First,
            _ => Side::Second,
        };
        let other = |index: usize| {
            let mover = self.movers.get(index).copied().flatten();
            mover.filter(|mover| *mover != side(index))
        };
        let at = (0..self.movers.len()).find(|&index| {
            let Some(mover) = other(index) else {
                return false;
            };
            match index + 1 < self.movers.len() {
                // Both sides write like the other one.
                true => other(index + 1).is_some_and(|next| next != mover),
                // At the end, all moves before it must be distinguishable.
                false => {
                    index >= 2 && (0..index).all(|index| self.movers[index] == Some(side(index)))
                }
            }
        });
        at.map(|index| self.moves[index])
    }
}

/// Judges the numbers and words of a line in order.
struct Judge<'l> {
    base: i64,
    items: &'l [Item],
    /// The number of moves in the line.
    moves: usize,
    /// The line, an index.
    line: usize,
    /// The game starts from a position that is set up, so its first number may be any.
    free: bool,
    /// It is the main line.
    main: bool,
    /// For each number, the next one that has moves before it.
    later: Vec<usize>,
    /// From this number on, all earlier rounds being numbered, a missing number is evidence.
    regular: usize,
    /// How far the numbers are ahead of the board.
    ahead: i64,
    changes: Vec<(usize, i64)>,
    verdicts: &'l mut Vec<(usize, Verdict)>,
}

impl Judge<'_> {
    /// Numbers that count plies: each is wrong, and nothing is missing.
    fn plies(&mut self) {
        for item in self.items {
            if item.ahead(self.base) != 0 {
                self.verdicts.push((item.at, Verdict::Slip));
            }
        }
    }

    /// Numbers of rounds.
    fn rounds(&mut self, free: bool) {
        let numbers: Vec<Item> = self
            .items
            .iter()
            .filter(|item| item.number.is_some())
            .copied()
            .collect();
        let foreign = |item: &&Item| free || item.ahead(self.base).abs() > 2;
        if let Some(first) = numbers
            .first()
            .filter(|item| free || item.plies == 0)
            .filter(foreign)
        {
            let ahead = first.ahead(self.base);
            self.ahead = match (first.is_second(), ahead.rem_euclid(2)) {
                (_, 0) => ahead,
                (false, _) => ahead + 1,
                (true, _) => ahead - 1,
            };
            self.changes.push((first.at, self.ahead));
            // A line with numbers of its own: they are wrong, but do not indicate that anything is missing.
            if !free {
                let (by, line) = (self.ahead, self.line);
                let verdict = Verdict::Jump { by, line };
                self.verdicts.push((first.at, verdict));
            }
        }
        self.later = vec![numbers.len(); numbers.len()];
        for index in (1..numbers.len()).rev() {
            self.later[index - 1] = if numbers[index].plies > numbers[index - 1].plies {
                index
            } else {
                self.later[index]
            };
        }
        // The first rounds, as far as each has a number.
        let gap = |pair: &[Item]| pair[1].plies - pair[0].plies;
        let rounds = numbers.windows(2).take_while(|pair| gap(pair) <= 2);
        let rounds = rounds.count();
        let mut rest = numbers.windows(2).skip(rounds + 1);
        let irregular = rest.any(|pair| gap(pair) > 2);
        self.regular = match (rounds, irregular) {
            (0, _) | (_, true) => usize::MAX,
            _ => rounds + 1,
        };
        // A number that nothing follows is no evidence about the words before it.
        let dangles = |item: &&Item| item.number.is_some() && item.plies == self.moves;
        let dangling = self.items.iter().rev().take_while(dangles).count();
        let numbered = self.items.len() - dangling;
        let mut words = 0;
        let mut next = 0;
        while next < numbers.len() {
            let item = numbers[next];
            let before = words;
            while words < numbered && self.items[words].at <= item.at {
                words += 1;
            }
            let words = &self.items[before..words];
            let separated = words.iter().any(|item| item.number.is_none());
            next = self.number(&numbers, next, separated, words);
        }
        self.last_words(&numbers[..numbers.len() - dangling], words);
    }

    /// Judges a number and the words before it; returns the next number to judge.
    fn number(&mut self, numbers: &[Item], at: usize, separated: bool, words: &[Item]) -> usize {
        let item = numbers[at];
        let off = |other: &Item| other.ahead(self.base) - self.ahead;
        let settled = match off(&item) {
            0 => Settled::Here,
            -1 if !item.is_second() && self.is_loose(numbers, at) => Settled::Here,
            _ => self.settle(numbers, at),
        };
        // How far the numbers are ahead if a word is a move.
        let bears_word = !matches!(settled, Settled::Here | Settled::Slips(_));
        for word in words.iter().filter(|word| word.number.is_none()) {
            let verdict = if bears_word {
                Verdict::Ply
            } else {
                Verdict::Remark
            };
            self.verdicts.push((word.at, verdict));
        }
        let slip = |verdicts: &mut Vec<_>, items: &[Item]| {
            verdicts.extend(items.iter().map(|item| (item.at, Verdict::Slip)));
        };
        match settled {
            Settled::Here => at + 1,
            Settled::Slips(to) => {
                slip(self.verdicts, &numbers[at..to]);
                to
            }
            Settled::Differs(to) | Settled::Open(to) if bears_word && separated => {
                // The line ends at the word, which causes any further difference from the board.
                self.ahead += off(&numbers[to]);
                self.changes.push((item.at, self.ahead));
                to + 1
            }
            Settled::Differs(to) => {
                let by = off(&numbers[to]);
                let odd = numbers[at..=to]
                    .iter()
                    .position(|item| off(item).rem_euclid(2) == 1);
                let end = odd.map_or(to, |odd| at + odd);
                slip(self.verdicts, &numbers[at..end]);
                let verdict = match odd {
                    Some(_) => Verdict::Missing(off(&numbers[end])),
                    // Whole rounds are missing; but a line that only begins with other numbers just counts
                    // differently.
                    None if by > 0 && item.plies > 0 && !(self.free && (at == 0 || !self.main)) => {
                        Verdict::Missing(by)
                    }
                    None => Verdict::Jump {
                        by,
                        line: self.line,
                    },
                };
                self.verdicts.push((numbers[end].at, verdict));
                self.ahead += by;
                self.changes.push((item.at, self.ahead));
                to + 1
            }
            Settled::Open(_) => {
                let rest = &numbers[at..];
                let is_odd = |item: &&Item| {
                    let by_dots = off(item) == 1 && item.is_second();
                    off(item).rem_euclid(2) == 1 && !by_dots
                };
                let odd = rest.iter().filter(is_odd).count();
                let first = rest
                    .iter()
                    .position(|item| is_odd(&item))
                    .filter(|first| 2 * odd >= rest.len() && rest[*first].plies < self.moves)
                    // Before the last move, a number that is far off is no evidence.
                    .filter(|first| {
                        let last = &rest[*first];
                        *first + 1 < rest.len()
                            || self.moves - last.plies > 1
                            || off(last).abs() == 1
                    });
                let slips = first.unwrap_or(rest.len());
                slip(self.verdicts, &rest[..slips]);
                if let Some(first) = first {
                    let by = off(&rest[first]);
                    self.verdicts.push((rest[first].at, Verdict::Missing(by)));
                    self.changes.push((rest[first].at, self.ahead + by));
                }
                numbers.len()
            }
        }
    }

    /// A number without the second side's dots where that side is to move: `1. e4 1. e5`. It may just as well
    /// mean that the first side is to move after one move too many.
    fn is_loose(&self, numbers: &[Item], at: usize) -> bool {
        let off = |item: &Item| item.ahead(self.base) - self.ahead;
        let item = &numbers[at];
        // Only if all rounds before are numbered is a round of three evidence.
        if at < self.regular {
            return true;
        }
        let before = numbers[..at].last();
        let crowded =
            before.is_some_and(|before| off(before) == 0 && item.plies - before.plies > 2);
        match numbers.get(self.later[at]) {
            Some(following) => off(following) != -1,
            None => self.moves - item.plies < 2 && !crowded,
        }
    }

    /// Examines how a difference that begins with a number continues.
    fn settle(&self, numbers: &[Item], at: usize) -> Settled {
        let off = |item: &Item| item.ahead(self.base) - self.ahead;
        for (index, pair) in numbers[at..].windows(2).enumerate() {
            let [this, next] = [&pair[0], &pair[1]].map(off);
            // Dots alone, after a correct number, do not confirm others.
            let by_dots = next == 1 && pair[1].is_second();
            if pair[1].plies == pair[0].plies || by_dots {
                continue;
            }
            if next == 0 {
                return Settled::Slips(at + index + 1);
            }
            let loose = !pair[1].is_second() && next == -1;
            if loose && this != -1 && self.is_loose(numbers, at + index + 1) {
                return Settled::Slips(at + index + 1);
            }
            // The second side's moves may have numbers that are too low by one throughout a game.
            if this == next || (this - next) == 1 && !pair[1].is_second() {
                return Settled::Differs(at + index);
            }
        }
        Settled::Open(at)
    }

    /// Judges the words after the last number.
    fn last_words(&mut self, numbers: &[Item], from: usize) {
        let words = self.items[from..]
            .iter()
            .filter(|item| item.number.is_none());
        // How many moves a round still has room for.
        let full = numbers.last().is_some_and(|last| {
            let room = if last.is_second() { 1 } else { 2 };
            self.moves - last.plies == room
        });
        for word in words.filter(|word| word.plies < self.moves) {
            // No number follows that would show that a word that looks like a move is not one.
            let verdict = if full && !word.move_like {
                Verdict::Remark
            } else {
                Verdict::Ply
            };
            self.verdicts.push((word.at, verdict));
        }
    }
}

/// How a difference between numbers and board continues.
enum Settled {
    /// There is none.
    Here,
    /// From this number on they agree again.
    Slips(usize),
    /// This number differs, and the next one by the same.
    Differs(usize),
    /// Neither, to the end of the line.
    Open(usize),
}

/// Collects what a game says about turns.
struct Collector<V> {
    lines: Vec<Written>,
    /// The line being read and those around it.
    open: Vec<usize>,
    /// The last token is a number.
    numbered: bool,
    variant: PhantomData<V>,
}

impl<V> Collector<V> {
    fn line(&mut self) -> &mut Written {
        let line = self.open.last().copied().unwrap_or_default();
        &mut self.lines[line]
    }

    fn item(&mut self, text: Text<'_>, number: Option<(u32, bool)>) {
        let line = self.line();
        let plies = line.moves.len();
        line.items.push(Item {
            at: text.span().start,
            plies,
            number,
            move_like: number.is_none() && is_move_like(text.as_bytes()),
        });
    }
}

impl<V: Variant> Visitor for Collector<V> {
    fn number(&mut self, number: u32, text: Text<'_>) {
        // An unknown number, of which only the order is known, is no evidence.
        if text.as_bytes().ends_with(b"?") {
            return;
        }
        self.item(text, Some((number, has_second_dots(text.as_bytes()))));
        self.numbered = true;
    }

    fn token<W: Variant>(&mut self, _: &W::Token, text: Text<'_>) {
        self.numbered = false;
        let line = self.line();
        line.moves.push(text.span().start);
        let mover = V::mover(text.as_bytes());
        if mover.is_some() || !line.movers.is_empty() {
            line.movers.resize(line.moves.len() - 1, None);
            line.movers.push(mover);
        }
    }

    fn unresolved(&mut self, text: Text<'_>) {
        self.numbered = false;
        self.item(text, None);
    }

    fn trivia(&mut self, text: Text<'_>) {
        if self.numbered
            && is_second_sign::<V>(text.as_bytes())
            && let Some(item) = self.line().items.last_mut()
            && let Some((_, second)) = &mut item.number
        {
            *second = true;
        }
    }

    fn begin_variation(&mut self, _: u8) -> Skip {
        self.numbered = false;
        let around = self.open.last().copied().unwrap_or_default();
        self.open.push(self.lines.len());
        let after = self.lines[around].moves.len();
        // Its bracket is not an item: what matters is which items precede it.
        let begin = self.lines[around].items.last().map_or(0, |item| item.at);
        self.lines.push(Written {
            around: Some(around),
            after,
            begin,
            ..Written::default()
        });
        Skip(false)
    }

    fn end_variation(&mut self) {
        self.numbered = false;
        self.open.pop();
    }
}

/// Whether an unreadable word looks like a move: it has letters and digits, and is not long.
pub(crate) fn is_move_like(word: &[u8]) -> bool {
    word.iter().any(u8::is_ascii_digit)
        && word
            .iter()
            .any(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
        && word.len() <= 24
}

/// Whether punctuation directly after a number indicates that the second side is to move: more dots, an
/// ellipsis, the comma that follows the first side's move.
pub(crate) fn is_second_sign<V: Variant>(text: &[u8]) -> bool {
    text.starts_with(b"..")
        || const { V::INFO.classes.variations_by_number }
            && matches!(
                V::punctuation(text),
                Some((Punctuation::Ellipsis | Punctuation::Separator, _))
            )
        || matches!(V::punctuation(text), Some((Punctuation::Ellipsis, _)))
}
