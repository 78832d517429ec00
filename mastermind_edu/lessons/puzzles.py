"""Puzzles: a few rows of play that leave exactly one code, made from a seed.

A puzzle's grade says how hard its shortest deduction is: how many rows must be combined at
once to settle the hardest place of the code. A pupil who solves grade 2 puts two rows together
at most; one who solves grade 5 must hold five in mind.

A puzzle is made backwards. A secret is drawn and guesses are drawn and answered until one more
guess can leave the secret alone; of the guesses that do, one is drawn. Rows that were not
needed are dropped, and the puzzle is kept if it has the grade asked for.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import PerPosition
from mastermind_edu.games.play import Row
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, listing
from mastermind_edu.solvers.candidates import candidates, select
from mastermind_edu.solvers.deduction import Fact, facts

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray

__all__ = ["GRADES", "NoSuchPuzzle", "Puzzle", "grades", "make_puzzle"]

GRADES: Final = (2, 3, 4, 5)
"""How many rows the hardest deduction of a puzzle puts together."""

FACTS_A_ROW: Final = 3
LARGEST_FOR_TWO_ROWS: Final = 100_000
MOST_TRIES: Final = 400
MOST_GUESSES: Final = 1_500
"""The most guesses that are looked at for a row; of larger spaces, a sample."""


class NoSuchPuzzle(ValueError):
    """No puzzle of this grade was found, or there is no such grade."""


@dataclass(frozen=True)
class Puzzle:
    """Rows that leave exactly one code.

    :param rows: as a game would have played them; none can be left out.
    :param solution: the only code that fits.
    :param facts: what follows from the rows, each with its proof.
    """

    game: Rules
    rows: tuple[Row, ...]
    solution: Code
    facts: tuple[Fact, ...]

    @property
    def steps(self) -> tuple[Fact, ...]:
        """Facts on the way to the code, as row after row is taken in: what to ask for one by one.

        After each row come the new facts that a beginner can use, at most
        :data:`FACTS_A_ROW`; after the last one, all places.
        """
        steps: list[Fact] = []
        for count in range(1, len(self.rows) + 1):
            known = {fact.claim for fact in steps}
            new = [fact for fact in facts(self.game, self.rows[:count]) if fact.claim not in known]
            last = count == len(self.rows)
            steps += [fact for fact in new if fact.claim.decides] if last else new[:FACTS_A_ROW]
        return tuple(steps)

    @property
    def grade(self) -> int:
        """How many rows must be combined for the hardest place."""
        return max(len(fact.rows) for fact in self.facts if fact.claim.decides)

    def __repr__(self) -> str:
        return f"<Puzzle {self.game.key}: {len(self.rows)} rows, grade {self.grade}>"


def grades(game: Rules) -> tuple[int, ...]:
    """Return the grades that a game has puzzles of.

    Answers per position tell so much that four rows are hardly ever needed; and of hundreds
    of thousands of codes, two rows hardly ever leave one.
    """
    if isinstance(game.solved, PerPosition):
        return GRADES[:2]
    return GRADES[1:] if game.space.size > LARGEST_FOR_TWO_ROWS else GRADES


def make_puzzle(game: Rules, seed: int | str, grade: int) -> Puzzle:
    """Return a puzzle of ``grade``; the same seed makes the same puzzle.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> make_puzzle(CLASSIC, seed=1, grade=3)
    <Puzzle classic: 3 rows, grade 3>

    :raises NoSuchPuzzle: if there is no such grade, or the game has none of it.
    :raises SpaceTooLarge: if the game has too many codes to list.
    """
    if grade not in grades(game):
        raise NoSuchPuzzle(
            gettext("The puzzles of {game} have the grades {grades}; got {grade!r}.").format(
                game=game.name, grades=listing(grades(game)), grade=grade
            )
        )
    rng = random.Random(f"{game.key}:{grade}:{seed}")
    for _ in range(MOST_TRIES):
        puzzle = _attempt(game, rng, grade)
        if puzzle is not None and puzzle.grade == grade:
            return puzzle
    raise NoSuchPuzzle(
        gettext("No puzzle of grade {grade} was found for {game}.").format(
            grade=grade, game=game.name
        )
    )


def _attempt(game: Rules, rng: random.Random, rows: int) -> Puzzle | None:
    secret = game.space.random(rng)
    played = [_answered(game, secret, game.space.random(rng)) for _ in range(rows - 1)]
    left = candidates(game, played)
    last = _isolating(game, rng, left, secret)
    if last is None:
        return None
    needed = _needed(game, [*played, _answered(game, secret, last)])
    if len(needed) < rows:
        return None
    return Puzzle(game, tuple(needed), secret, facts(game, needed))


def _answered(game: Rules, secret: Code, guess: Code) -> Row:
    return Row(guess, game.feedback(secret, guess))


def _isolating(game: Rules, rng: random.Random, left: CodeArray, secret: Code) -> Code | None:
    """Return a guess, not the secret, whose answer leaves ``secret`` alone of the codes left."""
    if len(left) == 1:
        return None
    guesses = _sample(game, rng)
    ids = game.feedback_matrix(guesses, left)
    at = int(np.flatnonzero((left == np.array(game.space.row(secret))).all(axis=1))[0])
    alone = (ids == ids[:, at : at + 1]).sum(axis=1) == 1
    alone &= ids[:, at] != len(game.feedbacks) - 1
    found = np.flatnonzero(alone)
    return game.space.code(guesses[rng.choice(found.tolist())]) if len(found) else None


def _sample(game: Rules, rng: random.Random) -> CodeArray:
    everything = game.space.array()
    if len(everything) <= MOST_GUESSES:
        return everything
    chosen = np.zeros(len(everything), dtype=np.bool_)
    chosen[rng.sample(range(len(everything)), MOST_GUESSES)] = True
    return select(everything, chosen)


def _needed(game: Rules, rows: list[Row]) -> list[Row]:
    """Drop rows, the first ones first, that the others make needless."""
    for row in tuple(rows):
        others = [other for other in rows if other is not row]
        if len(candidates(game, others)) == 1:
            rows = others
    return rows
