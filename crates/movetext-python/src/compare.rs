//! Comparing collections: what `python/movetext/_compare.py` makes its classes of.

use crate::arrow::plan::CHUNK;
use crate::errors::os_error;
use crate::game::Game;
use crate::input::{Input, check_signals};
use crate::text::Settings;
use crate::walk::accept;
use movetext::compare::{
    Aspect, By, Class, Collections, Digest, Holds, Item, Options, Origin, Pair, Place, Report,
    Scratch, Totals,
};
use movetext::parallel::Part;
use movetext::{Game as CoreGame, GameSummary};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::io;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};
use tempfile::spooled_tempfile;

/// So many bytes of each temporary file are kept in memory.
const KEPT: usize = 2 << 20;
/// So many games are handed on at a time.
const MANY: usize = 64;

/// One of the collections.
#[derive(FromPyObject)]
pub enum Collection {
    Games(Vec<Py<Game>>),
    Inputs(Vec<Input>),
}

fn aspects(names: &[String]) -> PyResult<Vec<Aspect>> {
    let parsed = names.iter().map(|name| name.parse::<Aspect>());
    parsed
        .map(|aspect| aspect.map_err(|error| PyValueError::new_err(error.to_string())))
        .collect()
}

fn pairing(name: &str) -> PyResult<By> {
    Ok(match name {
        "evidence" => By::Evidence,
        "moves" => By::Moves,
        "tags" => By::Tags,
        "order" => By::Order,
        "id" => By::Id,
        _ => {
            return Err(PyValueError::new_err(format!(
                "unknown by '{name}'; known are evidence, moves, tags, order, id"
            )));
        }
    })
}

/// Both collections on their way to be compared.
struct Reading {
    games: Collections,
    /// The names of the sources, by their numbers.
    names: Vec<Arc<str>>,
    skipped: Vec<(String, String)>,
    settings: Settings,
    threads: usize,
}

impl Reading {
    fn add(&mut self, py: Python<'_>, origin: Origin, collection: Collection) -> PyResult<()> {
        match collection {
            Collection::Games(games) => games
                .iter()
                .try_for_each(|game| self.add_game(origin, game.bind(py))),
            Collection::Inputs(inputs) => py.detach(|| {
                inputs
                    .iter()
                    .try_for_each(|input| self.add_source(origin, input))
            }),
        }
    }

    /// The number of the source that is added.
    fn number(&mut self, name: &Arc<str>) -> u32 {
        self.names.push(Arc::clone(name));
        (self.names.len() - 1) as u32
    }

    fn add_game(&mut self, origin: Origin, game: &Bound<'_, Game>) -> PyResult<()> {
        let data = &game.as_super().get().data;
        let summary = &data.game.summary;
        let source = match self.names.last() {
            Some(last) if *last == data.source => (self.names.len() - 1) as u32,
            _ => self.number(&data.source),
        };
        let digest = self.games.digester().digest(&data.game, Holds::ALL);
        let place = Place {
            source,
            game: summary.ordinal,
            byte_start: summary.span.start,
        };
        Ok(self.games.add_digest(origin, &digest, place)?)
    }

    fn add_source(&mut self, origin: Origin, input: &Input) -> PyResult<()> {
        let mut reader = input.shared_reader(&self.settings, CHUNK)?;
        if !accept(&reader, input, true, &mut self.skipped)? {
            return Ok(());
        }
        let source = self.number(&input.name);
        let holds = Holds::of(reader.format());
        let digester = self.games.digester();
        let games = &mut self.games;
        let mut keep = |before: u64, digests: Vec<(GameSummary, Digest)>| -> PyResult<()> {
            check_signals()?;
            for (summary, digest) in digests {
                let place = Place {
                    source,
                    game: before + summary.ordinal,
                    byte_start: summary.span.start,
                };
                games.add_digest(origin, &digest, place)?;
            }
            Ok(())
        };
        let flow = reader.read_parallel(
            self.threads,
            |mut chunk, out| {
                let (mut game, mut digests) = (CoreGame::new(), Vec::new());
                while let Some(summary) = chunk.next_game(&mut game, &mut ()) {
                    digests.push((summary, digester.digest(&game, holds)));
                    if digests.len() == MANY {
                        out(std::mem::take(&mut digests));
                    }
                }
                out(digests);
                chunk.end()
            },
            |part| match part {
                Part::Output { before, output } => match keep(before, output) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => ControlFlow::Break(error),
                },
                Part::End { .. } => ControlFlow::Continue(()),
            },
        );
        if let ControlFlow::Break(error) = flow {
            return Err(error);
        }
        // The games of documents, and the failure of a source.
        let mut game = CoreGame::new();
        while let Some(summary) = reader
            .next_game(&mut game, &mut ())
            .map_err(|error| os_error(error, &input.name))?
        {
            let digest = digester.digest(&game, holds);
            keep(0, vec![(summary, digest)])?;
        }
        Ok(())
    }
}

/// Where a game stands: the name of its source, its number there, and where it begins.
type Placed = (String, u64, u64);

/// A difference: what it is about, the ply, the name, what either says, and the position before.
type Different = (
    &'static str,
    Option<u32>,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<String>,
);

/// A pair: both places, what paired them, how they relate, the differences and how many there are beyond those, what
/// cannot be compared, and the titles.
type Paired = (
    Placed,
    Placed,
    &'static str,
    &'static str,
    Vec<Different>,
    u64,
    Vec<(&'static str, &'static str, u64)>,
    (Option<String>, Option<String>),
);

/// A game without counterpart: the collection, its place and its title.
type Alone = (&'static str, Placed, Option<String>);

/// What is read of a comparison.
#[pyclass(module = "movetext._movetext", frozen)]
pub struct Compared {
    report: Mutex<Report>,
    names: Vec<Arc<str>>,
    skipped: Vec<(String, String)>,
}

impl Compared {
    fn with<T: Send>(&self, py: Python<'_>, work: impl FnOnce(&mut Report) -> T + Send) -> T {
        py.detach(|| work(&mut self.report.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn placed(&self, place: &Place) -> Placed {
        let name = self.names.get(place.source as usize);
        let name = name.map_or_else(String::new, ToString::to_string);
        (name, place.game, place.byte_start)
    }

    fn paired(&self, pair: Pair) -> Paired {
        let comparison = pair.comparison;
        let differences = comparison.differences.into_iter();
        let differences =
            differences.map(|one| (one.what.as_str(), one.ply, one.name, one.a, one.b, one.fen));
        let omissions = comparison.omissions.iter();
        let omissions = omissions.map(|one| {
            let lacks = if one.second { "b" } else { "a" };
            (one.what.as_str(), lacks, one.count)
        });
        let [first, second] = pair.titles;
        (
            self.placed(&pair.a),
            self.placed(&pair.b),
            pair.by.as_str(),
            comparison.class.as_str(),
            differences.collect(),
            comparison.further,
            omissions.collect(),
            (first, second),
        )
    }
}

#[pymethods]
impl Compared {
    /// The next pair, or the next game without counterpart; None at the end.
    fn next(&self, py: Python<'_>) -> PyResult<Option<(Option<Paired>, Option<Alone>)>> {
        py.check_signals()?;
        let item = self.with(py, Report::next_item);
        Ok(item?.map(|item| match item {
            Item::Pair(pair) => (Some(self.paired(*pair)), None),
            Item::Only {
                origin,
                place,
                title,
            } => {
                let side = match origin {
                    Origin::A => "a",
                    Origin::B => "b",
                };
                (None, Some((side, self.placed(&place), title)))
            }
        }))
    }

    /// The games of both, the pairs, their number by class, and the games of either alone.
    fn totals(&self, py: Python<'_>) -> (u64, u64, u64, Vec<(&'static str, u64)>, u64, u64) {
        let totals: Totals = self.with(py, |report| *report.totals());
        let classes = Class::ALL.iter();
        let classes = classes.map(|class| (class.as_str(), totals.of(*class)));
        (
            totals.a,
            totals.b,
            totals.pairs,
            classes.collect(),
            totals.only_a,
            totals.only_b,
        )
    }

    fn skipped(&self) -> Vec<(String, String)> {
        self.skipped.clone()
    }
}

/// Reads two collections and pairs their games.
#[pyfunction]
#[pyo3(signature = (a, b, *, ignore, only, tags, by, threads, variant=None, encoding=None, notation=None, minimal=false))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn compare(
    py: Python<'_>,
    a: Collection,
    b: Collection,
    ignore: Vec<String>,
    only: Vec<String>,
    tags: Vec<String>,
    by: &str,
    threads: usize,
    variant: Option<&str>,
    encoding: Option<&str>,
    notation: Option<&str>,
    minimal: bool,
) -> PyResult<Compared> {
    if threads == 0 {
        return Err(PyValueError::new_err("threads is at least 1"));
    }
    let options = Options {
        ignore: aspects(&ignore)?,
        only: aspects(&only)?,
        tags,
        by: pairing(by)?,
    };
    let scratch = Scratch::new(|| Ok::<_, io::Error>(spooled_tempfile(KEPT)));
    let mut reading = Reading {
        games: Collections::with_scratch(options, scratch),
        names: Vec::new(),
        skipped: Vec::new(),
        settings: Settings::new(variant, encoding, notation, minimal)?,
        threads,
    };
    reading.add(py, Origin::A, a)?;
    reading.add(py, Origin::B, b)?;
    let Reading {
        games,
        names,
        skipped,
        ..
    } = reading;
    let report = py.detach(|| games.pair());
    Ok(Compared {
        report: Mutex::new(report.map_err(|error| PyRuntimeError::new_err(error.to_string()))?),
        names,
        skipped,
    })
}
