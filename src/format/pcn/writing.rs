//! Writes documents as JSON.

use super::board::Step;
use super::document::{
    Action, Document, Member, Move, Options, Slot, Spot, keys, write_coordinates,
};
use super::{Board, OnLoss, Piece, from_game};
use crate::format::json::quoted;
use crate::format::pgn::{WriteError, Written};
use crate::format::writing::WriteGame;
use crate::game::Game;
use crate::variant::registry::VariantSet;
use crate::variants::Standard;
use std::fmt::Write;
use std::io;
use std::marker::PhantomData;

/// The layout of a document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// On one line.
    #[default]
    Line,
    /// Each member, each row of the board and each move on its own line, as in the specification.
    Pages,
}

impl Document {
    /// Appends the document, without a final line end.
    ///
    /// Members are in the order in which they were read; additional ones follow, in the order of the
    /// specification's sample. Actions without options have three elements (PN-I02).
    pub fn write(&self, style: Layout, out: &mut String) {
        let mut writing = Writing {
            pages: style == Layout::Pages,
            out,
            any: false,
        };
        writing.document(self);
    }

    /// The document on one line.
    pub fn to_json(&self) -> String {
        let mut out = String::new();
        self.write(Layout::Line, &mut out);
        out
    }
}

/// Writes games as documents, each with a line end. The set of variants is that of the reader the games come
/// from.
#[derive(Clone, Debug)]
pub struct Writer<S = Standard> {
    on_loss: OnLoss,
    style: Layout,
    text: String,
    set: PhantomData<S>,
}

impl<S: VariantSet> Writer<S> {
    /// A writer that handles content that documents cannot hold like this.
    pub fn new(on_loss: OnLoss, style: Layout) -> Writer<S> {
        Writer {
            on_loss,
            style,
            text: String::new(),
            set: PhantomData,
        }
    }
}

impl<S: VariantSet> WriteGame for Writer<S> {
    fn write_game(&mut self, game: &Game, out: &mut dyn io::Write) -> Result<Written, WriteError> {
        let (document, lost) = from_game::<S>(game, self.on_loss).map_err(WriteError::Pcn)?;
        self.text.clear();
        document.write(self.style, &mut self.text);
        self.text.push('\n');
        out.write_all(self.text.as_bytes())?;
        Ok(Written {
            lost,
            ..Written::default()
        })
    }
}

struct Writing<'o> {
    pages: bool,
    out: &'o mut String,
    /// Whether a member was written already.
    any: bool,
}

impl Writing<'_> {
    fn document(&mut self, document: &Document) {
        self.out.push('{');
        let mut further = document.further.iter();
        let mut written = Vec::new();
        for &slot in &document.order {
            match slot {
                Slot::Further => {
                    if let Some(member) = further.next() {
                        self.further(member);
                    }
                }
                slot => {
                    self.known(slot, document);
                    written.push(slot);
                }
            }
        }
        for slot in Slot::CANONICAL {
            if !written.contains(&slot) {
                self.known(slot, document);
            }
        }
        for member in further {
            self.further(member);
        }
        self.end_line(0);
        self.out.push('}');
    }

    fn known(&mut self, slot: Slot, document: &Document) {
        let text = |text: &Option<String>| text.as_deref().map(quoted);
        let value = match slot {
            Slot::StartedAt => text(&document.started_at),
            Slot::Topside => text(&document.topside_player),
            Slot::Bottomside => text(&document.bottomside_player),
            Slot::Over => document.over.map(|over| over.to_string()),
            Slot::Result => document.result.map(|result| match result {
                Some(bottom) => bottom.to_string(),
                None => "null".to_owned(),
            }),
            Slot::Start => {
                if let Some(board) = &document.start {
                    self.name(keys::START);
                    self.board(board);
                }
                return;
            }
            Slot::Moves => {
                if let Some(moves) = &document.moves {
                    self.name(keys::MOVES);
                    self.moves(moves);
                }
                return;
            }
            Slot::Further => return,
        };
        let name = match slot {
            Slot::StartedAt => keys::STARTED_AT,
            Slot::Topside => keys::TOPSIDE_PLAYER,
            Slot::Bottomside => keys::BOTTOMSIDE_PLAYER,
            Slot::Over => keys::OVER,
            _ => keys::RESULT,
        };
        if let Some(value) = value {
            self.name(name);
            self.out.push_str(&value);
        }
    }

    fn further(&mut self, member: &Member) {
        self.name(&member.name);
        self.json(&member.json);
    }

    fn name(&mut self, name: &str) {
        if self.any {
            self.out.push(',');
        }
        self.any = true;
        self.end_line(1);
        self.out.push_str(&quoted(name));
        self.out.push_str(if self.pages { ": " } else { ":" });
    }

    /// A line break and indentation, if there are lines.
    fn end_line(&mut self, steps: usize) {
        if self.pages {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("  ", steps));
        }
    }

    fn comma(&mut self) {
        self.out.push_str(if self.pages { ", " } else { "," });
    }

    fn board(&mut self, board: &Board) {
        let last = board.dimensions() - 1;
        // For each open array, whether it has any elements so far.
        let mut open: Vec<bool> = Vec::new();
        board.walk(|step| {
            if !matches!(step, Step::Leave(_))
                && let Some(any) = open.last_mut()
                && std::mem::replace(any, true)
            {
                match step {
                    Step::Square(_) => self.comma(),
                    _ => self.out.push(','),
                }
            }
            match step {
                Step::Enter(depth) => {
                    if depth > 0 {
                        self.end_line(1 + depth);
                    }
                    self.out.push('[');
                    open.push(false);
                }
                Step::Leave(depth) => {
                    let any = open.pop() == Some(true);
                    if depth < last && any {
                        self.end_line(1 + depth);
                    }
                    self.out.push(']');
                }
                Step::Square(None) => self.out.push_str("null"),
                Step::Square(Some(piece)) => self.piece(piece),
            }
        });
    }

    fn moves(&mut self, moves: &[Move]) {
        self.out.push('[');
        for (index, mv) in moves.iter().enumerate() {
            if index > 0 {
                self.out.push(',');
            }
            self.end_line(2);
            match mv {
                Move::Unread(json) => self.json(json),
                Move::Actions(actions) => {
                    self.out.push('[');
                    for (index, action) in actions.iter().enumerate() {
                        if index > 0 {
                            self.comma();
                        }
                        self.action(action);
                    }
                    self.out.push(']');
                }
            }
        }
        if !moves.is_empty() {
            self.end_line(1);
        }
        self.out.push(']');
    }

    fn action(&mut self, action: &Action) {
        self.out.push('[');
        self.spot(&action.subject);
        self.comma();
        self.out.push_str(&quoted(action.verb.as_str()));
        self.comma();
        self.spot(&action.object);
        if let Some(options) = &action.options {
            self.options(options);
        }
        self.out.push(']');
    }

    fn options(&mut self, options: &Options) {
        let mut members: Vec<(&str, String)> = options
            .further
            .iter()
            .map(|member| (member.name.as_str(), member.json.clone()))
            .collect();
        if let Some(piece) = &options.promotion {
            let at = options.before.min(members.len());
            members.insert(at, ("promotion", format!("\"{piece}\"")));
        }
        if members.is_empty() {
            return;
        }
        self.comma();
        self.out.push('{');
        for (index, (name, json)) in members.iter().enumerate() {
            if index > 0 {
                self.comma();
            }
            let colon = if self.pages { ": " } else { ":" };
            let _ = write!(self.out, "{}{colon}", quoted(name));
            self.json(json);
        }
        self.out.push('}');
    }

    fn spot(&mut self, spot: &Spot) {
        match spot {
            Spot::Cartesian(coordinates) if self.pages => {
                let _ = write_coordinates(coordinates, self.out);
            }
            Spot::Cartesian(coordinates) => {
                for (index, coordinate) in coordinates.iter().enumerate() {
                    self.out.push(if index == 0 { '[' } else { ',' });
                    let _ = write!(self.out, "{coordinate}");
                }
                self.out
                    .push_str(if coordinates.is_empty() { "[]" } else { "]" });
            }
            Spot::Flat(index) => {
                let _ = write!(self.out, "{index}");
            }
            Spot::Name(piece) => self.piece(piece),
        }
    }

    /// JSON as it was written; on one line without the blanks between its tokens.
    fn json(&mut self, json: &str) {
        if self.pages {
            return self.out.push_str(json);
        }
        let (mut in_string, mut escaped) = (false, false);
        for c in json.chars() {
            match c {
                ' ' | '\t' | '\n' | '\r' if !in_string => continue,
                '"' if !escaped => in_string = !in_string,
                _ => {}
            }
            escaped = c == '\\' && !escaped;
            self.out.push(c);
        }
    }

    /// The name of a piece needs no escapes.
    fn piece(&mut self, piece: &Piece) {
        let _ = write!(self.out, "\"{piece}\"");
    }
}
