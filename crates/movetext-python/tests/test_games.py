"""Reading games: sources, headers, trees, visitors, diagnostics."""

from __future__ import annotations

import bz2
import gzip
import io
import pickle
import signal
import threading
from pathlib import Path
from typing import Any

import pytest

import movetext

PGN = b"""[Event "one"]
[White "A"]
[White "B"]

1. e4 {best} e5 (1... c5 {sharp} 2. Nf3 (2. c3 d5)) (1... e6) 2. Nf3 $1 Nc6 1-0

[Event "two"]

1. d4 d5 2. Ke3 Nf6 *
"""


def games(*arguments: Any, **keywords: Any) -> list[movetext.Game]:
    return list(movetext.open(*arguments, **keywords))


@pytest.mark.parametrize("pack", [bytes, gzip.compress, bz2.compress], ids=["plain", "gzip", "bzip2"])
def test_sources_of_all_sorts(tmp_path: Path, pack: Any) -> None:
    data = pack(PGN)
    file = tmp_path / "a.pgn"
    file.write_bytes(data)
    (tmp_path / "b.pgn").write_bytes(data)
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(64))
    expected = ["one", "two"]
    for source in (data, bytearray(data), io.BytesIO(data), str(file), file):
        assert [game.headers["Event"] for game in games(source)] == expected
    assert len(games(str(tmp_path / "*.pgn"))) == 4
    assert len(games([file, data])) == 4
    with movetext.open(tmp_path) as found:
        assert len(list(found)) == 4
        assert [Path(name).name for name, _ in found.skipped] == ["picture.png"]
    with open(file, "rb") as opened:
        assert games(opened)[0].source == str(file)


def test_text_files_are_read_as_text() -> None:
    text = io.StringIO('[White "Réti"]\n\n1. e4 *\n')
    assert games(text)[0].headers["White"] == "Réti"


def test_what_is_no_source() -> None:
    with pytest.raises(FileNotFoundError):
        movetext.open("nowhere.pgn")
    with pytest.raises(FileNotFoundError):
        movetext.open("nowhere*.pgn")
    with pytest.raises(TypeError):
        movetext.open(5)
    with pytest.raises(movetext.FormatError, match="no games"):
        games(b"\x89PNG\r\n\x1a\n" + bytes(64))
    wrong: list[dict[str, Any]] = [{"variant": "go"}, {"encoding": "x"}, {"notation": "x"}, {"check": "x"}]
    for keywords in wrong:
        with pytest.raises(ValueError, match="unknown"):
            movetext.open(PGN, **keywords)
    assert games(b"") == []


def test_a_source_that_fails_gives_its_games_first() -> None:
    class Failing(io.RawIOBase):
        pieces = [PGN, RuntimeError("gone")]

        def read(self, size: int = -1) -> Any:
            piece = self.pieces.pop(0)
            if isinstance(piece, Exception):
                raise piece
            return piece

    opened = movetext.open(Failing())
    read = []
    with pytest.raises(RuntimeError, match="gone"):
        for game in opened:
            read.append(game)
    assert [game.headers["Event"] for game in read] in (["one"], ["one", "two"])
    broken = movetext.open([gzip.compress(PGN * 100)[:-20], PGN])
    with pytest.raises(OSError):
        for game in broken:
            read.append(game)
    assert [game.headers["Event"] for game in broken] == ["one", "two"], "the next source follows"


def test_headers() -> None:
    headers = games(PGN)[0].headers
    assert headers.keys() == ["Event", "White"] == list(headers)
    assert headers.pairs() == [("Event", "one"), ("White", "A"), ("White", "B")]
    assert headers.getall("white") == ["A", "B"]
    assert dict(headers) == {"Event": "one", "White": "A"} == headers
    assert len(headers) == 2 and "EVENT" in headers and 5 not in headers
    with pytest.raises(KeyError, match="Black"):
        headers["Black"]


def test_the_tree() -> None:
    one, two = games(PGN)
    assert [node.text for node in one.mainline()] == ["e4", "e5", "Nf3", "Nc6"]
    e4 = one.mainline()[0]
    assert e4.comment == "best" and e4.parent == one and one.parent is None
    assert [node.text for node in e4.variations] == ["e5", "c5", "e6"]
    c5 = e4.variation(1)
    assert c5.starts_variation() and not c5.is_mainline() and c5.parent == e4
    assert [node.text for node in c5.variations] == ["Nf3", "c3"]
    c3 = c5.variation(1)
    assert c3.parent == c5 and c3.ply() == 3 and not c3.turn()
    assert c3.end().fen() == "rnbqkbnr/pp2pppp/8/2pp4/4P3/2P5/PP1P1PPP/RNBQKBNR w KQkq d6 0 3"
    assert one.end().board().fen() == "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
    assert one.mainline()[2].nags == [1]
    assert one.variations[0] == e4 and one.game() == one
    # What could not be played stays as text.
    assert two.moves() == ["d4", "d5", "Ke3", "Nf6"] == two.moves("san")
    assert len(two.mainline_moves()) == 2 and two.counts == (2, 0, 2)
    unplayed = two.mainline()[2]
    assert unplayed.move is None
    with pytest.raises(ValueError, match="could not be played"):
        unplayed.board()
    with pytest.raises(ValueError, match="no move"):
        unplayed.san()


def test_positions_do_not_depend_on_the_order_in_which_they_are_asked_for() -> None:
    text = b"1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 (2... e6)) d6) 2. Nf3 Nc6 (2... Nf6 3. Nxe5) 3. Bb5 *"

    def nodes(game: movetext.Node) -> list[movetext.Node]:
        found, todo = [], [game]
        while todo:
            node = todo.pop()
            found.append(node)
            todo.extend(node.variations)
        return found

    alone = {node.ply(): node for node in nodes(games(text)[0])}
    assert max(alone) == 5
    forward = [(node.text, node.fen()) for node in nodes(games(text)[0])]
    backward = [(node.text, node.fen()) for node in reversed(nodes(games(text)[0]))]
    assert forward == backward[::-1] and len(forward) == 14
    fresh = [node.fen() for index in range(14) for node in [nodes(games(text)[0])[index]]]
    assert fresh == [fen for _, fen in forward]


def test_errors() -> None:
    two = games(PGN)[1]
    error = two.errors[0]
    assert (error.code, error.severity, error.game) == ("illegal-move", "error", 2)
    assert PGN[slice(*error.span)] == b"Ke3" and (error.line, error.column) == (9, 13)
    assert error.requirements == ["CH-143"]
    fixable = games(b'[Event "a]\n\n1. e4 0-0 *', check="import")[0].errors
    assert any(error.fix for error in fixable)
    assert any(len(error.span) == 2 and error.help for error in fixable)


def test_errors_beside_games() -> None:
    opened = movetext.open(b"prose before\n\n" + PGN)
    read = list(opened)
    told = [error.code for error in opened.errors] + [error.code for game in read for error in game.errors]
    assert "stray-text" in told
    assert opened.further_errors == 0


def test_check_finds_more_than_reading() -> None:
    text = b"1. e4+ e5 *"
    assert games(text)[0].errors == []
    codes = [error.code for error in games(text, check="consistency")[0].errors]
    assert len(codes) == 1 and "check" in codes[0]
    assert [error.code for error in movetext.check(text)] == codes
    strict = [error.code for error in movetext.check(text, strict="export")]
    assert len(strict) > 1 and codes[0] in strict
    assert list(movetext.check(text, severity="error")) == []


def test_visitors() -> None:
    told: list[Any] = []

    class Recorder:
        def __getattr__(self, name: str) -> Any:
            if name == "result":
                return lambda: "done"
            return lambda *arguments: told.append((name, *map(str, arguments)))

    game = games(b'[Event "x"]\n\n{start} 1. e4 $1 (1. d4 {no}) e5 1-0')[0]
    assert game.accept(Recorder()) == "done"
    moves = [event for event in told if event[0] not in ("visit_board",)]
    start = movetext.Position().fen()
    after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
    assert moves == [
        ("begin_game",),
        ("begin_headers",),
        ("visit_header", "Event", "x"),
        ("end_headers",),
        ("visit_comment", "start"),
        ("visit_move", start, "e2e4"),
        ("visit_nag", "1"),
        ("begin_variation",),
        ("visit_move", start, "d2d4"),
        ("visit_comment", "no"),
        ("end_variation",),
        ("visit_move", after, "e7e5"),
        ("visit_result", "1-0"),
        ("end_game",),
    ]

    class Impatient(movetext.BaseVisitor):
        moves = 0

        def end_headers(self) -> Any:
            return movetext.SKIP

        def visit_move(self, board: movetext.Position, move: movetext.Move) -> None:
            self.moves += 1

        def result(self) -> int:
            return self.moves

    assert game.accept(Impatient()) == 0

    class Failing(movetext.BaseVisitor):
        def visit_move(self, board: movetext.Position, move: movetext.Move) -> None:
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        game.accept(Failing())


def test_deep_variations_are_no_recursion() -> None:
    deep = b"1. e4 " + b"(1. d4 " * 200 + b")" * 200 + b" *"
    game = games(deep)[0]
    assert len(game.variations) == 201
    assert game.accept(movetext.BaseVisitor()) is None


def corpus_files(corpus: Path) -> list[Path]:
    return sorted(path for path in corpus.rglob("*") if path.is_file() and path.suffix not in (".db", ".toml"))


def test_pickling(corpus: Path) -> None:
    count = 0
    for path in corpus_files(corpus):
        with movetext.open([path, b""], check="consistency") as opened:
            try:
                read = list(opened)
            except (OSError, ValueError):
                continue
        for game in read:
            again = pickle.loads(pickle.dumps(game))
            count += 1
            assert again == game, path
            assert again.moves() == game.moves(), path
            assert again.errors == game.errors, path
            assert again.headers == game.headers, path
            assert (again.source, again.ordinal, again.byte_range) == (game.source, game.ordinal, game.byte_range)
            # Line ends behind a record that was made of a document are no part of it.
            assert again.counts == game.counts and again.raw.rstrip() == game.raw.rstrip(), path
            for node in game.mainline()[:3]:
                assert pickle.loads(pickle.dumps(node)) == node
    assert count > 100
    error = games(PGN)[1].errors[0]
    assert pickle.loads(pickle.dumps(error)) == error
    headers = games(PGN)[0].headers
    assert pickle.loads(pickle.dumps(headers)) == headers


def test_all_of_the_corpus_can_be_walked(corpus: Path) -> None:
    """Whatever stands in a file: no panic, no position that is not there, text and moves as many as counted."""
    for path in corpus_files(corpus):
        try:
            read = list(movetext.open(path))
        except (OSError, movetext.FormatError):
            continue
        for game in read:
            plies, _, unresolved = game.counts
            assert len(game.mainline_moves()) <= plies + unresolved
            assert len(game.moves()) == len(game.mainline())
            for node in game.mainline():
                if node.move is not None:
                    assert node.board().copy() == node.board()
                    assert node.parent is not None
                    board = node.parent.board()
                    assert board.is_legal(node.move) or game.variant == "cescacs", (path, node)
            repr(game), str(game)


def test_other_threads_run_while_games_are_read() -> None:
    ticks = 0
    done = threading.Event()

    class Slow(io.RawIOBase):
        left = 3

        def read(self, size: int = -1) -> bytes:
            self.left -= 1
            # Waits for the other thread, which could not run if reading kept Python to itself.
            assert waited.wait(30)
            return PGN if self.left >= 0 else b""

    waited = threading.Event()

    def tick() -> None:
        nonlocal ticks
        ticks += 1
        waited.set()
        done.wait(30)

    other = threading.Thread(target=tick)
    reader = threading.Thread(target=lambda: read.extend(movetext.open(Slow())))
    read: list[movetext.Game] = []
    reader.start()
    other.start()
    reader.join(60)
    done.set()
    other.join(60)
    assert len(read) == 6 and ticks == 1


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="no alarm signals")
def test_signals_end_the_reading() -> None:
    class Endless(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            return b"; a comment and no game\n" * 1000

    class Stop(Exception):
        pass

    def stop(*_: Any) -> None:
        raise Stop

    before = signal.signal(signal.SIGALRM, stop)
    try:
        for read in (
            lambda: list(movetext.open(Endless(), variant="chess")),
            lambda: list(movetext.check(Endless(), variant="chess")),
            lambda: movetext.convert(Endless(), "pgn", variant="chess"),
        ):
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with pytest.raises(Stop):
                read()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_detection() -> None:
    found = movetext.detect(gzip.compress("1. 炮二平五 馬8進7 2. 馬二進三 *".encode("big5")))
    assert (found.compression, found.encoding, found.variant, found.readable) == ("gzip", "Big5", "xiangqi", True)
    assert found.candidates[0].confidence == found.confidence > 50
    assert movetext.detect(b"\x89PNG\r\n\x1a\n" + bytes(64), name="a.png").readable is False
    with pytest.raises(FileNotFoundError):
        movetext.detect("nowhere.pgn")


def test_conversion(tmp_path: Path) -> None:
    done = movetext.convert(PGN, "uci")
    assert done.data == b"position startpos moves e2e4 e7e5 g1f3 b8c6\nposition startpos moves d2d4 d7d5\n"
    assert done.games == 2 and done.errors == 1 and done.losses == {"left_out": 2}
    out = tmp_path / "a.jsonl"
    movetext.convert(PGN, "jsonl", out)
    assert movetext.convert(out, "pgn").data == movetext.convert(PGN, "pgn").data
    with pytest.raises(FileExistsError):
        movetext.convert(PGN, "jsonl", out)
    movetext.convert(PGN, "pgn", out, overwrite=True, notation="lan")
    assert b"e2-e4" in out.read_bytes()
    refused = movetext.convert("1. 炮二平五 馬8進7 *".encode(), "epd").refused
    assert refused == [] or refused[0][1] == 1
    refused = movetext.convert("1. 炮二平五 馬8進7 *".encode(), "pdtl").refused
    assert len(refused) == 1
    wrong: list[dict[str, Any]] = [{"to": "x"}, {"to": "pgn", "form": "x"}, {"to": "xml", "notation": "lan"}]
    for keywords in wrong:
        with pytest.raises(ValueError):
            movetext.convert(PGN, **keywords)
    assert list(tmp_path.iterdir()) == [out], "nothing else is left"
