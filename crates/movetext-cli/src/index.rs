//! `movetext index`: an index of the positions in a database.

use crate::args::IndexArgs;
use crate::choice::jobs;
use crate::database::{failed, open};
use crate::exit::Verdict;
use crate::output::{self, printable};
use crate::progress::Stages;
use crate::table::grouped;
use movetext_store::{IndexOptions, IndexReport, IndexStage, Store};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// Runs the command.
pub fn run(args: &IndexArgs) -> io::Result<Verdict> {
    let done = open(&args.database).and_then(|mut store| {
        if args.drop {
            let there = store.drop_index()?;
            let done = if there {
                "removed the index"
            } else {
                "there is no index"
            };
            return Ok(done.to_owned());
        }
        make(&mut store, jobs(args.jobs), Some(args.memory))
    });
    match done {
        Ok(done) => {
            let line = line(&args.database, &done);
            output::write_stdout(line.as_bytes())?;
            Ok(Verdict::default())
        }
        Err(error) => Ok(failed(&error)),
    }
}

/// What was done to a database, as a line.
pub fn line(database: &Path, done: &str) -> String {
    format!("{}: {done}\n", printable(&database.to_string_lossy()))
}

/// Makes the index or brings it up to date, with this much memory in MiB; returns what was done.
pub fn make(
    store: &mut Store,
    jobs: usize,
    memory: Option<usize>,
) -> movetext_store::Result<String> {
    let begun = Instant::now();
    let stages = Stages::new();
    let mut options = IndexOptions {
        jobs,
        progress: &|progress| {
            let name = match progress.stage {
                IndexStage::Merging => "merging",
                IndexStage::Counting => "counting moves",
                _ => "reading games",
            };
            stages.show(name, progress.done, progress.all);
        },
        ..IndexOptions::default()
    };
    if let Some(memory) = memory {
        options.memory = memory.saturating_mul(1 << 20);
    }
    let report = store.index(&options);
    stages.finish();
    Ok(said(&report?, begun.elapsed()))
}

fn said(report: &IndexReport, time: Duration) -> String {
    let each = report.bytes as f64 / report.postings.max(1) as f64;
    let all = format!(
        "{} games, {} postings of {each:.1} bytes, {} frequent positions",
        grouped(report.games),
        grouped(report.postings),
        grouped(report.positions),
    );
    match report.added {
        0 => format!("all games are indexed already: {all}"),
        added => {
            let added = grouped(added);
            format!(
                "indexed {added} games in {:.1} s: now {all}",
                time.as_secs_f64()
            )
        }
    }
}
