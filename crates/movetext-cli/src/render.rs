//! Findings for people: the place, the line of the source, carets under what is meant.

use crate::output::printable;
use annotate_snippets::{AnnotationKind, Level, Origin, Renderer, Snippet, renderer::DecorStyle};
use encoding_rs::Encoding;
use movetext::io::Chunk;
use movetext::{Diagnostic, Severity, Text};
use std::ops::Range;

/// So many characters of a line are shown on either side of the place.
const AROUND: usize = 80;
/// A character takes at most so many bytes.
const WIDEST: usize = 4;
/// Stands for what is not shown of a line.
const CUT: char = '…';

/// The part of a line that a finding concerns, and what stands around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    text: String,
    span: Range<usize>,
}

impl Excerpt {
    /// The line of the chunk's text that `range` begins in, as far as it is near.
    pub fn new(chunk: &Chunk, range: Range<usize>) -> Excerpt {
        let text = &chunk.text;
        let start = range.start.min(text.len());
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');

        let floor = whole(text, start.saturating_sub(AROUND * WIDEST));
        let line_start = text[floor..start].iter().rposition(is_end);
        let before = line_start.map_or(floor, |at| floor + at + 1);
        let ceiling = whole(text, text.len().min(start + AROUND * WIDEST));
        let line_end = text[start..ceiling].iter().position(is_end);
        let end = line_end.map_or(ceiling, |at| start + at);
        let span_end = range.end.clamp(start, end);

        let head = printed(&text[before..start], chunk.encoding);
        let span = printed(&text[start..span_end], chunk.encoding);
        let tail = printed(&text[span_end..end], chunk.encoding);
        let begun = floor > 0 || chunk.column > 1;
        let head_cut = line_start.is_none() && begun || head.chars().count() > AROUND;
        let tail_cut = line_end.is_none() && ceiling < text.len()
            || span.chars().count() + tail.chars().count() > AROUND;
        let far = head.chars().count().saturating_sub(AROUND);

        let mut shown = String::new();
        if head_cut {
            shown.push(CUT);
        }
        shown.extend(head.chars().skip(far));
        let from = shown.len();
        shown.extend(span.chars().take(AROUND));
        let to = shown.len();
        let room = AROUND.saturating_sub(span.chars().count());
        shown.extend(tail.chars().take(room));
        if tail_cut {
            shown.push(CUT);
        }
        Excerpt {
            text: shown,
            span: from..to,
        }
    }
}

impl From<Excerpt> for (String, Range<usize>) {
    /// What is shown, and the part of it that is meant.
    fn from(excerpt: Excerpt) -> (String, Range<usize>) {
        (excerpt.text, excerpt.span)
    }
}

/// An offset near this one, such that no character of UTF-8 text is cut.
fn whole(text: &[u8], offset: usize) -> usize {
    let within = |at: &usize| text.get(*at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let start = (offset.saturating_sub(WIDEST)..=offset)
        .rev()
        .find(|at| !within(at));
    start.unwrap_or(offset)
}

/// Text that keeps its width on a terminal and does it no harm. The renderer takes care of the
/// other control characters.
fn printed(bytes: &[u8], encoding: &'static Encoding) -> String {
    let text = Text::new(bytes, encoding).decode();
    let harmless = |c| match c {
        '\u{80}'..='\u{9F}' => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    text.chars().map(harmless).collect()
}

/// Draws findings.
pub struct Painter {
    renderer: Renderer,
}

impl Painter {
    /// With colours or without.
    pub fn new(styled: bool) -> Painter {
        let renderer = match styled {
            true => Renderer::styled(),
            false => Renderer::plain(),
        };
        Painter {
            renderer: renderer
                .decor_style(DecorStyle::Ascii)
                .term_width(3 * AROUND),
        }
    }

    /// A title as findings have it.
    pub fn title(&self, severity: Severity, id: &str, text: &str) -> String {
        let title = level(severity).primary_title(printable(text)).id(id);
        self.renderer
            .render(&[annotate_snippets::Group::with_title(title)])
    }

    /// A finding in a file.
    pub fn paint(&self, file: &str, diagnostic: &Diagnostic, excerpt: Option<&Excerpt>) -> String {
        let title = level(diagnostic.code.severity)
            .primary_title(printable(&diagnostic.message))
            .id(diagnostic.code.id);
        let line = number(diagnostic.place.line);
        // The snippet may lack the beginning of its line, so the place is told apart from it.
        let origin = Origin::path(printable(file))
            .line(line)
            .char_column(number(diagnostic.place.column));
        let mut group = title.element(origin);
        if let Some(excerpt) = excerpt {
            group = group.element(
                Snippet::source(&*excerpt.text)
                    .line_start(line)
                    .annotation(AnnotationKind::Primary.span(excerpt.span.clone())),
            );
        }
        if let Some(label) = &diagnostic.label {
            let note = printable(&format!("{}: {}", label.message, label.place)).into_owned();
            group = group.element(Level::NOTE.message(note));
        }
        if diagnostic.game > 0 {
            group = group.element(Level::NOTE.message(format!("in game {}", diagnostic.game)));
        }
        let requirements: Vec<_> = diagnostic.requirements.iter().collect();
        if !requirements.is_empty() {
            let list = format!("requirement {}", requirements.join(", "));
            group = group.element(Level::NOTE.message(list));
        }
        if let Some(help) = &diagnostic.help {
            group = group.element(Level::HELP.message(printable(help)));
        }
        let text = self.renderer.render(&[group]);
        match excerpt {
            Some(_) => without_line(&text, SECOND_FILE),
            None => text,
        }
    }
}

fn level(severity: Severity) -> Level<'static> {
    match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Info => Level::INFO,
    }
}

/// Words in the colours that findings have, or plain.
#[derive(Clone, Copy, Debug)]
pub struct Style(bool);

impl Style {
    /// With colours or without.
    pub fn new(styled: bool) -> Style {
        Style(styled)
    }

    /// A heading.
    pub fn heading(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// A word in the colour of a severity.
    pub fn severity(self, severity: Severity, text: &str) -> String {
        let colour = match severity {
            Severity::Error => "1;91",
            Severity::Warning => "1;33",
            Severity::Info => "1;94",
        };
        self.paint(colour, text)
    }

    /// What only the first of two has.
    pub fn removed(self, text: &str) -> String {
        self.paint("31", text)
    }

    /// What only the second of two has.
    pub fn added(self, text: &str) -> String {
        self.paint("32", text)
    }

    fn paint(self, code: &str, text: &str) -> String {
        match self.0 {
            true => format!("\u{1b}[{code}m{text}\u{1b}[0m"),
            false => text.to_owned(),
        }
    }
}

/// The line in which the renderer announces a snippet of another file, after the title, the place
/// and a spacer. Ours is of the same file.
const SECOND_FILE: usize = 3;

fn without_line(text: &str, index: usize) -> String {
    let mut lines: Vec<&str> = text.lines().collect();
    if lines.get(index).is_some_and(|line| line.contains(":::")) {
        lines.remove(index);
    }
    lines.join("\n")
}

fn number(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{UTF_8, WINDOWS_1252};

    fn excerpt(text: &[u8], encoding: &'static Encoding, range: Range<usize>) -> (String, String) {
        let mut chunk = Chunk::default();
        chunk.text = text.to_vec();
        chunk.encoding = encoding;
        let excerpt = Excerpt::new(&chunk, range);
        let meant = excerpt.text[excerpt.span.clone()].to_owned();
        (excerpt.text, meant)
    }

    #[test]
    fn a_line_is_shown_without_its_neighbours() {
        let cases: &[(&[u8], _, Range<usize>, &str, &str)] = &[
            (b"one\ntwo three\nfour", UTF_8, 8..13, "two three", "three"),
            (b"one\r\ntwo\r\nfour", UTF_8, 5..8, "two", "two"),
            (b"one\rtwo\rfour", UTF_8, 4..4, "two", ""),
            (b"one\ntwo\nfour", UTF_8, 4..12, "two", "two"),
            (b"one", UTF_8, 3..3, "one", ""),
            (b"one\n", UTF_8, 4..4, "", ""),
            (b"", UTF_8, 0..0, "", ""),
            (b"caf\xE9 e4", WINDOWS_1252, 3..4, "café e4", "é"),
            ("é中 e4".as_bytes(), UTF_8, 2..5, "é中 e4", "中"),
            (b"\xFF e4", UTF_8, 0..1, "ÿ e4", "ÿ"),
            ("a\u{9b}31m".as_bytes(), UTF_8, 0..1, "a\u{FFFD}31m", "a"),
        ];
        for (text, encoding, range, line, meant) in cases {
            let expected = (line.to_string(), meant.to_string());
            assert_eq!(
                excerpt(text, encoding, range.clone()),
                expected,
                "{}",
                text.escape_ascii()
            );
        }
    }

    #[test]
    fn long_lines_are_cut() {
        let long = "é".repeat(100_000);
        let (text, meant) = excerpt(long.as_bytes(), UTF_8, 100_000..100_006);
        assert_eq!(text.chars().count(), 2 * AROUND + 2);
        assert!(text.starts_with(CUT) && text.ends_with(CUT));
        assert!(!text.contains(char::REPLACEMENT_CHARACTER));
        assert_eq!(meant, "ééé");
        let (text, meant) = excerpt(long.as_bytes(), UTF_8, 0..200_000);
        assert_eq!(text.chars().count(), AROUND + 1);
        assert_eq!(meant.chars().count(), AROUND);
    }

    #[test]
    fn terminals_are_safe() {
        let diagnostic = Diagnostic {
            help: Some("help \u{1b}[31m".into()),
            ..Diagnostic::of_source(
                &movetext::diagnostic::STRAY_TEXT,
                "the message \u{1b}[31m",
                0..1,
                movetext::LineColumn { line: 1, column: 1 },
            )
        };
        let chunk = Chunk::from(&b"\x1b[31m \x07 \0"[..]);
        let excerpt = Excerpt::new(&chunk, 0..3);
        let text = Painter::new(false).paint("a\u{1b}.pgn", &diagnostic, Some(&excerpt));
        assert!(
            !text.contains(|c: char| c.is_control() && c != '\n'),
            "{text:?}"
        );
    }
}
