//! Movetext that nobody wants.

use super::MovetextReader;
use crate::diagnostic::Sink;
use crate::event::Visitor;
use crate::lexis::Class;
use crate::registry::VariantSet;
use crate::variant::{Profile, Variant};

/// Which bytes termination markers of the variant begin with.
const fn result_starts(profile: &Profile) -> [bool; 256] {
    let mut starts = [false; 256];
    let mut index = 0;
    while index < profile.results.len() {
        starts[profile.results[index].0.as_bytes()[0] as usize] = true;
        index += 1;
    }
    starts
}

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// Passes on over what cannot end the game, where the visitor does not want the movetext.
    pub(super) fn pass(&mut self) {
        let lexis = const { &V::PROFILE.lexis };
        let result_starts = const { &result_starts(&V::PROFILE) };
        let text = self.scan.text;
        let begin = self.scan.at;
        let mut at = begin;
        while let Some(&byte) = text.get(at) {
            match lexis.class(byte) {
                Class::Blank => {
                    at += 1;
                    continue;
                }
                Class::Dot | Class::Glyph => at += 1,
                Class::Word if !result_starts[usize::from(byte)] => {
                    at += 1;
                    while let Some(&byte) = text.get(at)
                        && matches!(lexis.class(byte), Class::Word | Class::Digit | Class::Other)
                    {
                        at += 1;
                    }
                }
                Class::Digit => {
                    let mut end = at;
                    while text.get(end).is_some_and(u8::is_ascii_digit) {
                        end += 1;
                    }
                    // What else begins with digits may be a termination marker.
                    if text.get(end) != Some(&b'.') {
                        break;
                    }
                    at = end;
                }
                Class::Brace => match self.scan.comment_end(at + 1) {
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
