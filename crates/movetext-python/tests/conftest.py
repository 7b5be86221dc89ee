"""What tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
CORPUS = ROOT / "corpus"

#: Real files, which are not in the repository.
CORPORA = Path(os.environ.get("MOVETEXT_CORPORA", ROOT.parent / "shared" / "corpora"))


@pytest.fixture
def corpus() -> Path:
    return CORPUS


@pytest.fixture
def corpora() -> Path:
    if not CORPORA.is_dir():
        pytest.skip(f"no real files in {CORPORA}")
    return CORPORA
