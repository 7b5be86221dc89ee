"""All games of a player in a data frame: python player.py PLAYER SOURCE..."""

import sys

import movetext
import polars as pl


def main(player: str, *sources: str) -> None:
    columns = ["variant", "first", "second", "date_from", "result", "plies", "moves"]
    games = pl.DataFrame(movetext.scan(list(sources), columns=columns, moves="san"))
    named = pl.col("first", "second").fill_null("").str.contains(player, literal=True)
    played = games.filter(pl.any_horizontal(named)).sort("date_from", maintain_order=True)
    print(f"{played.height} of {games.height} games")
    for game in played.head(5).iter_rows(named=True):
        opening = " ".join(game["moves"][:6])
        print(f"{game['date_from']} {game['first']} - {game['second']}, {game['result']}, {game['plies']} plies: {opening}")


if __name__ == "__main__":
    main(*sys.argv[1:])
