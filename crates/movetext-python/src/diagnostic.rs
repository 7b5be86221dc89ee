//! The class `Diagnostic`.

use crate::pickle::{Reduced, reduced};
use movetext::diagnostic::Requirement;
use movetext::{Code, Diagnostic as CoreDiagnostic, LineColumn};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::ops::Range;
use std::sync::Arc;

/// Something that is wrong with a source, and where.
///
/// ``str()`` gives it as compilers do: file, line, column, severity, code and message.
///
/// >>> import movetext
/// >>> game = next(movetext.open(b"1. e4 e5 2. Ke3 *"))
/// >>> error = game.errors[0]
/// >>> error.severity, error.code, error.line, error.column, error.span
/// ('error', 'illegal-move', 1, 13, (12, 15))
/// >>> error.message
/// 'White cannot play Ke3: no king reaches e3'
/// >>> print(error)
/// <bytes>:1:13: error[illegal-move]: White cannot play Ke3: no king reaches e3
#[pyclass(module = "movetext", frozen, eq)]
#[derive(PartialEq)]
pub struct Diagnostic {
    source: Arc<str>,
    code: &'static Code,
    message: String,
    span: (u64, u64),
    line: u64,
    column: u64,
    game: u64,
    help: Option<String>,
    requirements: Vec<&'static str>,
    fix: Option<((u64, u64), String)>,
    label: Option<Label>,
}

/// Another place that belongs to a diagnostic: bytes, line, column, message.
pub type Label = ((u64, u64), u64, u64, String);

fn pair(range: &Range<u64>) -> (u64, u64) {
    (range.start, range.end)
}

impl Diagnostic {
    pub fn new(found: &CoreDiagnostic, source: &Arc<str>) -> Diagnostic {
        let LineColumn { line, column } = found.place;
        Diagnostic {
            source: Arc::clone(source),
            code: found.code,
            message: found.message.to_string(),
            span: pair(&found.span),
            line,
            column,
            game: found.game,
            help: found.help.as_ref().map(ToString::to_string),
            requirements: found.requirements.iter().collect(),
            fix: found
                .fix
                .as_ref()
                .map(|fix| (pair(&fix.span), fix.text.clone())),
            label: found.label.as_ref().map(|label| {
                let LineColumn { line, column } = label.place;
                (pair(&label.span), line, column, label.message.to_string())
            }),
        }
    }
}

/// All that a pickled diagnostic consists of.
pub type State = (
    String,
    String,
    String,
    (u64, u64),
    (u64, u64),
    u64,
    Option<String>,
    Vec<String>,
    Option<((u64, u64), String)>,
    Option<Label>,
);

#[pymethods]
impl Diagnostic {
    /// The name of the source.
    #[getter]
    fn source(&self) -> &str {
        &self.source
    }

    /// The stable code, such as ``illegal-move``; ``movetext explain CODE`` describes it.
    #[getter]
    fn code(&self) -> &'static str {
        self.code.id
    }

    /// ``error`` if something could not be read or played, ``warning`` if it was understood but contradicts the board,
    /// itself or the specification, ``info`` for unusual spellings with one clear meaning.
    #[getter]
    fn severity(&self) -> &'static str {
        self.code.severity.as_str()
    }

    /// What is wrong, in words.
    #[getter]
    fn message(&self) -> &str {
        &self.message
    }

    /// The bytes that it concerns: the offsets of the first and of the one behind the last, in the source after
    /// decompression.
    #[getter]
    fn span(&self) -> (u64, u64) {
        self.span
    }

    /// The line of the first of these bytes, from 1.
    #[getter]
    fn line(&self) -> u64 {
        self.line
    }

    /// The column of the first of these bytes in characters, from 1.
    #[getter]
    fn column(&self) -> u64 {
        self.column
    }

    /// The number of the game in the source, from 1; 0 if it concerns the source itself.
    #[getter]
    fn game(&self) -> u64 {
        self.game
    }

    /// What the writer of the text could do, if there is something.
    #[getter]
    fn help(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The ids of the requirements that are not met, such as ``CH-143``.
    #[getter]
    fn requirements(&self) -> Vec<&'static str> {
        self.requirements.clone()
    }

    /// The one clear correction, if there is one: the bytes to replace, and by what.
    #[getter]
    fn fix(&self) -> Option<((u64, u64), String)> {
        self.fix.clone()
    }

    /// Another place that belongs to it, if there is one: bytes, line, column and message.
    #[getter]
    fn label(&self) -> Option<Label> {
        self.label.clone()
    }

    fn __str__(&self) -> String {
        format!(
            "{}:{}:{}: {}[{}]: {}",
            self.source,
            self.line,
            self.column,
            self.severity(),
            self.code.id,
            self.message
        )
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {}>", self.__str__())
    }

    fn __hash__(&self) -> u64 {
        self.span.0 ^ (self.game << 40)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (State,)>> {
        let requirements = self.requirements.iter().map(|id| (*id).to_owned());
        let state = (
            self.source.to_string(),
            self.code.id.to_owned(),
            self.message.clone(),
            self.span,
            (self.line, self.column),
            self.game,
            self.help.clone(),
            requirements.collect(),
            self.fix.clone(),
            self.label.clone(),
        );
        reduced(py, "restore_diagnostic", (state,))
    }
}

/// Makes a pickled diagnostic again.
#[pyfunction]
pub fn restore_diagnostic(state: State) -> PyResult<Diagnostic> {
    let (source, code, message, span, (line, column), game, help, ids, fix, label) = state;
    let code =
        Code::find(&code).ok_or_else(|| PyValueError::new_err(format!("unknown code '{code}'")))?;
    let known = |id: String| Requirement::find(&id).map(|requirement| requirement.id);
    Ok(Diagnostic {
        source: source.into(),
        code,
        message,
        span,
        line,
        column,
        game,
        help,
        requirements: ids.into_iter().filter_map(known).collect(),
        fix,
        label,
    })
}
