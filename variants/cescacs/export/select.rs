//! Selects the moves of a record to write: all, one variation as a line, or a part.

use crate::core::board::Side;
use crate::format::pgn::{Selection, WriteError};
use crate::game::{Game, NodeId};
use crate::variant::Position;
use crate::variants::cescacs::info::{INFO, SETUP};
use crate::variants::cescacs::position::CescacsPosition;
use crate::variants::cescacs::record::{First, Fragment, Last};
use crate::variants::cescacs::setup;

/// There is no such variation, or it is the main line.
const NO_VARIATION: WriteError = WriteError::Part("the game has no such variation");
/// There are no such moves in the main line.
const NO_MOVES: WriteError = WriteError::Part("the game has no such moves");
/// A move before or among the selected ones could not be played.
const UNPLAYED: WriteError = WriteError::Part("a move up to there could not be played");

/// The selected moves, and what the tags say about them.
#[derive(Debug)]
pub(super) struct Cut {
    /// The moves, in order.
    nodes: Vec<NodeId>,
    /// The index in `nodes` of each node of the game.
    places: Vec<u32>,
    /// The position before the first move, or `None` if it could not be set up.
    pub(super) position: Option<CescacsPosition>,
    /// Half-moves before it, counted from White's first move.
    pub(super) plies: u64,
    /// Whether the number of the first move is unknown.
    pub(super) unknown: bool,
    /// Whether the position is written in a tag.
    pub(super) setup: bool,
    /// Whether the first move of the game is included.
    pub(super) from_start: bool,
    /// Whether variations are written.
    pub(super) variations: bool,
    /// The roots of the variations that were entered.
    pub(super) entered: Vec<NodeId>,
    /// The result, if it is not that of the game.
    pub(super) result: Option<&'static str>,
    /// The path for the Id.
    pub(super) path: Option<Vec<u32>>,
    pub(super) fragment: Option<Fragment>,
}

/// No place.
const NONE: u32 = u32::MAX;

impl Cut {
    /// The whole game, or `None` if it is not known which move it begins with.
    pub(super) fn whole(game: &Game) -> Option<Cut> {
        let tags = game.tags();
        let setup_tag = SETUP.iter().find_map(|name| tags.get(name));
        let (position, plies, unknown) = match game.replayed {
            true => {
                let start = setup::start(&tags, &mut Vec::new()).ok()?.position;
                let number = start.number();
                let plies = plies_before(number.map(|n| n.get()), start.turn());
                (Some(start), plies, number.is_none())
            }
            // The words of a game that is not played are counted all the same.
            false => {
                let value = setup_tag
                    .map(|tag| tag.value().into_owned())
                    .unwrap_or_default();
                let mut fields = value.split_ascii_whitespace().skip(1);
                let turn = match fields.next() {
                    None | Some("w") => Side::First,
                    Some("b") => Side::Second,
                    _ => return None,
                };
                let number = fields.nth(3).unwrap_or("1").parse().ok();
                (None, plies_before(number, turn), number.is_none())
            }
        };
        let cut = Cut {
            position,
            plies,
            unknown,
            setup: game.replayed && setup_tag.is_some(),
            from_start: true,
            variations: true,
            ..Cut::of(game, game.line(NodeId::ROOT).collect())
        };
        Some(cut)
    }

    fn of(game: &Game, nodes: Vec<NodeId>) -> Cut {
        let mut places = vec![NONE; game.nodes().len()];
        for (place, node) in nodes.iter().enumerate() {
            places[node.index()] = place as u32;
        }
        Cut {
            nodes,
            places,
            position: None,
            plies: 0,
            unknown: false,
            setup: false,
            from_start: false,
            variations: false,
            entered: Vec::new(),
            result: None,
            path: None,
            fragment: None,
        }
    }

    /// The part of a game that is selected.
    pub(super) fn part(game: &Game, selection: &Selection) -> Result<Cut, WriteError> {
        match selection {
            Selection::Variation(path) => Cut::variation(game, path),
            Selection::Moves { from, to } => Cut::moves(game, *from, *to),
        }
    }

    fn variation(game: &Game, path: &[u32]) -> Result<Cut, WriteError> {
        let whole = Cut::whole(game).ok_or(UNPLAYED)?;
        let empty_lines = game.empty_lines();
        let mut numbers = path.iter().copied();
        let mut nodes = Vec::new();
        let mut entered = Vec::new();
        let mut next = game.next(NodeId::ROOT);
        while let Some(mut node) = next {
            let heads: Vec<NodeId> = game
                .variations(node)
                .filter(|head| !empty_lines[head.index()])
                .collect();
            let number = if heads.is_empty() {
                0
            } else {
                numbers.next().unwrap_or(0)
            };
            if number > 0 {
                let head = *heads.get(number as usize - 1).ok_or(NO_VARIATION)?;
                entered.push(head);
                // A root without a move of its own, but with a variation before it, leads nowhere.
                node = game.next(head).ok_or(NO_VARIATION)?;
            }
            nodes.push(node);
            next = game.next(node);
        }
        // The remaining numbers would have led further.
        if entered.is_empty() || numbers.next().is_some() {
            return Err(NO_VARIATION);
        }
        let mut path = path.to_vec();
        while path.last() == Some(&0) {
            path.pop();
        }
        let mut cut = Cut {
            position: whole.position,
            plies: whole.plies,
            unknown: whole.unknown,
            setup: whole.setup,
            from_start: true,
            entered,
            path: Some(path),
            ..Cut::of(game, nodes)
        };
        // The end of a variation is only what the board shows.
        let end = cut.last_position(game).ok_or(UNPLAYED)?;
        let outcome = end.end().map(|why| why.outcome(end.turn()));
        cut.result = Some(outcome.and_then(|o| INFO.result(o)).unwrap_or("*"));
        Ok(cut)
    }

    fn moves(
        game: &Game,
        from: Option<(u32, Side)>,
        to: Option<(u32, Side)>,
    ) -> Result<Cut, WriteError> {
        let whole = Cut::whole(game).ok_or(UNPLAYED)?;
        let place = |(number, side): (u32, Side)| -> Result<usize, WriteError> {
            if number == 0 {
                return Err(NO_MOVES);
            }
            let ply = plies_before(Some(number), side);
            let place = ply.checked_sub(whole.plies).ok_or(NO_MOVES)?;
            usize::try_from(place)
                .ok()
                .filter(|&place| place < whole.nodes.len())
                .ok_or(NO_MOVES)
        };
        let begin = from.map_or(Ok(0), place)?;
        let last = match to {
            Some(to) => place(to)?,
            None => whole.nodes.len().checked_sub(1).ok_or(NO_MOVES)?,
        };
        if begin > last {
            return Err(NO_MOVES);
        }
        let mut position = whole.position.clone().ok_or(UNPLAYED)?;
        for node in &whole.nodes[..begin] {
            position.play(&game.mv(*node).ok_or(UNPLAYED)?);
        }
        let plies = whole.plies + begin as u64;
        let ends = last + 1 == whole.nodes.len();
        let first = First {
            number: (!whole.unknown).then_some((plies / 2 + 1) as u32),
            black: plies % 2 == 1,
        };
        let end = whole.plies + last as u64;
        let end = Last {
            number: if whole.unknown {
                (end / 2 - plies / 2 + 1) as u32
            } else {
                (end / 2 + 1) as u32
            },
            white: end.is_multiple_of(2) && !ends,
        };
        let fragment = match (begin, ends) {
            (0, true) => None,
            (0, false) if !whole.setup => Some(Fragment::Opening(end)),
            (_, true) => Some(Fragment::Ending(first, whole.unknown.then_some(end))),
            (_, false) => Some(Fragment::Continuation(first, end)),
        };
        Ok(Cut {
            position: Some(position),
            // Unknown numbers begin at 1 again.
            plies: if whole.unknown { plies % 2 } else { plies },
            unknown: whole.unknown,
            setup: whole.setup || begin > 0,
            from_start: begin == 0,
            variations: true,
            result: (!ends).then_some("*"),
            fragment,
            ..Cut::of(game, whole.nodes[begin..=last].to_vec())
        })
    }

    pub(super) fn first(&self) -> Option<NodeId> {
        self.nodes.first().copied()
    }

    pub(super) fn last(&self) -> Option<NodeId> {
        self.nodes.last().copied()
    }

    /// The move after a node.
    pub(super) fn after(&self, node: NodeId) -> Option<NodeId> {
        let place = self.places[node.index()];
        let next = self.nodes.get(place as usize + 1);
        next.copied().filter(|_| place != NONE)
    }

    /// The position after the last move, if all were played.
    pub(super) fn last_position(&self, game: &Game) -> Option<CescacsPosition> {
        let mut position = self.position.clone()?;
        for node in &self.nodes {
            position.play(&game.mv(*node)?);
        }
        Some(position)
    }
}

/// Half-moves from White's first move up to this player's move with this number; an unknown number counts as 1.
fn plies_before(number: Option<u32>, turn: Side) -> u64 {
    let rounds = u64::from(number.unwrap_or(1).saturating_sub(1));
    2 * rounds + u64::from(turn == Side::Second)
}
