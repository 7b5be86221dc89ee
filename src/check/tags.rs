//! The tag section.

use super::{Checker, Conformance};
use crate::core::tags::{Tag, Tags};
use crate::diagnostic::{self, Finding, Severity};
use crate::values::{CheckedValues, Degree};
use crate::variant::{TagFault, VariantInfo};

/// Values longer than this many characters do not conform (CH-050).
const LONGEST_VALUE: usize = 255;

/// The tag pairs of the last games that have nothing wrong, by variant: most games of a source have the same
/// tags, and many of the same values.
#[derive(Debug, Default)]
pub(super) struct Sound(Vec<(&'static VariantInfo, SoundNames, CheckedValues)>);

impl Sound {
    fn of(
        &mut self,
        info: &'static VariantInfo,
        least: Severity,
    ) -> (&mut SoundNames, &mut CheckedValues) {
        let known = self.0.iter().position(|(one, ..)| std::ptr::eq(*one, info));
        let place = known.unwrap_or_else(|| {
            let degree = match least {
                Severity::Info => Degree::Advice,
                Severity::Warning | Severity::Error => Degree::Unreadable,
            };
            let values = CheckedValues::of_degree(degree);
            self.0.push((info, SoundNames::default(), values));
            self.0.len() - 1
        });
        let (_, names, values) = &mut self.0[place];
        (names, values)
    }
}

/// The names of tags, by their place in the section.
#[derive(Debug, Default)]
struct SoundNames {
    names: Vec<Vec<u8>>,
    /// So many of them are in a proper order.
    ordered: Option<usize>,
}

impl SoundNames {
    /// How many are kept, and how long one may be.
    const MOST: usize = 64;

    fn is_at(&self, index: usize, name: &[u8]) -> bool {
        self.names.get(index).is_some_and(|known| known == name)
    }

    fn put(&mut self, index: usize, name: &[u8]) {
        if index < Self::MOST && name.len() < Self::MOST {
            let len = self.names.len().max(index + 1);
            self.names.resize_with(len, Vec::new);
            self.names[index].clear();
            self.names[index].extend_from_slice(name);
        }
    }
}

impl Checker {
    pub(super) fn check_tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) {
        let least = self.least;
        let (mut count, mut all_known) = (0, true);
        for (index, tag) in tags.iter().enumerate() {
            let name = tag.raw_name().as_bytes();
            if !self.sound.of(info, least).0.is_at(index, name) {
                all_known = false;
                if self.check_name(tag, info) {
                    self.sound.of(info, least).0.put(index, name);
                }
            }
            self.check_tag(tag, info);
            count = index + 1;
        }
        self.check_values(tags, info);
        if !all_known || self.sound.of(info, least).0.ordered != Some(count) {
            let sound = self.check_section(tags, info);
            self.sound.of(info, least).0.ordered = sound.then_some(count);
        }
        if self.conformance >= Conformance::Import && !info.spec_rules.reviewed {
            self.check_roster(tags, info);
        }
    }

    fn check_values(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) {
        let values = self.sound.of(info, self.least).1;
        for TagFault { tag, fault, .. } in (info.spec_rules.tag_faults)(*tags, values) {
            let Some(value) = tags.nth(tag).map(|tag| tag.raw_value()) else {
                continue;
            };
            let code = match fault.degree {
                Degree::Unreadable => &diagnostic::TAG_VALUE,
                Degree::Must => &diagnostic::TAG_FORM,
                Degree::Advice => &diagnostic::TAG_ADVICE,
            };
            if code.severity < self.least {
                continue;
            }
            // A damaged pair is fixed before its value.
            let canonical = fault.canonical.filter(|_| tags.is_whole(tag));
            let canonical = canonical.map(|canonical| escaped(&canonical));
            self.found.push(Finding {
                fix: canonical.map(|canonical| (value.span(), canonical)),
                requirements: fault.requirements,
                ..Finding::new(code, value.span(), fault.message)
            });
        }
    }

    /// The names and the order of all tags. Returns whether there is nothing wrong with them.
    fn check_section(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) -> bool {
        let mut sound = true;
        (info.spec_rules.section)(*tags, &mut |finding| {
            sound = false;
            // A known name has a better diagnostic than that it is invalid.
            let better = finding.code == &diagnostic::FOREIGN_TAG;
            self.found.retain(|other| {
                !better || other.code != &diagnostic::TAG_NAME || other.span != finding.span
            });
            self.found.push(finding);
        });
        sound
    }

    fn check_tag(&mut self, tag: Tag<'_>, info: &'static VariantInfo) {
        let span = tag.raw_value().span();
        if tag.is("Result") {
            let outcome = info.outcome(tag.value().trim());
            self.tagged = outcome.map(|outcome| (outcome, span.clone()));
        } else if tag.is("PlyCount") {
            let count = tag.value().trim().parse().ok();
            self.ply_count = count.map(|count| (count, span.clone()));
        }
        // No value has more characters than bytes.
        if self.conformance >= Conformance::Import
            && span.len() > LONGEST_VALUE
            && tag.value().chars().count() > LONGEST_VALUE
        {
            let message = format!("this value has more than {LONGEST_VALUE} characters");
            self.find(&diagnostic::LONG_VALUE, span, message);
        }
    }

    /// The name of a known tag with different case, or with invalid characters (CH-077, CH-083). Returns
    /// whether there is nothing wrong with it.
    fn check_name(&mut self, tag: Tag<'_>, info: &'static VariantInfo) -> bool {
        let text = tag.raw_name();
        let name = text.as_bytes();
        let mut known = info.spec_rules.tags.iter().chain(info.roster);
        if let Some(canonical) = known.find(|known| tag.is(known)) {
            let sound = canonical.as_bytes() == name;
            if !sound {
                let message = format!("this tag is spelled {canonical}");
                self.find_fixed(&diagnostic::TAG_NAME, text.span(), message, *canonical);
            }
            return sound;
        }
        let odd = |byte: &u8| !(byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte));
        let sound = !name.iter().any(odd);
        if !sound {
            let message =
                format!("invalid tag name {text}: only letters, digits and _ are allowed");
            self.find(&diagnostic::TAG_NAME, text.span(), message);
        }
        sound
    }

    /// The roster must be complete (CH-092). A game without any tags begins with its movetext, whose position
    /// becomes known later.
    fn check_roster(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) {
        let missing = info.roster.iter().filter(|name| tags.get(name).is_none());
        let missing: Vec<&str> = missing.copied().collect();
        if missing.is_empty() {
            return;
        }
        let message = format!("missing required tags: {}", missing.join(", "));
        match tags.nth(0) {
            Some(first) => self.find(&diagnostic::MISSING_TAG, first.raw_name().span(), message),
            None => self.lacking = Some(message),
        }
    }
}

/// A value as written between quotation marks (CH-043, CH-044).
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}
