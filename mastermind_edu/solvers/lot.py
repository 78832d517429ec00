"""The plainest way to guess: any code that fits, drawn by lot, in one game at a time."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from mastermind_edu.games.codes import Code
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.solvers.candidates import PlayedRow, candidates

__all__ = ["Lot"]


@dataclass(frozen=True)
class Lot:
    """Draws one of the codes that fit all answers; the same ``seed`` draws the same.

    As a strategy for whole trees it is :data:`mastermind_edu.solvers.strategies.RANDOM`.
    """

    seed: int

    @property
    def idea(self) -> str:
        """The idea in one sentence, in the current language."""
        return gettext("Guess any code that fits all answers so far.")

    def choose(self, game: Rules, rows: Iterable[PlayedRow] = ()) -> Code:
        """Return the next guess after ``rows``; some code fits them."""
        played = tuple(rows)
        codes = candidates(game, played)
        rng = random.Random(f"{self.seed}:{len(played)}")
        return game.space.code(codes[rng.randrange(len(codes))])
