//! The positions of a game, one per line, as FEN, EPD or PDTL, and reading such lists.

use crate::core::tags::{TagSpan, Tags};
use crate::diagnostic::UNREADABLE_SETUP;
use crate::format::pgn::{WriteError, Written};
use crate::format::pgn_text::{Record, Remarks};
use crate::format::source_map::Piece;
use crate::format::writing::WriteGame;
use crate::game::{Game, NodeId};
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{InitialState, Position, Variant, VariantInfo};
use crate::variants::Standard;
use encoding_rs::UTF_8;
use memchr::memchr;
use std::fmt::Write as _;
use std::io::Write;
use std::marker::PhantomData;

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Forsyth-Edwards notation: six fields.
    Fen,
    /// Extended position description: the first four fields of a FEN, and its counters as the
    /// operations `hmvc` (plies since a pawn moved or a piece was captured) and `fmvn` (the number of
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

/// Writes the position after each ply of the main line, up to the first move that could not be played. Returns
/// the number of moves from that one on. The set of variants is that of the reader.
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
/// If the game's variant has no positions in this form, or the output fails.
pub fn write_positions<S: VariantSet>(
    game: &Game,
    form: Form,
    out: &mut impl Write,
) -> Result<u64, WriteError> {
    let index = game.info.and_then(|info| S::find(info.id));
    let index = index.ok_or(WriteError::Variant(""))?;
    S::run(index, Positions { game, form, out })
}

/// Writes the positions of games. The set of variants is that of the reader the games come from.
#[derive(Clone, Debug)]
pub struct Writer<S = Standard> {
    form: Form,
    set: PhantomData<S>,
}

impl<S: VariantSet> Writer<S> {
    /// A writer of positions in this form.
    pub fn new(form: Form) -> Writer<S> {
        Writer {
            form,
            set: PhantomData,
        }
    }
}

impl<S: VariantSet> WriteGame for Writer<S> {
    fn write_game(&mut self, game: &Game, mut out: &mut dyn Write) -> Result<Written, WriteError> {
        let left = write_positions::<S>(game, self.form, &mut out)?;
        Ok(Written {
            dropped: left,
            ..Written::default()
        })
    }
}

/// Writing the positions, as a task for the variant.
struct Positions<'a, O> {
    game: &'a Game,
    form: Form,
    out: &'a mut O,
}

impl<O: Write> WithVariant for Positions<'_, O> {
    type Output = Result<u64, WriteError>;

    fn run<V: Variant>(self) -> Result<u64, WriteError> {
        let info = const { &V::INFO };
        let tag = self.form.tag();
        if !info.setup.contains(&tag) {
            return Err(WriteError::Positions(info.name, tag));
        }
        let game = self.game;
        let mut moves = game.line(NodeId::ROOT);
        let start = if game.replayed {
            V::initial_state(&game.tags(), &mut Vec::new()).ok()
        } else {
            None
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

/// Whether a text begins with a position: ranks, or numbered lines, separated by slashes, and the side to move.
pub(crate) fn is_line(text: &[u8]) -> bool {
    let end = memchr(b'\n', text).unwrap_or(text.len());
    let mut fields = text[..end]
        .split(|byte| byte.is_ascii_whitespace())
        .filter(|field| !field.is_empty());
    let (Some(ranks), Some(turn)) = (fields.next(), fields.next()) else {
        return false;
    };
    let symbol =
        |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b':' | b'+' | b'~');
    let slashes = ranks.iter().filter(|byte| **byte == b'/').count();
    let lines = ranks.starts_with(b"/") && ranks.contains(&b':');
    matches!(turn, b"w" | b"b" | b"r") && (slashes > 6 || lines) && ranks.iter().all(symbol)
}

/// The record of a game without moves that starts from the position on a line, for the first variant that can
/// read it. EPD operations other than the counters become a comment.
pub(crate) fn record<S: VariantSet>(
    line: &str,
    given: Option<usize>,
    remarks: &mut Remarks,
) -> Option<Record> {
    let begin = line.len() - line.trim_start().len();
    let line = line.trim();
    let all = begin..begin + line.len();
    let wanted = |index: &usize| given.is_none_or(|given| given == *index);
    for index in (0..S::VARIANTS.len()).filter(wanted) {
        let (position, rest) = without_operations(line, S::VARIANTS[index]);
        let setup = SetUp { value: &position };
        let Some(name) = S::run(index, setup) else {
            continue;
        };
        let value = position.replace('\\', "\\\\").replace('"', "\\\"");
        let mut text = format!("[{name} \"{value}\"]\n\n");
        let begin = name.len() + "[ \"".len();
        let piece = if value == line {
            Piece::same(begin, all)
        } else {
            Piece::whole(begin..begin + value.len(), all)
        };
        if !rest.is_empty() {
            let _ = writeln!(text, "{{{}}}", rest.replace('}', ")"));
        }
        text.push_str("*\n");
        return Some(Record::new(text, Some(index)).of(vec![piece]));
    }
    let message = "not a position of any known variant";
    remarks.push((all, &UNREADABLE_SETUP, message.into()));
    None
}

/// A position with the counters from its operations, and the other operations. Only EPD has operations: they
/// follow four fields.
fn without_operations(line: &str, info: &VariantInfo) -> (String, String) {
    let fields: Vec<&str> = line.split_ascii_whitespace().collect();
    let word = |at: usize| fields.get(at).copied().unwrap_or_default();
    let counts = |text: &str| {
        !text.is_empty()
            && text
                .bytes()
                .all(|b| b.is_ascii_digit() || b == b'-' || b == b'?')
    };
    if !info.setup.contains(&"FEN") || fields.len() <= 4 || counts(word(4)) {
        return (line.to_owned(), String::new());
    }
    let mut behind = line;
    for _ in 0..4 {
        behind = behind.trim_start();
        behind = behind
            .find(char::is_whitespace)
            .map_or("", |end| &behind[end..]);
    }
    let (mut halfmoves, mut number, mut rest) = (None, None, String::new());
    for operation in operations(behind) {
        match operation.split_once(char::is_whitespace) {
            Some(("hmvc", count)) if counts(count.trim()) => halfmoves = Some(count.trim()),
            Some(("fmvn", count)) if counts(count.trim()) => number = Some(count.trim()),
            _ => {
                let space = if rest.is_empty() { "" } else { " " };
                let _ = write!(rest, "{space}{operation};");
            }
        }
    }
    let position = format!(
        "{} {} {}",
        fields[..4].join(" "),
        halfmoves.unwrap_or("0"),
        number.unwrap_or("1")
    );
    (position, rest)
}

/// The operations of EPD: each ends with a semicolon outside quotation marks.
fn operations(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })
    .map(str::trim)
    .filter(|operation| !operation.is_empty())
}

/// Finds the variant's tag for a start position, if it can read this one.
struct SetUp<'a> {
    value: &'a str,
}

impl WithVariant for SetUp<'_> {
    type Output = Option<&'static str>;

    fn run<V: Variant>(self) -> Self::Output {
        start::<V>(self.value)?;
        V::INFO.setup.first().copied()
    }
}

/// Whether a line is a position of the variant, with or without EPD operations.
pub(crate) fn is_position<V: Variant>(line: &str) -> bool {
    let (position, _) = without_operations(line.trim(), &V::INFO);
    SetUp { value: &position }.run::<V>().is_some()
}

/// The start with this value of the variant's first setup tag, or `None` if it is unreadable.
pub(crate) fn start<V: Variant>(value: &str) -> Option<InitialState<V>> {
    start_by(&[(V::INFO.setup.first()?, value)])
}

/// The start that tags with these names and values set up, or `None` if they are unreadable.
pub(crate) fn start_by<V: Variant>(pairs: &[(&str, &str)]) -> Option<InitialState<V>> {
    let mut text = String::new();
    let spans: Vec<TagSpan> = pairs
        .iter()
        .map(|(name, value)| {
            let begin = text.len();
            text.push_str(name);
            let name = begin..text.len();
            text.push(' ');
            let value_begin = text.len();
            text.push_str(value);
            TagSpan {
                span: begin..text.len(),
                name,
                value: value_begin..text.len(),
            }
        })
        .collect();
    let tags = Tags::new(&spans, text.as_bytes(), UTF_8);
    V::initial_state(&tags, &mut Vec::new()).ok()
}

/// The counters of a FEN, and the fields before them.
fn counters(fen: &str) -> Option<(&str, &str, &str)> {
    let (rest, number) = fen.rsplit_once(' ')?;
    let (board, halfmoves) = rest.rsplit_once(' ')?;
    Some((board, halfmoves, number))
}
