"""Every public name has a description with an example that works."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import movetext

#: The games that examples with `games.pgn` and `games.db` are about.
GAMES = """\
[Event "World championship"]
[Date "1960.03.15"]
[White "Tal"]
[Black "Botvinnik"]
[Result "1-0"]

1. e4 e6 2. d4 d5 3. Nc3 Bb4 1-0

[Event "World championship"]
[Date "1972.07.11"]
[White "Spassky"]
[Black "Fischer"]
[Result "1-0"]

1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3 Bb4 1-0

[Event "World championship"]
[Date "1972.07.23"]
[White "Fischer"]
[Black "Spassky"]
[Result "1-0"]

1. c4 e6 2. Nf3 d5 3. d4 Nf6 4. Nc3 Be7 1-0
"""

CONSTANTS = {"SKIP", "VARIANTS", "Source", "Sources", "__version__"}
ERRORS = {"AmbiguousMoveError", "DatabaseError", "FormatError", "IllegalMoveError", "InvalidMoveError"}


def described() -> Iterator[tuple[str, Any]]:
    yield "movetext", movetext
    for name in movetext.__all__:
        if name in CONSTANTS:
            continue
        thing = getattr(movetext, name)
        yield name, thing
        if inspect.isclass(thing) and name not in ERRORS:
            for member, value in vars(thing).items():
                if not member.startswith("_") and member not in ("__doc__",):
                    yield f"{name}.{member}", value


NAMES = dict(described())


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("games.pgn").write_text(GAMES, encoding="utf-8")
    with movetext.Database("games.db", write=True) as database:
        database.import_("games.pgn")


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("name", NAMES)
def test_examples_work(name: str) -> None:
    text = inspect.getdoc(NAMES[name]) or ""
    assert text.strip(), f"{name} has no description"
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, None)
    failures: list[str] = []
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(test, out=failures.append)
    assert not failures, "".join(failures)


@pytest.mark.parametrize("name", sorted(set(movetext.__all__) - CONSTANTS - ERRORS))
def test_public_names_have_an_example(name: str) -> None:
    assert ">>> " in (getattr(movetext, name).__doc__ or ""), f"{name} has no example"


def test_names_are_declared() -> None:
    assert movetext.__all__ == sorted(movetext.__all__, key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    for name in movetext.__all__:
        assert hasattr(movetext, name)
