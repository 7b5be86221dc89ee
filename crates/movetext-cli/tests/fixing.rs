//! `movetext check --fix` and `--strict`: what is mended, what stays, and what the exit code says.

use encoding_rs::{UTF_16LE, WINDOWS_1252};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

const BEFORE: &str = "[White \"Müller\"]\r\n% mine\r\n1. e2-e4   e5?! {Fünf}\r\n2. 0-0-0 Nf6 1/2 \r\n\r\nleft over\r\n";
/// White cannot castle, so that stays.
const AFTER: &str = "[White \"Müller\"]\r\n% mine\r\n1. e4   e5 $6 {Fünf}\r\n2. 0-0-0 Nf6 1/2-1/2 \r\n\r\nleft over\r\n";

fn check(args: &[&str], path: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_movetext"))
        .arg("check")
        .args(args)
        .arg(path)
        .output()
        .expect("the command starts")
}

fn utf16(text: &str) -> Vec<u8> {
    let units = text.encode_utf16().flat_map(u16::to_le_bytes);
    [0xFF, 0xFE].into_iter().chain(units).collect()
}

#[test]
fn what_is_found_is_mended_and_all_else_stays() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let in_latin = |text: &str| WINDOWS_1252.encode(text).0.into_owned();
    type Encode<'e> = &'e dyn Fn(&str) -> Vec<u8>;
    let encodings: [Encode<'_>; 3] = [&|text| text.into(), &in_latin, &utf16];
    for encode in encodings {
        fs::write(&path, encode(BEFORE)).unwrap();
        let output = check(&["--severity", "info", "--fix"], &path);
        // What cannot be mended is still an error.
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(fs::read(&path).unwrap(), encode(AFTER));
        // There is nothing left to mend.
        let output = check(&["--severity", "info", "--fix"], &path);
        assert!(!String::from_utf8_lossy(&output.stderr).contains("fixed"));
        assert_eq!(fs::read(&path).unwrap(), encode(AFTER));
    }
    assert_eq!(UTF_16LE.name(), "UTF-16LE");
}

/// What has one plain way is fixed although other things in the game have none, and nothing is put twice in
/// one place.
#[test]
fn fixes_do_not_get_in_each_others_way() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    for (before, after) in [
        // CH-I06: a run of marks is kept as text; its fix makes a glyph of it.
        (
            "[Date \"2004-05-06\"]\n[Result \"1-0\"]\n\n1. e4 e5??? 2. Nf3!!!\n",
            "[Date \"2004.05.06\"]\n[Result \"1-0\"]\n\n1. e4 e5 $4 2. Nf3 $3 1-0\n",
        ),
        // The bracket and the tag that is missing have the same place.
        (
            "t \"*\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 *\n",
            "[Game \"Chinese Chess\"]\n[t \"*\"]\n[Format \"ICCS\"]\n\n1. H2-E2 H9-G7 *\n",
        ),
    ] {
        fs::write(&path, before).unwrap();
        for _ in 0..2 {
            check(&["--severity", "info", "--fix"], &path);
            assert_eq!(fs::read_to_string(&path).unwrap(), after);
        }
    }
}

#[test]
fn only_what_is_reported_is_mended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    fs::write(&path, BEFORE).unwrap();
    check(&["--fix"], &path);
    assert_eq!(fs::read_to_string(&path).unwrap(), BEFORE);
}

/// CH-I24: letters of another language become those of the specification, if the file is said to have them.
#[test]
fn moves_in_the_letters_of_another_language_are_mended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let german = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd6 *\n";
    let english = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O Qd6 *\n";
    fs::write(&path, german).unwrap();
    // They are not guessed, but named.
    let output = check(&["--severity", "info", "--fix"], &path);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stdout).contains("pieces=german"));
    assert_eq!(fs::read_to_string(&path).unwrap(), german);
    check(
        &["--pieces", "german", "--severity", "info", "--fix"],
        &path,
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), english);
}

#[test]
fn compressed_files_stay_as_they_are() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn.gz");
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut encoder, b"1. e2-e4 e5 *\n").unwrap();
    let bytes = encoder.finish().unwrap();
    fs::write(&path, &bytes).unwrap();
    let output = check(&["--severity", "info", "--fix"], &path);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not fixed: the file is compressed"));
    assert_eq!(fs::read(&path).unwrap(), bytes);
}

#[test]
fn strict_verdicts_are_told_by_the_exit_code() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                  [White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";
    for (movetext, sense, import, export) in [
        ("1.e4 e5 *\n\n", 0, 0, 0),
        ("1. e4   e5 *\n\n", 0, 0, 1),
        ("1. e2-e4 e5 *\n\n", 0, 1, 1),
        ("1. e4 e9 *\n\n", 1, 1, 1),
    ] {
        fs::write(&path, format!("{roster}{movetext}")).unwrap();
        let code = |args: &[&str]| check(args, &path).status.code();
        assert_eq!(code(&[]), Some(sense), "{movetext}");
        assert_eq!(code(&["--strict"]), Some(import), "{movetext}");
        assert_eq!(code(&["--strict=export"]), Some(export), "{movetext}");
    }
    // The export format is what --fix writes then.
    fs::write(&path, "1. e2-e4 e5 {x}\n2. Nf3! *\n").unwrap();
    check(&["--strict=export", "--fix"], &path);
    let written = fs::read_to_string(&path).unwrap();
    assert_eq!(written, format!("{roster}1.e4 e5 {{x}} 2.Nf3 $1 *\n\n"));
    assert_eq!(check(&["--strict=export"], &path).status.code(), Some(0));
}

/// The counts are those of what the file holds then, as text and as data; and a second run changes nothing.
#[test]
fn what_is_counted_is_the_new_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let text = "[White \"Tal]\n[Result \"1-0\"]\n\n1. e4 e5 7. Nf3 Nc6 3. Bb5!\n";
    let fixed = "[White \"Tal\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5! 1-0\n";
    fs::write(&path, text).unwrap();
    let stdout = |args: &[&str]| String::from_utf8(check(args, &path).stdout).unwrap();
    assert!(stdout(&["--quiet"]).contains("0 errors, 3 warnings"));
    assert!(stdout(&["--quiet", "--fix"]).contains("0 errors, 0 warnings"));
    assert_eq!(fs::read_to_string(&path).unwrap(), fixed);
    fs::write(&path, text).unwrap();
    let data = stdout(&["--format", "jsonl", "--fix"]);
    let file = data.lines().last().unwrap();
    assert!(file.contains("\"warnings\":0"), "{file}");
    assert!(
        file.contains(&format!("\"bytes\":{}", fixed.len())),
        "{file}"
    );
    for severity in ["error", "warning", "info"] {
        fs::write(&path, text).unwrap();
        check(&["--severity", severity, "--fix"], &path);
        let once = fs::read(&path).unwrap();
        check(&["--severity", severity, "--fix"], &path);
        assert_eq!(fs::read(&path).unwrap(), once, "{severity}");
    }
}

/// Games of all variants with a fault in every line, in several encodings: what is mended is read as the
/// same games.
#[test]
fn damaged_files_keep_their_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.pgn");
    let text = "[White \"Tal]\n[Result 1-0]\n[PlyCount \"9\"]\n\n1. e4 e5 7. Nf3!Nc6 3. Bb5 (3. Bc4 {é\n\n\
                [Date \"2004-05-06\"]\n[White \"M. \"Misha\" Tal\"]\n[Result \"0-1\"]\n\n1. e2-e4 e5 {é} 2. Ke3 5. d4\n\n\
                [D \"\"]\u{E}[D \"x\"]\n\n1. d4,d5\u{A0}½-½\n\n\
                [Game \"Chinese Chess\"]\n[Result \"1-0\"]\n\n!炮二平五{好}马8进7 9. 马二进三 车9平8 3. 车一平二\n\n\
                [Variant \"C'escacs\"]\n[Result \"3-0\"]\n\n1. NG3-I7, NG25-I15 2. NI7xI15?\n";
    for encoding in [encoding_rs::UTF_8, encoding_rs::GB18030] {
        for severity in ["error", "warning", "info"] {
            fs::write(&path, encoding.encode(text).0).unwrap();
            let read = || {
                let mut reader = movetext::Reader::from_path(&path).unwrap();
                let (mut games, mut game) = (Vec::new(), movetext::Game::new());
                while reader.read_game(&mut game, &mut ()).unwrap() {
                    games.push(std::mem::take(&mut game));
                }
                games
            };
            let before = read();
            check(&["--severity", severity, "--fix"], &path);
            let once = fs::read(&path).unwrap();
            let after = read();
            assert_eq!(before.len(), after.len());
            for (before, after) in before.iter().zip(&after) {
                assert!(before.says_the_same(after), "{}", after.source());
            }
            check(&["--severity", severity, "--fix"], &path);
            assert_eq!(fs::read(&path).unwrap(), once, "{severity}");
        }
    }
}
