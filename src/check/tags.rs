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
            // A damaged pair is fixed before its value.
            let canonical = fault.canonical.filter(|_| tags.is_whole(tag));
            let canonical = canonical.map(|canonical| escaped(&canonical));
            self.found.push(Finding {
                fix: canonical.map(|canonical| (value.span(), canonical)),
                requirements: fault.requirements,
                ..Finding::new(code, value.span(), fault.message)
            });
        }
        (info.spec_rules.section)(*tags, &mut |finding| {
            // A known name has a better diagnostic than that it is invalid.
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

    /// The name of a known tag with different case, or with invalid characters (CH-077, CH-083).
    fn check_name(&mut self, tag: Tag<'_>, info: &'static VariantInfo) {
        let text = tag.raw_name();
        let name = text.as_bytes();
        let mut known = info.spec_rules.tags.iter().chain(info.roster);
        if let Some(canonical) = known.find(|known| tag.is(known)) {
            if canonical.as_bytes() != name {
                let message = format!("this tag is spelled {canonical}");
                self.find_fixed(&diagnostic::TAG_NAME, text.span(), message, *canonical);
            }
            return;
        }
        let odd = |byte: &u8| !(byte.is_ascii_alphanumeric() || b"_+#=:-".contains(byte));
        if name.iter().any(odd) {
            let message =
                format!("invalid tag name {text}: only letters, digits and _ are allowed");
            self.find(&diagnostic::TAG_NAME, text.span(), message);
        }
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
