//! Changes to a text, and their intended result.

use super::reading::{Kind, Reading};
use crate::event::CommentForm;
use std::ops::Range;

/// The intended content of an item of the changed game.
#[derive(Clone, Debug)]
pub(super) enum Meant {
    /// The same as this item.
    Same(usize),
    /// A new one. For comments the text matters too, without its delimiters.
    New(Kind, Vec<u8>),
}

/// The intended name and value of a tag.
pub(super) type TagPair = (String, String);

/// Changes to a text, and their intended result.
#[derive(Clone, Debug)]
pub(super) struct Patches {
    /// Ranges of the text, and their replacements.
    patches: Vec<(Range<usize>, Vec<u8>)>,
    tags: Vec<TagPair>,
    items: Vec<Meant>,
}

impl Patches {
    /// No changes.
    pub(super) fn new(reading: &Reading) -> Patches {
        Patches {
            patches: Vec::new(),
            tags: tags(reading),
            items: (0..reading.items.len()).map(Meant::Same).collect(),
        }
    }

    /// Replaces some bytes by others.
    pub(super) fn replace(&mut self, range: Range<usize>, bytes: impl Into<Vec<u8>>) {
        self.patches.push((range, bytes.into()));
    }

    /// The intended tags.
    pub(super) fn tags(&mut self) -> &mut Vec<TagPair> {
        &mut self.tags
    }

    /// The intended items. They are at the positions of the existing items as long as none was added or
    /// removed.
    pub(super) fn items(&mut self) -> &mut Vec<Meant> {
        &mut self.items
    }

    /// The changed text, without surrounding blanks.
    pub(super) fn text(&self, text: &[u8]) -> Vec<u8> {
        self.piece(text, 0..text.len()).trim_ascii().to_vec()
    }

    /// A piece of the text, with the changes in it.
    pub(super) fn piece(&self, text: &[u8], piece: Range<usize>) -> Vec<u8> {
        let mut patches: Vec<_> = self.patches.iter().collect();
        patches.sort_by_key(|(range, _)| (range.start, range.end));
        let mut out = Vec::with_capacity(piece.len());
        let mut at = piece.start;
        let inside = |range: &Range<usize>| piece.start <= range.start && range.end <= piece.end;
        for (range, bytes) in patches.into_iter().filter(|(range, _)| inside(range)) {
            // Changes may touch, but not overlap.
            out.extend_from_slice(&text[at..range.start.max(at)]);
            out.extend_from_slice(bytes);
            at = range.end.max(at);
        }
        out.extend_from_slice(&text[at..piece.end]);
        out
    }

    /// Whether a reading of the changed text is the intended one. Numbers are ignored.
    pub(super) fn meant(&self, before: &Reading, after: &Reading) -> bool {
        let counts = |kind: Kind| !matches!(kind, Kind::Number(_));
        let expected = self.items.iter().filter(|meant| match meant {
            Meant::Same(item) => counts(before.items[*item].kind),
            Meant::New(kind, _) => counts(*kind),
        });
        let mut found = (0..after.items.len()).filter(|&item| counts(after.items[item].kind));
        tags(after) == self.tags
            && after.game.replayed == before.game.replayed
            && after.game.info.map(|info| info.id) == before.game.info.map(|info| info.id)
            && expected
                .map(Some)
                .chain([None])
                .all(|meant| match (meant, found.next()) {
                    (Some(meant), Some(found)) => same(meant, before, after, found),
                    (meant, found) => meant.is_none() && found.is_none(),
                })
    }
}

fn same(meant: &Meant, before: &Reading, after: &Reading, found: usize) -> bool {
    let kind = after.items[found].kind;
    match meant {
        Meant::Same(item) => {
            let brackets = matches!(kind, Kind::Open(_) | Kind::Close);
            kind == before.items[*item].kind
                && (brackets || after.bytes(found) == before.bytes(*item))
        }
        Meant::New(Kind::Comment(form), text) => {
            kind == Kind::Comment(*form) && inside(*form, after.bytes(found)) == text
        }
        Meant::New(expected, _) => kind == *expected,
    }
}

/// A comment without its delimiters.
pub(super) fn inside(form: CommentForm, bytes: &[u8]) -> &[u8] {
    match form {
        CommentForm::Brace => &bytes[1..bytes.len() - 1],
        CommentForm::Unclosed | CommentForm::Line => &bytes[1..],
    }
}

fn tags(reading: &Reading) -> Vec<TagPair> {
    let pair =
        |tag: crate::core::tags::Tag<'_>| (tag.name().into_owned(), tag.value().into_owned());
    reading.game.tags().iter().map(pair).collect()
}
