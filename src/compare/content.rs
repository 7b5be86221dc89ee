//! What a game says, apart from how it is written: owned, and free of the game.

use super::bytes;
use super::options::{Aspect, Holds, Options};
use super::tagged;
use crate::core::board::Side;
use crate::core::moves::Move;
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::format::pgn::result;
use crate::game::record::{run_of_marks, spaced, words};
use crate::game::{Annotation, Game, NodeId, Order, RemarkKind};
use crate::variant::registry::{VariantSet, WithVariant};
use crate::variant::{CommentSubject, Position, Variant};
use encoding_rs::UTF_8;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::hash::{BuildHasher, DefaultHasher, Hash, Hasher, RandomState};

/// What a game says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Content<'g> {
    /// The id of the variant.
    pub(super) variant: Option<Cow<'g, str>>,
    /// Whether the moves were played.
    pub(super) replayed: bool,
    /// The start position, if it is not the usual one.
    pub(super) start: Option<String>,
    /// All tags that say something, by their proper names, with the values as written. Those that set the
    /// position up are among them: the board is set up from them again.
    pub(super) tags: Vec<(Cow<'g, str>, Cow<'g, str>)>,
    /// The result, unless it is unknown.
    pub(super) outcome: Option<Outcome>,
    /// The moves with all that stands behind them.
    pub(super) tokens: Vec<Token>,
    /// What the format of the game can hold.
    pub(super) holds: Holds,
    /// Stands for the bytes of the game in its source.
    pub(super) spelling: u64,
}

/// A piece of what a game says. What stands behind a move follows it; a variation stands between brackets
/// behind the move that it replaces.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Token {
    Move(Move),
    /// A word that was not played.
    Word(String),
    Nag(u8),
    DrawOffer,
    Outcome(Outcome),
    Label(u32),
    Comment(String),
    /// Text that was not understood.
    Stray(String),
    Open,
    Close,
}

impl Token {
    pub(super) fn is_move(&self) -> bool {
        matches!(self, Token::Move(_) | Token::Word(_))
    }

    /// Which part of what games say it is; none for the moves of a line.
    pub(super) fn aspect(&self) -> Option<Aspect> {
        match self {
            Token::Move(_) | Token::Word(_) => None,
            Token::Nag(_) | Token::DrawOffer => Some(Aspect::Nags),
            Token::Comment(_) | Token::Stray(_) => Some(Aspect::Comments),
            Token::Open | Token::Close | Token::Outcome(_) | Token::Label(_) => {
                Some(Aspect::Variations)
            }
        }
    }
}

/// Hashes that nobody outside can foresee, so that no source can be made to collide.
#[derive(Clone, Debug, Default)]
pub(super) struct Keys(RandomState, RandomState);

impl Keys {
    /// Two hashers for what comes piece by piece.
    pub(super) fn hashers(&self) -> [DefaultHasher; 2] {
        [self.0.build_hasher(), self.1.build_hasher()]
    }

    pub(super) fn short(&self, value: &impl Hash) -> u64 {
        self.0.hash_one(value)
    }

    /// By another secret than the short one.
    pub(super) fn other(&self, value: &impl Hash) -> u64 {
        self.1.hash_one(value)
    }

    pub(super) fn long(&self, value: &impl Hash) -> u128 {
        u128::from(self.0.hash_one(value)) << 64 | u128::from(self.1.hash_one(value))
    }
}

impl<'g> Content<'g> {
    /// What a game says.
    pub(super) fn of<S: VariantSet>(game: &'g Game, holds: Holds) -> Content<'g> {
        Content::with_tokens::<S>(game, holds, true)
    }

    /// What a game says apart from its moves, where these are all that it has.
    pub(super) fn of_heading<S: VariantSet>(game: &'g Game, holds: Holds) -> Content<'g> {
        Content::with_tokens::<S>(game, holds, false)
    }

    fn with_tokens<S: VariantSet>(game: &'g Game, holds: Holds, tokens: bool) -> Content<'g> {
        let index = game.info.and_then(|info| S::find(info.id));
        let said = Said { game, tokens };
        let said = match index {
            Some(index) => S::run(index, said),
            None => said.plain(),
        };
        let mut content = Content {
            variant: game.info.map(|info| info.id.into()),
            replayed: game.replayed,
            holds,
            spelling: spelling(game),
            ..said
        };
        content.widen(game);
        content
    }

    /// What a document holds beyond what its format has a place for is kept in a record inside it; then it can
    /// hold all.
    fn widen(&mut self, game: &Game) {
        let annotated = self.tokens.iter().any(|token| token.aspect().is_some());
        self.holds.annotations |= annotated;
        let (first, second) = game.info.map_or((None, None), |info| {
            (info.first.first(), info.second.first())
        });
        let is_further = |name: &str| {
            !tagged::is_moment(name)
                && first.is_none_or(|first| *first != name)
                && second.is_none_or(|second| *second != name)
                && !game.info.is_some_and(|info| tagged::is_setup(info, name))
        };
        let further = self.tags.iter().any(|(name, _)| is_further(name));
        self.holds.tags |= self.holds.players && (annotated || further);
    }

    /// The moves of the main line.
    pub(super) fn main_line(&self) -> impl Iterator<Item = &Token> {
        let mut depth = 0;
        self.tokens.iter().filter(move |token| {
            match token {
                Token::Open => depth += 1,
                Token::Close => depth -= 1,
                _ => {}
            }
            depth == 0 && token.is_move()
        })
    }

    /// Whether there is nothing but moves that were played.
    pub(super) fn is_bare(&self) -> bool {
        let mut tokens = self.tokens.iter();
        tokens.all(|token| matches!(token, Token::Move(_)))
    }

    /// The main line as bytes, and its number of plies, words that were not played among them.
    pub(super) fn line(&self) -> (Vec<u8>, u32) {
        let mut line = Vec::with_capacity(4 * self.tokens.len());
        let mut plies = 0;
        for token in self.main_line() {
            plies += 1;
            match token {
                Token::Move(mv) => bytes::mv(mv, &mut line),
                Token::Word(word) => {
                    line.push(u8::MAX);
                    line.extend_from_slice(word.as_bytes());
                    line.push(0);
                }
                _ => {}
            }
        }
        (line, plies)
    }
}

/// Stands for the bytes of a game. What stands behind it is not part of it.
fn spelling(game: &Game) -> u64 {
    let original = game.original();
    let mut hasher = DefaultHasher::new();
    original.as_bytes().trim_ascii().hash(&mut hasher);
    if !original.as_bytes().is_ascii() {
        original.encoding().name().hash(&mut hasher);
    }
    hasher.finish()
}

/// Text as it is compared.
pub(super) fn folded<'t>(text: &'t str, options: &Options) -> Cow<'t, str> {
    if options.case() {
        text.into()
    } else {
        text.to_lowercase().into()
    }
}

/// What a game says, as work for its variant.
struct Said<'g> {
    game: &'g Game,
    /// Whether the tokens are wanted.
    tokens: bool,
}

impl<'g> Said<'g> {
    fn content(
        &self,
        tags: Vec<(Cow<'g, str>, Cow<'g, str>)>,
        subject: Option<CommentSubject>,
    ) -> Content<'g> {
        let tokens = self.tokens.then(|| Tokens::new(self.game, subject));
        Content {
            variant: None,
            replayed: false,
            start: None,
            tags,
            outcome: self.game.outcome(),
            tokens: tokens.map_or_else(Vec::new, Tokens::collect),
            holds: Holds::ALL,
            spelling: 0,
        }
    }

    /// Of a game whose variant is not in the set.
    fn plain(&self) -> Content<'g> {
        let tags = self.game.tags();
        let tags = tags.iter().map(|tag| (tag.name(), spaced(tag.value())));
        self.content(tags.collect(), None)
    }
}

impl<'g> WithVariant for Said<'g> {
    type Output = Content<'g>;

    fn run<V: Variant>(self) -> Content<'g> {
        let game = self.game;
        let info = const { &V::INFO };
        let result = result::agree(game, info);
        let outcome = info
            .outcome(result.token)
            .filter(|outcome| *outcome != Outcome::Unknown);
        let mut tags = tagged::said::<V>(game);
        tags.extend(
            result
                .other
                .map(|other| ("Result".into(), spaced(other.into()))),
        );
        let mut content = self.content(tags, V::COMMENT_SUBJECT);
        content.outcome = outcome;
        let chosen = info
            .selectors
            .iter()
            .any(|(name, _)| game.tags().get(name).is_some());
        if game.replayed && (game.setup.is_some() || chosen) {
            let none = Tags::new(&[], b"", UTF_8);
            let here = describe::<V>(&game.tags());
            content.start = here.filter(|here| Some(here) != describe::<V>(&none).as_ref());
        }
        content
    }
}

/// The start position that tags tell.
fn describe<V: Variant>(tags: &Tags<'_>) -> Option<String> {
    let start = V::initial_state(tags, &mut Vec::new()).ok()?;
    Some(start.position.describe())
}

/// Makes tokens of the tree of a game, without recursion.
struct Tokens<'g> {
    game: &'g Game,
    subject: Option<CommentSubject>,
    /// Variations with nothing in them, once there is one to be asked for.
    empty: OnceCell<Vec<bool>>,
    tokens: Vec<Token>,
}

/// Something behind a move.
enum Note {
    Token(Token),
    Variation(NodeId),
}

/// A line on the way: where it stands, whose move that is, whose comes next, and what is still to come behind it.
struct Line {
    node: NodeId,
    mover: Option<Side>,
    next: Side,
    notes: std::vec::IntoIter<(Order, Note)>,
}

impl Line {
    /// Goes to the next node, behind which nothing stands.
    fn pass(&mut self, node: NodeId) {
        let side = self.next;
        (self.node, self.mover, self.next) = (node, Some(side), side.other());
    }
}

impl<'g> Tokens<'g> {
    fn new(game: &'g Game, subject: Option<CommentSubject>) -> Tokens<'g> {
        Tokens {
            game,
            subject,
            empty: OnceCell::new(),
            tokens: Vec::with_capacity(game.nodes().len()),
        }
    }

    fn collect(mut self) -> Vec<Token> {
        let first = self.game.first_to_move.unwrap_or(Side::First);
        let mut open = vec![self.line(NodeId::ROOT, None, first)];
        while let Some(line) = open.last_mut() {
            match line.notes.next() {
                Some((_, Note::Token(token))) => self.tokens.push(token),
                Some((_, Note::Variation(head))) => {
                    self.tokens.push(Token::Open);
                    let side = line.mover.unwrap_or(line.next);
                    let inner = self.line(head, None, side);
                    open.push(inner);
                }
                None => match self.game.next(line.node) {
                    Some(node) => {
                        self.tokens.push(match self.game.mv(node) {
                            Some(mv) => Token::Move(mv),
                            None => Token::Word(words(&self.game.text(node))),
                        });
                        let side = line.next;
                        // A comment may be about the move before it, if the variant knows subjects.
                        if self.subject.is_none() && self.game.is_bare(node) {
                            line.pass(node);
                        } else {
                            let moved = self.line(node, Some(side), side.other());
                            *open.last_mut().expect("it is open") = moved;
                        }
                    }
                    None => {
                        open.pop();
                        if !open.is_empty() {
                            self.tokens.push(Token::Close);
                        }
                    }
                },
            }
        }
        self.tokens
    }

    /// Whether a variation has nothing in it.
    fn is_empty(&self, head: NodeId) -> bool {
        self.empty.get_or_init(|| self.game.empty())[head.index()]
    }

    /// A line that stands behind a node, and whose move follows.
    fn line(&self, node: NodeId, mover: Option<Side>, next: Side) -> Line {
        let mut notes = Vec::new();
        self.notes(node, mover, false, &mut notes);
        if self.subject.is_some()
            && mover.is_some()
            && let Some(following) = self.game.next(node)
        {
            self.notes(following, Some(next), true, &mut notes);
        }
        if self.subject.is_some() {
            // What stands behind a round belongs to either move, so the order of these says nothing of what came first:
            // a variation or a comment on the other move.
            notes.sort_by_key(|(order, note)| (matches!(note, Note::Variation(_)), *order));
        }
        Line {
            node,
            mover,
            next,
            notes: notes.into_iter(),
        }
    }

    /// What stands behind a node: of that either what is about the move before it in its round, or all else.
    fn notes(
        &self,
        node: NodeId,
        mover: Option<Side>,
        about_previous: bool,
        notes: &mut Vec<(Order, Note)>,
    ) {
        for (order, annotation) in self.game.ordered(node) {
            let (kind, text) = match annotation {
                Annotation::Variation(head) => {
                    if !about_previous && !self.is_empty(head) {
                        notes.push((order, Note::Variation(head)));
                    }
                    continue;
                }
                Annotation::Remark { kind, text, .. } => (kind, text),
            };
            if let (RemarkKind::Comment(_), Some(subject)) = (kind, self.subject)
                && let Some((speaker, body)) = subject(&text)
            {
                let of_previous = mover == Some(Side::Second)
                    && speaker == Side::First
                    && self
                        .game
                        .parent(node)
                        .is_some_and(|parent| self.game.is_move(parent));
                if of_previous == about_previous {
                    let own = of_previous || mover == Some(speaker);
                    let text = if own { words(&body) } else { words(&text) };
                    notes.push((order, Note::Token(Token::Comment(text))));
                }
                continue;
            }
            if !about_previous {
                notes.extend(token(kind, &text).map(|token| (order, Note::Token(token))));
            }
        }
    }
}

/// The token of a remark. The null glyph says nothing.
fn token(kind: RemarkKind, text: &str) -> Option<Token> {
    Some(match kind {
        RemarkKind::Nag(0) => return None,
        RemarkKind::Nag(nag) => Token::Nag(nag),
        RemarkKind::DrawOffer => Token::DrawOffer,
        RemarkKind::Outcome(outcome) => Token::Outcome(outcome),
        RemarkKind::Label(label) => Token::Label(label),
        RemarkKind::Comment(_) => Token::Comment(words(text)),
        RemarkKind::Unrecognized => match run_of_marks(text) {
            Some(nag) => Token::Nag(nag),
            None => Token::Stray(words(text)),
        },
    })
}
