//! Rows in and out of the database.

use crate::index;
use crate::raw::Mark;
use crate::reading::After;
use crate::rows::{Block, Column, Part};
use blake3::Hash;
use encoding_rs::Encoding;
use movetext::io::{Checkpoint, Compression};
use movetext::scan::Counts;
use movetext::{Diagnostic, Format, GameSummary};
use rusqlite::types::{ToSqlOutput, Value, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, named_params, params};
use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// How far the import of a source has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum State {
    /// It was begun, and is not finished.
    Importing,
    /// The source was read to its end.
    Done,
    /// The source could not be read to its end; what was read is stored.
    Failed,
}

impl State {
    /// `importing`, `done` or `failed`.
    pub const fn as_str(self) -> &'static str {
        match self {
            State::Importing => "importing",
            State::Done => "done",
            State::Failed => "failed",
        }
    }
}

/// A source that is stored, whole or in part.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Source {
    /// Its id.
    pub id: i64,
    /// Where it was found: an absolute path.
    pub path: PathBuf,
    /// The BLAKE3 hash of the file, once it is read to its end.
    pub content_hash: Option<[u8; 32]>,
    /// The BLAKE3 hash of its text (after decompression), once it is read to its end.
    pub text_hash: Option<[u8; 32]>,
    /// The size of the file.
    pub bytes: u64,
    /// The size after decompression, once it is known.
    pub text_bytes: Option<u64>,
    /// How it is compressed: `none`, `gzip`, `zstd` or `bzip2`.
    pub compression: String,
    /// The WHATWG name of its encoding.
    pub encoding: String,
    /// What it is: the name of a [`Format`](movetext::Format).
    pub format: String,
    /// The options that it was imported with, in words.
    pub options: String,
    /// How far its import has come.
    pub state: State,
    /// What was stored of it.
    pub counts: Counts,
    /// Why it could not be read to its end.
    pub error: Option<String>,
}

const SOURCE: &str = "SELECT id, path, content_hash, text_hash, bytes, text_bytes, compression, encoding, \
    format, options, state, games, plies, variation_plies, unresolved, errors, warnings, error FROM sources";

fn source(row: &Row<'_>) -> rusqlite::Result<Source> {
    let unsigned = |name: &str| row.get::<_, i64>(name).map(i64::unsigned_abs);
    Ok(Source {
        id: row.get("id")?,
        path: path_of(row.get("path")?),
        content_hash: row.get("content_hash")?,
        text_hash: row.get("text_hash")?,
        bytes: unsigned("bytes")?,
        text_bytes: row
            .get::<_, Option<i64>>("text_bytes")?
            .map(i64::unsigned_abs),
        compression: row.get("compression")?,
        encoding: row.get("encoding")?,
        format: row.get("format")?,
        options: row.get("options")?,
        state: match row.get::<_, String>("state")?.as_str() {
            "done" => State::Done,
            "failed" => State::Failed,
            _ => State::Importing,
        },
        counts: Counts {
            games: unsigned("games")?,
            plies: unsigned("plies")?,
            variation_plies: unsigned("variation_plies")?,
            unresolved: unsigned("unresolved")?,
            errors: unsigned("errors")?,
            warnings: unsigned("warnings")?,
        },
        error: row.get("error")?,
    })
}

/// All sources, in the order in which they came.
pub(crate) fn sources(connection: &Connection) -> rusqlite::Result<Vec<Source>> {
    let mut statement = connection.prepare_cached(&format!("{SOURCE} ORDER BY id"))?;
    statement.query_map([], source)?.collect()
}

/// Whether there is a source whose file has this size and a known hash.
pub(crate) fn has_size(connection: &Connection, bytes: u64) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM sources WHERE bytes = ? AND content_hash IS NOT NULL")?
        .exists([int(bytes)])
}

/// The first source whose file has this content.
pub(crate) fn source_by_content(
    connection: &Connection,
    content: &Mark,
) -> rusqlite::Result<Option<Source>> {
    connection
        .prepare_cached(&format!(
            "{SOURCE} WHERE bytes = ? AND content_hash = ? ORDER BY id LIMIT 1"
        ))?
        .query_row(params![int(content.bytes), content.hash.as_bytes()], source)
        .optional()
}

/// The sources whose files have this size and whose import is not finished.
pub(crate) fn unfinished_sources(
    connection: &Connection,
    bytes: u64,
) -> rusqlite::Result<Vec<Source>> {
    connection
        .prepare_cached(&format!(
            "{SOURCE} WHERE bytes = ? AND state = 'importing' ORDER BY id"
        ))?
        .query_map([int(bytes)], source)?
        .collect()
}

pub(crate) fn source_by_path(
    connection: &Connection,
    path: &Path,
) -> rusqlite::Result<Option<Source>> {
    let mut statement = connection.prepare_cached(&format!("{SOURCE} WHERE path = ?"))?;
    statement.query_row([path_value(path)], source).optional()
}

/// The source with this id.
pub(crate) fn source_by_id(connection: &Connection, id: i64) -> rusqlite::Result<Option<Source>> {
    let mut statement = connection.prepare_cached(&format!("{SOURCE} WHERE id = ?"))?;
    statement.query_row([id], source).optional()
}

/// The sources that begin with the same text, of which all is known.
pub(crate) fn sources_by_prefix(
    connection: &Connection,
    prefix: i64,
) -> rusqlite::Result<Vec<Source>> {
    connection
        .prepare_cached(&format!(
            "{SOURCE} WHERE prefix_hash = ? AND text_hash IS NOT NULL ORDER BY id"
        ))?
        .query_map([prefix], source)?
        .collect()
}

/// Notes that a source is found elsewhere.
pub(crate) fn move_source(connection: &Connection, id: i64, path: &Path) -> rusqlite::Result<()> {
    connection
        .prepare_cached("UPDATE sources SET path = ? WHERE id = ?")?
        .execute(params![path_value(path), id])?;
    Ok(())
}

/// Where the text of a game is found, and how it was read.
#[derive(Clone, Debug)]
pub(crate) struct Extent {
    pub(crate) source: i64,
    pub(crate) start: u64,
    pub(crate) len: u64,
    pub(crate) variant: String,
    pub(crate) encoding: String,
    pub(crate) format: String,
    pub(crate) options: String,
}

pub(crate) fn extent(connection: &Connection, game: i64) -> rusqlite::Result<Option<Extent>> {
    connection
        .prepare_cached(
            "SELECT source_id, byte_start, byte_len, variant, (SELECT encoding FROM lines \
             WHERE first_game <= ?1 ORDER BY first_game DESC LIMIT 1), format, options \
             FROM games JOIN sources ON sources.id = source_id WHERE games.id = ?1",
        )?
        .query_row([game], |row| {
            Ok(Extent {
                source: row.get(0)?,
                start: row.get::<_, i64>(1)?.unsigned_abs(),
                len: row.get::<_, i64>(2)?.unsigned_abs(),
                variant: row.get(3)?,
                encoding: row.get(4)?,
                format: row.get(5)?,
                options: row.get(6)?,
            })
        })
        .optional()
}

/// The block of a source's text that holds an offset: where it begins, and its bytes as they are stored.
pub(crate) fn text_block(
    connection: &Connection,
    source: i64,
    offset: u64,
) -> rusqlite::Result<Option<(u64, Vec<u8>)>> {
    connection
        .prepare_cached(
            "SELECT byte_start, data FROM texts WHERE source_id = ?1 AND byte_start <= ?2 \
             ORDER BY byte_start DESC LIMIT 1",
        )?
        .query_row(params![source, int(offset)], |row| {
            Ok((row.get::<_, i64>(0)?.unsigned_abs(), row.get(1)?))
        })
        .optional()
}

/// Deletes a source and all that was stored of it; false if there is none.
pub(crate) fn remove(connection: &Connection, id: i64) -> rusqlite::Result<bool> {
    // The ids of its games follow one another as far as their lines are packed together.
    let packed: Vec<(i64, i64)> = connection
        .prepare("SELECT first_game, games FROM lines WHERE source_id = ?")?
        .query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<rusqlite::Result<_>>()?;
    let gone = packed
        .iter()
        .map(|(first, games)| *first..first.saturating_add(*games));
    let gone = gone.collect();
    for (first, games) in packed {
        connection
            .prepare_cached("DELETE FROM games WHERE id >= ?1 AND id < ?1 + ?2")?
            .execute([first, games])?;
    }
    for table in [
        "diagnostics",
        "lines",
        "texts",
        "source_variants",
        "checkpoints",
    ] {
        connection.execute(&format!("DELETE FROM {table} WHERE source_id = ?"), [id])?;
    }
    forget_duplicates(connection)?;
    index::forget(connection, gone)?;
    Ok(connection.execute("DELETE FROM sources WHERE id = ?", [id])? > 0)
}

/// Drops what is kept of games that are gone: their ids may be those of other games some day.
fn forget_duplicates(connection: &Connection) -> rusqlite::Result<()> {
    let kept = connection
        .prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'duplicates'")?
        .exists([])?;
    if kept {
        connection.execute_batch(
            "DELETE FROM duplicates WHERE NOT EXISTS (SELECT 1 FROM games WHERE id = game) \
             OR NOT EXISTS (SELECT 1 FROM games WHERE id = \"of\")",
        )?;
    }
    Ok(())
}

/// What is kept of a source whose import is not finished.
pub(crate) struct Resume {
    pub(crate) hint: String,
    pub(crate) after: After,
}

pub(crate) fn resume(connection: &Connection, id: i64) -> rusqlite::Result<Option<Resume>> {
    connection
        .prepare_cached(
            "SELECT next_offset, sources.encoding AS name, checkpoints.* \
             FROM sources JOIN checkpoints ON source_id = id WHERE id = ?",
        )?
        .query_row([id], |row| {
            let unsigned = |name: &str| row.get::<_, i64>(name).map(i64::unsigned_abs);
            let encoding = |name: &str| Encoding::for_label(name.as_bytes());
            let decided: Option<String> = row.get("encoding")?;
            Ok(Resume {
                hint: row.get("hint")?,
                after: After {
                    checkpoint: Checkpoint {
                        offset: unsigned("next_offset")?,
                        line: unsigned("line")?,
                        column: unsigned("column")?,
                        pending: unsigned("pending")?,
                        ahead: unsigned("ahead")?,
                        ended: row.get("ended")?,
                        encoding: decided.as_deref().and_then(encoding),
                    },
                    continued: row.get("continued")?,
                    raw: Mark {
                        bytes: unsigned("raw_offset")?,
                        hash: Hash::from_bytes(row.get("raw_hash")?),
                    },
                    encoding: encoding(&row.get::<_, String>("name")?)
                        .unwrap_or(encoding_rs::UTF_8),
                },
            })
        })
        .optional()
}

/// The source offset up to which a source is stored.
pub(crate) fn next_offset_of(connection: &Connection, id: i64) -> rusqlite::Result<u64> {
    connection.query_row(
        "SELECT next_offset FROM sources WHERE id = ?",
        [id],
        |row| row.get::<_, i64>(0).map(i64::unsigned_abs),
    )
}

/// The source offset up to which a source is stored, if its import is not finished.
pub(crate) fn next_offset(connection: &Connection, id: i64) -> rusqlite::Result<Option<u64>> {
    connection
        .prepare_cached("SELECT next_offset FROM sources WHERE id = ? AND state = 'importing'")?
        .query_row([id], |row| row.get::<_, i64>(0).map(i64::unsigned_abs))
        .optional()
}

/// What is known of a source before it is read.
pub(crate) struct Fresh<'a> {
    pub(crate) path: &'a Path,
    pub(crate) bytes: u64,
    pub(crate) compression: Compression,
    pub(crate) prefix: i64,
    pub(crate) format: Format,
    pub(crate) options: &'a str,
}

/// Enters a source; its id.
pub(crate) fn insert_source(connection: &Connection, fresh: &Fresh<'_>) -> rusqlite::Result<i64> {
    connection
        .prepare_cached(
            "INSERT INTO sources (path, bytes, compression, prefix_hash, format, options, encoding, state, \
             next_offset, games, plies, variation_plies, unresolved, errors, warnings) \
             VALUES (?, ?, ?, ?, ?, ?, 'UTF-8', 'importing', 0, 0, 0, 0, 0, 0, 0)",
        )?
        .execute(params![
            path_value(fresh.path),
            int(fresh.bytes),
            fresh.compression.as_str(),
            fresh.prefix,
            fresh.format.as_str(),
            fresh.options,
        ])?;
    Ok(connection.last_insert_rowid())
}

/// Notes how far a source is stored.
pub(crate) fn save_progress(
    connection: &Connection,
    id: i64,
    counts: &Counts,
    after: &After,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "UPDATE sources SET encoding = :encoding, next_offset = :next_offset, \
             games = :games, plies = :plies, variation_plies = :variation_plies, \
             unresolved = :unresolved, errors = :errors, warnings = :warnings WHERE id = :id",
        )?
        .execute(named_params! {
            ":id": id,
            ":encoding": after.encoding.name(),
            ":next_offset": int(after.checkpoint.offset),
            ":games": int(counts.games),
            ":plies": int(counts.plies),
            ":variation_plies": int(counts.variation_plies),
            ":unresolved": int(counts.unresolved),
            ":errors": int(counts.errors),
            ":warnings": int(counts.warnings),
        })?;
    Ok(())
}

/// Keeps what is needed to go on with a source.
pub(crate) fn save_checkpoint(
    connection: &Connection,
    id: i64,
    hint: &str,
    after: &After,
) -> rusqlite::Result<()> {
    let checkpoint = &after.checkpoint;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO checkpoints VALUES \
             (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
        )?
        .execute(params![
            id,
            hint,
            int(checkpoint.line),
            int(checkpoint.column),
            int(checkpoint.pending),
            int(checkpoint.ahead),
            checkpoint.ended,
            checkpoint.encoding.map(Encoding::name),
            after.continued,
            int(after.raw.bytes),
            after.raw.hash.as_bytes(),
        ])?;
    Ok(())
}

/// How the reading of a source ended.
pub(crate) struct Ending<'a> {
    pub(crate) state: State,
    /// The size and hash of the file, if they could be found out.
    pub(crate) raw: Option<Mark>,
    /// The hash of its text, if all of it was read.
    pub(crate) text: Option<Hash>,
    pub(crate) text_bytes: Option<u64>,
    pub(crate) error: Option<&'a str>,
}

/// Closes the import of a source.
pub(crate) fn finish(
    connection: &Connection,
    id: i64,
    ending: &Ending<'_>,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached("DELETE FROM checkpoints WHERE source_id = ?")?
        .execute([id])?;
    connection
        .prepare_cached(
            "UPDATE sources SET content_hash = :hash, text_hash = :text, bytes = ifnull(:bytes, bytes), \
             text_bytes = :text_bytes, state = :state, error = :error WHERE id = :id",
        )?
        .execute(named_params! {
            ":id": id,
            ":hash": ending.raw.as_ref().map(|raw| raw.hash.as_bytes()),
            ":text": ending.text.as_ref().map(Hash::as_bytes),
            ":bytes": ending.raw.map(|raw| int(raw.bytes)),
            ":text_bytes": ending.text_bytes.map(int),
            ":state": ending.state.as_str(),
            ":error": ending.error,
        })?;
    Ok(())
}

/// What is stored of the games of a variant in a source.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct VariantCounts {
    pub(crate) bytes: u64,
    pub(crate) counts: Counts,
}

impl VariantCounts {
    pub(crate) fn add(&mut self, game: &GameSummary) {
        self.bytes += game.span.end - game.span.start;
        self.counts += Counts::from(game);
    }
}

/// What is stored of the games of a variant in a source so far.
pub(crate) fn variant_counts(
    connection: &Connection,
    source: i64,
    variant: &str,
) -> rusqlite::Result<VariantCounts> {
    let counts = connection
        .prepare_cached("SELECT * FROM source_variants WHERE source_id = ? AND variant = ?")?
        .query_row(params![source, variant], |row| {
            let unsigned = |name: &str| row.get::<_, i64>(name).map(i64::unsigned_abs);
            Ok(VariantCounts {
                bytes: unsigned("bytes")?,
                counts: Counts {
                    games: unsigned("games")?,
                    plies: unsigned("plies")?,
                    variation_plies: unsigned("variation_plies")?,
                    unresolved: unsigned("unresolved")?,
                    errors: unsigned("errors")?,
                    warnings: unsigned("warnings")?,
                },
            })
        })
        .optional()?;
    Ok(counts.unwrap_or_default())
}

/// Notes what is stored of the games of a variant in a source.
pub(crate) fn save_variant_counts(
    connection: &Connection,
    source: i64,
    variant: &str,
    stored: &VariantCounts,
) -> rusqlite::Result<()> {
    let counts = &stored.counts;
    connection
        .prepare_cached(
            "INSERT OR REPLACE INTO source_variants VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            source,
            variant,
            int(stored.bytes),
            int(counts.games),
            int(counts.plies),
            int(counts.variation_plies),
            int(counts.unresolved),
            int(counts.errors),
            int(counts.warnings),
        ])?;
    Ok(())
}

/// The ids of lists of tag names, those met last.
#[derive(Debug, Default)]
pub(crate) struct TagSets {
    known: HashMap<Vec<u8>, i64>,
    bytes: usize,
}

impl TagSets {
    /// Beyond so many bytes the lists are forgotten, and asked for again.
    const MOST: usize = 1 << 20;

    fn id(&mut self, connection: &Connection, names: &[u8]) -> rusqlite::Result<i64> {
        if let Some(id) = self.known.get(names) {
            return Ok(*id);
        }
        let found = connection
            .prepare_cached("SELECT id FROM tag_sets WHERE names = ?")?
            .query_row([TextBytes(Some(names))], |row| row.get(0))
            .optional()?;
        let id = match found {
            Some(id) => id,
            None => {
                connection
                    .prepare_cached("INSERT INTO tag_sets (names) VALUES (?)")?
                    .execute([TextBytes(Some(names))])?;
                connection.last_insert_rowid()
            }
        };
        self.bytes += names.len();
        if self.bytes > Self::MOST {
            self.known.clear();
            self.bytes = names.len();
        }
        self.known.insert(names.to_vec(), id);
        Ok(id)
    }
}

/// Stores a stretch of a source's text.
pub(crate) fn insert_block(
    connection: &Connection,
    source: i64,
    block: &Block,
) -> rusqlite::Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO texts (source_id, byte_start, byte_len, data) VALUES (?, ?, ?, ?)",
        )?
        .execute(params![
            source,
            int(block.start),
            int(block.len),
            block.data
        ])?;
    Ok(())
}

/// Stores rows of a source; their game numbers count from `base`.
pub(crate) fn insert_part(
    connection: &Connection,
    id: i64,
    base: u64,
    part: &Part,
    tag_sets: &mut TagSets,
) -> rusqlite::Result<()> {
    for block in &part.blocks {
        insert_block(connection, id, block)?;
    }
    if !part.games.is_empty() {
        insert_games(connection, id, base, part, tag_sets)?;
        let count = part.games.len() as i64;
        let first = connection.last_insert_rowid() - count + 1;
        connection
            .prepare_cached(
                "INSERT INTO lines (first_game, source_id, games, encoding, data) VALUES (?, ?, ?, ?, ?)",
            )?
            .execute(params![first, id, count, part.encoding, part.lines])?;
    }
    for diagnostic in &part.diagnostics {
        insert_diagnostic(connection, id, base, diagnostic)?;
    }
    Ok(())
}

/// The rows of games. Their ids follow one another, since nobody else writes at the same time.
fn insert_games(
    connection: &Connection,
    id: i64,
    base: u64,
    part: &Part,
    tag_sets: &mut TagSets,
) -> rusqlite::Result<()> {
    let mut insert = connection.prepare_cached(
        "INSERT INTO games (source_id, ordinal, byte_start, byte_len, variant, rules, first, second, \
         event, site, round, date_raw, date_from, date_to, eco, result_raw, result, first_elo, \
         second_elo, plies, variation_plies, unresolved, setup, tag_set, tag_values) \
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?;
    // What is bound stays bound from row to row.
    insert.raw_bind_parameter(1, id)?;
    for game in &part.games {
        let summary = &game.summary;
        let names = part.column(game, Column::TagNames).unwrap_or(b"[]");
        let tag_set = tag_sets.id(connection, names)?;
        insert.raw_bind_parameter(2, int(base + summary.ordinal))?;
        insert.raw_bind_parameter(3, int(summary.span.start))?;
        insert.raw_bind_parameter(4, int(summary.span.end - summary.span.start))?;
        insert.raw_bind_parameter(5, game.variant)?;
        for (index, column) in [
            (6, Column::Rules),
            (7, Column::First),
            (8, Column::Second),
            (9, Column::Event),
            (10, Column::Site),
            (11, Column::Round),
            (12, Column::DateRaw),
            (13, Column::DateFrom),
            (14, Column::DateTo),
            (15, Column::Eco),
            (16, Column::ResultRaw),
            (23, Column::Setup),
            (25, Column::TagValues),
        ] {
            insert.raw_bind_parameter(index, TextBytes(part.column(game, column)))?;
        }
        insert.raw_bind_parameter(17, game.result)?;
        insert.raw_bind_parameter(18, game.elo[0])?;
        insert.raw_bind_parameter(19, game.elo[1])?;
        insert.raw_bind_parameter(20, summary.plies)?;
        insert.raw_bind_parameter(21, summary.variation_plies)?;
        insert.raw_bind_parameter(22, summary.unresolved)?;
        insert.raw_bind_parameter(24, tag_set)?;
        insert.raw_execute()?;
    }
    Ok(())
}

/// How many findings of a code there are in a source.
pub(crate) fn count_of_code(connection: &Connection, id: i64, code: &str) -> rusqlite::Result<i64> {
    connection.query_row(
        "SELECT count(*) FROM diagnostics WHERE source_id = ? AND code = ?",
        params![id, code],
        |row| row.get(0),
    )
}

/// Stores a diagnostic of a source.
pub(crate) fn insert_diagnostic(
    connection: &Connection,
    id: i64,
    base: u64,
    diagnostic: &Diagnostic,
) -> rusqlite::Result<()> {
    let game = match diagnostic.game {
        0 => 0,
        relative => base + relative,
    };
    connection
        .prepare_cached("INSERT INTO diagnostics VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)")?
        .execute(params![
            id,
            int(game),
            diagnostic.code.id,
            diagnostic.code.severity.as_str(),
            int(diagnostic.span.start),
            int(diagnostic.span.end),
            int(diagnostic.place.line),
            int(diagnostic.place.column),
            diagnostic.message,
        ])?;
    Ok(())
}

/// Text that is known to be UTF-8.
struct TextBytes<'a>(Option<&'a [u8]>);

impl ToSql for TextBytes<'_> {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self.0 {
            Some(text) => ValueRef::Text(text),
            None => ValueRef::Null,
        }))
    }
}

/// SQLite's integers are signed; no file is so large that it matters.
pub(crate) fn int(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// A path as text, or as bytes if it is not UTF-8.
fn path_value(path: &Path) -> Value {
    match path.to_str() {
        Some(text) => Value::Text(text.to_owned()),
        None => Value::Blob(path.as_os_str().as_encoded_bytes().to_vec()),
    }
}

pub(crate) fn path_of(value: Value) -> PathBuf {
    match value {
        Value::Text(text) => PathBuf::from(text),
        Value::Blob(bytes) => PathBuf::from(os_string(bytes)),
        _ => PathBuf::new(),
    }
}

#[cfg(unix)]
fn os_string(bytes: Vec<u8>) -> OsString {
    std::os::unix::ffi::OsStringExt::from_vec(bytes)
}

#[cfg(not(unix))]
fn os_string(bytes: Vec<u8>) -> OsString {
    String::from_utf8_lossy(&bytes).into_owned().into()
}
