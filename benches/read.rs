//! Reading with full replay, checking and writing, per variant: the project's own corpus, repeated to about a megabyte.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use movetext::check::{Checker, Conformance};
use movetext::diagnostic::Diagnostic;
use movetext::diagnostic::Severity;
use movetext::writing::WriteGame;
use movetext::{Game, Reader, json, pgn};
use std::fs;
use std::path::Path;

const SIZE: usize = 1 << 20;

/// The files of a variant one after another, again and again.
fn database(variant: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(variant);
    let mut paths: Vec<_> = fs::read_dir(&folder)
        .expect("the project's corpus")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|e| e == "pgn" || e == "ctl-pgn")
        })
        .collect();
    paths.sort();
    let mut once = Vec::new();
    for path in paths {
        let text = fs::read(&path).expect("a readable file");
        // One text can only be in one encoding.
        if std::str::from_utf8(&text).is_ok() {
            once.extend(text);
            once.extend(b"\n\n");
        }
    }
    assert!(!once.is_empty(), "no files for {variant}");
    once.repeat(SIZE.div_ceil(once.len()))
}

fn read(c: &mut Criterion) {
    let mut group = c.benchmark_group("read");
    for variant in ["chess", "xiangqi", "cescacs"] {
        let text = database(variant);
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(format!("{variant}/replay"), |b| {
            b.iter(|| {
                let mut reader = Reader::builder().from_reader(&text[..]).expect("bytes");
                reader.read(&mut (), &mut ()).expect("bytes").counts.plies
            });
        });
        group.bench_function(format!("{variant}/replay and diagnostics"), |b| {
            b.iter(|| {
                let mut reader = Reader::builder().from_reader(&text[..]).expect("bytes");
                let mut findings: Vec<Diagnostic> = Vec::new();
                reader.read(&mut (), &mut findings).expect("bytes");
                findings.len()
            });
        });
        group.bench_function(format!("{variant}/tree"), |b| {
            b.iter(|| {
                let mut reader = Reader::builder().from_reader(&text[..]).expect("bytes");
                let mut game = Game::new();
                let mut games = 0;
                while reader.read_game(&mut game, &mut ()).expect("bytes") {
                    games += 1;
                }
                games
            });
        });
    }
    group.finish();
}

/// What `check` does, without the printing.
fn check(c: &mut Criterion) {
    let mut group = c.benchmark_group("check");
    let modes = [
        ("default", Conformance::Consistency, Severity::Warning),
        ("advice too", Conformance::Consistency, Severity::Info),
        ("export format", Conformance::Export, Severity::Info),
    ];
    for variant in ["chess", "xiangqi", "cescacs"] {
        let text = database(variant);
        group.throughput(Throughput::Bytes(text.len() as u64));
        for (name, conformance, least) in modes {
            group.bench_function(format!("{variant}/{name}"), |b| {
                b.iter(|| {
                    let mut reader = Reader::builder().from_reader(&text[..]).expect("bytes");
                    let mut checker = Checker::new(conformance).least(least).fixes(false);
                    let mut findings: Vec<Diagnostic> = Vec::new();
                    reader.read(&mut checker, &mut findings).expect("bytes");
                    findings.len()
                });
            });
        }
    }
    group.finish();
}

/// What `fmt` and `convert` do, without the files.
fn write(c: &mut Criterion) {
    let mut group = c.benchmark_group("write");
    for variant in ["chess", "xiangqi", "cescacs"] {
        let text = database(variant);
        group.throughput(Throughput::Bytes(text.len() as u64));
        let writers: [(&str, Box<dyn WriteGame>); 2] = [
            ("pgn", Box::new(<pgn::Writer>::new(pgn::Options::default()))),
            ("json", Box::new(json::Writer::new("games"))),
        ];
        for (name, mut writer) in writers {
            group.bench_function(format!("{variant}/{name}"), |b| {
                b.iter(|| {
                    let mut reader = Reader::builder().from_reader(&text[..]).expect("bytes");
                    let (mut game, mut out) = (Game::new(), Vec::new());
                    while reader.read_game(&mut game, &mut ()).expect("bytes") {
                        // A game that the format cannot hold is left out.
                        let _ = writer.write_game(&game, &mut out);
                    }
                    out.len()
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, read, check, write);
criterion_main!(benches);
