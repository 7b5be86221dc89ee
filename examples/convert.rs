//! Converts files to another format: `pgn`, `jsonl`, `pcn`, `fen` or `uci`.
//!
//!     cargo run --example convert -- jsonl corpus/chess/variations.pgn

use movetext::writing::WriteGame;
use movetext::{Game, Reader, fen, json, movelist, pcn, pgn};
use std::error::Error;
use std::io;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let format = arguments.next().ok_or("usage: convert FORMAT FILE...")?;
    let mut out = io::stdout().lock();
    for path in arguments {
        let mut writer = writer(&format, &path)?;
        let mut reader = Reader::from_path(&path)?;
        let mut game = Game::new();
        while reader.read_game(&mut game, &mut ())? {
            // A game that the format cannot hold is an error, and nothing of it is written.
            match writer.write_game(&game, &mut out) {
                Ok(written) if written.unresolved > 0 => {
                    eprintln!("{path}: {} moves could not be played", written.unresolved);
                }
                Ok(_) => {}
                Err(error) => eprintln!("{path}: {error}"),
            }
        }
    }
    Ok(())
}

/// All writers stand behind one trait.
fn writer(format: &str, path: &str) -> Result<Box<dyn WriteGame>, String> {
    Ok(match format {
        "pgn" => Box::new(<pgn::Writer>::new(pgn::Options::default())),
        "jsonl" => Box::new(json::Writer::new(path)),
        "pcn" => Box::new(<pcn::Writer>::new(pcn::OnLoss::Keep, pcn::Layout::Line)),
        "fen" => Box::new(<fen::Writer>::new(fen::Form::Fen)),
        "uci" => Box::new(<movelist::Writer>::new("uci")),
        _ => return Err(format!("unknown format {format}")),
    })
}
