//! From the events of games to the rows that are stored.

use crate::blob;
use crate::line::{BlockPacker, Packer, Reach, Reaches};
use chrono::{Datelike, NaiveDate};
use movetext::diagnostic::{Finding, PRIVATE_RECORD};
use movetext::io::Chunk;
use movetext::parallel::ChunkReader;
use movetext::registry::VariantSet;
use movetext::scan::ReadStats;
use movetext::{
    Diagnostic, GameSummary, InitialState, Level, Outcome, PartialDate, Ply, Position, Skip, Tag,
    Tags, Text, Variant, VariantInfo, Visitor,
};
use std::borrow::Cow;
use std::cell::RefCell;
use std::io::Write;
use std::ops::Range;

/// A part is passed on when it has so many bytes, games or diagnostics.
const PART_BYTES: usize = 256 << 10;
const PART_ROWS: usize = 1024;

/// Text is compressed in blocks of so many bytes: larger ones are smaller on the whole, but all of a block
/// is decompressed for one game.
const BLOCK: usize = 128 << 10;

/// A stretch of rows, in the order of the source.
#[derive(Default)]
pub(crate) struct Part {
    /// The texts of all games.
    texts: Vec<u8>,
    pub(crate) games: Vec<Game>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The text of the chunk.
    pub(crate) blocks: Vec<Block>,
    /// The main lines of the games, packed.
    pub(crate) lines: Vec<u8>,
    /// The encoding of their text.
    pub(crate) encoding: &'static str,
    packer: BlockPacker,
}

/// A stretch of a source, compressed.
pub(crate) struct Block {
    pub(crate) start: u64,
    pub(crate) len: u64,
    pub(crate) data: Vec<u8>,
}

impl Block {
    pub(crate) fn new(start: u64, bytes: &[u8]) -> Block {
        Block {
            start,
            len: bytes.len() as u64,
            data: blob::pack(bytes),
        }
    }
}

/// The text of a chunk as blocks.
fn blocks(chunk: &Chunk) -> Vec<Block> {
    let bytes = chunk.source_bytes(chunk.start..chunk.start + chunk.len);
    let starts = (chunk.start..).step_by(BLOCK);
    starts
        .zip(bytes.chunks(BLOCK))
        .map(|(start, bytes)| Block::new(start, bytes))
        .collect()
}

impl Part {
    /// The texts of one of its games.
    pub(crate) fn column(&self, game: &Game, column: Column) -> Option<&[u8]> {
        let range = game.columns[column as usize].clone()?;
        self.texts
            .get(game.base + range.start..game.base + range.end)
    }

    fn is_full(&self) -> bool {
        self.texts.len() + self.packer.len() >= PART_BYTES
            || self.games.len() + self.diagnostics.len() >= PART_ROWS
    }
}

/// The columns of a game that are text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    First,
    Second,
    Event,
    Site,
    Round,
    DateRaw,
    DateFrom,
    DateTo,
    Eco,
    Rules,
    ResultRaw,
    Setup,
    TagNames,
    TagValues,
}

const COLUMNS: usize = Column::TagValues as usize + 1;

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
}

/// Reads a chunk into rows, and passes them on when there are many.
pub(crate) fn collect<S: VariantSet>(
    portion: ChunkReader<'_, S>,
    reaches: &Reaches,
    pass_on: &mut dyn FnMut(Part),
) -> ReadStats {
    let encoding = portion.chunk().source_encoding().name();
    let part = Part {
        blocks: blocks(portion.chunk()),
        encoding,
        ..Part::default()
    };
    let collector = Collector {
        part: RefCell::new(part),
        pass_on: RefCell::new(pass_on),
    };
    let mut sink = |diagnostic: Diagnostic| collector.diagnostic(diagnostic);
    let stats = portion.read(&mut Rows::new(&collector, reaches), &mut sink);
    collector.pass_on();
    stats
}

/// Where rows are kept until there are many.
struct Collector<'a> {
    part: RefCell<Part>,
    pass_on: RefCell<&'a mut dyn FnMut(Part)>,
}

impl Collector<'_> {
    fn diagnostic(&self, diagnostic: Diagnostic) {
        self.part.borrow_mut().diagnostics.push(diagnostic);
        self.pass_on_if_full();
    }

    fn game(&self, mut game: Game, texts: &[u8], line: &Packer) {
        {
            let mut part = self.part.borrow_mut();
            game.base = part.texts.len();
            part.texts.extend_from_slice(texts);
            part.packer.add(game.variant, line);
            part.games.push(game);
        }
        self.pass_on_if_full();
    }

    fn pass_on(&self) {
        let mut part = self.part.take();
        self.part.borrow_mut().encoding = part.encoding;
        if !part.games.is_empty() {
            part.lines = part.packer.finish();
        }
        (self.pass_on.borrow_mut())(part);
    }

    fn pass_on_if_full(&self) {
        if self.part.borrow().is_full() {
            self.pass_on();
        }
    }
}

/// Makes rows of games.
struct Rows<'a> {
    collector: &'a Collector<'a>,
    reaches: &'a Reaches,
    /// The tables of the game's variant, once it is played.
    reach: Option<&'a Reach>,
    line: Packer,
    texts: Vec<u8>,
    game: Game,
    /// The tags whose value the view `tags` finds in a column: a bit for each index.
    in_columns: u64,
    profile: Option<&'static VariantInfo>,
    /// The tag that says that the record is meant for its editor's own database only.
    private: Option<Range<usize>>,
    /// What the Result tag means, and what the termination marker does.
    tagged: Option<Outcome>,
    ended: Option<Outcome>,
    /// How deep in variations the events are.
    depth: u32,
}

impl<'a> Rows<'a> {
    fn new(collector: &'a Collector<'a>, reaches: &'a Reaches) -> Rows<'a> {
        Rows {
            collector,
            reaches,
            reach: None,
            line: Packer::new(),
            texts: Vec::new(),
            game: Game::default(),
            in_columns: 0,
            profile: None,
            private: None,
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

    /// Sets a column to the value of the first of some tags that is there and not empty.
    fn set_tag(&mut self, column: Column, tags: &Tags<'_>, names: &[&str]) {
        let Some((index, tag)) = filled(tags, names) else {
            return;
        };
        let start = self.texts.len();
        write_text(&mut self.texts, tag.raw_value(), || tag.value());
        self.game.columns[column as usize] = Some(start..self.texts.len());
        if column_of(tag.raw_name().as_bytes()) == Some(column) {
            self.note_in_column(index);
        }
    }

    fn note_in_column(&mut self, index: usize) {
        // Of so many tags, those behind are written out.
        if index < u64::BITS as usize {
            self.in_columns |= 1 << index;
        }
    }

    fn text(&self, column: Column) -> Option<&str> {
        let range = self.game.columns[column as usize].clone()?;
        std::str::from_utf8(&self.texts[range]).ok()
    }

    fn set_date(&mut self, tags: &Tags<'_>) {
        self.set_tag(Column::DateRaw, tags, &["Date", "UTCDate"]);
        let range = self
            .text(Column::DateRaw)
            .and_then(|text| PartialDate::parse(text).range());
        if let Some((from, to)) = range {
            self.set_day(Column::DateFrom, from);
            self.set_day(Column::DateTo, to);
        }
    }

    /// Sets a column to a day as YYYY-MM-DD.
    fn set_day(&mut self, column: Column, day: NaiveDate) {
        let (year, month, day) = (day.year().unsigned_abs(), day.month(), day.day());
        let digit = |number: u32| b'0' + (number % 10) as u8;
        let start = self.texts.len();
        self.texts.extend_from_slice(&[
            digit(year / 1000),
            digit(year / 100),
            digit(year / 10),
            digit(year),
            b'-',
            digit(month / 10),
            digit(month),
            b'-',
            digit(day / 10),
            digit(day),
        ]);
        self.game.columns[column as usize] = Some(start..self.texts.len());
    }

    /// Sets a rating, if the tag is a plain number.
    fn set_elo(&mut self, player: usize, tags: &Tags<'_>, names: &[&str]) {
        let Some((index, tag)) = filled(tags, names) else {
            return;
        };
        self.game.elo[player] = elo(tag);
        let shown = ["WhiteElo", "BlackElo"][player];
        if tag.raw_name().as_bytes() == shown.as_bytes()
            && is_number(tag.raw_value().as_bytes(), self.game.elo[player])
        {
            self.note_in_column(index);
        }
    }

    /// The tag that names the rules, unless these are the variant's own.
    fn set_rules(&mut self, tags: &Tags<'_>, profile: &VariantInfo) {
        let mut named = profile
            .selectors
            .iter()
            .filter_map(|(name, _)| tags.get(name));
        let Some(tag) = named.next() else {
            return;
        };
        let value = tag.value();
        let rules = value.trim();
        let usual = [profile.id, profile.name, "", "?", "-", "standard"];
        if !usual.iter().any(|usual| usual.eq_ignore_ascii_case(rules)) {
            self.set(Column::Rules, rules);
        }
    }

    /// The names of all tags, and the values that stand in no column, as JSON.
    fn set_tags(&mut self, tags: &Tags<'_>) {
        let start = self.texts.len();
        self.texts.push(b'[');
        let mut values = 0;
        for (index, tag) in tags.iter().enumerate() {
            if index > 0 {
                self.texts.push(b',');
            }
            if self.is_in_column(index) {
                write_json(&mut self.texts, tag.raw_name(), || tag.name());
                continue;
            }
            self.texts.push(b'[');
            write_json(&mut self.texts, tag.raw_name(), || tag.name());
            // Writing to memory does not fail.
            let _ = write!(self.texts, ",{values}]");
            values += 1;
        }
        self.texts.push(b']');
        self.game.columns[Column::TagNames as usize] = Some(start..self.texts.len());
        self.set_values(tags);
    }

    fn set_values(&mut self, tags: &Tags<'_>) {
        let start = self.texts.len();
        self.texts.push(b'[');
        for (index, tag) in tags.iter().enumerate() {
            if self.is_in_column(index) {
                continue;
            }
            if self.texts.len() > start + 1 {
                self.texts.push(b',');
            }
            write_json(&mut self.texts, tag.raw_value(), || tag.value());
        }
        self.texts.push(b']');
        self.game.columns[Column::TagValues as usize] = Some(start..self.texts.len());
    }

    fn is_in_column(&self, index: usize) -> bool {
        index < u64::BITS as usize && self.in_columns & 1 << index != 0
    }
}

impl Visitor for Rows<'_> {
    fn begin_game(&mut self) {
        self.texts.clear();
        self.line.clear();
        self.reach = None;
        self.game = Game::default();
        self.in_columns = 0;
        self.profile = None;
        self.private = None;
        self.tagged = None;
        self.ended = None;
        self.depth = 0;
    }

    fn tags(&mut self, tags: &Tags<'_>, profile: &'static VariantInfo) -> Level {
        self.profile = Some(profile);
        self.game.variant = profile.id;
        self.set_tag(Column::First, tags, profile.first);
        self.set_tag(Column::Second, tags, profile.second);
        self.set_tag(Column::Event, tags, &["Event"]);
        self.set_tag(Column::Site, tags, &["Site"]);
        self.set_tag(Column::Round, tags, &["Round"]);
        self.set_date(tags);
        self.set_tag(Column::ResultRaw, tags, &["Result"]);
        self.tagged = self
            .text(Column::ResultRaw)
            .and_then(|value| profile.outcome(value.trim()));
        self.set_elo(0, tags, &["WhiteElo", "RedElo"]);
        self.set_elo(1, tags, &["BlackElo"]);
        self.set_tag(Column::Eco, tags, &["ECO"]);
        self.set_rules(tags, profile);
        self.set_tags(tags);
        let private = (profile.spec_rules.private)(*tags);
        self.private = private.map(|index| tags.spans()[index].span.clone());
        Level::Play
    }

    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        if start.custom {
            self.set(Column::Setup, &start.position.describe());
        }
        self.reach = self.reaches.find(V::INFO.id);
        if let Some(reach) = self.reach {
            self.line.begin(reach, &start.position, start.custom);
        }
    }

    #[inline]
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        if self.depth == 0
            && let Some(reach) = self.reach
        {
            self.line.add(reach, ply);
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

    fn findings(&mut self, report: &mut dyn FnMut(Finding)) {
        if let Some(span) = self.private.take() {
            let message = "records with an Id in the place of players are meant for their editor's own database";
            report(Finding::new(&PRIVATE_RECORD, span, message));
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
        self.collector.game(game, &self.texts, &self.line);
    }
}

/// The first of some tags that is there and not empty, and its index.
fn filled<'a>(tags: &Tags<'a>, names: &[&str]) -> Option<(usize, Tag<'a>)> {
    names.iter().find_map(|name| {
        let index = tags.position(name)?;
        let tag = tags.nth(index)?;
        (!tag.raw_value().as_bytes().is_empty()).then_some((index, tag))
    })
}

/// The column in which the view `tags` looks for the value of a tag that is kept by its name.
fn column_of(name: &[u8]) -> Option<Column> {
    Some(match name {
        b"Event" => Column::Event,
        b"Site" => Column::Site,
        b"Date" => Column::DateRaw,
        b"Round" => Column::Round,
        b"White" | b"Red" => Column::First,
        b"Black" => Column::Second,
        b"Result" => Column::ResultRaw,
        b"ECO" => Column::Eco,
        _ => return None,
    })
}

/// A rating, if it is a plain number.
fn elo(tag: Tag<'_>) -> Option<u32> {
    let value = tag.value();
    let digits = value.trim();
    match digits.bytes().all(|byte| byte.is_ascii_digit()) {
        true => digits.parse().ok(),
        false => None,
    }
}

/// Whether a text is how SQL writes this number.
fn is_number(text: &[u8], number: Option<u32>) -> bool {
    number.is_some() && text.first() != Some(&b'0') && text.iter().all(u8::is_ascii_digit)
}

/// Whether a text is the same in every encoding, in a tag's value and in JSON.
fn is_plain(text: &[u8]) -> bool {
    text.iter()
        .all(|byte| matches!(byte, 0x20..=0x7E) && !matches!(byte, b'"' | b'\\'))
}

/// Appends a text in UTF-8. It is decoded only if it must be.
fn write_text<'a>(out: &mut Vec<u8>, raw: Text<'a>, decode: impl Fn() -> Cow<'a, str>) {
    match is_plain(raw.as_bytes()) {
        true => out.extend_from_slice(raw.as_bytes()),
        false => out.extend_from_slice(decode().as_bytes()),
    }
}

/// Appends a text as JSON.
fn write_json<'a>(out: &mut Vec<u8>, raw: Text<'a>, decode: impl Fn() -> Cow<'a, str>) {
    if is_plain(raw.as_bytes()) {
        out.push(b'"');
        out.extend_from_slice(raw.as_bytes());
        out.push(b'"');
    } else {
        // Writing a text to memory does not fail.
        let _ = serde_json::to_writer(out, &decode());
    }
}

/// All outcomes.
pub(crate) const OUTCOMES: [Outcome; 6] = [
    Outcome::FirstWins,
    Outcome::SecondWins,
    Outcome::Draw,
    Outcome::FirstStalemates,
    Outcome::SecondStalemates,
    Outcome::Unknown,
];

/// The name of an outcome in the table of games.
pub(crate) fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::FirstWins => "first-wins",
        Outcome::SecondWins => "second-wins",
        Outcome::Draw => "draw",
        Outcome::FirstStalemates => "first-stalemates",
        Outcome::SecondStalemates => "second-stalemates",
        Outcome::Unknown => "unknown",
    }
}
