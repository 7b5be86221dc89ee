//! Words: moves, move numbers, and what is neither.

use super::MovetextReader;
use crate::diagnostic::{self, Code, Finding, Sink};
use crate::event::{Ply, Visitor};
use crate::io::MARK;
use crate::scan::choose::ends;
use crate::scan::mark;
use crate::scan::turns::{Place, is_move_like};
use crate::variant::Variant;
use crate::variant::registry::VariantSet;
use std::ops::Range;

/// The message for an unrecognized word.
const UNKNOWN: &str = "unrecognized token";

/// What separates a move from the text after it.
pub(super) enum Gap {
    /// A separator.
    Clear,
    /// Nothing, but the end of the move is clear.
    Glued(Glued),
    /// This many dots, which mean nothing.
    Dots(usize),
}

/// The text that adjoins a move: the code, and the message.
pub(super) struct Glued(&'static Code, &'static str);

impl Glued {
    const MOVE: Glued = Glued(&diagnostic::GLUED_MOVES, "no blank between two moves");
    const NUMBER: Glued = Glued(
        &diagnostic::GLUED_ROUND,
        "no blank between the move and the number that follows",
    );
    pub(super) const RESULT: Glued = Glued(
        &diagnostic::GLUED_RESULT,
        "no blank between the move and the termination marker",
    );

    /// The diagnostic, for a move that ends here.
    pub(super) fn at(self, end: usize) -> Finding {
        Finding::new(self.0, end..end, self.1).replaced_by(" ")
    }
}

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// A word: a move, or something unknown.
    #[inline]
    pub(super) fn word(&mut self) {
        let begin = self.scan.at;
        let text = self.scan.text;
        if text[begin] >= MARK[0] && mark(&text[begin..]) > 0 {
            return self.scan.pass_blanks();
        }
        if self.bare && self.begins_paragraph() {
            return;
        }
        if let Some(lexed) = V::lex_with(&text[begin..], &self.dialect) {
            let end = begin + lexed.len;
            if let Some(gap) = self.gap(end) {
                if self.skip {
                    return self.trivia(begin..end);
                }
                match gap {
                    Gap::Clear => {}
                    Gap::Glued(glued) => self.scan.find(glued.at(end)),
                    Gap::Dots(count) => self.trailing_dots(end..end + count),
                }
                self.play(lexed.token, begin..end);
                return;
            }
        }
        self.odd_word();
    }

    /// What separates a move that ends here from what follows, or `None` if it cannot end here.
    #[inline]
    pub(super) fn gap(&self, end: usize) -> Option<Gap> {
        let rest = &self.scan.text[end..];
        if self.ends(end) || V::punctuation(rest).is_some() || rest.starts_with(MARK) {
            Some(Gap::Clear)
        } else if let Some(dots) = self.dots_at(end) {
            Some(Gap::Dots(dots))
        } else if V::starts_move(rest) {
            Some(Gap::Glued(Glued::MOVE))
        } else if const { V::INFO.classes.glued_words } {
            self.glued(end).map(Gap::Glued)
        } else {
            None
        }
    }

    /// A termination marker or the number of the next move that adjoins a move.
    #[cold]
    fn glued(&self, end: usize) -> Option<Glued> {
        if self.result_at(end).is_some() || self.spaced_result_at(end).is_some() {
            return Some(Glued::RESULT);
        }
        let rest = &self.scan.text[end..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = rest[digits..].iter().take_while(|&&byte| byte == b'.');
        let behind = rest.get(digits + dots.clone().count());
        let plain = matches!(digits, 1..=3)
            && rest[0] != b'0'
            && dots.count() > 0
            && !behind.is_some_and(u8::is_ascii_digit);
        plain.then_some(Glued::NUMBER)
    }

    /// Whether a move may end here.
    #[inline]
    pub(super) fn ends(&self, end: usize) -> bool {
        ends(const { &V::INFO.classes }, self.scan.text, end)
    }

    /// A word that is not a move: a result in letters, punctuation, or something unknown.
    #[cold]
    fn odd_word(&mut self) {
        let begin = self.scan.at;
        let rest = &self.scan.text[begin..];
        if self.take_result() {
            return;
        }
        if self.begins_heading() {
            return;
        }
        if let Some((sign, len)) = V::punctuation(rest) {
            self.sign(sign, begin..begin + len);
            return;
        }
        if !self.abbreviated() {
            self.unknown_word();
        }
    }

    /// Plays a move written in a shorter form than its notation has, if exactly one legal move fits.
    fn abbreviated(&mut self) -> bool {
        let begin = self.scan.at;
        let Some(branch) = self
            .branch
            .as_mut()
            .filter(|branch| branch.broken.is_none())
        else {
            return false;
        };
        let position = branch.line.position();
        let Some((mv, len)) = V::abbreviated(&self.scan.text[begin..], position) else {
            return false;
        };
        let span = begin..begin + len;
        if self.skip || !ends_word_or_marks::<V>(&self.scan.text[span.end..]) {
            return false;
        }
        let text = self.scan.slice(span.clone());
        let mut canonical = String::new();
        V::write(&mv, position, V::Notation::default(), &mut canonical);
        let (before, after) = branch.line.play(&mv);
        self.scan.summary.count(self.enclosing.is_empty());
        self.scan.visitor.ply::<V>(&Ply {
            mv,
            text,
            before,
            after,
        });
        self.scan.at = span.end;
        self.scan.last = span.end;
        let message = format!("{text} can only mean {canonical} here");
        let finding = Finding::new(&diagnostic::ABBREVIATED_MOVE, span, message);
        self.scan.find(finding.replaced_by(canonical));
        true
    }

    /// Skips an unknown word. If it looks like a move, the line ends.
    pub(super) fn unknown_word(&mut self) {
        let begin = self.scan.at;
        let span = begin..self.word_end(begin);
        if self.asks_turns {
            self.scan.at = span.end;
            self.scan.last = span.end;
            return self.scan.visitor.unresolved(self.scan.slice(span));
        }
        if !self.skip
            && let Some(place) = self.place_of(begin)
        {
            match place {
                Place::Remark => return self.unknown(span),
                Place::Ply => return self.word_for_move(span),
                Place::End => {}
            }
        }
        let move_like = is_move_like(&self.scan.text[span.clone()]);
        if self.skip || !move_like {
            return self.unknown(span);
        }
        self.scan.at = span.end;
        self.scan.last = span.end;
        match &self.branch {
            Some(branch) if branch.broken.is_none() => {
                self.report_word(span.clone());
                self.break_line(span);
            }
            Some(_) => self.unresolved(span),
            None => {
                self.scan.summary.unresolved += 1;
                self.scan.visitor.unresolved(self.scan.slice(span));
            }
        }
    }

    /// Digits: a move number, a result, or a move.
    pub(super) fn digits(&mut self) {
        let text = self.scan.text;
        let begin = self.scan.at;
        let mut end = begin;
        let mut number = 0u32;
        while let Some(digit @ b'0'..=b'9') = text.get(end) {
            number = number
                .saturating_mul(10)
                .saturating_add(u32::from(digit - b'0'));
            end += 1;
        }
        if number == 1 && self.begins_anew() {
            return;
        }
        match text.get(end) {
            Some(b'.') => {
                if const { V::INFO.classes.dotted_moves }
                    && text
                        .get(end + 1)
                        .is_some_and(|b| b.is_ascii_digit() || *b == b'.')
                    && self.digit_move()
                {
                    return;
                }
                while text.get(end) == Some(&b'.') {
                    end += 1;
                }
            }
            // An unknown number, of which only the order is known.
            Some(b'?') if text.get(end + 1).is_none_or(u8::is_ascii_whitespace) => end += 1,
            Some(b'-' | b'/') | None if self.take_result() => return,
            _ => {
                if self.digit_move() || self.take_result() {
                    return;
                }
                let classes = const { &V::INFO.classes };
                let glued = text.get(end).is_none_or(|&byte| {
                    classes.ends_word(byte)
                        || byte.is_ascii_alphabetic()
                        || byte >= 0x80
                        || byte == b'*'
                });
                if !glued {
                    self.unknown_word();
                    return;
                }
            }
        }
        // Variations may be skipped unread.
        self.bare &= !self.enclosing.is_empty();
        self.number(number, begin..end);
    }

    /// A move that begins with a digit.
    fn digit_move(&mut self) -> bool {
        let begin = self.scan.at;
        let text = self.scan.text;
        match V::lex_with(&text[begin..], &self.dialect) {
            Some(lexed)
                if self.skip
                    && (self.ends(begin + lexed.len)
                        || self.dots_at(begin + lexed.len).is_some()) =>
            {
                self.trivia(begin..begin + lexed.len);
                true
            }
            Some(lexed) if self.ends(begin + lexed.len) => {
                self.play(lexed.token, begin..begin + lexed.len);
                true
            }
            Some(lexed) if let Some(dots) = self.dots_at(begin + lexed.len) => {
                let end = begin + lexed.len;
                self.trailing_dots(end..end + dots);
                self.play(lexed.token, begin..end);
                true
            }
            _ => false,
        }
    }

    pub(super) fn unknown(&mut self, span: Range<usize>) {
        if self.skip {
            self.trivia(span)
        } else {
            self.scan.stray(&diagnostic::UNKNOWN_TOKEN, UNKNOWN, span)
        }
    }
}

/// Whether a word may end before a text, with at most a suffix annotation or a termination marker adjoining it,
/// so that its length does not depend on the board.
fn ends_word_or_marks<V: Variant>(text: &[u8]) -> bool {
    let marks = text
        .iter()
        .take_while(|byte| matches!(byte, b'!' | b'?'))
        .count();
    let rest = &text[marks..];
    let rest = rest.strip_prefix(b"*").unwrap_or(rest);
    rest.first()
        .is_none_or(|&byte| const { &V::INFO.classes }.ends_word(byte))
}
