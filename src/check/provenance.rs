//! Which diagnostics concern games that are not records in their source.

use crate::diagnostic::{self, Code};
use crate::event::Provenance;

/// Whether a diagnostic of this kind in a game's record concerns the document that it was made from.
pub(super) fn concerns(provenance: Provenance, code: &'static Code) -> bool {
    match provenance {
        Provenance::Native => true,
        Provenance::Xml => !EXPORT_STYLE.contains(&code),
        Provenance::Pcn => PCN.contains(&code),
        Provenance::List => false,
    }
}

/// The layout of a record: numbers, blanks and the order of tags.
static EXPORT_STYLE: &[&Code] = &[
    &diagnostic::BARE_RECORD,
    &diagnostic::GAME_TAG_NOT_FIRST,
    &diagnostic::GLUED_COMMENT,
    &diagnostic::GLUED_MOVES,
    &diagnostic::GLUED_NUMBER,
    &diagnostic::MISSING_ELLIPSIS,
    &diagnostic::MISSING_GAME_TAG,
    &diagnostic::MISSING_TAG,
    &diagnostic::MOVE_NUMBER,
    &diagnostic::ODD_BLANK,
    &diagnostic::TAG_ORDER,
    &diagnostic::TAG_SEQUENCE,
];

/// What board and result show, however they are written.
static PCN: &[&Code] = &[&diagnostic::ENDING_MISMATCH, &diagnostic::PLAYED_ON];
