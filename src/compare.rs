//! Comparing games, and collections of games, by what they mean.
//!
//! [`games`] compares two games; a [`Collections`] pairs the games of two collections and compares each pair.
//! Blanks, notation, encoding, layout and the order of tags are spelling, and no difference;
//! [the guide](crate::guide::compare) says what else means the same, and how games are paired.
//!
//! ```
//! use movetext::compare::{self, Class, Options, What};
//! use movetext::{Game, Reader};
//!
//! let read = |pgn: &str| -> std::io::Result<Game> {
//!     let mut game = Game::new();
//!     Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
//!     Ok(game)
//! };
//! let options = Options::default();
//! let game = read("[White \"Tal\"]\n\n1. e4 {best} e5 2. Nf3 1-0\n")?;
//! let same = read("[Result \"1-0\"]\n[White \"Tal\"]\n\n1. e2-e4 {best} e7-e5 2. Ng1-f3 1-0\n")?;
//! assert_eq!(compare::games(&game, &same, &options).class, Class::Spelling);
//!
//! let other = read("[White \"Tal\"]\n\n1. e4 {best} e5 2. Nc3 1-0\n")?;
//! let comparison = compare::games(&game, &other, &options);
//! assert_eq!(comparison.class, Class::Moves);
//! let [difference] = &comparison.differences[..] else { panic!("one difference") };
//! assert_eq!((difference.what, difference.ply), (What::Move, Some(3)));
//! assert_eq!((difference.a.as_deref(), difference.b.as_deref()), (Some("Nf3"), Some("Nc3")));
//! # Ok::<(), std::io::Error>(())
//! ```

mod bytes;
mod content;
mod difference;
mod digest;
mod games;
mod headings;
mod lists;
mod options;
mod order;
mod pairing;
mod report;
mod sorting;
mod stages;
mod tagged;
mod view;
mod walk;

pub use difference::{Class, Comparison, Difference, Omission, What};
pub use digest::{Digest, Digester, Place};
pub use options::{Aspect, By, Holds, Options, UnknownAspect};
pub use pairing::{Collections, Evidence, Origin};
pub use report::{Item, Pair, Report, Totals};
pub use sorting::{Scratch, Storage};

use crate::game::Game;
use crate::variant::registry::VariantSet;
use crate::variants::Standard;
use content::Content;
use std::borrow::Borrow;
use std::io;

/// Compares two games of the standard variants whose formats can hold everything.
pub fn games(a: &Game, b: &Game, options: &Options) -> Comparison {
    games_of::<Standard>((a, Holds::ALL), (b, Holds::ALL), options)
}

/// Compares two games of a set of variants, each with what its format can hold.
pub fn games_of<S: VariantSet>(
    a: (&Game, Holds),
    b: (&Game, Holds),
    options: &Options,
) -> Comparison {
    let (one, other) = (Content::of::<S>(a.0, a.1), Content::of::<S>(b.0, b.1));
    let mut comparison = games::compare::<S>(&one, &other, options);
    if comparison.class == Class::Same && options.spelling() && one.spelling != other.spelling {
        comparison.class = Class::Spelling;
    }
    comparison
}

/// Compares two collections of games of the standard variants, in memory.
///
/// ```
/// use movetext::compare::{self, Class, Item, Options};
/// use movetext::{Game, Reader};
///
/// let read = |pgn: &str| -> std::io::Result<Vec<Game>> {
///     let mut reader = Reader::builder().from_reader(pgn.as_bytes())?;
///     let (mut games, mut game) = (Vec::new(), Game::new());
///     while reader.read_game(&mut game, &mut ())? {
///         games.push(game.clone());
///     }
///     Ok(games)
/// };
/// let a = read("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n")?;
/// let b = read("[Event \"b\"]\n\n1. d2-d4 *\n\n[Event \"c\"]\n\n1. c4 *\n")?;
/// let mut report = compare::collections(&a, &b, &Options::default())?;
/// while let Some(item) = report.next_item()? {
///     match item {
///         Item::Pair(pair) => assert_eq!(pair.comparison.class, Class::Spelling),
///         Item::Only { place, .. } => assert!(place.game == 1 || place.game == 2),
///     }
/// }
/// let totals = report.totals();
/// assert_eq!((totals.pairs, totals.only_a, totals.only_b), (1, 1, 1));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// None that come of memory; those of the storage, for [`Collections`] that use another one.
pub fn collections<G: Borrow<Game>>(
    a: impl IntoIterator<Item = G>,
    b: impl IntoIterator<Item = G>,
    options: &Options,
) -> io::Result<Report> {
    let mut collections = <Collections>::new(options.clone());
    for game in a {
        collections.add(Origin::A, game.borrow())?;
    }
    for game in b {
        collections.add(Origin::B, game.borrow())?;
    }
    collections.pair()
}
