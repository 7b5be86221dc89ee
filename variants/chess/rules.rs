//! Finds the move on the board that a written move stands for, by full legality.
//!
//! No list of moves is generated: the pieces that can reach the square are found by looking back from it, and
//! only those are tested for the safety of their king.

mod attacks;

use super::info::{BISHOP, INFO, KING, KNIGHT, PAWN, ROOK};
use super::movegen::has_legal_moves;
use super::notation::{Plain, Token, Way};
use super::position::{Chessboard, NONE};
use crate::core::board::{Role, Side, Square};
use crate::core::moves::{Move, MoveError, MoveErrorKind, MoveKind};
use crate::core::outcome::Outcome;
use crate::variant::{GameEnd, Position};
use attacks::{BETWEEN, bishop_attacks, king_attacks, knight_attacks, rook_attacks};
pub(super) use attacks::{attacks, pawn_attackers, reach};

/// King's side, queen's side: the target files of the king and of the rook.
const CASTLING_FILES: [(u8, u8); 2] = [(6, 5), (2, 3)];

/// The first and the last rank.
const LAST_RANKS: u64 = 0xFF00_0000_0000_00FF;

/// Whether the pieces in `enemies`, those of the side not to move, attack `square`.
///
/// All kinds of attack are always computed: branches would depend on the game, and would be mispredicted too
/// often.
#[inline(always)]
pub(super) fn attacked(board: &Chessboard, square: u8, occupied: u64, enemies: u64) -> bool {
    let attackers = knight_attacks(square) & board.knights()
        | king_attacks(square) & board.kings()
        | pawn_attackers(board.turn().other(), square) & board.pawns()
        | rook_attacks(square, occupied) & board.orthogonal()
        | bishop_attacks(square, occupied) & board.diagonal();
    attackers & enemies != 0
}

/// Whether the king of the side to move is safe after a piece moved from one square to another, with the piece
/// on `victim` removed.
#[inline(always)]
pub(super) fn is_safe(board: &Chessboard, from: u8, to: u8, victim: u8) -> bool {
    let king = board.king(board.turn());
    let king = if king == from { to } else { king };
    let (own, enemies) = board.own_and_enemies();
    let enemies = enemies & !(1 << victim);
    let own = own & !(1 << from) | 1 << to;
    king >= NONE || !attacked(board, king, own | enemies, enemies)
}

/// The squares where pieces may end, by [`Way`]: empty squares, and squares of enemies. Plain forms have no
/// pawns on the last rank.
static OPEN: [[u64; 2]; 8] = {
    let mut open = [[!0; 2]; 8];
    open[Way::PUSH.0 as usize] = [!LAST_RANKS, 0];
    open[Way::TAKE.0 as usize] = [0, !LAST_RANKS];
    open
};

/// Whether there is nothing between two squares. Squares that are not on a line have nothing between them.
#[inline(always)]
pub(super) fn is_open(from: u8, to: u8, occupied: u64) -> bool {
    BETWEEN[usize::from(from & 63)][usize::from(to & 63)] & occupied == 0
}

/// Finds the origin of the piece in a plain form, or `None` if there is none, more than one, or the capture is
/// en passant.
///
/// This is [`piece`] without what plain forms cannot express, and with a table for pawn moves as well.
#[inline(always)]
pub(super) fn find(plain: &Plain, board: &Chessboard) -> Option<u8> {
    let (own, enemies) = board.own_and_enemies();
    let (to, role) = (plain.to & 63, plain.role);
    let way = usize::from(plain.way.0 & 7);
    let takes = usize::from((enemies >> to) as u8 & 1);
    let open = OPEN[way][takes] & !(own | board.kings());
    let rest = board.of(role) & own & plain.from & reach(board.turn(), plain.way, to);
    if open >> to & 1 == 0 {
        return None;
    }
    let square = rest.trailing_zeros() as u8 & 63;
    if rest & rest.wrapping_sub(1) != 0 {
        return find_among(rest, board, to, to);
    }
    let reaches = rest != 0 && BETWEEN[usize::from(square)][usize::from(to)] & (own | enemies) == 0;
    (reaches && is_safe(board, square, to, to)).then_some(square)
}

/// The only one of several pieces that can move to a square, with the piece on `victim` captured.
#[inline(never)]
fn find_among(mut pieces: u64, board: &Chessboard, to: u8, victim: u8) -> Option<u8> {
    let occupied = board.occupied();
    let mut found = None;
    while pieces != 0 {
        let square = pieces.trailing_zeros() as u8 & 63;
        pieces &= pieces - 1;
        if BETWEEN[usize::from(square)][usize::from(to & 63)] & occupied == 0
            && is_safe(board, square, to, victim)
        {
            if found.is_some() {
                return None;
            }
            found = Some(square);
        }
    }
    found
}

/// Finds the move, or the reason why there is none.
pub(super) fn resolve(token: Token, board: &Chessboard) -> Result<Move, MoveError> {
    match token {
        Token::Piece {
            role,
            to,
            from,
            promotion,
        } => piece(board, role, to, from, promotion)
            .ok_or_else(|| refusal(board, role, to, from, promotion)),
        Token::ShortCastling => castling(board, 0),
        Token::LongCastling => castling(board, 1),
        Token::Coordinates {
            from,
            to,
            promotion,
        } => coordinates(board, from, to, promotion),
        Token::Null if board.is_check() => Err(MoveError::new(
            MoveErrorKind::LeavesCheck,
            "a null move is not possible in check",
        )),
        Token::Null => {
            let king = Square(board.king(board.turn()) & 63);
            Ok(Move {
                kind: MoveKind::Null,
                ..Move::quiet(KING, king, king)
            })
        }
    }
}

/// The squares from which a pawn of the side to move can advance to an empty square.
fn pushers(board: &Chessboard, target: u64) -> u64 {
    let empty = !board.occupied();
    match board.turn() {
        Side::First => target >> 8 | (target >> 8 & empty) >> 8 & 0xFF00,
        Side::Second => target << 8 | (target << 8 & empty) << 8 & 0x00FF_0000_0000_0000,
    }
}

/// The pieces that can reach a square by the moves of their kind, ignoring the safety of their king and, for
/// sliding pieces, the squares between.
fn candidates(board: &Chessboard, role: Role, to: u8, from: u64) -> u64 {
    let target = 1 << (to & 63);
    let (own, enemies) = board.own_and_enemies();
    let orthogonal = (own | enemies) & target == 0 && from & FILE << (to & 7) != 0;
    let takes = enemies & target != 0 || to == board.en_passant;
    let pawns = match orthogonal {
        true => pushers(board, target),
        false if takes => pawn_attackers(board.turn(), to),
        false => 0,
    };
    let ways = match role {
        PAWN => pawns,
        role => reach(board.turn(), Way(role.get()), to),
    };
    match own & target {
        0 => board.of(role) & own & from & ways,
        _ => 0,
    }
}

/// The file of a.
const FILE: u64 = 0x0101_0101_0101_0101;

/// The square of the piece that a pawn captures by moving to `to`.
fn victim(board: &Chessboard, role: Role, to: u8) -> u8 {
    if role == PAWN && to == board.en_passant {
        to ^ 8
    } else {
        to
    }
}

/// Whether a piece is promoted where it must be, and only there.
fn promotion_fits(role: Role, to: u8, promotion: Option<Role>) -> bool {
    ends(role, to) == promotion.is_some() && promotion != Some(KING) && promotion != Some(PAWN)
}

/// Whether a piece is a pawn that reaches its last rank.
fn ends(role: Role, to: u8) -> bool {
    role == PAWN && LAST_RANKS >> (to & 63) & 1 == 1
}

/// The move of a piece to a square, or `None` if there is none, or more than one.
fn piece(
    board: &Chessboard,
    role: Role,
    to: u8,
    from: u64,
    promotion: Option<Role>,
) -> Option<Move> {
    if !promotion_fits(role, to, promotion) || takes_king(board, to) {
        return None;
    }
    let victim = victim(board, role, to);
    let found = find_among(candidates(board, role, to, from), board, to, victim)?;
    let mv = Move {
        captured: board.role_on(to),
        promotion,
        ..Move::quiet(role, Square(found), Square(to))
    };
    if victim != to && (found ^ to) & 7 != 0 {
        return Some(Move {
            captured: Some(PAWN),
            kind: MoveKind::EnPassant {
                victim: Square(victim),
            },
            ..mv
        });
    }
    Some(mv)
}

/// Whether the other side's king is on a square.
pub(super) fn takes_king(board: &Chessboard, to: u8) -> bool {
    let (_, enemies) = board.own_and_enemies();
    board.kings() & enemies & 1 << (to & 63) != 0
}

/// Why [`piece`] found no move, or too many.
#[cold]
fn refusal(
    board: &Chessboard,
    role: Role,
    to: u8,
    from: u64,
    promotion: Option<Role>,
) -> MoveError {
    if !promotion_fits(role, to, promotion) {
        return MoveError::new(
            MoveErrorKind::Incoherent,
            if ends(role, to) {
                "a pawn on its last rank must become another piece"
            } else {
                "a pawn is promoted on its last rank only"
            },
        );
    }
    if takes_king(board, to) {
        return MoveError::new(MoveErrorKind::NoSuchMove, "a king is never captured");
    }
    let (own, _) = board.own_and_enemies();
    if role != PAWN && own >> to & 1 == 1 {
        return occupied_by_own(board, to);
    }
    let occupied = board.occupied();
    let reaching: Vec<u8> = (0..64)
        .filter(|square| candidates(board, role, to, from) >> square & 1 == 1)
        .filter(|square| BETWEEN[usize::from(*square)][usize::from(to)] & occupied == 0)
        .collect();
    let victim = victim(board, role, to);
    let safe: Vec<String> = reaching
        .iter()
        .filter(|square| is_safe(board, **square, to, victim))
        .map(|square| INFO.square_name(Square(*square)).to_string())
        .collect();
    match (reaching.is_empty(), safe.is_empty()) {
        (true, _) if role == PAWN => MoveError::new(
            MoveErrorKind::NoSuchMove,
            format!("no pawn can go to {}", INFO.square_name(Square(to))),
        ),
        (true, _) => unreachable_square(board, role, to, from),
        (_, true) => leaves_check(board, role),
        (_, false) => MoveError::new(
            MoveErrorKind::Ambiguous,
            format!(
                "the {}s on {} can both go there",
                name(role),
                safe.join(" and ")
            ),
        ),
    }
}

/// A move given only by its squares: the piece on the first one moves.
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
                "{} has no piece on {}",
                INFO.sides[board.turn().index()],
                INFO.square_name(Square(from))
            ),
        ));
    };
    if role == KING {
        let side = board.turn();
        if let Some(index) = (0..2).find(|i| board.castling_rook(side, *i) == Some(to)) {
            return castling(board, index as u8);
        }
        if from >> 3 == to >> 3 && from.abs_diff(to) == 2 {
            return castling(board, u8::from(to < from));
        }
    }
    let promotion = promotion.filter(|_| role == PAWN);
    piece(board, role, to, 1 << from, promotion)
        .ok_or_else(|| refusal(board, role, to, 1 << from, promotion))
}

/// The target square of the rook, for the king's target square.
pub(super) fn castling_rook_target(king_target: u8, index: u8) -> u8 {
    king_target & 56 | CASTLING_FILES[usize::from(index) & 1].1
}

fn castling(board: &Chessboard, index: u8) -> Result<Move, MoveError> {
    let refuse = |why: &'static str| Err(MoveError::new(MoveErrorKind::NoSuchMove, why));
    let side = board.turn();
    let king = board.king(side);
    let Some(rook) = board.castling_rook(side, usize::from(index)) else {
        return refuse("the castling right on that side is lost");
    };
    let rank = king & 56;
    let (king_file, rook_file) = CASTLING_FILES[usize::from(index)];
    let (king_to, rook_to) = (rank | king_file, rank | rook_file);
    let others = board.occupied() & !(1 << king) & !(1 << rook);
    if others & (span(king, king_to) | span(rook, rook_to)) != 0 {
        return refuse("there is a piece between king and rook");
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
    // In Chess960 the rook itself may have shielded the king; not if there is no square beyond it.
    let corner = matches!(rook & 7, 0 | 7);
    if !corner && attacked(board, king_to, others | 1 << rook_to, enemies) {
        return Err(leaves_check(board, KING));
    }
    Ok(Move {
        kind: MoveKind::Castling(index),
        ..Move::quiet(KING, Square(king), Square(king_to))
    })
}

/// The squares of a rank from one to another, including both.
fn span(a: u8, b: u8) -> u64 {
    let (low, high) = (a.min(b), a.max(b));
    (u64::MAX << low) & (u64::MAX >> (63 - high))
}

/// Whether a pawn of the side to move is placed for capturing en passant.
pub(super) fn can_take_en_passant(board: &Chessboard) -> bool {
    pawn_attackers(board.turn(), board.en_passant) & board.pawns() & board.own() != 0
}

/// The FEN letter of a castling right: K, Q, or the rook's file if another rook is outside it.
pub(super) fn castling_letter(board: &Chessboard, side: Side, index: usize) -> Option<char> {
    let rook = board.castling_rook(side, index)?;
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
    let role = board.role_on(to).map_or("piece", |role| name(role));
    MoveError::new(
        MoveErrorKind::NoSuchMove,
        format!("its own {role} is on {}", INFO.square_name(Square(to))),
    )
}

#[cold]
fn unreachable_square(board: &Chessboard, role: Role, to: u8, from: u64) -> MoveError {
    let pieces = board.of(role) & board.own();
    let role = name(role);
    let to = INFO.square_name(Square(to));
    let detail = if pieces == 0 {
        format!("there is no {role}")
    } else if pieces & from == 0 {
        format!("no {role} is where the move says")
    } else {
        format!("no {role} reaches {to}")
    };
    MoveError::new(MoveErrorKind::NoSuchMove, detail)
}

#[cold]
fn leaves_check(board: &Chessboard, role: Role) -> MoveError {
    MoveError::new(
        MoveErrorKind::LeavesCheck,
        match (role, board.is_check()) {
            (KING, _) => "the king would be in check there",
            (_, true) => "the king would still be in check",
            (_, false) => "the piece is pinned to its king",
        },
    )
}

fn name(role: Role) -> &'static str {
    INFO.roles[role.index()].name
}

/// How the board ends the game: by checkmate, stalemate or insufficient material.
pub(super) fn ending(board: &Chessboard) -> Option<GameEnd> {
    let (outcome, name) = match (has_legal_moves(board), board.is_check()) {
        (false, true) => match board.turn() {
            Side::First => (Outcome::SecondWins, "checkmate"),
            Side::Second => (Outcome::FirstWins, "checkmate"),
        },
        (false, false) => (Outcome::Draw, "stalemate"),
        (true, _) if !can_mate(board) => (Outcome::Draw, "insufficient material"),
        (true, _) => return None,
    };
    Some(GameEnd { outcome, name })
}

/// Whether there is more on the board than two kings and one minor piece.
fn can_mate(board: &Chessboard) -> bool {
    let minor = board.of(KNIGHT) | board.of(BISHOP);
    let others = board.occupied() & !minor & !board.of(KING);
    others != 0 || minor.count_ones() > 1
}
