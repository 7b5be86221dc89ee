//! Diagnostics of the current game, held back until their positions are known.

use crate::diagnostic::{
    Beyond, Code, Diagnostic, ENDING_MISMATCH, FINDINGS_LIMIT, Finding, Fix, Label, MISSING_RESULT,
    MISSING_STOP, MOVE_NUMBER, NOT_CONFORMING, NOT_EXPORT_FORMAT, ODD_BLANK, PLY_COUNT,
    Requirements, Severity, Sink, UNREAD_TEXT,
};
use crate::io::Chunk;
use crate::io::Locator;
use crate::variant::VariantInfo;
use std::ops::Range;

/// The maximum number of diagnostics held back.
const HELD: usize = 4096;

/// Diagnostics not yet given to the sink.
#[derive(Debug, Default)]
pub(super) struct Reports {
    game: u64,
    /// The prefix of the ids of the requirements that apply to the game.
    prefix: &'static str,
    pending: Vec<Pending>,
    locator: Locator,
    /// The maximum number of each severity reported for one game.
    limit: u32,
    /// How many were reported for the current game, and how many are only counted.
    reported: Beyond,
    beyond: Beyond,
    /// The last one that is only counted, and its end.
    last: Option<(&'static Code, usize)>,
    /// Errors and warnings of the current game.
    inside: Counts,
    /// It has errors that prevented reading.
    hindered: bool,
    /// It has a number that contradicts the board and is not a slip.
    miscounted: bool,
    /// Its result contradicts the board.
    contradicted: bool,
    /// Those between games.
    outside: Counts,
}

/// Errors and warnings.
type Counts = (u32, u32);

#[derive(Debug)]
struct Pending {
    finding: Finding,
    game: u64,
    /// A second position, and what is there.
    label: Option<(Range<usize>, &'static str)>,
}

impl Reports {
    /// At most `limit` of each severity are reported for one game.
    pub(super) fn new(limit: usize) -> Reports {
        Reports {
            limit: u32::try_from(limit).unwrap_or(u32::MAX),
            ..Reports::default()
        }
    }

    /// Goes to the start of a chunk.
    pub(super) fn begin_chunk(&mut self) {
        self.game = 0;
        self.locator = Locator::default();
    }

    /// Assigns the following diagnostics to this game.
    pub(super) fn begin_game(&mut self, game: u64) {
        self.game = game;
    }

    /// The game is of this variant.
    pub(super) fn set_variant(&mut self, info: &'static VariantInfo) {
        self.prefix = info.requirements;
    }

    /// The game ends before this offset: if some diagnostics are only counted, adds one that says so.
    pub(super) fn sum_up(&mut self, end: usize, further: Beyond) {
        self.inside.0 = self.inside.0.saturating_add(further.errors);
        self.inside.1 = self.inside.1.saturating_add(further.warnings);
        self.beyond += further;
        if !self.beyond.is_none() {
            self.pending.push(Pending {
                finding: Finding::new(&FINDINGS_LIMIT, end..end, self.beyond.message()),
                game: self.game,
                label: None,
            });
        }
    }

    /// Assigns the following diagnostics to the source. Returns the counts of the game.
    pub(super) fn end_game(&mut self) -> (u32, u32) {
        self.game = 0;
        self.reported = Beyond::default();
        self.beyond = Beyond::default();
        self.last = None;
        self.prefix = "";
        self.hindered = false;
        self.miscounted = false;
        self.contradicted = false;
        std::mem::take(&mut self.inside)
    }

    /// Errors and warnings outside games since the last call.
    pub(super) fn take_outside(&mut self) -> (u32, u32) {
        std::mem::take(&mut self.outside)
    }

    pub(super) fn push(&mut self, finding: Finding) {
        self.push_labelled(finding, None);
    }

    /// Adds a diagnostic with a second position.
    pub(super) fn push_labelled(
        &mut self,
        finding: Finding,
        label: Option<(Range<usize>, &'static str)>,
    ) {
        if finding.code == &NOT_CONFORMING && self.covers(&finding.span) {
            return;
        }
        let severity = finding.code.severity;
        let counts = if self.game == 0 {
            &mut self.outside
        } else {
            &mut self.inside
        };
        match severity {
            Severity::Error => {
                counts.0 += 1;
                // These two concern the form of a text, not whether it was understood.
                let written = [&NOT_EXPORT_FORMAT, &NOT_CONFORMING];
                self.hindered |= !written.contains(&finding.code);
            }
            Severity::Warning => counts.1 += 1,
            Severity::Info => {}
        }
        self.last = None;
        if finding.fix.is_none() {
            self.miscounted |= finding.code == &MOVE_NUMBER;
            self.contradicted |= finding.code == &ENDING_MISMATCH;
        }
        if self.game != 0 {
            if self.reported.of(severity) >= self.limit {
                self.beyond.count(severity);
                self.last = Some((finding.code, finding.span.end));
                return;
            }
            self.reported.count(severity);
        }
        self.pending.push(Pending {
            finding,
            game: self.game,
            label,
        });
    }

    /// Withdraws the fixes of the current game that are not clear after all its diagnostics are known.
    ///
    /// - If a game was not completely understood, the number of its moves, their numbers and the last move are
    ///   unknown.
    /// - No move number is rewritten while a number remains that contradicts the board.
    /// - A result that the board contradicts is not repeated; nor is one added if what follows is a game only
    ///   because it is missing. An unread line in another encoding would swallow it.
    /// - Text that is already there is not a fix.
    /// - Words in bytes of an encoding other than the source's cannot be written there.
    /// - Bytes that are half a character would form another one with text written beside them.
    pub(super) fn settle_fixes(&mut self, chunk: &Chunk, span: Range<usize>) {
        let first = chunk
            .malformed
            .partition_point(|range| range.end <= span.start);
        let malformed = chunk
            .malformed
            .get(first)
            .is_some_and(|range| range.start < span.end);
        let mine = self.game;
        // Diagnostics that are only counted may be evidence, too.
        let unknown = !self.beyond.is_none();
        let hindered = self.hindered || unknown;
        let contradicted = self.contradicted || unknown;
        let miscounted = self.miscounted;
        let unread = self
            .pending
            .iter()
            .any(|pending| pending.game == mine && pending.finding.code == &UNREAD_TEXT);
        for Pending { finding, game, .. } in &mut self.pending {
            let Some((replaced, text)) = finding.fix.as_ref().filter(|_| *game == mine) else {
                continue;
            };
            let code = finding.code;
            let doubtful = [&PLY_COUNT, &MOVE_NUMBER, &MISSING_STOP].contains(&code) && hindered
                || code == &NOT_EXPORT_FORMAT && (hindered || miscounted || malformed)
                || code == &MISSING_RESULT
                    && (contradicted || unread || !ends_game(&chunk.text[replaced.end..]))
                // The text that follows would begin the next game, or a tag pair of this one.
                || code == &ODD_BLANK && begins_tag(&chunk.text[replaced.end..]);
            let same = chunk.text.get(replaced.clone()) == Some(text.as_bytes());
            let doubtful = doubtful || touches(&chunk.malformed, replaced);
            if doubtful || same || malformed && !text.is_ascii() {
                finding.fix = None;
            }
        }
    }

    /// Whether an error of the reader already covers this range.
    pub(super) fn covers(&self, span: &Range<usize>) -> bool {
        self.pending.iter().any(|Pending { finding, game, .. }| {
            let other = &finding.span;
            *game == self.game
                && finding.code.severity == Severity::Error
                && finding.code != &NOT_CONFORMING
                && if span.is_empty() || other.is_empty() {
                    other.start <= span.end && span.start <= other.end
                } else {
                    other.start < span.end && span.start < other.end
                }
        })
    }

    /// Extends the last diagnostic to `span`, if it has this code and ends at `adjoins`.
    pub(super) fn extend(
        &mut self,
        code: &'static Code,
        adjoins: usize,
        span: Range<usize>,
    ) -> bool {
        if let Some((last, end)) = &mut self.last {
            let adjoining = *last == code && *end == adjoins;
            if adjoining {
                *end = span.end;
            }
            return adjoining;
        }
        match self.pending.last_mut() {
            Some(Pending { finding, game, .. })
                if finding.code == code && finding.span.end == adjoins && *game == self.game =>
            {
                finding.span.end = span.end;
                true
            }
            _ => false,
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.game == 0 && self.pending.len() >= HELD
    }

    /// Gives the held diagnostics to the sink, in the order of the text.
    pub(super) fn flush<K: Sink>(&mut self, chunk: &Chunk, sink: &mut K) {
        if self.pending.is_empty() {
            return;
        }
        if K::LISTENS {
            self.pending
                .sort_by_key(|pending| pending.finding.span.start);
            let mut ahead = None;
            for Pending {
                finding,
                game,
                label,
            } in self.pending.drain(..)
            {
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
                    requirements: match game {
                        // Between games there is no variant.
                        0 => Requirements::of(requirements, ""),
                        _ => Requirements::of(requirements, self.prefix),
                    },
                    fix: fix
                        .filter(|(_, text)| chunk.takes(text))
                        .map(|(span, text)| Fix {
                            span: source(&span),
                            text,
                        }),
                    label: label.map(|(at, message)| {
                        // Usually far behind: later positions are computed from there.
                        let place = match ahead {
                            Some((known, place)) if known == at.start => place,
                            _ => self.locator.clone().place(chunk, at.start),
                        };
                        ahead = Some((at.start, place));
                        Label {
                            span: source(&at),
                            place,
                            message: message.into(),
                        }
                    }),
                };
                sink.report_in(diagnostic, chunk, span);
            }
        } else {
            self.pending.clear();
        }
    }
}

/// Whether a tag pair follows, with or without its bracket, after anything that is neither a word nor other
/// punctuation.
fn begins_tag(text: &[u8]) -> bool {
    let rest = behind_blanks(text);
    let name = rest
        .iter()
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_');
    let name = name.count();
    rest.first() == Some(&b'[') || name > 0 && behind_blanks(&rest[name..]).first() == Some(&b'"')
}

/// Whether nothing follows a game, or the tag section of the next one.
fn ends_game(text: &[u8]) -> bool {
    let rest = behind_blanks(text);
    rest.is_empty() || rest[0] == b'['
}

/// The text after blanks and control characters.
fn behind_blanks(text: &[u8]) -> &[u8] {
    let blank = |byte: &&u8| byte.is_ascii_whitespace() || byte.is_ascii_control();
    &text[text.iter().take_while(blank).count()..]
}
/// Whether one of some sorted ranges overlaps another range.
fn touches(ranges: &[Range<usize>], other: &Range<usize>) -> bool {
    let first = ranges.partition_point(|range| range.end < other.start);
    ranges
        .get(first)
        .is_some_and(|range| range.start <= other.end)
}
