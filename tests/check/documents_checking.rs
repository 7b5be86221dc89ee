//! What a checker finds in games that are documents: where they say it, and nothing that only their
//! records would say.

use encoding_rs::WINDOWS_1252;
use movetext::check::{Checker, Conformance};
use movetext::writing::WriteGame;
use movetext::{Diagnostic, Format, Game, Reader, json, xml};

fn check(source: &[u8], conformance: Conformance) -> (Format, Vec<Diagnostic>) {
    let mut found = Vec::new();
    let mut reader = Reader::builder().from_reader(source).unwrap();
    let mut checker = Checker::new(conformance);
    reader.read(&mut checker, &mut found).unwrap();
    (reader.format(), found)
}

/// The codes, each with the bytes that it concerns.
fn told(source: &[u8], conformance: Conformance) -> Vec<String> {
    let (_, found) = check(source, conformance);
    let told = |d: &Diagnostic| {
        let bytes = &source[d.span.start as usize..d.span.end as usize];
        format!("{} {}", d.code.id, String::from_utf8_lossy(bytes))
    };
    found.iter().map(told).collect()
}

fn game(pgn: &[u8]) -> Game {
    let mut reader = Reader::builder().from_reader(pgn).unwrap();
    let mut game = Game::new();
    assert!(reader.read_game(&mut game, &mut ()).unwrap());
    game
}

/// A record with a fault of each sort, after characters that JSON escapes.
const FAULTS: &str = "[Event \"\\\"é\\\"\"]\n[PlyCount \"9\"]\n[Result \"1-0\"]\n\n\
    {\u{1F600}\t} 1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 7. Qxf7+ 0-1\n";

#[test]
fn findings_in_games_as_json_stand_in_their_text() {
    // CH-135, CH-153, CH-190, CH-215, CH-285
    let expected = [
        "ply-count 9",
        "tag-sequence Result",
        "move-number 7",
        "mate-marked-as-check Qxf7+",
        "ending-mismatch 0-1",
    ];
    let mut line = Vec::new();
    json::write_game(&mut line, &game(FAULTS.as_bytes()), "faults.pgn").unwrap();
    let mut told_all = told(&line, Conformance::Consistency);
    told_all.retain(|told| !told.starts_with("result-mismatch"));
    assert_eq!(told_all, expected);
    // Whatever may be escaped is.
    let text = String::from_utf8(line).unwrap();
    let at = text
        .find("\"text\":\"{")
        .map_or(text.find("\"text\":\"[").unwrap(), |at| at);
    let mut escaped = text[..at].to_owned();
    for c in text[at..].chars() {
        match c {
            'é' => escaped += "\\u00e9",
            '\u{1F600}' => escaped += "\\ud83d\\ude00",
            c => escaped.push(c),
        }
    }
    let mut told_all = told(escaped.as_bytes(), Conformance::Consistency);
    told_all.retain(|told| !told.starts_with("result-mismatch"));
    assert_eq!(told_all, expected);
}

#[test]
fn findings_in_other_encodings_stand_in_the_text_or_its_digits() {
    // CH-190: in an encoding with a byte for each character, and where bytes are no text.
    let pgn = "[White \"Réti, Richard\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7+ *\n";
    let (bytes, ..) = WINDOWS_1252.encode(pgn);
    let mut line = Vec::new();
    json::write_game(&mut line, &game(&bytes), "latin1.pgn").unwrap();
    assert!(
        told(&line, Conformance::Consistency).contains(&"mate-marked-as-check Qxf7+".to_owned())
    );
    let mut broken = pgn.as_bytes().to_vec();
    broken.insert(11, 0xFF);
    let mut line = Vec::new();
    json::write_game(&mut line, &game(&broken), "broken.pgn").unwrap();
    let (_, found) = check(&line, Conformance::Consistency);
    let mate = found
        .iter()
        .find(|d| d.code.id == "mate-marked-as-check")
        .unwrap();
    let span = mate.span.start as usize..mate.span.end as usize;
    if String::from_utf8_lossy(&line).contains("text_bytes") {
        assert_eq!(&line[span], b"517866372b");
    } else {
        assert_eq!(&line[span], b"Qxf7+");
    }
}

#[test]
fn the_text_of_games_as_json_is_to_conform_and_that_of_others_is_not() {
    // CH-002, CH-004, CH-092
    let pgn = "[Event \"a\"]\n\n1.e4 e5 2.Bc4 Nc6 3.Qh5 Nf6 4.Qxf7# 1-0\n";
    let game = game(pgn.as_bytes());
    let mut line = Vec::new();
    json::write_game(&mut line, &game, "a.pgn").unwrap();
    let strict = told(&line, Conformance::Export);
    for code in ["missing-tag", "not-export-format"] {
        assert!(
            strict.iter().any(|told| told.starts_with(code)),
            "{strict:?}"
        );
    }
    let mut document = Vec::new();
    let _ = <xml::Writer>::default()
        .write_game(&game, &mut document)
        .unwrap();
    let (format, found) = check(&document, Conformance::Export);
    assert_eq!(format, Format::Xml);
    assert!(found.is_empty(), "{found:?}");
}

#[test]
fn findings_in_xml_are_those_of_words() {
    // CH-190, XQ-094
    let game = game(b"1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 9. Qxf7+ 1-0\n");
    let mut document = Vec::new();
    let _ = <xml::Writer>::default()
        .write_game(&game, &mut document)
        .unwrap();
    let (_, found) = check(&document, Conformance::Import);
    let codes: Vec<_> = found.iter().map(|d| d.code.id).collect();
    assert_eq!(codes, ["mate-marked-as-check"]);
}

#[test]
fn findings_in_xml_stand_in_its_elements() {
    // CH-143, CH-190, CH-285, XQ-094: escaped or not, in a line or in a variation.
    let xml = "<?xml version=\"1.0\"?>\n<pgn variant=\"chess\">\n<tag name=\"Event\">&lt;é&gt;</tag>\n\
        <PlyCount>9</PlyCount>\n<move>e4</move><comment> &amp; so on </comment><move> e5 </move>\n\
        <move>Bc4</move><variation><move>Ke3</move></variation><move>Nc6</move>\n\
        <move>Qh5</move><move>Nf6</move><move>Qxf7&#43;</move>\n<end>1-0</end>\n</pgn>\n";
    let expected = |mate: &str| {
        [
            "ply-count 9".to_owned(),
            "illegal-move Ke3".to_owned(),
            format!("mate-marked-as-check {mate}"),
        ]
    };
    assert_eq!(
        told(xml.as_bytes(), Conformance::Consistency),
        expected("Qxf7&#43;")
    );
    let plain = xml.replace("&#43;", "+");
    let (latin1, ..) = WINDOWS_1252.encode(&plain);
    for source in [plain.as_bytes(), &latin1] {
        assert_eq!(told(source, Conformance::Consistency), expected("Qxf7+"));
    }
}

/// A game as PCN: a board, moves, state, further members.
fn pcn(moves: &str, rest: &str) -> String {
    let mut board = r#"["w:k",null,null,null,null,null,null,null]"#.to_owned();
    board += &r#",[null,null,null,null,null,null,null,null]"#.repeat(5);
    board += r#",[null,null,"W:R",null,null,null,null,null]"#;
    board += r#",["W:K","W:R",null,null,null,null,null,null]"#;
    format!(r#"{{"starting_position":[{board}],"previous_moves":[{moves}]{rest}}}"#)
}

#[test]
fn findings_in_pcn_are_told_with_their_path() {
    // PN-091, PN-092, CH-135, CH-137: mate by the second rook.
    let mate = r#"[[[6,2],"shift",[6,0]]]"#;
    for (state, expected) in [
        (r#","over?":true,"...result?":true"#, None),
        (
            r#","over?":true,"...result?":false"#,
            Some("$['...result?']: false"),
        ),
        (
            r#","over?":true,"...result?":null"#,
            Some("$['...result?']: null"),
        ),
        (
            r#","over?":false,"...result?":null"#,
            Some("$['over?']: false"),
        ),
        (r#","...result?":null"#, Some("$['...result?']: null")),
    ] {
        let text = pcn(mate, state);
        let (format, found) = check(text.as_bytes(), Conformance::Import);
        assert_eq!(format, Format::Pcn);
        let told = found
            .iter()
            .find(|d| d.code.id == "ending-mismatch")
            .map(|d| {
                let bytes = &text[d.span.start as usize..d.span.end as usize];
                let path = d.message.split_once(": ").unwrap().0;
                assert!(d.message.contains("the game ends by"), "{}", d.message);
                assert!(d.requirements.iter().any(|id| id.starts_with("CH-")));
                format!("{path}: {bytes}")
            });
        assert_eq!(told.as_deref(), expected, "{state}: {found:?}");
        // A state that is told by one of its two keys only has findings of its own.
        let others = found
            .iter()
            .filter(|d| !matches!(d.code.id, "ending-mismatch" | "pcn-key" | "not-conforming"));
        assert_eq!(others.count(), 0, "{found:?}");
    }
}

#[test]
fn what_pcn_keeps_of_a_record_is_checked_in_its_text() {
    // CH-190, PN-103
    let game = game(b"{a \"b\"} 1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7+ 1-0\n");
    use movetext::variants::Standard;
    let (document, _) =
        movetext::pcn::from_game::<Standard>(&game, movetext::pcn::OnLoss::Keep).unwrap();
    let text = document.to_json();
    assert_eq!(
        told(text.as_bytes(), Conformance::Consistency),
        ["mate-marked-as-check Qxf7+"]
    );
}

#[test]
fn lists_are_not_to_tell_a_result_and_point_at_words() {
    // Fool's mate; a move that is none; a position without kings.
    for (list, expected) in [
        ("position startpos moves f2f3 e7e5 g2g4 d8h4\n", &[][..]),
        (
            "position startpos moves e2e4 e2e4 e7e5\n",
            &["illegal-move e2e4", "unplayed-moves e7e5"],
        ),
        (
            "  position  fen 8/8/8/8/8/8/4k3/K6R w - - 0 1  moves h1h2 h1h2\n",
            &["illegal-move h1h2"],
        ),
        ("8/8/8/8/8/8/4k3/K6R w - - 0 1\n", &[]),
    ] {
        let told = told(list.as_bytes(), Conformance::Import);
        assert_eq!(told, expected, "{list}");
    }
    let second = "position startpos moves e2e4 e2e4\n";
    let (_, found) = check(second.as_bytes(), Conformance::Consistency);
    assert_eq!(found[0].span.start as usize, second.rfind("e2e4").unwrap());
}
