//! Compressed sources.

#[cfg(feature = "compression")]
mod streams;

use std::collections::VecDeque;
use std::io::{self, Cursor, Read};
use std::sync::{Arc, Mutex, PoisonError};

/// How a source is compressed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Compression {
    /// Uncompressed.
    None,
    /// gzip, with one or more members.
    Gzip,
    /// Zstandard, with one or more frames.
    Zstd,
    /// bzip2, with one or more streams.
    Bzip2,
}

impl Compression {
    /// The number of bytes that [`detect`](Compression::detect) examines.
    pub const PREFIX: usize = 10;

    /// The compression, according to the first bytes of a source.
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

/// A reader of the decompressed data. A Zstandard source may request a window of up to `window` bytes
/// ([`Limits::window`](crate::Limits::window)).
///
/// # Errors
///
/// If this build does not support the compression.
#[cfg(feature = "compression")]
pub fn decoder<'r, R: Read + Send + 'r>(
    reader: R,
    compression: Compression,
    window: u64,
) -> io::Result<Box<dyn Read + Send + 'r>> {
    noting(reader, compression, window, Restarts::ignored())
}

#[cfg(feature = "compression")]
fn noting<'r, R: Read + Send + 'r>(
    reader: R,
    compression: Compression,
    window: u64,
    restarts: Restarts,
) -> io::Result<Box<dyn Read + Send + 'r>> {
    Ok(match compression {
        Compression::None => Box::new(reader),
        Compression::Gzip => Box::new(flate2::read::MultiGzDecoder::new(reader)),
        Compression::Bzip2 => Box::new(streams::Bzip2::new(reader, restarts)),
        Compression::Zstd => Box::new(streams::Zstd::new(reader, window, restarts)?),
    })
}

/// A reader of the decompressed data.
///
/// # Errors
///
/// If this build does not support the compression.
#[cfg(not(feature = "compression"))]
pub fn decoder<'r, R: Read + Send + 'r>(
    reader: R,
    compression: Compression,
    window: u64,
) -> io::Result<Box<dyn Read + Send + 'r>> {
    noting(reader, compression, window, Restarts::ignored())
}

#[cfg(not(feature = "compression"))]
fn noting<'r, R: Read + Send + 'r>(
    reader: R,
    compression: Compression,
    _: u64,
    _: Restarts,
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

/// Detects how a source is compressed, and decompresses it. The window is that of [`decoder`].
///
/// # Errors
///
/// If the first bytes cannot be read, or this build does not support the compression.
pub fn decompress<'r, R: Read + Send + 'r>(
    reader: R,
    window: u64,
) -> io::Result<(Compression, Box<dyn Read + Send + 'r>)> {
    decompress_noting(reader, window, Restarts::ignored())
}

/// [`decompress`], noting where it could be begun with: at the frames of Zstandard and the streams of bzip2, each of
/// which can be decompressed without what stands before it.
///
/// # Errors
///
/// As [`decompress`].
///
/// ```
/// use movetext::io::{Restart, Restarts, decompress_noting};
/// use std::io::Read;
///
/// let frames = [zstd::encode_all("1. e4 *\n\n".as_bytes(), 1)?, zstd::encode_all("1. d4 *\n".as_bytes(), 1)?];
/// let restarts = Restarts::default();
/// let source = frames.concat();
/// let (_, mut reader) = decompress_noting(source.as_slice(), 8 << 20, restarts.clone())?;
/// reader.read_to_end(&mut Vec::new())?;
/// let second = Restart { compressed: frames[0].len() as u64, text: 9 };
/// assert_eq!(restarts.before(12), second);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn decompress_noting<'r, R: Read + Send + 'r>(
    mut reader: R,
    window: u64,
    restarts: Restarts,
) -> io::Result<(Compression, Box<dyn Read + Send + 'r>)> {
    let mut prefix = Vec::with_capacity(Compression::PREFIX);
    (&mut reader)
        .take(Compression::PREFIX as u64)
        .read_to_end(&mut prefix)?;
    let compression = Compression::detect(&prefix);
    let whole = Cursor::new(prefix).chain(reader);
    Ok((compression, noting(whole, compression, window, restarts)?))
}

/// A place where decompression can be begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Restart {
    /// The offset into the compressed source.
    pub compressed: u64,
    /// The offset into the decompressed source of what begins there.
    pub text: u64,
}

/// So many places are noted however close they are; then only those that are so many bytes of text apart.
#[cfg(feature = "compression")]
const MANY: usize = 4096;
#[cfg(feature = "compression")]
const DISTANCE: u64 = 32 << 10;

/// The places where the decompression of a source can be begun, as far as it was read: see [`decompress_noting`]. Clones
/// share them.
#[derive(Clone, Debug)]
pub struct Restarts(Option<Arc<Mutex<VecDeque<Restart>>>>);

impl Default for Restarts {
    fn default() -> Restarts {
        Restarts(Some(Arc::default()))
    }
}

impl Restarts {
    /// They are not noted.
    fn ignored() -> Restarts {
        Restarts(None)
    }

    #[cfg(feature = "compression")]
    fn note(&self, compressed: u64, text: u64) {
        let Some(noted) = &self.0 else {
            return;
        };
        let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
        // Of several that give the same text, the last one is enough; of very many, those at some distance are.
        noted.pop_back_if(|last| last.text == text);
        let near = |last: &Restart| text - last.text < DISTANCE;
        if noted.len() >= MANY && noted.back().is_some_and(near) {
            return;
        }
        noted.push_back(Restart { compressed, text });
    }

    /// The last place at or before an offset into the decompressed source: the beginning of the source if none is known.
    /// Those before it are forgotten, so that offsets have to rise from call to call.
    pub fn before(&self, text: u64) -> Restart {
        let Some(noted) = &self.0 else {
            return Restart::default();
        };
        let mut noted = noted.lock().unwrap_or_else(PoisonError::into_inner);
        while noted.get(1).is_some_and(|next| next.text <= text) {
            noted.pop_front();
        }
        let first = noted.front().copied().filter(|first| first.text <= text);
        first.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(feature = "compression")]
    #[test]
    fn of_many_places_some_are_noted() {
        let restarts = Restarts::default();
        let at = |text: u64| Restart {
            compressed: 2 * text,
            text,
        };
        for text in 0..1_000_000 {
            restarts.note(2 * text, text);
        }
        assert_eq!(restarts.before(1000), at(1000));
        let last = restarts.before(999_999);
        assert!(last.text > 999_999 - DISTANCE && last == at(last.text));
        // What is past is forgotten.
        assert_eq!(restarts.before(1000), Restart::default());
    }

    #[test]
    fn magic_bytes_are_known() {
        let cases: &[(&[u8], Compression)] = &[
            (b"", Compression::None),
            (b"[Event", Compression::None),
            (b"\x1F\x8B\x08\0", Compression::Gzip),
            (b"\x1F\x8B", Compression::None),
            (b"\x28\xB5\x2F\xFD", Compression::Zstd),
            (b"\x50\x2A\x4D\x18\x04\0\0\0", Compression::Zstd),
            (b"\x5F\x2A\x4D\x18", Compression::Zstd),
            (b"\x60\x2A\x4D\x18", Compression::None),
            (b"BZh91AY&SY", Compression::Bzip2),
            (b"BZh1\x17\x72\x45\x38\x50\x90", Compression::Bzip2),
            (b"BZh9 was here", Compression::None),
        ];
        for &(prefix, expected) in cases {
            assert_eq!(
                Compression::detect(prefix),
                expected,
                "{}",
                prefix.escape_ascii()
            );
        }
    }

    #[cfg(feature = "compression")]
    mod built_in {
        use super::*;
        use std::io::Write;

        const A: &[u8] = b"[Event \"?\"]\n\n1. e4 *\n\n";
        const B: &[u8] = b"[Event \"!\"]\n\n1. d4 *\n";

        fn gzip(text: &[u8]) -> Vec<u8> {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), Default::default());
            encoder.write_all(text).expect("memory");
            encoder.finish().expect("memory")
        }

        fn zstd(text: &[u8]) -> Vec<u8> {
            zstd::encode_all(text, 3).expect("memory")
        }

        fn bzip2(text: &[u8]) -> Vec<u8> {
            let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), Default::default());
            encoder.write_all(text).expect("memory");
            encoder.finish().expect("memory")
        }

        fn read(source: &[u8]) -> (Compression, io::Result<Vec<u8>>, Vec<u8>) {
            let (compression, mut reader) = decompress(source, 8 << 20).expect("memory");
            let mut text = Vec::new();
            let result = reader.read_to_end(&mut text);
            (compression, result.map(|_| text.clone()), text)
        }

        #[test]
        fn all_parts_are_read() {
            let skippable = b"\x50\x2A\x4D\x18\x04\0\0\0abcd".to_vec();
            let cases = [
                (A.to_vec(), B.to_vec(), Compression::None),
                (gzip(A), gzip(B), Compression::Gzip),
                (zstd(A), zstd(B), Compression::Zstd),
                (bzip2(A), bzip2(B), Compression::Bzip2),
                (
                    [skippable.clone(), zstd(A), skippable].concat(),
                    zstd(B),
                    Compression::Zstd,
                ),
            ];
            for (first, second, expected) in cases {
                let (compression, text, _) = read(&[first, second].concat());
                assert_eq!(compression, expected);
                assert_eq!(text.expect("no error"), [A, B].concat(), "{expected:?}");
            }
        }

        #[test]
        fn broken_sources_give_what_they_have_and_an_error() {
            for (source, compression) in [
                (gzip(A), Compression::Gzip),
                (zstd(A), Compression::Zstd),
                (bzip2(A), Compression::Bzip2),
            ] {
                for end in [11, source.len() - 1] {
                    let (found, result, _) = read(&source[..end]);
                    assert_eq!(found, compression);
                    assert!(result.is_err(), "{compression:?} up to {end}");
                }
            }
            let mut whole_and_half = gzip(A);
            whole_and_half.extend_from_slice(&gzip(B)[..12]);
            let (_, result, text) = read(&whole_and_half);
            assert!(result.is_err());
            assert!(text.starts_with(A));
        }

        #[test]
        fn a_zstandard_frame_cannot_ask_for_any_memory() {
            // The magic number, no content size, a window of 2^31 bytes, an empty last block.
            let source = b"\x28\xB5\x2F\xFD\x00\xA8\x01\0\0";
            let (_, result, _) = read(source);
            assert!(result.is_err());
            // The same with 2^24 and 2^23.
            let source = b"\x28\xB5\x2F\xFD\x00\x70\x01\0\0";
            let (_, result, _) = read(source);
            let message = result.expect_err("beyond the limit").to_string();
            assert!(message.contains("window of more than 8 MiB"), "{message}");
            let source = b"\x28\xB5\x2F\xFD\x00\x68\x01\0\0";
            let (_, result, _) = read(source);
            assert_eq!(result.expect("within the limit"), b"");
        }

        #[test]
        fn empty_streams_cost_nothing() {
            for (empty, some, expected) in [
                (gzip(b""), gzip(A), Compression::Gzip),
                (zstd(b""), zstd(A), Compression::Zstd),
                (bzip2(b""), bzip2(A), Compression::Bzip2),
            ] {
                let empties = empty.repeat(20_000);
                let source = [&some[..], &empties, &some, &empties].concat();
                let (compression, text, _) = read(&source);
                assert_eq!(compression, expected);
                assert_eq!(text.expect("no error"), [A, A].concat(), "{expected:?}");
                let (_, text, _) = read(&empties);
                assert_eq!(text.expect("no error"), b"", "{expected:?}");
                // Anything but a stream is not skipped.
                let (_, result, _) = read(&[&empties[..], b"BZh9"].concat());
                assert!(
                    result.is_err() || expected == Compression::Gzip,
                    "{expected:?}"
                );
            }
        }
    }
}
