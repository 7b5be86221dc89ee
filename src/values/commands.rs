//! Commands in comments: `[%clk 1:23:45]`, `[%eval +1.25,20]`, `[%cal Ra1b2]`.
//!
//! A comment is split into [`Piece`]s, alternating text and commands, which concatenated give the comment
//! again, byte for byte. [`Command::decode`] gives the meaning of a command; an unknown or malformed one stays
//! a command with its arguments as text.
//!
//! ```
//! use movetext::commands::{Meaning, Eval, pieces};
//!
//! let comment = "sharp [%eval +1.25,20] [%clk 1:23:45.6] play";
//! let meanings: Vec<_> = pieces(comment)
//!     .filter_map(|piece| piece.command()?.decode())
//!     .collect();
//! let [Meaning::Eval(eval), Meaning::Clock(clock)] = &meanings[..] else {
//!     panic!("{meanings:?}");
//! };
//! assert_eq!(*eval, Eval::centipawns(125).at_depth(20));
//! assert_eq!(clock.time().as_millis(), 5_025_600);
//! let again: String = pieces(comment).map(|piece| piece.as_str()).collect();
//! assert_eq!(again, comment);
//! ```

use std::fmt;
use std::ops::Range;
use std::time::Duration;

/// A piece of a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece<'t> {
    text: &'t str,
    start: usize,
    command: Option<Command<'t>>,
}

/// A command: `[%name arguments]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Command<'t> {
    name: &'t str,
    arguments: &'t str,
}

impl<'t> Piece<'t> {
    /// The piece as written.
    pub fn as_str(&self) -> &'t str {
        self.text
    }

    /// The position: byte offsets into the comment.
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }

    /// The command, unless the piece is text.
    pub fn command(&self) -> Option<Command<'t>> {
        self.command
    }
}

/// The pieces of a comment, in order. None is empty, and two texts never follow each other.
pub fn pieces(comment: &str) -> Pieces<'_> {
    Pieces { comment, at: 0 }
}

/// See [`pieces`].
#[derive(Clone, Debug)]
pub struct Pieces<'t> {
    comment: &'t str,
    at: usize,
}

impl<'t> Iterator for Pieces<'t> {
    type Item = Piece<'t>;

    fn next(&mut self) -> Option<Piece<'t>> {
        let start = self.at;
        let rest = &self.comment[start..];
        // Candidates for a command: the first one that is a command ends the text before it.
        let mut from = 0;
        let (end, command) = loop {
            let Some(open) = rest[from..].find("[%").map(|n| from + n) else {
                break (rest.len(), None);
            };
            match command(&rest[open..]) {
                Ok((command, len)) if open == 0 => break (len, Some(command)),
                Ok(_) => break (open, None),
                // Nothing that was examined is a command.
                Err(passed) => from = open + passed,
            }
        };
        self.at += end;
        (end > 0).then_some(Piece {
            text: &rest[..end],
            start,
            command,
        })
    }
}

/// The command that a text begins with, and its length; or how far there is none. A bracket inside the
/// arguments ends the attempt, so no byte is examined more than twice.
fn command(text: &str) -> Result<(Command<'_>, usize), usize> {
    let inside = "[%".len();
    let end = text[inside..]
        .find(['[', ']'])
        .map_or(text.len(), |n| inside + n);
    if text[end..].is_empty() || text[end..].starts_with('[') {
        return Err(end);
    }
    let content = &text[inside..end];
    let name = content
        .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')))
        .unwrap_or(content.len());
    let (name, arguments) = content.split_at(name);
    if name.is_empty() {
        Err(end)
    } else {
        Ok((Command { name, arguments }, end + 1))
    }
}

impl<'t> Command<'t> {
    /// The name: `clk`.
    pub fn name(&self) -> &'t str {
        self.name
    }

    /// The text between name and closing bracket, without surrounding blanks.
    pub fn arguments(&self) -> &'t str {
        self.arguments.trim()
    }

    /// The meaning of the command, or `None` if it is unknown or malformed.
    pub fn decode(&self) -> Option<Meaning<'t>> {
        let arguments = self.arguments();
        Some(match self.name {
            "clk" => Meaning::Clock(Clock::parse(arguments)?),
            "emt" => Meaning::MoveTime(Clock::parse(arguments)?),
            "egt" => Meaning::GameTime(Clock::parse(arguments)?),
            "mct" => Meaning::MechanicalClock(Clock::parse(arguments)?),
            "eval" => Meaning::Eval(Eval::parse(arguments)?),
            "csl" => Meaning::Squares(Squares::parse(arguments)?),
            "cal" => Meaning::Arrows(Arrows::parse(arguments)?),
            _ => return None,
        })
    }
}

/// The meaning of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Meaning<'t> {
    /// `clk`: the time left on the clock of the player who moved.
    Clock(Clock),
    /// `emt`: the time that the move took.
    MoveTime(Clock),
    /// `egt`: the time that the player who moved has used in the game.
    GameTime(Clock),
    /// `mct`: what a mechanical clock shows after the move.
    MechanicalClock(Clock),
    /// `eval`: the evaluation of the position.
    Eval(Eval),
    /// `csl`: coloured squares.
    Squares(Squares<'t>),
    /// `cal`: coloured arrows.
    Arrows(Arrows<'t>),
}

/// A time as written: hours, minutes and seconds with up to nine decimal places; the hours, or hours and
/// minutes, may be missing, and the time may be negative.
///
/// ```
/// use movetext::commands::Clock;
///
/// let clock = Clock::parse("0:01:09.5").expect("a time");
/// assert_eq!(clock.time().as_millis(), 69_500);
/// assert_eq!(clock.to_string(), "0:01:09.5");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    time: Duration,
    digits: u8,
    negative: bool,
}

impl Clock {
    /// A time, written with as many decimal places as it needs.
    pub fn new(time: Duration) -> Clock {
        let mut digits = 9;
        let mut rest = time.subsec_nanos();
        while digits > 0 && rest.is_multiple_of(10) {
            rest /= 10;
            digits -= 1;
        }
        Clock {
            time,
            digits,
            negative: false,
        }
    }

    /// Reads a time: `1:23:45`, `1:23:45.6`, `23:45`, `45`.
    pub fn parse(text: &str) -> Option<Clock> {
        let (negative, text) = match text.strip_prefix('-') {
            Some(text) => (true, text),
            None => (false, text),
        };
        let (whole, fraction) = match text.split_once('.') {
            Some((whole, fraction)) => (whole, fraction),
            None => (text, ""),
        };
        let is_number = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
        if fraction.len() > 9 || !is_number(fraction) || (fraction.is_empty() && text.contains('.'))
        {
            return None;
        }
        let mut seconds: u64 = 0;
        for (index, field) in whole.split(':').enumerate() {
            if index > 2 || field.is_empty() || !is_number(field) {
                return None;
            }
            // The first field may be larger than a clock shows.
            let field: u64 = field.parse().ok()?;
            if index > 0 && field > 59 {
                return None;
            }
            seconds = seconds.checked_mul(60)?.checked_add(field)?;
        }
        let nanos = format!("{fraction:0<9}").parse().ok()?;
        Some(Clock {
            time: Duration::new(seconds, nanos),
            digits: fraction.len() as u8,
            negative,
        })
    }

    /// The time, without its sign.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Whether the time is negative.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// The number of decimal places.
    pub fn digits(&self) -> u8 {
        self.digits
    }
}

/// `1:23:45.6`: the form that clocks are written in.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.time.as_secs();
        let sign = if self.negative { "-" } else { "" };
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
        write!(f, "{sign}{hours}:{minutes:02}:{:02}", seconds % 60)?;
        if self.digits > 0 {
            let nanos = format!("{:09}", self.time.subsec_nanos());
            write!(f, ".{}", &nanos[..self.digits.into()])?;
        }
        Ok(())
    }
}

/// The evaluation of a position, from the first player's point of view.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Eval {
    /// The value.
    pub value: Value,
    /// The search depth in plies.
    pub depth: Option<u32>,
}

/// An evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// `#3`: mate in so many moves; negative if the first player is mated.
    Mate(i32),
}

impl Eval {
    /// An evaluation in hundredths of a pawn.
    pub const fn centipawns(value: i32) -> Eval {
        Eval {
            value: Value::Centipawns(value),
            depth: None,
        }
    }

    /// Mate in so many moves.
    pub const fn mate(moves: i32) -> Eval {
        Eval {
            value: Value::Mate(moves),
            depth: None,
        }
    }

    /// The same evaluation with a search depth.
    #[must_use]
    pub const fn at_depth(self, depth: u32) -> Eval {
        Eval {
            depth: Some(depth),
            ..self
        }
    }

    /// Reads an evaluation: `1.25`, `+1.25,20`, `-0.5`, `#3`, `#-3`. Decimal places beyond the second are
    /// rounded.
    ///
    /// ```
    /// use movetext::commands::Eval;
    ///
    /// assert_eq!(Eval::parse("#-3"), Some(Eval::mate(-3)));
    /// assert_eq!(Eval::parse("-.5,7"), Some(Eval::centipawns(-50).at_depth(7)));
    /// ```
    pub fn parse(text: &str) -> Option<Eval> {
        let (value, depth) = match text.split_once(',') {
            Some((value, depth)) => (value.trim(), Some(plain(depth.trim())?)),
            None => (text, None),
        };
        let value = match value.strip_prefix('#') {
            Some(moves) => {
                let (sign, digits) = signed(moves);
                Value::Mate(sign * i32::try_from(plain(digits)?).ok()?)
            }
            None => Value::Centipawns(hundredths(value)?),
        };
        Some(Eval { value, depth })
    }
}

/// A sign, plus if there is none, and what follows.
fn signed(text: &str) -> (i32, &str) {
    match text.as_bytes().first() {
        Some(b'-') => (-1, &text[1..]),
        Some(b'+') => (1, &text[1..]),
        _ => (1, text),
    }
}

/// Digits only.
fn plain(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn hundredths(text: &str) -> Option<i32> {
    let (sign, text) = signed(text);
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if !fraction.bytes().all(|b| b.is_ascii_digit()) || (whole.is_empty() && fraction.is_empty()) {
        return None;
    }
    let whole = match whole {
        "" => 0,
        whole => i32::try_from(plain(whole)?).ok()?,
    };
    let digit = |at| {
        fraction
            .as_bytes()
            .get(at)
            .map_or(0, |b| i32::from(b - b'0'))
    };
    let part = 10 * digit(0) + digit(1) + i32::from(digit(2) >= 5);
    whole.checked_mul(100)?.checked_add(part)?.checked_mul(sign)
}

/// `+1.25,20`
impl fmt::Display for Eval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Value::Centipawns(value) => {
                let sign = if value < 0 { "-" } else { "+" };
                let value = value.unsigned_abs();
                write!(f, "{sign}{}.{:02}", value / 100, value % 100)?;
            }
            Value::Mate(moves) => write!(f, "#{moves}")?,
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}

/// A colour, by its letter: `R` red, `G` green, `Y` yellow, `B` blue, and others that programs use.
pub type Colour = char;

/// Coloured squares: `Ra1,Gb2`. Names of squares are text, since boards differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Squares<'t>(&'t str);

/// Coloured arrows: `Ra1b2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrows<'t>(&'t str);

impl<'t> Squares<'t> {
    /// Reads a list of squares.
    pub fn parse(text: &'t str) -> Option<Squares<'t>> {
        let square = |entry| square(entry).is_some_and(|(_, rest)| rest.is_empty());
        let all = entries(text).all(|(_, rest)| square(rest));
        all.then_some(Squares(text))
    }

    /// The squares with their colours.
    pub fn iter(&self) -> impl Iterator<Item = (Colour, &'t str)> {
        entries(self.0)
    }
}

impl<'t> Arrows<'t> {
    /// Reads a list of arrows.
    pub fn parse(text: &'t str) -> Option<Arrows<'t>> {
        let all = entries(text).all(|(_, rest)| arrow(rest).is_some());
        all.then_some(Arrows(text))
    }

    /// The arrows: colour, from where, to where.
    pub fn iter(&self) -> impl Iterator<Item = (Colour, &'t str, &'t str)> {
        entries(self.0).filter_map(|(colour, rest)| {
            let (from, to) = arrow(rest)?;
            Some((colour, from, to))
        })
    }
}

/// The entries of a list, each split into its colour and the rest; an entry without a colour has an empty rest.
fn entries(text: &str) -> impl Iterator<Item = (Colour, &str)> {
    let listed = text.split(',').map(str::trim);
    listed
        .filter(move |_| !text.is_empty())
        .map(|entry| match entry.chars().next() {
            Some(colour) if colour.is_ascii_uppercase() => (colour, &entry[1..]),
            _ => ('?', ""),
        })
}

/// The square name that a text begins with (letters, then digits), and what follows it.
fn square(text: &str) -> Option<(&str, &str)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let digits = text[letters..]
        .bytes()
        .take_while(u8::is_ascii_digit)
        .count();
    (letters > 0 && digits > 0).then(|| text.split_at(letters + digits))
}

fn arrow(text: &str) -> Option<(&str, &str)> {
    let (from, rest) = square(text)?;
    let (to, rest) = square(rest)?;
    rest.is_empty().then_some((from, to))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The pieces of a comment: text as it is, commands as name and arguments.
    fn cut(comment: &str) -> Vec<String> {
        let shown = |piece: Piece<'_>| match piece.command() {
            Some(command) => format!("{}({})", command.name(), command.arguments()),
            None => piece.as_str().to_owned(),
        };
        pieces(comment).map(shown).collect()
    }

    #[test]
    fn comments_are_cut() {
        for (comment, expected) in [
            ("", &[][..]),
            ("plain", &["plain"]),
            ("[%clk 0:03:00]", &["clk(0:03:00)"]),
            (" [%clk 1][%emt 2] ", &[" ", "clk(1)", "emt(2)", " "]),
            (
                "[%c_effect e4;type;Forced]x",
                &["c_effect(e4;type;Forced)", "x"],
            ),
            ("[%evp 0,34,19,\n25]", &["evp(0,34,19,\n25)"]),
            ("[%tqu \"En\",\"q\"]", &["tqu(\"En\",\"q\")"]),
            ("[%]", &["[%]"]),
            ("[% clk 1]", &["[% clk 1]"]),
            ("[%clk 1", &["[%clk 1"]),
            ("a [b] [%clk 1", &["a [b] [%clk 1"]),
            ("[%a [%b 1]]", &["[%a ", "b(1)", "]"]),
            ("50[%", &["50[%"]),
            ("[%é ü]é", &["é(ü)", "é"]),
        ] {
            assert_eq!(cut(comment), expected, "{comment}");
        }
    }

    fn decoded(command: &str) -> Option<Meaning<'_>> {
        let mut pieces = pieces(command);
        pieces.next()?.command()?.decode()
    }

    fn millis(text: &str) -> Option<(u128, String)> {
        let clock = Clock::parse(text)?;
        Some((clock.time().as_millis(), clock.to_string()))
    }

    #[test]
    fn clocks() {
        let some = |millis, text: &str| Some((millis, text.to_owned()));
        assert_eq!(millis("1:23:45.6"), some(5_025_600, "1:23:45.6"));
        assert_eq!(millis("1:23:45"), some(5_025_000, "1:23:45"));
        assert_eq!(millis("0:00:00.050"), some(50, "0:00:00.050"));
        assert_eq!(millis("12:05"), some(725_000, "0:12:05"));
        assert_eq!(millis("7.25"), some(7_250, "0:00:07.25"));
        assert_eq!(millis("-0:00:03"), some(3_000, "-0:00:03"));
        for text in [
            "",
            ":",
            "1:",
            "1:60",
            "1:2:3:4",
            "1.",
            "1.1234567890",
            "a",
            "1:-2",
            "+1",
        ] {
            assert_eq!(millis(text), None, "{text}");
        }
        assert_eq!(millis("99999999999999999999"), None);
        assert_eq!(millis("9999999999999999999:00"), None);
        let time = Duration::from_millis(61_500);
        assert_eq!(Clock::new(time).to_string(), "0:01:01.5");
        assert!(matches!(
            decoded("[%emt 0:00:07]"),
            Some(Meaning::MoveTime(_))
        ));
        assert!(matches!(
            decoded("[%egt 0:15:42]"),
            Some(Meaning::GameTime(_))
        ));
        assert!(matches!(
            decoded("[%mct 17:10:42]"),
            Some(Meaning::MechanicalClock(_))
        ));
        assert_eq!(decoded("[%clk soon]"), None);
        assert_eq!(decoded("[%depth 3]"), None);
    }

    #[test]
    fn values() {
        for (text, expected, written) in [
            ("+1.25,20", Eval::centipawns(125).at_depth(20), "+1.25,20"),
            ("0.17", Eval::centipawns(17), "+0.17"),
            ("-3", Eval::centipawns(-300), "-3.00"),
            ("-0.05", Eval::centipawns(-5), "-0.05"),
            ("1.2", Eval::centipawns(120), "+1.20"),
            ("1.996", Eval::centipawns(200), "+2.00"),
            ("#4", Eval::mate(4), "#4"),
            ("#-3", Eval::mate(-3), "#-3"),
            ("#+1, 9", Eval::mate(1).at_depth(9), "#1,9"),
        ] {
            assert_eq!(Eval::parse(text), Some(expected), "{text}");
            assert_eq!(expected.to_string(), written);
        }
        for text in [
            "",
            "#",
            "#-",
            ".",
            "+",
            "1,",
            "1,x",
            "1.2.3",
            "99999999999",
            "#99999999999",
            "--1",
            "1e3",
        ] {
            assert_eq!(Eval::parse(text), None, "{text}");
        }
        assert_eq!(decoded("[%eval #-3]"), Some(Meaning::Eval(Eval::mate(-3))));
    }

    #[test]
    fn colours() {
        let Some(Meaning::Squares(squares)) = decoded("[%csl Ra1,Gb2, Yh10]") else {
            panic!("squares");
        };
        let squares: Vec<_> = squares.iter().collect();
        assert_eq!(squares, [('R', "a1"), ('G', "b2"), ('Y', "h10")]);
        let Some(Meaning::Arrows(arrows)) = decoded("[%cal Ra1b2,Gh1h10]") else {
            panic!("arrows");
        };
        let arrows: Vec<_> = arrows.iter().collect();
        assert_eq!(arrows, [('R', "a1", "b2"), ('G', "h1", "h10")]);
        for text in [
            "[%csl Ra1,]",
            "[%csl a1]",
            "[%csl Ra]",
            "[%csl Ra1b2]",
            "[%cal Ra1]",
            "[%cal Ra1b2c3]",
            "[%csl Éa1]",
        ] {
            assert_eq!(decoded(text), None, "{text}");
        }
        let Some(Meaning::Arrows(arrows)) = decoded("[%cal GF14P7]") else {
            panic!("arrows between squares in capital letters");
        };
        assert!(arrows.iter().eq([('G', "F14", "P7")]));
        let Some(Meaning::Squares(none)) = decoded("[%csl ]") else {
            panic!("no squares");
        };
        assert_eq!(none.iter().count(), 0);
    }

    /// Many unclosed brackets are examined once each.
    #[test]
    fn time_is_linear() {
        let comment = "[%clk".repeat(200_000);
        assert_eq!(pieces(&comment).count(), 1);
        let comment = "[%a ][%".repeat(100_000);
        assert_eq!(pieces(&comment).count(), 200_000);
    }

    proptest! {
        #[test]
        fn pieces_are_the_comment(comment in "([\\[\\]% ]|\\[%|clk|eval|csl|cal|[-+#.,:RGa-c0-9é]){0,40}") {
            let mut at = 0;
            let mut text = false;
            for piece in pieces(&comment) {
                prop_assert_eq!(piece.span(), at..at + piece.as_str().len());
                prop_assert_eq!(&comment[piece.span()], piece.as_str());
                prop_assert!(!piece.as_str().is_empty());
                prop_assert!(!(text && piece.command().is_none()));
                text = piece.command().is_none();
                at = piece.span().end;
                if let Some(command) = piece.command() {
                    let _ = command.decode();
                }
            }
            prop_assert_eq!(at, comment.len());
        }

        #[test]
        fn times_and_values_are_read_as_written(millis in 0u64..1_000_000_000, value in -100_000i32..100_000, depth in 0u32..200) {
            let clock = Clock::new(Duration::from_millis(millis));
            prop_assert_eq!(Clock::parse(&clock.to_string()), Some(clock));
            for eval in [Eval::centipawns(value), Eval::mate(value).at_depth(depth)] {
                prop_assert_eq!(Eval::parse(&eval.to_string()), Some(eval));
            }
        }
    }
}
