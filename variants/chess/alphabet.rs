//! Letters for the men in other languages (CH-I24): read and written only if that is asked for.
//!
//! The specification always has English letters (CH-167). Others stand for other men (`R` is the rook
//! in English and the king in French), so they are never guessed. Moves in such letters are turned
//! into English ones before they are taken apart, and after they are written; the quick way through
//! plain stretches of movetext knows English letters alone and is not taken.

use super::notation::{self, Token};
use super::position::Chessboard;
use super::profile::PROFILE;
use super::writing::Notation;
use super::{rules, signs};
use crate::lexis::Class;
use crate::variant::{Lexed, Position};
use std::fmt;

/// The letters of king, queen, rook, bishop and knight in some languages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Alphabet(usize);

/// The languages, in lower case, and their letters.
static ALPHABETS: [(&[&str], &[u8; 5]); 13] = [
    (&["english"], ENGLISH),
    (
        &[
            "german",
            "danish",
            "norwegian",
            "swedish",
            "slovenian",
            "croatian",
        ],
        b"KDTLS",
    ),
    (&["french"], b"RDTFC"),
    (&["spanish", "italian", "catalan"], b"RDTAC"),
    (&["dutch"], b"KDTLP"),
    (&["portuguese"], b"RDTBC"),
    (&["romanian"], b"RDTNC"),
    (&["polish"], b"KHWGS"),
    (&["czech", "slovak"], b"KDVSJ"),
    (&["hungarian"], b"KVBFH"),
    (&["finnish"], b"KDTLR"),
    (&["icelandic"], b"KDHBR"),
    (&["estonian"], b"KLVOR"),
];

/// The letters of the specification, in the same order (CH-169).
const ENGLISH: &[u8; 5] = b"KQRBN";

/// No move is longer with its check marks; so much of a text is looked at.
const WINDOW: usize = 24;

impl Alphabet {
    /// That of the specification.
    const USUAL: Alphabet = Alphabet(0);

    /// That of a language, by its English name in lower case.
    pub(super) fn find(language: &str) -> Option<Alphabet> {
        let found = ALPHABETS
            .iter()
            .position(|(names, _)| names.contains(&language));
        found.map(Alphabet)
    }

    /// The first of its languages.
    fn language(self) -> &'static str {
        ALPHABETS[self.0].0[0]
    }

    /// Its name for people.
    fn name(self) -> String {
        let (first, rest) = self.language().split_at(1);
        first.to_ascii_uppercase() + rest
    }

    fn letters(self) -> &'static [u8; 5] {
        ALPHABETS[self.0].1
    }

    /// The English letter for a man's; none if it is no man's.
    fn english(self, letter: u8) -> Option<u8> {
        let at = self.letters().iter().position(|own| *own == letter)?;
        Some(ENGLISH[at])
    }

    /// Takes the move apart that `text` begins with, in these letters.
    pub(super) fn lex(self, text: &[u8]) -> Option<Lexed<Token>> {
        let mut window = [0; WINDOW];
        let len = text.len().min(WINDOW);
        let window = &mut window[..len];
        window.copy_from_slice(&text[..len]);
        let first = *window.first()?;
        // What castles is no man, whatever its letter.
        let castles = first == b'O' && matches!(window.get(1), Some(b'-' | b'O'));
        match self.english(first) {
            Some(letter) if !castles => window[0] = letter,
            _ if ENGLISH.contains(&first) => return None,
            _ => {}
        }
        if matches!(first, b'a'..=b'h') || first == b'P' && window[0] == b'P' {
            let ends = |byte: &u8| byte.is_ascii_whitespace();
            let end = window.iter().position(ends).unwrap_or(len);
            let becomes = window[1..end]
                .iter_mut()
                .find(|byte| byte.is_ascii_uppercase());
            if let Some(letter) = becomes {
                // What is no letter of a man is left for the reader to stumble over.
                *letter = self.english(*letter).unwrap_or(b'_');
            }
        }
        notation::any(window)
    }

    /// Turns the letters of a move that was written from an offset on into these.
    pub(super) fn spell(self, text: &mut String, from: usize) {
        let english = text.split_off(from);
        text.extend(english.bytes().map(|byte| {
            let at = ENGLISH.iter().position(|letter| *letter == byte);
            char::from(at.map_or(byte, |at| self.letters()[at]))
        }));
    }
}

impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.language())
    }
}

/// How the moves of a game are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// The letters of the men; none for those of the specification.
    pub(super) alphabet: Option<Alphabet>,
}

impl Dialect {
    /// Moves are expected in this notation.
    pub(super) fn expect(&mut self, notation: Notation) {
        let alphabet = notation.alphabet();
        self.alphabet = alphabet.filter(|alphabet| *alphabet != Alphabet::USUAL);
    }

    /// Takes the move apart that `text` begins with.
    pub(super) fn lex(self, text: &[u8]) -> Option<Lexed<Token>> {
        match self.alphabet {
            None => notation::lex(text),
            Some(alphabet) => alphabet.lex(text),
        }
    }
}

/// What to say of a game whose moves are not all legal, if they are with other letters: the whole main
/// line from its start to its end, in these or those. There has to be a letter that is no man's in
/// English: else it is rather one move that is wrong.
pub(super) fn misread(movetext: &[u8], start: &Chessboard, dialect: Dialect) -> Option<String> {
    let fitting = fitting(movetext, start, dialect.alphabet.unwrap_or(Alphabet::USUAL));
    let (first, rest) = fitting.split_first()?;
    let mut names = first.name();
    for (index, alphabet) in rest.iter().enumerate() {
        names += if index + 1 == rest.len() {
            " or "
        } else {
            ", "
        };
        names += &alphabet.name();
    }
    Some(format!(
        "all moves of the game are legal with {names} letters for the men (pieces={})",
        first.language()
    ))
}

/// The other alphabets in which all moves of the main line are legal.
fn fitting(text: &[u8], start: &Chessboard, tried: Alphabet) -> Vec<Alphabet> {
    let others = (0..ALPHABETS.len())
        .map(Alphabet)
        .filter(|one| *one != tried);
    let mut left: Vec<(Alphabet, Chessboard)> = others.map(|one| (one, *start)).collect();
    let mut foreign = false;
    let lexis = &PROFILE.lexis;
    let (mut at, mut depth) = (0, 0u64);
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        let to = |end: u8| memchr::memchr(end, rest).map_or(rest.len(), |end| end + 1);
        let class = lexis.class(byte);
        let result = PROFILE.results.iter().any(|(token, _)| {
            let end = rest.strip_prefix(token.as_bytes());
            end.is_some_and(|end| end.first().is_none_or(|&byte| lexis.ends_word(byte)))
        });
        at += match class {
            Class::Brace => to(b'}'),
            Class::Semicolon => to(b'\n'),
            Class::Percent if matches!(text[..at].last(), None | Some(b'\n' | b'\r')) => to(b'\n'),
            Class::Open => {
                depth += 1;
                1
            }
            Class::Close => {
                depth = depth.saturating_sub(1);
                1
            }
            _ if depth > 0 => 1,
            Class::Star | Class::Bracket => break,
            Class::Digit | Class::Word | Class::Other | Class::Sign if result => break,
            Class::Word | Class::Other | Class::Sign => match play(rest, &mut left) {
                Some(len) => {
                    let letter = byte.is_ascii_uppercase() && !b"KQRBNOP".contains(&byte);
                    foreign |= letter;
                    len
                }
                None => match signs::sign(rest) {
                    Some((_, len)) => len,
                    None => return Vec::new(),
                },
            },
            // `0-0` is a move, all other digits are numbers.
            Class::Digit => play(rest, &mut left).unwrap_or(1),
            _ => 1,
        };
    }
    let told = |(alphabet, _)| alphabet;
    left.into_iter()
        .map(told)
        .filter(|alphabet| foreign || *alphabet == Alphabet::USUAL)
        .collect()
}

/// Plays the move that a text begins with on each board, in its letters; where that is not possible,
/// the board is left out. None if nobody takes it for a move; then nothing has changed.
fn play(text: &[u8], left: &mut Vec<(Alphabet, Chessboard)>) -> Option<usize> {
    let ends = |len: usize| {
        text.get(len)
            .is_none_or(|&byte| PROFILE.lexis.ends_move(byte))
    };
    let lex = |alphabet: Alphabet| alphabet.lex(text).filter(|lexed| ends(lexed.len));
    let len = left.iter().find_map(|(alphabet, _)| lex(*alphabet))?.len;
    left.retain_mut(|(alphabet, board)| {
        let lexed = lex(*alphabet).filter(|lexed| lexed.len == len);
        match lexed.map(|lexed| rules::resolve(lexed.token, board)) {
            Some(Ok(mv)) => {
                board.play(&mv);
                true
            }
            _ => false,
        }
    });
    Some(len)
}
