//! Games of the variants as documents, and back.
//!
//! # What a document holds of a game
//!
//! The start, the moves of the main line, the two players, the result; and the moment of the beginning,
//! if the tags UTCDate and UTCTime tell it. A capture is a `remove`, since what is taken goes to no
//! hand. En passant is two actions: the victim's square is taken, then the pawn steps on. A castling
//! is a `shift` for each man, the king's first; where one stands in the other's way, the king is in
//! the air meanwhile. A man that is promoted where it stands, and a side that passes, `jump` and
//! `land` on their own square.
//!
//! # What it does not hold
//!
//! Comments, glyphs, variations, all other tags, moves that could not be played. [`OnLoss`] says what
//! becomes of them. What is kept stands in a member of its own, `...movetext`
//! ([`keys::EXTENSION`]), an object:
//!
//! - `variant`: the id of the variant.
//! - `setup`: the start position in the variant's own notation, if it is not the usual one. Rights
//!   and counters have no place elsewhere, so this is there in any case.
//! - `tags`: all tag pairs, as arrays of name and value, in their order.
//! - `text`: the whole record, if there is more to it than tags and moves.
//!
//! A document that was changed since counts for more than what is kept there: that is then left out
//! and reported.
//!
//! # What a record does not hold of a document
//!
//! The cache, which follows from the rest, and the ways in which squares are named. The members that are
//! not known, an offered draw, and a moment that the tags cannot tell are kept as JSON in a tag of
//! their own, `PCN`, or lost; a record with that tag gives them back.

use super::document::{Action, Document, Member, Move, Spot, State, Verb, keys};
use super::mapping::Table;
use super::{Board, Replay};
use crate::board::{self, Side, Square};
use crate::date::PartialDate;
use crate::game::{Game, NodeId, RemarkKind};
use crate::io::Chunk;
use crate::json::tree::{Kind, Tree};
use crate::moves::{Move as Played, MoveKind};
use crate::outcome::Outcome;
use crate::registry::{Task, VariantSet};
use crate::scan::{ScanOptions, Scanner};
use crate::tags::{TagSpan, Tags};
use crate::variant::{Position, Profile, Start, Variant};
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime};
use encoding_rs::UTF_8;
use std::fmt::{self, Write};
use std::ops::AddAssign;

/// The tag that keeps what a record cannot hold of a document.
const TAG: &str = "PCN";

/// What becomes of what the other format cannot hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnLoss {
    /// It is kept, where the other format has a place for things that it does not know.
    #[default]
    Keep,
    /// It is left out and counted.
    Report,
    /// The game is not converted.
    Refuse,
}

/// What is not there any more, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[must_use]
pub struct Lost {
    /// Tag pairs, or members of a document.
    pub tags: u64,
    /// Comments and other texts.
    pub comments: u64,
    /// Annotation glyphs and offers of a draw.
    pub glyphs: u64,
    /// Variations.
    pub variations: u64,
    /// Moves that could not be played, and those after them.
    pub moves: u64,
    /// Results of which a part is lost.
    pub results: u64,
}

impl Lost {
    /// Whether nothing is lost.
    pub fn is_nothing(&self) -> bool {
        *self == Lost::default()
    }

    /// Whether there is more to a record than tags and moves.
    fn needs_text(&self) -> bool {
        self.comments + self.glyphs + self.variations + self.moves > 0
    }
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            (self.tags, "tag pair", "tag pairs"),
            (self.comments, "comment", "comments"),
            (self.glyphs, "glyph", "glyphs"),
            (self.variations, "variation", "variations"),
            (
                self.moves,
                "move that could not be played",
                "moves that could not be played",
            ),
            (self.results, "result in part", "results in part"),
        ];
        let parts: Vec<String> = parts
            .into_iter()
            .filter(|(count, _, _)| *count > 0)
            .map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many }))
            .collect();
        match parts.is_empty() {
            true => f.write_str("nothing"),
            false => f.write_str(&parts.join(", ")),
        }
    }
}

impl AddAssign for Lost {
    fn add_assign(&mut self, other: Lost) {
        self.tags += other.tags;
        self.comments += other.comments;
        self.glyphs += other.glyphs;
        self.variations += other.variations;
        self.moves += other.moves;
        self.results += other.results;
    }
}

/// Why a game has no form in the other format.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConvertError {
    /// Games of this variant have no form in documents; empty if the variant is not known.
    Variant(&'static str),
    /// The game's moves were not played: its start position cannot be read, or its variant is only
    /// known by name.
    NotPlayed,
    /// The board and its pieces are those of no variant that is known.
    NoVariant,
    /// So much would be lost, and that is not wanted.
    Lossy(Lost),
    /// The document is not whole: there is no board, or not all moves can be played.
    NotWhole,
    /// This move, counted from 0, is none by the rules of the variant of this name.
    NotByRules(usize, &'static str),
}

impl fmt::Display for ConvertError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConvertError::Variant("") => {
                f.write_str("it is not known which variant the game is of")
            }
            ConvertError::Variant(name) => {
                write!(f, "games of {name} have no form in this format")
            }
            ConvertError::NotPlayed => f.write_str("the moves of the game were not played"),
            ConvertError::NoVariant => {
                f.write_str("board and pieces are those of no variant that is known here")
            }
            ConvertError::Lossy(lost) => write!(f, "{lost} would be lost"),
            ConvertError::NotWhole => {
                f.write_str("there is no board, or some moves cannot be played on it")
            }
            ConvertError::NotByRules(index, name) => {
                write!(
                    f,
                    "move {} of the document is no legal move of {name}",
                    index + 1
                )
            }
        }
    }
}

impl std::error::Error for ConvertError {}

/// A game as a document, and what of it is lost. The set is that of the reader the game comes from.
///
/// ```
/// use movetext::pcn::{OnLoss, Layout, from_game};
/// use movetext::variants::Standard;
/// use movetext::{Game, Reader};
///
/// let pgn = "[Event \"A\"] [White \"Reti\"] [FEN \"8/8/8/8/8/8/4k3/K6R w - - 0 1\"] 1. Rh2+ *";
/// let mut reader = Reader::builder().from_reader(pgn.as_bytes())?;
/// let mut game = Game::new();
/// reader.read_game(&mut game, &mut ())?;
/// let (document, lost) = from_game::<Standard>(&game, OnLoss::Report).expect("chess has a form");
/// assert_eq!(lost.tags, 1);
/// let json = document.to_json();
/// assert!(json.contains(r#""previous_moves":[[[[7,7],"shift",[6,7]]]]"#), "{json}");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If the game has no form in documents.
pub fn from_game<S: VariantSet>(
    game: &Game,
    on_loss: OnLoss,
) -> Result<(Document, Lost), ConvertError> {
    let index = game.profile.and_then(|profile| S::find(profile.id));
    let index = index.ok_or(ConvertError::Variant(""))?;
    S::run(index, FromGame { game, on_loss })
}

struct FromGame<'g> {
    game: &'g Game,
    on_loss: OnLoss,
}

impl Task for FromGame<'_> {
    type Output = Result<(Document, Lost), ConvertError>;

    fn run<V: Variant>(self) -> Self::Output {
        let FromGame { game, on_loss } = self;
        let facts = const { &V::PROFILE };
        let table = Table::of::<V>().ok_or(ConvertError::Variant(facts.name))?;
        if !game.replayed {
            return Err(ConvertError::NotPlayed);
        }
        let tags = game.tags();
        let start: Start<V> =
            V::start(&tags, &mut Vec::new()).map_err(|_| ConvertError::NotPlayed)?;
        let mut lost = Lost::default();
        let mut document = Document {
            start: Some(table.board(&start.position)),
            ..Document::default()
        };
        document.moves = Some(moves(game, &table, start.position, &mut lost));
        let told = heading(game, facts, &mut document, &mut lost);
        count_remarks(game, told, &mut lost);
        restore(game, &mut document, &mut lost);
        if on_loss == OnLoss::Refuse && !lost.is_nothing() {
            return Err(ConvertError::Lossy(lost));
        }
        let mut extension = Vec::new();
        if let Some(setup) = &game.setup {
            extension.push(("setup", quoted(setup)));
        }
        if on_loss == OnLoss::Keep {
            if lost.needs_text() {
                extension.push(("text", quoted(&game.source().decode())));
            } else if lost.tags + lost.results > 0 {
                let pair = |tag: crate::tags::Tag<'_>| {
                    format!("[{},{}]", quoted(&tag.name()), quoted(&tag.value()))
                };
                let pairs: Vec<String> = tags.iter().map(pair).collect();
                extension.push(("tags", format!("[{}]", pairs.join(","))));
            }
            lost = Lost::default();
        }
        if !extension.is_empty() {
            extension.insert(0, ("variant", quoted(facts.id)));
            let members = extension
                .iter()
                .map(|(name, json)| format!("\"{name}\":{json}"));
            let members: Vec<String> = members.collect();
            document.further.push(Member {
                name: keys::EXTENSION.to_owned(),
                json: format!("{{{}}}", members.join(",")),
            });
        }
        Ok((document, lost))
    }
}

/// The moves of the main line, up to the first that could not be played.
fn moves<P: Position>(game: &Game, table: &Table, start: P, lost: &mut Lost) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut position = start;
    let mut line = game.line(NodeId::ROOT);
    while let Some(node) = line.next() {
        let Some(mv) = game.mv(node) else {
            lost.moves = 1 + line.count() as u64;
            break;
        };
        let mut after = position.clone();
        after.play(&mv);
        moves.push(Move::Actions(actions(table, &mv, &position, &after)));
        position = after;
    }
    moves
}

/// The actions of a move.
fn actions<P: Position>(table: &Table, mv: &Played, before: &P, after: &P) -> Vec<Action> {
    let spot = |square| Spot::Cartesian(table.coordinates(square));
    let act = |from, verb, to| Action::new(spot(from), verb, spot(to));
    let became = |square: Square| {
        let man = after.piece_on(square)?;
        (man.role != mv.piece).then(|| table.piece(man))
    };
    match mv.kind {
        MoveKind::Castling(_) => relocate(table, before, after),
        MoveKind::EnPassant { victim } if victim != mv.to => vec![
            act(mv.from, Verb::Remove, victim),
            act(victim, Verb::Shift, mv.to).promoting(became(mv.to)),
        ],
        MoveKind::InPlace => vec![
            act(mv.from, Verb::Jump, mv.from),
            act(mv.from, Verb::Land, mv.from).promoting(became(mv.from)),
        ],
        MoveKind::Null => {
            let own = |square: &Square| {
                before
                    .piece_on(*square)
                    .is_some_and(|man| man.side == before.turn())
            };
            let any = || (0..=u8::MAX).map(Square).find(own);
            let square = Some(mv.from).filter(own).or_else(any).unwrap_or(mv.from);
            vec![
                act(square, Verb::Jump, square),
                act(square, Verb::Land, square),
            ]
        }
        _ => {
            let verb = match before.piece_on(mv.to) {
                Some(_) => Verb::Remove,
                None => Verb::Shift,
            };
            vec![act(mv.from, verb, mv.to).promoting(became(mv.to))]
        }
    }
}

/// The actions by which several men of one side change their places at once: the man that is alone
/// of its kind (the king) first, unless another is in its way.
fn relocate<P: Position>(table: &Table, before: &P, after: &P) -> Vec<Action> {
    let squares = (0..table.count()).map(Square);
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for square in squares {
        let (was, is) = (before.piece_on(square), after.piece_on(square));
        if was != is {
            gone.extend(was.map(|man| (man, square)));
            come.extend(is.map(|man| (man, square)));
        }
    }
    // Who goes where; men of a kind are not told apart.
    let mut ways: Vec<(Square, Square)> = Vec::new();
    let alone = |man: &board::Piece| gone.iter().filter(|(other, _)| other == man).count() == 1;
    let mut order: Vec<&(board::Piece, Square)> = gone.iter().collect();
    order.sort_by_key(|(man, _)| (!alone(man), std::cmp::Reverse(man.role)));
    for (man, from) in order {
        if let Some(at) = come.iter().position(|(other, _)| other == man) {
            ways.push((*from, come.remove(at).1));
        }
    }
    let spot = |square| Spot::Cartesian(table.coordinates(square));
    let act = |from, verb, to| Action::new(spot(from), verb, spot(to));
    let mut empty: Vec<bool> = (0..table.count())
        .map(|square| before.piece_on(Square(square)).is_none())
        .collect();
    let mut actions = Vec::new();
    let mut landing = None;
    while !ways.is_empty() {
        match ways.iter().position(|(_, to)| empty[to.index()]) {
            Some(next) => {
                let (from, to) = ways.remove(next);
                actions.push(act(from, Verb::Shift, to));
                empty[from.index()] = true;
                empty[to.index()] = false;
            }
            None => {
                // All stand in each other's way: one rises. There is no second ring of such men.
                let (from, to) = ways.remove(0);
                actions.push(act(from, Verb::Jump, to));
                empty[from.index()] = true;
                landing = Some(to);
            }
        }
    }
    actions.extend(landing.map(|to| act(to, Verb::Land, to)));
    actions
}

/// What the heading of the game says: players, moment, state. Returns whether an offered draw is told
/// by the state.
fn heading(game: &Game, facts: &Profile, document: &mut Document, lost: &mut Lost) -> bool {
    let tags = game.tags();
    let mut told = vec![false; tags.len()];
    let mut player = |names: &[&str]| {
        let at = names.iter().find_map(|name| {
            let at = tags.position(name)?;
            let value = tags.nth(at)?.value();
            (!is_unknown(&value)).then_some((at, value.into_owned()))
        })?;
        // Only the proper name of the tag comes back.
        told[at.0] = tags.nth(at.0).is_some_and(|tag| tag.name() == names[0]);
        Some(at.1)
    };
    document.bottomside_player = player(facts.first);
    document.topside_player = player(facts.second);
    let moment = moment(&tags);
    if let Some(moment) = &moment {
        document.started_at = Some(write_moment(moment));
        let back = moment_tags(moment);
        for (at, tag) in tags.iter().enumerate() {
            let same =
                |(name, value): &(&str, String)| tag.name() == *name && tag.value() == *value;
            told[at] |= back.iter().any(same);
        }
    }
    let tagged = tags.get("Result").map(|tag| tag.value().trim().to_owned());
    let outcome = match tagged.as_deref().and_then(|tag| facts.outcome(tag)) {
        None | Some(Outcome::Unknown) => game.outcome().or(Some(Outcome::Unknown)),
        known => known,
    };
    let outcome = outcome.unwrap_or(Outcome::Unknown);
    // A marker that contradicts the tag is something more.
    let marker = game.outcome();
    lost.comments += u64::from(marker.is_some_and(|m| m != outcome && m != Outcome::Unknown));
    let offer = offered(game);
    let state = match outcome {
        Outcome::FirstWins | Outcome::FirstStalemates => State::Won(Side::First),
        Outcome::SecondWins | Outcome::SecondStalemates => State::Won(Side::Second),
        Outcome::Draw => State::Drawn,
        Outcome::Unknown => match offer {
            Some(side) => State::DrawOffered(side),
            None => State::InProgress,
        },
    };
    document.set_state(state);
    if matches!(
        outcome,
        Outcome::FirstStalemates | Outcome::SecondStalemates
    ) {
        lost.results = 1;
    }
    for (at, tag) in tags.iter().enumerate() {
        let setup = |name: &&str| tag.is(name);
        let held = match () {
            () if told[at] || is_unknown(&tag.value()) || tag.is(TAG) => true,
            () if tag.is("Result") => facts.outcome(tag.value().trim()) == Some(outcome),
            () if facts.setup.iter().any(setup) || tag.is("SetUp") => true,
            // The plain names of the variant; others may say more.
            () => facts.selectors.iter().any(|(name, values)| {
                let value = tag.value().trim().to_lowercase();
                tag.is(name) && [values.first(), Some(&facts.id)].contains(&Some(&value.as_str()))
            }),
        };
        lost.tags += u64::from(!held);
    }
    matches!(state, State::DrawOffered(_))
}

/// Whether a value says that something is not known.
fn is_unknown(value: &str) -> bool {
    matches!(value.trim(), "" | "?" | "????.??.??")
}

/// Who offers a draw with the last move, if the game stands so.
fn offered(game: &Game) -> Option<Side> {
    let last = game.line(NodeId::ROOT).last()?;
    let plies = game.line(NodeId::ROOT).count();
    let first = game.first_to_move?;
    let mut remarks = game.remarks(last);
    let mover = if plies % 2 == 1 { first } else { first.other() };
    remarks
        .any(|(kind, _)| kind == RemarkKind::DrawOffer)
        .then_some(mover)
}

fn count_remarks(game: &Game, offer_told: bool, lost: &mut Lost) {
    let last = game.line(NodeId::ROOT).last();
    for node in game.nodes() {
        for (kind, _) in game.remarks(node) {
            match kind {
                RemarkKind::DrawOffer if offer_told && Some(node) == last => {}
                // It goes with its variation.
                RemarkKind::Label(_) => {}
                RemarkKind::Nag(_) | RemarkKind::DrawOffer => lost.glyphs += 1,
                RemarkKind::Comment(_) | RemarkKind::Outcome(_) | RemarkKind::Stray => {
                    lost.comments += 1;
                }
            }
        }
        lost.variations += game.variations(node).count() as u64;
    }
}

/// Gives back what the record keeps of a document.
fn restore(game: &Game, document: &mut Document, lost: &mut Lost) {
    let Some(kept) = game.tag(TAG) else { return };
    let Some(tree) = Tree::parse(&kept)
        .ok()
        .filter(|tree| tree.root().kind() == Kind::Object)
    else {
        lost.tags += 1;
        return;
    };
    let tags = game.tags();
    for (name, value) in tree.root().members() {
        let text = value.as_str().map(|text| text.into_owned());
        // What the tags by now say otherwise counts.
        let taken = match (&*name, text) {
            (keys::STARTED_AT, Some(text)) if tells(&text, &tags) => {
                document.started_at = Some(text);
                continue;
            }
            (keys::TOPSIDE_PLAYER, Some(text)) if same_name(&text, &document.topside_player) => {
                document.topside_player = Some(text);
                continue;
            }
            (keys::BOTTOMSIDE_PLAYER, Some(text))
                if same_name(&text, &document.bottomside_player) =>
            {
                document.bottomside_player = Some(text);
                continue;
            }
            (keys::RESULT, None) if document.state() == Some(State::InProgress) => {
                if let Kind::Bool(bottom) = value.kind() {
                    document.result = Some(Some(bottom));
                }
                continue;
            }
            (keys::OVER, None) if value.kind() == Kind::Null => {
                document.over = None;
                continue;
            }
            (keys::OVER, None) if document.over.map(Kind::Bool) == Some(value.kind()) => continue,
            (keys::STARTED_AT, _) => document.started_at.is_some(),
            (keys::TOPSIDE_PLAYER, _) => document.topside_player.is_some(),
            (keys::BOTTOMSIDE_PLAYER, _) => document.bottomside_player.is_some(),
            (keys::OVER | keys::RESULT | keys::START | keys::MOVES | keys::EXTENSION, _) => true,
            _ => false,
        };
        match taken {
            true => lost.tags += 1,
            false => document.further.push(Member {
                name: name.into_owned(),
                json: value.raw().to_owned(),
            }),
        }
    }
}

/// Whether the tags of a record are those for this moment.
fn tells(text: &str, tags: &Tags<'_>) -> bool {
    match DateTime::parse_from_rfc3339(text) {
        Ok(moment) => moment_tags(&moment)
            .iter()
            .all(|(name, value)| tags.get(name).is_some_and(|tag| tag.value() == *value)),
        Err(_) => moment(tags).is_none(),
    }
}

/// Whether a player's name is what its tag has made of this one.
fn same_name(name: &str, tag: &Option<String>) -> bool {
    match tag {
        Some(tag) => name.chars().any(char::is_control) && *tag == on_one_line(name),
        None => is_unknown(name),
    }
}

/// A text without what cannot stand in a tag.
fn on_one_line(text: &str) -> String {
    let blank = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(blank).collect()
}

/// A document as the record of a game.
#[derive(Clone, Debug)]
pub struct Record {
    /// Its variant: an index into the set.
    pub variant: usize,
    /// Tags and moves, in UTF-8.
    pub text: String,
    /// What of the document is not in it.
    pub lost: Lost,
    /// Something that the document keeps of another record contradicts it and was left out.
    pub stale: bool,
}

/// The record of a document that was read. The set is that of the reader which will read it.
///
/// ```
/// use movetext::pcn::{self, OnLoss};
/// use movetext::variants::Standard;
///
/// let mut board = String::from(r#"[["w:k",null,null,null,null,null,null,null]"#);
/// board += &r#",[null,null,null,null,null,null,null,null]"#.repeat(6);
/// board += r#",["W:K",null,null,null,null,null,null,"W:R"]]"#;
/// let json = format!(
///     r#"{{"bottomside_player":"Bob","starting_position":{board},
///          "previous_moves":[[["W:R","shift",[0,7]]]],"over?":true,"...result?":true}}"#
/// );
/// let record = pcn::to_record::<Standard>(&pcn::read(&json), OnLoss::Report).expect("a legal game");
/// assert_eq!(record.text, "[FEN \"k7/8/8/8/8/8/8/K6R w - - 0 1\"]\n[White \"Bob\"]\n\
///     [Result \"1-0\"]\n\nRh8+ 1-0\n");
/// ```
///
/// # Errors
///
/// If the game is of no variant of the set.
pub fn to_record<S: VariantSet>(
    reading: &super::Reading,
    on_loss: OnLoss,
) -> Result<Record, ConvertError> {
    let (Some(document), 0) = (&reading.document, reading.unplayed) else {
        return Err(ConvertError::NotWhole);
    };
    let (Some(board), Some(moves)) = (&document.start, &document.moves) else {
        return Err(ConvertError::NotWhole);
    };
    for variant in 0..S::PROFILES.len() {
        let record = ToRecord {
            document,
            board,
            moves,
            on_loss,
            variant,
        };
        if let Some(plain) = S::run(variant, record) {
            return plain.map(|plain| choose::<S>(document, plain));
        }
    }
    Err(ConvertError::NoVariant)
}

/// A record, and the same with what the document keeps of another record.
struct Plain {
    record: Record,
    kept: Option<String>,
}

/// Takes what was kept if it still says what the document says.
fn choose<S: VariantSet>(document: &Document, plain: Plain) -> Record {
    let Plain { mut record, kept } = plain;
    let Some(kept) = kept else { return record };
    match reread::<S>(&kept, record.variant).is_some_and(|game| agrees::<S>(document, &game)) {
        true => record.text = kept,
        false => record.stale = true,
    }
    record
}

/// Whether a game would be written as this document.
fn agrees<S: VariantSet>(document: &Document, game: &Game) -> bool {
    let Ok((other, _)) = from_game::<S>(game, OnLoss::Report) else {
        return false;
    };
    let heading = |document: &Document| {
        (
            document.started_at.clone(),
            document.topside_player.clone(),
            document.bottomside_player.clone(),
            document.state(),
        )
    };
    heading(document) == heading(&other) && same_boards(document, &other)
}

/// Whether two documents have the same boards from the first move to the last.
fn same_boards(one: &Document, other: &Document) -> bool {
    let (Some(start), Some(other_start)) = (&one.start, &other.start) else {
        return false;
    };
    let (moves, other_moves) = (one.moves.as_deref(), other.moves.as_deref());
    let (moves, other_moves) = (moves.unwrap_or_default(), other_moves.unwrap_or_default());
    if start != other_start || moves.len() != other_moves.len() {
        return false;
    }
    let (mut replay, mut other_replay) = (Replay::new(start.clone()), Replay::new(start.clone()));
    let mut remarks = Vec::new();
    moves.iter().zip(other_moves).all(|(mv, other)| {
        replay.play(mv, &mut remarks).is_ok()
            && other_replay.play(other, &mut remarks).is_ok()
            && replay.board() == other_replay.board()
    })
}

/// The one game of a text, of this variant.
fn reread<S: VariantSet>(text: &str, variant: usize) -> Option<Game> {
    let chunk = Chunk::from(text.as_bytes());
    let mut scanner = Scanner::<S>::new(ScanOptions {
        variant: Some(variant),
        ..ScanOptions::default()
    });
    scanner.begin(0, false);
    let mut game = Game::new();
    scanner.game(&chunk, &mut game, &mut ())?;
    let one = scanner.game(&chunk, &mut (), &mut ()).is_none();
    one.then_some(game)
}

struct ToRecord<'d> {
    document: &'d Document,
    board: &'d Board,
    moves: &'d [Move],
    on_loss: OnLoss,
    variant: usize,
}

impl Task for ToRecord<'_> {
    /// None if the game is not of this variant.
    type Output = Option<Result<Plain, ConvertError>>;

    fn run<V: Variant>(self) -> Self::Output {
        let mut table = Table::of::<V>()?;
        if !table.fits(self.board) {
            return None;
        }
        let men = table.men(self.board)?;
        let kept = Kept::of(self.document);
        Some(self.record::<V>(&mut table, &men, &kept))
    }
}

impl ToRecord<'_> {
    fn record<V: Variant>(
        &self,
        table: &mut Table,
        men: &[Option<board::Piece>],
        kept: &Kept,
    ) -> Result<Plain, ConvertError> {
        let facts = const { &V::PROFILE };
        let document = self.document;
        let (setup, position) = start::<V>(self, table, men, kept)?;
        let at = |square: Square| men.get(square.index()).copied().flatten();
        let family = table.mapping.family.and_then(|family| family(&at));
        let line = line::<V>(self, table, position)?;
        let state = document.state().unwrap_or(State::InProgress);
        let outcome = match state {
            State::Won(Side::First) => Outcome::FirstWins,
            State::Won(Side::Second) => Outcome::SecondWins,
            State::Drawn => Outcome::Draw,
            State::InProgress | State::DrawOffered(_) => Outcome::Unknown,
        };
        let result = facts.result(outcome).unwrap_or("*");
        let mut tags: Vec<(&str, String)> = Vec::new();
        let mut further = String::new();
        let mut lost = Lost::default();
        let mut keep = |name: &str, json: &str| {
            lost.tags += 1;
            let comma = if further.is_empty() { "" } else { "," };
            let _ = write!(further, "{comma}{}:{json}", quoted(name));
        };
        tags.extend(family.map(|(name, value)| (name, value.to_owned())));
        if let Some(setup) = &setup {
            tags.push((facts.setup.first().copied().unwrap_or("FEN"), setup.clone()));
        }
        if let Some(text) = &document.started_at {
            let moment = DateTime::parse_from_rfc3339(text).ok();
            if let Some(moment) = &moment {
                tags.extend(moment_tags(moment));
            }
            // The year of a tag has four digits, and its time no fractions.
            if moment.is_none_or(|moment| write_moment(&moment) != *text) {
                keep(keys::STARTED_AT, &quoted(text));
            }
        }
        for (name, key, player) in [
            (
                facts.first[0],
                keys::BOTTOMSIDE_PLAYER,
                &document.bottomside_player,
            ),
            (
                facts.second[0],
                keys::TOPSIDE_PLAYER,
                &document.topside_player,
            ),
        ] {
            if let Some(player) = player {
                if is_unknown(player) || player.chars().any(char::is_control) {
                    keep(key, &quoted(player));
                }
                if !is_unknown(player) {
                    tags.push((name, player.clone()));
                }
            }
        }
        if let State::DrawOffered(side) = state {
            keep(keys::OVER, "false");
            keep(keys::RESULT, &(side == Side::First).to_string());
        }
        // Without the other one, this says nothing.
        if let (None, Some(Some(bottom))) = (document.over, document.result) {
            keep(keys::RESULT, &bottom.to_string());
            keep(keys::OVER, "null");
        }
        for member in &document.further {
            if member.name != keys::CACHE && member.name != keys::EXTENSION {
                keep(&member.name, &member.json);
            }
        }
        let mut text = String::new();
        tags.push(("Result", result.to_owned()));
        for (name, value) in &tags {
            pair(name, value, &mut text);
        }
        if self.on_loss == OnLoss::Keep && !further.is_empty() {
            pair(TAG, &format!("{{{further}}}"), &mut text);
            lost = Lost::default();
        }
        if self.on_loss == OnLoss::Refuse && !lost.is_nothing() {
            return Err(ConvertError::Lossy(lost));
        }
        let movetext = format!(
            "\n{line}{}{result}\n",
            if line.is_empty() { "" } else { " " }
        );
        text += &movetext;
        let kept = kept.text.clone().or_else(|| {
            let mut text = String::new();
            for (name, value) in kept.tags.as_ref()? {
                pair(name, value, &mut text);
            }
            // The tags are those of the record, so its result is too.
            let token = kept
                .tags
                .as_ref()?
                .iter()
                .find(|(name, _)| name == "Result");
            let token = token.and_then(|(_, value)| facts.outcome(value.trim()));
            let token = token.and_then(|outcome| facts.result(outcome));
            let space = if line.is_empty() { "" } else { " " };
            let _ = write!(text, "\n{line}{space}{}\n", token.unwrap_or(result));
            Some(text)
        });
        Ok(Plain {
            record: Record {
                variant: self.variant,
                text,
                lost,
                stale: false,
            },
            kept,
        })
    }
}

/// The position before the first move, and the value of its tag if it is not the usual one.
fn start<V: Variant>(
    task: &ToRecord<'_>,
    table: &mut Table,
    men: &[Option<board::Piece>],
    kept: &Kept,
) -> Result<(Option<String>, V::Position), ConvertError> {
    let facts = const { &V::PROFILE };
    let unreadable = ConvertError::NotByRules(0, facts.name);
    let holds = |position: &V::Position| {
        let same =
            |(square, man): (u8, &Option<board::Piece>)| position.piece_on(Square(square)) == *man;
        (0..).zip(men).all(same)
    };
    // Whose turn it is: that of the piece that moves first.
    let mut replay = Replay::new(task.board.clone());
    let turn = match task.moves.first() {
        Some(first) => match replay.play(first, &mut Vec::new()) {
            Ok(()) => replay.turn().other(),
            Err(_) => return Err(ConvertError::NotWhole),
        },
        None => Side::First,
    };
    let at = |square: Square| men.get(square.index()).copied().flatten();
    let family = table.mapping.family.and_then(|family| family(&at));
    let set_up = |value: Option<&str>| {
        let name = facts.setup.first().copied().unwrap_or("FEN");
        let pairs = family.into_iter().chain(value.map(|value| (name, value)));
        let mut text = String::new();
        let mut spans = Vec::new();
        for (name, value) in pairs {
            let begin = text.len();
            pair(name, value, &mut text);
            spans.push(TagSpan {
                span: begin..text.len() - 1,
                name: begin + 1..begin + 1 + name.len(),
                value: begin + name.len() + 3..text.len() - 3,
            });
        }
        let tags = Tags::new(&spans, text.as_bytes(), UTF_8);
        V::start(&tags, &mut Vec::new())
            .ok()
            .map(|start| start.position)
    };
    if let Some(setup) = &kept.setup
        && let Some(position) = set_up(Some(setup))
        && holds(&position)
        && (task.moves.is_empty() || position.turn() == turn)
    {
        return Ok((Some(setup.clone()), position));
    }
    if let Some(usual) = set_up(None)
        && holds(&usual)
        && usual.turn() == turn
    {
        return Ok((None, usual));
    }
    let setup = (table.mapping.setup)(&at, turn);
    match set_up(Some(&setup)) {
        Some(position) if holds(&position) => Ok((Some(position.describe()), position)),
        _ => Err(unreadable),
    }
}

/// The moves in the variant's standard notation, some on each line.
fn line<V: Variant>(
    task: &ToRecord<'_>,
    table: &mut Table,
    start: V::Position,
) -> Result<String, ConvertError> {
    let facts = const { &V::PROFILE };
    let mut text = String::new();
    let mut position = start;
    let mut replay = Replay::new(task.board.clone());
    let mut before = table.men(replay.board());
    let mut legal = Vec::new();
    for (index, mv) in task.moves.iter().enumerate() {
        let wrong = ConvertError::NotByRules(index, facts.name);
        if replay.play(mv, &mut Vec::new()).is_err() {
            return Err(ConvertError::NotWhole);
        }
        let (Some(was), Some(is)) = (&before, table.men(replay.board())) else {
            return Err(wrong);
        };
        let changed: Vec<Square> = (0..)
            .zip(was.iter().zip(&is))
            .filter(|(_, (was, is))| was != is)
            .map(|(square, _)| Square(square))
            .collect();
        let found = match changed.as_slice() {
            [] => passes(mv, table, &position),
            changed => {
                legal.clear();
                position.moves(&mut legal);
                legal.iter().copied().find(|mv| {
                    let touches = changed.contains(&mv.from)
                        || changed.contains(&mv.to)
                        || matches!(mv.kind, MoveKind::Castling(_));
                    touches && leads_to(mv, &position, &is, changed)
                })
            }
        };
        let played = found.ok_or(wrong)?;
        if index > 0 {
            text.push(if index % 16 == 0 { '\n' } else { ' ' });
        }
        V::write(&played, &position, V::Notation::default(), &mut text);
        position.play(&played);
        before = Some(is);
    }
    Ok(text)
}

/// Whether a move gives these men. Only what changed on the board needs to be looked at, and whether
/// nothing else did.
fn leads_to<P: Position>(
    mv: &Played,
    position: &P,
    men: &[Option<board::Piece>],
    changed: &[Square],
) -> bool {
    let mut after = position.clone();
    after.play(mv);
    let right = |square: &Square| after.piece_on(*square) == men[square.index()];
    changed.iter().all(right)
        && (0..)
            .zip(men)
            .all(|(square, man)| after.piece_on(Square(square)) == *man)
}

/// The null move, if this is how a side passes: a man rises and comes down on its square.
fn passes<P: Position>(mv: &Move, table: &Table, position: &P) -> Option<Played> {
    let Move::Actions(actions) = mv else {
        return None;
    };
    let [rise, fall] = actions.as_slice() else {
        return None;
    };
    if rise.verb != Verb::Jump || fall.verb != Verb::Land {
        return None;
    }
    let square = (0..table.count())
        .map(Square)
        .find(|square| fall.object == Spot::Cartesian(table.coordinates(*square)))?;
    let man = position.piece_on(square)?;
    (man.side == position.turn()).then(|| Played {
        kind: MoveKind::Null,
        ..Played::quiet(man.role, square, square)
    })
}

/// What a document keeps of a record in another format.
#[derive(Default)]
struct Kept {
    setup: Option<String>,
    tags: Option<Vec<(String, String)>>,
    text: Option<String>,
}

impl Kept {
    fn of(document: &Document) -> Kept {
        let mut kept = Kept::default();
        let Some(tree) = document
            .further(keys::EXTENSION)
            .and_then(|json| Tree::parse(json).ok())
        else {
            return kept;
        };
        for (name, value) in tree.root().members() {
            let text = || value.as_str().map(|text| text.into_owned());
            match &*name {
                "setup" => kept.setup = text(),
                "text" => kept.text = text(),
                "tags" if value.kind() == Kind::Array => {
                    let pair = |pair: crate::json::tree::Value<'_, '_>| {
                        let mut parts = pair.children().map(|part| part.as_str());
                        let (name, value) = (parts.next()??, parts.next()??);
                        Some((name.into_owned(), value.into_owned()))
                    };
                    kept.tags = value.children().map(pair).collect();
                }
                _ => {}
            }
        }
        kept
    }
}

/// A tag pair in its line.
fn pair(name: &str, value: &str, out: &mut String) {
    let _ = write!(out, "[{name} \"");
    for c in on_one_line(value).chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out.push_str("\"]\n");
}

type Moment = DateTime<FixedOffset>;

/// When the game began, if the tags tell it to the second: UTCDate and UTCTime do; Date and Time, if
/// they are there, give the offset.
fn moment(tags: &Tags<'_>) -> Option<Moment> {
    let at = |date: &str, time: &str| {
        let date: NaiveDate = PartialDate::parse(&tags.get(date)?.value()).exact()?;
        let time = NaiveTime::parse_from_str(tags.get(time)?.value().trim(), "%H:%M:%S").ok()?;
        Some(NaiveDateTime::new(date, time))
    };
    let utc = at("UTCDate", "UTCTime")?;
    let offset = match at("Date", "Time") {
        Some(local) => (local - utc).num_seconds(),
        None => 0,
    };
    // An offset of hours and minutes, within what there is on earth; else the tags are of two minds.
    let usual = offset % 60 == 0 && offset.abs() <= 15 * 3600;
    let offset = FixedOffset::east_opt(if usual { offset as i32 } else { 0 })?;
    Some(DateTime::from_naive_utc_and_offset(utc, offset))
}

fn write_moment(moment: &Moment) -> String {
    match moment.offset().local_minus_utc() {
        0 => moment.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
        _ => moment.format("%Y-%m-%dT%H:%M:%S%:z").to_string(),
    }
}

/// The tags that tell a moment.
fn moment_tags(moment: &Moment) -> Vec<(&'static str, String)> {
    let utc = moment.naive_utc();
    let mut tags = vec![("Date", moment.format("%Y.%m.%d").to_string())];
    if moment.offset().local_minus_utc() != 0 {
        tags.push(("Time", moment.format("%H:%M:%S").to_string()));
    }
    tags.push(("UTCDate", utc.format("%Y.%m.%d").to_string()));
    tags.push(("UTCTime", utc.format("%H:%M:%S").to_string()));
    tags
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
