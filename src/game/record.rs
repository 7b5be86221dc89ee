//! The content of a game's record, independent of how it is written.

use super::{Annotation, Game, NodeId, RemarkKind};
use crate::core::moves::Move;
use crate::core::nags;
use crate::core::outcome::Outcome;
use std::borrow::Cow;

/// A piece of the content.
#[derive(PartialEq, Eq, Debug)]
enum Piece<'g> {
    Move(Move),
    /// A word that was not played, with its number.
    Word(String, Cow<'g, str>),
    Nag(u8),
    DrawOffer,
    Outcome(Outcome),
    Label(u32),
    Comment(String),
    Unrecognized(String),
    Open,
    Close,
}

/// Words with single blanks between them.
pub(crate) fn words(text: &str) -> String {
    spaced(Cow::Borrowed(text)).into_owned()
}

/// A text with single blanks between its words.
pub(crate) fn spaced(text: Cow<'_, str>) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let is_plain = |pair: &[u8]| pair[0] > b' ' || pair[1] > b' ' && pair[0] == b' ';
    if text.is_ascii()
        && bytes.windows(2).all(is_plain)
        && bytes.first().is_none_or(|byte| *byte > b' ')
        && bytes.last().is_none_or(|byte| *byte > b' ')
    {
        return text;
    }
    let mut words = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    words.into()
}

/// The NAG of a run of marks, of which the first two count.
pub(crate) fn run_of_marks(text: &str) -> Option<u8> {
    let marks = text.bytes().all(|b| matches!(b, b'!' | b'?'));
    if marks && text.len() > 2 {
        nags::suffix(&text.as_bytes()[..2])
    } else {
        None
    }
}

impl Game {
    /// Whether another game has the same content, however the two are written: the same variant and start,
    /// moves, variations, NAGs, comments and unrecognized words, all in the same order. Blanks in texts are
    /// ignored, as are the numbers of played moves, and exclamation and question marks after the second in a
    /// row. Tags and results are not compared.
    ///
    /// ```
    /// use movetext::{Game, Reader};
    ///
    /// let read = |pgn: &str| -> std::io::Result<Game> {
    ///     let mut game = Game::new();
    ///     Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    ///     Ok(game)
    /// };
    /// let game = read("1. e2-e4! {best} e7e5 *")?;
    /// assert!(game.says_the_same(&read("1.e4 $1 {best}\ne5 *")?));
    /// assert!(!game.says_the_same(&read("1.e4 {best} $1 e5 *")?));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn says_the_same(&self, other: &Game) -> bool {
        let id = |game: &Game| game.info.map(|info| info.id);
        id(self) == id(other)
            && self.replayed == other.replayed
            && self.setup == other.setup
            && self.pieces().eq(other.pieces())
    }

    fn pieces(&self) -> impl Iterator<Item = Piece<'_>> {
        let mut open = vec![(NodeId::ROOT, self.ordered(NodeId::ROOT))];
        // The null NAG says nothing, and neither do empty brackets.
        let empty = self.empty();
        std::iter::from_fn(move || {
            loop {
                let (node, annotations) = open.last_mut()?;
                match annotations.next() {
                    Some((_, Annotation::Variation(head))) if empty[head.index()] => {}
                    Some((_, Annotation::Variation(head))) => {
                        open.push((head, self.ordered(head)));
                        return Some(Piece::Open);
                    }
                    Some((_, Annotation::Remark { kind, text, .. })) => {
                        return Some(match kind {
                            RemarkKind::Nag(0) => continue,
                            RemarkKind::Nag(nag) => Piece::Nag(nag),
                            RemarkKind::DrawOffer => Piece::DrawOffer,
                            RemarkKind::Outcome(outcome) => Piece::Outcome(outcome),
                            RemarkKind::Label(label) => Piece::Label(label),
                            RemarkKind::Comment(_) => Piece::Comment(words(&text)),
                            RemarkKind::Unrecognized => match run_of_marks(&text) {
                                Some(nag) => Piece::Nag(nag),
                                None => Piece::Unrecognized(words(&text)),
                            },
                        });
                    }
                    None => {
                        let Some(next) = self.next(*node) else {
                            open.pop();
                            return open.last().map(|_| Piece::Close);
                        };
                        (*node, *annotations) = (next, self.ordered(next));
                        return Some(match self.mv(next) {
                            Some(mv) => Piece::Move(mv),
                            None => Piece::Word(words(&self.lead(next)), self.text(next)),
                        });
                    }
                }
            }
        })
    }

    /// For each node, whether it is the root of an empty variation.
    pub(crate) fn empty(&self) -> Vec<bool> {
        let mut empty = self.empty_lines();
        for index in (1..empty.len()).rev() {
            let head = NodeId::new(index);
            empty[index] = empty[index]
                && self.remarks(head).next().is_none()
                && self.variations(head).all(|inner| empty[inner.index()]);
        }
        empty
    }
}
