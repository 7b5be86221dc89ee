//! Records in the canonical form of CTL-PGN: a tag a line, a numbered round a line, comments and
//! variations on lines of their own after the round that they concern.

mod comments;
mod select;
mod tags;

use super::Cescacs;
use super::dialect::Dialect;
use super::position::CescacsPosition;
use super::ruleset::Ruleset;
use super::setup;
use super::writing::{Notation, Symbols, mark, write};
use crate::board::Side;
use crate::game::{Game, NodeId, RemarkKind};
use crate::pgn::result::{self, GameResult};
use crate::pgn::{Form, Options, WriteError, Written, notation};
use crate::variant::{Position, Variant};
use comments::Said;
use select::Cut;
use std::fmt::Write as _;

/// Writes a game in export format, or reduced: for a minimal reader (CE-387, CE-390, CE-391).
pub fn export(game: &Game, options: &Options, out: &mut String) -> Result<Written, WriteError> {
    let notation = notation::<Cescacs>(&options.notation)
        .ok_or_else(|| WriteError::Notation(Cescacs::PROFILE.name, options.notation.to_string()))?;
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

/// A record on its way out.
struct Writer<'a> {
    game: &'a Game,
    cut: &'a Cut,
    notation: Notation,
    /// The symbols that comments use.
    source: Dialect,
    /// For a minimal reader: no comments, variations and valuations.
    reduced: bool,
    hollow: Vec<bool>,
    out: &'a mut String,
    written: Written,
}

/// A line of moves on its way out.
struct Open {
    /// The next move; none at the end of the line.
    next: Option<NodeId>,
    /// The position before it; none if it could not be reached.
    position: Option<CescacsPosition>,
    /// Half-moves before it, counted from White's first move.
    plies: u64,
    /// What was said before the first move: it stands after the first round.
    said: Vec<Said>,
    /// The variations of the round that was written last.
    variations: std::vec::IntoIter<Branch>,
    /// The positions before the moves of that round, which its variations begin with.
    before: [Option<CescacsPosition>; 2],
    /// Nothing was written of the line yet.
    first: bool,
    /// The last thing written was a comment, or a variation that ended with one.
    closed: bool,
}

/// A variation that is still to be written.
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
        // A minimal reader knows the standard letters alone.
        let symbols = match reduced {
            true => Symbols::default(),
            false => notation.symbols.unwrap_or(Symbols::of(&source)),
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
            hollow: game.hollow(),
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

    /// The result; where nothing is said of it, the one that the board dictates (CE-I12).
    fn result(&self) -> GameResult {
        if let Some(token) = self.cut.result {
            return GameResult { token, other: None };
        }
        let mut result = result::agree(self.game, &Cescacs::PROFILE);
        let silent = self.game.outcome().is_none() && self.game.tag("Result").is_none();
        if silent
            && let Some(last) = self.cut.last_position(self.game)
            && let Some(end) = last.end()
        {
            let outcome = end.outcome(last.turn());
            result.token = Cescacs::PROFILE.result(outcome).unwrap_or("*");
        }
        result
    }

    fn movetext(&mut self, result: &GameResult) {
        let mut open = Open {
            next: self.cut.first(),
            position: self.cut.position.clone(),
            plies: self.cut.plies,
            said: Vec::new(),
            variations: Vec::new().into_iter(),
            before: [None, None],
            first: true,
            closed: false,
        };
        if self.cut.from_start && !self.reduced {
            // CE-344: what stands before the first move.
            let mut said = match open.next {
                Some(_) => self.said(NodeId::ROOT, None, false),
                None => self.said_before_result(NodeId::ROOT, Side::First),
            };
            said.extend(self.hollow_remarks(NodeId::ROOT));
            self.comments(&said);
            let branches = self.branches(NodeId::ROOT, open.plies);
            open.before[(open.plies % 2) as usize].clone_from(&open.position);
            open.variations = branches.into_iter();
        }
        let mut enclosing: Vec<Open> = Vec::new();
        loop {
            if let Some(branch) = open.variations.next() {
                let position = open.before[(branch.plies % 2) as usize].clone();
                let inner = self.begin(branch, position);
                enclosing.push(std::mem::replace(&mut open, inner));
            } else if open.next.is_some() {
                self.round(&mut open, enclosing.is_empty());
            } else if let Some(outer) = enclosing.pop() {
                // Of a line without moves of its own.
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
        // CE-345: they stand on the last move of the game, or on its beginning.
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

    /// Whether variations that the record has are left out.
    fn drops_variations(&self) -> bool {
        self.reduced || !self.cut.variations
    }

    /// Opens a variation; its label stands directly after the bracket (CE-335).
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
        // What stands before the first move has no place there: it follows the first round.
        let mut said = self.said(branch.head, None, false);
        said.extend(self.hollow_remarks(branch.head));
        self.written.noted += said.len() as u64;
        // Variations before the first move have nothing that they could replace; they stay where they
        // stood.
        let variations = self.branches(branch.head, branch.plies).into_iter();
        let mut before = [None, None];
        before[(branch.plies % 2) as usize].clone_from(&position);
        Open {
            next: game.next(branch.head),
            position,
            plies: branch.plies,
            said,
            variations,
            before,
            first: true,
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

    /// Writes the next round of a line, and what is said of its moves.
    fn round(&mut self, open: &mut Open, main: bool) {
        let mut said = Vec::new();
        let mut branches = Vec::new();
        let second = open.plies % 2 == 1;
        self.number(open.plies, open.first);
        if second {
            // CE-139, CE-329
            self.out.push_str("…, ");
        }
        open.first = false;
        let mut halves = if second { 1 } else { 2 };
        let mut before = std::mem::take(&mut open.said);
        while halves > 0
            && let Some(node) = open.next
        {
            let white = open.plies.is_multiple_of(2);
            let following = self.following(node, main);
            let paired = white && halves == 2 && following.is_some();
            if !self.reduced {
                open.before[(open.plies % 2) as usize].clone_from(&open.position);
                branches.extend(self.branches(node, open.plies));
            }
            self.half(node, open, main && following.is_none());
            if !self.reduced {
                let mover = if white { Side::First } else { Side::Second };
                let entered = self.cut.entered.iter().copied();
                if let Some(head) = entered
                    .into_iter()
                    .find(|&h| self.game.next(h) == Some(node))
                {
                    said.extend(self.said(head, None, false));
                }
                said.extend(match main && following.is_none() {
                    true => self.said_before_result(node, mover),
                    false => self.said(node, Some(mover), paired),
                });
                said.extend(self.hollow_remarks(node));
            }
            open.next = following;
            open.plies += 1;
            halves -= 1;
            if paired {
                self.out.push_str(", ");
            } else {
                break;
            }
        }
        self.out.push('\n');
        before.append(&mut said);
        open.closed = !before.is_empty();
        self.comments(&before);
        open.variations = branches.into_iter();
    }

    /// The move after a node in the line that is written.
    fn following(&self, node: NodeId, main: bool) -> Option<NodeId> {
        match main {
            true => self.cut.after(node),
            false => self.game.next(node),
        }
    }

    /// CE-120, CE-140, CE-142: the number of a round.
    fn number(&mut self, plies: u64, first: bool) {
        let number = plies / 2 + 1;
        // Writing to a string does not fail.
        let _ = match first && self.cut.unknown && number == 1 {
            true => write!(self.out, "1? "),
            false => write!(self.out, "{number}. "),
        };
    }

    /// Half a round: the move, its valuation, the offer of a draw, the sign of the end.
    fn half(&mut self, node: NodeId, open: &mut Open, ends: bool) {
        let begin = self.out.len();
        match (open.position.as_mut(), self.game.mv(node)) {
            (Some(position), Some(mv)) => {
                write(&mv, position, self.notation, self.out);
                if position.ruleset() == Ruleset::Grand {
                    // Of which nobody says what check a move gives.
                    self.out
                        .push_str(mark(super::notation::mark(&self.game.text(node)).1));
                }
                position.play(&mv);
            }
            _ => {
                open.position = None;
                self.out.push_str(&self.game.text(node));
                self.written.unplayed += 1;
            }
        }
        let mate = self.out[begin..].ends_with('#');
        let mut marks = String::new();
        if !self.reduced && !mate {
            let valuation = self.game.remarks(node).find_map(|(kind, _)| match kind {
                RemarkKind::Nag(nag) => valuation(nag),
                _ => None,
            });
            marks.push_str(valuation.unwrap_or_default());
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

    /// The variations of a move that have moves.
    fn branches(&self, node: NodeId, plies: u64) -> Vec<Branch> {
        if self.reduced || !self.cut.variations {
            return Vec::new();
        }
        self.game
            .variations(node)
            .filter(|head| !self.hollow[head.index()])
            .map(|head| Branch { head, plies })
            .collect()
    }

    fn comments(&mut self, said: &[Said]) {
        for comment in said {
            comment.write(self.out, &mut self.written);
        }
    }
}

/// CE-101 to CE-108: the valuations that have a sign.
fn valuation(nag: u8) -> Option<&'static str> {
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
