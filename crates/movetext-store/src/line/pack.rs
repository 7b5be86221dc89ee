//! From moves to bytes.

use super::{
    Board, FIRST_SPECIALS, INLINE, MORE_SPECIALS, MOVES, NUMBERED, PAGES, Reach, SINGLE, Special,
    Tally, write_number,
};
use crate::blob;
use movetext::{MoveKind, Ply, Position, Variant};
use std::collections::HashMap;

/// Packs the main line of a game.
pub(crate) struct Packer {
    board: Board,
    tally: Tally,
    /// Whether the game begins elsewhere than at the variant's start.
    start: Vec<u8>,
    codes: Vec<u8>,
    /// The specials one after another.
    specials: Vec<u8>,
    /// How many codes stand before each, and where its bytes end.
    places: Vec<(usize, usize)>,
}

impl Packer {
    pub(crate) fn new() -> Packer {
        Packer {
            board: Board::empty(movetext::Side::First),
            tally: Tally::empty(),
            start: Vec::new(),
            codes: Vec::new(),
            specials: Vec::new(),
            places: Vec::new(),
        }
    }

    /// Begins a game.
    pub(crate) fn clear(&mut self) {
        self.start.clear();
        self.codes.clear();
        self.specials.clear();
        self.places.clear();
    }

    /// Sets up where the game begins.
    pub(crate) fn begin<P: Position>(&mut self, reach: &Reach, position: &P, custom: bool) {
        if !custom {
            self.board.clone_from(reach.start());
            self.tally.clone_from(reach.start_tally());
            return;
        }
        self.board = Board::of(position, reach.info().geometry.squares);
        self.tally = Tally::of(reach, &self.board);
        self.start.push(self.board.turn().index() as u8);
        write_number(self.board.pieces().count() as u64, &mut self.start);
        for (square, piece) in self.board.pieces() {
            self.start.extend([square.0, piece]);
        }
    }

    /// Adds a move.
    #[inline]
    pub(crate) fn add<V: Variant>(&mut self, reach: &Reach, ply: &Ply<'_, V>) {
        let mv = &ply.mv;
        if mv.kind == MoveKind::Normal
            && mv.promotion.is_none()
            && let Some(number) = reach.number(&self.board, &self.tally, mv.from, mv.to)
            && number < MOVES
        {
            if number < SINGLE {
                self.codes.push(number as u8);
            } else {
                let page = (number - SINGLE) >> 8;
                self.codes
                    .extend([PAGES + page as u8, (number - SINGLE) as u8]);
            }
            let count = reach.count(self.board.on(mv.from), mv.to);
            self.tally.go(self.board.turn(), mv.from, mv.to, count);
            self.board.go(mv.from, mv.to);
        } else {
            self.add_special::<V>(reach, ply);
        }
    }

    #[cold]
    fn add_special<V: Variant>(&mut self, reach: &Reach, ply: &Ply<'_, V>) {
        let special = Special {
            mv: ply.mv,
            turn: ply.after.turn(),
            changes: self.board.changes(ply.after, reach.info().geometry.squares),
        };
        self.board.change(&special);
        self.tally.change(reach, &special);
        special.write(&mut self.specials);
        self.places.push((self.codes.len(), self.specials.len()));
    }
}

/// Packs the lines of many games.
#[derive(Default)]
pub(crate) struct BlockPacker {
    games: u64,
    variant: &'static str,
    specials: Vec<u8>,
    numbers: HashMap<Vec<u8>, usize>,
    lines: Vec<u8>,
    line: Vec<u8>,
}

impl BlockPacker {
    pub(crate) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Adds a game.
    pub(crate) fn add(&mut self, variant: &'static str, packer: &Packer) {
        self.line.clear();
        let (mut at, mut begin) = (0, 0);
        for &(place, end) in &packer.places {
            self.line.extend_from_slice(&packer.codes[at..place]);
            self.add_special(&packer.specials[begin..end]);
            (at, begin) = (place, end);
        }
        self.line.extend_from_slice(&packer.codes[at..]);
        let named = variant != self.variant;
        let custom = !packer.start.is_empty();
        let head = (self.line.len() as u64) << 2 | u64::from(named) << 1 | u64::from(custom);
        write_number(head, &mut self.lines);
        if named {
            self.variant = variant;
            write_number(variant.len() as u64, &mut self.lines);
            self.lines.extend_from_slice(variant.as_bytes());
        }
        self.lines.extend_from_slice(&packer.start);
        self.lines.extend_from_slice(&self.line);
        self.games += 1;
    }

    fn add_special(&mut self, special: &[u8]) {
        let known = self.numbers.get(special).copied();
        let number = match known {
            Some(number) => number,
            None if self.numbers.len() < NUMBERED => {
                let number = self.numbers.len();
                self.numbers.insert(special.to_vec(), number);
                self.specials.extend_from_slice(special);
                number
            }
            None => {
                self.line.push(INLINE);
                self.line.extend_from_slice(special);
                return;
            }
        };
        let first = usize::from(PAGES - FIRST_SPECIALS);
        match number.checked_sub(first) {
            None => self.line.push(FIRST_SPECIALS + number as u8),
            Some(more) => self
                .line
                .extend([MORE_SPECIALS + (more >> 8) as u8, more as u8]),
        }
    }

    /// The block; then it is empty again.
    pub(crate) fn finish(&mut self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.specials.len() + self.lines.len() + 8);
        write_number(self.games, &mut bytes);
        write_number(self.numbers.len() as u64, &mut bytes);
        bytes.extend_from_slice(&self.specials);
        bytes.extend_from_slice(&self.lines);
        *self = BlockPacker::default();
        blob::pack(&bytes)
    }
}
