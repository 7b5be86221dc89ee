"""Tables of games, positions and problems, and Parquet files."""

from __future__ import annotations

import gc
import gzip
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import movetext

pyarrow = pytest.importorskip("pyarrow")

PGN = b"""[Event "one"]
[White "A"]
[White "B"]
[Date "2020.05.??"]
[WhiteElo "2500"]
[Result "1-0"]

1. e4 {[%clk 0:01:00] best} e5 (1... c5 {sharp}) 2. Nf3 {[%eval 0.3,12]} 1-0

[Event "two"]
[Variant "Chess960"]

1. d4 d5 2. Ke3 Nf6 *
"""

XIANGQI = "[Game \"Chinese Chess\"]\n[Red \"许银川\"]\n\n1. 炮二平五 馬8進7 0-1\n".encode()


def rows(*arguments: Any, **keywords: Any) -> list[dict[str, Any]]:
    table: list[dict[str, Any]] = pyarrow.table(movetext.scan(*arguments, **keywords)).to_pylist()
    return table


def test_all_columns_of_games() -> None:
    scan = movetext.scan([PGN, XIANGQI])
    assert scan.columns[:5] == ["source", "ordinal", "byte_start", "byte_len", "variant"] and len(scan.columns) == 32
    one, two, three = rows([PGN, XIANGQI])
    assert one.pop("moves").hex() == "0c1c34240615"
    assert [problem["code"] for problem in one.pop("problems")] == ["duplicate-tag"]
    assert dict(one.pop("tags"))["White#3"] == "B"
    assert one.pop("date_from").isoformat() == "2020-05-01" and one.pop("date_to").isoformat() == "2020-05-31"
    assert one == {
        "source": "<bytes>",
        "ordinal": 1,
        "byte_start": 0,
        "byte_len": PGN.index(b'\n\n[Event "two'),
        "variant": "chess",
        "rules": None,
        "first": "A",
        "second": None,
        "event": "one",
        "site": None,
        "round": None,
        "date_raw": "2020.05.??",
        "result_raw": "1-0",
        "result": "first-wins",
        "first_elo": 2500,
        "second_elo": None,
        "eco": None,
        "time_control": None,
        "plies": 3,
        "variation_plies": 1,
        "unresolved": 0,
        "errors": 0,
        "warnings": 1,
        "setup": None,
        "comments": [
            {"ply": 1, "depth": 0, "text": "[%clk 0:01:00] best"},
            {"ply": 2, "depth": 1, "text": "sharp"},
            {"ply": 3, "depth": 0, "text": "[%eval 0.3,12]"},
        ],
        "clocks": [60.0, None, None],
        "evals": [None, None, {"centipawns": 30, "mate": None, "depth": 12}],
    }
    assert (two["rules"], two["plies"], two["unresolved"], two["errors"]) == ("Chess960", 2, 2, 1)
    problem = next(problem for problem in two["problems"] if problem["code"] == "illegal-move")
    assert PGN[problem["byte_start"] : problem["byte_end"]] == b"Ke3"
    assert (three["variant"], three["first"], three["result"]) == ("xiangqi", "许银川", "second-wins")


def test_moves_in_all_forms() -> None:
    castling = b"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 O-O *"
    (uci,) = rows(castling, columns=["moves"], moves="uci")
    (san,) = rows(castling, columns=["moves"], moves="san")
    assert uci["moves"] == ["e2e4", "e7e5", "g1f3", "g8f6", "f1c4", "f8c5", "e1g1", "e8g8"]
    assert san["moves"] == ["e4", "e5", "Nf3", "Nf6", "Bc4", "Bc5", "O-O", "O-O"]
    assert "moves" not in movetext.scan(castling, moves="none").columns


def test_rows_are_those_of_the_games(corpus: Path) -> None:
    """What the table says is what the games say, in every format and variant."""
    count = 0
    for path in sorted(path for path in corpus.rglob("*") if path.is_file()):
        try:
            games = list(movetext.open(path))
            table = rows(path, moves="san")
            positions = rows(path, positions=True)
        except (OSError, movetext.FormatError):
            continue
        except Exception:
            # An Arrow consumer has errors of its own for what fails in the middle.
            with pytest.raises(Exception):
                list(movetext.open(path))
            continue
        assert len(table) == len(games), path
        for game, row in zip(games, table):
            count += 1
            assert row["ordinal"] == game.ordinal
            assert (row["byte_start"], row["byte_start"] + row["byte_len"]) == game.byte_range
            assert (row["plies"], row["variation_plies"], row["unresolved"]) == game.counts
            assert row["variant"] == game.variant
            assert list(dict(row["tags"]).values()) == [value for _, value in game.headers.pairs()]
            played = [node for node in game.mainline() if node.move is not None]
            assert row["moves"] == [node.san() for node in played][: len(row["moves"])]
            assert [problem["code"] for problem in row["problems"]] == [error.code for error in game.errors]
            if game.replayed:
                own = [one for one in positions if one["game"] == game.ordinal]
                line = [game, *game.mainline()][: len(own)]
                assert len(own) == 1 + len(game.mainline_moves())
                for node, one in zip(line, own):
                    board = node.board()
                    assert (one["key"], one["fen"], one["ply"]) == (board.key, board.fen(), node.ply())
                assert [one["move"] for one in own[:-1]] == [
                    node.board().uci(follower.move) for node, follower in zip(line, line[1:]) if follower.move
                ]
    assert count > 300


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("batch_rows", [50, 100_000])
def test_threads_and_batches_make_no_difference(tmp_path: Path, threads: int, batch_rows: int) -> None:
    many = PGN * 3000
    plain, packed = tmp_path / "a.pgn", tmp_path / "b.pgn.gz"
    plain.write_bytes(many)
    packed.write_bytes(gzip.compress(many, 1))
    tables: list[dict[str, Any]] = [
        {"columns": ["source", "ordinal", "event", "moves"]},
        {"positions": True},
        {"problems": True},
    ]
    for keywords in tables:
        table = pyarrow.table(movetext.scan([plain, packed], threads=threads, batch_rows=batch_rows, **keywords))
        number = "ordinal" if "columns" in keywords else "game"
        numbers = table.column(number).to_pylist()
        half = len(numbers) // 2
        assert numbers[:half] == numbers[half:] == sorted(numbers[:half])
        assert max(numbers) == 6000
    scan = movetext.scan([plain, packed], threads=threads, batch_rows=batch_rows, columns=["event", "moves"])
    reader = pyarrow.RecordBatchReader.from_stream(scan)
    sizes = [batch.num_rows for batch in reader]
    assert sum(sizes) == 12_000 and (batch_rows > 1000 or max(sizes) < 2000)


def test_problems() -> None:
    table = rows(b"prose\n\n" + PGN, problems=True)
    assert {"illegal-move", "stray-text"} <= {row["code"] for row in table}
    assert list(table[0]) == movetext.scan(b"", problems=True).columns
    text = b"1. e4+ e5 *"
    assert len(rows(text, problems=True)) == 1 < len(rows(text, problems=True, check="export"))
    binary = rows(b"\x89PNG\r\n\x1a\n" + bytes(64), problems=True)
    assert [row["game"] for row in binary] == [0]


def test_errors(tmp_path: Path) -> None:
    wrong: list[dict[str, Any]] = [
        {"columns": ["x"]},
        {"columns": []},
        {"columns": ["plies", "plies"]},
        {"moves": "x"},
        {"positions": True, "moves": "packed"},
        {"positions": True, "problems": True},
        {"problems": True, "columns": ["code"]},
        {"batch_rows": 0},
        {"variant": "go"},
    ]
    for keywords in wrong:
        with pytest.raises(ValueError):
            movetext.scan(PGN, **keywords)
    broken = tmp_path / "a.pgn.gz"
    broken.write_bytes(gzip.compress(PGN * 1000)[:-20])
    reader = pyarrow.RecordBatchReader.from_stream(movetext.scan(broken, columns=["event"]))
    with pytest.raises(Exception, match="a.pgn.gz"):
        reader.read_all()
    with pytest.raises(Exception, match="no games"):
        rows(b"\x89PNG\r\n\x1a\n" + bytes(64))


def test_a_stream_that_is_dropped_ends_its_threads(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(PGN * 20_000)
    for _ in range(3):
        reader = pyarrow.RecordBatchReader.from_stream(movetext.scan(path, threads=2))
        reader.read_next_batch()
        del reader
    gc.collect()
    assert threading.active_count() < 10
    assert len(rows(path, columns=["ordinal"])) == 40_000


def test_files_of_python_are_read_by_threads(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(PGN * 1000)
    with open(path, "rb") as file:
        assert len(rows(file, threads=2, columns=["ordinal"])) == 2000


def test_consumers() -> None:
    scan = movetext.scan([PGN, XIANGQI], columns=["variant", "event", "plies", "moves", "tags", "comments"], moves="san")
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(scan)
    assert frame["plies"].to_list() == [3, 2, 2]
    assert frame.filter(polars.col("variant").cast(polars.String) == "xiangqi").height == 1
    pandas = pytest.importorskip("pandas")
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert list(pandas.DataFrame.from_arrow(scan)["plies"]) == [3, 2, 2]
    duckdb = pytest.importorskip("duckdb")
    assert duckdb.sql("SELECT sum(plies), count(DISTINCT variant) FROM scan").fetchall() == [(7, 2)]


def test_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "b.pgn").write_bytes(XIANGQI)
    (tmp_path / "in" / "a.pgn").write_bytes(PGN)
    (tmp_path / "in" / "c.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    out = tmp_path / "out"
    done = movetext.to_parquet(tmp_path / "in", out, moves="uci")
    assert sorted((Path(file).relative_to(out).as_posix(), rows) for file, rows in done.files) == [
        ("variant=chess/part-0.parquet", 2),
        ("variant=xiangqi/part-0.parquet", 1),
    ]
    assert [Path(name).name for name, _ in done.skipped] == ["c.png"]
    read = parquet.read_table(out).to_pylist()
    again = rows(tmp_path / "in" / "*.pgn", moves="uci")
    assert [row["moves"] for row in read] == [row["moves"] for row in again]
    assert {tuple(sorted(row)) for row in read} == {tuple(sorted(row)) for row in again}
    with pytest.raises(FileExistsError):
        movetext.to_parquet(tmp_path / "in", out)
    flat = movetext.to_parquet(PGN, tmp_path / "flat", partition_by=None, positions=True)
    assert flat.rows == 7 and flat.files[0][0] == str(tmp_path / "flat" / "part-0.parquet")
    with pytest.raises(ValueError):
        movetext.to_parquet(PGN, tmp_path / "no", columns=["plies"])
    broken = gzip.compress(PGN * 1000)[:-20]
    with pytest.raises(OSError):
        movetext.to_parquet(broken, tmp_path / "broken")
    assert not list((tmp_path / "broken").rglob("*.parquet")) and not list((tmp_path / "broken").rglob("*.tmp"))


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "movetext", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_bytes(PGN)
    done = run("convert", "--to", "uci", path)
    assert done.returncode == 1 and done.stdout.splitlines()[0] == "position startpos moves e2e4 e7e5 g1f3"
    assert "2 left_out" in done.stderr
    done = run("convert", "--to", "parquet", path, "-o", tmp_path / "out", "--moves", "uci")
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.endswith("part-0.parquet: 2 rows\n")
    done = run("check", path)
    assert done.returncode == 1 and "illegal-move" in done.stdout
    done = run("detect", path)
    assert done.returncode == 0 and "chess" in done.stdout
    assert run("check", tmp_path / "nowhere.pgn").returncode == 3
    assert run("convert", "--to", "parquet", path).returncode == 2
    assert run("convert", "--to", "pgn", "--moves", "uci", path).returncode == 2
    assert run("nothing").returncode == 2
