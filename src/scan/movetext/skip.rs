//! Movetext that the visitor skips.

use super::MovetextReader;
use super::run::ends_move;
use crate::core::byte_class::ByteClass;
use crate::diagnostic::Sink;
use crate::event::Visitor;
use crate::io::{MARK, is_after_blank_line};
use crate::variant::registry::VariantSet;
use crate::variant::{Variant, VariantInfo};

/// The bytes that the variant's termination markers begin with.
const fn result_starts(info: &VariantInfo) -> [bool; 256] {
    let mut starts = [false; 256];
    let mut index = 0;
    while index < info.results.len() {
        starts[info.results[index].0.as_bytes()[0] as usize] = true;
        index += 1;
    }
    starts
}

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// Skips what cannot end the game, if the visitor does not want the movetext.
    pub(super) fn pass(&mut self) {
        let classes = const { &V::INFO.classes };
        let result_starts = const { &result_starts(&V::INFO) };
        let text = self.scan.text;
        let begin = self.scan.at;
        let mut at = begin;
        while let Some(&byte) = text.get(at) {
            match classes.class(byte) {
                ByteClass::Blank => {
                    at += 1;
                    continue;
                }
                ByteClass::Dot | ByteClass::Suffix => at += 1,
                ByteClass::Word if !result_starts[usize::from(byte)] => {
                    // The end of a move is found at once; that of another word, byte by byte.
                    let rest = &text[at..];
                    at = match V::lex(rest, &self.dialect) {
                        Some(lexed) if ends_move::<V>(text, at + lexed.len) => at + lexed.len,
                        // Perhaps moves glued to each other, a heading, or a byte order mark.
                        Some(_) => break,
                        None if byte >= MARK[0] || is_after_blank_line(text, at) => break,
                        None if V::punctuation(rest).is_some() => break,
                        None if V::lex_with(rest, &self.dialect).is_some() => break,
                        None => self.word_end(at),
                    };
                }
                ByteClass::Digit => {
                    let mut end = at;
                    while text.get(end).is_some_and(u8::is_ascii_digit) {
                        end += 1;
                    }
                    // Anything else that begins with digits may be a termination marker.
                    if text.get(end) != Some(&b'.')
                        || text[at..end] == *b"1"
                        || classes.dotted_moves && text.get(end + 1).is_some_and(u8::is_ascii_digit)
                    {
                        break;
                    }
                    at = end;
                }
                ByteClass::Brace => match self.scan.comment_end(at + 1) {
                    Some(close) => at = close + 1,
                    None => break,
                },
                _ => break,
            }
            self.scan.last = at;
        }
        if at > begin {
            self.scan.visitor.trivia(self.scan.slice(begin..at));
            self.scan.at = at;
        }
    }
}
