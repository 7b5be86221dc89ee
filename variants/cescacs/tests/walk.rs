//! Random games.

use super::*;

/// Where the random games start: the usual board, castlings, the specification's sample, and boards
/// where pawns are about to meet, to be promoted and to wait.
const STARTS: [&str; 7] = [
    START,
    "/27:1k/25:r2r/23:4p1/3:R2R/1:1K/ w RKRrkr - 0 1",
    "/28:v/27:1k/26:1jg/25:r1nr/24:pejep/23:pp2pp/22:2pjp2/21:4p3/11:3J4/9:4J3/8:3G3/7:2NN1P2/\
     6:2P1Pd1/5:PPG2g/4:PE1EP/3:R3/2:2R/1:DK/0:V/ b RKrkr - 2 20",
    "/28:v/27:dk/26:gjg/25:rnnr/24:p1jep/23:1p1ep1/22:p2jp2/21:4p3/20:P1ep3/19:3e4/16:2p4/\
     15:3p4/8:3P2p/7:3PP3/6:2PJP1P/5:1PEEP1/4:PEJE1/3:RNNR/2:GJG/1:DK/0:V/ w RKRrkr - 0 11",
    "/26:1j1/25:2n1/24:1k1e1/23:1p2p1/22:3gpp1/20:1p5/19:1J2e3/16:2pN3/13:2R5/12:3N3/\
     10:4PP1/8:2J4/7:5P1j/6:5E1/5:PP4/4:P4/2:1pK/ b -- - 1 60",
    // Everything but the pawns is at home: many pawns wait.
    "/28:v/27:dk/26:gjg/25:rnnr/24:1eje1/23:2ee2/22:2Pjp2/21:3Pp3/20:P4p1/17:P6P/15:3pP3/\
     13:3Pp3/11:p6p/8:p5P/7:3P4/6:2PJp2/5:2EE2/4:1EJE1/3:RNNR/2:GJG/1:DK/0:V/ w RKRrkr - 0 1",
    // Pawns on the flanks, where one that is just promoted can be taken.
    "/28:k/23:p4p/22:p5p/20:PP3P1/18:P5P/17:P6P/14:3N3/11:p6p/10:p5p/8:1p3pp/6:P5P/5:P4P/0:K/ \
     w -- - 0 1",
];

/// Small and repeatable.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }
}

/// Plays a random game that prefers pawns and special moves, and shows each position with its moves.
pub fn game(seed: u64, plies: usize, mut see: impl FnMut(&CescacsPosition, &[Move])) {
    let mut random = Random(seed);
    let mut position = position(STARTS[random.below(STARTS.len())]);
    let mut moves = Vec::new();
    for _ in 0..plies {
        moves.clear();
        position.moves(&mut moves);
        see(&position, &moves);
        if moves.is_empty() {
            break;
        }
        let rare = |mv: &&Move| mv.kind != MoveKind::Normal || mv.promotion.is_some();
        let pawns = |mv: &&Move| mv.piece == PAWN;
        let preferred: Vec<&Move> = match random.below(8) {
            0 => moves.iter().filter(rare).collect(),
            1 | 2 => moves.iter().filter(pawns).collect(),
            _ => Vec::new(),
        };
        let mv = match preferred.len() {
            0 => moves[random.below(moves.len())],
            some => *preferred[random.below(some)],
        };
        position.play(&mv);
    }
}
