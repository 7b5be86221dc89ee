//! Whatever the source holds: reading, checking, writing and importing it on one thread take at most 64 MiB.

use movetext::check::{Checker, Conformance};
use movetext::json::{Surrounded, write_game_around};
use movetext::writing::WriteGame;
use movetext::{Diagnostic, Game, Reader, fen, pcn, pgn, xml};
use movetext_store::{Event, ImportOptions, Store};
use peak_alloc::PeakAlloc;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;

#[global_allocator]
static ALLOCATOR: PeakAlloc = PeakAlloc;

/// The most that anything may take.
const MOST: usize = 64 << 20;
/// So large a source is made of each pattern.
const SIZE: u64 = 2 << 20;

/// A pattern over and over, with something before and after it.
#[derive(Clone)]
struct Pattern {
    before: &'static [u8],
    pattern: &'static [u8],
    after: &'static [u8],
}

impl Pattern {
    fn source(&self) -> impl Read + Send + 'static {
        let over_and_over = Over {
            pattern: self.pattern,
            at: 0,
        };
        // Whole patterns.
        let len = SIZE / self.pattern.len() as u64 * self.pattern.len() as u64;
        self.before.chain(over_and_over.take(len)).chain(self.after)
    }
}

struct Over {
    pattern: &'static [u8],
    at: usize,
}

impl Read for Over {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for byte in &mut *buffer {
            *byte = self.pattern[self.at];
            self.at = (self.at + 1) % self.pattern.len();
        }
        Ok(buffer.len())
    }
}

const GAME: &[u8] = b"[Event \"?\"]\n\n1. e4 ";

fn patterns() -> Vec<Pattern> {
    let mut patterns: Vec<Pattern> = [
        &b"{}"[..],
        b"$1",
        b"(d4)",
        b"(",
        b") ",
        b"? x ",
        b"Qa5 ",
        b"{[%clk 0:00:01]}",
        b"\x0B ",
        b"$200 ",
        b"1. ",
        b"word ",
        b"\xFF",
    ]
    .into_iter()
    .map(|pattern| Pattern {
        before: GAME,
        pattern,
        after: b" *\n",
    })
    .collect();
    let other = |before, pattern, after| Pattern {
        before,
        pattern,
        after,
    };
    patterns.extend([
        other(b"[Event \"?\"]\n\n1. ", b"Nf3+ Nf6+ Ng1+ Ng8+ ", b"*\n"),
        other(b"", b"[A\"\"]", b"\n\n1. e4 *\n"),
        other(b"", b"[Round \"1 \"]\n", b"\n1. e4 *\n"),
        other(b"", b"junk is here\n", b""),
        other(b"", b"[Event \"?\"]\n\n1. e4 e5 2. Nf3+ $1 Nc6 *\n\n", b""),
        other(
            b"[Game \"Chinese Chess\"]\n\n",
            "炮二平五 炮8平5 炮五平二 炮5平8 ".as_bytes(),
            b"*\n",
        ),
        other(
            b"[Variant \"C'escacs\"]\n\n",
            b"1. E7-E13, E21-E15\n",
            b"*\n",
        ),
        other(
            b"<?xml version=\"1.0\"?><pgns><pgn>",
            b"<a/>",
            b"</pgn></pgns>",
        ),
        other(
            b"<?xml version=\"1.0\"?><pgns><pgn>",
            b"<a>",
            b"</pgn></pgns>",
        ),
        other(
            b"<?xml version=\"1.0\"?><pgns>",
            b"<pgn><a/><a/><b>x</b></pgn>",
            b"</pgns>",
        ),
        other(
            b"<?xml version=\"1.0\"?><pgns><pgn><Move>",
            b"e4 e5 ",
            b"</Move></pgn></pgns>",
        ),
        other(
            b"{\"previous_moves\":[",
            b"[1],",
            b"[1]],\"starting_position\":[]}",
        ),
        other(b"{\"previous_moves\":", b"[", b"]}"),
        other(
            b"",
            b"{\"starting_position\":[[\"W:K\"]],\"previous_moves\":[[[[0,0],\"x\",[9,9]]],[]]}\n",
            b"",
        ),
        other(
            b"{\"schema\":\"movetext-game/2\",\"moves\":[",
            b"{\"text\":\"e4\"},",
            b"{}]}",
        ),
        other(b"position startpos moves ", b"e2e4 ", b"\n"),
        other(
            b"",
            b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n",
            b"",
        ),
    ]);
    patterns
}

fn peak(what: &str, pattern: &Pattern, beyond: &mut Vec<String>, work: impl FnOnce()) {
    ALLOCATOR.reset_peak_usage();
    let before = ALLOCATOR.current_usage();
    work();
    let taken = ALLOCATOR.peak_usage().saturating_sub(before);
    let (begin, rest) = (
        pattern.before.escape_ascii(),
        pattern.pattern.escape_ascii(),
    );
    if taken > MOST {
        beyond.push(format!(
            "{what} of {begin} and {rest} over and over takes {} MiB",
            taken >> 20
        ));
    }
}

fn check(pattern: &Pattern, conformance: Conformance) {
    let mut reader = Reader::builder()
        .from_reader(pattern.source())
        .expect("it begins");
    let mut checker = Checker::new(conformance);
    let mut errors = 0;
    let mut sink = |finding: Diagnostic| {
        errors += u64::from(finding.code.severity == movetext::Severity::Error);
    };
    let stats = reader
        .read(&mut checker, &mut sink)
        .expect("it can be read");
    assert!(
        errors <= stats.counts.errors,
        "{errors} of {}",
        stats.counts.errors
    );
}

fn write(pattern: &Pattern, writer: &mut dyn WriteGame) {
    let mut reader = Reader::builder()
        .from_reader(pattern.source())
        .expect("it begins");
    let mut game = Game::new();
    while reader
        .read_game(&mut game, &mut ())
        .expect("it can be read")
    {
        let _ = writer.write_game(&game, &mut io::sink());
    }
}

fn write_surrounded(pattern: &Pattern) {
    let mut reader = Reader::builder()
        .from_reader(pattern.source())
        .expect("it begins");
    let mut games = Surrounded::default();
    loop {
        let more = reader
            .next_game(&mut games, &mut ())
            .expect("it can be read");
        if let Some((game, around)) = games.next(more.is_some()) {
            write_game_around(&mut io::sink(), game, "source", Some(around)).expect("a sink");
        }
        if more.is_none() {
            break;
        }
    }
}

fn import(pattern: &Pattern) {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("source");
    let mut file = File::create(&path).expect("there is room");
    io::copy(&mut pattern.source(), &mut file).expect("there is room");
    file.flush().expect("there is room");
    let mut store = Store::open(folder.path().join("games.db")).expect("a new database");
    let options = ImportOptions {
        jobs: 1,
        ..ImportOptions::default()
    };
    let report = store
        .import([&path], &options, &mut |_: &Event<'_>| {
            ControlFlow::Continue(())
        })
        .expect("a sound database");
    assert_eq!(report.sources.len(), 1);
    drop(store);
    fs::remove_file(path).expect("it is there");
}

/// One test alone, since all threads of a program have one allocator.
#[test]
fn memory_is_bounded() {
    let mut beyond = Vec::new();
    for pattern in patterns() {
        for conformance in [Conformance::Consistency, Conformance::Export] {
            peak("checking", &pattern, &mut beyond, || {
                check(&pattern, conformance)
            });
        }
        peak("writing PGN", &pattern, &mut beyond, || {
            write(&pattern, &mut <pgn::Writer>::new(pgn::Options::default()));
        });
        peak("writing JSON", &pattern, &mut beyond, || {
            write_surrounded(&pattern)
        });
        peak("writing XML", &pattern, &mut beyond, || {
            write(&pattern, &mut <xml::Writer>::default())
        });
        peak("writing PCN", &pattern, &mut beyond, || {
            write(
                &pattern,
                &mut <pcn::Writer>::new(pcn::OnLoss::Keep, pcn::Layout::Line),
            );
        });
        peak("writing positions", &pattern, &mut beyond, || {
            write(&pattern, &mut <fen::Writer>::new(fen::Form::Fen));
        });
        peak("importing", &pattern, &mut beyond, || import(&pattern));
    }
    assert!(beyond.is_empty(), "{}", beyond.join("\n"));
}
