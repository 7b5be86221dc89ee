//! Where a text may be cut: where a game begins.

use memchr::{memchr, memchr_iter, memrchr, memrchr_iter, memrchr2};

/// The start of the last line that begins a game for certain: a tag pair after a blank line, whose
/// previous line with anything on it is not a tag pair itself.
///
/// A tag pair in a comment counts too if a blank line precedes it: of the two faults, a comment
/// that is never closed is the one that real files have.
pub(super) fn last_game_start(text: &[u8]) -> Option<usize> {
    search(text, true, |_| Check::Accept)
}

/// The same without asking for a blank line, but not where the last brace before it opens a
/// comment.
pub(super) fn last_likely_game_start(text: &[u8]) -> Option<usize> {
    // All candidates above this offset are in an open comment.
    let mut open = text.len();
    search(text, false, |start| {
        if start > open {
            return Check::Refuse;
        }
        match memrchr2(b'{', b'}', &text[..start]) {
            Some(brace) if text[brace] == b'{' => {
                open = brace;
                Check::Refuse
            }
            _ => Check::Accept,
        }
    })
}

/// Where to cut a text that holds no start of a game: at the last line end in its second half,
/// else at the last blank there, else behind its last character. Never zero for a text that is not
/// empty, never between the CR and the LF of a line end.
pub(super) fn forced_cut(text: &[u8], utf8: bool) -> usize {
    // A CR at the very end may have its LF behind it.
    let known = match text {
        [rest @ .., b'\r'] => rest,
        _ => text,
    };
    let half = known.len() / 2;
    let late = &known[half..];
    if let Some(at) = memrchr2(b'\n', b'\r', late).or_else(|| memrchr2(b' ', b'\t', late)) {
        return half + at + 1;
    }
    if !known.is_empty() && known.len() < text.len() {
        return known.len();
    }
    // Characters of UTF-8 take four bytes at most; what is longer is malformed anyway.
    if utf8
        && let Some(at) = (1..text.len())
            .rev()
            .take(4)
            .find(|&at| text[at] & 0xC0 != 0x80)
    {
        let whole = match text[at] {
            0xF0.. => 4,
            0xE0.. => 3,
            0xC0.. => 2,
            _ => 1,
        };
        if text.len() - at < whole {
            return at;
        }
    }
    text.len()
}

enum Check {
    Accept,
    Refuse,
}

/// Goes backwards through the lines. Each is looked at once.
fn search(text: &[u8], after_blank: bool, mut check: impl FnMut(usize) -> Check) -> Option<usize> {
    let mut candidate = None;
    let mut blank_seen = false;
    let mut end = text.len();
    loop {
        let start = line_start(text, end);
        let line = trim(&text[start..end]);
        if line.is_empty() {
            blank_seen = true;
        } else {
            if let Some(found) = candidate
                && line[0] != b'['
                && (blank_seen || !after_blank)
                && matches!(check(found), Check::Accept)
            {
                return Some(found);
            }
            candidate = is_tag_pair(line).then_some(start);
            blank_seen = false;
        }
        if start == 0 {
            return None;
        }
        end = line_end(text, start);
    }
}

/// The start of the line that `end` lies on.
fn line_start(text: &[u8], end: usize) -> usize {
    // Few files have lone CRs, but a file may have nothing else.
    memrchr2(b'\n', b'\r', &text[..end]).map_or(0, |at| at + 1)
}

/// The end, without LF, CR LF or CR, of the line before the one that starts at `start`.
fn line_end(text: &[u8], start: usize) -> usize {
    match &text[..start] {
        [.., b'\r', b'\n'] => start - 2,
        _ => start - 1,
    }
}

fn trim(line: &[u8]) -> &[u8] {
    let blank = |byte: &u8| matches!(byte, b' ' | b'\t' | 0x0B | 0x0C);
    match line.iter().position(|byte| !blank(byte)) {
        Some(first) => &line[first..],
        None => &[],
    }
}

/// Whether a line has the shape of a tag pair as far as the quotation mark: `[Name "`.
fn is_tag_pair(line: &[u8]) -> bool {
    let [b'[', first, rest @ ..] = line else {
        return false;
    };
    if !first.is_ascii_alphabetic() {
        return false;
    }
    let name = rest
        .iter()
        .position(|byte| matches!(byte, b' ' | b'\t' | b'"' | b'[' | b']' | b'{' | b'}'));
    let Some(name) = name else { return false };
    let after = &rest[name..];
    let value = after.iter().position(|byte| !matches!(byte, b' ' | b'\t'));
    matches!(value, Some(at) if at > 0 && after[at] == b'"')
}

/// The number of line ends in `text[range]` (LF, CR LF and lone CR; a CR LF counts with its LF),
/// and where the last of them stands.
pub(super) fn line_ends(text: &[u8], range: std::ops::Range<usize>) -> (u64, Option<usize>) {
    let slice = &text[range.clone()];
    let lf = memchr_iter(b'\n', slice).count() as u64;
    let last = memrchr(b'\n', slice).map(|at| range.start + at);
    if memchr(b'\r', slice).is_none() {
        return (lf, last);
    }
    let after = text.get(range.end).copied();
    let cr = lone_crs(slice, after);
    if cr == 0 {
        return (lf, last);
    }
    let last_cr = memrchr_iter(b'\r', slice)
        .map(|at| range.start + at)
        .find(|at| text.get(at + 1) != Some(&b'\n'));
    (lf + cr, last.max(last_cr))
}

/// Counts the CRs that no LF follows. Files with CR LF throughout come here often: no branches.
fn lone_crs(text: &[u8], after: Option<u8>) -> u64 {
    let Some((&end, before)) = text.split_last() else {
        return 0;
    };
    // Sums of one byte, in blocks that they cannot overflow in, become vector instructions.
    let blocks = before.chunks(128).zip(text[1..].chunks(128));
    let inside: u64 = blocks
        .map(|(bytes, next)| {
            let pairs = bytes.iter().zip(next);
            let lone = pairs.map(|(&byte, &next)| u8::from((byte == b'\r') & (next != b'\n')));
            u64::from(lone.fold(0u8, |sum, lone| sum.wrapping_add(lone)))
        })
        .sum();
    inside + u64::from(end == b'\r' && after != Some(b'\n'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_last_start_of_a_game() {
        let cases: &[(&str, Option<usize>, Option<usize>)] = &[
            ("", None, None),
            ("[A \"\"]\n\n1. e4 *\n", None, None),
            ("[A \"\"]\n\n1. e4 *\n\n[A \"\"]\n", Some(17), Some(17)),
            (
                "[A \"\"]\n\n1. e4 *\n\n[A \"\"]\n[B \"\"]\n",
                Some(17),
                Some(17),
            ),
            (
                "[A \"\"]\r\n\r\n1. e4 *\r\n\r\n[A \"\"]\r\n",
                Some(21),
                Some(21),
            ),
            ("[A \"\"]\r\r1. e4 *\r\r[A \"\"]\r", Some(17), Some(17)),
            ("*\n \t\n  [A \"", Some(5), Some(5)),
            // Without a blank line, and where a comment is open.
            ("*\n[A \"", None, Some(2)),
            ("*\r\n[A \"", None, Some(3)),
            ("{ *\n[A \"\"]", None, None),
            ("{}*\n[A \"\"]\n{\n[A \"\"]\n.\n[A \"\"]", None, Some(4)),
            ("{ *\n\n[A \"\"]", Some(5), None),
            // Not of the shape of a tag pair.
            ("*\n\n[%clk 0:01]", None, None),
            ("*\n\n[A]", None, None),
            ("*\n\n[A\"x\"]", None, None),
            ("*\n\n[A x \"\"]", None, None),
            ("*\n\n[1 \"\"]", None, None),
            ("*\n\n[Event", None, None),
            // A second paragraph of the same tag section.
            ("[A \"\"]\n\n[B \"\"]\n\n", None, None),
            ("*\n\n[A \"\"]\n\n[B \"\"]\n\n", Some(3), Some(3)),
        ];
        for &(text, certain, likely) in cases {
            assert_eq!(last_game_start(text.as_bytes()), certain, "{text:?}");
            assert_eq!(last_likely_game_start(text.as_bytes()), likely, "{text:?}");
        }
    }

    #[test]
    fn forces_a_cut_at_the_best_place() {
        let cases: &[(&[u8], usize)] = &[
            (b"a b\nc d", 4),
            (b"a b\rc d", 4),
            (b"a b\r\nc d", 5),
            (b"ab cd", 3),
            (b"a\nb cd e", 7),
            (b"a\nbcdefg", 8),
            (b"abcd", 4),
            (b"abc\r", 3),
            (b"ab\nc\r", 3),
            (b"\r", 1),
            (b"\r\r", 1),
            ("abé".as_bytes(), 4),
            (b"ab\xC3", 2),
            (b"ab\xF0\x9F\x98", 2),
            (b"\xF0\x9F\x98", 3),
            (b"\x80\x80\x80\x80\x80\x80", 6),
        ];
        for &(text, cut) in cases {
            assert_eq!(forced_cut(text, true), cut, "{text:?}");
        }
        assert_eq!(forced_cut(b"ab\xC3", false), 3);
    }

    #[test]
    fn counts_line_ends() {
        let cases: &[(&str, u64, Option<usize>)] = &[
            ("", 0, None),
            ("a\nb", 1, Some(1)),
            ("a\r\nb", 1, Some(2)),
            ("a\rb", 1, Some(1)),
            ("\n\r", 2, Some(1)),
            ("\r\r\n\r", 3, Some(3)),
        ];
        for &(text, count, last) in cases {
            assert_eq!(
                line_ends(text.as_bytes(), 0..text.len()),
                (count, last),
                "{text:?}"
            );
        }
        assert_eq!(line_ends(b"a\r\nb", 0..2), (0, None));
    }
}
