//! The weight of each kind of evidence, in decibans: ten times the decimal logarithm of how much more often it
//! occurs where the hypothesis is true than where it is not. docs/DETECTION.md explains the table.
//!
//! Variants weigh their moves and tags themselves ([`Signature`](crate::variant::Signature)).

/// What must be outweighed before a text is more probably a record than anything else.
pub(super) const ANYTHING: i32 = 27;
/// The decibans that make a factor of ten in the reported odds. Observations are not independent, so this is
/// more cautious than ten would be.
pub(super) const DECIBANS: f64 = 10.0;

/// A word that is not a move.
pub(super) const WORD: i32 = -8;
/// This many more bytes of such a word count as another one.
pub(super) const WORD_BYTES: i32 = 16;
/// A character that does not belong between moves.
pub(super) const SIGN: i32 = -3;
pub(super) const COMMA: i32 = -1;
/// `}` without an opening brace: the end of a comment that began before the window.
pub(super) const CLOSE: i32 = -4;
/// A comment with a command, such as `[%clk 0:01:00]`.
pub(super) const COMMAND: i32 = 8;
/// A number with dots; and one that continues or repeats the previous number, with a move between them.
pub(super) const NUMBER: i32 = 0;
pub(super) const NEXT_NUMBER: i32 = 5;
/// A move directly after a number with dots.
pub(super) const NUMBERED: i32 = 3;
/// A number without dots.
pub(super) const BARE_NUMBER: i32 = -1;
/// A result of the variant.
pub(super) const RESULT: i32 = 3;

/// A tag of the variant's roster, one defined by its specification, another with a capital letter, and
/// something else that only looks like a tag pair.
pub(super) const ROSTER: i32 = 6;
pub(super) const DEFINED: i32 = 4;
pub(super) const CAPITAL: i32 = 2;
pub(super) const NO_TAG: i32 = -6;
/// A tag that names the variant, its family, or another game.
pub(super) const NAMED: i32 = 14;
pub(super) const NAMED_KIN: i32 = 8;
pub(super) const NAMED_OTHERWISE: i32 = -6;
/// A tag that sets up a position that the variant can read, or cannot.
pub(super) const POSITION: i32 = 16;
pub(super) const NO_POSITION: i32 = -12;
/// A `Result` tag with a result of the variant, or with something else.
pub(super) const RESULT_TAG: i32 = 2;
pub(super) const NO_RESULT_TAG: i32 = -6;

/// From this weight on, the shape of a move is evidence by itself. A text without any such move is not a
/// record, unless its moves are numbered.
pub(super) const TELLING: i16 = 7;
/// The maximum total weight of weaker moves that are not numbered.
pub(super) const LITTLE: i32 = 22;

/// A move of the first game that is playable on the board.
pub(super) const PLAYED: i32 = 4;
/// The number of moves tried; and the weight if not even the first is playable.
pub(super) const UNPLAYED: i32 = -12;
/// A move of another notation of the same variant.
pub(super) const OTHER_NOTATION: i32 = -4;

/// A line that is a position of the variant, and another line among positions.
pub(super) const POSITION_LINE: i32 = 32;
pub(super) const OTHER_LINE: i32 = -8;
/// A line with a game in the form that engines take.
pub(super) const MOVES_LINE: i32 = 40;
