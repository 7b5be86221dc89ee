//! The export format of Xiangqi games, as in the specification's samples.

use super::write::Notation;
use crate::format::pgn::{Comments, ExportStyle, Fill, NotationTag, Order, TagRule};
use unicode_width::UnicodeWidthStr;

/// The sample's order of tags (XQ-028); complete rounds on a line, comments on lines of their own (XQ-085),
/// numbers and dots separated (XQ-049, XQ-091).
pub(super) const EXPORT_STYLE: ExportStyle = ExportStyle {
    tags: &[
        TagRule::fixed("Game", "Chinese Chess"),
        TagRule::required("Event", "?"),
        TagRule::required("Site", "?"),
        TagRule::required("Date", "????.??.??"),
        TagRule::required("Round", "?"),
        TagRule::optional("RedTeam"),
        TagRule::required("Red", "?"),
        TagRule::optional("BlackTeam"),
        TagRule::required("Black", "?"),
        TagRule::required("Result", "*"),
        TagRule::optional("Opening"),
        TagRule::optional("Variation"),
        TagRule::optional("ECCO"),
        TagRule::optional("FEN"),
        TagRule::optional("Format"),
    ],
    others: Order::AsRead,
    aliases: ALIASES,
    setup: None,
    // XQ-014
    dates: Some((&["Date", "EventDate"], '.')),
    // XQ-044: the sample has no empty line between them.
    blank_after_tags: false,
    fill: Fill::Rounds,
    spaced: true,
    ellipsis: ". ...",
    // XQ-070, XQ-I13
    renumber: false,
    comments: Comments::Apart,
    // XQ-067
    closing: true,
    // XQ-057
    braces: &[('{', '('), ('}', ')')],
    // Chinese characters take two columns, and so does the punctuation among them.
    width: |text| text.width_cjk(),
};

/// The names used in orthodox chess, and Chinese names, which some programs write (XQ-016).
pub(super) const ALIASES: &[(&str, &str)] = &[
    ("比赛名称", "Event"),
    ("比賽名稱", "Event"),
    ("赛事名称", "Event"),
    ("比赛地点", "Site"),
    ("比賽地點", "Site"),
    ("比赛日期", "Date"),
    ("比賽日期", "Date"),
    ("比赛时间", "Date"),
    ("比赛轮次", "Round"),
    ("红方", "Red"),
    ("紅方", "Red"),
    ("红方棋手", "Red"),
    ("红方姓名", "Red"),
    ("黑方", "Black"),
    ("黑方棋手", "Black"),
    ("黑方姓名", "Black"),
    ("比赛结果", "Result"),
    ("比賽結果", "Result"),
    ("White", "Red"),
    ("WhiteTeam", "RedTeam"),
    ("WhiteElo", "RedElo"),
    ("WhiteTitle", "RedTitle"),
    ("WhiteNA", "RedNA"),
    ("WhiteType", "RedType"),
];

/// XQ-036: without a Format tag the moves are Chinese.
pub(super) fn notation_tag(notation: Notation) -> NotationTag {
    let value = match notation {
        Notation::Chinese { .. } => "Chinese",
        Notation::Wxf { .. } => "WXF",
        Notation::Iccs | Notation::Uci => "ICCS",
    };
    NotationTag {
        tag: "Format",
        value,
        needed: value != "Chinese",
    }
}
