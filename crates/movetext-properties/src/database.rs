//! Databases: one whose bytes were changed is refused or read, but never a reason to panic.

use movetext::variants::Standard;
use movetext_store::line::Reaches;
use movetext_store::{Event, ImportOptions, Query, Store};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::OnceLock;

/// A small database, as bytes.
fn sound() -> &'static [u8] {
    static SOUND: OnceLock<Vec<u8>> = OnceLock::new();
    SOUND.get_or_init(|| {
        let folder = tempfile::tempdir().expect("there is room");
        let (games, database) = (
            folder.path().join("games.pgn"),
            folder.path().join("games.db"),
        );
        let text = "[Event \"?\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 x *\n\n".repeat(40);
        fs::write(&games, text).expect("there is room");
        let mut store = Store::open(&database).expect("a new database");
        store
            .import([&games], &ImportOptions::default(), &mut |_: &Event<'_>| {
                ControlFlow::Continue(())
            })
            .expect("a sound database");
        drop(store);
        fs::read(&database).expect("it is there")
    })
}

/// The bytes say what is changed where. What is opened then can be asked everything.
pub fn notices_damage(bytes: &[u8]) {
    let mut file = sound().to_vec();
    for change in bytes.chunks_exact(4).take(64) {
        let at =
            usize::from(change[0]) << 16 | usize::from(change[1]) << 8 | usize::from(change[2]);
        let at = at % file.len();
        file[at] ^= change[3];
    }
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("games.db");
    fs::write(&path, file).expect("there is room");
    ask(&path);
}

fn ask(path: &Path) {
    let Ok(store) = Store::open_read_only(path) else {
        return;
    };
    let reaches = Reaches::new::<Standard>();
    let _ = store.sources().map(|sources| sources.len());
    for game in [1, 20, 40, 41] {
        let _ = store.text(game);
        let _ = store.game(game);
        let _ = store.moves(game, &reaches);
    }
    let _ = store.check_all(false);
    let query = Query::new().comment("x").moves("1. e4 e5");
    let _ = query.map(|query| store.find(&query, 2));
}
