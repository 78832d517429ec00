"""What all questions share: an outcome, an explanation for each answer, hints, a solution."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from mastermind_edu.language import gettext

__all__ = [
    "InvalidAnswer",
    "InvalidQuestion",
    "Outcome",
    "Question",
    "Verdict",
    "chosen",
    "whole_number",
]


class InvalidQuestion(ValueError):
    """A question that its author has to mend; the message says what is wrong with it."""


class InvalidAnswer(ValueError):
    """What was given is no answer yet, right or wrong; the message says what was expected."""


class Outcome(Enum):
    """How an answer was judged."""

    NOT_ATTEMPTED = "not attempted"
    CORRECT = "correct"
    WRONG = "wrong"


@dataclass(frozen=True)
class Verdict:
    """The outcome of one answer, and why."""

    outcome: Outcome
    explanation: str = ""

    def __str__(self) -> str:
        return f"{self.headline} {self.explanation}".rstrip()

    @property
    def headline(self) -> str:
        """The outcome in a word or two."""
        return {
            Outcome.NOT_ATTEMPTED: gettext("Not answered yet."),
            Outcome.CORRECT: gettext("Correct!"),
            Outcome.WRONG: gettext("Not yet."),
        }[self.outcome]


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """One question to a pupil.

    :param prompt: what is asked; paragraphs are separated by an empty line.
    :param hints: what helps, a step each; the last may come close to the solution.
    """

    prompt: str
    hints: tuple[str, ...] = ()

    @property
    @abstractmethod
    def kind(self) -> str:
        """Which input a page shows for it."""

    @property
    @abstractmethod
    def solution(self) -> Any:
        """An answer that is correct."""

    @property
    @abstractmethod
    def wrong_answers(self) -> Sequence[Any]:
        """Some answers that are wrong, each in a way of its own; at least one."""

    @abstractmethod
    def describe(self) -> dict[str, Any]:
        """Return what a page needs to show the input; nothing in it tells the solution."""

    @abstractmethod
    def read(self, answer: Any) -> Any:
        """Return ``answer`` in its normal form.

        :raises InvalidAnswer: if it is not an answer to this question.
        """

    @abstractmethod
    def mistake(self, answer: Any) -> str:
        """Return what is wrong with an answer that :meth:`read` gave; nothing if it is right."""

    @abstractmethod
    def explain(self, answer: Any) -> str:
        """Return why an answer that is right is right."""

    def check(self, answer: Any) -> Verdict:
        """Judge ``answer`` and explain the judgement.

        :raises InvalidAnswer: if it is not an answer to this question.
        """
        given = self.read(answer)
        mistake = self.mistake(given)
        if mistake:
            return Verdict(Outcome.WRONG, mistake)
        return Verdict(Outcome.CORRECT, self.explain(given))

    def record(self, answer: Any) -> Any:
        """Return ``answer`` as plain data that can be kept and shown again."""
        return self.read(answer)

    def in_words(self, answer: Any) -> str:
        """Return an answer that :meth:`record` gave as a teacher reads it."""
        return str(answer)


def whole_number(answer: Any, stop: int) -> int:
    """Return ``answer`` if it is an int from 0 and below ``stop``.

    :raises InvalidAnswer: if it is not.
    """
    if type(answer) is not int or not 0 <= answer < stop:
        raise InvalidAnswer(gettext("Choose one of the answers first."))
    return answer


def chosen(answer: Any, stop: int, nothing: str) -> list[int]:
    """Return the different ints in ``answer``, each from 0 and below ``stop``, in order.

    :param nothing: what to say if it is empty.
    :raises InvalidAnswer: if it is not such a list, or is empty.
    """
    if not isinstance(answer, (list, tuple)) or not answer:
        raise InvalidAnswer(nothing)
    return sorted({whole_number(index, stop) for index in answer})
