//! `movetext sql`: questions to a database in SQL.

use crate::args::{SqlArgs, SqlFormat};
use crate::choice::database_error;
use crate::database::{failed, open};
use crate::exit::Verdict;
use crate::output::{self, printable};
use movetext_store::rusqlite::fallible_iterator::FallibleIterator;
use movetext_store::rusqlite::types::ValueRef;
use movetext_store::rusqlite::{self, Batch, Statement};
use movetext_store::{Error, Store};
use std::fmt::Write as _;
use std::io::{self, BufWriter, Write};

/// So many rows decide how wide the columns of a table are.
const ROWS: usize = 1000;

/// Runs the command.
pub fn run(args: &SqlArgs) -> io::Result<Verdict> {
    let opened = if args.write {
        open(&args.database)
    } else {
        Store::open_read_only(&args.database)
    };
    let prepared = opened.and_then(|mut store| {
        store.add_functions()?;
        if !args.write {
            store.only_read()?;
        }
        Ok(store)
    });
    let store = match prepared {
        Ok(store) => store,
        Err(error) => return Ok(failed(&error)),
    };
    let mut out = BufWriter::new(io::stdout().lock());
    let answered = answer(&store, args, &mut out);
    out.flush()?;
    match answered {
        Ok(()) => Ok(Verdict::default()),
        Err(Failure::Output(error)) => Err(error),
        Err(Failure::Database(error)) => match database_error(&store, error) {
            // What is wrong with a statement is not the database's fault.
            Error::Database { source, .. } => {
                let message = source.to_string();
                // An error in a pattern has the pattern below it.
                let lines: Vec<_> = message.lines().map(printable).collect();
                output::complain(&lines.join("\n"));
                Ok(Verdict {
                    errors: true,
                    ..Verdict::default()
                })
            }
            other => Ok(failed(&other)),
        },
    }
}

enum Failure {
    Database(rusqlite::Error),
    Output(io::Error),
}

impl From<rusqlite::Error> for Failure {
    fn from(error: rusqlite::Error) -> Failure {
        Failure::Database(error)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

fn answer(store: &Store, args: &SqlArgs, out: &mut impl Write) -> Result<(), Failure> {
    let mut batch = Batch::new(store.connection(), &args.sql);
    while let Some(mut statement) = batch.next()? {
        if statement.column_count() == 0 {
            statement.execute([])?;
            continue;
        }
        rows(&mut statement, args.format, out)?;
    }
    Ok(())
}

/// A value as it is shown, and whether it is a number.
struct Cell {
    text: String,
    number: bool,
}

fn rows(
    statement: &mut Statement<'_>,
    format: SqlFormat,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let names: Vec<String> = statement.column_names().map(str::to_owned).collect();
    let mut rows = statement.query([])?;
    let mut kept: Vec<Vec<Cell>> = Vec::new();
    let mut begun = false;
    if format == SqlFormat::Csv {
        let names: Vec<String> = names.iter().map(|name| quoted(name)).collect();
        write!(out, "{}\r\n", names.join(","))?;
    }
    while let Some(row) = rows.next()? {
        let values = (0..names.len()).map(|column| row.get_ref(column));
        let values = values.collect::<rusqlite::Result<Vec<_>>>()?;
        match format {
            SqlFormat::Csv => {
                let cells = values.into_iter().map(|value| quoted(&cell(value).text));
                let cells: Vec<String> = cells.collect();
                write!(out, "{}\r\n", cells.join(","))?;
            }
            SqlFormat::Jsonl => {
                let pairs = names.iter().zip(values);
                let pairs: Vec<String> = pairs
                    .map(|(name, value)| format!("{}:{}", string(name), json(value)))
                    .collect();
                writeln!(out, "{{{}}}", pairs.join(","))?;
            }
            SqlFormat::Table => {
                kept.push(values.into_iter().map(cell).collect());
                if kept.len() == ROWS {
                    out.write_all(table(&names, &kept, !begun).as_bytes())?;
                    begun = true;
                    kept.clear();
                }
            }
        }
    }
    if format == SqlFormat::Table && !(begun && kept.is_empty()) {
        out.write_all(table(&names, &kept, !begun).as_bytes())?;
    }
    Ok(())
}

fn cell(value: ValueRef<'_>) -> Cell {
    let number = matches!(value, ValueRef::Integer(_) | ValueRef::Real(_));
    let text = match value {
        ValueRef::Null => String::new(),
        ValueRef::Integer(number) => number.to_string(),
        ValueRef::Real(number) => number.to_string(),
        ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
        ValueRef::Blob(bytes) => hex(bytes),
    };
    Cell { text, number }
}

fn hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        // Writing to a string does not fail.
        let _ = write!(out, "{byte:02x}");
    }
    out
}

fn json(value: ValueRef<'_>) -> String {
    match value {
        ValueRef::Null => "null".to_owned(),
        ValueRef::Integer(number) => number.to_string(),
        // JSON has no infinite numbers.
        ValueRef::Real(number) => {
            serde_json::Number::from_f64(number).map_or("null".to_owned(), |n| n.to_string())
        }
        ValueRef::Text(text) => string(&String::from_utf8_lossy(text)),
        ValueRef::Blob(bytes) => string(&hex(bytes)),
    }
}

fn string(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A field of a table of comma-separated values (RFC 4180).
fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

/// Rows with aligned columns: numbers to the right. A column of its own is shown as it is.
fn table(names: &[String], rows: &[Vec<Cell>], headed: bool) -> String {
    let mut out = String::new();
    if names.len() == 1 {
        for cell in rows.iter().flatten() {
            for line in cell.text.lines() {
                out += &printable(line);
                out.push('\n');
            }
            if cell.text.is_empty() {
                out.push('\n');
            }
        }
        return out;
    }
    let shown: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let cells = row.iter();
            cells
                .map(|cell| printable(&cell.text).into_owned())
                .collect()
        })
        .collect();
    let names: Vec<_> = names.iter().map(|name| printable(name)).collect();
    let width = |column: usize| {
        let cells = shown.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or(0).max(names[column].chars().count())
    };
    let widths: Vec<usize> = (0..names.len()).map(width).collect();
    let number = |column: usize| {
        let mut cells = rows.iter().map(|row| &row[column]);
        cells.all(|cell| cell.number || cell.text.is_empty())
    };
    let right: Vec<bool> = (0..names.len()).map(number).collect();
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut text = String::new();
        for (column, cell) in cells.enumerate() {
            let gap = if column == 0 { "" } else { "  " };
            let width = widths[column];
            // Writing to a string does not fail.
            let _ = if right[column] {
                write!(text, "{gap}{cell:>width$}")
            } else {
                write!(text, "{gap}{cell:<width$}")
            };
        }
        out += text.trim_end();
        out.push('\n');
    };
    if headed {
        line(&mut names.iter().map(AsRef::as_ref));
    }
    for row in &shown {
        line(&mut row.iter().map(String::as_str));
    }
    out
}
