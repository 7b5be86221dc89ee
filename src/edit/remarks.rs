//! Annotations of a move: comments and NAGs.

use super::patch::{Meant, inside};
use super::{EditError, Editor, Kind, Patches};
use crate::event::CommentForm;
use crate::game::NodeId;
use crate::variant::registry::VariantSet;
use std::ops::Range;

impl<S: VariantSet> Editor<S> {
    /// Adds a comment after the existing ones of a move; at the root of a line, before its first move.
    ///
    /// ```
    /// # use movetext::{Game, Reader, game::NodeId, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "1. e4 $1 {best} (1. d4) e5 *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// let e4 = editor.game().next(NodeId::ROOT).expect("a move");
    /// editor.add_comment(e4, "by test")?;
    /// editor.add_comment(NodeId::ROOT, "hello")?;
    /// let text = editor.game().source().to_string();
    /// assert_eq!(text, "{hello} 1. e4 $1 {best} {by test} (1. d4) e5 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the text is not possible in a comment.
    pub fn add_comment(&mut self, node: NodeId, text: &str) -> Result<(), EditError> {
        let node = self.node_at(node)?;
        let (bytes, meant) = self.comment(text)?;
        let mut patches = Patches::new(&self.reading);
        let behind = self.reading.behind(node);
        let items = &self.reading.items;
        let remarks = behind
            .iter()
            .take_while(|range| items[range.start].kind.is_remark());
        let last = match (remarks.last(), self.reading.nodes[node].head == node) {
            (Some(remark), _) => Some(remark.start),
            (None, false) => Some(self.reading.nodes[node].item),
            (None, true) => None,
        };
        let at = match last {
            Some(last) => {
                self.put_behind(last, &bytes, &mut patches);
                last + 1
            }
            None => {
                let mut first = self.reading.line(node).start;
                if self.begins_with_its_number(node) {
                    first += 1;
                }
                match items.get(first) {
                    Some(item) => {
                        let spaced = [&bytes[..], b" "].concat();
                        patches.replace(item.span.start..item.span.start, spaced);
                    }
                    None => self.put_last(&bytes, &mut patches),
                }
                first
            }
        };
        patches.items().insert(at, meant);
        self.apply(patches)
    }

    /// Replaces the text of a comment. The comments of a move are counted from 0, in the order of
    /// [`Game::remarks`](crate::Game::remarks).
    ///
    /// ```
    /// # use movetext::{Game, Reader, game::NodeId, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "1. e4 {good} {very}  e5 *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// let e4 = editor.game().next(NodeId::ROOT).expect("a move");
    /// editor.set_comment(e4, 1, "quite")?;
    /// assert_eq!(editor.game().source().to_string(), "1. e4 {good} {quite}  e5 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such comment, or the text is not possible in one.
    pub fn set_comment(&mut self, node: NodeId, index: usize, text: &str) -> Result<(), EditError> {
        let item = self.comment_at(node, index)?;
        let Kind::Comment(form) = self.reading.items[item].kind else {
            return Err(EditError::Nothing);
        };
        let mut patches = Patches::new(&self.reading);
        let span = self.reading.items[item].span.clone();
        let on_line = form == CommentForm::Line && !text.contains(['\n', '\r']);
        if on_line {
            let bytes = self.encode(text)?;
            patches.replace(span.start + 1..span.end, bytes.clone());
            patches.items()[item] = Meant::New(Kind::Comment(form), bytes);
        } else {
            let (bytes, meant) = self.comment(text)?;
            patches.replace(span, bytes);
            patches.items()[item] = meant;
        }
        self.apply(patches)
    }

    /// Removes a comment; see [`set_comment`](Editor::set_comment).
    ///
    /// ```
    /// # use movetext::{Game, Reader, game::NodeId, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "1. e4 {good} e5 *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// let e4 = editor.game().next(NodeId::ROOT).expect("a move");
    /// editor.remove_comment(e4, 0)?;
    /// assert_eq!(editor.game().source().to_string(), "1. e4 e5 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such comment.
    pub fn remove_comment(&mut self, node: NodeId, index: usize) -> Result<(), EditError> {
        let item = self.comment_at(node, index)?;
        let mut patches = Patches::new(&self.reading);
        self.take_out(item..item + 1, &mut patches);
        patches.items().remove(item);
        self.apply(patches)
    }

    /// Adds a NAG to a move, after the existing ones; nothing changes if it is already there.
    ///
    /// ```
    /// # use movetext::{Game, Reader, game::NodeId, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "1. e4! {good} e5 *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// let e4 = editor.game().next(NodeId::ROOT).expect("a move");
    /// editor.add_nag(e4, 14)?;
    /// assert_eq!(editor.game().source().to_string(), "1. e4! $14 {good} e5 *");
    /// editor.remove_nag(e4, 1)?;
    /// assert_eq!(editor.game().source().to_string(), "1. e4 $14 {good} e5 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such move.
    pub fn add_nag(&mut self, node: NodeId, nag: u8) -> Result<(), EditError> {
        let node = self.move_at(node)?;
        let items = &self.reading.items;
        if (0..items.len()).any(|item| self.reading.is_nag_of(item, node, nag)) {
            return Ok(());
        }
        let nags = items[self.reading.nodes[node].item + 1..]
            .iter()
            .take_while(|item| matches!(item.kind, Kind::Nag(_)));
        let last = self.reading.nodes[node].item + nags.count();
        let mut patches = Patches::new(&self.reading);
        self.put_behind(last, format!("${nag}").as_bytes(), &mut patches);
        patches
            .items()
            .insert(last + 1, Meant::New(Kind::Nag(nag), Vec::new()));
        self.apply(patches)
    }

    /// Removes a NAG from a move, however it is written; see [`add_nag`](Editor::add_nag).
    ///
    /// # Errors
    ///
    /// If the move does not have it.
    pub fn remove_nag(&mut self, node: NodeId, nag: u8) -> Result<(), EditError> {
        let node = self.move_at(node)?;
        let mut items = 0..self.reading.items.len();
        let found = items.find(|&item| self.reading.is_nag_of(item, node, nag));
        let item = found.ok_or(EditError::Nothing)?;
        let mut patches = Patches::new(&self.reading);
        self.take_out(item..item + 1, &mut patches);
        patches.items().remove(item);
        self.apply(patches)
    }

    /// Whether a variation begins with a number that decides what it replaces, so that nothing may precede it.
    fn begins_with_its_number(&self, head: usize) -> bool {
        let info = self.reading.game.info;
        let first = self.reading.items.get(self.reading.line(head).start);
        info.is_some_and(|info| info.classes.variations_by_number)
            && first.is_some_and(|first| matches!(first.kind, Kind::Number(_)))
    }

    /// The item of a comment.
    fn comment_at(&self, node: NodeId, index: usize) -> Result<usize, EditError> {
        let node = self.node_at(node)?;
        let comment = |item: &usize| {
            let item = &self.reading.items[*item];
            item.node == node && matches!(item.kind, Kind::Comment(_))
        };
        let mut comments = (0..self.reading.items.len()).filter(comment);
        comments.nth(index).ok_or(EditError::Nothing)
    }

    /// A new comment in braces: as written, and as intended.
    fn comment(&self, text: &str) -> Result<(Vec<u8>, Meant), EditError> {
        if text.contains('}') {
            return Err(EditError::Character('}'));
        }
        let bytes = self.encode(&format!("{{{text}}}"))?;
        let form = CommentForm::Brace;
        let meant = Meant::New(Kind::Comment(form), inside(form, &bytes).to_vec());
        Ok((bytes, meant))
    }

    /// Inserts text after an item, separated by a blank, or by a line end after a comment that extends to the
    /// end of its line.
    pub(super) fn put_behind(&self, item: usize, bytes: &[u8], patches: &mut Patches) {
        let text = self.reading.text();
        let end = self.end_of_word(item);
        let mut out = self.gap_behind(item).to_vec();
        out.extend_from_slice(bytes);
        let next = text.get(end).copied();
        if next.is_some_and(|next| !parts(next)) && bytes.last().is_some_and(|&last| !parts(last)) {
            out.push(b' ');
        }
        patches.replace(end..end, out);
    }

    /// The end of an item, including what adjoins and belongs to it: `ep`, or punctuation.
    fn end_of_word(&self, item: usize) -> usize {
        let text = self.reading.text();
        let end = self.reading.items[item].span.end;
        let next = self.reading.items.get(item + 1);
        let next = next.map_or(text.len(), |next| next.span.start);
        let glued = text[end..next]
            .iter()
            .take_while(|byte| byte.is_ascii_graphic() && !parts(**byte));
        end + glued.count()
    }

    /// The separator between an item and text inserted after it.
    pub(super) fn gap_behind(&self, item: usize) -> &'static [u8] {
        match self.reading.items[item].kind {
            Kind::Comment(CommentForm::Line) => self.line_end().as_bytes(),
            _ => b" ",
        }
    }

    /// Appends text to a game that has no termination marker.
    pub(super) fn put_last(&self, bytes: &[u8], patches: &mut Patches) {
        let last = self.reading.items.len().checked_sub(1);
        match last.filter(|_| self.reading.first() < self.reading.items.len()) {
            Some(last) => self.put_behind(last, bytes, patches),
            None => {
                let end = self.reading.text().len();
                let line_ends = self.line_end().repeat(2);
                patches.replace(end..end, [line_ends.as_bytes(), bytes].concat());
            }
        }
    }

    /// Removes the bytes of consecutive items, with the blank before them; with their line, if they had one of
    /// their own.
    pub(super) fn take_out(&self, items: Range<usize>, patches: &mut Patches) {
        let text = self.reading.text();
        let mut start = self.reading.items[items.start].span.start;
        let mut end = self.reading.items[items.end - 1].span.end;
        let next = text.get(end).copied();
        let own_line = text[..start].ends_with(b"\n")
            && matches!(&text[end..], [] | [b'\n', ..] | [b'\r', b'\n', ..]);
        let mut left: &[u8] = b"";
        if own_line {
            start -= if text[..start].ends_with(b"\r\n") {
                2
            } else {
                1
            };
        } else if matches!(text[..start].last(), Some(b' ' | b'\t')) {
            let before = start.checked_sub(2).map(|at| text[at]);
            let separated = next.is_none_or(parts) || before.is_none_or(parts);
            if separated && next != Some(b'%') {
                start -= 1;
            }
        } else if next == Some(b' ') && text[..start].last().is_none_or(|&last| parts(last)) {
            end += 1;
        } else if let (Some(&last), Some(next)) = (text[..start].last(), next)
            && !parts(last)
            && !parts(next)
        {
            left = b" ";
        }
        patches.replace(start..end, left);
    }
}

/// Whether a byte separates words.
fn parts(byte: u8) -> bool {
    byte.is_ascii_whitespace() || b"(){};,".contains(&byte)
}
