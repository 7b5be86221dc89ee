//! The formats of a source; [`detect`](crate::detect) determines which one it has.

use crate::detect::Known;

/// The format of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Game records with tag pairs and movetext: PGN, CTL-PGN.
    Records,
    /// Portable Chess Notation: JSON.
    Pcn,
    /// Games as JSON, as [`crate::format::json`] writes them.
    Games,
    /// Positions, one per line: FEN, EPD, PDTL.
    Positions,
    /// Moves by coordinates, one game per line, in the form that engines take.
    Moves,
    /// Games of Xiangqi as WXF game files.
    Wxf,
    /// Games as XML, as [`crate::format::xml`] has them.
    Xml,
    /// Other JSON.
    Json,
    /// XML, HTML.
    Markup,
    /// Text without any game record.
    Text,
    /// Not text.
    Binary,
    /// Nothing.
    Empty,
    /// A format that is only known by name.
    Known(&'static Known),
}

impl Format {
    /// The name in data: lower case, no blanks.
    pub const fn as_str(self) -> &'static str {
        match self {
            Format::Records => "pgn",
            Format::Pcn => "pcn",
            Format::Games => "movetext-json",
            Format::Positions => "positions",
            Format::Moves => "moves",
            Format::Wxf => "wxf",
            Format::Xml => "xml",
            Format::Json => "json",
            Format::Markup => "markup",
            Format::Text => "text",
            Format::Binary => "binary",
            Format::Empty => "empty",
            Format::Known(known) => known.id,
        }
    }

    /// The format of this name, if games are read from sources of it.
    pub fn of_games(name: &str) -> Option<Format> {
        let formats = [
            Format::Records,
            Format::Pcn,
            Format::Games,
            Format::Positions,
            Format::Moves,
            Format::Wxf,
            Format::Xml,
        ];
        formats.into_iter().find(|format| format.as_str() == name)
    }

    /// A short description.
    pub const fn describe(self) -> &'static str {
        match self {
            Format::Records => "game records",
            Format::Pcn => "a PCN document",
            Format::Games => "games as JSON",
            Format::Positions => "a list of positions",
            Format::Moves => "a list of moves",
            Format::Wxf => "a WXF game file",
            Format::Xml => "games as XML",
            Format::Json => "a JSON document",
            Format::Markup => "XML or HTML",
            Format::Text => "text without game records",
            Format::Binary => "not text",
            Format::Empty => "empty",
            Format::Known(known) => known.name,
        }
    }

    /// Whether games are read from this format.
    pub const fn has_games(self) -> bool {
        matches!(
            self,
            Format::Records
                | Format::Pcn
                | Format::Games
                | Format::Wxf
                | Format::Xml
                | Format::Positions
                | Format::Moves
        )
    }

    /// Whether it is not text.
    pub const fn is_binary(self) -> bool {
        match self {
            Format::Binary => true,
            Format::Known(known) => known.binary,
            _ => false,
        }
    }
}
