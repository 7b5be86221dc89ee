//! Two visitors that receive the same events.

use super::{CommentForm, GameSummary, Level, Ply, Provenance, Skip, Visitor, WrongNumber};
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::core::text::Text;
use crate::diagnostic::{Beyond, Finding};
use crate::variant::{InitialState, Variant, VariantInfo};
use encoding_rs::Encoding;

/// Passes the events of one reading to two visitors: for example, one checks games while the other keeps them.
///
/// Movetext is read as far as the more demanding visitor wants. The other receives none of it if it wants none,
/// and nothing of variations that it skips; if it only wants moves [lexed](Level::Tokens), it receives them
/// played all the same.
///
/// ```
/// use movetext::check::Checker;
/// use movetext::event::Tee;
/// use movetext::{Game, Reader};
///
/// let pgn = "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4+ 1-0\n";
/// let (mut findings, mut both) = (Vec::new(), Tee::new(Game::new(), Checker::default()));
/// let mut reader = Reader::builder().from_reader(pgn.as_bytes())?;
/// while reader.next_game(&mut both, &mut findings)?.is_some() {
///     assert_eq!(both.first.tag("Result").as_deref(), Some("1-0"));
/// }
/// let reported: Vec<_> = findings.iter().map(|finding| finding.code.id).collect();
/// assert_eq!(reported, ["mate-marked-as-check", "ending-mismatch"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tee<A, B> {
    /// Receives each event first.
    pub first: A,
    /// Receives each event second.
    pub second: B,
    passes: [Passes; 2],
    /// The nesting depth of variations.
    depth: u32,
}

impl<A, B> Tee<A, B> {
    /// Combines two visitors.
    pub fn new(first: A, second: B) -> Tee<A, B> {
        Tee {
            first,
            second,
            passes: Default::default(),
            depth: 0,
        }
    }
}

/// What a visitor skips.
#[derive(Clone, Copy, Debug, Default)]
struct Passes {
    /// All movetext.
    movetext: bool,
    /// A variation, at this depth.
    variation: Option<u32>,
}

impl Passes {
    fn receives(self) -> bool {
        !self.movetext && self.variation.is_none()
    }
}

/// Passes an event in the movetext to the visitors that do not skip it.
macro_rules! forward {
    ($tee:ident, $visitor:ident => $call:expr) => {
        if $tee.passes[0].receives() {
            let $visitor = &mut $tee.first;
            $call;
        }
        if $tee.passes[1].receives() {
            let $visitor = &mut $tee.second;
            $call;
        }
    };
}

impl<A: Visitor, B: Visitor> Visitor for Tee<A, B> {
    fn provenance(&mut self, provenance: Provenance) {
        self.first.provenance(provenance);
        self.second.provenance(provenance);
    }

    fn demands_conformance(&self) -> bool {
        self.first.demands_conformance() || self.second.demands_conformance()
    }

    fn demands_export(&self) -> bool {
        self.first.demands_export() || self.second.demands_export()
    }

    fn begin_game(&mut self) {
        self.passes = Default::default();
        self.depth = 0;
        self.first.begin_game();
        self.second.begin_game();
    }

    fn tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) -> Level {
        let levels = [self.first.tags(tags, info), self.second.tags(tags, info)];
        for (passes, level) in self.passes.iter_mut().zip(levels) {
            // If neither wants the movetext, it is not played, and its events go to both.
            passes.movetext = level == Level::Skip && levels != [Level::Skip; 2];
        }
        match levels {
            [Level::Play, _] | [_, Level::Play] => Level::Play,
            [Level::Tokens, _] | [_, Level::Tokens] => Level::Tokens,
            [Level::Skip, Level::Skip] => Level::Skip,
        }
    }

    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        forward!(self, visitor => visitor.begin_movetext(start));
    }

    fn end_movetext<V: Variant>(&mut self, last: &V::Position) {
        forward!(self, visitor => visitor.end_movetext::<V>(last));
    }

    fn begin_unresolved(&mut self, info: &'static VariantInfo) {
        forward!(self, visitor => visitor.begin_unresolved(info));
    }

    fn number(&mut self, number: u32, text: Text<'_>) {
        forward!(self, visitor => visitor.number(number, text));
    }

    fn wrong_number(&mut self, wrong: &WrongNumber, text: Text<'_>) {
        forward!(self, visitor => visitor.wrong_number(wrong, text));
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        forward!(self, visitor => visitor.ply(ply));
    }

    fn token<V: Variant>(&mut self, token: &V::Token, text: Text<'_>) {
        forward!(self, visitor => visitor.token::<V>(token, text));
    }

    fn unresolved(&mut self, text: Text<'_>) {
        forward!(self, visitor => visitor.unresolved(text));
    }

    fn nag(&mut self, nag: u8, text: Text<'_>) {
        forward!(self, visitor => visitor.nag(nag, text));
    }

    fn prefix_nag(&mut self, nag: u8, text: Text<'_>) {
        forward!(self, visitor => visitor.prefix_nag(nag, text));
    }

    fn draw_offer(&mut self, text: Text<'_>) {
        forward!(self, visitor => visitor.draw_offer(text));
    }

    fn comment(&mut self, text: Text<'_>, form: CommentForm) {
        forward!(self, visitor => visitor.comment(text, form));
    }

    fn begin_variation(&mut self, back: u8) -> Skip {
        self.depth += 1;
        let depth = self.depth;
        let mut skip = true;
        if self.passes[0].receives() {
            let Skip(first) = self.first.begin_variation(back);
            self.passes[0].variation = first.then_some(depth);
            skip &= first;
        }
        if self.passes[1].receives() {
            let Skip(second) = self.second.begin_variation(back);
            self.passes[1].variation = second.then_some(depth);
            skip &= second;
        }
        Skip(skip)
    }

    fn label(&mut self, number: u32, text: Text<'_>) {
        forward!(self, visitor => visitor.label(number, text));
    }

    fn end_variation(&mut self) {
        for passes in &mut self.passes {
            passes.variation = passes.variation.filter(|depth| *depth != self.depth);
        }
        self.depth = self.depth.saturating_sub(1);
        forward!(self, visitor => visitor.end_variation());
    }

    fn outcome(&mut self, outcome: Outcome, text: Text<'_>) {
        forward!(self, visitor => visitor.outcome(outcome, text));
    }

    fn trivia(&mut self, text: Text<'_>) {
        forward!(self, visitor => visitor.trivia(text));
    }

    fn unrecognized(&mut self, text: Text<'_>) {
        forward!(self, visitor => visitor.unrecognized(text));
    }

    fn source(&mut self, text: Text<'_>) {
        self.first.source(text);
        self.second.source(text);
    }

    fn original(&mut self, bytes: &[u8], encoding: &'static Encoding) {
        self.first.original(bytes, encoding);
        self.second.original(bytes, encoding);
    }

    fn inter_game(&mut self, bytes: &[u8]) {
        self.first.inter_game(bytes);
        self.second.inter_game(bytes);
    }

    fn findings(&mut self, report: &mut dyn FnMut(Finding)) {
        self.first.findings(report);
        self.second.findings(report);
    }

    fn further_findings(&mut self) -> Beyond {
        let mut further = self.first.further_findings();
        further += self.second.further_findings();
        further
    }

    fn end_game(&mut self, summary: &GameSummary) {
        // What lies between games is for both.
        self.passes = Default::default();
        self.first.end_game(summary);
        self.second.end_game(summary);
    }
}
