//! How the sources are laid out: the rooms of `src/` use only rooms before them, and the folders of
//! `variants/` have the same files. `docs/DESIGN.md` describes both.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms of `src/`, each of which may use those before it.
const ROOMS: [&str; 17] = [
    "core",
    "io",
    "diagnostic",
    "values",
    "info",
    "game",
    "variant",
    "event",
    "scan",
    "grammar",
    "format",
    "detect",
    "reader",
    "check",
    "edit",
    "draw",
    "compare",
];

/// What stands at the top of every folder of a variant.
const FILES: [&str; 18] = [
    "info",
    "geometry",
    "position",
    "rules",
    "movegen",
    "notation",
    "punctuation",
    "write",
    "lint",
    "setup",
    "record",
    "signature",
    "export",
    "pcn",
    "picture",
    "grammar",
    "tests",
    "mod",
];

/// Where a generic type has the standard variants as its default.
const WITH_STANDARD: [&str; 14] = [
    "check/export.rs",
    "compare.rs",
    "compare/digest.rs",
    "compare/pairing.rs",
    "compare/report.rs",
    "detect.rs",
    "edit.rs",
    "format/fen.rs",
    "format/movelist.rs",
    "format/pcn.rs",
    "format/pcn/writing.rs",
    "format/pgn.rs",
    "format/xml/writing.rs",
    "reader.rs",
];

/// Modules that are no room: what belongs to the crate as a whole.
const APART: [&str; 2] = ["lib.rs", "guide.rs"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust files in a folder, without modules of tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ext| ext == "rs") && !path.ends_with("tests.rs")
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// A source without comments and without its module of tests, which stands at its end.
fn code(text: &str) -> String {
    let text = text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default();
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// What a source takes from the crate: the first names of the paths that begin with `crate::`, or the
/// names in braces behind it.
fn imports(code: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for path in code.split("crate::").skip(1) {
        match path.strip_prefix('{') {
            Some(group) => {
                let mut depth = 1;
                let end = group.find(|c| {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    depth == 0
                });
                let mut depth = 0;
                for name in group[..end.expect("a closing brace")].split_inclusive(['{', '}', ','])
                {
                    if depth == 0 {
                        names.push(first(name.trim_start()));
                    }
                    depth += i32::from(name.ends_with('{')) - i32::from(name.ends_with('}'));
                }
            }
            None => names.push(first(path)),
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

/// The name that a text begins with.
fn first(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    &text[..end.unwrap_or(text.len())]
}

/// The names that `src/lib.rs` gives to things of the rooms, with their rooms.
fn reexports() -> Vec<(String, String)> {
    let lib = fs::read_to_string(root().join("src/lib.rs")).expect("the library");
    let mut names = Vec::new();
    for line in code(&lib).split(';') {
        let Some(path) = line.trim().strip_prefix("pub use ") else {
            continue;
        };
        let room = first(path);
        let (_, list) = path.rsplit_once("::").expect("a path");
        for name in list.trim_matches(['{', '}']).split(',') {
            let name = name.rsplit(' ').find(|name| !name.is_empty());
            names.extend(name.map(|name| (name.to_owned(), room.to_owned())));
        }
    }
    names
}

#[test]
fn rooms_use_only_rooms_before_them() {
    let reexports = reexports();
    let place = |room: &str| ROOMS.iter().position(|&other| other == room);
    let src = root().join("src");
    let mut seen = BTreeSet::new();
    let mut wrong = String::new();
    for path in sources(&src) {
        let name = path.strip_prefix(&src).expect("in the folder");
        let name = name.to_str().expect("UTF-8").replace('\\', "/");
        if APART.contains(&&*name) {
            continue;
        }
        let own = name.split(['/', '.']).next().unwrap_or_default();
        let own = place(own).unwrap_or_else(|| panic!("{name} is in no room of this list"));
        seen.insert(own);
        let text = fs::read_to_string(&path).expect("a source");
        let code = code(&text);
        for import in imports(&code) {
            if import == "variants" {
                if !WITH_STANDARD.contains(&&*name) {
                    wrong += &format!("{name} names variants\n");
                }
                continue;
            }
            let room = reexports.iter().find(|(known, _)| known == import);
            let room = room.map_or(import, |(_, room)| room);
            match place(room) {
                Some(room) if room <= own => {}
                Some(_) => wrong += &format!("{name} uses {import}, of a later room\n"),
                None => wrong += &format!("{name} uses {import}, which is in no room\n"),
            }
        }
    }
    assert_eq!(seen.len(), ROOMS.len(), "every room has files");
    assert!(wrong.is_empty(), "the order is {ROOMS:?}\n{wrong}");
}

#[test]
fn only_the_standard_variants_are_named() {
    for name in WITH_STANDARD {
        let path = root().join("src").join(name);
        let text = fs::read_to_string(path).expect("a source");
        let code = code(&text);
        let standard = code.matches("variants::Standard").count();
        let all = code.matches("crate::variants").count();
        assert!(
            standard > 0,
            "{name} no longer names them: take it from the list"
        );
        assert_eq!(all, standard, "{name} names a variant of its own");
    }
}

#[test]
fn folders_of_variants_have_the_same_files() {
    let mut folders = 0;
    for entry in fs::read_dir(root().join("variants")).expect("a folder") {
        let folder = entry.expect("an entry").path();
        if !folder.is_dir() {
            continue;
        }
        folders += 1;
        let files = fs::read_dir(&folder).expect("a folder");
        let files = files.map(|entry| entry.expect("an entry").path());
        let sources = files.filter(|path| path.extension().is_some_and(|e| e == "rs"));
        let mut names: Vec<_> = sources
            .map(|path| {
                path.file_stem()
                    .expect("a name")
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort();
        let mut expected = FILES;
        expected.sort();
        assert_eq!(names, expected, "{}", folder.display());
    }
    assert!(folders >= 3);
}

#[test]
fn design_describes_the_rooms_in_their_order() {
    let design = fs::read_to_string(root().join("docs/DESIGN.md")).expect("the design");
    let (_, section) = design.split_once("\n## Rooms\n").expect("a section");
    let section = section.split("\n## ").next().unwrap_or_default();
    let rows = section.lines().filter_map(|line| line.strip_prefix("| `"));
    let told: Vec<_> = rows.filter_map(|row| row.split('`').next()).collect();
    assert_eq!(told, ROOMS);
    for file in FILES {
        assert!(design.contains(&format!("`{file}.rs`")), "{file}.rs");
    }
}

#[test]
fn imports_are_found() {
    let text = "use crate::io::Chunk;\nuse crate::{Game, diagnostic::{self, Code},\n    reader};\n\
                fn f() -> crate::check::Checker {}";
    assert_eq!(
        imports(text),
        ["io", "Game", "diagnostic", "reader", "check"]
    );
}

/// All files that belong to the project, as paths from its root.
fn project() -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![root().to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str());
            if path.is_dir() {
                if !matches!(name, Some("target" | ".git" | "corpus")) {
                    folders.push(path);
                }
            } else if let Some(name) = path.strip_prefix(root()).expect("in it").to_str() {
                files.push(name.replace('\\', "/"));
            }
        }
    }
    files
}

/// The guides name files and identifiers that are there.
#[test]
fn guides_name_what_is_there() {
    let files = project();
    let sources: String = files
        .iter()
        .filter(|name| name.ends_with(".rs") && *name != "tests/house/layout.rs")
        .map(|name| fs::read_to_string(root().join(name)).expect("a source"))
        .collect();
    let words: BTreeSet<&str> = sources
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .collect();
    let mut wrong = String::new();
    let mut seen = 0;
    for guide in ["docs/DESIGN.md", "CONTRIBUTING.md", "CHANGELOG.md"] {
        let text = fs::read_to_string(root().join(guide)).expect("a guide");
        for quoted in text.split('`').skip(1).step_by(2) {
            let path = Path::new(quoted);
            let is_file = path
                .extension()
                .is_some_and(|ext| ext == "rs" || ext == "txt");
            if is_file && !quoted.contains(['<', ' ', '*']) {
                seen += 1;
                let within = format!("/{quoted}");
                if !files
                    .iter()
                    .any(|name| name == quoted || name.ends_with(&within))
                {
                    wrong += &format!("{guide}: there is no file {quoted}\n");
                }
            } else if quoted.contains("::") && !quoted.contains([' ', '<', '(', '/']) {
                seen += 1;
                if let Some(word) = quoted.split("::").find(|word| !words.contains(word)) {
                    wrong += &format!("{guide}: nothing is called {word}, of {quoted}\n");
                }
            }
        }
    }
    assert!(seen > 60, "{seen}");
    assert!(wrong.is_empty(), "{wrong}");
}
