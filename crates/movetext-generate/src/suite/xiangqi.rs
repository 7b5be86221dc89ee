//! Moves of Xiangqi in the three notations, made from squares by the rules of each notation.
//!
//! Squares are files from 0 to 8, from Red's left, and ranks from 0 to 9, from Red's side.

use super::{Case, section};
use serde_json::json;

/// A move: the position, requirements of its special form, the letter of the piece in WXF, squares from and to as
/// in ICCS.
struct Row {
    family: &'static str,
    fen: &'static str,
    piece: char,
    from: &'static str,
    to: &'static str,
}

const fn row(
    family: &'static str,
    fen: &'static str,
    piece: char,
    from: &'static str,
    to: &'static str,
) -> Row {
    Row {
        family,
        fen,
        piece,
        from,
        to,
    }
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1";
const BLACK: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1";
const ENDING: &str = "3k5/4P4/9/p8/9/4R4/9/4B4/4A4/3AK1B2 r - - 0 1";
const TANDEM: &str = "3k5/9/9/2R6/4N4/2C6/4N4/2R6/2C6/4K4 r - - 0 1";
const TANDEM_BLACK: &str = "4k4/2c6/2r6/4n4/2c6/4n4/2r6/9/9/3K5 b - - 0 1";

/// One move for every form that a piece has.
const ROWS: &[Row] = &[
    row("cannon", START, 'C', "H2", "E2"),
    row("cannon", START, 'C', "B2", "E2"),
    row("cannon", START, 'C', "H2", "H6"),
    row("cannon", START, 'C', "H2", "H1"),
    row("cannon", START, 'C', "B2", "B9"),
    row("horse", START, 'H', "H0", "G2"),
    row("horse", START, 'H', "H0", "I2"),
    row("horse", START, 'H', "B0", "C2"),
    row("horse", START, 'H', "B0", "A2"),
    row("chariot", START, 'R', "I0", "I1"),
    row("chariot", START, 'R', "I0", "I2"),
    row("chariot", START, 'R', "A0", "A1"),
    row("elephant", START, 'E', "G0", "E2"),
    row("elephant", START, 'E', "G0", "I2"),
    row("elephant", START, 'E', "C0", "E2"),
    row("advisor", START, 'A', "F0", "E1"),
    row("advisor", START, 'A', "D0", "E1"),
    row("general", START, 'K', "E0", "E1"),
    row("soldier", START, 'P', "G3", "G4"),
    row("soldier", START, 'P', "E3", "E4"),
    row("soldier", START, 'P', "A3", "A4"),
    row("black-cannon", BLACK, 'C', "H7", "E7"),
    row("black-cannon", BLACK, 'C', "B7", "B3"),
    row("black-cannon", BLACK, 'C', "B7", "B8"),
    row("black-horse", BLACK, 'H', "H9", "G7"),
    row("black-horse", BLACK, 'H', "B9", "A7"),
    row("black-chariot", BLACK, 'R', "I9", "I8"),
    row("black-elephant", BLACK, 'E', "G9", "E7"),
    row("black-elephant", BLACK, 'E', "C9", "A7"),
    row("black-advisor", BLACK, 'A', "F9", "E8"),
    row("black-general", BLACK, 'K', "E9", "E8"),
    row("black-soldier", BLACK, 'P', "C6", "C5"),
    row("black-soldier", BLACK, 'P', "I6", "I5"),
    row("ending", ENDING, 'P', "E8", "D8"),
    row("ending", ENDING, 'P', "E8", "F8"),
    row("ending", ENDING, 'P', "E8", "E9"),
    row("ending", ENDING, 'R', "E4", "A4"),
    row("ending", ENDING, 'R', "E4", "I4"),
    row("ending", ENDING, 'R', "E4", "E7"),
    row("ending", ENDING, 'R', "E4", "E3"),
    row("ending", ENDING, 'A', "E1", "F2"),
    row("ending", ENDING, 'K', "E0", "F0"),
    row("tandem", TANDEM, 'R', "C6", "D6"),
    row("tandem", TANDEM, 'R', "C6", "C8"),
    row("tandem", TANDEM, 'R', "C2", "A2"),
    row("tandem", TANDEM, 'R', "C2", "C3"),
    row("tandem", TANDEM, 'C', "C4", "B4"),
    row("tandem", TANDEM, 'C', "C4", "C5"),
    row("tandem", TANDEM, 'C', "C1", "C0"),
    row("tandem", TANDEM, 'C', "C1", "I1"),
    row("tandem", TANDEM, 'H', "E5", "D7"),
    row("tandem", TANDEM, 'H', "E5", "G4"),
    row("tandem", TANDEM, 'H', "E3", "D1"),
    row("black-tandem", TANDEM_BLACK, 'R', "C3", "C1"),
    row("black-tandem", TANDEM_BLACK, 'R', "C7", "A7"),
    row("black-tandem", TANDEM_BLACK, 'C', "C5", "D5"),
    row("black-tandem", TANDEM_BLACK, 'C', "C8", "B8"),
    row("black-tandem", TANDEM_BLACK, 'H', "E4", "D2"),
    row("black-tandem", TANDEM_BLACK, 'H', "E6", "F8"),
];

const RED_DIGITS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// A move in figures.
struct Figures {
    red: bool,
    /// The mover's files, from 1 at the mover's right.
    from: usize,
    to: usize,
    /// How many ranks forward.
    forward: i32,
    /// Of two such pieces on the file: whether this is the one in front.
    front: Option<bool>,
}

impl Row {
    fn is_red(&self) -> bool {
        self.fen.contains(" r ")
    }

    fn figures(&self) -> Figures {
        let (from, to) = (self.from, self.to);
        let file = |square: &str| usize::from(square.as_bytes()[0] - b'A');
        let rank = |square: &str| i32::from(square.as_bytes()[1] - b'0');
        let red = self.is_red();
        let number = |square: &str| {
            if red {
                9 - file(square)
            } else {
                file(square) + 1
            }
        };
        let ahead = rank(to) - rank(from);
        let twin = self.twin();
        let front = twin.map(|other| (rank(from) > other) == red);
        Figures {
            red,
            from: number(from),
            to: number(to),
            forward: if red { ahead } else { -ahead },
            front,
        }
    }

    /// The rank of another such piece on the file.
    fn twin(&self) -> Option<i32> {
        let letter = match self.piece {
            'H' => 'N',
            'E' => 'B',
            other => other,
        };
        let letter = if self.is_red() {
            letter
        } else {
            letter.to_ascii_lowercase()
        };
        let from = self.from;
        let file = usize::from(from.as_bytes()[0] - b'A');
        let board = self.fen.split(' ').next()?;
        let mut ranks = (0..10).rev().zip(board.split('/'));
        ranks.find_map(|(rank, row)| {
            let mut cells = Vec::new();
            for c in row.chars() {
                match c.to_digit(10) {
                    Some(empty) => cells.extend((0..empty).map(|_| ' ')),
                    None => cells.push(c),
                }
            }
            let own = rank == i32::from(from.as_bytes()[1] - b'0');
            (cells.get(file) == Some(&letter) && !own).then_some(rank)
        })
    }

    fn is_oblique(&self) -> bool {
        matches!(self.piece, 'H' | 'E' | 'A')
    }

    /// The last character: the file for moves sideways and oblique ones, else the number of ranks.
    fn last(&self, figures: &Figures) -> usize {
        if figures.forward == 0 || self.is_oblique() {
            figures.to
        } else {
            figures.forward.unsigned_abs() as usize
        }
    }

    fn chinese(&self, traditional: bool, full_width: bool) -> String {
        let figures = self.figures();
        let names: [(char, &str, &str); 7] = if traditional {
            [
                ('K', "帥", "將"),
                ('A', "仕", "士"),
                ('E', "相", "象"),
                ('H', "傌", "馬"),
                ('R', "俥", "車"),
                ('C', "炮", "砲"),
                ('P', "兵", "卒"),
            ]
        } else {
            [
                ('K', "帅", "将"),
                ('A', "仕", "士"),
                ('E', "相", "象"),
                ('H', "马", "马"),
                ('R', "车", "车"),
                ('C', "炮", "炮"),
                ('P', "兵", "卒"),
            ]
        };
        let (_, red, black) = names
            .into_iter()
            .find(|(letter, ..)| *letter == self.piece)
            .unwrap_or(('?', "?", "?"));
        let name = if figures.red { red } else { black };
        let digit = |number: usize| match (figures.red, full_width) {
            (true, _) => RED_DIGITS[number - 1].to_owned(),
            (false, true) => {
                char::from_u32('０' as u32 + number as u32).map_or_else(String::new, String::from)
            }
            (false, false) => number.to_string(),
        };
        let way = match figures.forward {
            0 => "平",
            1.. if traditional => "進",
            1.. => "进",
            _ => "退",
        };
        let last = digit(self.last(&figures));
        let (front, back) = if traditional {
            ("前", "後")
        } else {
            ("前", "后")
        };
        match figures.front {
            Some(is_front) => format!("{}{name}{way}{last}", if is_front { front } else { back }),
            None => format!("{name}{}{way}{last}", digit(figures.from)),
        }
    }

    fn wxf(&self, sideways: &str) -> String {
        let figures = self.figures();
        let way = match figures.forward {
            0 => sideways,
            1.. => "+",
            _ => "-",
        };
        let last = self.last(&figures);
        let from = match figures.front {
            Some(true) => "+".to_owned(),
            Some(false) => "-".to_owned(),
            None => figures.from.to_string(),
        };
        format!("{}{from}{way}{last}", self.piece)
    }

    fn case(
        &self,
        requirements: &'static str,
        class: &'static str,
        format: Option<&str>,
        written: &str,
    ) -> Case {
        let mut tags = vec![("Game".to_owned(), "Chinese Chess".to_owned())];
        for name in ["Event", "Site", "Date", "Round", "Red", "Black"] {
            let value = if name == "Date" { "????.??.??" } else { "?" };
            tags.push((name.to_owned(), value.to_owned()));
        }
        tags.push(("Result".to_owned(), "*".to_owned()));
        if self.fen != START {
            tags.push(("FEN".to_owned(), self.fen.to_owned()));
        }
        if let Some(format) = format {
            tags.push(("Format".to_owned(), format.to_owned()));
        }
        let number = if self.is_red() { "1." } else { "1. ..." };
        let (from, to) = (self.from, self.to);
        let text = self.chinese(false, false);
        let made = json!({"text": text, "from": from.to_lowercase(), "to": to.to_lowercase()});
        let input = format!("{}{number} {written} *\n", section(&tags));
        Case {
            variant: "xiangqi",
            games: (class != "invalid")
                .then(|| json!([{"tags": tags, "moves": [made], "result": "*"}])),
            ..Case::pgn(self.family, requirements, class, input)
        }
    }
}

/// Moves in characters: simplified ones, as the specification has them; traditional ones and full-width digits, as
/// many files have them; and moves that are none.
pub(super) fn chinese() -> Vec<Case> {
    let mut cases: Vec<Case> = ROWS
        .iter()
        .map(|row| {
            let requirements = if row.family.contains("tandem") {
                "XQ-033 XQ-080 XQ-081 XQ-082 XQ-083"
            } else {
                "XQ-033 XQ-080 XQ-081 XQ-082"
            };
            row.case(requirements, "valid", None, &row.chinese(false, false))
        })
        .collect();
    for row in ROWS.iter() {
        let text = row.chinese(true, false);
        if text != row.chinese(false, false) {
            let mut case = row.case("XQ-084", "lenient", None, &text);
            case.family = "traditional";
            cases.push(case);
        }
    }
    for row in ROWS.iter().filter(|row| !row.is_red()) {
        let mut case = row.case("XQ-080", "lenient", None, &row.chinese(false, true));
        case.family = "full-width";
        cases.push(case);
    }
    cases.extend(wrong(None, |row| row.chinese(false, false)));
    let first = &ROWS[0];
    for text in [
        "炮二平",
        "炮二移五",
        "炮二五",
        "二炮平五",
        "炮二平十",
        "炮零平五",
        "炮 二平五",
        "炮二平五五",
    ] {
        let mut case = first.case("XQ-033 XQ-054 XQ-081 XQ-082", "invalid", None, text);
        case.family = "no-move";
        cases.push(case);
    }
    cases
}

/// Moves in letters and figures, with each of the marks for moves sideways that are in use.
pub(super) fn wxf() -> Vec<Case> {
    let mut cases: Vec<Case> = ROWS
        .iter()
        .map(|row| row.case("XQ-034 XQ-051", "valid", Some("WXF"), &row.wxf(".")))
        .collect();
    for row in ROWS.iter().filter(|row| row.figures().forward == 0) {
        let mut case = row.case("XQ-034", "valid", Some("WXF"), &row.wxf("="));
        case.family = "equals";
        cases.push(case);
    }
    for row in ROWS.iter().step_by(3) {
        let mut case = row.case(
            "XQ-034",
            "lenient",
            Some("WXF"),
            &row.wxf(".").to_lowercase(),
        );
        case.family = "lower-case";
        cases.push(case);
    }
    for row in ROWS.iter() {
        let other = match row.piece {
            'H' => 'N',
            'E' => 'B',
            _ => continue,
        };
        let mut case = row.case(
            "XQ-034",
            "valid",
            Some("WXF"),
            &row.wxf(".").replace(row.piece, &other.to_string()),
        );
        case.family = "other-letters";
        cases.push(case);
    }
    cases.extend(wrong(Some("WXF"), |row| row.wxf(".")));
    let first = &ROWS[0];
    for text in ["C2", "C2.", "X2.5", "C0.5", "C2*5", "2C.5", "C2. 5"] {
        let mut case = first.case("XQ-034 XQ-054", "invalid", Some("WXF"), text);
        case.family = "no-move";
        cases.push(case);
    }
    cases
}

/// Moves by coordinates.
pub(super) fn iccs() -> Vec<Case> {
    let text = |row: &Row| {
        let (from, to) = (row.from, row.to);
        format!("{from}-{to}")
    };
    let mut cases: Vec<Case> = ROWS
        .iter()
        .map(|row| row.case("XQ-035", "valid", Some("ICCS"), &text(row)))
        .collect();
    for row in ROWS.iter().step_by(4) {
        let (from, to) = (row.from, row.to);
        for (family, text) in [
            ("lower-case", text(row).to_lowercase()),
            ("without-hyphen", format!("{from}{to}")),
        ] {
            let mut case = row.case("XQ-035", "lenient", Some("ICCS"), &text);
            case.family = family;
            cases.push(case);
        }
    }
    cases.extend(wrong(Some("ICCS"), text));
    let first = &ROWS[0];
    for text in ["H2-", "H2", "J2-E2", "H2 - E2", "H2-E2-E3", "HH-E2"] {
        let mut case = first.case("XQ-035 XQ-054", "invalid", Some("ICCS"), text);
        case.family = "no-move";
        cases.push(case);
    }
    // Families are numbered one after another.
    cases.sort_by_key(|case| match case.family {
        "lower-case" => 1,
        "without-hyphen" => 2,
        "illegal" => 3,
        "no-move" => 4,
        _ => 0,
    });
    cases
}

/// Moves that the rules of the game do not allow.
fn wrong(format: Option<&str>, write: impl Fn(&Row) -> String) -> Vec<Case> {
    const WRONG: &[Row] = &[
        row("illegal", START, 'H', "H0", "F1"),
        row("illegal", START, 'C', "H2", "H7"),
        row("illegal", START, 'R', "I0", "I4"),
        row("illegal", START, 'P', "G3", "F3"),
        row("illegal", START, 'K', "E0", "D0"),
        row("illegal", BLACK, 'P', "C6", "D6"),
        row("illegal", BLACK, 'R', "A9", "A4"),
        row("illegal", ENDING, 'A', "E1", "E2"),
        row("illegal", ENDING, 'K', "E0", "E1"),
    ];
    WRONG
        .iter()
        .map(|row| row.case("XQ-033", "invalid", format, &write(row)))
        .collect()
}
