//! The moves of many games, and how alike they are.

use super::Likeness;
use crate::line::{Board, Line};
use crate::query::scan::{Failure, Work};
use crate::store::Store;
use movetext::Move;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;

/// So many moves, one after another, are a part of a line.
const PART: usize = 6;
/// Parts do not begin before this ply: openings are everybody's.
const OPENING: usize = 4;
/// Of so many parts of a line it is looked up which others have them: those with the least hashes.
const PARTS: usize = 8;
/// More differences than this make another game.
const DIFFERENCES: usize = 4;
/// A square that no board has: what stands with it is no pair of squares.
const NO_SQUARE: u16 = 0xFF;

/// Gathers lines, as pairs of squares and what pawns become.
#[derive(Default)]
pub(super) struct Gatherer {
    moves: Vec<u16>,
    games: Vec<Gathered>,
}

/// A line: its game, its variant and start, and its moves.
#[derive(Clone, Copy, Debug)]
struct Gathered {
    game: i64,
    start: u64,
    from: usize,
    to: usize,
}

impl Work for Gatherer {
    fn line(&mut self, _: &Store, game: i64, line: Line<'_>) -> std::result::Result<(), Failure> {
        let Some(reach) = line.reach() else {
            return Ok(());
        };
        if line.is_empty() {
            return Ok(());
        }
        let mut hasher = DefaultHasher::new();
        reach.info().id.hash(&mut hasher);
        if line.is_custom() {
            let start = line.start();
            start.turn().hash(&mut hasher);
            start.pieces().collect::<Vec<_>>().hash(&mut hasher);
        }
        let from = self.moves.len();
        let mut line = line;
        let mut board: Board = line.start().into_owned();
        while let Some(mv) = line.play(&mut board) {
            self.push(&mv?);
        }
        self.games.push(Gathered {
            game,
            start: hasher.finish(),
            from,
            to: self.moves.len(),
        });
        Ok(())
    }
}

impl Gatherer {
    fn push(&mut self, mv: &Move) {
        self.moves
            .push(u16::from(mv.from.0) << 8 | u16::from(mv.to.0));
        if let Some(role) = mv.promotion {
            self.moves.push(NO_SQUARE << 8 | u16::from(role.get()));
        }
    }
}

/// The lines of all games, in the order of their ids.
pub(super) struct Lines {
    /// As the threads have gathered them.
    arenas: Vec<Vec<u16>>,
    /// With the arena of each.
    lines: Vec<(u32, Gathered)>,
}

impl Lines {
    pub(super) fn new(gathered: Vec<Gatherer>) -> Lines {
        let mut lines = Lines {
            arenas: Vec::new(),
            lines: Vec::new(),
        };
        for (arena, mut gatherer) in (0..).zip(gathered) {
            lines.arenas.push(mem::take(&mut gatherer.moves));
            lines
                .lines
                .extend(gatherer.games.into_iter().map(|line| (arena, line)));
        }
        lines.lines.sort_unstable_by_key(|(_, line)| line.game);
        lines
    }

    fn moves(&self, line: usize) -> &[u16] {
        let (arena, gathered) = &self.lines[line];
        &self.arenas[*arena as usize][gathered.from..gathered.to]
    }

    fn start(&self, line: usize) -> u64 {
        self.lines[line].1.start
    }

    pub(super) fn game(&self, line: usize) -> i64 {
        self.lines[line].1.game
    }

    pub(super) fn len(&self, line: usize) -> usize {
        self.moves(line).len()
    }

    /// Whether a line begins with all of another one.
    pub(super) fn begins(&self, line: usize, other: usize) -> bool {
        self.start(line) == self.start(other) && self.moves(line).starts_with(self.moves(other))
    }

    /// The lines so that each stands behind those that it begins with; equal ones by their games.
    pub(super) fn sorted(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.lines.len()).collect();
        order.sort_unstable_by(|&a, &b| {
            let starts = self.start(a).cmp(&self.start(b));
            starts
                .then_with(|| self.moves(a).cmp(self.moves(b)))
                .then_with(|| a.cmp(&b))
        });
        order
    }

    /// Some parts of all lines, by their hashes, with the lines that have them; sorted. Two lines that have most parts in
    /// common have one of these in common, since of all parts these have the least hashes.
    pub(super) fn parts(&self) -> Vec<(u64, u32)> {
        let mut parts = Vec::new();
        let mut own: Vec<u64> = Vec::new();
        for line in 0..self.lines.len() {
            own.clear();
            let moves = self.moves(line).get(OPENING..).unwrap_or_default();
            own.extend(
                moves
                    .windows(PART)
                    .map(|part| mixed(self.start(line), part)),
            );
            own.sort_unstable();
            own.dedup();
            own.truncate(PARTS);
            parts.extend(own.iter().map(|hash| (*hash, line as u32)));
        }
        parts.sort_unstable();
        parts
    }
}

/// A hash of a start and some moves: the same on every machine.
fn mixed(start: u64, moves: &[u16]) -> u64 {
    let mut hash = start ^ 0x9E37_79B9_7F4A_7C15;
    for mv in moves {
        hash = (hash ^ u64::from(*mv)).wrapping_mul(0xFF51_AFD7_ED55_8CCD);
        hash ^= hash >> 32;
    }
    hash
}

/// How alike two lines are, if they are, and in what.
pub(super) fn likeness(lines: &Lines, a: usize, b: usize) -> Option<(Likeness, String)> {
    if lines.start(a) != lines.start(b) {
        return None;
    }
    let (one, other) = (lines.moves(a), lines.moves(b));
    let (short, long) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    if one == other {
        let what = format!("the same {} plies", one.len());
        return Some((Likeness::Exact, what));
    }
    if long.starts_with(short) {
        let what = format!("the first {} of {} plies", short.len(), long.len());
        return Some((Likeness::Prefix, what));
    }
    let (differences, compared) = differences(short, long)?;
    // Of short games a few moves are much.
    if compared < 16 || differences * 8 > compared {
        return None;
    }
    let mut sorted = [short.to_vec(), long.to_vec()];
    sorted.iter_mut().for_each(|moves| moves.sort_unstable());
    let what = if sorted[0] == sorted[1] {
        "the same moves in another order".to_owned()
    } else if differences == 1 {
        format!("1 of {} plies is different", compared)
    } else {
        format!("{differences} of {compared} plies are different")
    };
    Some((Likeness::Near, what))
}

/// By how many moves that are other ones, missing or too many, two lines differ, up to where the first of them ends;
/// and how many plies that are. None if they are too many.
fn differences(short: &[u16], long: &[u16]) -> Option<(usize, usize)> {
    const WIDTH: usize = 2 * DIFFERENCES + 1;
    // How far the short line is read with so many differences, by how many moves more the long one was read.
    let mut reach: [Option<usize>; WIDTH] = [None; WIDTH];
    let slide = |mut at: usize, diagonal: usize| {
        while at < short.len() {
            let other = (at + diagonal).checked_sub(DIFFERENCES);
            match other.and_then(|other| long.get(other)) {
                Some(mv) if *mv == short[at] => at += 1,
                _ => break,
            }
        }
        at
    };
    // Whether either line is at its end.
    let ended = |at: usize, diagonal: usize| {
        at >= short.len() || (at + diagonal).saturating_sub(DIFFERENCES) >= long.len()
    };
    reach[DIFFERENCES] = Some(slide(0, DIFFERENCES));
    for count in 0..=DIFFERENCES {
        if count > 0 {
            let before = reach;
            for diagonal in 0..WIDTH {
                let other = before[diagonal].map(|at| at + 1);
                let missing = diagonal
                    .checked_sub(1)
                    .and_then(|diagonal| before[diagonal]);
                let more = before.get(diagonal + 1).copied().flatten().map(|at| at + 1);
                let furthest = other.max(missing).max(more);
                reach[diagonal] = furthest
                    .filter(|at| at + diagonal >= DIFFERENCES)
                    .map(|at| slide(at.min(short.len()), diagonal));
            }
        }
        let mut ends = (0..WIDTH).filter_map(|diagonal| Some((reach[diagonal]?, diagonal)));
        if let Some((at, _)) = ends.find(|(at, diagonal)| ended(*at, *diagonal)) {
            return Some((count, at));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::differences;

    #[test]
    fn differences_are_counted() {
        let line: Vec<u16> = (0..40).collect();
        let mut other = line.clone();
        assert_eq!(differences(&line, &other), Some((0, 40)));
        other[20] = 99;
        assert_eq!(differences(&line, &other), Some((1, 40)));
        other.swap(7, 9);
        assert_eq!(differences(&line, &other), Some((3, 40)));
        other.swap(30, 32);
        assert_eq!(differences(&line, &other), None);
        let mut missing = line.clone();
        missing.remove(13);
        assert_eq!(differences(&missing, &line), Some((1, 39)));
        let more: Vec<u16> = line[..30].iter().copied().chain([7; 10]).collect();
        assert_eq!(differences(&line, &more), None);
        let cut = &other[..28];
        assert_eq!(differences(cut, &line), Some((3, 28)));
    }
}
