//! Databases that are checked, put together, and brought up to date.

mod common;

use common::{Folder, dump, games, import, query, small};
use movetext_store::{Error, ImportOptions, Query, Store};
use std::fs;
use std::io::Read;

fn text_of(store: &Store, source: i64) -> Vec<u8> {
    let mut text = Vec::new();
    let mut reader = store.source_text(source).expect("it is there");
    reader.read_to_end(&mut text).expect("it can be read");
    text
}

/// What two databases have together is what one would have if all were imported into it.
#[test]
fn merged_databases_are_as_one() {
    let folder = Folder::new();
    let one = folder.write("one.pgn", games(30));
    let two = folder.write("two.pgn", games(50).replace("Open", "Cup"));
    let three = folder.write(
        "three.pgn",
        "[Event \"?\"]\n[Annotator \"X\"]\n\n1. d4 d5 2. c4 *\n",
    );
    for (name, paths) in [("a.db", vec![&one, &three]), ("b.db", vec![&two, &one])] {
        let mut store = folder.store(name);
        for path in paths {
            import(&mut store, path, &small());
        }
    }
    let mut merged = folder.store("merged.db");
    let (a, b) = (folder.store("a.db"), folder.store("b.db"));
    assert_eq!(
        merged.merge(&a).expect("it works").added,
        [one.clone(), three.clone()]
    );
    let report = merged.merge(&b).expect("it works");
    assert_eq!(
        (report.added, report.known),
        (vec![two.clone()], vec![one.clone()])
    );
    let mut whole = folder.store("whole.db");
    for path in [&one, &three, &two] {
        import(&mut whole, path, &small());
    }
    let without_sets = |store: &Store| {
        let dump = dump(store);
        let (before, rest) = dump.split_once("# tag_sets").expect("a table");
        format!(
            "{before}{}",
            &rest[rest.find("# lines").expect("a table")..]
        )
    };
    assert_eq!(without_sets(&merged), without_sets(&whole));
    let tags = "SELECT group_concat(game_id || name || value, '|') FROM tags";
    assert_eq!(
        query::<String>(&merged, tags),
        query::<String>(&whole, tags)
    );
    assert_eq!(merged.check_all(true).expect("it can be read"), []);
    let at = Query::new()
        .position("rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq c3 0 2")
        .expect("a position");
    let hits = |store: &Store| store.find(&at, 2).expect("it can be read");
    assert_eq!(hits(&merged), hits(&whole));
    assert!(hits(&merged).len() > 5);
    for (id, path) in [(1, &one), (2, &three), (3, &two)] {
        assert!(text_of(&merged, id) == fs::read(path).expect("it is there"));
    }
    drop(merged);
    Store::open(folder.path("merged.db")).expect("it is sound");
}

#[test]
fn what_cannot_be_merged_is_refused() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", games(10));
    let mut a = folder.store("a.db");
    import(&mut a, &path, &small());
    folder.write("a.pgn", games(20));
    let mut b = folder.store("b.db");
    import(&mut b, &path, &small());
    let before = dump(&a);
    assert!(matches!(a.merge(&b), Err(Error::Conflict { .. })));
    assert_eq!(dump(&a), before);
}

/// What the pages of SQLite do not show.
#[test]
fn changed_text_and_moves_are_noticed() {
    for (statement, problem) in [
        ("UPDATE texts SET data = X'00' WHERE id = 1", "text"),
        (
            "UPDATE texts SET data = CAST(substr(data, 1, length(data) - 1) || X'77' AS BLOB) WHERE id = 2",
            "text",
        ),
        ("DELETE FROM texts WHERE id = 2", "text"),
        (
            "UPDATE sources SET text_hash = zeroblob(32)",
            "not what was read",
        ),
        (
            "UPDATE lines SET data = X'000100' WHERE first_game = 1",
            "moves",
        ),
        ("UPDATE games SET plies = plies + 1 WHERE id = 1", "plies"),
        ("DELETE FROM lines", "not as many games"),
    ] {
        let folder = Folder::new();
        let path = folder.write("a.pgn", games(40));
        let mut store = folder.store("a.db");
        import(&mut store, &path, &small());
        assert_eq!(store.check_all(true).expect("it can be read"), []);
        store.connection().execute(statement, []).expect(statement);
        let problems = store.check_all(false).expect("it can be read");
        assert!(
            problems.iter().any(|found| found.message.contains(problem)),
            "{statement}: {problems:?}"
        );
    }
}

#[test]
fn files_that_are_gone_or_changed_are_noticed() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", games(10));
    let mut store = folder.store("a.db");
    import(&mut store, &path, &small());
    folder.write("a.pgn", "1. e4 *");
    let told = |store: &Store| {
        let problems = store.check_all(true).expect("it can be read");
        problems
            .into_iter()
            .map(|problem| problem.message)
            .collect::<String>()
    };
    assert!(told(&store).contains("has changed"));
    fs::remove_file(&path).expect("it is there");
    assert!(told(&store).contains("gone"));
}

/// The tables of version 2, as far as they matter.
fn old_database(folder: &Folder, name: &str, sources: &[(&std::path::Path, u64)]) {
    let connection =
        movetext_store::rusqlite::Connection::open(folder.path(name)).expect("it can be made");
    connection
        .execute_batch(
            "CREATE TABLE sources (id INTEGER PRIMARY KEY, path ANY NOT NULL UNIQUE, content_hash BLOB, \
             encoding TEXT NOT NULL, state TEXT NOT NULL, games INTEGER NOT NULL) STRICT; \
             PRAGMA application_id = 0x4D565458; PRAGMA user_version = 2; PRAGMA journal_mode = WAL;",
        )
        .expect("it can be made");
    for (path, games) in sources {
        let hash = blake3::hash(&fs::read(path).expect("it is there"));
        connection
            .execute(
                "INSERT INTO sources (path, content_hash, encoding, state, games) VALUES (?, ?, 'UTF-8', 'done', ?)",
                (path.to_str(), hash.as_bytes(), *games as i64),
            )
            .expect("it can be written");
    }
}

#[test]
fn old_databases_are_brought_up_to_date() {
    let folder = Folder::new();
    let (one, two) = (
        folder.write("one.pgn", games(20)),
        folder.write("two.pgn", "1. e4 *\n"),
    );
    let counts = {
        let mut store = folder.store("new.db");
        import(&mut store, &one, &ImportOptions::default());
        store.sources().expect("it can be read")[0].counts.games
    };
    old_database(&folder, "old.db", &[(&one, counts), (&two, 1)]);
    let old = folder.path("old.db");
    let error = Store::open(&old).expect_err("it is old").to_string();
    assert!(error.contains("db migrate"), "{error}");
    let report = Store::migrate(&old, &ImportOptions::default(), &mut ()).expect("it works");
    assert_eq!((report.from, report.to, report.sources), (2, 3, 2));
    let store = Store::open(&old).expect("it is new");
    assert_eq!(store.check_all(true).expect("it can be read"), []);
    assert!(text_of(&store, 1) == fs::read(&one).expect("it is there"));
    drop(store);
    let again = Store::migrate(&old, &ImportOptions::default(), &mut ()).expect("it works");
    assert_eq!((again.from, again.games), (3, counts + 1));

    // What is gone or has changed is named, and the old database stays as it is.
    old_database(&folder, "gone.db", &[(&one, counts), (&two, 2)]);
    let gone = folder.path("gone.db");
    let refused = |what: &str| {
        let before = fs::read(&gone).expect("it is there");
        let error = Store::migrate(&gone, &ImportOptions::default(), &mut ()).expect_err(what);
        assert!(error.to_string().contains(what), "{error}");
        assert_eq!(fs::read(&gone).expect("it is there"), before);
        assert!(!folder.path("gone.db.migrating").exists());
    };
    refused("1 games are found in it, and not 2");
    folder.write("one.pgn", "1. d4 *");
    refused("changed");
    fs::remove_file(&one).expect("it is there");
    refused("gone");
}
