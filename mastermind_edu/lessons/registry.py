"""Every exercise of the course by its key, made when it is asked for.

A lesson's module publishes its exercises in the order in which the lesson shows them. It is
loaded when one of them is asked for: a lesson needs no more than its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from importlib import import_module
from typing import Final, TypeAlias

from mastermind_edu.language import gettext
from mastermind_edu.lessons.questions import Question
from mastermind_edu.lessons.sheet import Sheet

__all__ = ["UnknownExercise", "keys", "label", "publish", "sheets"]

Maker: TypeAlias = Callable[[], Question | Sequence[Question]]

LESSONS: Final = ("02", "03", "04", "05", "06", "07", "08", "09", "11")
"""The lessons with exercises."""

_makers: dict[str, Maker] = {}


class UnknownExercise(ValueError):
    """There is no exercise of that key; the message says which there are."""


def publish(key: str) -> Callable[[Maker], Maker]:
    """Publish what the decorated function makes as the exercise ``key``, ``lesson/name``.

    It makes one question, or several that are asked in turn, in the current language.
    """

    def keep(maker: Maker) -> Maker:
        _makers[key] = maker
        return maker

    return keep


def keys() -> tuple[str, ...]:
    """Return the keys of all exercises, in the order of the lessons."""
    _load(LESSONS)
    return tuple(sorted(_makers, key=_lesson))


def sheets(key: str) -> tuple[Sheet, ...]:
    """Return a fresh sheet for each question of an exercise.

    The key of one question is the exercise's; of several, ``key/1``, ``key/2`` and so on.

    :raises UnknownExercise: if there is no such exercise.
    """
    made = _maker(key)()
    if isinstance(made, Question):
        return (Sheet(key, made),)
    return tuple(Sheet(f"{key}/{n}", question) for n, question in enumerate(made, start=1))


def label(key: str) -> str:
    """Return what an exercise is called on the page: its number in its lesson."""
    _maker(key)
    lesson = [other for other in _makers if _lesson(other) == _lesson(key)]
    number = lesson.index(key) + 1
    return gettext("Exercise {n}").format(n=number)


def _lesson(key: str) -> str:
    return key.split("/")[0]


def _load(lessons: Iterable[str]) -> None:
    for lesson in lessons:
        import_module(f"mastermind_edu.lessons.exercises.lesson{lesson}")


def _maker(key: str) -> Maker:
    _load(lesson for lesson in LESSONS if key.startswith(f"{lesson}-"))
    if key not in _makers:
        raise UnknownExercise(
            gettext("There is no exercise {key!r}. The exercises are {known}.").format(
                key=key, known=", ".join(keys())
            )
        )
    return _makers[key]
