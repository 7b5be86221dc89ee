"""Positions and moves of all variants."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import movetext

NOTATIONS = {
    "chess": ["", "san", "lan", "uci", "san,pieces=german"],
    "xiangqi": ["", "chinese", "wxf", "iccs", "uci", "chinese,script=traditional"],
    "cescacs": ["", "ctl-an", "ctl-fan"],
}


def perft(position: movetext.Position, depth: int) -> int:
    if depth == 0:
        return 1
    count = 0
    for move in position.legal_moves:
        position.push(move)
        count += perft(position, depth - 1)
        assert position.pop() == move
    return count


@pytest.mark.parametrize(
    "fen, variant, depth, count",
    [
        (None, "chess", 3, 8902),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "chess", 2, 2039),
        (None, "xiangqi", 2, 1920),
    ],
)
def test_perft(fen: str, variant: str, depth: int, count: int) -> None:
    assert perft(movetext.Position(fen, variant), depth) == count


@pytest.mark.parametrize("variant", movetext.VARIANTS)
def test_notations_both_ways(variant: str) -> None:
    """Every move of some random games is read back from every notation as the same move."""
    dice = random.Random(1)
    for _ in range(3):
        position = movetext.Position(variant=variant)
        for _ in range(40):
            moves = position.legal_moves
            if not moves:
                break
            for move in dice.sample(moves, min(5, len(moves))):
                for notation in NOTATIONS[variant]:
                    text = position.write(move, notation)
                    assert position.parse(text, notation) == move, (position, notation, text)
            position.push(dice.choice(moves))
        again = pickle.loads(pickle.dumps(position))
        assert again == position and again.fen() == position.fen() and again.key == position.key


def test_a_position_is_an_object_of_its_own() -> None:
    position = movetext.Position()
    other = copy.copy(position)
    move = position.push_san("e4")
    assert position != other and other == movetext.Position()
    assert (position.turn, position.side, other.turn, other.side) == (False, "Black", True, "White")
    assert (move.piece, move.from_square, move.to_square, move.kind, move.turn) == ("pawn", "e2", "e4", "normal", True)
    assert position.pop() == move and position == other
    with pytest.raises(IndexError):
        position.pop()
    with pytest.raises(TypeError):
        hash(position)


def test_moves() -> None:
    position = movetext.Position("r3k2r/8/8/8/8/8/6p1/R3K2R b KQkq - 0 1")
    castling, promotion = position.parse_san("O-O-O"), position.parse_san("gxh1=N")
    assert (castling.kind, castling.uci(), position.uci(castling)) == ("castling", "e8c8", "e8c8")
    assert (promotion.promotion, promotion.captured, promotion.uci()) == ("knight", "rook", "g2h1n")
    assert promotion == position.parse_san("g2h1n") and promotion != castling
    assert len({castling, promotion, position.parse_san("0-0-0")}) == 2
    for move in position.legal_moves:
        again = pickle.loads(pickle.dumps(move))
        assert again == move and hash(again) == hash(move) and again.turn is False


def test_errors() -> None:
    position = movetext.Position()
    with pytest.raises(movetext.InvalidMoveError):
        position.parse_san("hello")
    with pytest.raises(movetext.IllegalMoveError, match="e5"):
        position.parse_san("e5")
    with pytest.raises(movetext.AmbiguousMoveError):
        movetext.Position("4k3/8/8/8/8/8/4K3/R6R w - - 0 1").parse_san("Rd1")
    other = movetext.Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").parse_san("O-O")
    with pytest.raises(movetext.IllegalMoveError):
        position.push(other)
    with pytest.raises(movetext.IllegalMoveError):
        position.san(other)
    with pytest.raises(ValueError, match="no notation 'wxf'"):
        position.write(position.legal_moves[0], "wxf")
    with pytest.raises(ValueError, match="unknown variant"):
        movetext.Position(variant="go")
    with pytest.raises(ValueError):
        movetext.Position("rubbish")
    with pytest.raises(ValueError, match="no square"):
        position.piece_at("z9")
    xiangqi = movetext.Position(variant="xiangqi")
    with pytest.raises(movetext.IllegalMoveError):
        position.push(xiangqi.legal_moves[0])


def test_chess960_castles_with_its_own_rooks() -> None:
    headers = {"Variant": "Chess960"}
    fen = "2k5/8/8/8/8/8/8/1RK1R3 w BE - 0 1"
    position = movetext.Position(fen, headers=headers)
    castling = position.parse_san("O-O")
    assert castling.kind == "castling" and castling.to_square == "g1"
    again = pickle.loads(pickle.dumps(position))
    assert again.fen() == position.fen() and again.parse_san("O-O") == castling


def test_what_is_on_the_board() -> None:
    for variant, pieces in (("chess", 32), ("xiangqi", 32), ("cescacs", 54)):
        position = movetext.Position(variant=variant)
        there = position.piece_map()
        assert len(there) == pieces, variant
        assert all(position.piece_at(square) == letter for square, letter in there.items())
        assert position.variant == variant and not position.is_check() and not position.is_game_over()
    assert movetext.Position("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1").outcome() == ("stalemate", "1/2-1/2")
