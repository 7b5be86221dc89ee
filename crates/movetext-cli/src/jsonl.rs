//! Games as JSON with what stands around them, made on several threads.

use crate::input::Input;
use crate::ordered::Turn;
use crate::output::printable;
use crate::source::Source;
use movetext::Format;
use movetext::json::{Line, Lines, Surrounded};
use std::io::{self, Write};
use std::mem::take;
use std::ops::ControlFlow;

/// A part is passed on when its text has so many bytes.
const PART: usize = 4 << 20;

/// What comes of a part of a source, in its order.
#[derive(Default)]
struct Part {
    /// The first game: what precedes it may follow the game before it.
    first: Option<Line>,
    /// Further games; where their numbers belong, and what these are in this part.
    text: Vec<u8>,
    numbers: Vec<(usize, u64)>,
    /// The last game: more may follow it.
    last: Option<Line>,
    /// The text of a part without games.
    rest: Vec<u8>,
    dropped: u64,
}

/// Writes the games; counts those that were read. The inner result says why reading ended early.
pub fn write(
    source: &mut Source,
    input: &Input,
    games: &mut u64,
    turn: &mut Turn<'_, '_>,
) -> io::Result<Option<io::Error>> {
    let mut writer = Writer::default();
    if source.reader.format() == Format::Records {
        writer.text(source.reader.encoding().mark());
    }
    let mut failed = Ok(());
    let threads = turn.threads();
    let _ = source.read_parts(
        threads,
        |mut portion, out| {
            let (mut games, mut part) = (Surrounded::default(), Part::default());
            let (mut lines, mut more, mut begins) = (Lines::default(), true, true);
            while more {
                more = portion.next_game(&mut games, &mut ()).is_some();
                if let Some((game, around)) = games.next(more) {
                    match take(&mut begins) {
                        true => part.first = Some(Line::new(game, &input.name, around)),
                        false => lines.push(game, &input.name, around),
                    }
                }
                if lines.len() >= PART && more {
                    (part.text, part.numbers) = lines.take();
                    out(take(&mut part));
                }
            }
            (part.text, part.numbers) = lines.take();
            part.last = lines.take_last();
            part.rest = games.text().to_vec();
            part.dropped = games.dropped();
            out(part);
            portion.end()
        },
        |before, part| {
            failed = writer.part(before, part, turn);
            if failed.is_ok() {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        },
    );
    failed?;
    writer.end(turn)?;
    *games += writer.games;
    if writer.dropped > 0 {
        let name = printable(&input.name);
        turn.note(&format!(
            "{name}: dropped {} bytes between games",
            writer.dropped
        ));
    }
    Ok(source.reader.read(&mut (), &mut ()).err())
}

/// Puts the parts together.
#[derive(Default)]
struct Writer {
    /// The last game, whose text around is not yet complete.
    last: Option<Line>,
    /// What precedes the first game.
    ahead: Vec<u8>,
    games: u64,
    dropped: u64,
}

impl Writer {
    /// Takes a part that so many games precede.
    fn part(&mut self, before: u64, part: Part, out: &mut impl Write) -> io::Result<()> {
        if let Some(first) = part.first {
            self.line(before, first, out)?;
        }
        if !part.numbers.is_empty() {
            self.end(out)?;
            let mut written = 0;
            for (at, number) in part.numbers {
                out.write_all(&part.text[written..at])?;
                write!(out, "{}", before + number)?;
                written = at;
                self.games += 1;
            }
            out.write_all(&part.text[written..])?;
        }
        if let Some(last) = part.last {
            self.line(before, last, out)?;
        }
        self.text(&part.rest);
        self.dropped += part.dropped;
        Ok(())
    }

    /// Takes a game; it is written when it is known what follows.
    fn line(&mut self, before: u64, mut line: Line, out: &mut impl Write) -> io::Result<()> {
        self.games += 1;
        line.add_games(before);
        match self.last.take() {
            None => self.dropped += line.precede(&take(&mut self.ahead)),
            Some(mut last) => {
                // What precedes the first game of a part follows the one before.
                self.dropped += last.follow(&line.take_before());
                last.write(out)?;
            }
        }
        self.last = Some(line);
        Ok(())
    }

    /// Takes text that is no part of a game.
    fn text(&mut self, text: &[u8]) {
        match &mut self.last {
            Some(last) => self.dropped += last.follow(text),
            None => {
                let room = Surrounded::MOST.saturating_sub(self.ahead.len());
                let kept = room.min(text.len());
                self.ahead.extend_from_slice(&text[..kept]);
                self.dropped += (text.len() - kept) as u64;
            }
        }
    }

    /// Writes the last game: nothing more belongs to it.
    fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.last.take().map_or(Ok(()), |last| last.write(out))
    }
}
