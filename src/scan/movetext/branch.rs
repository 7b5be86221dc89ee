//! A line of moves, and what of it could not be played.

use super::MovetextReader;
use crate::board::Side;
use crate::diagnostic::{self, Sink};
use crate::event::{Ply, Visitor};
use crate::line::Line;
use crate::moves::{MoveError, MoveErrorKind};
use crate::registry::VariantSet;
use crate::scan::convention::Readings;
use crate::tags::Tags;
use crate::variant::{Position, Variant};
use std::ops::Range;

/// The main line or a variation, as far as it is read.
pub(super) struct Branch<P> {
    pub(super) line: Line<P>,
    /// Where the moves stand that follow one that could not be played; and how many.
    pub(super) broken: Option<(Range<usize>, u32)>,
}

impl<P: Position> Branch<P> {
    pub(super) fn new(start: P) -> Branch<P> {
        Branch {
            line: Line::new(start),
            broken: None,
        }
    }
}

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// Takes a written move: plays it if the line can be played on.
    pub(super) fn play(&mut self, token: V::Token, span: Range<usize>) {
        self.scan.at = span.end;
        self.scan.last = span.end;
        let text = self.scan.slice(span.clone());
        let main = self.enclosing.is_empty();
        if self.tokens {
            self.scan.summary.count(main);
            return self.scan.visitor.token::<V>(&token, text);
        }
        let Some(branch) = &mut self.branch else {
            self.scan.summary.unresolved += 1;
            return self.scan.visitor.unplayed(text);
        };
        if branch.broken.is_some() {
            return self.unplayed(span);
        }
        match V::resolve(token, branch.line.position(), &self.dialect) {
            Ok(mv) => {
                let (before, after) = branch.line.play(&mv);
                self.scan.summary.count(main);
                self.scan.visitor.ply::<V>(&Ply {
                    mv,
                    text,
                    span,
                    before,
                    after,
                });
            }
            Err(error) => {
                let turn = branch.line.position().turn();
                match self.by_convention(token, &span, error) {
                    None => self.play(token, span),
                    Some(error) => {
                        self.report_unplayable(&span, turn, &error);
                        self.break_line(span);
                    }
                }
            }
        }
    }

    /// Where a move means different things in different conventions, the rest of the game tells which
    /// of them to keep to. None if that is known now; else what is to be said of the move.
    fn by_convention(
        &mut self,
        token: V::Token,
        span: &Range<usize>,
        error: MoveError,
    ) -> Option<MoveError> {
        if const { V::CONVENTIONS.is_empty() } || error.kind != MoveErrorKind::Ambiguous {
            return Some(error);
        }
        self.settle(token, span, error)
    }

    #[cold]
    fn settle(
        &mut self,
        token: V::Token,
        span: &Range<usize>,
        error: MoveError,
    ) -> Option<MoveError> {
        let Some(branch) = &self.branch else {
            return Some(error);
        };
        let position = branch.line.position();
        let Some(readings) = Readings::of::<V>(token, position, &self.dialect) else {
            return Some(error);
        };
        let text = self.scan.slice(span.clone());
        let described = readings.describe::<V>(text.as_bytes(), position);
        let asked = std::mem::replace(&mut self.asked, true);
        let tags = Tags::new(self.scan.tags, self.scan.text, self.scan.chunk.encoding);
        let settled = match V::start(&tags, &mut Vec::new()) {
            Ok(start) if !asked => readings.settle(
                self.scan.chunk,
                self.begin,
                &self.scan.with_options::<V>(start),
                &self.scan.options.limits,
            ),
            _ => None,
        };
        let Some(convention) = settled else {
            let detail = format!("it can mean {described}, and the rest of the game does not tell");
            return Some(MoveError::new(MoveErrorKind::Ambiguous, detail));
        };
        V::keep(convention, &mut self.dialect);
        let name = V::CONVENTIONS[convention];
        self.scan
            .report(&diagnostic::SETTLED_BY_CONTEXT, span.clone(), || {
                format!("{text} can mean {described}; by the rest of the game it is {name}").into()
            });
        None
    }

    fn report_unplayable(&mut self, span: &Range<usize>, turn: Side, error: &MoveError) {
        let code = match error.kind {
            MoveErrorKind::Ambiguous => &diagnostic::AMBIGUOUS_MOVE,
            _ => &diagnostic::ILLEGAL_MOVE,
        };
        let text = self.scan.slice(span.clone());
        self.scan.report(code, span.clone(), || {
            let side = V::PROFILE.sides[turn.index()];
            format!("{side} cannot play {text}: {error}").into()
        });
    }

    /// The line cannot be played on; from here its moves are text.
    #[cold]
    pub(super) fn break_line(&mut self, span: Range<usize>) {
        let text = self.scan.slice(span.clone());
        self.scan.summary.unresolved += 1;
        self.scan.visitor.unplayed(text);
        if let Some(branch) = &mut self.branch {
            branch.broken = Some((span.end..span.end, 0));
        }
    }

    /// A move after one that could not be played.
    pub(super) fn unplayed(&mut self, span: Range<usize>) {
        self.scan.summary.unresolved += 1;
        self.scan.visitor.unplayed(self.scan.slice(span.clone()));
        if let Some(Branch {
            broken: Some((range, count)),
            ..
        }) = &mut self.branch
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
        if let Some(Branch {
            broken: Some((range, count @ 1..)),
            ..
        }) = &self.branch
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
