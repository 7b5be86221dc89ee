"""Games as a data source of Spark 4: tables of more games than one machine reads.

    from movetext.spark import MovetextSource

    spark.dataSource.register(MovetextSource)
    games = spark.read.format("movetext").option("columns", "variant,first,result,moves").load("games/*.pgn*")

It needs ``pyspark`` 4.0 or later with ``pyarrow``, and ``fsspec`` for paths that are not local; both this module and
``movetext`` have to be there on all machines.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple, Optional
from urllib.parse import unquote, urlsplit

import pyarrow as pa  # type: ignore[import-untyped]
import pyarrow.compute as pc  # type: ignore[import-untyped]

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema
from pyspark.sql.types import StructType

from movetext import _movetext
from movetext._paths import expand
from movetext._portions import split

#: Bytes of a partition, if the option ``partitionBytes`` does not say otherwise.
PARTITION = 128 << 20
#: What opening a file costs, as bytes that are read meanwhile.
OPENING = 1 << 20

_OPTIONS = {
    "path",
    "paths",
    "columns",
    "moves",
    "positions",
    "check",
    "variant",
    "encoding",
    "notation",
    "minimal",
    "partitionbytes",
    "mode",
    "pushfilters",
}

#: The filters that are evaluated where games are read, by their names: older versions do not have them.
_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    "EqualTo": pc.equal,
    "GreaterThan": pc.greater,
    "GreaterThanOrEqual": pc.greater_equal,
    "LessThan": pc.less,
    "LessThanOrEqual": pc.less_equal,
    "StringStartsWith": pc.starts_with,
}
#: The columns that are compared there.
_COMPARED = {
    "variant",
    "rules",
    "date_from",
    "date_to",
    "date_raw",
    "first_elo",
    "second_elo",
    "result",
    "result_raw",
    "first",
    "second",
    "eco",
    "plies",
}


class _Piece(NamedTuple):
    """A source or a portion of it, for a machine to read."""

    url: str
    named: bool
    mark: Optional[dict[str, Any]]
    size: int


@dataclass
class _Pieces(InputPartition):
    """What one task reads."""

    pieces: list[_Piece]


class MovetextSource(DataSource):
    """The data source ``movetext``: the table of :func:`movetext.scan`, read by all machines of a cluster.

    The path is a file, a folder or a pattern, local, ``file://`` or any that ``fsspec`` has. Sources are split where they
    can be (see :func:`movetext.split`), small ones are read together. The driver goes through files that are larger than
    a partition once, to find where games begin.

    Options are ``columns`` (names with commas between them; all by default), ``moves`` (``packed``, ``uci``, ``san``,
    ``none``), ``positions`` (``true``: a row is a position), ``check``, ``variant``, ``encoding``, ``notation``,
    ``minimal``, and ``partitionBytes`` (about 128 MiB by default). A schema that the reader is given chooses columns, too.
    With ``pushFilters=true``, filters on variant, rules, dates, ratings, result, players, ECO and plies are evaluated
    where games are read; Spark has that from 4.1 on, if ``spark.sql.python.filterPushdown.enabled`` is set.

    A source that cannot be read to its end gives what it has, and a row more with ``source``, ``errors`` and ``problems``
    alone; with the option ``mode=failfast`` it fails the job. The column ``key`` of positions is signed here, since Spark
    has no other numbers.
    """

    def __init__(self, options: Any) -> None:
        super().__init__(options)
        unknown = sorted(name for name in options if name.lower() not in _OPTIONS)
        if unknown:
            known = ", ".join(sorted(_OPTIONS - {"path", "paths"}))
            raise ValueError(f"unknown option {unknown[0]!r}; known are {known}")

    @classmethod
    def name(cls) -> str:
        """``movetext``."""
        return "movetext"

    def schema(self) -> StructType:
        """The columns that are wanted."""
        columns = self.options.get("columns")
        names = None if columns is None else [name.strip() for name in columns.split(",") if name.strip()]
        scan = _movetext.scan([("bytes", "", b"", True)], self._table(), columns=names, **self._settings())
        fields = [pa.field(field.name, _plain(field.type)) for field in pa.schema(scan)]
        return from_arrow_schema(pa.schema(fields))

    def reader(self, schema: StructType) -> MovetextReader:
        """What reads these columns."""
        kind = FilteringReader if self._is("pushFilters") else MovetextReader
        return kind(self._paths(), schema, self._table(), self._settings(), dict(self.options))

    def _table(self) -> str:
        return "positions" if self._is("positions") else "games"

    def _settings(self) -> dict[str, Any]:
        get = self.options.get
        settings = {name: get(name) for name in ("moves", "check", "variant", "encoding", "notation")}
        return {**settings, "minimal": self._is("minimal")}

    def _is(self, name: str) -> bool:
        return str(self.options.get(name, "false")).lower() == "true"

    def _paths(self) -> list[str]:
        several = self.options.get("paths")
        if several:
            return [str(path) for path in json.loads(several)]
        path = self.options.get("path")
        if not path:
            raise ValueError("no path to load games from")
        return [path]


def _plain(kind: pa.DataType) -> pa.DataType:
    """The type that Spark has for a column."""
    if pa.types.is_dictionary(kind):
        return kind.value_type
    return pa.int64() if kind == pa.uint64() else kind


class MovetextReader(DataSourceReader):
    """Reads partitions of sources; :class:`MovetextSource` makes it."""

    def __init__(
        self, paths: list[str], schema: StructType, table: str, settings: dict[str, Any], options: dict[str, str]
    ) -> None:
        options = {name.lower(): value for name, value in options.items()}
        self._paths = paths
        self._columns = list(schema.fieldNames())
        self._schema = to_arrow_schema(schema)
        self._table = table
        self._settings = settings
        self._size = int(options.get("partitionbytes", PARTITION))
        self._fails = options.get("mode", "permissive").lower() == "failfast"
        self._filters: list[tuple[str, str, Any]] = []
        # Unknown columns are refused before anything runs.
        self._scan([("bytes", "", b"", True)])

    def partitions(self) -> Sequence[InputPartition]:
        """Splits large sources, and puts small ones together."""
        sources = [source for path in self._paths for source in _sources(path)]
        large = [source for source in sources if source.size > self._size]
        counted = ("ordinal" if self._table == "games" else "game") in self._columns
        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as threads:
            pieces = dict(zip(large, threads.map(lambda source: self._split(source, counted), large)))
        partitions: list[_Pieces] = []
        together: list[_Piece] = []
        for source in sources:
            if source in pieces:
                partitions.extend(_Pieces([piece]) for piece in pieces[source])
                continue
            together.append(source)
            if sum(piece.size + OPENING for piece in together) >= self._size:
                partitions.append(_Pieces(together))
                together = []
        if together:
            partitions.append(_Pieces(together))
        return partitions

    def _split(self, source: _Piece, count: bool) -> list[_Piece]:
        names = ("variant", "encoding", "notation", "minimal")
        settings = {name: self._settings[name] for name in names}
        try:
            with _opened(source.url) as file:
                portions = split(file or source.url, self._size, count=count, **settings)
        except OSError:
            # Whoever reads it says so.
            return [source]
        if not portions[0].mark:
            return [source]
        ends = [source.size if one.end is None else one.end for one in portions]
        return [source._replace(mark=one.mark, size=max(end - one.start, 0)) for one, end in zip(portions, ends)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of a partition."""
        assert isinstance(partition, _Pieces)
        for piece in partition.pieces:
            try:
                with _opened(piece.url) as file:
                    scan = self._scan([_input(piece, file)])
                    for batch in pa.RecordBatchReader.from_stream(scan):
                        yield from self._chosen(self._fitted(batch))
            except (OSError, ValueError, RuntimeError, pa.ArrowException) as error:
                if self._fails:
                    raise
                yield from self._chosen(self._failure(piece, error))

    def _scan(self, inputs: list[Any]) -> Any:
        return _movetext.scan(inputs, self._table, columns=self._columns, threads=1, **self._settings)

    def _fitted(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The batch with the types that Spark has asked for."""
        arrays = []
        for field, array in zip(self._schema, batch.columns):
            if array.type == pa.uint64():
                array = array.view(pa.int64())
            arrays.append(array if array.type == field.type else array.cast(field.type))
        return pa.RecordBatch.from_arrays(arrays, schema=self._schema)

    def _chosen(self, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        for name, column, value in self._filters:
            array = batch.column(self._columns.index(column))
            batch = batch.filter(_mask(name, array, value))
        if batch.num_rows:
            yield batch

    def _failure(self, piece: _Piece, error: Exception) -> pa.RecordBatch:
        problem = {
            "code": "unreadable-source",
            "severity": "error",
            "byte_start": None,
            "byte_end": None,
            "line": None,
            "column": None,
            "message": str(error),
        }
        known = {"source": piece.url, "errors": 1, "problems": [problem]}
        arrays = [pa.array([known.get(field.name)], type=field.type) for field in self._schema]
        return pa.RecordBatch.from_arrays(arrays, schema=self._schema)


class FilteringReader(MovetextReader):
    """A reader that evaluates filters. Spark refuses one if ``spark.sql.python.filterPushdown.enabled`` is not set, so the
    option ``pushFilters`` asks for it."""

    def pushFilters(self, filters: list[Any]) -> Iterable[Any]:
        """Takes the filters on headings, so that what they leave out does not leave the process that reads."""
        for one in filters:
            comparison = _comparison(one)
            if comparison is not None and comparison[1] in _COMPARED:
                self._filters.append(comparison)
            else:
                yield one


def _comparison(one: Any) -> Optional[tuple[str, str, Any]]:
    """A filter as its name, the column and the value; None for one that Spark has to evaluate."""
    name = type(one).__name__
    if name == "Not" and type(one.child).__name__ == "EqualTo":
        inner = _comparison(one.child)
        return None if inner is None else ("Not", *inner[1:])
    path: Any = getattr(one, "attribute", ())
    if len(path) != 1 or name not in {*_COMPARISONS, "In", "IsNull", "IsNotNull"}:
        return None
    return name, path[0], getattr(one, "value", None)


def _mask(name: str, array: pa.Array, value: Any) -> pa.Array:
    if name == "IsNull":
        return pc.is_null(array)
    if name == "IsNotNull":
        return pc.is_valid(array)
    if name == "In":
        return pc.is_in(array, pa.array([one for one in value if one is not None], type=array.type))
    if name == "StringStartsWith":
        return pc.starts_with(array, pattern=value)
    scalar = pa.scalar(value, type=array.type)
    return pc.not_equal(array, scalar) if name == "Not" else _COMPARISONS[name](array, scalar)


def _local(path: str) -> Optional[str]:
    """The path of a local file; None for one that fsspec has to open."""
    parts = urlsplit(path)
    if parts.scheme == "file":
        return unquote(parts.path)
    return None if "://" in path or "::" in path else path


def _sources(path: str) -> list[_Piece]:
    """All sources of a path: folders and patterns as :func:`movetext.open` takes them."""
    local = _local(path)
    if local is not None:
        return [_Piece(name, named, None, os.path.getsize(name)) for _, name, _, named in expand(local)]
    import fsspec

    system, _, found = fsspec.get_fs_token_paths(path)
    files: list[tuple[str, bool]] = []
    for one in found:
        if system.isdir(one):
            files.extend((file, False) for file in sorted(system.find(one)))
        else:
            files.append((one, True))
    if not files:
        raise FileNotFoundError(2, "no file fits the pattern", path)
    # What the system itself stands on, as in zip://games.pgn::https://...
    _, chained, below = path.partition("::")
    return [
        _Piece(system.unstrip_protocol(file) + chained + below, named, None, system.size(file) or 0) for file, named in files
    ]


class _opened:
    """A file that fsspec opens; None for a local one, which is opened by its path."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._system: Any = None
        self._file: Any = None

    def __enter__(self) -> Any:
        if _local(self._url) is None:
            import fsspec

            # The system has to live as long as the file: archives close with it.
            self._system, path = fsspec.url_to_fs(self._url)
            self._file = self._system.open(path, "rb")
        return self._file

    def __exit__(self, *_: Any) -> None:
        if self._file is not None:
            self._file.close()


def _input(piece: _Piece, file: Any) -> Any:
    """A piece as the native part takes it."""
    kind, content = ("path", piece.url) if file is None else ("object", file)
    if piece.mark is None:
        return (kind, piece.url, content, piece.named)
    return ("portion", piece.url, (content, piece.mark), piece.named)
