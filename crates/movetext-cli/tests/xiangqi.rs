//! Games of Xiangqi from notation to notation and from encoding to encoding. Skips, and says so, where
//! the real files are not there.

use movetext_generate::real_files;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_movetext"))
        .args(args)
        .output()
        .expect("the command runs")
}

/// Converts a file and returns the new one.
fn convert(input: &Path, options: &[&str], output: &Path) -> Vec<u8> {
    let (input, output) = (input.to_string_lossy(), output.to_string_lossy());
    let mut args = vec!["convert", "--to", "pgn", &input, "-o", &output];
    args.extend(options);
    let done = run(&args);
    assert_eq!(done.status.code(), Some(0), "{args:?} {done:?}");
    fs::read(&*output).expect("the output")
}

/// The movetext of all games: what stands on lines that are no tags.
fn movetext(bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).expect("UTF-8");
    let lines = text.lines().filter(|line| !line.starts_with('['));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// All moves of all games in coordinates.
fn moves(input: &Path, scheme: &[&str], output: &Path) -> String {
    let mut options = vec!["--notation", "uci", "--columns", "0"];
    options.extend(scheme);
    movetext(&convert(input, &options, output))
}

/// XQ-032 to XQ-036: Chinese to WXF in each scheme, to ICCS, and back to the same bytes.
#[test]
fn around_the_notations() {
    let Some(path) = real_files("xiangqi/games2000_chinese_simp.pgn") else {
        return;
    };
    let dir = tempfile::tempdir().expect("there is room");
    let at = |name: &str| dir.path().join(name);
    let chinese = convert(&path, &["--notation", "chinese"], &at("chinese.pgn"));
    for scheme in ["xqbase", "axf", "wxr2018"] {
        let read = ["--wxf-scheme", scheme];
        let wxf = [&["--notation", "wxf"], &read[..]].concat();
        convert(&at("chinese.pgn"), &wxf, &at("wxf.pgn"));
        let iccs = [&["--notation", "iccs"], &read[..]].concat();
        convert(&at("wxf.pgn"), &iccs, &at("iccs.pgn"));
        let back = convert(&at("iccs.pgn"), &["--notation", "chinese"], &at("back.pgn"));
        assert_eq!(movetext(&back), movetext(&chinese), "{scheme}");
    }
    // What a file of this notation holds is what comes out: the same words.
    let words = |bytes: &[u8]| -> Vec<String> {
        movetext(bytes)
            .split_whitespace()
            .map(str::to_owned)
            .collect()
    };
    for (name, options) in [
        ("games2000_chinese_halfwidth.pgn", &["--digits", "half"][..]),
        ("games2000_chinese_simp.pgn", &["--digits", "full"]),
        ("games2000_wxf_xqbase.pgn", &["--notation", "wxf"]),
        ("games2000_iccs.pgn", &["--notation", "iccs"]),
        ("games2000_iccs_lower.pgn", &["--notation", "uci"]),
    ] {
        let path = path.with_file_name(name);
        let out = convert(&path, options, &at("out.pgn"));
        let file = fs::read(&path).expect("a file");
        assert_eq!(words(&out), words(&file), "{name}");
    }
}

/// The same 2,000 games in ten files of five encodings are the same moves.
#[test]
fn ten_files_of_the_same_games() {
    let Some(path) = real_files("xiangqi/games2000_iccs.pgn") else {
        return;
    };
    let dir = tempfile::tempdir().expect("there is room");
    let out = dir.path().join("out.pgn");
    let expected = moves(&path, &[], &out);
    assert!(expected.len() > 1 << 20);
    for (name, scheme) in [
        ("games2000_chinese_halfwidth.pgn", &[][..]),
        ("games2000_chinese_simp.gb18030.pgn", &[]),
        ("games2000_chinese_simp.pgn", &[]),
        ("games2000_chinese_simp.utf16le.pgn", &[]),
        ("games2000_chinese_trad.big5.pgn", &[]),
        ("games2000_iccs_lower.pgn", &[]),
        ("games2000_wxf_axf1982.pgn", &["--wxf-scheme", "axf"]),
        ("games2000_wxf_wxr2018.pgn", &["--wxf-scheme", "wxr2018"]),
        ("games2000_wxf_xqbase.pgn", &["--wxf-scheme", "xqbase"]),
    ] {
        let moves = moves(&path.with_file_name(name), scheme, &out);
        assert!(moves == expected, "{name} has other moves");
    }
}

/// XQ-I01: every encoding there and back; what was there byte for byte.
#[test]
fn encodings() {
    let Some(path) = real_files("xiangqi/games2000_chinese_trad.big5.pgn") else {
        return;
    };
    let dir = tempfile::tempdir().expect("there is room");
    let at = |name: &str| dir.path().join(name);
    let trad = ["--script", "traditional", "--digits", "full"];
    let utf8 = convert(&path, &trad, &at("utf8.pgn"));
    for (label, start) in [
        ("gb18030", &b"[Game"[..]),
        ("big5", b"[Game"),
        ("utf-16", b"\xFF\xFE[\0"),
        ("utf-16be", b"\xFE\xFF\0["),
        ("utf-8", b"[Game"),
    ] {
        let options = [&trad[..], &["--to-encoding", label]].concat();
        let bytes = convert(&at("utf8.pgn"), &options, &at("other.pgn"));
        assert!(bytes.starts_with(start), "{label}");
        let back = convert(&at("other.pgn"), &trad, &at("back.pgn"));
        assert!(back == utf8, "{label}");
    }
    for name in [
        "ccpd_5000.big5.pgn",
        "games2000_chinese_trad.big5.pgn",
        "games2000_chinese_simp.gb18030.pgn",
        "games2000_chinese_simp.utf16le.pgn",
        "games2000_wxf_xqbase.pgn",
        "small/1.pgn",
    ] {
        let path = path.with_file_name(name);
        let bytes = convert(&path, &["--profile", "lossless"], &at("same.pgn"));
        assert!(bytes == fs::read(&path).expect("a file"), "{name}");
    }
}

/// Never a question mark for a character that the encoding does not have.
#[test]
fn what_cannot_be_encoded_is_an_error() {
    let dir = tempfile::tempdir().expect("there is room");
    let (input, output) = (dir.path().join("in.pgn"), dir.path().join("out.pgn"));
    let games = "[Game \"Chinese Chess\"]\n1. 兵七进一 *\n\n[Game \"Chinese Chess\"]\n1. H2-E2 *\n";
    fs::write(&input, games).expect("there is room");
    let (input, output) = (input.to_string_lossy(), output.to_string_lossy());
    let done = run(&[
        "convert",
        "--to",
        "pgn",
        &input,
        "-o",
        &output,
        "--to-encoding",
        "big5",
    ]);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let told = String::from_utf8_lossy(&done.stderr);
    let reason = "game 1 is left out: Big5 does not have the character '进' (U+8FDB)";
    assert!(told.contains(reason), "{told}");
    let written = fs::read(&*output).expect("the output");
    // The only question marks are those of unknown tag values.
    let expected = b"[Game \"Chinese Chess\"]\n[Event \"?\"]\n[Site \"?\"]\n\
        [Date \"????.??.??\"]\n[Round \"?\"]\n[Red \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\
        1. \xAC\xB6\xA4G\xA5\xAD\xA4\xAD *\n\n";
    assert_eq!(written, expected);
}

/// A notation that the game does not have is an error that names both.
#[test]
fn notations_of_other_games() {
    let dir = tempfile::tempdir().expect("there is room");
    let input = dir.path().join("in.pgn");
    let games = "[Event \"a\"]\n\n1. e4 e5 *\n\n[Game \"Chinese Chess\"]\n1. H2-E2 *\n";
    fs::write(&input, games).expect("there is room");
    let input = input.to_string_lossy();
    let done = run(&["convert", "--to", "pgn", &input, "--notation", "wxf"]);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(
        told.contains("game 1 is left out: chess has no notation `wxf`"),
        "{told}"
    );
    assert!(String::from_utf8_lossy(&done.stdout).ends_with("1. C2.5 *\n\n"));
    for options in [
        &["--notation", "wxf", "--script", "traditional"][..],
        &["--notation", "klingon"],
        &["--profile", "lossless", "--to-encoding", "big5"],
        &["--profile", "lossless", "--digits", "full"],
    ] {
        let args = [&["convert", "--to", "pgn", &input], options].concat();
        assert_eq!(run(&args).status.code(), Some(2), "{options:?}");
    }
}

/// XQ-034: a move that two schemes read as different pieces is an error unless the scheme is given.
#[test]
fn ambiguous_soldiers_need_their_scheme() {
    let dir = tempfile::tempdir().expect("there is room");
    let input = dir.path().join("in.pgn");
    let game = "[Game \"Chinese Chess\"]\n[Format \"WXF\"]\n\
                [FEN \"3k5/9/4P1P2/4P1P2/6P2/9/9/9/9/4K4 w - - 0 1\"]\n1. 33.4 *\n";
    fs::write(&input, game).expect("there is room");
    let input = input.to_string_lossy();
    let done = run(&["check", &input]);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let told = String::from_utf8_lossy(&done.stdout);
    assert!(told.contains("ambiguous-move"), "{told}");
    assert!(told.contains("g6-f6 (axf) or g5-f5 (wxr2018)"), "{told}");
    for (scheme, mv) in [("axf", "G6-F6"), ("wxr2018", "G5-F5")] {
        let done = run(&[
            "convert",
            "--to",
            "pgn",
            &input,
            "--wxf-scheme",
            scheme,
            "--notation",
            "iccs",
        ]);
        let out = String::from_utf8_lossy(&done.stdout);
        assert!(out.ends_with(&format!("1. {mv} *\n\n")), "{out}");
    }
}

/// Several files become one; what does not go together is told.
#[test]
fn several_files_as_they_were() {
    let dir = tempfile::tempdir().expect("there is room");
    let at = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
    fs::write(at("a.pgn"), b"\n\n[Event \"a\"]\n\n1. e4 *").expect("there is room");
    fs::write(
        at("b.pgn"),
        b"\xEF\xBB\xBFjunk\n\n[Event \"b\"]\r\n1. d4 *\r\n \t",
    )
    .expect("room");
    fs::write(
        at("c.pgn"),
        b"\xFF\xFE[\0E\0v\0e\0n\0t\0 \0\"\0c\0\"\0]\0\n\0*\0",
    )
    .expect("room");
    let args = ["convert", "--to", "pgn", "--profile", "lossless"];
    let done = run(&[&args[..], &[&at("b.pgn")]].concat());
    assert_eq!(done.stdout, fs::read(at("b.pgn")).expect("a file"));
    let done = run(&[&args[..], &[&at("a.pgn"), &at("b.pgn"), &at("c.pgn")]].concat());
    let mut expected = fs::read(at("a.pgn")).expect("a file");
    expected.extend(b"\n");
    expected.extend(fs::read(at("b.pgn")).expect("a file"));
    expected.extend(b"\n");
    expected.extend(fs::read(at("c.pgn")).expect("a file"));
    assert_eq!(done.stdout, expected);
    assert_eq!(done.status.code(), Some(1), "{done:?}");
    let told = String::from_utf8_lossy(&done.stderr);
    assert!(
        told.contains("c.pgn: is in UTF-16LE, and what is written before it in UTF-8"),
        "{told}"
    );
}

/// XQ-093 to XQ-101: records to XML and back are the same records, and the XML is one document.
#[test]
fn xml_and_back() {
    let Some(path) = real_files("xiangqi/ccpd_5000.big5.pgn") else {
        return;
    };
    let dir = tempfile::tempdir().expect("there is room");
    let at = |name: &str| dir.path().join(name);
    let (input, xml) = (path.to_string_lossy(), at("games.xml"));
    let done = run(&[
        "convert",
        "--to",
        "xml",
        &input,
        "-o",
        &xml.to_string_lossy(),
    ]);
    assert_eq!(done.status.code(), Some(0), "{done:?}");
    let text = fs::read_to_string(&xml).expect("UTF-8");
    assert!(text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<pgns>\n<pgn>\n<game> "));
    assert!(text.ends_with("</pgn>\n</pgns>\n"));
    assert_eq!(text.matches("<pgn>").count(), 5000);
    let direct = convert(&path, &[], &at("direct.pgn"));
    let around = convert(&xml, &[], &at("around.pgn"));
    assert!(direct == around);
    let done = run(&["detect", &xml.to_string_lossy()]);
    assert!(
        String::from_utf8_lossy(&done.stdout).contains("XML"),
        "{done:?}"
    );
    let xml = xml.to_string_lossy();
    for options in [&["--notation", "wxf"][..], &["--to-encoding", "big5"]] {
        let args = [&["convert", "--to", "xml", &xml], options].concat();
        assert_eq!(run(&args).status.code(), Some(2), "{options:?}");
    }
}
