//! The grammars of the specifications, and that the scanner reads as they do.

#[path = "../common/mod.rs"]
mod common;

mod generate;
mod lanes;
mod requirements;
