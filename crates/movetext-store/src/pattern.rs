//! Patterns of pieces: where they stand, how many there are, and how one thing follows another.
//!
//! [A page](movetext::guide::patterns) describes the language. Pieces, sides and squares have the names that the
//! variant gives them, so every variant can be asked, also one of one's own.
//!
//! ```
//! use movetext::variants::Standard;
//! use movetext_store::line::Reaches;
//! use movetext_store::pattern::Pattern;
//! # use movetext_store::{Query, Store};
//! # let folder = tempfile::tempdir()?;
//! # let (path, pgn) = (folder.path().join("games.db"), folder.path().join("a.pgn"));
//! # std::fs::write(&pgn, "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *\n")?;
//! # Store::open(&path)?.import([pgn], &Default::default(), &mut ())?;
//! let store = Store::open_read_only(&path)?;
//! let query = Query::new().pattern("B[b5] then captured n and no b[c6] then castled white")?;
//! assert_eq!(store.find(&query, 1)?[0].ply, Some(9));
//!
//! let chess = Reaches::new::<Standard>().find("chess").expect("chess").info();
//! let error = Pattern::new("N[e9]", chess).unwrap_err();
//! assert_eq!(error.span(), 2..4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod compile;
mod matcher;
mod syntax;

pub use matcher::Matcher;
pub use syntax::PatternError;

use crate::line::{Line, LineError};
use movetext::{Side, VariantInfo};

/// A longer pattern is refused.
const LONGEST: usize = 4096;
/// Deeper groups are refused.
const DEEPEST: usize = 64;
/// More different numbers of pieces are refused: eight for each word of the sums.
const MOST: usize = 8 * WORDS;
const WORDS: usize = 8;

/// A pattern of a variant, ready to be looked for.
#[derive(Clone, Debug)]
pub struct Pattern {
    info: &'static VariantInfo,
    steps: Vec<Step>,
    /// What a piece on a square adds to the numbers of pieces: by piece, square and word. An empty square adds nothing.
    weights: Vec<u64>,
    /// How many words are in use.
    words: usize,
    /// The numbers of an empty board.
    empty: [u64; WORDS],
}

/// A part of a sequence.
#[derive(Clone, Debug)]
struct Step {
    link: Link,
    test: Test,
    /// How many positions it has to hold, one after another.
    hold: u32,
    /// Whether nothing but the numbers of pieces decides.
    of_pieces: bool,
}

/// How far behind the step before it a step may be.
#[derive(Clone, Copy, Debug)]
enum Link {
    /// Any number of plies.
    Then,
    /// So many plies at most.
    Within(u32),
}

/// What a position may be like.
#[derive(Clone, Debug)]
enum Test {
    All(Vec<Test>),
    Any(Vec<Test>),
    Not(Box<Test>),
    /// A sum compared with 0.
    Compare(Sum, Relation),
    Turn(Side),
    Moved {
        pieces: Set,
        from: Set,
        to: Set,
    },
    Captured {
        pieces: Set,
        on: Set,
    },
    Promoted(Set),
    Castled(Option<Side>),
}

/// Some pieces, or some squares: a bit each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Set([u64; 4]);

impl Set {
    fn add(&mut self, index: u8) {
        self.0[usize::from(index >> 6)] |= 1 << (index & 63);
    }

    #[inline]
    fn has(&self, index: u8) -> bool {
        self.0[usize::from(index >> 6)] >> (index & 63) & 1 != 0
    }

    fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

/// Numbers of pieces with factors, the ply with a factor, and a number.
#[derive(Clone, Debug, Default)]
struct Sum {
    /// The number of pieces, an index, and its factor.
    terms: Vec<(usize, i64)>,
    ply: i64,
    constant: i64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Relation {
    Less,
    AtMost,
    Equal,
    Unequal,
    AtLeast,
    More,
}

impl Pattern {
    /// Reads a pattern, in the words of a variant.
    ///
    /// # Errors
    ///
    /// If it is no pattern: the error says where, and what was expected.
    pub fn new(text: &str, info: &'static VariantInfo) -> Result<Pattern, PatternError> {
        compile::compile(text, info)
    }

    /// Where the weights of a piece on a square are.
    #[inline]
    fn place(&self, piece: u8, square: u8) -> usize {
        let squares = usize::from(self.info.geometry.squares);
        (usize::from(piece) * squares + usize::from(square)) * self.words
    }

    /// The variant.
    pub fn info(&self) -> &'static VariantInfo {
        self.info
    }

    /// After how many plies of a line all of the pattern was there for the first time. Lines of other variants have
    /// none of it.
    ///
    /// # Errors
    ///
    /// If the line is damaged.
    pub fn find(&self, line: Line<'_>) -> Result<Option<u32>, LineError> {
        Matcher::new(self).find(line)
    }
}
