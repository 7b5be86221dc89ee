//! A game as a tree of moves, owned and free of the source.
//!
//! The tree is an arena: nodes are numbered, and nothing here or in [`Drop`] recurses, however deep
//! variations are nested. Nesting is kept as written: a variation belongs to the move that it
//! replaces, also inside another variation.

use crate::board::Side;
use crate::event::{CommentForm, GameSummary, Level, Ply, Skip, Visitor};
use crate::moves::Move;
use crate::outcome::Outcome;
use crate::tags::{TagSpan, Tags};
use crate::text::Text;
use crate::variant::{Position, Profile, Start, Variant};
use encoding_rs::{Encoding, UTF_8};
use indexmap::IndexMap;
use std::borrow::Cow;
use std::ops::Range;

/// One game: its tags, its moves with all that is written about them, and its result.
///
/// It keeps the text of the game as it stands in the source; all else refers to that.
#[derive(Clone, Debug)]
pub struct Game {
    /// The variant.
    pub profile: Option<&'static Profile>,
    /// Whether its moves were played on a board: false for games that are only recognised by name, and
    /// for those whose start position cannot be read.
    pub replayed: bool,
    /// The start position in the variant's notation, if the tags set one up.
    pub setup: Option<String>,
    /// Which side moves first.
    pub first_to_move: Option<Side>,
    /// What was read of it.
    pub summary: GameSummary,
    outcome: Option<(Outcome, Place)>,
    tags: Vec<TagSpan>,
    nodes: Vec<Node>,
    remarks: Vec<Remark>,
    text: Vec<u8>,
    encoding: &'static Encoding,
    /// The bytes in the source, if they are not the text.
    original: Vec<u8>,
    original_encoding: &'static Encoding,
    builder: Builder,
}

/// Where a piece of the game's text stands in the chunk that the game was read from.
type Place = Range<u32>;

/// The tag pairs of a game in the order of the source. A name may stand several times: the index
/// is the name and how often it stood before.
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
    /// The value of the first tag of this name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter()
            .find(|(other, _)| other.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
    }

    /// Names and values in the order of the source.
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

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// A node of the tree: an index into the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The head of the main line: it has no move, the first move follows it.
    pub const ROOT: NodeId = NodeId(0);

    pub(crate) fn new(index: usize) -> NodeId {
        NodeId(index as u32)
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// No node, no remark.
const NONE: u32 = u32::MAX;

/// A move, or the head of a line.
#[derive(Clone, Debug)]
struct Node {
    mv: Option<Move>,
    /// The move as written; empty for the head of a line.
    text: Place,
    parent: u32,
    next: u32,
    /// The heads of the variations that replace this move: the first and the last.
    variations: [u32; 2],
    /// The next variation that replaces the same move.
    sibling: u32,
    /// The remarks on it: the first and the last.
    remarks: [u32; 2],
}

#[derive(Clone, Debug)]
struct Remark {
    kind: RemarkKind,
    text: Place,
    next: u32,
}

/// What is written about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkKind {
    /// A comment.
    Comment(CommentForm),
    /// A numeric annotation glyph.
    Nag(u8),
    /// The offer of a draw.
    DrawOffer,
    /// A termination marker inside a variation.
    Outcome(Outcome),
    /// The label of a variation, on its head.
    Label(u32),
    /// Text that was not understood.
    Stray,
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
            profile: None,
            setup: None,
            first_to_move: None,
            summary: GameSummary::default(),
            outcome: None,
            tags: Vec::new(),
            nodes: Vec::new(),
            remarks: Vec::new(),
            text: Vec::new(),
            encoding: UTF_8,
            original: Vec::new(),
            original_encoding: UTF_8,
            builder: Builder::default(),
        };
        game.clear();
        game
    }

    /// Empties the game and keeps its memory.
    fn clear(&mut self) {
        self.profile = None;
        self.replayed = false;
        self.setup = None;
        self.first_to_move = None;
        self.summary = GameSummary::default();
        self.outcome = None;
        self.tags.clear();
        self.nodes.clear();
        self.remarks.clear();
        self.text.clear();
        self.original.clear();
        self.builder.enclosing.clear();
        self.builder.ahead.clear();
        self.builder.at = 0;
        self.builder.base = 0;
        self.node(NONE, None, 0..0);
    }

    /// The game in its source: its bytes, and their encoding. That is [`source`](Game::source), unless
    /// ASCII is not itself in the encoding (UTF-16, GB18030, Big5).
    pub fn original(&self) -> Text<'_> {
        match self.original.is_empty() {
            true => self.source(),
            false => Text::new(&self.original, self.original_encoding),
        }
    }

    /// The text of the game as it stands in the source, and its encoding; in UTF-8 where ASCII is not
    /// itself in the source's own.
    pub fn source(&self) -> Text<'_> {
        Text::new(&self.text, self.encoding)
    }

    /// The tag pairs in the order of the source.
    pub fn tags(&self) -> Tags<'_> {
        Tags::new(&self.tags, &self.text, self.encoding)
    }

    /// The value of the first tag of this name, without regard to the case of ASCII letters.
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

    /// The heads of the variations that replace the move of this node.
    pub fn variations(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(some(self.nodes[node.0 as usize].variations[0]), |head| {
            self.next_variation(*head)
        })
    }

    /// The head of the next variation that replaces the same move.
    pub fn next_variation(&self, head: NodeId) -> Option<NodeId> {
        some(self.nodes[head.0 as usize].sibling)
    }

    /// The moves of a line, its head excluded.
    pub fn line(&self, head: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.next(head), |node| self.next(*node))
    }

    /// The move of a node; none for the head of a line and for a move that could not be played.
    pub fn mv(&self, node: NodeId) -> Option<Move> {
        self.nodes[node.0 as usize].mv
    }

    /// Whether a node is a move, or a word in the place of one, rather than the head of a line.
    pub fn is_move(&self, node: NodeId) -> bool {
        let node = &self.nodes[node.0 as usize];
        node.mv.is_some() || !node.text.is_empty()
    }

    /// For each node whether it is the head of a variation without any move, in lines inside it
    /// neither.
    pub(crate) fn hollow(&self) -> Vec<bool> {
        let mut hollow = vec![false; self.nodes.len()];
        // What is inside a line comes after its head.
        for index in (1..self.nodes.len()).rev() {
            let head = NodeId(index as u32);
            hollow[index] = !self.is_move(head)
                && self.next(head).is_none()
                && self.variations(head).all(|inner| hollow[inner.index()]);
        }
        hollow
    }

    /// The move as written; empty for the head of a line.
    pub fn text(&self, node: NodeId) -> Cow<'_, str> {
        self.slice(&self.nodes[node.0 as usize].text)
    }

    /// The node before: the move before in the same line, or the head of the line; for the head of a
    /// variation the move that it replaces. None for [`NodeId::ROOT`].
    pub fn parent(&self, node: NodeId) -> Option<NodeId> {
        some(self.nodes[node.0 as usize].parent)
    }

    /// All nodes in the order of the source, the head of the main line first: each after those that it
    /// follows.
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Where the move stands in [`source`](Self::source); empty for the head of a line.
    pub fn span(&self, node: NodeId) -> Range<usize> {
        self.place(&self.nodes[node.0 as usize].text)
    }

    /// Where the termination marker stands in [`source`](Self::source).
    pub fn result_span(&self) -> Option<Range<usize>> {
        self.outcome.as_ref().map(|(_, place)| self.place(place))
    }

    /// What is written about the move, as [`remarks`](Self::remarks) gives it, and where that stands
    /// in [`source`](Self::source).
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

    /// What is written about the move, in the order of the source. On the head of a line: what is
    /// written before its first move.
    pub fn remarks(&self, node: NodeId) -> impl Iterator<Item = (RemarkKind, Cow<'_, str>)> {
        let first = self.nodes[node.0 as usize].remarks[0];
        std::iter::successors(self.remarks.get(first as usize), |remark| {
            self.remarks.get(remark.next as usize)
        })
        .map(|remark| (remark.kind, self.slice(&remark.text)))
    }

    /// Whether another game has the same moves in the same lines; of those that could not be played
    /// the words count. Lines without a move are of no account.
    pub(crate) fn same_moves(&self, other: &Game) -> bool {
        fn moves(game: &Game) -> impl Iterator<Item = (u32, Option<Move>, Cow<'_, str>)> {
            let hollow = game.hollow();
            let mut count = 0;
            // The number of each node among those that are compared.
            let mut numbers = Vec::with_capacity(game.nodes.len());
            let numbered = move |(index, node): (usize, &Node)| {
                numbers.push(count);
                count += u32::from(!hollow[index]);
                let parent = numbers.get(node.parent as usize).copied();
                (!hollow[index]).then_some((parent.unwrap_or(NONE), index))
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

    /// The same of the main line alone.
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

    fn slice(&self, place: &Place) -> Cow<'_, str> {
        match place.is_empty() {
            true => Cow::Borrowed(""),
            false => Text::piece(&self.text, self.place(place), self.encoding).decode(),
        }
    }

    /// A place in the game's own text.
    fn place(&self, place: &Place) -> Range<usize> {
        let at = |offset: u32| offset.saturating_sub(self.builder.base) as usize;
        at(place.start)..at(place.end)
    }

    #[inline]
    fn node(&mut self, parent: u32, mv: Option<Move>, text: Place) -> u32 {
        let id = self.nodes.len() as u32;
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
    fn append(&mut self, mv: Option<Move>, text: Text<'_>) {
        let at = self.builder.at;
        let id = self.node(at, mv, place(text));
        self.nodes[at as usize].next = id;
        self.builder.at = id;
    }

    /// Gives glyphs that stand before their moves to them, as their first remarks.
    fn settle_ahead(&mut self) {
        let last = self.nodes.len() as u32 - 1;
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

    fn remark(&mut self, kind: RemarkKind, text: Text<'_>) {
        // What stands between games is no part of them, however much it is.
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
fn place(text: Text<'_>) -> Place {
    let span = text.span();
    span.start as u32..span.end as u32
}

fn some(index: u32) -> Option<NodeId> {
    (index != NONE).then_some(NodeId(index))
}

/// Where the game is being built.
#[derive(Clone, Debug, Default)]
struct Builder {
    /// Whether the game has begun and not ended.
    open: bool,
    /// The last node of the line.
    at: u32,
    /// The last nodes of the lines around it.
    enclosing: Vec<u32>,
    /// Glyphs that stand before their moves, with the nodes of these.
    ahead: Vec<(u32, u8, Place)>,
    /// Where the game begins in the chunk.
    base: u32,
}

/// A game is built by its own events; [`begin_game`](Visitor::begin_game) empties it first.
impl Visitor for Game {
    fn begin_game(&mut self) {
        self.clear();
        self.builder.open = true;
    }

    fn tags(&mut self, tags: &Tags<'_>, profile: &'static Profile) -> Level {
        self.profile = Some(profile);
        self.tags.extend_from_slice(tags.spans());
        Level::Play
    }

    fn begin_movetext<V: Variant>(&mut self, start: &Start<V>) {
        self.replayed = true;
        self.first_to_move = Some(start.position.turn());
        if start.custom {
            self.setup = Some(start.position.describe());
        }
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.append(Some(ply.mv), ply.text);
    }

    fn unplayed(&mut self, text: Text<'_>) {
        self.append(None, text);
    }

    fn nag(&mut self, nag: u8, text: Text<'_>) {
        self.remark(RemarkKind::Nag(nag), text);
    }

    fn nag_ahead(&mut self, nag: u8, text: Text<'_>) {
        let next = self.nodes.len() as u32;
        self.builder.ahead.push((next, nag, place(text)));
    }

    fn draw_offer(&mut self, text: Text<'_>) {
        self.remark(RemarkKind::DrawOffer, text);
    }

    fn comment(&mut self, text: Text<'_>, form: CommentForm) {
        self.remark(RemarkKind::Comment(form), text);
    }

    fn begin_variation(&mut self, back: u8) -> Skip {
        let mut replaced = self.builder.at;
        if back == 2 {
            replaced = self.nodes[replaced as usize].parent;
        }
        let head = self.node(replaced, None, 0..0);
        let [first, last] = self.nodes[replaced as usize].variations;
        let first = match last {
            NONE => head,
            _ => {
                self.nodes[last as usize].sibling = head;
                first
            }
        };
        self.nodes[replaced as usize].variations = [first, head];
        self.builder.enclosing.push(self.builder.at);
        self.builder.at = head;
        Skip(false)
    }

    fn label(&mut self, number: u32, text: Text<'_>) {
        self.remark(RemarkKind::Label(number), text);
    }

    fn end_variation(&mut self) {
        if let Some(at) = self.builder.enclosing.pop() {
            self.builder.at = at;
        }
    }

    fn outcome(&mut self, outcome: Outcome, text: Text<'_>) {
        match self.builder.enclosing.is_empty() {
            true => self.outcome = Some((outcome, place(text))),
            false => self.remark(RemarkKind::Outcome(outcome), text),
        }
    }

    fn stray(&mut self, text: Text<'_>) {
        self.remark(RemarkKind::Stray, text);
    }

    fn original(&mut self, bytes: &[u8], encoding: &'static Encoding) {
        self.original_encoding = encoding;
        if bytes != self.text {
            self.original.extend_from_slice(bytes);
        }
    }

    fn source(&mut self, text: Text<'_>) {
        let base = text.span().start;
        self.builder.base = base as u32;
        self.settle_ahead();
        self.encoding = text.encoding();
        self.text.extend_from_slice(text.as_bytes());
        for tag in &mut self.tags {
            for range in [&mut tag.span, &mut tag.name, &mut tag.value] {
                *range = range.start - base..range.end - base;
            }
        }
    }

    fn end_game(&mut self, summary: &GameSummary) {
        self.summary = summary.clone();
        self.builder.open = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Reader;

    #[test]
    fn what_stands_between_games_is_no_part_of_them() -> std::io::Result<()> {
        let source = "stray words\n\n[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
        let mut reader = Reader::builder().from_reader(source.as_bytes())?;
        let (mut game, mut findings) = (Game::default(), Vec::new());
        let mut games = Vec::new();
        while reader.read_game(&mut game, &mut findings)? {
            let stray = game.remarks.iter().filter(|r| r.kind == RemarkKind::Stray);
            games.push((game.line(NodeId::ROOT).count(), stray.count()));
        }
        assert!(
            findings
                .iter()
                .any(|f| f.code == &crate::diagnostic::STRAY_TEXT)
        );
        assert_eq!(games, [(1, 0), (1, 0)]);
        assert_eq!(game.remarks.len(), 0);
        Ok(())
    }
}
