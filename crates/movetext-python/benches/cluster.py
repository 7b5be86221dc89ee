"""Reads a large file on a cluster of two workers and in one process, and compares: python benches/cluster.py FILE.

The rows are compared by their number and by sums over them, so that no process has to hold them all. Then they are read
once more while a worker dies in the middle.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pyarrow  # type: ignore[import-untyped]
import pyarrow.compute  # type: ignore[import-untyped]

import movetext
from movetext.spark import MovetextSource

COLUMNS = ["ordinal", "byte_start", "byte_len", "variant", "plies", "first_elo"]


def sums(batches: Any) -> dict[str, int]:
    """The number of rows, and the sums of their columns; of text the length is summed."""
    found = dict.fromkeys(["rows", *COLUMNS], 0)
    for batch in batches:
        found["rows"] += batch.num_rows
        for name in COLUMNS:
            column = batch.column(batch.schema.get_field_index(name))
            if pyarrow.types.is_dictionary(column.type):
                column = column.cast(pyarrow.string())
            if pyarrow.types.is_string(column.type) or pyarrow.types.is_large_string(column.type):
                column = pyarrow.compute.binary_length(column)
            found[name] += pyarrow.compute.sum(column.cast(pyarrow.int64())).as_py() or 0
    return found


def one_process(path: Path) -> dict[str, int]:
    return sums(pyarrow.RecordBatchReader.from_stream(movetext.scan(path, columns=COLUMNS)))


def cluster() -> Any:
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("movetext")
    for name, value in {
        "spark.ui.enabled": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        "spark.executorEnv.PYTHONPATH": os.pathsep.join(sys.path),
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    session.dataSource.register(MovetextSource)
    return session


def on_cluster(session: Any, path: Path, died: Path | None) -> dict[str, int]:
    columns = COLUMNS

    def partly(batches: Any) -> Any:
        for number, batch in enumerate(batches):
            if died is not None and number == 3 and not died.exists():
                died.touch()
                os._exit(9)
            row = dict.fromkeys(["rows", *columns], 0)
            row["rows"] = batch.num_rows
            for name in columns:
                column = batch.column(batch.schema.get_field_index(name))
                if pyarrow.types.is_string(column.type) or pyarrow.types.is_large_string(column.type):
                    column = pyarrow.compute.binary_length(column)
                row[name] = pyarrow.compute.sum(column.cast(pyarrow.int64())).as_py() or 0
            yield pyarrow.RecordBatch.from_pylist([row])

    frame = session.read.format("movetext").option("columns", ",".join(COLUMNS)).load(str(path))
    schema = ", ".join(f"{name} long" for name in ["rows", *COLUMNS])
    table = frame.mapInArrow(partly, schema).groupBy().sum().toArrow().to_pylist()[0]
    return {name: table[f"sum({name})"] for name in ["rows", *COLUMNS]}


def timed(what: str, work: Any, expected: dict[str, int] | None = None) -> dict[str, int]:
    begun = time.perf_counter()
    found: dict[str, int] = work()
    print(f"{what}: {found['rows']:,} rows in {time.perf_counter() - begun:.1f} s", flush=True)
    if expected is not None and found != expected:
        sys.exit(f"the rows differ: {found} instead of {expected}")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    path = parser.parse_args().file
    expected = timed("one process", lambda: one_process(path))
    session = cluster()
    timed("the cluster", lambda: on_cluster(session, path, None), expected)
    with tempfile.TemporaryDirectory() as folder:
        died = Path(folder) / "died"
        timed("the cluster, a worker dying", lambda: on_cluster(session, path, died), expected)
        if not died.exists():
            sys.exit("no worker died")
    session.stop()


if __name__ == "__main__":
    main()
