"""Pages made by the command, opened in Chromium from files. `.ci/browser` runs these tests."""

import os
import pathlib
import subprocess

import pytest
from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[3]
GAMES = HERE / "games"
CORPUS = ROOT / "corpus"
MOVETEXT = os.environ.get("MOVETEXT", str(ROOT / "target/debug/movetext"))

SOURCES = {
    "chess": [GAMES / "chess.pgn"],
    "xiangqi": [GAMES / "xiangqi.pgn"],
    "cescacs": [CORPUS / "cescacs/fools_mate.ctl-pgn", CORPUS / "cescacs/special.ctl-pgn"],
    "problems": [GAMES / "problems.pgn"],
    "xml": [GAMES / "documents.xml"],
    "jsonl": [GAMES / "documents.jsonl"],
    "pcn": [GAMES / "documents.pcn"],
    "lines": [GAMES / "documents.txt"],
    "nags": [GAMES / "nags.pgn"],
    "hostile": [GAMES / "hostile.pgn"],
    "scripts": [GAMES / "scripts.pgn"],
    "own": [GAMES / "own.pcn"],
    "mixed": [GAMES / "chess.pgn", GAMES / "xiangqi.pgn", CORPUS / "cescacs/fools_mate.ctl-pgn", GAMES / "own.pcn"],
    "single": [GAMES / "scripts.pgn"],
    "records": [CORPUS / "chess", CORPUS / "xiangqi", CORPUS / "cescacs"],
}


def movetext(*arguments):
    """What the command writes. Problems in the games are no failure."""
    done = subprocess.run([MOVETEXT, *map(str, arguments)], capture_output=True, check=False)
    assert done.returncode in (0, 1), done.stderr.decode()
    return done.stdout.decode()


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="session")
def many(folder):
    """Ten thousand short games."""
    path = folder / "many.pgn"
    players = ["Anderssen", "Blackburne", "Carlsen", "Dürer", "Евтушенко", "Fischer", "Geller"]
    with path.open("w", encoding="utf-8") as out:
        for number in range(10_000):
            first, second = players[number % 7], players[(number // 7 + 3) % 7]
            result = ["1-0", "0-1", "1/2-1/2"][number % 3]
            out.write(
                f'[Event "Match {number % 40}"]\n[Date "{1900 + number % 120}.01.01"]\n'
                f'[White "{first} {number}"]\n[Black "{second}"]\n[Result "{result}"]\n\n'
                f"1. e4 {['e5', 'c5', 'e6'][number % 3]} 2. Nf3 {result}\n\n"
            )
    return path


@pytest.fixture(scope="session")
def built(folder, many):
    """Makes a page once, and gives its path."""
    pages = {}

    def build(name, *options):
        key = (name, *options)
        if key not in pages:
            path = folder / f"page{len(pages)}.html"
            sources = [many] if name == "many" else SOURCES[name]
            movetext("view", *sources, *options, "-o", path)
            pages[key] = path
        return pages[key]

    return build


@pytest.fixture(scope="session")
def browser():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


class View:
    """A page that is open, and what people do with it."""

    def __init__(self, page, path):
        self.page = page
        self.path = path

    def key(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)

    def open(self, number):
        self.page.evaluate("place => { location.hash = place; }", f"#game={number}&ply=0")
        self.wait_for(f"location.hash.startsWith('#game={number}&') && document.documentElement.dataset.shown === '{number}'")

    def wait_for(self, condition):
        """Asks again and again. Playwright's own way evaluates texts in the page, which its policy forbids."""
        for _ in range(400):
            if self.page.evaluate(condition):
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"not within eight seconds: {condition}")

    def tab(self, name):
        self.page.click(f"#tab-{name}")

    @property
    def hash(self):
        return self.page.evaluate("location.hash")

    def current(self):
        return self.page.evaluate("document.querySelector('.move[aria-current]')?.firstChild.data ?? ''")

    def position(self):
        return self.page.input_value("#position")

    def square(self, name):
        return self.page.evaluate(
            "name => [...document.querySelectorAll('[role=gridcell]')].map(cell => cell.ariaLabel)"
            ".find(label => label.startsWith(name + ':'))",
            name,
        )

    def moves(self):
        return self.page.evaluate("[...document.querySelectorAll('.move')].map(move => move.firstChild.data)")


@pytest.fixture
def view(browser, built):
    """Opens a page. A script that fails, a dialog, a request and what the policy forbids fail the test, unless the test
    is about that."""
    contexts, wrong = [], []

    def open_page(name, *options, place="", may_break=False, **settings):
        settings.setdefault("viewport", {"width": 1360, "height": 860})
        settings.setdefault("locale", "en-US")
        context = browser.new_context(**settings)
        context.set_default_timeout(8000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: wrong.append(f"error: {error}"))
        page.on("console", lambda message: wrong.append(message.text) if message.type == "error" and not may_break else None)

        def dialog(box):
            wrong.append(f"dialog: {box.message}")
            box.dismiss()

        page.on("dialog", dialog)
        page.on("request", lambda request: None if request.url.startswith(("file:", "blob:", "data:")) else wrong.append(request.url))
        path = built(name, *options)
        page.goto(path.as_uri() + place)
        page.wait_for_selector("html[data-ready=true]")
        return View(page, path)

    yield open_page
    for context in contexts:
        context.close()
    assert wrong == []
