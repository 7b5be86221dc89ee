//! Checking all that is stored, and putting databases together.

use crate::error::{Error, Result};
use crate::index;
use crate::line::{Block, Reaches};
use crate::raw::hash_file;
use crate::store::Store;
use crate::table::{self, Source, State};
use blake3::Hasher;
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use rusqlite::{Connection, params};
use std::io;
use std::path::PathBuf;

/// Something that [`Store::check_all`] found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The source that it is about: its id and path. None if it is about the database as a whole.
    pub source: Option<(i64, PathBuf)>,
    /// What is wrong.
    pub message: String,
}

impl Store {
    /// Checks all that is stored: every page and row, that every block of text and of moves can be read, that
    /// the text of a source is whole and has its hash, that the moves are as many as were played, and that an
    /// index says what they say.
    /// With `files`, also that the files are where they were, with the content that they had.
    ///
    /// If pages or rows are damaged, that alone is reported: nothing else can be relied on.
    ///
    /// # Errors
    ///
    /// If the database cannot be read at all.
    pub fn check_all(&self, files: bool) -> Result<Vec<Problem>> {
        self.check_set::<Standard>(files)
    }

    /// Like [`check_all`](Store::check_all), with other variants than the standard ones.
    ///
    /// # Errors
    ///
    /// If the database cannot be read at all.
    pub fn check_set<S: VariantSet>(&self, files: bool) -> Result<Vec<Problem>> {
        let whole = |message| Problem {
            source: None,
            message,
        };
        if let Err(Error::Damaged { problem, .. }) = self.verify() {
            return Ok(vec![whole(problem)]);
        }
        let mut problems: Vec<Problem> = self.check(pages)?.into_iter().map(whole).collect();
        let reaches = Reaches::new::<S>();
        for source in self.sources()? {
            let mut found = Vec::new();
            self.check_text(&source, &mut found)?;
            self.check_lines(&source, &reaches, &mut found)?;
            if files {
                check_file(&source, &mut found);
            }
            problems.extend(found.into_iter().map(|message| Problem {
                source: Some((source.id, source.path.clone())),
                message,
            }));
        }
        problems.extend(index::problems(self)?.into_iter().map(whole));
        Ok(problems)
    }

    fn check_text(&self, source: &Source, found: &mut Vec<String>) -> Result<()> {
        let mut hasher = Hasher::new();
        let copied = io::copy(&mut self.source_text(source.id)?, &mut hasher);
        match copied {
            Err(error) => found.push(format!("its text cannot be read: {error}")),
            Ok(bytes) => {
                let stored = self.check(|c| table::next_offset_of(c, source.id))?;
                if bytes != stored {
                    found.push(format!(
                        "{bytes} bytes of its text are stored, and not {stored}"
                    ));
                } else if source
                    .text_hash
                    .is_some_and(|hash| hasher.finalize() != hash)
                {
                    found.push("its text is not what was read".to_owned());
                }
            }
        }
        Ok(())
    }

    fn check_lines(
        &self,
        source: &Source,
        reaches: &Reaches,
        found: &mut Vec<String>,
    ) -> Result<()> {
        let blocks: Vec<(i64, i64)> = self.check(|connection| {
            connection
                .prepare("SELECT first_game, games FROM lines WHERE source_id = ? ORDER BY 1")?
                .query_map([source.id], |row| Ok((row.get(0)?, row.get(1)?)))?
                .collect()
        })?;
        let mut covered = 0;
        for (first, games) in blocks {
            covered += games.unsigned_abs();
            let data: Vec<u8> = self.check(|connection| {
                connection.query_row(
                    "SELECT data FROM lines WHERE first_game = ?",
                    [first],
                    |row| row.get(0),
                )
            })?;
            let plies = self.check(|connection| plies(connection, first, games))?;
            if let Err(problem) = check_block(&data, &plies, reaches) {
                found.push(format!(
                    "the moves of the games {first} to {}: {problem}",
                    first + games - 1
                ));
            }
        }
        let counted = self.check(|connection| {
            connection.query_row(
                "SELECT ifnull(sum(games), 0) FROM source_variants WHERE source_id = ?",
                [source.id],
                |row| row.get::<_, i64>(0).map(i64::unsigned_abs),
            )
        })?;
        if covered != counted {
            found.push(format!(
                "the moves of {covered} games are stored, and not of {counted}"
            ));
        }
        Ok(())
    }

    /// Adds everything that another database holds to this one, source by source in its order. Sources whose
    /// text is stored here already are left out. All or nothing is added.
    ///
    /// # Errors
    ///
    /// If a source of the other database is not imported to its end, if both hold different content from one
    /// path, or if a database fails.
    pub fn merge(&mut self, other: &Store) -> Result<MergeReport> {
        other.verify()?;
        let mut report = MergeReport::default();
        let own = self.sources()?;
        let mut wanted = Vec::new();
        for source in other.sources()? {
            let same = |own: &Source| {
                own.text_hash.is_some() && own.text_hash == source.text_hash
                    || own.content_hash.is_some() && own.content_hash == source.content_hash
            };
            if own.iter().any(same) {
                report.known.push(source.path);
            } else if source.state == State::Importing {
                return Err(Error::Unfinished {
                    path: other.path.clone(),
                    file: source.path,
                });
            } else if own.iter().any(|own| own.path == source.path) {
                return Err(Error::Conflict {
                    path: other.path.clone(),
                    file: source.path,
                });
            } else {
                report.games += source.counts.games;
                report.added.push(source.path);
                wanted.push(source.id);
            }
        }
        let name = other.path.to_string_lossy().into_owned();
        self.check(|connection| connection.execute("ATTACH ? AS other", [name]))?;
        let copied = self.check(|connection| copy_all(connection, &wanted));
        self.check(|connection| connection.execute("DETACH other", []))?;
        copied.map(|()| report)
    }
}

/// What came of [`Store::merge`].
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct MergeReport {
    /// The sources that were added.
    pub added: Vec<PathBuf>,
    /// Those that were there already.
    pub known: Vec<PathBuf>,
    /// The games that were added.
    pub games: u64,
}

fn pages(connection: &Connection) -> rusqlite::Result<Vec<String>> {
    let said: Vec<String> = connection
        .prepare("PRAGMA integrity_check(20)")?
        .query_map([], |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let said = said.into_iter().filter(|said| said != "ok");
    Ok(said.map(|said| said.trim().replace('\n', " ")).collect())
}

/// The plies of the main lines of some games, by their ids; none for those that are not there.
fn plies(connection: &Connection, first: i64, games: i64) -> rusqlite::Result<Vec<Option<u64>>> {
    let mut plies = vec![None; usize::try_from(games).unwrap_or(0).min(1 << 20)];
    let mut statement = connection
        .prepare_cached("SELECT id - ?1, plies FROM games WHERE id >= ?1 AND id < ?1 + ?2")?;
    let mut rows = statement.query([first, games])?;
    while let Some(row) = rows.next()? {
        let index = usize::try_from(row.get::<_, i64>(0)?).unwrap_or(usize::MAX);
        if let Some(found) = plies.get_mut(index) {
            *found = Some(row.get::<_, i64>(1)?.unsigned_abs());
        }
    }
    Ok(plies)
}

fn check_block(
    data: &[u8],
    plies: &[Option<u64>],
    reaches: &Reaches,
) -> std::result::Result<(), String> {
    let block = Block::unpack(data).map_err(|error| error.to_string())?;
    if block.games() != plies.len() as u64 {
        return Err(format!("{} games are packed", block.games()));
    }
    for (line, plies) in block.lines(reaches).zip(plies) {
        let mut line = line.map_err(|error| error.to_string())?;
        if line.reach().is_none() {
            continue;
        }
        let mut board = line.start().into_owned();
        let mut played = 0;
        while let Some(mv) = line.play(&mut board) {
            mv.map_err(|error| error.to_string())?;
            played += 1;
        }
        match plies {
            None => return Err("a game is missing".to_owned()),
            Some(plies) if *plies != played => {
                return Err(format!("a game has {played} plies, and not {plies}"));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

fn check_file(source: &Source, found: &mut Vec<String>) {
    let Some(expected) = source.content_hash else {
        return;
    };
    match hash_file(&source.path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            found.push("the file is gone; movetext export gives it back".to_owned());
        }
        Err(error) => found.push(format!("the file cannot be read: {error}")),
        Ok(hash) if hash != expected => {
            found.push("the file has changed since it was imported".to_owned());
        }
        Ok(_) => {}
    }
}

/// Copies sources of the attached database with all that belongs to them.
fn copy_all(connection: &Connection, sources: &[i64]) -> rusqlite::Result<()> {
    let transaction = connection.unchecked_transaction()?;
    transaction.execute_batch(
        "INSERT OR IGNORE INTO main.tag_sets (names) SELECT names FROM other.tag_sets ORDER BY id;",
    )?;
    for &source in sources {
        copy_source(&transaction, source)?;
    }
    transaction.commit()
}

/// Copies a source of the attached database with all that belongs to it, and returns its id here.
pub(crate) fn copy_source(connection: &Connection, source: i64) -> rusqlite::Result<i64> {
    let columns = |table: &str, without: &[&str]| -> rusqlite::Result<String> {
        let mut statement =
            connection.prepare("SELECT name FROM pragma_table_info(?, 'main') ORDER BY cid")?;
        let names: Vec<String> = statement
            .query_map([table], |row| row.get(0))?
            .collect::<rusqlite::Result<_>>()?;
        let names = names
            .into_iter()
            .filter(|name| !without.contains(&&name[..]))
            .map(|name| format!("\"{name}\""));
        Ok(names.collect::<Vec<_>>().join(", "))
    };
    let names = columns("sources", &["id"])?;
    connection.execute(
        &format!(
            "INSERT INTO main.sources ({names}) SELECT {names} FROM other.sources WHERE id = ?"
        ),
        [source],
    )?;
    let id = connection.last_insert_rowid();
    // The ids of its games follow those that are there, in the same order; so do the blocks of lines, in which
    // games are counted from their first.
    let highest: i64 = connection.query_row(
        "SELECT max(ifnull((SELECT max(id) FROM main.games), 0), \
         ifnull((SELECT max(first_game + games - 1) FROM main.lines), 0))",
        [],
        |row| row.get(0),
    )?;
    let lowest: i64 = connection.query_row(
        "SELECT ifnull(min(first_game), 1) FROM other.lines WHERE source_id = ?",
        [source],
        |row| row.get(0),
    )?;
    let shift = highest + 1 - lowest;
    let names = columns("games", &["id", "source_id", "tag_set"])?;
    connection.execute(
        &format!(
            "INSERT INTO main.games (id, source_id, tag_set, {names}) \
             SELECT games.id + ?1, ?2, own.id, {names} FROM other.lines AS packed \
             JOIN other.games AS games ON games.id >= packed.first_game \
             AND games.id < packed.first_game + packed.games \
             JOIN other.tag_sets AS theirs ON theirs.id = games.tag_set \
             JOIN main.tag_sets AS own ON own.names = theirs.names \
             WHERE packed.source_id = ?3 ORDER BY games.id"
        ),
        params![shift, id, source],
    )?;
    let names = columns("lines", &["first_game", "source_id"])?;
    connection.execute(
        &format!(
            "INSERT INTO main.lines (first_game, source_id, {names}) \
             SELECT first_game + ?1, ?2, {names} FROM other.lines WHERE source_id = ?3 ORDER BY first_game"
        ),
        params![shift, id, source],
    )?;
    for (table, order) in [
        ("texts", "id"),
        ("source_variants", "variant"),
        ("diagnostics", "rowid"),
    ] {
        let names = columns(table, &["id", "source_id"])?;
        connection.execute(
            &format!(
                "INSERT INTO main.{table} (source_id, {names}) \
                 SELECT ?1, {names} FROM other.{table} WHERE source_id = ?2 ORDER BY {order}"
            ),
            params![id, source],
        )?;
    }
    Ok(id)
}
