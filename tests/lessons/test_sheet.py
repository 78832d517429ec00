"""How a pupil stands with a question, without any widget."""

import pytest

from mastermind_edu.lessons.questions import InvalidAnswer, Number, Outcome
from mastermind_edu.lessons.sheet import NoMoreHints, Sheet, SolutionHidden


@pytest.fixture
def sheet() -> Sheet:
    question = Number(
        prompt="How many?",
        value=3,
        because="Count them.",
        slips={2: "One is hidden."},
        advice="Count again.",
        hints=("Look.", "There are three."),
    )
    return Sheet("00-test/three", question)


def test_a_fresh_sheet_is_not_attempted(sheet: Sheet) -> None:
    assert sheet.outcome is Outcome.NOT_ATTEMPTED
    assert sheet.answer is None
    assert repr(sheet) == "<Sheet 00-test/three: not attempted>"


def test_the_last_answer_counts(sheet: Sheet) -> None:
    assert str(sheet.check(3)) == "Correct! Count them."
    assert str(sheet.check("2")) == "Not yet. One is hidden."
    assert (sheet.answer, sheet.outcome, sheet.attempts) == (2, Outcome.WRONG, 2)


def test_what_is_no_answer_changes_nothing(sheet: Sheet) -> None:
    sheet.check(2)
    before = sheet.record
    with pytest.raises(InvalidAnswer, match="whole number in digits, such as 12"):
        sheet.check("two")
    assert sheet.record == before


def test_hints_come_one_by_one(sheet: Sheet) -> None:
    assert sheet.hints == ()
    assert sheet.hint() == "Look."
    assert sheet.hints == ("Look.",)
    assert sheet.hint() == "There are three."
    with pytest.raises(NoMoreHints, match="no more hints"):
        sheet.hint()
    assert sheet.hints == ("Look.", "There are three.")


def test_the_solution_is_hidden_at_first(sheet: Sheet) -> None:
    sheet.hint()
    with pytest.raises(SolutionHidden, match="after a first try, or after all hints"):
        sheet.show_solution()
    assert not sheet.solution_shown


def test_the_solution_can_be_seen_after_a_try(sheet: Sheet) -> None:
    sheet.check(7)
    assert sheet.show_solution() == 3
    assert sheet.record["solution"] is True


def test_the_solution_can_be_seen_after_all_hints(sheet: Sheet) -> None:
    sheet.hint()
    sheet.hint()
    assert sheet.show_solution() == 3
    assert sheet.outcome is Outcome.NOT_ATTEMPTED
