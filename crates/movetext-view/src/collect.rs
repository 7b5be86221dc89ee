//! A game as the page needs it, collected from the events of its text.

use crate::assembly::{Assembly, Codes, codes, rest, usual_start};
use crate::notations;
use crate::remark::Remark;
use crate::skin::Skin;
use movetext::event::CommentForm;
use movetext::{
    GameSummary, InitialState, Level, MoveKind, Outcome, Ply, Position, Skip, Square, Tags, Text,
    Variant, VariantInfo, Visitor,
};
use serde::Serialize;
use std::collections::BTreeMap;

/// Collects one game after another. It is a [`Visitor`]; [`take`](Collector::take) gives each game when it was read.
#[derive(Debug, Default)]
pub struct Collector {
    game: Game,
    /// The last move of the line, or the one that the line begins behind; and whether the line has moves.
    at: u32,
    begun: bool,
    /// The same of the lines around it.
    enclosing: Vec<(u32, bool)>,
    /// The variant of the last game: most games have that of the one before.
    variant: Option<Known>,
    /// Finds squares by their names, if the game has a board.
    square: Option<fn(&str) -> Option<Square>>,
}

/// What of a variant concerns all its games.
#[derive(Debug)]
struct Known {
    id: &'static str,
    notations: Vec<&'static str>,
    assembly: Option<Assembly>,
    /// The text of the usual start.
    usual: Option<String>,
}

impl Known {
    fn of<V: Variant>() -> Known {
        Known {
            id: V::INFO.id,
            notations: notations::known::<V>(),
            assembly: Assembly::of::<V>(),
            usual: usual_start::<V>().map(|start| start.describe()),
        }
    }
}

/// A game that was read, ready for a [`Page`](crate::Page).
#[derive(Debug, Default)]
pub struct Game {
    pub(crate) heading: Heading,
    pub(crate) body: Body,
    /// Where each move stands in the text that was read; of the start: where the movetext begins.
    pub(crate) places: Vec<(u32, u32)>,
    /// The picture of its board.
    pub(crate) skin: Option<(String, SkinMaker)>,
    /// Its number in its source.
    pub(crate) ordinal: u64,
}

/// Makes the picture of a variant's board.
#[derive(Clone)]
pub(crate) enum SkinMaker {
    /// Of a variant; and whether the game starts as usual.
    Variant { make: fn() -> Skin, is_usual: bool },
    /// Of one document.
    Own(Box<Skin>),
}

impl std::fmt::Debug for SkinMaker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SkinMaker")
    }
}

/// What the list of games shows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heading {
    pub first: String,
    pub second: String,
    pub event: String,
    pub site: String,
    pub date: String,
    pub round: String,
    pub result: String,
    pub variant: String,
    pub plies: u32,
}

/// What the page loads when a game is opened. The names are short since there are many.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Body {
    /// Tag pairs.
    pub tags: Vec<(String, String)>,
    /// The text of the game.
    pub text: String,
    /// The board: its id among the pictures.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The start, if it is not the usual one: what stands on the squares, and the end of its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<(Codes, String)>,
    /// Which side begins.
    pub turn: u8,
    /// For each move, how many moves before it the one stands that its position comes from.
    pub back: Vec<u32>,
    /// The moves that begin a variation.
    pub begin: Vec<u32>,
    /// Squares and what stands on them, in turns, move by move; where a move comes from and goes to come first.
    pub diff: Vec<u16>,
    /// For each move, how many squares it changes.
    pub changed: Vec<u16>,
    /// Where that does not say where a move comes from and goes to.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub jump: BTreeMap<u32, (u16, u16)>,
    /// The end of the text of each position; or the whole, behind an equals sign.
    pub rest: Lines,
    /// The moves in each notation; an empty text is the same as in the first one.
    pub moves: Vec<Lines>,
    /// Moves as they are written, where that is none of the first notation.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub written: BTreeMap<u32, String>,
    /// The moves that could not be played.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<u32>,
    /// The moves that give check.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub check: Vec<u32>,
    /// The pieces in hand behind a move: code and number, of both sides.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub hands: BTreeMap<u32, [Vec<(u16, u32)>; 2]>,
    /// Movetext: the number of moves that follow one another, or something else.
    pub flow: Vec<Flow>,
    /// The marker at the end, as it is written.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub result: String,
    /// What is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<serde_json::Value>,
}

/// Texts, a line each: a game may have very many, and each is short.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub(crate) struct Lines(String);

impl Lines {
    /// Appends a line.
    pub fn push(&mut self, text: &str) {
        if text.contains('\n') {
            self.0 += &text.replace('\n', " ");
        } else {
            self.0 += text;
        }
        self.0.push('\n');
    }
}

/// A piece of movetext.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(crate) enum Flow {
    /// So many moves.
    Moves(u32),
    /// A mark of one letter: `(`, `)`, `=` (a draw offer).
    Mark(&'static str),
    /// A NAG: `$` behind its move, `^` before it; a label of a variation, `#`.
    Number(&'static str, u32),
    /// A comment.
    Comment(Remark),
    /// Text: a marker in a variation, `*`; what was not understood, `?`.
    Text(&'static str, String),
}

impl Body {
    /// The moves as they are written.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let first = self.moves.first().map_or("", |lines| lines.0.as_str());
        (1..).zip(first.lines()).map(|(node, text)| {
            let written = self.written.get(&node);
            written.map_or(text, String::as_str)
        })
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> Vec<u32> {
        let mut line = Vec::new();
        let mut last = 0;
        for (node, back) in (1..).zip(&self.back) {
            if node - back == last && self.begin.binary_search(&node).is_err() {
                line.push(node);
                last = node;
            }
        }
        line
    }
}

impl Collector {
    /// A collector.
    pub fn new() -> Collector {
        Collector::default()
    }

    /// The game that was read last.
    pub fn take(&mut self, summary: &GameSummary) -> Game {
        let mut game = std::mem::take(&mut self.game);
        game.heading.plies = summary.plies;
        game.ordinal = summary.ordinal;
        game
    }

    fn flow(&mut self, flow: Flow) {
        self.game.body.flow.push(flow);
    }

    /// The number that the next move will have, from 1.
    fn next(&self) -> u32 {
        self.game.body.back.len() as u32 + 1
    }

    /// The move that a move's position comes from.
    fn before(&self, node: u32) -> u32 {
        let index = node.checked_sub(1).map(|index| index as usize);
        let back = index.and_then(|index| self.game.body.back.get(index));
        back.map_or(0, |back| node - back)
    }

    fn append(&mut self, text: Text<'_>) -> u32 {
        let node = self.next();
        let body = &mut self.game.body;
        body.back.push(node - self.at);
        if !self.begun && !self.enclosing.is_empty() {
            body.begin.push(node);
        }
        let span = text.span();
        self.game.places.push((span.start as u32, span.end as u32));
        match body.flow.last_mut() {
            Some(Flow::Moves(count)) => *count += 1,
            _ => body.flow.push(Flow::Moves(1)),
        }
        (self.at, self.begun) = (node, true);
        node
    }
}

/// The text of a position, as far as the page cannot make it.
fn end_of(text: String, codes: &[u16], assembly: Option<&Assembly>) -> String {
    let board = assembly.and_then(|assembly| assembly.board(codes));
    match board.as_deref().and_then(|board| rest(&text, board)) {
        Some(rest) => rest.to_owned(),
        None => format!("={text}"),
    }
}

/// The first tag of some that says something.
fn heading(tags: &Tags<'_>, names: &[&str]) -> String {
    let values = names.iter().filter_map(|name| tags.get(name));
    let mut values = values.map(|tag| tag.value().trim().to_owned());
    let says = |value: &String| !value.is_empty() && value != "?";
    values.find(says).unwrap_or_default()
}

impl Visitor for Collector {
    fn begin_game(&mut self) {
        *self = Collector {
            variant: self.variant.take(),
            ..Collector::default()
        };
    }

    fn tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) -> Level {
        let pairs = tags.iter();
        let pairs = pairs.map(|tag| (tag.name().into_owned(), tag.value().into_owned()));
        self.game.body.tags = pairs.collect();
        self.game.heading = Heading {
            first: heading(tags, info.first),
            second: heading(tags, info.second),
            event: heading(tags, &["Event"]),
            site: heading(tags, &["Site"]),
            date: heading(tags, &["Date", "UTCDate"]),
            round: heading(tags, &["Round"]),
            result: heading(tags, &["Result"]),
            variant: info.name.to_owned(),
            plies: 0,
        };
        Level::Play
    }

    fn begin_movetext<V: Variant>(&mut self, start: &InitialState<V>) {
        let position = &start.position;
        let known = self.variant.take().filter(|known| known.id == V::INFO.id);
        let known = self.variant.insert(known.unwrap_or_else(Known::of::<V>));
        self.square = Some(V::INFO.geometry.square);
        let game = &mut self.game;
        game.body.turn = position.turn().index() as u8;
        game.body.board = Some(V::INFO.id.to_owned());
        game.body.moves = vec![Lines::default(); known.notations.len()];
        let text = position.describe();
        let maker = SkinMaker::Variant {
            make: Skin::of::<V>,
            is_usual: known.usual.as_deref() == Some(&text),
        };
        game.skin = Some((V::INFO.id.to_owned(), maker));
        let codes = codes::<V>(position);
        let text = end_of(text, &codes, known.assembly.as_ref());
        game.body.start = Some((codes, text));
        if position.is_check() {
            game.body.check.push(0);
        }
    }

    fn begin_unresolved(&mut self, info: &'static VariantInfo) {
        self.game.body.moves = vec![Lines::default()];
        // Its name is in a tag.
        let tags = &self.game.body.tags;
        let named = info.selectors.iter().find_map(|(name, _)| {
            let mut all = tags.iter();
            all.find(|(tag, _)| tag.eq_ignore_ascii_case(name))
        });
        if let Some((_, value)) = named {
            self.game.heading.variant.clone_from(value);
        }
    }

    fn ply<V: Variant>(&mut self, ply: &Ply<'_, V>) {
        let node = self.append(ply.text);
        // It was found when the movetext began.
        let Some(known) = &self.variant else { return };
        let (before, after) = (codes::<V>(ply.before), codes::<V>(ply.after));
        let diff = &mut self.game.body.diff;
        let begin = diff.len();
        let (from, to) = (ply.mv.from.index(), ply.mv.to.index());
        let ends = [from, to].into_iter().take(if from == to { 1 } else { 2 });
        let others = (0..after.len()).filter(|square| *square != from && *square != to);
        for square in ends.clone().chain(others) {
            if before.get(square) != after.get(square) {
                diff.extend([square as u16, after[square]]);
            }
        }
        let said = diff[begin..].iter().step_by(2).take(2);
        let said: Vec<usize> = said.map(|square| usize::from(*square)).collect();
        let changed = (diff.len() - begin) / 2;
        let body = &mut self.game.body;
        if ply.mv.kind != MoveKind::Null && said != [from, to] {
            body.jump.insert(node, (from as u16, to as u16));
        }
        body.changed.push(changed as u16);
        body.rest.push(&end_of(
            ply.after.describe(),
            &after,
            known.assembly.as_ref(),
        ));
        let texts = notations::write::<V>(&known.notations, &ply.mv, ply.before);
        let written = ply.text.decode();
        if texts.first().is_some_and(|first| *first != written) {
            body.written.insert(node, written.into_owned());
        }
        for (index, (list, text)) in body.moves.iter_mut().zip(&texts).enumerate() {
            let is_same = index > 0 && *text == texts[0];
            list.push(if is_same { "" } else { text });
        }
        if ply.after.is_check() {
            body.check.push(node);
        }
    }

    fn unresolved(&mut self, text: Text<'_>) {
        let node = self.append(text);
        let body = &mut self.game.body;
        body.open.push(node);
        body.changed.push(0);
        body.rest.push("");
        let text = text.decode();
        for (index, list) in body.moves.iter_mut().enumerate() {
            list.push(if index == 0 { &text } else { "" });
        }
    }

    fn nag(&mut self, nag: u8, _: Text<'_>) {
        self.flow(Flow::Number("$", u32::from(nag)));
    }

    fn prefix_nag(&mut self, nag: u8, _: Text<'_>) {
        self.flow(Flow::Number("^", u32::from(nag)));
    }

    fn draw_offer(&mut self, _: Text<'_>) {
        self.flow(Flow::Mark("="));
    }

    fn comment(&mut self, text: Text<'_>, _: CommentForm) {
        let text = text.decode();
        let square = self.square;
        let find = |name: &str| {
            square
                .and_then(|square| square(name))
                .map(|square| u16::from(square.0))
        };
        let lower = |name: &str| find(name).or_else(|| find(&name.to_ascii_lowercase()));
        self.flow(Flow::Comment(Remark::new(&text, &lower)));
    }

    fn begin_variation(&mut self, back: u8) -> Skip {
        self.enclosing.push((self.at, self.begun));
        if self.begun {
            let is_first = self.game.body.begin.binary_search(&self.at).is_ok();
            let replaced = match back {
                2 if !is_first => self.before(self.at),
                _ => self.at,
            };
            self.at = self.before(replaced);
        }
        self.begun = false;
        self.flow(Flow::Mark("("));
        Skip(false)
    }

    fn label(&mut self, number: u32, _: Text<'_>) {
        self.flow(Flow::Number("#", number));
    }

    fn end_variation(&mut self) {
        if let Some((at, begun)) = self.enclosing.pop() {
            (self.at, self.begun) = (at, begun);
        }
        self.flow(Flow::Mark(")"));
    }

    fn outcome(&mut self, _: Outcome, text: Text<'_>) {
        let text = text.decode().into_owned();
        if self.enclosing.is_empty() {
            self.game.body.result.clone_from(&text);
            self.game.heading.result = text;
        } else {
            self.flow(Flow::Text("*", text));
        }
    }

    fn unrecognized(&mut self, text: Text<'_>) {
        self.flow(Flow::Text("?", text.decode().into_owned()));
    }

    fn source(&mut self, text: Text<'_>) {
        self.game.body.text = text.decode().into_owned();
    }
}
