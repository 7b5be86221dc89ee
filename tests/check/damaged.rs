//! Damaged and unusual records as real files hold them: which games there are, how many half-moves of
//! each were played and how many words kept, and what is said of it.
//!
//! The facts are those on which readers of chess records are known to fail: tokens that vanish, games
//! that are split, merged or made up, files that end early.

use movetext::check::Checker;
use movetext::{Game, Reader};

/// What the text shows, the text, half-moves and unresolved words of each game, and the findings of
/// severity warning and error.
type Case = (
    &'static str,
    &'static str,
    &'static [(u32, u32)],
    &'static [&'static str],
);

fn read(text: &[u8]) -> (Vec<(u32, u32)>, Vec<&'static str>) {
    let mut findings = Vec::new();
    let mut reader = Reader::builder().from_reader(text).unwrap();
    let mut games = Vec::new();
    let mut game = Game::new();
    while reader.read_game(&mut game, &mut findings).unwrap() {
        games.push((game.summary.plies, game.summary.unresolved));
    }
    assert_eq!(reader.stats().accounted, text.len() as u64);
    let grave = findings
        .iter()
        .filter(|d| d.code.severity > movetext::Severity::Info);
    (games, grave.map(|d| d.code.id).collect())
}

const CASES: &[Case] = &[
    (
        "hyphens, no-break spaces, small letters and dashes lose no move",
        "[Event \"?\"]\n\n1. e2-e4 e7-e5 2.\u{A0}Ng1-f3 Nb8-c6 3. Bf1-c4 Bf8-c5 4. o-o Ng8-f6 5. d3 0-0 ½–½",
        &[(10, 0)],
        &[],
    ),
    (
        "a NUL byte ends neither game nor file",
        "[Event \"?\"]\n\n1. e4 \0 e5 2. Nf3 *\n\n[Event \"?\"]\n\n1. d4 *",
        &[(3, 0), (1, 0)],
        &[],
    ),
    (
        "an open comment ends at the next game",
        "[Event \"?\"]\n\n1. e4 {open\n\n[Event \"?\"]\n\n1. d4 d5 *",
        &[(1, 0), (2, 0)],
        &["unclosed-comment", "missing-result"],
    ),
    (
        "an open variation ends at the next game",
        "[Event \"?\"]\n\n1. e4 (1. d4 d5\n\n[Event \"?\"]\n\n1. d4 d5 *",
        &[(1, 0), (2, 0)],
        &["unclosed-variation", "missing-result"],
    ),
    (
        "two empty lines after the tags part no games",
        "[Event \"?\"]\n[Result \"*\"]\n\n\n1. e4 e5 *\n\n\n\n[Event \"?\"]\n\n\n\n1. d4 *",
        &[(2, 0), (1, 0)],
        &[],
    ),
    (
        "an empty line among the tags parts no games",
        "[Event \"?\"]\n\n[White \"A\"]\n\n1. e4 *",
        &[(1, 0)],
        &[],
    ),
    (
        "empty lines among the moves part no games",
        "[Event \"?\"]\n\n1. e4 e5\n\n2. Nf3 Nc6\n\n\n3. Bb5 *",
        &[(5, 0)],
        &[],
    ),
    (
        "tags and moves on one line",
        "[Event \"?\"] [Site \"?\"] 1. e4 e5 * [Event \"?\"] 1. d4 *",
        &[(2, 0), (1, 0)],
        &[],
    ),
    (
        "a comment to the end of the line ends nothing else",
        "1. e4 ; the best (by test) 1-0\n1... e5 *\n",
        &[(2, 0)],
        &[],
    ),
    (
        "the last game needs no marker",
        "[Event \"?\"]\n\n1. e4 e5 1-0\n\n[Event \"?\"]\n\n1. d4 d5",
        &[(2, 0), (2, 0)],
        &["missing-result"],
    ),
    (
        "a byte order mark makes no game",
        "\u{FEFF}[Event \"?\"]\n\n1. e4 *",
        &[(1, 0)],
        &[],
    ),
    (
        "boards without kings",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n[Event \"?\"]\n\n1. e4 *",
        &[(0, 1), (1, 0)],
        &["impossible-setup", "impossible-setup", "illegal-move"],
    ),
    (
        "a start position that is none",
        "[FEN \"lots of pieces\"]\n[SetUp \"1\"]\n\n1. e4 e5 *\n\n[Event \"?\"]\n\n1. e4 *",
        &[(0, 2), (1, 0)],
        &["unreadable-setup"],
    ),
    (
        "an illegal move costs the rest of its line, no more",
        "[Event \"?\"]\n\n1. e4 e5 2. Ke3 Nf6 (2... Nc6 3. Nf3) 3. Nf3 1-0\n\n[Event \"?\"]\n\n1. d4 *",
        &[(2, 5), (1, 0)],
        &["illegal-move", "unplayed-moves"],
    ),
    (
        "an unescaped quotation mark",
        "[White \"the \"Rock\" Smith\"]\n[Black \"B\"]\n\n1. e4 *",
        &[(1, 0)],
        &["unescaped-quote"],
    ),
    (
        "a value over two lines",
        "[Event \"one\ntwo\"]\n[White \"A\"]\n\n1. e4 *",
        &[(1, 0)],
        &["broken-tag-value"],
    ),
    (
        "junk before, between and after games",
        "<html>\n<pre>\n[Event \"?\"]\n\n1. e4 *\n</pre>\n\n[Event \"?\"]\n\n1. d4 *\n</html>\n",
        &[(1, 0), (1, 0)],
        &["stray-text", "text-after-result", "text-after-result"],
    ),
    (
        "no tags at all",
        "1. e4 e5 1-0\n\n1. d4 d5 0-1\n\n1. c4 *",
        &[(2, 0), (2, 0), (1, 0)],
        &[],
    ),
    (
        "no moves at all",
        "[Event \"a\"]\n[Result \"1-0\"]\n\n1-0\n\n[Event \"b\"]\n\n*\n",
        &[(0, 0), (0, 0)],
        &[],
    ),
    (
        "carriage returns alone",
        "[Event \"?\"]\r\r1. e4 e5 ; open\r2. Nf3 *\r\r[Event \"?\"]\r\r1. d4 *\r",
        &[(3, 0), (1, 0)],
        &[],
    ),
    (
        "other games of the family are named and kept as text",
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n[Variant \"Standard\"]\n\n1. e4 *",
        &[(0, 5), (1, 0)],
        &["unsupported-variant"],
    ),
    (
        "Chess960, the variant named after the position",
        "[FEN \"4k2r/8/8/8/8/8/8/1RK4R w HBh - 0 1\"]\n\
         [Variant \"fischerandom\"]\n\n1. O-O-O O-O 2. Kb2 *",
        &[(3, 0)],
        &[],
    ),
    (
        "variants under names of all sorts",
        "[Variant \"Regular\"]\n\n1. e4 *\n\n[Variant \"Classical\"]\n\n1. e4 *\n\n[Variant \"Anti-chess\"]\n\n\
         1. e4 *\n\n[Variant \"King-of-the-Hill\"]\n\n1. e4 *",
        &[(1, 0), (1, 0), (0, 1), (0, 1)],
        &["unsupported-variant", "unsupported-variant"],
    ),
    (
        "Chess960 under its names needs a position",
        "[Variant \"FRC\"]\n\n1. e4 *\n\n[Variant \"960\"]\n\n1. e4 *\n\n[Variant \"Chess 960\"]\n\n1. e4 *\n\n\
         [Variant \"Fischerandom\"]\n[FEN \"4k2r/8/8/8/8/8/8/1RK4R w HBh - 0 1\"]\n\n1. O-O-O *",
        &[(1, 0), (1, 0), (1, 0), (1, 0)],
        &["missing-tag", "missing-tag", "missing-tag"],
    ),
    (
        "glued numbers and moves without blanks",
        "1.e4 e5 2.Nf3Nc6 3.Bb5 *",
        &[(2, 2)],
        &["unknown-token", "unplayed-moves"],
    ),
    (
        "a result against the last move",
        "1. e4 e5 2. Qh51-0\n\n1. d4 d5 2. Nf3+1/2-1/2\n\n1. e4 e52. Nf3 *",
        &[(3, 0), (3, 0), (3, 0)],
        &[],
    ),
    (
        "dots, a comma and a NUL behind moves and results",
        "1. e4. e5. 2. Nf3. Nc6 1/2-1/2.\n\n1. e4 e5 1-0\0\n\n1. d4 d5 0-1,\n",
        &[(4, 0), (2, 0), (2, 0)],
        &[],
    ),
    (
        "results with blanks inside",
        "1. e4 1 - 0\n\n1. d4 1/2 - 1/2\n\n1. c4 0- 1\n\n1. b4 ½ – ½\n",
        &[(1, 0), (1, 0), (1, 0), (1, 0)],
        &[],
    ),
    (
        "typographic ellipses, daggers, crosses and dashes",
        "1. e4 1…e5 2. Bc4 Nc6 3. Bxf7† K×f7 4. e2–e3 *\n\n1. e4 d5 2. e×d5 Q×d5 3. Nf3 … *",
        &[(6, 1), (5, 0)],
        &["illegal-move"],
    ),
    (
        "castling with dashes",
        "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 4. O–O O—O 5. Nc3 *",
        &[(9, 0)],
        &[],
    ),
    (
        "a promotion without a sign, with a small letter or a figurine",
        "[SetUp \"1\"][FEN \"4k3/P6P/8/8/8/8/7p/4K3 w - - 0 1\"]\n\n1. a8q+ Kd7 2. h8♘ h1r+ *",
        &[(4, 0)],
        &[],
    ),
    (
        "more marks than any glyph has",
        "1. e4!!! e5??? 2. Nf3!?! *",
        &[(3, 0)],
        &["mark-run", "mark-run", "mark-run"],
    ),
    (
        "captures by files alone",
        "1. e4 d5 2. ed Qxd5 3. d4 Qh5 4. c4 e5 5. dxe *",
        &[(9, 0)],
        &["abbreviated-move", "abbreviated-move"],
    ),
    (
        "captures by files alone that fit two legal moves, or none",
        "[SetUp \"1\"][FEN \"4k3/8/8/3p4/4P3/8/3p4/K3P3 w - - 0 1\"]\n\n1. ed *\n\n\
         [SetUp \"1\"][FEN \"4k3/8/3p4/3pP3/4P3/8/8/K7 w - - 0 1\"]\n\n1. ed *",
        &[(0, 0), (0, 0)],
        &["impossible-setup", "unknown-token", "unknown-token"],
    ),
    (
        "commands of programs outside comments",
        "1. e4 [%clk 1:00] e5 *",
        &[(2, 0)],
        &["unknown-token", "unopened-bracket"],
    ),
];

#[test]
fn nothing_is_lost_split_or_made_up() {
    let mut wrong = String::new();
    for (what, text, games, findings) in CASES {
        let read = read(text.as_bytes());
        if read != (games.to_vec(), findings.to_vec()) {
            wrong += &format!("{what}: {text:?}\n  {read:?}\n  expected {games:?} {findings:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Wherever such a text ends or is damaged, all its bytes are accounted for, and checking it as
/// strictly as can be ends well.
#[test]
fn every_beginning_is_read() {
    use movetext::check::Conformance::{Consistency, Export, Import};
    for (_, text, ..) in CASES {
        for end in 0..text.len() {
            let bytes = &text.as_bytes()[..end];
            for conformance in [Consistency, Import, Export] {
                let mut findings = Vec::new();
                let mut checker = Checker::new(conformance);
                let mut reader = Reader::builder().from_reader(bytes).unwrap();
                let stats = reader.read(&mut checker, &mut findings).unwrap();
                assert_eq!(stats.accounted, end as u64);
                for finding in &findings {
                    assert!(finding.span.start <= finding.span.end, "{finding:?}");
                    assert!(finding.span.end <= end as u64, "{finding:?}");
                    if let Some(fix) = &finding.fix {
                        assert!(fix.span.end <= end as u64, "{finding:?}");
                    }
                }
            }
        }
    }
}

/// A tag value, a comment and a word of 100,000 characters each.
#[test]
fn length_is_no_obstacle() {
    let long = "x".repeat(100_000);
    let text =
        format!("[Event \"{long}\"]\n\n1. e4 {{{long}}} e5 {long} *\n\n[Event \"?\"]\n\n1. d4 *");
    assert_eq!(
        read(text.as_bytes()),
        (vec![(2, 0), (1, 0)], vec!["unknown-token"])
    );
}

/// Pieces of records of all variants, in any order.
const PIECES: &[&str] = &[
    "[Event \"?\"]",
    "[Variant \"C'escacs\"]",
    "[Game \"Chinese Chess\"]",
    "[FEN \"",
    "[Result \"1-0\"]",
    "[Date \"2020.13.01\"]",
    "[White \"a:b\"]",
    "[WhiteElo \"x\"]",
    "[SetUp \"1\"]",
    "[TimeControl \"40/\"]",
    "[",
    "]",
    "\"",
    "{",
    "}",
    "(",
    ")",
    ";",
    "%",
    "$",
    "$1",
    "$256",
    "!",
    "?!",
    "±",
    "½–½",
    "*",
    "1-0",
    "0-1",
    "1.",
    "2...",
    "99",
    "e4",
    "e5",
    "Nf3",
    "Nc6",
    "O-O",
    "0-0",
    "--",
    "e8=Q",
    "+",
    "#",
    "e.p.",
    "mate",
    "炮二平五",
    "马8进7",
    "C2.5",
    "h2e2",
    "E7-E13",
    "KRK-HIO",
    "@",
    "\n",
    "\n\n",
    "\r",
    " ",
    " ",
    " ",
    "\u{A0}",
    "\0",
    ",",
    ".",
];

proptest::proptest! {
    /// However strictly any text is checked, there is no panic, every byte is accounted for, and what
    /// is found lies in the text.
    #[test]
    fn any_text_is_checked(picks in proptest::collection::vec(0..PIECES.len(), 0..60)) {
        let text: String = picks.iter().map(|&pick| PIECES[pick]).collect();
        for conformance in [
            movetext::check::Conformance::Consistency,
            movetext::check::Conformance::Export,
        ] {
            let mut findings = Vec::new();
            let mut reader = Reader::builder().from_reader(text.as_bytes()).unwrap();
            let stats = reader.read(&mut Checker::new(conformance), &mut findings).unwrap();
            proptest::prop_assert_eq!(stats.accounted, text.len() as u64);
            for finding in findings {
                let fix = finding.fix.map_or(0, |fix| fix.span.end);
                proptest::prop_assert!(finding.span.end.max(fix) <= text.len() as u64);
            }
        }
    }
}
