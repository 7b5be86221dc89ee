//! Fixes: once made, there is nothing left to be made, and the games are the same.

use movetext::{Format, Game, Reader};
use std::fs;

/// The games of a source; none if it cannot be read.
fn games(bytes: &[u8]) -> Option<Vec<Game>> {
    let mut reader = Reader::builder().from_reader(bytes).ok()?;
    let (mut games, mut game) = (Vec::new(), Game::new());
    while reader.read_game(&mut game, &mut ()).ok()? {
        games.push(std::mem::take(&mut game));
    }
    Some(games)
}

/// What `movetext check --fix` makes of a file holds the same games, and a second run finds nothing to do.
pub fn changes_nothing_else(bytes: &[u8]) {
    let Some(before) = games(bytes) else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("games");
    fs::write(&path, bytes).expect("a file");
    let fixed = || {
        movetext_cli::fix_file(&path).expect("a file that can be replaced");
        fs::read(&path).expect("a file")
    };
    let once = fixed();
    if once == bytes {
        return;
    }
    let reader = Reader::builder()
        .from_reader(&*once)
        .expect("bytes in memory");
    assert_eq!(reader.format(), Format::Records, "{}", once.escape_ascii());
    let after = games(&once).expect("bytes in memory");
    assert_eq!(before.len(), after.len(), "{}", once.escape_ascii());
    for (before, after) in before.iter().zip(&after) {
        let moves = |game: &Game| game.nodes().map(|node| game.mv(node)).collect::<Vec<_>>();
        assert_eq!(moves(before), moves(after), "{}", once.escape_ascii());
        assert!(before.says_the_same(after), "{}", once.escape_ascii());
    }
    let twice = fixed();
    assert!(
        once == twice,
        "fixed again: {}\n{}",
        once.escape_ascii(),
        twice.escape_ascii()
    );
}
