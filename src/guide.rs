//! Pages about the whole of movetext.

#[doc = include_str!("../docs/BOARDS.md")]
pub mod boards {}
#[doc = include_str!("../docs/COMPARE.md")]
pub mod compare {}

#[doc = include_str!("../docs/DESIGN.md")]
pub mod design {}

#[doc = include_str!("../docs/FORMATS.md")]
pub mod formats {}

#[doc = include_str!("../docs/PATTERNS.md")]
pub mod patterns {}

#[doc = include_str!("../docs/XML.md")]
pub mod xml {}

#[doc = include_str!("../docs/VIEW.md")]
pub mod view {}

#[doc = include_str!("../docs/DATABASE.md")]
pub mod database {}
