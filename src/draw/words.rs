//! Positions in words.

use super::palette::mark_name;
use super::{Diagram, Figure};
use crate::core::board::Side;
use crate::game::{Game, NodeId};
use crate::info::VariantInfo;
use std::fmt::Write;

/// Who plays, and the move of the node; none if nothing is known of either.
pub(super) fn title(game: &Game, node: NodeId, info: &VariantInfo) -> Option<String> {
    let player = |names: &[&str]| {
        let value = names.iter().find_map(|name| game.tag(name))?;
        let value = value.trim().to_owned();
        (!value.is_empty() && value != "?").then_some(value)
    };
    let players = match (player(info.first), player(info.second)) {
        (None, None) => None,
        (first, second) => {
            let [first_side, second_side] = info.sides;
            let first = first.unwrap_or_else(|| first_side.to_owned());
            let second = second.unwrap_or_else(|| second_side.to_owned());
            Some(format!("{first} – {second}"))
        }
    };
    let written = game.text(node);
    match (players, game.mv(node).is_some()) {
        (Some(players), true) => Some(format!("{players}, after {written}")),
        (Some(players), false) => Some(players),
        (None, true) => Some(format!("{}, after {written}", capitalized(info.name))),
        (None, false) => None,
    }
}

/// The pieces of both sides with their squares, whose turn it is, and what is marked.
pub(super) fn description(diagram: &Diagram) -> String {
    let mut out = String::new();
    for side in [Some(Side::First), Some(Side::Second), None] {
        let mut figures: Vec<(usize, &Figure)> = diagram
            .figures
            .iter()
            .filter(|(_, figure)| figure.side == side)
            .map(|(square, figure)| (*square, figure))
            .collect();
        if figures.is_empty() {
            continue;
        }
        figures.sort_by(|(a, one), (b, other)| order(one, other).then(a.cmp(b)));
        let _ = write!(out, "{}:", side_name(diagram, side));
        let mut last = "";
        for (square, figure) in figures {
            if figure.name == last {
                out.push(',');
            } else {
                let _ = write!(
                    out,
                    "{} {}",
                    if last.is_empty() { "" } else { ";" },
                    figure.name
                );
                last = &figure.name;
            }
            let _ = write!(out, " {}", diagram.cells[square].name);
        }
        out += ". ";
    }
    if out.is_empty() {
        out += "No pieces. ";
    }
    if let Some(turn) = diagram.turn {
        let _ = write!(out, "{} to move", side_name(diagram, Some(turn)));
        out += if diagram.check.is_some() {
            ", in check. "
        } else {
            ". "
        };
    }
    let name = |square: usize| &diagram.cells[square].name;
    if let Some((from, to)) = diagram.last_move {
        let _ = write!(out, "Last move from {} to {}. ", name(from), name(to));
    }
    for (square, colour) in &diagram.squares {
        let _ = write!(out, "{} is {}. ", name(*square), mark_name(*colour));
    }
    for (from, to, colour) in &diagram.arrows {
        let colour = mark_name(*colour);
        let _ = write!(
            out,
            "A {colour} arrow from {} to {}. ",
            name(*from),
            name(*to)
        );
    }
    out.truncate(out.trim_end().len());
    out
}

fn order(one: &Figure, other: &Figure) -> std::cmp::Ordering {
    let role = |figure: &Figure| figure.known.map(|(_, piece)| piece.role.get());
    role(one)
        .cmp(&role(other))
        .then_with(|| one.name.cmp(&other.name))
}

fn side_name(diagram: &Diagram, side: Option<Side>) -> &'static str {
    let names = diagram.info.map(|info| info.sides);
    match side {
        Some(side) => names.unwrap_or(["Upper case", "Lower case"])[side.index()],
        None => "Neither side",
    }
}

/// A name as the beginning of a sentence.
pub(super) fn capitalized(name: &str) -> String {
    let mut rest = name.chars();
    let first = rest.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(rest).collect()
}
