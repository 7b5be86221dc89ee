//! Made-up databases are read back: the same moves, no findings, every byte accounted for.

use movetext::event::{Ply, Recorder, Visitor};
use movetext::grammar::{self, Grammar};
use movetext::variants::{Cescacs, Chess, Xiangqi};
use movetext::{Diagnostic, Limits, Move, Reader, Variant};
use movetext_generate::{Database, Style, VARIANTS};

/// Keeps the moves in the order of the text.
#[derive(Default)]
struct Moves(Vec<Move>);

impl Visitor for Moves {
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.0.push(ply.mv);
    }
}

const STYLES: [Style; 3] = [Style::Otb, Style::Online, Style::Annotated];

/// Makes the database up, reads it, and holds both together.
fn read_back(database: &Database) {
    let (mut text, mut moves) = (Vec::new(), Vec::new());
    let written = database
        .write_with(&mut text, |game| moves.extend_from_slice(&game.moves))
        .expect("writing to memory does not fail");
    assert_eq!(written.bytes, text.len() as u64);
    assert_eq!(written.moves, moves.len() as u64);
    let mut reader = Reader::builder()
        .from_reader(text.as_slice())
        .expect("bytes in memory");
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut read = Moves::default();
    let stats = reader
        .read(&mut read, &mut findings)
        .expect("bytes in memory");
    assert_eq!(findings, [], "{database:?}");
    assert_eq!(
        (
            stats.counts.games,
            stats.counts.plies,
            stats.counts.plies + stats.counts.variation_plies,
            stats.accounted
        ),
        (written.games, written.plies, written.moves, written.bytes),
        "{database:?}"
    );
    assert!(read.0 == moves, "{database:?}");
    assert_eq!(
        reader.encoding().encoding.is_ascii_compatible(),
        database.encoding.is_ascii_compatible(),
        "{database:?}"
    );
}

fn each_style(variant: &str, notation: &str, encoding: &'static encoding_rs::Encoding) {
    for style in STYLES {
        for seed in [1, 2] {
            read_back(&Database {
                notation: Some(notation.to_owned()),
                style,
                seed,
                encoding,
                games: Some(50),
                ..Database::new(variant)
            });
        }
    }
}

#[test]
fn every_variant_in_its_standard_notation() {
    for variant in VARIANTS {
        for style in STYLES {
            read_back(&Database {
                style,
                ..Database::new(variant)
            });
        }
    }
}

/// SAN, and what other programs write instead; CH-012 and CH-014: in Latin-1, with both line ends.
#[test]
fn chess_in_every_notation() {
    for notation in ["san", "lan", "uci"] {
        each_style("chess", notation, encoding_rs::UTF_8);
    }
    each_style("chess", "san", encoding_rs::WINDOWS_1252);
}

/// XQ-032 to XQ-035, XQ-I01: every notation in every encoding that it has.
#[test]
fn xiangqi_in_every_notation_and_encoding() {
    use encoding_rs::{BIG5, GB18030, UTF_8, UTF_16BE, UTF_16LE};
    for (notation, encodings) in [
        ("chinese", &[UTF_8, GB18030, UTF_16LE, UTF_16BE][..]),
        ("traditional", &[UTF_8, BIG5, GB18030, UTF_16LE]),
        ("wxf", &[UTF_8, GB18030, BIG5]),
        ("iccs", &[UTF_8, GB18030, UTF_16LE]),
    ] {
        for encoding in encodings {
            each_style("xiangqi", notation, encoding);
        }
    }
}

/// The same seed gives the same bytes, another one others; size and number are kept to.
#[test]
fn what_is_asked_for_is_what_is_written() {
    let write = |database: &Database| {
        let mut text = Vec::new();
        let written = database.write(&mut text).expect("memory");
        (text, written)
    };
    let database = Database::new("chess");
    let (text, written) = write(&database);
    assert_eq!(written.games, 1000);
    assert_eq!(write(&database).0, text);
    let (other, _) = write(&Database {
        seed: 2,
        ..database.clone()
    });
    assert_ne!(other, text);
    let (short, written) = write(&Database {
        games: None,
        bytes: Some(10_000),
        ..database.clone()
    });
    assert!((10_000..13_000).contains(&short.len()), "{}", short.len());
    assert!(text.starts_with(&short) && written.games > 5);
    for wrong in [
        Database::new("draughts"),
        Database {
            notation: Some("wxf".to_owned()),
            ..database
        },
        // Big5 has no simplified characters.
        Database {
            encoding: encoding_rs::BIG5,
            ..Database::new("xiangqi")
        },
    ] {
        assert!(wrong.write(&mut Vec::new()).is_err(), "{wrong:?}");
    }
}

/// What is made up conforms to the grammars of the specifications too, where those know the form:
/// both lanes read the same.
#[test]
fn the_grammars_take_it() {
    fn conforms<V: Grammar>(database: &Database) {
        let mut text = Vec::new();
        database.write(&mut text).expect("memory");
        let text = String::from_utf8(text).expect("UTF-8");
        let mut recorder = Recorder::default();
        Reader::builder()
            .from_reader(text.as_bytes())
            .and_then(|mut reader| reader.read(&mut recorder, &mut ()))
            .expect("memory");
        let events = grammar::events::<V>(&text, &Limits::default());
        let events = events.unwrap_or_else(|error| {
            panic!(
                "{database:?}: {error}: {:?}",
                text.get(error.span.start..error.span.start + 60)
            )
        });
        for (index, (law, fast)) in events.iter().zip(&recorder.events).enumerate() {
            assert_eq!(law, fast, "event {index} of {database:?}");
        }
        assert_eq!(events.len(), recorder.events.len());
    }
    for style in STYLES {
        let few = |variant| Database {
            style,
            games: Some(20),
            ..Database::new(variant)
        };
        conforms::<Chess>(&few("chess"));
        conforms::<Xiangqi>(&few("xiangqi"));
        conforms::<Cescacs>(&few("cescacs"));
    }
}

/// Games are about as long as real ones, with about as many captures and castlings, and
/// begin alike about as often. A thousand master games have 84 plies each, 19 captures, 5 checks and
/// 2 castlings in a hundred plies; their first four plies are 116 different ones, the most usual of
/// which 174 games share.
#[test]
fn games_look_like_real_ones() {
    let mut beginnings = std::collections::HashMap::new();
    let (mut captures, mut castlings) = (0, 0);
    let written = Database::new("chess")
        .write_with(&mut std::io::sink(), |game| {
            let first: Vec<_> = game.moves.iter().take(4).copied().collect();
            *beginnings.entry(first).or_insert(0) += 1;
            captures += game.moves.iter().filter(|mv| mv.captured.is_some()).count() as u64;
            let castles = |mv: &&Move| matches!(mv.kind, movetext::MoveKind::Castling(_));
            castlings += game.moves.iter().filter(castles).count() as u64;
        })
        .expect("a sink");
    let percent = |count: u64| count as f64 * 100.0 / written.plies as f64;
    assert!(
        (70..95).contains(&(written.plies / written.games)),
        "{written:?}"
    );
    assert!(
        (15.0..25.0).contains(&percent(captures)),
        "{}",
        percent(captures)
    );
    assert!(
        (0.5..3.0).contains(&percent(castlings)),
        "{}",
        percent(castlings)
    );
    assert!(
        (30..200).contains(&beginnings.len()),
        "{}",
        beginnings.len()
    );
    let most = beginnings.values().max().copied().unwrap_or(0);
    assert!((80..300).contains(&most), "{most}");
}
