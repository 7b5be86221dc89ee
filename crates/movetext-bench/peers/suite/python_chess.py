"""python-chess: PGN and FEN of chess."""

import io
import sys

import chess
import chess.pgn
from common import FORM, FORMAT, VARIANT, accept, refuse, unclaimed


def square(index):
    return chess.square_name(index)


def step(board, move):
    """A move with its text."""
    made = {"text": board.san(move), "from": square(move.from_square), "to": square(move.to_square)}
    if move.promotion:
        made["promotion"] = chess.piece_symbol(move.promotion)
    return made


def line(node, board):
    """The moves from a node on, each with what follows it."""
    moves = []
    while node is not None:
        made = step(board, node.move)
        made["nags"] = sorted(node.nags)
        made["comments"] = [node.comment] if node.comment else []
        siblings = node.parent.variations
        if siblings[0] is node:
            made["variations"] = [
                {
                    "comments": [other.starting_comment] if other.starting_comment else [],
                    "moves": line(other, board.copy()),
                }
                for other in siblings[1:]
            ]
        board.push(node.move)
        moves.append(made)
        node = node.variations[0] if node.variations else None
    return moves


def fen(board):
    return board.fen(en_passant="fen")


def games(text):
    source = io.StringIO(text)
    trees, positions = [], []
    while (game := chess.pgn.read_game(source)) is not None:
        if game.errors:
            refuse()
        board = game.board()
        number = len(trees) + 1
        first = game.variations[0] if game.variations else None
        trees.append(
            {
                "tags": [[name, value] for name, value in game.headers.items()],
                "comments": [game.comment] if game.comment else [],
                "moves": line(first, board.copy()),
            }
        )
        positions.append({"game": number, "ply": 0, "fen": fen(board)})
        for ply, move in enumerate(game.mainline_moves(), 1):
            board.push(move)
            positions.append({"game": number, "ply": ply, "fen": fen(board)})
    # It fills in the roster and keeps the marker in the tag Result, so neither is what was written.
    accept(["moves", "tree", "positions"], games=trees, positions=positions)


def lines(text):
    positions = []
    for number, position in enumerate(filter(str.strip, text.splitlines()), 1):
        board = chess.Board(position)
        positions.append({"game": number, "ply": 0, "fen": fen(board)})
    accept(["positions"], positions=positions)


if VARIANT != "chess" or FORM == "export":
    unclaimed()
data = sys.stdin.buffer.read()
try:
    decoded = data.decode("utf-8-sig")
except UnicodeDecodeError:
    decoded = data.decode("latin-1")
if FORMAT == "pgn":
    games(decoded)
elif FORMAT == "positions":
    try:
        lines(decoded)
    except ValueError:
        refuse()
else:
    unclaimed()
