"""The widget that asks a question, judges answers, gives hints and, last, the solution.

>>> from mastermind_edu.lessons.exercises import exercise
>>> exercise("02-answer/two-steps")
<Exercise 02-answer/two-steps: not attempted>

The page draws what the synchronised traits tell and sends actions: ``check``, ``hint``,
``solution``, ``turn``. No solution, hint or explanation is in a trait before it is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

import traitlets

from mastermind_edu.classbook.seat import seat
from mastermind_edu.language import gettext
from mastermind_edu.lessons.questions import CodeQuestion, InvalidAnswer, Outcome, Verdict
from mastermind_edu.lessons.sheet import Sheet
from mastermind_edu.widgets.base import Action, register, source
from mastermind_edu.widgets.keeping import KeptWidget, NotKept

__all__ = ["Exercise", "Judged"]

HERE: Final = Path(__file__).parent
SCRIPTS: Final = ("exercise_inputs.js", "exercise_pair.js", "exercise_stages.js", "exercise.js")
STYLES: Final = ("exercise.css", "exercise_pair.css", "exercise_stages.css")


class Exercise(KeptWidget):
    """One question, or several in turn.

    :param sheets: the questions, and how the pupil stands with each.
    :param label: what the exercise is called on the page.

    ``sheet`` is the one in view; ``answer`` and ``outcome`` are its own. :meth:`on_outcome`
    registers a callback for each answer that is judged.
    """

    _esm = "\n".join((source("dom.js", "keeping.js"), source(*SCRIPTS, folder=HERE)))
    _css = "\n".join((source("common.css"), source(*STYLES, folder=HERE)))

    _texts = traitlets.Dict().tag(sync=True)
    _question = traitlets.Dict().tag(sync=True)
    _progress = traitlets.Dict().tag(sync=True)

    def __init__(self, sheets: Sequence[Sheet], *, label: str = "") -> None:
        self.sheets = tuple(sheets)
        self._label = label
        self._at = 0
        self._seat = seat()
        self._outcome_callbacks: list[Judged] = []
        self._show_question()
        self._show_progress()
        super().__init__(_texts=_texts())

    def __repr__(self) -> str:
        state = self.outcome.value
        if len(self.sheets) > 1:
            right = [sheet.outcome for sheet in self.sheets].count(Outcome.CORRECT)
            state = f"{right} of {len(self.sheets)} correct"
        return f"<Exercise {self.key}: {state}>"

    @property
    def counts_as(self) -> str:
        """An exercise; a program is none that a lesson waits for, since few write one."""
        programs = any(isinstance(sheet.question, CodeQuestion) for sheet in self.sheets)
        return "Program" if programs else "Exercise"

    @property
    def key(self) -> str:
        """The exercise's name in the course."""
        if len(self.sheets) > 1:
            return self.sheet.key.rpartition("/")[0]
        return self.sheet.key

    @property
    def sheet(self) -> Sheet:
        """The question in view, and how the pupil stands with it."""
        return self.sheets[self._at]

    @property
    def answer(self) -> Any:
        """The last answer to the question in view, as plain data; None before the first."""
        return self.sheet.answer

    @property
    def outcome(self) -> Outcome:
        """How the last answer to the question in view was judged."""
        return self.sheet.outcome

    @property
    def record(self) -> list[dict[str, Any]]:
        """How the pupil stands with each question, as plain data."""
        return [sheet.record for sheet in self.sheets]

    def check(self, answer: Any) -> Verdict:
        """Judge ``answer`` to the question in view.

        :raises InvalidAnswer: if it is not an answer to it; nothing has changed then.
        """
        verdict = self.sheet.check(answer)
        self._show_progress()
        if verdict.outcome is not Outcome.NOT_ATTEMPTED:
            self.guarded(self._write_down)
            self.tell(self._outcome_callbacks, self.sheet)
        return verdict

    def _write_down(self) -> None:
        """Write the answer into the class book, if there is a class."""
        sheet = self.sheet
        if self._seat and not isinstance(sheet.question, CodeQuestion):
            correct = sheet.outcome is Outcome.CORRECT
            self._seat.answered(sheet.key, sheet.answer, correct=correct)

    def hint(self) -> str:
        """Show the next hint and return it.

        :raises NoMoreHints: if all have been shown.
        """
        hint = self.sheet.hint()
        self._show_progress()
        return hint

    def show_solution(self) -> Any:
        """Show the solution and return it.

        :raises SolutionHidden: before an answer was judged or all hints were shown.
        """
        solution = self.sheet.show_solution()
        self._show_progress()
        return solution

    def turn_to(self, index: int) -> None:
        """Bring another question into view.

        :raises ValueError: if there is no such question.
        """
        if type(index) is not int or not 0 <= index < len(self.sheets):
            raise ValueError(gettext("There is no such question in this exercise."))
        self._at = index
        with self.hold_sync():
            self._show_question()
            self._show_progress()

    def on_outcome(self, callback: Judged, remove: bool = False) -> None:  # noqa: FBT001, FBT002
        """Call ``callback(exercise, sheet)`` after each judged answer, or stop calling it."""
        register(self._outcome_callbacks, callback, remove=remove)

    @property
    def actions(self) -> Mapping[str, Action]:
        """What a pupil can do on the page."""
        return {
            **super().actions,
            "check": self._check,
            "hint": lambda _: self.hint(),
            "solution": lambda _: self.show_solution(),
            "turn": lambda content: self.turn_to(content.get("to")),
        }

    def _check(self, content: Mapping[str, Any]) -> None:
        if isinstance(self.sheet.question, CodeQuestion):
            raise InvalidAnswer(gettext("This is answered in a cell, not on the page."))
        self.check(content.get("answer"))

    def restore(self, kept: Mapping[str, Any]) -> None:
        """Take up the answers that a page kept: each is judged again.

        :raises NotKept: if they belong to other questions.
        :raises ValueError: the errors of :class:`Sheet`.
        """
        records = list(kept["sheets"])
        if [record["key"] for record in records] != [sheet.key for sheet in self.sheets]:
            raise NotKept(gettext("These answers belong to other questions."))
        self.sheets = tuple(
            Sheet.restored(sheet.question, record)
            for sheet, record in zip(self.sheets, records, strict=True)
        )
        self.turn_to(kept["at"])

    def _show_question(self) -> None:
        question = self.sheet.question
        self._question = {
            "key": self.sheet.key,
            "kind": question.kind,
            "label": self._label,
            "at": self._at,
            "prompt": question.prompt.split("\n\n"),
            "input": question.describe(),
        }

    def _show_progress(self) -> None:
        sheet = self.sheet
        left = len(sheet.question.hints) - sheet.hints_shown
        self._progress = {
            "key": sheet.key,
            "outcome": sheet.outcome.value,
            "headline": sheet.verdict.headline,
            "explanation": sheet.verdict.explanation,
            "attempts": sheet.attempts,
            "answer": sheet.answer,
            "hints": list(sheet.hints),
            "hintsLeft": left,
            "hintText": _hint_text(sheet.hints_shown, left),
            "solutionAllowed": sheet.solution_allowed,
            "solution": _solution(sheet) if sheet.solution_shown else None,
            "outcomes": [one.outcome.value for one in self.sheets],
        }
        self._kept = {
            "at": self._at,
            "sheets": self.record,
            "done": all(one.outcome is Outcome.CORRECT for one in self.sheets),
        }


def _solution(sheet: Sheet) -> dict[str, Any]:
    question = sheet.question
    text = question.explain(question.solution)
    if isinstance(question, CodeQuestion):
        return {"program": question.published, "text": text}
    return {"answer": question.solution, "text": text}


def _hint_text(shown: int, left: int) -> str:
    text = gettext("Show the next hint ({n} of {all})") if shown else gettext("Show a hint")
    return text.format(n=shown + 1, all=shown + left)


def _texts() -> dict[str, str]:
    return {
        "exercise": gettext("Exercise"),
        "check": gettext("Check"),
        "solution": gettext("Show the solution"),
        "solutionTitle": gettext("Solution"),
        "hints": gettext("Hints"),
        "hint": gettext("Hint {n}:"),
        "next": gettext("Next"),
        "questions": gettext("Questions of this exercise"),
        "question": gettext("Question {n} of {all}"),
        "not attempted": gettext("not answered yet"),
        "correct": gettext("correct"),
        "wrong": gettext("not right yet"),
        "incomplete": gettext("Choose or write your answer first."),
        "number": gettext("Your answer"),
        "rows": gettext("Rows that were played"),
        "codes": gettext("Codes"),
        "code": gettext("Code"),
        "place": gettext("Place {place}: {peg}"),
        "empty": gettext("empty"),
        "palette": gettext("Pegs to choose from"),
        "yourCode": gettext("Your code"),
        "clear": gettext("Clear"),
        "keys": gettext("Letters or numbers put a peg in place."),
    }


Judged: TypeAlias = Callable[[Exercise, Sheet], None]
