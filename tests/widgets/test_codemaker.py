"""The codemaker's board without a browser: what it keeps, tells its page and refuses."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mastermind_edu.games.catalogue import (
    BULLS_AND_COWS,
    CLASSIC,
    GRAND,
    MINI,
    SENHA,
    custom,
    grand,
)
from mastermind_edu.games.codes import Code, InvalidCode, SpaceTooLarge
from mastermind_edu.games.feedback import ImpossibleFeedback, PerPosition
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.solvers.codebreaker import NoSuchRow, NothingToAnswer, Standing
from mastermind_edu.solvers.strategies import MINIMAX
from mastermind_edu.widgets import CandidateGrid, Codemaker, Facts
from mastermind_edu.widgets.mending import peg_by_peg

RED, GREEN, BLUE, YELLOW, PURPLE, ORANGE = range(6)
SECRET = (RED, GREEN, BLUE, YELLOW)


class Scripted:
    """Guesses what it is told, whatever the answers; the last code again and again."""

    def __init__(self, game: Rules, *guesses: str) -> None:
        self.guesses = [game.space.parse(guess) for guess in guesses]

    def choose(self, game: Rules, rows: Iterable[Row]) -> Code:  # noqa: ARG002
        return self.guesses[min(len(list(rows)), len(self.guesses) - 1)]


def scripted(game: Rules, *guesses: str, **options: Any) -> tuple[Codemaker, Any]:
    codemaker = Codemaker(game, strategy=Scripted(game, *guesses), **options)
    return codemaker, codemaker.comm


def contradicted() -> tuple[Codemaker, Any]:
    """Return a board whose first and third rows contradict each other: no red, two red."""
    codemaker, page = scripted(CLASSIC, "RRRR", "GGBB", "RRRG")
    page.act("start")
    for answer in ([0, 0], [1, 0], [2, 0]):
        page.act("answer", answer=answer)
    return codemaker, page


def play(page: Any) -> dict[str, Any]:
    return dict(page.state["_play"])


def trouble(page: Any) -> dict[str, Any]:
    return dict(play(page)["trouble"])


def meanings(game: Rules) -> list[str]:
    """Return what the answers of ``game`` count, in order."""
    return [key.meaning for key in game.keys]


def state(codemaker: Codemaker) -> tuple[object, ...]:
    return codemaker.asked, codemaker.rows, codemaker.status, codemaker.guess


# ---- a game -----------------------------------------------------------------------------


def test_a_new_board_asks_to_think_of_a_code_before_it_shows_a_guess() -> None:
    _, page = scripted(CLASSIC, "RRGG")
    assert play(page)["guess"] is None
    assert "Think of a code" in play(page)["prompt"]
    page.act("start")
    assert play(page)["guess"] == [RED, RED, GREEN, GREEN]
    assert play(page)["prompt"] == "Guess 1: red, red, green, green. What is your answer?"


def test_an_answer_adds_a_row_and_asks_the_next_guess() -> None:
    codemaker, page = scripted(CLASSIC, "RRGG", "BBYY")
    page.act("start")
    page.act("answer", answer=[1, 1])
    assert codemaker.rows == (((RED, RED, GREEN, GREEN), (1, 1)),)
    (row,) = play(page)["rows"]
    assert row["keys"] == ["exact", "misplaced"]
    assert row["label"] == (
        "Row 1: red, red, green, green. Answer: 1 in the right place, 1 in the wrong place."
    )
    assert play(page)["guess"] == [BLUE, BLUE, YELLOW, YELLOW]


@pytest.mark.parametrize("game", [CLASSIC, SENHA, BULLS_AND_COWS, GRAND, custom(pegs=1)], ids=repr)
def test_a_page_that_answers_rightly_sees_its_code_found(game: Rules) -> None:
    codemaker = Codemaker(game, seed="2A")
    page: Any = codemaker.comm
    secret = game.space.code_at(game.space.size // 2)
    page.act("start")
    while codemaker.guess is not None:
        feedback = game.feedback(secret, codemaker.guess)
        values = [getattr(value, "value", value) for value in feedback]
        page.act("answer", answer=values)
    assert codemaker.status is Standing.FOUND
    assert play(page)["secret"] == list(game.space.row(secret))
    guesses = len(codemaker.rows)
    assert play(page)["prompt"].startswith(f"The computer found your code in {guesses} guess")


def test_that_is_my_code_can_be_said_at_once() -> None:
    for game in (CLASSIC, SENHA):
        codemaker = Codemaker(game, seed=1)
        page: Any = codemaker.comm
        page.act("start")
        page.act("answer", answer=page.state["_table"]["solved"])
        assert codemaker.status is Standing.FOUND


def test_the_pad_has_a_control_for_each_meaning_of_a_key_peg() -> None:
    for game in (CLASSIC, GRAND):
        table: Any = Codemaker(game, seed=1).comm.state["_table"]
        assert table["fields"] == meanings(game)
        assert set(table["fields"]) <= {line["meaning"] for line in table["legend"]}
    table = Codemaker(SENHA, seed=1).comm.state["_table"]
    assert table["fields"] == []
    assert [mark["meaning"] for mark in table["marks"]] == ["absent", "misplaced", "exact"]


def test_rows_that_run_out_end_the_game_and_tell_how_many_codes_were_left() -> None:
    codemaker, page = scripted(MINI, "RRGG")
    for _ in range(6):
        page.act("answer", answer=[0, 0])
    assert codemaker.status is Standing.UNFOUND
    assert play(page)["secret"] is None
    assert play(page)["prompt"] == (
        "Well hidden! All 6 rows are used. 256 codes were still possible."
    )


def test_a_strategy_chooses_the_guesses() -> None:
    assert Codemaker(CLASSIC, strategy=MINIMAX).guess == (0, 0, 1, 1)


def test_a_class_code_gives_the_same_guesses_game_after_game() -> None:
    first, second = (Codemaker(CLASSIC, seed="2A") for _ in range(2))
    guesses = []
    for _ in range(3):
        assert first.guess == second.guess
        guesses.append(first.guess)
        first.new_game()
        second.new_game()
    assert len(set(guesses)) > 1
    first.new_game(seed="2B")
    second.new_game(seed="2B")
    assert first.guess == second.guess


def test_playing_again_clears_the_board() -> None:
    codemaker, page = contradicted()
    codemaker.tell_secret(SECRET)
    before = play(page)["round"]
    page.act("new")
    assert codemaker.rows == codemaker.asked == ()
    assert play(page) | {"news": None} == {
        "round": before + 1,
        "news": None,
        "begun": False,
        "status": "asking",
        "prompt": "Think of a code and write it down. The computer will try to find it.",
        "rows": [],
        "guess": None,
        "thinking": False,
        "thoughts": [],
        "trouble": None,
        "entrusted": False,
        "secret": None,
    }


def test_the_same_answers_again_reach_the_page_as_news() -> None:
    codemaker, page = contradicted()
    codemaker.ignore(0)
    before = play(page)["news"]
    page.act("edit", row=1, answer=[1, 0])
    assert play(page)["news"] > before


# ---- contradictions ---------------------------------------------------------------------


def test_answers_that_no_code_fits_are_explained_with_the_rows_to_look_at() -> None:
    codemaker, page = contradicted()
    assert codemaker.status is Standing.STUCK
    assert trouble(page)["title"] == "These answers cannot all be true."
    assert trouble(page)["conflicts"] == [
        {"text": "Rows 1 and 3 cannot both be right: no code fits both.", "rows": [0, 2]}
    ]
    assert [row["row"] for row in trouble(page)["rows"]] == [0, 2]


def test_each_button_mends_the_row_and_leaves_as_many_codes_as_it_says() -> None:
    _, page = contradicted()
    buttons = [(row["row"], mend) for row in trouble(page)["rows"] for mend in row["mends"]]
    assert len(buttons) > 2
    for row, mend in buttons:
        codemaker, page = contradicted()
        page.act("edit", row=row, answer=mend["answer"])
        assert codemaker.status is Standing.ASKING
        assert play(page)["trouble"] is None
        page.act("think", on=True)
        count = play(page)["thoughts"][0].split()[0]
        assert mend["text"].split()[0] == count
        assert f"{count} code" in mend["label"]


def test_when_no_single_row_mends_it_the_pupil_is_told_so_and_can_ignore_rows() -> None:
    codemaker, page = scripted(CLASSIC, "RRRR", "GGGG", "RRRR", "GGGG", "BBBB")
    for _ in range(4):
        page.act("answer", answer=[0, 0])
    page.act("edit", row=2, answer=[1, 0])
    page.act("edit", row=3, answer=[1, 0])
    assert [conflict["rows"] for conflict in trouble(page)["conflicts"]] == [[0, 2], [1, 3]]
    assert trouble(page)["rows"] == []
    assert trouble(page)["advice"].startswith("More than one answer must be wrong.")
    page.act("ignore", row=0)
    assert [row["row"] for row in trouble(page)["rows"]] == [1, 3]
    page.act("ignore", row=3)
    assert codemaker.status is Standing.ASKING


def test_ignored_rows_stay_in_view_without_a_number_and_can_be_taken_up_again() -> None:
    codemaker, page = contradicted()
    page.act("ignore", row=0)
    assert codemaker.status is Standing.ASKING
    assert [row["number"] for row in play(page)["rows"]] == [None, 1, 2]
    assert play(page)["rows"][0]["label"].startswith("Ignored: red, red, red, red.")
    page.act("take up", row=0)
    assert codemaker.status is Standing.STUCK
    assert [row["number"] for row in play(page)["rows"]] == [1, 2, 3]


def test_rows_are_named_by_their_numbers_also_when_some_are_ignored() -> None:
    codemaker, page = scripted(CLASSIC, "RRRR", "GGBB", "RRRG")
    codemaker.answer((1, 0))
    codemaker.ignore(0)
    for answer in ((0, 0), (1, 0), (2, 0)):
        codemaker.answer(answer)
    conflict = trouble(page)["conflicts"][0]
    assert conflict["text"].startswith("Rows 1 and 3 cannot both be right")
    assert [play(page)["rows"][row]["number"] for row in conflict["rows"]] == [1, 3]
    assert [(row["row"], row["title"]) for row in trouble(page)["rows"]] == [
        (1, "Row 1"),
        (3, "Row 3"),
    ]


def test_many_contradictions_are_counted_and_only_some_are_told() -> None:
    small = custom(pegs=2, colours=3, rows=20)
    codemaker, page = scripted(small, "RG")
    for answer in [(0, 0)] * 3 + [(1, 0)] * 2:
        codemaker.answer(answer)
        codemaker.ignore(len(codemaker.asked) - 1)
    for row in range(5):
        codemaker.take_up(row)
    assert len(trouble(page)["conflicts"]) == 4
    assert trouble(page)["more"] == "2 more sets of rows cannot be right together."


# ---- a secret entrusted to the board ----------------------------------------------------


def entrusted(secret: Code = SECRET) -> tuple[Codemaker, Any]:
    codemaker, page = scripted(CLASSIC, "RRGG", "BBYY", "RBGY")
    page.act("start", code=list(secret))
    return codemaker, page


def test_a_wrong_answer_is_found_at_once_and_explained_peg_by_peg() -> None:
    codemaker, page = entrusted()
    page.act("answer", answer=[1, 2])
    assert codemaker.status is Standing.STUCK
    assert trouble(page)["title"] == "Row 1 needs another look."
    (row,) = trouble(page)["rows"]
    assert row["text"] == "You answered “1 in the right place, 2 in the wrong place”."
    assert [(peg["key"], peg["text"]) for peg in row["pegs"]] == [
        ("exact", "Place 1: red is in the right place."),
        ("absent", "Place 2: each red is counted already."),
        ("misplaced", "Place 3: green belongs at place 2."),
        ("absent", "Place 4: each green is counted already."),
    ]
    assert row["summary"] == "So the answer is “1 in the right place, 1 in the wrong place”."
    page.act("edit", row=0, answer=row["mends"][0]["answer"])
    assert codemaker.status is Standing.ASKING
    assert codemaker.rows[0].feedback == (1, 1)


def test_a_right_answer_is_taken_without_a_word() -> None:
    codemaker, page = entrusted()
    page.act("answer", answer=[1, 1])
    assert codemaker.status is Standing.ASKING
    assert page.notice == ""


def test_a_code_shown_when_stuck_tells_which_answers_were_wrong() -> None:
    _, page = contradicted()
    page.act("reveal", code=[GREEN, PURPLE, ORANGE, BLUE])
    assert [row["row"] for row in trouble(page)["rows"]] == [1, 2]
    assert trouble(page)["title"] == "Rows 2 and 3 need another look."


def test_a_code_shown_at_the_end_is_drawn_if_all_answers_were_right() -> None:
    codemaker, page = scripted(MINI, "RRGG")
    for _ in range(6):
        page.act("answer", answer=[0, 0])
    page.act("reveal", code=[BLUE, BLUE, YELLOW, YELLOW])
    assert codemaker.status is Standing.UNFOUND
    assert play(page)["secret"] == [BLUE, BLUE, YELLOW, YELLOW]


def test_the_secret_is_in_no_synchronised_trait_while_the_game_goes_on() -> None:
    codemaker, page = entrusted((PURPLE, ORANGE, PURPLE, ORANGE))
    page.act("answer", answer=[0, 0])
    page.act("answer", answer=[0, 1])
    page.act("ignore", row=1)
    everything = json.dumps(page.received, default=repr)
    assert "purple, orange" not in everything
    assert "[4, 5, 4, 5]" not in everything
    assert play(page)["secret"] is None
    assert not any("secret" in name for name in codemaker.keys)
    assert "4, 5" not in repr(codemaker)


def test_the_pupil_can_look_at_the_code_that_was_entrusted() -> None:
    _, page = entrusted()
    page.act("peek")
    assert page.received[-1] == {
        "method": "custom",
        "content": {"type": "secret", "secret": list(SECRET)},
    }


def test_looking_at_a_code_that_was_not_entrusted_is_refused() -> None:
    _, page = scripted(CLASSIC, "RRGG")
    page.act("peek")
    assert page.notice == "You have not entrusted a code to this board."


@pytest.mark.parametrize(
    "game",
    [
        custom(pegs=3, colours=3),
        custom(pegs=3, colours=3, answer="per position"),
        grand(3, 2, 2),
    ],
    ids=repr,
)
def test_the_pegs_explained_add_up_to_the_answer(game: Rules) -> None:
    for secret in game.space:
        for guess in game.space:
            answer = game.feedback(secret, guess)
            keys = [peg["key"] for peg in peg_by_peg(game, secret, guess)]
            if isinstance(answer, PerPosition):
                assert keys == [mark.value for mark in answer]
            else:
                assert tuple(keys.count(meaning) for meaning in meanings(game)) == answer


# ---- thinking ---------------------------------------------------------------------------


def test_thinking_is_not_told_unless_asked_for() -> None:
    codemaker, page = scripted(CLASSIC, "RRGG", "RGBB")
    page.act("start")
    assert play(page)["thoughts"] == []
    page.act("think", on=True)
    assert codemaker.thinking
    assert play(page)["thoughts"] != []
    page.act("think", on=False)
    assert play(page)["thoughts"] == []


def test_thinking_says_how_many_codes_are_left_and_why_this_guess() -> None:
    codemaker = Codemaker(CLASSIC, strategy=MINIMAX, thinking=True)
    page: Any = codemaker.comm
    page.act("start")
    page.act("answer", answer=[1, 1])
    left = [code for code in CLASSIC.space if CLASSIC.feedback(code, (0, 0, 1, 1)) == (1, 1)]
    parts = Counter(CLASSIC.feedback(code, codemaker.guess or ()) for code in left)
    assert play(page)["thoughts"] == [
        "208 codes of 1,296 fit the answers so far.",
        f"The plan: {MINIMAX.idea}",
        "This guess is not one of them: it is asked for its answer alone.",
        f"It can get {len(parts)} different answers. "
        f"The worst of them leaves {max(parts.values())} codes.",
    ]


def test_thinking_says_when_a_guess_tells_nothing_and_when_the_code_is_sure() -> None:
    codemaker, page = scripted(CLASSIC, "RRRR", "RRRR", "GGGG", "BBBB", thinking=True)
    codemaker.answer((0, 0))
    assert "It can get only 1 answer, which tells nothing." in play(page)["thoughts"]
    tiny = custom(pegs=1, colours=2)
    codemaker, page = scripted(tiny, "R", "G", thinking=True)
    codemaker.answer((0, 0))
    assert play(page)["thoughts"] == [
        "1 code of 2 fits the answers so far.",
        "So this must be your code.",
    ]


def test_where_there_is_no_guess_there_is_nothing_to_think_of() -> None:
    _, page = contradicted()
    page.act("think", on=True)
    assert play(page)["thinking"]
    assert play(page)["thoughts"] == []


def test_a_strategy_needs_no_more_than_choose() -> None:
    codemaker, page = scripted(CLASSIC, "RRGG", thinking=True)
    page.act("start")
    assert play(page)["thoughts"] == [
        "1,296 codes of 1,296 fit the answers so far.",
        "This guess is one of them, so it may be your code.",
        "It can get 13 different answers. The worst of them leaves 256 codes.",
    ]
    assert codemaker.guess == (RED, RED, GREEN, GREEN)


# ---- what it refuses --------------------------------------------------------------------


def test_three_exact_and_one_misplaced_is_refused_with_the_reason() -> None:
    codemaker, page = contradicted()
    page.act("ignore", row=0)
    before = state(codemaker)
    for action in ({"kind": "answer"}, {"kind": "edit", "row": 1}):
        page.act(**action, answer=[3, 1])
        assert page.notice == (
            "3 in the right place, 1 in the wrong place cannot be: when all pegs but one are in "
            "the right place, the last has no other place to be in."
        )
        assert state(codemaker) == before


BAD_ANSWERS = [
    None,
    7,
    "12",
    [],
    [1],
    [1, 1, 1],
    [1.0, 1],
    [True, False],
    ["exact", "exact"],
    [[1], [1]],
    {"exact": 1},
    [-1, 0],
    [5, 5],
    [10**400, 0],
]


@pytest.mark.parametrize("answer", BAD_ANSWERS, ids=lambda value: repr(value)[:20])
def test_a_bad_answer_is_told_and_changes_nothing(answer: object) -> None:
    codemaker, page = scripted(CLASSIC, "RRGG", "BBYY")
    page.act("start")
    page.act("answer", answer=[1, 1])
    before = state(codemaker)
    page.act("answer", answer=answer)
    assert page.notice
    page.act("edit", row=0, answer=answer)
    assert state(codemaker) == before


@pytest.mark.parametrize(
    "answer",
    [
        [0, 0],
        ["exact"] * 3,
        ["exact"] * 5,
        ["exact", "exact", "exact", "black"],
        ["exact", "exact", "exact", "misplaced"],
        [None, "exact", "exact", "exact"],
        [{}, [], "exact", 1],
    ],
    ids=repr,
)
def test_a_bad_answer_is_told_in_games_that_mark_each_place(answer: object) -> None:
    codemaker = Codemaker(SENHA, seed=1)
    page: Any = codemaker.comm
    page.act("start")
    before = state(codemaker)
    page.act("answer", answer=answer)
    assert page.notice
    assert state(codemaker) == before


@pytest.mark.parametrize("row", [None, -1, 3, 1.0, True, "0", [0], 10**30], ids=repr)
@pytest.mark.parametrize("kind", ["edit", "ignore", "take up"])
def test_a_row_that_is_not_there_is_told_and_changes_nothing(kind: str, row: object) -> None:
    codemaker, page = contradicted()
    before = state(codemaker)
    page.act(kind, row=row, answer=[0, 0])
    assert page.notice == "There is no such row in this game."
    assert state(codemaker) == before


@pytest.mark.parametrize(
    "code", [None, [], [0, 0, 0], [0, 0, 0, 6], [0, 0, 0, -1], [0.0] * 4, ["R"] * 4, "RGBY"]
)
@pytest.mark.parametrize("kind", ["start", "reveal"])
def test_a_bad_code_is_told_and_changes_nothing(kind: str, code: object) -> None:
    codemaker, page = scripted(CLASSIC, "RRGG")
    page.act(kind, code=code)
    assert page.notice == "Choose a peg for each place first."
    assert not play(page)["begun"]
    assert codemaker.asked == ()


def test_a_code_with_repeats_is_refused_where_none_are_allowed() -> None:
    codemaker = Codemaker(SENHA, seed=1)
    page: Any = codemaker.comm
    page.act("start", code=[0, 0, 1, 2])
    assert page.notice == "This game has no repeats, but red is used twice."
    assert not play(page)["begun"]


@pytest.mark.parametrize("on", [None, 1, "yes", []])
def test_thinking_is_a_truth_value(on: object) -> None:
    codemaker, page = scripted(CLASSIC, "RRGG")
    page.act("think", on=on)
    assert page.notice
    assert not codemaker.thinking


@pytest.mark.parametrize("content", [None, 3, "answer", [], {}, {"type": []}, {"type": "choose"}])
def test_an_unknown_message_is_told(content: object) -> None:
    codemaker, page = scripted(CLASSIC, "RRGG")
    before = state(codemaker)
    page.deliver(content)
    assert page.notice == "The page asked for something that does not exist here."
    assert state(codemaker) == before


def test_a_page_cannot_write_the_state() -> None:
    codemaker, page = contradicted()
    before = state(codemaker), play(page)
    page.write(_play={}, rows=[], status="found", thinking=True, highlight=[0])
    assert (state(codemaker), play(page)) == before
    assert not codemaker.thinking


def test_an_answer_without_a_guess_is_told() -> None:
    codemaker, page = contradicted()
    before = state(codemaker)
    page.act("answer", answer=[0, 0])
    assert page.notice == "There is no guess to answer now."
    assert state(codemaker) == before


def test_a_strategy_that_fails_is_told_and_logged_and_takes_no_answer_with_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Failing(Scripted):
        def choose(self, game: Rules, rows: Iterable[Row]) -> Code:
            if list(rows):
                raise RuntimeError("out of ideas")
            return super().choose(game, ())

    codemaker = Codemaker(CLASSIC, strategy=Failing(CLASSIC, "RRGG"))
    page: Any = codemaker.comm
    page.act("start")
    before = state(codemaker)
    with caplog.at_level(logging.ERROR):
        page.act("answer", answer=[1, 1])
    assert page.notice.startswith("Something went wrong here. Your game is as it was")
    assert "out of ideas" in caplog.text
    assert state(codemaker) == before


def test_python_gets_named_errors() -> None:
    codemaker, _ = contradicted()
    with pytest.raises(NothingToAnswer):
        codemaker.answer((0, 0))
    with pytest.raises(ImpossibleFeedback):
        codemaker.edit(0, (3, 1))
    with pytest.raises(NoSuchRow):
        codemaker.ignore(9)
    with pytest.raises(InvalidCode):
        codemaker.tell_secret("RGB")
    with pytest.raises(SpaceTooLarge):
        Codemaker(custom(pegs=8, colours=12))


MESSAGES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 7) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=5),
    max_leaves=6,
)


@given(
    messages=st.lists(
        st.fixed_dictionaries(
            {"type": st.sampled_from(["start", "answer", "edit", "ignore", "take up", "reveal"])},
            optional={"row": MESSAGES, "answer": MESSAGES, "code": MESSAGES},
        ),
        max_size=12,
    )
)
@settings(derandomize=True, deadline=None, max_examples=40)
def test_no_messages_lose_a_row_or_break_the_board(messages: list[dict[str, Any]]) -> None:
    codemaker = Codemaker(custom(pegs=2, colours=3), seed=1)
    page: Any = codemaker.comm
    for message in messages:
        guesses = [row.guess for row in codemaker.asked]
        page.deliver(message)
        assert [row.guess for row in codemaker.asked][: len(guesses)] == guesses
        assert "went wrong" not in page.notice
        assert len(play(page)["rows"]) == len(codemaker.asked)


# ---- others that listen and follow ------------------------------------------------------


def test_answers_and_ends_are_told_to_those_who_registered() -> None:
    codemaker, page = scripted(CLASSIC, "RRGG", "RGBY")
    answers: list[Row] = []
    ends: list[Standing] = []
    codemaker.on_answer(lambda _, row: answers.append(row))
    codemaker.on_finish(lambda one: ends.append(one.status))
    page.act("answer", answer=[1, 1])
    page.act("answer", answer=[3, 1])
    assert ends == []
    page.act("answer", answer=[4, 0])
    assert answers == list(codemaker.rows)
    assert ends == [Standing.FOUND]
    page.act("edit", row=1, answer=[4, 0])
    assert ends == [Standing.FOUND]


def test_those_who_are_removed_are_told_no_more() -> None:
    codemaker, page = scripted(CLASSIC, "RRGG", "RGBY")
    told: list[object] = []

    def listener(*news: object) -> None:
        told.append(news)

    codemaker.on_answer(listener)
    codemaker.on_finish(listener)
    codemaker.on_answer(listener, remove=True)
    codemaker.on_finish(listener, remove=True)
    page.act("answer", answer=[4, 0])
    assert told == []


def test_a_listener_that_fails_does_not_lose_the_answer(caplog: pytest.LogCaptureFixture) -> None:
    codemaker, page = scripted(CLASSIC, "RRGG", "RGBY")
    codemaker.on_answer(lambda *_: 1 / 0)
    with caplog.at_level(logging.ERROR):
        page.act("answer", answer=[1, 1])
    assert len(codemaker.rows) == 1
    assert page.notice


def test_a_map_and_facts_follow_the_rows_that_count() -> None:
    codemaker, page = contradicted()
    grid, facts = CandidateGrid(codemaker), Facts(codemaker)
    assert grid.counts[-1] == 0
    page.act("ignore", row=0)
    assert grid.counts[-1] > 0
    assert facts.facts
    assert grid.rows == facts.rows == codemaker.rows


def test_it_says_how_it_stands_and_the_same_each_time() -> None:
    assert repr(Codemaker(CLASSIC)) == "<Codemaker classic: 0 of 10 rows, asking>"
    assert repr(contradicted()[0]) == "<Codemaker classic: 3 of 10 rows, stuck>"


# ---- what a page keeps ------------------------------------------------------------------


def kept_by(codemaker: Codemaker) -> dict:
    return json.loads(json.dumps(codemaker.get_state()["_kept"]))


def board_and_page(game: Rules = CLASSIC, **options: Any) -> tuple[Codemaker, Any]:
    codemaker = Codemaker(game, **options)
    return codemaker, codemaker.comm


def shown(page: Any) -> dict:
    return play(page) | {"round": None, "news": None}


@pytest.mark.parametrize("game", [CLASSIC, SENHA, BULLS_AND_COWS, GRAND, custom(pegs=3)], ids=repr)
def test_a_fresh_board_goes_on_with_what_the_page_kept(game: Rules) -> None:
    codemaker, page = board_and_page(game)
    page.act("start")
    codemaker.answer(game.feedbacks[0])
    codemaker.ignore(0)
    codemaker.answer(game.feedback(game.space.code_at(0), codemaker.guess))
    fresh, other = board_and_page(game)
    other.act("restore", kept=kept_by(codemaker))
    assert other.notice == ""
    assert fresh.asked == codemaker.asked
    assert fresh.guess == codemaker.guess
    assert shown(other) == shown(page)


def test_the_guess_that_waits_is_the_same_after_a_reload() -> None:
    for _ in range(5):
        codemaker, page = board_and_page()
        page.act("start")
        fresh, other = board_and_page()
        other.act("restore", kept=kept_by(codemaker))
        assert fresh.guess == codemaker.guess
        assert play(other)["begun"]


def test_an_entrusted_code_comes_back_and_is_kept_in_an_envelope_alone() -> None:
    codemaker, _ = entrusted((PURPLE, ORANGE, PURPLE, ORANGE))
    kept = kept_by(codemaker)
    _, other = board_and_page()
    other.act("restore", kept=kept)
    other.act("peek")
    assert other.received[-1]["content"]["secret"] == [PURPLE, ORANGE, PURPLE, ORANGE]
    others, _ = entrusted((BLUE, BLUE, BLUE, BLUE))
    hidden = {"envelope": None, "lot": None}
    assert kept | hidden == kept_by(others) | hidden


def test_a_finished_game_comes_back_and_its_callbacks_are_not_called_again() -> None:
    codemaker, page = board_and_page()
    page.act("start")
    codemaker.answer(CLASSIC.solved)
    fresh, other = board_and_page()
    called: list[object] = []
    fresh.on_answer(lambda *_: called.append(1))
    fresh.on_finish(lambda *_: called.append(1))
    other.act("restore", kept=kept_by(codemaker))
    assert fresh.status is Standing.FOUND
    assert kept_by(fresh)["done"]
    assert not called


def test_games_of_a_class_code_go_on_in_their_order() -> None:
    codemaker, page = board_and_page(seed="7B")
    page.act("new")
    fresh, other = board_and_page(seed="7B")
    other.act("restore", kept=kept_by(codemaker))
    for one in (page, other):
        one.act("new")
        one.act("start")
    assert fresh.guess == codemaker.guess


@pytest.mark.parametrize(
    "change",
    [
        {"game": {"game": "senha", "rows": 8}},
        {"game": None},
        {"rows": [[[0, 0, 0, 99], [0, 0], False]]},
        {"rows": [[[0, 0, 1, 1], [9, 9], False]]},
        {"rows": [[[0, 0, 1, 1], [0, 0], False]] * 11},
        {"rows": [[[0, 0, 1, 1], [0, 0], True]] * 11},
        {"rows": [None]},
        {"envelope": "AAAA"},
        {"envelope": 5},
        {"number": "two"},
        None,
    ],
)
def test_what_was_not_kept_here_is_refused_and_the_game_stays(change: dict | None) -> None:
    codemaker, page = entrusted()
    before = play(page)
    page.act("restore", kept=change if change is None else kept_by(codemaker) | change)
    assert play(page) == before
    assert page.notice == "What was kept here could not be opened again."
