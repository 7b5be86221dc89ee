//! The encoding that an XML declaration names: `<?xml version="1.0" encoding="GB18030"?>`.

use super::encoding::{self, EncodingDecision, How};
use crate::core::line_column::LineColumn;
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
use std::ops::Range;

/// No declaration is longer than this.
const LONGEST: usize = 1024;

/// A declared encoding is only overruled by more than this: a complete move counts 100, a common word 1, and
/// bytes that are not text −50.
const DOUBT: i64 = 20;

/// A declared encoding that the bytes of the source contradict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradicted {
    /// The declared name.
    pub label: String,
    /// The position of the declaration in the (decompressed) source.
    pub span: Range<u64>,
    /// The same position as line and column.
    pub place: LineColumn,
}

/// The encoding that a source declares, whether correct or not.
pub(super) struct Declaration(Contradicted);

impl Declaration {
    /// Finds the declaration at the start of a source. `known` is the encoding that its first bytes show by
    /// themselves.
    pub(super) fn find(window: &[u8], known: Option<&EncodingDecision>) -> Option<Declaration> {
        let begin = known.map_or(0, |decision| decision.bom_len);
        let wide = known.map(|decision| decision.encoding);
        let wide = wide.filter(|&encoding| is_utf16(encoding));
        let head = &window[begin..window.len().min(begin + LONGEST)];
        // In UTF-16 the characters of a declaration have two bytes each.
        let (text, unit) = match wide {
            Some(encoding) => (encoding.decode_without_bom_handling(head).0, 2),
            None => (String::from_utf8_lossy(head), 1),
        };
        let label = label(&text)?;
        let at = |offset: usize| (begin + unit * offset) as u64;
        let before = &text[..label.start];
        let line = before.rfind('\n').map_or(0, |end| end + 1);
        let place = LineColumn {
            line: 1 + before.matches('\n').count() as u64,
            column: 1 + before[line..].chars().count() as u64,
        };
        Some(Declaration(Contradicted {
            span: at(label.start)..at(label.end),
            label: text[label].to_owned(),
            place,
        }))
    }

    /// Compares it with the encoding that the bytes show by themselves.
    pub(super) fn confirm(self, decision: EncodingDecision) -> EncodingDecision {
        let named = encoding::encoding_for_label(&self.0.label);
        let same = |named: &'static Encoding| {
            named == decision.encoding || is_utf16(named) && is_utf16(decision.encoding)
        };
        if named.is_some_and(same) {
            decision
        } else {
            self.contradict(decision)
        }
    }

    /// Decides the encoding of a source from `window`, the text around its first non-ASCII character.
    ///
    /// The declared encoding applies unless the declaration itself could not be in it, or another encoding
    /// turns the text into moves and words where this one does not.
    pub(super) fn decide(self, window: &[u8], complete: bool) -> EncodingDecision {
        let found = encoding::decide(window, complete);
        let named = encoding::encoding_for_label(&self.0.label);
        let Some(named) = named.filter(|&named| !is_utf16(named)) else {
            return self.contradict(found);
        };
        let sense = |encoding| encoding::sense(window, encoding, complete);
        if named != found.encoding && sense(named) + DOUBT <= sense(found.encoding) {
            return self.contradict(found);
        }
        EncodingDecision::new(named, How::Declared, 100)
    }

    /// As long as all is ASCII, every encoding that the declaration can be in is possible.
    pub(super) fn of_ascii(&self) -> Option<EncodingDecision> {
        let named = encoding::encoding_for_label(&self.0.label)?;
        let decision = EncodingDecision::new(named, How::Declared, 100);
        (!is_utf16(named) && named != UTF_8).then_some(decision)
    }

    fn contradict(self, decision: EncodingDecision) -> EncodingDecision {
        EncodingDecision {
            contradicted: Some(self.0),
            ..decision
        }
    }
}

fn is_utf16(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// The position of the encoding's name in a text that begins with a declaration.
fn label(text: &str) -> Option<Range<usize>> {
    let blank = |c: char| c.is_ascii_whitespace();
    let inside = text.strip_prefix("<?xml")?;
    let inside = &inside[..inside.find("?>")?];
    // A name of its own, not the end of another.
    let name = inside
        .find("encoding")
        .filter(|&at| inside[..at].ends_with(blank))?;
    let rest = inside[name + "encoding".len()..].trim_start_matches(blank);
    let rest = rest.strip_prefix('=')?.trim_start_matches(blank);
    let quote = rest
        .chars()
        .next()
        .filter(|quote| matches!(quote, '"' | '\''))?;
    let value = &rest[1..];
    let len = value.find(quote)?;
    let begin = "<?xml".len() + inside.len() - value.len();
    Some(begin..begin + len)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_name_their_encoding() {
        for (text, expected) in [
            (
                "<?xml version=\"1.0\" encoding=\"GB2312\"?><pgn/>",
                Some("GB2312"),
            ),
            (
                "<?xml version='1.0' encoding = 'Big5' standalone='yes'?>",
                Some("Big5"),
            ),
            ("<?xml encoding=\"\"?>", Some("")),
            ("<?xml version=\"1.0\"?>\n<pgn encoding=\"x\"/>", None),
            ("<?xml version=\"1.0\" myencoding=\"x\"?>", None),
            ("<?xml version=\"1.0\" encoding=\"x?>", None),
            ("<?xml version=\"1.0\" encoding=\"x\"", None),
            ("<pgn>", None),
        ] {
            let found = label(text).map(|label| &text[label]);
            assert_eq!(found, expected, "{text}");
        }
    }
}
