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
    let names = "# Masters\nAdolf Anderssen = The Master of Breslau\n";
    fs::write(folder.path("names.txt"), names).expect("there is room");
    let aliases =
        |name| folder.told(&["find", "games.db", "--aliases", name, "--player", "Breslau"]);
    assert_eq!(
        aliases("names.txt"),
        (format!("{ANDERSSEN}\n"), String::new(), 0)
    );
    let (_, err, code) = aliases("nothing.txt");
    assert!(err.contains("nothing.txt: No such file"), "{err}");
    assert_eq!(code, 2);
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

    assert_eq!(folder.told(&["remove", "games.db"]).2, 2);
    let (_, err, code) = folder.told(&["remove", "games.db", "--player", "nobody"]);
    assert_eq!(
        (err.as_str(), code),
        ("movetext: no games were found, so none were removed\n", 0)
    );

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

#[test]
fn moves_of_a_position_are_shown() {
    let folder = Folder::new();
    let (out, err, code) = folder.told(&["tree", "games.db", "--moves", "1. e4 e5 2. f4"]);
    assert_eq!((&*err, code), ("", 0));
    assert!(out.contains("1 game\n") && out.contains("\nexf4 "), "{out}");
    let (out, _, _) = folder.told(&[
        "tree",
        "games.db",
        "--moves",
        "1. e4 e5 2. f4",
        "--format",
        "jsonl",
    ]);
    let expected = r#"{"move":"exf4","uci":"e5f4","games":1,"first_wins":1,"draws":0,"second_wins":0,"unknown":0,"average_elo":null,"key":"#;
    assert!(out.starts_with(expected), "{out}");
    assert_eq!(out.lines().count(), 1);
    for (args, shown) in [
        (&["--player", "nobody"][..], "no games\n"),
        (&["--variant", "xiangqi"], "炮"),
    ] {
        let (out, err, code) = folder.told(&[&["tree", "games.db"], args].concat());
        assert_eq!((&*err, code), ("", i32::from(shown == "no games\n")));
        assert!(out.contains(shown), "{out}");
    }
    let (_, err, code) = folder.told(&["tree", "games.db", "--position", "nonsense"]);
    assert_eq!(code, 2);
    assert!(err.contains("Usage: movetext tree"), "{err}");
}

#[test]
fn patterns_are_found_and_explained() {
    let folder = Folder::new();
    let (out, code) = folder.found(&["--pattern", "captured pieces on [f4]", "--variant", "chess"]);
    assert_eq!((out, code), (format!("{ANDERSSEN}\tat ply 4\n"), 0));
    let (_, err, code) = folder.told(&[
        "find",
        "games.db",
        "--pattern",
        "N[e9]",
        "--variant",
        "chess",
    ]);
    assert_eq!(code, 2);
    assert!(
        err.contains("chess has no square `e9`\n  N[e9]\n    ^^\n"),
        "{err}"
    );
    assert!(err.contains("Usage: movetext find"), "{err}");
}

/// The same conditions choose games for every command that reads databases.
#[test]
fn conditions_choose_games_everywhere() {
    let folder = Folder::new();
    let chosen = |args: &[&str]| {
        let (out, err, code) = folder.told(args);
        assert!(matches!(code, 0 | 1), "{args:?}: {err}");
        out
    };
    let conditions = ["--player", "Anderssen", "--opening", "1. e4 e5 2. f4"];
    let with = |args: &[&'static str]| [args, &conditions].concat();
    let out = chosen(&with(&["stats", "games.db", "--format", "jsonl"]));
    assert!(out.contains(r#""games":1,"plies":11"#), "{out}");
    let pgn = chosen(&with(&["convert", "games.db", "--to", "pgn"]));
    assert_eq!(pgn.matches("[Event ").count(), 1, "{pgn}");
    assert!(pgn.contains("Anderssen"), "{pgn}");
    assert_eq!(chosen(&with(&["fmt", "games.db"])), pgn);
    let out = chosen(&with(&["check", "games.db"]));
    assert!(out.contains("games.db:chess.pgn#2: 1 game"), "{out}");
    let text = chosen(&with(&["export", "games.db", "--source", "chess.pgn"]));
    let whole = fs::read_to_string(folder.path("chess.pgn")).expect("a file");
    assert!(whole.contains(text.trim()), "{text}");
    fs::write(folder.path("one.pgn"), &text).expect("there is room");
    let import = ["import", "one.pgn", "--to", "one.db"];
    assert!(matches!(folder.told(&import).2, 0 | 1));
    let (out, _, code) = folder.told(&with(&["compare", "games.db", "one.db"]));
    assert_eq!(code, 0, "{out}");
    let out = chosen(&[
        "stats",
        "games.db",
        "--pattern",
        "no Q",
        "--variant",
        "chess",
    ]);
    assert!(out.contains("total"), "{out}");
    let (_, err, code) = folder.told(&with(&["stats", "chess.pgn"]));
    assert_eq!(code, 2);
    assert!(err.contains("chess.pgn is none"), "{err}");
    assert!(err.contains("Usage: movetext stats"), "{err}");
}

#[test]
fn sql_is_answered() {
    let folder = Folder::new();
    let asked = |sql: &str, format: &str| {
        let (out, err, code) = folder.told(&["sql", "games.db", sql, "--format", format]);
        assert_eq!((&*err, code), ("", 0), "{sql}");
        out
    };
    let sql = "SELECT id, second AS \"the \"\"second\"\"\", NULL AS n FROM games WHERE id = 2";
    assert_eq!(
        asked(sql, "table"),
        "id  the \"second\"         n\n 2  Kieseritzky, Lionel\n"
    );
    assert_eq!(
        asked(sql, "csv"),
        "id,\"the \"\"second\"\"\",n\r\n2,\"Kieseritzky, Lionel\",\r\n"
    );
    assert_eq!(
        asked(sql, "jsonl"),
        "{\"id\":2,\"the \\\"second\\\"\":\"Kieseritzky, Lionel\",\"n\":null}\n"
    );
    assert_eq!(
        asked("SELECT fen(2, 2)", "table"),
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2\n"
    );
    let out = asked("SELECT moves(2, 'uci')", "table");
    assert!(out.starts_with("e2e4 e7e5 f2f4 e5f4 "), "{out}");
    assert!(asked("SELECT board(2, 0)", "table").contains("♜ ♞ ♝"));
    assert!(asked("SELECT pgn(2)", "table").contains("Kieseritzky"));
    assert_eq!(
        asked(
            "SELECT material(2, 4), material(2, 99) IS NULL, fen(99) IS NULL",
            "csv"
        )
        .lines()
        .last(),
        Some("KQRRBBNNPPPPPPPvKQRRBBNNPPPPPPPP,1,1")
    );
    let gambit = "rnbqkbnr/pppp1ppp/8/8/4Pp2/8/PPPP2PP/RNBQKBNR w KQkq - 0 3";
    let sql = format!("SELECT group_concat(id) FROM games WHERE reaches(id, '{gambit}')");
    assert_eq!(asked(&sql, "table"), "2\n");
    let sql =
        "SELECT count(*) FROM games WHERE variant = 'chess' AND matches(id, 'captured p on [f4]')";
    assert_eq!(asked(sql, "table"), "0\n");
    for (sql, problem) in [
        ("SELECT matches(2, 'N[')", "matches: expected"),
        ("SELECT reaches(2, 'x')", "no position"),
        ("SELECT moves(2, 'x')", "no variant has the notation"),
        ("SELECT", "incomplete input"),
        ("SELECT length(randomblob(100000000))", "too big"),
        ("SELECT load_extension('x.so')", "authoriz"),
        ("ATTACH 'other.db' AS other", "authoriz"),
        ("VACUUM INTO 'copy.db'", "authoriz"),
        ("DELETE FROM games", "authoriz"),
        ("CREATE TEMP TABLE t (x)", "authoriz"),
        ("PRAGMA writable_schema = 1", "authoriz"),
        ("PRAGMA temp_store_directory = '/'", "authoriz"),
    ] {
        let (out, err, code) = folder.told(&["sql", "games.db", sql]);
        assert_eq!((&*out, code), ("", 1), "{sql}: {err}");
        assert!(err.contains(problem), "{sql}: {err}");
    }
    assert!(!folder.path("copy.db").exists() && !folder.path("other.db").exists());
    let (_, err, code) = folder.told(&[
        "sql",
        "games.db",
        "CREATE TABLE notes (game, text); INSERT INTO notes VALUES (2, 'well'); SELECT 1",
        "--write",
    ]);
    assert_eq!((&*err, code), ("", 0));
    assert_eq!(asked("SELECT text FROM notes", "table"), "well\n");
}

/// A question that would never end is ended as every program is.
#[cfg(unix)]
#[test]
fn sql_can_be_interrupted() {
    let folder = Folder::new();
    let endless =
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT max(x) FROM n";
    let mut child = Command::new(env!("CARGO_BIN_EXE_movetext"))
        .args(["sql", "games.db", endless])
        .current_dir(folder.path("."))
        .spawn()
        .expect("the command starts");
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(child.try_wait().expect("a process").is_none(), "it goes on");
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(killed.expect("a signal").success());
    let status = child.wait().expect("it ends");
    assert!(!status.success());
}

#[test]
fn duplicates_are_told_and_kept() {
    let folder = Folder::new();
    assert_eq!(
        folder
            .told(&["dedupe", "games.db", "--variant", "xiangqi"])
            .0,
        "0 pairs: 0 exact, 0 prefix, 0 near\n"
    );
    let text = fs::read_to_string(folder.path("chess.pgn")).expect("a file");
    fs::write(
        folder.path("more.pgn"),
        text.replace("Anderssen, Adolf", "A. Anderssen") + "\n",
    )
    .expect("there is room");
    let import = ["import", "more.pgn", "--to", "games.db"];
    assert!(matches!(folder.told(&import).2, 0 | 1));
    let (out, err, code) = folder.told(&["dedupe", "games.db", "--mark", "--player", "Anderssen"]);
    assert_eq!((&*err, code), ("", 1));
    let (_, pair) = out.split_once("exact\t").expect("a pair");
    assert!(
        pair.contains("\t2\tthe same 11 plies; agreeing: players, date, event"),
        "{out}"
    );
    assert!(
        pair.contains("\n\tA. Anderssen - Kieseritzky, Lionel, 1851.06.21\n"),
        "{out}"
    );
    assert!(
        out.ends_with("1 pair: 1 exact, 0 prefix, 0 near\n"),
        "{out}"
    );
    let (kept, _, _) = folder.told(&[
        "sql",
        "games.db",
        "SELECT \"of\", class FROM duplicates",
        "--format",
        "csv",
    ]);
    assert_eq!(kept, "of,class\r\n2,exact\r\n");
    let report = [
        "dedupe",
        "games.db",
        "--report",
        "pairs.jsonl",
        "--player",
        "Anderssen",
    ];
    let (out, _, _) = folder.told(&report);
    assert_eq!(out, "1 pair: 1 exact, 0 prefix, 0 near\n");
    let pairs = fs::read_to_string(folder.path("pairs.jsonl")).expect("a report");
    assert!(
        pairs.contains("\"of\":2,\"class\":\"exact\",\"heading\":"),
        "{pairs}"
    );
}

/// Answers are the same with and without an index; the last line says what was done.
#[test]
fn positions_are_indexed() {
    let folder = Folder::new();
    assert_eq!(folder.told(&["index", "nothing.db"]).2, 3);
    assert!(!folder.path("nothing.db").exists());
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let ask = ["find", "games.db", "--position", start];
    let tree = ["tree", "games.db", "--moves", "1. e4"];
    let count = ["find", "games.db", "--position", start, "--count"];
    let questions: [&[&str]; 3] = [&ask, &tree, &count];
    let before = questions.map(|question| folder.told(question));
    let (out, err, code) = folder.told(&["index", "games.db"]);
    assert_eq!((err.as_str(), code), ("", 0));
    assert!(out.starts_with("games.db: indexed "), "{out}");
    assert!(out.contains(" postings of "), "{out}");
    assert_eq!(questions.map(|question| folder.told(question)), before);
    let (out, _, _) = folder.told(&["index", "games.db", "--jobs", "1", "--memory", "1"]);
    assert!(
        out.starts_with("games.db: all games are indexed already: "),
        "{out}"
    );
    let (out, _, code) = folder.told(&["db", "check", "games.db"]);
    assert!(out.ends_with("no problems\n") && code == 0, "{out}");
    let drop = ["index", "games.db", "--drop"];
    assert_eq!(folder.told(&drop).0, "games.db: removed the index\n");
    assert_eq!(folder.told(&drop).0, "games.db: there is no index\n");
    assert_eq!(questions.map(|question| folder.told(question)), before);
}
