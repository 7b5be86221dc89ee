//! The board between two moves, and its description in PDTL.

use super::geometry::{self, HEXES, LAST_LINE, column, forward, hex, line, mirror, row, step};
use super::hexes::HexSet;
use super::moves;
use super::profile::{ARMY, KING, PAWN, ROLES};
use super::rules::attacks::is_attacked;
use super::rules::castling::{CASTLINGS, KING as KING_HOME, KINGS_ROOK, QUEENS_ROOK};
use super::writing::Symbols;
use crate::board::{Piece, Role, Side, Square};
use crate::moves::{Move, MoveKind};
use crate::variant::Position;
use std::fmt::{self, Write};
use std::num::NonZeroU32;

/// A position of C'escacs.
#[derive(Clone, PartialEq, Eq)]
pub struct CescacsPosition {
    men: Men,
    turn: Side,
    rights: Rights,
    special: Special,
    clock: u16,
    number: Option<NonZeroU32>,
    /// Whether the men are those of the standard game; it follows from them.
    standard: bool,
}

/// The men on the hexes: a byte for each hex, and the same as sets.
#[derive(Clone, PartialEq, Eq)]
pub struct Men {
    hexes: [u8; HEXES],
    sides: [HexSet; 2],
    roles: [HexSet; ROLES.len()],
    /// The part of the key that the men make.
    key: u64,
}

/// Which kings and rooks have not moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rights(u8);

/// The capture that the last move allows beyond the ordinary ones.
///
/// The pawn may have been promoted by that very move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Special {
    /// None.
    None,
    /// The pawn on this hex went two hexes and can be captured on the one between.
    Double(Square),
    /// The pawn on this hex went three hexes and can be captured on the two between.
    Triple(Square),
    /// A pawn sidestepped the enemy pawn that it faced.
    Scornful {
        /// Where it stands.
        pawn: Square,
        /// The pawn that it faced, which alone may capture it; unknown where a written position
        /// leaves it open.
        faced: Option<Square>,
    },
}

impl Men {
    /// No men.
    pub const EMPTY: Men = Men {
        hexes: [0; HEXES],
        sides: [HexSet::EMPTY; 2],
        roles: [HexSet::EMPTY; ROLES.len()],
        key: 0,
    };

    /// The man on a hex.
    #[inline]
    pub const fn get(&self, hex: Square) -> Option<Piece> {
        decode(self.hexes[hex.index()])
    }

    /// Whether exactly this man is on the hex.
    #[inline]
    pub const fn is(&self, hex: Square, role: Role, side: Side) -> bool {
        self.hexes[hex.index()] == encode(role, side)
    }

    /// Whether nothing is on the hex.
    #[inline]
    pub const fn is_empty(&self, hex: Square) -> bool {
        self.hexes[hex.index()] == 0
    }

    /// Puts a man on a hex, in the place of what is there.
    #[inline]
    pub const fn put(&mut self, hex: Square, role: Role, side: Side) {
        self.clear(hex);
        let man = encode(role, side);
        self.hexes[hex.index()] = man;
        self.sides[side.index()].insert(hex);
        self.roles[role.index()].insert(hex);
        self.key ^= KEYS[man as usize][hex.index()];
    }

    /// Takes away what is on a hex.
    #[inline]
    pub const fn clear(&mut self, hex: Square) {
        let man = self.hexes[hex.index()];
        if let Some(Piece { role, side }) = decode(man) {
            self.hexes[hex.index()] = 0;
            self.sides[side.index()].remove(hex);
            self.roles[role.index()].remove(hex);
            self.key ^= KEYS[man as usize][hex.index()];
        }
    }

    /// The hexes where such men are.
    #[inline]
    pub fn find(&self, role: Role, side: Side) -> HexSet {
        self.of(role) & self.side(side)
    }

    /// The hexes where men of this role are, of either side.
    #[inline]
    pub const fn of(&self, role: Role) -> HexSet {
        self.roles[role.index()]
    }

    /// The hexes where a side's men are.
    #[inline]
    pub const fn side(&self, side: Side) -> HexSet {
        self.sides[side.index()]
    }

    /// The hexes where men are.
    #[inline]
    pub const fn occupied(&self) -> HexSet {
        self.sides[0].union(self.sides[1])
    }

    /// The king of a side, if it has one and no more.
    #[inline]
    pub fn king(&self, side: Side) -> Option<Square> {
        self.find(KING, side).single()
    }

    /// Whether each side has one king, and no more men of a kind than it starts with.
    fn are_standard(&self) -> bool {
        [Side::First, Side::Second].into_iter().all(|side| {
            self.king(side).is_some()
                && ARMY.iter().enumerate().all(|(index, &most)| {
                    (self.roles[index] & self.side(side)).len() <= usize::from(most)
                })
        })
    }
}

/// The share in the key of each man, as it is encoded, on each hex.
static KEYS: [[u64; HEXES]; (SECOND as usize) + ROLES.len() + 1] = {
    let mut keys = [[0; HEXES]; (SECOND as usize) + ROLES.len() + 1];
    let mut man = 0;
    while man < keys.len() {
        let mut index = 0;
        while index < HEXES {
            keys[man][index] = mix(0x1_0000 | (index as u64) << 8 | man as u64);
            index += 1;
        }
        man += 1;
    }
    keys
};

const SECOND: u8 = 0x10;

#[inline]
const fn encode(role: Role, side: Side) -> u8 {
    match side {
        Side::First => role.get(),
        Side::Second => role.get() | SECOND,
    }
}

#[inline]
const fn decode(man: u8) -> Option<Piece> {
    if man == 0 {
        return None;
    }
    let side = if man & SECOND == 0 {
        Side::First
    } else {
        Side::Second
    };
    let role = Role::new(man & !SECOND);
    Some(Piece { role, side })
}

impl Rights {
    /// Nothing has moved.
    pub const ALL: Rights = Rights(0b111_111);
    /// Both kings have moved.
    pub const NONE: Rights = Rights(0);

    /// The bits of one side: queen's rook, king, king's rook. Without the king there is no right.
    const QUEENS_ROOK: u8 = 0b100;
    const KING: u8 = 0b010;
    const KINGS_ROOK: u8 = 0b001;

    /// The rights that end when a man leaves or enters a hex.
    const ENDED: [u8; HEXES] = {
        let mut ended = [0; HEXES];
        ended[QUEENS_ROOK.index()] = Rights::QUEENS_ROOK;
        ended[KING_HOME.index()] = 0b111;
        ended[KINGS_ROOK.index()] = Rights::KINGS_ROOK;
        ended[mirror(QUEENS_ROOK).index()] = Rights::QUEENS_ROOK << 3;
        ended[mirror(KING_HOME).index()] = 0b111 << 3;
        ended[mirror(KINGS_ROOK).index()] = Rights::KINGS_ROOK << 3;
        ended
    };

    /// Adds that this side's king and these of its rooks have not moved.
    #[must_use]
    pub const fn with(self, side: Side, queens_rook: bool, kings_rook: bool) -> Rights {
        let mut bits = Rights::KING;
        if queens_rook {
            bits |= Rights::QUEENS_ROOK;
        }
        if kings_rook {
            bits |= Rights::KINGS_ROOK;
        }
        Rights(self.0 | bits << (3 * side.index()))
    }

    /// Whether the king of this side has not moved.
    pub const fn king(self, side: Side) -> bool {
        self.of(side) & Rights::KING != 0
    }

    /// Whether neither the king nor the queen's rook of this side has moved.
    pub const fn queens_rook(self, side: Side) -> bool {
        self.of(side) & Rights::QUEENS_ROOK != 0
    }

    /// Whether neither the king nor the king's rook of this side has moved.
    pub const fn kings_rook(self, side: Side) -> bool {
        self.of(side) & Rights::KINGS_ROOK != 0
    }

    const fn of(self, side: Side) -> u8 {
        self.0 >> (3 * side.index()) & 0b111
    }

    #[inline]
    fn touch(&mut self, hex: Square) {
        self.0 &= !Rights::ENDED[hex.index()];
    }
}

/// The hexes that the pawn on `pawn` crossed in a double or triple step, the first one first.
pub fn crossed(special: Special, mover: Side) -> impl Iterator<Item = Square> {
    let (pawn, steps) = match special {
        Special::Double(pawn) => (pawn, 1),
        Special::Triple(pawn) => (pawn, 2),
        Special::None | Special::Scornful { .. } => (Square(0), 0),
    };
    (1..=steps)
        .rev()
        .filter_map(move |back: i8| step(pawn, (0, -2 * back * forward(mover))))
}

impl CescacsPosition {
    /// The position that games start from.
    pub const START: CescacsPosition = {
        let mut men = Men::EMPTY;
        let mut index = 0;
        while index < ARRAY.len() {
            let (hexes, role) = ARRAY[index];
            let mut next = 0;
            while next < hexes.len() {
                let home = hex(hexes[next]);
                men.put(home, role, Side::First);
                men.put(mirror(home), role, Side::Second);
                next += 1;
            }
            index += 1;
        }
        CescacsPosition {
            men,
            turn: Side::First,
            rights: Rights::ALL,
            special: Special::None,
            clock: 0,
            number: NonZeroU32::new(1),
            standard: true,
        }
    };

    /// A position from its parts.
    pub fn new(
        men: Men,
        turn: Side,
        rights: Rights,
        special: Special,
        clock: u16,
        number: Option<NonZeroU32>,
    ) -> CescacsPosition {
        CescacsPosition {
            standard: men.are_standard(),
            men,
            turn,
            rights,
            special,
            clock,
            number,
        }
    }

    /// The men.
    #[inline]
    pub fn men(&self) -> &Men {
        &self.men
    }

    /// Which kings and rooks have not moved.
    #[inline]
    pub fn rights(&self) -> Rights {
        self.rights
    }

    /// The capture that the last move allows.
    #[inline]
    pub fn special(&self) -> Special {
        self.special
    }

    /// Half-moves since the last capture or pawn's move (CE-178).
    #[inline]
    pub fn clock(&self) -> u16 {
        self.clock
    }

    /// The number of the next move; none if it is unknown.
    #[inline]
    pub fn number(&self) -> Option<NonZeroU32> {
        self.number
    }

    /// Whether the rules of the standard game can judge the position: each side has one king, and
    /// no more men of a kind than it starts with.
    ///
    /// Others are set up only: without a king, or with the men of Grand C'escacs.
    #[inline]
    pub fn is_standard(&self) -> bool {
        self.standard
    }

    /// What a move allows the opponent to capture, seen before the move.
    fn special_after(&self, mv: &Move) -> Special {
        if mv.piece != PAWN || mv.captured.is_some() {
            return Special::None;
        }
        let ahead = forward(self.turn);
        let columns = column(mv.to) - column(mv.from);
        let lines = (line(mv.to) - line(mv.from)) * ahead;
        match (columns, lines) {
            (0, 4) => Special::Double(mv.to),
            (0, 6) => Special::Triple(mv.to),
            (-1 | 1, 1) => {
                let faced = step(mv.from, (0, 2 * ahead))
                    .filter(|&hex| self.men.is(hex, PAWN, self.turn.other()));
                match faced {
                    Some(_) => Special::Scornful { pawn: mv.to, faced },
                    None => Special::None,
                }
            }
            _ => Special::None,
        }
    }

    /// The capture that the last move allows, if there is a pawn to make it.
    fn usable_special(&self) -> Special {
        let ahead = forward(self.turn);
        let usable = match self.special {
            Special::None => false,
            Special::Scornful { .. } => true,
            Special::Double(_) | Special::Triple(_) => crossed(self.special, self.turn.other())
                .flat_map(|hex| [(-1, -3 * ahead), (1, -3 * ahead)].map(|way| step(hex, way)))
                .flatten()
                .any(|hex| self.men.is(hex, PAWN, self.turn)),
        };
        if usable { self.special } else { Special::None }
    }
}

/// White's men at the start; Black's stand opposite.
const ARRAY: [(&[&str], Role); 9] = {
    use super::profile::{BISHOP, ELEPHANT, KNIGHT, PEGASUS, QUEEN, ROOK, WYVERN};
    [
        (
            &[
                "A5", "B4", "C5", "D6", "E7", "F8", "G7", "H6", "I5", "K4", "L5",
            ],
            PAWN,
        ),
        (&["D4", "E5", "G5", "H4"], ELEPHANT),
        (&["F2", "F4", "F6"], BISHOP),
        (&["E3", "G3"], KNIGHT),
        (&["D2", "H2"], PEGASUS),
        (&["C3", "I3"], ROOK),
        (&["F0"], WYVERN),
        (&["E1"], QUEEN),
        (&["G1"], KING),
    ]
};

impl Position for CescacsPosition {
    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn piece_on(&self, square: Square) -> Option<Piece> {
        self.men.get(square)
    }

    fn play(&mut self, mv: &Move) {
        let side = self.turn;
        let special = self.special_after(mv);
        match mv.kind {
            MoveKind::Null => {}
            MoveKind::Castling(index) => {
                if let Some(castling) = CASTLINGS.get(usize::from(index)) {
                    let king = castling.king(side);
                    self.men.clear(king.from);
                    for rook in castling.rooks(side) {
                        self.men.clear(rook.from);
                        self.men.put(rook.to, super::profile::ROOK, side);
                    }
                    self.men.put(king.to, KING, side);
                }
            }
            MoveKind::Normal
            | MoveKind::Scornful
            | MoveKind::Await
            | MoveKind::InPlace
            | MoveKind::EnPassant { .. } => {
                if let MoveKind::EnPassant { victim } = mv.kind {
                    self.men.clear(victim);
                }
                self.men.clear(mv.from);
                self.men.put(mv.to, mv.promotion.unwrap_or(mv.piece), side);
            }
        }
        if mv.kind != MoveKind::Null {
            self.rights.touch(mv.from);
            self.rights.touch(mv.to);
        }
        // Captures take men away and promotions exchange them, which is all that can make a
        // position standard; only the capture of a king, which no rule knows, ends it.
        if !self.standard || mv.captured == Some(KING) {
            self.standard = self.men.are_standard();
        }
        self.special = special;
        let resets = mv.captured.is_some() || (mv.piece == PAWN && mv.kind != MoveKind::Null);
        self.clock = if resets {
            0
        } else {
            self.clock.saturating_add(1)
        };
        if side == Side::Second {
            self.number = self.number.map(|number| number.saturating_add(1));
        }
        self.turn = side.other();
    }

    fn is_check(&self) -> bool {
        self.men
            .find(KING, self.turn)
            .any(|king| is_attacked(&self.men, king, self.turn.other()))
    }

    /// Men, turn, rights, and a special capture if a pawn could make it; not the counters.
    /// Of a position with no king to move, or several, all that the men could do.
    fn moves(&self, out: &mut Vec<Move>) {
        moves::all(self, out);
    }

    fn key(&self) -> u64 {
        let key = self.men.key ^ mix(u64::from(self.rights.0) << 1 | self.turn.index() as u64);
        let special = match self.usable_special() {
            Special::None => return key,
            Special::Double(pawn) => 0x2_0000 | u64::from(pawn.0),
            Special::Triple(pawn) => 0x3_0000 | u64::from(pawn.0),
            Special::Scornful { pawn, faced } => {
                0x4_0000 | u64::from(pawn.0) << 8 | faced.map_or(0xFF, |hex| u64::from(hex.0))
            }
        };
        key ^ mix(special)
    }

    fn describe(&self) -> String {
        self.to_string()
    }
}

/// Spreads a number over 64 bits (the finaliser of SplitMix64).
const fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The position in PDTL, with the standard letters.
impl fmt::Display for CescacsPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pdtl(Symbols::default()).fmt(f)
    }
}

impl CescacsPosition {
    /// The position in PDTL with these symbols, which the tag Redefine declares (CE-320, CE-321).
    ///
    /// ```
    /// use movetext::variants::cescacs::{CescacsPosition, Symbols};
    ///
    /// let pdtl = CescacsPosition::START.pdtl(Symbols::Figurines).to_string();
    /// assert!(pdtl.starts_with("/28:🩒/27:♛♚/26:🩓♝🩓/"));
    /// assert!(pdtl.ends_with("/1:♕♔/0:🩏/ w ♖♔♖♜♚♜ - 0 1"));
    /// ```
    pub fn pdtl(&self, symbols: Symbols) -> impl fmt::Display {
        Pdtl {
            position: self,
            symbols,
        }
    }
}

/// A position on its way out.
struct Pdtl<'a> {
    position: &'a CescacsPosition,
    symbols: Symbols,
}

impl fmt::Display for Pdtl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pdtl { position, symbols } = *self;
        f.write_char('/')?;
        for line in (0..=LAST_LINE).rev() {
            write_line(f, &position.men, line, symbols)?;
        }
        f.write_str(match position.turn {
            Side::First => " w ",
            Side::Second => " b ",
        })?;
        for side in [Side::First, Side::Second] {
            write_rights(f, position.rights, side, symbols)?;
        }
        f.write_char(' ')?;
        write_special(f, position.special, position.turn.other())?;
        write!(f, " {} ", position.clock)?;
        match position.number {
            Some(number) => write!(f, "{number}"),
            None => f.write_char('?'),
        }
    }
}

impl fmt::Debug for CescacsPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

fn write_line(f: &mut fmt::Formatter<'_>, men: &Men, line: i8, symbols: Symbols) -> fmt::Result {
    if row(line).all(|hex| men.is_empty(hex)) {
        return Ok(());
    }
    write!(f, "{line}:")?;
    let mut empty = 0;
    for hex in row(line) {
        match men.get(hex) {
            None => empty += 1,
            Some(piece) => {
                if empty > 0 {
                    write!(f, "{empty}")?;
                }
                empty = 0;
                f.write_char(symbols.coloured(piece.role, piece.side))?;
            }
        }
    }
    if empty > 0 {
        write!(f, "{empty}")?;
    }
    f.write_char('/')
}

fn write_rights(
    f: &mut fmt::Formatter<'_>,
    rights: Rights,
    side: Side,
    symbols: Symbols,
) -> fmt::Result {
    use super::profile::ROOK;
    if !rights.king(side) {
        return f.write_char('-');
    }
    if rights.queens_rook(side) {
        f.write_char(symbols.coloured(ROOK, side))?;
    }
    f.write_char(symbols.coloured(KING, side))?;
    if rights.kings_rook(side) {
        f.write_char(symbols.coloured(ROOK, side))?;
    }
    Ok(())
}

fn write_special(f: &mut fmt::Formatter<'_>, special: Special, mover: Side) -> fmt::Result {
    match special {
        Special::None => f.write_char('-'),
        Special::Scornful { pawn, .. } => write!(f, "{}", geometry::name(pawn)),
        Special::Double(pawn) | Special::Triple(pawn) => {
            write!(f, "{}", geometry::name(pawn))?;
            for (index, hex) in crossed(special, mover).enumerate() {
                f.write_char(if index == 0 { '@' } else { '-' })?;
                write!(f, "{}", line(hex))?;
            }
            Ok(())
        }
    }
}
