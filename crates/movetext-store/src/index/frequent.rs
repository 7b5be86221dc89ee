//! What was played in positions that are in many games, so that nobody has to go through all of them to know.

use super::Watch;
use super::key::{Keys, short};
use super::merge::Source;
use super::table::{self, Run, games_of};
use crate::error::Result;
use crate::line::{Board, Line, Reaches, read_move, read_number, write_move, write_number};
use crate::query::scan::{self, Failure, Place, Work};
use crate::query::{COLUMNS, Score};
use crate::store::Store;
use movetext::registry::{VariantSet, WithVariant};
use movetext::variants::Standard;
use movetext::{Game, Move, Position, Side, Tags, Variant, VariantInfo};
use rusqlite::params;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

/// Positions in fewer games of a run are not counted.
pub(crate) const FREQUENT: usize = 128;

/// So many keys are counted at a time.
const SLICE: usize = 1 << 18;

/// So many positions after moves are remembered.
const REMEMBERED: usize = 1 << 20;

/// What was played, in how many games, and how they ended. No move: the game ended there.
pub(crate) type Moves = HashMap<Option<Move>, Score>;

/// What was played in positions, by all bits of their keys and the positions as bytes.
pub(crate) type Counted = BTreeMap<(u64, Vec<u8>), Moves>;

/// Keys are spread evenly as they are.
#[derive(Default)]
struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = self.0 << 8 | u64::from(*byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        // Tables look at the highest bits, of which short keys have none.
        self.0 = key.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

type KeySet = HashSet<u64, BuildHasherDefault<AsIs>>;

/// A position as bytes: the variant, the board, and its key in the variant, in which are the rights.
pub(crate) fn position(info: &VariantInfo, board: &Board, identity: u64) -> Vec<u8> {
    let mut out = Vec::new();
    write_number(info.id.len() as u64, &mut out);
    out.extend(info.id.as_bytes());
    out.push(board.turn().index() as u8);
    write_number(board.count().into(), &mut out);
    for (square, piece) in board.pieces() {
        out.extend([square.0, piece]);
    }
    out.extend(identity.to_le_bytes());
    out
}

/// What was played in a position, as bytes.
pub(crate) fn write_moves(moves: &Moves) -> Vec<u8> {
    let mut parts: Vec<Vec<u8>> = moves
        .iter()
        .map(|(mv, score)| {
            let mut part = vec![u8::from(mv.is_some())];
            if let Some(mv) = mv {
                write_move(mv, &mut part);
            }
            score.write(&mut part);
            part
        })
        .collect();
    parts.sort_unstable();
    let mut out = Vec::new();
    write_number(parts.len() as u64, &mut out);
    out.extend(parts.into_iter().flatten());
    out
}

/// Adds what was played in a position, from bytes; none if they are none.
pub(crate) fn add_moves(mut bytes: &[u8], moves: &mut Moves) -> Option<()> {
    for _ in 0..read_number(&mut bytes)? {
        let [is_move] = crate::line::take(&mut bytes)?;
        let mv = match is_move {
            0 => None,
            _ => Some(read_move(&mut bytes).ok()?),
        };
        let score = Score::read(&mut bytes)?;
        moves.entry(mv).or_default().add(&score);
    }
    bytes.is_empty().then_some(())
}

/// Counts what was played in the frequent positions of a run, and stores it.
pub(crate) fn count(
    store: &Store,
    run: &Run,
    reaches: &Reaches,
    keys: &[Keys],
    jobs: usize,
    watch: &Watch<'_>,
) -> Result<()> {
    each_slice(store, run, reaches, keys, jobs, watch, |counted| {
        store.check(|connection| {
            let mut insert =
                connection.prepare_cached("INSERT INTO index_positions VALUES (?, ?, ?, ?)")?;
            for ((key, position), moves) in counted {
                let moves = write_moves(&moves);
                insert.execute(params![run.id, key.cast_signed(), position, moves])?;
            }
            Ok(())
        })
    })?;
    store.check(|connection| {
        connection
            .prepare_cached("UPDATE index_runs SET counted = 1 WHERE id = ?")?
            .execute([run.id])?;
        Ok(())
    })
}

/// Counts what was played in the frequent positions of a run, so many at a time.
pub(crate) fn each_slice(
    store: &Store,
    run: &Run,
    reaches: &Reaches,
    keys: &[Keys],
    jobs: usize,
    watch: &Watch<'_>,
    mut done: impl FnMut(Counted) -> Result<()>,
) -> Result<()> {
    let ranges = games_of(&store.check(table::covered)?, run.id);
    let mut places: Vec<Place> = Vec::new();
    for range in &ranges {
        places.extend(scan::places(store, range.start, range.end)?);
    }
    let mut source = Source::new(run, ranges);
    let damaged = |problem: &str| store.damaged(format!("the index: {problem}"));
    let (mut key, mut games) = (None, 0);
    let mut wanted = KeySet::default();
    loop {
        let next = source.next(store, damaged)?;
        if next.map(|(key, _)| key) != key {
            (key, games) = (next.map(|(key, _)| key), 0);
        }
        games += 1;
        if let Some(key) = key
            && games == FREQUENT
        {
            wanted.insert(key);
        }
        let enough = wanted.len() >= SLICE;
        if enough && games == FREQUENT || next.is_none() && !wanted.is_empty() {
            let (workers, _) = scan::run_over(store, &places, None, reaches, jobs, || Tallier {
                keys,
                wanted: &wanted,
                board: Board::empty(Side::First),
                moves: Vec::new(),
                plies: Vec::new(),
                known: Known::default(),
                here: Vec::new(),
                entries: Vec::new(),
                by_key: HashMap::default(),
                watch,
            })?;
            done(together(
                workers.into_iter().flat_map(|worker| worker.entries),
            ))?;
            wanted.clear();
        }
        if next.is_none() {
            return Ok(());
        }
    }
}

fn together(entries: impl Iterator<Item = Entry>) -> Counted {
    let mut counted = Counted::new();
    for entry in entries {
        let position = position(entry.info, &entry.board, entry.identity);
        let moves = counted.entry((entry.key, position)).or_default();
        for (mv, score) in entry.moves {
            moves.entry(mv).or_default().add(&score);
        }
    }
    counted
}

/// A position that is counted.
struct Entry {
    key: u64,
    info: &'static VariantInfo,
    board: Board,
    /// Its key in the variant.
    identity: u64,
    moves: Moves,
    /// The last game that stood there.
    last: Option<i64>,
}

/// Counts what was played in some positions.
struct Tallier<'a> {
    keys: &'a [Keys],
    /// The highest bits of the keys.
    wanted: &'a KeySet,
    board: Board,
    /// The moves of the game, as far as they matter.
    moves: Vec<Move>,
    /// After how many of them a position stands whose key is wanted.
    plies: Vec<usize>,
    known: Known,
    /// What was played in the games of this block: the game, the index of the position, the move.
    here: Vec<(i64, usize, Option<Move>)>,
    entries: Vec<Entry>,
    /// The positions with a key.
    by_key: HashMap<u64, Vec<usize>, BuildHasherDefault<AsIs>>,
    watch: &'a Watch<'a>,
}

impl Work for Tallier<'_> {
    fn line(
        &mut self,
        store: &Store,
        game: i64,
        line: Line<'_>,
    ) -> std::result::Result<(), Failure> {
        let (Some(reach), Some(keys)) = (line.reach(), Keys::of_line(self.keys, &line)) else {
            return Ok(());
        };
        self.moves.clear();
        self.plies.clear();
        keys.walk(line.clone(), &mut self.board, |key, _, mv| {
            self.moves.extend(mv);
            if self.wanted.contains(&short(key)) {
                self.plies.push(self.moves.len());
            }
            true
        })?;
        let Some(&last) = self.plies.last() else {
            return Ok(());
        };
        let before = &self.moves[..last];
        let info = reach.info();
        let identities = if line.is_custom() || line.is_empty() {
            // Its tags say where it begins, and whether anything is played on this board at all.
            let game = store.game(game)?;
            game.replayed
                .then(|| identities(info, Some(&game), before))
                .flatten()
        } else {
            self.known.after(info, before)
        };
        let Some(identities) = identities else {
            return Ok(());
        };
        let mut plies = self.plies.iter().copied().peekable();
        let mut ply = 0;
        keys.walk(line, &mut self.board, |key, board, _| {
            if plies.next_if_eq(&ply).is_some()
                && let Some(&identity) = identities.get(ply)
            {
                let with_key = self.by_key.entry(key).or_default();
                let same = with_key.iter().copied().find(|index| {
                    let entry: &Entry = &self.entries[*index];
                    entry.identity == identity && entry.board == *board && entry.info.id == info.id
                });
                let index = same.unwrap_or_else(|| {
                    with_key.push(self.entries.len());
                    self.entries.push(Entry {
                        key,
                        info,
                        board: board.clone(),
                        identity,
                        moves: Moves::new(),
                        last: None,
                    });
                    self.entries.len() - 1
                });
                // A game counts once, by what it played when it first stood there.
                if self.entries[index].last.replace(game) != Some(game) {
                    self.here.push((game, index, self.moves.get(ply).copied()));
                }
            }
            ply += 1;
            ply <= last
        })?;
        Ok(())
    }

    fn end_block(&mut self, store: &Store, first: i64, games: i64) -> Result<()> {
        self.watch.advance(games.unsigned_abs());
        let mut here = std::mem::take(&mut self.here).into_iter().peekable();
        if here.peek().is_none() {
            return Ok(());
        }
        store.check(|connection| {
            let sql = format!("{COLUMNS} WHERE id >= ?1 AND id < ?1 + ?2 ORDER BY id");
            let mut statement = connection.prepare_cached(&sql)?;
            let mut rows = statement.query([first, games])?;
            while let Some(row) = rows.next()? {
                let id: i64 = row.get(0)?;
                if here.peek().is_none_or(|(game, _, _)| *game != id) {
                    continue;
                }
                let score = Score::of_row(row)?;
                while let Some((_, index, mv)) = here.next_if(|(game, _, _)| *game == id) {
                    self.entries[index].moves.entry(mv).or_default().add(&score);
                }
            }
            Ok(())
        })
    }
}

/// The keys, in their variant, of the positions along some moves: from where the game begins, or from the usual
/// start. None if it cannot begin.
fn identities(info: &VariantInfo, game: Option<&Game>, moves: &[Move]) -> Option<Vec<u64>> {
    struct Along<'a>(Option<&'a Game>, &'a [Move]);

    impl WithVariant for Along<'_> {
        type Output = Option<Vec<u64>>;

        fn run<V: Variant>(self) -> Option<Vec<u64>> {
            let none = Tags::new(&[], &[], encoding_rs::UTF_8);
            let tags = self.0.map_or(none, Game::tags);
            let mut position = V::initial_state(&tags, &mut Vec::new()).ok()?.position;
            let mut keys = vec![position.key()];
            for mv in self.1 {
                position.play(mv);
                keys.push(position.key());
            }
            Some(keys)
        }
    }

    Standard::run(Standard::find(info.id)?, Along(game, moves))
}

/// The keys of positions after moves from the usual start: most games begin as others did.
#[derive(Default)]
struct Known {
    /// What a position's key is.
    nodes: Vec<u64>,
    /// Where a move leads.
    edges: HashMap<(usize, Move), usize>,
    starts: Vec<(&'static str, usize)>,
}

impl Known {
    /// The keys of the positions along some moves.
    fn after(&mut self, info: &'static VariantInfo, moves: &[Move]) -> Option<Vec<u64>> {
        if self.nodes.len() > REMEMBERED {
            *self = Known::default();
        }
        let mut keys = Vec::with_capacity(moves.len() + 1);
        let start = self.starts.iter().find(|(id, _)| *id == info.id);
        if let Some(&(_, mut node)) = start {
            keys.push(self.nodes[node]);
            for mv in moves {
                match self.edges.get(&(node, *mv)) {
                    Some(next) => node = *next,
                    None => break,
                }
                keys.push(self.nodes[node]);
            }
            if keys.len() > moves.len() {
                return Some(keys);
            }
        }
        let keys = identities(info, None, moves)?;
        self.learn(info, moves, &keys);
        Some(keys)
    }

    fn learn(&mut self, info: &'static VariantInfo, moves: &[Move], keys: &[u64]) {
        let (start, rest) = match keys.split_first() {
            Some(keys) => keys,
            None => return,
        };
        let known = self.starts.iter().find(|(id, _)| *id == info.id);
        let mut node = match known {
            Some((_, node)) => *node,
            None => {
                self.nodes.push(*start);
                self.starts.push((info.id, self.nodes.len() - 1));
                self.nodes.len() - 1
            }
        };
        for (mv, key) in moves.iter().zip(rest) {
            let next = self.nodes.len();
            let to = *self.edges.entry((node, *mv)).or_insert(next);
            if to == next {
                self.nodes.push(*key);
            }
            node = to;
        }
    }
}
