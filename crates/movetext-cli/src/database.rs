//! `movetext remove`, `movetext merge` and `movetext db`: what is done to databases as a whole.

use crate::args::{DbArgs, DbCommand, MergeArgs, RemoveArgs, usage, usage_of};
use crate::choice;
use crate::exit::Verdict;
use crate::output::{self, printable};
use crate::progress::{SEARCH, waiting};
use movetext_store::{Error, ImportOptions, Query, Source, Store};
use std::fs;
use std::io;
use std::path::{Path, absolute};

/// Says what went wrong with a database.
pub fn failed(error: &Error) -> Verdict {
    let message = error.to_string();
    for line in message.lines() {
        output::complain(&printable(line));
    }
    Verdict {
        unreadable: true,
        ..Verdict::default()
    }
}

/// The source that is meant: by its path or the end of that; the only one if nothing is said.
pub fn choose<'s>(
    database: &Path,
    sources: &'s [Source],
    path: Option<&Path>,
) -> Result<&'s Source, Verdict> {
    let Some(path) = path else {
        return match sources {
            [source] => Ok(source),
            [] => Err(complain(&format!(
                "{}: there are no sources",
                database.display()
            ))),
            _ => usage(&format!(
                "there are {} sources: --source chooses one, --list lists them",
                sources.len()
            )),
        };
    };
    let whole = absolute(path).unwrap_or_else(|_| path.to_owned());
    if let Some(source) = sources.iter().find(|source| source.path == whole) {
        return Ok(source);
    }
    let mut ending = sources.iter().filter(|source| source.path.ends_with(path));
    match (ending.next(), ending.next()) {
        (Some(source), None) => Ok(source),
        (None, _) => Err(complain(&format!(
            "{}: there is no source {}",
            database.display(),
            path.display()
        ))),
        _ => Err(complain(&format!(
            "{}: there are several sources {}; give more of the path",
            database.display(),
            path.display()
        ))),
    }
}

fn complain(message: &str) -> Verdict {
    output::complain(&printable(message));
    Verdict {
        unreadable: true,
        ..Verdict::default()
    }
}

/// Runs `movetext remove`.
pub fn remove(args: &RemoveArgs) -> io::Result<Verdict> {
    if args.source.is_empty() && args.conditions.is_empty() {
        usage_of(
            "remove",
            "say what to remove: --source PATH, or which games by conditions, as --player NAME",
        );
    }
    let query = match choice::query(&args.conditions) {
        Ok(query) => query,
        Err(error) => usage_of("remove", &error.to_string()),
    };
    let opened =
        open(&args.database).and_then(|store| store.sources().map(|sources| (store, sources)));
    let (mut store, sources) = match opened {
        Ok(opened) => opened,
        Err(error) => return Ok(failed(&error)),
    };
    let mut chosen = Vec::new();
    for path in &args.source {
        match choose(&args.database, &sources, Some(path)) {
            Ok(source) => chosen.push(source),
            Err(verdict) => return Ok(verdict),
        }
    }
    chosen.sort_by_key(|source| source.id);
    chosen.dedup_by_key(|source| source.id);
    if !args.conditions.is_empty() {
        let removed = remove_games(&mut store, &chosen, query);
        return Ok(removed.map_or_else(|error| failed(&error), |()| Verdict::default()));
    }
    for source in chosen {
        if let Err(error) = waiting("removing", || store.remove(source.id)) {
            return Ok(failed(&error));
        }
        let name = source.path.to_string_lossy();
        output::note(&format!(
            "removed: {}: {} games\n",
            printable(&name),
            source.counts.games
        ));
    }
    Ok(Verdict::default())
}

/// Removes the games that are meant, of these sources or, if there are none, of all.
fn remove_games(
    store: &mut Store,
    sources: &[&Source],
    query: Query,
) -> movetext_store::Result<()> {
    let queries: Vec<Query> = if sources.is_empty() {
        vec![query]
    } else {
        let of = |source: &&Source| query.clone().source(source.id);
        sources.iter().map(of).collect()
    };
    let jobs = choice::jobs(None);
    let mut games = Vec::new();
    for query in &queries {
        let hits = waiting(SEARCH, || store.find(query, jobs))?;
        games.extend(hits.iter().map(|hit| hit.game));
    }
    if games.is_empty() {
        output::note("movetext: no games were found, so none were removed\n");
    }
    store.remove_games(&games, |removal| {
        output::note(&format!(
            "removed: {}: {} of {} games\n",
            printable(&removal.path.to_string_lossy()),
            removal.removed,
            removal.removed + removal.left
        ));
    })
}

/// Opens a database that has to be there.
pub fn open(path: &Path) -> movetext_store::Result<Store> {
    Store::open_read_only(path)?;
    Store::open(path)
}

/// Runs `movetext merge`.
pub fn merge(args: &MergeArgs) -> io::Result<Verdict> {
    if args.output.exists() {
        usage(&format!("{} exists already", args.output.display()));
    }
    let merged = merge_all(args);
    if let Err(error) = &merged {
        for suffix in ["", "-wal", "-shm"] {
            let mut name = args.output.clone().into_os_string();
            name.push(suffix);
            let _ = fs::remove_file(name);
        }
        return Ok(failed(error));
    }
    Ok(Verdict::default())
}

fn merge_all(args: &MergeArgs) -> movetext_store::Result<()> {
    let mut others = Vec::new();
    for path in &args.databases {
        others.push(Store::open_read_only(path)?);
    }
    let mut store = Store::open(&args.output)?;
    for other in &others {
        let report = waiting("adding sources", || store.merge(other))?;
        let name = other.path().to_string_lossy();
        let name = printable(&name);
        output::note(&format!(
            "{name}: added {} sources with {} games\n",
            report.added.len(),
            report.games
        ));
        for known in report.known {
            let known = known.to_string_lossy();
            output::note(&format!(
                "skipped: {name}: {}: the same text is there already\n",
                printable(&known)
            ));
        }
    }
    Ok(())
}

/// Runs `movetext db`.
pub fn run(args: &DbArgs) -> io::Result<Verdict> {
    match &args.command {
        DbCommand::Check { database, sources } => check(database, *sources),
        DbCommand::Migrate { database } => Ok(migrate(database)),
    }
}

fn check(database: &Path, files: bool) -> io::Result<Verdict> {
    let checked = Store::open_read_only(database).and_then(|store| {
        let problems = waiting("checking", || store.check_all(files))?;
        Ok((problems, store.sources()?))
    });
    let (problems, sources) = match checked {
        Ok(checked) => checked,
        Err(error) => return Ok(failed(&error)),
    };
    let mut text = String::new();
    for problem in &problems {
        let name = match &problem.source {
            Some((_, path)) => path.to_string_lossy().into_owned(),
            None => database.to_string_lossy().into_owned(),
        };
        text += &format!("{}: {}\n", printable(&name), printable(&problem.message));
    }
    let games: u64 = sources.iter().map(|source| source.counts.games).sum();
    text += &format!(
        "{}: {} sources, {games} games: {}\n",
        printable(&database.to_string_lossy()),
        sources.len(),
        match problems.len() {
            0 => "no problems".to_owned(),
            1 => "1 problem".to_owned(),
            count => format!("{count} problems"),
        }
    );
    output::write_stdout(text.as_bytes())?;
    Ok(Verdict {
        errors: !problems.is_empty(),
        ..Verdict::default()
    })
}

fn migrate(database: &Path) -> Verdict {
    let migrated = waiting("migrating", || {
        Store::migrate(database, &ImportOptions::default(), &mut ())
    });
    match migrated {
        Err(error) => failed(&error),
        Ok(report) => {
            let name = database.to_string_lossy();
            let name = printable(&name);
            output::note(&if report.from == report.to {
                format!("{name}: it has version {} already\n", report.to)
            } else {
                format!(
                    "{name}: from version {} to {}: {} sources with {} games\n",
                    report.from, report.to, report.sources, report.games
                )
            });
            Verdict::default()
        }
    }
}
