//! Splits sources that consist of documents of other formats, one document at a time.

mod elements;

use crate::core::line_column::LineColumn;
use crate::format::wxf;
use crate::io::{Chunk, Locator};
use encoding_rs::{Encoding, UTF_8};
use memchr::{memchr, memchr2, memchr3};
use std::borrow::Cow;
use std::ops::Range;

/// How documents are recognized.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Splitter {
    /// JSON objects: one, an array of them, or one after another.
    Objects,
    /// Lines.
    Lines,
    /// Elements of XML.
    Elements,
    /// Stretches that begin with a typical line: WXF game files.
    Headed,
}

/// A document, or what is in its place.
#[derive(Clone, Debug)]
pub(crate) struct Document {
    /// Its bytes, as in the chunks that contain it.
    pub(crate) bytes: Vec<u8>,
    /// The encoding of the bytes.
    pub(crate) encoding: &'static Encoding,
    /// Its range in the source.
    pub(crate) span: Range<u64>,
    /// Its first position.
    pub(crate) place: LineColumn,
    /// Its kind.
    pub(crate) kind: DocumentKind,
    /// Whether its bytes are those of the source, so that offsets in it are offsets there.
    pub(crate) direct: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DocumentKind {
    /// A document; its reader decides whether it is complete.
    Document,
    /// Text between documents.
    Unrecognized,
    /// A document larger than the limit; its bytes are not kept.
    TooLarge,
    /// A position with an error in the array around the documents.
    Fault(&'static str),
}

impl Document {
    /// The text.
    pub(crate) fn text(&self) -> Cow<'_, str> {
        crate::core::text::Text::new(&self.bytes, self.encoding).decode()
    }

    /// The document as a chunk of its own, for showing positions in it.
    pub(crate) fn chunk(&self) -> Chunk {
        Chunk {
            encoding: self.encoding,
            start: self.span.start,
            len: self.span.end - self.span.start,
            line: self.place.line,
            column: self.place.column,
            transcoded: !self.direct,
            ..Chunk::from(self.bytes.as_slice())
        }
    }
}

/// Splits chunks into documents.
#[derive(Debug)]
pub(crate) struct Documents {
    splitter: Splitter,
    limit: usize,
    /// The position of the next byte in the chunk.
    at: usize,
    locator: Locator,
    /// The document that has begun.
    open: Option<Document>,
    /// The number of open arrays and objects in it.
    depth: u64,
    in_string: bool,
    escaped: bool,
    /// Whether an array around the documents is open, and what must come next in it.
    around: Around,
    /// The state in XML.
    markup: elements::Markup,
    /// The start of that array.
    array: Option<(u64, LineColumn)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Around {
    /// No array.
    Nothing,
    /// An array, at a place for a document or its end.
    Document,
    /// An array, after a comma.
    AfterComma,
    /// An array, at a place for a comma or its end.
    Comma,
}

impl Documents {
    /// Documents of at most `limit` bytes.
    pub(crate) fn new(splitter: Splitter, limit: usize) -> Documents {
        Documents {
            splitter,
            limit,
            at: 0,
            locator: Locator::default(),
            open: None,
            depth: 0,
            in_string: false,
            escaped: false,
            around: Around::Nothing,
            markup: elements::Markup::default(),
            array: None,
        }
    }

    /// Starts the next chunk.
    pub(crate) fn begin_chunk(&mut self) {
        self.at = 0;
        self.locator = Locator::default();
    }

    /// The next document that ends in the chunk.
    pub(crate) fn next(&mut self, chunk: &Chunk) -> Option<Document> {
        if self.splitter == Splitter::Elements {
            return self.next_element(chunk);
        }
        loop {
            let done = match (&self.open, self.splitter) {
                (None, _) => !self.seek(chunk),
                (Some(open), _) if matches!(open.kind, DocumentKind::Fault(_)) => {
                    return self.open.take();
                }
                (Some(open), Splitter::Objects) if open.kind != DocumentKind::Unrecognized => {
                    if self.object(chunk) {
                        return self.close();
                    } else {
                        true
                    }
                }
                (Some(_), _) => {
                    if self.line(chunk) {
                        return self.close();
                    } else {
                        true
                    }
                }
            };
            if done {
                return None;
            }
        }
    }

    /// At the end of the source: the last document, if it is incomplete; then any error in the array around the
    /// documents.
    pub(crate) fn finish(&mut self) -> Option<Document> {
        if self.splitter == Splitter::Elements && self.markup.is_around() {
            self.open = None;
        }
        self.open.take().or_else(|| {
            let (start, place) = self.array.take()?;
            Some(Document {
                bytes: Vec::new(),
                encoding: UTF_8,
                span: start..start,
                place,
                kind: DocumentKind::Fault("the array that begins here is not closed"),
                direct: true,
            })
        })
    }

    /// Advances to the beginning of the next document; false at the end of the chunk.
    fn seek(&mut self, chunk: &Chunk) -> bool {
        while let Some(&byte) = chunk.text.get(self.at) {
            let in_objects = self.splitter == Splitter::Objects;
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => {}
                // A byte order mark inside.
                0xEF if chunk.text[self.at..].starts_with(b"\xEF\xBB\xBF") => self.at += 2,
                b'[' if in_objects && self.around == Around::Nothing => {
                    self.around = Around::Document;
                    let place = self.locator.place(chunk, self.at);
                    self.array = Some((chunk.source_offset(self.at), place));
                }
                b']' if in_objects && self.around == Around::AfterComma => {
                    self.around = Around::Comma;
                    self.begin(
                        chunk,
                        DocumentKind::Fault("expected a document after the comma"),
                    );
                    return true;
                }
                b']' if in_objects && self.around != Around::Nothing => {
                    self.around = Around::Nothing;
                    self.array = None;
                }
                b',' if in_objects && self.around == Around::Comma => {
                    self.around = Around::AfterComma;
                }
                b'{' | b'[' if in_objects && self.around != Around::Comma => {
                    self.begin(chunk, DocumentKind::Document);
                    return true;
                }
                b'{' if in_objects => {
                    self.around = Around::AfterComma;
                    let message = "expected a comma between two documents";
                    self.begin(chunk, DocumentKind::Fault(message));
                    return true;
                }
                _ => {
                    let kind = if in_objects {
                        DocumentKind::Unrecognized
                    } else {
                        DocumentKind::Document
                    };
                    self.begin(chunk, kind);
                    return true;
                }
            }
            self.at += 1;
        }
        false
    }

    fn begin(&mut self, chunk: &Chunk, kind: DocumentKind) {
        self.depth = 0;
        self.in_string = false;
        self.escaped = false;
        let start = chunk.source_offset(self.at);
        self.open = Some(Document {
            bytes: Vec::new(),
            encoding: chunk.encoding,
            span: start..start,
            place: self.locator.place(chunk, self.at),
            kind,
            direct: true,
        });
    }

    /// Continues an object; returns whether it ended.
    fn object(&mut self, chunk: &Chunk) -> bool {
        let text = &chunk.text;
        let begin = self.at;
        let mut ended = false;
        while self.at < text.len() && !ended {
            if self.escaped {
                self.escaped = false;
                self.at += 1;
                continue;
            }
            if self.in_string {
                let rest = &text[self.at..];
                let Some(found) = memchr3(b'"', b'\\', b'\n', rest) else {
                    self.at = text.len();
                    break;
                };
                // Strings do not extend beyond the end of a line.
                match rest[found] {
                    b'\\' => self.escaped = true,
                    _ => self.in_string = false,
                }
                self.at += found + 1;
                continue;
            }
            match text[self.at] {
                b'"' => self.in_string = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    ended = self.depth == 0;
                }
                _ => {}
            }
            self.at += 1;
        }
        self.take(chunk, begin);
        ended
    }

    /// Continues to the end of the line, or to where an object begins in unrecognized text; returns whether it
    /// ended.
    fn line(&mut self, chunk: &Chunk) -> bool {
        let begin = self.at;
        let rest = &chunk.text[begin..];
        if self.splitter == Splitter::Headed {
            return self.headed(chunk);
        }
        let end = match self.splitter {
            Splitter::Lines | Splitter::Elements | Splitter::Headed => memchr(b'\n', rest),
            Splitter::Objects => memchr2(b'\n', b'{', rest),
        };
        self.at = begin + end.unwrap_or(rest.len());
        self.take(chunk, begin);
        end.is_some()
    }

    /// Continues to where the next document begins; returns whether it does.
    fn headed(&mut self, chunk: &Chunk) -> bool {
        let text = &chunk.text;
        let begin = self.at;
        let held = self.open.as_ref().map_or(0, |open| open.bytes.len());
        let mut line = begin;
        let mut ended = false;
        while line < text.len() {
            // Not at its own first line.
            if (line > begin || held > 0) && wxf::begins(&text[line..]) {
                ended = true;
                break;
            }
            line = memchr(b'\n', &text[line..]).map_or(text.len(), |end| line + end + 1);
        }
        self.at = line;
        self.take(chunk, begin);
        ended
    }

    /// Adds the bytes just passed to the document.
    fn take(&mut self, chunk: &Chunk, begin: usize) {
        let Some(open) = &mut self.open else { return };
        open.direct &= !chunk.is_transcoded();
        open.span.end = chunk.source_offset(self.at);
        let bytes = &chunk.text[begin..self.at];
        if open.kind == DocumentKind::TooLarge {
            return;
        }
        if open.kind == DocumentKind::Unrecognized {
            // Enough to show what it is.
            let room = self.limit.saturating_sub(open.bytes.len());
            open.bytes
                .extend_from_slice(&bytes[..bytes.len().min(room)]);
            return;
        }
        if open.bytes.len() + bytes.len() > self.limit {
            open.kind = DocumentKind::TooLarge;
            open.bytes = Vec::new();
            return;
        }
        // An encoding is detected at the first non-ASCII byte.
        open.encoding = chunk.encoding;
        open.bytes.extend_from_slice(bytes);
    }

    fn close(&mut self) -> Option<Document> {
        if matches!(self.around, Around::Document | Around::AfterComma)
            && self
                .open
                .as_ref()
                .is_some_and(|open| open.kind != DocumentKind::Unrecognized)
        {
            self.around = Around::Comma;
        }
        self.open.take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The documents of a text that comes in chunks of the given size.
    fn cut(
        text: &str,
        splitter: Splitter,
        size: usize,
        limit: usize,
    ) -> Vec<(String, DocumentKind, u64, LineColumn)> {
        let mut documents = Documents::new(splitter, limit);
        let mut found = Vec::new();
        let mut take = |document: Document| {
            let span = document.span.start as usize..document.span.end as usize;
            if document.kind != DocumentKind::TooLarge {
                assert_eq!(text[span], *document.text());
            }
            found.push((
                document.text().into_owned(),
                document.kind,
                document.span.start,
                document.place,
            ));
        };
        let mut start = 0;
        let mut place = LineColumn { line: 1, column: 1 };
        for bytes in text.as_bytes().chunks(size) {
            let mut chunk = Chunk::from(bytes);
            (chunk.start, chunk.line, chunk.column) = (start, place.line, place.column);
            documents.begin_chunk();
            while let Some(document) = documents.next(&chunk) {
                take(document);
            }
            place = Locator::default().place(&chunk, bytes.len());
            start += bytes.len() as u64;
        }
        while let Some(document) = documents.finish() {
            take(document);
        }
        found
    }

    #[test]
    fn one_an_array_or_one_after_another() {
        use DocumentKind::{Document, Fault, Unrecognized};
        let comma = Fault("expected a comma between two documents");
        let more = Fault("expected a document after the comma");
        let open = Fault("the array that begins here is not closed");
        for (text, expected) in [
            ("{\"a\": {}}\n", &[("{\"a\": {}}", Document)][..]),
            (
                "[{}, {\"b\":[]} ]",
                &[("{}", Document), ("{\"b\":[]}", Document)],
            ),
            (
                "{}\n{\"a\":\"}\\\"{\"}\n\n{}",
                &[
                    ("{}", Document),
                    ("{\"a\":\"}\\\"{\"}", Document),
                    ("{}", Document),
                ],
            ),
            ("[]", &[]),
            (
                "[{} {}]",
                &[("{}", Document), ("", comma), ("{}", Document)],
            ),
            ("[{},]{}", &[("{}", Document), ("", more), ("{}", Document)]),
            ("[{}, {", &[("{}", Document), ("{", Document), ("", open)]),
            ("[{}", &[("{}", Document), ("", open)]),
            ("", &[]),
            (
                "{} what {}\nis, this\n",
                &[
                    ("{}", Document),
                    ("what ", Unrecognized),
                    ("{}", Document),
                    ("is, this", Unrecognized),
                ],
            ),
            ("[[1], {}]", &[("[1]", Document), ("{}", Document)]),
            ("{\"a\": [1", &[("{\"a\": [1", Document)]),
            ("{\"a\": \"open\n}", &[("{\"a\": \"open\n}", Document)]),
        ] {
            for size in [1, 2, 3, 7, 1000] {
                let found = cut(text, Splitter::Objects, size, 1000);
                let found: Vec<_> = found.iter().map(|d| (d.0.as_str(), d.1)).collect();
                assert_eq!(found, expected, "{text:?} by {size}");
            }
        }
    }

    #[test]
    fn places_are_those_of_the_source() {
        for size in [1, 5, 1000] {
            let found = cut("[ {},\n  {\"a\":1}]", Splitter::Objects, size, 1000);
            let places: Vec<_> = found.iter().map(|d| (d.2, d.3.line, d.3.column)).collect();
            assert_eq!(places, [(2, 1, 3), (8, 2, 3)]);
            let found = cut("one\n\n  two\nthree", Splitter::Lines, size, 1000);
            let lines: Vec<_> = found.iter().map(|d| (d.0.trim_end(), d.3.line)).collect();
            assert_eq!(lines, [("one", 1), ("two", 3), ("three", 4)]);
        }
    }

    #[test]
    fn what_is_too_large_is_not_kept() {
        let text = format!("{{\"a\":\"{}\"}}{{}}", "x".repeat(1000));
        for size in [3, 64, 5000] {
            let found = cut(&text, Splitter::Objects, size, 100);
            let kinds: Vec<_> = found.iter().map(|d| d.1).collect();
            assert_eq!(kinds, [DocumentKind::TooLarge, DocumentKind::Document]);
            assert!(found[0].0.is_empty());
        }
    }
}
