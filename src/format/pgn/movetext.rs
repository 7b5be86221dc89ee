//! The movetext: moves with their numbers, NAGs, comments and variations, on filled lines.
//!
//! The tree is walked without recursion, and replayed on the way.

use super::lines::Lines;
use super::result::GameResult;
use super::{Comments, ExportStyle, Fill, Form, Options, Written};
use crate::core::text::push_number;
use crate::game::{Annotation, Annotations, Game, NodeId, Numbering, RemarkKind};
use crate::variant::{Position, Variant};
use std::borrow::Cow;
use std::fmt::Write;
use std::ops::Range;

/// Whether a word means something else at the start of a line: it escapes it, or begins a tag pair.
fn is_inside_only(word: &str) -> bool {
    word.bytes().next().is_some_and(is_inside_only_byte)
}

fn is_inside_only_byte(first: u8) -> bool {
    matches!(first, b'%' | b'[')
}

/// The text of a game whose moves are written as they were read: all are canonical, and no other notation is wanted.
pub(super) fn as_read<'g>(game: &'g Game, options: &Options) -> Option<&'g str> {
    let wanted = game.canonical && options.notation.is_empty();
    wanted.then(|| std::str::from_utf8(&game.text).ok())?
}

/// Writes the movetext of one game.
pub(super) struct Movetext<'a, V: Variant> {
    game: &'a Game,
    options: &'a Options,
    style: &'a ExportStyle,
    notation: V::Notation,
    lines: Lines<'a>,
    written: &'a mut Written,
    /// The number of plies that the first move number counts before the first move, or `None` if it has no
    /// number.
    offset: Option<u64>,
    /// The last node of the main line, if something is to be written after it.
    last: Option<NodeId>,
    /// The comment to write after it.
    other: Option<&'a str>,
    /// The nodes that are roots of variations without moves.
    empty_lines: Vec<bool>,
    /// The game's text, if the moves are written as they are there.
    as_read: Option<&'a str>,
    /// How many variations are open.
    depth: usize,
    /// Unrecognized text that will become a comment.
    unrecognized: String,
    /// A buffer for one unit.
    unit: String,
}

/// The separator before a move.
#[derive(Clone, Copy)]
enum Gap {
    /// Nothing, or a line end.
    None,
    /// A blank or a line end.
    Line,
    /// A blank.
    Blank,
}

/// A line that is being written.
struct Open<'a, P> {
    /// The root of the line, or the last move written.
    node: NodeId,
    /// The position before that move, or `None` if it could not be reached.
    before: Option<P>,
    /// The position after it.
    after: Option<P>,
    /// The number of plies before that move.
    plies: u64,
    /// The remaining annotations after it.
    annotations: Annotations<'a>,
    /// The next move is the first of its line.
    first: bool,
    /// A comment or a variation precedes the next move.
    separated: bool,
    /// The last move written was not played, and is the first after its number.
    numbered: bool,
}

impl<'a, V: Variant> Movetext<'a, V> {
    pub(super) fn new(
        game: &'a Game,
        options: &'a Options,
        style: &'a ExportStyle,
        notation: V::Notation,
        out: &'a mut String,
        written: &'a mut Written,
    ) -> Self {
        Movetext {
            game,
            options,
            style,
            notation,
            lines: Lines::new(out, options.columns, style.width),
            written,
            offset: offset(game, V::INFO.setup),
            last: None,
            other: None,
            empty_lines: game.empty_lines(),
            as_read: as_read(game, options),
            depth: 0,
            unrecognized: String::new(),
            unit: String::new(),
        }
    }

    /// Writes everything, including the termination marker.
    pub(super) fn write(mut self, start: Option<V::Position>, result: &'a GameResult) {
        self.other = result.other.as_deref();
        if self.other.is_some() || self.style.closing {
            self.last = self.game.line(NodeId::ROOT).last().or(Some(NodeId::ROOT));
        }
        let reduced = self.options.form == Form::Reduced;
        let mut enclosing: Vec<Open<'a, V::Position>> = Vec::new();
        let mut open = self.head(NodeId::ROOT, start, 0);
        loop {
            match open.annotations.next() {
                _ if reduced => {}
                Some((_, Annotation::Variation(head))) if self.empty_lines[head.index()] => {
                    // CH-202: a variation has a move. The contents of one without moves become a comment.
                    open.separated |= self.inside(head);
                    continue;
                }
                Some((_, Annotation::Variation(head))) => {
                    self.note();
                    open.separated = true;
                    self.lines.open();
                    self.depth += 1;
                    let inner = self.head(head, open.before.clone(), open.plies);
                    enclosing.push(std::mem::replace(&mut open, inner));
                    continue;
                }
                Some((_, Annotation::Remark { kind, text, span })) => {
                    if !self.is_closing(span.start) {
                        open.separated |= self.remark(kind, &text, false);
                    }
                    continue;
                }
                None => {
                    if Some(open.node) == self.last
                        && let Some(other) = self.other.take()
                    {
                        self.note();
                        self.written.noted += 1;
                        self.comment(other);
                    }
                    self.note();
                }
            }
            if let Some(next) = self.game.next(open.node) {
                let next = self.copy(&mut open, next);
                self.play(&mut open, next);
            } else if let Some(outer) = enclosing.pop() {
                self.lines.close();
                self.depth -= 1;
                open = outer;
            } else {
                break;
            }
        }
        // CH-209: the termination marker is the last element, unless comments may follow it (XQ-067).
        self.lines.unit(result.token);
        if self.style.closing && !reduced {
            // On the line of the marker, as in the specification's sample.
            self.depth = 1;
            for (kind, text, span) in self.remarks(self.last.unwrap_or(NodeId::ROOT)) {
                if self.is_closing(span.start) {
                    self.remark(kind, &text, false);
                }
            }
            self.note();
        }
        self.lines.end();
    }

    /// Whether a position in the game's text follows the termination marker, where the variant allows that.
    fn is_closing(&self, at: usize) -> bool {
        let marker = self.game.result_span();
        self.style.closing && marker.is_some_and(|marker| at >= marker.end)
    }

    /// The beginning of a line, up to its first move.
    fn head(
        &mut self,
        node: NodeId,
        position: Option<V::Position>,
        plies: u64,
    ) -> Open<'a, V::Position> {
        Open {
            node,
            before: position.clone(),
            after: position,
            plies,
            annotations: self.game.ordered(node),
            first: true,
            separated: true,
            numbered: false,
        }
    }

    /// Writes moves as they were read, from this one up to the last before anything else, which is returned. Nearly
    /// all moves of bare games are written here.
    fn copy(&mut self, open: &mut Open<'a, V::Position>, mut node: NodeId) -> NodeId {
        let game = self.game;
        let (Some(text), Some(offset), Fill::Moves) = (self.as_read, self.offset, self.style.fill)
        else {
            return node;
        };
        // The first move of a line may need its number.
        if open.first || open.separated {
            return node;
        }
        let spaced = self.style.spaced || self.options.space_after_number;
        let mut words = self.lines.words();
        let mut word = short(text, game.span(node));
        while game.is_bare(node)
            && let Some((bytes, len)) = word
            && let Some(next) = game.next(node)
            && game.mv(next).is_some()
            && let following @ Some(_) = short(text, game.span(next))
        {
            let ply = offset + open.plies + 1;
            let numbered = ply % 2 == 0;
            if numbered {
                let Some((number, len)) = short_number(ply / 2 + 1) else {
                    break;
                };
                words.unit(true, number, len);
            }
            words.unit(!numbered || spaced, bytes, len);
            open.plies += 1;
            open.node = node;
            (node, word) = (next, following);
        }
        words.end();
        node
    }

    /// The next move of a line.
    fn play(&mut self, open: &mut Open<'a, V::Position>, next: NodeId) {
        // The root of a line is not a ply.
        if self.game.is_move(open.node) {
            open.plies += 1;
        }
        open.node = next;
        open.before = open.after.take();
        match (&open.before, self.game.mv(next)) {
            (_, Some(_)) if let Some(text) = self.as_read => {
                let gap = self.number(open);
                self.put(gap, &text[self.game.span(next)]);
            }
            (Some(before), Some(mv)) => {
                let gap = self.number(open);
                self.unit.clear();
                let mut after = before.clone();
                after.play(&mv);
                V::write_played(&mv, before, &after, self.notation, &mut self.unit);
                open.after = Some(after);
                self.put_unit(gap);
            }
            _ => {
                let gap = self.unresolved(open, next);
                self.put_unit(gap);
            }
        }
        open.first = false;
        open.separated = false;
        open.annotations = self.game.ordered(next);
    }

    /// Writes a move, or a word in its place.
    fn put(&mut self, gap: Gap, text: &str) {
        match gap {
            Gap::None if is_inside_only(text) => self.lines.kept("", text),
            Gap::Line if is_inside_only(text) => self.lines.kept(" ", text),
            Gap::None => self.lines.glued(text),
            Gap::Line => self.lines.unit(text),
            Gap::Blank => self.lines.kept(" ", text),
        }
    }

    fn put_unit(&mut self, gap: Gap) {
        let unit = std::mem::take(&mut self.unit);
        self.put(gap, &unit);
        self.unit = unit;
    }

    /// A word that was not played, with its own number, since its side and number cannot be determined. Returns
    /// the separator before it.
    fn unresolved(&mut self, open: &mut Open<'a, V::Position>, node: NodeId) -> Gap {
        self.written.unresolved += 1;
        self.unit.clear();
        self.unit.push_str(&self.game.lead(node));
        let paired = std::mem::replace(&mut open.numbered, !self.unit.is_empty());
        let follows = paired && !open.numbered && !open.separated;
        self.unit.push_str(&self.game.text(node));
        match self.style.fill {
            Fill::Rounds if follows => Gap::Blank,
            _ => Gap::Line,
        }
    }

    /// The number of a move, if it needs one; CH-159 to CH-165. Returns the separator before the move.
    fn number(&mut self, open: &Open<'a, V::Position>) -> Gap {
        let Some(offset) = self.offset else {
            return Gap::Line;
        };
        let ply = offset + open.plies;
        let rounds = self.style.fill == Fill::Rounds;
        let dots = match ply % 2 {
            0 => ".",
            // CH-163, CH-164, CH-I14; XQ-070, XQ-091.
            _ if open.first || (open.separated && self.style.renumber) => self.style.ellipsis,
            _ if rounds && !open.separated => return Gap::Blank,
            _ => return Gap::Line,
        };
        self.lines.unit_of(|out| {
            push_number(out, ply / 2 + 1);
            out.push_str(dots);
        });
        match rounds {
            true => Gap::Blank,
            false if self.style.spaced || self.options.space_after_number => Gap::Line,
            false => Gap::None,
        }
    }

    /// Writes a remark on a move. Returns whether it is more than a NAG. Inside a variation that is not
    /// written, a NAG becomes text.
    fn remark(&mut self, kind: RemarkKind, text: &str, empty_lines: bool) -> bool {
        match kind {
            // CH-289: the null NAG says nothing.
            RemarkKind::Nag(0) if !empty_lines => false,
            RemarkKind::Nag(nag) if !empty_lines => {
                self.note();
                self.unit.clear();
                // Writing to a string does not fail.
                let _ = write!(self.unit, "${nag}");
                match self.style.fill {
                    Fill::Moves => self.lines.unit(&self.unit),
                    Fill::Rounds => self.lines.kept(" ", &self.unit),
                }
                false
            }
            RemarkKind::Comment(_) => {
                self.note();
                self.comment(text);
                self.written.noted += u64::from(empty_lines);
                true
            }
            _ => {
                self.unrecognized.push(' ');
                self.unrecognized.push_str(text);
                self.written.noted += 1;
                true
            }
        }
    }

    /// The contents of a variation without moves, and of those inside it. Returns whether there are any.
    fn inside(&mut self, head: NodeId) -> bool {
        let mut any = false;
        let mut open = vec![self.game.ordered(head)];
        while let Some(annotations) = open.last_mut() {
            match annotations.next() {
                Some((_, Annotation::Variation(inner))) => open.push(self.game.ordered(inner)),
                Some((_, Annotation::Remark { kind, text, .. })) => {
                    any |= self.remark(kind, &text, true);
                }
                None => {
                    open.pop();
                }
            }
        }
        self.note();
        any
    }

    /// The remarks on a node, with their positions.
    fn remarks(
        &self,
        node: NodeId,
    ) -> impl Iterator<Item = (RemarkKind, Cow<'a, str>, Range<usize>)> + use<'a, V> {
        self.game
            .ordered(node)
            .filter_map(|(_, annotation)| match annotation {
                Annotation::Remark { kind, text, span } => Some((kind, text, span)),
                Annotation::Variation(_) => None,
            })
    }

    /// Text that is not a comment, as one.
    fn note(&mut self) {
        if !self.unrecognized.is_empty() {
            let unrecognized = std::mem::take(&mut self.unrecognized);
            self.comment(&unrecognized);
        }
    }

    /// A comment in braces.
    fn comment(&mut self, text: &str) {
        match self.style.comments {
            Comments::Filled => self.filled(text),
            Comments::Apart => self.apart(text),
        }
    }

    /// A comment as it was read, except for its line ends.
    fn apart(&mut self, text: &str) {
        self.unit.clear();
        self.unit.push('{');
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match c {
                '\r' if chars.peek() == Some(&'\n') => {}
                '\r' => self.unit.push(' '),
                '\n' | '\t' => self.unit.push(c),
                c => self.character(c),
            }
        }
        self.unit.push('}');
        match self.depth {
            0 => self.lines.apart(&self.unit),
            _ => self.lines.unit(&self.unit),
        }
        self.unit.clear();
    }

    /// A character of a comment, or its replacement.
    fn character(&mut self, c: char) {
        let braces = self.style.braces;
        let kept = match braces.iter().find(|(brace, _)| *brace == c) {
            Some(&(_, other)) => other,
            None if c.is_control() => char::REPLACEMENT_CHARACTER,
            None => c,
        };
        self.written.replaced += u64::from(kept != c);
        self.unit.push(kept);
    }

    /// The words of a comment, filled into lines like tokens; white space becomes one blank.
    fn filled(&mut self, text: &str) {
        let mut words = text
            .split(|c: char| matches!(c, ' ' | '\t'..='\r'))
            .filter(|word| !word.is_empty())
            .peekable();
        self.unit.clear();
        self.unit.push('{');
        if words.peek().is_none() {
            self.unit.push('}');
            return self.lines.unit(&self.unit);
        }
        while let Some(word) = words.next() {
            for c in word.chars() {
                self.character(c);
            }
            if words.peek().is_none() {
                self.unit.push('}');
            }
            // CH-I16: no line begins with a percent sign.
            if self.unit.starts_with('%') {
                self.lines.kept(" ", &self.unit)
            } else {
                self.lines.unit(&self.unit)
            }
            self.unit.clear();
        }
    }
}

/// Eight bytes from a word on, and its length, if it is ASCII and no longer than that.
#[inline]
fn short(text: &str, span: Range<usize>) -> Option<([u8; 8], usize)> {
    let bytes: [u8; 8] = *text.as_bytes().get(span.start..)?.first_chunk()?;
    let anywhere = !is_inside_only_byte(bytes[0]);
    (anywhere && span.len() <= bytes.len() && bytes.is_ascii()).then_some((bytes, span.len()))
}

/// A move number of up to three digits and its dot, and their length.
#[inline]
fn short_number(number: u64) -> Option<([u8; 8], usize)> {
    let digit = |value: u64| b'0' + (value % 10) as u8;
    let [a, b, c] = [number / 100, number / 10, number].map(digit);
    match number {
        0..10 => Some(([c, b'.', 0, 0, 0, 0, 0, 0], 2)),
        10..100 => Some(([b, c, b'.', 0, 0, 0, 0, 0], 3)),
        100..1000 => Some(([a, b, c, b'.', 0, 0, 0, 0], 4)),
        _ => None,
    }
}

/// The number of plies before the first move: by the numbers of the moves if they agree with each other, else
/// by the start position; `None` if unknown.
fn offset(game: &Game, setup: &[&str]) -> Option<u64> {
    let own = match game.numbering {
        Numbering::From(before) => Some(before),
        _ => None,
    };
    match (&game.setup, game.replayed) {
        (Some(fen), _) => plies_before(fen).map(|before| own.unwrap_or(before)),
        (None, true) => own.or(Some(0)),
        (None, false) => match setup.iter().find_map(|name| game.tag(name)) {
            Some(fen) => plies_before(&fen),
            None => Some(0),
        },
    }
}

/// The plies that a FEN counts before its position (CH-269).
fn plies_before(fen: &str) -> Option<u64> {
    let mut fields = fen.split_ascii_whitespace();
    let second = match fields.nth(1)? {
        "w" => 0,
        "b" => 1,
        _ => return None,
    };
    // Other variants have additional fields, before or after the number.
    let number = fields.rev().find_map(|field| field.parse::<u32>().ok())?;
    Some(2 * u64::from(number.saturating_sub(1)) + second)
}
