"""Reads, checks and converts game records of chess and its relatives: orthodox chess (PGN), Xiangqi (PGN in Chinese, WXF
and ICCS notation), C'escacs (CTL-PGN), and PCN documents of any board.

>>> import movetext
>>> for game in movetext.open(b"1. e4 e5 2. Ke3 *"):
...     print(game.variant, game.moves(), [error.message for error in game.errors])
chess ['e4', 'e5', 'Ke3'] ['White cannot play Ke3: no king reaches e3']
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from typing import Literal, NamedTuple, Optional, Union

from . import _movetext
from ._movetext import (
    VARIANTS,
    AmbiguousMoveError,
    Candidate,
    Conversion,
    DatabaseError,
    Detection,
    Diagnostic,
    FormatError,
    Game,
    Games,
    Headers,
    IllegalMoveError,
    InvalidMoveError,
    Move,
    Node,
    Position,
    Problems,
    Scan,
    __version__,
)
from ._compare import Comparison, Difference, Only, Pair, Place, Totals, compare
from ._database import (
    Conditions,
    Database,
    Hit,
    Hits,
    Imported,
    Score,
    StoredSource,
    Tree,
    TreeMove,
    find,
    tree,
)
from ._paths import Portion, Source, Sources, expand
from ._portions import split
from ._visitor import SKIP, BaseVisitor

__all__ = [
    "SKIP",
    "VARIANTS",
    "AmbiguousMoveError",
    "BaseVisitor",
    "Candidate",
    "Comparison",
    "Conditions",
    "Conversion",
    "Database",
    "DatabaseError",
    "Detection",
    "Diagnostic",
    "Difference",
    "FormatError",
    "Game",
    "Games",
    "Headers",
    "Hit",
    "Hits",
    "IllegalMoveError",
    "Imported",
    "InvalidMoveError",
    "Move",
    "Node",
    "Only",
    "Pair",
    "Parquet",
    "Place",
    "Portion",
    "Position",
    "Problems",
    "Scan",
    "Score",
    "Source",
    "Sources",
    "StoredSource",
    "Totals",
    "Tree",
    "TreeMove",
    "__version__",
    "check",
    "compare",
    "convert",
    "detect",
    "find",
    "open",
    "scan",
    "split",
    "to_parquet",
    "tree",
]

Mapping.register(Headers)

#: How much is asked of records: that they agree with the board and themselves (``consistency``), conform to the specification
#: as people may write it (``import``) or as programs must (``export``).
Check = Literal["consistency", "import", "export"]
Moves = Literal["packed", "uci", "san", "none"]


def open(
    sources: Sources,
    *,
    variant: Optional[str] = None,
    encoding: Optional[str] = None,
    notation: Optional[str] = None,
    minimal: bool = False,
    check: Optional[Check] = None,
) -> Games:
    """Opens sources and reads their games when they are asked for, in bounded memory.

    ``sources`` are paths (files, folders, patterns), bytes or open files, one or several. They may be compressed with
    gzip, Zstandard or bzip2, in any of many encodings, and of any format: records, PCN, JSON, XML, lists of positions
    or moves. All of that is detected.

    ``variant`` reads all games as one of :data:`VARIANTS`, ``encoding`` takes all sources to be in this one, and
    ``notation`` settles what moves mean that are ambiguous otherwise, e.g. ``wxf,scheme=axf`` or ``san,pieces=german``.
    With ``minimal`` moves of C'escacs are read as the minimal reader of its specification does. ``check`` also finds
    what contradicts the board, the tags or the specification, and puts it into :attr:`Game.errors`.

    Raises ``FileNotFoundError`` for what is not there, and ``ValueError`` for unknown names. The games raise ``OSError``
    where reading fails, and :class:`FormatError` for a source that holds no games (those found in folders are passed
    over; :attr:`Games.skipped` lists them).

    >>> import movetext
    >>> [game.headers["Event"] for game in movetext.open([b'[Event "a"]\\n*', b'[Event "b"]\\n*'])]
    ['a', 'b']
    """
    return _movetext.open(
        expand(sources),
        variant=variant,
        encoding=encoding,
        notation=notation,
        minimal=minimal,
        check=check,
    )


def check(
    sources: Sources,
    *,
    strict: Optional[Check] = None,
    severity: Literal["info", "warning", "error"] = "warning",
    variant: Optional[str] = None,
    encoding: Optional[str] = None,
    notation: Optional[str] = None,
    minimal: bool = False,
) -> Problems:
    """Finds what is wrong with sources: what cannot be played, and what contradicts the board, the tags or itself.

    ``strict`` also checks conformance to the specification, ``severity`` is the least that counts; the other arguments
    and the errors are those of :func:`open`, but a source that holds no games is a problem rather than an error.

    >>> import movetext
    >>> for problem in movetext.check(b'[Result "1-0"]\\n\\n1. e4 e5 0-1\\n'):
    ...     print(problem)
    <bytes>:3:10: warning[result-mismatch]: the game ends with 0-1, but its Result tag says 1-0
    """
    return _movetext.check(
        expand(sources),
        strict=strict,
        severity=severity,
        variant=variant,
        encoding=encoding,
        notation=notation,
        minimal=minimal,
    )


def convert(
    sources: Sources,
    to: str,
    out: Union[str, "os.PathLike[str]", None] = None,
    *,
    notation: Optional[str] = None,
    form: Literal["export", "reduced"] = "export",
    on_loss: Literal["keep", "report", "fail"] = "keep",
    variant: Optional[str] = None,
    encoding: Optional[str] = None,
    minimal: bool = False,
    overwrite: bool = False,
) -> Conversion:
    """Writes the games of sources in another format: ``pgn``, ``jsonl``, ``pcn``, ``xml``, ``fen``, ``epd``, ``pdtl``,
    ``uci`` or ``iccs``, in UTF-8.

    With ``out`` they go to this file, which is there when all is written, and only then. ``notation`` is that of moves
    in PGN (see :meth:`Position.write`), ``form`` its form; ``on_loss`` says what PCN does about what it has no place
    for. Games that the format cannot hold are left out and listed in :attr:`Conversion.refused`.

    Raises ``FileExistsError`` if ``out`` is there and ``overwrite`` is false, and what :func:`open` raises.

    >>> import movetext
    >>> movetext.convert(b"1. e4 e5 *", "uci").data
    b'position startpos moves e2e4 e7e5\\n'
    """
    inputs = expand(sources)
    settings = {"notation": notation, "form": form, "on_loss": on_loss, "variant": variant, "encoding": encoding}
    if out is None:
        return _movetext.convert(inputs, to, None, minimal=minimal, **settings)
    path = os.fspath(out)
    if os.path.lexists(path) and not overwrite:
        raise FileExistsError(17, "file exists", path)
    unfinished = f"{path}.{os.getpid()}.tmp"
    try:
        done = _movetext.convert(inputs, to, unfinished, minimal=minimal, **settings)
        os.replace(unfinished, path)
    finally:
        if os.path.lexists(unfinished):
            os.unlink(unfinished)
    return done


def detect(source: Source, *, name: Optional[str] = None) -> Detection:
    """Detects what a source is: compression, encoding, format, variant and notation, and how sure that is.

    ``source`` is a path or bytes; ``name`` is a file name for bytes, whose ending counts a little.

    Raises ``OSError`` if the file cannot be read.

    >>> import movetext
    >>> movetext.detect(b"1. e4 e5 2. Nf3 Nc6 3. Bb5 *").variant
    'chess'
    """
    if isinstance(source, (bytes, bytearray, memoryview)):
        return _movetext.detect_bytes(bytes(source), name)
    return _movetext.detect_path(os.fspath(source))


def scan(
    sources: Union[Sources, Portion, Iterable[Portion]],
    *,
    columns: Optional[Iterable[str]] = None,
    moves: Optional[Moves] = None,
    positions: bool = False,
    problems: bool = False,
    batch_rows: int = 16_384,
    threads: Optional[int] = None,
    check: Optional[Check] = None,
    variant: Optional[str] = None,
    encoding: Optional[str] = None,
    notation: Optional[str] = None,
    minimal: bool = False,
) -> Scan:
    """A table of the games of sources, for all that takes Arrow streams: pyarrow, polars, pandas, DuckDB.

    One row is a game; with ``positions`` a position of a main line; with ``problems`` something that is wrong. The
    columns are described in the README; ``columns`` are those that are wanted, all by default. What is not wanted is
    not worked out: a table without moves and what follows from them is read many times as fast.

    ``moves`` is how moves are written: ``packed`` (two bytes a move, as the README says; the default), lists of ``uci`` or ``san``, or
    ``none``; in positions ``uci`` by default.

    Sources are read on ``threads`` threads, as many as there are processors by default, in the order of the sources
    whatever their number. A batch has about ``batch_rows`` rows, or fewer if the games are large; memory does not grow
    with the sources. ``check`` is for the problems; with ``problems`` it is ``consistency`` by default.

    A source that fails, fails the reading of the table, after all rows before.

    ``sources`` may also be portions of sources (see :func:`split`), each of which is read by one thread.

    Raises what :func:`open` raises, and ``ValueError`` for unknown columns.

    >>> import movetext, pyarrow
    >>> table = pyarrow.table(movetext.scan(b"1. e4 *", positions=True, columns=["ply", "move"]))
    >>> table.to_pylist()
    [{'ply': 0, 'move': 'e2e4'}, {'ply': 1, 'move': None}]
    """
    return _movetext.scan(
        expand(sources, portions=True),
        _table(positions, problems),
        columns=None if columns is None else list(columns),
        moves=moves,
        batch_rows=batch_rows,
        threads=threads or os.cpu_count() or 1,
        check=check or ("consistency" if problems else None),
        variant=variant,
        encoding=encoding,
        notation=notation,
        minimal=minimal,
    )


def _table(positions: bool, problems: bool) -> str:
    if positions and problems:
        raise ValueError("a table has positions or problems, not both")
    return "positions" if positions else "problems" if problems else "games"


class Parquet(NamedTuple):
    """What :func:`to_parquet` wrote: the files with the number of their rows, and what it passed over.

    >>> import movetext, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     movetext.to_parquet(b"1. e4 *", folder + "/games").rows
    1
    """

    #: Each file, and how many rows it has.
    files: list[tuple[str, int]]
    #: The files that were found in folders and hold no games, and what they are.
    skipped: list[tuple[str, str]]

    @property
    def rows(self) -> int:
        """How many rows there are in all files."""
        return sum(rows for _, rows in self.files)


def to_parquet(
    sources: Union[Sources, Portion, Iterable[Portion]],
    folder: Union[str, "os.PathLike[str]"],
    *,
    partition_by: Optional[Literal["variant"]] = "variant",
    columns: Optional[Iterable[str]] = None,
    moves: Optional[Moves] = None,
    positions: bool = False,
    threads: Optional[int] = None,
    check: Optional[Check] = None,
    variant: Optional[str] = None,
    encoding: Optional[str] = None,
    notation: Optional[str] = None,
    minimal: bool = False,
) -> Parquet:
    """Writes the table that :func:`scan` gives as Parquet files: ``folder/variant=chess/part-0.parquet`` and so on, or
    one file if ``partition_by`` is None.

    Rows are in the order of the sources, sorted by name, and of their games, which the files say of themselves.
    Row groups have up to 65,536 rows, so that statistics leave out what a query does not need; compression is
    Zstandard. Files are there when all is written, and only then.

    Raises ``FileExistsError`` if the folder is not empty, ``ValueError`` if the column that files are partitioned by is
    not among the columns, and what :func:`scan` raises.

    >>> import movetext, pyarrow.parquet, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     done = movetext.to_parquet(b"1. e4 *", folder + "/games", columns=["variant", "plies"])
    ...     pyarrow.parquet.read_table(done.files[0][0], partitioning=None).to_pylist()
    [{'plies': 1}]
    """
    if partition_by not in (None, "variant"):
        raise ValueError(f"unknown partition_by {partition_by!r}; known are 'variant' and None")
    wanted = None if columns is None else list(columns)
    if partition_by is not None and wanted is not None and partition_by not in wanted:
        raise ValueError(f"partition_by {partition_by!r} is not among the columns")
    path = os.fspath(folder)
    if os.path.isdir(path) and os.listdir(path):
        raise FileExistsError(17, "the folder is not empty", path)
    files, skipped = _movetext.to_parquet(
        sorted(expand(sources, portions=True), key=lambda one: one[1]),
        path,
        _table(positions, False),
        partitioned=partition_by is not None,
        columns=wanted,
        moves=moves,
        threads=threads or os.cpu_count() or 1,
        check=check,
        variant=variant,
        encoding=encoding,
        notation=notation,
        minimal=minimal,
    )
    return Parquet([(os.fspath(file), rows) for file, rows in files], skipped)
