//! What a source is, judged by its first bytes: never by its name alone.

use crate::io::looks_binary;
use crate::{fen, json, movelist, xml};
use memchr::memchr_iter;

/// The sort of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Game records with tag pairs and movetext: PGN, CTL-PGN.
    Records,
    /// Portable Chess Notation: JSON.
    Pcn,
    /// Games as JSON, as [`json`](crate::json) writes them.
    Games,
    /// Positions, one a line: FEN, EPD, PDTL.
    Positions,
    /// Moves by coordinates, a game on each line, as engines are told them.
    Moves,
    /// Games as XML, as [`xml`](crate::xml) has them.
    Xml,
    /// JSON of another sort.
    Json,
    /// XML, HTML.
    Markup,
    /// Text without any game record.
    Text,
    /// Not text.
    Binary,
    /// Nothing at all.
    Empty,
}

impl Format {
    /// The name for data: lower case, no blanks.
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Records => "pgn",
            Format::Pcn => "pcn",
            Format::Games => "movetext-json",
            Format::Positions => "positions",
            Format::Moves => "moves",
            Format::Xml => "xml",
            Format::Json => "json",
            Format::Markup => "markup",
            Format::Text => "text",
            Format::Binary => "binary",
            Format::Empty => "empty",
        }
    }

    /// A few words for people.
    pub const fn describe(self) -> &'static str {
        match self {
            Format::Records => "game records",
            Format::Pcn => "a PCN document",
            Format::Games => "games as JSON",
            Format::Positions => "a list of positions",
            Format::Moves => "a list of moves",
            Format::Xml => "games as XML",
            Format::Json => "a JSON document",
            Format::Markup => "XML or HTML",
            Format::Text => "text without game records",
            Format::Binary => "not text",
            Format::Empty => "empty",
        }
    }

    /// Whether games are read from sources of this sort.
    pub const fn has_games(self) -> bool {
        matches!(
            self,
            Format::Records
                | Format::Pcn
                | Format::Games
                | Format::Xml
                | Format::Positions
                | Format::Moves
        )
    }

    /// Judges text (decoded where its encoding is no superset of ASCII). `plays` says whether a
    /// text that begins here can be played as movetext.
    pub(crate) fn of_text(text: &[u8], plays: impl FnOnce() -> bool) -> Format {
        let trimmed = text.trim_ascii_start();
        if trimmed.is_empty() {
            return match text.is_empty() {
                true => Format::Empty,
                false => Format::Text,
            };
        }
        if trimmed[0] == b'<' && xml::is_document(trimmed) {
            return Format::Xml;
        }
        if has_tag_pair(text) {
            return Format::Records;
        }
        match trimmed[0] {
            b'{' | b'[' if looks_json(trimmed) => {
                let has = |key: &&str| memchr::memmem::find(trimmed, key.as_bytes()).is_some();
                match () {
                    () if has(&json::MARK) => Format::Games,
                    () if PCN_KEYS.iter().any(has) => Format::Pcn,
                    () if has(&"\"setup\"") && DRAFT_KEYS.iter().any(has) => Format::Pcn,
                    () => Format::Json,
                }
            }
            b'<' => Format::Markup,
            _ if movelist::is_line(trimmed) => Format::Moves,
            _ if fen::is_line(trimmed) => Format::Positions,
            _ if plays() => Format::Records,
            _ if looks_binary(text) => Format::Binary,
            _ => Format::Text,
        }
    }
}

/// Keys that only the documents of that name have, in one or the other of its versions.
const PCN_KEYS: &[&str] = &[
    "\"previous_moves\"",
    "\"...cache\"",
    "\"...result?\"",
    "\"starting_position\"",
    "\"startpos\"",
    "\"topside_player\"",
    "\"is_turn_to_topside\"",
];

/// Keys that its drafts since 2025 have beside `setup`.
const DRAFT_KEYS: &[&str] = &["\"meta\"", "\"sides\"", "\"plies\"", "\"players\""];

/// Whether some line begins with a tag pair: `[`, a name, a quotation mark.
fn has_tag_pair(text: &[u8]) -> bool {
    let begins = |line: &[u8]| {
        let Some(rest) = line.trim_ascii_start().strip_prefix(b"[") else {
            return false;
        };
        let name = rest
            .iter()
            .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_' || **b >= 0x80)
            .count();
        let after = rest[name..].trim_ascii_start();
        name > 0 && after.starts_with(b"\"") && after.len() < rest.len() - name
    };
    begins(text) || memchr_iter(b'\n', text).any(|end| begins(&text[end + 1..]))
}

/// Whether a text that begins with a bracket goes on as JSON does.
fn looks_json(text: &[u8]) -> bool {
    let rest = text[1..].trim_ascii_start();
    match text[0] {
        b'{' => {
            rest.starts_with(b"\"") && memchr::memmem::find(rest, b"\":").is_some()
                || rest.starts_with(b"}")
        }
        _ => matches!(
            rest.first(),
            Some(b'{' | b'[' | b'"' | b']' | b'-' | b'0'..=b'9')
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_first_bytes() {
        for (text, plays, format) in [
            ("", false, Format::Empty),
            (" \n", false, Format::Text),
            ("[Event \"?\"]\n", false, Format::Records),
            ("; a note\n[Event \"?\"]\n", false, Format::Records),
            ("1. e4", true, Format::Records),
            ("{ a comment } 1. e4", true, Format::Records),
            ("# Title\n", false, Format::Text),
            ("{\"previous_moves\": []}", false, Format::Pcn),
            ("{\"meta\": {}, \"setup\": \"x\"}", false, Format::Pcn),
            ("[{\"a\": 1}]", false, Format::Json),
            ("and/or w", false, Format::Text),
            ("{\"schema\":\"movetext-game/2\"}", false, Format::Games),
            ("position startpos moves e2e4", true, Format::Moves),
            ("8/8/8/8/8/8/4k3/K6R w - - 0 1", false, Format::Positions),
            ("<html>", false, Format::Markup),
            ("<?xml?>\n<!-- x -->\n<pgn>", false, Format::Xml),
            ("<pgns><pgn><event>[Event \"?\"]", false, Format::Xml),
            ("<pgnx>", false, Format::Markup),
        ] {
            assert_eq!(
                Format::of_text(text.as_bytes(), || plays),
                format,
                "{text:?}"
            );
        }
        let jpeg = b"\xFF\xD8\xFF\xE0\x00\x10JFIF\x00\x01";
        assert_eq!(Format::of_text(jpeg, || false), Format::Binary);
    }
}
