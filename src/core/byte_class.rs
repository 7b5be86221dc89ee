//! Byte classes: how movetext is split into tokens.

/// The kind of token that a byte begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ByteClass {
    /// Not known: begins an unrecognized word.
    Other,
    /// A move or another word.
    Word,
    /// A move number, a result, or a move that begins with a digit.
    Digit,
    /// `.`: a dot of a move number.
    Dot,
    /// `%`: at the start of a line, an escaped line.
    Percent,
    // From here on: bytes that may directly follow a move.
    /// `!` or `?`: a suffix annotation.
    Suffix,
    /// `*`: a result.
    Star,
    // From here on: bytes that end a word.
    /// White space.
    Blank,
    /// `{`: a comment.
    Brace,
    /// `;`: a comment to the end of the line.
    Semicolon,
    /// `(`: a variation.
    Open,
    /// `)`: the end of a variation.
    Close,
    /// `$`: a NAG.
    Dollar,
    /// `[`: a tag pair.
    Bracket,
    /// `}` or `]`: an unmatched closing bracket.
    Closing,
    /// The variant's own punctuation ([`Variant::punctuation`](crate::Variant::punctuation)).
    Punctuation,
}

/// How a variant's movetext is split into tokens.
#[derive(Clone, Copy, Debug)]
pub struct ByteClasses {
    /// The class of each byte.
    pub classes: [ByteClass; 256],
    /// Whether `(` may begin the variant's own punctuation, such as `(=)`.
    pub open_punctuation: bool,
    /// Whether a move may look like a move number: digits, a dot, a digit.
    pub dotted_moves: bool,
    /// Whether an annotation such as `!` may precede its move.
    pub prefix_annotations: bool,
    /// Whether a termination marker or a number may follow a move without a blank.
    pub glued_words: bool,
    /// Whether a variation replaces the move that its number names rather than the previous one.
    pub variations_by_number: bool,
}

impl ByteClasses {
    /// The classes that all forms of PGN share. ASCII letters and bytes from 0x80 begin words.
    pub const PGN: ByteClasses = {
        let mut classes = [ByteClass::Other; 256];
        let mut byte = 0;
        while byte < 256 {
            classes[byte] = match byte as u8 {
                b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => ByteClass::Blank,
                b'0'..=b'9' => ByteClass::Digit,
                b'A'..=b'Z' | b'a'..=b'z' | 0x80.. => ByteClass::Word,
                b'.' => ByteClass::Dot,
                b'{' => ByteClass::Brace,
                b';' => ByteClass::Semicolon,
                b'%' => ByteClass::Percent,
                b'(' => ByteClass::Open,
                b')' => ByteClass::Close,
                b'$' => ByteClass::Dollar,
                b'!' | b'?' => ByteClass::Suffix,
                b'*' => ByteClass::Star,
                b'[' => ByteClass::Bracket,
                b'}' | b']' => ByteClass::Closing,
                _ => ByteClass::Other,
            };
            byte += 1;
        }
        ByteClasses {
            classes,
            open_punctuation: false,
            dotted_moves: false,
            prefix_annotations: false,
            glued_words: false,
            variations_by_number: false,
        }
    };

    /// The same classes with another class for some bytes.
    #[must_use]
    pub const fn with(mut self, bytes: &[u8], class: ByteClass) -> ByteClasses {
        let mut index = 0;
        while index < bytes.len() {
            self.classes[bytes[index] as usize] = class;
            index += 1;
        }
        self
    }

    /// The class of a byte.
    #[inline(always)]
    pub const fn class(&self, byte: u8) -> ByteClass {
        self.classes[byte as usize]
    }

    /// Whether a byte ends a word.
    #[inline(always)]
    pub const fn ends_word(&self, byte: u8) -> bool {
        self.class(byte) as u8 >= ByteClass::Blank as u8
    }

    /// Whether a byte may follow a move directly.
    #[inline(always)]
    pub const fn ends_move(&self, byte: u8) -> bool {
        self.class(byte) as u8 >= ByteClass::Suffix as u8
    }
}
