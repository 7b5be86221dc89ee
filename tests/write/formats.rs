//! Sources in other formats than records: what was written in them is read as the same games.

use crate::common::{moves, written_down};
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16LE, WINDOWS_1252};
use movetext::game::NodeId;
use movetext::pcn::{Layout, OnLoss};
use movetext::writing::WriteGame;
use movetext::{Diagnostic, Format, Game, Reader, fen, json, movelist, pcn, pgn};
use movetext_generate::{Database, Style, VARIANTS};
use serde_json::Value as Json;

/// What is read of a source.
struct Read {
    games: Vec<Game>,
    findings: Vec<Diagnostic>,
    format: Format,
}

/// Reads a source in chunks of this size. All of it is accounted for.
fn read_by(text: &[u8], chunk: usize) -> Read {
    let mut builder = Reader::builder();
    builder.chunk(chunk);
    let mut reader = builder.from_reader(text).expect("bytes in memory");
    let (mut games, mut findings) = (Vec::new(), Vec::new());
    let mut game = Game::new();
    while reader
        .read_game(&mut game, &mut findings)
        .expect("bytes in memory")
    {
        games.push(std::mem::take(&mut game));
    }
    let stats = reader.stats();
    assert_eq!(stats.accounted, text.len() as u64);
    assert!(stats.counts.games >= games.len() as u64);
    Read {
        format: reader.format(),
        games,
        findings,
    }
}

fn read(text: &[u8]) -> Read {
    read_by(text, 1 << 16)
}

fn write(writer: &mut dyn WriteGame, games: &[Game]) -> Vec<u8> {
    let mut out = Vec::new();
    for game in games {
        let _ = writer
            .write_game(game, &mut out)
            .expect("the format holds it");
    }
    out
}

fn lossless(games: &[Game]) -> Vec<u8> {
    let options = pgn::Options {
        form: pgn::Form::Lossless,
        ..pgn::Options::default()
    };
    write(&mut <pgn::Writer>::new(options), games)
}

fn made_up(variant: &str, style: Style, encoding: &'static Encoding, games: u64) -> Vec<u8> {
    written_down(&Database {
        style,
        encoding,
        games: Some(games),
        // Big5 has no simplified characters.
        notation: (encoding == BIG5).then(|| "traditional".to_owned()),
        ..Database::new(variant)
    })
}

/// Games as JSON hold their own text: what comes back is the same to the byte.
#[test]
fn games_as_json_come_back_byte_for_byte() {
    for variant in VARIANTS {
        let encodings: &[&'static Encoding] = match *variant {
            "chess" => &[UTF_8, WINDOWS_1252],
            "xiangqi" => &[UTF_8, GB18030, BIG5, UTF_16LE],
            _ => &[UTF_8],
        };
        for encoding in encodings {
            let source = read(&made_up(variant, Style::Annotated, encoding, 60)).games;
            let json = write(&mut json::Writer::new("made up"), &source);
            for chunk in [512, 1 << 16] {
                let again = read_by(&json, chunk);
                assert_eq!(again.format, Format::Games);
                assert_eq!(again.findings, []);
                assert_eq!(lossless(&again.games), lossless(&source));
                for (again, game) in again.games.iter().zip(&source) {
                    assert_eq!(moves(again), moves(game));
                    assert_eq!(again.info.map(|p| p.id), game.info.map(|p| p.id));
                }
            }
        }
    }
}

/// Bytes that are no text of their encoding are kept too.
#[test]
fn bytes_that_are_no_text_come_back() {
    for text in [
        &b"[White \"\xE9\xE9n\"]\n\n1. e4 {\xFF\xFE \xC3\xA9} e5 *\n"[..],
        b"[White \"\xC3\xA9\"]\n\n1. e4 {\xE9 alone} e5 *\n",
        b"1. e4 {\x81 \x00 \x07} ??? e5 *",
        "1. e4 { \u{FFFD} \u{2028} \\ \" } *".as_bytes(),
    ] {
        let source = read(text).games;
        let json = write(&mut json::Writer::new("-"), &source);
        let again = read(&json);
        assert_eq!(
            lossless(&again.games),
            lossless(&source),
            "{}",
            text.escape_ascii()
        );
    }
}

#[test]
fn what_is_no_game_in_json_is_told() {
    let good = "{\"schema\":\"movetext-game/2\",\"variant\":\"chess\",\"replayed\":true,\"text\":\"1. e4 *\"}";
    assert_eq!(read(good.as_bytes()).findings, []);
    for (from, to, code) in [
        ("game/2", "game/1", "other-version"),
        ("\"text\"", "\"test\"", "json-value"),
        ("\"1. e4 *\"", "7", "json-value"),
        ("chess", "draughts", "json-value"),
        ("\"text\":\"1. e4 *\"", "\"bytes\":\"0g\"", "json-value"),
        ("\"text\":\"1. e4 *\"", "\"bytes\":\"012\"", "json-value"),
        (
            "\"text\"",
            "\"encoding\":\"klingon\",\"text\"",
            "json-value",
        ),
        (
            "\"text\":\"1. e4 *\"",
            "\"encoding\":\"windows-1252\",\"text\":\"炮\"",
            "json-value",
        ),
        ("true,", "true", "bad-json"),
        ("e4", "e5", "illegal-move"),
    ] {
        let text = good.replace(from, to);
        let found: Vec<&str> = read(text.as_bytes())
            .findings
            .iter()
            .map(|f| f.code.id)
            .collect();
        assert_eq!(found.first(), Some(&code), "{text}: {found:?}");
    }
    let both = format!("{good}\n what is this\n{good}\n");
    let read = read(both.as_bytes());
    assert_eq!(read.games.len(), 2);
    let told: Vec<_> = read
        .findings
        .iter()
        .map(|f| (f.code.id, f.place.line))
        .collect();
    assert_eq!(told, [("stray-text", 2)]);
}

/// Lists of moves, and of positions.
#[test]
fn lists_come_back() {
    for (variant, notation) in [("chess", "uci"), ("xiangqi", "iccs")] {
        let source = read(&made_up(variant, Style::Otb, UTF_8, 100)).games;
        let list = write(&mut <movelist::Writer>::new(notation), &source);
        for chunk in [300, 1 << 16] {
            let again = read_by(&list, chunk);
            assert_eq!(again.format, Format::Moves);
            assert!(
                again.findings.iter().all(|f| f.code.id == "missing-result"),
                "{:?}",
                again.findings
            );
            assert_eq!(again.games.len(), source.len());
            for (again, game) in again.games.iter().zip(&source) {
                assert_eq!(moves(again), moves(game));
                assert_eq!(again.setup, game.setup);
            }
        }
    }
    use fen::Form::{Epd, Fen, Pdtl};
    for (variant, forms) in [
        ("chess", &[Fen, Epd][..]),
        ("xiangqi", &[Fen, Epd]),
        ("cescacs", &[Pdtl]),
    ] {
        let source = read(&made_up(variant, Style::Otb, UTF_8, 20)).games;
        for &form in forms {
            let list = write(&mut <fen::Writer>::new(form), &source);
            let again = read(&list);
            assert_eq!(again.format, Format::Positions);
            let plies: usize = source.iter().map(|game| moves(game).len()).sum();
            assert_eq!(
                (again.games.len(), again.findings.len()),
                (plies, 0),
                "{:?}",
                again.findings
            );
            let positions: Vec<&str> = again
                .games
                .iter()
                .filter_map(|g| g.setup.as_deref())
                .collect();
            let fens = write(&mut <fen::Writer>::new(forms[0]), &source);
            let fens = String::from_utf8(fens).expect("ASCII");
            assert!(fens.lines().eq(positions), "{variant} {form:?}");
        }
    }
}

#[test]
fn operations_of_epd_become_a_comment() {
    let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O; id \"a; b\"; hmvc 7; fmvn 12;\n\n\
                8/8/8/8/8/8/4k3/K6R b - -\nnonsense here\n";
    let read = read(text.as_bytes());
    assert_eq!(read.games.len(), 2);
    assert_eq!(
        read.games[0].setup.as_deref(),
        Some("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 7 12")
    );
    let remarks: Vec<_> = read.games[0]
        .remarks(NodeId::ROOT)
        .map(|(_, text)| text.into_owned())
        .collect();
    assert_eq!(remarks, ["bm O-O; id \"a; b\";"]);
    assert_eq!(
        read.games[1].setup.as_deref(),
        Some("8/8/8/8/8/8/4k3/K6R b - - 0 1")
    );
    let told: Vec<_> = read
        .findings
        .iter()
        .map(|f| (f.code.id, f.place.line))
        .collect();
    assert_eq!(told, [("unreadable-setup", 4)]);
}

/// PN-094: one document, an array of them, one on each line; findings have the same places however
/// the source is read.
#[test]
fn documents_come_in_three_ways() {
    let source = read(b"1. e4 e5 *\n\n1. d4 d5 1-0\n\n1. c4 *\n").games;
    let lines = write(&mut <pcn::Writer>::new(OnLoss::Keep, Layout::Line), &source);
    let lines = String::from_utf8(lines).expect("ASCII");
    let array = format!("[{}]\n", lines.trim_end().replace('\n', ",\n"));
    let pages = write(
        &mut <pcn::Writer>::new(OnLoss::Keep, Layout::Pages),
        &source,
    );
    let broken = lines.replace("[4,2]", "[4,9]");
    for (text, findings) in [
        (lines.as_bytes(), 0),
        (array.as_bytes(), 0),
        (&pages, 0),
        (broken.as_bytes(), 1),
    ] {
        let all = read(text);
        assert_eq!(all.format, Format::Pcn);
        assert_eq!(all.games.len() + findings, 3);
        assert_eq!(all.findings.len(), findings);
        for chunk in [64, 700] {
            let again = read_by(text, chunk);
            assert_eq!(again.findings, all.findings);
            assert_eq!(again.games.len(), all.games.len());
        }
        for finding in &all.findings {
            let span = finding.span.start as usize..finding.span.end as usize;
            assert_eq!(&text[span], b"[[6,2],\"shift\",[4,9]]");
            assert_eq!((finding.game, finding.place.line), (3, 3));
            assert_eq!(
                finding.message,
                "$.previous_moves[0][0]: [4, 9] lies outside the board"
            );
        }
    }
}

/// In other encodings than UTF-8 too.
#[test]
fn documents_are_decoded_first() {
    let source = read("[White \"Ångström\"]\n\n1. e4 *\n".as_bytes()).games;
    let json = write(
        &mut <pcn::Writer>::new(OnLoss::Keep, Layout::Pages),
        &source,
    );
    let json = String::from_utf8(json).expect("UTF-8");
    let (latin, _, _) = WINDOWS_1252.encode(&json);
    let wide: Vec<u8> = json.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let wide = [&b"\xFF\xFE"[..], &wide].concat();
    for text in [json.as_bytes(), &latin, &wide] {
        let again = read(text);
        assert_eq!(again.findings, []);
        assert_eq!(again.games[0].tag("White").as_deref(), Some("Ångström"));
    }
}

mod never_panics {
    use super::*;
    use proptest::prelude::*;

    fn all(text: &[u8]) {
        for chunk in [16, 1 << 16] {
            let _ = read_by(text, chunk);
        }
    }

    proptest! {
        #[test]
        fn on_texts_that_look_like_documents(
            begin in prop::sample::select(vec![
                "{\"previous_moves\":", "[{\"...cache\":", "{\"schema\":\"movetext-game/2\",\"text\":\"",
                "position startpos moves ", "position fen ", "8/8/8/8/8/8/4k3/K6R w ",
                "/28:k/0:K/ w KDR - 0 1 ",
            ]),
            rest in "[\\[\\]{}:, \"\\\\a-h1-8/kK\n-]{0,120}",
        ) {
            all(format!("{begin}{rest}").as_bytes());
        }

        #[test]
        fn on_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            all(&[&b"{\"schema\":\"movetext-game/2\",\"bytes\":\"00\"}\n{"[..], &bytes].concat());
            all(&[&b"position startpos moves e2e4\nposition fen "[..], &bytes].concat());
        }
    }
}

/// Every byte of a source, as its events tell it.
#[derive(Default)]
struct Copy(Vec<u8>);

impl movetext::Visitor for Copy {
    fn original(&mut self, bytes: &[u8], _: &'static Encoding) {
        self.0.extend_from_slice(bytes);
    }

    fn inter_game(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }
}

/// With what stands between games, a source in JSON is the whole source: in each encoding, with
/// each way to end lines.
#[test]
fn sources_as_json_come_back_byte_for_byte() {
    let mut sources: Vec<Vec<u8>> = vec![
        b"% escaped\r\n\r\n[Event \"?\"]\r\n\r\n1. e4 *\r\n\r\n\r\n\r\n1. d4 *  \r\n; end".to_vec(),
        b"stray words\n\n[Event \"?\"]\n\n1. e4 *\n\n[Event \"\xE9\"]\n\n1. d4 *".to_vec(),
        b"1. e4 \xFF e5 * then what\n\n\xC3".to_vec(),
    ];
    for (variant, encoding) in [
        ("xiangqi", GB18030),
        ("xiangqi", BIG5),
        ("xiangqi", UTF_16LE),
        ("chess", WINDOWS_1252),
        ("cescacs", UTF_8),
    ] {
        sources.push(made_up(variant, Style::Annotated, encoding, 30));
    }
    for source in sources {
        let mut reader = Reader::builder()
            .from_reader(source.as_slice())
            .expect("bytes in memory");
        let (mut games, mut text) = (json::Surrounded::default(), Vec::new());
        let mut more = true;
        while more {
            more = reader
                .next_game(&mut games, &mut ())
                .expect("bytes in memory")
                .is_some();
            if let Some((game, around)) = games.next(more) {
                json::write_game_around(&mut text, game, "-", Some(around)).expect("memory");
                text.push(b'\n');
            }
        }
        assert_eq!(games.dropped(), 0);
        let bom = reader.encoding().bom_len;
        let mut copy = Copy::default();
        Reader::builder()
            .from_reader(text.as_slice())
            .expect("bytes in memory")
            .read(&mut copy, &mut ())
            .expect("bytes in memory");
        let same = copy.0 == source || copy.0 == source[bom..];
        assert!(same, "{}", copy.0[..copy.0.len().min(300)].escape_ascii());
    }
}

/// Whether a value is what a schema says: as much of JSON Schema as ours uses.
fn conforms(root: &Json, schema: &Json, value: &Json) -> Result<(), String> {
    let wrong = |what: &str| Err(format!("{what}: {value} against {schema}"));
    if let Some(path) = schema["$ref"].as_str() {
        let target = root
            .pointer(&path[1..])
            .ok_or_else(|| format!("no {path} in the schema"))?;
        return conforms(root, target, value);
    }
    let is = |kind: &Json| match kind.as_str() {
        Some("object") => value.is_object(),
        Some("array") => value.is_array(),
        Some("string") => value.is_string(),
        Some("integer") => value.is_u64(),
        Some("boolean") => value.is_boolean(),
        Some("null") => value.is_null(),
        _ => panic!("a type that is not known: {kind}"),
    };
    let kinds = match &schema["type"] {
        Json::Null => true,
        Json::Array(kinds) => kinds.iter().any(is),
        kind => is(kind),
    };
    if !kinds {
        return wrong("type");
    }
    if let Some(allowed) = schema["enum"].as_array()
        && !allowed.contains(value)
    {
        return wrong("enum");
    }
    if !schema["const"].is_null() && schema["const"] != *value {
        return wrong("const");
    }
    if let Some(ways) = schema["oneOf"].as_array() {
        let fits = ways.iter().filter(|way| conforms(root, way, value).is_ok());
        if fits.count() != 1 {
            return wrong("oneOf");
        }
    }
    for name in schema["required"].as_array().into_iter().flatten() {
        if value.get(name.as_str().unwrap_or_default()).is_none() {
            return wrong("required");
        }
    }
    for (name, member) in value.as_object().into_iter().flatten() {
        match schema["properties"].get(name) {
            Some(known) => conforms(root, known, member)?,
            None if schema["additionalProperties"] == false => return wrong(name),
            None => {}
        }
    }
    for item in value.as_array().into_iter().flatten() {
        if schema["items"].is_object() {
            conforms(root, &schema["items"], item)?;
        }
    }
    Ok(())
}

/// What is written is what `docs/movetext-game.schema.json` says.
#[test]
fn games_as_json_follow_their_schema() {
    let text = include_str!("../../docs/movetext-game.schema.json");
    let schema: Json = serde_json::from_str(text).expect("JSON");
    let mut sources: Vec<Vec<u8>> = VARIANTS
        .iter()
        .map(|variant| made_up(variant, Style::Annotated, UTF_8, 30))
        .collect();
    sources.push(
        b"(1. d4 $1) {c} 1. e4 $1 (1. c4 {x} 1-0) (;y\n) ?? e5 2. Ke3 \xFF Nf6\n\n\
          [Variant \"atomic\"]\n\n1. e4 zz e5 2. -- O-O *\n\n\
          [FEN \"8/P7/8/8/8/8/8/k1K5 w - - 0 1\"] 1. a8=N *\n\n[FEN \"what\"]\n\n1. e4 *\n"
            .to_vec(),
    );
    let mut count = 0;
    for source in sources {
        let json = write(&mut json::Writer::new("-"), &read(&source).games);
        for line in json
            .split(|byte| *byte == b'\n')
            .filter(|line| !line.is_empty())
        {
            let game: Json = serde_json::from_slice(line).expect("JSON");
            conforms(&schema, &schema, &game).expect("as the schema says");
            count += 1;
        }
    }
    assert!(count > 90, "only {count} games");
    let bad = serde_json::json!({"schema": "movetext-game/1"});
    assert!(conforms(&schema, &schema, &bad).is_err());
}
