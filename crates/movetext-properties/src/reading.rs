//! Reading: every byte is accounted for, however it is read.

use encoding_rs::Encoding;
use movetext::check::{Checker, Conformance};
use movetext::io::decompress;
use movetext::parallel::Part;
use movetext::{Diagnostic, Format, Limits, Reader, Visitor};
use std::io::{self, Read};
use std::ops::ControlFlow;

/// The bytes of a source as the events tell them.
#[derive(Default)]
struct Copy(Vec<u8>);

impl Visitor for Copy {
    fn original(&mut self, bytes: &[u8], _: &'static Encoding) {
        self.0.extend_from_slice(bytes);
    }

    fn inter_game(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

/// Reads with everything that listens. Findings lie inside the source; all bytes are accounted for, and
/// those of a source of records come back.
pub fn accounts_for_every_byte(bytes: &[u8]) {
    let mut reader = Reader::builder()
        .from_reader(bytes)
        .expect("bytes in memory");
    let (mut copy, mut found) = (Copy::default(), Vec::new());
    let Ok(stats) = reader.read(&mut copy, &mut found) else {
        return;
    };
    let read = reader.bytes_read();
    assert_eq!(stats.accounted, read, "bytes accounted for");
    for finding in &found {
        let span = &finding.span;
        assert!(span.start <= span.end && span.end <= read, "{finding:?}");
        assert!(
            finding.place.line > 0 && finding.place.column > 0,
            "{finding:?}"
        );
    }
    let plain = reader.compression() == movetext::io::Compression::None;
    if plain && reader.format() == Format::Records {
        assert!(copy.0 == bytes, "the bytes of the source come back");
    }
}

/// Findings of all games, and how many games there are, read on so many threads.
fn on_threads(bytes: &[u8], threads: usize, chunk: usize) -> Option<(u64, u64, Vec<Diagnostic>)> {
    let mut builder = Reader::builder();
    let mut reader = builder
        .chunk(chunk)
        .from_reader(bytes)
        .expect("bytes in memory");
    let mut found = Vec::new();
    let read = reader.read_parallel(
        threads,
        |mut portion, out| {
            let mut found = Vec::new();
            let mut checker = Checker::new(Conformance::Import);
            while portion.next_game(&mut checker, &mut found).is_some() {}
            out(found);
            portion.end()
        },
        |part| {
            if let Part::Output { before, output } = part {
                let output: Vec<Diagnostic> = output;
                found.extend(
                    output
                        .into_iter()
                        .map(|finding| finding.after_games(before)),
                );
            }
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(read.is_continue());
    let mut checker = Checker::new(Conformance::Import);
    let stats = reader.read(&mut checker, &mut found).ok()?;
    Some((stats.counts.games, stats.counts.plies, found))
}

/// Threads give what one thread gives, whatever the chunks.
pub fn threads_make_no_difference(bytes: &[u8]) {
    for chunk in [17, 300] {
        let alone = on_threads(bytes, 0, chunk);
        let many = on_threads(bytes, 3, chunk);
        assert_eq!(alone, many, "chunks of {chunk} bytes");
    }
}

/// Gives a few bytes at a time.
struct Trickle<'b>(&'b [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = buffer.len().min(3);
        self.0.read(&mut buffer[..count])
    }
}

/// What a source is does not depend on how its bytes come. Of a damaged compressed source the decompressor may
/// give more or less before it fails, so nothing is held of these.
pub fn pieces_make_no_difference(bytes: &[u8]) {
    let text = decompress(bytes, Limits::default().window);
    if text.is_ok_and(|(_, mut text)| io::copy(&mut text, &mut io::sink()).is_err()) {
        return;
    }
    let whole = Reader::builder()
        .from_reader(bytes)
        .expect("bytes in memory");
    let pieces = Reader::builder()
        .from_reader(Trickle(bytes))
        .expect("bytes in memory");
    assert_eq!(whole.format(), pieces.format());
    assert_eq!(whole.compression(), pieces.compression());
    assert_eq!(whole.encoding().encoding, pieces.encoding().encoding);
    assert_eq!(whole.hint(), pieces.hint());
}

/// The bytes as documents of each format: they are read, and their findings are bounded.
pub fn documents_are_bounded(bytes: &[u8]) {
    for (before, after) in [
        (
            &b"{\"starting_position\":[[\"W:K\",\"w:k\"]],\"previous_moves\":["[..],
            &b"]}"[..],
        ),
        (
            b"{\"schema\":\"movetext-game/2\",\"variant\":\"chess\",\"moves\":[",
            b"]}",
        ),
        (b"<?xml version=\"1.0\"?><pgns><pgn>", b"</pgn></pgns>"),
        (b"position startpos moves ", b"\n"),
        (b"", b""),
    ] {
        let source = [before, bytes, after].concat();
        let mut reader = Reader::builder()
            .from_reader(&source[..])
            .expect("bytes in memory");
        let mut found = Vec::new();
        if let Ok(stats) = reader.read(&mut Checker::default(), &mut found) {
            assert_eq!(stats.accounted, reader.bytes_read());
            let most = 3 * movetext::Limits::default().findings + 1;
            let games = usize::try_from(stats.counts.games).unwrap_or(usize::MAX);
            assert!(found.len() <= most.saturating_mul(games + 1) + source.len());
        }
    }
}
