//! Which games stand at another place among the others.

/// For each of these places, which are all different, whether it is out of order: all others form the longest
/// rising sequence there is. Takes 8 bytes for each.
pub(super) fn moved(places: &[u32]) -> Vec<bool> {
    const NONE: u32 = u32::MAX;
    // For each length the index of the smallest place that a rising sequence of this length ends with.
    let mut tails: Vec<u32> = Vec::new();
    let mut before = vec![NONE; places.len()];
    for (index, place) in places.iter().enumerate() {
        let len = tails.partition_point(|&tail| places[tail as usize] < *place);
        if let Some(last) = len.checked_sub(1) {
            before[index] = tails[last];
        }
        if len == tails.len() {
            tails.push(index as u32);
        } else {
            tails[len] = index as u32;
        }
    }
    let mut moved = vec![true; places.len()];
    let mut at = tails.last().copied();
    while let Some(index) = at {
        moved[index as usize] = false;
        at = Some(before[index as usize]).filter(|index| *index != NONE);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::moved;

    #[test]
    fn as_few_as_possible_are_out_of_order() {
        let cases: [(&[u32], &[u32]); 6] = [
            (&[], &[]),
            (&[0, 1, 2, 3], &[]),
            (&[3, 0, 1, 2], &[3]),
            (&[1, 2, 3, 0], &[0]),
            (&[0, 4, 1, 2, 3, 5], &[4]),
            (&[5, 0, 6, 1, 7, 2, 3], &[5, 6, 7]),
        ];
        for (places, expected) in cases {
            let moved = moved(places);
            let found: Vec<u32> = places
                .iter()
                .zip(moved)
                .filter_map(|(place, moved)| moved.then_some(*place))
                .collect();
            assert_eq!(found, expected, "{places:?}");
        }
    }
}
