//! The pictures of `docs/` are made by the command: each is drawn here and compared.
//! `SNAPSHOTS=overwrite cargo test -p movetext-cli --test pictures` draws them anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const RETI: &str = "--ply 17";
const OPEN: &str = "2bakab2/1C2n2C1/4c1n2/p1R1R3p/6p2/P1P6/2r1r3P/2N1C1N2/4A1c2/2BAK1B2 b - - 0 9";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Each picture with what is drawn, a file of `tests/boards` or a position, and the options.
const PICTURES: &[(&str, &str, &str)] = &[
    ("chess.svg", "reti.pgn", RETI),
    ("chess-dark.svg", "reti.pgn", "--ply 17 --theme dark --flip"),
    ("xiangqi.svg", OPEN, "--arrows Ge6e8"),
    ("xiangqi-western.svg", OPEN, "--pieces western"),
    (
        "xiangqi-dark.svg",
        "",
        "--variant xiangqi --pieces simplified --theme dark",
    ),
    ("cescacs.svg", "", "--variant cescacs"),
    ("cescacs-dark.svg", "grand.ctl-pgn", "--ply 0 --theme dark"),
    ("pcn.svg", "shogi.pcn", "--size 240"),
];

fn board(subject: &str, options: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_movetext"));
    command.arg("board").args(options.split_whitespace());
    if !subject.is_empty() {
        command.arg(subject);
    }
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/boards");
    command
        .current_dir(data)
        .output()
        .expect("the command starts")
}

#[test]
fn pictures_are_made_by_the_command() {
    let folder = root().join("docs/pictures");
    for (name, subject, options) in PICTURES {
        let output = board(subject, &format!("{options} --format svg"));
        assert!(output.status.success(), "{name}: {output:?}");
        let path = folder.join(name);
        if std::env::var("SNAPSHOTS").as_deref() == Ok("overwrite") {
            fs::create_dir_all(&folder).expect("folders can be made");
            fs::write(&path, &output.stdout).expect("files can be written");
        }
        let same = fs::read(&path).is_ok_and(|known| known == output.stdout);
        assert!(same, "{}", path.display());
    }
    // No picture is left over, and none is missing where it is shown.
    let named: BTreeSet<String> = PICTURES
        .iter()
        .map(|picture| picture.0.to_owned())
        .collect();
    let files = fs::read_dir(root().join("docs/pictures")).expect("there is a folder");
    let files = files.map(|file| file.expect("a file").file_name().into_string());
    let files: BTreeSet<String> = files.map(|name| name.expect("UTF-8")).collect();
    assert_eq!(files, named);
    let read = |page| fs::read_to_string(root().join(page)).expect("the page can be read");
    let (boards, readme) = (read("docs/BOARDS.md"), read("README.md"));
    for name in &named {
        assert!(boards.contains(&format!("](pictures/{name})")), "{name}");
    }
    for name in ["chess.svg", "xiangqi.svg", "cescacs.svg"] {
        assert!(
            readme.contains(&format!("src=\"docs/pictures/{name}\"")),
            "{name}"
        );
    }
}

/// What is said and how the command ends, where there is nothing to draw.
#[test]
fn failures_are_told() {
    for (subject, options, code, message) in [
        (
            "nothing.pgn",
            "",
            3,
            "cannot read nothing.pgn: no such file",
        ),
        ("reti.pgn", "--ply 99", 1, "game 1 has 21 plies"),
        ("reti.pgn", "--game 2", 1, "reti.pgn has 1 game"),
        (
            "reti.pgn",
            "--pieces merida",
            2,
            "the sets of pieces are staunton, letters",
        ),
        (
            "reti.pgn",
            "--arrows e2e4",
            2,
            "expected arrows such as Ge2e4,Rd8d1",
        ),
        ("reti.pgn", "--squares Gj9", 2, "the board has no square j9"),
        ("reti.pgn", "-o board.jpg", 2, "give --format"),
        (
            "8/8/8 w - - 0 1",
            "",
            2,
            "neither a file nor a position of a known variant",
        ),
        ("8/8/8 w - - 0 1", "--variant chess", 2, "8/8/8 w - - 0 1: "),
        ("cube.pcn", "", 1, "has 3 dimensions; up to 2 can be drawn"),
        (
            "illegal.pgn",
            "--ply 4",
            1,
            "ply 3 of game 1 (Ke3) cannot be played",
        ),
        ("", "", 2, "PATH|POSITION"),
    ] {
        let output = board(subject, options);
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains(message), "{subject} {options}: {told}");
        assert_eq!(
            output.status.code(),
            Some(code),
            "{subject} {options}: {told}"
        );
        assert!(output.stdout.is_empty());
    }
    // Without --ply the last position that was reached is drawn.
    let output = board("illegal.pgn", "--format ascii");
    let drawn = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && drawn.contains("\n5 . . . . p . . .\n"),
        "{drawn}"
    );
}

#[test]
fn files_are_written_as_their_names_say() {
    let folder = tempfile::tempdir().expect("there is room for files");
    let written = |name: &str| {
        let path = folder.path().join(name);
        let output = board("reti.pgn", &format!("-o {}", path.display()));
        (output, fs::read(path).unwrap_or_default())
    };
    let (output, svg) = written("board.svg");
    assert!(
        output.status.success() && output.stdout.is_empty(),
        "{output:?}"
    );
    assert!(svg.starts_with(b"<svg "));
    assert_eq!(written("board.svg").1, svg);
    let (output, text) = written("board.txt");
    assert!(
        output.status.success() && text.starts_with("8 ♜".as_bytes()),
        "{output:?}"
    );
    let (output, png) = written("board.png");
    if cfg!(feature = "png") {
        assert!(
            output.status.success() && png.starts_with(b"\x89PNG"),
            "{output:?}"
        );
        assert_eq!(written("board.png").1, png);
    } else {
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(
            told.contains("built without PNG") && png.is_empty(),
            "{told}"
        );
        assert_eq!(output.status.code(), Some(2));
    }
}
