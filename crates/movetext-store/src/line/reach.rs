//! The tables that number the moves of a variant.

use super::{Board, Tally};
use movetext::registry::{VariantSet, WithVariant};
use movetext::variants::Standard;
use movetext::{Piece, Role, Side, Square, Tags, Variant, VariantInfo};
use std::sync::OnceLock;

/// What no square is in a list of squares.
const NONE: u8 = u8::MAX;

/// Where each piece of a variant could go from each square, in lists that are sorted.
#[derive(Debug)]
pub struct Reach {
    info: &'static VariantInfo,
    /// The start position.
    start: Board,
    start_tally: Tally,
    /// By piece and square: how long the list is, and where it begins.
    counts: Vec<[u8; 256]>,
    starts: Vec<[u32; 256]>,
    targets: Vec<Square>,
    /// By where the list begins, times the number of squares, and the target: its place in the list.
    places: Vec<[u8; 256]>,
    /// By piece and square: which row of `places` is its own.
    rows: Vec<[u32; 256]>,
}

impl Reach {
    /// The tables of a variant.
    pub fn of<V: Variant>() -> Reach {
        let pieces = 2 * (V::INFO.roles.len() + 1);
        let squares = V::INFO.geometry.squares;
        let start = V::initial_state(&Tags::new(&[], &[], encoding_rs::UTF_8), &mut Vec::new());
        let mut reach = Reach {
            info: &V::INFO,
            start: match start {
                Ok(start) => Board::of(&start.position, squares),
                Err(_) => Board::empty(Side::First),
            },
            start_tally: Tally::empty(),
            counts: vec![[0; 256]; pieces],
            starts: vec![[0; 256]; pieces],
            targets: Vec::new(),
            places: vec![[NONE; 256]],
            rows: vec![[0; 256]; pieces],
        };
        for index in 1..=V::INFO.roles.len() as u8 {
            for side in [Side::First, Side::Second] {
                let role = Role::new(index);
                for from in (0..squares).map(Square) {
                    reach.add(
                        Piece { role, side },
                        from,
                        V::reach(Piece { role, side }, from),
                    );
                }
            }
        }
        reach.start_tally = Tally::of(&reach, &reach.start);
        reach
    }

    fn add(&mut self, piece: Piece, from: Square, mut to: Vec<Square>) {
        to.sort();
        to.dedup();
        to.truncate(NONE.into());
        let piece = usize::from(Board::piece(piece));
        self.counts[piece][from.index()] = to.len() as u8;
        self.starts[piece][from.index()] = self.targets.len() as u32;
        self.rows[piece][from.index()] = self.places.len() as u32;
        let mut places = [NONE; 256];
        for (place, target) in (0..).zip(&to) {
            places[target.index()] = place;
        }
        self.places.push(places);
        self.targets.extend(to);
    }

    /// The variant.
    pub fn info(&self) -> &'static VariantInfo {
        self.info
    }

    /// The start position that games have unless their tags say otherwise.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The tally of the start position.
    pub(crate) fn start_tally(&self) -> &Tally {
        &self.start_tally
    }

    /// The number of a move of the side to move; none if it has none.
    #[inline]
    pub(crate) fn number(
        &self,
        board: &Board,
        tally: &Tally,
        from: Square,
        to: Square,
    ) -> Option<u32> {
        let piece = usize::from(board.on(from));
        let row = self.rows.get(piece)?[from.index()];
        let place = self.places[row as usize][to.index()];
        if place == NONE || piece & 1 != board.turn().index() {
            return None;
        }
        Some(u32::from(place) + tally.below(board.turn(), from))
    }

    /// The move of this number.
    #[inline]
    pub(crate) fn squares(&self, board: &Board, mut number: u32) -> Option<(Square, Square)> {
        for (index, set) in board.set(board.turn()).iter().enumerate() {
            let mut rest = *set;
            while rest != 0 {
                let square = index << 6 | rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let count =
                    u32::from(self.count(board.on(Square(square as u8)), Square(square as u8)));
                if number < count {
                    let piece = usize::from(board.on(Square(square as u8)));
                    let start = self.starts[piece][square];
                    let to = self.targets[(start + number) as usize];
                    return Some((Square(square as u8), to));
                }
                number -= count;
            }
        }
        None
    }

    /// How many squares a piece could reach from a square.
    #[inline(always)]
    pub(crate) fn count(&self, piece: u8, square: Square) -> u8 {
        self.counts
            .get(usize::from(piece))
            .map_or(0, |counts| counts[square.index()])
    }
}

/// The tables of all variants of a set.
#[derive(Debug)]
pub struct Reaches(Vec<Reach>);

impl Reaches {
    /// Makes the tables.
    pub fn new<S: VariantSet>() -> Reaches {
        struct Make;
        impl WithVariant for Make {
            type Output = Reach;
            fn run<V: Variant>(self) -> Reach {
                Reach::of::<V>()
            }
        }
        Reaches(
            (0..S::VARIANTS.len())
                .map(|index| S::run(index, Make))
                .collect(),
        )
    }

    /// The tables of the standard variants, made once.
    pub(crate) fn standard() -> &'static Reaches {
        static TABLES: OnceLock<Reaches> = OnceLock::new();
        TABLES.get_or_init(Reaches::new::<Standard>)
    }

    /// The tables of each variant.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Reach> {
        self.0.iter()
    }

    /// The tables of the variant with this id.
    pub fn find(&self, id: &str) -> Option<&Reach> {
        self.0.iter().find(|reach| reach.info.id == id)
    }
}
