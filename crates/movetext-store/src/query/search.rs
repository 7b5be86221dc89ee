//! Games in whose lines something stands.

use super::scan::{self, Failure, Work};
use super::target::{InLines, Opening, Stands, Target};
use super::{Hit, Query};
use crate::error::Result;
use crate::line::{Board, Line, LineError, Reaches};
use crate::pattern::Matcher;
use crate::store::Store;
use movetext::Move;
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use std::collections::{HashMap, HashSet};

/// The games, of the candidates or of all, in whose main line the query's position, opening and pattern are.
pub(super) fn main_lines(
    store: &Store,
    query: &Query,
    candidates: Option<&[i64]>,
    jobs: usize,
) -> Result<Vec<Hit>> {
    let reaches = Reaches::standard();
    let done = scan::run(store, candidates, reaches, jobs, || Finder {
        opening: query.opening.as_ref(),
        position: query.position.as_ref().map(Seeker::new),
        patterns: query.patterns.iter().map(Matcher::new).collect(),
        hits: Vec::new(),
    })?;
    let mut hits: Vec<Hit> = done.into_iter().flat_map(|finder| finder.hits).collect();
    hits.sort_unstable_by_key(|hit| hit.game);
    Ok(hits)
}

/// Finds games.
struct Finder<'q> {
    opening: Option<&'q Opening>,
    position: Option<Seeker<'q>>,
    /// One for each variant that has such a pattern.
    patterns: Vec<Matcher<'q>>,
    hits: Vec<Hit>,
}

impl Work for Finder<'_> {
    fn line(
        &mut self,
        store: &Store,
        game: i64,
        line: Line<'_>,
    ) -> std::result::Result<(), Failure> {
        if let Some(opening) = self.opening
            && !begins(line.clone(), opening)?
        {
            return Ok(());
        }
        let mut ply = None;
        if !self.patterns.is_empty() {
            let info = line.reach().map(|reach| reach.info());
            let mut patterns = self.patterns.iter_mut();
            let pattern = patterns.find(|one| Some(one.info().id) == info.map(|info| info.id));
            let Some(pattern) = pattern else {
                return Ok(());
            };
            ply = pattern.find(line.clone())?;
            // A game that is known by name alone was not played from this start.
            if ply.is_none() || line.is_empty() && !store.game(game)?.replayed {
                return Ok(());
            }
        }
        if let Some(position) = &mut self.position {
            let Some(place) = position.find(store, game, line)? else {
                return Ok(());
            };
            ply = Some(place.ply);
        }
        self.hits.push(Hit {
            game,
            ply,
            in_variation: false,
        });
        Ok(())
    }

    fn end_block(&mut self, _: &Store, _: i64, _: i64) -> Result<()> {
        if let Some(position) = &mut self.position {
            position.forget();
        }
        Ok(())
    }
}

/// Whether a line begins with some moves.
fn begins(mut line: Line<'_>, opening: &Opening) -> std::result::Result<bool, LineError> {
    let named = line
        .reach()
        .is_some_and(|reach| reach.info().id == opening.info.id);
    if !named || line.is_custom() {
        return Ok(false);
    }
    for expected in &opening.moves {
        match line.next().transpose()? {
            Some(mv) if mv == *expected => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Where a position stands in a line: after how many plies, the board, and what follows.
pub(crate) struct Stand<'s, 'b> {
    pub(super) ply: u32,
    pub(super) board: &'s mut Board,
    pub(super) rest: Line<'b>,
}

/// Looks for a position in lines.
pub(crate) struct Seeker<'t> {
    target: &'t Target,
    pieces: u32,
    board: Board,
    /// Whether the position stands after these bytes of a line from the usual start, in this block.
    known: HashMap<Box<[u8]>, bool>,
}

impl<'t> Seeker<'t> {
    pub(crate) fn new(target: &'t Target) -> Seeker<'t> {
        Seeker {
            target,
            pieces: target.board.count(),
            board: target.board.clone(),
            known: HashMap::new(),
        }
    }

    /// Another block begins, in which bytes may mean something else.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }

    /// Where the position stands first in a line.
    pub(crate) fn find<'s, 'b>(
        &'s mut self,
        store: &Store,
        game: i64,
        line: Line<'b>,
    ) -> std::result::Result<Option<Stand<'s, 'b>>, Failure> {
        let named = line
            .reach()
            .is_some_and(|reach| reach.info().id == self.target.info.id);
        if !named {
            return Ok(None);
        }
        let whole = line.clone();
        let mut line = line;
        self.board.clone_from(&line.start());
        let mut ply = 0;
        let mut pieces = self.board.count();
        // Where pieces are only taken off the board, what has fewer of them than are asked for need not be played on.
        let shrinks = line.only_shrinks();
        loop {
            if shrinks && pieces < self.pieces {
                return Ok(None);
            }
            // The same pieces on the same squares; whether rights are the same, too, only a replay can tell.
            if self.board == self.target.board
                && self.stands(
                    store,
                    game,
                    &whole,
                    ply,
                    whole.codes().len() - line.codes().len(),
                )?
            {
                return Ok(Some(Stand {
                    ply,
                    board: &mut self.board,
                    rest: line,
                }));
            }
            match line.play(&mut self.board) {
                None => return Ok(None),
                Some(mv) => pieces = pieces.saturating_sub(u32::from(mv?.captured.is_some())),
            }
            ply += 1;
        }
    }

    fn stands(
        &mut self,
        store: &Store,
        game: i64,
        line: &Line<'_>,
        ply: u32,
        bytes: usize,
    ) -> std::result::Result<bool, Failure> {
        let custom = line.is_custom();
        let played = &line.codes()[..bytes];
        if !custom
            && !line.is_empty()
            && let Some(known) = self.known.get(played)
        {
            return Ok(*known);
        }
        let tree = if custom || line.is_empty() {
            Some(store.game(game)?)
        } else {
            None
        };
        if tree.as_ref().is_some_and(|tree| !tree.replayed) {
            // It is known by name alone, or its start cannot be read.
            return Ok(false);
        }
        let moves: Vec<Move> = line
            .clone()
            .take(ply as usize)
            .collect::<std::result::Result<_, _>>()?;
        let stands = Stands {
            game: tree.as_ref(),
            moves: &moves,
            key: self.target.key,
        };
        let index = Standard::find(self.target.info.id);
        let stands = index.is_some_and(|index| Standard::run(index, stands));
        if tree.is_none() {
            self.known.insert(played.into(), stands);
        }
        Ok(stands)
    }
}

/// Adds the games in which the position stands in a variation alone.
pub(super) fn in_variations(
    store: &Store,
    query: &Query,
    candidates: Option<&[i64]>,
    hits: &mut Vec<Hit>,
) -> Result<()> {
    let Some(target) = &query.position else {
        return Ok(());
    };
    let known: HashSet<i64> = hits.iter().map(|hit| hit.game).collect();
    let games: Vec<i64> = store.check(|connection| {
        connection
            .prepare("SELECT id FROM games WHERE variation_plies > 0 AND variant = ? ORDER BY id")?
            .query_map([target.info.id], |row| row.get(0))?
            .collect()
    })?;
    for game in games {
        let wanted = candidates.is_none_or(|games| games.binary_search(&game).is_ok());
        if !wanted || known.contains(&game) {
            continue;
        }
        let mut lines = InLines::new(target);
        store.visit::<Standard>(game, &mut lines)?;
        if let Some(ply) = lines.found {
            hits.push(Hit {
                game,
                ply: Some(ply),
                in_variation: true,
            });
        }
    }
    hits.sort_unstable_by_key(|hit| hit.game);
    Ok(())
}
