//! `movetext tree`: what was played in a position.

use crate::args::{Format, TreeArgs, usage_of};
use crate::choice::{jobs, query};
use crate::database::failed;
use crate::exit::Verdict;
use crate::output;
use crate::progress::waiting;
use crate::table::{self, grouped};
use movetext_store::{Score, Store, Tree};
use serde::Serialize;
use std::io;

/// So many characters wide is the picture of the results.
const BAR: u64 = 12;

/// Runs the command.
pub fn run(args: &TreeArgs) -> io::Result<Verdict> {
    if args.conditions.filters.variations {
        usage_of("tree", "main lines alone are counted");
    }
    let query = match query(&args.conditions) {
        Ok(query) => query,
        Err(error) => usage_of("tree", &error.to_string()),
    };
    let counted = Store::open_read_only(&args.database)
        .and_then(|store| waiting("counting moves", || store.tree(&query, jobs(args.jobs))));
    let tree = match counted {
        Ok(tree) => tree,
        Err(error) => return Ok(failed(&error)),
    };
    let text = match args.format {
        Format::Text => text(&tree, args.limit),
        Format::Json => serde_json::to_string_pretty(&records(&tree, args.limit))? + "\n",
        Format::Jsonl => {
            let mut lines = String::new();
            for record in records(&tree, args.limit) {
                lines += &serde_json::to_string(&record)?;
                lines.push('\n');
            }
            lines
        }
    };
    output::write_stdout(text.as_bytes())?;
    Ok(Verdict {
        errors: tree.all.games == 0,
        ..Verdict::default()
    })
}

/// A move as data.
#[derive(Serialize)]
struct Record<'t> {
    #[serde(rename = "move")]
    text: &'t str,
    uci: Option<&'t str>,
    games: u64,
    first_wins: u64,
    draws: u64,
    second_wins: u64,
    unknown: u64,
    average_elo: Option<u32>,
    /// Of the position after the move: 64 bits, more than numbers of JSON hold for sure.
    key: String,
}

fn records(tree: &Tree, limit: Option<usize>) -> Vec<Record<'_>> {
    let moves = tree.moves.iter().take(limit.unwrap_or(usize::MAX));
    moves
        .map(|mv| Record {
            text: &mv.text,
            uci: mv.uci.as_deref(),
            games: mv.score.games,
            first_wins: mv.score.first_wins,
            draws: mv.score.draws,
            second_wins: mv.score.second_wins,
            unknown: mv.score.unknown,
            average_elo: mv.score.average_elo(),
            key: format!("{:016x}", mv.key),
        })
        .collect()
}

fn text(tree: &Tree, limit: Option<usize>) -> String {
    let all = &tree.all;
    let mut out = format!("{}\n{}", tree.position, games(all.games));
    if tree.ended > 0 {
        out += &format!(", {} of which end here", grouped(tree.ended));
    }
    out.push('\n');
    if tree.moves.is_empty() {
        return out;
    }
    out.push('\n');
    let [first, second] = tree.variant.sides;
    let headings = [
        "move", "games", "share", first, "draw", second, "unknown", "points", "Elo", "years", "",
    ];
    let shown = limit.unwrap_or(usize::MAX).min(tree.moves.len());
    let mut rows: Vec<Vec<String>> = tree.moves[..shown]
        .iter()
        .map(|mv| row(mv.text.clone(), &mv.score, all.games))
        .collect();
    if tree.moves.len() > 1 {
        rows.push(row("all".to_owned(), all, all.games));
    }
    out += &table::draw(&headings, &rows, true);
    if shown < tree.moves.len() {
        out += &format!("and {} further moves\n", tree.moves.len() - shown);
    }
    out
}

fn row(name: String, score: &Score, all: u64) -> Vec<String> {
    let known = score.games - score.unknown;
    let share = |part: u64, whole: u64| match whole {
        0 => "-".to_owned(),
        _ => format!("{:.0}%", part as f64 * 100.0 / whole as f64),
    };
    let unknown = match score.unknown {
        0 => String::new(),
        games => grouped(games),
    };
    let years = match (score.first_year, score.last_year) {
        (Some(first), Some(last)) if first == last => first.to_string(),
        (Some(first), Some(last)) => format!("{first}–{last}"),
        _ => "-".to_owned(),
    };
    vec![
        name,
        grouped(score.games),
        format!("{:.1}%", score.games as f64 * 100.0 / all.max(1) as f64),
        share(score.first_wins, known),
        share(score.draws, known),
        share(score.second_wins, known),
        unknown,
        score.points().map_or_else(
            || "-".to_owned(),
            |points| format!("{:.1}%", points * 100.0),
        ),
        score
            .average_elo()
            .map_or_else(|| "-".to_owned(), |elo| elo.to_string()),
        years,
        bar(score),
    ]
}

/// The results as a bar: won by the first player, drawn, won by the second.
fn bar(score: &Score) -> String {
    let known = score.games - score.unknown;
    let upto = |games: u64| (games * BAR + known / 2).checked_div(known).unwrap_or(0) as usize;
    let (won, drawn) = (upto(score.first_wins), upto(score.first_wins + score.draws));
    let lost = upto(known);
    [
        "█".repeat(won),
        "▒".repeat(drawn - won),
        "░".repeat(lost - drawn),
    ]
    .concat()
}

fn games(count: u64) -> String {
    match count {
        0 => "no games".to_owned(),
        1 => "1 game".to_owned(),
        _ => format!("{} games", grouped(count)),
    }
}
