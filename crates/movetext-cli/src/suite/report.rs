//! Results for people and for programs.

use super::known::Known;
use super::result::{Outcome, Status, Summary, Topic};
use super::vector::Aspect;
use crate::junit::{write_case, write_document};
use crate::output::printable;
use crate::render::Style;
use crate::table;
use serde_json::json;
use std::fmt::Write;
use std::io;

/// Longer texts are cut.
const WIDEST: usize = 160;

/// What fails, and a table of topics.
pub fn text(
    outcomes: &[Outcome<'_>],
    missing: &[Known],
    summary: &Summary,
    expects: bool,
    styled: bool,
) -> String {
    let style = Style::new(styled);
    let mut out = String::new();
    for outcome in outcomes {
        if outcome.is_failure() && !outcome.known {
            failure(outcome, style, &mut out);
        }
    }
    for known in missing {
        let name = name(&known.id, known.lane.as_deref());
        let failed = known.failed.join(", ");
        let _ = writeln!(
            out,
            "{}: known to fail ({failed}), and does not\n",
            style.heading(&name)
        );
    }
    out += &topics(summary);
    if expects {
        let (failures, missing) = (summary.failures, summary.missing);
        let _ = writeln!(
            out,
            "\n{failures} failures that are not known, {missing} that are there no more"
        );
    }
    out
}

fn name(id: &str, lane: Option<&str>) -> String {
    match lane {
        Some(lane) => format!("{id} ({lane})"),
        None => id.to_owned(),
    }
}

fn failure(outcome: &Outcome<'_>, style: Style, out: &mut String) {
    let name = name(outcome.id, outcome.lane);
    let ids = outcome.vector.requirement.join(" ");
    let class = outcome.class.as_str();
    let _ = writeln!(out, "{} [{class}; {ids}]", style.heading(&name));
    if outcome.status != Status::Fail {
        let message = outcome.message.as_deref().unwrap_or_default();
        let gap = if message.is_empty() { "" } else { ": " };
        let message = cut(message);
        let _ = writeln!(out, "  {}{gap}{message}", outcome.status.as_str());
    }
    for difference in &outcome.differences {
        let gap = if difference.at.is_empty() { "" } else { " at " };
        let _ = writeln!(
            out,
            "  {}{gap}{}",
            difference.aspect.as_str(),
            difference.at
        );
        let lines = [
            style.removed(&format!("- {}", cut(&difference.expected))),
            style.added(&format!("+ {}", cut(&difference.found))),
        ];
        for line in lines {
            let _ = writeln!(out, "    {line}");
        }
    }
    out.push('\n');
}

/// A text on one line, not too long.
fn cut(text: &str) -> String {
    let line = text.replace('\n', "\\n");
    let line = printable(&line);
    match line.char_indices().nth(WIDEST) {
        Some((at, _)) => format!("{}...", &line[..at]),
        None => line.into_owned(),
    }
}

fn topics(summary: &Summary) -> String {
    let mut headings = vec!["topic", "vectors", "passed"];
    let is_graded = |aspect: &Aspect| summary.total.aspects.contains_key(aspect);
    let aspects: Vec<Aspect> = Aspect::ALL.into_iter().filter(is_graded).collect();
    headings.extend(aspects.iter().map(|aspect| aspect.as_str()));
    let further = [
        (
            "not claimed",
            (|topic| topic.unclaimed) as fn(&Topic) -> u64,
        ),
        ("broken", |topic| topic.broken),
    ];
    let further = further
        .into_iter()
        .filter(|(_, count)| count(&summary.total) > 0);
    let further: Vec<_> = further.collect();
    headings.extend(further.iter().map(|(heading, _)| heading));
    let row = |name: &str, topic: &Topic| {
        let mut row = vec![
            name.to_owned(),
            topic.vectors.to_string(),
            topic.all.shown(),
        ];
        for aspect in &aspects {
            row.push(
                topic
                    .aspects
                    .get(aspect)
                    .map_or_else(String::new, |count| count.shown()),
            );
        }
        row.extend(further.iter().map(|(_, count)| match count(topic) {
            0 => String::new(),
            some => some.to_string(),
        }));
        row
    };
    let mut rows: Vec<_> = summary
        .topics
        .iter()
        .map(|(name, topic)| row(name, topic))
        .collect();
    rows.push(row("total", &summary.total));
    table::draw(&headings, &rows, false)
}

/// One object per line.
pub fn jsonl(
    outcomes: &[Outcome<'_>],
    missing: &[Known],
    summary: &Summary,
) -> serde_json::Result<String> {
    let mut out = String::new();
    let mut line = |text: String| {
        out += &text;
        out.push('\n');
    };
    for outcome in outcomes {
        line(serde_json::to_string(outcome)?);
    }
    for known in missing {
        let Known { id, lane, failed } = known;
        line(json!({"type": "missing", "id": id, "lane": lane, "failed": failed}).to_string());
    }
    line(serde_json::to_string(summary)?);
    Ok(out)
}

/// JUnit XML.
pub fn junit(
    outcomes: &[Outcome<'_>],
    missing: &[Known],
    summary: &Summary,
) -> io::Result<Vec<u8>> {
    let mut cases = Vec::new();
    for outcome in outcomes {
        let (failed, mut text) = (outcome.failed().join(", "), String::new());
        failure(outcome, Style::new(false), &mut text);
        let failure = (outcome.is_failure() && !outcome.known).then_some((&*failed, &*text));
        let name = name(outcome.id, outcome.lane);
        write_case(&mut cases, outcome.vector.topic(), &name, failure)?;
    }
    for known in missing {
        let name = name(&known.id, known.lane.as_deref());
        let failure = Some(("expected to fail, and does not", ""));
        write_case(&mut cases, "expected", &name, failure)?;
    }
    let tests = (outcomes.len() + missing.len()) as u64;
    let mut out = Vec::new();
    let counts = (tests, summary.failures + summary.missing);
    write_document(&mut out, "suite", counts, &*cases)?;
    Ok(out)
}
