//! Valuations by signs: `!`, `?!`. They follow their move; where the variant's files have it so, they
//! also stand before it.

use super::MovetextReader;
use crate::diagnostic::{self, Finding, Sink};
use crate::event::Visitor;
use crate::lexis::Class;
use crate::nags;
use crate::registry::VariantSet;
use crate::scan::blanks;
use crate::variant::{Sign, Variant};
use std::ops::Range;

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// `!`, `?`, `!!`, `??`, `!?`, `?!`.
    pub(super) fn glyph(&mut self) {
        let begin = self.scan.at;
        let rest = &self.scan.text[begin..];
        let len = rest
            .iter()
            .take_while(|&&byte| matches!(byte, b'!' | b'?'))
            .count();
        match nags::suffix(&rest[..len]) {
            Some(nag) => self.mark(nag, begin..begin + len),
            None => self.unknown(begin..begin + len),
        }
    }

    /// A sign of the move before it, or of the one that follows.
    pub(super) fn mark(&mut self, nag: u8, span: Range<usize>) {
        let ahead = match const { V::PROFILE.lexis.marks_ahead } && !self.skip {
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
            .nag_ahead(nag, self.scan.slice(span.clone()));
        if K::LISTENS {
            self.report_ahead(span, mv);
        }
    }

    #[cold]
    fn report_ahead(&mut self, mark: Range<usize>, mv: Range<usize>) {
        let text = self.scan.slice(mv.clone());
        let message = format!("this stands before its move, {text}");
        let mut finding = Finding::new(&diagnostic::MARK_BEFORE_MOVE, mark.clone(), message);
        // Two marks side by side would be a third one.
        let free = |byte: &u8| V::PROFILE.lexis.class(*byte) != Class::Glyph;
        if self.scan.text.get(mv.end).is_none_or(free) {
            let between = mark.end + blanks(&self.scan.text[mark.end..]);
            let proper = [between..mv.end, mark.clone()]
                .map(|piece| self.scan.slice(piece).decode())
                .concat();
            finding = finding.with_fix(mark.start..mv.end, proper);
        }
        self.scan.find(finding);
    }

    /// The move behind a mark, if the mark is about that: written against it, or against its number,
    /// or between the two. What is written against a move is about that move, and what stands
    /// apart from both is about the one before.
    fn marked_ahead(&self, mark: &Range<usize>) -> Option<Range<usize>> {
        let text = self.scan.text;
        let before = &text[..mark.start];
        let parted = mark.start != self.scan.last
            || before.last().is_none_or(|byte| b".(){}".contains(byte))
            || [3, 6].iter().any(|len| {
                let tail = before.len().checked_sub(*len).map(|at| &before[at..]);
                matches!(tail.and_then(V::sign), Some((Sign::Separator, n)) if n == *len)
            });
        if !parted {
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

    /// The move that will be read at a place, if one will.
    fn move_at(&self, at: usize) -> Option<Range<usize>> {
        let text = &self.scan.text[at..];
        let class = V::PROFILE.lexis.class(*text.first()?);
        if !matches!(class, Class::Word | Class::Digit) || self.result_at(at).is_some() {
            return None;
        }
        let end = at + V::lex(text, &self.dialect)?.len;
        let ends = match class {
            Class::Digit => self.ends(end),
            _ => self.gap(end).is_some(),
        };
        ends.then_some(at..end)
    }
}
