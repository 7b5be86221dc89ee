//! Answers with an index beside those without one.

mod common;

use common::{Folder, generated, import};
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use movetext::{InitialState, Ply, Position, Reader, Skip, Variant, Visitor};
use movetext_store::{ImportOptions, IndexOptions, Query, Store};
use std::collections::BTreeSet;
use std::path::Path;

/// Small blocks of lines, so that there are many.
fn small() -> ImportOptions {
    ImportOptions {
        chunk: 4000,
        ..ImportOptions::default()
    }
}

/// Few postings in memory, so that there are many runs.
fn few() -> IndexOptions<'static> {
    IndexOptions {
        memory: 1500 * 8,
        ..IndexOptions::default()
    }
}

/// The positions of games, of main lines and variations, as text.
#[derive(Default)]
struct Positions(BTreeSet<String>);

impl Visitor for Positions {
    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        self.0.insert(start.position.describe());
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.0.insert(ply.after.describe());
    }

    fn begin_variation(&mut self, _: u8) -> Skip {
        Skip(false)
    }
}

fn positions(text: &[u8]) -> Vec<String> {
    let mut reader = Reader::builder().from_reader(text).expect("text");
    let mut positions = Positions::default();
    while reader
        .next_game(&mut positions, &mut ())
        .expect("text")
        .is_some()
    {}
    positions.0.into_iter().collect()
}

/// A database with an index, and the same without.
struct Twins {
    folder: Folder,
    indexed: Store,
    plain: Store,
    variant: &'static str,
}

impl Twins {
    fn new(variant: &'static str) -> Twins {
        let folder = Folder::new();
        let (indexed, plain) = (folder.store("indexed.db"), folder.store("plain.db"));
        Twins {
            folder,
            indexed,
            plain,
            variant,
        }
    }

    fn import(&mut self, name: &str, text: &[u8]) {
        let path = self.folder.write(name, text);
        for store in [&mut self.indexed, &mut self.plain] {
            import(store, &path, &small());
        }
    }

    fn remove(&mut self, name: &str) {
        for store in [&mut self.indexed, &mut self.plain] {
            let sources = store.sources().expect("it can be read");
            let source = sources
                .iter()
                .find(|source| source.path.ends_with(Path::new(name)));
            store
                .remove(source.expect("it is there").id)
                .expect("it can be written");
        }
    }

    fn index(&mut self) {
        self.indexed.index(&few()).expect("it works");
        let problems = self.indexed.check_all(false).expect("it can be read");
        assert_eq!(problems, []);
    }

    fn query(&self, text: &str) -> Query {
        Query::new()
            .variant(self.variant)
            .position(text)
            .expect(text)
    }

    /// Asks both for some of the positions; gives how many were asked.
    fn compare(&self, positions: &[String], every: usize) -> usize {
        let mut asked = 0;
        for text in positions.iter().step_by(every) {
            self.compare_one(&self.query(text), text, asked);
            // Without the variant as a condition, and what is said to need no games of frequent positions.
            let bare = Query::new().position(text).expect(text);
            self.compare_one(&bare, text, asked);
            asked += 1;
        }
        asked
    }

    fn compare_one(&self, query: &Query, text: &str, asked: usize) {
        let jobs = 1 + asked % 2;
        let both = [&self.indexed, &self.plain];
        let [indexed, plain] = both.map(|store| store.find(query, jobs).expect("it can be read"));
        assert_eq!(indexed, plain, "{text}");
        let [counted, tree] = both.map(|store| {
            let tree = store.tree(query, jobs).expect("it can be read");
            (
                store.count(query, jobs).expect("it can be read"),
                format!("{tree:#?}"),
            )
        });
        assert_eq!(counted, tree, "{text}");
        assert_eq!(counted.0, indexed.len() as u64, "{text}");
        if asked.is_multiple_of(40) {
            let decided = query.clone().result("first-wins").expect("a result");
            let deep = query.clone().variations(true);
            for query in [decided.clone(), decided.variations(true), deep] {
                let [indexed, plain] =
                    both.map(|store| store.find(&query, jobs).expect("it can be read"));
                assert_eq!(indexed, plain, "{text}");
                let [indexed, plain] = both.map(|store| {
                    let tree = store.tree(&query, jobs).expect("it can be read");
                    (
                        store.count(&query, jobs).expect("it can be read"),
                        format!("{tree:#?}"),
                    )
                });
                assert_eq!(indexed, plain, "{text}");
            }
        }
    }
}

/// Games that are made up, and so many copies of a few of them: their positions are in many games.
fn with_copies(variant: &str, games: u64, copied: u64, copies: usize) -> Vec<u8> {
    let few = generated(variant, copied);
    let mut text = generated(variant, games);
    for _ in 0..copies {
        text.extend_from_slice(b"\n\n");
        text.extend_from_slice(&few);
    }
    text
}

/// Every position of some games, in each variant.
#[test]
fn answers_are_the_same_with_and_without_an_index() {
    for info in Standard::VARIANTS {
        let mut twins = Twins::new(info.id);
        let text = with_copies(info.id, 30, 3, 130);
        twins.import("a.pgn", &text);
        twins.index();
        let report = twins.indexed.index_report().expect("it can be read");
        assert!(report.positions > 20, "{}: {report:?}", info.id);
        let asked = twins.compare(&positions(&generated(info.id, 6)), 1);
        assert!(asked >= 200, "{}: {asked}", info.id);
    }
}

/// Imported later, removed, imported in place of what was removed, merged; indexed anew or not.
#[test]
fn an_index_that_is_not_up_to_date_gives_whole_answers() {
    for info in Standard::VARIANTS {
        let mut twins = Twins::new(info.id);
        let [one, two, three] = [12, 30, 21].map(|games| with_copies(info.id, games, 1, 70));
        let asked = positions(&generated(info.id, 30));
        let every = asked.len().div_ceil(16);
        twins.import("one.pgn", &one);
        twins.index();
        twins.import("two.pgn", &two);
        assert!(twins.compare(&asked, every) > 10);
        twins.index();
        twins.compare(&asked, every);
        let report = twins.indexed.index_report().expect("it can be read");
        assert!(report.runs > 1, "{}: {report:?}", info.id);
        // Its ids are those of other games afterwards.
        twins.remove("two.pgn");
        twins.compare(&asked, every);
        twins.import("three.pgn", &three);
        twins.compare(&asked, every);
        assert_eq!(twins.indexed.check_all(false).expect("it can be read"), []);
        twins.index();
        twins.compare(&asked, every);
        twins.remove("one.pgn");
        twins.compare(&asked, every);
        let mut other = twins.folder.store("other.db");
        import(&mut other, &twins.folder.path("two.pgn"), &small());
        other.index(&few()).expect("it works");
        for store in [&mut twins.indexed, &mut twins.plain] {
            store.merge(&other).expect("it works");
        }
        twins.compare(&asked, every);
        twins.index();
        twins.compare(&asked, every);
        // What was removed takes up no room.
        let report = twins.indexed.index_report().expect("it can be read");
        let mut anew = twins.folder.store("anew.db");
        anew.merge(&twins.indexed).expect("it works");
        let fresh = anew.index(&IndexOptions::default()).expect("it works");
        assert_eq!(
            (report.games, report.postings),
            (fresh.games, fresh.postings),
            "{}",
            info.id
        );
    }
}

/// Games that stand nowhere, that are known by name alone, and that begin elsewhere.
#[test]
fn games_of_all_sorts_are_indexed() {
    const GAMES: &str = r#"[White "A"]
[Result "1-0"]

1-0

[Variant "Atomic"]

1. e4 e5 *

[FEN "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2"]

*

[FEN "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]

2. Nf3 Nc6 *

[FEN "nonsense"]

1. e4 *

[Result "0-1"]

1. Nf3 Nf6 2. Ng1 Ng8 3. e4 c5 0-1

"#;
    let mut twins = Twins::new("chess");
    twins.import("a.pgn", GAMES.as_bytes());
    // And so often that some positions are frequent.
    twins.import("b.pgn", GAMES.repeat(150).as_bytes());
    twins.index();
    let asked = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 2",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQ - 0 2",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        "8/8/8/8/4k3/8/4K3/4R3 w - - 0 1",
    ]
    .map(str::to_owned);
    twins.compare(&asked, 1);
    twins.indexed.drop_index().expect("it works");
    let report = twins
        .indexed
        .index(&IndexOptions::default())
        .expect("it works");
    assert!(report.positions >= 7, "{report:?}");
    twins.compare(&asked, 1);
    assert!(twins.indexed.drop_index().expect("it works"));
    assert!(!twins.indexed.drop_index().expect("it works"));
    twins.compare(&asked, 1);
}

#[test]
fn what_is_indexed_is_not_indexed_again() {
    let mut twins = Twins::new("chess");
    twins.import("a.pgn", &generated("chess", 20));
    let first = twins.indexed.index(&few()).expect("it works");
    let again = twins.indexed.index(&few()).expect("it works");
    assert_eq!((first.added, again.added), (first.games, 0));
    assert_eq!((first.postings, first.bytes), (again.postings, again.bytes));
}

/// What the pages of SQLite do not show.
#[test]
fn an_index_that_says_something_else_is_noticed() {
    for statement in [
        "UPDATE index_blocks SET data = X'00' WHERE id = 1",
        "UPDATE index_blocks SET data = CAST(X'02' || substr(data, 2) AS BLOB) WHERE id = 1",
        "UPDATE index_blocks SET first_key = first_key + 1 WHERE id = 1",
        "DELETE FROM index_blocks WHERE id = 1",
        "UPDATE index_games SET first_game = first_game + 1",
        "UPDATE index_runs SET postings = postings + 1",
        "UPDATE index_runs SET blocks = blocks - 1",
        "DELETE FROM index_positions WHERE key = (SELECT min(key) FROM index_positions)",
        "UPDATE index_positions SET moves = X'00'",
        "UPDATE index_positions SET moves = CAST(X'FF' || moves AS BLOB)",
        "UPDATE index_positions SET position = CAST(position || X'00' AS BLOB)",
    ] {
        let mut twins = Twins::new("chess");
        twins.import("a.pgn", &with_copies("chess", 5, 1, 130));
        twins
            .indexed
            .index(&IndexOptions::default())
            .expect("it works");
        assert_eq!(twins.indexed.check_all(false).expect("it can be read"), []);
        let changed = twins
            .indexed
            .connection()
            .execute(statement, [])
            .expect(statement);
        assert!(changed > 0, "{statement}");
        let problems = twins.indexed.check_all(false).expect("it can be read");
        let index = problems
            .iter()
            .filter(|problem| problem.message.contains("index"));
        assert!(index.count() > 0, "{statement}: {problems:?}");
        // Questions fail or are answered.
        let start = Query::new().variant("chess");
        let _ = twins.indexed.tree(&start, 1);
        let _ = twins.indexed.index(&IndexOptions::default());
    }
}
