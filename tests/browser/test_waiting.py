"""When the class is full, a page says so and opens the lesson as soon as there is a place."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from mastermind_edu.language import LANGUAGES, address, catalogue

from .conftest import serving

LESSON = "/voila/render/{}/01-play.ipynb"
FULL = "The class is full just now"


@pytest.fixture(scope="module")
def full(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Page]]:
    """The address of a class with one place, and the page that has it."""
    with serving("waiting", tmp_path_factory.mktemp("waiting"), "--pupils", "1") as address:
        page = browser.new_page()
        page.goto(address + LESSON.format("en"))
        expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
        yield address, page
        page.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_says_so_calmly(full: tuple[str, Page], browser: Browser, language: str) -> None:
    page = browser.new_page(reduced_motion="reduce")
    answer = page.goto(full[0] + LESSON.format(address(language)))
    assert answer is not None
    assert answer.status == 503
    expect(page.locator("h1")).to_have_text(catalogue(language).gettext(FULL))
    expect(page.get_by_role("status")).to_be_visible()
    assert page.evaluate("document.getAnimations().length") == 0
    impacts = {one["impact"] for one in Axe().run(page).response["violations"]}
    assert not impacts & {"moderate", "serious", "critical"}
    page.close()


def test_the_lesson_opens_by_itself(full: tuple[str, Page], browser: Browser) -> None:
    address, in_class = full
    page = browser.new_page()
    page.goto(address + LESSON.format("en"))
    expect(page.locator("h1")).to_have_text(FULL)
    page.evaluate("window.sameAsBefore = true")
    page.wait_for_timeout(5000)
    assert page.evaluate("window.sameAsBefore"), "a page that waits is not loaded again and again"
    in_class.goto("about:blank")
    expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
    expect(page.get_by_role("region", name=re.compile("Mastermind board")).first).to_be_visible()
    page.close()
