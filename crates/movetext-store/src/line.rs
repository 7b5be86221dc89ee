//! Main lines, a byte a move or a little more, for every variant.
//!
//! A move is the number of its square among all squares that the pieces of the side to move could reach on an
//! empty board ([`Variant::reach`](movetext::Variant::reach)), counted piece by piece from the lowest square. So
//! a line is read with nothing but a board of pieces and a table; no rules are asked. What is more than a piece
//! going from one square to another (castling, promotion, en passant) is a [`Special`] that says which squares
//! hold what afterwards. [A page](movetext::guide::database) has the format byte by byte.
//!
//! ```
//! use movetext::variants::Standard;
//! use movetext_store::line::{Block, Reaches};
//! # let folder = tempfile::tempdir()?;
//! # let (path, pgn) = (folder.path().join("games.db"), folder.path().join("a.pgn"));
//! # std::fs::write(&pgn, "1. e4 e5 2. Nf3 *\n")?;
//! # let mut store = movetext_store::Store::open(&path)?;
//! # store.import([pgn], &Default::default(), &mut ())?;
//! let reaches = Reaches::new::<Standard>();
//! let data: Vec<u8> = store.connection().query_row("SELECT data FROM lines", [], |row| row.get(0))?;
//! let block = Block::unpack(&data)?;
//! for line in block.lines(&reaches) {
//!     let mut line = line?;
//!     let moves = line.by_ref().collect::<Result<Vec<_>, _>>()?;
//!     assert_eq!(moves[2].to, movetext::Square(21), "f3");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod pack;
mod reach;
mod tally;
mod unpack;

pub use board::Board;
pub(crate) use pack::{BlockPacker, Packer};
pub use reach::{Reach, Reaches};
pub(crate) use tally::Tally;
pub use unpack::{Block, Line, Lines};

use movetext::{Move, MoveKind, Role, Side, Square};
use std::fmt;

/// Moves below this number are a byte.
pub(crate) const SINGLE: u32 = 224;
/// From this byte on: the first specials of a block, one each.
pub(crate) const FIRST_SPECIALS: u8 = 224;
/// From this byte on: higher numbers, with a second byte.
pub(crate) const PAGES: u8 = 240;
/// From this byte on: further specials of a block, with a second byte.
pub(crate) const MORE_SPECIALS: u8 = 248;
/// A special that stands in the line itself.
pub(crate) const INLINE: u8 = 254;

/// Specials that have a number in a block.
pub(crate) const NUMBERED: usize =
    (PAGES - FIRST_SPECIALS) as usize + 256 * (INLINE - MORE_SPECIALS) as usize;
/// Moves that have a number.
pub(crate) const MOVES: u32 = SINGLE + 256 * (MORE_SPECIALS - PAGES) as u32;

/// The bytes of a line or of a block are not what they should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineError(pub(crate) &'static str);

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the packed moves are damaged: {}", self.0)
    }
}

impl std::error::Error for LineError {}

/// A move that is more than a piece going from one square to another, and what comes of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Special {
    /// The move.
    pub mv: Move,
    /// Whose turn it is afterwards.
    pub turn: Side,
    /// The squares that hold something else afterwards, and what: see [`Board::piece`].
    pub changes: Vec<(Square, u8)>,
}

impl Special {
    /// Whether it puts no more pieces on the board than it takes off, whatever it captures: no more squares are filled
    /// than are emptied. A piece that is promoted where it stands fills a square that was not empty.
    fn only_shrinks(&self) -> bool {
        let emptied = self.changes.iter().filter(|(_, piece)| *piece == 0).count();
        let in_place = usize::from(self.mv.kind == MoveKind::InPlace);
        self.changes.len() - emptied <= emptied + in_place
    }

    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        write_move(&self.mv, out);
        out.extend([self.turn.index() as u8, self.changes.len() as u8]);
        for (square, piece) in &self.changes {
            out.extend([square.0, *piece]);
        }
    }

    /// Takes a special off the beginning of some bytes.
    pub(crate) fn read(bytes: &mut &[u8]) -> Result<Special, LineError> {
        const CUT: LineError = LineError("a special move is cut short");
        let mv = read_move(bytes)?;
        let [turn, count] = take(bytes).ok_or(CUT)?;
        let mut changes = Vec::with_capacity(count.into());
        for _ in 0..count {
            let [square, piece] = take(bytes).ok_or(CUT)?;
            changes.push((Square(square), piece));
        }
        Ok(Special {
            mv,
            turn: side(turn),
            changes,
        })
    }
}

/// Appends the seven bytes that say all of a move.
pub(crate) fn write_move(mv: &Move, out: &mut Vec<u8>) {
    let (kind, victim) = match mv.kind {
        MoveKind::Normal => (0, 0),
        MoveKind::EnPassant { victim } => (1, victim.0),
        MoveKind::Scornful => (2, 0),
        MoveKind::Await => (3, 0),
        MoveKind::InPlace => (4, 0),
        MoveKind::Null => (5, 0),
        MoveKind::Castling(index) => (16 + index, 0),
    };
    let role = |role: Option<Role>| role.map_or(0, Role::get);
    out.extend([
        kind,
        mv.piece.get(),
        role(mv.captured),
        role(mv.promotion),
        mv.from.0,
        mv.to.0,
        victim,
    ]);
}

/// Takes a move off the beginning of some bytes.
pub(crate) fn read_move(bytes: &mut &[u8]) -> Result<Move, LineError> {
    let [kind, piece, captured, promotion, from, to, victim] =
        take(bytes).ok_or(LineError("a special move is cut short"))?;
    let kind = match kind {
        0 => MoveKind::Normal,
        1 => MoveKind::EnPassant {
            victim: Square(victim),
        },
        2 => MoveKind::Scornful,
        3 => MoveKind::Await,
        4 => MoveKind::InPlace,
        5 => MoveKind::Null,
        16.. => MoveKind::Castling(kind - 16),
        _ => return Err(LineError("a special move is of no kind that is known")),
    };
    Ok(Move {
        from: Square(from),
        to: Square(to),
        piece: Role::from_index(piece).ok_or(LineError("a move has no piece"))?,
        captured: Role::from_index(captured),
        promotion: Role::from_index(promotion),
        kind,
    })
}

pub(crate) fn side(number: u8) -> Side {
    if number & 1 == 0 {
        Side::First
    } else {
        Side::Second
    }
}

/// Takes so many bytes off the beginning.
pub(crate) fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

/// Appends a number, seven digits a byte, the lowest first; the highest bit says that there are more.
pub(crate) fn write_number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Takes a number off the beginning.
pub(crate) fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let [byte] = take(bytes)?;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}
