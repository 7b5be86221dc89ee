//! An import that is killed and started again stores what an unbroken one stores.

#![cfg(unix)]

use movetext_store::rusqlite::types::Value;
use movetext_store::rusqlite::{Connection, OpenFlags};
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const KILLS: u32 = 10;
/// So many rounds of kills at most.
const ROUNDS: u32 = 30;
const GAMES: usize = 12_000;

/// Numbers that look random, the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }
}

/// Games that differ, with findings here and there.
fn write_games(path: &Path, numbers: &mut Numbers) {
    const LINES: [&str; 5] = [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O",
        "1. d4 d5 2. c4 e6 3. Nc3 Nf6 4. Bg5 Be7 5. e3 O-O 6. Nf3 Nbd7 (6... h6 7. Bh4 b6) 7. Rc1",
        "1. c4 {a comment} e5 2. g3 Nf6 3. Bg2 d5 4. cxd5 Nxd5 5. Nc3 Nb6",
        "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Ke4 a6",
        "1. Nf3 d5 2. rubbish 3. g3",
    ];
    let mut text = String::new();
    for game in 0..GAMES {
        let line = LINES[numbers.below(40).min(4) as usize % LINES.len()];
        let line = if numbers.below(20) > 0 {
            LINES[game % 3]
        } else {
            line
        };
        let year = 1900 + numbers.below(120);
        write!(
            text,
            "[Event \"Game {game}\"]\n[Date \"{year}.??.??\"]\n[White \"Player {}\"]\n[Black \"?\"]\n\
             [Result \"*\"]\n\n{line} *\n\n",
            numbers.below(1000)
        )
        .expect("writing to a string does not fail");
    }
    fs::write(path, text).expect("there is room");
}

fn import(games: &Path, database: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_movetext"))
        .arg("import")
        .arg(games)
        .arg("--to")
        .arg(database)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// All that is stored, table by table, row by row.
fn dump(database: &Path) -> Vec<String> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .expect("the database can be opened");
    let mut rows = Vec::new();
    for table in [
        "sources",
        "texts",
        "tag_sets",
        "games",
        "lines",
        "diagnostics",
        "checkpoints",
    ] {
        let order = if table == "checkpoints" {
            "source_id"
        } else {
            "rowid"
        };
        let mut query = connection
            .prepare(&format!("SELECT * FROM {table} ORDER BY {order}"))
            .expect("the table is there");
        let columns = query.column_count();
        let mut found = query.query([]).expect("the table can be read");
        while let Some(row) = found.next().expect("the table can be read") {
            let values: Vec<Value> = (0..columns)
                .map(|column| row.get(column).expect("there is such a column"))
                .collect();
            rows.push(format!("{table}: {values:?}"));
        }
    }
    rows
}

#[test]
fn killed_imports_go_on_where_they_stopped() {
    let dir = tempfile::tempdir().expect("there is room");
    let games = dir.path().join("games");
    fs::create_dir(&games).expect("there is room");
    let mut numbers = Numbers(0x6d6f_7665_7465_7874);
    for name in ["a.pgn", "b.pgn", "c.pgn", "d.pgn"] {
        write_games(&games.join(name), &mut numbers);
    }

    let unbroken = dir.path().join("unbroken.db");
    let begun = Instant::now();
    let output = import(&games, &unbroken)
        .wait_with_output()
        .expect("it ends");
    let time = begun.elapsed();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let expected = dump(&unbroken);
    assert!(expected.len() > 4 * GAMES);

    // Where a kill hits depends on the machine, so there are rounds until enough have hit.
    let (mut killed, mut resumed) = (0, 0);
    for round in 0..ROUNDS {
        let broken = dir.path().join(format!("broken{round}.db"));
        for _ in 0..KILLS {
            let mut child = import(&games, &broken);
            let part = numbers.below(time.as_micros() as u64 / 4);
            std::thread::sleep(Duration::from_micros(part));
            // SIGKILL; an import that was done by then is reaped.
            child.kill().expect("it can be killed");
            let output = child.wait_with_output().expect("it ends");
            killed += u32::from(output.status.code().is_none());
            resumed += u32::from(String::from_utf8_lossy(&output.stderr).contains("resumed: "));
        }
        let output = import(&games, &broken).wait_with_output().expect("it ends");
        resumed += u32::from(String::from_utf8_lossy(&output.stderr).contains("resumed: "));
        assert_same(&expected, &dump(&broken));
        if killed >= KILLS && resumed > 0 {
            return;
        }
    }
    panic!("of {ROUNDS} rounds {killed} kills hit, and {resumed} imports were resumed");
}

fn index(database: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_movetext"))
        .arg("index")
        .arg(database)
        // Few postings at a time, so that there are many transactions.
        .args(["--memory", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// An index that is killed and gone on with has what an unbroken one has, and says the same.
#[test]
fn killed_indexing_goes_on_where_it_stopped() {
    let dir = tempfile::tempdir().expect("there is room");
    let games = dir.path().join("games.pgn");
    let mut numbers = Numbers(0x696e_6465_7820_6974);
    write_games(&games, &mut numbers);
    let whole = dir.path().join("whole.db");
    import(&games, &whole).wait_with_output().expect("it ends");
    let broken = dir.path().join("broken.db");
    fs::copy(&whole, &broken).expect("there is room");

    let begun = Instant::now();
    let output = index(&whole).wait_with_output().expect("it ends");
    let time = begun.elapsed();
    assert!(output.status.success(), "{output:?}");
    let expected = answers(&whole);

    let (mut killed, mut begun) = (0, 0);
    for _ in 0..ROUNDS {
        let indexed = fs::copy(&broken, dir.path().join("copy.db")).is_ok();
        assert!(indexed, "there is room");
        let copy = dir.path().join("copy.db");
        for _ in 0..KILLS {
            let mut child = index(&copy);
            let part = numbers.below(time.as_micros() as u64);
            std::thread::sleep(Duration::from_micros(part));
            child.kill().expect("it can be killed");
            let output = child.wait_with_output().expect("it ends");
            killed += u32::from(output.status.code().is_none());
            // Whatever is there, answers are whole.
            assert_eq!(answers(&copy)[1..], expected[1..]);
            begun += u32::from(!answers(&copy)[0].is_empty());
        }
        let output = index(&copy).wait_with_output().expect("it ends");
        assert!(output.status.success(), "{output:?}");
        assert_eq!(answers(&copy), expected);
        let check = movetext(&["db", "check"], &copy);
        assert!(check.contains("no problems"), "{check}");
        for suffix in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(dir.path().join(format!("copy.db{suffix}")));
        }
        if killed >= KILLS && begun > 0 {
            return;
        }
    }
    panic!("of {ROUNDS} rounds {killed} kills hit, and {begun} left an index");
}

fn movetext(command: &[&str], database: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_movetext"))
        .args(command)
        .arg(database)
        .output()
        .expect("the command starts");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// How many games and postings are indexed, nothing without an index; and answers to some questions.
fn answers(database: &Path) -> Vec<String> {
    let connection = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY)
        .expect("the database can be opened");
    let indexed = connection.query_row(
        "SELECT (SELECT sum(games) FROM index_games) || ' ' || sum(postings) FROM index_runs",
        [],
        |row| row.get::<_, Option<String>>(0),
    );
    let mut answers = vec![indexed.ok().flatten().unwrap_or_default()];
    for moves in ["1. e4", "1. d4 d5 2. c4", "1. e4 c5 2. Nf3 d6 3. d4 cxd4"] {
        answers.push(movetext(&["tree", "--moves", moves], database));
    }
    for position in [
        "rnbqkb1r/pp3ppp/4pn2/2pp4/2PP4/2N2N2/PP2PPPP/R1BQKB1R w KQkq - 0 5",
        "rnbqkbnr/pppp1ppp/8/4p3/2P5/8/PP1PPPPP/RNBQKBNR w KQkq - 0 2",
        "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
    ] {
        answers.push(movetext(&["find", "--position", position], database));
    }
    answers
}

/// The same rows, and nothing that is only there while an import is under way.
fn assert_same(expected: &[String], found: &[String]) {
    for (expected, found) in expected.iter().zip(found) {
        assert_eq!(expected, found);
    }
    assert_eq!(expected.len(), found.len());
    assert!(found.iter().all(|row| !row.starts_with("checkpoints")));
}
