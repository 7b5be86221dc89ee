//! One row a game.

use super::columns::{Appender, Builder, append_problem, batch, problem_fields};
use super::packed;
use super::plan::Moves;
use arrow_array::RecordBatch;
use arrow_array::builder::{
    BinaryBuilder, Date32Builder, Float64Builder, ListBuilder, MapBuilder, StringBuilder,
};
use arrow_array::types::Date32Type;
use arrow_schema::{ArrowError, DataType};
use movetext::commands::{Meaning, Value, pieces};
use movetext::event::CommentForm;
use movetext::{
    Diagnostic, GameSummary, InitialState, Level, Move, MoveKind, Outcome, PartialDate, Ply,
    Position, Skip, Tag, Tags, Text, Variant, VariantInfo, Visitor,
};
use std::sync::Arc;

/// The columns, in the order of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Column {
    Source,
    Ordinal,
    ByteStart,
    ByteLen,
    Variant,
    Rules,
    First,
    Second,
    Event,
    Site,
    Round,
    DateRaw,
    DateFrom,
    DateTo,
    ResultRaw,
    Result,
    FirstElo,
    SecondElo,
    Eco,
    TimeControl,
    Plies,
    VariationPlies,
    Unresolved,
    Errors,
    Warnings,
    Setup,
    Moves,
    Tags,
    Comments,
    Clocks,
    Evals,
    Problems,
}

/// The columns by name.
pub const COLUMNS: [(&str, Column); 32] = [
    ("source", Column::Source),
    ("ordinal", Column::Ordinal),
    ("byte_start", Column::ByteStart),
    ("byte_len", Column::ByteLen),
    ("variant", Column::Variant),
    ("rules", Column::Rules),
    ("first", Column::First),
    ("second", Column::Second),
    ("event", Column::Event),
    ("site", Column::Site),
    ("round", Column::Round),
    ("date_raw", Column::DateRaw),
    ("date_from", Column::DateFrom),
    ("date_to", Column::DateTo),
    ("result_raw", Column::ResultRaw),
    ("result", Column::Result),
    ("first_elo", Column::FirstElo),
    ("second_elo", Column::SecondElo),
    ("eco", Column::Eco),
    ("time_control", Column::TimeControl),
    ("plies", Column::Plies),
    ("variation_plies", Column::VariationPlies),
    ("unresolved", Column::Unresolved),
    ("errors", Column::Errors),
    ("warnings", Column::Warnings),
    ("setup", Column::Setup),
    ("moves", Column::Moves),
    ("tags", Column::Tags),
    ("comments", Column::Comments),
    ("clocks", Column::Clocks),
    ("evals", Column::Evals),
    ("problems", Column::Problems),
];

impl Column {
    /// Whether the movetext has to be read for it.
    fn needs_moves(self) -> bool {
        use Column as C;
        matches!(
            self,
            C::ResultRaw
                | C::Result
                | C::Plies
                | C::VariationPlies
                | C::Unresolved
                | C::Errors
                | C::Warnings
                | C::Setup
                | C::Moves
                | C::Comments
                | C::Clocks
                | C::Evals
                | C::Problems
        )
    }

    /// Whether diagnostics have to be made for it.
    fn needs_diagnostics(self) -> bool {
        matches!(self, Column::Errors | Column::Warnings | Column::Problems)
    }

    fn builder(self, moves: Moves) -> Builder {
        match self {
            Column::Source | Column::Variant => Builder::word(),
            Column::Ordinal | Column::ByteStart | Column::ByteLen => Builder::long(),
            Column::DateFrom | Column::DateTo => Builder::Day(Date32Builder::new()),
            Column::FirstElo
            | Column::SecondElo
            | Column::Plies
            | Column::VariationPlies
            | Column::Unresolved
            | Column::Errors
            | Column::Warnings => Builder::int(),
            Column::Moves => match moves {
                Moves::Packed => Builder::Bytes(BinaryBuilder::new()),
                _ => Builder::Texts(ListBuilder::new(StringBuilder::new())),
            },
            Column::Tags => {
                let (names, values) = (StringBuilder::new(), StringBuilder::new());
                Builder::Tags(MapBuilder::new(None, names, values))
            }
            Column::Comments => Builder::structs(&[
                ("ply", DataType::Int32),
                ("depth", DataType::Int32),
                ("text", DataType::Utf8),
            ]),
            Column::Clocks => Builder::Clocks(ListBuilder::new(Float64Builder::new())),
            Column::Evals => Builder::structs(&[
                ("centipawns", DataType::Int32),
                ("mate", DataType::Int32),
                ("depth", DataType::Int32),
            ]),
            Column::Problems => Builder::structs(&problem_fields()),
            _ => Builder::text(),
        }
    }
}

/// What is wanted of games.
#[derive(Clone, Debug)]
pub struct Wanted {
    pub columns: Vec<(&'static str, Column)>,
    pub moves: Moves,
}

impl Wanted {
    fn has(&self, any: impl Fn(Column) -> bool) -> bool {
        self.columns.iter().any(|(_, column)| any(*column))
    }

    pub fn needs_diagnostics(&self) -> bool {
        self.has(Column::needs_diagnostics)
    }
}

/// An evaluation: centipawns or moves to mate, and the depth.
type Eval = (Option<i32>, Option<i32>, Option<u32>);

/// Tag sections are hardly ever longer.
const LONG: usize = 128;

/// Makes rows of games.
pub struct GameRows<'p> {
    wanted: &'p Wanted,
    level: Level,
    comments_wanted: bool,
    source: Arc<str>,
    builders: Vec<(&'static str, Builder)>,
    /// Where the moves go, if they are wanted.
    moves_at: Option<usize>,
    rows: usize,
    /// Of the game that is being read.
    info: Option<&'static VariantInfo>,
    packed: Vec<u8>,
    word: String,
    setup: Option<String>,
    comments: Vec<(i32, i32, String)>,
    clocks: Vec<Option<f64>>,
    evals: Vec<Option<Eval>>,
    result_raw: Option<String>,
    tagged: Option<Outcome>,
    ended: Option<Outcome>,
    plies: usize,
    depth: i32,
}

impl<'p> GameRows<'p> {
    pub fn new(wanted: &'p Wanted, source: &Arc<str>) -> GameRows<'p> {
        let place = |wanted_column| {
            let mut columns = wanted.columns.iter();
            columns.position(|(_, column)| *column == wanted_column)
        };
        let builders = wanted.columns.iter();
        let comments = |column| matches!(column, Column::Comments | Column::Clocks | Column::Evals);
        GameRows {
            level: if wanted.has(Column::needs_moves) {
                Level::Play
            } else {
                Level::Skip
            },
            comments_wanted: wanted.has(comments),
            source: Arc::clone(source),
            builders: builders
                .map(|(name, column)| (*name, column.builder(wanted.moves)))
                .collect(),
            moves_at: place(Column::Moves),
            wanted,
            rows: 0,
            info: None,
            packed: Vec::new(),
            word: String::new(),
            setup: None,
            comments: Vec::new(),
            clocks: Vec::new(),
            evals: Vec::new(),
            result_raw: None,
            tagged: None,
            ended: None,
            plies: 0,
            depth: 0,
        }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        self.rows = 0;
        batch(&mut self.builders)
    }

    /// Appends the row of the game that was read last.
    pub fn append(&mut self, summary: &GameSummary, found: &[Diagnostic]) {
        self.rows += 1;
        let result = match self.tagged {
            // A tag that says nothing does not hide a termination marker that says something.
            Some(Outcome::Unknown) | None => self.ended.or(self.tagged),
            tagged => tagged,
        };
        let columns = self.wanted.columns.iter().zip(&mut self.builders);
        for ((_, column), (_, builder)) in columns {
            match (column, &mut *builder) {
                (Column::Source, _) => builder.append_text(Some(&self.source)),
                (Column::Ordinal, _) => builder.append_number(Some(summary.ordinal as i64)),
                (Column::ByteStart, _) => builder.append_number(Some(summary.span.start as i64)),
                (Column::ByteLen, _) => {
                    let len = summary.span.end - summary.span.start;
                    builder.append_number(Some(len as i64));
                }
                (Column::Plies, _) => builder.append_number(Some(summary.plies.into())),
                (Column::VariationPlies, _) => {
                    builder.append_number(Some(summary.variation_plies.into()))
                }
                (Column::Unresolved, _) => builder.append_number(Some(summary.unresolved.into())),
                (Column::Errors, _) => builder.append_number(Some(summary.errors.into())),
                (Column::Warnings, _) => builder.append_number(Some(summary.warnings.into())),
                (Column::Setup, _) => builder.append_text(self.setup.as_deref()),
                (Column::ResultRaw, _) => builder.append_text(self.result_raw.as_deref()),
                (Column::Result, _) => builder.append_text(result.map(outcome_name)),
                (Column::Moves, Builder::Bytes(builder)) => builder.append_value(&self.packed),
                (Column::Moves, Builder::Texts(builder)) => builder.append(true),
                (Column::Comments, Builder::Structs(builder)) => {
                    for (ply, depth, text) in &self.comments {
                        let mut fields = Appender(builder.values());
                        fields.int(0, Some(*ply));
                        fields.int(1, Some(*depth));
                        fields.text(2, text);
                        builder.values().append(true);
                    }
                    builder.append(true);
                }
                (Column::Clocks, Builder::Clocks(builder)) => {
                    let told = !self.clocks.is_empty();
                    if told {
                        self.clocks.resize(self.plies, None);
                        builder.values().extend(self.clocks.iter().copied());
                    }
                    builder.append(told);
                }
                (Column::Evals, Builder::Structs(builder)) => {
                    let told = !self.evals.is_empty();
                    if told {
                        self.evals.resize(self.plies, None);
                    }
                    for eval in &self.evals {
                        let (centipawns, mate, depth) = eval.unwrap_or_default();
                        let mut fields = Appender(builder.values());
                        fields.int(0, centipawns);
                        fields.int(1, mate);
                        fields.int(2, depth.and_then(|depth| i32::try_from(depth).ok()));
                        builder.values().append(eval.is_some());
                    }
                    builder.append(told);
                }
                (Column::Problems, Builder::Structs(builder)) => {
                    for found in found {
                        append_problem(builder.values(), found);
                    }
                    builder.append(true);
                }
                // These were appended with the tags.
                _ => {}
            }
        }
    }

    /// Appends what tags say.
    fn append_tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) {
        let date = self.date(tags);
        let columns = self.wanted.columns.iter().zip(&mut self.builders);
        for ((_, column), (_, builder)) in columns {
            let mut value = |names: &[&str]| {
                let tag = filled(tags, names);
                builder.append_text(tag.map(|tag| tag.value()).as_deref());
            };
            match column {
                Column::First => value(info.first),
                Column::Second => value(info.second),
                Column::Event => value(&["Event"]),
                Column::Site => value(&["Site"]),
                Column::Round => value(&["Round"]),
                Column::Eco => value(&["ECO"]),
                Column::TimeControl => value(&["TimeControl"]),
                Column::DateRaw => value(&["Date", "UTCDate"]),
                Column::Variant => builder.append_text(Some(info.id)),
                Column::Rules => {
                    let mut selectors = info.selectors.iter();
                    let tag = selectors.find_map(|(name, _)| filled(tags, &[name]));
                    builder.append_text(tag.map(|tag| tag.value()).as_deref());
                }
                Column::FirstElo => builder.append_number(elo(tags, &["WhiteElo", "RedElo"])),
                Column::SecondElo => builder.append_number(elo(tags, &["BlackElo"])),
                Column::DateFrom | Column::DateTo => {
                    if let Builder::Day(builder) = builder {
                        let day = date.map(|(from, to)| {
                            if *column == Column::DateFrom {
                                from
                            } else {
                                to
                            }
                        });
                        builder.append_option(day);
                    }
                }
                Column::Tags => {
                    if let Builder::Tags(builder) = builder {
                        append_pairs(builder, tags);
                    }
                }
                _ => {}
            }
        }
    }

    /// The first and the last day that may be meant, in days since 1970.
    fn date(&self, tags: &Tags<'_>) -> Option<(i32, i32)> {
        if !self
            .wanted
            .has(|column| matches!(column, Column::DateFrom | Column::DateTo))
        {
            return None;
        }
        let (from, to) =
            PartialDate::parse(&filled(tags, &["Date", "UTCDate"])?.value()).range()?;
        Some((
            Date32Type::from_naive_date(from),
            Date32Type::from_naive_date(to),
        ))
    }

    /// Takes what commands in a comment of the main line say of the move before.
    fn take_commands(&mut self, text: &str) {
        let Some(at) = self.plies.checked_sub(1) else {
            return;
        };
        let commands = pieces(text).filter_map(|piece| piece.command());
        for meaning in commands.filter_map(|command| command.decode()) {
            match meaning {
                Meaning::Clock(clock) => {
                    let seconds = clock.time().as_secs_f64();
                    let seconds = if clock.is_negative() {
                        -seconds
                    } else {
                        seconds
                    };
                    self.clocks.resize(self.plies, None);
                    self.clocks[at].get_or_insert(seconds);
                }
                Meaning::Eval(eval) => {
                    let (centipawns, mate) = match eval.value {
                        Value::Centipawns(value) => (Some(value), None),
                        Value::Mate(moves) => (None, Some(moves)),
                    };
                    self.evals.resize(self.plies, None);
                    self.evals[at].get_or_insert((centipawns, mate, eval.depth));
                }
                _ => {}
            }
        }
    }
}

impl Visitor for GameRows<'_> {
    fn begin_game(&mut self) {
        self.info = None;
        self.packed.clear();
        self.setup = None;
        self.comments.clear();
        self.clocks.clear();
        self.evals.clear();
        self.result_raw = None;
        self.tagged = None;
        self.ended = None;
        self.plies = 0;
        self.depth = 0;
    }

    fn tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) -> Level {
        self.info = Some(info);
        self.append_tags(tags, info);
        if self.level == Level::Play
            && let Some(tag) = filled(tags, &["Result"])
        {
            let value = tag.value();
            self.tagged = info.outcome(value.trim());
            self.result_raw = Some(value.into_owned());
        }
        self.level
    }

    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        if start.custom {
            self.setup = Some(start.position.describe());
        }
    }

    #[inline]
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        if self.depth > 0 {
            return;
        }
        self.plies += 1;
        match self.wanted.moves {
            Moves::Packed => packed::push(&ply.mv, &mut self.packed),
            Moves::None => {}
            moves => {
                if let Some(at) = self.moves_at
                    && let (_, Builder::Texts(builder)) = &mut self.builders[at]
                {
                    self.word.clear();
                    moves.write::<V>(&ply.mv, ply.before, &mut self.word);
                    builder.values().append_value(&self.word);
                }
            }
        }
    }

    fn comment(&mut self, text: Text<'_>, _: CommentForm) {
        if !self.comments_wanted {
            return;
        }
        let text = text.decode();
        if self.depth == 0 {
            self.take_commands(&text);
        }
        self.comments
            .push((self.plies as i32, self.depth, text.into_owned()));
    }

    fn begin_variation(&mut self, _: u8) -> Skip {
        self.depth += 1;
        Skip(false)
    }

    fn end_variation(&mut self) {
        self.depth = (self.depth - 1).max(0);
    }

    fn outcome(&mut self, outcome: Outcome, text: Text<'_>) {
        if self.depth > 0 || self.ended.is_some() {
            return;
        }
        self.ended = Some(outcome);
        self.result_raw
            .get_or_insert_with(|| text.decode().into_owned());
    }
}

/// The first of some tags that is there and not empty.
fn filled<'a>(tags: &Tags<'a>, names: &[&str]) -> Option<Tag<'a>> {
    let mut filled = names.iter().filter_map(|name| tags.get(name));
    filled.find(|tag| !tag.raw_value().as_bytes().is_empty())
}

/// A rating, if it is a plain number.
fn elo(tags: &Tags<'_>, names: &[&str]) -> Option<i64> {
    let value = filled(tags, names)?.value();
    let digits = value.trim();
    let plain = digits.bytes().all(|byte| byte.is_ascii_digit());
    plain
        .then(|| digits.parse::<u32>().ok())
        .flatten()
        .map(i64::from)
}

/// Appends all tags. A key may stand once in a map, so further tags of a name get their place in the tag section.
fn append_pairs(builder: &mut MapBuilder<StringBuilder, StringBuilder>, tags: &Tags<'_>) {
    for (index, tag) in tags.iter().enumerate() {
        let name = tag.name();
        // In so long a section, to look for the name each time would take long.
        let is_first = index < LONG
            && tags
                .iter()
                .take(index)
                .all(|other| other.raw_name().as_bytes() != tag.raw_name().as_bytes());
        if is_first {
            builder.keys().append_value(&name);
        } else {
            builder.keys().append_value(format!("{name}#{}", index + 1));
        }
        builder.values().append_value(tag.value());
    }
    // The builder refuses a map only where keys and values differ in number.
    let _ = builder.append(true);
}

/// The name of an outcome, as the database has it.
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

/// Whether a move is a plain one: both squares say it all, but for a promotion.
pub fn is_plain(mv: &Move) -> bool {
    mv.kind == MoveKind::Normal
}
