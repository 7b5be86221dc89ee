//! How one of several soldiers is named in WXF: three published schemes that contradict each other
//! (XQ-034, XQ-I06).

use super::*;
use crate::game::{Game, NodeId};

/// Red has three soldiers on file 3 and two on file 5, Black the same: `33` is the middle one of file 3 by
/// the Asian rules, the third one by those of 2018.
const SOLDIERS: &str = "3k5/9/4P1P2/4P1P2/6P2/9/2p6/2p3p2/6p2/4K4";

/// The moves of the main line in ICCS as far as they could be played, and the codes of the diagnostics, with
/// the readings that were reported.
pub(super) fn by_context(
    fen: &str,
    movetext: &str,
    notation: &'static str,
) -> (String, Vec<String>) {
    let text = format!("[Game \"Chinese Chess\"]\n[FEN \"{fen}\"]\n\n{movetext}\n");
    let mut reader = Reader::builder()
        .notation(notation)
        .from_reader(text.as_bytes())
        .expect("memory");
    let (mut game, mut found) = (Game::new(), Vec::<Diagnostic>::new());
    assert!(reader.read_game(&mut game, &mut found).expect("memory"));
    assert_eq!(game.source().to_string(), text.trim_end());
    let moves: Vec<String> = game
        .line(NodeId::ROOT)
        .filter_map(|node| game.mv(node).as_ref().map(iccs))
        .collect();
    let found = found
        .iter()
        .filter(|found| found.code.id != "impossible-setup");
    let reported = found.map(|found| format!("{}: {}", found.code.id, found.message));
    (moves.join(" "), reported.collect())
}

#[test]
fn the_rest_of_the_game_tells_the_scheme() {
    const BOTH: &str =
        "33.4 can mean g6-f6 (axf) or g5-f5 (wxr2018); by the rest of the game it is";
    let cases = [
        // Later moves can be played by one reading only.
        ("w", "1. 33.4 K4+1 2. G5-G6 *", "g6f6 d9d8 g5g6", "axf"),
        ("w", "1. 33.4 K4+1 2. G6-H6 *", "g5f5 d9d8 g6h6", "wxr2018"),
        (
            "w",
            "1. 33.4 K4+1 2. P4+1 K4-1 3. F6-F7 *",
            "g5f5 d9d8 f5f6 d8d9 f6f7",
            "wxr2018",
        ),
        // A later move names its soldier in a way that only one scheme has.
        ("w", "1. 33.4 K4+1 2. 5+.6 *", "g6f6 d9d8 e7d7", "axf"),
        ("w", "1. 33.4 K4+1 2. 15=6 *", "g5f5 d9d8 e7d7", "wxr2018"),
        // So does an earlier one, or one of Black's.
        ("b", "1. ... 3+.4 2. 33.4 *", "c2d2 g6f6", "axf"),
        ("b", "1. ... 13=4 2. 33.4 *", "c2d2 g5f5", "wxr2018"),
        // Variations count as well.
        (
            "w",
            "1. 33.4 K4+1 (1. ... K4.5 2. 15=6) 2. K5.4 *",
            "g5f5 d9d8 e0f0",
            "wxr2018",
        ),
        ("w", "1. 33.4 (1. 35.6) *", "g6f6", ""),
        ("w", "1. 33.4 (1. 23=6) (1. 25=6) *", "g5f5", "wxr2018"),
        ("w", "1. 33.4 (1. 5-.6) *", "g6f6", "axf"),
        // What cannot be played by either does not count.
        (
            "w",
            "1. 33.4 K4+1 2. 15=6 H2+3 3. 5+.6 *",
            "g5f5 d9d8 e7d7",
            "wxr2018",
        ),
    ];
    for (side, movetext, moves, scheme) in cases {
        let fen = format!("{SOLDIERS} {side}");
        let (found, reported) = by_context(&fen, movetext, "");
        if scheme.is_empty() {
            assert_eq!(found, "", "{movetext}");
            assert!(
                reported[0].starts_with("ambiguous-move"),
                "{movetext}: {reported:?}"
            );
            continue;
        }
        assert_eq!(found, moves, "{movetext}: {reported:?}");
        let message = format!("settled-by-context: {BOTH} {scheme}");
        assert_eq!(reported[0], message, "{movetext}");
        // The same without a word where the scheme is given.
        let notation = match scheme {
            "axf" => "wxf,scheme=axf",
            _ => "wxf,scheme=wxr2018",
        };
        let (found, again) = by_context(&fen, movetext, notation);
        assert_eq!(
            (found.as_str(), &again[..]),
            (moves, &reported[1..]),
            "{movetext}"
        );
    }
}

/// If the game does not decide, the move is an error with both readings.
#[test]
fn undecided_moves_are_ambiguous() {
    let detail = "ambiguous-move: Red cannot play 33.4: it can mean g6-f6 (axf) or g5-f5 (wxr2018); the \
                  rest of the game does not decide";
    for movetext in [
        "1. 33.4 *",
        "1. 33.4 K4+1 2. K5.4 *",
        // Names of all schemes, and of the third one.
        "1. 33.4 K4+1 2. P4+1 *",
        "1. 33.4 K4+1 2. Pc.6 *",
        // Names of both.
        "1. 33.4 (1. 15=6) (1. 5+.6) *",
    ] {
        let (moves, reported) = by_context(&format!("{SOLDIERS} w"), movetext, "");
        assert_eq!(
            (moves.as_str(), reported[0].as_str()),
            ("", detail),
            "{movetext}"
        );
    }
    // The game is asked once, however many such moves there are.
    let many = "(1. 33.4) ".repeat(20_000);
    let (_, reported) = by_context(&format!("{SOLDIERS} w"), &format!("1. K5.4 {many}*"), "");
    // 4,096 diagnostics, and one for the rest.
    assert_eq!(reported.len(), 4097);
}

/// The 6,021 cases as games: in each scheme the same move or, for a few, the ambiguity; and the same move for
/// all as soon as the game has the other soldiers' moves, too.
#[test]
fn stacked_cases_as_games() {
    let Some(bytes) = corpus("stacked_cases.json") else {
        return;
    };
    let cases: Vec<BTreeMap<String, serde_json::Value>> =
        serde_json::from_slice(&bytes).expect("the cases are JSON");
    for (scheme, expected) in SCHEMES.into_iter().zip([0, 4, 4]) {
        let notation = notation(scheme);
        let mut ambiguous = 0;
        for case in &cases {
            let text = |name: &str| case[name].as_str().expect("a string");
            let board = board(text("fen"));
            let mv = read(&board, text("m")).expect("a legal move");
            let form = written(&mv, &board, notation);
            if read(&board, &form) == Ok(mv) {
                continue;
            }
            ambiguous += 1;
            let (moves, reported) = by_context(text("fen"), &format!("{form} *"), "");
            assert_eq!(moves, "", "{form}");
            assert!(
                reported[0].starts_with("ambiguous-move"),
                "{form}: {reported:?}"
            );
            let others: Vec<String> = legal_moves(&board)
                .iter()
                .filter(|mv| mv.piece == SOLDIER)
                .map(|mv| format!("({})", written(mv, &board, notation)))
                .collect();
            let (moves, reported) =
                by_context(text("fen"), &format!("{form} {} *", others.join(" ")), "");
            assert_eq!(moves, iccs(&mv), "{form} in {}: {reported:?}", text("fen"));
        }
        assert_eq!(ambiguous, expected, "{scheme}");
    }
}

const SCHEMES: [&str; 3] = ["wxf", "wxf,scheme=axf", "wxf,scheme=wxr2018"];

/// A position with soldiers on two files of each side, three and two.
fn stacked(files: [[u8; 2]; 2], rows: [[u8; 5]; 2]) -> String {
    let mut points = [['1'; 9]; 10];
    for (side, piece) in ['P', 'p'].into_iter().enumerate() {
        for (index, row) in rows[side].into_iter().enumerate() {
            let file = files[side][usize::from(index > 2)] % 9;
            // Beyond the river, ranks counted from the top.
            let rank = if side == 0 { row % 5 } else { 9 - row % 5 };
            points[usize::from(rank)][usize::from(file)] = piece;
        }
    }
    for (rank, piece) in [(0, 'k'), (9, 'K')] {
        let free = [3, 5, 4]
            .into_iter()
            .find(|&file| points[rank][file] == '1');
        points[rank][free.unwrap_or(4)] = piece;
    }
    points
        .map(|rank| rank.into_iter().collect::<String>())
        .join("/")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Games with many soldiers on few files, written in each scheme and read without naming it: the same moves
    /// or, if the game does not decide, the ambiguity.
    #[test]
    fn games_with_stacked_soldiers(
        files in any::<[[u8; 2]; 2]>(),
        rows in any::<[[u8; 5]; 2]>(),
        choices in proptest::collection::vec(any::<u8>(), 1..24),
    ) {
        let fen = format!("{} w", stacked(files, rows));
        let (mut position, mut expected) = (board(&fen), Vec::new());
        let mut texts = SCHEMES.map(|_| String::new());
        for choice in choices {
            let mut moves = legal_moves(&position);
            if moves.iter().any(|mv| mv.piece == SOLDIER) && choice % 4 > 0 {
                moves.retain(|mv| mv.piece == SOLDIER);
            }
            let Some(mv) = moves.get(usize::from(choice / 4) % moves.len().max(1)).copied() else {
                break;
            };
            for (scheme, text) in SCHEMES.into_iter().zip(&mut texts) {
                text.push_str(&written(&mv, &position, notation(scheme)));
                text.push(' ');
            }
            position.play(&mv);
            expected.push(iccs(&mv));
        }
        let expected = expected.join(" ");
        for (scheme, text) in SCHEMES.into_iter().zip(&texts) {
            let (moves, reported) = by_context(&fen, &format!("{text}*"), "");
            let ambiguous = reported.iter().any(|reported| reported.starts_with("ambiguous-move"));
            prop_assert!(!reported.iter().any(|reported| reported.starts_with("illegal-move")), "{}: {:?}", text, reported);
            prop_assert!(
                moves == expected || ambiguous && expected.starts_with(&moves),
                "{}: {} became {} in {}: {:?}", scheme, expected, moves, fen, reported
            );
        }
    }
}
