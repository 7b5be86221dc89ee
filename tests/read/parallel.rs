//! Reading on several threads gives what reading on one gives.

use crate::common::own_files;
use movetext::event::{Event, Recorder};
use movetext::parallel::Part;
use movetext::scan::ReadStats;
use movetext::{Diagnostic, GameSummary, Limits, Reader, ReaderBuilder};
use std::fmt::Write;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

/// All that a reader tells.
#[derive(Debug, Default, PartialEq)]
struct Heard {
    games: Vec<GameSummary>,
    events: Vec<Event>,
    findings: Vec<Diagnostic>,
    stats: ReadStats,
    failed: Option<String>,
}

fn in_turn(mut reader: Reader<'_>) -> Heard {
    let mut heard = Heard::default();
    loop {
        let mut recorder = Recorder::default();
        let game = reader.next_game(&mut recorder, &mut heard.findings);
        heard.events.extend(recorder.events);
        match game {
            Ok(Some(game)) => heard.games.push(game),
            Ok(None) => break,
            Err(error) => {
                heard.failed = Some(error.to_string());
                break;
            }
        }
    }
    heard.stats = reader.stats().clone();
    heard
}

fn on_threads(mut reader: Reader<'_>, threads: usize) -> Heard {
    let mut heard = Heard::default();
    hear_on_threads(&mut reader, threads, &mut heard);
    heard.failed = reader
        .read(&mut (), &mut heard.findings)
        .err()
        .map(|error| error.to_string());
    heard.stats = reader.stats().clone();
    heard
}

fn hear_on_threads(reader: &mut Reader<'_>, threads: usize, heard: &mut Heard) {
    let mut ended = ReadStats::default();
    let broken_off = reader.read_parallel(
        threads,
        |mut portion, out| {
            loop {
                let (mut recorder, mut findings) = (Recorder::default(), Vec::new());
                let game = portion.next_game(&mut recorder, &mut findings);
                let more = game.is_some();
                out((game, recorder.events, findings));
                if !more {
                    return portion.end();
                }
            }
        },
        |part| {
            match part {
                Part::Output { before, output } => {
                    let (game, events, findings) = output;
                    heard.games.extend(game.map(|game| GameSummary {
                        ordinal: before + game.ordinal,
                        ..game
                    }));
                    heard.events.extend(events);
                    let findings = findings.into_iter();
                    heard
                        .findings
                        .extend(findings.map(|finding| finding.after_games(before)));
                }
                Part::End { stats, .. } => {
                    ended.add(&stats);
                    // Documents without a game count, too.
                    assert!(ended.counts.games >= heard.games.len() as u64);
                }
            }
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(broken_off.is_continue());
}

fn small() -> ReaderBuilder {
    let mut builder = Reader::builder();
    builder.chunk(700).limits(Limits {
        game: 2000,
        ..Limits::default()
    });
    builder
}

/// Games good and bad, junk between them, and games larger than the limit of [`small`].
fn text(games: usize) -> String {
    let mut text = String::new();
    for game in 0..games {
        let _ = write!(
            text,
            "[Event \"Open {game}\"]\n[White \"M\u{fc}ller\"]\n\n{}",
            match game % 7 {
                0 => "1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 1-0\n\n",
                1 => "1. e4 e5 2. Ke3 Nf6 3. d4 1-0\n\n",
                2 => "1. d4 {never closed\n\n",
                3 => "1. e4 c5 1/2-1/2\n\nnot a game at all\n\n",
                4 => "1. f4 e5 2. g4 Qh4# 0-1\r\n\r\n",
                5 => "1. Nf3 d5 2. g3 ) ! *\n\n",
                _ => "1. c4\n\n",
            }
        );
        if game % 50 == 7 {
            let _ = write!(text, "1. e4 {{{}}} e5 *\n\n", "word \n".repeat(1000));
        }
    }
    text
}

#[test]
fn generated_text_in_small_chunks() {
    let text = text(3000);
    let expected = in_turn(small().from_reader(text.as_bytes()).expect("memory"));
    assert!(expected.games.len() > 3000 && expected.findings.len() > 1000);
    assert!(expected.findings.iter().any(|d| d.code.id == "game-limit"));
    for threads in [0, 1, 2, 5] {
        let heard = on_threads(
            small().from_reader(text.as_bytes()).expect("memory"),
            threads,
        );
        assert!(heard == expected, "{threads} threads");
    }
}

#[test]
fn every_file_of_the_corpus() {
    let found = own_files();
    assert!(found.len() > 10);
    for path in found {
        for builder in [Reader::builder(), small()] {
            let expected = in_turn(builder.from_path(&path).expect("it can be read"));
            for threads in [0, 3] {
                let heard = on_threads(builder.from_path(&path).expect("it can be read"), threads);
                assert!(heard == expected, "{} on {threads}", path.display());
            }
        }
    }
}

/// Documents of each format, some broken, in chunks that end inside them.
#[test]
fn documents_in_small_chunks() {
    let pcn = include_str!("../../src/format/pcn/sample.json");
    let object = "{\"tags\":{\"Event\":\"Open\"},\"moves\":[{\"text\":\"e4\"},{\"text\":\"e9\"}],\"result\":\"1-0\"}\n";
    let sources = [
        // The array is never closed.
        format!("[{pcn},{pcn}"),
        format!("{pcn}\nstray\n{pcn}\n{{\"format\":1}}\n").repeat(4),
        object.repeat(20),
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n8/8 w\n".repeat(30),
        "position startpos moves e2e4 e7e5\nposition startpos moves d2d4 e2e9\n".repeat(30),
    ];
    for source in sources {
        let expected = in_turn(small().from_reader(source.as_bytes()).expect("memory"));
        assert!(!expected.findings.is_empty(), "{source:.80}");
        for threads in [0, 1, 3] {
            let reader = small().from_reader(source.as_bytes()).expect("memory");
            let format = reader.format();
            assert_ne!(format, movetext::Format::Records, "{source:.80}");
            let heard = on_threads(reader, threads);
            assert_eq!(heard.findings, expected.findings, "{format:?}");
            assert!(heard == expected, "{format:?} on {threads} threads");
        }
    }
}

/// Games that were read one by one before are not read again.
#[test]
fn going_on_in_the_middle() {
    let text = text(100);
    let expected = in_turn(small().from_reader(text.as_bytes()).expect("memory"));
    for first in [0, 1, 2, 30, 90] {
        for threads in [0, 2] {
            let mut reader = small().from_reader(text.as_bytes()).expect("memory");
            let mut heard = Heard::default();
            for _ in 0..first {
                let mut recorder = Recorder::default();
                let game = reader.next_game(&mut recorder, &mut heard.findings);
                let game = game.expect("memory").expect("there are more");
                heard.games.push(game);
            }
            let mut rest = Heard::default();
            let mut last = 0;
            let _ = reader.read_parallel(
                threads,
                |portion, out| {
                    let mut findings = Vec::new();
                    let mut games = Games(Vec::new());
                    let stats = portion.read(&mut games, &mut findings);
                    out((games.0, findings));
                    stats
                },
                |part| {
                    if let Part::Output { before, output } = part {
                        for ordinal in output.0 {
                            last += 1;
                            assert_eq!(before + ordinal, first + last);
                        }
                        let findings = output.1.into_iter();
                        rest.findings
                            .extend(findings.map(|d| d.after_games(before)));
                    }
                    ControlFlow::<()>::Continue(())
                },
            );
            assert_eq!(first + last, expected.games.len() as u64);
            heard.findings.extend(rest.findings);
            assert_eq!(heard.findings, expected.findings);
            let stats = reader.read(&mut (), &mut ()).expect("memory");
            assert_eq!(stats, expected.stats);
        }
    }
}

/// The numbers of games.
struct Games(Vec<u64>);

impl movetext::Visitor for Games {
    fn end_game(&mut self, summary: &GameSummary) {
        self.0.push(summary.ordinal);
    }
}

/// Gives its bytes and fails.
struct Failing<'a>(&'a [u8]);

impl Read for Failing<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("the disk is on fire")),
            read => Ok(read),
        }
    }
}

#[test]
fn failures_come_after_what_stands_before() {
    let text = text(200);
    for source in [&text[..], &text[..text.len() / 2], &text[..300]] {
        let open = || small().from_reader(Failing(source.as_bytes()));
        let expected = in_turn(open().expect("it begins"));
        assert_eq!(expected.failed.as_deref(), Some("the disk is on fire"));
        for threads in [0, 1, 4] {
            let heard = on_threads(open().expect("it begins"), threads);
            assert!(heard == expected, "{threads} threads");
        }
    }
}

#[test]
fn what_holds_no_games_is_told_in_the_same_way() {
    for source in ["", "<html>nothing</html>", "just a letter\n"] {
        let open = || small().from_reader(source.as_bytes()).expect("memory");
        assert!(on_threads(open(), 2) == in_turn(open()), "{source:?}");
    }
}

#[test]
fn breaking_off() {
    let text = text(2000);
    for threads in [0, 1, 3] {
        let mut reader = small().from_reader(text.as_bytes()).expect("memory");
        let (mut chunks, scanned) = (0, AtomicUsize::new(0));
        let broken_off = reader.read_parallel(
            threads,
            |portion, out| {
                scanned.fetch_add(1, Ordering::Relaxed);
                out(());
                out(());
                out(());
                portion.read(&mut (), &mut ())
            },
            |part| match part {
                Part::Output { .. } => ControlFlow::Continue(()),
                Part::End { .. } => {
                    chunks += 1;
                    match chunks {
                        5 => ControlFlow::Break("enough"),
                        _ => ControlFlow::Continue(()),
                    }
                }
            },
        );
        assert_eq!(broken_off, ControlFlow::Break("enough"));
        assert_eq!(chunks, 5);
        // No more than a few chunks ahead.
        assert!(scanned.load(Ordering::Relaxed) <= 5 + 2 * threads + 2);
        let games = reader.stats().counts.games;
        assert!(games > 5 && games < 100, "{games}");
        let next = reader.next_game(&mut (), &mut ()).expect("memory");
        assert_eq!(next, None);
    }
}

#[test]
fn a_panic_is_passed_on() {
    let text = text(500);
    for threads in [0, 1, 3] {
        let mut outputs = 0;
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let mut reader = small().from_reader(text.as_bytes()).expect("memory");
            reader.read_parallel(
                threads,
                |portion, out| {
                    assert!(portion.chunk().start < 10_000, "too far");
                    out(());
                    portion.read(&mut (), &mut ())
                },
                |part| {
                    outputs += u64::from(matches!(part, Part::Output { .. }));
                    ControlFlow::<()>::Continue(())
                },
            )
        }));
        let payload = panic.expect_err("it panics");
        assert_eq!(payload.downcast_ref(), Some(&"too far"));
        assert!(outputs > 3);
    }
}

/// The shared corpora, where they are: large files in chunks of the usual size.
#[test]
fn large_files() {
    let Some(folder) = movetext_generate::real_files("") else {
        return;
    };
    for file in ["chess/otb_30.pgn", "xiangqi/ccpd_5000.big5.pgn"] {
        let path = Path::new(&folder).join(file);
        let mut findings = Vec::new();
        let mut reader = Reader::from_path(&path).expect("it is there");
        let mut spans = Vec::new();
        while let Some(game) = reader.next_game(&mut (), &mut findings).expect("no error") {
            spans.push((game.ordinal, game.span));
        }
        let stats = reader.stats().clone();
        for threads in [0, 2, 4] {
            let mut reader = Reader::from_path(&path).expect("it is there");
            let (mut found, mut begun) = (Vec::new(), Vec::new());
            let read = reader.read_parallel(
                threads,
                |mut portion, out| {
                    let (mut games, mut findings) = (Vec::new(), Vec::new());
                    while let Some(game) = portion.next_game(&mut (), &mut findings) {
                        games.push(game);
                    }
                    out((games, findings));
                    portion.end()
                },
                |part| {
                    if let Part::Output { before, output } = part {
                        let games = output.0.into_iter();
                        begun.extend(games.map(|game| (before + game.ordinal, game.span)));
                        let more = output.1.into_iter();
                        found.extend(more.map(|finding| finding.after_games(before)));
                    }
                    ControlFlow::<()>::Continue(())
                },
            );
            assert!(read.is_continue());
            let read = reader.read(&mut (), &mut found).expect("no error");
            assert!(
                read == stats && begun == spans && found == findings,
                "{file}"
            );
        }
    }
}
