//! A game read from its own text, with the position of everything in it.

use crate::core::moves::Move;
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::core::text::Text;
use crate::event::{CommentForm, GameSummary, Level, Ply, Skip, Visitor};
use crate::game::Game;
use crate::io::Chunk;
use crate::scan::{ScanOptions, Scanner};
use crate::variant::registry::VariantSet;
use crate::variant::{InitialState, Variant, VariantInfo};
use encoding_rs::Encoding;
use std::ops::Range;

/// The contents of the text besides tags, blanks, dots and escaped lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A move number, with its dots.
    Number(u32),
    /// A move, or `None` if it could not be played.
    Move(Option<Move>),
    /// A NAG.
    Nag(u8),
    /// A NAG that precedes its move.
    NagAhead(u8),
    /// A draw offer.
    DrawOffer,
    /// A comment, with its delimiters.
    Comment(CommentForm),
    /// The bracket that begins a variation; how many plies it goes back.
    Open(u8),
    /// The closing bracket; empty if it is missing.
    Close,
    /// A termination marker: of the game, or inside a variation.
    Outcome(Outcome, bool),
    /// Unrecognized text.
    Unrecognized,
}

impl Kind {
    /// Whether it is a node of the tree.
    pub(super) fn is_node(self) -> bool {
        matches!(self, Kind::Move(_) | Kind::Open(_))
    }

    /// Whether it annotates the move before it.
    pub(super) fn is_remark(self) -> bool {
        matches!(
            self,
            Kind::Nag(_)
                | Kind::DrawOffer
                | Kind::Comment(_)
                | Kind::Unrecognized
                | Kind::Outcome(_, false)
        )
    }
}

/// An item of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Item {
    pub(super) kind: Kind,
    /// Its range, including brackets, braces and semicolons.
    pub(super) span: Range<usize>,
    /// The node that it is, or that it annotates; for a closing bracket the root of the line.
    pub(super) node: usize,
}

/// A node of the tree; the numbers are those of [`NodeId`](crate::game::NodeId).
#[derive(Clone, Debug)]
pub(super) struct Node {
    /// The move before it; for the root of a variation the move that it replaces.
    pub(super) parent: usize,
    /// The root of its line.
    pub(super) head: usize,
    /// Its move, or its opening bracket; unused for the root of the main line.
    pub(super) item: usize,
    /// For the root of a line: the item after its last one.
    pub(super) end: usize,
    /// The number of plies of the game before the move; for a root, before its first move.
    pub(super) ply: usize,
}

/// A game read from its own text.
#[derive(Clone, Debug)]
pub(super) struct Reading {
    pub(super) game: Game,
    pub(super) items: Vec<Item>,
    pub(super) nodes: Vec<Node>,
}

impl Reading {
    /// Reads the text of a game. `None` if it is not exactly one game.
    pub(super) fn new<S: VariantSet>(
        text: &[u8],
        encoding: &'static Encoding,
        variant: Option<&'static VariantInfo>,
    ) -> Option<Reading> {
        let chunk = if encoding == encoding_rs::UTF_8 {
            Chunk::from(text)
        } else {
            Chunk {
                text: text.to_vec(),
                len: text.len() as u64,
                encoding,
                ..Chunk::default()
            }
        };
        let mut scanner = Scanner::<S>::new(ScanOptions {
            hint: variant.and_then(|info| S::find(info.id)).unwrap_or(0),
            ..ScanOptions::default()
        });
        scanner.begin(0, false);
        let mut recorder = Recorder::new(text);
        scanner.game(&chunk, &mut recorder, &mut ())?;
        let one = scanner.game(&chunk, &mut (), &mut ()).is_none();
        let whole = recorder.reading.game.source().as_bytes() == text.trim_ascii_end();
        (one && whole && recorder.sound).then(|| recorder.finish())
    }

    /// The text.
    pub(super) fn text(&self) -> &[u8] {
        self.game.source().as_bytes()
    }

    /// The bytes of an item.
    pub(super) fn bytes(&self, item: usize) -> &[u8] {
        &self.text()[self.items[item].span.clone()]
    }

    /// The start of the movetext: after the last tag.
    pub(super) fn movetext(&self) -> usize {
        self.game
            .tags()
            .spans()
            .last()
            .map_or(0, |tag| tag.span.end)
    }

    /// The first item of the movetext.
    pub(super) fn first(&self) -> usize {
        let begin = self.movetext();
        self.items.partition_point(|item| item.span.start < begin)
    }

    /// The items of a line: after its opening bracket, up to its closing one or the marker of the game.
    pub(super) fn line(&self, head: usize) -> Range<usize> {
        let begin = match head {
            0 => self.first(),
            _ => self.nodes[head].item + 1,
        };
        begin..self.nodes[head].end.max(begin)
    }

    /// The closing bracket of the variation whose opening bracket this is.
    pub(super) fn close(&self, open: usize) -> usize {
        self.nodes[self.items[open].node].end
    }

    /// The moves of a line, as items, up to the end or to the first that `last` accepts.
    pub(super) fn moves(&self, head: usize) -> impl Iterator<Item = usize> {
        let line = self.line(head);
        let mut at = line.start;
        std::iter::from_fn(move || {
            while at < line.end {
                let here = at;
                at = match self.items[here].kind {
                    Kind::Open(_) => self.close(here) + 1,
                    _ => here + 1,
                };
                if let Kind::Move(_) = self.items[here].kind {
                    return Some(here);
                }
            }
            None
        })
    }

    /// The items after a move, up to the next number or move of its line; for the root of a line those before
    /// its first number or move. A variation counts as one.
    pub(super) fn behind(&self, node: usize) -> Vec<Range<usize>> {
        let is_head = self.nodes[node].head == node;
        let line = self.line(self.nodes[node].head);
        let mut at = if is_head {
            line.start
        } else {
            self.nodes[node].item + 1
        };
        let mut found = Vec::new();
        while at < line.end {
            let next = match self.items[at].kind {
                Kind::Open(_) => self.close(at) + 1,
                kind if kind.is_remark() => at + 1,
                _ => break,
            };
            found.push(at..next);
            at = next;
        }
        found
    }

    /// The first item of a move including its number and NAGs, if these directly precede it.
    pub(super) fn with_number(&self, item: usize) -> usize {
        let before = self.items[..item].iter().rev();
        let mut numbers = 0;
        let own = before.take_while(|item| match item.kind {
            Kind::Number(_) => {
                numbers += 1;
                numbers == 1
            }
            kind => matches!(kind, Kind::NagAhead(_)),
        });
        item - own.count()
    }

    /// Whether an item is this NAG of a node.
    pub(super) fn is_nag_of(&self, item: usize, node: usize, nag: u8) -> bool {
        let item = &self.items[item];
        item.node == node && (item.kind == Kind::Nag(nag) || item.kind == Kind::NagAhead(nag))
    }
}

/// Reads a game and records the position of everything.
struct Recorder<'t> {
    text: &'t [u8],
    reading: Reading,
    /// Everything before is covered.
    at: usize,
    /// The last node of the line.
    node: usize,
    /// The last nodes of the lines around it.
    enclosing: Vec<usize>,
    /// The marker of the game.
    marker: Option<usize>,
    /// Whether brackets were found where they must be.
    sound: bool,
}

impl Recorder<'_> {
    fn new(text: &[u8]) -> Recorder<'_> {
        let root = Node {
            parent: 0,
            head: 0,
            item: 0,
            end: 0,
            ply: 0,
        };
        Recorder {
            text,
            reading: Reading {
                game: Game::new(),
                items: Vec::new(),
                nodes: vec![root],
            },
            at: 0,
            node: 0,
            enclosing: Vec::new(),
            marker: None,
            sound: true,
        }
    }

    fn finish(mut self) -> Reading {
        let end = self.marker.unwrap_or(self.reading.items.len());
        self.reading.nodes[0].end = end;
        self.reading
    }

    fn item(&mut self, kind: Kind, span: Range<usize>) {
        self.at = span.end;
        self.reading.items.push(Item {
            kind,
            span,
            node: self.node,
        });
    }

    fn played(&mut self, mv: Option<Move>, span: Range<usize>) {
        let nodes = &mut self.reading.nodes;
        let before = &nodes[self.node];
        let is_head = before.head == self.node;
        let node = Node {
            parent: self.node,
            head: before.head,
            item: self.reading.items.len(),
            end: 0,
            ply: before.ply + usize::from(!is_head),
        };
        self.node = nodes.len();
        nodes.push(node);
        self.item(Kind::Move(mv), span);
    }
}

impl Visitor for Recorder<'_> {
    fn begin_game(&mut self) {
        self.reading.game.begin_game();
    }

    fn tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) -> Level {
        let end = tags.spans().last().map_or(0, |tag| tag.span.end);
        self.at = self.at.max(end);
        Visitor::tags(&mut self.reading.game, tags, info)
    }

    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        self.reading.game.begin_movetext(start);
    }

    fn begin_unresolved(&mut self, info: &'static VariantInfo) {
        self.reading.game.begin_unresolved(info);
    }

    fn number(&mut self, number: u32, text: Text<'_>) {
        self.reading.game.number(number, text);
        self.item(Kind::Number(number), text.span());
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.reading.game.ply(ply);
        self.played(Some(ply.mv), ply.text.span());
    }

    fn unresolved(&mut self, text: Text<'_>) {
        self.reading.game.unresolved(text);
        self.played(None, text.span());
    }

    fn nag(&mut self, nag: u8, text: Text<'_>) {
        self.reading.game.nag(nag, text);
        self.item(Kind::Nag(nag), text.span());
    }

    fn prefix_nag(&mut self, nag: u8, text: Text<'_>) {
        self.reading.game.prefix_nag(nag, text);
        self.item(Kind::NagAhead(nag), text.span());
        // The node of the next move.
        let node = self.reading.nodes.len();
        if let Some(item) = self.reading.items.last_mut() {
            item.node = node;
        }
    }

    fn draw_offer(&mut self, text: Text<'_>) {
        self.reading.game.draw_offer(text);
        self.item(Kind::DrawOffer, text.span());
    }

    fn comment(&mut self, text: Text<'_>, form: CommentForm) {
        self.reading.game.comment(text, form);
        let inside = text.span();
        let end = match form {
            CommentForm::Brace => inside.end + 1,
            CommentForm::Unclosed | CommentForm::Line => inside.end,
        };
        self.item(Kind::Comment(form), inside.start - 1..end);
    }

    fn begin_variation(&mut self, back: u8) -> Skip {
        let skip = self.reading.game.begin_variation(back);
        self.sound &= self.text.get(self.at) == Some(&b'(');
        let mut replaced = self.node;
        if back == 2 {
            replaced = self.reading.nodes[replaced].parent;
        }
        let head = self.reading.nodes.len();
        let node = Node {
            parent: replaced,
            head,
            item: self.reading.items.len(),
            end: 0,
            ply: self.reading.nodes[replaced].ply,
        };
        self.reading.nodes.push(node);
        self.enclosing.push(self.node);
        self.node = head;
        self.item(Kind::Open(back), self.at..self.at + 1);
        skip
    }

    fn end_variation(&mut self) {
        self.reading.game.end_variation();
        let head = self.reading.nodes[self.node].head;
        self.reading.nodes[head].end = self.reading.items.len();
        self.node = head;
        let closed = self.text.get(self.at) == Some(&b')');
        self.item(Kind::Close, self.at..self.at + usize::from(closed));
        if let Some(node) = self.enclosing.pop() {
            self.node = node;
        }
    }

    fn outcome(&mut self, outcome: Outcome, text: Text<'_>) {
        Visitor::outcome(&mut self.reading.game, outcome, text);
        let of_game = self.enclosing.is_empty();
        if of_game {
            self.marker.get_or_insert(self.reading.items.len());
        }
        self.item(Kind::Outcome(outcome, of_game), text.span());
    }

    fn trivia(&mut self, text: Text<'_>) {
        self.at = text.span().end;
    }

    fn unrecognized(&mut self, text: Text<'_>) {
        self.reading.game.unrecognized(text);
        self.item(Kind::Unrecognized, text.span());
    }

    fn source(&mut self, text: Text<'_>) {
        self.sound &= text.span().start == 0;
        Visitor::source(&mut self.reading.game, text);
    }

    fn end_game(&mut self, summary: &GameSummary) {
        self.reading.game.end_game(summary);
    }
}
