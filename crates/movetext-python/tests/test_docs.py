"""Every public name has a description with an example that works."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from typing import Any

import pytest

import movetext

CONSTANTS = {"SKIP", "VARIANTS", "Source", "Sources", "__version__"}
ERRORS = {"AmbiguousMoveError", "FormatError", "IllegalMoveError", "InvalidMoveError"}


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
