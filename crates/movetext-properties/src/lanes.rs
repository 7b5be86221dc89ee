//! Both lanes: what the grammar takes is read by the scanner in the same way.

use movetext::event::Recorder;
use movetext::grammar::{self, Grammar};
use movetext::io::Chunk;
use movetext::registry::VariantSet;
use movetext::scan::{ScanOptions, Scanner};
use movetext::variants::{Cescacs, Chess, Standard, Xiangqi};
use movetext::{Limits, Severity};

/// What the grammar of a variant takes gives the same events in both lanes.
pub fn both_agree(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    agree::<Chess>(text);
    agree::<Xiangqi>(text);
    agree::<Cescacs>(text);
}

fn agree<V: Grammar>(text: &str) {
    let Ok(events) = grammar::events::<V>(text, &Limits::default()) else {
        return;
    };
    let options = ScanOptions {
        variant: Standard::find(V::INFO.id),
        ..ScanOptions::default()
    };
    let (mut recorder, mut found) = (Recorder::default(), Vec::new());
    let chunk = Chunk::from(text.as_bytes());
    Scanner::<Standard>::new(options).scan(&chunk, &mut recorder, &mut found);
    // Where the scanner finds an error, it knows better than the grammar: moves that cannot be played.
    let errors = found
        .iter()
        .any(|found| found.code.severity == Severity::Error);
    assert!(
        errors || events == recorder.events,
        "{}: {events:?}\n{:?}",
        V::INFO.id,
        recorder.events
    );
}
