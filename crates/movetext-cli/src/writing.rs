//! Writing games, and keeping count of what could not be written in its proper form.

use crate::args::{Layout, PgnProfile};
use crate::input::Input;
use crate::ordered::Turn;
use crate::output::printable;
use movetext::pgn::{self, Options, WriteError, Writer, Written};
use movetext::registry::Standard;
use movetext::{Game, fen, json};
use std::io::{self, Write};

/// The form that games are written in.
#[derive(Clone, Debug)]
pub enum Form {
    Jsonl,
    Pgn(Options),
    Positions(fen::Form),
}

/// The options of the command line as those of the library.
pub fn options(profile: Option<PgnProfile>, notation: Option<&str>, layout: Layout) -> Options {
    let defaults = Options::default();
    Options {
        form: match profile {
            Some(PgnProfile::Lossless) => pgn::Form::Lossless,
            Some(PgnProfile::Export) | None => pgn::Form::Export,
            Some(PgnProfile::Reduced) => pgn::Form::Reduced,
        },
        notation: notation.unwrap_or_default().to_owned().into(),
        columns: layout.columns.unwrap_or(defaults.columns),
        space_after_number: layout.space_after_number,
    }
}

/// Writes the games of one source.
pub struct GameWriter {
    form: Form,
    pgn: Writer<Standard>,
    written: Written,
    /// Moves after which there are no positions.
    unplayed: u64,
    /// The number of the first game that was not written, and why; and how many there are.
    refused: Option<(u64, String)>,
    refusals: u64,
}

impl GameWriter {
    pub fn new(form: Form) -> GameWriter {
        let options = match &form {
            Form::Pgn(options) => options.clone(),
            Form::Jsonl | Form::Positions(_) => Options::default(),
        };
        GameWriter {
            form,
            pgn: Writer::new(options),
            written: Written::default(),
            unplayed: 0,
            refused: None,
            refusals: 0,
        }
    }

    /// Writes a game. `file` names its source. A game that the form cannot hold is left out.
    pub fn write(&mut self, game: &Game, file: &str, out: &mut impl Write) -> io::Result<()> {
        let result = match &self.form {
            Form::Jsonl => {
                json::write_game(out, game, file)?;
                return out.write_all(b"\n");
            }
            Form::Pgn(_) => self.pgn.write(game, out).map(|written| {
                self.written += written;
            }),
            Form::Positions(form) => {
                fen::write_positions::<Standard>(game, *form, out).map(|left| {
                    self.unplayed += left;
                })
            }
        };
        match result {
            Ok(()) => Ok(()),
            Err(WriteError::Io(error)) => Err(error),
            Err(error) => {
                self.refusals += 1;
                self.refused
                    .get_or_insert_with(|| (game.summary.ordinal, error.to_string()));
                Ok(())
            }
        }
    }

    /// Whether games were left out.
    pub fn refused(&self) -> bool {
        self.refusals > 0
    }

    /// What does not have its proper form.
    pub fn written(&self) -> Written {
        self.written
    }

    /// Says what was left out, and what does not have its proper form.
    pub fn note(&self, turn: &mut Turn<'_, '_>, input: &Input) {
        let name = printable(&input.name);
        if let Some((number, reason)) = &self.refused {
            turn.note(&format!("{name}: game {number} is left out: {reason}"));
        }
        for (count, one, many) in [
            (
                self.refusals.saturating_sub(1),
                "more game is left out",
                "more games are left out",
            ),
            (
                self.written.unplayed,
                "move that could not be played is written as it was read",
                "moves that could not be played are written as they were read",
            ),
            (
                self.written.noted,
                "piece of text became a comment",
                "pieces of text became comments",
            ),
            (
                self.written.replaced,
                "character was replaced",
                "characters were replaced",
            ),
            (
                self.unplayed,
                "move could not be played and has no position",
                "moves could not be played and have no position",
            ),
        ] {
            match count {
                0 => {}
                1 => turn.note(&format!("{name}: 1 {one}")),
                _ => turn.note(&format!("{name}: {count} {many}")),
            }
        }
    }
}
