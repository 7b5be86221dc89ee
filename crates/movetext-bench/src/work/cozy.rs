//! Reading with pgn-reader and cozy-chess: each SAN is looked for among the legal moves, as users of
//! cozy-chess do, since it has no SAN of its own. Main lines only.

use super::Count;
use cozy_chess::{Board, File, Move, Piece, Rank, Square};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::san::San;
use shakmaty::{CastlingSide, Role};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

#[derive(Default)]
struct Replay {
    count: Count,
}

struct Movetext {
    board: Board,
    failed: bool,
}

impl Visitor for Replay {
    type Tags = Option<Board>;
    type Movetext = Movetext;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Option<Board>> {
        self.count.games += 1;
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        start: &mut Option<Board>,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<()> {
        if name == b"FEN" {
            let fen = String::from_utf8_lossy(value.as_bytes());
            *start = Board::from_fen(&fen, false)
                .or_else(|_| Board::from_fen(&fen, true))
                .ok();
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Option<Board>) -> ControlFlow<(), Movetext> {
        ControlFlow::Continue(Movetext {
            board: start.unwrap_or_default(),
            failed: false,
        })
    }

    fn san(&mut self, movetext: &mut Movetext, san: SanPlus) -> ControlFlow<()> {
        if !movetext.failed {
            match find(&san.san, &movetext.board) {
                Some(mv) => {
                    movetext.board.play_unchecked(mv);
                    self.count.moves += 1;
                }
                None => {
                    movetext.failed = true;
                    self.count.rejected += 1;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _: &mut Movetext) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, _: Movetext) -> Self::Output {}
}

/// The one legal move that is meant.
fn find(san: &San, board: &Board) -> Option<Move> {
    let (role, file, rank, to, promotion) = match *san {
        San::Normal {
            role,
            file,
            rank,
            to,
            promotion,
            ..
        } => (role, file, rank, to, promotion),
        San::Castle(side) => return castle(side, board),
        _ => return None,
    };
    let to = Square::index(to as usize);
    let promotion = promotion.map(piece);
    let mut men = board.colored_pieces(board.side_to_move(), piece(role));
    if let Some(file) = file {
        men &= File::index(file as usize).bitboard();
    }
    if let Some(rank) = rank {
        men &= Rank::index(rank as usize).bitboard();
    }
    let mut found = None;
    let mut ambiguous = false;
    // A castling is written as a capture of the own rook there.
    let own = board.colors(board.side_to_move());
    board.generate_moves_for(men, |moves| {
        for mv in moves {
            if mv.to == to && mv.promotion == promotion && !own.has(to) {
                ambiguous |= found.replace(mv).is_some();
            }
        }
        false
    });
    found.filter(|_| !ambiguous)
}

fn castle(side: CastlingSide, board: &Board) -> Option<Move> {
    let color = board.side_to_move();
    let rights = board.castle_rights(color);
    let file = match side {
        CastlingSide::KingSide => rights.short?,
        CastlingSide::QueenSide => rights.long?,
    };
    let from = board.king(color);
    let mv = Move {
        from,
        to: Square::new(file, from.rank()),
        promotion: None,
    };
    board.is_legal(mv).then_some(mv)
}

fn piece(role: Role) -> Piece {
    match role {
        Role::Pawn => Piece::Pawn,
        Role::Knight => Piece::Knight,
        Role::Bishop => Piece::Bishop,
        Role::Rook => Piece::Rook,
        Role::Queen => Piece::Queen,
        Role::King => Piece::King,
    }
}

pub fn run(mode: &str, path: &Path) -> io::Result<Option<Count>> {
    if mode != "main" {
        return Ok(None);
    }
    let mut replay = Replay::default();
    Reader::new(std::fs::File::open(path)?).visit_all_games(&mut replay)?;
    Ok(Some(replay.count))
}
