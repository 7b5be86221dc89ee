//! Where one game ends and the next begins if only the text of the moves shows it.
//!
//! Numbers and the layout decide, not the board, so the result does not depend on what a visitor wants to
//! receive.

use super::MovetextReader;
use crate::core::byte_class::ByteClass;
use crate::core::tags::Tags;
use crate::diagnostic::{self, Sink};
use crate::event::Visitor;
use crate::io::{is_after_blank_line, trim_start};
use crate::scan::blanks;
use crate::scan::choose::{TRIED, Trial};
use crate::variant::registry::VariantSet;
use crate::variant::{Punctuation, Variant};

/// How often per game it is examined, in vain, whether another one begins.
const ASKED: u8 = 8;
/// The maximum number of lines and bytes of a heading.
const HEADING: (usize, usize) = (4, 400);

/// The contents of a stretch of the main line.
#[derive(Clone, Copy, Debug, Default)]
struct Outline {
    /// The last number; when looking ahead, the one that ends the stretch.
    number: Option<u32>,
    /// The words after that number; when looking ahead, before it.
    words: u32,
    /// All words.
    all: u32,
}

/// A piece of the main line.
enum Piece {
    /// A move number, and whether it is that of the second player's move.
    Number(u32, bool),
    /// A move, or something in the place of one.
    Word,
    /// Anything else.
    Other,
    /// The end of the game.
    End,
}

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// The piece of the main line at an offset, and its end.
    fn piece(&self, at: usize) -> (Piece, usize) {
        let classes = const { &V::INFO.classes };
        let text = self.scan.text;
        let Some(&byte) = text.get(at) else {
            return (Piece::End, at);
        };
        if !byte.is_ascii_digit()
            && let Some((_, len)) = V::punctuation(&text[at..])
        {
            return (Piece::Other, at + len);
        }
        match classes.class(byte) {
            ByteClass::Digit => self.piece_of_digits(at),
            _ if self.result_at(at).is_some() => (Piece::End, at),
            ByteClass::Word | ByteClass::Other | ByteClass::Punctuation => {
                (Piece::Word, self.word_end(at))
            }
            ByteClass::Brace => match self.scan.comment_end(at + 1) {
                Some(close) => (Piece::Other, close + 1),
                None => (Piece::End, at),
            },
            ByteClass::Semicolon => (Piece::Other, self.scan.line_end(at)),
            ByteClass::Percent if self.scan.is_line_start(at) => {
                (Piece::Other, self.scan.line_end(at))
            }
            ByteClass::Open => (Piece::Other, self.variation_end(at)),
            ByteClass::Bracket if self.scan.is_tag(at) => (Piece::End, at),
            ByteClass::Dollar => (Piece::Other, self.word_end(at)),
            _ => (Piece::Other, at + 1),
        }
    }

    fn piece_of_digits(&self, at: usize) -> (Piece, usize) {
        let text = self.scan.text;
        let mut end = at;
        let mut number = 0u32;
        while let Some(digit @ b'0'..=b'9') = text.get(end) {
            number = number
                .saturating_mul(10)
                .saturating_add(u32::from(digit - b'0'));
            end += 1;
        }
        if self.result_at(at).is_some() {
            return (Piece::End, at);
        }
        let is_number = match text.get(end) {
            Some(b'.') => {
                !(const { V::INFO.classes.dotted_moves }
                    && text.get(end + 1).is_some_and(u8::is_ascii_digit)
                    && V::lex(&text[at..], &self.dialect).is_some())
            }
            Some(b'?') => text.get(end + 1).is_none_or(u8::is_ascii_whitespace),
            Some(byte) => byte.is_ascii_whitespace(),
            None => false,
        };
        if !is_number {
            return (Piece::Word, self.word_end(at));
        }
        end += usize::from(text.get(end) == Some(&b'?'));
        let (second, end) = self.number_dots_at(end);
        (Piece::Number(number, second), end)
    }

    /// Whether the text after a number omits the first player's move, and where that text ends.
    fn number_dots_at(&self, mut end: usize) -> (bool, usize) {
        let text = self.scan.text;
        let mut dots = 0;
        loop {
            let next = end + blanks(&text[end..]);
            match text.get(next) {
                Some(b'.') => dots += 1,
                _ => {
                    return match V::punctuation(&text[next..]) {
                        Some((Punctuation::Ellipsis, len)) => (true, next + len),
                        _ => (dots > 1, end),
                    };
                }
            }
            end = next + 1;
        }
    }

    /// The end of an unknown word. An adjoining termination marker is not part of it.
    pub(super) fn word_end(&self, at: usize) -> usize {
        let classes = const { &V::INFO.classes };
        let rest = &self.scan.text[at + 1..];
        let more = rest.iter().take_while(|&&byte| !classes.ends_word(byte));
        let len = more.count();
        at + 1 + len - usize::from(len > 0 && rest[len - 1] == b'*')
    }

    /// The main line up to an offset.
    fn outline(&self, to: usize) -> Outline {
        let mut outline = Outline::default();
        let mut at = self.begin;
        while at < to {
            let (piece, end) = self.piece(at);
            match piece {
                Piece::Number(number, _) => {
                    outline.number = Some(number);
                    outline.words = 0;
                }
                Piece::Word => {
                    outline.words += 1;
                    outline.all += 1;
                }
                Piece::Other => {}
                Piece::End if end == at => return outline,
                Piece::End => {}
            }
            at = end;
        }
        outline
    }

    /// The main line from an offset up to its next number.
    fn ahead(&self, mut at: usize) -> Outline {
        let mut outline = Outline::default();
        loop {
            let (piece, end) = self.piece(at);
            match piece {
                Piece::Number(number, _) => {
                    outline.number = Some(number);
                    return outline;
                }
                Piece::Word => {
                    outline.words += 1;
                    outline.all += 1;
                }
                Piece::Other => {}
                Piece::End => return outline,
            }
            at = end;
        }
    }

    /// Whether the number one at this position begins another game: the moves before it are beyond the first,
    /// and the numbers after it do not continue as if it were a slip.
    pub(super) fn begins_anew(&mut self) -> bool {
        let at = self.scan.at;
        if !self.enclosing.is_empty() || self.asked_anew >= ASKED || self.scan.last <= self.begin {
            return false;
        }
        let (Piece::Number(1, false), end) = self.piece(at) else {
            return false;
        };
        self.asked_anew += 1;
        let before = self.outline(at);
        if before.all == 0 {
            return false;
        }
        let after = self.ahead(end);
        let number = before.number.unwrap_or(0);
        let new = match after.number {
            // No moves follow.
            _ if after.words == 0 => false,
            // The second player's move with a number of its own.
            Some(2) | None if number == 1 && before.words == 1 && after.words == 1 => false,
            Some(1 | 2) => true,
            Some(next) if number > 0 && (1..=2).contains(&next.saturating_sub(number)) => false,
            _ => self.scan.is_at_line_start(at) || self.follows_mate(at),
        };
        if new {
            self.end_at_restart(at..end, "the move numbers begin at 1 again: the next game");
        }
        new
    }

    fn end_at_restart(&mut self, span: std::ops::Range<usize>, message: &'static str) {
        self.scan
            .report(&diagnostic::UNTITLED_GAME, span, || message.into());
        self.ended = true;
    }

    /// Whether the last word before an offset is marked as mate.
    fn follows_mate(&self, at: usize) -> bool {
        self.scan.text[..at].trim_ascii_end().ends_with(b"#")
    }

    /// Whether a word here begins another game: in a record without tags and numbers, after a blank line, if
    /// the whole paragraph is playable from the start.
    pub(super) fn begins_paragraph(&mut self) -> bool {
        let at = self.scan.at;
        if !self.bare
            || !self.enclosing.is_empty()
            || self.asked_anew >= ASKED
            || self.scan.last <= self.begin
            || !is_after_blank_line(self.scan.text, at)
        {
            return false;
        }
        self.asked_anew += 1;
        let mut words = 0;
        let mut end = at;
        while words < TRIED {
            let (piece, next) = self.piece(end);
            match piece {
                Piece::Word if end > at && is_after_blank_line(self.scan.text, end) => break,
                Piece::Word => words += 1,
                Piece::Number(..) => return false,
                Piece::Other => {}
                Piece::End => break,
            }
            end = next;
        }
        let trial = Trial {
            tags: Tags::new(&[], self.scan.text, self.scan.chunk.encoding),
            movetext: &self.scan.text[at..end],
            moves: words,
        };
        let new = words > 0 && crate::variant::registry::WithVariant::run::<V>(trial) == words;
        if new {
            let end = self.word_end(at);
            self.end_at_restart(
                at..end,
                "after a blank line the moves begin at the start again: the next game",
            );
        }
        new
    }

    /// Whether there is a heading here: after a blank line, before a line that begins with move number one. It
    /// ends the game.
    #[cold]
    pub(super) fn begins_heading(&mut self) -> bool {
        let at = self.scan.at;
        let text = self.scan.text;
        // So does a tag section that lacks its first bracket.
        if is_after_blank_line(text, at) && self.scan.begins_with_open_tag(at) {
            self.ended = true;
            return true;
        }
        if !self.enclosing.is_empty()
            || self.asked_anew >= ASKED
            || self.scan.last <= self.begin
            || !is_after_blank_line(text, at)
        {
            return false;
        }
        let (lines, bytes) = HEADING;
        let near = &text[at..text.len().min(at + bytes)];
        if trim_start(near).starts_with(b"[") {
            return false;
        }
        let mut begins = memchr::memchr2_iter(b'\n', b'\r', near)
            .map(|end| at + end + 1)
            .filter(|&line| !matches!(text.get(line), Some(b'\n' | b'\r') | None))
            // Text after a tag pair belongs to another game.
            .take_while(|&line| text[line + blanks(&text[line..])..].first() != Some(&b'['))
            .take(lines);
        let heads = begins.any(|line| {
            let start = line + blanks(&text[line..]);
            matches!(self.piece(start), (Piece::Number(1, false), _))
        });
        if heads && !self.is_passed_move(at) {
            self.asked_anew += 1;
            self.ended = self.outline(at).all > 0;
        }
        self.ended
    }

    /// Whether a word is a move in the piece letters that the tags define, which are unknown where the movetext
    /// is skipped.
    fn is_passed_move(&self, at: usize) -> bool {
        if !self.skip || self.scan.tags.is_empty() {
            return false;
        }
        let tags = Tags::new(self.scan.tags, self.scan.text, self.scan.chunk.encoding);
        let Ok(start) = V::initial_state(&tags, &mut Vec::new()) else {
            return false;
        };
        let start = self.scan.with_options::<V>(start);
        V::lex_with(&self.scan.text[at..], &start.dialect)
            .is_some_and(|lexed| self.gap(at + lexed.len).is_some())
    }

    /// Whether the tag pair here is inside the movetext of a game that continues after it, according to its
    /// numbers; and its end.
    pub(super) fn inner_tag(&mut self) -> Option<usize> {
        let at = self.scan.at;
        if !self.enclosing.is_empty()
            || self.left_open == Some(at)
            || self.asked_anew >= ASKED
            || is_after_blank_line(self.scan.text, at)
            || self.scan.tags.is_empty()
        {
            return None;
        }
        let first = self.scan.tag_end(at)?;
        self.asked_anew += 1;
        let mut end = first;
        loop {
            let next = end + blanks(&self.scan.text[end..]);
            if self.scan.text.get(next) != Some(&b'[') {
                break;
            }
            end = self.scan.tag_end(next)?;
        }
        let before = self.outline(at);
        let number = before.number?;
        let after = self.ahead(end);
        let goes_on = match after.number {
            Some(next) if next > 1 => {
                (next.checked_sub(number) == Some(1) && before.words + after.words <= 2)
                    || (next == number && before.words == 1 && after.words == 0)
            }
            _ => false,
        };
        goes_on.then_some(first)
    }
}
