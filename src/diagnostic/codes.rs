//! The catalogue of codes. An id is never reused for another meaning.

use super::{Code, Severity};

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $severity:ident $id:literal [$($requirement:literal),*] $(help $help:literal)?;)+) => {
        $($(#[doc = $doc])+ pub static $name: Code = Code {
            id: $id,
            severity: Severity::$severity,
            summary: concat!($($doc),+),
            requirements: &[$($requirement),*],
            help: codes!(@help $($help)?),
        };)+

        /// Every code there is, in the order of the catalogue.
        pub static ALL: &[&Code] = &[$(&$name),+];
    };
    (@help) => { None };
    (@help $help:literal) => { Some($help) };
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
    STRAY_TEXT = Error "stray-text" ["CH-068"] help "put remarks into braces";
    /// A tag pair that does not have the form `[Name "value"]`.
    MALFORMED_TAG = Warning "malformed-tag" ["CH-074", "CH-077", "CH-078"] help r#"write [Name "value"] on a line of its own"#;
    /// A quotation mark inside a tag value without a backslash before it.
    UNESCAPED_QUOTE = Warning "unescaped-quote" ["CH-043", "CH-045"] help r#"write \" for a quotation mark inside a value"#;
    /// A tag value that runs over the end of its line.
    BROKEN_TAG_VALUE = Warning "broken-tag-value" ["CH-048"] help "put the value on one line";
    /// A tag name that stands twice in one game.
    DUPLICATE_TAG = Warning "duplicate-tag" ["CH-076"];
    /// A tag pair after the movetext has begun on the same line; it starts the next game.
    TAG_IN_MOVETEXT = Warning "tag-in-movetext" ["CH-070", "XQ-045", "XQ-069"] help "begin each game on a new line";

    /// A game of a variant that is recognised by its name but not replayed.
    UNSUPPORTED_VARIANT = Warning "unsupported-variant" ["CE-194"];
    /// A variant name that nobody here knows.
    UNKNOWN_VARIANT = Warning "unknown-variant" [];
    /// A start position that cannot be read; the moves are kept as text.
    UNREADABLE_SETUP = Error "unreadable-setup" ["CH-269", "XQ-029", "CE-385", "CE-386"];
    /// A start position that breaks the rules of the game but can be read.
    IMPOSSIBLE_SETUP = Warning "impossible-setup" [];
    /// A tag value that departs from the specification's form.
    TAG_VALUE = Warning "tag-value" [];
    /// A tag whose name departs from the specification's spelling.
    TAG_NAME = Warning "tag-name" ["CE-148", "CE-191"];
    /// A tag that the record needs is missing.
    MISSING_TAG = Warning "missing-tag" ["CE-193", "CE-196", "CE-214", "CE-218", "CE-223", "CE-236", "CE-263", "CE-274", "CE-293"];
    /// A tag that does not stand where it should among the others.
    TAG_ORDER = Warning "tag-order" ["CE-193", "CE-197", "CE-216", "CE-221", "CE-222", "CE-227", "CE-239", "CE-274", "CE-294", "CE-297", "CE-317", "CE-319"];
    /// A tag that such a record does not have.
    MISPLACED_TAG = Warning "misplaced-tag" ["CE-268", "CE-271", "CE-276", "CE-279", "CE-280", "CE-283", "CE-284", "CE-305", "CE-307"];
    /// A tag that says nothing new.
    NEEDLESS_TAG = Info "needless-tag" ["CE-269"];
    /// Neither the program nor the person that recorded the game is named.
    UNSIGNED_RECORD = Info "unsigned-record" ["CE-300"] help "name it in the tag Annotator";
    /// An identifier that has no proper form, or that the rest of the record contradicts.
    RECORD_ID = Warning "record-id" ["CE-226", "CE-227", "CE-228", "CE-237", "CE-242", "CE-250", "CE-252", "CE-254", "CE-262"];
    /// A first move number that is not that of the start position.
    SETUP_NUMBER = Warning "setup-number" ["CE-184"];
    /// The last move without the sign that no more follow.
    MISSING_STOP = Info "missing-stop" ["CE-112", "CE-113", "CE-127"] help "write : after the last move";
    /// A comment on a move that does not say whose, or not in the proper order.
    COMMENT_FORM = Info "comment-form" ["CE-347", "CE-348", "CE-349", "CE-350"] help "begin it with @W: or @B:";
    /// One comment on the moves of both players.
    SHARED_COMMENT = Info "shared-comment" ["CE-348", "CE-349"] help "write two comments, White's first";
    /// What looks like a reference in a comment, but can name nothing.
    MALFORMED_REFERENCE = Warning "malformed-reference" ["CE-353", "CE-354", "CE-356", "CE-360", "CE-363", "CE-367", "CE-368"];
    /// A reference in a comment to a move or variation that is not there, or not yet.
    DANGLING_REFERENCE = Warning "dangling-reference" ["CE-337", "CE-358", "CE-359", "CE-366"];
    /// Two variations of one move with the same label.
    DUPLICATE_LABEL = Warning "duplicate-label" ["CE-336"];

    /// A word in the movetext that is neither a move nor anything else that is known.
    UNKNOWN_TOKEN = Error "unknown-token" ["CH-142"];
    /// A move that cannot be played on the board.
    ILLEGAL_MOVE = Error "illegal-move" ["CH-143", "CE-381"];
    /// A move that fits more than one legal move.
    AMBIGUOUS_MOVE = Error "ambiguous-move" ["CH-183", "CH-188"] help "name the square or the file that the man comes from";
    /// Moves after one that could not be played; they are kept as text.
    UNPLAYED_MOVES = Warning "unplayed-moves" [];
    /// A comment that is never closed.
    UNCLOSED_COMMENT = Error "unclosed-comment" ["CH-030", "XQ-056"] help "close it with }";
    /// A closing brace or bracket without an opening one.
    UNOPENED_BRACKET = Error "unopened-bracket" ["CH-033"];
    /// A variation that is never closed.
    UNCLOSED_VARIATION = Error "unclosed-variation" ["CH-202", "XQ-086"] help "close it with )";
    /// A variation before any move that it could replace.
    MISPLACED_VARIATION = Error "misplaced-variation" ["CH-203", "XQ-090"];
    /// A game without a termination marker.
    MISSING_RESULT = Warning "missing-result" ["CH-208", "XQ-061", "XQ-064", "CE-128"] help "end the game with its result, or * if that is unknown";
    /// A termination marker that contradicts the Result tag.
    RESULT_MISMATCH = Warning "result-mismatch" ["CH-133", "XQ-066"];
    /// Text after the termination marker that is not a comment.
    TEXT_AFTER_RESULT = Warning "text-after-result" ["CH-208", "XQ-068"] help "put remarks into braces";

    /// Variations nested deeper than the limit; what lies deeper is kept as text.
    DEPTH_LIMIT = Error "depth-limit" ["CH-204", "CE-324"];
    /// A game larger than the limit; what lies beyond is kept as text.
    GAME_LIMIT = Error "game-limit" [];
}

#[cfg(test)]
mod tests {
    use super::ALL;
    use std::collections::HashSet;

    #[test]
    fn ids_are_unique_words_in_kebab_case() {
        let mut seen = HashSet::new();
        for code in ALL {
            assert!(seen.insert(code.id), "{} stands twice", code.id);
            assert!(
                code.id.bytes().all(|b| b.is_ascii_lowercase() || b == b'-'),
                "{}",
                code.id
            );
        }
    }
}
