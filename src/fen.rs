//! The positions of a game, one a line, as FEN, EPD or PDTL.

use crate::game::{Game, NodeId};
use crate::pgn::WriteError;
use crate::registry::{Task, VariantSet};
use crate::variant::{Position, Variant};
use std::io::Write;

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Forsyth-Edwards notation: six fields.
    Fen,
    /// Extended position description: the first four fields of a FEN, and its counters as the
    /// operations `hmvc` (plies since a pawn moved or a man was captured) and `fmvn` (the number of
    /// the next move).
    Epd,
    /// Position description by transversal lines, of C'escacs: six fields.
    Pdtl,
}

impl Form {
    /// The tag that holds a start position in this form.
    fn tag(self) -> &'static str {
        match self {
            Form::Fen | Form::Epd => "FEN",
            Form::Pdtl => "PDTL",
        }
    }
}

/// Writes the position after each ply of the main line, up to the first move that could not be
/// played. Returns how many moves there are from that on. The set is that of the reader.
///
/// ```
/// let mut reader = movetext::Reader::builder().from_reader("1. e4 *".as_bytes())?;
/// let (mut game, mut out) = (movetext::Game::new(), Vec::new());
/// reader.read_game(&mut game, &mut ())?;
/// movetext::fen::write_positions::<movetext::variants::Standard>(
///     &game,
///     movetext::fen::Form::Epd,
///     &mut out,
/// )
/// .expect("chess has FEN");
/// let epd = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 hmvc 0; fmvn 1;\n";
/// assert_eq!(out, epd.as_bytes());
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If positions of the game's variant have no such form, or the output fails.
pub fn write_positions<S: VariantSet>(
    game: &Game,
    form: Form,
    out: &mut impl Write,
) -> Result<u64, WriteError> {
    let index = game.profile.and_then(|profile| S::find(profile.id));
    let index = index.ok_or(WriteError::Variant(""))?;
    S::run(index, Positions { game, form, out })
}

/// Writing the positions, as work for the variant.
struct Positions<'a, O> {
    game: &'a Game,
    form: Form,
    out: &'a mut O,
}

impl<O: Write> Task for Positions<'_, O> {
    type Output = Result<u64, WriteError>;

    fn run<V: Variant>(self) -> Result<u64, WriteError> {
        let facts = const { &V::PROFILE };
        let tag = self.form.tag();
        if !facts.setup.contains(&tag) {
            return Err(WriteError::Positions(facts.name, tag));
        }
        let game = self.game;
        let mut moves = game.line(NodeId::ROOT);
        let start = match game.replayed {
            true => V::start(&game.tags(), &mut Vec::new()).ok(),
            false => None,
        };
        let Some(start) = start else {
            return Ok(moves.count() as u64);
        };
        let mut position = start.position;
        while let Some(node) = moves.next() {
            let Some(mv) = game.mv(node) else {
                return Ok(1 + moves.count() as u64);
            };
            position.play(&mv);
            let fen = position.describe();
            match (self.form, counters(&fen)) {
                (Form::Epd, Some((board, halfmoves, number))) => {
                    writeln!(self.out, "{board} hmvc {halfmoves}; fmvn {number};")?;
                }
                _ => writeln!(self.out, "{fen}")?,
            }
        }
        Ok(0)
    }
}

/// The counters of a FEN, and what stands before them.
fn counters(fen: &str) -> Option<(&str, &str, &str)> {
    let (rest, number) = fen.rsplit_once(' ')?;
    let (board, halfmoves) = rest.rsplit_once(' ')?;
    Some((board, halfmoves, number))
}
