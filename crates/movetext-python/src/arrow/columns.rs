//! The columns of all tables: their names, and what builds them.

use arrow_array::builder::{
    ArrayBuilder, BinaryBuilder, Date32Builder, Float64Builder, Int32Builder, Int64Builder,
    ListBuilder, MapBuilder, StringBuilder, StringDictionaryBuilder, StructBuilder, UInt64Builder,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Fields, Schema};
use movetext::Diagnostic;
use std::sync::Arc;

/// What builds one column.
pub enum Builder {
    Text(StringBuilder),
    /// Texts of which there are few, such as the names of sources.
    Word(StringDictionaryBuilder<Int32Type>),
    Int(Int32Builder),
    Long(Int64Builder),
    Key(UInt64Builder),
    Day(Date32Builder),
    Bytes(BinaryBuilder),
    Texts(ListBuilder<StringBuilder>),
    Tags(MapBuilder<StringBuilder, StringBuilder>),
    Clocks(ListBuilder<Float64Builder>),
    Structs(ListBuilder<StructBuilder>),
}

impl Builder {
    pub fn text() -> Builder {
        Builder::Text(StringBuilder::new())
    }

    pub fn word() -> Builder {
        Builder::Word(StringDictionaryBuilder::new())
    }

    pub fn int() -> Builder {
        Builder::Int(Int32Builder::new())
    }

    pub fn long() -> Builder {
        Builder::Long(Int64Builder::new())
    }

    /// A list of structs whose fields are numbers and texts.
    pub fn structs(fields: &[(&str, DataType)]) -> Builder {
        let fields: Fields = fields
            .iter()
            .map(|(name, kind)| Field::new(*name, kind.clone(), true))
            .collect();
        Builder::Structs(ListBuilder::new(StructBuilder::from_fields(fields, 0)))
    }

    pub fn finish(&mut self) -> ArrayRef {
        let builder: &mut dyn ArrayBuilder = match self {
            Builder::Text(builder) => builder,
            Builder::Word(builder) => builder,
            Builder::Int(builder) => builder,
            Builder::Long(builder) => builder,
            Builder::Key(builder) => builder,
            Builder::Day(builder) => builder,
            Builder::Bytes(builder) => builder,
            Builder::Texts(builder) => builder,
            Builder::Tags(builder) => builder,
            Builder::Clocks(builder) => builder,
            Builder::Structs(builder) => builder,
        };
        builder.finish()
    }

    /// Appends a text to a column of texts or words.
    pub fn append_text(&mut self, text: Option<&str>) {
        match self {
            Builder::Text(builder) => builder.append_option(text),
            Builder::Word(builder) => builder.append_option(text),
            _ => {}
        }
    }

    /// Appends a number to a column of numbers.
    pub fn append_number(&mut self, number: Option<i64>) {
        match self {
            Builder::Int(builder) => {
                builder
                    .append_option(number.map(|number| i32::try_from(number).unwrap_or(i32::MAX)));
            }
            Builder::Long(builder) => builder.append_option(number),
            _ => {}
        }
    }
}

/// A builder of the fields of a struct that is being appended.
pub struct Appender<'a>(pub &'a mut StructBuilder);

impl Appender<'_> {
    pub fn int(&mut self, field: usize, number: Option<i32>) {
        if let Some(builder) = self.0.field_builder::<Int32Builder>(field) {
            builder.append_option(number);
        }
    }

    pub fn long(&mut self, field: usize, number: u64) {
        if let Some(builder) = self.0.field_builder::<Int64Builder>(field) {
            builder.append_value(number as i64);
        }
    }

    pub fn text(&mut self, field: usize, text: &str) {
        if let Some(builder) = self.0.field_builder::<StringBuilder>(field) {
            builder.append_value(text);
        }
    }
}

/// The fields of a problem.
pub fn problem_fields() -> [(&'static str, DataType); 7] {
    [
        ("code", DataType::Utf8),
        ("severity", DataType::Utf8),
        ("byte_start", DataType::Int64),
        ("byte_end", DataType::Int64),
        ("line", DataType::Int64),
        ("column", DataType::Int64),
        ("message", DataType::Utf8),
    ]
}

/// Appends a problem to a list of such structs.
pub fn append_problem(builder: &mut StructBuilder, found: &Diagnostic) {
    let mut fields = Appender(builder);
    fields.text(0, found.code.id);
    fields.text(1, found.code.severity.as_str());
    fields.long(2, found.span.start);
    fields.long(3, found.span.end);
    fields.long(4, found.place.line);
    fields.long(5, found.place.column);
    fields.text(6, &found.message);
    builder.append(true);
}

/// A batch of these columns. All may be null: what a source does not say is not known.
pub fn batch(columns: &mut [(&'static str, Builder)]) -> Result<RecordBatch, ArrowError> {
    let (mut fields, mut arrays) = (Vec::new(), Vec::new());
    for (name, builder) in columns {
        let array = builder.finish();
        fields.push(Field::new(*name, array.data_type().clone(), true));
        arrays.push(array);
    }
    RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays)
}
