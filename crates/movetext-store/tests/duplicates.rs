//! Duplicates among games that were made up, copied and changed: which are found, and which should not be.

mod common;

use common::{Folder, import, query};
use movetext::registry::{VariantSet, WithVariant};
use movetext::variant::notation;
use movetext::variants::Standard;
use movetext::{Game, Move, Position, Reader, Variant};
use movetext_generate::{Database, Style};
use movetext_store::{Duplicate, ImportOptions, Likeness, Query, Store};
use std::collections::HashMap;
use std::fmt::Write;

/// Numbers that are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) % sides.max(1) as u64) as usize
    }
}

/// The heading of a game.
#[derive(Clone)]
struct Heading {
    players: [String; 2],
    event: String,
    date: String,
    round: String,
    result: &'static str,
}

/// A game that is stored.
struct Stored {
    /// Copies of one game share this.
    origin: usize,
    /// How it was made of the game.
    class: Option<Likeness>,
    moves: usize,
}

const NAMES: [&str; 24] = [
    "Carlsen, Magnus",
    "Карпов, Анатолий",
    "Kasparov, Garry",
    "Müller, Karsten",
    "Hou, Yifan",
    "Ding, Liren",
    "Nakamura, Hikaru",
    "Ivanchuk, Vasyl",
    "Polgár, Judit",
    "Gelfand, Boris",
    "Topalov, Veselin",
    "Šimić, Ana",
    "Aronian, Levon",
    "Svidler, Peter",
    "Shirov, Alexei",
    "Adams, Michael",
    "Leko, Péter",
    "Kramnik, Vladimir",
    "Anand, Viswanathan",
    "Giri, Anish",
    "胡荣华",
    "吕钦",
    "许银川",
    "赵国荣",
];

/// The same name as someone else writes it.
fn otherwise(name: &str, dice: &mut Dice) -> String {
    let (last, first) = name.split_once(", ").unwrap_or((name, ""));
    match dice.roll(5) {
        0 => format!("{first} {last}").trim().to_owned(),
        1 => format!("{last}, {}", first.chars().take(1).collect::<String>())
            .trim_end_matches(", ")
            .to_owned(),
        2 => name.to_uppercase(),
        3 => movetext_store::fold(name),
        _ => name.to_owned(),
    }
}

/// Makes the text of the games and their copies.
struct Making<'a> {
    bases: &'a [Game],
    dice: Dice,
    stored: Vec<Stored>,
    text: String,
    other: &'static str,
}

impl Making<'_> {
    fn game<V: Variant>(
        &mut self,
        heading: &Heading,
        moves: &[Move],
        style: &str,
        origin: usize,
        class: Option<Likeness>,
    ) {
        let info = &V::INFO;
        if let Some((tag, values)) = info.selectors.first() {
            writeln!(self.text, "[{tag} \"{}\"]", values[0]).expect("memory");
        }
        let Heading {
            players,
            event,
            date,
            round,
            result,
        } = heading;
        write!(
            self.text,
            "[Event \"{event}\"]\n[Date \"{date}\"]\n[Round \"{round}\"]\n[{} \"{}\"]\n[{} \"{}\"]\n[Result \"{result}\"]\n\n",
            info.first[0], players[0], info.second[0], players[1]
        )
        .expect("memory");
        let start = V::initial_state(
            &movetext::Tags::new(&[], &[], encoding_rs::UTF_8),
            &mut Vec::new(),
        );
        let mut position = start.expect("a start").position;
        let notation = notation::<V>(style).expect("a notation");
        for (ply, mv) in moves.iter().enumerate() {
            if ply % 2 == 0 {
                write!(self.text, "{}. ", ply / 2 + 1).expect("memory");
            }
            V::write(mv, &position, notation, &mut self.text);
            self.text.push(if ply % 12 == 11 { '\n' } else { ' ' });
            position.play(mv);
        }
        write!(self.text, "{result}\n\n").expect("memory");
        self.stored.push(Stored {
            origin,
            class,
            moves: moves.len(),
        });
    }

    fn heading(&mut self, index: usize) -> Heading {
        let first = self.dice.roll(NAMES.len());
        let second = (first + 1 + self.dice.roll(NAMES.len() - 1)) % NAMES.len();
        let (year, month, day) = (
            1950 + self.dice.roll(70),
            1 + self.dice.roll(12),
            1 + self.dice.roll(28),
        );
        Heading {
            players: [NAMES[first].to_owned(), NAMES[second].to_owned()],
            event: format!("Open of Town {}", index % 400),
            date: format!("{year}.{month:02}.{day:02}"),
            round: (1 + self.dice.roll(9)).to_string(),
            result: "*",
        }
    }

    /// The heading as another collection has it.
    fn copied(&mut self, heading: &Heading) -> Heading {
        let mut copy = heading.clone();
        for name in &mut copy.players {
            *name = otherwise(name, &mut self.dice);
        }
        match self.dice.roll(6) {
            0 => copy.event = "?".to_owned(),
            1 => copy.round = "?".to_owned(),
            2 => copy.date.replace_range(5.., "??.??"),
            3 => copy.event = copy.event.to_uppercase(),
            _ => {}
        }
        copy
    }
}

/// The moves with one other move, so that all others can still be played.
fn mistaken<V: Variant>(moves: &[Move], dice: &mut Dice) -> Option<Vec<Move>> {
    let none = movetext::Tags::new(&[], &[], encoding_rs::UTF_8);
    for _ in 0..24 {
        let at = 8 + dice.roll(moves.len().saturating_sub(10));
        let mut position = V::initial_state(&none, &mut Vec::new()).ok()?.position;
        moves[..at].iter().for_each(|mv| position.play(mv));
        let mut legal = Vec::new();
        position.moves(&mut legal);
        let other = legal[dice.roll(legal.len())];
        if other == moves[at] {
            continue;
        }
        position.play(&other);
        let mut changed = moves[..at].to_vec();
        changed.push(other);
        let fits = moves[at + 1..].iter().all(|mv| {
            let mut legal = Vec::new();
            position.moves(&mut legal);
            // What is captured may be something else by now.
            let same = legal.into_iter().find(|other| {
                (other.from, other.to, other.promotion, other.kind)
                    == (mv.from, mv.to, mv.promotion, mv.kind)
            });
            match same {
                Some(mv) => {
                    position.play(&mv);
                    changed.push(mv);
                    true
                }
                None => false,
            }
        });
        if fits {
            return Some(changed);
        }
    }
    None
}

/// The moves with two of one side in the other order.
fn transposed<V: Variant>(moves: &[Move], dice: &mut Dice) -> Option<Vec<Move>> {
    let none = movetext::Tags::new(&[], &[], encoding_rs::UTF_8);
    for _ in 0..24 {
        let at = dice.roll(moves.len().saturating_sub(3).min(30));
        let mut changed = moves.to_vec();
        changed.swap(at, at + 2);
        let mut position = V::initial_state(&none, &mut Vec::new()).ok()?.position;
        let fits = changed.iter().all(|mv| {
            let mut legal = Vec::new();
            position.moves(&mut legal);
            let fits = legal.contains(mv);
            if fits {
                position.play(mv);
            }
            fits
        });
        if fits && changed != moves {
            return Some(changed);
        }
    }
    None
}

impl WithVariant for &mut Making<'_> {
    type Output = ();

    fn run<V: Variant>(self) {
        for index in 0..self.bases.len() {
            let base = self.bases[index].replay::<V>().expect("it can be replayed");
            let moves: Vec<Move> = base.main_line().map(|(_, mv, _)| mv).collect();
            let heading = self.heading(index);
            self.game::<V>(&heading, &moves, "", index, None);
            if moves.len() < 24 {
                continue;
            }
            let copy = self.copied(&heading);
            self.game::<V>(&copy, &moves, self.other, index, Some(Likeness::Exact));
            let copy = self.copied(&heading);
            let cut = 12 + self.dice.roll(moves.len() - 13);
            self.game::<V>(&copy, &moves[..cut], "", index, Some(Likeness::Prefix));
            let changed = if index % 2 == 0 {
                mistaken::<V>(&moves, &mut self.dice)
            } else {
                transposed::<V>(&moves, &mut self.dice)
            };
            if let Some(changed) = changed {
                let copy = self.copied(&heading);
                self.game::<V>(&copy, &changed, "", index, Some(Likeness::Near));
            }
            // What is none: a short draw by others, by the same in another round, and an opening once more.
            let strangers = self.heading(index);
            let short = 4 + self.dice.roll(12);
            self.game::<V>(&strangers, &moves[..short], "", usize::MAX, None);
            let mut again = heading.clone();
            again.round = "12".to_owned();
            self.game::<V>(&again, &moves[..short], "", usize::MAX, None);
        }
    }
}

/// Of each class, how many are found, how many of these are right, and how many there are.
type Tally = HashMap<Likeness, [usize; 3]>;

fn tally(making: &Making<'_>, found: &[Duplicate], tally: &mut Tally) {
    let stored = |id: i64| &making.stored[id as usize - 1];
    for pair in found {
        let (one, other) = (stored(pair.game), stored(pair.of));
        let right = one.origin == other.origin && one.origin != usize::MAX;
        let counts = tally.entry(pair.class).or_default();
        counts[0] += 1;
        counts[1] += usize::from(right);
        match pair.class {
            Likeness::Exact => assert_eq!(one.moves, other.moves, "{pair:?}"),
            Likeness::Prefix => assert_ne!(one.moves, other.moves, "{pair:?}"),
            Likeness::Near => {}
        }
    }
    for class in making.stored.iter().filter_map(|one| one.class) {
        tally.entry(class).or_default()[2] += 1;
    }
}

#[test]
fn copies_are_found_and_nothing_else() {
    let mut sums = Tally::new();
    let mut missed = 0;
    for (index, info) in Standard::VARIANTS.iter().enumerate() {
        let database = Database {
            variant: info.id.to_owned(),
            notation: None,
            style: Style::Otb,
            seed: 11,
            encoding: encoding_rs::UTF_8,
            games: Some(if info.id == "chess" { 2600 } else { 600 }),
            bytes: None,
        };
        let mut text = Vec::new();
        database.write(&mut text).expect("memory");
        let mut bases = Vec::new();
        let mut reader = Reader::builder().from_reader(&text[..]).expect("text");
        let mut game = Game::new();
        while reader.read_game(&mut game, &mut ()).expect("text") {
            bases.push(game.clone());
        }
        let mut making = Making {
            bases: &bases,
            dice: Dice(5),
            stored: Vec::new(),
            text: String::new(),
            other: match info.id {
                "chess" => "uci",
                "xiangqi" => "wxf",
                // Others have to be announced.
                _ => "",
            },
        };
        Standard::run(index, &mut making);
        let folder = Folder::new();
        let mut store = folder.store("a.db");
        let path = folder.write("a.pgn", &making.text);
        import(&mut store, &path, &ImportOptions::default());
        let played: i64 = query(&store, "SELECT count(*) FROM games WHERE unresolved = 0");
        assert_eq!(played as usize, making.stored.len(), "{}", info.id);
        let found = store.duplicates(&Query::new(), 2).expect("it can be read");
        assert_eq!(
            found,
            store.duplicates(&Query::new(), 1).expect("it can be read"),
            "threads make no difference"
        );
        tally(&making, &found, &mut sums);
        // Copies that were paired with nothing of their own.
        let mut paired = vec![false; making.stored.len() + 1];
        for pair in &found {
            let origin = |id: i64| making.stored[id as usize - 1].origin;
            if origin(pair.game) == origin(pair.of) {
                paired[pair.game as usize] = true;
                paired[pair.of as usize] = true;
            }
        }
        let copies = (1..).zip(&making.stored);
        missed += copies
            .filter(|(id, one)| one.class.is_some() && !paired[*id])
            .count();
    }
    let copies: usize = sums.values().map(|counts| counts[2]).sum();
    assert!(copies >= 10_000, "{copies}");
    println!("{sums:?}, missed {missed} of {copies}");
    for (class, least) in [
        (Likeness::Exact, 1.0),
        (Likeness::Prefix, 0.999),
        (Likeness::Near, 0.99),
    ] {
        let [found, right, _] = sums[&class];
        let precision = right as f64 / found as f64;
        assert!(precision >= least, "{class}: {right} of {found}");
        assert!(found > 1000, "{class}: {found}");
    }
    assert!(missed * 20 <= copies, "{missed} of {copies} are missed");
}

const GAMES: &str = r#"[White "Réti"]
[Black "Tartakower"]
[Date "1910.??.??"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 1-0

[White "Reti, Richard"]
[Black "Tartakower, Savielly"]
[Date "1910.12.01"]

1. e2e4 c7c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 1-0

[White "Someone"]
[Black "Else"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 1-0

[FEN "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"]
[White "Reti, Richard"]
[Black "Tartakower, Savielly"]
[Date "1910.12.01"]

1. e4 c6 2. d4 d5 3. Nc3 dxe4 4. Nxe4 Nf6 5. Qd3 e5 6. dxe5 Qa5+ 7. Bd2 Qxe5 1-0
"#;

#[test]
fn pairs_are_marked_and_forgotten_with_their_games() {
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let path = folder.write("a.pgn", GAMES);
    import(&mut store, &path, &ImportOptions::default());
    let found = store.duplicates(&Query::new(), 2).expect("it can be read");
    let pairs: Vec<_> = found.iter().map(|pair| (pair.game, pair.of)).collect();
    assert_eq!(pairs, [(2, 1)], "{found:?}");
    assert_eq!(found[0].class, Likeness::Exact);
    assert_eq!(found[0].heading, 1.0);
    assert_eq!(
        found[0].reason,
        "the same 14 plies; agreeing: players, date, result"
    );
    for _ in 0..2 {
        store.mark_duplicates(&found).expect("it can be written");
    }
    let marked: String = query(
        &store,
        "SELECT game || ' ' || \"of\" || ' ' || class || ' ' || heading FROM duplicates",
    );
    assert_eq!(marked, "2 1 exact 1.0");
    assert!(store.check_all(true).expect("it can be read").is_empty());
    drop(store);
    let mut store = Store::open(folder.path("a.db")).expect("it is sound");
    let source = store.sources().expect("it can be read")[0].id;
    store.remove(source).expect("it can be removed");
    assert_eq!(query::<i64>(&store, "SELECT count(*) FROM duplicates"), 0);
}
