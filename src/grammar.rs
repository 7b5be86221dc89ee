//! The reference parsers: the notations as executable grammars.
//!
//! The files in `grammars/` define each notation as its specification does: `classes.pest` has what all forms
//! of PGN share, and one file per variant has the moves and the movetext. These parsers are strict, and slower
//! than the scanner. They decide whether a text conforms ([`check`]), and they verify the scanner, which must
//! report the same events for every conforming text ([`events`]). Documents are parsed game by game, so memory
//! depends only on the largest game.
//!
//! ```
//! use movetext::grammar::{Entry, check};
//! use movetext::variants::Chess;
//!
//! let limits = movetext::Limits::default();
//! assert!(check::<Chess>(Entry::Document, "1. e4 e5 {Good} 2. Nf3 $1 *", &limits).is_ok());
//!
//! let error = check::<Chess>(Entry::Document, "[Event ?]\n*", &limits).unwrap_err();
//! assert_eq!(error.to_string(), "expected a quotation mark, found `?]`");
//! assert_eq!(error.span, 7..9);
//! ```

mod depth;
mod error;
mod faults;
mod lane;

pub use crate::variant::{GrammarError, GrammarErrorKind};
pub use faults::Fault;
pub use lane::read;

use crate::core::limits::Limits;
use crate::event::{Event, Recorder};
use crate::variant::Variant;
use pest::iterators::{Pair, Pairs};

/// Text that nests variations deeper than this is not parsed, whatever the [`Limits`] say: parsing recurses,
/// and the stack is limited.
pub const DEEPEST: usize = 256;

/// Text that nests variations no deeper than this is parsed on the current stack.
const SHALLOW: usize = 32;

/// The size of the stack for deeper text, in bytes: enough for [`DEEPEST`] even in unoptimized builds.
const DEEP_STACK: usize = 64 << 20;

/// What to parse a text as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Any number of games.
    Document,
    /// The tag section of a game.
    TagSection,
    /// Moves with everything that may occur among them, but without a termination marker.
    Line,
    /// One move, with its check mark.
    Move,
    /// A position in the variant's own notation.
    Setup,
}

/// Where a parse begins, and what it covers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// A complete text.
    Whole(Entry),
    /// The first game of a document, from its beginning; the whole document if it is the only one.
    Opening,
    /// The next game of a document, from the end of a game; everything if it is the last one.
    Further,
    /// All of a document from the beginning of a game.
    Remainder,
    /// The rest of a game after text that does not conform.
    Resumption,
    /// A tag pair, with its parts as separate pairs.
    TagParts,
    /// A move, with its parts as separate pairs.
    MoveParts,
}

/// A variant whose notation is defined by a grammar.
pub trait Grammar: Variant {
    /// The rules of the grammar.
    type Rule: pest::RuleType;

    /// The rule for everything from the first move to the termination marker.
    const MOVETEXT: Self::Rule;

    /// Parses a text, or its beginning, according to the goal.
    ///
    /// # Errors
    ///
    /// If the grammar does not match.
    fn parse(
        goal: Goal,
        text: &str,
    ) -> Result<Pairs<'_, Self::Rule>, Box<pest::error::Error<Self::Rule>>>;

    /// Whether a rule may begin with the single token whose parts the goal names: text that the rule does not
    /// match is parsed again by parts, to find the wrong one.
    fn may_begin(rule: Self::Rule, goal: Goal) -> bool;

    /// What a rule means in a document.
    fn part(rule: Self::Rule) -> Part;

    /// The requirements that a rule stands for.
    fn requirements(rule: Self::Rule) -> Cited;

    /// The requirements that a fault violates, where its position alone shows that.
    fn cite(fault: Fault) -> Cited {
        let _ = fault;
        Cited::default()
    }

    /// Converts a move to a token, or returns `None` if it uses symbols that the dialect does not have.
    fn token(mv: &Pair<'_, Self::Rule>, dialect: &Self::Dialect) -> Option<Self::Token>;
}

/// The ids of the requirements that a rule of a grammar stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cited {
    /// The requirements for the rule itself.
    pub own: &'static [&'static str],
    /// The requirements for the whole that it is a part of: a tag pair, a move, the movetext.
    pub whole: &'static [&'static str],
}

/// What a rule means in a document, the same for all grammars.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// A game.
    Game,
    /// A tag pair.
    TagPair,
    /// Everything from the first move to the termination marker.
    Movetext,
    /// A comment in braces.
    BraceComment,
    /// A comment from a semicolon to the end of the line.
    LineComment,
    /// A move number and what adjoins it.
    Number,
    /// Stands for a move of the first player.
    Ellipsis,
    /// A move.
    Move,
    /// `$` and a number.
    Nag,
    /// A suffix annotation written as a symbol.
    SuffixAnnotation,
    /// A draw offer by the player who moved.
    DrawOffer,
    /// A variation, with its line inside.
    Variation,
    /// The label of a variation.
    Label,
    /// A termination marker.
    Outcome,
    /// Anything that makes no event by itself.
    Other,
}

/// Whether a text conforms to the specification of the variant's notation.
///
/// Start positions in the tags are checked too; moves are not played.
///
/// # Errors
///
/// At the first position where it does not.
pub fn check<V: Grammar>(entry: Entry, text: &str, limits: &Limits) -> Result<(), GrammarError> {
    on_deep_stack(text, || lane::check::<V>(entry, text, limits))
}

/// The positions where the text of a game does not conform, in order: at most `most`.
///
/// Text after a fault is parsed as the rest of the game, so faults are found independently.
pub fn faults<V: Grammar>(text: &str, limits: &Limits, most: usize) -> Vec<GrammarError> {
    on_deep_stack(text, || faults::find::<V>(text, limits, most))
}

/// Runs a parse on a stack large enough for the nesting depth of a text.
fn on_deep_stack<T: Send>(text: &str, parse: impl Fn() -> T + Sync) -> T {
    if depth::too_deep(text, SHALLOW).is_none() {
        return parse();
    }
    let deep = std::thread::Builder::new().stack_size(DEEP_STACK);
    std::thread::scope(|scope| {
        match deep.spawn_scoped(scope, &parse).map(|thread| thread.join()) {
            Ok(Ok(checked)) => checked,
            Ok(Err(panic)) => std::panic::resume_unwind(panic),
            // No thread can be started: the current stack has to do.
            Err(_) => parse(),
        }
    })
}

/// The events of a document, in the order of the text, without trivia.
///
/// # Errors
///
/// If the document does not conform.
pub fn events<V: Grammar>(text: &str, limits: &Limits) -> Result<Vec<Event>, GrammarError> {
    let mut recorder = Recorder::default();
    read::<V, _>(text, limits, &mut recorder)?;
    Ok(recorder.events)
}

/// Implements [`Grammar`] for a variant.
///
/// Takes the variant's grammar file, the function that converts a move, the rules that may begin with a
/// single-token move, the requirements of each whole and of the rules that are its parts, and the variant's own
/// rules that make events.
macro_rules! grammar {
    (
        $variant:ty,
        $file:tt,
        $token:path,
        [$($opening:ident),*],
        { $($whole:expr => { $($cited:ident: $own:expr),* $(,)? })* }
        $(, $rule:ident => $part:ident)*
        $(,)?
        ; $cite:path
    ) => {
        mod parser {
            #[derive(pest_derive::Parser)]
            #[grammar = "grammars/lexis.pest"]
            #[grammar = $file]
            pub struct Parser;
        }
        use parser::Rule;

        impl $crate::grammar::Grammar for $variant {
            type Rule = Rule;

            const MOVETEXT: Rule = Rule::movetext;

            fn parse(
                goal: $crate::grammar::Goal,
                text: &str,
            ) -> Result<pest::iterators::Pairs<'_, Rule>, Box<pest::error::Error<Rule>>> {
                use $crate::grammar::{Entry, Goal};
                let rule = match goal {
                    Goal::Whole(Entry::Document) => Rule::document,
                    Goal::Whole(Entry::TagSection) => Rule::one_section,
                    Goal::Whole(Entry::Line) => Rule::one_line,
                    Goal::Whole(Entry::Move) => Rule::one_move,
                    Goal::Whole(Entry::Setup) => Rule::one_setup,
                    Goal::Opening => Rule::opening,
                    Goal::Further => Rule::further,
                    Goal::Remainder => Rule::remainder,
                    Goal::Resumption => Rule::resumption,
                    Goal::TagParts => Rule::pair_parts,
                    Goal::MoveParts => Rule::mv_parts,
                };
                <parser::Parser as pest::Parser<Rule>>::parse(rule, text).map_err(Box::new)
            }

            fn may_begin(rule: Rule, goal: $crate::grammar::Goal) -> bool {
                use $crate::grammar::Goal;
                match goal {
                    Goal::TagParts => matches!(
                        rule,
                        Rule::document
                            | Rule::remainder
                            | Rule::resumption
                            | Rule::first_game
                            | Rule::game
                            | Rule::one_section
                            | Rule::pair
                    ),
                    Goal::MoveParts => [$(Rule::$opening),*].contains(&rule),
                    _ => false,
                }
            }

            fn part(rule: Rule) -> $crate::grammar::Part {
                use $crate::grammar::Part;
                match rule {
                    Rule::first_game | Rule::game => Part::Game,
                    Rule::pair => Part::TagPair,
                    Rule::movetext => Part::Movetext,
                    Rule::comment => Part::BraceComment,
                    Rule::line_comment => Part::LineComment,
                    Rule::number => Part::Number,
                    Rule::mv | Rule::mv_parts => Part::Move,
                    Rule::nag => Part::Nag,
                    Rule::valuation => Part::SuffixAnnotation,
                    Rule::variation => Part::Variation,
                    Rule::result => Part::Outcome,
                    $(Rule::$rule => Part::$part,)*
                    _ => Part::Other,
                }
            }

            fn requirements(rule: Rule) -> $crate::grammar::Cited {
                match rule {
                    $($(Rule::$cited => $crate::grammar::Cited {
                        own: &$own,
                        whole: &$whole,
                    },)*)*
                    _ => $crate::grammar::Cited::default(),
                }
            }

            fn cite(fault: $crate::grammar::Fault) -> $crate::grammar::Cited {
                $crate::grammar::Cited {
                    own: $cite(fault),
                    whole: &[],
                }
            }

            fn token(
                mv: &pest::iterators::Pair<'_, Rule>,
                dialect: &<$variant as $crate::variant::Variant>::Dialect,
            ) -> Option<<$variant as $crate::variant::Variant>::Token> {
                $token(mv, dialect)
            }
        }
    };
}
pub(crate) use grammar;
