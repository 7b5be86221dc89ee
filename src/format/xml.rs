//! Games as XML, in the way that the specification of Xiangqi proposes (XQ-093 to XQ-101).
//!
//! ```xml
//! <pgn>
//! <game> Chinese Chess </game>
//! <red> 许银川 </red>
//! <comment> ... </comment>
//! <move> 炮八平五 </move> <move> 炮8平5 </move>
//! <variation>
//! <move> 马8进7 </move>
//! </variation>
//! <end> 1-0 </end>
//! </pgn>
//! ```
//!
//! A game is an element `pgn`. Each tag is an element with its name in lower case, and each comment,
//! each move and the result at the end have an element of their own; one blank on either side of a
//! text is not part of it. What the proposal does not have is added: `variation` holds what replaces
//! the move before it; `nag` the number of a glyph; `text` what was not understood; `tag` with an
//! attribute `name` a tag whose name does not come back from lower case. Several games stand in an
//! element `pgns`. `docs/XML.md` has the whole schema.
//!
//! Reading gives the same game again: the same tags in their order, moves, comments, NAGs and
//! variations. There are no entities but the five of XML and those of characters, and no document
//! types.

mod reading;
mod writing;

pub(crate) use reading::record;
pub use writing::{BEGIN, END, Writer};

use crate::variant::registry::VariantSet;

/// The element that a game is.
const GAME: &str = "pgn";
/// The element around several games.
const GAMES: &str = "pgns";
const COMMENT: &str = "comment";
const MOVE: &str = "move";
const VARIATION: &str = "variation";
const NAG: &str = "nag";
const TEXT: &str = "text";
const RESULT: &str = "end";
/// A tag whose name stands in an attribute.
const TAG: &str = "tag";
/// A picture in a comment (XQ-100).
const PICTURE: &str = "img";

/// Names of elements that are no tags. The tag Variation has the name of one; what is in it tells them
/// apart.
const OWN: [&str; 8] = [GAME, GAMES, COMMENT, MOVE, NAG, TEXT, RESULT, TAG];

/// The tag whose name in lower case is the name of an element.
fn tag_of<S: VariantSet>(element: &str) -> Option<&'static str> {
    let names = S::VARIANTS.iter().flat_map(|info| {
        let names = info.spec_rules.tags.iter().chain(info.roster);
        names.chain(info.setup).copied()
    });
    let mut names = names.chain(["SetUp"]);
    names.find(|name| name.eq_ignore_ascii_case(element))
}

/// Whether a text that begins with `<` holds games: whether the first element is one, or stands around
/// them.
pub(crate) fn is_document(text: &[u8]) -> bool {
    let mut rest = text.trim_ascii_start();
    loop {
        let end: &[u8] = match rest {
            [b'<', b'?', ..] => b"?>",
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            [b'<', b'!', ..] => b">",
            _ => break,
        };
        let Some(at) = memchr::memmem::find(rest, end) else {
            return false;
        };
        rest = rest[at + end.len()..].trim_ascii_start();
    }
    let begins = |name: &str| {
        let after = rest
            .strip_prefix(b"<")
            .and_then(|rest| rest.strip_prefix(name.as_bytes()));
        after
            .and_then(<[u8]>::first)
            .is_some_and(|byte| b" \t\r\n/>".contains(byte))
    };
    begins(GAME) || begins(GAMES)
}
