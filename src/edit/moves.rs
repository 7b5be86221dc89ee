//! Moves: append, replace, remove; and their numbers.

use super::patch::Meant;
use super::{EditError, Editor, Kind, Patches, Written};
use crate::core::board::Side;
use crate::core::moves::{Move, MoveKind};
use crate::game::{Game, NodeId};
use crate::scan::convention::Readings;
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{Position, Variant};

impl<S: VariantSet> Editor<S> {
    /// Adds a move at the end of a line: after its last move, or to a line without moves. It is numbered like
    /// the other moves of the game. Returns its node.
    ///
    /// ```
    /// # use movetext::{Game, Reader, game::NodeId, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "1.e4 {best} (1.d4) *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// let e4 = editor.game().next(NodeId::ROOT).expect("a move");
    /// let c5 = editor.append(e4, "c5")?;
    /// assert_eq!(editor.game().source().to_string(), "1.e4 {best} (1.d4) 1...c5 *");
    /// editor.append(c5, "Nf3")?;
    /// assert_eq!(editor.game().source().to_string(), "1.e4 {best} (1.d4) 1...c5 2.Nf3 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If a move follows already, or the move cannot be played.
    pub fn append<'w>(
        &mut self,
        node: NodeId,
        mv: impl Into<Written<'w>>,
    ) -> Result<NodeId, EditError> {
        let node = self.node_at(node)?;
        let head = self.reading.nodes[node].head;
        let last = self.reading.moves(head).last();
        if last != (node != head).then(|| self.reading.nodes[node].item) {
            return Err(EditError::NotTheEnd);
        }
        let moves = self.played(node, &[mv.into()])?;
        let line = self.reading.line(head);
        let at = line.end;
        let before = (at > line.start).then(|| at - 1);
        let ply = self.reading.nodes[node].ply + usize::from(node != head);
        let interrupted = self.interrupted(node);
        let bytes = self.encode(&self.line_text(&moves, ply, interrupted))?;
        let mut patches = Patches::new(&self.reading);
        match (before, self.reading.items.get(at)) {
            (Some(before), _) => self.put_behind(before, &bytes, &mut patches),
            (None, Some(next)) => {
                let mut bytes = bytes;
                if head == 0 {
                    bytes.push(b' ');
                }
                patches.replace(next.span.start..next.span.start, bytes);
            }
            (None, None) => self.put_last(&bytes, &mut patches),
        }
        let number = self.number_before(at);
        patches.items().insert(at, new_move(moves[0].0));
        self.apply(patches)?;
        Ok(number)
    }

    /// Replaces a move by another one; everything after it in its line, its annotations and its variations are
    /// removed. Returns its node, which keeps its number.
    ///
    /// ```
    /// # use movetext::{Game, Reader, game::NodeId, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "1. e4 e5 {best} (1... c5) 2. Nf3 *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// let e5 = editor.game().line(NodeId::ROOT).nth(1).expect("a move");
    /// editor.replace(e5, "e6")?;
    /// assert_eq!(editor.game().source().to_string(), "1. e4 e6 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the move cannot be played.
    pub fn replace<'w>(
        &mut self,
        node: NodeId,
        mv: impl Into<Written<'w>>,
    ) -> Result<NodeId, EditError> {
        let index = self.move_at(node)?;
        let found = &self.reading.nodes[index];
        let (item, end) = (found.item, self.reading.line(found.head).end);
        let moves = self.played(found.parent, &[mv.into()])?;
        let bytes = self.encode(&moves[0].1)?;
        let mut patches = Patches::new(&self.reading);
        let last = self.reading.items[end - 1].span.end;
        patches.replace(self.reading.items[item].span.start..last, bytes);
        let new = new_move(moves[0].0);
        patches.items().splice(item..end, [new]);
        self.apply(patches)?;
        Ok(node)
    }

    /// Removes a move, everything after it in its line, its annotations and its variations. A variation without
    /// any move left is removed completely.
    ///
    /// ```
    /// # use movetext::{Game, Reader, game::NodeId, edit::Editor};
    /// # let mut game = Game::new();
    /// # let pgn = "1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 *\n";
    /// # Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
    /// let mut editor = <Editor>::new(&game)?;
    /// let nf3 = editor.game().line(NodeId::ROOT).nth(2).expect("a move");
    /// editor.remove(nf3)?;
    /// assert_eq!(editor.game().source().to_string(), "1. e4 e5 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such move.
    pub fn remove(&mut self, node: NodeId) -> Result<(), EditError> {
        let index = self.move_at(node)?;
        let found = &self.reading.nodes[index];
        let (item, head) = (found.item, found.head);
        if head != 0 && found.parent == head {
            return self.delete_variation(NodeId::new(head));
        }
        let mut patches = Patches::new(&self.reading);
        let end = self.reading.line(head).end;
        let begin = self.reading.with_number(item);
        self.take_out(begin..end, &mut patches);
        let kind = |item: usize| self.reading.items[item].kind;
        let numbered = (begin..item).any(|item| matches!(kind(item), Kind::Number(_)));
        if !numbered && let Some(number) = self.number_of(begin) {
            // Comments between the number and its move belong to what remains.
            self.take_out(number..number + 1, &mut patches);
        }
        patches.items().drain(begin..end);
        self.apply(patches)
    }

    /// The number of a move, with or without remarks between them.
    pub(super) fn number_of(&self, item: usize) -> Option<usize> {
        let before = self.reading.items[..item].iter();
        let remarks = before.rev().take_while(|item| item.kind.is_remark());
        let number = item.checked_sub(1 + remarks.count())?;
        matches!(self.reading.items[number].kind, Kind::Number(_)).then_some(number)
    }

    /// Whether a move of the second player after this node needs its number: a line begins there, or a comment
    /// or a variation comes between (CH-163, CH-164).
    pub(super) fn interrupted(&self, node: usize) -> bool {
        let mut behind = self.reading.behind(node).into_iter();
        self.reading.nodes[node].head == node || behind.any(|range| self.interrupts(range.start))
    }

    /// Whether an item comes between in this sense.
    pub(super) fn interrupts(&self, item: usize) -> bool {
        matches!(
            self.reading.items[item].kind,
            Kind::Comment(_) | Kind::Open(_)
        )
    }

    /// Plays moves after a node and returns them as written.
    ///
    /// # Errors
    ///
    /// If one cannot be played.
    pub(super) fn played(
        &self,
        node: usize,
        moves: &[Written<'_>],
    ) -> Result<Vec<(Move, String)>, EditError> {
        let game = &self.reading.game;
        let variant = game.info.and_then(|info| S::find(info.id));
        let variant = variant.filter(|_| game.replayed);
        let variant = variant.ok_or(EditError::NoPosition)?;
        let mut path = Vec::new();
        let mut at = node;
        while at != 0 {
            let node = &self.reading.nodes[at];
            if node.head != at {
                let Kind::Move(Some(mv)) = self.reading.items[node.item].kind else {
                    return Err(EditError::NoPosition);
                };
                path.push(mv);
                at = node.parent;
            } else {
                // A variation continues from before the move that it replaces.
                at = self.reading.nodes[node.parent].parent;
            }
        }
        path.reverse();
        S::run(variant, Playing { game, path, moves })
    }

    /// Moves with their numbers, if the game numbers its moves.
    pub(super) fn line_text(
        &self,
        moves: &[(Move, String)],
        ply: usize,
        interrupted: bool,
    ) -> String {
        let mut text = String::new();
        for (index, (_, written)) in moves.iter().enumerate() {
            if index > 0 {
                text.push(' ');
            }
            if let Some(number) = self.number(ply + index, interrupted && index == 0) {
                text.push_str(&number);
            }
            text.push_str(written);
        }
        text
    }

    /// The number before a move, with the separator between them, or `None` if it needs none.
    pub(super) fn number(&self, ply: usize, interrupted: bool) -> Option<String> {
        let numbering = self.numbering()?;
        let ply = (numbering.before + ply as u64).to_owned();
        let dots = match (ply % 2, interrupted) {
            (0, _) => ".",
            (_, true) => "...",
            (_, false) => return None,
        };
        Some(format!("{}{dots}{}", ply / 2 + 1, numbering.gap))
    }

    /// How the game numbers its moves, or `None` if it does not.
    fn numbering(&self) -> Option<Numbering> {
        let items = &self.reading.items;
        let second = self.reading.game.first_to_move == Some(Side::Second);
        let numbered = (0..items.len()).find_map(|item| match items[item].kind {
            Kind::Move(_) => Some((self.number_of(item)?, item)),
            _ => None,
        });
        let Some((number, mv)) = numbered else {
            let any = items.iter().any(|item| matches!(item.kind, Kind::Move(_)));
            let setup = self.reading.game.setup.as_deref();
            let full = setup.and_then(|setup| setup.split_ascii_whitespace().nth(5)?.parse().ok());
            return (!any).then(|| Numbering {
                before: 2 * (full.unwrap_or(1u64).max(1) - 1) + u64::from(second),
                gap: "",
            });
        };
        let Kind::Number(written) = items[number].kind else {
            return None;
        };
        let ply = self.reading.nodes[items[mv].node].ply as u64;
        // What the number says, for the first move of the game: it is not compared with the board.
        let side = (u64::from(second) + ply) % 2;
        let numbered = 2 * u64::from(written.max(1) - 1) + side;
        let before = numbered.checked_sub(ply).unwrap_or(u64::from(second));
        let text = self.reading.text();
        let (end, start) = (items[number].span.end, items[mv].span.start);
        let gap = if number + 1 == mv && text[end..start].contains(&b' ') {
            " "
        } else {
            ""
        };
        Some(Numbering { before, gap })
    }
}

/// How a game numbers its moves.
struct Numbering {
    /// The number of plies counted before the first move.
    before: u64,
    /// The separator between a number and its move.
    gap: &'static str,
}

/// A move that the changed game should have.
pub(super) fn new_move(mv: Move) -> Meant {
    Meant::New(Kind::Move(Some(mv)), Vec::new())
}

/// Playing and writing moves, as a task for the variant.
struct Playing<'a> {
    game: &'a Game,
    /// The moves before them.
    path: Vec<Move>,
    moves: &'a [Written<'a>],
}

impl WithVariant for Playing<'_> {
    type Output = Result<Vec<(Move, String)>, EditError>;

    fn run<V: Variant>(self) -> Self::Output {
        let info = const { &V::INFO };
        // Where numbers decide which move a variation replaces, a move cannot be written on its own.
        if info.classes.variations_by_number {
            return Err(EditError::Variant(info.name));
        }
        let start = V::initial_state(&self.game.tags(), &mut Vec::new());
        let start = start.map_err(|_| EditError::NoPosition)?;
        let mut position = start.position;
        let notation = own_notation::<V>(self.game, &position);
        for mv in &self.path {
            position.play(mv);
        }
        let mut written = Vec::with_capacity(self.moves.len());
        for mv in self.moves {
            let mv = match *mv {
                Written::Move(mv) => legal::<V>(mv, &position, &start.dialect)?,
                Written::Text(text) => read::<V>(text, &position, &start.dialect)?,
            };
            let mut text = String::new();
            V::write(&mv, &position, notation, &mut text);
            position.play(&mv);
            written.push((mv, text));
        }
        Ok(written)
    }
}

/// The notations, with the settings that distinguish what real games are written in.
const NOTATIONS: [(&str, &[(&str, &str)]); 7] = [
    ("", &[]),
    ("", &[("script", "traditional")]),
    ("", &[("digits", "full")]),
    ("", &[("script", "traditional"), ("digits", "full")]),
    ("wxf", &[]),
    ("wxf", &[("sideways", "equals")]),
    ("iccs", &[]),
];

/// The number of moves that show a game's notation.
const SAMPLE: usize = 16;

/// The notation of the game: the standard one, or, if the variant has several for its records, the one that
/// writes most of the first moves as they are.
fn own_notation<V: Variant>(game: &Game, start: &V::Position) -> V::Notation {
    let standard = V::Notation::default();
    if V::notation_tag(standard).is_none() {
        return standard;
    }
    let fits = |notation: V::Notation| {
        let mut position = start.clone();
        let mut text = String::new();
        let moves = game.line(NodeId::ROOT).take(SAMPLE);
        let played = moves.map_while(|node| Some((node, game.mv(node)?)));
        played
            .filter(|(node, mv)| {
                text.clear();
                V::write(mv, &position, notation, &mut text);
                position.play(mv);
                text == game.text(*node)
            })
            .count()
    };
    let mut best = (fits(standard), standard);
    for (name, settings) in NOTATIONS {
        if let Some(notation) = V::notation(name, settings) {
            let found = fits(notation);
            if found > best.0 {
                best = (found, notation);
            }
        }
    }
    best.1
}

fn legal<V: Variant>(
    mv: Move,
    position: &V::Position,
    dialect: &V::Dialect,
) -> Result<Move, EditError> {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    // A null move is not a legal move, but variants that have it can write it.
    let null = || {
        let mut text = String::new();
        V::write(&mv, position, V::Notation::default(), &mut text);
        read::<V>(&text, position, dialect) == Ok(mv)
    };
    if moves.contains(&mv) || (mv.kind == MoveKind::Null && null()) {
        return Ok(mv);
    }
    let square = |square| V::INFO.square_name(square);
    Err(EditError::Unplayable {
        text: format!("{}-{}", square(mv.from), square(mv.to)),
        reason: "this move is not legal here".to_owned(),
    })
}

fn read<V: Variant>(
    text: &str,
    position: &V::Position,
    dialect: &V::Dialect,
) -> Result<Move, EditError> {
    let unplayable = |reason| EditError::Unplayable {
        text: text.to_owned(),
        reason,
    };
    let lexed = V::lex(text.as_bytes(), dialect).filter(|lexed| lexed.len == text.len());
    let lexed =
        lexed.ok_or_else(|| unplayable(format!("this is not a move of {}", V::INFO.name)))?;
    V::resolve(lexed.token, position, dialect).or_else(|error| {
        let readings = Readings::of::<V>(lexed.token, position, dialect);
        let usual = readings.and_then(|readings| readings.by_usual::<V>());
        usual.ok_or_else(|| unplayable(error.to_string()))
    })
}
