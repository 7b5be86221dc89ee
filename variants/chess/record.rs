//! The tags that the specification defines, and the forms of their values (CH-104 to CH-285).
//!
//! ```
//! use movetext::variants::chess_tags;
//! use movetext::{Game, Reader};
//!
//! let pgn = "[Date \"1992-11-04\"]\n[White \"Jones:Smith\"]\n[WhiteTitle \"IM\"]\n\n*\n";
//! let mut game = Game::new();
//! Reader::builder().from_reader(pgn.as_bytes())?.read_game(&mut game, &mut ())?;
//! let faults = chess_tags::check(game.tags());
//! assert_eq!(faults[0].fault.canonical.as_deref(), Some("1992.11.04"));
//! assert_eq!((faults[1].tag, faults[1].fault.requirements[0]), (2, "CH-219"));
//! # Ok::<(), std::io::Error>(())
//! ```

use crate::core::board::Side;
use crate::core::tags::{Tag, Tags};
use crate::diagnostic::{self, Finding};
use crate::values::{CheckedValues, Degree, Fault, Form, Names, PlayerType};
use crate::variant::TagFault;

/// What the specification says about a tag.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TagForm {
    /// The name.
    pub name: &'static str,
    /// The form of the value.
    pub form: Form,
    /// The side that the tag concerns: if it has several players, the tag has an entry for each (CH-219).
    pub side: Option<Side>,
    /// The requirement that defines the tag.
    pub requirement: &'static str,
}

const fn tag(name: &'static str, form: Form, requirement: &'static str) -> TagForm {
    TagForm {
        name,
        form,
        side: None,
        requirement,
    }
}

const fn of(side: Side, name: &'static str, form: Form, requirement: &'static str) -> TagForm {
    TagForm {
        name,
        form,
        side: Some(side),
        requirement,
    }
}

use Side::{First, Second};

/// The tags of the specification, in its order.
pub const FORMS: &[TagForm] = &[
    tag("Event", Form::Event, "CH-104"),
    tag("Site", Form::Site, "CH-108"),
    tag("Date", Form::Date, "CH-113"),
    tag("Round", Form::Round, "CH-117"),
    tag("White", Form::Names, "CH-122"),
    tag("Black", Form::Names, "CH-132"),
    tag("Result", Form::Result, "CH-133"),
    of(First, "WhiteTitle", Form::Title, "CH-222"),
    of(Second, "BlackTitle", Form::Title, "CH-222"),
    of(First, "WhiteElo", Form::Elo, "CH-223"),
    of(Second, "BlackElo", Form::Elo, "CH-223"),
    of(First, "WhiteUSCF", Form::Rating, "CH-225"),
    of(Second, "BlackUSCF", Form::Rating, "CH-225"),
    of(First, "WhiteNA", Form::Address, "CH-227"),
    of(Second, "BlackNA", Form::Address, "CH-227"),
    of(First, "WhiteType", Form::PlayerType, "CH-229"),
    of(Second, "BlackType", Form::PlayerType, "CH-229"),
    tag("EventDate", Form::Date, "CH-230"),
    tag("EventSponsor", Form::Text, "CH-231"),
    tag("Section", Form::Text, "CH-232"),
    tag("Stage", Form::Text, "CH-233"),
    tag("Board", Form::Number, "CH-236"),
    // CH-237: names of openings are only checked like any other text.
    tag("Opening", Form::Text, "CH-238"),
    tag("Variation", Form::Text, "CH-239"),
    tag("SubVariation", Form::Text, "CH-240"),
    tag("ECO", Form::Eco, "CH-241"),
    tag("NIC", Form::Text, "CH-243"),
    tag("Time", Form::Time, "CH-244"),
    tag("UTCTime", Form::UtcTime, "CH-245"),
    tag("UTCDate", Form::Date, "CH-246"),
    tag("TimeControl", Form::TimeControl, "CH-247"),
    tag("SetUp", Form::SetUp, "CH-265"),
    tag("Termination", Form::Termination, "CH-270"),
    tag("Annotator", Form::Names, "CH-279"),
    tag("Mode", Form::Mode, "CH-280"),
    tag("PlyCount", Form::Number, "CH-285"),
];

/// The names of these tags.
pub(super) const NAMES: [&str; FORMS.len()] = {
    let mut names = [""; FORMS.len()];
    let mut index = 0;
    while index < names.len() {
        names[index] = FORMS[index].name;
        index += 1;
    }
    names
};

/// What the specification says about the tag with this name, ignoring the case of ASCII letters (CH-102).
pub fn form(name: &str) -> Option<&'static TagForm> {
    FORMS.iter().find(|tag| tag.name.eq_ignore_ascii_case(name))
}

/// Checks the values of a game's tags: each against its own form, and those about players against the number of
/// players on the side. Problems are in the order of the tags.
///
/// The start position (CH-269) is not checked, nor whether values agree with the moves (CH-133, CH-285).
pub fn check(tags: Tags<'_>) -> Vec<TagFault> {
    faults(tags, &mut CheckedValues::default())
}

/// [`check`], without checking values again that were checked before.
pub(super) fn faults(tags: Tags<'_>, checked: &mut CheckedValues) -> Vec<TagFault> {
    // Several players are separated by colons. A type is needed to know that a player is a program.
    let [white, black, white_type, black_type, setup, fen] =
        tags.positions(["White", "Black", "WhiteType", "BlackType", "SetUp", "FEN"]);
    let names = |place: Option<usize>, kind: Option<usize>| {
        let tag = tags.nth(place?)?;
        let plain = kind.is_none() && !tag.raw_value().as_bytes().contains(&b':');
        (!plain).then(|| tag.value().parse::<Names>().ok())?
    };
    let sides = [names(white, white_type), names(black, black_type)];
    let players = |side: Side| sides[side.index()].as_ref().map_or(1, Names::count);
    let alone = [First, Second].map(players) == [1, 1];
    let mut found = Vec::new();
    for (index, tag) in tags.iter().enumerate() {
        let usual = |name: &str| form(name).map(|known| known.form);
        let faults = if !alone {
            value_faults(&tag, players)
        } else if checked.is_usual(index, &tag, usual) {
            Vec::new()
        } else {
            let least = checked.least();
            checked.faults(tag, |tag| match form(&tag.name()) {
                Some(known) => known.form.check_from(&tag.value(), least),
                None => Vec::new(),
            })
        };
        let version = version(&tags, &tag, &sides);
        if faults.is_empty() && version.is_none() {
            continue;
        }
        let requirement = form(&tag.name()).map(|known| known.requirement);
        found.extend(faults.into_iter().chain(version).map(|fault| TagFault {
            tag: index,
            requirement,
            fault,
        }));
    }
    found.extend(lacking_setup(&tags, setup, fen));
    found.sort_by_key(|fault| fault.tag);
    found
}

/// The problems with the value of a tag, by the number of players of a side.
fn value_faults(tag: &Tag<'_>, players: impl Fn(Side) -> usize) -> Vec<Fault> {
    let name = tag.name();
    if let Some(TagForm { form, side, .. }) = form(&name) {
        return form.check_entries(&tag.value(), side.map_or(1, players));
    }
    // CH-226: further tags about a side. Only the number of entries is known.
    match about(&name).map(players) {
        None | Some(1) => Vec::new(),
        Some(players) => {
            let mut faults = Form::Address.check_entries(&tag.value(), players);
            faults.retain(|fault| fault.requirements.contains(&"CH-221"));
            faults
        }
    }
}

/// Finds the first tag of the roster that comes after one that it belongs before (CH-098, CH-099); human
/// writers may do so (CH-097).
pub(super) fn section(tags: Tags<'_>, report: &mut dyn FnMut(Finding)) {
    let roster = super::info::INFO.roster;
    let mut last: (usize, Option<Tag<'_>>) = (0, None);
    for tag in tags.iter() {
        let place = roster.iter().position(|name| tag.is(name));
        let place = place.unwrap_or(roster.len());
        if let (before, Some(other)) = last
            && place < before
        {
            let message = format!("{} belongs before {}", tag.name(), other.name());
            let span = tag.raw_name().span();
            return report(Finding {
                requirements: &["CH-098", "CH-099"],
                ..Finding::new(&diagnostic::TAG_SEQUENCE, span, message)
            });
        }
        last = (place, Some(tag));
    }
}

/// SetUp and FEN belong together (CH-267, CH-268).
fn lacking_setup(tags: &Tags<'_>, setup: Option<usize>, fen: Option<usize>) -> Option<TagFault> {
    let declared = setup.filter(|tag| tags.nth(*tag).is_some_and(|tag| tag.value().trim() == "1"));
    let (tag, requirement, degree, message) = match (declared, fen) {
        (Some(setup), None) => {
            let message = "SetUp says that there is a start position, but there is no tag FEN";
            (setup, "CH-268", Degree::Unreadable, message)
        }
        (None, Some(fen)) => {
            let message = "a start position needs the tag SetUp with the value 1";
            (fen, "CH-267", Degree::Must, message)
        }
        _ => return None,
    };
    Some(TagFault {
        tag,
        requirement: Some(requirement),
        fault: Fault {
            degree,
            requirements: &["CH-267", "CH-268"],
            at: 0,
            message: message.into(),
            canonical: None,
        },
    })
}

/// The side that a further tag concerns, by its name: `WhiteDWZ`.
fn about(name: &str) -> Option<Side> {
    let side = |prefix, side| {
        let rest = name.strip_prefix(prefix)?;
        rest.starts_with(|c: char| c.is_ascii_uppercase())
            .then_some(side)
    };
    side("White", First).or_else(|| side("Black", Second))
}

/// CH-130: the name of a program includes its version. Only the type shows that it is a program; and a version
/// has a digit.
fn version(tags: &Tags<'_>, tag: &Tag<'_>, sides: &[Option<Names>; 2]) -> Option<Fault> {
    let (side, kind) = match tag.raw_name().as_bytes() {
        b"White" => (First, "WhiteType"),
        b"Black" => (Second, "BlackType"),
        _ => return None,
    };
    let names = sides[side.index()].as_ref()?;
    let kinds = tags.get(kind)?.value();
    let program = |kind: &str| kind.parse() == Ok(PlayerType::Program);
    let bare = names
        .iter()
        .zip(kinds.split(':'))
        .find(|(name, kind)| program(kind) && !name.as_str().contains(|c: char| c.is_numeric()))?;
    Some(Fault {
        degree: Degree::Advice,
        requirements: &["CH-130"],
        at: 0,
        message: format!(
            "the name of a program includes its version: {}",
            bare.0.as_str()
        )
        .into(),
        canonical: None,
    })
}
