//! Keeps games of many chesses in an SQLite database.
//!
//! [`Store::import`] reads files on several threads. It can be broken off at any moment, by
//! whatever means, and called again; what it stores does not depend on that, nor on the number of
//! threads: the same files in the same order give the same rows with the same ids.
//!
//! ```no_run
//! use movetext_store::{Event, ImportOptions, Store, walk};
//! use std::ops::ControlFlow;
//!
//! let mut store = Store::open("games.db")?;
//! let files = walk(["downloads"]).filter_map(Result::ok);
//! let report = store.import(files, &ImportOptions::default(), &mut |event: &Event<'_>| {
//!     if let Event::Read { path, bytes_read, bytes, .. } = event {
//!         println!("{}: {bytes_read} of {bytes}", path.display());
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! for source in report.sources {
//!     println!("{}: {:?}", source.path.display(), source.outcome);
//! }
//! # Ok::<(), movetext_store::Error>(())
//! ```
//!
//! # Tables
//!
//! The database is in WAL mode with `synchronous = NORMAL`: what is committed survives the death of
//! the process (`kill -9`); a loss of power may undo the last commits, but never damages the
//! database nor leaves half a transaction. `user_version` is 2, `application_id` is `MVTX`. All
//! tables are `STRICT`:
//!
//! ```sql
#![doc = include_str!("schema.sql")]
//! ```
//!
//! - Offsets count bytes of the source after decompression and before any change of encoding.
//! - `first` and `second` are the values of the first of the variant's player tags
//!   ([`VariantInfo::first`](movetext::VariantInfo::first)) that is not empty; `date_raw` is Date, or
//!   UTCDate where there is no Date (no other tag is asked); `date_from` and `date_to` are what
//!   [`PartialDate`](movetext::PartialDate) makes of it. `first_elo` is WhiteElo or RedElo if that
//!   is a plain number. Tags with an empty value give NULL; `?` and `-` stay as they are.
//! - `result` is the Result tag's if that says more than `*`, else the termination marker's.
//! - `moves` is the main line up to the first move that could not be played, each move packed by
//!   [`Move::pack`](movetext::Move::pack). `setup` is the position that it starts from, where tags
//!   set one up that could be read.
//! - The view `tags` gives all tag pairs in their order, also those that stand twice. In the column
//!   `tags`, those whose value stands in a column of the game are kept by their name alone.
//! - The pages of the database are of 16 KiB.
//! - Whoever opens a database has it checked: its header, its tables, its pages and how its rows hang
//!   together. One that is damaged is not opened ([`Error::Damaged`]), so nothing is added to it.
//!
//! # The original text
//!
//! Nothing but the main line is stored of the movetext. Comments, variations and glyphs stay in the
//! source, and [`Store::text`] gives them back byte for byte. For a source that is not compressed,
//! the view `game_sources` says where they are for everybody else:
//!
//! ```sql
//! SELECT path, byte_start, byte_len FROM game_sources WHERE game_id = 17;
//! ```

mod checkpointer;
mod error;
mod import;
mod integrity;
mod raw;
mod reading;
mod rows;
mod schema;
mod store;
mod table;
mod walk;

pub use error::{Error, Result};
pub use import::{Event, ImportOptions, ImportReport, Observer, SourceOutcome, SourceReport};
pub use rusqlite;
pub use store::Store;
pub use table::{Source, State};
pub use walk::{Unreadable, walk};
