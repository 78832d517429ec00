"""Every exercise of the course: its solution is right, its wrong answers are explained."""

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from mastermind_edu.games.feedback import Counted
from mastermind_edu.lessons.course import course_folder, syllabus
from mastermind_edu.lessons.exercise import Exercise
from mastermind_edu.lessons.exercises import UnknownExercise, exercise, keys, label, sheets
from mastermind_edu.lessons.questions import CodeQuestion, InvalidAnswer, MarkAGuess, Outcome
from mastermind_edu.lessons.sheet import Sheet

ANSWERS = Path(__file__).parents[1] / "data" / "answers.toml"
SHEETS = [sheet.key for key in keys() for sheet in sheets(key)]
NONSENSE = ("", "x", "twelve", -1, 1.5, True, [], [None], ["x"], {}, [10**6], "9" * 1000)
every_exercise = pytest.mark.parametrize("key", keys())
every_question = pytest.mark.parametrize("key", SHEETS)


def fresh(key: str) -> Sheet:
    whole = key if key in keys() else key.rpartition("/")[0]
    return next(sheet for sheet in sheets(whole) if sheet.key == key)


@every_question
def test_the_published_solution_is_correct_and_explained(key: str) -> None:
    sheet = fresh(key)
    verdict = sheet.check(sheet.question.solution)
    assert verdict.outcome is Outcome.CORRECT
    assert verdict.explanation
    assert sheet.outcome is Outcome.CORRECT


@every_question
def test_each_published_wrong_answer_is_wrong_and_explained(key: str) -> None:
    question = fresh(key).question
    assert question.wrong_answers
    for answer in question.wrong_answers:
        verdict = question.check(answer)
        assert verdict.outcome is Outcome.WRONG, answer
        assert len(verdict.explanation) > 15, answer
        assert verdict.explanation != question.explain(question.solution)


@every_question
def test_there_are_hints_and_no_text_is_left_unfilled(key: str) -> None:
    question = fresh(key).question
    texts = [question.prompt, *question.hints, question.explain(question.solution)]
    texts += [question.check(answer).explanation for answer in question.wrong_answers]
    assert question.hints
    for text in texts:
        assert text.strip() == text != ""
        assert not re.search(r"[{}]|  |None|mappingproxy", text), text


@every_question
def test_answers_and_standing_are_plain_data(key: str) -> None:
    sheet = fresh(key)
    for answer in (*sheet.question.wrong_answers, sheet.question.solution):
        sheet.check(answer)
        assert json.loads(json.dumps(sheet.record)) == sheet.record
        if not isinstance(sheet.question, CodeQuestion):
            assert fresh(key).check(sheet.answer) == sheet.verdict


@pytest.mark.parametrize(
    "key", [key for key in SHEETS if not isinstance(fresh(key).question, CodeQuestion)]
)
def test_nonsense_is_no_answer(key: str) -> None:
    sheet = fresh(key)
    for nonsense in NONSENSE:
        with pytest.raises(InvalidAnswer, match=r"\.$"):
            sheet.check(nonsense)
    assert sheet.record == fresh(key).record


def told(shown: Exercise) -> str:
    """Return all that the page knows of the question in view."""
    state = shown.get_state()
    return json.dumps([state["_question"], state["_progress"]], ensure_ascii=False)


def texts_to_hide(sheet: Sheet) -> Iterator[str]:
    question = sheet.question
    yield from question.hints
    yield question.explain(question.solution)
    if isinstance(question, CodeQuestion):
        yield question.published
    for answer in question.wrong_answers:
        yield question.check(answer).explanation


@every_exercise
def test_the_page_knows_no_solution_hint_or_explanation_before_it_is_shown(key: str) -> None:
    shown = exercise(key)
    for index, sheet in enumerate(shown.sheets):
        shown.turn_to(index)
        known = told(shown)
        for text in texts_to_hide(sheet):
            assert json.dumps(text, ensure_ascii=False)[1:-1] not in known
        given = {"table", "secret", "guess", "secretLabel", "guessLabel", "most", "place", "rows"}
        given |= {"options", "codes", "pegs", "repeats", "pickRow", "name", "where"}
        given |= {"columns", "keys", "stages"}
        assert shown.get_state()["_question"]["input"].keys() <= given
        assert shown.get_state()["_progress"]["solution"] is None


@every_exercise
def test_its_lesson_shows_it_once_in_the_order_of_the_numbers(key: str) -> None:
    lesson = key.split("/")[0]
    text = (course_folder() / "lessons" / f"{lesson}.md").read_text("utf-8")
    asked = re.findall(r'exercise\("([^"]+)"', text)
    assert asked == [other for other in keys() if other.split("/")[0] == lesson]
    assert label(key) == f"Exercise {asked.index(key) + 1}"


def test_every_exercise_that_a_lesson_asks_for_exists() -> None:
    for lesson in syllabus():
        text = (course_folder() / "lessons" / f"{lesson.key}.md").read_text("utf-8")
        assert set(re.findall(r'exercise\("([^"]+)"', text)) <= set(keys())


@pytest.mark.parametrize("name", ["02-answer", "03-how-many", "04-candidates"])
def test_these_lessons_have_exercises(name: str) -> None:
    assert any(key.startswith(f"{name}/") for key in keys())


def test_an_unknown_exercise_is_named_with_those_that_exist() -> None:
    with pytest.raises(UnknownExercise, match=r"no exercise '02-answer/x'.*02-answer/two-steps"):
        exercise("02-answer/x")


def pattern(secret: Any, guess: Any) -> tuple[int, ...]:
    """Return a secret and a guess with their pegs numbered in order of appearance."""
    pegs = [*secret, *guess]
    return tuple(list(dict.fromkeys(pegs)).index(peg) for peg in pegs)


def test_marks_that_public_programs_got_wrong_are_among_the_exercises() -> None:
    questions = [fresh(key).question for key in SHEETS if key.startswith("02-answer/")]
    asked = {
        (*pattern(question.secret, question.guess), question.feedback)
        for question in questions
        if isinstance(question, MarkAGuess)
    }
    cases = [
        (*pattern(secret, guess), Counted(exact, misplaced))
        for secret, guess, exact, misplaced in tomllib.loads(ANSWERS.read_text())["counted"]
        if len(secret) > 1
    ]
    assert len(cases) == 11
    assert set(cases) <= asked


def test_a_programmed_answer_is_judged_at_once() -> None:
    def number_of_codes(pegs: int, colours: int, repeats: bool) -> int:
        assert repeats in (True, False)
        return colours**pegs

    shown = exercise("03-how-many/program", number_of_codes)
    assert shown.outcome is Outcome.WRONG
    assert "return colours**pegs" in shown.answer
    assert "number_of_codes(4, 6, False) should be 360, but it is 1296." in told(shown)


def test_what_has_not_been_programmed_yet_is_not_attempted() -> None:
    def number_of_codes(pegs: int, colours: int, repeats: bool) -> int: ...  # type: ignore[empty-body]

    shown = exercise("03-how-many/program", number_of_codes)
    assert shown.record[0] == {
        "key": "03-how-many/program",
        "answer": None,
        "outcome": "not attempted",
        "attempts": 0,
        "hints": 0,
        "solution": False,
    }
    assert "Write number_of_codes first" in told(shown)
