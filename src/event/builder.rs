//! Building a game's tree from its events.

use super::{CommentForm, GameSummary, Level, Ply, Skip, Visitor};
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::core::text::Text;
use crate::game::{Game, NONE, RemarkKind, place};
use crate::variant::{InitialState, Position, Variant, VariantInfo};
use encoding_rs::Encoding;

/// A game is built by its own events; [`begin_game`](Visitor::begin_game) empties it first.
impl Visitor for Game {
    fn begin_game(&mut self) {
        self.clear();
        self.builder.open = true;
    }

    fn tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) -> Level {
        self.info = Some(info);
        self.tags.extend_from_slice(tags.spans());
        Level::Play
    }

    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        self.replayed = true;
        self.first_to_move = Some(start.position.turn());
        if start.custom {
            self.setup = Some(start.position.describe());
        }
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        if self.builder.enclosing.is_empty() {
            if self.builder.number.0 == self.nodes.len() as u32 {
                self.numbered();
            }
            self.builder.plies += 1;
        }
        if self.canonical {
            self.canonical = V::is_canonical(ply);
        }
        self.append(Some(ply.mv), ply.text);
    }

    #[inline]
    fn number(&mut self, number: u32, text: Text<'_>) {
        self.builder.number = (self.nodes.len() as u32, place(text));
        // A number such as `12?`, of which only the order is known, does not count.
        self.builder.numbered = match text.as_bytes().last() {
            Some(b'?') => 0,
            _ => number,
        };
    }

    fn unresolved(&mut self, text: Text<'_>) {
        let (node, number) = &self.builder.number;
        if *node == self.nodes.len() as u32 {
            self.numbers.push((*node, number.clone()));
        }
        self.append(None, text);
    }

    fn nag(&mut self, nag: u8, text: Text<'_>) {
        self.remark(RemarkKind::Nag(nag), text);
    }

    fn prefix_nag(&mut self, nag: u8, text: Text<'_>) {
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
        let behind = self.remarks.len() as u32;
        let head = self.node(replaced, None, behind..behind);
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
        // A number at the end of a variation belongs to no move.
        self.builder.number.0 = NONE;
    }

    fn outcome(&mut self, outcome: Outcome, text: Text<'_>) {
        if self.builder.enclosing.is_empty() {
            self.outcome = Some((outcome, place(text)))
        } else {
            self.remark(RemarkKind::Outcome(outcome), text)
        }
    }

    fn unrecognized(&mut self, text: Text<'_>) {
        self.remark(RemarkKind::Unrecognized, text);
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
    use crate::game::NodeId;

    #[test]
    fn what_stands_between_games_is_no_part_of_them() -> std::io::Result<()> {
        let source = "stray words\n\n[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
        let mut reader = Reader::builder().from_reader(source.as_bytes())?;
        let (mut game, mut findings) = (Game::default(), Vec::new());
        let mut games = Vec::new();
        while reader.read_game(&mut game, &mut findings)? {
            let stray = game
                .remarks
                .iter()
                .filter(|r| r.kind == RemarkKind::Unrecognized);
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
