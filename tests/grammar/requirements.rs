//! What the grammars take and refuse, by the numbered requirements.
//!
//! The texts are the smallest that show a requirement; each case is read as a move, a line, a tag
//! section, a position or a document.

use crate::common;
use movetext::Limits;
use movetext::grammar::{Entry, Grammar, check};
use movetext::variants::{Cescacs, Chess, Xiangqi};

/// Requirements, how to read the texts, those that conform, those that do not.
type Case = (
    &'static str,
    Entry,
    &'static [&'static str],
    &'static [&'static str],
);

/// What conforms is taken; what does not is refused for the reason that `tests/data/refused_*.txt` names: the
/// requirements of the case, the text up to where the fault is, the rest, and what is said of it.
fn hold<V: Grammar>(cases: &[Case]) {
    let mut wrong = String::new();
    let mut reasons = String::new();
    for (ids, entry, accepted, refused) in cases {
        for text in *accepted {
            if let Err(error) = check::<V>(*entry, text, &Limits::default()) {
                wrong += &format!("{ids} refuses {text:?}: {error}\n");
            }
        }
        for text in *refused {
            match check::<V>(*entry, text, &Limits::default()) {
                Ok(()) => wrong += &format!("{ids} accepts {text:?}\n"),
                // Who is told so is told by which requirement.
                Err(error) => {
                    let at = error.span.start;
                    let (before, fault) = (&text[..at], &text[at..]);
                    reasons += &format!("{ids}\n    {before:?} {fault:?}\n    {error}\n");
                    let prefix = V::INFO.requirements;
                    let own = |id: &&str| id.starts_with(prefix);
                    if error.requirements.is_empty() || !error.requirements.iter().all(own) {
                        wrong += &format!("{ids} cites {:?}: {error}\n", error.requirements);
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    common::assert_listed(
        &format!("tests/data/refused_{}.txt", V::INFO.id),
        &reasons,
        "REFUSED",
    );
}

use Entry::{Document, Line, Move, Setup, TagSection};

/// How to read a text, the text, and which requirements are cited.
type Citation = (Entry, &'static str, &'static [&'static str]);

fn cite<V: Grammar>(cases: &[Citation]) {
    let mut wrong = String::new();
    for (entry, text, ids) in cases {
        let error = check::<V>(*entry, text, &Limits::default()).expect_err(text);
        if error.requirements != *ids {
            wrong += &format!("{text:?}: {error}, {:?}\n", error.requirements);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn what_was_expected_is_cited() {
    cite::<Chess>(&[
        (Document, "[Event ?] *", &["CH-043", "CH-074"]),
        (Document, "[Ev-ent \"?\"] *", &["CH-043", "CH-074"]),
        (Document, "[Event \"a\tb\"] *", &["CH-043", "CH-074"]),
        (Document, "1. e4 e5 [White \"x\"] *", &["CH-142", "CH-208"]),
        (Document, "1. e4 e5", &["CH-142", "CH-208"]),
        (Document, "1. e8 *", &["CH-181"]),
        (Document, "1. e8=K *", &["CH-182"]),
        (Document, "1. Ni3 *", &["CH-166"]),
        (Document, "1. e4 () *", &["CH-142", "CH-208"]),
        (Document, "1. e4 $999 *", &["CH-142", "CH-208"]),
        (Setup, "8/8/8/8/8/8/4k3/K6R x - - 0 1", &["CH-269"]),
    ]);
    cite::<Xiangqi>(&[
        (
            Document,
            "[Event \"?\"]\n*",
            &["XQ-009", "XQ-010", "XQ-011"],
        ),
        (Move, "炮二平", &["XQ-033", "XQ-080"]),
        (Move, "H2-", &["XQ-051"]),
        (
            Document,
            "[Game \"Chinese Chess\"]\n1 炮二平五 *",
            &["XQ-043", "XQ-044"],
        ),
        (Setup, "9/9 w - - 0 1", &["XQ-075"]),
    ]);
    cite::<Cescacs>(&[
        (Document, "[Event \"?\"]\n*", &["CE-193", "CE-383"]),
        (Move, "E7xE13", &["CE-043", "CE-046"]),
        (Move, "E7-E14", &["CE-032", "CE-071"]),
        (Setup, "/", &["CE-149", "CE-151"]),
    ]);
}

#[test]
fn chess() {
    hold::<Chess>(&[
        (
            "CH-003",
            Document,
            &[
                "[Event \"?\"] [Site \"?\"]\n1 e4 e5 2 Nf3 *",
                "1.  e4\ne5\n2. Nf3 *",
            ],
            &[],
        ),
        (
            "CH-013 CH-015 CH-041",
            Line,
            &["1.e4\te5\n", "1.e4 e5\r\n", "1. e4\te5\n2. Nf3"],
            &["1.e4\0e5", "1.e4\x0Ce5", "1.e4 \x1b e5"],
        ),
        (
            "CH-014",
            Document,
            &["1.e4 e5 *\n", "1.e4 e5 *\r\n", "1.e4 e5 *\r"],
            &[],
        ),
        (
            "CH-017",
            Document,
            &[],
            &[
                "[Event \"A\x7FB\"] *",
                "[Event \"A\u{85}B\"] *",
                "{\u{9f}} *",
            ],
        ),
        (
            "CH-019 CH-020",
            TagSection,
            &["[White \"Sánchez, José\"]", "[Event \"“Quoted”\"]"],
            &[],
        ),
        (
            "CH-021",
            Document,
            &["{échec} 1.e4 *"],
            &["[Événement \"?\"] *", "1.é4 *"],
        ),
        (
            "CH-023 CH-048",
            TagSection,
            &["[Event \"A B\"]"],
            &["[Event \"A\tB\"]", "[Event \"A\x0BB\"]", "[Event \"a\nb\"]"],
        ),
        (
            "CH-028",
            Line,
            &["1.e4 ;best by test\ne5", "1.e4 {best by test} e5"],
            &["1.e4 /* no */ e5", "1.e4 // no\ne5"],
        ),
        ("CH-029", Line, &["1.e4 ; text } { ; text\n1...e5"], &[]),
        (
            "CH-030 CH-031",
            Line,
            &[
                "1.e4 {text} e5",
                "1.e4{text}e5",
                "1.e4 {} e5",
                "1.e4 {first line\nsecond line} 1...e5",
            ],
            &["1.e4 {text e5"],
        ),
        ("CH-032", Line, &["1. {x} e4"], &["1.e{x}4", "1.e4 O-{x}O"]),
        (
            "CH-033 CH-034 CH-035",
            Line,
            &["1.e4 {a {b} e5", "{ a { b } e4", "{one; two} 1.e4"],
            &["1.e4 {a {b} c} e5"],
        ),
        (
            "CH-036",
            Line,
            &["; {not opened\n1.e4 e5", "; closed} {again}\n1.e4 e5"],
            &[],
        ),
        (
            "CH-037",
            Document,
            &[
                "%eval off\n1.e4 e5 *",
                "[Event \"?\"]\n% local data\n[Site \"?\"] *",
            ],
            &[" % indented, so not an escape\n*"],
        ),
        (
            "CH-039",
            Document,
            &["[Event \"100% Open\"]1.e4 {50% chance} e5 *"],
            &[],
        ),
        (
            "CH-042 CH-061",
            Line,
            &[
                "e4(1.d4)",
                "1.e4{x}e5",
                "e4$1$14",
                "1.e4 e5 (1...d5(1...c5))",
                "$1e4",
                "e4(d4$6)",
            ],
            &[],
        ),
        (
            "CH-043 CH-044 CH-045 CH-046",
            TagSection,
            &[
                "[A \"\"]",
                "[A \"it's\"]",
                "[A \"say \\\"hi\\\"\"]",
                "[A \"C:\\\\games\"]",
            ],
            &[
                "[A \"unterminated]",
                "[A “curly”]",
                "[Event 'x']",
                "[A \"say \"hi\"\"]",
                "[A \"C:\\games\"]",
            ],
        ),
        (
            "CH-049 CH-085",
            TagSection,
            &[
                "[Event\"?\"][Site\"?\"]",
                "[Event \"?\"] [Site \"?\"] [Date \"????.??.??\"]",
            ],
            &[],
        ),
        (
            "CH-054 CH-055",
            Line,
            &["12.Nd5", "12 Nd5", "1... e5", "1 . e4"],
            &["12Nd5"],
        ),
        ("CH-056", Document, &["1.e4 *", "1.e4*"], &[]),
        ("CH-059", Line, &[], &["1.e4 <x> e5"]),
        (
            "CH-060 CH-201",
            Line,
            &["e4 $0", "e4 $1", "e4 $139", "e4 $255"],
            &["e4 $", "e4 $ 1", "e4 $x", "e4 $256", "e4 $1000"],
        ),
        (
            "CH-063",
            Move,
            &["e8=Q+", "O-O-O", "cxd8=N#", "Nbd7"],
            &["Nf3!", "exd6e.p.", "e4?"],
        ),
        ("CH-064", Move, &["Bb5", "bxa5"], &["nf3", "o-o", "NF3"]),
        (
            "CH-068 CH-069",
            Document,
            &["", "\n\n", "[A \"\"]*\n\n[A \"\"]*"],
            &[],
        ),
        (
            "CH-070 CH-073",
            Document,
            &["[Event \"?\"]\n\n1.e4 *\n", "1.e4 *\n[Event \"?\"]\n*"],
            &["1.e4 *\n[Event \"?\"]"],
        ),
        (
            "CH-074 CH-075 CH-077",
            TagSection,
            &["[Round \"29\"]", "[WhiteElo \"2700\"]", "[My_Tag2 \"x\"]"],
            &[
                "[Event]",
                "[\"?\"]",
                "[Event ?]",
                "[Event \"a\" \"b\"]",
                "[Event \"a\"",
                "[\"29\" Round]",
                "[White-Elo \"2700\"]",
                "[White#1 \"x\"]",
                "[Game:Id \"x\"]",
                "[White Elo \"2700\"]",
            ],
        ),
        (
            "CH-079 CH-086",
            TagSection,
            &["[ Event   \"?\" ]", "[Event\"?\"]", "[\nEvent\n\"?\"\n]"],
            &[],
        ),
        ("CH-144", Line, &["1.e4 {1.e5?? is not a move}"], &[]),
        ("CH-145", Document, &["   1.e4\n\n  e5  *"], &[]),
        (
            "CH-153",
            Line,
            &["1 e4", "1. e4", "1... e4"],
            &[".1 e4", "1, e4", "1: e4", "1) e4"],
        ),
        (
            "CH-155 CH-156 CH-157 CH-158",
            Line,
            &[
                "e4 e5 Nf3 Nc6",
                "1.e4 1...e5 2.Nf3 2...Nc6",
                "1.e4 1.e5",
                "1..e4",
                "1.....e4",
                "1 . e4",
                "1  ... e5",
                "1. . . e5",
            ],
            &[],
        ),
        (
            "CH-167 CH-169",
            Move,
            &["Nf3", "Bb5", "Ra1", "Qd8", "Ke1"],
            &["Sf3", "Lb5", "Кg3", "Tf1"],
        ),
        (
            "CH-168",
            Move,
            &["a1=Q", "a2", "h7"],
            &["i2", "a9", "1a", "E4"],
        ),
        ("CH-171", Move, &["Pe4", "Pexd5"], &[]),
        (
            "CH-173 CH-196",
            Move,
            &["Nf3", "e4", "Kd2", "Ng1f3"],
            &["N f3", "N-f3", "e2e4"],
        ),
        (
            "CH-174 CH-175",
            Move,
            &["Nxe5", "Bxf7+", "exd5"],
            &["N:e5", "NXe5", "xd5", "ed5", "ed", "e4xd5"],
        ),
        (
            "CH-176 CH-177 CH-178",
            Move,
            &["O-O", "O-O+", "O-O-O", "O-O-O#"],
            &["0-0", "OO", "0-0-0", "OOO", "O-O-"],
        ),
        (
            "CH-181 CH-182",
            Move,
            &["e8=N", "fxg1=Q+"],
            &[
                "e8Q", "e8(Q)", "e8/Q", "e8", "e8= N", "e8=q", "e8=K", "e8=P", "e7=Q",
            ],
        ),
        (
            "CH-184 CH-185 CH-186 CH-187",
            Move,
            &["Nbd7", "R1e2", "Qa6xb7#", "Nbxd7", "R1xe2"],
            &["Nxbd7", "bNd7"],
        ),
        (
            "CH-189 CH-190 CH-192",
            Move,
            &["Ra6+", "Qxf7#", "Nd6+"],
            &["Bxf7 +", "Bxf7ch", "Qxf7mate", "Nd6++", "Qxf7++"],
        ),
        ("CH-193", Line, &["Kd2"], &["Kd2=", "Kd2 (=)"]),
        (
            "CH-202",
            Line,
            &["e4 (1.d4)", "d5 (3.c4 Nb6 4.Nc3)"],
            &["e4 ()", "e4 ({only a comment})"],
        ),
        (
            "CH-204 CH-205 CH-206 CH-207",
            Line,
            &[
                "d4 (3.c4 Nb6 4.Nc3 d6 5.Nf3 (5.exd6 cxd6))",
                "1.e4 (1.d4 (1.c4 (1.b4 (1.a4))))",
                "1.e4 (1.d4) (1.Nf3) 1...Nf6",
                "1.e4 ({x} 1.d4) ({y} 1.Nf3) 1...Nf6 2.e5 Nd5 3.d4 (3.c4 Nb6 4.Nc3 d6 5.Nf3 (5.exd6 cxd6)) 3...d6",
            ],
            &["1.e4 (1.d4", "1.e4 1.d4)"],
        ),
        (
            "CH-208 CH-209",
            Document,
            &["1.e4 e5 *", "1.e4 e5 {end} 1-0"],
            &[
                "1.e4 e5",
                "1.e4 e5 1-0 *",
                "1.e4 1-0 e5",
                "1.e4 e5 1-0 {late comment}",
            ],
        ),
        (
            "CH-210 CH-211 CH-212 CH-213 CH-214",
            Document,
            &["1-0", "0-1", "1/2-1/2", "*"],
            &[
                "1:0", "1 - 0", "0:1", "1/2", "=", "½-½", "-", "?", "1-O", "O-1",
            ],
        ),
        (
            "CH-294",
            Line,
            &["e4!", "e4??", "e4?!"],
            &["e4!!!", "e4?!?"],
        ),
        (
            "CH-269",
            Setup,
            &[
                "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w BGbg - 0 1",
            ],
            &[
                "?",
                "4k3/8/8/8/8/8/4P3 w - - 0 1",
                "4k3/8/8/8/8/8/4P3/4K3 w - -",
                "4k3/8/8/8/8/8/4P3/4K3 x - - 0 1",
                "4k3/44/8/8/8/8/4P3/4K3 w - - 0 1",
            ],
        ),
        (
            "CH-269",
            Document,
            &["[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"] *"],
            &["[FEN \"?\"] *"],
        ),
    ]);
}

#[test]
fn xiangqi() {
    hold::<Xiangqi>(&[
        (
            "XQ-004 XQ-069",
            Document,
            &["[Game \"Chinese Chess\"]\n1. 炮二平五\n1-0 {x}\n\n[Game \"Chinese Chess\"]\n*"],
            &[],
        ),
        (
            "XQ-006 XQ-007",
            TagSection,
            &["[Game \"Chinese Chess\"]\n[Site \"广州\"]\n[Date \"2004.01.05\"]"],
            &[
                "Site \"广州\"",
                "【Site \"广州\"】",
                "[Game \"Chinese Chess\"] [Date \"2004.01.05\"]",
                "[Game \"Chinese Chess\"]\n[Site\n\"广州\"]",
            ],
        ),
        (
            "XQ-009 XQ-010 XQ-011",
            TagSection,
            &["[Game \"Chinese Chess\"]\n[Event \"?\"]"],
            &[
                "[Event \"?\"]\n[Game \"Chinese Chess\"]",
                "[Game \"Xiangqi\"]",
                "[Game \"chinese chess\"]",
                "[Game \"中国象棋\"]",
            ],
        ),
        (
            "XQ-029 XQ-075 XQ-076",
            Setup,
            &["rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR r - - 0 1"],
            &[
                "rnbakabnr/9/1c5c1",
                "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR r - - 0 1",
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR R - - 0 1",
            ],
        ),
        ("XQ-033", Move, &["炮八平五", "前马退二"], &[]),
        ("XQ-034 XQ-035", Move, &["P6.5", "K5.4", "H2-E2"], &[]),
        (
            "XQ-045 XQ-072",
            Document,
            &["[Game \"Chinese Chess\"]\n51. 兵五平六 将5平4 52. 兵六平五 *"],
            &["[Game \"Chinese Chess\"]\n51. 兵五平六 将5平4\n[Format \"WXF\"] 52. P6.5 K5.4 *"],
        ),
        (
            "XQ-046",
            Line,
            &["1. 炮八平五 炮8平5"],
            &["1. 炮八平五 炮8平5 马二进三"],
        ),
        (
            "XQ-047",
            Line,
            &[],
            &["1 炮八平五", "1、炮八平五", "1。炮八平五", "1) 炮八平五"],
        ),
        (
            "XQ-048 XQ-049 XQ-050",
            Line,
            &[
                "1.\n炮八平五\t炮8平5",
                "51. 兵五平六 将4平5",
                "52. 兵六平五 将5平4 53. 兵五平六",
            ],
            &[
                "1. 炮八平五炮8平5",
                "51.兵五平六 将4平5",
                "52. 兵六平五 将5平453. 兵五平六",
            ],
        ),
        (
            "XQ-053",
            Line,
            &["1.\t炮八平五\n炮8平5"],
            &["1. 炮八平五,炮8平5", "1. 炮八平五\u{3000}炮8平5"],
        ),
        (
            "XQ-054 XQ-055",
            Line,
            &["12. 炮八平五"],
            &[
                "1. 炮八 平五",
                "1. 炮 八 平 五",
                "1. H2 - E2",
                "1 2. 炮八平五",
            ],
        ),
        (
            "XQ-056 XQ-073",
            Line,
            &["1. 炮八平五 {红方长将判负}"],
            &[
                "1. 炮八平五 (红方长将判负)",
                "1. 炮八平五 // 红方长将判负",
                "1. 炮八平五 ｛红方长将判负｝",
            ],
        ),
        (
            "XQ-057",
            Line,
            &[
                "1. 炮八平五 {红方这一步长将还不足以判负,\n但是下一次就要判负了。}",
                "1. 炮八平五 {[x] (y) 1-0}",
            ],
            &["1. 炮八平五 {a {b} c}"],
        ),
        (
            "XQ-058 XQ-059 XQ-070",
            Line,
            &[
                "52. 兵六平五 {x} 将5平4",
                "52. 兵六平五 将5平4 {x} 53. 兵五平六",
                "51. 兵五平六\n{x}\n将4平5\n52. 兵六平五",
            ],
            &["1. 兵五平六{x}将4平5", "51. 兵五平六 {x} 51... 将4平5"],
        ),
        (
            "XQ-060",
            Line,
            &["53. 兵五平四 {再平六就要判负了}"],
            &["53. 兵五{再平六就要判负了}平四"],
        ),
        (
            "XQ-061 XQ-062 XQ-063 XQ-064 XQ-065 XQ-067 XQ-068 XQ-071",
            Document,
            &[
                "[Game \"Chinese Chess\"]\n38. 车五平七\n1-0",
                "[Game \"Chinese Chess\"]\n53. 兵五平六 0-1 {红方长将判负}",
                "[Game \"Chinese Chess\"]\n60. 帅五平四 1/2-1/2",
                "[Game \"Chinese Chess\"]\n12. 炮五平八 *",
            ],
            &[
                "[Game \"Chinese Chess\"]\n38. 车五平七",
                "[Game \"Chinese Chess\"]\n60. 帅五平四 1/2",
                "[Game \"Chinese Chess\"]\n53. 兵五平六0-1",
                "[Game \"Chinese Chess\"]\n1-0 39. 炮一进一",
            ],
        ),
        (
            "XQ-074 XQ-077 XQ-078",
            Document,
            &[
                "[Game \"Chinese Chess\"]\n{ 评注 }\n1. 炮八平五 炮8平5\n{ x }\n2. 炮五进五 象7进5 3. 炮二平五 *",
            ],
            &[],
        ),
        (
            "XQ-080 XQ-081 XQ-082",
            Move,
            &[
                "炮八平五",
                "炮8平5",
                "炮８平５",
                "车六进八",
                "士6进5",
                "象7进5",
                "马八退七",
            ],
            &["车六进", "车六进八八", "炮二移五", "炮二平5"],
        ),
        (
            "XQ-083 XQ-084",
            Move,
            &["前马退二", "后马进二", "帅五平六", "将5平6", "卒5进1"],
            &["马前退二"],
        ),
        (
            "XQ-086 XQ-087 XQ-088 XQ-089",
            Line,
            &["7. 车六进八 炮2进7 (7. ... 炮2平3 8. 帅五平六 (8. 车六进一 {x}) 炮3进5)"],
            &[
                "7. 车六进八 [7. ... 炮2平3]",
                "7. 车六进八 （7. ... 炮2平3）",
                "7. 车六进八 (黑方不易驾驭局面)",
                "7. 车六进八 (7. ... 炮2平3 1-0)",
            ],
        ),
        (
            "XQ-091 XQ-092",
            Line,
            &[
                "7. 车六进八 炮2进7 (7. ... 炮2平3)",
                "9. 炮五进二 (10. 炮五退二 {黑方不易驾驭局面})",
            ],
            &[
                "7. 车六进八 炮2进7 (7... 炮2平3)",
                "7. 车六进八 炮2进7 (炮2平3)",
            ],
        ),
    ]);
}

#[test]
fn cescacs() {
    hold::<Cescacs>(&[
        (
            "CE-001 CE-002 CE-004",
            Move,
            &[
                "E7-E13", "JF6-C15", "EE5-E7", "NG25-L17", "GD2-F6", "RI3-I7", "DE1-E3", "KG1-H4",
            ],
            &[
                "e4", "Nf3", "f5-f6", "ME5-E7", "HF6-C15", "nG25-L17", "GL5×gE5",
            ],
        ),
        (
            "CE-011 CE-014 CE-016",
            Move,
            &[
                "♗F6-C15",
                "♘G25‐L17",
                "♗D8×☖E11",
                "☖E5-E7",
                "🩐D2-F6",
                "🩏F0-G5",
            ],
            &["🐘E5-E7"],
        ),
        (
            "CE-026 CE-029 CE-030 CE-033 CE-034 CE-035",
            Move,
            &[
                "RF14-P7", "RF14-Z21", "RF0-F28", "RT6-X22", "RE1-G27", "RA5-L23", "RB4-K24",
                "RC3-I25", "RD2-H26",
            ],
            &[
                "RF14-J14", "RF14-M14", "RF14-F30", "RF14-D0", "RF14-F13", "RF14-P10", "RF14-P5",
                "RF14-Z23", "RF14-X4", "RF14-E07", "RF14-F00",
            ],
        ),
        (
            "CE-032 CE-036 CE-043 CE-046 CE-047 CE-049",
            Move,
            &["P7-P9", "JF6-C15"],
            &[
                "JF 6-C15",
                "h6-h12",
                "JC15",
                "E13",
                "J-C15",
                "JF-C15",
                "G25-L17N",
                "PE7-E13",
                "♙E7-E13",
                "J F6-C15",
                "J:F6-C15",
            ],
        ),
        (
            "CE-048",
            Move,
            &[
                "E7-E13", "EE5-E7", "G21-G15", "KG1-H4", "K4-K10", "D22-D20", "DE1-E3",
            ],
            &["E-E7"],
        ),
        (
            "CE-050",
            Move,
            &["E7‐E13", "E7-E13"],
            &[
                "E7–E13",
                "E7—E13",
                "E7−E13",
                "E7\u{2011}E13",
                "E7E13",
                "E7 E13",
                "E7_E13",
            ],
        ),
        (
            "CE-052 CE-053 CE-055",
            Move,
            &["E13×F16", "E13*F16", "JD8*EE11"],
            &[
                "E13✕F16",
                "E13:F16",
                "E13-×F16",
                "GH6xRI3",
                "GH6XRI3",
                "JA23 × C23",
            ],
        ),
        (
            "CE-054",
            Document,
            &[
                "[Variant \"C'escacs\"]\n3. G7-E13: *",
                "[Variant \"C'escacs\"]\n4. EE9*D12, EE19-E17: *",
            ],
            &["[Variant \"C'escacs\"]\n3. EE9 * D12: *"],
        ),
        (
            "CE-056 CE-057 CE-058 CE-060 CE-065 CE-070",
            Move,
            &["C11@D14", "G13@F14", "F12@@G9"],
            &[
                "C11×@D14",
                "C11@×D14",
                "F12@ @G9",
                "F12@@@G9",
                "EF12@@G9",
                "NE15@D18",
                "C11@PD14",
                "F12@@DG9",
            ],
        ),
        (
            "CE-061 CE-062 CE-063",
            Move,
            &["EF12×NF14", "KH4×GI3", "RE27×VE5", "GD26×L5"],
            &["EF12×F14N", "E13×PF16", "JF6-NC15", "E7-EE13"],
        ),
        ("CE-066", Move, &["A23@DT20", "A23@VT22"], &["A23@PT20"]),
        (
            "CE-071",
            Move,
            &["GX16×L21", "RI3×GG1"],
            &["GX16×L", "RI3×G", "GX16×21"],
        ),
        (
            "CE-072 CE-073",
            Move,
            &[
                "F26-F28=D",
                "E25×VF28=D+∞",
                "B22@A23=V",
                "P19-P21=R",
                "Z9-Z7=&",
            ],
            &[
                "F26-F28",
                "F26-F28D",
                "F26-F28 =D",
                "F26-F28/D",
                "F26-F28(D)",
                "F24-F26=D",
                "RF26-F28=D",
                "F26-F28=&=",
            ],
        ),
        (
            "CE-074 CE-075 CE-077",
            Move,
            &[
                "F26-F28=N",
                "T20-P21=&",
                "A23-B24=&",
                "F26-F28=Q",
                "F26-F28=♕",
            ],
            &[
                "F26-F28=",
                "F26-F28=K",
                "F26-F28=P",
                "F26-F28=d",
                "T20-P21&",
                "T20-P21=?",
            ],
        ),
        (
            "CE-078 CE-079 CE-080 CE-082 CE-083 CE-084",
            Move,
            &[
                "KRK-II", "KRK-IK", "KRK-IH", "KRK-HIO", "KRK-HIOO", "KRK-HH", "KRK-HG", "KRK-FG",
                "KRK-FE", "KRK-EF", "KRK-EE", "KRD-DD", "KRD-DE", "KRD-HH", "KRD-HG", "KRD-FG",
                "KRD-FE", "KRD-EF", "KRD-ED", "KRR-HIH", "KRR-HGG", "KRR-FGG", "KRR-FEE",
                "KRR-EEF",
            ],
            &[
                "O-O", "0-0", "KRk-II", "KK-II", "KRQ-DE", "KD-DE", "KRKR-HGG", "RKR-HGG", "KRK-I",
                "KRD-DED", "KRD-D2E1", "KRK-GH", "KRR-HG", "KRR-HGGG", "KRK-HI", "KRK-HI0",
                "KRD-HIO",
            ],
        ),
        (
            "CE-081 CE-085 CE-086",
            Move,
            &["KRD‐DE", "KTK-II", "KTD-DE", "KT22-T20"],
            &["KRDDE", "KRD×DE", "KRD DE", "KR8-R10"],
        ),
        (
            "CE-087 CE-088",
            Move,
            &["P21=J", "B24=D+∞", "F0=R"],
            &["PP21=J", "-P21=J", "=J", "P21=&", "F14=D"],
        ),
        (
            "CE-089 to CE-098",
            Move,
            &[
                "GL5-H6+^",
                "DB10-D10+∞",
                "GL5-H6#",
                "KRD-HG+∞",
                "KRK-FE+",
                "P21=J+∞",
                "B24=D#",
                "F26-F28=D+∞",
                "GE7-G1++",
                "DB10-D10+",
            ],
            &[
                "GL5-H6 +^",
                "+^GL5-H6",
                "GL5+^-H6",
                "KRD+∞-HG",
                "P21+∞=J",
                "F26-F28+∞=D",
                "DB10-D10ch",
                "DB10-D10∞",
                "DB10-D10+8",
                "GL5-H6^",
                "GE7-G1+++",
                "GL5×GE5+^∞",
                "GL5-H6+^#",
                "GL5-H6##",
            ],
        ),
        (
            "CE-099 CE-101 CE-114",
            Line,
            &["6. K4-K10 ??, GL5-H6#"],
            &[
                "6. GL5-H6#, K4-K10",
                "6. GL5-H6# !!",
                "6. GL5-H6# ◇",
                "6. GL5-H6#:",
                "6. GL5-H6# :",
            ],
        ),
        (
            "CE-100 to CE-109",
            Line,
            &[
                "1. H6-H12 ?!, I23-I19 ?!",
                "1. GL5×GE5+^ !",
                "1. KG1-E1 ◇",
                "1. E15@D18 !!",
            ],
            &[
                "1. H6-H12?!",
                "1. ?! H6-H12",
                "1. I5-I9 ???",
                "1. I5-I9 ? ?",
                "1. E15@D18 !!!",
                "1. KG1-E1 □",
                "1. KG1-E1 <>",
                "1. H6-H12 !◇",
                "1. H6-H12 $5",
                "1. H6-H12 !?!",
            ],
        ),
        (
            "CE-110 CE-111 CE-115 CE-117 CE-118 CE-119",
            Line,
            &[
                "3. G7-G13 :",
                "3. G7-G13 ?!:",
                "3. G7-G13 (=)",
                "3. G7-G13 !(=)",
                "12. JF6-C15 (=), JF22-I13\n13. G7-G11, K24-K18",
                "3. G21-G15 (=):",
                "3. G7-G13 ?!(=):",
                "1. KG1-E1 ◇(=):",
            ],
            &[
                "3. G7-G13 ?! :",
                "3. G7-G13 ?! (=)",
                "3. G7-G13 : ?!",
                "3. G7-G13(=) ?!",
                "12. (=) JF6-C15, JF22-I13",
                "12. (=), JF22-I13",
                "12. JF6-C15 =",
                "12. JF6-C15 ( = )",
                "3. G21-G15 :(=)",
                "3. G21-G15 (=) :",
                "3. G21-G15 (=:)",
            ],
        ),
        ("CE-112", Line, &["3. G7-G13 :"], &["3. G7-G13 :, G21-G15"]),
        (
            "CE-122 CE-371",
            Line,
            &[
                "1? …, RC25-D26 2. VF10-H14, RD26-H22",
                "1. E7-E13, E21-E15\n\n{ @W: abre }\n\n2. EE5-E7, G21-G15",
            ],
            &[],
        ),
        (
            "CE-123 CE-124 CE-125 CE-126",
            Line,
            &["35. DC19-E25#"],
            &[
                "0. E7-E13, E21-E15",
                "1 E7-E13, E21-E15",
                "1.E7-E13, E21-E15",
                "1) E7-E13, E21-E15",
                "1. H6-H12 I23-I19",
                "1. H6-H12,I23-I19",
                "1. H6-H12 , I23-I19",
                "1. H6-H12; I23-I19",
                "3. G7-G13\n4. F8-F12, F20-F16",
                "35. DC19-E25#,",
            ],
        ),
        (
            "CE-128 CE-129",
            Document,
            &[
                "[Variant \"C'escacs\"]\n6. K4-K10 ??, GL5-H6#\n0-3",
                "[Variant \"C'escacs\"]\n3. G7-G13 :\n*",
                "[Variant \"C'escacs\"]\n2-1",
                "[Variant \"C'escacs\"]\n1-2",
                "[Variant \"C'escacs\"]\n1-1",
                "[Variant \"C'escacs\"]\n3-0",
            ],
            &[
                "[Variant \"C'escacs\"]\n0-3\n1. E7-E13, E21-E15 :",
                "[Variant \"C'escacs\"]\n6. K4-K10 ??, GL5-H6#",
                "[Variant \"C'escacs\"]\n1-0",
                "[Variant \"C'escacs\"]\n1/2-1/2",
                "[Variant \"C'escacs\"]\n3:0",
                "[Variant \"C'escacs\"]\n3 - 0",
                "[Variant \"C'escacs\"]\n2-0",
            ],
        ),
        (
            "CE-138 CE-139 CE-140",
            Line,
            &[
                "12. …, RC25-D26",
                "12. ..., RC25-D26",
                "12. …, RC25-D26\n13. VF10-H14, RD26-H22",
            ],
            &[
                "12. .., RC25-D26",
                "12. …., RC25-D26",
                "12. -, RC25-D26",
                "6. … GH6-K12",
                "6…GH6-K12",
                "6. …,GH6-K12",
                "12. E7-E13, E21-E15\n13. …, F20-F16",
            ],
        ),
        (
            "CE-142 CE-143",
            Line,
            &["1? VF10-H14, RD26-H22"],
            &[
                "1?. …, RC25-D26",
                "? …, RC25-D26",
                "7? …, RC25-D26",
                "1 ? …, RC25-D26",
                "1? …, RC25-D26\n2? VF10-H14, RD26-H22",
            ],
        ),
        (
            "CE-146 to CE-153",
            Setup,
            &[
                "/27:1k/1:1K/ w -- - 0 1",
                "/27:1k/1:1K/ b Kk - 12 40",
                "/28:v/27:dk/26:gjg/25:rnnr/24:pejep/23:ppeepp/22:2pjp2/21:3pp3/20:3p3/8:3P3/7:3PP3/6:2PJP2/5:PPEEPP/4:PEJEP/3:RNNR/2:GJG/1:DK/0:V/ w RKRrkr - 0 1",
            ],
            &[
                "/27:1k/1:1K/ b KRrkr - 2",
                "/27:1k/1:1K/ w",
                "/27:1k/1:1K/ 1 w -- - 0",
                "/27:1k/1:1K/,w,--,-,0,1",
                "27:1k/1:1K w -- - 0 1",
                "/27:1k/1:1K w -- - 0 1",
                "/27:1k//1:1K/ w -- - 0 1",
                "/27:1k /1:1K/ w -- - 0 1",
                "/0:V/1:DK/27:dk/28:v/ w -- - 0 1",
                "/27:d1/27:1k/1:DK/ w -- - 0 1",
                "/14.3J3/ w -- - 0 1",
                "/014:3J3/ w -- - 0 1",
                "/29:1/ w -- - 0 1",
                "/27:1k/14:7/1:1K/ w -- - 0 1",
            ],
        ),
        (
            "CE-155 CE-157 CE-160",
            Setup,
            &["/27:1k/22:2pjp2/1:1K/ b -- - 0 1"],
            &[
                "/22:11pjp2/ w -- - 0 1",
                "/22:2p0jp2/ w -- - 0 1",
                "/22:..pjp../ w -- - 0 1",
                "/24:xejex/ w -- - 0 1",
                "/27:1k/1:1K/ W -- - 0 1",
                "/27:1k/1:1K/ n -- - 0 1",
            ],
        ),
        (
            "CE-162 to CE-169",
            Setup,
            &[
                "/27:1k/1:1K/ w RKRrkr - 0 1",
                "/27:1k/1:1K/ w KRrk - 0 1",
                "/27:1k/1:1K/ w RK- - 0 1",
                "/27:1k/1:1K/ w -rkr - 0 1",
                "/27:1k/1:1K/ w ‐‐ - 0 1",
                "/27:1k/1:1K/ w TKTtkt - 0 1",
            ],
            &[
                "/27:1k/1:1K/ w rkrRKR - 0 1",
                "/27:1k/1:1K/ w RKRRKR - 0 1",
                "/27:1k/1:1K/ w RR - 0 1",
                "/27:1k/1:1K/ w - - 0 1",
                "/27:1k/1:1K/ w rkr - 0 1",
                "/27:1k/1:1K/ w --- - 0 1",
            ],
        ),
        (
            "CE-170 to CE-177",
            Setup,
            &[
                "/27:1k/13:4P3/1:1K/ b -- G13@9-11 0 1",
                "/27:1k/1:1K/ w -- G15@13 0 1",
                "/27:1k/1:1K/ w -- F14 0 1",
                "/27:1k/1:1K/ w -- ‐ 0 1",
            ],
            &[
                "/27:1k/1:1K/ w -- G15@13,F14 0 1",
                "/27:1k/1:1K/ w -- G15@G13 0 1",
                "/27:1k/1:1K/ w -- G15-13 0 1",
                "/27:1k/1:1K/ w -- G15@ 0 1",
                "/27:1k/1:1K/ w -- G13@9,11 0 1",
                "/27:1k/1:1K/ w -- G13@9-11-13 0 1",
                "/27:1k/1:1K/ w -- @F14 0 1",
                "/27:1k/1:1K/ w -- ? 0 1",
            ],
        ),
        (
            "CE-178 CE-181 CE-182 CE-183",
            Setup,
            &["/27:1k/1:1K/ w -- - 37 60", "/27:1k/1:1K/ w -- - 0 ?"],
            &[
                "/27:1k/1:1K/ w -- - -1 1",
                "/27:1k/1:1K/ w -- - ? 12",
                "/27:1k/1:1K/ w -- - 0 0",
                "/27:1k/1:1K/ b -- - 2 -",
            ],
        ),
        (
            "CE-189 CE-190",
            TagSection,
            &["[Variant \"C'escacs\"]\n[Event \"CG\"]"],
            &[
                "[Variant \"C'escacs\"]\n[Event CG]",
                "[Variant \"C'escacs\"]\n[Event 'CG']",
                "[Variant \"C'escacs\"]\n[My Event \"CG\"]",
                "[Variant \"C'escacs\"]\n[Event\n\"CG\"]",
                "[Variant \"C'escacs\"]\n[Event \"CG\"] [Site \"?\"]",
            ],
        ),
        (
            "CE-193 CE-383",
            Document,
            &["[Variant \"C'escacs\"]\n1. E7-E13 :\n*"],
            &[
                "1. E7-E13 :\n*",
                "[Event \"CG\"]\n1. E7-E13 :\n*",
                "[Variant \"Cescacs\"]\n*",
                "[Variant \"Chess\"]\n*",
            ],
        ),
        (
            "CE-318 CE-385",
            Document,
            &["[Variant \"C'escacs\"]\n[PDTL \"/27:1k/1:1K/ w -- - 0 1\"]\n1. KG1-E1 :\n*"],
            &[
                "[Variant \"C'escacs\"]\n[PDTL \"start\"]\n*",
                "[Variant \"C'escacs\"]\n[PDTL \"\"]\n*",
            ],
        ),
        (
            "CE-322 CE-323 CE-329 CE-330",
            Line,
            &[
                "6. K4-K10 (6. GD2-F6)",
                "6. K4-K10, E7-E13\n(6. …, GH6-K12)",
                "4. EH4-H8, E7-E13\n(4. GD2-F6)",
            ],
            &[
                "6. K4-K10 [6. GD2-F6]",
                "6. K4-K10 (6. GD2-F6",
                "6. K4-K10 (GD2-F6)",
                "6. K4-K10, E7-E13 (…, GH6-K12)",
                "6. K4-K10, E7-E13 (6… GH6-K12)",
                "6. K4-K10 (4. GD2-F6,)",
                "6. K4-K10 (4. GD2-F6 0-3)",
            ],
        ),
        (
            "CE-324 CE-325 CE-331 CE-332 CE-333 CE-334",
            Line,
            &[
                "5. I5-I9, NL17-G9\n(5. K4-K10 ??, GL5-H6+^\n.6. KG1-H4, GH6×RI3\n.(6. …, GH6-K12)\n.7. KH4×GI3\n)",
                "5. I5-I9, NL17-G9\n(5. GD2-F6)\n(5. K4-K10 ??, GL5-H6+^)",
                "..7. KH4×GI3",
                "...6. ..., GH6-K12",
                "  . . 6. KG1-H4, GH6×RI3",
            ],
            &[
                "6. K4-K10 (6. GD2-F6.)",
                "6. .KG1-H4",
                "6. KG1-H4., GH6×RI3",
            ],
        ),
        (
            "CE-335",
            Line,
            &[
                "12. E7-E9 ($[1] 12. E7-E13)",
                "12. E7-E9, E21-E19 ($[2] 12. …, GH6-K12)",
            ],
            &[
                "12. E7-E9 ( $[1] 12. E7-E13)",
                "12. E7-E9 ([1] 12. E7-E13)",
                "12. E7-E9 ($1 12. E7-E13)",
                "12. E7-E9 ($(1) 12. E7-E13)",
                "12. E7-E9 (12. $[1] E7-E13)",
                "12. E7-E9 $[1](12. E7-E13)",
                "12. E7-E9 ($[a] 12. E7-E13)",
            ],
        ),
        (
            "CE-338 CE-339 CE-340 CE-341 CE-342",
            Line,
            &[
                "1. E7-E13, E21-E15\n{ @W: abre }\n2. EE5-E7, G21-G15",
                "1. E7-E13\n   { a\nb }   \n",
            ],
            &[
                "1. E7-E13 { abre }, E21-E15",
                "1. E7-E13\n; abre",
                "2. EE5-E7, G21-G15 { abre }",
                "1. E7-E13\n{ abre } 2. EE5-E7, G21-G15",
                "1. E7-E13\n{ a } { b }",
                "1. E7-E13\n{ a { b } c }",
            ],
        ),
        (
            "CE-345",
            Document,
            &["[Variant \"C'escacs\"]\n3. G7-G13 :\n*\n{ inacabada }"],
            &["[Variant \"C'escacs\"]\n3. G7-G13 :\n* { inacabada }"],
        ),
        (
            "CE-370",
            Document,
            &[
                "[Variant \"C'escacs\"]\n[Id \"Cescacs-X01\"]\n1. E7-E13 :\n*\n[Variant \"C'escacs\"]\n1. F8-F12 :\n*",
            ],
            &[],
        ),
    ]);
}

/// What should stand there, in words, and where.
#[test]
fn messages() {
    let message = |entry, text: &str| {
        let error = check::<Chess>(entry, text, &Limits::default()).expect_err(text);
        (error.span.start, error.to_string())
    };
    for (text, at, expected) in [
        ("[Event \"?\"]\n\n1. e4 e5 2. xyz *", 25, "a move"),
        ("[Event ?]\n*", 7, "a quotation mark"),
        ("1. e4 e5", 8, "the end of the text"),
        // Inside what is one token.
        ("1. Nf9 *", 5, "expected the square it goes to, found `9`"),
        (
            "1. e4 e8=K *",
            9,
            "expected the letter of a piece, found `K`",
        ),
        ("e9 *", 0, "expected a game, found `e9`"),
        ("*\n[Event \"a]\n*", 12, "expected a quotation mark"),
        ("1. e4 [%clk 1] *", 6, "found `[%clk`"),
        ("[Event \"a\"] [% 1] *", 13, "expected a tag name"),
    ] {
        let (start, message) = message(Document, text);
        assert_eq!(start, at, "{text}: {message}");
        assert!(message.contains(expected), "{message}");
    }
    let error = check::<Cescacs>(
        Document,
        "[Variant \"C'escacs\"]\n1. E7-E13, GL5-H6#",
        &Limits::default(),
    );
    assert_eq!(
        error.expect_err("no result").to_string(),
        "expected a result, found the end of the text"
    );
    assert_eq!(
        message(Move, "Nf9"),
        (2, "expected the square it goes to, found `9`".into())
    );
}
