//! Where a text may be cut: where a game begins.

use memchr::{memchr, memchr_iter, memchr2, memchr3, memrchr, memrchr_iter, memrchr2};

/// The byte order mark in UTF-8.
pub(crate) const MARK: &[u8] = b"\xEF\xBB\xBF";
/// This many tag pairs in a row are a roster, whatever their names are.
const ROSTER: usize = 3;
/// Tags that rosters begin with.
const FIRST_NAMES: [&[u8]; 3] = [b"Event", b"Game", b"Variant"];
/// How far after a tag section a brace may be to decide whether the section is quoted in a comment.
const NEAR: usize = 4096;

/// The last position in a text where a game certainly begins: a tag pair after a blank line, if the last
/// non-blank line before is not itself a tag pair. It must be the start of a game for anyone who reads the text
/// from its beginning: not in a comment, and not in a tag section interrupted by notes.
pub(super) fn last_game_start(text: &[u8]) -> Option<usize> {
    // All candidates above this offset are in an open comment.
    let mut open = text.len();
    search(text, true, |start, above| {
        if above.ends_with(b"]")
            || above.ends_with(b"\"")
            || holds_tag(above)
            || begins_with_value(above)
        {
            // A damaged tag pair.
            return Check::Refuse;
        }
        if is_note_like(above) {
            let section = follows_section_with(text, start);
            let plain = section.map(|section| not_commented(text, section, &mut open));
            if !matches!(plain, Some(Check::Accept)) {
                return Check::Refuse;
            }
        }
        // Where it would end even a comment, there is no need to look for one.
        if ends_comment(text, start) == Some(true) {
            return Check::Accept;
        }
        not_commented(text, start, &mut open)
    })
}

/// The last position where a game probably begins: no blank line is required, but the last brace before must
/// not open a comment.
pub(super) fn last_likely_game_start(text: &[u8]) -> Option<usize> {
    let mut open = text.len();
    search(text, false, |start, _| {
        not_commented(text, start, &mut open)
    })
}

/// Accepts a position unless the last brace before it opens a comment. Braces in tag values do not count.
fn not_commented(text: &[u8], start: usize, open: &mut usize) -> Check {
    if start > *open {
        return Check::Refuse;
    }
    let mut before = start;
    while let Some(brace) = memrchr2(b'{', b'}', &text[..before]) {
        let line = line_start(text, brace);
        let value = trim_start(&text[line..brace]);
        if !is_tag_pair(value) || memchr(b']', value).is_some() {
            if text[brace] == b'}' {
                break;
            }
            *open = brace;
            return Check::Refuse;
        }
        before = line;
    }
    Check::Accept
}

/// Whether a line may contain a tag pair that begins in its middle.
fn holds_tag(line: &[u8]) -> bool {
    memchr(b'[', line).is_some_and(|at| memchr(b'"', &line[at..]).is_some())
}

/// Whether a line may be the rest of a tag pair whose bracket, alone or with the name, is on the previous line.
fn begins_with_value(line: &[u8]) -> bool {
    let name = line.iter().take_while(|byte| is_in_name(**byte)).count();
    trim_start(&line[name..]).starts_with(b"\"")
}

/// Whether a byte may occur in a tag name.
fn is_in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Whether a line may end in a comment or be one: what follows may still belong to the tag section before it.
fn is_note_like(line: &[u8]) -> bool {
    line.first() == Some(&b'%') || memchr2(b'}', b';', line).is_some()
}

/// The end of the nearest tag section above, if it has a tag with the same name as the one at `start`, which
/// then begins another game.
fn follows_section_with(text: &[u8], start: usize) -> Option<usize> {
    let name = tag_name(&text[start..])?;
    let mut end = start;
    let mut section = None;
    let mut repeats = false;
    loop {
        let begin = line_start(text, end);
        let line = trim_start(&text[begin..end]);
        match is_tag_pair(line) && end < start {
            true => {
                section.get_or_insert(end);
                repeats |= tag_name(line).is_some_and(|other| other.eq_ignore_ascii_case(name));
            }
            false if section.is_some() => break,
            // There may be a damaged section.
            false if end < start && holds_tag(line) => return None,
            false => {}
        }
        if begin == 0 {
            break;
        }
        end = line_end(text, begin);
    }
    // If a comment ends between them, it begins there, too.
    section.filter(|section| {
        repeats
            && memchr2(b'{', b'}', &text[*section..start])
                .is_none_or(|brace| text[section + brace] == b'{')
    })
}

/// Whether a tag pair at the start of a line ends an open comment that was never closed; `None` if that depends
/// on what follows the text.
///
/// After a blank line a roster does, as a game begins there. So does a section with fewer tag pairs before
/// movetext, unless the next brace closes the comment before another such section. Only a few lines are
/// examined, and never beyond where another game may begin, so a text that was cut there gives the same answer.
fn ends_comment(text: &[u8], start: usize) -> Option<bool> {
    let line = text[..start].strip_suffix(MARK).unwrap_or(&text[..start]);
    if !line.ends_with(b"\n") || !is_after_blank_line(text, start) {
        return Some(false);
    }
    let mut at = start;
    let mut tags = 0;
    let mut is_first = false;
    loop {
        let end = memchr2(b'\n', b'\r', &text[at..]).map(|end| at + end);
        let line = trim_start(&text[at..end.unwrap_or(text.len())]);
        if !is_tag_pair(line) {
            break;
        }
        if tags == 0 {
            let name = tag_name(line).unwrap_or_default();
            is_first = FIRST_NAMES
                .iter()
                .any(|first| first.eq_ignore_ascii_case(name));
        }
        tags += 1;
        if tags >= ROSTER || tags > 1 && is_first {
            return Some(true);
        }
        at = match end? + 1 {
            next if text[next - 1] == b'\r' && text.get(next) == Some(&b'\n') => next + 1,
            next => next,
        };
    }
    let rest = text[at..].trim_ascii_start();
    if rest.is_empty() {
        return None;
    }
    if tags == 0 || !is_movetext_like(rest) {
        return Some(false);
    }
    let near = &rest[..rest.len().min(NEAR)];
    let mut from = 0;
    loop {
        let found = memchr3(b'{', b'}', b'\n', &near[from..]);
        match found.map(|found| (from + found, near[from + found])) {
            None if near.len() < NEAR => return None,
            None | Some((_, b'{')) => return Some(true),
            Some((_, b'}')) => return Some(false),
            Some((end, _)) => {
                from = end + 1;
                let line = trim_start(&near[from..]);
                if line.first() == Some(&b'[') && is_after_blank_line(near, from) {
                    return Some(true);
                }
            }
        }
    }
}

/// [`ends_comment`] for a complete text, or for one that was cut where a game begins.
pub(crate) fn ends_comment_in(text: &[u8], start: usize) -> bool {
    ends_comment(text, start).unwrap_or_else(|| {
        // Movetext without a brace after it, or nothing at all.
        let mut section = text[start..].split(|&byte| byte == b'\n' || byte == b'\r');
        section.any(|line| !trim_start(line).is_empty() && !is_tag_pair(trim_start(line)))
    })
}

/// Whether movetext may begin like this, as far as bytes show.
fn is_movetext_like(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match text.first() {
        Some(b'*' | b'{' | b'(') => true,
        Some(b'0'..=b'9') => matches!(text.get(digits), Some(b'.' | b'-' | b'/')),
        _ => false,
    }
}

/// Whether there are only blanks between a position at the start of a line and an empty line above.
pub(crate) fn is_after_blank_line(text: &[u8], line: usize) -> bool {
    let mut lines = 0;
    let mut at = line;
    loop {
        at -= match &text[..at] {
            [.., b'\r', b'\n'] => {
                lines += 1;
                2
            }
            [.., b'\n' | b'\r'] => {
                lines += 1;
                1
            }
            [.., b' ' | b'\t' | 0x0B | 0x0C] => 1,
            [.., 0xFF, 0xFE] | [.., 0xFE, 0xFF] => 2,
            before if before.ends_with(MARK) => MARK.len(),
            _ => return false,
        };
        if lines > 1 {
            return true;
        }
    }
}

/// Whether some line begins with a tag pair: `[`, a name, a quotation mark. Similar lines, as in configuration
/// files, have lower-case names.
pub(crate) fn has_tag_pair(text: &[u8]) -> bool {
    let begins_line = |at: usize| {
        let mut before = &text[..at];
        loop {
            before = match before {
                [] | [.., b'\n' | b'\r'] => return true,
                // Concatenated files have byte order marks inside.
                [rest @ .., 0xEF, 0xBB, 0xBF]
                | [rest @ .., 0xFF, 0xFE]
                | [rest @ .., 0xFE, 0xFF]
                | [rest @ .., b' ' | b'\t' | 0x0B | 0x0C] => rest,
                _ => return false,
            };
        }
    };
    let names = |rest: &[u8]| {
        let name = rest.iter().take_while(|byte| is_in_name(**byte)).count();
        let after = rest[name..].trim_ascii_start();
        name > 0
            && !rest[0].is_ascii_lowercase()
            && after.starts_with(b"\"")
            && after.len() < rest.len() - name
    };
    memchr_iter(b'[', text).any(|at| names(&text[at + 1..]) && begins_line(at))
}

/// Whether a text begins with a tag pair, ignoring blanks.
pub(crate) fn begins_with_tag_pair(text: &[u8]) -> bool {
    let text = trim_start(text).trim_ascii_start();
    let end = memchr2(b'\n', b'\r', text).unwrap_or(text.len());
    is_tag_pair(&text[..end])
}

/// The name of the tag pair at the start of a line.
fn tag_name(line: &[u8]) -> Option<&[u8]> {
    let rest = line.strip_prefix(b"[")?;
    let end = rest
        .iter()
        .position(|byte| matches!(byte, b' ' | b'\t' | b'"'))?;
    Some(&rest[..end])
}

/// Where to cut a text in which no game begins: after the last line end in its second half, else after the last
/// blank there, else after its last character. Never zero for a text that is not empty, and never between CR
/// and LF.
pub(super) fn forced_cut(text: &[u8], utf8: bool) -> usize {
    // A CR at the very end may be followed by its LF.
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
    // Characters of UTF-8 take four bytes at most; longer sequences are malformed anyway.
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

/// Goes backwards through the lines, visiting each once.
fn search(
    text: &[u8],
    after_blank: bool,
    mut check: impl FnMut(usize, &[u8]) -> Check,
) -> Option<usize> {
    let mut candidate = None;
    let mut blank_seen = false;
    let mut end = text.len();
    loop {
        let start = line_start(text, end);
        let line = trim_start(&text[start..end]);
        if line.is_empty() {
            blank_seen = true;
        } else {
            if let Some(found) = candidate
                && line[0] != b'['
                && (blank_seen || !after_blank)
                && matches!(check(found, line.trim_ascii_end()), Check::Accept)
            {
                return Some(found);
            }
            // Blanks and byte order marks before it belong to the text before the game.
            candidate = is_tag_pair(line).then_some(end - line.len());
            blank_seen = false;
        }
        if start == 0 {
            return None;
        }
        end = line_end(text, start);
    }
}

/// The start of the line that contains `end`.
fn line_start(text: &[u8], end: usize) -> usize {
    // Few files have lone CRs, but some have no other line ends.
    memrchr2(b'\n', b'\r', &text[..end]).map_or(0, |at| at + 1)
}

/// The end of the previous line, without LF, CR LF or CR, for the line starting at `start`.
fn line_end(text: &[u8], start: usize) -> usize {
    match &text[..start] {
        [.., b'\r', b'\n'] => start - 2,
        _ => start - 1,
    }
}

/// A line without its leading blanks and byte order marks.
pub(crate) fn trim_start(mut line: &[u8]) -> &[u8] {
    loop {
        line = match line {
            [b' ' | b'\t' | 0x0B | 0x0C, rest @ ..] => rest,
            [0xEF, 0xBB, 0xBF, rest @ ..] | [0xFF, 0xFE, rest @ ..] | [0xFE, 0xFF, rest @ ..] => {
                rest
            }
            _ => return line,
        }
    }
}

/// Whether a line has the form of a tag pair up to the quotation mark: `[Name "`.
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

/// The number of line ends in `text[range]` (LF, CR LF and lone CR; a CR LF counts with its LF), and the
/// position of the last one.
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

/// Counts the CRs not followed by LF. Files with CR LF throughout come here often, so there are no branches.
fn lone_crs(text: &[u8], after: Option<u8>) -> u64 {
    let Some((&end, before)) = text.split_last() else {
        return 0;
    };
    // Sums of one byte, in blocks too short to overflow, become vector instructions.
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
            ("*\n \t\n  [A \"", Some(7), Some(7)),
            // Without a blank line, and where a comment is open.
            ("*\n[A \"", None, Some(2)),
            ("*\r\n[A \"", None, Some(3)),
            ("{ *\n[A \"\"]", None, None),
            ("{}*\n[A \"\"]\n{\n[A \"\"]\n.\n[A \"\"]", None, Some(4)),
            // A value may be on a line of its own.
            ("[A\n\"x\n\n[B \"\"]", None, Some(7)),
            ("[\nA \"x\n\n[B \"\"]", None, Some(8)),
            // In a value, and after one.
            ("[A \"{\"]\n*\n\n[A \"\"]", Some(11), Some(11)),
            ("[A \"\"] {\n*\n\n[A \"\"]", None, None),
            // What follows decides whether the comment is closed.
            ("{ *\n\n[A \"\"]", None, None),
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
