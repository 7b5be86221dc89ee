//! Converts JSON to a document, with a diagnostic for every deviation from the format.

use super::document::{Action, Document, Member, Move, Options, Slot, Spot, Verb, keys};
use super::finding::Findings;
use super::{Board, Piece, check};
use crate::diagnostic::{
    Code, DATE_TIME, DUPLICATE_KEY, MISSING_KEY, NO_PIECE, NO_SQUARE, PCN_KEY, PCN_MOVE, PCN_VALUE,
    RAGGED_BOARD, UNKNOWN_OPTION, UNKNOWN_VERB,
};
use crate::format::json::tree::{Kind, Value};
use std::collections::{HashMap, HashSet};

/// Reads a document. The value is an object.
pub(super) fn read(
    root: Value<'_, '_>,
    allowed: &dyn Fn(&Board) -> bool,
    findings: &mut Findings,
) -> Document {
    let mut reading = Reading::new(findings);
    let mut document = Document::default();
    let mut seen = HashSet::new();
    for (name, value) in root.members() {
        let again = !seen.insert(name.clone());
        let slot = if again {
            let message = format!("duplicate \"{}\"; the first one counts", shortened(&name));
            reading.findings.add(&DUPLICATE_KEY, value, message);
            None
        } else {
            reading.member(&name, value, allowed, &mut document)
        };
        document.order.push(slot.unwrap_or(Slot::Further));
        if slot.is_none() {
            document.further.push(Member {
                name: name.into_owned(),
                json: value.raw().to_owned(),
            });
        }
    }
    for key in [keys::START, keys::MOVES] {
        if !seen.contains(key) {
            let message = format!("missing \"{key}\"");
            reading.findings.add(&MISSING_KEY, root, message);
        }
    }
    // A misspelling of the other name has a diagnostic of its own.
    let near_result = ["result", "result?", "...result", keys::RESULT];
    let near_over = ["over", "...over?", "...over", keys::OVER];
    let pair = match (document.over, document.result) {
        (Some(_), None) if near_result.iter().all(|key| !seen.contains(*key)) => {
            Some([keys::OVER, keys::RESULT])
        }
        (None, Some(_)) if near_over.iter().all(|key| !seen.contains(*key)) => {
            Some([keys::RESULT, keys::OVER])
        }
        _ => None,
    };
    if let Some([there, lacking]) = pair {
        let place = root.members().find(|(name, _)| name == there);
        let message =
            format!("\"{there}\" requires \"{lacking}\": together they give the state of the game");
        reading
            .findings
            .add(&PCN_KEY, place.map_or(root, |(_, value)| value), message);
    }
    document
}

/// A board other than that of a game's start.
pub(super) fn plain_board(value: Value<'_, '_>, findings: &mut Findings) -> Option<Board> {
    Reading::new(findings).board(value, &|_| true)
}

struct Reading<'f> {
    findings: &'f mut Findings,
    /// The names found so far: each is stored once.
    pieces: HashMap<String, Piece>,
    /// Whether this is the board before the first move, and the pieces seen on it.
    start: Option<HashSet<Piece>>,
}

impl<'f> Reading<'f> {
    fn new(findings: &'f mut Findings) -> Reading<'f> {
        Reading {
            findings,
            pieces: HashMap::new(),
            start: None,
        }
    }

    /// Reads a member, or returns `None` if it is kept as it is.
    fn member(
        &mut self,
        name: &str,
        value: Value<'_, '_>,
        allowed: &dyn Fn(&Board) -> bool,
        document: &mut Document,
    ) -> Option<Slot> {
        match name {
            keys::STARTED_AT => {
                let text = self.string(value)?;
                let separated = text.as_bytes().get(10) == Some(&b'T');
                if !separated || chrono::DateTime::parse_from_rfc3339(&text).is_err() {
                    let message = format!(
                        "{:?} is not a date and time with an offset, such as \
                         2012-09-29T18:48:40+02:00",
                        shortened(&text)
                    );
                    self.findings.add(&DATE_TIME, value, message);
                }
                document.started_at = Some(text);
                Some(Slot::StartedAt)
            }
            keys::TOPSIDE_PLAYER => {
                document.topside_player = Some(self.string(value)?);
                Some(Slot::Topside)
            }
            keys::BOTTOMSIDE_PLAYER => {
                document.bottomside_player = Some(self.string(value)?);
                Some(Slot::Bottomside)
            }
            keys::OVER => match value.kind() {
                Kind::Bool(over) => {
                    document.over = Some(over);
                    Some(Slot::Over)
                }
                kind => self.wrong(value, "true or false", kind),
            },
            keys::RESULT => match value.kind() {
                Kind::Bool(bottom) => {
                    document.result = Some(Some(bottom));
                    Some(Slot::Result)
                }
                Kind::Null => {
                    document.result = Some(None);
                    Some(Slot::Result)
                }
                kind => self.wrong(value, "true, false or null", kind),
            },
            keys::START => {
                self.start = Some(HashSet::new());
                let board = self.board(value, allowed);
                self.start = None;
                let board = board?;
                check::orientation(&board, value, self.findings);
                document.start = Some(board);
                Some(Slot::Start)
            }
            keys::MOVES => {
                if value.kind() != Kind::Array {
                    return self.wrong(value, "an array of moves", value.kind());
                }
                document.moves = Some(value.children().map(|value| self.play(value)).collect());
                Some(Slot::Moves)
            }
            _ => {
                self.spelling(name, value);
                None
            }
        }
    }

    /// Names that are nearly those of the format (PN-086, PN-I13).
    fn spelling(&mut self, name: &str, value: Value<'_, '_>) {
        let meant = match name {
            "over" | "...over?" | "...over" => keys::OVER,
            "result" | "result?" | "...result" => keys::RESULT,
            "cache" => keys::CACHE,
            "start_position" | "startpos" => keys::START,
            _ => return,
        };
        let message = format!("unknown key \"{name}\"; the format has \"{meant}\"");
        self.findings.add(&PCN_KEY, value, message);
    }

    fn wrong<T>(&mut self, value: Value<'_, '_>, wanted: &str, kind: Kind) -> Option<T> {
        self.wrong_as(&PCN_VALUE, value, wanted, kind)
    }

    fn wrong_as<T>(
        &mut self,
        code: &'static Code,
        value: Value<'_, '_>,
        wanted: &str,
        kind: Kind,
    ) -> Option<T> {
        let message = format!("expected {wanted}, found {}", kind.describe());
        self.findings.add(code, value, message);
        None
    }

    fn string(&mut self, value: Value<'_, '_>) -> Option<String> {
        match value.as_str() {
            Some(text) => Some(text.into_owned()),
            None => self.wrong(value, "a string", value.kind()),
        }
    }

    fn piece(&mut self, value: Value<'_, '_>) -> Option<Piece> {
        let Some(name) = value.as_str() else {
            return self.wrong_as(&NO_PIECE, value, "the name of a piece", value.kind());
        };
        if let Some(piece) = self.pieces.get(&*name) {
            return Some(piece.clone());
        }
        let Some(piece) = Piece::parse(&name) else {
            let message = format!(
                "{:?} is not the name of a piece, such as w:k or +s:b",
                shortened(&name)
            );
            self.findings.add(&NO_PIECE, value, message);
            return None;
        };
        check::style(&piece, value, self.findings);
        self.pieces.insert(name.into_owned(), piece.clone());
        Some(piece)
    }

    /// Reads a board, level by level. A faulty board is not read in part, because its squares could not be
    /// identified.
    fn board(&mut self, value: Value<'_, '_>, allowed: &dyn Fn(&Board) -> bool) -> Option<Board> {
        if value.kind() != Kind::Array {
            return self.wrong(value, "an array of squares", value.kind());
        }
        let mut lengths = Vec::new();
        let mut level = vec![value];
        loop {
            lengths.push(level.iter().map(|array| array.len() as u32).collect());
            let parts: Vec<Value<'_, '_>> =
                level.iter().flat_map(|array| array.children()).collect();
            let arrays = parts.iter().filter(|part| part.kind() == Kind::Array);
            match arrays.count() {
                0 => {
                    level = parts;
                    break;
                }
                all if all == parts.len() => level = parts,
                _ => {
                    let squares = parts.iter().filter(|part| part.kind() != Kind::Array);
                    for square in squares.take(1) {
                        let message = "a square among arrays: the dimensions of the board do \
                                       not agree";
                        self.findings.add(&RAGGED_BOARD, *square, message);
                    }
                    return None;
                }
            }
        }
        let mut good = true;
        let mut squares = Vec::with_capacity(level.len());
        for square in level {
            squares.push(match square.kind() {
                Kind::Null => None,
                _ => {
                    let piece = self.piece(square);
                    good &= piece.is_some();
                    if let (Some(piece), Some(seen)) = (&piece, &mut self.start)
                        && seen.insert(piece.clone())
                    {
                        check::case(piece, square, self.findings);
                    }
                    piece
                }
            });
        }
        let board = Board::from_lengths(&lengths, squares).filter(|_| good)?;
        if board.sizes().is_none() && !allowed(&board) {
            let message = "the arrays of one level of the board differ in length";
            self.findings.add(&RAGGED_BOARD, value, message);
        }
        Some(board)
    }

    fn play(&mut self, value: Value<'_, '_>) -> Move {
        let actions = match (value.kind(), value.len()) {
            (Kind::Array, 0) => {
                let message = "a move has at least one action";
                self.findings.add(&PCN_MOVE, value, message);
                None
            }
            (Kind::Array, _) => self.actions(value),
            (kind, _) => self.wrong_as(&PCN_MOVE, value, "an array of actions", kind),
        };
        match actions {
            Some(actions) => Move::Actions(actions),
            None => Move::Unread(value.raw().to_owned()),
        }
    }

    fn actions(&mut self, value: Value<'_, '_>) -> Option<Vec<Action>> {
        let mut actions = Vec::with_capacity(value.len());
        let mut good = true;
        for action in value.children() {
            match self.action(action) {
                Some(action) => actions.push(action),
                None => good = false,
            }
        }
        good.then_some(actions)
    }

    fn action(&mut self, value: Value<'_, '_>) -> Option<Action> {
        if value.kind() != Kind::Array {
            return self.wrong_as(&PCN_MOVE, value, "an action as an array", value.kind());
        }
        let elements: Vec<Value<'_, '_>> = value.children().take(5).collect();
        let &[subject, verb, object, ref fourth @ ..] = elements.as_slice() else {
            let message = format!(
                "an action is a subject, a verb, an object and perhaps options; this has {} elements",
                value.len()
            );
            self.findings.add(&PCN_MOVE, value, message);
            return None;
        };
        if fourth.len() > 1 {
            let message = format!("an action has at most four elements, not {}", value.len());
            self.findings.add(&PCN_MOVE, value, message);
            return None;
        }
        let subject = self.spot(subject);
        let verb = match verb.as_str() {
            Some(word) => {
                let known = Verb::from(&*word);
                if let Verb::Other(word) = &known {
                    let message = format!("{:?} is not one of the seven verbs", shortened(word));
                    self.findings.add(&UNKNOWN_VERB, verb, message);
                }
                Some(known)
            }
            None => self.wrong_as(&PCN_MOVE, verb, "a verb", verb.kind()),
        };
        let object = self.spot(object);
        let options = match fourth {
            [] => None,
            [options] => match options.kind() {
                Kind::Null => None,
                Kind::Object => Some(self.options(*options)?),
                kind => self.wrong_as(&PCN_MOVE, *options, "an object with options", kind)?,
            },
            [..] => None,
        };
        Some(Action {
            subject: subject?,
            verb: verb?,
            object: object?,
            options,
            span: value.span(),
        })
    }

    fn spot(&mut self, value: Value<'_, '_>) -> Option<Spot> {
        match value.kind() {
            Kind::Number => match value.as_u64() {
                Some(index) => Some(Spot::Flat(index)),
                None => self.no_number(value),
            },
            Kind::String => self.piece(value).map(Spot::Name),
            Kind::Array => {
                let mut coordinates = Vec::with_capacity(value.len());
                for coordinate in value.children() {
                    coordinates.push(match coordinate.as_u64() {
                        Some(number) => number,
                        None => self.no_number(coordinate)?,
                    });
                }
                Some(Spot::Cartesian(coordinates))
            }
            kind => self.wrong_as(&NO_SQUARE, value, "a piece or a square", kind),
        }
    }

    fn no_number<T>(&mut self, value: Value<'_, '_>) -> Option<T> {
        let message = match value.kind() {
            Kind::Number => format!(
                "{} does not identify a square: expected a whole number from zero",
                shortened(value.raw())
            ),
            kind => format!("expected a coordinate, found {}", kind.describe()),
        };
        self.findings.add(&NO_SQUARE, value, message);
        None
    }

    fn options(&mut self, value: Value<'_, '_>) -> Option<Options> {
        let mut options = Options::default();
        for (name, member) in value.members() {
            if name == "promotion" && options.promotion.is_none() {
                options.promotion = Some(self.piece(member)?);
                options.before = options.further.len();
                continue;
            }
            if name == "promotion" {
                let message = "duplicate \"promotion\"; the first one counts";
                self.findings.add(&DUPLICATE_KEY, member, message);
            } else {
                let message = format!("unknown option \"{}\"; kept", shortened(&name));
                self.findings.add(&UNKNOWN_OPTION, member, message);
            }
            options.further.push(Member {
                name: name.into_owned(),
                json: member.raw().to_owned(),
            });
        }
        Some(options)
    }
}

/// A text, shortened for a message.
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
