"""Comparing collections of games by what they mean."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple, Optional, Union, cast

from . import _movetext
from ._movetext import Game
from ._paths import Sources, expand

#: How games are paired.
By = Literal["evidence", "moves", "tags", "order", "id"]


class Place(NamedTuple):
    """Where a game stands: the name of its source, its number there, and the offset of its first byte.

    >>> import movetext
    >>> pair = next(movetext.compare(b"1. e4 *", b"1. e4 *"))
    >>> pair.a.game, pair.a.byte_start
    (1, 0)
    """

    source: str
    game: int
    byte_start: int


class Difference(NamedTuple):
    """One difference between two games.

    ``what`` is ``setup``, ``move``, ``result``, ``tag``, ``comment``, ``nag``, ``variation`` or ``order``. ``ply`` counts
    from 1, and is 0 before the first move; None for what concerns the game as a whole. ``name`` is that of the tag, or
    which variation it is: the ply that it replaces and its number there, as ``24.1``. ``a`` and ``b`` are what either
    game says, None if nothing. ``fen`` is the position before the ply.

    >>> import movetext
    >>> pair = next(movetext.compare(b'[Site "Wien"]\\n\\n1. e4 *', b'[Site "Graz"]\\n\\n1. e4 *'))
    >>> pair.differences
    [Difference(what='tag', ply=None, name='Site', a='Wien', b='Graz', fen=None)]
    """

    what: str
    ply: Optional[int]
    name: Optional[str]
    a: Optional[str]
    b: Optional[str]
    fen: Optional[str]


class Pair(NamedTuple):
    """Two games that belong together.

    ``a`` and ``b`` are their places, ``by`` is what they were paired by. ``kind`` is the gravest of their differences:
    ``same`` (byte for byte), ``spelling``, ``order``, ``annotations``, ``tags``, ``result``, ``prefix``, ``moves`` or
    ``setup``. There are ``further`` differences beyond those listed. ``omitted`` is what cannot be compared, since a
    format has no place for it: what it is, which game lacks it (``a`` or ``b``), and how many. ``titles`` are the games
    for people, where they differ.

    >>> import movetext
    >>> pair = next(movetext.compare(b"1. e4 e5 2. Nf3 *", b"1. e4 e5 2. Nc3 *", by="order"))
    >>> pair.kind, pair.differences[0].ply, pair.differences[0].a, pair.differences[0].b
    ('moves', 3, 'Nf3', 'Nc3')
    """

    a: Place
    b: Place
    by: str
    kind: str
    differences: list[Difference]
    further: int
    omitted: list[tuple[str, str, int]]
    titles: tuple[Optional[str], Optional[str]]

    @property
    def is_same(self) -> bool:
        """Whether both mean the same, perhaps in another spelling."""
        return self.kind in ("same", "spelling")


class Only(NamedTuple):
    """A game that one collection alone has, ``a`` or ``b``.

    >>> import movetext
    >>> [item.collection for item in movetext.compare(b"1. e4 *", b"1. d4 *") if isinstance(item, movetext.Only)]
    ['a', 'b']
    """

    collection: str
    place: Place
    title: Optional[str]


class Totals(NamedTuple):
    """How much was compared: the games of both collections, the pairs, how many of these there are of each kind, and the
    games that one collection alone has.

    >>> import movetext
    >>> report = movetext.compare(b"1. e4 *\\n\\n1. d4 *\\n", b"1. e2-e4 *\\n")
    >>> report.is_same(), report.totals.pairs, report.totals.kinds["spelling"], report.totals.only_a
    (False, 1, 1, 1)
    """

    a: int
    b: int
    pairs: int
    kinds: dict[str, int]
    only_a: int
    only_b: int


class Comparison:
    """What two collections say differently: an iterator of :class:`Pair` and :class:`Only`, first in the order of the first
    collection, then what the second one alone has.

    >>> import movetext
    >>> a = b'[White "Tal"]\\n\\n1. e4 {best} e5 2. Nf3 *\\n'
    >>> b = b'[White "Tal"]\\n\\n1. e2-e4 {good} e7-e5 *\\n'
    >>> for pair in movetext.compare(a, b, by="order"):
    ...     print(pair.kind)
    ...     for one in pair.differences:
    ...         print(one.what, one.ply, one.a, one.b)
    prefix
    comment 1 best good
    move 3 Nf3 None
    """

    def __init__(self, compared: _movetext.Compared) -> None:
        self._compared = compared

    def __iter__(self) -> Iterator[Union[Pair, Only]]:
        return self

    def __next__(self) -> Union[Pair, Only]:
        item = self._compared.next()
        if item is None:
            raise StopIteration
        pair, only = item
        if pair is not None:
            a, b, by, kind, differences, further, omitted, titles = pair
            listed = [Difference(*one) for one in differences]
            return Pair(Place(*a), Place(*b), by, kind, listed, further, omitted, titles)
        if only is None:
            raise StopIteration
        collection, place, title = only
        return Only(collection, Place(*place), title)

    @property
    def totals(self) -> Totals:
        """What was compared so far; all of it at the end."""
        a, b, pairs, kinds, only_a, only_b = self._compared.totals()
        return Totals(a, b, pairs, dict(kinds), only_a, only_b)

    @property
    def skipped(self) -> list[tuple[str, str]]:
        """The files that were found in folders and hold no games, and what they are."""
        return self._compared.skipped()

    def is_same(self) -> bool:
        """Whether both collections mean the same; reads what is left up to the end.

        >>> import movetext
        >>> movetext.compare(b"1. e4 e5 *", b"1. e2-e4 e7-e5 *").is_same()
        True
        """
        for _ in self:
            pass
        totals = self.totals
        same = totals.kinds["same"] + totals.kinds["spelling"]
        return same == totals.pairs and totals.only_a == totals.only_b == 0


def compare(
    a: Union[Sources, Game, Iterable[Game]],
    b: Union[Sources, Game, Iterable[Game]],
    *,
    ignore: Union[str, Iterable[str]] = (),
    only: Union[str, Iterable[str]] = (),
    tags: Union[str, Iterable[str]] = (),
    by: By = "evidence",
    threads: Optional[int] = None,
    variant: Optional[str] = None,
    encoding: Optional[str] = None,
    notation: Optional[str] = None,
    minimal: bool = False,
) -> Comparison:
    """Pairs the games of two collections, and says for each pair what differs in meaning, not in spelling: notation,
    encoding, layout and the order of tags are spelling, and so is the format, as far as it can hold what is compared.

    ``a`` and ``b`` are sources (see :func:`open`) of any formats, or games.

    ``ignore`` passes over ``moves``, ``setup``, ``tags``, ``comments``, ``nags``, ``variations``, ``result``, ``order``,
    ``case``, ``spelling``, or tags by their names; ``only`` compares nothing else, ``tags`` no other tags. Games are paired
    ``by`` the strongest ``evidence`` there is (the same moves, a shared beginning, late positions, headings), by ``moves``
    alone, by ``tags`` alone, by their ``order``, or by the tags that name a record (``id``).

    Both collections are read at once, on so many threads; what they say is kept in temporary files. Memory is some dozen
    bytes a game.

    Raises ``ValueError`` for names that are not known, and what :func:`open` raises: a game that cannot be read is not one
    that is missing.

    >>> import movetext
    >>> one, other = movetext.open([b"1. e4 e5 {solid} *", b"1. e4 e5 {sound} *"])
    >>> movetext.compare(one, other).is_same(), movetext.compare(one, other, ignore="comments").is_same()
    (False, True)
    """
    return Comparison(
        _movetext.compare(
            _collection(a),
            _collection(b),
            ignore=_names(ignore),
            only=_names(only),
            tags=_names(tags),
            by=by,
            threads=threads or os.cpu_count() or 1,
            variant=variant,
            encoding=encoding,
            notation=notation,
            minimal=minimal,
        )
    )


def _names(names: Union[str, Iterable[str]]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _collection(games: Any) -> Any:
    if isinstance(games, Game):
        return [games]
    if isinstance(games, (str, bytes, bytearray, memoryview, os.PathLike)) or hasattr(games, "read"):
        return expand(cast(Sources, games))
    several = list(games)
    if several and all(isinstance(game, Game) for game in several):
        return several
    return expand(several)
