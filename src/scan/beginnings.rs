//! Beginnings of games that were played from the usual position: most games of a collection begin as others did.

/// Longer beginnings are not kept.
const LONGEST: usize = 32;
/// How many are kept. Each has one place, where it takes over from another one.
const PLACES: usize = 64;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Beginning {
    text: [u8; LONGEST],
    len: usize,
    /// The variant on whose board this was played.
    variant: usize,
    moves: u32,
}

/// What is known of beginnings.
#[derive(Debug, Default)]
pub(super) struct Beginnings(Vec<Option<Beginning>>);

impl Beginnings {
    /// Whether so many moves that this text begins with were playable.
    pub(super) fn knows(&self, variant: usize, moves: u32, text: &[u8]) -> bool {
        let Some(Some(known)) = place(text).and_then(|place| self.0.get(place)) else {
            return false;
        };
        known.variant == variant
            && known.moves >= moves
            && text.starts_with(&known.text[..known.len])
    }

    /// Keeps the first `len` bytes of a text with so many moves that were playable. The last of these bytes ends the
    /// last move.
    pub(super) fn add(&mut self, variant: usize, moves: u32, text: &[u8], len: usize) {
        let Some(place) = place(text).filter(|_| len <= LONGEST) else {
            return;
        };
        let mut beginning = Beginning {
            text: [0; LONGEST],
            len,
            variant,
            moves,
        };
        beginning.text[..len].copy_from_slice(&text[..len]);
        self.0.resize(PLACES, None);
        self.0[place] = Some(beginning);
    }
}

/// The place of a text, by the bytes that it begins with.
fn place(text: &[u8]) -> Option<usize> {
    let first = u64::from_le_bytes(*text.first_chunk()?);
    let mixed = first.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    Some((mixed >> (u64::BITS - PLACES.ilog2())) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_played_is_known() {
        let mut known = Beginnings::default();
        assert!(!known.knows(0, 2, b"1. e4 e5 2. Nf3"));
        known.add(0, 2, b"1. e4 e5 2. Nc3", 9);
        assert!(known.knows(0, 2, b"1. e4 e5 2. Nf3"));
        assert!(known.knows(0, 1, b"1. e4 e5 "));
        assert!(!known.knows(0, 3, b"1. e4 e5 2. Nf3"));
        assert!(!known.knows(1, 2, b"1. e4 e5 2. Nf3"));
        assert!(!known.knows(0, 2, b"1. e4 e5"));
        assert!(!known.knows(0, 2, b"1. e4 e5\n"));
        known.add(0, 1, b"e4 e5 Nf3", 3);
        assert!(known.knows(0, 1, b"e4 e5 Nf6"));
        // Too short and too long.
        known.add(0, 1, b"d4 d5", 3);
        assert!(!known.knows(0, 1, b"d4 d5"));
        known.add(0, 1, &[b'1'; LONGEST + 1], LONGEST + 1);
        assert!(!known.knows(0, 1, &[b'1'; LONGEST + 1]));
    }
}
