//! `movetext import`: games into a database.

mod summary;

use crate::args::{ImportArgs, is_stdin, usage};
use crate::exit::Verdict;
use crate::index;
use crate::input::{self, Bytes, Input};
use crate::output::{self, printable};
use crate::progress::Progress;
use movetext_store::{Event, ImportOptions, SourceOutcome, SourceReport, Store};
use std::collections::HashSet;
use std::fs;
use std::io;
use std::ops::ControlFlow;
use std::path::{self, Path};
use std::time::{Duration, Instant};
use summary::Summary;

/// Runs the command.
pub fn run(args: &ImportArgs) -> io::Result<Verdict> {
    if args
        .sources
        .paths
        .iter()
        .any(|path| is_stdin(path.as_os_str()))
    {
        usage("cannot import standard input `-`: the database refers to files");
    }
    match import(args) {
        Ok((verdict, table)) => {
            output::write_stdout(table.as_bytes())?;
            Ok(verdict)
        }
        Err(error) => {
            output::complain(&printable(&error.to_string()));
            Ok(Verdict {
                unreadable: true,
                ..Verdict::default()
            })
        }
    }
}

fn import(args: &ImportArgs) -> movetext_store::Result<(Verdict, String)> {
    let mut verdict = Verdict::default();
    let inputs = input::expand(&args.sources.paths);
    let (mut files, mut sizes) = (Vec::new(), Vec::new());
    for input in &inputs {
        match &input.bytes {
            Bytes::File(path) => {
                files.push((input, path.as_path()));
                sizes.push(fs::metadata(path).map_or(0, |metadata| metadata.len()));
            }
            Bytes::Skipped(reason) => {
                output::note(&format!("skipped: {}: {reason}\n", printable(&input.name)));
            }
            Bytes::Failed(reason) => {
                complain_unreadable(&input.name, reason);
                verdict.unreadable = true;
            }
            // Refused before, or never made of a path here.
            Bytes::Stdin | Bytes::Stored(_) => {}
        }
    }
    let mut store = Store::open(&args.to)?;
    if args.replace {
        remove(&mut store, files.iter().map(|(_, path)| *path))?;
    }
    let options = ImportOptions {
        jobs: args.sources.jobs(),
        variant: args.sources.variant,
        encoding: args.sources.encoding,
        notation: args.sources.notation().unwrap_or_default().into(),
        strictness: args.sources.rules.strictness(),
        limits: args.sources.limits(),
        ..ImportOptions::default()
    };
    let mut watch = Watch {
        files: &files,
        sizes: &sizes,
        progress: Progress::new(sizes.iter().sum()),
        begun: Instant::now(),
        resumed_at: None,
        verdict: &mut verdict,
        read: Vec::new(),
    };
    let begun = Instant::now();
    let paths = files.iter().map(|(_, path)| *path);
    let imported = store.import(paths, &options, &mut |event: &Event<'_>| {
        watch.see(event);
        ControlFlow::Continue(())
    });
    watch.progress.finish();
    let read = watch.read;
    let report = imported?;
    let time = begun.elapsed();
    if args.index {
        let done = index::make(&mut store, options.jobs, None)?;
        output::note(&index::line(&args.to, &done));
    }
    let summary = Summary::new(&store, &report.sources, &read, time)?;
    Ok((verdict, summary.draw(args.format)))
}

/// Removes what is stored of these files.
fn remove<'p>(
    store: &mut Store,
    paths: impl Iterator<Item = &'p Path>,
) -> movetext_store::Result<()> {
    let paths: HashSet<_> = paths.filter_map(|path| path::absolute(path).ok()).collect();
    for source in store.sources()? {
        if paths.contains(&source.path) {
            store.remove(source.id)?;
            let name = source.path.to_string_lossy();
            output::note(&format!("removed: {}\n", printable(&name)));
        }
    }
    Ok(())
}

/// How a source was read in this run.
#[derive(Clone, Copy, Debug)]
struct Read {
    time: Duration,
    /// The part of it that was not read in an earlier run: from 0 to 1.
    part: f64,
}

/// Sees what happens and tells of it.
struct Watch<'a> {
    files: &'a [(&'a Input, &'a Path)],
    sizes: &'a [u64],
    progress: Progress,
    /// When the source began.
    begun: Instant,
    /// How many bytes of it were read in an earlier run; not known before the first chunk.
    resumed_at: Option<u64>,
    verdict: &'a mut Verdict,
    read: Vec<Read>,
}

impl Watch<'_> {
    fn see(&mut self, event: &Event<'_>) {
        match event {
            Event::Begun {
                path,
                resumed,
                games,
                ..
            } => {
                self.begun = Instant::now();
                self.resumed_at = (!resumed).then_some(0);
                self.progress.begin(path, 0);
                if *resumed {
                    let name = path.to_string_lossy();
                    let name = printable(&name);
                    self.progress
                        .note(&format!("resumed: {name}: {games} games already stored"));
                }
            }
            Event::Read { bytes_read, .. } => {
                self.resumed_at.get_or_insert(*bytes_read);
                self.progress.read(*bytes_read);
            }
            Event::Ended(report) => {
                let index = self.read.len();
                let size = self.sizes.get(index).copied().unwrap_or_default();
                let before = self.resumed_at.take().unwrap_or(0).min(size);
                self.read.push(Read {
                    time: self.begun.elapsed(),
                    part: (size - before) as f64 / size.max(1) as f64,
                });
                self.progress.end(size);
                if let Some((input, _)) = self.files.get(index) {
                    self.ended(input, report);
                }
                self.begun = Instant::now();
            }
            _ => {}
        }
    }

    fn ended(&mut self, input: &Input, report: &SourceReport) {
        let name = printable(&input.name);
        match &report.outcome {
            SourceOutcome::Imported { counts, .. } | SourceOutcome::Stopped { counts, .. } => {
                self.verdict.errors |= counts.errors > 0;
            }
            SourceOutcome::Known { path, .. } => {
                let same = std::path::absolute(&report.path).is_ok_and(|own| own == *path);
                let path = path.to_string_lossy();
                let other = match same {
                    true => String::new(),
                    false => format!(" as {}", printable(&path)),
                };
                self.progress
                    .note(&format!("skipped: {name}: already imported{other}"));
            }
            SourceOutcome::Moved { from, .. } => {
                let from = from.to_string_lossy();
                let from = printable(&from);
                self.progress.note(&format!(
                    "skipped: {name}: already imported as {from}, which is gone; stored under the new path"
                ));
            }
            SourceOutcome::NotGames { reason } => {
                let reason = reason.strip_prefix("it is ").unwrap_or(reason);
                self.progress.note(&match input.named {
                    true => format!("movetext: cannot import {name}: {reason}"),
                    false => format!("skipped: {name}: {reason}"),
                });
                self.verdict.unreadable |= input.named;
            }
            SourceOutcome::Failed { counts, error, .. } => {
                self.verdict.unreadable = true;
                self.progress.note(&unreadable(&input.name, error));
                if counts.games > 0 {
                    let games = counts.games;
                    self.progress.note(&format!(
                        "{name}: stored the {games} games before the error"
                    ));
                }
            }
            SourceOutcome::Refused { reason, .. } => {
                self.verdict.unreadable = true;
                self.progress.note(&format!(
                    "movetext: cannot import {name}: {} (--replace removes what is stored of it)",
                    printable(reason)
                ));
            }
            _ => {}
        }
    }
}

fn unreadable(name: &str, reason: &str) -> String {
    let reason = output::without_number(reason);
    format!(
        "movetext: cannot read {}: {}",
        printable(name),
        printable(reason)
    )
}

fn complain_unreadable(name: &str, reason: &str) {
    output::note(&format!("{}\n", unreadable(name, reason)));
}
