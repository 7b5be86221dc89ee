//! The table in Markdown.

use crate::data::Library;
use crate::measure::{Failure, Job, Program, Run, Runner};
use crate::rows::{COMMANDS, Clock, Counts, MEMORY, ROWS, Row};
use crate::work::Count;
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

/// How often is measured.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Pairs of runs.
    pub pairs: usize,
    /// Pairs of runs where one takes long.
    pub slow: usize,
}

/// Measures all rows whose work or data contains `only`, and writes them as they come.
///
/// # Errors
///
/// If data cannot be made or the table not be written. A job that fails is named in its row.
pub fn write(
    library: &Library,
    runner: &Runner,
    effort: Effort,
    only: Option<&str>,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(
        out,
        "| work | data | ours | peer | ours/peer: median (min–max) | same work |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    rows(library, runner, effort, only, ROWS, out)?;
    if only.is_none_or(|only| "memory".contains(only)) {
        memory(library, runner, out)?;
    }
    Ok(())
}

/// Measures the commands whose work, arguments or data contain `only`, and writes them as they come.
///
/// # Errors
///
/// As [`write`].
pub fn write_commands(
    library: &Library,
    runner: &Runner,
    effort: Effort,
    only: Option<&str>,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(
        out,
        "| work | data | ours | beside | ours/beside: median (min–max) | games written |"
    )?;
    writeln!(out, "|---|---|---|---|---|---|")?;
    rows(library, runner, effort, only, COMMANDS, out)
}

fn rows(
    library: &Library,
    runner: &Runner,
    effort: Effort,
    only: Option<&str>,
    rows: &[Row],
    out: &mut impl Write,
) -> io::Result<()> {
    for row in rows {
        let file = library.file(row.data)?;
        let data = library.describe(row.data, &file)?;
        let name = format!("{}, {}, {data}", row.work, row.ours.name());
        if only.is_none_or(|only| name.contains(only)) {
            let cells = measure(runner, effort, row, &file);
            writeln!(out, "| {} | {data} | {cells} |", row.work)?;
            out.flush()?;
        }
    }
    Ok(())
}

/// The cells of a row after the first two.
fn measure(runner: &Runner, effort: Effort, row: &Row, file: &Path) -> String {
    let pairs = if row.slow { effort.slow } else { effort.pairs };
    let size = file.metadata().map_or(0, |metadata| metadata.len());
    // What runs on two threads is not kept on one processor.
    let pinned = row.clock == Clock::Cpu;
    let Some(peer) = &row.peer else {
        let runs: Result<Vec<Run>, Failure> = (0..=pairs)
            .map(|_| runner.run(&row.ours, file, pinned))
            .collect();
        return match runs {
            Ok(runs) => format!("{} | – | – | –", told_of(row, &row.ours, &runs[1..], size)),
            Err(failure) => format!("{} | – | – | –", told(&failure)),
        };
    };
    match runner.pairs([&row.ours, peer], file, [pinned, true], pairs) {
        Ok(pairs) => {
            let side =
                |index: usize| -> Vec<Run> { pairs.iter().map(|pair| pair[index]).collect() };
            let (ours, theirs) = (side(0), side(1));
            let mut ratios: Vec<f64> = pairs
                .iter()
                .map(|[a, b]| time(a, row.clock).as_secs_f64() / time(b, row.clock).as_secs_f64())
                .collect();
            ratios.sort_by(f64::total_cmp);
            // Far below 1, two digits would say nothing.
            let digits = if ratios[0] < 0.1 { 4 } else { 2 };
            let [low, median, high] = [0, ratios.len() / 2, ratios.len() - 1].map(|at| ratios[at]);
            let ratio = format!("{median:.digits$} ({low:.digits$}–{high:.digits$})");
            let (same, work) = same(row.counts, ours[0].count, theirs[0].count);
            // A figure for other work says nothing.
            let ratio = if same {
                ratio
            } else {
                format!("void: ~~{ratio}~~")
            };
            format!(
                "{} | {} | {ratio} | {work}",
                told_of(row, &row.ours, &ours, size),
                told_of(row, peer, &theirs, size),
            )
        }
        Err([ours, theirs]) => {
            let ours = ours.map_or("–".to_owned(), |failure| told(&failure));
            let theirs = theirs.map_or("–".to_owned(), |failure| told(&failure));
            format!("{ours} | {}: {theirs} | – | –", peer.name())
        }
    }
}

/// What is told of the runs of a job. Our own workers are known by their mode, which the work says.
fn told_of(row: &Row, job: &Job, runs: &[Run], size: u64) -> String {
    let figures = figures(runs, row.clock, size);
    match job.program {
        Program::Command(_) => {
            let peak = runs.iter().map(|run| run.peak).max().unwrap_or(0);
            format!("{}: {figures}, {} MiB", job.name(), peak.div_ceil(1024))
        }
        _ if std::ptr::eq(job, &row.ours) => figures,
        _ => format!("{}: {figures}", job.name()),
    }
}

fn told(failure: &Failure) -> String {
    match failure {
        Failure::Missing => "not installed".to_owned(),
        Failure::Unknown => "not there yet".to_owned(),
        Failure::Failed(why) => format!("failed: {why}"),
    }
}

fn time(run: &Run, clock: Clock) -> Duration {
    match clock {
        Clock::Cpu => run.cpu,
        Clock::Wall => run.wall,
    }
}

/// Median time, and what it makes by the second.
fn figures(runs: &[Run], clock: Clock, size: u64) -> String {
    let mut times: Vec<f64> = runs
        .iter()
        .map(|run| time(run, clock).as_secs_f64())
        .collect();
    times.sort_by(f64::total_cmp);
    let seconds = times[times.len() / 2];
    let mut text = format!("{seconds:.3} s");
    // Of small files only the start of the process counts.
    if size > 100_000 {
        text += &format!(", {:.0} MB/s", size as f64 / seconds / 1e6);
    }
    if let Some(count) = runs[0].count {
        if count.moves > 0 {
            let millions = count.moves as f64 / seconds / 1e6;
            let digits = if millions < 1.0 { 3 } else { 1 };
            text += &format!(", {millions:.digits$} M moves/s");
        }
        if clock == Clock::Wall && count.games > 0 {
            text += &format!(", {:.0} games/s", count.games as f64 / seconds);
        }
    }
    text
}

/// Whether both did the same work, and what it was.
fn same(counts: Counts, ours: Option<Count>, theirs: Option<Count>) -> (bool, String) {
    let (Some(ours), Some(theirs)) = (ours, theirs) else {
        return (counts == Counts::None, "–".to_owned());
    };
    let same = match counts {
        Counts::All => ours == theirs,
        Counts::Written => ours.games == theirs.games,
        Counts::Games => (ours.games, ours.rejected) == (theirs.games, theirs.rejected),
        Counts::None => return (true, format!("no; {ours}")),
    };
    match (same, counts) {
        (true, Counts::Written) => (true, ours.games.to_string()),
        (false, Counts::Written) => (false, format!("{}; the peer {}", ours.games, theirs.games)),
        (true, Counts::Games) => (true, format!("{ours}; the peer does not tell moves")),
        (true, _) => (true, format!("{ours}")),
        (false, _) => (false, format!("**no**: {ours}; peer {theirs}")),
    }
}

fn memory(library: &Library, runner: &Runner, out: &mut impl Write) -> io::Result<()> {
    let data = crate::data::Data::OtbLarge;
    let file = library.file(data)?;
    writeln!(out, "\n| peak of memory | data | largest resident set |")?;
    writeln!(out, "|---|---|---|")?;
    for job in MEMORY {
        let peak = match runner.run(job, &file, job.mode == "main") {
            Ok(run) => format!("{:.1} MiB", run.peak as f64 / 1024.0),
            Err(failure) => told(&failure),
        };
        let data = library.describe(data, &file)?;
        writeln!(out, "| {} | {data} | {peak} |", job.name())?;
        out.flush()?;
    }
    Ok(())
}
