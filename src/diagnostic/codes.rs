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
    UNSUPPORTED_FORMAT = Error "unsupported-format" [];
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
    UNSUPPORTED_VARIANT = Warning "unsupported-variant" [];
    /// A record that has the name of another.
    DUPLICATE_ID = Warning "duplicate-id" ["CE-226", "CE-252", "CE-253"];
    /// Versions of one record with different main lines.
    CHANGED_MAIN_LINE = Warning "changed-main-line" ["CE-246"];
    /// A game whose rules are not judged: moves are read if they agree with the board.
    COHERENCE_ONLY = Warning "coherence-only" ["CE-194", "CE-195"];
    /// A variant name that nobody here knows.
    UNKNOWN_VARIANT = Warning "unknown-variant" [];
    /// A start position that cannot be read; the moves are kept as text.
    UNREADABLE_SETUP = Error "unreadable-setup" ["CH-269", "XQ-029", "CE-385", "CE-386"];
    /// A start position that breaks the rules of the game but can be read.
    IMPOSSIBLE_SETUP = Warning "impossible-setup" [];
    /// A tag value that can be read, but is not written as the specification says.
    TAG_FORM = Info "tag-form" [];
    /// A tag value that departs from the specification's form.
    TAG_VALUE = Warning "tag-value" [];
    /// A tag value that departs from what the specification advises.
    TAG_ADVICE = Info "tag-advice" [];
    /// A tag whose name departs from the specification's spelling.
    TAG_NAME = Warning "tag-name" ["CE-148", "CE-191"];
    /// A tag that the record needs is missing.
    MISSING_TAG = Warning "missing-tag" ["CH-092", "CE-193", "CE-196", "CE-214", "CE-218", "CE-223", "CE-236", "CE-263", "CE-274", "CE-293"];
    /// Moves without any tag, which say neither what they are of nor who played them.
    BARE_RECORD = Info "bare-record" ["CE-193", "CE-370", "CE-383"] help "begin with [Variant \"C'escacs\"]";
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
    SHARED_COMMENT = Warning "shared-comment" ["CE-348", "CE-349"] help "write two comments, White's first";
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
    /// A move that means different things by different published rules; the rest of the game tells which it is.
    SETTLED_BY_CONTEXT = Info "settled-by-context" ["XQ-034"] help "name the rule that the game keeps to";
    /// Coordinates whose ranks are counted from 1; the specification counts from 0.
    RANKS_FROM_ONE = Info "ranks-from-one" ["XQ-035"] help "count ranks from 0";
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
    RESULT_MISMATCH = Warning "result-mismatch" ["CH-133", "CH-215", "XQ-066"];
    /// Text after the termination marker that is not a comment.
    TEXT_AFTER_RESULT = Warning "text-after-result" ["CH-208", "XQ-068"] help "put remarks into braces";

    /// A move in other letters than standard algebraic notation has for it.
    MOVE_SPELLING = Info "move-spelling" ["CH-166", "CH-197"];
    /// A move whose hexes are parted by another sign than the specification's or have a zero before
    /// their line, or that names a pawn.
    MOVE_SIGNS = Warning "move-signs" ["CE-035", "CE-047", "CE-050", "CE-053", "CE-062"];
    /// A castling written with zeros, small letters or without hyphens.
    CASTLING_SPELLING = Info "castling-spelling" ["CH-176", "CH-177", "CH-178", "CH-179", "CE-082"];
    /// A move with the picture of a man instead of its letter.
    FIGURINE = Info "figurine" ["CH-166", "CH-173"];
    /// A pawn move with the letter P.
    PAWN_LETTER = Info "pawn-letter" ["CH-170", "CH-171", "CH-172"];
    /// A move by its two squares, or with the whole square that the man comes from.
    COORDINATES = Info "coordinates" ["CH-166", "CH-197"];
    /// A promotion without the equals sign, or with another.
    PROMOTION_SPELLING = Info "promotion-spelling" ["CH-181", "CH-182", "CE-075", "CE-087"];
    /// A capture without its sign or with another, or the sign where nothing is captured.
    CAPTURE_SIGN = Info "capture-sign" ["CH-174", "CH-175"];
    /// A move that names more of the square that the man comes from than is needed.
    OVER_DISAMBIGUATION = Info "over-disambiguation" ["CH-183", "CH-188", "CH-191"];
    /// A move by which no man moves.
    NULL_MOVE = Info "null-move" ["CH-143"];
    /// A move that gives check or mate without being marked so.
    MISSING_CHECK_MARK = Info "missing-check-mark" ["CH-189", "CH-190", "CE-089", "CE-098"];
    /// A mate that is marked as a check.
    MATE_MARKED_AS_CHECK = Info "mate-marked-as-check" ["CH-190", "CE-098"];
    /// A check mark in the form of an older edition.
    OLD_CHECK_MARK = Info "old-check-mark" ["CE-094"];
    /// A check mark that the board contradicts.
    WRONG_CHECK_MARK = Warning "wrong-check-mark" ["CH-189", "CH-190", "CH-192", "CE-093", "CE-094", "CE-096", "CE-098"];
    /// A check mark that stands apart from its move.
    SPACED_CHECK_MARK = Info "spaced-check-mark" ["CH-189", "CH-190"];
    /// A capture in passing that is marked as one.
    EN_PASSANT_MARK = Info "en-passant-mark" ["CH-180"];
    /// A move number that does not fit its place.
    MOVE_NUMBER = Warning "move-number" ["CH-153", "CH-154", "CH-156", "CE-123", "CE-141", "CE-326", "CE-327"];
    /// `!`, `?` and the like behind a move; the specification has numeric glyphs for them.
    GLYPH_SUFFIX = Info "glyph-suffix" ["CH-199", "CH-200"];
    /// A valuation by another sign; the specification has numeric glyphs for them.
    GLYPH_SIGN = Info "glyph-sign" ["CH-199", "CH-200"];
    /// A numeric annotation glyph without a meaning in the specification.
    RESERVED_NAG = Info "reserved-nag" ["CH-286", "CH-287"];
    /// A blank that is none of the specification's, or a control character taken for one.
    ODD_BLANK = Info "odd-blank" ["CH-012", "CH-013"];
    /// A termination marker in another spelling.
    RESULT_SPELLING = Info "result-spelling" ["CH-135", "CH-137", "CH-139", "CH-214", "CE-129"];
    /// A termination marker inside a variation.
    RESULT_IN_VARIATION = Info "result-in-variation" ["CH-208", "CH-209"];
    /// The board ends the game otherwise than its result says.
    ENDING_MISMATCH = Warning "ending-mismatch" ["CH-135", "CH-136", "CH-137", "CE-130", "CE-131", "CE-132", "CE-133", "CE-134", "CE-220"];
    /// A move after the game was drawn by the rules.
    PLAYED_ON = Warning "played-on" ["CE-180"];
    /// A game that is drawn by the rules, but is said not to be over.
    UNFINISHED_DRAW = Info "unfinished-draw" ["CE-135", "CE-180"];
    /// A position that was set up, without any moves, where records have moves.
    POSITION_ONLY = Info "position-only" ["XQ-030", "XQ-043"];
    /// A PlyCount that is not the number of half-moves in the game.
    PLY_COUNT = Warning "ply-count" ["CH-285"];
    /// A tag value that is longer than the specification allows.
    LONG_VALUE = Warning "long-value" ["CH-050"];
    /// A line that is longer than the specification allows.
    LONG_LINE = Warning "long-line" ["CH-025"];
    /// The text does not conform to the grammar of its notation.
    NOT_CONFORMING = Error "not-conforming" [];
    /// The game conforms, but programs write it otherwise.
    NOT_EXPORT_FORMAT = Error "not-export-format" ["CH-004"];

    /// A record without the tag that names its game.
    MISSING_GAME_TAG = Warning "missing-game-tag" ["XQ-009"] help r#"write [Game "Chinese Chess"] as the first tag"#;
    /// The tag that names the game does not stand first.
    GAME_TAG_NOT_FIRST = Warning "game-tag-not-first" ["XQ-010"];
    /// A tag name of another game or language.
    FOREIGN_TAG = Info "foreign-tag" ["XQ-008", "XQ-016"];
    /// Tags that all have their place, in another order than the specification's sample.
    TAG_SEQUENCE = Info "tag-sequence" ["XQ-024", "XQ-028"];
    /// Moves in another notation than the tag Format says, or than is meant without it.
    NOTATION_MISMATCH = Warning "notation-mismatch" ["XQ-036", "XQ-051", "XQ-052"];
    /// Moves in more than one notation.
    MIXED_NOTATIONS = Warning "mixed-notations" ["XQ-051"] help "write all moves in one notation";
    /// One of several equal men on a file without the mark that tells it from the others.
    UNMARKED_MAN = Info "unmarked-man" ["XQ-083"];
    /// Numbers of a move in the other player's digits.
    NUMERALS = Info "numerals" ["XQ-080"];
    /// A move in other characters than the specification's.
    GLYPH_SPELLING = Info "glyph-spelling" ["XQ-081", "XQ-082", "XQ-084"];
    /// A check mark in a notation that has none.
    SUPERFLUOUS_CHECK_MARK = Info "superfluous-check-mark" ["XQ-033", "XQ-034", "XQ-035"];
    /// A valuation before its move, or before the number of its move.
    MARK_BEFORE_MOVE = Info "mark-before-move" [] help "write valuations behind their moves";
    /// Moves with nothing between them.
    GLUED_MOVES = Info "glued-moves" ["XQ-048"] help "write a blank between moves";
    /// A move number with nothing between it and the move before.
    GLUED_ROUND = Info "glued-round" ["XQ-050"] help "write a blank between rounds";
    /// A termination marker with nothing between it and the move before.
    GLUED_RESULT = Info "glued-result" ["XQ-065"] help "write a blank before the result";
    /// A move number with nothing between it and the move.
    GLUED_NUMBER = Info "glued-number" ["XQ-049"] help "write a blank after the dot";
    /// A comment with nothing between it and a move.
    GLUED_COMMENT = Info "glued-comment" ["XQ-059"] help "write a blank beside the braces";
    /// The second player's move after a number, without dots in the place of the first player's.
    MISSING_ELLIPSIS = Info "missing-ellipsis" ["XQ-091"];

    /// An encoding that an XML declaration names, but that the text is not in.
    ENCODING_DECLARATION = Warning "encoding-declaration" [] help "declare the encoding that the text is in";
    /// XML that is not well-formed; what could be read before it is kept.
    MALFORMED_XML = Error "malformed-xml" ["XQ-094"];
    /// An element that games as XML do not have; its text is kept.
    UNKNOWN_ELEMENT = Warning "unknown-element" ["XQ-095", "XQ-097", "XQ-098", "XQ-099"];
    /// A comment that no record can hold as it is.
    COMMENT_TEXT = Warning "comment-text" ["XQ-057"];

    /// Variations nested deeper than the limit; what lies deeper is kept as text.
    DEPTH_LIMIT = Error "depth-limit" ["CH-204", "CE-324"];
    /// A source that is not JSON where JSON is expected.
    BAD_JSON = Error "bad-json" ["PN-001"];
    /// A name that stands twice in one object.
    DUPLICATE_KEY = Error "duplicate-key" ["PN-094"];
    /// A value of a game in JSON that is not what the schema wants.
    JSON_VALUE = Error "json-value" [];
    /// A document of the same name in a form that is not read here.
    OTHER_VERSION = Warning "other-version" ["PN-094"];
    /// A member that a game cannot be without.
    MISSING_KEY = Error "missing-key" ["PN-094", "PN-098", "PN-099"];
    /// A member whose name departs from the specification's spelling.
    PCN_KEY = Warning "pcn-key" ["PN-086", "PN-107"];
    /// A value of another sort than the format wants; it is kept as it is.
    PCN_VALUE = Error "pcn-value" ["PN-004", "PN-087", "PN-096", "PN-097", "PN-109"];
    /// Something in the place of a move, an action or its options that is none; it is kept as it is.
    PCN_MOVE = Error "pcn-move" ["PN-049", "PN-050", "PN-054", "PN-077", "PN-099"];
    /// A moment that is not written with date, time and offset.
    DATE_TIME = Warning "date-time" ["PN-095"];
    /// A board whose arrays of one level differ in length.
    RAGGED_BOARD = Error "ragged-board" ["PN-006", "PN-009"];
    /// Something that is not the name of a piece where one stands.
    NO_PIECE = Error "no-piece" ["PN-008", "PN-010", "PN-012", "PN-079"];
    /// A piece whose letters are not all of the case of its side.
    PIECE_CASE = Warning "piece-case" ["PN-032", "PN-033", "PN-036", "PN-082"];
    /// A piece whose style or abbreviation is not among those that are recommended.
    PIECE_STYLE = Info "piece-style" ["PN-019", "PN-020", "PN-025", "PN-026", "PN-027", "PN-028", "PN-029"];
    /// The side that moves first stands at the top.
    BOARD_ORIENTATION = Info "board-orientation" ["PN-101"];
    /// A word in the place of a verb that is none; nothing is played from there on.
    UNKNOWN_VERB = Error "unknown-verb" ["PN-060"];
    /// Coordinates or an index that name no square of the board.
    NO_SQUARE = Error "no-square" ["PN-038", "PN-040", "PN-041", "PN-074", "PN-076"];
    /// The name of a piece that stands on more than one square.
    AMBIGUOUS_PIECE = Error "ambiguous-piece" ["PN-043", "PN-044", "PN-056", "PN-075"] help "name the square";
    /// An action that does not find on the board what it needs; nothing is played from there on.
    IMPOSSIBLE_ACTION = Error "impossible-action" ["PN-057", "PN-061", "PN-064", "PN-066", "PN-067", "PN-070", "PN-071", "PN-102"];
    /// A move that ends while a piece is in the air.
    LEFT_IN_THE_AIR = Error "left-in-the-air" ["PN-073"];
    /// A side that moves out of its turn.
    WRONG_TURN = Info "wrong-turn" ["PN-055", "PN-100"];
    /// A piece taken by a verb that does not tell what becomes of it.
    STUNNED_PIECE = Info "stunned-piece" ["PN-071"];
    /// A cached board that is not the one after the moves.
    CACHE_POSITION = Warning "cache-position" ["PN-105", "PN-106", "PN-110"];
    /// Cached pieces in hand or taken that are not those after the moves.
    CACHE_PIECES = Info "cache-pieces" ["PN-108", "PN-109", "PN-110"];
    /// A game on the board of a variant that is not played by its rules.
    NOT_BY_RULES = Info "not-by-rules" ["PN-002"];
    /// What is kept of another format contradicts the game itself, which counts.
    STALE_EXTENSION = Warning "stale-extension" ["PN-103"];
    /// More findings than are told of one document.
    FINDINGS_LIMIT = Error "findings-limit" [];
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
