//! Reads, checks, converts and edits game records of chess and its relatives: orthodox chess (PGN),
//! Xiangqi (PGN in Chinese, WXF and ICCS notation), C'escacs (CTL-PGN), and PCN documents of any board.
//!
//! Every byte of a source ends as part of an event, as declared trivia, or under a diagnostic;
//! every move is played on a board; what cannot be played is kept as text and reported.
//!
//! # Reading
//!
//! [`Reader`] takes a file or a stream, compressed or not, in whatever encoding, and reads its games
//! in bounded memory: into a [`Game`], which is a tree of moves, or into a [`Visitor`] of your own,
//! which hears the events while the text is read. Findings go to a [`Sink`].
//!
//! ```
//! use movetext::game::NodeId;
//! use movetext::{Game, Reader};
//!
//! let pgn = "[White \"Ms \"A\"\"]\n\n1. e4 e5 2. Ke3 Nf6 1-0\n";
//! let mut reader = Reader::builder().from_reader(pgn.as_bytes())?;
//! let mut game = Game::new();
//! let mut findings = Vec::new();
//! while reader.read_game(&mut game, &mut findings)? {
//!     let moves: Vec<_> = game.line(NodeId::ROOT).map(|node| game.text(node)).collect();
//!     assert_eq!(moves, ["e4", "e5", "Ke3", "Nf6"]);
//!     assert_eq!(game.tag("White").as_deref(), Some("Ms \"A\""));
//! }
//! let told: Vec<_> = findings
//!     .iter()
//!     .map(|d| format!("{}:{} {}", d.place.line, d.place.column, d.message))
//!     .collect();
//! assert_eq!(told, [
//!     "1:1 a quotation mark inside the value has no backslash before it",
//!     "3:13 White cannot play Ke3: no king reaches e3",
//!     "3:17 one more move of this line is kept as text",
//! ]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Parts
//!
//! - [`io`]: from bytes to text, in chunks that end between games.
//! - [`detect`]: what some bytes are, how sure that is, and why.
//! - [`scan`]: from text to events, in one pass.
//! - [`parallel`]: the same on several threads, in the order of the source.
//! - [`variants`] and the trait [`Variant`]: what a variant is; write your own and read it with
//!   [`ReaderBuilder::with_variants`].
//! - [`grammar`]: the same events by the grammars of the specifications, for conforming texts.
//! - [`check`]: what a record says against the board, against itself and the specification.
//! - [`compare`]: what two games, or two collections of games, say differently.
//! - [`diagnostic`]: the catalogue of findings.
//! - [`writing`]: the one trait of all writers.
//! - [`pgn`]: games as PGN, as they were or in export format.
//! - [`edit`]: changing games, all else byte for byte as it was.
//! - [`draw`]: boards as pictures, and as text for terminals.
//! - [`values`]: what the values of tags mean, and whether they are in proper form.
//! - [`commands`]: what programs write into comments.
//! - [`guide`]: the formats and the design, on pages of their own.
//! - [`nags`]: numeric annotation glyphs, their meanings and signs.
//! - [`fen`]: the positions of a game.
//! - [`json`]: games as JSON.
//! - [`xml`]: games as XML.
//! - [`movelist`]: games as engines are told them.
//! - [`pcn`]: Portable Chess Notation, for any game on any board.

pub mod check;
pub mod compare;
pub mod detect;
pub mod diagnostic;
pub mod draw;
pub mod edit;
pub mod event;
pub mod format;
pub mod game;
pub mod grammar;
pub mod guide;
pub mod info;
pub mod io;
pub mod reader;
pub mod scan;
pub mod values;
pub mod variant;

mod core;

#[path = "../variants/mod.rs"]
pub mod variants;

pub use core::{board, byte_class, moves, nags, outcome, tags, text};
pub use format::{fen, json, movelist, pcn, pgn, writing, xml};
pub use reader::parallel;
pub use values::commands;
pub use variant::registry;

pub use check::Checker;
pub use core::board::{Cells, Geometry, Piece, Role, Side, Square, SquareName};
pub use core::date::PartialDate;
pub use core::limits::Limits;
pub use core::moves::{Move, MoveError, MoveErrorKind, MoveKind};
pub use core::outcome::Outcome;
pub use core::tags::{Tag, Tags};
pub use core::text::Text;
pub use detect::Format;
pub use diagnostic::{Code, Diagnostic, LineColumn, Severity, Sink};
pub use event::{GameSummary, Level, Ply, Provenance, Skip, Visitor};
pub use game::Game;
pub use reader::{Reader, ReaderBuilder};
pub use variant::{Convention, InitialState, Position, Strictness, Variant, VariantInfo};
