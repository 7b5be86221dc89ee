"""Visitors of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from ._movetext import Move, Position


class _Skip:
    def __repr__(self) -> str:
        return "movetext.SKIP"


#: What ``end_headers`` and ``begin_variation`` of a visitor return to pass over what follows.
SKIP: Final = _Skip()


class BaseVisitor:
    """Receives a game piece by piece, in the order of its text; see :meth:`Game.accept`.

    All methods do nothing, so a visitor defines those that it needs.

    >>> import movetext
    >>> class Captures(movetext.BaseVisitor):
    ...     def begin_game(self):
    ...         self.count = 0
    ...     def begin_variation(self):
    ...         return movetext.SKIP
    ...     def visit_move(self, board, move):
    ...         self.count += move.captured is not None
    ...     def result(self):
    ...         return self.count
    >>> game = next(movetext.open(b"1. e4 d5 2. exd5 (2. e5 f5 3. exf6) Qxd5 *"))
    >>> game.accept(Captures())
    2
    """

    def begin_game(self) -> None:
        """The game begins."""

    def begin_headers(self) -> None:
        """The headers begin."""

    def visit_header(self, name: str, value: str) -> None:
        """A tag pair."""

    def end_headers(self) -> Any:
        """The headers end. Return :data:`SKIP` to pass over the moves."""

    def begin_variation(self) -> Any:
        """A variation begins; it replaces the move before. Return :data:`SKIP` to pass over it."""

    def end_variation(self) -> None:
        """The variation ends. Not called for those that are passed over."""

    def visit_move(self, board: Position, move: Move) -> None:
        """A move, and the position before it."""

    def visit_board(self, board: Position) -> None:
        """The position after a move."""

    def visit_unplayed(self, text: str) -> None:
        """A move, or a word in the place of one, that could not be played."""

    def visit_comment(self, comment: str) -> None:
        """A comment on the move before, as written."""

    def visit_nag(self, nag: int) -> None:
        """A numeric annotation glyph of the move before."""

    def visit_draw_offer(self) -> None:
        """The mover offers a draw."""

    def visit_label(self, number: int) -> None:
        """The label of the variation that has just begun (C'escacs)."""

    def visit_unrecognized(self, text: str) -> None:
        """Text that was not understood; a diagnostic says so."""

    def visit_result(self, result: str) -> None:
        """The termination marker."""

    def end_game(self) -> None:
        """The game ends."""

    def result(self) -> Any:
        """What :meth:`Game.accept` returns."""
        return None
