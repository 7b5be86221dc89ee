//! Both lanes, the scanner and the grammars, report the same events of every text that conforms.

use crate::generate;
use movetext::event::{Event, Recorder};
use movetext::grammar::{self, Entry, Goal, Grammar, GrammarErrorKind};
use movetext::io::Chunk;
use movetext::registry::VariantSet;
use movetext::scan::{ScanOptions, Scanner};
use movetext::variants::{Cescacs, Chess, Standard, Xiangqi};
use movetext::{Diagnostic, GameSummary, Limits, Severity, Visitor};
use pest::error::InputLocation;
use proptest::prelude::*;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// What the scanner says of a text: events, and what it found wrong.
fn scanned<V: Grammar>(text: &str) -> (Vec<Event>, Vec<Diagnostic>) {
    let options = ScanOptions {
        variant: Standard::find(V::INFO.id),
        ..ScanOptions::default()
    };
    let (mut recorder, mut found) = (Recorder::default(), Vec::new());
    let chunk = Chunk::from(text.as_bytes());
    Scanner::<Standard>::new(options).scan(&chunk, &mut recorder, &mut found);
    (recorder.events, found)
}

/// Checks that a text conforms, that both lanes agree on it, that every move could be played, and
/// that the scanner found no error.
fn agree<V: Grammar>(text: &str) -> Result<(), String> {
    let events = grammar::events::<V>(text, &Limits::default()).map_err(|error| {
        let line = text[..error.span.start].lines().count();
        format!("the grammar, line {line}: {error}")
    })?;
    let (fast, found) = scanned::<V>(text);
    for (index, (law, fast)) in events.iter().zip(&fast).enumerate() {
        if law != fast {
            return Err(format!(
                "event {index}\ngrammar: {law:?}\nscanner: {fast:?}"
            ));
        }
    }
    if events.len() != fast.len() {
        return Err(format!("{} events and {}", events.len(), fast.len()));
    }
    let bad = |event: &&Event| matches!(event, Event::Unplayed(_) | Event::Unreplayed);
    if let Some(event) = events.iter().find(bad) {
        return Err(format!("{event:?}"));
    }
    match found
        .iter()
        .find(|found| found.code.severity == Severity::Error)
    {
        Some(error) => Err(format!("{error:?}")),
        None => Ok(()),
    }
}

/// The files of a folder, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

/// Checks every file of a folder.
fn agree_on_folder<V: Grammar>(folder: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(folder);
    let files = files(&folder);
    assert!(files.len() >= 4, "{} files", files.len());
    let mut differences = String::new();
    for path in files {
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        if let Err(difference) = agree::<V>(&text) {
            differences += &format!("{}: {difference}\n", path.display());
        }
    }
    assert!(differences.is_empty(), "{differences}");
}

#[test]
fn chess_corpus() {
    agree_on_folder::<Chess>("chess");
}

#[test]
fn xiangqi_corpus() {
    agree_on_folder::<Xiangqi>("xiangqi");
}

#[test]
fn cescacs_corpus() {
    agree_on_folder::<Cescacs>("cescacs");
}

/// Where moves cannot be played both lanes keep them as text in the same way.
#[test]
fn unplayable_lines() {
    for text in [
        "1. e4 e5 2. Ke3 Nc6 (2... d6) 3. Nf3 *",
        "1. e4 (1. e5 d5) 1... e5 *",
        "1. e4 e5 2. Qh8 {x} (2. d4 d5 (2... exd4)) *",
    ] {
        let events = grammar::events::<Chess>(text, &Limits::default()).expect(text);
        assert_eq!(events, scanned::<Chess>(text).0, "{text}");
        assert!(
            events
                .iter()
                .any(|event| matches!(event, Event::Unplayed(_)))
        );
    }
}

/// The deepest nesting is parsed on a small stack, one more is refused.
#[test]
fn depth() {
    fn nest<V: Grammar>(head: &str, open: &str, close: &str, tail: &str) {
        let limits = Limits {
            depth: 100_000,
            ..Limits::default()
        };
        let nested =
            |depth: usize| format!("{head}{}{}{tail}", open.repeat(depth), close.repeat(depth));
        let limit = grammar::DEEPEST;
        assert_eq!(agree::<V>(&nested(limit)), Ok(()));
        let error = grammar::events::<V>(&nested(limit + 1), &limits).expect_err("too deep");
        assert_eq!(error.kind, GrammarErrorKind::Depth { limit });
        let open = head.to_owned() + &"(".repeat(1_000_000);
        assert!(grammar::events::<V>(&open, &limits).is_err());
    }
    let all = || {
        nest::<Chess>("1. e4 ", "(1. d4 ", ")", "*");
        let head = "[Game \"Chinese Chess\"]\n1. 炮二平五 ";
        nest::<Xiangqi>(head, "(1. 炮八平五 ", " )", " *");
        let head = "[Variant \"C'escacs\"]\n1. E7-E13 ";
        nest::<Cescacs>(head, "(1. E7-E11 ", ")", " *");
        // Brackets in comments, strings and escaped lines open nothing.
        let text = format!("%{0}\n[A \"{0}\"]\n{{{0}}} ;{0}\n*", "(".repeat(300));
        agree::<Chess>(&text).expect("no variations");
    };
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let done = small.spawn(all).expect("a thread").join();
    assert!(done.is_ok());
}

/// Checks that reading a document in steps of a game comes to the same as the rule for documents.
fn in_steps<V: Grammar>(text: &str) -> Result<(), String> {
    let whole = V::parse(Goal::Whole(Entry::Document), text);
    let steps = grammar::check::<V>(Entry::Document, text, &Limits::default());
    let (whole, steps) = match (whole, steps) {
        (Ok(_), Ok(())) => return Ok(()),
        (Err(whole), Ok(())) => return Err(whole.to_string()),
        (whole, Err(steps)) => (whole.err(), steps),
    };
    let place = whole.map_or(text.len(), |error| match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    });
    // The steps look into start positions on their way, and into the token that is wrong.
    let setup = |name: &&str| text[..steps.span.start].contains(&format!("[{name} \""));
    if steps.span.start < place && !V::INFO.setup.iter().any(setup) {
        return Err(format!("{place}, but {}: {steps}", steps.span.start));
    }
    Ok(())
}

/// The document, and the document with one thing changed.
fn changed(text: &str, at: usize, change: usize) -> [String; 2] {
    const INSERTIONS: [&str; 20] = [
        "", "\n", "\n\n", " ", "*", "1-0", "{", "}", "(", ")", "[", "]", "\"", ";", "\n%", "1.",
        "$1", "{x}", "[A \"\"]", "e4",
    ];
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let at = places[at % places.len()];
    let (before, after) = text.split_at(at);
    let insertion = INSERTIONS[change / 2 % INSERTIONS.len()];
    let skip = usize::from(change.is_multiple_of(2));
    let after: String = after.chars().skip(skip).collect();
    [text.into(), format!("{before}{insertion}{after}")]
}

/// Where games meet.
#[test]
fn documents_in_steps() {
    for text in [
        "",
        " \n\t",
        "%x",
        "%x\n\n%y\n",
        "*",
        "*\n%y",
        "* 1. e4 *",
        "* 1. e4 * e5 *",
        "*[A \"\"]*[A \"\"]*",
        "*1. e4 *1... e5 *",
        "%x\n{a} ;b\n[A \"\"] {c} [B \"\"]\n%z\n{d} * \n%[\n [A \"\"] *\n",
        "[A \"\"] * {a} [B \"\"] *",
        "[A \"\"] *\n[%\n%\"\nA\"\"] *",
        "[\n%\" x\nA\n%\" y\n\"v\\\"w\"\n%\" z\n] *",
        "[A \"\"]\n[B \"\"",
        "[A \"\"] 1-0 [FEN \"?\"] * [",
    ] {
        assert_eq!(in_steps::<Chess>(text), Ok(()), "{text:?}");
    }
    let head = "[Game \"Chinese Chess\"]\n";
    for text in [
        "*",
        "* {a} {b}",
        "*{a}",
        "* {a",
        "* 1. C2.5 *",
        "* [A \"\"]",
    ] {
        let text = format!("{head}*\n{head}{text}\n{head}{text}");
        assert_eq!(in_steps::<Xiangqi>(&text), Ok(()), "{text:?}");
    }
    let head = "[Variant \"C'escacs\"]\n";
    for text in ["*", "*\n{a}\n{b}", "*\n{a} {b}", "* {a}", "*\n{a", "* ["] {
        let text = format!("{head}*\n{head}{text}\n{head}{text}");
        assert_eq!(in_steps::<Cescacs>(&text), Ok(()), "{text:?}");
    }
}

/// Escaped lines inside a tag pair hide neither its name nor its value.
#[test]
fn escapes_inside_a_tag_pair() {
    let text = "[\n%\" x\nA\n%\" y\n\"v\\\"w\"\n%\" z\n] *";
    let events = grammar::events::<Chess>(text, &Limits::default()).expect("a document");
    let tag = Event::Tag {
        name: "A".into(),
        value: "v\"w".into(),
    };
    assert_eq!(events[1], tag);
}

/// Odd layouts that conform.
#[test]
fn odd_layouts() {
    for (ids, text) in [
        ("CH-056", "1. e4*"),
        ("CH-079 CH-086", "[\nEvent\n\"?\"\n]\n1. e4 *"),
        ("CH-086", "[Event\n\"?\"]\n1. e4 *"),
        ("CH-062 CH-077", "[2nd \"?\"]\n1. e4 *"),
        ("CH-073 CH-157", "1 e4 e5 *"),
        ("CH-073 CH-158", "1 . e4 e5 *"),
        ("CH-199", "$10 1. e4 *"),
    ] {
        if let Err(difference) = agree::<Chess>(text) {
            panic!("{ids} {text:?}: {difference}");
        }
    }
}

/// A tag pair in a comment is words; only a whole section of them, or one before movetext, is far more
/// often a game after a comment that was never closed. There alone is the scanner more careful than
/// the specification (CH-030).
#[test]
fn a_game_inside_a_comment() {
    for text in [
        "[A \"\"]\n1. e4 {a\n\n[Event \"x\"]\n} e5 *",
        "1. e4 {a\n\n[White \"x\"]\n\nthat was all.} e5 *",
        "1. e4 {a\n\n[White \"x\"]\n\n1. d4 was all.} e5 *",
        "1. e4 {a\n\n[White \"x\"]} e5 *\n\n[Event \"?\"]\n[Site \"?\"]\n\n1. d4 *",
    ] {
        assert_eq!(agree::<Chess>(text), Ok(()), "{text:?}");
    }
    let text = "[A \"\"]\n1. e4 {a\n\n[Event \"x\"]\n[Site \"?\"]\n\n1. d4 } e5 *";
    assert!(grammar::events::<Chess>(text, &Limits::default()).is_ok());
    assert!(agree::<Chess>(text).is_err());
}

/// Pieces of movetext and tags, of all variants.
const PIECES: &[&str] = &[
    "[Event \"?\"]",
    "[A \"\"]",
    "[Game \"Chinese Chess\"]\n",
    "[Variant \"C'escacs\"]\n",
    "[B \"\\\"\"]\n",
    "1.",
    "1",
    "2",
    "2.",
    "3...",
    "1...",
    ".",
    "..",
    "e4",
    "e5",
    "d4",
    "Nf3",
    "Nc6",
    "O-O",
    "*",
    "1-0",
    "1/2-1/2",
    "!",
    "?!",
    "$1",
    "$255",
    "{x}",
    "{a\n\n[A \"\"]\n\nb}",
    ";x\n",
    "\n%x\n",
    "(",
    ")",
    "(1. d4)",
    "炮二平五",
    "马8进7",
    "C2.5",
    "H8+7",
    "h2e2",
    "E7-E13",
    "E21-E15",
    "F8-F12,",
    "…",
    ":",
    ",",
    "#",
    "+",
    " ",
    " ",
    " ",
    " ",
    " ",
    "\n",
    "\n\n",
    "\t",
];

/// Findings that say why the scanner reads a text otherwise than the grammar: another game begins where
/// numbers begin again, a comment is taken not to be closed.
const TOLD: &[&str] = &["untitled-game", "unclosed-comment", "tag-in-movetext"];

/// Whatever a grammar takes, the scanner reads in the same way, or says why not.
fn agree_on_any<V: Grammar>(text: &str) -> Result<(), String> {
    let Ok(law) = grammar::events::<V>(text, &Limits::default()) else {
        return Ok(());
    };
    // That a name stands once in a game is no matter of the grammar; to the scanner one that comes again
    // behind a blank line begins the next game.
    let mut names = Vec::new();
    for event in &law {
        match event {
            Event::BeginGame => names.clear(),
            Event::Tag { name, .. } if names.contains(&name) => return Ok(()),
            Event::Tag { name, .. } => names.push(name),
            _ => {}
        }
    }
    let (fast, found) = scanned::<V>(text);
    // Without tags and moves, words are hardly a game.
    let played = law.iter().any(|event| matches!(event, Event::Ply { .. }));
    let told = |found: &Diagnostic| {
        TOLD.contains(&found.code.id) || found.code.id == "stray-text" && !played
    };
    if law == fast || found.iter().any(told) {
        return Ok(());
    }
    let at = law
        .iter()
        .zip(&fast)
        .take_while(|(law, fast)| law == fast)
        .count();
    Err(format!(
        "{text:?}: event {at}\ngrammar: {:?}\nscanner: {:?}",
        law.get(at),
        fast.get(at)
    ))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// The lanes are set against each other on any text that a grammar takes.
    #[test]
    fn any_text_that_conforms(picks in prop::collection::vec(0..PIECES.len(), 1..14), end in 0usize..4) {
        let mut text: String = picks.iter().map(|&pick| PIECES[pick]).collect();
        text += ["", "*", " *", " 1-0\n"][end];
        for head in ["", "[Game \"Chinese Chess\"]\n", "[Variant \"C'escacs\"]\n"] {
            let text = format!("{head}{text}");
            prop_assert_eq!(agree_on_any::<Chess>(&text), Ok(()));
            prop_assert_eq!(agree_on_any::<Xiangqi>(&text), Ok(()));
            prop_assert_eq!(agree_on_any::<Cescacs>(&text), Ok(()));
        }
    }
}

/// Where the games of a text stand.
#[derive(Default)]
struct Spans(Vec<Range<u64>>);

impl Visitor for Spans {
    fn end_game(&mut self, summary: &GameSummary) {
        self.0.push(summary.span.clone());
    }
}

/// Compares the lanes on the first games of real files, as far as these conform. Returns how many
/// do, and how many were looked at.
fn real_games<V: Grammar>(folder: &str, extension: &str) -> Option<(usize, usize)> {
    const MOST: usize = 200_000;
    let folder = movetext_generate::real_files(folder)?;
    let (mut conforming, mut all) = (0, 0);
    for path in files(&folder) {
        if path.extension().is_none_or(|found| found != extension) {
            continue;
        }
        let bytes = std::fs::read(&path).expect("a readable file");
        let head = bytes[..bytes.len().min(MOST)].utf8_chunks().next();
        let text = head.map_or("", |chunk| chunk.valid());
        let mut spans = Spans::default();
        Scanner::<Standard>::new(ScanOptions::default()).scan(
            &Chunk::from(text.as_bytes()),
            &mut spans,
            &mut (),
        );
        for span in spans.0 {
            let game = &text[span.start as usize..span.end as usize];
            all += 1;
            let Ok(events) = grammar::events::<V>(game, &Limits::default()) else {
                continue;
            };
            conforming += 1;
            assert_eq!(events, scanned::<V>(game).0, "{}: {game}", path.display());
        }
    }
    eprintln!("{conforming} of {all} {}", V::INFO.id);
    Some((conforming, all))
}

#[test]
fn real_chess() {
    if let Some((conforming, all)) = real_games::<Chess>("chess", "pgn") {
        assert!(conforming > 0, "none of {all}");
    }
}

#[test]
fn real_xiangqi() {
    if let Some((conforming, all)) = real_games::<Xiangqi>("xiangqi", "pgn") {
        assert!(conforming > 0, "none of {all}");
    }
}

#[test]
fn real_cescacs() {
    if let Some((conforming, all)) = real_games::<Cescacs>("cescacs", "ctl-pgn") {
        assert!(conforming > 0, "none of {all}");
    }
}

proptest! {
    // A failure shows the whole text, so no seeds are kept.
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn chess_in_steps(seed: u64, at: usize, change: usize) {
        for text in changed(&generate::chess(seed), at, change) {
            prop_assert_eq!(in_steps::<Chess>(&text), Ok(()), "{}", text);
        }
    }

    #[test]
    fn xiangqi_in_steps(seed: u64, at: usize, change: usize) {
        for text in changed(&generate::xiangqi(seed), at, change) {
            prop_assert_eq!(in_steps::<Xiangqi>(&text), Ok(()), "{}", text);
        }
    }

    #[test]
    fn cescacs_in_steps(seed: u64, at: usize, change: usize) {
        for text in changed(&generate::cescacs(seed), at, change) {
            prop_assert_eq!(in_steps::<Cescacs>(&text), Ok(()), "{}", text);
        }
    }

    #[test]
    fn chess(seed: u64) {
        let text = generate::chess(seed);
        prop_assert_eq!(agree::<Chess>(&text), Ok(()), "{}", text);
    }

    #[test]
    fn xiangqi(seed: u64) {
        let text = generate::xiangqi(seed);
        prop_assert_eq!(agree::<Xiangqi>(&text), Ok(()), "{}", text);
    }

    #[test]
    fn cescacs(seed: u64) {
        let text = generate::cescacs(seed);
        prop_assert_eq!(agree::<Cescacs>(&text), Ok(()), "{}", text);
    }
}
