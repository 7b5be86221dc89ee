//! Writing games, and keeping count of what could not be written in its proper form.

use crate::args::{Layout, PgnProfile};
use crate::input::Input;
use crate::ordered::Turn;
use crate::output::printable;
use encoding_rs::BIG5;
use movetext::pcn::{Layout as PcnLayout, OnLoss};
use movetext::pgn::{self, Options, WriteError, Written};
use movetext::variants::Standard;
use movetext::writing::WriteGame;
use movetext::{Game, fen, json, movelist, pcn, xml};
use std::io::{self, Write};

/// The form that games are written in.
#[derive(Clone, Debug)]
pub enum Form {
    Jsonl,
    Pgn(Options),
    Positions(fen::Form),
    Moves(&'static str),
    Xml,
    Pcn(OnLoss),
}

/// The options of the command line as those of the library.
pub fn options(profile: Option<PgnProfile>, notation: String, layout: Layout) -> Options {
    let defaults = Options::default();
    Options {
        form: match profile {
            Some(PgnProfile::Lossless) => pgn::Form::Lossless,
            Some(PgnProfile::Export) | None => pgn::Form::Export,
            Some(PgnProfile::Reduced) => pgn::Form::Reduced,
        },
        notation: notation.into(),
        columns: layout.columns.unwrap_or(defaults.columns),
        space_after_number: layout.space_after_number,
        ..defaults
    }
}

/// Writes the games of one source.
pub struct GameWriter {
    writer: Box<dyn WriteGame>,
    form: Form,
    written: Written,
    /// The number of the first game that was not written, and why; and how many there are.
    refused: Option<(u64, String)>,
    refusals: u64,
}

impl GameWriter {
    /// `file` names the source.
    pub fn new(form: Form, file: &str) -> GameWriter {
        let writer: Box<dyn WriteGame> = match form.clone() {
            Form::Jsonl => Box::new(json::Writer::new(file)),
            Form::Pgn(options) => Box::new(pgn::Writer::<Standard>::new(options)),
            Form::Positions(form) => Box::new(fen::Writer::<Standard>::new(form)),
            Form::Moves(notation) => Box::new(movelist::Writer::<Standard>::new(notation)),
            Form::Xml => Box::new(xml::Writer::<Standard>::default()),
            Form::Pcn(on_loss) => Box::new(pcn::Writer::<Standard>::new(on_loss, PcnLayout::Line)),
        };
        GameWriter {
            writer,
            form,
            written: Written::default(),
            refused: None,
            refusals: 0,
        }
    }

    /// Writes a game. A game that the form cannot hold is left out.
    pub fn write(&mut self, game: &Game, out: &mut impl Write) -> io::Result<()> {
        let result = self.writer.write_game(game, out).map(|written| {
            self.written += written;
        });
        match result {
            Ok(()) => Ok(()),
            Err(WriteError::Io(error)) => Err(error),
            Err(error) => {
                self.refusals += 1;
                if self.refused.is_none() {
                    let hint = self.hint(game, &error).unwrap_or_default();
                    self.refused = Some((game.summary.ordinal, format!("{error}{hint}")));
                }
                Ok(())
            }
        }
    }

    /// What would help where a game cannot be written: Big5 has traditional characters alone.
    fn hint(&self, game: &Game, error: &WriteError) -> Option<&'static str> {
        let (Form::Pgn(options), WriteError::Encoding(_)) = (&self.form, error) else {
            return None;
        };
        if options.encoding != BIG5 || options.notation.contains("script=") {
            return None;
        }
        let words = [&*options.notation, "script=traditional"];
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let mut writer = pgn::Writer::<Standard>::new(Options {
            notation: words.join(",").into(),
            ..options.clone()
        });
        let helps = writer.write(game, &mut io::sink()).is_ok();
        helps.then_some("; --script traditional would help")
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
                self.written.unresolved,
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
                self.written.dropped,
                "move that could not be played is left out",
                "moves that could not be played are left out",
            ),
        ] {
            match count {
                0 => {}
                1 => turn.note(&format!("{name}: 1 {one}")),
                _ => turn.note(&format!("{name}: {count} {many}")),
            }
        }
        if !self.written.lost.is_nothing() {
            turn.note(&format!("{name}: left out: {}", self.written.lost));
        }
    }
}
