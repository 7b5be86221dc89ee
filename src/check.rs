//! Checking a game: what its record says against the board, against itself and against the
//! specification.
//!
//! Reading reports what hinders understanding. A [`Checker`] goes further: it hears the events of the
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
//! let told: Vec<_> = findings.iter().map(|d| format!("{}:{} {}", d.place.line, d.place.column, d.message)).collect();
//! assert_eq!(told, ["3:35 Qxf7+ gives mate, which is marked #"]);
//! assert_eq!(findings[0].fix.as_ref().unwrap().text, "Qxf7#");
//! # Ok::<(), std::io::Error>(())
//! ```

mod conformance;
mod ending;
mod export;
mod identity;
mod notation;
mod numbers;
mod record;
mod tags;
mod wording;

pub use identity::{Named, Names};

use crate::board::Side;
use crate::diagnostic::{self, Code, Finding};
use crate::event::{CommentForm, GameSummary, Level, Ply, Skip, Visitor, Wording};
use crate::game::Game;
use crate::limits::Limits;
use crate::outcome::Outcome;
use crate::tags::Tags;
use crate::text::Text;
use crate::variant::{MoveFault, Position, Profile, Start, Variant};
use ending::LastPosition;
use notation::{Before, Notations};
use numbers::{Numbers, Verdict};
use std::borrow::Cow;
use std::ops::Range;

/// How strictly games are checked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Conformance {
    /// What is written has to agree with the board and with itself.
    #[default]
    Sense,
    /// It has to conform to the specification as people may write it: in PGN the import format
    /// (CH-002, CH-003).
    Import,
    /// It has to conform to the specification as programs write it: in PGN the export format
    /// (CH-004).
    Export,
}

/// Finds what is wrong in games that were understood.
///
/// It is a [`Visitor`]: give it to the reader, and its findings come with the reader's own.
#[derive(Debug, Default)]
pub struct Checker {
    conformance: Conformance,
    limits: Limits,
    /// What the text of the game is.
    wording: Wording,
    found: Vec<Finding>,
    faults: Vec<MoveFault>,
    profile: Option<&'static Profile>,
    numbers: Option<Numbers>,
    last: LastPosition,
    /// What the Result tag says, and where.
    tagged: Option<(Outcome, Range<usize>)>,
    /// What the termination marker says, and where.
    marked: Option<(Outcome, Range<usize>)>,
    /// The value of PlyCount, and where it stands.
    ply_count: Option<(u32, Range<usize>)>,
    /// How many moves the main line has, and whether all of them were played.
    main_line: (u32, bool),
    /// Whether the tags set a position up that is not the usual start.
    set_up: bool,
    /// The notation that the moves are in.
    notations: Notations,
    /// What stands before the next move.
    before: Before,
    /// What is to be said of the missing roster at the game's beginning.
    lacking: Option<String>,
    /// Where the last move ends.
    behind_move: usize,
    /// What the reader has reported itself.
    known: Vec<Range<usize>>,
    /// Variations around the current place.
    depth: u32,
    /// Whether the text conforms, by the grammar of the game's variant.
    conforms: Option<conformance::Conforms>,
    /// The whole record, for variants that check it themselves.
    record: record::Record,
}

impl Checker {
    /// A checker of this strictness.
    pub fn new(conformance: Conformance) -> Checker {
        Checker {
            conformance,
            ..Checker::default()
        }
    }

    /// Texts are parsed within these limits.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Checker {
        self.limits = limits;
        self
    }

    /// What the last game's record is called, if it says that: for [`Names`], which compares the records
    /// of a source.
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

    /// The same, with what should stand there.
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

    /// What parts tokens without being one of the specification's blanks.
    fn check_trivia(&mut self, text: Text<'_>) {
        let (code, message, fix) = match text.as_bytes() {
            [b'+' | b'#' | b'c' | b'm' | b'd', ..] => return self.spaced_check_mark(text),
            [b'e', ..] => (
                &diagnostic::EN_PASSANT_MARK,
                "captures in passing have no mark of their own",
                "",
            ),
            [b',', ..] => (&diagnostic::ODD_BLANK, "a comma parts no moves", " "),
            [0xE3, 0x80, 0x81 | 0x82] | [0xEF, 0xBC, ..] if self.wide_number(text) => return,
            [0..=0x08 | 0x0E..=0x1F | 0x7F | 0x80.., ..] => (
                &diagnostic::ODD_BLANK,
                "this is taken for a blank, but is another character",
                " ",
            ),
            _ => return,
        };
        self.find_fixed(code, text.span(), message, fix);
    }

    /// A check mark behind a blank. The move before it does not lack its mark then.
    fn spaced_check_mark(&mut self, text: Text<'_>) {
        let code = &diagnostic::SPACED_CHECK_MARK;
        let mark = Finding::new(code, text.span(), "a check mark stands apart from its move");
        let missing = &diagnostic::MISSING_CHECK_MARK;
        let fix = self.found.pop_if(|last| last.code == missing);
        let fix = fix.and_then(|last| last.fix);
        self.found.push(Finding {
            fix: fix.map(|(span, proper)| (span.start..text.span().end, proper)),
            ..mark
        });
    }
}

impl Visitor for Checker {
    fn wording(&mut self, wording: Wording) {
        self.wording = wording;
    }

    fn begin_game(&mut self) {
        self.found.clear();
        self.known.clear();
        self.lacking = None;
        self.profile = None;
        self.numbers = None;
        self.last.clear();
        self.tagged = None;
        self.marked = None;
        self.ply_count = None;
        self.main_line = (0, true);
        self.set_up = false;
        self.depth = 0;
        self.conforms = None;
        self.record.begin();
    }

    fn tags(&mut self, tags: &Tags<'_>, profile: &'static Profile) -> Level {
        self.profile = Some(profile);
        self.check_tags(tags, profile);
        self.begin_notation(tags, profile);
        self.record.tags(tags, profile);
        Level::Play
    }

    fn begin_movetext<V: Variant>(&mut self, start: &Start<V>) {
        self.conforms = Some(V::conforms);
        self.record.begin_movetext(start);
        self.set_up = start.custom;
        self.numbers = Some(Numbers::new(
            start.position.turn() == Side::Second,
            start.custom,
        ));
    }

    fn number(&mut self, number: u32, text: Text<'_>) {
        self.number_ends(text.as_bytes(), text.span().end);
        let Some(numbers) = &mut self.numbers else {
            return;
        };
        match numbers.number(number) {
            Verdict::Right => {}
            // What follows agrees with the number that was found wrong: to change it mends nothing.
            Verdict::Jumped => {
                let code = &diagnostic::MOVE_NUMBER;
                if let Some(last) = self.found.iter_mut().rfind(|found| found.code == code) {
                    last.fix = None;
                }
            }
            Verdict::Wrong(expected) => {
                let digits = text.as_bytes().iter().take_while(|b| b.is_ascii_digit());
                let begin = text.span().start;
                self.find_fixed(
                    &diagnostic::MOVE_NUMBER,
                    begin..begin + digits.count(),
                    format!("this is move {expected}, not {number}"),
                    expected.to_string(),
                );
            }
        }
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        if let Some(numbers) = &mut self.numbers {
            numbers.ply();
        }
        self.record.game(|game| game.ply(ply));
        let text = ply.text.decode();
        V::faults(&text, &ply.mv, ply.before, ply.after, &mut self.faults);
        let span = ply.text.span();
        self.behind_move = span.end;
        let found = self.faults.drain(..).map(|fault| Finding {
            fix: fault.proper.map(|proper| (span.clone(), proper)),
            ..Finding::new(fault.code, span.clone(), fault.message)
        });
        self.found.extend(found);
        self.check_gap(ply);
        self.check_notation::<V>(&text, span);
        if self.depth == 0 {
            self.main_line.0 += 1;
            self.last.set::<V>(ply.after);
        }
    }

    fn comment(&mut self, text: Text<'_>, form: CommentForm) {
        self.record.game(|game| game.comment(text, form));
        let spaced = self.profile.is_some_and(|profile| profile.norm.spaced);
        self.comment_stands(text.span(), spaced && form == CommentForm::Brace);
    }

    fn draw_offer(&mut self, text: Text<'_>) {
        self.record.game(|game| game.draw_offer(text));
    }

    fn label(&mut self, number: u32, text: Text<'_>) {
        self.record.game(|game| game.label(number, text));
    }

    fn stray(&mut self, text: Text<'_>) {
        self.record.game(|game| game.stray(text));
        self.known.push(text.span());
    }

    fn unplayed(&mut self, text: Text<'_>) {
        self.record.game(|game| game.unplayed(text));
        self.known.push(text.span());
        if let Some(numbers) = &mut self.numbers {
            numbers.unplayed();
        }
        self.main_line.1 &= self.depth > 0;
    }

    fn nag(&mut self, nag: u8, text: Text<'_>) {
        self.record.game(|game| game.nag(nag, text));
        let bytes = text.as_bytes();
        let Some(norm) = self.profile.map(|profile| &profile.norm) else {
            return;
        };
        if !norm.signs && bytes[0] != b'$' {
            let code = match bytes[0] {
                b'!' | b'?' => &diagnostic::GLYPH_SUFFIX,
                _ => &diagnostic::GLYPH_SIGN,
            };
            let glued = text.span().start == self.behind_move;
            let fix = format!("{}${nag}", if glued { " " } else { "" });
            let message = format!("{text} stands for the numeric annotation glyph ${nag}");
            self.find_fixed(code, text.span(), message, fix);
        }
        if nag > norm.last_nag {
            let message = format!("${nag} has no meaning in the specification");
            self.find(&diagnostic::RESERVED_NAG, text.span(), message);
        }
    }

    fn nag_ahead(&mut self, nag: u8, text: Text<'_>) {
        self.record.game(|game| game.nag_ahead(nag, text));
    }

    fn begin_variation(&mut self, back: u8) -> Skip {
        self.record.game(|game| {
            let _ = game.begin_variation(back);
        });
        self.depth += 1;
        if let Some(numbers) = &mut self.numbers {
            numbers.begin_variation(back);
        }
        Skip(false)
    }

    fn end_variation(&mut self) {
        self.record.game(Game::end_variation);
        self.depth = self.depth.saturating_sub(1);
        if let Some(numbers) = &mut self.numbers {
            numbers.end_variation();
        }
    }

    fn outcome(&mut self, outcome: Outcome, text: Text<'_>) {
        self.record.game(|game| game.outcome(outcome, text));
        if self.depth > 0 {
            let message = "a termination marker inside a variation";
            self.find(&diagnostic::RESULT_IN_VARIATION, text.span(), message);
            return;
        }
        self.marked = Some((outcome, text.span()));
        let Some(proper) = self.profile.and_then(|profile| profile.result(outcome)) else {
            return;
        };
        let same = |&(token, _): &(&str, Outcome)| token.as_bytes() == text.as_bytes();
        let profile = self.profile.expect("there is a proper marker of it");
        let place = profile.results.iter().position(same);
        let odd = place.is_none_or(|place| place >= profile.norm.results);
        if odd {
            let message = format!("{text} stands for {proper}");
            self.find_fixed(&diagnostic::RESULT_SPELLING, text.span(), message, proper);
        }
    }

    fn trivia(&mut self, text: Text<'_>) {
        self.passed(text.as_bytes());
        if self
            .profile
            .is_some_and(|profile| !profile.norm.wide_blanks)
        {
            self.check_trivia(text);
        }
    }

    fn source(&mut self, text: Text<'_>) {
        self.check_ending();
        self.check_ply_count();
        let has_moves = self.profile.is_some_and(|profile| profile.norm.has_moves);
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
        // What was made for the reader conforms or not through no fault of the source.
        let own = self.wording == Wording::Own;
        if own && self.conformance >= Conformance::Import {
            self.check_conformance(text);
        }
        if own && self.conformance == Conformance::Export {
            self.check_export(text);
        }
    }

    fn findings(&mut self, report: &mut dyn FnMut(Finding)) {
        let wording = self.wording;
        let found = self.found.drain(..);
        found
            .filter(|finding| wording::concerns(wording, finding.code))
            .for_each(report);
    }

    fn end_game(&mut self, _: &GameSummary) {
        self.wording = Wording::default();
        self.found.clear();
    }
}
