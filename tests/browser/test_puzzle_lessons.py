"""Lessons 10 and 11 as pupils meet them: puzzles, and a race with a strategy of one's own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from mastermind_edu.games.catalogue import CLASSIC, SENHA
from mastermind_edu.lessons.exercises.lesson11 import FIRST_TOTAL, MANY_COLOURS_TOTAL
from mastermind_edu.lessons.gallery import PuzzleGallery
from mastermind_edu.lessons.puzzles import GRADES

from .conftest import Visit
from .pages import BoardPage
from .test_looks import SCHEMES, SCREENSHOTS, WIDTHS, serious, too_wide
from .test_solver_lessons import Card, open_lesson

GRADE_NAMES = dict(zip(GRADES, ("easy", "medium", "hard", "very hard"), strict=True))


def gallery(page: Page, grade: int) -> Locator:
    return page.get_by_role("region", name=re.compile(rf"^Puzzle \d+, {GRADE_NAMES[grade]}:"))


def test_a_puzzle_of_each_grade_is_solved_by_keys_alone(visit: Visit) -> None:
    page = open_lesson(visit, "10-puzzles")
    for grade in GRADES:
        shown = gallery(page, grade)
        puzzle = PuzzleGallery(CLASSIC, grade, offered=[grade])
        told = [row["sentence"] for row in puzzle.sheet.question.describe()["rows"]]
        rows = shown.get_by_role("list", name="Rows that were played").get_by_role("listitem")
        expect(rows).to_contain_text(told)
        shown.get_by_role("group", name="Your code").get_by_role("button").first.focus()
        page.keyboard.type(CLASSIC.space.format(puzzle.sheet.question.rows[0].guess))
        page.keyboard.press("Enter")
        expect(shown).to_have_attribute("data-outcome", "wrong")
        shown.get_by_role("group", name="Your code").get_by_role("button").first.focus()
        page.keyboard.type(CLASSIC.space.format(puzzle.sheet.question.code))
        page.keyboard.press("Enter")
        expect(shown).to_have_attribute("data-outcome", "correct")
    here = page.get_by_role("navigation", name="The course").locator("[data-here]")
    expect(here).to_have_attribute("data-state", "done")


def test_facts_come_one_by_one_and_games_are_chosen(visit: Visit) -> None:
    page = open_lesson(visit, "10-puzzles")
    shown = gallery(page, 3)
    shown.get_by_label("Game").select_option(label=SENHA.name)
    puzzle = PuzzleGallery(SENHA, 3, offered=[3])
    hints = shown.locator(".mx-hints li")
    for number, fact in enumerate(puzzle.sheet.question.hints, start=1):
        shown.get_by_role("button", name=re.compile("hint")).click()
        expect(hints).to_have_count(number)
        expect(hints.last).to_contain_text(fact)
    expect(gallery(page, 5).get_by_label("Game").locator("option")).not_to_contain_text(
        [SENHA.name]
    )


def test_the_worked_example_is_solved_on_its_board(visit: Visit) -> None:
    page = open_lesson(visit, "10-puzzles")
    board = BoardPage(page, CLASSIC)
    expect(board.played).to_have_count(2)
    assert board.guess((4, 1, 1, 2)) == CLASSIC.solved


def test_a_program_is_shown_and_races(visit: Visit) -> None:
    page = open_lesson(visit, "11-project")
    expect(page.locator("pre", has_text="class ManyColours:")).to_be_visible()
    expect(page.locator("pre", has_text="import")).to_have_count(0)
    race = Card(page, "A race of strategies", 1)
    race.button("Run the race").click()
    expect(race.root.get_by_text("The race is over.")).to_be_visible(timeout=60_000)
    totals = [line[2] for line in race.lines()]
    assert totals[:2] == [f"{MANY_COLOURS_TOTAL:,}", f"{FIRST_TOTAL:,}"]


@pytest.mark.parametrize("key", ["10-puzzles", "11-project"])
def test_the_lesson_fits_every_screen_and_keeps_nobody_out(visit: Visit, key: str) -> None:
    page = open_lesson(visit, key, viewport={"width": WIDTHS[-1], "height": 800})
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert too_wide(page) == [], width
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)
            page.screenshot(path=SCREENSHOTS / f"{key}-{width}-{scheme}.png", full_page=True)
            if width == WIDTHS[0]:
                assert serious(page) == [], scheme
