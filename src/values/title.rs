//! A player's title and kind.

use super::{ValueError, folded, trimmed};
use std::fmt;
use std::str::FromStr;

/// A title (CH-222).
///
/// The specification has three; the others of FIDE and those of other bodies are read too, and distinguished by
/// [`is_defined`](Title::is_defined) (CH-I18).
///
/// ```
/// use movetext::values::Title;
///
/// assert_eq!("GM".parse(), Ok(Title::Gm));
/// assert_eq!("Grandmaster".parse::<Title>()?.to_string(), "GM");
/// assert!("FM".parse::<Title>()?.is_defined());
/// assert!(!"WGM".parse::<Title>()?.is_defined());
/// assert_eq!("NM".parse(), Ok(Title::Other("NM".into())));
/// # Ok::<(), movetext::values::ValueError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Title {
    /// Unknown: `?`, `0` or nothing. The specification has no form for it; the tag is left out (CH-I18).
    Unknown,
    /// `-`: the player has no title.
    None,
    /// FIDE Master.
    Fm,
    /// International Master.
    Im,
    /// Grandmaster.
    Gm,
    /// Candidate Master.
    Cm,
    /// Woman Candidate Master.
    Wcm,
    /// Woman FIDE Master.
    Wfm,
    /// Woman International Master.
    Wim,
    /// Woman Grandmaster.
    Wgm,
    /// Another title, of two to four capital letters: `NM`.
    Other(String),
}

/// The abbreviations, and the words that mean the same.
const TITLES: [(Title, &str, &str); 9] = [
    (Title::None, "-", ""),
    (Title::Fm, "FM", "fidemaster"),
    (Title::Im, "IM", "internationalmaster"),
    (Title::Gm, "GM", "grandmaster"),
    (Title::Cm, "CM", "candidatemaster"),
    (Title::Wcm, "WCM", "womancandidatemaster"),
    (Title::Wfm, "WFM", "womanfidemaster"),
    (Title::Wim, "WIM", "womaninternationalmaster"),
    (Title::Wgm, "WGM", "womangrandmaster"),
];

impl Title {
    /// Whether the specification defines it.
    pub fn is_defined(&self) -> bool {
        matches!(self, Title::None | Title::Fm | Title::Im | Title::Gm)
    }
}

impl FromStr for Title {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Title, ValueError> {
        let (start, text) = trimmed(text);
        if matches!(text, "" | "?" | "0") {
            return Ok(Title::Unknown);
        }
        let words = folded(text);
        let named = TITLES.into_iter().find(|(_, short, long)| {
            short.eq_ignore_ascii_case(text) || (!words.is_empty() && words == *long)
        });
        let letters = text.bytes().all(|b| b.is_ascii_uppercase());
        match named {
            Some((title, ..)) => Ok(title),
            None if letters && (2..=4).contains(&text.len()) => Ok(Title::Other(text.to_owned())),
            None => Err(ValueError::new("FM, IM, GM or -", start)),
        }
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let short = TITLES.into_iter().find(|(title, ..)| title == self);
        f.write_str(match (self, &short) {
            (Title::Other(text), _) => text,
            (_, Some((_, short, _))) => short,
            (_, None) => "?",
        })
    }
}

/// The kind of player (CH-229).
///
/// ```
/// use movetext::values::PlayerType;
///
/// assert_eq!("program".parse(), Ok(PlayerType::Program));
/// assert_eq!("Computer".parse::<PlayerType>()?.to_string(), "program");
/// # Ok::<(), movetext::values::ValueError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PlayerType {
    /// A person.
    Human,
    /// A computer program.
    Program,
}

impl FromStr for PlayerType {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<PlayerType, ValueError> {
        match folded(text).as_str() {
            "human" | "person" => Ok(PlayerType::Human),
            "program" | "computer" | "computerprogram" | "engine" => Ok(PlayerType::Program),
            _ => Err(ValueError::new("human or program", trimmed(text).0)),
        }
    }
}

impl fmt::Display for PlayerType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PlayerType::Human => "human",
            PlayerType::Program => "program",
        })
    }
}
