//! Records beyond their moves: each snippet is taken for its own requirement alone.

use crate::Reader;
use crate::Side;
use crate::check::Checker;
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::variants::cescacs::info::ROOK;
use crate::variants::cescacs::{
    Branch, Comment, Dialect, Own, RecordId, Reference, TimeControl, mentions, reference,
};

/// What checking a text finds: the ids of the codes, with the words that they concern.
fn found(text: &str) -> Vec<(&'static str, String)> {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let mut reader = Reader::builder()
        .from_reader(text.as_bytes())
        .expect("memory");
    reader
        .read(&mut Checker::default(), &mut findings)
        .expect("memory");
    let words = |d: &Diagnostic| text[d.span.start as usize..d.span.end as usize].to_owned();
    findings.iter().map(|d| (d.code.id, words(d))).collect()
}

fn codes(text: &str) -> Vec<&'static str> {
    found(text).into_iter().map(|(id, _)| id).collect()
}

/// A game with all its tags, of which some are others.
fn game(changed: &[(&str, &str)], more: &str) -> String {
    let mut text = String::new();
    for (name, value) in [
        ("Variant", "C'escacs"),
        ("Event", "CG"),
        ("Site", "?"),
        ("Date", "2020-08-15"),
        ("Round", "-"),
        ("White", "?"),
        ("Black", "?"),
        ("Result", "*"),
    ] {
        let value = changed
            .iter()
            .find(|(other, _)| *other == name)
            .map_or(value, |(_, value)| value);
        text += &format!("[{name} \"{value}\"]\n");
    }
    format!("{text}{more}[Annotator \"Club\"]\n1. E7-E13, E21-E15 :\n*\n")
}

/// CE-198 to CE-208, CE-210 to CE-212, CE-215, CE-219, CE-266, CE-267, CE-270 to CE-272, CE-280 to CE-289,
/// CE-295: the values that tags may have.
#[test]
fn values() {
    let cases: &[(&str, &[&str], &[&str])] = &[
        // CE-198 to CE-200
        ("Event", &["Moià Championship", "?", "CG"], &["", " "]),
        (
            "Site", // CE-201 to CE-203
            &[
                "Barcelona, Catalunya ESP",
                "Moià (Barcelona), Catalunya ESP",
                "New York City, NY USA",
                "St. Petersburg RUS",
                "Catalunya ESP",
                "ESP",
                "?",
            ],
            &[
                "Barcelona, Catalunya",
                "Barcelona, Catalunya ES",
                "ESP, Catalunya, Barcelona",
                "Catalunya",
                "",
                "?, ? ???",
            ],
        ),
        (
            "Date", // CE-187, CE-204, CE-205
            &[
                "2020-08-15",
                "2010\u{2010}07\u{2010}20",
                "2025-??-??",
                "201?-??-??",
                "????-??-??",
                "????-02-29",
            ],
            &[
                "2020-8-15",
                "20-08-15",
                "2020.08.15",
                "2020-08",
                "2020-13-40",
                "2021-02-29",
                "?",
                "2025-?-?",
                "2025",
                "2025-xx-xx",
                "15-08-2020",
                "2020/08/15",
                "20200815",
            ],
        ),
        (
            "Round", // CE-206 to CE-208
            &["-", "\u{2010}", "1", "2.1", "3.2.1"],
            &["", "–", "2-1", "2,1", "2.", ".1", "2/1"],
        ),
        (
            "White", // CE-210 to CE-212
            &[
                "Ferràs, Jaume",
                "Noguera, X.",
                "Prat, J. A.",
                "?",
                "CEscacsBot 1.2",
            ],
            &["Ferràs,Jaume", "Prat, J.A", "", "Prat, J"],
        ),
        ("Black", &["Sasal, Cesc", "?"], &["", "Sasal,Cesc"]), // CE-211, CE-215
        (
            "Result", // CE-219
            &["3-0", "0-3", "1-1", "2-1", "1-2", "*"],
            &["1-0", "1/2-1/2", "?", "", "3 - 0"],
        ),
    ];
    for (name, good, bad) in cases {
        for value in *good {
            let findings = found(&game(&[(name, value)], ""));
            let about_values = findings.iter().filter(|(id, _)| *id == "tag-value");
            assert_eq!(about_values.count(), 0, "{name} {value}: {findings:?}");
        }
        for value in *bad {
            let findings = found(&game(&[(name, value)], ""));
            let expected = ("tag-value", format!("[{name} \"{value}\"]"));
            assert!(findings.contains(&expected), "{name} {value}: {findings:?}");
        }
    }
    let others: &[(&str, &[&str], &[&str])] = &[
        // CE-266, CE-267
        ("EventDate", &["2022-08-14"], &["2022.08.14", "14-08-2022"]),
        ("MatchDate", &["2022-08-14"], &["yesterday"]),
        (
            "Termination", // CE-270, CE-271
            &[
                "abandoned",
                "rules infraction",
                "time forfeit",
                "death",
                "emergency",
            ],
            &[
                "normal",
                "unterminated",
                "adjudication",
                "rules_infraction",
                "Time forfeit",
            ],
        ),
        (
            "Lang", // CE-272
            &["es", "en", "ca", "ast"],
            &["Spanish", "es-ES", "e", "zz9", "es, en"],
        ),
        // CE-280 to CE-282
        (
            "Mode",
            &["OTB", "ICS", "TC", "EM", "BBS"],
            &["otb", "board", "online", "P2P", "PM", "email"],
        ),
        // CE-283
        ("WhiteType", &["human", "program"], &["computer", ""]),
        ("BlackType", &["human", "program"], &["Human"]),
        (
            "TimeControl", // CE-284 to CE-289
            &["?", "-", "40/9000", "4500", "4500+60", "*180"],
            &[
                "",
                "none",
                "0",
                "40/",
                "/9000",
                "40/2h30",
                "0/9000",
                "75m",
                "1:15:00",
                "-4500",
                "4500+",
                "+60",
                "4500 + 60",
                "180*",
                "*",
                "×180",
            ],
        ),
        ("Model", &["Cescacs-O01"], &["Cescacs-Z01", "", "O01"]), // CE-225, CE-279
        (
            "AnnotatorId", // CE-305
            &["0001"],
            &[""],
        ),
    ];
    for (name, good, bad) in others {
        for (value, is_good) in good
            .iter()
            .map(|value| (value, true))
            .chain(bad.iter().map(|value| (value, false)))
        {
            let pair = format!("[{name} \"{value}\"]");
            let findings = found(&game(&[("Round", "2")], &format!("{pair}\n")));
            let reported = findings.contains(&("tag-value", pair));
            assert_eq!(reported, !is_good, "{name} {value}: {findings:?}");
        }
    }
    // CE-295: one person in each Annotator.
    let two = game(&[], "").replace("\"Club\"", "\"Sasal, Cesc; Ros, Xus\"");
    assert!(codes(&two).contains(&"tag-value"));
    assert!(codes(&game(&[], "").replace("\"Club\"", "\"\"")).contains(&"tag-value"));
    // CE-276, CE-307
    for (name, value, good) in [
        ("Revisited", "Cescacs-X01", true),
        ("Revisited", "2020-07-20", false),
        ("Revisited", "Cescacs-137", false),
        ("Example", "Cescacs-137", true),
        ("Example", "Cescacs-X01", false),
        ("Example", "", false),
    ] {
        let text = model(&format!("[{name} \"{value}\"]\n"));
        let reported = codes(&text).contains(&"tag-value");
        assert_eq!(reported, !good, "{name} {value}");
    }
}

/// A model without players.
fn model(more: &str) -> String {
    format!(
        "[Variant \"C'escacs\"]\n[Id \"Club-X01\"]\n[Annotator \"Club\"]\n{more}\
         1. E7-E13, E21-E15 :\n*\n"
    )
}

/// Tag sections, and their diagnostics.
#[test]
fn sections() {
    let game_of = |from: &str, to: &str| {
        let text = game(&[], "");
        assert!(text.contains(from), "{from}");
        text.replace(from, to)
    };
    let white = "[White \"?\"]\n";
    let black = "[Black \"?\"]\n";
    let result = "[Result \"*\"]\n";
    let cases: Vec<(&str, String, &[&str])> = vec![
        ("CE-193 CE-196 CE-197", game(&[], ""), &[]),
        ("CE-196", game_of("[Round \"-\"]\n", ""), &["missing-tag"]),
        (
            "CE-197",
            game_of(
                "[Site \"?\"]\n[Date \"2020-08-15\"]\n",
                "[Date \"2020-08-15\"]\n[Site \"?\"]\n",
            ),
            &["tag-order"],
        ),
        (
            "CE-197 CE-216",
            game_of(&format!("{white}{black}"), &format!("{black}{white}")),
            &["tag-order"],
        ),
        (
            "CE-193",
            game_of("[Variant \"C'escacs\"]\n[Event \"CG\"]", "[Event \"CG\"]\n[Variant \"C'escacs\"]"),
            &["tag-order"],
        ),
        // CE-213, CE-216, CE-217, CE-221, CE-294
        (
            "CE-213 CE-216 CE-294",
            game_of(white, "[White \"?\"]\n[WhiteAlias \"anna\"]\n"),
            &[],
        ),
        (
            "CE-213",
            game_of(white, "[WhiteAlias \"anna\"]\n[White \"?\"]\n"),
            &["tag-order"],
        ),
        (
            "CE-213",
            game_of(black, "[Black \"?\"]\n[WhiteAlias \"anna\"]\n"),
            &["tag-order"],
        ),
        (
            "CE-217 CE-221",
            game_of(black, "[Black \"?\"]\n[BlackAlias \"cesc\"]\n"),
            &[],
        ),
        (
            "CE-217",
            game_of(result, "[Result \"*\"]\n[BlackAlias \"cesc\"]\n"),
            &["tag-order"],
        ),
        // CE-214, CE-218, CE-290, CE-291, CE-293
        (
            "CE-214 CE-291 CE-293",
            game_of(
                &format!("{white}{black}"),
                "[WhiteNA \"a@b.org\"]\n[WhiteAlias \"anna\"]\n[BlackNA \"b@c.org\"]\n\
                 [BlackAlias \"berta\"]\n",
            ),
            &[],
        ),
        (
            "CE-214 CE-293",
            game_of(white, "[WhiteNA \"a@b.org\"]\n"),
            &["missing-tag"],
        ),
        (
            "CE-218",
            game_of(black, "[BlackNA \"b@c.org\"]\n"),
            &["missing-tag"],
        ),
        (
            "CE-214",
            game_of(white, "[WhiteAlias \"anna\"]\n"),
            &["missing-tag"],
        ),
        (
            "CE-290 CE-294",
            game_of(
                white,
                "[White \"Ferràs, Jaume\"]\n[WhiteNA \"j@club.org\"]\n[WhiteAlias \"jf\"]\n",
            ),
            &[],
        ),
        (
            "CE-294",
            game_of(
                white,
                "[White \"?\"]\n[WhiteAlias \"jf\"]\n[WhiteNA \"j@club.org\"]\n",
            ),
            &["tag-order"],
        ),
        // CE-221, CE-251
        (
            "CE-251",
            game_of(result, "[Result \"*\"]\n[Id \"Club-137\"]\n"),
            &[],
        ),
        (
            "CE-221 CE-251",
            game_of(result, "[Id \"Club-137\"]\n[Result \"*\"]\n"),
            &["tag-order"],
        ),
        // CE-222, CE-223, CE-227
        ("CE-222 CE-223 CE-227", model(""), &[]),
        (
            "CE-222",
            "[Variant \"C'escacs\"]\n[Annotator \"Club\"]\n[Id \"Club-X01\"]\n1. E7-E13 :\n*\n".into(),
            &["tag-order"],
        ),
        (
            "CE-223",
            "[Variant \"C'escacs\"]\n[Id \"Club-X01\"]\n[Lang \"es\"]\n1. E7-E13 :\n*\n".into(),
            &["missing-tag"],
        ),
        (
            "CE-227",
            "[Variant \"C'escacs\"]\n[Id \"Club-X01\"]\n[Lang \"es\"]\n[Annotator \"Club\"]\n\
             1. E7-E13 :\n*\n"
                .into(),
            &["tag-order"],
        ),
        (
            "CE-227",
            "[Variant \"C'escacs\"]\n[Id \"Club-X01\"]\n[Annotator \"Sasal, Cesc\"]\n1. E7-E13 :\n*\n".into(),
            &["record-id"],
        ),
        // CE-236, CE-237, CE-239, CE-240, CE-263
        (
            "CE-236 CE-237 CE-239 CE-240 CE-263",
            "[Variant \"C'escacs\"]\n[Id \"Club-A0001-24\"]\n[Date \"????-??-??\"]\n[Result \"*\"]\n\
             [Annotator \"Club\"]\n[Annotator \"Sasal, Cesc\"]\n[AnnotatorId \"0001\"]\n1. E7-E13 :\n*\n"
                .into(),
            &[],
        ),
        (
            "CE-236",
            "[Variant \"C'escacs\"]\n[Id \"Club-A0001-24\"]\n[Annotator \"Club\"]\n1. E7-E13 :\n*\n".into(),
            &["missing-tag"],
        ),
        (
            "CE-237",
            "[Variant \"C'escacs\"]\n[Id \"Club-A0002-24\"]\n[Annotator \"Club\"]\n\
             [AnnotatorId \"0001\"]\n1. E7-E13 :\n*\n"
                .into(),
            &["record-id"],
        ),
        (
            "CE-239 CE-240",
            "[Variant \"C'escacs\"]\n[Id \"Club-X24\"]\n[Result \"*\"]\n[Date \"2020-07-20\"]\n\
             [Annotator \"Club\"]\n1. E7-E13 :\n*\n"
                .into(),
            &["tag-order"],
        ),
        (
            "CE-263",
            game(&[], "[Id \"Club-A0001-91\"]\n"),
            &["missing-tag"],
        ),
        // CE-226, CE-252, CE-I30
        ("CE-226", game(&[], "[Id \"Club_137\"]\n"), &["record-id"]),
        ("CE-252", game(&[], "[Id \"Club-X01\"]\n"), &["record-id"]),
        // CE-242, CE-243, CE-250
        (
            "CE-242",
            "[Variant \"C'escacs\"]\n[Id \"Club-X01-es\"]\n[Annotator \"Club\"]\n[Lang \"en\"]\n\
             1. E7-E13 :\n*\n"
                .into(),
            &["record-id"],
        ),
        (
            "CE-243 CE-250",
            "[Variant \"C'escacs\"]\n[Id \"Club-X01-V\"]\n[Annotator \"Club\"]\n1. E7-E13 :\n*\n".into(),
            &["record-id"],
        ),
        (
            "CE-250",
            "[Variant \"C'escacs\"]\n[Id \"Club-X01\"]\n[Annotator \"Club\"]\n\
             1. E7-E13, E21-E15 :\n(1. F8-F12)\n*\n"
                .into(),
            &["record-id"],
        ),
        // CE-253: games of one encounter share the identifier; Round distinguishes them.
        (
            "CE-253",
            ["1", "2"].map(|round| game(&[("Round", round)], "[Id \"Club-137\"]\n")).join("\n"),
            &[],
        ),
        // CE-268, CE-269, CE-271
        (
            "CE-268",
            game(&[("Round", "2")], "[MatchDate \"2020-08-14\"]\n"),
            &[],
        ),
        (
            "CE-268",
            game(&[], "[MatchDate \"2020-08-14\"]\n"),
            &["misplaced-tag"],
        ),
        (
            "CE-269",
            game(&[("Round", "1.1")], "[MatchDate \"2020-08-15\"]\n"),
            &["needless-tag"],
        ),
        (
            "CE-271",
            game(&[("Result", "3-0")], "[Termination \"death\"]\n"),
            &["misplaced-tag", "result-mismatch"],
        ),
        // CE-273, CE-274
        (
            "CE-273 CE-274",
            game(&[], "[Lang \"es\"]\n[Title \"Mate del loco\"]\n"),
            &[],
        ),
        (
            "CE-274",
            game(&[], "[Title \"Mate del loco\"]\n[Lang \"es\"]\n"),
            &["tag-order"],
        ),
        (
            "CE-274",
            game(&[], "[Title \"Mate del loco\"]\n"),
            &["missing-tag"],
        ),
        // CE-276 to CE-284, CE-307
        (
            "CE-276 CE-277 CE-278",
            model("[Revisited \"Cescacs-X02\"]\n"),
            &[],
        ),
        (
            "CE-276",
            game(&[], "[Revisited \"Cescacs-X01\"]\n"),
            &["misplaced-tag"],
        ),
        ("CE-279", model("[Model \"Cescacs-O01\"]\n"), &["misplaced-tag"]),
        ("CE-280", model("[Mode \"OTB\"]\n"), &["misplaced-tag"]),
        ("CE-283", model("[WhiteType \"human\"]\n"), &["misplaced-tag"]),
        ("CE-284", model("[TimeControl \"?\"]\n"), &["misplaced-tag"]),
        ("CE-307", game(&[], "[Example \"Club-138\"]\n"), &["misplaced-tag"]),
        // CE-296 to CE-306, CE-308
        (
            "CE-296 CE-297 CE-298 CE-301 CE-302 CE-303 CE-304",
            game(&[], "").replace(
                "[Annotator \"Club\"]",
                "[Annotator \"Club 1.4\"]\n[Annotator \"Club 2.0\"]\n[Annotator \"Sasal, Cesc\"]",
            ),
            &[],
        ),
        (
            "CE-297",
            game(&[], "[Annotator \"Cesc\"]\n[Lang \"es\"]\n"),
            &["tag-order"],
        ),
        ("CE-296", game(&[], "[Annotator \"Club\"]\n"), &["tag-value"]),
        (
            "CE-300",
            game(&[], "").replace("[Annotator \"Club\"]\n", ""),
            &["unsigned-record"],
        ),
        (
            "CE-299 CE-305",
            game(&[], "").replace(
                "[Annotator \"Club\"]",
                "[Mode \"ICS\"]\n[Annotator \"Club\"]\n[AnnotatorId \"0001\"]",
            ),
            &[],
        ),
        (
            "CE-305",
            game(&[], "").replace(
                "[Annotator \"Club\"]",
                "[Mode \"OTB\"]\n[Annotator \"Club\"]\n[AnnotatorId \"0001\"]",
            ),
            &["misplaced-tag"],
        ),
        (
            "CE-192 CE-306",
            game(&[], "[Mode \"ICS\"]\n[AnnotatorId \"0001\"]\n[AnnotatorId \"0002\"]\n"),
            &["duplicate-tag"],
        ),
        (
            "CE-192",
            game(&[], "[Lang \"es\"]\n[Lang \"en\"]\n"),
            &["duplicate-tag"],
        ),
        (
            "CE-308",
            model("[Example \"Club-137\"]\n[Example \"Club-140\"]\n"),
            &[],
        ),
        (
            "CE-308",
            model("[Example \"Club-137\"]\n[Lang \"es\"]\n[Example \"Club-140\"]\n"),
            &["tag-order"],
        ),
        // CE-191, CE-225, CE-384: names in different case, and unknown tags.
        (
            "CE-191",
            game(&[], "[Timecontrol \"4500+60\"]\n"),
            &["tag-name"],
        ),
        (
            "CE-191 CE-225",
            game(&[], "[modelo \"Cescacs-O01\"]\n"),
            &["tag-name"],
        ),
        ("CE-384", game(&[], "[Opening \"Gambit\"]\n"), &[]),
        // CE-317, CE-319
        (
            "CE-317",
            game(&[], "[Redefine \"T@R\"]\n"),
            &["tag-order"],
        ),
        (
            "CE-319",
            game(&[], "[PDTL \"/27:1k/7:2P5/1:1K/ w -- - 0 1\"]\n")
                .replace("1. E7-E13, E21-E15 :", "1. KG1-E1 :"),
            &["tag-order"],
        ),
    ];
    for (ids, text, expected) in cases {
        let mut codes = codes(&text);
        codes.sort_unstable();
        assert_eq!(codes, expected, "{ids}:\n{text}{:#?}", found(&text));
    }
}

/// CE-226, CE-228 to CE-237, CE-241 to CE-244, CE-247 to CE-250, CE-252, CE-254 to CE-261: identifiers, and how
/// they are read.
#[test]
fn identifiers() {
    // Each is followed by the ids that it covers.
    for text in [
        "Cescacs-X01",               // CE-226, CE-235
        "Cescacs-A0001-24",          // CE-226, CE-236, CE-237
        "Cescacs-O01",               // CE-228, CE-229
        "Cescacs-C01",               // CE-230
        "Cescacs-Z12",               // CE-231
        "Cescacs-P3",                // CE-232
        "Cescacs-E01",               // CE-233
        "Cescacs-M01",               // CE-234
        "Cescacs-X01-en",            // CE-241
        "Cescacs-X01-V",             // CE-243
        "Cescacs-X01-V-II",          // CE-244
        "Cescacs-X01-V-ca",          // CE-241
        "Cescacs-X01-V-II-en",       // CE-242
        "Cescacs-X01-V-IV-es",       // CE-244
        "Cescacs-X01-V-S:0:1:1-es",  // CE-247, CE-248
        "Cescacs-X01-V-S:1",         // CE-248
        "Cescacs-X01-V-II-S:0:2",    // CE-248
        "Cescacs-X01-V-II-S:0:1-es", // CE-250
        "Cescacs-137",               // CE-252
        "Cescacs-137-O12",           // CE-254, CE-255
        "Cescacs-137-O12w",          // CE-255, CE-261
        "Cescacs-137-C13-25",        // CE-256
        "Cescacs-137-M20-35",        // CE-257
        "Cescacs-137-E40",           // CE-258
        "Cescacs-137-E40b",          // CE-258, CE-260
        "Cescacs-137-C?-12",         // CE-259
        "Cescacs-137-M?-12",         // CE-259
        "Cescacs-137-E?-12",         // CE-259
        "Cescacs-137-C13b-25",       // CE-260
        "Cescacs-137-M?b-12",        // CE-260
        "Cescacs-137-C13-25w",       // CE-261
        "Cescacs-137-C13b-25w",      // CE-261
        "Cescacs-A0001-24-C20b-35",  // CE-I27
    ] {
        let id = RecordId::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(id.to_string(), text);
        assert!(!matches!(id.own, Own::Other(_)), "{text}");
        // CE-252, CE-256: with the other hyphen it is the same.
        assert_eq!(RecordId::parse(&text.replace('-', "\u{2010}")), Ok(id));
    }
    for (id, texts) in [
        (
            "CE-226",
            &["Cescacs", "Cescacs_X01", "Cescacs X01", "-X01", ""][..],
        ),
        ("CE-237", &["Cescacs-A0001", "Cescacs-A-24"]),
        ("CE-242", &["Cescacs-X01-es-V", "Cescacs-X01-V-en-II"]),
        ("CE-243", &["Cescacs-X01-v", "Cescacs-X01-VAR"]),
        (
            "CE-244",
            &[
                "Cescacs-X01-V2",
                "Cescacs-X01-VII",
                "Cescacs-X01-V-2",
                "Cescacs-X01-II",
                "Cescacs-X01-V-IIII",
            ],
        ),
        (
            "CE-248",
            &[
                "Cescacs-X01-V-S-0-1-1",
                "Cescacs-X01-S:0:1:1",
                "Cescacs-X01-V-S",
                "Cescacs-X01-V-es-S:0:1",
                "Cescacs-X01-V-S:0::1",
            ],
        ),
        ("CE-249", &["Cescacs-X01-V-S:0", "Cescacs-X01-V-S:0:0:0-es"]),
        ("CE-250", &["Cescacs-X01-V-S:0:1-II", "Cescacs-X01-en-V-II"]),
        ("CE-252", &["Cescacs137", "137"]),
        (
            "CE-254",
            &["Cescacs-137-Z12", "Cescacs-137-X1-5", "Cescacs-137-12"],
        ),
        ("CE-255", &["Cescacs-137-O", "Cescacs-137-O1-12"]),
        (
            "CE-256",
            &[
                "Cescacs-137-C13",
                "Cescacs-137-C13.25",
                "Cescacs-137-C25-13",
            ],
        ),
        ("CE-257", &["Cescacs-137-M20"]),
        ("CE-258", &["Cescacs-137-E", "Cescacs-137-E40-50"]),
        (
            "CE-259",
            &[
                "Cescacs-137-E?",
                "Cescacs-137-C?",
                "Cescacs-137-C?-?",
                "Cescacs-137-O?-12",
            ],
        ),
        (
            "CE-260",
            &[
                "Cescacs-137-C13B-25",
                "Cescacs-137-Cb13-25",
                "Cescacs-137-C13-25b",
                "Cescacs-137-Mb?-12",
            ],
        ),
        (
            "CE-261",
            &[
                "Cescacs-137-C13w-25",
                "Cescacs-137-E40w",
                "Cescacs-137-O12W",
            ],
        ),
    ] {
        for text in texts {
            assert!(RecordId::parse(text).is_err(), "{id} {text}");
        }
    }
    // CE-228, CE-243, CE-254: accepted, but malformed.
    for text in ["Cescacs-01O", "Cescacs-X01V", "Cescacs-137O12"] {
        let id = RecordId::parse(text).expect(text);
        assert!(matches!(id.own, Own::Other(_)), "{text}");
    }
}

/// CE-184, CE-255 to CE-262: the Id of a fragment, the start position and the moves agree.
#[test]
fn fragments() {
    const START: &str = "/28:v/27:1k/26:1jg/25:r1nr/24:pejep/23:pp2pp/22:2pjp2/21:4p3/11:3J4/9:4J3/\
        8:3G3/7:2NN1P2/6:2P1Pd1/5:PPG2g/4:PE1EP/3:R3/2:2R/1:DK/0:V/ b RKrkr - 2";
    let record = |id: &str, number: &str, first: &str, second: &str| {
        let setup = format!("[PDTL \"{START} {number}\"]\n");
        let text = game(&[], &format!("[Id \"{id}\"]\n"));
        let text = text.replace(
            "[Annotator \"Club\"]\n",
            &format!("[Annotator \"Club\"]\n{setup}"),
        );
        text.replace(
            "1. E7-E13, E21-E15 :",
            &format!("{first} …, GL5×GE5+^\n{second}. DE1×GE5, KRD-DE :"),
        )
    };
    for (id, number, first, second, expected) in [
        ("Club-137-C20b-21", "20", "20.", "21", &[][..]),
        ("Club-137-C?b-2", "?", "1?", "2", &[]),
        // CE-I31: a count of half-moves
        ("Club-137-M?b-3", "?", "1?", "2", &[]),
        ("Club-137-E20b", "20", "20.", "21", &[]),
        ("Club-137-C20-21", "20", "20.", "21", &["record-id"]),
        ("Club-137-C19b-21", "20", "20.", "21", &["record-id"]),
        ("Club-137-C20b-22", "20", "20.", "21", &["record-id"]),
        ("Club-137-C20b-21w", "20", "20.", "21", &["record-id"]),
        ("Club-137-C?b-9", "?", "1?", "2", &["record-id"]),
        // CE-184
        ("Club-137", "20", "1.", "2", &["setup-number"]),
        ("Club-137", "?", "20.", "21", &["setup-number"]),
        ("Club-137", "20", "1?", "2", &["setup-number"]),
    ] {
        let text = record(id, number, first, second);
        assert_eq!(codes(&text), expected, "{id} {number}: {:#?}", found(&text));
    }
    // CE-255: an opening
    for (id, expected) in [
        ("Club-137-O1", &[][..]),
        ("Club-137-O2", &["record-id"]),
        ("Club-137-O1w", &["record-id"]),
    ] {
        let text = game(&[], &format!("[Id \"{id}\"]\n"));
        assert_eq!(codes(&text), expected, "{id}");
    }
}

/// CE-349, CE-351, CE-352: who speaks, and whether it is a program.
#[test]
fn speakers() {
    for (text, automatic, speaker, colon) in [
        (" @W: curioso ", false, Some(Side::First), true),
        ("@B: le sigue el juego", false, Some(Side::Second), true),
        (" @W evitaría ", false, Some(Side::First), false), // CE-I40
        (" curioso ", false, None, false),
        (" W: curioso ", false, None, false),
        (" @w: curioso ", false, None, false),
        (" Blancas: curioso ", false, None, false),
        (" @Wolf: curioso ", false, None, false),
        (": @W: $24 ", true, Some(Side::First), true),
        (":@B: $6", true, Some(Side::Second), true),
        (": $6", true, None, false),
        (" : @W: $24 ", false, None, false),
        ("", false, None, false),
    ] {
        let comment = Comment::parse(text);
        assert_eq!(
            (comment.automatic, comment.speaker, comment.colon),
            (automatic, speaker, colon),
            "{text:?}"
        );
    }
}

/// CE-005, CE-017, CE-352 to CE-357, CE-360 to CE-369: references, well formed and not.
#[test]
fn references() {
    let letters = Dialect::default();
    for (id, good, bad) in [
        ("CE-352", &["@W", "@B"][..], &["@N", "@w", "@Wolf"][..]),
        (
            "CE-353",
            &["~F14", "~Z11"],
            &["~F13", "~ F14", "~f14", "F~14"],
        ),
        (
            "CE-354",
            &["~K", "~n", "~E", "~g"],
            &["~x", "~H", "~ K", "~Kg"],
        ),
        ("CE-355", &["~K", "~D", "~V", "~k", "~d", "~v"], &[]),
        (
            "CE-356",
            &["~J[d]", "~J[l]", "~J[c]", "~j[d]"],
            &["~J[w]", "~J[b]", "~J(d)", "~J [d]", "~J[D]", "~N[d]"],
        ),
        (
            "CE-357",
            &["~PE13", "~gL5", "~RI3", "~JF6"],
            &["~P E13", "~E13P", "~RI4"],
        ),
        (
            "CE-I42",
            &["~gL5-H6+^", "~gL5×H6", "~PE13-E15"],
            &["~gL5-H7"],
        ),
        ("CE-360", &["#14"], &["# 14", "#14.", "#-3", "14#", "#014"]),
        (
            "CE-361",
            &["#14@B", "#14@W"],
            &["#14B", "#14@b", "@B#14", "#@B14"],
        ),
        (
            "CE-362",
            &["#12.2"],
            &["#12-2", "#12$[2]", "#12[2]", "$[2]"],
        ),
        (
            "CE-363",
            &["#14[#12.2]"],
            &["#14(#12.2)", "#14[12.2]", "#12.2[#14]", "#11[#12.2]"],
        ),
        (
            "CE-364",
            &["#14[#12.2]@W", "#14[#12.2]@B"],
            &["#14@W[#12.2]", "#14[#12.2@W]"],
        ),
        ("CE-365", &["#12[#12.2]"], &[]),
        (
            "CE-367",
            &["#16[#14.1#12.2]", "#16[#14.1#12.2]@B"],
            &[
                "#16[#12.2#14.1]",
                "#16[#14.1][#12.2]",
                "#16[#14.1,#12.2]",
                "#16[#14.1 #12.2]",
            ],
        ),
        (
            "CE-368",
            &["#16[#14.1#12.2]"],
            &["#16[#14#12.2]", "#16[#14.1#12]"],
        ),
        (
            "CE-369",
            &["$24", "$7"],
            &["$", "$ 24", "$x", "$[24]", "$300"],
        ),
    ] {
        for text in good {
            assert!(reference(text, &letters).is_some(), "{id} {text}");
        }
        for text in bad {
            assert_eq!(reference(text, &letters), None, "{id} {text}");
        }
    }
    // CE-367: innermost first.
    let Some(Reference::Move { number, path, side }) = reference("#16[#14.1#12.2]@B", &letters)
    else {
        panic!("a move");
    };
    let branch = |number, label| Branch { number, label };
    assert_eq!((number, side), (16, Some(Side::Second)));
    assert_eq!(path, [branch(14, 1), branch(12, 2)]);
    // CE-005, CE-354: capitals are White's; with other letters or figurines those of the record.
    let side = |text: &str, dialect: &Dialect| match reference(text, dialect) {
        Some(Reference::Piece(piece) | Reference::Placed { piece, .. }) => Some(piece.side),
        _ => None,
    };
    let dialect = Dialect::default().redefine(b'T', ROOK);
    for (text, dialect, expected) in [
        ("~K", &letters, Some(Side::First)),
        ("~k", &letters, Some(Side::Second)),
        ("~gL5", &letters, Some(Side::Second)),
        ("~T", &dialect, Some(Side::First)),
        ("~t", &dialect, Some(Side::Second)),
        ("~R", &dialect, None),
        ("~♚", &Dialect::figurines(), Some(Side::Second)), // CE-017
        ("~♔", &Dialect::figurines(), Some(Side::First)),
        ("~♚", &letters, None),
    ] {
        assert_eq!(side(text, dialect), expected, "{text}");
    }
    // Plain text is left alone; text that resembles a reference is reported.
    let found = |text: &str| -> Vec<(String, bool)> {
        mentions(text, &letters)
            .map(|m| (text[m.span].to_owned(), m.reference.is_some()))
            .collect()
    };
    for (text, expected) in [
        (
            " @W: ~E defends ~PE13, see #14. ",
            &[("@W", true), ("~E", true), ("~PE13", true), ("#14", true)][..],
        ),
        (
            " GL5-H6# costs 5 $ at home@club.org or me@b ~ 3 @b.org",
            &[],
        ),
        // CE-352, CE-361: an older edition wrote @N for Black; the number precedes the player.
        (
            " @W: @N and @b, @B#14, #@B14 ",
            &[
                ("@W", true),
                ("@N", false),
                ("@b", false),
                ("@B#14", false),
                ("#@B14", false),
            ],
        ),
        (
            " ~F13 and #14[12.2]! ",
            &[("~F13", false), ("#14[12.2]", false)],
        ),
        (
            " #16[#14.1#12.2]@W; $24",
            &[("#16[#14.1#12.2]@W", true), ("$24", true)],
        ),
    ] {
        let expected: Vec<_> = expected.iter().map(|&(t, g)| (t.to_owned(), g)).collect();
        assert_eq!(found(text), expected, "{text}");
    }
}

/// Requirements, the Id, the movetext, the diagnostics with the words that they concern.
type Case<'a> = (&'a str, &'a str, String, &'a [(&'a str, &'a str)]);

/// CE-112, CE-113, CE-116, CE-127, CE-336, CE-337, CE-347 to CE-350, CE-358, CE-359, CE-366: movetext, and its
/// diagnostics.
#[test]
fn movetext() {
    let record = |id: &str, moves: &str| {
        format!("[Variant \"C'escacs\"]\n[Id \"{id}\"]\n[Annotator \"Club\"]\n{moves}\n")
    };
    let labelled = "1. E7-E13, E21-E15\n($[1] 1. F8-F12, F20-F16\n2. E7-E9)\n\
        ($[2] 1. …, F20-F16\n($[1] 1. …, G21-G15))\n";
    let cases: &[Case] = &[
        // The sign of the end
        ("CE-112 CE-113", "Club-X1", "1. E7-E13, E21-E15 :\n*".into(), &[]),
        (
            "CE-113 CE-127",
            "Club-X1",
            "1. E7-E13, E21-E15\n*".into(),
            &[("missing-stop", "E21-E15")],
        ),
        ("CE-116", "Club-X1", "1. E7-E13, E21-E15 (=):\n1-1".into(), &[]),
        ("CE-116", "Club-X1", "1. E7-E13, E21-E15 (=):\n*".into(), &[]),
        (
            "CE-127",
            "Club-X1-V",
            "1. E7-E13, E21-E15\n(1. F8-F12)\n{ @W: ajedrez: sí }\n*".into(),
            &[("missing-stop", "E21-E15")],
        ),
        // Comments
        (
            "CE-344 CE-347 CE-348 CE-350",
            "Club-X1",
            "{ Introducción }\n1. E7-E13, E21-E15\n{ @W: abre }\n{: @W: $24 }\n{ @B: sigue }\n\
             2. F8-F12 :\n*\n{ fin }"
                .into(),
            &[],
        ),
        (
            "CE-349",
            "Club-X1",
            "1. E7-E13, E21-E15\n{ curioso }\n2. F8-F12 :\n*".into(),
            &[("comment-form", " curioso ")],
        ),
        (
            "CE-349 CE-I40",
            "Club-X1",
            "1. E7-E13, E21-E15\n{ @W curioso }\n2. F8-F12 :\n*".into(),
            &[("comment-form", " @W curioso ")],
        ),
        (
            "CE-348",
            "Club-X1",
            "1. E7-E13, E21-E15\n{ @W: abre }\n{ @W: otra vez }\n2. F8-F12 :\n*".into(),
            &[("comment-form", " @W: otra vez ")],
        ),
        (
            "CE-350",
            "Club-X1",
            "1. E7-E13, E21-E15\n{ @B: b }\n{ @W: a }\n2. F8-F12 :\n*".into(),
            &[("comment-form", " @W: a ")],
        ),
        (
            "CE-348 CE-I41",
            "Club-X1",
            "1. E7-E13, E21-E15\n{ @W: a. @B: b }\n2. F8-F12 :\n*".into(),
            &[("shared-comment", " @W: a. @B: b ")],
        ),
        (
            "CE-347",
            "Club-X1",
            "1. E7-E13, E21-E15\n2. F8-F12 :\n{ @B: b }\n*".into(),
            &[("comment-form", " @B: b ")],
        ),
        // References to moves of the same line
        (
            "CE-358 CE-360 CE-361",
            "Club-X1",
            "1. E7-E13, E21-E15\n2. F8-F12, F20-F16\n{ @W: mejor que #1@W y #1@B, #2 }\n\
             3. D6-D10 :\n*"
                .into(),
            &[],
        ),
        (
            "CE-358",
            "Club-X1",
            "1. E7-E13, E21-E15\n{ @W: prepara #2@W }\n2. F8-F12 :\n*\n{ #2@W sí, #2@B no }".into(),
            &[("dangling-reference", "#2@W"), ("dangling-reference", "#2@B")],
        ),
        // Variations
        (
            "CE-335 CE-336 CE-337 CE-362 CE-363 CE-364 CE-365 CE-366 CE-367",
            "Club-X1-V",
            format!(
                "{labelled}2. F8-F12, F20-F16\n{{ @W: véase #1.1, #2[#1.1]@W, #1[#1.2] y \
                 #1[#1.1#1.2]@B }}\n3. D6-D10 :\n*"
            ),
            &[],
        ),
        (
            "CE-337 CE-359 CE-366 CE-368",
            "Club-X1-V",
            format!(
                "{labelled}2. F8-F12, F20-F16\n{{ @W: #1.3, #3[#1.1], #2[#1.1]@B, #1[#1.2#1.1] }}\n\
                 3. D6-D10 :\n*"
            ),
            &[
                ("dangling-reference", "#1.3"),
                ("dangling-reference", "#3[#1.1]"),
                ("dangling-reference", "#2[#1.1]@B"),
                ("dangling-reference", "#1[#1.2#1.1]"),
            ],
        ),
        (
            "CE-366",
            "Club-X1-V",
            "1. E7-E13, E21-E15\n{ @W: véase #1.1 }\n($[1] 1. F8-F12)\n2. F8-F12 :\n*".into(),
            &[("dangling-reference", "#1.1")],
        ),
        // A variation's line goes back to where it left the other one.
        (
            "CE-359 CE-360",
            "Club-X1-V",
            "1. E7-E13, E21-E15\n2. F8-F12, F20-F16\n(2. D6-D10, F20-F16\n{ @W: tras #1@B y #2@W }\n\
             )\n3. D6-D10 :\n*"
                .into(),
            &[],
        ),
        (
            "CE-336",
            "Club-X1-V",
            "1. E7-E13, E21-E15\n($[1] 1. F8-F12)\n($[1] 1. …, F20-F16)\n2. F8-F12 :\n*".into(),
            &[("duplicate-label", "$[1]")],
        ),
        (
            "CE-353 CE-368",
            "Club-X1",
            "1. E7-E13, E21-E15\n{ @W: ~F13, #1[#1] }\n2. F8-F12 :\n*".into(),
            &[("malformed-reference", "~F13"), ("malformed-reference", "#1[#1]")],
        ),
        // A label directly follows the bracket.
        (
            "CE-335",
            "Club-X1",
            "1. $[1] E7-E13, E21-E15 :\n*".into(),
            &[("unknown-token", "$[1]")],
        ),
    ];
    for (ids, id, moves, expected) in cases {
        let text = record(id, moves);
        let found = found(&text);
        let reported: Vec<_> = found.iter().map(|(id, words)| (*id, &**words)).collect();
        assert_eq!(reported, *expected, "{ids}\n{text}");
    }
}

/// CE-120, CE-123, CE-141, CE-326, CE-327: numbers that do not fit their place.
#[test]
fn numbers() {
    for (ids, moves, expected) in [
        ("CE-120 CE-123", "1. E7-E13, E21-E15\n2. F8-F12 :", &[][..]),
        (
            "CE-123",
            "1. E7-E13, E21-E15\n3. F8-F12 :",
            &["move-number"],
        ),
        (
            "CE-326",
            "1. E7-E13, E21-E15\n(2. F8-F12)\n2. F8-F12 :",
            &["move-number"],
        ),
        (
            "CE-327",
            "1. E7-E13, E21-E15\n(1. F8-F12, F20-F16\n1. E7-E9)\n2. F8-F12 :",
            &["move-number"],
        ),
    ] {
        let text = model("").replace("1. E7-E13, E21-E15 :", moves);
        let text = if moves.contains('(') {
            text.replace("X01", "X01-V")
        } else {
            text
        };
        assert_eq!(codes(&text), expected, "{ids}");
    }
}

/// CE-113, CE-128, CE-130 to CE-135, CE-219, CE-220: results against the board and the tag.
#[test]
fn results() {
    const MATE: &str = "1. H6-H12, I23-I19\n2. JF6-C15, GH26-Z11\n3. L5-L7, NG25-L17\n\
        4. EH4-H8, GZ11-L5\n5. I5-I9, NL17-G9\n6. K4-K10, GL5-H6#";
    let stalemate = |pdtl: &str, mv: &str| format!("[PDTL \"{pdtl}\"]\n{mv}");
    // White stalemates Black's king, and the other way round.
    let white = stalemate("/28:k/24:1D3/7:4R3/1:1K/ w -- - 3 40", "40. RG7-G9 :");
    let black = stalemate("/27:1k/21:4r3/4:1d3/0:K/ b -- - 3 40", "40. …, RG21-G19 :");
    for (ids, tag, moves, result, expected) in [
        ("CE-132", "", MATE, "0-3", &[][..]),
        ("CE-132 CE-220", "0-3", MATE, "0-3", &[]),
        ("CE-132", "", MATE, "3-0", &["ending-mismatch"]),
        ("CE-134 CE-135", "", MATE, "1-1", &["ending-mismatch"]),
        ("CE-135", "", MATE, "*", &["ending-mismatch"]),
        ("CE-131", "", MATE, "1-2", &["ending-mismatch"]),
        ("CE-220", "3-0", MATE, "0-3", &["result-mismatch"]),
        ("CE-128", "0-3", MATE, "", &["missing-result"]),
        (
            "CE-220 CE-I12",
            "3-0",
            MATE,
            "",
            &["ending-mismatch", "missing-result"],
        ),
        ("CE-131", "", &white, "2-1", &[]),
        ("CE-131", "", &white, "3-0", &["ending-mismatch"]),
        ("CE-133", "", &black, "1-2", &[]),
        ("CE-133", "", &black, "1-1", &["ending-mismatch"]),
        ("CE-130", "", "1. E7-E13 :", "3-0", &[]),
        ("CE-134", "", "1. E7-E13 :", "1-1", &[]),
        ("CE-135", "", "1. E7-E13 :", "*", &[]),
        (
            "CE-129",
            "",
            "1. E7-E13 :",
            "3\u{2010}0",
            &["result-spelling"],
        ),
    ] {
        let mut text = String::from("[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n");
        if !tag.is_empty() {
            text += &format!("[Result \"{tag}\"]\n");
        }
        text += &format!("[Annotator \"Club\"]\n{moves}\n{result}\n");
        assert_eq!(
            codes(&text),
            expected,
            "{ids}: {tag} {result} {:#?}",
            found(&text)
        );
    }
}

/// CE-089 to CE-098, CE-I09: the check mark of a move against the board, and its fix.
#[test]
fn marks() {
    let before = "/27:1k/25:r3/3:R2R/1:1K/ w RKRrk - 0 1";
    for (ids, pdtl, mv, expected) in [
        ("CE-091", before, "KRR-HGG+∞", None),
        ("CE-090", before, "KRR-HGG+", None),
        (
            "CE-089",
            before,
            "KRR-HGG",
            Some(("missing-check-mark", "KRR-HGG+∞")),
        ),
        (
            "CE-096",
            before,
            "KRR-HGG+^",
            Some(("wrong-check-mark", "KRR-HGG+∞")),
        ),
        (
            "CE-097",
            before,
            "KRR-HGG++",
            Some(("wrong-check-mark", "KRR-HGG+∞")),
        ),
        (
            "CE-098",
            before,
            "KRR-HGG#",
            Some(("wrong-check-mark", "KRR-HGG+∞")),
        ),
        (
            "CE-093",
            before,
            "RI3-I5+",
            Some(("wrong-check-mark", "RI3-I5")),
        ),
        (
            "CE-098",
            "/28:k/20:2D4/9:4R3/1:1K/ w -- - 3 1",
            "DD20-D26+^",
            Some(("mate-marked-as-check", "DD20-D26#")),
        ),
        // Zeros for the letter, and a waiting pawn that is named
        (
            "CE-082 CE-I06",
            "/27:1k/25:r2r/3:R2R/1:1K/ w RKRrkr - 0 1",
            "KRK-HI00",
            Some(("castling-spelling", "KRK-HIOO")),
        ),
        (
            "CE-087 CE-I08",
            "/27:1k/21:P7/1:1K/ w -- - 0 1",
            "PP21=D",
            Some(("promotion-spelling", "P21=D")),
        ),
        (
            "CE-087 CE-I08",
            "/27:1k/21:P7/1:1K/ w -- - 0 1",
            "P21-=D",
            Some(("promotion-spelling", "P21=D")),
        ),
        ("CE-087", "/27:1k/21:P7/1:1K/ w -- - 0 1", "P21=D", None),
        // The mark of older editions
        (
            "CE-094",
            "/27:1k/21:2N5/1:1K/ w -- - 0 1",
            "NC21-F22^+",
            Some(("old-check-mark", "NC21-F22+^")),
        ),
    ] {
        let text = format!(
            "[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n[Annotator \"Club\"]\n[PDTL \"{pdtl}\"]\n1. {mv} :\n*\n"
        );
        let mut findings: Vec<Diagnostic> = Vec::new();
        let mut reader = Reader::builder()
            .from_reader(text.as_bytes())
            .expect("memory");
        reader
            .read(&mut Checker::default(), &mut findings)
            .expect("memory");
        let reported = findings
            .iter()
            .find(|d| !matches!(d.code.id, "ending-mismatch"))
            .map(|d| (d.code.id, d.fix.as_ref().map_or("", |fix| &*fix.text)));
        assert_eq!(reported, expected, "{ids} {mv}: {findings:?}");
    }
}

/// CE-382: dropping everything that is not content leaves the moves as they are.
#[test]
fn only_redefine_and_pdtl_are_content() {
    let full = "[Variant \"C'escacs\"]\n[Event \"CG\"]\n[Redefine \"C@N\"]\n\
        1. CE3-D8 ?!, CE25-D20\n{ @W: abre }\n(1. E7-E9)\n2. E7-E9 :\n*\n";
    let bare = "[Variant \"C'escacs\"]\n[Redefine \"C@N\"]\n1. CE3-D8, CE25-D20\n2. E7-E9 :\n*\n";
    let moves = |text: &str| {
        let mut game = Game::new();
        let mut reader = Reader::builder()
            .from_reader(text.as_bytes())
            .expect("memory");
        reader.read_game(&mut game, &mut ()).expect("memory");
        let line = game.line(crate::game::NodeId::ROOT);
        line.map(|node| game.mv(node)).collect::<Vec<_>>()
    };
    assert_eq!(moves(full), moves(bare));
    assert!(moves(full).iter().all(Option::is_some));
    // Without the tag the letter means nothing.
    assert_ne!(
        moves(full),
        moves(&bare.replace("[Redefine \"C@N\"]\n", ""))
    );
}

/// CE-188, CE-193, CE-386, CE-388: the names of files, and an unreadable position, reported before the moves
/// fail.
#[test]
fn recognized() {
    assert_eq!(crate::variants::cescacs::info::INFO.extensions, ["ctl-pgn"]);
    let unreadable = model("[PDTL \"start\"]\n");
    assert_eq!(
        found(&unreadable)[0],
        ("unreadable-setup", "[PDTL \"start\"]".to_owned())
    );
    // CE-137: without its position a late start cannot be played.
    let late = model("").replace("1. E7-E13, E21-E15 :", "21. DE1×GE5, KRD-DE :");
    let codes = codes(&late);
    assert!(
        codes.contains(&"illegal-move") || codes.contains(&"missing-move"),
        "{codes:?}"
    );
}

/// CE-186: the signs of the keyboard conform, the letter x does not.
#[test]
fn signs_of_the_keyboard() {
    use crate::grammar::{Entry, check};
    let conforms = |line| {
        check::<crate::variants::Cescacs>(Entry::Line, line, &crate::Limits::default()).is_ok()
    };
    assert!(conforms("4. EE9*D12, EE19-E17"));
    assert!(conforms("4. EE9×D12, EE19\u{2010}E17"));
    assert!(!conforms("4. EE9xD12, EE19-E17"));
}

/// CE-134, CE-180: games that are drawn by repetition or exhaustion end so.
#[test]
fn draws() {
    let rounds = |times: usize| -> String {
        (0..times)
            .map(|n| {
                let (a, b) = (2 * n + 1, 2 * n + 2);
                format!("{a}. NE3-D8, NE25-D20\n{b}. ND8-E3, ND20-E25\n")
            })
            .collect()
    };
    let four = rounds(4);
    let over = four.trim_end();
    for (ids, moves, result, expected) in [
        ("CE-180", format!("{over} :"), "1-1", &[][..]),
        (
            "CE-134 CE-180",
            format!("{over} :"),
            "3-0",
            &["ending-mismatch"],
        ),
        (
            "CE-135 CE-180",
            format!("{over} :"),
            "*",
            &["unfinished-draw"],
        ),
        ("CE-180", format!("{four}9. E7-E9 :"), "1-1", &["played-on"]),
        ("CE-180", format!("{}7. E7-E9 :", rounds(3)), "*", &[]),
    ] {
        let text = format!(
            "[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n[Annotator \"Club\"]\n{moves}\n{result}\n"
        );
        assert_eq!(codes(&text), expected, "{ids}: {:#?}", found(&text));
    }
    let exhausted = |clock| {
        format!(
            "[Variant \"C'escacs\"]\n[Id \"Club-X1\"]\n[Annotator \"Club\"]\n\
             [PDTL \"/27:1k/14:3R3/1:1K/ w -- - {clock} 90\"]\n90. RF14-F16, KG27-E27\n91. RF16-F14 :\n*\n"
        )
    };
    assert_eq!(codes(&exhausted(146)), [""; 0]);
    assert_eq!(codes(&exhausted(147)), ["unfinished-draw"]);
    assert_eq!(
        codes(&exhausted(147).replace("*\n", "3-0\n")),
        ["ending-mismatch"]
    );
    // Too few pieces to give mate.
    let bare = |result: &str| {
        let text = exhausted(0).replace("14:3R3", "14:3N3");
        let moves = text
            .replace("RF14-F16", "NF14-G19")
            .replace("RF16-F14", "NG19-F14");
        moves.replace("*\n", result)
    };
    assert_eq!(codes(&bare("1-1\n")), [""; 0]);
    assert_eq!(codes(&bare("*\n")), ["unfinished-draw"]);
    assert_eq!(codes(&bare("3-0\n")), ["ending-mismatch"]);
    assert_eq!(
        found(&exhausted(149))[0],
        ("played-on", "KG27-E27".to_owned())
    );
}

/// What comparing the records of a text finds: the ids of the codes, with the line of the one and the
/// message.
fn compared(text: &str) -> Vec<(&'static str, u64, String)> {
    use crate::check::Names;
    use crate::io::{Chunk, Locator};
    use crate::scan::{ScanOptions, Scanner};
    use crate::variants::Standard;
    let chunk = Chunk::from(text.as_bytes());
    let mut scanner = Scanner::<Standard>::new(ScanOptions::default());
    scanner.begin(0, false);
    let (mut checker, mut names, mut locator) =
        (Checker::default(), Names::default(), Locator::default());
    let mut found = Vec::new();
    while let Some(game) = scanner.game(&chunk, &mut checker, &mut ()) {
        if let Some(named) = checker.named() {
            let span = named.span.start as u64..named.span.end as u64;
            assert!(text[named.span.clone()].starts_with("[Id "));
            let place = locator.place(&chunk, named.span.start);
            found.extend(names.add(named, game.ordinal, span, place));
        }
    }
    found
        .into_iter()
        .map(|d| (d.code.id, d.place.line, d.message.into_owned()))
        .collect()
}

/// CE-246, CE-252, CE-253: the names of the records of one source.
#[test]
fn names() {
    let record = |id: &str, moves: &str| {
        format!("[Variant \"C'escacs\"]\n[Id \"{id}\"]\n[Annotator \"Club\"]\n{moves} :\n*\n\n")
    };
    let (one, other) = ("1. E7-E13, E21-E15", "1. E7-E13, E21-E17");
    let pairs = |first: (&str, &str), second: (&str, &str)| {
        compared(&(record(first.0, first.1) + &record(second.0, second.1)))
    };
    let same = |id: &str| {
        let message = format!("game 1 in line 2 has the same name, {id}");
        vec![("duplicate-id", 8, message)]
    };
    let changed = |work: &str| {
        let message = format!(
            "game 1 in line 2 is another version of {work}, with other moves in its main line"
        );
        vec![("changed-main-line", 8, message)]
    };
    assert_eq!(pairs(("Club-X1", one), ("Club-X1", one)), same("Club-X1"));
    assert_eq!(
        pairs(("Club-X1", one), ("Club\u{2010}X1", other)),
        same("Club-X1")
    );
    assert_eq!(pairs(("Club-X1", one), ("Club-X2", one)), []);
    for version in [
        "Club-X1-V",
        "Club-X1-V-II",
        "Club-X1-es",
        "Club-X1-V-III-es",
    ] {
        assert_eq!(pairs(("Club-X1-en", one), (version, one)), []);
        assert_eq!(
            pairs(("Club-X1-en", one), (version, other)),
            changed("Club-X1")
        );
    }
    // A variation as a line, and a part of the game, are other moves; each has its versions.
    assert_eq!(pairs(("Club-X1", one), ("Club-X1-V-S:0:1", other)), []);
    let line = "Club-X1-V-S:0:1";
    let both = pairs((line, one), ("Club-X1-V-S:0:1-es", other));
    assert_eq!(both, changed(line));
    assert_eq!(pairs(("Club-7", one), ("Club-7-O1", other)), []);
    // The games of an encounter share their Id; Round distinguishes them.
    let game = |round: &str, moves: &str| {
        game(&[("Round", round)], "[Id \"Club-7\"]\n").replace(one, moves)
    };
    // CE-I27: and where it is missing, date and players.
    let early = game("?", one).replace("2020-08-15", "2020-08-14");
    assert_eq!(compared(&(early + "\n" + &game("?", other))), []);
    assert_eq!(compared(&(game("1", one) + "\n" + &game("2", other))), []);
    let twice = compared(&(game("1", one) + "\n" + &game("1", one)));
    assert_eq!(twice[0].0, "duplicate-id");
    // Without an Id there is nothing to compare.
    assert_eq!(compared("1. E7-E13 :\n*\n\n1. E7-E13 :\n*\n"), []);
}

/// CE-035, CE-047, CE-050, CE-053, CE-062, CE-065, CE-110, CE-113, CE-349: problems with one clear fix.
#[test]
fn fixes() {
    for (moves, fixed) in [
        ("1. E7-E13, E21-E15", "1. E7-E13, E21-E15 :"),
        ("1. E7-E13, E21-E15 ?!", "1. E7-E13, E21-E15 ?!:"),
        ("1. E7-E13 !(=)", "1. E7-E13 !(=):"),
        // CE-047, CE-050, CE-053, CE-062, CE-065
        ("1. E7–E13, E21-E15 :", "1. E7-E13, E21-E15 :"),
        ("1. PE7-E13, E21-E15 :", "1. E7-E13, E21-E15 :"),
        ("1. E07-E13, E21-E15 :", "1. E7-E13, E21-E15 :"),
        ("1. E7-E13, E21-E015 :", "1. E7-E13, E21-E15 :"),
        (
            "1. E7-E13, E21-E15\n2. F8-F12, F20\u{2011}F16\n3. E13×F16 :",
            "1. E7-E13, E21-E15\n2. F8-F12, F20-F16\n3. E13×F16 :",
        ),
        (
            "1. E7-E13, E21-E15\n2. F8-F12, F20-F16\n3. E13xPF16 :",
            "1. E7-E13, E21-E15\n2. F8-F12, F20-F16\n3. E13×F16 :",
        ),
        (
            "1. E7-E9, F20-F16\n2. E9-E11, F16-F14\n3. G7-G13, F14@PG11 :",
            "1. E7-E9, F20-F16\n2. E9-E11, F16-F14\n3. G7-G13, F14@G11 :",
        ),
    ] {
        let text = model("").replace("1. E7-E13, E21-E15 :", moves);
        let mut findings: Vec<Diagnostic> = Vec::new();
        let mut reader = Reader::builder()
            .from_reader(text.as_bytes())
            .expect("memory");
        reader
            .read(&mut Checker::default(), &mut findings)
            .expect("memory");
        let fix = findings[0].fix.clone().expect("a fix");
        let mut out = text.clone();
        out.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.text);
        assert_eq!(out, text.replace(moves, fixed));
        assert_eq!(codes(&out), [""; 0], "{out}");
    }
}

/// CE-284 to CE-289: the values of the tag TimeControl.
#[test]
fn time_controls() {
    use TimeControl::{Increment, Moves, PerMove, Total, Unknown};
    for (text, control) in [
        ("?", Unknown),
        ("-", TimeControl::None),
        (
            "40/9000",
            Moves {
                moves: 40,
                seconds: 9000,
            },
        ),
        ("4500", Total(4500)),
        (
            "4500+60",
            Increment {
                seconds: 4500,
                each: 60,
            },
        ),
        ("*180", PerMove(180)),
    ] {
        assert_eq!(TimeControl::parse(text), Some(control), "{text}");
        assert_eq!(control.to_string(), text);
    }
    assert_eq!(TimeControl::parse("\u{2010}"), Some(TimeControl::None));
    assert_eq!(TimeControl::parse("99999999999"), None);
}

/// CE-144, CE-I16: a position that no move can lead to is read, and reported.
#[test]
fn impossible_positions() {
    let attacked = "[PDTL \"/27:1k/19:4R3/1:1K/ w -- - 0 1\"]";
    let text = model(&format!("{attacked}\n"));
    let text = text.replace("1. E7-E13, E21-E15", "1. RG19-G21+∞");
    assert_eq!(found(&text), [("impossible-setup", attacked.to_owned())]);
    // With the other player to move it is a check.
    let text = text
        .replace("/ w ", "/ b ")
        .replace("1. RG19-G21+∞", "1. …, KG27-E27");
    assert_eq!(codes(&text), [""; 0]);
}
