//! A comparison for people: each difference, then a table.

use super::records::Record;
use super::{Form, Summary, board};
use crate::output::printable;
use crate::render::Style;
use crate::table;
use movetext::compare::{Class, Difference, Item, What};
use serde_json::Value;
use std::io::{self, Write};

/// Writes text.
pub struct Text {
    style: Style,
    board: bool,
}

impl Text {
    /// With colours or without, with boards or without.
    pub fn new(styled: bool, board: bool) -> Text {
        Text {
            style: Style::new(styled),
            board,
        }
    }

    fn difference(
        &self,
        difference: &Difference,
        variant: Option<&str>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        writeln!(out, "  {}", heading(difference))?;
        let absent = matches!(difference.what, What::Move | What::Setup | What::Result);
        let lines = [
            (
                "-",
                &difference.a,
                Style::removed as fn(Style, &str) -> String,
            ),
            ("+", &difference.b, Style::added),
        ];
        for (sign, text, paint) in lines {
            let text = match text {
                Some(text) => printable(text).into_owned(),
                None if absent => "(no move)".to_owned(),
                None => continue,
            };
            writeln!(out, "    {}", paint(self.style, &format!("{sign} {text}")))?;
        }
        if let Some(fen) = difference
            .fen
            .as_deref()
            .filter(|_| difference.what == What::Move)
        {
            writeln!(out, "    before: {fen}")?;
            let board = variant.filter(|_| self.board);
            if let Some(rows) = board.and_then(|variant| board::draw(variant, fen)) {
                for row in rows {
                    writeln!(out, "      {row}")?;
                }
            }
        }
        Ok(())
    }
}

/// What a difference is about.
fn heading(difference: &Difference) -> String {
    let name = difference.name.as_deref().map(printable);
    let at = match difference.ply {
        Some(0) => " before the first move".to_owned(),
        Some(ply) => format!(" at ply {ply}"),
        None => String::new(),
    };
    match (difference.what, name) {
        (What::Setup, Some(name)) => name.into_owned(),
        (What::Tag, Some(name)) => format!("tag {name}"),
        (What::Order, Some(_)) if difference.ply.is_none() => "place among the games".to_owned(),
        (What::Order, Some(line)) => format!("order of annotations{at} of variation {line}"),
        (What::Order, None) => format!("order of annotations{at}"),
        (What::Variation, Some(line)) => format!("variation {line}{at}"),
        (what, Some(line)) => format!("{}{at} of variation {line}", noun(what)),
        (what, None) => format!("{}{at}", noun(what)),
    }
}

fn noun(what: What) -> &'static str {
    match what {
        What::Setup => "start",
        What::Nag => "glyph",
        other => other.as_str(),
    }
}

impl Form for Text {
    fn item(&mut self, record: &Record<'_>, item: &Item, out: &mut dyn Write) -> io::Result<()> {
        if record.is_same() {
            return Ok(());
        }
        match (record, item) {
            (Record::Pair { a, b, .. }, Item::Pair(pair)) => {
                let places = format!(
                    "{} game {} | {} game {}",
                    printable(a.file),
                    a.game,
                    printable(b.file),
                    b.game
                );
                let class = pair.comparison.class.describe();
                writeln!(out, "{}: {class}", self.style.heading(&places))?;
                match &pair.titles {
                    [Some(a), Some(b)] if a == b => writeln!(out, "  {}", printable(a))?,
                    titles => {
                        for title in titles.iter().flatten() {
                            writeln!(out, "  {}", printable(title))?;
                        }
                    }
                }
                for difference in &pair.comparison.differences {
                    self.difference(difference, pair.variant.as_deref(), out)?;
                }
                if pair.comparison.further > 0 {
                    writeln!(out, "  and {} more differences", pair.comparison.further)?;
                }
            }
            (Record::Only { r#in, file, game }, Item::Only { title, .. }) => {
                let place = format!("{} game {game}", printable(file));
                let letter = r#in.to_uppercase();
                writeln!(out, "{}: only in {letter}", self.style.heading(&place))?;
                if let Some(title) = title {
                    writeln!(out, "  {}", printable(title))?;
                }
            }
            _ => {}
        }
        writeln!(out)
    }

    fn missing(&mut self, known: &Value, out: &mut dyn Write) -> io::Result<()> {
        let text = |value: &Value| {
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned)
        };
        let place = |place: &Value| format!("{} game {}", text(&place["file"]), place["game"]);
        let (places, class) = match known["type"].as_str() {
            Some("only") => (
                place(known),
                format!("only in {}", text(&known["in"]).to_uppercase()),
            ),
            _ => (
                format!("{} | {}", place(&known["a"]), place(&known["b"])),
                text(&known["class"]),
            ),
        };
        let heading = self.style.heading(&printable(&places));
        writeln!(
            out,
            "{heading}: expected to differ, and does not: {}\n",
            printable(&class)
        )
    }

    fn end(&mut self, summary: &Summary, out: &mut dyn Write) -> io::Result<()> {
        let totals = &summary.totals;
        let mut rows = vec![
            ("games in A".to_owned(), totals.a),
            ("games in B".to_owned(), totals.b),
        ];
        let classes = Class::ALL
            .into_iter()
            .map(|class| (class, totals.of(class)));
        let counted = classes.filter(|(class, count)| *count > 0 || *class == Class::Same);
        rows.extend(counted.map(|(class, count)| (class.describe().to_owned(), count)));
        let further = [
            ("only in A", totals.only_a),
            ("only in B", totals.only_b),
            (
                "not expected",
                if summary.expects {
                    summary.unexpected
                } else {
                    0
                },
            ),
            ("expected, and not there", summary.missing),
        ];
        let further = further.into_iter().filter(|(_, count)| *count > 0);
        rows.extend(further.map(|(name, count)| (name.to_owned(), count)));
        let cells: Vec<Vec<String>> = rows
            .into_iter()
            .map(|(name, count)| vec![name, count.to_string()])
            .collect();
        out.write_all(table::draw(&["", "number"], &cells, false).as_bytes())?;
        for second in [false, true] {
            let omissions = summary
                .omissions
                .iter()
                .filter(|omission| omission.second == second);
            let lacking: Vec<String> = omissions
                .map(|omission| {
                    let plural = if omission.count == 1 { "" } else { "s" };
                    format!("{} {}{plural}", omission.count, noun(omission.what))
                })
                .collect();
            if !lacking.is_empty() {
                let (letter, other) = if second { ("B", "A") } else { ("A", "B") };
                writeln!(
                    out,
                    "the format of {letter} cannot hold, and {other} has: {}",
                    lacking.join(", ")
                )?;
            }
        }
        Ok(())
    }
}
