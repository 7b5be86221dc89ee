//! Tables of cases; the ids are those of the requirements that a case covers.

use super::info::*;
use super::notation::dialect::Dialect;
use super::notation::{self, Check, Promotion, Separator, Written};
use super::position::{CescacsPosition, Special};
use super::rules::castling::{CASTLINGS, Castling};
use super::rules::ruleset::Ruleset;
use super::{Cescacs, geometry, punctuation};
use crate::core::board::{Piece, Side, Square};
use crate::core::moves::{Move, MoveErrorKind, MoveKind};
use crate::core::tags::{TagSpan, Tags};
use crate::diagnostic::Finding;
use crate::variant::{InitialState, Position, Punctuation, SetupError, Strictness, Variant};
use encoding_rs::UTF_8;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

mod attack;
mod board;
mod coherence;
mod corpus;
mod ending;
mod grand;
mod keys;
mod legality;
mod lexing;
mod perft;
mod record;
mod setups;
mod walk;
mod writing;

const START: &str = "/28:v/27:dk/26:gjg/25:rnnr/24:pejep/23:ppeepp/22:2pjp2/21:3pp3/20:3p3/\
    8:3P3/7:3PP3/6:2PJP2/5:PPEEPP/4:PEJEP/3:RNNR/2:GJG/1:DK/0:V/ w RKRrkr - 0 1";

/// The start that tags set up.
fn set_up(pairs: &[(&str, &str)]) -> (Result<InitialState<Cescacs>, SetupError>, Vec<Finding>) {
    let mut text = String::new();
    let mut spans = Vec::new();
    for (name, value) in pairs {
        let start = text.len();
        text.push_str(&format!("[{name} \"{value}\"]\n"));
        let value_at = start + name.len() + 3;
        spans.push(TagSpan {
            span: start..text.len() - 1,
            name: start + 1..start + 1 + name.len(),
            value: value_at..value_at + value.len(),
        });
    }
    let mut notes = Vec::new();
    let start = Cescacs::initial_state(&Tags::new(&spans, text.as_bytes(), UTF_8), &mut notes);
    (start, notes)
}

/// The position of a PDTL string that has to be faultless.
fn position(pdtl: &str) -> CescacsPosition {
    let (start, notes) = set_up(&[("PDTL", pdtl)]);
    assert!(notes.is_empty(), "{pdtl}: {notes:?}");
    start.unwrap_or_else(|e| panic!("{pdtl}: {e:?}")).position
}

fn hex(name: &str) -> Square {
    geometry::square(name).unwrap_or_else(|| panic!("{name}"))
}

fn written(text: &str, dialect: &Dialect) -> Option<Written> {
    let lexed = notation::lex(text.as_bytes(), dialect)?;
    (lexed.len == text.len()).then_some(lexed.token.written)
}

/// Resolves a move, which has to be well written, as strictly as is asked.
fn resolve_at(
    strictness: Strictness,
    text: &str,
    position: &CescacsPosition,
) -> Result<Move, crate::core::moves::MoveError> {
    let dialect = Dialect::default().with_strictness(strictness);
    let lexed = notation::lex(text.as_bytes(), &dialect).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(lexed.len, text.len(), "{text}");
    Cescacs::resolve(lexed.token, position, &dialect)
}

/// Plays moves separated by blanks.
fn play_at(strictness: Strictness, position: &mut CescacsPosition, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = resolve_at(strictness, text, position).unwrap_or_else(|e| panic!("{text}: {e}"));
        position.play(&mv);
    }
}

fn resolve(text: &str, position: &CescacsPosition) -> Result<Move, crate::core::moves::MoveError> {
    resolve_at(Strictness::Legal, text, position)
}

fn play(position: &mut CescacsPosition, moves: &str) {
    play_at(Strictness::Legal, position, moves);
}
