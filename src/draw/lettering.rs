//! Letters and digits as paths.

use super::glyphs::GLYPHS;
use super::layout::Point;
use super::svg::number;
use std::fmt::Write;

/// The height of capital letters and digits in a font of 100.
const CAPITALS: f32 = 73.0;

/// How wide a text is in a font of this size. Characters without an outline have no width.
pub(super) fn width(text: &str, size: f32) -> f32 {
    text.chars()
        .filter_map(find)
        .map(|(width, _)| width * size / 100.0)
        .sum()
}

/// Appends a text around a middle, in a font of this size.
pub(super) fn write(text: &str, (x, y): Point, size: f32, out: &mut String) {
    let scale = size / 100.0;
    let mut at = x - width(text, size) / 2.0;
    let line = y + CAPITALS * scale / 2.0;
    for (width, path) in text.chars().filter_map(find) {
        let _ = write!(
            out,
            "<path transform=\"translate({} {}) scale({})\" d=\"{path}\"/>",
            number(at),
            number(line),
            number(scale)
        );
        at += width * scale;
    }
}

/// The width and the outline of a character.
fn find(character: char) -> Option<(f32, &'static str)> {
    let (_, width, path) = GLYPHS.iter().find(|(known, ..)| *known == character)?;
    Some((*width, path))
}
