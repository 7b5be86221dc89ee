//! Algebraic coherence: the check of the specification's minimal reader.

use super::{a, is_regainable, role_name};
use crate::core::board::{Piece, Role, Side, Square};
use crate::core::moves::{Move, MoveError, MoveErrorKind, MoveKind};
use crate::variant::Position;
use crate::variants::cescacs::geometry::{ORTHOGONAL, forward, is_promotion_hex, name, step};
use crate::variants::cescacs::info::{INFO, KING, PAWN, ROOK};
use crate::variants::cescacs::notation::{Promotion, Separator, Token, Written};
use crate::variants::cescacs::position::{CescacsPosition, Pieces};
use crate::variants::cescacs::rules::castling::{CASTLINGS, Castling};
use crate::variants::cescacs::rules::ruleset::Ruleset;

/// Finds the move that is written, if the board agrees with it.
///
/// The mover's piece is on the origin; the target is empty, or has the captured enemy piece; a promotion is a
/// pawn's, on its last hex, to a piece that can be regained; for castling, king and rooks are on their home
/// hexes and their targets are empty. Neither the pieces' ways of moving nor check are considered.
///
/// A pawn that reaches its last hex without `=` waits there, as with `=&`: programs leave the symbol out.
#[inline]
pub fn coherent(token: Token, position: &CescacsPosition) -> Result<Move, MoveError> {
    let board = Board {
        position,
        pieces: position.pieces(),
        side: position.turn(),
    };
    match token.written {
        Written::Step {
            piece,
            from,
            separator,
            captured,
            to,
            promotion,
        } => {
            board.has_own(from, piece)?;
            let kind = match (separator, captured) {
                (Separator::Quiet, _) | (_, None) => board.is_free(to)?,
                (Separator::Capture, Some(victim)) => board.has_enemy(to, victim)?,
                (Separator::Passant, Some(victim)) => board.passant(piece, to, victim)?,
                (Separator::LongPassant, Some(victim)) => board.long_passant(piece, to, victim)?,
            };
            let promotion = board.promotion(piece, to, promotion)?;
            let waits = piece == PAWN
                && promotion.is_none()
                && kind == MoveKind::Normal
                && is_promotion_hex(to, board.side);
            Ok(Move {
                from,
                to,
                piece,
                captured,
                promotion,
                kind: if waits { MoveKind::Await } else { kind },
            })
        }
        Written::InPlace { hex, role } => board.in_place(hex, role),
        Written::Castling(index) => board.castling(index),
    }
}

/// The board from the point of view of the side to move.
struct Board<'a> {
    position: &'a CescacsPosition,
    pieces: &'a Pieces,
    side: Side,
}

impl Board<'_> {
    #[inline]
    fn has_own(&self, hex: Square, role: Role) -> Result<(), MoveError> {
        if self.pieces.is(hex, role, self.side) {
            return Ok(());
        }
        let detail = match self.pieces.get(hex) {
            Some(piece) if piece.side == self.side => {
                format!("{}, not {}", self.holds(hex), a(role))
            }
            _ => self.holds(hex),
        };
        Err(MoveError::new(MoveErrorKind::NoSuchMove, detail))
    }

    #[inline]
    fn is_free(&self, hex: Square) -> Result<MoveKind, MoveError> {
        match self.pieces.get(hex) {
            None => Ok(MoveKind::Normal),
            Some(piece) if piece.side == self.side => Err(incoherent(self.holds(hex))),
            Some(_) => Err(incoherent(format!(
                "{}, and the move is not written as a capture",
                self.holds(hex)
            ))),
        }
    }

    #[inline]
    fn has_enemy(&self, hex: Square, role: Role) -> Result<MoveKind, MoveError> {
        if self.pieces.is(hex, role, self.side.other()) {
            return Ok(MoveKind::Normal);
        }
        let detail = match self.pieces.get(hex) {
            Some(piece) if piece.side == self.side => self.holds(hex),
            _ => format!("{}, not {} to capture", self.holds(hex), a(role)),
        };
        Err(incoherent(detail))
    }

    /// `@`: a scornful pawn is on the target; a pawn captured en passant, one hex behind it.
    fn passant(&self, piece: Role, to: Square, victim: Role) -> Result<MoveKind, MoveError> {
        self.captures_in_passing(piece)?;
        if self.pieces.get(to).is_some() {
            self.has_enemy(to, victim)?;
            self.may_be_promoted(to, victim)?;
            return Ok(MoveKind::Scornful);
        }
        match self.position.ruleset() {
            Ruleset::Standard => self.behind(to, 2, victim),
            Ruleset::Grand => self.beside(to, victim),
        }
    }

    /// `@@`: the pawn is two hexes behind the target. A triple step cannot promote it.
    fn long_passant(&self, piece: Role, to: Square, victim: Role) -> Result<MoveKind, MoveError> {
        self.captures_in_passing(piece)?;
        if victim != PAWN {
            return Err(incoherent("only a pawn can be captured with @@"));
        }
        self.is_free(to)?;
        self.behind(to, 4, victim)
    }

    fn behind(&self, to: Square, lines: i8, victim: Role) -> Result<MoveKind, MoveError> {
        let Some(hex) = step(to, (0, -lines * forward(self.side))) else {
            return Err(incoherent(format!(
                "there is no hex behind {} where {} could be",
                name(to),
                a(victim)
            )));
        };
        self.has_enemy(hex, victim)?;
        self.may_be_promoted(hex, victim)?;
        Ok(MoveKind::EnPassant { victim: hex })
    }

    /// Almogavars cross hexes in all directions: the piece that crossed the target in the last move is
    /// captured, else the one behind it, else the only one next to it.
    fn beside(&self, to: Square, victim: Role) -> Result<MoveKind, MoveError> {
        let holds = |hex: &Square| self.pieces.is(*hex, victim, self.side.other());
        if let Some(hex) = self.position.crosser(to).filter(holds) {
            return Ok(MoveKind::EnPassant { victim: hex });
        }
        let behind = self.behind(to, 2, victim);
        if behind.is_ok() || !self.position.ruleset().passes(victim) {
            return behind;
        }
        let steps = ORTHOGONAL.iter().filter_map(|&way| step(to, way));
        let pieces: Vec<Square> = steps.filter(holds).collect();
        match pieces[..] {
            [hex] => Ok(MoveKind::EnPassant { victim: hex }),
            _ => behind,
        }
    }

    /// A piece other than those that can be captured en passant is captured with `@` only if its pawn has just
    /// been promoted.
    fn may_be_promoted(&self, hex: Square, victim: Role) -> Result<(), MoveError> {
        if self.position.ruleset().passes(victim) || is_promotion_hex(hex, self.side.other()) {
            return Ok(());
        }
        Err(incoherent(format!(
            "{}, which no pawn can have been promoted to there",
            self.holds(hex)
        )))
    }

    #[inline]
    fn promotion(
        &self,
        piece: Role,
        to: Square,
        promotion: Promotion,
    ) -> Result<Option<Role>, MoveError> {
        if promotion == Promotion::None {
            return Ok(None);
        }
        if piece != PAWN {
            return Err(incoherent(format!(
                "{} is not promoted, only a pawn",
                a(piece)
            )));
        }
        if !is_promotion_hex(to, self.side) {
            return Err(incoherent(format!(
                "{} is not a promotion hex of {}",
                name(to),
                self.side_name()
            )));
        }
        match promotion {
            Promotion::To(role) => self.regain(to, role).map(Some),
            Promotion::None | Promotion::Await => Ok(None),
        }
    }

    fn regain(&self, hex: Square, role: Role) -> Result<Role, MoveError> {
        if is_regainable(self.position, role, self.side, hex) {
            return Ok(role);
        }
        Err(incoherent(format!(
            "{} has no {} to regain on {}",
            self.side_name(),
            role_name(role),
            name(hex)
        )))
    }

    fn in_place(&self, hex: Square, role: Role) -> Result<Move, MoveError> {
        self.has_own(hex, PAWN)?;
        self.promotion(PAWN, hex, Promotion::To(role))?;
        Ok(Move {
            promotion: Some(role),
            kind: MoveKind::InPlace,
            ..Move::quiet(PAWN, hex, hex)
        })
    }

    /// No target of a castling move is the home of a king or rook, so all must be empty.
    fn castling(&self, index: u8) -> Result<Move, MoveError> {
        let Some(castling) = CASTLINGS.get(usize::from(index)) else {
            return Err(incoherent("there is no such castling"));
        };
        if castling.ruleset != self.position.ruleset() {
            return Err(self.other_castling(castling));
        }
        let king = castling.king(self.side);
        self.has_own(king.from, KING)?;
        for rook in castling.rooks(self.side) {
            self.has_own(rook.from, ROOK)?;
        }
        self.is_free(king.to)?;
        for rook in castling.rooks(self.side) {
            self.is_free(rook.to)?;
        }
        Ok(Move {
            kind: MoveKind::Castling(index),
            ..Move::quiet(KING, king.from, king.to)
        })
    }

    /// The same pieces castle differently in the other game.
    #[cold]
    fn other_castling(&self, castling: &Castling) -> MoveError {
        let (other, own) = (castling.ruleset.name(), self.position.ruleset().name());
        let name = castling.name;
        let mut detail = format!("it is a castling of {other}, not of {own}");
        let longer = |own: &&Castling| {
            own.ruleset != castling.ruleset && own.name.strip_prefix(name) == Some("O")
        };
        if CASTLINGS.iter().any(|own| longer(&own)) {
            detail += &format!(", which has {name}O and {name}OO");
        }
        incoherent(detail)
    }

    fn captures_in_passing(&self, piece: Role) -> Result<(), MoveError> {
        if self.position.ruleset().passes(piece) {
            return Ok(());
        }
        Err(incoherent(format!(
            "{} does not capture with @, only a pawn does",
            a(piece)
        )))
    }

    /// "E13 holds White's own pawn", "E13 is empty".
    #[cold]
    fn holds(&self, hex: Square) -> String {
        let name = name(hex);
        match self.pieces.get(hex) {
            None => format!("{name} is empty"),
            Some(Piece { role, side }) => {
                let own = if side == self.side { "own " } else { "" };
                let owner = INFO.sides[side.index()];
                format!("{name} holds {owner}'s {own}{}", role_name(role))
            }
        }
    }

    fn side_name(&self) -> &'static str {
        INFO.sides[self.side.index()]
    }
}

fn incoherent(detail: impl Into<std::borrow::Cow<'static, str>>) -> MoveError {
    MoveError::new(MoveErrorKind::Incoherent, detail)
}
