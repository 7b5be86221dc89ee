//! How large the packed main lines of a database are, and how fast they are read: `lines games.db`.

use movetext::variants::Standard;
use movetext_store::Store;
use movetext_store::line::{Block, Reaches};
use std::collections::BTreeMap;
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which database?")?;
    let store = Store::open_read_only(path)?;
    let reaches = Reaches::new::<Standard>();
    let mut statement = store.connection().prepare("SELECT data FROM lines")?;
    let blocks: Vec<Vec<u8>> = statement
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    // By variant: plies, and bytes before compression.
    let mut sums = BTreeMap::<&str, (usize, usize)>::new();
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        sums.clear();
        let begun = Instant::now();
        for data in &blocks {
            let block = Block::unpack(data)?;
            for line in block.lines(&reaches) {
                let mut line = line?;
                let Some(reach) = line.reach() else {
                    continue;
                };
                let (plies, bytes) = sums.entry(reach.info().id).or_default();
                *bytes += line.codes().len();
                let mut board = line.start().into_owned();
                while let Some(mv) = line.play(&mut board) {
                    mv?;
                    *plies += 1;
                }
            }
        }
        best = best.min(begun.elapsed().as_secs_f64());
    }
    let stored: usize = blocks.iter().map(Vec::len).sum();
    let plies: usize = sums.values().map(|(plies, _)| plies).sum();
    for (variant, (plies, bytes)) in sums {
        println!(
            "{variant}: {plies} plies, {:.3} bytes a ply",
            bytes as f64 / plies as f64
        );
    }
    println!(
        "stored: {:.3} bytes a ply; read on one thread: {:.1} million plies a second",
        stored as f64 / plies as f64,
        plies as f64 / best / 1e6
    );
    Ok(())
}
