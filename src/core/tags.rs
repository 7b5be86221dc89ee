//! The tag section of a game, in the order of the source.

use crate::core::text::Text;
use encoding_rs::Encoding;
use memchr::memchr;
use std::borrow::Cow;
use std::ops::Range;

/// The position of a tag pair: offsets into the text of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TagSpan {
    /// The whole pair, from `[` to `]`.
    pub span: Range<usize>,
    /// The name.
    pub name: Range<usize>,
    /// The value, without its quotation marks.
    pub value: Range<usize>,
}

/// A tag pair: `[Name "value"]`.
#[derive(Clone, Copy, Debug)]
pub struct Tag<'a> {
    name: Text<'a>,
    value: Text<'a>,
}

impl<'a> Tag<'a> {
    /// A tag pair from its name and its value, the value with its escapes.
    pub fn new(name: Text<'a>, value: Text<'a>) -> Tag<'a> {
        Tag { name, value }
    }

    /// The name as written.
    pub fn name(&self) -> Cow<'a, str> {
        self.name.decode()
    }

    /// The name, not decoded.
    #[inline]
    pub fn raw_name(&self) -> Text<'a> {
        self.name
    }

    /// Whether the tag has this name, ignoring the case of ASCII letters.
    #[inline]
    pub fn is(&self, name: &str) -> bool {
        self.name.as_bytes().eq_ignore_ascii_case(name.as_bytes())
    }

    /// The value as written, including escapes.
    #[inline]
    pub fn raw_value(&self) -> Text<'a> {
        self.value
    }

    /// The value, with `\"` and `\\` resolved. A backslash before anything else is kept.
    pub fn value(&self) -> Cow<'a, str> {
        let text = self.value.decode();
        if memchr(b'\\', text.as_bytes()).is_none() {
            return text;
        }
        let mut out = String::with_capacity(text.len());
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            match (c, chars.peek()) {
                ('\\', Some(&next @ ('"' | '\\'))) => {
                    out.push(next);
                    chars.next();
                }
                _ => out.push(c),
            }
        }
        Cow::Owned(out)
    }
}

/// The tag pairs of one game, borrowed from the source.
#[derive(Clone, Copy)]
pub struct Tags<'a> {
    spans: &'a [TagSpan],
    text: &'a [u8],
    section: (usize, usize),
    encoding: &'static Encoding,
}

impl<'a> Tags<'a> {
    /// The tags at these positions of a text.
    pub fn new(spans: &'a [TagSpan], text: &'a [u8], encoding: &'static Encoding) -> Tags<'a> {
        let section = match (spans.first(), spans.last()) {
            (Some(first), Some(last)) => (first.span.start, last.span.end),
            _ => (0, 0),
        };
        Tags {
            spans,
            text,
            section,
            encoding,
        }
    }

    /// The tag section as written, from the first `[` to the last `]`.
    pub fn section(&self) -> Text<'a> {
        Text::piece(self.text, self.section.0..self.section.1, self.encoding)
    }

    /// The number of tags.
    #[inline]
    pub fn len(&self) -> usize {
        self.spans.len()
    }

    /// Whether there are no tags.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// The tags in the order of the source.
    #[inline]
    pub fn iter(self) -> impl ExactSizeIterator<Item = Tag<'a>> {
        self.spans.iter().map(move |span| self.at(span))
    }

    /// The index of the first tag with this name, ignoring the case of ASCII letters.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.spans.iter().position(|span| self.is_named(span, name))
    }

    /// Lengths are compared first: few names have the length of the one that is wanted, and comparing texts
    /// takes longer.
    fn is_named(&self, span: &TagSpan, name: &str) -> bool {
        span.name.len() == name.len()
            && self.text[span.name.clone()].eq_ignore_ascii_case(name.as_bytes())
    }

    /// [`position`](Self::position) for several names, in one pass.
    pub(crate) fn positions<const N: usize>(&self, names: [&str; N]) -> [Option<usize>; N] {
        let mut found = [None; N];
        for (index, span) in self.spans.iter().enumerate() {
            for (name, found) in names.iter().zip(&mut found) {
                if found.is_none() && self.is_named(span, name) {
                    *found = Some(index);
                }
            }
        }
        found
    }

    /// The first tag with this name, ignoring the case of ASCII letters.
    pub fn get(&self, name: &str) -> Option<Tag<'a>> {
        self.position(name).map(|index| self.at(&self.spans[index]))
    }

    /// The tag at an index.
    #[inline]
    pub fn nth(&self, index: usize) -> Option<Tag<'a>> {
        self.spans.get(index).map(|span| self.at(span))
    }

    /// Whether the value at an index is in quotation marks and its pair in brackets, so that the value can be
    /// replaced.
    pub(crate) fn is_whole(&self, index: usize) -> bool {
        let Some(TagSpan { span, value, .. }) = self.spans.get(index) else {
            return false;
        };
        let quote = |at: Option<usize>| at.and_then(|at| self.text.get(at)) == Some(&b'"');
        quote(value.start.checked_sub(1))
            && quote(Some(value.end))
            && value.end < span.end
            && self.text[..span.end].ends_with(b"]")
    }

    /// The position of the tag pair at an index; empty if there is none.
    pub fn span(&self, index: usize) -> Range<usize> {
        self.spans.get(index).map_or(0..0, |tag| tag.span.clone())
    }

    /// The positions of the tags.
    #[inline]
    pub fn spans(&self) -> &'a [TagSpan] {
        self.spans
    }

    #[inline]
    pub(crate) fn at(&self, span: &TagSpan) -> Tag<'a> {
        Tag {
            name: Text::piece(self.text, span.name.clone(), self.encoding),
            value: Text::piece(self.text, span.value.clone(), self.encoding),
        }
    }
}

impl std::fmt::Debug for Tags<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}
