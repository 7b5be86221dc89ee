//! Dates that are only partly known.

use chrono::NaiveDate;

/// A date as game records have it: complete, or with an unknown day or month, or with unknown digits.
///
/// ```
/// use movetext::PartialDate;
///
/// let range = |text| {
///     let (from, to) = PartialDate::parse(text).range()?;
///     Some(format!("{from}..{to}"))
/// };
/// assert_eq!(range("1984.05.??").as_deref(), Some("1984-05-01..1984-05-31"));
/// assert_eq!(range("201?-??-??").as_deref(), Some("2010-01-01..2019-12-31"));
/// assert_eq!(range("2009年12月19日").as_deref(), Some("2009-12-19..2009-12-19"));
/// assert_eq!(range("01-2-6"), None);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct PartialDate {
    year: Option<Bounds>,
    /// Known only if the year is a single one.
    month: Option<Bounds>,
    /// Known only if the month is a single one.
    day: Option<Bounds>,
}

/// The least and the greatest number that may be meant.
type Bounds = (u32, u32);

impl PartialDate {
    /// Reads a date: year, month and day in this order, separated by dots, hyphens, slashes or blanks, as `年 月
    /// 日`, or as eight digits. Trailing fields may be missing, and unknown digits may be `?`, `x`, `X` or `*`.
    /// A month or day of zero counts as unknown.
    ///
    /// A text of any other form, with a year that does not have four digits, or with a day that the calendar
    /// does not have, gives a date of which nothing is known.
    pub fn parse(text: &str) -> PartialDate {
        PartialDate::try_parse(text.trim()).unwrap_or_default()
    }

    fn try_parse(text: &str) -> Option<PartialDate> {
        let (year, rest) = field(text);
        let (year, month, day) = if year.len() == 8 && rest.is_empty() {
            (&year[..4], &year[4..6], &year[6..])
        } else {
            let rest = after(rest, &['.', '-', '/', ' ', '年'])?;
            let (month, rest) = field(rest);
            let rest = after(rest, &['.', '-', '/', ' ', '月'])?;
            let (day, rest) = field(rest);
            let rest = after(rest, &['日', '号', '號'])?;
            if !rest.is_empty() {
                return None;
            }
            (year, month, day)
        };
        if year.len() != 4 || month.len() > 2 || day.len() > 2 {
            return None;
        }
        let mut date = PartialDate {
            year: Some(bounds(year, 9999)?),
            ..PartialDate::default()
        };
        let Some(year) = single(date.year) else {
            return Some(date);
        };
        if year == 0 {
            return None;
        }
        date.month = part(month, 12)?;
        let Some(month) = single(date.month) else {
            return Some(date);
        };
        date.day = part(day, last_day(year, month)?)?;
        Some(date)
    }

    /// The first and the last day that may be meant, or `None` if not even the decade is known.
    pub fn range(&self) -> Option<(NaiveDate, NaiveDate)> {
        let year = self.year?;
        let month = self.month.unwrap_or((1, 12));
        let last = last_day(year.1, month.1)?;
        let day = self.day.unwrap_or((1, last));
        Some((ymd(year.0, month.0, day.0)?, ymd(year.1, month.1, day.1)?))
    }

    /// The date as `yyyy.mm.dd`, with this separator, and `??` for an unknown month or day. `None` if the year
    /// is unknown, or only one digit of the month or day is known.
    pub fn written(&self, separator: char) -> Option<String> {
        let field = |bounds: Option<Bounds>| match (bounds, single(bounds)) {
            (None, _) => Some("??".to_owned()),
            (Some(_), number) => number.map(|number| format!("{number:02}")),
        };
        let (year, month, day) = (self.year()?, field(self.month)?, field(self.day)?);
        Some(format!("{year:04}{separator}{month}{separator}{day}"))
    }

    /// The year, if all of it is known.
    pub fn year(&self) -> Option<u32> {
        single(self.year)
    }

    /// The day, if the date is fully known.
    pub fn exact(&self) -> Option<NaiveDate> {
        ymd(self.year()?, single(self.month)?, single(self.day)?)
    }
}

/// Takes the leading digits of a text, known and unknown.
fn field(text: &str) -> (&str, &str) {
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || is_unknown(c)))
        .unwrap_or(text.len());
    text.split_at(end)
}

/// What follows the separator; the text may also end here.
fn after<'a>(text: &'a str, separators: &[char]) -> Option<&'a str> {
    if text.is_empty() {
        Some(text)
    } else {
        text.strip_prefix(separators)
    }
}

fn is_unknown(c: char) -> bool {
    matches!(c, '?' | 'x' | 'X' | '*')
}

/// The numbers that a field may mean: unknown digits follow the known ones. `None` if it has no known digit, or
/// means nothing up to `greatest`.
fn bounds(field: &str, greatest: u32) -> Option<Bounds> {
    let known = field.find(is_unknown).unwrap_or(field.len());
    let (known, unknown) = field.split_at(known);
    if !unknown.chars().all(is_unknown) {
        return None;
    }
    let number: u32 = known.parse().ok()?;
    let scale = 10u32.pow(unknown.len().try_into().ok()?);
    let least = number * scale;
    let bounds = (
        least.max(u32::from(!unknown.is_empty())),
        (least + scale - 1).min(greatest),
    );
    (bounds.0 <= bounds.1).then_some(bounds)
}

/// A month or day. The outer option is `None` if the field is not such a number.
fn part(field: &str, greatest: u32) -> Option<Option<Bounds>> {
    if field.chars().all(is_unknown) || field.chars().all(|c| c == '0') {
        return Some(None);
    }
    bounds(field, greatest).map(Some)
}

fn single(bounds: Option<Bounds>) -> Option<u32> {
    bounds.and_then(|(least, greatest)| (least == greatest).then_some(least))
}

fn ymd(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year.try_into().ok()?, month, day)
}

fn last_day(year: u32, month: u32) -> Option<u32> {
    (28..=31).rev().find(|&day| ymd(year, month, day).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// XQ-014: known parts are written in one form.
    #[test]
    fn dates_are_written_alike() {
        for (text, written) in [
            ("2004.01.05", Some("2004.01.05")),
            ("1986.6.16", Some("1986.06.16")),
            ("2009年12月19日", Some("2009.12.19")),
            ("20081226", Some("2008.12.26")),
            ("1928年3月", Some("1928.03.??")),
            ("1989", Some("1989.??.??")),
            ("198?", None),
            ("01-2-6", None),
            ("", None),
        ] {
            let date = PartialDate::parse(text).written('.');
            assert_eq!(date.as_deref(), written, "{text}");
        }
    }

    /// Each form that the corpora have, and what it means: the canonical ones of CE-204, CE-205, CH-115 and
    /// XQ-014, and others found in real files.
    const CASES: &[(&str, Option<(&str, &str)>)] = &[
        ("2004.01.05", Some(("2004-01-05", "2004-01-05"))),
        ("2023-09-08", Some(("2023-09-08", "2023-09-08"))),
        ("2024/08/26", Some(("2024-08-26", "2024-08-26"))),
        ("1986.6.16", Some(("1986-06-16", "1986-06-16"))),
        ("1986.6-16", Some(("1986-06-16", "1986-06-16"))),
        ("1986 6 16", Some(("1986-06-16", "1986-06-16"))),
        (" 1986-06-16  ", Some(("1986-06-16", "1986-06-16"))),
        ("20081226", Some(("2008-12-26", "2008-12-26"))),
        ("200812XX", Some(("2008-12-01", "2008-12-31"))),
        ("2009年12月19日", Some(("2009-12-19", "2009-12-19"))),
        ("1928年3月", Some(("1928-03-01", "1928-03-31"))),
        ("1921年", Some(("1921-01-01", "1921-12-31"))),
        ("1989", Some(("1989-01-01", "1989-12-31"))),
        ("1989.7", Some(("1989-07-01", "1989-07-31"))),
        ("1950.??.??", Some(("1950-01-01", "1950-12-31"))),
        ("1950.*.*", Some(("1950-01-01", "1950-12-31"))),
        ("1950.00.00", Some(("1950-01-01", "1950-12-31"))),
        ("1950.??.05", Some(("1950-01-01", "1950-12-31"))),
        ("1984.05.??", Some(("1984-05-01", "1984-05-31"))),
        ("1984.02.??", Some(("1984-02-01", "1984-02-29"))),
        ("1984.02.2?", Some(("1984-02-20", "1984-02-29"))),
        ("1984.0?.??", Some(("1984-01-01", "1984-09-30"))),
        ("1984.1?.13", Some(("1984-10-01", "1984-12-31"))),
        ("1984.05.0?", Some(("1984-05-01", "1984-05-09"))),
        ("201?-??-??", Some(("2010-01-01", "2019-12-31"))),
        ("20??-??-??", Some(("2000-01-01", "2099-12-31"))),
        ("????.??.??", None),
        ("0000.00.00", None),
        ("", None),
        ("?", None),
        ("-", None),
        ("?.??.??", None),
        ("01-2-6", None),
        ("99.12.31", None),
        ("12/31/1999", None),
        ("1999/9/9-9/12", None),
        ("2004.13.01", None),
        ("2004.02.30", None),
        ("2003.02.29", None),
        ("1984.4?.01", None),
        ("1?84.01.01", None),
        ("200412", None),
        ("200412011", None),
        ("2004-01-05T10:00", None),
        ("yesterday", None),
        ("二〇〇四年", None),
    ];

    #[test]
    fn every_form_gives_its_range() {
        for &(text, expected) in CASES {
            let range = PartialDate::parse(text).range();
            let range = range.map(|(from, to)| (from.to_string(), to.to_string()));
            let expected = expected.map(|(from, to)| (from.to_owned(), to.to_owned()));
            assert_eq!(range, expected, "{text:?}");
        }
    }

    #[test]
    fn parts_are_given_only_if_known() {
        let date = PartialDate::parse("1984.05.??");
        assert_eq!((date.year(), date.exact()), (Some(1984), None));
        assert_eq!(PartialDate::parse("198?").year(), None);
        let date = PartialDate::parse("1984.05.06");
        assert_eq!(date.exact(), NaiveDate::from_ymd_opt(1984, 5, 6));
    }

    #[test]
    fn four_unknown_digits_do_not_overflow() {
        for text in [
            "9???",
            "****",
            "9999.9?.9?",
            "????????",
            "99999999999999999999",
        ] {
            let _ = PartialDate::parse(text).range();
        }
    }
}
