//! The function `convert`, and the writers of all formats by name.

pub mod visit;

use crate::input::Input;
use crate::text::{Settings, known_notation};
use crate::walk::accept;
use movetext::pcn::{Layout, OnLoss};
use movetext::pgn::{self, Form, Options, WriteError, Written};
use movetext::variants::Standard;
use movetext::writing::WriteGame;
use movetext::{Format, Game, fen, json, movelist, pcn, xml};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::errors::os_error;

/// The formats that games are written in.
const FORMATS: &str = "pgn, jsonl, pcn, xml, fen, epd, pdtl, uci, iccs";

/// What to write.
#[derive(Clone, Debug)]
pub enum Target {
    Pgn(Options),
    Jsonl,
    Pcn(OnLoss),
    Xml,
    Positions(fen::Form),
    Moves(&'static str),
}

impl Target {
    pub fn new(
        format: &str,
        notation: Option<&str>,
        form: &str,
        on_loss: &str,
    ) -> PyResult<Target> {
        let unknown = |what: &str, name: &str, known: &str| {
            PyValueError::new_err(format!("unknown {what} '{name}'; known are {known}"))
        };
        if notation.is_some() && format != "pgn" {
            return Err(PyValueError::new_err("notation requires the format pgn"));
        }
        Ok(match format {
            "pgn" => {
                let notation = notation.unwrap_or_default();
                known_notation(notation)?;
                let form = match form {
                    "export" => Form::Export,
                    "reduced" => Form::Reduced,
                    _ => return Err(unknown("form", form, "export, reduced")),
                };
                Target::Pgn(Options {
                    form,
                    notation: notation.to_owned().into(),
                    ..Options::default()
                })
            }
            "jsonl" => Target::Jsonl,
            "pcn" => Target::Pcn(match on_loss {
                "keep" => OnLoss::Keep,
                "report" => OnLoss::Report,
                "fail" => OnLoss::Refuse,
                _ => return Err(unknown("on_loss", on_loss, "keep, report, fail")),
            }),
            "xml" => Target::Xml,
            "fen" => Target::Positions(fen::Form::Fen),
            "epd" => Target::Positions(fen::Form::Epd),
            "pdtl" => Target::Positions(fen::Form::Pdtl),
            "uci" => Target::Moves("uci"),
            "iccs" => Target::Moves("iccs"),
            _ => return Err(unknown("format", format, FORMATS)),
        })
    }

    /// What writes the games of a source.
    pub fn writer(&self, source: &str) -> Writer {
        let inner: Box<dyn WriteGame> = match self.clone() {
            Target::Pgn(options) => Box::new(pgn::Writer::<Standard>::new(options)),
            Target::Jsonl => Box::new(json::Writer::new(source)),
            Target::Pcn(on_loss) => Box::new(pcn::Writer::<Standard>::new(on_loss, Layout::Line)),
            Target::Xml => Box::new(xml::Writer::<Standard>::default()),
            Target::Positions(form) => Box::new(fen::Writer::<Standard>::new(form)),
            Target::Moves(notation) => Box::new(movelist::Writer::<Standard>::new(notation)),
        };
        Writer(inner)
    }
}

/// A writer of games.
pub struct Writer(Box<dyn WriteGame>);

impl Writer {
    pub fn write_game(&mut self, game: &Game, out: &mut dyn Write) -> Result<Written, WriteError> {
        self.0.write_game(game, out)
    }
}

/// What came of a conversion: what was written, and what could not be.
///
/// >>> import movetext
/// >>> done = movetext.convert(b"1. e2-e4 e7-e5 *", "pgn")
/// >>> print(done)
/// [Event "?"]
/// [Site "?"]
/// [Date "????.??.??"]
/// [Round "?"]
/// [White "?"]
/// [Black "?"]
/// [Result "*"]
/// <BLANKLINE>
/// 1.e4 e5 *
/// >>> done.games, done.refused, done.errors
/// (1, [], 0)
#[pyclass(module = "movetext", frozen)]
pub struct Conversion {
    data: Option<Vec<u8>>,
    games: u64,
    refused: Vec<(String, u64, String)>,
    written: Written,
    errors: u64,
    skipped: Vec<(String, String)>,
}

#[pymethods]
impl Conversion {
    /// What was written, in UTF-8; None if it went to a file.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.data.as_deref().map(|data| PyBytes::new(py, data))
    }

    /// How many games were written.
    #[getter]
    fn games(&self) -> u64 {
        self.games
    }

    /// The games that the format cannot hold: source, number in the source, and the reason.
    #[getter]
    fn refused(&self) -> Vec<(String, u64, String)> {
        self.refused.clone()
    }

    /// How many errors were found in what was read; :func:`check` lists them.
    #[getter]
    fn errors(&self) -> u64 {
        self.errors
    }

    /// The files that were found in folders and hold no games, and what they are.
    #[getter]
    fn skipped(&self) -> Vec<(String, String)> {
        self.skipped.clone()
    }

    /// How much was not written in its proper form: moves that could not be played and stand as read (``unresolved``)
    /// or are left out (``left_out``), text that became a comment (``noted``), characters that were replaced
    /// (``replaced``), and what the format has no place for (``tags``, ``comments``, ``nags``, ``variations``,
    /// ``moves``, ``results``). What did not occur is missing.
    #[getter]
    fn losses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Written {
            unresolved,
            noted,
            replaced,
            dropped,
            lost,
        } = self.written;
        let losses = PyDict::new(py);
        for (name, count) in [
            ("unresolved", unresolved),
            ("noted", noted),
            ("replaced", replaced),
            ("left_out", dropped),
            ("tags", lost.tags),
            ("comments", lost.comments),
            ("nags", lost.nags),
            ("variations", lost.variations),
            ("moves", lost.moves),
            ("results", lost.results),
        ] {
            if count > 0 {
                losses.set_item(name, count)?;
            }
        }
        Ok(losses)
    }

    fn __str__(&self) -> String {
        let data = self.data.as_deref().unwrap_or_default();
        String::from_utf8_lossy(data).trim_end().to_owned()
    }

    fn __repr__(&self) -> String {
        format!(
            "<Conversion: {} games, {} refused>",
            self.games,
            self.refused.len()
        )
    }
}

/// Writes the games of sources as `_paths.py` describes them. The file `out` must not exist: `__init__.py` gives it the
/// name that is wanted when all is written.
#[pyfunction]
#[pyo3(signature = (inputs, to, out=None, *, notation=None, form="export", on_loss="keep", variant=None, encoding=None, minimal=false))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn convert(
    py: Python<'_>,
    inputs: Vec<Input>,
    to: &str,
    out: Option<PathBuf>,
    notation: Option<&str>,
    form: &str,
    on_loss: &str,
    variant: Option<&str>,
    encoding: Option<&str>,
    minimal: bool,
) -> PyResult<Conversion> {
    let target = Target::new(to, notation, form, on_loss)?;
    let settings = Settings::new(variant, encoding, None, minimal)?;
    py.detach(|| match &out {
        None => {
            let mut data = Vec::new();
            let mut done = write_all(&inputs, &target, &settings, &mut data, None)?;
            done.data = Some(data);
            Ok(done)
        }
        Some(path) => {
            let failed = |error| os_error(error, &path.to_string_lossy());
            let mut file = BufWriter::new(File::create_new(path).map_err(failed)?);
            let done = write_all(&inputs, &target, &settings, &mut file, Some(path))?;
            file.flush().map_err(failed)?;
            Ok(done)
        }
    })
}

/// Writes all games.
fn write_all(
    inputs: &[Input],
    target: &Target,
    settings: &Settings,
    out: &mut dyn Write,
    path: Option<&Path>,
) -> PyResult<Conversion> {
    let mut done = Conversion {
        data: None,
        games: 0,
        refused: Vec::new(),
        written: Written::default(),
        errors: 0,
        skipped: Vec::new(),
    };
    let failed = |error: io::Error| match path {
        Some(path) => os_error(error, &path.to_string_lossy()),
        None => error.into(),
    };
    let is_xml = matches!(target, Target::Xml);
    if is_xml {
        out.write_all(xml::BEGIN.as_bytes()).map_err(failed)?;
    }
    for input in inputs {
        let mut reader = input.reader(settings)?;
        if !accept(&reader, input, true, &mut done.skipped)? {
            continue;
        }
        // Documents stay documents: games of any sort, known here or not.
        if matches!(target, Target::Pcn(_)) && reader.format() == Format::Pcn {
            let read = |error| os_error(error, &input.name);
            while let Some(reading) = reader.next_pcn(&mut ()).map_err(read)? {
                if let Some(document) = reading.document {
                    writeln!(out, "{}", document.to_json()).map_err(failed)?;
                    done.games += 1;
                }
            }
        } else {
            let mut writer = target.writer(&input.name);
            let mut game = Game::new();
            let read = |error| os_error(error, &input.name);
            while reader.read_game(&mut game, &mut ()).map_err(read)? {
                match writer.write_game(&game, out) {
                    Ok(written) => {
                        done.games += 1;
                        done.written += written;
                    }
                    Err(WriteError::Io(error)) => return Err(failed(error)),
                    Err(error) => {
                        let ordinal = game.summary.ordinal;
                        let refused = (input.name.to_string(), ordinal, error.to_string());
                        done.refused.push(refused);
                    }
                }
            }
        }
        done.errors += reader.stats().counts.errors;
    }
    if is_xml {
        out.write_all(xml::END.as_bytes()).map_err(failed)?;
    }
    Ok(done)
}
