//! The movetext: one loop for all variants, compiled for each.

use super::choose::{Choice, ends};
use super::{Scan, blanks};
use crate::board::Side;
use crate::diagnostic::{self, Sink};
use crate::event::{Ply, Skip, Visitor};
use crate::lexis::Class;
use crate::moves::MoveErrorKind;
use crate::outcome::Outcome;
use crate::registry::{Task, VariantSet};
use crate::variant::{Position, Sign, Start, Variant};
use std::ops::Range;

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
        let skip = {
            let tags = crate::tags::Tags::new(scan.tags, scan.text, scan.chunk.encoding);
            scan.visitor.tags(&tags, const { &V::PROFILE })
        };
        let start = match self.choice.replay && !skip.0 {
            true => scan.start::<V>(),
            false => None,
        };
        match &start {
            Some(start) => scan.visitor.begin_movetext(start),
            None if !skip.0 => scan.visitor.begin_unplayed(const { &V::PROFILE }),
            None => {}
        }
        let line = start
            .as_ref()
            .map(|start| Line::new(start.position.clone()));
        let reader = MovetextReader::<V, S, W, K> {
            dialect: start.map(|start| start.dialect).unwrap_or_default(),
            line,
            enclosing: Vec::new(),
            skip: skip.0,
            result: None,
            scan,
        };
        reader.read();
    }
}

impl<S: VariantSet, W: Visitor, K: Sink> Scan<'_, '_, S, W, K> {
    /// Sets the start position up.
    fn start<V: Variant>(&mut self) -> Option<Start<V>> {
        let mut notes = std::mem::take(self.notes);
        let tags = crate::tags::Tags::new(self.tags, self.text, self.chunk.encoding);
        let start = V::start(&tags, &mut notes);
        for note in notes.drain(..) {
            let span = self.tags[note.tag].span.clone();
            self.report(note.code, span, || note.message);
        }
        *self.notes = notes;
        match start {
            Ok(start) => Some(start),
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

/// A line of moves: the main line or a variation.
#[derive(Clone)]
struct Line<P> {
    position: P,
    /// The positions before the last ply and before the one before it (kept only where a variation
    /// may go back that far).
    before: P,
    earlier: P,
    /// How many plies were played in this line, up to 2.
    played: u8,
    /// Where the first move stands that could not be played, and the last one; and how many.
    broken: Option<(Range<usize>, u32)>,
}

impl<P: Position> Line<P> {
    fn new(position: P) -> Line<P> {
        Line {
            before: position.clone(),
            earlier: position.clone(),
            position,
            played: 0,
            broken: None,
        }
    }
}

struct MovetextReader<'m, 'c, 's, V: Variant, S, W, K> {
    scan: &'m mut Scan<'c, 's, S, W, K>,
    dialect: V::Dialect,
    /// The line being read; none if its moves are kept as text.
    line: Option<Line<V::Position>>,
    /// The lines around it.
    enclosing: Vec<Option<Line<V::Position>>>,
    /// The visitor does not want the movetext.
    skip: bool,
    /// The termination marker of the game, once read.
    result: Option<(Outcome, Range<usize>)>,
}

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    fn read(mut self) {
        let lexis = const { &V::PROFILE.lexis };
        while let Some(&byte) = self.scan.text.get(self.scan.at) {
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
                }
                Class::Bracket if self.scan.is_tag(self.scan.at) && self.ends_at_tag() => break,
                Class::Percent | Class::Bracket => self.unknown_word(),
                Class::Stray => self.stray_bracket(),
            }
            if self.result.is_some() && !self.tail() {
                break;
            }
        }
        self.finish();
    }

    /// After the termination marker: comments belong to the game, and text that is neither a tag
    /// nor the start of a game without tags. Returns whether to read on.
    fn tail(&mut self) -> bool {
        loop {
            let gap = self.scan.at;
            let next = gap + blanks(&self.scan.text[gap..]);
            let Some(&byte) = self.scan.text.get(next) else {
                self.scan.pass_blanks();
                return false;
            };
            match byte {
                b'[' if self.scan.is_tag(next) => return false,
                b'{' | b';' => {
                    self.scan.pass_blanks();
                    match byte {
                        b'{' => self.comment(),
                        _ => self.line_comment(),
                    }
                }
                b'%' if self.scan.is_line_start(next) => {
                    self.scan.pass_blanks();
                    self.scan.pass_escaped_line();
                }
                b'1' if begins_with_number_one(&self.scan.text[next..]) => return false,
                _ => {
                    self.scan.pass_blanks();
                    let end = self.scan.line_end(next);
                    let end = next
                        + memchr::memchr3(b'{', b'[', b';', &self.scan.text[next + 1..end])
                            .map_or(end - next, |n| n + 1);
                    self.scan.stray(
                        &diagnostic::TEXT_AFTER_RESULT,
                        "text after the termination marker",
                        next..end,
                    );
                }
            }
        }
    }

    /// A word: a move, else something that is not known.
    #[inline]
    fn word(&mut self) {
        let begin = self.scan.at;
        let text = self.scan.text;
        if !self.skip
            && let Some(lexed) = V::lex(&text[begin..], &self.dialect)
        {
            let end = begin + lexed.len;
            if ends(const { &V::PROFILE.lexis }, text, end) || V::sign(&text[end..]).is_some() {
                self.play(lexed.token, begin..end);
                return;
            }
        }
        self.odd_word();
    }

    /// Plays a move, if the line can be played on.
    #[inline]
    fn play(&mut self, token: V::Token, span: Range<usize>) {
        self.scan.at = span.end;
        self.scan.last = span.end;
        let text = self.scan.slice(span.clone());
        let depth = self.enclosing.len();
        let Some(line) = &mut self.line else {
            self.scan.summary.unresolved += 1;
            self.scan.visitor.unplayed(text);
            return;
        };
        if line.broken.is_some() {
            self.unplayed(span);
            return;
        }
        match V::resolve(token, &line.position, &self.dialect) {
            Ok(mv) => {
                if const { V::PROFILE.lexis.variations_by_number } {
                    line.earlier.clone_from(&line.before);
                }
                line.before.clone_from(&line.position);
                line.position.play(&mv);
                line.played = (line.played + 1).min(2);
                if depth == 0 {
                    self.scan.summary.plies += 1;
                } else {
                    self.scan.summary.variation_plies += 1;
                }
                self.scan.visitor.ply::<V>(&Ply {
                    mv,
                    text,
                    span,
                    before: &line.before,
                    after: &line.position,
                });
            }
            Err(error) => {
                let code = match error.kind {
                    MoveErrorKind::Ambiguous => &diagnostic::AMBIGUOUS_MOVE,
                    _ => &diagnostic::ILLEGAL_MOVE,
                };
                let turn = line.position.turn();
                self.scan.report(code, span.clone(), || {
                    let side = V::PROFILE.sides[turn.index()];
                    format!("{side} cannot play {text}: {error}").into()
                });
                self.break_line(span);
            }
        }
    }

    /// The line cannot be played on; from here its moves are text.
    #[cold]
    fn break_line(&mut self, span: Range<usize>) {
        let text = self.scan.slice(span.clone());
        self.scan.summary.unresolved += 1;
        self.scan.visitor.unplayed(text);
        if let Some(line) = &mut self.line {
            line.broken = Some((span.end..span.end, 0));
        }
    }

    /// A move after one that could not be played.
    fn unplayed(&mut self, span: Range<usize>) {
        self.scan.summary.unresolved += 1;
        self.scan.visitor.unplayed(self.scan.slice(span.clone()));
        if let Some(Line {
            broken: Some((range, count)),
            ..
        }) = &mut self.line
        {
            if *count == 0 {
                range.start = span.start;
            }
            range.end = span.end;
            *count += 1;
        }
    }

    /// Says how much of a line was not played.
    fn end_line(&mut self) {
        if let Some(Line {
            broken: Some((range, count @ 1..)),
            ..
        }) = &self.line
        {
            let (range, count) = (range.clone(), *count);
            self.scan
                .report(&diagnostic::UNPLAYED_MOVES, range, || match count {
                    1 => "one more move of this line is kept as text".into(),
                    _ => format!("{count} more moves of this line are kept as text").into(),
                });
        }
    }

    /// A word that is no move: a result in letters, a sign, or something unknown.
    #[cold]
    fn odd_word(&mut self) {
        let begin = self.scan.at;
        let rest = &self.scan.text[begin..];
        if self.take_result() {
            return;
        }
        if !rest[0].is_ascii()
            && let Some((sign, len)) = V::sign(rest)
        {
            self.sign(sign, begin..begin + len);
            return;
        }
        self.unknown_word();
    }

    /// Passes a word that is not known. If it looks like a move the line cannot be played on.
    fn unknown_word(&mut self) {
        let lexis = const { &V::PROFILE.lexis };
        let begin = self.scan.at;
        let len = 1 + self.scan.text[begin + 1..]
            .iter()
            .take_while(|&&byte| !lexis.ends_word(byte))
            .count();
        let span = begin..begin + len;
        let word = &self.scan.text[span.clone()];
        let move_like = word.iter().any(u8::is_ascii_digit)
            && word.iter().any(|b| b.is_ascii_alphabetic() || *b >= 0x80)
            && word.len() <= 24;
        if self.skip || !move_like {
            return self.unknown(span);
        }
        self.scan.at = span.end;
        self.scan.last = span.end;
        match &self.line {
            Some(line) if line.broken.is_none() => {
                self.scan
                    .report(&diagnostic::UNKNOWN_TOKEN, span.clone(), || {
                        format!(
                            "{} is not a move in any notation of {}",
                            String::from_utf8_lossy(word),
                            V::PROFILE.name
                        )
                        .into()
                    });
                self.break_line(span);
            }
            Some(_) => self.unplayed(span),
            None => {
                self.scan.summary.unresolved += 1;
                self.scan.visitor.unplayed(self.scan.slice(span));
            }
        }
    }

    fn trivia(&mut self, span: Range<usize>) {
        self.scan.visitor.trivia(self.scan.slice(span.clone()));
        self.scan.at = span.end;
        self.scan.last = span.end;
    }

    /// Digits: a move number, a result, or a move.
    fn digits(&mut self) {
        let text = self.scan.text;
        let begin = self.scan.at;
        let mut end = begin;
        let mut number = 0u32;
        while let Some(digit @ b'0'..=b'9') = text.get(end) {
            number = number
                .saturating_mul(10)
                .saturating_add(u32::from(digit - b'0'));
            end += 1;
        }
        match text.get(end) {
            Some(b'.') => {
                if const { V::PROFILE.lexis.dotted_moves }
                    && text
                        .get(end + 1)
                        .is_some_and(|b| b.is_ascii_digit() || *b == b'.')
                    && self.digit_move()
                {
                    return;
                }
                while text.get(end) == Some(&b'.') {
                    end += 1;
                }
            }
            // An unknown number of which only the order is known.
            Some(b'?') if text.get(end + 1).is_none_or(u8::is_ascii_whitespace) => end += 1,
            Some(b'-' | b'/') | None if self.take_result() => return,
            _ => {
                if self.digit_move() || self.take_result() {
                    return;
                }
                let lexis = const { &V::PROFILE.lexis };
                let glued = text.get(end).is_none_or(|&byte| {
                    lexis.ends_word(byte) || byte.is_ascii_alphabetic() || byte >= 0x80
                });
                if !glued {
                    self.unknown_word();
                    return;
                }
            }
        }
        let span = begin..end;
        if !self.skip {
            self.scan
                .visitor
                .number(number, self.scan.slice(span.clone()));
        }
        self.scan.at = span.end;
        self.scan.last = span.end;
    }

    /// A move that begins with a digit.
    fn digit_move(&mut self) -> bool {
        let begin = self.scan.at;
        let text = self.scan.text;
        if self.skip {
            return false;
        }
        match V::lex(&text[begin..], &self.dialect) {
            Some(lexed) if ends(const { &V::PROFILE.lexis }, text, begin + lexed.len) => {
                self.play(lexed.token, begin..begin + lexed.len);
                true
            }
            _ => false,
        }
    }

    /// Takes a termination marker if one stands here.
    fn take_result(&mut self) -> bool {
        let lexis = const { &V::PROFILE.lexis };
        let begin = self.scan.at;
        let rest = &self.scan.text[begin..];
        for (token, outcome) in V::PROFILE.results {
            let len = token.len();
            if rest.starts_with(token.as_bytes())
                && rest.get(len).is_none_or(|&byte| lexis.ends_word(byte))
            {
                let span = begin..begin + len;
                if !self.skip {
                    let text = self.scan.slice(span.clone());
                    self.scan.visitor.outcome(*outcome, text);
                }
                self.scan.at = span.end;
                self.scan.last = span.end;
                if self.enclosing.is_empty() {
                    self.result = Some((*outcome, span));
                }
                return true;
            }
        }
        false
    }

    fn star(&mut self) {
        if !self.take_result() {
            self.unknown_word();
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
    }

    /// `!`, `?`, `!!`, `??`, `!?`, `?!`.
    fn glyph(&mut self) {
        let begin = self.scan.at;
        let rest = &self.scan.text[begin..];
        let len = rest
            .iter()
            .take_while(|&&byte| matches!(byte, b'!' | b'?'))
            .count();
        let nag = match &rest[..len] {
            b"!" => 1,
            b"?" => 2,
            b"!!" => 3,
            b"??" => 4,
            b"!?" => 5,
            b"?!" => 6,
            _ => return self.unknown(begin..begin + len),
        };
        self.nag(nag, begin..begin + len);
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
                return self.trivia(begin..begin + digits + 3);
            }
        }
        self.unknown(begin..begin + 1);
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
            Sign::Nag(nag) => self.nag(nag, span),
            Sign::DrawOffer if !self.skip => {
                let text = self.scan.slice(span.clone());
                self.scan.visitor.draw_offer(text);
                self.scan.at = span.end;
                self.scan.last = span.end;
            }
            Sign::Separator | Sign::Ellipsis | Sign::Stop | Sign::DrawOffer => self.trivia(span),
        }
    }

    fn unknown(&mut self, span: Range<usize>) {
        match self.skip {
            true => self.trivia(span),
            false => self.scan.stray(&diagnostic::UNKNOWN_TOKEN, UNKNOWN, span),
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

    /// A variation begins, or a sign in round brackets.
    fn open(&mut self) {
        let begin = self.scan.at;
        if const { V::PROFILE.lexis.open_signs }
            && let Some((sign, len)) = V::sign(&self.scan.text[begin..])
        {
            return self.sign(sign, begin..begin + len);
        }
        if self.skip {
            let end = self.variation_end(begin);
            return self.trivia(begin..end);
        }
        if self.enclosing.len() >= self.scan.options.limits.depth {
            let end = self.variation_end(begin);
            return self.scan.stray(
                &diagnostic::DEPTH_LIMIT,
                "variations are nested deeper than the limit",
                begin..end,
            );
        }
        self.scan.at = begin + 1;
        self.scan.last = begin + 1;
        let back = self.variation_back();
        let base = match &self.line {
            Some(line) if line.broken.is_none() && line.played >= back => match back {
                2 => Some(line.earlier.clone()),
                _ => Some(line.before.clone()),
            },
            Some(line) if line.broken.is_none() => {
                self.scan
                    .report(&diagnostic::MISPLACED_VARIATION, begin..begin + 1, || {
                        "there is no move before it that this variation could replace; its moves \
                         are kept as text"
                            .into()
                    });
                None
            }
            _ => None,
        };
        let Skip(skip) = self.scan.visitor.begin_variation(back);
        if skip {
            let end = self.variation_end(begin);
            self.trivia(begin + 1..end);
            self.scan.visitor.end_variation();
            return;
        }
        let line = base.map(Line::new);
        self.enclosing.push(std::mem::replace(&mut self.line, line));
    }

    /// How many plies a variation that begins here goes back: 1, or 2 where its first move is of
    /// the other side than the last move.
    fn variation_back(&self) -> u8 {
        let Some(line) = &self.line else { return 1 };
        if !const { V::PROFILE.lexis.variations_by_number } || line.played < 2 {
            return 1;
        }
        let text = &self.scan.text[self.scan.at..];
        let digits_from = text
            .iter()
            .take_while(|b| matches!(b, b'.' | b' ' | b'\t' | b'\n' | b'\r'))
            .count();
        let mut at = digits_from;
        // A label before the number: `$[1]`.
        if let Some(label) = text.strip_prefix(b"$[")
            && let Some(close) = label.iter().position(|&b| b == b']')
        {
            at = close + 3 + blanks(&label[close + 1..]);
        }
        let text = text.get(at..).unwrap_or_default();
        let digits = text.iter().take_while(|b| b.is_ascii_digit()).count();
        if digits == 0 {
            return 1;
        }
        let after = text[digits..]
            .iter()
            .take_while(|b| matches!(b, b'.' | b'?'))
            .count();
        let text = &text[digits + after..];
        let text = &text[blanks(text)..];
        let second = after >= 3 || text.starts_with(b"...") || {
            matches!(V::sign(text), Some((Sign::Ellipsis, _)))
        };
        let first_moves = if second { Side::Second } else { Side::First };
        match line.before.turn() == first_moves {
            true => 1,
            false => 2,
        }
    }

    /// The end of the variation that begins at `begin`, its bracket included, without reading it.
    fn variation_end(&self, begin: usize) -> usize {
        let text = self.scan.text;
        let mut depth = 0u32;
        let mut at = begin;
        while at < text.len() {
            match text[at] {
                b'(' => depth += 1,
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        return at + 1;
                    }
                }
                b'{' => match self.scan.comment_end(at + 1) {
                    Some(close) => at = close,
                    None => return self.scan.unclosed_end(at + 1),
                },
                b'[' if self.scan.is_line_start(at) && self.scan.is_tag(at) => return at,
                _ => {}
            }
            at += 1;
        }
        at
    }

    fn close(&mut self) {
        let begin = self.scan.at;
        if self.enclosing.is_empty() {
            return self.stray_bracket();
        }
        self.scan.at = begin + 1;
        self.scan.last = begin + 1;
        self.end_variation();
    }

    fn end_variation(&mut self) {
        self.end_line();
        if let Some(line) = self.enclosing.pop() {
            self.line = line;
        }
        if !self.skip {
            self.scan.visitor.end_variation();
        }
    }

    /// Whether the tag pair here ends the game; one in the middle of a line does so with a warning.
    fn ends_at_tag(&mut self) -> bool {
        let at = self.scan.at;
        let line = self.scan.text[..at]
            .iter()
            .rev()
            .take_while(|b| !matches!(b, b'\n' | b'\r'));
        if line.clone().any(|b| !matches!(b, b' ' | b'\t')) {
            self.scan
                .report(&diagnostic::TAG_IN_MOVETEXT, at..at + 1, || {
                    "a tag pair in the middle of a line of movetext; it begins the next game".into()
                });
        }
        true
    }

    /// Closes what is open and checks the end of the game.
    fn finish(mut self) {
        let at = self.scan.at;
        if !self.enclosing.is_empty() {
            let open = self.enclosing.len();
            let span = self.scan.last.saturating_sub(1)..self.scan.last;
            self.scan
                .report(&diagnostic::UNCLOSED_VARIATION, span, || match open {
                    1 => "a variation is not closed at the end of the game".into(),
                    _ => format!("{open} variations are not closed at the end of the game").into(),
                });
            while !self.enclosing.is_empty() {
                self.end_variation();
            }
        }
        self.end_line();
        match self.result.take() {
            None => {
                let end = self.scan.last.min(at);
                self.scan.report(
                    &diagnostic::MISSING_RESULT,
                    end.saturating_sub(1)..end,
                    || "the game ends without a termination marker".into(),
                );
            }
            Some((outcome, span)) => self.check_result(outcome, span),
        }
    }

    /// Compares the termination marker with the Result tag.
    fn check_result(&mut self, outcome: Outcome, span: Range<usize>) {
        let tags = crate::tags::Tags::new(self.scan.tags, self.scan.text, self.scan.chunk.encoding);
        let Some(tag) = tags.get("Result") else {
            return;
        };
        let value = tag.raw_value();
        if value.as_bytes() == &self.scan.text[span.clone()] {
            return;
        }
        let value = tag.value();
        if let Some(tagged) = V::PROFILE.outcome(value.trim())
            && tagged != outcome
        {
            let value = value.into_owned();
            let text = self.scan.slice(span.clone());
            self.scan.report(&diagnostic::RESULT_MISMATCH, span, || {
                format!("the game ends with {text}, its Result tag says {value}").into()
            });
        }
    }
}

/// What is said of a word that nobody knows.
const UNKNOWN: &str = "this is neither a move nor anything else that is known";

/// Whether a game without tags begins here: move number one.
fn begins_with_number_one(text: &[u8]) -> bool {
    matches!(text, [b'1', b'.' | b'?', ..])
}
