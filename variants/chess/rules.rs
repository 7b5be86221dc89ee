//! Which move of the board a written move means, by full legality.
//!
//! No list of moves is made: the men that can reach the square are found by looking back from it,
//! and only those are tested for the safety of their king.

use super::notation::Token;
use super::position::{Chessboard, NONE};
use super::profile::{BISHOP, KING, KNIGHT, PAWN, PROFILE, QUEEN, ROOK};
use crate::board::{Role, Side, Square};
use crate::moves::{Move, MoveError, MoveErrorKind, MoveKind};
use crate::variant::Position;
use cozy_chess as tables;

/// King's side, queen's side: the file where the king ends, and the rook.
const CASTLING_FILES: [(u8, u8); 2] = [(6, 5), (2, 3)];

#[inline]
fn bishop_attacks(square: u8, occupied: u64) -> u64 {
    tables::get_bishop_moves(at(square), tables::BitBoard(occupied)).0
}

#[inline]
fn rook_attacks(square: u8, occupied: u64) -> u64 {
    tables::get_rook_moves(at(square), tables::BitBoard(occupied)).0
}

#[inline]
fn at(square: u8) -> tables::Square {
    tables::Square::index(usize::from(square & 63))
}

/// The squares from which a man of this role attacks `square` (not for pawns).
#[inline]
fn attacks(role: Role, square: u8, occupied: u64) -> u64 {
    match role {
        KNIGHT => tables::get_knight_moves(at(square)).0,
        BISHOP => bishop_attacks(square, occupied),
        ROOK => rook_attacks(square, occupied),
        QUEEN => bishop_attacks(square, occupied) | rook_attacks(square, occupied),
        _ => tables::get_king_moves(at(square)).0,
    }
}

/// The squares from which a pawn of this side attacks `square`.
#[inline]
fn pawn_attackers(side: Side, square: u8) -> u64 {
    let color = match side {
        Side::First => tables::Color::Black,
        Side::Second => tables::Color::White,
    };
    tables::get_pawn_attacks(at(square), color).0
}

/// Whether the men in `enemies`, those of the side not to move, attack `square`.
#[inline]
pub(super) fn attacked(board: &Chessboard, square: u8, occupied: u64, enemies: u64) -> bool {
    let queens = board.of(QUEEN);
    let straight = enemies & (board.of(ROOK) | queens);
    let oblique = enemies & (board.of(BISHOP) | queens);
    let square_index = at(square);
    tables::get_knight_moves(square_index).0 & board.of(KNIGHT) & enemies != 0
        || pawn_attackers(board.turn.other(), square) & board.of(PAWN) & enemies != 0
        || tables::get_king_moves(square_index).0 & board.of(KING) & enemies != 0
        || tables::get_rook_rays(square_index).0 & straight != 0
            && rook_attacks(square, occupied) & straight != 0
        || tables::get_bishop_rays(square_index).0 & oblique != 0
            && bishop_attacks(square, occupied) & oblique != 0
}

/// Whether the mover's king is safe after a man went from one square to another, and what stood on
/// `victim` is gone.
#[inline]
fn is_safe(board: &Chessboard, from: u8, to: u8, victim: u8) -> bool {
    let king = board.king(board.turn);
    if king >= NONE {
        return true;
    }
    let king = if king == from { to } else { king };
    let enemies = board.sides[board.turn.other().index()] & !(1 << victim);
    let own = board.own() & !(1 << from) | 1 << to;
    !attacked(board, king, own | enemies, enemies)
}

/// Finds the move that is meant.
#[inline]
pub(super) fn resolve(token: Token, board: &Chessboard) -> Result<Move, MoveError> {
    match token {
        Token::Man {
            role: PAWN,
            to,
            from,
            promotion,
        } => pawn(board, to, from, promotion),
        Token::Man { role, to, from, .. } => man(board, role, to, from),
        Token::ShortCastling => castling(board, 0),
        Token::LongCastling => castling(board, 1),
        Token::Coordinates {
            from,
            to,
            promotion,
        } => coordinates(board, from, to, promotion),
        Token::Null => {
            let king = Square(board.king(board.turn) & 63);
            Ok(Move {
                kind: MoveKind::Null,
                ..Move::quiet(KING, king, king)
            })
        }
    }
}

#[inline]
fn man(board: &Chessboard, role: Role, to: u8, from: u64) -> Result<Move, MoveError> {
    let target = 1 << to;
    if board.own() & target != 0 {
        return Err(occupied_by_own(board, to));
    }
    let men = board.of(role) & board.own() & from;
    let mut candidates = attacks(role, to, board.occupied()) & men;
    if candidates == 0 {
        return Err(unreachable_square(board, role, to, from));
    }
    let mut found = NONE;
    let all = candidates;
    while candidates != 0 {
        let square = candidates.trailing_zeros() as u8;
        candidates &= candidates - 1;
        if is_safe(board, square, to, to) {
            if found != NONE {
                return Err(ambiguous(board, role, to, all));
            }
            found = square;
        }
    }
    if found == NONE {
        return Err(leaves_check(board, role));
    }
    Ok(Move {
        captured: if board.occupied() & target != 0 {
            board.role_on(to)
        } else {
            None
        },
        ..Move::quiet(role, Square(found), Square(to))
    })
}

#[inline]
fn pawn(board: &Chessboard, to: u8, from: u64, promotion: Option<Role>) -> Result<Move, MoveError> {
    let side = board.turn;
    let own_pawns = board.of(PAWN) & board.own();
    let target = 1u64 << to;
    let last = match side {
        Side::First => to >= 56,
        Side::Second => to < 8,
    };
    if last != promotion.is_some() || (last && promotion == Some(KING)) {
        return Err(MoveError::new(
            MoveErrorKind::Incoherent,
            match last {
                true => "a pawn on its last rank must become another man",
                false => "a pawn is promoted on its last rank only",
            },
        ));
    }
    // Backwards, as the pawn came.
    let back = |steps: u8| match side {
        Side::First => to.checked_sub(8 * steps),
        Side::Second => Some(to + 8 * steps).filter(|square| *square < 64),
    };
    let pushes = from & (0x0101_0101_0101_0101 << (to & 7)) != 0;
    let mut capture = None;
    let mut kind = MoveKind::Normal;
    let square = if pushes && board.occupied() & target == 0 {
        let single = back(1).ok_or_else(|| no_pawn(to))?;
        if own_pawns & 1 << single != 0 {
            single
        } else {
            let double = back(2).ok_or_else(|| no_pawn(to))?;
            let home = match side {
                Side::First => 1,
                Side::Second => 6,
            };
            if board.occupied() & 1 << single != 0 || double >> 3 != home {
                return Err(no_pawn(to));
            }
            double
        }
    } else {
        let candidates = pawn_attackers(side, to) & own_pawns & from;
        if board.sides[side.other().index()] & target != 0 {
            capture = board.role_on(to);
        } else if to == board.en_passant {
            let victim = Square(back(1).unwrap_or(to));
            capture = Some(PAWN);
            kind = MoveKind::EnPassant { victim };
        } else {
            return Err(no_pawn(to));
        }
        if candidates == 0 {
            return Err(no_pawn(to));
        }
        candidates.trailing_zeros() as u8
    };
    if (own_pawns & from) >> square & 1 == 0 {
        return Err(no_pawn(to));
    }
    let victim = match kind {
        MoveKind::EnPassant { victim } => victim.0,
        _ => to,
    };
    if !is_safe(board, square, to, victim) {
        return Err(leaves_check(board, PAWN));
    }
    Ok(Move {
        captured: capture,
        promotion,
        kind,
        ..Move::quiet(PAWN, Square(square), Square(to))
    })
}

/// A move that names only its squares: the man on the first one moves.
fn coordinates(
    board: &Chessboard,
    from: u8,
    to: u8,
    promotion: Option<Role>,
) -> Result<Move, MoveError> {
    let Some(role) = board.role_on(from).filter(|_| board.own() & 1 << from != 0) else {
        return Err(MoveError::new(
            MoveErrorKind::NoSuchMove,
            format!(
                "no man of {} stands on {}",
                PROFILE.sides[board.turn.index()],
                PROFILE.square_name(Square(from))
            ),
        ));
    };
    if role == KING {
        let rooks = board.rooks[board.turn.index()];
        if let Some(index) = rooks.iter().position(|rook| *rook == to) {
            return castling(board, index as u8);
        }
        if from >> 3 == to >> 3 && from.abs_diff(to) == 2 {
            return castling(board, u8::from(to < from));
        }
    }
    match role {
        PAWN => pawn(board, to, 1 << from, promotion),
        _ => man(board, role, to, 1 << from),
    }
}

/// Where the rook ends, for the king's target square.
pub(super) fn castling_rook_target(king_target: u8, index: u8) -> u8 {
    king_target & 56 | CASTLING_FILES[usize::from(index) & 1].1
}

fn castling(board: &Chessboard, index: u8) -> Result<Move, MoveError> {
    let refuse = |why: &'static str| Err(MoveError::new(MoveErrorKind::NoSuchMove, why));
    let side = board.turn;
    let king = board.king(side);
    let rook = board.rooks[side.index()][usize::from(index)];
    if king >= NONE || rook >= NONE {
        return refuse("the right to castle on that side is gone");
    }
    let rank = king & 56;
    let (king_file, rook_file) = CASTLING_FILES[usize::from(index)];
    let (king_to, rook_to) = (rank | king_file, rank | rook_file);
    let others = board.occupied() & !(1 << king) & !(1 << rook);
    if others & (span(king, king_to) | span(rook, rook_to)) != 0 {
        return refuse("a man stands between king and rook");
    }
    let enemies = board.sides[side.other().index()];
    let mut path = span(king, king_to);
    let occupied = board.occupied() & !(1 << king);
    while path != 0 {
        let square = path.trailing_zeros() as u8;
        path &= path - 1;
        if attacked(board, square, occupied, enemies) {
            return Err(MoveError::new(
                MoveErrorKind::LeavesCheck,
                "the king would leave, cross or reach an attacked square",
            ));
        }
    }
    // In Chess960 the rook itself may have shielded the king.
    if attacked(board, king_to, others | 1 << rook_to, enemies) {
        return Err(leaves_check(board, KING));
    }
    Ok(Move {
        kind: MoveKind::Castling(index),
        ..Move::quiet(KING, Square(king), Square(king_to))
    })
}

/// The squares of a rank from one to another, both included.
fn span(a: u8, b: u8) -> u64 {
    let (low, high) = (a.min(b), a.max(b));
    (u64::MAX << low) & (u64::MAX >> (63 - high))
}

/// Whether a pawn of the side to move stands where it could take en passant.
pub(super) fn can_take_en_passant(board: &Chessboard) -> bool {
    pawn_attackers(board.turn, board.en_passant) & board.of(PAWN) & board.own() != 0
}

/// The FEN letter of a castling right: K, Q, or the rook's file where another rook stands outside it.
pub(super) fn castling_letter(board: &Chessboard, side: Side, index: usize) -> Option<char> {
    let rook = board.rooks[side.index()][index];
    if rook == NONE {
        return None;
    }
    let rank = 0xFF_u64 << (rook & 56);
    let rooks = board.of(ROOK) & board.sides[side.index()] & rank;
    let outer = match index {
        0 => rooks & !(u64::MAX >> (63 - rook)),
        _ => rooks & !(u64::MAX << rook),
    };
    let letter = match (outer, index) {
        (0, 0) => 'K',
        (0, _) => 'Q',
        _ => char::from(b'A' + (rook & 7)),
    };
    Some(match side {
        Side::First => letter,
        Side::Second => letter.to_ascii_lowercase(),
    })
}

#[cold]
fn occupied_by_own(board: &Chessboard, to: u8) -> MoveError {
    let role = board.role_on(to).map_or("man", |role| name(role));
    MoveError::new(
        MoveErrorKind::NoSuchMove,
        format!(
            "its own {role} stands on {}",
            PROFILE.square_name(Square(to))
        ),
    )
}

#[cold]
fn unreachable_square(board: &Chessboard, role: Role, to: u8, from: u64) -> MoveError {
    let men = board.of(role) & board.own();
    let role = name(role);
    let to = PROFILE.square_name(Square(to));
    let detail = if men == 0 {
        format!("there is no {role}")
    } else if men & from == 0 {
        format!("no {role} stands where the move says")
    } else {
        format!("no {role} reaches {to}")
    };
    MoveError::new(MoveErrorKind::NoSuchMove, detail)
}

#[cold]
fn ambiguous(board: &Chessboard, role: Role, to: u8, candidates: u64) -> MoveError {
    let names: Vec<String> = (0..64)
        .filter(|square| candidates >> square & 1 == 1 && is_safe(board, *square, to, to))
        .map(|square| PROFILE.square_name(Square(square)).to_string())
        .collect();
    MoveError::new(
        MoveErrorKind::Ambiguous,
        format!(
            "the {}s on {} can both go there",
            name(role),
            names.join(" and ")
        ),
    )
}

#[cold]
fn leaves_check(board: &Chessboard, role: Role) -> MoveError {
    MoveError::new(
        MoveErrorKind::LeavesCheck,
        match (role, board.is_check()) {
            (KING, _) => "the king would be in check there",
            (_, true) => "the king would still be in check",
            (_, false) => "the man is pinned to its king",
        },
    )
}

#[cold]
fn no_pawn(to: u8) -> MoveError {
    MoveError::new(
        MoveErrorKind::NoSuchMove,
        format!("no pawn can go to {}", PROFILE.square_name(Square(to))),
    )
}

fn name(role: Role) -> &'static str {
    PROFILE.roles[role.index()].name
}
