//! Detection: what some bytes are.

use crate::errors::os_error;
use movetext::detect::{Candidate as CoreCandidate, Detection as CoreDetection, Detector};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use std::fs::File;
use std::path::PathBuf;

/// What a source is, and how sure that is.
///
/// >>> import movetext
/// >>> found = movetext.detect("1. 炮二平五 馬8進7 *".encode("gb18030"))
/// >>> found.kind, found.variant, found.notation, found.encoding
/// ('games', 'xiangqi', 'chinese,script=traditional,digits=half', 'gb18030')
#[pyclass(module = "movetext", frozen, get_all)]
pub struct Detection {
    /// ``none``, ``gzip``, ``zstd`` or ``bzip2``.
    compression: String,
    /// The encoding by its WHATWG name; None for what is no text.
    encoding: Option<String>,
    /// How sure the encoding is, in per cent.
    encoding_confidence: u8,
    /// What it holds: ``games``, ``positions``, ``moves``, ``other`` or ``unknown``.
    kind: String,
    /// The format, such as ``records`` or ``pcn``.
    format: String,
    /// The format in words.
    description: String,
    /// The id of the variant, if it is known.
    variant: Option<String>,
    /// The notation of the moves, if it is known.
    notation: Option<String>,
    /// How sure kind, format, variant and notation are, in per cent.
    confidence: u8,
    /// Whether games can be read from it.
    readable: bool,
    /// ``whole``, or ``beginning`` or ``middle`` of something larger.
    part: String,
    /// All that it may be, the likeliest first.
    candidates: Vec<Py<Candidate>>,
}

#[pymethods]
impl Detection {
    fn __repr__(&self) -> String {
        let words = [
            Some(self.description.as_str()),
            self.variant.as_deref(),
            self.notation.as_deref(),
            self.encoding.as_deref(),
        ];
        let words: Vec<&str> = words.into_iter().flatten().collect();
        format!("<Detection: {} ({} %)>", words.join(", "), self.confidence)
    }
}

/// One thing that a source may be.
///
/// >>> import movetext
/// >>> best = movetext.detect(b"1. e4 e5 2. Nf3 Nc6 *").candidates[0]
/// >>> best.variant, best.notation
/// ('chess', 'san')
#[pyclass(module = "movetext", frozen, get_all)]
pub struct Candidate {
    /// As in :class:`Detection`.
    kind: String,
    /// As in :class:`Detection`.
    format: String,
    /// As in :class:`Detection`.
    variant: Option<String>,
    /// As in :class:`Detection`.
    notation: Option<String>,
    /// How likely it is, in per cent.
    confidence: u8,
    /// Where games stand inside of something else: the offsets of the first byte and of the one behind the last.
    byte_range: Option<(u64, u64)>,
    /// What speaks for and against it: words, weight in decibans, and the bytes where it was seen.
    evidence: Vec<(String, i32, (u64, u64))>,
}

#[pymethods]
impl Candidate {
    fn __repr__(&self) -> String {
        let variant = self.variant.as_deref().unwrap_or("no variant");
        format!(
            "<Candidate: {}, {variant} ({} %)>",
            self.kind, self.confidence
        )
    }
}

impl From<&CoreCandidate> for Candidate {
    fn from(candidate: &CoreCandidate) -> Candidate {
        let evidence = candidate.evidence.iter();
        Candidate {
            kind: candidate.kind.as_str().to_owned(),
            format: candidate.format.as_str().to_owned(),
            variant: candidate.variant.map(str::to_owned),
            notation: candidate.notation.as_deref().map(str::to_owned),
            confidence: candidate.confidence,
            byte_range: candidate
                .range
                .as_ref()
                .map(|range| (range.start, range.end)),
            evidence: evidence
                .map(|seen| {
                    let span = (seen.span.start, seen.span.end);
                    (seen.what.to_string(), seen.weight, span)
                })
                .collect(),
        }
    }
}

fn detection(py: Python<'_>, found: &CoreDetection) -> PyResult<Detection> {
    let candidates = found.candidates.iter();
    Ok(Detection {
        compression: found.compression.as_str().to_owned(),
        encoding: found.encoding.map(|encoding| encoding.name().to_owned()),
        encoding_confidence: found.encoding_confidence,
        kind: found.kind.as_str().to_owned(),
        format: found.format.as_str().to_owned(),
        description: found.format.describe().to_owned(),
        variant: found.variant.map(str::to_owned),
        notation: found.notation.as_deref().map(str::to_owned),
        confidence: found.confidence,
        readable: found.readable,
        part: found.part.as_str().to_owned(),
        candidates: candidates
            .map(|candidate| Py::new(py, Candidate::from(candidate)))
            .collect::<PyResult<_>>()?,
    })
}

/// Detects what bytes are; `name` is that of their file, whose ending counts.
#[pyfunction]
#[pyo3(signature = (bytes, name=None))]
pub fn detect_bytes(
    py: Python<'_>,
    bytes: PyBackedBytes,
    name: Option<String>,
) -> PyResult<Detection> {
    let found = py.detach(|| {
        let mut detector = Detector::new();
        if let Some(name) = name {
            detector.name(name);
        }
        detector.detect_stream(&bytes[..]).map(|(found, _)| found)
    })?;
    detection(py, &found)
}

/// Detects what a file is.
#[pyfunction]
pub fn detect_path(py: Python<'_>, path: PathBuf) -> PyResult<Detection> {
    let name = path.to_string_lossy().into_owned();
    let found = py.detach(|| {
        let mut detector = Detector::new();
        detector.name(name.clone());
        let file = File::open(&path)?;
        detector.detect_stream(file).map(|(found, _)| found)
    });
    detection(py, &found.map_err(|error| os_error(error, &name))?)
}
