//! One row a problem.

use super::columns::{Builder, batch};
use arrow_array::RecordBatch;
use arrow_schema::ArrowError;
use movetext::{Diagnostic, Level, Tags, VariantInfo, Visitor};
use std::sync::Arc;

/// Makes a row of each diagnostic.
pub struct ProblemRows {
    source: Arc<str>,
    builders: Vec<(&'static str, Builder)>,
    rows: usize,
}

impl ProblemRows {
    pub fn new(source: &Arc<str>) -> ProblemRows {
        let builders = vec![
            ("source", Builder::word()),
            ("game", Builder::long()),
            ("code", Builder::word()),
            ("severity", Builder::word()),
            ("byte_start", Builder::long()),
            ("byte_end", Builder::long()),
            ("line", Builder::long()),
            ("column", Builder::long()),
            ("message", Builder::text()),
        ];
        ProblemRows {
            source: Arc::clone(source),
            builders,
            rows: 0,
        }
    }

    pub fn rows(&self) -> usize {
        self.rows
    }

    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        self.rows = 0;
        batch(&mut self.builders)
    }

    pub fn append(&mut self, found: &Diagnostic) {
        self.rows += 1;
        for (name, builder) in &mut self.builders {
            match *name {
                "source" => builder.append_text(Some(&self.source)),
                "game" => builder.append_number(Some(found.game as i64)),
                "code" => builder.append_text(Some(found.code.id)),
                "severity" => builder.append_text(Some(found.code.severity.as_str())),
                "byte_start" => builder.append_number(Some(found.span.start as i64)),
                "byte_end" => builder.append_number(Some(found.span.end as i64)),
                "line" => builder.append_number(Some(found.place.line as i64)),
                "column" => builder.append_number(Some(found.place.column as i64)),
                _ => builder.append_text(Some(&found.message)),
            }
        }
    }
}

impl Visitor for ProblemRows {
    fn tags(&mut self, _: &Tags<'_>, _: &'static VariantInfo) -> Level {
        Level::Play
    }
}
