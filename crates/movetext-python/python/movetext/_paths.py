"""From what the user gives to the sources that are read."""

from __future__ import annotations

import glob
import io
import os
from collections.abc import Iterable
from typing import Any, Union

#: Where games come from: paths (files, folders, patterns such as ``games/*.pgn.gz``), bytes, and open files; one, or
#: several in their order.
Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Any]
Sources = Union[Source, Iterable[Source]]

#: How the native part is told of a source: what it is, its name, the thing itself, and whether it was named.
Input = tuple[str, str, Any, bool]

_PATTERN = frozenset("*?[")


def expand(sources: Sources) -> list[Input]:
    """All sources in their order; what a folder holds is sorted by name.

    Raises ``FileNotFoundError`` if there is no such file, or a pattern fits none, and ``TypeError`` for what is no
    source.
    """
    several: Any = [sources] if _is_one(sources) else sources
    inputs: list[Input] = []
    for source in several:
        inputs.extend(_inputs(source))
    return inputs


def _is_one(sources: Any) -> bool:
    single = (str, bytes, bytearray, memoryview, os.PathLike)
    return isinstance(sources, single) or hasattr(sources, "read")


def _inputs(source: Any) -> list[Input]:
    if isinstance(source, (bytes, bytearray, memoryview)):
        return [("bytes", "<bytes>", bytes(source), True)]
    if isinstance(source, (str, os.PathLike)):
        return _files(os.fspath(source))
    if hasattr(source, "read"):
        name = getattr(source, "name", None)
        kind = "text" if isinstance(source, io.TextIOBase) else "object"
        return [(kind, name if isinstance(name, str) else "<file>", source, True)]
    raise TypeError(f"a source is a path, bytes or a file, not {type(source).__name__}")


def _files(path: str) -> list[Input]:
    if os.path.isdir(path):
        return [("path", file, file, False) for file in _inside(path)]
    if os.path.lexists(path) or _PATTERN.isdisjoint(path):
        os.stat(path)
        return [("path", path, path, True)]
    found = sorted(glob.glob(path, recursive=True))
    files = [file for file in found if not os.path.isdir(file)]
    if not files:
        raise FileNotFoundError(2, "no file fits the pattern", path)
    return [("path", file, file, True) for file in files]


def _inside(folder: str) -> Iterable[str]:
    for parent, folders, files in os.walk(folder, onerror=_raise):
        folders.sort()
        for file in sorted(files):
            path = os.path.join(parent, file)
            # Reading a pipe that nobody writes to would never end.
            if os.path.isfile(path):
                yield path


def _raise(error: OSError) -> None:
    raise error
