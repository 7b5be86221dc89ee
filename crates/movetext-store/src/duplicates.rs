//! Games that are stored more than once.
//!
//! Moves alone make no duplicates: short draws and opening lines are played again and again. So a pair needs moves that
//! agree and headings that do not contradict each other, and the shorter the moves are, the more the headings have to
//! agree.

mod heading;
mod moves;

use crate::error::Result;
use crate::line::Reaches;
use crate::query::{Query, scan};
use crate::store::Store;
use heading::Heading;
use moves::{Gatherer, Lines, likeness};
use movetext::variants::Standard;
use rusqlite::params;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// How alike two games are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Likeness {
    /// The same variant, start and moves.
    Exact,
    /// The moves of one begin with all moves of the other.
    Prefix,
    /// A few moves are different, too many or in another order.
    Near,
}

impl Likeness {
    /// The name in data.
    pub const fn as_str(self) -> &'static str {
        match self {
            Likeness::Exact => "exact",
            Likeness::Prefix => "prefix",
            Likeness::Near => "near",
        }
    }
}

impl fmt::Display for Likeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A game that is probably another one once more, from [`Store::duplicates`].
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct Duplicate {
    /// Its id.
    pub game: i64,
    /// The id of the other one, which is the lower.
    pub of: i64,
    /// How alike they are.
    pub class: Likeness,
    /// How far the headings agree, from 0 to 1, in what both of them say.
    pub heading: f64,
    /// Why, for people.
    pub reason: String,
}

impl Store {
    /// The games, of those that a query asks for, that are probably stored more than once, on so many threads: each with
    /// a game of lower id that it equals, in the order of the ids.
    ///
    /// Three classes are distinguished: [`Likeness`]. Nothing is changed; see
    /// [`mark_duplicates`](Store::mark_duplicates). It takes about twice the bytes of all moves of memory, and the time
    /// that sorting takes.
    ///
    /// ```
    /// use movetext_store::{Likeness, Query, Store};
    /// # let folder = tempfile::tempdir()?;
    /// # let (path, pgn) = (folder.path().join("games.db"), folder.path().join("a.pgn"));
    /// # let heading = "[White \"Carlsen, M\"]\n[Black \"Anand\"]\n[Date \"2013.11.22\"]\n\n";
    /// # let moves = "1. c4 e6 2. d4 d5 3. Nc3 c6 4. e4 dxe4 5. Nxe4 Bb4+ 6. Nc3 c5 7. a3 Ba5";
    /// # std::fs::write(&pgn, format!("{heading}{moves} 8. Nf3 *\n\n{heading}{moves} *\n"))?;
    /// # Store::open(&path)?.import([pgn], &Default::default(), &mut ())?;
    /// let store = Store::open_read_only(&path)?;
    /// for pair in store.duplicates(&Query::new(), 2)? {
    ///     assert_eq!((pair.game, pair.of, pair.class), (2, 1, Likeness::Prefix));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the database cannot be read.
    pub fn duplicates(&self, query: &Query, jobs: usize) -> Result<Vec<Duplicate>> {
        let games: Option<Vec<i64>> = if query.is_empty() {
            None
        } else {
            let hits = self.find(query, jobs)?;
            Some(hits.into_iter().map(|hit| hit.game).collect())
        };
        let reaches = Reaches::new::<Standard>();
        let done = scan::run(self, games.as_deref(), &reaches, jobs, Gatherer::default)?;
        let lines = Lines::new(done);
        let mut judge = Judge {
            store: self,
            lines: &lines,
            headings: HashMap::new(),
            equal: HashSet::new(),
            pairs: HashSet::new(),
            found: Vec::new(),
        };
        judge.sorted()?;
        judge.near()?;
        let mut found = judge.found;
        found.sort_by_key(|pair| (pair.game, pair.of));
        Ok(found)
    }

    /// Keeps these pairs in the table `duplicates`, in the place of those that were kept before: the ids of both games,
    /// the class, how far the headings agree, and the reason. No game is changed.
    ///
    /// # Errors
    ///
    /// If the database cannot be written to.
    pub fn mark_duplicates(&mut self, pairs: &[Duplicate]) -> Result<()> {
        let marked = (|| {
            let transaction = self.connection.transaction()?;
            transaction.execute_batch(
                "CREATE TABLE IF NOT EXISTS duplicates (\
                 game INTEGER NOT NULL, \"of\" INTEGER NOT NULL, class TEXT NOT NULL, \
                 heading REAL NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (game, \"of\")) \
                 STRICT, WITHOUT ROWID; DELETE FROM duplicates;",
            )?;
            {
                let mut insert =
                    transaction.prepare("INSERT INTO duplicates VALUES (?, ?, ?, ?, ?)")?;
                for pair in pairs {
                    let class = pair.class.as_str();
                    insert.execute(params![
                        pair.game,
                        pair.of,
                        class,
                        pair.heading,
                        pair.reason
                    ])?;
                }
            }
            transaction.commit()
        })();
        marked.map_err(|error| self.error(error))
    }
}

/// Equal lines whose headings are compared with each other, at most, from the last on.
const LEADERS: usize = 32;
/// Lines with a part in common that so many others have, too, are not compared because of it.
const RARE: usize = 12;

/// So many headings are kept.
const HEADINGS: usize = 1 << 17;

/// Decides which candidates are duplicates.
struct Judge<'a> {
    store: &'a Store,
    lines: &'a Lines,
    headings: HashMap<i64, Heading>,
    /// Lines that equal an earlier one: whatever else is like them is like that one, too.
    equal: HashSet<usize>,
    /// Pairs that were looked at because of a part that they share.
    pairs: HashSet<(usize, usize)>,
    found: Vec<Duplicate>,
}

impl Judge<'_> {
    /// Equal lines, and lines that others begin with: they stand beside each other when sorted.
    fn sorted(&mut self) -> Result<()> {
        let order = self.lines.sorted();
        // Lines that the present one begins with, the shortest first: of each, the games that have it.
        let mut begun: Vec<Vec<usize>> = Vec::new();
        for line in order {
            while let Some(last) = begun.last()
                && !self.lines.begins(line, last[0])
            {
                begun.pop();
            }
            let same = begun
                .last()
                .is_some_and(|last| self.lines.len(last[0]) == self.lines.len(line));
            let mut paired = false;
            if same && let Some(group) = begun.last() {
                let equal: Vec<usize> = group.iter().rev().take(LEADERS).copied().collect();
                for other in equal {
                    paired |= self.pair(line, other)?;
                    if paired {
                        break;
                    }
                }
            }
            let shorter = begun.iter().rev().skip(usize::from(same));
            let shorter: Vec<usize> = shorter
                .flat_map(|group| group.iter().rev().take(LEADERS))
                .take(LEADERS)
                .copied()
                .collect();
            for other in shorter {
                if !paired && self.pair(line, other)? {
                    break;
                }
            }
            if !same {
                begun.push(vec![line]);
            } else if !paired && let Some(group) = begun.last_mut() {
                // Whoever equals one that is paired equals the one that it is paired with.
                group.push(line);
            }
        }
        Ok(())
    }

    /// Lines with a rare part in common.
    fn near(&mut self) -> Result<()> {
        let parts = self.lines.parts();
        for group in parts.chunk_by(|one, other| one.0 == other.0) {
            let group = group.iter().map(|(_, line)| *line as usize);
            let group: Vec<usize> = group.filter(|line| !self.equal.contains(line)).collect();
            if group.len() > RARE {
                continue;
            }
            for (index, line) in group.iter().enumerate() {
                for other in &group[..index] {
                    // They may have other parts in common, too; and lines that begin with others were looked at.
                    let pair = (*line.max(other), *line.min(other));
                    let begins =
                        self.lines.begins(*line, *other) || self.lines.begins(*other, *line);
                    if !begins && self.pairs.insert(pair) {
                        self.pair(*line, *other)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Looks at two games; whether they are the same.
    fn pair(&mut self, a: usize, b: usize) -> Result<bool> {
        let (a, b) = (a.max(b), a.min(b));
        let Some((class, what)) = likeness(self.lines, a, b) else {
            return Ok(false);
        };
        let (game, of) = (self.lines.game(a), self.lines.game(b));
        let plies = self.lines.len(a).min(self.lines.len(b));
        if a == b || plies < heading::least_plies(class) {
            return Ok(false);
        }
        if self.headings.len() > HEADINGS {
            self.headings.clear();
        }
        self.read(game)?;
        self.read(of)?;
        let (Some(one), Some(other)) = (self.headings.get(&game), self.headings.get(&of)) else {
            return Ok(false);
        };
        let agreement = one.compare(other, class);
        if !agreement.suffices(class, plies) {
            return Ok(false);
        }
        if class == Likeness::Exact {
            self.equal.insert(a);
        }
        self.found.push(Duplicate {
            game: game.max(of),
            of: game.min(of),
            class,
            heading: agreement.score(),
            reason: format!("{what}; {agreement}"),
        });
        Ok(true)
    }

    /// Reads the heading of a game, if it was not read before.
    fn read(&mut self, game: i64) -> Result<()> {
        if !self.headings.contains_key(&game) {
            let heading = self
                .store
                .check(|connection| Heading::read(connection, game))?;
            self.headings.insert(game, heading);
        }
        Ok(())
    }
}
