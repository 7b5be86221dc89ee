//! Text as bytes of an encoding.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};
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
/// If the encoding has no bytes for some character.
pub(crate) fn encode(text: &str, encoding: &'static Encoding, out: &mut Vec<u8>) -> io::Result<()> {
    if encoding == UTF_8 || text.is_ascii() && encoding.is_ascii_compatible() {
        out.extend_from_slice(text.as_bytes());
        return Ok(());
    }
    // encoding_rs decodes UTF-16 but does not write it.
    if encoding == UTF_16LE {
        out.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        return Ok(());
    }
    if encoding == UTF_16BE {
        out.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
        return Ok(());
    }
    let (bytes, _, unmappable) = encoding.encode(text);
    if unmappable {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            format!(
                "{} does not have all characters of the games",
                encoding.name()
            ),
        ));
    }
    out.extend_from_slice(&bytes);
    Ok(())
}
