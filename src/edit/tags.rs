//! Tags: set, rename, remove.

use super::{EditError, Editor, Patches};
use crate::core::tags::TagSpan;
use crate::variant::registry::VariantSet;
use std::ops::Range;

impl<S: VariantSet> Editor<S> {
    /// Sets the value of the first tag with this name; adds the tag after the others if there is none.
    ///
    /// ```
    /// # use movetext::{Game, Reader, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "[White \"A\"]\n\n1. e4 *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// editor.set_tag("White", "Ms \"A\"")?;
    /// editor.set_tag("Black", "B")?;
    /// let text = editor.game().source().to_string();
    /// assert_eq!(text, "[White \"Ms \\\"A\\\"\"]\n[Black \"B\"]\n\n1. e4 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the name or the value is not allowed in a tag, or the value changes the game: it sets up a position,
    /// or names another variant.
    pub fn set_tag(&mut self, name: &str, value: &str) -> Result<(), EditError> {
        let mut patches = Patches::new(&self.reading);
        self.put_tag(name, value, &mut patches)?;
        self.apply(patches)
    }

    /// [`set_tag`](Editor::set_tag) as part of a larger change.
    pub(super) fn put_tag(
        &self,
        name: &str,
        value: &str,
        patches: &mut Patches,
    ) -> Result<(), EditError> {
        check_name(name)?;
        if let Some(c) = value.chars().find(|c| c.is_control()) {
            return Err(EditError::Character(c));
        }
        let escaped = self.encode(&value.replace('\\', "\\\\").replace('"', "\\\""))?;
        let tags = self.reading.game.tags();
        if let Some(index) = tags.position(name) {
            let tag = &tags.spans()[index];
            if self.is_quoted(tag) {
                patches.replace(tag.value.clone(), escaped)
            } else {
                let written = tags.nth(index).map(|tag| tag.raw_name().as_bytes());
                let pair = pair(written.unwrap_or_default(), &escaped);
                patches.replace(tag.span.clone(), pair);
            }
            patches.tags()[index].1 = value.to_owned();
            return Ok(());
        }
        let mut pair = pair(name.as_bytes(), &escaped);
        let line_end = self.line_end().as_bytes();
        match tags.spans().last() {
            Some(last) => {
                pair.splice(0..0, line_end.iter().copied());
                patches.replace(last.span.end..last.span.end, pair);
            }
            None => {
                pair.extend_from_slice(&line_end.repeat(2));
                patches.replace(0..0, pair);
            }
        }
        patches.tags().push((name.to_owned(), value.to_owned()));
        Ok(())
    }

    /// Renames the first tag with this name.
    ///
    /// ```
    /// # use movetext::{Game, Reader, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "[white \"A\"]\n\n1. e4 *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// editor.rename_tag("white", "White")?; // CH-102
    /// assert_eq!(editor.game().source().to_string(), "[White \"A\"]\n\n1. e4 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such tag, or the new name is taken or invalid.
    pub fn rename_tag(&mut self, name: &str, new: &str) -> Result<(), EditError> {
        check_name(new)?;
        let tags = self.reading.game.tags();
        let index = position(&tags, name)?;
        if !name.eq_ignore_ascii_case(new) && tags.position(new).is_some() {
            return Err(EditError::TagExists(new.to_owned()));
        }
        let mut patches = Patches::new(&self.reading);
        patches.replace(tags.spans()[index].name.clone(), new);
        patches.tags()[index].0 = new.to_owned();
        self.apply(patches)
    }

    /// Removes the first tag with this name, with its line.
    ///
    /// ```
    /// # use movetext::{Game, Reader, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "[White \"A\"]\n[Black \"B\"]\n\n1. e4 *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// editor.remove_tag("White")?;
    /// assert_eq!(editor.game().source().to_string(), "[Black \"B\"]\n\n1. e4 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such tag, or the game would be a different one without it.
    pub fn remove_tag(&mut self, name: &str) -> Result<(), EditError> {
        let tags = self.reading.game.tags();
        let index = position(&tags, name)?;
        let mut patches = Patches::new(&self.reading);
        patches.replace(self.tag_line(index), *b"");
        patches.tags().remove(index);
        self.apply(patches)
    }

    /// A tag with the line end that belongs to it: the one before it, if another tag precedes it.
    fn tag_line(&self, index: usize) -> Range<usize> {
        let text = self.reading.text();
        let spans = self.reading.game.tags().spans();
        let Range { start, end } = spans[index].span;
        let after_tag = index > 0 && {
            let gap = &text[spans[index - 1].span.end..start];
            matches!(gap, b"\n" | b"\r\n")
        };
        if after_tag {
            return spans[index - 1].span.end..end;
        }
        // A game without tags has no empty line before its moves.
        let line_ends = if spans.len() == 1 { 2 } else { 1 };
        let mut end = end;
        for _ in 0..line_ends {
            match &text[end..] {
                [b'\n', ..] => end += 1,
                [b'\r', b'\n', ..] => end += 2,
                _ => break,
            }
        }
        start..end
    }

    fn is_quoted(&self, tag: &TagSpan) -> bool {
        let text = self.reading.text();
        let quote = |at: Option<usize>| at.and_then(|at| text.get(at)) == Some(&b'"');
        quote(tag.value.start.checked_sub(1)) && quote(Some(tag.value.end))
    }
}

fn position(tags: &crate::core::tags::Tags<'_>, name: &str) -> Result<usize, EditError> {
    tags.position(name)
        .ok_or_else(|| EditError::NoTag(name.to_owned()))
}

/// CH-I12: other names are read, but not written.
fn check_name(name: &str) -> Result<(), EditError> {
    let canonical = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    if !name.is_empty() && name.bytes().all(canonical) {
        Ok(())
    } else {
        Err(EditError::TagName(name.to_owned()))
    }
}

fn pair(name: &[u8], value: &[u8]) -> Vec<u8> {
    [b"[", name, b" \"", value, b"\"]"].concat()
}
