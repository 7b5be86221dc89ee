//! Records of Xiangqi that deviate from their specification: each deviation has a code and a place, and
//! nothing is lost by it.

use movetext::check::{Checker, Conformance};
use movetext::diagnostic::ALL;
use movetext::game::{Game, NodeId, RemarkKind};
use movetext::pgn::{Options, Writer};
use movetext::{Diagnostic, Reader};

fn findings(text: &str, conformance: Conformance) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut reader = Reader::builder()
        .variant(Some(1))
        .from_reader(text.as_bytes())
        .expect("memory");
    let mut checker = Checker::new(conformance);
    reader.read(&mut checker, &mut found).expect("memory");
    found
}

fn told(text: &str, conformance: Conformance) -> Vec<String> {
    let told = |d: &Diagnostic| format!("{} {}:{}", d.code.id, d.place.line, d.place.column);
    findings(text, conformance).iter().map(told).collect()
}

/// The text with every fix put in.
fn fixed(text: &str) -> String {
    let mut out = text.to_owned();
    let mut fixes: Vec<_> = findings(text, Conformance::Consistency)
        .into_iter()
        .filter_map(|finding| finding.fix)
        .collect();
    fixes.sort_by_key(|fix| std::cmp::Reverse(fix.span.start));
    for fix in fixes {
        out.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.text);
    }
    out
}

/// The moves of the main line of the only game, as they are written.
fn moves(text: &str) -> Vec<String> {
    let mut reader = Reader::builder()
        .variant(Some(1))
        .from_reader(text.as_bytes())
        .expect("memory");
    let mut game = Game::new();
    assert!(
        reader.read_game(&mut game, &mut ()).expect("memory"),
        "{text}"
    );
    let moves = game.line(NodeId::ROOT).map(|node| {
        assert!(game.mv(node).is_some(), "{} in {text}", game.text(node));
        game.text(node).into_owned()
    });
    moves.collect()
}

const HEAD: &str = "[Game \"Chinese Chess\"]\n";

/// Requirements, the text after the tag Game, and what is found in it.
type Case = (&'static str, &'static str, &'static [&'static str]);

fn hold(cases: &[Case]) {
    let mut wrong = String::new();
    for (ids, text, expected) in cases {
        let text = format!("{HEAD}{text}");
        let told = told(&text, Conformance::Consistency);
        if told != *expected {
            wrong += &format!("{ids}: {text:?}\n  found    {told:?}\n  expected {expected:?}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn values() {
    hold(&[
        (
            "XQ-006 XQ-007 XQ-008 XQ-012 XQ-013 XQ-014 XQ-015 XQ-017 XQ-018",
            "[Event \"第24届“五羊杯”\"]\n[Site \"广州\"]\n[Date \"2004.01.05\"]\n\
             [Round \"决赛(加赛)\"]\n[Red \"吕钦\"]\n[Black \"许银川\"]\n[Result \"1-0\"]\n\
             1. 炮二平五 1-0",
            &[],
        ),
        ("XQ-014: unknown parts", "[Date \"????.??.??\"]\n*", &[]),
        ("XQ-014", "[Date \"2004-01-05\"]\n*", &["tag-form 2:8"]),
        ("XQ-014", "[Date \"2004.1.5\"]\n*", &["tag-form 2:8"]),
        ("XQ-014", "[Date \"2004年1月5日\"]\n*", &["tag-form 2:8"]),
        ("XQ-014", "[Date \"2004/08/26\"]\n*", &["tag-form 2:8"]),
        ("XQ-014", "[Date \"20081226\"]\n*", &["tag-form 2:8"]),
        ("XQ-014", "[Date \"1928年3月\"]\n*", &["tag-form 2:8"]),
        ("XQ-014", "[Date \"1989\"]\n*", &["tag-form 2:8"]),
        ("XQ-014", "[Date \"01-2-6\"]\n*", &["tag-value 2:8"]),
        ("XQ-014", "[Date \"2004.02.30\"]\n*", &["tag-value 2:8"]),
        ("XQ-014", "[Date \"\"]\n*", &[]),
        ("XQ-018", "[Result \"红胜\"]\n1-0", &["tag-form 2:10"]),
        ("XQ-018", "[Result \"紅先勝\"]\n1-0", &["tag-form 2:10"]),
        ("XQ-019", "[Result \"黑胜\"]\n0-1", &["tag-form 2:10"]),
        ("XQ-019", "[Result \"红先负\"]\n0-1", &["tag-form 2:10"]),
        ("XQ-020", "[Result \"和棋\"]\n1/2-1/2", &["tag-form 2:10"]),
        ("XQ-020", "[Result \"1/2\"]\n1/2-1/2", &["tag-value 2:10"]),
        ("XQ-021", "[Result \"未知\"]\n*", &["tag-form 2:10"]),
        ("XQ-021", "[Result \"\"]\n*", &["tag-form 2:10"]),
        ("XQ-021", "[Result \"?\"]\n*", &["tag-value 2:10"]),
        (
            "XQ-022 XQ-023 XQ-025 XQ-026 XQ-027 XQ-028",
            "[RedTeam \"广州\"]\n[Red \"吕钦\"]\n[BlackTeam \"广州\"]\n[Black \"许银川\"]\n\
             [Opening \"中炮\"]\n[Variation \"红左马盘河\"]\n[ECCO \"B24\"]\n*",
            &[],
        ),
        (
            "XQ-037 to XQ-042",
            "[RedTitle \"特级大师\"]\n[RedElo \"2500\"]\n[RedNA \"x\"]\n[BlackType \"human\"]\n\
             [EventDate \"2004.01.02\"]\n[EventSponsor \"x\"]\n[Section \"A\"]\n[Stage \"1\"]\n\
             [Board \"1\"]\n[Time \"10:00:00\"]\n[TimeControl \"40/9000\"]\n\
             [Termination \"time forfeit\"]\n[Annotator \"x\"]\n[Mode \"OTB\"]\n[PlyCount \"0\"]\n*",
            &[],
        ),
    ]);
}

#[test]
fn names_and_order() {
    for (ids, text, expected) in [
        ("XQ-009", "[Red \"x\"]\n*", &["missing-game-tag 1:2"][..]),
        (
            "XQ-010",
            "[Event \"?\"]\n[Game \"Chinese Chess\"]\n*",
            &["game-tag-not-first 2:2"],
        ),
        ("XQ-011", "[Game \"Xiangqi\"]\n*", &["tag-form 1:8"]),
        ("XQ-011", "[Game \"chinese chess\"]\n*", &["tag-form 1:8"]),
        ("XQ-011", "[Game \"象棋譜大全\"]\n*", &["tag-form 1:8"]),
        (
            "XQ-016",
            "[Game \"Chinese Chess\"]\n[White \"吕钦\"]\n[WhiteElo \"2500\"]\n*",
            &["foreign-tag 2:2", "foreign-tag 3:2"],
        ),
        (
            "XQ-016",
            "[Game \"Chinese Chess\"]\n[Red \"吕钦\"]\n[White \"x\"]\n*",
            &["foreign-tag 3:2"],
        ),
        (
            "XQ-008",
            "[Game \"Chinese Chess\"]\n[紅方 \"x\"]\n[黑方 \"y\"]\n[比赛名称 \"z\"]\n*",
            &["foreign-tag 2:2", "foreign-tag 3:2", "foreign-tag 4:2"],
        ),
        (
            "XQ-029",
            "[Game \"Chinese Chess\"]\n[Fen \"4k4/9/9/9/9/9/9/9/9/3K5 r - - 0 1\"]\n*",
            &["tag-name 2:2", "position-only 3:1"],
        ),
        (
            "XQ-024",
            "[Game \"Chinese Chess\"]\n[Red \"x\"]\n[RedTeam \"y\"]\n*",
            &["tag-sequence 3:2"],
        ),
        (
            "XQ-007",
            "[Game \"Chinese Chess\"]\n[Site\n\"广州\n天河\"]\n*",
            &["broken-tag-value 2:1"],
        ),
        ("XQ-010: no tags at all", "1. 炮二平五 *", &[]),
    ] {
        assert_eq!(
            told(text, Conformance::Consistency),
            expected,
            "{ids}: {text}"
        );
    }
}

#[test]
fn notations() {
    hold(&[
        ("XQ-032 XQ-033 XQ-036 XQ-052", "1. 炮八平五 炮8平5 *", &[]),
        ("XQ-034 XQ-051", "[Format \"WXF\"]\n1. C8.5 C8.5 *", &[]),
        ("XQ-032", "[Format \"wxf\"]\n1. C8.5 *", &[]),
        ("XQ-035", "[Format \"ICCS\"]\n1. H2-E2 h9g7 *", &[]),
        (
            "XQ-036 XQ-052",
            "1. C8.5 C8.5 *",
            &["notation-mismatch 2:4"],
        ),
        (
            "XQ-036",
            "[Format \"\"]\n1. C8.5 *",
            &["tag-value 2:1", "notation-mismatch 3:4"],
        ),
        (
            "XQ-051",
            "[Format \"WXF\"]\n1. 炮八平五 *",
            &["notation-mismatch 2:10"],
        ),
        (
            "XQ-032",
            "[Format \"UCI\"]\n1. h2e2 *",
            &["tag-value 2:1", "notation-mismatch 2:10"],
        ),
        ("XQ-051", "1. 炮八平五 H2-E2 *", &["illegal-move 2:9"]),
        (
            "XQ-051",
            "1. 炮八平五 H7-E7 2. H2+3 马8进7 *",
            &["mixed-notations 2:9"],
        ),
        (
            "moves of WinBoard, of soldiers and with captures",
            "[Variant \"xiangqi\"]\n1. Che2 g5 2. Hg2 Ra8 3. g4 Rh8 4. gxg5 *",
            &["notation-mismatch 3:4"],
        ),
        (
            "moves of engines, ranks from 1: soldiers go straight ahead, with a file also sideways",
            "[Variant \"xiangqi\"]\n1. c5 c6 2. cxc6 Na8 3. cd6 Rb10 4. Cbe3 Che8 5. Nc3 Ng8 *",
            &["ranks-from-one 3:4", "notation-mismatch 3:4"],
        ),
        (
            "the same without the tag Variant",
            "1. Cbe3 Nc8 2. Nc3 Rb10 3. Rb1 Ng8 *",
            &["ranks-from-one 2:4", "notation-mismatch 2:4"],
        ),
        (
            "XQ-036",
            "[Variant \"xiangqi\"]\n1. Che2 Hg7 2. Hg2 R9a8 3. g4 g5 4. gxg5 *",
            &["notation-mismatch 3:4"],
        ),
    ]);
}

#[test]
fn movetext() {
    hold(&[
        (
            "XQ-047 XQ-049",
            "1.炮八平五 炮8平5 *",
            &["glued-number 2:3"],
        ),
        ("XQ-047", "1、炮八平五 *", &["odd-blank 2:2"]),
        ("XQ-047", "１．炮八平五 *", &["odd-blank 2:1"]),
        ("XQ-048", "1. 炮八平五炮8平5 *", &["glued-moves 2:8"]),
        (
            "XQ-048 XQ-050",
            "1. 炮八平五炮8平5马二进三 马8进7 *",
            &["glued-moves 2:8", "glued-moves 2:12"],
        ),
        ("XQ-053", "1. 炮八平五\u{3000}炮8平5 *", &["odd-blank 2:8"]),
        ("XQ-053", "1.\t炮八平五\n炮8平5 *", &[]),
        ("XQ-057", "1. 炮八平五 {[x] (y) 1-0\nz} *", &[]),
        ("XQ-058", "1. 炮八平五 {x} 炮8平5 {y} *", &[]),
        ("XQ-059", "1. 炮八平五{x} *", &["glued-comment 2:8"]),
        ("XQ-059", "1. 炮八平五 {x}炮8平5 *", &["glued-comment 2:12"]),
        ("XQ-061", "1. 炮八平五", &["missing-result 2:8"]),
        (
            "XQ-060",
            "1. 炮{x}八平五 *",
            &["unknown-token 2:4", "unknown-token 2:8"],
        ),
        (
            "XQ-066",
            "[Result \"0-1\"]\n1. 炮八平五 1-0",
            &["result-mismatch 3:9"],
        ),
        ("XQ-063", "1. 炮八平五 和", &["result-spelling 2:9"]),
        ("XQ-067", "1. 炮八平五 0-1 {红方长将判负}", &[]),
        (
            "XQ-068",
            "1. 炮八平五 1-0 炮8平5",
            &["text-after-result 2:13"],
        ),
        (
            "text after the result",
            "1. 炮八平五 1-0\n\n======\nhttp://x.example\n",
            &["text-after-result 4:1"],
        ),
        (
            "XQ-086 XQ-088",
            "1. 炮八平五 (1. 兵七进一 {稳}) 炮8平5 *",
            &[],
        ),
        (
            "XQ-091",
            "1. 炮八平五 炮8平5 (1... 马8进7) (1. ... 马2进3) (1. 卒7进1) (卒3进1) *",
            &["missing-ellipsis 2:44"],
        ),
        (
            "XQ-091: Black begins",
            "[FEN \"4k4/9/9/9/9/2p3p2/2p3p2/9/9/3K5 b - - 0 1\"]\n1.      一卒平4 *",
            &["missing-ellipsis 3:9"],
        ),
        (
            "XQ-030: a position alone",
            "[FEN \"4k4/9/9/9/9/2p3p2/2p3p2/9/9/3K5 b - - 0 1\"]\n1-0",
            &["position-only 3:1"],
        ),
        ("XQ-046 XQ-071", "1. 炮八平五 炮8平5 2. 马二进三 *", &[]),
    ]);
}

/// Which move each valuation is about, where a record has them before and behind moves.
#[test]
fn marks_before_and_behind_moves() {
    // The moves of the main line and, in brackets, of variations, each with its glyphs.
    fn told_with_marks(game: &Game, head: NodeId) -> String {
        let mut out = Vec::new();
        for node in game.line(head) {
            let nags = game.remarks(node).filter_map(|(kind, _)| match kind {
                RemarkKind::Nag(nag) => Some(format!("${nag}")),
                _ => None,
            });
            let nags: String = nags.collect();
            out.push(format!("{}{nags}", game.text(node)));
            for variation in game.variations(node) {
                out.push(format!("({})", told_with_marks(game, variation)));
            }
        }
        out.join(" ")
    }
    for (text, expected, codes) in [
        // Behind the move, as everywhere.
        (
            "1. 炮二平五! 马8进7 ?! 2. 马二进三 *",
            "炮二平五$1 马8进7$6 马二进三",
            "",
        ),
        ("1. 炮二平五!马8进7 *", "炮二平五$1 马8进7", ""),
        ("1. 炮二平五！马8进7？！ *", "炮二平五$1 马8进7$6", ""),
        ("1. C2.5!H8+7 *", "C2.5$1 H8+7", ""),
        // Against the move that follows.
        (
            "1. !炮二平五 ?马8进7 *",
            "炮二平五$1 马8进7$2",
            "mark-before-move 3:4 mark-before-move 3:10",
        ),
        (
            "1. ！炮二平五 ？马8进7 *",
            "炮二平五$1 马8进7$2",
            "mark-before-move 3:4 mark-before-move 3:10",
        ),
        ("1.!炮二平五 *", "炮二平五$1", "mark-before-move 3:3"),
        (
            "1. 炮二平五!? !马8进7 *",
            "炮二平五$5 马8进7$1",
            "mark-before-move 3:11",
        ),
        (
            "1. 炮二平五 {好} {棋}!马8进7 *",
            "炮二平五 马8进7$1",
            "mark-before-move 3:16",
        ),
        (
            "1. 炮二平五\u{3000}!马8进7 *",
            "炮二平五 马8进7$1",
            "mark-before-move 3:9",
        ),
        // Between the number and its move.
        (
            "1. !! 炮二平五 马8进7 *",
            "炮二平五$3 马8进7",
            "mark-before-move 3:4",
        ),
        (
            "1. C2.5 H8+7 2. ? H2+3 *",
            "C2.5 H8+7 H2+3$2",
            "mark-before-move 3:17",
        ),
        // Against the number of the move.
        (
            "1. C2.5 H8+7\n!!2. H2+3 *",
            "C2.5 H8+7 H2+3$3",
            "mark-before-move 4:1",
        ),
        (
            "1. C2.5 H8+7 !2.H2+3 *",
            "C2.5 H8+7 H2+3$1",
            "mark-before-move 3:14",
        ),
        ("!1. C2.5 H8+7 *", "C2.5$1 H8+7", "mark-before-move 3:1"),
        (
            "1. C2.5 !1... H8+7 *",
            "C2.5 H8+7$1",
            "mark-before-move 3:9",
        ),
        // Apart from both: the move before it has been played, the next has not.
        ("1. C2.5 ! H8+7 !! 2. H2+3 *", "C2.5$1 H8+7$3 H2+3", ""),
        ("1. C2.5 H8+7\n! 2. H2+3 *", "C2.5 H8+7$1 H2+3", ""),
        ("1. C2.5 ; a comment.\n! H8+7 *", "C2.5$1 H8+7", ""),
        ("1. C2.5 $1 H8+7 2. $2 H2+3 *", "C2.5$1 H8+7$2 H2+3", ""),
        ("1. C2.5 !{x}H8+7 *", "C2.5$1 H8+7", ""),
        ("1. C2.5 ! *", "C2.5$1", ""),
        // In variations.
        (
            "1. C2.5 (!1. C8.5 ?H8+7) !H8+7 *",
            "C2.5 (C8.5$1 H8+7$2) H8+7$1",
            "mark-before-move 3:10 mark-before-move 3:19 mark-before-move 3:26",
        ),
        (
            "1. C2.5 H8+7 (1. ... !H2+3) *",
            "C2.5 H8+7 (H2+3$1)",
            "mark-before-move 3:22",
        ),
        (
            "1. C2.5 (!C8.5)! H8+7 *",
            "C2.5$1 (C8.5$1) H8+7",
            "mark-before-move 3:10",
        ),
        // Of moves that cannot be played.
        (
            "1. !C9.5 ?H8+7 *",
            "C9.5$1 H8+7$2",
            "mark-before-move 3:4 illegal-move 3:5 mark-before-move 3:10 unplayed-moves 3:11",
        ),
    ] {
        let text = format!("[Game \"Chinese Chess\"]\n\n{text}");
        let read = |text: &str| {
            let (mut game, mut found) = (Game::new(), Vec::new());
            let mut reader = Reader::builder()
                .from_reader(text.as_bytes())
                .expect("memory");
            assert!(reader.read_game(&mut game, &mut found).expect("memory"));
            assert_eq!(game.source().to_string(), text);
            (game, found)
        };
        let (game, found) = read(&text);
        assert_eq!(told_with_marks(&game, NodeId::ROOT), expected, "{text}");
        let told: Vec<_> = found
            .iter()
            .map(|d| format!("{} {}:{}", d.code.id, d.place.line, d.place.column))
            .collect();
        assert_eq!(told.join(" "), codes, "{text}");
        // Each mark can be put behind its move, and then says the same.
        let mut mended = text.clone();
        for fix in found.into_iter().rev().filter_map(|found| found.fix) {
            mended.replace_range(fix.span.start as usize..fix.span.end as usize, &fix.text);
        }
        let (game, found) = read(&mended);
        assert_eq!(told_with_marks(&game, NodeId::ROOT), expected, "{mended}");
        assert!(
            found
                .iter()
                .all(|found| found.code.id != "mark-before-move"),
            "{mended}"
        );
        // So does the canonical form.
        let mut out = Vec::new();
        let mut writer = <Writer>::new(Options::default());
        let _ = writer.write(&game, &mut out).expect("a game of Xiangqi");
        let out = String::from_utf8(out).expect("UTF-8");
        let (again, found) = read(out.trim_end());
        assert!(
            found
                .iter()
                .all(|found| found.code.id != "mark-before-move"),
            "{out}"
        );
        // Each glyph is at the same ply; the moves are written in the standard notation there.
        let glyphs = |game: &Game| -> Vec<String> {
            let told = told_with_marks(game, NodeId::ROOT);
            let glyph = |word: &str| word.find('$').map_or("", |at| &word[at..]).to_owned();
            told.split(' ').map(glyph).collect()
        };
        assert_eq!(glyphs(&again), glyphs(&game), "{out}");
    }
}

/// A fix is offered only where it says the same.
#[test]
fn two_marks_are_not_put_together() {
    let text = format!("{HEAD}\n1. !炮二平五? *");
    let found = findings(&text, Conformance::Consistency);
    let mark = found
        .iter()
        .find(|found| found.code.id == "mark-before-move");
    assert_eq!(mark.expect("it is told").fix, None);
}

#[test]
fn words_against_moves() {
    hold(&[
        ("XQ-065", "1. 炮八平五1-0", &["glued-result 2:8"]),
        ("XQ-065", "1. 炮八平五*", &["glued-result 2:8"]),
        (
            "XQ-065",
            "1. 炮八平五红胜",
            &["glued-result 2:8", "result-spelling 2:8"],
        ),
        (
            "XQ-065",
            "[Format \"WXF\"]\n1. C2.51/2-1/2",
            &["glued-result 3:8"],
        ),
        (
            "XQ-065",
            "[Format \"WXF\"]\n1. C2+10-1",
            &["glued-result 3:8"],
        ),
        (
            "XQ-065",
            "[Format \"WXF\"]\n1. C250-1",
            &["glued-result 3:7"],
        ),
        (
            "XQ-065",
            "[Format \"ICCS\"]\n1. h2e21-0",
            &["glued-result 3:8"],
        ),
        (
            "XQ-050",
            "1. 炮八平五 炮8平52. 马二进三 *",
            &["glued-round 2:13"],
        ),
        (
            "XQ-050",
            "1. 炮八平五1... 炮8平52.马二进三 *",
            &["glued-round 2:8", "glued-round 2:17", "glued-number 2:19"],
        ),
        (
            "XQ-050",
            "[Format \"WXF\"]\n1. C2.5 H8+72. H2+3 *",
            &["glued-round 3:13"],
        ),
        (
            "XQ-050",
            "[Format \"ICCS\"]\n1. H2-E2 H9-G72. H0-G2 *",
            &["glued-round 3:15"],
        ),
        // Not plain: left alone.
        (
            "XQ-050",
            "[Format \"WXF\"]\n1. C2.5 H8+72 H2+3 *",
            &["unknown-token 3:9", "unplayed-moves 3:15"],
        ),
        (
            "XQ-050",
            "[Format \"WXF\"]\n1. C2.5 H8+72.5 *",
            &["unknown-token 3:9"],
        ),
        (
            "XQ-050",
            "[Format \"ICCS\"]\n1. H2-E20. H9-G7 *",
            &["unknown-token 3:4", "unplayed-moves 3:12"],
        ),
    ]);
}

#[test]
fn written_moves() {
    hold(&[
        ("XQ-080", "1. 炮2平5 *", &["numerals 2:4"]),
        ("XQ-080", "1. 炮二平五 炮八平五 *", &["numerals 2:9"]),
        ("XQ-080", "1. 炮二平五 砲８平５ *", &["glyph-spelling 2:9"]),
        ("XQ-080 XQ-084", "1. 炮二平五 馬８進７ *", &[]),
        ("XQ-082", "1. 炮二平五 马8上7 *", &["glyph-spelling 2:9"]),
        ("XQ-084", "1. 相三进五 相7进5 *", &["glyph-spelling 2:9"]),
        ("XQ-084", "1. 士四进五 *", &["glyph-spelling 2:4"]),
        (
            "XQ-083",
            "[FEN \"2bak1bn1/4a4/1cNr5/p1p1p3p/6P2/6C2/P1Pr4P/4BCR2/R3K4/1cB6 b - - 0 1\"]\n\
             1. ... 炮2进3 *",
            &["unmarked-piece 3:8"],
        ),
        (
            "XQ-083",
            "[FEN \"3k5/9/9/2C6/9/9/2C6/9/9/4K4 w - - 0 1\"]\n1. 前炮平五 *",
            &[],
        ),
        (
            "checks are not marked",
            "1. 炮二平五 士4进5 2. 炮五进四+ *",
            &["superfluous-check-mark 2:17"],
        ),
        (
            "checks that are none",
            "1. 炮二平五# 士4进5 *",
            &["wrong-check-mark 2:4"],
        ),
    ]);
}

/// XQ-061 to XQ-064: who cannot move has lost, in check or not.
#[test]
fn endings() {
    hold(&[
        (
            "checkmate",
            "[FEN \"3k5/4R4/9/9/9/9/9/9/9/4K3R w - - 0 1\"]\n1. 车一进九 0-1",
            &["ending-mismatch 3:9"],
        ),
        (
            "stalemate",
            "[FEN \"3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\"]\n1. 车五进七 1/2-1/2",
            &["ending-mismatch 3:9"],
        ),
        (
            "Red wins by it",
            "[FEN \"3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1\"]\n1. 车五进七 1-0",
            &[],
        ),
    ]);
}

/// Every fix gives what is right: the text with all of them has fewer findings and the same moves.
#[test]
fn fixes() {
    for (text, expected) in [
        (
            "[White \"甲\"]\n[Date \"2004-1-5\"]\n[Result \"红先胜\"]\n\n\
             1.炮2平5炮8平5 2. 马二进三{x} 马8进7 1-0",
            "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n[Date \"2004.01.05\"]\n[Result \"1-0\"]\n\n\
             1. 炮二平五 炮8平5 2. 马二进三 {x} 马8进7 1-0",
        ),
        (
            "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进72. 马二进三马2进31-0",
            "[Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7 2. 马二进三 马2进3 1-0",
        ),
        (
            "[Game \"cchess\"]\n[Format \"Chinese\"]\n[Fen \"4k4/9/9/9/9/2p3p2/2p3p2/9/9/3K5 b\"]\n\
             1. Pa.4 K6+1 *",
            "[Game \"Chinese Chess\"]\n[Format \"WXF\"]\n\
             [FEN \"4k4/9/9/9/9/2p3p2/2p3p2/9/9/3K5 b\"]\n1. ... Pa.4 K6+1 *",
        ),
    ] {
        assert_eq!(fixed(text), expected);
        assert_eq!(moves(&fixed(text)).len(), moves(text).len());
        assert_eq!(fixed(expected), expected);
    }
}

/// XQ-072, XQ-073: the specification's three unreasonable samples, each for its reason.
#[test]
fn unreasonable_samples() {
    for (text, code) in [
        ("1.炮八平五 炮8平5 *", "glued-number"),
        (
            "1. 炮八平五 炮8平5 [Format \"WXF\"] 2. P7+1 P7+1 *",
            "tag-in-movetext",
        ),
        ("1. 炮八{再平六就要判负了}平五 *", "unknown-token"),
        ("1. 炮八平五 // 中炮\n炮8平5 *", "unknown-token"),
    ] {
        let text = format!("{HEAD}{text}");
        let found = findings(&text, Conformance::Import);
        let codes: Vec<_> = found.iter().map(|finding| finding.code.id).collect();
        assert!(codes.contains(&code), "{text}: {codes:?}");
    }
}

/// What conforms has no finding however strictly it is checked, but for what is not known.
#[test]
fn conforming_records() {
    let text = "[Game \"Chinese Chess\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n\
                [Round \"?\"]\n[Red \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\
                1. 炮八平五 炮8平5\n{ x }\n2. 马二进三 马8进7 *\n\n";
    assert_eq!(told(text, Conformance::Import), Vec::<String>::new());
    assert_eq!(told(text, Conformance::Export), Vec::<String>::new());
    let glued = text.replace("1. ", "1.");
    let expected = ["not-conforming 9:1", "glued-number 9:3"];
    assert_eq!(told(&glued, Conformance::Import), expected);
}

/// Every code that records of Xiangqi are known for names a requirement of it.
#[test]
fn codes_name_requirements() {
    for id in [
        "missing-game-tag",
        "game-tag-not-first",
        "foreign-tag",
        "tag-sequence",
        "notation-mismatch",
        "mixed-notations",
        "unmarked-piece",
        "numerals",
        "glyph-spelling",
        "superfluous-check-mark",
        "glued-moves",
        "glued-round",
        "glued-result",
        "glued-number",
        "glued-comment",
        "missing-ellipsis",
        "position-only",
    ] {
        let code = ALL.iter().find(|code| code.id == id).expect(id);
        assert!(
            code.requirements.iter().any(|id| id.starts_with("XQ-")),
            "{id}"
        );
    }
}

/// XQ-002, XQ-003, XQ-043: a record is plain text, whatever editor wrote it, with tags first and then
/// moves, comments and the result.
#[test]
fn plain_text_of_two_parts() {
    let text =
        "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n\n1. 炮二平五 马8进7\n{稳}\n2. 马二进三 1-0\n";
    let read = |text: &str| {
        let mut reader = Reader::builder()
            .from_reader(text.as_bytes())
            .expect("memory");
        let mut game = Game::new();
        assert!(reader.read_game(&mut game, &mut ()).expect("memory"));
        let tags: Vec<_> = game
            .tags()
            .iter()
            .map(|tag| tag.value().into_owned())
            .collect();
        let moves: Vec<_> = game.line(NodeId::ROOT).map(|node| game.mv(node)).collect();
        let comments = game.line(NodeId::ROOT).flat_map(|node| game.remarks(node));
        let comments: Vec<_> = comments.map(|(_, text)| text.into_owned()).collect();
        (tags, moves, comments, game.outcome())
    };
    let expected = read(text);
    assert_eq!(expected.0, ["Chinese Chess", "甲"]);
    assert_eq!((expected.1.len(), expected.2.len()), (3, 1));
    assert_eq!(expected.3, Some(movetext::Outcome::FirstWins));
    for other in [
        text.replace('\n', "\r\n"),
        text.replace('\n', "\r"),
        format!("\u{FEFF}{text}"),
        text.replace("\n\n", "\n \t\n\n"),
        text.trim_end().to_owned(),
    ] {
        assert_eq!(read(&other), expected, "{other:?}");
    }
}

/// XQ-079: a record holds no pictures; what is one is no record.
#[test]
fn pictures_are_no_records() {
    let png = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0";
    let reader = Reader::builder().from_reader(&png[..]).expect("memory");
    assert_eq!(reader.format(), movetext::Format::Binary);
}
