//! Values of the tag TimeControl: each kind of field, sequences of them, and what is none.

use super::{Case, heading, section};
use serde_json::json;

/// Requirements, class, values.
const VALUES: &[(&str, &str, &[&str])] = &[
    (
        "CH-246 CH-247",
        "valid",
        &["40/9000", "40/7200:3600", "30/3600:15/1800:900", "1/1"],
    ),
    (
        "CH-248 CH-249",
        "valid",
        &["40/7200:20/3600:900", "40/9000:900+30"],
    ),
    ("CH-252 CH-253", "valid", &["?"]),
    ("CH-254 CH-255", "valid", &["-"]),
    ("CH-256 CH-257", "valid", &["300", "1", "86400", "40"]),
    (
        "CH-258 CH-259",
        "valid",
        &["300+5", "4500+60", "0+1", "60+0"],
    ),
    ("CH-260 CH-261 CH-262", "valid", &["*180", "*60"]),
    (
        "CH-247",
        "lenient",
        &["", " ", "/", "40/", "/9000", "40/9000/1", "x", "40 / 9000"],
    ),
    (
        "CH-249",
        "lenient",
        &[
            "40/7200;900",
            "40/7200:",
            ":900",
            "40/7200::900",
            "40/7200,900",
        ],
    ),
    (
        "CH-253 CH-255",
        "lenient",
        &["40/7200:?", "40/7200:-", "??", "--"],
    ),
    (
        "CH-257",
        "lenient",
        &["5m", "5:00", "5min", "300s", "-300", "3.5"],
    ),
    (
        "CH-259",
        "lenient",
        &["5|3", "300+", "+5", "300++5", "300 + 5", "300+-5"],
    ),
    ("CH-261", "lenient", &["180*", "* 180", "*", "**180", "*1x"]),
];

/// A game with each value.
pub(super) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (requirements, class, values) in VALUES {
        let family = if *class == "valid" {
            "value"
        } else {
            "no-value"
        };
        for value in *values {
            let tags = heading(&[("TimeControl", value)]);
            let moves = json!([
                {"text": "e4", "from": "e2", "to": "e4"},
                {"text": "e5", "from": "e7", "to": "e5"},
            ]);
            cases.push(Case {
                games: Some(json!([{"tags": tags, "moves": moves, "result": "*"}])),
                ..Case::pgn(
                    family,
                    requirements,
                    class,
                    format!("{}1.e4 e5 *\n", section(&tags)),
                )
            });
        }
    }
    cases.sort_by_key(|case| case.family == "no-value");
    cases
}
