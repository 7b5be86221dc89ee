//! What a grammar does not take, said so that people understand it.

use pest::RuleType;
use pest::error::{Error, ErrorVariant, InputLocation};
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

/// A text that does not conform.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GrammarError {
    /// What is wrong.
    pub kind: GrammarErrorKind,
    /// The bytes that it concerns.
    pub span: Range<usize>,
}

/// The ways in which a text does not conform.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GrammarErrorKind {
    /// Something else should stand here.
    Syntax {
        /// What could stand here, in words; empty if nothing that is there may stand here.
        expected: Vec<Cow<'static, str>>,
        /// What stands here; empty at the end of the text.
        found: String,
    },
    /// A move uses a symbol that the tags of its game do not declare.
    Undeclared {
        /// The move.
        found: String,
    },
    /// Variations are nested deeper than the limit.
    Depth {
        /// The limit.
        limit: usize,
    },
}

impl GrammarError {
    /// The error of a parse of `text`, which begins at `offset` in the whole.
    pub(super) fn syntax<R: RuleType>(error: &Error<R>, text: &str, offset: usize) -> GrammarError {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        let mut expected: Vec<Cow<'static, str>> = Vec::new();
        if let ErrorVariant::ParsingError { positives, .. } = &error.variant {
            for rule in positives {
                let name = name(&format!("{rule:?}"));
                if !expected.contains(&name) {
                    expected.push(name);
                }
            }
        }
        let found = word(&text[at..]);
        GrammarError {
            span: offset + at..offset + at + found.len(),
            kind: GrammarErrorKind::Syntax {
                expected,
                found: found.into(),
            },
        }
    }
}

/// What people call a rule.
fn name(rule: &str) -> Cow<'static, str> {
    match rule {
        "EOI" => "the end of the text",
        "SOI" => "the beginning of the text",
        "document" | "first_game" | "game" => "a game",
        "pair" => "a tag pair",
        "name" => "a tag name",
        "value" => "a tag value",
        "quote" => "a quotation mark",
        "bracket" => "a closing bracket",
        "comment" | "line_comment" => "a comment",
        "comment_text" | "line_text" => "the text of a comment",
        "movetext" | "one_line" => "movetext",
        "number" => "a move number",
        "dots" => "dots",
        "ellipsis" => "an ellipsis",
        "mv" | "one_move" => "a move",
        "valuation" => "a valuation",
        "nag" => "a numeric annotation glyph",
        "variation" => "a variation",
        "label" => "a label",
        "result" => "a result",
        "draw_offer" => "a draw offer",
        "role" | "promotion" => "the letter of a man",
        "from" => "the square it comes from",
        "to" => "the square it goes to",
        "check" => "a check mark",
        "setup" | "one_setup" => "a position",
        "placement" => "the placement of the men",
        "turn" => "the side to move",
        "rights" => "castling rights",
        "counter" => "a counter",
        "first_tag" => "the tag pair that names the game",
        "unknown_number" => "a move number",
        "from_file" => "the file it comes from",
        "man" | "glyph" | "letter" | "victim" | "regained" => "the name of a man",
        "numeral" | "digit" => "a digit",
        "direction" | "way" => "a direction",
        "place" => "a place",
        "hex" => "a hex",
        "point" => "a point",
        other => return Cow::Owned(other.replace('_', " ")),
    }
    .into()
}

/// The word that a text begins with, at most 24 characters; a blank or a line end by itself.
fn word(text: &str) -> &str {
    let mut chars = text.char_indices().take(24);
    match chars.find(|(_, c)| c.is_whitespace()) {
        Some((0, c)) => &text[..c.len_utf8()],
        Some((end, _)) => &text[..end],
        None => text
            .char_indices()
            .nth(24)
            .map_or(text, |(end, _)| &text[..end]),
    }
}

impl fmt::Display for GrammarError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            GrammarErrorKind::Syntax { expected, found } => {
                match expected.as_slice() {
                    [] => f.write_str("unexpected")?,
                    [one] => write!(f, "expected {one}, found")?,
                    [most @ .., last] => {
                        write!(f, "expected {} or {last}, found", most.join(", "))?;
                    }
                }
                match found.as_str() {
                    "" => f.write_str(" the end of the text"),
                    "\n" | "\r" => f.write_str(" the end of the line"),
                    found => write!(f, " `{found}`"),
                }
            }
            GrammarErrorKind::Undeclared { found } => {
                write!(f, "`{found}` uses a symbol that the tags do not declare")
            }
            GrammarErrorKind::Depth { limit } => {
                write!(f, "variations are nested more than {limit} deep")
            }
        }
    }
}

impl std::error::Error for GrammarError {}
