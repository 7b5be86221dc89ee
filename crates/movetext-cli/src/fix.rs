//! `movetext check --fix`: what is found is mended where there is one plain way.

use crate::exit::Verdict;
use crate::input::Input;
use crate::ordered::Turn;
use crate::output::{printable, reason};
use crate::replace::Beside;
use crate::source::Facts;
use encoding_rs::{Encoding, UTF_8};
use movetext::diagnostic::Fix;
use movetext::io::{Compression, encode};
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

/// Changes to be made in one file.
#[derive(Default)]
pub struct Fixes(Vec<Fix>);

impl Fixes {
    pub fn add(&mut self, fix: Fix) {
        self.0.push(fix);
    }

    /// Makes the changes, at once and as a whole, and says what came of it.
    pub fn apply(
        mut self,
        input: &Input,
        facts: Option<&Facts>,
        turn: &mut Turn<'_, '_>,
    ) -> Verdict {
        let name = printable(&input.name);
        let (Some(path), Some(facts), false) = (input.path(), facts, self.0.is_empty()) else {
            return Verdict::default();
        };
        if facts.compression != Compression::None {
            turn.note(&format!("{name}: stays as it is: it is compressed"));
            return Verdict {
                errors: true,
                ..Verdict::default()
            };
        }
        let encoding = Encoding::for_label(facts.encoding.as_bytes()).unwrap_or(UTF_8);
        match self.write(path, encoding) {
            Ok(Mended { fixed, left }) => {
                turn.note(&format!("{name}: {fixed} of {} mended", fixed + left));
                Verdict::default()
            }
            Err(error) => {
                turn.note(&format!(
                    "{name}: cannot be written anew: {}",
                    reason(&error)
                ));
                Verdict {
                    unreadable: true,
                    ..Verdict::default()
                }
            }
        }
    }

    fn write(&mut self, path: &Path, encoding: &'static Encoding) -> io::Result<Mended> {
        // Where changes overlap, the larger one goes first.
        self.0
            .sort_by_key(|fix| (fix.span.start, std::cmp::Reverse(fix.span.end)));
        let mut beside = Beside::new(path)?;
        let mut file = BufReader::new(File::open(path)?);
        let mut mended = Mended::default();
        let mut at = 0;
        for fix in &self.0 {
            let mut text = Vec::new();
            if fix.span.start < at || encode(&fix.text, encoding, &mut text).is_err() {
                mended.left += 1;
                continue;
            }
            copy(&mut file, fix.span.start - at, &mut beside)?;
            copy(&mut file, fix.span.end - fix.span.start, &mut io::sink())?;
            beside.write_all(&text)?;
            at = fix.span.end;
            mended.fixed += 1;
        }
        io::copy(&mut file, &mut beside)?;
        beside.replace()?;
        Ok(mended)
    }
}

/// How many changes were made, and how many not: they overlap with others, or the file's encoding
/// lacks the letters.
#[derive(Default)]
struct Mended {
    fixed: u64,
    left: u64,
}

/// Copies so many bytes, all of which must be there.
fn copy(from: &mut impl Read, len: u64, to: &mut impl Write) -> io::Result<()> {
    match io::copy(&mut from.by_ref().take(len), to)? == len {
        true => Ok(()),
        false => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}
