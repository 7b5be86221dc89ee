//! Running the workers, in pairs and in turn.

use crate::work::{Count, UNKNOWN_MODE};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// What does some work: one of this program's own workers, or an optional peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Program {
    /// A worker of [`crate::work`].
    Own(&'static str),
    /// A script in `peers/`, for Python with this module.
    Python(&'static str, &'static str),
    /// pgn-extract, checking games without writing them.
    PgnExtract,
}

/// A program and what it is to do.
#[derive(Clone, Copy, Debug)]
pub struct Job {
    /// The program.
    pub program: Program,
    /// Its mode; empty where it has none.
    pub mode: &'static str,
}

impl Job {
    /// What the table calls it.
    pub fn name(&self) -> String {
        match self.program {
            Program::Own("pgn-reader") if self.mode != "tokens" => {
                format!("pgn-reader + shakmaty, {}", self.mode)
            }
            Program::Own("cozy-chess") => "pgn-reader + cozy-chess, main".to_owned(),
            Program::Own(name) => format!("{name}, {}", self.mode),
            Program::Python("chess", _) => "python-chess, main".to_owned(),
            Program::Python(module, _) => module.to_owned(),
            Program::PgnExtract => "pgn-extract -r".to_owned(),
        }
    }
}

/// What one run took.
#[derive(Clone, Copy, Debug)]
pub struct Run {
    /// Processor time of the process, in user and system mode.
    pub cpu: Duration,
    /// Time on the clock.
    pub wall: Duration,
    /// The largest resident set, in kB.
    pub peak: u64,
    /// What was read.
    pub count: Option<Count>,
}

/// Why a job did not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The program is not installed.
    Missing,
    /// The worker does not know the mode.
    Unknown,
    /// It failed.
    Failed(String),
}

/// Runs jobs.
#[derive(Debug)]
pub struct Runner {
    /// Keeps a process on one processor.
    taskset: Option<PathBuf>,
}

impl Default for Runner {
    fn default() -> Runner {
        Runner {
            taskset: find("taskset"),
        }
    }
}

impl Runner {
    /// Whether processes of one thread are kept on one processor.
    pub fn pins(&self) -> bool {
        self.taskset.is_some()
    }

    /// Runs a job once, on one processor unless it has several threads.
    ///
    /// # Errors
    ///
    /// If it does not run to its end, or does not say what it read.
    pub fn run(&self, job: &Job, file: &Path, pinned: bool) -> Result<Run, Failure> {
        let failed = |error: &dyn std::fmt::Display| Failure::Failed(error.to_string());
        let mut line: Vec<OsString> = Vec::new();
        if let (Some(taskset), true) = (&self.taskset, pinned) {
            line.extend([taskset.into(), "-c".into(), "0".into()]);
        }
        line.extend(arguments(job, file)?);
        let mut command = Command::new(&line[0]);
        command.args(&line[1..]).stdin(Stdio::null());
        // Both in files: a full pipe would stop the worker.
        let out = tempfile::NamedTempFile::new().map_err(|error| failed(&error))?;
        let err = tempfile::NamedTempFile::new().map_err(|error| failed(&error))?;
        command.stdout(out.reopen().map_err(|error| failed(&error))?);
        command.stderr(err.reopen().map_err(|error| failed(&error))?);
        let begin = Instant::now();
        let child = command.spawn().map_err(|error| failed(&error))?;
        let usage = child.wait4().map_err(|error| failed(&error))?;
        let wall = begin.elapsed();
        let read = |file: &tempfile::NamedTempFile| {
            let bytes = std::fs::read(file.path()).unwrap_or_default();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        let (out, err) = (read(&out), read(&err));
        if !usage.status.success() {
            return Err(match usage.status.code() {
                Some(code) if code == i32::from(UNKNOWN_MODE) => Failure::Unknown,
                _ if err.contains("ModuleNotFoundError") => Failure::Missing,
                _ => failed(&err.lines().last().unwrap_or("no message")),
            });
        }
        let own_peak = out.lines().find_map(|line| {
            let kilobytes = line.strip_prefix("peak ")?.strip_suffix(" kB")?;
            kilobytes.parse().ok()
        });
        Ok(Run {
            cpu: usage.rusage.utime + usage.rusage.stime,
            wall,
            peak: own_peak.unwrap_or(usage.rusage.maxrss / 1024),
            count: match job.program {
                Program::PgnExtract => err.lines().rev().find_map(matched),
                _ => out.lines().find_map(Count::parse),
            },
        })
    }

    /// Runs two jobs in turn, after one warm-up of each: pairs of runs.
    ///
    /// # Errors
    ///
    /// As [`run`](Runner::run), of the first job or of the second.
    pub fn pairs(
        &self,
        jobs: [&Job; 2],
        file: &Path,
        pinned: [bool; 2],
        pairs: usize,
    ) -> Result<Vec<[Run; 2]>, [Option<Failure>; 2]> {
        let first = |index: usize| self.run(jobs[index], file, pinned[index]).err();
        let warm_up = [first(0), first(1)];
        if warm_up.iter().any(Option::is_some) {
            return Err(warm_up);
        }
        (0..pairs)
            .map(|_| {
                let a = self.run(jobs[0], file, pinned[0]);
                let b = self.run(jobs[1], file, pinned[1]);
                match (a, b) {
                    (Ok(a), Ok(b)) => Ok([a, b]),
                    (a, b) => Err([a.err(), b.err()]),
                }
            })
            .collect()
    }
}

/// The command line of a job.
fn arguments(job: &Job, file: &Path) -> Result<Vec<OsString>, Failure> {
    let mut line: Vec<OsString> = match job.program {
        Program::Own(name) => {
            let this = std::env::current_exe();
            let this = this.map_err(|error| Failure::Failed(error.to_string()))?;
            vec![this.into(), "work".into(), name.into(), job.mode.into()]
        }
        Program::Python(_, script) => {
            let python = find("python3").ok_or(Failure::Missing)?;
            let script = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("peers")
                .join(script);
            vec![python.into(), script.into()]
        }
        Program::PgnExtract => {
            let program = find("pgn-extract").ok_or(Failure::Missing)?;
            vec![program.into(), "-r".into()]
        }
    };
    line.push(file.into());
    Ok(line)
}

/// pgn-extract's `n games matched out of m.`; it does not say how many moves it played.
fn matched(line: &str) -> Option<Count> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let [matched, "games", "matched", "out", "of", all] = words[..] else {
        return None;
    };
    let games: u64 = all.trim_end_matches('.').parse().ok()?;
    Some(Count {
        games,
        moves: 0,
        rejected: games - matched.parse::<u64>().ok()?.min(games),
    })
}

/// A program on the path; Debian keeps some of them where root's path does not lead.
fn find(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .chain([PathBuf::from("/usr/games")])
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
}
