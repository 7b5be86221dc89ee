//! Imports files and folders: `import games.db FILE...`. Run again, it goes on where it was stopped.

use movetext_store::{Event, ImportOptions, SourceOutcome, Store, walk};
use std::ops::ControlFlow;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let Some(database) = arguments.next() else {
        return Err("usage: import DATABASE FILE...".into());
    };
    let mut options = ImportOptions::default();
    if let Some(jobs) = std::env::var("JOBS")
        .ok()
        .and_then(|jobs| jobs.parse().ok())
    {
        options.jobs = jobs;
    }
    let files =
        walk(arguments).filter_map(|file| file.inspect_err(|error| eprintln!("{error}")).ok());
    let mut store = Store::open(database)?;
    let begin = Instant::now();
    let report = store.import(files, &options, &mut |event: &Event<'_>| {
        if let Event::Ended(source) = event {
            println!("{}: {:?}", source.path.display(), source.outcome);
        }
        ControlFlow::Continue(())
    })?;
    let seconds = begin.elapsed().as_secs_f64();
    let games: u64 = report
        .sources
        .iter()
        .map(|source| match source.outcome {
            SourceOutcome::Imported { counts, .. } => counts.games,
            _ => 0,
        })
        .sum();
    println!(
        "{games} games in {seconds:.2} s: {:.0} a second",
        games as f64 / seconds
    );
    Ok(())
}
