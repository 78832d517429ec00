"""The exercises of all lessons, and how a notebook shows one of them.

>>> exercise("02-answer/two-steps")
<Exercise 02-answer/two-steps: not attempted>
"""

from __future__ import annotations

from typing import Any

from mastermind_edu.lessons.exercise import Exercise
from mastermind_edu.lessons.registry import UnknownExercise, keys, label, sheets

__all__ = [
    "UnknownExercise",
    "exercise",
    "keys",
    "label",
    "sheets",
]


def exercise(key: str, answer: Any = None) -> Exercise:
    """Return the exercise ``key`` as a widget.

    :param answer: what the pupil has programmed, where that is asked for; it is judged at once.
    :raises UnknownExercise: if there is no such exercise.
    :raises InvalidAnswer: if ``answer`` is none to this question.
    """
    shown = Exercise(sheets(key), label=label(key))
    if answer is not None:
        shown.check(answer)
    return shown
