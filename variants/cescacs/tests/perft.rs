//! Numbers of move sequences, worked out by an independent program and, for most, by the author's.

use super::*;
use crate::variant::perft;

/// Positions with the numbers of sequences of one move, two moves and so on.
const TABLE: [(&str, &[u64]); 6] = [
    (START, &[68, 4_612, 340_385, 25_048_957]),
    (
        "/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 0 1",
        &[86, 6_253, 384_473],
    ),
    (
        "/27:dk/25:r2r/3:R2R/1:DK/ w RKRrkr - 0 1",
        &[112, 10_355, 960_792],
    ),
    // Scornful and waiting pawns.
    (
        "/28:v/27:dk/26:gjg/25:rnnr/24:p1jep/23:1p1ep1/22:p2jp2/21:4p3/20:P1ep3/19:3e4/16:2p4/\
         15:3p4/8:3P2p/7:3PP3/6:2PJP1P/5:1PEEP1/4:PEJE1/3:RNNR/2:GJG/1:DK/0:V/ w RKRrkr - 0 11",
        &[65, 5_911, 423_580],
    ),
    // A pawn about to be promoted beside the king that has moved.
    (
        "/26:1j1/25:2n1/24:1k1e1/23:1p2p1/22:3gpp1/20:1p5/19:1J2e3/16:2pN3/13:2R5/12:3N3/\
         10:4PP1/8:2J4/7:5P1j/6:5E1/5:PP4/4:P4/2:1pK/ b -- - 1 60",
        &[100, 11_143, 1_102_961],
    ),
    (SAMPLE, &[145, 19_698, 2_890_661]),
];

/// The specification's sample game after 20. RI3-H2.
const SAMPLE: &str = "/28:v/27:1k/26:1jg/25:r1nr/24:pejep/23:pp2pp/22:2pjp2/21:4p3/11:3J4/9:4J3/\
     8:3G3/7:2NN1P2/6:2P1Pd1/5:PPG2g/4:PE1EP/3:R3/2:2R/1:DK/0:V/ b RKrkr - 2 20";

/// The rules of movement, castling, en passant, the scornful pawn, promotion and check.
#[test]
fn counts() {
    for (pdtl, counts) in TABLE {
        let position = self::position(pdtl);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), count, "{pdtl}, depth {depth}");
        }
    }
}
