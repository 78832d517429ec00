"""Ways to choose the next guess, each a small object with a name, an idea and a source.

A strategy that judges part sizes gives each guess a whole number, the lower the better. Equal
numbers go to a guess that may be the code, then to the lexicographically first, so that every
strategy is exact and its totals are the published ones.

The entropy is judged by the sum of ``s log s`` over the parts, and different parts may give
equal sums: 4, 1, 1, 1, 1 and 2, 2, 2, 2 both 8 bits. Floats would break such ties by their
rounding. Here the logarithms of primes are rounded to whole numbers, and those of all other
sizes are sums of them, so what is equal in truth is equal in the machine.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mastermind_edu.games.codes import Code
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, mark
from mastermind_edu.solvers.candidates import PlayedRow, candidates, check_rows
from mastermind_edu.solvers.partitions import NoCandidates, SizeArray, blocks
from mastermind_edu.solvers.positions import Position, affordable, after, select
from mastermind_edu.solvers.symmetry import indices

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray

__all__ = [
    "ENTROPY",
    "EXPECTED_SIZE",
    "FIRST",
    "MINIMAX",
    "MOST_PARTS",
    "RANDOM",
    "STRATEGIES",
    "FirstConsistent",
    "PartitionStrategy",
    "RandomConsistent",
    "Ranked",
    "Strategy",
    "UnknownStrategy",
    "rank",
    "strategy",
]

ScoreArray: TypeAlias = NDArray[np.int64]
Progress: TypeAlias = Callable[[int, int], None]


class UnknownStrategy(ValueError):
    """There is no strategy of that name; the message says which there are."""


@dataclass(frozen=True)
class Strategy(ABC):
    """A way to choose the next guess.

    :param key: a short stable name, for files and addresses.
    :param title: the name shown to people, in the source language.
    :param plan: its idea in one sentence, in the source language.
    :param source: who published it, and where.
    """

    key: str
    title: str
    plan: str
    source: str

    def __repr__(self) -> str:
        return f"<Strategy {self.key}>"

    @property
    def name(self) -> str:
        """The strategy's name in the current language."""
        return gettext(self.title)

    @property
    def idea(self) -> str:
        """Its idea in one sentence, in the current language."""
        return gettext(self.plan)

    def choose(self, game: Rules, rows: Iterable[PlayedRow] = ()) -> Code:
        """Return the next guess after ``rows``, pairs of a guess and its answer.

        >>> from mastermind_edu.games.catalogue import CLASSIC
        >>> MINIMAX.choose(CLASSIC), MINIMAX.choose(CLASSIC, [((0, 0, 1, 1), (1, 1))])
        ((0, 0, 1, 1), (0, 0, 2, 3))

        :raises NoCandidates: if no code fits the rows.
        :raises ValueError: as :func:`~mastermind_edu.solvers.candidates.candidates` does.
        """
        played = check_rows(game, rows)
        position = after(game, [row.guess for row in played], _candidates(game, played))
        return game.space.code(self.choose_each(position)[0])

    @abstractmethod
    def choose_each(self, position: Position) -> CodeArray:
        """Return the next guess for each set of ``position``, as rows."""


class FirstConsistent(Strategy):
    """The first code that fits all answers."""

    def choose_each(self, position: Position) -> CodeArray:
        """Return the first candidate of each set."""
        first: CodeArray = position.codes[position.starts]
        return first


@dataclass(frozen=True, repr=False)
class RandomConsistent(Strategy):
    """Any code that fits all answers, drawn by lot; the same ``seed`` draws the same."""

    seed: int = 0

    def choose_each(self, position: Position) -> CodeArray:
        """Return the candidate of each set that comes first in a shuffled order of all codes."""
        order = np.random.default_rng(self.seed).permutation(position.game.space.size)
        drawn = order[indices(position.game.space, position.codes)]
        least = np.minimum.reduceat(drawn, position.starts)
        chosen: CodeArray = position.codes[drawn == np.repeat(least, position.sizes)]
        return chosen

    def seeded(self, seed: int) -> RandomConsistent:
        """Return the same strategy with another seed."""
        return RandomConsistent(self.key, self.title, self.plan, self.source, seed)


@dataclass(frozen=True, repr=False)
class PartitionStrategy(Strategy):
    """The guess with the best part sizes.

    :param score: turns part sizes, answers along the first axis, into whole numbers, of which
        the lowest is best. No parts may score better than all parts of one code.
    """

    score: Callable[[SizeArray], ScoreArray]

    def choose_each(self, position: Position) -> CodeArray:
        """Return the best guess for each set."""
        chosen, split = position.splitters()
        if not split.all():
            rest = position.only(~split)
            chosen.T[:, ~split] = self._best(rest).T
        return chosen

    def _best(self, position: Position) -> CodeArray:
        """Return the best of all guesses for each set."""
        sets = len(position.starts)
        best = np.full(sets, np.iinfo(np.int64).max)
        chosen = np.zeros(sets, dtype=np.intp)
        for block, sizes in blocks(
            position.game, position.guesses, position.codes, position.starts
        ):
            scores = self.ordered(sizes)
            first = scores.argmin(axis=0)
            lowest = scores[first, np.arange(sets)]
            better = lowest < best
            best[better] = lowest[better]
            chosen[better] = first[better] + block.start
        best_guesses: CodeArray = position.guesses[chosen]
        return best_guesses

    def ordered(self, sizes: SizeArray) -> ScoreArray:
        """Return the scores with candidates before others: all that decides but the order."""
        scores = 2 * self.score(sizes)
        scores += sizes[-1] == 0
        return scores


def _candidates(game: Rules, rows: Iterable[PlayedRow]) -> CodeArray:
    codes = candidates(game, rows)
    if not len(codes):
        raise NoCandidates(gettext("There is no candidate left: no code fits all rows."))
    return codes


def _largest(sizes: SizeArray) -> ScoreArray:
    largest: ScoreArray = sizes.max(axis=0).astype(np.int64)
    return largest


def _squares(sizes: SizeArray) -> ScoreArray:
    squares: ScoreArray = np.einsum("a...,a...->...", sizes, sizes, dtype=np.int64)
    return squares


def _logarithms(sizes: SizeArray) -> ScoreArray:
    logarithms = _size_logarithms(int(sizes.max()))
    total: ScoreArray = logarithms.take(sizes[0])
    for of_one_answer in sizes[1:]:
        total += logarithms.take(of_one_answer)
    return total


def _fewest(sizes: SizeArray) -> ScoreArray:
    fewest: ScoreArray = -np.count_nonzero(sizes, axis=0).astype(np.int64)
    return fewest


def _size_logarithms(largest: int) -> ScoreArray:
    return _size_logarithms_up_to(1 << largest.bit_length())


@lru_cache(maxsize=32)
def _size_logarithms_up_to(limit: int) -> ScoreArray:
    """Return ``s log s`` in whole units for s from 0, exactly additive over prime factors."""
    logarithms = np.zeros(limit, dtype=np.int64)
    for prime in range(2, limit):
        if logarithms[prime] == 0:
            unit = round(np.log2(prime) * (1 << 34))
            power = prime
            while power < limit:
                logarithms[power::power] += unit
                power *= prime
    return logarithms * np.arange(limit)


RANDOM: Final = RandomConsistent(
    "random",
    mark("Random consistent"),
    mark("Guess any code that fits all answers so far."),
    "P. F. Swaszek, The mastermind novice, Journal of Recreational Mathematics 30 (1999)",
)
FIRST: Final = FirstConsistent(
    "first",
    mark("First consistent"),
    mark("Guess the first code, in order, that fits all answers so far."),
    "E. Shapiro, Playing Mastermind logically, SIGART Bulletin 85 (1983)",
)
MINIMAX: Final = PartitionStrategy(
    "minimax",
    mark("Smallest worst case"),
    mark("Make the largest number of codes that can be left as small as possible."),
    "D. E. Knuth, The computer as master mind, Journal of Recreational Mathematics 9 (1976)",
    _largest,
)
EXPECTED_SIZE: Final = PartitionStrategy(
    "expected-size",
    mark("Smallest expected size"),
    mark("Make the number of codes that are left on average as small as possible."),
    "R. W. Irving, Towards an optimum Mastermind strategy, "
    "Journal of Recreational Mathematics 11 (1978)",
    _squares,
)
ENTROPY: Final = PartitionStrategy(
    "entropy",
    mark("Most information"),
    mark("Ask the question whose answer tells the most bits."),
    "E. Neuwirth, Some strategies for Mastermind, Zeitschrift für Operations Research 26 (1982)",
    _logarithms,
)
MOST_PARTS: Final = PartitionStrategy(
    "most-parts",
    mark("Most parts"),
    mark("Ask the question that has the most different answers."),
    "B. Kooi, Yet another Mastermind strategy, ICGA Journal 28 (2005)",
    _fewest,
)

STRATEGIES: Final[tuple[Strategy, ...]] = (
    RANDOM,
    FIRST,
    MINIMAX,
    EXPECTED_SIZE,
    ENTROPY,
    MOST_PARTS,
)


def strategy(key: str) -> Strategy:
    """Return the strategy whose key is ``key``.

    :raises UnknownStrategy: if there is none.
    """
    for known in STRATEGIES:
        if known.key == key:
            return known
    keys = ", ".join(known.key for known in STRATEGIES)
    raise UnknownStrategy(
        gettext("There is no strategy {key!r}. The strategies are {known}.").format(
            key=key, known=keys
        )
    )


class Ranked(NamedTuple):
    """A guess with its figures, as :class:`~mastermind_edu.solvers.partitions.Partition`."""

    guess: Code
    largest: int
    expected: float
    bits: float
    parts: int
    candidate: bool


def rank(
    game: Rules,
    rows: Iterable[PlayedRow] = (),
    by: PartitionStrategy = MINIMAX,
    progress: Progress | None = None,
) -> list[Ranked]:
    """Return every guess with its figures, the best by strategy ``by`` first.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> best = rank(CLASSIC, [((0, 0, 1, 1), (1, 1))], by=MOST_PARTS)[0]
    >>> best.guess, best.parts
    ((0, 2, 0, 3), 14)

    Where there are too many, it is every guess of a sample.

    :param progress: called with how many guesses have been looked at and how many there are;
        an exception that it raises ends the work.
    :raises NoCandidates: if no code fits the rows.
    """
    codes = _candidates(game, rows)
    guesses = game.space.array()
    one_set = np.zeros(1, dtype=np.intp)
    guesses = select(guesses, affordable(game.space, np.arange(len(guesses)), codes, one_set))
    scores: list[ScoreArray] = []
    figures: list[Ranked] = []
    for block, sizes in blocks(game, guesses, codes):
        scores.append(by.ordered(sizes)[:, 0])
        figures += _figures(game, guesses[block], sizes[:, :, 0])
        if progress is not None:
            progress(block.stop, len(guesses))
    order = np.argsort(np.concatenate(scores), kind="stable")
    return [figures[i] for i in order]


def _figures(game: Rules, guesses: CodeArray, sizes: SizeArray) -> Iterable[Ranked]:
    total = sizes[:, 0].sum()
    shares = sizes / total
    bits = -(shares * np.log2(shares, where=sizes > 0, out=np.zeros_like(shares))).sum(axis=0) + 0.0
    columns = zip(
        sizes.max(axis=0).tolist(),
        (_squares(sizes) / total).tolist(),
        bits.tolist(),
        np.count_nonzero(sizes, axis=0).tolist(),
        (sizes[-1] > 0).tolist(),
        strict=True,
    )
    for guess, figures in zip(guesses, columns, strict=True):
        yield Ranked(game.space.code(guess), *figures)
