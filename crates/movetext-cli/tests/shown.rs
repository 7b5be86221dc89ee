//! The README and the pages of `docs/` are literally true: every command that they show is run here, and its
//! output compared. `SNAPSHOTS=overwrite cargo test -p movetext-cli --test shown` writes the output into
//! the pages anew.
//!
//! - In a block, `$ movetext …` is a command with its output below it, up to the end of the block or the next
//!   command; such blocks are fenced, since output may have empty lines. A line that begins with `movetext`
//!   is a command whose output is not shown.
//! - In the text, a command in backquotes that has arguments is run with files in the place of `PATH...`.
//! - Each page has a folder of its own, with the files of `tests/shown/` in it.
//! - Commands of cargo are not run from a test. Those of the README have to stand in `.ci/run`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md")];
    for member in [
        "movetext-cli",
        "movetext-png",
        "movetext-store",
        "movetext-view",
    ] {
        pages.push(root().join("crates").join(member).join("README.md"));
    }
    let docs = fs::read_dir(root().join("docs")).expect("there is a folder docs");
    let docs = docs.map(|entry| entry.expect("it can be read").path());
    pages.extend(docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    pages.sort();
    pages
}

/// A folder with the files that the commands are about.
fn sandbox() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("there is room for files");
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/shown");
    for entry in fs::read_dir(files).expect("the files are there") {
        let entry = entry.expect("the folder can be read");
        fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("files can be copied");
    }
    folder
}

/// Runs a command line as far as it is the program and its arguments; `> FILE` takes the output.
fn run(line: &str, folder: &Path) -> Output {
    let (command, file) = match line.split_once(" > ") {
        Some((command, file)) => (command, Some(home(file, folder))),
        None => (line, None),
    };
    // What stands between quotes is one word.
    let parts = command.split('\'').enumerate();
    let mut words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    assert_eq!(words.next(), Some("movetext"), "{line}");
    let mut output = Command::new(env!("CARGO_BIN_EXE_movetext"))
        .args(words.map(|word| home(word, folder)))
        .current_dir(folder)
        .env("COLUMNS", "100")
        .output()
        .expect("the command starts");
    if let Some(file) = file {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().expect("it is a file")).expect("folders can be made");
        fs::write(&path, std::mem::take(&mut output.stdout)).expect("files can be written");
        assert!(path.metadata().is_ok_and(|file| file.len() > 100), "{line}");
    }
    output
}

/// A word with the home folder of the test in the place of `~`.
fn home(word: &str, folder: &Path) -> String {
    match word.strip_prefix("~/") {
        Some(rest) => folder.join(rest).to_string_lossy().into_owned(),
        None => word.to_owned(),
    }
}

/// The line without what makes it part of a block; none if it is text.
fn in_block(line: &str, fenced: bool) -> Option<(&str, &str)> {
    match line.strip_prefix("    ") {
        _ if fenced => Some(("", line)),
        Some(code) => Some(("    ", code)),
        None => None,
    }
}

#[test]
fn commands_print_what_is_shown() {
    let mut commands = 0;
    for page in pages() {
        let folder = sandbox();
        let text = fs::read_to_string(&page).expect("the page can be read");
        let mut actual = String::new();
        let mut lines = text.lines().peekable();
        let mut fenced = false;
        while let Some(line) = lines.next() {
            actual += line;
            actual.push('\n');
            if line.starts_with("```") {
                fenced = !fenced;
                continue;
            }
            let Some((indent, code)) = in_block(line, fenced) else {
                continue;
            };
            let shown = code.strip_prefix("$ ");
            let Some(command) = shown.or(code.starts_with("movetext ").then_some(code)) else {
                continue;
            };
            commands += 1;
            let output = run(command, folder.path());
            let failed = !matches!(output.status.code(), Some(0 | 1));
            assert!(!failed, "{}: {command}: {output:?}", page.display());
            if shown.is_none() {
                continue;
            }
            // What is shown of the output before gives way to the output.
            let ends = |line: &str| match in_block(line, fenced) {
                Some((_, code)) => code.starts_with("$ ") || line.starts_with("```"),
                None => true,
            };
            while lines.next_if(|line| !ends(line)).is_some() {}
            for written in [output.stdout, output.stderr] {
                let written = String::from_utf8(written).expect("the output is UTF-8");
                for line in written.trim_end().lines() {
                    actual += format!("{indent}{line}").trim_end();
                    actual.push('\n');
                }
            }
        }
        if std::env::var("SNAPSHOTS").as_deref() == Ok("overwrite") {
            fs::write(&page, &actual).expect("the page can be written");
        }
        let differs = text
            .lines()
            .zip(actual.lines())
            .find(|(shown, is)| shown != is);
        assert!(
            text == actual,
            "{}: shown and actual: {differs:#?}",
            page.display()
        );
    }
    assert!(commands > 5, "the pages show commands");
}

#[test]
fn commands_in_the_text_are_understood() {
    let mut commands = 0;
    for page in pages() {
        let text = fs::read_to_string(&page).expect("the page can be read");
        // Every other piece stands in backquotes.
        for command in text.split('`').skip(1).step_by(2) {
            if !command.starts_with("movetext ") || command.split(' ').count() < 3 {
                continue;
            }
            let folder = sandbox();
            let imports = command.contains(" import ");
            for database in ["games.db", "A.db", "B.db"] {
                if !imports && command.contains(database) {
                    run(
                        &format!("movetext import games.pgn --to {database}"),
                        folder.path(),
                    );
                }
            }
            let line = command
                .replace("PATH...", "games.pgn")
                .replace("--source PATH", "--source games.pgn")
                .replace("FORMAT", "jsonl")
                .replace("COMMAND", "check")
                .replace("CODE", "illegal-move")
                .replace(" DATABASE", " games.db");
            let mut output = run(&line, folder.path());
            // A command may be named without its files.
            if String::from_utf8_lossy(&output.stderr).contains("<PATH>...") {
                output = run(&format!("{line} games.pgn"), folder.path());
            }
            let understood = matches!(output.status.code(), Some(0 | 1));
            assert!(understood, "{}: {command}: {output:?}", page.display());
            commands += 1;
        }
    }
    assert!(commands > 5, "the pages name commands");
}

/// What the README tells people to run first is what is run before every change of the project.
#[test]
fn the_first_commands_are_run_before_every_change() {
    let script = fs::read_to_string(root().join(".ci/run")).expect("the script can be read");
    let readme = fs::read_to_string(root().join("README.md")).expect("the page can be read");
    let first: Vec<&str> = readme
        .lines()
        .filter_map(|line| line.strip_prefix("    "))
        .filter(|line| line.starts_with("cargo "))
        .collect();
    assert_eq!(first.len(), 3, "{first:?}");
    // The third one installs the command.
    for command in &first[..2] {
        assert!(script.lines().any(|line| line == *command), "{command}");
    }
}

/// On the page of a registry there are no files beside the README.
#[test]
fn links_work_anywhere() {
    for page in pages() {
        if !page.ends_with("README.md") {
            continue;
        }
        let text = fs::read_to_string(&page).expect("the page can be read");
        for link in text.split("](").skip(1) {
            assert!(
                link.starts_with("https://"),
                "{}: {link:.40}",
                page.display()
            );
        }
        // What docs.rs has of this library are its modules.
        for link in text
            .split("https://docs.rs/movetext/latest/movetext/guide/")
            .skip(1)
        {
            let module = link.split('/').next().expect("there is a part");
            let guide = fs::read_to_string(root().join("src/guide.rs")).expect("it is there");
            assert!(guide.contains(&format!("pub mod {module} ")), "{module}");
        }
    }
}

/// Each published package has what a registry shows and what its licence demands.
#[test]
fn packages_are_complete() {
    for folder in [
        ".",
        "crates/movetext-store",
        "crates/movetext-png",
        "crates/movetext-cli",
    ] {
        let folder = root().join(folder);
        for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            let text = fs::read_to_string(folder.join(file));
            let text = text.unwrap_or_else(|error| panic!("{}: {file}: {error}", folder.display()));
            let same = fs::read_to_string(root().join(file)).expect("the file is there");
            assert!(
                file == "README.md" || text == same,
                "{}: {file}",
                folder.display()
            );
        }
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("it is there");
        let package = &manifest[manifest.find("[package]").expect("it is a package")..];
        for field in [
            "description",
            "license",
            "readme",
            "keywords",
            "categories",
            "include",
        ] {
            assert!(
                package.contains(&format!("\n{field}")),
                "{}: {field}",
                folder.display()
            );
        }
        assert!(package.contains("\"/LICENSE-*\"") && package.contains("\"/README.md\""));
    }
}

#[test]
fn man_pages_describe_every_command() {
    let folder = sandbox();
    let output = run("movetext man pages/man1", folder.path());
    assert!(output.status.success(), "{output:?}");
    let help = run("movetext --help", folder.path());
    let help = String::from_utf8(help.stdout).expect("the output is UTF-8");
    let commands = help
        .split("Commands:\n")
        .nth(1)
        .expect("there are commands");
    let commands = commands.lines().take_while(|line| !line.is_empty());
    for command in commands.filter_map(|line| line.split_whitespace().next()) {
        if command == "help" {
            continue;
        }
        let page = folder
            .path()
            .join(format!("pages/man1/movetext-{command}.1"));
        let page = fs::read_to_string(page).unwrap_or_else(|error| panic!("{command}: {error}"));
        assert!(
            page.contains(".SH SYNOPSIS") && page.contains(".SH DESCRIPTION"),
            "{command}"
        );
    }
    let page = fs::read_to_string(folder.path().join("pages/man1/movetext.1"));
    assert!(page.expect("it is written").contains("movetext\\-check(1)"));
    // Where they cannot be written, that is an error.
    let output = run("movetext man games.pgn/pages", folder.path());
    assert_eq!(output.status.code(), Some(3), "{output:?}");
}
