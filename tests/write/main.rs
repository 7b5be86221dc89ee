//! Writing, and reading what was written.

#[path = "../common/mod.rs"]
mod common;

mod cescacs_writing;
mod formats;
mod pcn;
mod pgn_writing;
mod piece_letters;
mod rare_moves;
mod xiangqi_writing;
mod xml;
