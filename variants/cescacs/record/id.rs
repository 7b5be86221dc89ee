//! Identifiers of records: the values of the tags Id, Model, Example and Revisited.

use std::fmt;

/// An identifier: the editor, the editor's own identifier, and the meaning of its suffixes.
///
/// Both hyphens are accepted; U+002D is written (CE-252, CE-I28).
///
/// ```
/// use movetext::variants::cescacs::{Own, RecordId};
///
/// let id = RecordId::parse("Cescacs-X01-V-II-S:0:1-es").unwrap();
/// assert_eq!(id.own, Own::Model { class: 'X', number: "01".into() });
/// let variations = id.variations.as_ref().unwrap();
/// assert_eq!((variations.version, &*variations.linear), (Some(2), &[0, 1][..]));
/// assert_eq!(id.language.as_deref(), Some("es"));
/// assert_eq!(id.to_string(), "Cescacs-X01-V-II-S:0:1-es");
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RecordId {
    /// The editor who assigns the identifiers.
    pub editor: String,
    /// The editor's own identifier of the record.
    pub own: Own,
    /// The recorded part of a game (CE-254 to CE-261).
    pub fragment: Option<Fragment>,
    /// The variations that the record has (CE-241 to CE-250).
    pub variations: Option<Variations>,
    /// The language of the comments, in lower case; always the last suffix (CE-242).
    pub language: Option<String>,
}

/// The editor's own identifier of a record.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Own {
    /// A model without players: a letter for its subject, and a number (CE-228 to CE-235).
    Model {
        /// O opening, C continuation, Z puzzle, P example, E ending, M middlegame, X refutation; others are
        /// allowed.
        class: char,
        /// The digits.
        number: String,
    },
    /// A record of an annotator registered with the editor (CE-236, CE-237, CE-263).
    Annotated {
        /// The annotator's number, the value of the tag AnnotatorId.
        annotator: String,
        /// The annotator's own identifier of the record.
        suffix: String,
    },
    /// A game with players: a number (CE-252).
    Game(String),
    /// Any other letters and digits.
    Other(String),
}

/// The recorded part of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Fragment {
    /// `O`: up to this move.
    Opening(Last),
    /// `C`: from a move up to another.
    Continuation(First, Last),
    /// `M`: from a move up to another.
    Middlegame(First, Last),
    /// `E`: from a move on; the number of moves is given only if that move's number is unknown.
    Ending(First, Option<Last>),
}

/// The beginning of a fragment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct First {
    /// The number of the move, or `None` if it is unknown.
    pub number: Option<u32>,
    /// Whether it begins with Black's half of that move.
    pub black: bool,
}

/// The end of a fragment.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Last {
    /// The number of the move; if that of the first one is unknown, the number of moves.
    pub number: u32,
    /// Whether it ends with White's half of that move, and the game continues.
    pub white: bool,
}

/// What an identifier says about variations.
#[derive(Clone, Default, PartialEq, Eq, Hash, Debug)]
pub struct Variations {
    /// The version, written as a Roman numeral.
    pub version: Option<u32>,
    /// If the record is one variation written as a line: the variation entered at each branching on the path, 0
    /// for none (CE-248, CE-I29). Otherwise empty.
    pub linear: Vec<u32>,
}

/// Why a text is not an identifier.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IdError(String);

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for IdError {}

fn wrong<T>(message: impl Into<String>) -> Result<T, IdError> {
    Err(IdError(message.into()))
}

impl RecordId {
    /// Reads an identifier.
    ///
    /// # Errors
    ///
    /// At the first invalid part.
    pub fn parse(text: &str) -> Result<RecordId, IdError> {
        let mut parts = text.split(['-', '\u{2010}']).peekable();
        let editor = parts.next().unwrap_or_default();
        if !is_word(editor) {
            return wrong("it does not begin with the letters and digits of an editor");
        }
        let Some(own) = parts.next() else {
            return wrong("after the editor, a hyphen and the editor's own identifier are missing");
        };
        if !is_word(own) {
            return wrong(format!("\"{own}\" must consist of letters and digits"));
        }
        let own = match split_class(own) {
            Some(('A', annotator)) => {
                let suffix = parts.next_if(|part| is_word(part));
                let Some(suffix) = suffix else {
                    return wrong("after the annotator's number a suffix is missing");
                };
                Own::Annotated {
                    annotator: annotator.into(),
                    suffix: suffix.into(),
                }
            }
            Some((class, number)) => Own::Model {
                class,
                number: number.into(),
            },
            None if is_number(own) => Own::Game(own.into()),
            None => Own::Other(own.into()),
        };
        let fragment = match own {
            Own::Model { .. } => None,
            _ => read_fragment(&mut parts)?,
        };
        let variations = match parts.next_if_eq(&"V") {
            Some(_) => Some(read_variations(&mut parts)?),
            None => None,
        };
        let language = parts.next_if(|part| is_language(part)).map(str::to_owned);
        match parts.next() {
            None => Ok(RecordId {
                editor: editor.into(),
                own,
                fragment,
                variations,
                language,
            }),
            Some(_) if language.is_some() => wrong("the language is the last suffix"),
            Some(part) => wrong(format!("\"{part}\" is not a valid suffix here")),
        }
    }

    /// Whether it identifies a model rather than a game.
    pub fn is_model(&self) -> bool {
        matches!(self.own, Own::Model { .. })
    }
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(char::is_alphanumeric)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Two or three lower-case letters: capitals are Roman numerals.
fn is_language(text: &str) -> bool {
    matches!(text.len(), 2 | 3) && text.bytes().all(|b| b.is_ascii_lowercase())
}

/// A capital letter and digits.
fn split_class(text: &str) -> Option<(char, &str)> {
    let class = text.chars().next().filter(char::is_ascii_uppercase)?;
    let number = &text[1..];
    is_number(number).then_some((class, number))
}

type Parts<'a, I> = std::iter::Peekable<I>;

fn read_fragment<'a>(
    parts: &mut Parts<'a, impl Iterator<Item = &'a str>>,
) -> Result<Option<Fragment>, IdError> {
    let is_fragment = |part: &&str| {
        part.starts_with(['O', 'C', 'M', 'E'])
            && part[1..].starts_with(|c: char| !c.is_alphabetic())
    };
    let Some(part) = parts.next_if(is_fragment) else {
        return Ok(None);
    };
    let (prefix, number) = part.split_at(1);
    if prefix == "O" {
        return Ok(Some(Fragment::Opening(read_last(number)?)));
    }
    let first = read_first(number)?;
    let counted = parts.next_if(|part| part.starts_with(|c: char| c.is_ascii_digit()));
    let last = counted.map(read_last).transpose()?;
    if prefix == "E" {
        return match (first.number, last) {
            (Some(_), Some(_)) => wrong("an ending has one number, that of its first move"),
            (None, None) => wrong("without the first number, the number of moves is needed"),
            _ => Ok(Some(Fragment::Ending(first, last))),
        };
    }
    let Some(last) = last else {
        return wrong(match first.number {
            Some(_) => "the number of the last move is missing",
            None => "without the first number, the number of moves is needed",
        });
    };
    if first.number.is_some_and(|first| first > last.number) {
        return wrong("the fragment ends before it begins");
    }
    Ok(Some(match prefix {
        "C" => Fragment::Continuation(first, last),
        _ => Fragment::Middlegame(first, last),
    }))
}

fn read_first(text: &str) -> Result<First, IdError> {
    let (number, black) = match text.strip_suffix('b') {
        Some(number) => (number, true),
        None => (text, false),
    };
    match number {
        "?" => Ok(First {
            number: None,
            black,
        }),
        _ => Ok(First {
            number: Some(read_number(number)?),
            black,
        }),
    }
}

fn read_last(text: &str) -> Result<Last, IdError> {
    let (number, white) = match text.strip_suffix('w') {
        Some(number) => (number, true),
        None => (text, false),
    };
    Ok(Last {
        number: read_number(number)?,
        white,
    })
}

fn read_number(text: &str) -> Result<u32, IdError> {
    match text.parse() {
        Ok(number) if number > 0 && is_number(text) => Ok(number),
        _ => wrong(format!("\"{text}\" is not the number of a move")),
    }
}

fn read_variations<'a>(
    parts: &mut Parts<'a, impl Iterator<Item = &'a str>>,
) -> Result<Variations, IdError> {
    let version = parts.peek().and_then(|part| from_roman(part));
    if version.is_some() {
        parts.next();
    }
    let Some(line) = parts.next_if(|part| part.starts_with('S')) else {
        return Ok(Variations {
            version,
            linear: Vec::new(),
        });
    };
    let numbers = line[1..].strip_prefix(':').unwrap_or_default().split(':');
    let linear: Result<Vec<u32>, _> = numbers
        .map(|number| {
            if is_number(number) {
                number.parse().map_err(|_| ())
            } else {
                Err(())
            }
        })
        .collect();
    match linear {
        Ok(linear) if linear.iter().all(|&number| number == 0) => {
            wrong("a line of zeros only is the main line, which has no V")
        }
        Ok(linear) => Ok(Variations { version, linear }),
        Err(()) => wrong(format!("\"{line}\" is not S and numbers after colons")),
    }
}

const ROMAN: [(&str, u32); 13] = [
    ("M", 1000),
    ("CM", 900),
    ("D", 500),
    ("CD", 400),
    ("C", 100),
    ("XC", 90),
    ("L", 50),
    ("XL", 40),
    ("X", 10),
    ("IX", 9),
    ("V", 5),
    ("IV", 4),
    ("I", 1),
];

fn roman(mut number: u32) -> String {
    let mut text = String::new();
    for (letters, value) in ROMAN {
        while number >= value {
            text.push_str(letters);
            number -= value;
        }
    }
    text
}

/// Reads a canonical Roman numeral in capitals.
fn from_roman(text: &str) -> Option<u32> {
    // No numeral below 4000 is longer.
    if text.is_empty() || text.len() > 15 {
        return None;
    }
    let mut number = 0;
    let mut rest = text;
    for (letters, value) in ROMAN {
        while let Some(after) = rest.strip_prefix(letters) {
            number += value;
            rest = after;
        }
    }
    (rest.is_empty() && number < 4000 && roman(number) == text).then_some(number)
}

impl fmt::Display for RecordId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-", self.editor)?;
        match &self.own {
            Own::Model { class, number } => write!(f, "{class}{number}")?,
            Own::Annotated { annotator, suffix } => write!(f, "A{annotator}-{suffix}")?,
            Own::Game(text) | Own::Other(text) => f.write_str(text)?,
        }
        if let Some(fragment) = &self.fragment {
            write!(f, "-{fragment}")?;
        }
        if let Some(Variations { version, linear }) = &self.variations {
            f.write_str("-V")?;
            if let Some(version) = version {
                write!(f, "-{}", roman(*version))?;
            }
            for (index, number) in linear.iter().enumerate() {
                f.write_str(if index == 0 { "-S:" } else { ":" })?;
                write!(f, "{number}")?;
            }
        }
        match &self.language {
            Some(language) => write!(f, "-{language}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Fragment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fragment::Opening(last) => write!(f, "O{last}"),
            Fragment::Continuation(first, last) => write!(f, "C{first}-{last}"),
            Fragment::Middlegame(first, last) => write!(f, "M{first}-{last}"),
            Fragment::Ending(first, None) => write!(f, "E{first}"),
            Fragment::Ending(first, Some(last)) => write!(f, "E{first}-{last}"),
        }
    }
}

impl fmt::Display for First {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{number}")?,
            None => f.write_str("?")?,
        }
        f.write_str(if self.black { "b" } else { "" })
    }
}

impl fmt::Display for Last {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = if self.white { "w" } else { "" };
        write!(f, "{}{end}", self.number)
    }
}
