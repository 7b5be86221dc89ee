"""How long pages take to show their list and their first game: median of seven openings, in milliseconds."""

import os
import pathlib
import statistics
import sys

from playwright.sync_api import sync_playwright

with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
    for name in sys.argv[1:]:
        path = pathlib.Path(name).resolve()
        paints, readies = [], []
        for _ in range(7):
            page = browser.new_page(viewport={"width": 1360, "height": 860})
            page.goto(path.as_uri())
            page.wait_for_selector("html[data-ready=true]", timeout=60_000)
            paint = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"
            paints.append(page.evaluate(f"(async () => {{ await new Promise(done => setTimeout(done, 300)); return {paint}; }})()"))
            readies.append(page.evaluate("performance.getEntriesByName('ready')[0].startTime"))
            page.close()
        size = path.stat().st_size / 1e6
        print(f"{path.name}: {size:.1f} MB, first paint {statistics.median(paints):.0f} ms, first game {statistics.median(readies):.0f} ms")
    browser.close()
