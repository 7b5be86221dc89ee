"""Makes the pictures of the page in `docs/screens/` anew: all of them, from games of this repository. `.ci/screens` runs it."""

import os
import pathlib
import tempfile

from conftest import CORPUS, GAMES, ROOT, movetext
from playwright.sync_api import sync_playwright

OUT = ROOT / "docs/screens"
WHOLE = "whole.utf-8.pgn"
SOURCES = [
    GAMES / "chess.pgn",
    GAMES / "xiangqi.pgn",
    *(CORPUS / f"detect/cescacs-ctl-an-{kind}-{WHOLE}" for kind in ["annotated", "otb"]),
    *(CORPUS / f"detect/chess-san-{kind}-{WHOLE}" for kind in ["annotated", "otb"]),
    CORPUS / f"detect/xiangqi-chinese-script-simplified-digits-half-annotated-{WHOLE}",
    GAMES / "own.pcn",
    GAMES / "problems.pgn",
    CORPUS / "chess/variations.pgn",
]
DESKTOP = {"viewport": {"width": 1360, "height": 800}, "locale": "en-US"}
PHONE = {"viewport": {"width": 390, "height": 844}, "color_scheme": "dark", "has_touch": True, "is_mobile": True}

# Each picture: its name, the browser, the place, and the tab that is open.
SCREENS = [
    ("view-chess.png", DESKTOP, "#game=1&ply=10", "moves"),
    ("view-xiangqi.png", {**DESKTOP, "locale": "zh-CN"}, "#game=4&ply=9", "moves"),
    ("view-cescacs.png", {**PHONE, "locale": "ca-ES"}, "#game=6&ply=24", "moves"),
    ("view-problems.png", DESKTOP, "#game=12&ply=3", "problems"),
]


def main():
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        path = pathlib.Path(folder) / "page.html"
        movetext("view", *SOURCES, "--title", "Three boards", "-o", path)
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"]
        )
        for name, settings, place, tab in SCREENS:
            context = browser.new_context(**settings, reduced_motion="reduce")
            page = context.new_page()
            page.goto(path.as_uri() + place)
            page.wait_for_selector("html[data-ready=true]")
            page.click(f"#tab-{tab}")
            page.mouse.move(0, 0)
            page.screenshot(path=OUT / name)
            context.close()
        browser.close()
    made = {name for name, *_ in SCREENS}
    left = {path.name for path in OUT.iterdir()} - made
    assert not left, f"nothing makes {', '.join(sorted(left))}"


if __name__ == "__main__":
    main()
