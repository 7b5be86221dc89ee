//! Changes that wait for the end of their file: few in memory, many in a file of their own.

use super::compare::Change;
use movetext::diagnostic::Fix;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use tempfile::{SpooledTempFile, spooled_tempfile};

/// So many bytes are kept in memory.
const KEPT: usize = 1 << 20;

/// Changes in the order in which they came. They can be gone through several times.
#[derive(Default)]
pub struct Spool {
    out: Option<BufWriter<SpooledTempFile>>,
    len: u64,
}

impl Spool {
    /// How many there are.
    pub fn len(&self) -> u64 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds a change that is to be made, with its game.
    pub fn write(&mut self, game: u64, fix: &Fix) -> io::Result<()> {
        self.entry([game, fix.span.start, fix.span.end], &fix.text)
    }

    /// Adds a change that was made.
    pub fn write_change(&mut self, change: &Change) -> io::Result<()> {
        self.entry([change.len, change.start, change.end], "")
    }

    fn entry(&mut self, numbers: [u64; 3], text: &str) -> io::Result<()> {
        let out = self
            .out
            .get_or_insert_with(|| BufWriter::new(spooled_tempfile(KEPT)));
        for number in numbers.into_iter().chain([text.len() as u64]) {
            out.write_all(&number.to_le_bytes())?;
        }
        self.len += 1;
        out.write_all(text.as_bytes())
    }

    /// Goes through them from the first.
    pub fn read(&mut self) -> io::Result<Spooled<'_>> {
        let file = match &mut self.out {
            Some(out) => {
                out.flush()?;
                let file = out.get_mut();
                file.rewind()?;
                Some(BufReader::new(file))
            }
            None => None,
        };
        Ok(Spooled(file))
    }
}

/// Changes that are taken up again.
pub struct Spooled<'s>(Option<BufReader<&'s mut SpooledTempFile>>);

impl Spooled<'_> {
    /// The next change that is to be made, and its game.
    pub fn next(&mut self) -> io::Result<Option<(u64, Fix)>> {
        let entry = self.entry()?;
        Ok(entry.map(|([game, start, end], text)| {
            let span = start..end;
            (game, Fix { span, text })
        }))
    }

    /// The next change that was made.
    pub fn next_change(&mut self) -> io::Result<Option<Change>> {
        let entry = self.entry()?;
        Ok(entry.map(|([len, start, end], _)| Change { start, end, len }))
    }

    fn entry(&mut self) -> io::Result<Option<([u64; 3], String)>> {
        let Some(file) = &mut self.0 else {
            return Ok(None);
        };
        let mut number = [0; 8];
        let mut numbers = [0; 4];
        for (index, slot) in numbers.iter_mut().enumerate() {
            match file.read_exact(&mut number) {
                Err(error) if index == 0 && error.kind() == io::ErrorKind::UnexpectedEof => {
                    return Ok(None);
                }
                done => done?,
            }
            *slot = u64::from_le_bytes(number);
        }
        let [first, start, end, len] = numbers;
        let mut text = String::new();
        file.take(len).read_to_string(&mut text)?;
        Ok(Some(([first, start, end], text)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_come_back_as_they_were() -> io::Result<()> {
        // More than is kept in memory.
        let fixes: Vec<(u64, Fix)> = (0..40_000)
            .map(|at| {
                let fix = Fix {
                    span: at..at + 3,
                    text: format!("炮{at}"),
                };
                (at / 7, fix)
            })
            .collect();
        let mut spool = Spool::default();
        assert!(spool.is_empty());
        for (game, fix) in &fixes {
            spool.write(*game, fix)?;
        }
        assert_eq!(spool.len(), 40_000);
        for _ in 0..2 {
            let mut spooled = spool.read()?;
            let mut back = Vec::new();
            while let Some(entry) = spooled.next()? {
                back.push(entry);
            }
            assert_eq!(back, fixes);
        }
        Ok(())
    }
}
