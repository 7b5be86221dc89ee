//! Games of documents on boards that no variant has.

use crate::collect::{Body, Flow, Game, Heading, Lines, SkinMaker};
use crate::skin::Skin;
use movetext::draw::Diagram;
use movetext::pcn::{Action, Board, Move, Piece, Reading, Replay, Verb};
use movetext::registry::VariantSet;
use movetext::{GameSummary, Side};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Boards with more squares are not shown, nor games with more kinds of pieces.
const MOST: usize = 1 << 10;

impl Game {
    /// The game of a document of Portable Chess Notation, on any board of one or two dimensions: what moves where is
    /// what the document says. On other boards, and on ones with more than 1,024 squares, only its moves are there.
    ///
    /// `number` is the number of the document in its source. None if it has neither a board nor moves.
    pub fn of_document<S: VariantSet>(reading: &Reading, number: u64) -> Option<Game> {
        let document = reading.document.as_ref()?;
        let start = document.start.clone()?;
        let moves = document.moves.as_deref().unwrap_or_default();
        let mut own = Own::<S>::new(&start);
        own.play(start, moves);
        let result = match (document.over, document.result) {
            (Some(true), Some(Some(true))) => "1-0",
            (Some(true), Some(Some(false))) => "0-1",
            (Some(true), Some(None)) => "1/2-1/2",
            _ => "",
        };
        let heading = Heading {
            first: document.bottomside_player.clone().unwrap_or_default(),
            second: document.topside_player.clone().unwrap_or_default(),
            date: document.started_at.clone().unwrap_or_default(),
            result: result.to_owned(),
            variant: "PCN".to_owned(),
            ..Heading::default()
        };
        let mut body = own.body;
        body.text = document.to_json();
        body.result = result.to_owned();
        let named = [
            ("bottomside_player", &document.bottomside_player),
            ("topside_player", &document.topside_player),
            ("started_at", &document.started_at),
        ];
        let tags = named
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value.clone()?)));
        body.tags = tags.collect();
        let skin = own.skin.map(|skin| {
            let json = serde_json::to_vec(&skin).unwrap_or_default();
            let hash: String = Sha256::digest(json)[..8]
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            (format!("pcn-{hash}"), SkinMaker::Own(Box::new(skin)))
        });
        body.board = skin.as_ref().map(|(id, _)| id.clone());
        let summary = GameSummary {
            ordinal: number,
            plies: (moves.len() - body.open.len()) as u32,
            ..GameSummary::default()
        };
        Some(Game {
            heading: Heading {
                plies: summary.plies,
                ..heading
            },
            places: Vec::new(),
            body,
            skin,
            ordinal: number,
        })
    }
}

/// A game on a board of its own.
struct Own<S> {
    body: Body,
    skin: Option<Skin>,
    /// The codes of the pieces.
    codes: HashMap<Piece, u16>,
    pieces: Vec<Piece>,
    set: std::marker::PhantomData<S>,
}

impl<S: VariantSet> Own<S> {
    fn new(start: &Board) -> Own<S> {
        let body = Body {
            moves: vec![Lines::default()],
            ..Body::default()
        };
        let mut own = Own {
            body,
            skin: None,
            codes: HashMap::new(),
            pieces: Vec::new(),
            set: std::marker::PhantomData,
        };
        own.body.start = Some((own.codes(start), String::new()));
        own
    }

    fn code(&mut self, piece: &Piece) -> u16 {
        if let Some(code) = self.codes.get(piece) {
            return *code;
        }
        // Two are kept for empty squares, as in variants.
        let code = (self.pieces.len() + 2).min(usize::from(u16::MAX)) as u16;
        self.pieces.push(piece.clone());
        self.codes.insert(piece.clone(), code);
        code
    }

    fn codes(&mut self, board: &Board) -> Vec<u16> {
        let squares = board.squares().iter();
        squares
            .map(|piece| piece.as_ref().map_or(0, |piece| self.code(piece)))
            .collect()
    }

    fn play(&mut self, start: Board, moves: &[Move]) {
        let is_shown = start.squares().len() <= MOST && start.dimensions() <= 2;
        let mut replay = Replay::new(start.clone());
        let mut before = self.codes(&start);
        let mut failed = false;
        for (index, mv) in moves.iter().enumerate() {
            let node = index as u32 + 1;
            failed = failed || !is_shown || replay.play(mv, &mut Vec::new()).is_err();
            self.body.back.push(1);
            self.body.moves[0].push(&written(mv));
            self.body.rest.push("");
            if failed {
                self.body.open.push(node);
                self.body.changed.push(0);
                continue;
            }
            let after = self.codes(replay.board());
            // The square that is left comes first.
            let mut changed: Vec<usize> = (0..after.len())
                .filter(|at| before[*at] != after[*at])
                .collect();
            changed.sort_by_key(|square| after[*square] != 0);
            self.body.changed.push(changed.len() as u16);
            for square in changed {
                self.body.diff.extend([square as u16, after[square]]);
            }
            let hands = [Side::First, Side::Second].map(|side| {
                let hand: Vec<(Piece, u32)> = replay
                    .hand(side)
                    .map(|(piece, count)| (piece.clone(), count))
                    .collect();
                let hand = hand.iter().map(|(piece, count)| (self.code(piece), *count));
                hand.collect::<Vec<_>>()
            });
            if hands.iter().any(|hand| !hand.is_empty()) {
                self.body.hands.insert(node, hands);
            }
            before = after;
        }
        if !moves.is_empty() {
            self.body.flow.push(Flow::Moves(moves.len() as u32));
        }
        if is_shown && self.pieces.len() <= MOST {
            let row = self.pieces.iter().cloned().map(Some).collect();
            let all = Diagram::of_pcn::<S>(&Board::from_rows(vec![row]));
            let mut empty = start;
            for square in 0..empty.squares().len() {
                empty.set(square, None);
            }
            // A board of a known shape is drawn as that variant's only with its pieces, so these are left out here too.
            let board = Diagram::of_pcn::<S>(&empty);
            if let (Some(board), Some(all)) = (board, all) {
                self.skin = Some(Skin::own(&board, &all, ["Upper case", "Lower case"]));
            }
        }
    }
}

/// A move as people read it: each action, with its promotion.
fn written(mv: &Move) -> String {
    let action = |action: &Action| {
        let sign = match &action.verb {
            Verb::Shift | Verb::Land => "–",
            Verb::Capture | Verb::Remove | Verb::Stun => "×",
            Verb::Drop => "*",
            Verb::Jump => "↑",
            Verb::Other(word) => return format!("{} {word} {}", action.subject, action.object),
        };
        let promotion = action.promotion().map(|piece| format!("={piece}"));
        let plain = |spot: String| spot.replace('"', "").replace(", ", ",");
        format!(
            "{}{sign}{}{}",
            plain(action.subject.to_string()),
            plain(action.object.to_string()),
            promotion.unwrap_or_default()
        )
    };
    match mv {
        Move::Actions(actions) => actions.iter().map(action).collect::<Vec<_>>().join(", "),
        Move::Unread(text) => text.clone(),
    }
}
