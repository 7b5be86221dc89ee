//! The catalogue of codes. An id is never reused for another meaning.

use super::{Code, Severity};

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $severity:ident $id:literal [$($requirement:literal),*];)+) => {
        $($(#[doc = $doc])+ pub static $name: Code = Code {
            id: $id,
            severity: Severity::$severity,
            summary: concat!($($doc),+),
            requirements: &[$($requirement),*],
        };)+

        /// Every code there is, in the order of the catalogue.
        pub static ALL: &[&Code] = &[$(&$name),+];
    };
}

codes! {
    /// The source could not be read to its end.
    UNREADABLE_SOURCE = Error "unreadable-source" [];
    /// The source is not a record of games in a format that is read here.
    UNKNOWN_FORMAT = Error "unknown-format" [];
    /// The format is known by name, but this version does not read it.
    UNSUPPORTED_FORMAT = Warning "unsupported-format" [];
    /// The source holds nothing at all.
    EMPTY_SOURCE = Warning "empty-source" [];
    /// Bytes that are not text in the source's encoding.
    MALFORMED_TEXT = Error "malformed-text" [];
    /// Text in another encoding than the rest of the source.
    ENCODING_CHANGE = Warning "encoding-change" [];

    /// Text outside any game that is neither a comment nor blank.
    STRAY_TEXT = Error "stray-text" [];
    /// A tag pair that does not have the form `[Name "value"]`.
    MALFORMED_TAG = Warning "malformed-tag" [];
    /// A quotation mark inside a tag value without a backslash before it.
    UNESCAPED_QUOTE = Warning "unescaped-quote" [];
    /// A tag value that runs over the end of its line.
    BROKEN_TAG_VALUE = Warning "broken-tag-value" [];
    /// A tag name that stands twice in one game.
    DUPLICATE_TAG = Warning "duplicate-tag" [];
    /// A tag pair after the movetext has begun on the same line; it starts the next game.
    TAG_IN_MOVETEXT = Warning "tag-in-movetext" ["XQ-053"];

    /// A game of a variant that is recognised by its name but not replayed.
    UNSUPPORTED_VARIANT = Warning "unsupported-variant" [];
    /// A variant name that nobody here knows.
    UNKNOWN_VARIANT = Warning "unknown-variant" [];
    /// A start position that cannot be read; the moves are kept as text.
    UNREADABLE_SETUP = Error "unreadable-setup" [];
    /// A start position that breaks the rules of the game but can be read.
    IMPOSSIBLE_SETUP = Warning "impossible-setup" [];
    /// A tag value that departs from the specification's form.
    TAG_VALUE = Warning "tag-value" [];
    /// A tag whose name departs from the specification's spelling.
    TAG_NAME = Warning "tag-name" ["CE-148"];

    /// A word in the movetext that is neither a move nor anything else that is known.
    UNKNOWN_TOKEN = Error "unknown-token" [];
    /// A move that cannot be played on the board.
    ILLEGAL_MOVE = Error "illegal-move" [];
    /// A move that fits more than one legal move.
    AMBIGUOUS_MOVE = Error "ambiguous-move" [];
    /// Moves after one that could not be played; they are kept as text.
    UNPLAYED_MOVES = Warning "unplayed-moves" [];
    /// A comment that is never closed.
    UNCLOSED_COMMENT = Error "unclosed-comment" [];
    /// A closing brace or bracket without an opening one.
    UNOPENED_BRACKET = Error "unopened-bracket" [];
    /// A variation that is never closed.
    UNCLOSED_VARIATION = Error "unclosed-variation" [];
    /// A variation before any move that it could replace.
    MISPLACED_VARIATION = Error "misplaced-variation" [];
    /// A game without a termination marker.
    MISSING_RESULT = Warning "missing-result" [];
    /// A termination marker that contradicts the Result tag.
    RESULT_MISMATCH = Warning "result-mismatch" [];
    /// Text after the termination marker that is not a comment.
    TEXT_AFTER_RESULT = Warning "text-after-result" [];

    /// Variations nested deeper than the limit; what lies deeper is kept as text.
    DEPTH_LIMIT = Error "depth-limit" [];
    /// A game larger than the limit; what lies beyond is kept as text.
    GAME_LIMIT = Error "game-limit" [];
}
