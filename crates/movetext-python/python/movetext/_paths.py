"""From what the user gives to the sources that are read."""

from __future__ import annotations

import glob
import io
import os
from collections.abc import Iterable
from typing import Any, NamedTuple, Optional, Union

class Portion(NamedTuple):
    """A stretch of a source that begins and ends between games, and can be read by :func:`scan` without what stands
    before it; see :func:`split`. It can be pickled, as far as ``source`` can.

    ``source`` is a path, bytes, or an open file that can be sought in, ``name`` what the column ``source`` says of
    it. ``start`` is the offset of its first byte in the text, ``end`` that of the one behind the last (None: the end),
    and ``games`` how many games stand before it (None: they were not counted). ``mark`` has what is known of the source
    there.

    >>> import movetext
    >>> portion = movetext.split(b"1. e4 *\\n\\n1. d4 *\\n")[0]
    >>> portion.start, portion.end, portion.games
    (0, None, 0)
    """

    source: Any
    name: str
    start: int
    end: Optional[int]
    games: Optional[int]
    mark: dict[str, Any]


#: Where games come from: paths (files, folders, patterns such as ``games/*.pgn.gz``), bytes, and open files; one, or
#: several in their order.
Source = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Any]
Sources = Union[Source, Iterable[Source]]

#: How the native part is told of a source: what it is, its name, the thing itself, and whether it was named.
Input = tuple[str, str, Any, bool]

_PATTERN = frozenset("*?[")


def expand(sources: Any, portions: bool = False) -> list[Input]:
    """All sources in their order; what a folder holds is sorted by name. Portions are taken if ``portions`` says so.

    Raises ``FileNotFoundError`` if there is no such file, or a pattern fits none, and ``TypeError`` for what is no
    source.
    """
    several: Any = [sources] if _is_one(sources) else sources
    inputs: list[Input] = []
    for source in several:
        if isinstance(source, Portion):
            if not portions:
                raise TypeError("a portion of a source can only be scanned")
            inputs.append(_portion(source))
        else:
            inputs.extend(_inputs(source))
    return inputs


def _is_one(sources: Any) -> bool:
    single = (Portion, str, bytes, bytearray, memoryview, os.PathLike)
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


def _portion(portion: Portion) -> Input:
    if portion.mark:
        return ("portion", portion.name, (portion.source, portion.mark), True)
    kind, _, content, named = _inputs(portion.source)[0]
    return (kind, portion.name, content, named)


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
