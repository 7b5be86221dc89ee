//! The plain stretches of movetext: blanks, move numbers, moves that can be played and comments, one
//! after another. Nearly all of any file is read here.

use super::MovetextReader;
use crate::diagnostic::Sink;
use crate::event::{CommentForm, Ply, Visitor};
use crate::lexis::{Class, Lexis};
use crate::registry::VariantSet;
use crate::text::Text;
use crate::variant::{Lexed, Variant};

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// Reads on up to the first token that is anything else.
    ///
    /// What makes it fast is that it keeps its place in local variables and asks each question
    /// once for many moves.
    pub(super) fn run(&mut self) {
        let lexis = const { &V::PROFILE.lexis };
        let mut branch = match &mut self.branch {
            None if !self.tokens => return,
            Some(branch) if branch.broken.is_some() => return,
            branch => branch.as_mut(),
        };
        let scan = &mut *self.scan;
        let (text, encoding) = (scan.text, scan.chunk.encoding);
        let slice = |begin, end| Text::piece(text, begin..end, encoding);
        let (mut at, mut last) = (scan.at, scan.last);
        let mut plies = 0;
        loop {
            let begin = at;
            while let Some(&byte) = text.get(at)
                && lexis.class(byte) == Class::Blank
            {
                at += 1;
            }
            if at > begin {
                scan.visitor.trivia(slice(begin, at));
            }
            let Some(&byte) = text.get(at) else { break };
            match lexis.class(byte) {
                Class::Word => {
                    let end = match &mut branch {
                        None => {
                            let Some(Lexed { token, len }) = V::lex(&text[at..], &self.dialect)
                            else {
                                break;
                            };
                            let end = at + len;
                            if !ends_move::<V>(text, end) {
                                break;
                            }
                            scan.visitor.token::<V>(&token, slice(at, end));
                            end
                        }
                        Some(branch) => {
                            let (before, after) = branch.line.step();
                            let step = V::step(&text[at..], &self.dialect, before, after);
                            let Some((mv, len)) = step else { break };
                            let end = at + len;
                            if !ends_move::<V>(text, end) {
                                break;
                            }
                            scan.visitor.ply::<V>(&Ply {
                                mv,
                                text: slice(at, end),
                                before,
                                after,
                            });
                            branch.line.advance();
                            end
                        }
                    };
                    plies += 1;
                    at = end;
                }
                Class::Digit => {
                    let Some((number, end)) = plain_number(lexis, text, at) else {
                        break;
                    };
                    scan.visitor.number(number, slice(at, end));
                    at = end;
                }
                Class::Brace => {
                    let Some(close) = scan.comment_end(at + 1) else {
                        break;
                    };
                    let text = slice(at + 1, close);
                    scan.visitor.comment(text, CommentForm::Brace);
                    at = close + 1;
                }
                _ => break,
            }
            last = at;
        }
        scan.at = at;
        scan.last = last;
        match self.enclosing.is_empty() {
            true => scan.summary.plies += plies,
            false => scan.summary.variation_plies += plies,
        }
    }
}

/// Whether a move may end here.
#[inline(always)]
pub(super) fn ends_move<V: Variant>(text: &[u8], end: usize) -> bool {
    let lexis = const { &V::PROFILE.lexis };
    match text.get(end) {
        Some(&byte) if !lexis.ends_move(byte) => V::sign(&text[end..]).is_some(),
        _ => true,
    }
}

/// A move number with one dot or more behind it, and its end.
///
/// How long move numbers are is easily guessed, so each length has a branch of its own.
#[inline(always)]
fn plain_number(lexis: &Lexis, text: &[u8], begin: usize) -> Option<(u32, usize)> {
    let [a, b, c, d] = *text.get(begin..)?.first_chunk()?;
    let digit = |byte: u8| u32::from(byte.wrapping_sub(b'0'));
    let (number, digits) = if b == b'.' {
        (digit(a), 1)
    } else if digit(b) < 10 && c == b'.' {
        (digit(a) * 10 + digit(b), 2)
    } else if digit(b) < 10 && digit(c) < 10 && d == b'.' {
        (digit(a) * 100 + digit(b) * 10 + digit(c), 3)
    } else {
        return None;
    };
    let mut at = begin + digits + 1;
    while text.get(at) == Some(&b'.') {
        at += 1;
    }
    let glued = lexis.dotted_moves && text.get(at).is_some_and(u8::is_ascii_digit);
    (!glued).then_some((number, at))
}
