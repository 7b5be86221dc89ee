use super::*;
use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS, UTF_16BE, UTF_16LE, WINDOWS_1252};
use encoding_rs::{GBK, WINDOWS_1253};
use proptest::prelude::*;

/// Gives a few bytes at a time, then fails on request.
struct Trickle<'a> {
    bytes: &'a [u8],
    step: usize,
    fails: bool,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.step.min(buffer.len()).min(self.bytes.len());
        if count == 0 && self.fails {
            return Err(io::Error::other("the disk is on fire"));
        }
        buffer[..count].copy_from_slice(&self.bytes[..count]);
        self.bytes = &self.bytes[count..];
        Ok(count)
    }
}

fn options(encoding: Option<&'static Encoding>, target: usize, limit: usize) -> ChunkOptions {
    ChunkOptions {
        encoding,
        target,
        limit,
    }
}

/// All chunks; asserts the invariants of chunks.
fn read(source: &[u8], options: ChunkOptions) -> (Vec<Chunk>, EncodingDecision) {
    let mut chunks = Chunks::new(source, options);
    let mut all = Vec::new();
    // One chunk for all, as readers do.
    let mut chunk = Chunk::default();
    while chunks.next(&mut chunk).expect("no error") {
        assert!(!chunk.text.is_empty());
        all.push(chunk.clone());
    }
    assert!(!chunks.next(&mut chunk).expect("no error"));
    assert_eq!(chunks.bytes_read(), source.len() as u64);
    let decision = chunks.decision().clone();
    let mut start = decision.bom_len as u64;
    for chunk in &all {
        assert_eq!(chunk.start, start);
        start += chunk.len;
        assert_eq!(chunk.source_offset(chunk.text.len()), start);
    }
    assert_eq!(start, source.len() as u64, "every byte is in a chunk");
    (all, decision)
}

fn text(chunks: &[Chunk]) -> Vec<u8> {
    chunks.iter().flat_map(|chunk| chunk.text.clone()).collect()
}

/// The source offset of each text offset, and which text is malformed, by going through the source
/// character by character.
fn naive_map(encoding: &'static Encoding, source: &[u8]) -> (Vec<u8>, Vec<u64>, Vec<bool>) {
    let (mut text, mut offsets, mut malformed) = (Vec::new(), Vec::new(), Vec::new());
    let mut at = 0;
    while at < source.len() {
        // The shortest prefix that is a character, or the malformed sequence there.
        let whole = (1..=4.min(source.len() - at)).find_map(|len| {
            let decoded = encoding
                .decode_without_bom_handling_and_without_replacement(&source[at..at + len])?;
            Some((len, decoded.into_owned(), false))
        });
        let (len, made, bad) = whole.unwrap_or_else(|| {
            let mut decoder = encoding.new_decoder_without_bom_handling();
            let mut out = [0; 64];
            let end = source.len().min(at + 8);
            let last = end == source.len();
            match decoder
                .decode_to_utf8_without_replacement(&source[at..end], &mut out, last)
                .0
            {
                encoding_rs::DecoderResult::Malformed(len, _) => {
                    (len.into(), "\u{FFFD}".to_owned(), true)
                }
                other => panic!("{other:?}"),
            }
        });
        text.extend_from_slice(made.as_bytes());
        offsets.extend(made.bytes().map(|_| at as u64));
        malformed.extend(made.bytes().map(|_| bad));
        at += len;
    }
    (text, offsets, malformed)
}

fn check_map(encoding: &'static Encoding, source: &[u8], target: usize, limit: usize) {
    let (chunks, decision) = read(source, options(Some(encoding), target, limit));
    let bom = decision.bom_len;
    let (whole, offsets, malformed) = naive_map(decision.encoding, &source[bom..]);
    assert_eq!(text(&chunks), whole);
    let mut before = 0;
    for chunk in &chunks {
        assert!(std::str::from_utf8(&chunk.text).is_ok());
        let mut bad = vec![false; chunk.text.len()];
        for range in &chunk.malformed {
            assert!(!range.is_empty());
            bad[range.clone()].fill(true);
        }
        for at in 0..chunk.text.len() {
            let expected = offsets[before + at] + bom as u64;
            assert_eq!(chunk.source_offset(at), expected, "{at} of {chunk:?}");
            assert_eq!(bad[at], malformed[before + at], "{at} of {chunk:?}");
        }
        before += chunk.text.len();
    }
}

const TRANSCODED: [&Encoding; 7] = [UTF_16LE, UTF_16BE, GB18030, BIG5, EUC_JP, EUC_KR, SHIFT_JIS];

/// Bytes that are in the middle of everything that can go wrong: lead and trail bytes, surrogates,
/// characters of four bytes, Big5 pairs that become two characters.
fn awkward() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..4),
        prop::sample::select(vec![
            &b"\x81\x30\x81\x30"[..],
            b"\x81\x30\x81",
            b"\x81\x30",
            b"\x81",
            b"\x88\x62",
            b"\x88\xA5",
            b"\x8F\xA2\xAF",
            b"\xD8\x00",
            b"\x00\xD8",
            b"\xDC\x00",
            b"\x00\xDC",
            b"\n",
            b"\0\n",
            b"\n\0",
            b"\r\n",
            b" ",
            b"\xB1\xF8\xC6\xDF",
            b"*\n\n[A \"\"]\n",
        ])
        .prop_map(<[u8]>::to_vec),
    ];
    prop::collection::vec(piece, 0..400).prop_map(|pieces| pieces.concat())
}

/// Something like a database.
fn games() -> impl Strategy<Value = String> {
    let line = prop::sample::select(vec![
        "",
        "",
        " \t",
        "[A \"x\"]",
        " [B \"é\"]",
        "[%clk 1]",
        "1. e4 {",
        "} 1. d4 *",
        "* é 炮",
    ]);
    let end = prop::sample::select(vec!["\n", "\n", "\r\n", "\r"]);
    prop::collection::vec((line, end), 0..120)
        .prop_map(|lines| lines.iter().map(|(a, b)| format!("{a}{b}")).collect())
}

/// Whether a game begins at an offset, line by line from the start.
fn begins_game(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at(at);
    let before = before.replace("\r\n", "\n").replace('\r', "\n");
    // Blanks before a tag pair may be on either side of the cut.
    let before = before.trim_end_matches([' ', '\t']);
    let Some(before) = before.strip_suffix('\n') else {
        return false;
    };
    let lines: Vec<&str> = before.split('\n').map(str::trim).collect();
    let blank = lines.last().is_some_and(|line| line.is_empty());
    let previous = lines.iter().rev().find(|line| !line.is_empty());
    let after = after.trim_start_matches([' ', '\t']);
    blank
        && previous.is_some_and(|line| !line.starts_with('['))
        && (after.starts_with("[A \"") || after.starts_with("[B \""))
}

proptest! {
    #[test]
    fn the_way_back_is_exact(
        source in awkward(),
        encoding in prop::sample::select(TRANSCODED.to_vec()),
        target in 1usize..600,
        limit in 64usize..900,
    ) {
        check_map(encoding, &source, target, limit);
    }

    #[test]
    fn chunks_cover_any_source(
        source in awkward(),
        encoding in prop::option::of(prop::sample::select(vec![
            UTF_8, WINDOWS_1252, WINDOWS_1253, GBK, BIG5, UTF_16LE,
        ])),
        target in 1usize..600,
        limit in 64usize..900,
    ) {
        let (chunks, decision) = read(&source, options(encoding, target, limit));
        let mut at = decision.bom_len;
        for chunk in &chunks {
            let end = at + chunk.len as usize;
            prop_assert_eq!(chunk.start, at as u64);
            // A stretch in another encoding than that of the source has a text of its own.
            if !chunk.is_transcoded() {
                prop_assert_eq!(&chunk.text, &source[at..end]);
                prop_assert!(chunk.text.len() <= limit);
            }
            at = end;
        }
        prop_assert_eq!(at, source.len());
        // Lines and columns go on from chunk to chunk.
        for pair in chunks.windows(2) {
            let end = crate::io::Locator::default().place(&pair[0], pair[0].text.len());
            prop_assert_eq!((end.line, end.column), (pair[1].line, pair[1].column));
        }
    }

    #[test]
    fn cuts_are_where_games_begin(
        source in games(),
        encoding in prop::sample::select(vec![UTF_8, UTF_16LE, GB18030]),
        target in 1usize..600,
    ) {
        let bytes = if encoding == UTF_16LE {
            source.encode_utf16().flat_map(u16::to_le_bytes).collect()
        } else {
            encoding.encode(&source).0.into_owned()
        };
        let (chunks, _) = read(&bytes, options(Some(encoding), target, 1 << 20));
        prop_assert_eq!(text(&chunks), source.as_bytes());
        let mut at = 0;
        for chunk in chunks.split_last().map_or(&[][..], |(_, rest)| rest) {
            prop_assert!(!chunk.cut);
            at += chunk.text.len();
            prop_assert!(begins_game(&source, at), "at {} of {:?}", at, source);
        }
    }

    #[test]
    fn a_break_changes_nothing(
        source in prop_oneof![awkward(), games().prop_map(String::into_bytes)],
        encoding in prop::option::of(prop::sample::select(vec![
            UTF_8, WINDOWS_1252, GB18030, BIG5, UTF_16LE,
        ])),
        target in 1usize..600,
        limit in 64usize..900,
    ) {
        let (whole, decision) = read(&source, options(encoding, target, limit));
        let mut again = Vec::new();
        let mut chunks = Chunks::new(&source[..], options(encoding, target, limit));
        let mut chunk = Chunk::default();
        while chunks.next(&mut chunk).expect("a slice can be read") {
            again.push(chunk.clone());
            // Everything but the checkpoint is forgotten.
            let checkpoint = chunks.checkpoint();
            let rest = &source[checkpoint.offset as usize..];
            chunks = Chunks::resume(rest, options(encoding, target, limit), &checkpoint);
        }
        prop_assert_eq!(chunks.decision().encoding, decision.encoding);
        prop_assert_eq!(whole.len(), again.len());
        for (one, other) in whole.iter().zip(&again) {
            prop_assert_eq!(&one.text, &other.text);
            prop_assert_eq!(
                (one.start, one.len, one.line, one.column, one.cut, one.encoding),
                (other.start, other.len, other.line, other.column, other.cut, other.encoding)
            );
            prop_assert_eq!(&one.malformed, &other.malformed);
            for offset in 0..one.text.len() {
                prop_assert_eq!(one.source_offset(offset), other.source_offset(offset));
            }
        }
    }

    #[test]
    fn a_failing_reader_loses_nothing(
        source in games(),
        step in 1usize..50,
        target in 1usize..600,
    ) {
        let reader = Trickle { bytes: source.as_bytes(), step, fails: true };
        let mut chunks = Chunks::new(reader, options(None, target, 1 << 20));
        let mut chunk = Chunk::default();
        let mut all = Vec::new();
        let error = loop {
            match chunks.next(&mut chunk) {
                Ok(true) => all.extend_from_slice(&chunk.text),
                Ok(false) => prop_assert!(false, "the error is missing"),
                Err(error) => break error,
            }
        };
        prop_assert_eq!(all, source.as_bytes());
        prop_assert_eq!(error.to_string(), "the disk is on fire");
        prop_assert!(!chunks.next(&mut chunk).expect("the error comes once"));
    }
}

#[test]
fn what_follows_a_cut_decides_what_is_malformed() {
    // Before the CR: a lead byte that is malformed because of the CR, and a digit. At the end
    // of a source both together are one malformed sequence.
    let source = [&[b'a'; 50][..], b"\x81\x30\r\x81\x40"].concat();
    let (chunks, _) = read(&source, options(Some(GB18030), 64, 64));
    assert!(chunks[0].text.ends_with("\u{FFFD}0".as_bytes()));
    check_map(GB18030, &source, 64, 64);
}

#[test]
fn a_game_beyond_the_limit_is_cut_between_words() {
    let source = format!("[A \"\"]\n\n{}*\n\n[A \"\"]\n\n*\n", "1. e4 e5 ".repeat(40));
    let (chunks, _) = read(source.as_bytes(), options(None, 64, 100));
    assert_eq!(text(&chunks), source.as_bytes());
    let (last, cut) = chunks.split_last().expect("chunks");
    assert!(!last.cut);
    assert!(cut[0].text.starts_with(b"[A \"\"]\n\n1. e4 e5 "));
    for chunk in cut {
        assert!(chunk.cut);
        assert!(chunk.text.len() <= 100);
        assert!(chunk.text.ends_with(b" ") || chunk.text.ends_with(b"\n"));
    }
    let before: usize = cut.iter().map(|chunk| chunk.text.len()).sum();
    assert_eq!((last.line, last.column), (3, before as u64 - 7));
}

#[test]
fn games_without_blank_lines_are_parted_at_last() {
    let game = "[A \"\"]\n[B \"\"]\n1. e4 { a comment\n[A \"\"]\n } *\n";
    let source = game.repeat((LIKELY + LIKELY / 2) / game.len());
    let options = ChunkOptions {
        limit: 2 * LIKELY,
        ..ChunkOptions::default()
    };
    let (chunks, _) = read(source.as_bytes(), options);
    assert_eq!(chunks.len(), 2);
    for chunk in &chunks {
        assert!(!chunk.cut);
        assert!(chunk.text.starts_with(&game.as_bytes()[..20]));
        assert!(chunk.text.len() % game.len() == 0);
    }
}

#[test]
fn malformed_bytes_are_listed() {
    type Listed = [(usize, usize)];
    let cases: &[(_, &[u8], &Listed)] = &[
        (UTF_8, b"a\xFFb\xC3\xA9\xC3", &[(1, 2), (5, 6)]),
        (UTF_8, b"\xE2\x82a\xFF\xFE", &[(0, 2), (3, 5)]),
        (WINDOWS_1252, b"\x81\xFF", &[]),
        (WINDOWS_1253, b"\xC1\xFF\xD2a", &[(1, 3)]),
        (BIG5, b"a\xFF\xFFb", &[(1, 7)]),
        (UTF_16LE, b"a\0\x00\xD8b\0c", &[(1, 4), (5, 8)]),
    ];
    for &(encoding, source, ranges) in cases {
        let (chunks, _) = read(source, options(Some(encoding), 1 << 10, 1 << 10));
        assert_eq!(chunks.len(), 1);
        let listed = chunks[0].malformed.iter();
        let listed: Vec<_> = listed.map(|range| (range.start, range.end)).collect();
        assert_eq!(listed, ranges, "{}", source.escape_ascii());
    }
    // Very many of them do not make a long list.
    let source = b"\xFFa".repeat(100_000);
    let (chunks, _) = read(&source, options(Some(UTF_8), 1 << 20, 1 << 20));
    let ranges = &chunks[0].malformed;
    assert!(ranges.len() < 10_000);
    assert_eq!(ranges.last().expect("ranges").end, source.len() - 1);
}

#[test]
fn sources_with_nothing_in_them_have_no_chunks() {
    for source in [&b""[..], b"\xEF\xBB\xBF", b"\xFF\xFE"] {
        let (chunks, decision) = read(source, ChunkOptions::default());
        assert!(chunks.is_empty());
        assert_eq!(decision.bom_len, source.len());
    }
}
