//! Diagrams as SVG.

use super::layout::{CELL, Layout, Point, half};
use super::palette::{Palette, mark};
use super::{Diagram, Style, labels, symbols};
use crate::core::board::Cells;
use crate::variant::picture::{Line, Shade};
use std::fmt::Write;

/// The widths in pixels that a picture may have.
const WIDTHS: std::ops::RangeInclusive<u32> = 16..=16_384;

impl Diagram {
    /// The picture as SVG: one element, without a declaration, so that it can stand in a page.
    ///
    /// All letters and characters are paths, so it looks the same everywhere. What is in it are shapes and the
    /// symbols of the pieces that are on the board; nothing is loaded and nothing is run. For people who do not
    /// see it, it has the role `img`, the [title](Self::title) and the [description](Self::description).
    pub fn svg(&self, style: &Style) -> String {
        let layout = Layout::new(self, style);
        let palette = style.theme.palette();
        let pixels = style.width.clamp(*WIDTHS.start(), *WIDTHS.end());
        let height = (pixels as f32 * layout.height / layout.width)
            .round()
            .max(1.0);
        let (title, description) = (escape(self.title()), escape(&self.description()));
        let id = format!("movetext-{:016x}", hash(&[&title, &description]));
        let (wide, high) = (number(layout.width), number(layout.height));
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{height}\" \
             viewBox=\"0 0 {wide} {high}\" role=\"img\" \
             aria-labelledby=\"{id}-title {id}-description\">\n\
             <title id=\"{id}-title\">{title}</title>\n\
             <desc id=\"{id}-description\">{description}</desc>\n"
        );
        out += "<defs>\n";
        symbols::used(self, &mut out);
        out += "</defs>\n";
        let _ = writeln!(
            out,
            "<rect width=\"{wide}\" height=\"{high}\" rx=\"12\" fill=\"{}\"/>",
            palette.page
        );
        self.write_board(&layout, palette, style, &mut out);
        self.write_marks(&layout, palette, &mut out);
        if style.coordinates {
            let _ = write!(out, "<g fill=\"{}\">", palette.label);
            labels::write(self, &layout, style, &mut out);
            out += "</g>\n";
        }
        self.write_pieces(&layout, &mut out);
        self.write_arrows(&layout, &mut out);
        out += "</svg>\n";
        out
    }

    fn write_board(&self, layout: &Layout, palette: &Palette, style: &Style, out: &mut String) {
        if self.shape == Cells::Points {
            self.write_points(layout, palette, out);
        } else {
            self.write_cells(layout, palette, out);
        }
        let lines = self.lines();
        if !lines.is_empty() {
            let mut path = String::new();
            for [from, to] in lines {
                let ((x, y), (to_x, to_y)) = (layout.place(from), layout.place(to));
                let _ = write!(path, "M{} {}", number(x), number(y));
                let _ = write!(path, "L{} {}", number(to_x), number(to_y));
            }
            let _ = writeln!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.6\" \
                 stroke-linecap=\"round\"/>",
                palette.line
            );
        }
        self.write_inscriptions(layout, palette, style, out);
    }

    /// Cells of all shades, a path for each shade.
    fn write_cells(&self, layout: &Layout, palette: &Palette, out: &mut String) {
        let edge = match self.shape {
            Cells::Hexagons => format!(" stroke=\"{}\" stroke-width=\"2\"", palette.edge),
            _ => String::new(),
        };
        for shade in [Shade::Dark, Shade::Light, Shade::Third] {
            let mut path = String::new();
            for cell in self.cells.iter().filter(|cell| cell.shade == shade) {
                path += &outline(self.shape, layout.place(cell.centre));
            }
            if !path.is_empty() {
                let fill = palette.cell(self.shape, shade);
                let _ = writeln!(out, "<path d=\"{path}\" fill=\"{fill}\"{edge}/>");
            }
        }
        if self.shape == Cells::Squares && self.is_filled() {
            let [low, high] = layout.board;
            let _ = writeln!(
                out,
                "<path d=\"M{} {}H{}V{}H{}Z\" fill=\"none\" stroke=\"{}\" stroke-width=\"3\"/>",
                number(low.0),
                number(low.1),
                number(high.0),
                number(high.1),
                number(low.0),
                palette.edge
            );
        }
    }

    /// Whether the squares fill a rectangle.
    fn is_filled(&self) -> bool {
        let mut rows: Vec<(f32, f32, f32)> = Vec::new();
        for cell in &self.cells {
            let (x, y) = cell.centre;
            match rows.iter_mut().find(|row| row.0 == y) {
                Some(row) => (row.1, row.2) = (row.1.min(x), row.2.max(x)),
                None => rows.push((y, x, x)),
            }
        }
        rows.windows(2)
            .all(|pair| (pair[0].1, pair[0].2) == (pair[1].1, pair[1].2))
    }

    fn write_points(&self, layout: &Layout, palette: &Palette, out: &mut String) {
        let [low, high] = layout.board;
        let fill = palette.cell(self.shape, Shade::Light);
        let rectangle = |inset: f32| {
            format!(
                "x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"",
                number(low.0 + inset),
                number(low.1 + inset),
                number(high.0 - low.0 - 2.0 * inset),
                number(high.1 - low.1 - 2.0 * inset)
            )
        };
        let _ = writeln!(
            out,
            "<rect {} rx=\"6\" fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"3\"/>\n\
             <rect {} fill=\"none\" stroke=\"{line}\" stroke-width=\"4\"/>",
            rectangle(0.0),
            rectangle(38.0),
            line = palette.line
        );
    }

    /// The lines of the variant; on points without any, those between neighbours.
    fn lines(&self) -> Vec<Line> {
        let own = (self.lines)();
        if !own.is_empty() || self.shape != Cells::Points {
            return own;
        }
        let mut lines = Vec::new();
        for cell in &self.cells {
            let (x, y) = cell.centre;
            for next in [(x + 1.0, y), (x, y + 1.0)] {
                if self.cells.iter().any(|other| other.centre == next) {
                    lines.push([cell.centre, next]);
                }
            }
        }
        lines
    }

    fn write_inscriptions(
        &self,
        layout: &Layout,
        palette: &Palette,
        style: &Style,
        out: &mut String,
    ) {
        let Some(set) = self.chosen(self.sets) else {
            return;
        };
        for inscription in set.inscriptions {
            let scale = inscription.size;
            let mut centre = inscription.centre;
            // What is written keeps its order from left to right.
            if style.flip {
                let middle = |axis: fn(&(f32, f32)) -> f32| {
                    let all = || self.cells.iter().map(|cell| axis(&cell.centre));
                    all().fold(f32::MAX, f32::min) + all().fold(f32::MIN, f32::max)
                };
                centre = (middle(|at| at.0) - centre.0, middle(|at| at.1) - centre.1);
            }
            let (x, y) = layout.place(centre);
            let _ = writeln!(
                out,
                "<path transform=\"translate({} {}) scale({})\" d=\"{}\" fill=\"{}\"/>",
                number(x - 50.0 * scale),
                number(y - 50.0 * scale),
                number(scale),
                inscription.outline,
                palette.line
            );
        }
    }

    /// The last move, coloured squares and check, below the pieces.
    fn write_marks(&self, layout: &Layout, palette: &Palette, out: &mut String) {
        let place = |square: usize| layout.place(self.cells[square].centre);
        if let Some((from, to)) = self.last_move {
            let mut path = String::new();
            for square in [from, to] {
                match self.shape {
                    Cells::Points => path += &corners(place(square)),
                    shape => path += &outline(shape, place(square)),
                }
            }
            let colour = palette.last_move;
            let _ = match self.shape {
                Cells::Points => writeln!(
                    out,
                    "<path class=\"last-move\" d=\"{path}\" fill=\"none\" stroke=\"{}\" \
                     stroke-width=\"6\" stroke-linecap=\"round\"/>",
                    palette.check
                ),
                _ => writeln!(
                    out,
                    "<path class=\"last-move\" d=\"{path}\" fill=\"{colour}\" \
                     fill-opacity=\"0.55\"/>"
                ),
            };
        }
        for (square, colour) in &self.squares {
            self.write_mark(place(*square), "square", mark(*colour), out);
        }
        if let Some(square) = self.check {
            self.write_mark(place(square), "check", palette.check, out);
        }
    }

    fn write_mark(&self, (x, y): Point, class: &str, colour: &str, out: &mut String) {
        let _ = match self.shape {
            Cells::Points => writeln!(
                out,
                "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"51\" fill=\"{colour}\" \
                 fill-opacity=\"0.7\"/>",
                number(x),
                number(y)
            ),
            shape => writeln!(
                out,
                "<path class=\"{class}\" d=\"{}\" fill=\"{colour}\" fill-opacity=\"0.62\"/>",
                outline(shape, (x, y))
            ),
        };
    }

    fn write_pieces(&self, layout: &Layout, out: &mut String) {
        let size = match self.shape {
            Cells::Squares => CELL,
            Cells::Points => CELL * 0.96,
            Cells::Hexagons => CELL * 0.8,
        };
        for (square, figure) in &self.figures {
            let Some(cell) = self.cells.get(*square) else {
                continue;
            };
            let (x, y) = layout.place(cell.centre);
            let _ = writeln!(
                out,
                "<use href=\"#{}\" x=\"{}\" y=\"{}\" width=\"{size}\" height=\"{size}\"/>",
                symbols::id(self, figure),
                number(x - size / 2.0),
                number(y - size / 2.0),
                size = number(size)
            );
        }
    }

    /// Arrows above the pieces.
    fn write_arrows(&self, layout: &Layout, out: &mut String) {
        for (from, to, colour) in &self.arrows {
            let place = |square: usize| layout.place(self.cells[square].centre);
            let _ = writeln!(
                out,
                "<path class=\"arrow\" d=\"{}\" fill=\"{}\" fill-opacity=\"0.78\"/>",
                arrow(place(*from), place(*to)),
                mark(*colour)
            );
        }
    }
}

/// An arrow between the middles of two squares, as one shape.
fn arrow((x, y): Point, (to_x, to_y): Point) -> String {
    const HALF_SHAFT: f32 = 7.0;
    const HALF_HEAD: f32 = 21.0;
    const HEAD: f32 = 36.0;
    let (across, down) = (to_x - x, to_y - y);
    let length = (across * across + down * down).sqrt().max(1.0);
    let (across, down) = (across / length, down / length);
    // So far along the arrow, and so far to its side.
    let at = |along: f32, aside: f32| {
        let (x, y) = (
            x + across * along - down * aside,
            y + down * along + across * aside,
        );
        format!("{} {}", number(x), number(y))
    };
    let tip = length - 4.0;
    let neck = tip - HEAD;
    format!(
        "M{}L{}L{}L{}L{}L{}L{}Z",
        at(14.0, HALF_SHAFT),
        at(neck, HALF_SHAFT),
        at(neck, HALF_HEAD),
        at(tip, 0.0),
        at(neck, -HALF_HEAD),
        at(neck, -HALF_SHAFT),
        at(14.0, -HALF_SHAFT)
    )
}

/// The outline of a cell around a place.
fn outline(shape: Cells, (x, y): Point) -> String {
    let (half_width, half_height) = half(shape);
    let (w, h) = (half_width * CELL, half_height * CELL);
    match shape {
        Cells::Squares | Cells::Points => format!(
            "M{} {}h{width}v{height}h-{width}z",
            number(x - w),
            number(y - h),
            width = number(2.0 * w),
            height = number(2.0 * h)
        ),
        Cells::Hexagons => {
            let corner = |dx: f32, dy: f32| format!("{} {}", number(x + dx), number(y + dy));
            format!(
                "M{}L{}L{}L{}L{}L{}z",
                corner(-w, 0.0),
                corner(-w / 2.0, -h),
                corner(w / 2.0, -h),
                corner(w, 0.0),
                corner(w / 2.0, h),
                corner(-w / 2.0, h)
            )
        }
    }
}

/// Four corners around a point.
fn corners((x, y): Point) -> String {
    const REACH: f32 = 49.0;
    const ARM: f32 = 15.0;
    let mut path = String::new();
    for (right, down) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        let (x, y) = (x + right * REACH, y + down * REACH);
        let _ = write!(
            path,
            "M{} {}H{}V{}",
            number(x - right * ARM),
            number(y),
            number(x),
            number(y - down * ARM)
        );
    }
    path
}

/// A number with at most two digits behind the point.
pub(super) fn number(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text {
        "-0" => "0".to_owned(),
        text => text.to_owned(),
    }
}

/// A text that means nothing but itself, in elements as in attributes. What XML cannot have becomes U+FFFD.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            '"' => out += "&quot;",
            '\'' => out += "&#39;",
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c if c.is_control() => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

/// FNV-1a of some texts: the same on every machine.
fn hash(texts: &[&str]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xFF]));
    bytes.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
