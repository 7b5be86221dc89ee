//! The versions of documents that are called Portable Chess Notation.

use super::document::keys;
use crate::format::json::tree::{Kind, Value};

/// A version of the format, recognized by its keys. They are incompatible with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The version of 2012, with boards as nested arrays and moves as actions with verbs: the only one
    /// supported.
    Of2012,
    /// 2013: known from a converter only.
    Of2013,
    /// June 2014: `sides` and `startpos`.
    Of2014,
    /// July 2014: `side_bottom_…` and `side_top_…`.
    OfJuly2014,
    /// 2015: `topside_style` and `indexes`.
    Of2015,
    /// 2017: `topside` as an object, `state` and `indexes`.
    Of2017,
    /// 2020: `indexes`, without `state`.
    Of2020,
    /// The drafts since 2025: `setup`.
    Of2025,
}

impl Version {
    /// The version of a document, or `None` if it has no characteristic keys.
    pub fn of(document: Value<'_, '_>) -> Option<Version> {
        if document.kind() != Kind::Object {
            return None;
        }
        let mut found = Found::default();
        for (name, _) in document.members() {
            match &*name {
                keys::MOVES | keys::CACHE | keys::OVER | keys::RESULT => found.own = true,
                keys::START => found.start = true,
                "sides" => found.sides = true,
                "startpos" => found.startpos = true,
                "indexes" => found.indexes = true,
                "setup" => found.setup = true,
                "state" => found.state = true,
                "topside_style" | "bottomside_style" => found.style = true,
                keys::TOPSIDE_PLAYER | keys::BOTTOMSIDE_PLAYER => found.player = true,
                name if name.starts_with("side_top_") || name.starts_with("side_bottom_") => {
                    found.flat_sides = true;
                }
                _ => {}
            }
        }
        Some(match found {
            Found { own: true, .. } => Version::Of2012,
            Found {
                indexes: true,
                style: true,
                ..
            } => Version::Of2015,
            Found {
                indexes: true,
                state: true,
                ..
            } => Version::Of2017,
            Found { indexes: true, .. } => Version::Of2020,
            Found {
                flat_sides: true, ..
            } => Version::OfJuly2014,
            Found {
                sides: true,
                startpos: true,
                ..
            } => Version::Of2014,
            Found {
                sides: true,
                start: true,
                ..
            } => Version::Of2013,
            Found { setup: true, .. } => Version::Of2025,
            Found { start: true, .. } | Found { player: true, .. } => Version::Of2012,
            _ => return None,
        })
    }

    /// Its name in messages.
    pub const fn describe(self) -> &'static str {
        match self {
            Version::Of2012 => "the form of 2012",
            Version::Of2013 => "the form of 2013",
            Version::Of2014 => "the form of June 2014",
            Version::OfJuly2014 => "the form of July 2014",
            Version::Of2015 => "the form of 2015",
            Version::Of2017 => "the form of 2017",
            Version::Of2020 => "the form of 2020",
            Version::Of2025 => "a draft of 2025 or later",
        }
    }
}

/// The characteristic keys.
#[derive(Default)]
struct Found {
    own: bool,
    start: bool,
    player: bool,
    sides: bool,
    flat_sides: bool,
    startpos: bool,
    indexes: bool,
    setup: bool,
    state: bool,
    style: bool,
}
