//! Results as JUnit XML.

use std::io::{self, Read, Write};

/// Writes a test case; a failure has a message and a text.
pub fn write_case(
    out: &mut dyn Write,
    class: &str,
    name: &str,
    failure: Option<(&str, &str)>,
) -> io::Result<()> {
    let (class, name) = (escaped(class), escaped(name));
    write!(out, "    <testcase classname=\"{class}\" name=\"{name}\"")?;
    let Some((message, text)) = failure else {
        return writeln!(out, "/>");
    };
    let (message, text) = (escaped(message), escaped(text.trim_end()));
    writeln!(
        out,
        ">\n      <failure message=\"{message}\">{text}</failure>\n    </testcase>"
    )
}

/// Writes a document around test cases.
pub fn write_document(
    out: &mut dyn Write,
    suite: &str,
    (tests, failures): (u64, u64),
    mut cases: impl Read,
) -> io::Result<()> {
    let counts = format!("tests=\"{tests}\" failures=\"{failures}\"");
    writeln!(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
    writeln!(out, "<testsuites name=\"movetext\" {counts}>")?;
    writeln!(out, "  <testsuite name=\"{suite}\" {counts}>")?;
    io::copy(&mut cases, out)?;
    writeln!(out, "  </testsuite>\n</testsuites>")
}

/// A text that can stand in XML: characters that it cannot hold are replaced.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            '\u{FFFE}' | '\u{FFFF}' => out.push(char::REPLACEMENT_CHARACTER),
            c if c.is_control() => out.push(char::REPLACEMENT_CHARACTER),
            c => out.push(c),
        }
    }
    out
}
