//! `movetext compare` with sources of many sorts, and with differences that are known.

use movetext_generate::{Database, Style, VARIANTS, real_files};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn movetext(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_movetext"))
        .args(line.split(' '))
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the command starts")
}

/// The exit code and what is written.
fn compare(folder: &Path, line: &str) -> (i32, String) {
    let output = movetext(folder, &format!("compare {line}"));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    (output.status.code().expect("it ends by itself"), text)
}

/// The number of this name in the summary.
fn summed(text: &str, name: &str) -> u64 {
    let summary = text.lines().last().expect("a summary");
    let summary: serde_json::Value = serde_json::from_str(summary).expect("JSON");
    assert_eq!(summary["type"], "summary");
    summary[name].as_u64().expect("a number")
}

fn made_up(variant: &str, games: u64) -> String {
    let mut text = Vec::new();
    let database = Database {
        style: Style::Annotated,
        games: Some(games),
        ..Database::new(variant)
    };
    database.write(&mut text).expect("memory");
    String::from_utf8(text).expect("UTF-8")
}

/// What was converted, compressed, put into another encoding or divided into files means the same.
#[test]
fn copies_mean_the_same() -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    for variant in VARIANTS {
        fs::write(folder.join("games.pgn"), made_up(variant, 60))?;
        let forms = [
            ("jsonl", ""),
            ("xml", ""),
            ("pcn", ""),
            ("pcn", " --on-loss report"),
            ("pgn", " --to-encoding utf-16le"),
            ("pgn", " --profile lossless"),
        ];
        for (form, options) in forms {
            let line = format!("convert --to {form}{options} games.pgn -o copy");
            assert_eq!(movetext(folder, &line).status.code(), Some(0), "{line}");
            let (code, text) = compare(folder, "games.pgn copy --format jsonl");
            assert_eq!(code, 0, "{variant} {form}: {text}");
            let same = summed(&text, "same") + summed(&text, "spelling");
            assert_eq!(same, 60, "{variant} {form}");
            if options.ends_with("lossless") {
                assert_eq!(summed(&text, "same"), 60, "{variant}");
            }
        }
    }
    Ok(())
}

/// One collection may come from standard input, be a folder, or be compressed; threads make no difference.
#[test]
fn collections_of_every_sort() -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let text = made_up("chess", 300);
    fs::write(folder.join("games.pgn"), &text)?;
    fs::write(
        folder.join("games.pgn.zst"),
        zstd::encode_all(text.as_bytes(), 1)?,
    )?;
    fs::create_dir(folder.join("parts"))?;
    let half = text
        .match_indices("[Event ")
        .nth(150)
        .expect("many games")
        .0;
    fs::write(folder.join("parts/1.pgn"), &text[..half])?;
    fs::write(folder.join("parts/2.pgn"), &text[half..])?;
    for line in [
        "games.pgn games.pgn.zst",
        "parts games.pgn",
        "games.pgn parts --jobs 1",
    ] {
        let (code, text) = compare(folder, &format!("{line} --format jsonl"));
        assert_eq!((code, summed(&text, "same")), (0, 300), "{line}");
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_movetext"))
        .args(["compare", "-", "games.pgn"])
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()?;
    let mut stdin = child.stdin.take().expect("there is a pipe");
    stdin.write_all(text.as_bytes())?;
    drop(stdin);
    assert!(child.wait()?.success());
    // The games of the first part alone.
    let (code, text) = compare(folder, "parts/1.pgn games.pgn --format jsonl");
    assert_eq!(
        (code, summed(&text, "only_b"), summed(&text, "same")),
        (1, 150, 150)
    );
    let lines: Vec<_> = [1, 2, 3]
        .map(|jobs| {
            compare(
                folder,
                &format!("parts/1.pgn games.pgn --format jsonl --jobs {jobs}"),
            )
        })
        .into();
    assert!(lines.iter().all(|(_, other)| *other == text));
    Ok(())
}

/// What is expected to differ is no failure; what is new and what is no more, is.
#[test]
fn known_differences() -> std::io::Result<()> {
    let folder = tempfile::tempdir()?;
    let folder = folder.path();
    let a =
        "[Event \"a\"]\n\n1. e4 e5 *\n\n[Event \"b\"]\n\n1. d4 d5 *\n\n[Event \"c\"]\n\n1. c4 *\n";
    fs::write(folder.join("a.pgn"), a)?;
    let write = |text: &str| fs::write(folder.join("b.pgn"), text);
    write(&a.replace("\"a\"", "\"x\""))?;
    assert_eq!(compare(folder, "a.pgn b.pgn").0, 1);
    assert_eq!(compare(folder, "a.pgn b.pgn --expect known.jsonl").0, 3);
    assert_eq!(
        compare(folder, "a.pgn b.pgn --expect known.jsonl --update").0,
        0
    );
    assert_eq!(compare(folder, "a.pgn b.pgn --expect known.jsonl").0, 0);
    // What is around the games does not matter.
    write(&format!("\n\n{}", a.replace("\"a\"", "\"x\"")))?;
    assert_eq!(compare(folder, "a.pgn b.pgn --expect known.jsonl").0, 0);
    // One more, then another one, then one less.
    write(&a.replace("\"a\"", "\"x\"").replace("c4", "c3"))?;
    let (code, text) = compare(folder, "a.pgn b.pgn --expect known.jsonl --format jsonl");
    assert_eq!(
        (code, summed(&text, "unexpected"), summed(&text, "missing")),
        (1, 2, 0)
    );
    write(&a.replace("\"a\"", "\"y\""))?;
    let (code, text) = compare(folder, "a.pgn b.pgn --expect known.jsonl --format jsonl");
    assert_eq!(
        (code, summed(&text, "unexpected"), summed(&text, "missing")),
        (1, 1, 1)
    );
    write(a)?;
    let (code, text) = compare(folder, "a.pgn b.pgn --expect known.jsonl");
    assert_eq!(code, 1);
    assert!(
        text.contains("expected to differ, and does not: tags"),
        "{text}"
    );
    // The output itself can be what is expected.
    write(&a.replace("\"a\"", "\"x\""))?;
    let (_, text) = compare(folder, "a.pgn b.pgn --format jsonl");
    fs::write(folder.join("all.jsonl"), text)?;
    assert_eq!(compare(folder, "a.pgn b.pgn --expect all.jsonl").0, 0);
    Ok(())
}

/// The same games of Xiangqi in three notations, two scripts and four encodings.
#[test]
fn xiangqi_in_every_form() {
    let Some(folder) = real_files("xiangqi") else {
        return;
    };
    let entries = fs::read_dir(&folder).expect("the folder");
    let mut forms = 0;
    for entry in entries {
        let name = entry.expect("an entry").file_name();
        let name = name.to_string_lossy();
        if !name.starts_with("games2000_") {
            continue;
        }
        // Names of players are in one script or the other.
        let (code, text) = compare(
            &folder,
            &format!("games2000_chinese_simp.pgn {name} --only moves,setup,result --format jsonl"),
        );
        assert_eq!((code, summed(&text, "pairs")), (0, 2000), "{name}");
        forms += 1;
    }
    assert!(forms >= 10);
}
