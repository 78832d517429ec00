"""The exercise as its page knows it: what it is told and what it may do."""

from typing import Any

import pytest

from mastermind_edu.lessons.exercise import Exercise
from mastermind_edu.lessons.exercises import exercise
from mastermind_edu.lessons.questions import Outcome
from mastermind_edu.lessons.sheet import Sheet


def act(shown: Exercise, kind: str, **content: Any) -> None:
    """Send an action as a page does."""
    shown._handle_custom_msg({"type": kind, **content}, [])


def progress(shown: Exercise) -> dict[str, Any]:
    return dict(shown.get_state()["_progress"])


def notice(shown: Exercise) -> str:
    return str(shown.get_state()["_notice"].get("text", ""))


@pytest.fixture
def tiny() -> Exercise:
    return exercise("03-how-many/tiny")


@pytest.fixture
def series() -> Exercise:
    return exercise("02-answer/duplicates")


def test_a_wrong_answer_is_explained_on_the_page(tiny: Exercise) -> None:
    act(tiny, "check", answer="6")
    told = progress(tiny)
    assert (told["outcome"], told["headline"], told["answer"]) == ("wrong", "Not yet.", 6)
    assert told["explanation"].startswith("6 is 3 + 3")


def test_a_right_answer_is_said_to_be_right(tiny: Exercise) -> None:
    act(tiny, "check", answer="9")
    assert tiny.outcome is Outcome.CORRECT
    assert progress(tiny)["headline"] == "Correct!"


def test_an_answer_that_is_none_is_said_on_the_page_and_changes_nothing(tiny: Exercise) -> None:
    before = progress(tiny)
    act(tiny, "check", answer="nine")
    assert notice(tiny).startswith("Write your answer as a whole number")
    assert progress(tiny) == before


def test_hints_and_the_solution_are_shown_on_request(tiny: Exercise) -> None:
    act(tiny, "solution")
    assert notice(tiny).startswith("The solution can be seen after")
    assert progress(tiny)["hintText"] == "Show a hint"
    act(tiny, "hint")
    assert progress(tiny)["hintText"] == "Show the next hint (2 of 2)"
    act(tiny, "hint")
    assert len(progress(tiny)["hints"]) == 2
    assert progress(tiny)["solutionAllowed"] is True
    act(tiny, "solution")
    assert progress(tiny)["solution"]["answer"] == 9


def test_a_series_is_answered_question_by_question(series: Exercise) -> None:
    act(series, "check", answer=[1, 1])
    act(series, "turn", to=1)
    assert series.sheet.key == "02-answer/duplicates/2"
    assert series.answer is None
    act(series, "check", answer=[0, 0])
    outcomes = progress(series)["outcomes"]
    assert outcomes == ["correct", "wrong", *["not attempted"] * 4]
    assert repr(series) == "<Exercise 02-answer/duplicates: 1 of 6 correct>"
    act(series, "turn", to=0)
    assert series.answer == [1, 1]
    assert progress(series)["outcome"] == "correct"


@pytest.mark.parametrize("to", [6, -1, "1", None, True, 1.0, [1]])
def test_a_page_cannot_turn_to_what_is_not_there(series: Exercise, to: Any) -> None:
    act(series, "turn", to=to)
    assert notice(series) == "There is no such question in this exercise."
    assert series.sheet is series.sheets[0]


@pytest.mark.parametrize("content", [{}, {"type": "grade"}, {"type": []}, "check", None])
def test_a_page_can_ask_for_nothing_else(tiny: Exercise, content: Any) -> None:
    tiny._handle_custom_msg(content, [])
    assert notice(tiny) == "The page asked for something that does not exist here."


def test_a_page_cannot_write_the_state(tiny: Exercise) -> None:
    before = progress(tiny)
    tiny.set_state({"_progress": {"outcome": "correct"}, "_question": {}})
    assert progress(tiny) == before


def test_a_page_cannot_answer_what_has_to_be_programmed() -> None:
    shown = exercise("03-how-many/program")
    act(shown, "check", answer="lambda: 1")
    assert notice(shown) == "This is answered in a cell, not on the page."
    assert shown.outcome is Outcome.NOT_ATTEMPTED


def test_each_judged_answer_is_told_to_whoever_registered(series: Exercise) -> None:
    heard: list[dict[str, Any]] = []

    def keep(_shown: Exercise, sheet: Sheet) -> None:
        heard.append(sheet.record)

    series.on_outcome(keep)
    series.check([0, 0])
    act(series, "check", answer="none")
    series.check([1, 1])
    assert [(one["outcome"], one["answer"]) for one in heard] == [
        ("wrong", [0, 0]),
        ("correct", [1, 1]),
    ]
    series.on_outcome(keep, remove=True)
    series.check([0, 0])
    assert len(heard) == 2


def test_the_solution_of_a_program_is_its_source() -> None:
    shown = exercise("03-how-many/program", lambda *_: 0)
    act(shown, "solution")
    assert progress(shown)["solution"]["program"].startswith("def number_of_codes(pegs")
