//! The tag section.

use super::{Scan, blanks, swar};
use crate::core::tags::TagSpan;
use crate::diagnostic::{self, Finding, Sink};
use crate::event::Visitor;
use crate::io::{MARK, is_after_blank_line, trim_start};
use crate::variant::registry::VariantSet;
use memchr::{memchr, memchr2, memrchr};
use std::ops::Range;

/// The maximum number of line ends in a tag value, for files that break long values.
const BROKEN_LINES: usize = 4;

/// The maximum number of a game's tags that are searched for a repeated name.
const COMPARED: usize = 64;

/// The length of a tag name that a text begins with.
fn name_len(text: &[u8]) -> usize {
    text.iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_' || **b >= 0x80)
        .count()
}

/// A value with a backslash before each unescaped quotation mark.
fn escaped_quotes(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 8);
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => {
                out.push(c);
                // The quotation mark that it escapes, or the backslash.
                out.extend(chars.next_if(|next| matches!(next, '"' | '\\')));
            }
            c => out.push(c),
        }
    }
    out
}

/// A fault of a tag pair, and its message.
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

/// What is known about the names of a game's tags without comparing them.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Names {
    /// [`swar::name_number`] of each.
    seen: swar::Numbers,
    /// Two may be the same.
    may_repeat: bool,
    /// One may select the variant.
    pub(super) may_select: bool,
}

/// How a tag pair is written.
struct Shape {
    tag: TagSpan,
    /// The problem with it.
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
                    if gap < next && self.begins_next_game(&shape.tag) {
                        return;
                    }
                    self.report_marks(gap..next);
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
                Some(byte) if byte.is_ascii_alphabetic() => {
                    let Some(tag) = self.open_tag(next) else {
                        return;
                    };
                    let begins = self.tags.is_empty() && !self.begins_with_open_tag(next);
                    if begins || self.begins_next_game(&tag) {
                        return;
                    }
                    self.pass_blanks();
                    self.take_open_tag(tag);
                }
                _ => return,
            }
        }
    }

    /// A line that is a tag pair except for its opening bracket, and perhaps the closing one.
    fn open_tag(&self, at: usize) -> Option<TagSpan> {
        let line = &self.text[at..self.line_end(at)];
        if !line.first()?.is_ascii_alphabetic() || !self.is_at_line_start(at) {
            return None;
        }
        let name = name_len(line);
        let gap = line[name..]
            .iter()
            .take_while(|byte| matches!(byte, b' ' | b'\t'))
            .count();
        let open = name + gap;
        if gap == 0 || line.get(open) != Some(&b'"') {
            return None;
        }
        let value = open + 1;
        let close = memchr::memmem::find(&line[value..], b"\"]").map(|len| value + len);
        let (close, end) = match close {
            Some(close) => (close, close + 2),
            None => {
                let close = memrchr(b'"', &line[value..]).map(|len| value + len)?;
                let rest = line[close + 1..].trim_ascii();
                if !rest.is_empty() {
                    return None;
                }
                (close, close + 1)
            }
        };
        Some(TagSpan {
            span: at..at + end,
            name: at..at + name,
            value: at + value..at + close,
        })
    }

    /// Whether a tag section begins here whose first tag pair lacks its opening bracket.
    pub(super) fn begins_with_open_tag(&self, at: usize) -> bool {
        let Some(tag) = self.open_tag(at) else {
            return false;
        };
        let end = tag.span.end;
        let rest = &self.text[end..self.line_end(end)];
        // Other text on its line may end the game before the next one.
        let next = match rest.trim_ascii_start().first() {
            None => self.next_line(end),
            Some(_) => end + blanks(rest),
        };
        self.text[..end].ends_with(b"]") && self.text.get(next) == Some(&b'[') && self.is_tag(next)
    }

    fn take_open_tag(&mut self, tag: TagSpan) {
        let span = tag.span.clone();
        let finding = Finding::new(
            &diagnostic::MALFORMED_TAG,
            span.clone(),
            "the opening bracket of this tag pair is missing",
        );
        let closed = self.text[..span.end].ends_with(b"]");
        let value = self.slice(tag.value.clone()).decode();
        let escaped = escaped_quotes(&value);
        self.find(if closed && escaped == value {
            finding.with_fix(span.start..span.start, "[")
        } else {
            let name = self.slice(span.start..tag.value.start).decode();
            finding.replaced_by(format!("[{name}{escaped}\"]"))
        });
        self.at = span.end;
        self.last = span.end;
        self.keep_tag(tag);
    }

    /// Whether only blanks precede an offset on its line.
    pub(super) fn is_at_line_start(&self, at: usize) -> bool {
        let mut before = &self.text[..at];
        loop {
            before = match before {
                [rest @ .., b' ' | b'\t'] | [rest @ .., 0xFF, 0xFE] | [rest @ .., 0xFE, 0xFF] => {
                    rest
                }
                _ if before.ends_with(MARK) => &before[..before.len() - MARK.len()],
                [] | [.., b'\n' | b'\r'] => return true,
                _ => return false,
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
        let name_end = swar::no_letter(text, name)?;
        let value = name_end + 2;
        if name_end == name || text.get(name_end..value) != Some(b" \"") {
            return None;
        }
        let close = swar::quote_or_control(text, value)?;
        (text.get(close..close + 2) == Some(b"\"]")).then(|| TagSpan {
            span: at..close + 2,
            name: name..name_end,
            value: value..close,
        })
    }

    /// Reads on while tag pairs in the usual form follow, each on the next line.
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

    /// Whether a tag pair belongs to the next game: a blank line closed the tag section, and the name occurred
    /// before.
    fn begins_next_game(&self, tag: &TagSpan) -> bool {
        is_after_blank_line(self.text, tag.span.start) && self.repeats(tag)
    }

    /// The end of the tag pair at `at`, if there is one with a new name that does not set up a position.
    pub(super) fn tag_end(&self, at: usize) -> Option<usize> {
        let tag = self.tag(at)?.tag;
        let name = &self.text[tag.name.clone()];
        let sets_up = [&b"FEN"[..], b"SetUp", b"PDTL"]
            .iter()
            .any(|other| other.eq_ignore_ascii_case(name));
        (!sets_up && !self.repeats(&tag)).then_some(tag.span.end)
    }

    /// Whether one of the first tags has this name.
    fn repeats(&self, tag: &TagSpan) -> bool {
        let name = &self.text[tag.name.clone()];
        self.tags
            .iter()
            .take(COMPARED)
            .any(|other| self.text[other.name.clone()].eq_ignore_ascii_case(name))
    }

    /// Reports tags whose name already occurred in the game, unless the variant allows it.
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
                    || "this game already has a tag with this name".into(),
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
            let fix = self.tag_fix(code, &tag).filter(|_| K::LISTENS);
            let finding = Finding::new(code, tag.span.clone(), message);
            self.find(Finding { fix, ..finding });
        }
        self.at = tag.span.end;
        self.last = tag.span.end;
        self.keep_tag(tag);
    }

    /// The fix for a damaged tag pair, if there is one clear way that keeps its name and value.
    fn tag_fix(
        &self,
        code: &'static diagnostic::Code,
        tag: &TagSpan,
    ) -> Option<(Range<usize>, String)> {
        let text = self.text;
        let name = &text[tag.name.clone()];
        let value = &text[tag.value.clone()];
        // A bracket inside may be one that this pair lacks, or the next one.
        let plain = name_len(name) == name.len() && !name.is_empty() && !value.is_empty();
        if !plain || memchr2(b'[', b']', value).is_some() {
            return None;
        }
        let before = text[..tag.value.start].last();
        let tail = &text[tag.value.end..tag.span.end];
        let end = tag.span.end;
        if code == &diagnostic::UNESCAPED_QUOTE {
            let value = self.slice(tag.value.clone()).decode();
            return Some((tag.value.clone(), escaped_quotes(&value)));
        }
        if code != &diagnostic::MALFORMED_TAG || memchr(b'"', value).is_some() {
            return None;
        }
        match (before, tail) {
            (Some(b'"'), b"\"") => Some((end..end, "]".to_owned())),
            (Some(b'"'), b"]") if !value.ends_with(b"\\") => {
                Some((tag.value.end..tag.value.end, "\"".to_owned()))
            }
            (Some(b' ' | b'\t'), b"]") if !value.contains(&b'\\') => {
                let value = self.slice(tag.value.clone()).decode();
                Some((tag.value.clone(), format!("\"{value}\"")))
            }
            _ => None,
        }
    }

    #[inline(always)]
    fn keep_tag(&mut self, tag: TagSpan) {
        let number = swar::name_number(self.text, tag.name.clone());
        self.names.may_repeat |= !self.names.seen.insert(number);
        self.names.may_select |= self.selectors.contains(number);
        self.tags.push(tag);
    }

    /// Whether a tag pair begins here: `[`, a name and a quotation mark, with any blanks between; or, at the
    /// start of a line, `[` and a letter, with a quotation mark or a final `]` on the line.
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
        // Only at the start of a line is the rest of it examined, so once per line.
        self.is_at_line_start(at) && {
            let line = &text[name.min(self.line_end(at))..self.line_end(at)];
            memchr(b'"', line).is_some() || line.trim_ascii_end().ends_with(b"]")
        }
    }

    /// Parses the tag pair at `at`.
    fn tag_shape(&self, at: usize) -> Shape {
        let text = self.text;
        let name = at + 1 + blanks(&text[at + 1..]);
        let word = text[name..]
            .iter()
            .take_while(|b| !matches!(b, b'\t'..=b'\r' | b' ' | b'"' | b']'))
            .count();
        let name_end = name + word;
        let open = name_end + blanks(&text[name_end..]);
        if text.get(open) == Some(&b'"') {
            // The usual case: the value ends at the next quotation mark, and `]` follows.
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
            // A value may continue on the next line, unless that begins with a tag or is blank.
            let next = self.next_line(limit);
            let line = trim_start(&text[next..self.line_end(next)]);
            lines += 1;
            if lines > BROKEN_LINES || line.is_empty() || line[0] == b'[' {
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
