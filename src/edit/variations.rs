//! Variations: add, delete, promote, demote.

use super::moves::new_move;
use super::patch::Meant;
use super::{EditError, Editor, Kind, Patches, Written};
use crate::game::NodeId;
use crate::variant::registry::VariantSet;
use std::ops::Range;

impl<S: VariantSet> Editor<S> {
    /// Adds a variation that replaces a move, after the existing ones. Returns its root.
    ///
    /// ```
    /// # use movetext::{Game, Reader, game::NodeId, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "1. e4 e5 2. Nf3 *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// let e4 = editor.game().next(NodeId::ROOT).expect("a move");
    /// let head = editor.add_variation(e4, &["d4", "d5"])?;
    /// let text = editor.game().source().to_string();
    /// assert_eq!(text, "1. e4 (1. d4 d5) 1... e5 2. Nf3 *");
    /// editor.delete_variation(head)?;
    /// assert_eq!(editor.game().source().to_string(), "1. e4 e5 2. Nf3 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no move, or one cannot be played.
    pub fn add_variation<'w, W: Copy + Into<Written<'w>>>(
        &mut self,
        node: NodeId,
        moves: &[W],
    ) -> Result<NodeId, EditError> {
        let index = self.move_at(node)?;
        let found = &self.reading.nodes[index];
        let moves: Vec<Written<'w>> = moves.iter().map(|&mv| mv.into()).collect();
        if moves.is_empty() {
            // CH-202
            return Err(EditError::Nothing);
        }
        let moves = self.played(found.parent, &moves)?;
        let text = format!("({})", self.line_text(&moves, found.ply, true));
        let behind = self.reading.behind(index);
        let at = behind.last().map_or(found.item + 1, |last| last.end);
        let mut patches = Patches::new(&self.reading);
        self.put_behind(at - 1, &self.encode(&text)?, &mut patches);
        if let Some(next) = self.next_move(at, found.head) {
            self.fix_number(next, true, &mut patches)?;
        }
        let open = Meant::New(Kind::Open(1), Vec::new());
        let close = Meant::New(Kind::Close, Vec::new());
        let line = moves.iter().map(|(mv, _)| new_move(*mv));
        let items = [open].into_iter().chain(line).chain([close]);
        patches.items().splice(at..at, items);
        let number = self.number_before(at);
        self.apply(patches)?;
        Ok(number)
    }

    /// Deletes a variation with everything in it.
    ///
    /// # Errors
    ///
    /// If there is no such variation.
    pub fn delete_variation(&mut self, head: NodeId) -> Result<(), EditError> {
        let head = self.variation_at(head)?;
        let open = self.reading.nodes[head].item;
        let close = self.reading.close(open);
        let mut patches = Patches::new(&self.reading);
        self.take_out(open..close + 1, &mut patches);
        let replaced = self.reading.nodes[head].parent;
        let mut left = self.reading.behind(replaced);
        left.retain(|range| range.start != open);
        let interrupted = left.iter().any(|range| self.interrupts(range.start));
        if let Some(next) = self.next_move(close + 1, self.reading.nodes[replaced].head) {
            self.fix_number(next, interrupted, &mut patches)?;
        }
        patches.items().drain(open..close + 1);
        self.apply(patches)
    }

    /// Moves a variation up by one: before the previous variation; the first one becomes the line, and the line
    /// from the replaced move on becomes a variation. Returns the first promoted move.
    ///
    /// ```
    /// # use movetext::{Game, Reader, game::NodeId, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "1. e4 e5 (1... c5 2. Nf3 {Sicilian}) 2. Nc3 *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// let e5 = editor.game().line(NodeId::ROOT).nth(1).expect("a move");
    /// let sicilian = editor.game().variations(e5).next().expect("a variation");
    /// editor.promote(sicilian)?;
    /// let text = editor.game().source().to_string();
    /// assert_eq!(text, "1. e4 c5 (1... e5 2. Nc3) 2. Nf3 {Sicilian} *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such variation, or it has no moves.
    pub fn promote(&mut self, head: NodeId) -> Result<NodeId, EditError> {
        let index = self.variation_at(head)?;
        match self.sibling_before(index) {
            Some(before) => {
                self.swap(before, index)?;
                Ok(NodeId::new(before + 1))
            }
            None => self.promote_to_line(index),
        }
    }

    /// Makes a variation the main line: it replaces all lines around it. Returns its first move.
    ///
    /// ```
    /// # use movetext::{Game, Reader, game::NodeId, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "1. e4 (1. c4) (1. d4 d5 (1... Nf6 2. c4)) *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// let e4 = editor.game().next(NodeId::ROOT).expect("a move");
    /// let d4 = editor.game().variations(e4).nth(1).expect("a variation");
    /// let d5 = editor.game().line(d4).nth(1).expect("a move");
    /// let nf6 = editor.game().variations(d5).next().expect("a variation");
    /// editor.promote_to_main(nf6)?;
    /// let text = editor.game().source().to_string();
    /// assert_eq!(text, "1. d4 (1. e4) (1. c4) 1... Nf6 (1... d5) 2. c4 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such variation, or it has no moves.
    pub fn promote_to_main(&mut self, head: NodeId) -> Result<NodeId, EditError> {
        let mut index = self.variation_at(head)?;
        let ply = self.reading.nodes[index].ply;
        let before = self.reading.clone();
        let mut promoted = || {
            loop {
                // Both precede the variation, and keep their numbers.
                let line = self.reading.nodes[self.reading.nodes[index].parent].head;
                while let Some(before) = self.sibling_before(index) {
                    self.swap(before, index)?;
                    index = before;
                }
                self.promote_to_line(index)?;
                if line == 0 {
                    return Ok(());
                }
                index = line;
            }
        };
        if let Err(error) = promoted() {
            self.reading = before;
            return Err(error);
        }
        let first = self.game().line(NodeId::ROOT).nth(ply);
        first.ok_or(EditError::Nothing)
    }

    /// Moves a variation down by one: after the next variation. Returns its root.
    ///
    /// ```
    /// # use movetext::{Game, Reader, game::NodeId, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "1. e4 (1. d4) (1. c4 {English}) *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// let e4 = editor.game().next(NodeId::ROOT).expect("a move");
    /// let d4 = editor.game().variations(e4).next().expect("a variation");
    /// editor.demote(d4)?;
    /// let text = editor.game().source().to_string();
    /// assert_eq!(text, "1. e4 (1. c4 {English}) (1. d4) *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such variation, or it is the last one.
    pub fn demote(&mut self, head: NodeId) -> Result<NodeId, EditError> {
        let index = self.variation_at(head)?;
        let next = self.game().next_variation(head);
        let next = next.ok_or(EditError::Nothing)?.index();
        let open = self.reading.nodes[next].item;
        let inside = &self.reading.items[open..self.reading.close(open)];
        let nodes = inside.iter().filter(|item| item.kind.is_node()).count();
        self.swap(index, next)?;
        Ok(NodeId::new(index + nodes))
    }

    /// The previous variation that replaces the same move.
    fn sibling_before(&self, head: usize) -> Option<usize> {
        let replaced = NodeId::new(self.reading.nodes[head].parent);
        let siblings = self.reading.game.variations(replaced);
        let before = siblings.take_while(|sibling| sibling.index() != head);
        before.last().map(NodeId::index)
    }

    /// Swaps two variations of the same move.
    fn swap(&mut self, first: usize, second: usize) -> Result<(), EditError> {
        let items = |head: usize| {
            let open = self.reading.nodes[head].item;
            open..self.reading.close(open) + 1
        };
        let (first, second) = (items(first), items(second));
        let mut patches = Patches::new(&self.reading);
        for (place, what) in [(&first, &second), (&second, &first)] {
            let bytes = self.bytes(what.clone()).to_vec();
            patches.replace(self.span(place.clone()), bytes);
        }
        let order = (0..first.start)
            .chain(second.clone())
            .chain(first.end..second.start)
            .chain(first)
            .chain(second.end..self.reading.items.len());
        *patches.items() = order.map(Meant::Same).collect();
        self.apply(patches)
    }

    /// Swaps the first variation of a move and the line from that move on.
    fn promote_to_line(&mut self, head: usize) -> Result<NodeId, EditError> {
        let reading = &self.reading;
        let info = reading.game.info;
        if let Some(info) = info.filter(|info| info.classes.variations_by_number) {
            return Err(EditError::Variant(info.name));
        }
        let open = reading.nodes[head].item;
        let close = reading.close(open);
        let first = reading.moves(head).next().ok_or(EditError::Nothing)?;
        let replaced = reading.nodes[head].parent;
        let (line, item) = (reading.nodes[replaced].head, reading.nodes[replaced].item);
        if replaced == line {
            return Err(EditError::Nothing);
        }
        let split = |behind: Vec<Range<usize>>| -> (Vec<Range<usize>>, Vec<Range<usize>>) {
            let remark = |range: &Range<usize>| reading.items[range.start].kind.is_remark();
            behind.into_iter().partition(remark)
        };
        let line_end = reading.line(line).end;
        let behind = reading.behind(replaced);
        let tail = behind.last().map_or(item + 1, |last| last.end)..line_end;
        let (remarks, siblings) = split(behind);
        let behind_first = reading.behind(reading.items[first].node);
        let rest = behind_first.last().map_or(first + 1, |last| last.end)..close;
        let (first_remarks, inner) = split(behind_first);
        let begin = reading.with_number(item);

        let mut out = Pieces::new(self, line_end);
        let interrupted = self.interrupted(reading.nodes[replaced].parent);
        let commented = (open + 1..first).any(|item| self.interrupts(item));
        out.piece(open + 1..first + 1, Some((first, interrupted || commented)))?;
        for remark in first_remarks {
            out.piece(remark, None)?;
        }
        out.bracket(Kind::Open(1));
        out.piece(begin..item + 1, Some((item, true)))?;
        let remarked = remarks.iter().any(|remark| self.interrupts(remark.start));
        for remark in remarks {
            out.piece(remark, None)?;
        }
        let next = self.next_move(tail.start, line);
        out.piece(tail, next.map(|next| (next, remarked)))?;
        out.bracket(Kind::Close);
        for variation in siblings.into_iter().skip(1).chain(inner) {
            out.piece(variation, None)?;
        }
        let next = self.next_move(rest.start, head);
        out.piece(rest, next.map(|next| (next, true)))?;
        let (mut bytes, items, gap) = (out.bytes, out.items, out.gap);

        let mut patches = Patches::new(reading);
        let span = self.span(begin..line_end);
        // A comment to the end of its line must not swallow what follows.
        if gap != b" " && !matches!(reading.text()[span.end..].first(), Some(b'\n' | b'\r')) {
            bytes.extend_from_slice(gap);
        }
        patches.replace(span, bytes);
        patches.items().splice(begin..line_end, items);
        self.apply(patches)?;
        Ok(NodeId::new(replaced))
    }

    /// The first move of a line at or after an item.
    fn next_move(&self, from: usize, head: usize) -> Option<usize> {
        self.reading.moves(head).find(|&item| item >= from)
    }

    /// Adds the number that a move needs, or removes one that it does not need.
    fn fix_number(
        &self,
        item: usize,
        interrupted: bool,
        patches: &mut Patches,
    ) -> Result<(), EditError> {
        let node = self.reading.items[item].node;
        let needed = self.number(self.reading.nodes[node].ply, interrupted);
        let start = self.reading.items[item].span.start;
        match (needed, self.number_of(item)) {
            (Some(number), None) => patches.replace(start..start, self.encode(&number)?),
            (None, Some(number)) if number + 1 == item => {
                let number = self.reading.items[number].span.clone();
                let between = &self.reading.text()[number.end..start];
                // Nothing is removed that was not examined, such as an escaped line.
                if between
                    .iter()
                    .all(|&b| b.is_ascii_whitespace() || b == b'.')
                {
                    patches.replace(number.start..start, *b"");
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// The text between the opening bracket and the first item of a variation, without leading blanks:
    /// separators, escaped lines. Dots without a number would mean nothing elsewhere.
    fn lead(&self, item: usize) -> &[u8] {
        let items = &self.reading.items;
        match item.checked_sub(1).map(|before| &items[before]) {
            Some(before) if matches!(before.kind, Kind::Open(_)) => {
                let gap = &self.reading.text()[before.span.end..items[item].span.start];
                let dots = gap.iter().all(|&b| b.is_ascii_whitespace() || b == b'.');
                if dots { b"" } else { gap.trim_ascii_start() }
            }
            _ => b"",
        }
    }

    /// The text between an item and the previous one, without trailing blanks.
    fn trail(&self, item: usize) -> &[u8] {
        let items = &self.reading.items;
        let text = self.reading.text();
        let next = items.get(item).map_or(text.len(), |item| item.span.start);
        text[items[item - 1].span.end..next].trim_ascii_end()
    }

    /// The range of consecutive items.
    fn span(&self, items: Range<usize>) -> Range<usize> {
        let all = &self.reading.items;
        all[items.start].span.start..all[items.end - 1].span.end
    }

    /// The bytes of consecutive items, with the text between them.
    fn bytes(&self, items: Range<usize>) -> &[u8] {
        &self.reading.text()[self.span(items)]
    }
}

/// A stretch of movetext, assembled from pieces of the game.
struct Pieces<'e, S> {
    editor: &'e Editor<S>,
    bytes: Vec<u8>,
    items: Vec<Meant>,
    /// The separator required before the next piece.
    gap: &'static [u8],
    /// The item after the stretch.
    end: usize,
}

impl<'e, S: VariantSet> Pieces<'e, S> {
    fn new(editor: &'e Editor<S>, end: usize) -> Self {
        Pieces {
            editor,
            end,
            bytes: Vec::new(),
            items: Vec::new(),
            gap: b"",
        }
    }

    /// Adds items unchanged. One of them may be a move that needs a number, after an interruption or not.
    fn piece(
        &mut self,
        items: Range<usize>,
        numbering: Option<(usize, bool)>,
    ) -> Result<(), EditError> {
        if items.is_empty() {
            return Ok(());
        }
        let editor = self.editor;
        let text = editor.reading.text();
        self.bytes.extend_from_slice(self.gap);
        let mut span = editor.span(items.clone());
        span.start -= editor.lead(items.start).len();
        let mut trail: &[u8] = b"";
        if items.end != self.end {
            trail = editor.trail(items.end);
            span.end += trail.len();
        }
        match numbering {
            // The piece as a text of its own, with its changes applied.
            Some((item, interrupted)) => {
                let mut patches = Patches::new(&editor.reading);
                editor.fix_number(item, interrupted, &mut patches)?;
                self.bytes.extend(patches.piece(text, span));
            }
            None => self.bytes.extend_from_slice(&text[span]),
        }
        let last_line = trail.rsplit(|&b| b == b'\n').next();
        self.gap = if last_line.is_some_and(|line| line.starts_with(b"%")) {
            editor.line_end().as_bytes()
        } else {
            editor.gap_behind(items.end - 1)
        };
        self.items.extend(items.map(Meant::Same));
        Ok(())
    }

    /// Adds a bracket.
    fn bracket(&mut self, kind: Kind) {
        let byte = if kind == Kind::Close { b')' } else { b'(' };
        if kind != Kind::Close || self.gap != b" " {
            self.bytes.extend_from_slice(self.gap);
        }
        self.bytes.push(byte);
        self.gap = if kind == Kind::Close { b" " } else { b"" };
        self.items.push(Meant::New(kind, Vec::new()));
    }
}
