//! `movetext explain`: what codes mean and what requirements ask for.

use crate::args::{Cli, Command, ExplainArgs, Format, usage};
use crate::exit::Verdict;
use crate::output;
use crate::render::{Excerpt, Painter, Style};
use crate::source;
use clap::Parser;
use movetext::check::Checker;
use movetext::diagnostic::{ALL, Code, Example, Page, Requirement, Severity};
use movetext::io::Chunk;
use movetext::{Diagnostic, Sink};
use serde::Serialize;
use std::fmt::Write;
use std::io;
use std::ops::Range;

/// Lines of prose are at most so wide.
const WIDTH: usize = 80;
/// So many names are suggested for one that is unknown.
const SUGGESTED: usize = 3;

/// Runs the command.
pub fn run(args: &ExplainArgs, styled: bool) -> io::Result<Verdict> {
    let subjects: Vec<Subject> = match args.list {
        true => ALL.iter().copied().map(Subject::Code).collect(),
        false => args.names.iter().map(|name| Subject::named(name)).collect(),
    };
    let mut out = match args.format {
        Format::Text if args.list => list(styled),
        Format::Text => {
            let pages: Vec<_> = subjects.iter().map(|one| one.text(styled)).collect();
            pages.join("\n\n")
        }
        Format::Json => {
            let records: Vec<_> = subjects.iter().map(Subject::record).collect();
            serde_json::to_string_pretty(&records).map_err(io::Error::from)? + "\n"
        }
        Format::Jsonl => {
            let mut lines = String::new();
            for subject in &subjects {
                lines += &serde_json::to_string(&subject.record()).map_err(io::Error::from)?;
                lines.push('\n');
            }
            lines
        }
    };
    if args.format == Format::Text && !args.list && !out.is_empty() {
        out.push('\n');
    }
    output::write_stdout(out.as_bytes())?;
    Ok(Verdict::default())
}

/// What is to be explained.
enum Subject {
    Code(&'static Code),
    Requirement(Requirement),
}

impl Subject {
    /// The code or requirement of this name, whatever the case of its letters. Ends the program if there is
    /// none.
    fn named(name: &str) -> Subject {
        let lower = name.trim().to_ascii_lowercase().replace(['_', ' '], "-");
        if let Some(code) = Code::find(&lower) {
            return Subject::Code(code);
        }
        if let Some(requirement) = Requirement::find(&lower.to_ascii_uppercase()) {
            return Subject::Requirement(requirement);
        }
        let printable = output::printable(name);
        let mut message = format!("no code or requirement is called '{printable}'");
        let similar = similar(&lower);
        message += &match similar.split_last() {
            None => "; --list shows all codes".to_owned(),
            Some((only, [])) => format!("; did you mean {only}?"),
            Some((last, others)) => format!("; did you mean {} or {last}?", others.join(", ")),
        };
        usage(&message)
    }

    fn text(&self, styled: bool) -> String {
        match self {
            Subject::Code(code) => code_text(code, styled),
            Subject::Requirement(requirement) => requirement_text(requirement, styled),
        }
    }

    fn record(&self) -> Record {
        match self {
            Subject::Code(code) => Record::Code(CodeRecord::new(code)),
            Subject::Requirement(requirement) => {
                Record::Requirement(RequirementRecord::new(requirement))
            }
        }
    }
}

/// The names that are most like this one: with the same words, or a few letters changed.
fn similar(name: &str) -> Vec<&'static str> {
    let ids = ALL.iter().map(|code| code.id);
    let ids = ids.chain(Requirement::all().map(|requirement| requirement.id));
    let mut near: Vec<(bool, usize, &str)> = ids
        .filter_map(|id| {
            let known = id.to_ascii_lowercase();
            let distance = strsim::damerau_levenshtein(name, &known);
            let is_slip = distance <= (name.len() / 4).max(1);
            let has_word = |word: &str| word.len() > 3 && name.contains(word);
            let is_part = name.len() > 3 && known.contains(name);
            let is_like = is_slip || is_part || known.split('-').any(has_word);
            is_like.then_some((!is_slip, distance, id))
        })
        .collect();
    near.sort();
    // Where it is a slip of the pen, what merely has a word in common is not meant.
    if near.first().is_some_and(|(other, ..)| !other) {
        near.retain(|(other, ..)| !other);
    }
    near.into_iter()
        .map(|(_, _, id)| id)
        .take(SUGGESTED)
        .collect()
}

/// All codes with their summaries, the gravest first.
fn list(styled: bool) -> String {
    let style = Style::new(styled);
    let widest = ALL.iter().map(|code| code.id.len()).max().unwrap_or(0);
    let mut out = String::new();
    for (severity, heading) in [
        (Severity::Error, "Errors"),
        (Severity::Warning, "Warnings"),
        (Severity::Info, "Info"),
    ] {
        let gap = if out.is_empty() { "" } else { "\n" };
        out += &format!("{gap}{}\n", style.heading(heading));
        for code in ALL.iter().filter(|code| code.severity == severity) {
            let name = style.severity(severity, &format!("{:widest$}", code.id));
            let summary = wrapped(code.summary, WIDTH.saturating_sub(widest + 4));
            let margin = " ".repeat(widest + 4);
            out += &format!("  {name}  {}\n", summary.join(&format!("\n{margin}")));
        }
    }
    out
}

/// A page for people.
fn code_text(code: &'static Code, styled: bool) -> String {
    let style = Style::new(styled);
    let painter = Painter::new(styled);
    let mut out = painter.title(code.severity, code.id, code.summary);
    out += "\n\n";
    let Some(page) = code.page() else { return out };
    out += &prose(page.meaning);
    match page.example {
        Err(reason) => {
            out += &format!(
                "\n{}\n",
                prose(&format!("There is no example: {reason}")).trim_end()
            )
        }
        Ok(example) => {
            let mut command = "movetext check".to_owned();
            // With --strict remarks are shown anyway.
            if code.severity == Severity::Info && !example.options.contains("--strict") {
                command += " --severity info";
            }
            if !example.options.is_empty() {
                command = format!("{command} {}", example.options);
            }
            let _ = writeln!(out, "\n{} ({command})\n", style.heading("Example"));
            out += &indented(example.text);
            if let Some(text) = found(code, &example, &painter) {
                let _ = writeln!(out, "\n{}", text.trim_end());
            }
        }
    }
    let _ = write!(
        out,
        "\n{}\n\n{}",
        style.heading("How to fix it"),
        prose(page.fix)
    );
    if let Some(fixed) = page.fixed {
        let _ = write!(out, "\n{}", indented(fixed.text));
    }
    if !code.requirements.is_empty() {
        let _ = writeln!(out, "\n{}\n", style.heading("Requirements"));
        for requirement in code
            .requirements
            .iter()
            .filter_map(|id| Requirement::find(id))
        {
            let lines = wrapped(requirement.statement, WIDTH - 10);
            let _ = writeln!(out, "  {}  {}", requirement.id, lines.join("\n          "));
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// A requirement for people.
fn requirement_text(requirement: &Requirement, styled: bool) -> String {
    let style = Style::new(styled);
    let level = match requirement.level {
        "must" => "demanded",
        "should" => "advised",
        "may" => "allowed",
        "lenient" => "a remark on real files",
        _ => "how an unclear passage is read",
    };
    let mut out = format!(
        "{}: {}, {level} ({})\n{}\n\n{}",
        style.heading(requirement.id),
        requirement.specification,
        requirement.level,
        requirement.section,
        prose(requirement.statement)
    );
    let codes: Vec<_> = requirement.codes().collect();
    if !codes.is_empty() {
        let _ = writeln!(out, "\n{}\n", style.heading("Codes"));
        let widest = codes.iter().map(|code| code.id.len()).max().unwrap_or(0);
        for code in codes {
            let name = style.severity(code.severity, &format!("{:widest$}", code.id));
            let lines = wrapped(code.summary, WIDTH.saturating_sub(widest + 4));
            let margin = " ".repeat(widest + 4);
            let _ = writeln!(out, "  {name}  {}", lines.join(&format!("\n{margin}")));
        }
    }
    if let Some(reason) = requirement.untested {
        let _ = writeln!(out, "\nNo test holds it: {reason}.");
    }
    out.truncate(out.trim_end().len());
    out
}

/// What `check` finds of this code in an example, as it shows it.
fn found(code: &'static Code, example: &Example, painter: &Painter) -> Option<String> {
    /// Keeps the first finding of a code.
    struct First(&'static Code, Option<(Diagnostic, Option<Excerpt>)>);
    impl Sink for First {
        fn report(&mut self, diagnostic: Diagnostic) {
            if diagnostic.code == self.0 {
                self.1.get_or_insert((diagnostic, None));
            }
        }
        fn report_in(&mut self, diagnostic: Diagnostic, chunk: &Chunk, range: Range<usize>) {
            if diagnostic.code == self.0 && self.1.is_none() {
                self.1 = Some((diagnostic, Some(Excerpt::new(chunk, range))));
            }
        }
    }
    let words = ["movetext", "check", "-"].into_iter();
    let cli = Cli::try_parse_from(words.chain(example.options.split_whitespace())).ok()?;
    let Command::Check(args) = cli.command else {
        return None;
    };
    let options = source::options(&args.sources);
    let mut reader = options.from_reader(example.text.as_bytes()).ok()?;
    let mut first = First(code, None);
    reader
        .read(&mut Checker::new(args.conformance()), &mut first)
        .ok()?;
    let (mut diagnostic, excerpt) = first.1?;
    // The page says all this itself.
    diagnostic.help = None;
    diagnostic.game = 0;
    diagnostic.requirements = movetext::diagnostic::Requirements::of(&[], "");
    let name = format!("example.{}", example.format);
    Some(painter.paint(&name, &diagnostic, excerpt.as_ref()))
}

/// Prose in lines of a readable width.
fn prose(text: &str) -> String {
    let mut out = String::new();
    for paragraph in text.split("\n\n") {
        if !out.is_empty() {
            out.push('\n');
        }
        for line in wrapped(paragraph, WIDTH) {
            out += &line;
            out.push('\n');
        }
    }
    out
}

/// The words of a text in lines of this width.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut taken = 0;
    for word in text.split_whitespace() {
        let long = word.chars().count();
        let last = lines.len() - 1;
        if taken > 0 && taken + 1 + long > width {
            lines.push(word.to_owned());
            taken = long;
        } else {
            if taken > 0 {
                lines[last].push(' ');
                taken += 1;
            }
            lines[last] += word;
            taken += long;
        }
    }
    lines
}

/// Lines of a text, set off from the margin and none of them too long for a terminal.
fn indented(text: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        let line = match line.char_indices().nth(2 * WIDTH) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line.to_owned(),
        };
        out += format!("    {line}").trim_end();
        out.push('\n');
    }
    if text.is_empty() {
        out += "    (nothing)\n";
    }
    out
}

/// A code or requirement as data.
#[derive(Serialize)]
#[serde(untagged)]
enum Record {
    Code(CodeRecord),
    Requirement(RequirementRecord),
}

#[derive(Serialize)]
struct CodeRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    code: &'static str,
    severity: &'static str,
    summary: &'static str,
    meaning: Option<&'static str>,
    example: Option<ExampleRecord>,
    no_example: Option<&'static str>,
    fix: Option<&'static str>,
    fixed: Option<ExampleRecord>,
    requirements: &'static [&'static str],
}

#[derive(Serialize)]
struct ExampleRecord {
    text: &'static str,
    format: &'static str,
    options: &'static str,
}

impl From<Example> for ExampleRecord {
    fn from(example: Example) -> ExampleRecord {
        ExampleRecord {
            text: example.text,
            format: example.format,
            options: example.options,
        }
    }
}

impl CodeRecord {
    fn new(code: &'static Code) -> CodeRecord {
        let page: Option<Page> = code.page();
        CodeRecord {
            kind: "code",
            code: code.id,
            severity: code.severity.as_str(),
            summary: code.summary,
            meaning: page.map(|page| page.meaning),
            example: page.and_then(|page| page.example.ok()).map(Into::into),
            no_example: page.and_then(|page| page.example.err()),
            fix: page.map(|page| page.fix),
            fixed: page.and_then(|page| page.fixed).map(Into::into),
            requirements: code.requirements,
        }
    }
}

#[derive(Serialize)]
struct RequirementRecord {
    #[serde(rename = "type")]
    kind: &'static str,
    id: &'static str,
    level: &'static str,
    specification: &'static str,
    section: &'static str,
    statement: &'static str,
    codes: Vec<&'static str>,
    untested: Option<&'static str>,
}

impl RequirementRecord {
    fn new(requirement: &Requirement) -> RequirementRecord {
        RequirementRecord {
            kind: "requirement",
            id: requirement.id,
            level: requirement.level,
            specification: requirement.specification,
            section: requirement.section,
            statement: requirement.statement,
            codes: requirement.codes().map(|code| code.id).collect(),
            untested: requirement.untested,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_nearly_right_are_suggested() {
        for (name, expected) in [
            ("ilegal-move", "illegal-move"),
            ("illegalmove", "illegal-move"),
            ("illegal", "illegal-move"),
            ("ambigous-move", "ambiguous-move"),
            ("unknown-tokens", "unknown-token"),
            ("stray", "stray-text"),
            ("ch142", &format!("CH-{}", 142)),
        ] {
            assert_eq!(similar(name).first(), Some(&expected), "{name}");
        }
        assert!(similar("zzzzzz").is_empty());
        assert!(similar("").is_empty());
    }

    #[test]
    fn words_are_filled_into_lines() {
        assert_eq!(wrapped("a bb\n ccc d", 4), ["a bb", "ccc", "d"]);
        assert_eq!(wrapped("eeeeee f", 4), ["eeeeee", "f"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(prose("a\n\nb"), "a\n\nb\n");
    }
}
