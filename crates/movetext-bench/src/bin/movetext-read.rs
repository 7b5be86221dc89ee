//! Reads a file with movetext: `tags` only, `main` lines or all `vars` by full legality, or the
//! whole `tree`.
//!
//! Prints games, moves and games with a move that could not be played.

use movetext::diagnostic::Diagnostic;
use movetext::event::{GameSummary, Level, Ply, Skip, Visitor};
use movetext::variant::{Position, Variant};
use movetext::{Game, Profile, Reader, Tags};

/// What is wanted of each game.
struct Count<const KEYS: bool> {
    variations: bool,
    level: Level,
    moves: u64,
    rejected: u64,
    games: u64,
    /// The keys of all positions, together.
    keys: u64,
}

impl<const KEYS: bool> Visitor for Count<KEYS> {
    fn tags(&mut self, _: &Tags<'_>, _: &'static Profile) -> Level {
        self.level
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        if KEYS {
            self.keys = self.keys.wrapping_add(ply.after.key());
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
    match mode.as_str() {
        "keys" => read::<true>(mode, path),
        _ => read::<false>(mode, path),
    }
}

fn read<const KEYS: bool>(mode: &str, path: &str) -> std::io::Result<()> {
    let mut reader = Reader::from_path(path)?;
    let mut count = Count::<KEYS> {
        variations: mode != "main",
        level: match mode {
            "tags" => Level::Skip,
            "tokens" => Level::Tokens,
            _ => Level::Play,
        },
        moves: 0,
        rejected: 0,
        games: 0,
        keys: 0,
    };
    match mode {
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
    if KEYS {
        eprintln!("{:x}", count.keys);
    }
    println!("{} games {} moves {} rejected", count.games, count.moves, count.rejected);
    Ok(())
}
