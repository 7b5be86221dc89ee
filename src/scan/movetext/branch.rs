//! A line of moves, and the part of it that could not be played.

use super::MovetextReader;
use crate::core::board::Side;
use crate::core::moves::{MoveError, MoveErrorKind};
use crate::core::tags::Tags;
use crate::diagnostic::{self, Sink};
use crate::event::{Ply, Visitor};
use crate::scan::convention::Readings;
use crate::scan::turns::Count;
use crate::variant::history::Line;
use crate::variant::registry::VariantSet;
use crate::variant::{Position, Variant};
use std::ops::Range;

/// The main line or a variation, as far as it has been read.
pub(super) struct Branch<P> {
    pub(super) line: Line<P>,
    /// Its place in the count of plies.
    pub(super) count: Count,
    /// The range and number of the moves after one that could not be played.
    pub(super) broken: Option<(Range<usize>, u32)>,
}

impl<P: Position> Branch<P> {
    pub(super) fn new(start: P, count: Count) -> Branch<P> {
        Branch {
            line: Line::new(start),
            count,
            broken: None,
        }
    }
}

impl<V: Variant, S: VariantSet, W: Visitor, K: Sink> MovetextReader<'_, '_, '_, V, S, W, K> {
    /// Takes a lexed move: plays it if the line is still playable.
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
            return self.scan.visitor.unresolved(text);
        };
        if branch.broken.is_some() {
            return self.unresolved(span);
        }
        if let Some(mover) = V::mover(text.as_bytes())
            && mover != branch.line.position().turn()
            && self.is_others(&span)
        {
            return self.break_line(span);
        }
        let Some(branch) = &mut self.branch else {
            return;
        };
        match V::resolve(token, branch.line.position(), &self.dialect) {
            Ok(mv) => {
                let (before, after) = branch.line.play(&mv);
                self.scan.summary.count(main);
                self.scan.visitor.ply::<V>(&Ply {
                    mv,
                    text,
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

    /// Where a move has different meanings in different conventions, the rest of the game decides which one to
    /// follow. Returns `None` if that is known now, else the error.
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
        let game = || {
            let tags = Tags::new(self.scan.tags, self.scan.text, self.scan.chunk.encoding);
            let start = V::initial_state(&tags, &mut Vec::new()).ok()?;
            let start = self.scan.with_options::<V>(start);
            let limits = &self.scan.options.limits;
            readings.settle(self.scan.chunk, self.begin, &start, limits, text.as_bytes())
        };
        let mut asked = self.asked;
        let settled = readings.decide::<V>(&mut asked, game);
        self.asked = asked;
        let report = settled.and_then(|convention| V::CONVENTIONS[convention].report);
        let described = || readings.describe::<V>(text.as_bytes(), position);
        let Some(convention) = settled else {
            let unusual = readings.refused::<V>(token, position, &self.dialect);
            return Some(unusual.unwrap_or_else(|| {
                let described = described();
                let detail =
                    format!("it can mean {described}; the rest of the game does not decide");
                MoveError::new(MoveErrorKind::Ambiguous, detail)
            }));
        };
        if let Some(code) = report {
            let described = described();
            let name = V::CONVENTIONS[convention].name;
            let message = if described.contains(" or ") {
                format!("{text} can mean {described}; by the rest of the game it is {name}")
            } else {
                format!("{text} means {described}")
            };
            self.scan.report(code, span.clone(), || message.into());
        }
        V::apply_convention(convention, &mut self.dialect);
        None
    }

    fn report_unplayable(&mut self, span: &Range<usize>, turn: Side, error: &MoveError) {
        let code = match error.kind {
            MoveErrorKind::Ambiguous => &diagnostic::AMBIGUOUS_MOVE,
            _ => &diagnostic::ILLEGAL_MOVE,
        };
        let hint = self.hint();
        let text = self.scan.slice(span.clone());
        self.scan.report(code, span.clone(), || {
            let side = V::INFO.sides[turn.index()];
            format!("{side} cannot play {text}: {error}{hint}").into()
        });
    }

    /// The hint for a main line that could not be played: empty, or the other way of reading in which it all
    /// could be.
    pub(super) fn hint(&self) -> String {
        if !K::LISTENS || !self.enclosing.is_empty() {
            return String::new();
        }
        let scan = &*self.scan;
        let tags = Tags::new(scan.tags, scan.text, scan.chunk.encoding);
        let start = V::initial_state(&tags, &mut Vec::new()).ok();
        let movetext = &scan.text[self.begin..];
        let hint =
            start.and_then(|start| V::suggest_dialect(movetext, &start.position, &self.dialect));
        hint.map_or_else(String::new, |hint| format!("; {hint}"))
    }

    /// Stops playing the line; from here on its moves are text.
    #[cold]
    pub(super) fn break_line(&mut self, span: Range<usize>) {
        let text = self.scan.slice(span.clone());
        self.scan.summary.unresolved += 1;
        self.scan.visitor.unresolved(text);
        if let Some(branch) = &mut self.branch {
            branch.broken = Some((span.end..span.end, 0));
        }
    }

    /// A move after one that could not be played.
    pub(super) fn unresolved(&mut self, span: Range<usize>) {
        self.scan.summary.unresolved += 1;
        self.scan.visitor.unresolved(self.scan.slice(span.clone()));
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

    /// Reports how much of a line was not played.
    pub(super) fn end_line(&mut self) {
        if let Some(Branch {
            broken: Some((range, count @ 1..)),
            ..
        }) = &self.branch
        {
            let (range, count) = (range.clone(), *count);
            self.scan
                .report(&diagnostic::UNPLAYED_MOVES, range, || match count {
                    1 => "1 following move not checked".into(),
                    _ => format!("{count} following moves not checked").into(),
                });
        }
    }
}
