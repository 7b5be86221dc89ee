//! Events kept for comparison.

use super::{CommentForm, GameSummary, Level, Ply, Skip, Visitor};
use crate::core::moves::Move;
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::core::text::Text;
use crate::variant::{InitialState, Position, Variant, VariantInfo};
use std::ops::Range;

/// An event, detached from the source and the same type for every variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A game begins.
    BeginGame,
    /// A tag pair, its escapes resolved.
    Tag {
        /// The name.
        name: String,
        /// The value.
        value: String,
    },
    /// The movetext begins: the variant's id and the start position.
    Setup {
        /// The variant.
        variant: &'static str,
        /// The position in the variant's own notation.
        position: String,
    },
    /// Movetext begins that is not played.
    Unreplayed,
    /// A move number.
    Number {
        /// The number.
        number: u32,
        /// The number as written, with its dots.
        text: String,
    },
    /// A move was played.
    Ply {
        /// The move.
        mv: Move,
        /// The move as written.
        text: String,
        /// Where it is written.
        span: Range<usize>,
    },
    /// A move that could not be played.
    Unplayed(String),
    /// A NAG.
    Nag {
        /// Its number.
        nag: u8,
        /// The NAG as written.
        text: String,
    },
    /// A NAG before its move.
    NagAhead {
        /// Its number.
        nag: u8,
        /// The NAG as written.
        text: String,
    },
    /// The player who moved offers a draw.
    DrawOffer,
    /// A comment.
    Comment {
        /// Its text, without braces or semicolon.
        text: String,
        /// How it is written.
        form: CommentForm,
    },
    /// A variation begins.
    BeginVariation {
        /// How many plies it goes back.
        back: u8,
    },
    /// The label of a variation.
    Label(u32),
    /// The variation ends.
    EndVariation,
    /// A termination marker.
    Outcome {
        /// What it means.
        outcome: Outcome,
        /// The marker as written.
        text: String,
    },
    /// Unrecognized text.
    Unrecognized(String),
    /// The game ends.
    EndGame {
        /// Moves played in the main line.
        plies: u32,
        /// Moves played in variations.
        variation_plies: u32,
        /// Moves that could not be played.
        unresolved: u32,
    },
}

/// Keeps every event but trivia, to compare two readings of the same text.
///
/// Trivia is left out because it may be cut into pieces in more than one way; the scanner accounts
/// for every byte by itself.
#[derive(Clone, Debug, Default)]
pub struct Recorder {
    /// The events so far.
    pub events: Vec<Event>,
}

impl Visitor for Recorder {
    fn begin_game(&mut self) {
        self.events.push(Event::BeginGame);
    }

    fn tags(&mut self, tags: &Tags<'_>, _: &'static VariantInfo) -> Level {
        self.events.extend(tags.iter().map(|tag| Event::Tag {
            name: tag.name().into_owned(),
            value: tag.value().into_owned(),
        }));
        Level::Play
    }

    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        self.events.push(Event::Setup {
            variant: V::INFO.id,
            position: start.position.describe(),
        });
    }

    fn begin_unresolved(&mut self, _: &'static VariantInfo) {
        self.events.push(Event::Unreplayed);
    }

    fn number(&mut self, number: u32, text: Text<'_>) {
        let text = text.to_string();
        self.events.push(Event::Number { number, text });
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.events.push(Event::Ply {
            mv: ply.mv,
            text: ply.text.to_string(),
            span: ply.text.span(),
        });
    }

    fn unresolved(&mut self, text: Text<'_>) {
        self.events.push(Event::Unplayed(text.to_string()));
    }

    fn nag(&mut self, nag: u8, text: Text<'_>) {
        let text = text.to_string();
        self.events.push(Event::Nag { nag, text });
    }

    fn prefix_nag(&mut self, nag: u8, text: Text<'_>) {
        let text = text.to_string();
        self.events.push(Event::NagAhead { nag, text });
    }

    fn draw_offer(&mut self, _: Text<'_>) {
        self.events.push(Event::DrawOffer);
    }

    fn comment(&mut self, text: Text<'_>, form: CommentForm) {
        let text = text.to_string();
        self.events.push(Event::Comment { text, form });
    }

    fn begin_variation(&mut self, back: u8) -> Skip {
        self.events.push(Event::BeginVariation { back });
        Skip(false)
    }

    fn label(&mut self, number: u32, _: Text<'_>) {
        self.events.push(Event::Label(number));
    }

    fn end_variation(&mut self) {
        self.events.push(Event::EndVariation);
    }

    fn outcome(&mut self, outcome: Outcome, text: Text<'_>) {
        let text = text.to_string();
        self.events.push(Event::Outcome { outcome, text });
    }

    fn unrecognized(&mut self, text: Text<'_>) {
        self.events.push(Event::Unrecognized(text.to_string()));
    }

    fn end_game(&mut self, summary: &GameSummary) {
        self.events.push(Event::EndGame {
            plies: summary.plies,
            variation_plies: summary.variation_plies,
            unresolved: summary.unresolved,
        });
    }
}
