//! Two visitors of one reading: each hears what it would hear alone, as far as it wants to hear it.

use movetext::event::{Level, Ply, Recorder, Skip, Tee, Visitor};
use movetext::{Outcome, Reader, Tags, Text, Variant, VariantInfo};

/// Games with variations in variations, text that is none, and moves that cannot be played.
const GAMES: &str = "% one\n[White \"a\"]\n\n{before} 1. e4 (1. d4 d5 (1... Nf6 2. c4 $1 {x}) 2. c4 (2. Nf3) d6) \
    1... e5 (1... c5) 2. Nf3 (2. Bc4 (2. d4)) Nc6 *\n\njunk!\n\n[White \"b\"]\n\n1. e4 e5 2. Ke3 (2. Nf3 Nc6) Ke7 1-0\n\
    [Variant \"Atomic\"]\n\n1. e4 (1. d4) e5 0-1\n";

/// Takes down what it hears of the movetext, up to a level, with variations or without.
#[derive(Clone, Debug)]
struct Hearer {
    level: Level,
    variations: bool,
    heard: Vec<String>,
}

impl Hearer {
    fn new(level: Level, variations: bool) -> Hearer {
        Hearer {
            level,
            variations,
            heard: Vec::new(),
        }
    }

    fn hear(&mut self, what: &str, text: Text<'_>) {
        self.heard.push(format!("{what} {text}"));
    }
}

impl Visitor for Hearer {
    fn tags(&mut self, tags: &Tags<'_>, _: &'static VariantInfo) -> Level {
        self.hear("tags", tags.section());
        self.level
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.hear("move", ply.text);
    }

    fn token<V: Variant>(&mut self, _: &V::Token, text: Text<'_>) {
        self.hear("move", text);
    }

    fn unresolved(&mut self, text: Text<'_>) {
        self.hear("unplayed", text);
    }

    fn begin_variation(&mut self, _: u8) -> Skip {
        self.heard.push("(".to_owned());
        Skip(!self.variations)
    }

    fn end_variation(&mut self) {
        self.heard.push(")".to_owned());
    }

    fn outcome(&mut self, _: Outcome, text: Text<'_>) {
        self.hear("outcome", text);
    }

    fn source(&mut self, text: Text<'_>) {
        self.hear("source", text);
    }
}

fn read<W: Visitor>(mut visitor: W) -> W {
    let mut reader = Reader::builder().from_reader(GAMES.as_bytes()).unwrap();
    reader.read(&mut visitor, &mut ()).unwrap();
    visitor
}

#[test]
fn each_hears_what_it_would_hear_alone() {
    let alone = read(Recorder::default()).events;
    assert!(alone.len() > 50);
    let both = read(Tee::new(Recorder::default(), Recorder::default()));
    assert_eq!(both.first.events, alone);
    assert_eq!(both.second.events, alone);
    for level in [Level::Play, Level::Skip] {
        for variations in [true, false] {
            let hearer = || Hearer::new(level, variations);
            let expected = read(hearer()).heard;
            let first = read(Tee::new(hearer(), Recorder::default()));
            assert_eq!(first.first.heard, expected);
            assert_eq!(first.second.events, alone);
            let second = read(Tee::new(Recorder::default(), hearer()));
            assert_eq!(second.second.heard, expected);
            assert_eq!(second.first.events, alone);
            // Three, of whom two skip the variations.
            let three = read(Tee::new(hearer(), Tee::new(Recorder::default(), hearer())));
            assert_eq!(
                (three.first.heard, three.second.second.heard),
                (expected.clone(), expected.clone())
            );
            // If neither wants to hear it, it is not read.
            let neither = read(Tee::new(hearer(), hearer()));
            assert_eq!(
                (neither.first.heard, neither.second.heard),
                (expected.clone(), expected)
            );
        }
    }
    // Where nothing is played, nothing is: moves are taken apart.
    let tokens = || Hearer::new(Level::Tokens, true);
    let expected = read(tokens()).heard;
    let both = read(Tee::new(tokens(), tokens()));
    assert_eq!(
        (both.first.heard, both.second.heard),
        (expected.clone(), expected)
    );
}
