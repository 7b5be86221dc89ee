//! Comparing by meaning: differences that were planted are found and no others, copies in other formats mean the
//! same, and games are paired with their counterparts wherever these stand.

mod common;

use common::{files, games, made_up, own_files};
use movetext::compare::{
    self, Aspect, By, Class, Collections, Comparison, Holds, Item, Options, Origin, Place, Report,
    What,
};
use movetext::edit::Editor;
use movetext::game::{NodeId, RemarkKind};
use movetext::pgn::Written;
use movetext::registry::{VariantSet, WithVariant};
use movetext::variants::Standard;
use movetext::writing::WriteGame;
use movetext::{
    Format, Game, MoveKind, Outcome, Position, Reader, Variant, json, movelist, pcn, pgn, xml,
};
use movetext_generate::{Style, VARIANTS, real_files};
use std::collections::BTreeMap;

/// A game with one difference that was planted.
struct Planted {
    game: Game,
    class: Class,
    /// What, which ply, and the name, if it is more than spelling.
    difference: Option<(What, Option<u32>, Option<String>)>,
}

/// The sorts of differences that are planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Untouched,
    Spelling,
    Tag,
    MissingTag,
    Result,
    Comment,
    OtherComment,
    Nag,
    Variation,
    Prefix,
    Move,
}

const KINDS: [Kind; 11] = [
    Kind::Untouched,
    Kind::Spelling,
    Kind::Tag,
    Kind::MissingTag,
    Kind::Result,
    Kind::Comment,
    Kind::OtherComment,
    Kind::Nag,
    Kind::Variation,
    Kind::Prefix,
    Kind::Move,
];

/// The one game of a text.
fn game_of(text: &[u8], variant: Option<usize>) -> Option<Game> {
    let mut reader = Reader::builder().variant(variant).from_reader(text).ok()?;
    let mut game = Game::new();
    let read = reader.read_game(&mut game, &mut ()).ok()?;
    let further = reader.read_game(&mut Game::new(), &mut ()).ok()?;
    (read && !further).then_some(game)
}

/// The game with another text at a place of its source.
fn patched(game: &Game, place: std::ops::Range<usize>, text: &str) -> Option<Game> {
    let mut source = game.source().as_bytes().to_vec();
    source.splice(place, text.bytes());
    game_of(&source, game.info.and_then(|info| Standard::find(info.id)))
}

/// Another legal move in the place of the last one of a game.
struct OtherMove<'g>(&'g Game);

impl WithVariant for OtherMove<'_> {
    type Output = Option<String>;

    fn run<V: Variant>(self) -> Option<String> {
        let mut position = V::initial_state(&self.0.tags(), &mut Vec::new())
            .ok()?
            .position;
        let line: Vec<_> = self
            .0
            .line(NodeId::ROOT)
            .map(|node| self.0.mv(node))
            .collect();
        let (last, before) = line.split_last()?;
        for mv in before {
            position.play(&(*mv)?);
        }
        let mut moves = Vec::new();
        position.moves(&mut moves);
        let other = moves.iter().find(|mv| {
            Some(**mv) != *last && mv.kind == MoveKind::Normal && mv.promotion.is_none()
        })?;
        let mut text = String::new();
        V::write(other, &position, V::Notation::default(), &mut text);
        Some(text)
    }
}

fn plant(game: &Game, kind: Kind) -> Option<Planted> {
    let line: Vec<NodeId> = game.line(NodeId::ROOT).collect();
    let (plies, last) = (line.len() as u32, *line.last()?);
    let edited = |edit: &dyn Fn(&mut Editor) -> bool| {
        let mut editor = Editor::new(game).ok()?;
        edit(&mut editor).then(|| editor.into_game())
    };
    let comment = |node: &NodeId| {
        let mut remarks = game.remarks(*node);
        remarks.any(|(kind, _)| matches!(kind, RemarkKind::Comment(_)))
    };
    let planted = |game: Option<Game>, class, difference| {
        Some(Planted {
            game: game?,
            class,
            difference,
        })
    };
    let whole = |what, name: &str| Some((what, None, Some(name.to_owned())));
    let at = |what, ply| Some((what, Some(ply), None));
    match kind {
        Kind::Untouched => planted(Some(game.clone()), Class::Same, None),
        Kind::Spelling => {
            let end = game.result_span()?.start;
            planted(patched(game, end..end, " \n"), Class::Spelling, None)
        }
        Kind::Tag => {
            let edited = edited(&|editor| editor.set_tag("Site", "Planted").is_ok());
            planted(edited, Class::Tags, whole(What::Tag, "Site"))
        }
        Kind::MissingTag => {
            game.tag("Event").filter(|event| event != "?")?;
            let edited = edited(&|editor| editor.remove_tag("Event").is_ok());
            planted(edited, Class::Tags, whole(What::Tag, "Event"))
        }
        Kind::Result => {
            let other = match game.outcome()? {
                Outcome::Draw => Outcome::SecondWins,
                _ => Outcome::Draw,
            };
            let edited = edited(&|editor| editor.set_result(other).is_ok());
            planted(edited, Class::Result, Some((What::Result, None, None)))
        }
        Kind::Comment => {
            let node = line[line.len() / 2];
            let edited = edited(&|editor| editor.add_comment(node, "planted here").is_ok());
            let ply = line.len() as u32 / 2 + 1;
            planted(edited, Class::Annotations, at(What::Comment, ply))
        }
        Kind::OtherComment => {
            let place = line.iter().position(comment)?;
            let edited =
                edited(&|editor| editor.set_comment(line[place], 0, "planted here").is_ok());
            planted(
                edited,
                Class::Annotations,
                at(What::Comment, place as u32 + 1),
            )
        }
        Kind::Nag => {
            let bare = |node: &&NodeId| game.remarks(**node).next().is_none();
            let (place, node) = line.iter().enumerate().find(|(_, node)| bare(node))?;
            let edited = edited(&|editor| editor.add_nag(*node, 1).is_ok());
            planted(edited, Class::Annotations, at(What::Nag, place as u32 + 1))
        }
        Kind::Variation => {
            let place = line
                .iter()
                .position(|node| game.variations(*node).next().is_some())?;
            let head = game.variations(line[place]).next()?;
            let edited = edited(&|editor| editor.delete_variation(head).is_ok());
            let ply = place as u32 + 1;
            let difference = Some((What::Variation, Some(ply), Some(format!("{ply}.1"))));
            planted(edited, Class::Annotations, difference)
        }
        Kind::Prefix => {
            // What stands behind the last move would be taken away with it.
            if game.annotations(last).next().is_some() || line.len() < 12 {
                return None;
            }
            let edited = edited(&|editor| editor.remove(last).is_ok());
            planted(edited, Class::Prefix, at(What::Move, plies))
        }
        Kind::Move => {
            let index = game.info.and_then(|info| Standard::find(info.id))?;
            let text = Standard::run(index, OtherMove(game))?;
            let patched = patched(game, game.span(last), &text)?;
            (patched.summary.unresolved == 0).then_some(())?;
            planted(Some(patched), Class::Moves, at(What::Move, plies))
        }
    }
}

fn place(game: usize) -> Place {
    Place {
        source: 0,
        game: game as u64,
        byte_start: 0,
    }
}

/// The report on two collections of games, each with its number.
fn report(a: &[(usize, &Game)], b: &[(usize, &Game)], options: Options) -> Report {
    let mut collections = <Collections>::new(options);
    let digester = collections.digester();
    for (origin, games) in [(Origin::A, a), (Origin::B, b)] {
        for (number, game) in games {
            let digest = digester.digest(game, Holds::ALL);
            let added = collections.add_digest(origin, &digest, place(*number));
            added.expect("memory");
        }
    }
    collections.pair().expect("memory")
}

fn items(mut report: Report) -> Vec<Item> {
    std::iter::from_fn(move || report.next_item().expect("memory")).collect()
}

fn told(comparison: &Comparison) -> Vec<(What, Option<u32>, Option<String>)> {
    let differences = comparison.differences.iter();
    differences
        .map(|it| (it.what, it.ply, it.name.clone()))
        .collect()
}

/// Games of a variant, each with a difference that was planted where one can be.
fn all_planted(variant: &str, style: Style, count: u64) -> Vec<(Game, Kind, Planted)> {
    let games = games(&made_up(variant, style, count));
    assert_eq!(games.len() as u64, count);
    let planted = games.into_iter().enumerate().map(|(number, game)| {
        let kinds = (0..KINDS.len()).map(|step| KINDS[(number + step) % KINDS.len()]);
        let planted = kinds
            .filter_map(|kind| Some((kind, plant(&game, kind)?)))
            .next();
        let (kind, planted) = planted.expect("an untouched game can always be had");
        (game, kind, planted)
    });
    planted.collect()
}

/// Every difference that was planted is found, in all variants; none is invented; every game is paired with its
/// counterpart, wherever that stands.
#[test]
fn planted_differences_are_found_and_no_others() {
    let mut pairs = 0;
    for variant in VARIANTS {
        let mut kinds: BTreeMap<Kind, u32> = BTreeMap::new();
        for (style, count) in [(Style::Otb, 1000), (Style::Annotated, 700)] {
            let planted = all_planted(variant, style, count);
            let ours: Vec<(usize, &Game)> =
                (1..).zip(planted.iter().map(|(game, ..)| game)).collect();
            let mut theirs: Vec<(usize, &Game)> = (1..)
                .zip(planted.iter().map(|(_, _, planted)| &planted.game))
                .collect();
            // In another order, and some games only here or only there.
            theirs.sort_by_key(|(number, _)| number * 7919 % 1_000_003);
            let here: Vec<_> = ours
                .iter()
                .copied()
                .filter(|(number, _)| number % 97 != 5)
                .collect();
            theirs.retain(|(number, _)| number % 89 != 7);
            let options = Options {
                ignore: vec![Aspect::Order],
                ..Options::default()
            };
            let mut only = 0;
            for item in items(report(&here, &theirs, options)) {
                match item {
                    Item::Pair(pair) => {
                        let number = pair.a.game as usize;
                        let (game, kind, expected) = &planted[number - 1];
                        let context = || {
                            format!(
                                "{variant} {kind:?} game {number}\n{}\n{}",
                                game.source(),
                                expected.game.source()
                            )
                        };
                        assert_eq!(pair.b.game as usize, number, "{}", context());
                        let found = (pair.comparison.class, told(&pair.comparison));
                        let expected_found = (
                            expected.class,
                            expected.difference.iter().cloned().collect(),
                        );
                        assert_eq!(found, expected_found, "{}", context());
                        *kinds.entry(*kind).or_default() += 1;
                        pairs += 1;
                    }
                    Item::Only { origin, place, .. } => {
                        let gone = match origin {
                            Origin::A => place.game % 89 == 7,
                            Origin::B => place.game % 97 == 5,
                        };
                        assert!(gone, "{variant} {origin:?} {place:?}");
                        only += 1;
                    }
                }
            }
            assert!(only > 10, "{only}");
        }
        for kind in KINDS {
            let count = kinds.get(&kind).copied().unwrap_or(0);
            assert!(count >= 20, "{variant} {kind:?}: {count}");
        }
    }
    assert!(pairs >= 4900, "{pairs}");
}

/// What was planted is nothing to those who ignore it, and all that there is to those who compare nothing else.
#[test]
fn what_is_ignored_is_no_difference() {
    for variant in VARIANTS {
        for (game, kind, planted) in all_planted(variant, Style::Annotated, 66) {
            let aspect = match kind {
                Kind::Untouched | Kind::Spelling => continue,
                Kind::Tag => Aspect::Tag("Site".to_owned()),
                Kind::MissingTag => Aspect::Tags,
                Kind::Result => Aspect::Result,
                Kind::Comment | Kind::OtherComment => Aspect::Comments,
                Kind::Nag => Aspect::Nags,
                Kind::Variation => Aspect::Variations,
                Kind::Prefix | Kind::Move => Aspect::Moves,
            };
            let ignoring = Options {
                ignore: vec![aspect.clone()],
                ..Options::default()
            };
            let only = Options {
                only: vec![aspect],
                ..Options::default()
            };
            let compared = |options| compare::games(&game, &planted.game, options);
            assert!(compared(&ignoring).class.is_same(), "{variant} {kind:?}");
            assert_eq!(compared(&only).class, planted.class, "{variant} {kind:?}");
        }
    }
}

/// A game that was put elsewhere is the only one at another place.
#[test]
fn games_at_another_place_are_told() {
    let games = games(&made_up("chess", Style::Otb, 200));
    let ours: Vec<(usize, &Game)> = (1..).zip(&games).collect();
    let mut theirs = ours.clone();
    let moved = theirs.remove(20);
    theirs.insert(150, moved);
    for item in items(report(&ours, &theirs, Options::default())) {
        let Item::Pair(pair) = item else {
            panic!("a game has no counterpart")
        };
        let class = if pair.a.game == 21 {
            Class::Order
        } else {
            Class::Same
        };
        assert_eq!((pair.comparison.class, pair.b.game), (class, pair.a.game));
    }
}

/// Games of which there are several are paired in their order; those that mean the same before others.
#[test]
fn twins_are_paired_in_their_order() {
    let game = |event: &str| {
        let text = format!("[Event \"{event}\"]\n\n1. e4 e5 2. Nf3 *\n");
        game_of(text.as_bytes(), None).expect("a game")
    };
    let texts = [["x", "x", "y", "x"], ["x", "x", "x", "z"]];
    let games = texts.map(|texts| texts.map(game));
    let numbered = |games: &'_ [Game; 4]| games.iter().cloned().zip(1..).collect::<Vec<_>>();
    let [a, b] = [numbered(&games[0]), numbered(&games[1])];
    let refer = |games: &[(Game, usize)]| -> Vec<(usize, Game)> {
        games
            .iter()
            .map(|(game, number)| (*number, game.clone()))
            .collect()
    };
    let (a, b) = (refer(&a), refer(&b));
    let borrowed =
        |games: &'static [(usize, Game)]| games.iter().map(|(n, g)| (*n, g)).collect::<Vec<_>>();
    let (a, b) = (borrowed(a.leak()), borrowed(b.leak()));
    let pairs: Vec<(u64, u64)> = items(report(&a, &b, Options::default()))
        .into_iter()
        .filter_map(|item| match item {
            Item::Pair(pair) => Some((pair.a.game, pair.b.game)),
            Item::Only { .. } => None,
        })
        .collect();
    assert_eq!(pairs, [(1, 1), (2, 2), (3, 4), (4, 3)]);
}

/// Where it is asked for, games are paired by their order or their Id alone, whatever else they are.
#[test]
fn games_are_paired_as_is_asked() {
    let read = |text: &str| games(text.as_bytes());
    let a = read("[Id \"1\"]\n\n1. e4 *\n\n[Id \"2\"]\n\n1. d4 *\n\n1. c4 *\n");
    let b = read("[Id \"2\"]\n\n1. f4 *\n\n[Id \"3\"]\n\n1. d4 *\n");
    let pairs = |by: By| -> Vec<(u64, u64)> {
        let options = Options {
            by,
            ..Options::default()
        };
        let report = compare::collections(&a, &b, &options).expect("memory");
        let pairs = items(report).into_iter().filter_map(|item| match item {
            Item::Pair(pair) => Some((pair.a.game, pair.b.game)),
            Item::Only { .. } => None,
        });
        pairs.collect()
    };
    assert_eq!(pairs(By::Id), [(2, 1)]);
    assert_eq!(pairs(By::Order), [(1, 1), (2, 2)]);
    assert_eq!(pairs(By::Moves), [(2, 2)]);
    assert_eq!(pairs(By::Tags), []);
}

/// What says the same in another way is no difference.
#[test]
fn the_same_meaning_in_another_spelling() {
    let cases = [
        // The order and the case of tag names; unknown values of the roster.
        (
            "[White \"A\"]\n[Round \"?\"]\n\n1. e4 *\n",
            "[Site \"?\"]\n[white \"A\"]\n\n1. e4 *\n",
        ),
        // The result by its tag or by its marker, or unknown.
        (
            "[Result \"1-0\"]\n\n1. e4 1-0\n",
            "[White \"?\"]\n\n1. e4 1-0\n",
        ),
        ("[White \"A\"]\n\n1. e4 *\n", "[White \"A\"]\n\n1. e4\n"),
        // Dates.
        (
            "[Date \"1992.08.31\"]\n\n1. e4 *\n",
            "[Date \"1992/8/31\"]\n\n1. e4 *\n",
        ),
        // The usual position, set up or not.
        (
            "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *\n",
            "[White \"?\"]\n\n1. e4 *\n",
        ),
        // Blanks in comments, and how these and glyphs are written.
        ("1. e4! {a\n  b} $0 e5 *\n", "1. e2-e4 $1 ;a b\n1... e5 *\n"),
        // Xiangqi: notation, script, the tag of the notation, the name of the tag Red.
        (
            "[Game \"Chinese Chess\"]\n[Red \"A\"]\n\n1. 炮二平五 马8进7 1-0\n",
            "[Game \"Xiangqi\"]\n[White \"A\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 红先胜\n",
        ),
        // C'escacs: a comment behind its move, or with its player behind the round.
        (
            "[Variant \"C'escacs\"]\n1. E7-E9 {good}, E21-E19\n*\n",
            "[Variant \"C'escacs\"]\n1. E7-E9, E21-E19\n{@W: good}\n*\n",
        ),
    ];
    for (a, b) in cases {
        let [one, other] = [a, b].map(|text| game_of(text.as_bytes(), None).expect("a game"));
        let comparison = compare::games(&one, &other, &Options::default());
        assert_eq!(
            comparison.class,
            Class::Spelling,
            "{a}\n{b}\n{comparison:#?}"
        );
        let report = compare::collections([&one], [&other], &Options::default());
        assert!(matches!(
            &items(report.expect("memory"))[..],
            [Item::Pair(pair)] if pair.comparison.class == Class::Spelling
        ));
    }
}

/// Differences have their place, what both games say there, and the position before.
#[test]
fn differences_are_told_precisely() {
    let compared = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|text| game_of(text.as_bytes(), None).expect("a game"));
        compare::games(&a, &b, &Options::default())
    };
    let comparison = compared(
        "1. e4 e5 {x} (1... c5 2. Nf3 $1 (2. c3 d5)) (1... e6) 2. Nf3 *",
        "1. e4 e5 {y} (1... c5 2. Nf3 $2 (2. c3 Nf6)) 2. Nf3 Nc6 *",
    );
    let found: Vec<_> = comparison
        .differences
        .iter()
        .map(|it| {
            let text = |text: &Option<String>| text.clone().unwrap_or_default();
            (it.what, it.ply, text(&it.name), text(&it.a), text(&it.b))
        })
        .collect();
    let expected = [
        (What::Comment, Some(2), "", "x", "y"),
        (What::Variation, Some(2), "2.2", "e6", ""),
        (What::Move, Some(4), "", "", "Nc6"),
        (What::Nag, Some(3), "2.1", "$1", "$2"),
        (What::Variation, Some(4), "2.1/3.1", "d5", "Nf6"),
    ];
    let expected = expected
        .map(|(what, ply, name, a, b)| (what, ply, name.to_owned(), a.to_owned(), b.to_owned()));
    assert_eq!(found, expected);
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
    assert_eq!(comparison.differences[2].fen.as_deref(), Some(fen));
    assert_eq!(comparison.class, Class::Prefix);
    // Only the order differs.
    let comparison = compared("1. e4 {x} $1 *", "1. e4 $1 {x} *");
    assert_eq!(comparison.class, Class::Annotations);
    assert_eq!(told(&comparison), [(What::Order, Some(1), None)]);
    // Another variant, another start.
    let comparison = compared(
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Rh8+ *",
        "1. e4 *",
    );
    assert_eq!(comparison.class, Class::Setup);
    assert_eq!(
        told(&comparison),
        [(What::Setup, None, Some("position".to_owned()))]
    );
}

/// The copies of a game that are written in other forms: what each is called, and its text.
fn copies(game: &Game) -> Vec<(String, Vec<u8>)> {
    let id = game.info.map_or("", |info| info.id);
    let notations: &[&str] = match id {
        "chess" => &["san", "lan", "uci"],
        "xiangqi" => &["chinese", "chinese,script=traditional", "wxf", "iccs"],
        _ => &["ctl-an"],
    };
    let mut writers: Vec<(String, Box<dyn WriteGame>)> = Vec::new();
    for notation in notations {
        let options = pgn::Options {
            notation: (*notation).into(),
            ..pgn::Options::default()
        };
        writers.push((
            format!("pgn {notation}"),
            Box::new(<pgn::Writer>::new(options)),
        ));
    }
    let document = |on_loss| Box::new(<pcn::Writer>::new(on_loss, pcn::Layout::Line));
    writers.push(("jsonl".to_owned(), Box::new(json::Writer::new("copy"))));
    writers.push(("xml".to_owned(), Box::new(<xml::Writer>::default())));
    writers.push(("pcn".to_owned(), document(pcn::OnLoss::Keep)));
    writers.push(("pcn, short".to_owned(), document(pcn::OnLoss::Report)));
    for list in ["uci", "iccs"] {
        writers.push((list.to_owned(), Box::new(<movelist::Writer>::new(list))));
    }
    let mut copies = Vec::new();
    for (name, mut writer) in writers {
        let mut out = Vec::new();
        let Ok(written) = writer.write_game(game, &mut out) else {
            continue;
        };
        let kept = Written {
            lost: Default::default(),
            ..written
        };
        // What has not its proper form there is another thing when it is read back.
        if kept != Written::default() {
            continue;
        }
        if name == "xml" {
            out = [xml::BEGIN.as_bytes(), &out, xml::END.as_bytes()].concat();
        }
        copies.push((name, out));
    }
    copies
}

/// Whether copies of a game say what it does: what could not be played or understood depends on what stands around it.
fn is_sound(game: &Game) -> bool {
    let stray = |node: NodeId| {
        game.remarks(node)
            .any(|(kind, _)| kind == RemarkKind::Unrecognized)
    };
    game.replayed
        && game.summary.unresolved == 0
        && game.summary.plies > 0
        && !game.tags().is_empty()
        && !game.nodes().any(stray)
}

/// Compares a game with its copies; returns how many there were.
fn compare_copies(game: &Game, context: &str) -> usize {
    let copies = copies(game);
    for (name, text) in &copies {
        let mut reader = Reader::builder().from_reader(&text[..]).expect("memory");
        let holds = Holds::of(reader.format());
        assert_ne!(
            reader.format(),
            Format::Text,
            "{context}, {name}: {}",
            text.escape_ascii()
        );
        let mut copy = Game::new();
        assert!(reader.read_game(&mut copy, &mut ()).expect("memory"));
        let comparison =
            compare::games_of::<Standard>((game, Holds::ALL), (&copy, holds), &Options::default());
        assert!(
            comparison.class.is_same(),
            "{context}, {name}: {comparison:#?}\n{}\n{}",
            game.source(),
            String::from_utf8_lossy(text)
        );
        // What is left out is said.
        if name == "uci"
            && game
                .outcome()
                .is_some_and(|outcome| outcome != Outcome::Unknown)
        {
            assert!(
                comparison
                    .omissions
                    .iter()
                    .any(|it| it.what == What::Result && it.second)
            );
        }
    }
    copies.len()
}

/// Made-up games and those of the project mean the same in every format and notation that holds them.
#[test]
fn copies_in_other_formats_mean_the_same() {
    let mut compared = 0;
    for variant in VARIANTS {
        for style in [Style::Otb, Style::Online, Style::Annotated] {
            for game in games(&made_up(variant, style, 40)) {
                compared += compare_copies(&game, variant);
            }
        }
    }
    assert!(compared > 2000, "{compared}");
    let mut own = 0;
    for path in own_files() {
        let text = std::fs::read(&path).expect("a file");
        for game in games(&text).iter().filter(|game| is_sound(game)) {
            own += compare_copies(game, &path.display().to_string());
        }
    }
    assert!(own > 200, "{own}");
}

/// The same of real games, as far as they are there.
#[test]
fn copies_of_real_games_mean_the_same() {
    for folder in ["chess", "xiangqi", "cescacs"] {
        let Some(folder) = real_files(folder) else {
            return;
        };
        for path in files(folder) {
            let mut reader = Reader::from_path(&path).expect("a file");
            let mut game = Game::new();
            for _ in 0..40 {
                if !reader.read_game(&mut game, &mut ()).expect("a file") {
                    break;
                }
                if is_sound(&game) {
                    compare_copies(&game, &path.display().to_string());
                }
            }
        }
    }
}

/// However much differs, what is kept of it is bounded, and the rest is counted.
#[test]
fn many_differences_are_counted() {
    let comments = |word: &str| -> Game {
        let comments: String = (0..5000)
            .map(|number| format!("{{{word}{number}}} "))
            .collect();
        game_of(format!("1. e4 {comments} *\n").as_bytes(), None).expect("a game")
    };
    let comparison = compare::games(&comments("a"), &comments("b"), &Options::default());
    assert_eq!(comparison.class, Class::Annotations);
    assert_eq!(
        (comparison.differences.len(), comparison.further),
        (4096, 904)
    );
}
