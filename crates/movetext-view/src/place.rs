//! Where the moves of a game stand in the document that it was read from, as far as their texts tell.

use crate::collect::Game;
use std::collections::HashMap;
use std::ops::Range;

/// What a problem of a document is about is found in its text: bytes, and how they are to be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    text: Vec<u8>,
    is_json: bool,
}

impl Document {
    /// The text of a document; in JSON, moves are looked for in its longest string.
    pub fn new(text: impl Into<Vec<u8>>, is_json: bool) -> Document {
        Document {
            text: text.into(),
            is_json,
        }
    }

    /// The part that may have the moves as they are written.
    fn moves(&self) -> Range<usize> {
        if self.is_json {
            longest_string(&self.text)
        } else {
            0..self.text.len()
        }
    }
}

/// The inside of the longest string of JSON; empty if there is none.
fn longest_string(json: &[u8]) -> Range<usize> {
    let mut longest = 0..0;
    let mut open = None;
    let mut at = 0;
    while at < json.len() {
        match (json[at], open) {
            (b'\\', Some(_)) => at += 1,
            (b'"', Some(begin)) => {
                if at - begin > longest.len() {
                    longest = begin..at;
                }
                open = None;
            }
            (b'"', None) => open = Some(at + 1),
            _ => {}
        }
        at += 1;
    }
    longest
}

/// Places of moves in a document, in its order.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// The part of the document that they are in.
    within: Range<usize>,
    /// Where words stand that are certainly moves, and which ones.
    known: Vec<(usize, u32)>,
    /// The number of moves.
    count: u32,
    /// The moves of the main line.
    main: Vec<u32>,
}

impl Places {
    /// Finds the moves of a game. Words that stand there as often as moves are written so are these moves, as long as
    /// their order is that of the game.
    pub fn of(game: &Game, document: &Document) -> Places {
        let within = document.moves();
        let mut nodes: HashMap<&str, Vec<u32>> = HashMap::new();
        let mut count = 0;
        for (node, text) in (1..).zip(game.body.texts()) {
            nodes.entry(text).or_default().push(node);
            count = node;
        }
        let mut found: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, word) in words(&document.text, within.clone(), document.is_json) {
            if let Ok(word) = str::from_utf8(word)
                && nodes.contains_key(word)
            {
                found.entry(word).or_default().push(at);
            }
        }
        let mut known: Vec<(usize, u32)> = Vec::new();
        for (text, places) in found {
            let nodes = &nodes[text];
            if nodes.len() == places.len() {
                known.extend(places.into_iter().zip(nodes.iter().copied()));
            }
        }
        known.sort_unstable();
        if !known.is_sorted_by(|one, other| one.1 < other.1) {
            known.clear();
        }
        Places {
            within,
            known,
            count,
            main: game.body.main_line(),
        }
    }

    /// The move of the main line with this index.
    pub fn main(&self, index: usize) -> Option<u32> {
        self.main.get(index).copied()
    }

    /// The move at a place of the document, or the last one before it; none if that is not certain.
    pub fn node(&self, at: usize) -> Option<u32> {
        if !self.within.contains(&at) {
            return None;
        }
        let next = self.known.partition_point(|(place, _)| *place <= at);
        let (place, node) = *self.known.get(next.checked_sub(1)?)?;
        let following = self
            .known
            .get(next)
            .map_or(self.count + 1, |(_, node)| *node);
        (place == at || following == node + 1).then_some(node)
    }
}

/// The words of a text with their places, without numbers of moves before them and punctuation behind them.
fn words(text: &[u8], within: Range<usize>, is_json: bool) -> impl Iterator<Item = (usize, &[u8])> {
    let mut at = within.start;
    let is_end = move |byte: u8| {
        byte.is_ascii_whitespace() || b"<>\"()".contains(&byte) || is_json && byte == b'\\'
    };
    std::iter::from_fn(move || {
        while at < within.end && is_end(text[at]) {
            // What follows a backslash is part of a line end or the like.
            at += if text[at] == b'\\' { 2 } else { 1 };
        }
        let rest = text.get(at..within.end).filter(|rest| !rest.is_empty())?;
        let length = rest.iter().position(|byte| is_end(*byte));
        let word = &rest[..length.unwrap_or(rest.len())];
        let begin = at;
        at += word.len();
        let number = number(word);
        let word = &word[number..];
        let end = word.iter().rposition(|byte| !b"!?".contains(byte));
        Some((begin + number, &word[..end.map_or(0, |end| end + 1)]))
    })
}

/// The length of a number of a move with its full stops; 0 if there is none.
fn number(word: &[u8]) -> usize {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let stops = word[digits..].iter().take_while(|byte| **byte == b'.');
    match (digits, stops.count()) {
        (0, _) | (_, 0) => 0,
        (digits, stops) => digits + stops,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_without_numbers_and_punctuation() {
        for (text, is_json, expected) in [
            (
                "1.e4 e5!? (1... c5)",
                false,
                vec![(2, "e4"), (5, "e5"), (15, ""), (16, "c5")],
            ),
            (
                "<move> Ke3 </move>",
                false,
                vec![(1, "move"), (7, "Ke3"), (12, "/move")],
            ),
            (r"e4\nNe5\", true, vec![(0, "e4"), (4, "Ne5")]),
            ("C2.5 1.C8.5", false, vec![(0, "C2.5"), (7, "C8.5")]),
        ] {
            let found = words(text.as_bytes(), 0..text.len(), is_json);
            let found: Vec<_> = found
                .map(|(at, word)| (at, str::from_utf8(word).expect("ASCII")))
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn longest_strings_are_found() {
        for (json, expected) in [
            (r#"{"a": "1. e4 \"x\" e5", "b": "e4"}"#, r#"1. e4 \"x\" e5"#),
            (r#"[1, 2]"#, ""),
            (r#"{"abc": "de\"#, "abc"),
        ] {
            assert_eq!(&json[longest_string(json.as_bytes())], expected);
        }
    }
}
