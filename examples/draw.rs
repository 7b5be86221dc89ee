//! The last position of each game: as text, in words, and as a picture.
//!
//!     cargo run --example draw -- corpus/xiangqi/wxf.pgn

use movetext::draw::{Characters, Diagram, Style};
use movetext::game::NodeId;
use movetext::variants::Standard;
use movetext::{Game, Reader};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let mut reader = Reader::from_path(&path)?;
        let mut game = Game::new();
        while reader.read_game(&mut game, &mut ())? {
            let last = game.line(NodeId::ROOT).last().unwrap_or(NodeId::ROOT);
            let diagram = Diagram::at_node::<Standard>(&game, last)?;
            println!(
                "{}\n{}",
                diagram.title(),
                diagram.text(Characters::Unicode, false)
            );
            println!("{}", diagram.description());
            let svg = diagram.svg(&Style::default());
            println!("{} lines of SVG\n", svg.lines().count());
        }
    }
    Ok(())
}
