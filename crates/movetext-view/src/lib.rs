//! Games as one page for the browser: a list, boards, moves with variations and comments, and what is wrong with
//! them. The page is one file without network; positions, notations and problems in it come from movetext.
//!
//! ```
//! use movetext::Reader;
//! use movetext_view::{Collector, Options, Page};
//! use std::io::Cursor;
//!
//! let pgn = "[White \"Réti\"]\n[Black \"Tartakower\"]\n\n1. e4 c6 2. d4 d5 *\n";
//! let mut page = Page::new(Options::default(), Cursor::new(Vec::new()));
//! page.source("opening.pgn");
//! let mut reader = Reader::builder().from_reader(pgn.as_bytes())?;
//! let mut collector = Collector::new();
//! while let Some(summary) = reader.next_game(&mut collector, &mut ())? {
//!     page.add(collector.take(&summary).prepare(&[]))?;
//! }
//! let mut html = Vec::new();
//! page.write(&mut html)?;
//! assert!(html.starts_with(b"<!doctype html>"));
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! A [`Collector`] is a [`Visitor`](movetext::Visitor), so games of any variant can be read into it, also of
//! one's own, and together with a [`Checker`](movetext::Checker) ([`Tee`](movetext::event::Tee)). Each game is
//! [prepared](Game::prepare) with its [problems](Problem), on any thread, and added to the [`Page`].

mod assembly;
mod collect;
mod notations;
mod own;
mod page;
mod place;
mod problem;
mod remark;
mod skin;

pub use collect::{Collector, Game};
pub use page::{LANGUAGES, LARGEST, Options, Page, Prepared};
pub use place::Document;
pub use problem::Problem;
