//! The grammar of Xiangqi, and its moves as tokens.

use super::geometry;
use super::info::{ADVISOR, CANNON, CHARIOT, ELEPHANT, GENERAL, HORSE, SOLDIER};
use super::notation::{Direction, Head, Mark, Token};
use super::{Dialect, Xiangqi};
use crate::core::board::{Role, Square};
use crate::grammar::{Fault, grammar};
use pest::iterators::Pair;

grammar!(
    Xiangqi,
    "grammars/xiangqi.pest",
    token,
    [],
    {
        ["XQ-009", "XQ-068"] => {
            document: ["XQ-009", "XQ-010", "XQ-011"],
            first_game: ["XQ-009", "XQ-010", "XQ-011"],
            first_tag: ["XQ-009", "XQ-010", "XQ-011"],
            game: ["XQ-009", "XQ-069"],
            EOI: ["XQ-068"],
        }
        ["XQ-006"] => {
            pair: ["XQ-006", "XQ-007"],
            name: ["XQ-006"],
            value: ["XQ-006"],
            quote: ["XQ-006"],
            bracket: ["XQ-006"],
        }
        ["XQ-043"] => {
            movetext: ["XQ-043", "XQ-044"],
            one_line: ["XQ-043", "XQ-044"],
            number: ["XQ-046", "XQ-047"],
            ellipsis: ["XQ-091"],
            nag: ["XQ-043"],
            valuation: ["XQ-043"],
            comment: ["XQ-056"],
            variation: ["XQ-086"],
            result: ["XQ-061", "XQ-062"],
        }
        ["XQ-051"] => {
            mv_parts: ["XQ-051"],
            point: ["XQ-035"],
            letter: ["XQ-034"],
            file: ["XQ-034"],
            tandem: ["XQ-034"],
            doubled: ["XQ-034"],
            nth: ["XQ-034"],
            ordinal: ["XQ-034"],
            way: ["XQ-034"],
            count: ["XQ-034"],
            glyph: ["XQ-033", "XQ-084"],
            place: ["XQ-033", "XQ-083"],
            nth_glyph: ["XQ-033", "XQ-083"],
            numeral: ["XQ-033", "XQ-080"],
            digit: ["XQ-033", "XQ-080"],
            direction: ["XQ-033", "XQ-082"],
        }
        ["XQ-029", "XQ-075"] => {
            setup: ["XQ-029", "XQ-075"],
            placement: ["XQ-075"],
            fen_rank: ["XQ-075"],
            turn: ["XQ-076"],
            counter: ["XQ-075"],
        }
    },
    ellipsis => Ellipsis,
    ; cite
);

/// The requirements that the position of a fault shows.
fn cite(fault: Fault) -> &'static [&'static str] {
    match fault {
        Fault::Character { value: true, .. } => &["XQ-006"],
        Fault::Character { .. } => &["XQ-053"],
        Fault::EmptyVariation => &["XQ-086", "XQ-087"],
        Fault::Ellipsis => &["XQ-070", "XQ-091"],
        Fault::LineComment => &["XQ-056"],
        Fault::GluedNumber => &["XQ-049"],
        Fault::LineBreak | Fault::BeyondAscii => &[],
    }
}

/// The parts of a move in Chinese or WXF notation, as far as they were parsed.
#[derive(Default)]
struct Path {
    role: Option<Role>,
    guard: bool,
    western: bool,
    mark: Option<Mark>,
    nth: Option<u8>,
    ordinal: Option<u8>,
    file: Option<u8>,
    direction: Option<Direction>,
}

fn token(mv: &Pair<'_, Rule>, _: &Dialect) -> Option<Token> {
    let mut path = Path::default();
    let mut from: Option<Square> = None;
    let mut canonical = false;
    for part in mv.clone().into_inner() {
        let text = part.as_str();
        match part.as_rule() {
            Rule::point => {
                let to = geometry::square(&text.to_ascii_lowercase())?;
                match from {
                    None => {
                        from = Some(to);
                        canonical = text.starts_with(|letter: char| letter.is_ascii_uppercase());
                    }
                    Some(from) => {
                        canonical &= text.starts_with(|letter: char| letter.is_ascii_uppercase())
                            && mv.as_str().contains('-');
                        return Some(Token::Points {
                            from,
                            to,
                            canonical,
                        });
                    }
                }
            }
            Rule::letter => {
                path.western = true;
                path.guard = text == "G";
                path.role = letter(text);
            }
            Rule::glyph => path.role = glyph(text),
            Rule::tandem => path.mark = tandem(text, path.role),
            Rule::doubled => {
                path.role = Some(SOLDIER);
                path.mark = Some(match text {
                    "++" => Mark::DoublePlus,
                    _ => Mark::DoubleMinus,
                });
            }
            Rule::place => path.mark = place(text),
            Rule::nth => path.nth = text.bytes().next().map(|letter| letter - b'a' + 1),
            Rule::nth_glyph => path.nth = number(text),
            Rule::ordinal => path.ordinal = number(text),
            Rule::file => path.file = number(text),
            Rule::way | Rule::direction => path.direction = direction(text),
            Rule::numeral | Rule::digit if path.direction.is_none() => path.file = number(text),
            Rule::numeral | Rule::digit | Rule::count => {
                return Some(Token::Path {
                    head: head(&path)?,
                    direction: path.direction?,
                    number: number(text)?,
                });
            }
            _ => {}
        }
    }
    None
}

fn head(path: &Path) -> Option<Head> {
    let soldier = path.role.unwrap_or(SOLDIER);
    Some(match *path {
        Path {
            ordinal: Some(ordinal),
            file: Some(file),
            ..
        } => Head::Ordinal { ordinal, file },
        Path {
            nth: Some(nth),
            file: Some(file),
            ..
        } => Head::MarkedOnFile {
            role: soldier,
            mark: Mark::Number(nth),
            file,
        },
        Path { nth: Some(nth), .. } => Head::Nth {
            role: soldier,
            ordinal: nth,
        },
        Path {
            mark: Some(mark),
            file: Some(file),
            ..
        } => Head::MarkedOnFile {
            role: soldier,
            mark,
            file,
        },
        Path {
            mark: Some(mark), ..
        } => Head::Marked {
            role: path.role?,
            mark,
        },
        Path {
            guard: true,
            file: Some(file),
            ..
        } => Head::Guard { file },
        Path {
            western: true,
            role: Some(SOLDIER),
            file: Some(file),
            ..
        } => Head::Soldier { file },
        Path {
            role: Some(role),
            file: Some(file),
            ..
        } => Head::OnFile { role, file },
        _ => return None,
    })
}

fn letter(text: &str) -> Option<Role> {
    Some(match text {
        "K" => GENERAL,
        "A" | "G" => ADVISOR,
        "B" | "E" | "M" => ELEPHANT,
        "N" | "H" => HORSE,
        "R" => CHARIOT,
        "C" => CANNON,
        "P" | "S" => SOLDIER,
        _ => return None,
    })
}

fn glyph(text: &str) -> Option<Role> {
    Some(match text {
        "帅" | "帥" | "将" | "將" => GENERAL,
        "仕" | "士" => ADVISOR,
        "相" | "象" => ELEPHANT,
        "马" | "馬" | "傌" => HORSE,
        "车" | "車" | "俥" => CHARIOT,
        "炮" | "砲" | "包" => CANNON,
        "兵" | "卒" => SOLDIER,
        _ => return None,
    })
}

/// The mark of one piece among several on a file; there may be more than two soldiers.
fn tandem(text: &str, role: Option<Role>) -> Option<Mark> {
    Some(match (text, role) {
        ("+", Some(SOLDIER)) => Mark::Plus,
        ("-", Some(SOLDIER)) => Mark::Minus,
        ("+", _) => Mark::Front,
        ("-", _) => Mark::Rear,
        (".", Some(_)) => Mark::Middle,
        _ => return None,
    })
}

fn place(text: &str) -> Option<Mark> {
    Some(match text {
        "前" => Mark::Front,
        "中" => Mark::Middle,
        "后" | "後" => Mark::Rear,
        _ => return None,
    })
}

fn direction(text: &str) -> Option<Direction> {
    Some(match text {
        "+" | "进" | "進" => Direction::Forward,
        "-" | "退" => Direction::Back,
        "." | "=" | "平" => Direction::Sideways,
        _ => return None,
    })
}

fn number(text: &str) -> Option<u8> {
    const DIGITS: [&str; 3] = ["123456789", "１２３４５６７８９", "一二三四五六七八九"];
    let digit = text.chars().next()?;
    let index = DIGITS
        .iter()
        .find_map(|digits| digits.chars().position(|c| c == digit))?;
    Some(index as u8 + 1)
}
