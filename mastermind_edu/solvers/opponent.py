"""The computer as a player of a match, and answers of a person that cannot be.

>>> from mastermind_edu.games.catalogue import CLASSIC
>>> from mastermind_edu.games.match import new_match
>>> match = new_match(CLASSIC, ("Ana", "Computer"), computers=(None, "minimax"))
>>> print(Opponent(match).guess(match.hide((0, 1, 2, 3))).current.rows[0].feedback)
1 in the right place, 1 in the wrong place
"""

from __future__ import annotations

import random
from functools import lru_cache
from typing import TYPE_CHECKING

from mastermind_edu.games.match import Match, OutOfTurn, Phase
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.solvers.candidates import candidates
from mastermind_edu.solvers.strategies import RandomConsistent, Strategy, strategy

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray

__all__ = ["Opponent", "fitting", "is_stuck"]


@lru_cache(maxsize=4)
def fitting(game: Rules, rows: tuple[Row, ...]) -> CodeArray:
    """Return the codes that fit ``rows``, as :func:`~mastermind_edu.solvers.candidates.candidates`.

    It keeps the last ones, since a match asks for the same again and again.
    """
    return candidates(game, rows)


def is_stuck(match: Match) -> bool:
    """Tell whether no code fits the answers of the game in play, so that one must be wrong.

    It can be so only while the code is on paper.

    :raises SpaceTooLarge: if it is on paper and the game has too many codes to list.
    """
    played = match.current
    if played.secret is not None or not played.rows:
        return False
    return not len(fitting(match.game, played.rows))


class Opponent:
    """What the computer does in a match of the two players of ``match``.

    :param rng: draws its codes and its random guesses.
    :raises UnknownStrategy: if the match names a strategy that there is not.
    """

    def __init__(self, match: Match, rng: random.Random | None = None) -> None:
        self._rng = rng or random.SystemRandom()
        self._strategies = [None if key is None else strategy(key) for key in match.computers]

    def strategy(self, match: Match) -> Strategy | None:
        """Return how the codebreaker of the game in play guesses, or None for a person."""
        return self._strategies[match.current.codebreaker]

    def go_on(self, match: Match) -> Match:
        """Make the moves that are due to the computer: hide a code, answer, ask a guess.

        A guess that the program would answer at once is left to :meth:`guess`, so that people
        can look at one after another.

        :raises SpaceTooLarge: if it is to guess in a game with too many codes to list.
        """
        hides = self._strategies[match.current.codemaker] is not None
        if hides and match.phase is Phase.HIDE:
            return match.hide(match.game.space.random(self._rng))
        if hides and match.phase is Phase.ANSWER:
            return match.answer(match.right_answer)
        if match.answered_by_hand and self.is_to_guess(match) and not is_stuck(match):
            return self.guess(match)
        return match

    def is_to_guess(self, match: Match) -> bool:
        """Tell whether a guess is due and the computer is the codebreaker."""
        return match.phase is Phase.GUESS and self.strategy(match) is not None

    def guess(self, match: Match) -> Match:
        """Make the computer's guess.

        :raises OutOfTurn: if none is due.
        :raises NoCandidates: if no code fits the answers.
        :raises SpaceTooLarge: if the game has too many codes to list.
        """
        plan = self.strategy(match)
        if plan is None or match.phase is not Phase.GUESS:
            raise OutOfTurn(gettext("It is not for the computer to guess now."))
        if isinstance(plan, RandomConsistent):
            plan = plan.seeded(self._rng.getrandbits(32))
        return match.guess(plan.choose(match.game, match.current.rows))
