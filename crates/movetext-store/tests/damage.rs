//! Databases whose bytes were lost or changed are noticed when they are opened to be written to, and when they are
//! checked.

use movetext_store::{Error, Event, ImportOptions, Store, rusqlite};
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

fn database(folder: &Path) -> PathBuf {
    let (games, path) = (folder.join("games.pgn"), folder.join("games.db"));
    let text: String = (0..3000)
        .map(|game| format!("[Event \"{game}\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 x *\n\n"))
        .collect();
    fs::write(&games, text).expect("there is room");
    let mut store = Store::open(&path).expect("a new database");
    let report = store.import([&games], &ImportOptions::default(), &mut |_: &Event<'_>| {
        ControlFlow::Continue(())
    });
    assert_eq!(report.expect("a sound database").sources.len(), 1);
    path
}

#[test]
fn damage_is_noticed() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = database(folder.path());
    let sound = fs::read(&path).expect("a file");
    let page = 16384;
    assert!(sound.len() > 20 * page, "{} pages", sound.len() / page);
    type Damage = fn(&mut Vec<u8>);
    let cases: &[(&str, Damage)] = &[
        ("cut in half", |file| file.truncate(file.len() / 2)),
        ("the last page is lost", |file| {
            file.truncate(file.len() - 16384)
        }),
        ("cut inside a page", |file| file.truncate(file.len() - 100)),
        ("reserved bytes", |file| file[20] = 7),
        ("payload fractions", |file| file[22] = 99),
        ("text encoding", |file| file[59] = 2),
        ("schema format", |file| file[47] = 1),
        ("a page of zeros", |file| file[5 * 16384..6 * 16384].fill(0)),
        ("a page of ones", |file| {
            file[9 * 16384..10 * 16384].fill(0xFF)
        }),
        ("the beginning of a page", |file| {
            file[12 * 16384..12 * 16384 + 8].fill(0x5A)
        }),
        ("cell pointers", |file| {
            file[14 * 16384 + 8..14 * 16384 + 64].reverse()
        }),
        ("pages change places", |file| {
            let (first, second) = file.split_at_mut(11 * 16384);
            first[7 * 16384..8 * 16384].swap_with_slice(&mut second[..16384]);
        }),
        ("a table is called otherwise", |file| {
            let at = file
                .windows(18)
                .position(|bytes| bytes == b"CREATE TABLE games");
            file[at.expect("the schema is there") + 13] = b'h';
        }),
    ];
    for (what, damage) in cases {
        let mut file = sound.clone();
        damage(&mut file);
        fs::write(&path, &file).expect("there is room");
        let checked = Store::open_read_only(&path).and_then(|store| store.check_all(false));
        // Reading may notice it only where it reads what is damaged; a check notices it.
        match checked {
            Ok(problems) => assert!(!problems.is_empty(), "{what} is not noticed"),
            Err(error) => assert!(error.to_string().contains("damaged"), "{what}: {error}"),
        }
        {
            let error = Store::open(&path)
                .err()
                .unwrap_or_else(|| panic!("{what} is not noticed"));
            let message = error.to_string();
            assert!(
                matches!(error, Error::Damaged { .. } | Error::Database { .. }),
                "{what}: {message}"
            );
            assert!(message.contains("damaged"), "{what}: {message}");
        }
        assert_eq!(
            fs::read(&path).expect("a file"),
            file,
            "{what}: it stays as it is"
        );
    }
    fs::write(&path, sound).expect("there is room");
    assert!(Store::open(&path).is_ok(), "without damage it is opened");
}

#[test]
fn rows_that_do_not_fit_are_noticed() {
    for (statement, problem) in [
        ("DELETE FROM games WHERE id = 17", "as many games"),
        ("UPDATE sources SET games = games + 1", "as many games"),
        ("DELETE FROM sources", "sources"),
        ("DROP INDEX diagnostics_by_game", "diagnostics_by_game"),
        ("DROP VIEW tags", "tags"),
    ] {
        let folder = tempfile::tempdir().expect("there is room");
        let path = database(folder.path());
        let connection = rusqlite::Connection::open(&path).expect("a database");
        connection
            .pragma_update(None, "foreign_keys", false)
            .expect("a pragma");
        connection.execute(statement, []).expect("a statement");
        drop(connection);
        let error = Store::open(&path).expect_err(statement).to_string();
        assert!(error.contains(problem), "{statement}: {error}");
        let checked = Store::open_read_only(&path).and_then(|store| store.check_all(false));
        let message = match checked {
            Ok(problems) => problems
                .into_iter()
                .map(|problem| problem.message)
                .collect(),
            Err(error) => error.to_string(),
        };
        assert!(message.contains(problem), "{statement}: {message}");
    }
}

/// What others add does no harm.
#[test]
fn further_tables_are_no_damage() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = database(folder.path());
    let store = Store::open(&path).expect("a sound database");
    store
        .connection()
        .execute_batch("CREATE TABLE mine (x); CREATE INDEX by_white ON games (first);")
        .expect("a statement");
    drop(store);
    assert!(Store::open(&path).is_ok());
}
