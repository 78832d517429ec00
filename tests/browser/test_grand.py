"""Grand Mastermind in a real browser: pegs of two parts, an ambiguous pair, the marking drawn."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from mastermind_edu.games.catalogue import GRAND
from mastermind_edu.games.codes import Code
from mastermind_edu.games.grand import explain, left_to_right, mark, markings
from mastermind_edu.games.play import draw
from mastermind_edu.language import number
from mastermind_edu.lessons.exercises import lesson08
from mastermind_edu.lessons.shaped_codes import pair, shaped_code
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.deduction import facts
from mastermind_edu.solvers.sampling import SAMPLED_ENTROPY

from .conftest import Visit, visiting
from .pages import BoardPage
from .test_exercises import PHONE, ExercisePage, open_lesson
from .test_looks import SCHEMES, SCREENSHOTS, SMALLEST_TO_TOUCH, WIDTHS, serious, too_wide

SOURCE, GUESS_SIDE = lesson08.SHOWN
PLAIN = "RcGsBtYd/RcBtGhYd"


@pytest.fixture(scope="module")
def lesson(browser: Browser, server: str) -> Iterator[Page]:
    """The lesson, opened once: each test has a part of it to itself, or a new game."""
    with visiting(browser, server) as visit:
        yield open_lesson(visit, "08-shapes")[0]


def board_on(page: Page) -> BoardPage:
    board = BoardPage(page, GRAND)
    board.root.scroll_into_view_if_needed()
    return board


def part(board: BoardPage, name: str) -> Locator:
    """Return the colour or the shape of this name."""
    return board.palette.get_by_role("button", name=re.compile(rf"^{name} \(.\)$"))


def ambiguous_guess(secret: Code) -> Code | None:
    """Return a guess that a marker who goes from left to right gets wrong, if there is one."""
    others = [peg for peg in shaped_code("RcGsBtYdPh") if peg not in secret]
    for peg, other in itertools.product(secret, others):
        for places in itertools.combinations(range(4), 2):
            guess = tuple(peg if place in places else other for place in range(4))
            if left_to_right(secret, guess).answer != mark(secret, guess):
                return guess
    return None


def ambiguous_game() -> tuple[str, Code, Code]:
    """Return a class code, the secret it gives, and a guess that is ambiguous for it."""
    for number_of_class in itertools.count(1):
        class_code = f"Class {number_of_class}"
        secret = draw(GRAND, f"{class_code}/1")
        guess = ambiguous_guess(secret)
        if guess:
            return class_code, secret, guess
    raise AssertionError("counting has no end")


# ---- the board --------------------------------------------------------------------------


def test_colour_and_shape_are_chosen_together_and_apart_by_mouse(lesson: Page) -> None:
    board = board_on(lesson)
    board.start()
    board.choice((0, 0)).click()
    part(board, "yellow").click()
    board.expect_draft("red circle", "yellow …", "empty", "empty")
    part(board, "square").click()
    board.expect_draft("red circle", "yellow square", "empty", "empty")
    part(board, "hexagon").click()
    board.expect_draft("red circle", "yellow square", "hexagon …", "empty")
    expect(board.button("Check")).to_have_attribute("aria-disabled", "true")
    part(board, "blue").click()
    board.expect_draft("red circle", "yellow square", "blue hexagon", "empty")
    board.slots.nth(0).click()
    part(board, "purple").click()
    board.expect_draft("purple circle", "yellow square", "blue hexagon", "empty")
    board.button("Undo").click()
    board.expect_draft("red circle", "yellow square", "blue hexagon", "empty")
    board.choice((1, 3)).drag_to(board.slots.nth(3))
    board.expect_draft("red circle", "yellow square", "blue hexagon", "green diamond")
    board.check()
    assert board.rows()[0].guess == pair("RcYsBhGd/RcYsBhGd")[0]


def test_two_letters_put_a_peg_in_place(lesson: Page) -> None:
    board = board_on(lesson)
    board.start()
    board.slots.nth(0).focus()
    lesson.keyboard.type("y")
    board.expect_draft("yellow …", "empty", "empty", "empty")
    lesson.keyboard.type("srcsb")
    board.expect_draft("yellow square", "red circle", "blue square", "empty")
    lesson.keyboard.press("Enter")
    expect(board.status).to_contain_text("Choose 1 more peg.")
    lesson.keyboard.press("Backspace")
    board.expect_draft("yellow square", "red circle", "empty", "empty")
    lesson.keyboard.press("Home")
    lesson.keyboard.type("ph")
    board.expect_draft("purple hexagon", "red circle", "empty", "empty")
    board.type(pair("GdBt/GdBt")[0])
    assert board.rows()[0].guess == pair("PhRcGdBt/PhRcGdBt")[0]


def test_a_game_with_an_ambiguous_guess_is_played_to_its_end(lesson: Page) -> None:
    """The guess is right where a marker who goes from left to right would be wrong."""
    board = board_on(lesson)
    class_code, secret, guess = ambiguous_game()
    board.start(seed=class_code)
    assert len({way.answer for way in markings(secret, guess)}) > 1
    assert board.guess(guess) == mark(secret, guess)
    count = lesson.locator(".mm-tally")
    facts_list = lesson.get_by_role("region", name="What follows for certain")
    expect(count).to_contain_text(f"{number(len(candidates(GRAND, board.rows())))} codes")
    following = facts(GRAND, board.rows())
    expect(facts_list).to_contain_text(f"{len(following)} more facts follow.")
    facts_list.get_by_role("button", name="Show me one fact").click()
    expect(facts_list.get_by_role("listitem")).to_have_text([str(following[0])])
    while not board.ended.is_visible():
        board.guess(SAMPLED_ENTROPY.choose(GRAND, board.rows()))
    assert board.secret == secret
    expect(board.status).to_contain_text("You found the code in")
    expect(count).to_contain_text("1 code is possible")


def test_a_finger_chooses_parts_and_pegs_on_a_phone(visit: Visit) -> None:
    page, _ = open_lesson(visit, "08-shapes", **PHONE)
    assert too_wide(page) == []
    board = board_on(page)
    part(board, "green").tap()
    part(board, "triangle").tap()
    for peg in pair("RcBsYh/RcBsYh")[0]:
        board.choice(peg).tap()
    board.button("Check").tap()
    expect(board.played).to_have_count(1)
    assert board.rows()[0].guess == pair("GtRcBsYh/GtRcBsYh")[0]
    for region in (board.root, page.locator(".mm-marking").nth(1)):
        small = region.locator("button:visible").evaluate_all(
            """(buttons, smallest) => buttons.map(button => button.getBoundingClientRect())
                 .filter(({width, height}) => Math.min(width, height) < smallest).length""",
            SMALLEST_TO_TOUCH,
        )
        assert small == 0


# ---- the marking ------------------------------------------------------------------------


class MarkingPage:
    """One drawing of a marking on the page."""

    def __init__(self, page: Page, text: str) -> None:
        self.secret, self.guess = pair(text)
        words = f"Secret: {GRAND.space.spell(self.secret)}. Guess: {GRAND.space.spell(self.guess)}."
        self.root = page.locator(".mm-marking").filter(
            has=page.locator(f'svg[aria-label="{words}"]')
        )
        self.root.scroll_into_view_if_needed()
        self.text = self.root.locator(".mg-step-text")
        self.figure = self.root.locator(".mg-figure").first
        self.ways = self.root.locator(".mg-ways figure")
        self.verdict = self.root.locator(".mg-verdict")

    def button(self, name: str) -> Locator:
        """Return the button of this name."""
        return self.root.get_by_role("button", name=name, exact=True)

    def end(self, code: str, place: int) -> Locator:
        """Return a peg that can be joined."""
        return self.root.get_by_role("button", name=re.compile(f"^{code}, place {place}: "))

    def arcs(self, meaning: str) -> Locator:
        """Return the arcs that are drawn for markers of this meaning."""
        return self.figure.locator(f".mg-arc-{meaning}")


def test_the_marking_goes_step_by_step_forward_and_back(lesson: Page) -> None:
    marking = MarkingPage(lesson, GUESS_SIDE)
    steps = ["Secret above, guess below.", *explain(marking.secret, marking.guess)]
    expect(marking.root).to_contain_text(f"Step 1 of {len(steps)}")
    for at, step in enumerate(steps):
        expect(marking.text).to_have_text(step)
        expect(marking.arcs("misplaced")).to_have_count(int(at >= 2))
        expect(marking.arcs("partial")).to_have_count(int(at >= 4))
        if at < 3:
            expect(marking.ways).to_have_count(2)
            expect(marking.ways.first).to_be_hidden()
        else:
            expect(marking.ways.first).to_be_visible()
        if at < len(steps) - 1:
            marking.button("Forward").click()
    expect(marking.button("Forward")).to_be_disabled()
    marking.button("Back").click()
    expect(marking.text).to_have_text(steps[-2])


def test_the_marking_plays_by_itself_and_can_be_paused(lesson: Page) -> None:
    marking = MarkingPage(lesson, PLAIN)
    marking.button("Play").click()
    expect(marking.root).to_contain_text("Step 2 of 6")
    expect(marking.root).to_contain_text("Step 3 of 6")
    marking.button("Pause").click()
    expect(marking.button("Play")).to_be_visible()
    marking.button("Forward").click()
    expect(marking.root).to_contain_text("Step 4 of 6")
    marking.button("Play").click()
    expect(marking.root).to_contain_text("Step 6 of 6", timeout=10_000)
    expect(marking.button("Play")).to_be_visible()


def test_where_the_choice_matters_all_ways_are_side_by_side_and_own_pairs_are_scored(
    lesson: Page,
) -> None:
    marking = MarkingPage(lesson, SOURCE)
    for _ in range(3):
        marking.button("Forward").click()
    expect(marking.ways).to_have_count(len(markings(marking.secret, marking.guess)))
    best = marking.ways.filter(has_text="This counts: it gives the most blue.")
    expect(best).to_have_count(2)
    expect(marking.root.locator(".mg-best")).to_have_count(2)
    hurried = marking.ways.filter(has_text="So marks who goes from left to right.")
    expect(hurried).to_contain_text("1 in the wrong place, 0 right in colour or shape only")

    marking.end("Guess", 1).click()
    marking.end("Secret", 2).click()
    expect(marking.verdict).to_contain_text("0 right in colour or shape only. Legal, but another")
    marking.end("Guess", 1).click()
    expect(marking.verdict).to_contain_text("1 more white pair can be made.")
    marking.end("Guess", 1).click()
    marking.end("Secret", 1).click()
    expect(marking.verdict).to_contain_text("A white pair joins equal pegs, but place 1")
    marking.button("Start again").click()

    marking.end("Secret", 4).focus()
    lesson.keyboard.press("Enter")
    expect(marking.end("Secret", 4)).to_be_focused()
    expect(marking.end("Secret", 4)).to_have_accessible_name(re.compile(", chosen$"))
    marking.end("Guess", 1).focus()
    lesson.keyboard.press("Space")
    expect(marking.verdict).to_contain_text("That counts: no other way gives more blue.")
    expect(marking.end("Guess", 1)).to_have_accessible_name(re.compile("joined with place 4$"))


# ---- the exercises ----------------------------------------------------------------------


def test_a_pair_that_fools_the_marker_is_found_by_mouse_and_by_keys(lesson: Page) -> None:
    exercise = ExercisePage(lesson, "08-shapes/fool")
    question = exercise.questions[0]
    exercise.check()
    expect(exercise.status).to_have_text("Choose or write your answer first.")
    palette = exercise.root.get_by_role("group", name="Pegs to choose from")
    wrong = question.wrong_answers[0]
    for kind in [peg for code in wrong for peg in code]:
        palette.get_by_role("button").nth(kind).click()
    exercise.check()
    exercise.expect_judged(wrong)
    slots = exercise.root.get_by_role("group", name="Your code").get_by_role("button")
    slots.first.focus()
    right = [list(GRAND.space.row(code)) for code in pair("RsYdRcBt/RcGhGtRc")]
    lesson.keyboard.type("rsydRCbt" + "rcghgtrc")
    expect(slots.nth(4)).to_have_accessible_name("Guess, place 1: red circle")
    lesson.keyboard.press("Enter")
    exercise.expect_judged(right)


def test_a_guess_is_marked_in_three_colours(lesson: Page) -> None:
    exercise = ExercisePage(lesson, "08-shapes/choice")
    for answer in ([0, 1, 0], [0, 1, 1]):
        for words, count in zip(
            (
                "right colour and shape, right place",
                "right colour and shape, wrong place",
                "right place, but only the colour or only the shape",
            ),
            answer,
            strict=True,
        ):
            exercise.count(words, count)
        exercise.check()
        exercise.expect_judged(answer)


# ---- how the lessons look ---------------------------------------------------------------


@pytest.mark.parametrize("key", ["08-shapes", "09-kata"])
def test_the_lesson_fits_every_width_and_axe_finds_nothing_serious(visit: Visit, key: str) -> None:
    page, _ = open_lesson(visit, key)
    if key == "08-shapes":
        marking = MarkingPage(page, SOURCE)
        for _ in range(5):
            marking.button("Forward").click()
        marking.end("Guess", 1).click()
    else:
        page.locator(".mx-stages summary").first.click()
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert too_wide(page) == [], f"{key} at {width} px"
        page.screenshot(path=SCREENSHOTS / f"{key}-{width}.png", full_page=True)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        assert serious(page) == [], scheme
    page.screenshot(path=SCREENSHOTS / f"{key}-dark.png", full_page=True)


def test_the_kata_is_readable_on_a_page_without_cells(visit: Visit) -> None:
    page, _ = open_lesson(visit, "09-kata")
    expect(page.get_by_role("note")).to_contain_text("mastermind-edu lab")
    expect(page.get_by_role("note")).to_contain_text("there is a lot to do here, too")
    reading = ExercisePage(page, "09-kata/read")
    for answer in (0, 2):
        reading.root.get_by_role("radio").nth(answer).check()
        reading.check()
        reading.expect_judged(answer)
    program = ExercisePage(page, "09-kata/mark")
    expect(program.button("Check")).to_be_hidden()
    expect(program.root).to_contain_text("You need JupyterLab for this")
    expect(program.status).to_be_empty()
    program.root.get_by_text("the choice").click()
    expect(program.root.locator("pre").last).to_contain_text("== (0, 1, 1)")
