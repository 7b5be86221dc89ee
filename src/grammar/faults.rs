//! All positions where a game does not conform.
//!
//! A parser stops at the first fault. The text after that is parsed from the next token on, as the rest of a
//! game: each stretch of the text is parsed about once, however many faults there are.

use super::{Cited, DEEPEST, Entry, Goal, Grammar, GrammarError, GrammarErrorKind, depth, lane};
use crate::core::limits::Limits;
use std::ops::Range;

/// The context of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Around {
    /// A comment, or a tag value, that ends there, including its closing character.
    Comment(usize),
    Value(usize),
    /// A tag pair that ends there, outside its value.
    Pair(usize),
    Movetext,
}

pub(super) fn find<V: Grammar>(text: &str, limits: &Limits, most: usize) -> Vec<GrammarError> {
    let mut found = Vec::new();
    let mut next = lane::check::<V>(Entry::Document, text, limits).err();
    if depth::too_deep(text, limits.depth.min(DEEPEST)).is_some() {
        return next.into_iter().collect();
    }
    let mut from = 0;
    while let Some(error) = next {
        let at = error.span.start;
        let around = around(text, from, at);
        // The parser advances by tokens; a fault inside one of them has its own position.
        from = match around {
            Around::Comment(end) | Around::Value(end) => {
                let value = matches!(around, Around::Value(_));
                let before = found.len();
                unprintable::<V>(text, at..end, value, &error, &mut found);
                if found.len() == before {
                    found.push(error);
                }
                end
            }
            Around::Pair(end) => {
                found.push(refined::<V>(text, error));
                end
            }
            Around::Movetext => {
                let end = token_end(text, at);
                found.push(refined::<V>(text, error));
                end
            }
        };
        // The rest of a pair with a faulty value.
        if let Around::Value(_) = around {
            from = pair_end(text, from);
        }
        // At least something was skipped.
        if from <= at {
            from = at + text[at..].chars().next().map_or(1, char::len_utf8);
        }
        if from >= text.len() || found.len() >= most {
            break;
        }
        next = GrammarError::find::<V>(Goal::Resumption, &text[from..], from);
    }
    found
}

/// The context of an offset. The text from `from` on begins outside comments and tag pairs.
fn around(text: &str, from: usize, at: usize) -> Around {
    let bytes = text.as_bytes();
    let end_of = |start: usize, sign: &[u8]| {
        let rest = &bytes[start..];
        let end = rest.iter().position(|byte| sign.contains(byte));
        end.map_or(bytes.len(), |end| start + end + 1)
    };
    let mut here = from;
    while here < at {
        here = match bytes[here] {
            b'{' => {
                let end = end_of(here, b"}");
                if end > at {
                    return Around::Comment(end);
                }
                end
            }
            b'%' if here == 0 || matches!(bytes[here - 1], b'\n' | b'\r') => end_of(here, b"\r\n"),
            b'[' => match pair(bytes, here, at) {
                Ok(end) => end,
                Err(around) => return around,
            },
            _ => here + 1,
        };
    }
    match bytes.get(at) {
        Some(b'{') => Around::Comment(end_of(at, b"}")),
        Some(b'[') => match pair(bytes, at, at) {
            Ok(_) => Around::Pair(pair_end(text, at)),
            Err(around) => around,
        },
        _ => Around::Movetext,
    }
}

/// The end of the tag pair that begins at a bracket, if it ends before `at`; else what `at` lies in.
fn pair(bytes: &[u8], open: usize, at: usize) -> Result<usize, Around> {
    let mut quoted = None;
    let mut here = open + 1;
    while let Some(byte) = bytes.get(here) {
        match byte {
            b'\\' if quoted.is_some() => here += 1,
            b'"' => match quoted {
                None => quoted = Some(here),
                Some(begin) => {
                    if (begin..=here).contains(&at) {
                        return Err(Around::Value(here + 1));
                    }
                    quoted = None;
                }
            },
            b']' if quoted.is_none() => {
                return if here < at {
                    Ok(here + 1)
                } else {
                    Err(Around::Pair(here + 1))
                };
            }
            b'\n' | b'\r' => break,
            _ => {}
        }
        here += 1;
    }
    // It never ends; it takes the rest of its line.
    if here < at {
        Ok(here)
    } else {
        Err(Around::Pair(here.min(bytes.len())))
    }
}

/// The offset after the bracket that closes a tag pair, or the end of the line.
fn pair_end(text: &str, from: usize) -> usize {
    let rest = &text.as_bytes()[from..];
    let end = rest
        .iter()
        .position(|byte| matches!(byte, b']' | b'\n' | b'\r'));
    match end {
        Some(end) if rest[end] == b']' => from + end + 1,
        Some(end) => from + end,
        None => text.len(),
    }
}

/// The end of the token at an offset of the movetext, at least one character.
fn token_end(text: &str, at: usize) -> usize {
    let ends = |c: char| c.is_whitespace() || c.is_control() || "()[]{};$*,!?".contains(c);
    let mut chars = text[at..].char_indices();
    let Some((_, first)) = chars.next() else {
        return text.len();
    };
    if first == ';' {
        return text[at..]
            .find(['\n', '\r'])
            .map_or(text.len(), |end| at + end);
    }
    if ends(first) {
        return at + first.len_utf8();
    }
    let end = chars.find(|(_, c)| ends(*c));
    end.map_or(text.len(), |(len, _)| at + len)
}

/// Whether the word around an offset is a move number and more.
fn has_glued_number(text: &str, at: usize) -> bool {
    const LONGEST: usize = 32;
    let from = text.floor_char_boundary(at.saturating_sub(LONGEST));
    let blank = text[from..at]
        .char_indices()
        .rfind(|(_, c)| c.is_whitespace());
    let begin = blank.map_or(from, |(blank, c)| from + blank + c.len_utf8());
    let word = text[begin..].trim_start_matches(|c: char| c.is_ascii_digit());
    let behind = word
        .strip_prefix('.')
        .filter(|_| word.len() < text.len() - begin);
    behind.is_some_and(|behind| behind.starts_with(char::is_alphanumeric))
}

/// An error for each character that is not allowed in a comment or value.
fn unprintable<V: Grammar>(
    text: &str,
    place: Range<usize>,
    value: bool,
    error: &GrammarError,
    found: &mut Vec<GrammarError>,
) {
    for (offset, c) in text[place.clone()].char_indices() {
        let fits = match c {
            '\t' | '\u{0B}' | '\n' | '\r' => !value,
            c => !c.is_control(),
        };
        if !fits {
            let start = place.start + offset;
            found.push(refined::<V>(
                text,
                GrammarError {
                    span: start..start + c.len_utf8(),
                    kind: GrammarErrorKind::Unprintable { found: c, value },
                    requirements: error.requirements,
                },
            ));
        }
    }
}

/// The error with the requirements that its position shows.
fn refined<V: Grammar>(text: &str, error: GrammarError) -> GrammarError {
    let at = error.span.start;
    let Some(found) = text[at..].chars().next() else {
        return error;
    };
    let value = matches!(
        error.kind,
        GrammarErrorKind::Unprintable { value: true, .. }
    );
    let before = text[..at].trim_end();
    let place = if found.is_control() && !matches!(found, '\n' | '\r' | '\t') || value {
        Fault::Character {
            character: found,
            value,
        }
    } else if found == ')' && before.ends_with('(') {
        Fault::EmptyVariation
    } else if matches!(found, '\n' | '\r')
        || text[at..].starts_with(",\n")
        || text[at..].starts_with(",\r")
    {
        Fault::LineBreak
    } else if found == ';' {
        Fault::LineComment
    } else if has_glued_number(text, at) {
        Fault::GluedNumber
    } else if found == '…' || text[at..].starts_with("...") {
        Fault::Ellipsis
    } else if !found.is_ascii() {
        Fault::BeyondAscii
    } else {
        return error;
    };
    let kind = match (place, error.kind) {
        (Fault::Character { value, .. }, GrammarErrorKind::Syntax { .. }) => {
            GrammarErrorKind::Unprintable { found, value }
        }
        (_, kind) => kind,
    };
    let Cited { own, .. } = V::cite(place);
    GrammarError {
        requirements: if own.is_empty() {
            error.requirements
        } else {
            own
        },
        kind,
        ..error
    }
}

/// A fault whose position shows the violated requirement.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A character that is not allowed there.
    Character {
        /// Which one.
        character: char,
        /// Whether it is in a tag value.
        value: bool,
    },
    /// `()`
    EmptyVariation,
    /// An ellipsis that is not at the beginning of a line of moves.
    Ellipsis,
    /// The end of a line inside a round.
    LineBreak,
    /// A comment to the end of the line.
    LineComment,
    /// A move number without a blank before the move.
    GluedNumber,
    /// A character beyond ASCII in a token.
    BeyondAscii,
}
