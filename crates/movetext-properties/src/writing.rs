//! Writers: what they write is read back as the same game.

use movetext::game::{NodeId, RemarkKind};
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use movetext::writing::WriteGame;
use movetext::{Diagnostic, Format, Game, Move, Reader, diagnostic, fen, json, pcn, pgn, xml};

/// The moves of the main line.
fn moves(game: &Game) -> Vec<Option<Move>> {
    game.line(NodeId::ROOT).map(|node| game.mv(node)).collect()
}

/// Whether some text of a game was not understood.
fn has_stray_text(game: &Game) -> bool {
    game.nodes().any(|node| {
        let mut remarks = game.remarks(node);
        remarks.any(|(kind, _)| kind == RemarkKind::Unrecognized)
    })
}

/// The first games of a source.
fn games(bytes: &[u8]) -> Vec<Game> {
    read(
        Reader::builder()
            .from_reader(bytes)
            .expect("bytes in memory"),
    )
}

/// The first games of a record that was written. Where nothing can be played, its remarks may look like
/// another format; then only who says which variant it is of reads games.
fn games_of_record(bytes: &[u8], variant: Option<usize>) -> Vec<Game> {
    let mut builder = Reader::builder();
    let reader = builder.from_reader(bytes).expect("bytes in memory");
    match reader.format() {
        Format::Text | Format::Known(_) => read(
            builder
                .variant(variant)
                .from_reader(bytes)
                .expect("bytes in memory"),
        ),
        _ => read(reader),
    }
}

fn read(reader: Reader<'_>) -> Vec<Game> {
    let games = with_findings(reader).into_iter();
    games.map(|(game, _)| game).collect()
}

/// Games, each with what was found in it.
fn with_findings(mut reader: Reader<'_>) -> Vec<(Game, Vec<Diagnostic>)> {
    let (mut games, mut game, mut found) = (Vec::new(), Game::new(), Vec::new());
    while games.len() < 8 && reader.read_game(&mut game, &mut found).unwrap_or(false) {
        games.push((std::mem::take(&mut game), std::mem::take(&mut found)));
    }
    games
}

/// A game whose moves were all played is the same when it was written and read.
pub fn come_back(bytes: &[u8]) {
    let reader = Reader::builder().from_reader(bytes);
    for (game, found) in with_findings(reader.expect("bytes in memory")) {
        let impossible = found
            .iter()
            .any(|found| found.code == &diagnostic::IMPOSSIBLE_SETUP);
        let mut writers: Vec<(&str, Box<dyn WriteGame>)> = vec![
            ("pgn", Box::new(<pgn::Writer>::new(pgn::Options::default()))),
            ("jsonl", Box::new(json::Writer::new("source"))),
            (
                "pcn",
                Box::new(<pcn::Writer>::new(pcn::OnLoss::Keep, pcn::Layout::Line)),
            ),
            ("xml", Box::new(<xml::Writer>::default())),
        ];
        for (format, writer) in &mut writers {
            let mut out = Vec::new();
            let Ok(written) = writer.write_game(&game, &mut out) else {
                assert!(out.is_empty(), "{format}: a part of a game is written");
                continue;
            };
            // The writer says so if it cannot write all characters.
            if written.replaced > 0 {
                continue;
            }
            if !game.replayed || game.summary.unresolved > 0 {
                continue;
            }
            // Whether a word that nobody understood stands for a move is judged by the text around it, which
            // only records keep.
            if *format != "pgn" && has_stray_text(&game) {
                continue;
            }
            // That remarks alone are a game follows from what stands behind them; and a sign of UTF-8 in a
            // result that is read in another encoding is another text in a third one.
            let named = !game.tags().is_empty() || game.outcome().is_some();
            if moves(&game).is_empty() && !(named && game.source().as_bytes().is_ascii()) {
                continue;
            }
            // The board of a document does not say what may still be castled with without a king.
            if *format == "pcn" && impossible {
                continue;
            }
            // An element without tags says no more of where its game begins than its first word does.
            if *format == "xml" && game.tags().is_empty() {
                continue;
            }
            let text = match *format {
                "xml" => [xml::BEGIN.as_bytes(), &out, xml::END.as_bytes()].concat(),
                _ => out,
            };
            let variant = game.info.and_then(|info| Standard::find(info.id));
            let back = match *format {
                "pgn" => games_of_record(&text, variant),
                _ => self::games(&text),
            };
            let same = matches!(&back[..], [back] if moves(back) == moves(&game));
            assert!(same, "{format}: {}", text.escape_ascii());
        }
    }
}

/// Positions of every variant: what can be set up comes back from the positions that are written.
pub fn positions_come_back(bytes: &[u8]) {
    let value: String = String::from_utf8_lossy(bytes)
        .chars()
        .filter(|c| !c.is_control() && !matches!(c, '"' | '\\'))
        .collect();
    for (tags, form) in [
        (
            format!("[Event \"?\"]\n[SetUp \"1\"]\n[FEN \"{value}\"]\n"),
            fen::Form::Fen,
        ),
        (
            format!("[Game \"Chinese Chess\"]\n[FEN \"{value}\"]\n"),
            fen::Form::Fen,
        ),
        (
            format!("[Variant \"C'escacs\"]\n[PDTL \"{value}\"]\n"),
            fen::Form::Pdtl,
        ),
    ] {
        let record = format!("{tags}\n*\n");
        for game in games(record.as_bytes()) {
            let mut out = Vec::new();
            let written = <fen::Writer>::new(form).write_game(&game, &mut out);
            let (Ok(_), Some(setup)) = (written, &game.setup) else {
                continue;
            };
            let line = String::from_utf8(out).expect("ASCII");
            let again = games(line.as_bytes());
            if let [again] = &again[..]
                && again.info.map(|profile| profile.id) == game.info.map(|profile| profile.id)
            {
                assert_eq!(again.setup.as_deref().unwrap_or(setup), setup, "{line}");
            }
        }
    }
}
