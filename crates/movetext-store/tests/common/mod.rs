//! Sources to import, and ways to look at what came of them.

#![allow(dead_code)] // Each test program uses a part.

use movetext::writing::WriteGame;
use movetext::{Game, Limits, Reader, fen, json, movelist, pcn, xml};
use movetext_store::rusqlite::types::ValueRef;
use movetext_store::{
    Event, ImportOptions, ImportReport, Observer, SourceOutcome, SourceReport, Store,
};
use std::fmt::Write;
use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder for sources and databases.
pub struct Folder(TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(TempDir::new().expect("a temporary folder can be made"))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).expect("a temporary file can be written");
        path
    }

    pub fn store(&self, name: &str) -> Store {
        Store::open(self.path(name)).expect("a database can be made")
    }
}

/// Small chunks and batches, so that little text has many of them.
pub fn small() -> ImportOptions {
    ImportOptions {
        jobs: 2,
        chunk: 700,
        batch: 3,
        limits: Limits {
            game: 2000,
            ..Limits::default()
        },
        ..ImportOptions::default()
    }
}

/// Imports one file, which must work.
pub fn import(store: &mut Store, path: &Path, options: &ImportOptions) -> SourceOutcome {
    import_with(store, path, options, &mut ())
}

pub fn import_with(
    store: &mut Store,
    path: &Path,
    options: &ImportOptions,
    observer: &mut impl Observer,
) -> SourceOutcome {
    let report = store.import([path], options, observer).expect("it works");
    let ImportReport { mut sources, .. } = report;
    assert_eq!(sources.len(), 1);
    let SourceReport { outcome, .. } = sources.remove(0);
    outcome
}

/// An observer that stops at the n-th chunk.
pub fn stop_at(mut n: usize) -> impl FnMut(&Event<'_>) -> ControlFlow<()> {
    move |event: &Event<'_>| {
        if let Event::Read { .. } = event {
            n -= 1;
            if n == 0 {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}

/// All rows of all tables, in the order of their ids.
pub fn dump(store: &Store) -> String {
    let mut out = String::new();
    for table in [
        "sources",
        "checkpoints",
        "texts",
        "tag_sets",
        "games",
        "lines",
        "diagnostics",
    ] {
        writeln!(out, "# {table}").expect("memory can be written");
        let mut statement = store
            .connection()
            .prepare(&format!("SELECT rowid, * FROM {table} ORDER BY rowid"))
            .expect("the table is there");
        let columns = statement.column_count();
        let mut rows = statement.query([]).expect("it can be read");
        while let Some(row) = rows.next().expect("it can be read") {
            for column in 0..columns {
                match row.get_ref(column).expect("the column is there") {
                    ValueRef::Null => out.push_str("NULL"),
                    ValueRef::Integer(number) => write!(out, "{number}").expect("memory"),
                    ValueRef::Real(number) => write!(out, "{number}").expect("memory"),
                    ValueRef::Text(text) => {
                        let text = std::str::from_utf8(text).expect("text is UTF-8");
                        write!(out, "{text:?}").expect("memory");
                    }
                    ValueRef::Blob(bytes) => write!(out, "{bytes:02x?}").expect("memory"),
                }
                out.push('|');
            }
            out.push('\n');
        }
    }
    out
}

/// One value.
pub fn query<T: movetext_store::rusqlite::types::FromSql>(store: &Store, sql: &str) -> T {
    store
        .connection()
        .query_row(sql, [], |row| row.get(0))
        .unwrap_or_else(|error| panic!("{sql}: {error}"))
}

/// Games of all sorts: good ones, dirty ones, one larger than the limit of [`small`], and junk
/// between them.
pub fn games(count: usize) -> String {
    let mut out = String::new();
    for index in 0..count {
        let _ = write!(
            out,
            "[Event \"Open {index}\"]\n[Site \"?\"]\n[Date \"2001.{:02}.??\"]\n[Round \"{index}\"]\n\
             [White \"Müller, A\"]\n[Black \"B \\\"the\\\" C\"]\n[Result \"1-0\"]\n[WhiteElo \"2{index:03}\"]\n\n",
            index % 12 + 1
        );
        out.push_str(match index % 8 {
            0 => "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n",
            1 => "1. d4 d5 (1... Nf6 2. c4 (2. Nf3 g6) 2... e6) 2. c4 {a comment} e6 $1 1-0\n\n",
            2 => "1. e4 e5 2. Ke3 Nf6 3. d4 1-0\n\n",
            3 => "1. e4 c5 2. Nf3 d6 1/2-1/2\n\nnot a game at all\n\n",
            4 => "1. f4 e5 2. g4 Qh4# 0-1\r\n\r\n",
            5 => "1. e4 {never closed\n\n",
            6 => "1. Nf3 d5 2. g3 ) ! *\n\n",
            _ => "1. c4\n\n",
        });
        if index % 16 == 9 {
            out.push_str("[Event \"Long\"]\n\n1. e4 {");
            for word in 0..600 {
                let _ = write!(out, "word{word} ");
                if word % 10 == 0 {
                    out.push('\n');
                }
            }
            out.push_str("} e5 1-0\n\n");
        }
    }
    out
}

/// Games that are made up, of a variant.
pub fn generated(variant: &str, games: u64) -> Vec<u8> {
    let database = movetext_generate::Database {
        variant: variant.to_owned(),
        notation: None,
        style: movetext_generate::Style::Annotated,
        seed: 7,
        encoding: encoding_rs::UTF_8,
        games: Some(games),
        bytes: None,
    };
    let mut out = Vec::new();
    database.write(&mut out).expect("memory");
    out
}

/// The same few games as documents of each format that games can be written in, with names for them.
pub fn documents(count: usize) -> Vec<(&'static str, Vec<u8>)> {
    let mut chess = String::new();
    let mut xiangqi = String::new();
    let mut wxf = String::new();
    for index in 0..count {
        let _ = write!(
            chess,
            "[Event \"Open {index}\"]\n[White \"Müller\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 {{well}} 1-0\n\n"
        );
        let _ = write!(
            xiangqi,
            "[Game \"Chinese Chess\"]\n[Round \"{index}\"]\n\n1. 炮二平五 马8进7 1-0\n\n"
        );
        let _ = write!(
            wxf,
            "FORMAT WXF\nGAME  Open {index}\nRED   Lu Qin\nRESULT 1-0\nSTART{{\n1. C2.5 H8+7\n}}END\n\n"
        );
    }
    let write = |text: &str, writer: &mut dyn WriteGame| {
        let mut out = Vec::new();
        let mut game = Game::new();
        let mut reader = Reader::builder()
            .from_reader(text.as_bytes())
            .expect("text");
        while reader.read_game(&mut game, &mut ()).expect("text") {
            let _ = writer.write_game(&game, &mut out).expect("memory");
        }
        out
    };
    let pcn = write(
        &chess,
        &mut <pcn::Writer>::new(pcn::OnLoss::Keep, pcn::Layout::Line),
    );
    let array = String::from_utf8(pcn.clone()).expect("UTF-8");
    let array = format!("[{}]\n", array.trim_end().replace('\n', ",\n"));
    let xml = write(&xiangqi, &mut <xml::Writer>::default());
    vec![
        (
            "games.json",
            write(&chess, &mut json::Writer::new("games.pgn")),
        ),
        ("games.pcn", pcn),
        ("array.pcn", array.into_bytes()),
        (
            "games.xml",
            [xml::BEGIN.as_bytes(), &xml, xml::END.as_bytes()].concat(),
        ),
        ("games.wxf", wxf.into_bytes()),
        (
            "games.uci",
            write(&chess, &mut <movelist::Writer>::new("uci")),
        ),
        (
            "games.fen",
            write(&chess, &mut <fen::Writer>::new(fen::Form::Fen)),
        ),
    ]
}
