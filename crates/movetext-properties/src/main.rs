//! Mutates the corpus for a while and holds the properties against what comes of it.
//!
//!     mutate SECONDS [SEED [PROPERTY...]]
//!
//! What a property does not hold of is written to the folder for temporary files, and the exit code is 1.

use movetext_properties::{ALL, Mutator, seeds};
use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::time::{Duration, Instant};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| words.get(index).map(|word| word.parse::<u64>());
    let (Some(Ok(seconds)), None | Some(Ok(_))) = (number(0), number(1)) else {
        eprintln!("mutate SECONDS [SEED [PROPERTY...]]");
        return ExitCode::from(2);
    };
    let seed = number(1).and_then(Result::ok).unwrap_or(1);
    let wanted = words.get(2..).unwrap_or_default();
    let chosen: Vec<_> = ALL
        .iter()
        .filter(|(name, _)| wanted.is_empty() || wanted.iter().any(|other| other == name))
        .collect();
    let seeds: Vec<Vec<u8>> = seeds().into_iter().map(|(_, bytes)| bytes).collect();
    let mut mutator = Mutator::new(seed);
    let mut counts = vec![(0_u64, 0_u64); chosen.len()];
    let end = Instant::now() + Duration::from_secs(seconds);
    panic::set_hook(Box::new(|_| {}));
    while Instant::now() < end {
        let text = mutator.mutate(&seeds);
        for ((name, property), (tried, failed)) in chosen.iter().zip(&mut counts) {
            *tried += 1;
            let held = panic::catch_unwind(AssertUnwindSafe(|| property(&text)));
            let Err(payload) = held else { continue };
            *failed += 1;
            if *failed > 5 {
                continue;
            }
            let message = payload
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| payload.downcast_ref::<&str>().copied())
                .unwrap_or("a panic");
            let message: String = message.chars().take(2000).collect();
            let path = std::env::temp_dir().join(format!("movetext-{name}-{failed}"));
            let kept = std::fs::write(&path, &text);
            let place =
                kept.map_or_else(|error| error.to_string(), |()| path.display().to_string());
            println!("{name} does not hold: {place}\n{message}\n");
        }
    }
    for ((name, _), (tried, failed)) in chosen.iter().zip(&counts) {
        println!("{name}: {tried} texts, {failed} of them failed");
    }
    if counts.iter().any(|&(_, failed)| failed > 0) {
        ExitCode::from(1)
    } else {
        ExitCode::SUCCESS
    }
}
