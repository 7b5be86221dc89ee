//! Splits XML into games: each element `pgn` is a document.

use super::{Document, DocumentKind, Documents};
use crate::io::Chunk;

/// The state within the markup.
#[derive(Clone, Debug, Default)]
pub(super) struct Markup {
    place: Place,
    /// What the open element is.
    sort: Sort,
    /// The first letters of the tag.
    name: Vec<u8>,
    /// The last two bytes.
    last: [u8; 2],
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Place {
    /// Between tags.
    #[default]
    Text,
    /// In a tag, a declaration or an instruction.
    Tag,
    /// In a comment.
    Comment,
    /// In a section of text without markup.
    Section,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Sort {
    /// Not known yet.
    #[default]
    Unknown,
    /// A game.
    Game,
    /// Not part of any game, but allowed here.
    Around,
}

/// No relevant name is longer.
const LONGEST_NAME: usize = 9;

impl Documents {
    /// The next game that ends in the chunk, or what is in its place.
    pub(super) fn next_element(&mut self, chunk: &Chunk) -> Option<Document> {
        loop {
            if self.open.is_none() {
                while chunk.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
                    self.at += 1;
                }
                let byte = *chunk.text.get(self.at)?;
                if chunk.text[self.at..].starts_with(b"\xEF\xBB\xBF") {
                    self.at += 3;
                    continue;
                }
                self.markup = Markup::default();
                self.begin(
                    chunk,
                    match byte {
                        b'<' => DocumentKind::Document,
                        _ => DocumentKind::Unrecognized,
                    },
                );
            }
            let begin = self.at;
            let ended = self.element(chunk);
            self.take(chunk, begin);
            if !ended {
                return None;
            }
            let document = self.close()?;
            if self.markup.sort != Sort::Around || document.kind == DocumentKind::Unrecognized {
                return Some(document);
            }
        }
    }

    /// Continues the open element; returns whether it ended.
    fn element(&mut self, chunk: &Chunk) -> bool {
        let stray = |open: &Document| open.kind == DocumentKind::Unrecognized;
        if self.open.as_ref().is_some_and(stray) && self.markup.sort == Sort::Unknown {
            let rest = &chunk.text[self.at..];
            let len = memchr::memchr(b'<', rest);
            self.at += len.unwrap_or(rest.len());
            return len.is_some();
        }
        while let Some(&byte) = chunk.text.get(self.at) {
            self.at += 1;
            let ended = self.markup.step(byte);
            if ended && self.markup.sort == Sort::Unknown {
                // An element of another kind.
                if let Some(open) = &mut self.open {
                    open.kind = DocumentKind::Unrecognized;
                }
                self.markup.sort = Sort::Around;
            }
            if ended {
                return true;
            }
        }
        false
    }
}

impl Markup {
    /// Whether what is open is not part of any game, but allowed here.
    pub(super) fn is_around(&self) -> bool {
        self.sort == Sort::Around
    }

    /// Takes a byte; returns whether the document ends with it.
    fn step(&mut self, byte: u8) -> bool {
        let last = self.last;
        self.last = [last[1], byte];
        match self.place {
            Place::Text if byte == b'<' => {
                self.place = Place::Tag;
                self.name.clear();
                false
            }
            Place::Text => false,
            Place::Comment if byte == b'>' && last == *b"--" => self.end_tag(),
            Place::Section if byte == b'>' && last == *b"]]" => self.end_tag(),
            Place::Comment | Place::Section => false,
            Place::Tag if byte == b'>' && (self.name.first() != Some(&b'?') || last[1] == b'?') => {
                self.named();
                self.end_tag()
            }
            Place::Tag => {
                if self.name.len() < LONGEST_NAME {
                    self.name.push(byte);
                    self.named();
                }
                false
            }
        }
    }

    /// The name of the tag, as far as it is known, may show what follows.
    fn named(&mut self) {
        if self.name == b"!--" {
            self.place = Place::Comment;
            self.last = [0; 2];
        } else if self.name == b"![CDATA[" {
            self.place = Place::Section;
            self.last = [0; 2];
        }
        if self.sort != Sort::Unknown {
            return;
        }
        let is = |name: &[u8]| {
            let after = self.name.strip_prefix(name);
            after.is_some_and(|rest| rest.is_empty() || b" \t\r\n/>".contains(&rest[0]))
        };
        let ends = self.last[1] == b'>' || b" \t\r\n/".contains(&self.last[1]);
        if matches!(self.name.first(), Some(b'?' | b'!')) || ends && (is(b"pgns") || is(b"/pgns")) {
            self.sort = Sort::Around;
        } else if ends && is(b"pgn") {
            self.sort = Sort::Game;
        }
    }

    /// The tag ends; returns whether the document does.
    fn end_tag(&mut self) -> bool {
        self.place = Place::Text;
        match self.sort {
            Sort::Unknown | Sort::Around => true,
            Sort::Game => {
                let name = self.name.trim_ascii_end();
                name == b"/pgn" || name.starts_with(b"pgn") && name.ends_with(b"/")
            }
        }
    }
}
