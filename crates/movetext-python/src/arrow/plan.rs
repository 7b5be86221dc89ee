//! What is to be read, and how: the plan that all threads follow.

use super::games::{COLUMNS, GameRows, Wanted, is_plain};
use super::positions::PositionRows;
use super::problems::ProblemRows;
use crate::errors::os_error;
use crate::input::Input;
use crate::moves::coordinates;
use crate::portion::{Mark, PortionReader};
use crate::text::Settings;
use crate::walk::accept;
use arrow_array::types::Int64Type;
use arrow_array::{ArrayRef, PrimitiveArray, RecordBatch, cast::AsArray};
use arrow_schema::{ArrowError, SchemaRef};
use movetext::check::Conformance;
use movetext::event::Tee;
use movetext::parallel::{ChunkReader, Part};
use movetext::scan::ReadStats;
use movetext::variants::Standard;
use movetext::{Checker, Diagnostic, GameSummary, Move, Reader, Sink, Variant, Visitor};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Bytes that a thread reads at a time.
pub const CHUNK: usize = 512 << 10;

/// How moves are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moves {
    Packed,
    Uci,
    San,
    None,
}

impl Moves {
    pub fn new(name: &str) -> PyResult<Moves> {
        Ok(match name {
            "packed" => Moves::Packed,
            "uci" => Moves::Uci,
            "san" => Moves::San,
            "none" => Moves::None,
            _ => {
                let message = format!("unknown moves '{name}'; known are packed, uci, san, none");
                return Err(PyValueError::new_err(message));
            }
        })
    }

    /// Appends a move as text.
    pub fn write<V: Variant>(self, mv: &Move, before: &V::Position, out: &mut String) {
        if self == Moves::San {
            V::write(mv, before, V::Notation::default(), out);
            return;
        }
        match V::notation("uci", &[]) {
            // The squares say it all; writing would look at the board.
            Some(uci) if !is_plain(mv) => V::write(mv, before, uci, out),
            _ => coordinates(mv, const { &V::INFO }, out),
        }
    }
}

/// Which table is made.
#[derive(Clone, Debug)]
pub enum Table {
    Games(Wanted),
    Positions {
        columns: Vec<&'static str>,
        moves: Moves,
    },
    Problems,
}

/// What makes rows of what a thread reads.
enum Rows<'p> {
    Games(Box<Checked<GameRows<'p>>>),
    Positions(Box<PositionRows>),
    Problems(Box<Checked<ProblemRows>>),
}

/// What makes rows, and a checker beside it, which is asked if something is to be checked.
type Checked<R> = Tee<R, Checker>;

impl Rows<'_> {
    fn len(&self) -> usize {
        match self {
            Rows::Games(rows) => rows.first.rows(),
            Rows::Positions(rows) => rows.rows(),
            Rows::Problems(rows) => rows.first.rows(),
        }
    }

    fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        match self {
            Rows::Games(rows) => rows.first.finish(),
            Rows::Positions(rows) => rows.finish(),
            Rows::Problems(rows) => rows.first.finish(),
        }
    }
}

/// What is to be read.
#[derive(Clone, Debug)]
pub struct Plan {
    pub table: Table,
    pub settings: Settings,
    pub check: Option<Conformance>,
    /// Rows of a batch, about.
    pub rows: usize,
    pub threads: usize,
}

/// The columns that are wanted, in the order in which they were named; all if none are named.
pub fn choose<T: Copy>(
    all: &[(&'static str, T)],
    names: Option<Vec<String>>,
) -> PyResult<Vec<(&'static str, T)>> {
    let Some(names) = names else {
        return Ok(all.to_vec());
    };
    let mut chosen: Vec<(&'static str, T)> = Vec::new();
    for name in names {
        let known = all.iter().find(|(known, _)| *known == name);
        let Some(&column) = known else {
            let all: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
            let message = format!("unknown column '{name}'; known are {}", all.join(", "));
            return Err(PyValueError::new_err(message));
        };
        if chosen.iter().any(|(other, _)| *other == column.0) {
            return Err(PyValueError::new_err(format!(
                "column '{name}' is named twice"
            )));
        }
        chosen.push(column);
    }
    if chosen.is_empty() {
        return Err(PyValueError::new_err("no columns"));
    }
    Ok(chosen)
}

impl Plan {
    /// A table of games with these columns.
    pub fn games(columns: Option<Vec<String>>, moves: Moves) -> PyResult<Table> {
        let mut columns = choose(&COLUMNS, columns)?;
        if moves == Moves::None {
            columns.retain(|(name, _)| *name != "moves");
        }
        Ok(Table::Games(Wanted { columns, moves }))
    }

    /// The schema of the table.
    pub fn schema(&self) -> Result<SchemaRef, ArrowError> {
        let batch = self.builders(&"".into()).finish()?;
        Ok(batch.schema())
    }

    fn builders(&self, source: &Arc<str>) -> Rows<'_> {
        let checker = Checker::new(self.check.unwrap_or_default());
        match &self.table {
            Table::Games(wanted) => {
                Rows::Games(Box::new(Tee::new(GameRows::new(wanted, source), checker)))
            }
            Table::Positions { columns, moves } => {
                Rows::Positions(Box::new(PositionRows::new(columns, *moves, source)))
            }
            Table::Problems => {
                Rows::Problems(Box::new(Tee::new(ProblemRows::new(source), checker)))
            }
        }
    }

    /// Reads all sources, and gives batches in their order until `take` breaks off. `skipped` gets what was found in
    /// folders and holds no games.
    pub fn read(
        &self,
        inputs: &[Input],
        skipped: &mut Vec<(String, String)>,
        mut take: impl FnMut(RecordBatch) -> ControlFlow<()>,
    ) -> PyResult<()> {
        for input in inputs {
            if let Some(mark) = &input.portion {
                if self.read_portion(input, mark, &mut take)?.is_break() {
                    return Ok(());
                }
                continue;
            }
            let mut reader = input.shared_reader(&self.settings, CHUNK)?;
            let refuses = !matches!(self.table, Table::Problems);
            if !accept(&reader, input, refuses, skipped)? {
                continue;
            }
            let mut failed = None;
            let flow = reader.read_parallel(
                self.threads,
                |chunk, out| self.read_chunk(chunk, &input.name, out),
                |part| match part {
                    Part::Output { before, output } => match output {
                        Ok(batch) => take(renumber(batch, before)),
                        Err(error) => {
                            failed = Some(error);
                            ControlFlow::Break(())
                        }
                    },
                    Part::End { .. } => ControlFlow::Continue(()),
                },
            );
            if let Some(error) = failed {
                return Err(internal(&error));
            }
            if flow.is_break() {
                return Ok(());
            }
            // Documents, and what concerns the source as a whole.
            let mut rows = Gatherer::new(self, &input.name);
            let mut more = true;
            while more {
                let read = rows.next(&mut reader);
                more = read.map_err(|error| os_error(error, &input.name))?;
                if rows.is_full() || !more && rows.rows.len() > 0 {
                    let batch = rows.finish().map_err(|error| internal(&error))?;
                    if take(batch).is_break() {
                        return Ok(());
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads a portion of a source.
    fn read_portion(
        &self,
        input: &Input,
        mark: &Mark,
        take: &mut impl FnMut(RecordBatch) -> ControlFlow<()>,
    ) -> PyResult<ControlFlow<()>> {
        let mut games = mark.games.unwrap_or_default();
        let mut reader = PortionReader::open(input, mark, &self.settings)?;
        while let Some(chunk) = reader
            .next()
            .map_err(|error| os_error(error, &input.name))?
        {
            let mut flow = Ok(ControlFlow::Continue(()));
            let stats = self.read_chunk(chunk, &input.name, &mut |batch| {
                if matches!(flow, Ok(ControlFlow::Continue(()))) {
                    flow = batch.map(|batch| take(renumber(batch, games)));
                }
            });
            if flow.map_err(|error| internal(&error))?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            games += stats.counts.games;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Whether the numbers of games in their sources are wanted.
    pub fn needs_numbers(&self) -> bool {
        match &self.table {
            Table::Games(wanted) => wanted.columns.iter().any(|(name, _)| *name == "ordinal"),
            Table::Positions { columns, .. } => columns.contains(&"game"),
            Table::Problems => true,
        }
    }

    /// Reads a chunk, and puts out batches with games numbered from its beginning.
    fn read_chunk(
        &self,
        mut chunk: ChunkReader<'_, Standard>,
        source: &Arc<str>,
        out: &mut dyn FnMut(Result<RecordBatch, ArrowError>),
    ) -> ReadStats {
        let mut rows = Gatherer::new(self, source);
        while let Ok(true) = rows.next(&mut chunk) {
            if rows.is_full() {
                out(rows.finish());
            }
        }
        if rows.rows.len() > 0 {
            out(rows.finish());
        }
        chunk.end()
    }
}

/// An error of Arrow: it says that columns do not fit together, which is a mistake of this program.
fn internal(error: &ArrowError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// Adds the games before a chunk to the numbers of its games.
fn renumber(batch: RecordBatch, before: u64) -> RecordBatch {
    let schema = batch.schema();
    let column = schema
        .index_of("ordinal")
        .or_else(|_| schema.index_of("game"));
    let Ok(at) = column else {
        return batch;
    };
    let numbers = batch.column(at).as_primitive::<Int64Type>();
    let after = |number: i64| {
        if number > 0 {
            number + before as i64
        } else {
            number
        }
    };
    let numbers: PrimitiveArray<Int64Type> = numbers.unary(after);
    let mut columns = batch.columns().to_vec();
    columns[at] = Arc::new(numbers) as ArrayRef;
    RecordBatch::try_new(schema, columns).unwrap_or(batch)
}

/// What gives games one after another.
trait Games {
    fn next<W: Visitor, K: Sink>(
        &mut self,
        visitor: &mut W,
        sink: &mut K,
    ) -> io::Result<Option<GameSummary>>;
}

impl Games for Reader<'static> {
    fn next<W: Visitor, K: Sink>(
        &mut self,
        visitor: &mut W,
        sink: &mut K,
    ) -> io::Result<Option<GameSummary>> {
        self.next_game(visitor, sink)
    }
}

impl Games for ChunkReader<'_, Standard> {
    fn next<W: Visitor, K: Sink>(
        &mut self,
        visitor: &mut W,
        sink: &mut K,
    ) -> io::Result<Option<GameSummary>> {
        Ok(self.next_game(visitor, sink))
    }
}

/// Rows that are being made, and what is needed for that.
struct Gatherer<'p> {
    plan: &'p Plan,
    rows: Rows<'p>,
    found: Vec<Diagnostic>,
    bytes: u64,
}

/// Bytes of games after which a batch is full, however few they are.
const FULL: u64 = 4 << 20;

impl<'p> Gatherer<'p> {
    fn new(plan: &'p Plan, source: &Arc<str>) -> Gatherer<'p> {
        Gatherer {
            plan,
            rows: plan.builders(source),
            found: Vec::new(),
            bytes: 0,
        }
    }

    fn is_full(&self) -> bool {
        self.rows.len() >= self.plan.rows || self.bytes >= FULL
    }

    fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        self.bytes = 0;
        self.rows.finish()
    }

    /// Makes the rows of the next game. False if there is none; what is found then concerns the source.
    fn next(&mut self, source: &mut impl Games) -> io::Result<bool> {
        self.found.clear();
        let found = &mut self.found;
        let checks = self.plan.check.is_some();
        let summary = match &mut self.rows {
            Rows::Games(rows) => {
                let summary = match &self.plan.table {
                    Table::Games(wanted) if !wanted.needs_diagnostics() => {
                        source.next(&mut rows.first, &mut ())?
                    }
                    _ if checks => source.next(&mut **rows, found)?,
                    _ => source.next(&mut rows.first, found)?,
                };
                if let Some(summary) = &summary {
                    found.retain(|one| one.game == summary.ordinal);
                    rows.first.append(summary, found);
                }
                summary
            }
            Rows::Positions(rows) => {
                let summary = source.next(&mut **rows, &mut ())?;
                if let Some(summary) = &summary {
                    rows.append(summary.ordinal);
                }
                summary
            }
            Rows::Problems(rows) => {
                let summary = if checks {
                    source.next(&mut **rows, found)?
                } else {
                    source.next(&mut rows.first, found)?
                };
                found.iter().for_each(|found| rows.first.append(found));
                summary
            }
        };
        let span = summary.as_ref().map(|summary| summary.span.clone());
        self.bytes += span.map_or(0, |span| span.end - span.start);
        Ok(summary.is_some())
    }
}
