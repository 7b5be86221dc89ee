//! Reads, checks and converts the written records of many chesses.

pub mod board;
pub mod diagnostic;
pub mod event;
pub mod format;
pub mod game;
pub mod grammar;
pub mod io;
pub mod json;
pub mod lexis;
pub mod moves;
pub mod reader;
pub mod registry;
pub mod scan;
pub mod tags;
pub mod text;
pub mod variant;

mod date;
mod limits;
mod outcome;

#[path = "../variants/mod.rs"]
pub mod variants;

pub use board::{Cells, Geometry, Piece, Role, Side, Square, SquareName};
pub use date::PartialDate;
pub use diagnostic::{Code, Diagnostic, Place, Severity, Sink};
pub use event::{GameSummary, Ply, Skip, Visitor};
pub use format::Format;
pub use game::Game;
pub use limits::Limits;
pub use moves::{Move, MoveError, MoveErrorKind, MoveKind};
pub use outcome::Outcome;
pub use reader::{Reader, ReaderBuilder};
pub use tags::{Tag, Tags};
pub use text::Text;
pub use variant::{Position, Profile, Start, Variant};
