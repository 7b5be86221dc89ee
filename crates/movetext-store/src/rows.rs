//! From the events of games to the rows that are stored.

use movetext::{
    Diagnostic, GameSummary, Level, Move, Outcome, PartialDate, Ply, Position, Profile, Skip,
    Start, Tag, Tags, Text, Variant, Visitor,
};
use std::cell::RefCell;
use std::io::Write;
use std::ops::Range;

/// A part is passed on when it has so many bytes, games or diagnostics.
const PART_BYTES: usize = 512 << 10;
const PART_ROWS: usize = 2048;

/// A stretch of rows, in the order of the source.
#[derive(Default)]
pub(crate) struct Part {
    /// The texts of all games.
    texts: Vec<u8>,
    pub(crate) games: Vec<Game>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Part {
    /// The texts of one of its games.
    pub(crate) fn column(&self, game: &Game, column: Column) -> Option<&[u8]> {
        let range = game.columns[column as usize].clone()?;
        self.texts
            .get(game.base + range.start..game.base + range.end)
    }

    /// The packed moves of one of its games.
    pub(crate) fn moves(&self, game: &Game) -> &[u8] {
        let range = game.base + game.moves.start..game.base + game.moves.end;
        &self.texts[range]
    }

    fn is_full(&self) -> bool {
        self.texts.len() >= PART_BYTES || self.games.len() + self.diagnostics.len() >= PART_ROWS
    }
}

/// The columns of a game that are text.
#[derive(Clone, Copy)]
pub(crate) enum Column {
    First,
    Second,
    Event,
    Site,
    Round,
    DateRaw,
    DateFrom,
    DateTo,
    ResultRaw,
    Setup,
    Tags,
}

const COLUMNS: usize = Column::Tags as usize + 1;

/// A row of the table of games.
#[derive(Default)]
pub(crate) struct Game {
    /// The game's number in the chunk, and the rest of what was read.
    pub(crate) summary: GameSummary,
    pub(crate) variant: &'static str,
    pub(crate) result: Option<&'static str>,
    pub(crate) elo: [Option<u32>; 2],
    /// Where its texts begin; all ranges count from there.
    base: usize,
    columns: [Option<Range<usize>>; COLUMNS],
    moves: Range<usize>,
}

/// Collects rows, and passes them on when there are many.
pub(crate) struct Collector<F: Fn(Part)> {
    part: RefCell<Part>,
    pass_on: F,
}

impl<F: Fn(Part)> Collector<F> {
    pub(crate) fn new(pass_on: F) -> Collector<F> {
        Collector {
            part: RefCell::default(),
            pass_on,
        }
    }

    pub(crate) fn diagnostic(&self, diagnostic: Diagnostic) {
        self.part.borrow_mut().diagnostics.push(diagnostic);
        self.pass_on_if_full();
    }

    fn game(&self, mut game: Game, texts: &[u8]) {
        {
            let mut part = self.part.borrow_mut();
            game.base = part.texts.len();
            part.texts.extend_from_slice(texts);
            part.games.push(game);
        }
        self.pass_on_if_full();
    }

    /// Passes on what is left.
    pub(crate) fn finish(self) {
        (self.pass_on)(self.part.into_inner());
    }

    fn pass_on_if_full(&self) {
        if self.part.borrow().is_full() {
            (self.pass_on)(self.part.take());
        }
    }
}

/// Makes rows of games.
pub(crate) struct Rows<'a, F: Fn(Part)> {
    collector: &'a Collector<F>,
    texts: Vec<u8>,
    moves: Vec<u8>,
    game: Game,
    profile: Option<&'static Profile>,
    /// What the Result tag means, and what the termination marker does.
    tagged: Option<Outcome>,
    ended: Option<Outcome>,
    /// How deep in variations the events are.
    depth: u32,
}

impl<'a, F: Fn(Part)> Rows<'a, F> {
    pub(crate) fn new(collector: &'a Collector<F>) -> Rows<'a, F> {
        Rows {
            collector,
            texts: Vec::new(),
            moves: Vec::new(),
            game: Game::default(),
            profile: None,
            tagged: None,
            ended: None,
            depth: 0,
        }
    }

    fn set(&mut self, column: Column, text: &str) {
        let start = self.texts.len();
        self.texts.extend_from_slice(text.as_bytes());
        self.game.columns[column as usize] = Some(start..self.texts.len());
    }

    /// Sets a column to the value of a tag, unless that is empty.
    fn set_tag(&mut self, column: Column, tag: Option<Tag<'_>>) {
        if let Some(tag) = tag
            && !tag.raw_value().as_bytes().is_empty()
        {
            self.set(column, &tag.value());
        }
    }

    fn set_date(&mut self, tags: &Tags<'_>) {
        let Some(tag) = filled(tags, &["Date", "UTCDate"]) else {
            return;
        };
        let text = tag.value();
        self.set(Column::DateRaw, &text);
        if let Some((from, to)) = PartialDate::parse(&text).range() {
            self.set(Column::DateFrom, &from.to_string());
            self.set(Column::DateTo, &to.to_string());
        }
    }

    /// All tags, as JSON.
    fn set_tags(&mut self, tags: &Tags<'_>) {
        let start = self.texts.len();
        self.texts.push(b'[');
        for (index, tag) in tags.iter().enumerate() {
            self.texts
                .extend_from_slice(if index == 0 { b"[" } else { b",[" });
            write_json(&mut self.texts, &tag.name());
            self.texts.push(b',');
            write_json(&mut self.texts, &tag.value());
            self.texts.push(b']');
        }
        self.texts.push(b']');
        self.game.columns[Column::Tags as usize] = Some(start..self.texts.len());
    }
}

impl<F: Fn(Part)> Visitor for Rows<'_, F> {
    fn begin_game(&mut self) {
        self.texts.clear();
        self.moves.clear();
        self.game = Game::default();
        self.profile = None;
        self.tagged = None;
        self.ended = None;
        self.depth = 0;
    }

    fn tags(&mut self, tags: &Tags<'_>, profile: &'static Profile) -> Level {
        self.profile = Some(profile);
        self.game.variant = profile.id;
        self.set_tag(Column::First, filled(tags, profile.first));
        self.set_tag(Column::Second, filled(tags, profile.second));
        self.set_tag(Column::Event, tags.get("Event"));
        self.set_tag(Column::Site, tags.get("Site"));
        self.set_tag(Column::Round, tags.get("Round"));
        self.set_date(tags);
        if let Some(tag) = filled(tags, &["Result"]) {
            let value = tag.value();
            self.tagged = profile.outcome(value.trim());
            self.set(Column::ResultRaw, &value);
        }
        self.game.elo = [
            elo(filled(tags, &["WhiteElo", "RedElo"])),
            elo(filled(tags, &["BlackElo"])),
        ];
        self.set_tags(tags);
        Level::Play
    }

    fn begin_movetext<V: Variant>(&mut self, start: &Start<V>) {
        if start.custom {
            self.set(Column::Setup, &start.position.describe());
        }
    }

    #[inline]
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        if self.depth == 0 {
            Move::pack(&ply.mv, &mut self.moves);
        }
    }

    fn begin_variation(&mut self, _: u8) -> Skip {
        self.depth += 1;
        Skip(false)
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn outcome(&mut self, outcome: Outcome, text: Text<'_>) {
        if self.depth > 0 || self.ended.is_some() {
            return;
        }
        self.ended = Some(outcome);
        if self.game.columns[Column::ResultRaw as usize].is_none() {
            self.set(Column::ResultRaw, &text.decode());
        }
    }

    fn end_game(&mut self, summary: &GameSummary) {
        let mut game = std::mem::take(&mut self.game);
        game.summary = summary.clone();
        // A tag that says nothing does not hide a termination marker that says something.
        let outcome = match self.tagged {
            Some(Outcome::Unknown) | None => self.ended.or(self.tagged),
            tagged => tagged,
        };
        game.result = outcome.map(outcome_name);
        let moves = self.texts.len();
        self.texts.extend_from_slice(&self.moves);
        game.moves = moves..self.texts.len();
        self.collector.game(game, &self.texts);
    }
}

/// The first of some tags that is there and not empty.
fn filled<'a>(tags: &Tags<'a>, names: &[&str]) -> Option<Tag<'a>> {
    names
        .iter()
        .filter_map(|name| tags.get(name))
        .find(|tag| !tag.raw_value().as_bytes().is_empty())
}

/// A rating, if it is a plain number.
fn elo(tag: Option<Tag<'_>>) -> Option<u32> {
    let value = tag?.value();
    let digits = value.trim();
    match digits.bytes().all(|byte| byte.is_ascii_digit()) {
        true => digits.parse().ok(),
        false => None,
    }
}

fn write_json(out: &mut Vec<u8>, text: &str) {
    let plain = |byte: &u8| !matches!(byte, 0..=0x1F | b'"' | b'\\');
    if text.as_bytes().iter().all(plain) {
        out.push(b'"');
        out.extend_from_slice(text.as_bytes());
        out.push(b'"');
    } else {
        // Writing a text to memory does not fail.
        let _ = serde_json::to_writer(&mut *out, text);
        let _ = out.flush();
    }
}

/// The name of an outcome in the table of games.
fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::FirstWins => "first-wins",
        Outcome::SecondWins => "second-wins",
        Outcome::Draw => "draw",
        Outcome::FirstStalemates => "first-stalemates",
        Outcome::SecondStalemates => "second-stalemates",
        Outcome::Unknown => "unknown",
    }
}
