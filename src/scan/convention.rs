//! Conventions of writing moves that contradict each other.
//!
//! A record keeps to one of them. So where a move means different things in two, the rest of the game tells
//! which it is: a convention by which later moves cannot be played is not the one, nor is one that names
//! other men otherwise than the record does.

use super::movetext::MovetextReader;
use super::{Scan, ScanOptions, Scanner};
use crate::event::{Ply, Visitor};
use crate::io::Chunk;
use crate::limits::Limits;
use crate::moves::Move;
use crate::text::Text;
use crate::variant::{Start, Variant};
use std::fmt::Write;

/// What a move means in each convention of its variant.
#[derive(Clone, Debug)]
pub(crate) struct Readings(Vec<Option<Move>>);

impl Readings {
    /// The readings of a move that is ambiguous as long as no convention is known; none if it is so in
    /// all of them.
    pub(crate) fn of<V: Variant>(
        token: V::Token,
        position: &V::Position,
        dialect: &V::Dialect,
    ) -> Option<Readings> {
        let reading = |convention| {
            let mut dialect = dialect.clone();
            V::keep(convention, &mut dialect);
            V::resolve(token, position, &dialect).ok()
        };
        let readings: Vec<_> = (0..V::CONVENTIONS.len()).map(reading).collect();
        readings
            .iter()
            .any(Option::is_some)
            .then_some(Readings(readings))
    }

    /// The convention of a game whose movetext begins at a place in the chunk; none if the game does not
    /// tell. The game is read once for each convention.
    pub(crate) fn settle<V: Variant>(
        &self,
        chunk: &Chunk,
        begin: usize,
        start: &Start<V>,
        limits: &Limits,
    ) -> Option<usize> {
        let fits: Vec<(Fit, usize, Move)> = self
            .0
            .iter()
            .enumerate()
            .filter_map(|(convention, mv)| {
                let start = Start::<V> {
                    position: start.position.clone(),
                    dialect: start.dialect.clone(),
                    custom: start.custom,
                };
                let fit = fit(chunk, begin, start, limits, convention);
                mv.map(|mv| (fit, convention, mv))
            })
            .collect();
        let best = fits.iter().map(|(fit, _, _)| *fit).min()?;
        let mut best = fits.iter().filter(|(fit, _, _)| *fit == best);
        let (_, convention, mv) = best.next()?;
        best.all(|(_, _, other)| other == mv).then_some(*convention)
    }

    /// The readings for people: each move with the conventions that write it so.
    pub(crate) fn describe<V: Variant>(&self, text: &[u8], position: &V::Position) -> String {
        let mut out = String::new();
        let mut told: Vec<Move> = Vec::new();
        for mv in self.0.iter().flatten() {
            let names = self.0.iter().zip(V::CONVENTIONS).enumerate();
            let names = names.filter(|(convention, (other, _))| {
                **other == Some(*mv) && V::keeps_to(*convention, text, mv, position)
            });
            let names: Vec<&str> = names.map(|(_, (_, name))| *name).collect();
            if names.is_empty() || told.contains(mv) {
                continue;
            }
            if !told.is_empty() {
                out.push_str(" or ");
            }
            told.push(*mv);
            let [from, to] = [mv.from, mv.to].map(|square| V::PROFILE.square_name(square));
            let _ = write!(out, "{from}-{to} ({})", names.join(", "));
        }
        out
    }
}

/// How well a convention fits a game: the less, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Fit {
    /// Moves that cannot be played, those behind them included.
    unplayed: u32,
    /// Whether the game names men otherwise.
    foreign: bool,
}

fn fit<V: Variant>(
    chunk: &Chunk,
    begin: usize,
    mut start: Start<V>,
    limits: &Limits,
    convention: usize,
) -> Fit {
    V::keep(convention, &mut start.dialect);
    let mut scanner = Scanner::<(V,)>::new(ScanOptions {
        limits: limits.clone(),
        ..ScanOptions::default()
    });
    scanner.cursor.at = begin;
    scanner.cursor.last = begin;
    let mut trial = Trial {
        convention,
        fit: Fit {
            unplayed: 0,
            foreign: false,
        },
    };
    let nobody = &mut ();
    let mut scan = Scan::new(&mut scanner, chunk, &mut trial, nobody);
    MovetextReader::<V, _, _, _>::of_game(&mut scan, start).read();
    trial.fit
}

/// Hears a game read by one convention.
struct Trial {
    convention: usize,
    fit: Fit,
}

impl Visitor for Trial {
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        let (text, before) = (ply.text.as_bytes(), ply.before);
        self.fit.foreign |= !V::keeps_to(self.convention, text, &ply.mv, before);
    }

    fn unplayed(&mut self, _: Text<'_>) {
        self.fit.unplayed += 1;
    }
}
