//! The start of a game: the tags Variant, Redefine and PDTL.

mod pdtl;
mod special;

use super::Cescacs;
use super::info::{ROLES, SETUP};
use super::notation::dialect::{ALTERNATIVES, Dialect};
use super::position::CescacsPosition;
use super::rules::ruleset::Ruleset;
use crate::core::board::Role;
use crate::core::tags::Tags;
use crate::diagnostic::{COHERENCE_ONLY, Code, Finding, TAG_NAME, TAG_VALUE};
use crate::variant::{InitialState, SetupError};
use std::borrow::Cow;
use std::ops::Range;

type Text = Cow<'static, str>;

/// Reads the start from the tags.
///
/// A record without tags is informal: it may use all letters and figurines undeclared.
pub fn start(
    tags: &Tags<'_>,
    notes: &mut Vec<Finding>,
) -> Result<InitialState<Cescacs>, SetupError> {
    let dialect = if tags.is_empty() {
        Dialect::informal()
    } else {
        dialect(tags, notes)?
    };
    let (ruleset, tag) = Ruleset::of(tags);
    let dialect = dialect.with_ruleset(ruleset);
    if let Some(tag) = tag {
        let message =
            "the rules of Grand C'escacs are not checked: moves only have to agree with the board";
        Notes::at(tag, tags, notes).add(&COHERENCE_ONLY, message);
    }
    let usual = match ruleset {
        Ruleset::Standard => &CescacsPosition::START,
        Ruleset::Grand => &CescacsPosition::GRAND_START,
    };
    let mut position = usual.clone();
    if let Some((index, name)) = SETUP
        .iter()
        .find_map(|&name| Some((tags.position(name)?, name)))
    {
        let mut notes = Notes::at(index, tags, notes);
        if name != SETUP[0] {
            notes.add(&TAG_NAME, format!("the tag {name} is now called PDTL"));
        }
        let value = tags.get(name).map(|tag| tag.value()).unwrap_or_default();
        position = pdtl::pdtl(&value, &dialect, &mut notes).map_err(|message| SetupError {
            tag: index,
            message,
        })?;
    }
    let custom = position != *usual;
    Ok(InitialState {
        position,
        dialect,
        custom,
    })
}

/// Collects the deviations in one tag.
pub struct Notes<'a> {
    /// The position of the tag.
    pub span: Range<usize>,
    /// The collected notes.
    pub notes: &'a mut Vec<Finding>,
}

impl<'a> Notes<'a> {
    fn at(tag: usize, tags: &Tags<'_>, notes: &'a mut Vec<Finding>) -> Notes<'a> {
        let span = tags.span(tag);
        Notes { span, notes }
    }

    fn add(&mut self, code: &'static Code, message: impl Into<Text>) {
        self.notes
            .push(Finding::new(code, self.span.clone(), message));
    }
}

/// Reads all Redefine tags; pairs add up.
fn dialect(tags: &Tags<'_>, notes: &mut Vec<Finding>) -> Result<Dialect, SetupError> {
    let mut redefined = Redefined::default();
    for (tag, pair) in tags.iter().enumerate() {
        if pair.is("Redefine") {
            let mut notes = Notes::at(tag, tags, notes);
            redefined
                .read(&pair.value(), &mut notes)
                .map_err(|message| SetupError { tag, message })?;
        }
    }
    Ok(redefined.dialect)
}

#[derive(Default)]
struct Redefined {
    dialect: Dialect,
    roles: Vec<Role>,
    figurines: bool,
}

impl Redefined {
    /// Reads `FAN` or pairs such as `A@J, T@R`.
    fn read(&mut self, value: &str, notes: &mut Notes<'_>) -> Result<(), Text> {
        if value.trim() == "FAN" && self.roles.is_empty() {
            self.dialect = Dialect::figurines();
            self.figurines = true;
            return Ok(());
        }
        if self.figurines || value.contains("FAN") {
            return Err("FAN is not combined with other letters".into());
        }
        let pairs: Vec<&str> = value.split(',').map(str::trim).collect();
        if pairs.join(", ") != value {
            notes.add(&TAG_VALUE, "pairs are separated by a comma and a space");
        }
        for pair in pairs {
            let (letter, role) = read_pair(pair)?;
            if self.roles.contains(&role) {
                let name = ROLES[role.index()].name;
                return Err(format!("the {name} is redefined twice").into());
            }
            self.roles.push(role);
            self.dialect = self.dialect.clone().redefine(letter, role);
        }
        Ok(())
    }
}

fn read_pair(pair: &str) -> Result<(u8, Role), Text> {
    let &[letter, b'@', standard] = pair.as_bytes() else {
        return Err(format!("\"{pair}\" is not a pair such as A@J").into());
    };
    ALTERNATIVES
        .iter()
        .find(|&&(alternative, role)| {
            alternative == letter && ROLES[role.index()].letter == char::from(standard)
        })
        .copied()
        .ok_or_else(|| format!("\"{pair}\" is not one of the alternative letters").into())
}
