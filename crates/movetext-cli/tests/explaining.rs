//! The pages of the codes against the command: each example gives its code, each text afterwards does not.

use movetext::diagnostic::{ALL, Code, Example};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

fn movetext(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_movetext"))
        .args(args)
        .output()
        .expect("the command starts")
}

/// Texts by what they are called.
type Texts = BTreeMap<String, Example>;

/// The codes of what `check` finds in each text, read with the text's own options.
fn check(texts: &Texts) -> BTreeMap<String, BTreeSet<String>> {
    let folder = tempfile::tempdir().expect("a folder");
    let mut by_options: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (name, example) in texts {
        let path = folder.path().join(name);
        fs::write(&path, example.text).expect("a file");
        let path = path.to_str().expect("UTF-8").to_owned();
        by_options.entry(example.options).or_default().push(path);
    }
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (options, paths) in by_options {
        let mut args = vec!["check", "--severity", "info", "--format", "jsonl"];
        args.extend(options.split_whitespace());
        args.extend(paths.iter().map(String::as_str));
        let output = movetext(&args);
        assert!(
            matches!(output.status.code(), Some(0 | 1)),
            "{options}: {output:?}"
        );
        let lines = String::from_utf8(output.stdout).expect("UTF-8");
        for line in lines.lines() {
            let record: Value = serde_json::from_str(line).expect("JSON");
            let path = Path::new(record["file"].as_str().expect("a name"));
            let name = path.file_name().and_then(|name| name.to_str());
            let codes = found.entry(name.expect("a name").to_owned()).or_default();
            if let Some(code) = record["code"].as_str() {
                codes.insert(code.to_owned());
            }
        }
    }
    found
}

#[test]
fn examples_give_their_codes_and_fixed_texts_do_not() {
    let name = |code: &Code, what: &str, example: &Example| {
        format!("{}.{what}.{}", code.id, example.format)
    };
    let mut texts = Texts::new();
    for code in ALL {
        // That there is a page is tested beside the pages.
        let page = code.page().expect("a page");
        if let Ok(example) = page.example {
            texts.insert(name(code, "example", &example), example);
        }
        if let Some(fixed) = page.fixed {
            texts.insert(name(code, "fixed", &fixed), fixed);
        }
    }
    let found = check(&texts);
    let mut wrong = String::new();
    for (name, example) in &texts {
        let (code, what) = name.split_once('.').expect("two parts");
        let codes = found.get(name).unwrap_or_else(|| panic!("{name} was read"));
        if codes.contains(code) != what.starts_with("example") {
            wrong += &format!("{name}: {codes:?}\n{}\n", example.text);
        }
    }
    assert!(
        wrong.is_empty(),
        "in these texts the code should be found in the example and not in the fixed text; they stand on the \
         pages of the codes, which src/diagnostic/pages.rs describes\n{wrong}"
    );
}
