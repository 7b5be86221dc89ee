//! Games as JSON with what stands around them, made on several threads.

use crate::input::Input;
use crate::ordered::Turn;
use crate::output::printable;
use crate::source::Source;
use movetext::Format;
use movetext::json::{Line, Surrounded};
use std::io::{self, Write};
use std::mem::take;
use std::ops::ControlFlow;

/// So many lines are passed on at a time.
const MANY: usize = 64;

/// What comes of a part of a source.
struct Part {
    lines: Vec<Line>,
    /// The text of a part without games.
    text: Vec<u8>,
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
            let (mut games, mut lines) = (Surrounded::default(), Vec::new());
            let mut more = true;
            while more {
                more = portion.next_game(&mut games, &mut ()).is_some();
                if let Some((game, around)) = games.next(more) {
                    lines.push(Line::new(game, &input.name, around));
                }
                if !more || lines.len() == MANY {
                    out(Part {
                        lines: take(&mut lines),
                        text: if more {
                            Vec::new()
                        } else {
                            games.text().to_vec()
                        },
                        dropped: if more { 0 } else { games.dropped() },
                    });
                }
            }
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
        for mut line in part.lines {
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
        }
        self.text(&part.text);
        self.dropped += part.dropped;
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

    fn end(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.last.take().map_or(Ok(()), |last| last.write(out))
    }
}
