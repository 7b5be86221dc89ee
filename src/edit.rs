//! Edits games without touching anything else.
//!
//! An [`Editor`] holds a game. Each operation changes the bytes of the game's own text where it must, and
//! leaves all others unchanged: blanks, line ends, comments, numbers. Then it reads the text again, and only if
//! that gives exactly the intended game does the editor keep it; otherwise the operation fails and the game
//! stays as it was. A text that anyone can read as this game without knowing its variant or its encoding
//! remains such a text.
//!
//! ```
//! use movetext::edit::Editor;
//! use movetext::game::NodeId;
//! use movetext::{Game, Outcome, Reader};
//!
//! let pgn = "[White \"Reti\"]\n[Result \"*\"]\n\n1. Nf3 {calm}  d5\n2. c4 *\n";
//! let mut game = Game::new();
//! Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
//!
//! let mut editor = <Editor>::new(&game)?;
//! let c4 = editor.game().line(NodeId::ROOT).last().expect("three moves");
//! editor.append(c4, "d4")?;
//! editor.add_variation(c4, &["d4", "Nf6"])?;
//! editor.add_nag(c4, 1)?;
//! editor.set_tag("White", "Réti, Richard")?;
//! editor.set_result(Outcome::Draw)?;
//! let edited = "[White \"Réti, Richard\"]\n[Result \"1/2-1/2\"]\n\n\
//!               1. Nf3 {calm}  d5\n2. c4 $1 (2. d4 Nf6) 2... d4 1/2-1/2";
//! assert_eq!(editor.game().source().to_string(), edited);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nodes are numbered in the order of the text. So an operation changes the numbers of the nodes after it;
//! those before keep theirs.

mod moves;
mod patch;
mod reading;
mod remarks;
mod result;
mod tags;
mod variations;

#[cfg(test)]
mod tests;

use crate::core::moves::Move;
use crate::core::outcome::Outcome;
use crate::game::{Game, NodeId};
use crate::reader::Reader;
use crate::variant::registry::VariantSet;
use crate::variants::Standard;
use patch::Patches;
use reading::{Kind, Reading};
use std::fmt;
use std::marker::PhantomData;

/// Edits one game. The set of variants is that of the reader that the game comes from.
pub struct Editor<S = Standard> {
    reading: Reading,
    /// Whether a reader that knows nothing about the game reads its text as this game.
    plain: bool,
    set: PhantomData<fn() -> S>,
}

impl<S> Clone for Editor<S> {
    fn clone(&self) -> Self {
        Editor {
            reading: self.reading.clone(),
            plain: self.plain,
            set: PhantomData,
        }
    }
}

impl<S> fmt::Debug for Editor<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Editor")
            .field(&self.reading.game.source())
            .finish()
    }
}

/// A move to write: in SAN in games of chess (CH-197), in games of Xiangqi in the notation of their moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written<'t> {
    /// A move.
    Move(Move),
    /// A move as written in the movetext, without suffix annotations.
    Text(&'t str),
}

impl From<Move> for Written<'_> {
    fn from(mv: Move) -> Self {
        Written::Move(mv)
    }
}

impl<'t> From<&'t str> for Written<'t> {
    fn from(text: &'t str) -> Self {
        Written::Text(text)
    }
}

/// Why a game was not changed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EditError {
    /// The game has no tag with this name.
    NoTag(String),
    /// The game already has a tag with this name.
    TagExists(String),
    /// Invalid tag name: only letters, digits and underscores are allowed.
    TagName(String),
    /// This character is not allowed in a tag value or in a comment.
    Character(char),
    /// The encoding of the game does not have this character.
    Encoding(char),
    /// There is no such node, or it is not a move.
    NotAMove,
    /// There is no such node, or it is not the root of a variation.
    NotAVariation,
    /// More moves follow in the line.
    NotTheEnd,
    /// There is no such annotation or variation.
    Nothing,
    /// The position is unknown, because moves before it could not be played.
    NoPosition,
    /// The move cannot be played.
    Unplayable {
        /// The move.
        text: String,
        /// Why not.
        reason: String,
    },
    /// Moves of this variant cannot be written.
    Variant(&'static str),
    /// The variant has no such result.
    Outcome(Outcome),
    /// The changed text would be read as a different game.
    Unfaithful,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::NoTag(name) => write!(f, "the game has no tag {name}"),
            EditError::TagExists(name) => write!(f, "the game already has a tag {name}"),
            EditError::TagName(name) => write!(f, "{name:?} is not a valid tag name"),
            EditError::Character(c) => write!(f, "{c:?} is not allowed there"),
            EditError::Encoding(c) => write!(f, "the encoding of the game does not have {c:?}"),
            EditError::NotAMove => f.write_str("there is no such move"),
            EditError::NotAVariation => f.write_str("there is no such variation"),
            EditError::NotTheEnd => f.write_str("more moves follow in the line"),
            EditError::Nothing => f.write_str("there is nothing like that there"),
            EditError::NoPosition => {
                f.write_str("the position is unknown: moves before it could not be played")
            }
            EditError::Unplayable { text, reason } => write!(f, "{text}: {reason}"),
            EditError::Variant(name) => write!(f, "moves of {name} cannot be added or moved"),
            EditError::Outcome(outcome) => {
                write!(f, "the variant has no result {}", outcome.as_str())
            }
            EditError::Unfaithful => {
                f.write_str("the changed text would be read as a different game")
            }
        }
    }
}

impl std::error::Error for EditError {}

/// Whether a reader that knows nothing about a game, neither its variant nor its encoding, reads its text as
/// that game.
fn is_plain<S: VariantSet>(reading: &Reading) -> bool {
    let game = &reading.game;
    let mut again = Game::new();
    let mut read = || -> std::io::Result<(bool, bool)> {
        let mut reader = Reader::builder().with_variants::<S>(reading.text())?;
        let first = reader.read_game(&mut again, &mut ())?;
        let second = first && reader.read_game(&mut Game::new(), &mut ())?;
        Ok((first, second))
    };
    // A text too short to be recognized as a game is not read as a different one.
    match read() {
        Ok((false, _)) => return true,
        Ok((true, false)) => {}
        _ => return false,
    }
    let tags = |game: &Game| -> Vec<(String, String)> {
        let tags = game.tags();
        let pair =
            |tag: crate::core::tags::Tag<'_>| (tag.name().into_owned(), tag.value().into_owned());
        tags.iter().map(pair).collect()
    };
    game.says_the_same(&again) && game.outcome() == again.outcome() && tags(game) == tags(&again)
}

impl<S: VariantSet> Editor<S> {
    /// An editor for a game; the game itself is not changed.
    ///
    /// # Errors
    ///
    /// If the text of the game, read by itself, gives a different game, because it depends on the text around
    /// it.
    pub fn new(game: &Game) -> Result<Editor<S>, EditError> {
        let source = game.source();
        let reading = Reading::new::<S>(source.as_bytes(), source.encoding(), game.info);
        let reading = reading.ok_or(EditError::Unfaithful)?;
        let again = &reading.game;
        let alike = again.same_moves(game)
            && again.outcome() == game.outcome()
            && again.tags().spans() == game.tags().spans()
            && again.info.map(|info| info.id) == game.info.map(|info| info.id);
        if alike {
            Ok(Editor {
                plain: is_plain::<S>(&reading),
                reading,
                set: PhantomData,
            })
        } else {
            Err(EditError::Unfaithful)
        }
    }

    /// The current game.
    pub fn game(&self) -> &Game {
        &self.reading.game
    }

    /// The current game.
    pub fn into_game(self) -> Game {
        self.reading.game
    }

    /// Accepts the patched text, if it reads as the patches intend.
    fn apply(&mut self, patches: Patches) -> Result<(), EditError> {
        let source = self.reading.game.source();
        let text = patches.text(source.as_bytes());
        let info = self.reading.game.info;
        let reading = Reading::new::<S>(&text, source.encoding(), info);
        match reading {
            Some(reading) if patches.meant(&self.reading, &reading) => {
                let plain = is_plain::<S>(&reading);
                // A text that anyone can read must remain one.
                if self.plain && !plain {
                    return Err(EditError::Unfaithful);
                }
                self.plain = plain;
                self.reading = reading;
                Ok(())
            }
            _ => Err(EditError::Unfaithful),
        }
    }

    /// The number of a node that is a move.
    fn move_at(&self, node: NodeId) -> Result<usize, EditError> {
        let index = node.index();
        match self.reading.nodes.get(index) {
            Some(found) if found.head != index => Ok(index),
            _ => Err(EditError::NotAMove),
        }
    }

    /// The number of a node that is the root of a variation.
    fn variation_at(&self, node: NodeId) -> Result<usize, EditError> {
        let index = node.index();
        match self.reading.nodes.get(index) {
            Some(found) if index > 0 && found.head == index => Ok(index),
            _ => Err(EditError::NotAVariation),
        }
    }

    /// The number of any node.
    fn node_at(&self, node: NodeId) -> Result<usize, EditError> {
        if node.index() < self.reading.nodes.len() {
            Ok(node.index())
        } else {
            Err(EditError::NotAMove)
        }
    }

    /// The number of the next node before this item.
    fn number_before(&self, item: usize) -> NodeId {
        let before = self.reading.items[..item].iter();
        NodeId::new(1 + before.filter(|item| item.kind.is_node()).count())
    }

    /// Text in the encoding of the game.
    fn encode(&self, text: &str) -> Result<Vec<u8>, EditError> {
        let encoding = self.reading.game.source().encoding();
        let mut bytes = Vec::with_capacity(text.len());
        let mut encoder = encoding.new_encoder();
        let mut rest = text;
        loop {
            // Enough for any character in any encoding, so all of the text fits.
            bytes.reserve(16 + 4 * rest.len());
            let (state, read) =
                encoder.encode_from_utf8_to_vec_without_replacement(rest, &mut bytes, true);
            rest = &rest[read..];
            match state {
                encoding_rs::EncoderResult::InputEmpty => return Ok(bytes),
                encoding_rs::EncoderResult::Unmappable(c) => return Err(EditError::Encoding(c)),
                encoding_rs::EncoderResult::OutputFull => {}
            }
        }
    }

    /// The line ending of the game.
    fn line_end(&self) -> &'static str {
        let text = self.reading.text();
        let feed = memchr::memchr(b'\n', text);
        if feed.is_some_and(|at| text[..at].ends_with(b"\r")) {
            "\r\n"
        } else {
            "\n"
        }
    }
}
