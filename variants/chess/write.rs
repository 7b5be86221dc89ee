//! Moves as text: SAN, long algebraic and coordinate notation.

pub(super) mod san;

use super::info::{INFO, PAWN};
use super::movegen::has_legal_moves;
use super::notation::alphabet::Alphabet;
use super::position::Chessboard;
use super::write::san::San;
use crate::core::board::{Role, Square};
use crate::core::moves::{Move, MoveKind};
use crate::variant::Position;

/// How a move of chess is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Standard algebraic notation: `Nbd7`, `exd5`, `O-O`, `e8=Q#`. With as much of the origin square as
    /// distinguishes the piece from others that could legally move there.
    #[default]
    San,
    /// Long algebraic notation: `Nb8-d7`, `e4xd5`, `O-O`, `e7-e8=Q#`.
    Lan,
    /// Coordinates as engines write them: `b8d7`, `e4d5`, `e1g1`, `e7e8q`; no check marks. If king or rook do
    /// not start as in orthodox chess, castling is written to the rook's square.
    Uci,
    /// Standard algebraic notation with other piece letters.
    SanIn(Alphabet),
    /// Long algebraic notation with other piece letters.
    LanIn(Alphabet),
}

impl Notation {
    /// The notation with this name; the standard one if it is empty.
    pub(super) fn find(name: &str) -> Option<Notation> {
        match name {
            "" | "san" => Some(Notation::San),
            "lan" => Some(Notation::Lan),
            "uci" => Some(Notation::Uci),
            _ => None,
        }
    }

    /// The notation with these letters, or `None` if the alphabet lacks a piece.
    pub(super) fn spelt(self, alphabet: Alphabet) -> Option<Notation> {
        match self {
            Notation::San | Notation::SanIn(_) => Some(Notation::SanIn(alphabet)),
            Notation::Lan | Notation::LanIn(_) => Some(Notation::LanIn(alphabet)),
            Notation::Uci => None,
        }
    }

    /// The piece letters, if they are not those of the specification.
    pub(super) fn alphabet(self) -> Option<Alphabet> {
        match self {
            Notation::San | Notation::Lan | Notation::Uci => None,
            Notation::SanIn(alphabet) | Notation::LanIn(alphabet) => Some(alphabet),
        }
    }
}

/// Appends a move.
pub(super) fn write(mv: &Move, board: &Chessboard, notation: Notation, out: &mut String) {
    let begin = out.len();
    match (notation, mv.kind) {
        (Notation::Uci, MoveKind::Null) => return out.push_str("0000"),
        (Notation::Uci, _) => return coordinates(mv, board, out),
        // No piece moves, so there is no check.
        (_, MoveKind::Null) => return out.push_str("--"),
        (Notation::San | Notation::SanIn(_), _) => {
            San::of(mv, board, &after(mv, board)).push_to(out);
        }
        (Notation::Lan | Notation::LanIn(_), _) => {
            long(mv, board, out);
            out.push_str(check_mark(mv, board));
        }
    }
    if let Some(alphabet) = notation.alphabet() {
        alphabet.spell(out, begin);
    }
}

fn long(mv: &Move, board: &Chessboard, out: &mut String) {
    if matches!(mv.kind, MoveKind::Castling(_)) {
        return San::body(mv, board).push_to(out);
    }
    if mv.piece != PAWN {
        out.push(letter(mv.piece));
    }
    out.push_str(name(mv.from).as_str());
    out.push(if mv.captured.is_some() { 'x' } else { '-' });
    out.push_str(name(mv.to).as_str());
    promotion(mv, out);
}

fn coordinates(mv: &Move, board: &Chessboard, out: &mut String) {
    let mut to = mv.to;
    if let MoveKind::Castling(index) = mv.kind {
        let rook = board.castling_rook(board.turn(), usize::from(index & 1));
        let unusual = |rook: &u8| mv.from.0 & 7 != 4 || !matches!(rook & 7, 0 | 7);
        if let Some(rook) = rook.filter(unusual) {
            to = Square(rook);
        }
    }
    out.push_str(name(mv.from).as_str());
    out.push_str(name(to).as_str());
    if let Some(role) = mv.promotion {
        out.push(letter(role).to_ascii_lowercase());
    }
}

/// The position after a move.
fn after(mv: &Move, board: &Chessboard) -> Chessboard {
    let mut after = *board;
    after.play(mv);
    after
}

fn check_mark(mv: &Move, board: &Chessboard) -> &'static str {
    let after = after(mv, board);
    match after.is_check() {
        false => "",
        true if has_legal_moves(&after) => "+",
        true => "#",
    }
}

fn promotion(mv: &Move, out: &mut String) {
    if let Some(role) = mv.promotion {
        out.push('=');
        out.push(letter(role));
    }
}

fn letter(role: Role) -> char {
    INFO.roles[role.index()].letter
}

fn name(square: Square) -> crate::core::board::SquareName {
    INFO.square_name(square)
}

#[cfg(test)]
mod tests {

    use super::super::tests::board;
    use super::super::{Chess, notation, rules};
    use super::*;
    use crate::variant::Variant;

    const NOTATIONS: [Notation; 3] = [Notation::San, Notation::Lan, Notation::Uci];

    fn written(mv: &Move, position: &Chessboard, notation: Notation) -> String {
        let mut out = String::new();
        Chess::write(mv, position, notation, &mut out);
        out
    }

    fn read(text: &str, position: &Chessboard) -> Move {
        let lexed = notation::lex(text.as_bytes()).expect(text);
        assert_eq!(lexed.len, text.len(), "{text}");
        rules::resolve(lexed.token, position)
            .unwrap_or_else(|error| panic!("{text} in {}: {error}", position.describe()))
    }

    #[test]
    fn each_notation_has_its_form() {
        for (fen, forms) in [
            (
                "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
                ["exd5", "e4xd5", "e4d5"],
            ),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ["e4", "e2-e4", "e2e4"]),
            (
                "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
                ["exd6", "e5xd6", "e5d6"],
            ),
            // Mate, and check.
            (
                "7k/P7/7K/8/8/8/8/8 w - - 0 1",
                ["a8=Q#", "a7-a8=Q#", "a7a8q"],
            ),
            (
                "7k/P7/8/8/8/8/8/K7 w - - 0 1",
                ["a8=R+", "a7-a8=R+", "a7a8r"],
            ),
            // Castling that gives check.
            ("5k2/8/8/8/8/8/8/4K2R w K - 0 1", ["O-O+", "O-O+", "e1g1"]),
            (
                "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
                ["O-O-O+", "O-O-O+", "e1c1"],
            ),
            // Chess960: the king goes to its rook.
            ("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1", ["O-O", "O-O", "f1h1"]),
            (
                "4k3/8/8/8/8/8/8/1R2K3 w B - 0 1",
                ["O-O-O", "O-O-O", "e1b1"],
            ),
            // File before rank before both.
            (
                "4k3/8/8/8/8/8/8/N3K1N1 w - - 0 1",
                ["Nf3", "Ng1-f3", "g1f3"],
            ),
            (
                "6k1/8/8/8/8/5N2/8/1N2K3 w - - 0 1",
                ["Nbd2", "Nb1-d2", "b1d2"],
            ),
            (
                "6k1/8/8/8/8/1N6/8/1N2K3 w - - 0 1",
                ["N1d2", "Nb1-d2", "b1d2"],
            ),
            (
                "8/6k1/8/8/8/1N6/8/1N2KN2 w - - 0 1",
                ["Nb1d2", "Nb1-d2", "b1d2"],
            ),
            // A pinned piece is no reason to disambiguate the others.
            (
                "4k3/4r3/8/8/8/8/4N3/1N2K3 w - - 0 1",
                ["Nc3", "Nb1-c3", "b1c3"],
            ),
        ] {
            let position = board(fen);
            let mv = read(forms[2], &position);
            for (notation, form) in NOTATIONS.into_iter().zip(forms) {
                assert_eq!(written(&mv, &position, notation), form, "{fen}");
            }
        }
    }

    #[test]
    fn null_moves_have_a_form() {
        let position = Chessboard::START;
        let mv = read("--", &position);
        assert_eq!(written(&mv, &position, Notation::San), "--");
        assert_eq!(written(&mv, &position, Notation::Uci), "0000");
    }

    /// Every written move is read back as the same move, and no two moves of a position are written the same.
    #[test]
    fn what_is_written_is_read_back() {
        let mut random = 7u64;
        for start in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
            // Many equal pieces.
            "QQ4k1/8/Q5N1/3N1N2/8/1N3N2/8/QN2K1R1 w - - 0 1",
        ] {
            for _ in 0..40 {
                let mut position = board(start);
                for _ in 0..120 {
                    let mut moves = Vec::new();
                    position.moves(&mut moves);
                    for notation in NOTATIONS {
                        let mut seen = std::collections::HashSet::new();
                        for mv in &moves {
                            let text = written(mv, &position, notation);
                            assert_eq!(read(&text, &position), *mv, "{text}");
                            assert!(seen.insert(text), "{}", position.describe());
                        }
                    }
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
    }

    /// Moves are written as a server wrote them, including check marks.
    #[test]
    fn real_games_are_written_as_they_are() {
        use crate::event::{Event, Recorder};
        let Some(path) = movetext_generate::real_files("chess/lichess_magnus_evalclk.pgn") else {
            return;
        };
        let file = std::fs::File::open(path).expect("a readable file");
        let start = std::io::Read::take(file, 4 << 20);
        let mut reader = crate::Reader::builder().from_reader(start).expect("a file");
        let mut recorder = Recorder::default();
        reader.read(&mut recorder, &mut ()).expect("a file");
        let (mut position, mut moves) = (Chessboard::START, 0);
        for event in recorder.events {
            match event {
                Event::Setup { position: fen, .. } => position = board(&fen),
                Event::Ply { mv, text, .. } => {
                    assert_eq!(written(&mv, &position, Notation::San), text);
                    position.play(&mv);
                    moves += 1;
                }
                _ => {}
            }
        }
        assert!(moves > 50_000);
    }
}
