"""Databases of games: finding games, and what was played in positions."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, TypedDict, Union, overload

from . import _movetext
from ._movetext import Game, Position
from ._paths import Sources, expand

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

#: A number, or the least and the most; None is no bound.
Range = Union[int, tuple[Optional[int], Optional[int]]]

#: So many hits are asked for at a time.
_BLOCK = 256

_TEXTS = ("variant", "first", "second", "event", "site", "result", "eco", "rules", "comment", "opening", "pattern")


def _threads(threads: Optional[int]) -> int:
    return threads or os.cpu_count() or 1


def _score(row: tuple[Any, ...]) -> Score:
    counts, *rest = row
    return Score(*counts, *rest)


class Conditions(TypedDict, total=False):
    """What may be asked of games, as keywords of :meth:`Database.find` and :meth:`Database.tree`. Games have to meet all
    of it.

    Names and texts are compared without regard to case, accents and scripts; all words have to be there, in any order.

    ``player`` plays on either side (several names: all of them play), ``first`` is White or Red, ``second`` Black;
    ``aliases`` are the names that players have: for each player all of them, or a file with a line for each player and
    ``=`` between the names. Who is asked for by one of them is found by all.

    ``event`` and ``site`` are words of these tags, and ``comment`` are words that stand in one comment.

    ``date`` is a year, a month or a day, as ``1972``, ``1972.07`` or ``1972.07.11``, a range of these as
    ``1970..1972``, or a pair of which one may be None. ``elo`` are the ratings of both players, ``plies`` those of the
    main line: a number, or the least and the most.

    ``result`` is a termination marker or a name such as ``first-wins``, ``eco`` what the code begins with, ``rules`` the
    name of other rules than the variant's own, such as ``Chess960``. ``tags`` has patterns for the values of tags, in
    which ``*`` stands for any text and ``?`` for any character. ``variant`` is one of :data:`VARIANTS`, and ``source``
    the id of a source.

    ``position`` is a :class:`Position`, FEN or PDTL; with ``variations`` it may also stand in one. ``opening`` are the
    first moves in any notation, and ``pattern`` is one of pieces, such as ``N[f5] and no q``.

    >>> import movetext
    >>> asked: movetext.Conditions = {"player": "Carlsen", "date": "2013..2014", "elo": (2700, None)}
    """

    variant: str
    player: Union[str, Iterable[str]]
    aliases: Union[str, os.PathLike[str], Iterable[Iterable[str]]]
    first: str
    second: str
    event: str
    site: str
    date: Union[str, int, tuple[Optional[str], Optional[str]]]
    elo: Range
    plies: Range
    result: str
    eco: str
    rules: str
    tags: Mapping[str, str]
    comment: str
    position: Union[str, Position]
    variations: bool
    opening: str
    pattern: str
    source: int


def _range(value: Any) -> tuple[Optional[int], Optional[int]]:
    return (value, value) if value is None or isinstance(value, int) else value


def _dates(value: Any) -> tuple[Optional[str], Optional[str]]:
    if isinstance(value, int):
        value = str(value)
    if not isinstance(value, str):
        return value if value is not None else (None, None)
    begin, is_range, end = value.partition("..")
    return (begin or None, end or None) if is_range else (begin, begin)


def _aliases(value: Any) -> Optional[str]:
    if value is None:
        return None
    if isinstance(value, (str, os.PathLike)):
        with open(value, encoding="utf-8-sig") as file:
            return file.read()
    players = [list(names) for names in value]
    for name in (name for names in players for name in names):
        if "=" in name or "\n" in name:
            raise ValueError(f"{name!r} is no name")
    return "\n".join(" = ".join(names) for names in players)


def _asked(conditions: Mapping[str, Any]) -> dict[str, Any]:
    """All conditions in the form that the native part takes."""
    unknown = sorted(set(conditions) - set(Conditions.__annotations__))
    if unknown:
        known = ", ".join(Conditions.__annotations__)
        raise TypeError(f"unknown condition {unknown[0]!r}; known are {known}")
    get = conditions.get
    asked = {name: get(name) for name in _TEXTS}
    player, position = get("player") or (), get("position")
    if isinstance(position, Position):
        asked["variant"] = asked["variant"] or position.variant
        position = position.fen()
    asked.update(
        player=[player] if isinstance(player, str) else list(player),
        aliases=_aliases(get("aliases")),
        date=_dates(get("date")),
        elo=_range(get("elo")),
        plies=_range(get("plies")),
        tags=list((get("tags") or {}).items()),
        position=position,
        variations=bool(get("variations")),
        source=get("source"),
    )
    if asked["variations"] and position is None:
        raise ValueError("variations are looked through for a position")
    return asked


@dataclass(frozen=True)
class Hit:
    """A game that was found, with its heading.

    ``id`` is its number in the database. ``ply`` says after how many plies the position first stands on the board, or all
    of the pattern was there (None where neither was asked for), ``in_variation`` that it stands in a variation alone.
    ``variant``, ``first``, ``second``, ``result``, ``date`` and ``event`` are as written, None where the game says
    nothing; ``plies`` are those of the main line.

    >>> import movetext
    >>> database = movetext.Database("games.db")
    >>> hit = database.find(position="rnbqkb1r/ppp2ppp/4pn2/3p4/2PP4/5N2/PP2PPPP/RNBQKB1R w KQkq - 0 4")[1]
    >>> hit.id, hit.ply, hit.first, hit.result, hit.date, hit.plies
    (3, 6, 'Fischer', '1-0', '1972.07.23', 8)
    >>> hit.game().moves()[:3]
    ['c4', 'e6', 'Nf3']
    """

    id: int
    ply: Optional[int]
    in_variation: bool
    variant: str
    first: Optional[str]
    second: Optional[str]
    result: Optional[str]
    date: Optional[str]
    event: Optional[str]
    plies: int
    _database: Database = field(repr=False, compare=False)

    def game(self) -> Game:
        """The game as a tree; see :meth:`Database.game`."""
        return self._database.game(self.id)

    def text(self) -> bytes:
        """Its bytes; see :meth:`Database.text`."""
        return self._database.text(self.id)


class Hits(Sequence[Hit]):
    """The games that were found, in the order of the database: a sequence whose headings are read when they are asked for.

    >>> import movetext
    >>> hits = movetext.Database("games.db").find(pattern="b[b4]")
    >>> len(hits), hits.ids(), [hit.second for hit in hits]
    (2, [1, 2], ['Botvinnik', 'Fischer'])
    """

    def __init__(self, database: Database, found: _movetext.Found, chosen: range) -> None:
        self._database = database
        self._found = found
        self._chosen = chosen

    def ids(self) -> list[int]:
        """The numbers of the games in the database."""
        ids = self._found.ids()
        return [ids[at] for at in self._chosen]

    def __len__(self) -> int:
        return len(self._chosen)

    @overload
    def __getitem__(self, index: int) -> Hit: ...
    @overload
    def __getitem__(self, index: slice) -> Hits: ...
    def __getitem__(self, index: Union[int, slice]) -> Union[Hit, Hits]:
        if isinstance(index, slice):
            return Hits(self._database, self._found, self._chosen[index])
        at = self._chosen[index]
        return self._block(at, at + 1)[0]

    def __iter__(self) -> Iterator[Hit]:
        if abs(self._chosen.step) != 1:
            yield from (self[index] for index in range(len(self)))
            return
        for begin in range(0, len(self), _BLOCK):
            block = self._chosen[begin : begin + _BLOCK]
            hits = self._block(min(block), max(block) + 1)
            yield from hits if block.step == 1 else reversed(hits)

    def _block(self, begin: int, end: int) -> list[Hit]:
        rows = self._database._store.rows(self._found, begin, end)
        return [Hit(id, ply, inside, *heading, self._database) for id, ply, inside, heading in rows]

    def __repr__(self) -> str:
        return f"<Hits: {len(self)} {'game' if len(self) == 1 else 'games'}>"


class Score(NamedTuple):
    """How some games ended, how strong the players were, and when it was.

    ``first_wins`` and ``second_wins`` include narrow wins by stalemate; the result of ``unknown`` games is not known.
    ``points`` is the share of points that the first player made, from 0 to 1, in the games whose result is known,
    ``average_elo`` the mean of all ratings that are known, and the years are the first and the last one that are. Each of
    these is None where nothing is known.

    >>> import movetext
    >>> score = movetext.Database("games.db").tree().all
    >>> score.games, score.first_wins, score.points, score.first_year, score.last_year
    (3, 3, 1.0, 1960, 1972)
    """

    games: int
    first_wins: int
    draws: int
    second_wins: int
    unknown: int
    points: Optional[float]
    average_elo: Optional[int]
    first_year: Optional[int]
    last_year: Optional[int]


class TreeMove(NamedTuple):
    """A move that was played in a position.

    ``move`` is its text in the standard notation of the variant, ``uci`` as engines write it (None if the variant has no
    such notation), ``key`` the :attr:`Position.key` after it, ``score`` what came of it.

    >>> import movetext
    >>> tree = movetext.Database("games.db").tree(opening="1. d4 Nf6 2. c4 e6 3. Nf3 d5 4. Nc3")
    >>> [(move.move, move.uci, move.score.games) for move in tree.moves]
    [('Bb4', 'f8b4', 1), ('Be7', 'f8e7', 1)]
    """

    move: str
    uci: Optional[str]
    key: int
    score: Score


class Tree(NamedTuple):
    """What was played in a position, from :meth:`Database.tree`.

    ``position`` is FEN, in C'escacs PDTL; ``all`` are all games that reach it, of which ``ended`` end there; ``moves``
    are those that were played, the most frequent first.

    >>> import movetext
    >>> tree = movetext.Database("games.db").tree(first="Fischer")
    >>> tree.variant, tree.all.games, tree.ended, [move.move for move in tree.moves]
    ('chess', 1, 0, ['c4'])
    """

    variant: str
    position: str
    all: Score
    ended: int
    moves: list[TreeMove]


class StoredSource(NamedTuple):
    """A source that is stored: its id, its absolute path, format and encoding, how far its import has come
    (``importing``, ``done`` or ``failed``), what is stored of it, its size in bytes, and why it could not be read to its
    end.

    >>> import movetext
    >>> [(source.id, source.format, source.state, source.games) for source in movetext.Database("games.db").sources]
    [(1, 'pgn', 'done', 3)]
    """

    id: int
    path: str
    format: str
    encoding: str
    state: str
    games: int
    errors: int
    warnings: int
    bytes: int
    error: Optional[str]


class Imported(NamedTuple):
    """What came of a file that was to be imported.

    ``outcome`` is ``imported``, ``known`` (the same content is there), ``moved`` (it was there, from a file that is gone),
    ``not-games``, ``failed`` (what was read is stored) or ``refused``; ``reason`` says why where it is not imported.
    ``source`` is the id of what is stored, ``games`` how many games of it are.

    >>> import movetext
    >>> with movetext.Database("games.db", write=True) as database:
    ...     [(done.outcome, done.games) for done in database.import_("games.pgn")]
    [('known', 0)]
    """

    path: str
    outcome: str
    source: Optional[int]
    games: int
    reason: Optional[str]


class Database:
    """A database of games, as ``movetext import`` or :meth:`import_` makes it. It is only read, unless ``write`` says
    otherwise; then it is made if it is not there.

    It can be used by several threads, which wait for each other, and as a context manager. Pickled, it is opened anew to
    be read.

    Raises ``FileNotFoundError`` if there is no such file, :class:`DatabaseError` for what is no database of games, or is
    damaged or of another version.

    >>> import movetext
    >>> with movetext.Database("games.db") as database:
    ...     for hit in database.find(player="fischer", date="1972"):
    ...         print(hit.first, hit.second, hit.result)
    Spassky Fischer 1-0
    Fischer Spassky 1-0
    """

    def __init__(self, path: Union[str, os.PathLike[str]], *, write: bool = False) -> None:
        self._path = os.fspath(path)
        if not write:
            os.stat(self._path)
        self._store = _movetext.Store(self._path, write)

    @property
    def path(self) -> str:
        """The file, as it was given."""
        return self._path

    @property
    def sources(self) -> list[StoredSource]:
        """What was imported, in its order."""
        return [StoredSource(row[0], os.fspath(row[1]), *row[2:]) for row in self._store.sources()]

    def __len__(self) -> int:
        """How many games there are."""
        return sum(source.games for source in self.sources)

    def __bool__(self) -> bool:
        return True

    def find(
        self, *, limit: Optional[int] = None, threads: Optional[int] = None, **conditions: Unpack[Conditions]
    ) -> Hits:
        """The games that meet all conditions; see :class:`Conditions`. ``limit`` keeps the first ones.

        Raises ``ValueError`` for conditions that cannot be understood.

        >>> import movetext
        >>> position = movetext.Position()
        >>> for move in ("c4", "Nf6", "d4"):
        ...     _ = position.push_san(move)
        >>> [(hit.id, hit.ply) for hit in movetext.Database("games.db").find(position=position)]
        [(2, 3)]
        """
        found = self._store.find(_asked(conditions), _threads(threads))
        return Hits(self, found, range(len(found))[:limit])

    def tree(self, *, threads: Optional[int] = None, **conditions: Unpack[Conditions]) -> Tree:
        """What was played in ``position``, or after the moves of ``opening``, or else at the start, in the games that meet
        the other conditions; see :class:`Conditions`. By which moves a game came there does not matter. A game counts
        once, by the move that it played when it first stood there.

        Raises ``ValueError`` for conditions that cannot be understood.

        >>> import movetext
        >>> tree = movetext.Database("games.db").tree(position="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
        >>> [(move.move, move.score.games) for move in tree.moves]
        [('c4', 1), ('d4', 1), ('e4', 1)]
        """
        if conditions.get("variations"):
            raise ValueError("main lines alone are counted")
        variant, position, total, ended, moves = self._store.tree(_asked(conditions), _threads(threads))
        rows = [TreeMove(text, uci, key, _score(score)) for text, uci, key, score in moves]
        return Tree(variant, position, _score(total), ended, rows)

    def game(self, id: int) -> Game:
        """A game as a tree, read from the text that is stored. Its ``ordinal`` is the id; places in it and in its errors
        are those in :meth:`text`.

        Raises ``KeyError`` if there is no such game.
        """
        return self._store.game(id)

    def text(self, id: int) -> bytes:
        """The bytes of a game as they stood in its source, in the source's encoding.

        Raises ``KeyError`` if there is no such game.
        """
        return self._store.text(id)

    def import_(
        self,
        sources: Sources,
        *,
        threads: Optional[int] = None,
        variant: Optional[str] = None,
        encoding: Optional[str] = None,
        notation: Optional[str] = None,
        minimal: bool = False,
    ) -> list[Imported]:
        """Stores the games of files (paths, folders, patterns) with all of their text; the other arguments are those of
        :func:`open`. What is stored already is passed over. An import that was interrupted, by Ctrl-C or otherwise, goes
        on where it was when it is called again.

        Raises ``TypeError`` for sources that are no files, and :class:`DatabaseError` if the database cannot be written
        to.
        """
        inputs = expand(sources)
        for kind, name, *_ in inputs:
            if kind != "path":
                raise TypeError(f"{name}: files alone can be imported")
        rows = self._store.import_(
            [name for _, name, *_ in inputs],
            _threads(threads),
            variant=variant,
            encoding=encoding,
            notation=notation,
            minimal=minimal,
        )
        return [Imported(os.fspath(row[0]), *row[1:]) for row in rows]

    def close(self) -> None:
        """Closes the file; nothing can be asked any more."""
        self._store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]] = None,
        error: Optional[BaseException] = None,
        traceback: Optional[TracebackType] = None,
    ) -> None:
        self.close()

    def __reduce__(self) -> tuple[type[Database], tuple[str]]:
        return Database, (self._path,)

    def __repr__(self) -> str:
        return f"Database({self._path!r})"


def find(
    database: Union[Database, str, os.PathLike[str]],
    *,
    limit: Optional[int] = None,
    threads: Optional[int] = None,
    **conditions: Unpack[Conditions],
) -> Hits:
    """The games of a database that meet all conditions: :meth:`Database.find`.

    >>> import movetext
    >>> [hit.first for hit in movetext.find("games.db", opening="1. c4")]
    ['Fischer']
    """
    return _database(database).find(limit=limit, threads=threads, **conditions)


def tree(
    database: Union[Database, str, os.PathLike[str]],
    *,
    threads: Optional[int] = None,
    **conditions: Unpack[Conditions],
) -> Tree:
    """What was played in a position in the games of a database: :meth:`Database.tree`.

    >>> import movetext
    >>> [move.move for move in movetext.tree("games.db", opening="1. e4").moves]
    ['e6']
    """
    return _database(database).tree(threads=threads, **conditions)


def _database(database: Union[Database, str, os.PathLike[str]]) -> Database:
    return database if isinstance(database, Database) else Database(database)
