//! Checking, and what fixes do.

#[path = "../common/mod.rs"]
mod common;

mod checking;
mod damaged;
mod documents_checking;
mod mending;
mod strict;
mod xiangqi_checking;
