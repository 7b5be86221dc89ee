//! The grammar of C'escacs, and its moves as tokens.

use super::Cescacs;
use super::geometry;
use super::info::{PAWN, ROOK};
use super::notation::dialect::Dialect;
use super::notation::{Check, Promotion, Separator, Token, Written};
use super::rules::castling;
use super::rules::ruleset::Ruleset;
use crate::core::board::{Role, Square};
use crate::grammar::{Fault, grammar};
use pest::iterators::Pair;

grammar!(
    Cescacs,
    "grammars/cescacs.pest",
    token,
    [],
    {
        ["CE-128", "CE-193"] => {
            document: ["CE-193", "CE-383"],
            first_game: ["CE-193"],
            game: ["CE-193"],
            first_tag: ["CE-193", "CE-383"],
            EOI: ["CE-128"],
        }
        ["CE-189", "CE-190"] => {
            pair: ["CE-189", "CE-190"],
            name: ["CE-189"],
            value: ["CE-189"],
            quote: ["CE-189"],
            bracket: ["CE-189"],
        }
        ["CE-120", "CE-128"] => {
            movetext: ["CE-120", "CE-128"],
            one_line: ["CE-120", "CE-128"],
            number: ["CE-124"],
            unknown_number: ["CE-142"],
            ellipsis: ["CE-138"],
            ellipsis_comma: ["CE-139"],
            comma: ["CE-125"],
            valuation: ["CE-108", "CE-109"],
            draw_offer: ["CE-110", "CE-118"],
            comment: ["CE-338"],
            variation: ["CE-323", "CE-326"],
            label: ["CE-335"],
            result: ["CE-128", "CE-129"],
        }
        ["CE-043", "CE-046"] => {
            mv_parts: ["CE-043"],
            piece: ["CE-002", "CE-046"],
            from: ["CE-032", "CE-049"],
            quiet: ["CE-050"],
            capture: ["CE-052"],
            passant: ["CE-056", "CE-057"],
            long_passant: ["CE-058"],
            victim: ["CE-061"],
            to: ["CE-032", "CE-071"],
            promotion: ["CE-072"],
            regained: ["CE-074"],
            waits: ["CE-075"],
            place: ["CE-087"],
            castling_rook: ["CE-078", "CE-079", "CE-080"],
            kings_goal: ["CE-082"],
            queens_goal: ["CE-082"],
            both_goals: ["CE-083"],
            check: ["CE-089", "CE-092", "CE-098"],
        }
        ["CE-146", "CE-147"] => {
            setup: ["CE-146", "CE-147"],
            placement: ["CE-149", "CE-151"],
            cells: ["CE-155", "CE-156", "CE-157"],
            turn: ["CE-160"],
            rights: ["CE-162"],
            special: ["CE-170"],
            counter: ["CE-178"],
            round_number: ["CE-182"],
        }
    },
    unknown_number => Number,
    label => Label,
    ellipsis => Ellipsis,
    draw_offer => DrawOffer,
    ; cite
);

/// The requirements that the position of a fault shows.
fn cite(fault: Fault) -> &'static [&'static str] {
    match fault {
        Fault::Character { value: true, .. } => &["CE-189"],
        Fault::EmptyVariation => &["CE-323"],
        Fault::Ellipsis => &["CE-138", "CE-140"],
        Fault::LineBreak => &["CE-121"],
        Fault::LineComment => &["CE-338"],
        Fault::GluedNumber => &["CE-124"],
        Fault::Character { .. } | Fault::BeyondAscii => &[],
    }
}

fn token(mv: &Pair<'_, Rule>, dialect: &Dialect) -> Option<Token> {
    let mut piece = PAWN;
    let mut from = None;
    let mut separator = None;
    let mut captured = None;
    let mut to = None;
    let mut promotion = Promotion::None;
    let mut written = None;
    let mut check = Check::None;
    for part in mv.clone().into_inner() {
        let text = part.as_str();
        match part.as_rule() {
            Rule::piece => piece = role(text, dialect)?,
            Rule::victim => captured = Some(role(text, dialect)?),
            Rule::from => from = hex(text),
            Rule::to => to = hex(text),
            Rule::quiet => separator = Some(Separator::Quiet),
            Rule::capture => separator = Some(Separator::Capture),
            Rule::passant => separator = Some(Separator::Passant),
            Rule::long_passant => separator = Some(Separator::LongPassant),
            Rule::promotion => {
                let pair = part.into_inner().next()?;
                promotion = match pair.as_rule() {
                    Rule::waits => Promotion::Await,
                    _ => Promotion::To(role(pair.as_str(), dialect)?),
                };
            }
            Rule::place => from = hex(text),
            Rule::regained => {
                written = Some(Written::InPlace {
                    hex: from?,
                    role: role(text, dialect)?,
                });
            }
            Rule::castling_rook if !is_rook(text, dialect) => return None,
            Rule::kings_goal => written = Some(castle("KRK-", text)?),
            Rule::queens_goal => written = Some(castle("KRD-", text)?),
            Rule::both_goals => written = Some(castle("KRR-", text)?),
            Rule::check => check = mark(text),
            _ => {}
        }
    }
    let written = match written {
        Some(written) => written,
        None => {
            let separator = separator?;
            if separator != Separator::Quiet {
                captured = captured.or(Some(PAWN));
            }
            Written::Step {
                piece,
                from: from?,
                separator,
                captured,
                to: to?,
                promotion,
            }
        }
    };
    Some(Token { written, check })
}

/// The role of a symbol that the record uses; the colour of a figurine means nothing.
fn role(symbol: &str, dialect: &Dialect) -> Option<Role> {
    let symbol = symbol.chars().next()?;
    dialect.piece(symbol).map(|piece| piece.role)
}

/// With figurines, letters remain valid in castling.
fn is_rook(symbol: &str, dialect: &Dialect) -> bool {
    let figurines = dialect.piece('♖').is_some();
    role(symbol, dialect) == Some(ROOK) || figurines && symbol == "R"
}

fn castle(prefix: &str, goal: &str) -> Option<Written> {
    let named = |name: &str| name.strip_prefix(prefix) == Some(goal);
    castling::find(named, Ruleset::Standard).map(Written::Castling)
}

fn hex(name: &str) -> Option<Square> {
    geometry::square(name)
}

fn mark(text: &str) -> Check {
    match text {
        "+" => Check::Plain,
        "+∞" => Check::Distant,
        "+^" => Check::Close,
        "++" => Check::Double,
        "#" => Check::Mate,
        _ => Check::None,
    }
}
