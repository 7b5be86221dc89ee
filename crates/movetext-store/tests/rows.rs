//! What is stored of a game.

mod common;

use common::{Folder, dump, games, import, import_with, query, small, stop_at};
use movetext::registry::VariantSet;
use movetext::scan::Counts;
use movetext::variants::Standard;
use movetext_store::line::Reaches;
use movetext_store::{ImportOptions, SourceOutcome, State};

const GAME: &str = r#"% made by hand
[Event "Cup \"A\""]
[Site "?"]
[Date ""]
[UTCDate "1984.05.??"]
[Round ""]
[White "Ann"]
[Black "Bob"]
[Result "*"]
[WhiteElo "2500"]
[BlackElo "about 2400"]
[Annotator "Cid"]
[Annotator "Dee"]

1. e4 {best} e5 (1... c5 2. Nf3) 2. Nf3 Nc6 1-0

[Event "?"]
[FEN "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
[SetUp "1"]

1. e4 Ke7 2. e6 Kd7 *
"#;

#[test]
fn columns_hold_what_the_source_says() {
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let path = folder.write("a.pgn", GAME);
    let outcome = import(&mut store, &path, &ImportOptions::default());
    let expected = Counts {
        games: 2,
        plies: 6,
        variation_plies: 2,
        unresolved: 2,
        errors: 1,
        warnings: 3,
    };
    let SourceOutcome::Imported {
        source: 1,
        counts,
        resumed: false,
    } = outcome
    else {
        panic!("{outcome:?}");
    };
    assert_eq!(counts, expected, "{}", dump(&store));

    let row: String = query(
        &store,
        "SELECT json_array(source_id, ordinal, variant, first, second, event, site, round, \
         date_raw, date_from, date_to, result_raw, result, first_elo, second_elo, plies, \
         variation_plies, unresolved, setup) FROM games WHERE id = 1",
    );
    assert_eq!(
        row,
        r#"[1,1,"chess","Ann","Bob","Cup \"A\"","?",null,"1984.05.??","1984-05-01","1984-05-31","*","first-wins",2500,null,4,2,0,null]"#
    );
    let reaches = Reaches::new::<Standard>();
    let moves = |game| store.moves(game, &reaches).expect("it is there");
    let squares: Vec<_> = moves(1).iter().map(|mv| (mv.from.0, mv.to.0)).collect();
    assert_eq!(squares, [(12, 28), (52, 36), (6, 21), (57, 42)]);
    assert_eq!(moves(2).len(), 2, "up to the move that cannot be played");
    let setup: String = query(&store, "SELECT setup FROM games WHERE id = 2");
    assert!(setup.starts_with("4k3/8/8/8/8/8/4P3/4K3 w"), "{setup}");

    let tags: String = query(
        &store,
        "SELECT group_concat(position || name || '=' || value, ' ') FROM tags WHERE game_id = 1",
    );
    assert_eq!(
        tags,
        "1Event=Cup \"A\" 2Site=? 3Date= 4UTCDate=1984.05.?? 5Round= 6White=Ann 7Black=Bob \
         8Result=* 9WhiteElo=2500 10BlackElo=about 2400 11Annotator=Cid 12Annotator=Dee"
    );

    let sources = store.sources().expect("it can be read");
    assert_eq!(sources.len(), 1);
    let source = &sources[0];
    assert_eq!(source.state, State::Done);
    assert_eq!(source.path, path);
    assert_eq!(source.bytes, GAME.len() as u64);
    assert_eq!(source.text_bytes, Some(GAME.len() as u64));
    assert_eq!(source.counts, expected);
    assert_eq!(
        (source.compression.as_str(), source.encoding.as_str()),
        ("none", "UTF-8")
    );
    let left: i64 = query(&store, "SELECT count(*) FROM checkpoints");
    assert_eq!(left, 0);
}

/// Tags that stand in a column, nearly stand in one, or stand twice: the view gives them back as
/// they are in the source.
#[test]
fn tags_are_given_back_as_they_are() {
    let folder = Folder::new();
    let sections: [&[(&str, &str)]; 7] = [
        &[
            ("Event", "a"),
            ("Event", "b"),
            ("Event", "a"),
            ("event", "a"),
        ],
        &[
            ("UTCDate", "2001.01.01"),
            ("White", ""),
            ("Black", "x\"y\\z"),
        ],
        &[("Date", ""), ("UTCDate", "2001.01.01"), ("Result", "")],
        &[("UTCDate", "2001.01.01"), ("Date", "2001.01.02")],
        &[
            ("WhiteElo", "02500"),
            ("BlackElo", " 2500"),
            ("Round", "1.2"),
        ],
        &[
            ("WhiteElo", "2500"),
            ("BlackElo", "2500"),
            ("BlackElo", "?"),
        ],
        &[
            ("Variant", "xiangqi"),
            ("White", "A"),
            ("Red", "B"),
            ("RedElo", "1"),
            ("Black", "A"),
        ],
    ];
    let mut text = String::new();
    for section in sections {
        for (name, value) in section {
            let value = value.replace('\\', "\\\\").replace('"', "\\\"");
            text += &format!("[{name} \"{value}\"]\n");
        }
        text += "\n*\n\n";
    }
    let path = folder.write("a.pgn", text);
    let mut store = folder.store("a.db");
    import(&mut store, &path, &ImportOptions::default());
    for (index, section) in sections.iter().enumerate() {
        let mut statement = store
            .connection()
            .prepare("SELECT name, value FROM tags WHERE game_id = ? ORDER BY position")
            .expect("it can be read");
        let stored: Vec<(String, String)> = statement
            .query_map([index as i64 + 1], |row| Ok((row.get(0)?, row.get(1)?)))
            .expect("it can be read")
            .collect::<Result<_, _>>()
            .expect("it can be read");
        let stored: Vec<_> = stored.iter().map(|(n, v)| (&n[..], &v[..])).collect();
        assert_eq!(stored, *section);
    }
    // Most need no more than their names.
    let (names, values): (String, String) = store
        .connection()
        .query_row(
            "SELECT names, tag_values FROM games JOIN tag_sets ON tag_sets.id = tag_set \
             WHERE games.id = 6",
            [],
            |row| Ok((row.get(0)?, row.get(1)?)),
        )
        .expect("it can be read");
    assert_eq!(names, r#"["WhiteElo","BlackElo",["BlackElo",0]]"#);
    assert_eq!(values, r#"["?"]"#);
}

#[test]
fn the_sums_of_a_source_are_those_of_its_games() {
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let text = games(40) + "[Variant \"xiangqi\"]\n\n1. C2=5 *\n";
    let path = folder.write("a.pgn", text);
    let _ = import_with(&mut store, &path, &small(), &mut stop_at(5));
    import(&mut store, &path, &small());
    let sums = "SELECT group_concat(sums, ' ') FROM (SELECT variant || ':' || ";
    let stored: String = query(
        &store,
        &format!(
            "{sums} bytes || ',' || games || ',' || plies || ',' || variation_plies || ',' || \
             unresolved AS sums FROM source_variants ORDER BY variant)"
        ),
    );
    let counted: String = query(
        &store,
        &format!(
            "{sums} sum(byte_len) || ',' || count(*) || ',' || sum(plies) || ',' || \
             sum(variation_plies) || ',' || sum(unresolved) AS sums FROM games \
             GROUP BY variant ORDER BY variant)"
        ),
    );
    assert_eq!(stored, counted);
    assert!(stored.contains("xiangqi"), "{stored}");
    let findings: i64 = query(&store, "SELECT sum(errors + warnings) FROM source_variants");
    let listed: i64 = query(
        &store,
        "SELECT count(*) FROM diagnostics WHERE severity <> 'info' AND game_ordinal > 0",
    );
    assert_eq!(findings, listed);
    store.remove(1).expect("it is there");
    let left: i64 = query(&store, "SELECT count(*) FROM source_variants");
    assert_eq!(left, 0);
}

#[test]
fn diagnostics_name_the_game_in_the_source() {
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let text = games(40);
    let path = folder.write("a.pgn", &text);
    import(&mut store, &path, &small());
    // Each illegal king move is in the game whose text holds its offset.
    let wrong: i64 = query(
        &store,
        "SELECT count(*) FROM diagnostics AS d LEFT JOIN games AS g \
         ON g.source_id = d.source_id AND g.ordinal = d.game_ordinal \
         WHERE d.game_ordinal > 0 AND (g.id IS NULL OR d.byte_start < g.byte_start \
         OR d.byte_end > g.byte_start + g.byte_len)",
    );
    assert_eq!(wrong, 0);
    let mut statement = store
        .connection()
        .prepare("SELECT byte_start, byte_end, line FROM diagnostics WHERE code = 'illegal-move'")
        .expect("it can be read");
    let rows = statement
        .query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
        .expect("it can be read");
    let mut seen = 0;
    for row in rows {
        let (start, end, line): (u32, u32, u32) = row.expect("it can be read");
        let (start, end, line) = (start as usize, end as usize, line as usize);
        assert_eq!(&text[start..end], "Ke3");
        assert_eq!(text[..start].matches('\n').count() + 1, line);
        seen += 1;
    }
    assert_eq!(seen, 5);
    let total: i64 = query(&store, "SELECT errors + warnings FROM sources");
    let listed: i64 = query(
        &store,
        "SELECT count(*) FROM diagnostics WHERE severity <> 'info'",
    );
    assert_eq!(total, listed);
}

/// The number of threads has no influence.
#[test]
fn rows_do_not_depend_on_the_number_of_threads() {
    let folder = Folder::new();
    let paths = [
        folder.write("a.pgn", games(60)),
        folder.write("b.pgn", games(7)),
    ];
    let mut dumps = Vec::new();
    for jobs in [1, 2, 5] {
        let mut store = folder.store(&format!("{jobs}.db"));
        let mut options = small();
        options.jobs = jobs;
        options.batch = 1 + jobs as u64 * 7;
        let report = store.import(&paths, &options, &mut ()).expect("it works");
        assert!(!report.stopped);
        dumps.push(dump(&store));
    }
    assert!(dumps[0].contains("Open 59"));
    assert_eq!(dumps[0], dumps[1]);
    assert_eq!(dumps[0], dumps[2]);
}

/// All of the text that was read is in a game or between games; ordinals count from one.
#[test]
fn games_follow_one_another() {
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let path = folder.write("a.pgn", games(50));
    import(&mut store, &path, &small());
    let (count, last): (i64, i64) = store
        .connection()
        .query_row("SELECT count(*), max(ordinal) FROM games", [], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })
        .expect("it can be read");
    assert_eq!(count, last);
    let overlaps: i64 = query(
        &store,
        "SELECT count(*) FROM games AS a JOIN games AS b ON b.id = a.id + 1 \
         WHERE b.byte_start < a.byte_start + a.byte_len OR b.ordinal <> a.ordinal + 1",
    );
    assert_eq!(overlaps, 0);
}

/// A variant that is given overrides the tags; an encoding that is given, the look of the text.
#[test]
fn options_bear_on_what_is_stored() {
    let folder = Folder::new();
    let path = folder.write("a.pgn", "[White \"J\u{f6}rg\"]\n\n1. e4 e5 *\n");
    let mut store = folder.store("a.db");
    let xiangqi = Standard::find("xiangqi").expect("it is standard");
    let options = ImportOptions {
        variant: Some(xiangqi),
        encoding: Some(encoding_rs::WINDOWS_1252),
        ..ImportOptions::default()
    };
    import(&mut store, &path, &options);
    let row: String = query(
        &store,
        "SELECT json_array(variant, first, games.plies, encoding) \
         FROM games JOIN sources ON sources.id = source_id",
    );
    assert_eq!(row, "[\"xiangqi\",\"JÃ¶rg\",0,\"windows-1252\"]");
}

#[test]
fn the_database_is_what_the_documentation_says() {
    let folder = Folder::new();
    let store = folder.store("a.db");
    assert_eq!(query::<i64>(&store, "PRAGMA user_version"), 3);
    assert_eq!(query::<i64>(&store, "PRAGMA synchronous"), 1);
    assert_eq!(query::<String>(&store, "PRAGMA journal_mode"), "wal");
    let lax: i64 = query(
        &store,
        "SELECT count(*) FROM pragma_table_list \
         WHERE type = 'table' AND NOT strict AND name NOT LIKE 'sqlite_%'",
    );
    assert_eq!(lax, 0);
}

/// More rows than are passed on at once, from one chunk: with and without diagnostics.
#[test]
fn a_chunk_of_very_many_games_is_stored_in_order() {
    let folder = Folder::new();
    let text = format!("[Event \"?\"]\n\n1. e4 *\n{}", "1. e4 e4 *\n".repeat(9999));
    let path = folder.write("a.pgn", text);
    let mut dumps = Vec::new();
    for jobs in [1, 3] {
        let mut store = folder.store(&format!("{jobs}.db"));
        let options = ImportOptions {
            jobs,
            ..ImportOptions::default()
        };
        import(&mut store, &path, &options);
        let ordered: i64 = query(
            &store,
            "SELECT count(*) FROM games WHERE ordinal = id AND plies = 1 \
             AND byte_len = iif(id = 1, 20, 10)",
        );
        assert_eq!(ordered, 10_000);
        let illegal: i64 = query(
            &store,
            "SELECT count(*) FROM diagnostics JOIN games \
             ON games.source_id = diagnostics.source_id AND ordinal = game_ordinal \
             WHERE code = 'illegal-move' AND byte_end = diagnostics.byte_start + 2 \
             AND diagnostics.byte_start = games.byte_start + 6",
        );
        assert_eq!(illegal, 9999);
        dumps.push(dump(&store));
    }
    assert_eq!(dumps[0], dumps[1]);
}

/// CE-224: records that nothing but an Id identifies are meant for their editor's own database.
#[test]
fn private_records_are_told() {
    let folder = Folder::new();
    let mut store = folder.store("a.db");
    let record =
        |tags: &str| format!("[Variant \"C'escacs\"]\n{tags}\n\n1. E7-E13, E21-E15 :\n*\n\n");
    let model = record("[Id \"Club-X1\"]\n[Annotator \"Club\"]");
    let game = record("[Event \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Id \"Club-1\"]");
    let path = folder.write("a.ctl-pgn", format!("{model}{game}"));
    import(&mut store, &path, &ImportOptions::default());
    let told: String = query(
        &store,
        "SELECT json_group_array(json_array(code, severity, byte_start)) FROM diagnostics
         WHERE code = 'private-record'",
    );
    assert_eq!(told, r#"[["private-record","warning",21]]"#, "CE-224");
}
