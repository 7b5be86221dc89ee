//! The work that is measured, each in a process of its own: a program, a mode, a file.

mod cozy;
mod memchr;
mod movetext;
mod pgn_reader;

use std::fmt;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// What a worker says if it does not know the mode.
pub const UNKNOWN_MODE: u8 = 2;

/// What was read. Two workers did the same work if theirs are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Games.
    pub games: u64,
    /// Moves, those of variations included if they were read.
    pub moves: u64,
    /// Games with a move that could not be played.
    pub rejected: u64,
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Count {
            games,
            moves,
            rejected,
        } = self;
        write!(f, "{games} games {moves} moves {rejected} rejected")
    }
}

impl Count {
    /// Reads what [`Display`](fmt::Display) writes.
    pub fn parse(line: &str) -> Option<Count> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let [games, "games", moves, "moves", rejected, "rejected"] = words[..] else {
            return None;
        };
        Some(Count {
            games: games.parse().ok()?,
            moves: moves.parse().ok()?,
            rejected: rejected.parse().ok()?,
        })
    }
}

/// Does the work; none if the program or its mode is not known.
pub fn run(program: &str, mode: &str, path: &Path) -> io::Result<Option<Count>> {
    match program {
        "movetext" => movetext::run(mode, path),
        "pgn-reader" => pgn_reader::run(mode, path),
        "cozy-chess" => cozy::run(mode, path),
        "memchr" => memchr::run(mode, path),
        _ => Ok(None),
    }
}

/// Takes mode and file from the command line, and prints what was read.
pub fn main(program: &str) -> ExitCode {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    let [mode, path] = args.as_slice() else {
        eprintln!("usage: MODE FILE");
        return ExitCode::from(UNKNOWN_MODE);
    };
    report(program, &mode.to_string_lossy(), Path::new(path))
}

/// Does the work and prints what was read, and the peak of memory.
pub fn report(program: &str, mode: &str, path: &Path) -> ExitCode {
    match run(program, mode, path) {
        Ok(Some(count)) => {
            println!("{count}");
            if let Some(peak) = peak() {
                println!("peak {peak} kB");
            }
            ExitCode::SUCCESS
        }
        Ok(None) => {
            eprintln!("{program} has no mode {mode}");
            ExitCode::from(UNKNOWN_MODE)
        }
        Err(error) => {
            eprintln!("{}: {error}", path.display());
            ExitCode::FAILURE
        }
    }
}

/// The largest resident set so far, in kB. The kernel's `ru_maxrss` of a child begins with its
/// parent's, this does not.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
