//! A test vector: a text, and what a reader should make of it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A line of a file of vectors. `docs/suite.schema.json` says what each member means.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vector {
    pub id: String,
    pub spec: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub clause: String,
    pub requirement: Vec<String>,
    pub variant: Option<String>,
    pub format: String,
    #[serde(default, skip_serializing_if = "Form::is_import")]
    pub form: Form,
    pub class: Class,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub input_base64: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub encoding: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<Game>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<Position>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Vec<Diagnostic>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
}

impl Vector {
    /// The bytes that a reader gets.
    ///
    /// # Errors
    ///
    /// If there is no input, or two, or it is not base64.
    pub fn bytes(&self) -> Result<Cow<'_, [u8]>, String> {
        match (&self.input, &self.input_base64) {
            (Some(text), None) => Ok(Cow::Borrowed(text.as_bytes())),
            (None, Some(digits)) => match STANDARD.decode(digits) {
                Ok(bytes) => Ok(Cow::Owned(bytes)),
                Err(error) => Err(format!("input_base64: {error}")),
            },
            _ => Err("expected either input or input_base64".to_owned()),
        }
    }

    /// The file that the vector is in: the part of its id before the slash.
    pub fn topic(&self) -> &str {
        self.id.split_once('/').map_or("", |(topic, _)| topic)
    }

    /// Whether the vector says what an accepted text holds.
    pub fn has_contents(&self) -> bool {
        self.class != Class::Invalid || self.form == Form::Export
    }
}

/// What a specification says of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// It conforms: readers accept it.
    Valid,
    /// It does not conform, and cannot be understood without loss: readers refuse it.
    Invalid,
    /// It does not conform but has one plain meaning: readers may refuse it; those who accept it read that.
    Lenient,
    /// The specification is silent, or contradicts itself.
    ImplementationDefined,
}

impl Class {
    pub fn as_str(self) -> &'static str {
        match self {
            Class::Valid => "valid",
            Class::Invalid => "invalid",
            Class::Lenient => "lenient",
            Class::ImplementationDefined => "implementation-defined",
        }
    }
}

/// Which form of a format a text is held to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// What people may write.
    #[default]
    Import,
    /// What programs write, byte for byte.
    Export,
}

impl Form {
    fn is_import(&self) -> bool {
        *self == Form::Import
    }

    pub fn as_str(self) -> &'static str {
        match self {
            Form::Import => "import",
            Form::Export => "export",
        }
    }
}

/// A game as a reader understood it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Game {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<(String, String)>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<Vec<Move>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
}

/// A move, and what follows it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Move {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub promotion: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u32>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    /// What stands among the moves and is none of the above: offers of draws, numbers of variations, text that
    /// is not understood.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
}

/// A line beside the moves of another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Variation {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
    pub moves: Vec<Move>,
}

/// The position after a ply of a game's main line; 0 is the start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Position {
    pub game: usize,
    pub ply: usize,
    pub fen: String,
}

/// What a reader says is wrong, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Diagnostic {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byte_start: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byte_end: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u64>,
}

/// What a reader is graded on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aspect {
    /// Whether it accepts the text.
    Verdict,
    /// Names and values of tags.
    Tags,
    /// The moves of the main lines.
    Moves,
    /// Results, comments, glyphs and variations.
    Tree,
    Positions,
    Diagnostics,
    /// The games in the canonical form of their format.
    Canonical,
}

impl Aspect {
    pub const ALL: [Aspect; 7] = [
        Aspect::Verdict,
        Aspect::Tags,
        Aspect::Moves,
        Aspect::Tree,
        Aspect::Positions,
        Aspect::Diagnostics,
        Aspect::Canonical,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Aspect::Verdict => "verdict",
            Aspect::Tags => "tags",
            Aspect::Moves => "moves",
            Aspect::Tree => "tree",
            Aspect::Positions => "positions",
            Aspect::Diagnostics => "diagnostics",
            Aspect::Canonical => "canonical",
        }
    }
}

/// What a reader writes to its standard output.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// What it can be graded on; all that it writes, if it does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claims: Option<Vec<Aspect>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<Game>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<Vec<Position>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diagnostics: Option<Vec<Diagnostic>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
}

impl Outcome {
    pub fn claims(&self, aspect: Aspect) -> bool {
        let claimed = &self.claims;
        claimed.as_ref().is_none_or(|list| list.contains(&aspect))
    }
}

/// What a reader makes of a text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    pub accepted: bool,
    pub outcome: Outcome,
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"id":"a/1","spec":"chess","requirement":[],"variant":null,"format":"pgn","class":"valid","#;

    #[test]
    fn a_vector_has_one_input() {
        let read = |rest: &str| {
            let vector: Vector = serde_json::from_str(&format!("{LINE}{rest}")).unwrap();
            vector.bytes().map(Cow::into_owned)
        };
        assert_eq!(read(r#""input":"*"}"#), Ok(b"*".to_vec()));
        assert_eq!(read(r#""input_base64":"/yo="}"#), Ok(vec![0xff, b'*']));
        assert!(read(r#""input":"*","input_base64":"Kg=="}"#).is_err());
        assert!(read(r#""input_base64":"!"}"#).is_err());
    }

    #[test]
    fn unknown_members_are_refused() {
        let line = format!("{LINE}\"input\":\"*\",\"inputs\":1}}");
        assert!(serde_json::from_str::<Vector>(&line).is_err());
    }
}
