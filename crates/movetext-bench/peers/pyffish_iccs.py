"""Reads Xiangqi games in ICCS with pyffish (Fairy-Stockfish), by full legality.

It has no reader of records: tags and move numbers are passed over here, and the moves of each game
are played in one call. Prints games, moves and rejected.
"""

import re
import sys

import pyffish

MOVE = re.compile(r"\b([A-Ia-i])([0-9])-?([A-Ia-i])([0-9])\b")
games = moves = rejected = 0
start = pyffish.start_fen("xiangqi")


def play(fen, movetext):
    """pyffish counts ranks from 1."""
    global games, moves, rejected
    found = MOVE.findall(movetext)
    line = [f"{a.lower()}{int(b) + 1}{c.lower()}{int(d) + 1}" for a, b, c, d in found]
    games += 1
    try:
        pyffish.get_fen("xiangqi", fen, line)
        moves += len(line)
    except ValueError:
        rejected += 1


with open(sys.argv[1], encoding="utf-8", errors="replace") as file:
    fen, movetext, seen = start, [], False
    for line in file:
        if line.startswith("["):
            if movetext:
                play(fen, " ".join(movetext))
                fen, movetext = start, []
            seen = True
            if line.startswith('[FEN "'):
                fen = line.split('"')[1]
        elif line.strip():
            movetext.append(line)
    if seen and movetext:
        play(fen, " ".join(movetext))
print(f"{games} games {moves} moves {rejected} rejected")
