//! Reads games from XML: an element becomes a record, which the scanner reads.

use super::{COMMENT, GAME, GAMES, MOVE, NAG, PICTURE, RESULT, TAG, TEXT, VARIATION, tag_of};
use crate::diagnostic::{COMMENT_TEXT, MALFORMED_XML, UNKNOWN_ELEMENT};
use crate::format::pgn_text::{Record, Remarks};
use crate::format::source_map::Piece;
use crate::variant::registry::VariantSet;
use quick_xml::XmlVersion;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;
use std::fmt::Write;
use std::ops::Range;

/// The record of a game, or `None` if the document is not an element of a game.
pub(crate) fn record<S: VariantSet>(
    text: &str,
    given: Option<usize>,
    remarks: &mut Remarks,
) -> Option<Record> {
    let mut reading = Reading {
        text,
        at: 0,
        tags: String::new(),
        tag_pieces: Vec::new(),
        movetext: String::new(),
        pieces: Vec::new(),
        variant: None,
        begun: false,
        moves: 0,
        open: Vec::new(),
        leaf: None,
        remarks,
    };
    reading.read::<S>();
    if !reading.begun {
        return None;
    }
    let Reading {
        mut tags,
        tag_pieces: mut pieces,
        movetext,
        pieces: further,
        variant,
        ..
    } = reading;
    tags.push('\n');
    pieces.extend(further.into_iter().map(|piece| Piece {
        record: tags.len() + piece.record.start..tags.len() + piece.record.end,
        ..piece
    }));
    tags.push_str(movetext.trim_end());
    tags.push('\n');
    let mut record = Record::new(tags, given);
    record.hint = given.or(variant).unwrap_or(0);
    Some(record.of(pieces))
}

struct Reading<'t, 'r> {
    text: &'t str,
    /// The end of the last element's text.
    at: usize,
    tags: String,
    /// The origins of the tags.
    tag_pieces: Vec<Piece>,
    movetext: String,
    /// The origins of the pieces of the movetext.
    pieces: Vec<Piece>,
    variant: Option<usize>,
    /// Whether the element of the game has begun.
    begun: bool,
    /// The number of moves so far.
    moves: u64,
    open: Vec<Open>,
    /// The open element with text only, inside these.
    leaf: Option<Leaf>,
    remarks: &'r mut Remarks,
}

/// An open element.
enum Open {
    /// The game.
    Game,
    /// A line that replaces a move.
    Line,
    /// A line, or the tag Variation: it has no elements so far.
    Variation(String),
}

/// An element with text only.
struct Leaf {
    name: String,
    /// The name of the tag, if it is in an attribute.
    tag: Option<String>,
    text: String,
    begin: usize,
    /// The start of its text.
    inside: usize,
    /// Elements open in it; they are read as text.
    inner: Vec<String>,
}

impl Reading<'_, '_> {
    fn read<S: VariantSet>(&mut self) {
        let text = self.text;
        let mut reader = Reader::from_str(text);
        let config = reader.config_mut();
        // Pictures may never be closed (XQ-I11), so that is handled here.
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        loop {
            let begin = reader.buffer_position() as usize;
            let event = reader.read_event();
            let span = begin..reader.buffer_position() as usize;
            let done = match event {
                Ok(Event::Start(start)) => self.start::<S>(&start, span, false),
                Ok(Event::Empty(start)) => self.start::<S>(&start, span, true),
                Ok(Event::End(end)) => self.end::<S>(end.name().into_inner(), span),
                Ok(Event::Text(text)) => {
                    self.text(&text.xml10_content(), span);
                    false
                }
                Ok(Event::CData(text)) => {
                    self.text(&text.xml10_content(), span);
                    false
                }
                Ok(Event::GeneralRef(reference)) => {
                    self.reference(&reference, span);
                    false
                }
                Ok(Event::Comment(text)) => {
                    self.aside(
                        &text,
                        span,
                        "an XML comment instead of an element comment; kept as a comment",
                    );
                    false
                }
                Ok(Event::PI(text)) => {
                    self.aside(&text, span, "a processing instruction; kept as a comment");
                    false
                }
                Ok(Event::Decl(_) | Event::DocType(_)) => false,
                Ok(Event::Eof) => {
                    if !self.open.is_empty() {
                        self.malformed("the game is never closed", span);
                    }
                    true
                }
                Err(error) => {
                    let at = (reader.error_position() as usize).min(text.len());
                    self.malformed(&error.to_string(), at..at);
                    true
                }
            };
            if done {
                break;
            }
        }
        // Open elements are kept.
        self.at = text.len();
        while self.leaf.is_some() || !self.open.is_empty() {
            self.close::<S>();
        }
    }

    fn malformed(&mut self, message: &str, span: Range<usize>) {
        let message = format!("not well-formed XML: {message}");
        self.remarks.push((span, &MALFORMED_XML, message.into()));
    }

    fn start<S: VariantSet>(
        &mut self,
        start: &BytesStart<'_>,
        span: Range<usize>,
        empty: bool,
    ) -> bool {
        let name = start.name().into_inner();
        if let Some(leaf) = &mut self.leaf {
            // Markup in a text is part of the text (XQ-100).
            let inside = start.trim_end().trim_end_matches('/').trim_end();
            if name == PICTURE || empty {
                let _ = write!(leaf.text, "<{inside}/>");
            } else {
                let _ = write!(leaf.text, "<{inside}>");
                leaf.inner.push(name.to_owned());
            }
            if name != PICTURE {
                let message = format!("unknown element {name}; kept as text");
                self.remarks.push((span, &UNKNOWN_ELEMENT, message.into()));
            }
            return false;
        }
        if let Some(variation @ Open::Variation(_)) = self.open.last_mut()
            && let Open::Variation(text) = std::mem::replace(variation, Open::Line)
        {
            self.movetext.push_str("( ");
            self.unrecognized(&text, span.clone());
        }
        match (name, self.open.is_empty()) {
            (GAME, true) => {
                self.begun = true;
                self.variant = attribute(start, "variant").and_then(|id| S::find(&id));
                self.open.push(Open::Game);
            }
            (GAMES, true) => return false,
            (VARIATION, false) => self.open.push(Open::Variation(String::new())),
            (_, true) => {
                self.malformed("a game is an element pgn", span);
                return true;
            }
            (_, false) => {
                self.leaf = Some(Leaf {
                    name: name.to_owned(),
                    tag: attribute(start, "name").filter(|_| name == TAG),
                    text: String::new(),
                    begin: span.start,
                    inside: span.end,
                    inner: Vec::new(),
                });
            }
        }
        if empty {
            self.at = span.end;
            self.close::<S>();
        }
        false
    }

    fn end<S: VariantSet>(&mut self, name: &str, span: Range<usize>) -> bool {
        if let Some(leaf) = &mut self.leaf
            && let Some(inner) = leaf.inner.last()
            && inner == name
        {
            let _ = write!(leaf.text, "</{name}>");
            leaf.inner.pop();
            return false;
        }
        let fits = match (&self.leaf, self.open.last()) {
            (Some(leaf), _) => leaf.name == name && leaf.inner.is_empty(),
            (None, Some(Open::Game)) => name == GAME,
            (None, Some(Open::Line | Open::Variation(_))) => name == VARIATION,
            (None, None) => name == GAMES,
        };
        if !fits && name == PICTURE {
            return false;
        }
        if !fits {
            self.malformed(&format!("unmatched closing tag {name}"), span);
            return true;
        }
        self.at = span.start;
        self.close::<S>();
        false
    }

    /// Closes the last element.
    fn close<S: VariantSet>(&mut self) {
        if let Some(leaf) = self.leaf.take() {
            let inside = leaf.inside..self.at.max(leaf.inside);
            let before = (self.tags.len(), self.movetext.len());
            self.close_leaf::<S>(leaf);
            let content = &self.text[inside.clone()];
            let begin = inside.start + (content.len() - content.trim_start().len());
            let document = begin..begin + content.trim().len();
            for (text, before, pieces) in [
                (&self.tags, before.0, &mut self.tag_pieces),
                (&self.movetext, before.1, &mut self.pieces),
            ] {
                if text.len() > before {
                    pieces.push(piece(self.text, text, before, document.clone()));
                }
            }
            return;
        }
        match self.open.pop() {
            None | Some(Open::Game) => {}
            Some(Open::Line) => self.movetext.push_str(") "),
            Some(Open::Variation(text)) => {
                if self.open.len() == 1 && self.moves == 0 {
                    self.tag("Variation", unpadded(&text), 0);
                } else {
                    self.movetext.push_str("( ");
                    self.unrecognized(&text, 0..0);
                    self.movetext.push_str(") ");
                }
            }
        }
    }

    fn close_leaf<S: VariantSet>(&mut self, leaf: Leaf) {
        let Leaf {
            name,
            tag,
            text,
            begin,
            ..
        } = leaf;
        match &*name {
            COMMENT => self.comment(unpadded(&text), begin),
            MOVE => {
                self.moves += 1;
                self.word(text.trim(), begin);
            }
            RESULT => self.word(text.trim(), begin),
            NAG => {
                self.movetext.push('$');
                self.word(text.trim(), begin);
            }
            TEXT => self.word(text.trim(), begin),
            TAG => match tag {
                Some(name) => self.tag(&name, unpadded(&text), begin),
                None => {
                    let message = "the element tag needs an attribute name";
                    self.unknown(begin, message.to_owned());
                    self.comment(&text, begin);
                }
            },
            _ => match tag_of::<S>(&name) {
                Some(tag) => self.tag(tag, unpadded(&text), begin),
                None if self.open.len() == 1 && self.moves == 0 => {
                    self.tag(&name, unpadded(&text), begin);
                }
                None => {
                    self.unknown(begin, format!("unknown element {name}"));
                    self.comment(&text, begin);
                }
            },
        }
    }

    fn unknown(&mut self, begin: usize, message: String) {
        self.remarks
            .push((begin..begin, &UNKNOWN_ELEMENT, message.into()));
    }

    /// A word of the movetext.
    fn word(&mut self, word: &str, begin: usize) {
        // Text that would begin a game is not a word.
        if word.contains('[') && word.contains('"') {
            self.unknown(begin, "this text would be read as a tag".to_owned());
            return self.comment(word, begin);
        }
        // It would escape its line.
        if word.starts_with('%') && !self.movetext.ends_with(' ') {
            self.movetext.push(' ');
        }
        for c in word.chars() {
            self.movetext.push(match c {
                '\n' | '\r' => ' ',
                c => c,
            });
        }
        self.movetext.push(' ');
    }

    fn text(&mut self, more: &str, span: Range<usize>) {
        match (&mut self.leaf, self.open.last_mut()) {
            (Some(leaf), _) => leaf.text.push_str(more),
            (None, Some(Open::Variation(text))) => text.push_str(more),
            (None, Some(Open::Game | Open::Line)) => self.unrecognized(more, span),
            (None, None) if more.trim().is_empty() => {}
            (None, None) => self.malformed("text outside the game", span),
        }
    }

    /// Text between elements.
    fn unrecognized(&mut self, text: &str, span: Range<usize>) {
        let text = text.trim();
        if !text.is_empty() {
            let message = "this text is outside any element; kept as a comment";
            self.remarks
                .push((span.clone(), &UNKNOWN_ELEMENT, message.into()));
            self.comment(text, span.start);
        }
    }

    /// Markup in a game that is no element (XQ-097).
    fn aside(&mut self, text: &str, span: Range<usize>, message: &'static str) {
        let text = text.trim();
        if self.begun && !text.is_empty() {
            self.remarks
                .push((span.clone(), &UNKNOWN_ELEMENT, message.into()));
            self.comment(text, span.start);
        }
    }

    fn reference(&mut self, reference: &BytesRef<'_>, span: Range<usize>) {
        let character = match reference.resolve_char_ref() {
            Ok(Some(c)) => Some(c.to_string()),
            Ok(None) => resolve_predefined_entity(reference).map(str::to_owned),
            Err(_) => None,
        };
        match character {
            Some(text) => self.text(&text, span),
            None => {
                let text = format!("&{};", &**reference);
                self.malformed(&format!("unknown {text}"), span.clone());
                self.text(&text, span);
            }
        }
    }

    fn tag(&mut self, name: &str, value: &str, begin: usize) {
        // A name that a reader would not accept as a tag name would be split.
        let odd = |c: char| c.is_ascii_punctuation() && c != '_' && c != '-' || c.is_control();
        let begins = |c: char| c.is_ascii_alphabetic() || !c.is_ascii();
        if !name.starts_with(begins) || name.contains(odd) {
            self.unknown(begin, format!("{name:?} is not a valid tag name"));
            return self.comment(&format!("{name}: {value}"), begin);
        }
        self.tags.push('[');
        self.tags.push_str(name);
        self.tags.push_str(" \"");
        let broken = may_be_broken(value);
        for c in value.chars() {
            match c {
                '"' | '\\' => self.tags.extend(['\\', c]),
                // XQ-007: a tag takes one line; a value from a record that breaks this rule is unchanged.
                '\n' | '\r' if !broken => self.tags.push(' '),
                c => self.tags.push(c),
            }
        }
        self.tags.push_str("\"]\n");
    }

    /// A comment in braces; one that contains a brace extends to the end of its line.
    fn comment(&mut self, text: &str, begin: usize) {
        let brace = text.contains('}');
        if brace && !text.contains(['\n', '\r']) {
            self.movetext.push(';');
            self.movetext.push_str(text);
            // What follows does not begin a line.
            self.movetext.push_str("\n ");
            return;
        }
        // A tag pair after an empty line would begin a game.
        let mut kept = String::with_capacity(text.len());
        let mut lines = 0;
        for c in text.chars() {
            match c {
                '\n' => lines += 1,
                '[' if lines > 1 && kept.ends_with('\n') => kept.push(' '),
                c if !c.is_ascii_whitespace() => lines = 0,
                _ => {}
            }
            kept.push(if c == '}' { ')' } else { c });
        }
        if kept != text {
            let message = "characters that would end the comment were changed";
            self.remarks
                .push((begin..begin, &COMMENT_TEXT, message.into()));
        }
        self.movetext.push('{');
        self.movetext.push_str(&kept);
        self.movetext.push_str("} ");
    }
}

/// Whether a value over several lines is read as one value in a record.
fn may_be_broken(value: &str) -> bool {
    /// The maximum number of lines of a value.
    const LINES: usize = 4;
    let lines: Vec<&str> = value.split('\n').collect();
    let last = lines.len() - 1;
    let goes_on = |(index, line): (usize, &&str)| {
        let blank = line.trim_ascii().is_empty();
        index == 0 || (!line.starts_with('[') && (!blank || index == last))
    };
    // A carriage return belongs to a line feed.
    let ends = |line: &&str| !line.strip_suffix('\r').unwrap_or(line).contains('\r');
    last <= LINES
        && !value.contains(['"', '\\'])
        && lines.iter().enumerate().all(goes_on)
        && lines[..last].iter().all(ends)
        && !lines[last].contains('\r')
}

/// The origin of the text of an element, from an offset into the record on.
fn piece(text: &str, record: &str, begin: usize, document: Range<usize>) -> Piece {
    if record[begin..].starts_with(&text[document.clone()]) {
        Piece::same(begin, document)
    } else {
        Piece::whole(begin..record.len(), document)
    }
}

/// A text without the one blank on either side (XQ-096).
fn unpadded(text: &str) -> &str {
    let text = text.strip_prefix(' ').unwrap_or(text);
    text.strip_suffix(' ').unwrap_or(text)
}

fn attribute(start: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = start.try_get_attribute(name).ok()??;
    let value = attribute.normalized_value(XmlVersion::Implicit1_0).ok()?;
    Some(value.into_owned())
}
