//! Piece letters of other languages (CH-I24): read and written only on request.
//!
//! The specification has English letters only (CH-167). In other languages the same letter may be another piece
//! (`R` is the rook in English and the king in French), so languages are never guessed. Moves in such letters
//! are translated into English ones before lexing, and from English ones after writing; the fast path for plain
//! stretches of movetext handles English letters only, so it is not used.

use super::super::info::INFO;
use super::super::notation::{self, Token};
use super::super::position::Chessboard;
use super::super::write::Notation;
use super::super::{punctuation, rules};
use crate::core::byte_class::ByteClass;
use crate::variant::{Lexed, Position};
use std::fmt;

/// The letters of king, queen, rook, bishop and knight in some languages; Cyrillic ones are read in UTF-8
/// and windows-1251.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Alphabet(usize);

/// The languages, in lower case, and their letters.
pub(in super::super) const ALPHABETS: [(&[&str], &[&str; 5]); 18] = [
    (&["english"], &ENGLISH),
    (
        &[
            "german",
            "danish",
            "norwegian",
            "swedish",
            "slovenian",
            "croatian",
        ],
        &["K", "D", "T", "L", "S"],
    ),
    (&["french"], &["R", "D", "T", "F", "C"]),
    (
        &["spanish", "italian", "catalan"],
        &["R", "D", "T", "A", "C"],
    ),
    (&["dutch"], &["K", "D", "T", "L", "P"]),
    (&["portuguese"], &["R", "D", "T", "B", "C"]),
    (&["romanian"], &["R", "D", "T", "N", "C"]),
    (&["polish"], &["K", "H", "W", "G", "S"]),
    (&["czech", "slovak"], &["K", "D", "V", "S", "J"]),
    (&["hungarian"], &["K", "V", "B", "F", "H"]),
    (&["finnish"], &["K", "D", "T", "L", "R"]),
    (&["icelandic"], &["K", "D", "H", "B", "R"]),
    (&["estonian"], &["K", "L", "V", "O", "R"]),
    (&["russian"], &["Кр", "Ф", "Л", "С", "К"]),
    (&["ukrainian"], &["Кр", "Ф", "Т", "С", "К"]),
    (&["bulgarian"], &["Ц", "Д", "Т", "О", "К"]),
    (&["serbian", "macedonian"], &["К", "Д", "Т", "Л", "С"]),
    (&["greek"], &["Ρ", "Β", "Π", "Α", "Ι"]),
];

/// The letters of the specification, in the same order (CH-169).
const ENGLISH: [&str; 5] = ["K", "Q", "R", "B", "N"];

/// No move is longer, including its check marks; this much of a text is examined.
const WINDOW: usize = 24;

impl Alphabet {
    /// The letters of the specification.
    const USUAL: Alphabet = Alphabet(0);

    /// The alphabet of a language, by its English name in lower case.
    pub(in super::super) fn find(language: &str) -> Option<Alphabet> {
        let found = ALPHABETS
            .iter()
            .position(|(names, _)| names.contains(&language));
        found.map(Alphabet)
    }

    /// The first of its languages.
    fn language(self) -> &'static str {
        ALPHABETS[self.0].0[0]
    }

    /// The name in messages.
    fn name(self) -> String {
        let (first, rest) = self.language().split_at(1);
        first.to_ascii_uppercase() + rest
    }

    fn letters(self) -> &'static [&'static str; 5] {
        ALPHABETS[self.0].1
    }

    /// All languages whose letters are known, in lower case.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        ALPHABETS
            .iter()
            .flat_map(|(names, _)| names.iter().copied())
    }

    /// The English equivalent of the letter that a text begins with, and the length of that letter in bytes.
    /// `Кр` takes precedence over `К`.
    fn english(self, text: &[u8]) -> Option<(u8, usize)> {
        let letters = self.letters().iter().zip(ENGLISH);
        let taken = letters.filter_map(|(own, english)| {
            Some((english.as_bytes()[0], begins_with_letter(text, own)?))
        });
        taken.max_by_key(|(_, len)| *len)
    }

    /// Lexes the move that `text` begins with, in these letters.
    pub(in super::super) fn lex(self, text: &[u8]) -> Option<Lexed<Token>> {
        let mut translated = Translated::default();
        let mut at = 0;
        let first = *text.first()?;
        // The first character of castling is not a piece letter, whatever its meaning.
        let castles = first == b'O' && matches!(text.get(1), Some(b'-' | b'O'));
        match self.english(text) {
            Some((letter, len)) if !castles => {
                translated.push(letter, len);
                at = len;
            }
            _ if b"KQRBN".contains(&first) => return None,
            _ => {}
        }
        let pawn = matches!(first, b'a'..=b'h') || first == b'P' && translated.len == 0;
        let mut promoted = false;
        while let Some(&byte) = text.get(at) {
            if byte.is_ascii_whitespace() || translated.is_full() {
                break;
            }
            let letter =
                (pawn && !promoted && at > 0 && (byte.is_ascii_uppercase() || byte >= 0x80))
                    .then(|| self.english(&text[at..]));
            let (letter, len) = match letter {
                Some(Some(letter)) => {
                    promoted = true;
                    letter
                }
                // A letter that is not a piece's is left for the reader to reject.
                Some(None) if byte.is_ascii_uppercase() => {
                    promoted = true;
                    (b'_', 1)
                }
                _ => (byte, 1),
            };
            translated.push(letter, len);
            at += len;
        }
        let lexed = notation::any(&translated.text[..translated.len])?;
        Some(Lexed {
            len: usize::from(translated.ends[lexed.len]),
            ..lexed
        })
    }

    /// Translates the letters of a move that was written from an offset on.
    pub(in super::super) fn spell(self, text: &mut String, from: usize) {
        let english = text.split_off(from);
        for letter in english.chars() {
            let at = ENGLISH.iter().position(|own| own.starts_with(letter));
            match at {
                Some(at) => text.push_str(self.letters()[at]),
                None => text.push(letter),
            }
        }
    }
}

/// A move in English letters, with the end of each letter in the original text.
struct Translated {
    text: [u8; WINDOW],
    len: usize,
    ends: [u8; WINDOW + 1],
}

impl Default for Translated {
    fn default() -> Translated {
        Translated {
            text: [0; WINDOW],
            len: 0,
            ends: [0; WINDOW + 1],
        }
    }
}

impl Translated {
    fn is_full(&self) -> bool {
        self.len == WINDOW
    }

    fn push(&mut self, letter: u8, len: usize) {
        self.text[self.len] = letter;
        self.ends[self.len + 1] = self.ends[self.len] + len as u8;
        self.len += 1;
    }
}

/// The length of a letter that a text begins with, in UTF-8 or in the single-byte encoding of its script.
fn begins_with_letter(text: &[u8], letter: &str) -> Option<usize> {
    if text.starts_with(letter.as_bytes()) {
        return Some(letter.len());
    }
    if letter.is_ascii() {
        return None;
    }
    let mut len = 0;
    for c in letter.chars() {
        let byte = match c {
            // windows-1251, windows-1253
            'А'..='я' => c as u32 - 'А' as u32 + 0xC0,
            'Α'..='ω' => c as u32 - 'Α' as u32 + 0xC1,
            _ => return None,
        };
        (u32::from(*text.get(len)?) == byte).then_some(())?;
        len += 1;
    }
    // In UTF-8 another byte of the same character follows.
    (!matches!(text.get(len), Some(0x80..=0xBF))).then_some(len)
}

impl fmt::Debug for Alphabet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.language())
    }
}

/// How the moves of a game are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Dialect {
    /// The piece letters, or `None` for those of the specification.
    pub(in super::super) alphabet: Option<Alphabet>,
}

impl Dialect {
    /// Sets the expected notation.
    pub(in super::super) fn expect(&mut self, notation: Notation) {
        let alphabet = notation.alphabet();
        self.alphabet = alphabet.filter(|alphabet| *alphabet != Alphabet::USUAL);
    }

    /// Lexes the move that `text` begins with.
    pub(in super::super) fn lex(self, text: &[u8]) -> Option<Lexed<Token>> {
        match self.alphabet {
            None => notation::lex(text),
            Some(alphabet) => alphabet.lex(text),
        }
    }
}

/// A hint for a game with illegal moves that are all legal with other letters: the whole main line from start
/// to end, in the same alphabet. At least one letter must not be a piece letter in English; otherwise a single
/// wrong move is more likely.
pub(in super::super) fn suggest_dialect(
    movetext: &[u8],
    start: &Chessboard,
    dialect: Dialect,
) -> Option<String> {
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
        "all moves of the game are legal with {names} piece letters (pieces={})",
        first.language()
    ))
}

/// The other alphabets that make all moves of the main line legal.
fn fitting(text: &[u8], start: &Chessboard, tried: Alphabet) -> Vec<Alphabet> {
    let others = (0..ALPHABETS.len())
        .map(Alphabet)
        .filter(|one| *one != tried);
    let mut left: Vec<(Alphabet, Chessboard)> = others.map(|one| (one, *start)).collect();
    let mut foreign = false;
    let classes = &INFO.classes;
    let (mut at, mut depth) = (0, 0u64);
    while let Some(&byte) = text.get(at) {
        let rest = &text[at..];
        let to = |end: u8| memchr::memchr(end, rest).map_or(rest.len(), |end| end + 1);
        let class = classes.class(byte);
        let result = INFO.results.iter().any(|(token, _)| {
            let end = rest.strip_prefix(token.as_bytes());
            end.is_some_and(|end| end.first().is_none_or(|&byte| classes.ends_word(byte)))
        });
        at += match class {
            ByteClass::Brace => to(b'}'),
            ByteClass::Semicolon => to(b'\n'),
            ByteClass::Percent if matches!(text[..at].last(), None | Some(b'\n' | b'\r')) => {
                to(b'\n')
            }
            ByteClass::Open => {
                depth += 1;
                1
            }
            ByteClass::Close => {
                depth = depth.saturating_sub(1);
                1
            }
            _ if depth > 0 => 1,
            ByteClass::Star | ByteClass::Bracket => break,
            ByteClass::Digit | ByteClass::Word | ByteClass::Other | ByteClass::Punctuation
                if result =>
            {
                break;
            }
            ByteClass::Word | ByteClass::Other | ByteClass::Punctuation => {
                match play(rest, &mut left) {
                    Some(len) => {
                        // A figurine is not a letter.
                        let letter = match byte {
                            0xE2 => false,
                            0x80.. => true,
                            byte => byte.is_ascii_uppercase() && !b"KQRBNOP".contains(&byte),
                        };
                        foreign |= letter;
                        len
                    }
                    None => match punctuation::sign(rest) {
                        Some((_, len)) => len,
                        None => return Vec::new(),
                    },
                }
            }
            // `0-0` is a move, all other digits are numbers.
            ByteClass::Digit => play(rest, &mut left).unwrap_or(1),
            _ => 1,
        };
    }
    let alphabet = |(alphabet, _)| alphabet;
    left.into_iter()
        .map(alphabet)
        .filter(|alphabet| foreign || *alphabet == Alphabet::USUAL)
        .collect()
}

/// Plays the move that a text begins with on each board, in its letters; boards on which that is impossible are
/// dropped. `None` if it is a move in no alphabet; then nothing has changed.
fn play(text: &[u8], left: &mut Vec<(Alphabet, Chessboard)>) -> Option<usize> {
    let ends = |len: usize| {
        text.get(len)
            .is_none_or(|&byte| INFO.classes.ends_move(byte))
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
