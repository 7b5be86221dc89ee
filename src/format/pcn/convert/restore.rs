//! The document that a record keeps.

use super::moment::{moment, moment_tags};
use super::pairs::{is_unknown, on_one_line};
use super::{Lost, TAG};
use crate::core::tags::Tags;
use crate::format::json::tree::{Kind, Tree, Value};
use crate::format::pcn::document::{Document, Member, State, keys};
use crate::game::Game;
use chrono::DateTime;

/// Restores what the record keeps of a document.
pub(super) fn restore(game: &Game, document: &mut Document, lost: &mut Lost) {
    let Some(kept) = game.tag(TAG) else { return };
    let tree = Tree::parse(&kept).ok();
    let Some(tree) = tree.filter(|tree| tree.root().kind() == Kind::Object) else {
        lost.tags += 1;
        return;
    };
    let tags = game.tags();
    for (name, value) in tree.root().members() {
        lost.tags += u64::from(!restore_member(&name, value, &tags, document));
    }
}

/// Restores a member; false if the record says otherwise by now, which takes precedence.
fn restore_member(
    name: &str,
    value: Value<'_, '_>,
    tags: &Tags<'_>,
    document: &mut Document,
) -> bool {
    let text = value.as_str().map(|text| text.into_owned());
    let fits = |name: &Option<String>| text.as_ref().is_some_and(|text| same_name(text, name));
    let vacant = match name {
        keys::STARTED_AT if text.as_ref().is_some_and(|text| says(text, tags)) => {
            document.started_at = text;
            return true;
        }
        keys::TOPSIDE_PLAYER if fits(&document.topside_player) => {
            document.topside_player = text;
            return true;
        }
        keys::BOTTOMSIDE_PLAYER if fits(&document.bottomside_player) => {
            document.bottomside_player = text;
            return true;
        }
        keys::RESULT if text.is_none() && document.state() == Some(State::InProgress) => {
            if let Kind::Bool(bottom) = value.kind() {
                document.result = Some(Some(bottom));
            }
            return true;
        }
        keys::OVER if value.kind() == Kind::Null => {
            document.over = None;
            return true;
        }
        keys::OVER if document.over.map(Kind::Bool) == Some(value.kind()) => return true,
        // A value that is not a text or a moment is kept as it is, if nothing else gives it.
        keys::STARTED_AT => document.started_at.is_none(),
        keys::TOPSIDE_PLAYER => document.topside_player.is_none(),
        keys::BOTTOMSIDE_PLAYER => document.bottomside_player.is_none(),
        keys::OVER | keys::RESULT | keys::START | keys::MOVES | keys::EXTENSION => false,
        _ => true,
    };
    if vacant {
        document.further.push(Member {
            name: name.to_owned(),
            json: value.raw().to_owned(),
        });
    }
    vacant
}

/// Whether the tags of a record are those for this moment.
fn says(text: &str, tags: &Tags<'_>) -> bool {
    match DateTime::parse_from_rfc3339(text) {
        Ok(moment) => moment_tags(&moment)
            .iter()
            .all(|(name, value)| tags.get(name).is_some_and(|tag| tag.value() == *value)),
        Err(_) => moment(tags).is_none(),
    }
}

/// Whether a player's name is what its tag made of this one.
fn same_name(name: &str, tag: &Option<String>) -> bool {
    match tag {
        Some(tag) => name.chars().any(char::is_control) && *tag == on_one_line(name),
        None => is_unknown(name),
    }
}
