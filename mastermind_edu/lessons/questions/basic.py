"""Questions that need no game: one of several options, or a number."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from mastermind_edu.language import gettext, number
from mastermind_edu.lessons.questions.base import (
    InvalidAnswer,
    InvalidQuestion,
    Question,
    whole_number,
)

__all__ = ["Choice", "Number", "Option"]

DIGITS: Final = re.compile(r"[0-9]+|[0-9]{1,3}(?P<mark>[., '’])[0-9]{3}((?P=mark)[0-9]{3})*")
SPACES: Final = re.compile(r"\s")
LONGEST_NUMBER: Final = 30


@dataclass(frozen=True)
class Option:
    """One of the answers to choose from, and why it is right or wrong."""

    text: str
    why: str
    right: bool = False


@dataclass(frozen=True, kw_only=True)
class Choice(Question):
    """One of some options is right; an answer is the index of one.

    :raises InvalidQuestion: unless exactly one option is right, another is not, and each says
        why.
    """

    kind = "choice"

    options: tuple[Option, ...]

    def __post_init__(self) -> None:
        if [option.right for option in self.options].count(True) != 1 or len(self.options) < 2:
            raise InvalidQuestion("expected several options, exactly one of them right")
        if not all(option.text and option.why for option in self.options):
            raise InvalidQuestion("expected each option to have a text and to say why")

    @property
    def solution(self) -> int:
        """The index of the right option."""
        return next(i for i, option in enumerate(self.options) if option.right)

    @property
    def wrong_answers(self) -> Sequence[int]:
        """The indices of all other options."""
        return [i for i, option in enumerate(self.options) if not option.right]

    def describe(self) -> dict[str, Any]:
        """Return the texts of the options."""
        return {"options": [option.text for option in self.options]}

    def read(self, answer: Any) -> int:
        """Return the index of the option chosen.

        :raises InvalidAnswer: if there is no such option.
        """
        return whole_number(answer, len(self.options))

    def in_words(self, answer: int) -> str:
        """Return the text of the option."""
        return self.options[answer].text

    def explain(self, answer: int) -> str:
        """Return why the option is right."""
        return self.options[answer].why

    def mistake(self, answer: int) -> str:
        """Return why the option is wrong; nothing if it is right."""
        option = self.options[answer]
        return "" if option.right else option.why


@dataclass(frozen=True, kw_only=True)
class Number(Question):
    """A whole number from 0 is asked for; an answer is an int or a text of digits.

    :param value: the number.
    :param because: why it is this one.
    :param slips: numbers that pupils are likely to give, and the thought behind each.
    :param advice: what to say to any other number, after whether it is too small or too large.
    :raises InvalidQuestion: if the right number is among the slips.
    """

    kind = "number"

    value: int
    because: str
    advice: str
    slips: Mapping[int, str]

    def __post_init__(self) -> None:
        if self.value in self.slips:
            raise InvalidQuestion(f"expected slips to be wrong, but {self.value} is right")

    @property
    def solution(self) -> int:
        """The number."""
        return self.value

    @property
    def wrong_answers(self) -> Sequence[int]:
        """The slips, and a number too large and one too small that are none of them."""
        others = (self.value + 1, self.value - 1)
        return [*self.slips, *(n for n in others if n >= 0 and n not in self.slips)]

    def describe(self) -> dict[str, Any]:
        """Return nothing: any number can be written."""
        return {}

    def read(self, answer: Any) -> int:
        """Return the number; thousands may be grouped, as in ``1,296`` or ``1 296``.

        :raises InvalidAnswer: if it is not a whole number from 0.
        """
        if type(answer) is int and answer >= 0:
            return answer
        text = SPACES.sub(" ", answer.strip()) if isinstance(answer, str) else ""
        if len(text) > LONGEST_NUMBER or not DIGITS.fullmatch(text):
            raise InvalidAnswer(
                gettext("Write your answer as a whole number in digits, such as {example}.").format(
                    example=12
                )
            )
        return int(re.sub("[^0-9]", "", text))

    def in_words(self, answer: int) -> str:
        """Return the number as it is written in the current language."""
        return number(answer)

    def explain(self, _answer: int) -> str:
        """Return why it is this number."""
        return self.because

    def mistake(self, answer: int) -> str:
        """Return the thought behind a number that is wrong, or whether it is too large."""
        if answer == self.value:
            return ""
        if answer in self.slips:
            return self.slips[answer]
        size = gettext("{n} is too small.") if answer < self.value else gettext("{n} is too large.")
        return f"{size.format(n=number(answer))} {self.advice}"
