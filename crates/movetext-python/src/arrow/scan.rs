//! The function `scan` and what it returns.

use super::plan::{Moves, Plan, Table, choose};
use super::positions;
use super::stream::Batches;
use crate::check::conformance;
use crate::input::Input;
use crate::text::Settings;
use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::ArrowError;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use std::sync::Arc;

/// A table that is read when it is asked for: anything that takes Arrow streams takes it, as often as wanted.
///
/// >>> import movetext, pyarrow
/// >>> games = movetext.scan(b"1. e4 e5 *", columns=["variant", "plies", "moves"], moves="san")
/// >>> pyarrow.table(games).to_pylist()
/// [{'variant': 'chess', 'plies': 2, 'moves': ['e4', 'e5']}]
#[pyclass(module = "movetext", frozen)]
pub struct Scan {
    plan: Plan,
    inputs: Arc<Vec<Input>>,
}

fn failed(error: ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

#[pymethods]
impl Scan {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> PyResult<Vec<String>> {
        let schema = self.plan.schema().map_err(failed)?;
        let fields = schema.fields().iter();
        Ok(fields.map(|field| field.name().clone()).collect())
    }

    /// The table as a stream of the Arrow PyCapsule interface. Threads begin to read; they end when the stream is
    /// read or dropped.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface leaves it to the producer whether to give what is requested.
        drop(requested_schema);
        let batches =
            Batches::start(self.plan.clone(), Arc::clone(&self.inputs)).map_err(failed)?;
        let stream = FFI_ArrowArrayStream::new(Box::new(batches));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// The schema, as a capsule of the same interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = self.plan.schema().map_err(failed)?;
        let schema = FFI_ArrowSchema::try_from(&*schema).map_err(failed)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    fn __repr__(&self) -> PyResult<String> {
        let sources = self.inputs.len();
        let word = if sources == 1 { "source" } else { "sources" };
        Ok(format!(
            "<Scan of {sources} {word}: {}>",
            self.columns()?.join(", ")
        ))
    }
}

/// The plan of a table of games, positions or problems.
pub fn plan(
    columns: Option<Vec<String>>,
    moves: Option<&str>,
    table: &str,
    batch_rows: usize,
    threads: usize,
    check: Option<&str>,
    settings: Settings,
) -> PyResult<Plan> {
    if batch_rows == 0 || threads == 0 {
        return Err(PyValueError::new_err(
            "batch_rows and threads are at least 1",
        ));
    }
    let table = match table {
        "positions" => {
            let moves = Moves::new(moves.unwrap_or("uci"))?;
            if moves == Moves::Packed {
                let message = "positions have moves as uci, san or none";
                return Err(PyValueError::new_err(message));
            }
            let columns = choose(&positions::COLUMNS, columns)?;
            let columns = columns.into_iter().map(|(name, ())| name);
            let columns = columns.filter(|name| moves != Moves::None || *name != "move");
            Table::Positions {
                columns: columns.collect(),
                moves,
            }
        }
        "problems" if columns.is_some() => {
            return Err(PyValueError::new_err("problems have all their columns"));
        }
        "problems" => Table::Problems,
        _ => Plan::games(columns, Moves::new(moves.unwrap_or("packed"))?)?,
    };
    let check = check.map(conformance).transpose()?;
    Ok(Plan {
        table,
        settings,
        check,
        rows: batch_rows,
        threads,
    })
}

/// Refuses tables that portions of a source cannot give.
pub fn refuse_portions(plan: &Plan, inputs: &[Input]) -> PyResult<()> {
    let mut portions = inputs.iter().filter_map(|input| input.portion.as_ref());
    if matches!(plan.table, Table::Problems) && portions.clone().next().is_some() {
        let message = "problems beside games are those of whole sources, not of portions";
        return Err(PyValueError::new_err(message));
    }
    if plan.needs_numbers() && portions.any(|mark| mark.games.is_none()) {
        let message = "the games before these portions were not counted, so games have no numbers: leave out the \
            column 'ordinal' or 'game', or split with count=True";
        return Err(PyValueError::new_err(message));
    }
    Ok(())
}

/// Plans a table of sources as `_paths.py` describes them.
#[pyfunction]
#[pyo3(signature = (inputs, table, *, columns=None, moves=None, batch_rows=16384, threads=1, check=None, variant=None, encoding=None, notation=None, minimal=false))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn scan(
    inputs: Vec<Input>,
    table: &str,
    columns: Option<Vec<String>>,
    moves: Option<&str>,
    batch_rows: usize,
    threads: usize,
    check: Option<&str>,
    variant: Option<&str>,
    encoding: Option<&str>,
    notation: Option<&str>,
    minimal: bool,
) -> PyResult<Scan> {
    let settings = Settings::new(variant, encoding, notation, minimal)?;
    let plan = plan(columns, moves, table, batch_rows, threads, check, settings)?;
    refuse_portions(&plan, &inputs)?;
    Ok(Scan {
        plan,
        inputs: Arc::new(inputs),
    })
}
