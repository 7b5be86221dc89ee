//! The contents of a game as bytes, for storage.

use super::content::{Content, Token};
use super::options::Holds;
use crate::core::board::{Role, Square};
use crate::core::moves::{Move, MoveKind};
use crate::core::outcome::Outcome;
use crate::game::{Game, NodeId};
use std::borrow::Cow;

const OUTCOMES: [Outcome; 6] = [
    Outcome::FirstWins,
    Outcome::SecondWins,
    Outcome::Draw,
    Outcome::FirstStalemates,
    Outcome::SecondStalemates,
    Outcome::Unknown,
];

/// What a token begins with. Glyphs and moves are frequent, comments long.
mod kind {
    pub const SPECIAL: u8 = 2;
    pub const WORD: u8 = 3;
    pub const NAG: u8 = 4;
    pub const OFFER: u8 = 5;
    pub const OUTCOME: u8 = 6;
    pub const LABEL: u8 = 7;
    pub const COMMENT: u8 = 8;
    pub const STRAY: u8 = 9;
    pub const OPEN: u8 = 10;
    pub const CLOSE: u8 = 11;
    /// The piece of a usual move is added to these.
    pub const QUIET: u8 = 0x20;
    pub const CAPTURE: u8 = 0x90;
    /// A move of a piece from this number on is special.
    pub const PIECES: u8 = 0x70;
}

/// Appends a number in as many bytes as it takes.
fn number(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn string(text: &str, out: &mut Vec<u8>) {
    number(text.len() as u64, out);
    out.extend_from_slice(text.as_bytes());
}

fn optional(text: Option<&str>, out: &mut Vec<u8>) {
    out.push(u8::from(text.is_some()));
    string(text.unwrap_or_default(), out);
}

fn outcome(outcome: Outcome) -> u8 {
    let place = OUTCOMES.iter().position(|other| *other == outcome);
    place.unwrap_or(OUTCOMES.len()) as u8
}

/// Appends a move, complete.
pub(super) fn mv(mv: &Move, out: &mut Vec<u8>) {
    let (from, to, piece) = (mv.from.0, mv.to.0, mv.piece.get());
    let role = |role: Option<Role>| role.map_or(0, Role::get);
    match (mv.kind, mv.captured, mv.promotion) {
        (MoveKind::Normal, None, None) if piece < kind::PIECES => {
            out.extend_from_slice(&[kind::QUIET + piece, from, to]);
        }
        (MoveKind::Normal, Some(captured), None) if piece < kind::PIECES => {
            out.extend_from_slice(&[kind::CAPTURE + piece, from, to, captured.get()]);
        }
        (sort, captured, promotion) => {
            let (sort, detail) = match sort {
                MoveKind::Normal => (0, 0),
                MoveKind::EnPassant { victim } => (1, victim.0),
                MoveKind::Scornful => (2, 0),
                MoveKind::Castling(index) => (3, index),
                MoveKind::Await => (4, 0),
                MoveKind::InPlace => (5, 0),
                MoveKind::Null => (6, 0),
            };
            let (captured, promotion) = (role(captured), role(promotion));
            let bytes = [
                kind::SPECIAL,
                from,
                to,
                piece,
                captured,
                promotion,
                sort,
                detail,
            ];
            out.extend_from_slice(&bytes);
        }
    }
}

/// Appends a token.
pub(super) fn token(token: &Token, out: &mut Vec<u8>) {
    match token {
        Token::Move(it) => mv(it, out),
        Token::Word(text) => {
            out.push(kind::WORD);
            string(text, out);
        }
        Token::Nag(nag) => out.extend_from_slice(&[kind::NAG, *nag]),
        Token::DrawOffer => out.push(kind::OFFER),
        Token::Outcome(it) => out.extend_from_slice(&[kind::OUTCOME, outcome(*it)]),
        Token::Label(label) => {
            out.push(kind::LABEL);
            number(u64::from(*label), out);
        }
        Token::Comment(text) => {
            out.push(kind::COMMENT);
            string(text, out);
        }
        Token::Stray(text) => {
            out.push(kind::STRAY);
            string(text, out);
        }
        Token::Open => out.push(kind::OPEN),
        Token::Close => out.push(kind::CLOSE),
    }
}

/// Appends the moves of a game as tokens, if it has nothing but moves that were played; their number is returned.
pub(super) fn bare_line(game: &Game, out: &mut Vec<u8>) -> Option<u32> {
    let mut plies = 0;
    if !game.is_bare(NodeId::ROOT) {
        return None;
    }
    for node in game.line(NodeId::ROOT) {
        if !game.is_bare(node) {
            return None;
        }
        mv(&game.mv(node)?, out);
        plies += 1;
    }
    Some(plies)
}

impl Content<'_> {
    /// Appends all of it but the spelling. Returns where the tokens begin.
    pub(super) fn write(&self, out: &mut Vec<u8>) -> usize {
        self.write_heading(self.tokens.len(), out);
        let tokens = out.len();
        for it in &self.tokens {
            token(it, out);
        }
        tokens
    }

    /// Appends all but the tokens, of which so many follow.
    pub(super) fn write_heading(&self, tokens: usize, out: &mut Vec<u8>) {
        optional(self.variant.as_deref(), out);
        optional(self.start.as_deref(), out);
        let Holds {
            moves,
            tags,
            players,
            annotations,
            result,
            narrow,
        } = self.holds;
        out.extend(
            [
                moves,
                tags,
                players,
                annotations,
                result,
                narrow,
                self.replayed,
            ]
            .map(u8::from),
        );
        out.push(self.outcome.map_or(u8::MAX, outcome));
        number(self.tags.len() as u64, out);
        for (name, value) in &self.tags {
            string(name, out);
            string(value, out);
        }
        number(tokens as u64, out);
    }

    /// What was written; none if these bytes are something else.
    pub(super) fn read(bytes: &[u8]) -> Option<Content<'static>> {
        let mut from = Bytes(bytes);
        let variant = from.optional()?.map(Cow::Owned);
        let start = from.optional()?;
        let [moves, tags, players, annotations, result, narrow, replayed] = from.flags()?;
        let holds = Holds {
            moves,
            tags,
            players,
            annotations,
            result,
            narrow,
        };
        let outcome = OUTCOMES.get(usize::from(from.byte()?)).copied();
        let tags = (0..from.number()?)
            .map(|_| Some((from.string()?.into(), from.string()?.into())))
            .collect::<Option<_>>()?;
        let tokens = (0..from.number()?)
            .map(|_| from.token())
            .collect::<Option<_>>()?;
        Some(Content {
            variant,
            replayed,
            start,
            tags,
            outcome,
            tokens,
            holds,
            spelling: 0,
        })
    }
}

struct Bytes<'b>(&'b [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn flags(&mut self) -> Option<[bool; 7]> {
        let (flags, rest) = self.0.split_first_chunk::<7>()?;
        self.0 = rest;
        Some(flags.map(|flag| flag != 0))
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    fn string(&mut self) -> Option<String> {
        let len = usize::try_from(self.number()?).ok()?;
        let (text, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        String::from_utf8(text.to_vec()).ok()
    }

    fn optional(&mut self) -> Option<Option<String>> {
        let is_there = self.byte()? != 0;
        let text = self.string()?;
        Some(is_there.then_some(text))
    }

    fn token(&mut self) -> Option<Token> {
        Some(match self.byte()? {
            kind::SPECIAL => Token::Move(self.special()?),
            first @ kind::CAPTURE.. => {
                let mut mv = self.quiet(first - kind::CAPTURE)?;
                mv.captured = Some(Role::from_index(self.byte()?)?);
                Token::Move(mv)
            }
            first @ kind::QUIET.. => Token::Move(self.quiet(first - kind::QUIET)?),
            kind::WORD => Token::Word(self.string()?),
            kind::NAG => Token::Nag(self.byte()?),
            kind::OFFER => Token::DrawOffer,
            kind::OUTCOME => Token::Outcome(*OUTCOMES.get(usize::from(self.byte()?))?),
            kind::LABEL => Token::Label(self.number()? as u32),
            kind::COMMENT => Token::Comment(self.string()?),
            kind::STRAY => Token::Stray(self.string()?),
            kind::OPEN => Token::Open,
            kind::CLOSE => Token::Close,
            _ => return None,
        })
    }

    /// A move of a piece that is nothing but that.
    fn quiet(&mut self, piece: u8) -> Option<Move> {
        let (from, to) = (Square(self.byte()?), Square(self.byte()?));
        Some(Move::quiet(Role::from_index(piece)?, from, to))
    }

    fn special(&mut self) -> Option<Move> {
        let (from, to) = (Square(self.byte()?), Square(self.byte()?));
        let mut mv = Move::quiet(Role::from_index(self.byte()?)?, from, to);
        mv.captured = Role::from_index(self.byte()?);
        mv.promotion = Role::from_index(self.byte()?);
        let (sort, detail) = (self.byte()?, self.byte()?);
        mv.kind = match sort {
            0 => MoveKind::Normal,
            1 => MoveKind::EnPassant {
                victim: Square(detail),
            },
            2 => MoveKind::Scornful,
            3 => MoveKind::Castling(detail),
            4 => MoveKind::Await,
            5 => MoveKind::InPlace,
            6 => MoveKind::Null,
            _ => return None,
        };
        Some(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_come_back() {
        let role = Role::new(3);
        let mut special = Move::quiet(role, Square(7), Square(63));
        special.kind = MoveKind::EnPassant { victim: Square(90) };
        special.promotion = Some(Role::new(9));
        let mut capture = Move::quiet(Role::new(0x6F), Square(1), Square(2));
        capture.captured = Some(Role::new(7));
        let content = Content {
            variant: Some("chess".into()),
            replayed: true,
            start: None,
            tags: vec![("Event".into(), "炮".repeat(100).into())],
            outcome: Some(Outcome::SecondStalemates),
            tokens: vec![
                Token::Move(Move::quiet(role, Square(0), Square(255))),
                Token::Move(Move::quiet(Role::new(0x6F), Square(9), Square(8))),
                Token::Move(Move::quiet(Role::new(0x70), Square(9), Square(8))),
                Token::Move(capture),
                Token::Open,
                Token::Move(special),
                Token::Word("Zz9".into()),
                Token::Comment("c".into()),
                Token::Stray("s".into()),
                Token::Label(300),
                Token::Outcome(Outcome::Draw),
                Token::DrawOffer,
                Token::Nag(255),
                Token::Close,
            ],
            holds: Holds::ALL,
            spelling: 0,
        };
        let mut bytes = Vec::new();
        content.write(&mut bytes);
        assert_eq!(Content::read(&bytes), Some(content));
        for end in 0..bytes.len() {
            assert_eq!(Content::read(&bytes[..end]), None, "{end}");
        }
    }
}
