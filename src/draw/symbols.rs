//! The pieces as symbols, each drawn once and used wherever it stands.

use super::palette::inks;
use super::svg::number;
use super::{Diagram, FIGURES, Figure, LETTERS, drawings, lettering};
use crate::core::board::{Piece, Role, Side};
use crate::variant::Variant;
use crate::variant::picture::{Drawing, Paint, PieceSet, Tint};
use std::fmt::Write;

/// The width of lines around a figure and on it, in its box of 100.
const LINES: [f32; 2] = [3.4, 2.8];
/// The disc of a character: its colour, and that of its rim.
const DISC: [&str; 2] = ["#f9ebcb", "#8a5a2b"];
/// The width of the room for letters on a disc, and the size of one that stands alone.
const LETTER_ROOM: f32 = 58.0;
const LETTER_SIZE: f32 = 52.0;

/// Appends the symbols of the pieces on the board.
pub(super) fn used(diagram: &Diagram, out: &mut String) {
    let mut known: Vec<String> = Vec::new();
    for (_, figure) in &diagram.figures {
        let id = id(diagram, figure);
        if let Err(at) = known.binary_search(&id) {
            write(diagram, figure, &id, out);
            known.insert(at, id);
        }
    }
}

/// The name of the set that a piece is drawn with.
fn set_name(set: Option<&PieceSet>, figure: &Figure, is_letters: bool) -> &'static str {
    match set {
        Some(set) => set.name,
        None if figure.known.is_none() || is_letters => LETTERS,
        None => FIGURES,
    }
}

/// The id of the symbol of a piece. The same id stands for the same symbol in all pictures.
pub(super) fn id(diagram: &Diagram, figure: &Figure) -> String {
    let is_letters = diagram.chosen.as_deref() == Some(LETTERS);
    let set = set_name(diagram.chosen(figure.sets), figure, is_letters);
    let side = match figure.side {
        Some(Side::First) => "first",
        Some(Side::Second) => "second",
        None => "neither",
    };
    match figure.known {
        Some((info, piece)) => {
            let safe = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
            let variant: String = info.id.chars().map(safe).collect();
            format!("movetext-{variant}-{set}-{side}-{}", piece.role.get())
        }
        None => {
            let letters = figure.letters.replace('+', "promoted-");
            format!("movetext-any-{set}-{side}-{letters}")
        }
    }
}

fn write(diagram: &Diagram, figure: &Figure, id: &str, out: &mut String) {
    let _ = write!(out, "<symbol id=\"{id}\" viewBox=\"0 0 100 100\">");
    let set = diagram.chosen(figure.sets);
    let is_letters = diagram.chosen.as_deref() == Some(LETTERS);
    let drawing = match (figure.known, set) {
        (Some((_, piece)), Some(set)) => (set.drawing)(piece),
        (Some(_), None) if !is_letters => drawings::find(&figure.name),
        _ => None,
    };
    let tints = set.or(figure.sets.first()).map(|set| set.tints);
    let tints = tints.unwrap_or([Tint::White, Tint::Black]);
    let tint = figure.side.map_or(Tint::White, |side| tints[side.index()]);
    match drawing {
        Some(Drawing::Figure(layers)) => {
            let inks = inks(tint);
            out.push_str("<g stroke-linejoin=\"round\" stroke-linecap=\"round\">");
            for layer in layers {
                let path = layer.path;
                let _ = match layer.paint {
                    Paint::Body => write!(
                        out,
                        "<path d=\"{path}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>",
                        inks.body,
                        inks.line,
                        number(LINES[0])
                    ),
                    Paint::Line => write!(
                        out,
                        "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"/>",
                        inks.detail,
                        number(LINES[1])
                    ),
                    Paint::Detail => write!(out, "<path d=\"{path}\" fill=\"{}\"/>", inks.detail),
                };
            }
            out.push_str("</g>");
        }
        Some(Drawing::Disc(path)) => {
            let ([disc, rim], ink) = (DISC, inks(tint).ink);
            let _ = write!(
                out,
                "<circle cx=\"50\" cy=\"50\" r=\"46\" fill=\"{disc}\" stroke=\"{rim}\" \
                 stroke-width=\"2.4\"/><circle cx=\"50\" cy=\"50\" r=\"40\" fill=\"none\" \
                 stroke=\"{ink}\" stroke-width=\"2\"/><path d=\"{path}\" fill=\"{ink}\" \
                 stroke=\"{ink}\" stroke-width=\"1.4\" stroke-linejoin=\"round\"/>"
            );
        }
        None => write_letters(figure, tint, out),
    }
    out.push_str("</symbol>\n");
}

/// A disc with letters; with the number of the piece where there are none that can be drawn.
fn write_letters(figure: &Figure, tint: Tint, out: &mut String) {
    let inks = inks(tint);
    let _ = write!(
        out,
        "<circle cx=\"50\" cy=\"50\" r=\"40\" fill=\"{}\" stroke=\"{}\" stroke-width=\"3.4\"/>\
         <g fill=\"{}\">",
        inks.body, inks.line, inks.detail
    );
    let mut letters = figure.letters.clone();
    if lettering::width(&letters, 1.0) == 0.0 {
        let role = figure.known.map_or(0, |(_, piece)| piece.role.get());
        letters = role.to_string();
    }
    let width = lettering::width(&letters, LETTER_SIZE);
    let size = LETTER_SIZE * (LETTER_ROOM / width).min(1.0);
    lettering::write(&letters, (50.0, 50.0), size, out);
    out.push_str("</g>");
}

impl Diagram {
    /// The symbols of all pieces of a variant in the [chosen set](Self::set_pieces), for pages that set up boards by
    /// themselves: `<symbol>` elements, with a box of 100 × 100, for a `<defs>`. [`symbol_id`](Self::symbol_id) says
    /// which is which.
    ///
    /// ```
    /// use movetext::draw::Diagram;
    /// use movetext::variants::Xiangqi;
    ///
    /// let symbols = Diagram::board::<Xiangqi>().symbols::<Xiangqi>();
    /// assert_eq!(symbols.matches("<symbol ").count(), 14);
    /// ```
    pub fn symbols<V: Variant>(&self) -> String {
        let mut out = String::new();
        for side in [Side::First, Side::Second] {
            for index in 1..=V::INFO.roles.len() {
                let role = u8::try_from(index).ok().and_then(Role::from_index);
                if let Some(role) = role {
                    let figure = Figure::known(&V::INFO, V::PICTURE.sets, Piece { role, side });
                    write(self, &figure, &id(self, &figure), &mut out);
                }
            }
        }
        out
    }

    /// The id of the symbol of a piece in the chosen set.
    pub fn symbol_id<V: Variant>(&self, piece: Piece) -> String {
        id(self, &Figure::known(&V::INFO, V::PICTURE.sets, piece))
    }

    /// The symbols of the pieces on the board, each once, as [`symbols`](Self::symbols) gives those of a variant.
    pub fn placed_symbols(&self) -> String {
        let mut out = String::new();
        used(self, &mut out);
        out
    }

    /// The pieces on the board, in the order of their squares.
    pub fn placed(&self) -> impl Iterator<Item = Placed<'_>> {
        let mut figures: Vec<&(usize, Figure)> = self.figures.iter().collect();
        figures.sort_by_key(|(square, _)| *square);
        figures.into_iter().map(|(square, figure)| Placed {
            square: *square,
            side: figure.side,
            name: &figure.name,
            symbol: id(self, figure),
        })
    }
}

/// A piece on the board of a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed<'d> {
    /// Its square, an index into [`Diagram::square_names`].
    pub square: usize,
    /// Whose it is, if it is somebody's.
    pub side: Option<Side>,
    /// Its name: in English, or as a document has it.
    pub name: &'d str,
    /// The id of its symbol.
    pub symbol: String,
}
