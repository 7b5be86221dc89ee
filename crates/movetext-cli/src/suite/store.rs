//! Where vectors come from: the command itself, or files.

use super::args::Choice;
use super::vector::Vector;
use movetext::Limits;
use movetext::diagnostic::Requirement;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The files of `corpus/suite/` one after another, in the order of their names.
static PACKED: &[u8] = include_bytes!("vectors.jsonl.zst");

/// The text of the vectors that the command brings along.
pub fn embedded() -> io::Result<String> {
    let mut text = String::new();
    let (_, mut reader) = movetext::io::decompress(PACKED, Limits::default().window)?;
    reader.read_to_string(&mut text)?;
    Ok(text)
}

/// The vectors in these files and folders; without any, those of the command.
pub fn read(paths: &[PathBuf]) -> io::Result<Vec<Vector>> {
    let mut vectors = Vec::new();
    if paths.is_empty() {
        parse(&embedded()?, "the suite", &mut vectors)?;
    }
    for path in files(paths)? {
        let name = path.display().to_string();
        let text = fs::read_to_string(&path)
            .map_err(|error| io::Error::new(error.kind(), format!("{name}: {error}")))?;
        parse(&text, &name, &mut vectors)?;
    }
    let mut ids: Vec<&str> = vectors.iter().map(|vector| vector.id.as_str()).collect();
    ids.sort_unstable();
    match ids.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(wrong(&format!("two vectors are called {}", pair[0]))),
        None => Ok(vectors),
    }
}

/// The files that are meant, those of a folder in the order of their names.
pub fn files(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            let mut inside = Vec::new();
            for entry in fs::read_dir(path)? {
                let path = entry?.path();
                if path
                    .extension()
                    .is_some_and(|extension| extension == "jsonl")
                {
                    inside.push(path);
                }
            }
            inside.sort();
            files.append(&mut inside);
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Adds the vectors of a text.
fn parse(text: &str, name: &str, vectors: &mut Vec<Vector>) -> io::Result<()> {
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim().is_empty() {
            continue;
        }
        let at = |what: &dyn std::fmt::Display| wrong(&format!("{name}, line {number}: {what}"));
        let mut vector: Vector = serde_json::from_str(line).map_err(|error| at(&error))?;
        vector.bytes().map_err(|error| at(&error))?;
        if vector.clause.is_empty() {
            vector.clause = clause(&vector).to_owned();
        }
        vectors.push(vector);
    }
    Ok(())
}

/// The section of the specification that a vector's first requirement is in.
pub fn clause(vector: &Vector) -> &'static str {
    let first = vector.requirement.first();
    let requirement = first.and_then(|id| Requirement::find(id));
    requirement.map_or("", |requirement| requirement.section)
}

/// The vectors of a file, as they stand there.
pub fn of_file(path: &Path) -> io::Result<Vec<Vector>> {
    let mut vectors = Vec::new();
    let text = fs::read_to_string(path)?;
    parse(&text, &path.display().to_string(), &mut vectors)?;
    Ok(vectors)
}

fn wrong(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.to_owned())
}

impl Choice {
    /// The vectors that are meant.
    pub fn vectors(&self) -> io::Result<Vec<Vector>> {
        let mut vectors = read(&self.suite)?;
        vectors.retain(|vector| self.takes(vector));
        Ok(vectors)
    }

    fn takes(&self, vector: &Vector) -> bool {
        let fits = |list: &[String], test: &dyn Fn(&str) -> bool| {
            list.is_empty() || list.iter().any(|one| test(one))
        };
        let cites = |id: &str| {
            let mut cited = vector.requirement.iter();
            cited.any(|other| other.eq_ignore_ascii_case(id))
        };
        fits(&self.spec, &|name| name.eq_ignore_ascii_case(&vector.spec))
            && fits(&self.run, &|glob| matches(glob, &vector.id))
            && fits(&self.requirement, &cites)
            && !self.skip.iter().any(|glob| matches(glob, &vector.id))
    }
}

/// Whether a pattern fits a text: `*` stands for any text, `?` for any character.
fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) =
        (pattern.chars().collect(), text.chars().collect());
    let (mut p, mut t) = (0, 0);
    // Where the last star is, and how far the text before what follows it goes.
    let mut star = None;
    while t < text.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, t));
                p += 1;
            }
            Some(c) if *c == '?' || *c == text[t] => (p, t) = (p + 1, t + 1),
            _ => match star {
                Some((at, from)) => {
                    star = Some((at, from + 1));
                    (p, t) = (at + 1, from + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|c| *c == '*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, text, fits) in [
            ("san/*", "san/castling-01", true),
            ("*castling*", "san/castling-01", true),
            ("san/castling-0?", "san/castling-01", true),
            ("san", "san/castling-01", false),
            ("*-02", "san/castling-01", false),
            ("", "", true),
            ("*a*b", "aab", true),
        ] {
            assert_eq!(matches(pattern, text), fits, "{pattern} {text}");
        }
    }
}
