//! Fixes lose nothing that was read: not in games of any variant that are damaged in any way, at no
//! severity; and what was mended needs no more mending.

use crate::common::games;
use movetext::check::{Checker, Conformance};
use movetext::diagnostic::{self, Code};
use movetext::game::RemarkKind;
use movetext::{Diagnostic, Game, Reader, Severity};
use movetext_generate::{Database, Style, VARIANTS};

/// What is found in a text that counts at this severity.
fn found(text: &[u8], least: Severity) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = Vec::new();
    let mut reader = Reader::builder().from_reader(text).expect("memory");
    let mut checker = Checker::new(Conformance::Consistency);
    reader.read(&mut checker, &mut found).expect("memory");
    found.retain(|finding| finding.code.severity >= least);
    found
}

/// A text with all that is offered for it. Of fixes that touch the same bytes the larger one counts; what
/// is put between others comes first.
fn fixed(text: &[u8], found: &[Diagnostic]) -> Vec<u8> {
    let mut fixes: Vec<_> = found.iter().filter_map(|found| found.fix.clone()).collect();
    fixes.sort_by_key(|fix| {
        let replaces = !fix.span.is_empty();
        (fix.span.start, replaces, std::cmp::Reverse(fix.span.end))
    });
    fixes.dedup();
    let (mut out, mut at) = (Vec::new(), 0);
    for fix in fixes {
        let (start, end) = (fix.span.start as usize, fix.span.end as usize);
        if start >= at {
            out.extend_from_slice(&text[at..start]);
            out.extend_from_slice(fix.text.as_bytes());
            at = end;
        }
    }
    out.extend_from_slice(&text[at..]);
    out
}

/// Mends a text until nothing is left to be mended.
fn mended(text: &[u8], least: Severity) -> Vec<u8> {
    let mut text = text.to_vec();
    for _ in 0..8 {
        let next = fixed(&text, &found(&text, least));
        if next == text {
            return text;
        }
        text = next;
    }
    panic!("{} is mended for ever", String::from_utf8_lossy(&text));
}

/// The comments of a game, to the letter.
fn comments(game: &Game) -> Vec<String> {
    let nodes = game.nodes();
    let remarks = nodes.flat_map(|node| game.remarks(node).collect::<Vec<_>>());
    let comments = remarks.filter(|(kind, _)| matches!(kind, RemarkKind::Comment(_)));
    comments.map(|(_, text)| text.into_owned()).collect()
}

/// What is lost from one text to the other, in words.
fn lost(before: &[u8], after: &[u8], found: &[Diagnostic]) -> Option<String> {
    let (old, new) = (games(before), games(after));
    if old.len() != new.len() {
        return Some(format!("{} games, then {}", old.len(), new.len()));
    }
    let may_end = |code: &Code| found.iter().any(|found| found.code == code);
    for (index, (old, new)) in old.iter().zip(&new).enumerate() {
        let number = index + 1;
        if !old.says_the_same(new) {
            return Some(format!("game {number} says something else"));
        }
        if comments(old) != comments(new) {
            return Some(format!("the comments of game {number} are others"));
        }
        let ended = old.outcome().is_none() && may_end(&diagnostic::MISSING_RESULT);
        if old.outcome() != new.outcome() && !ended {
            return Some(format!("game {number} has another result"));
        }
    }
    None
}

/// Whether a fix stays at what its finding names.
fn is_near(finding: &Diagnostic) -> bool {
    let Some(fix) = &finding.fix else {
        return true;
    };
    // The bracket before the name belongs to the pair.
    let tag = u64::from(finding.code == &diagnostic::MISSING_GAME_TAG);
    fix.span.start <= finding.span.end && finding.span.start <= fix.span.end + tag
}

/// Holds that mending loses nothing.
fn hold(text: &[u8]) -> Result<(), String> {
    for least in [Severity::Error, Severity::Warning, Severity::Info] {
        let found = found(text, least);
        if let Some(far) = found.iter().find(|finding| !is_near(finding)) {
            return Err(format!("{far:?}"));
        }
        let after = mended(text, least);
        if let Some(lost) = lost(text, &after, &found) {
            return Err(format!(
                "{lost}, mended from {}:\n{}",
                least.as_str(),
                String::from_utf8_lossy(&after)
            ));
        }
    }
    Ok(())
}

#[test]
fn what_has_one_plain_way_is_mended() {
    for (text, expected) in [
        ("[White \"Tal]\n\n1. e4 *\n", "[White \"Tal\"]\n\n1. e4 *\n"),
        (
            "[White \"Tal\"\n\n1. e4 *\n",
            "[White \"Tal\"]\n\n1. e4 *\n",
        ),
        ("[White Tal]\n\n1. e4 *\n", "[White \"Tal\"]\n\n1. e4 *\n"),
        (
            "[White \"M. \"Misha\" Tal\"]\n\n1. e4 *\n",
            "[White \"M. \\\"Misha\\\" Tal\"]\n\n1. e4 *\n",
        ),
        (
            "[Date \"2004-05-06\"]\n\n1. e4 *\n",
            "[Date \"2004.05.06\"]\n\n1. e4 *\n",
        ),
        (
            "[Date 2004-05-06]\n\n1. e4 *\n",
            "[Date \"2004.05.06\"]\n\n1. e4 *\n",
        ),
        (
            "[Result \"1-0\"]\n\n1. e4 e5\n",
            "[Result \"1-0\"]\n\n1. e4 e5 1-0\n",
        ),
        (
            "[Result \"1-0\"]\r\n\r\n1. e4 ; x\r\n",
            "[Result \"1-0\"]\r\n\r\n1. e4 ; x\r\n1-0\r\n",
        ),
        (
            "[Result \"0-1\"]\n\n1. e4 e5\n\n[Result \"*\"]\n\n1. d4\n",
            "[Result \"0-1\"]\n\n1. e4 e5 0-1\n\n[Result \"*\"]\n\n1. d4 *\n",
        ),
        (
            "1. e4 e5 3. Nf3 Nc6 3. Bb5 *\n",
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n",
        ),
        (
            "[PlyCount \"3\"]\n\n1. e4 e5 *\n",
            "[PlyCount \"2\"]\n\n1. e4 e5 *\n",
        ),
        ("1. e4!e5?!2. Nf3!1-0\n", "1. e4 $1 e5 $6 2. Nf3 $1 1-0\n"),
        (
            "[Game \"Chinese Chess\"]\n\n!炮二平五 马8进7 *\n",
            "[Game \"Chinese Chess\"]\n\n炮二平五 $1 马8进7 *\n",
        ),
    ] {
        let after = mended(text.as_bytes(), Severity::Info);
        assert_eq!(String::from_utf8_lossy(&after), expected);
        hold(text.as_bytes()).unwrap_or_else(|lost| panic!("{text}{lost}"));
    }
}

/// Where something is not understood, its evidence stays.
#[test]
fn what_is_in_doubt_stays() {
    for text in [
        // How many moves there are, nobody knows.
        "[PlyCount \"7\"]\n\n1. e4 e5 2. Nf3 Qh9 *\n",
        "[PlyCount \"7\"]\n\n1. e4 e5 2. Nf3 (2. Bc4 *\n",
        "[PlyCount \"7\"]\n\n1. e4 e5 2. Nf3 {open\n",
        "[PlyCount \"7\"]\n\n1. e4 e5 1-0 and so on\n",
        "1. e4 e5 3. Nf3 Nc6 3. Bb5 (3. Bc4 Qh9) *\n",
        "[Site]\n\n1. e4 *\n",
        "[White \"Tal [Black \"Botvinnik\"]\n\n1. e4 *\n",
        "[White \"Tal\n\n1. e4 *\n",
        // The board says otherwise.
        "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4#\n",
        "[D \"\"]\x0e[D \"x\"]\n\n1. e4 *\n",
        "[Game \"Chinese Chess\"]\n\n马二进三 炮8平5 *\n",
        // In a comment nothing is mended.
        "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7 {what a} mate *\n",
    ] {
        let after = mended(text.as_bytes(), Severity::Info);
        let odd = text.contains("mate *");
        let expected = if odd {
            text.replace("Qxf7 ", "Qxf7# ")
        } else {
            text.to_owned()
        };
        assert_eq!(String::from_utf8_lossy(&after), expected);
    }
}

/// Numbers that come in the same order each time.
struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % most.max(1) as u64) as usize
    }
}

/// What is put into texts.
const JUNK: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "\"",
    ";",
    "%",
    "$",
    "$1",
    "$300",
    "!",
    "?",
    "?!",
    "*",
    "1-0",
    "0-1",
    "1/2-1/2",
    "½-½",
    "1:0",
    "\u{A0}",
    "\u{2003}",
    "\0",
    "\u{E}",
    ",",
    ".",
    "...",
    "1.",
    "7.",
    "99.",
    "3...",
    "novelty",
    "e4",
    "Nf3",
    "O-O",
    "--",
    "炮二平五",
    "马8进7",
    "C2.5",
    "KRD-DE",
    "e.p.",
    "mate",
    "+",
    "#",
    "\n",
    "\n\n",
    "\r\n",
    "\n%x\n",
    "\n[Site]\n",
    "\n[Date \"2004-05-06\"]\n",
    "\n[PlyCount \"3\"]\n",
    "\n[White \"a\"b\"]\n",
    "\n[Event \"x]\n",
    "\n[Round 3]\n",
];

/// A text with one more fault.
fn damaged(text: &str, dice: &mut Dice) -> String {
    let mut words: Vec<&str> = text.split_inclusive([' ', '\n']).collect();
    let at = dice.below(words.len());
    match dice.below(10) {
        // A word is missing, comes twice, or two are exchanged.
        0 => drop(words.remove(at)),
        1 => words.insert(at, words[at]),
        2 if at > 0 => words.swap(at - 1, at),
        // Nothing stands between two.
        3 => words[at] = words[at].trim_end(),
        // Another number.
        4 | 5 => {
            let number = |index: &usize| words[*index].trim_end().ends_with('.');
            let numbers: Vec<usize> = (0..words.len()).filter(number).collect();
            if let Some(&index) = numbers.get(dice.below(numbers.len())) {
                words[index] = ["2. ", "9. ", "31. ", "1... "][dice.below(4)];
            }
        }
        // A sign is missing.
        6 | 7 => {
            let punctuation = ['(', ')', '{', '}', '[', ']', '"', '*', '.', ' ', '\n'];
            let punctuation: Vec<_> = text.match_indices(punctuation).collect();
            if let Some((at, sign)) = punctuation.get(dice.below(punctuation.len())) {
                return [&text[..*at], &text[at + sign.len()..]].concat();
            }
        }
        _ => words.insert(at, JUNK[dice.below(JUNK.len())]),
    }
    words.concat()
}

/// The property, on games of all variants with one to three faults each.
#[test]
fn damaged_games_keep_what_they_say() {
    let rounds = std::env::var("MOVETEXT_DAMAGES")
        .ok()
        .and_then(|n| n.parse().ok());
    let rounds: usize = rounds.unwrap_or(200);
    let mut lost = Vec::new();
    for (index, variant) in VARIANTS.iter().enumerate() {
        for style in [Style::Otb, Style::Annotated] {
            let mut bytes = Vec::new();
            let database = Database {
                style,
                games: Some(6),
                ..Database::new(variant)
            };
            database.write(&mut bytes).expect("memory");
            let text = String::from_utf8(bytes).expect("UTF-8");
            let games: Vec<String> = games(text.as_bytes())
                .iter()
                .map(|game| format!("{}\n\n", game.source()))
                .collect();
            let mut dice = Dice(0x9E37_79B9 + index as u64);
            for _ in 0..rounds {
                let first = dice.below(games.len());
                let mut text = games[first].clone();
                if dice.below(3) == 0 {
                    text.push_str(&games[dice.below(games.len())]);
                }
                for _ in 0..=dice.below(3) {
                    text = damaged(&text, &mut dice);
                }
                if let Err(fault) = hold(text.as_bytes()) {
                    lost.push(format!("{variant}: {text}\n{fault}"));
                }
            }
        }
    }
    let count = lost.len();
    assert!(
        lost.is_empty(),
        "{count} texts: {}",
        lost[..count.min(8)].join("\n=====\n")
    );
}
