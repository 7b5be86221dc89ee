//! All legal moves of a position: pawns first, then the pieces by role and square, castling last.

use super::info::{BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK};
use super::notation::Token;
use super::position::Chessboard;
use super::rules;
use crate::core::board::{Piece, Role, Side, Square};
use crate::core::moves::{Move, MoveKind};
use crate::variant::Position;
use std::ops::ControlFlow::{self, Break, Continue};

/// The promotions of a pawn, the most usual first.
const PROMOTIONS: [Role; 4] = [QUEEN, ROOK, BISHOP, KNIGHT];

/// Appends all legal moves.
pub(super) fn legal_moves(board: &Chessboard, out: &mut Vec<Move>) {
    let _: ControlFlow<()> = each(board, &mut |mv| {
        out.push(mv);
        Continue(())
    });
}

/// Whether there is any legal move. A king in check can usually step aside, so it is asked first.
pub(super) fn has_legal_moves(board: &Chessboard) -> bool {
    let free = !board.own() & !board.kings();
    let mut kings = squares(board.of(KING) & board.own());
    let steps = |from| squares(rules::attacks(KING, from, 0) & free).map(move |to| (from, to));
    kings.any(|from| steps(from).any(|(from, to)| rules::is_safe(board, from, to, to)))
        || each(board, &mut |_| Break(())).is_break()
}

/// Calls `visit` with every legal move until it stops.
fn each(board: &Chessboard, visit: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
    for from in squares(board.of(PAWN) & board.own()) {
        pawn(board, from, visit)?;
    }
    // No king is ever captured.
    let free = !board.own() & !board.kings();
    for role in [KNIGHT, BISHOP, ROOK, QUEEN, KING] {
        for from in squares(board.of(role) & board.own()) {
            for to in squares(rules::attacks(role, from, board.occupied()) & free) {
                let mv = Move {
                    captured: board.role_on(to),
                    ..Move::quiet(role, Square(from), Square(to))
                };
                if rules::is_safe(board, from, to, to) {
                    visit(mv)?;
                }
            }
        }
    }
    for token in [Token::ShortCastling, Token::LongCastling] {
        if let Ok(mv) = rules::resolve(token, board) {
            visit(mv)?;
        }
    }
    Continue(())
}

fn pawn(
    board: &Chessboard,
    from: u8,
    visit: &mut impl FnMut(Move) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let empty = !board.occupied();
    let bit = 1u64 << from;
    let (single, double) = match board.turn() {
        Side::First => {
            let single = bit << 8 & empty;
            (single, (single & 0xFF << 16) << 8 & empty)
        }
        Side::Second => {
            let single = bit >> 8 & empty;
            (single, (single & 0xFF << 40) >> 8 & empty)
        }
    };
    // A pawn captures on the squares from which an enemy pawn would attack it.
    let diagonal = rules::pawn_attackers(board.turn().other(), from);
    let enemies = board.occupied() & !board.own() & !board.kings();
    for to in squares(single | double | diagonal & enemies) {
        if !rules::is_safe(board, from, to, to) {
            continue;
        }
        let mv = Move {
            captured: board.role_on(to),
            ..Move::quiet(PAWN, Square(from), Square(to))
        };
        if (8..56).contains(&to) {
            visit(mv)?;
        } else {
            for role in PROMOTIONS {
                let promotion = Some(role);
                visit(Move { promotion, ..mv })?;
            }
        }
    }
    let to = board.en_passant;
    if to < 64 && diagonal & empty & 1 << to != 0 {
        // The captured pawn is on the file of the target and the rank of the capturing pawn.
        let victim = from & 56 | to & 7;
        if rules::is_safe(board, from, to, victim) {
            visit(Move {
                captured: Some(PAWN),
                kind: MoveKind::EnPassant {
                    victim: Square(victim),
                },
                ..Move::quiet(PAWN, Square(from), Square(to))
            })?;
        }
    }
    Continue(())
}

/// Where a piece could go on an empty board, and where a pawn could take.
pub(super) fn reach(piece: Piece, from: u8) -> u64 {
    if piece.role != PAWN {
        return rules::attacks(piece.role, from, 0);
    }
    let bit = 1u64 << from;
    let ahead = match piece.side {
        Side::First => bit << 8 | (bit & 0xFF << 8) << 16,
        Side::Second => bit >> 8 | (bit & 0xFF << 48) >> 16,
    };
    // What a pawn takes is where an enemy's pawn would attack it from.
    ahead | rules::pawn_attackers(piece.side.other(), from)
}

/// The squares of a set, from a1.
pub(super) fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = (set != 0).then(|| set.trailing_zeros() as u8)?;
        set &= set - 1;
        Some(square)
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{START, board};
    use super::*;
    use crate::variant::perft;

    /// Published counts, from depth 1: six positions of orthodox chess and three of Chess960.
    const COUNTS: &[(&str, &[u64])] = &[
        (START, &[20, 400, 8_902, 197_281, 4_865_609]),
        (
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            &[48, 2_039, 97_862, 4_085_603],
        ),
        (
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            &[14, 191, 2_812, 43_238, 674_624],
        ),
        (
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            &[6, 264, 9_467, 422_333],
        ),
        (
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
            &[44, 1_486, 62_379, 2_103_487],
        ),
        (
            "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
            &[46, 2_079, 89_890, 3_894_594],
        ),
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            &[21, 528, 12_189, 326_672],
        ),
        (
            "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
            &[21, 807, 18_002, 667_366],
        ),
        (
            "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
            &[20, 479, 10_471, 273_318],
        ),
    ];

    #[test]
    fn move_counts_are_those_published() {
        for &(fen, counts) in COUNTS {
            for (depth, &count) in (1..).zip(counts) {
                assert_eq!(perft(&board(fen), depth), count, "{fen} to depth {depth}");
            }
        }
    }

    /// Along random games: the list has exactly the moves that the resolver accepts.
    #[test]
    fn what_is_listed_is_what_is_accepted() {
        let mut random = 1u64;
        for _ in 0..20 {
            let mut position = Chessboard::START;
            for _ in 0..150 {
                let mut moves = Vec::new();
                position.moves(&mut moves);
                assert_eq!(has_legal_moves(&position), !moves.is_empty());
                let mut accepted = Vec::new();
                for from in squares(position.own()) {
                    for to in 0..64 {
                        for promotion in PROMOTIONS.map(Some).into_iter().chain([None]) {
                            let token = Token::Coordinates {
                                from,
                                to,
                                promotion,
                            };
                            match rules::resolve(token, &position) {
                                // Ignoring promotions, unless a pawn moves.
                                Ok(mv) if mv.promotion == promotion => accepted.push(mv),
                                _ => {}
                            }
                        }
                    }
                }
                accepted.sort_by_key(order);
                // Castling can be expressed in two ways.
                accepted.dedup();
                let mut listed = moves.clone();
                listed.sort_by_key(order);
                assert_eq!(listed, accepted, "{}", position.describe());
                if moves.is_empty() {
                    break;
                }
                random = random
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1);
                position.play(&moves[(random >> 33) as usize % moves.len()]);
            }
        }
    }

    fn order(mv: &Move) -> (u8, u8, Option<u8>, bool) {
        let castling = matches!(mv.kind, MoveKind::Castling(_));
        (mv.from.0, mv.to.0, mv.promotion.map(Role::get), castling)
    }
}
