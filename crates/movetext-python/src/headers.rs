//! The class `Headers`.

use crate::game::{Game, GameData, pairs};
use crate::pickle::Reduced;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList};
use std::collections::HashSet;
use std::sync::Arc;

/// The tag pairs of a game: a mapping from names to values in the order of the text.
///
/// Names are found without regard to the case of ASCII letters. Where a name stands several times, its first value
/// counts; :meth:`getall` and :meth:`pairs` have them all. Nothing is added: a tag that is not there is missing.
///
/// >>> import movetext
/// >>> game = next(movetext.open(b'[Event "?"]\n[White "Reti"]\n[White "Spielmann"]\n\n1. e4 *'))
/// >>> game.headers
/// Headers({'Event': '?', 'White': 'Reti'})
/// >>> game.headers["white"], game.headers.get("Black", "unknown"), "Site" in game.headers
/// ('Reti', 'unknown', False)
/// >>> game.headers.getall("White")
/// ['Reti', 'Spielmann']
#[pyclass(module = "movetext", frozen, mapping)]
pub struct Headers(pub Arc<GameData>);

impl Headers {
    fn find(&self, name: &str) -> Option<String> {
        self.0.game.tag(name).map(|value| value.into_owned())
    }

    /// Each name once, with its first value.
    fn first(&self) -> Vec<(String, String)> {
        let tags = self.0.game.tags();
        let mut seen: HashSet<Vec<u8>> = HashSet::with_capacity(tags.len());
        let first = tags
            .iter()
            .filter(|tag| seen.insert(tag.raw_name().as_bytes().to_ascii_lowercase()));
        first
            .map(|tag| (tag.name().into_owned(), tag.value().into_owned()))
            .collect()
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, value) in self.first() {
            dict.set_item(name, value)?;
        }
        Ok(dict)
    }
}

#[pymethods]
impl Headers {
    fn __getitem__(&self, name: &str) -> PyResult<String> {
        let value = self.find(name);
        value.ok_or_else(|| PyKeyError::new_err(name.to_owned()))
    }

    /// The first value of a name, or the default.
    #[pyo3(signature = (name, default=None))]
    fn get<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        default: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        match self.find(name) {
            Some(value) => Ok(Some(value.into_pyobject(py)?.into_any())),
            None => Ok(default),
        }
    }

    /// All values of a name, in the order of the text.
    fn getall(&self, name: &str) -> Vec<String> {
        let tags = self.0.game.tags();
        let named = tags.iter().filter(|tag| tag.is(name));
        named.map(|tag| tag.value().into_owned()).collect()
    }

    /// All names and values in the order of the text, names that stand several times included.
    fn pairs(&self) -> Vec<(String, String)> {
        pairs(&self.0).0
    }

    /// The names, each once, in the order of the text.
    fn keys(&self) -> Vec<String> {
        self.first().into_iter().map(|(name, _)| name).collect()
    }

    /// The first value of each name.
    fn values(&self) -> Vec<String> {
        self.first().into_iter().map(|(_, value)| value).collect()
    }

    /// Each name with its first value.
    fn items(&self) -> Vec<(String, String)> {
        self.first()
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        name.extract::<String>()
            .is_ok_and(|name| self.0.game.tags().position(&name).is_some())
    }

    fn __len__(&self) -> usize {
        self.first().len()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        PyList::new(py, self.keys())?.try_iter()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        let py = other.py();
        match other.cast::<Headers>() {
            Ok(other) => Ok(pairs(&self.0) == pairs(&other.get().0)),
            Err(_) => self.dict(py)?.eq(other),
        }
    }

    #[classattr]
    const __hash__: Option<Py<PyAny>> = None;

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Py<Game>, &'static str)>> {
        let getattr = py.import("builtins")?.getattr("getattr")?;
        Ok((getattr, (Game::create(py, Arc::clone(&self.0))?, "headers")))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("Headers({})", self.dict(py)?.repr()?))
    }
}
