//! Reading with movetext.
//!
//! | mode | what |
//! |---|---|
//! | `tags` | tags only |
//! | `tokens` | moves of all lines taken apart, not played |
//! | `main` | main lines, by full legality |
//! | `vars` | all lines |
//! | `keys` | all lines, and the key of every position |
//! | `tree` | each game as a tree |
//! | `diagnostics` | all lines, and every finding kept |
//! | `parallel` | all lines, on two threads, put together in the order of the source |
//! | `grammar` | all lines by the grammar of the specification, game by game; chess in the form of PGN |
//! | `conforms` | whether each game conforms to the grammar; no events, nothing is played |
//! | `import` | into SQLite, on two threads |

use super::Count;
use encoding_rs::WINDOWS_1252;
use memchr::memmem;
use movetext::diagnostic::Diagnostic;
use movetext::event::{GameSummary, Level, Ply, Skip, Visitor};
use movetext::grammar::{Entry, GrammarError};
use movetext::parallel::Part;
use movetext::variants::Chess;
use movetext::{Game, Limits, Position, Reader, Tags, Variant, VariantInfo};
use movetext_store::{ImportOptions, SourceOutcome, Store};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

/// What is wanted of each game.
struct ReadStats {
    variations: bool,
    level: Level,
    count: Count,
}

impl Visitor for ReadStats {
    fn tags(&mut self, _: &Tags<'_>, _: &'static VariantInfo) -> Level {
        self.level
    }

    fn begin_variation(&mut self, _: u8) -> Skip {
        Skip(!self.variations)
    }

    fn end_game(&mut self, summary: &GameSummary) {
        self.count.games += 1;
        self.count.moves += u64::from(summary.plies + summary.variation_plies);
        self.count.rejected += u64::from(summary.unresolved > 0);
    }
}

/// The sum of the keys of all positions.
struct Keys {
    stats: ReadStats,
    sum: u64,
}

impl Visitor for Keys {
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.sum = self.sum.wrapping_add(ply.after.key());
    }

    fn begin_variation(&mut self, back: u8) -> Skip {
        self.stats.begin_variation(back)
    }

    fn end_game(&mut self, summary: &GameSummary) {
        self.stats.end_game(summary);
    }
}

pub fn run(mode: &str, path: &Path) -> io::Result<Option<Count>> {
    let mut visitor = ReadStats {
        variations: mode != "main",
        level: match mode {
            "tags" => Level::Skip,
            "tokens" => Level::Tokens,
            _ => Level::Play,
        },
        count: Count::default(),
    };
    match mode {
        "tags" | "tokens" | "main" | "vars" => {
            Reader::from_path(path)?.read(&mut visitor, &mut ())?;
        }
        "keys" => {
            let mut keys = Keys {
                stats: visitor,
                sum: 0,
            };
            Reader::from_path(path)?.read(&mut keys, &mut ())?;
            std::hint::black_box(keys.sum);
            visitor = keys.stats;
        }
        "tree" => {
            let mut reader = Reader::from_path(path)?;
            let mut game = Game::new();
            while reader.read_game(&mut game, &mut ())? {
                visitor.end_game(&game.summary);
            }
        }
        "diagnostics" => {
            let mut findings: Vec<Diagnostic> = Vec::new();
            Reader::from_path(path)?.read(&mut visitor, &mut findings)?;
            eprintln!("{} diagnostics", findings.len());
        }
        "parallel" => parallel(path, &mut visitor.count)?,
        "grammar" => by_game(path, &mut visitor.count, |game, limits, count| {
            let mut stats = ReadStats {
                count: *count,
                ..visitor
            };
            let read = movetext::grammar::read::<Chess, _>(game, limits, &mut stats);
            *count = stats.count;
            read
        })?,
        "conforms" => by_game(path, &mut visitor.count, |game, limits, count| {
            count.games += 1;
            movetext::grammar::check::<Chess>(Entry::Document, game, limits)
        })?,
        "import" => return import(path).map(Some),
        _ => return Ok(None),
    }
    Ok(Some(visitor.count))
}

/// What each thread counts comes in the order of the source.
fn parallel(path: &Path, count: &mut Count) -> io::Result<()> {
    let mut reader = Reader::from_path(path)?;
    let mut before_last = 0;
    let read = reader.read_parallel(
        2,
        |portion, out| {
            let mut visitor = ReadStats {
                variations: true,
                level: Level::Play,
                count: Count::default(),
            };
            let stats = portion.read(&mut visitor, &mut ());
            out(visitor.count);
            stats
        },
        |part| {
            if let Part::Output { before, output } = part {
                assert!(before >= before_last, "chunks out of order");
                before_last = before;
                count.games += output.games;
                count.moves += output.moves;
                count.rejected += output.rejected;
            }
            ControlFlow::<()>::Continue(())
        },
    );
    assert!(read.is_continue());
    // Errors come after all that was read.
    reader.read(&mut (), &mut ())?;
    Ok(())
}

/// Game by game, since the grammar lane keeps what it is given in memory. A game that the grammar
/// does not take counts as rejected.
fn by_game(
    path: &Path,
    count: &mut Count,
    read: impl Fn(&str, &Limits, &mut Count) -> Result<(), GrammarError>,
) -> io::Result<()> {
    let bytes = std::fs::read(path)?;
    let text = match std::str::from_utf8(&bytes) {
        Ok(text) => text.into(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(&bytes).0,
    };
    let limits = Limits::default();
    let begins = memmem::find_iter(text.as_bytes(), "\n[Event \"").map(|at| at + 1);
    let mut start = 0;
    for end in begins.chain([text.len()]) {
        let game = &text[std::mem::replace(&mut start, end)..end];
        let before = *count;
        if read(game, &limits, count).is_err() {
            *count = Count {
                games: before.games + 1,
                rejected: before.rejected + 1,
                ..*count
            };
        }
    }
    Ok(())
}

fn import(path: &Path) -> io::Result<Count> {
    let folder = tempfile::tempdir()?;
    let mut store = Store::open(folder.path().join("games.db")).map_err(io::Error::other)?;
    let options = ImportOptions {
        jobs: 2,
        ..ImportOptions::default()
    };
    let report = store
        .import([path.to_owned()], &options, &mut ())
        .map_err(io::Error::other)?;
    let mut count = Count::default();
    for source in report.sources {
        let SourceOutcome::Imported { counts, .. } = source.outcome else {
            return Err(io::Error::other(format!("{:?}", source.outcome)));
        };
        count.games += counts.games;
        count.moves += counts.plies + counts.variation_plies;
        count.rejected += counts.unresolved;
    }
    Ok(count)
}
