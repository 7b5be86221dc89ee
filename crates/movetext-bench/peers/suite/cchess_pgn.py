"""cchess: PGN of Xiangqi, in Chinese or ICCS notation, one game of a file. It stops silently where it cannot read on,
so it gives no verdict."""

import sys
import tempfile

import cchess
from common import FORM, FORMAT, TOPIC, VARIANT, accept, unclaimed

if VARIANT != "xiangqi" or FORMAT != "pgn" or FORM == "export" or TOPIC == "xiangqi-wxf":
    unclaimed()


def square(place):
    file, rank = place
    return f"{'abcdefghi'[file]}{rank}"


with tempfile.NamedTemporaryFile("wb", suffix=".pgn") as file:
    file.write(sys.stdin.buffer.read())
    file.flush()
    try:
        game = cchess.read_from_pgn(file.name)
    except (cchess.CChessException, UnicodeDecodeError):
        accept(["moves"], verdict=False, games=[])
moves = []
move = game.first_move
while move is not None:
    moves.append({"from": square(move.p_from), "to": square(move.p_to)})
    move = move.next_move
accept(["moves"], verdict=False, games=[{"moves": moves}])
