//! What a variant is: a profile of facts, and the few things that need code.

pub mod export;
pub mod export_style;
mod grammar_error;
pub mod grid;
pub(crate) mod history;
pub mod loss;
pub mod mapping;
pub mod picture;
pub mod registry;
pub mod replay;

pub use crate::info::{RoleInfo, Selector, SpecRules, TagFault, VariantInfo};
pub use grammar_error::{GrammarError, GrammarErrorKind};
pub use registry::VariantSet;

use crate::core::board::{Piece, Side, Square};
use crate::core::limits::Limits;
use crate::core::moves::{Move, MoveError, MoveErrorKind};
use crate::core::outcome::Outcome;
use crate::core::tags::Tags;
use crate::diagnostic::{Code, Finding};
use crate::game::Game;
use export::{Options, WriteError, Written};
use export_style::{ExportStyle, NotationTag};
use mapping::Mapping;
use picture::Picture;
use std::borrow::Cow;
use std::fmt::Debug;

/// A game with its own board, pieces and written moves.
///
/// Four functions are required: [`start`](Variant::initial_state), [`lex`](Variant::lex),
/// [`resolve`](Variant::resolve) and [`write`](Variant::write). All others have defaults that suit a game
/// whose records are PGN. The facts start from [`VariantInfo::PGN`]. `examples/own_variant.rs` adds a variant
/// in this way.
///
/// Reading a move has two steps: [`lex`](Variant::lex) takes its letters apart without a board,
/// [`resolve`](Variant::resolve) finds the one move on the board that is meant.
pub trait Variant: Sized + Send + Sync + 'static {
    /// A board with pieces on it, and whatever decides which moves are there.
    type Position: Position;
    /// A written move, taken apart but not yet resolved.
    type Token: Copy + Debug + PartialEq;
    /// What the tags of a game say of the way that its moves are written.
    type Dialect: Clone + Default + Debug;
    /// The notations that moves can be written in; the default is the variant's standard one.
    type Notation: Copy + Default + Debug + PartialEq;

    /// The facts.
    const INFO: VariantInfo;
    /// How games are laid out in export format; none if they are not written in one.
    const EXPORT_STYLE: Option<ExportStyle> = None;
    /// How its games stand in Portable Chess Notation; none if they have no form there.
    const PCN: Option<Mapping> = None;
    /// How the board and the pieces are drawn. By default from the geometry and the names of the pieces.
    const PICTURE: Picture = Picture::PLAIN;
    /// Conventions of writing moves that contradict each other: a move may mean one thing in one of them and
    /// another in the next. As long as the dialect does not say which one holds, such a move is
    /// [ambiguous](crate::core::moves::MoveErrorKind::Ambiguous).
    const CONVENTIONS: &'static [Convention] = &[];

    /// What its records look like where no board tells. By default what [`lex`](Self::lex) reads is a move.
    const SIGNATURE: Signature = Signature::by_lexing::<Self>();

    /// Whom a comment says it is about, where comments can say that: the player of one of the moves of the round
    /// that the comment stands behind; and the comment without these words. Such a comment means the same as one
    /// directly behind that move.
    const COMMENT_SUBJECT: Option<CommentSubject> = None;

    /// Appends a game in an export format that is wholly the variant's own; none if it is laid out by
    /// [`EXPORT_STYLE`](Self::EXPORT_STYLE).
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
    ///
    /// By default there is the standard notation alone.
    fn notation(name: &str, settings: &[(&str, &str)]) -> Option<Self::Notation> {
        (name.is_empty() && settings.is_empty()).then(Self::Notation::default)
    }

    /// Takes down that moves are expected in this notation, where that settles what a written move
    /// means.
    fn assume_notation(notation: Self::Notation, dialect: &mut Self::Dialect) {
        let (_, _) = (notation, dialect);
    }

    /// Takes down that moves keep to a [convention](Self::CONVENTIONS), an index.
    fn apply_convention(convention: usize, dialect: &mut Self::Dialect) {
        let (_, _) = (convention, dialect);
    }

    /// Whether a convention writes a legal move of the position so, or at least not otherwise.
    fn is_consistent_with(
        convention: usize,
        text: &[u8],
        mv: &Move,
        before: &Self::Position,
    ) -> bool {
        let (_, _, _, _) = (convention, text, mv, before);
        true
    }

    /// The tag that tells readers which notation the moves are in, if there is such a tag.
    fn notation_tag(notation: Self::Notation) -> Option<NotationTag> {
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
    fn initial_state(
        tags: &Tags<'_>,
        notes: &mut Vec<Note>,
    ) -> Result<InitialState<Self>, SetupError>;

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

    /// Whether [`lex`](Variant::lex) and [`step`](Variant::parse_and_play) read moves of this dialect. Where they
    /// do not, they are not asked, and reading is slower.
    fn has_fast_path(dialect: &Self::Dialect) -> bool {
        let _ = dialect;
        true
    }

    /// The same as [`lex`](Variant::lex) for each dialect, be it [usual](Variant::has_fast_path) or not.
    fn lex_with(text: &[u8], dialect: &Self::Dialect) -> Option<Lexed<Self::Token>> {
        Self::lex(text, dialect)
    }

    /// What to say to people where the first move of a game fails, if all moves of its main line can
    /// be played once they are read in another way than by this dialect. The text begins with the
    /// movetext of the game; its end may lie behind that of the game.
    fn suggest_dialect(
        movetext: &[u8],
        start: &Self::Position,
        dialect: &Self::Dialect,
    ) -> Option<String> {
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
    fn parse_and_play(
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

    /// The squares that a piece could ever reach from a square by an ordinary move
    /// ([`MoveKind::Normal`](crate::MoveKind), no promotion), whatever else stands on the board; in any order.
    ///
    /// Databases number moves by these squares, so they are part of the format of their lines. A move to a
    /// square that is not among them takes more room there, no more: by default there are none.
    fn reach(piece: Piece, from: Square) -> Vec<Square> {
        let (_, _) = (piece, from);
        Vec::new()
    }

    /// Appends a legal move of `position` as it is written in `notation`, check marks included where
    /// that notation has them. It reads back as the same move.
    fn write(mv: &Move, position: &Self::Position, notation: Self::Notation, out: &mut String);

    /// Says what is wrong with the way a move is written that was nevertheless understood: other
    /// letters than the specification's, a check mark that the board contradicts.
    fn lint_move(
        text: &str,
        mv: &Move,
        before: &Self::Position,
        after: &Self::Position,
        out: &mut Vec<MoveFault>,
    ) {
        let (_, _, _, _, _) = (text, mv, before, after, out);
    }

    /// The one legal move that a text begins with in a form too short for [`lex`](Self::lex), which only
    /// the board tells from other words; and its length.
    ///
    /// Asked for words that are no moves otherwise.
    fn abbreviated(text: &[u8], position: &Self::Position) -> Option<(Move, usize)> {
        let (_, _) = (text, position);
        None
    }

    /// The name of the notation that a move is written in, as the tag has it that
    /// [announces](Self::notation_tag) notations. None if there is but one.
    fn detect_notation(text: &str) -> Option<&'static str> {
        let _ = text;
        None
    }

    /// The side that writes a move so, where sides write their moves in different ways.
    #[inline]
    fn mover(text: &[u8]) -> Option<Side> {
        let _ = text;
        None
    }

    /// What a word that stands in the place of a move is likely to mean, in words: how the move is written
    /// that it may stand for.
    fn meant(word: &[u8], dialect: &Self::Dialect) -> Option<String> {
        let (_, _) = (word, dialect);
        None
    }

    /// Whether a move that nothing parts from the one before may begin here.
    ///
    /// Asked for text directly after a move that neither a delimiter nor a sign follows.
    fn starts_move(text: &[u8]) -> bool {
        let _ = text;
        false
    }

    /// Checks what a record says beside its moves: its tags, its comments and what they refer to.
    /// Places are offsets into [`Game::source`]. Asked for only if the [`SpecRules`] says so.
    fn validate_record(game: &Game, report: &mut dyn FnMut(Finding)) {
        let (_, _) = (game, report);
    }

    /// What a record is called by its own tags, where the specification has names for records. Asked
    /// for where [`review`](Self::validate_record) is.
    fn record_identity(game: &Game) -> Option<RecordIdentity> {
        let _ = game;
        None
    }

    /// How the board itself ends the game: by mate, stalemate and whatever else the rules name. None
    /// while it goes on.
    fn game_end(position: &Self::Position) -> Option<GameEnd> {
        let _ = position;
        None
    }

    /// Where the text of a game does not conform to the specification of the notation, as far as a grammar
    /// can tell: at most so many places, in the order of the text.
    fn nonconformities(text: &str, limits: &Limits, most: usize) -> Vec<GrammarError> {
        let (_, _, _) = (text, limits, most);
        Vec::new()
    }

    /// Reads a sign of the variant's own that is not a move: separators, ellipses, valuations.
    ///
    /// Asked for bytes of the classes [`ByteClass::Punctuation`](crate::core::byte_class::ByteClass::Punctuation) and, if the lexis
    /// says so, for `(`. Also asked directly after a move.
    fn punctuation(text: &[u8]) -> Option<(Punctuation, usize)> {
        let _ = text;
        None
    }
}

/// What the records of a variant look like where there is no board to play them on: what
/// [detection](crate::detect) knows of it.
///
/// Weights are in decibans: tenths of the decimal logarithm of how much more often something is seen in
/// such records than in text of all sorts.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// The ways of writing moves that are told apart, by their names in [`pgn::notation`](crate::format::pgn::notation);
    /// the standard one first, 32 at most.
    pub notations: &'static [&'static str],
    /// Takes the first bytes of a text for a move, if they look like one.
    pub sight: fn(&[u8]) -> Option<Sighting>,
    /// The names of tags that are typical of the variant, and the weight of each.
    pub tags: &'static [(&'static str, i16)],
}

/// Something that looks like a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// How many bytes it takes, check marks included.
    pub len: usize,
    /// The [notations](Signature::notations) in which it is a move, one bit each.
    pub notations: u32,
    /// Its weight.
    pub weight: i16,
}

impl Signature {
    /// That of a variant of which nothing is known but how its moves are taken apart.
    pub const fn by_lexing<V: Variant>() -> Signature {
        fn sight<V: Variant>(text: &[u8]) -> Option<Sighting> {
            let lexed = V::lex(text, &V::Dialect::default())?;
            Some(Sighting {
                len: lexed.len,
                notations: 1,
                weight: if lexed.len > 3 { 8 } else { 4 },
            })
        }
        Signature {
            notations: &["standard"],
            sight: sight::<V>,
            tags: &[],
        }
    }
}

/// Takes the player that a comment names as the one it is about off the comment; none if it names nobody.
pub type CommentSubject = fn(&str) -> Option<(Side, String)>;

/// How much is asked of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strictness {
    /// Only that it agrees with the board, where the variant's specification defines such a reader
    /// (C'escacs: CE-372 to CE-381): the piece stands there, and the target is free or holds what is
    /// captured. Whether the piece may move so is not asked. Other variants ask for all rules.
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
pub struct RecordIdentity {
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
pub struct GameEnd {
    /// Who wins by it.
    pub outcome: Outcome,
    /// What it is called, e.g. `checkmate`.
    pub name: &'static str,
}

/// A position of some variant.
pub trait Position: Clone + Debug + Send + 'static {
    /// Whose turn it is.
    fn turn(&self) -> Side;
    /// The piece on a square.
    fn piece_on(&self, square: Square) -> Option<Piece>;
    /// Plays a move that [`Variant::resolve`] gave for this very position.
    fn play(&mut self, mv: &Move);
    /// Whether the king of the player to move is attacked. By default never, for games without check.
    fn is_check(&self) -> bool {
        false
    }
    /// All legal moves, in a fixed order, appended to `out`.
    fn moves(&self, out: &mut Vec<Move>);
    /// A 64-bit key: equal for equal positions, different for nearly all different ones.
    ///
    /// By default it is made from [`describe`](Position::describe), which is slow, and tells positions
    /// apart that differ in their counters alone.
    fn key(&self) -> u64 {
        // FNV-1a, the same on every machine and in every release.
        self.describe()
            .bytes()
            .fold(0xCBF2_9CE4_8422_2325, |key, byte| {
                (key ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
            })
    }
    /// The position in the variant's own notation (FEN, PDTL).
    fn describe(&self) -> String;

    /// The one legal move for which `fits` holds: a plain way to write [`Variant::resolve`].
    ///
    /// # Errors
    ///
    /// If no legal move fits, or more than one.
    fn only_move(&self, fits: impl Fn(&Move) -> bool) -> Result<Move, MoveError> {
        let mut moves = Vec::new();
        self.moves(&mut moves);
        moves.retain(|mv| fits(mv));
        match moves[..] {
            [mv] => Ok(mv),
            [] => Err(MoveError::new(
                MoveErrorKind::NoSuchMove,
                "no legal move fits",
            )),
            _ => Err(MoveError::new(
                MoveErrorKind::Ambiguous,
                format!("{} legal moves fit", moves.len()),
            )),
        }
    }
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
    /// The notation with this convention, as in [`notation`], if it can be asked for: `wxf,scheme=axf`.
    pub notation: Option<&'static str>,
}

/// Where a game starts.
#[derive(Clone, Debug)]
pub struct InitialState<V: Variant> {
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

/// A sign of the variant's own; see [`Variant::punctuation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Punctuation {
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

/// The notation of a variant that is meant: `name`, or `name,setting=value,...`, or settings alone;
/// none if the variant does not have it.
///
/// ```
/// use movetext::variant::notation;
/// use movetext::variants::{Chess, Xiangqi};
///
/// assert!(notation::<Chess>("lan").is_some());
/// assert!(notation::<Xiangqi>("lan").is_none());
/// ```
pub fn notation<V: Variant>(text: &str) -> Option<V::Notation> {
    let mut name = "";
    let mut settings = Vec::new();
    for word in text
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
    {
        match word.split_once('=') {
            Some(setting) => settings.push(setting),
            None if name.is_empty() => name = word,
            None => return None,
        }
    }
    V::notation(name, &settings)
}
