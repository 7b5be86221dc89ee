//! Games as XML: as section six of the specification has it, there and back, and on hostile input.

use encoding_rs::{BIG5, Encoding, GB18030, GBK, UTF_8, UTF_16BE, UTF_16LE};
use movetext::game::{Game, NodeId, RemarkKind};
use movetext::writing::WriteGame;
use movetext::{Diagnostic, Format, Reader, xml};
use movetext_generate::real_files;
use proptest::prelude::*;
use proptest::{collection::vec, sample::select};
use quick_xml::events::Event;
use std::fmt::Write;

fn read(bytes: &[u8], chunk: usize) -> (Vec<Game>, Vec<Diagnostic>, Format) {
    let mut reader = Reader::builder()
        .chunk(chunk)
        .from_reader(bytes)
        .expect("memory");
    let (mut games, mut findings) = (Vec::new(), Vec::new());
    let mut game = Game::new();
    while reader.read_game(&mut game, &mut findings).expect("memory") {
        games.push(game.clone());
    }
    (games, findings, reader.format())
}

fn games(text: &str) -> Vec<Game> {
    read(text.as_bytes(), 1 << 20).0
}

/// An encoding that is declared is the one that is read; where the text contradicts it, that is told.
#[test]
fn declared_encodings() {
    let document = |label: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"{label}\"?>\n<pgn>\n<game> Chinese Chess </game>\n\
             <red> 許銀川 </red>\n<comment> 馬 </comment>\n<move> 炮八平五 </move> <end> * </end>\n</pgn>\n"
        )
    };
    let utf16 = |text: &str, little: bool| -> Vec<u8> {
        let bytes = |unit: u16| match little {
            true => unit.to_le_bytes(),
            false => unit.to_be_bytes(),
        };
        text.encode_utf16().flat_map(bytes).collect()
    };
    let encoded = |text: &str, encoding: &'static Encoding| -> Vec<u8> {
        match encoding {
            _ if encoding == UTF_16LE => utf16(text, true),
            _ if encoding == UTF_16BE => utf16(text, false),
            _ => encoding.encode(text).0.into_owned(),
        }
    };
    // What is declared, what the text is in, and what is told.
    for (label, encoding, told) in [
        ("GB18030", GB18030, ""),
        ("gb2312", GBK, ""),
        ("GBK", GBK, ""),
        ("Big5", BIG5, ""),
        ("Big5-HKSCS", BIG5, ""),
        ("UTF-8", UTF_8, ""),
        ("UTF-16", UTF_16LE, ""),
        ("UTF-16", UTF_16BE, ""),
        ("UTF-8", GBK, "declares UTF-8, but its text is in gb18030"),
        ("GB2312", UTF_8, "declares GB2312, but its text is in UTF-8"),
        ("GB18030", BIG5, "declares GB18030, but its text is in Big5"),
        ("Big5", GB18030, "declares Big5, but its text is in gb18030"),
        ("GBK", UTF_16LE, "declares GBK, but its text is in UTF-16LE"),
        ("UTF-16", UTF_8, "declares UTF-16, but its text is in UTF-8"),
        (
            "klingon",
            UTF_8,
            "declares klingon, but its text is in UTF-8",
        ),
        ("", UTF_8, "declares , but its text is in UTF-8"),
    ] {
        let bytes = encoded(&document(label), encoding);
        for chunk in [64, 1 << 20] {
            let (games, findings, format) = read(&bytes, chunk);
            assert_eq!((games.len(), format), (1, Format::Xml), "{label}");
            assert_eq!(games[0].tag("Red").as_deref(), Some("許銀川"), "{label}");
            let mv = games[0].next(NodeId::ROOT).expect("a move");
            assert_eq!(games[0].text(mv), "炮八平五", "{label}");
            let found: Vec<_> = findings.iter().map(|f| f.message.to_string()).collect();
            match told {
                "" => assert!(found.is_empty(), "{label}: {found:?}"),
                told => assert!(found.len() == 1 && found[0].contains(told), "{found:?}"),
            }
            if let [finding] = &findings[..] {
                let span = finding.span.start as usize..finding.span.end as usize;
                assert_eq!(bytes[span], encoded(label, encoding)[..]);
                assert_eq!((finding.place.line, finding.place.column), (1, 31));
                assert_eq!(finding.code.id, "encoding-declaration");
            }
        }
    }
    // Without a move or a common word the bytes tell nothing: what is declared holds.
    let text =
        "<?xml version=\"1.0\" encoding=\"Big5\"?>\n<pgn><red>\u{5}</red><end>*</end></pgn>\n";
    let (before, after) = text.split_once('\u{5}').expect("a place");
    for (bytes, red) in [(&b"\xA7\xF5"[..], "李"), (b"\xC0\xEE", "燠")] {
        let bytes = [before.as_bytes(), bytes, after.as_bytes()].concat();
        let (games, findings, _) = read(&bytes, 1 << 20);
        assert_eq!(games[0].tag("Red").as_deref(), Some(red));
        assert!(findings.is_empty(), "{findings:?}");
    }
    // Nothing but ASCII for longer than is looked at: what is declared holds for what comes then.
    let long = format!("<comment>{}</comment>\n", "x".repeat(600 << 10));
    let text = document("Big5").replace("<comment>", &format!("{long}<comment>"));
    let text = text.replace("<red> 許銀川 </red>\n", "");
    let (games, findings, _) = read(&BIG5.encode(&text).0, 64 << 10);
    assert_eq!(
        games[0].remarks(NodeId::ROOT).last().expect("a comment").1,
        "馬"
    );
    assert!(findings.is_empty(), "{findings:?}");
}

/// The XML of a game, if all its characters can be in one.
fn written(game: &Game) -> Option<String> {
    let mut out = Vec::new();
    let written = <xml::Writer>::default()
        .write_game(game, &mut out)
        .expect("memory");
    (written.replaced == 0).then(|| String::from_utf8(out).expect("UTF-8"))
}

/// All that a game says, as text: two games with the same one are the same.
fn told(game: &Game) -> String {
    let mut out = String::new();
    for tag in game.tags().iter() {
        let _ = writeln!(out, "{}={:?}", tag.name(), tag.value());
    }
    let _ = writeln!(out, "{:?} {:?}", game.info.map(|p| p.id), game.setup);
    for node in game.nodes() {
        let parent = game.parent(node);
        let _ = write!(
            out,
            "{node:?} {parent:?} {:?} {:?}",
            game.mv(node),
            game.text(node)
        );
        for (kind, text) in game.remarks(node) {
            let _ = match kind {
                RemarkKind::Comment(_) => write!(out, " comment {text:?}"),
                RemarkKind::Nag(nag) => write!(out, " nag {nag}"),
                // Blanks around what was not understood may belong to it.
                _ => write!(out, " {:?}", text.trim()),
            };
        }
        out.push('\n');
    }
    let _ = writeln!(out, "{:?} {:?}", game.outcome(), game.result());
    out
}

/// XML that a strict reader takes.
fn is_well_formed(text: &str) -> bool {
    let mut reader = quick_xml::Reader::from_str(text);
    reader.config_mut().check_comments = true;
    loop {
        match reader.read_event() {
            Ok(Event::Eof) => return true,
            Ok(_) => {}
            Err(_) => return false,
        }
    }
}

/// What holds for every game: its XML is well-formed, gives the same game, and is written alike again.
fn hold(game: &Game) -> Result<bool, String> {
    let Some(text) = written(game) else {
        return Ok(false);
    };
    if !is_well_formed(&text) {
        return Err(format!("not well-formed: {text}"));
    }
    let (again, findings, _) = read(text.as_bytes(), 1 << 20);
    if again.len() != 1 {
        return Err(format!("{} games in {text}", again.len()));
    }
    let (before, after) = (told(game), told(&again[0]));
    // A word that would be taken for a tag becomes a comment, and that is told.
    let told = findings.iter().any(|d| d.code.id == "unknown-element");
    if before != after && told {
        return Ok(true);
    }
    if before != after {
        return Err(format!("{text}\n{before}\nis read as\n{after}"));
    }
    match written(&again[0]) {
        Some(twice) if twice == text => Ok(true),
        twice => Err(format!("{text}\nis written again as {twice:?}")),
    }
}

/// The specification's example, as it stands there: its picture is not closed (XQ-I11).
const SAMPLE: &str = r#"<pgn>
<game> Chinese Chess </game>
<event> 许银川让九子对聂棋圣 </event>
<site> 广州 </site>
<date> 1999.12.09 </date>
<red> 许银川 </red>
<black> 聂卫平 </black>
<result> 1-0 </result>
<fen> rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR r - - 0 1 </fen>
<comment> 评注:许银川
在XML中,图片可以用超链接的形式嵌入,例如:<img src="cchess_pgn.gif">。 </comment>
<move> 炮八平五 </move> <move> 炮8平5 </move>
<comment> 以后省略…… </comment>
<end> 1-0 </end>
</pgn>
"#;

/// XQ-093 to XQ-100; XQ-096: the blanks around a text are not part of it.
#[test]
fn the_example_of_the_specification() {
    let (games, findings, format) = read(SAMPLE.as_bytes(), 1 << 20);
    assert_eq!(format, Format::Xml);
    assert_eq!(findings, []);
    let [game] = &games[..] else {
        panic!("one game")
    };
    let pgn = "[Game \"Chinese Chess\"]\n[Event \"许银川让九子对聂棋圣\"]\n[Site \"广州\"]\n\
               [Date \"1999.12.09\"]\n[Red \"许银川\"]\n[Black \"聂卫平\"]\n[Result \"1-0\"]\n\
               [FEN \"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/9/1C5C1/9/RN2K2NR r - - 0 1\"]\n\
               {评注:许银川\n在XML中,图片可以用超链接的形式嵌入,例如:<img src=\"cchess_pgn.gif\"/>。}\n\
               1. 炮八平五 炮8平5 {以后省略……} 1-0";
    assert_eq!(told(game), told(&self::games(pgn)[0]));
    // XQ-I11: well-formed, special characters escaped; all else comes out as it was.
    let text = written(game).expect("common characters");
    let escaped = "&lt;img src=\"cchess_pgn.gif\"/&gt;";
    assert_eq!(
        text,
        SAMPLE.replace("<img src=\"cchess_pgn.gif\">", escaped)
    );
    assert!(!is_well_formed(SAMPLE) && is_well_formed(&text));
}

/// XQ-I10: one game, several games one after another, or in an element around them; with a declaration,
/// comments and instructions between them, in chunks of any size.
#[test]
fn several_games() {
    let game = "<pgn><game>Chinese Chess</game>\n<!-- <pgn> --><comment><![CDATA[</pgn>]]></comment>\
                <move>炮二平五</move><end>*</end></pgn >";
    let around = format!(
        "\u{FEFF}<?xml version=\"1.0\"?>\n<!DOCTYPE pgns>\n<!-- <pgn/> -->\n<pgns>\n{game}\n\
         <?pgn x?>{game}<pgn/>\n</pgns>\n<!-- end -->"
    );
    for chunk in [1, 7, 64, 1 << 20] {
        for (text, count) in [
            (game.to_owned(), 1),
            (format!("{game}\n{game}{game}"), 3),
            (format!("<pgns>{game}</pgns>"), 1),
            (around.clone(), 3),
        ] {
            let (games, findings, _) = read(text.as_bytes(), chunk);
            let games: Vec<_> = games
                .iter()
                .filter(|game| !game.tags().is_empty())
                .collect();
            let expected = count - usize::from(text.contains("<pgn/>\n</pgns>"));
            assert_eq!(games.len(), expected, "{text} by {chunk}: {findings:?}");
            for game in games {
                assert_eq!(
                    game.text(game.next(NodeId::ROOT).expect("a move")),
                    "炮二平五"
                );
                let comments = game.remarks(NodeId::ROOT).map(|(_, text)| text);
                assert_eq!(comments.collect::<Vec<_>>(), ["<pgn>", "</pgn>"]);
            }
        }
    }
}

/// XQ-101: variations, glyphs, and what has no place in the proposal.
#[test]
fn what_is_added() {
    for text in [
        "[Game \"Chinese Chess\"]\n\n1. 炮二平五! (1. 兵七进一 (1. 相三进五 {稳}) 卒7进1) (1. 马二进三) 马8进7 $14 *",
        "[Game \"Chinese Chess\"]\n[Variation \"红左马盘河\"]\n[Variation \"\"]\n[Opening \" x \"]\n\n*",
        "[Game \"Chinese Chess\"]\n[Move \"x\"]\n[Fen \"\"]\n[a b \"<&>\\\"'\"]\n[End \"y\"]\n[棋谱名称 \"z\"]\n\n*",
        "[Game \"Chinese Chess\"]\n\n{ a\n\n b } {} 1. 炮二平五 {<img src=\"x\">&amp;} ; a } b\n马8进7 1-0 {after}\n{ it }",
        "[Game \"Chinese Chess\"]\n\n1. 炮二平五 junk 炮九平九 马8进7 (1. 炮八平九 %x 1-0) 0-1",
        "[Game \"Jieqi\"]\n\n1. 炮二平五 Xe7 *",
        "1. 炮二平五 马8进7",
        "1. e4 e5 2. Nf3 $1 (2. f4 exf4!?) Nc6 1/2-1/2",
        "[Event \"x\"]\n\n*",
        "[Variant \"C'escacs\"]\n\n*",
    ] {
        for game in games(text) {
            assert_eq!(hold(&game), Ok(true), "{text}");
        }
    }
}

/// Bad XML is an error with a place; what stands before it is kept.
#[test]
fn bad_xml() {
    for (text, expected) in [
        ("<pgn>\n<move>炮二平五</end>\n</pgn>", "malformed-xml 2"),
        ("<pgn>\n<move>炮二平五</move>", "malformed-xml 2"),
        ("<pgn>\n<move>炮二平五</move>\n<", "malformed-xml 3"),
        (
            "<pgn>\n<move>炮二平五</move>\n<comment>&bomb;</comment></pgn>",
            "malformed-xml 3",
        ),
        ("<pgn>\n<move>炮二平五</move>\n<!-- x", "malformed-xml 3"),
        (
            "<pgn>\n<move>炮二平五</move>\n<score>9</score></pgn>",
            "unknown-element 3",
        ),
        (
            "<pgn>\n<move>炮二平五</move>\nwhat</pgn>",
            "unknown-element 2",
        ),
        (
            "<pgn>\n<tag>x</tag><move>炮二平五</move></pgn>",
            "unknown-element 2",
        ),
        (
            "<pgn>\n<tag name=\"a]b\">x</tag><move>炮二平五</move></pgn>",
            "unknown-element 2",
        ),
        (
            "<pgn>\n<comment>a}\nb</comment><move>炮二平五</move></pgn>",
            "comment-text 2",
        ),
        ("<pgn>\n<move>炮二平五</move></pgn>\n<html>", "stray-text 3"),
    ] {
        let (games, findings, _) = read(text.as_bytes(), 1 << 20);
        let told: Vec<_> = findings
            .iter()
            .map(|finding| format!("{} {}", finding.code.id, finding.place.line))
            .collect();
        assert!(told.contains(&expected.to_owned()), "{text}: {told:?}");
        let game = &games[0];
        assert!(
            game.next(NodeId::ROOT)
                .is_some_and(|node| game.mv(node).is_some()),
            "{text}"
        );
    }
}

/// A game inside a text of a game is no game.
#[test]
fn games_inside_texts() {
    let inner = "\n\n[Event \"x\"]\n\n1. e4 *";
    for element in [
        "comment",
        "move",
        "text",
        "end",
        "event",
        "nag",
        "variation",
        "zzz",
    ] {
        let text = format!("<pgn><game>Chinese Chess</game><{element}>{inner}</{element}></pgn>");
        let (games, _, _) = read(text.as_bytes(), 1 << 20);
        assert_eq!(games.len(), 1, "{text}");
        let source = games[0].source().to_string();
        assert!(source.contains("1. e4 *"), "{source}");
    }
}

/// Nesting costs no stack and no more than linear time.
#[test]
fn deep_nesting() {
    // As deep as the limit of a document lets it be.
    let depth = 40_000;
    for (open, close) in [("<variation>", "</variation>"), ("<b>", "</b>")] {
        let text = format!(
            "<pgn><move>炮二平五</move><comment>x</comment>{}{}</pgn>",
            open.repeat(depth),
            close.repeat(depth)
        );
        let (games, findings, _) = read(text.as_bytes(), 8 << 20);
        assert_eq!(games.len(), 1);
        assert!(!findings.is_empty());
    }
}

/// XQ-094 to XQ-099: every real game is the same game after it was XML, comments and variations
/// included.
#[test]
fn real_games() {
    let mut same = 0;
    for (name, most) in [
        ("xiangqi/ccpd_5000.big5.pgn", 5000),
        ("xiangqi/games2000_wxf_xqbase.pgn", 300),
        ("xiangqi/small/1.pgn", 100),
        ("xiangqi/small/许银川让九子对聂棋圣.pgn", 100),
        ("chess/otb_30.pgn", 1000),
        ("chess/lichess_magnus_evalclk.pgn", 300),
    ] {
        let Some(path) = real_files(name) else { return };
        let mut reader = Reader::from_path(path).expect(name);
        let mut game = Game::new();
        for _ in 0..most {
            if !reader.read_game(&mut game, &mut ()).expect(name) {
                break;
            }
            match hold(&game) {
                Ok(is) => same += usize::from(is),
                Err(fault) => panic!("{name} {}: {fault}", game.summary.ordinal),
            }
        }
    }
    println!("{same} games are the same");
    assert!(same > 6_500, "{same}");
}

const PIECES: &[&str] = &[
    "<pgn>",
    "</pgn>",
    "<pgns>",
    "</pgns>",
    "<move>",
    "</move>",
    "炮二平五",
    "马8进7",
    "e4",
    "e5",
    "<comment>",
    "</comment>",
    "<variation>",
    "</variation>",
    "<nag>",
    "</nag>",
    "<end>",
    "</end>",
    "1-0",
    "*",
    "<red>",
    "</red>",
    "<tag name=\"a\">",
    "</tag>",
    "<img src=\"x\">",
    "&lt;",
    "&x;",
    "&#13;",
    "&#0;",
    "<![CDATA[",
    "]]>",
    "<!--",
    "-->",
    "<?x",
    "?>",
    "{",
    "}",
    "(",
    ")",
    "\n\n",
    "[Event \"x\"]",
    "<",
    ">",
    "\"",
    " ",
    "1",
    "%",
];

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 3000,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Whatever is read does not depend on the chunks, and is the same game once it was written.
    #[test]
        fn any_text(pieces in vec(select(PIECES), 0..30), chunk in 1usize..60) {
        let text = format!("<pgn><game>Chinese Chess</game>{}</pgn>", pieces.concat());
        let (games, _, _) = read(text.as_bytes(), 1 << 20);
        let (others, _, _) = read(text.as_bytes(), chunk);
        let all = |games: &[Game]| games.iter().map(told).collect::<Vec<_>>();
        prop_assert_eq!(all(&games), all(&others));
        for game in &games {
            if let Err(fault) = hold(game) {
                return Err(TestCaseError::fail(fault));
            }
        }
    }
}
