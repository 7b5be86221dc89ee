//! What is measured: the rows of the table.

use crate::data::Data;
use crate::measure::{Job, Program};

/// What of a pair of runs is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Processor time.
    Cpu,
    /// Time on the clock, of work on two threads.
    Wall,
}

/// A row: some work on a file, beside a peer's.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What is done.
    pub work: &'static str,
    /// The file.
    pub data: Data,
    /// Our job.
    pub ours: Job,
    /// What it is measured against.
    pub peer: Option<Job>,
    /// What is compared.
    pub clock: Clock,
    /// Whether both count the same things. If so, a difference makes the figure void.
    pub counts: Counts,
    /// Whether the peer takes so long that few runs must do.
    pub slow: bool,
}

/// Which counts of both have to be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counts {
    /// Games, moves and rejected games.
    All,
    /// Games and rejected games: the peer does not tell moves.
    Games,
    /// None: the work differs by intention, as the row says.
    None,
}

const fn own(mode: &'static str) -> Job {
    Job {
        program: Program::Own("movetext"),
        mode,
    }
}

const fn peer(program: &'static str, mode: &'static str) -> Option<Job> {
    Some(Job {
        program: Program::Own(program),
        mode,
    })
}

const fn optional(program: Program) -> Option<Job> {
    Some(Job { program, mode: "" })
}

const PYTHON_CHESS: Option<Job> = optional(Program::Python("chess", "python_chess.py"));
const PYFFISH: Option<Job> = optional(Program::Python("pyffish", "pyffish_iccs.py"));

const fn row(work: &'static str, data: Data, mode: &'static str, peer: Option<Job>) -> Row {
    Row {
        work,
        data,
        ours: own(mode),
        peer,
        clock: Clock::Cpu,
        counts: Counts::All,
        slow: false,
    }
}

/// The rows, in the order of the table.
pub const ROWS: &[Row] = &[
    row(
        "moves as tokens",
        Data::Otb,
        "tokens",
        peer("pgn-reader", "tokens"),
    ),
    row(
        "moves as tokens",
        Data::OtbLarge,
        "tokens",
        peer("pgn-reader", "tokens"),
    ),
    row(
        "moves as tokens",
        Data::Online,
        "tokens",
        peer("pgn-reader", "tokens"),
    ),
    row(
        "moves as tokens",
        Data::OnlineLarge,
        "tokens",
        peer("pgn-reader", "tokens"),
    ),
    row(
        "full legality, main lines",
        Data::Otb,
        "main",
        peer("pgn-reader", "main"),
    ),
    row(
        "full legality, main lines",
        Data::OtbLarge,
        "main",
        peer("pgn-reader", "main"),
    ),
    row(
        "full legality, main lines",
        Data::Online,
        "main",
        peer("pgn-reader", "main"),
    ),
    row(
        "full legality, main lines",
        Data::OnlineLarge,
        "main",
        peer("pgn-reader", "main"),
    ),
    row(
        "full legality, all lines",
        Data::OtbLarge,
        "vars",
        peer("pgn-reader", "vars"),
    ),
    row(
        "full legality, all lines",
        Data::OnlineLarge,
        "vars",
        peer("pgn-reader", "vars"),
    ),
    row(
        "full legality, all lines",
        Data::Annotated,
        "vars",
        peer("pgn-reader", "vars"),
    ),
    row(
        "full legality, main lines",
        Data::Otb,
        "main",
        peer("cozy-chess", "main"),
    ),
    Row {
        slow: true,
        ..row(
            "full legality, main lines",
            Data::OtbStart,
            "main",
            PYTHON_CHESS,
        )
    },
    Row {
        counts: Counts::Games,
        ..row(
            "full legality, all lines",
            Data::Otb,
            "vars",
            optional(Program::PgnExtract),
        )
    },
    row(
        "all lines with a key of every position; the peer without",
        Data::OtbLarge,
        "keys",
        peer("pgn-reader", "vars"),
    ),
    row(
        "all lines with a key of every position; the peer without",
        Data::OnlineLarge,
        "keys",
        peer("pgn-reader", "vars"),
    ),
    row(
        "each game as a tree; the peer builds none",
        Data::OtbLarge,
        "tree",
        peer("pgn-reader", "vars"),
    ),
    row(
        "each game as a tree; the peer builds none",
        Data::OnlineLarge,
        "tree",
        peer("pgn-reader", "vars"),
    ),
    row(
        "findings kept; beside not",
        Data::Otb,
        "diagnostics",
        peer("movetext", "vars"),
    ),
    row(
        "findings kept; beside not",
        Data::Annotated,
        "diagnostics",
        peer("movetext", "vars"),
    ),
    Row {
        clock: Clock::Wall,
        ..row(
            "two threads; beside one (time on the clock)",
            Data::OtbLarge,
            "parallel",
            peer("movetext", "vars"),
        )
    },
    Row {
        clock: Clock::Wall,
        ..row(
            "import into SQLite on two threads (time on the clock)",
            Data::Otb,
            "import",
            None,
        )
    },
    row("all lines", Data::XiangqiChinese, "vars", None),
    row("all lines", Data::XiangqiWxf, "vars", None),
    Row {
        slow: true,
        ..row("all lines", Data::XiangqiIccs, "vars", PYFFISH)
    },
    row("all lines", Data::Cescacs, "vars", None),
    row("full legality, all lines", Data::CescacsMany, "vars", None),
    row("by the grammar", Data::Otb, "grammar", None),
    row("by the grammar", Data::Online, "grammar", None),
    row(
        "whether it conforms to the grammar",
        Data::Otb,
        "conforms",
        None,
    ),
    row(
        "whether it conforms to the grammar",
        Data::Online,
        "conforms",
        None,
    ),
    Row {
        counts: Counts::None,
        ..row(
            "main lines; beside looking for line ends",
            Data::Otb,
            "main",
            peer("memchr", "lines"),
        )
    },
    Row {
        counts: Counts::None,
        ..row(
            "main lines; beside looking for line ends",
            Data::Online,
            "main",
            peer("memchr", "lines"),
        )
    },
];

/// Jobs whose peak of memory is told, on the large file. The last one needs next to none of its own:
/// what it has is the program.
pub const MEMORY: &[Job] = &[
    own("main"),
    own("tree"),
    own("parallel"),
    own("import"),
    Job {
        program: Program::Own("pgn-reader"),
        mode: "main",
    },
    Job {
        program: Program::Own("memchr"),
        mode: "lines",
    },
];
