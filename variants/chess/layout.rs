//! The export format of orthodox chess.

use crate::pgn::{Comments, Fill, Layout, Order, Slot};

/// CH-005: seven tags, all others sorted, lines filled with moves (CH-147 to CH-165).
pub(super) const LAYOUT: Layout = Layout {
    tags: &[
        Slot::required("Event", "?"),
        Slot::required("Site", "?"),
        Slot::required("Date", "????.??.??"),
        Slot::required("Round", "?"),
        Slot::required("White", "?"),
        Slot::required("Black", "?"),
        Slot::required("Result", "*"),
    ],
    others: Order::Sorted,
    aliases: &[],
    setup: Some(("SetUp", "1")),
    dates: None,
    parted: true,
    fill: Fill::Moves,
    spaced: false,
    ellipsis: "...",
    renumber: true,
    comments: Comments::Filled,
    closing: false,
    braces: &[('}', ')')],
    width: |text| text.chars().count(),
};
