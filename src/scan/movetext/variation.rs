//! Variations: where they start, and where they end.

use super::MovetextReader;
use super::branch::Branch;
use crate::core::board::Side;
use crate::diagnostic::{self, Sink};
use crate::event::{Skip, Visitor};
use crate::scan::blanks;
use crate::variant::registry::VariantSet;
use crate::variant::{Position, Punctuation, Variant};

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// A variation begins, or punctuation in round brackets.
    pub(super) fn open(&mut self) {
        let begin = self.scan.at;
        if const { V::INFO.classes.open_punctuation }
            && let Some((sign, len)) = V::punctuation(&self.scan.text[begin..])
        {
            return self.sign(sign, begin..begin + len);
        }
        if self.skip {
            let end = self.pass_variation(begin);
            return self.trivia(begin..end);
        }
        if self.enclosing.len() >= self.scan.options.limits.depth {
            let end = self.pass_variation(begin);
            return self.scan.stray(
                &diagnostic::DEPTH_LIMIT,
                "variations are nested deeper than the limit",
                begin..end,
            );
        }
        self.scan.at = begin + 1;
        self.scan.last = begin + 1;
        let back = self.variation_back();
        let played = self
            .branch
            .as_ref()
            .filter(|branch| branch.broken.is_none());
        let base = played.and_then(|branch| {
            let start = branch.line.before(back)?.clone();
            let plies = branch.line.plies() as i64 - i64::from(back);
            Some(Branch::new(start, branch.count.variation(plies)))
        });
        if played.is_some() && base.is_none() {
            self.scan
                .report(&diagnostic::MISPLACED_VARIATION, begin..begin + 1, || {
                    "there is no move before it that this variation could replace; its moves \
                     are kept as text"
                        .into()
                });
        }
        let Skip(skip) = self.scan.visitor.begin_variation(back);
        if skip {
            let end = self.pass_variation(begin);
            self.trivia(begin + 1..end);
            self.scan.visitor.end_variation();
            return;
        }
        self.opened.push(begin);
        self.enclosing
            .push(std::mem::replace(&mut self.branch, base));
    }

    /// How many plies a variation that begins here goes back: 1, or 2 if its first move belongs to the other
    /// side than the last move.
    fn variation_back(&self) -> u8 {
        if !const { V::INFO.classes.variations_by_number } {
            return 1;
        }
        let line = self.branch.as_ref().map(|branch| &branch.line);
        let Some((before, _)) = line.and_then(|line| line.before(1).zip(line.before(2))) else {
            return 1;
        };
        let text = &self.scan.text[self.scan.at..];
        let digits_from = text
            .iter()
            .take_while(|b| matches!(b, b'.' | b' ' | b'\t' | b'\n' | b'\r'))
            .count();
        let mut at = digits_from;
        // A label before the number: `$[1]`.
        if let Some(label) = text.strip_prefix(b"$[")
            && let Some(close) = label.iter().position(|&b| b == b']')
        {
            at = close + 3 + blanks(&label[close + 1..]);
        }
        let text = text.get(at..).unwrap_or_default();
        let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return 1;
        }
        let after = text[digits..]
            .iter()
            .take_while(|b| matches!(b, b'.' | b'?'))
            .count();
        let text = &text[digits + after..];
        let text = &text[blanks(text)..];
        let second = after >= 3 || text.starts_with(b"...") || {
            matches!(V::punctuation(text), Some((Punctuation::Ellipsis, _)))
        };
        let first_moves = if second { Side::Second } else { Side::First };
        if before.turn() == first_moves { 1 } else { 2 }
    }

    /// The end of a skipped variation. One without its bracket is open there.
    fn pass_variation(&mut self, begin: usize) -> usize {
        self.closing(begin).unwrap_or_else(|end| {
            self.left_open = Some(end);
            // As when it is read: the blanks after it do not belong to it.
            self.scan.behind_text(end).max(begin + 1)
        })
    }

    /// The end of the variation that begins at `begin`, including its bracket, without reading it.
    pub(super) fn variation_end(&self, begin: usize) -> usize {
        self.closing(begin).unwrap_or_else(|end| end)
    }

    /// The end of a variation; an error with the cut-off position if it lacks its bracket.
    fn closing(&self, begin: usize) -> Result<usize, usize> {
        let text = self.scan.text;
        let mut depth = 0u32;
        let mut at = begin;
        while at < text.len() {
            match text[at] {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        return Ok(at + 1);
                    }
                }
                b'{' => match self.scan.comment_end(at + 1) {
                    Some(close) => at = close,
                    None => return Err(self.scan.unclosed_end(at + 1)),
                },
                b';' => at = self.scan.line_end(at) - 1,
                b'%' if self.scan.is_line_start(at) => at = self.scan.line_end(at) - 1,
                b'[' if self.scan.is_tag(at) => return Err(at),
                _ => {}
            }
            at += 1;
        }
        Err(at)
    }

    pub(super) fn close(&mut self) {
        let begin = self.scan.at;
        if self.enclosing.is_empty() {
            return self.stray_bracket();
        }
        self.scan.at = begin + 1;
        self.scan.last = begin + 1;
        self.end_variation();
    }

    pub(super) fn end_variation(&mut self) {
        self.end_line();
        self.opened.pop();
        if let Some(branch) = self.enclosing.pop() {
            self.branch = branch;
        }
        if !self.skip {
            self.scan.visitor.end_variation();
        }
    }
}
