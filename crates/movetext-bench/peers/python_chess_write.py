"""Reads a file with python-chess and writes its games as PGN, comments and variations included."""

import sys

import chess.pgn

with open(sys.argv[1], encoding="latin-1") as file:
    while game := chess.pgn.read_game(file):
        print(game, end="\n\n")
