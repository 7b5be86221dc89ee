//! Writing games: one trait, implemented by a writer for each format.
//!
//! ```
//! use movetext::writing::WriteGame;
//! use movetext::{Game, Reader, fen, json, movelist, pcn, pgn};
//!
//! let mut writers: Vec<Box<dyn WriteGame>> = vec![
//!     Box::new(<pgn::Writer>::new(pgn::Options::default())),
//!     Box::new(<pcn::Writer>::new(pcn::OnLoss::Keep, pcn::Layout::Line)),
//!     Box::new(json::Writer::new("games.pgn")),
//!     Box::new(<movelist::Writer>::new("uci")),
//!     Box::new(<fen::Writer>::new(fen::Form::Fen)),
//! ];
//! let mut reader = Reader::builder().from_reader("1. e4 e5 *".as_bytes())?;
//! let mut game = Game::new();
//! reader.read_game(&mut game, &mut ())?;
//! for writer in &mut writers {
//!     let mut out = Vec::new();
//!     let written = writer.write_game(&game, &mut out).expect("chess has all of them");
//!     assert_eq!(written, pgn::Written::default());
//!     assert!(out.ends_with(b"\n"));
//! }
//! # Ok::<(), std::io::Error>(())
//! ```

use crate::format::pgn::{WriteError, Written};
use crate::game::Game;
use std::io::Write;

/// Writes games one after another in some format.
pub trait WriteGame {
    /// Writes a game. Returns what was changed or left out.
    ///
    /// # Errors
    ///
    /// If the format cannot represent the game, or the output fails. In the first case nothing of the game is
    /// written.
    fn write_game(&mut self, game: &Game, out: &mut dyn Write) -> Result<Written, WriteError>;

    /// An empty game to read games into that are then written: when read, it notes what makes that faster.
    fn new_game(&self) -> Game {
        Game::new()
    }
}
