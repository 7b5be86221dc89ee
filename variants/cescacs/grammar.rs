//! The grammar of C'escacs, and its moves as tokens.

use super::Cescacs;
use super::dialect::Dialect;
use super::geometry;
use super::notation::{Check, Promotion, Separator, Token, Written};
use super::profile::{PAWN, ROOK};
use super::rules::castling;
use super::ruleset::Ruleset;
use crate::board::{Role, Square};
use crate::grammar::grammar;
use pest::iterators::Pair;

grammar!(
    Cescacs,
    "grammars/cescacs.pest",
    token,
    [],
    unknown_number => Number,
    label => Label,
    ellipsis => Ellipsis,
    draw_offer => DrawOffer,
);

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
            Rule::man => piece = role(text, dialect)?,
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

/// The man of a symbol that the record uses; the colour of a figurine says nothing.
fn role(symbol: &str, dialect: &Dialect) -> Option<Role> {
    let symbol = symbol.chars().next()?;
    dialect.piece(symbol).map(|piece| piece.role)
}

/// With figurines the letters stay valid in castlings.
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
