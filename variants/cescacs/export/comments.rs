//! Writes comments: on lines of their own, with the player whose move they annotate.

use super::Writer;
use crate::core::board::Side;
use crate::format::pgn::Written;
use crate::game::{Annotation, NodeId, Order, RemarkKind};
use crate::variants::cescacs::geometry;
use crate::variants::cescacs::info::PAWN;
use crate::variants::cescacs::notation::dialect::Dialect;
use crate::variants::cescacs::notation::{Target, lex_target};
use crate::variants::cescacs::record::{Comment, Reference, mentions};
use crate::variants::cescacs::write::Symbols;
use std::borrow::Cow;

/// A comment.
pub(super) struct Said(String);

impl Said {
    /// Words as a comment.
    pub(super) fn plain(text: &str) -> Said {
        Said(format!(" {} ", text.trim()))
    }

    /// CE-338 to CE-342: braces, on lines of its own. A closing brace is not allowed inside.
    pub(super) fn write(&self, out: &mut String, written: &mut Written) {
        out.push('{');
        let mut chars = self.0.chars().peekable();
        while let Some(c) = chars.next() {
            let kept = match c {
                '\r' if chars.peek() == Some(&'\n') => continue,
                '\r' => '\n',
                '}' => ')',
                '\n' | '\t' => c,
                c if c.is_control() => char::REPLACEMENT_CHARACTER,
                c => c,
            };
            written.replaced += u64::from(kept != c && c != '\r');
            out.push(kept);
        }
        out.push_str("}\n");
    }
}

/// What follows a round, or precedes the first move of a line.
pub(super) enum Behind {
    /// A comment.
    Said(Said),
    /// A variation: its root.
    Variation(NodeId),
}

impl Writer<'_> {
    /// What follows a move, or precedes the first move of a line, in the order of the record. `before` says
    /// that the other player's move follows in the same round, so that a comment must name its player.
    pub(super) fn behind(
        &mut self,
        node: NodeId,
        mover: Option<Side>,
        before: bool,
    ) -> Vec<(Order, Behind)> {
        self.behind_where(node, mover, before, |_| true)
    }

    /// [`behind`](Self::behind) without what follows the result.
    pub(super) fn behind_last(&mut self, node: NodeId, mover: Side) -> Vec<(Order, Behind)> {
        let end = self.result_place();
        self.behind_where(node, Some(mover), false, |place| place < end)
    }

    /// The comments after the result.
    pub(super) fn final_comments(&mut self, node: NodeId) -> Vec<Said> {
        let end = self.result_place();
        let behind = self.said(node, None, false, |place| place >= end);
        behind.into_iter().map(|(_, said)| said).collect()
    }

    fn result_place(&self) -> usize {
        let place = self.game.result_span().map(|span| span.start);
        place.unwrap_or(usize::MAX)
    }

    fn behind_where(
        &mut self,
        node: NodeId,
        mover: Option<Side>,
        before: bool,
        wanted: impl Fn(usize) -> bool,
    ) -> Vec<(Order, Behind)> {
        let game = self.game;
        let said = self.said(node, mover, before, wanted);
        let mut behind: Vec<(Order, Behind)> = said
            .into_iter()
            .map(|(order, said)| (order, Behind::Said(said)))
            .collect();
        for (order, annotation) in game.ordered(node) {
            let Annotation::Variation(head) = annotation else {
                continue;
            };
            if self.empty_lines[head.index()] {
                let said = self.empty_variation_remarks(head).into_iter();
                behind.extend(said.map(|said| (order, Behind::Said(said))));
            } else if !self.drops_variations() {
                behind.push((order, Behind::Variation(head)));
            }
        }
        behind.sort_by_key(|(order, _)| *order);
        behind
    }

    /// The comments on a move, with their order among all that follows the moves.
    fn said(
        &mut self,
        node: NodeId,
        mover: Option<Side>,
        before: bool,
        wanted: impl Fn(usize) -> bool,
    ) -> Vec<(Order, Said)> {
        let game = self.game;
        // A suffix annotation becomes a symbol after a move that is not mate; otherwise it becomes words.
        let mut valued = !game.is_move(node) || game.text(node).ends_with('#');
        let mut said = Vec::new();
        for (order, annotation) in game.ordered(node) {
            let Annotation::Remark { kind, text, span } = annotation else {
                continue;
            };
            if !wanted(span.start) {
                continue;
            }
            let remark = match kind {
                RemarkKind::Comment(_) => {
                    let text = self.converted(&text);
                    let comment = Comment::parse(&text);
                    let named = comment.speaker.is_some() || !before;
                    match mover.filter(|_| !named) {
                        None => Said(text.into_owned()),
                        Some(side) => Said(prefixed(&text, comment.automatic, side)),
                    }
                }
                RemarkKind::Nag(nag) => {
                    let has_sign = super::suffix_annotation(nag).is_some();
                    if has_sign && !std::mem::replace(&mut valued, true) || nag == 0 {
                        continue;
                    }
                    // CE-351, CE-369: in the form of a program's comment.
                    self.written.noted += 1;
                    match mover {
                        Some(side) => Said(format!(": {} ${nag} ", player(side))),
                        None => Said(format!(": ${nag} ")),
                    }
                }
                RemarkKind::DrawOffer if mover.is_some() => continue,
                RemarkKind::Label(_) => continue,
                RemarkKind::Outcome(_) | RemarkKind::Unrecognized | RemarkKind::DrawOffer => {
                    self.written.noted += 1;
                    Said::plain(&text)
                }
            };
            said.push((order, remark));
        }
        said
    }

    /// The comments in a variation without moves, which is not written, and in those inside it.
    fn empty_variation_remarks(&mut self, head: NodeId) -> Vec<Said> {
        let game = self.game;
        let mut said = Vec::new();
        let mut inside = vec![head];
        while let Some(head) = inside.pop() {
            for (order, annotation) in game.ordered(head) {
                match annotation {
                    Annotation::Variation(inner) => inside.push(inner),
                    Annotation::Remark {
                        kind: RemarkKind::Label(_),
                        text,
                        ..
                    } => said.push((order, Said::plain(&text))),
                    Annotation::Remark { .. } => {}
                }
            }
            said.extend(self.said(head, None, false, |_| true));
        }
        said.sort_by_key(|(order, _)| *order);
        self.written.noted += said.len() as u64;
        said.into_iter().map(|(_, said)| said).collect()
    }

    /// A comment with the symbols that are being written (CE-389).
    fn converted<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let symbols = self.notation.symbols();
        if self.source == symbols.dialect(self.source.ruleset()) || !text.contains('~') {
            return text.into();
        }
        let mut out = String::with_capacity(text.len());
        let mut at = 0;
        for mention in mentions(text, &self.source) {
            out.push_str(&text[at..mention.span.start]);
            let words = &text[mention.span.clone()];
            at = mention.span.end;
            let piece = match mention.reference {
                Some(Reference::Piece(piece) | Reference::Placed { piece, .. }) => piece,
                Some(Reference::Bishop(side, _)) => crate::core::board::Piece {
                    role: crate::variants::cescacs::info::BISHOP,
                    side,
                },
                _ => {
                    out.push_str(words);
                    continue;
                }
            };
            let symbol = words[1..].chars().next().map_or(0, char::len_utf8);
            out.push('~');
            out.push(symbols.coloured(piece.role, piece.side));
            target(&words[1 + symbol..], &self.source, symbols, &mut out);
        }
        out.push_str(&text[at..]);
        out.into()
    }
}

/// What follows the symbol of a piece: a colour, a hex, the rest of a move.
fn target(text: &str, source: &Dialect, symbols: Symbols, out: &mut String) {
    let Some((_, name)) = geometry::read(text.as_bytes()) else {
        return out.push_str(text);
    };
    let (at, rest) = text.split_at(name);
    out.push_str(at);
    let Some((target, len)) = lex_target(rest.as_bytes(), source) else {
        return out.push_str(rest);
    };
    let Target {
        captured,
        to,
        promotion,
        ..
    } = target;
    let sign = rest.find(|c: char| !matches!(c, '-' | '\u{2010}' | '×' | '*' | '@'));
    out.push_str(&rest[..sign.unwrap_or_default()]);
    if let Some(captured) = captured.filter(|&role| role != PAWN) {
        out.push(symbols.in_moves(captured));
    }
    out.push_str(geometry::name(to).as_str());
    promotion.write(symbols, out);
    let mark = rest[..len].find(['+', '#', '^']).unwrap_or(len);
    out.push_str(&rest[mark..]);
}

/// CE-349
fn player(side: Side) -> &'static str {
    match side {
        Side::First => "@W:",
        Side::Second => "@B:",
    }
}

fn prefixed(text: &str, automatic: bool, side: Side) -> String {
    let (sign, text) = if automatic {
        (":", &text[1..])
    } else {
        ("", text)
    };
    if text.starts_with(char::is_whitespace) {
        format!("{sign} {}{text}", player(side))
    } else {
        format!("{sign}{} {text}", player(side))
    }
}
