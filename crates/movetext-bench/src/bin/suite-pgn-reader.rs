//! pgn-reader with shakmaty as a reader for `movetext suite run`: main lines of PGN, and positions.

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use serde_json::{Value, json};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, CastlingSide, Chess, EnPassantMode, Move, Position, Square};
use std::env;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::process::ExitCode;

const REFUSED: u8 = 1;
const UNCLAIMED: u8 = 77;

/// Reads the games of a text; `failed` says that one could not be read to its end.
#[derive(Default)]
struct Games {
    games: Vec<Value>,
    positions: Vec<Value>,
    failed: bool,
}

/// The game that is being read.
struct Game {
    position: Chess,
    moves: Vec<Value>,
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Always).to_string()
}

fn described(mv: Move) -> Value {
    let from = mv.from().unwrap_or(Square::A1);
    // Castling takes the rook's square.
    let to = match mv.castling_side() {
        Some(CastlingSide::KingSide) => Square::from_coords(shakmaty::File::G, from.rank()),
        Some(CastlingSide::QueenSide) => Square::from_coords(shakmaty::File::C, from.rank()),
        None => mv.to(),
    };
    let mut made = json!({ "from": from.to_string(), "to": to.to_string() });
    if let Some(role) = mv.promotion() {
        made["promotion"] = json!(role.char().to_string());
    }
    made
}

impl Games {
    fn place(&mut self, game: &Game) {
        self.positions.push(json!({
            "game": self.games.len() + 1,
            "ply": game.moves.len(),
            "fen": fen(&game.position),
        }));
    }
}

impl Visitor for Games {
    type Tags = Option<Chess>;
    type Movetext = Game;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Chess>> {
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        start: &mut Option<Chess>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = Fen::from_ascii(value.as_bytes()).ok();
            *start = fen.and_then(|fen| fen.into_position(CastlingMode::Standard).ok());
            self.failed |= start.is_none();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Chess>) -> ControlFlow<(), Game> {
        let game = Game {
            position: start.unwrap_or_default(),
            moves: Vec::new(),
        };
        self.place(&game);
        ControlFlow::Continue(game)
    }

    fn san(&mut self, game: &mut Game, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(&game.position) {
            Ok(mv) => {
                game.moves.push(described(mv));
                game.position.play_unchecked(mv);
                self.place(game);
                ControlFlow::Continue(())
            }
            Err(_) => {
                self.failed = true;
                ControlFlow::Break(())
            }
        }
    }

    fn begin_variation(&mut self, _: &mut Game) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, game: Game) {
        self.games.push(json!({ "moves": game.moves }));
    }
}

fn main() -> ExitCode {
    let said = |name| env::var(name).unwrap_or_default();
    if said("SUITE_VARIANT") != "chess" || said("SUITE_FORM") == "export" {
        return ExitCode::from(UNCLAIMED);
    }
    let mut bytes = Vec::new();
    if io::stdin().read_to_end(&mut bytes).is_err() {
        return ExitCode::FAILURE;
    }
    match said("SUITE_FORMAT").as_str() {
        "pgn" => {
            let mut games = Games::default();
            let read = Reader::new(&*bytes).visit_all_games(&mut games);
            if read.is_err() || games.failed {
                return ExitCode::from(REFUSED);
            }
            let claims = ["verdict", "moves", "positions"];
            println!(
                "{}",
                json!({ "claims": claims, "games": games.games, "positions": games.positions })
            );
        }
        "positions" => {
            let mut positions = Vec::new();
            for line in bytes.split(|byte| *byte == b'\n') {
                if line.trim_ascii().is_empty() {
                    continue;
                }
                let read = Fen::from_ascii(line).ok();
                let read = read.and_then(|fen| fen.into_position(CastlingMode::Standard).ok());
                let Some(position): Option<Chess> = read else {
                    return ExitCode::from(REFUSED);
                };
                let game = positions.len() + 1;
                positions.push(json!({ "game": game, "ply": 0, "fen": fen(&position) }));
            }
            println!(
                "{}",
                json!({ "claims": ["verdict", "positions"], "positions": positions })
            );
        }
        _ => return ExitCode::from(UNCLAIMED),
    }
    ExitCode::SUCCESS
}
