"""pgn-extract: PGN of chess, by its command. Main lines alone."""

import os
import shutil
import subprocess
import sys

from common import FORM, FORMAT, VARIANT, accept, refuse, unclaimed

if VARIANT != "chess" or FORMAT != "pgn" or FORM == "export":
    unclaimed()

# Debian has it among the games.
PROGRAM = shutil.which("pgn-extract", path=os.environ["PATH"] + ":/usr/games") or "pgn-extract"


def run(*arguments):
    done = subprocess.run(
        [PROGRAM, "-s", *arguments], input=data, capture_output=True, timeout=60
    )
    return done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), done.returncode


data = sys.stdin.buffer.read()
out, errors, code = run("-Wuci", "--nocomments", "--nonags", "--novars", "--notags")
_, complaints, _ = run("-r")
if code != 0 or complaints.strip() or errors.strip():
    refuse()
games = []
for game in filter(None, map(str.strip, out.split("\n\n"))):
    moves = []
    for word in game.split():
        if word in ("*", "1-0", "0-1", "1/2-1/2"):
            continue
        move = {"from": word[:2], "to": word[2:4]}
        if word[4:]:
            move["promotion"] = word[4:]
        moves.append(move)
    games.append({"moves": moves})
accept(["moves"], games=games)
