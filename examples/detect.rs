//! What a file is: its format, compression and encoding, and the variant of its first game.
//!
//!     cargo run --example detect -- corpus/chess/tags.pgn corpus/xiangqi/wxf.pgn

use movetext::{Game, Reader};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        let mut reader = Reader::from_path(&path)?;
        // The variant is that of the first game; its diagnostics are dropped.
        let mut game = Game::new();
        let variant = if reader.read_game(&mut game, &mut ())? {
            game.info.map_or("unknown variant", |info| info.name)
        } else {
            "no games"
        };
        println!(
            "{path}: {}, {variant}, {}, compression: {}",
            reader.format().describe(),
            reader.encoding().encoding.name(),
            reader.compression().as_str(),
        );
    }
    Ok(())
}
