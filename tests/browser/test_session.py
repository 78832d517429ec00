"""The page around a lesson: its colours, and what it says when its session is lost."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, expect

from mastermind_edu.games.catalogue import CLASSIC

from .conftest import LESSON, Visit
from .pages import BoardPage

CONFIG = "JSON.parse(document.getElementById('jupyter-config-data').textContent)"
KEEP_SOCKETS = """
window.sockets = [];
window.WebSocket = class extends WebSocket {
  constructor(...address) { super(...address); window.sockets.push(this); }
  send(message) { if (!window.lineIsCut) super.send(message); }
};
"""


@pytest.fixture
def lesson(browser: Browser, server: str) -> Iterator[Page]:
    """A lesson whose sockets the test can reach; it may complain, since they are cut."""
    with browser.new_context(base_url=server) as context:
        page = context.new_page()
        page.add_init_script(KEEP_SOCKETS)
        page.goto(LESSON)
        expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=30_000)
        page.wait_for_function("window.sockets.some((socket) => socket.readyState === 1)")
        expect(page.get_by_role("region", name="Mastermind board")).to_have_count(2)
        yield page


def kernel_of(page: Page) -> str:
    return str(page.evaluate(f"{CONFIG}.kernelId"))


def wait_until_gone(request: APIRequestContext, kernel: str) -> None:
    deadline = time.monotonic() + 10
    while request.get(f"/api/kernels/{kernel}").status != 404:
        assert time.monotonic() < deadline, "the kernel is still there"


def test_a_session_that_ended_is_told_and_starts_again(lesson: Page) -> None:
    ended = kernel_of(lesson)
    notice = lesson.get_by_role("alert")
    expect(notice).to_be_hidden()
    lesson.request.post(f"/voila/api/shutdown/{ended}")
    expect(notice).to_contain_text("This session has ended")
    notice.get_by_role("button", name="Reload").click()
    expect(lesson.locator("html")).to_have_attribute("data-state", "ready", timeout=30_000)
    expect(lesson.get_by_role("alert")).to_be_hidden()
    assert kernel_of(lesson) != ended


def test_a_lost_connection_is_told_until_it_is_back(lesson: Page) -> None:
    before = kernel_of(lesson)
    lesson.context.set_offline(True)
    lesson.evaluate("window.sockets.forEach((socket) => socket.close())")
    notice = lesson.get_by_role("alert")
    expect(notice).to_contain_text("The connection to the lesson was lost")
    lesson.context.set_offline(False)
    expect(notice).to_be_hidden(timeout=20_000)
    assert lesson.request.get(f"/api/kernels/{before}").ok


def test_a_line_that_is_cut_in_silence_is_told_after_the_next_click(lesson: Page) -> None:
    """No socket closes when a tablet leaves the network: its messages just go nowhere."""
    kernel = "**/api/kernels/*"
    board = BoardPage(lesson, CLASSIC)
    board.place((0, 0, 1, 1))
    board.expect_draft("red", "red", "green", "green")
    lesson.evaluate("window.lineIsCut = true")
    lesson.route(kernel, lambda route: route.abort())
    board.button("Check").click()
    notice = lesson.get_by_role("alert")
    expect(notice).to_contain_text("The connection to the lesson was lost", timeout=20_000)
    lesson.unroute(kernel)
    lesson.evaluate("window.lineIsCut = false")
    expect(notice).to_be_hidden(timeout=20_000)
    board.check()
    assert [row.guess for row in board.rows()] == [(0, 0, 1, 1)]


def test_a_page_that_is_left_gives_its_kernel_back(lesson: Page) -> None:
    kernel = kernel_of(lesson)
    lesson.get_by_role("link", name="Crack the code").click()
    expect(lesson.get_by_role("heading", level=1)).to_have_text("Think your way to the hidden code")
    wait_until_gone(lesson.request, kernel)


def test_a_tab_that_is_closed_gives_its_kernel_back(lesson: Page) -> None:
    kernel = kernel_of(lesson)
    request = lesson.request
    lesson.close(run_before_unload=True)
    wait_until_gone(request, kernel)


def test_a_card_leads_to_its_lesson(visit: Visit) -> None:
    page, _ = visit("/")
    page.get_by_role("link", name=re.compile("Lesson 1:")).click()
    expect(page).to_have_title("Play · Crack the code")
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("main")).to_contain_text("The game")
    assert page.locator("html").get_attribute("lang") == "en"
    expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=30_000)
    order = page.evaluate(
        "[...document.querySelectorAll('header.bar, main, footer.foot')].map((e) => e.tagName)"
    )
    assert order == ["HEADER", "MAIN", "FOOTER"]


def test_the_skip_link_comes_first_and_leads_past_the_header(visit: Visit) -> None:
    page, _ = visit("/")
    page.keyboard.press("Tab")
    skip = page.get_by_role("link", name="Skip to the content")
    expect(skip).to_be_focused()
    expect(skip).to_be_in_viewport()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Start with lesson 1")).to_be_focused()


@pytest.mark.parametrize("device", ["light", "dark"])
def test_colours_follow_the_device_until_they_are_chosen(visit: Visit, device: str) -> None:
    page, _ = visit("/", color_scheme=device)
    root = page.locator("html")
    button = page.get_by_role("button", name=re.compile("^Colours:"))
    expect(button).to_have_accessible_name("Colours: automatic")
    expect(root).to_have_attribute("data-theme", device)
    button.click()
    expect(button).to_have_accessible_name("Colours: light")
    expect(root).to_have_attribute("data-theme", "light")
    button.click()
    expect(root).to_have_attribute("data-theme", "dark")
    page.reload()
    expect(button).to_have_accessible_name("Colours: dark")
    expect(page.locator("body")).to_have_attribute("data-jp-theme-light", "false")
    button.click()
    expect(root).to_have_attribute("data-theme", device)
    other = "light" if device == "dark" else "dark"
    page.emulate_media(color_scheme=other)
    expect(root).to_have_attribute("data-theme", other)
