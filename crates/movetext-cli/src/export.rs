//! `movetext export`: a source given back from a database.

use crate::args::{Conditions, ExportArgs, usage_of};
use crate::choice;
use crate::convert::finish;
use crate::database::{choose, failed};
use crate::exit::Verdict;
use crate::output::{self, printable, reason};
use crate::progress::{SEARCH, waiting};
use crate::replace::{Output, unwritable};
use crate::table;
use movetext_store::{Source, State, Store};
use std::io::{self, Write};
use std::path::Path;

/// Runs the command.
pub fn run(args: &ExportArgs) -> io::Result<Verdict> {
    args.replacing.verify(args.output.is_some(), "--output");
    let opened = Store::open_read_only(&args.database)
        .and_then(|store| store.sources().map(|sources| (store, sources)));
    let (store, sources) = match opened {
        Ok(opened) => opened,
        Err(error) => return Ok(failed(&error)),
    };
    if args.list {
        output::write_stdout(list(&sources).as_bytes())?;
        return Ok(Verdict::default());
    }
    let source = match choose(&args.database, &sources, args.source.as_deref()) {
        Ok(source) => source,
        Err(verdict) => return Ok(verdict),
    };
    let mut verdict = Verdict::default();
    let mut text = match text(&store, source, &args.conditions, &mut verdict) {
        Ok(text) => text,
        Err(error) => return Ok(failed(&error)),
    };
    if source.state != State::Done {
        let name = source.path.to_string_lossy();
        let name = printable(&name);
        output::complain(&format!(
            "{name} was not imported to its end: this is what was read of it"
        ));
        verdict.unreadable = true;
    }
    match &args.output {
        None => {
            let mut out = io::stdout().lock();
            io::copy(&mut text, &mut out)?;
            out.flush()?;
        }
        Some(path) => write(&mut text, path, args, &mut verdict),
    }
    Ok(verdict)
}

/// The text of a source, or of those of its games that meet the conditions.
fn text(
    store: &Store,
    source: &Source,
    conditions: &Conditions,
    verdict: &mut Verdict,
) -> movetext_store::Result<Box<dyn io::Read>> {
    if conditions.is_empty() {
        return Ok(Box::new(store.source_text(source.id)?));
    }
    let query = match choice::query(conditions) {
        Ok(query) => query.source(source.id),
        Err(error) => usage_of("export", &error.to_string()),
    };
    let hits = waiting(SEARCH, || store.find(&query, choice::jobs(None)))?;
    verdict.errors |= hits.is_empty();
    let games = hits.into_iter().map(|hit| hit.game).collect();
    Ok(Box::new(store.games_text(games)?))
}

fn write(text: &mut impl io::Read, path: &Path, args: &ExportArgs, verdict: &mut Verdict) {
    let mut out = match Output::open(path, args.replacing.force) {
        Ok(out) => out,
        Err(obstacle) => return verdict.add(unwritable(path, &obstacle)),
    };
    let written = waiting("writing", || {
        io::copy(text, &mut out).and_then(|_| out.flush())
    });
    if let Err(error) = written {
        output::complain(&format!(
            "cannot write {}: {}",
            path.display(),
            reason(&error)
        ));
        verdict.unreadable = true;
        return;
    }
    let mut written = Verdict::default();
    finish(out, path, &args.replacing.policy(), &mut written);
    verdict.add(written);
}

fn list(sources: &[Source]) -> String {
    let headings = ["id", "games", "bytes", "state", "path"];
    let rows: Vec<Vec<String>> = sources
        .iter()
        .map(|source| {
            vec![
                source.id.to_string(),
                source.counts.games.to_string(),
                source
                    .text_bytes
                    .map_or_else(|| "?".to_owned(), |bytes| bytes.to_string()),
                source.state.as_str().to_owned(),
                printable(&source.path.to_string_lossy()).into_owned(),
            ]
        })
        .collect();
    table::draw(&headings, &rows, true)
}
