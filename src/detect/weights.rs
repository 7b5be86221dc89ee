//! What each thing that can be seen weighs, in decibans: tenths of the decimal logarithm of how much more often
//! it is seen where the hypothesis holds than where it does not. docs/DETECTION.md explains the table.
//!
//! Variants weigh their moves and tags themselves ([`Signature`](crate::variant::Signature)).

/// What has to be outweighed before a text is more likely a record than anything else.
pub(super) const ANYTHING: i32 = 27;
/// Decibans to a factor of ten in the odds that are told. What is seen is not independent, so it is less than
/// ten would promise.
pub(super) const DECIBANS: f64 = 10.0;

/// A word that is no move.
pub(super) const WORD: i32 = -8;
/// So many more bytes of such a word weigh as much as another one.
pub(super) const WORD_BYTES: i32 = 16;
/// A sign that has no place between moves.
pub(super) const SIGN: i32 = -3;
pub(super) const COMMA: i32 = -1;
/// `}`, and nothing was open: a comment ends that began before the window.
pub(super) const CLOSE: i32 = -4;
/// A comment with a command, such as `[%clk 0:01:00]`.
pub(super) const COMMAND: i32 = 8;
/// A number with dots; and if a move stands between it and the one that it follows, or repeats.
pub(super) const NUMBER: i32 = 0;
pub(super) const NEXT_NUMBER: i32 = 5;
/// A move directly behind a number with dots.
pub(super) const NUMBERED: i32 = 3;
/// A number without dots.
pub(super) const BARE_NUMBER: i32 = -1;
/// A result of the variant.
pub(super) const RESULT: i32 = 3;

/// A tag of the variant's roster, one that its specification defines, another with a capital letter, and
/// something else that only looks like a tag pair.
pub(super) const ROSTER: i32 = 6;
pub(super) const DEFINED: i32 = 4;
pub(super) const CAPITAL: i32 = 2;
pub(super) const NO_TAG: i32 = -6;
/// A tag says that the game is of the variant, of its family, or of another one.
pub(super) const NAMED: i32 = 14;
pub(super) const NAMED_KIN: i32 = 8;
pub(super) const NAMED_OTHERWISE: i32 = -6;
/// A tag sets up a position that the variant can read, or cannot.
pub(super) const POSITION: i32 = 16;
pub(super) const NO_POSITION: i32 = -12;
/// The tag `Result` has a result of the variant, or has not.
pub(super) const RESULT_TAG: i32 = 2;
pub(super) const NO_RESULT_TAG: i32 = -6;

/// A move from this weight on is telling by its shape alone. A text without any such is no record, unless its
/// moves are numbered.
pub(super) const TELLING: i16 = 7;
/// What moves that tell little weigh at most where they are not numbered.
pub(super) const LITTLE: i32 = 22;

/// A move of the first game that can be played on the board.
pub(super) const PLAYED: i32 = 4;
/// So many moves are tried; and what it weighs if not even the first can be played.
pub(super) const UNPLAYED: i32 = -12;
/// A move of another notation of the same variant.
pub(super) const OTHER_NOTATION: i32 = -4;

/// A line that is a position of the variant, and another line among positions.
pub(super) const POSITION_LINE: i32 = 32;
pub(super) const OTHER_LINE: i32 = -8;
/// A line as engines are told games.
pub(super) const MOVES_LINE: i32 = 40;
