//! Sources of many streams, and frames that request much memory.

use super::Restarts;
use bzip2::bufread::BzDecoder;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};
use zstd::stream::raw::{DParameter, Decoder, InBuffer, Operation, OutBuffer};

/// Counts the bytes that are read.
pub(super) struct Counted<R> {
    inner: R,
    read: u64,
}

impl<R: Read> Counted<R> {
    fn buffered(inner: R) -> BufReader<Counted<R>> {
        BufReader::with_capacity(BUFFER, Counted { inner, read: 0 })
    }
}

/// About as many bytes as a block of Zstandard has at most.
const BUFFER: usize = 128 << 10;

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.read += read as u64;
        Ok(read)
    }
}

/// The offset of the next byte that a reader gives.
fn offset<R>(reader: &BufReader<Counted<R>>) -> u64 {
    reader.get_ref().read - reader.buffer().len() as u64
}

/// Reads bzip2 streams, one after another.
///
/// Starting a stream allocates several megabytes, which takes time. So streams without a block, of which a few
/// bytes may hold thousands, are skipped without being started.
pub(super) struct Bzip2<R: Read> {
    state: State<R>,
    /// The number of bytes given.
    given: u64,
    restarts: Restarts,
}

/// The bytes examined between two streams, and what follows.
type Ahead<R> = Chain<Cursor<Vec<u8>>, BufReader<Counted<R>>>;

enum State<R: Read> {
    /// Between streams.
    Between(BufReader<Counted<R>>),
    /// In a stream.
    Stream(Box<BzDecoder<Ahead<R>>>),
    /// After the last one, or a failure.
    Ended,
}

/// A stream without a block, but for its level: the square root of pi, and the checksum of nothing.
const EMPTY: (&[u8], &[u8]) = (b"BZh", b"\x17\x72\x45\x38\x50\x90\0\0\0\0");
const EMPTY_LEN: usize = 14;

fn is_empty(stream: &[u8]) -> bool {
    stream.starts_with(EMPTY.0) && matches!(stream[3], b'1'..=b'9') && stream.ends_with(EMPTY.1)
}

impl<R: Read> Bzip2<R> {
    pub(super) fn new(reader: R, restarts: Restarts) -> Bzip2<R> {
        Bzip2 {
            state: State::Between(Counted::buffered(reader)),
            given: 0,
            restarts,
        }
    }

    /// Begins the next stream that is not empty.
    fn begin(&self, mut reader: BufReader<Counted<R>>) -> io::Result<State<R>> {
        loop {
            let begin = offset(&reader);
            let mut ahead = Vec::with_capacity(EMPTY_LEN);
            (&mut reader)
                .take(EMPTY_LEN as u64)
                .read_to_end(&mut ahead)?;
            if ahead.is_empty() {
                return Ok(State::Ended);
            }
            if ahead.len() < EMPTY_LEN || !is_empty(&ahead) {
                self.restarts.note(begin, self.given);
                let stream = BzDecoder::new(Cursor::new(ahead).chain(reader));
                return Ok(State::Stream(Box::new(stream)));
            }
        }
    }
}

impl<R: Read> Read for Bzip2<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            self.state = match std::mem::replace(&mut self.state, State::Ended) {
                State::Ended => return Ok(0),
                State::Between(reader) => self.begin(reader)?,
                State::Stream(mut stream) => {
                    let read = stream.read(buffer)?;
                    if read > 0 {
                        self.given += read as u64;
                        self.state = State::Stream(stream);
                        return Ok(read);
                    }
                    let (ahead, mut reader) = stream.into_inner().into_inner();
                    // The shortest stream is as long as what was examined.
                    if ahead.position() < ahead.get_ref().len() as u64 {
                        return Err(io::ErrorKind::InvalidData.into());
                    }
                    if reader.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    State::Between(reader)
                }
            };
        }
    }
}

/// Reads Zstandard frames within a window, one after another.
pub(super) struct Zstd<R> {
    reader: BufReader<Counted<R>>,
    decoder: Decoder<'static>,
    window: u64,
    /// In a frame.
    inside: bool,
    /// The number of bytes given.
    given: u64,
    restarts: Restarts,
}

/// The smallest and the largest window that the decompressor accepts, as logarithms.
const LOGS: (u32, u32) = (10, 31);

impl<R: Read> Zstd<R> {
    pub(super) fn new(reader: R, window: u64, restarts: Restarts) -> io::Result<Self> {
        let mut decoder = Decoder::new()?;
        let log = window.max(1).ilog2().clamp(LOGS.0, LOGS.1);
        decoder.set_parameter(DParameter::WindowLogMax(log))?;
        Ok(Zstd {
            reader: Counted::buffered(reader),
            decoder,
            window,
            inside: false,
            given: 0,
            restarts,
        })
    }

    /// One step of the decompressor: how many bytes it gave; none at the end of the source.
    fn step(&mut self, buffer: &mut [u8]) -> io::Result<Option<usize>> {
        let begin = offset(&self.reader);
        let source = self.reader.fill_buf()?;
        let ended = source.is_empty();
        if !self.inside {
            if ended {
                return Ok(None);
            }
            self.decoder.reinit()?;
            self.restarts.note(begin, self.given);
            self.inside = true;
        }
        let mut input = InBuffer::around(source);
        let mut output = OutBuffer::around(buffer);
        let expected = self.decoder.run(&mut input, &mut output)?;
        let (read, given) = (input.pos(), output.pos());
        self.reader.consume(read);
        self.given += given as u64;
        // Nothing more belongs to the frame.
        self.inside = expected > 0;
        if self.inside && ended && given == 0 {
            let message = "the Zstandard source ends in the middle of a frame";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        Ok(Some(given))
    }
}

impl<R: Read> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        loop {
            match self.step(buffer) {
                Ok(Some(0)) => {}
                Ok(given) => return Ok(given.unwrap_or(0)),
                Err(error) if error.to_string().contains("requires too much memory") => {
                    let window = self.window >> 20;
                    let message = format!(
                        "the Zstandard source asks for a window of more than {window} MiB, which is the limit"
                    );
                    return Err(io::Error::new(io::ErrorKind::OutOfMemory, message));
                }
                Err(error) => return Err(error),
            }
        }
    }
}
