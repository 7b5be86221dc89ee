//! Walking along the lines of two games, without recursion and with a board beside them.

use super::content::Token;
use super::difference::{Comparison, Difference, What};
use super::lists::{both, unmatched};
use super::options::{Aspect, Options};
use super::view::View;
use crate::format::fen;
use crate::info::VariantInfo;
use crate::variant::registry::WithVariant;
use crate::variant::{Position, Variant};
use std::collections::{HashMap, HashSet, VecDeque};

/// So many moves of a variation are shown.
const SHOWN: usize = 12;

/// A board on which a line is played.
pub(super) trait Board: Clone {
    fn play(&mut self, token: &Token);
    fn fen(&self) -> String;
    fn write(&self, token: &Token) -> String;
}

/// No board: moves are shown by their squares, or as `None` if the squares are unknown too.
#[derive(Clone, Copy)]
pub(super) struct Blind(pub(super) Option<&'static VariantInfo>);

impl Board for Blind {
    fn play(&mut self, _: &Token) {}

    fn fen(&self) -> String {
        String::new()
    }

    fn write(&self, token: &Token) -> String {
        match (token, self.0) {
            (Token::Move(mv), Some(info)) => {
                format!("{}-{}", info.square_name(mv.from), info.square_name(mv.to))
            }
            _ => words(token).unwrap_or_default(),
        }
    }
}

/// The board of a variant.
struct On<V: Variant>(V::Position);

impl<V: Variant> Clone for On<V> {
    fn clone(&self) -> On<V> {
        On(self.0.clone())
    }
}

impl<V: Variant> Board for On<V> {
    fn play(&mut self, token: &Token) {
        if let Token::Move(mv) = token {
            self.0.play(mv);
        }
    }

    fn fen(&self) -> String {
        self.0.describe()
    }

    fn write(&self, token: &Token) -> String {
        let Token::Move(mv) = token else {
            return words(token).unwrap_or_default();
        };
        let mut out = String::new();
        V::write(mv, &self.0, V::Notation::default(), &mut out);
        out
    }
}

/// What a token says that is no move.
fn words(token: &Token) -> Option<String> {
    Some(match token {
        Token::Word(text) | Token::Comment(text) | Token::Stray(text) => text.clone(),
        Token::Nag(nag) => format!("${nag}"),
        Token::DrawOffer => "draw offer".to_owned(),
        Token::Outcome(outcome) => outcome.as_str().to_owned(),
        Token::Label(label) => format!("$[{label}]"),
        Token::Move(_) | Token::Open | Token::Close => return None,
    })
}

/// Comparing the lines of two games that start alike.
pub(super) struct Walk<'c> {
    pub(super) a: View<'c>,
    pub(super) b: View<'c>,
    pub(super) options: &'c Options,
    pub(super) out: &'c mut Comparison,
}

/// Two lines that are still to be compared: where they begin, on which board, and which variation they are.
struct Open<B> {
    a: usize,
    b: usize,
    /// So many plies stand before.
    ply: u32,
    board: Option<B>,
    /// Empty for the main line.
    path: String,
}

/// A place in a line: the ply, and the board before it.
struct Spot<'s, B> {
    ply: u32,
    before: &'s Option<B>,
    path: &'s str,
}

impl<B: Board> Spot<'_, B> {
    fn difference(&self, what: What, a: Option<String>, b: Option<String>) -> Difference {
        Difference {
            what,
            ply: Some(self.ply),
            name: (!self.path.is_empty()).then(|| self.path.to_owned()),
            a,
            b,
            fen: self
                .before
                .as_ref()
                .map(Board::fen)
                .filter(|fen| !fen.is_empty()),
        }
    }
}

impl WithVariant for Walk<'_> {
    type Output = ();

    fn run<V: Variant>(self) {
        let content = self.a.content;
        // Where the two games do not stand alike, moves of one are none on the board of the other.
        if content.start != self.b.content.start || !self.options.wants(&Aspect::Moves) {
            return self.walk(Some(Blind(Some(const { &V::INFO }))));
        }
        let tags: Vec<(&str, &str)> = content.tags.iter().map(|(n, v)| (&**n, &**v)).collect();
        let start = fen::start_by::<V>(&tags).filter(|_| content.replayed);
        self.walk(start.map(|start| On::<V>(start.position)));
    }
}

impl Walk<'_> {
    /// Compares all lines.
    pub(super) fn walk<B: Board>(mut self, board: Option<B>) {
        let mut open = VecDeque::from([Open {
            a: 0,
            b: 0,
            ply: 0,
            board,
            path: String::new(),
        }]);
        while let Some(lines) = open.pop_front() {
            self.lines(lines, &mut open);
        }
    }

    fn lines<B: Board>(&mut self, lines: Open<B>, open: &mut VecDeque<Open<B>>) {
        let Open {
            mut a,
            mut b,
            mut ply,
            mut board,
            path,
        } = lines;
        let mut before = board.clone();
        loop {
            let (ours, theirs) = (self.a.notes(&mut a), self.b.notes(&mut b));
            let spot = Spot {
                ply,
                before: &before,
                path: &path,
            };
            self.notes(&ours, &theirs, &spot, open);
            match (self.a.mv(a), self.b.mv(b)) {
                (None, None) => return,
                (Some(mv), Some(_)) if self.a.keys[a] == self.b.keys[b] => {
                    before.clone_from(&board);
                    if let Some(board) = &mut board {
                        board.play(mv);
                    }
                    (a, b, ply) = (a + 1, b + 1, ply + 1);
                }
                (ours, theirs) => {
                    let spot = Spot {
                        ply: ply + 1,
                        before: &board,
                        path: &path,
                    };
                    return self.part(ours, theirs, &spot);
                }
            }
        }
    }

    /// Two lines go different ways, or one of them ends.
    fn part<B: Board>(&mut self, ours: Option<&Token>, theirs: Option<&Token>, spot: &Spot<'_, B>) {
        let main = spot.path.is_empty();
        if main && !self.options.wants(&Aspect::Moves) {
            return;
        }
        if main && ours.is_none() && !self.a.content.holds.moves {
            return self.out.omit(What::Move, false);
        }
        if main && theirs.is_none() && !self.b.content.holds.moves {
            return self.out.omit(What::Move, true);
        }
        let write = |token: &Token| match spot.before {
            Some(board) => board.write(token),
            None => Blind(None).write(token),
        };
        let what = if main { What::Move } else { What::Variation };
        let difference = spot.difference(what, ours.map(write), theirs.map(write));
        self.out.add(difference);
    }

    /// Compares what stands behind a move.
    fn notes<B: Board>(
        &mut self,
        ours: &[usize],
        theirs: &[usize],
        spot: &Spot<'_, B>,
        open: &mut VecDeque<Open<B>>,
    ) {
        let keyed = |view: &View<'_>, places: &[usize]| -> Vec<(usize, u64)> {
            let pairs = places.iter().enumerate();
            pairs.map(|(index, at)| (index, view.keys[*at])).collect()
        };
        let (a, b) = (keyed(&self.a, ours), keyed(&self.b, theirs));
        if a.iter()
            .map(|(_, key)| key)
            .eq(b.iter().map(|(_, key)| key))
        {
            return;
        }
        let (a, b) = unmatched(&a, &b, |(_, key)| *key);
        if a.is_empty() && b.is_empty() {
            if self.options.wants(&Aspect::Order) {
                self.out.add(spot.difference(What::Order, None, None));
            }
            return;
        }
        for what in [What::Comment, What::Nag, What::Variation] {
            let texts = |view: &View<'_>, places: &[usize], left: &[(usize, u64)]| -> Vec<String> {
                let left = left.iter().map(|(index, _)| view.tokens[places[*index]]);
                left.filter(|token| kind(token) == what)
                    .filter_map(words)
                    .collect()
            };
            let (a, b) = (texts(&self.a, ours, &a), texts(&self.b, theirs, &b));
            for (a, b) in both(&a, &b) {
                self.differ(what, a.cloned(), b.cloned(), spot);
            }
        }
        let variations =
            |view: &View<'_>, places: &[usize], left: &[(usize, u64)]| -> Vec<(usize, usize)> {
                let is_variation = |at: &&usize| *view.tokens[**at] == Token::Open;
                let numbered = places.iter().filter(is_variation).zip(1..);
                let numbers: HashMap<usize, usize> =
                    numbered.map(|(at, number)| (*at, number)).collect();
                let left = left.iter().map(|(index, _)| places[*index]);
                left.filter_map(|at| Some((at, *numbers.get(&at)?)))
                    .collect()
            };
        let a = variations(&self.a, ours, &a);
        let b = variations(&self.b, theirs, &b);
        self.variations(&a, &b, spot, open);
    }

    /// Pairs the variations that begin with the same move; all others stand in one game alone.
    fn variations<B: Board>(
        &mut self,
        ours: &[(usize, usize)],
        theirs: &[(usize, usize)],
        spot: &Spot<'_, B>,
        open: &mut VecDeque<Open<B>>,
    ) {
        let mut waiting: HashMap<Option<u64>, VecDeque<(usize, usize)>> = HashMap::new();
        for (at, number) in theirs {
            let key = beginning(&self.b, *at);
            waiting.entry(key).or_default().push_back((*at, *number));
        }
        let mut paired = HashSet::new();
        for (at, number) in ours {
            let path = spot.below(*number);
            match waiting
                .get_mut(&beginning(&self.a, *at))
                .and_then(VecDeque::pop_front)
            {
                Some((other, theirs)) => {
                    paired.insert(theirs);
                    open.push_back(Open {
                        a: at + 1,
                        b: other + 1,
                        ply: spot.ply.saturating_sub(1),
                        board: spot.before.clone(),
                        path,
                    });
                }
                None => {
                    let text = shown(&self.a, *at, spot.before);
                    let within = Spot {
                        path: &path,
                        ..*spot
                    };
                    self.differ(What::Variation, Some(text), None, &within);
                }
            }
        }
        for (at, number) in theirs.iter().filter(|(_, number)| !paired.contains(number)) {
            let text = shown(&self.b, *at, spot.before);
            let path = spot.below(*number);
            let within = Spot {
                path: &path,
                ..*spot
            };
            self.differ(What::Variation, None, Some(text), &within);
        }
    }

    /// A difference, unless one of the games could not hold what the other one has.
    fn differ<B: Board>(
        &mut self,
        what: What,
        a: Option<String>,
        b: Option<String>,
        spot: &Spot<'_, B>,
    ) {
        if a.is_none() && !self.a.content.holds.annotations {
            self.out.omit(what, false);
        } else if b.is_none() && !self.b.content.holds.annotations {
            self.out.omit(what, true);
        } else {
            let difference = spot.difference(what, a, b);
            self.out.add(difference);
        }
    }
}

impl<B> Spot<'_, B> {
    /// The variation of this number here.
    fn below(&self, number: usize) -> String {
        let slash = if self.path.is_empty() { "" } else { "/" };
        format!("{}{slash}{}.{number}", self.path, self.ply)
    }
}

fn kind(token: &Token) -> What {
    match token.aspect() {
        Some(Aspect::Comments) => What::Comment,
        Some(Aspect::Nags) => What::Nag,
        _ => What::Variation,
    }
}

/// The hash of the first move of a variation; none if it has no move.
fn beginning(view: &View<'_>, at: usize) -> Option<u64> {
    let mut first = at + 1;
    view.notes(&mut first);
    view.mv(first).map(|_| view.keys[first])
}

/// The moves of a variation, for people.
fn shown<B: Board>(view: &View<'_>, at: usize, board: &Option<B>) -> String {
    let mut board = board.clone();
    let mut moves = Vec::new();
    let mut at = at + 1;
    view.notes(&mut at);
    while let Some(token) = view.mv(at) {
        if moves.len() == SHOWN {
            moves.push("…".to_owned());
            break;
        }
        moves.push(match &mut board {
            Some(board) => {
                let text = board.write(token);
                board.play(token);
                text
            }
            None => Blind(None).write(token),
        });
        at += 1;
        view.notes(&mut at);
    }
    moves.join(" ")
}
