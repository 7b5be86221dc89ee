"""Each program of `examples/python/` runs, and says what it should."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

#: Each program, its arguments, and what is among its output.
EXAMPLES = {
    "cluster.py": (["corpus/chess"], ["chess    draw ", " games of ", " plies, "]),
    "player.py": (["Müller", "corpus/chess"], ["1 of 16 games\n", "Müller, K. F."]),
    "openings.py": (["1. e4 *", "corpus/chess"], ["b KQkq", "e5", "games, "]),
    "problems.py": (["corpus/regressions"], ["error ", "unknown-token", "corpus/regressions/"]),
    "variants.py": (["corpus/chess", "corpus/xiangqi", "corpus/cescacs"], ["cescacs", "chess", "xiangqi"]),
}


def test_all_are_run() -> None:
    assert {path.name for path in (ROOT / "examples" / "python").glob("*.py")} == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    pytest.importorskip("polars")
    pytest.importorskip("duckdb")
    if name == "cluster.py":
        pytest.importorskip("pyspark", minversion="4.1", reason="pyspark is not installed")
        if shutil.which("java") is None:
            pytest.skip("there is no Java")
    arguments, expected = EXAMPLES[name]
    command = [sys.executable, f"examples/python/{name}", *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    for part in expected:
        assert part in done.stdout, done.stdout
