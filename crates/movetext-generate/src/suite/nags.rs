//! Numeric annotation glyphs and suffixes: the whole range, its ends, and what is no glyph.

use super::{Case, heading, section};
use serde_json::json;

fn game(written: &str) -> String {
    format!("{}1.e4 {written} e5 *\n", section(&heading(&[])))
}

fn case(
    family: &'static str,
    requirements: &'static str,
    class: &'static str,
    written: &str,
    nags: &[u32],
) -> Case {
    let games = (class != "invalid").then(|| {
        let mut first = json!({"text": "e4", "from": "e2", "to": "e4"});
        if !nags.is_empty() {
            first["nags"] = json!(nags);
        }
        let second = json!({"text": "e5", "from": "e7", "to": "e5"});
        json!([{"tags": heading(&[]), "moves": [first, second], "result": "*"}])
    });
    Case {
        games,
        ..Case::pgn(family, requirements, class, game(written))
    }
}

/// Every glyph of the table, those that the table leaves free, and what people write instead.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for nag in 1..=139 {
        cases.push(case(
            "table",
            "CH-199 CH-201 CH-286",
            "valid",
            &format!("${nag}"),
            &[nag],
        ));
    }
    for (nag, requirements) in [
        (140, "CH-287"),
        (146, "CH-287"),
        (220, "CH-287"),
        (255, "CH-201 CH-287"),
    ] {
        cases.push(case(
            "free",
            requirements,
            "lenient",
            &format!("${nag}"),
            &[nag],
        ));
    }
    cases.push(case("zero", "CH-199 CH-201 CH-289", "valid", "$0", &[0]));
    for (written, nags) in [
        ("$1 $14", &[1, 14][..]),
        ("$1$14", &[1, 14]),
        ("$1\n$14 $36", &[1, 14, 36]),
        ("$001", &[1]),
    ] {
        cases.push(case(
            "several",
            "CH-060 CH-061 CH-199",
            "valid",
            written,
            nags,
        ));
    }
    for written in [
        "$256",
        "$1000",
        "$99999999999999999999",
        "$",
        "$ 1",
        "$x",
        "$-1",
    ] {
        cases.push(case("no-glyph", "CH-060 CH-201", "invalid", written, &[]));
    }
    for (suffix, nag) in [
        ("!", 1),
        ("?", 2),
        ("!!", 3),
        ("??", 4),
        ("!?", 5),
        ("?!", 6),
    ] {
        let text = format!("{}1.e4{suffix} e5 *\n", section(&heading(&[])));
        cases.push(Case {
            input: text,
            ..case("suffix", "CH-063 CH-294", "lenient", "", &[nag])
        });
    }
    for suffix in ["!!!", "???", "?!?", "=", "+-", "-/+", "N"] {
        let text = format!("{}1.e4{suffix} e5 *\n", section(&heading(&[])));
        cases.push(Case {
            input: text,
            games: None,
            ..case("other-suffix", "CH-063 CH-294", "lenient", "", &[])
        });
    }
    cases
}
