"""Writes Xiangqi games that are in ICCS with moves in WXF, by pyffish (Fairy-Stockfish)."""

import sys

import pyffish

from xiangqi_games import games, write

for tags, fen, moves in games(sys.argv[1], pyffish.start_fen("xiangqi")):
    # pyffish counts ranks from 1.
    moves = [f"{m[0]}{int(m[1]) + 1}{m[2]}{int(m[3]) + 1}" for m in moves]
    notation = pyffish.NOTATION_XIANGQI_WXF
    write(tags, pyffish.get_san_moves("xiangqi", fen, moves, False, notation))
