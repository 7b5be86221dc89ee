//! Random documents that conform to the specifications.
//!
//! Moves are found by spelling candidates and asking the library which of them can be played.

use movetext::tags::Tags;
use movetext::variants::{Cescacs, Chess, Xiangqi};
use movetext::{Move, MoveKind, Piece, Position, Side, Square, Variant};

/// Small and repeatable.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

const WORDS: [&str; 12] = [
    "good",
    "(or not)",
    "[x]",
    "\"quoted\"",
    "1. e4",
    "%",
    "; so",
    "0-1",
    "$5",
    "é",
    "马",
    "{",
];

fn words(random: &mut Random, gaps: &[&str]) -> String {
    let mut text = String::new();
    for _ in 0..random.below(5) {
        text += random.pick(&WORDS);
        text += random.pick(gaps);
    }
    text
}

/// The position that the variant starts from, and how moves are written there.
fn start<V: Variant>() -> (V::Position, V::Dialect) {
    let tags = Tags::new(&[], b"", encoding_rs::UTF_8);
    let start = V::initial_state(&tags, &mut Vec::new()).expect("the usual start");
    // A record with tags and without Redefine uses the standard letters.
    (start.position, V::Dialect::default())
}

/// The move that a text means, if it can be played.
fn played<V: Variant>(text: &str, position: &V::Position) -> Option<Move> {
    let dialect = V::Dialect::default();
    let lexed = V::lex(text.as_bytes(), &dialect).filter(|lexed| lexed.len == text.len())?;
    V::resolve(lexed.token, position, &dialect).ok()
}

fn after<V: Variant>(position: &V::Position, mv: &Move) -> V::Position {
    let mut position = position.clone();
    position.play(mv);
    position
}

/// The squares of the pieces to move.
fn own<V: Variant>(position: &V::Position) -> Vec<(Square, Piece)> {
    (0..V::INFO.geometry.squares)
        .filter_map(|index| {
            let piece = position.piece_on(Square(index))?;
            (piece.side == position.turn()).then_some((Square(index), piece))
        })
        .collect()
}

/// A random written move of a variant.
trait Spell: Variant {
    fn spell(position: &Self::Position, random: &mut Random) -> Option<(String, Move)>;
}

/// A position after some random moves, in the variant's notation.
fn later<V: Spell>(random: &mut Random) -> String {
    let (mut position, _) = start::<V>();
    for _ in 0..random.below(30) {
        if let Some((_, mv)) = V::spell(&position, random) {
            position.play(&mv);
        }
    }
    position.describe()
}

/// The position of a start tag.
fn set_up<V: Variant>(tag: &str, value: &str) -> V::Position {
    let text = format!("[{tag} \"{value}\"]");
    let spans = [movetext::tags::TagSpan {
        span: 0..text.len(),
        name: 1..1 + tag.len(),
        value: tag.len() + 3..text.len() - 2,
    }];
    let tags = Tags::new(&spans, text.as_bytes(), encoding_rs::UTF_8);
    let start = V::initial_state(&tags, &mut Vec::new());
    start.expect("a described position can be read").position
}

// ---- Chess ---------------------------------------------------------------------------------------

impl Spell for Chess {
    fn spell(position: &Self::Position, random: &mut Random) -> Option<(String, Move)> {
        let name = |square: Square| Chess::INFO.square_name(square).to_string();
        let mut moves = Vec::new();
        for (from, piece) in own::<Chess>(position) {
            for to in 0..64 {
                let ends = piece.role.get() == 1 && !(8..56).contains(&to);
                let suffix = if ends {
                    random.pick(&["q", "r", "b", "n"])
                } else {
                    ""
                };
                let text = format!("{}{}{suffix}", name(from), name(Square(to)));
                moves.extend(played::<Chess>(&text, position));
            }
        }
        let mv = (!moves.is_empty()).then(|| random.pick(&moves))?;
        let text = match mv.kind {
            MoveKind::Castling(index) => Chess::INFO.castlings[usize::from(index)].to_owned(),
            _ => {
                let (from, to) = (name(mv.from), name(mv.to));
                let capture = if mv.captured.is_some() { "x" } else { "" };
                if mv.piece.get() == 1 {
                    let file = if capture.is_empty() { "" } else { &from[..1] };
                    let promotion = mv.promotion.map_or(String::new(), |role| {
                        format!("={}", Chess::INFO.roles[role.index()].letter)
                    });
                    format!("{file}{capture}{to}{promotion}")
                } else {
                    let letter = Chess::INFO.roles[mv.piece.index()].letter;
                    let origins = ["", &from[..1], &from[1..], &from];
                    let skip = random.below(3);
                    origins[skip..]
                        .iter()
                        .map(|origin| format!("{letter}{origin}{capture}{to}"))
                        .find(|text| played::<Chess>(text, position) == Some(mv))?
                }
            }
        };
        Some((text, mv))
    }
}

/// Parts tokens in import format.
fn chess_gap(random: &mut Random) -> &'static str {
    random.pick(&[
        " ",
        " ",
        " ",
        "\n",
        "\r\n",
        "\r",
        "\t",
        "  \n ",
        "\n%escaped { ( 1. e4\n",
        "\x0B",
    ])
}

fn chess_note(random: &mut Random, out: &mut String) {
    match random.below(4) {
        0 => {
            let text = words(random, &[" ", ""]);
            let end = random.pick(&["\n", "\r\n", "\r"]);
            *out += &format!(";{text}{end}");
        }
        1 => *out += &format!("${}", random.below(256)),
        _ => *out += &format!("{{{}}}", words(random, &[" ", "\n", "\r\n", "\t", ""])),
    }
}

fn chess_line(
    random: &mut Random,
    out: &mut String,
    mut position: <Chess as Variant>::Position,
    first: usize,
    plies: usize,
    depth: usize,
) {
    for ply in first..first + plies {
        let Some((text, mv)) = Chess::spell(&position, random) else {
            return;
        };
        if random.one_in(8) {
            chess_note(random, out);
            *out += chess_gap(random);
        }
        if position.turn() == Side::First || random.one_in(3) {
            let number = ply / 2 + 1;
            // Dots that say whose move it is, in all ways to write them.
            let dots = match position.turn() {
                Side::First => random.pick(&[".", ".", " ", " ."]),
                Side::Second => random.pick(&["...", "...", " . . .", ".. ", "\n...\n"]),
            };
            *out += &format!("{number}{dots}");
            if random.one_in(2) {
                *out += chess_gap(random);
            }
        }
        let next = after::<Chess>(&position, &mv);
        *out += &text;
        if next.is_check() {
            *out += random.pick(&["+", "#", ""]);
        }
        *out += random.pick(&["", "", "", "", "!", "?", "!!", "??", "!?", "?!"]);
        // What delimits itself needs no blank before it.
        while random.one_in(6) {
            let gap = chess_gap(random);
            *out += random.pick(&["", gap]);
            chess_note(random, out);
        }
        while depth > 0 && random.one_in(9) {
            let gap = chess_gap(random);
            *out += random.pick(&["", gap]);
            *out += random.pick(&["(", "( "]);
            let plies = 1 + random.below(6);
            chess_line(random, out, position, ply, plies, depth - 1);
            *out += ")";
        }
        *out += chess_gap(random);
        position = next;
    }
}

pub fn chess(seed: u64) -> String {
    let random = &mut Random(seed);
    let mut out = String::new();
    if random.one_in(4) {
        out += random.pick(&["%escaped\n", "{before}\n", "\n\n", "; a\n;b\r\n%c\n{d}"]);
    }
    for game in 0..=random.below(3) {
        let mut number = None;
        let position = if game == 0 && random.one_in(8) {
            // A game without tags shows by its first number that it is one.
            out += "1.";
            start::<Chess>().0
        } else {
            let gap = random.pick(&["\n", "", " ", "\r\n", "\n%x\n", "\n{in between}\n"]);
            out += &format!(
                "[Event\"{}\"]{gap}",
                random.pick(&["?", "a \\\"b\\\" \\\\", "", "{;(%"])
            );
            out += random.pick(&["[ Round \t\"1\" ]", "[White_2 \"é, 马\"]\n", ""]);
            if random.one_in(3) {
                let fen = later::<Chess>(random);
                let counted = fen.rsplit(' ').next().and_then(|last| last.parse().ok());
                number = counted.map(|counted: usize| counted - 1);
                out += &format!("[FEN \"{fen}\"]\n");
                set_up::<Chess>("FEN", &fen)
            } else {
                start::<Chess>().0
            }
        };
        out += random.pick(&["\n\n", "", "\n"]);
        let plies = random.below(40);
        // Where a position is set up, its own number counts.
        let number = number.unwrap_or_else(|| random.below(50));
        let first = 2 * number + position.turn().index();
        chess_line(random, &mut out, position, first, plies, 3);
        out += random.pick(&["1-0", "0-1", "1/2-1/2", "*"]);
        out += random.pick(&["\n\n", "\r\n", "\n%escaped\n\n"]);
    }
    out
}

// ---- Xiangqi -------------------------------------------------------------------------------------

const NUMERALS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const WIDE: [&str; 9] = ["１", "２", "３", "４", "５", "６", "７", "８", "９"];

impl Spell for Xiangqi {
    fn spell(position: &Self::Position, random: &mut Random) -> Option<(String, Move)> {
        let name = |square: Square| Xiangqi::INFO.square_name(square).to_string();
        let mut moves = Vec::new();
        for (from, _) in own::<Xiangqi>(position) {
            for to in 0..90 {
                let text = format!("{}{}", name(from), name(Square(to)));
                moves.extend(played::<Xiangqi>(&text, position));
            }
        }
        let mv = (!moves.is_empty()).then(|| random.pick(&moves))?;
        let (from, to) = (name(mv.from), name(mv.to));
        let iccs = match random.below(3) {
            0 => format!("{}-{}", from.to_uppercase(), to.to_uppercase()),
            1 => format!("{from}{to}"),
            _ => format!("{from}-{to}"),
        };
        let candidates = match random.below(3) {
            0 => spell_chinese(&from, &to, position.turn(), mv, random),
            1 => spell_wxf(&from, &to, position.turn(), mv, random),
            _ => Vec::new(),
        };
        let text = candidates
            .into_iter()
            .find(|text| played::<Xiangqi>(text, position) == Some(mv))
            .unwrap_or(iccs);
        Some((text, mv))
    }
}

/// The number of the file it comes from, the way (0 forward, 1 back, 2 sideways), and how far or to
/// which file.
fn xiangqi_path(from: &str, to: &str, side: Side, mv: Move) -> (usize, usize, usize) {
    let place = |name: &str| {
        let bytes = name.as_bytes();
        (usize::from(bytes[0] - b'a'), usize::from(bytes[1] - b'0'))
    };
    let ((x, y), (to_x, to_y)) = (place(from), place(to));
    let file = |x: usize| match side {
        Side::First => 9 - x,
        Side::Second => x + 1,
    };
    let way = match (to_y > y, to_y == y) {
        (_, true) => 2,
        (up, _) if up == (side == Side::First) => 0,
        _ => 1,
    };
    let slides = matches!(mv.piece.get(), 1 | 5..=7);
    let count = if slides && way != 2 {
        to_y.abs_diff(y)
    } else {
        file(to_x)
    };
    (file(x), way, count)
}

fn spell_chinese(from: &str, to: &str, side: Side, mv: Move, random: &mut Random) -> Vec<String> {
    const RED: [&str; 7] = ["帅帥", "仕士", "相象", "马傌", "车俥", "炮砲", "兵卒"];
    const BLACK: [&str; 7] = ["将將", "士仕", "象相", "马馬", "车車", "炮包", "卒兵"];
    let (file, way, count) = xiangqi_path(from, to, side, mv);
    let glyphs = match side {
        Side::First => RED,
        Side::Second => BLACK,
    };
    let glyphs: Vec<char> = glyphs[mv.piece.index()].chars().collect();
    let glyph = random.pick(&glyphs);
    let digits = match side {
        Side::First => NUMERALS.map(str::to_owned),
        Side::Second if random.one_in(2) => WIDE.map(str::to_owned),
        Side::Second => [1, 2, 3, 4, 5, 6, 7, 8, 9].map(|n: u8| n.to_string()),
    };
    let way = random.pick(&[["进", "退", "平"], ["進", "退", "平"]])[way];
    let (file, count) = (&digits[file - 1], &digits[count - 1]);
    ["前", "后", "後", "中"]
        .map(|place| format!("{place}{glyph}{way}{count}"))
        .into_iter()
        .chain([format!("{glyph}{file}{way}{count}")])
        .collect()
}

fn spell_wxf(from: &str, to: &str, side: Side, mv: Move, random: &mut Random) -> Vec<String> {
    const LETTERS: [&str; 7] = ["KG", "AG", "BEM", "NH", "R", "C", "PS"];
    let (file, way, count) = xiangqi_path(from, to, side, mv);
    let letters: Vec<char> = LETTERS[mv.piece.index()].chars().collect();
    let letter = random.pick(&letters);
    let way = random.pick(&[["+", "-", "."], ["+", "-", "="]])[way];
    vec![
        format!("{letter}+{way}{count}"),
        format!("{letter}-{way}{count}"),
        format!("{letter}{file}{way}{count}"),
    ]
}

fn xiangqi_gap(random: &mut Random) -> &'static str {
    random.pick(&[" ", " ", " ", "\n", "\r\n", "\t", "   ", "\n\n"])
}

fn xiangqi_line(
    random: &mut Random,
    out: &mut String,
    mut position: <Xiangqi as Variant>::Position,
    plies: usize,
    depth: usize,
) {
    let mut number = 1 + random.below(50);
    let mut numbered = false;
    for ply in 0..plies {
        let Some((text, mv)) = Xiangqi::spell(&position, random) else {
            return;
        };
        if ply > 0 {
            *out += xiangqi_gap(random);
        }
        let first = position.turn() == Side::First;
        if first || !numbered {
            *out += &format!("{number}.{}", xiangqi_gap(random));
            if !first {
                *out += &format!("...{}", xiangqi_gap(random));
            }
        }
        numbered = true;
        if !first {
            number += 1;
        }
        *out += &text;
        *out += random.pick(&["", "", "", "", "!", "?", "!!", "??", "!?", "?!"]);
        let next = after::<Xiangqi>(&position, &mv);
        while random.one_in(6) {
            *out += xiangqi_gap(random);
            if random.one_in(3) {
                *out += &format!("${}", random.below(256));
            } else {
                *out += &format!("{{{}}}", words(random, &[" ", "\n", "\r\n", ""]));
            }
        }
        while depth > 0 && random.one_in(9) {
            *out += xiangqi_gap(random);
            *out += random.pick(&["(", "( "]);
            let plies = 1 + random.below(6);
            xiangqi_line(random, out, position.clone(), plies, depth - 1);
            *out += random.pick(&[")", "\n)"]);
        }
        position = next;
    }
}

pub fn xiangqi(seed: u64) -> String {
    let random = &mut Random(seed);
    let mut out = String::new();
    for _ in 0..=random.below(3) {
        out += "[Game \"Chinese Chess\"]\n";
        out += random.pick(&[
            "[Event \"\\\"杯\\\"\"]\n",
            "[Site\t\"?\"]\r\n{ note }\n[Round \"\"]\n",
            "",
        ]);
        let position = if random.one_in(3) {
            let fen = later::<Xiangqi>(random);
            out += &format!("[FEN \"{fen}\"]\n");
            set_up::<Xiangqi>("FEN", &fen)
        } else {
            start::<Xiangqi>().0
        };
        out += random.pick(&["", "\n", "{ x\ny }\n"]);
        let plies = random.below(30);
        xiangqi_line(random, &mut out, position, plies, 3);
        out += xiangqi_gap(random);
        out += random.pick(&["1-0", "0-1", "1/2-1/2", "*"]);
        out += random.pick(&["\n\n", "\r\n{ after }\n", " {a}{b}\n"]);
    }
    out
}

// ---- C'escacs ------------------------------------------------------------------------------------

impl Spell for Cescacs {
    /// A legal move that does not end the game, the rarer kinds oftener than their share.
    fn spell(position: &Self::Position, random: &mut Random) -> Option<(String, Move)> {
        let legal = |position: &Self::Position| {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            moves
        };
        let moves = legal(position);
        let rare: Vec<Move> = moves
            .iter()
            .filter(|mv| mv.kind != MoveKind::Normal || mv.promotion.is_some())
            .copied()
            .collect();
        for _ in 0..100 {
            let choices = match random.one_in(4) && !rare.is_empty() {
                true => &rare,
                false if moves.is_empty() => return None,
                false => &moves,
            };
            let mv = random.pick(choices);
            if legal(&after::<Cescacs>(position, &mv)).is_empty() {
                continue;
            }
            let mut text = String::new();
            Cescacs::write(&mv, position, Default::default(), &mut text);
            let text = text
                .trim_end_matches(['+', '^', '∞', '#'])
                .replace('-', random.pick(&["-", "‐"]))
                .replace('×', random.pick(&["×", "*"]));
            assert_eq!(played::<Cescacs>(&text, position), Some(mv), "{text}");
            return Some((text, mv));
        }
        None
    }
}

fn cescacs_half(random: &mut Random, out: &mut String, text: &str) {
    *out += text;
    *out += random.pick(&["", "", "", "", "+", "+^", "+∞", "++"]);
    *out += random.pick(&["", "", "", "", " !", " ?!", " ◇", " ??(=)", " (=)", " ◇(=)"]);
}

/// A gap; after a comment a line break, for a closing brace is the last of its line.
fn after_brace(out: &str, gap: &'static str) -> &'static str {
    match out.trim_end_matches(' ').ends_with('}') {
        true => "\n",
        false => gap,
    }
}

/// Notes and variations after a round, on lines of their own.
fn cescacs_aside(
    random: &mut Random,
    out: &mut String,
    round: &[<Cescacs as Variant>::Position],
    number: usize,
    depth: usize,
) {
    while random.one_in(5) {
        let filler = random.pick(&["", ".", "  ", ". ."]);
        let text = words(random, &[" ", "\n", "\r\n", ""]);
        *out += &format!("\n{filler}{{ {text} }}{}", random.pick(&["", "  "]));
    }
    // The last two plies may be replaced.
    while depth > 0 && !round.is_empty() && random.one_in(6) {
        let position = &round[random.below(round.len())];
        *out += after_brace(out, random.pick(&["\n", " ", "\n.", "\n .. "]));
        *out += random.pick(&["(", "($[1] ", "($[27]\n", "( "]);
        let plies = 1 + random.below(5);
        cescacs_line(random, out, position.clone(), number, plies, depth - 1);
        *out += after_brace(out, random.pick(&["", "\n"]));
        *out += ")";
    }
}

fn cescacs_line(
    random: &mut Random,
    out: &mut String,
    mut position: <Cescacs as Variant>::Position,
    mut number: usize,
    mut plies: usize,
    depth: usize,
) {
    let mut first = true;
    while plies > 0 {
        if !first {
            *out += after_brace(out, random.pick(&["\n", " ", "\n\n", "\r\n"]));
            if depth < 3 {
                *out += random.pick(&["", ".", "..", " . "]);
            }
        }
        *out += &format!("{number}. ");
        let mut round = Vec::new();
        if position.turn() == Side::Second {
            assert!(first, "Black's move begins a line only");
            *out += random.pick(&["…, ", "..., "]);
        }
        loop {
            let Some((text, mv)) = Cescacs::spell(&position, random) else {
                unreachable!("no random move of so few ends the game");
            };
            cescacs_half(random, out, &text);
            round.push(position.clone());
            position.play(&mv);
            plies -= 1;
            if position.turn() == Side::First || plies == 0 {
                break;
            }
            *out += random.pick(&[", ", ", ", ",  "]);
        }
        // A variation goes back two plies only where two were played in its line.
        cescacs_aside(random, out, &round, number, depth);
        number += 1;
        first = false;
    }
}

pub fn cescacs(seed: u64) -> String {
    let random = &mut Random(seed);
    let mut out = String::new();
    for _ in 0..=random.below(2) {
        out += "[Variant \"C'escacs\"]\n";
        out += random.pick(&[
            "[Event \"CG\"]\n[Site \"?\"]\n",
            "[Title \"\\\"a\\\"\"]\r\n",
            "",
        ]);
        let position = if random.one_in(3) {
            let pdtl = later::<Cescacs>(random);
            out += &format!("[PDTL \"{pdtl}\"]\n");
            set_up::<Cescacs>("PDTL", &pdtl)
        } else {
            start::<Cescacs>().0
        };
        out += random.pick(&["", "\n", "{ x\ny }\n"]);
        let plies = 1 + random.below(16);
        let number = 1 + random.below(30);
        cescacs_line(random, &mut out, position, number, plies, 3);
        out += after_brace(&out, random.pick(&["\n", " ", "\n\n"]));
        out += random.pick(&["3-0", "2-1", "0-3", "1-2", "1-1", "*"]);
        out += random.pick(&["\n\n", "\r\n", "\n{ after }\n{ again }\n"]);
    }
    out
}
