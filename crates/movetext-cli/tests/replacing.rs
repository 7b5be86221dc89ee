//! Files that are written anew: what they keep, and when they are left alone.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A game with something to be mended.
const ODD: &str =
    "[Event \"?\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7+ 1-0\n";

fn movetext() -> Command {
    Command::new(env!("CARGO_BIN_EXE_movetext"))
}

fn run(args: &[&str], path: &Path) -> Output {
    movetext()
        .args(args)
        .arg(path)
        .output()
        .expect("the command can be run")
}

fn folder() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("games.pgn");
    fs::write(&path, ODD).expect("there is room");
    (folder, path)
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> = entries
        .map(|entry| {
            entry
                .expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn what_was_there_is_kept_where_that_is_asked_for() {
    for (args, backup) in [
        (
            &["check", "--fix", "--severity", "info", "--backup"][..],
            "games.pgn~",
        ),
        (
            &["check", "--fix", "--severity", "info", "--backup=.bak"],
            "games.pgn.bak",
        ),
        (&["fmt", "--in-place", "--backup=.old"], "games.pgn.old"),
    ] {
        let (folder, path) = folder();
        fs::write(folder.path().join(backup), "an older one").expect("there is room");
        run(args, &path);
        assert_eq!(names(folder.path()), ["games.pgn", backup], "{args:?}");
        assert_ne!(fs::read_to_string(&path).expect("a file"), ODD, "{args:?}");
        let kept = fs::read_to_string(folder.path().join(backup)).expect("a file");
        assert_eq!(kept, ODD, "{args:?}");
    }
    let (_folder, path) = folder();
    for args in [
        &["check", "--backup"][..],
        &["check", "--fix", "--backup=a/b"],
        &["fmt", "--force"],
    ] {
        assert_eq!(run(args, &path).status.code(), Some(2), "{args:?}");
    }
}

#[test]
fn read_only_files_are_replaced_by_force_alone() {
    for args in [
        &["check", "--fix", "--severity", "info"][..],
        &["fmt", "--in-place"],
    ] {
        let (folder, path) = folder();
        let mut permissions = fs::metadata(&path).expect("a file").permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions.clone()).expect("it is ours");
        let output = run(args, &path);
        assert_eq!(output.status.code(), Some(3), "{args:?}");
        assert!(stderr(&output).contains("read-only"), "{}", stderr(&output));
        assert_eq!(fs::read_to_string(&path).expect("a file"), ODD);
        run(&[args, &["--force"]].concat(), &path);
        assert_ne!(fs::read_to_string(&path).expect("a file"), ODD);
        let kept = fs::metadata(&path).expect("a file").permissions();
        assert_eq!(kept, permissions, "the mode is kept");
        assert_eq!(names(folder.path()), ["games.pgn"]);
    }
}

#[cfg(unix)]
#[test]
fn mode_and_attributes_are_kept() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let (_folder, path) = folder();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("it is ours");
    let marked = xattr::set(&path, "user.movetext", b"kept").is_ok();
    let before = fs::metadata(&path).expect("a file");
    run(&["check", "--fix", "--severity", "info"], &path);
    let after = fs::metadata(&path).expect("a file");
    assert_ne!(before.ino(), after.ino(), "the file is another one");
    assert_eq!(before.mode(), after.mode());
    assert_eq!((before.uid(), before.gid()), (after.uid(), after.gid()));
    if marked {
        let value = xattr::get(&path, "user.movetext").expect("attributes");
        assert_eq!(value.as_deref(), Some(&b"kept"[..]));
    }
}

#[test]
fn an_output_is_whole_or_not_there() {
    let (folder, path) = folder();
    let (out, missing) = (
        folder.path().join("out.jsonl"),
        folder.path().join("missing.pgn"),
    );
    fs::write(&out, "as it was").expect("there is room");
    let convert = |inputs: &[&Path], more: &[&str]| {
        movetext()
            .args(["convert", "--to", "jsonl", "-o"])
            .arg(&out)
            .args(more)
            .args(inputs)
            .output()
            .expect("the command can be run")
    };
    for inputs in [&[&*missing][..], &[&path, &missing]] {
        let output = convert(inputs, &[]);
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert_eq!(fs::read_to_string(&out).expect("a file"), "as it was");
    }
    let output = convert(&[&path], &["--backup"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(fs::read_to_string(&out).expect("a file").starts_with('{'));
    let kept = fs::read_to_string(folder.path().join("out.jsonl~")).expect("a file");
    assert_eq!(kept, "as it was");
    assert_eq!(
        names(folder.path()),
        ["games.pgn", "out.jsonl", "out.jsonl~"]
    );
}

/// Nobody reads what the command writes, so it cannot come to its end before the file has changed.
#[cfg(unix)]
#[test]
fn a_file_that_changed_meanwhile_is_left_alone() {
    const NEWER: &str = "[Event \"newer\"]\n\n1. d4 *\n";
    for args in [
        &[
            "check",
            "--fix",
            "--severity",
            "info",
            "--format",
            "jsonl",
            "--jobs",
            "1",
        ][..],
        &["fmt", "--in-place", "--jobs", "1"],
    ] {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("games.pgn");
        fs::write(&path, ODD.repeat(200_000)).expect("there is room");
        let mut child = movetext()
            .args(args)
            .arg(&path)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command can be run");
        let mut out = child.stdout.take().expect("a pipe");
        if args[0] == "check" {
            out.read_exact(&mut [0]).expect("there are findings");
        } else {
            while names(folder.path()).len() < 2 {
                std::thread::yield_now();
            }
        }
        let newer = tempfile::NamedTempFile::new().expect("there is room");
        fs::write(newer.path(), NEWER).expect("there is room");
        fs::remove_file(&path).expect("it is ours");
        fs::copy(newer.path(), &path).expect("there is room");
        io::copy(&mut out, &mut io::sink()).expect("a pipe");
        let output = child.wait_with_output().expect("it ends");
        let left = fs::read_to_string(&path).expect("a file");
        assert_eq!(left, NEWER, "{args:?}");
        assert_eq!(
            output.status.code(),
            Some(3),
            "{args:?}: {}",
            stderr(&output)
        );
        assert!(stderr(&output).contains("changed"), "{}", stderr(&output));
        assert_eq!(names(folder.path()), ["games.pgn"]);
    }
}

#[cfg(unix)]
#[test]
fn nothing_is_left_after_a_signal() {
    for (signal, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let folder = tempfile::tempdir().expect("there is room");
        let path = folder.path().join("games.pgn");
        fs::write(&path, ODD.repeat(400_000)).expect("there is room");
        let mut child = movetext()
            .args(["fmt", "--in-place", "--jobs", "1"])
            .arg(&path)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command can be run");
        while names(folder.path()).len() < 2 {
            assert!(
                child.try_wait().expect("a child").is_none(),
                "it ended too early"
            );
            std::thread::yield_now();
        }
        let killed = Command::new("kill")
            .args(["-s", signal, &child.id().to_string()])
            .status()
            .expect("the command can be run");
        assert!(killed.success());
        let status = child.wait().expect("it ends");
        let by = std::os::unix::process::ExitStatusExt::signal(&status);
        assert_eq!(by, Some(number), "{signal}: {status}");
        assert_eq!(names(folder.path()), ["games.pgn"], "{signal}");
    }
}

#[test]
fn leftovers_are_passed_over() {
    let (folder, _) = folder();
    fs::write(folder.path().join(".movetext-abc123.tmp"), ODD).expect("there is room");
    let output = run(&["check", "--format", "jsonl"], folder.path());
    assert!(stderr(&output).contains("left over"), "{}", stderr(&output));
    let files: Vec<String> = String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter(|line| line.contains("\"type\":\"file\"") && line.contains("\"games\":1"))
        .map(str::to_owned)
        .collect();
    assert_eq!(files.len(), 1, "{files:?}");
}
