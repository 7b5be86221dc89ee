"""Portions of sources, for programs that read on several machines."""

from __future__ import annotations

import os
from typing import Optional

from . import _movetext
from ._paths import Portion, Source, expand


def split(
    source: Source,
    size: int = 128 << 20,
    *,
    count: bool = True,
    variant: Optional[str] = None,
    encoding: Optional[str] = None,
    notation: Optional[str] = None,
    minimal: bool = False,
) -> list[Portion]:
    """Splits a source into portions of ``size`` bytes or a little more, which :func:`scan` reads one by one, in any
    order, in any process: each game is in exactly one of them, and its number, its place and its problems are those of
    the whole source. None of the games is read; the text is gone through once, to find where games begin.

    Of compressed sources those are split that have several frames (Zstandard) or streams (bzip2), at games behind the
    beginning of one; offsets are those of the text. A second one is looked for in the first 64 MiB of text, and as far
    as twice ``size``. Other compressed sources, and what is no record of games, cannot be split: they are one portion.

    Without ``count`` games are not counted, which is faster; then :func:`scan` gives no ``ordinal``. The other arguments
    are those of :func:`open`, and those that are given here belong to :func:`scan`, too.

    Raises ``ValueError`` for more than one source and for unknown names, ``TypeError`` for files that give text, and
    ``OSError`` where reading fails.

    >>> import movetext, pyarrow
    >>> pgn = b'[Event "?"]\\n\\n1. e4 *\\n\\n' * 100_000
    >>> portions = movetext.split(pgn, 500_000)
    >>> len(portions), portions[1].games
    (4, 35746)
    >>> later = pyarrow.table(movetext.scan(portions[1], columns=["ordinal", "byte_start"]))
    >>> later["ordinal"][0].as_py(), later["byte_start"][0].as_py() == portions[1].start
    (35747, True)
    """
    inputs = expand(source)
    if len(inputs) != 1:
        raise ValueError(f"one source can be split, not {len(inputs)}")
    kind, name, content, _ = inputs[0]
    if kind == "text":
        raise TypeError(f"{name}: a file that is to be split has to be opened in binary mode")
    marks = _movetext.split(
        inputs[0],
        size,
        count,
        variant=variant,
        encoding=encoding,
        notation=notation,
        minimal=minimal,
    )
    if kind == "path":
        content = os.fspath(content)
    if marks is None:
        if kind == "object":
            content.seek(0)
        return [Portion(content, name, 0, None, 0, {})]
    return [Portion(content, name, mark["start"], mark["end"], mark["games"], mark) for mark in marks]
