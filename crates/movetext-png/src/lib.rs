//! Boards as PNG.
