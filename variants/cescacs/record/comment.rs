//! The structure of comments: the speaker, and references.

use crate::core::board::{Piece, Side, Square};
use crate::variants::cescacs::geometry;
use crate::variants::cescacs::info::BISHOP;
use crate::variants::cescacs::notation::dialect::Dialect;
use crate::variants::cescacs::notation::lex_target;
use std::ops::Range;

/// A parsed comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Comment {
    /// Whether a program made it: a colon directly after the brace (CE-351).
    pub automatic: bool,
    /// The player whose move it annotates (CE-349).
    pub speaker: Option<Side>,
    /// Whether there is a colon after the player.
    pub colon: bool,
    /// The start of the rest.
    pub body: usize,
}

impl Comment {
    /// Parses the text between the braces.
    ///
    /// ```
    /// use movetext::Side;
    /// use movetext::variants::cescacs::Comment;
    ///
    /// let comment = Comment::parse(": @B: $6 ");
    /// assert!(comment.automatic && comment.colon);
    /// assert_eq!(comment.speaker, Some(Side::Second));
    /// assert_eq!(&": @B: $6 "[comment.body..], " $6 ");
    /// ```
    pub fn parse(text: &str) -> Comment {
        let automatic = text.starts_with(':');
        let rest = text.strip_prefix(':').unwrap_or(text).trim_start();
        let (speaker, rest) = match player(rest) {
            Some((side, len)) => (Some(side), &rest[len..]),
            None => (None, rest),
        };
        let after = rest.strip_prefix(':').filter(|_| speaker.is_some());
        Comment {
            automatic,
            speaker,
            colon: after.is_some(),
            body: text.len() - after.unwrap_or(rest).len(),
        }
    }
}

/// `@W` or `@B`, not part of a longer word.
fn player(text: &str) -> Option<(Side, usize)> {
    let side = match text.as_bytes() {
        [b'@', b'W', ..] => Side::First,
        [b'@', b'B', ..] => Side::Second,
        _ => return None,
    };
    let next = text[2..].chars().next();
    (!next.is_some_and(char::is_alphanumeric)).then_some((side, 2))
}

/// What a comment refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reference {
    /// `@W`, `@B`: a player (CE-352).
    Player(Side),
    /// `~F14`: a hex (CE-353).
    Hex(Square),
    /// `~K`, `~n`: a piece (CE-354, CE-355).
    Piece(Piece),
    /// `~J[d]`: the bishop on hexes of this colour: 0 dark, 1 light, 2 "colour" (CE-356).
    Bishop(Side, u8),
    /// `~gL5`: a piece on a hex; `~gL5-H6+^`: a move that it could make (CE-357, CE-I42).
    Placed {
        /// The piece.
        piece: Piece,
        /// Where it is.
        at: Square,
        /// Where it could go.
        to: Option<Square>,
    },
    /// `#14`, `#14@B`, `#14[#12.2]@W`: a move, or a player's half of it (CE-360, CE-361, CE-363 to CE-365,
    /// CE-367).
    Move {
        /// The number of the move.
        number: u32,
        /// The variations that contain it, innermost first; empty for the line of the comment.
        path: Vec<Branch>,
        /// The player whose half it is.
        side: Option<Side>,
    },
    /// `#12.2`: a variation as a whole (CE-362).
    Variation(Branch),
    /// `$24`: a NAG (CE-369).
    Nag(u8),
}

/// A variation, by the number of its first move and its label.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Branch {
    /// The number of the move.
    pub number: u32,
    /// The label.
    pub label: u32,
}

/// A reference, or a text that resembles one, and its position in the comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// Its bytes.
    pub span: Range<usize>,
    /// The reference, or `None` if it is malformed.
    pub reference: Option<Reference>,
}

/// The references of a comment, in order.
///
/// A `@`, `~`, `#` or `$` that begins no reference is plain text, unless the text directly after it shows that
/// a reference was intended.
///
/// ```
/// use movetext::variants::cescacs::{Dialect, mentions};
///
/// let text = " @W: ~E defends ~PE13, as in #14[#12.2]@W ";
/// let found: Vec<_> = mentions(text, &Dialect::default())
///     .map(|mention| &text[mention.span])
///     .collect();
/// assert_eq!(found, ["@W", "~E", "~PE13", "#14[#12.2]@W"]);
/// ```
pub fn mentions<'a>(text: &'a str, dialect: &'a Dialect) -> impl Iterator<Item = Mention> + 'a {
    let mut at = 0;
    std::iter::from_fn(move || {
        while let Some(step) = text[at..].find(['@', '~', '#', '$']) {
            let begin = at + step;
            let (len, reference) = match read(&text[begin..], dialect) {
                (1, None) => (odd_player(text, begin), None),
                read => read,
            };
            at = begin + len;
            if reference.is_some() || len > 1 {
                return Some(Mention {
                    span: begin..at,
                    reference,
                });
            }
        }
        None
    })
}

/// The reference that a text consists of.
pub fn reference(text: &str, dialect: &Dialect) -> Option<Reference> {
    let (len, reference) = match text.chars().next()? {
        '@' | '~' | '#' | '$' => read(text, dialect),
        _ => return None,
    };
    reference.filter(|_| len == text.len())
}

/// Reads the reference that the text begins with. Without a reference the length is 1, or that of a text that
/// resembles one.
fn read(text: &str, dialect: &Dialect) -> (usize, Option<Reference>) {
    match text.as_bytes()[0] {
        b'@' => match player(text) {
            Some((_, len)) if number_follows(&text[len..]) => (len + word(&text[len..]), None),
            Some((side, len)) => (len, Some(Reference::Player(side))),
            None => (1, None),
        },
        b'~' => match read_tilde(text, dialect) {
            Some((len, reference)) => (len, Some(reference)),
            None => (word(text), None),
        },
        b'#' => match read_move(text) {
            Some((len, _)) if goes_on(&text[len..]) => (len + word(&text[len..]), None),
            Some((len, reference)) => (len, Some(reference)),
            None => (1, None),
        },
        _ => {
            let digits = number(&text[1..]);
            match digits.and_then(|(number, len)| Some((u8::try_from(number).ok()?, len))) {
                Some((nag, len)) => (1 + len, Some(Reference::Nag(nag))),
                None => (1, None),
            }
        }
    }
}

/// The length of a text that resembles a player: `@N` or `@b`, a word of its own, or `#@B14`; otherwise 1.
fn odd_player(text: &str, begin: usize) -> usize {
    let before = text[..begin].chars().next_back();
    let rest = &text[begin..];
    match rest.as_bytes() {
        [b'#', b'@', b'W' | b'B', b'0'..=b'9', ..] => 1 + word(&rest[1..]),
        [b'@', letter, ..]
            if letter.is_ascii_alphabetic()
                && ends(rest, 2)
                && !rest[2..].starts_with(['.', '_', '-'])
                && !before.is_some_and(char::is_alphanumeric) =>
        {
            2
        }
        _ => 1,
    }
}

/// Whether a reference to a move is followed by text that does not belong to it.
fn goes_on(rest: &str) -> bool {
    rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '[' | '(' | '@'))
}

/// Whether a player is followed by the number of a move, which belongs before it.
fn number_follows(rest: &str) -> bool {
    matches!(rest.as_bytes(), [b'#', b'0'..=b'9', ..])
}

/// The length of the first character and the letters, digits and brackets after it.
fn word(text: &str) -> usize {
    let mut chars = text.char_indices().skip(1);
    chars
        .find(|&(_, c)| {
            !c.is_alphanumeric() && !matches!(c, '[' | ']' | '(' | ')' | '#' | '.' | '@')
        })
        .map_or(text.len(), |(at, _)| at)
}

fn read_tilde(text: &str, dialect: &Dialect) -> Option<(usize, Reference)> {
    let rest = &text[1..];
    // A capital before a digit is a column.
    if rest.as_bytes().get(1).is_some_and(u8::is_ascii_digit) {
        let (hex, len) = geometry::read(rest.as_bytes())?;
        return ends(rest, len).then_some((1 + len, Reference::Hex(hex)));
    }
    let symbol = rest.chars().next()?;
    let piece = dialect.piece(symbol)?;
    let after = &rest[symbol.len_utf8()..];
    let len = 1 + symbol.len_utf8();
    if piece.role == BISHOP
        && let Some(colour) = hex_colour(after)
    {
        return Some((len + 3, Reference::Bishop(piece.side, colour)));
    }
    if let Some((at, name)) = geometry::read(after.as_bytes()) {
        let target = lex_target(&after.as_bytes()[name..], dialect);
        let (to, more) = target.map_or((None, 0), |(target, len)| (Some(target.to), len));
        return ends(after, name + more)
            .then_some((len + name + more, Reference::Placed { piece, at, to }));
    }
    let bracket = after.starts_with(['[', '(']);
    (!bracket && ends(after, 0)).then_some((len, Reference::Piece(piece)))
}

/// Whether a word ends there.
fn ends(text: &str, at: usize) -> bool {
    !text[at..].starts_with(char::is_alphanumeric)
}

/// `[d]`, `[l]`, `[c]`.
fn hex_colour(text: &str) -> Option<u8> {
    match text.as_bytes() {
        [b'[', colour, b']', ..] => b"dlc".iter().position(|c| c == colour).map(|n| n as u8),
        _ => None,
    }
}

/// Digits that do not begin with zero.
fn number(text: &str) -> Option<(u32, usize)> {
    let len = text.bytes().take_while(u8::is_ascii_digit).count();
    let number = text[..len].parse().ok()?;
    (!text.starts_with('0')).then_some((number, len))
}

/// `#12.2`
fn branch(text: &str) -> Option<(Branch, usize)> {
    let (round, first) = number(text.strip_prefix('#')?)?;
    let rest = text[1 + first..].strip_prefix('.')?;
    let (label, second) = number(rest)?;
    let branch = Branch {
        number: round,
        label,
    };
    Some((branch, 2 + first + second))
}

fn read_move(text: &str) -> Option<(usize, Reference)> {
    if let Some((variation, len)) = branch(text) {
        return Some((len, Reference::Variation(variation)));
    }
    let (number, digits) = number(&text[1..])?;
    let mut len = 1 + digits;
    let mut path = Vec::new();
    if let Some((branches, end)) = read_path(&text[len..])
        && branches[0].number <= number
    {
        path = branches;
        len += end;
    }
    let side = player(&text[len..]).map(|(side, more)| {
        len += more;
        side
    });
    Some((len, Reference::Move { number, path, side }))
}

/// `[#14.1#12.2]`: the outer variation does not begin after the inner one.
fn read_path(text: &str) -> Option<(Vec<Branch>, usize)> {
    let mut path: Vec<Branch> = Vec::new();
    let mut at = 1;
    if !text.starts_with('[') {
        return None;
    }
    while !text[at..].starts_with(']') {
        let (next, len) = branch(&text[at..])?;
        if path.last().is_some_and(|inner| inner.number < next.number) {
            return None;
        }
        path.push(next);
        at += len;
    }
    (!path.is_empty()).then_some((path, at + 1))
}
