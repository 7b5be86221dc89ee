//! The movetext: one loop for all variants, compiled for each.

mod branch;
mod ending;
mod mark;
mod run;
mod skip;
mod variation;
mod word;

use super::Scan;
use super::choose::Choice;
use crate::diagnostic::{self, Sink};
use crate::event::{Level, Visitor};
use crate::lexis::Class;
use crate::outcome::Outcome;
use crate::pgn;
use crate::registry::{Task, VariantSet};
use crate::tags::Tags;
use crate::variant::{Sign, Start, Variant};
use branch::Branch;
use std::ops::Range;
use word::Glued;

impl<S: VariantSet, W: Visitor, K: Sink> Scan<'_, '_, S, W, K> {
    /// Reads the movetext of the game; the scanner stands after the tag section.
    pub(super) fn read_movetext(&mut self, choice: Choice) {
        let variant = choice.variant;
        S::run(variant, Movetext { scan: self, choice });
    }
}

/// Reading the movetext, as work for the variant that was chosen.
struct Movetext<'m, 'c, 's, S, W, K> {
    scan: &'m mut Scan<'c, 's, S, W, K>,
    choice: Choice,
}

impl<S: VariantSet, W: Visitor, K: Sink> Task for Movetext<'_, '_, '_, S, W, K> {
    type Output = ();

    fn run<V: Variant>(self) {
        let scan = self.scan;
        scan.check_duplicates(V::PROFILE.repeatable);
        let level = {
            let tags = Tags::new(scan.tags, scan.text, scan.chunk.encoding);
            scan.visitor.tags(&tags, const { &V::PROFILE })
        };
        let skip = level == Level::Skip;
        let start = match self.choice.replay && !skip {
            true => scan.start::<V>(),
            false => None,
        };
        match &start {
            Some(start) => scan.visitor.begin_movetext(start),
            None if !skip => scan.visitor.begin_unplayed(const { &V::PROFILE }),
            None => {}
        }
        let tokens = level == Level::Tokens && start.is_some();
        let (position, dialect) = match start {
            Some(start) => (Some(start.position), start.dialect),
            None => (None, V::Dialect::default()),
        };
        let reader = MovetextReader::<V, S, W, K> {
            branch: position.filter(|_| !tokens).map(Branch::new),
            skip,
            tokens,
            ..MovetextReader::new(scan, dialect)
        };
        reader.read();
    }
}

impl<S: VariantSet, W: Visitor, K: Sink> Scan<'_, '_, S, W, K> {
    /// What the options say of the way that moves are written.
    fn with_options<V: Variant>(&self, mut start: Start<V>) -> Start<V> {
        start.dialect = V::with_strictness(start.dialect, self.options.strictness);
        if !self.options.notation.is_empty()
            && let Some(notation) = pgn::notation::<V>(&self.options.notation)
        {
            V::expect(notation, &mut start.dialect);
        }
        start
    }

    /// Sets the start position up.
    fn start<V: Variant>(&mut self) -> Option<Start<V>> {
        let mut notes = std::mem::take(self.notes);
        let tags = Tags::new(self.tags, self.text, self.chunk.encoding);
        let start = V::start(&tags, &mut notes);
        for note in notes.drain(..) {
            let span = self.tags[note.tag].span.clone();
            self.report(note.code, span, || note.message);
        }
        *self.notes = notes;
        match start {
            Ok(start) => Some(self.with_options(start)),
            Err(error) => {
                let span = self.tags[error.tag].span.clone();
                self.report(&diagnostic::UNREADABLE_SETUP, span, || {
                    format!("{}; the moves are kept as text", error.message).into()
                });
                None
            }
        }
    }
}

pub(super) struct MovetextReader<'m, 'c, 's, V: Variant, S, W, K> {
    scan: &'m mut Scan<'c, 's, S, W, K>,
    dialect: V::Dialect,
    /// The line being read; none if its moves are not played.
    branch: Option<Branch<V::Position>>,
    /// The lines around it.
    enclosing: Vec<Option<Branch<V::Position>>>,
    /// Where the movetext begins.
    begin: usize,
    /// The game was asked which convention it keeps to.
    asked: bool,
    /// The visitor does not want the movetext.
    skip: bool,
    /// The visitor wants the moves taken apart, but not played.
    tokens: bool,
    /// Where the last comment that takes a line to its end, or the last escaped line, ends.
    remark: usize,
    /// The termination marker of the game, once read.
    result: Option<(Outcome, Range<usize>)>,
}

impl<'m, 'c, 's, V: Variant, S: VariantSet, W: Visitor, K: Sink>
    MovetextReader<'m, 'c, 's, V, S, W, K>
{
    fn new(scan: &'m mut Scan<'c, 's, S, W, K>, dialect: V::Dialect) -> Self {
        MovetextReader {
            dialect,
            branch: None,
            enclosing: Vec::new(),
            begin: scan.at,
            asked: false,
            skip: false,
            tokens: false,
            result: None,
            remark: 0,
            scan,
        }
    }

    /// A reader of the moves from where the scanner stands, which start from a known position.
    pub(super) fn of_game(scan: &'m mut Scan<'c, 's, S, W, K>, start: Start<V>) -> Self {
        MovetextReader {
            branch: Some(Branch::new(start.position)),
            ..MovetextReader::new(scan, start.dialect)
        }
    }
}

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    pub(super) fn read(mut self) {
        let lexis = const { &V::PROFILE.lexis };
        loop {
            match self.skip {
                true => self.pass(),
                false => self.run(),
            }
            let Some(&byte) = self.scan.text.get(self.scan.at) else {
                break;
            };
            match lexis.class(byte) {
                Class::Blank => self.scan.pass_blanks(),
                Class::Word => self.word(),
                Class::Digit => self.digits(),
                Class::Brace => self.comment(),
                Class::Dot => self.dots(),
                Class::Glyph => self.glyph(),
                Class::Dollar => self.dollar(),
                Class::Open => self.open(),
                Class::Close => self.close(),
                Class::Star => self.star(),
                Class::Sign | Class::Other => self.sign_or_word(),
                Class::Semicolon => self.line_comment(),
                Class::Percent if self.scan.is_line_start(self.scan.at) => {
                    self.scan.pass_escaped_line();
                    self.remark = self.scan.at;
                }
                Class::Bracket if self.scan.is_tag(self.scan.at) => {
                    self.end_at_tag();
                    break;
                }
                Class::Percent | Class::Bracket => self.unknown_word(),
                Class::Stray => self.stray_bracket(),
            }
            if self.result.is_some() && !self.tail() {
                break;
            }
        }
        self.finish();
    }

    fn trivia(&mut self, span: Range<usize>) {
        self.scan.visitor.trivia(self.scan.slice(span.clone()));
        self.scan.at = span.end;
        self.scan.last = span.end;
    }

    /// `*`, which may follow a move directly.
    fn star(&mut self) {
        let begin = self.scan.at;
        let glued = const { V::PROFILE.lexis.glued_words }
            && !self.skip
            && begin == self.scan.last
            && self.scan.text[..begin]
                .last()
                .is_some_and(|before| !b"(){}.!?".contains(before));
        if !self.take_result() {
            self.unknown_word();
        } else if glued {
            self.scan.find(Glued::RESULT.at(begin));
        }
    }

    fn dots(&mut self) {
        let begin = self.scan.at;
        let len = self.scan.text[begin..]
            .iter()
            .take_while(|&&byte| byte == b'.')
            .count();
        self.trivia(begin..begin + len);
    }

    fn comment(&mut self) {
        match self.skip {
            false => self.scan.comment(),
            true => {
                let begin = self.scan.at;
                let end = match self.scan.comment_end(begin + 1) {
                    Some(close) => close + 1,
                    None => self.scan.unclosed_end(begin + 1),
                };
                self.trivia(begin..end);
            }
        }
    }

    fn line_comment(&mut self) {
        match self.skip {
            false => self.scan.line_comment(),
            true => self.trivia(self.scan.at..self.scan.line_end(self.scan.at)),
        }
        self.remark = self.scan.at;
    }

    fn nag(&mut self, nag: u8, span: Range<usize>) {
        if !self.skip {
            self.scan.visitor.nag(nag, self.scan.slice(span.clone()));
        }
        self.scan.at = span.end;
        self.scan.last = span.end;
    }

    /// `$` and digits: a glyph; `$[1]`: the label of a variation.
    fn dollar(&mut self) {
        let begin = self.scan.at;
        let rest = &self.scan.text[begin + 1..];
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits > 0 {
            let number = std::str::from_utf8(&rest[..digits]).unwrap_or_default();
            let span = begin..begin + 1 + digits;
            return match number.parse::<u8>() {
                Ok(nag) => self.nag(nag, span),
                Err(_) => self.unknown(span),
            };
        }
        if const { V::PROFILE.lexis.variations_by_number } && rest.first() == Some(&b'[') {
            let digits = rest[1..].iter().take_while(|b| b.is_ascii_digit()).count();
            if digits > 0 && rest.get(1 + digits) == Some(&b']') {
                return self.label(begin..begin + digits + 3);
            }
        }
        self.unknown(begin..begin + 1);
    }

    /// `$[1]`, directly after the bracket of a variation; elsewhere it labels nothing.
    fn label(&mut self, span: Range<usize>) {
        let text = self.scan.text;
        let before = text[..span.start]
            .iter()
            .rfind(|byte| !byte.is_ascii_whitespace());
        if self.skip {
            return self.trivia(span);
        }
        if before != Some(&b'(') {
            return self.unknown(span);
        }
        let number = text[span.start + 2..span.end - 1]
            .iter()
            .fold(0u32, |number, digit| {
                number
                    .saturating_mul(10)
                    .saturating_add(u32::from(digit - b'0'))
            });
        let slice = self.scan.slice(span.clone());
        self.scan.visitor.label(number, slice);
        self.scan.at = span.end;
        self.scan.last = span.end;
    }

    fn sign_or_word(&mut self) {
        let begin = self.scan.at;
        match V::sign(&self.scan.text[begin..]) {
            Some((sign, len)) => self.sign(sign, begin..begin + len),
            None => self.word(),
        }
    }

    fn sign(&mut self, sign: Sign, span: Range<usize>) {
        match sign {
            Sign::Nag(nag) => self.mark(nag, span),
            Sign::DrawOffer if !self.skip => {
                let text = self.scan.slice(span.clone());
                self.scan.visitor.draw_offer(text);
                self.scan.at = span.end;
                self.scan.last = span.end;
            }
            Sign::Separator | Sign::Ellipsis | Sign::Stop | Sign::DrawOffer => self.trivia(span),
        }
    }

    fn stray_bracket(&mut self) {
        let span = self.scan.at..self.scan.at + 1;
        match self.skip {
            true => self.trivia(span),
            false => self.scan.stray(
                &diagnostic::UNOPENED_BRACKET,
                "nothing is open that this could close",
                span,
            ),
        }
    }
}
