"""Measures reading from Python: python benches/measure.py FILE [--large BYTES].

Each figure is that of a process of its own, median of some runs that alternate: machines are shared, and only ratios of
one run say much. CPU time is user and system, of all threads.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ITERATION = """
import movetext
def work(path):
    games = moves = 0
    for game in movetext.open(path):
        dict(game.headers)
        moves += len(game.mainline_moves())
        games += 1
    return games
"""
NODES = """
import movetext
def work(path):
    games = moves = 0
    for game in movetext.open(path):
        dict(game.headers)
        for node in game.mainline():
            moves += node.move is not None
        games += 1
    return games
"""
PYTHON_CHESS = """
import chess.pgn
def work(path):
    games = moves = 0
    with open(path, encoding="utf-8", errors="replace") as file:
        while game := chess.pgn.read_game(file):
            dict(game.headers)
            moves += sum(1 for _ in game.mainline_moves())
            games += 1
    return games
"""
SCAN = """
import movetext, pyarrow
def work(path):
    table = movetext.scan(path, THREADS)
    return sum(batch.num_rows for batch in pyarrow.RecordBatchReader.from_stream(table))
"""
PARQUET = """
import movetext, tempfile
def work(path):
    with tempfile.TemporaryDirectory() as folder:
        return movetext.to_parquet(path, folder, THREADS).rows
"""
FRAME = """
import json, os, resource, sys, time
work(sys.argv[2]) if len(sys.argv) > 2 else None
wall, cpu = time.perf_counter(), time.process_time()
rows = work(sys.argv[1])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
print(json.dumps([rows, time.perf_counter() - wall, time.process_time() - cpu, peak]))
"""

TABLES = {
    "scan, all columns": "",
    "scan, all columns but problems": "columns=[name for name in movetext.scan(b'').columns if name not in "
    "('problems', 'errors', 'warnings')],",
    "scan, the columns of the database": "columns='source ordinal byte_start byte_len variant first second event site "
    "round date_raw date_from date_to result_raw result first_elo second_elo plies variation_plies unresolved setup "
    "moves tags'.split(),",
    "scan, all columns, moves as UCI": "moves='uci',",
    "scan, all columns, moves as SAN": "moves='san',",
    "scan, headings alone": "columns=['source', 'variant', 'first', 'second', 'date_from', 'first_elo'],",
    "positions: game, ply, key, move": "positions=True, columns=['game', 'ply', 'key', 'move'],",
    "positions: game, ply, key, FEN, move": "positions=True, columns=['game', 'ply', 'key', 'fen', 'move'],",
}


def run(work: str, *paths: Path) -> list[float]:
    command = [sys.executable, "-c", work + FRAME, *map(str, paths)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    result: list[float] = json.loads(done.stdout)
    return result


def told(name: str, runs: list[list[float]]) -> float:
    rows = runs[0][0]
    wall, cpu, peak = (statistics.median(run[at] for run in runs) for at in (1, 2, 3))
    print(f"| {name} | {rows:,.0f} | {rows / wall:,.0f} | {rows / cpu:,.0f} | {peak:.0f} MiB |", flush=True)
    return rows / cpu


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--large", type=int, help="also the memory that so many bytes take, the file over and over")
    options = parser.parse_args()
    threads = f"threads={options.threads}"

    with tempfile.TemporaryDirectory() as folder:
        # python-chess is slow: it reads the beginning, up to the end of a game.
        beginning = Path(folder) / "beginning.pgn"
        text = options.file.read_bytes()[: 1 << 19]
        beginning.write_bytes(text[: text.rindex(b"[Event ")])
        print("| work | rows | rows/s by the clock | rows/s of CPU time | peak of memory |\n|---|---|---|---|---|")
        programs: dict[str, tuple[str, Path]] = {
            "open: headers and moves": (ITERATION, options.file),
            "open: headers and nodes with their moves": (NODES, options.file),
            "python-chess: headers and moves": (PYTHON_CHESS, beginning),
        }
        runs: dict[str, list[list[float]]] = {name: [] for name in programs}
        for _ in range(options.runs):
            for name, (work, path) in programs.items():
                runs[name].append(run(work, path, beginning))
        speeds = [told(name, runs[name]) for name in programs]
        tables: dict[str, Any] = {name: SCAN.replace("THREADS", code + threads) for name, code in TABLES.items()}
        tables["to_parquet, all columns"] = PARQUET.replace("THREADS", threads)
        runs = {name: [] for name in tables}
        for _ in range(options.runs):
            for name, work in tables.items():
                runs[name].append(run(work, options.file))
        for name in tables:
            told(name, runs[name])
        if options.large:
            large = Path(folder) / "large.pgn"
            content = options.file.read_bytes().rstrip() + b"\n\n"
            with large.open("wb") as file:
                for _ in range(-(-options.large // len(content))):
                    file.write(content)
            for name in ("scan, all columns", "positions: game, ply, key, move", "to_parquet, all columns"):
                told(f"{name}, {large.stat().st_size / 1e9:.2f} GB", [run(tables[name], large)])
            told(f"open: headers and moves, {large.stat().st_size / 1e9:.2f} GB", [run(ITERATION, large)])
    print(f"\nopen beside python-chess, by CPU time: {speeds[0] / speeds[2]:.0f} times, with nodes {speeds[1] / speeds[2]:.0f}")


if __name__ == "__main__":
    main()
