//! Going through sources, one after another.

use crate::errors::{FormatError, os_error};
use crate::input::Input;
use crate::text::Settings;
use movetext::{Diagnostic, Format, GameSummary, Reader, Visitor};
use pyo3::prelude::*;
use std::collections::VecDeque;
use std::sync::Arc;

/// Diagnostics beside games that are kept; further ones are counted.
const KEPT: usize = 4096;

/// Sources that are read one after another.
pub struct Walk {
    settings: Arc<Settings>,
    inputs: VecDeque<Input>,
    current: Option<Current>,
    /// Whether a source that the user named and that holds no games is an error.
    refuses: bool,
    /// Sources that were found in folders and hold no games, and what they are.
    pub skipped: Vec<(String, String)>,
}

struct Current {
    reader: Reader<'static>,
    name: Arc<str>,
}

/// What comes of reading on.
pub enum Step {
    /// A game was read.
    Game(GameSummary),
    /// A source is at its end; its last diagnostics were reported.
    SourceEnd,
    /// All sources are at their end.
    End,
}

impl Walk {
    pub fn new(inputs: Vec<Input>, settings: Settings, refuses: bool) -> Walk {
        Walk {
            settings: Arc::new(settings),
            inputs: inputs.into(),
            current: None,
            refuses,
            skipped: Vec::new(),
        }
    }

    /// Closes what is open; nothing further is read.
    pub fn close(&mut self) {
        self.inputs.clear();
        self.current = None;
    }

    pub fn settings(&self) -> &Arc<Settings> {
        &self.settings
    }

    /// Reads the next game of the sources into the visitor. Returns the name of the source too.
    pub fn step<W: Visitor>(
        &mut self,
        visitor: &mut W,
        found: &mut Vec<Diagnostic>,
    ) -> PyResult<(Arc<str>, Step)> {
        if !self.open()? {
            return Ok(("".into(), Step::End));
        }
        let Some(current) = &mut self.current else {
            return Ok(("".into(), Step::End));
        };
        let name = Arc::clone(&current.name);
        match current.reader.next_game(visitor, found) {
            Ok(Some(summary)) => Ok((name, Step::Game(summary))),
            Ok(None) => {
                self.current = None;
                Ok((name, Step::SourceEnd))
            }
            Err(error) => {
                self.current = None;
                Err(os_error(error, &name))
            }
        }
    }

    /// Opens the next source if none is open. False if there is none.
    fn open(&mut self) -> PyResult<bool> {
        while self.current.is_none() {
            let Some(input) = self.inputs.pop_front() else {
                return Ok(false);
            };
            let reader = input.reader(&self.settings)?;
            if accept(&reader, &input, self.refuses, &mut self.skipped)? {
                let name = input.name;
                self.current = Some(Current { reader, name });
            }
        }
        Ok(true)
    }
}

/// Whether a source is to be read: one without games is an error if the user named it (and `refuses`), and passed over
/// if it was found in a folder.
pub fn accept(
    reader: &Reader<'static>,
    input: &Input,
    refuses: bool,
    skipped: &mut Vec<(String, String)>,
) -> PyResult<bool> {
    let format = reader.format();
    if format.has_games() || format == Format::Empty {
        return Ok(true);
    }
    let what = format.describe();
    if !input.named {
        skipped.push((input.name.to_string(), what.to_owned()));
        return Ok(false);
    }
    if refuses {
        let message = format!("{}: {what}: no games", input.name);
        return Err(FormatError::new_err(message));
    }
    Ok(true)
}

/// Diagnostics that belong to no game.
#[derive(Default)]
pub struct Beside {
    pub found: Vec<(Arc<str>, Diagnostic)>,
    pub further: u64,
}

impl Beside {
    pub fn add(&mut self, source: &Arc<str>, diagnostic: Diagnostic) {
        if self.found.len() < KEPT {
            self.found.push((Arc::clone(source), diagnostic));
        } else {
            self.further += 1;
        }
    }
}
