"""Chess, Xiangqi and C'escacs in one frame: how long games are, and how they end: python variants.py SOURCE..."""

import sys

import movetext
import polars as pl


def main(*sources: str) -> None:
    games = pl.DataFrame(movetext.scan(list(sources), columns=["variant", "result", "plies", "moves"], moves="uci"))
    told = (
        games.with_columns(pl.col("variant").cast(pl.String))
        .group_by("variant")
        .agg(
            pl.len().alias("games"),
            pl.col("plies").mean().round(1).alias("plies"),
            (pl.col("result") == "draw").sum().alias("draws"),
            pl.col("moves").list.first().drop_nulls().mode().sort().first().alias("first_move"),
        )
        .sort("variant")
    )
    for row in told.iter_rows(named=True):
        print(
            f"{row['variant']:8} {row['games']:4} games of {row['plies']} plies, {row['draws']} draws, "
            f"mostly {row['first_move']}"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
