//! Completing vectors with what movetext reads.

use super::args::FillArgs;
use super::store;
use super::subject::{self, Lane};
use super::vector::{Answer, Class, Form, Position, Vector};
use crate::exit::Verdict;
use crate::output::{self, printable, reason};
use crate::replace::{Beside, Policy};
use std::io::{self, Write};
use std::path::Path;

/// Runs the command.
pub fn run(args: &FillArgs) -> io::Result<Verdict> {
    let mut verdict = Verdict::default();
    let files = match store::files(&args.paths) {
        Ok(files) => files,
        Err(error) => {
            output::complain(&format!("cannot read the vectors: {}", reason(&error)));
            verdict.unreadable = true;
            return Ok(verdict);
        }
    };
    for path in files {
        match file(&path, args.overwrite) {
            Ok(contradictions) => {
                for contradiction in &contradictions {
                    output::complain(contradiction);
                }
                verdict.errors |= !contradictions.is_empty();
            }
            Err(error) => {
                let name = path.to_string_lossy();
                output::complain(&format!("{}: {}", printable(&name), reason(&error)));
                verdict.unreadable = true;
            }
        }
    }
    Ok(verdict)
}

/// Completes the vectors of a file. Returns where they contradict what movetext reads.
fn file(path: &Path, overwrite: bool) -> io::Result<Vec<String>> {
    let mut vectors = store::of_file(path)?;
    let mut contradictions = Vec::new();
    for vector in &mut vectors {
        fill(vector, overwrite, &mut contradictions);
    }
    let mut beside = Beside::new(path)?;
    for vector in &vectors {
        serde_json::to_writer(&mut beside, vector)?;
        beside.write_all(b"\n")?;
    }
    let replaced = beside.replace(&Policy::default(), None);
    replaced.map_err(|obstacle| io::Error::other(obstacle.describe()))?;
    Ok(contradictions)
}

/// Adds what a vector does not say.
fn fill(vector: &mut Vector, overwrite: bool, contradictions: &mut Vec<String>) {
    let class = subject::class(vector);
    // Of what is lenient or open a reader may think as it likes.
    let is_firm = matches!(vector.class, Class::Valid | Class::Invalid);
    if class != vector.class && is_firm {
        contradictions.push(format!(
            "{}: is {} and was read as {}",
            vector.id,
            vector.class.as_str(),
            class.as_str()
        ));
    }
    let Some(Answer { accepted, outcome }) = subject::answer(vector, Lane::Scanner) else {
        return;
    };
    let id = vector.id.clone();
    let mut take = |name: &str, same: bool| {
        if !same && !overwrite && accepted {
            contradictions.push(format!("{id}: other {name} were read"));
        }
        overwrite
    };
    let readable = vector.has_contents() && (accepted || vector.form == Form::Export);
    let (mut games, mut positions, mut canonical) = (None, None, None);
    if readable {
        games = outcome.games;
        positions = outcome.positions.map(|all| marked(vector, all));
        canonical = outcome.canonical;
    }
    complete("games", &mut vector.games, games, &mut take);
    complete("positions", &mut vector.positions, positions, &mut take);
    complete(
        "diagnostics",
        &mut vector.diagnostics,
        outcome.diagnostics,
        &mut take,
    );
    complete("canonical", &mut vector.canonical, canonical, &mut take);
}

/// Sets what is not there, and what `take` says is to be overwritten.
fn complete<T: PartialEq>(
    name: &str,
    said: &mut Option<T>,
    read: Option<T>,
    take: &mut impl FnMut(&str, bool) -> bool,
) {
    // What cannot be read does not take the place of what others may read.
    if said.is_none() || take(name, *said == read) && read.is_some() {
        *said = read;
    }
}

/// The positions that a vector has marked, and the last one of each game.
fn marked(vector: &Vector, all: Vec<Position>) -> Vec<Position> {
    let last = |one: &Position| {
        let same_game = all.iter().filter(|other| other.game == one.game);
        same_game.map(|other| other.ply).max() == Some(one.ply)
    };
    let is_marked = |one: &Position| {
        let mut said = vector.positions.iter().flatten();
        said.any(|other| (other.game, other.ply) == (one.game, one.ply))
    };
    let kept: Vec<bool> = all.iter().map(|one| last(one) || is_marked(one)).collect();
    let mut kept = kept.into_iter();
    let mut marked = all;
    marked.retain(|_| kept.next().unwrap_or(false));
    marked
}
