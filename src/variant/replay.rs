//! The positions of a game.

use super::{Position, SetupError, Variant};
use crate::core::moves::Move;
use crate::game::{Game, NodeId};
use std::fmt;

/// The positions of a [`Game`], from [`Game::replay`].
#[derive(Clone, Debug)]
pub struct Replay<'g, V: Variant> {
    game: &'g Game,
    start: V::Position,
}

/// Why a game has no positions.
#[derive(Clone, Debug)]
pub enum ReplayError {
    /// It is of another variant, which is named if it is known.
    OtherVariant(Option<&'static str>),
    /// The start position that its tags set up cannot be read.
    Setup(SetupError),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::OtherVariant(Some(name)) => write!(f, "the game is one of {name}"),
            ReplayError::OtherVariant(None) => f.write_str("the variant of the game is not known"),
            ReplayError::Setup(error) => write!(f, "the start position: {}", error.message),
        }
    }
}

impl std::error::Error for ReplayError {}

impl Game {
    /// The positions of the game, which has to be one of the variant.
    ///
    /// ```
    /// use movetext::variants::Chess;
    /// use movetext::{Game, Position, Reader};
    ///
    /// let mut game = Game::new();
    /// let pgn = "1. e4 (1. d4 d5) e5 2. Nf3 *\n";
    /// Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let replay = game.replay::<Chess>()?;
    /// for (node, _, position) in replay.main_line() {
    ///     println!("{:4} {}", game.text(node), position.describe());
    /// }
    /// let d5 = game.nodes().find(|node| game.text(*node) == "d5").expect("a move");
    /// let position = replay.at(d5).expect("it was played");
    /// assert!(position.describe().starts_with("rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the game is of another variant, or its start position cannot be read.
    pub fn replay<V: Variant>(&self) -> Result<Replay<'_, V>, ReplayError> {
        let name = self.info.map(|info| info.name);
        if self.info.is_none_or(|info| info.id != V::INFO.id) {
            return Err(ReplayError::OtherVariant(name));
        }
        let state = V::initial_state(&self.tags(), &mut Vec::new()).map_err(ReplayError::Setup)?;
        Ok(Replay {
            game: self,
            start: state.position,
        })
    }
}

impl<'g, V: Variant> Replay<'g, V> {
    /// The position before the first move.
    pub fn start(&self) -> &V::Position {
        &self.start
    }

    /// The moves of the main line, each with its node and the position after it. It ends before the first word
    /// that could not be played.
    pub fn main_line(&self) -> impl Iterator<Item = (NodeId, Move, V::Position)> + use<'g, V> {
        let game = self.game;
        let mut position = self.start.clone();
        game.line(NodeId::ROOT).map_while(move |node| {
            let mv = game.mv(node)?;
            position.play(&mv);
            Some((node, mv, position.clone()))
        })
    }

    /// The position after the move of a node, in the main line or in any variation. On the head of a line: that
    /// before its first move. None if a word on the way there could not be played.
    ///
    /// It takes time and memory in proportion to the number of moves on the way.
    pub fn at(&self, node: NodeId) -> Option<V::Position> {
        let mut moves = Vec::new();
        let mut at = node;
        loop {
            let is_move = self.game.is_move(at);
            if is_move {
                moves.push(self.game.mv(at)?);
            }
            let Some(parent) = self.game.parent(at) else {
                break;
            };
            // A variation begins before the move that it replaces, or where the line around it begins.
            at = if is_move || !self.game.is_move(parent) {
                parent
            } else {
                self.game.parent(parent).unwrap_or(parent)
            };
        }
        let mut position = self.start.clone();
        for mv in moves.iter().rev() {
            position.play(mv);
        }
        Some(position)
    }
}
