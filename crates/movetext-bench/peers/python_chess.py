"""Reads a file with python-chess, main lines by full legality. Prints games, moves and rejected."""

import sys

import chess.pgn


class Count(chess.pgn.BaseVisitor):
    games = moves = rejected = 0

    def begin_game(self):
        Count.games += 1

    def begin_variation(self):
        return chess.pgn.SKIP

    def visit_move(self, board, move):
        Count.moves += 1

    def handle_error(self, error):
        Count.rejected += 1

    def result(self):
        return True


with open(sys.argv[1], encoding="latin-1") as file:
    while chess.pgn.read_game(file, Visitor=Count):
        pass
print(f"{Count.games} games {Count.moves} moves {Count.rejected} rejected")
