"""A class: two pupils join, get the same code, and their teacher sees how they find it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from psutil import Process

from mastermind_edu.classbook.book import ClassBook
from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.games.codes import Code
from mastermind_edu.games.play import Row

from .conftest import ARTIFACTS, serving, visiting
from .pages import BoardPage, consistent, expect_no_barrier
from .recording import Recording
from .test_exercises import ExercisePage

PICTURES = ARTIFACTS / "class"
WIDTHS = (360, 768, 1280)
SCRIPT = "<img onerror=a() >&"  # a nickname of a pupil who tries


@pytest.fixture(scope="module")
def class_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, ClassBook]]:
    """The course with a class, and the book of the class."""
    folder = tmp_path_factory.mktemp("class")
    with serving("class", folder, "--class", "7B", "--class-folder", str(folder)) as address:
        yield address, ClassBook(folder / "7B.sqlite3")


def join(page: Page, nickname: str) -> None:
    page.get_by_label("Choose a nickname").fill(nickname)
    page.get_by_role("button", name="Join").click()


def open_board(page: Page, index: int = 0) -> BoardPage:
    page.get_by_role("link", name=re.compile("Lesson 1:")).click()
    return board_of(page, index)


def board_of(page: Page, index: int = 0) -> BoardPage:
    expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
    board = BoardPage(page, CLASSIC, index)
    expect(board.root.locator(".mm-title")).to_contain_text("round")
    return board


def solve(board: BoardPage, first: Code) -> list[Row]:
    board.guess(first)
    while board.rows()[-1].feedback != CLASSIC.solved:
        board.guess(consistent(CLASSIC, board.rows()))
    return board.rows()


def test_a_class_plays_and_its_teacher_sees_it(
    browser: Browser, class_server: tuple[str, ClassBook]
) -> None:
    address, book = class_server
    PICTURES.mkdir(parents=True, exist_ok=True)
    with visiting(browser, address) as visit:
        ana, anas = visit("/en/", viewport={"width": 360, "height": 740})
        expect(ana.get_by_role("heading", name="Class 7B")).to_be_visible()
        expect_no_barrier(ana.locator(".join"), ".join", "light", "dark")
        ana.screenshot(path=PICTURES / "join-360.png", full_page=True)
        join(ana, "Ana")
        expect(ana.locator(".join")).to_contain_text("You play as Ana.")

        ben, bens = visit("/en/", viewport={"width": 1280, "height": 900})
        with expecting_refusal(bens):
            join(ben, "ANA")
            expect(ben.get_by_role("alert")).to_contain_text("Somebody is called ANA already.")
        assert ben.get_by_label("Choose a nickname").input_value() == "ANA"
        ben.screenshot(path=PICTURES / "taken-1280.png")
        join(ben, SCRIPT)
        expect(ben.locator(".join")).to_contain_text(f"You play as {SCRIPT}.")

        teacher, teachers = visit("/en/", viewport={"width": 1280, "height": 900})
        with expecting_refusal(teachers):
            teacher.goto(f"/teacher#{book.token}")
            expect(teacher.get_by_role("heading", level=1)).to_have_text("Class 7B")
        expect(teacher).to_have_url(f"{address}/teacher")
        expect(teacher.locator("[data-live=summary]")).to_contain_text("2 pupils have joined.")
        shown = "teacher_was_never_reloaded"
        teacher.evaluate(f"window.{shown} = true")
        link = teacher.get_by_role("link", name="Show the ranking")
        link.focus()
        book.join("Cem")
        names = teacher.get_by_label("Pupil").locator("option")
        expect(names).to_have_text([SCRIPT, "Ana", "Cem"], timeout=10_000)

        anas_board, bens_board = open_board(ana), open_board(ben)
        expect(ana.locator(".attendance")).to_contain_text("Ana")
        expect(ben.locator(".attendance strong")).to_have_text(SCRIPT)
        anas_board.guess((0, 0, 1, 1))
        row = teacher.get_by_role("row", name=re.compile("^Ana"))
        if anas_board.rows()[-1].feedback != CLASSIC.solved:
            expect(row).to_contain_text("playing, 1 guess so far", timeout=10_000)
        ana.reload()
        anas_board = board_of(ana)
        assert [one.guess for one in anas_board.rows()] == [(0, 0, 1, 1)]
        while anas_board.rows()[-1].feedback != CLASSIC.solved:
            anas_board.guess(consistent(CLASSIC, anas_board.rows()))
        found = anas_board.rows()
        also_found = solve(bens_board, (5, 4, 3, 2))
        assert found[-1].guess == also_found[-1].guess
        expect(row).to_contain_text(f"found with {len(found)} guess", timeout=10_000)
        bens_row = teacher.locator("tr", has=teacher.get_by_text(SCRIPT, exact=True)).first
        expect(bens_row).to_contain_text(f"found with {len(also_found)} guess")
        ana.screenshot(path=PICTURES / "lesson-360.png", full_page=True)

        anas_board.button("Play again").click()
        expect(anas_board.root.locator(".mm-title")).to_contain_text("round 2")
        anas_board.resign()
        expect(row).to_contain_text("not found", timeout=10_000)

        ana.goto("/voila/render/en/02-answer.ipynb")
        expect(ana.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
        exercise = ExercisePage(ana, "02-answer/duplicates")
        exercise.count("right colour, right place", 1)
        exercise.count("right colour, wrong place", 2)
        exercise.check()
        exercise.expect_judged([1, 2])
        wrong = teacher.get_by_role("row", name=re.compile("Exercise 4"))
        expect(wrong).to_contain_text("1 of 1", timeout=10_000)
        expect(wrong).to_contain_text("1 in the right place, 2 in the wrong place")

        expect(link).to_be_focused()
        assert teacher.evaluate(f"window.{shown}")
        look(teacher, "teacher")
        teacher.get_by_role("button", name="End the class").click()
        expect(teacher.get_by_role("heading", level=1)).to_contain_text("The class has ended.")
        needed = {SCRIPT: len(also_found), "Ana": len(found)}
        best = [name for name, guesses in needed.items() if guesses == min(needed.values())]
        expect(teacher.locator("tr.rank-1 bdi")).to_have_text(best)
        look(teacher, "ranking")
        for page, recording in ((ana, anas), (ben, bens)):
            heard = "".join([page.content(), *map(repr, recording.received)])
            assert "round" in heard
            assert book.token not in heard
            assert book.key not in heard
    assert book.has_ended
    log = (ARTIFACTS / "class-teacher.log").read_text(encoding="utf-8")
    assert book.token not in log


@contextmanager
def expecting_refusal(recording: Recording) -> Iterator[None]:
    """Take one page that the server answers with a refusal for no complaint."""
    yield
    refused = [one for one in recording.complaints if "Failed to load resource" in one]
    assert len(refused) == 1, recording.complaints
    recording.complaints.remove(refused[0])


def look(page: Page, name: str) -> None:
    """Hold the page to everybody's being able to use it, and take its pictures."""
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=PICTURES / f"{name}-{width}-{scheme}.png", full_page=True)
        expect_no_barrier(page.locator("main"), "body", "light", "dark")
    page.emulate_media(color_scheme="light")


def ready(page: Page) -> Page:
    expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
    return page


def test_pupils_who_share_a_device_share_nothing_else(
    browser: Browser, class_server: tuple[str, ClassBook]
) -> None:
    address, book = class_server
    book.go_on()
    with visiting(browser, address) as visit:
        page, _ = visit("/en/")
        join(page, "Dee")
        expect(page.locator(".join")).to_contain_text("You play as Dee.")
        page.goto("/voila/render/en/03-how-many.ipynb")
        tiny = ExercisePage(ready(page), "03-how-many/tiny")
        tiny.root.get_by_role("textbox").fill("6")
        tiny.check()
        tiny.expect_judged(6)
        page.get_by_role("link", name="Change").click()
        page.get_by_role("button", name="Somebody else plays").click()
        expect(page).to_have_url(f"{address}/en/")
        page.goto("/voila/render/en/03-how-many.ipynb")
        ready(page)
        expect(page.locator(".attendance")).to_contain_text("so your results are not kept")
        expect(tiny.status).to_be_empty()
        page.get_by_role("link", name="Join the class").click()
        join(page, "Eve")
        expect(ready(page).locator(".attendance strong")).to_have_text("Eve")
        expect(tiny.status).to_be_empty()
        tiny.root.get_by_role("textbox").fill("9")
        tiny.check()
        tiny.expect_judged(9)
    nicknames = {pupil.id: pupil.nickname for pupil in book.pupils()}
    given = [(nicknames[one.pupil], one.answer) for one in book.answers()]
    assert [one for one in given if one[0] in ("Dee", "Eve")] == [("Dee", 6), ("Eve", 9)]


def test_a_server_that_is_killed_loses_nothing_that_was_played_or_answered(
    browser: Browser, tmp_path: Path
) -> None:
    book = ClassBook(tmp_path / "8C.sqlite3")
    options = ("--class", "8C", "--class-folder", str(tmp_path))
    guess = (0, 0, 1, 1)
    with browser.new_context() as context:
        page = context.new_page()
        with serving("class-killed", tmp_path, *options) as address:
            port = int(address.rpartition(":")[2])
            page.goto(f"{address}/en/")
            join(page, "Ana")
            board = open_board(page)
            board.guess(guess)
            before = board.rows()
            server_at(port).kill()
            expect(page.get_by_role("alert")).to_contain_text("connection to the lesson was lost")
        (game,) = book.games()
        assert game.guesses == (guess,)
        with serving("class-after", tmp_path, *options, port=port):
            page.reload()
            assert board_of(page).rows() == before
        assert [len(game.guesses) for game in book.games()] == [1]


def server_at(port: int) -> Process:
    """Return the process that serves at ``port``, which this test has started."""
    for child in Process().children():
        if str(port) in child.cmdline():
            return child
    raise AssertionError(f"no server of this test is at {port}")
