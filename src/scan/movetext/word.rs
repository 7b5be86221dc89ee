//! Words: moves, move numbers, and what is neither.

use super::MovetextReader;
use crate::diagnostic::{self, Code, Finding, Sink};
use crate::event::Visitor;
use crate::registry::VariantSet;
use crate::scan::choose::ends;
use crate::variant::Variant;
use std::ops::Range;

/// What is said of a word that nobody knows.
const UNKNOWN: &str = "this is neither a move nor anything else that is known";

/// What parts a move from what follows it.
pub(super) enum Gap {
    /// Something does.
    Clear,
    /// Nothing does, but it is plain where the move ends.
    Glued(Glued),
}

/// What stands against a move: the code, and what is said of it.
pub(super) struct Glued(&'static Code, &'static str);

impl Glued {
    const MOVE: Glued = Glued(&diagnostic::GLUED_MOVES, "nothing stands between two moves");
    const NUMBER: Glued = Glued(
        &diagnostic::GLUED_ROUND,
        "nothing stands between the move and the number that follows",
    );
    pub(super) const RESULT: Glued = Glued(
        &diagnostic::GLUED_RESULT,
        "nothing stands between the move and the termination marker",
    );

    /// The finding, for a move that ends here.
    pub(super) fn at(self, end: usize) -> Finding {
        Finding::new(self.0, end..end, self.1).replaced_by(" ")
    }
}

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// A word: a move, else something that is not known.
    #[inline]
    pub(super) fn word(&mut self) {
        let begin = self.scan.at;
        let text = self.scan.text;
        if !self.skip
            && let Some(lexed) = V::lex(&text[begin..], &self.dialect)
        {
            let end = begin + lexed.len;
            if let Some(gap) = self.gap(end) {
                if let Gap::Glued(glued) = gap {
                    self.scan.find(glued.at(end));
                }
                self.play(lexed.token, begin..end);
                return;
            }
        }
        self.odd_word();
    }

    /// What parts a move that ends here from what follows; none if it cannot end here.
    #[inline]
    pub(super) fn gap(&self, end: usize) -> Option<Gap> {
        let rest = &self.scan.text[end..];
        if self.ends(end) || V::sign(rest).is_some() {
            Some(Gap::Clear)
        } else if V::abuts(rest) {
            Some(Gap::Glued(Glued::MOVE))
        } else if const { V::PROFILE.lexis.glued_words } {
            self.glued(end).map(Gap::Glued)
        } else {
            None
        }
    }

    /// A termination marker or the number of the next move, written against a move.
    #[cold]
    fn glued(&self, end: usize) -> Option<Glued> {
        if self.result_at(end).is_some() {
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
        ends(const { &V::PROFILE.lexis }, self.scan.text, end)
    }

    /// A word that is no move: a result in letters, a sign, or something unknown.
    #[cold]
    fn odd_word(&mut self) {
        let begin = self.scan.at;
        let rest = &self.scan.text[begin..];
        if self.take_result() {
            return;
        }
        if let Some((sign, len)) = V::sign(rest) {
            self.sign(sign, begin..begin + len);
            return;
        }
        self.unknown_word();
    }

    /// Passes a word that is not known. If it looks like a move the line cannot be played on.
    pub(super) fn unknown_word(&mut self) {
        let lexis = const { &V::PROFILE.lexis };
        let begin = self.scan.at;
        let len = 1 + self.scan.text[begin + 1..]
            .iter()
            .take_while(|&&byte| !lexis.ends_word(byte))
            .count();
        let span = begin..begin + len;
        let word = &self.scan.text[span.clone()];
        let move_like = word.iter().any(u8::is_ascii_digit)
            && word.iter().any(|b| b.is_ascii_alphabetic() || *b >= 0x80)
            && word.len() <= 24;
        if self.skip || !move_like {
            return self.unknown(span);
        }
        self.scan.at = span.end;
        self.scan.last = span.end;
        match &self.branch {
            Some(branch) if branch.broken.is_none() => {
                self.scan
                    .report(&diagnostic::UNKNOWN_TOKEN, span.clone(), || {
                        format!(
                            "{} is not a move in any notation of {}",
                            String::from_utf8_lossy(word),
                            V::PROFILE.name
                        )
                        .into()
                    });
                self.break_line(span);
            }
            Some(_) => self.unplayed(span),
            None => {
                self.scan.summary.unresolved += 1;
                self.scan.visitor.unplayed(self.scan.slice(span));
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
        match text.get(end) {
            Some(b'.') => {
                if const { V::PROFILE.lexis.dotted_moves }
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
            // An unknown number of which only the order is known.
            Some(b'?') if text.get(end + 1).is_none_or(u8::is_ascii_whitespace) => end += 1,
            Some(b'-' | b'/') | None if self.take_result() => return,
            _ => {
                if self.digit_move() || self.take_result() {
                    return;
                }
                let lexis = const { &V::PROFILE.lexis };
                let glued = text.get(end).is_none_or(|&byte| {
                    lexis.ends_word(byte) || byte.is_ascii_alphabetic() || byte >= 0x80
                });
                if !glued {
                    self.unknown_word();
                    return;
                }
            }
        }
        let span = begin..end;
        if !self.skip {
            self.scan
                .visitor
                .number(number, self.scan.slice(span.clone()));
        }
        self.scan.at = span.end;
        self.scan.last = span.end;
    }

    /// A move that begins with a digit.
    fn digit_move(&mut self) -> bool {
        let begin = self.scan.at;
        let text = self.scan.text;
        if self.skip {
            return false;
        }
        match V::lex(&text[begin..], &self.dialect) {
            Some(lexed) if self.ends(begin + lexed.len) => {
                self.play(lexed.token, begin..begin + lexed.len);
                true
            }
            _ => false,
        }
    }

    pub(super) fn unknown(&mut self, span: Range<usize>) {
        match self.skip {
            true => self.trivia(span),
            false => self.scan.stray(&diagnostic::UNKNOWN_TOKEN, UNKNOWN, span),
        }
    }
}
