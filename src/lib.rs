//! Reads, checks, converts and edits game records of chess and its relatives: orthodox chess (PGN),
//! Xiangqi (PGN in Chinese, WXF and ICCS notation), C'escacs (CTL-PGN), and PCN documents of any board.
//!
//! Every byte of a source becomes part of an event, is declared trivia, or is covered by a diagnostic. Every
//! move is played on a board; moves that cannot be played are kept as text and reported.
//!
//! # Reading
//!
//! [`Reader`] takes a file or a stream, compressed or not, in any encoding, and reads its games in bounded
//! memory: into a [`Game`], which is a tree of moves, or into a [`Visitor`] of your own, which receives the
//! events as the text is read. Diagnostics go to a [`Sink`].
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
//! let reported: Vec<_> = findings
//!     .iter()
//!     .map(|d| format!("{}:{} {}", d.place.line, d.place.column, d.message))
//!     .collect();
//! assert_eq!(reported, [
//!     "1:1 a quotation mark inside the value has no backslash before it",
//!     "3:13 White cannot play Ke3: no king reaches e3",
//!     "3:17 1 following move not checked",
//! ]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Parts
//!
//! - [`io`]: from bytes to text, in chunks that end between games.
//! - [`detect`]: what a sequence of bytes contains, with a confidence and the reasons.
//! - [`scan`]: from text to events, in one pass.
//! - [`parallel`]: reading on several threads, with results in the order of the source.
//! - [`variants`] and the trait [`Variant`]: the supported variants; write your own and read it with
//!   [`ReaderBuilder::with_variants`].
//! - [`grammar`]: reference parsers that produce the same events from the grammars of the specifications, for
//!   conforming texts.
//! - [`check`]: checks a record against the board, against itself and against the specification.
//! - [`compare`]: what differs between two games, or two collections of games.
//! - [`diagnostic`]: the catalogue of diagnostics.
//! - [`writing`]: the trait that all writers implement.
//! - [`pgn`]: games as PGN, unchanged or in export format.
//! - [`edit`]: changing games while leaving all other bytes as they were.
//! - [`draw`]: boards as pictures, and as text for terminals.
//! - [`values`]: what tag values mean, and whether they are in canonical form.
//! - [`commands`]: commands that programs write into comments.
//! - [`guide`]: the formats and the design, on pages of their own.
//! - [`nags`]: numeric annotation glyphs, their meanings and symbols.
//! - [`fen`]: the positions of a game.
//! - [`json`]: games as JSON.
//! - [`xml`]: games as XML.
//! - [`movelist`]: games as lists of moves, in the form that engines take.
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
