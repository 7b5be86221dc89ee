//! Reads games: first each as a tree of moves, then the same files once more with a visitor, which
//! receives the events while they are read and builds nothing.
//!
//!     cargo run --example read -- corpus/chess/variations.pgn

use movetext::game::NodeId;
use movetext::{Diagnostic, Game, Ply, Reader, Variant, Visitor};
use std::error::Error;

/// Counts moves and captures, those of variations too.
#[derive(Default)]
struct Captures {
    moves: u64,
    captures: u64,
}

impl Visitor for Captures {
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.moves += 1;
        self.captures += u64::from(ply.mv.captured.is_some());
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let mut reader = Reader::from_path(&path)?;
        let mut game = Game::new();
        let mut diagnostics: Vec<Diagnostic> = Vec::new();
        while reader.read_game(&mut game, &mut diagnostics)? {
            // Each variant has its own names for the players: White, Red, ...
            let info = game.info.ok_or("a game of an unknown variant")?;
            let player = |names: &[&str]| names.iter().find_map(|name| game.tag(name));
            let first = player(info.first).unwrap_or("?".into());
            let second = player(info.second).unwrap_or("?".into());
            let main_line: Vec<_> = game
                .line(NodeId::ROOT)
                .map(|node| game.text(node))
                .collect();
            println!("{first} - {second}: {}", main_line.join(" "));
            for node in game.line(NodeId::ROOT) {
                for head in game.variations(node) {
                    let variation: Vec<_> = game.line(head).map(|node| game.text(node)).collect();
                    println!(
                        "    instead of {}: {}",
                        game.text(node),
                        variation.join(" ")
                    );
                }
            }
        }
        println!("{path}: {} diagnostics", diagnostics.len());

        let mut captures = Captures::default();
        Reader::from_path(&path)?.read(&mut captures, &mut ())?;
        println!(
            "{path}: {} moves, {} captures",
            captures.moves, captures.captures
        );
    }
    Ok(())
}
