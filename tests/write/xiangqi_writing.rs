//! Games of Xiangqi written as PGN: by the requirements, by the specification's own samples, and read
//! back.

use crate::common::{games_as, only, write};
use movetext::game::{Game, NodeId};
use movetext::grammar::{Entry, check};
use movetext::pgn::{Form, Options, WriteError, Writer, Written};
use movetext::variants::Xiangqi;
use movetext::{Limits, Reader};
use movetext_generate::real_files;
use proptest::prelude::*;
use proptest::{bool, collection::vec, sample::select};

/// The games of a text, all of Xiangqi unless one says that it is of its family.
fn games(text: &[u8]) -> Vec<Game> {
    let unsupported = memchr::memmem::find(text, b"Jieqi").is_some();
    games_as(text, (!unsupported).then_some("xiangqi"))
}

/// The only game of a text in export format.
fn export(text: &str) -> String {
    write(&only(games(text.as_bytes()), text), &Options::default()).0
}

/// The movetext of the only game in export format.
fn movetext(text: &str) -> String {
    let out = export(text);
    let tags: usize = out
        .lines()
        .take_while(|line| line.starts_with('['))
        .map(|line| line.len() + 1)
        .sum();
    let movetext = &out[tags..];
    movetext
        .strip_suffix("\n\n")
        .expect("an empty line")
        .to_owned()
}

/// The specification's full example, as far as its tags and layout go (XQ-I12: without the traces of a
/// web page). Its comments are cut to their first words.
const SAMPLE: &str = r#"[Game "Chinese Chess"]
[Event "许银川让九子对聂棋圣"]
[Site "广州"]
[Date "1999.12.09"]
[Round "?"]
[Red "许银川"]
[Black "聂卫平"]
[Result "1-0"]
[FEN "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR r - - 0 1"]
{ 评注:许银川
 两行}
1. 炮八平五 炮8平5
{ 战术对头。}
2. 炮五进五 象7进5 3. 炮二平五
{ 正着}
马8进7 4. 马二进三 车9平8 5. 马八进七 马2进1 6. 车九平六 车1平2
{ 常规}
7. 车六进八
{ 疾点象眼}
炮2进7
{ 攻守}
8. 车一进四 炮2平1 9. 马七进八 炮1退4 10. 马八退七 炮1进4 11. 马七进八 车2进2
{ 不变}
12. 炮五平八 炮1退4
{ 劣着}
13. 炮八进五 炮1平9 14. 炮八平三 车8进2 15. 炮三进一 车8进2 16. 马八进六 炮9平5
17. 炮三平一 士6进5 18. 马六进四 车8平5 19. 帅五平六
{ 可}
车5平6 20. 马四进三 将5平6 21. 车六退四 卒5进1 22. 车六进二 炮5平7
23. 前马退二 象5进7 24. 马二退三 卒5进1 25. 车六平三 卒5平6 26. 车三进三 将6进1
27. 后马进二 士5进6 28. 马二进三 将6平5 29. 前马进二
{ 拖沓}
将5进1 30. 车三平六 士6退5 31. 马二退三 车6退1 32. 车六退三
{ 再擒一车}
车6平7 33. 车六平三 卒6平7 34. 车三平五 将5平6 35. 帅六平五 将6退1
36. 车五进二 将6退1 37. 车五进一 将6进1 38. 车五平七
{ 认负}
1-0

"#;

/// XQ-028, XQ-044, XQ-070, XQ-074, XQ-077, XQ-078, XQ-080 to XQ-085: the example comes out byte for
/// byte at its own width, however it was laid out. The basic tags are written even if not known
/// (XQ-008, XQ-I03), and the side letter of the FEN stays (XQ-076).
#[test]
fn the_example_of_the_specification() {
    assert_eq!(export(SAMPLE), SAMPLE);
    let spread = SAMPLE
        .replace("[Round \"?\"]\n", "")
        .replace(". ", ".\n")
        .replace("}\n", "} ");
    assert_eq!(export(&spread), SAMPLE);
    assert!(check::<Xiangqi>(Entry::Document, SAMPLE, &Limits::default()).is_ok());
}

/// XQ-086 to XQ-092: the specification's variation.
#[test]
fn the_variation_of_the_specification() {
    let start = SAMPLE.split_once("7. 车").expect("move 7").0;
    let sample = "7. 车六进八 炮2进7 (7. ... 炮2平3 8. 帅五平六 炮3进5 9. 车六进一 将5进1\n\
                  10. 炮五退二 {黑方不易驾驭局面}) 8. 车一进四 *";
    let text = format!("{start}{sample}\n").replace("\"1-0\"", "\"*\"");
    assert!(movetext(&text).ends_with(sample), "{}", movetext(&text));
    assert_eq!(export(&export(&text)), export(&text));
}

/// XQ-008 to XQ-017, XQ-022 to XQ-028, XQ-037 to XQ-042: order, names, defaults, dates.
#[test]
fn tag_sections() {
    for (tags, expected) in [
        (
            "",
            "[Game \"Chinese Chess\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n\
             [Round \"?\"]\n[Red \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n*\n\n",
        ),
        (
            "[PlyCount \"0\"]\n[ECCO \"B24\"]\n[Result \"红胜\"]\n[black \"乙\"]\n\
             [BlackTeam \"北京\"]\n[White \"甲\"]\n[RedTeam \"广州\"]\n[Round \"决赛(加赛)\"]\n\
             [Date \"2004年1月5日\"]\n[Event \"第24届“五羊杯”\"]\n[Site \"广州\"]\n\
             [WhiteElo \"2500\"]\n[Opening \"中炮\"]\n[Variation \"红左马盘河\"]\n\
             [EventDate \"2004-01-02\"]\n[Annotator \"\\\"x\\\"\"]\n[Game \"象棋谱大全\"]\n",
            "[Game \"Chinese Chess\"]\n[Event \"第24届“五羊杯”\"]\n[Site \"广州\"]\n\
             [Date \"2004.01.05\"]\n[Round \"决赛(加赛)\"]\n[RedTeam \"广州\"]\n[Red \"甲\"]\n\
             [BlackTeam \"北京\"]\n[Black \"乙\"]\n[Result \"1-0\"]\n[Opening \"中炮\"]\n\
             [Variation \"红左马盘河\"]\n[ECCO \"B24\"]\n[PlyCount \"0\"]\n[RedElo \"2500\"]\n\
             [EventDate \"2004.01.02\"]\n[Annotator \"\\\"x\\\"\"]\n1-0\n\n",
        ),
        // A date that nobody can read stays; both names of a player stay if both are there.
        (
            "[Date \"01-2-6\"]\n[Red \"甲\"]\n[White \"丙\"]\n",
            "[Game \"Chinese Chess\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"01-2-6\"]\n\
             [Round \"?\"]\n[Red \"甲\"]\n[Black \"?\"]\n[Result \"*\"]\n[White \"丙\"]\n*\n\n",
        ),
        // Another game of the family stays one, and its moves stay in their notation.
        (
            "[Game \"Jieqi\"]\n[Format \"WXF\"]\n",
            "[Game \"Jieqi\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n\
             [Round \"?\"]\n[Red \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n[Format \"WXF\"]\n*\n\n",
        ),
    ] {
        let out = export(&format!("{tags}\n*\n"));
        assert_eq!(out, expected);
        assert_eq!(export(&out), out);
    }
}

/// What a written movetext becomes.
const MOVETEXTS: &[(&str, &str, &str)] = &[
    (
        "XQ-046 to XQ-050: numbers, dots and blanks",
        "1.炮二平五 炮8平5 2、马二进三　马8进7 *",
        "1. 炮二平五 炮8平5 2. 马二进三 马8进7 *",
    ),
    (
        "XQ-071, XQ-I13: Black's move after a comment or a variation has no number",
        "1. 炮二平五 {甲} 1... 炮8平5 2. 马二进三 (2. 马八进七) 2... 马8进7 *",
        "1. 炮二平五\n{甲}\n炮8平5 2. 马二进三 (2. 马八进七) 马8进7 *",
    ),
    (
        "XQ-067, XQ-069, XQ-071: comments stay after the result",
        "1. 炮二平五\n{稳}\n0-1 {红方长将判负}\n{完}",
        "1. 炮二平五\n{稳}\n0-1 {红方长将判负} {完}",
    ),
    (
        "XQ-068: so does what else stands there",
        "1. 炮二平五 1-0\n\n=====",
        "1. 炮二平五 1-0 { =====}",
    ),
    (
        "glyphs belong to their move",
        "1. 炮二平五! 炮8平5 ?! *",
        "1. 炮二平五 $1 炮8平5 $6 *",
    ),
    ("XQ-061: a result is there", "1. 炮二平五", "1. 炮二平五 *"),
    (
        "XQ-057: no braces in comments",
        "1. 炮二平五 {a {b} *",
        "1. 炮二平五\n{a (b}\n*",
    ),
    (
        "XQ-056: one form of comments",
        "1. 炮二平五 ; 中炮\n炮8平5 *",
        "1. 炮二平五\n{ 中炮}\n炮8平5 *",
    ),
    (
        "XQ-089: variations in variations",
        "1. 炮二平五 (1. 兵七进一 卒7进1 (1... 马8进7 {稳}) 2. 马二进三) 炮8平5 *",
        "1. 炮二平五 (1. 兵七进一 卒7进1 (1. ... 马8进7 {稳}) 2. 马二进三) 炮8平5 *",
    ),
];

#[test]
fn movetexts() {
    for (what, text, expected) in MOVETEXTS {
        assert_eq!(movetext(text), *expected, "{what}: {text}");
        let out = export(text);
        assert_eq!(export(&out), out, "{what}");
    }
}

/// XQ-091, XQ-I07: where Black begins, dots stand for Red's move.
#[test]
fn black_begins() {
    let fen = "4k4/9/9/9/9/2p3p2/2p3p2/9/9/3K5 b - - 0 7";
    let out = movetext(&format!("[FEN \"{fen}\"]\n7.     一卒平4 帅六进一 *"));
    assert_eq!(out, "7. ... 一卒平4 8. 帅六进一 *");
}

/// XQ-032, XQ-036: a notation other than Chinese is announced.
#[test]
fn notations_are_announced() {
    let text = "[Game \"Chinese Chess\"]\n[Format \"wxf\"]\n\n1. C2.5 H8+7 *";
    let game = &games(text.as_bytes())[0];
    for (notation, format, moves) in [
        ("", Some("Chinese"), "炮二平五 马8进7"),
        (
            "chinese,script=traditional",
            Some("Chinese"),
            "炮二平五 馬8進7",
        ),
        ("wxf", Some("WXF"), "C2.5 H8+7"),
        ("iccs", Some("ICCS"), "H2-E2 H9-G7"),
    ] {
        let options = Options {
            notation: notation.into(),
            ..Options::default()
        };
        let (out, _) = write(game, &options);
        let again = &games(out.as_bytes())[0];
        assert_eq!(again.tag("Format").as_deref(), format);
        assert!(out.ends_with(&format!("\n1. {moves} *\n\n")), "{out}");
        assert_eq!(write(again, &options).0, out);
    }
    let options = Options {
        notation: "san".into(),
        ..Options::default()
    };
    let error = <Writer>::new(options).write(game, &mut Vec::new());
    let error = error.expect_err("no such notation");
    assert!(matches!(error, WriteError::Notation(_, _)));
    assert_eq!(error.to_string(), "Xiangqi has no notation `san`");
}

/// The basic tags and the main line alone; what is not Chinese is announced even so.
#[test]
fn reduced_games() {
    let options = Options {
        form: Form::Reduced,
        notation: "iccs".into(),
        ..Options::default()
    };
    let text = "[Red \"甲\"]\n[ECCO \"A00\"]\n\n{a} 1. 炮二平五! (1. 兵七进一) {b} 马8进7 1-0";
    let (out, _) = write(&games(text.as_bytes())[0], &options);
    assert_eq!(
        out,
        "[Game \"Chinese Chess\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n\
         [Round \"?\"]\n[Red \"甲\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[Format \"ICCS\"]\n\
         1. H2-E2 H9-G7 1-0\n\n"
    );
}

/// What holds for every game: writing again changes nothing, and what is valid stays so. Returns
/// whether the game conforms to the grammar; or what does not hold.
fn hold(game: &Game) -> Result<bool, String> {
    let mut writer = <Writer>::new(Options::default());
    let mut bytes = Vec::new();
    let written = writer
        .write(game, &mut bytes)
        .map_err(|error| error.to_string())?;
    let text = String::from_utf8(bytes).expect("UTF-8");
    let again = games(text.as_bytes());
    if again.len() != 1 {
        return Err(format!("{} games in\n{text}", again.len()));
    }
    let moves = |game: &Game| -> Vec<_> { game.line(NodeId::ROOT).map(|n| game.mv(n)).collect() };
    if moves(game) != moves(&again[0]) {
        return Err(format!("other moves in\n{text}"));
    }
    let mut twice = Vec::new();
    match writer.write(&again[0], &mut twice) {
        Ok(counts) if (counts.noted, counts.replaced) != (0, 0) => {
            return Err(format!("{counts:?} of\n{text}"));
        }
        Ok(_) if twice == text.as_bytes() => {}
        result => {
            let twice = String::from_utf8_lossy(&twice);
            return Err(format!("{result:?}\n{text}\nwritten again:\n{twice}"));
        }
    }
    let summary = &game.summary;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let names = game.tags().iter().all(|tag| tag.name().bytes().all(plain));
    if !names || summary.errors > 0 || !game.replayed || written != Written::default() {
        return Ok(false);
    }
    match check::<Xiangqi>(Entry::Document, &text, &Limits::default()) {
        Ok(()) => Ok(true),
        // XQ-I02 and warnings of the reader: what the grammar refuses has to be told.
        Err(_) if summary.warnings > 0 => Ok(false),
        // A glyph before any move.
        Err(error) if text[error.span.start..].starts_with('$') => Ok(false),
        Err(error) => Err(format!("{error}:\n{text}")),
    }
}

/// Pieces of movetext and tags, good and bad.
const PIECES: &[&str] = &[
    "炮二平五",
    "马8进7",
    "马二进三",
    "車９平８",
    "C2.5",
    "H8+7",
    "h2e2",
    "H9-G7",
    "兵七进一",
    "炮九平五",
    "将5进1",
    "1.",
    "1...",
    "1. ...",
    "2、",
    "１．",
    "(",
    ")",
    "()",
    "{a}",
    "{甲\n乙}",
    "{\r\n\r\n}",
    "{",
    "}",
    "; x } y\n",
    "!?",
    "$7",
    "$999",
    "*",
    "1-0",
    "红胜",
    "\n",
    "\n\n",
    "\n%x5\n",
    "%甲",
    "[",
    "[甲",
    "]",
    "33.4",
    "\u{3000}",
    "\u{7}",
    "\t",
    "//",
    "\n[Result \"0-1\"]\n",
    "\n[Game \"Jieqi\"]\n",
    "\n[White \"甲\"]\n",
    "\n[Date \"2004年1月\"]\n",
    "\n[Format \"WXF\"]\n",
    "\n[FEN \"4k4/9/9/9/9/2p3p2/2p3p2/9/9/3K5 b - - 0 7\"]\n",
    "\n[FEN \"odd\"]\n",
    "{%y\n%z}",
    "{\r\r[Event \"x\"]}",
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 10_000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// What is written of any text is one game, and stays as it is; or it is refused.
    #[test]
    fn any_text(pieces in vec(select(PIECES), 0..24), glue in vec(bool::ANY, 24)) {
        let mut text = String::from("[Game \"Chinese Chess\"]\n");
        for (piece, glue) in pieces.iter().zip(glue) {
            text.push_str(piece);
            text.push_str(if glue { "" } else { " " });
        }
        for game in games(text.as_bytes()) {
            match hold(&game) {
                Ok(_) => {}
                Err(fault) if fault == WriteError::Unfaithful.to_string() => {}
                Err(fault) => return Err(TestCaseError::fail(format!("{text:?}: {fault}"))),
            }
        }
    }
}

/// A closed comment with a tag pair in it stays one, also once its ends of lines are written in one way.
#[test]
fn a_comment_with_a_tag_pair_stays_one() {
    let text = "[Game \"Chinese Chess\"]\n1. 炮二平五 {\n\n[ 甲\r[Event \"x\"]} *\n";
    let [game] = &games(text.as_bytes())[..] else {
        panic!("one game");
    };
    assert_eq!(hold(game), Ok(true));
    // Without the quotation mark it is no tag pair.
    let text = text
        .replace('"', "")
        .replace("Chinese Chess", "\"Chinese Chess\"");
    for game in games(text.as_bytes()) {
        assert!(hold(&game).is_ok());
    }
}

/// Every real game can be written, and is the same game again.
#[test]
fn real_games() {
    let (mut read, mut valid) = (0, 0);
    for name in [
        "xiangqi/ccpd_5000.big5.pgn",
        "xiangqi/games2000_chinese_simp.gb18030.pgn",
        "xiangqi/games2000_iccs.pgn",
        "xiangqi/small/1.pgn",
        "xiangqi/small/test.pgn",
        "xiangqi/small/test2.pgn",
        "xiangqi/small/许银川让九子对聂棋圣.pgn",
    ] {
        let Some(path) = real_files(name) else { return };
        let mut reader = Reader::from_path(path).expect(name);
        let mut game = Game::new();
        while reader.read_game(&mut game, &mut ()).expect(name) {
            read += 1;
            match hold(&game) {
                Ok(conforms) => valid += u64::from(conforms),
                Err(fault) => panic!("{name} {}: {fault}", game.summary.ordinal),
            }
        }
    }
    println!("{read} games, {valid} of them valid");
    assert!(read > 9_000 && valid > 8_000, "{read}, {valid}");
}
