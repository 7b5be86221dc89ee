//! From the text of a pattern to its parts, and what is said if it is none.

use super::{DEEPEST, LONGEST};
use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;
use pest_derive::Parser;
use std::fmt;
use std::ops::Range;

#[derive(Parser)]
#[grammar = "pattern/pattern.pest"]
struct Grammar;

pub(super) type Part<'t> = Pair<'t, Rule>;

/// What is wrong with a pattern, and where.
///
/// It is shown with the line of the pattern that is wrong below it, and marks below that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PatternError {
    text: String,
    span: Range<usize>,
    message: String,
}

impl PatternError {
    pub(super) fn new(text: &str, span: Range<usize>, message: impl Into<String>) -> PatternError {
        PatternError {
            text: text.to_owned(),
            span,
            message: message.into(),
        }
    }

    /// The wrong bytes of the pattern. Empty if something is missing.
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// What is wrong, in a line.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let before = self.text.get(..self.span.start).unwrap_or_default();
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = self.text[start..].lines().next().unwrap_or_default();
        let visible = |text: &str| text.replace(char::is_control, " ");
        let gap = before[start..].chars().count();
        let wrong = self.text.get(self.span.clone()).unwrap_or_default();
        let marks = wrong.lines().next().unwrap_or_default().chars().count();
        write!(
            f,
            "{}\n  {}\n  {}{}",
            self.message,
            visible(line),
            " ".repeat(gap),
            "^".repeat(marks.max(1))
        )
    }
}

impl std::error::Error for PatternError {}

/// The parts of a pattern.
pub(super) fn parse(text: &str) -> Result<Part<'_>, PatternError> {
    if text.len() > LONGEST {
        let message = format!("a pattern has {LONGEST} bytes at most");
        return Err(PatternError::new(text, 0..0, message));
    }
    // The parser goes down for every bracket.
    let mut depth = 0;
    let mut digits = 0;
    for (at, letter) in text.char_indices() {
        digits = if letter.is_ascii_digit() {
            digits + 1
        } else {
            0
        };
        if digits > 6 {
            return Err(PatternError::new(
                text,
                at - 6..at + 1,
                "this number is too large",
            ));
        }
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth > DEEPEST as i32 {
            let message = format!("brackets are {DEEPEST} deep at most");
            return Err(PatternError::new(text, at..at + 1, message));
        }
    }
    match Grammar::parse(Rule::pattern, text) {
        Ok(mut pairs) => pairs
            .next()
            .ok_or_else(|| PatternError::new(text, 0..0, "expected a pattern")),
        Err(error) => {
            let at = match error.location {
                InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
            };
            let mut expected: Vec<&str> = match &error.variant {
                ErrorVariant::ParsingError { positives, .. } => {
                    positives.iter().filter_map(|rule| name(*rule)).collect()
                }
                ErrorVariant::CustomError { .. } => Vec::new(),
            };
            expected.sort_unstable();
            expected.dedup();
            // A condition begins with one of these.
            if expected.contains(&"a condition") {
                expected.retain(|word| !matches!(*word, "pieces" | "a number" | "`ply`"));
            }
            let found = word_at(text, at);
            let message = format!(
                "expected {}, found {}",
                listed(&expected),
                match &text[found.clone()] {
                    "" => "the end".to_owned(),
                    word => format!("`{word}`"),
                }
            );
            Err(PatternError::new(text, found, message))
        }
    }
}

/// The word, number or sign at an offset.
fn word_at(text: &str, at: usize) -> Range<usize> {
    let rest = text.get(at..).unwrap_or_default();
    let blank = rest.len() - rest.trim_start().len();
    let (at, rest) = (at + blank, rest.trim_start());
    let letters = rest.find(|c: char| !c.is_alphanumeric());
    let len = match letters {
        Some(0) => rest.chars().next().map_or(0, char::len_utf8),
        Some(len) => len,
        None => rest.len(),
    };
    at..at + len
}

fn listed(words: &[&str]) -> String {
    match words {
        [] => "something else".to_owned(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

/// The parts of a part that mean something by themselves: not the words and signs between them.
pub(super) fn parts<'t>(part: Part<'t>) -> impl Iterator<Item = Part<'t>> {
    part.into_inner().filter(|part| {
        !matches!(
            part.as_rule(),
            Rule::for_
                | Rule::plies
                | Rule::or
                | Rule::and
                | Rule::to
                | Rule::from
                | Rule::on
                | Rule::move_
                | Rule::moved_
                | Rule::captured_
                | Rule::promoted_
                | Rule::castled_
                | Rule::open
                | Rule::shut
                | Rule::bracket
                | Rule::close
                | Rule::comma
                | Rule::dash
                | Rule::times
                | Rule::EOI
        )
    })
}

/// What is expected, for people.
fn name(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::EOI => "the end",
        Rule::then => "`then`",
        Rule::next => "`next`",
        Rule::within => "`within`",
        Rule::for_ => "`for`",
        Rule::plies => "`plies`",
        Rule::ply => "`ply`",
        Rule::or => "`or`",
        Rule::and => "`and`",
        Rule::to => "`to`",
        Rule::from => "`from`",
        Rule::on => "`on`",
        Rule::move_ => "`move`",
        Rule::word | Rule::pieces | Rule::count => "pieces",
        Rule::square | Rule::squares => "a square",
        Rule::region | Rule::bracket => "`[`",
        Rule::close => "`]`",
        Rule::comma => "`,`",
        Rule::dash => "`-`",
        Rule::shut => "`)`",
        Rule::times => "`*`",
        Rule::number => "a number",
        Rule::relation => "a comparison",
        Rule::sign => "`+` or `-`",
        Rule::pattern
        | Rule::step
        | Rule::test
        | Rule::conjunction
        | Rule::negation
        | Rule::not
        | Rule::open
        | Rule::turn
        | Rule::moved
        | Rule::captured
        | Rule::promoted
        | Rule::castled
        | Rule::moved_
        | Rule::captured_
        | Rule::promoted_
        | Rule::castled_
        | Rule::quantified
        | Rule::all
        | Rule::some
        | Rule::no
        | Rule::comparison
        | Rule::sum
        | Rule::term => "a condition",
        _ => return None,
    })
}
