//! What headings say of two games, and how far they agree.

use super::Likeness;
use crate::query::fold;
use rusqlite::{Connection, OptionalExtension, Row};
use std::collections::BTreeSet;
use std::fmt;

/// What counts of a heading.
#[derive(Clone, Debug, Default)]
pub(super) struct Heading {
    /// The words of both names.
    players: [Name; 2],
    event: BTreeSet<String>,
    /// The first and the last day that may be meant.
    dates: Option<(String, String)>,
    round: Option<String>,
    result: Option<String>,
    /// The position that the game begins with, without counters.
    setup: Option<String>,
}

type Name = BTreeSet<String>;

/// What is said of one thing in two headings.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Say {
    /// At least one says nothing.
    Nothing,
    /// They agree, so far: from 0, not at all, to 1.
    Agree(f64),
}

/// How far two headings agree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Agreement {
    players: [Say; 2],
    date: Say,
    round: Say,
    event: Say,
    result: Say,
    same_setup: bool,
    /// Whether one of them names a round and the other one does not.
    round_missing: bool,
}

fn words(text: Option<String>) -> BTreeSet<String> {
    let folded = fold(&text.unwrap_or_default());
    let words = folded
        .split(' ')
        .filter(|word| !word.is_empty() && *word != "nn");
    words.map(str::to_owned).collect()
}

impl Heading {
    /// Reads the heading of a game; of none that is there, nothing.
    pub(super) fn read(connection: &Connection, game: i64) -> rusqlite::Result<Heading> {
        let read = |row: &Row<'_>| {
            let known = |column: usize| -> rusqlite::Result<Option<String>> {
                let value: Option<String> = row.get(column)?;
                Ok(value.filter(|value| !matches!(value.trim(), "" | "?" | "-")))
            };
            let setup: Option<String> = row.get(7)?;
            Ok(Heading {
                players: [words(row.get(0)?), words(row.get(1)?)],
                event: words(row.get(2)?),
                dates: row.get::<_, Option<String>>(3)?.zip(row.get(4)?),
                round: known(5)?,
                result: known(6)?.filter(|result| result != "unknown"),
                setup: setup.map(|setup| {
                    let fields = setup.split_whitespace();
                    let fields = fields.filter(|field| field.parse::<u32>().is_err());
                    fields.collect::<Vec<_>>().join(" ")
                }),
            })
        };
        let heading = connection
            .prepare_cached(
                "SELECT first, second, event, date_from, date_to, round, result, setup \
                 FROM games WHERE id = ?",
            )?
            .query_row([game], read)
            .optional()?;
        Ok(heading.unwrap_or_default())
    }

    pub(super) fn compare(&self, other: &Heading, class: Likeness) -> Agreement {
        let equal = |one: &Option<String>, other: &Option<String>| match (one, other) {
            (Some(one), Some(other)) => Say::Agree(f64::from(u8::from(one == other))),
            _ => Say::Nothing,
        };
        let [first, second] = &self.players;
        Agreement {
            players: [
                names(first, &other.players[0]),
                names(second, &other.players[1]),
            ],
            date: self.date(other),
            round: equal(&self.round, &other.round),
            event: shared(&self.event, &other.event),
            // What was cut off may have lost its result, too.
            result: match class {
                Likeness::Exact => equal(&self.result, &other.result),
                Likeness::Prefix | Likeness::Near => Say::Nothing,
            },
            same_setup: self.setup == other.setup,
            round_missing: self.round.is_some() != other.round.is_some(),
        }
    }

    fn date(&self, other: &Heading) -> Say {
        let (Some((from, to)), Some((others_from, others_to))) = (&self.dates, &other.dates) else {
            return Say::Nothing;
        };
        if from <= others_to && others_from <= to {
            return Say::Agree(1.0);
        }
        // Days are mistaken more often than years.
        let same_year = from.get(..4) == others_from.get(..4);
        Say::Agree(if same_year { 0.4 } else { 0.0 })
    }
}

/// How far two sets of words agree, as a share of the smaller one.
fn shared(one: &BTreeSet<String>, other: &BTreeSet<String>) -> Say {
    let least = one.len().min(other.len());
    if least == 0 {
        return Say::Nothing;
    }
    let common = one.intersection(other).count();
    Say::Agree(common as f64 / least as f64)
}

/// How far two names agree. An initial agrees with a word that it begins, and words that are written together in one
/// name may be apart in the other.
fn names(one: &Name, other: &Name) -> Say {
    if one.is_empty() || other.is_empty() {
        return Say::Nothing;
    }
    let (few, many) = if one.len() <= other.len() {
        (one, other)
    } else {
        (other, one)
    };
    let joined = |name: &Name| name.iter().map(String::as_str).collect::<String>();
    let solid = |name: &Name| {
        let mut letters: Vec<char> = joined(name).chars().collect();
        letters.sort_unstable();
        letters
    };
    if solid(few) == solid(many) {
        return Say::Agree(1.0);
    }
    let mut whole = false;
    let agreeing = few.iter().filter(|word| {
        if many.contains(*word) {
            whole |= word.len() > 1;
            return true;
        }
        many.iter().any(|other| {
            let (short, long) = if word.len() <= other.len() {
                (*word, other)
            } else {
                (other, *word)
            };
            short.chars().count() == 1 && long.starts_with(short.as_str()) || typo(short, long)
        })
    });
    let agreeing = agreeing.count();
    let alike = whole || agreeing == few.len() && few.iter().any(|word| word.len() > 2);
    Say::Agree(if alike {
        agreeing as f64 / few.len() as f64
    } else {
        0.0
    })
}

/// Whether two words differ by one letter that is another one, missing, or changed places with the next.
fn typo(short: &str, long: &str) -> bool {
    let (short, long): (Vec<char>, Vec<char>) = (short.chars().collect(), long.chars().collect());
    if short.len() < 4 || long.len() > short.len() + 1 {
        return false;
    }
    let same = short.iter().zip(&long).take_while(|(a, b)| a == b).count();
    let (short, long) = (&short[same..], &long[same..]);
    match (short, long) {
        ([], _) => true,
        _ if long.len() > short.len() => long[1..] == *short,
        ([a, b, rest @ ..], [c, d, others @ ..]) if a == d && b == c => rest == others,
        _ => short[1..] == long[1..],
    }
}

/// Shorter lines are no duplicates of this class, whatever the headings say.
pub(super) fn least_plies(class: Likeness) -> usize {
    match class {
        Likeness::Exact => 1,
        Likeness::Prefix => 6,
        Likeness::Near => 20,
    }
}

impl Agreement {
    fn says(&self) -> [(Say, f64); 6] {
        [
            (self.players[0], 3.0),
            (self.players[1], 3.0),
            (self.date, 2.0),
            (self.event, 1.0),
            (self.round, 0.5),
            (self.result, 1.0),
        ]
    }

    /// How far they agree in what both say, from 0 to 1; 0 if that is nothing.
    pub(super) fn score(&self) -> f64 {
        let (mut sum, mut weights) = (0.0, 0.0);
        for (say, weight) in self.says() {
            if let Say::Agree(share) = say {
                sum += share * weight;
                weights += weight;
            }
        }
        if weights == 0.0 {
            return 0.0;
        }
        // To be written and compared: three digits are more than it is worth.
        (sum / weights * 1000.0_f64).round() / 1000.0
    }

    /// Whether they agree enough for moves that are so alike, over so many plies.
    pub(super) fn suffices(&self, class: Likeness, plies: usize) -> bool {
        let agree = |say: Say| matches!(say, Say::Agree(share) if share >= 0.5);
        let against = |say: Say| matches!(say, Say::Agree(share) if share < 0.5);
        let never = |say: Say| matches!(say, Say::Agree(share) if share == 0.0);
        let [first, second] = self.players;
        if !self.same_setup {
            return false;
        }
        let players = agree(first) && agree(second);
        let strangers = against(first) || against(second);
        // How long a line has to be if players and date agree, if the date is not known, and if no names are.
        let sure = least_plies(class);
        let (likely, alone) = match class {
            Likeness::Exact => (10, 60),
            Likeness::Prefix => (20, 60),
            Likeness::Near => (30, 80),
        };
        if strangers {
            // A name may be wrong where all else is right.
            return class == Likeness::Exact
                && plies >= 60
                && (agree(first) || agree(second))
                && agree(self.date)
                && !never(self.round)
                && !against(self.result);
        }
        if players && against(self.date) {
            return plies >= 80 && !never(self.date) && !never(self.round);
        }
        // The same players meet several times a day.
        let unlike = never(self.round) || against(self.result);
        if unlike && plies < 40 || self.round_missing && plies < 16 {
            return false;
        }
        if players && agree(self.date) {
            plies >= sure
        } else if players {
            plies >= likely
        } else {
            plies >= alone && !against(self.date) && !never(self.round)
        }
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            "first player",
            "second player",
            "date",
            "event",
            "round",
            "result",
        ];
        let (mut agreeing, mut differing) = (Vec::new(), Vec::new());
        for ((say, _), name) in self.says().into_iter().zip(names) {
            match say {
                Say::Nothing => {}
                Say::Agree(share) if share >= 0.5 => agreeing.push(name),
                Say::Agree(_) => differing.push(name),
            }
        }
        if agreeing.starts_with(&["first player", "second player"]) {
            agreeing.splice(..2, ["players"]);
        }
        match (&agreeing[..], &differing[..]) {
            ([], []) => f.write_str("the headings say nothing"),
            (agreeing, []) => write!(f, "agreeing: {}", agreeing.join(", ")),
            ([], differing) => write!(f, "differing: {}", differing.join(", ")),
            (agreeing, differing) => write!(
                f,
                "agreeing: {}; differing: {}",
                agreeing.join(", "),
                differing.join(", ")
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_agree_as_people_write_them() {
        let alike = |one: &str, other: &str| {
            let name = |text: &str| words(Some(text.to_owned()));
            matches!(names(&name(one), &name(other)), Say::Agree(share) if share >= 0.5)
        };
        for (one, other) in [
            ("Carlsen, M", "Magnus Carlsen"),
            ("Карлсен", "Carlsen, Magnus"),
            ("胡荣华", "胡榮華"),
            ("Hu Ronghua", "胡荣华"),
            ("Kasparov", "Kaspraov, Garry"),
            ("Müller, A.", "Muller"),
        ] {
            assert!(alike(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("Carlsen, M", "Anand, V"),
            ("Ivanov, A", "Petrov, A"),
            ("Li", "Lin"),
        ] {
            assert!(!alike(one, other), "{one} {other}");
        }
        assert_eq!(
            names(&words(None), &words(Some("A".to_owned()))),
            Say::Nothing
        );
    }
}
