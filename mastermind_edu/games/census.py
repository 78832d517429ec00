"""The census of Grand Mastermind: how often its marking is ambiguous, and who gets it wrong.

All pairs of secret and guess are counted without looking at each. Guesses that a relabelling
of colours, of shapes and of places turns into each other have as many secrets of every sort:
the full game has 33 such classes. Against one guess, secrets are alike whose pegs have the
same relations to it: which of its pegs they equal, or else whether they are half right or
wrong at their place. One pair stands for all that are alike, and is marked readably.

A marker going from left to right is the exception: the order of the places matters, so each
ambiguous pair is marked in every order. (Taking one order for all would give 1,357,314,200
wrong pairs of the full game instead of 1,033,235,600.)

``python -m mastermind_edu.games.census`` prints the table.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from mastermind_edu.games.catalogue import GRAND, grand
from mastermind_edu.games.grand import Shaped, forgetful, left_to_right, mark, markings
from mastermind_edu.games.pairing import Peg, Pegs, half_right
from mastermind_edu.games.pegs import ShapedKind
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext

__all__ = ["Census", "GuessClass", "census", "guess_classes", "secret_classes"]


class GuessClass(NamedTuple):
    """Guesses that differ by a relabelling only: one of them, and how many there are."""

    guess: Pegs
    size: int


@dataclass
class Census:
    """How many pairs of secret and guess there are, and how many are marked how.

    ``ambiguous`` pairs have markings with different answers. ``answers`` counts the right
    ones; the other two fields count the pairs that a marker going from left to right, and one
    who forgets that a peg of the secret is used once, get wrong.
    """

    ambiguous: int = 0
    left_to_right_wrong: Fraction = Fraction()
    forgetful_wrong: int = 0
    answers: Counter[Shaped] = field(default_factory=Counter)

    @property
    def pairs(self) -> int:
        """All pairs."""
        return self.answers.total()

    def add(self, secret: Pegs, guess: Pegs, times: int) -> None:
        """Count a pair that stands for ``times`` pairs."""
        answer = mark(secret, guess)
        self.answers[answer] += times
        if len({marking.answer for marking in markings(secret, guess)}) > 1:
            self.ambiguous += times
            self.left_to_right_wrong += times * _wrong_from_left_to_right(secret, guess, answer)
        self.forgetful_wrong += times * (forgetful(secret, guess) != answer)

    def include(self, other: Census) -> None:
        """Add what ``other`` has counted."""
        self.ambiguous += other.ambiguous
        self.left_to_right_wrong += other.left_to_right_wrong
        self.forgetful_wrong += other.forgetful_wrong
        self.answers += other.answers


def _wrong_from_left_to_right(secret: Pegs, guess: Pegs, answer: Shaped) -> Fraction:
    """Return in which part of all orders of the places such a marker is wrong."""
    orders = list(itertools.permutations(zip(secret, guess, strict=True)))
    wrong = sum(left_to_right(*zip(*order, strict=True)).answer != answer for order in orders)
    return Fraction(wrong, len(orders))


def guess_classes(game: Rules = GRAND) -> tuple[GuessClass, ...]:
    """Return the classes of guesses, those with the fewest colours and shapes first."""
    colours, shapes = _colours_and_shapes(game)
    sizes: Counter[Pegs] = Counter()
    patterns = list(_patterns(game.space.pegs))
    for colour, shape in itertools.product(patterns, repeat=2):
        relabellings = math.perm(colours, len(set(colour))) * math.perm(shapes, len(set(shape)))
        if relabellings:
            sizes[_least(colour, shape)] += relabellings
    return tuple(GuessClass(guess, size) for guess, size in sorted(sizes.items()))


Pattern: TypeAlias = tuple[int, ...]
"""Labels from 0 in order of their first appearance: which places are alike."""


def _patterns(places: int) -> Iterator[Pattern]:
    labels = itertools.product(range(places), repeat=places)
    return (pattern for pattern in labels if _relabelled(pattern) == pattern)


def _relabelled(labels: Sequence[int]) -> Pattern:
    number = {label: i for i, label in enumerate(dict.fromkeys(labels))}
    return tuple(number[label] for label in labels)


def _least(colour: Pattern, shape: Pattern) -> Pegs:
    """Return the first of the guesses that stand for the same class, over all orders of places."""
    orders = itertools.permutations(range(len(colour)))
    return min(
        tuple(
            zip(
                _relabelled([colour[place] for place in order]),
                _relabelled([shape[place] for place in order]),
                strict=True,
            )
        )
        for order in orders
    )


def _colours_and_shapes(game: Rules) -> Peg:
    colours, shapes = zip(*_pegs(game), strict=True)
    return len(set(colours)), len(set(shapes))


def _pegs(game: Rules) -> Pegs:
    return tuple(kind.value for kind in game.space.kinds if isinstance(kind, ShapedKind))


def secret_classes(game: Rules, guess: Pegs) -> Iterator[tuple[Pegs, int]]:
    """Yield one secret for each way of relating to ``guess``, and how many secrets do so."""
    at_places = []
    for peg in guess:
        alike: dict[object, list[Peg]] = {}
        for kind in _pegs(game):
            relation = kind if kind in guess else half_right(kind, peg)
            alike.setdefault(relation, []).append(kind)
        at_places.append([(kinds[0], len(kinds)) for kinds in alike.values()])
    for choice in itertools.product(*at_places):
        secret, numbers = zip(*choice, strict=True)
        yield secret, math.prod(numbers)


def census(game: Rules = GRAND) -> list[tuple[GuessClass, Census]]:
    """Count the pairs for each class of guesses; :meth:`Census.include` sums them up."""
    table = []
    for one in guess_classes(game):
        counted = Census()
        for secret, number in secret_classes(game, one.guess):
            counted.add(secret, one.guess, number * one.size)
        table.append((one, counted))
    return table


def _report(game: Rules) -> Iterator[str]:
    line = "{guess:<12}{guesses:>12}{pairs:>20}{ambiguous:>18}{left_to_right:>18}{forgetful:>18}"
    yield line.format(
        guess=gettext("guess"),
        guesses=gettext("guesses"),
        pairs=gettext("pairs"),
        ambiguous=gettext("ambiguous"),
        left_to_right=gettext("left to right"),
        forgetful=gettext("forgetful"),
    )
    total, guesses = Census(), 0
    for one, counted in census(game):
        total.include(counted)
        guesses += one.size
        yield _report_line(line, game.space.format(one.guess), one.size, counted)
    yield _report_line(line, gettext("all"), guesses, total)
    missing = [
        answer
        for answer in itertools.product(range(game.space.pegs + 1), repeat=3)
        if sum(answer) <= game.space.pegs and answer not in total.answers
    ]
    yield gettext("{reached} answers are reached; not reached: {missing}").format(
        reached=len(total.answers), missing=", ".join(map(str, missing))
    )


def _report_line(line: str, guess: str, guesses: int, counted: Census) -> str:
    return line.format(
        guess=guess,
        guesses=f"{guesses:,}",
        pairs=f"{counted.pairs:,}",
        ambiguous=f"{counted.ambiguous:,}",
        left_to_right=f"{int(counted.left_to_right_wrong):,}",
        forgetful=f"{counted.forgetful_wrong:,}",
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the census of a game of any size."""
    parser = argparse.ArgumentParser(description=gettext("Print the census of Grand Mastermind."))
    parser.add_argument("--pegs", type=int, default=4)
    parser.add_argument("--colours", type=int, default=5)
    parser.add_argument("--shapes", type=int, default=5)
    sizes = parser.parse_args(arguments)
    for line in _report(grand(sizes.pegs, sizes.colours, sizes.shapes)):
        print(line)


if __name__ == "__main__":
    main()
