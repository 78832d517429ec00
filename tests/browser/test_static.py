"""The static edition as pupils meet it: no server but one that hands out files.

Every other host is out of reach here: what a browser asks of one goes to a proxy that is not
there.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from mastermind_edu.classroom.static.pyodide import NoPyodide, from_npm
from mastermind_edu.classroom.static.site import SiteBuilder
from mastermind_edu.classroom.static.wheels import NoWheels
from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.language import gettext, speaking
from mastermind_edu.lessons.course import syllabus

from .chromium import refuse
from .conftest import Visit, visiting
from .pages import BoardPage, consistent
from .test_lesson_play import expect_won, win

NOBODY = {"server": "http://127.0.0.1:9", "bypass": "127.0.0.1"}
STARTS_WITHIN = 120_000  # milliseconds, on a machine that does other things besides
WORKING = ("01-play", "02-answer", "03-how-many", "04-candidates")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, with Pyodide from npm and packages by pip, which keep caches of their own."""
    folder = tmp_path_factory.mktemp("static")
    try:
        pyodide = from_npm(folder)
        return SiteBuilder(pyodide=pyodide).build(folder / "site").folder
    except (NoPyodide, NoWheels) as error:
        refuse(str(error))


@pytest.fixture(scope="module")
def address(site: Path) -> Iterator[str]:
    """The address of the site, served as the command tells."""
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    with subprocess.Popen(
        [*command, "--directory", str(site)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as server:
        while server.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield f"http://127.0.0.1:{port}"
        server.terminate()


@pytest.fixture(scope="module")
def visit_site(browser: Browser, address: str) -> Iterator[Visit]:
    """Open pages of the site; they ask no other host, and complain of nothing."""
    with visiting(browser, address) as open_page:
        yield lambda path, **options: open_page(path, proxy=NOBODY, **options)


@pytest.fixture(scope="module")
def lesson_1(visit_site: Visit) -> tuple[Page, float]:
    """Lesson 1, and after how many seconds its board could be played on."""
    start = time.perf_counter()
    page, _ = visit_site("/en/01-play.html")
    board = BoardPage(page, CLASSIC)
    board.choice(0).click(timeout=STARTS_WITHIN)
    expect(board.slots.first).to_have_accessible_name("Place 1: red")
    seconds = time.perf_counter() - start
    expect_ready(page)
    return page, seconds


@pytest.fixture(scope="module")
def lesson_3(visit_site: Visit) -> Page:
    """Lesson 3 with all its widgets."""
    return opened(visit_site, "03-how-many")


@pytest.fixture(scope="module")
def lesson_4(visit_site: Visit) -> Page:
    """Lesson 4 with all its widgets."""
    return opened(visit_site, "04-candidates")


def opened(visit_site: Visit, key: str) -> Page:
    """Return the page of a lesson whose cells have all been run."""
    page, _ = visit_site(f"/en/{key}.html")
    expect_ready(page)
    return page


def new_game(page: Page) -> BoardPage:
    """Return the first board of a page, with a game that has just begun."""
    board = BoardPage(page, CLASSIC)
    board.start()
    expect(board.played).to_have_count(0)
    return board


def expect_ready(page: Page) -> None:
    root = page.locator("html")
    expect(root).to_have_attribute("data-state", "ready", timeout=STARTS_WITHIN)
    expect(page.locator("#rendered_cells .trouble")).to_have_count(0)


def test_the_time_to_a_playable_board_is_told(
    lesson_1: tuple[Page, float], capsys: pytest.CaptureFixture[str], record_property: Any
) -> None:
    _, seconds = lesson_1
    record_property("seconds_to_a_playable_board", round(seconds, 1))
    with capsys.disabled():
        print(f"\nstatic edition: a playable board after {seconds:.1f} s (aim: 10 s)")


def test_a_game_is_played_to_the_end_in_lesson_1(lesson_1: tuple[Page, float]) -> None:
    page, _ = lesson_1
    board = new_game(page)
    win(board)
    expect_won(board)


def test_a_game_goes_on_after_a_reload_and_the_course_knows_when_it_is_won(
    lesson_1: tuple[Page, float],
) -> None:
    page, _ = lesson_1
    board = new_game(page)
    board.guess((0, 1, 2, 3))
    rows = board.rows()
    page.reload()
    expect_ready(page)
    expect(board.played).to_have_count(1)
    assert board.rows() == rows
    win(board)
    assert all(CLASSIC.feedback(board.secret, row.guess) == row.feedback for row in board.rows())
    expect(page.locator(".map [data-key='01-play']")).to_have_attribute("data-state", "done")


def test_the_count_shrinks_in_lesson_4(lesson_4: Page) -> None:
    board = new_game(lesson_4)
    count = lesson_4.locator(".mm-grid .mm-count")
    left = list(CLASSIC.space)
    expect(count).to_have_text("1,296")
    while not board.ended.is_visible():
        guess = consistent(CLASSIC, board.rows())
        answer = board.guess(guess)
        left = [code for code in left if CLASSIC.feedback(code, guess) == answer]
        expect(count).to_have_text(f"{len(left):,}")
    assert left == [board.secret]


def test_a_fact_is_told_in_lesson_4(lesson_4: Page) -> None:
    board = new_game(lesson_4)
    board.guess((0, 0, 1, 1))
    facts = lesson_4.locator(".mm-facts")
    facts.get_by_role("button", name="Show me one fact").click()
    expect(facts).to_contain_text("because of row 1")


def test_an_exercise_is_judged_in_lesson_4(lesson_4: Page) -> None:
    exercise = lesson_4.locator(".mx-exercise").first
    exercise.get_by_role("checkbox", name="red, red, green, blue").check()
    exercise.get_by_role("button", name="Check").click()
    expect(exercise).to_have_attribute("data-outcome", "wrong")
    expect(exercise).to_contain_text("If the secret were RRGB")


def test_lesson_2_shows_all_it_has(visit_site: Visit) -> None:
    page = opened(visit_site, "02-answer")
    expect(page.locator("[data-cell]:not(:has(.output))")).to_have_count(0)


def test_lesson_3_shows_all_but_the_program_that_is_to_be_written(lesson_3: Page) -> None:
    expect(lesson_3.locator("[data-cell]:not(:has(.output))")).to_have_count(1)


def test_where_a_program_is_to_be_written_the_page_leads_to_its_notebook(lesson_3: Page) -> None:
    expect(lesson_3.locator(".mx-exercise").last).to_contain_text(
        "the link at the end of this page"
    )
    link = lesson_3.get_by_role("link", name="Open this lesson as a notebook")
    assert (link.get_attribute("href") or "").endswith("lab/index.html?path=en/03-how-many.ipynb")


def test_a_lesson_that_needs_numpy_says_so_and_can_be_read(visit_site: Visit) -> None:
    page, recording = visit_site("/en/06-strategies.html")
    note = page.get_by_role("note")
    expect(note).to_contain_text("need NumPy, which is not in this edition")
    links = note.get_by_role("link").evaluate_all("all => all.map(one => one.pathname)")
    assert set(links) >= {f"/en/{key}.html" for key in WORKING}
    expect(page.locator("main h1")).to_contain_text("Lesson 6")
    assert not any("pyodide" in request.url for request in recording.requests)


def test_the_language_is_chosen_in_the_header(visit_site: Visit) -> None:
    page, _ = visit_site("/en/05-information.html")
    page.locator(".languages summary").click()
    page.get_by_role("link", name="Español").click()
    expect(page).to_have_url(re.compile("/es/05-information.html$"))
    with speaking("es"):
        expect(page.locator("main h1")).to_contain_text(gettext("Information"))


def test_widgets_speak_the_language_of_their_page(visit_site: Visit) -> None:
    page, _ = visit_site("/es/01-play.html")
    expect_ready(page)
    with speaking("es"):
        expect(page.get_by_role("region", name=gettext("Mastermind board"))).to_have_count(2)


@pytest.mark.parametrize(
    ("locale", "address_of_language"), [("fr-CA", "fr"), ("pt-PT", "pt"), ("en-GB", "")]
)
def test_the_address_of_the_site_leads_to_the_readers_language(
    visit_site: Visit, locale: str, address_of_language: str
) -> None:
    page, _ = visit_site("/", locale=locale)
    expect(page).to_have_url(re.compile(rf"\d/{address_of_language}(/index\.html)?$"))
    expect(page.locator(".card")).to_have_count(len(syllabus()))


def expect_nobody_kept_out(page: Page) -> None:
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        results = Axe().run(page)
        assert results.violations_count == 0, results.generate_report()
    for width in (360, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_nobody_is_kept_out_of_a_lesson(lesson_1: tuple[Page, float], lesson_4: Page) -> None:
    expect_nobody_kept_out(lesson_1[0])
    expect_nobody_kept_out(lesson_4)


@pytest.mark.parametrize("path", ["/en/05-information.html", "/en/index.html"])
def test_nobody_is_kept_out_of_pages_without_python(visit_site: Visit, path: str) -> None:
    expect_nobody_kept_out(visit_site(path)[0])


def test_an_altered_package_is_not_run_and_the_page_says_that_python_did_not_start(
    browser: Browser, address: str
) -> None:
    context = browser.new_context(proxy=NOBODY)
    context.route("**/comm-*.whl", lambda route: route.fulfill(body=b"altered"))
    page = context.new_page()
    page.goto(f"{address}/en/01-play.html")
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("Python did not start", timeout=STARTS_WITHIN)
    expect(notice.get_by_role("button", name="Reload")).to_be_visible()
    expect(page.locator("main")).to_contain_text("Two people play")
    context.close()


def test_a_notebook_that_needs_numpy_says_so(site: Path) -> None:
    first, *_ = json.loads((site / "lab/files/en/06-strategies.ipynb").read_text())["cells"]
    assert "needs NumPy, which is not in this edition" in "".join(first["source"])
    assert "NumPy" not in (site / "lab/files/en/01-play.ipynb").read_text()


def test_a_notebook_is_opened_and_run_in_jupyterlab(browser: Browser, address: str) -> None:
    # JupyterLab draws what is in view, so all is brought into view.
    context = browser.new_context(proxy=NOBODY, viewport={"width": 1280, "height": 6000})
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/en/01-play.html")
    page.get_by_role("link", name="Open this lesson as a notebook").click()
    kernel = page.locator(".jp-Notebook-ExecutionIndicator")
    expect(kernel).to_have_attribute("data-status", "idle", timeout=STARTS_WITHIN)
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells").first.click()
    board = BoardPage(page, CLASSIC)
    board.choice(0).click(timeout=STARTS_WITHIN)
    expect(board.slots.first).to_have_accessible_name("Place 1: red")
    assert {url for url in asked if not url.startswith((address, "blob:", "data:"))} == set()
    context.close()
