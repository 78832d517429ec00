"""Pupils as codemakers in a real page: they answer, slip, are shown why, and go on."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from mastermind_edu.games.catalogue import CLASSIC, GRAND, SENHA
from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import Feedback
from mastermind_edu.games.rules import Rules
from mastermind_edu.solvers.candidates import candidates

from .conftest import Visit, serving
from .pages import expect_no_barrier, set_answer
from .recording import Recording, forms

GAMES = (CLASSIC, SENHA, GRAND)
PATH = "en/04-candidates.ipynb"
PHONE = {"viewport": {"width": 360, "height": 740}}

Board = Callable[..., tuple["CodemakerPage", Recording]]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a course whose one lesson has a codemaker's board for each game."""
    folder = tmp_path_factory.mktemp("codemaker")
    boards = [f"Codemaker({game.key.upper()}, seed='2A')" for game in GAMES]
    names = ", ".join(game.key.upper() for game in GAMES)
    imports = (
        f"from mastermind_edu.games.catalogue import {names}\n"
        "from mastermind_edu.widgets import Codemaker"
    )
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source) for source in (imports, *boards)],
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
    )
    path = folder / PATH
    path.parent.mkdir()
    nbformat.write(notebook, path)
    with serving("codemaker", folder, "--lessons", str(folder)) as address:
        yield address


@pytest.fixture
def board(visit: Visit) -> Board:
    """Open the page and return the board of a game on it."""

    def open_board(game: Rules = CLASSIC, **options: object) -> tuple[CodemakerPage, Recording]:
        page, recording = visit(f"/voila/render/{PATH}", **options)
        boards = page.get_by_role("region", name="You are the codemaker")
        expect(boards).to_have_count(len(GAMES), timeout=30_000)
        return CodemakerPage(page, game), recording

    return open_board


class CodemakerPage:
    """The board of one game, as a pupil meets it."""

    def __init__(self, page: Page, game: Rules) -> None:
        self.page = page
        self.game = game
        self.root = page.get_by_role("region", name=f"You are the codemaker: {game.name}")
        self.status = self.root.get_by_role("status")
        self.rows = self.root.locator("[data-row]")
        self.pad = self.root.get_by_role("group", name="Your answer")

    def button(self, name: str, root: Locator | None = None) -> Locator:
        """Return the button of this name."""
        return (root or self.root).get_by_role("button", name=name, exact=True)

    def start(self) -> None:
        """Begin with a code on paper."""
        self.button("I have my code: start").click()
        self.expect_guess(1)

    def entrust(self, code: Code) -> None:
        """Begin with a code that the board keeps."""
        self.root.get_by_text("Or let this board keep my code, hidden").click()
        palette = self.root.get_by_role("group", name="Pegs to choose from")
        for peg in self.game.space.row(code):
            palette.get_by_role("button").nth(peg).click()
        self.button("Hide it and start").click()
        self.expect_guess(1)

    def expect_guess(self, number: int) -> None:
        """Wait until the computer asks its guess of this number."""
        expect(self.status).to_contain_text(f"Guess {number}: ")

    @property
    def guess(self) -> Code:
        """The computer's guess, as the page says it."""
        text = self.status.inner_text()
        return self.game.space.parse(text.partition(": ")[2].partition(".")[0])

    def set(self, feedback: Feedback) -> None:
        """Set the key pegs by mouse."""
        if self.game.solved == feedback:
            return
        set_answer(self.pad, feedback)

    def answer(self, feedback: Feedback) -> None:
        """Give an answer by mouse."""
        self.set(feedback)
        solved = self.game.solved == feedback
        self.button("That is my code!" if solved else "Answer").click()


def left(game: Rules, rows: list[tuple[Code, Feedback]]) -> int:
    """Count the codes that fit ``rows``, apart from the page."""
    return sum(
        all(game.feedback(code, guess) == feedback for guess, feedback in rows)
        for code in game.space
    )


# ---- whole games ------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_pupil_who_answers_rightly_sees_the_code_found(board: Board, game: Rules) -> None:
    one, _ = board(game)
    secret = game.space.code_at(2 * game.space.size // 3)
    one.start()
    number = 1
    while one.guess != secret:
        one.answer(game.feedback(secret, one.guess))
        number += 1
        one.expect_guess(number)
    one.answer(game.solved)
    guesses = f"{number} guess" if number == 1 else f"{number} guesses"
    expect(one.status).to_have_text(f"The computer found your code in {guesses}!")
    expect(one.rows).to_have_count(number)
    expect(one.button("Play again")).to_be_focused()
    one.button("Play again").click()
    expect(one.rows).to_have_count(0)
    one.start()


def test_a_game_is_played_with_keys_alone(board: Board) -> None:
    one, _ = board(CLASSIC)
    keyboard = one.page.keyboard
    secret = CLASSIC.space.parse("YGRB")
    one.button("I have my code: start").focus()
    keyboard.press("Enter")
    for number in range(1, CLASSIC.rows + 1):
        one.expect_guess(number)
        expect(one.pad.get_by_role("spinbutton").first).to_be_focused()
        exact, misplaced = CLASSIC.feedback(secret, one.guess)
        for _ in range(exact):
            keyboard.press("ArrowUp")
        keyboard.press("Tab")
        keyboard.press(str(misplaced))
        keyboard.press("Enter")
        if exact == CLASSIC.space.pegs:
            break
    expect(one.status).to_contain_text("The computer found your code")


def test_keys_under_each_peg_are_set_with_keys_alone(board: Board) -> None:
    one, _ = board(SENHA)
    one.start()
    keyboard = one.page.keyboard
    places = one.pad.get_by_role("button")
    expect(places.first).to_be_focused()
    keyboard.press("ArrowUp")
    keyboard.press("ArrowRight")
    keyboard.press("ArrowDown")
    expect(places.nth(0)).to_have_accessible_name("Place 1, " + _peg(one, 0, "in the wrong place"))
    expect(places.nth(1)).to_have_accessible_name("Place 2, " + _peg(one, 1, "in the right place"))


def _peg(one: CodemakerPage, place: int, mark: str) -> str:
    guess = one.root.locator(".mm-asking .mm-unseen").text_content() or ""
    names = guess.partition(": ")[2].partition(".")[0].split(", ")
    return f"{names[place]}: {mark}"


# ---- slips ------------------------------------------------------------------------------


def contradict(one: CodemakerPage) -> list[tuple[Code, Feedback]]:
    """Say that nothing is right until no code is left, and return the rows."""
    one.start()
    nothing = CLASSIC.check_feedback((0, 0))
    rows: list[tuple[Code, Feedback]] = []
    while len(candidates(CLASSIC, rows)):
        one.expect_guess(len(rows) + 1)
        rows.append((one.guess, nothing))
        one.answer(nothing)
    expect(one.status).to_have_text("Stuck: no code fits your answers.")
    return rows


def test_a_contradiction_is_explained_mended_and_the_game_goes_on(board: Board) -> None:
    one, _ = board(CLASSIC)
    rows = contradict(one)
    trouble = one.root.get_by_role("region", name="These answers cannot all be true.")
    expect(trouble.get_by_text("These answers cannot all be true.")).to_be_focused()
    conflict = trouble.locator(".mm-conflict").first
    conflict.hover()
    lit = one.root.locator(".mm-lit").evaluate_all("rows => rows.map(row => row.dataset.row)")
    numbers = [str(int(row) + 1) for row in lit]
    assert numbers
    for number in numbers:
        expect(conflict).to_contain_text(number)
    mend = trouble.locator(".mm-mend").first
    row = int((mend.get_attribute("aria-label") or "").partition("in row ")[2].partition(",")[0])
    claimed = int(mend.inner_text().split()[0].replace(",", ""))
    mend.click()
    one.expect_guess(len(rows) + 1)
    expect(trouble).to_have_count(0)
    one.root.get_by_label("Show the computer’s thinking").check()
    thoughts = one.root.get_by_role("region", name="What the computer thinks")
    expect(thoughts).to_contain_text(f"{claimed} code")
    label = one.rows.nth(row - 1).locator(".mm-unseen").text_content() or ""
    mended = next(answer for answer in CLASSIC.feedbacks if f"Answer: {answer}." in label)
    rows[row - 1] = (rows[row - 1][0], mended)
    assert claimed == left(CLASSIC, rows)


def test_rows_can_be_edited_ignored_and_taken_up_again(board: Board) -> None:
    one, _ = board(CLASSIC)
    rows = contradict(one)
    last = len(rows)
    one.button(f"Change the answer to row {last}").click()
    expect(one.status).to_have_text(f"Row {last}: change your answer.")
    one.set(CLASSIC.check_feedback((1, 0)))
    one.button("Save").click()
    expect(one.rows.nth(last - 1).locator(".mm-unseen")).to_contain_text(
        "Answer: 1 in the right place, 0 in the wrong place."
    )
    for row in range(last, 0, -1):
        if "Stuck" not in one.status.inner_text():
            break
        one.button(f"Change the answer to row {row}").click()
        one.button("Ignore this row", one.root.locator(".mm-panel")).click()
        expect(one.rows.nth(row - 1)).to_contain_text("Ignored:")
    expect(one.status).to_contain_text("Guess ")
    ignored = one.root.locator(".mm-ignored")
    before = ignored.count()
    if before:
        one.button("Take this row up again").first.click()
        expect(ignored).to_have_count(before - 1)


def test_an_impossible_answer_is_refused_with_the_reason(board: Board) -> None:
    one, _ = board(CLASSIC)
    one.start()
    guess = one.guess
    one.pad.get_by_role("spinbutton").first.press("3")
    one.pad.get_by_role("spinbutton").last.press("1")
    one.button("Answer").click()
    expect(one.status).to_contain_text("the last has no other place to be in.")
    expect(one.rows).to_have_count(0)
    one.pad.get_by_role("spinbutton").last.press("0")
    one.button("Answer").click()
    one.expect_guess(2)
    assert CLASSIC.space.spell(guess) in (one.rows.first.text_content() or "")


def test_a_wrong_answer_about_an_entrusted_code_is_explained_peg_by_peg(board: Board) -> None:
    one, recording = board(CLASSIC)
    secret = CLASSIC.space.parse("POPO")
    one.entrust(secret)
    right = CLASSIC.feedback(secret, one.guess)
    wrong = next(one for one in CLASSIC.feedbacks if one != right)
    one.answer(wrong)
    trouble = one.root.get_by_role("region", name="Row 1 needs another look.")
    expect(trouble).to_contain_text(f"You answered “{wrong}”.")
    expect(trouble.get_by_role("listitem")).to_have_count(CLASSIC.space.pegs)
    expect(trouble).to_contain_text(f"So the answer is “{right}”.")
    secrets = forms(CLASSIC, secret)
    texts = recording.texts().items()
    shown = [where for where, text in texts if "frame" in where and secrets.search(text)]
    assert shown == []
    trouble.get_by_role("button", name="Change the answer to row 1 to").click()
    one.expect_guess(2)
    one.button("Look at my code").click()
    expect(
        one.root.get_by_role("img", name="Your code: purple, orange, purple, orange")
    ).to_be_visible()


# ---- for everybody ----------------------------------------------------------------------


def test_nothing_bars_anybody_on_a_phone(board: Board) -> None:
    one, _ = board(CLASSIC, **PHONE)
    one.root.get_by_text("Or let this board keep my code, hidden").click()
    expect_no_barrier(one.root, ".mm-codemaker", "light")
    one.root.get_by_label("Show the computer’s thinking").check()
    contradict(one)
    expect_no_barrier(one.root, ".mm-codemaker", "light", "dark")
    one.root.get_by_text("Show your code, and see which answer was wrong").click()
    palette = one.root.get_by_role("group", name="Pegs to choose from")
    for _ in range(CLASSIC.space.pegs):
        palette.get_by_role("button").first.click()
    one.button("Check my answers").click()
    expect(one.status).to_contain_text("another look.")
    one.button("Ignore the row").first.click()
    expect(one.root.locator(".mm-ignored")).to_have_count(1)
    expect_no_barrier(one.root, ".mm-codemaker", "dark")
