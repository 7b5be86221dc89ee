//! Sources of many streams, and frames that request much memory.

use bzip2::bufread::BzDecoder;
use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

/// Reads bzip2 streams, one after another.
///
/// Starting a stream allocates several megabytes, which takes time. So streams without a block, of which a few
/// bytes may hold thousands, are skipped without being started.
pub(super) struct Bzip2<R: Read> {
    state: State<R>,
}

/// The bytes examined between two streams, and what follows.
type Ahead<R> = Chain<Cursor<Vec<u8>>, BufReader<R>>;

enum State<R: Read> {
    /// Between streams.
    Between(BufReader<R>),
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
    pub(super) fn new(reader: R) -> Bzip2<R> {
        Bzip2 {
            state: State::Between(BufReader::new(reader)),
        }
    }

    /// Begins the next stream that is not empty.
    fn begin(mut reader: BufReader<R>) -> io::Result<State<R>> {
        loop {
            let mut ahead = Vec::with_capacity(EMPTY_LEN);
            (&mut reader)
                .take(EMPTY_LEN as u64)
                .read_to_end(&mut ahead)?;
            if ahead.is_empty() {
                return Ok(State::Ended);
            }
            if ahead.len() < EMPTY_LEN || !is_empty(&ahead) {
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
                State::Between(reader) => Bzip2::begin(reader)?,
                State::Stream(mut stream) => {
                    let read = stream.read(buffer)?;
                    if read > 0 {
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

/// Reads Zstandard frames within a window.
pub(super) struct Zstd<'d, R: Read> {
    decoder: zstd::stream::read::Decoder<'d, BufReader<R>>,
    window: u64,
}

/// The smallest and the largest window that the decompressor accepts, as logarithms.
const LOGS: (u32, u32) = (10, 31);

impl<R: Read> Zstd<'_, R> {
    pub(super) fn new(reader: R, window: u64) -> io::Result<Self> {
        let mut decoder = zstd::stream::read::Decoder::new(reader)?;
        decoder.window_log_max(window.max(1).ilog2().clamp(LOGS.0, LOGS.1))?;
        Ok(Zstd { decoder, window })
    }
}

impl<R: Read> Read for Zstd<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(buffer).map_err(|error| {
            if !error.to_string().contains("requires too much memory") {
                return error;
            }
            let window = self.window >> 20;
            let message = format!(
                "the Zstandard source asks for a window of more than {window} MiB, which is the limit"
            );
            io::Error::new(io::ErrorKind::OutOfMemory, message)
        })
    }
}
