//! Text as bytes of an encoding.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use std::io;

/// The bytes that a file of this encoding begins with.
pub(crate) fn mark(encoding: &'static Encoding) -> &'static [u8] {
    match encoding {
        e if e == UTF_16LE => b"\xFF\xFE",
        e if e == UTF_16BE => b"\xFE\xFF",
        _ => b"",
    }
}

/// Appends the text in the encoding.
///
/// # Errors
///
/// If the encoding lacks some character.
pub(crate) fn encode(text: &str, encoding: &'static Encoding, out: &mut Vec<u8>) -> io::Result<()> {
    movetext::io::encode(text, encoding, out)
        .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))
}
