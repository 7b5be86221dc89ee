//! The movetext: moves with their numbers, glyphs, comments and variations, on filled lines.
//!
//! The tree is walked without recursion, and replayed on the way.

use super::lines::Lines;
use super::result::GameResult;
use super::{Comments, Fill, Form, Layout, Options, Written};
use crate::game::{Game, NodeId, RemarkKind};
use crate::variant::{Position, Variant};
use std::fmt::Write;

/// Words that begin with these mean something else at the start of a line: they hide it, or begin a
/// tag pair.
const INSIDE_ONLY: [char; 2] = ['%', '['];

/// Writes the movetext of one game.
pub(super) struct Movetext<'a, V: Variant> {
    game: &'a Game,
    options: &'a Options,
    layout: &'a Layout,
    notation: V::Notation,
    lines: Lines<'a>,
    written: &'a mut Written,
    /// How many plies before the first move are counted by its number; none if it has none.
    offset: Option<u64>,
    /// The last node of the main line.
    last: NodeId,
    /// What is to be said after it.
    other: Option<&'a str>,
    /// Which nodes are heads of variations without moves.
    hollow: Vec<bool>,
    /// How many variations are open.
    depth: usize,
    /// A buffer for one unit.
    unit: String,
}

/// What stands before a move.
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
struct Open<P> {
    /// The head of the line, or the move that was written last.
    node: NodeId,
    /// The position before that move; none if it could not be reached.
    before: Option<P>,
    /// The position after it.
    after: Option<P>,
    /// The number of plies before that move.
    plies: u64,
    /// The next variation that replaces the move.
    variation: Option<NodeId>,
    /// The next move is the first of its line.
    first: bool,
    /// A comment or a variation stands before the next move.
    parted: bool,
}

impl<'a, V: Variant> Movetext<'a, V> {
    pub(super) fn new(
        game: &'a Game,
        options: &'a Options,
        layout: &'a Layout,
        notation: V::Notation,
        out: &'a mut String,
        written: &'a mut Written,
    ) -> Self {
        Movetext {
            game,
            options,
            layout,
            notation,
            lines: Lines::new(out, options.columns, layout.width),
            written,
            offset: offset(game, V::PROFILE.setup),
            last: game.line(NodeId::ROOT).last().unwrap_or(NodeId::ROOT),
            other: None,
            hollow: game.hollow(),
            depth: 0,
            unit: String::new(),
        }
    }

    /// Writes all of it, the marker included.
    pub(super) fn write(mut self, start: Option<V::Position>, result: &'a GameResult) {
        self.other = result.other.as_deref();
        let mut enclosing: Vec<Open<V::Position>> = Vec::new();
        let mut open = self.head(NodeId::ROOT, start, 0);
        loop {
            if let Some(head) = open.variation {
                open.variation = self.with_moves(self.game.next_variation(head));
                open.parted = true;
                self.lines.open();
                self.depth += 1;
                let inner = self.head(head, open.before.clone(), open.plies);
                enclosing.push(std::mem::replace(&mut open, inner));
            } else if let Some(next) = self.game.next(open.node) {
                self.play(&mut open, next);
            } else if let Some(outer) = enclosing.pop() {
                self.lines.close();
                self.depth -= 1;
                open = outer;
            } else {
                break;
            }
        }
        // CH-209: the marker is the last element, unless comments may follow it (XQ-067).
        self.lines.unit(result.token);
        if self.layout.closing {
            // On the line of the marker, as in the specification's sample.
            self.depth = 1;
            self.comments(self.last, false, true);
        }
        self.lines.end();
    }

    /// The beginning of a line, up to its first move.
    fn head(
        &mut self,
        node: NodeId,
        position: Option<V::Position>,
        plies: u64,
    ) -> Open<V::Position> {
        self.remarks(node);
        Open {
            node,
            before: position.clone(),
            after: position,
            plies,
            variation: self.variation(node),
            first: true,
            parted: true,
        }
    }

    fn variation(&self, node: NodeId) -> Option<NodeId> {
        match self.options.form {
            Form::Reduced => None,
            _ => self.with_moves(self.game.variations(node).next()),
        }
    }

    /// The first variation from this one on that has moves.
    fn with_moves(&self, mut head: Option<NodeId>) -> Option<NodeId> {
        while let Some(hollow) = head.filter(|head| self.hollow[head.index()]) {
            head = self.game.next_variation(hollow);
        }
        head
    }

    /// The next move of a line, and what is written about it.
    fn play(&mut self, open: &mut Open<V::Position>, next: NodeId) {
        // The head of a line is no ply.
        if self.game.is_move(open.node) {
            open.plies += 1;
        }
        open.node = next;
        open.before = open.after.take();
        let gap = self.number(open);
        self.unit.clear();
        match (&open.before, self.game.mv(next)) {
            (Some(before), Some(mv)) => {
                V::write(&mv, before, self.notation, &mut self.unit);
                let mut after = before.clone();
                after.play(&mv);
                open.after = Some(after);
            }
            _ => {
                self.unit.push_str(&self.game.text(next));
                self.written.unplayed += 1;
            }
        }
        match gap {
            Gap::None if self.unit.starts_with(INSIDE_ONLY) => self.lines.kept("", &self.unit),
            Gap::Line if self.unit.starts_with(INSIDE_ONLY) => self.lines.kept(" ", &self.unit),
            Gap::None => self.lines.glued(&self.unit),
            Gap::Line => self.lines.unit(&self.unit),
            Gap::Blank => self.lines.kept(" ", &self.unit),
        }
        open.first = false;
        open.parted = self.remarks(next);
        open.variation = self.variation(next);
    }

    /// The number of a move, if it needs one; CH-159 to CH-165. Returns what stands before the move.
    fn number(&mut self, open: &Open<V::Position>) -> Gap {
        let Some(offset) = self.offset else {
            return Gap::Line;
        };
        let ply = offset + open.plies;
        let rounds = self.layout.fill == Fill::Rounds;
        let dots = match ply % 2 {
            0 => ".",
            // CH-163, CH-164, CH-I14; XQ-070, XQ-091.
            _ if open.first || (open.parted && self.layout.renumber) => self.layout.ellipsis,
            _ if rounds && !open.parted => return Gap::Blank,
            _ => return Gap::Line,
        };
        self.unit.clear();
        // Writing to a string does not fail.
        let _ = write!(self.unit, "{}{dots}", ply / 2 + 1);
        self.lines.unit(&self.unit);
        match rounds {
            true => Gap::Blank,
            false if self.layout.spaced || self.options.space_after_number => Gap::Line,
            false => Gap::None,
        }
    }

    /// What is written about a move: glyphs, then comments (CH-I04). Returns whether there are
    /// comments.
    fn remarks(&mut self, node: NodeId) -> bool {
        if self.options.form == Form::Reduced {
            return false;
        }
        let game = self.game;
        for (kind, _) in game.remarks(node) {
            // CH-289: the null glyph says nothing.
            if let RemarkKind::Nag(nag @ 1..) = kind {
                self.unit.clear();
                // Writing to a string does not fail.
                let _ = write!(self.unit, "${nag}");
                match self.layout.fill {
                    Fill::Moves => self.lines.unit(&self.unit),
                    Fill::Rounds => self.lines.kept(" ", &self.unit),
                }
            }
        }
        let mut any = self.comments(node, false, false);
        // CH-202: a variation has a move. What stands in one without is a comment on this one.
        let mut inside: Vec<NodeId> = self.hollow(node).collect();
        while let Some(head) = inside.pop() {
            any |= self.comments(head, true, false);
            inside.extend(self.hollow(head));
        }
        if node == self.last
            && let Some(other) = self.other.take()
        {
            self.written.noted += 1;
            self.comment(other);
            any = true;
        }
        any
    }

    /// The variations of a move that have none themselves, the last one first.
    fn hollow(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        let hollow = |head: &NodeId| self.hollow[head.index()];
        let found: Vec<NodeId> = self.game.variations(node).filter(hollow).collect();
        found.into_iter().rev()
    }

    /// Comments and what becomes one; of a variation without moves that is all there is. What stands
    /// after the marker is left for later where it may stay there: `closing`. Returns whether there is
    /// anything.
    fn comments(&mut self, node: NodeId, hollow: bool, closing: bool) -> bool {
        let game = self.game;
        let marker = game.result_span().filter(|_| self.layout.closing);
        let after = |at: usize| marker.as_ref().is_some_and(|marker| at >= marker.end);
        let mut any = false;
        let mut stray = String::new();
        let remarks = game.remarks(node).zip(game.remarks_in_place(node));
        for ((kind, text), (_, place)) in remarks {
            if after(place.start) != closing {
                continue;
            }
            match kind {
                RemarkKind::Nag(_) if !hollow => continue,
                RemarkKind::Comment(_) => {
                    self.note(&mut stray);
                    self.comment(&text);
                    self.written.noted += u64::from(hollow);
                }
                _ => {
                    stray.push(' ');
                    stray.push_str(&text);
                    self.written.noted += 1;
                }
            }
            any = true;
        }
        self.note(&mut stray);
        any
    }

    /// Text that is no comment, as one.
    fn note(&mut self, stray: &mut String) {
        if !stray.is_empty() {
            self.comment(stray);
            stray.clear();
        }
    }

    /// A comment in braces.
    fn comment(&mut self, text: &str) {
        match self.layout.comments {
            Comments::Filled => self.filled(text),
            Comments::Apart => self.apart(text),
        }
    }

    /// A comment as it was read, but for its line ends.
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

    /// A character of a comment, or what stands for it.
    fn character(&mut self, c: char) {
        let braces = self.layout.braces;
        let kept = match braces.iter().find(|(brace, _)| *brace == c) {
            Some(&(_, other)) => other,
            None if c.is_control() => char::REPLACEMENT_CHARACTER,
            None => c,
        };
        self.written.replaced += u64::from(kept != c);
        self.unit.push(kept);
    }

    /// The words of a comment filled into lines like tokens; white space is one blank.
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
            match self.unit.starts_with('%') {
                true => self.lines.kept(" ", &self.unit),
                false => self.lines.unit(&self.unit),
            }
            self.unit.clear();
        }
    }
}

/// How many plies lie before the first move, by the number that it has; none if nobody can tell.
fn offset(game: &Game, setup: &[&str]) -> Option<u64> {
    match (&game.setup, game.replayed) {
        (Some(fen), _) => plies_before(fen),
        (None, true) => Some(0),
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
    // Of other chesses some have more fields, before or after the number.
    let number = fields.rev().find_map(|field| field.parse::<u32>().ok())?;
    Some(2 * u64::from(number.saturating_sub(1)) + second)
}
