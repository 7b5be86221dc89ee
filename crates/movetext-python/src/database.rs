//! Databases of games: what `python/movetext/_database.py` makes its classes of.

use crate::errors::{DatabaseError, os_error};
use crate::game::{Game, GameData};
use crate::input::check_signals;
use crate::text::Settings;
use movetext::variants::Standard;
use movetext::{Game as CoreGame, Strictness};
use movetext_store::{
    Aliases, Error, Event, Hit, ImportOptions, Query, QueryError, Score, SourceOutcome,
    Store as CoreStore, Tree, rusqlite,
};
use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// What is asked of games: all of it, as `_database.py` has put it in order.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Conditions {
    variant: Option<String>,
    player: Vec<String>,
    /// A line for each player.
    aliases: Option<String>,
    first: Option<String>,
    second: Option<String>,
    event: Option<String>,
    site: Option<String>,
    date: (Option<String>, Option<String>),
    elo: (Option<u32>, Option<u32>),
    plies: (Option<u32>, Option<u32>),
    result: Option<String>,
    eco: Option<String>,
    rules: Option<String>,
    tags: Vec<(String, String)>,
    comment: Option<String>,
    position: Option<String>,
    variations: bool,
    opening: Option<String>,
    pattern: Option<String>,
    source: Option<i64>,
}

impl Conditions {
    fn query(&self) -> Result<Query, QueryError> {
        let mut query = Query::new();
        // Positions, moves and patterns are read as those of the variant.
        if let Some(variant) = &self.variant {
            query = query.variant(variant);
        }
        if let Some(aliases) = &self.aliases {
            query = query.aliases(aliases.parse::<Aliases>()?);
        }
        for player in &self.player {
            query = query.player(player);
        }
        for (value, method) in [
            (&self.first, Query::first as fn(Query, &str) -> Query),
            (&self.second, Query::second),
            (&self.event, Query::event),
            (&self.site, Query::site),
            (&self.eco, Query::eco),
            (&self.rules, Query::rules),
            (&self.comment, Query::comment),
        ] {
            if let Some(value) = value {
                query = method(query, value);
            }
        }
        let (from, to) = &self.date;
        query = query.dates(from.as_deref(), to.as_deref())?;
        query = query.elo(self.elo.0, self.elo.1);
        query = query.plies(self.plies.0, self.plies.1);
        for (name, pattern) in &self.tags {
            query = query.tag(name, pattern);
        }
        if let Some(source) = self.source {
            query = query.source(source);
        }
        type Fallible = fn(Query, &str) -> Result<Query, QueryError>;
        for (value, method) in [
            (&self.result, Query::result as Fallible),
            (&self.position, Query::position),
            (&self.opening, Query::moves),
            (&self.pattern, Query::pattern),
        ] {
            if let Some(value) = value {
                query = method(query, value)?;
            }
        }
        Ok(query.variations(self.variations))
    }

    fn checked(&self) -> PyResult<Query> {
        if let Some(variant) = &self.variant {
            crate::text::variant(variant)?;
        }
        self.query()
            .map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

/// A failure of a database as Python has it.
fn failed(error: Error) -> PyErr {
    match error {
        Error::NotFound { id, .. } => PyKeyError::new_err(id),
        Error::Source { path, source } => os_error(source, &path.to_string_lossy()),
        error => DatabaseError::new_err(error.to_string()),
    }
}

/// How games ended and who played them: all, won by the first player, drawn, won by the second, of unknown result;
/// points, mean rating, first and last year.
type Scored = (
    (u64, u64, u64, u64, u64),
    Option<f64>,
    Option<u32>,
    Option<u16>,
    Option<u16>,
);

fn scored(score: &Score) -> Scored {
    let counts = (
        score.games,
        score.first_wins,
        score.draws,
        score.second_wins,
        score.unknown,
    );
    let elo = score.average_elo();
    (
        counts,
        score.points(),
        elo,
        score.first_year,
        score.last_year,
    )
}

/// A tree: the variant, the position, all games, those that end there, and the moves.
type Counted = (
    &'static str,
    String,
    Scored,
    u64,
    Vec<(String, Option<String>, u64, Scored)>,
);

fn counted(tree: Tree) -> Counted {
    let moves = tree.moves.into_iter();
    let moves = moves.map(|mv| (mv.text, mv.uci, mv.key, scored(&mv.score)));
    (
        tree.variant.id,
        tree.position,
        scored(&tree.all),
        tree.ended,
        moves.collect(),
    )
}

/// A source: id, path, format, encoding, state, games, errors, warnings, bytes, and why it was not read to its end.
type StoredSource = (
    i64,
    PathBuf,
    String,
    String,
    &'static str,
    u64,
    u64,
    u64,
    u64,
    Option<String>,
);

/// What came of a file: its path, a word for that, its source, the games that are stored of it, and why it is not.
type Imported = (PathBuf, &'static str, Option<i64>, u64, Option<String>);

fn imported(path: PathBuf, outcome: SourceOutcome) -> Imported {
    match outcome {
        SourceOutcome::Imported { source, counts, .. } => {
            (path, "imported", Some(source), counts.games, None)
        }
        SourceOutcome::Known {
            source,
            path: stored,
        } => {
            let reason = format!("stored before from {}", stored.display());
            (path, "known", Some(source), 0, Some(reason))
        }
        SourceOutcome::Moved { source, from } => {
            let reason = format!("stored before from {}", from.display());
            (path, "moved", Some(source), 0, Some(reason))
        }
        SourceOutcome::NotGames { reason } => (path, "not-games", None, 0, Some(reason)),
        SourceOutcome::Failed {
            source,
            counts,
            error,
        } => (path, "failed", source, counts.games, Some(error)),
        SourceOutcome::Refused { source, reason } => {
            (path, "refused", Some(source), 0, Some(reason))
        }
        SourceOutcome::Stopped { source, counts } => (path, "stopped", source, counts.games, None),
        other => (path, "other", None, 0, Some(format!("{other:?}"))),
    }
}

/// The heading of a game: variant, first and second player, result, date, event as written, and its plies.
type Heading = (
    String,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
    u32,
);

/// A hit: the game, the ply, whether it stands in a variation alone, and its heading.
type Row = (i64, Option<u32>, bool, Heading);

const HEADING: &str =
    "SELECT variant, first, second, result_raw, date_raw, event, plies FROM games WHERE id = ?";

fn headings(store: &CoreStore, hits: &[Hit]) -> rusqlite::Result<Vec<Heading>> {
    let mut statement = store.connection().prepare_cached(HEADING)?;
    let rows = hits.iter().map(|hit| {
        statement.query_row([hit.game], |row| {
            Ok((
                row.get(0)?,
                row.get(1)?,
                row.get(2)?,
                row.get(3)?,
                row.get(4)?,
                row.get(5)?,
                row.get(6)?,
            ))
        })
    });
    rows.collect()
}

/// What bears on how moves are read, from the options that a source was imported with.
fn settings(options: &str) -> Settings {
    let mut settings = Settings::default();
    for (name, value) in options.split(' ').filter_map(|word| word.split_once('=')) {
        match (name, value) {
            ("notation", name) => settings.notation = name.to_owned(),
            ("rules", "minimal") => settings.strictness = Strictness::Minimal,
            _ => {}
        }
    }
    settings
}

/// A database.
#[pyclass(module = "movetext._movetext", frozen)]
pub struct Store {
    path: PathBuf,
    store: Arc<Mutex<Option<CoreStore>>>,
}

impl Store {
    /// Does something with the database, while Python runs on.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut CoreStore) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let done = py.detach(|| {
            let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
            store.as_mut().map(work)
        });
        match done {
            Some(done) => done.map_err(failed),
            None => Err(PyValueError::new_err("the database is closed")),
        }
    }
}

#[pymethods]
impl Store {
    #[new]
    fn py_new(py: Python<'_>, path: PathBuf, write: bool) -> PyResult<Store> {
        let opened = py.detach(|| {
            if write {
                CoreStore::open(&path)
            } else {
                CoreStore::open_read_only(&path)
            }
        });
        let store = Arc::new(Mutex::new(Some(opened.map_err(failed)?)));
        Ok(Store { path, store })
    }

    fn close(&self, py: Python<'_>) {
        py.detach(|| {
            let mut store = self.store.lock().unwrap_or_else(PoisonError::into_inner);
            *store = None;
        });
    }

    fn sources(&self, py: Python<'_>) -> PyResult<Vec<StoredSource>> {
        let sources = self.with(py, |store| store.sources())?;
        let row = |source: movetext_store::Source| {
            let counts = &source.counts;
            (
                source.id,
                source.path,
                source.format,
                source.encoding,
                source.state.as_str(),
                counts.games,
                counts.errors,
                counts.warnings,
                source.bytes,
                source.error,
            )
        };
        Ok(sources.into_iter().map(row).collect())
    }

    fn find(&self, py: Python<'_>, conditions: Conditions, jobs: usize) -> PyResult<Found> {
        let query = conditions.checked()?;
        Ok(Found {
            hits: self.with(py, |store| store.find(&query, jobs))?,
        })
    }

    /// The hits from one to another, each with its heading.
    fn rows(
        &self,
        py: Python<'_>,
        found: &Bound<'_, Found>,
        from: usize,
        to: usize,
    ) -> PyResult<Vec<Row>> {
        let hits = &found.get().hits;
        let hits = &hits[from.min(hits.len())..to.min(hits.len())];
        let headings = self.with(py, |store| {
            headings(store, hits).map_err(|source| Error::Database {
                path: store.path().to_owned(),
                source,
            })
        })?;
        let rows = hits.iter().zip(headings);
        Ok(rows
            .map(|(hit, heading)| (hit.game, hit.ply, hit.in_variation, heading))
            .collect())
    }

    fn tree(&self, py: Python<'_>, conditions: Conditions, jobs: usize) -> PyResult<Counted> {
        let query = conditions.checked()?;
        self.with(py, |store| store.tree(&query, jobs)).map(counted)
    }

    fn game(&self, py: Python<'_>, id: i64) -> PyResult<Py<Game>> {
        let (mut game, mut found) = (CoreGame::new(), Vec::new());
        let options = self.with(py, |store| {
            store.read_game::<Standard>(id, &mut game, &mut found)?;
            let options = store.connection().query_row(
                "SELECT options FROM sources JOIN games ON sources.id = source_id WHERE games.id = ?",
                [id],
                |row| row.get::<_, String>(0),
            );
            options.map_err(|source| Error::Database {
                path: store.path().to_owned(),
                source,
            })
        })?;
        let number = u64::try_from(id).unwrap_or_default();
        found.retain(|one| one.game == game.summary.ordinal);
        found.iter_mut().for_each(|one| one.game = number);
        game.summary.ordinal = number;
        let name: Arc<str> = self.path.to_string_lossy().into();
        let data = GameData::new(game, found, name, Arc::new(settings(&options)));
        Game::create(py, Arc::new(data))
    }

    fn text<'py>(&self, py: Python<'py>, id: i64) -> PyResult<Bound<'py, PyBytes>> {
        let text = self.with(py, |store| store.text(id))?;
        Ok(PyBytes::new(py, &text))
    }

    #[pyo3(signature = (paths, jobs, *, variant=None, encoding=None, notation=None, minimal=false))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
    fn import_(
        &self,
        py: Python<'_>,
        paths: Vec<PathBuf>,
        jobs: usize,
        variant: Option<&str>,
        encoding: Option<&str>,
        notation: Option<&str>,
        minimal: bool,
    ) -> PyResult<Vec<Imported>> {
        let settings = Settings::new(variant, encoding, notation, minimal)?;
        let options = ImportOptions {
            jobs,
            variant: settings.variant,
            encoding: settings.encoding,
            notation: settings.notation.into(),
            strictness: settings.strictness,
            ..ImportOptions::default()
        };
        let mut interrupted = None;
        let report = self.with(py, |store| {
            let mut observer = |_: &Event<'_>| match check_signals() {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    interrupted = Some(error);
                    ControlFlow::Break(())
                }
            };
            store.import(paths, &options, &mut observer)
        })?;
        if let Some(error) = interrupted {
            return Err(error);
        }
        let sources = report.sources.into_iter();
        Ok(sources
            .map(|source| imported(source.path, source.outcome))
            .collect())
    }
}

/// The games that were found, by their ids.
#[pyclass(module = "movetext._movetext", frozen)]
pub struct Found {
    hits: Vec<Hit>,
}

#[pymethods]
impl Found {
    fn __len__(&self) -> usize {
        self.hits.len()
    }

    fn ids(&self) -> Vec<i64> {
        self.hits.iter().map(|hit| hit.game).collect()
    }
}
