//! The exceptions of the package, and how failures of the system become Python's.

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use std::io;

create_exception!(
    movetext,
    FormatError,
    PyValueError,
    "A source holds no games: it is an image, a program, or prose."
);
create_exception!(
    movetext,
    InvalidMoveError,
    PyValueError,
    "A text is not a move in any notation of the variant."
);
create_exception!(
    movetext,
    IllegalMoveError,
    PyValueError,
    "A move cannot be played in the position."
);
create_exception!(
    movetext,
    AmbiguousMoveError,
    PyValueError,
    "More than one legal move fits what is written."
);

create_exception!(
    movetext,
    DatabaseError,
    PyOSError,
    "A database cannot be read or written: it is none, it is damaged, of another version or in use, or the disk is full."
);

/// An error of the system as Python has it, with the name of the file. What Python code raised while it was read is
/// raised as it was.
pub fn os_error(error: io::Error, name: &str) -> PyErr {
    if error.get_ref().is_some_and(|inner| inner.is::<PyErr>()) {
        return error.into();
    }
    match error.raw_os_error() {
        // With number and name, Python chooses the class, e.g. FileNotFoundError.
        Some(number) => {
            let message = error.to_string();
            let reason = message.split(" (os error").next().unwrap_or_default();
            PyOSError::new_err((number, reason.to_owned(), name.to_owned()))
        }
        None => PyOSError::new_err(format!("{name}: {error}")),
    }
}
