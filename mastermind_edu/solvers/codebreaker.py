"""The computer as codebreaker: it guesses, a person answers, and a slip of theirs is mended.

People slip when they answer. So nothing is final here: the answer of any row can be edited,
and a row can be ignored and taken up again, even when the game is over. A slip shows at once
if the secret is known; if not, then at the latest when no code fits the answers.

>>> from mastermind_edu.games.catalogue import CLASSIC
>>> from mastermind_edu.solvers.strategies import MINIMAX
>>> breaker = Codebreaker(CLASSIC, MINIMAX)
>>> breaker.guess
(0, 0, 1, 1)
>>> breaker.answer((1, 1))
>>> len(breaker.candidates)
208
"""

from __future__ import annotations

import copy
import random
from collections.abc import Hashable, Iterable
from enum import Enum
from typing import NamedTuple, Protocol

from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import Feedback
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.solvers.candidates import (
    Candidates,
    Contradictions,
    Refutation,
    contradictions,
)
from mastermind_edu.solvers.lot import Lot

__all__ = [
    "Asked",
    "Chooser",
    "Codebreaker",
    "NoSuchRow",
    "NothingToAnswer",
    "Standing",
    "TooManyIgnored",
]


class NothingToAnswer(ValueError):
    """An answer when no guess waits for one."""


class NoSuchRow(ValueError):
    """A row that has not been played."""


class TooManyIgnored(ValueError):
    """More rows ignored than the game has."""


class Chooser(Protocol):
    """A way to choose the next guess, such as every strategy is."""

    def choose(self, game: Rules, rows: Iterable[Row]) -> Code:
        """Return the next guess after ``rows``; some code fits them."""


class Asked(NamedTuple):
    """A guess, the answer it got, and whether the row is ignored."""

    guess: Code
    feedback: Feedback
    ignored: bool = False


class Standing(Enum):
    """How the codebreaker gets on."""

    ASKING = "asking"
    STUCK = "stuck"
    FOUND = "found"
    UNFOUND = "not found"


class Codebreaker:
    """One game in which the computer finds the code of somebody who answers its guesses.

    :param strategy: how guesses are chosen; at random among the codes that fit, if none is given.
    :param seed: makes the random guesses of the same game the same ones.
    :raises SpaceTooLarge: if the game has too many codes to list.

    Rows that are not ignored are *in force*. They alone count: for the candidates, for the
    number of rows that the game allows, and when rows are numbered.
    """

    def __init__(
        self, game: Rules, strategy: Chooser | None = None, *, seed: int | str | None = None
    ) -> None:
        self.game = game
        self.strategy: Chooser = Lot(_number(game, seed)) if strategy is None else strategy
        self._candidates = Candidates(game)
        self._asked: tuple[Asked, ...] = ()
        self._secret: Code | None = None
        self._slips: tuple[Refutation, ...] = ()
        self._guess: Code | None = None
        self._contradictions: Contradictions | None = None

    def __repr__(self) -> str:
        played = f"{len(self.rows)} of {self.game.rows} rows"
        return f"<Codebreaker {self.game.key}: {played}, {self.standing.value}>"

    @property
    def asked(self) -> tuple[Asked, ...]:
        """All rows played, oldest first, the ignored ones too."""
        return self._asked

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows in force."""
        return self._candidates.rows

    @property
    def in_force(self) -> tuple[int, ...]:
        """For each row in force, its index in :attr:`asked`."""
        return tuple(index for index, row in enumerate(self._asked) if not row.ignored)

    @property
    def candidates(self) -> Candidates:
        """The codes that fit the rows in force; only to be looked at."""
        return self._candidates

    @property
    def secret(self) -> Code | None:
        """The code to be found, if it has been told."""
        return self._secret

    @property
    def slips(self) -> tuple[Refutation, ...]:
        """The rows in force whose answers the secret, if it has been told, would not give."""
        return self._slips

    @property
    def contradictions(self) -> Contradictions:
        """The rows in force that cannot all be true, and what would mend them."""
        if self._contradictions is None:
            self._contradictions = contradictions(self.game, self.rows)
        return self._contradictions

    @property
    def standing(self) -> Standing:
        """Whether a guess waits for its answer, and if not, why."""
        if self._slips or not len(self._candidates):
            return Standing.STUCK
        if any(row.feedback == self.game.solved for row in self.rows):
            return Standing.FOUND
        return Standing.UNFOUND if len(self.rows) >= self.game.rows else Standing.ASKING

    @property
    def guess(self) -> Code | None:
        """The guess that waits for its answer."""
        if self.standing is not Standing.ASKING:
            return None
        if self._guess is None:
            self._guess = self._choose()
        return self._guess

    def answer(self, feedback: Iterable[Hashable]) -> None:
        """Answer the guess with ``feedback``.

        :raises NothingToAnswer: if there is no guess.
        :raises ImpossibleFeedback: if the game cannot answer so.

        After any error of this and the other methods, everything is as it was before.
        """
        guess = self.guess
        if guess is None:
            raise NothingToAnswer(gettext("There is no guess to answer now."))
        self._settle((*self._asked, Asked(guess, self.game.check_feedback(feedback))))

    def edit(self, index: int, feedback: Iterable[Hashable]) -> None:
        """Make ``feedback`` the answer of row ``index`` of :attr:`asked`.

        :raises NoSuchRow: if there is no such row.
        :raises ImpossibleFeedback: if the game cannot answer so.
        """
        row = self._row(index)
        self._replace(index, row._replace(feedback=self.game.check_feedback(feedback)))

    def ignore(self, index: int) -> None:
        """Go on as if row ``index`` of :attr:`asked` had not been played; it stays there.

        :raises NoSuchRow: if there is no such row.
        :raises TooManyIgnored: if as many are ignored already as the game has rows.
        """
        row = self._row(index)
        if not row.ignored and len(self._asked) - len(self.rows) >= self.game.rows:
            raise self._too_many_ignored()
        self._replace(index, row._replace(ignored=True))

    def take_up(self, index: int) -> None:
        """Take row ``index`` of :attr:`asked` up again.

        :raises NoSuchRow: if there is no such row.
        """
        self._replace(index, self._row(index)._replace(ignored=False))

    def tell_secret(self, code: Iterable[Hashable]) -> None:
        """Tell the code to be found: answers are held against it, guesses are made without it.

        :raises InvalidCode: if it is not a code of the game.
        """
        self._settle(self._asked, self.game.space.check(code))

    def resume(self, asked: Iterable[Asked], secret: Iterable[Hashable] | None = None) -> None:
        """Go on with a game in which ``asked`` was played, whoever chose its guesses.

        :raises InvalidCode: if a guess or the secret is not a code of the game.
        :raises ImpossibleFeedback: if the game cannot answer so.
        :raises NoSuchRow: if the game has not so many rows.
        :raises TooManyIgnored: if more are ignored than the game has rows.
        """
        check = self.game.space.check
        rows = tuple(
            Asked(check(row.guess), self.game.check_feedback(row.feedback), bool(row.ignored))
            for row in asked
        )
        ignored = sum(row.ignored for row in rows)
        if len(rows) - ignored > self.game.rows:
            raise NoSuchRow(gettext("There is no such row in this game."))
        if ignored > self.game.rows:
            raise self._too_many_ignored()
        self._settle(rows, None if secret is None else check(secret))

    def _too_many_ignored(self) -> TooManyIgnored:
        return TooManyIgnored(
            gettext("No more than {n} rows can be ignored: change an answer instead.").format(
                n=self.game.rows
            )
        )

    def _row(self, index: int) -> Asked:
        if not 0 <= index < len(self._asked):
            raise NoSuchRow(gettext("There is no such row in this game."))
        return self._asked[index]

    def _replace(self, index: int, row: Asked) -> None:
        self._settle((*self._asked[:index], row, *self._asked[index + 1 :]))

    def _settle(self, asked: tuple[Asked, ...], secret: Code | None = None) -> None:
        """Make ``asked`` the rows, and guess if the game goes on; all of it or nothing."""
        settled = copy.copy(self)
        settled._secret = secret or self._secret
        settled._asked = asked
        settled._candidates = copy.copy(self._candidates)
        settled._candidates.update(Row(row.guess, row.feedback) for row in asked if not row.ignored)
        settled._slips = settled._find_slips()
        settled._contradictions = None
        if settled.rows != self.rows:
            settled._guess = None
        if settled.standing is Standing.ASKING and settled._guess is None:
            settled._guess = settled._choose()
        self.__dict__.update(settled.__dict__)

    def _find_slips(self) -> tuple[Refutation, ...]:
        if self._secret is None:
            return ()
        expected = [self.game.feedback(self._secret, row.guess) for row in self.rows]
        return tuple(
            Refutation(self.game, self._secret, index, row, right)
            for index, (row, right) in enumerate(zip(self.rows, expected, strict=True))
            if row.feedback != right
        )

    def _choose(self) -> Code:
        return self.game.space.check(self.strategy.choose(self.game, self.rows))


def _number(game: Rules, seed: int | str | None) -> int:
    rng = random.SystemRandom() if seed is None else random.Random(f"{game.key}:{seed}")
    return rng.getrandbits(32)
