"""Whole matches in a real page: by two people, against the computer, mended, saved, replayed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from mastermind_edu.games.catalogue import CLASSIC, MINI, SENHA
from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import Feedback
from mastermind_edu.games.match import Scoring
from mastermind_edu.games.rules import Rules
from mastermind_edu.widgets.match_wording import scoring_name

from .conftest import Visit
from .pages import consistent, expect_no_barrier, set_answer
from .recording import Recording, forms

LESSON = "/voila/render/en/12-match.ipynb"
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}

RGBY, RRGG, OOPP, YBGR = (CLASSIC.space.parse(code) for code in ("RGBY", "RRGG", "OOPP", "YBGR"))

Sit = Callable[..., tuple["MatchPage", Recording]]


class MatchPage:
    """The match board as its players meet it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.game: Rules = CLASSIC
        self.root = page.get_by_role("region", name="Mastermind match")
        self.board = self.root.locator(".mm-board").first
        self.status = self.board.get_by_role("status")
        self.palette = self.root.get_by_role("group", name="Pegs to choose from")
        self.pad = self.root.get_by_role("group", name="Your answer")
        self.rows = self.root.locator("[data-row]")
        self.scores = self.root.get_by_role("region", name="Score")

    def button(self, name: str) -> Locator:
        """Return the button of this name."""
        return self.root.get_by_role("button", name=name, exact=True)

    def choose(self, label: str, option: str) -> None:
        """Choose from the list of this name."""
        name = re.compile(f"^{label}")
        self.root.get_by_role("combobox", name=name).select_option(label=option)

    def agree(
        self,
        game: Rules = CLASSIC,
        scoring: Scoring = Scoring.GUESSES,
        *,
        by_hand: bool = False,
        first: str = "Ana",
        computer: str = "",
    ) -> None:
        """Agree on a match of Ana and Ben, or of Ana and the computer, and start it."""
        self.game = game
        if computer:
            self.choose("Who plays", "Me and the computer")
            self.root.get_by_label("Your name").fill("Ana")
            self.choose("The computer’s way to guess", computer)
        else:
            self.root.get_by_label("First name").fill("Ana")
            self.root.get_by_label("Second name").fill("Ben")
        self.choose("Game", game.name)
        self.choose("Who hides the first code", first)
        self.choose("Who answers", "The codemaker, with key pegs" if by_hand else "This board")
        self.root.get_by_role("radio", name=scoring_name(scoring)).check()
        self.button("Start the match").click()
        expect(self.board).to_contain_text("Game 1 of 2")

    def put(self, code: Code) -> None:
        """Press these pegs of the palette."""
        for position in self.game.space.row(code):
            self.palette.get_by_role("button").nth(position).click()

    def take(self, name: str) -> None:
        """Take the screen over as this player."""
        self.button(f"I am {name}").click()

    def hide(self, maker: str, code: Code, breaker: str) -> None:
        """Hide a code and hand the screen over."""
        self.take(maker)
        self.put(code)
        self.button("Hide this code").click()
        self.take(breaker)
        expect(self.button("Check")).to_be_visible()

    def keep_on_paper(self, maker: str, breaker: str) -> None:
        """Keep a code on paper and hand the screen over."""
        self.take(maker)
        self.button("My code is on paper").click()
        self.take(breaker)

    def guess(self, code: Code) -> None:
        """Guess a code, and wait until it stands there."""
        self.put(code)
        before = self.rows.count()
        self.button("Check").click()
        expect(self.rows.nth(before).or_(self.pad).first).to_be_visible()

    def answer(self, feedback: Feedback) -> None:
        """Answer with key pegs."""
        set_answer(self.pad, feedback)
        self.button("Answer").click()

    def answer_again(self, feedback: Feedback) -> None:
        """Change the answer of a row."""
        set_answer(self.pad, feedback)
        self.button("Save").click()

    def answered(self, code: Code, secret: Code) -> None:
        """Guess a code and answer it rightly."""
        self.guess(code)
        if code == secret:
            self.button("That is my code!").click()
        else:
            self.answer(self.game.feedback(secret, code))

    def swap(self) -> None:
        """Begin the next game."""
        self.button("Swap roles: next game").click()
        expect(self.board).to_contain_text("Game 2 of 2")

    def expect_table(self, *lines: Iterable[str]) -> None:
        """Expect these lines in the table of the scores."""
        cells = self.scores.get_by_role("row").filter(has=self.page.locator("td"))
        expect(cells).to_have_count(len(lines))
        for row, line in zip(cells.all(), lines, strict=True):
            assert row.locator("th, td").all_inner_texts() == list(line)


@pytest.fixture
def sit(visit: Visit) -> Sit:
    """Open the lesson and sit down at its board."""

    def open_page(**options: Any) -> tuple[MatchPage, Recording]:
        page, recording = visit(LESSON, **options)
        match = MatchPage(page)
        expect(match.root).to_be_visible(timeout=30_000)
        return match, recording

    return open_page


# ---- a match under each way of scoring ---------------------------------------------------


def test_by_guesses_with_a_code_that_is_not_found(sit: Sit) -> None:
    match, _ = sit()
    match.agree(MINI)
    expect(match.status).to_have_text("Hand the screen to Ana, who hides a code. Ben looks away.")
    match.hide("Ana", RGBY, "Ben")
    match.guess(RRGG)
    expect(match.status).to_have_text(
        "Row 1: 1 in the right place, 1 in the wrong place. Ben, guess the code: row 2 of 6."
    )
    match.guess(RGBY)
    expect(match.status).to_have_text(
        "Ben found the code in 2 guesses. The code: red, green, blue, yellow. Ana gets 2 points."
    )
    match.swap()
    match.hide("Ben", RGBY, "Ana")
    for _ in range(6):
        match.guess(OOPP)
    expect(match.status).to_have_text(
        "Ana did not find the code. The code: red, green, blue, yellow. Ben gets 7 points. "
        "Ben wins the match: 7 points, and Ana has 2 points."
    )
    match.expect_table(
        ("1 ▸", "Ben: 2", "2", "0"), ("2 ▸", "Ana: not found", "0", "7"), ("Total", "", "2", "7")
    )
    match.button("Another match").click()
    expect(match.button("Start the match")).to_be_visible()


def test_by_key_pegs_with_a_wrong_answer_that_is_found_at_once(sit: Sit) -> None:
    match, _ = sit()
    match.agree(CLASSIC, Scoring.KEY_PEGS, by_hand=True)
    match.hide("Ana", RGBY, "Ben")
    match.guess(RRGG)
    match.answer(CLASSIC.check_feedback((2, 0)))
    right = CLASSIC.feedback(RGBY, RRGG)
    expect(match.status).to_have_text(f"Look again: the secret gives “{right}” here.")
    trouble = match.root.get_by_role("region", name="Row 1 needs another look.")
    expect(trouble).to_contain_text("only Ana should look")
    expect(trouble.get_by_role("listitem")).to_have_count(0)
    match.button("Show why, peg by peg").click()
    expect(trouble.get_by_role("listitem")).to_have_count(4)
    expect(trouble).to_contain_text("Place 3: green belongs at place 2.")
    trouble.get_by_role("button", name="Change the answer to row 1").click()
    expect(trouble).to_have_count(0)
    match.answered(RGBY, RGBY)
    expect(match.status).to_contain_text("Ana gets 6 points.")
    match.swap()
    match.hide("Ben", YBGR, "Ana")
    match.answered(RGBY, YBGR)
    match.button("Give up").click()
    match.button("Really give up this game?").click()
    expect(match.status).to_have_text(
        "Ana gave up. The code: yellow, blue, green, red. Ben gets 4 points. "
        "Ana wins the match: 6 points, and Ben has 4 points."
    )


def test_senha_by_fewest_guesses_ends_in_a_tie_by_keys_alone(sit: Sit) -> None:
    match, _ = sit()
    keyboard = match.page.keyboard
    match.agree(SENHA, Scoring.FEWEST)
    first_place = match.root.get_by_label("Place 1: empty")
    match.button("I am Ana").focus()
    for maker, breaker in (("Ana", "Ben"), ("Ben", "Ana")):
        for player, codes in ((maker, ["RGBY"]), (breaker, ["YBGR", "RGBY"])):
            expect(match.button(f"I am {player}")).to_be_focused()
            keyboard.press("Enter")
            for code in codes:
                expect(first_place).to_be_focused()
                keyboard.type(code)
                look = (
                    "covered"
                    if player == maker
                    else SENHA.space.kind(3 - 3 * (code == "YBGR")).name
                )
                expect(match.root.get_by_label(f"Place 4: {look}")).to_be_visible()
                keyboard.press("Enter")
        if maker == "Ana":
            expect(match.button("Swap roles: next game")).to_be_focused()
            keyboard.press("Enter")
    expect(match.status).to_contain_text("The match is a tie: 2 guesses each.")
    expect(match.scores).to_contain_text("The match is a tie: 2 guesses each.")


# ---- a code on paper ---------------------------------------------------------------------


def contradict(match: MatchPage) -> None:
    """Deny on paper that red is in the code, and answer so that no code fits."""
    match.agree(CLASSIC, by_hand=True)
    match.keep_on_paper("Ana", "Ben")
    for guess, answer in (("RRRR", (0, 0)), ("GGGG", (1, 0)), ("RRRG", (1, 1))):
        match.guess(CLASSIC.space.parse(guess))
        match.answer(CLASSIC.check_feedback(answer))
    expect(match.status).to_have_text("Stuck: no code fits the answers. Ana, look at them again.")


def test_answers_that_contradict_each_other_are_mended_and_the_match_goes_on(sit: Sit) -> None:
    match, _ = sit()
    contradict(match)
    trouble = match.root.get_by_role("region", name="These answers cannot all be true.")
    expect(trouble.get_by_text("These answers cannot all be true.")).to_be_focused()
    trouble.locator(".mm-conflict").first.hover()
    expect(match.root.locator(".mm-lit").first).to_be_visible()
    match.button("Change the answer to row 1").click()
    expect(match.status).to_have_text("Row 1: change your answer.")
    match.answer_again(CLASSIC.check_feedback((1, 0)))
    expect(trouble).to_have_count(0)
    match.answered(RGBY, RGBY)
    expect(match.status).to_contain_text("Ben found the code in 4 guesses.")
    match.swap()
    match.keep_on_paper("Ben", "Ana")
    match.answered(YBGR, YBGR)
    expect(match.status).to_contain_text("Ana wins the match: 4 points, and Ben has 1 point.")


def test_a_code_told_shows_which_answer_was_wrong(sit: Sit) -> None:
    match, _ = sit()
    contradict(match)
    match.root.get_by_text("Tell your code, and see which answer was wrong").click()
    match.put(RGBY)
    expect(match.root.get_by_label("Place 1: covered")).to_be_visible()
    match.button("Check the answers").click()
    trouble = match.root.get_by_role("region", name="The answer to row 1 is put right.")
    expect(trouble).to_contain_text("You answered “0 in the right place, 0 in the wrong place”.")
    expect(match.rows.first).to_contain_text("Answer: 1 in the right place, 0 in the wrong place.")
    match.answered(RGBY, RGBY)
    expect(match.status).to_contain_text("Ben found the code in 4 guesses.")


def test_an_impossible_answer_is_refused_and_stays_to_be_changed(sit: Sit) -> None:
    match, _ = sit()
    match.agree(CLASSIC, by_hand=True)
    match.keep_on_paper("Ana", "Ben")
    match.guess(RRGG)
    match.pad.get_by_role("spinbutton").first.press("3")
    match.pad.get_by_role("spinbutton").last.press("1")
    match.button("Answer").click()
    expect(match.status).to_contain_text("the last has no other place to be in.")
    expect(match.pad.get_by_role("spinbutton").first).to_have_text("3")
    match.pad.get_by_role("spinbutton").last.press("0")
    match.button("Answer").click()
    expect(match.rows).to_have_count(1)


# ---- against the computer ----------------------------------------------------------------


def test_one_plays_against_the_computer_in_both_roles(sit: Sit) -> None:
    match, _ = sit()
    match.agree(MINI, by_hand=True, computer="Smallest worst case")
    match.put(RGBY)
    expect(match.root.get_by_label("Place 1: red")).to_be_visible()
    match.button("Hide this code").click()
    match.root.get_by_label("Show the computer’s thinking").check()
    thoughts = match.root.get_by_role("region", name="What the computer thinks")
    expect(thoughts).to_contain_text("1,296 codes of 1,296 fit the answers so far.")
    expect(thoughts).to_contain_text("Make the largest number of codes that can be left")
    match.button("Look at my code").click()
    expect(
        match.root.get_by_role("img", name="Your code: red, green, blue, yellow")
    ).to_be_visible()
    for number in range(1, MINI.rows + 1):
        expect(match.status).to_contain_text("Computer guesses ")
        expect(match.rows).to_have_count(number - 1)
        pegs = re.search(r"guesses (.*)\. Ana", match.status.inner_text())
        assert pegs
        guess = MINI.space.parse(pegs[1])
        if guess == RGBY:
            match.button("That is my code!").click()
            break
        match.answer(MINI.feedback(RGBY, guess))
    expect(match.status).to_contain_text("Computer found the code in ")
    match.swap()
    expect(match.button("Check")).to_be_visible()
    rows: list[Any] = []
    while match.button("Check").is_visible():
        guess = consistent(MINI, rows)
        match.guess(guess)
        expect(match.rows).to_have_count(len(rows) + 1)
        label = match.rows.nth(len(rows)).locator(".mm-unseen").text_content() or ""
        rows.append((guess, next(one for one in MINI.feedbacks if f"Answer: {one}." in label)))
        expect(match.status).to_have_text(re.compile("Ana (found|did not)|Ana, guess"))
    expect(match.scores).to_contain_text(re.compile("wins the match|is a tie"))


def test_the_computer_guesses_at_a_word_where_the_board_answers(sit: Sit) -> None:
    match, _ = sit()
    match.agree(MINI, computer="Most parts")
    match.put(RGBY)
    match.button("Hide this code").click()
    number = 0
    expect(match.button("Let the computer guess")).to_be_focused()
    while match.button("Let the computer guess").is_visible():
        number += 1
        match.button("Let the computer guess").click()
        expect(match.rows).to_have_count(number)
        expect(
            match.button("Let the computer guess").or_(match.button("Swap roles: next game"))
        ).to_be_visible()
    guesses = f"{number} guess" if number == 1 else f"{number} guesses"
    expect(match.status).to_contain_text(f"Computer found the code in {guesses}.")


# ---- secrets, files, replay --------------------------------------------------------------


def test_a_code_goes_once_to_the_kernel_and_comes_back_at_the_end_only(sit: Sit) -> None:
    secret = CLASSIC.space.parse("POBP")
    match, recording = sit()
    match.agree(CLASSIC, by_hand=True)
    match.hide("Ana", secret, "Ben")
    match.guess(RRGG)
    match.answer(CLASSIC.feedback(secret, RRGG))
    expect(match.rows).to_have_count(1)
    row = list(CLASSIC.space.row(secret))
    hides = [
        one.content for one in recording.messages if json.dumps(row) in json.dumps(one.content)
    ]
    assert len(hides) == 1
    pattern = forms(CLASSIC, secret)

    def shown() -> list[str]:
        texts = recording.texts().items()
        return [where for where, text in texts if "frame" in where and pattern.search(text)]

    assert shown() == []
    assert pattern.search(match.page.content()) is None
    match.button("Give up").click()
    match.button("Really give up this game?").click()
    expect(match.status).to_contain_text("The code: purple, orange, blue, purple.")
    assert shown()


def test_a_match_is_saved_and_goes_on_in_another_lesson(sit: Sit, tmp_path: Path) -> None:
    match, _ = sit()
    match.agree(MINI)
    match.hide("Ana", RGBY, "Ben")
    match.guess(RGBY)
    match.swap()
    match.hide("Ben", YBGR, "Ana")
    match.guess(RRGG)
    with match.page.expect_download() as download:
        match.button("Save this match in a file").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "mastermind-match.json"
    assert forms(MINI, YBGR).search(file.read_text("utf-8")) is None
    match.page.context.close()

    again, _ = sit()
    again.game = MINI
    again.root.locator("input[type=file]").set_input_files(file)
    expect(again.status).to_have_text("The code is hidden. Hand the screen to Ana, who guesses.")
    again.expect_table(("1 ▸", "Ben: 1", "1", "0"), ("Total", "", "1", "0"))
    again.take("Ana")
    expect(again.rows).to_have_count(1)
    again.guess(YBGR)
    expect(again.status).to_contain_text("Ben wins the match: 2 points, and Ana has 1 point.")


def test_a_file_that_is_no_match_is_refused(sit: Sit, tmp_path: Path) -> None:
    match, _ = sit()
    for text, said in (
        ("{}", "This is not a saved match."),
        ("x" * 300_000, "This file cannot be read."),
    ):
        file = tmp_path / "other.json"
        file.write_text(text)
        match.root.locator("input[type=file]").set_input_files(file)
        expect(match.status).to_have_text(said)
    expect(match.button("Start the match")).to_be_visible()


def test_a_game_is_played_again_row_by_row_and_its_record_downloaded(
    sit: Sit, tmp_path: Path
) -> None:
    match, _ = sit()
    match.agree(CLASSIC)
    match.hide("Ana", RGBY, "Ben")
    for guess in (RRGG, OOPP, RGBY):
        match.guess(guess)
    match.button("Replay game 1").click()
    replay = match.root.get_by_role("region", name="Replay game 1")
    played = replay.locator(".mm-played")
    status = replay.get_by_role("status")
    expect(replay.get_by_text("Game 1", exact=True)).to_be_focused()
    expect(status).to_have_text("0 of 3 rows")
    expect(played).to_have_count(0)
    for count in (1, 2, 3):
        replay.get_by_role("button", name="Next row").click()
        expect(played).to_have_count(count)
    expect(status).to_contain_text("Ben found the code in 3 guesses.")
    expect(played.last.locator(".mm-unseen")).to_contain_text("Row 3: red, green, blue, yellow.")
    replay.get_by_role("button", name="A row back").click()
    expect(status).to_have_text("2 of 3 rows")
    replay.get_by_role("button", name="To the end").click()
    replay.get_by_role("button", name="To the start").click()
    expect(played).to_have_count(0)
    replay.get_by_role("button", name="Close").click()
    expect(match.button("Replay game 1")).to_be_focused()
    with match.page.expect_download() as download:
        match.button("Record to read or print").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "mastermind-match.txt"
    assert "   3  RGBY  4 in the right place, 0 in the wrong place\n" in file.read_text("utf-8")


# ---- for everybody -----------------------------------------------------------------------


def test_nothing_bars_anybody_on_a_phone(sit: Sit) -> None:
    match, _ = sit(**PHONE)
    expect_no_barrier(match.root, ".mm-match", "light", "dark")
    match.agree(CLASSIC, by_hand=True)
    expect_no_barrier(match.root, ".mm-match", "light")
    match.take("Ana")
    match.put(RGBY)
    expect_no_barrier(match.root, ".mm-match", "dark")
    match.button("Hide this code").click()
    match.take("Ben")
    expect_no_barrier(match.root, ".mm-match", "light")
    match.guess(RRGG)
    match.button("Answer").click()
    match.button("Show why, peg by peg").click()
    match.button("Look at my code: only Ana looks").click()
    expect(
        match.root.get_by_role("img", name="Your code: red, green, blue, yellow")
    ).to_be_visible()
    expect_no_barrier(match.root, ".mm-match", "light", "dark")
    match.root.get_by_role("button", name="Change the answer to row 1").click()
    match.answered(RGBY, RGBY)
    match.button("Replay game 1").click()
    match.button("Next row").click()
    expect_no_barrier(match.root, ".mm-match", "light", "dark")
