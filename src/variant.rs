//! What a variant consists of: its properties as data, and the few things that need code.

pub mod export;
pub mod export_style;
pub mod formats;
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
use crate::core::text::Text;
use crate::diagnostic::{Code, Finding};
use crate::game::Game;
use export::{Options, WriteError, Written};
use export_style::{ExportStyle, NotationTag};
use formats::Known;
use mapping::Mapping;
use picture::Picture;
use std::borrow::Cow;
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// A game with its own board, pieces and written moves.
///
/// Four functions are required: [`start`](Variant::initial_state), [`lex`](Variant::lex),
/// [`resolve`](Variant::resolve) and [`write`](Variant::write). All others have defaults that suit a game whose
/// records are PGN. The properties can be based on [`VariantInfo::PGN`]. `examples/own_variant.rs` adds a
/// variant in this way.
///
/// Reading a move has two steps: [`lex`](Variant::lex) parses it without a board, [`resolve`](Variant::resolve)
/// finds the one legal move that it stands for.
pub trait Variant: Sized + Send + Sync + 'static {
    /// A board with pieces on it, and whatever else determines the legal moves.
    type Position: Position;
    /// A lexed move, not yet resolved.
    type Token: Copy + Debug + PartialEq;
    /// What the tags of a game say about how its moves are written.
    type Dialect: Clone + Default + Debug + PartialEq;
    /// The notations that moves can be written in; the default is the variant's standard one.
    type Notation: Copy + Default + Debug + PartialEq;

    /// The properties.
    const INFO: VariantInfo;
    /// How games are laid out in export format, or `None` if they have no export format.
    const EXPORT_STYLE: Option<ExportStyle> = None;
    /// How its games are represented in Portable Chess Notation, or `None` if they cannot be.
    const PCN: Option<Mapping> = None;
    /// How the board and the pieces are drawn. By default from the geometry and the names of the pieces.
    const PICTURE: Picture = Picture::PLAIN;
    /// Conventions of writing moves that contradict each other: a move may have different meanings in two of
    /// them. As long as the dialect does not say which one applies, such a move is
    /// [ambiguous](crate::core::moves::MoveErrorKind::Ambiguous).
    const CONVENTIONS: &'static [Convention] = &[];

    /// What its records look like without a board. By default anything that [`lex`](Self::lex) reads is a move.
    const SIGNATURE: Signature = Signature::by_lexing::<Self>();
    /// Formats of other programs that hold its games: [detected](crate::detect) by name, but not read. By default
    /// none.
    const FORMATS: &'static [Known] = &[];

    /// Whom a comment says it is about, where comments can say that: the player of one of the moves of the round
    /// that the comment stands behind; and the comment without these words. Such a comment means the same as one
    /// directly behind that move.
    const COMMENT_SUBJECT: Option<CommentSubject> = None;

    /// Appends a game in the variant's own export format, or returns `None` if games are laid out by
    /// [`EXPORT_STYLE`](Self::EXPORT_STYLE).
    ///
    /// # Errors
    ///
    /// If the format cannot hold the game; the contents of `out` are then unspecified.
    fn export(
        game: &Game,
        options: &Options,
        out: &mut String,
    ) -> Option<Result<Written, WriteError>> {
        let (_, _, _) = (game, options, out);
        None
    }

    /// The notation with this name, e.g. `san`, and these settings (names and values); the standard one if the
    /// name is empty. `None` if there is no such notation, or it does not have these settings.
    ///
    /// By default there is only the standard notation.
    fn notation(name: &str, settings: &[(&str, &str)]) -> Option<Self::Notation> {
        (name.is_empty() && settings.is_empty()).then(Self::Notation::default)
    }

    /// Records in the dialect that moves are expected in this notation, where that decides what a written move
    /// means.
    fn assume_notation(notation: Self::Notation, dialect: &mut Self::Dialect) {
        let (_, _) = (notation, dialect);
    }

    /// Records in the dialect that moves follow a [convention](Self::CONVENTIONS), an index.
    fn apply_convention(convention: usize, dialect: &mut Self::Dialect) {
        let (_, _) = (convention, dialect);
    }

    /// Whether a legal move of the position may be written like this in a convention.
    fn is_consistent_with(
        convention: usize,
        text: &[u8],
        mv: &Move,
        before: &Self::Position,
    ) -> bool {
        let (_, _, _, _) = (convention, text, mv, before);
        true
    }

    /// The tag that names the notation of the moves, if there is such a tag.
    fn notation_tag(notation: Self::Notation) -> Option<NotationTag> {
        let _ = notation;
        None
    }

    /// The position and dialect that the tags set up.
    ///
    /// Deviations that do not prevent reading go to `notes`, each at its tag pair ([`Tags::spans`]).
    ///
    /// # Errors
    ///
    /// If there is an unreadable start position.
    fn initial_state(
        tags: &Tags<'_>,
        notes: &mut Vec<Finding>,
    ) -> Result<InitialState<Self>, SetupError>;

    /// The dialect with another strictness. By default the dialect is unchanged, for variants with only one way
    /// of reading.
    #[must_use]
    fn with_strictness(dialect: Self::Dialect, strictness: Strictness) -> Self::Dialect {
        let _ = strictness;
        dialect
    }

    /// Lexes the move that `text` begins with, if it begins with one.
    ///
    /// The length covers the move and its check marks, not NAGs. The scanner rejects the move unless a
    /// delimiter, a NAG or a mark follows.
    fn lex(text: &[u8], dialect: &Self::Dialect) -> Option<Lexed<Self::Token>>;

    /// Whether [`lex`](Variant::lex) and [`parse_and_play`](Variant::parse_and_play) read moves of this
    /// dialect. If not, they are not called, and reading is slower.
    fn has_fast_path(dialect: &Self::Dialect) -> bool {
        let _ = dialect;
        true
    }

    /// [`lex`](Variant::lex) for every dialect, including those without a [fast path](Variant::has_fast_path).
    fn lex_with(text: &[u8], dialect: &Self::Dialect) -> Option<Lexed<Self::Token>> {
        Self::lex(text, dialect)
    }

    /// A hint for the user if the first move of a game fails and all moves of its main line are playable in
    /// another dialect. The text begins with the movetext of the game; it may extend beyond the game.
    fn suggest_dialect(
        movetext: &[u8],
        start: &Self::Position,
        dialect: &Self::Dialect,
    ) -> Option<String> {
        let (_, _, _) = (movetext, start, dialect);
        None
    }

    /// Finds the move that the token stands for.
    ///
    /// # Errors
    ///
    /// If no move on the board fits, or more than one.
    fn resolve(
        token: Self::Token,
        position: &Self::Position,
        dialect: &Self::Dialect,
    ) -> Result<Move, MoveError>;

    /// Reads the move that `text` begins with and plays it in one step: a shortcut for the most frequent moves.
    ///
    /// Returns the move and its length in bytes, as [`lex`](Variant::lex) and [`resolve`](Variant::resolve)
    /// would, and writes the position after it to `after`, overwriting it. Returns `None` if there is no move,
    /// or if the shortcut cannot decide; the contents of `after` are then unspecified.
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

    /// Appends a legal move of `position` in `notation`, including check marks where that notation has them.
    /// Reading the text gives the same move.
    fn write(mv: &Move, position: &Self::Position, notation: Self::Notation, out: &mut String);

    /// [`write`](Self::write) for who has the position after the move, too: it need not be played once more.
    #[inline]
    fn write_played(
        mv: &Move,
        before: &Self::Position,
        after: &Self::Position,
        notation: Self::Notation,
        out: &mut String,
    ) {
        let _ = after;
        Self::write(mv, before, notation, out);
    }

    /// Whether a record in plain form conforms to the variant's grammar for certain, so that it need not be parsed. That
    /// is a record in ASCII with a termination marker, of tag pairs, moves that
    /// [are canonical](Self::is_canonical), numbers with their dots, NAGs as `$n`, comments in braces and variations
    /// with moves.
    const PLAIN_CONFORMS: bool = false;

    /// Whether a move is written exactly as the specification writes it, so that [`lint_move`](Self::lint_move)
    /// has nothing to report. A quick test for the usual case: `false` says nothing. Not for variants that
    /// [tell notations apart](Self::detect_notation).
    #[inline]
    fn is_canonical(ply: &Ply<'_, Self>) -> bool {
        let _ = ply;
        false
    }

    /// Reports what is wrong with the spelling of a move that was understood nevertheless: letters other than
    /// the specification's, a check mark that the board contradicts. Each concerns the move as a whole.
    fn lint_move(ply: &Ply<'_, Self>, out: &mut Vec<Finding>) {
        let (_, _) = (ply, out);
    }

    /// The one legal move that a text begins with in a form too short for [`lex`](Self::lex), which only the
    /// board distinguishes from other words; and its length.
    ///
    /// Called for words that are not otherwise moves.
    fn abbreviated(text: &[u8], position: &Self::Position) -> Option<(Move, usize)> {
        let (_, _) = (text, position);
        None
    }

    /// The name of the notation that a move is written in, as used in the value of the [notation
    /// tag](Self::notation_tag). `None` if there is only one.
    fn detect_notation(text: &str) -> Option<&'static str> {
        let _ = text;
        None
    }

    /// The side that writes a move like this, where the sides write their moves differently.
    #[inline]
    fn mover(text: &[u8]) -> Option<Side> {
        let _ = text;
        None
    }

    /// The probable meaning of a word in place of a move, as text: how the intended move is written.
    fn meant(word: &[u8], dialect: &Self::Dialect) -> Option<String> {
        let (_, _) = (word, dialect);
        None
    }

    /// Whether a move may begin here without a separator from the previous one.
    ///
    /// Called for text directly after a move, if neither a delimiter nor punctuation follows.
    fn starts_move(text: &[u8]) -> bool {
        let _ = text;
        false
    }

    /// Checks a record apart from its moves: its tags, its comments and their references. Positions are offsets
    /// into [`Game::source`]. Called only if the [`SpecRules`] say so.
    fn validate_record(game: &Game, report: &mut dyn FnMut(Finding)) {
        let (_, _) = (game, report);
    }

    /// The identity of a record according to its own tags, where the specification names records. Called where
    /// [`validate_record`](Self::validate_record) is.
    fn record_identity(game: &Game) -> Option<RecordIdentity> {
        let _ = game;
        None
    }

    /// How the board itself ends the game: by mate, stalemate or other rules. `None` while the game goes on.
    fn game_end(position: &Self::Position) -> Option<GameEnd> {
        let _ = position;
        None
    }

    /// Where the text of a game does not conform to the specification of the notation, as far as a grammar can
    /// decide: at most `most` errors, in the order of the text.
    fn nonconformities(text: &str, limits: &Limits, most: usize) -> Vec<GrammarError> {
        let (_, _, _) = (text, limits, most);
        Vec::new()
    }

    /// Reads the variant's own punctuation: separators, ellipses, suffix annotations.
    ///
    /// Called for bytes of the class
    /// [`ByteClass::Punctuation`](crate::core::byte_class::ByteClass::Punctuation) and, if the byte classes say
    /// so, for `(`. Also called directly after a move.
    fn punctuation(text: &[u8]) -> Option<(Punctuation, usize)> {
        let _ = text;
        None
    }
}

/// What the records of a variant look like without a board to play them on: the knowledge that
/// [detection](crate::detect) uses.
///
/// Weights are in decibans: ten times the decimal logarithm of how much more often something occurs in such
/// records than in text in general.
#[derive(Clone, Copy, Debug)]
pub struct Signature {
    /// The ways of writing moves that are distinguished, by their names in
    /// [`pgn::notation`](crate::format::pgn::notation); the standard one first, at most 32.
    pub notations: &'static [&'static str],
    /// The bytes that a move may begin with. [`sight`](Signature::sight) is asked only where one of them stands.
    pub begins: &'static [RangeInclusive<u8>],
    /// Recognizes the first bytes of a text as a move, if they look like one.
    pub sight: fn(&[u8]) -> Option<Sighting>,
    /// The names of tags that are typical of the variant, with their weights.
    pub tags: &'static [(&'static str, i16)],
}

/// Something that looks like a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sighting {
    /// Its length in bytes, including check marks.
    pub len: usize,
    /// The [notations](Signature::notations) in which it is a move, one bit each.
    pub notations: u32,
    /// Its weight.
    pub weight: i16,
}

impl Signature {
    /// The signature of a variant about which only its lexer is known.
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
            begins: &[0..=0xFF],
            sight: sight::<V>,
            tags: &[],
        }
    }
}

/// Takes the player that a comment names as the one it is about off the comment; none if it names nobody.
pub type CommentSubject = fn(&str) -> Option<(Side, String)>;

/// How strictly a move is checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Strictness {
    /// Only that it agrees with the board, where the variant's specification defines such a reader (C'escacs:
    /// CE-372 to CE-381): the piece is there, and the target is empty or holds the captured piece. Whether the
    /// piece can move like this is not checked. Other variants check all rules.
    Minimal,
    /// All rules of the game.
    #[default]
    Legal,
}

/// A move that was resolved and played.
#[derive(Debug)]
pub struct Ply<'a, V: Variant> {
    /// The move.
    pub mv: Move,
    /// The move as written; [`Text::span`] has its position, as offsets into the chunk.
    pub text: Text<'a>,
    /// The position before it.
    pub before: &'a V::Position,
    /// The position after it.
    pub after: &'a V::Position,
}

/// The identity of a record according to its own tags.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordIdentity {
    /// The name, for people.
    pub name: String,
    /// The name shared by all versions of the record, for people.
    pub work: String,
    /// A key that no other record has.
    pub unique: String,
    /// A key that all versions of the record share, and no others; their main lines are the same. `None` if it
    /// has no versions.
    pub shared: Option<String>,
    /// The index of the tag that holds the name.
    pub tag: usize,
}

/// How the board ended a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameEnd {
    /// The resulting outcome.
    pub outcome: Outcome,
    /// Its name, e.g. `checkmate`.
    pub name: &'static str,
}

/// A position of some variant.
pub trait Position: Clone + Debug + Send + 'static {
    /// Whose turn it is.
    fn turn(&self) -> Side;
    /// The piece on a square.
    fn piece_on(&self, square: Square) -> Option<Piece>;
    /// Plays a move that [`Variant::resolve`] returned for this very position.
    fn play(&mut self, mv: &Move);
    /// Whether the king of the side to move is attacked. Always false by default, for games without check.
    fn is_check(&self) -> bool {
        false
    }
    /// All legal moves, in a fixed order, appended to `out`.
    fn moves(&self, out: &mut Vec<Move>);
    /// A 64-bit key: equal for equal positions, different for nearly all different ones.
    ///
    /// By default it is made from [`describe`](Position::describe), which is slow, and distinguishes positions
    /// that differ only in their counters.
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

    /// The one legal move for which `fits` is true: a simple way to write [`Variant::resolve`].
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
    /// The diagnostic for a game that follows it, unless it is the usual convention.
    pub report: Option<&'static Code>,
    /// The usual convention that it replaces, an index: that one applies unless the game decides otherwise.
    pub instead_of: Option<usize>,
    /// The name of the notation with this convention, as in [`notation`], if it can be requested:
    /// `wxf,scheme=axf`.
    pub notation: Option<&'static str>,
}

/// Where a game starts.
#[derive(Clone, Debug)]
pub struct InitialState<V: Variant> {
    /// The position before the first move.
    pub position: V::Position,
    /// How the moves are written.
    pub dialect: V::Dialect,
    /// Whether the tags set up the position.
    pub custom: bool,
}

/// An unreadable start position.
#[derive(Clone, Debug)]
pub struct SetupError {
    /// The index of the tag with the position.
    pub tag: usize,
    /// What is wrong.
    pub message: Cow<'static, str>,
}

/// A lexed move and its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lexed<T> {
    /// The lexed move.
    pub token: T,
    /// The length in bytes.
    pub len: usize,
}

/// A variant's own punctuation; see [`Variant::punctuation`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Punctuation {
    /// Separates two moves.
    Separator,
    /// Replaces the first player's move where a line begins with the second player's.
    Ellipsis,
    /// A suffix annotation, as a NAG.
    Nag(u8),
    /// A draw offer by the player who moved.
    DrawOffer,
    /// Marks the last move, or the point where the record stops.
    Stop,
}

/// The number of sequences of `depth` plies, at least one: for checking the rules of a variant against
/// published counts.
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

/// The notation of a variant that a text names: `name`, or `name,setting=value,...`, or settings alone; `None`
/// if the variant does not have it.
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
