//! A game as a tree of moves, owned and independent of the source.
//!
//! The tree is an arena: nodes are numbered, and nothing here or in [`Drop`] recurses, however deeply
//! variations are nested. Nesting is kept as written: a variation belongs to the move that it replaces,
//! including inside another variation.

pub(crate) mod record;
mod summary;

pub use summary::GameSummary;

use crate::core::board::Side;
use crate::core::moves::Move;
use crate::core::outcome::Outcome;
use crate::core::tags::{TagSpan, Tags};
use crate::core::text::Text;
use crate::info::VariantInfo;
use encoding_rs::{Encoding, UTF_8};
use indexmap::IndexMap;
use std::borrow::Cow;
use std::ops::Range;

/// One game: its tags, its moves with their annotations, and its result.
///
/// It keeps the text of the game as it is in the source; everything else refers to that.
#[derive(Clone, Debug)]
pub struct Game {
    /// The variant.
    pub info: Option<&'static VariantInfo>,
    /// Whether its moves were played on a board: false for games that are only recognized by name, and for
    /// those whose start position is unreadable.
    pub replayed: bool,
    /// The start position in the variant's notation, if the tags set one up.
    pub setup: Option<String>,
    /// Which side moves first.
    pub first_to_move: Option<Side>,
    /// What was read, in numbers.
    pub summary: GameSummary,
    pub(crate) outcome: Option<(Outcome, Place)>,
    pub(crate) tags: Vec<TagSpan>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) remarks: Vec<Remark>,
    /// The numbers of words that were not played, by the words' nodes.
    pub(crate) numbers: Vec<(u32, Place)>,
    /// What the move numbers of the main line say.
    pub(crate) numbering: Numbering,
    pub(crate) text: Vec<u8>,
    pub(crate) encoding: &'static Encoding,
    /// The bytes in the source, if they differ from the text.
    pub(crate) original: Vec<u8>,
    pub(crate) original_encoding: &'static Encoding,
    /// Whether all moves that were played are canonical, if that is asked for.
    pub(crate) canonical: bool,
    pub(crate) builder: Builder,
}

/// The position of a piece of the game's text in the chunk that the game was read from.
pub(crate) type Place = Range<u32>;

/// The tag pairs of a game in the order of the source. A name may occur several times: the index is the name
/// and the number of its earlier occurrences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TagList(IndexMap<(String, u32), String>);

impl From<Tags<'_>> for TagList {
    fn from(tags: Tags<'_>) -> TagList {
        let mut list = TagList::default();
        for tag in tags.iter() {
            list.push(tag.name(), tag.value());
        }
        list
    }
}

impl TagList {
    /// The value of the first tag with this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(other, _)| other.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// The names and values in the order of the source.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|((name, _), value)| (name.as_str(), value.as_str()))
    }

    /// Adds a tag pair at the end.
    pub fn push(&mut self, name: impl Into<String>, value: impl Into<String>) {
        let mut key = (name.into(), 0);
        while self.0.contains_key(&key) {
            key.1 += 1;
        }
        self.0.insert(key, value.into());
    }

    /// The number of tags.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A node of the tree: an index into the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The root of the main line: it has no move; the first move follows it.
    pub const ROOT: NodeId = NodeId(0);

    pub(crate) fn new(index: usize) -> NodeId {
        NodeId(index as u32)
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// No node, no remark.
pub(crate) const NONE: u32 = u32::MAX;

/// A move, or the root of a line.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) mv: Option<Move>,
    /// The move as written; empty for the root of a line. For the root of a variation, both ends are the number
    /// of remarks read before it: this gives the order of remarks and variations.
    pub(crate) text: Place,
    pub(crate) parent: u32,
    pub(crate) next: u32,
    /// The roots of the variations that replace this move: the first and the last.
    pub(crate) variations: [u32; 2],
    /// The next variation that replaces the same move.
    pub(crate) sibling: u32,
    /// The remarks on it: the first and the last.
    pub(crate) remarks: [u32; 2],
}

#[derive(Clone, Debug)]
pub(crate) struct Remark {
    pub(crate) kind: RemarkKind,
    pub(crate) text: Place,
    pub(crate) next: u32,
}

/// How a comment is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentForm {
    /// `{ ... }`
    Brace,
    /// `{ ...`, never closed.
    Unclosed,
    /// `; ...` to the end of the line.
    Line,
}

/// What is written about a move: the kinds of remarks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkKind {
    /// A comment.
    Comment(CommentForm),
    /// A numeric annotation glyph.
    Nag(u8),
    /// A draw offer.
    DrawOffer,
    /// A termination marker inside a variation.
    Outcome(Outcome),
    /// The label of a variation, on its root.
    Label(u32),
    /// Unrecognized text.
    Unrecognized,
}

/// What follows a move, or precedes the first move of a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Annotation<'g> {
    /// A remark, as in [`Game::remarks`].
    Remark {
        /// Its kind.
        kind: RemarkKind,
        /// Its text.
        text: Cow<'g, str>,
        /// Its position in [`Game::source`].
        span: Range<usize>,
    },
    /// A variation that replaces the move: its root.
    Variation(NodeId),
}

/// The order of annotations in the source, including those of different moves.
pub(crate) type Order = (u32, u32);

/// The annotations of a node in the order of the source.
#[derive(Clone, Debug)]
pub(crate) struct Annotations<'g> {
    game: &'g Game,
    remark: u32,
    variation: u32,
}

impl<'g> Iterator for Annotations<'g> {
    type Item = (Order, Annotation<'g>);

    fn next(&mut self) -> Option<Self::Item> {
        let game = self.game;
        let remark = game.remarks.get(self.remark as usize).map(|remark| {
            let order = match self.remark < game.builder.settled {
                true => (self.remark, u32::MAX),
                // NAGs before their move.
                false => (0, 0),
            };
            (order, remark)
        });
        let variation = game.nodes.get(self.variation as usize).map(|head| {
            let order = (head.text.start, self.variation);
            (order, head)
        });
        match (remark, variation) {
            (Some((order, remark)), next) if next.is_none_or(|(behind, _)| order < behind) => {
                self.remark = remark.next;
                let annotation = Annotation::Remark {
                    kind: remark.kind,
                    text: game.slice(&remark.text),
                    span: game.place(&remark.text),
                };
                Some((order, annotation))
            }
            (_, Some((order, head))) => {
                let node = NodeId(std::mem::replace(&mut self.variation, head.sibling));
                Some((order, Annotation::Variation(node)))
            }
            _ => None,
        }
    }
}

impl Default for Game {
    fn default() -> Game {
        Game::new()
    }
}

impl Game {
    /// An empty game.
    pub fn new() -> Game {
        let mut game = Game {
            replayed: false,
            info: None,
            setup: None,
            first_to_move: None,
            summary: GameSummary::default(),
            outcome: None,
            tags: Vec::new(),
            nodes: Vec::new(),
            remarks: Vec::new(),
            numbers: Vec::new(),
            numbering: Numbering::None,
            text: Vec::new(),
            encoding: UTF_8,
            original: Vec::new(),
            original_encoding: UTF_8,
            canonical: false,
            builder: Builder::default(),
        };
        game.clear();
        game
    }

    /// An empty game which, when it is read, also tells whether its moves are canonical: it is then written in
    /// their standard notation without playing them once more.
    pub(crate) fn judging() -> Game {
        let mut game = Game::new();
        game.builder.judges = true;
        game
    }

    /// Empties the game and keeps its memory.
    pub(crate) fn clear(&mut self) {
        self.info = None;
        self.replayed = false;
        self.setup = None;
        self.first_to_move = None;
        self.summary = GameSummary::default();
        self.outcome = None;
        self.tags.clear();
        self.nodes.clear();
        self.remarks.clear();
        self.numbers.clear();
        self.numbering = Numbering::None;
        self.text.clear();
        self.original.clear();
        self.canonical = self.builder.judges;
        self.builder.enclosing.clear();
        self.builder.ahead.clear();
        self.builder.number = (NONE, 0..0);
        self.builder.numbered = 0;
        self.builder.plies = 0;
        self.builder.settled = NONE;
        self.builder.at = 0;
        self.builder.base = 0;
        self.node(NONE, None, 0..0);
    }

    /// The bytes of the game in its source, and their encoding. The same as [`source`](Game::source), unless
    /// the encoding is not a superset of ASCII (UTF-16, GB18030, Big5).
    pub fn original(&self) -> Text<'_> {
        if self.original.is_empty() {
            self.source()
        } else {
            Text::new(&self.original, self.original_encoding)
        }
    }

    /// The text of the game as it is in the source, and its encoding; in UTF-8 if the source's own encoding is
    /// not a superset of ASCII.
    pub fn source(&self) -> Text<'_> {
        Text::new(&self.text, self.encoding)
    }

    /// The tag pairs in the order of the source.
    pub fn tags(&self) -> Tags<'_> {
        Tags::new(&self.tags, &self.text, self.encoding)
    }

    /// The value of the first tag with this name, ignoring the case of ASCII letters.
    pub fn tag(&self, name: &str) -> Option<Cow<'_, str>> {
        self.tags().get(name).map(|tag| tag.value())
    }

    /// What the termination marker means.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome.as_ref().map(|(outcome, _)| *outcome)
    }

    /// The termination marker as written.
    pub fn result(&self) -> Option<Cow<'_, str>> {
        self.outcome.as_ref().map(|(_, place)| self.slice(place))
    }

    /// The move that follows in the same line.
    pub fn next(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes.get(node.0 as usize)?.next)
    }

    /// The roots of the variations that replace the move of this node.
    pub fn variations(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(some(self.nodes[node.0 as usize].variations[0]), |head| {
            self.next_variation(*head)
        })
    }

    /// The root of the next variation that replaces the same move.
    pub fn next_variation(&self, head: NodeId) -> Option<NodeId> {
        some(self.nodes[head.0 as usize].sibling)
    }

    /// The moves of a line, without its root.
    pub fn line(&self, head: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(head), |node| self.next(*node))
    }

    /// The move of a node, or `None` for the root of a line and for a move that could not be played.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.nodes[node.0 as usize].mv
    }

    /// Whether a node is a move, or a word in place of one, rather than the root of a line.
    pub fn is_move(&self, node: NodeId) -> bool {
        let node = &self.nodes[node.0 as usize];
        node.mv.is_some() || !node.text.is_empty()
    }

    /// For each node, whether it is the root of a variation that has no move, not even in lines inside it.
    pub(crate) fn empty_lines(&self) -> Vec<bool> {
        let mut empty_lines = vec![false; self.nodes.len()];
        // The contents of a line come after its root.
        for index in (1..self.nodes.len()).rev() {
            let head = NodeId(index as u32);
            empty_lines[index] = !self.is_move(head)
                && self.next(head).is_none()
                && self
                    .variations(head)
                    .all(|inner| empty_lines[inner.index()]);
        }
        empty_lines
    }

    /// The move as written; empty for the root of a line.
    pub fn text(&self, node: NodeId) -> Cow<'_, str> {
        let node = &self.nodes[node.0 as usize];
        match node.mv {
            Some(_) => Text::piece(&self.text, self.place(&node.text), self.encoding).decode_move(),
            None => self.slice(&node.text),
        }
    }

    /// The previous node: the previous move in the same line, or the root of the line; for the root of a
    /// variation, the move that it replaces. `None` for [`NodeId::ROOT`].
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes[node.0 as usize].parent)
    }

    /// All nodes in the order of the source, the root of the main line first: each after those that it follows.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The position of the move in [`source`](Self::source); empty for the root of a line.
    pub fn span(&self, node: NodeId) -> Range<usize> {
        match &self.nodes[node.0 as usize].text {
            head if head.is_empty() => 0..0,
            text => self.place(text),
        }
    }

    /// The number and dots of a word that was not played, as written. Line ends and tabs become blanks.
    pub(crate) fn lead(&self, node: NodeId) -> String {
        /// It begins at most this far before the word.
        const FAR: usize = 32;
        let sign = |c: char| c.is_whitespace() || matches!(c, '.' | '…' | '．' | '。' | '、');
        let begin = self.span(node).start;
        let piece = |range| Text::piece(&self.text, range, self.encoding).decode();
        let number = self
            .numbers
            .binary_search_by_key(&node.0, |(node, _)| *node);
        let lead = match number.map(|index| self.place(&self.numbers[index].1)) {
            Ok(number) => {
                let between = piece(number.end..begin);
                // A comma separates moves, and here there is none before it.
                match between.chars().all(|c| sign(c) || c == ',') {
                    true => piece(number.start..begin).into_owned(),
                    // Anything else between the two belongs to the previous move.
                    false => format!("{} ", piece(number)),
                }
            }
            Err(_) => {
                let line = &self.text[begin.saturating_sub(FAR)..begin];
                let line =
                    memchr::memrchr2(b'\n', b'\r', line).map_or(line, |end| &line[end + 1..]);
                let line = piece(begin - line.len()..begin);
                // Numbers in full-width digits count too.
                let sign = |c: char| sign(c) || ('０'..='９').contains(&c);
                let lead = line.trim_end_matches(sign).len();
                // What directly follows the previous word belongs to that.
                let lead =
                    line[lead..].trim_start_matches(|c: char| lead > 0 && !c.is_whitespace());
                lead.trim_start().to_owned()
            }
        };
        lead.replace(char::is_whitespace, " ")
    }

    /// The position of the termination marker in [`source`](Self::source).
    pub fn result_span(&self) -> Option<Range<usize>> {
        self.outcome.as_ref().map(|(_, place)| self.place(place))
    }

    /// The remarks on a move, as in [`remarks`](Self::remarks), with their positions in
    /// [`source`](Self::source).
    pub fn remarks_in_place(
        &self,
        node: NodeId,
    ) -> impl Iterator<Item = (RemarkKind, Range<usize>)> {
        let first = self.nodes[node.0 as usize].remarks[0];
        std::iter::successors(self.remarks.get(first as usize), |remark| {
            self.remarks.get(remark.next as usize)
        })
        .map(|remark| (remark.kind, self.place(&remark.text)))
    }

    /// The remarks on a move, in the order of the source. For the root of a line: the remarks before its first
    /// move.
    pub fn remarks(&self, node: NodeId) -> impl Iterator<Item = (RemarkKind, Cow<'_, str>)> {
        let first = self.nodes[node.0 as usize].remarks[0];
        std::iter::successors(self.remarks.get(first as usize), |remark| {
            self.remarks.get(remark.next as usize)
        })
        .map(|remark| (remark.kind, self.slice(&remark.text)))
    }

    /// The remarks and variations after a move, in the order of the source. For the root of a line: those
    /// before its first move.
    ///
    /// ```
    /// use movetext::game::{Annotation, Game, NodeId};
    /// use movetext::Reader;
    ///
    /// let mut game = Game::new();
    /// let pgn = "1. e4 {best} $1 (1. d4) {by test} e5 *\n";
    /// Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let e4 = game.next(NodeId::ROOT).expect("a move");
    /// let order: Vec<String> = game
    ///     .annotations(e4)
    ///     .map(|annotation| match annotation {
    ///         Annotation::Remark { text, .. } => text.into_owned(),
    ///         Annotation::Variation(head) => game.line(head).map(|node| game.text(node)).collect(),
    ///     })
    ///     .collect();
    /// assert_eq!(order, ["best", "$1", "d4", "by test"]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn annotations(&self, node: NodeId) -> impl Iterator<Item = Annotation<'_>> {
        self.ordered(node).map(|(_, annotation)| annotation)
    }

    /// [`annotations`](Self::annotations) with their order.
    pub(crate) fn ordered(&self, node: NodeId) -> Annotations<'_> {
        let node = &self.nodes[node.0 as usize];
        Annotations {
            game: self,
            remark: node.remarks[0],
            variation: node.variations[0],
        }
    }

    /// Whether nothing stands behind a node but the next move.
    pub(crate) fn is_bare(&self, node: NodeId) -> bool {
        let node = &self.nodes[node.0 as usize];
        node.remarks[0] == NONE && node.variations[0] == NONE
    }

    /// Whether another game has the same moves in the same lines; moves that could not be played are compared
    /// as text. Lines without moves are ignored.
    pub(crate) fn same_moves(&self, other: &Game) -> bool {
        fn moves(game: &Game) -> impl Iterator<Item = (u32, Option<Move>, Cow<'_, str>)> {
            let empty_lines = game.empty_lines();
            let mut count = 0;
            // The number of each node among those compared.
            let mut numbers = Vec::with_capacity(game.nodes.len());
            let numbered = move |(index, node): (usize, &Node)| {
                numbers.push(count);
                count += u32::from(!empty_lines[index]);
                let parent = numbers.get(node.parent as usize).copied();
                (!empty_lines[index]).then_some((parent.unwrap_or(NONE), index))
            };
            let compared = game.nodes.iter().enumerate().filter_map(numbered);
            compared.map(|(parent, index)| {
                let node = &game.nodes[index];
                let text = match node.mv {
                    Some(_) => "".into(),
                    None => game.slice(&node.text),
                };
                (parent, node.mv, text)
            })
        }
        moves(self).eq(moves(other))
    }

    /// [`same_moves`](Self::same_moves) for the main line only.
    pub(crate) fn same_line(&self, other: &Game) -> bool {
        fn moves(game: &Game) -> impl Iterator<Item = (Option<Move>, Cow<'_, str>)> {
            let written = |node| match game.mv(node) {
                Some(mv) => (Some(mv), "".into()),
                None => (None, game.text(node)),
            };
            game.line(NodeId::ROOT).map(written)
        }
        moves(self).eq(moves(other))
    }

    /// Whether there are remarks other than NAGs.
    pub(crate) fn has_comments(&self) -> bool {
        let nag = |remark: &Remark| matches!(remark.kind, RemarkKind::Nag(_));
        !self.remarks.iter().all(nag)
    }

    /// The move as written.
    pub(crate) fn raw_text(&self, node: NodeId) -> Text<'_> {
        self.piece(&self.nodes[node.0 as usize].text)
    }

    fn slice(&self, place: &Place) -> Cow<'_, str> {
        self.piece(place).decode()
    }

    fn piece(&self, place: &Place) -> Text<'_> {
        let place = match place.is_empty() {
            true => 0..0,
            false => self.place(place),
        };
        Text::piece(&self.text, place, self.encoding)
    }

    /// A position in the game's own text.
    fn place(&self, place: &Place) -> Range<usize> {
        let at = |offset: u32| offset.saturating_sub(self.builder.base) as usize;
        at(place.start)..at(place.end)
    }

    #[inline]
    pub(crate) fn node(&mut self, parent: u32, mv: Option<Move>, text: Place) -> u32 {
        let id = self.nodes.len() as u32;
        // Doubling a large game would take more memory than the game.
        if self.nodes.len() == self.nodes.capacity() {
            self.nodes.reserve_exact((self.nodes.len() / 4).max(64));
        }
        self.nodes.push(Node {
            mv,
            text,
            parent,
            next: NONE,
            variations: [NONE; 2],
            sibling: NONE,
            remarks: [NONE; 2],
        });
        id
    }

    #[inline]
    pub(crate) fn append(&mut self, mv: Option<Move>, text: Text<'_>) {
        let at = self.builder.at;
        let id = self.node(at, mv, place(text));
        self.nodes[at as usize].next = id;
        self.builder.at = id;
    }

    /// Attaches NAGs that precede their moves to them, as their first remarks.
    pub(crate) fn settle_ahead(&mut self) {
        let last = self.nodes.len() as u32 - 1;
        self.builder.settled = self.remarks.len() as u32;
        for (node, nag, text) in std::mem::take(&mut self.builder.ahead).into_iter().rev() {
            let id = self.remarks.len() as u32;
            let [first, end] = &mut self.nodes[node.min(last) as usize].remarks;
            self.remarks.push(Remark {
                kind: RemarkKind::Nag(nag),
                text,
                next: std::mem::replace(first, id),
            });
            if *end == NONE {
                *end = id;
            }
        }
    }

    pub(crate) fn remark(&mut self, kind: RemarkKind, text: Text<'_>) {
        // Text between games is not part of them, however much it is.
        if !self.builder.open {
            return;
        }
        let id = self.remarks.len() as u32;
        self.remarks.push(Remark {
            kind,
            text: place(text),
            next: NONE,
        });
        let [first, last] = &mut self.nodes[self.builder.at as usize].remarks;
        match *last {
            NONE => *first = id,
            before => self.remarks[before as usize].next = id,
        }
        *last = id;
    }
}

/// Chunks are smaller than 4 GiB.
#[inline]
pub(crate) fn place(text: Text<'_>) -> Place {
    let span = text.span();
    span.start as u32..span.end as u32
}

fn some(index: u32) -> Option<NodeId> {
    (index != NONE).then_some(NodeId(index))
}

/// The state of building a game.
#[derive(Clone, Debug, Default)]
pub(crate) struct Builder {
    /// Whether to tell canonical moves from others.
    pub(crate) judges: bool,
    /// Whether the game has begun and not yet ended.
    pub(crate) open: bool,
    /// The last node of the line.
    pub(crate) at: u32,
    /// The last nodes of the lines around it.
    pub(crate) enclosing: Vec<u32>,
    /// NAGs that precede their moves, with the nodes of the moves.
    pub(crate) ahead: Vec<(u32, u8, Place)>,
    /// This many remarks follow their move; those added later precede it.
    pub(crate) settled: u32,
    /// The last move number, and the node that follows it.
    pub(crate) number: (u32, Place),
    /// What that number says, or 0 if nothing.
    pub(crate) numbered: u32,
    /// The number of played moves in the main line.
    pub(crate) plies: u32,
    /// Where the game begins in the chunk.
    pub(crate) base: u32,
}

/// What the move numbers of a main line say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Numbering {
    /// There are none.
    None,
    /// All agree that this many plies precede the first move.
    From(u64),
    /// They contradict each other.
    Contradictory,
}

impl Game {
    /// The move of the main line that is about to be played has a number.
    pub(crate) fn numbered(&mut self) {
        let Builder {
            numbered, plies, ..
        } = self.builder;
        let Some(rounds) = numbered.checked_sub(1) else {
            return;
        };
        let first = u64::from(self.first_to_move == Some(Side::Second));
        let side = (first + u64::from(plies)) % 2;
        let count = 2 * u64::from(rounds) + side;
        self.numbering.add(count.checked_sub(u64::from(plies)));
    }
}

impl Numbering {
    /// Adds a number: by it, `before` plies precede the first move.
    pub(crate) fn add(&mut self, before: Option<u64>) {
        *self = match (*self, before) {
            (Numbering::None, Some(before)) => Numbering::From(before),
            (Numbering::From(known), Some(before)) if known == before => *self,
            _ => Numbering::Contradictory,
        };
    }
}
