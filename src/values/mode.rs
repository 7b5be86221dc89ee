//! How a game was played.

use super::folded;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// How a game was played; the set is open (CH-280 to CH-284).
///
/// ```
/// use movetext::values::Mode;
///
/// assert_eq!("OTB".parse(), Ok(Mode::OverTheBoard));
/// assert_eq!("blindfold".parse(), Ok(Mode::Other("blindfold".into())));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// `OTB`: over the board.
    OverTheBoard,
    /// `PM`: by paper mail.
    PaperMail,
    /// `EM`: by electronic mail.
    ElectronicMail,
    /// `ICS`: on an Internet chess server.
    Server,
    /// `TC`: by other telecommunication.
    Telecommunication,
    /// Another way, as written.
    Other(String),
}

const VALUES: [(Mode, &str); 5] = [
    (Mode::OverTheBoard, "OTB"),
    (Mode::PaperMail, "PM"),
    (Mode::ElectronicMail, "EM"),
    (Mode::Server, "ICS"),
    (Mode::Telecommunication, "TC"),
];

impl FromStr for Mode {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Mode, Infallible> {
        let words = folded(text);
        let known = VALUES.into_iter().find(|(_, name)| folded(name) == words);
        Ok(match known {
            Some((value, _)) => value,
            None => Mode::Other(text.to_owned()),
        })
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = VALUES.into_iter().find(|(value, _)| value == self);
        f.write_str(match (self, &known) {
            (Mode::Other(text), _) => text,
            (_, Some((_, name))) => name,
            (_, None) => "",
        })
    }
}
