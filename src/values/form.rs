//! Checking values against the forms of the specification.

use super::names::NameFault;
use super::{
    Date, Eco, Mode, Name, Names, Period, PlayerType, Rating, ResultValue, Round, SetUp,
    Termination, Time, TimeControl, Title, ValueError, folded,
};
use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

/// The form that the specification gives to the value of a tag.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// The name of an event (CH-104 to CH-107).
    Event,
    /// A place (CH-108 to CH-112).
    Site,
    /// A day (CH-115, CH-116).
    Date,
    /// A time of day (CH-244).
    Time,
    /// A time of day in UTC (CH-245).
    UtcTime,
    /// A round (CH-118 to CH-121).
    Round,
    /// Names of persons or programs (CH-122 to CH-131).
    Names,
    /// A result (CH-135 to CH-139).
    Result,
    /// A title (CH-222).
    Title,
    /// A FIDE rating (CH-223, CH-224).
    Elo,
    /// A rating of another body (CH-225, CH-226).
    Rating,
    /// An email address (CH-227, CH-228).
    Address,
    /// The kind of player (CH-229).
    PlayerType,
    /// A code of the Encyclopaedia of Chess Openings (CH-241).
    Eco,
    /// A time control (CH-247 to CH-264).
    TimeControl,
    /// Whether a position is set up (CH-265).
    SetUp,
    /// How the game ended (CH-270 to CH-278).
    Termination,
    /// How the game was played (CH-280 to CH-284).
    Mode,
    /// A number of a board or of moves (CH-236, CH-285).
    Number,
    /// Any text (CH-091 applies to it).
    Text,
}

/// How strictly a form is required.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Degree {
    /// The specification recommends it, or the value alone does not decide it.
    #[default]
    Advice,
    /// The specification requires it.
    Must,
    /// The specification requires it, and the value cannot be read as intended.
    Unreadable,
}

/// A deviation from a form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// How much it matters.
    pub degree: Degree,
    /// The requirements that are not met.
    pub requirements: &'static [&'static str],
    /// Its position: a byte offset into the value.
    pub at: usize,
    /// What is wrong, as text.
    pub message: Cow<'static, str>,
    /// The whole value in canonical form, if it has one plain meaning.
    pub canonical: Option<String>,
}

/// The ids of requirements.
type Ids = &'static [&'static str];

impl Fault {
    fn new(
        degree: Degree,
        requirements: Ids,
        at: usize,
        message: impl Into<Cow<'static, str>>,
    ) -> Fault {
        Fault {
            degree,
            requirements,
            at,
            message: message.into(),
            canonical: None,
        }
    }

    fn unreadable(requirements: Ids, error: &ValueError) -> Fault {
        Fault::new(
            Degree::Unreadable,
            requirements,
            error.at(),
            error.to_string(),
        )
    }

    fn must(requirements: Ids, at: usize, message: impl Into<Cow<'static, str>>) -> Fault {
        Fault::new(Degree::Must, requirements, at, message)
    }

    fn advice(requirements: Ids, at: usize, message: impl Into<Cow<'static, str>>) -> Fault {
        Fault::new(Degree::Advice, requirements, at, message)
    }

    fn canonical(self, value: impl Into<String>) -> Fault {
        Fault {
            canonical: Some(value.into()),
            ..self
        }
    }
}

impl Form {
    /// The problems with a value; none if it is in canonical form.
    ///
    /// ```
    /// use movetext::values::{Degree, Form};
    ///
    /// assert!(Form::Round.check("4.1.2").is_empty()); // CH-120
    /// let faults = Form::Date.check("1992-08-31");
    /// assert_eq!(faults[0].requirements, ["CH-115"]);
    /// assert_eq!(faults[0].canonical.as_deref(), Some("1992.08.31"));
    /// let faults = Form::Site.check("Riga, Latvia");
    /// assert_eq!(faults[0].degree, Degree::Advice); // CH-109
    /// ```
    pub fn check(self, value: &str) -> Vec<Fault> {
        match self {
            Form::Event => text(value, &["CH-107"], event),
            Form::Site => text(value, &["CH-110"], site),
            Form::Date => date(value),
            Form::Time => time::<false>(value),
            Form::UtcTime => time::<true>(value),
            Form::Round => round(value).into_iter().collect(),
            Form::Names => names(value),
            Form::Result => {
                let ids = &["CH-135", "CH-136", "CH-137", "CH-138", "CH-139"];
                reading::<ResultValue>(value, ids).into_iter().collect()
            }
            Form::Title => title(value),
            Form::Elo => rating(value, &["CH-223"], &["CH-224"]),
            Form::Rating => rating(value, &["CH-225"], &["CH-225"]),
            Form::Address => address(value),
            Form::PlayerType => {
                let fault = reading::<PlayerType>(value, &["CH-229"]);
                fault.into_iter().collect()
            }
            Form::Eco => eco(value).into_iter().collect(),
            Form::TimeControl => control(value),
            Form::SetUp => reading::<SetUp>(value, &["CH-265"]).into_iter().collect(),
            Form::Termination => termination(value).into_iter().collect(),
            Form::Mode => mode(value).into_iter().collect(),
            Form::Number => number(value).into_iter().collect(),
            Form::Text => colon(value).into_iter().collect(),
        }
    }

    /// [`check`](Self::check) for problems of at least this degree. It is quick where there can be none.
    ///
    /// ```
    /// use movetext::values::{Degree, Form};
    ///
    /// assert!(Form::Names.check_from("Tal,M", Degree::Unreadable).is_empty());
    /// assert_eq!(Form::Names.check_from("Tal,M", Degree::Must).len(), 2);
    /// ```
    pub fn check_from(self, value: &str, least: Degree) -> Vec<Fault> {
        if least == Degree::Unreadable && self.is_readable(value.as_bytes()) {
            return Vec::new();
        }
        let mut faults = self.check(value);
        faults.retain(|fault| fault.degree >= least);
        faults
    }

    /// Whether any value like this can be read as intended.
    fn is_readable(self, value: &[u8]) -> bool {
        match self {
            Form::Event | Form::Site | Form::Text | Form::Address => true,
            Form::Names => !value.contains(&b':'),
            Form::Elo | Form::Rating => value.is_empty(),
            _ => false,
        }
    }

    /// Whether a value, as written and in any encoding, certainly has no problem of this degree. A quick test for
    /// the usual values: `false` says nothing.
    pub(crate) fn is_usual(self, value: &[u8], least: Degree) -> bool {
        let digits = |text: &[u8]| text.iter().all(u8::is_ascii_digit);
        match (self, value) {
            (Form::Result, value) => matches!(value, b"1-0" | b"0-1" | b"1/2-1/2" | b"*"),
            (Form::Date, [year @ .., b'.', month1, month2, b'.', day1, day2]) => {
                let month = matches!([month1, month2], [b'0', b'1'..=b'9'] | [b'1', b'0'..=b'2']);
                let day = matches!(
                    [day1, day2],
                    [b'0', b'1'..=b'9'] | [b'1', b'0'..=b'9'] | [b'2', b'0'..=b'8']
                );
                let unknown = [month1, month2, day1, day2] == [&b'?'; 4];
                matches!(year, [b'1'..=b'9', _, _, _]) && digits(year) && (month && day || unknown)
            }
            (Form::Round, value @ ([_] | [_, _])) => digits(value),
            (Form::Elo | Form::Rating, [b'1'..=b'9', rest @ ..]) if rest.len() == 3 => digits(rest),
            (Form::Eco, [b'A'..=b'E', number @ ..]) if number.len() == 2 => digits(number),
            _ => least == Degree::Unreadable && self.is_readable(value),
        }
    }

    /// Checks a tag about players if a side has several: an entry for each, separated by colons, and `-` where
    /// the tag does not apply (CH-219 to CH-221).
    ///
    /// ```
    /// use movetext::values::Form;
    ///
    /// assert!(Form::Title.check_entries("IM:-:GM", 3).is_empty());
    /// let faults = Form::Title.check_entries("IM", 3);
    /// assert_eq!(faults[0].message, "there are 3 players on this side, but 1 entry");
    /// ```
    pub fn check_entries(self, value: &str, players: usize) -> Vec<Fault> {
        if players == 1 {
            return self.check(value);
        }
        let mut faults = Vec::new();
        let count = value.split(':').count();
        if count != players {
            let entries = if count == 1 { "entry" } else { "entries" };
            let message =
                format!("there are {players} players on this side, but {count} {entries}");
            faults.push(Fault::must(&["CH-219", "CH-221"], 0, message));
        }
        if value.is_empty() {
            return faults;
        }
        let mut at = 0;
        for entry in value.split(':') {
            if entry.is_empty() {
                let message = "'-' is the entry for a player that this does not apply to";
                faults.push(Fault::must(&["CH-221"], at, message));
            } else if entry != "-" {
                for mut fault in self.check(entry) {
                    if let Some(canonical) = &mut fault.canonical {
                        let (before, after) = (&value[..at], &value[at + entry.len()..]);
                        *canonical = format!("{before}{canonical}{after}");
                    }
                    fault.at += at;
                    faults.push(fault);
                }
            }
            at += entry.len() + 1;
        }
        faults
    }
}

/// A value that must equal its canonical form.
fn reading<T: FromStr<Err = ValueError> + Display>(value: &str, ids: Ids) -> Option<Fault> {
    match value.parse::<T>() {
        Ok(read) => rewritten(value, &read, ids),
        Err(error) => Some(Fault::unreadable(ids, &error)),
    }
}

fn rewritten(value: &str, read: &impl Display, ids: Ids) -> Option<Fault> {
    let canonical = read.to_string();
    (canonical != value).then(|| {
        let message = format!("the canonical form is {canonical}");
        Fault::must(ids, 0, message).canonical(canonical)
    })
}

fn date(value: &str) -> Vec<Fault> {
    let fault = match value.parse::<Date>() {
        Err(error) => {
            let fault = Fault::unreadable(&["CH-115", "CH-116"], &error);
            Some(fault)
        }
        Ok(date) if date.to_string() != value => {
            let ids: Ids = match date.exact() {
                Some(_) => &["CH-115"],
                None => &["CH-115", "CH-116"],
            };
            rewritten(value, &date, ids)
        }
        Ok(date) if !date.has_whole_fields() => {
            let at = value.find('?').unwrap_or(0);
            let message = "question marks replace a whole year, month or day";
            Some(Fault::advice(&["CH-116"], at, message))
        }
        Ok(_) => None,
    };
    fault.into_iter().collect()
}

fn time<const UTC: bool>(value: &str) -> Vec<Fault> {
    let ids: Ids = if UTC { &["CH-245"] } else { &["CH-244"] };
    let zone = if UTC {
        value.strip_suffix(['Z', 'z'])
    } else {
        None
    };
    let fault = match zone.unwrap_or(value).parse::<Time>() {
        Ok(time) if time.is_known() => rewritten(value, &time, ids),
        Ok(time) => {
            let canonical = time.to_string();
            let at = value.find('?').unwrap_or(0);
            let message = "an unknown time is left out";
            let fault = Fault::advice(ids, at, message);
            if canonical == value {
                Some(fault)
            } else {
                Some(fault.canonical(canonical))
            }
        }
        Err(error) => Some(Fault::unreadable(ids, &error)),
    };
    fault.into_iter().collect()
}

fn round(value: &str) -> Option<Fault> {
    let ids: Ids = &["CH-118", "CH-119", "CH-120"];
    match value.parse::<Round>() {
        // Zeros before a number do not change it.
        Ok(Round::Numbers(_)) if value.trim() == value => None,
        Ok(round) => rewritten(value, &round, ids),
        Err(error) => Some(Fault::unreadable(ids, &error)),
    }
}

fn names(value: &str) -> Vec<Fault> {
    let names = match value.parse::<Names>() {
        Ok(names) => names,
        Err(_) if value.trim().is_empty() => {
            let fault = Fault::must(&["CH-127"], 0, "an unknown name is written ?");
            return vec![fault.canonical("?")];
        }
        Err(error) => return vec![Fault::unreadable(&["CH-128"], &error)],
    };
    let canonical = names.to_string();
    let mut faults = Vec::new();
    let mut at = 0;
    for (name, written) in names.iter().zip(value.split(':')) {
        let blanks = written.len() - written.trim_start().len();
        for (fault, offset) in name.faults() {
            let at = at + blanks + offset;
            faults.push(name_fault(fault, at, name, &canonical));
        }
        at += written.len() + 1;
    }
    if let Some(name) = names.misplaced() {
        let message = format!("{} comes first in alphabetical order", name.as_str());
        // Other tags have their entries in the order of the names.
        faults.push(Fault::must(&["CH-129"], 0, message));
    }
    if faults.is_empty() && canonical != value {
        let fault = Fault::must(&["CH-128"], 0, "no blanks around a name");
        // With a colon and a blank it may be no list at all.
        faults.push(match names.count() {
            1 => fault.canonical(canonical),
            _ => fault,
        });
    }
    faults
}

fn name_fault(fault: NameFault, at: usize, name: &Name, canonical: &str) -> Fault {
    match fault {
        NameFault::Unknown => {
            Fault::must(&["CH-127"], at, "an unknown name is written ?").canonical(canonical)
        }
        NameFault::NoBlank => {
            let message = "a blank follows each comma of a name";
            Fault::must(&["CH-123", "CH-125"], at, message).canonical(canonical)
        }
        NameFault::NoPeriod => {
            Fault::must(&["CH-126"], at, "a period follows each initial").canonical(canonical)
        }
        NameFault::NoComma => {
            let message = format!(
                "a comma and a blank separate family name and initials: {}",
                name.as_str()
            );
            Fault::advice(&["CH-123"], at, message)
        }
        NameFault::Joined => Fault::must(
            &["CH-090", "CH-128", "CH-279"],
            at,
            "several names are separated by colons",
        ),
    }
}

fn title(value: &str) -> Vec<Fault> {
    let fault = match value.parse::<Title>() {
        Ok(Title::Unknown) => {
            let message = "an unknown title is left out; '-' means no title";
            Some(Fault::must(&["CH-222"], 0, message))
        }
        Ok(title) => rewritten(value, &title, &["CH-222"]).or_else(|| {
            (!title.is_defined()).then(|| {
                let message = "the specification knows the titles FM, IM and GM";
                Fault::advice(&["CH-222"], 0, message)
            })
        }),
        Err(error) => Some(Fault::unreadable(&["CH-222"], &error)),
    };
    fault.into_iter().collect()
}

fn rating(value: &str, points: Ids, unrated: Ids) -> Vec<Fault> {
    let fault = match value.parse::<Rating>() {
        Ok(Rating::Unknown) => {
            let message = "an unknown rating is left out; '-' means unrated";
            Some(Fault::must(unrated, 0, message))
        }
        Ok(Rating::Unrated) => rewritten(value, &Rating::Unrated, unrated),
        // Zeros before a number do not change it.
        Ok(Rating::Points(_)) if value.bytes().all(|b| b.is_ascii_digit()) => None,
        Ok(rating) => rewritten(value, &rating, points),
        Err(error) => Some(Fault::unreadable(points, &error)),
    };
    fault.into_iter().collect()
}

fn address(value: &str) -> Vec<Fault> {
    // An address may hold a colon (CH-I13).
    let fault = value.trim().is_empty().then(|| {
        let message = "'-' means no email address";
        Fault::must(&["CH-228"], 0, message)
    });
    fault.into_iter().collect()
}

fn eco(value: &str) -> Option<Fault> {
    if matches!(value.trim(), "" | "?" | "-") {
        return Some(Fault::must(&["CH-241"], 0, "an unknown code is left out"));
    }
    reading::<Eco>(value, &["CH-241"])
}

fn number(value: &str) -> Option<Fault> {
    let ids: Ids = &["CH-236", "CH-285"];
    let (start, digits) = super::trimmed(value);
    if digits.is_empty() {
        Some(Fault::must(ids, 0, "a whole number is expected at byte 0"))
    } else {
        match super::number(digits, start, "a whole number") {
            Ok(_) if digits == value => None,
            Ok(_) => rewritten(value, &digits, ids),
            Err(error) => Some(Fault::unreadable(ids, &error)),
        }
    }
}

fn termination(value: &str) -> Option<Fault> {
    let Ok(read) = value.parse::<Termination>();
    match read {
        Termination::Other(_) => {
            let message = "the specification does not know this way to end a game";
            Some(Fault::advice(&["CH-270"], 0, message))
        }
        known => rewritten(value, &known, &["CH-270", "CH-276", "CH-277"]),
    }
}

fn mode(value: &str) -> Option<Fault> {
    let Ok(read) = value.parse::<Mode>();
    match read {
        // The set is open.
        Mode::Other(_) => None,
        known => rewritten(value, &known, &["CH-280"]),
    }
}

fn control(value: &str) -> Vec<Fault> {
    let control = match value.parse::<TimeControl>() {
        Ok(control) => control,
        Err(error) => return vec![Fault::unreadable(&["CH-247"], &error)],
    };
    let canonical = control.to_string();
    let fields: Vec<&str> = value.split(':').collect();
    let last = fields.len() - 1;
    let mut faults = Vec::new();
    let mut at = 0;
    for (index, (period, field)) in control.periods().iter().zip(&fields).enumerate() {
        match period {
            Period::Other(field) => faults.push(unknown_period(field, at)),
            Period::Unknown | Period::None => {
                let (ids, form): (Ids, _) = match period {
                    Period::None => (&["CH-254", "CH-255"], "- for no time control"),
                    _ => (&["CH-252", "CH-253"], "? for an unknown time control"),
                };
                if *field != period.to_string() {
                    let message = format!("the canonical form is {form}");
                    faults.push(Fault::must(ids, at, message).canonical(canonical.as_str()));
                }
                if last > 0 {
                    let message = format!("{period} is normally the only field");
                    faults.push(Fault::advice(ids, at, message));
                }
            }
            _ => {}
        }
        if index < last && period.is_last() {
            let ids: Ids = match period {
                Period::SuddenDeath { .. } => &["CH-257", "CH-258"],
                Period::Increment { .. } => &["CH-260"],
                _ => &["CH-262"],
            };
            let message = format!("no time control comes after {period}");
            faults.push(Fault::must(ids, at, message));
        }
        match period {
            Period::MovesIncrement { .. } => {
                let message = "the specification knows an increment for the last period only";
                faults.push(Fault::advice(&["CH-251", "CH-260"], at, message));
            }
            Period::Sandclock { .. } if index > 0 => {
                let message = "a sandclock is normally the only field";
                faults.push(Fault::advice(&["CH-262"], at, message));
            }
            _ => {}
        }
        at += field.len() + 1;
    }
    faults
}

/// A field of no known kind, reported as the kind that it resembles.
fn unknown_period(field: &str, at: usize) -> Fault {
    let (ids, message): (Ids, _) = if field.contains(',') {
        (&["CH-248"], "time control periods are separated by colons")
    } else if field.contains('/') {
        let message = "two whole numbers have a slash between: moves, and seconds for them";
        (&["CH-256", "CH-264"], message)
    } else if field.contains(['+', '|']) {
        let message = "two whole numbers have a plus between: seconds, and seconds for each move";
        (&["CH-259", "CH-264"], message)
    } else if field.contains('*') {
        let message = "a sandclock is * and a number of seconds";
        (&["CH-261", "CH-264"], message)
    } else {
        (
            &["CH-257", "CH-264"],
            "a time control is a number of seconds",
        )
    };
    Fault::must(ids, at, message)
}

/// Free text that is `?` if unknown; `more` checks the rest.
fn text(value: &str, unknown: Ids, more: fn(&str) -> Option<Fault>) -> Vec<Fault> {
    match folded(value).as_str() {
        "" if value == "?" => Vec::new(),
        "" if value.chars().all(|c| matches!(c, ' ' | '?')) => {
            let message = "an unknown value is written ?";
            vec![Fault::must(unknown, 0, message).canonical("?")]
        }
        "unknown" => {
            let message = "an unknown value is written ?";
            vec![Fault::must(unknown, 0, message).canonical("?")]
        }
        _ => colon(value).into_iter().chain(more(value)).collect(),
    }
}

/// A colon separates values (CH-091). An address may contain one, after its scheme (CH-I13).
fn colon(value: &str) -> Option<Fault> {
    let at = value.find(':').filter(|_| !is_address(value))?;
    let message = "':' separates several values";
    Some(Fault::must(&["CH-091"], at, message))
}

fn is_address(value: &str) -> bool {
    let (scheme, rest) = value.split_once(':').unwrap_or_default();
    let scheme_like = !scheme.is_empty() && scheme.bytes().all(|b| b.is_ascii_alphanumeric());
    scheme_like && rest.starts_with("//")
}

fn event(value: &str) -> Option<Fault> {
    let letters = value.bytes().all(|b| b.is_ascii_uppercase());
    (letters && (2..=5).contains(&value.len())).then(|| {
        let message = "the name of an event is better written out";
        Fault::advice(&["CH-105"], 0, message)
    })
}

fn site(value: &str) -> Option<Fault> {
    let last = value.rsplit([' ', ',']).next().unwrap_or_default();
    let code = last.len() == 3 && last.bytes().all(|b| b.is_ascii_uppercase());
    // A place on the network needs no country.
    let network =
        value == "?" || is_address(value) || (!value.contains(' ') && value.contains('.'));
    (!code && !network).then(|| {
        let message = "a place ends with the code of its country, of three letters";
        Fault::advice(&["CH-109"], value.len() - last.len(), message)
    })
}
