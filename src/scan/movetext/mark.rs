//! Suffix annotations: `!`, `?!`. They follow their move; in some variants' files they may also precede it.

use super::MovetextReader;
use crate::core::byte_class::ByteClass;
use crate::core::nags;
use crate::diagnostic::{self, Finding, Sink};
use crate::event::Visitor;
use crate::scan::blanks;
use crate::variant::registry::VariantSet;
use crate::variant::{Punctuation, Variant};
use std::ops::Range;

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// `!`, `?`, `!!`, `??`, `!?`, `?!`.
    pub(super) fn symbol(&mut self) {
        let begin = self.scan.at;
        let rest = &self.scan.text[begin..];
        let len = rest
            .iter()
            .take_while(|&&byte| matches!(byte, b'!' | b'?'))
            .count();
        match nags::suffix(&rest[..len]) {
            Some(nag) => self.mark(nag, begin..begin + len),
            None => self.mark_run(begin..begin + len),
        }
    }

    /// `!!!`: no NAG stands for it. It is kept as text (CH-I06).
    #[cold]
    fn mark_run(&mut self, span: Range<usize>) {
        if self.skip {
            return self.trivia(span);
        }
        let text = self.scan.slice(span.clone());
        self.scan.visitor.unrecognized(text);
        self.scan.at = span.end;
        self.scan.last = span.end;
        let shorter = String::from_utf8_lossy(&text.as_bytes()[..2]).into_owned();
        let message = format!("no NAG stands for {text}");
        let finding = Finding::new(&diagnostic::MARK_RUN, span, message);
        self.scan.find(finding.replaced_by(shorter));
    }

    /// An annotation of the previous move, or of the following one.
    pub(super) fn mark(&mut self, nag: u8, span: Range<usize>) {
        let ahead = match const { V::INFO.classes.prefix_annotations } && !self.skip {
            true => self.marked_ahead(&span),
            false => None,
        };
        let Some(mv) = ahead else {
            return self.nag(nag, span);
        };
        self.scan.at = span.end;
        self.scan.last = span.end;
        self.scan
            .visitor
            .prefix_nag(nag, self.scan.slice(span.clone()));
        if K::LISTENS {
            self.report_ahead(nag, span, mv);
        }
    }

    #[cold]
    fn report_ahead(&mut self, nag: u8, mark: Range<usize>, mv: Range<usize>) {
        let text = self.scan.slice(mv.clone());
        let message = format!("annotation precedes its move, {text}");
        let mut finding = Finding::new(&diagnostic::MARK_BEFORE_MOVE, mark.clone(), message);
        // Two marks side by side would be a third one.
        let free = |byte: &u8| V::INFO.classes.class(*byte) != ByteClass::Suffix;
        if self.scan.text.get(mv.end).is_none_or(free) {
            let between = mark.end + blanks(&self.scan.text[mark.end..]);
            let mut canonical = self.scan.slice(between..mv.end).decode().into_owned();
            match const { V::INFO.spec_rules.punctuation } {
                true => canonical.push_str(&self.scan.slice(mark.clone()).decode()),
                false => {
                    let behind = self.scan.text.get(mv.end);
                    let blank = behind.is_some_and(u8::is_ascii_alphanumeric);
                    canonical.push_str(&format!(" ${nag}{}", if blank { " " } else { "" }));
                }
            }
            finding = finding.with_fix(mark.start..mv.end, canonical);
        }
        self.scan.find(finding);
    }

    /// The move after a mark, if the mark belongs to it: the mark adjoins it or its number, or is between the
    /// two. A mark that adjoins a move belongs to that move, and one that adjoins neither belongs to the
    /// previous move.
    fn marked_ahead(&self, mark: &Range<usize>) -> Option<Range<usize>> {
        let text = self.scan.text;
        let before = &text[..mark.start];
        let separated = mark.start != self.scan.last
            || before.last().is_none_or(|byte| b".(){}".contains(byte))
            || [3, 6].iter().any(|len| {
                let tail = before.len().checked_sub(*len).map(|at| &before[at..]);
                matches!(tail.and_then(V::punctuation), Some((Punctuation::Separator, n)) if n == *len)
            });
        if !separated {
            return None;
        }
        if let Some(mv) = self.move_at(mark.end) {
            return Some(mv);
        }
        let next = mark.end + blanks(&text[mark.end..]);
        let numbered = text[..self.scan.last].ends_with(b".") && self.scan.last != self.remark;
        if numbered && let Some(mv) = self.move_at(next) {
            return Some(mv);
        }
        let digits = text[mark.end..]
            .iter()
            .take_while(|byte| byte.is_ascii_digit())
            .count();
        let behind = &text[mark.end + digits..];
        if digits == 0 || behind.first() != Some(&b'.') {
            return None;
        }
        let dots = behind
            .iter()
            .take_while(|&&byte| byte == b'.' || byte.is_ascii_whitespace());
        // The move may have a mark of its own.
        let next = mark.end + digits + dots.count();
        let marks = text[next..]
            .iter()
            .take(2)
            .take_while(|byte| matches!(byte, b'!' | b'?'));
        self.move_at(next + marks.count())
    }

    /// The move that will be read at an offset, if any.
    fn move_at(&self, at: usize) -> Option<Range<usize>> {
        let text = &self.scan.text[at..];
        let class = V::INFO.classes.class(*text.first()?);
        if !matches!(class, ByteClass::Word | ByteClass::Digit) || self.result_at(at).is_some() {
            return None;
        }
        let end = at + V::lex_with(text, &self.dialect)?.len;
        let ends = match class {
            ByteClass::Digit => self.ends(end),
            _ => self.gap(end).is_some(),
        };
        ends.then_some(at..end)
    }
}
