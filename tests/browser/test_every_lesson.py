"""Every lesson as it stands after some work: pictured, measured, and looked at with axe."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from mastermind_edu.lessons.course import syllabus

from .conftest import Visit, visiting
from .test_looks import SCREENSHOTS, WIDTHS, too_wide

KEYS = [lesson.key for lesson in syllabus()]
ZOOMED = {"width": 640, "height": 400}  # a window of 1,280 x 800 at 200 %
TELLING = {"moderate", "serious", "critical"}

DRAWN = """() => [...document.querySelectorAll(".output > .jp-OutputArea-output")]
  .every(output => output.querySelector("section"))"""
CLICK_ALL = "buttons => buttons.forEach(button => button.click())"
OPEN_ALL = "folds => folds.forEach(fold => { fold.open = true; })"

PEGS_BEHIND_WORDS = """() => [...document.querySelectorAll("#rendered_cells svg text")]
  .filter(text => text.textContent.trim().length === 1)
  .filter(text => !text.closest("[aria-hidden=true], [role=img], button, a, input, label"))
  .map(text => text.parentElement.outerHTML.slice(0, 120))"""

LEVELS = """() => [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
  .filter(heading => heading.checkVisibility())
  .map(heading => Number(heading.tagName[1]))"""


@pytest.fixture(scope="module")
def open_page(browser: Browser, server: str) -> Iterator[Visit]:
    """Open pages, one after the other, that complain of nothing."""
    with visiting(browser, server) as visit:
        yield visit


@pytest.mark.parametrize("key", KEYS)
def test_the_lesson_fits_every_screen_and_keeps_nobody_out(open_page: Visit, key: str) -> None:
    page, _ = open_page(f"/voila/render/en/{key}.ipynb", color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
    page.wait_for_function(DRAWN)
    work(page)
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for width in reversed(WIDTHS):
        page.set_viewport_size({"width": width, "height": 800})
        assert too_wide(page) == [], width
        page.screenshot(path=SCREENSHOTS / f"every-{key}-{width}.png", full_page=True)
    assert telling(page) == []
    page.emulate_media(color_scheme="dark")
    assert telling(page) == []
    page.set_viewport_size(ZOOMED)
    assert too_wide(page) == []
    page.screenshot(path=SCREENSHOTS / f"every-{key}-zoomed-dark.png", full_page=True)
    levels = page.evaluate(LEVELS)
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert page.evaluate(PEGS_BEHIND_WORDS) == []
    page.close()


def work(page: Page) -> None:
    """Guess on every board that waits for one, open what folds, and ask for hints."""
    for board in page.locator(".mm-board:has(.mm-palette:visible)").all():
        slots = board.locator(".mm-slot:visible")
        if slots.count():
            slots.first.focus()
            letters = "rcgsbtyd" if board.locator(".mm-matrix").count() else "rgby"
            page.keyboard.type(letters)
            page.keyboard.press("Enter")
    page.locator("main details").evaluate_all(OPEN_ALL)
    hints = page.get_by_role("button", name=re.compile("^Show (a|the next) hint"))
    for _ in range(3):
        hints.evaluate_all(CLICK_ALL)
        page.wait_for_timeout(150)
    if page.locator(".mx-exercise").count():
        expect(page.locator(".mx-hints li").first).to_be_visible()


def telling(page: Page) -> list[str]:
    """Return what axe finds that is worse than minor."""
    return [
        f"{violation['impact']}, {violation['help']}: {nodes(violation)}"
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in TELLING
    ]


def nodes(violation: dict[str, object]) -> list[str]:
    """Return the beginning of each element that ``violation`` is about."""
    found = violation["nodes"]
    assert isinstance(found, list)
    return [node["html"][:120] for node in found]
