//! Moves as they are written: CTL-AN with letters, CTL-FAN with figurines.

use super::geometry::{is_promotion_hex, line, name};
use super::notation::{Check, FIGURINES};
use super::position::CescacsPosition;
use super::profile::{PAWN, ROLES};
use super::rules::{castling, check};
use crate::board::{Role, Side};
use crate::moves::{Move, MoveKind};
use crate::variant::Position;

/// How moves are written: by default with letters and the hyphen of the keyboard.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Notation {
    /// What stands for the men.
    pub symbols: Symbols,
    /// What stands between the hexes of a move without capture.
    pub hyphen: Hyphen,
}

/// The symbols of the men.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Symbols {
    /// The standard letters: CTL-AN.
    #[default]
    Letters,
    /// White's figurines for both sides' men: CTL-FAN (CE-011, CE-016). Castlings keep letters
    /// (CE-I07).
    Figurines,
}

/// The two hyphens, which are never mixed (CE-050, CE-I19).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hyphen {
    /// U+002D, hyphen-minus.
    #[default]
    Ascii,
    /// U+2010, hyphen.
    Unicode,
}

/// Appends a legal move as it is written, with its check mark.
///
/// A null move has no written form: nothing is appended.
pub(super) fn write(mv: &Move, position: &CescacsPosition, notation: Notation, out: &mut String) {
    match mv.kind {
        MoveKind::Null => return,
        MoveKind::Castling(index) => {
            let name = castling::NAMES.get(usize::from(index)).unwrap_or(&"");
            let (men, hexes) = name.split_once('-').unwrap_or((name, ""));
            out.push_str(men);
            out.push(notation.hyphen());
            out.push_str(hexes);
        }
        MoveKind::InPlace => out.push_str(name(mv.to).as_str()),
        _ => {
            notation.man(mv.piece, out);
            out.push_str(name(mv.from).as_str());
            match (mv.kind, mv.captured) {
                (_, None) => out.push(notation.hyphen()),
                (MoveKind::EnPassant { victim }, _) if line(victim).abs_diff(line(mv.to)) > 2 => {
                    out.push_str("@@");
                }
                (MoveKind::EnPassant { .. } | MoveKind::Scornful, _) => out.push('@'),
                _ => out.push('×'),
            }
            if let Some(captured) = mv.captured {
                notation.man(captured, out);
            }
            out.push_str(name(mv.to).as_str());
        }
    }
    match mv.promotion {
        Some(role) => {
            out.push('=');
            notation.man(role, out);
        }
        None if mv.piece == PAWN && is_promotion_hex(mv.to, position.turn()) => out.push_str("=&"),
        None => {}
    }
    out.push_str(match check::after(mv, position) {
        Check::None => "",
        Check::Plain => "+",
        Check::Distant => "+∞",
        Check::Close => "+^",
        Check::Double => "++",
        Check::Mate => "#",
    });
}

impl Notation {
    /// The notation of this name with these settings; the standard one if the name is empty.
    pub(super) fn find(name: &str, settings: &[(&str, &str)]) -> Option<Notation> {
        let mut notation = Notation {
            symbols: match name {
                "" | "ctl-an" => Symbols::Letters,
                "ctl-fan" => Symbols::Figurines,
                _ => return None,
            },
            ..Notation::default()
        };
        for setting in settings {
            notation.hyphen = match setting {
                ("hyphen", "ascii") => Hyphen::Ascii,
                ("hyphen", "unicode") => Hyphen::Unicode,
                _ => return None,
            };
        }
        Some(notation)
    }

    fn hyphen(self) -> char {
        match self.hyphen {
            Hyphen::Ascii => '-',
            Hyphen::Unicode => '\u{2010}',
        }
    }

    /// The symbol of a man; pawns have none.
    fn man(self, role: Role, out: &mut String) {
        if role != PAWN {
            out.push(match self.symbols {
                Symbols::Letters => ROLES[role.index()].letter,
                Symbols::Figurines => FIGURINES[Side::First.index()][role.index()],
            });
        }
    }
}
