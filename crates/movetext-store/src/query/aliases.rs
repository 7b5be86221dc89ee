//! Other names of players.

use super::QueryError;
use super::fold::Words;
use std::fs;
use std::path::Path;

/// Other names of players, where no [folding](crate::fold) makes them one: spellings, scripts, names of later years.
///
/// ```
/// use movetext_store::Aliases;
///
/// let aliases = "Hu Ronghua = Wu Wing-wa = 胡荣华\n# comments begin like this\n".parse::<Aliases>()?;
/// # Ok::<(), movetext_store::QueryError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Aliases(Vec<Vec<String>>);

impl Aliases {
    /// Reads them from a file in UTF-8.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or as for [`from_str`](std::str::FromStr::from_str).
    pub fn from_path(path: impl AsRef<Path>) -> Result<Aliases, QueryError> {
        let path = path.as_ref();
        let at = |what: String| QueryError(format!("{}: {what}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| at(error.to_string()))?;
        text.parse().map_err(|QueryError(what)| at(what))
    }

    /// All names that are meant by one: itself, and the names of each player of whom some name has all its words.
    pub(super) fn of(&self, name: &str) -> Vec<Words> {
        let asked = Words::new(name);
        let players = self.0.iter().filter(|names| {
            let mut names = names.iter();
            names.any(|name| asked.are_in(name))
        });
        let others: Vec<Words> = players.flatten().map(|name| Words::new(name)).collect();
        [asked].into_iter().chain(others).collect()
    }
}

impl std::str::FromStr for Aliases {
    type Err = QueryError;

    /// Reads a line for each player, with `=` between the names. Empty lines and those that begin with `#` say nothing.
    ///
    /// # Errors
    ///
    /// If a line does not have two names.
    fn from_str(text: &str) -> Result<Aliases, QueryError> {
        let mut players = Vec::new();
        for (index, line) in text.trim_start_matches('\u{FEFF}').lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let names: Vec<String> = line.split('=').map(|name| name.trim().to_owned()).collect();
            if names.len() < 2 || names.iter().any(|name| Words::new(name).is_empty()) {
                return Err(QueryError(format!(
                    "line {}: expected names with = between them, such as Hu Ronghua = 胡荣华",
                    index + 1
                )));
            }
            players.push(names);
        }
        Ok(Aliases(players))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_all_names_of_its_player() {
        let text =
            "\u{FEFF}# players\n\nHu Ronghua = Wu Wing-wa\r\nCarlsen, Magnus = DrNykterstein\n";
        let aliases: Aliases = text.parse().expect("two players");
        let is_met = |asked: &str, name: &str| {
            let names = aliases.of(asked);
            names.iter().any(|words| words.are_in(name))
        };
        for (asked, name, met) in [
            ("Hu Ronghua", "Wu Wing-wa", true),
            ("Wu Wing-wa", "胡榮華", true),
            ("Карлсен", "DrNykterstein", true),
            ("DrNykterstein", "Carlsen, M", false),
            ("DrNykterstein", "Magnus Carlsen", true),
            ("Anand", "DrNykterstein", false),
            ("Anand", "Anand, V", true),
        ] {
            assert_eq!(is_met(asked, name), met, "{asked}: {name}");
        }
    }

    #[test]
    fn lines_have_two_names() {
        for (text, line) in [("a = b\nc\n", 2), ("= b", 1), ("a = ", 1), ("a = ?", 1)] {
            let error = text.parse::<Aliases>().expect_err(text).to_string();
            assert!(error.starts_with(&format!("line {line}: ")), "{error}");
        }
    }
}
