"""How a pupil stands with one question: the last answer, its verdict, the hints seen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mastermind_edu.language import gettext
from mastermind_edu.lessons.questions import CodeQuestion, Outcome, Question, Verdict

__all__ = ["NoMoreHints", "Sheet", "SolutionHidden"]


class NoMoreHints(ValueError):
    """All hints have been shown."""


class SolutionHidden(ValueError):
    """The solution was asked for before an answer was tried or all hints were seen."""


class Sheet:
    """One question and what a pupil has done with it so far.

    :param key: names the question in the course, ``02-answer/marks/1``.
    :ivar answer: the last answer as plain data; None before the first.
    :ivar verdict: how it was judged.
    :ivar attempts: how many answers were judged.
    :ivar hints_shown: how many hints were asked for.
    :ivar solution_shown: whether the solution was asked for.
    """

    def __init__(self, key: str, question: Question) -> None:
        self.key = key
        self.question = question
        self.answer: Any = None
        self.verdict = Verdict(Outcome.NOT_ATTEMPTED)
        self.attempts = 0
        self.hints_shown = 0
        self.solution_shown = False

    @classmethod
    def restored(cls, question: Question, record: Mapping[str, Any]) -> Sheet:
        """Return the sheet that :attr:`record` tells of; its answer is judged again.

        :raises InvalidAnswer: if the answer is none to this question.
        :raises ValueError: if the rest of the record cannot be.
        """
        sheet = cls(str(record["key"]), question)
        if record["answer"] is not None and not isinstance(question, CodeQuestion):
            sheet.check(record["answer"])
        attempts, hints = int(record["attempts"]), int(record["hints"])
        if not 0 <= hints <= len(question.hints) or attempts < 0:
            raise ValueError(gettext("This record is of no sheet."))
        sheet.attempts, sheet.hints_shown = attempts, hints
        sheet.solution_shown = bool(record["solution"]) and sheet.solution_allowed
        return sheet

    def __repr__(self) -> str:
        return f"<Sheet {self.key}: {self.outcome.value}>"

    @property
    def outcome(self) -> Outcome:
        """How the last answer was judged."""
        return self.verdict.outcome

    def check(self, answer: Any) -> Verdict:
        """Judge ``answer`` and keep it.

        :raises InvalidAnswer: if it is not an answer to the question; nothing has changed then.
        """
        verdict = self.question.check(answer)
        if verdict.outcome is Outcome.NOT_ATTEMPTED:
            self.answer = None
        else:
            self.answer = self.question.record(answer)
            self.attempts += 1
        self.verdict = verdict
        return verdict

    @property
    def hints(self) -> tuple[str, ...]:
        """The hints that have been shown."""
        return self.question.hints[: self.hints_shown]

    def hint(self) -> str:
        """Show the next hint and return it.

        :raises NoMoreHints: if all have been shown.
        """
        if self.hints_shown == len(self.question.hints):
            raise NoMoreHints(gettext("There are no more hints."))
        self.hints_shown += 1
        return self.hints[-1]

    @property
    def solution_allowed(self) -> bool:
        """Whether the solution may be seen: after an attempt, or after all hints."""
        return self.attempts > 0 or 0 < len(self.question.hints) == self.hints_shown

    def show_solution(self) -> Any:
        """Return the solution, from now on shown.

        :raises SolutionHidden: if it may not be seen yet.
        """
        if not self.solution_allowed:
            raise SolutionHidden(
                gettext("The solution can be seen after a first try, or after all hints.")
            )
        self.solution_shown = True
        return self.question.solution

    @property
    def record(self) -> dict[str, Any]:
        """All of it as plain data, for progress and class results."""
        return {
            "key": self.key,
            "answer": self.answer,
            "outcome": self.outcome.value,
            "attempts": self.attempts,
            "hints": self.hints_shown,
            "solution": self.solution_shown,
        }
