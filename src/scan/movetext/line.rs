//! A line of moves, and playing on in it.

use super::MovetextReader;
use crate::diagnostic::{self, Sink};
use crate::event::{Ply, Visitor};
use crate::moves::MoveErrorKind;
use crate::registry::VariantSet;
use crate::variant::{Position, Variant};
use std::ops::Range;

/// A line of moves: the main line or a variation.
#[derive(Clone)]
pub(super) struct Line<P> {
    pub(super) position: P,
    /// The positions before the last ply and before the one before it (kept only where a variation
    /// may go back that far).
    pub(super) before: P,
    pub(super) earlier: P,
    /// How many plies were played in this line, up to 2.
    pub(super) played: u8,
    /// Where the first move stands that could not be played, and the last one; and how many.
    pub(super) broken: Option<(Range<usize>, u32)>,
}

impl<P: Position> Line<P> {
    pub(super) fn new(position: P) -> Line<P> {
        Line {
            before: position.clone(),
            earlier: position.clone(),
            position,
            played: 0,
            broken: None,
        }
    }
}

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// Plays a move, if the line can be played on.
    #[inline]
    pub(super) fn play(&mut self, token: V::Token, span: Range<usize>) {
        self.scan.at = span.end;
        self.scan.last = span.end;
        let text = self.scan.slice(span.clone());
        let depth = self.enclosing.len();
        let Some(line) = &mut self.line else {
            self.scan.summary.unresolved += 1;
            self.scan.visitor.unplayed(text);
            return;
        };
        if line.broken.is_some() {
            self.unplayed(span);
            return;
        }
        match V::resolve(token, &line.position, &self.dialect) {
            Ok(mv) => {
                if const { V::PROFILE.lexis.variations_by_number } {
                    line.earlier.clone_from(&line.before);
                }
                line.before.clone_from(&line.position);
                line.position.play(&mv);
                line.played = (line.played + 1).min(2);
                if depth == 0 {
                    self.scan.summary.plies += 1;
                } else {
                    self.scan.summary.variation_plies += 1;
                }
                self.scan.visitor.ply::<V>(&Ply {
                    mv,
                    text,
                    span,
                    before: &line.before,
                    after: &line.position,
                });
            }
            Err(error) => {
                let code = match error.kind {
                    MoveErrorKind::Ambiguous => &diagnostic::AMBIGUOUS_MOVE,
                    _ => &diagnostic::ILLEGAL_MOVE,
                };
                let turn = line.position.turn();
                self.scan.report(code, span.clone(), || {
                    let side = V::PROFILE.sides[turn.index()];
                    format!("{side} cannot play {text}: {error}").into()
                });
                self.break_line(span);
            }
        }
    }

    /// The line cannot be played on; from here its moves are text.
    #[cold]
    pub(super) fn break_line(&mut self, span: Range<usize>) {
        let text = self.scan.slice(span.clone());
        self.scan.summary.unresolved += 1;
        self.scan.visitor.unplayed(text);
        if let Some(line) = &mut self.line {
            line.broken = Some((span.end..span.end, 0));
        }
    }

    /// A move after one that could not be played.
    pub(super) fn unplayed(&mut self, span: Range<usize>) {
        self.scan.summary.unresolved += 1;
        self.scan.visitor.unplayed(self.scan.slice(span.clone()));
        if let Some(Line {
            broken: Some((range, count)),
            ..
        }) = &mut self.line
        {
            if *count == 0 {
                range.start = span.start;
            }
            range.end = span.end;
            *count += 1;
        }
    }

    /// Says how much of a line was not played.
    pub(super) fn end_line(&mut self) {
        if let Some(Line {
            broken: Some((range, count @ 1..)),
            ..
        }) = &self.line
        {
            let (range, count) = (range.clone(), *count);
            self.scan
                .report(&diagnostic::UNPLAYED_MOVES, range, || match count {
                    1 => "one more move of this line is kept as text".into(),
                    _ => format!("{count} more moves of this line are kept as text").into(),
                });
        }
    }
}
