//! Taking single games out of what is stored.

use crate::error::{Error, Result};
use crate::import::{ImportOptions, SourceOutcome};
use crate::maintenance::copy_source;
use crate::store::{LastBlock, Store};
use crate::table::{self, Source, State};
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Rows};
use std::collections::{BTreeMap, HashSet};
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

/// What [`Store::remove_games`] did to a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// The source, by its path.
    pub path: PathBuf,
    /// How many of its games were removed.
    pub removed: u64,
    /// How many are left. A source without games is removed.
    pub left: u64,
}

/// A game that is to be removed, by its place in the text of its source.
struct Cut {
    start: u64,
    len: u64,
}

impl Store {
    /// Removes games, by their ids: what is stored of them, and their text. All else that the sources say is kept. What
    /// is left of a source is stored anew, so that its games have other ids afterwards.
    ///
    /// Each source loses all its games at once or, if something fails or the process dies, none of them; `done` hears of
    /// each as soon as that is done.
    ///
    /// # Errors
    ///
    /// [`Error::NotFound`] if there is no such game, [`Error::Unfinished`] if a source is not imported to its end, and
    /// [`Error::NotRemoved`] if what is left of a source would be read otherwise than before, as a document of which
    /// a part is missing. Then the source is as it was; those before it are done.
    pub fn remove_games(&mut self, games: &[i64], done: impl FnMut(&Removal)) -> Result<()> {
        self.remove_games_of::<Standard>(games, done)
    }

    /// Like [`remove_games`](Store::remove_games), with other variants than the standard ones.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn remove_games_of<S: VariantSet>(
        &mut self,
        games: &[i64],
        mut done: impl FnMut(&Removal),
    ) -> Result<()> {
        let gone: HashSet<i64> = games.iter().copied().collect();
        let mut cuts: BTreeMap<i64, Vec<Cut>> = BTreeMap::new();
        for &game in &gone {
            let found = self.check(|connection| place(connection, game))?;
            let (source, cut) = found.ok_or_else(|| self.not_found(game))?;
            cuts.entry(source).or_default().push(cut);
        }
        for (source, mut cuts) in cuts {
            cuts.sort_by_key(|cut| cut.start);
            done(&self.cut::<S>(source, &cuts, &gone)?);
        }
        Ok(())
    }

    /// Stores a source anew without some of its games.
    fn cut<S: VariantSet>(
        &mut self,
        source: i64,
        cuts: &[Cut],
        gone: &HashSet<i64>,
    ) -> Result<Removal> {
        let found = self.check(|connection| table::source_by_id(connection, source))?;
        let source = found.ok_or_else(|| self.not_found(source))?;
        if source.state == State::Importing {
            return Err(Error::Unfinished {
                path: self.path().to_owned(),
                file: source.path,
            });
        }
        let removed = cuts.len() as u64;
        let removal = Removal {
            path: source.path.clone(),
            removed,
            left: source.counts.games.saturating_sub(removed),
        };
        if removal.left == 0 {
            self.remove(source.id)?;
            return Ok(removal);
        }
        let failed = |error: io::Error| Error::Source {
            path: source.path.clone(),
            source: error,
        };
        // Beside the database there is room for it, and what a killed process leaves there is found.
        let beside = self
            .path()
            .parent()
            .filter(|parent| *parent != Path::new(""));
        let folder = tempfile::Builder::new()
            .prefix(".movetext-")
            .tempdir_in(beside.unwrap_or(Path::new(".")))
            .map_err(failed)?;
        let name = source.path.file_name().unwrap_or(source.path.as_os_str());
        let file = folder.path().join("text").join(name);
        let text = self.source_text(source.id)?;
        write_without(text, cuts, &file).map_err(failed)?;
        let refused = |reason: &str| Error::NotRemoved {
            path: self.path().to_owned(),
            file: source.path.clone(),
            reason: reason.to_owned(),
        };
        let mut rest = Store::open(folder.path().join("rest.db"))?;
        let options = ImportOptions::from_fingerprint::<S>(&source.options);
        let report = rest.import_set::<S, _>([&file], &options, &mut ())?;
        match report.sources.first().map(|report| &report.outcome) {
            Some(SourceOutcome::Imported { .. }) => {}
            Some(SourceOutcome::Failed { error, .. }) => return Err(refused(error)),
            Some(SourceOutcome::NotGames { reason }) => return Err(refused(reason)),
            _ => return Err(refused("what is left of it cannot be stored")),
        }
        let same = |connection| same_games(connection, source.id, gone, rest.connection());
        if !self.check(same)? {
            return Err(refused(
                "the games that are left would be read otherwise without them",
            ));
        }
        drop(rest);
        self.replace(&source, &folder.path().join("rest.db"))?;
        Ok(removal)
    }

    /// Puts the only source of another database in the place of one.
    fn replace(&mut self, source: &Source, rest: &Path) -> Result<()> {
        self.last = LastBlock::default();
        let rest = rest.to_string_lossy().into_owned();
        self.check(|connection| connection.execute("ATTACH ? AS other", [rest]))?;
        let replaced = self.check(|connection| {
            let transaction = connection.unchecked_transaction()?;
            table::remove(&transaction, source.id)?;
            transaction.execute_batch(
                "INSERT OR IGNORE INTO main.tag_sets (names) SELECT names FROM other.tag_sets ORDER BY id",
            )?;
            let only = transaction.query_row("SELECT id FROM other.sources", [], |row| row.get(0))?;
            let id = copy_source(&transaction, only)?;
            table::move_source(&transaction, id, &source.path)?;
            transaction.commit()
        });
        self.check(|connection| connection.execute("DETACH other", []))?;
        replaced
    }
}

/// The source of a game, and its place there.
fn place(connection: &Connection, game: i64) -> rusqlite::Result<Option<(i64, Cut)>> {
    connection
        .prepare_cached("SELECT source_id, byte_start, byte_len FROM games WHERE id = ?")?
        .query_row([game], |row| {
            let number = |index| row.get::<_, i64>(index).map(i64::unsigned_abs);
            let cut = Cut {
                start: number(1)?,
                len: number(2)?,
            };
            Ok((row.get(0)?, cut))
        })
        .optional()
}

/// Writes a text without some pieces of it, which are in order, to a new file in a new folder.
fn write_without(mut text: impl Read, cuts: &[Cut], file: &Path) -> io::Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir(folder)?;
    }
    let mut out = BufWriter::new(File::create_new(file)?);
    let mut at = 0;
    for cut in cuts {
        at += io::copy(
            &mut text.by_ref().take(cut.start.saturating_sub(at)),
            &mut out,
        )?;
        at += io::copy(&mut text.by_ref().take(cut.len), &mut io::sink())?;
    }
    io::copy(&mut text, &mut out)?;
    out.flush()
}

/// What is stored of the games of a source, but for where they stand.
const GAMES: &str = "SELECT games.id, byte_len, variant, rules, first, second, event, site, round, date_raw, eco, \
     result_raw, result, plies, variation_plies, unresolved, setup, tag_values, names \
     FROM games JOIN tag_sets ON tag_sets.id = tag_set WHERE source_id = ? ORDER BY ordinal";

/// Whether the games of the only source of another database are those of a source without some.
fn same_games(
    connection: &Connection,
    source: i64,
    gone: &HashSet<i64>,
    rest: &Connection,
) -> rusqlite::Result<bool> {
    let only: i64 = rest.query_row("SELECT id FROM sources", [], |row| row.get(0))?;
    let (mut before, mut after) = (connection.prepare(GAMES)?, rest.prepare(GAMES)?);
    let columns = before.column_count();
    let (mut before, mut after) = (before.query([source])?, after.query([only])?);
    let next = |rows: &mut Rows<'_>| -> rusqlite::Result<Option<(i64, Vec<Value>)>> {
        let Some(row) = rows.next()? else {
            return Ok(None);
        };
        let values = (1..columns).map(|column| row.get(column));
        Ok(Some((
            row.get(0)?,
            values.collect::<rusqlite::Result<_>>()?,
        )))
    };
    loop {
        let mut old = next(&mut before)?;
        while old.as_ref().is_some_and(|(id, _)| gone.contains(id)) {
            old = next(&mut before)?;
        }
        match (old, next(&mut after)?) {
            (None, None) => return Ok(true),
            (Some((_, old)), Some((_, new))) if old == new => {}
            _ => return Ok(false),
        }
    }
}
