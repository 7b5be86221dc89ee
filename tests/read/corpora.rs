//! Real files: what must be read of each. Skips, and says so, where the corpora are not there.

use movetext::check::Checker;
use movetext::compare::{self, Aspect, By, Item, Options};
use movetext::game::NodeId;
use movetext::io::Compression;
use movetext::{Diagnostic, Game, Reader};
use std::io::Write;
use std::path::{Path, PathBuf};

/// The shared corpora, if they are there.
fn corpora() -> Option<PathBuf> {
    movetext_generate::real_files("")
}

/// Games, plies and moves that cannot be played, by an independent count; and the encoding.
#[test]
fn counts() {
    let Some(folder) = corpora() else { return };
    for (file, games, plies, unresolved, encoding) in [
        ("chess/otb_30.pgn", 45_075, 3_687_188, 0, "windows-1252"),
        (
            "chess/lichess_magnus_evalclk.pgn",
            9_902,
            841_396,
            0,
            "UTF-8",
        ),
        (
            "chess/odd/scid/res_gameLatin1.pgn",
            1,
            149,
            0,
            "windows-1252",
        ),
        ("chess/odd/python-chess/utf8-bom.pgn", 2, 0, 0, "UTF-8"),
        ("chess/odd/python-chess/uci-moves.pgn", 1, 113, 0, "UTF-8"),
        (
            "chess/odd/python-chess/chessbase-empty-line.pgn",
            1,
            134,
            0,
            "UTF-8",
        ),
        ("xiangqi/ccpd_5000.big5.pgn", 5_000, 386_086, 0, "Big5"),
        (
            "xiangqi/games2000_chinese_simp.gb18030.pgn",
            2_000,
            176_719,
            0,
            "gb18030",
        ),
        ("cescacs/seed_01.ctl-pgn", 1, 2, 3, "UTF-8"),
        ("cescacs/seed_03.ctl-pgn", 1, 12, 0, "UTF-8"),
        ("cescacs/seed_07.ctl-pgn", 1, 30, 0, "UTF-8"),
        ("cescacs/2022-08-14.1.ctl-pgn", 1, 100, 0, "UTF-8"),
    ] {
        let mut reader = Reader::from_path(folder.join(file)).expect(file);
        let stats = reader.read(&mut (), &mut ()).expect(file);
        assert_eq!(
            (
                stats.counts.games,
                stats.counts.plies,
                stats.counts.unresolved,
                reader.encoding().encoding.name()
            ),
            (games, plies, unresolved, encoding),
            "{file}"
        );
    }
}

/// Every published record is legal to its end, and its variations too, but for the first: there an
/// elephant goes three hexes (CE-I43).
#[test]
fn cescacs_is_legal() {
    let Some(folder) = corpora() else { return };
    let mut records = 0;
    for entry in std::fs::read_dir(folder.join("cescacs")).expect("the folder") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let mut reader = Reader::from_path(&path).expect("a file");
        let mut game = Game::new();
        while reader.read_game(&mut game, &mut ()).expect("a file") {
            records += 1;
            let bad: Vec<_> = game
                .line(NodeId::ROOT)
                .filter(|node| game.mv(*node).is_none())
                .map(|node| game.text(node))
                .collect();
            match name.starts_with("seed_01") || name.ends_with("_01") {
                true => {
                    // And what comes after it is not played.
                    assert_eq!((&*bad[0], bad.len()), ("EE5-E11", 3), "{name}");
                }
                false => assert_eq!(game.summary.unresolved, 0, "{name}: {bad:?}"),
            }
        }
    }
    assert_eq!(records, 37);
}

/// What is wrong with the specification's own records of C'escacs, each told by a code of its own: CE-I12
/// to CE-I16, CE-I24, CE-I25, CE-I32, CE-I40, CE-I41, CE-I43, CE-I44. All other marks and results are
/// true, CE-089, CE-220.
#[test]
fn cescacs_records_are_checked() {
    let Some(folder) = corpora() else { return };
    let broken = [
        "missing-tag",
        "tag-order",
        "tag-order",
        "tag-value",
        "missing-result",
    ];
    let records: [&[&str]; 9] = [
        &["illegal-move", "unplayed-moves", "shared-comment"],
        &["missing-tag"],
        &[
            "missing-tag",
            "comment-form",
            "comment-form",
            "comment-form",
            "comment-form",
        ],
        &["missing-result"],
        &[
            "tag-order",
            "tag-order",
            "ending-mismatch",
            "missing-result",
        ],
        &["bare-record"],
        &[
            "tag-order",
            "tag-order",
            "ending-mismatch",
            "tag-name",
            "tag-value",
            "impossible-setup",
            "missing-result",
        ],
        &broken,
        &broken,
    ];
    for (number, expected) in (1..).zip(records) {
        let path = folder.join(format!("cescacs/seed_0{number}.ctl-pgn"));
        let mut findings: Vec<Diagnostic> = Vec::new();
        let mut reader = Reader::from_path(&path).expect("a file");
        reader
            .read(&mut Checker::default(), &mut findings)
            .expect("a file");
        let codes: Vec<_> = findings.iter().map(|found| found.code.id).collect();
        assert_eq!(codes, expected, "{number}");
    }
}

/// XQ-001 and the encodings of XQ-I01: the same games in ten forms have the same moves and results.
#[test]
fn xiangqi_is_the_same_in_every_form() {
    let Some(folder) = corpora() else { return };
    let read = |path: &Path| {
        let mut reader = Reader::from_path(path).expect("a file");
        let (mut games, mut game) = (Vec::new(), Game::new());
        while reader.read_game(&mut game, &mut ()).expect("a file") {
            assert_eq!(game.summary.unresolved, 0, "{}", path.display());
            games.push(std::mem::take(&mut game));
        }
        games
    };
    // Names are written in one script or the other.
    let options = Options {
        only: vec![Aspect::Setup, Aspect::Moves, Aspect::Result],
        by: By::Order,
        ..Options::default()
    };
    let first = read(&folder.join("xiangqi/games2000_chinese_simp.pgn"));
    let mut forms = 0;
    for entry in std::fs::read_dir(folder.join("xiangqi")).expect("the folder") {
        let path = entry.expect("an entry").path();
        if !path.to_string_lossy().contains("games2000_") {
            continue;
        }
        forms += 1;
        let games = read(&path);
        let mut report = compare::collections(&first, &games, &options).expect("memory");
        while let Some(item) = report.next_item().expect("memory") {
            let is_same = matches!(&item, Item::Pair(pair) if pair.comparison.class.is_same());
            assert!(is_same, "{}: {item:?}", path.display());
        }
        assert_eq!(report.totals().pairs, 2_000, "{}", path.display());
    }
    assert_eq!(forms, 10);
}

/// Compressed copies give the same games, and every byte is accounted for.
#[test]
fn compressed_copies() {
    let Some(folder) = corpora() else { return };
    for file in [
        "chess/annotated_rav.pgn",
        "xiangqi/games2000_chinese_simp.gb18030.pgn",
        "cescacs/page_es_03.ctl-pgn",
    ] {
        let plain = std::fs::read(folder.join(file)).expect(file);
        let half = plain.len() / 2;
        let mut gzip = Vec::new();
        let mut zstd = Vec::new();
        let mut bzip2 = Vec::new();
        // Two members each: decoders that stop after the first would lose half of the games.
        for part in [&plain[..half], &plain[half..]] {
            let mut out = flate2::write::GzEncoder::new(&mut gzip, Default::default());
            out.write_all(part).expect("memory");
            out.finish().expect("memory");
            zstd.extend(zstd::encode_all(part, 1).expect("memory"));
            let mut out = bzip2::write::BzEncoder::new(&mut bzip2, Default::default());
            out.write_all(part).expect("memory");
            out.finish().expect("memory");
        }
        let read = |bytes: &[u8]| {
            let mut reader = Reader::builder().from_reader(bytes).expect(file);
            let stats = reader.read(&mut (), &mut ()).expect(file);
            assert_eq!(stats.accounted, plain.len() as u64, "{file}");
            (reader.compression(), stats)
        };
        let (none, expected) = read(&plain);
        assert_eq!(none, Compression::None);
        for (bytes, compression) in [
            (&gzip, Compression::Gzip),
            (&zstd, Compression::Zstd),
            (&bzip2, Compression::Bzip2),
        ] {
            assert_eq!(read(bytes), (compression, expected.clone()), "{file}");
        }
    }
}
