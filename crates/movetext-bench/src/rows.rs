//! What is measured: the rows of the table.

use crate::data::Data;
use crate::measure::{Command, Job, Program};

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
    /// The games that are written.
    Written,
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

/// A line of the games that a command writes.
const PGN: Option<&str> = Some("[Event \"");

const fn command(
    program: &'static str,
    args: &'static [&'static str],
    record: Option<&'static str>,
) -> Job {
    Job {
        program: Program::Command(Command {
            program,
            args,
            record,
        }),
        mode: "",
    }
}

/// A command that writes games, on one thread beside a peer.
const fn writes(
    work: &'static str,
    data: Data,
    args: &'static [&'static str],
    record: &'static str,
    peer: (&'static str, &'static [&'static str], Option<&'static str>),
) -> Row {
    Row {
        work,
        data,
        ours: command("movetext", args, Some(record)),
        peer: Some(command(peer.0, peer.1, peer.2)),
        clock: Clock::Cpu,
        counts: Counts::Written,
        slow: false,
    }
}

/// A command beside another of our own that does less, or the same otherwise.
const fn beside(
    work: &'static str,
    data: Data,
    args: &'static [&'static str],
    other: &'static [&'static str],
) -> Row {
    Row {
        work,
        data,
        ours: command("movetext", args, None),
        peer: Some(command("movetext", other, None)),
        clock: Clock::Cpu,
        counts: Counts::None,
        slow: false,
    }
}

/// A command on two threads beside one, by the clock.
const fn two_threads(
    data: Data,
    args: &'static [&'static str],
    other: &'static [&'static str],
) -> Row {
    Row {
        clock: Clock::Wall,
        ..beside(
            "two threads; beside one (time on the clock)",
            data,
            args,
            other,
        )
    }
}

/// A command without a peer.
const fn alone(work: &'static str, data: Data, args: &'static [&'static str]) -> Row {
    Row {
        peer: None,
        ..beside(work, data, args, &[])
    }
}

const STATS: &[&str] = &["stats", "-j1"];
const FMT: &[&str] = &["fmt", "-j1"];

/// The commands, as people run them.
pub const COMMANDS: &[Row] = &[
    beside(
        "checked; beside read",
        Data::OtbLarge,
        &["check", "-q", "-j1"],
        STATS,
    ),
    beside(
        "checked; beside read",
        Data::OnlineLarge,
        &["check", "-q", "-j1"],
        STATS,
    ),
    beside(
        "checked, advice too; beside read",
        Data::OtbLarge,
        &["check", "-q", "-j1", "--severity", "info"],
        STATS,
    ),
    beside(
        "checked against the export format; beside read",
        Data::Otb,
        &["check", "-q", "-j1", "--strict=export"],
        STATS,
    ),
    Row {
        peer: Some(command("pgn-extract", &["-r"], None)),
        ..beside("checked", Data::Otb, &["check", "-q", "-j1"], &[])
    },
    writes(
        "written as PGN",
        Data::Otb,
        FMT,
        "[Event \"",
        ("pgn-extract", &["-s"], PGN),
    ),
    writes(
        "written as PGN",
        Data::Online,
        FMT,
        "[Event \"",
        ("pgn-extract", &["-s"], PGN),
    ),
    Row {
        slow: true,
        ..writes(
            "written as PGN",
            Data::OtbStart,
            FMT,
            "[Event \"",
            ("python3", &["{peers}/python_chess_write.py"], PGN),
        )
    },
    beside(
        "written as PGN; beside checked",
        Data::OtbLarge,
        &["convert", "-j1", "--to", "pgn"],
        &["check", "-q", "-j1"],
    ),
    writes(
        "written with moves as UCI",
        Data::Otb,
        &["convert", "-j1", "--to", "pgn", "--notation", "uci"],
        "[Event \"",
        ("pgn-extract", &["-s", "-Wuci"], PGN),
    ),
    writes(
        "written as JSON",
        Data::Otb,
        &["convert", "-j1", "--to", "jsonl"],
        "{",
        ("pgn-extract", &["-s", "--json"], Some("\"Event\"")),
    ),
    Row {
        peer: Some(command("pgn-extract", &["-s", "-Wepd"], None)),
        ..beside(
            "each position as EPD, by the peer the first one, too",
            Data::Otb,
            &["convert", "-j1", "--to", "epd"],
            &[],
        )
    },
    two_threads(Data::OtbLarge, &["stats", "-j2"], STATS),
    two_threads(
        Data::OtbLarge,
        &["check", "-q", "-j2"],
        &["check", "-q", "-j1"],
    ),
    two_threads(Data::OtbLarge, &["fmt", "-j2"], FMT),
    two_threads(
        Data::OtbLarge,
        &["convert", "-j2", "--to", "pgn"],
        &["convert", "-j1", "--to", "pgn"],
    ),
    two_threads(
        Data::OtbLarge,
        &["convert", "-j2", "--to", "jsonl"],
        &["convert", "-j1", "--to", "jsonl"],
    ),
    two_threads(
        Data::OtbLarge,
        &["convert", "-j2", "--to", "uci"],
        &["convert", "-j1", "--to", "uci"],
    ),
    two_threads(
        Data::OtbLarge,
        &["convert", "-j2", "--to", "xml"],
        &["convert", "-j1", "--to", "xml"],
    ),
    Row {
        counts: Counts::None,
        ..writes(
            "imported; the peer keeps no text",
            Data::Otb,
            &["import", "-j1", "--to", "{new}/games.db"],
            "",
            ("tkscid", &["{peers}/scid_import.tcl", "{new}/games"], None),
        )
    },
    Row {
        slow: true,
        ..writes(
            "Xiangqi from ICCS to WXF",
            Data::XiangqiIccs,
            &["convert", "-j1", "--to", "pgn", "--notation", "wxf"],
            "[Event \"",
            ("python3", &["{peers}/pyffish_wxf.py"], PGN),
        )
    },
    Row {
        slow: true,
        ..writes(
            "Xiangqi from ICCS to Chinese",
            Data::XiangqiIccs,
            &["convert", "-j1", "--to", "pgn"],
            "[Event \"",
            ("python3", &["{peers}/cchess_chinese.py"], PGN),
        )
    },
    alone("read", Data::XiangqiChineseLarge, STATS),
    alone("written as PGN", Data::XiangqiChineseLarge, FMT),
    alone(
        "to WXF",
        Data::XiangqiChineseLarge,
        &["convert", "-j1", "--to", "pgn", "--notation", "wxf"],
    ),
    alone("written as PGN", Data::CescacsMany, FMT),
    alone(
        "to figurines",
        Data::CescacsMany,
        &["convert", "-j1", "--to", "pgn", "--notation", "ctl-fan"],
    ),
    alone(
        "a file of one game, from start to end",
        Data::One,
        &["check", "-q"],
    ),
];
