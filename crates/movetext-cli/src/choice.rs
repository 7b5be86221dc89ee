//! Which games of databases are meant by conditions.

use crate::args::{Conditions, Filters, Sources, ends, usage_of};
use crate::input::{self, Bytes, Input, Selected, Stored, stored_name};
use encoding_rs::Encoding;
use movetext::Format;
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use movetext_store::{Aliases, Error, Hit, Query, QueryError, Store, rusqlite};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

/// The conditions in terms of the library.
pub fn query(conditions: &Conditions) -> Result<Query, QueryError> {
    let mut query = of_filters(&conditions.filters, conditions.variant)?;
    if let Some(rules) = &conditions.rules {
        query = query.rules(rules);
    }
    Ok(query)
}

/// The same for commands that have other uses for two of the conditions.
fn of_filters(filters: &Filters, variant: Option<usize>) -> Result<Query, QueryError> {
    let mut query = Query::new();
    if let Some(variant) = variant {
        query = query.variant(Standard::VARIANTS[variant].id);
    }
    if let Some(path) = &filters.aliases {
        query = query.aliases(Aliases::from_path(path)?);
    }
    for player in &filters.player {
        query = query.player(player);
    }
    for (value, method) in [
        (&filters.first, Query::first as fn(Query, &str) -> Query),
        (&filters.second, Query::second),
        (&filters.event, Query::event),
        (&filters.site, Query::site),
        (&filters.eco, Query::eco),
        (&filters.comment, Query::comment),
    ] {
        if let Some(value) = value {
            query = method(query, value);
        }
    }
    if let Some(date) = &filters.date {
        let (from, to) = ends(date);
        query = query.dates(from, to)?;
    }
    if let Some((least, most)) = filters.elo {
        query = query.elo(least, most);
    }
    if let Some((least, most)) = filters.plies {
        query = query.plies(least, most);
    }
    if let Some(result) = &filters.result {
        query = query.result(result)?;
    }
    for (name, pattern) in &filters.tag {
        query = query.tag(name, pattern);
    }
    if let Some(position) = &filters.position {
        query = query.position(position)?;
    }
    if let Some(moves) = &filters.opening {
        query = query.moves(moves)?;
    }
    if let Some(pattern) = &filters.pattern {
        query = query.pattern(pattern)?;
    }
    Ok(query.variations(filters.variations))
}

/// All inputs that the paths name, or of databases the games that meet the conditions. Ends the program if there are
/// conditions on what is no database, or some that cannot be understood.
///
/// Games that are reported by their place come one by one, so that places are those in the game.
pub fn expand(
    command: &str,
    sources: &Sources,
    paths: &[PathBuf],
    filters: &Filters,
    one_by_one: bool,
) -> Vec<Input> {
    if filters.is_empty() {
        return input::expand_stored(paths);
    }
    let query = match of_filters(filters, sources.variant) {
        Ok(query) => query,
        Err(error) => usage_of(command, &error.to_string()),
    };
    let mut chosen = Vec::new();
    for input in input::expand(paths) {
        match &input.bytes {
            Bytes::File(path) if Store::is_store(path) => {
                let path = path.clone();
                let found = Store::open_read_only(&path).and_then(|store| {
                    let hits = store.find(&query, sources.jobs())?;
                    let most = if one_by_one { 1 } else { usize::MAX };
                    Ok((inputs(&store, &path, &hits, most)?, hits))
                });
                match found {
                    Ok((mut inputs, hits)) => {
                        if one_by_one {
                            for (input, hit) in inputs.iter_mut().zip(hits) {
                                input.name += &format!("#{}", hit.game);
                            }
                        }
                        chosen.extend(inputs);
                    }
                    Err(error) => chosen.push(Input {
                        bytes: Bytes::Failed(input::without_name(&error, &path)),
                        ..input
                    }),
                }
            }
            Bytes::File(_) | Bytes::Stdin => usage_of(
                command,
                &format!(
                    "conditions choose games of databases, and {} is none",
                    input.name
                ),
            ),
            _ => chosen.push(input),
        }
    }
    chosen
}

/// How many threads there are to be.
pub fn jobs(asked: Option<NonZeroUsize>) -> usize {
    asked
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get)
}

/// A failure of a question to a database.
pub fn database_error(store: &Store, source: rusqlite::Error) -> Error {
    Error::Database {
        path: store.path().to_owned(),
        source,
    }
}

/// How a game was read.
#[derive(PartialEq)]
struct Origin {
    source: i64,
    encoding: String,
    format: String,
    variant: String,
}

/// The games as inputs: those of one source that follow one another are one, but no more than so many.
pub fn inputs(
    store: &Store,
    database: &Path,
    hits: &[Hit],
    most: usize,
) -> movetext_store::Result<Vec<Input>> {
    let name = database.to_string_lossy();
    let sources = store.sources()?;
    let path_of = |id: i64| {
        let source = sources.iter().find(|source| source.id == id);
        source.map_or_else(PathBuf::new, |source| source.path.clone())
    };
    let failed = |error| database_error(store, error);
    let mut statement = store
        .connection()
        .prepare(
            "SELECT source_id, (SELECT lines.encoding FROM lines WHERE first_game <= ?1 \
             ORDER BY first_game DESC LIMIT 1), format, variant \
             FROM games JOIN sources ON sources.id = source_id WHERE games.id = ?1",
        )
        .map_err(failed)?;
    let mut groups: Vec<(Origin, Vec<i64>)> = Vec::new();
    for hit in hits {
        let origin = statement
            .query_row([hit.game], |row| {
                Ok(Origin {
                    source: row.get(0)?,
                    encoding: row.get(1)?,
                    format: row.get(2)?,
                    variant: row.get(3)?,
                })
            })
            .map_err(failed)?;
        match groups.last_mut() {
            Some((last, games)) if *last == origin && games.len() < most => {
                games.push(hit.game);
            }
            _ => groups.push((origin, vec![hit.game])),
        }
    }
    let input = |(origin, games): (Origin, Vec<i64>)| Input {
        name: stored_name(&name, &path_of(origin.source)),
        named: true,
        bytes: Bytes::Stored(Stored {
            database: database.to_owned(),
            source: origin.source,
            games: Some(Selected {
                games,
                encoding: Encoding::for_label(origin.encoding.as_bytes())
                    .unwrap_or(encoding_rs::UTF_8),
                format: (
                    Format::of_games(&origin.format).unwrap_or(Format::Records),
                    Standard::find(&origin.variant).unwrap_or_default(),
                ),
            }),
        }),
    };
    Ok(groups.into_iter().map(input).collect())
}
