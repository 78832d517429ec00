"""How a guess would split the candidates: one part for each answer it can get.

A good question has many answers, all about equally likely; every strategy is a way of
judging part sizes. :func:`partition` looks at one guess and :func:`partition_sizes` at many.
Both ask the game for answers in blocks, so that memory stays at a few megabytes whatever the
number of pairs.

What was tried for the counting, 1,296 x 1,296 ids of one byte each, on one core: a comparison
and a sum for each answer 2.9 ms (but in proportion to the number of answers: 81 in Senha),
``bincount`` guess by guess 3.4 ms, ``bincount`` over blocks 3.9 ms, of which a block of 2^17
pairs keeps its keys in the cache (all at once, with many sets: 14 ms). Blocks won, because
they also count many sets of candidates at once, which a whole tree needs.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mastermind_edu.games.codes import Code
from mastermind_edu.games.feedback import Feedback
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext
from mastermind_edu.solvers.kernels import count_parts

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray

__all__ = [
    "NoCandidates",
    "NotRows",
    "Partition",
    "as_rows",
    "blocks",
    "partition",
    "partition_sizes",
]

SizeArray: TypeAlias = NDArray[np.int32]
Codes: TypeAlias = "CodeArray | Iterable[Code]"

ANSWERED = 1 << 21
COUNTED = 1 << 17
"""How many pairs of guess and code are answered, and then counted, at once."""


class NoCandidates(ValueError):
    """No code is left that fits, so that there is nothing to split or to guess."""


class NotRows(ValueError):
    """An array that does not hold codes as rows of one game."""


@dataclass(frozen=True)
class Partition:
    """The parts into which one guess splits the candidates: how many give each answer."""

    guess: Code
    sizes: Mapping[Feedback, int]
    solved: Feedback

    @property
    def total(self) -> int:
        """How many candidates there are."""
        return sum(self.sizes.values())

    @property
    def parts(self) -> int:
        """How many different answers can come."""
        return len(self.sizes)

    @property
    def largest(self) -> int:
        """How many candidates the worst answer leaves."""
        return max(self.sizes.values())

    @property
    def expected(self) -> float:
        """How many candidates are left on average."""
        return sum(size * size for size in self.sizes.values()) / self.total

    @cached_property
    def bits(self) -> float:
        """How much is learnt on average: the entropy of the answer."""
        return entropy(np.array(list(self.sizes.values())))

    @property
    def candidate(self) -> bool:
        """Whether the guess may itself be the code."""
        return self.solved in self.sizes


def partition(game: Rules, guess: Code, candidates: Codes | None = None) -> Partition:
    """Return how ``guess`` splits ``candidates``, by default every code of the game.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> first = partition(CLASSIC, CLASSIC.space.parse("1122"))
    >>> first.largest, round(first.expected, 2), round(first.bits, 3), first.parts
    (256, 204.54, 2.885, 13)

    :raises InvalidCode: if ``guess`` is not a code of the game.
    :raises NoCandidates: if there is no candidate.
    """
    guess = game.space.check(guess)
    sizes = partition_sizes(game, [guess], candidates)[0]
    parts = {game.feedbacks[i]: int(sizes[i]) for i in np.flatnonzero(sizes)}
    return Partition(guess, parts, game.solved)


def partition_sizes(game: Rules, guesses: Codes, candidates: Codes | None = None) -> SizeArray:
    """Return how many of ``candidates`` give each answer to each of ``guesses``.

    Both are codes, or an array of rows such as :meth:`CodeSpace.array` lists; candidates are
    every code of the game unless given.

    :returns: shape ``(guesses, answers)``; column ``i`` belongs to ``game.feedbacks[i]``.
    :raises InvalidCode: if a guess or a candidate is not a code of the game.
    :raises NotRows: if an array has not one column for each peg, or values that are no kinds.
    :raises NoCandidates: if there is no candidate.
    """
    rows = as_rows(game, guesses)
    codes = game.space.array() if candidates is None else as_rows(game, candidates)
    sizes = np.empty((len(rows), len(game.feedbacks)), dtype=np.int32)
    for block, counts in blocks(game, rows, codes):
        sizes[block] = counts[:, :, 0].T
    return sizes


def entropy(sizes: NDArray[Any]) -> float:
    """Return the bits that an answer tells whose parts have these sizes."""
    shares = sizes[sizes > 0] / sizes.sum()
    return -math.fsum(shares * np.log2(shares)) + 0.0


def blocks(
    game: Rules, guesses: CodeArray, codes: CodeArray, starts: NDArray[np.intp] | None = None
) -> Iterator[tuple[slice, SizeArray]]:
    """Yield the part sizes of block after block of ``guesses``, in bounded memory.

    ``codes`` may hold several sets, one after the other, that begin at ``starts``.

    :returns: pairs of a slice of the guesses and its sizes, shape ``(answers, guesses, sets)``.
    :raises NoCandidates: if there is no code.
    """
    if not len(codes):
        raise NoCandidates(gettext("There is no candidate left: no code fits."))
    if starts is None:
        starts = np.zeros(1, dtype=np.intp)
    answers = len(game.feedbacks)
    step = max(1, ANSWERED // len(codes))
    small = max(1, COUNTED // max(len(codes), len(starts) * answers // 4))
    for first in range(0, len(guesses), step):
        ids = game.feedback_matrix(guesses[first : first + step], codes)
        for begin in range(0, len(ids), small):
            part = ids[begin : begin + small]
            block = slice(first + begin, first + begin + len(part))
            yield block, count_parts(part, starts, answers)


def as_rows(game: Rules, codes: Codes) -> CodeArray:
    """Return ``codes`` as an array of rows; an array is only looked at, not copied.

    :raises InvalidCode: if one of them is not a code of the game.
    :raises NotRows: if an array has not one column for each peg, or values that are no kinds.
    """
    space = game.space
    if not isinstance(codes, np.ndarray):
        rows = [space.row(space.check(code)) for code in codes]
        return np.array(rows, dtype=np.uint8).reshape(-1, space.pegs)
    kinds = len(space.kinds)
    fits = codes.ndim == 2 and codes.shape[1] == space.pegs and codes.dtype.kind in "iu"
    if not fits or (codes.size and not 0 <= codes.min() <= codes.max() < kinds):
        raise NotRows(
            gettext(
                "Expected rows of {pegs} whole numbers from 0 to {last}, got an array of "
                "shape {shape} and type {type}."
            ).format(pegs=space.pegs, last=kinds - 1, shape=codes.shape, type=codes.dtype)
        )
    return codes.astype(np.uint8, copy=False)
