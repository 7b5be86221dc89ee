//! Reading: every byte accounted for, in bounds, in any order, on any number of threads.

#[path = "../common/mod.rs"]
mod common;

mod accounting;
mod bounds;
mod corpora;
mod generated;
mod levels;
mod order;
mod pair;
mod parallel;
mod turns;
mod variant_mismatch;
mod variant_sets;
