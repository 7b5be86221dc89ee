//! From pairs to events.

use super::{DEEPEST, Entry, Goal, Grammar, GrammarError, GrammarErrorKind, Part, depth};
use crate::core::board::Side;
use crate::core::limits::Limits;
use crate::core::moves::MoveErrorKind;
use crate::core::tags::{TagSpan, Tags};
use crate::core::text::Text;
use crate::event::{CommentForm, GameSummary, Level, Ply, Skip, Visitor};
use crate::io::Chunk;
use crate::scan::convention::Readings;
use crate::scan::turns::{Count, Judgement, Turns, has_second_dots, is_second_sign, numbered_ply};
use crate::variant::Position;
use crate::variant::history::Line;
use encoding_rs::UTF_8;
use memchr::memchr2;
use pest::iterators::{Pair, Pairs};
use std::ops::Range;

/// Reads a document by the variant's grammar and passes the scanner's events to the visitor.
///
/// One game is parsed at a time, so memory is a multiple of the largest game, whatever the length of the
/// document.
///
/// # Errors
///
/// If the document does not conform. The games before that position have been reported by then. A wrong start
/// position, or a move that uses an undeclared symbol, is found only when the tags or the move are reached.
pub fn read<V: Grammar, W: Visitor>(
    text: &str,
    limits: &Limits,
    visitor: &mut W,
) -> Result<(), GrammarError> {
    check_depth(text, limits)?;
    let mut tags = Vec::new();
    let mut ordinal = 0;
    games::<V>(text, |pair, base| {
        ordinal += 1;
        let mut game = Game::<V, W>::new(text, base, ordinal, visitor, std::mem::take(&mut tags));
        let span = span(&pair, base);
        game.read(pair)?;
        game.summary.span = span.start as u64..span.end as u64;
        game.visitor
            .source(Text::piece(text.as_bytes(), span, UTF_8));
        game.visitor.end_game(&game.summary);
        tags = game.tags;
        tags.clear();
        Ok(())
    })
}

/// Whether a text conforms, including start positions in the tags.
pub(super) fn check<V: Grammar>(
    entry: Entry,
    text: &str,
    limits: &Limits,
) -> Result<(), GrammarError> {
    check_depth(text, limits)?;
    if entry == Entry::Document {
        return games::<V>(text, |game, base| check_setups::<V>(text, game, base));
    }
    let pairs = V::parse(Goal::Whole(entry), text)
        .map_err(|error| GrammarError::syntax::<V>(&error, text, 0))?;
    pairs
        .into_iter()
        .try_for_each(|pair| check_setups::<V>(text, pair, 0))
}

fn check_depth(text: &str, limits: &Limits) -> Result<(), GrammarError> {
    let limit = limits.depth.min(DEEPEST);
    match depth::too_deep(text, limit) {
        Some(at) => Err(GrammarError {
            kind: GrammarErrorKind::Depth { limit },
            span: at..at + 1,
            requirements: &[],
        }),
        None => Ok(()),
    }
}

/// Parses a document game by game. `each` receives the pair of a game, and the offset of its parse in the
/// document.
fn games<'t, V: Grammar>(
    text: &'t str,
    mut each: impl FnMut(Pair<'t, V::Rule>, usize) -> Result<(), GrammarError>,
) -> Result<(), GrammarError> {
    let mut at = 0;
    // How to parse from the last game on, and where it begins.
    let mut last = (Goal::Whole(Entry::Document), 0);
    loop {
        let goal = if at == 0 {
            Goal::Opening
        } else {
            Goal::Further
        };
        let parsed = V::parse(goal, &text[at..]).ok();
        let Some(step) = parsed.and_then(|mut pairs| pairs.next()) else {
            // What is expected here is known only together with the previous game.
            let (goal, from) = last;
            return GrammarError::find::<V>(goal, &text[from..], from).map_or(Ok(()), Err);
        };
        let base = at;
        at += step.as_span().end();
        for pair in step.into_inner() {
            if V::part(pair.as_rule()) == Part::Game {
                if goal == Goal::Further {
                    last = (Goal::Remainder, base + pair.as_span().start());
                }
                each(pair, base)?;
            }
        }
        if at == text.len() {
            return Ok(());
        }
    }
}

/// Parses the values of the tags inside a pair that hold start positions.
fn check_setups<V: Grammar>(
    text: &str,
    pair: Pair<'_, V::Rule>,
    base: usize,
) -> Result<(), GrammarError> {
    pair.into_inner()
        .filter(|pair| V::part(pair.as_rule()) == Part::TagPair)
        .try_for_each(|pair| check_setup::<V>(text, &tag_span(text, span(&pair, base))))
}

/// Parses the value of a tag if it holds a start position.
fn check_setup<V: Grammar>(text: &str, tag: &TagSpan) -> Result<(), GrammarError> {
    let name = &text[tag.name.clone()];
    if !V::INFO
        .setup
        .iter()
        .any(|setup| setup.eq_ignore_ascii_case(name))
    {
        return Ok(());
    }
    let value = &text[tag.value.clone()];
    let goal = Goal::Whole(Entry::Setup);
    GrammarError::find::<V>(goal, value, tag.value.start).map_or(Ok(()), Err)
}

/// The positions of name and value in a tag pair that the grammar matched.
fn tag_span(text: &str, span: Range<usize>) -> TagSpan {
    let bytes = &text.as_bytes()[..span.end];
    let name = skip_gap(bytes, span.start + 1);
    let name_end = skip(bytes, name, |byte| {
        byte.is_ascii_alphanumeric() || byte == b'_'
    });
    let value = skip_gap(bytes, name_end) + 1;
    let mut end = value;
    while let Some(next) = memchr2(b'"', b'\\', &bytes[end..]) {
        end += next;
        if bytes[end] == b'"' {
            break;
        }
        end += 2;
    }
    TagSpan {
        span,
        name: name..name_end,
        value: value..end,
    }
}

/// The offset after blanks, line ends and escaped lines.
fn skip_gap(bytes: &[u8], mut at: usize) -> usize {
    loop {
        at = skip(bytes, at, |byte| byte.is_ascii_whitespace() || byte == 0x0B);
        if bytes.get(at) != Some(&b'%') {
            return at;
        }
        at = skip(bytes, at, |byte| !matches!(byte, b'\r' | b'\n'));
    }
}

/// The first offset from `at` on whose byte is not one of these.
fn skip(bytes: &[u8], at: usize, these: impl Fn(u8) -> bool) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let end = rest.iter().position(|&byte| !these(byte));
    end.map_or(bytes.len(), |end| at + end)
}

/// The position of a pair in the document, if its parse begins at `base`.
fn span<R: pest::RuleType>(pair: &Pair<'_, R>, base: usize) -> Range<usize> {
    let span = pair.as_span();
    base + span.start()..base + span.end()
}

/// A line that is being read: its remaining pairs, and its position on the board.
struct Open<'t, V: Grammar> {
    pairs: Pairs<'t, V::Rule>,
    line: Option<(Line<V::Position>, Count)>,
    /// A move could not be played; the rest of the line is text.
    broken: bool,
}

struct Game<'t, 'v, V: Grammar, W> {
    text: &'t str,
    /// The offset at which the game's parse begins.
    base: usize,
    visitor: &'v mut W,
    summary: GameSummary,
    tags: Vec<TagSpan>,
    dialect: V::Dialect,
    /// The movetext.
    moves: &'t str,
    /// Whether the game was examined for its convention.
    asked: bool,
    /// The count of plies at its beginning, or `None` if its moves are not played.
    count: Option<Count>,
    /// The judgement on turns, once it was needed.
    turns: Option<Turns>,
    /// The last number, and its position in the movetext.
    number: Option<(u32, Range<usize>)>,
    /// The visitor wants the moves lexed, but not played.
    tokens: bool,
}

impl<'t, 'v, V: Grammar, W: Visitor> Game<'t, 'v, V, W> {
    fn new(
        text: &'t str,
        base: usize,
        ordinal: u64,
        visitor: &'v mut W,
        tags: Vec<TagSpan>,
    ) -> Self {
        Game {
            text,
            base,
            visitor,
            summary: GameSummary {
                ordinal,
                ..GameSummary::default()
            },
            tags,
            dialect: V::Dialect::default(),
            moves: "",
            asked: false,
            count: None,
            turns: None,
            number: None,
            tokens: false,
        }
    }

    fn read(&mut self, game: Pair<'t, V::Rule>) -> Result<(), GrammarError> {
        self.visitor.begin_game();
        for pair in game.into_inner() {
            match V::part(pair.as_rule()) {
                Part::TagPair => {
                    let tag = tag_span(self.text, span(&pair, self.base));
                    check_setup::<V>(self.text, &tag)?;
                    self.tags.push(tag);
                }
                Part::Movetext => self.movetext(pair)?,
                Part::BraceComment => self.comment(pair, CommentForm::Brace),
                Part::LineComment => self.comment(pair, CommentForm::Line),
                _ => {}
            }
        }
        Ok(())
    }

    fn slice(&self, span: Range<usize>) -> Text<'t> {
        Text::piece(self.text.as_bytes(), span, UTF_8)
    }

    fn comment(&mut self, pair: Pair<'t, V::Rule>, form: CommentForm) {
        let Range { start, end } = span(&pair, self.base);
        let end = if form == CommentForm::Brace {
            end - 1
        } else {
            end
        };
        self.visitor.comment(self.slice(start + 1..end), form);
    }

    fn movetext(&mut self, movetext: Pair<'t, V::Rule>) -> Result<(), GrammarError> {
        let tags = Tags::new(&self.tags, self.text.as_bytes(), UTF_8);
        let level = self.visitor.tags(&tags, const { &V::INFO });
        if level == Level::Skip {
            return Ok(());
        }
        self.moves = movetext.as_str();
        // Offsets in the movetext are those of the pairs less this.
        let movetext_begin = movetext.as_span().start();
        let line = match V::initial_state(&tags, &mut Vec::new()) {
            Ok(start) => {
                self.visitor.begin_movetext(&start);
                self.dialect = start.dialect;
                self.tokens = level == Level::Tokens;
                let count = Count::main(start.position.turn(), start.custom);
                self.count = Some(count);
                (!self.tokens).then(|| (Line::new(start.position), count))
            }
            Err(_) => {
                self.visitor.begin_unresolved(const { &V::INFO });
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
                let Some(outer) = enclosing.pop() else {
                    if let Some((line, _)) = &open.line {
                        self.visitor.end_movetext::<V>(line.position());
                    }
                    return Ok(());
                };
                open = outer;
                self.visitor.end_variation();
                continue;
            };
            match V::part(pair.as_rule()) {
                Part::Variation => {
                    let back = back::<V>(&open.line, pair.clone());
                    let played = open.line.as_ref().filter(|_| !open.broken);
                    let base = played.and_then(|(line, count)| {
                        let start = line.before(back)?.clone();
                        let plies = line.plies() as i64 - i64::from(back);
                        Some((Line::new(start), count.variation(plies)))
                    });
                    if self.visitor.begin_variation(back) == Skip(true) {
                        self.visitor.end_variation();
                        continue;
                    }
                    let inner = Open {
                        pairs: pair.into_inner(),
                        line: base,
                        broken: false,
                    };
                    enclosing.push(std::mem::replace(&mut open, inner));
                }
                Part::Move => {
                    self.number = None;
                    self.play(pair, &mut open, enclosing.is_empty())?;
                }
                part => {
                    let place = pair.as_span();
                    let span = place.start() - movetext_begin..place.end() - movetext_begin;
                    let written = pair.as_str();
                    self.annotate(part, pair);
                    match part {
                        Part::Number => {
                            self.judge_number(number(written), written, span, &mut open)
                        }
                        Part::Ellipsis => self.judge_ellipsis(&mut open),
                        _ => {}
                    }
                }
            }
        }
    }

    fn play(
        &mut self,
        pair: Pair<'t, V::Rule>,
        open: &mut Open<'t, V>,
        main: bool,
    ) -> Result<(), GrammarError> {
        let span = span(&pair, self.base);
        let text = self.slice(span.clone());
        let Some(token) = V::token(&pair, &self.dialect) else {
            return Err(GrammarError {
                kind: GrammarErrorKind::Undeclared {
                    found: pair.as_str().into(),
                },
                span,
                requirements: &[],
            });
        };
        if self.tokens {
            self.summary.count(main);
            self.visitor.token::<V>(&token, text);
            return Ok(());
        }
        if let Some((line, _)) = open.line.as_ref().filter(|_| !open.broken)
            && let Some(mover) = V::mover(text.as_bytes())
            && mover != line.position().turn()
        {
            let at = text.span().start - self.moves_begin();
            self.ask_turns();
            open.broken = self.turns.as_ref().is_some_and(|turns| turns.is_others(at));
        }
        let playable = open.line.as_mut().filter(|_| !open.broken);
        let Some((line, _)) = playable else {
            return self.unresolved(text);
        };
        let mut resolved = V::resolve(token, line.position(), &self.dialect);
        if let Err(error) = &resolved
            && !V::CONVENTIONS.is_empty()
            && error.kind == MoveErrorKind::Ambiguous
            && let Some(readings) = Readings::of::<V>(token, line.position(), &self.dialect)
            && let Some(convention) = self.convention(&readings, text.as_bytes())
        {
            V::apply_convention(convention, &mut self.dialect);
            resolved = V::resolve(token, line.position(), &self.dialect);
        }
        let Ok(mv) = resolved else {
            open.broken = true;
            return self.unresolved(text);
        };
        let (before, after) = line.play(&mv);
        self.summary.count(main);
        self.visitor.ply::<V>(&Ply {
            mv,
            text,
            before,
            after,
        });
        Ok(())
    }

    /// The convention that the game follows, if it decides it; it is examined once.
    fn convention(&mut self, readings: &Readings, text: &[u8]) -> Option<usize> {
        let game = || {
            let tags = Tags::new(&self.tags, self.text.as_bytes(), UTF_8);
            let start = V::initial_state(&tags, &mut Vec::new()).ok()?;
            let moves = Chunk::from(self.moves.as_bytes());
            readings.settle::<V>(&moves, 0, &start, &Limits::default(), text)
        };
        let mut asked = self.asked;
        let settled = readings.decide::<V>(&mut asked, game);
        self.asked = asked;
        settled
    }

    /// The start of the movetext in the document.
    fn moves_begin(&self) -> usize {
        self.moves.as_ptr() as usize - self.text.as_ptr() as usize
    }

    /// Collects what the game says about turns.
    fn ask_turns(&mut self) {
        if let Some(count) = self.count
            && self.turns.is_none()
        {
            let moves = Chunk::from(self.moves.as_bytes());
            let limits = Limits::default();
            self.turns = Some(Turns::of::<V>(&moves, 0, &self.dialect, &limits, count));
        }
    }

    /// Compares a number with the board, as the scanner does.
    fn judge_number(
        &mut self,
        number: u32,
        written: &str,
        span: Range<usize>,
        open: &mut Open<'t, V>,
    ) {
        let written = written.trim_ascii_end();
        self.number = Some((number, span.clone()));
        let Some((line, count)) = open.line.as_mut().filter(|_| !open.broken) else {
            return;
        };
        let plies = line.plies() as i64;
        // The second side's dots may be separated from the number.
        let behind = self.moves[span.start + written.len()..].trim_ascii_start();
        let second = has_second_dots(written.as_bytes()) || is_second_sign::<V>(behind.as_bytes());
        let numbered = numbered_ply(number, second);
        if !written.ends_with('?')
            && numbered != count.base + plies
            && !count.begin(numbered, plies)
        {
            self.judge(span, open);
        }
    }

    /// An ellipsis indicates that the second side is to move.
    fn judge_ellipsis(&mut self, open: &mut Open<'t, V>) {
        let line = open.line.as_ref().filter(|_| !open.broken);
        if line.is_some_and(|(line, _)| line.position().turn() == Side::First)
            && let Some((_, span)) = self.number.clone()
        {
            self.judge(span, open);
        }
    }

    fn judge(&mut self, span: Range<usize>, open: &mut Open<'t, V>) {
        self.ask_turns();
        let (Some(turns), Some((line, count))) = (&self.turns, &mut open.line) else {
            return;
        };
        let text = self.moves.as_bytes();
        let judgement = turns.number::<V>(span.start, text, &self.dialect, count, line);
        open.broken |= matches!(judgement, Judgement::Missing { .. });
    }

    fn unresolved(&mut self, text: Text<'_>) -> Result<(), GrammarError> {
        self.summary.unresolved += 1;
        self.visitor.unresolved(text);
        Ok(())
    }

    fn annotate(&mut self, part: Part, pair: Pair<'t, V::Rule>) {
        let written = pair.as_str();
        let text = self.slice(span(&pair, self.base));
        match part {
            Part::BraceComment => self.comment(pair, CommentForm::Brace),
            Part::LineComment => self.comment(pair, CommentForm::Line),
            Part::Number => self.visitor.number(number(written), text),
            Part::Label => self.visitor.label(number(&written[2..]), text),
            Part::Nag => {
                // The grammar has no NAG above 255.
                self.visitor
                    .nag(written[1..].parse().unwrap_or(u8::MAX), text);
            }
            Part::SuffixAnnotation => self.visitor.nag(nag(written), text),
            Part::DrawOffer => self.visitor.draw_offer(text),
            Part::Outcome => {
                if let Some(outcome) = V::INFO.outcome(written) {
                    self.visitor.outcome(outcome, text);
                }
            }
            _ => {}
        }
    }
}

/// How many plies a variation goes back: 2 if, by its number, its first move belongs to the other side than the
/// last move of the line.
fn back<V: Grammar>(line: &Option<(Line<V::Position>, Count)>, variation: Pair<'_, V::Rule>) -> u8 {
    if !V::INFO.classes.variations_by_number {
        return 1;
    }
    let line = line.as_ref();
    let Some((before, _)) = line.and_then(|(line, _)| line.before(1).zip(line.before(2))) else {
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

/// The value of a move number; numbers too large for the type give the largest one.
fn number(text: &str) -> u32 {
    text.bytes()
        .take_while(u8::is_ascii_digit)
        .fold(0u32, |number, digit| {
            number
                .saturating_mul(10)
                .saturating_add(u32::from(digit - b'0'))
        })
}

/// The NAG of a symbol.
fn nag(symbol: &str) -> u8 {
    match symbol {
        "!" => 1,
        "?" => 2,
        "!!" => 3,
        "??" => 4,
        "!?" => 5,
        "?!" => 6,
        _ => 7,
    }
}
