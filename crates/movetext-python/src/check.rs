//! The function `check` and the iterator `Problems`.

use crate::diagnostic::Diagnostic;
use crate::input::Input;
use crate::text::Settings;
use crate::walk::{Step, Walk};
use movetext::check::Conformance;
use movetext::{Checker, Diagnostic as CoreDiagnostic, Severity};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// Games that are read at a time, unless something is found earlier.
const BATCH: usize = 1024;

/// How much is asked of records, by name.
pub fn conformance(name: &str) -> PyResult<Conformance> {
    match name {
        "consistency" => Ok(Conformance::Consistency),
        "import" => Ok(Conformance::Import),
        "export" => Ok(Conformance::Export),
        _ => Err(PyValueError::new_err(format!(
            "unknown check '{name}'; known are consistency, import, export"
        ))),
    }
}

fn least(name: &str) -> PyResult<Severity> {
    let all = [Severity::Info, Severity::Warning, Severity::Error];
    let known = all.into_iter().find(|severity| severity.as_str() == name);
    known.ok_or_else(|| {
        PyValueError::new_err(format!(
            "unknown severity '{name}'; known are info, warning, error"
        ))
    })
}

/// What is wrong with some sources: an iterator of :class:`Diagnostic` in the order of the text.
///
/// >>> import movetext
/// >>> problems = movetext.check(b"1. e4 e5 2. Ke3 *")
/// >>> [problem.code for problem in problems], problems.games
/// (['illegal-move'], 1)
#[pyclass(module = "movetext", frozen)]
pub struct Problems {
    state: Mutex<State>,
}

struct State {
    walk: Walk,
    checker: Checker,
    least: Severity,
    ready: VecDeque<(Arc<str>, CoreDiagnostic)>,
    games: u64,
    failed: Option<PyErr>,
    ended: bool,
}

impl State {
    fn fill(&mut self) {
        let mut found = Vec::new();
        for _ in 0..BATCH {
            let source = match self.walk.step(&mut self.checker, &mut found) {
                Ok((_, Step::End)) => {
                    self.ended = true;
                    return;
                }
                Ok((source, Step::SourceEnd)) => source,
                Ok((source, Step::Game(_))) => {
                    self.games += 1;
                    source
                }
                Err(error) => {
                    self.failed = Some(error);
                    return;
                }
            };
            let grave = found
                .drain(..)
                .filter(|one| one.code.severity >= self.least);
            self.ready
                .extend(grave.map(|one| (Arc::clone(&source), one)));
            if !self.ready.is_empty() {
                return;
            }
        }
    }
}

#[pymethods]
impl Problems {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Diagnostic>> {
        loop {
            py.check_signals()?;
            let next = py.detach(|| {
                let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
                if state.ready.is_empty() {
                    state.fill();
                }
                match state.ready.pop_front() {
                    Some(next) => ControlFlow::Break(Ok(Some(next))),
                    None => match state.failed.take() {
                        Some(error) => ControlFlow::Break(Err(error)),
                        None if state.ended => ControlFlow::Break(Ok(None)),
                        None => ControlFlow::Continue(()),
                    },
                }
            });
            if let ControlFlow::Break(next) = next {
                let next = next?;
                return Ok(next.map(|(source, found)| Diagnostic::new(&found, &source)));
            }
        }
    }

    /// How many games were read so far.
    #[getter]
    fn games(&self, py: Python<'_>) -> u64 {
        py.detach(|| {
            self.state
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .games
        })
    }

    /// The files that were found in folders and hold no games, and what they are.
    #[getter]
    fn skipped(&self, py: Python<'_>) -> Vec<(String, String)> {
        py.detach(|| {
            let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.walk.skipped.clone()
        })
    }
}

/// Checks sources as `_paths.py` describes them.
#[pyfunction]
#[pyo3(signature = (inputs, *, strict=None, severity="warning", variant=None, encoding=None, notation=None, minimal=false))]
pub fn check(
    inputs: Vec<Input>,
    strict: Option<&str>,
    severity: &str,
    variant: Option<&str>,
    encoding: Option<&str>,
    notation: Option<&str>,
    minimal: bool,
) -> PyResult<Problems> {
    let settings = Settings::new(variant, encoding, notation, minimal)?;
    let conformance = conformance(strict.unwrap_or("consistency"))?;
    Ok(Problems {
        state: Mutex::new(State {
            walk: Walk::new(inputs, settings, false),
            checker: Checker::new(conformance),
            least: least(severity)?,
            ready: VecDeque::new(),
            games: 0,
            failed: None,
            ended: false,
        }),
    })
}
