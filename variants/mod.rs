//! The variants, one folder each, with the same file names in every folder.

pub mod cescacs;
pub mod chess;
pub mod xiangqi;

pub use cescacs::Cescacs;
pub use chess::Alphabet as ChessAlphabet;
pub use chess::Chess;
pub use chess::record as chess_tags;
pub use xiangqi::Xiangqi;

/// The variants that movetext supports itself.
pub type Standard = (Chess, Xiangqi, Cescacs);
