//! `movetext find`: the games of a database that meet some conditions.

use crate::args::{Filters, FindArgs, ends, usage_of};
use crate::convert::{Job, plain_form};
use crate::database::failed;
use crate::exit::Verdict;
use crate::input::{Bytes, Input, Selected, Stored, stored_name};
use crate::output::{self, printable};
use crate::replace::Policy;
use encoding_rs::Encoding;
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use movetext::{Format, Reader};
use movetext_store::rusqlite::Row;
use movetext_store::{Error, Hit, Query, QueryError, Store, rusqlite};
use std::fmt::Write;
use std::io;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread;

/// So many lines are made before they are written.
const LINES: usize = 1024;

/// Runs the command.
pub fn run(args: &FindArgs) -> io::Result<Verdict> {
    let query = match query(&args.filters) {
        Ok(query) => query,
        Err(error) => usage_of("find", &error.to_string()),
    };
    let jobs = jobs(args.jobs);
    let found = Store::open_read_only(&args.database)
        .and_then(|store| store.find(&query, jobs).map(|hits| (store, hits)));
    let (store, mut hits) = match found {
        Ok(found) => found,
        Err(error) => return Ok(failed(&error)),
    };
    if args.count {
        output::write_stdout(format!("{}\n", hits.len()).as_bytes())?;
        return Ok(verdict(&hits));
    }
    hits.truncate(args.limit.unwrap_or(usize::MAX));
    let Some(to) = args.to else {
        return show(&store, &hits);
    };
    let inputs = match inputs(&store, args, &hits) {
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
        ..verdict(&hits)
    })
}

/// How many threads there are to be.
pub fn jobs(asked: Option<NonZeroUsize>) -> usize {
    asked
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get)
}

/// That nothing was found has an exit code of its own.
fn verdict(hits: &[Hit]) -> Verdict {
    Verdict {
        errors: hits.is_empty(),
        ..Verdict::default()
    }
}

/// The conditions in terms of the library.
pub fn query(filters: &Filters) -> Result<Query, QueryError> {
    let mut query = Query::new();
    if let Some(variant) = filters.variant {
        query = query.variant(Standard::VARIANTS[variant].id);
    }
    for player in &filters.player {
        query = query.player(player);
    }
    for (value, method) in [
        (&filters.first, Query::first as fn(Query, &str) -> Query),
        (&filters.second, Query::second),
        (&filters.event, Query::event),
        (&filters.site, Query::site),
        (&filters.eco, Query::eco),
        (&filters.rules, Query::rules),
        (&filters.comment, Query::comment),
    ] {
        if let Some(value) = value {
            query = method(query, value);
        }
    }
    if let Some(date) = &filters.date {
        let (from, to) = ends(date);
        query = query.dates(from, to)?;
    }
    if let Some((least, most)) = filters.elo {
        query = query.elo(least, most);
    }
    if let Some((least, most)) = filters.plies {
        query = query.plies(least, most);
    }
    if let Some(result) = &filters.result {
        query = query.result(result)?;
    }
    for (name, pattern) in &filters.tag {
        query = query.tag(name, pattern);
    }
    if let Some(position) = &filters.position {
        query = query.position(position)?;
    }
    if let Some(moves) = &filters.moves {
        query = query.moves(moves)?;
    }
    Ok(query.variations(filters.variations))
}

fn database_error(store: &Store, source: rusqlite::Error) -> Error {
    Error::Database {
        path: store.path().to_owned(),
        source,
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
    Ok(verdict(hits))
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

/// How a game was read.
#[derive(PartialEq)]
struct Origin {
    source: i64,
    encoding: String,
    format: String,
    variant: String,
}

/// The games as inputs: those of one source that follow one another are one.
fn inputs(store: &Store, args: &FindArgs, hits: &[Hit]) -> movetext_store::Result<Vec<Input>> {
    let database = args.database.to_string_lossy();
    let sources = store.sources()?;
    let path_of = |id: i64| {
        let source = sources.iter().find(|source| source.id == id);
        source.map_or_else(PathBuf::new, |source| source.path.clone())
    };
    let failed = |error| database_error(store, error);
    let mut statement = store
        .connection()
        .prepare(
            "SELECT source_id, (SELECT lines.encoding FROM lines WHERE first_game <= ?1 \
             ORDER BY first_game DESC LIMIT 1), format, variant \
             FROM games JOIN sources ON sources.id = source_id WHERE games.id = ?1",
        )
        .map_err(failed)?;
    let mut groups: Vec<(Origin, Vec<i64>)> = Vec::new();
    for hit in hits {
        let origin = statement
            .query_row([hit.game], |row| {
                Ok(Origin {
                    source: row.get(0)?,
                    encoding: row.get(1)?,
                    format: row.get(2)?,
                    variant: row.get(3)?,
                })
            })
            .map_err(failed)?;
        match groups.last_mut() {
            Some((last, games)) if *last == origin => games.push(hit.game),
            _ => groups.push((origin, vec![hit.game])),
        }
    }
    let input = |(origin, games): (Origin, Vec<i64>)| Input {
        name: stored_name(&database, &path_of(origin.source)),
        named: true,
        bytes: Bytes::Stored(Stored {
            database: args.database.clone(),
            source: origin.source,
            games: Some(Selected {
                games,
                encoding: Encoding::for_label(origin.encoding.as_bytes())
                    .unwrap_or(encoding_rs::UTF_8),
                format: (
                    Format::of_games(&origin.format).unwrap_or(Format::Records),
                    Standard::find(&origin.variant).unwrap_or_default(),
                ),
            }),
        }),
    };
    Ok(groups.into_iter().map(input).collect())
}
