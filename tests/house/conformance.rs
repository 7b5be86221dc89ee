//! Which test holds which numbered requirement: `docs/conformance.md`, made from the tests themselves.
//!
//! A test holds a requirement if it names it beside its assertions: in its own text, in a comment
//! before it, or in a table that it goes through. What helpers name counts for nobody. `CONFORMANCE=overwrite
//! cargo test --test house conformance` writes the table anew.

use crate::common;
use movetext::Severity;
use movetext::diagnostic::{ALL, Example, Requirement};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// The specifications, by what their ids begin with.
const SPECIFICATIONS: [(&str, &str); 4] = [
    ("CH", "Orthodox chess: PGN"),
    ("XQ", "Xiangqi: PGN"),
    ("CE", "C'escacs: CTL-PGN"),
    ("PN", "PCN"),
];

/// Those whose demands and advice are all held by tests.
const COMPLETE: [&str; 4] = ["CH", "XQ", "CE", "PN"];

#[test]
fn every_requirement_has_its_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests = tests(root);
    let mut table = String::from(INTRODUCTION);
    let mut untested = Vec::new();
    for (prefix, title) in SPECIFICATIONS {
        let is_one = |r: &Requirement| r.id.starts_with(prefix) && r.level != "reading";
        let requirements: Vec<_> = Requirement::all().filter(is_one).collect();
        let held = |r: &&Requirement| tests.contains_key(r.id);
        let count = requirements.iter().filter(held).count();
        let _ = write!(
            table,
            "\n## {title}\n\n{count} of {} requirements are named by tests.\n\n\
             | id | level | tests |\n|---|---|---|\n",
            requirements.len()
        );
        for Requirement {
            id,
            level,
            untested: reason,
            ..
        } in requirements
        {
            let named = match (tests.get(id), reason) {
                (Some(tests), _) => tests.iter().cloned().collect::<Vec<_>>().join(", "),
                (None, Some(reason)) => format!("none: {reason}"),
                (None, None) => {
                    if matches!(level, "must" | "should") && COMPLETE.contains(&prefix) {
                        untested.push(id);
                    }
                    "none".into()
                }
            };
            let _ = writeln!(table, "| {id} | {level} | {named} |");
        }
    }
    common::assert_listed("docs/conformance.md", &table, "CONFORMANCE");
    assert!(
        untested.is_empty(),
        "neither tests nor reasons: {untested:?}"
    );
}

const INTRODUCTION: &str = "\
# Requirements and their tests

Every rule of the four specifications has a number. This table names the tests that hold it, file and
function: those beside whose assertions it stands. It is made by `tests/house/conformance.rs` and compared with the tests at every run. Levels: what
the specification demands (must), advises (should), allows (may), and what its author says of real
files (lenient).
";

/// `docs/codes.md` is made from the pages of the codes.
#[test]
fn the_pages_of_the_codes_are_documented() {
    let mut out = String::from(CODES);
    for severity in [Severity::Error, Severity::Warning, Severity::Info] {
        let _ = write!(out, "\n**{}**\n\n", severity.as_str());
        for code in ALL.iter().filter(|code| code.severity == severity) {
            let _ = writeln!(out, "- [`{0}`](#{0}): {1}", code.id, code.summary);
        }
    }
    for code in ALL {
        let page = code.page().expect("every code has its page");
        let _ = write!(
            out,
            "\n## {}\n\n*{}.* {}\n\n{}\n",
            code.id,
            code.severity.as_str(),
            code.summary,
            page.meaning
        );
        match page.example {
            Ok(example) => fence(&mut out, &example),
            Err(reason) => {
                let _ = write!(out, "\nNo example: {reason}\n");
            }
        }
        let _ = write!(out, "\n{}\n", page.fix);
        if let Some(fixed) = &page.fixed {
            fence(&mut out, fixed);
        }
        let requirements = code.requirements.iter();
        for (index, requirement) in requirements
            .filter_map(|id| Requirement::find(id))
            .enumerate()
        {
            let gap = if index == 0 { "\n" } else { "" };
            let _ = writeln!(out, "{gap}- {}: {}", requirement.id, requirement.statement);
        }
    }
    common::assert_listed("docs/codes.md", &out, "CONFORMANCE");
}

/// A text in its fence, with the options that it is checked with.
fn fence(out: &mut String, example: &Example) {
    let Example {
        text,
        format,
        options,
    } = example;
    let gap = if options.is_empty() { "" } else { " " };
    let _ = write!(out, "\n```{format}{gap}{options}\n{text}```\n");
}

const CODES: &str = "\
# Diagnostic codes

What each code means, a text that gives it, and how to fix it; `movetext explain CODE` shows the same.
This file is made from the pages in `src/diagnostic/pages/`, `src/pcn/codes.md` and
`variants/*/codes.md` by `tests/house/conformance.rs`. After the format of an example come the options of
`movetext check` that it is to be checked with; without `--severity info`, remarks are not shown.
";

/// Which tests name which requirements.
fn tests(root: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut files = Vec::new();
    for folder in ["tests", "src", "variants", "crates"] {
        collect(&root.join(folder), &mut files);
    }
    let mut named: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let name = file.strip_prefix(root).unwrap().display().to_string();
        // Here ids are samples.
        if name == "tests/house/conformance.rs" {
            continue;
        }
        let whole = name.split('/').any(|part| part.starts_with("tests"));
        let Some(begin) = text.find("#[cfg(test)]").or(whole.then_some(0)) else {
            continue;
        };
        for (id, test) in tests_of(&text[if whole { 0 } else { begin }..]) {
            named
                .entry(id)
                .or_default()
                .insert(format!("`{name}` {test}"));
        }
    }
    named
}

/// A function or a table of a file of tests.
#[derive(Default)]
struct Item<'t> {
    name: &'t str,
    is_test: bool,
    is_table: bool,
    ids: Vec<String>,
    lines: Vec<&'t str>,
}

impl Item<'_> {
    /// Whether another item is spoken of here.
    fn mentions(&self, name: &str) -> bool {
        let word = |c: char| c.is_alphanumeric() || c == '_';
        let mut lines = self.lines.iter();
        lines.any(|line| line.split(|c| !word(c)).any(|other| other == name))
    }
}

/// The ids in the text of a file, each with the test that holds it.
fn tests_of(text: &str) -> Vec<(String, String)> {
    let mut items: Vec<Item<'_>> = Vec::new();
    // What is said before an item is said of it.
    let mut before = Vec::new();
    let mut is_test = false;
    for whole in text.lines() {
        let line = whole.trim_start();
        if line.starts_with("///") {
            before.extend(ids(line));
            continue;
        }
        is_test |= line.starts_with("#[test]");
        // Deeper ones are parts of the item around them.
        let outer = whole.len() - line.len() <= 4;
        if let Some((name, is_table)) = declared(line).filter(|_| outer || is_test) {
            items.push(Item {
                name,
                is_test: std::mem::take(&mut is_test),
                is_table,
                ids: std::mem::take(&mut before),
                lines: Vec::new(),
            });
        }
        if let Some(item) = items.last_mut() {
            item.ids.extend(ids(line));
            item.lines.push(line);
        }
    }
    let mut held = Vec::new();
    for item in &items {
        let goes_through = |test: &&Item<'_>| {
            test.is_test && (test.name == item.name || item.is_table && test.mentions(item.name))
        };
        for test in items.iter().filter(goes_through) {
            held.extend(item.ids.iter().map(|id| (id.clone(), test.name.to_owned())));
        }
    }
    held
}

/// The name of the function or table that a line begins, and whether it is a table.
fn declared(line: &str) -> Option<(&str, bool)> {
    let line = line.strip_prefix("pub ").unwrap_or(line);
    let name = |rest: &'static str, end: char| {
        let (name, _) = line.strip_prefix(rest)?.split_once(end)?;
        Some(name.split('<').next().unwrap_or(name).trim())
    };
    let function = name("fn ", '(').map(|name| (name, false));
    let table = || name("const ", ':').or_else(|| name("static ", ':'));
    function.or_else(|| Some((table()?, true)))
}

/// The ids in a line; `CH-135 to CH-139` stands for all from the first to the last.
fn ids(line: &str) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    let mut range = false;
    for word in line.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-')) {
        let id = SPECIFICATIONS
            .iter()
            .find_map(|(prefix, _)| word.strip_prefix(prefix)?.strip_prefix('-'));
        let number = id.filter(|n| n.len() == 3 && n.bytes().all(|b| b.is_ascii_digit()));
        if let Some(last) = number.and_then(|n| n.parse::<u32>().ok()) {
            let first = match ids.last() {
                Some(before) if range && before[..2] == word[..2] => {
                    before[3..].parse::<u32>().unwrap() + 1
                }
                _ => last,
            };
            ids.extend((first..=last).map(|n| format!("{}-{n:03}", &word[..2])));
            range = false;
        } else if !word.is_empty() {
            range = word == "to";
        }
    }
    ids
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target") {
                collect(&path, files);
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

#[test]
fn helpers_hold_nothing() {
    let text = "/// CH-001\nfn helper() {} // CH-002\n\nconst TABLE: &[&str] = &[\"CH-003\"];\n\n\
                /// CH-004\n#[test]\nfn holds() {\n    for row in TABLE {} // CH-005\n}\n";
    let held: Vec<_> = tests_of(text).into_iter().map(|(id, _)| id).collect();
    assert_eq!(held, ["CH-003", "CH-004", "CH-005"]);
}

#[test]
fn ids_are_found_in_any_text() {
    assert_eq!(
        ids("// CH-135 to CH-137, XQ-009 \"CE-1234\" XCH-001 (PN-001)"),
        ["CH-135", "CH-136", "CH-137", "XQ-009", "PN-001"]
    );
}
