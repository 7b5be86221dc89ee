//! Both lanes: what the grammar takes is read by the scanner in the same way.

use movetext::event::{Event, Recorder};
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
    let told = marked(&recorder.events);
    let agree = match told == recorder.events.len() {
        true => events == recorder.events,
        false => events.get(..told) == Some(&recorder.events[..told]),
    };
    assert!(
        errors || agree,
        "{}: {events:?}\n{:?}",
        V::INFO.id,
        recorder.events
    );
}

/// How many events come before the first game without a termination marker. In the grammar such a game goes
/// on: that numbers begin at 1 again, or names of tags stand a second time, is no business of a grammar.
fn marked(events: &[Event]) -> usize {
    let games = events.split_inclusive(|event| matches!(event, Event::EndGame { .. }));
    let is_marked = |game: &&[Event]| {
        let mut events = game.iter();
        events.any(|event| matches!(event, Event::Outcome { .. }))
    };
    games.take_while(is_marked).map(<[Event]>::len).sum()
}
