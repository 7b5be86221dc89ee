//! The database holds everything: sources come back byte for byte, games as they were read.

mod common;

use common::{Folder, documents, games, import, import_with, small, stop_at};
use movetext::game::NodeId;
use movetext::registry::VariantSet;
use movetext::variants::Standard;
use movetext::{Game, Move, Reader};
use movetext_store::line::Reaches;
use movetext_store::{ImportOptions, SourceOutcome, Store, walk};
use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

/// The text of a file, decompressed.
fn text_of(path: &Path) -> Vec<u8> {
    let mut text = Vec::new();
    let file = File::open(path).expect("it is there");
    let (_, mut reader) = movetext::io::decompress(file, u64::MAX).expect("it can be read");
    reader.read_to_end(&mut text).expect("it can be read");
    text
}

/// The moves of the main line, up to the first that could not be played.
fn main_line(game: &Game) -> Vec<Move> {
    game.line(NodeId::ROOT)
        .map_while(|node| game.mv(node))
        .collect()
}

/// Everything that is stored of the sources is what they have; how many games were compared.
fn compare(store: &Store, every: usize) -> usize {
    let reaches = Reaches::new::<Standard>();
    let mut compared = 0;
    for source in store.sources().expect("it can be read") {
        let mut text = Vec::new();
        let mut stored = store.source_text(source.id).expect("it is there");
        stored.read_to_end(&mut text).expect("it can be read");
        let name = source.path.display();
        assert!(text == text_of(&source.path), "{name}");
        let mut statement = store
            .connection()
            .prepare("SELECT id, variant, plies FROM games WHERE source_id = ? ORDER BY id")
            .expect("it can be read");
        let rows = statement
            .query_map([source.id], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .expect("it can be read");
        let mut reader = Reader::from_path(&source.path).expect("it can be read");
        let mut read = Game::new();
        for (index, row) in rows.enumerate() {
            let (id, variant, plies): (i64, String, u32) = row.expect("it can be read");
            assert!(
                reader
                    .read_game(&mut read, &mut ())
                    .expect("it can be read")
            );
            if index % every > 0 {
                continue;
            }
            let game = store.game(id).expect("it is there");
            assert_eq!(
                game.info.map(|info| info.id),
                Some(&variant[..]),
                "{name} {id}"
            );
            assert!(game.says_the_same(&read), "{name} {id}");
            assert_eq!(
                game.original().as_bytes(),
                read.original().as_bytes(),
                "{name} {id}"
            );
            let moves = store.moves(id, &reaches).expect("it is there");
            assert_eq!(moves.len(), plies as usize, "{name} {id}");
            assert_eq!(moves, main_line(&read), "{name} {id}");
            compared += 1;
        }
    }
    compared
}

fn import_all(folder: &Path, store: &mut Store) -> usize {
    let files: Vec<_> = walk([folder]).filter_map(Result::ok).collect();
    let report = store
        .import(&files, &ImportOptions::default(), &mut ())
        .expect("it works");
    let imported = |outcome: &SourceOutcome| matches!(outcome, SourceOutcome::Imported { .. });
    report
        .sources
        .iter()
        .filter(|source| imported(&source.outcome))
        .count()
}

#[test]
fn every_file_of_the_corpus_comes_back() {
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    assert!(import_all(&corpus, &mut store) > 50);
    assert!(compare(&store, 1) > 200);
}

#[test]
fn documents_come_back() {
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    for (name, bytes) in documents(60) {
        let path = folder.write(name, bytes);
        // An interrupted import reads documents from the start once more, and stores them once.
        let _ = import_with(&mut store, &path, &small(), &mut stop_at(3));
        import(&mut store, &path, &small());
    }
    assert!(compare(&store, 1) >= 6 * 60);
}

#[test]
fn sources_in_every_encoding_come_back() {
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let text = games(40);
    let utf16 = |text: &str| {
        text.encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<u8>>()
    };
    let (gb18030, ..) = encoding_rs::GB18030.encode(&text);
    for (name, bytes) in [
        ("bom.pgn", format!("\u{FEFF}{text}").into_bytes()),
        ("utf16.pgn", utf16(&text)),
        ("utf16-bom.pgn", utf16(&format!("\u{FEFF}{text}"))),
        ("gb18030.pgn", gb18030.into_owned()),
        ("lines.pgn", text.replace('\n', "\r\n").into_bytes()),
        ("cut.pgn", text.as_bytes()[..text.len() - 200].to_vec()),
        ("latin.pgn", text.chars().map(|c| c as u8).collect()),
    ] {
        let path = folder.write(name, bytes);
        let _ = import_with(&mut store, &path, &small(), &mut stop_at(4));
        import(&mut store, &path, &small());
        let sources = store.sources().expect("it can be read");
        let mut stored = Vec::new();
        let id = sources.last().expect("it is there").id;
        let mut reader = store.source_text(id).expect("it is there");
        reader.read_to_end(&mut stored).expect("it can be read");
        assert!(stored == fs::read(&path).expect("it is there"), "{name}");
    }
}

/// The corpora, where they are there.
#[test]
fn corpora_come_back() {
    let mut compared = 0;
    for name in [
        "chess/odd",
        "chess/lichess_variants.pgn",
        "chess/annotated_rav.pgn",
        "xiangqi/games2000_wxf_xqbase.pgn",
        "xiangqi/ccpd_5000.big5.pgn",
        "xiangqi/small",
        "cescacs",
        "pcn",
    ] {
        let Some(path) = movetext_generate::real_files(name) else {
            continue;
        };
        let folder = Folder::new();
        let mut store = folder.store("a.db");
        import_all(&path, &mut store);
        compared += compare(&store, 7);
    }
    println!("{compared} games compared");
}

/// Lines of made-up games of every variant, with many captures, promotions and castlings, are a byte a move or
/// little more.
#[test]
fn generated_games_come_back() {
    for variant in Standard::VARIANTS {
        let folder = Folder::new();
        let mut store = folder.store("a.db");
        let text = common::generated(variant.id, 300);
        import(
            &mut store,
            &folder.write("a.pgn", text),
            &ImportOptions::default(),
        );
        assert_eq!(compare(&store, 1), 300, "{}", variant.id);
    }
}
