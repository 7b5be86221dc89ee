"""Writes Xiangqi games that are in ICCS with moves in Chinese, by cchess."""

import sys

import cchess

from xiangqi_games import games, write

for tags, fen, moves in games(sys.argv[1], cchess.FULL_INIT_FEN):
    board, line = cchess.ChessBoard(fen), []
    for iccs in moves:
        move = board.move_iccs(iccs)
        line.append(move.to_text())
        board.next_turn()
    write(tags, line)
