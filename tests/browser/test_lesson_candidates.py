"""Lesson 4 as pupils meet it: the map beside the board follows every guess, and says why."""

from __future__ import annotations

import random
import statistics

import pytest
from playwright.sync_api import Page, expect

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import Feedback
from mastermind_edu.solvers.candidates import refutation
from mastermind_edu.solvers.deduction import facts

from .conftest import Visit
from .pages import BoardPage
from .test_exercises import open_lesson

GUESSES = 50
SLOWEST = 2_000  # milliseconds; the figure itself is printed

TIME_THE_COUNT = """() => {
  window.times = [];
  let clicked = null;
  document.addEventListener("click", (event) => {
    if (event.target.closest(".mm-board .mm-check")) clicked = performance.now();
  }, true);
  new MutationObserver(() => {
    if (clicked === null) return;
    window.times.push(performance.now() - clicked);
    clicked = null;
  }).observe(document.querySelector(".mm-count"), { childList: true });
}"""


@pytest.fixture
def lesson(visit: Visit) -> Page:
    page, _ = open_lesson(visit, "04-candidates")
    return page


def keep(codes: list[Code], guess: Code, feedback: Feedback) -> list[Code]:
    """Return the codes that would have got this answer, by the readable rules alone."""
    return [code for code in codes if CLASSIC.feedback(code, guess) == feedback]


def test_the_count_is_right_after_each_of_fifty_guesses(
    lesson: Page, capsys: pytest.CaptureFixture[str]
) -> None:
    rng = random.Random(4)
    board = BoardPage(lesson, CLASSIC)
    count = lesson.locator(".mm-grid .mm-count")
    lesson.evaluate(TIME_THE_COUNT)
    left = list(CLASSIC.space)
    for _ in range(GUESSES):
        if board.ended.is_visible():
            board.button("Play again").click()
            left = list(CLASSIC.space)
        expect(count).to_have_text(f"{len(left):,}")
        guess = CLASSIC.space.random(rng)
        board.slots.first.focus()
        lesson.keyboard.type(CLASSIC.space.format(guess))
        board.check()
        left = keep(left, guess, board.rows()[-1].feedback)
        expect(count).to_have_text(f"{len(left):,}")
    times = lesson.evaluate("window.times")
    assert len(times) == GUESSES
    slow = statistics.quantiles(times, n=20)[-1]
    with capsys.disabled():
        print(f"\nfrom click to count: median {statistics.median(times):.0f} ms, p95 {slow:.0f} ms")
    assert slow < SLOWEST


def test_a_code_that_is_out_is_explained_and_facts_come_one_by_one(lesson: Page) -> None:
    board = BoardPage(lesson, CLASSIC)
    guess = CLASSIC.space.parse("1123")
    board.guess(guess)
    lesson.get_by_role("group", name="Map of all codes").focus()
    lesson.keyboard.press("ArrowRight")
    first = CLASSIC.space.code_at(0)
    refuted = refutation(CLASSIC, board.rows(), first)
    expected = f"{CLASSIC.space.format(first)} is still possible." if refuted is None else refuted
    expect(lesson.locator(".mm-grid-status")).to_contain_text(str(expected))
    known = facts(CLASSIC, board.rows())
    shown = lesson.locator(".mm-fact")
    expect(shown).to_have_count(0)
    for number, fact in enumerate(known, start=1):
        lesson.get_by_role("button", name="Show").filter(has_text="one").first.click()
        expect(shown).to_have_count(number)
        expect(shown.last).to_have_text(str(fact))
