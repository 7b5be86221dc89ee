//! The numbered requirements of the specifications, each in a sentence.
//!
//! Each list is next to what it is about. After a heading `## Section (heading in the specification)` each line
//! has an id, a level and a sentence; a line `  untested: reason` after it says why no test can cover it.
//! Levels:
//!
//! - `must`, `should`, `may`: what the specification requires, recommends and allows;
//! - `lenient`: what it says about reading real files;
//! - `reading`: how a passage is interpreted that is silent or contradicts itself (`CH-I01`).

use super::{ALL, Code};

/// A specification: its name, the prefix of its requirements' ids, and their list.
struct Specification {
    prefix: &'static str,
    name: &'static str,
    list: &'static str,
}

static SPECIFICATIONS: [Specification; 4] = [
    Specification {
        prefix: "CH",
        name: "Orthodox chess: PGN",
        list: include_str!("../../variants/chess/requirements.txt"),
    },
    Specification {
        prefix: "XQ",
        name: "Xiangqi: PGN",
        list: include_str!("../../variants/xiangqi/requirements.txt"),
    },
    Specification {
        prefix: "CE",
        name: "C'escacs: CTL-PGN",
        list: include_str!("../../variants/cescacs/requirements.txt"),
    },
    Specification {
        prefix: "PN",
        name: "PCN",
        list: include_str!("../format/pcn/requirements.txt"),
    },
];

/// A requirement of a specification, or the interpretation of an unclear passage.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Requirement {
    /// Its number, such as `CH-142` or, for an unclear passage, `CH-I01`.
    pub id: &'static str,
    /// `must`, `should`, `may`, `lenient` or `reading`.
    pub level: &'static str,
    /// The specification that it is in.
    pub specification: &'static str,
    /// The section, with its heading in the language of the specification.
    pub section: &'static str,
    /// What it asks for.
    pub statement: &'static str,
    /// Why no test can cover it, if so.
    pub untested: Option<&'static str>,
}

impl Requirement {
    /// The requirement of this id.
    pub fn find(id: &str) -> Option<Requirement> {
        Requirement::all().find(|requirement| requirement.id == id)
    }

    /// All requirements, by specification and number.
    pub fn all() -> impl Iterator<Item = Requirement> {
        SPECIFICATIONS.iter().flat_map(requirements)
    }

    /// The codes that enforce it.
    pub fn codes(&self) -> impl Iterator<Item = &'static Code> {
        let id = self.id;
        let all = ALL.iter().copied();
        all.filter(move |code| code.requirements.contains(&id))
    }
}

/// The requirements in a list.
fn requirements(of: &'static Specification) -> impl Iterator<Item = Requirement> {
    let mut section = "";
    let mut lines = of.list.lines().peekable();
    std::iter::from_fn(move || {
        loop {
            let line = lines.next()?;
            if let Some(heading) = line.strip_prefix("## ") {
                section = heading;
            }
            if !line.starts_with(of.prefix) {
                continue;
            }
            let mut words = line.splitn(3, ' ');
            return Some(Requirement {
                id: words.next()?,
                level: words.next()?,
                specification: of.name,
                section,
                statement: words.next()?,
                untested: lines
                    .peek()
                    .and_then(|next| next.strip_prefix("  untested: ")),
            });
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn lists_are_complete_and_in_order() {
        let counts = SPECIFICATIONS.iter().map(|of| {
            let readings = requirements(of).filter(|r| r.level == "reading").count();
            (of.prefix, requirements(of).count() - readings, readings)
        });
        assert_eq!(
            counts.collect::<Vec<_>>(),
            [
                ("CH", 296, 25),
                ("XQ", 101, 15),
                ("CE", 391, 48),
                ("PN", 110, 16)
            ]
        );
        for of in &SPECIFICATIONS {
            let (mut number, mut reading) = (0, 0);
            for requirement in requirements(of) {
                let expected = if requirement.level == "reading" {
                    reading += 1;
                    format!("{}-I{reading:02}", of.prefix)
                } else {
                    number += 1;
                    format!("{}-{number:03}", of.prefix)
                };
                assert_eq!(requirement.id, expected);
            }
        }
    }

    #[test]
    fn each_requirement_is_one_sentence() {
        for Requirement {
            id,
            level,
            section,
            statement,
            untested,
            ..
        } in Requirement::all()
        {
            assert!(
                ["must", "should", "may", "lenient", "reading"].contains(&level),
                "{id}: {level}"
            );
            assert!(!section.is_empty(), "{id}");
            assert!(statement.ends_with('.'), "{id}: {statement}");
            assert!(untested.is_none_or(|reason| !reason.is_empty()), "{id}");
        }
    }

    #[test]
    fn codes_name_requirements_that_there_are() {
        let known: HashSet<_> = Requirement::all().map(|r| r.id).collect();
        for code in ALL {
            for id in code.requirements {
                assert!(known.contains(id), "{}: {id}", code.id);
            }
        }
    }

    #[test]
    fn a_requirement_is_found_by_its_id() {
        // Ids that are spelled out would count as requirements that this test covers.
        let find = |number: u32| Requirement::find(&format!("CH-{number:03}"));
        let found = find(142).unwrap();
        assert_eq!(found.level, "must");
        assert_eq!(found.specification, "Orthodox chess: PGN");
        assert_eq!(found.section, "Movetext (Запись партии)");
        assert!(found.codes().any(|code| code.id == "unknown-token"));
        let untested = find(106).unwrap();
        assert_eq!(untested.untested, Some("advice that no program can check"));
        assert_eq!(find(105).unwrap().untested, None);
        assert_eq!(find(0), None);
    }
}
