//! The native part of the Python package `movetext`.
//!
//! Python sees what `python/movetext/__init__.py` makes of this module; the stubs in `_movetext.pyi` say which types
//! cross the border.

mod arrow;
mod board;
mod check;
mod compare;
mod convert;
mod database;
mod detect;
mod diagnostic;
mod errors;
mod game;
mod headers;
mod input;
mod moves;
mod node;
mod open;
mod pickle;
mod picture;
mod portion;
mod position;
mod text;
mod walk;

use pyo3::prelude::*;

#[pymodule]
mod _movetext {
    #[pymodule_export]
    use super::arrow::parquet::to_parquet;
    #[pymodule_export]
    use super::arrow::scan::{Scan, scan};
    #[pymodule_export]
    use super::check::{Problems, check};
    #[pymodule_export]
    use super::compare::{Compared, compare};
    #[pymodule_export]
    use super::convert::{Conversion, convert};
    #[pymodule_export]
    use super::database::{Found, Store};
    #[pymodule_export]
    use super::detect::{Candidate, Detection, detect_bytes, detect_path};
    #[pymodule_export]
    use super::diagnostic::{Diagnostic, restore_diagnostic};
    #[pymodule_export]
    use super::errors::{
        AmbiguousMoveError, DatabaseError, FormatError, IllegalMoveError, InvalidMoveError,
    };
    #[pymodule_export]
    use super::game::{Game, restore_game};
    #[pymodule_export]
    use super::headers::Headers;
    #[pymodule_export]
    use super::moves::{Move, restore_move};
    #[pymodule_export]
    use super::node::{Node, restore_node};
    #[pymodule_export]
    use super::open::{Games, open};
    #[pymodule_export]
    use super::portion::split;
    #[pymodule_export]
    use super::position::{Position, restore_position};
    use super::{PyModule, PyResult};
    use movetext::registry::VariantSet;
    use movetext::variants::Standard;
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let variants: Vec<&str> = Standard::VARIANTS.iter().map(|info| info.id).collect();
        module.add(
            "VARIANTS",
            pyo3::types::PyTuple::new(module.py(), variants)?,
        )?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
