//! Games that are taken out of a database, one by one.

mod common;

use common::{Folder, dump, games, import, small};
use movetext_store::rusqlite::types::FromSql;
use movetext_store::{Error, ImportOptions, IndexOptions, Query, Removal, Store};
use std::io::Read;

fn text_of(store: &Store, source: i64) -> String {
    let mut text = String::new();
    let mut reader = store.source_text(source).expect("it is there");
    reader.read_to_string(&mut text).expect("it can be read");
    text
}

/// The first column of all rows.
fn rows<T: FromSql>(store: &Store, sql: &str) -> Vec<T> {
    let mut statement = store.connection().prepare(sql).expect("a question");
    let rows = statement
        .query_map([], |row| row.get(0))
        .expect("it can be asked");
    rows.collect::<Result<_, _>>().expect("it can be read")
}

fn remove(store: &mut Store, query: &Query) -> Result<Vec<Removal>, Error> {
    let hits = store.find(query, 2)?;
    let games: Vec<i64> = hits.iter().map(|hit| hit.game).collect();
    let mut removals = Vec::new();
    store.remove_games(&games, |removal| removals.push(removal.clone()))?;
    Ok(removals)
}

fn sound(store: &Store) {
    assert_eq!(store.check_all(false).expect("it can be read"), []);
}

fn is_empty(folder: &Folder) {
    let names = std::fs::read_dir(folder.path("")).expect("it is there");
    let left = names
        .map(|entry| entry.expect("it can be read").file_name())
        .filter(|name| name.to_string_lossy().starts_with(".movetext-"))
        .count();
    assert_eq!(left, 0, "temporary folders are left");
}

/// What is left is what an import of the rest would have made, and nothing else is touched.
#[test]
fn what_is_left_is_as_if_the_games_had_never_been_there() {
    let folder = Folder::new();
    let all = games(40);
    let path = folder.write("all.pgn", &all);
    let other = folder.write("other.pgn", "[Event \"Cup\"]\n\n1. d4 d5 2. c4 *\n");
    let mut store = folder.store("games.db");
    import(&mut store, &path, &ImportOptions::default());
    import(&mut store, &other, &ImportOptions::default());
    let short = Query::new().first("Müller").plies(None, Some(3));
    let gone = store.count(&short, 1).expect("it can be read");
    assert!((5..35).contains(&gone), "{gone}");
    let before: Vec<String> = rows(
        &store,
        "SELECT ifnull(first, '') || event || plies FROM games",
    );
    store
        .index(&IndexOptions::default())
        .expect("it can be written");
    let removals = remove(&mut store, &short).expect("it works");
    assert_eq!(removals[0].removed, gone);
    let left = removals[0].left;
    assert_eq!(left + 1, before.len() as u64 - gone);
    sound(&store);
    is_empty(&folder);
    assert_eq!(store.count(&short, 1).expect("it can be read"), 0);
    let after: Vec<String> = rows(
        &store,
        "SELECT ifnull(first, '') || event || plies FROM games",
    );
    assert_eq!(after.len() as u64, before.len() as u64 - gone);
    assert!(after.iter().all(|game| before.contains(game)));

    // The text is that of the file without the stretches of these games.
    let sources = store.sources().expect("it can be read");
    let cut = sources
        .iter()
        .find(|source| source.path == path)
        .expect("it has its path");
    let text = text_of(&store, cut.id);
    assert_eq!(text.matches("[Event ").count() as u64, left);
    let rest = folder.write("rest.pgn", &text);
    let mut fresh = folder.store("fresh.db");
    import(&mut fresh, &other, &ImportOptions::default());
    import(&mut fresh, &rest, &ImportOptions::default());
    let games = |store: &Store| {
        let sql = "SELECT ordinal || '|' || byte_start || '|' || byte_len || '|' || plies || tag_values FROM games \
                    ORDER BY source_id, ordinal";
        rows::<String>(store, sql)
    };
    assert_eq!(games(&store), games(&fresh));
}

#[test]
fn a_source_without_games_is_removed() {
    let folder = Folder::new();
    let path = folder.write("all.pgn", games(3));
    let mut store = folder.store("games.db");
    import(&mut store, &path, &small());
    let removals = remove(&mut store, &Query::new()).expect("it works");
    assert_eq!((removals[0].removed, removals[0].left), (3, 0));
    assert_eq!(store.sources().expect("it can be read").len(), 0);
    sound(&store);
}

/// Text that is not of the games stays, and so do other sources.
#[test]
fn only_the_text_of_the_games_goes() {
    let folder = Folder::new();
    let text = "; a collection\n\n[Event \"A\"]\n\n1. e4 *\n\n[Event \"B\"]\n\n1. d4 *\n\n[Event \"C\"]\n\n1. c4 *\n";
    let path = folder.write("a.pgn", text);
    let mut store = folder.store("games.db");
    import(&mut store, &path, &ImportOptions::default());
    let removals = remove(&mut store, &Query::new().event("B")).expect("it works");
    assert_eq!((removals[0].removed, removals[0].left), (1, 2));
    let left = text_of(&store, store.sources().expect("it can be read")[0].id);
    assert!(
        left.starts_with("; a collection\n\n[Event \"A\"]\n\n1. e4 *\n"),
        "{left}"
    );
    assert!(left.ends_with("[Event \"C\"]\n\n1. c4 *\n"), "{left}");
    assert!(!left.contains("\"B\""), "{left}");
    sound(&store);
}

/// Where the rest would be read otherwise, nothing is removed.
#[test]
fn what_the_rest_depends_on_is_not_removed() {
    let folder = Folder::new();
    // The second game has no tag that names its game, and no moves: it is read as the first one.
    let mixed = "[Game \"Chinese Chess\"]\n[Event \"A\"]\n\n1. 炮二平五 *\n\n[Event \"B\"]\n\n*\n";
    let array = format!(
        "[{0},{0}]",
        r#"{"schema":"movetext-game/2","variant":"chess","tags":[["Event","A"]],"replayed":true,"text":"1. e4 *"}"#
    );
    for (name, text) in [("mixed.pgn", mixed), ("games.json", &array)] {
        let path = folder.write(name, text);
        let mut store = folder.store(&format!("{name}.db"));
        import(&mut store, &path, &ImportOptions::default());
        let games: Vec<i64> = rows(&store, "SELECT id FROM games ORDER BY id");
        assert_eq!(games.len(), 2, "{name}");
        let before = dump(&store);
        let refused = store.remove_games(&games[..1], |_| {});
        assert!(
            matches!(refused, Err(Error::NotRemoved { .. })),
            "{name}: {refused:?}"
        );
        assert_eq!(dump(&store), before, "{name}");
        is_empty(&folder);
    }
}

#[test]
fn there_must_be_such_a_game() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", games(2));
    let mut store = folder.store("games.db");
    import(&mut store, &path, &small());
    let refused = store.remove_games(&[1, 77], |_| {});
    assert!(
        matches!(refused, Err(Error::NotFound { id: 77, .. })),
        "{refused:?}"
    );
    assert_eq!(rows::<i64>(&store, "SELECT id FROM games"), [1, 2]);
}
