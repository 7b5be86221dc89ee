//! What a checker finds in games that were understood, by the numbered requirements, and what it does
//! not find in games that are right.

use movetext::check::{Checker, Conformance};
use movetext::{Diagnostic, Reader};

/// Requirements, the text, and what is found in it: code, line and column.
type Case = (&'static str, &'static str, &'static [&'static str]);

fn findings(text: &str, conformance: Conformance) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut reader = Reader::builder().from_reader(text.as_bytes()).unwrap();
    let mut checker = Checker::new(conformance);
    reader.read(&mut checker, &mut found).unwrap();
    found
}

fn told(text: &str, conformance: Conformance) -> Vec<String> {
    let told = |d: &Diagnostic| format!("{} {}:{}", d.code.id, d.place.line, d.place.column);
    findings(text, conformance).iter().map(told).collect()
}

fn hold(cases: &[Case]) {
    let mut wrong = String::new();
    for (ids, text, expected) in cases {
        let told = told(text, Conformance::Consistency);
        if told != *expected {
            wrong += &format!("{ids}: {text:?}\n  found    {told:?}\n  expected {expected:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn moves() {
    hold(&[
        ("CH-166 CH-168 CH-169 CH-173", "1. e4 Nf6 *", &[]),
        (
            "CH-170 CH-171 CH-172",
            "1. Pe4 Pe5 *",
            &["pawn-letter 1:4", "pawn-letter 1:8"],
        ),
        (
            "CH-174 CH-175",
            "1. e4 d5 2. ed5 Qd5 3. Nc3 Qxa5 *",
            &[
                "capture-sign 1:13",
                "capture-sign 1:17",
                "capture-sign 1:28",
            ],
        ),
        (
            "CH-174",
            "1. e4 d5 2. e4:d5 Qd8:d5 *",
            &["coordinates 1:13", "over-disambiguation 1:19"],
        ),
        (
            "CH-176 CH-177 CH-178 CH-179",
            "1. e4 d5 2. Nf3 Qd6 3. Be2 Nc6 4. 0-0 Bf5 5. h3 o-o-o *",
            &["castling-spelling 1:35", "castling-spelling 1:49"],
        ),
        (
            "CH-180",
            "1. e4 a6 2. e5 d5 3. exd6 e.p. *",
            &["en-passant-mark 1:27"],
        ),
        (
            "CH-181 CH-182",
            "[SetUp \"1\"][FEN \"4k3/P6P/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8Q+ Kd7 2. h8(N) *",
            &["promotion-spelling 3:4", "promotion-spelling 3:16"],
        ),
        (
            "CH-183 CH-184 CH-187",
            "1. Ngf3 Nf6 2. Nc3 d6 3. Nd4 e6 4. Ndb5 *",
            &["over-disambiguation 1:4"],
        ),
        // The knight on c3 is pinned, so the one on g1 needs no file.
        (
            "CH-188",
            "1. d4 e6 2. Nc3 Bb4 3. e4 d6 4. Nge2 *",
            &["over-disambiguation 1:33"],
        ),
        (
            "CH-185 CH-186",
            "[SetUp \"1\"][FEN \"8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1\"]\n\n1. Qh4e1 *",
            &[],
        ),
        (
            "CH-189",
            "1. e4 e5 2. Bc4 Nc6 3. Bxf7 Kxf7+ *",
            &["missing-check-mark 1:24", "wrong-check-mark 1:29"],
        ),
        (
            "CH-190",
            "1. f3 e5 2. g4 Qh4+ 0-1",
            &["mate-marked-as-check 1:16"],
        ),
        (
            "CH-190",
            "1. f3 e5 2. g4 Qh4 mate 0-1",
            &["spaced-check-mark 1:20"],
        ),
        ("CH-192", "1. e4 f5 2. Qh5++ g6 *", &["move-spelling 1:13"]),
        (
            "CH-166 CH-196 CH-197",
            "1. e2-e4 e7e5 2. Ng1-f3 \u{265E}c6 *",
            &[
                "coordinates 1:4",
                "coordinates 1:10",
                "coordinates 1:18",
                "figurine 1:25",
            ],
        ),
        (
            "CH-143",
            "1. e4 -- 2. d4 Z0 3. c4 0000 4. Nc3 @@@@ 5. Nf3 <> *",
            &[
                "null-move 1:7",
                "null-move 1:16",
                "null-move 1:25",
                "null-move 1:37",
                "null-move 1:49",
            ],
        ),
    ]);
}

#[test]
fn numbers() {
    hold(&[
        (
            "CH-153 CH-155 CH-156 CH-157 CH-158",
            "e4 1... e5 2 Nf3 2. ... Nc6 3 . Bb5 3...... a6 *",
            &[],
        ),
        (
            "CH-154",
            "1. e4 e5 3. Nf3 Nc6 3. Bb5 *",
            &["move-number 1:10"],
        ),
        (
            "CH-154 CH-203",
            "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) 1... e5 (2... c5) 2. Nf3 *",
            &["move-number 1:50"],
        ),
        (
            "CH-154 CH-269",
            "[SetUp \"1\"][FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n\n30... Kd7 31. e4 33. Kc7 *",
            &["move-number 3:18"],
        ),
        // Where numbers tell that a round is missing, and where a word may have been a move, the counting ends.
        (
            "CH-156",
            "1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *",
            &["missing-move 1:10", "unplayed-moves 1:13"],
        ),
        (
            "CH-156",
            "1. e4 e9 3. Nf3 *",
            &["unknown-token 1:7", "unplayed-moves 1:13"],
        ),
    ]);
}

#[test]
fn annotations() {
    hold(&[
        (
            "CH-199 CH-200",
            "1. e4! e5 ?! 2. Nf3 $1 *",
            &["glyph-suffix 1:6", "glyph-suffix 1:11"],
        ),
        (
            "CH-201 CH-286 CH-287",
            "1. e4 $139 e5 $140 2. Nf3 $255 Nc6 $256 *",
            &[
                "reserved-nag 1:15",
                "reserved-nag 1:27",
                "unknown-token 1:36",
            ],
        ),
        ("CH-288", "1. e4 $0 *", &[]),
    ]);
}

/// Spellings with one plain meaning: each has a finding and a fix.
#[test]
fn plain_spellings() {
    hold(&[
        (
            "CH-062 CH-145",
            "1. e4 e5 2. Qh51-0\n\n1. e4 e52. Nf3 *",
            &["glued-result 1:16", "glued-round 3:9"],
        ),
        (
            "CH-157 CH-208",
            "1. e4. e5.. 2. Nf3 1/2-1/2.",
            &["trailing-dot 1:6", "trailing-dot 1:10", "trailing-dot 1:27"],
        ),
        ("CH-013 CH-208", "1. e4 1-0\0\n", &["odd-blank 1:10"]),
        (
            "CH-210 CH-211 CH-212 CH-214",
            "1. e4 1 - 0\n\n1. e4 1/2 - 1/2\n",
            &["result-spelling 1:7", "result-spelling 3:7"],
        ),
        ("CH-157", "1. e4 1…e5 *", &["ellipsis-character 1:8"]),
        (
            "CH-189",
            "1. e4 d5 2. Bb5† c6 3. Nf3† *",
            &["move-spelling 1:13", "wrong-check-mark 1:24"],
        ),
        (
            "CH-174 CH-175",
            "1. e4 d5 2. e×d5 Q×d5 *",
            &["capture-sign 1:13", "capture-sign 1:18"],
        ),
        (
            "CH-176 CH-177",
            "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O–O *",
            &["castling-spelling 1:35"],
        ),
        (
            "CH-181 CH-182",
            "[SetUp \"1\"][FEN \"4k3/P6P/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8q+ Kd7 2. h8♘ *",
            &["promotion-spelling 3:4", "promotion-spelling 3:16"],
        ),
        (
            "CH-199 CH-294",
            "1. e4!!! e5 ??? *",
            &["mark-run 1:6", "mark-run 1:13"],
        ),
        (
            "CH-166 CH-175",
            "1. e4 d5 2. ed *",
            &["abbreviated-move 1:13"],
        ),
    ]);
    let mended =
        mend("1. e4. 1…d5 2. e×d Q×d5 3. Nc3!!! Qe5† 4. Be2 Nf6 5. Nf3 Qe6 6. 0–0. Nc61 - 0.\n");
    assert_eq!(
        mended,
        "1. e4 1...d5 2. exd5 Qxd5 3. Nc3 $3 Qe5+ 4. Be2 Nf6 5. Nf3 Qe6 6. O-O Nc6 1-0\n"
    );
}

#[test]
fn blanks() {
    hold(&[(
        "CH-012 CH-013",
        "[Event \"?\"]\n\n1. e4\u{A0}e5\u{2003}2. Nf3\0Nc6, 3. Bb5 *",
        &[
            "odd-blank 3:6",
            "odd-blank 3:9",
            "odd-blank 3:16",
            "odd-blank 3:20",
        ],
    )]);
}

#[test]
fn results() {
    hold(&[
        (
            "CH-135 CH-136 CH-137 CH-138 CH-208 CH-210 CH-211 CH-212 CH-213",
            "1. e4 1-0\n\n[Event \"a\"]\n1. e4 0-1\n\n[Event \"b\"]\n1. e4 1/2-1/2\n\n[Event \"c\"]\n1. e4 *",
            &[],
        ),
        (
            "CH-137 CH-214",
            "1. e4 1\u{2013}0\n\n[Event \"a\"]\n1. e4 ½-½\n\n[Event \"b\"]\n1. e4 1/2\n\n[Event \"c\"]\n1. e4 0:1",
            &[
                "result-spelling 1:7",
                "result-spelling 4:7",
                "result-spelling 7:7",
                "result-spelling 10:7",
            ],
        ),
        (
            "CH-133 CH-215",
            "[Result \"1-0\"]\n\n1. e4 e5 0-1",
            &["result-mismatch 3:10"],
        ),
        (
            "CH-134 CH-216 CH-217",
            "[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4#\n\n[Event \"?\"]\n\n1. e4",
            &["missing-result 3:19", "missing-result 7:5"],
        ),
        (
            "CH-135",
            "1. f3 e5 2. g4 Qh4# 1-0",
            &["ending-mismatch 1:21"],
        ),
        (
            "CH-137",
            "[SetUp \"1\"][FEN \"7k/8/6K1/8/8/8/8/5Q2 w - - 0 1\"]\n\n1. Qf7 1-0",
            &["ending-mismatch 3:8"],
        ),
        (
            "CH-137",
            "[SetUp \"1\"][FEN \"8/8/6K1/8/8/8/8/5qk1 w - - 0 1\"]\n\n1. Kg5 Kh2 *\n\n\
             [SetUp \"1\"][FEN \"8/8/6K1/8/8/8/5k2/5Bn1 b - - 0 1\"]\n\n1... Kxf1 0-1",
            &["ending-mismatch 7:11"],
        ),
        (
            "CH-209",
            "1. e4 (1. d4 1-0) e5 *",
            &["result-in-variation 1:14"],
        ),
        (
            "CH-285",
            "[PlyCount \"3\"]\n\n1. e4 (1. d4 d5) 1... e5 *",
            &["ply-count 1:12"],
        ),
    ]);
}

/// CH-002 CH-009 CH-094 CH-140: what people may write.
#[test]
fn import_format() {
    let strict = |text: &str| told(text, Conformance::Import);
    let roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                  [White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";
    // CH-092 CH-093 CH-095 CH-097 CH-101
    assert_eq!(strict(&format!("{roster}1. e4 e5 *\n")), [] as [&str; 0]);
    assert_eq!(strict("[Event \"?\"]\n\n1. e4 *"), ["missing-tag 1:2"]);
    assert_eq!(
        strict("\n\n1. e4 *\n\n1. d4 *"),
        ["missing-tag 3:1", "missing-tag 5:1"]
    );
    // CH-025 CH-026 CH-027 CH-050 CH-051
    let long = "x".repeat(256);
    assert_eq!(
        strict(&format!("[Annotator \"{long}\"]\n{roster}1. e4 *\n")),
        ["long-line 1:1", "long-value 1:13", "tag-sequence 2:2"]
    );
    assert_eq!(
        strict(&format!("{roster}{{{}}} *", long.replace("xxxx", "xxx "))),
        ["long-line 9:1"]
    );
    // CH-068: what the grammar does not take is told where nothing else tells of it.
    assert_eq!(
        strict(&format!("{roster}1. e4 e5 ; *\nX *")),
        ["unknown-token 10:1"]
    );
    assert_eq!(
        strict(&format!("{roster}1. e4 ( ) e5 *")),
        ["not-conforming 9:9"]
    );
    // CH-202: by the requirement that is not met.
    let found = findings(&format!("{roster}1. e4 ( ) e5 *"), Conformance::Import);
    let cited: Vec<_> = found[0].requirements.iter().collect();
    assert_eq!(cited, ["CH-202"]);
}

/// CH-002 CH-004 CH-011 CH-146: what programs write.
#[test]
fn export_format() {
    let strict = |text: &str| told(text, Conformance::Export);
    let roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
                  [White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n";
    assert_eq!(strict(&format!("{roster}1.e4 e5 *\n\n")), [] as [&str; 0]);
    for (ids, text) in [
        ("CH-159 CH-161", "1. e4 e5 *\n"),
        ("CH-148 CH-149", "1.e4  e5 *\n"),
        ("CH-148", "1.e4\ne5 *\n"),
        ("CH-160 CH-163", "1.e4 {a} e5 *\n"),
        ("CH-162", "1.e4 e5 Nf3 *\n"),
        ("CH-165", "1.e4 1...e5 *\n"),
        ("CH-151", " 1.e4 e5 *\n"),
        ("CH-152", "1.e4 e5 \n*\n"),
    ] {
        let told = strict(&format!("{roster}{text}\n"));
        assert_eq!(told, ["not-export-format 9:1"], "{ids} {text:?}");
    }
    for (ids, from, to, place) in [
        ("CH-007", "\n", "\r\n", "1:1"),
        ("CH-098 CH-099", "[Site \"?\"]\n", "", "2:1"),
        ("CH-082", "[Site \"?\"]", "[Site  \"?\"]", "2:1"),
        ("CH-081", "[Site \"?\"]", "[Site \"?\" ]", "2:1"),
        ("CH-087", "[Site \"?\"]\n", "[Site \"?\"] ", "2:1"),
        ("CH-088", "[Site \"?\"]", "\t[Site \"?\"]", "2:1"),
        (
            "CH-100",
            "[Result \"*\"]\n",
            "[Result \"*\"]\n[B \"\"]\n[A \"\"]\n",
            "8:1",
        ),
    ] {
        let text = format!("{}1.e4 e5 *\n\n", roster.replace(from, to));
        let told = strict(&text);
        let expected = format!("not-export-format {place}");
        assert!(told.contains(&expected), "{ids} {text:?}: {told:?}");
    }
}

/// The text after all its fixes; none is left to be made.
fn mend(text: &str) -> String {
    let mut fixed = text.to_owned();
    for _ in 0..3 {
        let findings = findings(&fixed, Conformance::Consistency);
        let mut fixes: Vec<_> = findings.iter().filter_map(|d| d.fix.as_ref()).collect();
        // Where fixes overlap, the larger one counts.
        fixes.sort_by_key(|fix| (fix.span.start, std::cmp::Reverse(fix.span.end)));
        let (mut mended, mut at) = (String::new(), 0);
        for fix in fixes {
            let (begin, end) = (fix.span.start as usize, fix.span.end as usize);
            if begin >= at {
                mended += &fixed[at..begin];
                mended += &fix.text;
                at = end;
            }
        }
        fixed = mended + &fixed[at..];
    }
    assert_eq!(
        told(&fixed, Conformance::Consistency),
        [] as [&str; 0],
        "{fixed}"
    );
    fixed
}

/// A fix for all that is found leaves nothing to be found.
#[test]
fn fixes_mend() {
    assert_eq!(
        mend("1. Pe4! e7-e5 8. Bf1c4?! Nc6 3. Qd1h5 ± a6, 4. Qf7 mate 1:0\n"),
        "1. e4 $1 e5 2. Bc4 $6 Nc6 3. Qh5 $16 a6  4. Qxf7# 1-0\n"
    );
}

/// What the text of a game is made of, where nothing is to be found.
#[test]
fn structure() {
    hold(&[
        // Moves and their numbers, words ended by what is none, integers, brackets.
        (
            "CH-040 CH-052 CH-053 CH-057 CH-058 CH-065 CH-071 CH-072 CH-142",
            "[Event \"?\"]1.e4(1.d4{x})e5{y}2.Nf3$1Nc6*",
            &[],
        ),
        // All printable characters of ASCII; those from 160 on.
        (
            "CH-016 CH-018 CH-024",
            "[Opening \"? 'A' #%&/;<=>@^_`|~,-.\"]\n\n{ !\"#$%&()*+,-./09:;<=>?@AZ[]^_`az|~\\ § 12} 1. e4 *",
            &[],
        ),
        (
            "CH-066",
            "1. e4 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
             xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
             xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\
             xxxxxxxxxxxxxxxxxxxx *",
            &["unknown-token 1:7"],
        ),
        (
            "CH-097 CH-098 CH-099",
            "[Event \"?\"]\n[White \"A\"]\n[Site \"?\"]\n\n*",
            &["tag-sequence 3:2"],
        ),
        (
            "CH-076",
            "[White \"A\"]\n[White \"B\"]\n\n*",
            &["duplicate-tag 2:1"],
        ),
        // Two names that differ in letters only: one of them is misspelt.
        (
            "CH-076 CH-083 CH-084",
            "[White \"A\"]\n[white \"B\"]\n\n*",
            &["duplicate-tag 2:1", "tag-name 2:2"],
        ),
        (
            "CH-077 CH-078",
            "[Белые \"?\"]\n[White Elo \"2700\"]\n\n*",
            &["tag-name 1:2", "malformed-tag 2:1", "tag-name 2:2"],
        ),
        ("CH-096 CH-218", "[Foo \"bar\"]\n[X_Custom \"1\"]\n\n*", &[]),
        (
            "CH-267 CH-268",
            "[SetUp \"1\"]\n\n1. e4 *",
            &["tag-value 1:9"],
        ),
        // Two knights go to e2, one of them with check: the mark tells nothing of which.
        (
            "CH-191",
            "[SetUp \"1\"][FEN \"8/8/8/8/3k4/8/8/1K4N1 w - - 0 1\"]\n\n1. Ne2+ *\n\n\
             [SetUp \"1\"][FEN \"8/8/8/8/3k4/2N5/8/1K4N1 w - - 0 1\"]\n\n1. Nge2+ *\n\n\
             [SetUp \"1\"][FEN \"8/8/8/8/3k4/2N5/8/1K4N1 w - - 0 1\"]\n\n1. Ne2+ *",
            &["ambiguous-move 11:4"],
        ),
        // The shortest move and the longest.
        (
            "CH-194",
            "[SetUp \"1\"][FEN \"k7/5P1P/6Q1/8/Q5Q1/8/8/K7 w - - 0 1\"]\n\n1. Q6e4+ *",
            &["impossible-setup 1:12"],
        ),
        // The fragment with comments of the specification, its comments in other words.
        (
            "CH-198 CH-207",
            "1.e4 {a} 1...c5 {b} 2.\nNf3 {c} 2...Nc6 3.d4 cxd4 {d\ne} 4.Nxd4 g6 5.Nc3 Bg7 {f} 6.Be3\n\
             Nf6 7.Bc4 Qa5 8.O-O {g} 8...O-O 9.Bb3 d6 10.\nh3 Bd7 11.Re1 Rac8 {h,\ni}\n\
             12.Nd5 Rfe8 13.Nxe7+ {j} 13...Nxe7 *",
            &[],
        ),
    ]);
}
