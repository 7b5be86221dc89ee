"""The problems of a collection as a table: which there are, how often, and one of each: python problems.py SOURCE..."""

import sys

import movetext
import polars as pl


def main(*sources: str) -> None:
    problems = pl.DataFrame(movetext.scan(list(sources), problems=True))
    kinds = (
        problems.with_columns(pl.col("source", "code", "severity").cast(pl.String))
        .group_by("severity", "code", maintain_order=True)
        .agg(pl.len().alias("count"), pl.col("source", "line", "column", "message").first())
        .sort("severity", "count", "code", descending=[False, True, False])
    )
    print(f"{problems.height} problems of {kinds.height} kinds")
    for kind in kinds.iter_rows(named=True):
        place = f"{kind['source']}:{kind['line']}:{kind['column']}"
        print(f"{kind['severity']:8} {kind['count']:4} {kind['code']:24} {place}: {kind['message']}")


if __name__ == "__main__":
    main(*sys.argv[1:])
