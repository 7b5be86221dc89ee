//! Stretches of bytes, compressed if that makes them smaller.

use crate::line::{read_number, write_number};
use std::cell::RefCell;
use zstd::bulk::{Compressor, Decompressor};

/// How hard the compressor tries: higher levels cost more time than the import has.
const LEVEL: i32 = 1;

/// No block is larger: those that say so are not ours.
const LARGEST: u64 = 64 << 20;

/// The bytes follow as they are.
const RAW: u8 = 0;
/// The length follows, and a frame of Zstandard.
const ZSTD: u8 = 1;

thread_local! {
    static COMPRESSOR: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static DECOMPRESSOR: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// Compresses some bytes.
pub(crate) fn pack(bytes: &[u8]) -> Vec<u8> {
    let mut packed = vec![ZSTD];
    write_number(bytes.len() as u64, &mut packed);
    let frame = COMPRESSOR.with_borrow_mut(|compressor| {
        if compressor.is_none() {
            *compressor = Compressor::new(LEVEL).ok();
            // What is damaged is not to be taken for what was stored.
            compressor.as_mut()?.include_checksum(true).ok()?;
        }
        compressor.as_mut()?.compress(bytes).ok()
    });
    match frame {
        Some(frame) if packed.len() + frame.len() <= bytes.len() => {
            packed.extend(frame);
            packed
        }
        _ => {
            packed.clear();
            packed.push(RAW);
            packed.extend_from_slice(bytes);
            packed
        }
    }
}

/// The bytes that were compressed, or what is wrong.
pub(crate) fn unpack(data: &[u8]) -> Result<Vec<u8>, &'static str> {
    match data.split_first() {
        Some((&RAW, bytes)) => Ok(bytes.to_vec()),
        Some((&ZSTD, mut frame)) => {
            let len = read_number(&mut frame).filter(|len| *len <= LARGEST);
            let len = len.ok_or("a block is too large")? as usize;
            let bytes = DECOMPRESSOR.with_borrow_mut(|decompressor| {
                if decompressor.is_none() {
                    *decompressor = Decompressor::new().ok();
                }
                decompressor.as_mut()?.decompress(frame, len).ok()
            });
            bytes
                .filter(|bytes| bytes.len() == len)
                .ok_or("a block cannot be decompressed")
        }
        _ => Err("a block is of no kind that is known"),
    }
}
