//! Conventions of writing moves that contradict each other.
//!
//! A record follows one of them. So where a move has different meanings in two, the rest of the game decides: a
//! convention in which later moves are unplayable is excluded, and so is one that names other pieces
//! differently from the record.

use super::movetext::MovetextReader;
use super::{Scan, ScanOptions, Scanner};
use crate::core::limits::Limits;
use crate::core::moves::{Move, MoveError};
use crate::core::text::Text;
use crate::event::{Ply, Visitor};
use crate::io::Chunk;
use crate::variant::{InitialState, Variant};
use std::fmt::Write;
use std::ops::Range;

/// The meaning of a move in each convention of its variant.
#[derive(Clone, Debug)]
pub(crate) struct Readings(Vec<Option<Move>>);

impl Readings {
    /// The readings of a move that is ambiguous as long as the convention is unknown, or `None` if it is
    /// ambiguous in all of them.
    pub(crate) fn of<V: Variant>(
        token: V::Token,
        position: &V::Position,
        dialect: &V::Dialect,
    ) -> Option<Readings> {
        let reading = |convention| {
            let mut dialect = dialect.clone();
            V::apply_convention(convention, &mut dialect);
            V::resolve(token, position, &dialect).ok()
        };
        let readings: Vec<_> = (0..V::CONVENTIONS.len()).map(reading).collect();
        readings
            .iter()
            .any(Option::is_some)
            .then_some(Readings(readings))
    }

    /// The first reading, with its convention.
    pub(crate) fn first(&self) -> Option<(usize, Move)> {
        let mut readings = self.0.iter().enumerate();
        readings.find_map(|(convention, mv)| Some((convention, (*mv)?)))
    }

    /// The usual convention, if the move can be read by it.
    fn usual<V: Variant>(&self) -> Option<usize> {
        let mut readings = self.0.iter().zip(V::CONVENTIONS);
        readings.position(|(mv, convention)| mv.is_some() && convention.report.is_none())
    }

    /// The move as read by the usual convention.
    pub(crate) fn by_usual<V: Variant>(&self) -> Option<Move> {
        self.0[self.usual::<V>()?]
    }

    /// The convention to follow, or `None` if it is unknown. The game is examined once, however many moves
    /// depend on it.
    pub(crate) fn decide<V: Variant>(
        &self,
        asked: &mut bool,
        game: impl FnOnce() -> Option<usize>,
    ) -> Option<usize> {
        let usual = self.usual::<V>();
        let others = self.0.iter().flatten().count() - usize::from(usual.is_some());
        if others > 0 && !std::mem::replace(asked, true) {
            game()
        } else {
            usual
        }
    }

    /// The convention of a game whose movetext begins at an offset in the chunk, or `None` if the game does not
    /// decide it. The game is read once for each convention.
    pub(crate) fn settle<V: Variant>(
        &self,
        chunk: &Chunk,
        begin: usize,
        start: &InitialState<V>,
        limits: &Limits,
        text: &[u8],
    ) -> Option<usize> {
        let notation = detect_notation::<V>(text);
        let fit = |convention| {
            let start = InitialState::<V> {
                position: start.position.clone(),
                dialect: start.dialect.clone(),
                custom: start.custom,
            };
            fit(chunk, begin, start, limits, convention, notation)
        };
        let holds = |convention: usize, found: Fit| match V::CONVENTIONS[convention].instead_of {
            // Most of the game must contradict the usual convention, with more than one move.
            Some(usual) => found.weight > 1 && found.unresolved < fit(usual).unresolved.div_ceil(2),
            None => true,
        };
        let readings = self.0.iter().enumerate();
        let fits: Vec<(Fit, usize, Move)> = readings
            .filter_map(|(convention, mv)| Some((fit(convention), convention, (*mv)?)))
            .filter(|(fit, convention, _)| holds(*convention, *fit))
            .collect();
        let how_well = |fit: &Fit| (fit.unresolved, fit.foreign);
        let best = fits.iter().map(|(fit, _, _)| how_well(fit)).min()?;
        let mut best = fits.iter().filter(|(fit, _, _)| how_well(fit) == best);
        let (_, convention, mv) = best.next()?;
        best.all(|(_, _, other)| other == mv).then_some(*convention)
    }

    /// Why a move that can be read only by an unusual convention is not playable by the usual one.
    pub(crate) fn refused<V: Variant>(
        &self,
        token: V::Token,
        position: &V::Position,
        dialect: &V::Dialect,
    ) -> Option<MoveError> {
        let readings = self.0.iter().zip(V::CONVENTIONS);
        let mut read = readings.filter(|(mv, _)| mv.is_some());
        let usual = read.find_map(|(_, convention)| convention.instead_of)?;
        let mut dialect = dialect.clone();
        V::apply_convention(usual, &mut dialect);
        V::resolve(token, position, &dialect).err()
    }

    /// The readings as text: each move with the conventions in which it is written like this.
    pub(crate) fn describe<V: Variant>(&self, text: &[u8], position: &V::Position) -> String {
        let mut out = String::new();
        let mut distinct: Vec<Move> = Vec::new();
        for mv in self.0.iter().flatten() {
            let names = self.0.iter().zip(V::CONVENTIONS).enumerate();
            let names = names.filter(|(convention, (other, _))| {
                **other == Some(*mv) && V::is_consistent_with(*convention, text, mv, position)
            });
            let names: Vec<&str> = names.map(|(_, (_, convention))| convention.name).collect();
            if names.is_empty() || distinct.contains(mv) {
                continue;
            }
            if !distinct.is_empty() {
                out.push_str(" or ");
            }
            distinct.push(*mv);
            let [from, to] = [mv.from, mv.to].map(|square| V::INFO.square_name(square));
            let _ = write!(out, "{from}-{to} ({})", names.join(", "));
        }
        out
    }
}

/// The only convention in which all moves of some games are written as they are, as the name of a notation, and
/// the first move that another one would write differently; or `None` if the games do not decide it.
pub(crate) fn of_games<V: Variant>(games: &Chunk) -> Option<(&'static str, Range<usize>)> {
    let mut seen = Consistent {
        holds: vec![true; V::CONVENTIONS.len()],
        evidence: None,
    };
    Scanner::<(V,)>::new(ScanOptions::default()).scan(games, &mut seen, &mut ());
    let named = V::CONVENTIONS.iter().zip(seen.holds);
    let mut holding = named.filter_map(|(convention, holds)| convention.notation.filter(|_| holds));
    let only = holding.next().filter(|_| holding.next().is_none())?;
    Some((only, seen.evidence?))
}

/// The conventions in which all moves are written as they are.
struct Consistent {
    holds: Vec<bool>,
    evidence: Option<Range<usize>>,
}

impl Visitor for Consistent {
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        let (text, before) = (ply.text.as_bytes(), ply.before);
        for (convention, holds) in self.holds.iter_mut().enumerate() {
            if *holds && !V::is_consistent_with(convention, text, &ply.mv, before) {
                *holds = false;
                self.evidence.get_or_insert(ply.text.span());
            }
        }
    }
}

/// How badly a convention fits a game: less is better.
#[derive(Clone, Copy, Debug)]
struct Fit {
    /// Unplayable moves, including those after them.
    unresolved: u32,
    /// Whether the game names pieces differently.
    foreign: bool,
    /// How many moves in the notation in question were played; those that the usual convention cannot write
    /// count twice.
    weight: u32,
}

/// The notation that a move is written in.
fn detect_notation<V: Variant>(text: &[u8]) -> Option<&'static str> {
    V::detect_notation(&String::from_utf8_lossy(text))
}

fn fit<V: Variant>(
    chunk: &Chunk,
    begin: usize,
    mut start: InitialState<V>,
    limits: &Limits,
    convention: usize,
    notation: Option<&'static str>,
) -> Fit {
    V::apply_convention(convention, &mut start.dialect);
    let mut scanner = Scanner::<(V,)>::new(ScanOptions {
        limits: limits.clone(),
        ..ScanOptions::default()
    });
    scanner.cursor.at = begin;
    scanner.cursor.last = begin;
    let mut trial = Trial {
        convention,
        notation,
        fit: Fit {
            unresolved: 0,
            foreign: false,
            weight: 0,
        },
    };
    let sink = &mut ();
    let mut scan = Scan::new(&mut scanner, chunk, &mut trial, sink);
    MovetextReader::<V, _, _, _>::of_game(&mut scan, start).read();
    trial.fit
}

/// Receives a game read by one convention.
struct Trial {
    convention: usize,
    notation: Option<&'static str>,
    fit: Fit,
}

impl Visitor for Trial {
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        let (text, before) = (ply.text.as_bytes(), ply.before);
        self.fit.foreign |= !V::is_consistent_with(self.convention, text, &ply.mv, before);
        if let Some(usual) = V::CONVENTIONS[self.convention].instead_of
            && detect_notation::<V>(text) == self.notation
        {
            let sure = !V::is_consistent_with(usual, text, &ply.mv, before);
            self.fit.weight += 1 + u32::from(sure);
        }
    }

    fn unresolved(&mut self, _: Text<'_>) {
        self.fit.unresolved += 1;
    }
}
