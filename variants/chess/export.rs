//! The export format of orthodox chess.

use crate::format::pgn::ExportStyle;

/// The export format of PGN, unchanged (CH-005, CH-147 to CH-165).
pub(super) const EXPORT_STYLE: ExportStyle = ExportStyle::PGN;
