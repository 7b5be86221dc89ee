//! What tags say: their proper names and the meaning of their values.

use super::content::folded;
use super::options::Options;
use crate::core::date::PartialDate;
use crate::game::Game;
use crate::game::record::spaced;
use crate::info::VariantInfo;
use crate::variant::Variant;
use std::borrow::Cow;

/// Whether a tag says when a game was played.
pub(super) fn is_moment(name: &str) -> bool {
    ["Date", "Time", "UTCDate", "UTCTime"].contains(&name)
}

/// Whether a tag says which game it is and where it starts.
pub(super) fn is_setup(info: &VariantInfo, name: &str) -> bool {
    let is = |other: &str| other.eq_ignore_ascii_case(name);
    is("SetUp")
        || info.setup.iter().any(|setup| is(setup))
        || info.notation_tags.iter().any(|tag| is(tag))
        || info.selectors.iter().any(|(selector, _)| is(selector))
}

/// Few games have more tags.
const USUAL: usize = 16;

/// The tags that say something, by their proper names. A tag of the roster whose value is not known says as
/// much as none; the result is told by the game.
pub(super) fn said<V: Variant>(game: &Game) -> Vec<(Cow<'_, str>, Cow<'_, str>)> {
    let info = const { &V::INFO };
    let aliases = V::EXPORT_STYLE.map_or(&[][..], |style| style.aliases);
    let mut tags = Vec::with_capacity(USUAL);
    for tag in game.tags().iter() {
        let name = tag.name();
        let alias = aliases
            .iter()
            .find(|(alias, _)| alias.eq_ignore_ascii_case(&name));
        let proper = alias.filter(|(_, proper)| game.tags().get(proper).is_none());
        let name = proper.map_or(name, |(_, proper)| Cow::Borrowed(*proper));
        let value = spaced(tag.value());
        let mut roster = info.roster.iter();
        let rostered = roster.find(|tag| tag.eq_ignore_ascii_case(&name));
        let silent =
            rostered.is_some() && value.chars().all(|c| matches!(c, '?' | '.' | '-' | '*'));
        if !silent && !name.eq_ignore_ascii_case("Result") {
            tags.push((spaced(name), value));
        }
    }
    tags
}

/// Whether a tag is compared as such: what sets up a game that was played is compared by the position.
pub(super) fn is_compared(
    info: Option<&VariantInfo>,
    replayed: bool,
    name: &str,
    options: &Options,
) -> bool {
    let setup = replayed && info.is_some_and(|info| is_setup(info, name));
    !setup && options.wants_tag(name)
}

/// Whether a value is a date that is written as dates are compared, e.g. `1992.08.31`.
fn is_common_date(value: &[u8]) -> bool {
    let [a, b, c, d, b'.', month @ .., b'.', e, f] = value else {
        return false;
    };
    [a, b, c, d, e, f].iter().all(|byte| byte.is_ascii_digit())
        && matches!(month, [b'0', b'1'..=b'9'] | [b'1', b'0'..=b'2'])
        && matches!(
            (e, f),
            (b'0', b'1'..=b'9') | (b'1', _) | (b'2', b'0'..=b'8')
        )
}

/// A value as it is compared: dates by what they mean.
pub(super) fn meaning<'v>(name: &str, value: &'v str, options: &Options) -> Cow<'v, str> {
    let end = name.len().saturating_sub("date".len());
    if name.as_bytes()[end..].eq_ignore_ascii_case(b"date")
        && !is_common_date(value.as_bytes())
        && let Some(date) = PartialDate::parse(value).written('.')
    {
        return date.into();
    }
    folded(value, options)
}
