//! The basic types: boards, moves, tag pairs, text. Nothing here depends on a variant, a format or a file.

pub mod board;
pub mod byte_class;
pub mod date;
pub mod limits;
pub mod line_column;
pub mod moves;
pub mod nags;
pub mod outcome;
pub mod tags;
pub mod text;
