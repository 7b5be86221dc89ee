//! Coordinates with ranks from 0 and from 1 (XQ-035).

use super::schemes::by_context;
use super::*;

/// How ranks are counted: the moves by ranks from 0, and the diagnostics.
#[test]
fn ranks_are_counted_from_0_or_from_1() {
    // Two chariots above each other: one move of each way of counting.
    let both = "4k4/9/9/9/9/R8/R8/9/9/3K5 w";
    for (fen, movetext, moves, reported) in [
        (START, "1. h2e2 h9g7 2. h0g2 *", "h2e2 h9g7 h0g2", ""),
        (START, "1. H2-E2 H9-G7 *", "h2e2 h9g7", ""),
        (
            START,
            "1. h3e3 h10g8 2. h1g3 *",
            "h2e2 h9g7 h0g2",
            "ranks-from-one: h3e3 means h2-e2 (ranks from 1)",
        ),
        (
            START,
            "1. H3-E3 *",
            "",
            "illegal-move: Red cannot play H3-E3: there is no piece on h3",
        ),
        (
            START,
            "1. a1a2 A10-A9 2. a2a1 a9a10*",
            "a0a1 a9a8 a1a0 a8a9",
            "ranks-from-one: a1a2 means a0-a1 (ranks from 1)",
        ),
        // Both can be played: the specification's way, unless the rest of the game speaks against it.
        (both, "1. a4b4 *", "a4b4", ""),
        (both, "1. a4b4 e9e8 2. b4b5 *", "a4b4 e9e8 b4b5", ""),
        (
            both,
            "1. a4b4 e10e9 2. b4b3 *",
            "a3b3 e9e8 b3b2",
            "ranks-from-one: a4b4 can mean a4-b4 (ranks from 0) or a3-b3 (ranks from 1); by the rest of the game \
             it is ranks from 1",
        ),
        // A slip is no other way of counting.
        (
            START,
            "1. h3e3 h9g7 2. h0g2 h7e7 *",
            "",
            "illegal-move: Red cannot play h3e3: there is no piece on h3",
        ),
        (
            START,
            "1. h4e4 *",
            "",
            "illegal-move: Red cannot play h4e4: there is no piece on h4",
        ),
        (
            START,
            "1. h2e2 a10a9 *",
            "h2e2",
            "illegal-move: Black cannot play a10a9: ranks are counted from 0, so there is no rank 10",
        ),
        (
            START,
            "1. h3e3 h10g8 2. h0g2 *",
            "h2e2 h9g7",
            "ranks-from-one: h3e3 means h2-e2 (ranks from 1)",
        ),
    ] {
        let (found, all) = by_context(fen, movetext, "");
        assert_eq!(found, moves, "{movetext}: {all:?}");
        assert_eq!(
            all.first().map_or("", String::as_str),
            reported,
            "{movetext}"
        );
    }
}

#[test]
fn a_rank_10_is_whole() {
    for (text, len) in [
        ("a10a9", Some(5)),
        ("a9a10", Some(5)),
        ("A10-A9 ", Some(6)),
        ("A9-A10)", Some(6)),
        ("a10a10", Some(6)),
        // A result against the move.
        ("h9h10-1", Some(4)),
        ("h9h101-0", Some(5)),
        ("a0a10", None),
        ("a10a0", None),
        ("a100a9", None),
    ] {
        let lexed = Xiangqi::lex(text.as_bytes(), &Dialect::default());
        assert_eq!(lexed.map(|lexed| lexed.len), len, "{text}");
    }
}
