//! Every property holds of the corpus, and of what was found before.

use movetext_properties::{ALL, Mutator, property, seeds};

#[test]
fn properties_hold_of_the_corpus_and_of_what_was_found() {
    let seeds = seeds();
    assert!(seeds.len() > 16, "{} files", seeds.len());
    assert!(seeds.iter().any(|(path, _)| {
        path.parent()
            .is_some_and(|folder| folder.ends_with("regressions"))
    }));
    for (path, bytes) in &seeds {
        for (name, property) in ALL {
            println!("{name}: {}", path.display());
            property(bytes);
        }
    }
}

#[test]
fn mutations_depend_on_their_number_alone() {
    let seeds: Vec<Vec<u8>> = seeds().into_iter().map(|(_, bytes)| bytes).collect();
    let texts = |seed| -> Vec<Vec<u8>> {
        let mut mutator = Mutator::new(seed);
        (0..100).map(|_| mutator.mutate(&seeds)).collect()
    };
    assert_eq!(texts(1), texts(1));
    assert_ne!(texts(1), texts(2));
}

#[test]
fn targets_and_properties_are_the_same() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz/fuzz_targets");
    let mut targets = 0;
    for entry in std::fs::read_dir(folder).expect("the targets are there") {
        let path = entry.expect("a readable folder").path();
        let name = path
            .file_stem()
            .and_then(|name| name.to_str())
            .expect("UTF-8");
        assert!(property(name).is_some(), "{name}");
        let target = std::fs::read_to_string(&path).expect("UTF-8");
        assert!(target.contains(&format!("property(\"{name}\")")), "{name}");
        targets += 1;
    }
    assert_eq!(targets, ALL.len());
}
