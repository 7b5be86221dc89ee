//! Names and settings as they come from Python.

use encoding_rs::Encoding;
use movetext::io::encoding_for_label;
use movetext::registry::{VariantSet, WithVariant};
use movetext::variant::notation;
use movetext::variants::Standard;
use movetext::{Reader, ReaderBuilder, Strictness, Variant};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The index of the variant with this id.
pub fn variant(id: &str) -> PyResult<usize> {
    Standard::find(id).ok_or_else(|| {
        let known: Vec<&str> = Standard::VARIANTS.iter().map(|info| info.id).collect();
        PyValueError::new_err(format!(
            "unknown variant '{id}'; known are {}",
            known.join(", ")
        ))
    })
}

/// The encoding that a label names.
pub fn encoding(label: &str) -> PyResult<&'static Encoding> {
    encoding_for_label(label)
        .ok_or_else(|| PyValueError::new_err(format!("unknown encoding '{label}'")))
}

/// Whether a variant has a notation.
struct Has<'a>(&'a str);

impl WithVariant for Has<'_> {
    type Output = bool;

    fn run<V: Variant>(self) -> bool {
        notation::<V>(self.0).is_some()
    }
}

/// Refuses a notation that no variant has.
pub fn known_notation(name: &str) -> PyResult<()> {
    let known = (0..Standard::VARIANTS.len()).any(|index| Standard::run(index, Has(name)));
    if known {
        Ok(())
    } else {
        Err(PyValueError::new_err(format!("unknown notation '{name}'")))
    }
}

/// How sources are to be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    pub variant: Option<usize>,
    pub encoding: Option<&'static Encoding>,
    pub notation: String,
    pub strictness: Strictness,
}

impl Settings {
    pub fn new(
        variant_id: Option<&str>,
        label: Option<&str>,
        notation: Option<&str>,
        minimal: bool,
    ) -> PyResult<Settings> {
        let notation = notation.unwrap_or_default();
        known_notation(notation)?;
        Ok(Settings {
            variant: variant_id.map(variant).transpose()?,
            encoding: label.map(encoding).transpose()?,
            notation: notation.to_owned(),
            strictness: if minimal {
                Strictness::Minimal
            } else {
                Strictness::Legal
            },
        })
    }

    pub fn builder(&self) -> ReaderBuilder {
        let mut builder = Reader::builder();
        builder
            .variant(self.variant)
            .encoding(self.encoding)
            .notation(self.notation.clone())
            .strictness(self.strictness);
        builder
    }
}
