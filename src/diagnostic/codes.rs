//! The catalogue of codes. An id is never reused for another meaning.

use super::{Code, Severity};

macro_rules! codes {
    ($($(#[doc = $doc:literal])+ $name:ident = $severity:ident $id:literal [$($requirement:literal),*] $(help $help:literal)?;)+) => {
        $($(#[doc = $doc])+ pub static $name: Code = Code {
            id: $id,
            severity: Severity::$severity,
            summary: concat!($($doc),+).trim_ascii(),
            requirements: &[$($requirement),*],
            help: codes!(@help $($help)?),
        };)+

        /// All codes, in the order of the catalogue.
        pub static ALL: &[&Code] = &[$(&$name),+];
    };
    (@help) => { None };
    (@help $help:literal) => { Some($help) };
}

codes! {
    /// The source could not be read to its end.
    UNREADABLE_SOURCE = Error "unreadable-source" [];
    /// The source is not in any supported format.
    UNKNOWN_FORMAT = Error "unknown-format" [];
    /// The format is recognized but not supported.
    UNSUPPORTED_FORMAT = Error "unsupported-format" [];
    /// The source is empty.
    EMPTY_SOURCE = Warning "empty-source" [];
    /// Bytes that are not text in the source's encoding.
    MALFORMED_TEXT = Error "malformed-text" [];
    /// Text in another encoding than the rest of the source.
    ENCODING_CHANGE = Warning "encoding-change" [];
    /// Game records in UTF-16 inside a source in another encoding: they are not read.
    UNREAD_TEXT = Error "unread-text" [] help "put it into a file of its own, or into the encoding of the rest";

    /// Unexpected text outside a game.
    STRAY_TEXT = Error "stray-text" ["CH-068"] help "put remarks in braces";
    /// A tag pair that does not have the form `[Name "value"]`.
    MALFORMED_TAG = Warning "malformed-tag" ["CH-074", "CH-077", "CH-078"] help r#"write [Name "value"] on a line of its own"#;
    /// An unescaped quotation mark inside a tag value.
    UNESCAPED_QUOTE = Warning "unescaped-quote" ["CH-043", "CH-045"] help r#"write \" for a quotation mark inside a value"#;
    /// A tag value that spans several lines.
    BROKEN_TAG_VALUE = Warning "broken-tag-value" ["CH-048"] help "put the value on one line";
    /// A tag that appears twice in one game.
    DUPLICATE_TAG = Warning "duplicate-tag" ["CH-076"];
    /// A tag pair on the same line as moves; it begins the next game.
    TAG_IN_MOVETEXT = Warning "tag-in-movetext" ["CH-070", "XQ-045", "XQ-069"] help "begin each game on a new line";

    /// A game without tags after a game without a termination marker.
    UNTITLED_GAME = Warning "untitled-game" ["CH-068", "CH-073"] help "end each game with its result and begin the next with its tags";
    /// A byte order mark inside the source, as in concatenated files.
    BYTE_ORDER_MARK = Warning "byte-order-mark" [] help "remove it; it belongs at the start of a file";

    /// A variant that is recognized but not supported; its moves are kept unchecked.
    UNSUPPORTED_VARIANT = Warning "unsupported-variant" [];
    /// A record with the same Id as another.
    DUPLICATE_ID = Warning "duplicate-id" ["CE-226", "CE-252", "CE-253"];
    /// Two versions of one record with different main lines.
    CHANGED_MAIN_LINE = Warning "changed-main-line" ["CE-246"];
    /// A game whose moves are checked against the board only, not against the rules.
    COHERENCE_ONLY = Warning "coherence-only" ["CE-194", "CE-195"];
    /// An unknown variant.
    UNKNOWN_VARIANT = Warning "unknown-variant" [];
    /// A tag that names a game other than the one that the moves belong to.
    VARIANT_MISMATCH = Warning "variant-mismatch" [];
    /// An invalid start position; the moves are kept as text.
    UNREADABLE_SETUP = Error "unreadable-setup" ["CH-269", "XQ-029", "CE-385", "CE-386"];
    /// A start position that no game can reach.
    IMPOSSIBLE_SETUP = Warning "impossible-setup" [];
    /// A tag value with a clear meaning that is not in canonical form.
    TAG_FORM = Info "tag-form" [];
    /// An invalid tag value.
    TAG_VALUE = Warning "tag-value" [];
    /// A tag value that does not follow the advice of the specification.
    TAG_ADVICE = Info "tag-advice" [];
    /// A tag name that is not spelled as in the specification.
    TAG_NAME = Warning "tag-name" ["CE-148", "CE-191"];
    /// A missing required tag.
    MISSING_TAG = Warning "missing-tag" ["CH-092", "CE-193", "CE-196", "CE-214", "CE-218", "CE-223", "CE-236", "CE-263", "CE-274", "CE-293"];
    /// Moves without any tags.
    BARE_RECORD = Info "bare-record" ["CE-193", "CE-370", "CE-383"] help "begin with [Variant \"C'escacs\"]";
    /// A tag in the wrong place among the others.
    TAG_ORDER = Warning "tag-order" ["CE-193", "CE-197", "CE-216", "CE-221", "CE-222", "CE-227", "CE-239", "CE-274", "CE-294", "CE-297", "CE-317", "CE-319"];
    /// A tag that does not belong in a record of this kind.
    MISPLACED_TAG = Warning "misplaced-tag" ["CE-268", "CE-271", "CE-276", "CE-279", "CE-280", "CE-283", "CE-284", "CE-305", "CE-307"];
    /// A redundant tag.
    NEEDLESS_TAG = Info "needless-tag" ["CE-269"];
    /// No program or person is named as having recorded the game.
    UNSIGNED_RECORD = Info "unsigned-record" ["CE-300"] help "name it in the tag Annotator";
    /// A record meant only for its editor's own database, imported into another one.
    PRIVATE_RECORD = Warning "private-record" ["CE-224"] help "import it only if the database is the editor's own";
    /// A malformed Id, or one that contradicts the rest of the record.
    RECORD_ID = Warning "record-id" ["CE-226", "CE-227", "CE-228", "CE-237", "CE-242", "CE-249", "CE-250", "CE-252", "CE-254", "CE-262"];
    /// A first move number that differs from the start position.
    SETUP_NUMBER = Warning "setup-number" ["CE-184"];
    /// A missing colon after the last move.
    MISSING_STOP = Info "missing-stop" ["CE-112", "CE-113", "CE-127"] help "write : after the last move";
    /// A comment that does not name the player, or that is out of order.
    COMMENT_FORM = Info "comment-form" ["CE-347", "CE-348", "CE-349", "CE-350"] help "begin it with @W: or @B:";
    /// One comment for the moves of both players.
    SHARED_COMMENT = Warning "shared-comment" ["CE-348", "CE-349"] help "write two comments, White's first";
    /// A malformed reference in a comment.
    MALFORMED_REFERENCE = Warning "malformed-reference" ["CE-353", "CE-354", "CE-356", "CE-360", "CE-363", "CE-367", "CE-368"];
    /// A reference to a move or variation that does not exist or comes later.
    DANGLING_REFERENCE = Warning "dangling-reference" ["CE-337", "CE-358", "CE-359", "CE-366"];
    /// Two variations of one move with the same label.
    DUPLICATE_LABEL = Warning "duplicate-label" ["CE-336"];

    /// An unrecognized token in the movetext.
    UNKNOWN_TOKEN = Error "unknown-token" ["CH-142"];
    /// A move is missing or there is one too many, by the numbers of the moves.
    MISSING_MOVE = Error "missing-move" ["CH-153", "CH-154", "CH-156", "CE-123", "CE-141"] help "write the missing move, or correct the number";
    /// An illegal move.
    ILLEGAL_MOVE = Error "illegal-move" ["CH-143", "CE-381"];
    /// A move that could be one of several legal moves.
    AMBIGUOUS_MOVE = Error "ambiguous-move" ["CH-183", "CH-188"] help "add the file, rank or square that the piece comes from";
    /// A move with two published meanings; the rest of the game decides between them.
    SETTLED_BY_CONTEXT = Info "settled-by-context" ["XQ-034"] help "say which rule the game follows";
    /// Coordinates whose ranks are counted from 1; the specification counts from 0.
    RANKS_FROM_ONE = Warning "ranks-from-one" ["XQ-035"] help "count ranks from 0";
    /// Moves after one that could not be played; they are not checked.
    UNPLAYED_MOVES = Warning "unplayed-moves" [];
    /// An unclosed comment.
    UNCLOSED_COMMENT = Error "unclosed-comment" ["CH-030", "XQ-056"] help "close it with }";
    /// An unmatched closing bracket.
    UNOPENED_BRACKET = Error "unopened-bracket" ["CH-033"];
    /// An unclosed variation.
    UNCLOSED_VARIATION = Error "unclosed-variation" ["CH-202", "XQ-086"] help "close it with )";
    /// A game file without moves, or whose moves are never closed.
    UNCLOSED_MOVETEXT = Error "unclosed-movetext" [];
    /// A variation with no move before it to replace.
    MISPLACED_VARIATION = Error "misplaced-variation" ["CH-203", "XQ-090"];
    /// A game without a termination marker.
    MISSING_RESULT = Warning "missing-result" ["CH-208", "XQ-061", "XQ-064", "CE-128"] help "end the game with its result, or * if that is unknown";
    /// A termination marker that contradicts the Result tag.
    RESULT_MISMATCH = Warning "result-mismatch" ["CH-133", "CH-215", "XQ-066"];
    /// Text after the termination marker.
    TEXT_AFTER_RESULT = Warning "text-after-result" ["CH-208", "XQ-068"] help "put remarks in braces";

    /// A move that is not in standard algebraic notation.
    MOVE_SPELLING = Info "move-spelling" ["CH-166", "CH-197"];
    /// A move with a wrong separator, with a leading zero, or that names a pawn.
    MOVE_SIGNS = Warning "move-signs" ["CE-035", "CE-047", "CE-050", "CE-053", "CE-062"];
    /// Castling written with zeros, small letters or without hyphens.
    CASTLING_SPELLING = Info "castling-spelling" ["CH-176", "CH-177", "CH-178", "CH-179", "CE-082"];
    /// A figurine in place of a piece letter.
    FIGURINE = Info "figurine" ["CH-166", "CH-173"];
    /// A pawn move with the letter P.
    PAWN_LETTER = Info "pawn-letter" ["CH-170", "CH-171", "CH-172"];
    /// A move that names both squares, as long notation does.
    COORDINATES = Info "coordinates" ["CH-166", "CH-197"];
    /// A promotion without an equals sign, or with another sign.
    PROMOTION_SPELLING = Info "promotion-spelling" ["CH-181", "CH-182", "CE-075", "CE-087"];
    /// A missing, wrong or superfluous capture sign.
    CAPTURE_SIGN = Info "capture-sign" ["CH-174", "CH-175"];
    /// Unnecessary disambiguation.
    OVER_DISAMBIGUATION = Info "over-disambiguation" ["CH-183", "CH-188", "CH-191"];
    /// A capture by a pawn that names files only. Exactly one legal move fits.
    ABBREVIATED_MOVE = Warning "abbreviated-move" ["CH-166", "CH-175"];
    /// A dot after a move or a result, where it means nothing.
    TRAILING_DOT = Info "trailing-dot" ["CH-157", "CH-166", "CH-208"];
    /// An ellipsis character instead of three dots.
    ELLIPSIS_CHARACTER = Info "ellipsis-character" ["CH-012", "CH-157"];
    /// More than two exclamation or question marks; no NAG stands for them.
    MARK_RUN = Warning "mark-run" ["CH-199", "CH-294"];
    /// A null move, which passes the turn.
    NULL_MOVE = Info "null-move" ["CH-143"];
    /// A missing mark for check or mate.
    MISSING_CHECK_MARK = Info "missing-check-mark" ["CH-189", "CH-190", "CE-089", "CE-098"];
    /// A mate marked as a check.
    MATE_MARKED_AS_CHECK = Info "mate-marked-as-check" ["CH-190", "CE-098"];
    /// A check mark in the form of an older edition.
    OLD_CHECK_MARK = Info "old-check-mark" ["CE-094"];
    /// A wrong mark for check or mate.
    WRONG_CHECK_MARK = Warning "wrong-check-mark" ["CH-189", "CH-190", "CH-192", "CE-093", "CE-094", "CE-096", "CE-098"];
    /// A check mark separated from its move.
    SPACED_CHECK_MARK = Info "spaced-check-mark" ["CH-189", "CH-190"];
    /// An en passant capture that is marked as such.
    EN_PASSANT_MARK = Info "en-passant-mark" ["CH-180"];
    /// A wrong move number.
    MOVE_NUMBER = Warning "move-number" ["CH-153", "CH-154", "CH-156", "CE-123", "CE-141", "CE-326", "CE-327"];
    /// A suffix annotation such as `!`; the specification has NAGs for them.
    GLYPH_SUFFIX = Info "glyph-suffix" ["CH-199", "CH-200"];
    /// An evaluation sign such as `±`; the specification has NAGs for them.
    GLYPH_SIGN = Info "glyph-sign" ["CH-199", "CH-200"];
    /// A NAG without a meaning in the specification.
    RESERVED_NAG = Info "reserved-nag" ["CH-286", "CH-287"];
    /// A nonstandard blank or control character between tokens.
    ODD_BLANK = Info "odd-blank" ["CH-012", "CH-013"];
    /// A nonstandard spelling of the termination marker.
    RESULT_SPELLING = Info "result-spelling" ["CH-135", "CH-137", "CH-139", "CH-214", "CE-129"];
    /// A termination marker inside a variation.
    RESULT_IN_VARIATION = Info "result-in-variation" ["CH-208", "CH-209"];
    /// A result that contradicts the final position.
    ENDING_MISMATCH = Warning "ending-mismatch" ["CH-135", "CH-136", "CH-137", "CE-130", "CE-131", "CE-132", "CE-133", "CE-134", "CE-220"];
    /// A move after the game was already drawn by rule.
    PLAYED_ON = Warning "played-on" ["CE-180"];
    /// A game that is drawn by rule but marked as unfinished.
    UNFINISHED_DRAW = Info "unfinished-draw" ["CE-135", "CE-180"];
    /// A start position without any moves.
    POSITION_ONLY = Info "position-only" ["XQ-030", "XQ-043"];
    /// A wrong PlyCount.
    PLY_COUNT = Warning "ply-count" ["CH-285"];
    /// A tag value that is longer than the specification allows.
    LONG_VALUE = Warning "long-value" ["CH-050"];
    /// A line that is longer than the specification allows.
    LONG_LINE = Warning "long-line" ["CH-025"];
    /// Text that the grammar of its notation does not allow.
    NOT_CONFORMING = Error "not-conforming" [];
    /// A game that is not in export format.
    NOT_EXPORT_FORMAT = Error "not-export-format" ["CH-004"];

    /// A missing Game tag.
    MISSING_GAME_TAG = Warning "missing-game-tag" ["XQ-009"] help r#"write [Game "Chinese Chess"] as the first tag"#;
    /// A Game tag that is not the first tag.
    GAME_TAG_NOT_FIRST = Warning "game-tag-not-first" ["XQ-010"];
    /// A tag name from another game or language.
    FOREIGN_TAG = Info "foreign-tag" ["XQ-008", "XQ-016"];
    /// Tags in an order other than that of the specification.
    TAG_SEQUENCE = Info "tag-sequence" ["XQ-024", "XQ-028"];
    /// Moves in a notation other than that of the Format tag.
    NOTATION_MISMATCH = Warning "notation-mismatch" ["XQ-036", "XQ-051", "XQ-052"];
    /// Moves in more than one notation.
    MIXED_NOTATIONS = Warning "mixed-notations" ["XQ-051"] help "write all moves in one notation";
    /// A move that does not say which of two equal pieces on a file it moves.
    UNMARKED_PIECE = Info "unmarked-piece" ["XQ-083"];
    /// A move with the other player's numerals.
    NUMERALS = Info "numerals" ["XQ-080"];
    /// A move with characters other than the specification's.
    GLYPH_SPELLING = Info "glyph-spelling" ["XQ-081", "XQ-082", "XQ-084"];
    /// A check mark in a notation that has none.
    SUPERFLUOUS_CHECK_MARK = Info "superfluous-check-mark" ["XQ-033", "XQ-034", "XQ-035"];
    /// An annotation that precedes its move.
    MARK_BEFORE_MOVE = Info "mark-before-move" [] help "write annotations after their moves";
    /// Two moves without a blank between them.
    GLUED_MOVES = Info "glued-moves" ["XQ-048"] help "write a blank between moves";
    /// No blank before a move number.
    GLUED_ROUND = Info "glued-round" ["XQ-050"] help "write a blank between rounds";
    /// No blank before the termination marker.
    GLUED_RESULT = Info "glued-result" ["XQ-065"] help "write a blank before the result";
    /// No blank after a move number.
    GLUED_NUMBER = Info "glued-number" ["XQ-049"] help "write a blank after the dot";
    /// A comment from a semicolon to the end of the line, where comments are in braces only.
    LINE_COMMENT = Warning "line-comment" ["XQ-056", "CE-338"] help "put remarks into braces";
    /// No blank between a comment and a move.
    GLUED_COMMENT = Info "glued-comment" ["XQ-059"] help "write a blank beside the braces";
    /// Missing dots before the second player's move.
    MISSING_ELLIPSIS = Info "missing-ellipsis" ["XQ-091"];

    /// An XML declaration that names the wrong encoding.
    ENCODING_DECLARATION = Warning "encoding-declaration" [] help "declare the encoding of the text";
    /// XML that is not well-formed; what could be read before it is kept.
    MALFORMED_XML = Error "malformed-xml" ["XQ-094"];
    /// An unknown XML element; its text is kept.
    UNKNOWN_ELEMENT = Warning "unknown-element" ["XQ-095", "XQ-097", "XQ-098", "XQ-099"];
    /// A comment that cannot be written as PGN unchanged.
    COMMENT_TEXT = Warning "comment-text" ["XQ-057"];

    /// Variations nested deeper than the limit; what lies deeper is kept as text.
    DEPTH_LIMIT = Error "depth-limit" ["CH-204", "CE-324"];
    /// Invalid JSON.
    BAD_JSON = Error "bad-json" ["PN-001"];
    /// A duplicate name in one object.
    DUPLICATE_KEY = Error "duplicate-key" ["PN-094"];
    /// A JSON value that the schema does not allow.
    JSON_VALUE = Error "json-value" [];
    /// An unsupported version of the format.
    OTHER_VERSION = Warning "other-version" ["PN-094"];
    /// A missing required member.
    MISSING_KEY = Error "missing-key" ["PN-094", "PN-098", "PN-099"];
    /// A member name that is not spelled as in the specification.
    PCN_KEY = Warning "pcn-key" ["PN-086", "PN-107"];
    /// A value of the wrong type; it is kept as it is.
    PCN_VALUE = Error "pcn-value" ["PN-004", "PN-087", "PN-096", "PN-097", "PN-109"];
    /// A malformed move, action or set of options; it is kept as it is.
    PCN_MOVE = Error "pcn-move" ["PN-049", "PN-050", "PN-054", "PN-077", "PN-099"];
    /// A time that lacks date, time of day or offset.
    DATE_TIME = Warning "date-time" ["PN-095"];
    /// A board with rows of different lengths.
    RAGGED_BOARD = Error "ragged-board" ["PN-006", "PN-009"];
    /// An invalid piece name.
    NO_PIECE = Error "no-piece" ["PN-008", "PN-010", "PN-012", "PN-079"];
    /// A piece name with mixed case or no letters.
    PIECE_CASE = Warning "piece-case" ["PN-032", "PN-033", "PN-036", "PN-082"];
    /// A piece style or abbreviation that is not a recommended one.
    PIECE_STYLE = Info "piece-style" ["PN-019", "PN-020", "PN-025", "PN-026", "PN-027", "PN-028", "PN-029"];
    /// The side that moves first is at the top.
    BOARD_ORIENTATION = Info "board-orientation" ["PN-101"];
    /// An unknown verb; nothing is played after it.
    UNKNOWN_VERB = Error "unknown-verb" ["PN-060"];
    /// A key among the options of an action that the format does not define.
    UNKNOWN_OPTION = Info "unknown-option" ["PN-085"];
    /// A piece that jumps over an empty square.
    EMPTY_JUMP = Warning "empty-jump" ["PN-069"];
    /// Coordinates or an index outside the board.
    NO_SQUARE = Error "no-square" ["PN-038", "PN-040", "PN-041", "PN-074", "PN-076"];
    /// A piece name that stands for several pieces.
    AMBIGUOUS_PIECE = Error "ambiguous-piece" ["PN-043", "PN-044", "PN-056", "PN-075"] help "name the square";
    /// An action that the board does not allow; nothing is played after it.
    IMPOSSIBLE_ACTION = Error "impossible-action" ["PN-057", "PN-061", "PN-064", "PN-066", "PN-067", "PN-070", "PN-071", "PN-102"];
    /// A move that ends while a piece is in the air.
    LEFT_IN_THE_AIR = Error "left-in-the-air" ["PN-073"];
    /// A side that moves out of turn.
    WRONG_TURN = Info "wrong-turn" ["PN-055", "PN-100"];
    /// A stunned piece; the format does not define what becomes of it.
    STUNNED_PIECE = Info "stunned-piece" ["PN-071"];
    /// A cached board that contradicts the moves.
    CACHE_POSITION = Warning "cache-position" ["PN-105", "PN-106", "PN-110"];
    /// Cached hands or captures that contradict the moves.
    CACHE_PIECES = Info "cache-pieces" ["PN-108", "PN-109", "PN-110"];
    /// A game on a known variant's board that breaks its rules.
    NOT_BY_RULES = Info "not-by-rules" ["PN-002"];
    /// Data kept from another format that contradicts the game.
    STALE_EXTENSION = Warning "stale-extension" ["PN-103"];
    /// More problems in one game than are reported individually. It represents them and is itself not counted.
    FINDINGS_LIMIT = Warning "findings-limit" [];
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
