"""The same games as python-chess reads. It is under the GPL: run beside movetext, in tests alone."""

from __future__ import annotations

import io
import random
import re
from pathlib import Path
from typing import Any

import pytest

import movetext

chess = pytest.importorskip("chess", reason="python-chess is not installed")
import chess.pgn  # noqa: E402

#: Games of the real files that are compared: python-chess is slow.
GAMES = 300


def compare(ours: movetext.Node, theirs: Any) -> int:
    """Compares two trees, and counts their nodes."""
    count, todo = 0, [(ours, theirs, theirs.board())]
    while todo:
        ours, theirs, board = todo.pop()
        count += 1
        assert ours.board().fen().split()[:1] == board.fen().split()[:1]
        assert ours.fen().split()[1:3] == board.fen().split()[1:3]
        assert ours.fen().split()[4:] == board.fen().split()[4:]
        assert " ".join(ours.comment.split()) == " ".join(theirs.comment.split())
        assert set(ours.nags) == theirs.nags
        children = ours.variations
        assert len(children) == len(theirs.variations)
        for child, other in zip(children, theirs.variations):
            assert child.move is not None
            assert child.move.uci() == other.move.uci()
            assert child.san() == board.san(other.move)
            after = board.copy(stack=False)
            after.push(other.move)
            todo.append((child, other, after))
    return count


def both(path: Path) -> int:
    """Compares games that both read without errors. python-chess takes a blank line for the end of a game, so games
    with blank lines elsewhere than behind the headers are left out."""
    nodes = 0
    for game, _ in zip(movetext.open(path), range(GAMES)):
        text = re.sub(r"\n\s*\n", "\n\n", str(game))
        other = chess.pgn.read_game(io.StringIO(text))
        if text.count("\n\n") != 1 or other.errors or game.errors or game.variant != "chess" or not game.replayed:
            continue
        for name, value in game.headers.items():
            assert other.headers[name].strip() == value.strip()
        nodes += compare(game, other)
    return nodes


@pytest.mark.parametrize("name", ["otb_30.pgn", "annotated_rav.pgn", "lichess_magnus_evalclk.pgn"])
def test_real_games(corpora: Path, name: str) -> None:
    assert both(corpora / "chess" / name) > 10_000


def test_clocks_and_evaluations(corpora: Path) -> None:
    path = corpora / "chess" / "lichess_magnus_evalclk.pgn"
    clocks = evals = 0
    with path.open(encoding="utf-8") as handle:
        for game, _ in zip(movetext.open(path), range(50)):
            other = chess.pgn.read_game(handle)
            for ours, theirs in zip(game.mainline(), other.mainline()):
                assert ours.clock() == theirs.clock()
                clocks += ours.clock() is not None
                told, score = ours.eval(), theirs.eval()
                assert (told is None) == (score is None)
                if told is not None and told[0] is not None:
                    assert told[0] == score.white().score()
                    evals += 1
    assert clocks > 1000 and evals > 100


def test_legal_moves_along_random_games() -> None:
    dice = random.Random(7)
    for _ in range(30):
        ours, theirs = movetext.Position(), chess.Board()
        while not theirs.is_game_over(claim_draw=False) and len(theirs.move_stack) < 150:
            assert sorted(move.uci() for move in ours.legal_moves) == sorted(move.uci() for move in theirs.legal_moves)
            assert ours.is_check() == theirs.is_check()
            move = dice.choice(sorted(theirs.legal_moves, key=str))
            assert ours.push_san(theirs.san(move)).uci() == move.uci()
            theirs.push(move)
        if theirs.is_checkmate():
            assert ours.outcome() == ("checkmate", theirs.result())
