//! Which files are taken, and what is given back of them.

mod common;

use common::{Folder, documents, dump, games, import, query, small};
use movetext_store::{Error, ImportOptions, SourceOutcome, State, Store, walk};
use std::fs;
use std::io::Write;

#[test]
fn content_that_is_stored_is_passed_over() {
    let folder = Folder::new();
    let text = games(20);
    let path = folder.write("a.pgn", &text);
    let copy = folder.write("copy.pgn", &text);
    let other = folder.write("other.pgn", text.replace("Open 1", "Open X"));
    let mut store = folder.store("a.db");
    import(&mut store, &path, &small());
    let before = dump(&store);
    for again in [&path, &copy] {
        let SourceOutcome::Known {
            source: 1,
            path: first,
        } = import(&mut store, again, &small())
        else {
            panic!("it was taken");
        };
        assert_eq!(first, path);
        assert_eq!(dump(&store), before);
    }
    // The same size is not the same content.
    let outcome = import(&mut store, &other, &small());
    assert!(matches!(outcome, SourceOutcome::Imported { source: 2, .. }));
    // A file that has changed since is not mixed up with what is stored.
    folder.write("a.pgn", "1. e4 *");
    let outcome = import(&mut store, &path, &small());
    assert!(
        matches!(&outcome, SourceOutcome::Refused { source: 1, reason } if reason.contains("changed")),
        "{outcome:?}"
    );
}

#[test]
fn a_truncated_source_keeps_what_was_read() {
    let folder = Folder::new();
    // Two frames, so that the first can be read to its end.
    let (one, two) = (games(30), games(40));
    let mut bytes = zstd::encode_all(one.as_bytes(), 1).expect("memory");
    bytes.extend(zstd::encode_all(two.as_bytes(), 1).expect("memory"));
    bytes.truncate(bytes.len() - 20);
    let path = folder.write("a.pgn.zst", &bytes);
    let copy = folder.write("copy.pgn.zst", &bytes);
    let mut store = folder.store("a.db");
    let outcome = import(&mut store, &path, &small());
    let SourceOutcome::Failed {
        source: Some(1),
        counts,
        ..
    } = outcome
    else {
        panic!("{outcome:?}");
    };
    assert!(counts.games >= 30);
    let source = &store.sources().expect("it can be read")[0];
    assert_eq!(source.state, State::Failed);
    assert!(source.error.is_some() && source.content_hash.is_some());
    assert_eq!(source.counts, counts);
    let codes: i64 = query(
        &store,
        "SELECT count(*) FROM diagnostics WHERE code = 'unreadable-source' AND game_ordinal = 0",
    );
    assert_eq!(codes, 1);
    let before = dump(&store);
    for again in [&path, &copy] {
        let outcome = import(&mut store, again, &small());
        assert!(
            matches!(&outcome, SourceOutcome::Refused { source: 1, reason } if reason.contains("before")),
            "{outcome:?}"
        );
        assert_eq!(dump(&store), before);
    }
}

/// What holds text that was not read is not done, and says so; what was read of it is stored.
#[test]
fn text_that_was_not_read_is_not_done() {
    let folder = Folder::new();
    let text = games(20);
    let wide: Vec<u8> = text.bytes().flat_map(|byte| [byte, 0]).collect();
    let path = folder.write(
        "a.pgn",
        [text.as_bytes(), &wide, b"\n\n", text.as_bytes()].concat(),
    );
    let mut store = folder.store("a.db");
    let outcome = import(&mut store, &path, &small());
    let SourceOutcome::Failed { counts, error, .. } = outcome else {
        panic!("{outcome:?}");
    };
    assert!(counts.games >= 39, "{counts:?}");
    assert!(error.contains("another encoding"), "{error}");
    let source = &store.sources().expect("it can be read")[0];
    assert_eq!(source.state, State::Failed);
    // A mark between the files hides nothing.
    let path = folder.write(
        "b.pgn",
        [text.as_bytes(), b"\xFF\xFE", text.as_bytes()].concat(),
    );
    let outcome = import(&mut store, &path, &small());
    assert!(
        matches!(&outcome, SourceOutcome::Imported { counts, .. } if counts.games == 42),
        "{outcome:?}"
    );
}

#[test]
fn the_original_text_is_given_back() {
    let folder = Folder::new();
    let text = games(30);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes()).expect("memory");
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let cases = [
        (
            "a.pgn",
            text.clone().into_bytes(),
            text.clone().into_bytes(),
        ),
        (
            "b.pgn.gz",
            gzip.finish().expect("memory"),
            text.clone().into_bytes(),
        ),
        ("c.pgn", utf16.clone(), utf16),
    ];
    for (name, bytes, original) in cases {
        let path = folder.write(name, bytes);
        let mut store = folder.store(&format!("{name}.db"));
        import(&mut store, &path, &small());
        let count: i64 = query(&store, "SELECT count(*) FROM games");
        assert!(count > 25, "{name}");
        for id in 1..=count {
            let start: i64 = query(
                &store,
                &format!("SELECT byte_start FROM games WHERE id = {id}"),
            );
            let game = store.text(id).expect("the source is there");
            let start = usize::try_from(start).expect("it is small");
            assert_eq!(game, original[start..start + game.len()], "{name} {id}");
            let decoded = match name {
                "c.pgn" => String::from_utf16(
                    &game
                        .chunks(2)
                        .map(|unit| u16::from_le_bytes([unit[0], unit[1]]))
                        .collect::<Vec<_>>(),
                )
                .expect("it is whole"),
                _ => String::from_utf8(game).expect("it is whole"),
            };
            let event: Option<String> =
                query(&store, &format!("SELECT event FROM games WHERE id = {id}"));
            let event = event.expect("all of them have one");
            assert!(
                decoded.starts_with(&format!("[Event \"{event}\"]")),
                "{name} {id}: {decoded}"
            );
        }
        assert!(matches!(store.text(count + 1), Err(Error::NotFound { .. })));
        // The source is not needed.
        fs::remove_file(&path).expect("it is there");
        assert!(store.text(1).is_ok());
    }
}

/// A file that was moved keeps its place; text that is compressed otherwise is the same text.
#[test]
fn moved_and_compressed_files_are_known() {
    let folder = Folder::new();
    let text = games(30);
    let path = folder.write("a.pgn", &text);
    let mut store = folder.store("a.db");
    import(&mut store, &path, &small());
    let zstd = zstd::encode_all(text.as_bytes(), 1).expect("memory");
    let outcome = import(&mut store, &folder.write("a.pgn.zst", zstd), &small());
    assert!(
        matches!(&outcome, SourceOutcome::Known { source: 1, path: stored } if *stored == path),
        "{outcome:?}"
    );
    let moved = folder.path("b.pgn");
    fs::rename(&path, &moved).expect("it can be moved");
    let outcome = import(&mut store, &moved, &small());
    assert!(
        matches!(&outcome, SourceOutcome::Moved { source: 1, from } if *from == path),
        "{outcome:?}"
    );
    let sources = store.sources().expect("it can be read");
    assert_eq!((sources.len(), &sources[0].path), (1, &moved));
    // What begins alike is not the same.
    let longer = zstd::encode_all(format!("{text}{text}").as_bytes(), 1).expect("memory");
    let outcome = import(&mut store, &folder.write("c.pgn.zst", longer), &small());
    assert!(
        matches!(outcome, SourceOutcome::Imported { .. }),
        "{outcome:?}"
    );
}

/// Games in any format that games are read from are stored: as many, whatever the
/// number of threads.
#[test]
fn games_in_documents_are_stored() {
    let folder = Folder::new();
    for (name, bytes) in documents(60) {
        let path = folder.write(name, bytes);
        let mut dumps = Vec::new();
        for jobs in [1, 3] {
            let database = format!("{name}{jobs}.db");
            let mut store = folder.store(&database);
            let options = ImportOptions { jobs, ..small() };
            let outcome = import(&mut store, &path, &options);
            let SourceOutcome::Imported { counts, .. } = outcome else {
                panic!("{name}: {outcome:?}");
            };
            let (games, plies) = match name {
                // Each position is a game without moves.
                "games.fen" => (180, 0),
                "games.xml" | "games.wxf" => (60, 120),
                _ => (60, 180),
            };
            assert_eq!((counts.games, counts.errors), (games, 0), "{name}");
            assert_eq!(query::<i64>(&store, "SELECT sum(plies) FROM games"), plies);
            let last: i64 = query(&store, "SELECT max(ordinal) FROM games");
            assert_eq!(last.unsigned_abs(), games, "{name}");
            dumps.push(dump(&store));
        }
        assert_eq!(dumps[0], dumps[1], "{name}");
    }
}

#[test]
fn what_is_no_record_of_games_is_passed_over() {
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let paths = [
        folder.write("empty.pgn", ""),
        folder.write("picture.png", b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"),
        folder.write(
            "noise.pgn",
            (0..=255u8).cycle().take(5000).collect::<Vec<_>>(),
        ),
        folder.path("a.db"),
        folder.path("a.db-wal"),
        folder.path(""),
    ];
    let report = store
        .import(&paths, &ImportOptions::default(), &mut ())
        .expect("it works");
    for source in &report.sources {
        assert!(
            matches!(source.outcome, SourceOutcome::NotGames { .. }),
            "{source:?}"
        );
    }
    let outcome = import(&mut store, &folder.path("missing.pgn"), &small());
    assert!(
        matches!(outcome, SourceOutcome::Failed { source: None, .. }),
        "{outcome:?}"
    );
    assert!(store.sources().expect("it can be read").is_empty());
}

#[test]
fn folders_are_walked_in_order() {
    let folder = Folder::new();
    for name in ["b", "a", "a/z"] {
        fs::create_dir(folder.path(name)).expect("it can be made");
    }
    for name in ["b/2.pgn", "b/10.pgn", "a/z/1.pgn", "a/0.pgn", "c.pgn"] {
        folder.write(name, "*");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path(""), folder.path("b/loop")).expect("it can be made");
    let (mut files, mut errors) = (Vec::new(), Vec::new());
    for entry in walk([folder.path("c.pgn"), folder.path(""), folder.path("none")]) {
        match entry {
            Ok(path) => files.push(path),
            Err(error) => errors.push(error),
        }
    }
    let expected = [
        "c.pgn",
        "a/0.pgn",
        "a/z/1.pgn",
        "b/10.pgn",
        "b/2.pgn",
        "c.pgn",
    ];
    assert_eq!(files, expected.map(|name| folder.path(name)));
    assert_eq!(errors.len(), if cfg!(unix) { 2 } else { 1 }, "{errors:?}");
    assert!(errors.iter().any(|error| error.path == folder.path("none")));
}

#[test]
fn failures_of_the_database_name_its_file() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", games(400));

    // In use.
    let mut store = folder.store("busy.db");
    let other = folder.store("busy.db");
    store
        .connection()
        .busy_timeout(std::time::Duration::from_millis(1))
        .expect("it can be set");
    other
        .connection()
        .execute_batch("BEGIN IMMEDIATE")
        .expect("it is free");
    let error = store
        .import([&path], &small(), &mut ())
        .expect_err("in use");
    let message = error.to_string();
    assert!(
        message.contains("busy.db") && message.contains("in use"),
        "{message}"
    );

    // Full: what was committed is kept, and the import goes on when there is room again.
    let mut store = folder.store("full.db");
    let whole = {
        let mut store = folder.store("whole.db");
        import(&mut store, &path, &small());
        dump(&store)
    };
    store
        .connection()
        .execute_batch("PRAGMA max_page_count = 16")
        .expect("it can be set");
    let error = store.import([&path], &small(), &mut ()).expect_err("full");
    let message = error.to_string();
    assert!(
        message.contains("full.db") && message.contains("full"),
        "{message}"
    );
    assert!(query::<i64>(&store, "SELECT count(*) FROM games") > 10);
    drop(store);
    let mut store = folder.store("full.db");
    import(&mut store, &path, &small());
    assert_eq!(dump(&store), whole);

    // Read only, foreign, no database at all, of another version.
    let mut store = Store::open_read_only(folder.path("full.db")).expect("it is there");
    store.remove(1).expect_err("it cannot be written");
    let error = store
        .import([folder.write("b.pgn", games(3))], &small(), &mut ())
        .expect_err("it cannot be written");
    assert!(error.to_string().contains("read-only"), "{error}");
    let foreign = folder.path("foreign.db");
    movetext_store::rusqlite::Connection::open(&foreign)
        .and_then(|connection| connection.execute_batch("CREATE TABLE t (a)"))
        .expect("it can be made");
    assert!(matches!(
        Store::open(&foreign),
        Err(Error::NotAStore { .. })
    ));
    let error = Store::open(&path).expect_err("it is no database");
    assert!(error.to_string().contains("a.pgn"), "{error}");
    folder
        .store("new.db")
        .connection()
        .execute_batch("PRAGMA user_version = 99")
        .expect("it can be set");
    let error = Store::open(folder.path("new.db")).expect_err("it is newer");
    assert!(matches!(error, Error::Version { found: 99, .. }), "{error}");
}

/// The corpora, where they are there: nothing is lost on the way to the database.
#[test]
fn corpora_are_stored_whole() {
    let Some(corpora) = movetext_generate::real_files("chess/odd") else {
        return;
    };
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let files: Vec<_> = walk([corpora]).filter_map(Result::ok).collect();
    let report = store
        .import(&files, &ImportOptions::default(), &mut ())
        .expect("it works");
    let mut games = 0;
    for source in &report.sources {
        match &source.outcome {
            SourceOutcome::Imported { counts, .. } => games += counts.games,
            SourceOutcome::NotGames { .. } | SourceOutcome::Known { .. } => {}
            other => panic!("{}: {other:?}", source.path.display()),
        }
    }
    assert!(games >= 10, "{games}");
    let stored: i64 = query(&store, "SELECT count(*) FROM games");
    assert_eq!(stored.unsigned_abs(), games);
}
