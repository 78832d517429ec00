"""The rules of one game: its code space, its answers, its rows and its key pegs.

This is the seam between games and solvers: a solver asks a game for its space, for
:meth:`Rules.feedback_ids`, and nothing else.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from mastermind_edu.games.codes import Code, CodeSpace
from mastermind_edu.games.feedback import Feedback, Marking
from mastermind_edu.language import gettext

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray
    from mastermind_edu.games.feedback import IdArray

__all__ = ["InvalidRules", "KeyPeg", "Rules"]


class InvalidRules(ValueError):
    """No game can be played by these rules; the message says what was expected."""


@dataclass(frozen=True)
class KeyPeg:
    """A peg of the answer: what it means (``exact``, ``misplaced``) and its colour or name."""

    meaning: str
    key: str
    fill: str

    @property
    def name(self) -> str:
        """The key peg's name in the current language."""
        return gettext(self.key)


@dataclass(frozen=True)
class Rules:
    """One game of the Mastermind family.

    :param key: a short stable name, for files and addresses.
    :param title: the name shown to people, in the source language.
    :param marking: how guesses are answered, and in which code space.
    :param rows: how many guesses the codebreaker has.
    :param keys: the pegs of the answer.
    :raises InvalidRules: unless there is at least one row.
    """

    key: str
    title: str
    marking: Marking
    rows: int
    keys: tuple[KeyPeg, ...]

    def __post_init__(self) -> None:
        if self.rows < 1:
            raise InvalidRules(
                gettext("A game has at least 1 row, got {rows}.").format(rows=self.rows)
            )

    def __repr__(self) -> str:
        return f"<Rules {self.key}: {self.space!r}, {self.rows} rows>"

    @property
    def name(self) -> str:
        """The game's name in the current language."""
        return gettext(self.title)

    @property
    def space(self) -> CodeSpace:
        """The codes that can be hidden and guessed."""
        return self.marking.space

    @property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """Every answer; an answer's id is its index here."""
        return self.marking.feedbacks

    @property
    def solved(self) -> Feedback:
        """The answer that ends the game: every peg exact."""
        return self.feedbacks[-1]

    def with_rows(self, rows: int) -> Rules:
        """Return the same game with another number of rows.

        :raises InvalidRules: unless there is at least one row.
        """
        return replace(self, rows=rows)

    def feedback(self, secret: Code, guess: Code) -> Feedback:
        """Return the codemaker's answer to ``guess``; ``str()`` of it says it in words.

        :raises InvalidCode: if one of the two is not a code of this game.
        """
        return self.marking.feedback(self.space.check(secret), self.space.check(guess))

    def feedback_ids(self, guess: Code, codes: CodeArray) -> IdArray:
        """Return the ids of the answers that each of ``codes`` would give to ``guess``.

        :param codes: rows, shape ``(n, pegs)``, such as :meth:`CodeSpace.array` lists.
        :returns: shape ``(n,)``; ``feedbacks[id]`` is the answer.
        :raises InvalidCode: if ``guess`` or one of ``codes`` is not a code of this game.
        """
        from mastermind_edu.games.arrays import answers

        guess = self.space.check(guess)
        return answers(self.marking, self.space.row(guess), self.space.check_array(codes))

    def feedback_matrix(self, guesses: CodeArray, codes: CodeArray) -> IdArray:
        """Return the answers' ids for all pairs, shape ``(len(guesses), len(codes))``.

        Both are arrays of rows. Memory is one or two bytes a pair: pass guesses in blocks.

        :raises InvalidCode: if one of them is not a code of this game.
        """
        check = self.space.check_array
        return self.marking.id_matrix(check(guesses), check(codes))

    def check_feedback(self, feedback: Iterable[Hashable]) -> Feedback:
        """Return ``feedback`` in this game's own type.

        :raises ImpossibleFeedback: if this game cannot answer so.
        """
        return self.marking.check(feedback)

    def feedback_id(self, feedback: Iterable[Hashable]) -> int:
        """Return the id of ``feedback``; the inverse of indexing :attr:`feedbacks`.

        :raises ImpossibleFeedback: if this game cannot answer so.
        """
        return self._ids[self.check_feedback(feedback)]

    @cached_property
    def _ids(self) -> dict[Feedback, int]:
        return {feedback: i for i, feedback in enumerate(self.feedbacks)}
