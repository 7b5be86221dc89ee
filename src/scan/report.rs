//! Diagnostics of the game being read, held back until their places are known.

use crate::diagnostic::{Code, Diagnostic, Finding, Fix, Requirements, Severity, Sink};
use crate::io::Chunk;
use crate::io::Locator;
use crate::variant::Profile;
use std::ops::Range;

/// So many diagnostics are held back at most.
const HELD: usize = 4096;

/// Diagnostics that are not yet given to the sink.
#[derive(Debug, Default)]
pub(super) struct Reports {
    game: u64,
    /// What the ids of the requirements begin with that hold for the game.
    prefix: &'static str,
    pending: Vec<Pending>,
    locator: Locator,
    /// Errors and warnings of the game being read.
    inside: Counts,
    /// Those between games.
    outside: Counts,
}

/// Errors and warnings.
type Counts = (u32, u32);

#[derive(Debug)]
struct Pending {
    finding: Finding,
    game: u64,
}

impl Reports {
    /// Goes to the start of a chunk.
    pub(super) fn begin_chunk(&mut self) {
        self.game = 0;
        self.locator = Locator::default();
    }

    /// What is reported from now on concerns this game.
    pub(super) fn begin_game(&mut self, game: u64) {
        self.game = game;
    }

    /// The game is of this variant.
    pub(super) fn set_variant(&mut self, profile: &'static Profile) {
        self.prefix = profile.requirements;
    }

    /// What is reported from now on concerns the source. Returns the counts of the game.
    pub(super) fn end_game(&mut self) -> (u32, u32) {
        self.game = 0;
        self.prefix = "";
        std::mem::take(&mut self.inside)
    }

    /// Errors and warnings outside games since the last call.
    pub(super) fn take_outside(&mut self) -> (u32, u32) {
        std::mem::take(&mut self.outside)
    }

    pub(super) fn push(&mut self, finding: Finding) {
        let counts = match self.game {
            0 => &mut self.outside,
            _ => &mut self.inside,
        };
        match finding.code.severity {
            Severity::Error => counts.0 += 1,
            Severity::Warning => counts.1 += 1,
            Severity::Info => {}
        }
        self.pending.push(Pending {
            finding,
            game: self.game,
        });
    }

    /// Lets the last diagnostic cover `span` too, if it has this code and ends at `adjoins`.
    pub(super) fn extend(
        &mut self,
        code: &'static Code,
        adjoins: usize,
        span: Range<usize>,
    ) -> bool {
        match self.pending.last_mut() {
            Some(Pending { finding, game })
                if finding.code == code && finding.span.end == adjoins && *game == self.game =>
            {
                finding.span.end = span.end;
                true
            }
            _ => false,
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.pending.len() >= HELD
    }

    /// Gives what is held back to the sink, in the order of the text.
    pub(super) fn flush<K: Sink>(&mut self, chunk: &Chunk, sink: &mut K) {
        if self.pending.is_empty() {
            return;
        }
        if K::LISTENS {
            self.pending
                .sort_by_key(|pending| pending.finding.span.start);
            for Pending { finding, game } in self.pending.drain(..) {
                let Finding {
                    code,
                    message,
                    span,
                    fix,
                    requirements,
                } = finding;
                let source = |span: &Range<usize>| {
                    chunk.source_offset(span.start)..chunk.source_offset(span.end)
                };
                let diagnostic = Diagnostic {
                    code,
                    message,
                    place: self.locator.place(chunk, span.start),
                    span: source(&span),
                    game,
                    help: code.help.map(Into::into),
                    requirements: Requirements::of(requirements, self.prefix),
                    fix: fix.map(|(span, text)| Fix {
                        span: source(&span),
                        text,
                    }),
                };
                sink.report_in(diagnostic, chunk, span);
            }
        } else {
            self.pending.clear();
        }
    }
}
