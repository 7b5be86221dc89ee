//! Comparing what two games say: start, tags, result, and then the moves with what stands behind them.

use super::bytes;
use super::content::{Content, Keys, Token, folded};
use super::difference::{Class, Comparison, Difference, What};
use super::lists::{both, unmatched};
use super::options::{Aspect, Options};
use super::tagged;
use super::view::{View, wanted};
use super::walk::{Blind, Walk};
use crate::core::outcome::Outcome;
use crate::format::fen;
use crate::info::VariantInfo;
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{Position, Variant};
use std::collections::HashMap;

/// Compares two games.
pub(super) fn compare<S: VariantSet>(
    a: &Content<'_>,
    b: &Content<'_>,
    options: &Options,
) -> Comparison {
    let mut out = Comparison::same(Class::Same);
    let index = |content: &Content<'_>| content.variant.as_deref().and_then(S::find);
    let info = index(a).map(|index| S::VARIANTS[index]);
    setups::<S>(a, b, options, &mut out);
    tags(a, b, info, options, &mut out);
    if options.wants(&Aspect::Result) {
        results(a, b, info, &mut out);
    }
    let is_same_start = a.start == b.start || !options.wants(&Aspect::Setup);
    if a.variant == b.variant && is_same_start {
        let keys = Keys::default();
        let task = Walk {
            a: View::new(a, options, &keys),
            b: View::new(b, options, &keys),
            options,
            out: &mut out,
        };
        match index(a) {
            Some(index) => S::run(index, task),
            None => task.walk(Some(Blind(None))),
        }
    }
    out
}

/// A byte that no text has.
const TEXT_END: u8 = u8::MAX;

/// A hash over all that is compared of a game beside its line; `tokens` are its tokens as they are stored, none where
/// these are the line and no more.
pub(super) fn meaning(
    content: &Content<'_>,
    tokens: &[u8],
    info: Option<&VariantInfo>,
    options: &Options,
    keys: &Keys,
) -> u64 {
    let mut pairs: Vec<(&str, &str)> = compared(content, info, options).collect();
    // Tags of one name stay in their order; that of different ones is spelling.
    pairs.sort_by(|(one, _), (other, _)| lower_case(one).cmp(lower_case(other)));
    let mut tags = Vec::with_capacity(512);
    for (name, value) in pairs {
        tags.extend(lower_case(name));
        tags.push(TEXT_END);
        tags.extend_from_slice(tagged::meaning(name, value, options).as_bytes());
        tags.push(TEXT_END);
    }
    let outcome = content.outcome.filter(|_| options.wants(&Aspect::Result));
    let setup = (content.replayed, content.holds, outcome, tags);
    if options.is_plain() {
        return keys.short(&(setup, tokens));
    }
    let mut filtered = Vec::with_capacity(tokens.len());
    let moves = options.wants(&Aspect::Moves);
    for token in wanted(content, options) {
        match token {
            Token::Comment(text) => {
                let text = folded(text, options).into_owned();
                bytes::token(&Token::Comment(text), &mut filtered);
            }
            Token::Stray(text) => {
                let text = folded(text, options).into_owned();
                bytes::token(&Token::Stray(text), &mut filtered);
            }
            token if !moves && token.is_move() => filtered.push(u8::MAX),
            token => bytes::token(token, &mut filtered),
        }
    }
    keys.short(&(setup, filtered))
}

/// The bytes of a tag name without regard to case.
fn lower_case(name: &str) -> impl Iterator<Item = u8> {
    name.bytes().map(|byte| byte.to_ascii_lowercase())
}

fn setups<S: VariantSet>(
    a: &Content<'_>,
    b: &Content<'_>,
    options: &Options,
    out: &mut Comparison,
) {
    let (setup, moves) = (options.wants(&Aspect::Setup), options.wants(&Aspect::Moves));
    let mut differ = |name: &str, a: Option<String>, b: Option<String>| {
        if a != b {
            out.add(Difference {
                what: What::Setup,
                ply: None,
                name: Some(name.to_owned()),
                a,
                b,
                fen: None,
            });
        }
    };
    // Moves of different variants are different moves.
    if setup || moves {
        let variant = |content: &Content<'_>| content.variant.as_deref().map(str::to_owned);
        differ("variant", variant(a), variant(b));
    }
    if setup && a.variant == b.variant && a.start != b.start {
        differ("position", start::<S>(a), start::<S>(b));
    }
}

/// The start position of a game, the usual one included.
fn start<S: VariantSet>(content: &Content<'_>) -> Option<String> {
    struct Usual;
    impl WithVariant for Usual {
        type Output = Option<String>;
        fn run<V: Variant>(self) -> Option<String> {
            Some(fen::start_by::<V>(&[])?.position.describe())
        }
    }
    content.start.clone().or_else(|| {
        let index = S::find(content.variant.as_deref()?)?;
        S::run(index, Usual)
    })
}

/// The tags of a game that are compared.
fn compared<'c>(
    content: &'c Content<'c>,
    info: Option<&'c VariantInfo>,
    options: &'c Options,
) -> impl Iterator<Item = (&'c str, &'c str)> {
    let pairs = content.tags.iter().map(|(name, value)| (&**name, &**value));
    pairs.filter(move |(name, _)| tagged::is_compared(info, content.replayed, name, options))
}

fn tags(
    a: &Content<'_>,
    b: &Content<'_>,
    info: Option<&VariantInfo>,
    options: &Options,
    out: &mut Comparison,
) {
    /// The values of a tag in both games.
    #[derive(Default)]
    struct Values<'c> {
        name: &'c str,
        values: [Vec<&'c str>; 2],
    }
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut names: Vec<Values<'_>> = Vec::new();
    for (side, content) in [a, b].into_iter().enumerate() {
        for (name, value) in compared(content, info, options) {
            let at = *places.entry(name.to_ascii_lowercase()).or_insert_with(|| {
                names.push(Values {
                    name,
                    ..Values::default()
                });
                names.len() - 1
            });
            names[at].values[side].push(value);
        }
    }
    let is_player = |name: &str| {
        let names = info.map(|info| [info.first, info.second]);
        names.is_some_and(|sides| sides.iter().any(|side| side.first() == Some(&name)))
    };
    for Values { name, values } in names {
        let [ours, theirs] = values.map(|values| {
            let keyed = values
                .into_iter()
                .map(|value| (tagged::meaning(name, value, options), value));
            keyed.collect::<Vec<_>>()
        });
        let (ours, theirs) = unmatched(&ours, &theirs, |(key, _)| key.clone());
        for (ours, theirs) in both(&ours, &theirs) {
            let lacks = |lacking: bool, content: &Content<'_>| {
                let held = content.holds.tags || content.holds.players && is_player(name);
                lacking && !held
            };
            if lacks(ours.is_none(), a) {
                out.omit(What::Tag, false);
            } else if lacks(theirs.is_none(), b) {
                out.omit(What::Tag, true);
            } else {
                out.add(Difference {
                    what: What::Tag,
                    ply: None,
                    name: Some(name.to_owned()),
                    a: ours.map(|(_, value)| (*value).to_owned()),
                    b: theirs.map(|(_, value)| (*value).to_owned()),
                    fen: None,
                });
            }
        }
    }
}

/// Who wins, with or without a distinction between wins by stalemate and other wins.
fn winner(outcome: Option<Outcome>) -> Option<Outcome> {
    outcome.map(|outcome| match outcome {
        Outcome::FirstStalemates => Outcome::FirstWins,
        Outcome::SecondStalemates => Outcome::SecondWins,
        other => other,
    })
}

fn results(a: &Content<'_>, b: &Content<'_>, info: Option<&VariantInfo>, out: &mut Comparison) {
    if a.outcome == b.outcome {
        return;
    }
    let narrow = a.holds.narrow && b.holds.narrow;
    let cannot = |content: &Content<'_>| {
        content.outcome.is_none() && !content.holds.result
            || !narrow && !content.holds.narrow && winner(a.outcome) == winner(b.outcome)
    };
    if cannot(a) || cannot(b) {
        out.omit(What::Result, cannot(b));
        return;
    }
    let text = |outcome: Option<Outcome>| {
        let outcome = outcome.unwrap_or(Outcome::Unknown);
        let token = info.and_then(|info| info.result(outcome));
        Some(token.unwrap_or(outcome.as_str()).to_owned())
    };
    out.add(Difference {
        what: What::Result,
        ply: None,
        name: None,
        a: text(a.outcome),
        b: text(b.outcome),
        fen: None,
    });
}
