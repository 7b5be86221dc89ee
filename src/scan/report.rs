//! Diagnostics of the game being read, held back until their places are known.

use crate::diagnostic::{
    Beyond, Code, Diagnostic, ENDING_MISMATCH, FINDINGS_LIMIT, Finding, Fix, Label, MISSING_RESULT,
    MISSING_STOP, MOVE_NUMBER, NOT_CONFORMING, NOT_EXPORT_FORMAT, ODD_BLANK, PLY_COUNT,
    Requirements, Severity, Sink, UNREAD_TEXT,
};
use crate::io::Chunk;
use crate::io::Locator;
use crate::variant::VariantInfo;
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
    /// So many of each severity are reported of one game.
    limit: u32,
    /// How many were reported of the game being read, and how many are only counted.
    reported: Beyond,
    beyond: Beyond,
    /// The last one that is only counted, and where it ends.
    last: Option<(&'static Code, usize)>,
    /// Errors and warnings of the game being read.
    inside: Counts,
    /// There are errors in it that hindered reading.
    hindered: bool,
    /// There is a number in it that contradicts the count of the board and is no slip.
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
    /// Another place that belongs to it, and what is there.
    label: Option<(Range<usize>, &'static str)>,
}

impl Reports {
    /// At most so many of each severity are reported of one game.
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

    /// What is reported from now on concerns this game.
    pub(super) fn begin_game(&mut self, game: u64) {
        self.game = game;
    }

    /// The game is of this variant.
    pub(super) fn set_variant(&mut self, info: &'static VariantInfo) {
        self.prefix = info.requirements;
    }

    /// The game ends before this offset: if there are findings that are only counted, that is one more.
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

    /// What is reported from now on concerns the source. Returns the counts of the game.
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

    /// The same with another place that belongs to it.
    pub(super) fn push_labelled(
        &mut self,
        finding: Finding,
        label: Option<(Range<usize>, &'static str)>,
    ) {
        if finding.code == &NOT_CONFORMING && self.is_told(&finding.span) {
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
                // These two say how a text is written, not that it was not understood.
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

    /// Takes back the fixes of the game being read that are not plain, now that all is known that was found
    /// in it.
    ///
    /// - Where a game was not understood to its end, nobody knows how many moves it has, which number
    ///   each should have, nor which is the last.
    /// - Nor is it written anew where a number is left that contradicts the count of the board.
    /// - A result that the board contradicts is not written once more, nor where what follows is a game only
    ///   because there is none. A line that is not read, since it is in another encoding, would swallow it.
    /// - What stands there already is no fix.
    /// - Words in bytes of another encoding than that of the source cannot be written there.
    /// - Bytes that are half a character would make another one with what is written beside them.
    pub(super) fn settle_fixes(&mut self, chunk: &Chunk, span: Range<usize>) {
        let first = chunk
            .malformed
            .partition_point(|range| range.end <= span.start);
        let malformed = chunk
            .malformed
            .get(first)
            .is_some_and(|range| range.start < span.end);
        let mine = self.game;
        // What is only counted may be evidence, too.
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
                // What follows would begin the next game, or a pair of this one.
                || code == &ODD_BLANK && begins_tag(&chunk.text[replaced.end..]);
            let same = chunk.text.get(replaced.clone()) == Some(text.as_bytes());
            let doubtful = doubtful || touches(&chunk.malformed, replaced);
            if doubtful || same || malformed && !text.is_ascii() {
                finding.fix = None;
            }
        }
    }

    /// Whether an error of the reader tells of a place already.
    fn is_told(&self, span: &Range<usize>) -> bool {
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

    /// Lets the last diagnostic cover `span` too, if it has this code and ends at `adjoins`.
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

    /// Gives what is held back to the sink, in the order of the text.
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
                        // Between games no variant is meant.
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
                        // Far behind as a rule: the places that follow are told from where it was.
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

/// Whether a tag pair follows, with or without its bracket, behind whatever is neither a word nor another
/// sign.
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

/// What stands behind blanks and control characters.
fn behind_blanks(text: &[u8]) -> &[u8] {
    let blank = |byte: &&u8| byte.is_ascii_whitespace() || byte.is_ascii_control();
    &text[text.iter().take_while(blank).count()..]
}
/// Whether one of some ranges, which are in order, has a place in common with another one.
fn touches(ranges: &[Range<usize>], other: &Range<usize>) -> bool {
    let first = ranges.partition_point(|range| range.end < other.start);
    ranges
        .get(first)
        .is_some_and(|range| range.start <= other.end)
}
