//! Games as WXF game files: a header of lines, then the moves.
//!
//! ```text
//! FORMAT WXF
//! GAME   National Team Championship
//! RED    Lu Qin; 2600; Guangdong
//! BLACK  Hu Ronghua; 2580; Shanghai
//! RESULT 1-0
//! START{
//! 1. C2.5 H8+7 /* a usual start */
//! 2. H2+3 R9.8
//! }END
//! ```
//!
//! A file may contain several games, one after another. The header becomes tags; remarks between `/*` and `*/`
//! become comments.

use crate::diagnostic::{STRAY_TEXT, UNCLOSED_MOVETEXT};
use crate::event::Provenance;
use crate::format::pgn_text::{Record, Remarks};
use crate::format::source_map::Piece;
use crate::variant::Variant;
use crate::variant::export_style::Need;
use crate::variant::registry::{VariantSet, WithVariant};
use std::ops::Range;

/// The word that the first line of a game begins with.
const FIRST: &str = "FORMAT";
/// The beginning and the end of the moves.
const START: &str = "START";
const END: &str = "END";
/// Results as written in the header, with the termination marker for each.
const RESULTS: [(&str, &str); 10] = [
    ("1-0", "1-0"),
    ("0-1", "0-1"),
    ("1/2-1/2", "1/2-1/2"),
    ("1/2", "1/2-1/2"),
    ("0.5-0.5", "1/2-1/2"),
    ("draw", "1/2-1/2"),
    ("red", "1-0"),
    ("black", "0-1"),
    ("*", "*"),
    ("unknown", "*"),
];

/// The tag pair that names the game of such files: the fixed tag of the variant that has the notation.
struct GameTag;

impl WithVariant for GameTag {
    type Output = Option<(&'static str, &'static str)>;

    fn run<V: Variant>(self) -> Self::Output {
        V::notation("wxf", &[])?;
        V::EXPORT_STYLE?.tags.iter().find_map(|tag| match tag.need {
            Need::Fixed(value) => Some((tag.name, value)),
            _ => None,
        })
    }
}

/// The variant of such files, if a set has it, and the tag pair that names it.
fn game<S: VariantSet>() -> Option<(usize, (&'static str, &'static str))> {
    (0..S::VARIANTS.len()).find_map(|index| Some((index, S::run(index, GameTag)?)))
}

/// The variant of such files, if a set has it.
pub(crate) fn variant<S: VariantSet>() -> Option<usize> {
    game::<S>().map(|(variant, _)| variant)
}

/// The notation that the first line of such a file names.
pub(crate) fn notation(first_line: &str) -> Option<&'static str> {
    match format_name(key(first_line).1) {
        "WXF" => Some("wxf"),
        "ICCS" => Some("iccs"),
        _ => None,
    }
}

/// Whether a text begins with such a file.
pub(crate) fn is_document(text: &[u8]) -> bool {
    begins(text)
        && memchr::memmem::find_iter(text, START.as_bytes())
            .any(|at| opening(&text[at..]).is_some())
}

/// Whether a line begins another game.
pub(crate) fn begins(line: &[u8]) -> bool {
    let (word, rest) = line.split_at(FIRST.len().min(line.len()));
    word.eq_ignore_ascii_case(FIRST.as_bytes())
        && rest.first().is_some_and(|b| matches!(b, b' ' | b'\t'))
}

/// The length of `START {`.
fn opening(text: &[u8]) -> Option<usize> {
    let rest = text.strip_prefix(START.as_bytes())?;
    let gap = rest.iter().take_while(|b| b.is_ascii_whitespace()).count();
    (rest.get(gap) == Some(&b'{')).then_some(START.len() + gap + 1)
}

/// The record of a game.
pub(crate) fn record<S: VariantSet>(
    text: &str,
    given: Option<usize>,
    remarks: &mut Remarks,
) -> Option<Record> {
    let mut made = Made::default();
    if let Some((_, (name, value))) = game::<S>() {
        made.tag(name, value, 0..0);
    }
    let mut at = 0;
    let mut marker = "*";
    let mut notes = Vec::new();
    let has_event = text
        .lines()
        .any(|line| key(line).0.eq_ignore_ascii_case("EVENT"));
    let mut moves = None;
    while at < text.len() {
        let line = text[at..].split('\n').next().unwrap_or_default();
        let begin = at;
        let content = line.trim();
        let inside = begin + (line.len() - line.trim_start().len());
        let span = inside..inside + content.len();
        at = (begin + line.len() + 1).min(text.len());
        if let Some(len) = opening(&text.as_bytes()[inside..]) {
            moves = Some(inside + len);
            break;
        }
        let (name, value) = key(content);
        match name.to_ascii_uppercase().as_str() {
            "" => {}
            "FORMAT" => made.tag("Format", format_name(value), span),
            "GAME" if !has_event => made.tag("Event", value, span),
            "GAME" => made.tag("Title", value, span),
            "EVENT" => made.tag("Event", value, span),
            "PLACE" => made.tag("Site", value, span),
            "AUTHOR" => made.tag("Annotator", value, span),
            "RED" | "BLACK" => made.player(name, value, span),
            "RESULT" => {
                let word = value.split_whitespace().next().unwrap_or_default();
                let known = RESULTS
                    .iter()
                    .find(|(token, _)| token.eq_ignore_ascii_case(word));
                match known {
                    Some((_, token)) => {
                        marker = token;
                        made.tag("Result", token, span.clone());
                        let more = value[word.len()..].trim();
                        if !more.is_empty() {
                            notes.push((more, span));
                        }
                    }
                    None => made.tag("Result", value, span),
                }
            }
            "FEN" => made.tag("FEN", value, span),
            setup if setup.starts_with("SETUP") && content.contains('{') => {
                // A drawing of the board: kept as the value.
                let close = text[begin..].find('}').map_or(text.len(), |n| begin + n);
                let open = begin + line.find('{').map_or(line.len(), |n| n + 1);
                let drawing = text[open.min(close)..close].split_whitespace();
                made.tag("FEN", &drawing.collect::<Vec<_>>().join(" "), inside..close);
                at = text[close..]
                    .find('\n')
                    .map_or(text.len(), |n| close + n + 1);
            }
            _ if name.bytes().all(|b| b.is_ascii_alphanumeric()) && name.len() < content.len() => {
                let mut tag = name.to_ascii_lowercase();
                tag[..1].make_ascii_uppercase();
                made.tag(&tag, value, span);
            }
            _ => notes.push((content, span)),
        }
    }
    made.text.push('\n');
    let Some(moves) = moves else {
        let message = "no moves: START{ is missing";
        remarks.push((
            0..text.len().min(FIRST.len()),
            &UNCLOSED_MOVETEXT,
            message.into(),
        ));
        made.finish(&notes, marker);
        return Some(made.record(given.or_else(variant::<S>)));
    };
    let close = closing(text, moves);
    if close.is_none() {
        let message = "the moves that begin here are never closed by }END";
        remarks.push((moves - 1..moves, &UNCLOSED_MOVETEXT, message.into()));
    }
    let (end, behind) = close.unwrap_or((text.len(), text.len()));
    made.moves(text, moves..end);
    let rest = text[behind..].trim();
    if !rest.is_empty() {
        let begin = behind + (text[behind..].len() - text[behind..].trim_start().len());
        let span = begin..begin + rest.len();
        remarks.push((
            span.clone(),
            &STRAY_TEXT,
            "text after the moves; kept as a comment".into(),
        ));
        notes.push((rest, span));
    }
    made.finish(&notes, marker);
    Some(made.record(given.or_else(variant::<S>)))
}

/// The word that a line begins with, and the rest of it.
fn key(line: &str) -> (&str, &str) {
    let line = line.trim();
    let end = line.find(|c: char| c.is_whitespace() || c == ':');
    let (name, value) = line.split_at(end.unwrap_or(line.len()));
    (name, value.trim_start_matches(':').trim())
}

/// The value of the tag Format.
fn format_name(value: &str) -> &str {
    // AXF and WXF differ in how they name soldiers, which the moves show.
    match value {
        "AXF" | "axf" | "wxf" => "WXF",
        "iccs" => "ICCS",
        other => other,
    }
}

/// The position of the bracket that closes the moves, and the start of what follows.
fn closing(text: &str, from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    loop {
        let found = at + text[at..].find(['}', '/'])?;
        if text[found..].starts_with("/*") {
            at = text[found + 2..].find("*/").map(|n| found + 2 + n + 2)?;
            continue;
        }
        at = found + 1;
        if text[found..].starts_with('}') {
            let rest = text[at..].trim_start();
            let begin = text.len() - rest.len();
            let word = rest.get(..END.len()).unwrap_or_default();
            let behind = if word.eq_ignore_ascii_case(END) {
                begin + END.len()
            } else {
                at
            };
            return Some((found, behind));
        }
    }
}

/// A record being built.
#[derive(Default)]
struct Made {
    text: String,
    pieces: Vec<Piece>,
    names: Vec<String>,
}

impl Made {
    fn tag(&mut self, name: &str, value: &str, span: Range<usize>) {
        if value.is_empty() {
            return;
        }
        let begin = self.text.len();
        // A repeated key is kept, with a number.
        let again = self.names.iter().filter(|other| *other == name).count();
        self.names.push(name.to_owned());
        let number = if again > 0 {
            (again + 1).to_string()
        } else {
            String::new()
        };
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        self.text
            .push_str(&format!("[{name}{number} \"{value}\"]\n"));
        self.pieces.push(Piece::whole(begin..self.text.len(), span));
    }

    /// `name ; rating ; team ;`
    fn player(&mut self, key: &str, value: &str, span: Range<usize>) {
        let side = if key.eq_ignore_ascii_case("RED") {
            "Red"
        } else {
            "Black"
        };
        let mut parts = value.split(';').map(str::trim);
        for suffix in ["", "Elo", "Team"] {
            let part = parts.next().unwrap_or_default();
            self.tag(&format!("{side}{suffix}"), part, span.clone());
        }
        let more: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
        self.tag(&format!("{side}Note"), &more.join("; "), span);
    }

    /// The moves, with remarks as comments.
    fn moves(&mut self, text: &str, range: Range<usize>) {
        let mut at = range.start;
        while at < range.end {
            let open = text[at..range.end].find("/*").map_or(range.end, |n| at + n);
            self.pieces.push(Piece::same(self.text.len(), at..open));
            self.text.push_str(&text[at..open]);
            if open == range.end {
                break;
            }
            let inside = open + 2;
            let close = text[inside..range.end]
                .find("*/")
                .map_or(range.end, |n| inside + n);
            self.comment(&text[inside..close], open..(close + 2).min(range.end));
            at = (close + 2).min(range.end);
        }
    }

    fn comment(&mut self, words: &str, span: Range<usize>) {
        let begin = self.text.len();
        self.text.push('{');
        self.text
            .push_str(&words.replace('}', ")").replace('{', "("));
        self.text.push('}');
        self.pieces.push(Piece::whole(begin..self.text.len(), span));
    }

    /// The termination marker, and other text to keep.
    fn finish(&mut self, notes: &[(&str, Range<usize>)], marker: &str) {
        let ends = self
            .text
            .split_whitespace()
            .next_back()
            .is_some_and(|word| RESULTS.iter().any(|(_, token)| *token == word));
        if !ends {
            self.text.push('\n');
            self.text.push_str(marker);
        }
        for (note, span) in notes {
            self.text.push('\n');
            self.comment(note, span.clone());
        }
        self.text.push('\n');
    }

    fn record(self, variant: Option<usize>) -> Record {
        Record::new(self.text, variant)
            .of(self.pieces)
            .worded(Provenance::Xml)
    }
}
