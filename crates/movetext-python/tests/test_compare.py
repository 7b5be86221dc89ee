"""Comparison of collections and of games."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import movetext

A = b"""\
[White "Reti"]
[Black "Tartakower"]
[Date "1910.??.??"]

1. e4 c6 2. d4 d5 $1 (2... e5) 3. Nc3 {good} dxe4 1-0

[White "Anderssen"]

1. e4 e5 2. f4 *

[White "Morphy"]

1. e4 e5 2. Nf3 d6 *
"""
B = b"""\
[White "Anderssen"]

1. e2-e4 e7-e5 2. f2-f4 *

[Black "Tartakower"]
[White "Reti"]
[Date "1910.??.??"]

1. e4 c6 2. d4 d5 3. Nc3 {best} dxe4 0-1

[White "Steinitz"]

1. d4 f5 *
"""


def test_pairs_and_differences() -> None:
    report = movetext.compare(A, B, ignore="order")
    items = list(report)
    reti, anderssen, morphy, steinitz = items
    assert isinstance(reti, movetext.Pair) and isinstance(anderssen, movetext.Pair)
    assert (reti.a, reti.b.game, reti.by, reti.kind) == (("<bytes>", 1, 0), 2, "moves", "result")
    assert not reti.is_same and anderssen.is_same
    assert [(one.what, one.ply, one.a, one.b) for one in reti.differences] == [
        ("result", None, "1-0", "0-1"),
        ("nag", 4, "$1", None),
        ("variation", 4, "e5", None),
        ("comment", 5, "good", "best"),
    ]
    assert reti.titles[0] == "Reti – Tartakower, 1910.??.??"
    assert anderssen.kind == "spelling"
    assert morphy == movetext.Only("a", movetext.Place("<bytes>", 3, A.index(b'[White "Morphy"]')), "Morphy – ?")
    assert isinstance(steinitz, movetext.Only) and steinitz.collection == "b"
    totals = report.totals
    assert (totals.a, totals.b, totals.pairs, totals.only_a, totals.only_b) == (3, 3, 2, 1, 1)
    assert {kind: count for kind, count in totals.kinds.items() if count} == {"result": 1, "spelling": 1}
    assert not report.is_same()


def test_what_is_compared() -> None:
    def kinds(**asked: str) -> list[str]:
        report = movetext.compare(A, B, **asked)  # type: ignore[arg-type]
        return [item.kind for item in report if isinstance(item, movetext.Pair)]

    assert kinds(only="moves") == ["same", "same"]
    assert kinds(only="moves", by="order") == ["moves", "moves", "moves"]
    assert kinds(by="moves") == ["result", "spelling"]
    for wrong in ({"ignore": "colour"}, {"by": "luck"}, {"only": "?"}):
        with pytest.raises(ValueError):
            movetext.compare(A, B, **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="threads"):
        movetext._movetext.compare([], [], ignore=[], only=[], tags=[], by="moves", threads=0)


def test_games_are_compared_too() -> None:
    one, two, three = movetext.open(A)
    (pair,) = movetext.compare(two, [two])
    assert isinstance(pair, movetext.Pair) and pair.kind == "same"
    assert movetext.compare([one, two, three], movetext.open(A)).is_same()
    assert movetext.compare(movetext.open(A), A).is_same()
    assert not movetext.compare(one, three, by="order").is_same()


def test_formats_that_hold_less(tmp_path: Path) -> None:
    uci = movetext.convert(b'[White "Tal"]\n\n1. e4 {best} e5 *\n', "uci").data
    assert uci is not None
    (pair,) = movetext.compare(b'[White "Tal"]\n\n1. e4 {best} e5 *\n', uci)
    assert isinstance(pair, movetext.Pair)
    assert pair.is_same
    assert ("comment", "b", 1) in pair.omitted


def test_every_file_means_the_same_as_itself(corpus: Path) -> None:
    report = movetext.compare(corpus / "chess", corpus / "chess", by="order", threads=3)
    kinds = {item.kind for item in report if isinstance(item, movetext.Pair)}
    assert kinds == {"same"}
    assert report.totals.only_a == report.totals.only_b == 0
    assert report.totals.pairs > 10


def test_what_cannot_be_read_is_not_missing(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pgn.gz"
    broken.write_bytes(b"\x1f\x8b\x08\x00broken")
    with pytest.raises(OSError):
        movetext.compare(A, broken)
    with pytest.raises(FileNotFoundError):
        movetext.compare(A, os.fspath(tmp_path / "missing.pgn"))
    with pytest.raises(movetext.FormatError):
        movetext.compare(A, b"\x89PNG\r\n\x1a\n" + bytes(1000))
    assert movetext.compare(b"", b"").is_same()
