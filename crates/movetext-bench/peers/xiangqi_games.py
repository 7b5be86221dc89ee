"""The games of a file in ICCS: tags as written, the start position, the moves. For peers without a reader of records."""

import re

MOVE = re.compile(r"\b([A-Ia-i][0-9])-?([A-Ia-i][0-9])\b")


def games(path, start):
    with open(path, encoding="utf-8", errors="replace") as file:
        tags, fen, movetext = [], start, []
        for line in file:
            if line.startswith("["):
                if movetext:
                    yield tags, fen, moves(movetext)
                    tags, fen, movetext = [], start, []
                tags.append(line)
                if line.startswith('[FEN "'):
                    fen = line.split('"')[1]
            elif line.strip():
                movetext.append(line)
        if tags:
            yield tags, fen, moves(movetext)


def moves(movetext):
    return [(a.lower() + b.lower()) for a, b in MOVE.findall(" ".join(movetext))]


def write(tags, moves):
    print("".join(tags))
    pairs = (" ".join(moves[at : at + 2]) for at in range(0, len(moves), 2))
    print(" ".join(f"{number}. {pair}" for number, pair in enumerate(pairs, 1)), "*\n")
