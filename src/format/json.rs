//! Games as JSON: one object per game, complete enough for any other tool to check what was read.
//!
//! The text of the game is included, so nothing is lost: such a file can be read again, and gives the games as
//! they were, byte for byte. `docs/movetext-game.schema.json` has the schema.
//!
//! Moves have the written text and, if they could be played, squares and pieces by the names of the variant's
//! own notation. Variations are nested in the move that they replace. The writer walks the tree without
//! recursion.

mod around;
pub mod tree;

pub use around::{Line, Lines, Surrounded};

use crate::core::moves::MoveKind;
use crate::core::text::Text;
use crate::diagnostic::{BAD_JSON, DEPTH_LIMIT, GAME_LIMIT, JSON_VALUE, OTHER_VERSION};
use crate::event::Provenance;
use crate::format::pgn::{WriteError, Written};
use crate::format::pgn_text::{Record, Remarks};
use crate::format::source_map::{How, Piece, SourceMap};
use crate::format::writing::WriteGame;
use crate::game::{Annotation, Game, NodeId, RemarkKind};
use crate::io::{encode, is_raw};
use crate::variant::VariantInfo;
use crate::variant::registry::VariantSet;
use encoding_rs::{Encoding, UTF_8};
use std::io::{self, BufWriter, IntoInnerError, Write};
use tree::{Fault, Kind, Tree, Value};

/// The version of the schema, written as `"schema"`.
pub const SCHEMA: &str = "movetext-game/2";

/// The part that all versions share, by which such files are recognized.
pub(crate) const MARK: &str = "\"movetext-game/";

/// The text around a game in its source.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a> {
    /// The bytes before the first game; empty for any other.
    pub before: &'a [u8],
    /// The bytes between this game and the next one, or the end.
    pub after: &'a [u8],
}

/// Writes a game as one line of JSON, without the line's end. `file` names the source.
///
/// # Errors
///
/// If writing fails.
pub fn write_game(out: &mut impl Write, game: &Game, file: &str) -> io::Result<()> {
    write_game_around(out, game, file, None)
}

/// Writes a game with the text around it, so that the whole source can be restored.
///
/// # Errors
///
/// If writing fails.
pub fn write_game_around(
    out: &mut impl Write,
    game: &Game,
    file: &str,
    around: Option<Around<'_>>,
) -> io::Result<()> {
    // Most of what is written is a few bytes long.
    let mut line = BufWriter::new(out);
    object(&mut line, game, file, around)?;
    let written = line.into_inner();
    written.map(|_| ()).map_err(IntoInnerError::into_error)
}

fn object(
    out: &mut impl Write,
    game: &Game,
    file: &str,
    around: Option<Around<'_>>,
) -> io::Result<()> {
    head(out, file)?;
    write!(out, "{}", game.summary.ordinal)?;
    body(out, game)?;
    tail(out, game.original().encoding(), around)
}

/// All up to the number of the game.
fn head(out: &mut impl Write, file: &str) -> io::Result<()> {
    write!(out, "{{\"schema\":\"{SCHEMA}\",\"source\":{{\"file\":")?;
    string(out, file)?;
    out.write_all(b",\"game\":")
}

/// All from there to the text of the game.
fn body(out: &mut impl Write, game: &Game) -> io::Result<()> {
    let span = &game.summary.span;
    write!(
        out,
        ",\"byte_start\":{},\"byte_end\":{}}},\"variant\":",
        span.start, span.end
    )?;
    match game.info {
        Some(info) => string(out, info.id)?,
        None => out.write_all(b"null")?,
    }
    write!(out, ",\"replayed\":{}", game.replayed)?;
    out.write_all(b",\"tags\":[")?;
    for (index, tag) in game.tags().iter().enumerate() {
        out.write_all(if index == 0 { b"[" } else { b",[" })?;
        string(out, &tag.name())?;
        out.write_all(b",")?;
        string(out, &tag.value())?;
        out.write_all(b"]")?;
    }
    out.write_all(b"],\"setup\":")?;
    optional(out, game.setup.as_deref())?;
    if let Some(info) = game.info {
        lines(out, game, info)?;
    }
    out.write_all(b",\"result\":")?;
    optional(out, game.result().as_deref())?;
    out.write_all(b",\"outcome\":")?;
    optional(out, game.outcome().map(|outcome| outcome.as_str()))?;
    let original = game.original();
    let encoding = original.encoding();
    if encoding != UTF_8 {
        out.write_all(b",\"encoding\":")?;
        string(out, encoding.name())?;
    }
    bytes(out, "text", original)
}

/// The text around the game, and the end of the object.
fn tail(
    out: &mut impl Write,
    encoding: &'static Encoding,
    around: Option<Around<'_>>,
) -> io::Result<()> {
    if let Some(Around { before, after }) = around {
        bytes(out, "before", Text::new(before, encoding))?;
        bytes(out, "after", Text::new(after, encoding))?;
    }
    out.write_all(b"}")
}

/// A member with the text of these bytes; or, if that text in their encoding would give other bytes, with the
/// bytes in hexadecimal.
fn bytes(out: &mut impl Write, name: &str, bytes: Text<'_>) -> io::Result<()> {
    let (bytes, encoding) = (bytes.as_bytes(), bytes.encoding());
    let text = encoding.decode_without_bom_handling(bytes).0;
    let mut again = Vec::with_capacity(bytes.len());
    if encode(&text, encoding, &mut again).is_ok() && again == bytes {
        write!(out, ",\"{name}\":")?;
        return string(out, &text);
    }
    write!(out, ",\"{name}_bytes\":\"")?;
    for byte in bytes {
        write!(out, "{byte:02x}")?;
    }
    out.write_all(b"\"")
}

/// Writes games as JSON, one on each line.
#[derive(Clone, Debug)]
pub struct Writer {
    file: String,
}

impl Writer {
    /// A writer of games from the source with this name.
    pub fn new(file: impl Into<String>) -> Writer {
        Writer { file: file.into() }
    }
}

impl WriteGame for Writer {
    fn write_game(&mut self, game: &Game, mut out: &mut dyn Write) -> Result<Written, WriteError> {
        write_game(&mut out, game, &self.file)?;
        out.write_all(b"\n")?;
        Ok(Written::default())
    }
}

/// The record of a game that was written as JSON.
pub(crate) fn record<S: VariantSet>(
    text: &str,
    given: Option<usize>,
    remarks: &mut Remarks,
) -> Option<Record> {
    let tree = match Tree::parse(text) {
        Ok(tree) => tree,
        Err(error) => {
            let message = format!("{}: {}", error.path, error.message);
            let code = match error.fault {
                Fault::Syntax => &BAD_JSON,
                Fault::Depth => &DEPTH_LIMIT,
                Fault::Size => &GAME_LIMIT,
            };
            remarks.push((error.at..error.at, code, message.into()));
            return None;
        }
    };
    let root = tree.root();
    let mut refuse = |value: Value<'_, '_>, code, message: &str| {
        let message = format!("{}: {message}", value.path());
        remarks.push((value.span(), code, message.into()));
        None
    };
    let member = |name: &str| root.get(name);
    let schema = member("schema").and_then(|schema| schema.as_str());
    if schema.as_deref() != Some(SCHEMA) {
        let message = format!("expected the schema {SCHEMA}");
        return refuse(member("schema").unwrap_or(root), &OTHER_VERSION, &message);
    }
    let encoding = match member("encoding") {
        None => UTF_8,
        Some(label) => {
            let known = label.as_str();
            match known.and_then(|known| Encoding::for_label(known.as_bytes())) {
                Some(encoding) => encoding,
                None => return refuse(label, &JSON_VALUE, "unknown encoding"),
            }
        }
    };
    // The bytes of a member, and their position and form.
    let bytes = |name: &str| match (member(name), member(&format!("{name}_bytes"))) {
        (Some(value), _) => {
            let text = value.as_str().ok_or((value, "expected a string"))?;
            let mut bytes = Vec::with_capacity(text.len());
            match encode(&text, encoding, &mut bytes) {
                Ok(()) => Ok(Some((bytes, value.span(), as_characters(encoding)))),
                Err(_) => Err((value, "the encoding cannot represent this text")),
            }
        }
        (None, Some(value)) => match value.as_str().and_then(|digits| unhex(&digits)) {
            Some(bytes) => Ok(Some((bytes, value.span(), as_digits(value, encoding)))),
            None => Err((value, "expected hexadecimal digits")),
        },
        (None, None) => Ok(None),
    };
    let ((source, document, how), before, after) =
        match (bytes("text"), bytes("before"), bytes("after")) {
            (Ok(Some(source)), Ok(before), Ok(after)) => (source, before, after),
            (Ok(None), _, _) => return refuse(root, &JSON_VALUE, "there is no text"),
            (Err((value, message)), _, _)
            | (_, Err((value, message)), _)
            | (_, _, Err((value, message))) => return refuse(value, &JSON_VALUE, message),
        };
    let variant = match member("variant").map(|variant| (variant, variant.as_str())) {
        Some((variant, Some(id))) => match S::find(&id) {
            None => return refuse(variant, &JSON_VALUE, "unknown variant"),
            known => known,
        },
        _ => None,
    };
    let played = member("replayed").is_some_and(|replayed| replayed.kind() == Kind::Bool(true));
    let before = before.map(|(bytes, ..)| bytes).unwrap_or_default();
    let around = after.map(|(after, ..)| [before, after]);
    let hint = variant.unwrap_or(0);
    let variant = given.or(variant.filter(|_| played));
    let (bytes, original) = if is_raw(encoding) {
        (source, None)
    } else {
        let text = encoding.decode_without_bom_handling(&source).0;
        (text.into_owned().into_bytes(), Some((source, encoding)))
    };
    let whole = Piece {
        record: 0..bytes.len(),
        document,
        how,
        path: String::new(),
    };
    Some(Record {
        bytes,
        encoding: if is_raw(encoding) { encoding } else { UTF_8 },
        variant,
        hint,
        original,
        around,
        origin: SourceMap::new(vec![whole]),
        provenance: Provenance::Native,
    })
}

/// How the text of a record is written as a string. An encoding that is not a superset of ASCII is read as
/// UTF-8.
fn as_characters(encoding: &'static Encoding) -> How {
    How::Characters {
        single_byte: encoding.is_single_byte(),
    }
}

/// How the bytes of a record are written as digits, if these are its bytes and none is escaped.
fn as_digits(digits: Value<'_, '_>, encoding: &'static Encoding) -> How {
    if is_raw(encoding) && !digits.raw().contains('\\') {
        How::Hexadecimal
    } else {
        How::Whole
    }
}

/// The bytes of hexadecimal digits.
fn unhex(digits: &str) -> Option<Vec<u8>> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let pairs = digits.as_bytes().chunks(2);
    pairs
        .map(|pair| match *pair {
            [high, low] => Some((digit(high)? * 16 + digit(low)?) as u8),
            _ => None,
        })
        .collect()
}

/// A line that is being written.
struct Open {
    /// The move that is being written, whose object is still open.
    node: NodeId,
    /// The next variation of that move.
    variation: Option<NodeId>,
    /// Whether one has been written.
    any: bool,
}

/// `,"comments":[…],"moves":[…]` of the main line and, nested, of all variations.
fn lines(out: &mut impl Write, game: &Game, info: &'static VariantInfo) -> io::Result<()> {
    let mut stack = Vec::new();
    out.write_all(b",")?;
    open_line(out, game, info, NodeId::ROOT, &mut stack)?;
    while let Some(open) = stack.last_mut() {
        if let Some(head) = open.variation {
            out.write_all(if open.any {
                b",{"
            } else {
                b",\"variations\":[{"
            })?;
            open.any = true;
            open.variation = game.next_variation(head);
            open_line(out, game, info, head, &mut stack)?;
            continue;
        }
        out.write_all(if open.any { b"]}" } else { b"}" })?;
        match game.next(open.node) {
            Some(next) => {
                out.write_all(b",")?;
                *open = open_move(out, game, info, next)?;
            }
            None => {
                stack.pop();
                out.write_all(if stack.is_empty() { b"]" } else { b"]}" })?;
            }
        }
    }
    Ok(())
}

/// The root of a line and its first move. An empty line is closed at once.
fn open_line(
    out: &mut impl Write,
    game: &Game,
    info: &'static VariantInfo,
    head: NodeId,
    stack: &mut Vec<Open>,
) -> io::Result<()> {
    // Variations before any move are attached to the root, which then is in the list without a move.
    let first = match game.variations(head).next() {
        Some(_) => Some(head),
        None => {
            remarks(out, game, head, "")?;
            game.next(head)
        }
    };
    out.write_all(b"\"moves\":[")?;
    match first {
        Some(first) => {
            let open = open_move(out, game, info, first)?;
            stack.push(open);
        }
        None => out.write_all(if stack.is_empty() { b"]" } else { b"]}" })?,
    }
    Ok(())
}

/// The beginning of a move's object, written at once: most objects are so short that each call counts.
struct Start {
    bytes: [u8; 192],
    len: usize,
}

impl Default for Start {
    fn default() -> Start {
        Start {
            bytes: [0; 192],
            len: 0,
        }
    }
}

impl Start {
    #[inline(always)]
    fn push<const N: usize>(&mut self, bytes: &[u8; N]) {
        self.push_first(*bytes, N);
    }

    /// Appends the first bytes of these. All are copied, which takes less than finding out how many to copy.
    #[inline(always)]
    fn push_first<const N: usize>(&mut self, bytes: [u8; N], len: usize) {
        self.bytes[self.len..self.len + N].copy_from_slice(&bytes);
        self.len += len;
    }

    /// Appends a piece's letter, which is one character.
    #[inline(always)]
    fn push_letter(&mut self, letter: char) {
        let mut bytes = [0; 4];
        let len = letter.encode_utf8(&mut bytes).len();
        self.push_first(bytes, len);
    }

    /// What was pushed since the last call.
    fn take(&mut self) -> &[u8] {
        &self.bytes[..std::mem::take(&mut self.len)]
    }
}

/// The object of a move, left open for its variations.
fn open_move(
    out: &mut impl Write,
    game: &Game,
    info: &'static VariantInfo,
    node: NodeId,
) -> io::Result<Open> {
    let mut start = Start::default();
    start.push(b"{\"text\":\"");
    let text = game.raw_text(node);
    match short(text) {
        Some(bytes) => {
            start.push_first(bytes, text.span().len());
            start.push(b"\"");
        }
        None => {
            start.len -= 1;
            out.write_all(start.take())?;
            string(out, &game.text(node))?;
        }
    }
    if let Some(mv) = game.mv(node) {
        let letter = |role: crate::core::board::Role| info.roles[role.index()].letter;
        let [(from, from_len), (to, to_len)] =
            [mv.from, mv.to].map(|square| info.square_name(square).bytes());
        start.push(b",\"from\":\"");
        start.push_first(from, from_len);
        start.push(b"\",\"to\":\"");
        start.push_first(to, to_len);
        start.push(b"\",\"piece\":\"");
        start.push_letter(letter(mv.piece));
        if let Some(captured) = mv.captured {
            start.push(b"\",\"captured\":\"");
            start.push_letter(letter(captured));
        }
        if let Some(promotion) = mv.promotion {
            start.push(b"\",\"promotion\":\"");
            start.push_letter(letter(promotion));
        }
        start.push(b"\"");
        out.write_all(start.take())?;
        match mv.kind {
            MoveKind::Normal => {}
            MoveKind::EnPassant { victim } => write!(
                out,
                ",\"flags\":[\"en_passant\"],\"victim\":\"{}\"",
                info.square_name(victim)
            )?,
            MoveKind::Scornful => out.write_all(b",\"flags\":[\"scornful\"]")?,
            MoveKind::Castling(index) => {
                out.write_all(b",\"flags\":[\"castling\"],\"castling\":")?;
                optional(out, info.castlings.get(usize::from(index)).copied())?;
            }
            MoveKind::Await => out.write_all(b",\"flags\":[\"awaits_promotion\"]")?,
            MoveKind::InPlace => out.write_all(b",\"flags\":[\"promotion_in_place\"]")?,
            MoveKind::Null => out.write_all(b",\"flags\":[\"null\"]")?,
        }
    } else {
        out.write_all(start.take())?;
        out.write_all(match text.as_bytes() {
            [] => b",\"flags\":[\"no_move\"]",
            _ => b",\"flags\":[\"unplayed\"]",
        })?;
    }
    remarks(out, game, node, ",")?;
    Ok(Open {
        node,
        variation: game.variations(node).next(),
        any: false,
    })
}

/// The members for the remarks on a move: each with `before` before it, or followed by a comma.
fn remarks(out: &mut impl Write, game: &Game, node: NodeId, before: &str) -> io::Result<()> {
    if game.annotations(node).next().is_none() {
        return Ok(());
    }
    let after = if before.is_empty() { "," } else { "" };
    let mut list = |key: &str, wanted: fn(RemarkKind) -> bool| -> io::Result<()> {
        let mut any = false;
        for (kind, text) in game.remarks(node).filter(|(kind, _)| wanted(*kind)) {
            if any {
                out.write_all(b",")?
            } else {
                write!(out, "{before}\"{key}\":[")?
            }
            any = true;
            match kind {
                RemarkKind::Nag(nag) => write!(out, "{nag}")?,
                RemarkKind::Label(label) => write!(out, "{label}")?,
                _ => string(out, &text)?,
            }
        }
        if any { write!(out, "]{after}") } else { Ok(()) }
    };
    list("nags", |kind| matches!(kind, RemarkKind::Nag(_)))?;
    list("comments", |kind| matches!(kind, RemarkKind::Comment(_)))?;
    list("draw_offers", |kind| kind == RemarkKind::DrawOffer)?;
    list("labels", |kind| matches!(kind, RemarkKind::Label(_)))?;
    list("results", |kind| matches!(kind, RemarkKind::Outcome(_)))?;
    list("stray", |kind| kind == RemarkKind::Unrecognized)?;
    // The order across the lists, where it differs from that of the lists themselves.
    let place = |annotation: Annotation<'_>| match annotation {
        Annotation::Remark { kind, .. } => match kind {
            RemarkKind::Nag(_) => 0,
            RemarkKind::Comment(_) => 1,
            RemarkKind::DrawOffer => 2,
            RemarkKind::Label(_) => 3,
            RemarkKind::Outcome(_) => 4,
            RemarkKind::Unrecognized => 5,
        },
        Annotation::Variation(_) => 6,
    };
    if game.annotations(node).map(place).is_sorted() {
        return Ok(());
    }
    write!(out, "{before}\"order\":[")?;
    for (index, place) in game.annotations(node).map(place).enumerate() {
        let comma = if index > 0 { "," } else { "" };
        write!(out, "{comma}\"{}\"", ANNOTATIONS[place])?;
    }
    write!(out, "]{after}")
}

/// What follows moves, in the order of the lists.
const ANNOTATIONS: [&str; 7] = [
    "nag",
    "comment",
    "draw_offer",
    "label",
    "result",
    "stray",
    "variation",
];

fn optional(out: &mut impl Write, text: Option<&str>) -> io::Result<()> {
    match text {
        Some(text) => string(out, text),
        None => out.write_all(b"null"),
    }
}

/// A text as a JSON string.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The bytes of a text of at most eight that needs no escape, followed by zeros.
#[inline]
fn short(text: Text<'_>) -> Option<[u8; 8]> {
    let len = text.span().len();
    let bytes = text.word().to_le_bytes();
    // After the end, anything that is plain.
    let plain = |(at, byte): (usize, u8)| is_plain(&if at < len { byte } else { b' ' });
    let all = (0..)
        .zip(bytes)
        .map(plain)
        .fold(true, |all, plain| all & plain);
    (all && len <= bytes.len()).then_some(bytes)
}

/// Whether a byte needs no escape in a string.
fn is_plain(byte: &u8) -> bool {
    matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\')
}

fn string(out: &mut impl Write, text: &str) -> io::Result<()> {
    if text.as_bytes().iter().all(is_plain) {
        out.write_all(b"\"")?;
        out.write_all(text.as_bytes())?;
        return out.write_all(b"\"");
    }
    serde_json::to_writer(out, text).map_err(io::Error::from)
}
