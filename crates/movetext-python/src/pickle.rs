//! What `__reduce__` returns: a function of this module, and its arguments.

use pyo3::prelude::*;

/// A function that makes an object again, and the arguments that it takes.
pub type Reduced<'py, T> = (Bound<'py, PyAny>, T);

/// The arguments with the function of this name that takes them.
pub fn reduced<'py, T>(py: Python<'py>, restore: &str, arguments: T) -> PyResult<Reduced<'py, T>> {
    let restore = py.import("movetext._movetext")?.getattr(restore)?;
    Ok((restore, arguments))
}
