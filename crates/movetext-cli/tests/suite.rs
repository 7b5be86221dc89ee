//! `movetext suite`: the vectors of `corpus/suite/`, and readers of every sort that are held to them.
//!
//! `SUITE=overwrite cargo test -p movetext-cli --test suite` completes the vectors with what movetext reads, and packs
//! them into the command.

use movetext::diagnostic::Requirement;
use movetext::io::decompress;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn movetext(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_movetext"))
        .args(arguments)
        .env_remove("NO_COLOR")
        .output()
        .expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// The files of the suite one after another. If they are to be written anew, that is done first.
fn corpus() -> &'static str {
    static CORPUS: OnceLock<String> = OnceLock::new();
    CORPUS.get_or_init(|| {
        let folder = root().join("corpus/suite");
        let overwrite = std::env::var_os("SUITE").is_some_and(|value| value == "overwrite");
        if overwrite {
            let path = folder.to_string_lossy().into_owned();
            let output = movetext(&["suite", "fill", "--overwrite", &path]);
            assert_ne!(output.status.code(), Some(3), "{}", text(&output.stderr));
        }
        let entries = fs::read_dir(&folder).expect("the suite is there");
        let mut paths: Vec<_> = entries
            .map(|entry| entry.expect("an entry").path())
            .collect();
        paths.retain(|path| {
            path.extension()
                .is_some_and(|extension| extension == "jsonl")
        });
        paths.sort();
        let files = paths
            .iter()
            .map(|path| fs::read_to_string(path).expect("UTF-8"));
        let corpus: String = files.collect();
        if overwrite {
            let packed = zstd::encode_all(corpus.as_bytes(), 19).expect("memory takes it all");
            fs::write(packed_path(), packed).expect("it can be written");
        }
        corpus
    })
}

fn packed_path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src/suite/vectors.jsonl.zst")
}

fn vectors() -> Vec<Value> {
    let lines = corpus().lines();
    lines
        .map(|line| serde_json::from_str(line).expect(line))
        .collect()
}

#[test]
fn both_readers_of_movetext_do_as_the_suite_says() {
    assert!(vectors().len() >= 1000);
    let folder = root().join("corpus/suite");
    let output = movetext(&["suite", "run", "--suite", &folder.to_string_lossy()]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

#[test]
fn the_command_brings_the_suite_along() {
    let packed = fs::File::open(packed_path()).expect("it is there");
    let (_, mut reader) = decompress(packed, 8 << 20).expect("it is packed");
    let mut inside = String::new();
    reader.read_to_string(&mut inside).expect("UTF-8");
    let same = inside == corpus();
    assert!(
        same,
        "SUITE=overwrite cargo test -p movetext-cli --test suite"
    );
}

/// What the families say of their vectors stands in the files.
#[test]
fn composed_vectors_are_in_the_suite() {
    let vectors = vectors();
    let by_id: BTreeMap<&str, &Value> = vectors
        .iter()
        .map(|vector| (vector["id"].as_str().unwrap_or_default(), vector))
        .collect();
    let mut wrong = Vec::new();
    for composed in movetext_generate::suite::vectors(&[]) {
        let id = composed["id"].as_str().unwrap_or_default().to_owned();
        let same = by_id.get(&*id).is_some_and(|vector| {
            let members = composed.as_object().into_iter().flatten();
            members
                .into_iter()
                .all(|(name, value)| match name.as_str() {
                    // Vectors made by hand may add to these.
                    "requirement" => {
                        let cited = vector[name].as_array().cloned().unwrap_or_default();
                        value
                            .as_array()
                            .into_iter()
                            .flatten()
                            .all(|one| cited.contains(one))
                    }
                    _ => vector[name] == *value,
                })
        });
        if !same {
            wrong.push(id);
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Every `must` and `should` has a vector that keeps to it and one that does not, or a reason in
/// `corpus/suite/requirements.txt` why not.
#[test]
fn every_requirement_has_its_vectors() {
    let mut classes: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let vectors = vectors();
    for vector in &vectors {
        let kept = match vector["class"].as_str() {
            Some("valid") => "kept",
            Some("invalid" | "lenient") => "broken",
            _ => continue,
        };
        for id in vector["requirement"].as_array().into_iter().flatten() {
            let id = id.as_str().unwrap_or_default();
            assert!(Requirement::find(id).is_some(), "{id} is no requirement");
            classes.entry(id.to_owned()).or_default().insert(kept);
        }
    }
    let reasons = fs::read_to_string(root().join("corpus/suite/requirements.txt")).unwrap();
    let mut excepted: BTreeSet<(&str, &str)> = BTreeSet::new();
    for line in reasons
        .lines()
        .filter(|line| line.contains("-") && !line.starts_with([' ', '#']))
    {
        let mut words = line.splitn(3, ' ');
        let (id, what) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let reason = words.next().unwrap_or("");
        assert!(!reason.trim().is_empty(), "no reason: {line}");
        match what {
            "both" => excepted.extend([(id, "kept"), (id, "broken")]),
            "kept" | "broken" => {
                excepted.insert((id, what));
            }
            _ => panic!("{line}"),
        }
    }
    let mut wrong = String::new();
    for requirement in Requirement::all() {
        if !matches!(requirement.level, "must" | "should") {
            continue;
        }
        for what in ["kept", "broken"] {
            let is_there = classes
                .get(requirement.id)
                .is_some_and(|all| all.contains(what));
            let has_reason = excepted.remove(&(requirement.id, what));
            if is_there == has_reason {
                let word = if is_there {
                    "needs no reason"
                } else {
                    "lacks a vector"
                };
                wrong += &format!(
                    "{} {what}: {word}: {}\n",
                    requirement.id, requirement.statement
                );
            }
        }
    }
    assert!(
        wrong.is_empty() && excepted.is_empty(),
        "{wrong}{excepted:?}"
    );
}

/// The schema names the members that vectors have, and no others.
#[test]
fn the_schema_has_every_member() {
    let schema = fs::read_to_string(root().join("docs/suite.schema.json")).expect("it is there");
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let vectors = vectors();
    let used: BTreeSet<&str> = vectors
        .iter()
        .flat_map(|vector| vector.as_object().into_iter().flatten())
        .map(|(name, _)| name.as_str())
        .collect();
    let known = schema["properties"].as_object().expect("members");
    let known: BTreeSet<&str> = known.keys().map(String::as_str).collect();
    assert_eq!(used, known);
    for vector in &vectors {
        for name in schema["required"].as_array().into_iter().flatten() {
            let name = name.as_str().unwrap_or_default();
            assert!(
                !vector[name].is_null() || name == "variant",
                "{name}: {vector}"
            );
        }
    }
}

#[cfg(unix)]
mod readers {
    use super::*;

    /// A folder with two vectors.
    fn suite() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("there is room");
        let tags = [
            ("Event", "?"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", "?"),
            ("White", "?"),
            ("Black", "?"),
            ("Result", "*"),
        ];
        let section = tags.map(|(name, value)| format!("[{name} \"{value}\"]\n"));
        let input = section.concat() + "\n1. e4 *\n";
        let moves = json!([{"text": "e4", "from": "e2", "to": "e4"}]);
        let valid = json!({
            "id": "own/valid", "spec": "own", "requirement": ["X-1"], "variant": "chess", "format": "pgn",
            "class": "valid", "input": input,
            "games": [{"tags": tags, "moves": moves, "result": "*"}], "diagnostics": [],
        });
        let invalid = json!({
            "id": "own/invalid", "spec": "own", "requirement": ["X-2"], "variant": "chess", "format": "pgn",
            "class": "invalid", "input": "1. e5 *\n",
        });
        fs::write(
            folder.path().join("own.jsonl"),
            format!("{valid}\n{invalid}\n"),
        )
        .unwrap();
        folder
    }

    /// Runs the suite against a script. Returns the exit code and the results.
    fn run(folder: &Path, script: &str, further: &[&str]) -> (i32, Vec<Value>) {
        let path = folder.to_string_lossy();
        let mut arguments = vec![
            "suite",
            "run",
            "--suite",
            &path,
            "--format",
            "jsonl",
            "--timeout",
            "1",
        ];
        arguments.extend(further);
        arguments.extend(["--", "sh", "-c", script]);
        let output = movetext(&arguments);
        let lines = text(&output.stdout);
        let lines = lines
            .lines()
            .map(|line| serde_json::from_str(line).expect(line));
        (output.status.code().unwrap_or(-1), lines.collect())
    }

    /// Right by the environment alone.
    const RIGHT: &str = r#"cat > /dev/null
        case $SUITE_ID in
            */valid) echo '{"claims":["verdict","moves"],"games":[{"moves":[{"from":"e2","to":"e4"}]}]}';;
            *) exit 1;;
        esac"#;

    #[test]
    fn readers_of_every_sort() {
        let folder = suite();
        let status = |results: &[Value]| -> Vec<String> {
            let results = results.iter().filter(|result| result["type"] == "result");
            results
                .map(|result| result["status"].as_str().unwrap_or("").to_owned())
                .collect()
        };
        for (script, code, expected) in [
            (RIGHT, 0, ["pass", "pass"]),
            ("cat > /dev/null", 1, ["pass", "fail"]),
            ("exit 1", 1, ["fail", "pass"]),
            ("exit 77", 0, ["unclaimed", "unclaimed"]),
            ("exit 101", 1, ["crash", "crash"]),
            ("kill -9 $$", 1, ["crash", "crash"]),
            ("sleep 30", 1, ["timeout", "timeout"]),
            ("sleep 30 & exit 0", 1, ["timeout", "timeout"]),
            ("echo '{\"games\": 3}'", 1, ["garbage", "garbage"]),
            ("yes | head -c 20000000", 1, ["garbage", "garbage"]),
            (
                "echo '{\"games\":[{\"moves\":[{\"from\":\"d2\",\"to\":\"d4\"}]}]}'; test $SUITE_VARIANT = chess",
                1,
                ["fail", "fail"],
            ),
        ] {
            let (found, results) = run(folder.path(), script, &[]);
            assert_eq!(
                (status(&results), found),
                (expected.map(str::to_owned).to_vec(), code),
                "{script}"
            );
        }
    }

    #[test]
    fn a_reader_gets_the_text() {
        let folder = suite();
        let script = r#"test "$(cat)" = "1. e5 *" && exit 1; exit 0"#;
        let (code, _) = run(folder.path(), script, &[]);
        assert_eq!(code, 0);
    }

    #[test]
    fn a_command_that_is_not_there_is_no_reader() {
        let folder = suite();
        let path = folder.path().to_string_lossy().into_owned();
        let output = movetext(&["suite", "run", "--suite", &path, "--", "/no/such/reader"]);
        assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    }

    #[test]
    fn known_failures() {
        let folder = suite();
        let known = folder.path().join("known");
        let known = known.to_string_lossy();
        let (accepts, refuses) = ("cat > /dev/null", "exit 1");
        let update = ["--expect", &*known, "--update"];
        assert_eq!(run(folder.path(), accepts, &update).0, 0);
        let expect = ["--expect", &*known];
        assert_eq!(run(folder.path(), accepts, &expect).0, 0);
        // Another one has appeared, and the known one is gone.
        let (code, results) = run(folder.path(), refuses, &expect);
        assert_eq!(code, 1);
        let summary = results.last().expect("a summary");
        assert_eq!(
            (&summary["failures"], &summary["missing"]),
            (&json!(1), &json!(1))
        );
        // What is not run is let be.
        let only = ["--expect", &*known, "--run", "*/valid"];
        assert_eq!(run(folder.path(), RIGHT, &only).0, 0);
        assert_eq!(run(folder.path(), RIGHT, &expect).0, 1);
    }

    #[test]
    fn vectors_are_chosen() {
        let folder = suite();
        let count = |further: &[&str]| {
            let (_, results) = run(folder.path(), RIGHT, further);
            results.len() - 1
        };
        assert_eq!(count(&[]), 2);
        assert_eq!(count(&["--run", "own/*"]), 2);
        assert_eq!(count(&["--skip", "*/in*"]), 1);
        assert_eq!(count(&["--requirement", "x-2"]), 1);
        assert_eq!(count(&["--spec", "chess"]), 0);
    }

    #[test]
    fn junit() {
        let folder = suite();
        let path = folder.path().to_string_lossy().into_owned();
        let output = movetext(&[
            "suite", "run", "--suite", &path, "--format", "junit", "--", "sh", "-c", "exit 1",
        ]);
        let xml = text(&output.stdout);
        assert!(
            xml.contains("<testsuites name=\"movetext\" tests=\"2\" failures=\"1\">"),
            "{xml}"
        );
        assert!(
            xml.contains("<failure message=\"verdict\">own/valid [valid; X-1]"),
            "{xml}"
        );
    }

    #[test]
    fn vectors_of_ones_own_are_completed() {
        let folder = suite();
        let path = folder.path().join("own.jsonl");
        let output = movetext(&["suite", "fill", &path.to_string_lossy()]);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let lines = fs::read_to_string(&path).unwrap();
        assert!(lines.contains("\"code\":\"illegal-move\""), "{lines}");
        assert!(
            lines.contains("\"positions\":[{\"game\":1,\"ply\":1,"),
            "{lines}"
        );
        let wrong = lines.replace("\"to\":\"e4\"", "\"to\":\"e3\"");
        fs::write(&path, wrong).unwrap();
        let output = movetext(&["suite", "fill", &path.to_string_lossy()]);
        assert_eq!(output.status.code(), Some(1));
        assert_eq!(
            text(&output.stderr),
            "movetext: own/valid: other games were read\n"
        );
    }
}
