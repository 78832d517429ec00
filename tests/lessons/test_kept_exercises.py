"""What a page keeps of an exercise, and what a fresh kernel makes of it."""

import json

import pytest

from mastermind_edu.lessons.exercises import exercise
from mastermind_edu.lessons.questions import CodeQuestion, Outcome
from mastermind_edu.lessons.registry import keys

KEYS = keys()


def kept_by(widget) -> dict:
    return json.loads(json.dumps(widget.get_state()["_kept"]))


def answered(key: str, *, wrongly: bool = False):
    widget = exercise(key)
    for index, sheet in enumerate(widget.sheets):
        widget.turn_to(index)
        if not isinstance(sheet.question, CodeQuestion):
            widget.check(sheet.question.wrong_answers[0] if wrongly else sheet.question.solution)
    return widget


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("wrongly", [False, True])
def test_answers_come_back_as_they_were(key: str, *, wrongly: bool) -> None:
    before = answered(key, wrongly=wrongly)
    fresh = exercise(key)
    fresh._obey(fresh, {"type": "restore", "kept": kept_by(before)}, [])
    assert fresh.record == before.record
    assert kept_by(fresh) == kept_by(before)


@pytest.mark.parametrize("key", KEYS)
def test_an_exercise_is_done_when_all_of_it_is_correct(key: str) -> None:
    programs = any(isinstance(sheet.question, CodeQuestion) for sheet in exercise(key).sheets)
    assert kept_by(exercise(key))["done"] is False
    assert kept_by(answered(key))["done"] is not programs


@pytest.mark.parametrize("key", KEYS)
def test_no_lesson_waits_for_a_program(key: str) -> None:
    widget = exercise(key)
    programs = any(isinstance(sheet.question, CodeQuestion) for sheet in widget.sheets)
    assert widget.get_state()["_name"].startswith("Program-" if programs else "Exercise-")


def first_key() -> str:
    return next(key for key in KEYS if not isinstance(exercise(key).sheet.question, CodeQuestion))


def test_hints_come_back() -> None:
    widget = exercise(first_key())
    while widget.sheet.hints_shown < len(widget.sheet.question.hints):
        widget.hint()
    fresh = exercise(first_key())
    fresh._obey(fresh, {"type": "restore", "kept": kept_by(widget)}, [])
    assert fresh.sheet.hints == widget.sheet.hints


@pytest.mark.parametrize(
    "change",
    [
        {"key": "02-answer/another"},
        {"answer": {"no": "answer"}},
        {"hints": 99},
        {"hints": -1},
        {"attempts": "many"},
        {"attempts": -1},
    ],
)
def test_what_was_not_kept_here_is_refused(change: dict) -> None:
    widget = answered(first_key())
    before = widget.record
    kept = kept_by(widget)
    kept["sheets"][0] |= change
    widget._obey(widget, {"type": "restore", "kept": kept}, [])
    assert widget.record == before
    assert widget._notice["text"] == "What was kept here could not be opened again."


def test_a_solution_cannot_be_had_by_pretending() -> None:
    widget = exercise(first_key())
    kept = kept_by(widget)
    kept["sheets"][0] |= {"solution": True}
    widget._obey(widget, {"type": "restore", "kept": kept}, [])
    assert widget.outcome is Outcome.NOT_ATTEMPTED
    assert widget.get_state()["_progress"]["solution"] is None
