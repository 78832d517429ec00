"""The exercises of a pupil in a class: each answer that is judged goes into the class book."""

from __future__ import annotations

from pathlib import Path

import pytest

from mastermind_edu.classbook.book import ClassBook
from mastermind_edu.classbook.seat import BOOK_VARIABLE, LESSON_VARIABLE, PUPIL_VARIABLE
from mastermind_edu.lessons.exercise import Exercise
from mastermind_edu.lessons.exercises import exercise, keys, sheets
from mastermind_edu.lessons.questions import CodeQuestion, Number


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ClassBook:
    """The book of a class in which Ana sits at this kernel."""
    book = ClassBook.create(tmp_path / "7B.sqlite3", "7B")
    monkeypatch.setenv(BOOK_VARIABLE, str(book.file))
    monkeypatch.setenv(PUPIL_VARIABLE, book.join("Ana").id)
    monkeypatch.setenv(LESSON_VARIABLE, "03-how-many")
    return book


def act(shown: Exercise, kind: str, **content: object) -> None:
    """Send an action as a page does."""
    shown._handle_custom_msg({"type": kind, **content}, [])


def given(book: ClassBook) -> list[tuple[str, object, bool]]:
    return [(one.question, one.answer, one.correct) for one in book.answers()]


def test_right_and_wrong_answers_are_written(book: ClassBook) -> None:
    tiny = exercise("03-how-many/tiny")
    act(tiny, "check", answer="6")
    act(tiny, "check", answer=" 9 ")
    assert given(book) == [("03-how-many/tiny", 6, False), ("03-how-many/tiny", 9, True)]


def test_what_is_no_answer_is_not_written(book: ClassBook) -> None:
    tiny = exercise("03-how-many/tiny")
    for answer in ("", "many", None, [1], "9" * 1000):
        act(tiny, "check", answer=answer)
    assert given(book) == []


def test_answers_that_a_page_gives_back_are_not_written_again(book: ClassBook) -> None:
    tiny = exercise("03-how-many/tiny")
    act(tiny, "check", answer="6")
    kept = tiny.get_state()["_kept"]
    act(exercise("03-how-many/tiny"), "restore", kept=kept)
    assert given(book) == [("03-how-many/tiny", 6, False)]


def test_each_question_of_a_series_has_its_own_name(book: ClassBook) -> None:
    series = exercise("02-answer/duplicates")
    act(series, "check", answer=[1, 2])
    act(series, "turn", to=1)
    act(series, "check", answer=[0, 4])
    assert [one.question for one in book.answers()] == [
        "02-answer/duplicates/1",
        "02-answer/duplicates/2",
    ]


def test_when_the_class_has_ended_answers_are_judged_all_the_same(book: ClassBook) -> None:
    tiny = exercise("03-how-many/tiny")
    book.end()
    act(tiny, "check", answer="9")
    state = tiny.get_state()
    assert state["_progress"]["outcome"] == "correct"
    assert state["_notice"]["text"] == "The class has ended: nothing more is kept of it."
    assert given(book) == []


def test_all_answers_can_be_told_to_a_teacher_in_words() -> None:
    for key in keys():
        for sheet in sheets(key):
            question = sheet.question
            if isinstance(question, CodeQuestion):
                continue
            for answer in (question.solution, *question.wrong_answers):
                words = question.in_words(question.record(answer))
                assert words
                assert isinstance(question, Number) or not words.startswith(("[", "("))
                assert isinstance(question, Number) or not words.isdigit()
