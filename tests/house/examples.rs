//! Runs the examples and compares what they print with `tests/examples/`.
//! `cargo build --examples && EXAMPLES=overwrite cargo test --test house examples` writes the expected output anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Name and arguments. Paths are relative to the project.
const CASES: &[(&str, &[&str])] = &[
    (
        "detect",
        &[
            "corpus/chess/tags.pgn",
            "corpus/xiangqi/wxf.pgn",
            "corpus/cescacs/letters.ctl-pgn",
            "LICENSE-MIT",
        ],
    ),
    (
        "read",
        &["corpus/chess/variations.pgn", "corpus/xiangqi/chinese.pgn"],
    ),
    (
        "check",
        &[
            "corpus/chess/line_ends.pgn",
            "crates/movetext-cli/tests/data/bare.pgn",
        ],
    ),
    ("edit", &["corpus/chess/comments.pgn"]),
    ("convert", &["pgn", "corpus/chess/comments.pgn"]),
    (
        "convert",
        &[
            "fen",
            "corpus/chess/line_ends.pgn",
            "corpus/xiangqi/iccs.pgn",
        ],
    ),
    ("convert", &["jsonl", "corpus/chess/line_ends.pgn"]),
    (
        "draw",
        &["corpus/chess/line_ends.pgn", "corpus/xiangqi/iccs.pgn"],
    ),
    ("own_variant", &[]),
];

#[test]
fn every_example_prints_what_is_expected() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = examples();
    let mut wrong = Vec::new();
    for (index, &(name, arguments)) in CASES.iter().enumerate() {
        let program = folder.join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
        assert!(
            program.exists(),
            "{} is not there: `cargo test` without a target builds it, and so does `cargo build --examples`",
            program.display()
        );
        let output = Command::new(program)
            .args(arguments)
            .current_dir(root)
            .output()
            .unwrap();
        let text = format!(
            "$ {name} {}\n{}{}",
            arguments.join(" "),
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
        let path = root.join(format!("tests/examples/{index}_{name}.txt"));
        if std::env::var("EXAMPLES").as_deref() == Ok("overwrite") {
            fs::write(&path, &text).unwrap();
        }
        if !output.status.success() || fs::read_to_string(&path).unwrap_or_default() != text {
            wrong.push(text);
        }
    }
    assert!(
        wrong.is_empty(),
        "not what tests/examples/ has; EXAMPLES=overwrite writes it anew\n{}",
        wrong.join("\n")
    );
}

/// The folder of the built examples, beside that of this program.
fn examples() -> PathBuf {
    let program = std::env::current_exe().unwrap();
    program.parent().unwrap().parent().unwrap().join("examples")
}

#[test]
fn no_example_is_left_out() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = fs::read_dir(root.join("examples")).unwrap();
    let files: BTreeSet<String> = files
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .map(|path| path.file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let run = CASES.iter().map(|(name, _)| (*name).to_owned());
    assert_eq!(files, run.collect());
}
