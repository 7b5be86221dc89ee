//! Answers beside those of a plain reading of the same games.

mod common;

use common::{Folder, generated, import};
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use movetext::{InitialState, Ply, Position, Reader, Skip, Variant, Visitor};
use movetext_store::{Hit, ImportOptions, Query, Store};
use std::collections::BTreeMap;

/// Every position of a game: its key, and after how many plies it first stands in the main line; and those that
/// stand in variations alone.
#[derive(Default)]
struct Positions {
    depth: u32,
    plies: u32,
    main: BTreeMap<u64, u32>,
    beside: BTreeMap<u64, ()>,
    /// Some positions as text, with their keys.
    texts: Vec<(String, u64)>,
}

impl Visitor for Positions {
    fn begin_game(&mut self) {
        (self.depth, self.plies) = (0, 0);
        self.main.clear();
        self.beside.clear();
    }

    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        self.main.insert(start.position.key(), 0);
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        let key = ply.after.key();
        if self.depth > 0 {
            self.beside.insert(key, ());
            return;
        }
        self.plies += 1;
        self.main.entry(key).or_insert(self.plies);
        if self.plies % 5 == 2 {
            self.texts.push((ply.after.describe(), key));
        }
    }

    fn begin_variation(&mut self, _: u8) -> Skip {
        self.depth += 1;
        Skip(false)
    }

    fn end_variation(&mut self) {
        self.depth -= 1;
    }
}

fn found(store: &Store, query: Query, jobs: usize) -> Vec<(i64, Option<u32>)> {
    let hits: Vec<Hit> = store.find(&query, jobs).expect("it can be read");
    hits.iter().map(|hit| (hit.game, hit.ply)).collect()
}

/// More than 200 positions in each variant.
#[test]
fn positions_are_found_where_they_stand() {
    for info in Standard::VARIANTS {
        let folder = Folder::new();
        let mut store = folder.store("a.db");
        let text = generated(info.id, 120);
        import(
            &mut store,
            &folder.write("a.pgn", &text),
            &ImportOptions::default(),
        );
        let mut reader = Reader::builder().from_reader(&text[..]).expect("text");
        let mut positions = Positions::default();
        let mut games = Vec::new();
        while reader
            .next_game(&mut positions, &mut ())
            .expect("text")
            .is_some()
        {
            games.push((positions.main.clone(), positions.beside.clone()));
        }
        let every = (positions.texts.len() / 220).max(1);
        let mut asked = 0;
        for (text, key) in positions.texts.iter().step_by(every) {
            let query = Query::new().variant(info.id).position(text).expect(text);
            let expected: Vec<_> = (1..)
                .zip(&games)
                .filter_map(|(game, (main, _))| Some((game, Some(*main.get(key)?))))
                .collect();
            assert!(!expected.is_empty());
            assert_eq!(found(&store, query.clone(), 1), expected, "{text}");
            if asked % 20 == 0 {
                assert_eq!(found(&store, query.clone(), 3), expected, "{text}");
                let everywhere: Vec<i64> = (1..)
                    .zip(&games)
                    .filter(|(_, (main, beside))| {
                        main.contains_key(key) || beside.contains_key(key)
                    })
                    .map(|(game, _)| game)
                    .collect();
                let hits = found(&store, query.variations(true), 2);
                let hits: Vec<i64> = hits.into_iter().map(|(game, _)| game).collect();
                assert_eq!(hits, everywhere, "{text}");
            }
            asked += 1;
        }
        assert!(asked >= 200, "{}: {asked}", info.id);
    }
}

const GAMES: &str = r#"[Event "World Championship"]
[Site "Reykjavík"]
[Date "1972.07.11"]
[White "Spassky, Boris"]
[Black "Fischer, Robert James"]
[Result "1-0"]
[ECO "E56"]
[WhiteElo "2660"]
[BlackElo "2785"]
[Annotator "Tal"]

1. d4 Nf6 2. c4 e6 {the Queen's Gambit is near} 3. Nf3 (3. Nc3 Bb4) d5 1-0

[Event "Cup"]
[Date "1972.??.??"]
[White "Каспаров"]
[Black "Müller"]
[Result "1/2-1/2"]

1. e4 c5 2. Nf3 1/2-1/2

[Variant "Atomic"]
[White "A"]
[Black "B"]

1. e4 e5 2. Qh5 Nc6 3. Qxf7# 1-0

[Game "Chinese Chess"]
[Red "胡榮華"]
[Black "柳大华"]
[Result "*"]

1. 炮二平五 馬8進7 *

[FEN "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w - - 1 2"]
[White "C"]
[Date "????.??.??"]

1. c4 *
"#;

#[test]
fn headings_are_found() {
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    import(
        &mut store,
        &folder.write("a.pgn", GAMES),
        &ImportOptions::default(),
    );
    let q = Query::new;
    let dates = |from, to| q().dates(from, to).expect("dates");
    let moves = |text| q().moves(text).expect("moves");
    let at = |text| q().position(text).expect("a position");
    for (query, games) in [
        (q(), &[1, 2, 3, 4, 5][..]),
        (q().player("fischer"), &[1]),
        (q().player("Robert Fischer"), &[1]),
        (q().first("Fischer"), &[]),
        (q().second("fischer"), &[1]),
        (q().player("Kasparov"), &[2]),
        (q().player("muller"), &[2]),
        (q().player("Hu Ronghua"), &[4]),
        (q().player("胡荣华"), &[4]),
        (q().site("Reykjavik"), &[1]),
        (q().event("world"), &[1]),
        (dates(Some("1972"), Some("1972")), &[1, 2]),
        (dates(Some("1972.08"), None), &[2]),
        (dates(None, Some("1971.12.31")), &[]),
        (q().elo(Some(2600), None), &[1]),
        (q().elo(Some(2700), None), &[]),
        (q().result("1-0").expect("a result"), &[1, 3]),
        (q().result("draw").expect("a result"), &[2]),
        (q().eco("e5"), &[1]),
        (q().variant("xiangqi"), &[4]),
        (q().rules("atomic"), &[3]),
        (q().plies(Some(3), Some(3)), &[2]),
        (q().tag("annotator", "t?l"), &[1]),
        (q().tag("Annotator", "T"), &[]),
        (q().comment("gambit queens"), &[1]),
        (moves("1. e4 c5"), &[2]),
        (moves("e2e4"), &[2]),
        (moves("炮二平五"), &[4]),
        (q().player("fischer").result("draw").expect("a result"), &[]),
        // The same pieces, with and without the right to castle.
        (
            at("rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2"),
            &[1],
        ),
        (
            at("rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w - - 1 2"),
            &[5],
        ),
        // Nothing can be captured en passant.
        (
            at("rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"),
            &[2],
        ),
        (
            at("rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4"),
            &[],
        ),
        (
            at("rnbqk2r/pppp1ppp/4pn2/8/1bPP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 2 4").variations(true),
            &[1],
        ),
    ] {
        let hits = store.find(&query, 2).expect("it can be read");
        let hits: Vec<i64> = hits.iter().map(|hit| hit.game).collect();
        assert_eq!(hits, games, "{query:?}");
    }
    assert!(q().position("nonsense").is_err());
    assert!(q().moves("1. e5").is_err());
    assert!(q().dates(Some("soon"), None).is_err());
    assert!(q().result("2-2").is_err());
}
