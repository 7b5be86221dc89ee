//! Maps positions in a record to positions in the document that it was made from.

use std::ops::Range;

/// A piece of a record, and its origin in the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Piece {
    /// Its bytes in the record.
    pub(crate) record: Range<usize>,
    /// The corresponding bytes in the text of the document.
    pub(crate) document: Range<usize>,
    /// How they correspond.
    pub(crate) how: How,
    /// The path to them, for diagnostics that have one; else empty.
    pub(crate) path: String,
}

impl Piece {
    /// A piece of the record from an offset on that is the same in the document.
    pub(crate) fn same(record: usize, document: Range<usize>) -> Piece {
        Piece {
            record: record..record + document.len(),
            document,
            how: How::Same,
            path: String::new(),
        }
    }

    /// A piece of the record that other bytes of the document express.
    pub(crate) fn whole(record: Range<usize>, document: Range<usize>) -> Piece {
        Piece {
            record,
            document,
            how: How::Whole,
            path: String::new(),
        }
    }
}

/// How a piece of a record is written in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum How {
    /// By other bytes, as a whole.
    Whole,
    /// By the same bytes.
    Same,
    /// As a JSON string; each character is one byte of the record, or its UTF-8 bytes.
    Characters { single_byte: bool },
    /// As a JSON string with two hexadecimal digits per byte.
    Hexadecimal,
}

/// The origins of the pieces of a record. Text outside the pieces comes from the document as a whole.
#[derive(Debug, Default)]
pub(crate) struct SourceMap {
    /// In the order of the record.
    pieces: Vec<Piece>,
    /// The last position located in a string, and the piece's index. Positions mostly come in order, so no
    /// string is walked through twice.
    reached: Option<(usize, Walk)>,
}

impl SourceMap {
    pub(crate) fn new(mut pieces: Vec<Piece>) -> SourceMap {
        pieces.sort_by_key(|piece| piece.record.start);
        SourceMap {
            pieces,
            reached: None,
        }
    }

    /// The pieces.
    pub(crate) fn into_pieces(self) -> Vec<Piece> {
        self.pieces
    }

    /// The range in the document's text that a range in the record comes from, and its path.
    pub(crate) fn place(&mut self, text: &str, range: Range<usize>) -> (Range<usize>, &str) {
        let behind = self
            .pieces
            .partition_point(|piece| piece.record.start <= range.start);
        let Some(index) = behind
            .checked_sub(1)
            .filter(|index| range.start <= self.pieces[*index].record.end)
        else {
            return (0..0, "");
        };
        let piece = &self.pieces[index];
        let Piece {
            record, document, ..
        } = piece;
        let end = range.end.clamp(range.start, record.end);
        let [start, end] = [range.start, end].map(|at| at - record.start);
        let place = match piece.how {
            How::Whole => document.clone(),
            How::Same => document.start + start..document.start + end,
            How::Hexadecimal => document.start + 1 + 2 * start..document.start + 1 + 2 * end,
            How::Characters { single_byte } => {
                let string = &text[..document.end.saturating_sub(1)];
                let first = match self.reached {
                    Some((piece, at)) if piece == index && at.record <= start => at,
                    _ => Walk {
                        record: 0,
                        document: document.start + 1,
                    },
                };
                let first = first.to(start, string, single_byte);
                self.reached = Some((index, first));
                first.document..first.to(end, string, single_byte).document
            }
        };
        (place, &piece.path)
    }
}

/// A position while walking through a string: the bytes of the record passed, and the offset in the document.
#[derive(Clone, Copy, Debug)]
struct Walk {
    record: usize,
    document: usize,
}

impl Walk {
    /// Continues to the character that contains a byte of the record.
    fn to(mut self, byte: usize, string: &str, single_byte: bool) -> Walk {
        while self.record < byte
            && let Some((character, len)) = next(&string[self.document..])
        {
            let bytes = if single_byte { 1 } else { character.len_utf8() };
            if self.record + bytes > byte {
                break;
            }
            self.record += bytes;
            self.document += len;
        }
        self
    }
}

/// The first character of the rest of a JSON string, and its length there.
fn next(string: &str) -> Option<(char, usize)> {
    let character = string.chars().next()?;
    if character != '\\' {
        return Some((character, character.len_utf8()));
    }
    let unit = |at: usize| {
        let digits = string.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u32::from_str_radix(digits, 16).ok()
    };
    Some(match (unit(0), unit(6)) {
        (Some(high @ 0xD800..=0xDBFF), Some(low @ 0xDC00..=0xDFFF)) => {
            let code = 0x1_0000 + ((high - 0xD800) << 10) + (low - 0xDC00);
            (char::from_u32(code)?, 12)
        }
        (Some(code), _) => (char::from_u32(code)?, 6),
        // All single-letter escapes are ASCII.
        (None, _) => ('\\', 2.min(string.len())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(record: Range<usize>, document: Range<usize>, how: How) -> Piece {
        Piece {
            record,
            document,
            how,
            path: String::new(),
        }
    }

    #[test]
    fn places_lead_back_to_the_document() {
        let text = r#"{"a":"x\n\u00e9\ud83d\ude00é\"z","b":12}"#;
        let string = 5..text.find(",\"b\"").unwrap();
        // The string says xLFé😀é"z.
        let decoded: &[(char, &str)] = &[
            ('x', "x"),
            ('\n', r"\n"),
            ('é', r"\u00e9"),
            ('😀', r"\ud83d\ude00"),
            ('é', "é"),
            ('"', r#"\""#),
            ('z', "z"),
        ];
        for single_byte in [false, true] {
            let width = |c: char| if single_byte { 1 } else { c.len_utf8() };
            let len: usize = decoded.iter().map(|(c, _)| width(*c)).sum();
            let how = How::Characters { single_byte };
            let pieces = vec![
                piece(0..len, string.clone(), how),
                piece(len + 1..len + 4, 0..text.len(), How::Whole),
            ];
            let mut origin = SourceMap::new(pieces);
            let places = |origin: &mut SourceMap| {
                let (mut from, mut to) = (0, string.start + 1);
                for (character, written) in decoded {
                    let range = from..from + width(*character);
                    let place = origin.place(text, range.clone()).0;
                    assert_eq!(&text[place.clone()], *written, "{character:?}");
                    assert_eq!(place.start, to);
                    (from, to) = (range.end, place.end);
                }
            };
            places(&mut origin);
            // Going back is allowed.
            places(&mut origin);
            assert_eq!(origin.place(text, len + 2..len + 3).0, 0..text.len());
            assert_eq!(origin.place(text, len + 9..len + 9).0, 0..0);
            // A range that extends beyond a piece ends with it.
            let all = string.start + 1..string.end - 1;
            assert_eq!(origin.place(text, 0..len + 50).0, all);
        }
    }

    #[test]
    fn bytes_and_digits_lead_back_by_counting() {
        let text = r#"abc "4e66""#;
        let mut origin = SourceMap::new(vec![
            piece(10..13, 0..3, How::Same),
            piece(20..22, 4..10, How::Hexadecimal),
        ]);
        assert_eq!(origin.place(text, 11..12).0, 1..2);
        assert_eq!(&text[origin.place(text, 21..22).0], "66");
        assert_eq!(origin.place(text, 0..1).0, 0..0);
        assert_eq!(SourceMap::default().place(text, 3..4).0, 0..0);
    }
}
