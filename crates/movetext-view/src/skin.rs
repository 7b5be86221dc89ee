//! What the boards look like: pictures by [`draw`](movetext::draw), and the data by which the page sets them up.

use crate::assembly::{Assembly, Codes, codes, rest, usual_start};
use crate::notations;
use movetext::draw::{Diagram, Style, Theme};
use movetext::{Cells, Piece, Position, Role, Side, Square, Variant};
use serde::Serialize;
use std::collections::BTreeMap;

/// A board with its pieces.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Skin {
    /// What the game is called.
    name: String,
    /// What the sides are called.
    sides: Vec<String>,
    /// `squares`, `points` or `hexagons`.
    cells: &'static str,
    size: (f32, f32),
    /// The names of the squares, and where their middles are.
    names: Vec<String>,
    centres: Vec<(f32, f32)>,
    /// The pieces by code.
    pieces: Vec<Option<PieceData>>,
    /// The sets of pieces, the usual one first.
    sets: Vec<SetData>,
    /// Empty boards, each once. Their colours are variables.
    pictures: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    start: Option<(Codes, String)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assembly: Option<Assembly>,
    /// The tag that positions go by.
    setup: String,
    notations: Vec<&'static str>,
    /// Pictures of the pieces in moves, by the letters that they stand for.
    figurines: BTreeMap<String, String>,
}

/// A piece.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct PieceData {
    /// The English name.
    pub name: String,
    /// 0, 1, or 2 for neither.
    pub side: u8,
    /// Whether it is what may be in check.
    pub royal: bool,
}

/// A set of pieces.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SetData {
    name: String,
    /// `<symbol>` elements.
    symbols: String,
    /// Their ids, by code.
    ids: Vec<String>,
    /// The empty board, as the first player sees it and as the second does: light and dark.
    #[serde(skip)]
    drawn: [[String; 2]; 2],
    /// The same as places among the pictures.
    boards: [usize; 2],
}

/// The colours that light and dark pages have in the place of each other.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Colours(Vec<(String, String)>);

impl Colours {
    /// The two pictures as one, whose colours are variables.
    fn merge(&mut self, light: &str, dark: &str) -> String {
        let mut out = String::with_capacity(light.len());
        let mut dark = dark.split('#').skip(1);
        let mut parts = light.split('#');
        out += parts.next().unwrap_or_default();
        for part in parts {
            let other = dark.next().unwrap_or(part);
            let hex = |text: &str| {
                let hex = text
                    .get(..6)
                    .filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
                hex.map(|hex| format!("#{hex}"))
            };
            match (hex(part), hex(other)) {
                (Some(one), Some(other)) => {
                    let pair = (one, other);
                    let index = self.0.iter().position(|known| *known == pair);
                    let index = index.unwrap_or_else(|| {
                        self.0.push(pair);
                        self.0.len() - 1
                    });
                    out += &format!("var(--b{index}){}", &part[6..]);
                }
                _ => {
                    out.push('#');
                    out += part;
                }
            }
        }
        out
    }
}

/// The names of the shapes.
fn shape(cells: Cells) -> &'static str {
    match cells {
        Cells::Squares => "squares",
        Cells::Points => "points",
        Cells::Hexagons => "hexagons",
    }
}

/// The board of a picture, without what is around it.
fn inside(svg: &str) -> &str {
    let inside = svg.split_once("</defs>\n").map_or("", |(_, inside)| inside);
    // The first element is the page behind it.
    let inside = inside.split_once('\n').map_or("", |(_, inside)| inside);
    inside.strip_suffix("</svg>\n").unwrap_or(inside)
}

/// The empty boards of a diagram in one of its sets, light and dark, from both sides.
fn boards(diagram: &Diagram) -> [[String; 2]; 2] {
    [false, true].map(|flip| {
        [Theme::Light, Theme::Dark].map(|theme| {
            let style = Style {
                theme,
                flip,
                ..Style::default()
            };
            inside(&diagram.svg(&style)).to_owned()
        })
    })
}

impl Skin {
    /// The board of a variant.
    pub fn of<V: Variant>() -> Skin {
        let info = &V::INFO;
        let mut diagram = Diagram::board::<V>();
        let mut pieces = vec![None, None];
        let mut all = Vec::new();
        for (index, role) in info.roles.iter().enumerate() {
            let Some(number) = u8::try_from(index + 1).ok().and_then(Role::from_index) else {
                break;
            };
            for side in [Side::First, Side::Second] {
                let royal = match V::PICTURE.royal {
                    Some(royal) => royal == number,
                    None => role.name == "king",
                };
                pieces.push(Some(PieceData {
                    name: role.name.to_owned(),
                    side: side.index() as u8,
                    royal,
                }));
                all.push(Piece { role: number, side });
            }
        }
        let mut sets = Vec::new();
        for name in diagram.piece_sets() {
            if diagram.set_pieces(name).is_err() {
                continue;
            }
            let none = [String::new(), String::new()];
            let ids = all.iter().map(|piece| diagram.symbol_id::<V>(*piece));
            sets.push(SetData {
                name: name.to_owned(),
                symbols: diagram.symbols::<V>(),
                ids: none.into_iter().chain(ids).collect(),
                drawn: boards(&diagram),
                boards: [0; 2],
            });
        }
        let assembly = Assembly::of::<V>();
        let start = usual_start::<V>().map(|start| {
            let codes = codes::<V>(&start);
            let text = start.describe();
            let board = assembly
                .as_ref()
                .and_then(|assembly| assembly.board(&codes));
            let rest = board.as_deref().and_then(|board| rest(&text, board));
            let rest = rest.map_or_else(|| format!("={text}"), str::to_owned);
            (codes, rest)
        });
        let style = Style::default();
        let squares = || (0..info.geometry.squares).map(Square);
        Skin {
            name: info.name.to_owned(),
            sides: info.sides.map(str::to_owned).to_vec(),
            cells: shape(info.geometry.cells),
            size: diagram.size(&style),
            names: squares()
                .map(|square| info.square_name(square).to_string())
                .collect(),
            centres: squares()
                .filter_map(|square| diagram.centre(square, &style))
                .collect(),
            pieces,
            sets,
            pictures: Vec::new(),
            start,
            assembly,
            setup: info.setup.first().copied().unwrap_or_default().to_owned(),
            notations: notations::known::<V>(),
            figurines: figurines::<V>(),
        }
    }

    /// The board of a document: a diagram of it, and one that has all its pieces.
    pub fn own(diagram: &Diagram, with_all: &Diagram, sides: [&str; 2]) -> Skin {
        let style = Style::default();
        let mut pieces = vec![None, None];
        let mut ids = vec![String::new(), String::new()];
        for placed in with_all.placed() {
            pieces.push(Some(PieceData {
                name: placed.name.to_owned(),
                side: placed.side.map_or(2, |side| side.index() as u8),
                royal: false,
            }));
            ids.push(placed.symbol);
        }
        Skin {
            name: "PCN".to_owned(),
            sides: sides.map(str::to_owned).to_vec(),
            cells: shape(diagram.shape()),
            size: diagram.size(&style),
            names: diagram.square_names().map(str::to_owned).collect(),
            centres: diagram.centres(&style),
            pieces,
            sets: vec![SetData {
                name: "letters".to_owned(),
                symbols: with_all.placed_symbols(),
                ids,
                drawn: boards(diagram),
                boards: [0; 2],
            }],
            pictures: Vec::new(),
            start: None,
            assembly: None,
            setup: String::new(),
            notations: vec![""],
            figurines: BTreeMap::new(),
        }
    }

    /// All of it as JSON.
    pub fn finish(mut self, colours: &mut Colours) -> serde_json::Value {
        for set in &mut self.sets {
            for (place, [light, dark]) in set.boards.iter_mut().zip(&set.drawn) {
                let picture = colours.merge(light, dark);
                let known = self.pictures.iter().position(|known| *known == picture);
                *place = known.unwrap_or(self.pictures.len());
                if known.is_none() {
                    self.pictures.push(picture);
                }
            }
        }
        serde_json::to_value(self).unwrap_or_default()
    }
}

/// The pictures of pieces by their letters, for variants with moves in SAN.
fn figurines<V: Variant>() -> BTreeMap<String, String> {
    let figurine = V::PICTURE.sets.first().map(|set| set.figurine);
    let is_san = movetext::variant::notation::<V>("san").is_some();
    let Some(figurine) = figurine.filter(|_| is_san) else {
        return BTreeMap::new();
    };
    let pairs = V::INFO
        .roles
        .iter()
        .enumerate()
        .filter_map(|(index, info)| {
            let role = Role::from_index(u8::try_from(index + 1).ok()?)?;
            let picture = figurine(Piece {
                role,
                side: Side::First,
            })?;
            Some((info.letter.to_string(), picture.to_string()))
        });
    pairs.collect()
}
