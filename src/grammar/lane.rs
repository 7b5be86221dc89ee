//! From pairs to events.

use super::{Entry, Grammar, GrammarError, GrammarErrorKind, Part, parse};
use crate::board::Side;
use crate::event::{CommentForm, GameSummary, Level, Ply, Skip, Visitor};
use crate::limits::Limits;
use crate::line::Line;
use crate::tags::{TagSpan, Tags};
use crate::text::Text;
use crate::variant::Position;
use encoding_rs::UTF_8;
use pest::iterators::{Pair, Pairs};
use std::ops::Range;

/// Reads a document by the variant's grammar and tells the visitor what the scanner would tell it.
///
/// The whole document is parsed before the first event. Memory is a large multiple of the text, so
/// long sources are better given game by game.
///
/// # Errors
///
/// If the document does not conform. That a move uses an undeclared symbol is found only when the
/// move is reached.
pub fn read<V: Grammar, W: Visitor>(
    text: &str,
    limits: &Limits,
    visitor: &mut W,
) -> Result<(), GrammarError> {
    let pairs = parse::<V>(Entry::Document, text, limits)?;
    check_setups::<V>(pairs.clone())?;
    let games = pairs.flat_map(Pair::into_inner);
    for (index, pair) in games
        .filter(|pair| V::part(pair.as_rule()) == Part::Game)
        .enumerate()
    {
        let mut game = Game::<V, W>::new(text, index as u64 + 1, visitor);
        let span = span(&pair);
        game.read(pair)?;
        game.summary.span = span.start as u64..span.end as u64;
        game.visitor.end_game(&game.summary);
    }
    Ok(())
}

/// Parses the values of the tags that hold start positions.
pub(super) fn check_setups<V: Grammar>(pairs: Pairs<'_, V::Rule>) -> Result<(), GrammarError> {
    let sections =
        pairs
            .flat_map(Pair::into_inner)
            .flat_map(|pair| match V::part(pair.as_rule()) {
                Part::Game => pair.into_inner(),
                _ => Pairs::single(pair),
            });
    for pair in sections.filter(|pair| V::part(pair.as_rule()) == Part::TagPair) {
        let find = |part| {
            let mut inner = pair.clone().into_inner();
            inner.find(|pair| V::part(pair.as_rule()) == part)
        };
        let (Some(name), Some(value)) = (find(Part::TagName), find(Part::TagValue)) else {
            continue;
        };
        let is_setup = |setup: &&str| setup.eq_ignore_ascii_case(name.as_str());
        if V::PROFILE.setup.iter().any(is_setup) {
            let (text, offset) = (value.as_str(), value.as_span().start());
            V::parse(Entry::Setup, text)
                .map_err(|error| GrammarError::syntax(&error, text, offset))?;
        }
    }
    Ok(())
}

fn span<R: pest::RuleType>(pair: &Pair<'_, R>) -> Range<usize> {
    pair.as_span().start()..pair.as_span().end()
}

/// A line that is being read: what is left of it, and where it stands on the board.
struct Open<'t, V: Grammar> {
    pairs: Pairs<'t, V::Rule>,
    line: Option<Line<V::Position>>,
    /// A move could not be played; the rest of the line is text.
    broken: bool,
}

struct Game<'t, 'v, V: Grammar, W> {
    text: &'t str,
    visitor: &'v mut W,
    summary: GameSummary,
    tags: Vec<TagSpan>,
    dialect: V::Dialect,
    /// The visitor wants the moves taken apart, but not played.
    tokens: bool,
}

impl<'t, 'v, V: Grammar, W: Visitor> Game<'t, 'v, V, W> {
    fn new(text: &'t str, ordinal: u64, visitor: &'v mut W) -> Self {
        Game {
            text,
            visitor,
            summary: GameSummary {
                ordinal,
                ..GameSummary::default()
            },
            tags: Vec::new(),
            dialect: V::Dialect::default(),
            tokens: false,
        }
    }

    fn read(&mut self, game: Pair<'t, V::Rule>) -> Result<(), GrammarError> {
        self.visitor.begin_game();
        for pair in game.into_inner() {
            match V::part(pair.as_rule()) {
                Part::TagPair => self.tag(pair),
                Part::Movetext => self.movetext(pair)?,
                Part::BraceComment => self.comment(pair, CommentForm::Brace),
                Part::LineComment => self.comment(pair, CommentForm::Line),
                _ => {}
            }
        }
        Ok(())
    }

    fn tag(&mut self, pair: Pair<'t, V::Rule>) {
        let whole = span(&pair);
        let mut tag = TagSpan {
            span: whole.clone(),
            name: whole.start..whole.start,
            value: whole.start..whole.start,
        };
        for pair in pair.into_inner() {
            match V::part(pair.as_rule()) {
                Part::TagName => tag.name = span(&pair),
                Part::TagValue => tag.value = span(&pair),
                _ => {}
            }
        }
        self.tags.push(tag);
    }

    fn comment(&mut self, pair: Pair<'t, V::Rule>, form: CommentForm) {
        let text = pair.into_inner().as_str();
        self.visitor
            .comment(Text::new(text.as_bytes(), UTF_8), form);
    }

    fn movetext(&mut self, movetext: Pair<'t, V::Rule>) -> Result<(), GrammarError> {
        let tags = Tags::new(&self.tags, self.text.as_bytes(), UTF_8);
        let level = self.visitor.tags(&tags, const { &V::PROFILE });
        if level == Level::Skip {
            return Ok(());
        }
        let line = match V::start(&tags, &mut Vec::new()) {
            Ok(start) => {
                self.visitor.begin_movetext(&start);
                self.dialect = start.dialect;
                self.tokens = level == Level::Tokens;
                (!self.tokens).then(|| Line::new(start.position))
            }
            Err(_) => {
                self.visitor.begin_unplayed(const { &V::PROFILE });
                None
            }
        };
        let mut open = Open::<V> {
            pairs: movetext.into_inner(),
            line,
            broken: false,
        };
        let mut enclosing = Vec::new();
        loop {
            let Some(pair) = open.pairs.next() else {
                match enclosing.pop() {
                    Some(outer) => open = outer,
                    None => return Ok(()),
                }
                self.visitor.end_variation();
                continue;
            };
            match V::part(pair.as_rule()) {
                Part::Variation => {
                    let back = back::<V>(&open.line, pair.clone());
                    let played = open.line.as_ref().filter(|_| !open.broken);
                    let base = played.and_then(|line| line.before(back)).cloned();
                    if self.visitor.begin_variation(back) == Skip(true) {
                        self.visitor.end_variation();
                        continue;
                    }
                    let inner = Open {
                        pairs: pair.into_inner(),
                        line: base.map(Line::new),
                        broken: false,
                    };
                    enclosing.push(std::mem::replace(&mut open, inner));
                }
                Part::Move => self.play(pair, &mut open, enclosing.is_empty())?,
                part => self.annotate(part, pair),
            }
        }
    }

    fn play(
        &mut self,
        pair: Pair<'t, V::Rule>,
        open: &mut Open<'t, V>,
        main: bool,
    ) -> Result<(), GrammarError> {
        let span = span(&pair);
        let text = Text::new(pair.as_str().as_bytes(), UTF_8);
        let Some(token) = V::token(pair.clone(), &self.dialect) else {
            return Err(GrammarError {
                kind: GrammarErrorKind::Undeclared {
                    found: pair.as_str().into(),
                },
                span,
            });
        };
        if self.tokens {
            self.summary.count(main);
            self.visitor.token::<V>(&token, text);
            return Ok(());
        }
        let playable = open.line.as_mut().filter(|_| !open.broken);
        let Some(line) = playable else {
            return self.unplayed(text);
        };
        let Ok(mv) = V::resolve(token, line.position(), &self.dialect) else {
            open.broken = true;
            return self.unplayed(text);
        };
        let (before, after) = line.play(&mv);
        self.summary.count(main);
        self.visitor.ply::<V>(&Ply {
            mv,
            text,
            span,
            before,
            after,
        });
        Ok(())
    }

    fn unplayed(&mut self, text: Text<'_>) -> Result<(), GrammarError> {
        self.summary.unresolved += 1;
        self.visitor.unplayed(text);
        Ok(())
    }

    fn annotate(&mut self, part: Part, pair: Pair<'t, V::Rule>) {
        let written = pair.as_str();
        let text = Text::new(written.as_bytes(), UTF_8);
        match part {
            Part::BraceComment => self.comment(pair, CommentForm::Brace),
            Part::LineComment => self.comment(pair, CommentForm::Line),
            Part::Number => self.visitor.number(number(written), text),
            Part::Nag => {
                // The grammar has no glyph above 255.
                self.visitor
                    .nag(written[1..].parse().unwrap_or(u8::MAX), text);
            }
            Part::Valuation => self.visitor.nag(glyph(written), text),
            Part::DrawOffer => self.visitor.draw_offer(text),
            Part::Outcome => {
                if let Some(outcome) = V::PROFILE.outcome(written) {
                    self.visitor.outcome(outcome, text);
                }
            }
            _ => {}
        }
    }
}

/// How many plies a variation goes back. Where its number tells, it is 2 if its first move is of
/// the other side than the last move of the line.
fn back<V: Grammar>(line: &Option<Line<V::Position>>, variation: Pair<'_, V::Rule>) -> u8 {
    if !V::PROFILE.lexis.variations_by_number {
        return 1;
    }
    let line = line.as_ref();
    let Some((before, _)) = line.and_then(|line| line.before(1).zip(line.before(2))) else {
        return 1;
    };
    let first = variation
        .into_inner()
        .map(|pair| V::part(pair.as_rule()))
        .find(|part| matches!(part, Part::Ellipsis | Part::Move));
    let mover = match first {
        Some(Part::Ellipsis) => Side::Second,
        _ => Side::First,
    };
    if before.turn() == mover { 1 } else { 2 }
}

/// The number of a move number; one too great for the type is the greatest.
fn number(text: &str) -> u32 {
    text.bytes()
        .take_while(u8::is_ascii_digit)
        .fold(0u32, |number, digit| {
            number
                .saturating_mul(10)
                .saturating_add(u32::from(digit - b'0'))
        })
}

/// The numeric annotation glyph of a sign.
fn glyph(sign: &str) -> u8 {
    match sign {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => 7,
    }
}
