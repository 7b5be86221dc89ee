//! From the paths on the command line to the sources that are read.

use crate::args::is_stdin;
use crate::output::reason;
use crate::replace::is_leftover;
use encoding_rs::Encoding;
use movetext::Format;
use movetext_store::{GamesText, SourceText, Store};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use walkdir::WalkDir;

/// What the standard input is called in messages and data.
pub const STDIN: &str = "<stdin>";

/// Something to read, or a reason why there is nothing.
#[derive(Debug)]
pub struct Input {
    /// The name in messages and data.
    pub name: String,
    /// Where the bytes come from.
    pub bytes: Bytes,
    /// Whether the user named it, rather than a folder that holds it.
    pub named: bool,
}

/// Where the bytes of an input come from.
#[derive(Debug)]
pub enum Bytes {
    /// The standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// A source that is stored in a database.
    Stored(Stored),
    /// It is passed over for this reason.
    Skipped(&'static str),
    /// It cannot be read for this reason.
    Failed(String),
}

/// What is read from a database.
#[derive(Debug)]
pub struct Stored {
    /// The database.
    pub database: PathBuf,
    /// The source.
    pub source: i64,
    /// These of its games alone.
    pub games: Option<Selected>,
}

/// Games of a source, all in one encoding.
#[derive(Debug)]
pub struct Selected {
    /// Their ids.
    pub games: Vec<i64>,
    /// Their encoding.
    pub encoding: &'static Encoding,
    /// What the source is, and the variant that is expected of its games.
    pub format: (Format, usize),
}

impl Stored {
    fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        match &self.games {
            None => match SourceText::open(&self.database, self.source) {
                Ok(text) => Ok(Box::new(text)),
                Err(error) => Err(io::Error::other(error)),
            },
            Some(selected) => match GamesText::open(&self.database, selected.games.clone()) {
                Ok(text) => Ok(Box::new(text)),
                Err(error) => Err(io::Error::other(error)),
            },
        }
    }
}

impl Input {
    /// Opens it. Only for inputs that are neither skipped nor failed.
    pub fn open(&self) -> io::Result<Box<dyn Read + Send>> {
        match &self.bytes {
            Bytes::Stdin => Ok(Box::new(io::stdin())),
            Bytes::File(path) => Ok(Box::new(File::open(path)?)),
            Bytes::Stored(stored) => stored.open(),
            Bytes::Skipped(reason) => Err(io::Error::other(*reason)),
            Bytes::Failed(reason) => Err(io::Error::other(reason.clone())),
        }
    }

    /// The path, if it is a file.
    pub fn path(&self) -> Option<&Path> {
        match &self.bytes {
            Bytes::File(path) => Some(path),
            _ => None,
        }
    }

    fn new(path: &Path, bytes: Bytes, named: bool) -> Input {
        Input {
            name: path.to_string_lossy().into_owned(),
            bytes,
            named,
        }
    }
}

/// All inputs that the paths name, in their order; what a folder holds is sorted by name. Of a database, these are
/// the sources that it holds.
pub fn expand_stored(paths: &[PathBuf]) -> Vec<Input> {
    let mut inputs = Vec::new();
    for input in expand(paths) {
        match input.path() {
            Some(path) if Store::is_store(path) => expand_database(&input, path, &mut inputs),
            _ => inputs.push(input),
        }
    }
    inputs
}

fn expand_database(input: &Input, path: &Path, inputs: &mut Vec<Input>) {
    let sources = Store::open_read_only(path).and_then(|store| store.sources());
    match sources {
        Ok(sources) => inputs.extend(sources.into_iter().map(|source| Input {
            name: stored_name(&input.name, &source.path),
            bytes: Bytes::Stored(Stored {
                database: path.to_owned(),
                source: source.id,
                games: None,
            }),
            named: true,
        })),
        Err(error) => inputs.push(Input {
            name: input.name.clone(),
            bytes: Bytes::Failed(without_name(&error, path)),
            named: input.named,
        }),
    }
}

/// What a source in a database is called.
pub fn stored_name(database: &str, source: &Path) -> String {
    let file = source.file_name().unwrap_or(source.as_os_str());
    format!("{database}:{}", file.to_string_lossy())
}

/// What an error says, without the name of the file that it begins with.
pub fn without_name(error: &movetext_store::Error, path: &Path) -> String {
    let message = error.to_string();
    let name = format!("{}: ", path.display());
    message.strip_prefix(&name).unwrap_or(&message).to_owned()
}

/// All inputs that the paths name, in their order; what a folder holds is sorted by name.
pub fn expand(paths: &[PathBuf]) -> Vec<Input> {
    let mut inputs = Vec::new();
    for path in paths {
        if is_stdin(path.as_os_str()) {
            inputs.push(Input {
                name: STDIN.to_owned(),
                bytes: Bytes::Stdin,
                named: true,
            });
            continue;
        }
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => expand_folder(path, &mut inputs),
            Ok(_) => inputs.push(Input::new(path, Bytes::File(path.clone()), true)),
            Err(error) => inputs.push(Input::new(path, Bytes::Failed(reason(&error)), true)),
        }
    }
    inputs
}

fn expand_folder(folder: &Path, inputs: &mut Vec<Input>) {
    // Links are followed; a loop is found by the folders above.
    for entry in WalkDir::new(folder).follow_links(true).sort_by_file_name() {
        let input = match entry {
            Ok(entry) if entry.file_type().is_dir() => continue,
            Ok(entry) if is_leftover(entry.file_name()) => Input::new(
                entry.path(),
                Bytes::Skipped("left over from a run that was killed"),
                false,
            ),
            Ok(entry) if entry.file_type().is_file() => {
                Input::new(entry.path(), Bytes::File(entry.path().to_owned()), false)
            }
            // Reading a pipe that nobody writes to would never end.
            Ok(entry) => Input::new(entry.path(), Bytes::Skipped("not a regular file"), false),
            Err(error) => {
                let path = error.path().unwrap_or(folder);
                let bytes = match (error.loop_ancestor(), error.io_error()) {
                    (Some(_), _) => Bytes::Skipped("a link to a folder that holds it"),
                    (None, Some(error)) => Bytes::Failed(reason(error)),
                    (None, None) => Bytes::Failed(error.to_string()),
                };
                Input::new(path, bytes, path == folder)
            }
        };
        inputs.push(input);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(inputs: &[Input], root: &Path) -> Vec<String> {
        let root = root.to_string_lossy();
        let cut = |name: &str| name.replace(&*root, "").replace('\\', "/");
        inputs
            .iter()
            .map(|input| match &input.bytes {
                Bytes::Skipped(reason) => format!("{}: {reason}", cut(&input.name)),
                Bytes::Failed(_) => format!("{}: failed", cut(&input.name)),
                _ => cut(&input.name),
            })
            .collect()
    }

    #[test]
    fn folders_are_sorted_and_failures_kept_in_place() -> io::Result<()> {
        let dir = tempfile::tempdir()?;
        let root = dir.path();
        fs::create_dir(root.join("b"))?;
        let leftover = ".movetext-Ab12Cd.tmp";
        for name in ["c.pgn", "a.pgn", "b/2.pgn", "b/10.pgn", leftover] {
            fs::write(root.join(name), "")?;
        }
        let inputs = expand(&[root.join("missing"), root.to_owned(), root.join("c.pgn")]);
        assert_eq!(
            names(&inputs, root),
            [
                "/missing: failed",
                "/.movetext-Ab12Cd.tmp: left over from a run that was killed",
                "/a.pgn",
                "/b/10.pgn",
                "/b/2.pgn",
                "/c.pgn",
                "/c.pgn"
            ]
        );
        let named: Vec<bool> = inputs.iter().map(|input| input.named).collect();
        assert_eq!(named, [true, false, false, false, false, false, true]);
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_but_not_for_ever() -> io::Result<()> {
        use std::os::unix::fs::symlink;
        let dir = tempfile::tempdir()?;
        let root = dir.path();
        fs::create_dir(root.join("games"))?;
        fs::write(root.join("games/a.pgn"), "")?;
        symlink(root, root.join("games/loop"))?;
        symlink(root.join("games/a.pgn"), root.join("link.pgn"))?;
        symlink(root.join("nowhere"), root.join("broken.pgn"))?;
        let _socket = std::os::unix::net::UnixListener::bind(root.join("socket"))?;
        assert_eq!(
            names(&expand(&[root.to_owned()]), root),
            [
                "/broken.pgn: failed",
                "/games/a.pgn",
                "/games/loop: a link to a folder that holds it",
                "/link.pgn",
                "/socket: not a regular file",
            ]
        );
        Ok(())
    }
}
