"""Positions and notations are those of the library, at every ply."""

import re
import subprocess

import pytest
from conftest import CORPUS, GAMES, MOVETEXT, movetext

RECORDS = [
    (GAMES / "chess.pgn", "fen", 1), (GAMES / "chess.pgn", "fen", 2), (GAMES / "chess.pgn", "fen", 3),
    (GAMES / "xiangqi.pgn", "fen", 1), (GAMES / "xiangqi.pgn", "fen", 2),
    (CORPUS / "cescacs/fools_mate.ctl-pgn", "pdtl", 1),
    *[(CORPUS / "cescacs/special.ctl-pgn", "pdtl", number) for number in range(1, 7)],
    *[(CORPUS / "cescacs/castlings.ctl-pgn", "pdtl", number) for number in (1, 2)],
    *[(CORPUS / "chess/setups.pgn", "fen", number) for number in (1, 2, 3)],
    (CORPUS / "chess/disambiguation.pgn", "fen", 1), (CORPUS / "chess/variations.pgn", "fen", 1),
    (CORPUS / "xiangqi/soldiers.pgn", "fen", 1), (CORPUS / "xiangqi/iccs.pgn", "fen", 1),
    (CORPUS / "xiangqi/traditional.pgn", "fen", 1),
]


@pytest.fixture(scope="module")
def pages(browser, built):
    """One page for each file, made here since the files are many."""
    made = {}

    def page(path, folder):
        if path not in made:
            made[path] = folder / (re.sub(r"\W", "-", path.name) + ".html")
            subprocess.run([MOVETEXT, "view", str(path), "-o", str(made[path])], check=False)
        return made[path]

    return page


@pytest.mark.parametrize("path, form, number", RECORDS, ids=lambda value: getattr(value, "name", str(value)))
def test_position_at_every_ply(path, form, number, pages, folder, browser):
    lines = movetext("convert", "--to", form, path).splitlines()
    context = browser.new_context(viewport={"width": 1360, "height": 860}, locale="en-US")
    page = context.new_page()
    page.goto(pages(path, folder).as_uri() + f"#game={number}&ply=0")
    page.wait_for_selector("html[data-ready=true]")
    page.click("#tab-share")
    seen = []
    page.evaluate("document.activeElement.blur()")
    last = page.evaluate("location.hash")
    while True:
        page.keyboard.press("ArrowRight")
        place = page.evaluate("location.hash")
        if place == last:
            break
        last = place
        seen.append(page.input_value("#position"))
    context.close()
    assert seen, "the game has moves"
    # The games stand one after another in the list of positions.
    at = [index for index in range(len(lines)) if lines[index : index + len(seen)] == seen]
    assert at, f"{seen} is not in {lines}"


NOTATIONS = [
    ("chess", GAMES / "chess.pgn", "san", "san"), ("chess", GAMES / "chess.pgn", "lan", "lan"), ("chess", GAMES / "chess.pgn", "uci", "uci"),
    ("xiangqi", GAMES / "xiangqi.pgn", "chinese,script=simplified", "chinese"),
    ("xiangqi", GAMES / "xiangqi.pgn", "chinese,script=traditional", "chinese,script=traditional"),
    ("xiangqi", GAMES / "xiangqi.pgn", "wxf", "wxf"), ("xiangqi", GAMES / "xiangqi.pgn", "iccs", "iccs"),
    ("cescacs", CORPUS / "cescacs/fools_mate.ctl-pgn", "ctl-an", "ctl-an"), ("cescacs", CORPUS / "cescacs/fools_mate.ctl-pgn", "ctl-fan", "ctl-fan"),
]


@pytest.mark.parametrize("name, path, notation, option", NOTATIONS, ids=lambda value: value if isinstance(value, str) else "")
def test_moves_are_those_of_the_notation(name, path, notation, option, view):
    written = movetext("convert", "--to", "pgn", "--notation", option, "--columns", "0", path)
    page = view(name)
    page.page.select_option("#notation", notation)
    moves = page.moves()
    assert len(moves) > 4
    for move in moves:
        assert move in written, f"{move} is not in {written}"


def test_figurines_stand_for_letters(view):
    page = view("chess")
    letters = page.moves()
    page.page.select_option("#notation", "figurine")
    pictures = page.moves()
    assert "♘c3" in pictures and "Nc3" in letters
    assert len(letters) == len(pictures)


def test_moves_as_written(view):
    page = view("xiangqi", place="#game=2&ply=0")
    page.page.select_option("#notation", "iccs")
    assert page.moves()[0] == "H2-E2"
    page.page.select_option("#notation", "written")
    assert page.moves()[0] == "C2.5"


def test_wxf_games_show_wxf(view):
    page = view("xiangqi", place="#game=2&ply=0")
    assert page.moves()[0] == "C2.5"
    page.open(1)
    assert page.moves()[0] == "炮二平五"


def test_notation_is_kept(view):
    page = view("chess")
    page.page.select_option("#notation", "lan")
    page.open(2)
    assert page.moves()[0] == "f2-f3"
