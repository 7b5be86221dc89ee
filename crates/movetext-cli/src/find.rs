//! `movetext find`: the games of a database that meet some conditions.

use crate::args::{FindArgs, usage_of};
use crate::choice::{self, database_error, inputs, jobs};
use crate::convert::{Job, plain_form};
use crate::database::failed;
use crate::exit::Verdict;
use crate::output::{self, printable};
use crate::progress::{SEARCH, waiting};
use crate::replace::Policy;
use movetext::Reader;
use movetext_store::rusqlite::Row;
use movetext_store::{Hit, Store, rusqlite};
use std::fmt::Write;
use std::io;

/// So many lines are made before they are written.
const LINES: usize = 1024;

/// Runs the command.
pub fn run(args: &FindArgs) -> io::Result<Verdict> {
    let query = match choice::query(&args.conditions) {
        Ok(query) => query,
        Err(error) => usage_of("find", &error.to_string()),
    };
    let jobs = jobs(args.jobs);
    if args.count {
        let counted = Store::open_read_only(&args.database)
            .and_then(|store| waiting(SEARCH, || store.count(&query, jobs)));
        return match counted {
            Ok(games) => {
                output::write_stdout(format!("{games}\n").as_bytes())?;
                Ok(verdict(games > 0))
            }
            Err(error) => Ok(failed(&error)),
        };
    }
    let found = Store::open_read_only(&args.database)
        .and_then(|store| waiting(SEARCH, || store.find(&query, jobs)).map(|hits| (store, hits)));
    let (store, mut hits) = match found {
        Ok(found) => found,
        Err(error) => return Ok(failed(&error)),
    };
    hits.truncate(args.limit.unwrap_or(usize::MAX));
    let Some(to) = args.to else {
        return show(&store, &hits);
    };
    let inputs = match inputs(&store, &args.database, &hits, usize::MAX) {
        Ok(inputs) => inputs,
        Err(error) => return Ok(failed(&error)),
    };
    let job = Job {
        form: plain_form(to),
        encoding: None,
        options: Reader::builder(),
        jobs,
        output: args.output.as_deref(),
        policy: Policy::default(),
    };
    let written = job.run(inputs)?;
    // What is wrong with the games is not what was asked.
    Ok(Verdict {
        unreadable: written.unreadable,
        ..verdict(!hits.is_empty())
    })
}

/// That nothing was found has an exit code of its own.
fn verdict(found: bool) -> Verdict {
    Verdict {
        errors: !found,
        ..Verdict::default()
    }
}

/// A line for each game.
fn show(store: &Store, hits: &[Hit]) -> io::Result<Verdict> {
    for hits in hits.chunks(LINES) {
        match lines(store, hits) {
            Ok(text) => output::write_stdout(text.as_bytes())?,
            Err(error) => return Ok(failed(&database_error(store, error))),
        }
    }
    Ok(verdict(!hits.is_empty()))
}

fn lines(store: &Store, hits: &[Hit]) -> rusqlite::Result<String> {
    let mut statement = store.connection().prepare_cached(
        "SELECT first, second, result_raw, date_raw, event, plies FROM games WHERE id = ?",
    )?;
    let mut out = String::new();
    for hit in hits {
        let cells = |row: &Row<'_>| -> rusqlite::Result<String> {
            let text = |index: usize| -> rusqlite::Result<String> {
                let value: Option<String> = row.get(index)?;
                let value = value.filter(|value| !value.is_empty());
                Ok(printable(&value.unwrap_or_else(|| "?".to_owned())).into_owned())
            };
            let plies: i64 = row.get(5)?;
            Ok(format!(
                "{}\t{} - {}\t{}\t{}\t{}\t{plies} plies",
                hit.game,
                text(0)?,
                text(1)?,
                text(2)?,
                text(3)?,
                text(4)?
            ))
        };
        let line = statement.query_row([hit.game], cells)?;
        out += &line;
        if let Some(ply) = hit.ply {
            // Writing to a string does not fail.
            let _ = write!(out, "\tat ply {ply}");
        }
        if hit.in_variation {
            out += " of a variation";
        }
        out.push('\n');
    }
    Ok(out)
}
