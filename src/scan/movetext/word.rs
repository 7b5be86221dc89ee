//! Words: moves, move numbers, and what is neither.

use super::MovetextReader;
use crate::diagnostic::{self, Finding, Sink};
use crate::event::Visitor;
use crate::registry::VariantSet;
use crate::scan::choose::ends;
use crate::variant::Variant;
use std::ops::Range;

/// What is said of a word that nobody knows.
const UNKNOWN: &str = "this is neither a move nor anything else that is known";

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// A word: a move, else something that is not known.
    #[inline]
    pub(super) fn word(&mut self) {
        let begin = self.scan.at;
        let text = self.scan.text;
        if !self.skip
            && let Some(lexed) = V::lex_as(&text[begin..], &self.dialect)
        {
            let end = begin + lexed.len;
            if ends(const { &V::PROFILE.lexis }, text, end) || V::sign(&text[end..]).is_some() {
                self.play(lexed.token, begin..end);
                return;
            }
            if V::abuts(&text[end..]) {
                self.scan.find(
                    Finding::new(
                        &diagnostic::GLUED_MOVES,
                        end..end,
                        "nothing stands between two moves",
                    )
                    .replaced_by(" "),
                );
                self.play(lexed.token, begin..end);
                return;
            }
        }
        self.odd_word();
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
                let hint = self.hint();
                self.scan
                    .report(&diagnostic::UNKNOWN_TOKEN, span.clone(), || {
                        format!(
                            "{} is not a move in any notation of {}{hint}",
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
        match V::lex_as(&text[begin..], &self.dialect) {
            Some(lexed) if ends(const { &V::PROFILE.lexis }, text, begin + lexed.len) => {
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
