//! Whether the games of a text say the same after changes.

use super::spool::Spooled;
use movetext::{Game, Reader};
use std::collections::BTreeSet;
use std::io;

/// A change that was made: what was replaced, and how long it is now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    pub start: u64,
    pub end: u64,
    pub len: u64,
}

/// The games of a text that are others after the changes.
pub fn others(
    old: Reader<'static>,
    new: Reader<'static>,
    changes: Spooled<'_>,
) -> io::Result<BTreeSet<u64>> {
    let mut old = Games::new(old)?;
    let mut new = Games::new(new)?;
    let mut moved = Moved::new(changes)?;
    let mut others = BTreeSet::new();
    loop {
        match (old.current(), new.current()) {
            (None, None) => return Ok(others),
            (Some(before), Some(after)) => {
                let end = moved.to(before.summary.span.end)?;
                let now = after.summary.span.end;
                if end != now || !is_the_same(before, after) {
                    others.insert(before.summary.ordinal);
                }
                if end <= now {
                    old.advance()?;
                }
                if now <= end {
                    new.advance()?;
                }
            }
            (Some(before), None) => {
                others.insert(before.summary.ordinal);
                old.advance()?;
            }
            (None, Some(_)) => {
                others.insert(old.game.summary.ordinal);
                new.advance()?;
            }
        }
    }
}

/// Whether a game is what it was. Only a result may be added, or be another than before in its spelling.
fn is_the_same(before: &Game, after: &Game) -> bool {
    let outcome = before.outcome();
    before.says_the_same(after)
        && before.tags().len() <= after.tags().len()
        && (outcome.is_none() || outcome == after.outcome())
}

/// The games of a source, one after another.
struct Games {
    reader: Reader<'static>,
    game: Game,
    more: bool,
}

impl Games {
    fn new(reader: Reader<'static>) -> io::Result<Games> {
        let mut games = Games {
            reader,
            game: Game::new(),
            more: true,
        };
        games.advance()?;
        Ok(games)
    }

    fn current(&self) -> Option<&Game> {
        self.more.then_some(&self.game)
    }

    fn advance(&mut self) -> io::Result<()> {
        self.more = self.reader.read_game(&mut self.game, &mut ())?;
        Ok(())
    }
}

/// Where places are after changes; asked for in the order of the text.
struct Moved<'s> {
    changes: Spooled<'s>,
    next: Option<Change>,
    /// What was added so far, and what was taken away.
    more: u64,
    less: u64,
}

impl<'s> Moved<'s> {
    fn new(mut changes: Spooled<'s>) -> io::Result<Moved<'s>> {
        let next = changes.next_change()?;
        Ok(Moved {
            changes,
            next,
            more: 0,
            less: 0,
        })
    }

    /// The end of a game. What was put there belongs to the game.
    fn to(&mut self, end: u64) -> io::Result<u64> {
        while let Some(change) = self.next
            && (change.start < end || change.start == end && change.end == end)
        {
            self.more += change.len;
            self.less += change.end - change.start;
            self.next = self.changes.next_change()?;
        }
        Ok((end + self.more).saturating_sub(self.less))
    }
}
