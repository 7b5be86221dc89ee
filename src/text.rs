//! Text as it stands in the source, decoded on demand.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use std::borrow::Cow;
use std::fmt;

/// A piece of a source: its bytes, and the encoding they are in.
///
/// The scanner works on bytes; only who looks at a text pays for decoding it.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    bytes: &'a [u8],
    encoding: &'static Encoding,
}

impl<'a> Text<'a> {
    /// Text in an encoding.
    pub fn new(bytes: &'a [u8], encoding: &'static Encoding) -> Text<'a> {
        Text { bytes, encoding }
    }

    /// Other bytes in the same encoding.
    pub(crate) fn with_bytes<'b>(&self, bytes: &'b [u8]) -> Text<'b> {
        Text::new(bytes, self.encoding)
    }

    /// The bytes as they stand (in UTF-8 where the source is in an encoding that is not a superset
    /// of ASCII byte by byte).
    pub fn as_bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The characters. Bytes that are not valid UTF-8 in a UTF-8 source are read as windows-1252.
    pub fn decode(&self) -> Cow<'a, str> {
        if self.encoding == UTF_8 {
            match std::str::from_utf8(self.bytes) {
                Ok(text) => Cow::Borrowed(text),
                Err(_) => WINDOWS_1252.decode_without_bom_handling(self.bytes).0,
            }
        } else {
            self.encoding.decode_without_bom_handling(self.bytes).0
        }
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.decode())
    }
}

impl fmt::Debug for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.decode())
    }
}
