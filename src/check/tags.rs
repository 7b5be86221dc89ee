//! The tag section.

use super::{Checker, Conformance};
use crate::core::tags::{Tag, Tags};
use crate::diagnostic::{self, Finding};
use crate::values::Degree;
use crate::variant::{TagFault, VariantInfo};

/// Values longer than this many characters do not conform (CH-050).
const LONGEST_VALUE: usize = 255;

impl Checker {
    pub(super) fn check_tags(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) {
        for tag in tags.iter() {
            self.check_tag(tag, info);
        }
        for TagFault { tag, fault, .. } in (info.spec_rules.tag_faults)(*tags) {
            let Some(value) = tags.nth(tag).map(|tag| tag.raw_value()) else {
                continue;
            };
            let code = match fault.degree {
                Degree::Unreadable => &diagnostic::TAG_VALUE,
                Degree::Must => &diagnostic::TAG_FORM,
                Degree::Advice => &diagnostic::TAG_ADVICE,
            };
            // A pair that is damaged is mended before its value is.
            let proper = fault.proper.filter(|_| tags.is_whole(tag));
            let proper = proper.map(|proper| escaped(&proper));
            self.found.push(Finding {
                fix: proper.map(|proper| (value.span(), proper)),
                requirements: fault.requirements,
                ..Finding::new(code, value.span(), fault.message)
            });
        }
        (info.spec_rules.section)(*tags, &mut |finding| {
            // A name that is known has a better finding than that it is no name.
            let better = finding.code == &diagnostic::FOREIGN_TAG;
            self.found.retain(|other| {
                !better || other.code != &diagnostic::TAG_NAME || other.span != finding.span
            });
            self.found.push(finding);
        });
        if self.conformance >= Conformance::Import && !info.spec_rules.reviewed {
            self.check_roster(tags, info);
        }
    }

    fn check_tag(&mut self, tag: Tag<'_>, info: &'static VariantInfo) {
        self.check_name(tag, info);
        let value = tag.value();
        let span = tag.raw_value().span();
        if tag.is("Result") {
            self.tagged = info
                .outcome(value.trim())
                .map(|outcome| (outcome, span.clone()));
        } else if tag.is("PlyCount") {
            self.ply_count = value.trim().parse().ok().map(|count| (count, span.clone()));
        }
        if self.conformance >= Conformance::Import && value.chars().count() > LONGEST_VALUE {
            let message = format!("this value has more than {LONGEST_VALUE} characters");
            self.find(&diagnostic::LONG_VALUE, span, message);
        }
    }

    /// The name of a known tag in other letters, or with characters that no name has (CH-077, CH-083).
    fn check_name(&mut self, tag: Tag<'_>, info: &'static VariantInfo) {
        let text = tag.raw_name();
        let name = text.as_bytes();
        let mut known = info.spec_rules.tags.iter().chain(info.roster);
        if let Some(proper) = known.find(|known| tag.is(known)) {
            if proper.as_bytes() != name {
                let message = format!("the name of this tag is written {proper}");
                self.find_fixed(&diagnostic::TAG_NAME, text.span(), message, *proper);
            }
            return;
        }
        let odd = |byte: &u8| !(byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte));
        if name.iter().any(odd) {
            let message =
                format!("{text} is no name of a tag: names have letters, digits and _ alone");
            self.find(&diagnostic::TAG_NAME, text.span(), message);
        }
    }

    /// The roster has to be complete (CH-092). A game without any tags begins with its movetext, and
    /// where that is comes to be known later.
    fn check_roster(&mut self, tags: &Tags<'_>, info: &'static VariantInfo) {
        let missing = info.roster.iter().filter(|name| tags.get(name).is_none());
        let missing: Vec<&str> = missing.copied().collect();
        if missing.is_empty() {
            return;
        }
        let message = format!("the roster lacks {}", missing.join(", "));
        match tags.nth(0) {
            Some(first) => self.find(&diagnostic::MISSING_TAG, first.raw_name().span(), message),
            None => self.lacking = Some(message),
        }
    }
}

/// A value as it stands between quotation marks (CH-043, CH-044).
fn escaped(value: &str) -> String {
    value.replace('\\', "\\\\").replace('"', "\\\"")
}
