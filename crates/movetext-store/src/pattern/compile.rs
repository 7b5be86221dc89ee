//! From the parts of a pattern to what is looked for.

use super::syntax::{Part, PatternError, Rule, parse, parts};
use super::{Link, MOST, Pattern, Relation, Set, Step, Sum, Test, WORDS};
use movetext::{Side, Square, VariantInfo};
use std::ops::Range;

type Result<T> = std::result::Result<T, PatternError>;

pub(super) fn compile(text: &str, info: &'static VariantInfo) -> Result<Pattern> {
    let mut compiler = Compiler {
        text,
        info,
        counts: Vec::new(),
    };
    let mut steps = Vec::new();
    let mut link = Link::Then;
    for part in parts(parse(text)?) {
        match part.as_rule() {
            Rule::link => link = compiler.link(&part)?,
            Rule::step => steps.push(compiler.step(part, link)?),
            _ => {}
        }
    }
    let roles = info.roles.len() as u8;
    let squares = info.geometry.squares;
    let mut pattern = Pattern {
        info,
        steps,
        weights: Vec::new(),
        words: compiler.counts.len().div_ceil(8),
        empty: [0; WORDS],
    };
    pattern.weights = vec![0; pattern.place(2 * roles + 2, 0)];
    for (index, (pieces, region)) in compiler.counts.iter().enumerate() {
        let (word, one) = (index / 8, 1u64 << (8 * (index % 8)));
        for square in (0..squares).filter(|square| region.has(*square)) {
            if pieces.has(0) {
                pattern.empty[word] = pattern.empty[word].wrapping_add(one);
            }
            for piece in 2..2 * roles + 2 {
                let place = pattern.place(piece, square) + word;
                let weight = &mut pattern.weights[place];
                // A piece stands where the square was empty.
                if pieces.has(0) {
                    *weight = weight.wrapping_sub(one);
                }
                if pieces.has(piece) {
                    *weight = weight.wrapping_add(one);
                }
            }
        }
    }
    Ok(pattern)
}

struct Compiler<'t> {
    text: &'t str,
    info: &'static VariantInfo,
    /// What is counted: pieces on squares.
    counts: Vec<(Set, Set)>,
}

/// A number of pieces.
struct Count {
    index: usize,
    /// On so many squares.
    squares: u32,
    /// Whether it is not clear if pieces are meant to be on all of the squares, or on some.
    unclear: bool,
}

fn span(part: &Part<'_>) -> Range<usize> {
    part.as_span().start()..part.as_span().end()
}

impl Compiler<'_> {
    fn error<T>(&self, span: Range<usize>, message: impl Into<String>) -> Result<T> {
        Err(PatternError::new(self.text, span, message))
    }

    fn number(&self, part: &Part<'_>) -> Result<u32> {
        match part.as_str().parse() {
            Ok(number) => Ok(number),
            Err(_) => self.error(span(part), "this number is too large"),
        }
    }

    fn positive(&self, part: &Part<'_>) -> Result<u32> {
        match self.number(part)? {
            0 => self.error(span(part), "expected a number from 1"),
            number => Ok(number),
        }
    }

    fn link(&self, part: &Part<'_>) -> Result<Link> {
        let mut link = Link::Then;
        for part in parts(part.clone()) {
            match part.as_rule() {
                Rule::next => link = Link::Within(1),
                Rule::number => link = Link::Within(self.positive(&part)?),
                _ => {}
            }
        }
        Ok(link)
    }

    fn step(&mut self, part: Part<'_>, link: Link) -> Result<Step> {
        let mut step = Step {
            link,
            test: Test::All(Vec::new()),
            hold: 1,
            of_pieces: false,
        };
        for part in parts(part) {
            if part.as_rule() == Rule::test {
                step.test = self.test(part)?;
            } else if let Some(number) = parts(part).next() {
                step.hold = self.positive(&number)?;
            }
        }
        step.of_pieces = step.test.is_of_pieces();
        Ok(step)
    }

    fn test(&mut self, part: Part<'_>) -> Result<Test> {
        match part.as_rule() {
            Rule::test => Ok(join(self.tests(part)?, Test::Any)),
            Rule::conjunction => Ok(join(self.tests(part)?, Test::All)),
            Rule::negation => {
                let mut nots = 0;
                let mut test = Test::All(Vec::new());
                for part in parts(part) {
                    if part.as_rule() == Rule::not {
                        nots += 1;
                    } else {
                        test = self.test(part)?;
                    }
                }
                Ok(if nots % 2 == 0 {
                    test
                } else {
                    Test::Not(Box::new(test))
                })
            }
            Rule::turn => self.turn(&part),
            Rule::quantified => self.quantified(part),
            Rule::comparison => self.comparison(part),
            _ => self.event(part),
        }
    }

    fn tests(&mut self, part: Part<'_>) -> Result<Vec<Test>> {
        parts(part).map(|part| self.test(part)).collect()
    }

    fn turn(&self, part: &Part<'_>) -> Result<Test> {
        let Some(word) = parts(part.clone()).next() else {
            return self.error(span(part), "expected a side");
        };
        Ok(Test::Turn(self.side_of(&word)?))
    }

    fn side_of(&self, word: &Part<'_>) -> Result<Side> {
        match side(self.info, word.as_str()) {
            Some(side) => Ok(side),
            None => {
                let [first, second] = self.info.sides;
                let (first, second) = (first.to_lowercase(), second.to_lowercase());
                let message = format!(
                    "expected `{first}` or `{second}`, found `{}`",
                    word.as_str()
                );
                self.error(span(word), message)
            }
        }
    }

    /// What is said about the move that led to the position.
    fn event(&mut self, part: Part<'_>) -> Result<Test> {
        let rule = part.as_rule();
        let all = self.all_squares();
        let (mut pieces, mut from, mut to, mut on, mut by) = (Set::default(), all, all, all, None);
        for part in parts(part) {
            match part.as_rule() {
                Rule::pieces => {
                    let at = span(&part);
                    pieces = self.pieces(part)?;
                    if pieces.has(0) {
                        return self.error(at, "expected pieces, and not empty squares");
                    }
                }
                Rule::word => by = Some(self.side_of(&part)?),
                rule => {
                    let mut region = Set::default();
                    for part in parts(part) {
                        region = self.region(part)?;
                    }
                    match rule {
                        Rule::origin => from = region,
                        Rule::target => to = region,
                        _ => on = region,
                    }
                }
            }
        }
        Ok(match rule {
            Rule::moved => Test::Moved { pieces, from, to },
            Rule::captured => Test::Captured { pieces, on },
            Rule::promoted => Test::Promoted(pieces),
            _ => Test::Castled(by),
        })
    }

    fn quantified(&mut self, part: Part<'_>) -> Result<Test> {
        let mut quantifier = Rule::some;
        let mut test = Test::All(Vec::new());
        for part in parts(part) {
            if part.as_rule() != Rule::count {
                quantifier = part.as_rule();
                continue;
            }
            let at = span(&part);
            let named = parts(part.clone()).count() > 1;
            let Count { index, squares, .. } = self.count(part)?;
            let (relation, number) = match quantifier {
                Rule::all if !named => return self.error(at, "`all` needs squares: all P[d4, e4]"),
                Rule::all => (Relation::Equal, squares),
                Rule::no => (Relation::Equal, 0),
                _ => (Relation::AtLeast, 1),
            };
            let sum = Sum {
                terms: vec![(index, 1)],
                ply: 0,
                constant: -i64::from(number),
            };
            test = Test::Compare(sum, relation);
        }
        Ok(test)
    }

    fn comparison(&mut self, part: Part<'_>) -> Result<Test> {
        let at = span(&part);
        let mut sums = Vec::new();
        let mut relations = Vec::new();
        let mut unclear = false;
        for part in parts(part) {
            if part.as_rule() == Rule::relation {
                relations.push(match part.as_str() {
                    "<" => Relation::Less,
                    "<=" => Relation::AtMost,
                    ">" => Relation::More,
                    ">=" => Relation::AtLeast,
                    "!=" => Relation::Unequal,
                    _ => Relation::Equal,
                });
            } else {
                let (sum, last_unclear) = self.sum(part)?;
                sums.push(sum);
                unclear = last_unclear;
            }
        }
        if relations.is_empty() {
            return match sums.pop() {
                Some(sum) if sum.is_count() && !unclear => Ok(Test::Compare(
                    Sum { constant: -1, ..sum },
                    Relation::AtLeast,
                )),
                Some(sum) if sum.is_count() => self.error(
                    at,
                    "several squares: put `all`, `some` or `no` before it, or a comparison behind it",
                ),
                _ => self.error(at.end..at.end, "expected a comparison, such as `> 2`"),
            };
        }
        let tests = sums.windows(2).zip(relations).map(|(pair, relation)| {
            let mut sum = pair[0].clone();
            for (index, factor) in &pair[1].terms {
                sum.terms.push((*index, -factor));
            }
            sum.ply -= pair[1].ply;
            sum.constant -= pair[1].constant;
            Test::Compare(sum, relation)
        });
        Ok(join(tests.collect(), Test::All))
    }

    /// A sum, and whether its last number of pieces, alone, would not be clear.
    fn sum(&mut self, part: Part<'_>) -> Result<(Sum, bool)> {
        let mut sum = Sum::default();
        let mut unclear = false;
        let mut sign = 1;
        for part in parts(part) {
            if part.as_rule() == Rule::sign {
                sign = if part.as_str() == "-" { -1 } else { 1 };
                continue;
            }
            let mut factor = None;
            let mut counted = false;
            for part in parts(part) {
                match part.as_rule() {
                    Rule::number => factor = Some(i64::from(self.number(&part)?)),
                    Rule::ply => {
                        sum.ply += sign;
                        counted = true;
                    }
                    _ => {
                        let count = self.count(part)?;
                        unclear = count.unclear;
                        sum.terms.push((count.index, sign * factor.unwrap_or(1)));
                        counted = true;
                    }
                }
            }
            if !counted {
                sum.constant += sign * factor.unwrap_or(0);
            }
        }
        Ok((sum, unclear))
    }

    fn count(&mut self, part: Part<'_>) -> Result<Count> {
        let at = span(&part);
        let (mut pieces, mut region) = (Set::default(), self.all_squares());
        let mut listed = 0;
        for part in parts(part) {
            if part.as_rule() == Rule::pieces {
                pieces = self.pieces(part)?;
            } else {
                listed = parts(part.clone()).count();
                region = self.region(part)?;
            }
        }
        let count = (pieces, region);
        let known = self.counts.iter().position(|known| *known == count);
        let index = match known {
            Some(index) => index,
            None if self.counts.len() == MOST => {
                return self.error(at, format!("{MOST} numbers of pieces are the most"));
            }
            None => {
                self.counts.push(count);
                self.counts.len() - 1
            }
        };
        let squares = region.count();
        Ok(Count {
            index,
            squares,
            unclear: listed > 1 || listed == 1 && pieces.has(0) && squares > 1,
        })
    }

    fn all_squares(&self) -> Set {
        let mut all = Set::default();
        (0..self.info.geometry.squares).for_each(|square| all.add(square));
        all
    }

    /// `R`, `rn`, `rook`, `white rook`, `white`, `pieces`, `empty`.
    fn pieces(&self, part: Part<'_>) -> Result<Set> {
        let words: Vec<Part<'_>> = parts(part).collect();
        let sides = match &words[..] {
            [word, _] => vec![self.side_of(word)?],
            _ => vec![Side::First, Side::Second],
        };
        let Some(word) = words.last() else {
            return Ok(Set::default());
        };
        let text = word.as_str();
        let mut set = Set::default();
        let mut add = |role: usize, side: Side| set.add((role as u8 + 1) << 1 | side.index() as u8);
        let roles = self.info.roles;
        let lower = text.to_lowercase();
        let named = roles.iter().position(|role| {
            let name = role.name.to_lowercase();
            lower == name || lower.strip_suffix('s') == Some(&name)
        });
        if let Some(role) = named {
            sides.into_iter().for_each(|side| add(role, side));
        } else if matches!(&*lower, "pieces" | "piece") {
            for role in 0..roles.len() {
                sides.iter().for_each(|side| add(role, *side));
            }
        } else if words.len() == 1 && lower == "empty" {
            set.add(0);
        } else if let (1, Some(side)) = (words.len(), side(self.info, text)) {
            (0..roles.len()).for_each(|role| add(role, side));
        } else if words.len() == 1 {
            for (offset, letter) in text.char_indices() {
                let find = |letter: char| roles.iter().position(|role| role.letter == letter);
                let upper = letter.to_uppercase().next().unwrap_or(letter);
                match (find(letter), find(upper)) {
                    (Some(role), _) => add(role, Side::First),
                    (None, Some(role)) => add(role, Side::Second),
                    (None, None) => {
                        let at = span(word).start + offset;
                        return self.unknown_piece(word, at..at + letter.len_utf8());
                    }
                }
            }
        } else {
            return self.unknown_piece(word, span(word));
        }
        Ok(set)
    }

    fn unknown_piece<T>(&self, word: &Part<'_>, at: Range<usize>) -> Result<T> {
        let roles = self.info.roles.iter();
        let names: Vec<String> = roles
            .map(|role| format!("{} ({})", role.letter, role.name))
            .collect();
        // A word of several letters is rather one than letters.
        let at = if word.as_str().chars().count() > 3 {
            span(word)
        } else {
            at
        };
        let message = format!(
            "`{}` is no piece of {}: there are {}, in small letters for {}",
            &self.text[at.clone()],
            self.info.name,
            names.join(", "),
            self.info.sides[1]
        );
        self.error(at, message)
    }

    fn region(&self, part: Part<'_>) -> Result<Set> {
        let mut region = Set::default();
        for part in parts(part) {
            let at = span(&part);
            let ends: Vec<Part<'_>> = parts(part).collect();
            match &ends[..] {
                [from, to] => {
                    let (from, to) = (self.square(from)?, self.square(to)?);
                    self.rectangle(from, to)
                        .for_each(|square| region.add(square));
                }
                [one] if one.as_str().contains('*') => {
                    let before = region;
                    self.named_like(one.as_str())
                        .for_each(|square| region.add(square));
                    if region == before && self.named_like(one.as_str()).next().is_none() {
                        let message = format!("no square of {} is called so", self.info.name);
                        return self.error(at, message);
                    }
                }
                [one] => region.add(self.square(one)?.0),
                _ => {}
            }
        }
        Ok(region)
    }

    fn square(&self, part: &Part<'_>) -> Result<Square> {
        let name = part.as_str();
        let find = self.info.geometry.square;
        let square = find(name)
            .or_else(|| find(&name.to_uppercase()))
            .or_else(|| find(&name.to_lowercase()));
        match square {
            Some(square) => Ok(square),
            None => {
                let message = format!("{} has no square `{name}`", self.info.name);
                self.error(span(part), message)
            }
        }
    }

    /// The squares in the rectangle with two squares in its corners, as the board is drawn.
    fn rectangle(&self, from: Square, to: Square) -> impl Iterator<Item = u8> {
        let geometry = &self.info.geometry;
        let (a, b) = ((geometry.centre)(from), (geometry.centre)(to));
        // Coordinates of hexagons are no whole numbers.
        const NEAR: f32 = 0.01;
        let within = |at: f32, a: f32, b: f32| at > a.min(b) - NEAR && at < a.max(b) + NEAR;
        (0..geometry.squares).filter(move |square| {
            let (x, y) = (geometry.centre)(Square(*square));
            within(x, a.0, b.0) && within(y, a.1, b.1)
        })
    }

    /// The squares whose letters or whose number are given: `e*`, `*4`, `*`.
    fn named_like(&self, pattern: &str) -> impl Iterator<Item = u8> {
        let (letters, number) = match pattern.split_once('*') {
            Some(("", "")) => (None, None),
            Some((letters, "")) => (Some(letters.to_lowercase()), None),
            Some(("", number)) => (None, Some(number.to_owned())),
            _ => (Some(String::new()), None),
        };
        let name = self.info.geometry.name;
        (0..self.info.geometry.squares).filter(move |square| {
            let name = name(Square(*square));
            let name = name.as_str();
            let digits = name
                .find(|c: char| c.is_ascii_digit())
                .unwrap_or(name.len());
            letters
                .as_ref()
                .is_none_or(|letters| name[..digits].to_lowercase() == *letters)
                && number
                    .as_ref()
                    .is_none_or(|number| name[digits..] == *number)
        })
    }
}

/// The side that is called so: by its name, or the name of its players.
fn side(info: &VariantInfo, word: &str) -> Option<Side> {
    let is = |names: &[&str], side: usize| {
        info.sides[side].eq_ignore_ascii_case(word)
            || names.iter().any(|name| name.eq_ignore_ascii_case(word))
    };
    match () {
        () if is(info.first, 0) => Some(Side::First),
        () if is(info.second, 1) => Some(Side::Second),
        () => None,
    }
}

/// Several tests as one.
fn join(mut tests: Vec<Test>, how: fn(Vec<Test>) -> Test) -> Test {
    match tests.len() {
        1 => tests.remove(0),
        _ => how(tests),
    }
}

impl Sum {
    /// Whether it is nothing but one number of pieces.
    fn is_count(&self) -> bool {
        matches!(self.terms[..], [(_, 1)]) && self.ply == 0 && self.constant == 0
    }
}

impl Test {
    /// Whether nothing but the numbers of pieces decides.
    fn is_of_pieces(&self) -> bool {
        match self {
            Test::All(tests) | Test::Any(tests) => tests.iter().all(Test::is_of_pieces),
            Test::Not(test) => test.is_of_pieces(),
            Test::Compare(sum, _) => sum.ply == 0,
            _ => false,
        }
    }
}
