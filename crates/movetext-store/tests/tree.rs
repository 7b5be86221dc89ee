//! What was played in a position, beside a plain replay of the same games.

mod common;

use common::{Folder, generated, import};
use movetext::registry::{VariantSet, WithVariant};
use movetext::variants::Standard;
use movetext::{Game, Outcome, Position, Reader, Variant};
use movetext_store::{ImportOptions, Query, Store, Tree};
use std::collections::BTreeMap;

/// Games, first wins, draws, second wins, unknown results.
type Counts = [u64; 5];

/// What was played in each position, by key: by the move as text; `None` for games that end there.
#[derive(Default)]
struct Played {
    positions: BTreeMap<u64, BTreeMap<Option<String>, Counts>>,
    /// Some positions as text, with their keys.
    texts: Vec<(String, u64)>,
}

struct Replay<'a>(&'a Game, &'a mut Played);

impl WithVariant for Replay<'_> {
    type Output = ();

    fn run<V: Variant>(self) {
        let Replay(game, played) = self;
        let replay = game.replay::<V>().expect("it can be replayed");
        let mut position = replay.start().clone();
        let mut first = BTreeMap::<u64, Option<String>>::new();
        let mut ply = 0;
        for (_, mv, after) in replay.main_line() {
            let mut text = String::new();
            V::write(&mv, &position, V::Notation::default(), &mut text);
            first.entry(position.key()).or_insert(Some(text));
            position = after;
            ply += 1;
            if ply % 5 == 2 {
                played.texts.push((position.describe(), position.key()));
            }
        }
        first.entry(position.key()).or_insert(None);
        let place = match game.outcome() {
            Some(Outcome::FirstWins | Outcome::FirstStalemates) => 1,
            Some(Outcome::Draw) => 2,
            Some(Outcome::SecondWins | Outcome::SecondStalemates) => 3,
            Some(Outcome::Unknown) | None => 4,
        };
        for (key, mv) in first {
            let moves = played.positions.entry(key).or_default();
            let counts = moves.entry(mv).or_default();
            counts[0] += 1;
            counts[place] += 1;
        }
    }
}

fn counted(tree: &Tree) -> BTreeMap<Option<String>, Counts> {
    let mut moves: BTreeMap<_, _> = tree
        .moves
        .iter()
        .map(|mv| {
            let score = &mv.score;
            let counts = [
                score.games,
                score.first_wins,
                score.draws,
                score.second_wins,
                score.unknown,
            ];
            (Some(mv.text.clone()), counts)
        })
        .collect();
    if tree.ended > 0 {
        // How these ended is only part of the whole.
        let mut rest = [0; 5];
        rest[0] = tree.ended;
        moves.insert(None, rest);
    }
    moves
}

/// More than 200 positions in each variant, and the start.
#[test]
fn moves_are_counted_as_a_replay_has_them() {
    for (index, info) in Standard::VARIANTS.iter().enumerate() {
        let asked = compare(index, info.id, &generated(info.id, 120));
        assert!(asked >= 200, "{}: {asked}", info.id);
    }
}

/// Compares what was played in some 220 positions of the games.
fn compare(variant: usize, name: &str, text: &[u8]) -> usize {
    let info = Standard::VARIANTS[variant];
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let options = ImportOptions {
        chunk: 8000,
        ..ImportOptions::default()
    };
    import(&mut store, &folder.write("a.pgn", text), &options);
    let mut played = Played::default();
    let mut game = Game::new();
    let mut games = 0;
    let mut reader = Reader::builder().from_reader(text).expect("text");
    while reader.read_game(&mut game, &mut ()).expect("text") {
        if game.replayed && game.info.is_some_and(|own| own.id == info.id) {
            Standard::run(variant, Replay(&game, &mut played));
            games += u64::from(game.setup.is_none());
        }
    }
    let every = (played.texts.len() / 220).max(1);
    let mut asked = 0;
    for (text, key) in played.texts.iter().step_by(every) {
        let query = Query::new().variant(info.id).position(text).expect(text);
        let mut expected = played.positions[key].clone();
        if let Some(ended) = expected.get_mut(&None) {
            ended[1..].fill(0);
        }
        let tree = store.tree(&query, 1 + asked % 3).expect("it can be read");
        assert_eq!(counted(&tree), expected, "{name}: {text}");
        let games: u64 = expected.values().map(|counts| counts[0]).sum();
        assert_eq!(tree.all.games, games, "{name}: {text}");
        assert_eq!(&tree.position, text);
        asked += 1;
    }
    let start = Query::new().variant(info.id);
    let tree = store.tree(&start, 2).expect("it can be read");
    assert!(tree.all.games >= games, "{name}");
    assert_eq!(tree.variant.id, info.id);
    asked
}

const GAMES: &str = r#"[Date "1990.05.01"]
[White "A"]
[Black "B"]
[WhiteElo "2500"]
[BlackElo "2700"]
[Result "1-0"]

1. d4 d5 2. Nf3 1-0

[Date "2001.??.??"]
[White "A"]
[Black "C"]
[WhiteElo "2401"]
[Result "1/2-1/2"]

1. Nf3 d5 2. d4 Nf6 1/2-1/2

[Result "*"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 d5 4. d4 *

[Variant "Atomic"]
[Result "1-0"]

1. e4 e5 1-0

[FEN "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"]
[Result "0-1"]

1. c4 0-1
"#;

fn games(tree: &Tree) -> Vec<(&str, u64)> {
    let moves = tree.moves.iter();
    moves.map(|mv| (&*mv.text, mv.score.games)).collect()
}

#[test]
fn games_count_once_wherever_they_come_from() {
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let path = folder.write("a.pgn", GAMES);
    import(&mut store, &path, &ImportOptions::default());
    let tree = |store: &Store, query: Query| store.tree(&query, 2).expect("it can be read");
    // The start is reached twice by the third game; Atomic is another game.
    let start = tree(&store, Query::new());
    assert_eq!(games(&start), [("Nf3", 2), ("d4", 1)]);
    assert_eq!((start.all.games, start.ended), (3, 0));
    let nf3 = &start.moves[0];
    assert_eq!(nf3.uci.as_deref(), Some("g1f3"));
    assert_eq!((nf3.score.draws, nf3.score.unknown), (1, 1));
    assert_eq!(nf3.score.points(), Some(0.5));
    assert_eq!(nf3.score.average_elo(), Some(2401));
    assert_eq!(start.moves[1].score.average_elo(), Some(2600));
    assert_eq!(
        (start.all.first_year, start.all.last_year),
        (Some(1990), Some(2001))
    );
    // Transpositions and positions that are set up are the same position.
    let moves = Query::new().moves("1. d4 d5").expect("moves");
    assert_eq!(games(&tree(&store, moves)), [("Nf3", 1), ("c4", 1)]);
    let moves = Query::new().moves("1. d4 d5 2. Nf3").expect("moves");
    let after = tree(&store, moves);
    assert_eq!(games(&after), [("Nf6", 1)]);
    assert_eq!((after.all.games, after.ended), (3, 2));
    let query = Query::new().player("c");
    assert_eq!(games(&tree(&store, query)), [("Nf3", 1)]);
    let none = Query::new().player("nobody");
    assert_eq!(tree(&store, none).all.games, 0);
    let hits = store
        .find(
            &Query::new()
                .position("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
                .expect("the start"),
            2,
        )
        .expect("it can be read");
    assert_eq!(hits.len(), 3, "Atomic is not played on this board");
}
