//! Values that were checked before: most values of a database occur again and again.

use super::{Degree, Fault, Form};
use crate::core::tags::Tag;
use encoding_rs::Encoding;

/// The number of pairs that are remembered.
const PAIRS: usize = 2048;
/// Longer pairs, in bytes, are not remembered.
const LONGEST: usize = 256;
/// Nor are those with more problems.
const MOST: usize = 4;
/// The number of names that are remembered.
const NAMES: usize = 64;

/// Remembers tag pairs and their problems, so that they are checked once. Its memory is bounded.
///
/// ```
/// use movetext::values::{Form, CheckedValues};
/// use movetext::{Tag, Text};
///
/// let text = |text: &'static str| Text::new(text.as_bytes(), encoding_rs::UTF_8);
/// let tag = Tag::new(text("Date"), text("1972.07.11"));
/// let mut checked = CheckedValues::default();
/// assert!(checked.faults(tag, |tag| Form::Date.check(&tag.value())).is_empty());
/// // The same pair is not checked again.
/// assert!(checked.faults(tag, |_| unreachable!()).is_empty());
/// ```
#[derive(Clone, Debug, Default)]
pub struct CheckedValues {
    /// A pair has one place, by its hash; a later one replaces it.
    pairs: Vec<Pair>,
    /// The names of the last game's tags, and the forms of their values.
    forms: Vec<(Vec<u8>, Option<Form>)>,
    /// Problems below this are not wanted.
    least: Degree,
}

#[derive(Clone, Debug, Default)]
struct Pair {
    encoding: Option<&'static Encoding>,
    name: usize,
    /// The name, and the value as written.
    bytes: Vec<u8>,
    faults: Vec<Fault>,
}

impl Pair {
    fn is(&self, tag: &Tag<'_>) -> bool {
        let (name, value) = (tag.raw_name().as_bytes(), tag.raw_value());
        self.encoding == Some(value.encoding())
            && self.bytes.len() == name.len() + value.as_bytes().len()
            && self.name == name.len()
            && self.bytes.starts_with(name)
            && self.bytes.ends_with(value.as_bytes())
    }
}

impl CheckedValues {
    /// For those who want to know of problems of this degree and above only.
    pub fn of_degree(least: Degree) -> CheckedValues {
        CheckedValues {
            least,
            ..CheckedValues::default()
        }
    }

    /// The least degree of problems that are wanted.
    pub fn least(&self) -> Degree {
        self.least
    }

    /// Whether a game's tag at an index certainly has no problem: its value is in the usual way of its form. `form`
    /// says which form a name asks for; most games of a source have the same names, so that it is rarely asked.
    pub(crate) fn is_usual(
        &mut self,
        index: usize,
        tag: &Tag<'_>,
        form: impl FnOnce(&str) -> Option<Form>,
    ) -> bool {
        let name = tag.raw_name().as_bytes();
        let known = self.forms.get(index).filter(|(known, _)| known == name);
        let form = match known {
            Some((_, form)) => *form,
            None => {
                let form = form(&tag.name());
                if index < NAMES && name.len() <= LONGEST {
                    let len = self.forms.len().max(index + 1);
                    self.forms.resize_with(len, Default::default);
                    self.forms[index] = (name.to_vec(), form);
                }
                form
            }
        };
        let usual = |form: Form| {
            let usual = form.is_usual(tag.raw_value().as_bytes(), self.least);
            debug_assert!(!usual || form.check_from(&tag.value(), self.least).is_empty());
            usual
        };
        form.is_none_or(usual)
    }

    /// The problems that `check` finds in a tag pair, or found in it before. They may depend on the name and
    /// the value alone, and need not include any below [`least`](Self::least).
    pub fn faults<'t>(
        &mut self,
        tag: Tag<'t>,
        check: impl FnOnce(Tag<'t>) -> Vec<Fault>,
    ) -> Vec<Fault> {
        let (name, value) = (tag.raw_name().as_bytes(), tag.raw_value());
        let place = hash(name, value.as_bytes()) as usize % PAIRS;
        if let Some(pair) = self.pairs.get(place).filter(|pair| pair.is(&tag)) {
            return pair.faults.clone();
        }
        let mut faults = check(tag);
        faults.retain(|fault| fault.degree >= self.least);
        if faults.len() <= MOST && name.len() + value.as_bytes().len() <= LONGEST {
            self.pairs.resize_with(PAIRS, Pair::default);
            let pair = &mut self.pairs[place];
            pair.encoding = Some(value.encoding());
            pair.name = name.len();
            pair.bytes.clear();
            pair.bytes.extend_from_slice(name);
            pair.bytes.extend_from_slice(value.as_bytes());
            pair.faults.clone_from(&faults);
        }
        faults
    }
}

fn hash(name: &[u8], value: &[u8]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mix = |hash: u64, word: u64| (hash.rotate_left(23) ^ word).wrapping_mul(ODD);
    let mut hash = mix(name.len() as u64, value.len() as u64);
    for text in [name, value] {
        let (words, rest) = text.as_chunks::<8>();
        for word in words {
            hash = mix(hash, u64::from_le_bytes(*word));
        }
        let rest = rest
            .iter()
            .fold(0, |word, byte| word << 8 | u64::from(*byte));
        hash = mix(hash, rest);
    }
    hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::text::Text;
    use encoding_rs::{GB18030, UTF_8};

    #[test]
    fn only_the_same_pair_in_the_same_encoding_is_known() {
        fn tag<'t>(name: &'t str, value: &'t str, encoding: &'static Encoding) -> Tag<'t> {
            let text = |text: &'t str| Text::new(text.as_bytes(), encoding);
            Tag::new(text(name), text(value))
        }
        let fault = || crate::values::Form::Date.check("yesterday");
        let mut checked = CheckedValues::default();
        let first = tag("Date", "1972", UTF_8);
        assert_eq!(checked.faults(first, |_| Vec::new()).len(), 0);
        assert_eq!(checked.faults(first, |_| fault()).len(), 0);
        for other in [
            tag("Date", "1973", UTF_8),
            tag("Dat", "e1972", UTF_8),
            tag("Date", "1972", GB18030),
            tag("Date", "", UTF_8),
        ] {
            assert_eq!(checked.faults(other, |_| fault()).len(), 1, "{other:?}");
            assert_eq!(checked.faults(other, |_| Vec::new()).len(), 1, "{other:?}");
        }
    }

    #[test]
    fn long_pairs_are_not_kept() {
        let value = "x".repeat(LONGEST);
        let text = |text| Text::new(text, UTF_8);
        let tag = Tag::new(text(b"Event"), text(value.as_bytes()));
        let mut checked = CheckedValues::default();
        assert!(checked.faults(tag, |_| Vec::new()).is_empty());
        assert!(checked.pairs.is_empty());
    }
}
