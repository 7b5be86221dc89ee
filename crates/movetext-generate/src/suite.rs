//! Families of test vectors for `corpus/suite/`.
//!
//! What a family expects follows from how its cases are composed, never from what movetext reads.

mod fen;
mod nags;
mod san;
mod time;
mod xiangqi;

use serde_json::{Value, json};

/// What makes the cases of a topic.
type Compose = fn() -> Vec<Case>;

/// Families by the topic that they belong to.
const TOPICS: [(&str, Compose); 7] = [
    ("san", san::cases),
    ("fen", fen::cases),
    ("nag", nags::cases),
    ("time-control", time::cases),
    ("xiangqi-chinese", xiangqi::chinese),
    ("xiangqi-wxf", xiangqi::wxf),
    ("xiangqi-iccs", xiangqi::iccs),
];

/// The vectors of these topics, or of all if none is named, as far as the composition says what is expected: each
/// an object of its line in `corpus/suite/`.
pub fn vectors(names: &[String]) -> Vec<Value> {
    let mut vectors = Vec::new();
    for (topic, cases) in TOPICS {
        if !names.is_empty() && !names.iter().any(|name| name == topic) {
            continue;
        }
        let (mut family, mut number) = ("", 0);
        for case in cases() {
            number = if case.family == family { number + 1 } else { 1 };
            family = case.family;
            vectors.push(case.line(topic, number));
        }
    }
    vectors
}

/// A vector in the making.
struct Case {
    /// Cases of a family are numbered in their order.
    family: &'static str,
    requirements: &'static str,
    class: &'static str,
    variant: &'static str,
    format: &'static str,
    input: String,
    /// The games that are to be read, if the composition says.
    games: Option<Value>,
    note: Option<&'static str>,
}

impl Case {
    /// A game of chess.
    fn pgn(
        family: &'static str,
        requirements: &'static str,
        class: &'static str,
        input: String,
    ) -> Case {
        Case {
            family,
            requirements,
            class,
            variant: "chess",
            format: "pgn",
            input,
            games: None,
            note: None,
        }
    }

    fn line(self, topic: &str, number: usize) -> Value {
        let requirements: Vec<&str> = self.requirements.split_whitespace().collect();
        let mut line = json!({
            "id": format!("{topic}/{}-{number:02}", self.family),
            "spec": self.variant,
            "requirement": requirements,
            "variant": self.variant,
            "format": self.format,
            "class": self.class,
            "input": self.input,
        });
        if let Some(games) = self.games {
            line["games"] = games;
        }
        if let Some(note) = self.note {
            line["note"] = json!(note);
        }
        line
    }
}

/// The tags of a game of chess, with further ones.
fn heading(further: &[(&str, &str)]) -> Vec<(String, String)> {
    let roster = [
        ("Event", "?"),
        ("Site", "?"),
        ("Date", "????.??.??"),
        ("Round", "?"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", "*"),
    ];
    let tags = roster.iter().chain(further);
    tags.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

/// Tags as text, with an empty line behind.
fn section(tags: &[(String, String)]) -> String {
    let mut text = String::new();
    for (name, value) in tags {
        text += &format!("[{name} \"{value}\"]\n");
    }
    text + "\n"
}

/// The tags of a game that starts from a position.
fn set_up(fen: &str) -> Vec<(String, String)> {
    heading(&[("SetUp", "1"), ("FEN", fen)])
}
