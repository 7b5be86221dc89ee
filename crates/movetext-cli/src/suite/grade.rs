//! Grading: what a reader made of a vector against what it should have made.

use super::vector::{Answer, Aspect, Class, Diagnostic, Form, Game, Move, Variation, Vector};
use serde::Serialize;
use serde_json::{Value, json};

/// Where a reader's answer is not the one that is expected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    pub aspect: Aspect,
    /// Where in the tree of games, as a path.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub at: String,
    pub expected: String,
    pub found: String,
}

/// How a reader fares on a vector.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grade {
    /// What was graded.
    pub aspects: Vec<Aspect>,
    /// At most one difference of each aspect.
    pub differences: Vec<Difference>,
}

impl Grade {
    /// Grades an aspect by the first place where two values differ.
    fn compare(&mut self, aspect: Aspect, expected: &Value, found: &Value) {
        self.aspects.push(aspect);
        if let Some((at, expected, found)) = first_difference(expected, found) {
            self.differences.push(Difference {
                aspect,
                at,
                expected,
                found,
            });
        }
    }
}

/// Grades the answer of another reader. What it does not claim, and what the vector does not say, is not graded.
pub fn grade(vector: &Vector, answer: &Answer) -> Grade {
    // What is left over in a lenient text says that it has no one plain meaning.
    let leaves = || {
        let games = vector.games.iter().flatten();
        let mut moves = games.flat_map(|game| game.moves.iter().flatten());
        moves.any(has_remarks)
    };
    match vector.class {
        Class::ImplementationDefined => Grade::default(),
        Class::Lenient if leaves() => Grade::default(),
        _ => grade_own(vector, answer),
    }
}

/// Whether something among the moves of a line was not understood.
fn has_remarks(mv: &Move) -> bool {
    let lines = mv.variations.iter();
    !mv.remarks.is_empty() || lines.flat_map(|line| &line.moves).any(has_remarks)
}

/// Grades an answer of movetext itself, which is held to everything that a vector says.
pub fn grade_own(vector: &Vector, answer: &Answer) -> Grade {
    let mut grade = Grade::default();
    let outcome = &answer.outcome;
    let expected = match vector.class {
        Class::Valid => Some(true),
        Class::Invalid => Some(false),
        Class::Lenient | Class::ImplementationDefined => None,
    };
    if let Some(expected) = expected.filter(|_| outcome.claims(Aspect::Verdict)) {
        let word = |accepted| if accepted { "accepted" } else { "refused" };
        let (expected, found) = (word(expected), word(answer.accepted));
        grade.compare(Aspect::Verdict, &json!(expected), &json!(found));
    }
    if outcome.claims(Aspect::Diagnostics)
        && let (Some(expected), Some(found)) = (&vector.diagnostics, &outcome.diagnostics)
    {
        let (expected, found) = places(expected, found);
        grade.compare(Aspect::Diagnostics, &expected, &found);
    }
    // What a refused text holds is nobody's business, except for what programs are to write instead of it.
    if !vector.has_contents() || !answer.accepted && vector.form == Form::Import {
        return grade;
    }
    if let (Some(expected), Some(found)) = (&vector.games, &outcome.games) {
        type View = fn(&Game) -> Value;
        let views: [(Aspect, View); 3] = [
            (Aspect::Tags, tags),
            (Aspect::Moves, main_line),
            (Aspect::Tree, tree),
        ];
        for (aspect, view) in views {
            if outcome.claims(aspect) {
                let all = |games: &[Game]| Value::from_iter(games.iter().map(view));
                let (expected, mut found) = (all(expected), all(found));
                leave_out(&expected, &mut found);
                let mut expected = expected;
                leave_out(&found, &mut expected);
                grade.compare(aspect, &expected, &found);
            }
        }
    }
    if outcome.claims(Aspect::Positions)
        && let (Some(expected), Some(found)) = (&vector.positions, &outcome.positions)
    {
        let mut wanted = serde_json::Map::new();
        let mut given = serde_json::Map::new();
        for position in expected {
            let name = format!("game {} ply {}", position.game, position.ply);
            let same = |other: &&super::vector::Position| {
                (other.game, other.ply) == (position.game, position.ply)
            };
            if let Some(other) = found.iter().find(same) {
                given.insert(name.clone(), json!(other.fen));
            }
            wanted.insert(name, json!(position.fen));
        }
        grade.compare(Aspect::Positions, &wanted.into(), &given.into());
    }
    if outcome.claims(Aspect::Canonical)
        && let (Some(expected), Some(found)) = (&vector.canonical, &outcome.canonical)
    {
        grade.compare(Aspect::Canonical, &json!(expected), &json!(found));
    }
    grade
}

/// Members of moves that only one of the sides has are not compared: a reader need not write moves, nor say
/// what it has no word for.
fn leave_out(other: &Value, value: &mut Value) {
    match (other, value) {
        (Value::Object(other), Value::Object(value)) => {
            if !other.contains_key("text") {
                value.remove("text");
            }
            if !other.contains_key("result") {
                value.remove("result");
            }
            for (name, value) in value.iter_mut() {
                if let Some(other) = other.get(name) {
                    leave_out(other, value);
                }
            }
        }
        (Value::Array(other), Value::Array(values)) => {
            for (other, value) in other.iter().zip(values) {
                leave_out(other, value);
            }
        }
        _ => {}
    }
}

/// The tags in the order of their names, which is all the same to readers.
fn tags(game: &Game) -> Value {
    let mut tags = game.tags.clone().unwrap_or_default();
    tags.sort();
    json!(tags)
}

fn main_line(game: &Game) -> Value {
    let moves = game.moves.iter().flatten();
    let moves = moves.filter(|mv| !is_root(mv));
    Value::from_iter(moves.map(step))
}

/// Whether this is the place before the first move, with variations.
fn is_root(mv: &Move) -> bool {
    mv.from.is_none() && mv.text.as_deref().is_none_or(str::is_empty)
}

/// A move without what follows it. One that was not played is its text.
fn step(mv: &Move) -> Value {
    let Some((from, to)) = mv.from.as_ref().zip(mv.to.as_ref()) else {
        return json!({ "unplayed": mv.text.as_deref().unwrap_or_default() });
    };
    let promotion = mv.promotion.as_deref().map(str::to_lowercase);
    let squares = format!(
        "{from}-{to}{}{}",
        if promotion.is_some() { "=" } else { "" },
        promotion.unwrap_or_default()
    );
    match &mv.text {
        Some(text) => json!({ "squares": squares, "text": text }),
        None => json!({ "squares": squares }),
    }
}

fn tree(game: &Game) -> Value {
    let moves = game.moves.iter().flatten();
    let mut tree = json!({
        "comments": words(&game.comments),
        "moves": Value::from_iter(moves.map(branches)),
    });
    if let Some(result) = &game.result {
        tree["result"] = json!(result);
    }
    tree
}

fn branches(mv: &Move) -> Value {
    // Brackets with nothing in them say nothing.
    let said = |line: &&Variation| !line.moves.is_empty() || !line.comments.is_empty();
    let variations = mv.variations.iter().filter(said).map(|variation| {
        json!({
            "comments": words(&variation.comments),
            "moves": Value::from_iter(variation.moves.iter().map(branches)),
        })
    });
    let mut branches = json!({
        "nags": mv.nags,
        "comments": words(&mv.comments),
        "remarks": mv.remarks,
        "variations": Value::from_iter(variations),
    });
    if !is_root(mv) {
        branches["move"] = step(mv);
    }
    branches
}

/// Comments, whose line ends and blanks are layout.
fn words(comments: &[String]) -> Vec<String> {
    let words = |text: &String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    comments.iter().map(words).collect()
}

/// The places of diagnostics: a reader with codes is held to every one of them, one without to the first line
/// on which something is wrong.
fn places(expected: &[Diagnostic], found: &[Diagnostic]) -> (Value, Value) {
    if found.iter().any(|diagnostic| diagnostic.code.is_some()) {
        return (json!(expected), json!(found));
    }
    let line = |list: &[Diagnostic]| list.iter().filter_map(|one| one.line).min();
    (json!(line(expected)), json!(line(found)))
}

/// The first place where two values differ, and what is there.
fn first_difference(expected: &Value, found: &Value) -> Option<(String, String, String)> {
    let deeper = |name: String, one: Option<&Value>, other: Option<&Value>| {
        let absent = Value::Null;
        let (one, other) = (one.unwrap_or(&absent), other.unwrap_or(&absent));
        first_difference(one, other).map(|(path, one, other)| (format!("{name}{path}"), one, other))
    };
    match (expected, found) {
        _ if expected == found => None,
        (Value::Array(one), Value::Array(other)) => (0..one.len().max(other.len()))
            .find_map(|index| deeper(format!("[{index}]"), one.get(index), other.get(index))),
        (Value::Object(one), Value::Object(other)) => {
            let mut names: Vec<&String> = one.keys().chain(other.keys()).collect();
            names.sort();
            names
                .into_iter()
                .find_map(|name| deeper(format!(".{name}"), one.get(name), other.get(name)))
        }
        _ => {
            let shown = |value: &Value| match value {
                Value::Null => "nothing".to_owned(),
                Value::String(text) => text.clone(),
                other => other.to_string(),
            };
            Some((String::new(), shown(expected), shown(found)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::vector::Outcome;
    use super::*;

    fn vector() -> Vector {
        let line = r#"{"id":"a/1","spec":"chess","requirement":[],"variant":"chess","format":"pgn",
            "class":"valid","input":"1. e4 $1 e5 *","games":[{"tags":[["A","b"]],"moves":[
            {"text":"e4","from":"e2","to":"e4","nags":[1]},{"text":"e5","from":"e7","to":"e5"}],"result":"*"}],
            "positions":[{"game":1,"ply":2,"fen":"x"}],"diagnostics":[],"canonical":"c"}"#;
        serde_json::from_str(line).unwrap()
    }

    fn differing(answer: &str, accepted: bool) -> Vec<&'static str> {
        let outcome: Outcome = serde_json::from_str(answer).unwrap();
        let grade = grade(&vector(), &Answer { accepted, outcome });
        let aspects = grade.differences.iter().map(|one| one.aspect.as_str());
        aspects.collect()
    }

    #[test]
    fn readers_are_graded_on_what_they_say() {
        assert!(differing("{}", true).is_empty());
        assert_eq!(differing("{}", false), ["verdict"]);
        let moves = r#"{"claims":["verdict","moves"],"games":[{"moves":[{"from":"e2","to":"e4"},
            {"from":"e7","to":"e5"}]}]}"#;
        assert!(differing(moves, true).is_empty());
        assert_eq!(differing(&moves.replace("e7", "d7"), true), ["moves"]);
        assert_eq!(
            differing(&moves.replace("\"moves\"]", "\"tree\"]"), true),
            ["tree"]
        );
        let rest = r#"{"positions":[{"game":1,"ply":2,"fen":"y"}],"canonical":"d","diagnostics":[{"line":1}]}"#;
        assert_eq!(
            differing(rest, true),
            ["diagnostics", "positions", "canonical"]
        );
    }

    #[test]
    fn the_first_difference_has_its_place() {
        let (one, other) = (
            json!({"a": [1, {"b": "x"}]}),
            json!({"a": [1, {"b": "y"}, 3]}),
        );
        let (at, expected, found) = first_difference(&one, &other).unwrap();
        assert_eq!((&*at, &*expected, &*found), (".a[1].b", "x", "y"));
    }
}
