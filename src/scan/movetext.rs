//! The movetext: one loop for all variants, compiled for each.

mod branch;
mod ending;
mod mark;
mod outline;
mod run;
mod skip;
mod turns;
mod variation;
mod word;

use super::Scan;
use super::choose::{Choice, Doubt};
use super::turns::{Count, Turns};
use crate::core::byte_class::ByteClass;
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::diagnostic::{self, Sink};
use crate::event::{Level, Visitor};
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{InitialState, Position, Punctuation, SetupError, Variant};
use branch::Branch;
use std::ops::Range;
use word::Glued;

impl<S: VariantSet, W: Visitor, K: Sink> Scan<'_, '_, S, W, K> {
    /// Reads the movetext of the game; the scanner is after the tag section.
    pub(super) fn read_movetext(&mut self, choice: Choice) {
        let Choice {
            variant,
            replay,
            doubt,
        } = choice;
        self.set_variant(variant);
        let scan = &mut *self;
        let read = S::run(
            variant,
            Movetext {
                scan,
                replay,
                doubt,
            },
        );
        if let Some(doubt) = doubt.filter(|_| !read) {
            let variant = self.choose_again(variant, doubt);
            self.set_variant(variant);
            let scan = self;
            let doubt = None;
            S::run(
                variant,
                Movetext {
                    scan,
                    replay,
                    doubt,
                },
            );
        }
    }

    fn set_variant(&mut self, variant: usize) {
        self.summary.variant = variant;
        self.reports.set_variant(S::VARIANTS[variant]);
    }
}

/// Reading the movetext, as a task for the chosen variant.
struct Movetext<'m, 'c, 's, S, W, K> {
    scan: &'m mut Scan<'c, 's, S, W, K>,
    /// Whether its moves are to be played.
    replay: bool,
    /// The game is read only if its first moves confirm the choice.
    doubt: Option<Doubt>,
}

impl<S: VariantSet, W: Visitor, K: Sink> WithVariant for Movetext<'_, '_, '_, S, W, K> {
    /// Whether the game was read.
    type Output = bool;

    fn run<V: Variant>(self) -> bool {
        let scan = self.scan;
        let mut start = None;
        if let Some(doubt) = self.doubt {
            let state = start.insert(scan.initial_state::<V>());
            if !scan.bears_out(doubt, state) {
                return false;
            }
        }
        scan.check_duplicates(V::INFO.repeatable);
        let level = {
            let tags = Tags::new(scan.tags, scan.text, scan.chunk.encoding);
            scan.visitor.tags(&tags, const { &V::INFO })
        };
        let skip = level == Level::Skip;
        let start = if self.replay && !skip {
            let start = start.unwrap_or_else(|| scan.initial_state());
            scan.start::<V>(start)
        } else {
            None
        };
        match &start {
            Some(start) => scan.visitor.begin_movetext(start),
            None if !skip => scan.visitor.begin_unresolved(const { &V::INFO }),
            None => {}
        }
        let tokens = level == Level::Tokens && start.is_some();
        let (position, dialect, custom) = match start {
            Some(start) => (Some(start.position), start.dialect, start.custom),
            None => (None, V::Dialect::default(), false),
        };
        let count = position
            .as_ref()
            .map(|position| Count::main(position.turn(), custom));
        let reader = MovetextReader::<V, S, W, K> {
            branch: position
                .filter(|_| !tokens)
                .zip(count)
                .map(|(position, count)| Branch::new(position, count)),
            skip,
            tokens,
            count,
            ..MovetextReader::new(scan, dialect)
        };
        reader.read();
        true
    }
}

impl<S: VariantSet, W: Visitor, K: Sink> Scan<'_, '_, S, W, K> {
    /// Applies the options to how moves are read.
    fn with_options<V: Variant>(&self, mut start: InitialState<V>) -> InitialState<V> {
        start.dialect = V::with_strictness(start.dialect, self.options.strictness);
        if !self.options.notation.is_empty()
            && let Some(notation) = crate::variant::notation::<V>(&self.options.notation)
        {
            V::assume_notation(notation, &mut start.dialect);
        }
        start
    }

    /// The start of the game; notes on it are reported.
    fn initial_state<V: Variant>(&mut self) -> Result<InitialState<V>, SetupError> {
        let tags = Tags::new(self.tags, self.text, self.chunk.encoding);
        self.notes.clear();
        V::initial_state(&tags, self.notes)
    }

    /// Sets up the start position, and reports the notes on it.
    fn start<V: Variant>(
        &mut self,
        start: Result<InitialState<V>, SetupError>,
    ) -> Option<InitialState<V>> {
        let mut notes = std::mem::take(self.notes);
        for note in notes.drain(..) {
            self.find(note);
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
    /// The line being read, or `None` if its moves are not played.
    branch: Option<Branch<V::Position>>,
    /// The lines around it.
    enclosing: Vec<Option<Branch<V::Position>>>,
    /// The positions of the brackets of the open variations.
    opened: Vec<usize>,
    /// The end of the last skipped variation that lacks its closing bracket.
    left_open: Option<usize>,
    /// The start of the movetext.
    begin: usize,
    /// Whether the game was examined for its convention.
    asked: bool,
    /// The visitor skips the movetext.
    skip: bool,
    /// The visitor wants the moves lexed, but not played.
    tokens: bool,
    /// The count of plies at the beginning of the game, or `None` if its moves are not played.
    count: Option<Count>,
    /// The judgement on turns, once it was needed.
    turns: Option<Box<Turns>>,
    /// The visitor is the one that collects it.
    asks_turns: bool,
    /// The end of the last comment to the end of a line, or of the last escaped line.
    remark: usize,
    /// The last comment is never closed.
    unclosed: bool,
    /// The game has neither tags nor, so far, move numbers.
    bare: bool,
    /// How often it was examined whether another game begins.
    asked_anew: u8,
    /// Another game begins here.
    ended: bool,
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
            opened: Vec::new(),
            left_open: None,
            begin: scan.at,
            asked: false,
            skip: false,
            tokens: false,
            result: None,
            count: None,
            turns: None,
            asks_turns: false,
            remark: 0,
            unclosed: false,
            bare: scan.tags.is_empty(),
            asked_anew: 0,
            ended: false,
            scan,
        }
    }

    /// A reader of the movetext from the scanner's position, for the visitor that collects the turns.
    pub(super) fn of_turns(scan: &'m mut Scan<'c, 's, S, W, K>, dialect: V::Dialect) -> Self {
        MovetextReader {
            tokens: true,
            asks_turns: true,
            ..MovetextReader::new(scan, dialect)
        }
    }

    /// A reader of the moves from the scanner's position, starting from a known position.
    pub(super) fn of_game(scan: &'m mut Scan<'c, 's, S, W, K>, start: InitialState<V>) -> Self {
        let count = Count::main(start.position.turn(), start.custom);
        MovetextReader {
            count: Some(count),
            branch: Some(Branch::new(start.position, count)),
            // It decides nothing but the convention that it is read by.
            asked: true,
            ..MovetextReader::new(scan, start.dialect)
        }
    }
}

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    pub(super) fn read(mut self) {
        let classes = const { &V::INFO.classes };
        loop {
            match self.skip {
                // Word by word, as long as a blank line may separate games.
                _ if self.bare => {}
                true => self.pass(),
                false if V::has_fast_path(&self.dialect) => self.run(),
                false => {}
            }
            let Some(&byte) = self.scan.text.get(self.scan.at) else {
                break;
            };
            match classes.class(byte) {
                ByteClass::Blank => self.scan.pass_blanks(),
                ByteClass::Word => self.word(),
                ByteClass::Digit => self.digits(),
                ByteClass::Brace => self.comment(),
                ByteClass::Dot => self.dots(),
                ByteClass::Suffix => self.symbol(),
                ByteClass::Dollar => self.dollar(),
                ByteClass::Open => self.open(),
                ByteClass::Close => self.close(),
                ByteClass::Star => self.star(),
                ByteClass::Punctuation | ByteClass::Other => self.sign_or_word(),
                ByteClass::Semicolon => self.line_comment(),
                ByteClass::Percent if self.scan.is_line_start(self.scan.at) => {
                    self.scan.pass_escaped_line();
                    self.remark = self.scan.at;
                }
                ByteClass::Bracket if self.scan.is_tag(self.scan.at) => {
                    if !self.pass_inner_tag() {
                        self.end_at_tag();
                        break;
                    }
                }
                ByteClass::Bracket if self.scan.is_wide(self.scan.at) => {
                    if self.skip {
                        self.trivia(self.scan.at..self.scan.line_end(self.scan.at))
                    } else {
                        self.scan.pass_wide_line()
                    }
                }
                ByteClass::Percent | ByteClass::Bracket => self.unknown_word(),
                ByteClass::Closing => self.stray_bracket(),
            }
            if self.ended || self.result.is_some() && !self.tail() {
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
        let glued = const { V::INFO.spec_rules.spaced }
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
        self.check_sign(begin..begin + len);
        self.trivia(begin..begin + len);
    }

    fn comment(&mut self) {
        if self.skip {
            let begin = self.scan.at;
            let end = match self.scan.comment_end(begin + 1) {
                Some(close) => close + 1,
                None => self.scan.unclosed_end(begin + 1),
            };
            self.trivia(begin..end);
        } else {
            self.scan.comment();
            self.unclosed = !self.scan.text[..self.scan.at].ends_with(b"}");
        }
    }

    fn line_comment(&mut self) {
        if self.skip {
            self.trivia(self.scan.at..self.scan.line_end(self.scan.at))
        } else {
            self.scan.line_comment()
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

    /// `$` and digits: a NAG; `$[1]`: the label of a variation.
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
        if const { V::INFO.classes.variations_by_number } && rest.first() == Some(&b'[') {
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
        match V::punctuation(&self.scan.text[begin..]) {
            Some((sign, len)) => self.sign(sign, begin..begin + len),
            None => self.word(),
        }
    }

    fn sign(&mut self, sign: Punctuation, span: Range<usize>) {
        match sign {
            Punctuation::Nag(nag) => self.mark(nag, span),
            Punctuation::DrawOffer if !self.skip => {
                let text = self.scan.slice(span.clone());
                self.scan.visitor.draw_offer(text);
                self.scan.at = span.end;
                self.scan.last = span.end;
            }
            Punctuation::Separator | Punctuation::Ellipsis => {
                self.check_sign(span.clone());
                self.trivia(span);
            }
            Punctuation::Stop | Punctuation::DrawOffer => self.trivia(span),
        }
    }

    fn stray_bracket(&mut self) {
        let span = self.scan.at..self.scan.at + 1;
        if self.skip {
            self.trivia(span)
        } else {
            self.scan.stray(
                &diagnostic::UNOPENED_BRACKET,
                "unmatched closing bracket",
                span,
            )
        }
    }
}
