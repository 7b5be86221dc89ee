//! What was played in a position.

use super::Query;
use super::scan::{self, Failure, Work};
use super::search::Seeker;
use super::target::Target;
use crate::error::Result;
use crate::index::{self, Moves};
use crate::line::{Line, Reaches, read_number, write_number};
use crate::rows::{OUTCOMES, outcome_name};
use crate::store::Store;
use movetext::registry::{VariantSet, WithVariant};
use movetext::variant::notation;
use movetext::variants::Standard;
use movetext::{Move, Outcome, Position, Variant, VariantInfo};
use rusqlite::Row;
use std::collections::HashMap;

/// What a score is made of.
pub(crate) const COLUMNS: &str =
    "SELECT id, result, first_elo, second_elo, date_from, date_to FROM games";

/// What was played in a position, from [`Store::tree`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Tree {
    /// The variant.
    pub variant: &'static VariantInfo,
    /// The position, as the variant writes it (FEN, PDTL).
    pub position: String,
    /// All games that reach it.
    pub all: Score,
    /// How many of them end there.
    pub ended: u64,
    /// The moves that were played in it, the most frequent first.
    pub moves: Vec<TreeMove>,
}

/// A move that was played in a position.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TreeMove {
    /// The move.
    pub mv: Move,
    /// How it is written in the variant's standard notation.
    pub text: String,
    /// How engines write it, if the variant has such a notation.
    pub uci: Option<String>,
    /// The [key](movetext::Position::key) of the position after it.
    pub key: u64,
    /// The games in which it was played.
    pub score: Score,
}

/// How games ended, how strong the players were, and when it was.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Score {
    /// How many games there are.
    pub games: u64,
    /// How many the first player won, narrow wins by stalemate included.
    pub first_wins: u64,
    /// How many nobody won.
    pub draws: u64,
    /// How many the second player won.
    pub second_wins: u64,
    /// Of how many that is not known.
    pub unknown: u64,
    /// The first year in which one of them was played, as far as years are known.
    pub first_year: Option<u16>,
    /// The last year.
    pub last_year: Option<u16>,
    /// The sum of the ratings of both players, and how many ratings these are.
    ratings: (u64, u64),
}

impl Score {
    /// The share of points that the first player made, from 0 to 1, in games of which the result is known.
    pub fn points(&self) -> Option<f64> {
        let known = self.games - self.unknown;
        let points = self.first_wins as f64 + self.draws as f64 / 2.0;
        (known > 0).then(|| points / known as f64)
    }

    /// The mean of all ratings that are known, of both players, rounded.
    pub fn average_elo(&self) -> Option<u32> {
        let (sum, count) = self.ratings;
        let mean = (sum + count / 2).checked_div(count)?;
        u32::try_from(mean).ok()
    }

    /// Appends all of it.
    pub(crate) fn write(&self, out: &mut Vec<u8>) {
        let year = |year: Option<u16>| year.map_or(0, |year| u64::from(year) + 1);
        for number in [
            self.games,
            self.first_wins,
            self.draws,
            self.second_wins,
            self.ratings.0,
            self.ratings.1,
            year(self.first_year),
            year(self.last_year),
        ] {
            write_number(number, out);
        }
    }

    /// Takes a score off the beginning of some bytes.
    pub(crate) fn read(bytes: &mut &[u8]) -> Option<Score> {
        let mut number = || read_number(bytes);
        let (games, first_wins) = (number()?, number()?);
        let (draws, second_wins) = (number()?, number()?);
        let ratings = (number()?, number()?);
        let mut year = || -> Option<Option<u16>> {
            let year = number()?.checked_sub(1);
            Some(year.and_then(|year| u16::try_from(year).ok()))
        };
        let (first_year, last_year) = (year()?, year()?);
        let known = first_wins.checked_add(draws)?.checked_add(second_wins)?;
        Some(Score {
            games,
            first_wins,
            draws,
            second_wins,
            unknown: games.checked_sub(known)?,
            first_year,
            last_year,
            ratings,
        })
    }

    pub(crate) fn add(&mut self, other: &Score) {
        self.games += other.games;
        self.first_wins += other.first_wins;
        self.draws += other.draws;
        self.second_wins += other.second_wins;
        self.unknown += other.unknown;
        self.ratings.0 += other.ratings.0;
        self.ratings.1 += other.ratings.1;
        // None is less than any year.
        self.first_year = match (self.first_year, other.first_year) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self.last_year = self.last_year.max(other.last_year);
    }

    /// The score of one game: a row of [`COLUMNS`].
    pub(crate) fn of_row(row: &Row<'_>) -> rusqlite::Result<Score> {
        let mut score = Score {
            games: 1,
            ..Score::default()
        };
        let name = row.get_ref(1)?.as_str_or_null()?;
        let outcome = OUTCOMES
            .into_iter()
            .find(|outcome| Some(outcome_name(*outcome)) == name);
        match outcome {
            Some(Outcome::FirstWins | Outcome::FirstStalemates) => score.first_wins = 1,
            Some(Outcome::SecondWins | Outcome::SecondStalemates) => score.second_wins = 1,
            Some(Outcome::Draw) => score.draws = 1,
            Some(Outcome::Unknown) | None => score.unknown = 1,
        }
        for column in [2, 3] {
            let rating: Option<i64> = row.get(column)?;
            if let Some(rating) = rating.and_then(|rating| u64::try_from(rating).ok()) {
                score.ratings.0 = score.ratings.0.saturating_add(rating);
                score.ratings.1 += 1;
            }
        }
        let year = |column| -> rusqlite::Result<Option<u16>> {
            let date = row.get_ref(column)?.as_str_or_null()?;
            Ok(date.and_then(|date| date.split('-').next()?.parse().ok()))
        };
        let (from, to) = (year(4)?, year(5)?);
        if from == to {
            (score.first_year, score.last_year) = (from, to);
        }
        Ok(score)
    }
}

impl Store {
    /// What was played in the query's position, or after its moves, or else at the start of its variant (without
    /// one: of the variant with the most games), in the games that meet its other conditions. It does not matter by
    /// which moves a game came there.
    ///
    /// A game counts once, by the move it played when it first stood in the position; if it ends there, for no
    /// move. Main lines alone are looked at, on so many threads.
    ///
    /// ```
    /// use movetext_store::{Query, Store};
    /// # let folder = tempfile::tempdir()?;
    /// # let (path, pgn) = (folder.path().join("games.db"), folder.path().join("a.pgn"));
    /// # std::fs::write(&pgn, "[Result \"1-0\"]\n\n1. d4 d5 2. Nf3 1-0\n\n[Result \"*\"]\n\n1. Nf3 d5 2. d4 *\n")?;
    /// # Store::open(&path)?.import([pgn], &Default::default(), &mut ())?;
    /// let store = Store::open_read_only(&path)?;
    /// let tree = store.tree(&Query::new().variant("chess").moves("1. d4 d5")?, 2)?;
    /// let [nf3] = &tree.moves[..] else { panic!("one move") };
    /// assert_eq!((&*nf3.text, nf3.score.games, nf3.score.points()), ("Nf3", 1, Some(1.0)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn tree(&self, query: &Query, jobs: usize) -> Result<Tree> {
        let mut rest = query.clone();
        rest.variations = false;
        let target = match (rest.position.take(), rest.opening.take()) {
            // Then the moves are a condition like others.
            (Some(position), opening) => {
                rest.opening = opening;
                position
            }
            (None, Some(opening)) => Target::after::<Standard>(&opening),
            (None, None) => self.start_of(query)?,
        };
        let (candidates, mut moves) = self.stands(&rest, &target, jobs)?;
        let reaches = Reaches::standard();
        let done = scan::run(self, candidates.as_deref(), reaches, jobs, || Counter {
            seeker: Seeker::new(&target),
            here: Vec::new(),
            moves: HashMap::new(),
        })?;
        for (mv, score) in done.iter().flat_map(|counter| &counter.moves) {
            moves.entry(*mv).or_default().add(score);
        }
        Ok(target.with_variant::<Standard, _>(Written {
            target: &target,
            moves,
        }))
    }

    /// The games that meet the other conditions and may stand in a position, none if all may; and what was played
    /// there in further games, as an index has it.
    fn stands(
        &self,
        rest: &Query,
        target: &Target,
        jobs: usize,
    ) -> Result<(Option<Vec<i64>>, Moves)> {
        if rest.takes_any_with(target) {
            let found = index::look_up(self, target, true)?;
            return Ok(found.map_or_else(
                || (None, Moves::new()),
                |found| (Some(found.games), found.moves),
            ));
        }
        let candidates = if rest.takes_any_line() {
            self.candidates(rest)?
        } else {
            let hits = self.find(rest, jobs)?;
            Some(hits.into_iter().map(|hit| hit.game).collect())
        };
        let narrowed = self.narrow(target, candidates.as_deref())?;
        Ok((narrowed.or(candidates), Moves::new()))
    }

    /// The start position of the variant that is asked for, or of which there are most games.
    fn start_of(&self, query: &Query) -> Result<Target> {
        let index = match &query.variant {
            Some(id) => Standard::find(id),
            None => {
                let ids: Vec<String> = self.check(|connection| {
                    connection
                        .prepare(
                            "SELECT variant FROM source_variants GROUP BY variant \
                             ORDER BY sum(games) DESC, variant",
                        )?
                        .query_map([], |row| row.get(0))?
                        .collect()
                })?;
                ids.iter().find_map(|id| Standard::find(id))
            }
        };
        Ok(Target::start::<Standard>(index.unwrap_or(0)))
    }
}

/// Counts what was played in a position. No move stands for games that end there.
struct Counter<'t> {
    seeker: Seeker<'t>,
    /// The games of this block that stand there, with what they played.
    here: Vec<(i64, Option<Move>)>,
    moves: HashMap<Option<Move>, Score>,
}

impl Work for Counter<'_> {
    fn line(
        &mut self,
        store: &Store,
        game: i64,
        line: Line<'_>,
    ) -> std::result::Result<(), Failure> {
        if let Some(mut stand) = self.seeker.find(store, game, line)? {
            let mv = stand.rest.play(stand.board).transpose()?;
            self.here.push((game, mv));
        }
        Ok(())
    }

    fn end_block(&mut self, store: &Store, first: i64, games: i64) -> Result<()> {
        self.seeker.forget();
        let here = std::mem::take(&mut self.here);
        // One after another they are read faster than one by one, if they stand close to each other.
        let dense = here.len() as i64 * 4 > games;
        store.check(|connection| {
            if dense {
                let sql = format!("{COLUMNS} WHERE id >= ?1 AND id < ?1 + ?2 ORDER BY id");
                let mut statement = connection.prepare_cached(&sql)?;
                let mut rows = statement.query([first, games])?;
                let mut here = here.iter().peekable();
                while let Some(row) = rows.next()? {
                    let id: i64 = row.get(0)?;
                    if let Some((_, mv)) = here.next_if(|(game, _)| *game == id) {
                        self.count(*mv, row)?;
                    }
                }
                return Ok(());
            }
            let mut statement = connection.prepare_cached(&format!("{COLUMNS} WHERE id = ?"))?;
            for (game, mv) in &here {
                let mut rows = statement.query([game])?;
                if let Some(row) = rows.next()? {
                    self.count(*mv, row)?;
                }
            }
            Ok(())
        })
    }
}

impl Counter<'_> {
    fn count(&mut self, mv: Option<Move>, row: &Row<'_>) -> rusqlite::Result<()> {
        let score = Score::of_row(row)?;
        self.moves.entry(mv).or_default().add(&score);
        Ok(())
    }
}

/// Writes the moves, as a task for the variant.
struct Written<'t> {
    target: &'t Target,
    moves: HashMap<Option<Move>, Score>,
}

impl WithVariant for Written<'_> {
    type Output = Tree;

    fn run<V: Variant>(self) -> Tree {
        let position = self.target.position::<V>();
        let mut tree = Tree {
            variant: self.target.info,
            position: position
                .as_ref()
                .map(V::Position::describe)
                .unwrap_or_default(),
            all: Score::default(),
            ended: 0,
            moves: Vec::new(),
        };
        for (mv, score) in self.moves {
            tree.all.add(&score);
            let (Some(mv), Some(position)) = (mv, &position) else {
                tree.ended += score.games;
                continue;
            };
            let written = |notation| {
                let mut text = String::new();
                V::write(&mv, position, notation, &mut text);
                text
            };
            let mut after = position.clone();
            after.play(&mv);
            tree.moves.push(TreeMove {
                mv,
                text: written(V::Notation::default()),
                uci: notation::<V>("uci").map(written),
                key: after.key(),
                score,
            });
        }
        tree.moves.sort_by(|one, other| {
            let (games, others) = (one.score.games, other.score.games);
            others.cmp(&games).then_with(|| one.text.cmp(&other.text))
        });
        tree
    }
}
