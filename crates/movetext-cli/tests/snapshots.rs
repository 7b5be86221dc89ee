//! What the command writes, letter by letter. `SNAPSHOTS=overwrite cargo test` writes it anew.

use snapbox::{Assert, Data};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Name, arguments, exit code.
const CASES: &[(&str, &str, i32)] = &[
    ("check_text", "check games bare.pgn", 0),
    ("check_findings", "check findings.pgn", 1),
    ("check_colour", "check bare.pgn --color always", 0),
    (
        "check_few",
        "check findings.pgn bare.pgn --max-diagnostics 2",
        1,
    ),
    ("check_quiet", "check --quiet findings.pgn bare.pgn", 1),
    (
        "check_jsonl",
        "check findings.pgn bare.pgn games --format jsonl",
        1,
    ),
    (
        "check_json",
        "check bare.pgn missing.pgn games --format json",
        3,
    ),
    ("check_named", "check games/notes.txt", 1),
    ("check_as_xiangqi", "check --variant xiangqi bare.pgn", 1),
    (
        "convert",
        "convert --to jsonl games findings.pgn games/notes.txt",
        1,
    ),
    ("convert_pgn", "convert --to pgn games findings.pgn", 1),
    (
        "convert_pgn_layout",
        "convert --to pgn --notation lan --columns 40 --space-after-number games/chess.pgn",
        0,
    ),
    (
        "convert_pgn_reduced",
        "convert --to pgn --profile reduced games/chess.pgn findings.pgn",
        1,
    ),
    (
        "convert_pgn_lossless",
        "convert --to pgn --profile lossless games",
        0,
    ),
    ("convert_epd", "convert --to epd games/chess.pgn", 0),
    (
        "convert_fen",
        "convert --to fen findings.pgn games/xiangqi.pgn games/cescacs.ctl-pgn",
        1,
    ),
    ("check_pcn", "check documents --severity info", 1),
    ("check_games", "check mate.jsonl --severity info", 0),
    ("check_letters", "check german.pgn", 1),
    (
        "check_pieces",
        "check german.pgn --pieces german --severity info",
        0,
    ),
    (
        "convert_pieces",
        "convert --to pgn --pieces german --notation san,pieces=french german.pgn",
        0,
    ),
    (
        "check_pcn_jsonl",
        "check documents/broken.pcn --format jsonl",
        1,
    ),
    ("convert_pcn", "convert --to pcn games findings.pgn", 1),
    (
        "convert_pcn_report",
        "convert --to pcn --on-loss report games/chess.pgn",
        0,
    ),
    (
        "convert_pcn_fail",
        "convert --to pcn --on-loss fail games/chess.pgn",
        1,
    ),
    (
        "convert_pcn_to_pcn",
        "convert --to pcn documents/games.pcn documents/broken.pcn",
        1,
    ),
    ("convert_pcn_to_pgn", "convert --to pgn documents", 1),
    (
        "convert_uci",
        "convert --to uci games/chess.pgn documents/moves.txt",
        0,
    ),
    ("convert_iccs", "convert --to iccs games", 1),
    ("detect_documents", "detect documents", 0),
    ("stats_documents", "stats documents", 1),
    ("usage_on_loss", "convert --to pgn --on-loss keep games", 2),
    ("compare", "compare ../compared/a.pgn ../compared/b.pgn", 1),
    (
        "compare_colour",
        "compare ../compared/a.pgn ../compared/b.pgn --only moves --color always",
        1,
    ),
    (
        "compare_jsonl",
        "compare ../compared/a.pgn ../compared/b.pgn --format jsonl",
        1,
    ),
    (
        "compare_junit",
        "compare ../compared/a.pgn ../compared/b.pgn --format junit",
        1,
    ),
    (
        "compare_expect",
        "compare ../compared/a.pgn ../compared/b.pgn --expect ../compared/known.jsonl --ignore order",
        1,
    ),
    (
        "compare_list",
        "compare ../compared/chess.pgn ../compared/a.uci",
        0,
    ),
    (
        "compare_list_jsonl",
        "compare ../compared/chess.pgn ../compared/a.uci --format jsonl --by order",
        0,
    ),
    ("compare_unreadable", "compare games missing.pgn", 3),
    (
        "compare_expect_unreadable",
        "compare games games --expect findings.pgn",
        3,
    ),
    ("usage_compare", "compare games", 2),
    ("usage_compare_three", "compare games games games", 2),
    ("usage_compare_stdin", "compare - -", 2),
    (
        "usage_compare_what",
        "compare games games --ignore comment",
        2,
    ),
    ("usage_compare_update", "compare games games --update", 2),
    ("help_compare", "compare --help", 0),
    ("help_suite", "suite --help", 0),
    ("help_suite_run", "suite run --help", 0),
    ("suite_list", "suite list --run san/castling-0*", 0),
    (
        "suite_list_jsonl",
        "suite list --run san/en-passant-01 --format jsonl",
        0,
    ),
    (
        "suite_show",
        "suite show san/castling-01 san/castling-06",
        0,
    ),
    ("suite_show_missing", "suite show no/such-vector", 1),
    (
        "suite_run",
        "suite run --spec chess --run san/* --run pgn-import/comments*",
        0,
    ),
    (
        "suite_run_reader",
        "suite run --run san/castling-0* -- false",
        1,
    ),
    ("suite_unreadable", "suite run --suite missing.jsonl", 3),
    ("usage_suite_update", "suite run --update", 2),
    ("fmt", "fmt games/chess.pgn findings.pgn", 1),
    (
        "fmt_check",
        "fmt --check games/chess.pgn findings.pgn games/notes.txt",
        1,
    ),
    ("detect_text", "detect . missing.pgn", 3),
    (
        "detect_jsonl",
        "detect latin1.pgn games/xiangqi.pgn --format jsonl",
        0,
    ),
    (
        "detect_given",
        "detect bare.pgn --variant cescacs --encoding latin1",
        0,
    ),
    ("stats_text", "stats .", 1),
    ("stats_jsonl", "stats . --format jsonl", 1),
    ("usage_variant", "check --variant draughts bare.pgn", 2),
    ("usage_encoding", "check --encoding klingon bare.pgn", 2),
    ("usage_stdin_twice", "stats - games -", 2),
    (
        "usage_same_file",
        "convert --to jsonl bare.pgn -o ./bare.pgn",
        2,
    ),
    (
        "usage_layout",
        "convert --to jsonl --columns 10 bare.pgn",
        2,
    ),
    (
        "usage_lossless",
        "convert --to pgn --profile lossless --columns 10 bare.pgn",
        2,
    ),
    ("usage_fmt_stdin", "fmt --check -", 2),
    ("usage_jobs", "check --jobs 0 bare.pgn", 2),
    ("explain", "explain illegal-move", 0),
    (
        "explain_both",
        "explain Missing_Result ch-208 unreadable-source",
        0,
    ),
    ("explain_colour", "explain figurine --color always", 0),
    (
        "explain_json",
        "explain long-value ch-i01 --format jsonl",
        0,
    ),
    ("explain_list", "explain --list", 0),
    ("usage_explain", "explain ilegal-move", 2),
    ("help_explain", "explain --help", 0),
    ("help", "--help", 0),
    ("help_check", "check --help", 0),
    ("help_convert", "convert --help", 0),
    ("help_fmt", "fmt --help", 0),
    ("help_view", "view --help", 0),
];

#[test]
fn snapshots() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let assert = Assert::new().action_env("SNAPSHOTS");
    for &(name, args, code) in CASES {
        let output = Command::new(env!("CARGO_BIN_EXE_movetext"))
            .args(args.split(' '))
            .args(
                (!args.contains("--jobs"))
                    .then_some("--jobs=2")
                    .filter(|_| {
                        let reads = !args.starts_with("explain") && !args.starts_with("suite");
                        code != 2 && !args.contains("--help") && reads
                    }),
            )
            .current_dir(here.join("data"))
            .env("COLUMNS", "100")
            .output()
            .expect("the command starts");
        assert_eq!(output.status.code(), Some(code), "{name}: {output:?}");
        let mut text = format!("$ movetext {args}\n");
        for (stream, bytes) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
            let written = String::from_utf8(bytes.clone()).expect("the output is UTF-8");
            let written = match name.starts_with("stats") {
                true => without_speed(&written),
                false => written,
            };
            write!(text, "--- {stream}\n{written}").expect("writing to a string does not fail");
        }
        let snapshot = here.join(format!("snapshots/{name}.txt"));
        // As it stands: a filter for paths would turn every backslash in it over.
        assert.eq(
            Data::text(text).raw(),
            Data::read_from(&snapshot, None).raw(),
        );
    }
}

/// Speed differs from run to run, and so does the width of its column.
fn without_speed(text: &str) -> String {
    let is_speed = |word: &str| {
        let word = word.trim_start_matches("\"megabytes_per_second\":");
        word.trim_end_matches('}').contains('.')
            && word.trim_end_matches('}').parse::<f64>().is_ok()
    };
    let mut out = String::new();
    for line in text.lines() {
        let separator = if line.starts_with('{') { "," } else { " " };
        let words = line.split(separator).filter(|word| !word.is_empty());
        let words: Vec<&str> = words
            .map(|word| if is_speed(word) { "SPEED" } else { word })
            .collect();
        out += &words.join(separator);
        out.push('\n');
    }
    out
}
