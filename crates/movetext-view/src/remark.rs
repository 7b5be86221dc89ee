//! Comments, taken apart into text and commands.

use movetext::commands::{Clock, Command, Meaning, Value, pieces};
use serde::Serialize;

/// A comment: its text, and what its commands say.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Remark {
    /// What is to be read, commands that nobody knows included.
    #[serde(rename = "t", skip_serializing_if = "String::is_empty")]
    text: String,
    /// Times: the name of the command, and the time as it is written.
    #[serde(rename = "c", skip_serializing_if = "Vec::is_empty")]
    clocks: Vec<(&'static str, String)>,
    /// An evaluation: hundredths of a pawn or moves to mate, and which of the two it is.
    #[serde(rename = "e", skip_serializing_if = "Option::is_none")]
    eval: Option<(i32, bool)>,
    /// Coloured squares: a colour, a square.
    #[serde(rename = "s", skip_serializing_if = "Vec::is_empty")]
    squares: Vec<(char, u16)>,
    /// Arrows: a colour, two squares.
    #[serde(rename = "a", skip_serializing_if = "Vec::is_empty")]
    arrows: Vec<(char, u16, u16)>,
    /// Whether a diagram is asked for.
    #[serde(rename = "d", skip_serializing_if = "is_false")]
    diagram: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// More squares and arrows than this in a comment are kept as text.
const MOST_MARKS: usize = 256;

impl Remark {
    /// Takes a comment apart. `square` finds squares by their names.
    pub fn new(comment: &str, square: &dyn Fn(&str) -> Option<u16>) -> Remark {
        let mut remark = Remark::default();
        for piece in pieces(comment) {
            let known = piece
                .command()
                .is_some_and(|command| remark.take(&command, square));
            if !known {
                remark.text.push_str(piece.as_str());
            }
        }
        remark.text = remark.text.trim().to_owned();
        remark
    }

    /// Takes a command; false if it is to be shown as it is written.
    fn take(&mut self, command: &Command<'_>, square: &dyn Fn(&str) -> Option<u16>) -> bool {
        if command.name() == "diagram" {
            self.diagram = true;
            return true;
        }
        let mut clock = |name, clock: Clock| {
            self.clocks.push((name, clock.to_string()));
            true
        };
        match command.decode() {
            Some(Meaning::Clock(time)) => clock("clk", time),
            Some(Meaning::MoveTime(time)) => clock("emt", time),
            Some(Meaning::GameTime(time)) => clock("egt", time),
            Some(Meaning::MechanicalClock(time)) => clock("mct", time),
            Some(Meaning::Eval(eval)) => {
                self.eval = Some(match eval.value {
                    Value::Centipawns(value) => (value, false),
                    Value::Mate(moves) => (moves, true),
                });
                true
            }
            Some(Meaning::Squares(squares)) => {
                let found: Option<Vec<(char, u16)>> = squares
                    .iter()
                    .map(|(colour, name)| Some((colour, square(name)?)))
                    .take(MOST_MARKS + 1)
                    .collect();
                let found = found.filter(|found| found.len() <= MOST_MARKS);
                self.squares.extend(found.iter().flatten());
                found.is_some()
            }
            Some(Meaning::Arrows(arrows)) => {
                let found: Option<Vec<(char, u16, u16)>> = arrows
                    .iter()
                    .map(|(colour, from, to)| Some((colour, square(from)?, square(to)?)))
                    .take(MOST_MARKS + 1)
                    .collect();
                let found = found.filter(|found| found.len() <= MOST_MARKS);
                self.arrows.extend(found.iter().flatten());
                found.is_some()
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_taken_and_all_else_is_text() {
        let square = |name: &str| (name == "e4").then_some(28);
        let read = |text| serde_json::to_string(&Remark::new(text, &square)).expect("JSON");
        for (comment, expected) in [
            ("plain", r#"{"t":"plain"}"#),
            (
                "[%clk 1:02:03] good [%eval -0.31]",
                r#"{"t":"good","c":[["clk","1:02:03"]],"e":[-31,false]}"#,
            ),
            ("[%eval #-3]", r#"{"e":[-3,true]}"#),
            ("[%csl Re4]", r#"{"s":[["R",28]]}"#),
            ("[%csl Rz9]", r#"{"t":"[%csl Rz9]"}"#),
            ("[%diagram] [%odd 1]", r#"{"t":"[%odd 1]","d":true}"#),
        ] {
            assert_eq!(read(comment), expected);
        }
    }
}
