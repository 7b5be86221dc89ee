//! The lines of a record, and the targets of references in comments.

use super::Report;
use super::comment::{Branch, Comment, Reference, mentions};
use crate::core::board::Side;
use crate::diagnostic::{DANGLING_REFERENCE, DUPLICATE_LABEL, MALFORMED_REFERENCE};
use crate::game::{Game, NodeId, RemarkKind};
use crate::variants::cescacs::notation::dialect::Dialect;
use std::collections::HashMap;
use std::ops::Range;

/// The moves of a record by number, and its labelled variations.
pub struct Lines<'g> {
    game: &'g Game,
    /// The number of half-moves up to and including each node, counted from White's first move; for the root of
    /// a variation, those before its first move.
    plies: Vec<u32>,
    /// The line that contains each node, by its root.
    heads: Vec<NodeId>,
    /// The moves of all lines, line by line.
    moves: Vec<NodeId>,
    /// The range of each line in it, by root.
    ranges: HashMap<NodeId, Range<usize>>,
    /// The labelled variations: by the line that they branch off from, the number of their first move, and
    /// their label.
    labels: HashMap<(NodeId, Branch), NodeId>,
    /// Duplicate labels, with their positions.
    twice: Vec<(Branch, Range<usize>)>,
}

impl<'g> Lines<'g> {
    /// The lines of a game.
    pub fn new(game: &'g Game) -> Lines<'g> {
        let first = plies_before(game);
        let mut plies: Vec<u32> = Vec::with_capacity(game.nodes().len());
        let mut heads: Vec<NodeId> = Vec::with_capacity(game.nodes().len());
        for node in game.nodes() {
            let (ply, head) = match game.parent(node) {
                None => (first, node),
                Some(parent) => {
                    let before = plies[parent.index()];
                    match (game.is_move(node), game.is_move(parent)) {
                        (true, _) => (before.saturating_add(1), heads[parent.index()]),
                        (false, true) => (before.saturating_sub(1), node),
                        (false, false) => (before, node),
                    }
                }
            };
            plies.push(ply);
            heads.push(head);
        }
        let mut moves = Vec::with_capacity(plies.len());
        let mut ranges = HashMap::new();
        for head in game.nodes().filter(|&node| !game.is_move(node)) {
            let begin = moves.len();
            moves.extend(game.line(head));
            ranges.insert(head, begin..moves.len());
        }
        let mut lines = Lines {
            game,
            plies,
            heads,
            moves,
            ranges,
            labels: HashMap::new(),
            twice: Vec::new(),
        };
        lines.collect_labels();
        lines
    }

    fn collect_labels(&mut self) {
        let game = self.game;
        for head in game.nodes().filter(|&node| !game.is_move(node)) {
            let Some(replaced) = game.parent(head) else {
                continue;
            };
            for (kind, place) in game.remarks_in_place(head) {
                let RemarkKind::Label(label) = kind else {
                    continue;
                };
                let branch = Branch {
                    number: self.plies[head.index()] / 2 + 1,
                    label,
                };
                let line = self.heads[replaced.index()];
                if self.labels.insert((line, branch), head).is_some() {
                    self.twice.push((branch, place));
                }
            }
        }
    }

    /// The number and the player of a move.
    pub fn number(&self, node: NodeId) -> (u32, Side) {
        let ply = self.plies[node.index()].saturating_sub(1);
        let side = match ply % 2 {
            0 => Side::First,
            _ => Side::Second,
        };
        (ply / 2 + 1, side)
    }

    /// A player's move with this number in the line of `node`, up to `node` itself, or in a line from which
    /// that one branches off, up to there.
    fn back(&self, mut node: NodeId, number: u32, side: Side) -> Option<NodeId> {
        let half = u32::from(side == Side::Second);
        let ply = number
            .checked_sub(1)?
            .checked_mul(2)?
            .checked_add(1 + half)?;
        loop {
            let head = self.heads[node.index()];
            let before = self.plies[head.index()];
            if ply > self.plies[node.index()] {
                return None;
            }
            if ply > before {
                return self.line(head).get((ply - before - 1) as usize).copied();
            }
            // In the line from which this one branches off, before the move that it replaces.
            node = self.before(head)?;
        }
    }

    /// The moves of a line.
    fn line(&self, head: NodeId) -> &[NodeId] {
        self.ranges
            .get(&head)
            .and_then(|range| self.moves.get(range.clone()))
            .unwrap_or_default()
    }

    /// The previous move, in the line or in the one from which it branches off.
    fn before(&self, node: NodeId) -> Option<NodeId> {
        let parent = self.game.parent(node)?;
        match self.game.is_move(node) || !self.game.is_move(parent) {
            true => Some(parent),
            // The root of a variation is next to the move that it replaces.
            false => self.game.parent(parent),
        }
    }

    /// The variation that a path of labels leads to, from the line of `node`; only what precedes the position
    /// counts (CE-366).
    fn variation(&self, node: NodeId, path: &[Branch], place: usize) -> Option<NodeId> {
        let (outermost, inner) = path.split_last()?;
        let mut head = self.leaving(node, *outermost)?;
        for branch in inner.iter().rev() {
            head = *self.labels.get(&(head, *branch))?;
        }
        let begins = self.game.remarks_in_place(head).next()?.1.start;
        (begins < place).then_some(head)
    }

    /// A labelled variation of the line of a node, or of one of the lines from which it branches off.
    fn leaving(&self, node: NodeId, branch: Branch) -> Option<NodeId> {
        let mut head = self.heads[node.index()];
        loop {
            if let Some(&found) = self.labels.get(&(head, branch)) {
                return Some(found);
            }
            let replaced = self.game.parent(head)?;
            head = self.heads[replaced.index()];
        }
    }

    /// The target of a reference in a comment: a move, or the root of a variation. The comment follows `node`,
    /// at this position of the source.
    ///
    /// A move without a player is that of the first player with a move in it. References to pieces, hexes and
    /// players have no such target.
    ///
    /// # Errors
    ///
    /// If there is no such move or variation before the comment.
    pub fn target(
        &self,
        node: NodeId,
        place: usize,
        reference: &Reference,
    ) -> Result<Option<NodeId>, &'static str> {
        match reference {
            Reference::Variation(branch) => self
                .variation(node, &[*branch], place)
                .map(Some)
                .ok_or("no variation before this comment has that number and label"),
            Reference::Move { number, path, side } => {
                let end = if path.is_empty() {
                    node
                } else {
                    let head = self
                        .variation(node, path, place)
                        .ok_or("no variation before this comment has these numbers and labels")?;
                    self.line(head).last().copied().unwrap_or(head)
                };
                let sides = match side {
                    Some(side) => vec![*side],
                    None => vec![Side::First, Side::Second],
                };
                let found = sides
                    .into_iter()
                    .find_map(|side| self.back(end, *number, side));
                found
                    .map(Some)
                    .ok_or("the line has no such move before this comment")
            }
            _ => Ok(None),
        }
    }
}

/// The half-moves before the first move, by its number in the start position.
fn plies_before(game: &Game) -> u32 {
    let mut fields = game.setup.as_deref().unwrap_or_default().split(' ').skip(5);
    let number: u32 = fields
        .next()
        .and_then(|text| text.parse().ok())
        .unwrap_or(1);
    let second = u32::from(game.first_to_move == Some(Side::Second));
    number
        .saturating_sub(1)
        .saturating_mul(2)
        .saturating_add(second)
}

/// CE-336, CE-352 to CE-369: labels are unique, and references are well-formed and have a target that precedes
/// them.
pub(super) fn check(game: &Game, lines: &Lines<'_>, dialect: &Dialect, report: &mut Report<'_>) {
    for (branch, place) in &lines.twice {
        let Branch { number, label } = branch;
        let message = format!("another variation of move {number} also has the label {label}");
        report.find(&DUPLICATE_LABEL, place.clone(), message);
    }
    for node in game.nodes() {
        let written = game.remarks(node).zip(game.remarks_in_place(node));
        for ((kind, text), (_, place)) in written {
            if !matches!(kind, RemarkKind::Comment(_)) {
                continue;
            }
            let body = Comment::parse(&text).body;
            for mention in mentions(&text[body..], dialect) {
                let within = body + mention.span.start..body + mention.span.end;
                let words = &text[within.clone()];
                // If the text was decoded, its offsets differ from those of the source.
                let span = if text.len() == place.len() {
                    place.start + within.start..place.start + within.end
                } else {
                    place.clone()
                };
                let Some(reference) = &mention.reference else {
                    let message = format!("{words} does not refer to anything");
                    report.find(&MALFORMED_REFERENCE, span, message);
                    continue;
                };
                if let Err(message) = lines.target(node, place.start, reference) {
                    report.find(&DANGLING_REFERENCE, span, format!("{words}: {message}"));
                }
            }
        }
    }
}
