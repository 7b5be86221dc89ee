"""The data source of Spark, on a cluster of two workers: the same rows as in one process."""

from __future__ import annotations

import datetime
import gzip
import os
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow  # type: ignore[import-untyped]
import pytest

import movetext

pyspark = pytest.importorskip("pyspark", minversion="4.1", reason="pyspark is not installed")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("there is no Java", allow_module_level=True)

from movetext import spark as source  # noqa: E402

PGN = """\
[Event "{number}"]
[Date "{year}.05.??"]
[White "Réti"]
[WhiteElo "{elo}"]
[Result "{result}"]

{{{comment}}} 1. e4 e5 {{[%clk 0:01:00]}} 2. {move} {result}

"""
#: What begins like a game, but is none.
COMMENT = """a comment
[Event "in it"]

that goes on"""
GAMES = 9_000 + 1_000 + 3_000 + 6 * 3
XIANGQI = '[Game "Chinese Chess"]\n[Red "许银川"]\n[Result "1-0"]\n\n1. C2.5 H8+7 1-0\n\n'


def text(games: int) -> str:
    return "".join(
        PGN.format(
            number=number,
            comment=COMMENT if number % 50 == 0 else "short",
            year=1900 + number % 100,
            elo=2000 + number % 700,
            result=["1-0", "0-1", "1/2-1/2"][number % 3],
            move="Ke3" if number % 10 == 0 else "Nf3",
        )
        for number in range(games)
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("spark")
    (folder / "a.pgn").write_text(text(9_000), encoding="utf-8")
    (folder / "b.pgn.gz").write_bytes(gzip.compress(text(1_000).encode(), 1))
    (folder / "c.pgn").write_bytes(text(3_000).encode("utf-16"))
    for number in range(6):
        (folder / f"d{number:02}.pgn").write_text(XIANGQI * 3, encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("movetext")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.sql.shuffle.partitions": "4",
        "spark.executorEnv.PYTHONPATH": os.pathsep.join(sys.path),
        "spark.sql.session.timeZone": "UTC",
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    session.dataSource.register(source.MovetextSource)
    yield session
    session.stop()


def load(session: Any, path: Any, **options: str) -> Any:
    return session.read.format("movetext").options(**options).load(str(path))


def expected(sources: Any, **keywords: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pyarrow.table(movetext.scan(sources, **keywords)).to_pylist()
    return rows


def collected(frame: Any, *order: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = frame.orderBy(*order).toArrow().to_pylist()
    return rows


def test_rows_are_those_of_one_process(session: Any, folder: Path) -> None:
    frame = load(session, folder, partitionBytes="500000", moves="uci")
    assert frame.rdd.getNumPartitions() >= 6
    assert expected(folder, moves="uci") == collected(frame, "source", "ordinal")


def test_each_game_is_counted_once(session: Any, folder: Path) -> None:
    columns = "source,byte_start,problems,plies"
    rows = expected(folder, columns=columns.split(","))
    assert len(rows) == GAMES
    for size in ("500000", "100000000"):
        frame = load(session, folder / "*.pgn*", columns=columns, partitionBytes=size)
        assert collected(frame, "source", "byte_start") == rows


def test_compressed_sources_are_split_at_frames(session: Any, tmp_path: Path) -> None:
    whole = text(9_000).encode()
    codec = pyarrow.Codec("zstd")
    frames = [codec.compress(whole[at : at + 70_001]).to_pybytes() for at in range(0, len(whole), 70_001)]
    path = tmp_path / "games.pgn.zst"
    path.write_bytes(b"".join(frames))
    frame = load(session, path, partitionBytes="10000", moves="uci")
    assert frame.rdd.getNumPartitions() >= 3
    assert expected(path, moves="uci") == collected(frame, "source", "ordinal")


def test_positions(session: Any, folder: Path) -> None:
    path = folder / "a.pgn"
    frame = load(session, f"file://{path}", positions="true", columns="game,ply,key,move", partitionBytes="500000")
    rows = expected(path, positions=True, columns=["game", "ply", "key", "move"])
    for row in rows:
        row["key"] -= (row["key"] >> 63) << 64
    assert collected(frame, "game", "ply") == rows


@pytest.mark.parametrize("pushed", [True, False])
def test_columns_and_filters(session: Any, folder: Path, pushed: bool) -> None:
    columns = "variant,date_from,first_elo,result,first"
    session.conf.set("spark.sql.python.filterPushdown.enabled", str(pushed).lower())
    condition = "variant = 'chess' AND date_from >= DATE'1950-01-01' AND first_elo > 2500 AND result IN ('draw', 'first-wins')"
    frame = load(session, folder, columns=columns, pushFilters=str(pushed)).where(condition)
    since = datetime.date(1950, 1, 1)
    rows = [
        row
        for row in expected(folder, columns=columns.split(","))
        if row["variant"] == "chess" and row["date_from"] >= since and row["first_elo"] > 2500 and row["result"] != "second-wins"
    ]
    assert len(rows) > 300
    assert frame.count() == len(rows)


def test_schemas_choose_columns(session: Any, folder: Path) -> None:
    wanted = session.read.format("movetext").schema("plies int, variant string").load(str(folder / "d0*.pgn"))
    assert wanted.columns == ["plies", "variant"]
    assert [tuple(row) for row in wanted.distinct().collect()] == [(2, "xiangqi")]


def test_filters_are_taken() -> None:
    from pyspark.sql import datasource as filters

    reader = source.MovetextSource({"path": "none", "pushFilters": "true"}).reader(
        source.MovetextSource({"columns": "variant,first_elo,tags,result"}).schema()
    )
    taken: list[Any] = [
        filters.EqualTo(("variant",), "chess"),
        filters.In(("result",), ("draw", None)),
        filters.Not(filters.EqualTo(("result",), "unknown")),
        filters.GreaterThanOrEqual(("first_elo",), 2500),
        filters.IsNotNull(("first_elo",)),
    ]
    left: list[Any] = [filters.IsNull(("tags",)), filters.EqualTo(("tags", "Event"), "x"), filters.StringEndsWith(("result",), "w")]
    assert list(reader.pushFilters([*taken, *left])) == left


def test_bad_sources_are_rows(session: Any, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "good.pgn").write_text(text(5), encoding="utf-8")
    (tmp_path / "cut.pgn.gz").write_bytes((folder / "b.pgn.gz").read_bytes()[:-2000])
    (tmp_path / "picture.pgn").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(1000))
    frame = load(session, tmp_path, columns="source,ordinal,errors,problems")
    (bad,) = frame.where("ordinal IS NULL").collect()
    assert bad.source.endswith("cut.pgn.gz") and bad.errors == 1
    assert bad.problems[0].code == "unreadable-source" and "cut.pgn.gz" in bad.problems[0].message
    sources = {Path(row.source).name: row["count"] for row in frame.groupBy("source").count().collect()}
    assert set(sources) == {"good.pgn", "cut.pgn.gz"}
    assert 100 < sources["cut.pgn.gz"] < 1000 and sources["good.pgn"] == 5
    with pytest.raises(Exception, match="cut.pgn.gz"):
        load(session, tmp_path, mode="failfast").count()


def test_paths_of_other_systems(session: Any, folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    packed = tmp_path / "games.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(folder / "a.pgn", "a.pgn")
        archive.write(folder / "d00.pgn", "d00.pgn")
    columns = "ordinal,byte_start,event"
    frame = load(session, f"zip://*.pgn::file://{packed}", columns=columns, partitionBytes="500000")
    assert frame.rdd.getNumPartitions() > 2
    rows = expected([folder / "a.pgn", folder / "d00.pgn"], columns=columns.split(","))
    key = ("byte_start", "event")
    assert collected(frame, *key) == sorted(rows, key=lambda row: (row["byte_start"], row["event"] or ""))


def test_a_worker_may_die(session: Any, folder: Path, tmp_path: Path) -> None:
    died = tmp_path / "died"

    def once(batches: Any) -> Any:
        for batch in batches:
            if not died.exists():
                died.touch()
                os._exit(9)
            yield batch

    frame = load(session, folder, columns="source,ordinal", partitionBytes="500000")
    survived = frame.mapInArrow(once, frame.schema)
    assert survived.distinct().count() == GAMES
    assert died.exists()


def test_what_is_asked_wrongly(session: Any, folder: Path) -> None:
    for options, message in (
        ({"colunms": "plies"}, "unknown option 'colunms'"),
        ({"columns": "color"}, "unknown column 'color'"),
        ({"variant": "draughts"}, "unknown variant 'draughts'"),
    ):
        with pytest.raises(Exception, match=message):
            load(session, folder, **options).count()
    with pytest.raises(Exception, match="missing.pgn"):
        load(session, folder / "missing.pgn").count()
