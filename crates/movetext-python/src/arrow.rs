//! Games, positions and problems as Arrow tables, read in parallel and in bounded memory.

pub mod columns;
pub mod games;
mod packed;
pub mod parquet;
pub mod plan;
pub mod positions;
pub mod problems;
pub mod scan;
mod stream;
