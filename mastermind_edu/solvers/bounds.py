"""How few guesses a set of candidates could need at best, quickly.

The *total* of a set is the number of guesses that all its codes need together. Nothing below
plays on: each figure is a lower bound that the true least total cannot undercut.

By number alone: a guess finds at most one code and each other answer leads to one more guess,
so at most 1, w, w², … codes can be found by guess 1, 2, 3, … where w is the number of answers
short of the last.

By the parts that the codes really allow: if a guess splits n codes into p parts, its total is
at least 3n - p, and one less if it is itself one of the codes; so the most parts that any
guess makes give a bound for all. The parts are counted for all guesses at once: each pair of
code and guess has a word with the bit of its answer set, the words of the codes are or-ed
together, and the bits that are set are the parts. That is a few vector instructions for
every 32 guesses, against one memory access for every code of every guess, and it is what
makes this search faster than those that count: see :mod:`mastermind_edu.solvers.optimal`.
"""

from __future__ import annotations

from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.solvers import kernels
from mastermind_edu.solvers.kernels import PlaneArray

__all__ = ["NEVER", "UNLIMITED", "Bounds", "GameTooLarge"]

NEVER: Final = kernels.BEYOND
"""The total of a set that cannot be done within the guesses left."""

UNLIMITED: Final = 255
"""Guesses left when there is no limit."""

LARGEST: Final = 8000
"""The most codes of a game whose optimum is looked for: all pairs are held in memory."""


class GameTooLarge(ValueError):
    """A game with too many codes for all its pairs to be held in memory."""


class Bounds:
    """The tables of one game. Codes and guesses are indices in its lexicographic list.

    :ivar ids: the answer of each guess to each code, shape ``(guesses, codes)``.
    :raises GameTooLarge: if the game has more codes than :data:`LARGEST`.
    """

    def __init__(self, game: Rules) -> None:
        if game.space.size > LARGEST:
            raise GameTooLarge(
                gettext(
                    "The optimum can be looked for in up to {limit:,} codes, not {n:,}."
                ).format(limit=LARGEST, n=game.space.size)
            )
        everything = game.space.array()
        self.answers = len(game.feedbacks)
        self.ids = game.feedback_matrix(everything, everything)
        self._tables: dict[int, NDArray[np.int64]] = {}

    @cached_property
    def planes(self) -> PlaneArray:
        """The bit of each answer, shape ``(planes, codes, guesses)``, with guesses up to a word."""
        bits = 16 if self.answers <= 16 else 32 if self.answers <= 32 else 64
        size = len(self.ids)
        count = -(-self.answers // bits)
        padded = -(-size * bits // 64) * 64 // bits
        planes = np.zeros((count, size, padded), dtype=f"u{bits // 8}")
        for plane in range(count):
            first = plane * bits
            bit = np.zeros(self.answers, dtype=planes.dtype)
            here = bit[first : first + bits]
            here[:] = 1 << np.arange(len(here), dtype=np.uint64)
            planes[plane, :, :size] = bit[self.ids.T]
        return planes

    def capacity(self, left: int) -> int:
        """Return how many codes at most can be told apart within ``left`` guesses."""
        capacity = 0
        for _ in range(left):
            capacity = min(1 + (self.answers - 1) * capacity, len(self.ids))
        return capacity

    def by_number(self, left: int) -> NDArray[np.int64]:
        """Return the least total of any 0, 1, 2, … codes within ``left`` guesses."""
        if left not in self._tables:
            lengths = np.full(len(self.ids), NEVER)
            done, guess, width = 0, 1, 1
            while done < min(self.capacity(left), len(lengths)):
                lengths[done : done + width] = guess
                done, guess, width = done + width, guess + 1, width * (self.answers - 1)
            lengths[self.capacity(left) :] = NEVER
            totals = np.minimum(np.cumsum(lengths), NEVER)
            self._tables[left] = np.concatenate([np.zeros(1, dtype=np.int64), totals])
        return self._tables[left]

    def least(self, codes: NDArray[np.intp], left: int) -> int:
        """Return a lower bound on the total of ``codes``; it is exact if it is 2n - 1."""
        size = len(codes)
        by_number = int(self.by_number(left)[size])
        if size <= 2:
            return by_number
        return max(by_number, 3 * size - kernels.most_parts(self.planes, codes))

    def least_after(self, codes: NDArray[np.intp], guess: int, limit: int, left: int) -> int:
        """Return a lower bound on the total of ``codes`` when ``guess`` is the next guess.

        It is not sharpened further once it is as large as ``limit``.
        """
        table = self.by_number(left - 1)
        return kernels.least_after(self.ids, self.planes, table, codes, guess, limit)

    def order(
        self, codes: NDArray[np.intp], guesses: NDArray[np.intp], limit: int, left: int
    ) -> tuple[list[int], list[int], int]:
        """Return the guesses that may stay below ``limit``, best first, and their bounds.

        Of guesses with one bound, those with the more even parts come first. The third is the
        least bound of all other guesses.
        """
        parts = kernels.count_bits(self.planes, codes).astype(np.intp)
        parts[codes] += 1
        by_parts = 3 * len(codes) - parts[guesses]
        low = by_parts < limit
        bounds, squares = kernels.judge(self.ids, self.by_number(left - 1), codes, guesses[low])
        others = min(by_parts[~low].min(initial=NEVER), bounds[bounds >= limit].min(initial=NEVER))
        ranking = np.lexsort((squares, bounds))
        ranking = ranking[bounds[ranking] < limit]
        return guesses[low][ranking].tolist(), bounds[ranking].tolist(), int(others)

    def parts(self, codes: NDArray[np.intp], guess: int) -> list[NDArray[np.intp]]:
        """Return the parts that ``guess`` makes of ``codes``, the smallest first.

        The part that is the guess itself is left out: its code has been found.
        """
        ids = self.ids[guess, codes]
        order = np.argsort(ids, kind="stable")
        ends = np.cumsum(np.bincount(ids, minlength=self.answers))
        parts = np.split(codes[order], ends[:-1])[:-1]
        return sorted((part for part in parts if len(part)), key=len)
