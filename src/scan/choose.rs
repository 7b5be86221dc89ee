//! Choosing the variant of a game: by its tags, else by playing its moves on each board.

use super::Scan;
use super::convention::Readings;
use super::swar::{Numbers, name_number};
use crate::core::byte_class::{ByteClass, ByteClasses};
use crate::core::tags::Tags;
use crate::diagnostic::{self, Sink};
use crate::event::Visitor;
use crate::io::{MARK, ends_comment_in};
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{InitialState, Position, SetupError, Variant, VariantInfo};
use std::cmp::Reverse;
use std::mem;

/// The maximum number of moves tried on each board.
pub(super) const TRIED: u32 = 12;
/// The maximum number of bytes of movetext examined for them.
const WINDOW: usize = 4096;
/// If this many moves are playable on the expected board, no other is tried.
const ENOUGH: u32 = 2;

/// The choice for a game.
pub(super) struct Choice {
    /// The variant's index in the set.
    pub(super) variant: usize,
    /// Whether its moves will be played.
    pub(super) replay: bool,
    /// What its first moves still have to confirm.
    pub(super) doubt: Option<Doubt>,
}

/// Why a variant was chosen before its moves were examined.
#[derive(Clone, Copy)]
pub(super) enum Doubt {
    /// A tag, an index, names it.
    Declared(usize),
    /// It is the expected one.
    Expected,
}

impl Doubt {
    /// How many of the first moves must be legal.
    fn moves(self) -> u32 {
        match self {
            Doubt::Declared(_) => 1,
            Doubt::Expected => ENOUGH,
        }
    }
}

impl<S: VariantSet, W: Visitor, K: Sink> Scan<'_, '_, S, W, K> {
    /// Chooses the variant; the scanner is after the tag section.
    pub(super) fn choose(&mut self) -> Choice {
        if let Some(variant) = self.options.variant {
            return Choice {
                variant,
                replay: true,
                doubt: None,
            };
        }
        let may_select = |index: &usize| {
            let name = self.tags[*index].name.clone();
            self.selectors.contains(name_number(self.text, name))
        };
        let tags = self.view();
        let (selected, index) = (0..self.tags.len())
            .filter(|_| self.names.may_select)
            .filter(may_select)
            .map(|index| (select(S::VARIANTS, &tags.at(&self.tags[index])), index))
            .max_by_key(|(selected, index)| (selected.weight(), Reverse(*index)))
            .unwrap_or((Selected::No, 0));
        match selected {
            Selected::No => {}
            Selected::Variant(variant) => {
                return Choice {
                    variant,
                    replay: true,
                    doubt: (S::VARIANTS.len() > 1).then_some(Doubt::Declared(index)),
                };
            }
            Selected::Kin(variant) => {
                let name = self.tag_value(index);
                self.report(
                    &diagnostic::UNSUPPORTED_VARIANT,
                    self.tags[index].span.clone(),
                    || format!("{name} is not supported; moves kept unchecked").into(),
                );
                return Choice {
                    variant,
                    replay: false,
                    doubt: None,
                };
            }
            Selected::Unknown => {
                let name = self.tag_value(index);
                self.report(
                    &diagnostic::UNKNOWN_VARIANT,
                    self.tags[index].span.clone(),
                    || format!("unknown variant {name}; guessed from the moves").into(),
                );
            }
        }
        Choice {
            variant: self.options.hint,
            replay: true,
            doubt: Some(Doubt::Expected),
        }
    }

    /// The variant of the game; the scanner is after the tag section.
    pub(super) fn guess(&mut self) -> usize {
        let Choice { variant, doubt, .. } = self.choose();
        match doubt {
            Some(doubt) if S::run(variant, self.trial(doubt.moves())) < doubt.moves() => {
                self.choose_again(variant, doubt)
            }
            _ => variant,
        }
    }

    /// Whether the first moves are playable on the board of the chosen variant, from the start of the game.
    pub(super) fn bears_out<V: Variant>(
        &mut self,
        doubt: Doubt,
        start: &Result<InitialState<V>, SetupError>,
    ) -> bool {
        let Ok(start) = start else { return false };
        let (variant, moves) = (self.summary.variant, doubt.moves());
        let usual = !start.custom && start.dialect == V::Dialect::default();
        let first = self.at + blank_len(&self.text[self.at..]);
        let text = &self.text[first..];
        if usual && self.beginnings.knows(variant, moves, text) {
            return true;
        }
        let (position, dialect) = (start.position.clone(), start.dialect.clone());
        let (played, end) = self.trial(moves).play_to::<V>(position, dialect);
        if played < moves {
            return false;
        }
        let end = self.at + end;
        if usual && matches!(self.text.get(end), Some(b' ' | b'\n' | b'\r')) {
            self.beginnings.add(variant, moves, text, end + 1 - first);
        }
        true
    }

    /// The variant of a game whose first moves do not fit the chosen one.
    #[cold]
    pub(super) fn choose_again(&mut self, variant: usize, doubt: Doubt) -> usize {
        match doubt {
            Doubt::Declared(tag) => self.mismatch(variant, tag).unwrap_or(variant),
            Doubt::Expected => self.by_replay().0,
        }
    }

    /// The variant of a game whose tag names another one on whose board not even its first move is playable.
    fn mismatch(&mut self, declared: usize, tag: usize) -> Option<usize> {
        let others = (0..S::VARIANTS.len()).filter(|variant| *variant != declared);
        let played = others.map(|variant| (S::run(variant, self.trial(TRIED)), variant));
        let (played, variant) =
            played.max_by_key(|(played, variant)| (*played, Reverse(*variant)))?;
        if played < ENOUGH {
            return None;
        }
        let notation = S::run(variant, FirstNotation(self.movetext()));
        let span = self.tags[tag].span.clone();
        self.report(&diagnostic::VARIANT_MISMATCH, span, || {
            let [declared, name] = [declared, variant].map(|variant| S::VARIANTS[variant].name);
            let notation =
                notation.map_or_else(String::new, |notation| format!(" in {notation} notation"));
            format!(
                "this tag says {declared}, but the moves are {name}{notation} and are read as such"
            )
            .into()
        });
        Some(variant)
    }

    /// The beginning of the movetext.
    fn movetext(&self) -> &[u8] {
        &self.text[self.at..self.text.len().min(self.at + WINDOW)]
    }

    /// A trial of up to `moves` moves.
    fn trial(&self, moves: u32) -> Trial<'_> {
        Trial {
            tags: self.view(),
            movetext: self.movetext(),
            moves,
        }
    }

    fn tag_value(&self, index: usize) -> String {
        let value = self.view().iter().nth(index).map(|tag| tag.value());
        value.unwrap_or_default().into_owned()
    }

    /// How many of the first moves are playable on the board of each variant.
    pub(super) fn trials(&self) -> Vec<u32> {
        let trial = self.trial(TRIED);
        let variants = 0..S::VARIANTS.len();
        variants
            .map(|variant| S::run(variant, trial.clone()))
            .collect()
    }

    /// The variant on whose board most of the first moves are playable, and how many.
    pub(super) fn by_replay(&self) -> (usize, u32) {
        let trial = self.trial(ENOUGH);
        let hint = self.options.hint;
        if S::run(hint, trial.clone()) == ENOUGH {
            return (hint, ENOUGH);
        }
        let mut best = (hint, 0);
        for variant in 0..S::VARIANTS.len() {
            let played = S::run(
                variant,
                Trial {
                    moves: TRIED,
                    ..trial.clone()
                },
            );
            if played > best.1 {
                best = (variant, played);
            }
        }
        // If no move fits, the start position may.
        if best.1 == 0 && !S::run(hint, CanStart(self.view())) {
            let starts = |variant: &usize| S::run(*variant, CanStart(self.view()));
            best.0 = (0..S::VARIANTS.len()).find(starts).unwrap_or(hint);
        }
        best
    }
}

enum Selected {
    No,
    Variant(usize),
    Kin(usize),
    Unknown,
}

impl Selected {
    /// If several tags name a variant, the more specific one decides.
    fn weight(&self) -> u8 {
        match self {
            Selected::No => 0,
            Selected::Unknown => 1,
            Selected::Kin(_) => 2,
            Selected::Variant(_) => 3,
        }
    }
}

/// The numbers of the tag names that may select a variant.
pub(super) fn selectors(profiles: &[&VariantInfo]) -> Numbers {
    let mut numbers = Numbers::default();
    for (name, _) in profiles.iter().flat_map(|info| info.selectors) {
        numbers.insert(name_number(name.as_bytes(), 0..name.len()));
    }
    numbers
}

/// What a tag says about the variant.
fn select(profiles: &[&VariantInfo], tag: &crate::core::tags::Tag<'_>) -> Selected {
    let value = tag.raw_value();
    let value = value.as_bytes();
    // Few are written differently from the known values.
    match named(profiles, tag, |known| {
        known.as_bytes().eq_ignore_ascii_case(value)
    }) {
        Selected::No => Selected::No,
        Selected::Unknown if value.is_empty() || value == b"?" => Selected::No,
        Selected::Unknown => named(profiles, tag, |known| is_name(known, value)),
        selected => selected,
    }
}

/// The variant that a tag names, or unknown if it names none.
fn named(
    profiles: &[&VariantInfo],
    tag: &crate::core::tags::Tag<'_>,
    is: impl Fn(&str) -> bool,
) -> Selected {
    let mut selects = false;
    for (index, info) in profiles.iter().enumerate() {
        for (name, values) in info.selectors {
            if !tag.is(name) {
                continue;
            }
            selects = true;
            if values.iter().any(|known| is(known)) {
                return Selected::Variant(index);
            }
            if info.unsupported.iter().any(|known| is(known)) {
                return Selected::Kin(index);
            }
        }
    }
    if selects {
        Selected::Unknown
    } else {
        Selected::No
    }
}

/// Whether two names differ only in case, blanks and punctuation: `Chess 960`, `chess-960`.
pub(crate) fn is_name(known: &str, value: &[u8]) -> bool {
    let known = known.as_bytes();
    known.eq_ignore_ascii_case(value) || letters(known).eq(letters(value))
}

/// Whether a text is one of some names, which begin with a letter or digit, compared as by [`is_name`].
pub(crate) fn is_one_of(names: &[&str], value: &[u8]) -> bool {
    let first = letters(value).next();
    let begins = |name: &&&str| name.bytes().next() == first;
    names.iter().filter(begins).any(|name| is_name(name, value))
}

/// The significant characters of a name.
fn letters(text: &[u8]) -> impl Iterator<Item = u8> {
    text.iter()
        .filter(|byte| byte.is_ascii_alphanumeric() || !byte.is_ascii())
        .map(u8::to_ascii_lowercase)
}

/// Whether a text begins with a move of any variant of the set.
pub(super) fn begins_with_move<S: VariantSet>(text: &[u8]) -> bool {
    struct Begins<'a>(&'a [u8]);
    impl WithVariant for Begins<'_> {
        type Output = bool;
        fn run<V: Variant>(self) -> bool {
            let info = &V::INFO;
            let ends = |len: usize| {
                self.0
                    .get(len)
                    .is_none_or(|&byte| info.classes.ends_move(byte))
            };
            V::lex(self.0, &V::Dialect::default()).is_some_and(|lexed| ends(lexed.len))
                || info
                    .results
                    .iter()
                    .any(|(token, _)| self.0.starts_with(token.as_bytes()) && ends(token.len()))
        }
    }
    (0..S::VARIANTS.len()).any(|variant| S::run(variant, Begins(text)))
}

/// Whether the variant can read the start position.
struct CanStart<'a>(Tags<'a>);

impl WithVariant for CanStart<'_> {
    type Output = bool;

    fn run<V: Variant>(self) -> bool {
        let setup = |name: &&str| self.0.get(name).is_some();
        V::INFO.setup.iter().any(setup) && V::initial_state(&self.0, &mut Vec::new()).is_ok()
    }
}

/// The name of the first move's notation, if the variant has several.
struct FirstNotation<'a>(&'a [u8]);

impl WithVariant for FirstNotation<'_> {
    type Output = Option<&'static str>;

    fn run<V: Variant>(self) -> Option<&'static str> {
        let dialect = V::Dialect::default();
        let classes = const { &V::INFO.classes };
        let mut at = 0;
        while let Some(&byte) = self.0.get(at) {
            let rest = &self.0[at..];
            match classes.class(byte) {
                ByteClass::Brace => at = behind_comment(self.0, at),
                ByteClass::Semicolon => at += memchr::memchr(b'\n', rest)? + 1,
                ByteClass::Word | ByteClass::Other => {
                    let lexed = V::lex(rest, &dialect)?;
                    return V::detect_notation(&String::from_utf8_lossy(&rest[..lexed.len]));
                }
                _ => at += 1,
            }
        }
        None
    }
}

/// The offset after a comment that begins at a position; the end of the text if it is not closed before the
/// next game.
fn behind_comment(text: &[u8], at: usize) -> usize {
    let Some(close) = memchr::memchr(b'}', &text[at..]).map(|close| at + close) else {
        return text.len();
    };
    let begins_game = |end: usize| {
        let line = &text[at + end + 1..close];
        let start = close - line.strip_prefix(MARK).unwrap_or(line).len();
        text[start] == b'[' && ends_comment_in(text, start)
    };
    if memchr::memchr_iter(b'\n', &text[at..close]).any(begins_game) {
        text.len()
    } else {
        close + 1
    }
}

/// How many of the first moves are playable on the variant's board, until one is not.
#[derive(Clone)]
pub(super) struct Trial<'a> {
    pub(super) tags: Tags<'a>,
    pub(super) movetext: &'a [u8],
    pub(super) moves: u32,
}

impl WithVariant for Trial<'_> {
    type Output = u32;

    fn run<V: Variant>(self) -> u32 {
        match V::initial_state(&self.tags, &mut Vec::new()) {
            Ok(start) => self.play::<V>(start.position, start.dialect),
            Err(_) => 0,
        }
    }
}

impl Trial<'_> {
    fn play<V: Variant>(&self, position: V::Position, dialect: V::Dialect) -> u32 {
        self.play_to::<V>(position, dialect).0
    }

    /// How many moves are playable, and where the last one ends.
    fn play_to<V: Variant>(
        &self,
        mut position: V::Position,
        mut dialect: V::Dialect,
    ) -> (u32, usize) {
        let mut next = position.clone();
        let classes = const { &V::INFO.classes };
        let text = self.movetext;
        let mut played = 0;
        let mut unusual = false;
        let mut at = 0;
        let mut depth = 0u32;
        while at < text.len() && played < self.moves {
            match classes.class(text[at]) {
                ByteClass::Brace => at = behind_comment(text, at),
                ByteClass::Semicolon => {
                    at += memchr::memchr(b'\n', &text[at..]).map_or(text.len() - at, |n| n + 1);
                }
                ByteClass::Open => {
                    depth += 1;
                    at += 1;
                }
                ByteClass::Close => {
                    depth = depth.saturating_sub(1);
                    at += 1;
                }
                ByteClass::Bracket | ByteClass::Star => break,
                ByteClass::Digit if depth == 0 && begins_anew(text, at, played) => break,
                ByteClass::Digit if !classes.dotted_moves && text.get(at + 1) == Some(&b'.') => {
                    at += 2;
                }
                ByteClass::Word | ByteClass::Digit | ByteClass::Other if depth == 0 => {
                    let rest = &text[at..];
                    let is_whole = |len: usize| {
                        ends(classes, rest, len)
                            || V::starts_move(&rest[len..])
                            || dots(classes, &rest[len..]).is_some()
                    };
                    match play::<V>(rest, &dialect, &position, &mut next) {
                        Some(len) if is_whole(len) => {
                            mem::swap(&mut position, &mut next);
                            played += 1;
                            at += len;
                        }
                        _ if let Some(lexed) = V::lex(rest, &dialect)
                            && is_whole(lexed.len) =>
                        {
                            let readings = Readings::of::<V>(lexed.token, &position, &dialect);
                            let Some((convention, mv)) = readings.and_then(|all| all.first())
                            else {
                                break;
                            };
                            unusual |= V::CONVENTIONS[convention].instead_of.is_some();
                            V::apply_convention(convention, &mut dialect);
                            position.play(&mv);
                            played += 1;
                            at += lexed.len;
                        }
                        _ if rest[0].is_ascii_digit() => at += 1,
                        _ => match V::punctuation(rest) {
                            Some((_, len)) => at += len,
                            None => break,
                        },
                    }
                }
                _ => at += 1,
            }
        }
        // A single move by an unusual convention may be a slip in a game of another variant.
        let played = if unusual && played < 2 { 0 } else { played };
        (played, at)
    }
}

/// Whether the number of the first move stands here, of a game after the one whose moves were played. The second
/// player's first move may have a number of its own on the same line.
fn begins_anew(text: &[u8], at: usize, played: u32) -> bool {
    let is_first =
        text[at..].starts_with(b"1.") && !matches!(text.get(at + 2), Some(b'.' | b'0'..=b'9'));
    is_first
        && match text[..at].last() {
            Some(b'\n' | b'\r') => played > 0,
            Some(b' ' | b'\t') => played > 1,
            _ => false,
        }
}

/// Plays the move that a text begins with and returns its length.
fn play<V: Variant>(
    text: &[u8],
    dialect: &V::Dialect,
    before: &V::Position,
    after: &mut V::Position,
) -> Option<usize> {
    if let Some((_, len)) = V::parse_and_play(text, dialect, before, after) {
        return Some(len);
    }
    let lexed = V::lex(text, dialect)?;
    let mv = V::resolve(lexed.token, before, dialect).ok()?;
    after.clone_from(before);
    after.play(&mv);
    Some(lexed.len)
}

/// The number of blanks and line ends that a text begins with.
fn blank_len(text: &[u8]) -> usize {
    text.len() - text.trim_ascii_start().len()
}

/// The number of leading dots that nothing follows to which they could belong.
pub(super) fn dots(classes: &ByteClasses, text: &[u8]) -> Option<usize> {
    let dots = text.iter().take_while(|&&byte| byte == b'.').count();
    let ends = text.get(dots).is_none_or(|&byte| classes.ends_word(byte));
    (dots > 0 && ends).then_some(dots)
}

/// Whether a move may end here.
#[inline]
pub(super) fn ends(classes: &ByteClasses, text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|&byte| classes.ends_move(byte))
}
