//! The valid values of tags.

use super::id::{Own, RecordId};
use super::time_control::TimeControl;
use crate::variants::cescacs::info::INFO;
use chrono::NaiveDate;

/// The requirements on a tag: on its value and on its position.
pub(super) fn value_ids(name: &str) -> &'static [&'static str] {
    match name {
        "Event" => &["CE-198", "CE-199", "CE-200"],
        "Site" => &["CE-201", "CE-202", "CE-203"],
        "Date" => &["CE-204", "CE-205"],
        "EventDate" => &["CE-266"],
        "MatchDate" => &["CE-267"],
        "Round" => &["CE-206", "CE-208"],
        "White" | "Black" => &["CE-210", "CE-211", "CE-215"],
        "WhiteAlias" | "BlackAlias" => &["CE-293"],
        "WhiteNA" | "BlackNA" => &["CE-290"],
        "Result" => &["CE-219"],
        "Annotator" => &["CE-295", "CE-296", "CE-297"],
        "AnnotatorId" => &["CE-305"],
        "Termination" => &["CE-270", "CE-271"],
        "Lang" => &["CE-272"],
        "Title" => &["CE-273"],
        "Revisited" => &["CE-276"],
        "Model" => &["CE-279"],
        "Mode" => &["CE-280", "CE-281", "CE-282"],
        "WhiteType" | "BlackType" => &["CE-283"],
        "TimeControl" => &["CE-284", "CE-285", "CE-286", "CE-287", "CE-288", "CE-289"],
        "Example" => &["CE-307", "CE-308"],
        _ => &[],
    }
}

pub(super) fn is_hyphen(text: &str) -> bool {
    matches!(text, "-" | "\u{2010}")
}

/// The problem with the value of a tag.
pub fn value_of(name: &str, value: &str) -> Result<(), String> {
    let good = match name {
        "Event" => return not_empty(value, "an unknown event is ?, a casual game CG"),
        "Site" => is_site(value),
        "Date" | "EventDate" | "MatchDate" => is_date(value),
        "Round" => is_hyphen(value) || is_round(value),
        "White" | "Black" | "Annotator" => return player(value),
        "WhiteAlias" | "BlackAlias" | "WhiteNA" | "BlackNA" | "AnnotatorId" | "Title" => {
            return not_empty(value, "the value is empty");
        }
        "Result" => INFO.outcome(value).is_some(),
        "Termination" => TERMINATIONS.contains(&value),
        "Lang" => matches!(value.len(), 2 | 3) && value.bytes().all(|b| b.is_ascii_lowercase()),
        "Mode" => MODES.contains(&value),
        "WhiteType" | "BlackType" => matches!(value, "human" | "program"),
        "TimeControl" => TimeControl::parse(value).is_some(),
        "Model" => return opening_model(value),
        "Revisited" | "Example" => return other_record(name, value),
        _ => true,
    };
    if good {
        Ok(())
    } else {
        Err(format!("{name} is {}, not \"{value}\"", form(name)))
    }
}

/// CE-270, CE-271
const TERMINATIONS: [&str; 5] = [
    "abandoned",
    "rules infraction",
    "time forfeit",
    "death",
    "emergency",
];

/// CE-280 to CE-282
const MODES: [&str; 5] = ["OTB", "ICS", "TC", "EM", "BBS"];

/// The form that a value should have, as text.
fn form(name: &str) -> &'static str {
    match name {
        "Site" => "? or \"City, Region ABC\" with the three letters of the country",
        "Date" | "EventDate" | "MatchDate" => "year-month-day with ? for unknown digits",
        "Round" => "a hyphen, or numbers separated by periods",
        "Result" => "3-0, 2-1, 0-3, 1-2, 1-1 or *",
        "Termination" => "abandoned, rules infraction, time forfeit, death or emergency",
        "Lang" => "a language's two or three small letters",
        "Mode" => "OTB, ICS, TC, EM or BBS",
        "WhiteType" | "BlackType" => "human or program",
        "TimeControl" => "?, -, moves/seconds, seconds, seconds+seconds or *seconds",
        _ => "of another form",
    }
}

fn not_empty(value: &str, message: &str) -> Result<(), String> {
    if value.trim().is_empty() {
        Err(message.into())
    } else {
        Ok(())
    }
}

/// CE-201 to CE-203: the city, comma, region and country; parts may be missing from the front.
fn is_site(value: &str) -> bool {
    if value == "?" {
        return true;
    }
    let is_country = |text: &str| text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase());
    let place = match value.split_once(", ") {
        Some((city, place)) if !city.trim().is_empty() => place,
        Some(_) => return false,
        None => return is_country(value) || is_place(value, is_country),
    };
    is_place(place, is_country)
}

/// A region, blank, country.
fn is_place(text: &str, is_country: impl Fn(&str) -> bool) -> bool {
    text.rsplit_once(' ').is_some_and(|(region, country)| {
        let named = !region.trim().is_empty() && !region.contains([',', '?']);
        named && is_country(country)
    })
}

/// CE-187, CE-204, CE-205: four, two and two digits or question marks, and a day that exists.
fn is_date(value: &str) -> bool {
    let parts: Vec<&str> = value.split(['-', '\u{2010}']).collect();
    let [year, month, day] = parts[..] else {
        return false;
    };
    let digits = |text: &str, len| {
        text.len() == len && text.bytes().all(|b| b.is_ascii_digit() || b == b'?')
    };
    if !digits(year, 4) || !digits(month, 2) || !digits(day, 2) {
        return false;
    }
    let number = |text: &str| text.parse::<u32>().ok();
    let day = match (number(month), number(day)) {
        (Some(0 | 13..), _) | (_, Some(0 | 32..)) => return false,
        (Some(month), Some(day)) => (month, day),
        _ => return true,
    };
    // With an unknown year, the day may be that of a leap year.
    let year = year.parse().unwrap_or(2000);
    NaiveDate::from_ymd_opt(year, day.0, day.1).is_some()
}

/// CE-207, CE-208
fn is_round(value: &str) -> bool {
    value
        .split('.')
        .all(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}

/// CE-210 to CE-212, CE-295: surname, comma, blank, given names or initials with periods; or a
/// program, or `?`.
fn player(value: &str) -> Result<(), String> {
    not_empty(value, "an unknown player is ?")?;
    let Some((surname, given)) = value.split_once(',') else {
        return Ok(());
    };
    let Some(given) = given.strip_prefix(' ').filter(|given| !given.is_empty()) else {
        return Err("a comma, a blank and the given name follow the surname".into());
    };
    if surname.trim().is_empty() {
        return Err("there is no surname before the comma".into());
    }
    if given.contains([';', ',']) {
        return Err("the tag names one person".into());
    }
    let is_initial = |word: &str| word.chars().count() == 2 && word.ends_with('.');
    let good = given.split(' ').all(|word| {
        if word.contains('.') {
            is_initial(word)
        } else {
            word.chars().count() > 1
        }
    });
    if good {
        Ok(())
    } else {
        Err("an initial is a letter and a period".into())
    }
}

/// CE-225, CE-279
fn opening_model(value: &str) -> Result<(), String> {
    match RecordId::parse(value) {
        Ok(RecordId {
            own: Own::Model {
                class: 'O' | 'C', ..
            },
            ..
        }) => Ok(()),
        Ok(_) => Err(format!("\"{value}\" is not the identifier of an opening")),
        Err(error) => Err(format!("\"{value}\" is not an identifier: {error}")),
    }
}

/// CE-276, CE-307: Revisited names a model, Example a game.
fn other_record(name: &str, value: &str) -> Result<(), String> {
    let id = RecordId::parse(value)
        .map_err(|error| format!("\"{value}\" is not an identifier: {error}"))?;
    match (name, id.own) {
        ("Revisited", Own::Game(_)) => Err(format!("\"{value}\" is a game, not a model")),
        ("Example", Own::Model { .. }) => Err(format!("\"{value}\" is a model, not a game")),
        _ => Ok(()),
    }
}
