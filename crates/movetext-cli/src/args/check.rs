//! Checking and formatting.

use super::convert::Layout;
use super::questions::Filters;
use super::sources::{Sources, suffix, usage};
use crate::replace::Policy;
use clap::{Args, ValueEnum};
use movetext::Limits;
use movetext::check::Conformance;
use movetext::diagnostic::Severity;

pub(super) const CHECK_HELP: &str = "\
Examples:
  movetext check games.pgn                    Report problems with file, line and column
  movetext check --severity info games.pgn    Also report unusual spellings
  movetext check --strict=export games.pgn    Require the export format, byte for byte
  movetext check --fix games.pgn              Fix what has one clear correction

Exit codes:
  0  no problems of severity error
  1  problems of severity error were found (with --strict: problems of any severity)
  2  invalid command line
  3  an input could not be read, or the output could not be written";

pub(super) const FMT_HELP: &str = "\
Examples:
  movetext fmt games.pgn               Print the games in export format
  movetext fmt --in-place *.pgn        Rewrite the files
  movetext fmt --check *.pgn           List files that are not in export format

Exit codes:
  0  success
  1  problems of severity error were found, or (--check) a file is not in export format
  2  invalid command line
  3  an input could not be read, or the output could not be written";

/// How files are replaced.
#[derive(Debug, Args)]
pub struct Replacing {
    /// Replace files that are read-only, too
    #[arg(long)]
    pub force: bool,

    /// Keep the file that is replaced under its name with this suffix
    #[arg(
        long,
        value_name = "SUFFIX",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "~",
        value_parser = suffix,
    )]
    pub backup: Option<String>,
}

impl Replacing {
    /// The same for those who replace files.
    pub fn policy(&self) -> Policy {
        Policy {
            force: self.force,
            backup: self.backup.clone(),
        }
    }

    /// Ends the program if there is something to be said of files that are replaced, and none are.
    pub fn verify(&self, replaces: bool, option: &str) {
        if !replaces && (self.force || self.backup.is_some()) {
            usage(&format!("--force and --backup go with {option}"));
        }
    }
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub sources: Sources,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: Format,

    /// Check conformance to the specification, too
    #[arg(
        long,
        value_name = "FORM",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "import"
    )]
    pub strict: Option<Strict>,

    /// Report problems of this severity and above [default: warning; with --strict: info]
    #[arg(long, value_name = "SEVERITY")]
    pub severity: Option<LeastSeverity>,

    /// Fix reported problems that have one clear correction, in place; all other bytes stay as they are
    #[arg(long)]
    pub fix: bool,

    #[command(flatten)]
    pub replacing: Replacing,

    /// Print only a summary for each file
    #[arg(long, short)]
    pub quiet: bool,

    /// Maximum number of problems to show for each file; 0 shows all
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub max_diagnostics: u64,

    #[command(flatten)]
    pub filters: Filters,
}

#[derive(Debug, Args)]
pub struct FmtArgs {
    #[command(flatten)]
    pub sources: Sources,

    #[command(flatten)]
    pub layout: Layout,

    /// Rewrite the files; a file that would lose something is left unchanged
    #[arg(long, conflicts_with = "check")]
    pub in_place: bool,

    #[command(flatten)]
    pub replacing: Replacing,

    /// List files that are not in export format, and exit with code 1 if there are any
    #[arg(long)]
    pub check: bool,

    #[command(flatten)]
    pub filters: Filters,
}

/// What games are held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Strict {
    /// What the specification allows people to write (import format)
    Import,
    /// What it requires of programs, byte for byte (export format)
    Export,
}

/// How grave a finding must be to be reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LeastSeverity {
    /// Also unusual spellings with one clear meaning
    Info,
    /// Also style problems
    Warning,
    /// Only what could not be read or played
    Error,
}

impl CheckArgs {
    /// Bounds. Whoever wants problems fixed wants more of them than fit in a report.
    pub fn limits(&self) -> Limits {
        let mut limits = self.sources.limits();
        if self.fix {
            limits.findings = 1 << 16;
        }
        limits
    }

    /// How strictly games are checked.
    pub fn conformance(&self) -> Conformance {
        match self.strict {
            None => Conformance::Consistency,
            Some(Strict::Import) => Conformance::Import,
            Some(Strict::Export) => Conformance::Export,
        }
    }

    /// Findings below this are not reported.
    pub fn least_severity(&self) -> Severity {
        match (self.severity, self.strict) {
            (Some(least), _) => least.severity(),
            (None, Some(_)) => Severity::Info,
            (None, None) => Severity::Warning,
        }
    }
}

impl LeastSeverity {
    /// The same in terms of the library.
    pub fn severity(self) -> Severity {
        match self {
            LeastSeverity::Info => Severity::Info,
            LeastSeverity::Warning => Severity::Warning,
            LeastSeverity::Error => Severity::Error,
        }
    }
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people
    Text,
    /// One JSON array
    Json,
    /// One JSON object per line
    Jsonl,
}
