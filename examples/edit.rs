//! Edits the first game of a file: a tag, a glyph, a comment, a variation, and the last move is removed. Everything
//! else stays byte for byte as it was.
//!
//!     cargo run --example edit -- corpus/chess/comments.pgn

use movetext::edit::Editor;
use movetext::game::NodeId;
use movetext::{Game, Reader};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: edit FILE")?;
    let mut game = Game::new();
    if !Reader::from_path(&path)?.read_game(&mut game, &mut ())? {
        return Err("there is no game in this file".into());
    }

    let mut editor = <Editor>::new(&game)?;
    editor.set_tag("Annotator", "movetext")?;
    let first = editor.game().line(NodeId::ROOT).next();
    let first = first.ok_or("there are no moves in this game")?;
    editor.add_nag(first, 2)?;
    editor.add_comment(first, "d4 is better")?;
    editor.add_variation(first, &["d4", "d5"])?;
    // Numbers behind the place of a change may be other ones now.
    let last = editor.game().line(NodeId::ROOT).last();
    editor.remove(last.ok_or("there are no moves in this game")?)?;

    println!("{}", editor.game().source());
    Ok(())
}
