//! Reads a file with movetext: `tags` only, `main` lines or all `vars` by full legality, or the
//! whole `tree`.
//!
//! Prints games, moves and games with a move that could not be played.

use movetext::diagnostic::Diagnostic;
use movetext::event::{GameSummary, Level, Ply, Skip, Visitor};
use movetext::variant::{Position, Variant};
use movetext::{Game, Profile, Reader, Tags};

/// What is wanted of each game.
struct Count {
    variations: bool,
    level: Level,
    moves: u64,
    rejected: u64,
    games: u64,
    /// The keys of all positions, together.
    keys: Option<u64>,
}

impl Visitor for Count {
    fn tags(&mut self, _: &Tags<'_>, _: &'static Profile) -> Level {
        self.level
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        if let Some(keys) = &mut self.keys {
            *keys = keys.wrapping_add(ply.after.key());
        }
    }

    fn begin_variation(&mut self, _: u8) -> Skip {
        Skip(!self.variations)
    }

    fn end_game(&mut self, summary: &GameSummary) {
        self.games += 1;
        self.moves += u64::from(summary.plies + summary.variation_plies);
        self.rejected += u64::from(summary.unresolved > 0);
    }
}

fn main() -> std::io::Result<()> {
    let args: Vec<String> = std::env::args().collect();
    let [_, mode, path] = args.as_slice() else {
        panic!("usage: movetext-read tags|tokens|main|vars|keys|tree|diagnostics FILE");
    };
    let mut reader = Reader::from_path(path)?;
    let mut count = Count {
        variations: mode != "main",
        level: match mode.as_str() {
            "tags" => Level::Skip,
            "tokens" => Level::Tokens,
            _ => Level::Play,
        },
        moves: 0,
        rejected: 0,
        games: 0,
        keys: (mode == "keys").then_some(0),
    };
    match mode.as_str() {
        "tree" => {
            let mut game = Game::new();
            while reader.read_game(&mut game, &mut ())? {
                count.end_game(&game.summary);
            }
        }
        "diagnostics" => {
            let mut findings: Vec<Diagnostic> = Vec::new();
            reader.read(&mut count, &mut findings)?;
            println!("{} diagnostics", findings.len());
        }
        _ => {
            reader.read(&mut count, &mut ())?;
        }
    }
    if let Some(keys) = count.keys {
        eprintln!("{keys:x}");
    }
    println!("{} games {} moves {} rejected", count.games, count.moves, count.rejected);
    Ok(())
}
