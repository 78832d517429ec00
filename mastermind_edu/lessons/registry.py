"""Every exercise of the course by its key, made when it is asked for.

A lesson's module publishes its exercises in the order in which the lesson shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from mastermind_edu.language import gettext
from mastermind_edu.lessons.questions import Question
from mastermind_edu.lessons.sheet import Sheet

__all__ = ["UnknownExercise", "keys", "label", "publish", "sheets"]

Maker: TypeAlias = Callable[[], Question | Sequence[Question]]

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
    return tuple(_makers)


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
    lesson = key.split("/")[0]
    number = [other for other in _makers if other.split("/")[0] == lesson].index(key) + 1
    return gettext("Exercise {n}").format(n=number)


def _maker(key: str) -> Maker:
    if key not in _makers:
        raise UnknownExercise(
            gettext("There is no exercise {key!r}. The exercises are {known}.").format(
                key=key, known=", ".join(_makers)
            )
        )
    return _makers[key]
