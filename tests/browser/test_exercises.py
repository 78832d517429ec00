"""Exercises as pupils meet them in the lessons: wrong, then right, with hints and solutions."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from mastermind_edu.games.catalogue import CLASSIC
from mastermind_edu.lessons.exercises import label, sheets
from mastermind_edu.lessons.questions import Outcome, Question

from .conftest import Visit
from .recording import Recording
from .test_looks import SCHEMES, SCREENSHOTS, SMALLEST_TO_TOUCH, WIDTHS, serious, too_wide

PHONE = {"has_touch": True, "is_mobile": True, "viewport": {"width": 360, "height": 740}}


def open_lesson(visit: Visit, key: str, **options: Any) -> tuple[Page, Recording]:
    """Open a lesson and wait until its exercises are there."""
    page, recording = visit(f"/voila/render/en/{key}.ipynb", **options)
    expect(page.locator("html")).to_have_attribute("data-state", "ready", timeout=60_000)
    expect(page.get_by_role("region", name=re.compile("^Exercise 1$|^Exercise 1 "))).to_be_visible()
    return page, recording


class ExercisePage:
    """One exercise on a page, beside what the package says about it."""

    def __init__(self, page: Page, key: str) -> None:
        self.page = page
        self.questions: list[Question] = [sheet.question for sheet in sheets(key)]
        self.root = page.get_by_role("region", name=re.compile(rf"^{label(key)}( ·|$)"))
        self.status = self.root.locator(".mx-status")
        self.press = page.keyboard.press

    def button(self, name: str) -> Locator:
        """Return the button whose name begins so."""
        return self.root.get_by_role("button", name=re.compile(f"^{name}"))

    def check(self) -> None:
        """Press Check."""
        self.button("Check").click()

    def expect_judged(self, answer: Any, question: int = 0) -> None:
        """Expect the page to say what the package says of ``answer``."""
        verdict = self.questions[question].check(answer)
        words = "Correct!" if verdict.outcome is Outcome.CORRECT else "Not yet."
        expect(self.status).to_contain_text(f"{words} {verdict.explanation}")
        expect(self.root).to_have_attribute("data-outcome", verdict.outcome.value)

    def count(self, words: str, number: int) -> None:
        """Choose how many key pegs there are of one kind."""
        group = self.root.get_by_role("radiogroup", name=words)
        group.get_by_role("radio", name=str(number), exact=True).check()


def test_a_guess_is_marked_wrong_then_right_with_hints_and_the_next_one_follows(
    visit: Visit,
) -> None:
    page, _ = open_lesson(visit, "02-answer")
    exercise = ExercisePage(page, "02-answer/duplicates")
    exercise.check()
    expect(exercise.status).to_have_text("Choose or write your answer first.")
    expect(exercise.button("Show the solution")).to_be_hidden()
    exercise.count("right colour, right place", 1)
    exercise.count("right colour, wrong place", 2)
    exercise.check()
    exercise.expect_judged([1, 2])
    for hint in exercise.questions[0].hints:
        exercise.button("Show (a|the next) hint").click()
        expect(exercise.root.locator(".mx-hints li").last).to_contain_text(hint)
    expect(exercise.button("Show (a|the next) hint")).to_be_hidden()
    exercise.button("Show the solution").click()
    solution = exercise.questions[0].explain([1, 1])
    expect(exercise.root.locator(".mx-solution")).to_contain_text(solution)
    exercise.check()
    exercise.expect_judged([1, 1])
    exercise.button("Next").click()
    expect(exercise.root).to_have_accessible_name("Exercise 4 · Question 2 of 6")
    expect(exercise.status).to_be_empty()
    expect(exercise.root.get_by_role("radio", checked=True)).to_have_count(0)
    exercise.button("Question 1 of 6: correct").click()
    exercise.expect_judged([1, 1])
    expect(exercise.root.get_by_role("radio", checked=True)).to_have_count(2)


def test_a_key_peg_is_chosen_for_each_place_with_keys_alone(visit: Visit) -> None:
    page, _ = open_lesson(visit, "02-answer")
    exercise = ExercisePage(page, "02-answer/senha")
    groups = exercise.root.get_by_role("radiogroup")
    expect(groups).to_have_count(4)
    groups.first.get_by_role("radio").first.focus()
    for steps in (0, 2, 2, 2):  # the last is wrong
        exercise.press("Space")
        for _ in range(steps):
            exercise.press("ArrowDown")
        if steps or exercise.page.evaluate("document.activeElement.matches(':focus-visible')"):
            exercise.press("Tab")
    groups.last.get_by_role("radio", checked=True).focus()
    exercise.press("Enter")
    exercise.expect_judged(["exact", "absent", "absent", "absent"])
    exercise.press("ArrowUp")
    exercise.press("Enter")
    exercise.expect_judged(["exact", "absent", "absent", "misplaced"])


def test_an_option_is_chosen_by_touch_on_a_phone(visit: Visit) -> None:
    page, _ = open_lesson(visit, "02-answer", **PHONE)
    exercise = ExercisePage(page, "02-answer/legend")
    for answer in (0, 2):
        exercise.root.get_by_role("radio").nth(answer).tap()
        exercise.button("Check").tap()
        exercise.expect_judged(answer)


def test_a_number_is_written_with_keys_and_the_tree_grows(visit: Visit) -> None:
    page, _ = open_lesson(visit, "03-how-many")
    exercise = ExercisePage(page, "03-how-many/classic")
    box = exercise.root.get_by_role("textbox", name="Your answer")
    box.focus()
    page.keyboard.type("many")
    exercise.press("Enter")
    expect(exercise.status).to_contain_text("whole number in digits")
    for text, answer in (("24", 24), ("1,296", 1296)):
        box.press("ControlOrMeta+a")
        page.keyboard.type(text)
        exercise.press("Enter")
        exercise.expect_judged(answer)
    tree = page.get_by_role("region", name="The tree of codes: Classic")
    for place in range(1, 5):
        tree.get_by_role("button", name=f"Add place {place}").click()
    expect(tree.get_by_role("status")).to_contain_text("6 × 6 × 6 × 6 = 1,296")
    expect(tree.get_by_role("listitem")).to_have_count(4)
    expect(tree.get_by_role("button", name="All places are there")).to_be_disabled()
    program = ExercisePage(page, "03-how-many/program")
    expect(program.button("Check")).to_be_hidden()
    expect(program.root).to_contain_text("You need JupyterLab for this")


def test_rows_and_codes_are_picked_and_a_puzzle_is_solved(visit: Visit) -> None:
    page, _ = open_lesson(visit, "04-candidates")
    pick = ExercisePage(page, "04-candidates/one-row")
    solution = pick.questions[0].solution
    for answer in ([0, 1], solution):
        for index, box in enumerate(pick.root.get_by_role("checkbox").all()):
            box.set_checked(index in answer)
        pick.check()
        pick.expect_judged(answer)
    defend = ExercisePage(page, "04-candidates/defend")
    for answer in (0, 1, 3):
        defend.root.get_by_role("radio").nth(answer).check()
        defend.check()
        defend.expect_judged(answer)
    lies = ExercisePage(page, "04-candidates/lies")
    for rows in ([0], [0, 1, 2], [0, 2]):
        for index, box in enumerate(lies.root.get_by_role("checkbox").all()):
            box.set_checked(index in rows)
        lies.check()
        lies.expect_judged(rows)
    puzzle = ExercisePage(page, "04-candidates/puzzles")
    slots = puzzle.root.get_by_role("group", name="Your code").get_by_role("button")
    slots.first.focus()
    for written in ("RGGY", "GRYG"):
        page.keyboard.type(written)
        names = CLASSIC.space.spell(CLASSIC.space.parse(written)).split(", ")
        for place, (slot, name) in enumerate(zip(slots.all(), names, strict=True), start=1):
            expect(slot).to_have_accessible_name(f"Place {place}: {name}")
        page.keyboard.press("Enter")
        puzzle.expect_judged(written)


@pytest.mark.parametrize("key", ["02-answer", "03-how-many", "04-candidates"])
def test_lessons_with_exercises_bar_nobody(visit: Visit, key: str) -> None:
    page, _ = open_lesson(visit, key)
    page.locator(".mx-exercise").first.locator(
        "input[type=radio], input[type=checkbox]"
    ).evaluate_all("boxes => boxes.forEach(box => box.click())")
    page.get_by_role("button", name="Check").first.click()
    page.get_by_role("button", name="Show a hint").first.click()
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert too_wide(page) == []
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=SCREENSHOTS / f"{key}-{width}-{scheme}.png", full_page=True)
            if width == WIDTHS[0]:
                assert serious(page) == []
    small = page.locator(".mastermind button:visible, .mx-option:visible, .mx-field input:visible")
    sizes = small.evaluate_all(
        "all => all.map(one => one.getBoundingClientRect()).map(box => [box.width, box.height])"
    )
    assert [size for size in sizes if min(size) < SMALLEST_TO_TOUCH] == []
