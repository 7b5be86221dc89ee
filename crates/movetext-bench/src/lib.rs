//! Measures movetext beside its peers. See the README.

pub mod data;
pub mod measure;
pub mod rows;
pub mod table;
pub mod work;
