//! A position of any variant behind one trait, so that Python sees one class.

use crate::errors::{AmbiguousMoveError, IllegalMoveError, InvalidMoveError};
use encoding_rs::UTF_8;
use movetext::draw::Diagram;
use movetext::registry::{VariantSet, WithVariant};
use movetext::tags::TagSpan;
use movetext::variant::{GameEnd, notation};
use movetext::variants::Standard;
use movetext::{Move, MoveErrorKind, Piece, Position, Side, Square, Tags, Variant, VariantInfo};
use pyo3::PyErr;
use std::fmt::Write as _;

/// A position. The tags are those of its game, since they say how moves are written.
pub trait Board: Send {
    fn copy(&self) -> Box<dyn Board>;
    fn diagram(&self) -> Diagram;
    fn info(&self) -> &'static VariantInfo;
    fn turn(&self) -> Side;
    fn describe(&self) -> String;
    fn key(&self) -> u64;
    fn is_check(&self) -> bool;
    fn piece(&self, square: Square) -> Option<Piece>;
    fn moves(&self) -> Vec<Move>;
    fn play(&mut self, mv: &Move);
    fn end(&self) -> Option<GameEnd>;
    /// The move in a notation; none if the variant does not have it.
    fn write(&self, mv: &Move, name: &str) -> Option<String>;
    /// The legal move that a text means.
    fn parse(&self, text: &str, name: &str, tags: Tags<'_>) -> Result<Move, Misread>;
}

/// Why a text is no move of the position.
pub enum Misread {
    Invalid,
    Illegal(String),
    Ambiguous(String),
    Notation,
}

impl Misread {
    pub fn into_error(self, text: &str, info: &VariantInfo, name: &str) -> PyErr {
        match self {
            Misread::Invalid => InvalidMoveError::new_err(format!(
                "'{text}' is not a move in a notation of {}",
                info.name
            )),
            Misread::Illegal(reason) => IllegalMoveError::new_err(format!("{text}: {reason}")),
            Misread::Ambiguous(reason) => AmbiguousMoveError::new_err(format!("{text}: {reason}")),
            Misread::Notation => no_notation(info, name),
        }
    }
}

/// The error for a notation that the variant does not have.
pub fn no_notation(info: &VariantInfo, name: &str) -> PyErr {
    pyo3::exceptions::PyValueError::new_err(format!("{} has no notation '{name}'", info.name))
}

/// A position of one variant.
struct Of<V: Variant>(V::Position);

impl<V: Variant> Board for Of<V>
where
    V::Position: Send,
{
    fn copy(&self) -> Box<dyn Board> {
        Box::new(Of::<V>(self.0.clone()))
    }

    fn diagram(&self) -> Diagram {
        Diagram::of::<V>(&self.0)
    }

    fn info(&self) -> &'static VariantInfo {
        const { &V::INFO }
    }

    fn turn(&self) -> Side {
        self.0.turn()
    }

    fn describe(&self) -> String {
        self.0.describe()
    }

    fn key(&self) -> u64 {
        self.0.key()
    }

    fn is_check(&self) -> bool {
        self.0.is_check()
    }

    fn piece(&self, square: Square) -> Option<Piece> {
        self.0.piece_on(square)
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.0.moves(&mut moves);
        moves
    }

    fn play(&mut self, mv: &Move) {
        self.0.play(mv);
    }

    fn end(&self) -> Option<GameEnd> {
        V::game_end(&self.0)
    }

    fn write(&self, mv: &Move, name: &str) -> Option<String> {
        let wanted = notation::<V>(name)?;
        let mut out = String::new();
        V::write(mv, &self.0, wanted, &mut out);
        Some(out)
    }

    fn parse(&self, text: &str, name: &str, tags: Tags<'_>) -> Result<Move, Misread> {
        let start = V::initial_state(&tags, &mut Vec::new());
        let mut dialect = start.map(|start| start.dialect).unwrap_or_default();
        if !name.is_empty() {
            let wanted = notation::<V>(name).ok_or(Misread::Notation)?;
            V::assume_notation(wanted, &mut dialect);
        }
        let bytes = text.as_bytes();
        match V::lex_with(bytes, &dialect).filter(|lexed| lexed.len == bytes.len()) {
            Some(lexed) => V::resolve(lexed.token, &self.0, &dialect).map_err(|error| {
                let reason = error.detail.into_owned();
                match error.kind {
                    MoveErrorKind::Ambiguous => Misread::Ambiguous(reason),
                    _ => Misread::Illegal(reason),
                }
            }),
            None => match V::abbreviated(bytes, &self.0) {
                Some((mv, len)) if len == bytes.len() => Ok(mv),
                _ => Err(Misread::Invalid),
            },
        }
    }
}

/// The start position that tags set up, as work for the variant.
struct Start<'a>(Tags<'a>);

impl WithVariant for Start<'_> {
    type Output = Result<Box<dyn Board>, String>;

    fn run<V: Variant>(self) -> Self::Output {
        match V::initial_state(&self.0, &mut Vec::new()) {
            Ok(start) => Ok(Box::new(Of::<V>(start.position))),
            Err(error) => Err(error.message.into_owned()),
        }
    }
}

/// The start position that tags set up.
pub fn start(variant: usize, tags: Tags<'_>) -> Result<Box<dyn Board>, String> {
    Standard::run(variant, Start(tags))
}

/// Tag pairs that no text holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub Vec<(String, String)>);

impl Pairs {
    /// Those of a game, with another start position.
    pub fn starting_at(mut self, info: &VariantInfo, position: Option<&str>) -> Pairs {
        if let (Some(position), Some(name)) = (position, info.setup.first()) {
            let sets_up = |name: &str| {
                let mut names = info.setup.iter().copied().chain(["SetUp"]);
                names.any(|other| other.eq_ignore_ascii_case(name))
            };
            self.0.retain(|(name, _)| !sets_up(name));
            self.0.push(((*name).to_owned(), position.to_owned()));
        }
        self
    }

    /// Gives them as tags of a text.
    pub fn with<T>(&self, look: impl FnOnce(Tags<'_>) -> T) -> T {
        let mut text = String::new();
        let mut spans = Vec::with_capacity(self.0.len());
        for (name, value) in &self.0 {
            let begin = text.len();
            text.push('[');
            let name_begin = text.len();
            text.push_str(name);
            let name_end = text.len();
            text.push_str(" \"");
            let value_begin = text.len();
            let _ = write!(text, "{}", value.replace('\\', "\\\\").replace('"', "\\\""));
            let value_end = text.len();
            text.push_str("\"]\n");
            spans.push(TagSpan {
                span: begin..value_end + 2,
                name: name_begin..name_end,
                value: value_begin..value_end,
            });
        }
        look(Tags::new(&spans, text.as_bytes(), UTF_8))
    }
}

impl From<Tags<'_>> for Pairs {
    fn from(tags: Tags<'_>) -> Pairs {
        let pair = |tag: movetext::Tag<'_>| (tag.name().into_owned(), tag.value().into_owned());
        Pairs(tags.iter().map(pair).collect())
    }
}
