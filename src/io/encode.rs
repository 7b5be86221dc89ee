//! Encoding text into bytes.

use encoding_rs::{EncoderResult, Encoding, UTF_16BE, UTF_16LE};
use std::fmt;

/// A character that an encoding cannot represent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unencodable {
    /// The character.
    pub character: char,
    /// The encoding.
    pub encoding: &'static Encoding,
}

impl fmt::Display for Unencodable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (c, name) = (self.character, self.encoding.name());
        write!(
            f,
            "{name} does not have the character {c:?} (U+{:04X})",
            u32::from(c)
        )
    }
}

impl std::error::Error for Unencodable {}

/// Appends a text in an encoding, without a byte order mark.
///
/// ```
/// use encoding_rs::{BIG5, UTF_16LE};
/// use movetext::io::encode;
///
/// let mut bytes = Vec::new();
/// encode("車", BIG5, &mut bytes)?;
/// encode("車", UTF_16LE, &mut bytes)?;
/// assert_eq!(bytes, b"\xA8\xAE\xCA\x8E");
/// let error = encode("车", BIG5, &mut bytes).unwrap_err();
/// assert_eq!(error.to_string(), "Big5 does not have the character '车' (U+8F66)");
/// # Ok::<(), movetext::io::Unencodable>(())
/// ```
///
/// # Errors
///
/// At the first character that the encoding cannot represent; the text before it is appended.
pub fn encode(
    text: &str,
    encoding: &'static Encoding,
    out: &mut Vec<u8>,
) -> Result<(), Unencodable> {
    // The encoding standard has no encoder for UTF-16.
    if encoding == UTF_16LE {
        out.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
        return Ok(());
    }
    if encoding == UTF_16BE {
        out.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
        return Ok(());
    }
    let mut encoder = encoding.new_encoder();
    let mut rest = text;
    loop {
        let room = encoder.max_buffer_length_from_utf8_without_replacement(rest.len());
        out.reserve(room.unwrap_or(rest.len()));
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(rest, out, true);
        rest = &rest[read..];
        match result {
            EncoderResult::InputEmpty => return Ok(()),
            EncoderResult::OutputFull => {}
            EncoderResult::Unmappable(character) => {
                return Err(Unencodable {
                    character,
                    encoding,
                });
            }
        }
    }
}
