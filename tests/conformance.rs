//! Which test holds which numbered requirement: `docs/conformance.md`, made from the tests themselves.
//!
//! A test holds a requirement if it names it, in a string or in a comment. `CONFORMANCE=overwrite cargo
//! test --test conformance` writes the table anew.

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
    let list = fs::read_to_string(root.join("tests/requirements.txt")).unwrap();
    let tests = tests(root);
    let mut table = String::from(INTRODUCTION);
    let mut untested = Vec::new();
    for (prefix, title) in SPECIFICATIONS {
        let lines = list.lines().filter(|line| line.starts_with(prefix));
        let requirements: Vec<_> = lines.map(requirement).collect();
        let held = |id: &&str| tests.contains_key(*id);
        let count = requirements.iter().filter(|(id, ..)| held(id)).count();
        let _ = write!(
            table,
            "\n## {title}\n\n{count} of {} requirements are named by tests.\n\n\
             | id | level | tests |\n|---|---|---|\n",
            requirements.len()
        );
        for (id, level, reason) in requirements {
            let named = match tests.get(id) {
                Some(tests) => tests.iter().cloned().collect::<Vec<_>>().join(", "),
                None if !reason.is_empty() => format!("none: {reason}"),
                None => {
                    if matches!(level, "must" | "should") && COMPLETE.contains(&prefix) {
                        untested.push(id);
                    }
                    "none".into()
                }
            };
            let _ = writeln!(table, "| {id} | {level} | {named} |");
        }
    }
    let path = root.join("docs/conformance.md");
    if std::env::var("CONFORMANCE").as_deref() == Ok("overwrite") {
        fs::write(&path, &table).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap_or_default() == table,
        "docs/conformance.md is not what the tests say; CONFORMANCE=overwrite writes it anew"
    );
    assert!(
        untested.is_empty(),
        "neither tests nor reasons: {untested:?}"
    );
}

const INTRODUCTION: &str = "\
# Requirements and their tests

Every rule of the four specifications has a number. This table names the tests that hold it, file and
function; it is made by `tests/conformance.rs` and compared with the tests at every run. Levels: what
the specification demands (must), advises (should), allows (may), and what its author says of real
files (lenient).
";

/// Id, level and the reason why it has no test.
fn requirement(line: &str) -> (&str, &str, &str) {
    let (id, rest) = line.split_once(' ').unwrap();
    match rest.split_once(' ') {
        Some((level, reason)) => (id, level, reason),
        None => (id, rest, ""),
    }
}

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
        let whole = name.split('/').any(|part| part.starts_with("tests"));
        let Some(begin) = text.find("#[cfg(test)]").or(whole.then_some(0)) else {
            continue;
        };
        let text = &text[if whole { 0 } else { begin }..];
        let mut function = "";
        // What is said before a function is said of it.
        let mut before = Vec::new();
        for line in text.lines() {
            let line = line.trim_start();
            if line.starts_with("///") {
                before.extend(ids(line));
                continue;
            }
            let mut here = ids(line);
            if let Some(declared) = line.strip_prefix("fn ")
                && let Some((name, _)) = declared.split_once('(')
            {
                function = name;
                here.append(&mut before);
            }
            for id in here {
                let test = format!("`{name}` {function}");
                named.entry(id).or_default().insert(test.trim_end().into());
            }
        }
    }
    named
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
fn ids_are_found_in_any_text() {
    assert_eq!(
        ids("// CH-135 to CH-137, XQ-009 \"CE-1234\" XCH-001 (PN-001)"),
        ["CH-135", "CH-136", "CH-137", "XQ-009", "PN-001"]
    );
}
