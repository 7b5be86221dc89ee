//! Games as they were: every byte of the inputs, in their order.

use crate::exit::Verdict;
use crate::input::Input;
use crate::ordered::Turn;
use crate::output::printable;
use crate::source::{self, Source, note_findings};
use encoding_rs::Encoding;
use movetext::io::{How, encode};
use movetext::{Level, ReaderBuilder, Tags, VariantInfo, Visitor};
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

/// What has been written so far: inputs are written one after another.
#[derive(Debug, Default)]
pub struct Lossless {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The encoding, if what was written holds more than ASCII.
    encoding: Option<&'static Encoding>,
    /// The encoding of the last input.
    last_encoding: Option<&'static Encoding>,
    /// The last two bytes.
    last: Vec<u8>,
}

impl Lossless {
    /// Writes an input.
    pub fn convert(
        &self,
        input: &Input,
        options: &ReaderBuilder,
        turn: &mut Turn<'_, '_>,
    ) -> io::Result<Verdict> {
        let mut source = match Source::open_games(input, options, false, turn) {
            Ok(source) => source,
            Err(verdict) => return Ok(verdict),
        };
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let mut copy = Copy {
            state: &mut state,
            out: turn,
            first: true,
            written: Ok(()),
        };
        let read = source.reader.read(&mut copy, &mut ());
        copy.written?;
        let facts = source.facts();
        let mut verdict = facts.verdict();
        if let Err(error) = read {
            source::note_failed(turn, input, &error);
            verdict.unreadable = true;
        } else if source.is_passed_over(input) {
            source::note_skipped(turn, input, facts.format.describe());
            return Ok(Verdict::default());
        } else {
            note_findings(turn, input, &facts);
        }
        let decision = source.reader.encoding();
        let encoding = (decision.how != How::Ascii).then_some(decision.encoding);
        state.last_encoding = Some(decision.encoding);
        match (state.encoding, encoding) {
            (Some(before), Some(encoding)) if before != encoding => {
                turn.note(&format!(
                    "{}: is in {}, and what is written before it in {}",
                    printable(&input.name),
                    encoding.name(),
                    before.name(),
                ));
                verdict.errors = true;
            }
            (before, encoding) => state.encoding = before.or(encoding),
        }
        Ok(verdict)
    }
}

/// Writes the bytes of a source as they come.
struct Copy<'c, W> {
    state: &'c mut State,
    out: &'c mut W,
    /// Nothing of this source is written yet.
    first: bool,
    written: io::Result<()>,
}

impl<W: Write> Copy<'_, W> {
    fn write(&mut self, bytes: &[u8]) {
        if self.written.is_ok() {
            self.written = self.try_write(bytes);
        }
    }

    fn try_write(&mut self, bytes: &[u8]) -> io::Result<()> {
        // The first line of a file is not to stand on the last one of the file before.
        if std::mem::take(&mut self.first)
            && let Some(encoding) = self.state.last_encoding
        {
            let mut end = Vec::with_capacity(2);
            // Line ends are in every encoding.
            let _ = encode("\n", encoding, &mut end);
            if !self.state.last.ends_with(&end) {
                self.out.write_all(&end)?;
            }
        }
        let last = &mut self.state.last;
        last.extend_from_slice(&bytes[bytes.len().saturating_sub(2)..]);
        last.drain(..last.len().saturating_sub(2));
        self.out.write_all(bytes)
    }
}

impl<W: Write> Visitor for Copy<'_, W> {
    fn tags(&mut self, _: &Tags<'_>, _: &'static VariantInfo) -> Level {
        // Moves are played, so that there are findings.
        Level::Play
    }

    fn original(&mut self, bytes: &[u8], _: &'static Encoding) {
        self.write(bytes);
    }

    fn inter_game(&mut self, bytes: &[u8]) {
        self.write(bytes);
    }
}
