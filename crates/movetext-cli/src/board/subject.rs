//! What is to be drawn: a position of a file, or one that is written on the command line.

use crate::args::{BoardArgs, is_stdin};
use crate::output::{printable, reason};
use movetext::draw::Diagram;
use movetext::game::NodeId;
use movetext::pcn::{self, OnLoss};
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use movetext::{Diagnostic, Format, Game, Reader, Severity, VariantInfo};
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Why there is nothing to be drawn.
pub enum Failure {
    /// The command line makes no sense.
    Usage(String),
    /// There is no such position.
    Problem(String),
    /// The input cannot be read.
    Unreadable(String),
}

/// The board that the command line asks for.
pub fn diagram(args: &BoardArgs) -> Result<Diagram, Failure> {
    match args.subject.as_deref() {
        None => start(args),
        Some(subject) if is_stdin(subject) || Path::new(subject).exists() => file(subject, args),
        Some(subject) => position(subject, args),
    }
}

/// The position that games of the variant start from.
fn start(args: &BoardArgs) -> Result<Diagram, Failure> {
    let (game, _) = read("*\n", args.variant);
    drawn(&game, NodeId::ROOT)
}

/// A position that is written on the command line.
fn position(subject: &OsStr, args: &BoardArgs) -> Result<Diagram, Failure> {
    let text = subject.to_string_lossy();
    let text = text.trim();
    let is_position = text.contains('/') && !text.contains(char::is_control);
    let wanted = |index: &usize| args.variant.is_none_or(|wanted| wanted == *index);
    let mut reasons = Vec::new();
    if is_position {
        for index in (0..Standard::VARIANTS.len()).filter(wanted) {
            match set_up(text, index) {
                Ok(game) => return drawn(&game, NodeId::ROOT),
                Err(reason) => reasons.push(reason),
            }
        }
    }
    let shown = printable(text);
    Err(match reasons.as_slice() {
        [] => Failure::Unreadable(format!("cannot read {shown}: no such file")),
        [only] => Failure::Usage(format!("{shown}: {only}")),
        _ => Failure::Usage(format!(
            "{shown}: neither a file nor a position of a known variant"
        )),
    })
}

/// A game of this variant that starts from a position; or what is wrong with that.
fn set_up(text: &str, index: usize) -> Result<Game, String> {
    // As a line of a list, which may be EPD with its operations.
    let (game, _) = read(&format!("{text}\n"), Some(index));
    if game.replayed && game.setup.is_some() {
        return Ok(game);
    }
    let info: &VariantInfo = Standard::VARIANTS[index];
    let value = text.replace('\\', "\\\\").replace('"', "\\\"");
    let tag = info.setup.first().copied().unwrap_or("FEN");
    let (game, found) = read(&format!("[{tag} \"{value}\"]\n\n*\n"), Some(index));
    if game.replayed && game.setup.is_some() {
        return Ok(game);
    }
    let error = found
        .iter()
        .find(|found| found.code.severity == Severity::Error);
    Err(error.map_or_else(
        || format!("not a position of {}", info.name),
        |found| found.message.to_string(),
    ))
}

/// Reads one game from a text.
fn read(text: &str, variant: Option<usize>) -> (Game, Vec<Diagnostic>) {
    let mut game = Game::new();
    let mut found = Vec::new();
    let reader = Reader::builder()
        .variant(variant)
        .from_reader(text.as_bytes());
    // A text in memory can be read.
    if let Ok(mut reader) = reader {
        let _ = reader.read_game(&mut game, &mut found);
    }
    (game, found)
}

/// A position of a game of a file.
fn file(subject: &OsStr, args: &BoardArgs) -> Result<Diagram, Failure> {
    let name = subject.to_string_lossy();
    let name = printable(&name);
    let unreadable =
        |error: io::Error| Failure::Unreadable(format!("cannot read {name}: {}", reason(&error)));
    let bytes: Box<dyn Read + Send> = if is_stdin(subject) {
        Box::new(io::stdin())
    } else {
        Box::new(File::open(subject).map_err(unreadable)?)
    };
    let mut reader = Reader::builder()
        .variant(args.variant)
        .from_reader(bytes)
        .map_err(unreadable)?;
    if !reader.format().has_games() {
        return Err(missing(&name, &reader, 0));
    }
    let number = args.game.get();
    let mut game = Game::new();
    for read in 0..number {
        if reader.format() == Format::Pcn {
            match reader.next_pcn(&mut ()).map_err(unreadable)? {
                Some(reading) if read + 1 == number => return document(&reading, args, number),
                Some(_) => continue,
                None => return Err(missing(&name, &reader, read)),
            }
        }
        if !reader.read_game(&mut game, &mut ()).map_err(unreadable)? {
            return Err(missing(&name, &reader, read));
        }
    }
    at_ply(&game, args, number)
}

/// What is said where a file has no such game.
fn missing(name: &str, reader: &Reader<'_>, games: u64) -> Failure {
    match games {
        0 if !reader.format().has_games() => {
            Failure::Unreadable(format!("{name}: {}: no games", reader.format().describe()))
        }
        0 => Failure::Problem(format!("{name} has no games")),
        1 => Failure::Problem(format!("{name} has 1 game")),
        games => Failure::Problem(format!("{name} has {games} games")),
    }
}

/// A position of the main line.
fn at_ply(game: &Game, args: &BoardArgs, number: u64) -> Result<Diagram, Failure> {
    let mut node = NodeId::ROOT;
    let mut plies = 0;
    let most = args.ply.unwrap_or(usize::MAX);
    for next in game.line(NodeId::ROOT).take(most) {
        if game.mv(next).is_none() {
            if args.ply.is_none() {
                break;
            }
            let written = game.text(next).into_owned();
            return Err(Failure::Problem(format!(
                "ply {} of game {number} ({}) cannot be played; `movetext check` says why",
                plies + 1,
                printable(&written)
            )));
        }
        (node, plies) = (next, plies + 1);
    }
    if args.ply.is_some_and(|ply| ply > plies) {
        let ends = if plies == 1 {
            "1 ply"
        } else {
            &format!("{plies} plies")
        };
        return Err(Failure::Problem(format!("game {number} has {ends}")));
    }
    drawn(game, node)
}

/// The board of a document. One of a game that is known here has its moves.
fn document(reading: &pcn::Reading, args: &BoardArgs, number: u64) -> Result<Diagram, Failure> {
    if let Ok(record) = pcn::to_record::<Standard>(reading, OnLoss::Report) {
        let (game, _) = read(&record.text, Some(record.variant));
        if game.replayed {
            return at_ply(&game, args, number);
        }
    }
    let parts = reading.document.as_ref().and_then(|document| {
        let moves = document.moves.as_deref().unwrap_or_default();
        Some((document.start.clone()?, moves))
    });
    let Some((start, moves)) = parts else {
        return Err(Failure::Problem(format!("game {number} has no board")));
    };
    let mut replay = pcn::Replay::new(start);
    let most = args.ply.unwrap_or(usize::MAX);
    for mv in moves.iter().take(most) {
        if replay.play(mv, &mut Vec::new()).is_err() {
            if args.ply.is_none() {
                break;
            }
            return Err(Failure::Problem(format!(
                "move {} of game {number} cannot be played; `movetext check` says why",
                replay.moves() + 1
            )));
        }
    }
    if args.ply.is_some_and(|ply| ply > replay.moves()) {
        let ends = replay.moves();
        return Err(Failure::Problem(format!(
            "the moves of game {number}: {ends}"
        )));
    }
    let board = replay.board();
    let mut diagram = Diagram::of_pcn::<Standard>(board).ok_or_else(|| {
        let dimensions = board.dimensions();
        Failure::Problem(match dimensions {
            1 | 2 => format!("the board of game {number} is too large"),
            _ => format!(
                "the board of game {number} has {dimensions} dimensions; up to 2 can be drawn"
            ),
        })
    })?;
    diagram.set_turn(replay.turn());
    Ok(diagram)
}

fn drawn(game: &Game, node: NodeId) -> Result<Diagram, Failure> {
    Diagram::at_node::<Standard>(game, node).map_err(|error| Failure::Problem(error.to_string()))
}
