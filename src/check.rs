//! Checks a game: its record against the board, against itself and against the specification.
//!
//! Reading reports whatever prevents understanding. A [`Checker`] goes further: it receives the events of the
//! reading and finds what was understood but is not as it should be.
//!
//! ```
//! use movetext::Reader;
//! use movetext::check::Checker;
//!
//! let pgn = "[Result \"1-0\"]\n\n1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7+ 1-0\n";
//! let mut findings = Vec::new();
//! let mut reader = Reader::builder().from_reader(pgn.as_bytes())?;
//! reader.read(&mut Checker::default(), &mut findings)?;
//! let reported: Vec<_> = findings.iter().map(|d| format!("{}:{} {}", d.place.line, d.place.column, d.message)).collect();
//! assert_eq!(reported, ["3:35 Qxf7+ gives mate, which is marked #"]);
//! assert_eq!(findings[0].fix.as_ref().unwrap().text, "Qxf7#");
//! # Ok::<(), std::io::Error>(())
//! ```

mod conformance;
mod ending;
mod export;
mod found;
mod identity;
mod notation;
mod plain;
mod provenance;
mod record;
mod tags;

pub use identity::{Named, Names};

use crate::core::limits::Limits;
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::core::text::Text;
use crate::diagnostic::{self, Beyond, Code, Finding, Severity};
use crate::event::{CommentForm, GameSummary, Level, Ply, Provenance, Skip, Visitor, WrongNumber};
use crate::format::pgn::Writer;
use crate::game::Game;
use crate::variant::{InitialState, Variant, VariantInfo};
use ending::Ended;
use found::Found;
use notation::{Before, Notations};
use plain::Plain;
use std::borrow::Cow;
use std::ops::Range;

/// Larger games, in bytes, are not checked against the grammar, which would take much memory.
const LARGEST: usize = 384 << 10;

/// How strictly games are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Conformance {
    /// The text must agree with the board and with itself.
    #[default]
    Consistency,
    /// The text must conform to the specification for human writers: in PGN the import format (CH-002, CH-003).
    Import,
    /// The text must conform to the specification for programs: in PGN the export format (CH-004).
    Export,
}

/// Finds problems in games that were understood.
///
/// It is a [`Visitor`]: pass it to the reader, and its diagnostics are reported with the reader's own.
#[derive(Debug, Default)]
pub struct Checker {
    conformance: Conformance,
    limits: Limits,
    /// Less serious problems are not wanted.
    least: Severity,
    /// Fixes that replace a whole record are not wanted.
    no_fixes: bool,
    /// What the text of the game was in its source.
    provenance: Provenance,
    found: Found,
    /// Whether some text was not understood.
    unread: bool,
    spelling: Vec<Finding>,
    info: Option<&'static VariantInfo>,
    /// The tag pairs that were checked before.
    sound: tags::Sound,
    /// How the board ends the game, if it does.
    ended: Option<Ended>,
    /// The result and the position of the Result tag.
    tagged: Option<(Outcome, Range<usize>)>,
    /// The result and the position of the termination marker.
    marked: Option<(Outcome, Range<usize>)>,
    /// The value and the position of PlyCount.
    ply_count: Option<(u32, Range<usize>)>,
    /// The number of moves in the main line, and whether all of them were played.
    main_line: (u32, bool),
    /// Whether the tags set up a position other than the usual start.
    set_up: bool,
    /// The number of the first move according to the start position; until the first number is read.
    setup_number: Option<u32>,
    /// The notation of the moves.
    notations: Notations,
    /// What precedes the next move.
    before: Before,
    /// The message about missing roster tags, reported at the game's beginning.
    lacking: Option<String>,
    /// The end of the last move.
    behind_move: usize,
    /// The nesting depth of variations.
    depth: u32,
    /// Whether the text conforms, according to the grammar of the game's variant.
    conforms: Option<conformance::Conforms>,
    /// Whether it certainly does: the variant's records in plain form do, and this is one.
    plain_conforms: bool,
    plain: Plain,
    /// The whole record, for variants that check it themselves and for comparison with export format.
    record: record::Record,
    /// Writes games in export format.
    writer: Option<Writer>,
}

impl Checker {
    /// A checker of this strictness.
    pub fn new(conformance: Conformance) -> Checker {
        Checker {
            conformance,
            ..Checker::default()
        }
    }

    /// Sets the limits for parsing texts and keeping diagnostics.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Checker {
        self.limits = limits;
        self
    }

    /// Says that nobody listens to diagnostics below this severity, so that some of them need not be made. They
    /// may be reported all the same.
    #[must_use]
    pub fn least(mut self, severity: Severity) -> Checker {
        self.least = severity;
        self
    }

    /// Sets whether fixes are wanted that replace a whole record, as by default. Without them, a record that is not in
    /// export format is compared up to the first difference only.
    #[must_use]
    pub fn fixes(mut self, wanted: bool) -> Checker {
        self.no_fixes = !wanted;
        self
    }

    /// The identity of the last game's record, if it has one: for [`Names`], which compares the records of a
    /// source.
    pub fn named(&self) -> Option<&Named> {
        self.record.named()
    }

    fn find(
        &mut self,
        code: &'static Code,
        span: Range<usize>,
        message: impl Into<Cow<'static, str>>,
    ) {
        self.found.push(Finding::new(code, span, message));
    }

    /// Reports a problem with the text that should be there.
    fn find_fixed(
        &mut self,
        code: &'static Code,
        span: Range<usize>,
        message: impl Into<Cow<'static, str>>,
        fix: impl Into<String>,
    ) {
        let finding = Finding::new(code, span, message);
        self.found.push(finding.replaced_by(fix));
    }

    /// A move that is not written as the specification writes it.
    fn check_spelling<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        V::lint_move(ply, &mut self.spelling);
        for finding in self.spelling.drain(..) {
            self.found.push(finding);
        }
        self.check_gap(ply);
        self.check_notation::<V>(&ply.text.decode_move(), ply.text.span());
    }

    /// Text between moves.
    #[inline(never)]
    fn check_separator(&mut self, text: Text<'_>) {
        self.passed(text.as_bytes());
        if self.info.is_some_and(|info| !info.spec_rules.wide_blanks) {
            self.check_trivia(text);
        }
    }

    /// Separators other than the specification's blanks.
    fn check_trivia(&mut self, text: Text<'_>) {
        let (code, message, fix) = match text.as_bytes() {
            [b'+' | b'#' | b'c' | b'm' | b'd', ..] => return self.spaced_check_mark(text),
            [b'e', ..] => (
                &diagnostic::EN_PASSANT_MARK,
                "captures in passing have no mark of their own",
                "",
            ),
            [b',', ..] => (&diagnostic::ODD_BLANK, "commas do not separate moves", " "),
            [0xE2, 0x80, 0xA5 | 0xA6] | [0xE2, 0x8B, 0xAF] | [0x85] => (
                &diagnostic::ELLIPSIS_CHARACTER,
                "an ellipsis is written as three dots",
                "...",
            ),
            [0xE3, 0x80, 0x81 | 0x82] | [0xEF, 0xBC, ..] if self.wide_number(text) => return,
            [0..=0x08 | 0x0E..=0x1F | 0x7F | 0x80.., ..] => (
                &diagnostic::ODD_BLANK,
                "read as a blank, but is another character",
                " ",
            ),
            _ => return,
        };
        self.find_fixed(code, text.span(), message, fix);
    }

    /// A check mark after a blank. The move before it does not lack its mark then.
    fn spaced_check_mark(&mut self, text: Text<'_>) {
        let code = &diagnostic::SPACED_CHECK_MARK;
        let mark = Finding::new(code, text.span(), "a check mark stands apart from its move");
        // The fix covers everything from the move to the mark, so nothing else may be there.
        let between = self.behind_move == text.span().start - blanks(text.ahead());
        let missing = |last: &mut Finding| last.code == &diagnostic::MISSING_CHECK_MARK;
        let fix = self.found.pop_if(|last| between && missing(last));
        let fix = fix.and_then(|last| last.fix);
        self.found.push(Finding {
            fix: fix.map(|(span, canonical)| (span.start..text.span().end, canonical)),
            ..mark
        });
    }
}

/// How many blanks a text ends with.
fn blanks(text: &[u8]) -> usize {
    let blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r');
    text.iter().rev().take_while(blank).count()
}

impl Visitor for Checker {
    fn provenance(&mut self, provenance: Provenance) {
        self.provenance = provenance;
    }

    fn demands_conformance(&self) -> bool {
        self.conformance >= Conformance::Import
    }

    fn demands_export(&self) -> bool {
        self.conformance == Conformance::Export && self.provenance == Provenance::Native
    }

    fn begin_game(&mut self) {
        self.found.begin(self.provenance, self.limits.findings);
        self.unread = false;
        self.lacking = None;
        self.info = None;
        self.ended = None;
        self.tagged = None;
        self.marked = None;
        self.ply_count = None;
        self.main_line = (0, true);
        self.set_up = false;
        self.depth = 0;
        self.conforms = None;
        self.plain_conforms = false;
        self.plain = Plain::default();
        self.record.begin();
    }

    fn tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) -> Level {
        self.info = Some(info);
        // The sixth field of a FEN, if it is complete.
        self.setup_number = tags.get("FEN").and_then(|tag| {
            let value = tag.value();
            let fields: Vec<&str> = value.split_ascii_whitespace().collect();
            fields.get(5).filter(|_| fields.len() == 6)?.parse().ok()
        });
        self.check_tags(tags, info);
        self.begin_notation(tags, info);
        self.record.tags(tags, info, self.demands_export());
        if self.conformance >= Conformance::Import {
            self.plain = Plain::begin(tags, info.setup);
        }
        Level::Play
    }

    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        self.conforms = Some(V::nonconformities);
        self.plain_conforms = V::PLAIN_CONFORMS;
        self.record.begin_movetext(start);
        self.set_up = start.custom;
        let reviewed = self.info.is_some_and(|info| info.spec_rules.reviewed);
        self.setup_number = self.setup_number.filter(|_| start.custom && !reviewed);
    }

    fn end_movetext<V: Variant>(&mut self, last: &V::Position) {
        self.end_line::<V>(last);
    }

    fn number(&mut self, number: u32, text: Text<'_>) {
        self.record.game(|game| game.number(number, text));
        self.plain.number(text);
        self.number_ends(text.as_bytes(), text.span().end);
        let setup = self.setup_number.take();
        if let Some(setup) = setup
            && setup != number
            && self.depth == 0
            && self.main_line == (0, true)
        {
            let message = format!("the start position is before move {setup}");
            self.find(&diagnostic::SETUP_NUMBER, text.span(), message);
        }
    }

    fn wrong_number(&mut self, wrong: &WrongNumber, text: Text<'_>) {
        let digits = text.as_bytes().iter().take_while(|b| b.is_ascii_digit());
        let begin = text.span().start;
        let span = begin..begin + digits.count();
        let WrongNumber {
            number, expected, ..
        } = *wrong;
        let code = &diagnostic::MOVE_NUMBER;
        if i64::from(number) == expected {
            let side = self.info.map_or("", |info| info.sides[wrong.turn.index()]);
            let message =
                format!("{side} is to move here, whose moves have a different kind of number");
            self.find(code, text.span(), message);
        } else if wrong.slip {
            let message = format!("this is move {expected}, not {number}");
            self.find_fixed(code, span, message, expected.to_string());
        } else {
            // What follows agrees with the number, so changing it fixes nothing.
            let message = format!("this is move {expected}, not {number}");
            self.find(code, span, message);
        }
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        self.record.game(|game| game.ply(ply));
        self.behind_move = ply.text.span().end;
        if V::is_canonical(ply) {
            self.plain.mv(ply.text);
            self.check_gap(ply);
        } else {
            self.plain.odd();
            self.check_spelling(ply);
        }
        if self.depth == 0 {
            self.main_line.0 += 1;
        }
    }

    fn comment(&mut self, text: Text<'_>, form: CommentForm) {
        self.record.game(|game| game.comment(text, form));
        let spaced = self.info.is_some_and(|info| info.spec_rules.spaced);
        if form == CommentForm::Brace {
            self.plain.comment(text.as_bytes());
            self.comment_stands(text.span(), spaced);
        } else {
            self.plain.odd();
        }
        let lines = self.info.is_none_or(|info| info.spec_rules.line_comments);
        if form == CommentForm::Line && !lines {
            let begin = text.span().start.saturating_sub(1);
            let message = "comments belong in braces; the text after the semicolon is read as one";
            self.find(&diagnostic::LINE_COMMENT, begin..text.span().end, message);
        }
    }

    fn draw_offer(&mut self, text: Text<'_>) {
        self.record.game(|game| game.draw_offer(text));
        self.plain.odd();
    }

    fn label(&mut self, number: u32, text: Text<'_>) {
        self.record.game(|game| game.label(number, text));
        self.plain.odd();
    }

    fn unrecognized(&mut self, text: Text<'_>) {
        self.record.game(|game| game.unrecognized(text));
        self.plain.odd();
        self.unread = true;
    }

    fn unresolved(&mut self, text: Text<'_>) {
        self.record.game(|game| game.unresolved(text));
        self.plain.odd();
        self.unread = true;
        self.main_line.1 &= self.depth > 0;
    }

    fn nag(&mut self, nag: u8, text: Text<'_>) {
        self.record.game(|game| game.nag(nag, text));
        self.plain.nag(text);
        let bytes = text.as_bytes();
        let Some(spec_rules) = self.info.map(|info| &info.spec_rules) else {
            return;
        };
        if !spec_rules.punctuation && bytes[0] != b'$' {
            let code = match bytes[0] {
                b'!' | b'?' => &diagnostic::GLYPH_SUFFIX,
                _ => &diagnostic::GLYPH_SIGN,
            };
            let glued = text.span().start == self.behind_move;
            // More digits would make it another NAG.
            let behind = text.behind().first().is_some_and(u8::is_ascii_alphanumeric);
            let [before, behind] = [glued, behind].map(|glued| if glued { " " } else { "" });
            let fix = format!("{before}${nag}{behind}");
            let message = format!("{text} stands for ${nag}");
            self.find_fixed(code, text.span(), message, fix);
        }
        if nag > spec_rules.last_nag {
            let message = format!("${nag} has no meaning in the specification");
            self.find(&diagnostic::RESERVED_NAG, text.span(), message);
        }
    }

    fn prefix_nag(&mut self, nag: u8, text: Text<'_>) {
        self.record.game(|game| game.prefix_nag(nag, text));
        self.plain.odd();
    }

    fn begin_variation(&mut self, back: u8) -> Skip {
        self.record.game(|game| {
            let _ = game.begin_variation(back);
        });
        self.plain.open();
        self.depth += 1;
        Skip(false)
    }

    fn end_variation(&mut self) {
        self.record.game(Game::end_variation);
        self.plain.close();
        self.depth = self.depth.saturating_sub(1);
    }

    fn outcome(&mut self, outcome: Outcome, text: Text<'_>) {
        self.record.game(|game| game.outcome(outcome, text));
        if self.depth > 0 {
            let message = "a termination marker inside a variation";
            self.find(&diagnostic::RESULT_IN_VARIATION, text.span(), message);
            self.plain.odd();
            return;
        }
        self.marked = Some((outcome, text.span()));
        let Some(canonical) = self.info.and_then(|info| info.result(outcome)) else {
            self.plain.odd();
            return;
        };
        let same = |&(token, _): &(&str, Outcome)| token.as_bytes() == text.as_bytes();
        let info = self.info.expect("there is a canonical marker of it");
        let place = info.results.iter().position(same);
        let odd = place.is_none_or(|place| place >= info.spec_rules.results);
        self.plain.end(text, !odd);
        if odd {
            let message = format!("{text} stands for {canonical}");
            self.find_fixed(
                &diagnostic::RESULT_SPELLING,
                text.span(),
                message,
                canonical,
            );
        }
    }

    #[inline]
    fn trivia(&mut self, text: Text<'_>) {
        self.plain.blank(text);
        // Nearly always.
        if let [b' ' | b'\n'] = text.as_bytes() {
            return;
        }
        self.check_separator(text);
    }

    fn source(&mut self, text: Text<'_>) {
        self.check_ending();
        self.check_ply_count();
        let has_moves = self.info.is_some_and(|info| info.spec_rules.has_moves);
        if has_moves && self.set_up && self.main_line == (0, true) {
            let end = text.span().end;
            let place = self.marked.clone().map_or(end..end, |(_, span)| span);
            let message = "this record is a position, without moves";
            self.find(&diagnostic::POSITION_ONLY, place, message);
        }
        self.record.review(text, &mut self.found);
        if let Some(message) = self.lacking.take() {
            let begin = text.span().start;
            self.find(&diagnostic::MISSING_TAG, begin..begin, message);
        }
        // Whether text made for the reader conforms does not depend on the source.
        let own = self.provenance == Provenance::Native;
        if own && self.conformance >= Conformance::Import && text.as_bytes().len() > LARGEST {
            let begin = text.span().start;
            let message = "this game is too large to be checked against its specification";
            self.find(&diagnostic::GAME_LIMIT, begin..begin, message);
            return;
        }
        if own && self.conformance >= Conformance::Import {
            self.check_conformance(text);
        }
        if own && self.conformance == Conformance::Export {
            self.check_export(text);
        }
    }

    fn findings(&mut self, report: &mut dyn FnMut(Finding)) {
        // If text was not understood, nothing that depends on counting moves is known.
        let counted = !self.unread;
        let found = self.found.drain().map(|mut found| {
            let counts = [&diagnostic::MOVE_NUMBER, &diagnostic::PLY_COUNT];
            found.fix = found
                .fix
                .filter(|_| counted || !counts.contains(&found.code));
            found
        });
        found.for_each(report);
    }

    fn further_findings(&mut self) -> Beyond {
        self.found.take_beyond()
    }

    fn end_game(&mut self, _: &GameSummary) {
        self.provenance = Provenance::default();
    }
}
