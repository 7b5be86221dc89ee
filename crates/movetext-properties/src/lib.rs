//! What must hold of any bytes whatever.
//!
//! Each [`Property`] takes some bytes and panics if it does not hold of them. The targets in `fuzz/` call
//! these functions with what libFuzzer makes up; the program `mutate` calls them with mutations of the
//! corpus, on the stable toolchain; the tests call them with the corpus and with what was found before
//! (`corpus/regressions/`).

mod database;
mod editing;
mod fixing;
mod lanes;
mod mutation;
mod reading;
mod seeds;
mod writing;

pub use mutation::Mutator;
pub use seeds::seeds;

/// Something that must hold of any bytes: it panics if it does not.
pub type Property = fn(&[u8]);

/// All properties by their names.
pub const ALL: &[(&str, Property)] = &[
    ("reader", reading::accounts_for_every_byte),
    ("parallel", reading::threads_make_no_difference),
    ("detection", reading::pieces_make_no_difference),
    ("documents", reading::documents_are_bounded),
    ("lanes", lanes::both_agree),
    ("fix", fixing::changes_nothing_else),
    ("writers", writing::come_back),
    ("positions", writing::positions_come_back),
    ("editor", editing::changes_what_it_says),
    ("database", database::notices_damage),
];

/// The property of this name.
pub fn property(name: &str) -> Option<Property> {
    ALL.iter()
        .find(|(other, _)| *other == name)
        .map(|&(_, property)| property)
}
