//! What the command does with databases.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// A folder with some files and a database of them.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        let folder = Folder(TempDir::new().expect("there is room"));
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
        for file in [
            "games/cescacs.ctl-pgn",
            "games/chess.pgn",
            "games/xiangqi.pgn",
            "documents/games.pcn",
        ] {
            let name = Path::new(file).file_name().expect("a name");
            fs::copy(data.join(file), folder.path(name)).expect("there is room");
        }
        let output = folder.run(&[
            "import",
            "cescacs.ctl-pgn",
            "chess.pgn",
            "games.pcn",
            "xiangqi.pgn",
            "--to",
            "games.db",
        ]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{output:?}");
        folder
    }

    fn path(&self, name: impl AsRef<Path>) -> PathBuf {
        self.0.path().join(name)
    }

    fn run(&self, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_movetext"))
            .args(args)
            .current_dir(self.0.path())
            .output()
            .expect("the command starts")
    }

    /// The standard output and error, and the exit code.
    fn told(&self, args: &[&str]) -> (String, String, i32) {
        let output = self.run(args);
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("UTF-8");
        (
            text(&output.stdout),
            text(&output.stderr),
            output.status.code().expect("it ends"),
        )
    }

    fn found(&self, args: &[&str]) -> (String, i32) {
        let (out, err, code) = self.told(&[&["find", "games.db"], args].concat());
        assert_eq!(err, "", "{args:?}");
        (out, code)
    }
}

const ANDERSSEN: &str =
    "2\tAnderssen, Adolf - Kieseritzky, Lionel\t1-0\t1851.06.21\tCasual game\t11 plies";

#[test]
fn games_are_found() {
    let folder = Folder::new();
    let found = |args: &[&str]| folder.found(args);
    assert_eq!(
        found(&["--player", "андерссен"]),
        (format!("{ANDERSSEN}\n"), 0)
    );
    assert_eq!(found(&["--date", "1851", "--count"]), ("1\n".to_owned(), 0));
    assert_eq!(found(&["--player", "nobody"]), (String::new(), 1));
    assert_eq!(
        found(&["--player", "nobody", "--count"]),
        ("0\n".to_owned(), 1)
    );
    let (out, _) = found(&["--moves", "1. e4 e5 2. f4"]);
    assert_eq!(out, format!("{ANDERSSEN}\n"));
    let gambit = "rnbqkbnr/pppp1ppp/8/8/4Pp2/8/PPPP2PP/RNBQKBNR w KQkq - 0 3";
    let (out, _) = found(&["--position", gambit]);
    assert_eq!(out, format!("{ANDERSSEN}\tat ply 4\n"));
    let (out, _) = found(&["--variant", "chess", "--limit", "1"]);
    assert_eq!(out, format!("{ANDERSSEN}\n"));
    let (out, _) = found(&["--comment", "Bryan"]);
    assert_eq!(out, format!("{ANDERSSEN}\n"));
    let side = "rnb1kb1r/p1pp1ppp/5n2/1B4p1/4Pp1q/5N2/PPPP2PP/RNBQ1K1R b kq - 1 6";
    assert_eq!(found(&["--position", side, "--count"]).0, "0\n");
}

/// Games that are found are written whole, in any format.
#[test]
fn games_that_are_found_are_written() {
    let folder = Folder::new();
    let (out, code) = folder.found(&["--variant", "chess", "--event", "Casual", "--to", "pgn"]);
    assert_eq!(code, 0);
    assert!(
        out.contains("{the Bryan gambit}") && out.contains("(5...g5 6."),
        "{out}"
    );
    assert_eq!(out.matches("[Event ").count(), 1);
    // All games that are found are all that there are.
    for format in ["pgn", "fen"] {
        let found = folder.run(&["find", "games.db", "--to", format]);
        let stored = folder.run(&["convert", "games.db", "--to", format]);
        assert!(!found.stdout.is_empty());
        assert!(
            found.stdout == stored.stdout,
            "{format}: {found:?} {stored:?}"
        );
    }
    let written = folder.run(&["find", "games.db", "--to", "pgn", "-o", "out.pgn"]);
    assert_eq!(written.stdout, b"");
    assert!(
        fs::read_to_string(folder.path("out.pgn"))
            .expect("it is there")
            .contains("Kieseritzky")
    );
}

/// A database is read as the files are that it was made from.
#[test]
fn databases_are_sources() {
    let folder = Folder::new();
    let files = ["cescacs.ctl-pgn", "chess.pgn", "games.pcn", "xiangqi.pgn"];
    for command in [
        &["check", "--severity", "info"][..],
        &["convert", "--to", "pgn"],
        &["convert", "--to", "jsonl"],
        &["convert", "--to", "pgn", "--profile", "lossless"],
        &["fmt"],
    ] {
        let (out, err, code) = folder.told(&[command, &["games.db"]].concat());
        let (expected_out, expected_err, expected_code) = folder.told(&[command, &files].concat());
        let own = |text: &str| text.replace("games.db:", "");
        assert_eq!(own(&out), expected_out, "{command:?}");
        assert_eq!(own(&err), expected_err, "{command:?}");
        assert_eq!(code, expected_code, "{command:?}");
    }
    let (out, ..) = folder.told(&["stats", "games.db", "--format", "jsonl"]);
    assert!(out.contains("\"games\":6"), "{out}");
    assert_eq!(folder.told(&["compare", "games.db", "games.db"]).2, 0);
    let (out, _, code) = folder.told(&["compare", "chess.pgn", "games.db"]);
    assert_eq!(code, 1);
    assert!(!out.contains("only in A"), "{out}");
    let (_, err, code) = folder.told(&["fmt", "--check", "games.db"]);
    assert_eq!(code, 3);
    assert!(err.contains("stored in a database"), "{err}");
    assert_eq!(folder.told(&["check", "--fix", "games.db"]).2, 2);
}

#[test]
fn sources_are_given_back() {
    let folder = Folder::new();
    let chess = fs::read(folder.path("chess.pgn")).expect("it is there");
    fs::remove_file(folder.path("chess.pgn")).expect("it is there");
    let output = folder.run(&["export", "games.db", "--source", "chess.pgn"]);
    assert!(output.stdout == chess, "{output:?}");
    let output = folder.run(&[
        "export",
        "games.db",
        "--source",
        "chess.pgn",
        "-o",
        "back.pgn",
    ]);
    assert!(output.status.success());
    assert!(fs::read(folder.path("back.pgn")).expect("it is there") == chess);
    let (out, ..) = folder.told(&["export", "games.db", "--list"]);
    let chess_row = out
        .lines()
        .find(|line| line.ends_with("chess.pgn"))
        .expect("a row");
    let words: Vec<&str> = chess_row.split_whitespace().collect();
    assert_eq!(words[..4], ["2", "2", &chess.len().to_string(), "done"]);
    assert_eq!(folder.told(&["export", "games.db"]).2, 2);
    let (_, err, code) = folder.told(&["export", "games.db", "--source", "none.pgn"]);
    assert_eq!(code, 3);
    assert!(err.contains("there is no source none.pgn"), "{err}");
}

#[test]
fn databases_are_kept() {
    let folder = Folder::new();
    let (out, err, code) = folder.told(&["db", "check", "games.db", "--sources"]);
    assert!(out.ends_with(": no problems\n"), "{out}{err}");
    assert_eq!(code, 0);
    fs::remove_file(folder.path("chess.pgn")).expect("it is there");
    let (out, _, code) = folder.told(&["db", "check", "games.db", "--sources"]);
    assert!(
        out.contains("chess.pgn: the file is gone; movetext export gives it back"),
        "{out}"
    );
    assert_eq!(code, 1);

    let (_, err, code) = folder.told(&["remove", "games.db", "--source", "chess.pgn"]);
    assert_eq!(code, 0);
    assert!(
        err.starts_with("removed: ") && err.ends_with("chess.pgn: 2 games\n"),
        "{err}"
    );
    assert_eq!(folder.found(&["--player", "Anderssen"]).1, 1);

    let import = folder.run(&["import", "xiangqi.pgn", "--to", "b.db"]);
    assert!(import.status.success());
    let (_, err, code) = folder.told(&["merge", "games.db", "b.db", "-o", "c.db"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("games.db: added 3 sources"), "{err}");
    assert!(
        err.contains("xiangqi.pgn: the same text is there already"),
        "{err}"
    );
    assert_eq!(
        folder.told(&["merge", "games.db", "b.db", "-o", "c.db"]).2,
        2
    );
    let (_, err, code) = folder.told(&["db", "migrate", "c.db"]);
    assert_eq!(
        (err.as_str(), code),
        ("c.db: it has version 3 already\n", 0)
    );
    let (_, err, code) = folder.told(&["find", "none.db"]);
    assert_eq!(code, 3);
    assert!(err.contains("none.db"), "{err}");
}
