//! Games as XML, based on the proposal in the Xiangqi specification (XQ-093 to XQ-101).
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
//! A game is an element `pgn`. Each tag is an element with its name in lower case, and each comment, each move
//! and the result at the end have elements of their own; one blank on either side of a text is not part of it.
//! Additions to the proposal: `variation` holds what replaces the move before it; `nag` the number of a NAG;
//! `text` unrecognized text; `tag` with an attribute `name` a tag whose name cannot be restored from lower
//! case. Several games are in an element `pgns`. `docs/XML.md` has the complete schema.
//!
//! Reading gives the same game again: the same tags in order, moves, comments, NAGs and variations. Only the
//! five entities of XML and character references are supported, and no document types.

mod reading;
mod writing;

pub(crate) use reading::record;
pub use writing::{BEGIN, END, Writer};

use crate::variant::registry::VariantSet;

/// The element of a game.
const GAME: &str = "pgn";
/// The element around several games.
const GAMES: &str = "pgns";
const COMMENT: &str = "comment";
const MOVE: &str = "move";
const VARIATION: &str = "variation";
const NAG: &str = "nag";
const TEXT: &str = "text";
const RESULT: &str = "end";
/// A tag with its name in an attribute.
const TAG: &str = "tag";
/// A picture in a comment (XQ-100).
const PICTURE: &str = "img";

/// Names of elements that are not tags. The tag Variation has the name of one; the contents distinguish them.
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

/// Whether a text that begins with `<` contains games: whether the first element is a game, or contains games.
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
