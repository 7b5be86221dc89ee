//! The nesting depth of variations, measured without recursion.

use memchr::memchr_iter;

/// The first opening bracket nested deeper than `limit`.
///
/// Skips comments, strings and escaped lines as the grammars do, so that nothing is overlooked that a grammar
/// would descend into; text that no grammar matches may be misjudged.
pub(super) fn too_deep(text: &str, limit: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    // Most texts have too few brackets for that.
    memchr_iter(b'(', bytes).nth(limit)?;
    let from = |at: usize, ends: &[u8]| {
        let rest = bytes.get(at..).unwrap_or_default();
        let end = rest.iter().position(|byte| ends.contains(byte));
        end.map_or(bytes.len(), |end| at + end)
    };
    let mut depth = 0usize;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'(' => {
                depth += 1;
                if depth > limit {
                    return Some(at);
                }
            }
            b')' => depth = depth.saturating_sub(1),
            b'{' => at = from(at, b"}"),
            b';' => at = from(at, b"\r\n"),
            b'%' if at == 0 || matches!(bytes[at - 1], b'\r' | b'\n') => at = from(at, b"\r\n"),
            b'"' => {
                at = from(at + 1, b"\"\\\r\n");
                while bytes.get(at) == Some(&b'\\') {
                    at = from(at + 2, b"\"\\\r\n");
                }
            }
            _ => {}
        }
        at += 1;
    }
    None
}
