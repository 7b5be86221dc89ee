//! Which keys stand in which games: sorted, in blocks of a few KiB.
//!
//! `docs/DATABASE.md` has the format.

use super::bits::{self, Reader, Writer};
use super::key::BITS;
use crate::line::{read_number, write_number};

/// The highest bits of a key, and the id of a game.
pub(crate) type Posting = (u64, i64);

/// No block has more bytes: four make a page of the database.
const LARGEST: usize = 4040;

/// Of one key, so many games at most are together.
const GROUP: usize = 512;

/// A block of postings, and its first posting.
pub(crate) struct Packed {
    pub(crate) first: Posting,
    pub(crate) data: Vec<u8>,
}

/// The lowest bits of the steps between games that are written as they are: as many as these take if they are spread
/// evenly.
#[inline]
fn low_bits(width: u32, games: u64) -> u32 {
    width.saturating_sub(games.ilog2() + 1)
}

/// Makes blocks of postings that come in their order.
pub(crate) struct Packer {
    /// The lowest game there may be, and the bits of what games are above that.
    base: i64,
    width: u32,
    /// The lowest bits of the steps between keys.
    low: u32,
    /// The key that is not written yet, with its games.
    key: u64,
    games: Vec<i64>,
    block: Option<Open>,
}

/// A block that is not complete.
struct Open {
    first: Posting,
    last_key: u64,
    groups: u64,
    bits: u64,
    writer: Writer,
}

impl Packer {
    /// About so many postings, of games from one id to another.
    pub(crate) fn new(postings: u64, (lowest, highest): (i64, i64)) -> Packer {
        let span = highest.saturating_sub(lowest).max(0).unsigned_abs();
        Packer {
            base: lowest,
            width: u64::BITS - span.leading_zeros(),
            low: BITS - postings.max(1).ilog2().min(BITS),
            key: 0,
            games: Vec::with_capacity(GROUP),
            block: None,
        }
    }

    /// Adds a posting that is above those before. Gives a block when one is complete.
    #[inline]
    pub(crate) fn push(&mut self, (key, game): Posting) -> Option<Packed> {
        let mut complete = None;
        if key != self.key || self.games.len() == GROUP {
            complete = self.end_group();
        }
        self.key = key;
        self.games.push(game);
        complete
    }

    /// The last block.
    pub(crate) fn finish(mut self) -> impl Iterator<Item = Packed> {
        let complete = self.end_group();
        complete.into_iter().chain(self.end_block())
    }

    fn end_group(&mut self) -> Option<Packed> {
        let mut games = std::mem::take(&mut self.games);
        let complete = self.add_group(&games);
        games.clear();
        self.games = games;
        complete
    }

    fn add_group(&mut self, games: &[i64]) -> Option<Packed> {
        let (&first, rest) = games.split_first()?;
        let base = self.base;
        let above = |game: i64| (game - base).unsigned_abs();
        let count = games.len() as u64;
        let low = low_bits(self.width, count);
        let steps = || {
            let pairs = rest.iter().zip(games);
            pairs.map(|(game, before)| above(*game) - above(*before) - 1)
        };
        let len: u64 = bits::gamma_len(count)
            + u64::from(self.width)
            + steps().map(|step| bits::rice_len(step, low)).sum::<u64>();
        let fits = |block: &Open| {
            let step = bits::rice_len(self.key - block.last_key, self.low);
            block.bits + step + len <= LARGEST as u64 * 8
        };
        let complete = if self.block.as_ref().is_some_and(|block| !fits(block)) {
            self.end_block()
        } else {
            None
        };
        let block = self.block.get_or_insert_with(|| Open {
            first: (self.key, first),
            last_key: self.key,
            groups: 0,
            // What stands before the groups.
            bits: 20 * 8,
            writer: Writer::default(),
        });
        let step = self.key - block.last_key;
        block.bits += bits::rice_len(step, self.low) + len;
        block.writer.rice(step, self.low);
        block.writer.gamma(count);
        block.writer.bits(above(first), self.width);
        let mut before = first;
        for game in rest {
            block.writer.rice((game - before).unsigned_abs() - 1, low);
            before = *game;
        }
        block.last_key = self.key;
        block.groups += 1;
        complete
    }

    fn end_block(&mut self) -> Option<Packed> {
        let block = self.block.take()?;
        let mut data = Vec::with_capacity(LARGEST);
        write_number(self.base.unsigned_abs(), &mut data);
        data.extend([self.width as u8, self.low as u8]);
        write_number(block.groups, &mut data);
        data.extend(block.writer.finish());
        // Keys are spread evenly, so the next block has about the same steps.
        let mean = (block.last_key - block.first.0) / block.groups;
        self.low = mean.max(1).ilog2();
        Some(Packed {
            first: block.first,
            data,
        })
    }
}

/// Reads a block, and adds its postings.
///
/// # Errors
///
/// If it is none. Then some postings may have been added.
pub(crate) fn unpack(
    data: &[u8],
    first_key: u64,
    out: &mut Vec<Posting>,
) -> Result<(), &'static str> {
    groups(data, first_key, |key, game| {
        out.push((key, game));
        true
    })
}

/// Reads a block, posting by posting, as long as more are wanted.
#[inline]
pub(crate) fn groups(
    data: &[u8],
    first_key: u64,
    see: impl FnMut(u64, i64) -> bool,
) -> Result<(), &'static str> {
    read(data, first_key, see).ok_or("a block of postings cannot be read")
}

#[inline]
fn read(mut data: &[u8], first_key: u64, mut see: impl FnMut(u64, i64) -> bool) -> Option<()> {
    let base = i64::try_from(read_number(&mut data)?).ok()?;
    let [width, low] = crate::line::take(&mut data)?;
    let (width, low) = (u32::from(width), u32::from(low));
    if width > bits::WIDEST || low > BITS {
        return None;
    }
    let count = read_number(&mut data)?;
    let mut reader = Reader::new(data);
    let mut key = first_key;
    let mut last = None;
    for _ in 0..count {
        key = key.checked_add(reader.rice(low)?)?;
        if key >> BITS != 0 {
            return None;
        }
        let games = reader.gamma()?;
        if games > GROUP as u64 {
            return None;
        }
        let mut game = base.checked_add_unsigned(reader.bits(width)?)?;
        // More of the same key.
        if last.is_some_and(|last| last >= (key, game)) {
            return None;
        }
        if !see(key, game) {
            return Some(());
        }
        if games > 1 {
            let low = low_bits(width, games);
            for _ in 1..games {
                let step = reader.rice(low)?.checked_add(1)?;
                game = game.checked_add_unsigned(step)?;
                if !see(key, game) {
                    return Some(());
                }
            }
        }
        last = Some((key, game));
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that look random, the same in every run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0 % limit
        }
    }

    fn pack(postings: &[Posting], span: (i64, i64)) -> Vec<Packed> {
        let mut packer = Packer::new(postings.len() as u64, span);
        let pushed: Vec<Packed> = postings
            .iter()
            .filter_map(|posting| packer.push(*posting))
            .collect();
        pushed.into_iter().chain(packer.finish()).collect()
    }

    fn postings(numbers: &mut Numbers, count: u64) -> (Vec<Posting>, (i64, i64)) {
        let keys = 1 << numbers.below(u64::from(BITS) + 1);
        let games = 1 << numbers.below(40);
        let base = 1 + numbers.below(1 << 40).cast_signed();
        let mut postings: Vec<Posting> = (0..count)
            .map(|_| {
                // Some keys are in many games.
                let key = match numbers.below(3) {
                    0 => keys / 2,
                    _ => numbers.below(keys),
                };
                (key, base + numbers.below(games).cast_signed())
            })
            .collect();
        postings.sort_unstable();
        postings.dedup();
        (postings, (base, base + games as i64 - 1))
    }

    #[test]
    fn blocks_give_back_what_was_packed() {
        let mut numbers = Numbers(0x6d6f_7665);
        for round in 0..400 {
            let (postings, span) = postings(&mut numbers, 1 + round * 37 % 9000);
            let blocks = pack(&postings, span);
            let mut read = Vec::new();
            for block in &blocks {
                let begin = read.len();
                unpack(&block.data, block.first.0, &mut read).expect("a block");
                assert_eq!(read.get(begin), Some(&block.first));
                assert!(block.data.len() <= LARGEST, "{}", block.data.len());
            }
            assert!(read == postings, "round {round}");
        }
    }

    /// What is damaged is refused or gives other postings; it never takes longer than its bytes allow.
    #[test]
    fn damaged_blocks_do_no_harm() {
        let mut numbers = Numbers(0x7465_7874);
        for _ in 0..300 {
            let (postings, span) = postings(&mut numbers, 1000);
            for mut block in pack(&postings, span) {
                for _ in 0..1 + numbers.below(4) {
                    let at = numbers.below(block.data.len() as u64) as usize;
                    block.data[at] ^= 1 << numbers.below(8);
                }
                block
                    .data
                    .truncate(1 + numbers.below(block.data.len() as u64) as usize);
                let mut read = Vec::new();
                let _ = unpack(&block.data, block.first.0, &mut read);
                assert!(read.len() <= 8 * block.data.len());
                assert!(read.is_sorted());
            }
        }
        for data in [
            &[][..],
            &[0],
            &[0xFF; 40],
            &[1, 57, 3, 4, 5],
            &[0, 0, 0, 0xFF, 0xFF, 3],
        ] {
            let _ = unpack(data, 0, &mut Vec::new());
            let _ = unpack(data, u64::MAX, &mut Vec::new());
        }
    }

    /// Positions of games are mostly in one game each.
    #[test]
    fn lone_postings_take_few_bytes() {
        let mut numbers = Numbers(0x6e75_6d62);
        let mut postings: Vec<Posting> = (0..1 << 18)
            .map(|_| {
                (
                    numbers.below(1 << BITS),
                    numbers.below(1 << 12).cast_signed() + 1,
                )
            })
            .collect();
        postings.sort_unstable();
        let blocks = pack(&postings, (1, 1 << 12));
        let bytes: usize = blocks.iter().map(|block| block.data.len()).sum();
        // 22 bits and a half for the step to the next key, 1 for the count, 12 for the game.
        assert!(bytes as f64 / (postings.len() as f64) < 4.7, "{bytes}");
    }
}
