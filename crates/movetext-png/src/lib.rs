//! Boards as PNG: what [`movetext::draw`](https://docs.rs/movetext/latest/movetext/draw/) draws as SVG, in pixels.
//!
//! It stands apart from movetext since it takes a renderer, [resvg](https://docs.rs/resvg), which most users of
//! movetext need not compile. The same SVG gives the same bytes, on every machine: no fonts and no files of the system are
//! used.
//!
//! ```
//! let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'><path d='M0 0h16v16z'/></svg>";
//! let png = movetext_png::render(svg)?;
//! assert!(png.starts_with(b"\x89PNG"));
//! # Ok::<(), movetext_png::Error>(())
//! ```

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::fmt;

/// The largest number of pixels of a picture: 256 MiB of memory.
const MOST_PIXELS: u64 = 1 << 26;

/// Why there is no picture.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The text is not SVG: what is wrong with it.
    Svg(String),
    /// The picture is larger than 67,108,864 pixels: its width and height.
    Size(u32, u32),
    /// The pixels could not be written as PNG: why.
    Png(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Svg(reason) => write!(f, "not SVG: {reason}"),
            Error::Size(width, height) => write!(f, "{width} × {height} pixels are too many"),
            Error::Png(reason) => write!(f, "cannot write PNG: {reason}"),
        }
    }
}

impl std::error::Error for Error {}

/// The picture as PNG, in the size in pixels that the SVG has.
///
/// # Errors
///
/// If the text is not SVG, or the picture has more than 67,108,864 pixels.
pub fn render(svg: &str) -> Result<Vec<u8>, Error> {
    let tree = Tree::from_str(svg, &Options::default());
    let tree = tree.map_err(|error| Error::Svg(error.to_string()))?;
    let size = tree.size().to_int_size();
    let (width, height) = (size.width(), size.height());
    let too_large = || Error::Size(width, height);
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(too_large());
    }
    let mut pixels = Pixmap::new(width, height).ok_or_else(too_large)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels
        .encode_png()
        .map_err(|error| Error::Png(error.to_string()))
}
