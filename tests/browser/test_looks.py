"""How the pages look and read: nothing too wide, enough contrast, names, pictures to look at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from mastermind_edu.games.catalogue import CLASSIC, SENHA
from mastermind_edu.games.play import draw

from .conftest import ARTIFACTS, Visit, visiting
from .pages import BoardPage, consistent

Scheme = Literal["light", "dark"]

SCREENSHOTS: Path = ARTIFACTS / "screenshots"
WIDTHS = (360, 768, 1280)
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
SMALLEST_TO_TOUCH = 44

TOO_WIDE = """() => {
  const scroller = document.scrollingElement;
  if (scroller.scrollWidth <= innerWidth && scroller.clientWidth === innerWidth) return [];
  return [...document.querySelectorAll("*")]
    .filter(element => element.getBoundingClientRect().right > innerWidth + 1)
    .map(element => element.outerHTML.slice(0, 120));
}"""


@dataclass
class Faults:
    """What is wrong with the pages, by where."""

    too_wide: list[str]
    serious: list[str]


@pytest.fixture(scope="module")
def faults(browser: Browser, server: str) -> Faults:
    """Picture the pages in every state that looks different, and return what is wrong there."""
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    faults = Faults([], [])
    with visiting(browser, server) as visit:
        for state, page in states(visit):
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                faults.too_wide += [f"{state}, {width} px: {html}" for html in too_wide(page)]
                for scheme in SCHEMES:
                    page.emulate_media(color_scheme=scheme)
                    picture = SCREENSHOTS / f"{state}-{width}-{scheme}.png"
                    page.screenshot(path=picture, full_page=True)
                    if width == WIDTHS[-1]:
                        faults.serious += [f"{state}, {scheme}: {text}" for text in serious(page)]
    return faults


def states(visit: Visit) -> Iterator[tuple[str, Page]]:
    """Yield the pages of the course in every state that looks different."""
    page, _ = visit("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    yield "landing", page
    page, _ = visit()
    yield "lesson", page
    first, second = BoardPage(page, CLASSIC), BoardPage(page, CLASSIC, index=1)
    first.start(holds=True, seed="Year 7", rows=8)
    for guess in ((0, 0, 1, 1), (0, 2, 2, 1)):
        first.guess(guess)
    first.played.first.get_by_role("button").nth(0).click()
    first.played.first.get_by_role("button").nth(1).dblclick()
    first.place((3, 4))
    second.start(game=SENHA, seed="Year 7")
    second.guess((0, 1, 2, 3))
    second.guess((1, 0, 4, 5))
    yield "playing", page
    first.root.locator("summary").click()
    second.resign()
    yield "settings", page
    while not first.ended.is_visible():
        first.guess(consistent(CLASSIC, first.rows()))
    assert first.secret == draw(CLASSIC, "Year 7/1")
    yield "won", page


def too_wide(page: Page) -> list[str]:
    """Return the elements that make the page wider than its window."""
    return list(page.evaluate(TOO_WIDE))


def serious(page: Page) -> list[str]:
    """Return what axe finds that keeps people out."""
    return [
        f"{violation['help']}: {[node['html'][:120] for node in violation['nodes']]}"
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] in {"serious", "critical"}
    ]


def test_no_page_is_wider_than_its_window(faults: Faults) -> None:
    assert faults.too_wide == []


def test_axe_finds_nothing_serious_in_light_and_dark(faults: Faults) -> None:
    assert faults.serious == []


def test_the_looks_would_be_found_wanting(visit: Visit) -> None:
    page, _ = visit("/")
    page.locator("h1").evaluate(
        "heading => heading.style.cssText = 'width: 3000px; color: #eee; background: #fff'"
    )
    assert too_wide(page)
    assert any("contrast" in fault for fault in serious(page))


def test_what_is_touched_on_a_phone_is_large_enough(visit: Visit) -> None:
    page, _ = visit(has_touch=True, is_mobile=True, viewport={"width": 360, "height": 740})
    board = BoardPage(page, CLASSIC)
    board.start(holds=True)
    board.guess((0, 0, 1, 1))
    small = board.root.locator("button:visible, summary:visible, select:visible").evaluate_all(
        """(elements, smallest) => elements
             .map(element => [element.outerHTML.slice(0, 80), element.getBoundingClientRect()])
             .filter(([, box]) => Math.min(box.width, box.height) < smallest)
             .map(([html, box]) => `${html} ${box.width} x ${box.height}`)""",
        SMALLEST_TO_TOUCH,
    )
    assert small == []


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_nothing_moves_for_who_wants_less_motion(
    visit: Visit, motion: Literal["reduce", "no-preference"]
) -> None:
    page, _ = visit(reduced_motion=motion)
    board = BoardPage(page, CLASSIC)
    board.guess((0, 0, 1, 1))
    moving = page.locator(".mm-board, .mm-board *").evaluate_all(
        """elements => elements.map(element => getComputedStyle(element)).filter(style =>
             style.animationName !== "none" || style.transitionDuration !== "0s").length"""
    )
    assert (moving > 0) == (motion == "no-preference")


def test_the_board_is_complete_in_forced_colours_and_at_double_size(visit: Visit) -> None:
    page, _ = visit(forced_colors="active", viewport={"width": 640, "height": 512})
    board = BoardPage(page, CLASSIC)
    board.guess((0, 1, 2, 3))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert too_wide(page) == []
    letters = board.played.first.locator(".mm-peg text").all_text_contents()
    assert letters == ["R", "G", "B", "Y"]
    page.screenshot(path=SCREENSHOTS / "forced-colours-640.png", full_page=True)
