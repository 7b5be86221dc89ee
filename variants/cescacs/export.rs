//! Records in the canonical form of CTL-PGN: one tag per line, one numbered round per line, comments and
//! variations on lines of their own after their round.

mod comments;
mod select;
mod tags;

use super::Cescacs;
use super::notation::dialect::Dialect;
use super::position::CescacsPosition;
use super::rules::ruleset::Ruleset;
use super::setup;
use super::write::{Notation, Symbols, mark, write};
use crate::core::board::Side;
use crate::format::pgn::result::{self, GameResult};
use crate::format::pgn::{Form, Options, WriteError, Written, notation};
use crate::game::{Game, NodeId, Order, RemarkKind};
use crate::variant::{Position, Variant};
use comments::{Behind, Said};
use select::Cut;
use std::fmt::Write as _;

/// Writes a game in export format, or reduced: for a minimal reader (CE-387, CE-390, CE-391).
pub fn export(game: &Game, options: &Options, out: &mut String) -> Result<Written, WriteError> {
    let notation = notation::<Cescacs>(&options.notation)
        .ok_or_else(|| WriteError::Notation(Cescacs::INFO.name, options.notation.to_string()))?;
    let cut = match &options.part {
        Some(selection) => Cut::part(game, selection)?,
        None => Cut::whole(game).ok_or(WriteError::Unfaithful)?,
    };
    let reduced = options.form == Form::Reduced;
    if reduced && !game.replayed {
        return Err(WriteError::Reduced);
    }
    Ok(Writer::new(game, &cut, notation, reduced, out).write())
}

/// A record being written.
struct Writer<'a> {
    game: &'a Game,
    cut: &'a Cut,
    notation: Notation,
    /// The symbols that comments use.
    source: Dialect,
    /// For a minimal reader: without comments, variations and suffix annotations.
    reduced: bool,
    empty_lines: Vec<bool>,
    out: &'a mut String,
    written: Written,
}

/// A line of moves being written.
struct Open {
    /// The next move; `None` at the end of the line.
    next: Option<NodeId>,
    /// The position before it, or `None` if it could not be reached.
    position: Option<CescacsPosition>,
    /// Half-moves before it, counted from White's first move.
    plies: u64,
    /// The comments before the first move, which are written after the first round.
    said: Vec<Said>,
    /// What remains to be written after the last round.
    behind: std::vec::IntoIter<After>,
    /// The positions before the moves of that round, where its variations begin.
    before: [Option<CescacsPosition>; 2],
    /// Nothing of the line was written yet.
    first: bool,
    /// The last word was not played, and another one may follow on its line.
    unended: bool,
    /// The last item was a comment, or a variation that ended with one.
    closed: bool,
}

/// What may follow a round.
enum After {
    Said(Said),
    Branch(Branch),
}

/// A variation to be written.
struct Branch {
    head: NodeId,
    /// Half-moves before it, counted from White's first move.
    plies: u64,
}

impl<'a> Writer<'a> {
    fn new(
        game: &'a Game,
        cut: &'a Cut,
        notation: Notation,
        reduced: bool,
        out: &'a mut String,
    ) -> Writer<'a> {
        let start = setup::start(&game.tags(), &mut Vec::new());
        let source = start.map_or_else(|_| Dialect::informal(), |start| start.dialect);
        // A minimal reader only knows the standard letters.
        let symbols = if reduced {
            Symbols::default()
        } else {
            notation.symbols.unwrap_or(Symbols::of(&source))
        };
        Writer {
            game,
            cut,
            notation: Notation {
                symbols: Some(symbols),
                ..notation
            },
            source,
            reduced,
            empty_lines: game.empty_lines(),
            out,
            written: Written::default(),
        }
    }

    fn write(mut self) -> Written {
        let result = self.result();
        tags::write(&mut self, result.token);
        self.movetext(&result);
        self.out.push('\n');
        self.written
    }

    /// The result; if none is given, the one that the board dictates (CE-I12).
    fn result(&self) -> GameResult {
        if let Some(token) = self.cut.result {
            return GameResult { token, other: None };
        }
        let mut result = result::agree(self.game, &Cescacs::INFO);
        let silent = self.game.outcome().is_none() && self.game.tag("Result").is_none();
        if silent
            && let Some(last) = self.cut.last_position(self.game)
            && let Some(end) = last.end()
        {
            let outcome = end.outcome(last.turn());
            result.token = Cescacs::INFO.result(outcome).unwrap_or("*");
        }
        result
    }

    fn movetext(&mut self, result: &GameResult) {
        let mut open = Open {
            next: self.cut.first(),
            position: self.cut.position.clone(),
            plies: self.cut.plies,
            said: Vec::new(),
            behind: Vec::new().into_iter(),
            before: [None, None],
            first: true,
            unended: false,
            closed: false,
        };
        if self.cut.from_start && !self.reduced {
            // CE-344: the comments before the first move.
            let behind = match open.next {
                Some(_) => self.behind(NodeId::ROOT, None, false),
                None => self.behind_last(NodeId::ROOT, Side::First),
            };
            open.before[(open.plies % 2) as usize].clone_from(&open.position);
            open.behind = after(behind, |_| open.plies).into_iter();
        }
        let mut enclosing: Vec<Open> = Vec::new();
        loop {
            match open.behind.next() {
                Some(After::Said(said)) => {
                    said.write(self.out, &mut self.written);
                    open.closed = true;
                    continue;
                }
                Some(After::Branch(branch)) => {
                    let position = open.before[(branch.plies % 2) as usize].clone();
                    let inner = self.begin(branch, position);
                    enclosing.push(std::mem::replace(&mut open, inner));
                    continue;
                }
                None => {}
            }
            if open.next.is_some() {
                self.round(&mut open, enclosing.is_empty());
            } else if let Some(outer) = enclosing.pop() {
                // The comments of a line without moves of its own.
                let said = std::mem::take(&mut open.said);
                open.closed |= !said.is_empty();
                self.comments(&said);
                self.end(&open);
                open = outer;
                open.closed = true;
            } else {
                break;
            }
        }
        self.out.push_str(result.token);
        self.out.push('\n');
        let mut last = Vec::new();
        // CE-345: they are at the last move of the game, or at its beginning.
        let end = match self.cut.last() {
            Some(node) => Some(node),
            None => Some(NodeId::ROOT),
        };
        if let Some(node) = end.filter(|_| !self.reduced && self.cut.result.is_none()) {
            last.extend(self.final_comments(node));
        }
        if let Some(other) = &result.other {
            self.written.noted += 1;
            last.push(Said::plain(other));
        }
        if !self.reduced {
            self.comments(&last);
        }
    }

    /// Whether variations of the record are left out.
    fn drops_variations(&self) -> bool {
        self.reduced || !self.cut.variations
    }

    /// Opens a variation; its label directly follows the bracket (CE-335).
    fn begin(&mut self, branch: Branch, position: Option<CescacsPosition>) -> Open {
        let game = self.game;
        self.out.push('(');
        let label = game.remarks(branch.head).find_map(|(kind, _)| match kind {
            RemarkKind::Label(label) => Some(label),
            _ => None,
        });
        if let Some(label) = label {
            // Writing to a string does not fail.
            let _ = write!(self.out, "$[{label}] ");
        }
        // Comments before the first move have no place there: they follow the first round. Variations before
        // the first move could replace nothing; they remain where they were.
        let mut said = Vec::new();
        let mut behind = Vec::new();
        for (_, what) in self.behind(branch.head, None, false) {
            match what {
                Behind::Said(remark) => said.push(remark),
                Behind::Variation(head) => behind.push(After::Branch(Branch {
                    head,
                    plies: branch.plies,
                })),
            }
        }
        self.written.noted += said.len() as u64;
        let mut before = [None, None];
        before[(branch.plies % 2) as usize].clone_from(&position);
        Open {
            next: game.next(branch.head),
            position,
            plies: branch.plies,
            said,
            behind: behind.into_iter(),
            before,
            first: true,
            unended: false,
            closed: false,
        }
    }

    /// Closes a variation: after a comment on a line of its own, else after the last move
    /// (CE-I39).
    fn end(&mut self, open: &Open) {
        if !open.closed && self.out.ends_with('\n') {
            self.out.pop();
        }
        self.out.push_str(")\n");
    }

    /// Writes the next round of a line; what follows its moves is written next.
    fn round(&mut self, open: &mut Open, main: bool) {
        let Some(first) = open.next else {
            return;
        };
        let mut behind = Vec::new();
        // Half-moves before each of its moves.
        let mut replaced: Vec<(NodeId, u64)> = Vec::new();
        let played = self.game.mv(first).is_some() && open.position.is_some();
        if played {
            self.number(open.plies, open.first);
            if open.plies % 2 == 1 {
                // CE-139, CE-329
                self.out.push_str("…, ");
            }
        } else {
            self.lead(first, open.unended);
        }
        open.first = false;
        let mut before = std::mem::take(&mut open.said);
        let mut next = Some(first);
        while let Some(node) = next.take() {
            let white = open.plies.is_multiple_of(2);
            let following = self.following(node, main);
            // An unplayed word with a number of its own begins a round with it.
            let paired = white
                && played
                && following.is_some_and(|next| {
                    self.game.mv(next).is_some() || !begins_round(&self.game.lead(next))
                });
            if !self.reduced {
                open.before[(open.plies % 2) as usize].clone_from(&open.position);
            }
            self.half(node, open, main && following.is_none());
            if !self.reduced {
                let mover = if white { Side::First } else { Side::Second };
                let entered = self.cut.entered.iter().copied();
                if let Some(head) = entered
                    .into_iter()
                    .find(|&h| self.game.next(h) == Some(node))
                {
                    let said = self.behind(head, None, false).into_iter();
                    behind.extend(said.filter(|(_, what)| matches!(what, Behind::Said(_))));
                }
                behind.extend(if main && following.is_none() {
                    self.behind_last(node, mover)
                } else {
                    self.behind(node, Some(mover), paired)
                });
                replaced.push((node, open.plies));
            }
            open.next = following;
            open.plies += 1;
            if paired {
                self.out.push_str(", ");
                next = following;
            }
        }
        // Unplayed words are on the line of their number.
        open.unended = behind.is_empty()
            && before.is_empty()
            && open.next.is_some_and(|next| self.game.mv(next).is_none());
        if !open.unended {
            self.out.push('\n');
        }
        open.closed = !before.is_empty();
        self.comments(&std::mem::take(&mut before));
        // In the order of the record, whichever move they belong to.
        behind.sort_by_key(|(order, _)| *order);
        let game = self.game;
        let plies = |head| {
            let parent = game.parent(head);
            let of = |&&(node, _): &&(NodeId, u64)| Some(node) == parent;
            replaced.iter().find(of).map_or(0, |&(_, plies)| plies)
        };
        open.behind = after(behind, plies).into_iter();
    }

    /// Begins an unplayed word: with its own number on a new line, or after the previous word, if there is one
    /// on the line.
    fn lead(&mut self, node: NodeId, behind: bool) {
        let lead = self.game.lead(node);
        let begin = self.game.span(node).start;
        if !behind {
            self.out.push_str(&lead);
        } else if begins_round(&lead) {
            self.out.push('\n');
            self.out.push_str(&lead);
        } else {
            let before = &self.game.source().as_bytes()[..begin];
            let before = before.trim_ascii_end();
            self.out
                .push_str(if before.ends_with(b",") { ", " } else { " " });
            self.out.push_str(&lead);
        }
    }

    /// The next move after a node in the line being written.
    fn following(&self, node: NodeId, main: bool) -> Option<NodeId> {
        if main {
            self.cut.after(node)
        } else {
            self.game.next(node)
        }
    }

    /// CE-120, CE-140, CE-142: the number of a round.
    fn number(&mut self, plies: u64, first: bool) {
        let number = plies / 2 + 1;
        // Writing to a string does not fail.
        let _ = if first && self.cut.unknown && number == 1 {
            write!(self.out, "1? ")
        } else {
            write!(self.out, "{number}. ")
        };
    }

    /// Half a round: the move, its suffix annotation, a draw offer, the stop.
    fn half(&mut self, node: NodeId, open: &mut Open, ends: bool) {
        let begin = self.out.len();
        match (open.position.as_mut(), self.game.mv(node)) {
            (Some(position), Some(mv)) => {
                write(&mv, position, self.notation, self.out);
                if position.ruleset() == Ruleset::Grand {
                    // Nothing is known about the check that a move gives.
                    self.out
                        .push_str(mark(super::notation::mark(&self.game.text(node)).1));
                }
                position.play(&mv);
            }
            _ => {
                open.position = None;
                self.out.push_str(&self.game.text(node));
                self.written.unresolved += 1;
            }
        }
        let mate = self.out[begin..].ends_with('#');
        let mut marks = String::new();
        if !self.reduced && !mate {
            let suffix_annotation = self.game.remarks(node).find_map(|(kind, _)| match kind {
                RemarkKind::Nag(nag) => suffix_annotation(nag),
                _ => None,
            });
            marks.push_str(suffix_annotation.unwrap_or_default());
        }
        let offers = |kind| kind == RemarkKind::DrawOffer;
        if self.game.remarks(node).any(|(kind, _)| offers(kind)) {
            marks.push_str("(=)");
        }
        // CE-112 to CE-114
        if ends && !mate {
            marks.push(':');
        }
        if !marks.is_empty() {
            self.out.push(' ');
            self.out.push_str(&marks);
        }
    }

    fn comments(&mut self, said: &[Said]) {
        for comment in said {
            comment.write(self.out, &mut self.written);
        }
    }
}

/// What follows a round, in a form to be written; `plies` gives the number of half-moves before the move that a
/// variation replaces.
fn after(behind: Vec<(Order, Behind)>, plies: impl Fn(NodeId) -> u64) -> Vec<After> {
    let after = |(_, what)| match what {
        Behind::Said(said) => After::Said(said),
        Behind::Variation(head) => After::Branch(Branch {
            head,
            plies: plies(head),
        }),
    };
    behind.into_iter().map(after).collect()
}

/// Whether the text before an unplayed word is the number of a round.
fn begins_round(lead: &str) -> bool {
    lead.starts_with(|c: char| c.is_numeric())
}

/// CE-101 to CE-108: the suffix annotations that have a symbol.
fn suffix_annotation(nag: u8) -> Option<&'static str> {
    let sign = match nag {
        1 => "!",
        2 => "?",
        3 => "!!",
        4 => "??",
        5 => "!?",
        6 => "?!",
        7 => "◇",
        _ => return None,
    };
    Some(sign)
}
