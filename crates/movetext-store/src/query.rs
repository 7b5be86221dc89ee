//! Which games are asked for, and finding them.

mod aliases;
mod fold;
pub(crate) mod scan;
mod search;
mod target;
mod tree;

pub use aliases::Aliases;
pub use fold::fold;
pub(crate) use search::Seeker;
pub(crate) use target::Target;
pub(crate) use tree::COLUMNS;
pub use tree::{Score, Tree, TreeMove};

use crate::error::Result;
use crate::index;
use crate::pattern::{Pattern, PatternError};
use crate::store::Store;
use fold::{Glob, Words};
use movetext::PartialDate;
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use rusqlite::params_from_iter;
use rusqlite::types::Value;
use std::fmt;
use target::Opening;

/// The condition that a game is of a variant.
const VARIANT: &str = "variant = ?";

/// Which games are asked for: all that meet every condition.
///
/// Names and texts are compared as [`fold`] writes them: without regard to case, accents and scripts, so that
/// `Карлсен` finds Carlsen.
///
/// ```
/// use movetext_store::{Query, Store};
/// # let folder = tempfile::tempdir()?;
/// # let (path, pgn) = (folder.path().join("games.db"), folder.path().join("a.pgn"));
/// # std::fs::write(&pgn, "[White \"Carlsen, M\"]\n[Black \"Anand\"]\n\n1. d4 d5 2. Nf3 *\n")?;
/// # Store::open(&path)?.import([pgn], &Default::default(), &mut ())?;
/// let store = Store::open_read_only(&path)?;
/// let query = Query::new()
///     .player("Карлсен")
///     .position("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2")?;
/// let hits = store.find(&query, 2)?;
/// assert_eq!((hits[0].game, hits[0].ply), (1, Some(2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Query {
    /// Conditions in SQL, with their values.
    conditions: Vec<(String, Vec<Value>)>,
    texts: Vec<TextTest>,
    variant: Option<String>,
    position: Option<Target>,
    opening: Option<Opening>,
    /// A pattern in the words of each variant that has such words.
    patterns: Vec<Pattern>,
    variations: bool,
    comment: Option<Words>,
    aliases: Aliases,
}

/// A test that is made of values of a row.
#[derive(Clone, Debug)]
struct TextTest {
    /// What is selected, with its values.
    columns: Vec<String>,
    values: Vec<Value>,
    test: Test,
}

#[derive(Clone, Debug)]
enum Test {
    /// All words of one of these.
    Words(Vec<Words>),
    Glob(Glob),
}

/// A condition that cannot be understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueryError(String);

impl fmt::Display for QueryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for QueryError {}

/// A game that was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Hit {
    /// Its id.
    pub game: i64,
    /// Where a position was asked for: after how many plies it first stands on the board, counted from where the
    /// game begins, along the line it stands in. Otherwise, where a pattern was asked for: after how many plies all
    /// of it was there.
    pub ply: Option<u32>,
    /// Whether it stands in a variation alone.
    pub in_variation: bool,
}

impl Query {
    /// All games.
    pub fn new() -> Query {
        Query::default()
    }

    /// Sets other names of players. Names of players that are asked for behind this mean all names of the player.
    #[must_use]
    pub fn aliases(mut self, aliases: Aliases) -> Query {
        self.aliases = aliases;
        self
    }

    /// Games in which someone with such a name plays, on either side. All words have to be in the name, in any
    /// order.
    #[must_use]
    pub fn player(self, name: &str) -> Query {
        let names = self.aliases.of(name);
        self.words(&["first", "second"], names)
    }

    /// The same for the first player: White, Red.
    #[must_use]
    pub fn first(self, name: &str) -> Query {
        let names = self.aliases.of(name);
        self.words(&["first"], names)
    }

    /// The same for the second player.
    #[must_use]
    pub fn second(self, name: &str) -> Query {
        let names = self.aliases.of(name);
        self.words(&["second"], names)
    }

    /// Games of such an event.
    #[must_use]
    pub fn event(self, name: &str) -> Query {
        self.words(&["event"], vec![Words::new(name)])
    }

    /// Games at such a place.
    #[must_use]
    pub fn site(self, name: &str) -> Query {
        self.words(&["site"], vec![Words::new(name)])
    }

    /// Games that may have been played between two dates, both included; each a year, a month or a day, as
    /// `1972`, `1972.07` or `1972.07.11`. Games of unknown date do not count.
    ///
    /// # Errors
    ///
    /// If a date cannot be read.
    pub fn dates(
        mut self,
        from: Option<&str>,
        to: Option<&str>,
    ) -> std::result::Result<Query, QueryError> {
        if let Some(from) = from {
            let (first, _) = days(from)?;
            self.condition("date_to >= ?", [Value::Text(first)]);
        }
        if let Some(to) = to {
            let (_, last) = days(to)?;
            self.condition("date_from <= ?", [Value::Text(last)]);
        }
        Ok(self)
    }

    /// Games between players whose ratings are both in this range.
    #[must_use]
    pub fn elo(mut self, least: Option<u32>, most: Option<u32>) -> Query {
        for column in ["first_elo", "second_elo"] {
            if let Some(least) = least {
                self.condition(format!("{column} >= ?"), [Value::Integer(least.into())]);
            }
            if let Some(most) = most {
                self.condition(format!("{column} <= ?"), [Value::Integer(most.into())]);
            }
        }
        self
    }

    /// Games that ended so: a termination marker of any variant, or the name that the column `result` has.
    ///
    /// # Errors
    ///
    /// If it is neither.
    pub fn result(mut self, result: &str) -> std::result::Result<Query, QueryError> {
        let outcome = Standard::VARIANTS
            .iter()
            .find_map(|info| info.outcome(result));
        let name = outcome.map(crate::rows::outcome_name).or_else(|| {
            crate::rows::OUTCOMES
                .into_iter()
                .map(crate::rows::outcome_name)
                .find(|name| *name == result)
        });
        let name = name.ok_or_else(|| QueryError(format!("no game ends with {result}")))?;
        self.condition("result = ?", [Value::Text(name.to_owned())]);
        Ok(self)
    }

    /// Games whose ECO code begins so.
    #[must_use]
    pub fn eco(mut self, prefix: &str) -> Query {
        let prefix = prefix.to_uppercase();
        self.condition(
            "substr(upper(eco), 1, ?) = ?",
            [
                Value::Integer(prefix.chars().count() as i64),
                Value::Text(prefix),
            ],
        );
        self
    }

    /// Games of the variant with this id. Positions and moves are read as those of this variant, if it is said
    /// before they are.
    #[must_use]
    pub fn variant(mut self, id: &str) -> Query {
        self.variant = Some(id.to_owned());
        self.condition(VARIANT, [Value::Text(id.to_owned())]);
        self
    }

    /// Games by such rules, as the tag names them that chooses the variant.
    #[must_use]
    pub fn rules(self, rules: &str) -> Query {
        self.glob("rules".to_owned(), Vec::new(), rules)
    }

    /// Games with so many plies in the main line.
    #[must_use]
    pub fn plies(mut self, least: Option<u32>, most: Option<u32>) -> Query {
        if let Some(least) = least {
            self.condition("plies >= ?", [Value::Integer(least.into())]);
        }
        if let Some(most) = most {
            self.condition("plies <= ?", [Value::Integer(most.into())]);
        }
        self
    }

    /// Games that have a tag of this name whose value fits a pattern as a whole, in which `*` stands for any text
    /// and `?` for any character.
    #[must_use]
    pub fn tag(self, name: &str, pattern: &str) -> Query {
        let column = "(SELECT group_concat(value, char(10)) FROM tags \
             WHERE game_id = games.id AND name = ? COLLATE NOCASE)";
        self.glob(
            column.to_owned(),
            vec![Value::Text(name.to_owned())],
            pattern,
        )
    }

    /// Games of the source with this id.
    #[must_use]
    pub fn source(mut self, source: i64) -> Query {
        self.condition("source_id = ?", [Value::Integer(source)]);
        self
    }

    /// Games with all these words in one comment.
    #[must_use]
    pub fn comment(mut self, words: &str) -> Query {
        self.comment = Some(Words::new(words));
        self
    }

    /// Games in which a position occurs, given in the variant's notation (FEN, PDTL). Positions are the same as
    /// by the variant's rule of repetition.
    ///
    /// # Errors
    ///
    /// If no variant can read it.
    pub fn position(mut self, text: &str) -> std::result::Result<Query, QueryError> {
        let target = Target::read::<Standard>(text, self.variant.as_deref());
        self.position = Some(target.map_err(QueryError)?);
        Ok(self)
    }

    /// Games that begin with these moves, in any notation, numbered or not, from the usual start.
    ///
    /// # Errors
    ///
    /// If no variant can play them.
    pub fn moves(mut self, text: &str) -> std::result::Result<Query, QueryError> {
        let opening = Opening::read::<Standard>(text, self.variant.as_deref());
        self.opening = Some(opening.map_err(QueryError)?);
        Ok(self)
    }

    /// Games in whose main line a [pattern](crate::pattern) occurs, in the words of the variant that was said before,
    /// or else of each that has such words.
    ///
    /// # Errors
    ///
    /// If it is no pattern in any of them. The message has several lines.
    pub fn pattern(mut self, text: &str) -> std::result::Result<Query, QueryError> {
        let mut wrong: Option<PatternError> = None;
        let variants = Standard::VARIANTS.iter();
        let meant = self.variant.as_deref();
        for info in variants.filter(|info| meant.is_none_or(|id| id == info.id)) {
            match Pattern::new(text, info) {
                Ok(pattern) => self.patterns.push(pattern),
                // What was understood furthest is what was meant.
                Err(error) => match &wrong {
                    Some(known) if known.span().start >= error.span().start => {}
                    _ => wrong = Some(error),
                },
            }
        }
        match wrong {
            Some(wrong) if self.patterns.is_empty() => Err(QueryError(wrong.to_string())),
            _ => Ok(self),
        }
    }

    /// Looks for the position in variations, too.
    #[must_use]
    pub fn variations(mut self, also: bool) -> Query {
        self.variations = also;
        self
    }

    fn condition(&mut self, sql: impl Into<String>, values: impl IntoIterator<Item = Value>) {
        self.conditions
            .push((sql.into(), values.into_iter().collect()));
    }

    fn words(mut self, columns: &[&str], words: Vec<Words>) -> Query {
        self.texts.push(TextTest {
            columns: columns.iter().map(|&column| column.to_owned()).collect(),
            values: Vec::new(),
            test: Test::Words(words),
        });
        self
    }

    fn glob(mut self, column: String, values: Vec<Value>, pattern: &str) -> Query {
        self.texts.push(TextTest {
            columns: vec![column],
            values,
            test: Test::Glob(Glob::new(pattern)),
        });
        self
    }

    /// The pattern, in the words of each variant that has such words.
    pub(crate) fn patterns(self) -> Vec<Pattern> {
        self.patterns
    }

    /// Whether all games are asked for.
    pub(crate) fn is_empty(&self) -> bool {
        self.takes_any_heading() && self.takes_any_line()
    }

    /// Whether no more than the heading of a game decides.
    fn takes_any_line(&self) -> bool {
        self.position.is_none() && !self.asks_lines() && self.comment.is_none()
    }

    /// Whether more of the main line is asked than a position.
    fn asks_lines(&self) -> bool {
        self.opening.is_some() || !self.patterns.is_empty()
    }

    /// Whether nothing is asked of a game but that it stands in a position of its main line.
    fn takes_any_with(&self, position: &Target) -> bool {
        // No game of another variant does.
        let variant = |(sql, values): &(String, Vec<Value>)| {
            sql == VARIANT && *values == [Value::Text(position.info.id.to_owned())]
        };
        self.takes_any_line()
            && !self.variations
            && self.texts.is_empty()
            && self.conditions.iter().all(variant)
    }

    /// Whether the heading of a game decides nothing.
    fn takes_any_heading(&self) -> bool {
        self.conditions.is_empty() && self.texts.is_empty()
    }
}

/// The first and the last day that a date may mean.
fn days(text: &str) -> std::result::Result<(String, String), QueryError> {
    let written = text.replace('-', ".");
    let whole = match written.matches('.').count() {
        0 => format!("{written}.??.??"),
        1 => format!("{written}.??"),
        _ => written,
    };
    let range = PartialDate::parse(&whole).range();
    let (from, to) = range.ok_or_else(|| QueryError(format!("{text} is no date")))?;
    Ok((from.to_string(), to.to_string()))
}

impl Store {
    /// The games that a query asks for, by their ids, on so many threads.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn find(&self, query: &Query, jobs: usize) -> Result<Vec<Hit>> {
        let candidates = self.candidates(query)?;
        let mut hits = if let Some(position) = &query.position {
            let narrowed = self.narrow(position, candidates.as_deref())?;
            let games = narrowed.as_deref().or(candidates.as_deref());
            search::main_lines(self, query, games, jobs)?
        } else if query.asks_lines() {
            search::main_lines(self, query, candidates.as_deref(), jobs)?
        } else {
            let games = match candidates.clone() {
                Some(games) => games,
                None => self.all_games()?,
            };
            let hit = |game| Hit {
                game,
                ply: None,
                in_variation: false,
            };
            games.into_iter().map(hit).collect()
        };
        if query.variations && query.position.is_some() {
            // All else is asked of the main line.
            let candidates = if query.asks_lines() {
                let mut rest = query.clone();
                (rest.position, rest.comment) = (None, None);
                let hits = search::main_lines(self, &rest, candidates.as_deref(), jobs)?;
                Some(hits.into_iter().map(|hit| hit.game).collect())
            } else {
                candidates
            };
            search::in_variations(self, query, candidates.as_deref(), &mut hits)?;
        }
        if let Some(words) = &query.comment {
            let mut kept = Vec::new();
            for hit in hits {
                if target::has_comment(&self.game(hit.game)?, words) {
                    kept.push(hit);
                }
            }
            hits = kept;
        }
        Ok(hits)
    }

    /// How many games a query asks for, on so many threads: as many as [`find`](Store::find) finds. With an
    /// [index](Store::index), it is known of frequent positions.
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn count(&self, query: &Query, jobs: usize) -> Result<u64> {
        let mut rest = query.clone();
        let position = rest.position.take();
        if let Some(position) = position.filter(|position| rest.takes_any_with(position))
            && let Some(found) = index::look_up(self, &position, true)?
        {
            let counted: u64 = found.moves.values().map(|score| score.games).sum();
            let verified = search::main_lines(self, query, Some(&found.games), jobs)?;
            return Ok(counted + verified.len() as u64);
        }
        Ok(self.find(query, jobs)?.len() as u64)
    }

    /// The candidates, or all games, that a position may be in; none if there is no index.
    fn narrow(&self, position: &Target, candidates: Option<&[i64]>) -> Result<Option<Vec<i64>>> {
        let found = index::look_up(self, position, false)?;
        Ok(found.map(|found| {
            let mut games = found.games;
            if let Some(candidates) = candidates {
                games.retain(|game| candidates.binary_search(game).is_ok());
            }
            games
        }))
    }

    fn all_games(&self) -> Result<Vec<i64>> {
        self.check(|connection| {
            connection
                .prepare("SELECT id FROM games ORDER BY id")?
                .query_map([], |row| row.get(0))?
                .collect()
        })
    }

    /// The games whose heading fits; none if all do.
    fn candidates(&self, query: &Query) -> Result<Option<Vec<i64>>> {
        if query.takes_any_heading() {
            return Ok(None);
        }
        let columns: Vec<&str> = query
            .texts
            .iter()
            .flat_map(|test| test.columns.iter().map(String::as_str))
            .collect();
        let mut sql = "SELECT id".to_owned();
        for column in &columns {
            sql += ", ";
            sql += column;
        }
        sql += " FROM games";
        for (index, (condition, _)) in query.conditions.iter().enumerate() {
            sql += if index == 0 { " WHERE " } else { " AND " };
            sql += condition;
        }
        sql += " ORDER BY id";
        let values = query.texts.iter().flat_map(|test| &test.values);
        let values = values.chain(query.conditions.iter().flat_map(|(_, values)| values));
        self.check(|connection| {
            let mut statement = connection.prepare(&sql)?;
            let mut rows = statement.query(params_from_iter(values))?;
            let mut games = Vec::new();
            while let Some(row) = rows.next()? {
                let mut column = 1;
                let mut fits = true;
                for test in &query.texts {
                    let mut met = false;
                    for _ in &test.columns {
                        let value = row.get_ref(column)?.as_str_or_null()?.unwrap_or_default();
                        met |= test.test.is_met(value);
                        column += 1;
                    }
                    fits &= met;
                }
                if fits {
                    games.push(row.get(0)?);
                }
            }
            Ok(Some(games))
        })
    }
}

impl Test {
    fn is_met(&self, value: &str) -> bool {
        match self {
            Test::Words(any) => any.iter().any(|words| words.are_in(value)),
            Test::Glob(glob) => value.split('\n').any(|value| glob.fits(value)),
        }
    }
}
