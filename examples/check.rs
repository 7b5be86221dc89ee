//! Checks files against the board, against themselves and against the specification, and prints what
//! is wrong, where, and how it would be fixed.
//!
//!     cargo run --example check -- games.pgn

use movetext::check::{Checker, Conformance};
use movetext::{Diagnostic, Reader};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    for path in std::env::args().skip(1) {
        // A sink takes diagnostics one by one; a `Vec` keeps them, `()` drops them.
        let mut sink = |diagnostic: Diagnostic| {
            println!(
                "{path}:{}: {:?} [{}]: {}",
                diagnostic.place, diagnostic.code.severity, diagnostic.code.id, diagnostic.message,
            );
            if let Some(fix) = &diagnostic.fix {
                println!("    fix: write {:?} for bytes {:?}", fix.text, fix.span);
            }
        };
        // `Conformance::Export` demands the export format, byte for byte.
        let mut checker = Checker::new(Conformance::Import);
        let totals = Reader::from_path(&path)?
            .read(&mut checker, &mut sink)?
            .counts;
        println!(
            "{path}: {} games, {} plies, {} errors, {} warnings",
            totals.games, totals.plies, totals.errors, totals.warnings,
        );
    }
    Ok(())
}
