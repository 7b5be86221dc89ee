"""Opening statistics in SQL: what was played in a position, and how it went: python openings.py "1. e4 e5" SOURCE..."""

import sys

import duckdb
import movetext


def main(opening: str, *sources: str) -> None:
    start = next(movetext.open(opening.encode())).end().board()
    games = movetext.scan(list(sources), columns=["source", "ordinal", "result"])
    positions = movetext.scan(list(sources), positions=True, moves="san", columns=["source", "game", "key", "move"])
    database = duckdb.connect()
    database.register("games", games)
    database.register("positions", positions)
    answer = database.execute(
        """
        SELECT move, count(*) AS games,
            round(100 * avg(CASE result WHEN 'first-wins' THEN 1 WHEN 'draw' THEN 0.5 ELSE 0 END), 1) AS score
        FROM positions JOIN games ON games.source = positions.source AND games.ordinal = positions.game
        WHERE key = ? AND move IS NOT NULL AND result <> 'unknown'
        GROUP BY move ORDER BY games DESC, move
        """,
        [start.key],
    )
    print(start.fen())
    for move, count, score in answer.fetchall()[:10]:
        print(f"{move:8} {count:6} games, {score} % for the first player")


if __name__ == "__main__":
    main(*sys.argv[1:])
