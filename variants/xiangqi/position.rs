//! The board with its pieces, and the side to move.

use super::geometry::{self, POINTS, Set, at, file, own_rank, rank};
use super::info::{CANNON, CHARIOT, GENERAL, HORSE, INFO, SOLDIER};
use super::movegen;
use crate::core::board::{Piece, Role, Side, Square};
use crate::core::moves::Move;
use crate::variant::Position;
use std::fmt::Write;

/// A position of Xiangqi.
///
/// The pieces are stored three times: by point, as sets by role and side, and as lines of occupied points by
/// rank and file. Finding a piece by its role uses the sets; seeing what is between two points uses the lines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    pieces: [Code; POINTS],
    roles: [Set; 7],
    sides: [Set; 2],
    ranks: [u16; 10],
    files: [u16; 9],
    turn: Side,
    quiet: u32,
    number: u32,
}

/// The contents of a point: 0, or the role's index, plus 8 for the second side.
type Code = u8;

const EMPTY: Code = 0;

#[inline]
const fn code(side: Side, role: Role) -> Code {
    (side as u8) << 3 | role.get()
}

impl Board {
    /// A board without pieces.
    pub fn empty(turn: Side) -> Board {
        Board {
            pieces: [EMPTY; POINTS],
            roles: [0; 7],
            sides: [0; 2],
            ranks: [0; 10],
            files: [0; 9],
            turn,
            quiet: 0,
            number: 1,
        }
    }

    /// The start position.
    pub fn start() -> Board {
        let mut board = Board::empty(Side::First);
        let back = [5, 4, 3, 2, 1, 2, 3, 4, 5].map(Role::new);
        for side in [Side::First, Side::Second] {
            let row = |steps| own_rank(side, steps);
            for (file, role) in (0..).zip(back) {
                board.put(at(file, row(0)), Piece { role, side });
            }
            for file in [1, 7] {
                board.put(at(file, row(2)), Piece { role: CANNON, side });
            }
            for file in [0, 2, 4, 6, 8] {
                board.put(
                    at(file, row(3)),
                    Piece {
                        role: SOLDIER,
                        side,
                    },
                );
            }
        }
        board
    }

    /// Puts a piece on an empty point.
    pub(super) fn put(&mut self, square: Square, piece: Piece) {
        self.pieces[square.index()] = code(piece.side, piece.role);
        self.toggle(square, piece.role, piece.side);
        self.occupy(square);
    }

    /// Gives the turn to the other player.
    pub(super) fn pass(&mut self) {
        self.turn = self.turn.other();
    }

    /// Sets the counters at the end of a FEN.
    pub(super) fn set_counts(&mut self, quiet: u32, number: u32) {
        (self.quiet, self.number) = (quiet, number);
    }

    #[inline]
    fn toggle(&mut self, square: Square, role: Role, side: Side) {
        self.roles[role.index()] ^= geometry::one(square);
        self.sides[side.index()] ^= geometry::one(square);
    }

    #[inline]
    fn occupy(&mut self, square: Square) {
        self.ranks[rank(square) as usize] |= 1 << file(square);
        self.files[file(square) as usize] |= 1 << rank(square);
    }

    #[inline]
    fn vacate(&mut self, square: Square) {
        self.ranks[rank(square) as usize] &= !(1 << file(square));
        self.files[file(square) as usize] &= !(1 << rank(square));
    }

    /// The pieces of a side and role.
    #[inline]
    pub(super) fn pieces(&self, side: Side, role: Role) -> Set {
        self.roles[role.index()] & self.sides[side.index()]
    }

    /// The pieces of a side.
    #[inline]
    pub(super) fn side(&self, side: Side) -> Set {
        self.sides[side.index()]
    }

    #[inline]
    pub(super) fn is_empty(&self, square: Square) -> bool {
        self.pieces[square.index()] == EMPTY
    }

    /// The role of the piece on a point, if it belongs to the side to move.
    #[inline]
    pub(super) fn own(&self, square: Square) -> Option<Role> {
        let piece = self.pieces[square.index()];
        (piece != EMPTY && piece >> 3 == self.turn as u8).then(|| Role::new(piece & 7))
    }

    /// The role of the piece on a point, if it belongs to the opponent.
    #[inline]
    pub(super) fn enemy(&self, square: Square) -> Option<Role> {
        let piece = self.pieces[square.index()];
        (piece != EMPTY && piece >> 3 != self.turn as u8).then(|| Role::new(piece & 7))
    }

    /// The number of occupied points strictly between two points on the same rank or file. `None` if the points
    /// are not in line, or the same.
    #[inline]
    pub(super) fn between(&self, from: Square, to: Square) -> Option<u32> {
        let (line, a, b) = if rank(from) == rank(to) {
            (self.ranks[rank(from) as usize], file(from), file(to))
        } else if file(from) == file(to) {
            (self.files[file(from) as usize], rank(from), rank(to))
        } else {
            return None;
        };
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        if low == high {
            return None;
        }
        let inside = ((1u16 << high) - 1) & !((2u16 << low) - 1);
        Some((line & inside).count_ones())
    }

    /// The opponent's piece that attacks the general of the side to move after a step from one point to
    /// another. With `None` as the step: in the current position.
    #[inline]
    pub(super) fn attacker(&self, step: Option<(Square, Square)>) -> Option<Square> {
        let after = After { board: self, step };
        let mut generals = self.pieces(self.turn, GENERAL);
        if let Some((from, to)) = step
            && generals & geometry::one(from) != 0
        {
            generals ^= geometry::one(from) | geometry::one(to);
        }
        while let Some(general) = geometry::lowest(generals) {
            generals &= generals - 1;
            if let Some(attacker) = after.attacker_of(general) {
                return Some(attacker);
            }
        }
        None
    }
}

/// The board after a step of the side to move.
struct After<'a> {
    board: &'a Board,
    step: Option<(Square, Square)>,
}

impl After<'_> {
    #[inline]
    fn attacker_of(&self, general: Square) -> Option<Square> {
        self.horse(general)
            .or_else(|| self.soldier(general))
            .or_else(|| self.in_line(general))
    }

    /// The remaining pieces of the opponent.
    #[inline]
    fn enemies(&self, role: Role) -> Set {
        let pieces = self.board.pieces(self.board.turn.other(), role);
        match self.step {
            Some((_, to)) => pieces & !geometry::one(to),
            None => pieces,
        }
    }

    #[inline]
    fn is_empty(&self, square: Square) -> bool {
        match self.step {
            Some((from, _)) if square == from => true,
            Some((_, to)) if square == to => false,
            _ => self.board.is_empty(square),
        }
    }

    /// The role of the opponent's piece on an occupied point.
    #[inline]
    fn enemy(&self, square: Square) -> Option<Role> {
        match self.step {
            Some((_, to)) if square == to => None,
            _ => self.board.enemy(square),
        }
    }

    /// A horse is blocked next to itself, not next to the general.
    #[inline]
    fn horse(&self, general: Square) -> Option<Square> {
        let mut horses = self.enemies(HORSE) & HORSE_STEPS[general.index()];
        while let Some(horse) = geometry::lowest(horses) {
            horses &= horses - 1;
            if self.is_empty(leg(horse, general)) {
                return Some(horse);
            }
        }
        None
    }

    #[inline]
    fn soldier(&self, general: Square) -> Option<Square> {
        let near = SOLDIERS[self.board.turn.index()][general.index()];
        geometry::lowest(self.enemies(SOLDIER) & near)
    }

    /// The first piece in each of the four directions, if it is a chariot or (on the file) the other general;
    /// the second, if it is a cannon.
    #[inline]
    fn in_line(&self, general: Square) -> Option<Square> {
        let (x, y) = (file(general), rank(general));
        // Most often nothing that could attack stands on these lines.
        let heavy = self.enemies(CHARIOT) | self.enemies(CANNON);
        let by_rank = heavy & geometry::on_rank(y) != 0;
        let by_file = (heavy | self.enemies(GENERAL)) & geometry::on_file(x) != 0;
        if !by_rank && !by_file {
            return None;
        }
        let mut row = self.board.ranks[y as usize];
        let mut column = self.board.files[x as usize];
        if let Some((from, to)) = self.step {
            if rank(from) == y {
                row &= !(1 << file(from));
            }
            if file(from) == x {
                column &= !(1 << rank(from));
            }
            if rank(to) == y {
                row |= 1 << file(to);
            }
            if file(to) == x {
                column |= 1 << rank(to);
            }
        }
        let on_row = |x| at(x, y);
        let on_column = |y| at(x, y);
        let along_rank = || {
            self.upwards(row, x, on_row, false)
                .or_else(|| self.downwards(row, x, on_row, false))
        };
        let along_file = || {
            self.upwards(column, y, on_column, true)
                .or_else(|| self.downwards(column, y, on_column, true))
        };
        let on_its_rank = by_rank.then(along_rank).flatten();
        on_its_rank.or_else(|| by_file.then(along_file).flatten())
    }

    #[inline]
    fn upwards(
        &self,
        line: u16,
        from: u8,
        square: impl Fn(u8) -> Square,
        faces: bool,
    ) -> Option<Square> {
        let mut beyond = line & !((2u16 << from) - 1);
        let mut next = || {
            let index = beyond.trailing_zeros() as u8;
            (beyond != 0).then(|| {
                beyond &= beyond - 1;
                square(index)
            })
        };
        self.attacks_along(next()?, next, faces)
    }

    #[inline]
    fn downwards(
        &self,
        line: u16,
        from: u8,
        square: impl Fn(u8) -> Square,
        faces: bool,
    ) -> Option<Square> {
        let mut beyond = line & ((1u16 << from) - 1);
        let mut next = || {
            (beyond != 0).then(|| {
                let index = beyond.ilog2() as u8;
                beyond ^= 1 << index;
                square(index)
            })
        };
        self.attacks_along(next()?, next, faces)
    }

    #[inline]
    fn attacks_along(
        &self,
        first: Square,
        mut next: impl FnMut() -> Option<Square>,
        faces: bool,
    ) -> Option<Square> {
        match self.enemy(first) {
            Some(CHARIOT) => return Some(first),
            Some(GENERAL) if faces => return Some(first),
            _ => {}
        }
        let second = next()?;
        (self.enemy(second) == Some(CANNON)).then_some(second)
    }
}

/// The point next to a horse that must be empty for its step. The two points are a horse's step apart.
#[inline]
pub fn leg(from: Square, to: Square) -> Square {
    let middle = |a: u8, b: u8| (a + b) / 2;
    if file(from).abs_diff(file(to)) == 2 {
        at(middle(file(from), file(to)), rank(from))
    } else {
        at(file(from), middle(rank(from), rank(to)))
    }
}

/// The points a horse's step away from each point.
static HORSE_STEPS: [Set; POINTS] = {
    let mut sets = [0; POINTS];
    let mut from = 0;
    while from < POINTS {
        let mut to = 0;
        while to < POINTS {
            let (a, b) = (Square(from as u8), Square(to as u8));
            let across = file(a).abs_diff(file(b));
            let along = rank(a).abs_diff(rank(b));
            if across * along == 2 {
                sets[from] |= geometry::one(b);
            }
            to += 1;
        }
        from += 1;
    }
    sets
};

/// The points from which an opponent's soldier attacks each point, by attacked side.
static SOLDIERS: [[Set; POINTS]; 2] = {
    let mut sets = [[0; POINTS]; 2];
    let mut index = 0;
    while index < POINTS {
        let square = Square(index as u8);
        let (x, y) = (file(square) as i8, rank(square) as i8);
        let mut side = 0;
        while side < 2 {
            let before = if side == 0 { y + 1 } else { y - 1 };
            let from = [(x, before), (x - 1, y), (x + 1, y)];
            let mut n = 0;
            while n < 3 {
                if let Some(from) = geometry::checked(from[n].0, from[n].1) {
                    let owner = if side == 0 { Side::Second } else { Side::First };
                    if n == 0 || geometry::beyond_river(owner, from) {
                        sets[side][index] |= geometry::one(from);
                    }
                }
                n += 1;
            }
            side += 1;
        }
        index += 1;
    }
    sets
};

impl Position for Board {
    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        match self.pieces.get(square.index()) {
            None | Some(&EMPTY) => None,
            Some(&piece) => Some(Piece {
                role: Role::new(piece & 7),
                side: match piece >> 3 {
                    0 => Side::First,
                    _ => Side::Second,
                },
            }),
        }
    }

    #[inline]
    fn play(&mut self, mv: &Move) {
        let (side, from, to) = (self.turn, mv.from, mv.to);
        match mv.captured {
            Some(role) => {
                self.toggle(to, role, side.other());
                self.quiet = 0;
            }
            None => self.quiet = self.quiet.saturating_add(1),
        }
        self.pieces[to.index()] = code(side, mv.piece);
        self.pieces[from.index()] = EMPTY;
        self.toggle(from, mv.piece, side);
        self.toggle(to, mv.piece, side);
        self.vacate(from);
        self.occupy(to);
        if side == Side::Second {
            self.number = self.number.saturating_add(1);
        }
        self.turn = side.other();
    }

    fn is_check(&self) -> bool {
        self.attacker(None).is_some()
    }

    fn moves(&self, out: &mut Vec<Move>) {
        movegen::legal_moves(self, out);
    }

    fn key(&self) -> u64 {
        // A separate number for each piece on each point, mixed as in SplitMix64.
        fn mix(seed: u64) -> u64 {
            let mut z = (seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
            z ^ (z >> 31)
        }
        geometry::points(self.sides[0] | self.sides[1])
            .map(|square| mix(u64::from(self.pieces[square.index()]) << 8 | u64::from(square.0)))
            .fold(mix(self.turn as u64), |key, number| key ^ number)
    }

    /// FEN in its usual form: `w` for Red, and six fields.
    fn describe(&self) -> String {
        let mut out = String::with_capacity(80);
        for rank in (0..geometry::RANKS).rev() {
            let mut gap = 0;
            for file in 0..geometry::FILES {
                let Some(piece) = self.piece_on(at(file, rank)) else {
                    gap += 1;
                    continue;
                };
                if gap > 0 {
                    out.push(char::from(b'0' + gap));
                    gap = 0;
                }
                let letter = INFO.roles[piece.role.index()].letter;
                out.push(match piece.side {
                    Side::First => letter,
                    Side::Second => letter.to_ascii_lowercase(),
                });
            }
            if gap > 0 {
                out.push(char::from(b'0' + gap));
            }
            if rank > 0 {
                out.push('/');
            }
        }
        let turn = match self.turn {
            Side::First => 'w',
            Side::Second => 'b',
        };
        write!(out, " {turn} - - {} {}", self.quiet, self.number)
            .expect("writing to a String does not fail");
        out
    }
}
