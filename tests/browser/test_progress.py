"""What a pupil has done survives: a reload, a lost kernel, a new server, the next day."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.games.play import draw
from mastermind_edu.lessons.course import syllabus
from mastermind_edu.lessons.exercises import keys, sheets
from mastermind_edu.lessons.gallery import PuzzleGallery
from mastermind_edu.lessons.questions import CodeQuestion

from .conftest import LESSON, Visit, serving
from .pages import BoardPage, consistent
from .recording import forms
from .test_codemaker import CodemakerPage
from .test_exercises import ExercisePage
from .test_match import MatchPage
from .test_session import kernel_of

SEED = "Year 7"
SECRETS = [draw(CLASSIC, f"{SEED}/{number}") for number in (1, 2)]
GUESSES = ((0, 0, 1, 1), (2, 3, 3, 4))
TOTAL = sum(lesson.minutes for lesson in syllabus())
ONE, TWO, THREE = syllabus()[:3]
NO_STORAGE = """
for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, {
    get() { throw new DOMException("denied", "SecurityError"); },
  });
}
"""

FINISH = """(keys) => {
  const record = { saved: Date.now(), names: ["Board-1"], parts: { "Board-1": { done: true } } };
  localStorage.clear();
  for (const key of keys) localStorage.setItem(`mastermind-edu/${key}/tab`, JSON.stringify(record));
  dispatchEvent(new Event("mastermind-edu/kept"));
}"""


def time_left(minutes: int) -> str:
    assert minutes >= 120
    return f"About {int(minutes / 60 + 0.5)} hours of the course are left."


def address(key: str) -> str:
    return f"/voila/render/en/{key}.ipynb"


def ready(page: Page) -> Page:
    """Wait until the lesson is there and has got back what was kept."""
    expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
    page.wait_for_function("window.mastermindKeeper")
    page.evaluate("mastermindKeeper.ready")
    return page


@pytest.fixture
def pupil(browser: Browser, server: str) -> Iterator[BrowserContext]:
    """One pupil's browser, in which storage outlives pages."""
    with browser.new_context(base_url=server) as context:
        yield context


def opened(context: BrowserContext, key: str, page: Page | None = None) -> Page:
    """Open a lesson in a page, a new tab if none is given."""
    page = page or context.new_page()
    page.goto(address(key))
    return ready(page)


def stored(page: Page) -> dict[str, str]:
    return dict(page.evaluate("Object.fromEntries(Object.entries(localStorage))"))


def wait_until_kept(page: Page, words: str) -> None:
    page.wait_for_function("(words) => JSON.stringify(localStorage).includes(words)", arg=words)


def begin(page: Page) -> BoardPage:
    """Begin a game of the class code and play two rows of it."""
    board = BoardPage(page, CLASSIC)
    board.start(seed=SEED, holds=True)
    for guess in GUESSES:
        board.guess(guess)
    return board


def expect_rows(page: Page) -> BoardPage:
    """Expect the two rows of :func:`begin`, and that the game still has its secret."""
    board = BoardPage(page, CLASSIC)
    expect(board.played).to_have_count(len(GUESSES))
    expect(board.status).to_contain_text(f"Row {len(GUESSES)}: ")
    assert [row.guess for row in board.rows()] == list(GUESSES)
    assert [row.feedback for row in board.rows()] == [
        CLASSIC.feedback(SECRETS[0], guess) for guess in GUESSES
    ]
    return board


# ---- what survives ----------------------------------------------------------------------


def test_the_guesses_of_these_tests_are_not_the_secret_in_any_form() -> None:
    assert not any(forms(CLASSIC, SECRETS[0]).search(json.dumps(guess)) for guess in GUESSES)


def test_a_reload_keeps_a_game_its_marks_and_its_place_in_the_class_code(
    pupil: BrowserContext,
) -> None:
    page = opened(pupil, ONE.key)
    board = begin(page)
    mark = board.played.first.get_by_role("button").first
    mark.click()
    expect(mark).to_have_accessible_name(re.compile("certain|here|sure", re.I))
    name = mark.get_attribute("aria-label")
    wait_until_kept(page, "0/0")
    page.reload()
    board = expect_rows(ready(page))
    expect(board.played.first.get_by_role("button").first).to_have_accessible_name(str(name))
    assert board.guess(SECRETS[0]) == CLASSIC.solved
    page.reload()
    board = BoardPage(ready(page), CLASSIC)
    expect(board.ended).to_be_visible()
    assert board.secret == SECRETS[0]
    board.button("Play again").click()
    expect(board.played).to_have_count(0)
    assert board.resign() == SECRETS[1]


def test_a_reload_keeps_answers_hints_and_the_question_in_view(pupil: BrowserContext) -> None:
    page = opened(pupil, TWO.key)
    exercise = ExercisePage(page, "02-answer/duplicates")
    exercise.count("right colour, right place", 1)
    exercise.count("right colour, wrong place", 1)
    exercise.check()
    exercise.expect_judged([1, 1])
    exercise.button("Next").click()
    expect(exercise.root).to_have_accessible_name(re.compile("Question 2 of 6"))
    exercise.button("Show a hint").click()
    hint = exercise.questions[1].hints[0]
    expect(exercise.root.locator(".mx-hints li")).to_contain_text(hint)
    page.reload()
    exercise = ExercisePage(ready(page), "02-answer/duplicates")
    expect(exercise.root).to_have_accessible_name(re.compile("Question 2 of 6"))
    expect(exercise.root.locator(".mx-hints li")).to_contain_text(hint)
    exercise.button("Question 1 of 6: correct").click()
    exercise.expect_judged([1, 1])
    expect(exercise.root.get_by_role("radio", checked=True)).to_have_count(2)


def test_a_puzzle_comes_back_with_its_hints(pupil: BrowserContext) -> None:
    page = opened(pupil, "10-puzzles")
    easy = page.get_by_role("region", name=re.compile("^Puzzle .* easy"))
    easy.get_by_role("button", name="Another puzzle").click()
    expect(easy).to_have_accessible_name(re.compile("^Puzzle 2"))
    easy.get_by_role("button", name="Show a hint").click()
    hint = easy.locator(".mx-hints li")
    expect(hint).to_have_count(1)
    text = hint.inner_text()
    page.reload()
    ready(page)
    expect(easy).to_have_accessible_name(re.compile("^Puzzle 2"))
    expect(hint).to_have_text(text)
    gallery = PuzzleGallery(CLASSIC, 2, offered=[2])
    gallery.another()
    assert gallery.hint() in text


def test_a_codemakers_game_comes_back_with_its_entrusted_code_and_the_same_guess(
    pupil: BrowserContext,
) -> None:
    page = opened(pupil, "04-candidates")
    secret = (0, 5, 4, 5)
    one = CodemakerPage(page, CLASSIC)
    one.entrust(secret)
    guess = one.guess
    wait_until_kept(page, "Codemaker-1")
    assert not any(forms(CLASSIC, secret).search(text) for text in stored(page).values())
    page.reload()
    ready(page)
    one.expect_guess(1)
    assert one.guess == guess
    one.answer(CLASSIC.feedback(secret, guess))
    expect(one.rows).to_have_count(1)
    expect(one.root.locator(".mm-suspect")).to_have_count(0)


def test_a_match_comes_back_with_its_code_sealed(pupil: BrowserContext) -> None:
    secret = (0, 5, 4, 5)
    page = opened(pupil, "12-match")
    match = MatchPage(page)
    match.agree()
    match.hide("Ana", secret, "Ben")
    match.guess(GUESSES[0])
    wait_until_kept(page, "MatchBoard-1")
    assert not any(forms(CLASSIC, secret).search(text) for text in stored(page).values())
    page.reload()
    match = MatchPage(ready(page))
    match.take("Ben")
    expect(match.rows).to_have_count(1)
    match.guess(secret)
    expect(match.button("Swap roles: next game")).to_be_visible()


def test_a_killed_kernel_loses_nothing(pupil: BrowserContext) -> None:
    page = opened(pupil, ONE.key)
    begin(page)
    page.request.post(f"/voila/api/shutdown/{kernel_of(page)}")
    notice = page.get_by_role("alert")
    expect(notice).to_contain_text("This session has ended")
    notice.get_by_role("button", name="Reload").click()
    expect(notice).to_be_hidden()
    board = expect_rows(ready(page))
    assert board.guess(SECRETS[0]) == CLASSIC.solved


@contextmanager
def a_day(browser: Browser, folder: Path, port: int, state: Path) -> Iterator[BrowserContext]:
    """The teacher starts the server, and a pupil opens the browser with what it has stored."""
    with serving("progress", folder, port=port) as server:
        past = state if state.exists() else None
        with browser.new_context(base_url=server, storage_state=past) as context:
            yield context
            context.storage_state(path=state)


def test_the_next_day_and_a_new_server_lose_nothing(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with closing(socket.create_server(("127.0.0.1", 0))) as probe:
        port = probe.getsockname()[1]
    day = (browser, tmp_path, port, tmp_path / "state.json")
    with a_day(*day) as context:
        begin(opened(context, ONE.key))
    with a_day(*day) as context:
        board = expect_rows(opened(context, ONE.key))
        assert board.guess(SECRETS[0]) == CLASSIC.solved
    (tmp_path / "data" / "mastermind-edu" / "key").write_text("another key")
    with a_day(*day) as context:
        board = BoardPage(opened(context, ONE.key), CLASSIC)
        expect(board.line).to_have_text("What was kept here could not be opened again.")
        board.guess(GUESSES[0])


# ---- what is kept apart -----------------------------------------------------------------


def test_two_lessons_do_not_disturb_each_other(pupil: BrowserContext) -> None:
    page = opened(pupil, ONE.key)
    begin(page)
    opened(pupil, "04-candidates", page)
    other = BoardPage(page, CLASSIC)
    expect(other.played).to_have_count(0)
    other.guess((5, 5, 5, 5))
    expect_rows(opened(pupil, ONE.key, page))
    opened(pupil, "04-candidates", page)
    expect(other.played).to_have_count(1)


def test_two_tabs_of_a_lesson_do_not_disturb_each_other(pupil: BrowserContext) -> None:
    first, second = opened(pupil, ONE.key), opened(pupil, ONE.key)
    first.bring_to_front()
    begin(first)
    second.bring_to_front()
    other = BoardPage(second, CLASSIC)
    expect(other.played).to_have_count(0)
    other.guess((5, 5, 5, 5))
    first.reload()
    expect_rows(ready(first))
    second.reload()
    ready(second)
    expect(other.played).to_have_count(1)


def test_a_new_tab_goes_on_where_a_closed_one_stopped(pupil: BrowserContext) -> None:
    first = opened(pupil, ONE.key)
    begin(first)
    first.close()
    expect_rows(opened(pupil, ONE.key))


def test_a_new_tab_goes_on_with_a_lesson_that_another_tab_has_left(pupil: BrowserContext) -> None:
    first = opened(pupil, ONE.key)
    begin(first)
    opened(pupil, TWO.key, first)
    second = opened(pupil, ONE.key)
    expect_rows(second).guess((5, 5, 5, 5))
    opened(pupil, ONE.key, first)
    expect_rows(first)


def test_to_start_again_forgets_this_lesson_alone(pupil: BrowserContext) -> None:
    page = opened(pupil, "04-candidates")
    BoardPage(page, CLASSIC).guess((5, 5, 5, 5))
    opened(pupil, ONE.key, page)
    begin(page)
    page.get_by_role("button", name="Start this lesson again").click()
    sure = page.get_by_role("button", name="Forget what I did in this lesson?")
    with page.expect_navigation():
        sure.click()
    board = BoardPage(ready(page), CLASSIC)
    expect(board.played).to_have_count(0)
    page.reload()
    expect(BoardPage(ready(page), CLASSIC).played).to_have_count(0)
    opened(pupil, "04-candidates", page)
    expect(board.played).to_have_count(1)


# ---- what is not kept -------------------------------------------------------------------


def test_the_secret_is_nowhere_in_what_a_browser_keeps(pupil: BrowserContext) -> None:
    page = opened(pupil, ONE.key)
    begin(page)
    page.reload()
    board = expect_rows(ready(page))
    kept = stored(page) | dict(page.evaluate("({...sessionStorage})"))
    assert any("envelope" in text for text in kept.values())
    pattern = forms(CLASSIC, SECRETS[0])
    assert not [text for text in kept.values() if pattern.search(text)]
    board.guess(SECRETS[0])
    wait_until_kept(page, '\\"done\\":true')
    assert [text for text in stored(page).values() if pattern.search(text)], "forms find it"


def test_a_browser_that_keeps_nothing_shows_the_course_all_the_same(visit: Visit) -> None:
    page, _ = visit(LESSON, init_script=NO_STORAGE)
    board = BoardPage(page, CLASSIC)
    for guess in GUESSES:
        board.guess(guess)
    board.guess(consistent(CLASSIC, board.rows()))
    page.reload()
    ready(page)
    expect(board.played).to_have_count(0)
    board.guess(GUESSES[0])
    expect(page.get_by_text(time_left(TOTAL))).to_be_visible()
    page.get_by_role("button", name="Start this lesson again").click()
    with page.expect_navigation():
        page.get_by_role("button", name="Forget what I did in this lesson?").click()
    ready(page)
    home, _ = visit("/", init_script=NO_STORAGE)
    expect(home.get_by_text(time_left(TOTAL))).to_be_visible()


# ---- what is shown of it ----------------------------------------------------------------


def test_the_map_and_the_first_page_show_what_is_done_and_the_time_that_is_left(
    pupil: BrowserContext,
) -> None:
    page = opened(pupil, ONE.key)
    course = page.get_by_role("navigation", name="The course")
    here = course.get_by_role("listitem").first
    expect(here).to_contain_text("you are here")
    expect(course).to_contain_text(time_left(TOTAL))
    board = begin(page)
    board.guess(SECRETS[0])
    expect(here).to_contain_text("done")
    expect(course).to_contain_text(time_left(TOTAL - ONE.minutes))

    opened(pupil, THREE.key, page)
    exercise = ExercisePage(page, "03-how-many/senha")
    exercise.root.get_by_role("textbox").fill("360")
    exercise.check()
    exercise.expect_judged("360")
    of_three = [key for key in keys() if key.startswith(f"{THREE.key}/")]
    programs = [
        key for key in of_three if any(isinstance(s.question, CodeQuestion) for s in sheets(key))
    ]
    assert programs, "no lesson waits for them"
    standing = f"1 of {len(of_three) - len(programs)} exercises done"
    expect(course.get_by_role("listitem").nth(2)).to_contain_text(standing)

    page.get_by_role("link", name="All lessons").click()
    cards = page.locator(".cards > li")
    expect(cards.nth(0)).to_contain_text("done")
    expect(cards.nth(2)).to_contain_text(standing)
    expect(page.get_by_text(time_left(TOTAL - ONE.minutes))).to_be_visible()

    page.evaluate(FINISH, [lesson.key for lesson in syllabus() if lesson != THREE])
    expect(page.get_by_text(f"About {THREE.minutes} minutes of the course")).to_be_visible()
    page.evaluate(FINISH, [lesson.key for lesson in syllabus()])
    expect(page.get_by_text("You have done the whole course. Well done!")).to_be_visible()
