"""A game in progress: one secret, the rows played, and how it ended.

The secret can be had only when the game is over: not from ``repr`` or ``str``; and what is
pickled or copied of a game is its :class:`GameState`, which has no secret.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import Feedback
from mastermind_edu.games.rules import Rules
from mastermind_edu.games.sealing import seal
from mastermind_edu.language import gettext

__all__ = ["Game", "GameOver", "GameState", "NothingToUndo", "Row", "SecretHidden", "Status"]


class GameOver(ValueError):
    """A move in a game that has ended."""


class SecretHidden(ValueError):
    """The secret was asked for before the game ended."""


class NothingToUndo(ValueError):
    """Undo in a game without rows, or in one that has ended."""


class Row(NamedTuple):
    """A guess and the answer it got."""

    guess: Code
    feedback: Feedback


class Status(Enum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"
    RESIGNED = "resigned"


@dataclass(frozen=True)
class GameState:
    """All of a game that its codebreaker may know."""

    rules: Rules
    rows: tuple[Row, ...]
    status: Status


class Game:
    """One game of ``rules``, against a secret given, seeded, or drawn by lot.

    :param secret: the code to find; drawn if none is given.
    :param seed: draws the same secret for the same seed and game, if none is given.
    :raises InvalidCode: if ``secret`` is not a code of the game.
    """

    __slots__ = ("_resigned", "_rows", "_secret", "rules")

    def __init__(
        self,
        rules: Rules,
        secret: Iterable[Hashable] | None = None,
        *,
        seed: int | str | None = None,
    ) -> None:
        self.rules = rules
        self._rows: list[Row] = []
        self._resigned = False
        self._secret = draw(rules, seed) if secret is None else rules.space.check(secret)

    def __repr__(self) -> str:
        played = f"{len(self._rows)} of {self.rules.rows} rows"
        return f"<Game {self.rules.key}: {played}, {self.status.value}>"

    def __reduce__(self) -> tuple[type[GameState], tuple[Rules, tuple[Row, ...], Status]]:
        return GameState, (self.rules, self.rows, self.status)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The guesses so far and their answers, oldest first."""
        return tuple(self._rows)

    @property
    def status(self) -> Status:
        """Whether the game goes on, and if not, how it ended."""
        if self._rows and self._rows[-1].feedback == self.rules.solved:
            return Status.WON
        if self._resigned:
            return Status.RESIGNED
        return Status.LOST if len(self._rows) == self.rules.rows else Status.PLAYING

    @property
    def state(self) -> GameState:
        """What the codebreaker may know, without the secret."""
        return GameState(self.rules, self.rows, self.status)

    @property
    def secret(self) -> Code:
        """The secret, once the game is over.

        :raises SecretHidden: while it is being played.
        """
        if self.status is Status.PLAYING:
            raise SecretHidden(gettext("The secret is shown when the game is over."))
        return self._secret

    def sealed(self) -> str:
        """Return the secret in an envelope, for a page to keep while it may not read it."""
        return seal(self.rules, self._secret)

    def guess(self, code: Iterable[Hashable]) -> Feedback:
        """Play ``code`` in the next row and return the answer.

        :raises GameOver: if the game has ended.
        :raises InvalidCode: if it is not a code of the game; the game stays as it was.
        """
        self._refuse_if_over()
        guess = self.rules.space.check(code)
        feedback = self.rules.feedback(self._secret, guess)
        self._rows.append(Row(guess, feedback))
        return feedback

    def undo(self) -> Row:
        """Take the last row back and return it.

        :raises NothingToUndo: if there is none, or the game has ended.
        """
        if self.status is not Status.PLAYING:
            raise NothingToUndo(gettext("The game is over: no row can be taken back."))
        if not self._rows:
            raise NothingToUndo(gettext("There is no row to take back."))
        return self._rows.pop()

    def resign(self) -> None:
        """Give up: the game is over and the secret may be seen.

        :raises GameOver: if the game has ended already.
        """
        self._refuse_if_over()
        self._resigned = True

    def _refuse_if_over(self) -> None:
        if self.status is not Status.PLAYING:
            raise GameOver(gettext("The game is over."))


def draw(rules: Rules, seed: int | str | None = None) -> Code:
    """Draw a secret; the same ``seed`` always gives the same secret of a game."""
    rng = random.SystemRandom() if seed is None else random.Random(f"{rules.key}:{seed}")
    return rules.space.random(rng)
