//! Lists side by side.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// What of two lists has no counterpart in the other, in its order.
pub(super) fn unmatched<T: Clone, K: std::hash::Hash + Eq>(
    a: &[T],
    b: &[T],
    key: impl Fn(&T) -> K,
) -> (Vec<T>, Vec<T>) {
    let mut counts: HashMap<K, usize> = HashMap::new();
    for item in b {
        *counts.entry(key(item)).or_default() += 1;
    }
    let mut matched: HashMap<K, usize> = HashMap::new();
    let mut ours = Vec::new();
    for item in a {
        match counts.entry(key(item)) {
            Entry::Occupied(mut count) if *count.get() > 0 => {
                *count.get_mut() -= 1;
                *matched.entry(key(item)).or_default() += 1;
            }
            _ => ours.push(item.clone()),
        }
    }
    let mut theirs = Vec::new();
    for item in b {
        match matched.entry(key(item)) {
            Entry::Occupied(mut count) if *count.get() > 0 => *count.get_mut() -= 1,
            _ => theirs.push(item.clone()),
        }
    }
    (ours, theirs)
}

/// Two lists side by side.
pub(super) fn both<'l, T>(
    a: &'l [T],
    b: &'l [T],
) -> impl Iterator<Item = (Option<&'l T>, Option<&'l T>)> {
    (0..a.len().max(b.len())).map(|index| (a.get(index), b.get(index)))
}
