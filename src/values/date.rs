//! Dates: `YYYY.MM.DD`.

use super::{ValueError, trimmed};
use crate::core::date::PartialDate;
use chrono::NaiveDate;
use std::fmt;
use std::str::FromStr;

/// A date in ten characters, with question marks for unknown digits (CH-115, CH-116).
///
/// Also reads dates with other separators or none, with fields of one digit or without the last fields, and
/// with the day first where it is clear which field is the day. The specification has question marks for whole
/// fields only; here any digit may be one (CH-I25).
///
/// [`PartialDate`] holds the days that may be meant; this type holds how they are written.
///
/// ```
/// use movetext::values::Date;
///
/// let date: Date = "31.8.1992".parse()?;
/// assert_eq!(date.to_string(), "1992.08.31");
/// assert_eq!(date.exact().map(|day| day.to_string()).as_deref(), Some("1992-08-31"));
/// assert_eq!("1993".parse::<Date>()?.to_string(), "1993.??.??");
/// // The fifth of June or the sixth of May?
/// assert!("05/06/1992".parse::<Date>().is_err());
/// # Ok::<(), movetext::values::ValueError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Date {
    year: [u8; 4],
    month: [u8; 2],
    day: [u8; 2],
}

/// A field as written, and its position.
type Field<'t> = (&'t str, usize);

const DATE: &str = "a date like 1992.08.31";
const YEAR: &str = "a year of four digits";
const MONTH: &str = "a month from 01 to 12";
const DAY: &str = "a day that the month has";
const YEAR_FIRST: &str = "a date that begins with its year";

impl Date {
    /// The days that may be meant.
    pub fn partial(&self) -> PartialDate {
        PartialDate::parse(&self.to_string())
    }

    /// The day, if the date is fully known.
    pub fn exact(&self) -> Option<NaiveDate> {
        self.partial().exact()
    }

    /// Whether nothing of the date is known.
    pub fn is_unknown(&self) -> bool {
        let fields = [&self.year[..], &self.month, &self.day];
        fields.iter().all(|field| unknown(field))
    }

    /// Whether each field is completely known or completely unknown (CH-I25).
    pub fn has_whole_fields(&self) -> bool {
        let fields = [&self.year[..], &self.month, &self.day];
        let whole = |field: &&[u8]| unknown(field) || !field.contains(&b'?');
        fields.iter().all(whole)
    }
}

impl FromStr for Date {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Date, ValueError> {
        let (start, text) = trimmed(text);
        let odd = |c: char| !(c.is_ascii_digit() || is_unknown(c) || is_separator(c));
        if let Some(odd) = text.find(odd) {
            return Err(ValueError::new(DATE, start + odd));
        }
        let mut fields: Vec<Field<'_>> = Vec::with_capacity(3);
        let mut at = start;
        for field in text.split(is_separator) {
            if field.is_empty() || fields.len() == 3 {
                return Err(ValueError::new(DATE, at));
            }
            fields.push((field, at));
            at += field.len() + 1;
        }
        const REST: Field<'_> = ("?", 0);
        let (year, month, day) = match fields[..] {
            [(all, at)] if all.len() == 8 => {
                ((&all[..4], at), (&all[4..6], at + 4), (&all[6..], at + 6))
            }
            [year] => (year, REST, REST),
            [year, month] => (year, month, REST),
            [first, second, year] if year.0.len() == 4 && first.0.len() < 4 => {
                let (month, day) = month_and_day(first, second, text.contains('.'))?;
                (year, month, day)
            }
            [year, month, day] if is_year(year.0) => (year, month, day),
            [year, ..] => return Err(ValueError::new(YEAR, year.1)),
            [] => return Err(ValueError::new(DATE, start)),
        };
        if !is_year(year.0) {
            return Err(ValueError::new(YEAR, year.1));
        }
        let date = Date {
            year: digits(year.0).ok_or(ValueError::new(YEAR, year.1))?,
            month: digits(month.0).ok_or(ValueError::new(MONTH, month.1))?,
            day: digits(day.0).ok_or(ValueError::new(DAY, day.1))?,
        };
        if !unknown(&date.month) && !(1..=12).any(|m| matches(&date.month, m)) {
            return Err(ValueError::new(MONTH, month.1));
        }
        if !unknown(&date.day) && !date.has_day() {
            return Err(ValueError::new(DAY, day.1));
        }
        Ok(date)
    }
}

impl Date {
    /// Whether the calendar has such a day.
    fn has_day(&self) -> bool {
        let leap = || {
            let leap = |year: i32| NaiveDate::from_ymd_opt(year, 2, 29).is_some();
            if unknown(&self.year) {
                return true;
            }
            let years = match number(&self.year) {
                Some(year) => year.max(1)..=year,
                None => 1..=9999,
            };
            years
                .into_iter()
                .any(|year| leap(year) && matches(&self.year, year.unsigned_abs()))
        };
        let last = |month| match month {
            2 if leap() => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let may_be = |&month: &u32| unknown(&self.month) || matches(&self.month, month);
        let last = (1..=12).filter(may_be).map(last).max().unwrap_or(0);
        (1..=last).any(|day| matches(&self.day, day))
    }
}

/// The order of month and day in a date that ends with its year.
fn month_and_day<'t>(
    first: Field<'t>,
    second: Field<'t>,
    dotted: bool,
) -> Result<(Field<'t>, Field<'t>), ValueError> {
    let number = |field: Field<'_>| field.0.parse::<u32>().unwrap_or(0);
    // With dots as separators, the day comes first everywhere.
    if dotted || number(first) > 12 || first.0 == second.0 {
        Ok((second, first))
    } else if number(second) > 12 {
        Ok((first, second))
    } else {
        Err(ValueError::new(YEAR_FIRST, first.1))
    }
}

fn is_separator(c: char) -> bool {
    matches!(c, '.' | '-' | '/')
}

fn is_unknown(c: char) -> bool {
    matches!(c, '?' | 'x' | 'X' | '*')
}

/// Whether a first field is a year: it has four digits, or is unknown.
fn is_year(field: &str) -> bool {
    field.len() == 4 || field.chars().all(is_unknown)
}

/// A field padded to its length, or `None` if it is too long. No year, month or day is zero.
fn digits<const N: usize>(field: &str) -> Option<[u8; N]> {
    if field.chars().all(is_unknown) || field.bytes().all(|b| b == b'0') {
        return (field.len() <= N).then_some([b'?'; N]);
    }
    let missing = N.checked_sub(field.len())?;
    let mut digits = [b'0'; N];
    for (digit, byte) in digits[missing..].iter_mut().zip(field.bytes()) {
        *digit = if byte.is_ascii_digit() { byte } else { b'?' };
    }
    Some(digits)
}

fn unknown(field: &[u8]) -> bool {
    field.iter().all(|&digit| digit == b'?')
}

/// The number that a field is, unless some of its digits are unknown.
fn number(field: &[u8]) -> Option<i32> {
    let digit = |digit: &u8| digit.is_ascii_digit().then(|| i32::from(digit - b'0'));
    field
        .iter()
        .try_fold(0, |number, byte| Some(10 * number + digit(byte)?))
}

/// Whether a field may mean this number.
fn matches(field: &[u8], mut number: u32) -> bool {
    field.iter().rev().all(|&digit| {
        let last = (number % 10) as u8;
        number /= 10;
        digit == b'?' || digit - b'0' == last
    })
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: [(&[u8], &str); 3] = [(&self.year, "."), (&self.month, "."), (&self.day, "")];
        for (field, separator) in fields {
            for &digit in field {
                write!(f, "{}", char::from(digit))?;
            }
            f.write_str(separator)?;
        }
        Ok(())
    }
}
