//! Times of day: `HH:MM:SS`.

use super::{ValueError, trimmed};
use std::fmt;
use std::str::FromStr;

/// A time of day in eight characters, with question marks for unknown digits (CH-244, CH-I25).
///
/// Also reads times with fields of one digit and with `am` or `pm`.
///
/// ```
/// use movetext::values::Time;
///
/// let time: Time = "1:45:00 pm".parse()?;
/// assert_eq!(time.to_string(), "13:45:00");
/// assert_eq!((time.hour(), time.second()), (Some(13), Some(0)));
/// assert_eq!("??:??:??".parse::<Time>()?.hour(), None);
/// assert!("24:60:00".parse::<Time>().is_err());
/// # Ok::<(), movetext::values::ValueError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Time([[u8; 2]; 3]);

const TIME: &str = "a time like 13:45:00";
const FIELDS: [(&str, u8); 3] = [
    ("an hour from 00 to 23", 23),
    ("a minute from 00 to 59", 59),
    ("a second from 00 to 59", 59),
];
const HALF_DAY: (&str, u8) = ("an hour from 1 to 12", 12);

impl Time {
    /// The hour, from 0 to 23, if it is known.
    pub fn hour(&self) -> Option<u8> {
        known(self.0[0])
    }

    /// The minute, if it is known.
    pub fn minute(&self) -> Option<u8> {
        known(self.0[1])
    }

    /// The second, if it is known.
    pub fn second(&self) -> Option<u8> {
        known(self.0[2])
    }

    /// Whether every digit is known; the specification has no unknown ones (CH-I25).
    pub fn is_known(&self) -> bool {
        !self.0.as_flattened().contains(&b'?')
    }
}

fn known(field: [u8; 2]) -> Option<u8> {
    let [tens, ones] = field.map(|b| b.is_ascii_digit().then(|| b - b'0'));
    Some(10 * tens? + ones?)
}

impl FromStr for Time {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Time, ValueError> {
        let (start, text) = trimmed(text);
        let half = text.len().checked_sub(2).and_then(|at| text.get(at..));
        let half = half.map(str::to_ascii_lowercase);
        // The hour to add.
        let (text, noon) = match half.as_deref() {
            Some("am") => (text[..text.len() - 2].trim_end(), Some(0)),
            Some("pm") => (text[..text.len() - 2].trim_end(), Some(12)),
            _ => (text, None),
        };
        let mut fields = [[b'0'; 2]; 3];
        let mut at = start;
        let mut count = 0;
        for field in text.split(':') {
            let Some(&(expected, greatest)) = FIELDS.get(count) else {
                return Err(ValueError::new("the end", at - 1));
            };
            if field.is_empty() || field.len() > 2 {
                return Err(ValueError::new(expected, at));
            }
            let odd = field
                .bytes()
                .position(|b| !(b.is_ascii_digit() || b == b'?'));
            if let Some(odd) = odd {
                return Err(ValueError::new(expected, at + odd));
            }
            let digits = field.as_bytes();
            fields[count] = match *digits {
                [b'?'] => [b'?'; 2],
                [one] => [b'0', one],
                _ => [digits[0], digits[1]],
            };
            // The least number that may be meant.
            let least = fields[count].map(|b| if b == b'?' { 0 } else { b - b'0' });
            if 10 * least[0] + least[1] > greatest {
                return Err(ValueError::new(expected, at));
            }
            count += 1;
            at += field.len() + 1;
        }
        if count < 3 {
            return Err(ValueError::new(TIME, start + text.len()));
        }
        if let Some(noon) = noon {
            let hour = known(fields[0]).filter(|hour| (1..=HALF_DAY.1).contains(hour));
            let hour = hour.ok_or(ValueError::new(HALF_DAY.0, start))? % 12 + noon;
            fields[0] = [b'0' + hour / 10, b'0' + hour % 10];
        }
        Ok(Time(fields))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [h, m, s] = self.0.map(|field| field.map(char::from));
        write!(f, "{}{}:{}{}:{}{}", h[0], h[1], m[0], m[1], s[0], s[1])
    }
}
