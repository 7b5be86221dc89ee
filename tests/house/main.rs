//! How the project is laid out, and that what it says of itself is true.

#[path = "../common/mod.rs"]
mod common;

mod conformance;
mod examples;
mod layout;
mod public_api;
