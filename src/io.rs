//! From bytes to text: decompression, encodings, and chunks that end between games.
//!
//! A source passes three stages: [`decompress`] decompresses gzip, Zstandard and bzip2; [`EncodingDecision`]
//! says which encoding its text is in; [`Chunks`] cuts the text where games begin, so that each [`Chunk`] can
//! be scanned independently.

mod chunk;
mod chunks;
mod compression;
mod declaration;
mod encode;
mod encoding;
mod split;
mod transcode;
mod two_bytes;

pub(crate) use split::{
    MARK, begins_with_tag_pair, ends_comment_in, has_tag_pair, is_after_blank_line, trim_start,
};

pub use chunk::{Chunk, Locator};
pub use chunks::{Checkpoint, ChunkOptions, Chunks};
pub use compression::{Compression, Restart, Restarts, decoder, decompress, decompress_noting};
pub use declaration::Contradicted;
pub use encode::{Unencodable, encode};
pub(crate) use encoding::utf16_by_characters;
pub use encoding::{
    EncodingDecision, How, WINDOW, decide, encoding_for_label, is_raw, looks_binary,
};
