//! Moves as text: Chinese in both scripts, WXF and ICCS.
//!
//! One of several equal men on a file is named as the series of documents does that the
//! specification belongs to: all men of the kind that share their file with another are counted
//! file by file from the mover's right, front to rear, and named by front, middle and rear up to
//! three, by number from four.

use super::geometry::{self, FILES, Set, numbered_file, on_file, own_rank, points};
use super::position::Board;
use super::profile::{ADVISOR, CANNON, CHARIOT, ELEPHANT, GENERAL, HORSE, SOLDIER};
use crate::board::{Role, Side, Square};
use crate::moves::Move;
use crate::variant::Position;

/// How a move of Xiangqi is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// Chinese in simplified characters, Black's numbers as digits: `炮二平五`, `马8进7` (XQ-033,
    /// XQ-080).
    #[default]
    ChineseSimplified,
    /// Chinese in traditional characters: `炮二平五`, `馬8進7`.
    ChineseTraditional,
    /// Letters and digits of the World Xiangqi Federation: `C2.5`, `H8+7` (XQ-034).
    Wxf,
    /// Coordinates of the Internet Chinese Chess Server: `H2-E2` (XQ-035).
    Iccs,
}

impl Notation {
    /// The notation of this name with these settings; the standard one if the name is empty.
    pub(super) fn find(name: &str, settings: &[(&str, &str)]) -> Option<Notation> {
        match (name, settings) {
            ("" | "chinese", []) => Some(Notation::ChineseSimplified),
            ("" | "chinese", [("script", "simplified")]) => Some(Notation::ChineseSimplified),
            ("" | "chinese", [("script", "traditional")]) => Some(Notation::ChineseTraditional),
            ("wxf", []) => Some(Notation::Wxf),
            ("iccs", []) => Some(Notation::Iccs),
            _ => None,
        }
    }
}

/// Appends a move. No notation of Xiangqi marks checks.
///
/// On boards that cannot come about there may be more equal men on one file than a notation has
/// names for; such a man is named by its points, which every reader of the others knows as well.
pub(super) fn write(mv: &Move, board: &Board, notation: Notation, out: &mut String) {
    let text = match notation {
        Notation::ChineseSimplified => chinese(mv, board, &SIMPLIFIED),
        Notation::ChineseTraditional => chinese(mv, board, &TRADITIONAL),
        Notation::Wxf => wxf(mv, board),
        Notation::Iccs => None,
    };
    match text {
        Some(text) => out.extend(text),
        None => iccs(mv, out),
    }
}

/// The characters of a move in Chinese or WXF: the man by two, the way, and how far or where to.
type Four = [char; 4];

/// The characters of a script that differ from the other's, or by side.
struct Script {
    /// The men in the order of their roles, Red's first.
    men: [[char; 7]; 2],
    /// Forward, back, sideways.
    ways: [char; 3],
    /// Front, middle, rear.
    places: [char; 3],
}

const SIMPLIFIED: Script = Script {
    men: [
        ['帅', '仕', '相', '马', '车', '炮', '兵'],
        ['将', '士', '象', '马', '车', '炮', '卒'],
    ],
    ways: ['进', '退', '平'],
    places: ['前', '中', '后'],
};

const TRADITIONAL: Script = Script {
    men: [
        ['帥', '仕', '相', '馬', '車', '炮', '兵'],
        ['將', '士', '象', '馬', '車', '炮', '卒'],
    ],
    ways: ['進', '退', '平'],
    places: ['前', '中', '後'],
};

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

fn chinese(mv: &Move, board: &Board, script: &Script) -> Option<Four> {
    let side = board.turn();
    let man = script.men[side.index()][mv.piece.index()];
    let number = |n: u8| match side {
        Side::First => NUMERALS[usize::from(n) - 1],
        Side::Second => char::from(b'0' + n),
    };
    let [first, second] = match name(mv, board) {
        Name::File(file) => [man, number(file)],
        Name::Front => [script.places[0], man],
        Name::Middle => [script.places[1], man],
        Name::Rear => [script.places[2], man],
        Name::Nth(n @ 1..=5) => [NUMERALS[usize::from(n) - 1], man],
        Name::Nth(_) => return None,
    };
    let (way, last) = path(mv, side);
    Some([first, second, script.ways[way as usize], number(last)])
}

fn wxf(mv: &Move, board: &Board) -> Option<Four> {
    let man = letter(mv.piece);
    let second = match name(mv, board) {
        Name::File(file) => char::from(b'0' + file),
        Name::Front => '+',
        Name::Middle => '.',
        Name::Rear => '-',
        Name::Nth(n @ 1..=5) if mv.piece == SOLDIER => char::from(b'a' + n - 1),
        Name::Nth(_) => return None,
    };
    let (way, last) = path(mv, board.turn());
    let way = ['+', '-', '.'][way as usize];
    Some([man, second, way, char::from(b'0' + last)])
}

fn iccs(mv: &Move, out: &mut String) {
    for (square, end) in [(mv.from, "-"), (mv.to, "")] {
        let name = geometry::name(square);
        out.extend(name.as_str().chars().map(|c| c.to_ascii_uppercase()));
        out.push_str(end);
    }
}

fn letter(role: Role) -> char {
    match role {
        GENERAL => 'K',
        ADVISOR => 'A',
        ELEPHANT => 'E',
        HORSE => 'H',
        CHARIOT => 'R',
        CANNON => 'C',
        _ => 'P',
    }
}

/// How a move names its man.
enum Name {
    /// By the number of its file.
    File(u8),
    /// The foremost of two or three.
    Front,
    /// The second of three.
    Middle,
    /// The last of two or three.
    Rear,
    /// The one of this number among four or more, from 1.
    Nth(u8),
}

fn name(mv: &Move, board: &Board) -> Name {
    let side = board.turn();
    let number = file_number(side, mv.from);
    // Of two advisors or elephants on a file one can only go forward, the other only back.
    if matches!(mv.piece, ADVISOR | ELEPHANT | GENERAL) {
        return Name::File(number);
    }
    let men = board.men(side, mv.piece);
    let stacked = |file: u8| -> Set {
        let column = men & on_file(numbered_file(side, file));
        if column.count_ones() > 1 { column } else { 0 }
    };
    let own = stacked(number);
    if own == 0 {
        return Name::File(number);
    }
    let before: u32 = (1..number).map(|file| stacked(file).count_ones()).sum();
    let all: u32 = (1..=FILES).map(|file| stacked(file).count_ones()).sum();
    let ahead = points(own)
        .filter(|other| {
            own_rank(side, geometry::rank(*other)) > own_rank(side, geometry::rank(mv.from))
        })
        .count() as u32;
    match (all, before + ahead) {
        (2 | 3, 0) => Name::Front,
        (2, _) | (3, 2) => Name::Rear,
        (3, _) => Name::Middle,
        (_, index) => Name::Nth(index as u8 + 1),
    }
}

/// The ways, as indices of their signs.
#[derive(Clone, Copy)]
enum Way {
    Forward,
    Back,
    Sideways,
}

/// Which way a man goes, and the number of steps or of the file it goes to.
fn path(mv: &Move, side: Side) -> (Way, u8) {
    let rank = |square| own_rank(side, geometry::rank(square));
    let (from, to) = (rank(mv.from), rank(mv.to));
    let way = match to.cmp(&from) {
        std::cmp::Ordering::Less => Way::Back,
        std::cmp::Ordering::Equal => Way::Sideways,
        std::cmp::Ordering::Greater => Way::Forward,
    };
    let straight = geometry::file(mv.from) == geometry::file(mv.to);
    let last = match straight {
        true => from.abs_diff(to),
        false => file_number(side, mv.to),
    };
    (way, last)
}

/// The number of a point's file as the player counts.
fn file_number(side: Side, square: Square) -> u8 {
    match side {
        Side::First => FILES - geometry::file(square),
        Side::Second => geometry::file(square) + 1,
    }
}
