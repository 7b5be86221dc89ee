//! Writing: data to the standard output or a file, the rest to the standard error.

use std::borrow::Cow;
use std::io::{self, Write};

/// Writes data to the standard output.
pub fn write_stdout(data: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(data)?;
    out.flush()
}

/// Says on the standard error what went wrong.
pub fn complain(message: &str) {
    note(&format!("movetext: {message}\n"));
}

/// Writes to the standard error. That nobody listens is no reason to stop.
pub fn note(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// What an error says, without the number that the system has for it.
pub fn reason(error: &io::Error) -> String {
    without_number(&error.to_string()).to_owned()
}

/// The message of an error without the number that the system has for it.
pub fn without_number(message: &str) -> &str {
    match message.rfind(" (os error ") {
        Some(at) => &message[..at],
        None => message,
    }
}

/// A text that does no harm to a terminal: control characters are shown as escapes.
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(char::is_control) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match c.is_control() {
            true => out.extend(c.escape_default()),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_told_without_numbers() {
        let error = io::Error::from_raw_os_error(2);
        assert!(!reason(&error).contains("os error"), "{}", reason(&error));
        assert_eq!(reason(&io::Error::other("no such thing")), "no such thing");
    }

    #[test]
    fn terminals_are_safe() {
        assert_eq!(printable("Ångström.pgn"), "Ångström.pgn");
        assert_eq!(printable("a\u{1b}[31m\n\u{9b}"), "a\\u{1b}[31m\\n\\u{9b}");
    }
}
