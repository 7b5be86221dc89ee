//! Games as lists of moves, one per line, in the form that engines take:
//!
//! ```text
//! position startpos moves e2e4 e7e5
//! position fen 8/8/8/8/8/8/4k3/K6R w - - 0 1 moves h1h2
//! ```

use crate::diagnostic::UNREADABLE_SETUP;
use crate::format::fen;
use crate::format::pgn::{WriteError, Written, notation};
use crate::format::pgn_text::{Record, Remarks};
use crate::format::source_map::{Piece, SourceMap};
use crate::format::writing::WriteGame;
use crate::game::{Game, NodeId};
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{Position, Variant};
use crate::variants::Standard;
use std::borrow::Cow;
use std::io::Write;
use std::marker::PhantomData;
use std::ops::Range;

/// Writes the main line, up to the first move that could not be played, in a notation of the variant: `uci` for
/// chess, `iccs` for Xiangqi. Returns the number of moves from that one on. The set of variants is that of the
/// reader.
///
/// ```
/// let mut reader = movetext::Reader::builder().from_reader("1. e4 e5 2. Nf3 *".as_bytes())?;
/// let (mut game, mut out) = (movetext::Game::new(), Vec::new());
/// reader.read_game(&mut game, &mut ())?;
/// movetext::movelist::write::<movetext::variants::Standard>(&game, "uci", &mut out)
///     .expect("chess has this notation");
/// assert_eq!(out, b"position startpos moves e2e4 e7e5 g1f3\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If the game's variant does not have the notation, its start position is unreadable, or the output fails.
pub fn write<S: VariantSet>(
    game: &Game,
    name: &str,
    out: &mut impl Write,
) -> Result<u64, WriteError> {
    let index = game.info.and_then(|info| S::find(info.id));
    let index = index.ok_or(WriteError::Variant(""))?;
    S::run(index, List { game, name, out })
}

/// Writes games as lists of moves. The set of variants is that of the reader the games come from.
#[derive(Clone, Debug)]
pub struct Writer<S = Standard> {
    notation: Cow<'static, str>,
    set: PhantomData<S>,
}

impl<S: VariantSet> Writer<S> {
    /// A writer of lists in this notation.
    pub fn new(notation: impl Into<Cow<'static, str>>) -> Writer<S> {
        Writer {
            notation: notation.into(),
            set: PhantomData,
        }
    }
}

impl<S: VariantSet> WriteGame for Writer<S> {
    fn write_game(&mut self, game: &Game, mut out: &mut dyn Write) -> Result<Written, WriteError> {
        let left = write::<S>(game, &self.notation, &mut out)?;
        Ok(Written {
            dropped: left,
            ..Written::default()
        })
    }
}

/// Writing the moves, as a task for the variant.
struct List<'a, O> {
    game: &'a Game,
    name: &'a str,
    out: &'a mut O,
}

impl<O: Write> WithVariant for List<'_, O> {
    type Output = Result<u64, WriteError>;

    fn run<V: Variant>(self) -> Result<u64, WriteError> {
        let List { game, name, out } = self;
        let info = const { &V::INFO };
        let wanted =
            notation::<V>(name).ok_or_else(|| WriteError::Notation(info.name, name.to_owned()))?;
        let start = if game.replayed {
            V::initial_state(&game.tags(), &mut Vec::new()).ok()
        } else {
            None
        };
        let mut position = start.ok_or(WriteError::NotPlayed)?.position;
        let mut text = match &game.setup {
            Some(setup) => format!("position fen {setup}"),
            None => "position startpos".to_owned(),
        };
        let mut line = game.line(NodeId::ROOT);
        let mut left = 0;
        let mut any = false;
        while let Some(node) = line.next() {
            let Some(mv) = game.mv(node) else {
                left = 1 + line.count() as u64;
                break;
            };
            text.push_str(if any { " " } else { " moves " });
            any = true;
            V::write(&mv, &position, wanted, &mut text);
            position.play(&mv);
        }
        text.push('\n');
        out.write_all(text.as_bytes())?;
        Ok(left)
    }
}

/// Whether a text begins with such a list.
pub(crate) fn is_line(text: &[u8]) -> bool {
    let mut words = text
        .split(|byte| byte.is_ascii_whitespace())
        .filter(|word| !word.is_empty());
    words.next() == Some(b"position") && matches!(words.next(), Some(b"startpos" | b"fen"))
}

/// The record of the game on a line.
pub(crate) fn record<S: VariantSet>(
    line: &str,
    given: Option<usize>,
    remarks: &mut Remarks,
) -> Option<Record> {
    let refused = |remarks: &mut Remarks| {
        let message = "a line is `position startpos moves ...` or `position fen ... moves ...`";
        remarks.push((0..line.len(), &UNREADABLE_SETUP, message.into()));
        None
    };
    let text = line.trim();
    let Some(rest) = text.strip_prefix("position").map(str::trim_start) else {
        return refused(remarks);
    };
    let (setup, moves) = match rest.split_once("moves") {
        Some((setup, moves)) => (setup.trim(), moves.trim()),
        None => (rest.trim(), &text[text.len()..]),
    };
    let at = |part: &str| part.as_ptr() as usize - line.as_ptr() as usize;
    let piece = |record| Piece::same(record, at(moves)..at(moves) + moves.len());
    if setup == "startpos" {
        return Some(Record::new(format!("{moves} *\n"), given).of(vec![piece(0)]));
    }
    let Some(position) = setup.strip_prefix("fen") else {
        return refused(remarks);
    };
    let before = remarks.len();
    let record = fen::record::<S>(position, given, remarks);
    let shift = |range: &mut Range<usize>| {
        *range = range.start + at(position)..range.end + at(position);
    };
    remarks[before..]
        .iter_mut()
        .for_each(|(range, ..)| shift(range));
    let mut record = record?;
    // The record of a position ends with the termination marker.
    record.bytes.truncate(record.bytes.len() - "*\n".len());
    let begin = record.bytes.len();
    record.bytes.extend(format!("{moves} *\n").into_bytes());
    let mut pieces = record.origin.into_pieces();
    pieces
        .iter_mut()
        .for_each(|piece| shift(&mut piece.document));
    pieces.push(piece(begin));
    record.origin = SourceMap::new(pieces);
    Some(record)
}
