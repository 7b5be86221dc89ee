//! Functions for SQL, and SQL that can do no harm.

use crate::error::Result;
use crate::line::{Block, Board, Line, Reaches};
use crate::pattern::{Matcher, Pattern};
use crate::query::{Seeker, Target};
use crate::store::Store;
use movetext::draw::{Characters, Diagram};
use movetext::pgn;
use movetext::registry::{VariantSet, WithVariant};
use movetext::variant::notation;
use movetext::variants::Standard;
use movetext::{Game, Move, Position, Role, Side, Tags, Variant};
use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::hooks::{AuthAction, AuthContext, Authorization};
use rusqlite::limits::Limit;
use rusqlite::types::{ToSqlOutput, Value};
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex, PoisonError};

/// So many bytes a value has at most where SQL is not trusted.
const LARGEST: i32 = 64 << 20;
/// So many positions and patterns are kept, each.
const KEPT: usize = 64;

impl Store {
    /// Adds functions for SQL to the [connection](Store::connection):
    ///
    /// | function | what it gives |
    /// |---|---|
    /// | `fen(game)`, `fen(game, ply)` | the last position of the main line, or that after so many plies, in the variant's notation (FEN, PDTL) |
    /// | `board(game)`, `board(game, ply)` | the same position as a board of text |
    /// | `material(game)`, `material(game, ply)` | the pieces on the board, as `KRPPvKR` |
    /// | `moves(game)`, `moves(game, notation)` | the moves of the main line, in the standard notation of the variant or another one: `san`, `uci`, `wxf` |
    /// | `pgn(game)` | the whole game in export format, with comments and variations |
    /// | `reaches(game, position)` | 1 if the main line reaches a position, else 0 |
    /// | `matches(game, pattern)` | 1 if a [pattern](crate::pattern) occurs in the main line, else 0 |
    ///
    /// Games go by their ids. What is not there (another ply, a notation that the game's variant does not have, a game
    /// that is known by name alone) is NULL. What no variant can read is an error.
    ///
    /// ```
    /// use movetext_store::Store;
    /// # let folder = tempfile::tempdir()?;
    /// # let (path, pgn) = (folder.path().join("games.db"), folder.path().join("a.pgn"));
    /// # std::fs::write(&pgn, "[White \"A\"]\n\n1. e4 e5 2. Nf3 *\n")?;
    /// # Store::open(&path)?.import([pgn], &Default::default(), &mut ())?;
    /// let mut store = Store::open_read_only(&path)?;
    /// store.add_functions()?;
    /// store.only_read()?;
    /// let sql = "SELECT moves(id, 'uci') FROM games WHERE matches(id, 'N[f3] and p[e5]')";
    /// let moves: String = store.connection().query_row(sql, [], |row| row.get(0))?;
    /// assert_eq!(moves, "e2e4 e7e5 g1f3");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the database cannot be opened once more: the functions have a connection of their own.
    pub fn add_functions(&self) -> Result<()> {
        let asker = Asker {
            store: self.again()?,
            reaches: Reaches::new::<Standard>(),
            block: None,
            positions: HashMap::new(),
            patterns: HashMap::new(),
        };
        let asker = Arc::new(Mutex::new(asker));
        self.check(|connection| {
            for name in ["fen", "board", "material"] {
                add(connection, &asker, name, &[1, 2], Asker::position)?;
            }
            add(connection, &asker, "moves", &[1, 2], Asker::moves)?;
            add(connection, &asker, "pgn", &[1], Asker::pgn)?;
            add(connection, &asker, "reaches", &[2], Asker::reaches)?;
            add(connection, &asker, "matches", &[2], Asker::matches)
        })
    }

    /// From here on, SQL on the [connection](Store::connection) can do nothing but read this database: it can change
    /// nothing, attach no other file, load no extension, set nothing, and make no value larger than 64 MiB.
    ///
    /// # Errors
    ///
    /// If SQLite refuses that.
    pub fn only_read(&mut self) -> Result<()> {
        let restricted = self
            .connection
            .set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)
            .and_then(|_| {
                self.connection
                    .set_limit(Limit::SQLITE_LIMIT_LENGTH, LARGEST)
            })
            .and_then(|_| self.connection.authorizer(Some(authorize)));
        restricted.map_err(|error| self.error(error))
    }
}

fn authorize(context: AuthContext<'_>) -> Authorization {
    let allowed = match context.action {
        AuthAction::Select | AuthAction::Read { .. } | AuthAction::Recursive => true,
        AuthAction::Function { function_name } => {
            !function_name.eq_ignore_ascii_case("load_extension")
        }
        AuthAction::Pragma {
            pragma_name,
            pragma_value,
        } => {
            let known = [
                "table_info",
                "table_xinfo",
                "table_list",
                "index_list",
                "index_info",
            ];
            known
                .iter()
                .any(|name| pragma_name.eq_ignore_ascii_case(name))
                || pragma_value.is_none()
                    && ["user_version", "application_id", "page_count", "page_size"]
                        .iter()
                        .any(|name| pragma_name.eq_ignore_ascii_case(name))
        }
        _ => false,
    };
    if allowed {
        Authorization::Allow
    } else {
        Authorization::Deny
    }
}

type Answer = std::result::Result<Value, String>;

fn add(
    connection: &Connection,
    asker: &Arc<Mutex<Asker>>,
    name: &'static str,
    arguments: &[i32],
    answer: fn(&mut Asker, &str, i64, Option<&Argument>) -> Answer,
) -> rusqlite::Result<()> {
    // They depend on the database, so no index may be made of them.
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DIRECTONLY;
    for &count in arguments {
        let asker = Arc::clone(asker);
        connection.create_scalar_function(name, count, flags, move |context| {
            let Some(game): Option<i64> = context.get(0)? else {
                return Ok(ToSqlOutput::Owned(Value::Null));
            };
            let argument = if context.len() > 1 {
                let Some(argument) = Argument::read(context)? else {
                    return Ok(ToSqlOutput::Owned(Value::Null));
                };
                Some(argument)
            } else {
                None
            };
            let mut asker = asker.lock().unwrap_or_else(PoisonError::into_inner);
            let answer = answer(&mut asker, name, game, argument.as_ref());
            answer.map(ToSqlOutput::Owned).map_err(|problem| {
                rusqlite::Error::UserFunctionError(format!("{name}: {problem}").into())
            })
        })?;
    }
    Ok(())
}

/// The second argument.
enum Argument {
    Number(i64),
    Text(String),
}

impl Argument {
    fn read(context: &Context<'_>) -> rusqlite::Result<Option<Argument>> {
        Ok(match context.get::<Value>(1)? {
            Value::Null => None,
            Value::Integer(number) => Some(Argument::Number(number)),
            Value::Text(text) => Some(Argument::Text(text)),
            other => Some(Argument::Text(format!("{other:?}"))),
        })
    }

    fn text(argument: Option<&Argument>) -> String {
        match argument {
            Some(Argument::Text(text)) => text.clone(),
            Some(Argument::Number(number)) => number.to_string(),
            None => String::new(),
        }
    }
}

/// Answers the functions.
struct Asker {
    store: Store,
    reaches: Reaches,
    /// The block of lines that was read last: its first game, how many it has, and itself.
    block: Option<(i64, i64, Block)>,
    /// Positions that were asked for, by their text, in every variant that can read them.
    positions: HashMap<String, Vec<Target>>,
    patterns: HashMap<String, Vec<Pattern>>,
}

fn failure(problem: impl Display) -> String {
    problem.to_string()
}

impl Asker {
    /// Takes care that the block with a game is there. Whether there is such a game.
    fn load(&mut self, game: i64) -> std::result::Result<bool, String> {
        let there = |(first, games, _): &(i64, i64, Block)| {
            (*first..first.saturating_add(*games)).contains(&game)
        };
        if self.block.as_ref().is_some_and(there) {
            return Ok(true);
        }
        use rusqlite::OptionalExtension;
        let row: Option<(i64, i64, Vec<u8>)> = self
            .store
            .check(|connection| {
                connection
                    .prepare_cached(
                        "SELECT first_game, games, data FROM lines WHERE first_game <= ? \
                         ORDER BY first_game DESC LIMIT 1",
                    )?
                    .query_row([game], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                    .optional()
            })
            .map_err(failure)?;
        let Some((first, games, data)) = row else {
            return Ok(false);
        };
        let block = Block::unpack(&data).map_err(failure)?;
        self.block = Some((first, games, block));
        Ok(self.block.as_ref().is_some_and(there))
    }

    /// The line of a game, unless it is one of rules that are known by name alone.
    fn line(&mut self, game: i64) -> std::result::Result<Option<Line<'_>>, String> {
        if !self.load(game)? {
            return Ok(None);
        }
        let Some((first, _, block)) = &self.block else {
            return Ok(None);
        };
        let index = usize::try_from(game - first).unwrap_or(usize::MAX);
        let Some(line) = block.lines(&self.reaches).nth(index) else {
            return Ok(None);
        };
        let line = line.map_err(failure)?;
        let played = line.reach().is_some()
            && (!line.is_empty() || self.store.game(game).map_err(failure)?.replayed);
        Ok(played.then_some(line))
    }

    /// The variant of a game, where it starts if that is not the usual start, and its moves.
    fn played(&mut self, game: i64) -> std::result::Result<Option<Played>, String> {
        let Some(line) = self.line(game)? else {
            return Ok(None);
        };
        let id = line
            .reach()
            .map(|reach| reach.info().id)
            .unwrap_or_default();
        let custom = line.is_custom();
        let moves = line
            .collect::<std::result::Result<_, _>>()
            .map_err(failure)?;
        let Some(variant) = Standard::find(id) else {
            return Ok(None);
        };
        let origin = if custom {
            Some(self.store.game(game).map_err(failure)?)
        } else {
            None
        };
        Ok(Some(Played {
            variant,
            origin,
            moves,
        }))
    }

    fn position(&mut self, name: &str, game: i64, argument: Option<&Argument>) -> Answer {
        let ply = match argument {
            None => None,
            Some(Argument::Number(ply)) => Some(*ply),
            Some(Argument::Text(text)) => return Err(format!("{text:?} is no number of plies")),
        };
        if name == "material" {
            let Some(mut line) = self.line(game)? else {
                return Ok(Value::Null);
            };
            let mut board = line.start().into_owned();
            let mut at = 0;
            while ply != Some(at) {
                match line.play(&mut board) {
                    Some(mv) => mv.map_err(failure)?,
                    None if ply.is_none() => break,
                    None => return Ok(Value::Null),
                };
                at += 1;
            }
            let roles = line.reach().map(|reach| reach.info().roles);
            return Ok(Value::Text(material(&board, roles.unwrap_or_default())));
        }
        let Some(played) = self.played(game)? else {
            return Ok(Value::Null);
        };
        let ply = match ply.map(usize::try_from) {
            None => played.moves.len(),
            Some(Ok(ply)) if ply <= played.moves.len() => ply,
            Some(_) => return Ok(Value::Null),
        };
        let shown = Standard::run(
            played.variant,
            Shown {
                played: &played,
                ply,
                board: name == "board",
            },
        );
        Ok(shown.map_or(Value::Null, Value::Text))
    }

    fn moves(&mut self, _: &str, game: i64, argument: Option<&Argument>) -> Answer {
        let notation = Argument::text(argument);
        if !(0..Standard::VARIANTS.len()).any(|index| Standard::run(index, Known(&notation))) {
            return Err(format!("no variant has the notation {notation:?}"));
        }
        let Some(played) = self.played(game)? else {
            return Ok(Value::Null);
        };
        let written = Standard::run(
            played.variant,
            Written {
                played: &played,
                notation: &notation,
            },
        );
        Ok(written.map_or(Value::Null, Value::Text))
    }

    fn pgn(&mut self, _: &str, game: i64, _: Option<&Argument>) -> Answer {
        if !self.load(game)? {
            return Ok(Value::Null);
        }
        let tree = self.store.game(game).map_err(failure)?;
        let mut out = Vec::new();
        let mut writer = <pgn::Writer>::new(pgn::Options::default());
        // What the format cannot hold is left out, as in every export.
        let _ = writer.write(&tree, &mut out).map_err(failure)?;
        String::from_utf8(out).map(Value::Text).map_err(failure)
    }

    fn reaches(&mut self, _: &str, game: i64, argument: Option<&Argument>) -> Answer {
        let text = Argument::text(argument);
        if !self.positions.contains_key(&text) {
            let variants = Standard::VARIANTS.iter();
            let targets: Vec<Target> = variants
                .filter_map(|info| Target::read::<Standard>(&text, Some(info.id)).ok())
                .collect();
            if targets.is_empty() {
                return Err(format!("{text:?} is no position that can be read"));
            }
            make_room(&mut self.positions);
            self.positions.insert(text.clone(), targets);
        }
        let targets = self.positions.remove(&text).unwrap_or_default();
        let reached = self.reaches_any(game, &targets);
        self.positions.insert(text, targets);
        Ok(reached?.map_or(Value::Null, |reached| Value::Integer(reached.into())))
    }

    fn reaches_any(
        &mut self,
        game: i64,
        targets: &[Target],
    ) -> std::result::Result<Option<bool>, String> {
        if self.line(game)?.is_none() {
            return Ok(None);
        }
        // Its own store is asked, too, so the line is looked up anew.
        let Some((first, _, block)) = &self.block else {
            return Ok(None);
        };
        let index = usize::try_from(game - first).unwrap_or(usize::MAX);
        let Some(Ok(line)) = block.lines(&self.reaches).nth(index) else {
            return Ok(None);
        };
        for target in targets {
            let mut seeker = Seeker::new(target);
            let found = seeker.find(&self.store, game, line.clone());
            if found.map_err(|failure| failure.to_string())?.is_some() {
                return Ok(Some(true));
            }
        }
        Ok(Some(false))
    }

    fn matches(&mut self, _: &str, game: i64, argument: Option<&Argument>) -> Answer {
        let text = Argument::text(argument);
        if !self.patterns.contains_key(&text) {
            let query = crate::Query::new().pattern(&text).map_err(failure)?;
            make_room(&mut self.patterns);
            self.patterns.insert(text.clone(), query.patterns());
        }
        let patterns = self.patterns.remove(&text).unwrap_or_default();
        let mut found = Ok(None);
        match self.line(game) {
            Ok(None) => {}
            Err(problem) => found = Err(problem),
            Ok(Some(line)) => {
                let id = line.reach().map(|reach| reach.info().id);
                let mut of_variant = patterns.iter();
                let pattern = of_variant.find(|pattern| Some(pattern.info().id) == id);
                found = match pattern.map(|pattern| Matcher::new(pattern).find(line)) {
                    None => Ok(Some(false)),
                    Some(ply) => ply.map(|ply| Some(ply.is_some())).map_err(failure),
                };
            }
        }
        self.patterns.insert(text, patterns);
        Ok(found?.map_or(Value::Null, |found| Value::Integer(found.into())))
    }
}

/// Keeps a table from growing with every row of a query.
fn make_room<T>(table: &mut HashMap<String, T>) {
    if table.len() >= KEPT {
        table.clear();
    }
}

/// The main line of a game.
struct Played {
    variant: usize,
    /// The game itself, if it does not begin where its variant does.
    origin: Option<Game>,
    moves: Vec<Move>,
}

impl Played {
    fn start<V: Variant>(&self) -> Option<V::Position> {
        let none = Tags::new(&[], &[], encoding_rs::UTF_8);
        let tags = self.origin.as_ref().map_or(none, Game::tags);
        let start = V::initial_state(&tags, &mut Vec::new()).ok()?;
        Some(start.position)
    }
}

/// A position of a game as text, as a task for the variant.
struct Shown<'p> {
    played: &'p Played,
    ply: usize,
    board: bool,
}

impl WithVariant for Shown<'_> {
    type Output = Option<String>;

    fn run<V: Variant>(self) -> Option<String> {
        let mut position = self.played.start::<V>()?;
        for mv in &self.played.moves[..self.ply] {
            position.play(mv);
        }
        Some(if self.board {
            Diagram::of::<V>(&position).text(Characters::Unicode, false)
        } else {
            position.describe()
        })
    }
}

/// Whether a variant has a notation, as a task for it.
struct Known<'n>(&'n str);

impl WithVariant for Known<'_> {
    type Output = bool;

    fn run<V: Variant>(self) -> bool {
        notation::<V>(self.0).is_some()
    }
}

/// The moves of a game as text, as a task for the variant.
struct Written<'p> {
    played: &'p Played,
    notation: &'p str,
}

impl WithVariant for Written<'_> {
    type Output = Option<String>;

    fn run<V: Variant>(self) -> Option<String> {
        let notation = notation::<V>(self.notation)?;
        let mut position = self.played.start::<V>()?;
        let mut out = String::new();
        for mv in &self.played.moves {
            if !out.is_empty() {
                out.push(' ');
            }
            V::write(mv, &position, notation, &mut out);
            position.play(mv);
        }
        Some(out)
    }
}

/// The pieces of both sides, the last of the variant's kinds first: `KQRPPvKRN`.
fn material(board: &Board, roles: &[movetext::variant::RoleInfo]) -> String {
    let mut out = String::new();
    for side in [Side::First, Side::Second] {
        if side == Side::Second {
            out.push('v');
        }
        for (index, info) in (1..).zip(roles).collect::<Vec<(u8, _)>>().into_iter().rev() {
            let piece = movetext::Piece {
                role: Role::new(index),
                side,
            };
            let code = Board::piece(piece);
            let many = board.pieces().filter(|(_, on)| *on == code).count();
            out.extend(std::iter::repeat_n(info.letter, many));
        }
    }
    out
}
