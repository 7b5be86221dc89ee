//! Compares the movetext with the tags: the players' comments, the stop, numbers, and what the Id says about
//! the recorded part.

use super::comment::Comment;
use super::id::{First, Fragment, Last, RecordId};
use super::references::Lines;
use super::{Kind, Report};
use crate::core::board::Side;
use crate::diagnostic::{
    COMMENT_FORM, Finding, MISSING_STOP, RECORD_ID, SETUP_NUMBER, SHARED_COMMENT,
};
use crate::game::{Game, NodeId, RemarkKind};
use std::ops::Range;

pub fn check(game: &Game, lines: &Lines<'_>, report: &mut Report<'_>) {
    comments(game, lines, report);
    stop(game, report);
    let first = first_number(game);
    setup_number(game, first.as_ref(), report);
    id(game, lines, first.as_ref(), report);
}

/// CE-347 to CE-350, CE-I40, CE-I41: a comment on a move first names the player; White's comes first, and each
/// player has one besides those of programs.
fn comments(game: &Game, lines: &Lines<'_>, report: &mut Report<'_>) {
    let end = game.result_span().map_or(usize::MAX, |span| span.start);
    for node in game.nodes().filter(|&node| game.is_move(node)) {
        let (_, mover) = lines.number(node);
        let mut said = [false; 2];
        for ((kind, text), (_, place)) in game.remarks(node).zip(game.remarks_in_place(node)) {
            // After the result, comments are free.
            if !matches!(kind, RemarkKind::Comment(_)) || place.start > end {
                continue;
            }
            let comment = Comment::parse(&text);
            if comment.automatic {
                continue;
            }
            let Some(speaker) = comment.speaker else {
                let message = "a comment on a move begins with @W: or @B:";
                report.find(&COMMENT_FORM, place, message);
                continue;
            };
            let message = if !comment.colon {
                "a colon follows the player"
            } else if mover == Side::First && speaker == Side::Second {
                "there is no move of Black for this comment"
            } else if said[speaker.index()] {
                "this player's move already has a comment"
            } else if speaker == Side::First && said[Side::Second.index()] {
                "the comment on White's move comes before that on Black's"
            } else {
                ""
            };
            said[speaker.index()] = true;
            if !message.is_empty() {
                // Nothing, not even a colon, is inserted into a human writer's comment.
                report.find(&COMMENT_FORM, place.clone(), message);
            }
            let other = match speaker {
                Side::First => "@B:",
                Side::Second => "@W:",
            };
            if text[comment.body..].contains(other) {
                let message = "each player's move has a comment of its own";
                report.find(&SHARED_COMMENT, place, message);
            }
        }
    }
}

/// CE-112, CE-113, CE-127: the last move is followed by a colon, if it is not mate.
fn stop(game: &Game, report: &mut Report<'_>) {
    let Some(last) = game.line(NodeId::ROOT).last() else {
        return;
    };
    let span = game.span(last);
    if game.text(last).ends_with('#') {
        return;
    }
    let source = game.source();
    // A result before the moves does not end anything.
    let end = game
        .result_span()
        .filter(|result| result.start >= span.end)
        .map_or(source.as_bytes().len(), |result| result.start);
    let after = source.as_bytes().get(span.end..end).unwrap_or_default();
    if !outside(after).any(|(_, byte)| byte == b':') {
        let message = "the last move is followed by a colon, unless it is mate";
        // CE-110: after a blank, but directly after a suffix annotation or an offer.
        let marks = game
            .remarks_in_place(last)
            .filter(|(kind, _)| matches!(kind, RemarkKind::Nag(_) | RemarkKind::DrawOffer));
        let marked = marks.map(|(_, place)| place.end).max();
        let (behind, sign) = match marked {
            Some(end) => (end, ":"),
            None => (span.end, " :"),
        };
        report.report(Finding {
            fix: Some((behind..behind, sign.to_owned())),
            ..Finding::new(&MISSING_STOP, span.start..behind, message)
        });
    }
}

/// The bytes of movetext that are neither in comments nor in variations, and their positions.
fn outside(text: &[u8]) -> impl Iterator<Item = (usize, u8)> + '_ {
    let (mut comment, mut depth) = (false, 0u32);
    text.iter().copied().enumerate().filter(move |&(at, byte)| {
        match byte {
            b'}' if comment => comment = false,
            _ if comment => {}
            b'{' => comment = true,
            b'(' if !text[at..].starts_with(b"(=)") => depth += 1,
            b')' => depth = depth.saturating_sub(1),
            _ => return depth == 0,
        }
        false
    })
}

/// The number that the movetext begins with (`None` inside for `1?`), and its position.
fn first_number(game: &Game) -> Option<(Option<u32>, Range<usize>)> {
    let first = game.next(NodeId::ROOT)?;
    let begin = game.tags().spans().last().map_or(0, |tag| tag.span.end);
    let end = game.span(first).start;
    let source = game.source();
    let before = source.as_bytes().get(begin..end)?;
    let mut digits = outside(before)
        .filter(|(_, byte)| byte.is_ascii_digit())
        .map(|(at, _)| at);
    let from = digits.next()?;
    let to = digits.last().unwrap_or(from) + 1;
    let span = begin + from..begin + to;
    if before.get(to) == Some(&b'?') {
        return Some((None, span));
    }
    let number = std::str::from_utf8(&before[from..to]).ok()?.parse().ok()?;
    Some((Some(number), span))
}

/// CE-184: the first number is that of the start position, or `1?` if that is unknown.
fn setup_number(game: &Game, first: Option<&(Option<u32>, Range<usize>)>, report: &mut Report<'_>) {
    let (Some(setup), Some((number, span))) = (&game.setup, first) else {
        return;
    };
    let last = setup.rsplit(' ').next().unwrap_or_default();
    let expected = last.parse::<u32>().ok();
    if *number != expected {
        let message = match expected {
            Some(expected) => format!("the start position is before move {expected}"),
            None => "the number of the start position is unknown: write 1?".into(),
        };
        report.find(&SETUP_NUMBER, span.clone(), message);
    }
}

/// CE-243, CE-250, CE-255 to CE-262: the Id says correctly whether there are variations, and which part of a
/// game is recorded.
fn id(
    game: &Game,
    lines: &Lines<'_>,
    first: Option<&(Option<u32>, Range<usize>)>,
    report: &mut Report<'_>,
) {
    let tags = game.tags();
    let Some(index) = tags.position("Id") else {
        return;
    };
    let span = tags.spans()[index].span.clone();
    let value = tags.nth(index).map(|tag| tag.value()).unwrap_or_default();
    let Ok(id) = RecordId::parse(&value) else {
        return;
    };
    let written = game.nodes().skip(1).any(|node| !game.is_move(node));
    let said = id.variations.as_ref().is_some_and(|v| v.linear.is_empty());
    if written != said && Kind::of(game) == Kind::Model {
        let message = if written {
            "the record has variations, but its Id has no V"
        } else {
            "its Id says that the record has variations, but there are none"
        };
        report.under(&["CE-243", "CE-250"], &RECORD_ID, span.clone(), message);
    }
    let (Some(fragment), Some((number, _))) = (&id.fragment, first) else {
        return;
    };
    if let Some(message) = contradiction(game, lines, *number, fragment) {
        report.under(&["CE-262"], &RECORD_ID, span, message);
    }
}

/// How a fragment's numbers contradict the moves.
fn contradiction(
    game: &Game,
    lines: &Lines<'_>,
    number: Option<u32>,
    fragment: &Fragment,
) -> Option<String> {
    let second = game.first_to_move == Some(Side::Second);
    let half_moves = game.line(NodeId::ROOT).count() as u32;
    let last = game.line(NodeId::ROOT).last()?;
    let (first, end) = match fragment {
        Fragment::Opening(last) => (None, Some(last)),
        Fragment::Continuation(first, last) | Fragment::Middlegame(first, last) => {
            (Some(first), Some(last))
        }
        Fragment::Ending(first, last) => (Some(first), last.as_ref()),
    };
    if let Some(First {
        number: expected,
        black,
    }) = first
    {
        if *expected != number {
            return Some(match number {
                Some(number) => format!("the record begins with move {number}"),
                None => "the record begins with a move of unknown number".into(),
            });
        }
        if *black != second {
            let side = if second { "Black" } else { "White" };
            return Some(format!("the record begins with a move of {side}"));
        }
    }
    let Last {
        number: expected,
        white,
    } = end?;
    // Rounds; the first and the last may be halves.
    let rounds = (half_moves + u32::from(second)).div_ceil(2);
    let fits = match (first.map_or(Some(1), |first| first.number), number) {
        // A count is that of rounds or of half-moves (CE-I31).
        (None, _) | (_, None) => *expected == rounds || *expected == half_moves,
        (Some(_), Some(number)) => *expected == number + rounds.saturating_sub(1),
    };
    if !fits {
        return Some(format!("the record has {rounds} moves"));
    }
    let ends_white = lines.number(last).1 == Side::First && !game.text(last).ends_with('#');
    (*white && !ends_white).then(|| "the record does not end with a move of White".into())
}
