//! When a game began.

use crate::core::date::PartialDate;
use crate::core::tags::Tags;
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime};

pub(super) type Moment = DateTime<FixedOffset>;

/// When the game began, if the tags give it to the second: UTCDate and UTCTime do; Date and Time, if present,
/// give the offset.
pub(super) fn moment(tags: &Tags<'_>) -> Option<Moment> {
    let at = |date: &str, time: &str| {
        let date: NaiveDate = PartialDate::parse(&tags.get(date)?.value()).exact()?;
        let time = NaiveTime::parse_from_str(tags.get(time)?.value().trim(), "%H:%M:%S").ok()?;
        Some(NaiveDateTime::new(date, time))
    };
    let utc = at("UTCDate", "UTCTime")?;
    let offset = match at("Date", "Time") {
        Some(local) => (local - utc).num_seconds(),
        None => 0,
    };
    // An offset of hours and minutes within the range that exists; else the tags disagree.
    let usual = offset % 60 == 0 && offset.abs() <= 15 * 3600;
    let offset = FixedOffset::east_opt(if usual { offset as i32 } else { 0 })?;
    Some(DateTime::from_naive_utc_and_offset(utc, offset))
}

pub(super) fn write_moment(moment: &Moment) -> String {
    match moment.offset().local_minus_utc() {
        0 => moment.format("%Y-%m-%dT%H:%M:%SZ").to_string(),
        _ => moment.format("%Y-%m-%dT%H:%M:%S%:z").to_string(),
    }
}

/// The tags that give a moment.
pub(super) fn moment_tags(moment: &Moment) -> Vec<(&'static str, String)> {
    let utc = moment.naive_utc();
    let mut tags = vec![("Date", moment.format("%Y.%m.%d").to_string())];
    if moment.offset().local_minus_utc() != 0 {
        tags.push(("Time", moment.format("%H:%M:%S").to_string()));
    }
    tags.push(("UTCDate", utc.format("%Y.%m.%d").to_string()));
    tags.push(("UTCTime", utc.format("%H:%M:%S").to_string()));
    tags
}
