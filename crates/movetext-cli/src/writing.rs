//! Writing games, and keeping count of what could not be written in its proper form.

use crate::args::{Layout, PgnProfile};
use crate::input::Input;
use crate::ordered::Turn;
use crate::output::printable;
use crate::source::Source;
use encoding_rs::BIG5;
use movetext::diagnostic::MALFORMED_TEXT;
use movetext::event::Tee;
use movetext::parallel::ChunkReader;
use movetext::pcn::{Layout as PcnLayout, OnLoss};
use movetext::pgn::{self, Options, WriteError, Written};
use movetext::variants::Standard;
use movetext::writing::WriteGame;
use movetext::{Diagnostic, Game, Visitor, fen, json, movelist, pcn, xml};
use std::io::{self, Write};
use std::mem::take;
use std::ops::ControlFlow;

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
    file: String,
    tally: Tally,
}

/// What could not be written in its proper form.
#[derive(Default)]
struct Tally {
    written: Written,
    /// The number of the first game that was not written, and why; and how many there are.
    refused: Option<(u64, String)>,
    refusals: u64,
}

impl Tally {
    /// Adds what is known of games that follow, before which there are so many.
    fn add(&mut self, before: u64, other: Tally) {
        self.written += other.written;
        self.refusals += other.refusals;
        let refused = other.refused;
        let refused = refused.map(|(number, reason)| (before + number, reason));
        self.refused = self.refused.take().or(refused);
    }
}

/// A part is passed on when its text has so many bytes.
const PART: usize = 256 << 10;

/// Some games of a source that follow one another, as they are written.
#[derive(Default)]
struct Part {
    text: Vec<u8>,
    read: PartsRead,
    tally: Tally,
}

/// What was read in parts.
#[derive(Clone, Copy, Default)]
pub struct PartsRead {
    /// The number of games.
    pub games: u64,
    /// The number of stretches of bytes that are no text in the source's encoding.
    pub malformed: u64,
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
            file: file.to_owned(),
            tally: Tally::default(),
        }
    }

    /// An empty game to read those into that are then written.
    pub fn new_game(&self) -> Game {
        self.writer.new_game()
    }

    /// Reads the games of a source and writes them, on several threads. `visitor` makes
    /// what sees the games of a part besides, and `done` gets it at the end of the part, in order. What cannot
    /// be read in parts is left to be read.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn write_parts<V: Visitor + Send>(
        &mut self,
        source: &mut Source,
        threads: usize,
        visitor: impl Fn() -> V + Sync,
        mut done: impl FnMut(V),
        out: &mut impl Write,
    ) -> io::Result<PartsRead> {
        let (form, file) = (&self.form, &self.file);
        let work = |mut portion: ChunkReader<'_, Standard>,
                    pass_on: &mut dyn FnMut((Part, Option<V>))| {
            let mut writer = GameWriter::new(form.clone(), file);
            let mut both = Tee::new(writer.new_game(), visitor());
            let mut part = Part::default();
            let mut failed = Ok(());
            let mut malformed = 0;
            let mut sink = |finding: Diagnostic| {
                malformed += u64::from(finding.code == &MALFORMED_TEXT);
            };
            while failed.is_ok() && portion.next_game(&mut both, &mut sink).is_some() {
                part.read.games += 1;
                failed = writer.write(&both.first, &mut part.text);
                if part.text.len() >= PART {
                    part.tally = take(&mut writer.tally);
                    pass_on((take(&mut part), None));
                }
            }
            part.tally = writer.tally;
            part.read.malformed = malformed;
            pass_on((part, Some(both.second)));
            portion.end()
        };
        let tally = &mut self.tally;
        let (mut read, mut failed) = (PartsRead::default(), Ok(()));
        let _ = source.read_parts(threads, work, |before, (part, visitor)| {
            read.games += part.read.games;
            read.malformed += part.read.malformed;
            tally.add(before, part.tally);
            visitor.into_iter().for_each(&mut done);
            failed = out.write_all(&part.text);
            if failed.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        failed.map(|()| read)
    }

    /// Writes a game. A game that the form cannot hold is left out.
    pub fn write(&mut self, game: &Game, out: &mut impl Write) -> io::Result<()> {
        let result = self.writer.write_game(game, out).map(|written| {
            self.tally.written += written;
        });
        match result {
            Ok(()) => Ok(()),
            Err(WriteError::Io(error)) => Err(error),
            Err(error) => {
                self.tally.refusals += 1;
                if self.tally.refused.is_none() {
                    let hint = self.hint(game, &error).unwrap_or_default();
                    self.tally.refused = Some((game.summary.ordinal, format!("{error}{hint}")));
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
        self.tally.refusals > 0
    }

    /// What does not have its proper form.
    pub fn written(&self) -> Written {
        self.tally.written
    }

    /// Says what was left out, and what does not have its proper form.
    pub fn note(&self, turn: &mut Turn<'_, '_>, input: &Input) {
        let name = printable(&input.name);
        if let Some((number, reason)) = &self.tally.refused {
            turn.note(&format!("{name}: game {number} is left out: {reason}"));
        }
        for (count, one, many) in [
            (
                self.tally.refusals.saturating_sub(1),
                "more game is left out",
                "more games are left out",
            ),
            (
                self.tally.written.unresolved,
                "move that could not be played is written as it was read",
                "moves that could not be played are written as they were read",
            ),
            (
                self.tally.written.noted,
                "piece of text became a comment",
                "pieces of text became comments",
            ),
            (
                self.tally.written.replaced,
                "character was replaced",
                "characters were replaced",
            ),
            (
                self.tally.written.dropped,
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
        if !self.tally.written.lost.is_nothing() {
            turn.note(&format!("{name}: left out: {}", self.tally.written.lost));
        }
    }
}
