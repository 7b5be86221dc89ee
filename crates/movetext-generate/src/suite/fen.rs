//! Positions of chess: what each field may hold, and each field broken in each way.

use super::Case;

/// Positions that conform.
const VALID: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2",
    "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 5 39",
    "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w K - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w Q - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w k - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w q - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 99 200",
    "8/8/8/8/8/8/8/K1k5 w - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "8/P7/8/8/8/8/p7/K1k5 w - - 0 1",
    "QQQQkQQQ/8/8/8/8/8/8/4K3 b - - 0 1",
    "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23",
    "8/8/8/3pP3/8/8/8/K1k5 w - d6 0 1",
];

/// What is broken, the class, and a position.
const BROKEN: &[(&str, &str, &str)] = &[
    ("ranks", "invalid", "4k3/8/8/8/8/8/4P3 w - - 0 1"),
    ("ranks", "invalid", "4k3/8/8/8/8/8/4P3/4K3/8 w - - 0 1"),
    ("ranks", "invalid", "/4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("ranks", "invalid", "4k3/8/8/8//8/4P3/4K3 w - - 0 1"),
    ("ranks", "invalid", "4k38888884P34K3 w - - 0 1"),
    ("rank", "invalid", "4k4/8/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("rank", "invalid", "4k2/8/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("rank", "invalid", "4k3/9/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("rank", "invalid", "4k3/7/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("rank", "lenient", "4k3/44/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("rank", "lenient", "4k3/11111111/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("rank", "invalid", "4k3/08/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("piece", "invalid", "4k3/8/8/8/8/8/4X3/4K3 w - - 0 1"),
    ("piece", "invalid", "4k3/8/8/8/8/8/4Ü3/4K3 w - - 0 1"),
    ("piece", "invalid", "4k3/8/8/8/8/8/4♙3/4K3 w - - 0 1"),
    ("piece", "invalid", "4k3/8/8/3 4/8/8/4P3/4K3 w - - 0 1"),
    ("kings", "lenient", "8/8/8/8/8/8/4P3/4K3 w - - 0 1"),
    ("kings", "lenient", "4k3/8/8/8/8/8/4P3/8 w - - 0 1"),
    ("kings", "lenient", "4k3/8/8/8/8/8/4P3/3KK3 w - - 0 1"),
    ("kings", "lenient", "8/8/8/8/8/8/8/8 w - - 0 1"),
    ("turn", "invalid", "4k3/8/8/8/8/8/4P3/4K3 x - - 0 1"),
    ("turn", "invalid", "4k3/8/8/8/8/8/4P3/4K3 - - - 0 1"),
    ("turn", "lenient", "4k3/8/8/8/8/8/4P3/4K3 W - - 0 1"),
    ("turn", "invalid", "4k3/8/8/8/8/8/4P3/4K3 white - - 0 1"),
    ("castling", "lenient", "r3k2r/8/8/8/8/8/8/R3K2R w XY - 0 1"),
    ("castling", "lenient", "r3k2r/8/8/8/8/8/8/R3K2R w 0 - 0 1"),
    (
        "castling",
        "lenient",
        "r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - 0 1",
    ),
    ("castling", "lenient", "r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1"),
    ("castling", "lenient", "4k3/8/8/8/8/8/4P3/4K3 w KQkq - 0 1"),
    (
        "castling",
        "lenient",
        "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
    ),
    ("en-passant", "lenient", "4k3/8/8/3pP3/8/8/8/4K3 w - x 0 1"),
    ("en-passant", "lenient", "4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1"),
    ("en-passant", "lenient", "4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1"),
    ("en-passant", "lenient", "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1"),
    ("en-passant", "lenient", "4k3/8/8/3pP3/8/8/8/4K3 w - D6 0 1"),
    ("halfmoves", "lenient", "4k3/8/8/8/8/8/4P3/4K3 w - - -1 1"),
    ("halfmoves", "lenient", "4k3/8/8/8/8/8/4P3/4K3 w - - x 1"),
    ("halfmoves", "lenient", "4k3/8/8/8/8/8/4P3/4K3 w - - - 1"),
    ("number", "lenient", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 x"),
    ("number", "lenient", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 0"),
    ("number", "lenient", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 -3"),
    ("fields", "lenient", "4k3/8/8/8/8/8/4P3/4K3 w - - 0"),
    ("fields", "lenient", "4k3/8/8/8/8/8/4P3/4K3 w - -"),
    ("fields", "lenient", "4k3/8/8/8/8/8/4P3/4K3 w -"),
    ("fields", "lenient", "4k3/8/8/8/8/8/4P3/4K3 w"),
    ("fields", "lenient", "4k3/8/8/8/8/8/4P3/4K3"),
    ("fields", "lenient", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 7"),
    ("fields", "lenient", "4k3/8/8/8/8/8/4P3/4K3  w  -  -  0  1"),
    ("check", "lenient", "4k3/4Q3/8/8/8/8/8/4K3 w - - 0 1"),
    ("check", "lenient", "3kK3/8/8/8/8/8/8/8 w - - 0 1"),
    ("pawns", "lenient", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1"),
    ("pawns", "lenient", "4k3/8/8/8/8/8/8/4K2p w - - 0 1"),
];

/// Each position as the start of a game and, if it conforms, as a line of its own, too.
pub(super) fn cases() -> Vec<Case> {
    let line = |family, class, fen: &str| Case {
        format: "positions",
        ..Case::pgn(family, "CH-268 CH-269", class, format!("{fen}\n"))
    };
    let mut cases: Vec<Case> = Vec::new();
    cases.extend(VALID.iter().map(|fen| line("position", "valid", fen)));
    cases.extend(VALID[1..].iter().map(|fen| {
        let text = format!("{}*\n", super::section(&super::set_up(fen)));
        Case::pgn("start", "CH-264 CH-267 CH-269", "valid", text)
    }));
    cases.extend(BROKEN.iter().map(|(family, class, fen)| {
        let text = format!("{}*\n", super::section(&super::set_up(fen)));
        Case::pgn(family, "CH-264 CH-268 CH-269", class, text)
    }));
    cases
}
