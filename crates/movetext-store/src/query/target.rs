//! Positions and lines that are asked for, as people write them.

use super::fold::Words;
use crate::line::Board;
use movetext::game::{NodeId, RemarkKind};
use movetext::registry::{VariantSet, WithVariant};
use movetext::{
    Format, Game, GameSummary, Move, Ply, Position, Reader, Side, Skip, Tags, Variant, VariantInfo,
    Visitor,
};
use std::sync::Arc;

/// A position that is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) info: &'static VariantInfo,
    pub(crate) board: Board,
    pub(crate) key: u64,
    /// Where the moves to it begin: a game whose tags set that up.
    origin: Arc<Game>,
    moves: Vec<Move>,
}

impl Target {
    /// Reads a position as that of a variant, or of the first that can read it.
    pub(crate) fn read<S: VariantSet>(text: &str, variant: Option<&str>) -> Result<Target, String> {
        let value = text.trim().replace('\\', "\\\\").replace('"', "\\\"");
        for index in indices::<S>(variant) {
            let tag = S::VARIANTS[index].setup.first().copied().unwrap_or("FEN");
            let record = format!("[{tag} \"{value}\"]\n\n*\n");
            let mut game = Game::new();
            let mut errors = 0;
            read::<S>(&record, index, &mut game, &mut errors);
            let set_up = game.setup.is_some();
            if errors == 0
                && let Some(target) = S::run(index, Reached(game, Vec::new()))
                && (set_up || S::run(index, Describes(&target, text)))
            {
                return Ok(target);
            }
        }
        Err(format!("{text:?} is no position that can be read"))
    }
}

impl Target {
    /// The position after a line.
    pub(super) fn after<S: VariantSet>(opening: &Opening) -> Target {
        let index = S::find(opening.info.id).unwrap_or(0);
        Target::from_start::<S>(index, opening.moves.clone())
    }

    /// The start position of a variant.
    pub(super) fn start<S: VariantSet>(variant: usize) -> Target {
        Target::from_start::<S>(variant, Vec::new())
    }

    fn from_start<S: VariantSet>(variant: usize, moves: Vec<Move>) -> Target {
        let target = S::run(variant, Reached(Game::new(), moves));
        // Every variant has a start position.
        target.unwrap_or_else(|| Target {
            info: S::VARIANTS[variant],
            board: Board::empty(Side::First),
            key: 0,
            origin: Arc::new(Game::new()),
            moves: Vec::new(),
        })
    }

    /// The position itself.
    pub(super) fn position<V: Variant>(&self) -> Option<V::Position> {
        let start = V::initial_state(&self.origin.tags(), &mut Vec::new()).ok()?;
        let mut position = start.position;
        for mv in &self.moves {
            position.play(mv);
        }
        Some(position)
    }

    /// Runs a task for its variant.
    pub(super) fn with_variant<S: VariantSet, T: WithVariant>(&self, task: T) -> T::Output {
        S::run(S::find(self.info.id).unwrap_or(0), task)
    }
}

/// Whether a text has the board of a position in its first word. The usual start of a variant is not set up,
/// even if it is written out.
struct Describes<'a>(&'a Target, &'a str);

impl WithVariant for Describes<'_> {
    type Output = bool;

    fn run<V: Variant>(self) -> bool {
        let Describes(target, text) = self;
        let described = target.position::<V>().map(|position| position.describe());
        let board = |text: &str| text.split_ascii_whitespace().next().map(str::to_owned);
        described.is_some_and(|described| board(&described) == board(text))
    }
}

/// The position that some moves lead to, as a task for the variant.
struct Reached(Game, Vec<Move>);

impl WithVariant for Reached {
    type Output = Option<Target>;

    fn run<V: Variant>(self) -> Option<Target> {
        let mut target = Target {
            info: &V::INFO,
            board: Board::empty(Side::First),
            key: 0,
            origin: Arc::new(self.0),
            moves: self.1,
        };
        let position = target.position::<V>()?;
        target.board = Board::of(&position, V::INFO.geometry.squares);
        target.key = position.key();
        Some(target)
    }
}

/// A line that is asked for.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    pub(super) info: &'static VariantInfo,
    pub(super) moves: Vec<Move>,
}

impl Opening {
    /// Reads moves as those of a variant, or of the first that can play them.
    pub(super) fn read<S: VariantSet>(
        text: &str,
        variant: Option<&str>,
    ) -> Result<Opening, String> {
        for index in indices::<S>(variant) {
            let mut game = Game::new();
            let summary = read::<S>(text, index, &mut game, &mut 0);
            let moves: Vec<Move> = game
                .line(NodeId::ROOT)
                .filter_map(|node| game.mv(node))
                .collect();
            let whole = summary.is_some_and(|summary| summary.unresolved == 0);
            if whole && !moves.is_empty() {
                let info = S::VARIANTS[index];
                return Ok(Opening { info, moves });
            }
        }
        Err(format!("the moves {text:?} cannot be played"))
    }
}

/// The variants that come into question.
fn indices<S: VariantSet>(variant: Option<&str>) -> Vec<usize> {
    match variant {
        Some(id) => S::find(id).into_iter().collect(),
        None => (0..S::VARIANTS.len()).collect(),
    }
}

/// Reads one game as that of a variant, and counts errors.
fn read<S: VariantSet>(
    record: &str,
    variant: usize,
    visitor: &mut impl Visitor,
    errors: &mut usize,
) -> Option<GameSummary> {
    let mut reader = Reader::builder()
        .variant(Some(variant))
        .format(Format::Records, variant)
        .with_variants::<S>(record.as_bytes())
        .ok()?;
    let summary = reader.next_game(visitor, &mut ()).ok()??;
    *errors += summary.errors as usize;
    Some(summary)
}

/// Whether a position with this key stands after these moves, from where the tags say, or from the usual start.
pub(super) struct Stands<'a> {
    pub(super) game: Option<&'a Game>,
    pub(super) moves: &'a [Move],
    pub(super) key: u64,
}

impl WithVariant for Stands<'_> {
    type Output = bool;

    fn run<V: Variant>(self) -> bool {
        let none = Tags::new(&[], &[], encoding_rs::UTF_8);
        let tags = self.game.map_or(none, Game::tags);
        let Ok(start) = V::initial_state(&tags, &mut Vec::new()) else {
            return false;
        };
        let mut position = start.position;
        for mv in self.moves {
            position.play(mv);
        }
        position.key() == self.key
    }
}

/// Looks for a position in all lines of a game: after how many plies of its line it first stands, in the order
/// of the text.
#[derive(Debug)]
pub(super) struct InLines {
    variant: &'static str,
    key: u64,
    /// The plies of the line that is open, and of those around it.
    plies: u32,
    outer: Vec<u32>,
    pub(super) found: Option<u32>,
}

impl InLines {
    pub(super) fn new(target: &Target) -> InLines {
        InLines {
            variant: target.info.id,
            key: target.key,
            plies: 0,
            outer: Vec::new(),
            found: None,
        }
    }
}

impl Visitor for InLines {
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.plies += 1;
        if self.found.is_none() && V::INFO.id == self.variant && ply.after.key() == self.key {
            self.found = Some(self.plies);
        }
    }

    fn begin_variation(&mut self, back: u8) -> Skip {
        self.outer.push(self.plies);
        self.plies = self.plies.saturating_sub(back.into());
        Skip(false)
    }

    fn end_variation(&mut self) {
        self.plies = self.outer.pop().unwrap_or(self.plies);
    }
}

/// Whether a comment of a game has all these words.
pub(super) fn has_comment(game: &Game, words: &Words) -> bool {
    game.nodes().any(|node| {
        game.remarks(node)
            .any(|(kind, text)| matches!(kind, RemarkKind::Comment(_)) && words.are_in(&text))
    })
}
