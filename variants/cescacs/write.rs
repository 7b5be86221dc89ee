//! Writes moves: CTL-AN with letters, CTL-FAN with figurines.

use super::geometry::{is_promotion_hex, line, name};
use super::info::{BISHOP, KNIGHT, PAWN, QUEEN, ROLES, ROOK, WYVERN};
use super::notation::dialect::{ALTERNATIVES, Dialect, FIGURINES};
use super::notation::{Check, Promotion};
use super::position::CescacsPosition;
use super::rules::ruleset::Ruleset;
use super::rules::{castling, check};
use crate::core::board::{Role, Side};
use crate::core::moves::{Move, MoveKind};
use crate::variant::Position;

/// The form of written moves: by default with letters and the ASCII hyphen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Notation {
    /// The symbols of the pieces, or `None` for those that the record declares, by default the standard
    /// letters.
    pub symbols: Option<Symbols>,
    /// The separator between the hexes of a move that does not capture.
    pub hyphen: Hyphen,
}

/// The symbols of the pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbols {
    /// A letter for each piece, in the order of the roles: CTL-AN. The standard letters are the default; others
    /// need the tag Redefine.
    Letters([u8; ROLES.len()]),
    /// Figurines: CTL-FAN, with the tag Redefine "FAN". In moves, White's are used for both sides' pieces
    /// (CE-011, CE-016); in positions and references they have their colours (CE-017). Castling keeps letters
    /// (CE-I07).
    Figurines,
}

impl Default for Symbols {
    fn default() -> Symbols {
        let mut letters = [0; ROLES.len()];
        for (letter, role) in letters.iter_mut().zip(&ROLES) {
            *letter = role.letter as u8;
        }
        Symbols::Letters(letters)
    }
}

impl Symbols {
    /// The standard letters with these alternative ones, each for one kind of piece (CE-006). `None` if a
    /// letter is not an alternative, or two are for the same piece.
    ///
    /// ```
    /// use movetext::variants::cescacs::Symbols;
    ///
    /// let spanish = Symbols::with("ACT").unwrap();
    /// assert_eq!(spanish.redefine().as_deref(), Some("A@J, C@N, T@R"));
    /// assert_eq!(Symbols::with("AB"), None);
    /// assert_eq!(Symbols::default().redefine(), None);
    /// ```
    pub fn with(alternatives: &str) -> Option<Symbols> {
        let standard = Symbols::default();
        let Symbols::Letters(mut letters) = standard else {
            return None;
        };
        for letter in alternatives.bytes() {
            let (_, role) = ALTERNATIVES.iter().find(|(other, _)| *other == letter)?;
            let entry = &mut letters[role.index()];
            if *entry != ROLES[role.index()].letter as u8 {
                return None;
            }
            *entry = letter;
        }
        Some(Symbols::Letters(letters))
    }

    /// The value of the tag Redefine that declares the symbols, or `None` for the standard ones (CE-310,
    /// CE-316).
    pub fn redefine(self) -> Option<String> {
        let Symbols::Letters(letters) = self else {
            return Some("FAN".to_owned());
        };
        let changed = |role: Role| letters[role.index()] != ROLES[role.index()].letter as u8;
        // CE-I22
        let pairs: Vec<String> = [BISHOP, KNIGHT, ROOK, WYVERN, QUEEN]
            .into_iter()
            .filter(|&role| changed(role))
            .map(|role| {
                let letter = char::from(letters[role.index()]);
                format!("{letter}@{}", ROLES[role.index()].letter)
            })
            .collect();
        (!pairs.is_empty()).then(|| pairs.join(", "))
    }

    /// The symbol in moves, where its colour means nothing.
    pub(super) fn in_moves(self, role: Role) -> char {
        self.coloured(role, Side::First)
    }

    /// The symbol of a side's piece.
    pub(super) fn coloured(self, role: Role, side: Side) -> char {
        match (self, side) {
            (Symbols::Letters(letters), Side::First) => char::from(letters[role.index()]),
            (Symbols::Letters(letters), Side::Second) => {
                char::from(letters[role.index()].to_ascii_lowercase())
            }
            (Symbols::Figurines, side) => match FIGURINES[side.index()].get(role.index()) {
                Some(&figurine) => figurine,
                None => Symbols::default().coloured(role, side),
            },
        }
    }

    /// The symbols that a record declares; the standard letters if it may use any.
    pub(super) fn of(dialect: &Dialect) -> Symbols {
        let standard = Symbols::default();
        let declares = |(letter, role): &(u8, Role)| {
            let piece = dialect.piece(char::from(*letter));
            piece.is_some_and(|piece| piece.role == *role)
        };
        match (dialect.piece('♔'), dialect.piece('K'), standard) {
            (Some(_), None, _) => Symbols::Figurines,
            (None, _, Symbols::Letters(mut letters)) => {
                for (letter, role) in ALTERNATIVES.iter().filter(|pair| declares(pair)) {
                    letters[role.index()] = *letter;
                }
                Symbols::Letters(letters)
            }
            _ => standard,
        }
    }

    /// The dialect that reads these symbols in records of a game with this ruleset.
    pub(super) fn dialect(self, ruleset: Ruleset) -> Dialect {
        let dialect = match self {
            Symbols::Figurines => Dialect::figurines(),
            Symbols::Letters(letters) => {
                let standard = Dialect::default();
                ALTERNATIVES
                    .iter()
                    .fold(standard, |dialect, &(letter, role)| {
                        if letters[role.index()] == letter {
                            dialect.redefine(letter, role)
                        } else {
                            dialect
                        }
                    })
            }
        };
        dialect.with_ruleset(ruleset)
    }
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

/// Appends a legal move with its check mark.
///
/// A null move has no written form: nothing is appended.
pub(super) fn write(mv: &Move, position: &CescacsPosition, notation: Notation, out: &mut String) {
    match mv.kind {
        MoveKind::Null => return,
        MoveKind::Castling(index) => {
            let name = castling::NAMES.get(usize::from(index)).unwrap_or(&"");
            let (pieces, hexes) = name.split_once('-').unwrap_or((name, ""));
            // CE-086, CE-I07: in the prefix only the rook's letter changes.
            out.extend(
                pieces
                    .chars()
                    .map(|letter| match (letter, notation.symbols()) {
                        ('R', Symbols::Letters(letters)) => char::from(letters[ROOK.index()]),
                        _ => letter,
                    }),
            );
            out.push(notation.hyphen());
            out.push_str(hexes);
        }
        MoveKind::InPlace => out.push_str(name(mv.to).as_str()),
        _ => {
            notation.piece(mv.piece, out);
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
                notation.piece(captured, out);
            }
            out.push_str(name(mv.to).as_str());
        }
    }
    match mv.promotion {
        Some(role) => {
            out.push('=');
            notation.piece(role, out);
        }
        None if mv.piece == PAWN && is_promotion_hex(mv.to, position.turn()) => out.push_str("=&"),
        None => {}
    }
    out.push_str(mark(check::after(mv, position)));
}

/// The text of a check mark.
pub(super) fn mark(check: Check) -> &'static str {
    match check {
        Check::None => "",
        Check::Plain => "+",
        Check::Distant => "+∞",
        Check::Close => "+^",
        Check::Double => "++",
        Check::Mate => "#",
    }
}

impl Promotion {
    /// Appends the text.
    pub(super) fn write(self, symbols: Symbols, out: &mut String) {
        match self {
            Promotion::None => {}
            Promotion::Await => out.push_str("=&"),
            Promotion::To(role) => out.extend(['=', symbols.in_moves(role)]),
        }
    }
}

impl Notation {
    /// The notation with this name and these settings; that of the record if the name is empty. The setting
    /// `letters` lists the alternative letters to use, `hyphen` selects one of the two.
    pub(super) fn find(name: &str, settings: &[(&str, &str)]) -> Option<Notation> {
        let mut notation = Notation {
            symbols: match name {
                "" => None,
                "ctl-an" => Some(Symbols::default()),
                "ctl-fan" => Some(Symbols::Figurines),
                _ => return None,
            },
            ..Notation::default()
        };
        for setting in settings {
            match setting {
                ("hyphen", "ascii") => notation.hyphen = Hyphen::Ascii,
                ("hyphen", "unicode") => notation.hyphen = Hyphen::Unicode,
                ("letters", letters) if notation.symbols != Some(Symbols::Figurines) => {
                    notation.symbols = Some(Symbols::with(letters)?);
                }
                _ => return None,
            }
        }
        Some(notation)
    }

    pub(super) fn symbols(self) -> Symbols {
        self.symbols.unwrap_or_default()
    }

    pub(super) fn hyphen(self) -> char {
        match self.hyphen {
            Hyphen::Ascii => '-',
            Hyphen::Unicode => '\u{2010}',
        }
    }

    /// The symbol of a piece; pawns have none.
    fn piece(self, role: Role, out: &mut String) {
        if role != PAWN {
            out.push(self.symbols().in_moves(role));
        }
    }
}
