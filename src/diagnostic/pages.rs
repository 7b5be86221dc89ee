//! The pages of the codes: what each means, an example, and how to fix it.
//!
//! Pages are written in Markdown, one section for each code, in the files that [`SOURCES`] names. A section is
//!
//! ````text
//! ## illegal-move
//!
//! What it means, beyond the summary in the catalogue.
//!
//! ```pgn --strict
//! A text that gives the code; after the format, options of `movetext check`.
//! ```
//!
//! How to fix it.
//!
//! ```pgn --strict
//! The text afterwards; may be left out.
//! ```
//! ````
//!
//! If no small text gives the code, the paragraph `No example: ...` replaces the first text and says why.

use super::{ALL, Code};

/// The files with the pages, the more general ones first.
static SOURCES: [&str; 7] = [
    include_str!("pages/sources.md"),
    include_str!("pages/records.md"),
    include_str!("pages/tags.md"),
    include_str!("pages/moves.md"),
    include_str!("../../variants/xiangqi/codes.md"),
    include_str!("../../variants/cescacs/codes.md"),
    include_str!("../format/pcn/codes.md"),
];

/// The page of a code. Texts are Markdown without headings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Page {
    /// What the code means, beyond its summary.
    pub meaning: &'static str,
    /// A text that gives the code, or the reason why there is none.
    pub example: Result<Example, &'static str>,
    /// What to do about it.
    pub fix: &'static str,
    /// The example after the fix.
    pub fixed: Option<Example>,
}

/// A text on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The text.
    pub text: &'static str,
    /// Its format: `pgn`, `json`, `xml`, `html` or `text`.
    pub format: &'static str,
    /// The options of `movetext check` for checking it.
    pub options: &'static str,
}

impl Code {
    /// The code of this id.
    pub fn find(id: &str) -> Option<&'static Code> {
        ALL.iter().copied().find(|code| code.id == id)
    }

    /// The page that explains the code. Codes of the catalogue all have one.
    pub fn page(&self) -> Option<Page> {
        let (_, section) = sections().find(|(id, _)| *id == self.id)?;
        page(section)
    }
}

/// The sections of all files: the ids of the codes, and their text.
pub(super) fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    let sections = SOURCES
        .iter()
        .flat_map(|source| source.split("\n## ").skip(1));
    sections.filter_map(|section| section.split_once('\n'))
}

const NO_EXAMPLE: &str = "No example: ";

/// The page in a section, if it is well-formed.
fn page(section: &'static str) -> Option<Page> {
    if let Some((meaning, rest)) = section.split_once(NO_EXAMPLE) {
        let (reason, fix) = rest.split_once("\n\n")?;
        return Some(Page {
            meaning: meaning.trim(),
            example: Err(reason.trim()),
            fix: fix.trim(),
            fixed: None,
        });
    }
    let (meaning, example, rest) = block(section)?;
    let (fix, fixed) = match block(rest) {
        Some((fix, fixed, _)) => (fix, Some(fixed)),
        None => (rest, None),
    };
    Some(Page {
        meaning: meaning.trim(),
        example: Ok(example),
        fix: fix.trim(),
        fixed,
    })
}

const FENCE: &str = "```";

/// The first fenced block of a text, with the text before and after it.
fn block(text: &'static str) -> Option<(&'static str, Example, &'static str)> {
    let (before, rest) = text.split_once(FENCE)?;
    let (head, rest) = rest.split_once('\n')?;
    let end = if rest.starts_with(FENCE) {
        0
    } else {
        rest.find("\n```")? + 1
    };
    let (format, options) = head.split_once(' ').unwrap_or((head, ""));
    let example = Example {
        text: &rest[..end],
        format,
        options,
    };
    Some((before, example, &rest[end + FENCE.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const HOW: &str = "write one in src/diagnostic/pages/, or beside the variant or format that alone gives the \
                       code; the top of src/diagnostic/pages.rs says what it looks like";

    #[test]
    fn every_code_has_its_page() {
        for code in ALL {
            let Some(page) = code.page() else {
                panic!("{} has no page: {HOW}", code.id);
            };
            assert!(!page.meaning.is_empty(), "{}: what does it mean?", code.id);
            assert!(!page.fix.is_empty(), "{}: how is it fixed?", code.id);
            let prose = [page.meaning, page.fix, page.example.err().unwrap_or("-")];
            for text in prose {
                assert!(!text.contains("```"), "{}: {text}", code.id);
                assert!(!text.contains("\n#"), "{}: {text}", code.id);
            }
        }
    }

    #[test]
    fn every_page_has_its_code() {
        let mut seen = HashSet::new();
        for (id, _) in sections() {
            assert!(Code::find(id).is_some(), "no code is called {id}");
            assert!(seen.insert(id), "{id} has two pages");
        }
        assert_eq!(seen.len(), ALL.len());
    }

    #[test]
    fn sections_are_taken_apart() {
        let example = |text| Example {
            text,
            format: "pgn",
            options: "--strict --rules minimal",
        };
        let text = "\nA.\n\nB `x`.\n\n```pgn --strict --rules minimal\n1. e4\n\n*\n```\n\nC.\n\n\
                    ```pgn --strict --rules minimal\n```\n";
        let both = Page {
            meaning: "A.\n\nB `x`.",
            example: Ok(example("1. e4\n\n*\n")),
            fix: "C.",
            fixed: Some(example("")),
        };
        assert_eq!(page(text), Some(both));
        let none = Page {
            meaning: "A.",
            example: Err("it is too\nlarge."),
            fix: "C.",
            fixed: None,
        };
        assert_eq!(
            page("\nA.\n\nNo example: it is too\nlarge.\n\nC.\n"),
            Some(none)
        );
        for broken in ["A.", "A. ```", "A.\n```pgn\n*\n", "A.\n\nNo example: x"] {
            assert_eq!(page(broken), None, "{broken}");
        }
    }
}
