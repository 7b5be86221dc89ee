//! Compressed sources.

use std::io::{self, Cursor, Read};

/// How a source is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Compression {
    /// Not at all.
    None,
    /// gzip, of one member or many.
    Gzip,
    /// Zstandard, of one frame or many.
    Zstd,
    /// bzip2, of one stream or many.
    Bzip2,
}

/// The largest window that a Zstandard frame may ask for, as its logarithm: 128 MiB, as much as
/// the command `zstd` grants.
#[cfg(feature = "compression")]
const ZSTD_WINDOW_LOG: u32 = 27;

impl Compression {
    /// How many bytes [`detect`](Compression::detect) looks at.
    pub const PREFIX: usize = 10;

    /// What the first bytes of a source say.
    pub fn detect(prefix: &[u8]) -> Compression {
        match prefix {
            [0x1F, 0x8B, 0x08, ..] => Compression::Gzip,
            [0x28, 0xB5, 0x2F, 0xFD, ..] => Compression::Zstd,
            // A skippable frame, as pzstd writes first.
            [0x50..=0x5F, 0x2A, 0x4D, 0x18, ..] => Compression::Zstd,
            // The level, then the number pi for a block or the square root of it for no block.
            [b'B', b'Z', b'h', b'1'..=b'9', rest @ ..]
                if rest.starts_with(b"1AY&SY") || rest.starts_with(b"\x17\x72\x45\x38\x50\x90") =>
            {
                Compression::Bzip2
            }
            _ => Compression::None,
        }
    }

    /// `none`, `gzip`, `zstd` or `bzip2`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Compression::None => "none",
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::Bzip2 => "bzip2",
        }
    }
}

/// A reader of what was compressed.
///
/// # Errors
///
/// If this build cannot undo the compression.
#[cfg(feature = "compression")]
pub fn decoder<'r, R: Read + Send + 'r>(
    reader: R,
    compression: Compression,
) -> io::Result<Box<dyn Read + Send + 'r>> {
    Ok(match compression {
        Compression::None => Box::new(reader),
        Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(reader)),
        Compression::Bzip2 => Box::new(bzip2::read::MultiBzDecoder::new(reader)),
        Compression::Zstd => {
            let mut decoder = zstd::stream::read::Decoder::new(reader)?;
            decoder.window_log_max(ZSTD_WINDOW_LOG)?;
            Box::new(decoder)
        }
    })
}

/// A reader of what was compressed.
///
/// # Errors
///
/// If this build cannot undo the compression.
#[cfg(not(feature = "compression"))]
pub fn decoder<'r, R: Read + Send + 'r>(
    reader: R,
    compression: Compression,
) -> io::Result<Box<dyn Read + Send + 'r>> {
    match compression {
        Compression::None => Ok(Box::new(reader)),
        _ => Err(io::Error::new(
            io::ErrorKind::Unsupported,
            format!(
                "the source is compressed ({}), and this build reads no compressed sources",
                compression.as_str()
            ),
        )),
    }
}

/// Finds out how a source is compressed, and undoes it.
///
/// # Errors
///
/// If the first bytes cannot be read, or this build cannot undo the compression.
pub fn decompress<'r, R: Read + Send + 'r>(
    mut reader: R,
) -> io::Result<(Compression, Box<dyn Read + Send + 'r>)> {
    let mut prefix = Vec::with_capacity(Compression::PREFIX);
    (&mut reader)
        .take(Compression::PREFIX as u64)
        .read_to_end(&mut prefix)?;
    let compression = Compression::detect(&prefix);
    let whole = Cursor::new(prefix).chain(reader);
    Ok((compression, decoder(whole, compression)?))
}
