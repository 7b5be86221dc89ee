//! The tags of a record: presence, order and values.

use super::Report;
use super::id::{Own, RecordId};
use super::kind::{KNOWN_TAGS, Kind};
use super::values::{is_hyphen, value_ids, value_of};
use crate::core::tags::{Tag, Tags};
use crate::diagnostic::{
    MISPLACED_TAG, MISSING_TAG, NEEDLESS_TAG, RECORD_ID, TAG_NAME, TAG_ORDER, TAG_VALUE,
    UNSIGNED_RECORD,
};
use crate::game::Game;
use crate::variants::cescacs::info::{INFO, SETUP};
use std::collections::HashSet;
use std::ops::Range;

/// Checks the tag section.
pub fn check(game: &Game, kind: Kind, report: &mut Report<'_>) {
    let tags = game.tags();
    let mut section = Section { tags, kind, report };
    section.names();
    section.first();
    section.presence();
    section.order();
    section.runs();
    section.values();
    section.id();
    section.conditions();
}

struct Section<'a, 'r, 'f> {
    tags: Tags<'a>,
    kind: Kind,
    report: &'r mut Report<'f>,
}

/// Tags for games only (CE-279 to CE-284), and for models only (CE-276, CE-307).
const GAMES_ONLY: [&str; 5] = ["Model", "Mode", "WhiteType", "BlackType", "TimeControl"];
const MODELS_ONLY: [&str; 2] = ["Revisited", "Example"];

impl Section<'_, '_, '_> {
    /// The position of the tag at an index.
    fn span(&self, index: usize) -> Range<usize> {
        self.tags.spans()[index].span.clone()
    }

    /// The value of a tag, and its position.
    fn get(&self, name: &str) -> Option<(String, Range<usize>)> {
        let index = self.tags.position(name)?;
        let value = self.tags.nth(index)?.value().into_owned();
        Some((value, self.span(index)))
    }

    fn has(&self, name: &str) -> bool {
        self.tags.position(name).is_some()
    }

    /// The tags with a name, and their positions.
    fn all(&self, name: &str) -> Vec<(usize, Tag<'_>)> {
        let named = |(_, tag): &(usize, Tag<'_>)| tag.is(name);
        self.tags.iter().enumerate().filter(named).collect()
    }

    /// CE-I21: the specification itself uses another name in one place. Differences in case are reported by the
    /// common checker.
    fn names(&mut self) {
        if let Some((_, span)) = self.get("modelo") {
            self.report
                .under(&["CE-191"], &TAG_NAME, span, "the tag is called Model");
        }
    }

    /// CE-193: every record begins with its variant.
    fn first(&mut self) {
        let message = match self.tags.nth(0) {
            Some(tag) if tag.is("Variant") => return,
            _ if self.has("Variant") => {
                let span = self.span(0);
                return self.report.under(
                    &["CE-193"],
                    &TAG_ORDER,
                    span,
                    "the tag Variant belongs before all others",
                );
            }
            _ => "a record begins with the tag [Variant \"C'escacs\"]",
        };
        let span = if self.tags.is_empty() {
            0..0
        } else {
            self.span(0)
        };
        self.report.under(&["CE-193"], &MISSING_TAG, span, message);
    }

    /// CE-196, CE-214, CE-218, CE-223, CE-293, CE-300: the tags that a record needs.
    fn presence(&mut self) {
        if self.tags.is_empty() {
            return;
        }
        let span = self.span(0);
        match self.kind {
            Kind::Model => {
                if !self.has("Annotator") {
                    let message = "a record with an Id needs the tag Annotator";
                    self.report.under(&["CE-223"], &MISSING_TAG, span, message);
                }
            }
            Kind::Game => {
                for name in ["Event", "Site", "Date", "Round", "White", "Black", "Result"] {
                    let substitute = match name {
                        "White" => "WhiteNA",
                        "Black" => "BlackNA",
                        _ => name,
                    };
                    if !self.has(name) && !self.has(substitute) {
                        let message = format!("a game needs the tag {name}");
                        self.report
                            .under(&["CE-196"], &MISSING_TAG, span.clone(), message);
                    }
                }
                if !self.has("Annotator") {
                    let message = "the program or person that recorded the game is not named";
                    self.report.find(&UNSIGNED_RECORD, span, message);
                }
            }
        }
        for (name, access, alias) in [
            ("White", "WhiteNA", "WhiteAlias"),
            ("Black", "BlackNA", "BlackAlias"),
        ] {
            if let Some((_, span)) = self.get(access)
                && !self.has(name)
                && !self.has(alias)
            {
                let message = format!("{access} instead of {name} requires the tag {alias}");
                self.report
                    .under(&["CE-214", "CE-218", "CE-293"], &MISSING_TAG, span, message);
            }
        }
        if let Some((_, span)) = self.get("Title")
            && !self.has("Lang")
        {
            // CE-274
            let message = "a title changes with the language: the tag Lang is missing";
            self.report.under(&["CE-274"], &MISSING_TAG, span, message);
        }
    }

    /// CE-197, CE-213, CE-216, CE-217, CE-221, CE-222, CE-227, CE-239, CE-240, CE-251, CE-274,
    /// CE-291, CE-294, CE-317, CE-319: the order, as far as it is fixed.
    fn order(&mut self) {
        let fixed = self.kind.order();
        let rank = |tag: &Tag<'_>| {
            let place = fixed.iter().position(|name| tag.is(name));
            match place {
                Some(place) => place,
                None if SETUP.iter().any(|name| tag.is(name)) => usize::MAX,
                None if tag.is("Redefine") => usize::MAX - 1,
                None => fixed.len(),
            }
        };
        let mut highest: Option<(usize, String)> = None;
        let mut titled = None;
        let mut late = Vec::new();
        for (index, tag) in self.tags.iter().enumerate() {
            let place = rank(&tag);
            // A first tag other than Variant has already been reported.
            match &highest {
                Some((before, name)) if place < *before && !tag.is("Variant") => {
                    late.push((index, tag.name().into_owned(), name.clone()));
                }
                Some((before, _)) if place <= *before => {}
                _ => highest = Some((place, tag.name().into_owned())),
            }
            if tag.is("Title") {
                titled = Some(index);
            } else if tag.is("Lang") && titled.is_some() {
                late.push((index, "Lang".into(), "Title".into()));
            }
        }
        for (index, name, before) in late {
            let message = format!("the tag {name} belongs before {before}");
            let span = self.span(index);
            self.report.under(
                order_of(&name, &before, self.kind),
                &TAG_ORDER,
                span,
                message,
            );
        }
    }

    /// CE-296, CE-297, CE-308: repeated tags are adjacent and have different values.
    fn runs(&mut self) {
        for name in INFO.repeatable {
            let all = self.all(name);
            let mut found = Vec::new();
            let mut values: HashSet<_> = all
                .first()
                .map(|(_, tag)| tag.value())
                .into_iter()
                .collect();
            for pair in all.windows(2) {
                let [(before, _), (place, tag)] = pair else {
                    continue;
                };
                if *place != before + 1 {
                    found.push((
                        &TAG_ORDER,
                        *place,
                        format!("the tags {name} belong together"),
                    ));
                }
                if !values.insert(tag.value()) {
                    let value = tag.value();
                    found.push((&TAG_VALUE, *place, format!("duplicate {name} {value}")));
                }
            }
            for (code, index, message) in found {
                let ids: &[&str] = if code == &TAG_VALUE {
                    &["CE-296"]
                } else {
                    value_ids(name)
                };
                let span = self.span(index);
                self.report.under(ids, code, span, message);
            }
        }
    }

    fn values(&mut self) {
        for (index, tag) in self.tags.iter().enumerate() {
            let name = tag.name();
            let value = tag.value();
            let known = KNOWN_TAGS
                .iter()
                .find(|known| known.eq_ignore_ascii_case(&name));
            if let Some(&known) = known
                && let Err(message) = value_of(known, &value)
            {
                let span = self.span(index);
                self.report
                    .under(value_ids(known), &TAG_VALUE, span, message);
            }
        }
    }

    /// CE-222 to CE-264: contradictions between the identifier and other tags.
    fn id(&mut self) {
        let Some((value, span)) = self.get("Id") else {
            return;
        };
        let id = match RecordId::parse(&value) {
            Ok(id) => id,
            Err(error) => {
                let message = format!("invalid identifier: {error}");
                return self.report.under(&["CE-226"], &RECORD_ID, span, message);
            }
        };
        match (&id.own, self.kind) {
            (Own::Other(own), _) => {
                // CE-228
                let message = format!("\"{own}\" should be a letter and a number, or a number");
                self.report
                    .under(&["CE-228"], &RECORD_ID, span.clone(), message);
            }
            (Own::Model { .. }, Kind::Game) => {
                // CE-252, CE-I30
                let message = "a game with players has a number, not the identifier of a model";
                self.report
                    .under(&["CE-252"], &RECORD_ID, span.clone(), message);
            }
            (Own::Game(_), Kind::Model) => {
                let message = "the record has a game's number, but not a game's tags";
                self.report
                    .under(&["CE-252"], &RECORD_ID, span.clone(), message);
            }
            (Own::Annotated { annotator, .. }, _) => match self.get("AnnotatorId") {
                None => {
                    // CE-236, CE-263
                    let message = "an identifier with A needs the tag AnnotatorId";
                    self.report
                        .under(&["CE-236", "CE-263"], &MISSING_TAG, span.clone(), message);
                }
                Some((number, span)) if !same_number(&number, annotator) => {
                    // CE-237
                    let message = format!("the Id is of annotator {annotator}, not of {number}");
                    self.report.under(&["CE-237"], &RECORD_ID, span, message);
                }
                Some(_) => {}
            },
            _ => {}
        }
        // CE-227
        if self.kind == Kind::Model
            && let Some((first, span)) = self.get("Annotator")
            && !first.to_lowercase().contains(&id.editor.to_lowercase())
        {
            let message = format!("the first annotator is the editor of the Id, {}", id.editor);
            self.report.under(&["CE-227"], &RECORD_ID, span, message);
        }
        // CE-242: the language of the Id is that of the comments.
        if let Some(language) = &id.language
            && let Some((tagged, _)) = self.get("Lang")
            && *language != tagged
        {
            let message = format!("the Id says that comments are in {language}, Lang in {tagged}");
            self.report.under(&["CE-242"], &RECORD_ID, span, message);
        }
    }

    /// CE-268, CE-269, CE-271, CE-276, CE-279 to CE-284, CE-305, CE-307: tags that do not belong in such a
    /// record.
    fn conditions(&mut self) {
        let (names, message): (&[&str], _) = match self.kind {
            Kind::Game => (&MODELS_ONLY, "only models without players have the tag"),
            Kind::Model => (&GAMES_ONLY, "only games with players have the tag"),
        };
        for name in names {
            if let Some((_, span)) = self.get(name) {
                self.report.under(
                    value_ids(name),
                    &MISPLACED_TAG,
                    span,
                    format!("{message} {name}"),
                );
            }
        }
        let annotated = self
            .get("Id")
            .and_then(|(value, _)| RecordId::parse(&value).ok())
            .is_some_and(|id| matches!(id.own, Own::Annotated { .. }));
        let server = self
            .get("Mode")
            .is_some_and(|(mode, _)| matches!(&*mode, "ICS" | "BBS"));
        if let Some((_, span)) = self.get("AnnotatorId")
            && !annotated
            && !server
        {
            let message = "AnnotatorId is for an Id with A, or for the modes ICS and BBS";
            self.report
                .under(&["CE-305"], &MISPLACED_TAG, span, message);
        }
        if let Some((date, span)) = self.get("MatchDate") {
            let round = self.get("Round").map(|(round, _)| round);
            if round.is_none_or(|round| matches!(&*round, "" | "?") || is_hyphen(&round)) {
                let message = "MatchDate requires a value of Round";
                self.report
                    .under(&["CE-268"], &MISPLACED_TAG, span, message);
            } else if self.get("Date").is_some_and(|(other, _)| other == date) {
                let message = "MatchDate is left out if it is the same as Date";
                self.report.find(&NEEDLESS_TAG, span, message);
            }
        }
        if let Some((how, span)) = self.get("Termination")
            && matches!(&*how, "death" | "emergency")
            && self.get("Result").is_some_and(|(result, _)| result != "*")
        {
            let message = format!("a game put off by {how} has the result *");
            self.report
                .under(&["CE-271"], &MISPLACED_TAG, span, message);
        }
    }
}

/// The requirements that an order violates.
fn order_of(name: &str, before: &str, kind: Kind) -> &'static [&'static str] {
    match (name, before) {
        (_, "Redefine") => &["CE-317"],
        (_, "PDTL" | "DPTL" | "TLPD") => &["CE-319"],
        ("Lang", _) => &["CE-274"],
        ("WhiteAlias" | "WhiteNA" | "BlackAlias" | "BlackNA", _) => &["CE-294"],
        ("Id", _) if kind == Kind::Model => &["CE-222"],
        ("Id", _) => &["CE-251"],
        ("Annotator", _) => &["CE-227"],
        ("Date" | "Result", _) if kind == Kind::Model => &["CE-239", "CE-240"],
        ("Result", _) => &["CE-221"],
        ("Black", _) => &["CE-216"],
        _ => &["CE-197"],
    }
}

/// Whether two numbers are equal except for leading zeros.
fn same_number(one: &str, other: &str) -> bool {
    one.trim_start_matches('0') == other.trim_start_matches('0')
}
