//! Where bytes come from: files, bytes in memory, and objects of Python that can be read.

use crate::errors::os_error;
use crate::portion::Mark;
use crate::text::Settings;
use encoding_rs::UTF_8;
use movetext::Reader;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::{PyBytes, PyString};
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;

/// Bytes asked of an object at a time, and read between two looks at signals.
const PIECE: usize = 256 << 10;

/// A source, as `_paths.py` describes it: a name, what holds the bytes, and whether the user named it (rather than a
/// folder that holds it).
pub struct Input {
    pub name: Arc<str>,
    pub named: bool,
    bytes: Bytes,
    /// The object gives text, which is UTF-8 here.
    is_text: bool,
    /// What is to be read of it, if not all.
    pub portion: Option<Mark>,
}

enum Bytes {
    Path(PathBuf),
    Memory(PyBackedBytes),
    Object(Py<PyAny>),
}

impl<'py> FromPyObject<'_, 'py> for Input {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Input> {
        let (kind, name, content, named): (String, String, Bound<'py, PyAny>, bool) =
            object.extract()?;
        let (content, portion) = if kind == "portion" {
            let (content, mark): (Bound<'py, PyAny>, Mark) = content.extract()?;
            (content, Some(mark))
        } else {
            (content, None)
        };
        let bytes = match kind.as_str() {
            "portion" if content.is_instance_of::<PyString>() => Bytes::Path(content.extract()?),
            "portion" if content.is_instance_of::<PyBytes>() => Bytes::Memory(content.extract()?),
            "path" => Bytes::Path(content.extract()?),
            "bytes" => Bytes::Memory(content.extract()?),
            _ => Bytes::Object(content.unbind()),
        };
        Ok(Input {
            name: name.into(),
            named,
            bytes,
            is_text: kind == "text",
            portion,
        })
    }
}

impl Input {
    /// What gives its bytes; `watched` if signals are to be looked after while they are read.
    fn open(&self, watched: bool) -> io::Result<Box<dyn Read + Send>> {
        let bytes: Box<dyn Read + Send> = match &self.bytes {
            Bytes::Path(path) => Box::new(File::open(path)?),
            Bytes::Memory(bytes) => {
                let bytes = Python::attach(|py| bytes.clone_ref(py));
                Box::new(Cursor::new(bytes))
            }
            Bytes::Object(object) => {
                let object = Python::attach(|py| object.clone_ref(py));
                let rest = Rest::None;
                return Ok(Box::new(Object { object, rest }));
            }
        };
        if watched {
            let inner = bytes;
            return Ok(Box::new(Interruptible { inner, since: 0 }));
        }
        Ok(bytes)
    }

    /// What gives its bytes from an offset on. Objects have to have a method `seek`.
    pub fn open_at(&self, offset: u64) -> io::Result<Box<dyn Read + Send>> {
        match &self.bytes {
            Bytes::Path(path) => {
                let mut file = File::open(path)?;
                file.seek(SeekFrom::Start(offset))?;
                Ok(Box::new(Interruptible {
                    inner: file,
                    since: 0,
                }))
            }
            Bytes::Memory(bytes) => {
                let bytes = Python::attach(|py| bytes.clone_ref(py));
                let mut bytes = Cursor::new(bytes);
                bytes.set_position(offset);
                Ok(Box::new(bytes))
            }
            Bytes::Object(object) => {
                Python::attach(|py| object.call_method1(py, "seek", (offset,)))
                    .map_err(io::Error::other)?;
                self.open(true)
            }
        }
    }

    /// A reader of its games, for the thread that was called from Python.
    pub fn reader(&self, settings: &Settings) -> PyResult<Reader<'static>> {
        self.build(settings, true, None)
    }

    /// A reader of its games that several threads read from, so many bytes at a time.
    pub fn shared_reader(&self, settings: &Settings, chunk: usize) -> PyResult<Reader<'static>> {
        self.build(settings, false, Some(chunk))
    }

    fn build(
        &self,
        settings: &Settings,
        watched: bool,
        chunk: Option<usize>,
    ) -> PyResult<Reader<'static>> {
        let mut builder = settings.builder();
        if self.is_text {
            builder.encoding(Some(UTF_8));
        }
        if let Some(bytes) = chunk {
            builder.chunk(bytes);
        }
        self.open(watched)
            .and_then(|bytes| builder.from_reader(bytes))
            .map_err(|error| os_error(error, &self.name))
    }
}

/// What came of signals such as that of Ctrl-C.
pub fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Lets Ctrl-C end the reading of a source, however long no game comes.
struct Interruptible<R> {
    inner: R,
    since: usize,
}

impl<R: Read> Read for Interruptible<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.since >= 16 * PIECE {
            self.since = 0;
            check_signals().map_err(io::Error::other)?;
        }
        let read = self.inner.read(buffer)?;
        self.since += read;
        Ok(read)
    }
}

/// What an object gave and nobody took yet.
enum Rest {
    None,
    Bytes(PyBackedBytes, usize),
    Text(PyBackedStr, usize),
}

/// An object with a method `read`.
struct Object {
    object: Py<PyAny>,
    rest: Rest,
}

impl Object {
    fn ask(&mut self) -> PyResult<()> {
        Python::attach(|py| {
            py.check_signals()?;
            let given = self.object.bind(py).call_method1("read", (PIECE,))?;
            self.rest = if let Ok(bytes) = given.extract::<PyBackedBytes>() {
                Rest::Bytes(bytes, 0)
            } else if let Ok(text) = given.extract::<PyBackedStr>() {
                Rest::Text(text, 0)
            } else {
                let message = "read() returned neither bytes nor str";
                return Err(PyTypeError::new_err(message));
            };
            Ok(())
        })
    }
}

impl Read for Object {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        for asked in [false, true] {
            let (rest, at): (&[u8], &mut usize) = match &mut self.rest {
                Rest::None => (&[], &mut 0),
                Rest::Bytes(bytes, at) => (&bytes[*at..], at),
                Rest::Text(text, at) => (&text.as_bytes()[*at..], at),
            };
            if !rest.is_empty() || asked {
                let len = rest.len().min(buffer.len());
                buffer[..len].copy_from_slice(&rest[..len]);
                *at += len;
                return Ok(len);
            }
            self.ask().map_err(io::Error::other)?;
        }
        Ok(0)
    }
}
