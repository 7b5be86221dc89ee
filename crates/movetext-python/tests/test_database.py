"""Databases: finding games, trees, games and their text."""

from __future__ import annotations

import pickle
import threading
from pathlib import Path

import pytest

import movetext

CHESS = """\
[Event "A"]
[Site "Wien"]
[Date "1910.??.??"]
[White "Réti, Richard"]
[Black "Tartakower"]
[Result "1-0"]
[WhiteElo "2500"]
[BlackElo "2400"]

1. e4 c6 2. d4 d5 3. Nc3 (3. e5 Bf5 {sharp stuff}) dxe4 4. Nxe4 Nf6 1-0

[Event "B"]
[Date "1972.07.11"]
[White "Карлсен"]
[Black "Anand"]
[Result "1/2-1/2"]
[ECO "B10"]

1. e4 c6 2. d4 d5 3. e5 Bf5 4. Nf9 Nf6 1/2-1/2

[Variant "Chess960"]

1. Nf3 d5 *
"""
XIANGQI = '[Game "Chinese Chess"]\n[Red "许银川"]\n[Result "1-0"]\n\n1. C2.5 H8+7 1-0\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "chess.pgn").write_text(CHESS, encoding="utf-8")
    (tmp_path / "xiangqi.pgn").write_text(XIANGQI, encoding="utf-8")
    (tmp_path / "note.txt").write_text("Nothing to be seen here, just words.\n")
    path = tmp_path / "games.db"
    with movetext.Database(path, write=True) as database:
        done = database.import_([tmp_path / name for name in ("chess.pgn", "xiangqi.pgn", "note.txt")])
        assert [(one.outcome, one.games) for one in done] == [("imported", 3), ("imported", 1), ("not-games", 0)]
        assert done[2].reason
    return path


@pytest.fixture
def database(path: Path) -> movetext.Database:
    return movetext.Database(path)


CONDITIONS: list[tuple[movetext.Conditions, list[int]]] = [
    ({}, [1, 2, 3, 4]),
    ({"player": "reti"}, [1]),
    ({"player": ["reti", "tartakower"]}, [1]),
    ({"player": ["reti", "anand"]}, []),
    ({"player": "Рети", "aliases": [["Reti", "Рети Р."], ["Anand", "Ананд"]]}, [1]),
    ({"first": "carlsen", "aliases": []}, [2]),
    ({"first": "carlsen"}, [2]),
    ({"second": "carlsen"}, []),
    ({"event": "a"}, [1]),
    ({"site": "wien"}, [1]),
    ({"date": "1910"}, [1]),
    ({"date": 1910}, [1]),
    ({"date": "1910..1972.07"}, [1, 2]),
    ({"date": "1911.."}, [2]),
    ({"date": (None, "1950")}, [1]),
    ({"elo": 2500}, []),
    ({"elo": (2400, None)}, [1]),
    ({"plies": (None, 2)}, [3, 4]),
    ({"plies": 2}, [3, 4]),
    ({"result": "1-0"}, [1, 4]),
    ({"result": "draw"}, [2]),
    ({"eco": "b1"}, [2]),
    ({"rules": "chess960"}, [3]),
    ({"variant": "xiangqi"}, [4]),
    ({"tags": {"whiteelo": "25*"}}, [1]),
    ({"comment": "SHARP"}, [1]),
    ({"opening": "1. e4 c6 2. d4 d5 3. e5"}, [2]),
    ({"pattern": "P[e5] and b[f5]"}, [2]),
    ({"source": 2}, [4]),
]


@pytest.mark.parametrize("asked, found", CONDITIONS)
def test_conditions(database: movetext.Database, asked: movetext.Conditions, found: list[int]) -> None:
    assert database.find(**asked).ids() == found
    assert [hit.id for hit in movetext.find(database.path, threads=1, **asked)] == found


def test_aliases_are_read_from_a_file(database: movetext.Database, tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("# players\nRichard Reti = Selimov\n", encoding="utf-8")
    assert database.find(player="Selimov", aliases=names).ids() == [1]
    assert database.find(player="Selimov").ids() == []
    names.write_text("Reti\n", encoding="utf-8")
    with pytest.raises(ValueError, match="names.txt|line 1"):
        database.find(player="Reti", aliases=names)
    with pytest.raises(FileNotFoundError):
        database.find(player="Reti", aliases=tmp_path / "none")
    with pytest.raises(ValueError, match="'a=b' is no name"):
        database.find(player="Reti", aliases=[["a=b", "c"]])


def test_positions(database: movetext.Database) -> None:
    position = movetext.Position()
    for move in ("e4", "c6", "d4", "d5", "e5", "Bf5"):
        position.push_san(move)
    (main,) = database.find(position=position)
    assert (main.id, main.ply, main.in_variation) == (2, 6, False)
    both = database.find(position=position.fen(), variations=True)
    assert [(hit.id, hit.ply, hit.in_variation) for hit in both] == [(1, 6, True), (2, 6, False)]
    xiangqi = movetext.Position(variant="xiangqi")
    assert database.find(position=xiangqi).ids() == [4]


def test_headings(database: movetext.Database) -> None:
    hit = database.find(player="reti")[0]
    assert (hit.variant, hit.first, hit.second) == ("chess", "Réti, Richard", "Tartakower")
    assert (hit.result, hit.date, hit.event, hit.plies) == ("1-0", "1910.??.??", "A", 8)
    assert "Réti" in repr(hit) and "Database" not in repr(hit)


def test_hits_are_a_sequence(database: movetext.Database) -> None:
    hits = database.find()
    assert (len(hits), repr(hits)) == (4, "<Hits: 4 games>")
    ids = [1, 2, 3, 4]
    for chosen in (slice(None), slice(1, 3), slice(None, None, -1), slice(None, None, 2), slice(9, None), slice(3, 0, -2)):
        assert hits[chosen].ids() == [hit.id for hit in hits[chosen]] == ids[chosen]
    assert hits[-1].id == 4
    assert database.find(limit=2).ids() == [1, 2]
    with pytest.raises(IndexError):
        hits[4]


def test_tree(database: movetext.Database) -> None:
    tree = database.tree(opening="1. e4 c6 2. d4 d5")
    assert (tree.variant, tree.all.games, tree.ended) == ("chess", 2, 0)
    assert [(move.move, move.uci, move.score.games) for move in tree.moves] == [("Nc3", "b1c3", 1), ("e5", "e4e5", 1)]
    score = tree.moves[0].score
    assert (score.first_wins, score.points, score.average_elo) == (1, 1.0, 2450)
    assert (score.first_year, score.last_year) == (1910, 1910)
    after = movetext.Position(tree.position)
    after.push_san("Nc3")
    assert after.key == tree.moves[0].key
    assert movetext.tree(database, variant="xiangqi").moves[0].score.games == 1
    assert movetext.tree(database, player="nobody").all == movetext.Score(0, 0, 0, 0, 0, None, None, None, None)


def test_games_are_those_of_the_source(path: Path, database: movetext.Database) -> None:
    for hit, game in zip(database.find(source=1), movetext.open(path.parent / "chess.pgn")):
        again = hit.game()
        assert again == game
        assert again.headers == game.headers
        assert [node.text for node in again.mainline()] == [node.text for node in game.mainline()]
        assert hit.text() == again.raw == game.raw
        assert [(error.code, error.message) for error in again.errors] == [
            (error.code, error.message) for error in game.errors
        ]
        for error in again.errors:
            assert error.game == again.ordinal == hit.id
        source = (path.parent / "chess.pgn").read_bytes()
        assert [hit.text()[slice(*error.span)] for error in again.errors] == [
            source[slice(*error.span)] for error in game.errors
        ]
        assert pickle.loads(pickle.dumps(again)) == again
    assert any(hit.game().errors for hit in database.find(source=1))


def test_what_is_asked_wrongly(database: movetext.Database) -> None:
    with pytest.raises(TypeError, match="unknown condition 'plaier'; known are variant, player"):
        database.find(plaier="x")  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="is no date"):
        database.find(date="yesterday")
    with pytest.raises(ValueError, match="unknown variant 'draughts'"):
        database.find(variant="draughts")
    with pytest.raises(ValueError, match="no game ends with"):
        database.find(result="9-9")
    with pytest.raises(ValueError):
        database.find(pattern="N[")
    with pytest.raises(ValueError, match="for a position"):
        database.find(variations=True)
    with pytest.raises(ValueError, match="main lines alone"):
        database.tree(position=movetext.Position(), variations=True)
    with pytest.raises(KeyError):
        database.game(99)
    with pytest.raises(KeyError):
        database.text(0)


def test_files_that_are_no_database(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        movetext.Database(tmp_path / "missing.db")
    assert not (tmp_path / "missing.db").exists()
    other = tmp_path / "other.db"
    other.write_bytes(b"not a database" * 100)
    with pytest.raises(movetext.DatabaseError, match="other.db"):
        movetext.Database(other)
    with pytest.raises(movetext.DatabaseError):
        movetext.find(other)


def test_reading_changes_nothing(path: Path, database: movetext.Database) -> None:
    before = path.read_bytes()
    database.tree(threads=2)
    with pytest.raises(movetext.DatabaseError, match="read-only"):
        database.import_(Path(__file__).parents[3] / "corpus" / "chess")
    with pytest.raises(TypeError, match="files alone"):
        database.import_(b"1. e4 *")
    database.close()
    database.close()
    with pytest.raises(ValueError, match="closed"):
        database.find()
    assert path.read_bytes() == before


def test_pickled_and_shared(path: Path, database: movetext.Database) -> None:
    again = pickle.loads(pickle.dumps(database))
    assert (len(again), again.path, bool(again)) == (4, str(path), True)
    assert again.sources[1].format == "pgn" and again.sources[0].path.endswith("chess.pgn")
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(len(database.find(player="reti")))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [1] * 4
