//! `movetext view`: from the command line to the page.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn movetext(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_movetext"))
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the command runs")
}

const GAMES: &str = "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. Ke3 *\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("good.pgn"), "1. e4 e5 *\n").expect("a file");
    fs::write(folder.path().join("games.pgn"), GAMES).expect("a file");
    folder
}

#[test]
fn pages_do_not_depend_on_threads() {
    let corpus = root().join("corpus");
    let folder = folder();
    let mut pages = Vec::new();
    for jobs in ["1", "2", "7"] {
        let mut arguments = vec!["view", "--jobs", jobs];
        let paths = [
            "chess",
            "xiangqi",
            "cescacs",
            "detect/pcn.json",
            "detect/games.xml",
            "detect/games.jsonl",
        ];
        let paths = paths.map(|name| corpus.join(name).to_string_lossy().into_owned());
        arguments.extend(paths.iter().map(String::as_str));
        pages.push(movetext(folder.path(), &arguments).stdout);
    }
    assert!(pages[0].starts_with(b"<!doctype html>"));
    assert!(pages[0] == pages[1] && pages[0] == pages[2]);
}

#[test]
fn exit_codes() {
    let folder = folder();
    let path = folder.path();
    for (arguments, code) in [
        (&["view", "good.pgn", "-o", "page.html"][..], 0),
        (&["view", "games.pgn", "-o", "page.html"], 1),
        (&["view", "missing.pgn", "-o", "other.html"], 3),
        (&["view", "good.pgn", "--lang", "xx"], 2),
        (&["view", "good.pgn", "-o", "good.pgn"], 2),
        (&["view", "good.pgn", "--force"], 2),
        (&["view"], 2),
    ] {
        let output = movetext(path, arguments);
        assert_eq!(
            output.status.code(),
            Some(code),
            "{arguments:?}: {output:?}"
        );
    }
    // What could be read is in a page that was not there before; one that was there stays.
    assert!(path.join("other.html").exists());
    let before = fs::read(path.join("page.html")).expect("a page");
    let output = movetext(
        path,
        &["view", "good.pgn", "missing.pgn", "-o", "page.html"],
    );
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("stays as it was"));
    assert!(fs::read(path.join("page.html")).expect("a page") == before);
}

#[test]
fn standard_input_is_read_like_a_file() {
    let folder = folder();
    let title = ["--title", "T"];
    let mut child = Command::new(env!("CARGO_BIN_EXE_movetext"))
        .args(["view", "-"])
        .args(title)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command runs");
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(GAMES.as_bytes())
        .expect("it is read");
    let piped = child.wait_with_output().expect("it ends");
    assert_eq!(piped.status.code(), Some(1));
    let file = movetext(folder.path(), &["view", "games.pgn", "--title", "T"]);
    // All but the name of the source.
    assert_eq!(piped.stdout.len().abs_diff(file.stdout.len()) / 64, 0);
}

#[test]
fn databases_are_read_like_files() {
    let folder = folder();
    let path = folder.path();
    let imported = movetext(path, &["import", "games.pgn", "--to", "games.db"]);
    assert_eq!(imported.status.code(), Some(1), "{imported:?}");
    let stored = movetext(path, &["view", "games.db", "--title", "T"]);
    let file = movetext(path, &["view", "games.pgn", "--title", "T"]);
    assert_eq!(stored.status.code(), Some(1));
    assert_eq!(stored.stdout.len().abs_diff(file.stdout.len()) / 64, 0);
}

#[test]
fn sources_without_games_are_named() {
    let folder = folder();
    fs::write(
        folder.path().join("notes.txt"),
        "Nothing of chess is written here, just words.\n",
    )
    .expect("a file");
    let output = movetext(folder.path(), &["view", ".", "-o", "page.html"]);
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("skipped: ./notes.txt"),
        "{output:?}"
    );
    let output = movetext(folder.path(), &["view", "notes.txt", "-o", "page.html"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(
        String::from_utf8_lossy(&output.stderr).contains("no games"),
        "{output:?}"
    );
}

/// Conditions choose games of a database, and of nothing else.
#[test]
fn games_of_a_database_are_chosen() {
    let folder = folder();
    let path = folder.path();
    let imported = movetext(path, &["import", "games.pgn", "--to", "games.db"]);
    assert!(path.join("games.db").is_file(), "{imported:?}");
    // The second game has a move that cannot be played.
    for (arguments, code) in [
        (&["view", "games.db"][..], 1),
        (&["view", "games.db", "--player", "A"], 0),
        (&["view", "games.db", "--first", "B"], 1),
        (&["view", "games.pgn", "--player", "A"], 2),
    ] {
        let output = movetext(path, arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        let is_page = output.stdout.starts_with(b"<!doctype html>");
        assert_eq!(is_page, code != 2, "{arguments:?}");
    }
}
