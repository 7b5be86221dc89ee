//! Where games begin and end, and that this depends on the text alone: not on how it is cut, how much of
//! it is wanted, or who reads it.

use movetext::event::{Event, GameSummary, Level, Recorder, Visitor};
use movetext::io::{Chunk, ChunkOptions, Chunks};
use movetext::scan::{ScanOptions, Scanner};
use movetext::variants::Standard;
use movetext::{Diagnostic, Format, Game, Reader, Severity, Tags, VariantInfo};
use proptest::prelude::*;

/// What is read of a text: half-moves and unresolved words of each game, and the findings of severity
/// warning and error.
fn read(text: &[u8]) -> (Vec<(u32, u32)>, Vec<&'static str>) {
    let mut findings = Vec::new();
    let mut reader = Reader::builder().from_reader(text).unwrap();
    let mut games = Vec::new();
    let mut game = Game::new();
    while reader.read_game(&mut game, &mut findings).unwrap() {
        games.push((game.summary.plies, game.summary.unresolved));
    }
    assert_eq!(reader.stats().accounted, text.len() as u64, "{text:?}");
    let grave = findings
        .iter()
        .filter(|finding| finding.code.severity > Severity::Info);
    (games, grave.map(|finding| finding.code.id).collect())
}

/// What the text shows, the text, half-moves and unresolved words of its games, and what is found.
type Case = (
    &'static str,
    &'static str,
    &'static [(u32, u32)],
    &'static [&'static str],
);

const CASES: &[Case] = &[
    (
        "untitled games without results, a blank line between",
        "1. e4 e5\n\n1. d4 d5\n\n1. c4 c5",
        &[(2, 0), (2, 0), (2, 0)],
        &[
            "missing-result",
            "untitled-game",
            "missing-result",
            "untitled-game",
            "missing-result",
        ],
    ),
    (
        "the same, on a line each",
        "1. e4 e5 2. Nf3\n1. d4 d5 2. c4\n1. c4 c5 *",
        &[(3, 0), (3, 0), (2, 0)],
        &[
            "missing-result",
            "untitled-game",
            "missing-result",
            "untitled-game",
        ],
    ),
    (
        "a run that begins again in the middle of a line",
        "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 1. d4 d5 2. c4 e6 *",
        &[(4, 0), (4, 0)],
        &["missing-result", "untitled-game"],
    ),
    (
        "a run that begins again after mate",
        "[Event \"?\"]\n\n1. f3 e5 2. g4 Qh4#\n\n{what was played before}\n\n1. e4 e5 *",
        &[(4, 0), (2, 0)],
        &["missing-result", "untitled-game"],
    ),
    (
        "games without tags, numbers or results",
        "e4 e5 Nf3 Nc6\n\nd4 d5 c4 e6\n\nc4 e5\n\nNf3 d5\n",
        &[(4, 0), (4, 0), (2, 0), (2, 0)],
        &[
            "missing-result",
            "untitled-game",
            "missing-result",
            "untitled-game",
            "missing-result",
            "untitled-game",
            "missing-result",
        ],
    ),
    (
        "a paragraph that goes on",
        "e4 e5 Nf3 Nc6\n\nBb5 a6 Ba4 Nf6 *\n",
        &[(8, 0)],
        &[],
    ),
    (
        "no numbers, but results",
        "e4 e5 1-0\n\nd4 d5 0-1\n",
        &[(2, 0), (2, 0)],
        &[],
    ),
    (
        "games under headings",
        "Game 1\n\n1. e4 e5 2. Nf3\n\nGame 2: A Queen's Gambit\n\n1. d4 d5 2. c4\n\nGame 3\n1. c4 *\n",
        &[(3, 0), (3, 0), (1, 0)],
        &[
            "stray-text",
            "missing-result",
            "stray-text",
            "missing-result",
            "stray-text",
        ],
    ),
    (
        "a number that slipped begins nothing",
        "[Event \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 1. Bb5 a6 4. Ba4 *",
        &[(7, 0)],
        &[],
    ),
    (
        "the second player's move behind a number of its own",
        "[Game \"Chinese Chess\"]\n\n1. 炮二平五 {中炮}\n\n1.          马8进7 2. 马二进三 *",
        &[(3, 0)],
        &[],
    ),
    (
        "the same with dots",
        "[Event \"?\"]\n\n1. e4 {x}\n\n1... e5 2. Nf3 *",
        &[(3, 0)],
        &[],
    ),
    (
        "a missing bracket in the tag section",
        "[Event \"?\"]\n[Site \"?\"]\nDate \"2020.01.01\"]\n[White \"A\"]\n\n1. e4 *",
        &[(1, 0)],
        &["malformed-tag"],
    ),
    (
        "the first bracket of a game is missing",
        "[Event \"a\"]\n[Site \"?\"]\n\n1. e4 *\n\nEvent \"b\"]\n[Site \"?\"]\n\n1. d4 *\n",
        &[(1, 0), (1, 0)],
        &["malformed-tag"],
    ),
    (
        "the same without a result before it",
        "[Event \"a\"]\n[Site \"?\"]\n\n1. e4 e5\n\nEvent \"b\"]\n[Site \"?\"]\n\n1. d4 *\n",
        &[(2, 0), (1, 0)],
        &["missing-result", "malformed-tag"],
    ),
    (
        "the last bracket of the section is missing",
        "[Event \"a\"]\nResult \"*\"]\n\n1. e4 *\n",
        &[(1, 0)],
        &["malformed-tag"],
    ),
    (
        "a tag on a line of its own inside the movetext",
        "[Game \"Chinese Chess\"]\n1. 炮八平五 炮8平5\n[Format \"WXF\"] 2. P7+1 P7+1\n3. P3+1 P3+1 *",
        &[(6, 0)],
        &["tag-in-movetext"],
    ),
    (
        "the same, between the lines",
        "[Event \"?\"]\n\n1. e4 e5\n[Annotator \"x\"]\n2. Nf3 Nc6 *",
        &[(4, 0)],
        &["tag-in-movetext"],
    ),
    (
        "a tag pair begins the next game if the numbers do not go on",
        "[Event \"?\"]\n\n1. e4 e5\n[White \"x\"]\n1. d4 d5 *",
        &[(2, 0), (2, 0)],
        &["missing-result"],
    ),
    (
        "a tag pair in a closed comment",
        "1. e4 {He wrote:\n\n[White \"Tal\"]\n\nthat was all.} e5 2. Nf3 *",
        &[(3, 0)],
        &[],
    ),
    (
        "two tag pairs in a closed comment, the next game behind it",
        "[Event \"a\"]\n\n1. e4 {He wrote:\n\n[White \"Tal\"]\n[Black \"?\"]\n\n1. d4 was all.} e5 *\n\n[Event \"b\"]\n[Site \"?\"]\n\n1. d4 *",
        &[(2, 0), (1, 0)],
        &[],
    ),
    (
        "a comment that is not closed before a roster",
        "[Event \"a\"]\n\n1. e4 {open\n\n[Event \"b\"]\n[Site \"?\"]\n\n1. d4 } d5 *",
        &[(1, 0), (2, 0)],
        &["unclosed-comment", "missing-result", "unopened-bracket"],
    ),
    (
        "a comment that is not closed before a short section",
        "[Event \"a\"]\n\n1. e4 {open\n\n[Event \"b\"]\n\n1. d4 {closed} d5 *",
        &[(1, 0), (2, 0)],
        &["unclosed-comment", "missing-result"],
    ),
    (
        "a byte order mark between files",
        "[Event \"a\"]\n\n1. e4 *\n\n\u{FEFF}[Event \"b\"]\n\n1. d4 d5 *\n",
        &[(1, 0), (2, 0)],
        &["byte-order-mark"],
    ),
    (
        "a byte order mark behind a marker",
        "[Event \"a\"]\n\n1. e4 *\u{FEFF}[Event \"b\"]\n\n1. d4 d5 1-0\u{FEFF}\n",
        &[(1, 0), (2, 0)],
        &["byte-order-mark", "byte-order-mark"],
    ),
    (
        "byte order marks among tags and moves",
        "[Event \"a\"]\n\u{FEFF}[Site \"?\"]\n\n\u{FEFF}1. e4 \u{FEFF}e5\u{FEFF} *",
        &[(2, 0)],
        &["byte-order-mark"; 4],
    ),
    (
        "a marker against the next game",
        "1. e4 *1. d4 d5 *",
        &[(1, 0), (2, 0)],
        &[],
    ),
    (
        "a line in UTF-16 behind text in ASCII",
        "[Event \"a\"]\n\n1. e4 e5 *\n\n\0[\0E\0v\0e\0n\0t\0 \0\"\0x\0\"\0]\n\n[Event \"b\"]\n\n1. d4 *\n",
        &[(2, 0), (1, 0)],
        &["unread-text"],
    ),
    (
        "a result against the move number",
        "1. e4 e5 2*",
        &[(2, 0)],
        &[],
    ),
];

#[test]
fn games_begin_and_end_where_they_do() {
    let mut wrong = String::new();
    for (what, text, games, findings) in CASES {
        let read = read(text.as_bytes());
        if read != (games.to_vec(), findings.to_vec()) {
            wrong += &format!("{what}: {text:?}\n  {read:?}\n  expected {games:?} {findings:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// CE-I44: the record A0001-24 of the specification. Behind the mate a remark and moves from 1 on again,
/// which are a game without tags.
#[test]
fn moves_without_a_record() {
    let text = include_str!("../data/cescacs_a0001_24.ctl-pgn");
    let (games, found) = read(text.as_bytes());
    assert_eq!(games, [(69, 0), (39, 0)]);
    assert_eq!(found, ["missing-result", "untitled-game"]);
    assert_whole(text.as_bytes());
}

/// The games of a joined file, each in its own encoding.
#[test]
fn encodings_game_by_game() {
    let game = |red: &str, moves: &str| {
        format!("[Game \"Chinese Chess\"]\n[Red \"{red}\"]\n\n{moves} *\n\n")
    };
    let simplified = game("许银川", "1. 炮二平五 马8进7");
    let traditional = game("許銀川", "1. 炮二平五 馬8進7 2. 馬二進三");
    let gb = encoding_rs::GB18030.encode(&simplified).0.into_owned();
    let big5 = encoding_rs::BIG5.encode(&traditional).0.into_owned();
    let ascii = b"[Game \"Chinese Chess\"]\n\n1. C2.5 *\n\n".to_vec();
    let utf8 = simplified.clone().into_bytes();
    let orders: [&[&Vec<u8>]; 5] = [
        &[&utf8, &gb, &ascii, &big5, &utf8],
        &[&gb, &gb, &gb, &utf8, &big5, &gb],
        &[&ascii, &big5, &big5, &big5, &ascii, &gb, &utf8],
        &[&utf8, &utf8, &utf8, &big5],
        &[&gb, &utf8],
    ];
    for order in orders {
        let source: Vec<u8> = order.iter().flat_map(|game| game.iter()).copied().collect();
        let (mut reds, mut plies) = (Vec::new(), 0);
        let mut reader = Reader::builder().from_reader(&source[..]).unwrap();
        let mut game = Game::new();
        while reader.read_game(&mut game, &mut ()).unwrap() {
            let tags = game.tags();
            reds.push(tags.get("Red").map(|tag| tag.value().into_owned()));
            assert_eq!(game.summary.unresolved, 0);
            plies += game.summary.plies;
        }
        let expected = order.iter().map(|game| match () {
            () if **game == big5 => (Some("許銀川".to_owned()), 3),
            () if **game == ascii => (None, 1),
            () => (Some("许银川".to_owned()), 2),
        });
        let (expected, counts): (Vec<_>, Vec<u32>) = expected.unzip();
        assert_eq!(reds, expected);
        assert_eq!(plies, counts.iter().sum::<u32>());
        assert_whole(&source);
    }
}

/// Half a byte order mark, or a whole one, hides no game before or after it.
#[test]
fn marks_hide_nothing() {
    let game = b"[Event \"?\"]\n[Site \"?\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n".repeat(200);
    for mark in [&b"\xEF\xBB\xBF"[..], b"\xFF\xFE", b"\xFE\xFF"] {
        let source = [&game[..], mark, &game[..]].concat();
        let (games, found) = read(&source);
        assert_eq!(games, vec![(4, 0); 400], "{mark:?}");
        let code = if mark.len() == 3 {
            "byte-order-mark"
        } else {
            "malformed-text"
        };
        assert_eq!(found, [code], "{mark:?}");
        assert_whole(&source);
    }
    // A stretch in UTF-16 costs itself.
    let wide: Vec<u8> = game.iter().flat_map(|&byte| [byte, 0]).collect();
    let source = [&game[..], &wide[..], b"\n\n", &game[..]].concat();
    let (games, found) = read(&source);
    let whole = games.iter().filter(|game| **game == (4, 0)).count();
    assert!(whole >= 399, "{whole}");
    assert!(found.contains(&"unread-text"), "{found:?}");
    // Nor does one hide what is joined to it.
    for mark in [&b""[..], b"\xFF\xFE"] {
        let source = [mark, &wide[..], &game[..]].concat();
        let (games, _) = read(&source);
        assert_eq!(games, vec![(4, 0); 400]);
        assert_whole(&source);
    }
}

/// WXF game files are read as records, their headers as tags.
#[test]
fn wxf_game_files() {
    let text = "FORMAT\tWXF\nGAME\tCup\nRED\tLu Qin; 2600; Guangdong;\nBLACK\tHu \"H\" Ronghua\n\
                RESULT\t1-0 (resigns)\nDATE\t1990.05.01\n\nSTART{\n1. C2.5 H8+7 /* usual */\n2. H2+3 R9.8\n}END\n\n\
                FORMAT WXF\nFEN 3k5/9/9/9/9/9/9/9/4R4/4K4 w\nSTART{\n1. R5.4 K4+1\n}END\n";
    let mut reader = Reader::builder().from_reader(text.as_bytes()).unwrap();
    assert_eq!(reader.format(), Format::Wxf);
    let (mut game, mut findings) = (Game::new(), Vec::new());
    assert!(reader.read_game(&mut game, &mut findings).unwrap());
    let tag = |game: &Game, name| {
        let tags = game.tags();
        tags.get(name).map(|tag| tag.value().into_owned())
    };
    for (name, value) in [
        ("Event", "Cup"),
        ("Red", "Lu Qin"),
        ("RedElo", "2600"),
        ("RedTeam", "Guangdong"),
        ("Black", "Hu \"H\" Ronghua"),
        ("Result", "1-0"),
        ("Date", "1990.05.01"),
        ("Format", "WXF"),
    ] {
        assert_eq!(tag(&game, name).as_deref(), Some(value), "{name}");
    }
    assert_eq!((game.summary.plies, game.summary.unresolved), (4, 0));
    assert!(findings.is_empty(), "{findings:?}");
    assert!(reader.read_game(&mut game, &mut findings).unwrap());
    assert_eq!((game.summary.plies, game.summary.unresolved), (2, 0));
    assert!(!reader.read_game(&mut game, &mut findings).unwrap());
    assert_eq!(reader.stats().accounted, text.len() as u64);
}

/// A bracket that is never closed is shown, and where the game ends.
#[test]
fn unclosed_brackets_are_pointed_at() {
    for (text, code, open, end) in [
        ("1. e4 (1. d4 d5 *", "unclosed-variation", 6, 17),
        ("1. e4 (1. d4 (1. c4) d5\n", "unclosed-variation", 6, 23),
        ("1. e4 e5 {open\nend\n\n", "unclosed-comment", 9, 18),
    ] {
        let mut findings = Vec::new();
        let mut reader = Reader::builder().from_reader(text.as_bytes()).unwrap();
        reader.read(&mut (), &mut findings).unwrap();
        let found: Vec<_> = findings
            .iter()
            .filter(|finding| finding.code.id == code)
            .collect();
        assert_eq!(found.len(), 1, "{text:?}: {findings:?}");
        assert_eq!(found[0].span, open..open + 1, "{text:?}");
        let label = found[0].label.as_ref().unwrap();
        assert_eq!(label.span, end..end, "{text:?}");
    }
}

/// All that is told of a text: events, their places, and findings.
fn told(text: &[u8], chunk: usize) -> (Vec<Event>, Vec<Diagnostic>, u64) {
    let (mut recorder, mut findings) = (Recorder::default(), Vec::new());
    let mut builder = Reader::builder();
    let mut reader = builder.chunk(chunk).from_reader(text).unwrap();
    let stats = reader.read(&mut recorder, &mut findings).unwrap();
    (recorder.events, findings, stats.accounted)
}

/// The events of a text that is read with a break behind every chunk: nothing but the checkpoint is kept.
fn resumed(text: &[u8], target: usize) -> Vec<Event> {
    let options = ChunkOptions {
        target,
        ..ChunkOptions::default()
    };
    let mut scanner = Scanner::<Standard>::new(ScanOptions::default());
    let (mut recorder, mut games, mut cut) = (Recorder::default(), 0, false);
    let (mut chunk, mut first) = (Chunk::default(), true);
    let mut chunks = Chunks::new(text, options.clone());
    while chunks.next(&mut chunk).unwrap() {
        if std::mem::take(&mut first) {
            let hint = scanner.guess(&chunk);
            scanner.set_hint(hint);
        }
        scanner.begin(games, cut);
        cut = chunk.cut;
        games += scanner.rest(&chunk, &mut recorder, &mut ()).counts.games;
        let checkpoint = chunks.checkpoint();
        let rest = &text[checkpoint.offset as usize..];
        chunks = Chunks::resume(rest, options.clone(), &checkpoint);
    }
    recorder.events
}

/// Puts the bytes of a source together again.
#[derive(Default)]
struct Bytes(Vec<u8>);

impl Visitor for Bytes {
    fn tags(&mut self, _: &Tags<'_>, _: &'static VariantInfo) -> Level {
        Level::Skip
    }

    fn inter_game(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn original(&mut self, bytes: &[u8], _: &'static encoding_rs::Encoding) {
        self.0.extend_from_slice(bytes);
    }

    fn end_game(&mut self, _: &GameSummary) {}
}

/// What does not depend on where a text is cut.
fn assert_whole(text: &[u8]) {
    let whole = told(text, 1 << 20);
    assert_eq!(whole.2, text.len() as u64, "{}", text.escape_ascii());
    for chunk in [17, 40, 100, 256] {
        let cut = told(text, chunk);
        let show = || format!("chunks of {chunk}: {}", text.escape_ascii());
        assert_eq!(spanless(&cut.0), spanless(&whole.0), "{}", show());
        assert_eq!(cut.1, whole.1, "{}", show());
        assert_eq!(cut.2, whole.2, "{}", show());
    }
    let mut bytes = Bytes::default();
    let mut builder = Reader::builder();
    let mut reader = builder.chunk(17).from_reader(text).unwrap();
    let stats = reader.read(&mut bytes, &mut ()).unwrap();
    assert_eq!(stats.accounted, text.len() as u64);
    // Nor does it matter whether anyone wants the moves.
    let begins = |event: &&Event| matches!(event, Event::BeginGame);
    let games = whole.0.iter().filter(begins).count();
    assert_eq!(stats.counts.games, games as u64, "{}", text.escape_ascii());
    if reader.format() == Format::Records {
        assert!(bytes.0 == text, "{}", text.escape_ascii());
        for chunk in [17, 100] {
            let broken = resumed(text, chunk);
            let show = || format!("breaks after {chunk}: {}", text.escape_ascii());
            assert_eq!(spanless(&broken), spanless(&whole.0), "{}", show());
        }
    }
}

/// Events without their places in the chunk.
fn spanless(events: &[Event]) -> Vec<Event> {
    events
        .iter()
        .map(|event| match event.clone() {
            Event::Ply { mv, text, .. } => Event::Ply {
                mv,
                text,
                span: 0..0,
            },
            event => event,
        })
        .collect()
}

#[test]
fn cutting_changes_nothing() {
    for (_, text, ..) in CASES {
        assert_whole(text.as_bytes());
        let after = format!("[Event \"first\"]\n\n1. e4 e5 *\n\n{text}\n\n[Event \"last\"]\n\n*\n");
        assert_whole(after.as_bytes());
    }
    for text in [
        "[Site \"\n\n*\n\n\n[Event \"A valid\"]\n\n1. e4",
        // A tag pair in the middle of the line before is one of the same section.
        "[Event \"a\"]\n\ne4 [Site \"x*\n\n[Event \"a\"]\n[Site \"b\"]\n\n1-0\n",
        // Where the moves are not wanted, the same words are moves.
        "Game 2\n{note}\ne4 \n\ne4 {note}\n1. e4 e5",
        "1. e4 foo* e5 1-0",
        "1. e4 x.1-0 e5 *",
        "1. e4e5 2. Nf31-0\n\n1. d4 *",
        "1. e4 e52. Nf3 *",
        "e4 (1. d4) e5\n\nd4 d5",
        "1. e4 e5 2. ed!1-0 d5 *",
        "1. e4 *1. d4 *",
        "[Game \"Chinese Chess\"]\n\n1. 33.1 x 44.1 y *",
        "[Variant \"C'escacs\"]\n[Redefine \"T@R\"]\n\n1. E7-E13, E21-E15\n\nTI3-H2\n1. E7-E11 *",
        // A tag pair in a variation that is never closed begins the next game, though the numbers go on.
        "[Event \"?\"]\n\n1. e4 e5 (1... c5 [Site \"?\"]\n2. Nf3 *",
        // What stands in a comment is no tag section.
        "[Event \"a\"]\n[Site \"b\"]\n\n{open\n\n\n[White \"Tal\"]\n\n{note}\n\n\n[White \"Tal\"]\n\n1. e4 *\n",
    ] {
        assert_whole(text.as_bytes());
    }
}

/// Pieces of sources, in any order. Tag pairs without their first bracket are not among them: around notes
/// and blank lines these may still be cut apart otherwise than they are read.
const PIECES: &[&[u8]] = &[
    b"[Event \"?\"]\n",
    b"[Event \"a\"]\n[Site \"b\"]\n\n",
    b"[White \"Tal\"]\n\n",
    b"[Game \"Chinese Chess\"]\n\n",
    b"[Site \"",
    b"[",
    b"]",
    b"\"",
    b"\"]\n",
    b"\\",
    b"{",
    b"}",
    b"{note}\n",
    b"; note\n",
    b"%x\n",
    b"(",
    b")",
    b"*",
    b"1-0\n",
    b"*\n\n",
    b"1. e4 e5 ",
    b"1. ",
    b"2. Nf3 Nc6 ",
    b"e4 ",
    b"d4 d5\n",
    "炮二平五 ".as_bytes(),
    b"Game 2\n",
    b"junk ",
    b"\xEF\xBB\xBF",
    b"\xFF\xFE",
    b"\xFE\xFF",
    b"\xE9 ",
    "é".as_bytes(),
    b"\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 ",
    b"\0",
    b"\n",
    b"\n\n",
    b"\n\n",
    b"\r\n\r\n",
    b"\r\r",
    b" ",
    b"\t",
    b"#",
    b"...",
];

/// Pieces that are not ASCII: in UTF-8, in other encodings, and byte order marks. Where a text is cut, the
/// encoding of each part is judged by itself: so what is in several inside one game may be read otherwise. See
/// `encodings_game_by_game` for what is in one each.
const ENCODINGS: [&[&[u8]]; 4] = [
    &["é".as_bytes(), "炮二平五 ".as_bytes()],
    &[b"\xE9 "],
    &[b"\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5 "],
    &[b"\xEF\xBB\xBF", b"\xFF\xFE", b"\xFE\xFF"],
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn cutting_any_text_changes_nothing(
        picks in prop::collection::vec(0..PIECES.len(), 0..40),
        encoding in 0..ENCODINGS.len(),
    ) {
        let pieces = picks.iter().map(|&pick| PIECES[pick]);
        let pieces = pieces.filter(|piece| {
            piece.is_ascii() || ENCODINGS[encoding].contains(piece)
        });
        assert_whole(&pieces.flatten().copied().collect::<Vec<u8>>());
    }
}
