"""Addresses, the list, and the panels."""

import pytest


@pytest.mark.parametrize(
    "name, place, expected",
    [
        ("chess", "#game=1&ply=17", "#game=1&ply=17"), ("chess", "#game=3&ply=2", "#game=3&ply=2"), ("chess", "#game=2", "#game=2&ply=0"),
        ("chess", "#game=99&ply=9999", "#game=3&ply=6"), ("chess", "#game=-1&ply=-5", "#game=1&ply=0"), ("chess", "#game=x&ply=y", "#game=1&ply=0"),
        ("chess", "#game=1&move=11", "#game=1&move=11"), ("chess", "#<script>", "#game=1&ply=0"),
        ("xiangqi", "#game=1&ply=6", "#game=1&ply=6"), ("xiangqi", "#game=2&ply=1", "#game=2&ply=1"), ("cescacs", "#game=1&ply=4", "#game=1&ply=4"),
        ("mixed", "#game=5&ply=2", "#game=5&ply=2"),
    ],
)
def test_addresses(name, place, expected, view):
    assert view(name, place=place).hash == expected


def test_address_that_changes(view):
    page = view("chess")
    page.page.evaluate("location.hash = '#game=3&ply=2'")
    page.wait_for("document.querySelector('.move[aria-current]')?.firstChild.data === 'Kd2'")
    page.page.evaluate("location.hash = '#game=3&ply=1'")
    page.wait_for("document.querySelector('.move[aria-current]')?.firstChild.data === 'a1=Q+'")


@pytest.mark.parametrize(
    "name, place, square, what",
    [
        ("chess", "#game=1&ply=0", "e2", "pawn (White)"), ("chess", "#game=1&ply=15", "c1", "king (White)"), ("chess", "#game=1&ply=15", "d1", "rook (White)"),
        ("chess", "#game=3&ply=1", "a1", "queen (Black)"), ("chess", "#game=3&ply=4", "a7", "empty"),
        ("xiangqi", "#game=1&ply=1", "e2", "cannon (Red)"), ("xiangqi", "#game=1&ply=1", "h2", "empty"), ("xiangqi", "#game=1&ply=0", "e9", "general (Black)"),
        ("cescacs", "#game=1&ply=1", "H12", "pawn (White)"), ("cescacs", "#game=1&ply=0", "F0", "wyvern (White)"), ("cescacs", "#game=1&ply=0", "F28", "wyvern (Black)"),
        ("own", "#game=1&ply=1", "1,4", "S:R (Upper case)"), ("own", "#game=1&ply=0", "0,0", "s:r (Lower case)"),
    ],
)
def test_squares_are_spoken(name, place, square, what, view):
    assert view(name, place=place).square(square) == f"{square}: {what}"


@pytest.mark.parametrize("name, cells, rows", [("chess", 64, 8), ("xiangqi", 90, 10), ("cescacs", 169, None), ("own", 25, 5)])
def test_board_is_a_grid(name, cells, rows, view):
    page = view(name)
    counts = page.page.evaluate("['grid', 'row', 'gridcell'].map(role => document.querySelectorAll(`#board [role=${role}]`).length)")
    assert counts[0] == 1 and counts[2] == cells
    assert rows is None or counts[1] == rows
    assert page.page.locator("[role=gridcell][tabindex='0']").count() == 1


@pytest.mark.parametrize("words, count", [("carlsen", 1), ("nandu EMILE", 1), ("vienna", 1), ("2024.05", 1), ("1-0", 1), ("réti tarta", 1), ("", 3), ("nobody", 0)])
def test_search(words, count, view):
    page = view("chess")
    page.page.fill("#search", words)
    assert page.page.locator(".row").count() == count
    if count == 0:
        assert page.page.inner_text("#count") == "No game fits."


def test_search_and_enter_open_a_game(view):
    page = view("chess")
    page.page.fill("#search", "boris")
    page.key("Enter")
    page.wait_for("location.hash.startsWith('#game=2')")


@pytest.mark.parametrize("order, first", [("byFile", "Réti"), ("byFirst", "anna"), ("bySecond", "anna"), ("byDate", "Réti"), ("byPlies", "anna"), ("byResult", "anna")])
def test_sort(order, first, view):
    page = view("chess")
    page.page.select_option("#sort", order)
    assert page.page.locator(".row").first.inner_text().startswith(first)


def test_reversed_order(view):
    page = view("chess")
    page.page.click("#order")
    assert page.page.locator(".row").first.inner_text().startswith("Carlsen")


def test_variants_of_a_mixed_collection(view):
    page = view("mixed")
    names = page.page.evaluate("[...document.getElementById('variant').options].map(option => option.label)")
    assert names == ["All variants", "chess", "Xiangqi", "C'escacs", "PCN"]
    page.page.select_option("#variant", label="Xiangqi")
    assert page.page.locator(".row").count() == 2
    page.page.fill("#search", "casual")
    assert page.page.locator(".row").count() == 1


@pytest.mark.parametrize("number, board", [(1, "P-K-64"), (4, "90"), (6, "169"), (8, "25")])
def test_boards_of_a_mixed_collection(number, board, view):
    page = view("mixed")
    count = page.page.locator(".row").count()
    page.open(min(number, count))
    cells = page.page.locator("[role=gridcell]").count()
    assert str(cells) == board.split("-")[-1]


def test_ten_thousand_games(view):
    page = view("many")
    assert page.page.inner_text("#count") == "10,000 games"
    assert page.page.locator(".row").count() < 40
    page.page.evaluate("document.getElementById('rows').scrollTop = 58 * 5000")
    page.page.wait_for_selector("[data-game='5000']")
    page.page.click("[data-game='5001']")
    page.wait_for("location.hash.startsWith('#game=5002')")
    assert "5001" in page.page.inner_text("#heading")
    page.page.fill("#search", "евтушенко match 7")
    found = page.page.inner_text("#count")
    assert found.endswith("of 10,000 games") and found != "0 of 10,000 games"
    page.page.select_option("#sort", "byDate")
    assert page.page.locator(".row").count() < 40


def test_list_by_keys(view):
    page = view("many")
    page.page.focus("#rows")
    page.key("End")
    assert page.page.get_attribute(".row.active", "aria-posinset") == "10000"
    page.key("Home", "ArrowDown", "PageDown", "Enter")
    page.wait_for("!location.hash.startsWith('#game=1&')")
    active = page.page.get_attribute("#rows", "aria-activedescendant")
    assert page.page.get_attribute(f"#{active}", "aria-selected") == "true"


def test_last_of_ten_thousand(view):
    page = view("many", place="#game=10000&ply=3")
    assert page.current() == "Nf3"


def test_problems(view):
    page = view("problems")
    page.tab("problems")
    codes = page.page.evaluate("[...document.querySelectorAll('#problems [data-code]')].map(problem => problem.dataset.code)")
    assert codes == ["illegal-move", "unplayed-moves", "result-mismatch"]
    first = page.page.locator("[data-code=illegal-move]")
    assert "White cannot play Ke3: no king reaches e3" in first.inner_text()
    assert "line 6, column 13" in first.inner_text()
    assert first.locator("mark").inner_text() == "Ke3"
    first.click()
    assert page.hash == "#game=1&ply=3"
    assert page.current() == "Ke3"
    assert "“Ke3” cannot be played" in page.page.inner_text("#notice")
    assert page.page.inner_text(".turn") == "White to move"
    assert page.square("e2") == "e2: empty" and page.square("e1") == "e1: king (White)"


def test_problems_of_a_second_game(view):
    page = view("problems", place="#game=3&ply=0")
    page.tab("problems")
    assert page.page.locator("#problems .problem").count() == 1
    assert page.page.inner_text("#tab-problems").endswith("1")


# Problems of documents, and the move that a click on them goes to; or the start, where the text does not tell.
DOCUMENTS = [
    ("xml", 1, "illegal-move", "#game=1&ply=9", "Ke3"),
    ("xml", 1, "unplayed-moves", "#game=1&ply=10", "Nc6"),
    ("xml", 2, "unknown-token", "#game=2&ply=0", ""),
    ("jsonl", 1, "illegal-move", "#game=1&ply=3", "Ke3"),
    ("jsonl", 1, "result-mismatch", "#game=1&ply=5", "Nf3"),
    ("jsonl", 2, "unsupported-variant", "#game=2&ply=0", ""),
    ("jsonl", 3, "unknown-token", "#game=3&ply=1", "d4"),
    ("pcn", 1, "impossible-action", "#game=1&ply=2", "[3,3]–[2,3]"),
    ("pcn", 2, "impossible-action", "#game=2&ply=3", "0–1"),
    ("lines", 1, "illegal-move", "#game=1&ply=7", "e1e3"),
    ("lines", 1, "unplayed-moves", "#game=1&ply=8", "e7e5"),
]


@pytest.mark.parametrize("name, game, code, place, move", DOCUMENTS)
def test_problems_of_documents(name, game, code, place, move, view):
    page = view(name, place=f"#game={game}&ply=1")
    page.tab("problems")
    page.page.locator(f"[data-code={code}]").first.click()
    assert page.hash == place
    assert page.current() == move


def test_problem_of_lower_severity(view):
    page = view("chess", "--severity", "info")
    assert page.page.locator("#tab-problems").is_visible()


def test_problems_only(view):
    page = view("records")
    page.page.check("#only")
    rows = page.page.locator(".row")
    assert rows.count() > 0
    assert rows.count() == page.page.locator(".row .badge").count()


def test_moves_that_were_not_played_are_as_written(view):
    page = view("problems", place="#game=2&ply=0")
    assert page.moves() == ["Nf3", "f6", "Nd4"]
    assert "no board" in page.page.inner_text("#board")
    page.key("ArrowRight")
    assert page.current() == "Nf3"


def test_words_that_are_no_moves_stay(view):
    page = view("problems", place="#game=3&ply=0")
    assert "zzz" in page.page.inner_text("#moves")


def test_details(view):
    page = view("chess")
    page.tab("details")
    shown = page.page.inner_text("#details")
    assert "Annotator" in shown and "after many" in shown and "chess.pgn" in shown


def test_comments_and_signs(view):
    page = view("chess")
    shown = page.page.inner_text("#moves")
    for text in ["A game of eleven moves.", "It opens the file of the queen.", "is met by", "A double check."]:
        assert text in shown
    assert page.page.locator(".nag3").inner_text() == "!!"
    assert page.page.locator(".nag4").inner_text() == "??"
    assert "%csl" not in shown and "%diagram" not in shown


def test_arrows_and_squares(view):
    page = view("chess", place="#game=1&ply=10")
    assert page.page.locator(".arrow").count() == 1
    assert page.page.locator(".coloured").count() == 1
    page.key("ArrowRight")
    assert page.page.locator(".arrow").count() == 0


@pytest.mark.parametrize("name, place", [("chess", "#game=1&ply=17"), ("chess", "#game=2&ply=4"), ("cescacs", "#game=1&ply=12")])
def test_check_is_marked(name, place, view):
    page = view(name, place=place)
    assert page.page.locator("#board .check").count() == 1
    page.key("Home")
    assert page.page.locator("#board .check").count() == 0


def test_clocks_and_evaluation(view):
    page = view("chess", place="#game=2&ply=3")
    assert page.page.inner_text("#below .clock") == "0:02:55.5"
    assert page.page.inner_text("#above .clock") == "0:02:58"
    assert page.page.is_visible("#graph")
    assert page.page.inner_text("#graph .value") == "#-1"
    page.key("ArrowLeft")
    assert page.page.inner_text("#graph .value") == "−0.40"
    page.open(1)
    assert not page.page.is_visible("#graph")


def test_click_on_the_graph(view):
    page = view("chess", place="#game=2&ply=0")
    box = page.page.locator("#graph svg").bounding_box()
    page.page.mouse.click(box["x"] + box["width"] * 0.5, box["y"] + 10)
    assert page.hash == "#game=2&ply=2"


def test_pieces_in_hand(view):
    page = view("own", place="#game=1&ply=1")
    assert "In hand" in page.page.inner_text("#below")


@pytest.mark.parametrize("name, path", [("chess", "games/chess.pgn"), ("xiangqi", "games/xiangqi.pgn")])
def test_download_of_the_game(name, path, view):
    from conftest import HERE

    page = view(name)
    page.tab("share")
    with page.page.expect_download() as download:
        page.page.click("#save-game")
    text = open(download.value.path(), encoding="utf-8").read()
    source = (HERE / path).read_text(encoding="utf-8")
    assert text.strip() and text in source
    assert download.value.suggested_filename.endswith(".pgn")


@pytest.mark.parametrize("name, extension", [("chess", ".fen"), ("xiangqi", ".fen"), ("cescacs", ".pdtl")])
def test_download_of_the_position(name, extension, view):
    page = view(name, place="#game=1&ply=2")
    page.tab("share")
    with page.page.expect_download() as download:
        page.page.click("#save-position")
    assert download.value.suggested_filename.endswith(extension)
    assert open(download.value.path(), encoding="utf-8").read() == page.position() + "\n"


@pytest.mark.parametrize("name", ["chess", "xiangqi", "cescacs", "own"])
def test_download_of_the_picture(name, view, browser):
    page = view(name, place="#game=1&ply=1")
    page.tab("share")
    with page.page.expect_download() as download:
        page.page.click("#save-picture")
    svg = open(download.value.path(), encoding="utf-8").read()
    assert svg.startswith("<svg ") and "var(" not in svg and "<text" not in svg
    size = page.page.evaluate(
        "async svg => { const image = new Image(); image.src = 'data:image/svg+xml,' + encodeURIComponent(svg); await image.decode(); return image.width; }", svg)
    assert size > 300


def test_copy(view):
    page = view("chess", place="#game=1&ply=2")
    page.tab("share")
    page.page.click("[data-copies=position]")
    page.wait_for("document.querySelector('[data-copies=position]').textContent === 'Copied'")
    assert page.page.evaluate("getSelection().toString() || document.getElementById('position').value") == page.position()
    assert page.page.input_value("#link").endswith("#game=1&ply=2")


@pytest.mark.parametrize("name, sets", [("chess", ["staunton", "letters"]), ("xiangqi", ["traditional", "simplified", "western", "letters"]), ("cescacs", ["cescacs", "letters"])])
def test_piece_sets(name, sets, view):
    page = view(name)
    known = page.page.evaluate("[...document.getElementById('pieces').options].map(option => option.value)")
    assert known == sets
    for wanted in sets:
        page.page.select_option("#pieces", wanted)
        used = page.page.evaluate("document.querySelector('#board use').getAttribute('href')")
        assert f"-{wanted}-" in used
        assert page.page.evaluate("id => document.querySelectorAll('[id=\"' + id + '\"]').length", used[1:]) == 1
