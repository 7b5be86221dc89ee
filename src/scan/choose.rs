//! Which variant a game is of: by its tags, else by what its moves do on each board.

use super::Scan;
use super::eight::{Numbers, name_number};
use crate::diagnostic::{self, Sink};
use crate::event::Visitor;
use crate::lexis::{Class, Lexis};
use crate::registry::{Task, VariantSet};
use crate::tags::Tags;
use crate::variant::{Position, Profile, Variant};
use std::mem;

/// So many moves at most are tried on each board.
const TRIED: u32 = 12;
/// So many bytes of movetext at most are looked at for them.
const WINDOW: usize = 4096;
/// If so many moves can be played on the board that was expected, no other is tried.
const ENOUGH: u32 = 2;

/// What was chosen for a game.
pub(super) struct Choice {
    /// The variant's index in the set.
    pub(super) variant: usize,
    /// Whether its moves are to be played.
    pub(super) replay: bool,
}

impl<S: VariantSet, W: Visitor, K: Sink> Scan<'_, '_, S, W, K> {
    /// Chooses the variant; the scanner stands after the tag section.
    pub(super) fn choose(&mut self) -> Choice {
        if let Some(variant) = self.options.variant {
            return Choice {
                variant,
                replay: true,
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
            .map(|index| (select(S::PROFILES, &tags.at(&self.tags[index])), index))
            .max_by_key(|(selected, index)| (selected.weight(), std::cmp::Reverse(*index)))
            .unwrap_or((Selected::No, 0));
        match selected {
            Selected::No => {}
            Selected::Variant(variant) => {
                return Choice {
                    variant,
                    replay: true,
                };
            }
            Selected::Kin(variant) => {
                let name = self.tag_value(index);
                self.report(
                    &diagnostic::UNSUPPORTED_VARIANT,
                    self.tags[index].span.clone(),
                    || format!("{name} is not replayed here; its moves are kept as text").into(),
                );
                return Choice {
                    variant,
                    replay: false,
                };
            }
            Selected::Unknown => {
                let name = self.tag_value(index);
                self.report(
                    &diagnostic::UNKNOWN_VARIANT,
                    self.tags[index].span.clone(),
                    || {
                        format!(
                            "no variant here is called {name}; its moves are tried on every board"
                        )
                        .into()
                    },
                );
            }
        }
        Choice {
            variant: self.by_replay().0,
            replay: true,
        }
    }

    fn tag_value(&self, index: usize) -> String {
        let value = self.view().iter().nth(index).map(|tag| tag.value());
        value.unwrap_or_default().into_owned()
    }

    /// The variant on whose board most of the first moves can be played, and how many.
    pub(super) fn by_replay(&self) -> (usize, u32) {
        let movetext = &self.text[self.at..self.text.len().min(self.at + WINDOW)];
        let trial = Trial {
            tags: self.view(),
            movetext,
            moves: ENOUGH,
        };
        let hint = self.options.hint;
        if S::run(hint, trial.clone()) == ENOUGH {
            return (hint, ENOUGH);
        }
        let mut best = (hint, 0);
        for variant in 0..S::PROFILES.len() {
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
    /// Of several tags the one that says more decides.
    fn weight(&self) -> u8 {
        match self {
            Selected::No => 0,
            Selected::Unknown => 1,
            Selected::Kin(_) => 2,
            Selected::Variant(_) => 3,
        }
    }
}

/// The numbers of the tag names that can say which variant a game is of.
pub(super) fn selectors(profiles: &[&Profile]) -> Numbers {
    let mut numbers = Numbers::default();
    for (name, _) in profiles.iter().flat_map(|profile| profile.selectors) {
        numbers.insert(name_number(name.as_bytes(), 0..name.len()));
    }
    numbers
}

/// What a tag says of the variant.
fn select(profiles: &[&Profile], tag: &crate::tags::Tag<'_>) -> Selected {
    let mut selects = false;
    let value = tag.raw_value();
    let value = value.as_bytes();
    for (index, profile) in profiles.iter().enumerate() {
        for (name, values) in profile.selectors {
            if !tag.is(name) {
                continue;
            }
            selects = true;
            let is = |known: &&str| known.as_bytes().eq_ignore_ascii_case(value);
            if values.iter().any(is) {
                return Selected::Variant(index);
            }
            if profile.kin.iter().any(is) {
                return Selected::Kin(index);
            }
        }
    }
    if selects && !value.is_empty() && value != b"?" {
        Selected::Unknown
    } else {
        Selected::No
    }
}

/// Whether a text begins with a move of any variant of the set.
pub(super) fn begins_with_move<S: VariantSet>(text: &[u8]) -> bool {
    struct Begins<'a>(&'a [u8]);
    impl Task for Begins<'_> {
        type Output = bool;
        fn run<V: Variant>(self) -> bool {
            let profile = &V::PROFILE;
            let ends = |len: usize| {
                self.0
                    .get(len)
                    .is_none_or(|&byte| profile.lexis.ends_word(byte))
            };
            V::lex(self.0, &V::Dialect::default()).is_some_and(|lexed| ends(lexed.len))
                || profile
                    .results
                    .iter()
                    .any(|(token, _)| self.0.starts_with(token.as_bytes()) && ends(token.len()))
        }
    }
    (0..S::PROFILES.len()).any(|variant| S::run(variant, Begins(text)))
}

/// How many of the first moves can be played on the variant's board, until one cannot.
#[derive(Clone)]
struct Trial<'a> {
    tags: Tags<'a>,
    movetext: &'a [u8],
    moves: u32,
}

impl Task for Trial<'_> {
    type Output = u32;

    fn run<V: Variant>(self) -> u32 {
        let Ok(start) = V::start(&self.tags, &mut Vec::new()) else {
            return 0;
        };
        let (mut position, dialect) = (start.position, start.dialect);
        let mut next = position.clone();
        let lexis = const { &V::PROFILE.lexis };
        let text = self.movetext;
        let mut played = 0;
        let mut at = 0;
        let mut depth = 0u32;
        while at < text.len() && played < self.moves {
            match lexis.class(text[at]) {
                Class::Brace => {
                    at += memchr::memchr(b'}', &text[at..]).map_or(text.len() - at, |n| n + 1);
                }
                Class::Semicolon => {
                    at += memchr::memchr(b'\n', &text[at..]).map_or(text.len() - at, |n| n + 1);
                }
                Class::Open => {
                    depth += 1;
                    at += 1;
                }
                Class::Close => {
                    depth = depth.saturating_sub(1);
                    at += 1;
                }
                Class::Bracket | Class::Star => break,
                Class::Word | Class::Digit | Class::Other if depth == 0 => {
                    let rest = &text[at..];
                    let is_whole = |len: usize| ends(lexis, rest, len) || V::abuts(&rest[len..]);
                    match play::<V>(rest, &dialect, &position, &mut next) {
                        Some(len) if is_whole(len) => {
                            mem::swap(&mut position, &mut next);
                            played += 1;
                            at += len;
                        }
                        _ if V::lex(rest, &dialect).is_some_and(|lexed| is_whole(lexed.len)) => {
                            break;
                        }
                        _ if rest[0].is_ascii_digit() => at += 1,
                        _ => match V::sign(rest) {
                            Some((_, len)) => at += len,
                            None => break,
                        },
                    }
                }
                _ => at += 1,
            }
        }
        played
    }
}

/// Plays the move that a text begins with; returns its length.
fn play<V: Variant>(
    text: &[u8],
    dialect: &V::Dialect,
    before: &V::Position,
    after: &mut V::Position,
) -> Option<usize> {
    if let Some((_, len)) = V::step(text, dialect, before, after) {
        return Some(len);
    }
    let lexed = V::lex(text, dialect)?;
    let mv = V::resolve(lexed.token, before, dialect).ok()?;
    after.clone_from(before);
    after.play(&mv);
    Some(lexed.len)
}

/// Whether a move may end here.
#[inline]
pub(super) fn ends(lexis: &Lexis, text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|&byte| lexis.ends_move(byte))
}
