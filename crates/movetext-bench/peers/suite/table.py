"""Writes docs/SUITE.md: how readers fare with the suite.

    python3 peers/suite/table.py [--movetext PROGRAM] [--libraries DIR] [--results DIR]

It is run in crates/movetext-bench. DIR of --libraries is where `npm install chessops kokopu` was run; Python's libraries
are those of this interpreter; pgn-extract is the system's; the adapter of pgn-reader is built with
`cargo build --bin suite-pgn-reader`, or named by --pgn-reader. A reader that is not installed is left out, and the
table says so. With --results, results that are there are used, and new ones kept.
"""

import argparse
import importlib.metadata
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[3]
ASPECTS = ["verdict", "moves", "tree", "positions"]


def version_of(package):
    try:
        return importlib.metadata.version(package)
    except importlib.metadata.PackageNotFoundError:
        return None


def npm_version(folder, package):
    path = folder / "node_modules" / package / "package.json"
    return json.loads(path.read_text())["version"] if path.exists() else None


def lock_version(package):
    lock = (HERE.parents[1] / "Cargo.lock").read_text()
    found = re.search(rf'name = "{package}"\nversion = "(.*)"', lock)
    return found and found[1]


def pgn_extract_version():
    program = shutil.which("pgn-extract", path=os.environ["PATH"] + ":/usr/games")
    if not program:
        return None
    out = subprocess.run([program, "--version"], capture_output=True, text=True)
    found = re.search(r"v?(\d\d-\d\d)", out.stdout + out.stderr)
    return found[1] if found else "unknown version"


def readers(options):
    """Name, version, command; the command is None for movetext itself."""
    python, libraries = sys.executable, options.libraries
    crate = lock_version("pgn-reader"), lock_version("shakmaty")
    built = options.pgn_reader.exists()
    return [
        ("movetext", movetext_version(options), None),
        ("python-chess", version_of("chess"), [python, HERE / "python_chess.py"]),
        ("pgn-extract", pgn_extract_version(), [python, HERE / "pgn_extract.py"]),
        ("chessops", npm_version(libraries, "chessops"), ["node", HERE / "chessops.mjs"]),
        ("kokopu", npm_version(libraries, "kokopu"), ["node", HERE / "kokopu.mjs"]),
        (
            "pgn-reader + shakmaty",
            " + ".join(crate) if built else None,
            [options.pgn_reader],
        ),
        ("cchess", version_of("cchess"), [python, HERE / "cchess_pgn.py"]),
    ]


def movetext_version(options):
    out = subprocess.run([options.movetext, "--version"], capture_output=True, text=True, check=True)
    return out.stdout.split()[-1]


def run(options, name, command):
    """The summary of a run."""
    kept = options.results and options.results / (re.sub(r"\W+", "-", name) + ".jsonl")
    if kept and kept.exists():
        lines = kept.read_text()
    else:
        # A library that reads one variant alone has nothing to say of the others.
        spec = {"cchess": ["--spec", "xiangqi"]}.get(name, ["--spec", "chess"])
        line = [options.movetext, "suite", "run", "--suite", ROOT / "corpus/suite", "--format", "jsonl"]
        line += ["--timeout", "60", "--jobs", "4", *(spec if command else [])]
        line += ["--", *command] if command else []
        lines = subprocess.run(line, cwd=options.libraries, capture_output=True, text=True).stdout
        if kept:
            kept.write_text(lines)
    return json.loads(lines.splitlines()[-1])


def share(count):
    return f"{count['right']} of {count['of']}" if count and count["of"] else ""


def table(headings, rows):
    lines = ["| " + " | ".join(headings) + " |", "|---|" + "---:|" * (len(headings) - 1)]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--movetext", default="movetext")
    parser.add_argument("--libraries", type=pathlib.Path, default=pathlib.Path.cwd())
    parser.add_argument("--pgn-reader", type=pathlib.Path, default=pathlib.Path("target/debug/suite-pgn-reader"))
    parser.add_argument("--results", type=pathlib.Path)
    options = parser.parse_args()
    options.pgn_reader = options.pgn_reader.resolve()
    results, missing = [], []
    for name, version, command in readers(options):
        if version is None:
            missing.append(name)
            continue
        print(name, version, file=sys.stderr)
        results.append((name, version, run(options, name, command)))
    topics = sorted({topic for _, _, summary in results for topic in summary["topics"]})
    by_topic = []
    for topic in topics:
        row = [topic]
        for _, _, summary in results:
            row.append(share(summary["topics"].get(topic, {}).get("all")))
        by_topic.append(row)
    by_aspect = []
    for name, version, summary in results:
        total = summary["total"]
        row = [f"{name} {version}", share(total["all"])]
        row += [share(total["aspects"].get(aspect)) for aspect in ASPECTS]
        row += [str(total["unclaimed"] or ""), str(total["broken"] or "")]
        by_aspect.append(row)
    names = [name for name, _, _ in results]
    text = PAGE.format(
        missing=f"\nNot installed where this was made: {', '.join(missing)}.\n" if missing else "",
        aspects=table(["reader", "passed", *ASPECTS, "not claimed", "broken"], by_aspect),
        topics=table(["topic", *names], by_topic),
    )
    (ROOT / "docs/SUITE.md").write_text(text)


PAGE = """# How readers fare with the suite

`corpus/suite/` has test vectors for readers of game records, and its `README.md` tells what they say and how a
reader is graded. This page is made by one command, `python3 peers/suite/table.py` in `crates/movetext-bench`.

Readers are graded on what they claim and no more. An adapter says which texts its library does not claim to read, and
which of verdict, moves, tree and positions it gives. A reader passes a vector if everything that it gives is right.

- movetext is tested twice with each record, by its scanner and by its reference parsers, and also on tags, diagnostics
  and canonical texts. The suite is part of its tests, so it passes; where others do not, this does not make them bad:
  most of them read as much as they can without a word, which the specification recommends to readers (CH-009), and the
  vectors that are `invalid` ask for a word.
- python-chess accepts a text if it logs no error. Its comments are joined to one, and it skips comments from `;` on.
- pgn-extract accepts a text if it writes no message. It gives main lines.
- chessops accepts a text if all of its moves are legal; kokopu, if it does not throw.
- pgn-reader skips what it does not know and leaves moves to shakmaty. The adapter reads main lines and passes over
  variations, whether they are right or not.
- cchess stops silently where it cannot read on. It gives main lines and no verdict.
- Of what is `lenient` the verdict is free, and contents count only where one meaning is plain; what is
  `implementation-defined` does not count.
{missing}
## By what is graded

{aspects}
## By topic

Vectors passed, of those that a reader claims.

{topics}"""

if __name__ == "__main__":
    main()
