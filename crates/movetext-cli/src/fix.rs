//! `movetext check --fix`: fixes problems that have one clear correction; nothing that was read is lost by
//! it.
//!
//! Before a file is replaced, what would take its place is read beside it, game by game: each has to say
//! the same as before. The fixes of one that does not are left out. The new text is checked in its turn,
//! since one fix may make way for another, until nothing is left to be fixed; so a second run has
//! nothing to do.

mod compare;
mod spool;

use crate::args::{CheckArgs, Cli, Command};
use crate::exit::Verdict;
use crate::input::{self, Input};
use crate::ordered::Turn;
use crate::output::printable;
use crate::replace::{Beside, Obstacle, Policy, Stamp};
use crate::source::{self, Facts};
use clap::Parser;
use compare::{Change, others};
use encoding_rs::{Encoding, UTF_8};
use movetext::check::Checker;
use movetext::diagnostic::Fix;
use movetext::io::{Compression, encode};
use movetext::{Diagnostic, ReaderBuilder, diagnostic};
use spool::Spool;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;

/// So often a text is checked anew at most, when all that was found in it is known.
const ROUNDS: usize = 8;

/// And so often when some of it was only counted, so that the rest comes to be fixed in further rounds.
const FURTHER_ROUNDS: usize = 512;

/// Changes to be made in one file, each with the game that it is in.
#[derive(Default)]
pub struct Fixes {
    /// Those of the games before, in the order of the text.
    spool: Spool,
    /// Those of a game, which may come in any order.
    game: (u64, Vec<Fix>),
    /// Putting them aside failed.
    failed: Option<io::Error>,
}

/// What came of the changes.
#[derive(Default)]
pub struct Fixed {
    pub verdict: Verdict,
    /// What is known of the file now, if it was changed.
    pub now: Option<Now>,
}

/// A text as it is after changes.
pub struct Now {
    pub facts: Facts,
    /// There are findings that were asked for.
    pub found: bool,
    /// There were more in some game than are reported.
    limited: bool,
}

/// How a file is read, checked and replaced.
pub struct Fixing<'a> {
    pub args: &'a CheckArgs,
    pub options: &'a ReaderBuilder,
    pub input: &'a Input,
    /// The file as it was read.
    pub read: Option<Stamp>,
    pub policy: Policy,
}

impl Fixes {
    /// Adds the change that a finding offers, if it does. The games come in the order of the text.
    pub fn add(&mut self, diagnostic: &Diagnostic) {
        let Some(fix) = &diagnostic.fix else { return };
        if self.game.0 != diagnostic.game {
            self.put_aside();
            self.game.0 = diagnostic.game;
        }
        self.game.1.push(fix.clone());
    }

    /// Puts the changes of the last game aside, in their order. Of changes that touch the same bytes the
    /// larger one counts; what is put between others comes before what replaces these.
    fn put_aside(&mut self) {
        let (game, fixes) = &mut self.game;
        fixes.sort_by_key(|fix| {
            let replaces = fix.span.end > fix.span.start;
            (fix.span.start, replaces, std::cmp::Reverse(fix.span.end))
        });
        fixes.dedup();
        for fix in fixes.drain(..) {
            if self.failed.is_none() {
                self.failed = self.spool.write(*game, &fix).err();
            }
        }
    }

    /// All of them, put aside.
    fn finish(mut self) -> io::Result<Spool> {
        self.put_aside();
        match self.failed {
            Some(error) => Err(error),
            None => Ok(self.spool),
        }
    }
}

impl Fixing<'_> {
    /// Makes the changes, at once and as a whole, and says what came of it.
    pub fn apply(&self, fixes: Fixes, facts: Option<&Facts>, turn: &mut Turn<'_, '_>) -> Fixed {
        let name = printable(&self.input.name);
        let mut fixed = Fixed::default();
        let done = match fixes.finish() {
            Ok(fixes) => {
                let (Some(path), Some(facts), false) = (self.input.path(), facts, fixes.is_empty())
                else {
                    return fixed;
                };
                if facts.compression != Compression::None {
                    turn.note(&format!("{name}: not fixed: the file is compressed"));
                    fixed.verdict.errors = true;
                    return fixed;
                }
                self.fix(path, fixes, facts)
            }
            Err(error) => Err(error.into()),
        };
        match done {
            Ok((Made { fixed: made, left }, now, lost)) => {
                turn.note(&format!("{name}: fixed {made} of {}", made + left));
                for what in lost {
                    turn.note(&format!("{name}: {what} could not be kept"));
                }
                fixed.now = now;
            }
            Err(obstacle) => {
                turn.note(&format!("{name}: {}", obstacle.describe()));
                fixed.verdict.unreadable = true;
            }
        }
        fixed
    }

    fn fix(
        &self,
        path: &Path,
        mut fixes: Spool,
        facts: &Facts,
    ) -> Result<(Made, Option<Now>, Vec<&'static str>), Obstacle> {
        let encoding = Encoding::for_label(facts.encoding.as_bytes()).unwrap_or(UTF_8);
        let mut sum = Made::default();
        let mut last: Option<(Beside, Now)> = None;
        // Moves in another notation than the specification's are fixed into that, and read by it then.
        let mut options = self.options.clone();
        let mut standard = self.options.clone();
        standard.notation("");
        // Games that would come out as others.
        let mut refused = BTreeSet::new();
        let (mut rounds, mut further_rounds) = (0, 0);
        while rounds < ROUNDS && further_rounds < FURTHER_ROUNDS {
            let open = |last: &mut Option<(Beside, Now)>| match last {
                Some((beside, _)) => beside.reopen(),
                None => File::open(path),
            };
            let all = fixes.len();
            let written = loop {
                let mut beside = Beside::new(path)?;
                let mut changes = write(
                    &mut fixes,
                    &refused,
                    open(&mut last)?,
                    &mut beside,
                    encoding,
                )?;
                if changes.is_empty() {
                    break None;
                }
                let done = changes.len();
                let old = options.from_reader(open(&mut last)?)?;
                let new = options.from_reader(beside.reopen()?)?;
                let others = others(old, new, changes.read()?)?;
                if others.is_empty() {
                    break Some((beside, done));
                }
                let old = options.from_reader(open(&mut last)?)?;
                let new = standard.from_reader(beside.reopen()?)?;
                if self.args.sources.notation().is_some()
                    && compare::others(old, new, changes.read()?)?.is_empty()
                {
                    options.notation("");
                    break Some((beside, done));
                }
                let before = refused.len();
                let changed = games(&mut fixes, &refused)?;
                refused.extend(others.iter().copied());
                if !others.is_subset(&changed) || refused.len() == before {
                    // It is not known which change did it.
                    refused.extend(changed);
                }
            };
            let Some((mut beside, done)) = written else {
                sum.left = all;
                break;
            };
            sum.fixed += done;
            sum.left = all - done;
            let (now, further) = self.check(&options, beside.reopen()?)?;
            fixes = further;
            if now.limited {
                further_rounds += 1;
            } else {
                rounds += 1;
            }
            last = Some((beside, now));
            if fixes.is_empty() {
                break;
            }
        }
        let Some((beside, now)) = last else {
            return Ok((sum, None, Vec::new()));
        };
        let lost = beside.replace(&self.policy, self.read.as_ref())?;
        Ok((sum, Some(now), lost))
    }

    /// Checks a text. Returns what is known of it, and what could be fixed in it.
    fn check(&self, options: &ReaderBuilder, file: File) -> io::Result<(Now, Spool)> {
        let mut reader = options.from_reader(file)?;
        let mut checker = Checker::new(self.args.conformance()).limits(self.args.limits());
        let mut found = false;
        let mut limited = false;
        let mut fixes = Fixes::default();
        reader.read(&mut checker, &mut |diagnostic: Diagnostic| {
            limited |= diagnostic.code == &diagnostic::FINDINGS_LIMIT;
            if diagnostic.code.severity >= self.args.least_severity() {
                found = true;
                fixes.add(&diagnostic);
            }
        })?;
        let decision = reader.encoding();
        let facts = Facts {
            bytes: reader.bytes_read(),
            compressed_bytes: reader.bytes_read(),
            compression: reader.compression(),
            encoding: decision.encoding.name(),
            encoding_how: decision.how.as_str(),
            format: reader.format(),
            stats: reader.stats().clone(),
        };
        let now = Now {
            facts,
            found,
            limited,
        };
        Ok((now, fixes.finish()?))
    }
}

/// Does with a file what `movetext check --fix --severity info` does, without a word.
///
/// # Errors
///
/// If the file cannot be read or replaced.
pub fn fix_file(path: &Path) -> io::Result<()> {
    let words = ["movetext", "check", "--fix", "--severity", "info", "--"];
    let words = words.map(OsStr::new).into_iter().chain([path.as_os_str()]);
    let Command::Check(args) = Cli::parse_from(words).command else {
        unreachable!("the command is check");
    };
    let mut options = source::options(&args.sources);
    options.limits(args.limits());
    let fixing = Fixing {
        args: &args,
        options: &options,
        input: &input::expand(&args.sources.paths)[0],
        read: None,
        policy: args.replacing.policy(),
    };
    let (now, fixes) = fixing.check(&options, File::open(path)?)?;
    if now.facts.compression != Compression::None || fixes.is_empty() {
        return Ok(());
    }
    match fixing.fix(path, fixes, &now.facts) {
        Ok(_) => Ok(()),
        Err(obstacle) => Err(io::Error::other(obstacle.describe())),
    }
}

/// The games that have changes and are not refused.
fn games(fixes: &mut Spool, refused: &BTreeSet<u64>) -> io::Result<BTreeSet<u64>> {
    let mut games = BTreeSet::new();
    let mut all = fixes.read()?;
    while let Some((game, _)) = all.next()? {
        if !refused.contains(&game) {
            games.insert(game);
        }
    }
    Ok(games)
}

/// Writes a text with the changes, but for those of the games that are refused, those that the encoding lacks
/// letters for, and those that touch what is changed already.
fn write(
    fixes: &mut Spool,
    refused: &BTreeSet<u64>,
    file: File,
    out: &mut impl Write,
    encoding: &'static Encoding,
) -> Result<Spool, Obstacle> {
    let mut file = BufReader::new(file);
    let mut changes = Spool::default();
    let mut at = 0;
    let mut inserted = None;
    let mut fixes = fixes.read()?;
    while let Some((game, fix)) = fixes.next()? {
        let mut text = Vec::new();
        // Of two that are put in the same place, nobody knows which comes first: the other is found again.
        let place = fix.span.is_empty().then_some(fix.span.start);
        if refused.contains(&game)
            || fix.span.start < at
            || place.is_some() && place == inserted
            || encode(&fix.text, encoding, &mut text).is_err()
        {
            continue;
        }
        inserted = place;
        copy(&mut file, fix.span.start - at, out)?;
        copy(&mut file, fix.span.end - fix.span.start, &mut io::sink())?;
        out.write_all(&text)?;
        at = fix.span.end;
        changes.write_change(&Change {
            start: fix.span.start,
            end: fix.span.end,
            len: text.len() as u64,
        })?;
    }
    io::copy(&mut file, out)?;
    Ok(changes)
}

/// How many changes were made, and how many not: they overlap with others, they would make a game
/// another one, or the file's encoding lacks the letters.
#[derive(Default)]
struct Made {
    fixed: u64,
    left: u64,
}

/// Copies so many bytes. If they are not all there, the file is not the one that was read.
fn copy(from: &mut impl Read, len: u64, to: &mut impl Write) -> Result<(), Obstacle> {
    if io::copy(&mut from.by_ref().take(len), to)? == len {
        Ok(())
    } else {
        Err(Obstacle::Changed)
    }
}
