//! Names of players and annotators.

use super::{ValueError, folded};
use std::fmt;
use std::str::FromStr;

/// The names of the players on one side, or of annotators, separated by colons (CH-128).
///
/// ```
/// use movetext::values::Names;
///
/// let names: Names = "Jones:Smith, J. P.:Zacharias".parse()?;
/// let families: Vec<_> = names.iter().map(|name| name.family()).collect();
/// assert_eq!(families, ["Jones", "Smith", "Zacharias"]);
/// assert_eq!(names.iter().nth(1).and_then(|name| name.given()), Some("J. P."));
/// // In canonical form a blank follows each comma and a period each initial: CH-125, CH-126.
/// assert_eq!("Tal,M N".parse::<Names>()?.to_string(), "Tal, M. N.");
/// # Ok::<(), movetext::values::ValueError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Names(Vec<Name>);

impl Names {
    /// The names in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Name> {
        self.0.iter()
    }

    /// The number of names: at least one.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The first name that belongs before its predecessor. The order is that of characters, ignoring case
    /// (CH-129).
    pub fn misplaced(&self) -> Option<&Name> {
        let out_of_order = |pair: &&[Name]| sort_key(&pair[1]) < sort_key(&pair[0]);
        self.0.windows(2).find(out_of_order).map(|pair| &pair[1])
    }
}

fn sort_key(name: &Name) -> String {
    name.0.to_lowercase()
}

impl FromStr for Names {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Names, ValueError> {
        let mut at = 0;
        let mut names = Vec::new();
        for name in text.split(':') {
            if name.trim().is_empty() {
                return Err(ValueError::new("a name", at));
            }
            names.push(Name(name.trim().to_owned()));
            at += name.len() + 1;
        }
        Ok(Names(names))
    }
}

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, name) in self.0.iter().enumerate() {
            let separator = if index > 0 { ":" } else { "" };
            write!(f, "{separator}{name}")?;
        }
        Ok(())
    }
}

/// The name of one person or program, family name first (CH-122, CH-123).
///
/// It is kept as written; its [`Display`](fmt::Display) is the canonical form.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Name(String);

/// A fault that is visible without knowing the person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NameFault {
    /// `NN`
    Unknown,
    /// `Tal,M.`
    NoBlank,
    /// `Tal, M`
    NoPeriod,
    /// `Tal M.`
    NoComma,
    /// `Jones & Smith`
    Joined,
}

impl Name {
    /// The name as written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether the name is unknown.
    pub fn is_unknown(&self) -> bool {
        let marks = self.0.chars().all(|c| c == '?');
        marks || matches!(folded(&self.0).as_str(), "nn" | "unknown")
    }

    /// The family name, or the name of the program: the text before the first comma.
    pub fn family(&self) -> &str {
        self.0.split(',').next().unwrap_or_default().trim_end()
    }

    /// The given name or the initials: the text after the first comma.
    pub fn given(&self) -> Option<&str> {
        let (_, given) = self.0.split_once(',')?;
        Some(given.trim()).filter(|given| !given.is_empty())
    }

    /// Where the text deviates from the canonical form: byte offsets into it, in order.
    pub(super) fn faults(&self) -> Vec<(NameFault, usize)> {
        if self.is_unknown() {
            return match self.0.as_str() {
                "?" => Vec::new(),
                _ => vec![(NameFault::Unknown, 0)],
            };
        }
        let text = self.0.as_str();
        let mut faults = Vec::new();
        for (at, _) in text.match_indices(',') {
            if text[at + 1..].starts_with(|c: char| c != ' ') {
                faults.push((NameFault::NoBlank, at + 1));
            }
        }
        if let Some(at) = text.find([';', '&']) {
            faults.push((NameFault::Joined, at));
        }
        match text.find(',') {
            Some(comma) => {
                let bare = words(text, comma).filter(|&(_, word)| is_bare_initial(word));
                faults.extend(bare.map(|(at, word)| (NameFault::NoPeriod, at + word.len())));
            }
            None => {
                let last = text.rsplit(' ').next().unwrap_or_default();
                let initial = last.strip_suffix('.').is_some_and(is_bare_initial);
                if initial && last.len() < text.len() {
                    faults.push((NameFault::NoComma, text.len() - last.len()));
                }
            }
        }
        faults.sort_by_key(|&(_, at)| at);
        faults
    }
}

/// The words after the first comma, with their positions.
fn words(text: &str, comma: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut at = comma + 1;
    text[at..].split([' ', ',']).map(move |word| {
        let begin = at;
        at += word.len() + 1;
        (begin, word)
    })
}

/// One capital letter.
fn is_bare_initial(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(char::is_uppercase) && chars.next().is_none()
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_unknown() {
            return f.write_str("?");
        }
        let mut from = 0;
        for (fault, at) in self.faults() {
            let missing = match fault {
                NameFault::NoBlank => ' ',
                NameFault::NoPeriod => '.',
                _ => continue,
            };
            write!(f, "{}{missing}", &self.0[from..at])?;
            from = at;
        }
        f.write_str(&self.0[from..])
    }
}
