//! Nothing lost, nothing invented: the events of a text put together again are the text.

use crate::common::{files, own_files};
use movetext::diagnostic::Diagnostic;
use movetext::event::{CommentForm, GameSummary, Level, Ply, Skip, Visitor};
use movetext::io::Chunk;
use movetext::scan::{ScanOptions, Scanner};
use movetext::variants::Standard;
use movetext::{Outcome, Reader, Tags, Text, Variant, VariantInfo};
use proptest::prelude::*;
use std::path::PathBuf;

/// Puts the text together again from what it is told.
#[derive(Default)]
struct Rebuild {
    text: Vec<u8>,
}

impl Rebuild {
    fn push(&mut self, text: Text<'_>) {
        self.text.extend_from_slice(text.as_bytes());
    }
}

impl Visitor for Rebuild {
    fn tags(&mut self, tags: &Tags<'_>, _: &'static VariantInfo) -> Level {
        // The section holds the comments and escaped lines between the tags, which were told already.
        if !tags.is_empty() {
            let section = tags.section();
            self.text.truncate(section.span().start);
            self.push(section);
        }
        Level::Play
    }

    fn number(&mut self, _: u32, text: Text<'_>) {
        self.push(text);
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.push(ply.text);
    }

    fn unresolved(&mut self, text: Text<'_>) {
        self.push(text);
    }

    fn nag(&mut self, _: u8, text: Text<'_>) {
        self.push(text);
    }

    fn prefix_nag(&mut self, _: u8, text: Text<'_>) {
        self.push(text);
    }

    fn draw_offer(&mut self, text: Text<'_>) {
        self.push(text);
    }

    fn comment(&mut self, text: Text<'_>, form: CommentForm) {
        self.text.push(match form {
            CommentForm::Line => b';',
            CommentForm::Brace | CommentForm::Unclosed => b'{',
        });
        self.push(text);
        if form == CommentForm::Brace {
            self.text.push(b'}');
        }
    }

    fn begin_variation(&mut self, _: u8) -> Skip {
        self.text.push(b'(');
        Skip(false)
    }

    fn end_variation(&mut self) {
        self.text.push(b')');
    }

    fn outcome(&mut self, _: Outcome, text: Text<'_>) {
        self.push(text);
    }

    fn label(&mut self, _: u32, text: Text<'_>) {
        self.push(text);
    }

    fn trivia(&mut self, text: Text<'_>) {
        self.push(text);
    }

    fn unrecognized(&mut self, text: Text<'_>) {
        self.push(text);
    }

    fn end_game(&mut self, _: &GameSummary) {}
}

/// Scans the text; the events must give it back, and the accounting must be complete.
fn assert_accounted(text: &[u8], name: &str) -> Vec<Diagnostic> {
    let chunk = Chunk::from(text);
    let mut scanner = Scanner::<Standard>::new(ScanOptions::default());
    let mut rebuilt = Rebuild::default();
    let mut diagnostics = Vec::new();
    let stats = scanner.scan(&chunk, &mut rebuilt, &mut diagnostics);
    assert_eq!(
        stats.accounted,
        text.len() as u64,
        "{name}: bytes accounted"
    );
    // A variation that is never closed is closed by an event that has no bytes of its own.
    let unclosed = diagnostics
        .iter()
        .any(|d| d.code.id == "unclosed-variation");
    if !unclosed && rebuilt.text != text {
        let at = rebuilt
            .text
            .iter()
            .zip(text)
            .take_while(|(a, b)| a == b)
            .count();
        let near = |text: &[u8]| {
            String::from_utf8_lossy(&text[at.saturating_sub(40)..text.len().min(at + 40)])
                .into_owned()
        };
        panic!(
            "{name}, byte {at}: {:?} became {:?}",
            near(text),
            near(&rebuilt.text)
        );
    }
    for d in &diagnostics {
        assert!(
            d.span.start <= d.span.end && d.span.end <= text.len() as u64,
            "{name}: {d:?}"
        );
    }
    diagnostics
}

/// Files of the project's own corpus, and the shared one if it is there.
fn corpora() -> Vec<PathBuf> {
    let mut found = own_files();
    found.extend(
        movetext_generate::real_files("")
            .into_iter()
            .flat_map(files),
    );
    found.sort();
    found
}

/// CH-003 and the first of all requirements: no byte of any file is lost.
#[test]
fn events_give_the_text_back() {
    for path in corpora() {
        let text = std::fs::read(&path).expect("a readable file");
        if text.len() < 8 << 20 {
            assert_accounted(&text, &path.display().to_string());
        }
    }
}

#[test]
fn every_byte_of_every_file_is_accounted_for() {
    for path in corpora() {
        let mut reader = Reader::from_path(&path).expect("a readable file");
        let stats = reader.read(&mut (), &mut ()).expect("a readable file");
        assert_eq!(stats.accounted, reader.bytes_read(), "{}", path.display());
    }
}

/// A file of the project's corpus cut at every byte: no panic, and everything accounted for.
#[test]
fn truncation_sweep() {
    for path in corpora() {
        let text = std::fs::read(&path).expect("a readable file");
        if !path.starts_with(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus")) {
            continue;
        }
        for end in 0..=text.len() {
            let mut reader = Reader::builder()
                .from_reader(&text[..end])
                .expect("bytes in memory");
            let stats = reader
                .read(&mut (), &mut Vec::new())
                .expect("bytes in memory");
            assert_eq!(
                stats.accounted,
                end as u64,
                "{} cut at {end}",
                path.display()
            );
        }
    }
}

#[test]
fn deviations_have_codes() {
    for (text, codes) in [
        (
            "[Event \"A\"]\n\n1. e4 {never closed\n\n[Event \"B\"]\n\n1. d4 *\n",
            "unclosed-comment missing-result",
        ),
        ("[Event \"A \"quoted\" name\"]\n\n*\n", "unescaped-quote"),
        ("[Event \"over two\nlines\"]\n\n*\n", "broken-tag-value"),
        ("[Event A]\n\n*\n", "malformed-tag"),
        ("[Event \"A\"]\n[Event \"B\"]\n\n*\n", "duplicate-tag"),
        (
            "[Event \"A\"]\n\n1. e4 e5 (1... c5 *\n",
            "unclosed-variation missing-result",
        ),
        ("[Event \"A\"]\n\n1. e4) e5 *\n", "unopened-bracket"),
        ("[Event \"A\"]\n\n(1. d4) 1. e4 *\n", "misplaced-variation"),
        (
            "[Event \"A\"]\n\n1. e4 e6 2. Ke3 d5 *\n",
            "illegal-move unplayed-moves",
        ),
        ("[Event \"A\"]\n\n1. e4 hello *\n", "unknown-token"),
        ("[Event \"A\"]\n\n1. e4\n", "missing-result"),
        ("[Result \"0-1\"]\n\n1. e4 1-0\n", "result-mismatch"),
        (
            "[Event \"A\"]\n\n1. e4 1-0\nThanks for reading\n",
            "text-after-result",
        ),
        (
            "[Event \"A\"]\n\n1. e4 [White \"B\"]\n\n*\n",
            "missing-result tag-in-movetext",
        ),
        ("[Variant \"Atomic\"]\n\n1. e4 *\n", "unsupported-variant"),
        ("[Variant \"Nobody's\"]\n\n1. e4 *\n", "unknown-variant"),
        ("[FEN \"8/8\"]\n\n1. e4 *\n", "unreadable-setup"),
        ("<h1>Games</h1>\n[Event \"A\"]\n\n*\n", "stray-text"),
    ] {
        let found: Vec<_> = assert_accounted(text.as_bytes(), text)
            .iter()
            .map(|d| d.code.id)
            .collect();
        assert_eq!(found.join(" "), codes, "{text}");
    }
}

/// What one bad game or one bad move costs: only itself.
#[test]
fn recovery() {
    for (text, games, plies, unresolved) in [
        (
            "[Event \"A\"]\n\n1. e4 e5 2. Ke5 Nf6 *\n\n[Event \"B\"]\n\n1. d4 d5 *\n",
            2,
            4,
            2,
        ),
        (
            "[Event \"A\"]\n\n1. e4 {open\n\n[Event \"B\"]\n\n1. d4 d5 *\n",
            2,
            3,
            0,
        ),
        ("1. e4 e5 1-0 1. d4 d5 0-1", 2, 4, 0),
        ("[A \"1\"]\n\n1. e4 e5 *\n[B \"2\"]\n1. e4 *", 2, 3, 0),
        (
            "[Event \"A\"]\n\n[Site \"one blank line in the tags\"]\n\n1. e4 *",
            1,
            1,
            0,
        ),
        ("[Event \"A\"]\n\n[Event \"B\"]\n\n1. e4 *", 2, 1, 0),
        (
            "[Event \"A\"]\r\r1. e4 e5 *\r\r[Event \"B\"]\r\r1. d4 *\r",
            2,
            3,
            0,
        ),
    ] {
        let chunk = Chunk::from(text.as_bytes());
        let mut scanner = Scanner::<Standard>::new(ScanOptions::default());
        let stats = scanner.scan(&chunk, &mut (), &mut ());
        assert_eq!(
            (
                stats.counts.games,
                stats.counts.plies,
                stats.counts.unresolved
            ),
            (games, plies, unresolved),
            "{text}"
        );
    }
}

/// Depth, length and number are bounded by limits, not by luck.
#[test]
fn hostile_input() {
    let deep = format!("[Event \"A\"]\n\n1. e4 {}", "(".repeat(100_000));
    let codes: Vec<_> = assert_accounted(deep.as_bytes(), "deep")
        .iter()
        .map(|d| d.code.id)
        .collect();
    assert!(codes.contains(&"depth-limit"), "{codes:?}");

    let closed = format!("1. e4 {}{} *", "(1. d4 ".repeat(50_000), ")".repeat(50_000));
    assert_accounted(closed.as_bytes(), "deep and closed");

    let tags = "[A \"\"]\n".repeat(20_000);
    assert_accounted(tags.as_bytes(), "many tags");

    let line = "e4 ".repeat(200_000);
    assert_accounted(line.as_bytes(), "long line");

    let braces = "{".repeat(200_000);
    assert_accounted(braces.as_bytes(), "open braces");

    for piece in [
        "!1. ",
        "! ",
        "!1.",
        "炮二平五",
        "炮二平五1",
        "h2e2 ",
        "!炮二平五 ",
    ] {
        let text = format!("[Game \"Chinese Chess\"]\n\n{}", piece.repeat(50_000));
        assert_accounted(text.as_bytes(), piece);
    }

    let brackets = "[".repeat(200_000);
    assert_accounted(brackets.as_bytes(), "open brackets");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Any bytes at all: no panic, and the text comes back.
    #[test]
    fn any_bytes(text in prop::collection::vec(any::<u8>(), 0..300)) {
        assert_accounted(&text, "any bytes");
    }

    /// Texts made of the pieces of the format, in any order.
    #[test]
    fn any_pieces(pieces in prop::collection::vec(prop::sample::select(vec![
        "[Event \"A\"]", "[FEN \"", "\"]", "[", "]", "\"", "\\", "\n", "\n\n", "\r\n", " ", "{", "}", "(", ")",
        ";", "%", "$1", "$", "1.", "1...", "12", "e4", "e5", "Nf3", "O-O", "0-1", "1-0", "1/2-1/2", "*",
        "!?", "!", "--", "[Variant \"C'escacs\"]", "E7-E13", "KRK-HH", ",", ":", "(=)", "…", "×", "+∞",
        "[Game \"Chinese Chess\"]", "炮二平五", "馬８進７", "C2.5", "H2-E2", "½-½", "\u{3000}", "\0", "é",
    ]), 0..40)) {
        assert_accounted(pieces.concat().as_bytes(), "pieces");
    }

    /// The same for Xiangqi, whose marks may stand before moves and whose words may be glued.
    #[test]
    fn any_pieces_of_xiangqi(pieces in prop::collection::vec(prop::sample::select(vec![
        "\n", " ", "{a}", "{", "}", "(", ")", "; a.\n", "\n% a.\n", "$1", "1.", "1. ", "1...", "12", "炮二平五", "马8进7", "C2.5",
        "H2-E2", "33.4", "0-1", "1/2-1/2", "*", "红胜", "!", "!?", "???", "！", "？！", "１．", "、", "\u{3000}", ".", "foo",
    ]), 0..40)) {
        let text = format!("[Game \"Chinese Chess\"]\n\n{}", pieces.concat());
        assert_accounted(text.as_bytes(), "pieces of Xiangqi");
    }
}

/// The bytes of the source as a visitor is told them.
#[derive(Default)]
struct Original {
    bytes: Vec<u8>,
    /// The games alone.
    games: Vec<Vec<u8>>,
}

impl Visitor for Original {
    fn original(&mut self, bytes: &[u8], _: &'static encoding_rs::Encoding) {
        self.bytes.extend_from_slice(bytes);
        self.games.push(bytes.to_vec());
    }

    fn inter_game(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }
}

/// Reads a source in pieces of any size; every byte is told once and in order, and the games are where
/// their spans are.
fn assert_original(source: &[u8], chunk: usize) {
    let mut reader = Reader::builder()
        .variant(Some(1))
        .chunk(chunk)
        .from_reader(source)
        .expect("memory");
    // Nothing is told of what holds no game records.
    if reader.format() != movetext::Format::Records {
        return;
    }
    let mut told = Original::default();
    let mut spans = Vec::new();
    while let Some(game) = reader.next_game(&mut told, &mut ()).expect("memory") {
        spans.push(game.span.start as usize..game.span.end as usize);
    }
    assert!(told.bytes == source, "{source:?}");
    let games: Vec<&[u8]> = spans.into_iter().map(|span| &source[span]).collect();
    assert_eq!(told.games, games);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 1000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// XQ-I01: in every encoding, good or broken, the bytes of the games and those between them are the
    /// source.
    #[test]
    fn bytes_are_told_as_they_were(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "[Game \"Chinese Chess\"]\n", "[Red \"許銀川\"]\r\n", "\n\n", "1. 炮二平五 馬8進7 ",
            "{ 評註\n}", "*", "1-0\n", "junk ", "\u{3000}", "(", ")", "炮", "[",
        ]), 0..24),
        label in prop::sample::select(vec!["utf-8", "big5", "gb18030", "utf-16le", "utf-16be"]),
        mark: bool,
        broken in prop::option::of((0usize..200, any::<u8>())),
        chunk in 1usize..400,
    ) {
        let encoding = movetext::io::encoding_for_label(label).expect(label);
        let mut source = Vec::new();
        let text = pieces.concat();
        let text = if mark && label.starts_with("utf") { format!("\u{FEFF}{text}") } else { text };
        movetext::io::encode(&text, encoding, &mut source).expect("common characters");
        if let Some((at, byte)) = broken
            && let Some(place) = source.get_mut(at)
        {
            *place = byte;
        }
        assert_original(&source, chunk);
    }
}
