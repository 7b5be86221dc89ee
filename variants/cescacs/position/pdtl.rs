//! Writes positions in PDTL.

use super::{CescacsPosition, Pieces, Rights, Special, crossed};
use crate::core::board::Side;
use crate::variants::cescacs::geometry::{LAST_LINE, line, name, row};
use crate::variants::cescacs::info::{KING, ROOK};
use crate::variants::cescacs::write::Symbols;
use std::fmt::{self, Write};

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

/// A position being written.
struct Pdtl<'a> {
    position: &'a CescacsPosition,
    symbols: Symbols,
}

impl fmt::Display for Pdtl<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Pdtl { position, symbols } = *self;
        f.write_char('/')?;
        for line in (0..=LAST_LINE).rev() {
            write_line(f, &position.pieces, line, symbols)?;
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

fn write_line(
    f: &mut fmt::Formatter<'_>,
    pieces: &Pieces,
    line: i8,
    symbols: Symbols,
) -> fmt::Result {
    if row(line).all(|hex| pieces.is_empty(hex)) {
        return Ok(());
    }
    write!(f, "{line}:")?;
    let mut empty = 0;
    for hex in row(line) {
        match pieces.get(hex) {
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
        Special::Scornful { pawn, .. } => write!(f, "{}", name(pawn)),
        Special::Double(pawn) | Special::Triple(pawn) => {
            write!(f, "{}", name(pawn))?;
            for (index, hex) in crossed(special, mover).enumerate() {
                f.write_char(if index == 0 { '@' } else { '-' })?;
                write!(f, "{}", line(hex))?;
            }
            Ok(())
        }
        Special::Crossing { piece, line } => write!(f, "{}@{line}", name(piece)),
    }
}
