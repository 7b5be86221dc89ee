//! Writes families of test vectors, those of the topics that are named or all: `movetext suite fill` completes them.

use std::io::{self, Write};

fn main() -> io::Result<()> {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let mut out = io::stdout().lock();
    for vector in movetext_generate::suite::vectors(&names) {
        writeln!(out, "{vector}")?;
    }
    Ok(())
}
