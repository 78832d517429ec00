"""Sets of candidates that wait for a guess, and the guesses worth a look.

A game in progress is one set; a whole level of a strategy's tree is many, side by side, so
that each step below is a few passes over arrays however many sets there are.

Two guesses that a symmetry of the position turns into each other need one look: for the
second guess of *super* 315 guesses stand for 32,768. Where guesses times candidates are still
too many, as in Grand Mastermind, a sample of the guesses is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from mastermind_edu.games.codes import Code, CodeSpace
from mastermind_edu.games.rules import Rules
from mastermind_edu.solvers.kernels import count_parts
from mastermind_edu.solvers.symmetry import Relabelling, indices, orbit_leaders, symmetry

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray

__all__ = ["Position", "affordable", "after", "select"]

MOST_PAIRS: Final = 1 << 28
MOST_PAIRS_IN_ALL: Final = 1 << 32
"""How many pairs of guess and candidate are looked at for one set and for all, at most."""

SAMPLED_PAIRS: Final = 1 << 24
FEWEST_SAMPLED: Final = 64
"""How many are looked at otherwise, and how many guesses however many candidates there are."""

TOGETHER: Final = 192
"""About how many candidates of small sets are answered together."""


@dataclass(frozen=True)
class Position:
    """Sets of candidates, each waiting for its next guess.

    :param codes: the candidates as rows, those of one set side by side and in order.
    :param starts: where each set begins.
    :param guesses: what may be guessed, as rows in lexicographic order.
    """

    game: Rules
    codes: CodeArray
    starts: NDArray[np.intp]
    guesses: CodeArray

    @cached_property
    def sizes(self) -> NDArray[np.intp]:
        """How many candidates each set has."""
        return np.diff(self.starts, append=len(self.codes))

    @cached_property
    def set_of(self) -> NDArray[np.intp]:
        """The set that each candidate is in."""
        return np.repeat(np.arange(len(self.starts)), self.sizes)

    def only(self, which: NDArray[np.bool_]) -> Position:
        """Return the position of the sets that ``which`` marks."""
        sizes = self.sizes[which]
        codes = select(self.codes, np.flatnonzero(which[self.set_of]))
        return Position(self.game, codes, np.cumsum(sizes) - sizes, self.guesses)

    def answers(self, guesses: CodeArray) -> NDArray[np.intp]:
        """Return the id of each candidate's answer to the guess of its set."""
        ids = np.empty(len(self.codes), dtype=np.intp)
        for sets, codes in self._together():
            matrix = self.game.feedback_matrix(guesses[sets], self.codes[codes])
            ids[codes] = matrix[self.set_of[codes] - sets.start, np.arange(matrix.shape[1])]
        return ids

    def splitters(self) -> tuple[CodeArray, NDArray[np.bool_]]:
        """Return for each set its first candidate that splits all apart, and whether one does.

        No guess can be better, whatever one wants of the parts; this settles most small sets.
        """
        chosen = self.starts.copy()
        split = self.sizes <= 2
        open_sets = ~split & (self.sizes <= len(self.game.feedbacks))
        if open_sets.any():
            first, split[open_sets] = self.only(open_sets)._apart()
            chosen[open_sets] += first
        return select(self.codes, chosen), split

    def _apart(self) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
        """Return for each set the place of the first candidate that splits it, or 0, False."""
        apart = np.empty(len(self.codes), dtype=np.bool_)
        for sets, codes in self._together():
            rows = self.codes[codes]
            ids = self.game.feedback_matrix(rows, rows)
            starts = self.starts[sets] - codes.start
            counts = count_parts(ids, starts, len(self.game.feedbacks))
            own = counts[:, np.arange(len(rows)), self.set_of[codes] - sets.start]
            apart[codes] = own.max(axis=0) == 1
        place = np.arange(len(self.codes)) - self.starts[self.set_of]
        place[~apart] = len(self.codes)
        first = np.minimum.reduceat(place, self.starts)
        found = first < len(self.codes)
        return np.where(found, first, 0), found

    def _together(self) -> Iterator[tuple[slice, slice]]:
        """Yield slices of sets with about :data:`TOGETHER` codes, and of their codes."""
        first = 0
        while first < len(self.starts):
            begin = self.starts[first]
            last = int(np.searchsorted(self.starts, begin + TOGETHER, side="right")) - 1
            last = max(last, first + 1)
            if begin + TOGETHER >= len(self.codes):
                last = len(self.starts)
            end = self.starts[last] if last < len(self.starts) else len(self.codes)
            yield slice(first, last), slice(int(begin), int(end))
            first = last


def after(
    game: Rules,
    guesses: Sequence[Code] | None,
    codes: CodeArray,
    starts: NDArray[np.intp] | None = None,
) -> Position:
    """Return the position in which ``guesses`` have left the sets ``codes``, by default one set.

    Its guesses are every code, but of those that a symmetry of the position turns into each
    other only the first. ``guesses`` is None where the sets have not the same ones.
    """
    if starts is None:
        starts = np.zeros(1, dtype=np.intp)
    leaders = np.arange(game.space.size)
    if guesses is not None:
        position = Position(game, codes, starts, codes)
        leaders = orbit_leaders(game.space, list(_moves(position, guesses)))
    chosen = affordable(game.space, leaders, codes, starts)
    return Position(game, codes, starts, select(game.space.array(), chosen))


def _moves(position: Position, guesses: Sequence[Code]) -> Iterator[Relabelling]:
    """Yield symmetries that leave the guesses and each set of candidates as they are."""
    space = position.game.space
    symmetries = symmetry(position.game)
    if not guesses:
        yield from symmetries.generators()
        return
    before = _marked(position, position.codes)
    absent = symmetries.swaps_of_absent(np.unique(position.codes).tolist())
    for move in symmetries.fixing([space.row(guess) for guess in guesses]) + absent:
        if np.array_equal(before, _marked(position, move(position.codes))):
            yield move


def _marked(position: Position, codes: CodeArray) -> NDArray[np.intp]:
    """Return the codes of each set in order, so that equal sets look equal."""
    space = position.game.space
    return np.sort(indices(space, codes) + position.set_of * space.size)


def affordable(
    space: CodeSpace,
    guesses: NDArray[np.intp],
    codes: CodeArray,
    starts: NDArray[np.intp],
) -> NDArray[np.intp]:
    """Return the guesses, or if they are too many, some of them and some candidates, in order."""
    largest = np.diff(starts, append=len(codes)).max(initial=0)
    if len(guesses) * largest <= MOST_PAIRS and len(guesses) * len(codes) <= MOST_PAIRS_IN_ALL:
        return guesses
    half = max(FEWEST_SAMPLED, SAMPLED_PAIRS // len(codes)) // 2
    among = (guesses, indices(space, codes))
    spread = [some[np.linspace(0, len(some) - 1, half).astype(np.intp)] for some in among]
    return np.unique(np.concatenate(spread))


def select(rows: CodeArray, which: NDArray[np.intp]) -> CodeArray:
    """Return the rows at ``which``, their columns contiguous."""
    columns: NDArray[Any] = rows.T.take(which, axis=1)
    return columns.T
