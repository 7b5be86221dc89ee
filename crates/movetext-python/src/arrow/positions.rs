//! One row a position of a main line.

use super::columns::{Builder, batch};
use super::plan::Moves;
use arrow_array::RecordBatch;
use arrow_array::builder::UInt64Builder;
use arrow_schema::ArrowError;
use movetext::{InitialState, Level, Ply, Position, Skip, Tags, Variant, VariantInfo, Visitor};
use std::sync::Arc;

/// The columns by name; those that are made where none are named are all of them.
pub const COLUMNS: [(&str, ()); 7] = [
    ("source", ()),
    ("game", ()),
    ("ply", ()),
    ("variant", ()),
    ("key", ()),
    ("fen", ()),
    ("move", ()),
];

/// Makes a row of each position: the move is the one that was played in it, so that of the last one is null.
pub struct PositionRows {
    moves: Moves,
    source: Arc<str>,
    variant: &'static str,
    /// The rows of the game that is being read begin here; its number comes at its end.
    begin: usize,
    rows: usize,
    /// A row waits for its move.
    open: bool,
    ply: i64,
    depth: u32,
    word: String,
    builders: Columns,
}

/// The columns that are wanted.
#[derive(Default)]
struct Columns {
    order: Vec<&'static str>,
    source: Option<Builder>,
    game: Option<Builder>,
    ply: Option<Builder>,
    variant: Option<Builder>,
    key: Option<UInt64Builder>,
    fen: Option<Builder>,
    mv: Option<Builder>,
}

impl PositionRows {
    pub fn new(columns: &[&'static str], moves: Moves, source: &Arc<str>) -> PositionRows {
        let wanted = |name: &str| columns.contains(&name);
        let text = |name| wanted(name).then(Builder::text);
        PositionRows {
            moves,
            source: Arc::clone(source),
            variant: "",
            begin: 0,
            rows: 0,
            open: false,
            ply: 0,
            depth: 0,
            word: String::new(),
            builders: Columns {
                order: columns.to_vec(),
                source: wanted("source").then(Builder::word),
                game: wanted("game").then(Builder::long),
                ply: wanted("ply").then(Builder::int),
                variant: wanted("variant").then(Builder::word),
                key: wanted("key").then(UInt64Builder::new),
                fen: text("fen"),
                mv: text("move"),
            },
        }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        (self.begin, self.rows) = (0, 0);
        let columns = &mut self.builders;
        let mut built = Vec::new();
        for &name in &columns.order {
            let builder = match name {
                "source" => columns.source.replace(Builder::word()),
                "game" => columns.game.replace(Builder::long()),
                "ply" => columns.ply.replace(Builder::int()),
                "variant" => columns.variant.replace(Builder::word()),
                "key" => columns.key.replace(UInt64Builder::new()).map(Builder::Key),
                "fen" => columns.fen.replace(Builder::text()),
                _ => columns.mv.replace(Builder::text()),
            };
            built.extend(builder.map(|builder| (name, builder)));
        }
        batch(&mut built)
    }

    /// Ends the rows of a game.
    pub fn append(&mut self, ordinal: u64) {
        self.close(false);
        for _ in self.begin..self.rows {
            if let Some(game) = &mut self.builders.game {
                game.append_number(Some(ordinal as i64));
            }
        }
        self.begin = self.rows;
    }

    /// Gives the row that waits its move, if one was played.
    fn close(&mut self, played: bool) {
        if !std::mem::take(&mut self.open) {
            return;
        }
        if let Some(builder) = &mut self.builders.mv {
            builder.append_text(played.then_some(self.word.as_str()));
        }
    }

    #[inline]
    fn position<P: Position>(&mut self, position: &P) {
        let columns = &mut self.builders;
        if let Some(source) = &mut columns.source {
            source.append_text(Some(&self.source));
        }
        if let Some(ply) = &mut columns.ply {
            ply.append_number(Some(self.ply));
        }
        if let Some(variant) = &mut columns.variant {
            variant.append_text(Some(self.variant));
        }
        if let Some(key) = &mut columns.key {
            key.append_value(position.key());
        }
        if let Some(fen) = &mut columns.fen {
            fen.append_text(Some(&position.describe()));
        }
        self.rows += 1;
        self.open = true;
    }
}

impl Visitor for PositionRows {
    fn begin_game(&mut self) {
        self.ply = 0;
        self.depth = 0;
    }

    fn tags(&mut self, _: &Tags<'_>, info: &'static VariantInfo) -> Level {
        self.variant = info.id;
        Level::Play
    }

    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        self.position(&start.position);
    }

    #[inline]
    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        if self.depth > 0 {
            return;
        }
        if self.builders.mv.is_some() {
            self.word.clear();
            self.moves.write::<V>(&ply.mv, ply.before, &mut self.word);
        }
        self.close(true);
        self.ply += 1;
        self.position(ply.after);
    }

    fn begin_variation(&mut self, _: u8) -> Skip {
        self.depth += 1;
        Skip(false)
    }

    fn end_variation(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}
