//! Another reader: a command that gets a text and says what it reads.

use super::vector::{Answer, Outcome, Vector};
use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// The exit code of a reader that does not claim to read such texts.
const UNCLAIMED: i32 = 77;
/// No more is read of what a reader writes.
const MOST: u64 = 16 << 20;
/// So often is looked whether a reader has ended.
const LOOK: Duration = Duration::from_millis(2);

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// It does not claim to read such texts.
    Unclaimed,
    /// It ended by a signal or with an exit code that means nothing.
    Crash(String),
    /// It did not end in time.
    Timeout,
    /// What it wrote is not the JSON that is asked for.
    Garbage(String),
}

/// Runs a reader on a vector.
///
/// # Errors
///
/// If the command cannot be started.
pub fn ask(
    command: &[OsString],
    vector: &Vector,
    timeout: Duration,
) -> io::Result<Result<Answer, Failure>> {
    let Some((program, arguments)) = command.split_first() else {
        return Err(io::Error::other("there is no command"));
    };
    let mut child = Command::new(program)
        .args(arguments)
        .env("SUITE_ID", &vector.id)
        .env("SUITE_SPEC", &vector.spec)
        .env("SUITE_CLAUSE", &vector.clause)
        .env("SUITE_REQUIREMENT", vector.requirement.join(" "))
        .env("SUITE_VARIANT", vector.variant.as_deref().unwrap_or(""))
        .env("SUITE_FORMAT", &vector.format)
        .env("SUITE_FORM", vector.form.as_str())
        .env("SUITE_ENCODING", vector.encoding.as_deref().unwrap_or(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let deadline = Instant::now() + timeout;
    let input = vector.bytes().map_err(io::Error::other)?.into_owned();
    if let Some(mut stdin) = child.stdin.take() {
        // A reader need not read all of it.
        thread::spawn(move || drop(stdin.write_all(&input)));
    }
    let out = child.stdout.take().map(collect);
    let err = child.stderr.take().map(collect);
    let ended = wait(&mut child, deadline)?;
    let Some(status) = ended else {
        return Ok(Err(Failure::Timeout));
    };
    // Something that the reader has started may hold its output open.
    let (Some(out), Some(err)) = (text(out, deadline), text(err, deadline)) else {
        return Ok(Err(Failure::Timeout));
    };
    Ok(understood(status, &out, &err))
}

/// What the exit code and the output say.
fn understood(status: ExitStatus, out: &[u8], err: &[u8]) -> Result<Answer, Failure> {
    let accepted = match status.code() {
        Some(0) => true,
        Some(1..UNCLAIMED) => false,
        Some(UNCLAIMED) => return Err(Failure::Unclaimed),
        _ => {
            let last = String::from_utf8_lossy(err);
            let last = last.lines().rfind(|line| !line.trim().is_empty());
            return Err(Failure::Crash(match last {
                Some(line) => format!("{status}: {line}"),
                None => status.to_string(),
            }));
        }
    };
    if out.trim_ascii().is_empty() {
        return Ok(Answer {
            accepted,
            outcome: Outcome::default(),
        });
    }
    match serde_json::from_slice(out) {
        Ok(outcome) => Ok(Answer { accepted, outcome }),
        Err(error) => Err(Failure::Garbage(error.to_string())),
    }
}

/// Reads a stream to its end, in a thread that nobody waits for.
fn collect(mut stream: impl Read + Send + 'static) -> Receiver<Vec<u8>> {
    let (send, receive) = mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        // What was read before a failure is what there is.
        drop(stream.by_ref().take(MOST).read_to_end(&mut bytes));
        // Whoever writes more is to come to an end, too.
        drop(io::copy(&mut stream, &mut io::sink()));
        drop(send.send(bytes));
    });
    receive
}

fn text(stream: Option<Receiver<Vec<u8>>>, deadline: Instant) -> Option<Vec<u8>> {
    let Some(stream) = stream else {
        return Some(Vec::new());
    };
    let left = deadline.saturating_duration_since(Instant::now());
    match stream.recv_timeout(left.max(LOOK)) {
        Ok(bytes) => Some(bytes),
        Err(RecvTimeoutError::Disconnected) => Some(Vec::new()),
        Err(RecvTimeoutError::Timeout) => None,
    }
}

/// Waits for the end of a reader; one that is not in time is stopped.
fn wait(child: &mut Child, deadline: Instant) -> io::Result<Option<ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if Instant::now() >= deadline {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(LOOK);
    }
}
