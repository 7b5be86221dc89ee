//! `movetext suite`: vectors for readers of game records, and testing readers with them.

pub mod args;
mod fill;
mod grade;
mod known;
mod peer;
mod report;
mod result;
mod store;
mod subject;
mod vector;

use crate::exit::Verdict;
use crate::output::{self, printable, reason};
use crate::replace::{Beside, Policy};
use args::{ListArgs, ListFormat, RunArgs, RunFormat, ShowArgs, SuiteArgs, SuiteCommand};
use known::Known;
use peer::Failure;
use result::{Outcome, Status, Summary};
use std::fmt::Write as _;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;
use subject::Lane;
use vector::Vector;

/// So much of a text is shown in a list: its end, since most texts begin with the same tags.
const END: usize = 60;

/// Runs the command.
pub fn run(args: &SuiteArgs, styled: bool) -> io::Result<Verdict> {
    match &args.command {
        SuiteCommand::Run(args) => match args.choice.vectors() {
            Ok(vectors) => test(args, &vectors, styled),
            Err(error) => Ok(unreadable(&error)),
        },
        SuiteCommand::List(args) => match args.choice.vectors() {
            Ok(vectors) => list(args, &vectors),
            Err(error) => Ok(unreadable(&error)),
        },
        SuiteCommand::Show(args) => match store::read(&args.suite) {
            Ok(vectors) => show(args, &vectors),
            Err(error) => Ok(unreadable(&error)),
        },
        SuiteCommand::Fill(args) => fill::run(args),
    }
}

fn unreadable(error: &io::Error) -> Verdict {
    output::complain(&format!(
        "cannot read the vectors: {}",
        printable(&reason(error))
    ));
    Verdict {
        unreadable: true,
        ..Verdict::default()
    }
}

fn list(args: &ListArgs, vectors: &[Vector]) -> io::Result<Verdict> {
    let mut out = String::new();
    let widest = vectors.iter().map(|vector| vector.id.len()).max();
    let widest = widest.unwrap_or(0);
    for vector in vectors {
        match args.format {
            ListFormat::Jsonl => {
                out += &serde_json::to_string(vector).map_err(io::Error::from)?;
                out.push('\n');
            }
            ListFormat::Text => {
                let Vector { id, class, .. } = vector;
                let bytes = vector.bytes().unwrap_or_default();
                let text = String::from_utf8_lossy(&bytes);
                let words: Vec<&str> = text.split_whitespace().collect();
                let text = words.join(" ");
                let cut = text.chars().count().saturating_sub(END);
                let text: String = text.chars().skip(cut).collect();
                let ids = vector.requirement.join(" ");
                let class = class.as_str();
                let line = format!("{id:widest$}  {class:22}  {ids:14}  {}", printable(&text));
                let _ = writeln!(out, "{}", line.trim_end());
            }
        }
    }
    output::write_stdout(out.as_bytes())?;
    Ok(Verdict::default())
}

fn show(args: &ShowArgs, vectors: &[Vector]) -> io::Result<Verdict> {
    let mut out = String::new();
    let mut verdict = Verdict::default();
    for id in &args.ids {
        let Some(vector) = vectors.iter().find(|vector| vector.id == *id) else {
            output::complain(&format!("no vector is called {}", printable(id)));
            verdict.errors = true;
            continue;
        };
        if !out.is_empty() {
            out.push('\n');
        }
        let _ = writeln!(out, "{} [{}]", vector.id, vector.class.as_str());
        for id in &vector.requirement {
            let statement = movetext::diagnostic::Requirement::find(id);
            let statement = statement.map_or("", |requirement| requirement.statement);
            let _ = writeln!(out, "  {id}  {statement}");
        }
        if let Some(note) = &vector.note {
            let _ = writeln!(out, "  {note}");
        }
        out.push('\n');
        let bytes = vector.bytes().unwrap_or_default();
        for line in String::from_utf8_lossy(&bytes).lines() {
            let _ = writeln!(out, "    {}", printable(line));
        }
        let mut expected = serde_json::to_value(vector).map_err(io::Error::from)?;
        if let Some(members) = expected.as_object_mut() {
            members.retain(|name, _| {
                ["games", "positions", "diagnostics", "canonical"].contains(&name.as_str())
            });
        }
        let expected = serde_json::to_string_pretty(&expected).map_err(io::Error::from)?;
        let _ = writeln!(out, "\n{expected}");
    }
    output::write_stdout(out.as_bytes())?;
    Ok(verdict)
}

/// Tests a reader.
fn test(args: &RunArgs, vectors: &[Vector], styled: bool) -> io::Result<Verdict> {
    let known = match &args.expect {
        Some(path) if !args.update => match known::read(path) {
            Ok(known) => known,
            Err(error) => return Ok(failed("read", path, &error)),
        },
        _ => Vec::new(),
    };
    let mut outcomes = match all(args, vectors) {
        Ok(outcomes) => outcomes,
        Err(error) => {
            let command = args
                .command
                .first()
                .map(|command| command.to_string_lossy());
            let command = command.unwrap_or_default();
            output::complain(&format!(
                "cannot run {}: {}",
                printable(&command),
                reason(&error)
            ));
            return Ok(Verdict {
                unreadable: true,
                ..Verdict::default()
            });
        }
    };
    let missing = known::compare(known, &mut outcomes);
    if args.update {
        outcomes
            .iter_mut()
            .for_each(|outcome| outcome.known = outcome.is_failure());
        if let Some(path) = &args.expect
            && let Err(error) = write_known(path, &outcomes)
        {
            return Ok(failed("write", path, &error));
        }
    }
    let mut summary = Summary {
        missing: missing.len() as u64,
        ..Summary::default()
    };
    outcomes.iter().for_each(|outcome| summary.add(outcome));
    let expects = args.expect.is_some();
    let out = match args.format {
        RunFormat::Text => {
            report::text(&outcomes, &missing, &summary, expects, styled).into_bytes()
        }
        RunFormat::Jsonl => report::jsonl(&outcomes, &missing, &summary)?.into_bytes(),
        RunFormat::Junit => report::junit(&outcomes, &missing, &summary)?,
    };
    output::write_stdout(&out)?;
    Ok(Verdict {
        errors: summary.failures + summary.missing > 0,
        unreadable: false,
    })
}

fn failed(what: &str, path: &Path, error: &io::Error) -> Verdict {
    let name = path.to_string_lossy();
    output::complain(&format!(
        "cannot {what} {}: {}",
        printable(&name),
        reason(error)
    ));
    Verdict {
        unreadable: true,
        ..Verdict::default()
    }
}

fn write_known(path: &Path, outcomes: &[Outcome<'_>]) -> io::Result<()> {
    let mut beside = Beside::new(path)?;
    for outcome in outcomes.iter().filter(|outcome| outcome.is_failure()) {
        serde_json::to_writer(&mut beside, &Known::of(outcome))?;
        beside.write_all(b"\n")?;
    }
    match beside.replace(&Policy::default(), None) {
        Ok(_) => Ok(()),
        Err(obstacle) => Err(io::Error::other(obstacle.describe())),
    }
}

/// Tests with all vectors, some at a time; the results are in their order.
fn all<'v>(args: &RunArgs, vectors: &'v [Vector]) -> io::Result<Vec<Outcome<'v>>> {
    let jobs = args.jobs.or_else(|| thread::available_parallelism().ok());
    let jobs = jobs.map_or(1, NonZeroUsize::get);
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::with_capacity(vectors.len()));
    thread::scope(|scope| {
        for _ in 0..jobs.min(vectors.len()) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(vector) = vectors.get(index) else {
                        break;
                    };
                    let outcomes = one(args, vector);
                    let broken = outcomes.is_err();
                    let mut done = done.lock().unwrap_or_else(|error| error.into_inner());
                    done.push((index, outcomes));
                    if broken {
                        next.store(vectors.len(), Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(|error| error.into_inner());
    done.sort_by_key(|(index, _)| *index);
    let mut outcomes = Vec::new();
    for (_, more) in done {
        outcomes.extend(more?);
    }
    Ok(outcomes)
}

/// Tests with a vector: the command or, without one, both readers of movetext.
fn one<'v>(args: &RunArgs, vector: &'v Vector) -> io::Result<Vec<Outcome<'v>>> {
    if args.command.is_empty() {
        let lanes = [Lane::Scanner, Lane::Grammar].into_iter();
        return Ok(lanes
            .filter_map(|lane| {
                let answer = subject::answer(vector, lane)?;
                Some(graded(vector, Some(lane.as_str()), &answer))
            })
            .collect());
    }
    let answer = peer::ask(&args.command, vector, Duration::from_secs(args.timeout))?;
    Ok(vec![match answer {
        Ok(answer) => graded(vector, None, &answer),
        Err(failure) => {
            let (status, message) = match failure {
                Failure::Unclaimed => (Status::Unclaimed, None),
                Failure::Timeout => (Status::Timeout, None),
                Failure::Crash(how) => (Status::Crash, Some(how)),
                Failure::Garbage(why) => (Status::Garbage, Some(why)),
            };
            Outcome {
                message,
                ..Outcome::new(vector, None, status)
            }
        }
    }])
}

fn graded<'v>(
    vector: &'v Vector,
    lane: Option<&'static str>,
    answer: &vector::Answer,
) -> Outcome<'v> {
    let grade = match lane {
        Some(_) => grade::grade_own(vector, answer),
        None => grade::grade(vector, answer),
    };
    let status = if grade.differences.is_empty() {
        Status::Pass
    } else {
        Status::Fail
    };
    Outcome {
        graded: grade.aspects,
        differences: grade.differences,
        ..Outcome::new(vector, lane, status)
    }
}
