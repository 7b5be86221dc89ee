//! How fast a database is searched: `search games.db pattern 'N[f5] and no q'`, `search games.db position FEN`.

use movetext_store::{Query, Store};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [path, what, text] = &args[..] else {
        return Err("which database, `position` or `pattern`, and which?".into());
    };
    let store = Store::open_read_only(path)?;
    let query = match &**what {
        "position" => Query::new().position(text)?,
        "pattern" => Query::new().pattern(text)?,
        other => return Err(format!("{other} is neither `position` nor `pattern`").into()),
    };
    // Every game has one position more than it has plies.
    let positions: f64 =
        store
            .connection()
            .query_row("SELECT sum(plies) + sum(games) FROM sources", [], |row| {
                row.get(0)
            })?;
    for jobs in [1, 2] {
        let mut best = f64::INFINITY;
        let mut found = 0;
        for _ in 0..3 {
            let begun = Instant::now();
            found = store.find(&query, jobs)?.len();
            best = best.min(begun.elapsed().as_secs_f64());
        }
        println!(
            "{jobs} threads: {found} games in {best:.2} s, {:.1} million positions a second",
            positions / best / 1e6
        );
    }
    Ok(())
}
