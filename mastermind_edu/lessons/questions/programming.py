"""Check a function or a value that a pupil has programmed, in JupyterLab."""

from __future__ import annotations

import copy
import dis
import inspect
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from types import FunctionType
from typing import Any, Final

from mastermind_edu.language import gettext, number
from mastermind_edu.lessons.questions.base import InvalidQuestion, Outcome, Question, Verdict
from mastermind_edu.lessons.questions.patience import PATIENCE, TooManySteps, within
from mastermind_edu.lessons.workplace import lab_is_linked, on_a_page

__all__ = ["CodeQuestion", "Trial"]

DOING_NOTHING: Final = {"RESUME", "NOP", "LOAD_CONST", "RETURN_VALUE", "RETURN_CONST"}


@dataclass(frozen=True)
class Trial:
    """What the pupil's work is tried with, what should come out, and what it teaches.

    :param expected: what should come out.
    :param why: what to think of if something else does.
    :param arguments: what the function is called with; None to look at the value itself.
    :param stage: which part of the work it tries, where that is done part by part.
    """

    expected: Any
    why: str
    arguments: tuple[Any, ...] | None = None
    stage: str = ""


@dataclass(frozen=True, kw_only=True)
class CodeQuestion(Question):
    """A function or a value to program; an answer is that function or value.

    Trials are made in order, and the first that fails is the mistake that is told, so they
    should go from simple to hard. What has been left as ``...`` counts as not attempted.

    :param name: what the pupil's function or value is called.
    :param trials: what it is tried with.
    :param reference: a program that defines it rightly, or a function or value that is right;
        the program, or the function's source, is the published solution.
    :param broken: functions or values that are wrong, each in a way of its own.
    :raises InvalidQuestion: if there is no trial, or the reference does not define it.
    """

    kind = "program"

    name: str
    trials: tuple[Trial, ...]
    reference: Any
    broken: tuple[Any, ...]
    because: str

    def __post_init__(self) -> None:
        if not self.trials:
            raise InvalidQuestion("expected at least one trial")
        if self.name not in self._defined:
            raise InvalidQuestion(f"expected the reference to define {self.name}")

    @cached_property
    def _defined(self) -> dict[str, Any]:
        if not isinstance(self.reference, str):
            return {self.name: self.reference}
        defined: dict[str, Any] = {}
        exec(self.reference, defined)
        return defined

    @property
    def published(self) -> str:
        """The solution as it is shown to pupils."""
        return self.reference if isinstance(self.reference, str) else program(self.reference)

    @property
    def solution(self) -> Any:
        """The function or value that is right."""
        return self._defined[self.name]

    @property
    def wrong_answers(self) -> Sequence[Any]:
        """Functions or values that are wrong."""
        return self.broken

    def describe(self) -> dict[str, Any]:
        """Return the name, and where the pupil is to write."""
        if on_a_page() and lab_is_linked():
            where = gettext(
                "You need JupyterLab for this: the link at the end of this page opens this lesson "
                "there. Here you can think about it and look at the hints."
            )
        elif on_a_page():
            where = gettext(
                "You need JupyterLab for this: lessons open there with the command {command}. Here "
                "you can think about it and look at the hints."
            )
        else:
            where = gettext("Write {name} in the cell above this one and run both cells.")
        return {
            "name": self.name,
            "where": where.format(name=self.name, command="mastermind-edu lab"),
        }

    def read(self, answer: Any) -> Any:
        """Return ``answer``; anything can be programmed."""
        return answer

    def explain(self, _answer: Any) -> str:
        """Return why the solution is right."""
        return self.because

    def check(self, answer: Any) -> Verdict:
        """Judge what was programmed, and explain the judgement."""
        if untouched(answer):
            text = "" if on_a_page() else gettext("Write {name} first, then run this cell again.")
            return Verdict(Outcome.NOT_ATTEMPTED, text.format(name=self.name))
        return super().check(answer)

    def mistake(self, answer: Any) -> str:
        """Return what the first trial that fails shows; nothing if none does."""
        return next(filter(None, (self._failure(trial, answer) for trial in self.trials)), "")

    def _failure(self, trial: Trial, answer: Any) -> str:
        if trial.arguments is None:
            return "" if same(answer, trial.expected) else self._unexpected(trial, answer)
        if not callable(answer):
            return gettext("{name} should be a function, but it is {got}.").format(
                name=self.name, got=short(answer)
            )
        try:
            got = within(PATIENCE, answer, *copy.deepcopy(trial.arguments))
        except TooManySteps:
            return self._sentence(
                gettext("{call} takes very long: it was stopped after {steps} steps."),
                trial,
                steps=number(PATIENCE),
            )
        except Exception as error:
            return self._sentence(
                gettext("{call} stopped with an error, {error}: {message}."),
                trial,
                error=type(error).__name__,
                message=str(error).rstrip("."),
            )
        if got is None and trial.expected is not None:
            return self._sentence(
                gettext("{call} gives nothing back. Does the function end with return?"), trial
            )
        return "" if same(got, trial.expected) else self._unexpected(trial, got)

    def _unexpected(self, trial: Trial, got: Any) -> str:
        return self._sentence(
            gettext("{call} should be {expected}, but it is {got}."),
            trial,
            expected=short(trial.expected),
            got=short(got),
        )

    def _sentence(self, text: str, trial: Trial, **values: str) -> str:
        call = self.name
        if trial.arguments is not None:
            call += f"({', '.join(map(short, trial.arguments))})"
        return f"{text.format(call=call, **values)} {trial.why}"

    def record(self, answer: Any) -> str:
        """Return the source of what was programmed, or how Python writes the value."""
        return program(answer)


def same(got: Any, expected: Any) -> bool:
    """Return whether two values are equal; a comparison that fails or is no bool says no."""
    try:
        return bool(got == expected)
    except Exception:
        return False


def short(value: Any) -> str:
    """Return how Python writes a value, in at most 80 characters."""
    try:
        return textwrap.shorten(repr(value), 80, placeholder=" …")
    except Exception:
        return object.__repr__(value)


def program(answer: Any) -> str:
    """Return the source of a function, or how Python writes a value."""
    try:
        return textwrap.dedent(inspect.getsource(answer))
    except (OSError, TypeError):
        return short(answer)


def untouched(answer: Any) -> bool:
    """Return whether there is nothing there yet: ``...``, None, or a function without a body."""
    if not isinstance(answer, FunctionType):
        return answer is None or answer is ...
    steps = list(dis.get_instructions(answer))
    constants = [step.argval for step in steps if "CONST" in step.opname]
    return constants == [None] and all(step.opname in DOING_NOTHING for step in steps)
