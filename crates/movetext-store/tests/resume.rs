//! Imports that are broken off.

mod common;

use common::{Folder, documents, dump, games, import, import_with, query, small, stop_at};
use movetext_store::{Event, ImportOptions, SourceOutcome, Store};
use std::io::Write;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    out.write_all(bytes).expect("memory can be written");
    out.finish().expect("memory can be written")
}

fn utf16(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// The same games in ASCII first and not, in several encodings and compressions.
fn sources(folder: &Folder) -> Vec<PathBuf> {
    let text = games(50);
    let late = format!("{}{text}", games(30).replace('ü', "ue"));
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let chinese = text.replace("Müller, A", "胡荣华");
    let (gb18030, ..) = encoding_rs::GB18030.encode(&chinese);
    vec![
        folder.write("plain.pgn", &text),
        folder.write("bom.pgn", format!("\u{FEFF}{text}")),
        folder.write("late.pgn", &late),
        folder.write("latin.pgn", latin),
        folder.write("utf16.pgn", utf16(&text)),
        folder.write("chinese.pgn", gb18030),
        // The same text compressed would be known already.
        folder.write("plain.pgn.gz", gzip(text.replace("Open", "Cup").as_bytes())),
        folder.write(
            "late.pgn.zst",
            zstd::encode_all(late.replace("Open", "Club").as_bytes(), 1).expect("memory"),
        ),
    ]
}

fn whole(folder: &Folder, path: &Path, options: &ImportOptions) -> String {
    let mut store = folder.store("whole.db");
    let outcome = import(&mut store, path, options);
    assert!(
        matches!(outcome, SourceOutcome::Imported { resumed: false, .. }),
        "{outcome:?}"
    );
    let dump = dump(&store);
    remove_database(folder, store);
    dump
}

fn remove_database(folder: &Folder, store: Store) {
    drop(store);
    for name in ["whole.db", "broken.db"] {
        let _ = std::fs::remove_file(folder.path(name));
    }
}

#[test]
fn stopping_anywhere_changes_nothing() {
    let folder = Folder::new();
    for path in sources(&folder) {
        let options = small();
        let whole = whole(&folder, &path, &options);
        for k in 1..=16 {
            let mut broken = folder.store("broken.db");
            let outcome = import_with(&mut broken, &path, &options, &mut stop_at(k));
            let SourceOutcome::Stopped {
                source: Some(1),
                counts,
            } = outcome
            else {
                panic!("{}: {outcome:?}", path.display());
            };
            drop(broken);
            let mut again = folder.store("broken.db");
            let stored: i64 = query(&again, "SELECT count(*) FROM games");
            assert_eq!(counts.games, stored.unsigned_abs());
            let outcome = import(&mut again, &path, &options);
            assert!(
                matches!(outcome, SourceOutcome::Imported { resumed: true, .. }),
                "{outcome:?}"
            );
            assert_eq!(dump(&again), whole, "{} broken at {k}", path.display());
            remove_database(&folder, again);
        }
    }
}

#[test]
fn stopping_inside_documents_changes_nothing() {
    let folder = Folder::new();
    for (name, bytes) in documents(60) {
        let path = folder.write(name, bytes);
        let options = small();
        let whole = whole(&folder, &path, &options);
        for k in [1, 2, 3, 5] {
            let mut runs = 1;
            loop {
                let mut store = folder.store("broken.db");
                match import_with(&mut store, &path, &options, &mut stop_at(k)) {
                    SourceOutcome::Stopped { .. } => runs += 1,
                    SourceOutcome::Imported { resumed, .. } => {
                        assert_eq!(resumed, runs > 1);
                        assert_eq!(dump(&store), whole, "{name} broken at {k}");
                        remove_database(&folder, store);
                        break;
                    }
                    other => panic!("{name}: {other:?}"),
                }
                assert!(runs < 1000, "{name} does not come to an end");
            }
            assert!(runs > 2 || k > 1, "{name}: {runs} runs");
        }
    }
}

#[test]
fn stopping_at_every_chunk_changes_nothing() {
    let folder = Folder::new();
    for path in sources(&folder) {
        let options = small();
        let whole = whole(&folder, &path, &options);
        let mut runs = 0;
        loop {
            runs += 1;
            let mut store = folder.store("broken.db");
            match import_with(&mut store, &path, &options, &mut stop_at(1)) {
                SourceOutcome::Stopped { .. } => {}
                SourceOutcome::Imported { .. } => {
                    assert_eq!(dump(&store), whole, "{}", path.display());
                    remove_database(&folder, store);
                    break;
                }
                other => panic!("{other:?}"),
            }
        }
        assert!(runs > 10, "{}: {runs} runs", path.display());
    }
}

/// A crash in the middle of a transaction: what was not committed is lost, and read again.
#[test]
fn crashing_anywhere_changes_nothing() {
    let folder = Folder::new();
    let path = folder.write("plain.pgn", games(50));
    let mut options = small();
    options.batch = 7;
    let whole = whole(&folder, &path, &options);
    for k in 1..20 {
        let mut store = folder.store("broken.db");
        let mut left = k;
        let crash = catch_unwind(AssertUnwindSafe(|| {
            import_with(&mut store, &path, &options, &mut |event: &Event<'_>| {
                if let Event::Read { .. } = event {
                    left -= 1;
                    assert_ne!(left, 0, "a crash");
                }
                ControlFlow::Continue(())
            })
        }));
        assert!(crash.is_err());
        drop(store);
        let mut again = folder.store("broken.db");
        import(&mut again, &path, &options);
        assert_eq!(dump(&again), whole, "crashed at {k}");
        remove_database(&folder, again);
    }
}

#[test]
fn several_sources_go_on_where_they_stopped() {
    let folder = Folder::new();
    let paths = sources(&folder);
    let options = small();
    let mut store = folder.store("whole.db");
    store.import(&paths, &options, &mut ()).expect("it works");
    let whole = dump(&store);
    for k in [1, 30, 60, 90, 200] {
        let mut broken = folder.store("broken.db");
        let report = broken
            .import(&paths, &options, &mut stop_at(k))
            .expect("it works");
        assert!(report.stopped);
        drop(broken);
        let mut again = folder.store("broken.db");
        let report = again.import(&paths, &options, &mut ()).expect("it works");
        assert_eq!(report.sources.len(), paths.len());
        assert_eq!(dump(&again), whole);
        drop(again);
        std::fs::remove_file(folder.path("broken.db")).expect("it is there");
    }
}

#[test]
fn a_changed_file_is_refused() {
    let folder = Folder::new();
    let text = games(50);
    let path = folder.write("a.pgn", &text);
    let mut store = folder.store("a.db");
    import_with(&mut store, &path, &small(), &mut stop_at(20));
    let before = dump(&store);
    for changed in [
        text.replacen("Open 1", "Open X", 1),
        text[..1000].to_owned(),
        format!("{text}{text}"),
    ] {
        folder.write("a.pgn", changed);
        let SourceOutcome::Refused { source: 1, reason } = import(&mut store, &path, &small())
        else {
            panic!("it was taken");
        };
        assert!(
            reason.contains("changed since its import began"),
            "{reason}"
        );
        assert_eq!(dump(&store), before);
    }
    // Once what is stored is removed, the file is like any other.
    store.remove(1).expect("it is there");
    assert!(!dump(&store).contains("Open"));
    let outcome = import(&mut store, &path, &small());
    assert!(matches!(outcome, SourceOutcome::Imported { .. }));
    assert!(store.remove(7).is_err());
}

#[test]
fn other_options_are_refused() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", games(50));
    let mut store = folder.store("a.db");
    import_with(&mut store, &path, &small(), &mut stop_at(20));
    let mut other = small();
    other.limits.depth = 3;
    let outcome = import(&mut store, &path, &other);
    let SourceOutcome::Refused { reason, .. } = outcome else {
        panic!("{outcome:?}");
    };
    assert!(reason.contains("other options"), "{reason}");
    // Threads and batches have no influence on what is stored.
    let mut same = small();
    same.jobs = 1;
    same.batch = 1000;
    let outcome = import(&mut store, &path, &same);
    assert!(matches!(outcome, SourceOutcome::Imported { .. }));
}

/// A copy of a file whose import is not finished would be stored twice.
#[test]
fn a_copy_of_an_unfinished_source_is_refused() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", games(50));
    let copy = folder.write("b.pgn", games(50));
    let mut store = folder.store("a.db");
    import_with(&mut store, &path, &small(), &mut stop_at(20));
    let outcome = import(&mut store, &copy, &small());
    assert!(
        matches!(outcome, SourceOutcome::Refused { source: 1, .. }),
        "{outcome:?}"
    );
}

/// Two processes that go on with the same source do not store it twice.
#[test]
fn two_imports_at_once_do_not_mix() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", games(50));
    let mut one = folder.store("a.db");
    let mut other = folder.store("a.db");
    let mut done = false;
    let error = one
        .import([&path], &small(), &mut |event: &Event<'_>| {
            if let (Event::Begun { .. }, false) = (event, done) {
                done = true;
                import(&mut other, &path, &small());
            }
            ControlFlow::Continue(())
        })
        .expect_err("the other was faster");
    assert!(error.to_string().contains("another process"), "{error}");
    assert_eq!(query::<i64>(&one, "SELECT count(*) FROM sources"), 1);
}
