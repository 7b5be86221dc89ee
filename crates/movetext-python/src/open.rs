//! The function `open` and the iterator `Games`.

use crate::check::conformance;
use crate::diagnostic::Diagnostic;
use crate::game::{Game, GameData};
use crate::input::Input;
use crate::text::Settings;
use crate::walk::{Beside, Step, Walk};
use movetext::event::Tee;
use movetext::{Checker, Game as CoreGame};
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Games that are read at a time while other threads of Python may run.
const BATCH: usize = 64;
/// Bytes of text after which no further game is read at a time.
const BATCH_BYTES: u64 = 256 << 10;

/// The games of some sources, one after another: an iterator that reads when it is asked, in bounded memory, and lets
/// other threads run while it reads.
///
/// A source that fails raises ``OSError`` (or what reading it raised) after all games before the failure; asked again,
/// the iterator goes on with the next source.
///
/// >>> import movetext
/// >>> with movetext.open(b"1. e4 *\n\n1. d4 *\n") as games:
/// ...     [game.moves() for game in games]
/// [['e4'], ['d4']]
#[pyclass(module = "movetext", frozen)]
pub struct Games {
    state: Mutex<State>,
}

struct State {
    walk: Walk,
    checker: Option<Checker>,
    ready: VecDeque<GameData>,
    beside: Beside,
    /// A failure that is met after the games that are ready.
    failed: Option<PyErr>,
}

impl State {
    /// Reads some games.
    fn fill(&mut self) {
        let mut bytes = 0;
        while self.failed.is_none() && self.ready.len() < BATCH && bytes < BATCH_BYTES {
            let mut found = Vec::new();
            let mut game = CoreGame::new();
            let read = match &mut self.checker {
                None => self.walk.step(&mut game, &mut found),
                Some(checker) => {
                    let mut pair = Tee::new(mem::take(&mut game), mem::take(checker));
                    let read = self.walk.step(&mut pair, &mut found);
                    (game, *checker) = (pair.first, pair.second);
                    read
                }
            };
            match read {
                Ok((_, Step::End)) => return,
                Ok((source, Step::SourceEnd)) => {
                    found
                        .into_iter()
                        .for_each(|found| self.beside.add(&source, found));
                }
                Ok((source, Step::Game(summary))) => {
                    bytes += summary.span.end - summary.span.start;
                    let mut own = Vec::new();
                    for found in found {
                        if found.game == summary.ordinal {
                            own.push(found);
                        } else {
                            self.beside.add(&source, found);
                        }
                    }
                    let settings = Arc::clone(self.walk.settings());
                    self.ready
                        .push_back(GameData::new(game, own, source, settings));
                }
                Err(error) => self.failed = Some(error),
            }
        }
    }
}

impl Games {
    /// Takes the lock without keeping Python from whoever has it.
    fn locked<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(MutexGuard<'_, State>) -> T + Send,
    ) -> T {
        py.detach(|| work(self.state.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    fn next(&self, py: Python<'_>) -> PyResult<Option<GameData>> {
        if let Ok(mut state) = self.state.try_lock()
            && let Some(game) = state.ready.pop_front()
        {
            return Ok(Some(game));
        }
        self.locked(py, |mut state| {
            if state.ready.is_empty() {
                state.fill();
            }
            match state.ready.pop_front() {
                Some(game) => Ok(Some(game)),
                None => state.failed.take().map_or(Ok(None), Err),
            }
        })
    }
}

#[pymethods]
impl Games {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Py<Game>>> {
        let game = self.next(py)?;
        game.map(|data| Game::create(py, Arc::new(data)))
            .transpose()
    }

    fn __enter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    #[pyo3(signature = (*_exception))]
    fn __exit__(&self, py: Python<'_>, _exception: &Bound<'_, pyo3::types::PyTuple>) {
        self.close(py);
    }

    /// Closes the sources: no further games come.
    fn close(&self, py: Python<'_>) {
        self.locked(py, |mut state| {
            state.walk.close();
            state.ready.clear();
        });
    }

    /// What was found so far beside games: with sources as a whole, and with text between games. 4096 are kept;
    /// :attr:`further_errors` counts the rest.
    #[getter]
    fn errors(&self, py: Python<'_>) -> PyResult<Vec<Py<Diagnostic>>> {
        let found = self.locked(py, |state| state.beside.found.clone());
        let found = found.iter();
        found
            .map(|(source, found)| Py::new(py, Diagnostic::new(found, source)))
            .collect()
    }

    /// How many diagnostics beside games there were beyond those of :attr:`errors`.
    #[getter]
    fn further_errors(&self, py: Python<'_>) -> u64 {
        self.locked(py, |state| state.beside.further)
    }

    /// The files that were found in folders and hold no games, and what they are.
    #[getter]
    fn skipped(&self, py: Python<'_>) -> Vec<(String, String)> {
        self.locked(py, |state| state.walk.skipped.clone())
    }
}

/// Opens sources as `_paths.py` describes them.
#[pyfunction]
#[pyo3(signature = (inputs, *, variant=None, encoding=None, notation=None, minimal=false, check=None))]
pub fn open(
    inputs: Vec<Input>,
    variant: Option<&str>,
    encoding: Option<&str>,
    notation: Option<&str>,
    minimal: bool,
    check: Option<&str>,
) -> PyResult<Games> {
    let settings = Settings::new(variant, encoding, notation, minimal)?;
    let checker = check.map(conformance).transpose()?.map(Checker::new);
    Ok(Games {
        state: Mutex::new(State {
            walk: Walk::new(inputs, settings, true),
            checker,
            ready: VecDeque::new(),
            beside: Beside::default(),
            failed: None,
        }),
    })
}
