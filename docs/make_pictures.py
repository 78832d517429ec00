"""Take the README's pictures from the real pages: ``python docs/make_pictures.py``.

It starts the course's own server, opens the lessons in Chromium, plays a little, and writes
the pictures beside itself.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).parent
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run")


@contextmanager
def served() -> Iterator[str]:
    """Serve the course and yield its address."""
    command = [str(Path(sys.executable).with_name("mastermind-edu")), "--no-browser", "--local"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            for line in server.stdout or ():
                if found := re.search(r"http://localhost:\d+/", line):
                    yield found[0].replace("localhost", "127.0.0.1")
                    return
        finally:
            server.terminate()


def open_lesson(page: Page, home: str, key: str) -> None:
    """Open a lesson and wait until it can be played."""
    page.goto(f"{home}voila/render/en/{key}.ipynb")
    page.wait_for_selector("html[data-state=ready]", timeout=120_000)
    page.wait_for_timeout(1000)


def play(page: Page, *guesses: str) -> None:
    """Play guesses on the first board of the page, by keys."""
    for guess in guesses:
        page.locator(".mm-slot").first.focus()
        page.keyboard.type(guess)
        page.keyboard.press("Enter")
        page.wait_for_timeout(800)


def main() -> None:
    """Write all pictures."""
    with served() as home, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=[*ARGUMENTS]
        )
        desktop = {"width": 1280, "height": 860}
        page = browser.new_page(viewport=desktop, color_scheme="light")
        page.goto(home)
        page.wait_for_timeout(800)
        page.screenshot(path=HERE / "course.png")
        open_lesson(page, home, "04-candidates")
        page.locator(".mm-beside").first.scroll_into_view_if_needed()
        play(page, "rrgg", "ybpo")
        page.locator(".mm-beside").first.evaluate("box => scrollTo(0, box.offsetTop - 20)")
        page.wait_for_timeout(800)
        page.screenshot(path=HERE / "candidates.png")
        phone = browser.new_page(
            viewport={"width": 390, "height": 780}, color_scheme="dark", device_scale_factor=2
        )
        open_lesson(phone, home, "01-play")
        play(phone, "rrgg", "ybpo", "bbry")
        phone.locator(".mm-board").first.screenshot(path=HERE / "board.png")
        browser.close()


if __name__ == "__main__":
    main()
