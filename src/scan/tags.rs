//! The tag section.

use super::{Scan, blanks, eight};
use crate::diagnostic::{self, Sink};
use crate::event::Visitor;
use crate::registry::VariantSet;
use crate::tags::TagSpan;
use memchr::{memchr, memrchr};
use std::ops::Range;

/// A tag value may run over so many line ends, in files that break long values.
const BROKEN_LINES: usize = 4;

/// So many tags of a game are looked through for a name that comes again.
const COMPARED: usize = 64;

/// The length of a tag name that a text begins with.
fn name_len(text: &[u8]) -> usize {
    text.iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_' || **b >= 0x80)
        .count()
}

/// A fault of a tag pair, in words.
type Fault = (&'static diagnostic::Code, &'static str);

const MALFORMED: Fault = (
    &diagnostic::MALFORMED_TAG,
    "this tag pair does not have the form [Name \"value\"]",
);
const UNESCAPED: Fault = (
    &diagnostic::UNESCAPED_QUOTE,
    "a quotation mark inside the value has no backslash before it",
);
const BROKEN: Fault = (
    &diagnostic::BROKEN_TAG_VALUE,
    "the value runs over the end of its line",
);

/// What is known of the names of a game's tags without comparing them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Names {
    /// [`eight::name_number`] of each.
    seen: eight::Numbers,
    /// Perhaps two are the same.
    may_repeat: bool,
    /// Perhaps one says which variant the game is of.
    pub(super) may_select: bool,
}

/// How a tag pair is written.
struct Shape {
    tag: TagSpan,
    /// What is wrong with it.
    fault: Option<Fault>,
}

impl<S: VariantSet, W: Visitor, K: Sink> Scan<'_, '_, S, W, K> {
    /// Reads the comments and tag pairs that a game begins with.
    pub(super) fn begin(&mut self) {
        self.tags.clear();
        self.names = Names::default();
        // Comments and escaped lines before this offset are known to precede a tag pair.
        let mut known = 0;
        loop {
            let gap = self.at;
            let next = gap + blanks(&self.text[gap..]);
            match self.text.get(next) {
                Some(b'[') if let Some(shape) = self.tag(next) => {
                    if self.begins_next_game(gap..next, &shape.tag) {
                        return;
                    }
                    self.take_tag(shape);
                    self.usual_tags();
                }
                Some(byte @ (b'{' | b';' | b'%')) => {
                    if next >= known {
                        match self.following_tag(next) {
                            Some(tag) => known = tag,
                            None => return,
                        }
                    }
                    self.pass_blanks();
                    match byte {
                        b'{' => self.comment(),
                        b';' => self.line_comment(),
                        _ => self.pass_escaped_line(),
                    }
                    self.pass_blanks();
                }
                _ => return,
            }
        }
    }

    /// The tag pair at `at`, if one begins there.
    #[inline]
    fn tag(&self, at: usize) -> Option<Shape> {
        if let Some(tag) = self.usual_tag(at) {
            return Some(Shape { tag, fault: None });
        }
        self.is_tag(at).then(|| self.tag_shape(at))
    }

    /// A tag pair in the usual form: `[Name "value"]` with a name of letters, one blank and no
    /// backslash.
    #[inline(always)]
    fn usual_tag(&self, at: usize) -> Option<TagSpan> {
        let text = self.text;
        let name = at + 1;
        let name_end = eight::no_letter(text, name)?;
        let value = name_end + 2;
        if name_end == name || text.get(name_end..value) != Some(b" \"") {
            return None;
        }
        let close = eight::quote_or_control(text, value)?;
        (text.get(close..close + 2) == Some(b"\"]")).then(|| TagSpan {
            span: at..close + 2,
            name: name..name_end,
            value: value..close,
        })
    }

    /// Reads on as long as tag pairs in the usual form follow, each on the next line.
    fn usual_tags(&mut self) {
        let text = self.text;
        let mut end = self.at;
        loop {
            let next = match text.get(end..) {
                Some([b'\n', b'[', ..]) => end + 1,
                Some([b'\r', b'\n', b'[', ..]) => end + 2,
                _ => break,
            };
            let Some(tag) = self.usual_tag(next) else {
                break;
            };
            end = tag.span.end;
            self.keep_tag(tag);
        }
        self.at = end;
        self.last = end;
    }

    /// Whether a tag pair after this gap belongs to the next game: the tag section was closed by a
    /// blank line, and the name has been there before.
    fn begins_next_game(&self, gap: Range<usize>, tag: &TagSpan) -> bool {
        let lines = self.text[gap].iter().filter(|&&b| b == b'\n').count();
        lines > 1 && self.repeats(tag)
    }

    /// Whether one of the first tags has this name already.
    fn repeats(&self, tag: &TagSpan) -> bool {
        let name = &self.text[tag.name.clone()];
        self.tags
            .iter()
            .take(COMPARED)
            .any(|other| self.text[other.name.clone()].eq_ignore_ascii_case(name))
    }

    /// Reports tags whose name stands in the game already, unless the variant has runs of them.
    pub(super) fn check_duplicates(&mut self, repeatable: &[&str]) {
        if !self.names.may_repeat {
            return;
        }
        for index in 1..self.tags.len() {
            let name = &self.text[self.tags[index].name.clone()];
            let same = |other: &TagSpan| self.text[other.name.clone()].eq_ignore_ascii_case(name);
            if self.tags[..index.min(COMPARED)].iter().any(same)
                && !repeatable.iter().any(|r| r.as_bytes() == name)
            {
                self.report(
                    &diagnostic::DUPLICATE_TAG,
                    self.tags[index].span.clone(),
                    || "a tag of this name stands in this game already".into(),
                );
            }
        }
    }

    /// The tag pair of the same game that follows the comments and escaped lines at `at`.
    fn following_tag(&self, mut at: usize) -> Option<usize> {
        loop {
            at += blanks(&self.text[at..]);
            match self.text.get(at)? {
                b'{' => at = self.comment_end(at + 1)? + 1,
                b';' => at = self.line_end(at),
                b'%' if self.is_line_start(at) => at = self.line_end(at),
                b'[' if self.is_tag(at) => {
                    return (!self.repeats(&self.tag_shape(at).tag)).then_some(at);
                }
                _ => return None,
            }
        }
    }

    fn take_tag(&mut self, shape: Shape) {
        let Shape { tag, fault } = shape;
        if let Some((code, message)) = fault {
            self.report(code, tag.span.clone(), || message.into());
        }
        self.at = tag.span.end;
        self.last = tag.span.end;
        self.keep_tag(tag);
    }

    #[inline(always)]
    fn keep_tag(&mut self, tag: TagSpan) {
        let number = eight::name_number(self.text, tag.name.clone());
        self.names.may_repeat |= !self.names.seen.insert(number);
        self.names.may_select |= self.selectors.contains(number);
        self.tags.push(tag);
    }

    /// Whether a tag pair begins here: `[`, a name, a quotation mark, with any blanks between; or at
    /// the start of a line `[` and a letter, and a quotation mark or a final `]` on the line.
    pub(super) fn is_tag(&self, at: usize) -> bool {
        let text = self.text;
        // The usual case, also over several lines.
        let name = at + 1 + blanks(&text[at + 1..]);
        let after = name + name_len(&text[name..]);
        let quote = after + blanks(&text[after..]);
        if after > name && text.get(quote) == Some(&b'"') {
            return true;
        }
        match text.get(name) {
            Some(byte) if byte.is_ascii_alphabetic() || *byte >= 0x80 => {}
            _ => return false,
        }
        // Only at the start of a line is the rest of the line looked at, so once a line.
        let at_start = self.text[..at]
            .iter()
            .rev()
            .find(|b| !matches!(b, b' ' | b'\t'))
            .is_none_or(|b| matches!(b, b'\n' | b'\r'));
        at_start && {
            let line = &text[name.min(self.line_end(at))..self.line_end(at)];
            memchr(b'"', line).is_some() || line.trim_ascii_end().ends_with(b"]")
        }
    }

    /// Takes the tag pair at `at` apart.
    fn tag_shape(&self, at: usize) -> Shape {
        let text = self.text;
        let name = at + 1 + blanks(&text[at + 1..]);
        let word = text[name..]
            .iter()
            .take_while(|b| !matches!(b, b' ' | b'\t' | b'"' | b'\n' | b'\r' | b']'))
            .count();
        let name_end = name + word;
        let open = name_end + blanks(&text[name_end..]);
        if text.get(open) == Some(&b'"') {
            // The usual case: the value ends at the next quotation mark, `]` follows.
            let mut close = open + 1;
            loop {
                match text.get(close) {
                    Some(b'"') => break,
                    Some(b'\\') => close += 2,
                    Some(b'\n' | b'\r') | None => break,
                    Some(_) => close += 1,
                }
            }
            let tag = |close: usize, end: usize| TagSpan {
                span: at..end,
                name: name..name_end,
                value: open + 1..close,
            };
            if text.get(close) == Some(&b'"')
                && let Some(end) = self.closing_bracket(close)
            {
                return Shape {
                    tag: tag(close, end),
                    fault: None,
                };
            }
            return self.odd_shape(at, name..name_end, open);
        }
        // A name of several words, or a value without quotation marks.
        let line = name..self.line_end(name);
        if let Some(quote) = memchr(b'"', &text[line.clone()]) {
            let open = line.start + quote;
            let name_end = name + text[name..open].trim_ascii_end().len();
            let mut shape = self.odd_shape(at, name..name_end, open);
            shape.fault = Some(MALFORMED);
            return shape;
        }
        let end = memrchr(b']', &text[line.clone()]).map_or(line.end, |n| line.start + n + 1);
        let close = if text[..end].ends_with(b"]") {
            end - 1
        } else {
            end
        };
        Shape {
            tag: TagSpan {
                span: at..end,
                name: name..name_end,
                value: open.min(close)..close,
            },
            fault: Some(MALFORMED),
        }
    }

    /// The end of the `]` that follows a quotation mark, if one does.
    fn closing_bracket(&self, quote: usize) -> Option<usize> {
        let at = quote + 1 + blanks(&self.text[quote + 1..]);
        (self.text.get(at) == Some(&b']')).then_some(at + 1)
    }

    /// A value with unescaped quotation marks, over several lines, or never closed.
    fn odd_shape(&self, at: usize, name: Range<usize>, open: usize) -> Shape {
        let text = self.text;
        let shape = |close: usize, end: usize, fault| Shape {
            tag: TagSpan {
                span: at..end,
                name: name.clone(),
                value: open + 1..close,
            },
            fault: Some(fault),
        };
        let line_end = self.line_end(open);
        let mut from = open + 1;
        let mut lines = 0;
        let mut limit = line_end;
        loop {
            while let Some(quote) = memchr(b'"', &text[from..limit]).map(|n| from + n) {
                if let Some(end) = self.closing_bracket(quote) {
                    let fault = match lines {
                        0 => UNESCAPED,
                        _ => BROKEN,
                    };
                    return shape(quote, end, fault);
                }
                from = quote + 1;
            }
            // A value may go on in the next line, unless that begins with a tag or is blank.
            let next = self.next_line(limit);
            let blank = text[next..self.line_end(next)].trim_ascii().is_empty();
            lines += 1;
            if lines > BROKEN_LINES || blank || text.get(next) == Some(&b'[') {
                break;
            }
            from = next;
            limit = self.line_end(next);
        }
        // Never closed: it ends with its line.
        let line = text[..line_end].trim_ascii_end();
        let value = line.strip_suffix(b"]").unwrap_or(line);
        let value = value.strip_suffix(b"\"").unwrap_or(value);
        shape(
            value.len().max(open + 1),
            line.len().max(open + 1),
            MALFORMED,
        )
    }
}
