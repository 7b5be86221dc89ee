//! Moves as text: Chinese in both scripts, WXF and ICCS.
//!
//! Unless another scheme is requested, one of several equal pieces on a file is named as in the series of
//! documents that includes the specification: all pieces of the kind that share their file with another are
//! counted file by file from the mover's right, front to rear, and named front, middle and rear up to three, by
//! number from four. These names are always written, though many files have the number of the file where only
//! one of the pieces can legally make the move.

use super::geometry::{self, FILES, Set, numbered_file, on_file, own_rank, points};
use super::info::{ADVISOR, CANNON, CHARIOT, ELEPHANT, GENERAL, HORSE, SOLDIER};
use super::notation::{self, Head, Token};
use super::position::Board;
use super::rules;
use crate::core::board::{Role, Side, Square};
use crate::core::moves::Move;
use crate::variant::Position;

/// How a move of Xiangqi is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Chinese: a piece, its file, the direction and how far or to which file; `炮二平五` (XQ-033).
    Chinese {
        /// The characters.
        script: Script,
        /// The numbers of Black; Red's are Chinese numerals (XQ-080).
        digits: Digits,
        /// How one of several soldiers is named.
        soldiers: Soldiers,
    },
    /// Letters and digits of the World Xiangqi Federation: `C2.5`, `H8+7` (XQ-034).
    Wxf {
        /// How one of several soldiers is named.
        scheme: Scheme,
        /// The symbol for a sideways move.
        sideways: Sideways,
    },
    /// Coordinates of the Internet Chinese Chess Server: `H2-E2` (XQ-035).
    Iccs,
    /// Coordinates as engines write them: `h2e2`.
    Uci,
}

/// Chinese in simplified characters, with Black's numbers as ASCII digits, as in the specification.
impl Default for Notation {
    fn default() -> Notation {
        Notation::CHINESE
    }
}

/// The characters of Chinese notation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Script {
    /// `马8进7`
    #[default]
    Simplified,
    /// `馬8進7`
    Traditional,
}

/// The digits of Black's numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Digits {
    /// `马8进7`
    #[default]
    Half,
    /// `马８进７`
    Full,
}

/// How Chinese notation names one of several soldiers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Soldiers {
    /// All that share their file with another are counted, file by file from the mover's right, front to rear:
    /// front, middle and rear up to three, by number from four.
    #[default]
    Counted,
    /// File by file: `前兵`, of four `前 二 三 后`; if two files have several, the file replaces the piece, `前七`.
    ByFile,
}

/// How WXF names one of several soldiers: three published schemes that contradict each other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scheme {
    /// Counted: `P+ P. P-` up to three, `Pa` to `Pe` from four.
    #[default]
    Xqbase,
    /// The rules of the Asian federation of 1982: `P+ P5 P-` of three on file 5, `++ P+ P- --` of four, `3+ 33
    /// 3-` if two files have several.
    Axf,
    /// The World Xiangqi Rules of 2018: `P+ P-` of two, else number and file, `15 25 35`. They write `=` for a
    /// sideways move.
    Wxr2018,
}

impl Scheme {
    /// All of them, in the order of the variant's conventions.
    pub(super) const ALL: [Scheme; 3] = [Scheme::Xqbase, Scheme::Axf, Scheme::Wxr2018];

    /// The symbol for a sideways move in the documents that define the scheme.
    const fn sideways(self) -> Sideways {
        match self {
            Scheme::Xqbase | Scheme::Axf => Sideways::Dot,
            Scheme::Wxr2018 => Sideways::Equals,
        }
    }
}

/// The symbol for a sideways move in WXF.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sideways {
    /// `C2.5`
    #[default]
    Dot,
    /// `C2=5`
    Equals,
    /// `C25`; a dot if the piece is not named by its file.
    Nothing,
}

impl Notation {
    /// The standard form of Chinese notation.
    pub const CHINESE: Notation = Notation::Chinese {
        script: Script::Simplified,
        digits: Digits::Half,
        soldiers: Soldiers::Counted,
    };

    /// Chinese notation in traditional characters.
    pub const TRADITIONAL: Notation = Notation::Chinese {
        script: Script::Traditional,
        digits: Digits::Half,
        soldiers: Soldiers::Counted,
    };

    /// The standard form of WXF.
    pub const WXF: Notation = Notation::Wxf {
        scheme: Scheme::Xqbase,
        sideways: Sideways::Dot,
    };

    /// The notation with this name and these settings; the standard one if the name is empty.
    pub(super) fn find(name: &str, settings: &[(&str, &str)]) -> Option<Notation> {
        let mut notation = match name {
            "" | "chinese" => Notation::CHINESE,
            "wxf" => Notation::WXF,
            "iccs" => Notation::Iccs,
            "uci" => Notation::Uci,
            _ => return None,
        };
        for &(setting, value) in settings {
            notation.set(setting, value)?;
        }
        if let Notation::Wxf { scheme, sideways } = &mut notation
            && settings.iter().all(|(setting, _)| *setting != "sideways")
        {
            *sideways = scheme.sideways();
        }
        Some(notation)
    }

    /// Changes one setting. `None` if the notation does not have it, or not this value.
    fn set(&mut self, setting: &str, value: &str) -> Option<()> {
        match (self, setting) {
            (Notation::Chinese { script, .. }, "script") => {
                *script = match value {
                    "simplified" => Script::Simplified,
                    "traditional" => Script::Traditional,
                    _ => return None,
                }
            }
            (Notation::Chinese { digits, .. }, "digits") => {
                *digits = match value {
                    "half" => Digits::Half,
                    "full" => Digits::Full,
                    _ => return None,
                }
            }
            (Notation::Chinese { soldiers, .. }, "soldiers") => {
                *soldiers = match value {
                    "counted" => Soldiers::Counted,
                    "by-file" => Soldiers::ByFile,
                    _ => return None,
                }
            }
            (Notation::Wxf { scheme, .. }, "scheme") => {
                *scheme = match value {
                    "xqbase" => Scheme::Xqbase,
                    "axf" => Scheme::Axf,
                    "wxr2018" => Scheme::Wxr2018,
                    _ => return None,
                }
            }
            (Notation::Wxf { sideways, .. }, "sideways") => {
                *sideways = match value {
                    "dot" => Sideways::Dot,
                    "equals" => Sideways::Equals,
                    "nothing" => Sideways::Nothing,
                    _ => return None,
                }
            }
            _ => return None,
        }
        Some(())
    }
}

/// Appends a move. No notation of Xiangqi has check marks.
///
/// On impossible boards there may be more equal pieces on one file than a notation has names for; such a piece
/// is named by its points, which every reader of the other notations accepts as well.
pub(super) fn write(mv: &Move, board: &Board, notation: Notation, out: &mut String) {
    let named = match notation {
        Notation::Chinese {
            script,
            digits,
            soldiers,
        } => chinese(mv, board, script, digits, soldiers, out),
        Notation::Wxf { scheme, sideways } => wxf(mv, board, scheme, sideways, out),
        Notation::Iccs => None,
        Notation::Uci => {
            for square in [mv.from, mv.to] {
                out.push_str(geometry::name(square).as_str());
            }
            Some(())
        }
    };
    if named.is_none() {
        iccs(mv, out);
    }
}

/// The characters of a script that differ from the other's, or between the sides.
struct Glyphs {
    /// The pieces in the order of their roles, Red's first.
    pieces: [[char; 7]; 2],
    /// Forward, back, sideways.
    ways: [char; 3],
    /// Front, middle, rear.
    places: [char; 3],
}

const SIMPLIFIED: Glyphs = Glyphs {
    pieces: [
        ['帅', '仕', '相', '马', '车', '炮', '兵'],
        ['将', '士', '象', '马', '车', '炮', '卒'],
    ],
    ways: ['进', '退', '平'],
    places: ['前', '中', '后'],
};

const TRADITIONAL: Glyphs = Glyphs {
    pieces: [
        ['帥', '仕', '相', '馬', '車', '炮', '兵'],
        ['將', '士', '象', '馬', '車', '炮', '卒'],
    ],
    ways: ['進', '退', '平'],
    places: ['前', '中', '後'],
};

const NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// `None` if the piece has no name.
fn chinese(
    mv: &Move,
    board: &Board,
    script: Script,
    digits: Digits,
    soldiers: Soldiers,
    out: &mut String,
) -> Option<()> {
    let glyphs = match script {
        Script::Simplified => &SIMPLIFIED,
        Script::Traditional => &TRADITIONAL,
    };
    let side = board.turn();
    let piece = glyphs.pieces[side.index()][mv.piece.index()];
    let number = |n: u8| match (side, digits) {
        (Side::First, _) => NUMERALS[usize::from(n) - 1],
        (Side::Second, Digits::Half) => char::from(b'0' + n),
        (Side::Second, Digits::Full) => {
            ['１', '２', '３', '４', '５', '６', '７', '８', '９'][usize::from(n) - 1]
        }
    };
    let [front, middle, rear] = glyphs.places;
    let numeral = |n: u8| NUMERALS.get(usize::from(n)).copied().filter(|_| n < 5);
    let head = match Several::of(mv, board) {
        None => [piece, number(file_number(side, mv.from))],
        Some(several) if soldiers == Soldiers::ByFile && several.files > 1 => {
            let place = match (several.on_file, several.index) {
                (2 | 3, 0) => front,
                (2, 1) | (3, 2) => rear,
                (3, 1) => middle,
                _ => return None,
            };
            [place, number(file_number(side, mv.from))]
        }
        Some(several) => match (several.all, several.before + several.index) {
            (2 | 3, 0) => [front, piece],
            (2, _) | (3, 2) => [rear, piece],
            (3, _) => [middle, piece],
            (4.., 0) if soldiers == Soldiers::ByFile => [front, piece],
            (all, index) if soldiers == Soldiers::ByFile && index + 1 == all => [rear, piece],
            (_, index) => [numeral(index)?, piece],
        },
    };
    let (way, last) = path(mv, side);
    out.extend(head);
    out.extend([glyphs.ways[way as usize], number(last)]);
    Some(())
}

/// `None` if the piece has no name.
fn wxf(
    mv: &Move,
    board: &Board,
    scheme: Scheme,
    sideways: Sideways,
    out: &mut String,
) -> Option<()> {
    let digit = |n: u8| char::from(b'0' + n);
    let piece = letter(mv.piece);
    let side = board.turn();
    let file = digit(file_number(side, mv.from));
    let head = match Several::of(mv, board) {
        None => [piece, file],
        Some(several) if mv.piece == SOLDIER => several.soldier(scheme, file)?,
        Some(several) => match (several.all, several.before + several.index) {
            (2 | 3, 0) => [piece, '+'],
            (2, _) | (3, 2) => [piece, '-'],
            (3, _) => [piece, '.'],
            _ => return None,
        },
    };
    let (way, last) = path(mv, side);
    out.extend(head);
    match (way, sideways) {
        (Way::Forward, _) => out.push('+'),
        (Way::Back, _) => out.push('-'),
        (Way::Sideways, Sideways::Equals) => out.push('='),
        (Way::Sideways, Sideways::Nothing) if head == [piece, file] => {}
        (Way::Sideways, _) => out.push('.'),
    }
    out.push(digit(last));
    Some(())
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

/// A piece that shares its file with others of its role and side.
struct Several {
    /// The number of files with several.
    files: u8,
    /// The number of pieces on these files.
    all: u8,
    /// The number of them on files that are counted before the piece's own.
    before: u8,
    /// The number on its own file.
    on_file: u8,
    /// How many of these are in front of it.
    index: u8,
}

impl Several {
    /// `None` if the piece is alone on its file, or is named by the file all the same: of two advisors or
    /// elephants on a file, one can only move forward, the other only back.
    fn of(mv: &Move, board: &Board) -> Option<Several> {
        if matches!(mv.piece, ADVISOR | ELEPHANT | GENERAL) {
            return None;
        }
        let side = board.turn();
        let own = file_number(side, mv.from);
        let pieces = board.pieces(side, mv.piece);
        let column = |file: u8| -> Set { pieces & on_file(numbered_file(side, file)) };
        let several = |file: u8| match column(file).count_ones() as u8 {
            1 => 0,
            count => count,
        };
        let rank = |square| own_rank(side, geometry::rank(square));
        let ahead = points(column(own)).filter(|&other| rank(other) > rank(mv.from));
        (several(own) > 0).then(|| Several {
            files: (1..=FILES).filter(|&file| several(file) > 0).count() as u8,
            all: (1..=FILES).map(several).sum(),
            before: (1..own).map(several).sum(),
            on_file: several(own),
            index: ahead.count() as u8,
        })
    }

    /// The head of a soldier's move in WXF.
    fn soldier(&self, scheme: Scheme, file: char) -> Option<[char; 2]> {
        let rear = self.on_file - 1 - self.index;
        let ordinal = |index: u8| (index < 5).then(|| char::from(b'1' + index));
        Some(match (scheme, self.files) {
            (Scheme::Xqbase, _) => match (self.all, self.before + self.index) {
                (2 | 3, 0) => ['P', '+'],
                (2, _) | (3, 2) => ['P', '-'],
                (3, _) => ['P', '.'],
                (_, index) if index < 5 => ['P', char::from(b'a' + index)],
                _ => return None,
            },
            (Scheme::Wxr2018, 1) if self.on_file == 2 => match self.index {
                0 => ['P', '+'],
                _ => ['P', '-'],
            },
            (Scheme::Wxr2018, _) => [ordinal(self.index)?, file],
            (Scheme::Axf, 1) => match (self.on_file, self.index, rear) {
                (2 | 3, 0, _) => ['P', '+'],
                (2 | 3, _, 0) => ['P', '-'],
                (4 | 5, 0, _) => ['+', '+'],
                (4 | 5, _, 0) => ['-', '-'],
                (4 | 5, 1, _) => ['P', '+'],
                (4 | 5, _, 1) => ['P', '-'],
                (3 | 5, _, _) => ['P', file],
                _ => return None,
            },
            (Scheme::Axf, _) => match (self.on_file, self.index, rear) {
                (2 | 3, 0, _) => [file, '+'],
                (2 | 3, _, 0) => [file, '-'],
                (3, _, _) => [file, file],
                _ => return None,
            },
        })
    }
}

/// Whether a scheme names the piece of a move in WXF as the text does. Moves in other notations, and pieces
/// that all schemes name the same, are consistent with every scheme.
pub(super) fn is_consistent_with(scheme: Scheme, text: &[u8], mv: &Move, board: &Board) -> bool {
    let head = |text: &[u8]| match notation::lex(text, false)?.token {
        Token::Path { head, .. } => Some(head),
        _ => None,
    };
    let several = Several::of(mv, board).filter(|_| mv.piece == SOLDIER);
    let (Some(several), Some(found), false) = (several, head(text), text[0] >= 0xE4) else {
        return true;
    };
    let file = file_number(board.turn(), mv.from);
    let Some([first, second]) = several.soldier(scheme, char::from(b'0' + file)) else {
        return false;
    };
    // A head is identified by its meaning: `+P` is `P+`.
    let named = head(format!("{first}{second}+1").as_bytes());
    // In every scheme the file alone names a piece if only that one can make the move.
    named == Some(found) || found == Head::Soldier { file } && rules::is_only_one(text, board)
}

/// The directions, as indices of their characters.
#[derive(Clone, Copy)]
enum Way {
    Forward,
    Back,
    Sideways,
}

/// The direction of a piece, and the number of steps or of the target file.
fn path(mv: &Move, side: Side) -> (Way, u8) {
    let rank = |square| own_rank(side, geometry::rank(square));
    let (from, to) = (rank(mv.from), rank(mv.to));
    let way = match to.cmp(&from) {
        std::cmp::Ordering::Less => Way::Back,
        std::cmp::Ordering::Equal => Way::Sideways,
        std::cmp::Ordering::Greater => Way::Forward,
    };
    let orthogonal = geometry::file(mv.from) == geometry::file(mv.to);
    let last = if orthogonal {
        from.abs_diff(to)
    } else {
        file_number(side, mv.to)
    };
    (way, last)
}

/// The number of a point's file from the player's point of view.
fn file_number(side: Side, square: Square) -> u8 {
    match side {
        Side::First => FILES - geometry::file(square),
        Side::Second => geometry::file(square) + 1,
    }
}
