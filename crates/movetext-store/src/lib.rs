//! Keeps games of chess and its relatives in an SQLite database, whole.
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
//! database nor leaves half a transaction. `user_version` is 3, `application_id` is `MVTX`. All
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
//! - `lines` has the main lines up to the first move that could not be played, a byte a move or a little more: see
//!   [`mod@line`]. `setup` is the position that a game starts from, where tags set one up that could be read.
//! - `rules` is the value of the tag that chooses the variant where it names other rules than the variant's own, e.g.
//!   `Atomic` or `Chess960`. Of games that are known by name alone no move is played.
//! - The view `tags` gives all tag pairs in their order, also those that stand twice. Values that stand in a column of
//!   the game are kept there alone.
//! - [A page](movetext::guide::database) describes the format of `texts.data` and `lines.data`, for those who read them
//!   without this crate.
//! - The pages of the database are of 16 KiB.
//! - Whoever opens a database to write has it checked: its header, its tables, its pages and how its rows hang
//!   together. One that is damaged is not opened ([`Error::Damaged`]), so nothing is added to it. Who only reads has
//!   the header and the tables checked; [`Store::check_all`] does the rest.
//!
//! # The original text
//!
//! Every byte of a source is stored, compressed: [`Store::source_text`] gives all of it back, [`Store::text`] that
//! of a game, [`Store::game`] its tree with comments and variations. The files themselves are not needed.
//! Where they are, and where a game stands in them, says the view `game_sources`.
//!
//! # Questions
//!
//! [`Store::find`] answers a [`Query`]: players, dates, ratings, any tag, words in comments, positions and first
//! moves. Positions are looked for by going through all packed lines, unless there is an index of them
//! ([`Store::index`]). [`Store::tree`] says what was played in a
//! position, how often and how well; [`Store::duplicates`] which games are there more than once;
//! [`Store::add_functions`] lets SQL ask for positions and moves. [`pattern`] has the language of patterns.

mod blob;
mod checkpointer;
mod contents;
mod duplicates;
mod error;
mod import;
mod index;
mod integrity;
pub mod line;
mod maintenance;
mod migrate;
pub mod pattern;
mod query;
mod raw;
mod reading;
mod removal;
mod rows;
mod schema;
mod sql;
mod store;
mod table;
mod walk;

pub use contents::{GamesText, SourceText};
pub use duplicates::{Duplicate, Likeness};
pub use error::{Error, Result};
pub use import::{Event, ImportOptions, ImportReport, Observer, SourceOutcome, SourceReport};
pub use index::{IndexOptions, IndexProgress, IndexReport, IndexStage};
pub use maintenance::{MergeReport, Problem};
pub use migrate::MigrateReport;
pub use query::{Aliases, Hit, Query, QueryError, Score, Tree, TreeMove, fold};
pub use removal::Removal;
pub use rusqlite;
pub use store::Store;
pub use table::{Source, State};
pub use walk::{Unreadable, walk};
