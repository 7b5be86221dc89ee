//! Mutations of seeds: the same for the same number to begin with.

/// What hostile and careless files hold.
const WORDS: &[&[u8]] = &[
    b"[Event \"?\"]\n",
    b"\n\n",
    b"\r\n",
    b"{",
    b"}",
    b"(",
    b")",
    b";",
    b"%",
    b"*",
    b"1-0",
    b"0-1",
    b"1/2-1/2",
    b"1. e4 e5 ",
    b"Nf3",
    b"O-O",
    b"e8=Q",
    b"$1",
    b"$255",
    b"!?",
    b"...",
    b"[FEN \"",
    b"\"]",
    b"\\\"",
    b"\xEF\xBB\xBF",
    b"\xFF\xFE",
    b"\xFE\xFF",
    b"\0",
    b"\x0B",
    b"\x80",
    b"[Variant \"",
    b"[Game \"Chinese Chess\"]\n",
    "炮二平五 ".as_bytes(),
    "马8进7 ".as_bytes(),
    b"C2.5 H8+7 ",
    b"H2-E2 ",
    b"[Variant \"C'escacs\"]\n",
    b"E7-E13, ",
    b"[PDTL \"",
    b"{\"",
    b"\":[",
    b"]}",
    b"<pgn>",
    b"</pgn>",
    b"<m>e4</m>",
    b"<![CDATA[",
    b"&lt;",
    b"\xB9\xFA",
    b"BZh9\x17\x72\x45\x38\x50\x90\0\0\0\0",
];

/// No source is longer.
const LONGEST: usize = 2048;

/// Makes mutations.
#[derive(Clone, Debug)]
pub struct Mutator(u64);

impl Mutator {
    /// Begins with this number.
    pub fn new(seed: u64) -> Mutator {
        Mutator(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 16
    }

    /// A number below this one; 0 if that is 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % (end.max(1) as u64)) as usize
    }

    /// A mutation of one of the seeds.
    pub fn mutate(&mut self, seeds: &[Vec<u8>]) -> Vec<u8> {
        let some = |mutator: &mut Mutator| -> Vec<u8> {
            let seed = &seeds[mutator.below(seeds.len())];
            let from = mutator.below(seed.len());
            let from = if mutator.below(2) == 0 { 0 } else { from };
            let len = 1 + mutator.below(LONGEST / 2);
            seed[from..seed.len().min(from + len)].to_vec()
        };
        let mut text = some(self);
        for _ in 0..1 + self.below(6) {
            let at = self.below(text.len() + 1);
            let end = (at + self.below(24)).min(text.len());
            match self.below(8) {
                0 | 1 => {
                    let word = WORDS[self.below(WORDS.len())];
                    text.splice(at..at, word.iter().copied());
                }
                2 => {
                    text.drain(at..end);
                }
                3 => {
                    let piece = text[at..end].to_vec();
                    text.splice(at..at, piece);
                }
                4 if at < text.len() => text[at] ^= 1 << self.below(8),
                5 if at < text.len() => text[at] = self.below(256) as u8,
                6 => {
                    let other = some(self);
                    text.splice(at..at, other);
                }
                _ => text.truncate(at),
            }
        }
        text.truncate(LONGEST);
        text
    }
}
