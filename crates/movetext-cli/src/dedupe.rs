//! `movetext dedupe`: games that a database has more than once.

use crate::args::{DedupeArgs, Format, usage_of};
use crate::choice;
use crate::database::{failed, open};
use crate::exit::Verdict;
use crate::output::{self, printable};
use crate::progress::waiting;
use crate::replace::write_file;
use movetext_store::rusqlite::OptionalExtension;
use movetext_store::{Duplicate, Likeness, Store};
use serde::Serialize;
use std::io;

/// Runs the command.
pub fn run(args: &DedupeArgs) -> io::Result<Verdict> {
    let query = match choice::query(&args.conditions) {
        Ok(query) => query,
        Err(error) => usage_of("dedupe", &error.to_string()),
    };
    let opened = if args.mark {
        open(&args.database)
    } else {
        Store::open_read_only(&args.database)
    };
    let found = opened.and_then(|mut store| {
        let pairs = waiting("looking for duplicates", || {
            store.duplicates(&query, choice::jobs(args.jobs))
        })?;
        if args.mark {
            store.mark_duplicates(&pairs)?;
        }
        Ok((store, pairs))
    });
    let (store, pairs) = match found {
        Ok(found) => found,
        Err(error) => return Ok(failed(&error)),
    };
    let mut verdict = Verdict {
        errors: !pairs.is_empty(),
        ..Verdict::default()
    };
    if let Some(path) = &args.report {
        verdict.add(write_file(path, &jsonl(&pairs)?));
    }
    match args.format {
        Format::Text => {
            if args.report.is_none() {
                for pairs in pairs.chunks(1024) {
                    match lines(&store, pairs) {
                        Ok(text) => output::write_stdout(text.as_bytes())?,
                        Err(error) => {
                            return Ok(failed(&choice::database_error(&store, error)));
                        }
                    }
                }
            }
            output::write_stdout(summary(&pairs).as_bytes())?;
        }
        Format::Json => {
            let records: Vec<Record<'_>> = pairs.iter().map(Record::of).collect();
            let text = serde_json::to_string_pretty(&records)? + "\n";
            output::write_stdout(text.as_bytes())?;
        }
        Format::Jsonl => output::write_stdout(&jsonl(&pairs)?)?,
    }
    Ok(verdict)
}

/// A pair as data.
#[derive(Serialize)]
struct Record<'p> {
    game: i64,
    of: i64,
    class: &'static str,
    heading: f64,
    reason: &'p str,
}

impl Record<'_> {
    fn of(pair: &Duplicate) -> Record<'_> {
        Record {
            game: pair.game,
            of: pair.of,
            class: pair.class.as_str(),
            heading: pair.heading,
            reason: &pair.reason,
        }
    }
}

fn jsonl(pairs: &[Duplicate]) -> io::Result<Vec<u8>> {
    let mut out = Vec::new();
    for pair in pairs {
        serde_json::to_writer(&mut out, &Record::of(pair))?;
        out.push(b'\n');
    }
    Ok(out)
}

fn lines(store: &Store, pairs: &[Duplicate]) -> movetext_store::rusqlite::Result<String> {
    let mut statement = store
        .connection()
        .prepare_cached("SELECT first, second, date_raw FROM games WHERE id = ?")?;
    let mut out = String::new();
    for pair in pairs {
        let mut heading = |game: i64| -> movetext_store::rusqlite::Result<String> {
            let words = statement
                .query_row([game], |row| {
                    let text = |column| -> movetext_store::rusqlite::Result<String> {
                        let text: Option<String> = row.get(column)?;
                        Ok(text
                            .filter(|text| !text.is_empty())
                            .unwrap_or("?".to_owned()))
                    };
                    Ok(format!("{} - {}, {}", text(0)?, text(1)?, text(2)?))
                })
                .optional()?;
            Ok(printable(&words.unwrap_or_default()).into_owned())
        };
        out += &format!(
            "{}\t{}\t{}\t{}\n\t{}\n\t{}\n",
            pair.class,
            pair.game,
            pair.of,
            pair.reason,
            heading(pair.game)?,
            heading(pair.of)?
        );
    }
    Ok(out)
}

fn summary(pairs: &[Duplicate]) -> String {
    let classes = [Likeness::Exact, Likeness::Prefix, Likeness::Near];
    let counts: Vec<String> = classes
        .iter()
        .map(|class| {
            let count = pairs.iter().filter(|pair| pair.class == *class).count();
            format!("{count} {class}")
        })
        .collect();
    match pairs.len() {
        1 => format!("1 pair: {}\n", counts.join(", ")),
        count => format!("{count} pairs: {}\n", counts.join(", ")),
    }
}
