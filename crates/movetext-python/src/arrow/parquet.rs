//! Games as Parquet files.

use super::scan::{plan, refuse_portions};
use crate::errors::os_error;
use crate::input::Input;
use crate::text::Settings;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, BooleanArray, RecordBatch};
use arrow_schema::{Schema, SchemaRef};
use arrow_select::filter::filter_record_batch;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::SortingColumn;
use parquet::file::properties::WriterProperties;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rows of a row group: few enough that statistics leave out much, enough to compress well.
const ROW_GROUP: usize = 65_536;
/// Bytes of a row group that are kept in memory, whatever its rows.
const ROW_GROUP_BYTES: usize = 24 << 20;
/// The name of each file, and as long as it is not complete.
const NAME: &str = "part-0.parquet";
const UNFINISHED: &str = ".part-0.parquet.tmp";

fn failed(error: &ParquetError) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// A file that is being written.
struct Part {
    folder: PathBuf,
    writer: ArrowWriter<File>,
    rows: usize,
}

impl Part {
    fn create(folder: PathBuf, schema: &SchemaRef) -> PyResult<Part> {
        let path = folder.join(UNFINISHED);
        let file = fs::create_dir_all(&folder).and_then(|()| File::create(&path));
        let file = file.map_err(|error| os_error(error, &path.to_string_lossy()))?;
        let writer = ArrowWriter::try_new(file, Arc::clone(schema), Some(properties(schema)?));
        Ok(Part {
            folder,
            writer: writer.map_err(|error| failed(&error))?,
            rows: 0,
        })
    }

    fn write(&mut self, batch: &RecordBatch) -> PyResult<()> {
        self.rows += batch.num_rows();
        let written = self.writer.write(batch);
        let full = written.and_then(|()| match self.writer.in_progress_size() {
            size if size > ROW_GROUP_BYTES => self.writer.flush(),
            _ => Ok(()),
        });
        full.map_err(|error| failed(&error))
    }

    /// Gives the file its name.
    fn finish(self) -> PyResult<(PathBuf, usize)> {
        self.writer.close().map_err(|error| failed(&error))?;
        let path = self.folder.join(NAME);
        fs::rename(self.folder.join(UNFINISHED), &path)
            .map_err(|error| os_error(error, &path.to_string_lossy()))?;
        Ok((path, self.rows))
    }
}

/// How files are written: rows are in the order of sources and games, and say so.
fn properties(schema: &Schema) -> PyResult<WriterProperties> {
    let sorted = ["source", "ordinal", "game", "ply"];
    let sorted = sorted.iter().filter_map(|name| schema.index_of(name).ok());
    let sorted = sorted.map(|index| SortingColumn {
        column_idx: index as i32,
        descending: false,
        nulls_first: false,
    });
    // The column index counts leaves, which are as many as columns up to the first list.
    let flat = |index: &SortingColumn| {
        let before = schema.fields().iter().take(index.column_idx as usize);
        before.clone().all(|field| !field.data_type().is_nested())
    };
    let sorted: Vec<SortingColumn> = sorted.filter(flat).collect();
    let level = ZstdLevel::try_new(3).map_err(|error| failed(&error))?;
    Ok(WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        .set_max_row_group_row_count(Some(ROW_GROUP))
        .set_sorting_columns((!sorted.is_empty()).then_some(sorted))
        .build())
}

/// The files of a table, one for each variant if it is partitioned.
struct Parts<'a> {
    folder: &'a Path,
    partitioned: bool,
    parts: BTreeMap<String, Part>,
}

impl Parts<'_> {
    fn write(&mut self, batch: &RecordBatch) -> PyResult<()> {
        if !self.partitioned {
            return self.part("", &batch.schema())?.write(batch);
        }
        let broken = |error: arrow_schema::ArrowError| PyRuntimeError::new_err(error.to_string());
        let at = batch.schema().index_of("variant").map_err(broken)?;
        let variants = batch.column(at).as_dictionary::<Int32Type>().clone();
        let names = variants.values().as_string::<i32>().clone();
        // The folder says which variant it is.
        let mut rest = batch.clone();
        rest.remove_column(at);
        for key in 0..names.len() {
            let of_it: BooleanArray = variants
                .keys()
                .iter()
                .map(|other| Some(other == Some(key as i32)))
                .collect();
            let rows = if of_it.true_count() == rest.num_rows() {
                rest.clone()
            } else {
                filter_record_batch(&rest, &of_it).map_err(broken)?
            };
            if rows.num_rows() > 0 {
                let part = self.part(names.value(key), &rest.schema())?;
                part.write(&rows)?;
            }
        }
        Ok(())
    }

    fn part(&mut self, variant: &str, schema: &SchemaRef) -> PyResult<&mut Part> {
        if !self.parts.contains_key(variant) {
            let folder = if self.partitioned {
                self.folder.join(format!("variant={variant}"))
            } else {
                self.folder.to_owned()
            };
            let part = Part::create(folder, schema)?;
            self.parts.insert(variant.to_owned(), part);
        }
        // It was put there if it was not.
        self.parts
            .get_mut(variant)
            .ok_or_else(|| PyRuntimeError::new_err("no such file"))
    }

    /// Gives all files their names.
    fn finish(&mut self) -> PyResult<Vec<(PathBuf, usize)>> {
        let parts = std::mem::take(&mut self.parts);
        parts.into_values().map(Part::finish).collect()
    }
}

impl Drop for Parts<'_> {
    /// Nothing is left of files that were not finished.
    fn drop(&mut self) {
        for part in self.parts.values() {
            let _ = fs::remove_file(part.folder.join(UNFINISHED));
        }
    }
}

/// Writes a table of sources as `_paths.py` describes them. Returns the files with their rows, and what was skipped.
#[pyfunction]
#[pyo3(signature = (inputs, folder, table, *, partitioned=true, columns=None, moves=None, threads=1, check=None, variant=None, encoding=None, notation=None, minimal=false))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
#[expect(clippy::type_complexity, reason = "it is a tuple in Python")]
pub fn to_parquet(
    py: Python<'_>,
    inputs: Vec<Input>,
    folder: PathBuf,
    table: &str,
    partitioned: bool,
    columns: Option<Vec<String>>,
    moves: Option<&str>,
    threads: usize,
    check: Option<&str>,
    variant: Option<&str>,
    encoding: Option<&str>,
    notation: Option<&str>,
    minimal: bool,
) -> PyResult<(Vec<(PathBuf, usize)>, Vec<(String, String)>)> {
    let settings = Settings::new(variant, encoding, notation, minimal)?;
    let plan = plan(columns, moves, table, ROW_GROUP, threads, check, settings)?;
    refuse_portions(&plan, &inputs)?;
    py.detach(|| {
        let mut parts = Parts {
            folder: &folder,
            partitioned,
            parts: BTreeMap::new(),
        };
        let (mut skipped, mut stopped) = (Vec::new(), Ok(()));
        plan.read(&inputs, &mut skipped, |batch| {
            let signals = Python::attach(|py| py.check_signals());
            stopped = signals.and_then(|()| parts.write(&batch));
            match &stopped {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        stopped?;
        Ok((parts.finish()?, skipped))
    })
}
