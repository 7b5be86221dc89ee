//! `movetext check --fix`: what is found is mended where there is one plain way.

use crate::exit::Verdict;
use crate::input::Input;
use crate::ordered::Turn;
use crate::output::{printable, reason};
use crate::replace::Beside;
use crate::source::Facts;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use movetext::diagnostic::Fix;
use movetext::io::Compression;
use std::borrow::Cow;
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
            let text = encoded(&fix.text, encoding).filter(|_| fix.span.start >= at);
            let Some(text) = text else {
                mended.left += 1;
                continue;
            };
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

/// The bytes of a text in an encoding, if that has all its letters.
fn encoded<'t>(text: &'t str, encoding: &'static Encoding) -> Option<Cow<'t, [u8]>> {
    if encoding == UTF_16LE {
        return Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect());
    }
    if encoding == UTF_16BE {
        return Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect());
    }
    let (bytes, _, lacking) = encoding.encode(text);
    (!lacking).then_some(bytes)
}
