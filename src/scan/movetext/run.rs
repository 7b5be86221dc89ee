//! The plain stretches of movetext: blanks, move numbers, playable moves and comments, one after another.
//! Nearly all of any file is read here.

use super::MovetextReader;
use crate::core::byte_class::{ByteClass, ByteClasses};
use crate::core::text::Text;
use crate::diagnostic::Sink;
use crate::event::{CommentForm, Ply, Visitor};
use crate::scan::turns::numbered_ply;
use crate::variant::registry::VariantSet;
use crate::variant::{Lexed, Variant};

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// Reads on up to the first token that is anything else.
    ///
    /// It is fast because it keeps its state in local variables and tests each condition once for many moves.
    pub(super) fn run(&mut self) {
        let classes = const { &V::INFO.classes };
        let mut branch = match &mut self.branch {
            None if !self.tokens => return,
            Some(branch) if branch.broken.is_some() => return,
            branch => branch.as_mut(),
        };
        let scan = &mut *self.scan;
        let (text, encoding) = (scan.text, scan.chunk.encoding);
        let slice = |begin, end| Text::piece(text, begin..end, encoding);
        let (mut at, mut last) = (scan.at, scan.last);
        let start = self.begin;
        let mut plies = 0;
        loop {
            let begin = at;
            while let Some(&byte) = text.get(at)
                && classes.class(byte) == ByteClass::Blank
            {
                at += 1;
            }
            if at > begin {
                scan.visitor.trivia(slice(begin, at));
            }
            let Some(&byte) = text.get(at) else { break };
            match classes.class(byte) {
                ByteClass::Word => {
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
                            let step = V::parse_and_play(&text[at..], &self.dialect, before, after);
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
                ByteClass::Digit => {
                    let Some((number, second, end)) = plain_number(classes, text, at) else {
                        break;
                    };
                    // After anything else number one may begin another game.
                    if number == 1 && !second && last > start
                        || branch.as_ref().is_some_and(|branch| {
                            numbered_ply(number, second)
                                != branch.count.base + branch.line.plies() as i64
                        })
                    {
                        break;
                    }
                    scan.visitor.number(number, slice(at, end));
                    at = end;
                }
                ByteClass::Brace => {
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
        if self.enclosing.is_empty() {
            scan.summary.plies += plies
        } else {
            scan.summary.variation_plies += plies
        }
    }
}

/// Whether a move may end here.
#[inline(always)]
pub(super) fn ends_move<V: Variant>(text: &[u8], end: usize) -> bool {
    let classes = const { &V::INFO.classes };
    match text.get(end) {
        Some(&byte) if !classes.ends_move(byte) => V::punctuation(&text[end..]).is_some(),
        _ => true,
    }
}

/// A move number followed by one dot or more, whether there are more, and its end.
///
/// The length of move numbers is predictable, so each length has its own branch.
#[inline(always)]
fn plain_number(classes: &ByteClasses, text: &[u8], begin: usize) -> Option<(u32, bool, usize)> {
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
    let dot = begin + digits + 1;
    let mut at = dot;
    while text.get(at) == Some(&b'.') {
        at += 1;
    }
    let glued = classes.dotted_moves && text.get(at).is_some_and(u8::is_ascii_digit);
    (!glued).then_some((number, at > dot, at))
}
