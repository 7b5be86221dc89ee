//! Boards as pictures, and games as notebooks show them.

use crate::game::GameData;
use crate::node::before;
use movetext::commands::pieces;
use movetext::draw::{Diagram, Style, Theme};
use movetext::game::NodeId;
use movetext::variants::Standard;
use movetext::{Game, Side};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Moves of a line that are shown, at most: nobody reads more in a notebook.
const MOVES: usize = 600;
/// The width of a board beside its moves, in pixels.
const BESIDE: u32 = 360;

/// How a board is drawn, as Python says it.
pub struct Drawing<'a> {
    pub theme: &'a str,
    pub flip: bool,
    pub coordinates: bool,
    pub width: u32,
    pub pieces: Option<&'a str>,
}

impl Drawing<'_> {
    pub const BESIDE: Drawing<'static> = Drawing {
        theme: "light",
        flip: false,
        coordinates: true,
        width: BESIDE,
        pieces: None,
    };

    pub const PLAIN: Drawing<'static> = Drawing {
        width: 480,
        ..Drawing::BESIDE
    };

    /// The picture.
    pub fn svg(&self, mut diagram: Diagram) -> PyResult<String> {
        if let Some(name) = self.pieces {
            let chosen = diagram.set_pieces(name).map(|_| ());
            chosen.map_err(|error| PyValueError::new_err(error.to_string()))?;
        }
        Ok(diagram.svg(&Style {
            theme: match self.theme {
                "light" => Theme::Light,
                "dark" => Theme::Dark,
                other => {
                    let message = format!("unknown theme '{other}'; known are light, dark");
                    return Err(PyValueError::new_err(message));
                }
            },
            flip: self.flip,
            coordinates: self.coordinates,
            width: self.width,
        }))
    }
}

/// The board after the move of a node.
pub fn diagram(data: &GameData, node: NodeId) -> PyResult<Diagram> {
    Diagram::at_node::<Standard>(&data.game, node)
        .map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Appends text so that it means itself in HTML.
fn escape(text: &str, out: &mut String) {
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // Neither blanks nor anything to be seen; some are not allowed.
            control if control.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
}

/// A tag that says something.
fn tag(game: &Game, names: &[&str]) -> Option<String> {
    let values = names.iter().filter_map(|name| game.tag(name));
    let mut said = values.map(|value| value.trim().to_owned());
    said.find(|value| !value.is_empty() && !value.starts_with('?'))
}

/// The players, and below them the event, the place and the date.
fn heading(game: &Game, out: &mut String) {
    let (first, second) = game.info.map_or((&["White"][..], &["Black"][..]), |info| {
        (info.first, info.second)
    });
    let players = [tag(game, first), tag(game, second)];
    if players.iter().any(Option::is_some) {
        let [first, second] = players.map(|name| name.unwrap_or_else(|| "?".to_owned()));
        out.push_str("<div><b>");
        escape(&first, out);
        out.push_str("</b> – <b>");
        escape(&second, out);
        out.push_str("</b></div>");
    }
    let rest = [
        tag(game, &["Event"]),
        tag(game, &["Site"]),
        tag(game, &["Date", "UTCDate"]),
    ];
    let rest: Vec<String> = rest.into_iter().flatten().collect();
    if !rest.is_empty() {
        out.push_str("<div>");
        escape(&rest.join(", "), out);
        out.push_str("</div>");
    }
}

/// The nodes of the line through a node, with the number of moves that lead to each.
fn line(game: &Game, node: NodeId) -> Vec<(usize, NodeId)> {
    let mut line: Vec<NodeId> = std::iter::successors(Some(node), |at| before(game, *at))
        .filter(|at| *at != NodeId::ROOT)
        .collect();
    line.reverse();
    line.extend(game.line(node));
    (1..).zip(line).collect()
}

/// The moves of the line through a node, numbered; the node's own is marked.
fn moves(game: &Game, node: NodeId, out: &mut String) {
    let line = line(game, node);
    let at = line.iter().position(|(_, other)| *other == node);
    // The moves around the node, if they are not shown all.
    let begin = at.unwrap_or(0).saturating_sub(MOVES / 2);
    let shown = &line[begin.min(line.len())..line.len().min(begin + MOVES)];
    let second_begins = usize::from(game.first_to_move == Some(Side::Second));
    let ellipsis = |there: bool| if there { "… " } else { "" };
    out.push_str("<div style=\"margin-top: 0.5em\">");
    out.push_str(ellipsis(begin > 0));
    for (index, (ply, of)) in shown.iter().enumerate() {
        let half = ply - 1 + second_begins;
        if half.is_multiple_of(2) {
            out.push_str(&format!("{}. ", half / 2 + 1));
        } else if index == 0 {
            out.push_str(&format!("{}... ", half / 2 + 1));
        }
        if *of == node {
            out.push_str("<mark>");
        }
        escape(&game.text(*of), out);
        if *of == node {
            out.push_str("</mark>");
        }
        out.push(' ');
    }
    out.push_str(ellipsis(begin + shown.len() < line.len()));
    if let Some(result) = game.result() {
        escape(&result, out);
    }
    out.push_str("</div>");
}

/// The words of a comment; what its commands ask for is on the board.
fn remark(comment: &str, out: &mut String) {
    let texts = pieces(comment).filter(|piece| piece.command().is_none());
    let words: Vec<&str> = texts.map(|piece| piece.as_str().trim()).collect();
    let words = words.join(" ");
    if !words.trim().is_empty() {
        out.push_str("<div><i>");
        escape(words.trim(), out);
        out.push_str("</i></div>");
    }
}

/// How many errors and warnings there are.
fn problems(game: &Game, out: &mut String) {
    let (errors, warnings) = (game.summary.errors, game.summary.warnings);
    if errors + warnings == 0 {
        return;
    }
    let count = |number: u32, word: &str| match number {
        1 => format!("1 {word}"),
        _ => format!("{number} {word}s"),
    };
    let both = [count(errors, "error"), count(warnings, "warning")].join(", ");
    out.push_str(&format!("<div>{both}</div>"));
}

/// The board at a node beside the heading, the moves, the comment on the node, and what is wrong.
pub fn html(data: &GameData, node: NodeId, comment: &str) -> String {
    let game = &data.game;
    let mut out =
        "<div style=\"display: flex; flex-wrap: wrap; gap: 1em; align-items: flex-start\">"
            .to_owned();
    let picture = diagram(data, node).and_then(|diagram| Drawing::BESIDE.svg(diagram));
    if let Ok(picture) = &picture {
        out.push_str("<div>");
        out.push_str(picture);
        out.push_str("</div>");
    }
    out.push_str("<div style=\"flex: 1 1 20em; max-width: 45em\">");
    heading(game, &mut out);
    moves(game, node, &mut out);
    remark(comment, &mut out);
    problems(game, &mut out);
    if picture.is_err() {
        out.push_str(
            "<div>no board: a move before cannot be played, or the rules are not known</div>",
        );
    }
    out.push_str("</div></div>");
    out
}
