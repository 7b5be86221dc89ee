//! How Xiangqi is drawn: on the points of a board with river and palaces, with discs or with figures.

mod characters;

use super::geometry::{FILES, RANKS, at, centre};
use super::info::GENERAL;
use crate::core::board::{Piece, Side};
use crate::draw::drawings;
use crate::variant::picture::{
    Drawing, Edge, Inscription, Label, LabelText, Line, Picture, PieceSet, Tint,
};
use characters as c;

pub(super) const PICTURE: Picture = Picture {
    shade: None,
    lines,
    royal: Some(GENERAL),
    sets: &[
        discs(
            "traditional",
            |piece| disc(piece, &TRADITIONAL),
            &[
                river(c::CHU, 0.85),
                river(c::RIVER, 2.15),
                river(c::HAN, 5.85),
                river(c::BORDER, 7.15),
            ],
        ),
        discs(
            "simplified",
            |piece| disc(piece, &SIMPLIFIED),
            &[
                river(c::CHU, 0.85),
                river(c::RIVER, 2.15),
                river(c::HAN_SIMPLIFIED, 5.85),
                river(c::BORDER, 7.15),
            ],
        ),
        PieceSet {
            name: "western",
            tints: [Tint::Red, Tint::Black],
            drawing: |piece| FIGURES.get(piece.role.index()).copied(),
            figurine: |_| None,
            labels: None,
            inscriptions: &[],
        },
    ],
};

/// A set of characters on discs.
const fn discs(
    name: &'static str,
    drawing: fn(Piece) -> Option<Drawing>,
    inscriptions: &'static [Inscription],
) -> PieceSet {
    PieceSet {
        name,
        tints: [Tint::Red, Tint::Black],
        drawing,
        figurine: |piece| {
            FIGURINES[piece.side.index()]
                .get(piece.role.index())
                .copied()
        },
        labels: Some(numbers),
        inscriptions,
    }
}

/// The pieces in the order of their roles, Red's and Black's.
const TRADITIONAL: [[&str; 7]; 2] = [
    [
        c::MARSHAL,
        c::OFFICIAL,
        c::MINISTER,
        c::RED_HORSE,
        c::RED_CHARIOT,
        c::CANNON,
        c::SOLDIER,
    ],
    [
        c::GENERAL,
        c::SCHOLAR,
        c::ELEPHANT,
        c::HORSE,
        c::CHARIOT,
        c::CATAPULT,
        c::FOOTMAN,
    ],
];

const SIMPLIFIED: [[&str; 7]; 2] = [
    [
        c::MARSHAL_SIMPLIFIED,
        c::OFFICIAL,
        c::MINISTER,
        c::HORSE_SIMPLIFIED,
        c::CHARIOT_SIMPLIFIED,
        c::CANNON,
        c::SOLDIER,
    ],
    [
        c::GENERAL_SIMPLIFIED,
        c::SCHOLAR,
        c::ELEPHANT,
        c::HORSE_SIMPLIFIED,
        c::CHARIOT_SIMPLIFIED,
        c::CANNON,
        c::FOOTMAN,
    ],
];

/// The characters of text, which has no colours: no two pieces have the same.
const FIGURINES: [[char; 7]; 2] = [
    ['帥', '仕', '相', '傌', '俥', '炮', '兵'],
    ['將', '士', '象', '馬', '車', '砲', '卒'],
];

const FIGURES: [Drawing; 7] = [
    drawings::GENERAL,
    drawings::ADVISOR,
    drawings::ELEPHANT,
    drawings::KNIGHT,
    drawings::CHARIOT,
    drawings::CANNON,
    drawings::SOLDIER,
];

fn disc(piece: Piece, outlines: &[[&'static str; 7]; 2]) -> Option<Drawing> {
    let outline = outlines[piece.side.index()].get(piece.role.index())?;
    Some(Drawing::Disc(outline))
}

/// A character in the river.
const fn river(outline: &'static str, file: f32) -> Inscription {
    Inscription {
        outline,
        centre: (file, 4.5),
        size: 0.92,
    }
}

/// The numbers by which each player counts the files, from the right: Red's in Chinese.
fn numbers(flip: bool) -> Vec<Label> {
    let mut labels = Vec::new();
    for file in 0..FILES {
        let (red, black) = if flip {
            (Edge::Above, Edge::Below)
        } else {
            (Edge::Below, Edge::Above)
        };
        let number = usize::from(FILES - 1 - file);
        labels.push(Label {
            square: at(file, 0),
            edge: red,
            text: LabelText::Outline(c::DIGITS[number]),
        });
        let digit = (file + 1).to_string();
        labels.push(Label::new(at(file, RANKS - 1), black, digit));
    }
    labels
}

/// Ranks, files with the gap of the river, the diagonals of the palaces, and the marks where cannons and soldiers
/// stand.
fn lines() -> Vec<Line> {
    let point = |file: u8, rank: u8| centre(at(file, rank));
    let (last_file, last_rank) = (FILES - 1, RANKS - 1);
    let mut lines = Vec::new();
    for rank in 0..RANKS {
        lines.push([point(0, rank), point(last_file, rank)]);
    }
    for file in 0..FILES {
        if file == 0 || file == last_file {
            lines.push([point(file, 0), point(file, last_rank)]);
        } else {
            lines.push([point(file, 0), point(file, 4)]);
            lines.push([point(file, 5), point(file, last_rank)]);
        }
    }
    for home in [0, last_rank - 2] {
        lines.push([point(3, home), point(5, home + 2)]);
        lines.push([point(5, home), point(3, home + 2)]);
    }
    for side in [Side::First, Side::Second] {
        let rank = |own: u8| match side {
            Side::First => own,
            Side::Second => last_rank - own,
        };
        let cannons = [1, 7].map(|file| point(file, rank(2)));
        let soldiers = [0, 2, 4, 6, 8].map(|file| point(file, rank(3)));
        for place in cannons.into_iter().chain(soldiers) {
            lines.extend(mark(place, f32::from(last_file)));
        }
    }
    lines
}

/// The four corners around a point, without those that would stand beside the board.
fn mark((x, y): (f32, f32), last: f32) -> Vec<Line> {
    const GAP: f32 = 0.07;
    const ARM: f32 = 0.15;
    let mut lines = Vec::new();
    for right in [-1.0, 1.0] {
        let corner = x + right * GAP;
        if corner < 0.0 || corner > last {
            continue;
        }
        for up in [-1.0, 1.0] {
            let height = y + up * GAP;
            lines.push([(corner, height), (corner + right * ARM, height)]);
            lines.push([(corner, height), (corner, height + up * ARM)]);
        }
    }
    lines
}
