//! Running the workers, in pairs and in turn.

use crate::work::{Count, UNKNOWN_MODE};
use std::ffi::OsString;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};
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
    /// A command as people run it.
    Command(Command),
}

/// A command, to which the file is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Command {
    /// The program: `movetext` is the one that was named, others are looked for on the path.
    pub program: &'static str,
    /// Its arguments before the file. `{peers}` stands for the folder `peers/`, `{new}` for a file that is not
    /// there yet.
    pub args: &'static [&'static str],
    /// What each game that it writes has a line with, at its beginning; none if it writes no games.
    pub record: Option<&'static str>,
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
            Program::Command(Command { program, args, .. }) => {
                let args = args
                    .iter()
                    .map(|arg| if arg.starts_with("{new}") { "NEW" } else { arg });
                let args = args.map(|arg| arg.trim_start_matches("{peers}/"));
                let name: Vec<&str> = [program].into_iter().chain(args).collect();
                format!("`{}`", name.join(" "))
            }
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
    /// The command `movetext`.
    movetext: PathBuf,
}

impl Runner {
    /// Measures this command `movetext`.
    pub fn new(movetext: PathBuf) -> Runner {
        Runner {
            taskset: find("taskset"),
            movetext,
        }
    }

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
        let new = tempfile::tempdir().map_err(|error| failed(&error))?;
        line.extend(self.arguments(job, file, new.path())?);
        let mut command = process::Command::new(&line[0]);
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
        let err = read(&err);
        // `check` ends with 1 where it found errors.
        let found = matches!(job.program, Program::Command(_)) && usage.status.code() == Some(1);
        if !(usage.status.success() || found && err.is_empty()) {
            let own = matches!(job.program, Program::Own(_));
            return Err(match usage.status.code() {
                Some(code) if own && code == i32::from(UNKNOWN_MODE) => Failure::Unknown,
                _ if err.contains("ModuleNotFoundError") => Failure::Missing,
                _ => failed(&err.lines().last().unwrap_or("no message")),
            });
        }
        if let Program::Command(Command { record, .. }) = job.program {
            let games = record.map(|record| records(out.path(), record.as_bytes()));
            let games = games.transpose().map_err(|error| failed(&error))?;
            return Ok(Run {
                cpu: usage.rusage.utime + usage.rusage.stime,
                wall,
                peak: usage.rusage.maxrss / 1024,
                count: games.map(|games| Count {
                    games,
                    ..Count::default()
                }),
            });
        }
        let out = read(&out);
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

impl Runner {
    /// The command line of a job.
    fn arguments(&self, job: &Job, file: &Path, new: &Path) -> Result<Vec<OsString>, Failure> {
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
            Program::Command(Command { program, args, .. }) => {
                let program = match program {
                    "movetext" => Some(self.movetext.clone()).filter(|file| file.is_file()),
                    _ => find(program),
                };
                let peers = Path::new(env!("CARGO_MANIFEST_DIR")).join("peers");
                let place = |arg: &&str| -> OsString {
                    let named = [("{peers}/", &*peers), ("{new}/", new)];
                    let rest =
                        |(name, folder): (&str, &Path)| Some(folder.join(arg.strip_prefix(name)?));
                    named
                        .into_iter()
                        .find_map(rest)
                        .map_or_else(|| (*arg).into(), OsString::from)
                };
                let program = program.ok_or(Failure::Missing)?;
                [program.into()]
                    .into_iter()
                    .chain(args.iter().map(place))
                    .collect()
            }
        };
        line.push(file.into());
        Ok(line)
    }
}

/// The number of lines of a file that begin like this.
fn records(file: &Path, start: &[u8]) -> std::io::Result<u64> {
    let mut out = std::io::BufReader::new(std::fs::File::open(file)?);
    let (mut line, mut count) = (Vec::new(), 0);
    while out.read_until(b'\n', &mut line)? > 0 {
        count += u64::from(line.starts_with(start));
        line.clear();
    }
    Ok(count)
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
