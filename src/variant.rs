//! What a variant is: a profile of facts, and the few things that need code.

use crate::board::{Geometry, Piece, Side, Square};
use crate::diagnostic::{Code, Finding};
use crate::game::Game;
use crate::grammar::GrammarError;
use crate::lexis::Lexis;
use crate::limits::Limits;
use crate::moves::{Move, MoveError};
use crate::outcome::Outcome;
use crate::pcn::Mapping;
use crate::pgn::{Announcement, Layout, Options, WriteError, Written};
use crate::tags::Tags;
use crate::values::Fault;
use std::borrow::Cow;
use std::fmt::Debug;

/// A game with its own board, men and written moves.
///
/// Reading a move has two steps: [`lex`](Variant::lex) takes its letters apart without a board,
/// [`resolve`](Variant::resolve) finds the one move on the board that is meant.
pub trait Variant: Sized + Send + Sync + 'static {
    /// A board with men on it, and whatever decides which moves are there.
    type Position: Position;
    /// A written move, taken apart but not yet resolved.
    type Token: Copy + Debug + PartialEq;
    /// What the tags of a game say of the way that its moves are written.
    type Dialect: Clone + Default + Debug;
    /// The notations that moves can be written in; the default is the variant's standard one.
    type Notation: Copy + Default + Debug + PartialEq;

    /// The facts.
    const PROFILE: Profile;
    /// How games are laid out in export format; none if they are not written in one.
    const LAYOUT: Option<Layout> = None;
    /// How its games stand in Portable Chess Notation; none if they have no form there.
    const PCN: Option<Mapping> = None;
    /// Conventions of writing moves that contradict each other: a move may mean one thing in one of them and
    /// another in the next. As long as the dialect does not say which one holds, such a move is
    /// [ambiguous](crate::moves::MoveErrorKind::Ambiguous).
    const CONVENTIONS: &'static [Convention] = &[];

    /// Appends a game in an export format that is wholly the variant's own; none if it is laid out by
    /// [`LAYOUT`](Self::LAYOUT).
    ///
    /// # Errors
    ///
    /// If the format cannot hold the game; what is in `out` is then of no account.
    fn export(
        game: &Game,
        options: &Options,
        out: &mut String,
    ) -> Option<Result<Written, WriteError>> {
        let (_, _, _) = (game, options, out);
        None
    }

    /// The notation of this name, e.g. `san`, with these settings, which are names and values;
    /// the standard one if the name is empty. None if there is no such notation, or it does not have
    /// these settings.
    fn notation(name: &str, settings: &[(&str, &str)]) -> Option<Self::Notation>;

    /// Takes down that moves are expected in this notation, where that settles what a written move
    /// means.
    fn expect(notation: Self::Notation, dialect: &mut Self::Dialect) {
        let (_, _) = (notation, dialect);
    }

    /// Takes down that moves keep to a [convention](Self::CONVENTIONS), an index.
    fn keep(convention: usize, dialect: &mut Self::Dialect) {
        let (_, _) = (convention, dialect);
    }

    /// Whether a convention writes a legal move of the position so, or at least not otherwise.
    fn keeps_to(convention: usize, text: &[u8], mv: &Move, before: &Self::Position) -> bool {
        let (_, _, _, _) = (convention, text, mv, before);
        true
    }

    /// The tag that tells readers which notation the moves are in, if there is such a tag.
    fn announce(notation: Self::Notation) -> Option<Announcement> {
        let _ = notation;
        None
    }

    /// The position and dialect that the tags set up.
    ///
    /// Deviations that do not hinder reading go to `notes`.
    ///
    /// # Errors
    ///
    /// If there is a start position that cannot be read.
    fn start(tags: &Tags<'_>, notes: &mut Vec<Note>) -> Result<Start<Self>, SetupError>;

    /// The same dialect, but with moves read so strictly. Variants that know one way only keep it.
    #[must_use]
    fn with_strictness(dialect: Self::Dialect, strictness: Strictness) -> Self::Dialect {
        let _ = strictness;
        dialect
    }

    /// Takes the move apart that `text` begins with, if it begins with one.
    ///
    /// The length covers the move and its check marks, not annotation glyphs. The scanner refuses
    /// the move if what follows is neither a delimiter nor a glyph or mark.
    fn lex(text: &[u8], dialect: &Self::Dialect) -> Option<Lexed<Self::Token>>;

    /// Whether [`lex`](Variant::lex) and [`step`](Variant::step) read moves of this dialect. Where they
    /// do not, they are not asked, and reading is slower.
    fn is_usual(dialect: &Self::Dialect) -> bool {
        let _ = dialect;
        true
    }

    /// The same as [`lex`](Variant::lex) for each dialect, be it [usual](Variant::is_usual) or not.
    fn lex_as(text: &[u8], dialect: &Self::Dialect) -> Option<Lexed<Self::Token>> {
        Self::lex(text, dialect)
    }

    /// What to say to people where the first move of a game fails, if all moves of its main line can
    /// be played once they are read in another way than by this dialect. The text begins with the
    /// movetext of the game; its end may lie behind that of the game.
    fn misread(movetext: &[u8], start: &Self::Position, dialect: &Self::Dialect) -> Option<String> {
        let (_, _, _) = (movetext, start, dialect);
        None
    }

    /// Finds the move that the token means.
    ///
    /// # Errors
    ///
    /// If no move on the board fits, or more than one.
    fn resolve(
        token: Self::Token,
        position: &Self::Position,
        dialect: &Self::Dialect,
    ) -> Result<Move, MoveError>;

    /// Reads the move that `text` begins with and plays it, all in one: a shortcut for the moves
    /// that most of a record consists of.
    ///
    /// Returns the move and its length in bytes, the same as [`lex`](Variant::lex) and
    /// [`resolve`](Variant::resolve) give, and writes the position after it to `after`, whatever
    /// that was before. Returns none if there is no move, or the shortcut does not know; what is in
    /// `after` is then of no account.
    #[inline]
    fn step(
        text: &[u8],
        dialect: &Self::Dialect,
        before: &Self::Position,
        after: &mut Self::Position,
    ) -> Option<(Move, usize)> {
        let lexed = Self::lex(text, dialect)?;
        let mv = Self::resolve(lexed.token, before, dialect).ok()?;
        after.clone_from(before);
        after.play(&mv);
        Some((mv, lexed.len))
    }

    /// Appends a legal move of `position` as it is written in `notation`, check marks included where
    /// that notation has them. It reads back as the same move.
    fn write(mv: &Move, position: &Self::Position, notation: Self::Notation, out: &mut String);

    /// Says what is wrong with the way a move is written that was nevertheless understood: other
    /// letters than the specification's, a check mark that the board contradicts.
    fn faults(
        text: &str,
        mv: &Move,
        before: &Self::Position,
        after: &Self::Position,
        out: &mut Vec<MoveFault>,
    ) {
        let (_, _, _, _, _) = (text, mv, before, after, out);
    }

    /// The name of the notation that a move is written in, as the tag has it that
    /// [announces](Self::announce) notations. None if there is but one.
    fn written_in(text: &str) -> Option<&'static str> {
        let _ = text;
        None
    }

    /// Whether a move that nothing parts from the one before may begin here.
    ///
    /// Asked for text directly after a move that neither a delimiter nor a sign follows.
    fn abuts(text: &[u8]) -> bool {
        let _ = text;
        false
    }

    /// Checks what a record says beside its moves: its tags, its comments and what they refer to.
    /// Places are offsets into [`Game::source`]. Asked for only if the [`Norm`] says so.
    fn review(game: &Game, report: &mut dyn FnMut(Finding)) {
        let (_, _) = (game, report);
    }

    /// What a record is called by its own tags, where the specification has names for records. Asked
    /// for where [`review`](Self::review) is.
    fn identity(game: &Game) -> Option<Identity> {
        let _ = game;
        None
    }

    /// How the board itself ends the game: by mate, stalemate and whatever else the rules name. None
    /// while it goes on.
    fn ending(position: &Self::Position) -> Option<Ending> {
        let _ = position;
        None
    }

    /// Whether a text conforms to the specification of the notation, as far as a grammar can tell.
    ///
    /// # Errors
    ///
    /// At the first place where it does not.
    fn conforms(text: &str, limits: &Limits) -> Result<(), GrammarError> {
        let (_, _) = (text, limits);
        Ok(())
    }

    /// Reads a sign of the variant's own that is not a move: separators, ellipses, valuations.
    ///
    /// Asked for bytes of the classes [`Class::Sign`](crate::lexis::Class::Sign) and, if the lexis
    /// says so, for `(`. Also asked directly after a move.
    fn sign(text: &[u8]) -> Option<(Sign, usize)> {
        let _ = text;
        None
    }
}

/// How much is asked of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strictness {
    /// Only that it agrees with the board, where the variant's specification defines such a reader
    /// (C'escacs: CE-372 to CE-381): the man stands there, and the target is free or holds what is
    /// captured. Whether the man may move so is not asked. Other variants ask for all rules.
    Minimal,
    /// All rules of the game.
    #[default]
    Legal,
}

/// A fault in the way a move is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveFault {
    /// The sort of fault.
    pub code: &'static Code,
    /// What is wrong, in words.
    pub message: Cow<'static, str>,
    /// The whole move as it should be written, if there is one proper way.
    pub proper: Option<String>,
}

/// What a record is called by its own tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The name, for people.
    pub name: String,
    /// What all versions of the record are called, for people.
    pub work: String,
    /// What no other record has.
    pub unique: String,
    /// What all versions of the record have, and only they; their main lines are the same. None if it
    /// has no versions.
    pub shared: Option<String>,
    /// The index of the tag that holds the name.
    pub tag: usize,
}

/// How the board ends a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ending {
    /// Who wins by it.
    pub outcome: Outcome,
    /// What it is called, e.g. `checkmate`.
    pub name: &'static str,
}

/// A position of some variant.
pub trait Position: Clone + Debug + Send + 'static {
    /// Whose turn it is.
    fn turn(&self) -> Side;
    /// The man on a square.
    fn piece_on(&self, square: Square) -> Option<Piece>;
    /// Plays a move that [`Variant::resolve`] gave for this very position.
    fn play(&mut self, mv: &Move);
    /// Whether the king of the player to move is attacked.
    fn is_check(&self) -> bool;
    /// All legal moves, in a fixed order, appended to `out`.
    fn moves(&self, out: &mut Vec<Move>);
    /// A 64-bit key: equal for equal positions, different for nearly all different ones.
    fn key(&self) -> u64;
    /// The position in the variant's own notation (FEN, PDTL).
    fn describe(&self) -> String;
}

/// A convention of writing moves; see [`Variant::CONVENTIONS`].
#[derive(Clone, Copy, Debug)]
pub struct Convention {
    /// Its name.
    pub name: &'static str,
    /// What is told of a game that keeps to it, unless it is the usual one.
    pub told: Option<&'static Code>,
    /// The usual convention in the place of which it stands, an index: that one holds unless the game
    /// tells otherwise.
    pub instead_of: Option<usize>,
}

/// Where a game starts.
#[derive(Clone, Debug)]
pub struct Start<V: Variant> {
    /// The position before the first move.
    pub position: V::Position,
    /// How the moves are written.
    pub dialect: V::Dialect,
    /// Whether the tags set the position up.
    pub custom: bool,
}

/// A start position that cannot be read.
#[derive(Clone, Debug)]
pub struct SetupError {
    /// The index of the tag that holds it.
    pub tag: usize,
    /// What is wrong with it.
    pub message: Cow<'static, str>,
}

/// A deviation in a tag that does not hinder reading.
#[derive(Clone, Debug)]
pub struct Note {
    /// The sort of deviation.
    pub code: &'static Code,
    /// The index of the tag.
    pub tag: usize,
    /// What is wrong with it.
    pub message: Cow<'static, str>,
}

/// A written move and the bytes it takes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lexed<T> {
    /// The move, taken apart.
    pub token: T,
    /// How many bytes it takes.
    pub len: usize,
}

/// A sign of the variant's own; see [`Variant::sign`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Parts two moves.
    Separator,
    /// Stands for the first player's move where a line begins with the second player's.
    Ellipsis,
    /// A valuation, as its numeric annotation glyph.
    Nag(u8),
    /// The mover offers a draw.
    DrawOffer,
    /// The last move, or the point where the record stops.
    Stop,
}

/// The facts of a variant.
#[derive(Clone, Copy, Debug)]
pub struct Profile {
    /// The short name for commands and data: lower case, ASCII, no blanks.
    pub id: &'static str,
    /// The name for people.
    pub name: &'static str,
    /// What the ids of the numbered requirements begin with that hold for it, e.g. `CH`.
    pub requirements: &'static str,
    /// The tags that choose the variant, each with the values that do, in lower case.
    pub selectors: &'static [Selector],
    /// Values of those tags that name other games of the family, which are recognised but not
    /// replayed; in lower case.
    pub kin: &'static [&'static str],
    /// The tag names of the first player, the most proper one first.
    pub first: &'static [&'static str],
    /// The tag names of the second player.
    pub second: &'static [&'static str],
    /// The names of the two sides.
    pub sides: [&'static str; 2],
    /// The tag roster in its order.
    pub roster: &'static [&'static str],
    /// The tags that may stand several times in a game.
    pub repeatable: &'static [&'static str],
    /// The men: letter and name, in the order of [`Role`](crate::Role)'s index.
    pub roles: &'static [RoleInfo],
    /// The names of the castlings, in the order of [`MoveKind::Castling`](crate::MoveKind)'s index.
    pub castlings: &'static [&'static str],
    /// The termination markers. Of two that begin alike the longer comes first.
    pub results: &'static [(&'static str, Outcome)],
    /// The tags that hold a start position.
    pub setup: &'static [&'static str],
    /// The board.
    pub geometry: Geometry,
    /// How the movetext is cut into tokens.
    pub lexis: Lexis,
    /// File extensions, without the dot, in lower case.
    pub extensions: &'static [&'static str],
    /// What the specification calls proper, where more than that is understood.
    pub norm: Norm,
}

/// What a specification calls proper, for those who check records.
#[derive(Clone, Copy, Debug)]
pub struct Norm {
    /// So many of the [termination markers](Profile::results), from the first on, are proper.
    pub results: usize,
    /// The highest numeric annotation glyph that has a meaning.
    pub last_nag: u8,
    /// Whether valuations by signs, `!` and `?` among them, are proper.
    pub signs: bool,
    /// Whether other signs than blanks and dots may part tokens: blanks of other scripts, commas.
    pub wide_blanks: bool,
    /// Whether the variant checks the record itself ([`Variant::review`]), the roster included.
    pub reviewed: bool,
    /// The names of the tags that the specification defines.
    pub tags: &'static [&'static str],
    /// What is wrong with the values of tags.
    pub tag_faults: fn(Tags<'_>) -> Vec<TagFault>,
    /// What is wrong with the names of tags and their order.
    pub section: fn(Tags<'_>, &mut dyn FnMut(Finding)),
    /// The tag that says which notation the moves are in.
    pub notation_tag: Option<&'static str>,
    /// Whether something has to stand between a move and a number or comment beside it.
    pub spaced: bool,
    /// Whether dots have to stand for the first player's move between a number and the second
    /// player's.
    pub dotted_second: bool,
    /// Whether a record has moves, and is no mere position.
    pub has_moves: bool,
}

/// A fault in the value of a tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TagFault {
    /// The index of the tag in the game.
    pub tag: usize,
    /// The requirement that defines the tag; none if the specification does not know it.
    pub requirement: Option<&'static str>,
    /// What is wrong.
    pub fault: Fault,
}

impl Norm {
    /// For specifications that say nothing of the tag section as a whole.
    pub const fn no_section_faults(_: Tags<'_>, _: &mut dyn FnMut(Finding)) {}

    /// For specifications that say nothing of the values of tags.
    pub const fn no_tag_faults(_: Tags<'_>) -> Vec<TagFault> {
        Vec::new()
    }
}

/// A tag that chooses a variant, and the values (in lower case) that do.
pub type Selector = (&'static str, &'static [&'static str]);

/// A kind of man.
#[derive(Clone, Copy, Debug)]
pub struct RoleInfo {
    /// The letter of the variant's standard notation.
    pub letter: char,
    /// The English name.
    pub name: &'static str,
}

impl Profile {
    /// What a result token or tag value means.
    pub fn outcome(&self, token: &str) -> Option<Outcome> {
        self.results
            .iter()
            .find(|(text, _)| *text == token)
            .map(|&(_, outcome)| outcome)
    }

    /// The most proper token for an outcome.
    pub fn result(&self, outcome: Outcome) -> Option<&'static str> {
        self.results
            .iter()
            .find(|&&(_, o)| o == outcome)
            .map(|&(text, _)| text)
    }

    /// The name of a square.
    pub fn square_name(&self, square: Square) -> crate::board::SquareName {
        (self.geometry.name)(square)
    }
}

/// How many ways there are to play on for so many plies, at least one: what checks the rules of a
/// variant against published counts.
#[cfg(test)]
pub(crate) fn perft<P: Position>(position: &P, depth: usize) -> u64 {
    let mut moves = Vec::new();
    position.moves(&mut moves);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = |mv: &Move| {
        let mut after = position.clone();
        after.play(mv);
        perft(&after, depth - 1)
    };
    moves.iter().map(after).sum()
}
