"""What keys, pointers and fingers do."""

import pytest

PLIES = {"chess": 21, "xiangqi": 10, "cescacs": 10}
BOARDS = sorted(PLIES)


@pytest.mark.parametrize("name", BOARDS)
def test_right_and_left(name, view):
    page = view(name)
    page.key("ArrowRight", "ArrowRight", "ArrowRight")
    assert page.hash == "#game=1&ply=3"
    page.key("ArrowLeft")
    assert page.hash == "#game=1&ply=2"


@pytest.mark.parametrize("name", BOARDS)
def test_end_and_home(name, view):
    page = view(name)
    page.key("End")
    end = page.hash
    assert end == f"#game=1&ply={PLIES[name]}" or name == "cescacs"
    page.key("ArrowRight")
    assert page.hash == end
    page.key("Home")
    assert page.hash == "#game=1&ply=0"
    page.key("ArrowLeft")
    assert page.hash == "#game=1&ply=0"


@pytest.mark.parametrize("name", BOARDS)
def test_f_turns_the_board(name, view):
    page = view(name)
    box = "() => document.querySelector('[role=gridcell]').getBoundingClientRect().toJSON()"
    first = page.page.evaluate("document.querySelector('[role=gridcell]').ariaLabel")
    above = page.page.inner_text("#above .player")
    page.key("f")
    assert page.page.evaluate("document.querySelector('[role=gridcell]').ariaLabel") != first
    assert page.page.inner_text("#below .player") == above
    page.key("f")
    assert page.page.evaluate("document.querySelector('[role=gridcell]').ariaLabel") == first
    assert page.page.evaluate(box)["width"] > 10


@pytest.mark.parametrize("name, place, down", [("chess", "#game=1&ply=10", "Nxe4"), ("xiangqi", "#game=1&ply=4", "卒7进1")])
def test_down_and_up_go_through_variations(name, place, down, view):
    page = view(name, place=place)
    before = page.current()
    page.key("ArrowDown")
    assert page.current() == down
    assert "move=" in page.hash
    page.key("ArrowUp")
    assert page.current() == before
    assert page.hash == place


def test_third_alternative(view):
    page = view("chess", place="#game=1&ply=10")
    page.key("ArrowDown", "ArrowDown")
    assert page.current() == "Nbd7"
    page.key("ArrowDown")
    assert page.current() == "Nbd7"
    page.key("ArrowRight")
    assert page.current() == "Nf3"
    page.key("End")
    assert page.current() == "Nf3"
    page.key("ArrowLeft", "ArrowLeft")
    assert page.hash == "#game=1&ply=9"


def test_nested_variation_begins_where_its_line_does(view):
    page = view("chess", place="#game=1&ply=10")
    page.key("ArrowDown", "ArrowRight", "ArrowRight")
    assert page.current() == "Nd7"
    page.key("ArrowDown")
    assert page.current() == "Qd5"
    page.key("ArrowRight", "ArrowDown")
    assert page.current() == "Qe3"


@pytest.mark.parametrize("name", BOARDS)
def test_space_plays_and_stops(name, view):
    page = view(name)
    page.key("Space")
    assert page.page.get_attribute("#play", "aria-pressed") == "true"
    page.wait_for("location.hash === '#game=1&ply=1'")
    page.key("Space")
    assert page.page.get_attribute("#play", "aria-pressed") == "false"


def test_any_move_stops_playing(view):
    page = view("chess")
    page.key("Space", "ArrowRight")
    assert page.page.get_attribute("#play", "aria-pressed") == "false"


def test_slash_searches(view):
    page = view("chess")
    page.key("/")
    assert page.page.evaluate("document.activeElement.id") == "search"
    page.page.keyboard.type("f/carlsen")
    assert page.page.input_value("#search") == "f/carlsen"
    page.key("Escape")
    assert page.page.evaluate("document.activeElement.id") != "search"


def test_question_mark_shows_help(view):
    page = view("chess")
    page.key("?")
    assert page.page.is_visible("#keys")
    page.key("ArrowRight")
    assert page.hash == "#game=1&ply=0"
    page.key("Escape")
    assert not page.page.is_visible("#keys")


def test_n_and_p_change_the_game(view):
    page = view("chess")
    page.key("n")
    page.wait_for("location.hash === '#game=2&ply=0'")
    page.key("p")
    page.wait_for("location.hash === '#game=1&ply=0'")


def test_keys_with_modifiers_are_the_browsers(view):
    page = view("chess")
    page.key("Control+f")
    assert page.page.evaluate("document.querySelector('[role=gridcell]').ariaLabel").startswith("a8")


@pytest.mark.parametrize("name", BOARDS)
def test_wheel(name, view):
    page = view(name)
    page.page.hover("#board")
    page.page.mouse.wheel(0, 100)
    page.wait_for("location.hash === '#game=1&ply=1'")
    page.page.mouse.wheel(0, -100)
    page.wait_for("location.hash === '#game=1&ply=0'")


SWIPE = """([from, to]) => {
    const board = document.getElementById('board');
    const touch = x => new Touch({ identifier: 1, target: board, clientX: x, clientY: 300 });
    const send = (type, touches, x) => board.dispatchEvent(new TouchEvent(type, { touches, changedTouches: [touch(x)], bubbles: true }));
    send('touchstart', [touch(from)], from);
    send('touchend', [], to);
}"""


@pytest.mark.parametrize("name", BOARDS)
def test_swipe(name, view):
    page = view(name, viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.page.evaluate(SWIPE, [300, 100])
    assert page.hash == "#game=1&ply=1"
    page.page.evaluate(SWIPE, [100, 300])
    assert page.hash == "#game=1&ply=0"
    page.page.evaluate(SWIPE, [100, 110])
    assert page.hash == "#game=1&ply=0"


@pytest.mark.parametrize("button, place", [("forward", 4), ("back", 2), ("start", 0), ("end", 21)])
def test_buttons(button, place, view):
    page = view("chess", place="#game=1&ply=3")
    page.page.click(f"#{button}")
    assert page.hash == f"#game=1&ply={place}"


def test_click_on_a_move(view):
    page = view("chess")
    page.page.click(".pair .move >> text=O-O-O")
    assert page.hash == "#game=1&ply=15"
    page.page.click(".variation .move >> text=Nbd7")
    assert page.current() == "Nbd7"


def test_arrow_keys_on_the_board_go_to_squares(view):
    page = view("chess")
    page.page.focus("[role=gridcell][tabindex='0']")
    page.key("ArrowUp", "ArrowRight")
    assert page.page.evaluate("document.activeElement.ariaLabel") == "b2: pawn (White)"
    assert page.hash == "#game=1&ply=0"


@pytest.mark.parametrize("name", ["xiangqi", "cescacs"])
def test_all_squares_can_be_reached(name, view):
    page = view(name)
    reached = page.page.evaluate("""() => {
        const cells = [...document.querySelectorAll('[role=gridcell]')];
        const seen = new Set([cells.find(cell => cell.tabIndex === 0)]);
        const open = [...seen];
        while (open.length > 0) {
            const cell = open.pop();
            for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']) {
                cell.focus();
                cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
                const next = document.activeElement;
                if (!seen.has(next)) {
                    seen.add(next);
                    open.push(next);
                }
            }
        }
        return [seen.size, cells.length];
    }""")
    assert reached[0] == reached[1]
