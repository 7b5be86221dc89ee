"""Portions of a source give what the source gives."""

from __future__ import annotations

import bz2
import io
import pickle
import random
from pathlib import Path
from typing import Any

import pyarrow  # type: ignore[import-untyped]
import pytest

import movetext

PGN = """\
[Event "{number}"]
[White "Réti"]

{{{comment}}} 1. e4 e5 {{[%clk 0:01:00]}} 2. Ke3 (2. Nf3 Nc6) Nf6 *

"""

#: What begins like a game, but is none.
COMMENT = """a comment
[Event "in it"]

that goes on"""


def text(games: int) -> bytes:
    filler = random.Random(1)
    pieces = []
    for number in range(games):
        comment = COMMENT if number % 50 == 0 else "short"
        pieces.append(PGN.format(number=number, comment=comment) + "; " + "x" * filler.randrange(400) + "\n\n")
    return "".join(pieces).encode()


def rows(source: Any, **keywords: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pyarrow.table(movetext.scan(source, **keywords)).to_pylist()
    return found


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("portions") / "games.pgn"
    path.write_bytes(text(6000))
    return path


TABLES: list[dict[str, Any]] = [
    {"moves": "san"},
    {"columns": ["ordinal", "byte_start", "problems", "tags"], "check": "import"},
    {"positions": True},
]


@pytest.mark.parametrize("keywords", TABLES)
def test_portions_have_the_rows_of_the_source(path: Path, keywords: dict[str, Any]) -> None:
    whole = rows(path, **keywords)
    portions = movetext.split(path, 400_000)
    assert len(portions) > 2
    assert whole == rows(portions, **keywords)
    backwards = [rows(portion, **keywords) for portion in reversed(portions)]
    assert whole == [row for some in reversed(backwards) for row in some]


def test_portions_follow_each_other(path: Path) -> None:
    portions = movetext.split(path, 1_000_000)
    assert [one.end for one in portions[:-1]] == [one.start for one in portions[1:]]
    assert (portions[0].start, portions[0].games, portions[-1].end) == (0, 0, None)
    starts = [row["byte_start"] for row in rows(path, columns=["byte_start"])]
    for portion in portions[1:]:
        assert portion.games is not None
        assert starts[portion.games] >= portion.start > starts[portion.games - 1]
    assert len(movetext.split(path)) == 1


def test_portions_travel(path: Path) -> None:
    again = pickle.loads(pickle.dumps(movetext.split(path, 1_000_000)))
    assert rows(again) == rows(path)


def test_bytes_and_files_have_portions(path: Path) -> None:
    content = path.read_bytes()
    expected = [{**row, "source": "<bytes>"} for row in rows(path)]
    assert rows(movetext.split(content, 1_000_000)) == expected
    portions = movetext.split(io.BytesIO(content), 1_000_000)
    assert len(portions) > 1
    for _ in range(2):
        assert rows([one._replace(name="<bytes>") for one in portions]) == expected
    with path.open("rb") as file:
        (whole,) = movetext.split(file)
        assert rows(whole) == rows(path)
    with pytest.raises(TypeError, match="binary mode"):
        movetext.split(io.StringIO("1. e4 *"))


@pytest.mark.parametrize("encoding", ["utf-16", "gb18030", "windows-1252"])
def test_encodings(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "games.pgn"
    path.write_bytes(text(3000).decode().encode(encoding))
    portions = movetext.split(path, 300_000)
    assert len(portions) > 1
    assert rows(portions) == rows(path)


def test_real_files(corpora: Path) -> None:
    """Damaged ones, too."""
    count = 0
    for path in sorted(corpora.rglob("*.pgn"))[:60]:
        if not 1_200_000 < path.stat().st_size < 20_000_000:
            continue
        portions = movetext.split(path, 1)
        count += len(portions) > 1
        assert rows(portions) == rows(path), path
    if not count:
        pytest.skip("no file there is large enough")


def packed(pieces: list[bytes], suffix: str) -> bytes:
    """The pieces, each compressed by itself; with frames that give nothing between them."""
    if suffix == "bz2":
        return b"".join(bz2.compress(piece, 1) + bz2.compress(b"") for piece in pieces)
    codec = pyarrow.Codec("zstd")
    skipped = b"\x50\x2a\x4d\x18\x04\0\0\0none"
    return b"".join(skipped + codec.compress(piece).to_pybytes() for piece in pieces)


@pytest.mark.parametrize("suffix", ["zst", "bz2"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_compressed_sources_of_several_frames(tmp_path: Path, suffix: str, encoding: str) -> None:
    whole = text(6000).decode().encode(encoding)
    # Frames end anywhere, in the middle of games, of comments and of characters.
    pieces = [whole[at : at + 150_001] for at in range(0, len(whole), 150_001)]
    source = tmp_path / f"games.pgn.{suffix}"
    source.write_bytes(packed(pieces, suffix))
    expected = rows(source, moves="san")
    assert [row["byte_start"] for row in expected] == [row["byte_start"] for row in rows(whole)]
    for size in (1, 300_000, 1_000_000):
        portions = movetext.split(source, size)
        assert len(portions) > 1
        # None of them begins by decompressing what another one holds.
        frames = [portion.mark["frame"] for portion in portions]
        assert len(set(frames)) == len(frames)
        assert [row for portion in portions for row in rows(portion, moves="san")] == expected
        assert rows(pickle.loads(pickle.dumps(portions[-1])), moves="san") == expected[portions[-1].games :]


def test_a_compressed_source_that_breaks_off(tmp_path: Path) -> None:
    whole = text(6000)
    half = len(whole) // 2
    source = tmp_path / "games.pgn.zst"
    source.write_bytes(packed([whole[:half], whole[half:]], "zst")[:-100])
    with pytest.raises(OSError, match="middle of a frame"):
        movetext.split(source, 100_000)


def test_what_has_no_portions(tmp_path: Path) -> None:
    import gzip

    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(text(3000)))
    (portion,) = movetext.split(packed, 1000)
    assert rows(portion) == rows(packed)
    (portion,) = movetext.split(io.BytesIO(packed.read_bytes()), 1000)
    assert len(rows(portion)) == 3000
    document = movetext.convert(text(10), "pcn").data
    assert document is not None
    (portion,) = movetext.split(document, 1)
    assert rows(portion) == rows(document)
    with pytest.raises(ValueError, match="one source"):
        movetext.split([b"1. e4 *", b"1. d4 *"])
    with pytest.raises(ValueError, match="size"):
        movetext.split(b"1. e4 *", 0)


def test_portions_without_numbers(path: Path) -> None:
    portions = movetext.split(path, 1_000_000, count=False)
    assert portions[1].games is None
    columns = ["byte_start", "moves", "problems"]
    assert rows(portions, columns=columns) == rows(path, columns=columns)
    for positions in (False, True):
        with pytest.raises(ValueError, match="not counted"):
            movetext.scan(portions, positions=positions)
    with pytest.raises(ValueError, match="whole sources"):
        movetext.scan(portions, problems=True)


def test_portions_are_for_tables(path: Path, tmp_path: Path) -> None:
    portions: Any = movetext.split(path, 1_000_000)
    for work in (movetext.open, movetext.check, lambda sources: movetext.convert(sources, "pgn")):
        with pytest.raises(TypeError, match="only be scanned"):
            work(portions)
    written = movetext.to_parquet(portions, tmp_path / "table")
    assert written.rows == 6000
