//! A set of variants of one's own.

use movetext::diagnostic::Diagnostic;
use movetext::io::Chunk;
use movetext::scan::{ScanOptions, Scanner};
use movetext::variants::{Cescacs, Chess, Xiangqi};

/// Reads with the set `S`; returns games by variant and the codes of the findings.
fn read<S: movetext::registry::VariantSet>(text: &str) -> (Vec<u64>, Vec<&'static str>) {
    let mut findings: Vec<Diagnostic> = Vec::new();
    let stats = Scanner::<S>::new(ScanOptions::default()).scan(
        &Chunk::from(text.as_bytes()),
        &mut (),
        &mut findings,
    );
    (stats.variants, findings.iter().map(|d| d.code.id).collect())
}

const MIXED: &str = "[Variant \"C'escacs\"]\n\n1. H6-H12, I23-I19:\n*\n\n\
                     [Game \"Chinese Chess\"]\n\n1. 炮二平五 马8进7 *\n\n\
                     [Event \"?\"]\n\n1. e4 e5 *\n";

#[test]
fn the_order_of_a_set_is_the_users() {
    assert_eq!(
        read::<(Xiangqi, Cescacs, Chess)>(MIXED),
        (vec![1, 1, 1], vec![])
    );
    assert_eq!(
        read::<(Cescacs, Chess, Xiangqi)>(MIXED),
        (vec![1, 1, 1], vec![])
    );
}

#[test]
fn what_a_set_does_not_hold_is_unknown_and_kept_as_text() {
    let (games, codes) = read::<(Chess,)>(MIXED);
    assert_eq!(games, [3]);
    assert!(codes.contains(&"unknown-variant"), "{codes:?}");
    assert!(codes.contains(&"unknown-token"), "{codes:?}");
}
