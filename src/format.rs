//! The formats that games are written in and, apart from records, read from. All writers implement one trait,
//! [`WriteGame`](writing::WriteGame).

pub mod fen;
pub mod json;
pub mod movelist;
pub mod pcn;
pub mod pgn;
pub(crate) mod pgn_text;
pub(crate) mod source_map;
pub mod writing;
pub(crate) mod wxf;
pub mod xml;
