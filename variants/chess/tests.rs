use super::info::INFO;
use super::rules::resolve;
use super::{Chess, Chessboard, Dialect, notation};
use crate::core::board::Square;
use crate::core::moves::MoveKind;
use crate::core::tags::{TagSpan, Tags};
use crate::variant::{Position, Variant};

/// A position from its FEN.
pub(super) fn board(fen: &str) -> Chessboard {
    let text = format!("[FEN \"{fen}\"]");
    let spans = [TagSpan {
        span: 0..text.len(),
        name: 1..4,
        value: 6..text.len() - 2,
    }];
    let tags = Tags::new(&spans, text.as_bytes(), encoding_rs::UTF_8);
    let mut notes = Vec::new();
    Chess::initial_state(&tags, &mut notes).expect(fen).position
}

/// Plays the moves of a line and returns the last position.
fn play(mut position: Chessboard, line: &str) -> Chessboard {
    for word in line.split_ascii_whitespace() {
        let lexed = notation::lex(word.as_bytes()).unwrap_or_else(|| panic!("{word} is no move"));
        assert_eq!(lexed.len, word.len(), "{word}");
        let mv = resolve(lexed.token, &position)
            .unwrap_or_else(|error| panic!("{word} in {}: {error}", position.describe()));
        position.play(&mv);
    }
    position
}

fn error(fen: &str, word: &str) -> String {
    let lexed = notation::lex(word.as_bytes()).expect(word);
    resolve(lexed.token, &board(fen))
        .expect_err(word)
        .to_string()
}

pub(super) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn fen_round_trip() {
    for fen in [
        START,
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 3 17",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        // Chess960: the inner rook has the right, so its file is named.
        "1r2k1rr/8/8/8/8/8/8/RR2K2R w KBgq - 0 1",
    ] {
        assert_eq!(board(fen).describe(), fen);
    }
}

/// The same move in every form that real files hold.
#[test]
fn spellings() {
    for (fen, forms, after) in [
        (
            START,
            "e4 e2e4 e2-e4 Pe4 Pe2-e4",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        ),
        (
            START,
            "Nf3 Ngf3 N1f3 Ng1f3 Ng1-f3 g1f3 Nf3+ Nf3#",
            "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1",
        ),
        (
            "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1",
            "exd5 ed5 e4d5 e4xd5 exd5+",
            "4k3/8/8/3P4/8/8/8/4K3 b - - 0 1",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
            "exd6 e5d6 exd6+",
            "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2",
        ),
        (
            "8/P6k/8/8/8/8/8/K7 w - - 0 1",
            "a8=Q a8Q a8(Q) a8/Q a7a8q a8=q",
            "Q7/7k/8/8/8/8/8/K7 b - - 0 1",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "O-O 0-0 o-o OO e1g1 e1h1",
            "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "O-O-O 0-0-0 OOO e1c1 e1a1",
            "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1",
        ),
        (
            START,
            "-- Z0 @@@@ <>",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1",
        ),
    ] {
        for form in forms.split(' ') {
            assert_eq!(play(board(fen), form).describe(), after, "{form}");
        }
    }
}

/// A pinned piece does not make a move ambiguous.
#[test]
fn pins_decide() {
    let fen = "4k3/4r3/8/8/8/8/4N3/1N2K3 w - - 0 1";
    assert_eq!(
        play(board(fen), "Nc3").describe(),
        "4k3/4r3/8/8/8/2N5/4N3/4K3 b - - 1 1"
    );
}

#[test]
fn chess960_castling() {
    // King and rook change places over each other; the rook shields nothing.
    let fen = "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/4KR2 w F - 0 1";
    assert_eq!(
        play(board(fen), "O-O").describe(),
        "nbbrknrq/pppppppp/8/8/8/8/PPPPPPPP/5RK1 b - - 1 1"
    );
}

#[test]
fn failures_name_their_reason() {
    let kings = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    for (fen, word, reason) in [
        (START, "Nd4", "no knight reaches d4"),
        (START, "Ke2", "its own pawn is on e2"),
        (START, "e5", "no pawn can go to e5"),
        (START, "exd3", "no pawn can go to d3"),
        (START, "axa3", "no pawn can go to a3"),
        (START, "aa3", "no pawn can go to a3"),
        (START, "O-O", "there is a piece between king and rook"),
        (START, "e4e5", "White has no piece on e4"),
        (kings, "Qd4", "there is no queen"),
        (kings, "O-O", "the castling right on that side is lost"),
        (
            "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1",
            "Nc3",
            "the piece is pinned to its king",
        ),
        (
            "4k3/8/8/8/4r3/8/8/N3K3 w - - 0 1",
            "Nb3",
            "the king would still be in check",
        ),
        (
            "4k3/5r2/8/8/8/8/8/4K2R w K - 0 1",
            "O-O",
            "the king would leave, cross or reach an attacked square",
        ),
        (
            "4k3/8/8/8/8/1N3N2/8/4K3 w - - 0 1",
            "Nd2",
            "the knights on b3 and f3 can both go there",
        ),
        (
            "8/P6k/8/8/8/8/8/K7 w - - 0 1",
            "a8",
            "a pawn on its last rank must become another piece",
        ),
    ] {
        assert_eq!(error(fen, word), reason, "{word}");
    }
}

/// Nothing that is not a move is taken for one, and no text makes the lexer fail.
#[test]
fn not_moves() {
    for text in [
        "", "N", "Nx", "e", "e9", "i4", "O", "0", "0-1", "1-0", "Nf9", "Kd", "-", "P", "Pe", "exd",
    ] {
        assert!(
            notation::lex(text.as_bytes()).is_none_or(|lexed| lexed.len < text.len()),
            "{text}"
        );
    }
}

proptest::proptest! {
    /// The short way through the plain forms takes a move apart as the long way does.
    #[test]
    fn plain_forms_are_read_alike(text in "[NBRQKPa-h1-8x+#=O -]{1,7}[ \\n.)!]{1,7}") {
        let (text, mut padded) = (text.as_bytes(), text.as_bytes().to_vec());
        padded.extend(*b"        ");
        if notation::plain(&padded).is_some() {
            assert_eq!(notation::lex(&padded), notation::any(text));
        }
    }
}

/// The shortcut reads the most common forms of moves.
#[test]
fn plain_moves_take_the_shortcut() {
    let mut position = Chessboard::START;
    for word in
        "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 Nxe5 Qd4 Nf3 Qxe4+ Qe2 Qxe2+ Kxe2 Be6 Rd1 Rd8".split(' ')
    {
        let text = format!("{word}        ");
        let mut after = Chessboard::START;
        let (mv, len) =
            Chess::parse_and_play(text.as_bytes(), &Dialect::default(), &position, &mut after)
                .unwrap_or_else(|| panic!("{word} in {}", position.describe()));
        assert_eq!(len, word.len());
        assert_eq!(
            resolve(notation::lex(text.as_bytes()).unwrap().token, &position),
            Ok(mv)
        );
        position.play(&mv);
        assert_eq!(after, position);
    }
}

/// The shortcut finds what the general path finds, and nothing else: every move that can be written plainly, in
/// the positions of random games.
#[test]
fn the_shortcut_agrees_with_the_long_way() {
    let mut plain = Vec::new();
    for to in (0..64).map(|square| INFO.square_name(Square(square)).to_string()) {
        for file in 'a'..='h' {
            plain.push(format!("{file}x{to} "));
        }
        for origin in ["", "x", "a", "c", "dx", "1", "4x", "g1", "b1x", "e8"] {
            plain.extend("NBRQK".chars().map(|role| format!("{role}{origin}{to}+ ")));
        }
        plain.push(format!("{to} "));
    }
    let mut random = 7u64;
    let (mut found, mut refused) = (0, 0);
    for _ in 0..6 {
        let mut position = Chessboard::START;
        for _ in 0..90 {
            for word in &plain {
                let text = format!("{word}       ");
                let lexed = notation::lex(text.as_bytes());
                let resolved = lexed.and_then(|lexed| resolve(lexed.token, &position).ok());
                let mut after = Chessboard::START;
                let step = Chess::parse_and_play(
                    text.as_bytes(),
                    &Dialect::default(),
                    &position,
                    &mut after,
                );
                // What is more than a piece going to a square is left to the long way.
                let normal = resolved.filter(|mv| mv.kind == MoveKind::Normal);
                assert_eq!(
                    step.map(|(mv, len)| (mv, Some(len))),
                    normal.map(|mv| (mv, lexed.map(|lexed| lexed.len))),
                    "{word} in {}",
                    position.describe()
                );
                match step {
                    Some((mv, _)) => {
                        let mut played = position;
                        played.play(&mv);
                        assert_eq!(after, played, "{word}");
                        found += 1;
                    }
                    None => refused += 1,
                }
            }
            let mut moves = Vec::new();
            position.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            position.play(&moves[(random >> 33) as usize % moves.len()]);
        }
    }
    assert!(found > 10_000 && refused > 100_000, "{found} {refused}");
}
