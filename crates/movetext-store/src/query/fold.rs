//! Names as they are compared: without regard to case, accents and scripts.

use std::borrow::Cow;

/// A text as it is compared: in Latin letters, in lower case, without accents and without signs, each word as it
/// sounds rather than as it is spelled, with single blanks between words.
///
/// ```
/// use movetext_store::fold;
///
/// assert_eq!(fold("Карлсен, Магнус"), fold("CARLSEN Magnus"));
/// assert_eq!(fold("胡荣华"), fold("胡榮華"));
/// assert_eq!(fold("Müller"), "muler");
/// ```
pub fn fold(text: &str) -> String {
    let latin: Cow<'_, str> = if text.is_ascii() {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(deunicode::deunicode(text))
    };
    let mut out = String::with_capacity(latin.len());
    let mut last = ' ';
    let mut letters = latin.chars().peekable();
    while let Some(letter) = letters.next() {
        let letter = letter.to_ascii_lowercase();
        // An apostrophe parts nothing: D'Arcy, C'escacs.
        if letter == '\'' {
            continue;
        }
        let sound = match (letter, letters.peek().map(char::to_ascii_lowercase)) {
            ('c', Some('h')) => 'c',
            ('c' | 'q', _) => 'k',
            ('p', Some('h')) => {
                letters.next();
                'f'
            }
            ('y' | 'j', _) => 'i',
            ('w', _) => 'v',
            ('a'..='z' | '0'..='9', _) => letter,
            _ => ' ',
        };
        if letter == 'x' {
            push(&mut out, &mut last, 'k');
            push(&mut out, &mut last, 's');
        } else {
            push(&mut out, &mut last, sound);
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Appends a letter, of several equal ones but one. Digits stay as they are.
fn push(out: &mut String, last: &mut char, letter: char) {
    if letter != *last || letter.is_ascii_digit() {
        out.push(letter);
    }
    *last = letter;
}

/// Words that have to be in a text, in any order.
#[derive(Clone, Debug)]
pub(super) struct Words(Vec<String>);

impl Words {
    pub(super) fn new(text: &str) -> Words {
        let words = text.split(|c: char| c.is_whitespace() || c == ',');
        let words = words.map(|word| solid(&fold(word)));
        Words(words.filter(|word| !word.is_empty()).collect())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn are_in(&self, text: &str) -> bool {
        // Where words end differs between scripts, so that does not count.
        let text = solid(&fold(text));
        !self.0.is_empty() && self.0.iter().all(|word| text.contains(word))
    }
}

/// Without blanks, and without what came to stand twice by that.
fn solid(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut last = ' ';
    for letter in text.chars().filter(|letter| *letter != ' ') {
        push(&mut out, &mut last, letter);
    }
    out
}

/// A pattern for a whole text: `*` stands for any text, `?` for any character.
#[derive(Clone, Debug)]
pub(super) struct Glob(Vec<Piece>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Piece {
    Any,
    One,
    Letter(char),
}

impl Glob {
    pub(super) fn new(pattern: &str) -> Glob {
        let mut pieces = Vec::new();
        for (index, part) in pattern.split('*').enumerate() {
            if index > 0 {
                pieces.push(Piece::Any);
            }
            for (index, part) in part.split('?').enumerate() {
                if index > 0 {
                    pieces.push(Piece::One);
                }
                pieces.extend(part.chars().flat_map(char::to_lowercase).map(Piece::Letter));
            }
        }
        Glob(pieces)
    }

    /// Whether a text fits, without regard to case. Takes the product of both lengths at most.
    pub(super) fn fits(&self, text: &str) -> bool {
        let text: Vec<char> = text.chars().flat_map(char::to_lowercase).collect();
        let (mut piece, mut at) = (0, 0);
        // Where to go on if what follows the last `*` does not fit.
        let mut again = None;
        while at < text.len() {
            match self.0.get(piece) {
                Some(Piece::Any) => {
                    again = Some((piece, at));
                    piece += 1;
                    continue;
                }
                Some(Piece::One) => {}
                Some(Piece::Letter(letter)) if *letter == text[at] => {}
                _ => {
                    let Some((any, from)) = again else {
                        return false;
                    };
                    again = Some((any, from + 1));
                    (piece, at) = (any + 1, from + 1);
                    continue;
                }
            }
            piece += 1;
            at += 1;
        }
        self.0[piece..].iter().all(|piece| *piece == Piece::Any)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_compared_by_sound() {
        for (a, b) in [
            ("Карлсен", "Carlsen"),
            ("Ivanchuk", "IVANCHUK"),
            ("Hübner", "Hubner"),
            ("胡榮華", "Hu Ronghua"),
            ("Magnus Carlsen", "carlsen, magnus"),
        ] {
            assert!(
                Words::new(b).are_in(a) && Words::new(a).are_in(b),
                "{a} {b}"
            );
        }
        assert!(!Words::new("Anand").are_in("Carlsen"));
        assert!(!Words::new("").are_in("Carlsen"));
    }

    #[test]
    fn patterns_fit_whole_texts() {
        for (pattern, text, fits) in [
            ("", "", true),
            ("*", "", true),
            ("A*c", "abc", true),
            ("a*c", "abcd", false),
            ("a?c", "abc", true),
            ("a?c", "ac", false),
            ("*b*b*", "abab", true),
            ("*b*b*", "aba", false),
            ("Team *", "team 1", true),
        ] {
            assert_eq!(Glob::new(pattern).fits(text), fits, "{pattern} {text}");
        }
    }
}
