//! What was stored, given back: sources, games, lines.

use crate::blob;
use crate::error::{Error, Result};
use crate::import::ImportOptions;
use crate::line::{Block, LineError, Reaches};
use crate::store::{Store, TextBlock};
use crate::table::{self, Extent};
use encoding_rs::Encoding;
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use movetext::{Format, Game, GameSummary, Move, Reader, Sink, Visitor};
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

impl Store {
    /// The bytes of a game as they stand in its source (after decompression), in the source's encoding,
    /// from the first character of the game to its last. The source itself is not needed.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the database cannot be read.
    pub fn text(&self, game: i64) -> Result<Vec<u8>> {
        let extent = self.extent(game)?;
        self.text_of(&extent)
    }

    /// A game as a tree, read anew from its text.
    ///
    /// # Errors
    ///
    /// As [`text`](Store::text).
    pub fn game(&self, game: i64) -> Result<Game> {
        self.game_set::<Standard>(game)
    }

    /// Like [`game`](Store::game), with other variants than the standard ones.
    ///
    /// # Errors
    ///
    /// As [`text`](Store::text).
    pub fn game_set<S: VariantSet>(&self, game: i64) -> Result<Game> {
        let mut tree = Game::new();
        self.visit::<S>(game, &mut tree)?;
        Ok(tree)
    }

    /// Reads a game anew from its text.
    pub(crate) fn visit<S: VariantSet>(
        &self,
        game: i64,
        visitor: &mut impl Visitor,
    ) -> Result<GameSummary> {
        self.read_game::<S>(game, visitor, &mut ())
    }

    /// Reads a game anew from its text, with the options of its import, and reports what is wrong with it. Places are
    /// those in the text.
    ///
    /// ```
    /// use movetext::variants::Standard;
    /// use movetext_store::Store;
    /// # let folder = tempfile::tempdir()?;
    /// # let (path, pgn) = (folder.path().join("games.db"), folder.path().join("a.pgn"));
    /// # std::fs::write(&pgn, "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 e5 2. Ke3 *\n")?;
    /// # Store::open(&path)?.import([pgn], &Default::default(), &mut ())?;
    /// let store = Store::open_read_only(&path)?;
    /// let (mut game, mut found) = (movetext::Game::new(), Vec::new());
    /// store.read_game::<Standard>(2, &mut game, &mut found)?;
    /// assert_eq!((found[0].code.id, found[0].place.line), ("illegal-move", 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`text`](Store::text).
    pub fn read_game<S: VariantSet>(
        &self,
        game: i64,
        visitor: &mut impl Visitor,
        sink: &mut impl Sink,
    ) -> Result<GameSummary> {
        let extent = self.extent(game)?;
        let text = self.text_of(&extent)?;
        let read = reader::<S>(&extent, &text)
            .and_then(|mut reader| reader.next_game(visitor, sink))
            .ok()
            .flatten();
        read.ok_or_else(|| self.damaged(format!("game {game} cannot be read from its text")))
    }

    /// The text of some games of one source, with blank lines between them, to be read from the database.
    ///
    /// The reader has a connection of its own.
    ///
    /// # Errors
    ///
    /// If the database cannot be opened once more.
    pub fn games_text(&self, games: Vec<i64>) -> Result<GamesText> {
        Ok(GamesText {
            store: self.again()?,
            games: games.into_iter(),
            text: Vec::new(),
            at: 0,
        })
    }

    /// The moves of a game's main line, up to the first that could not be played; from the packed lines, so no
    /// text is read.
    ///
    /// # Errors
    ///
    /// If there is no such game, or the database cannot be read.
    pub fn moves(&self, game: i64, reaches: &Reaches) -> Result<Vec<Move>> {
        use rusqlite::OptionalExtension;
        let row: Option<(i64, Vec<u8>)> = self.check(|connection| {
            connection
                .prepare_cached(
                    "SELECT first_game, data FROM lines WHERE first_game <= ? AND \
                     EXISTS (SELECT 1 FROM games WHERE id = ?1) ORDER BY first_game DESC LIMIT 1",
                )?
                .query_row([game], |row| Ok((row.get(0)?, row.get(1)?)))
                .optional()
        })?;
        let (first, data) = row.ok_or_else(|| self.not_found(game))?;
        let damaged = |error: LineError| self.damaged(error.to_string());
        let block = Block::unpack(&data).map_err(damaged)?;
        let index = usize::try_from(game - first).unwrap_or(usize::MAX);
        let line = block.lines(reaches).nth(index);
        let line = line.ok_or_else(|| self.not_found(game))?.map_err(damaged)?;
        line.collect::<std::result::Result<_, _>>().map_err(damaged)
    }

    /// The text of a source, every byte of it as far as it was imported, to be read from the database.
    ///
    /// It is what was read from the file after decompression. The reader has a connection of its own.
    ///
    /// # Errors
    ///
    /// If there is no such source, or the database cannot be opened once more.
    pub fn source_text(&self, source: i64) -> Result<SourceText> {
        if self.check(|c| table::source_by_id(c, source))?.is_none() {
            return Err(self.not_found(source));
        }
        Ok(SourceText {
            store: self.again()?,
            source,
            next: 0,
            block: Vec::new(),
            at: 0,
        })
    }

    pub(crate) fn extent(&self, game: i64) -> Result<Extent> {
        let extent = self.check(|connection| table::extent(connection, game))?;
        extent.ok_or_else(|| self.not_found(game))
    }

    pub(crate) fn text_of(&self, extent: &Extent) -> Result<Vec<u8>> {
        self.range(extent.source, extent.start..extent.start + extent.len)
    }

    /// Some bytes of a source.
    fn range(&self, source: i64, range: Range<u64>) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut at = range.start;
        let mut last = self.last.0.borrow_mut();
        while at < range.end {
            let holds = |(of, start, block): &TextBlock| {
                *of == source && (*start..*start + block.len() as u64).contains(&at)
            };
            if !last.as_ref().is_some_and(holds) {
                let (start, block) = self.block(source, at)?;
                *last = Some((source, start, block));
            }
            let piece = last
                .as_ref()
                .filter(|last| holds(last))
                .map(|(_, start, block)| {
                    let from = (at - start) as usize;
                    let to = usize::try_from(range.end - start).unwrap_or(usize::MAX);
                    &block[from..to.min(block.len())]
                });
            let piece =
                piece.ok_or_else(|| self.damaged(format!("text of source {source} is missing")))?;
            bytes.extend_from_slice(piece);
            at += piece.len() as u64;
        }
        Ok(bytes)
    }

    /// The block that holds an offset, decompressed, and where it begins.
    fn block(&self, source: i64, offset: u64) -> Result<(u64, Vec<u8>)> {
        let row = self.check(|c| table::text_block(c, source, offset))?;
        let (start, data) =
            row.ok_or_else(|| self.damaged(format!("text of source {source} is missing")))?;
        let block = blob::unpack(&data).map_err(|problem| self.damaged(problem.to_owned()))?;
        Ok((start, block))
    }

    pub(crate) fn not_found(&self, id: i64) -> Error {
        Error::NotFound {
            path: self.path.clone(),
            id,
        }
    }
}

/// A reader of the text of a game, with the options of its import.
fn reader<'r, S: VariantSet>(extent: &Extent, text: &'r [u8]) -> io::Result<Reader<'r, S>> {
    let options = ImportOptions::from_fingerprint::<S>(&extent.options);
    let format = Format::of_games(&extent.format).unwrap_or(Format::Records);
    Reader::builder()
        .variant(options.variant)
        .notation(options.notation)
        .strictness(options.strictness)
        .limits(options.limits)
        .encoding(Encoding::for_label(extent.encoding.as_bytes()))
        .format(format, S::find(&extent.variant).unwrap_or(0))
        .with_variants::<S>(text)
}

/// The text of a source, read from the database: see [`Store::source_text`].
#[derive(Debug)]
pub struct SourceText {
    store: Store,
    source: i64,
    next: u64,
    block: Vec<u8>,
    at: usize,
}

impl SourceText {
    /// Opens the text of a source of a database that was opened before: this one is not checked once more.
    ///
    /// # Errors
    ///
    /// If the database cannot be opened, or has no such source.
    pub fn open(database: impl AsRef<Path>, source: i64) -> Result<SourceText> {
        Store::reader(database.as_ref())?.source_text(source)
    }
}

impl Read for SourceText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() {
            let there = self
                .store
                .check(|c| table::text_block(c, self.source, self.next));
            let Some((start, data)) = there.map_err(io::Error::other)? else {
                return Ok(0);
            };
            let block = blob::unpack(&data).map_err(io::Error::other)?;
            if start + block.len() as u64 <= self.next {
                // Nothing follows the last block.
                return Ok(0);
            }
            if start != self.next {
                return Err(io::Error::other("a part of the text is missing"));
            }
            self.next += block.len() as u64;
            (self.block, self.at) = (block, 0);
        }
        let rest = &self.block[self.at..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        Ok(count)
    }
}

/// The text of some games, read from the database: see [`Store::games_text`].
#[derive(Debug)]
pub struct GamesText {
    store: Store,
    games: std::vec::IntoIter<i64>,
    text: Vec<u8>,
    at: usize,
}

impl GamesText {
    /// Opens the text of some games of a database that was opened before: this one is not checked once more.
    ///
    /// # Errors
    ///
    /// If the database cannot be opened.
    pub fn open(database: impl AsRef<Path>, games: Vec<i64>) -> Result<GamesText> {
        Store::reader(database.as_ref())?.games_text(games)
    }
}

impl Read for GamesText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.text.len() {
            let Some(game) = self.games.next() else {
                return Ok(0);
            };
            let extent = self.store.extent(game).map_err(io::Error::other)?;
            self.text = self.store.text_of(&extent).map_err(io::Error::other)?;
            self.at = 0;
            let blank: &[u8] = match &*extent.encoding {
                "UTF-16LE" => b"\n\0\n\0",
                "UTF-16BE" => b"\0\n\0\n",
                _ => b"\n\n",
            };
            self.text.extend_from_slice(blank);
        }
        let rest = &self.text[self.at..];
        let count = rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&rest[..count]);
        self.at += count;
        Ok(count)
    }
}
