//! What many tests do: read texts, write games, find files.

#![allow(dead_code, reason = "each test uses a part of it")]

use movetext::game::NodeId;
use movetext::pgn::{Options, WriteError, Writer, Written};
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use movetext::{Game, Move, Reader};
use movetext_generate::{Database, Style};
use std::path::{Path, PathBuf};

/// The games of a text; as of this variant, if one is given.
pub fn games_as(text: &[u8], variant: Option<&str>) -> Vec<Game> {
    let mut reader = Reader::builder()
        .variant(variant.and_then(Standard::find))
        .from_reader(text)
        .expect("bytes in memory");
    let mut games = Vec::new();
    let mut game = Game::new();
    while reader
        .read_game(&mut game, &mut ())
        .expect("bytes in memory")
    {
        games.push(std::mem::take(&mut game));
    }
    games
}

/// The games of a text.
pub fn games(text: &[u8]) -> Vec<Game> {
    games_as(text, None)
}

/// The one game among these, which are those of the text.
pub fn only(mut games: Vec<Game>, text: &str) -> Game {
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

/// A game as PGN, and what of it has not its proper form there.
pub fn try_write(game: &Game, options: &Options) -> Result<(String, Written), WriteError> {
    let mut out = Vec::new();
    let written = <Writer>::new(options.clone()).write(game, &mut out)?;
    Ok((String::from_utf8(out).expect("UTF-8"), written))
}

/// The same of a game that can be written.
pub fn write(game: &Game, options: &Options) -> (String, Written) {
    try_write(game, options).unwrap_or_else(|error| panic!("{error}: {}", game.source()))
}

/// The moves of the main line.
pub fn moves(game: &Game) -> Vec<Option<Move>> {
    let line = game.line(NodeId::ROOT);
    line.map(|node| game.mv(node)).collect()
}

/// A database that is made up.
pub fn made_up(variant: &str, style: Style, games: u64) -> Vec<u8> {
    written_down(&Database {
        style,
        games: Some(games),
        ..Database::new(variant)
    })
}

/// The bytes of a database.
pub fn written_down(database: &Database) -> Vec<u8> {
    let mut text = Vec::new();
    database.write(&mut text).expect("bytes in memory");
    text
}

/// All files in a folder and in those inside it, by their names.
pub fn files(folder: impl AsRef<Path>) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.as_ref().to_owned()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(folder).expect("a readable folder") {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => open.push(path),
                false => found.push(path),
            }
        }
    }
    found.sort();
    found
}

/// The project's own files of games; those that are there to be recognised are not all games, nor are vectors.
pub fn own_files() -> Vec<PathBuf> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut found = files(&corpus);
    found.retain(|path| {
        !["detect", "suite"]
            .iter()
            .any(|other| path.starts_with(corpus.join(other)))
    });
    found
}

/// Holds a text against a file of the project. Where the environment says that `variable` is `overwrite`, the file
/// is written anew.
pub fn assert_listed(path: &str, text: &str, variable: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var(variable).as_deref() == Ok("overwrite") {
        std::fs::write(&file, text).expect("a file that can be written");
    }
    let listed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        listed == text,
        "{path} is not what the tests say; {variable}=overwrite writes it anew\n{}",
        first_difference(&listed, text)
    );
}

fn first_difference(old: &str, new: &str) -> String {
    let mut lines = old.lines().zip(new.lines());
    match lines.find(|(old, new)| old != new) {
        Some((old, new)) => format!("- {old}\n+ {new}"),
        None => "one of them has more lines".to_owned(),
    }
}
