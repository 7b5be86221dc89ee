//! Numbers in as few bits as they need, the lowest bit of a byte first.

/// Numbers are of so many bits at most.
pub(crate) const WIDEST: u32 = 56;

/// Writes numbers.
#[derive(Default)]
pub(crate) struct Writer {
    bytes: Vec<u8>,
    /// Bits that do not make a byte yet.
    rest: u64,
    filled: u32,
}

impl Writer {
    /// Writes the lowest bits of a number: [`WIDEST`] at most.
    pub(crate) fn bits(&mut self, number: u64, count: u32) {
        self.rest |= number << self.filled;
        self.filled += count;
        while self.filled >= 8 {
            self.bytes.push(self.rest as u8);
            self.rest >>= 8;
            self.filled -= 8;
        }
    }

    /// Writes so many zeros, and a one.
    fn unary(&mut self, mut zeros: u64) {
        while zeros >= 32 {
            self.bits(0, 32);
            zeros -= 32;
        }
        self.bits(1 << zeros, zeros as u32 + 1);
    }

    /// Writes a number from 1 on: how many bits follow its highest, in unary, then these.
    pub(crate) fn gamma(&mut self, number: u64) {
        let count = number.ilog2();
        self.unary(count.into());
        self.bits(number & ((1 << count) - 1), count);
    }

    /// Writes a number: what is above its lowest bits in unary, then these.
    pub(crate) fn rice(&mut self, number: u64, low: u32) {
        self.unary(number >> low);
        self.bits(number & ((1 << low) - 1), low);
    }

    /// The bytes, the last one filled up with zeros.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        if self.filled > 0 {
            self.bytes.push(self.rest as u8);
        }
        self.bytes
    }
}

/// How many bits a number from 1 on takes.
pub(crate) fn gamma_len(number: u64) -> u64 {
    2 * u64::from(number.ilog2()) + 1
}

/// How many bits a number takes.
pub(crate) fn rice_len(number: u64, low: u32) -> u64 {
    (number >> low) + 1 + u64::from(low)
}

/// Reads what a [`Writer`] wrote. Where bytes end, there is nothing more.
pub(crate) struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl<'b> Reader<'b> {
    pub(crate) fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader { bytes, at: 0 }
    }

    /// At least [`WIDEST`] of the bits that follow; zeros behind the end.
    #[inline]
    fn peek(&self) -> u64 {
        let rest = self.bytes.get(self.at >> 3..).unwrap_or_default();
        let word = match rest.first_chunk::<8>() {
            Some(word) => u64::from_le_bytes(*word),
            None => {
                let mut word = [0; 8];
                word[..rest.len()].copy_from_slice(rest);
                u64::from_le_bytes(word)
            }
        };
        word >> (self.at & 7)
    }

    #[inline]
    fn skip(&mut self, count: u32) -> Option<()> {
        self.at += count as usize;
        (self.at <= self.bytes.len() * 8).then_some(())
    }

    /// Reads a number of so many bits: [`WIDEST`] at most.
    #[inline]
    pub(crate) fn bits(&mut self, count: u32) -> Option<u64> {
        let number = self.peek() & ((1 << count) - 1);
        self.skip(count)?;
        Some(number)
    }

    #[inline]
    fn unary(&mut self) -> Option<u64> {
        let mut zeros = 0;
        loop {
            let found = self.peek().trailing_zeros();
            if found < WIDEST {
                self.skip(found + 1)?;
                return Some(zeros + u64::from(found));
            }
            self.skip(WIDEST)?;
            zeros += u64::from(WIDEST);
        }
    }

    /// Reads what [`Writer::gamma`] wrote.
    #[inline]
    pub(crate) fn gamma(&mut self) -> Option<u64> {
        let count = u32::try_from(self.unary()?).ok()?;
        if count > WIDEST {
            return None;
        }
        Some(1 << count | self.bits(count)?)
    }

    /// Reads what [`Writer::rice`] wrote.
    #[inline]
    pub(crate) fn rice(&mut self, low: u32) -> Option<u64> {
        let high = self.unary()?;
        let number = high.checked_mul(1 << low)?;
        Some(number | self.bits(low)?)
    }
}
