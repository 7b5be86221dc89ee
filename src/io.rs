//! From bytes to text: decompression, encodings, and chunks that end between games.

mod chunk;

pub use chunk::{Chunk, Locator};
