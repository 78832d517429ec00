"""A strategy for games too large to look at every guess, such as Grand Mastermind.

The parts of a guess are judged on a sample of the candidates, and not all guesses are judged:
some are drawn by lot, half of them candidates, and the best of these are then improved place
by place, each by all guesses that differ from it in one peg, until that no longer helps. What
is drawn depends on how many candidates there are alone, so equal games are played alike.

``python -m mastermind_edu.solvers.sampling`` plays a thousand games of Grand Mastermind.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from mastermind_edu.games.catalogue import GRAND, MOST_ROWS
from mastermind_edu.games.codes import Code, CodeSpace
from mastermind_edu.games.play import Game, Row, Status
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, mark
from mastermind_edu.solvers.candidates import PlayedRow, candidates, check_rows
from mastermind_edu.solvers.partitions import NoCandidates, blocks
from mastermind_edu.solvers.positions import Position, select
from mastermind_edu.solvers.strategies import ENTROPY, PartitionStrategy, ScoreArray, Strategy

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray

__all__ = ["SAMPLED_ENTROPY", "SampledStrategy", "play"]


@dataclass(frozen=True, repr=False)
class SampledStrategy(Strategy):
    """The best guess, as ``judge`` sees it on a sample of candidates, that a search finds.

    :param guesses: how many guesses are drawn at first.
    :param candidates: how many candidates they are judged on, at most.
    :param kept: how many of the best are improved at a time.
    :param rounds: how many times they are improved, at most.
    :param seed: what is drawn.
    """

    judge: PartitionStrategy = ENTROPY
    guesses: int = 1000
    candidates: int = 4000
    kept: int = 10
    rounds: int = 4
    seed: int = 0

    def choose(self, game: Rules, rows: Iterable[PlayedRow] = ()) -> Code:
        """Return the next guess after ``rows``.

        :raises NoCandidates: if no code fits the rows.
        :raises ValueError: as :func:`~mastermind_edu.solvers.candidates.candidates` does.
        """
        return _chosen(self, game, check_rows(game, rows))

    def choose_each(self, position: Position) -> CodeArray:
        """Return the next guess for each set."""
        chosen, split = position.splitters()
        ends = position.starts + position.sizes
        for index in np.flatnonzero(~split):
            codes = position.codes[position.starts[index] : ends[index]]
            chosen[index] = self._search(position.game, codes)
        return chosen

    def _search(self, game: Rules, codes: CodeArray) -> CodeArray:
        """Return the best guess found for one set of candidates."""
        if len(codes) == game.space.size:
            return np.array(game.space.row(_opening(game, self.judge)), dtype=np.uint8)
        rng = np.random.default_rng((self.seed, len(codes)))
        sample = _draw(codes, self.candidates, rng)
        best = np.concatenate(
            [
                _draw(codes, self.guesses // 2, rng),
                _draw(game.space.array(), self.guesses // 2, rng),
            ]
        )
        scores = self._scores(game, best, sample)
        for _ in range(self.rounds):
            lowest = scores.min()
            best = _neighbours(game.space, best[np.argsort(scores, kind="stable")[: self.kept]])
            scores = self._scores(game, best, sample)
            if scores.min() == lowest:
                break
        guess: CodeArray = best[scores.argmin()]
        return guess

    def _scores(self, game: Rules, guesses: CodeArray, sample: CodeArray) -> ScoreArray:
        parts = blocks(game, guesses, sample)
        return np.concatenate([self.judge.ordered(sizes)[:, 0] for _, sizes in parts])


@lru_cache(maxsize=4096)
def _chosen(strategy: SampledStrategy, game: Rules, rows: tuple[Row, ...]) -> Code:
    """Return the next guess; the first moves of many games are alike and chosen once."""
    codes = candidates(game, rows)
    if not len(codes):
        raise NoCandidates(gettext("There is no candidate left: no code fits all rows."))
    one_set = np.zeros(1, dtype=np.intp)
    guess = strategy.choose_each(Position(game, codes, one_set, codes))[0]
    return game.space.code(guess)


@lru_cache(maxsize=64)
def _opening(game: Rules, judge: PartitionStrategy) -> Code:
    """Return the first guess; a game's symmetries leave few, so all are judged on all codes."""
    return judge.choose(game)


def _draw(codes: CodeArray, number: int, rng: np.random.Generator) -> CodeArray:
    """Return ``number`` different codes, or all if there are no more, in order."""
    if len(codes) <= number:
        return codes
    return select(codes, np.sort(rng.choice(len(codes), number, replace=False)))


def _neighbours(space: CodeSpace, guesses: CodeArray) -> CodeArray:
    """Return the guesses and all that differ from one of them in one place, each once."""
    kinds = len(space.kinds)
    changed = [guesses]
    for place in range(space.pegs):
        others = np.repeat(guesses, kinds, axis=0)
        others[:, place] = np.tile(np.arange(kinds, dtype=np.uint8), len(guesses))
        changed.append(others)
    rows: CodeArray = np.unique(np.concatenate(changed), axis=0)
    if not space.repeats:
        ordered = np.sort(rows, axis=1)
        rows = rows[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
    return np.asfortranarray(rows)


SAMPLED_ENTROPY: Final = SampledStrategy(
    "sampled-entropy",
    mark("Most information, from a sample"),
    mark("Try some guesses on some of the codes, improve the best, and ask what tells most."),
    "the idea of the strategy by entropy, with a local search",
)


def play(games: int, seed: int) -> Iterator[tuple[int, float]]:
    """Play against seeded random secrets; yield each game's length and its slowest move."""
    rng = random.Random(seed)
    for _ in range(games):
        game = Game(GRAND.with_rows(MOST_ROWS), GRAND.space.random(rng))
        longest = 0.0
        while game.status is Status.PLAYING:
            start = time.process_time()
            guess = SAMPLED_ENTROPY.choose(GRAND, game.rows)
            longest = max(longest, time.process_time() - start)
            game.guess(guess)
        yield len(game.rows), longest


def main(arguments: Sequence[str] | None = None) -> None:
    """Play games of Grand Mastermind and print how many guesses they took."""
    parser = argparse.ArgumentParser(description=gettext("Let the solver play Grand Mastermind."))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    lengths: Counter[int] = Counter()
    longest = 0.0
    for length, seconds in play(options.games, options.seed):
        lengths[length] += 1
        longest = max(longest, seconds)
    for length in range(1, max(lengths) + 1):
        print(f"{length:>3} {lengths[length]:>6}")
    print(
        gettext(
            "{games} games, seed {seed}: {average:.3f} guesses on average, {worst} at most; "
            "a move takes {longest:.3f} s at most."
        ).format(
            games=options.games,
            seed=options.seed,
            average=sum(length * n for length, n in lengths.items()) / options.games,
            worst=max(lengths),
            longest=longest,
        )
    )


if __name__ == "__main__":
    main()
