"""Relabellings of places and kinds that leave a game as it is, found by asking the game.

A *relabelling* moves the pegs to other places and renames their kinds. It is a symmetry of a
game when for every guess it carries the parts of the guess onto the parts of the relabelled
guess; the answers themselves may change, as they do under a per-position answer. Two guesses
that a symmetry turns into each other, while it leaves the candidates as they are, are equally
good whatever one wants of a guess, so only the first of them need be looked at.

Nothing is assumed of a game. Swaps of two places and of two kinds (for kinds with several
traits, such as colour and shape, of two values of one trait) are tried on its answers, and
those that fail are not used: a game without symmetry is only slower.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mastermind_edu.games.codes import CodeSpace
from mastermind_edu.games.rules import Rules

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray
    from mastermind_edu.games.feedback import IdArray

__all__ = [
    "Relabelling",
    "Symmetry",
    "holds_everywhere",
    "indices",
    "orbit_leaders",
    "same_parts",
    "symmetry",
]

Row: TypeAlias = tuple[int, ...]
Swap: TypeAlias = tuple[int, int]

MOST_REORDERINGS = 5040
"""How many orders of the places are looked at; fewer than all only cost speed."""

MOST_MARKED = 1 << 22
"""How many pairs of answers are marked at once."""


@dataclass(frozen=True)
class Relabelling:
    """Place ``i`` takes the peg of place ``places[i]``, and kind ``k`` becomes ``kinds[k]``."""

    places: tuple[int, ...]
    kinds: tuple[int, ...]

    def __call__(self, rows: CodeArray) -> CodeArray:
        """Return the relabelled rows."""
        kinds = np.array(self.kinds, dtype=np.uint8)
        columns: CodeArray = kinds[rows.T[list(self.places)]]
        return columns.T


@dataclass(frozen=True)
class Symmetry:
    """The symmetries of a game, as classes of what may change places with each other.

    :param place_classes: the class of each place.
    :param traits: each kind as its values of every trait, one trait for plain colours.
    :param value_classes: for each trait the class of each value.
    """

    place_classes: tuple[int, ...]
    traits: tuple[Row, ...]
    value_classes: tuple[tuple[int, ...], ...]

    def generators(self) -> list[Relabelling]:
        """Return relabellings that together make all symmetries of the game."""
        kinds = tuple(range(len(self.traits)))
        swaps = [
            Relabelling(_swapped(len(self.place_classes), swap), kinds)
            for swap in _chained(self.place_classes)
        ]
        for trait, classes in enumerate(self.value_classes):
            swaps += [self._swap_values(trait, swap) for swap in _chained(classes)]
        return swaps

    def fixing(self, guesses: Sequence[Row]) -> list[Relabelling]:
        """Return generators of the symmetries that leave each of ``guesses`` as it is."""
        if not guesses:
            return self.generators()
        return self._reorderings(guesses) + self.swaps_of_absent(
            {kind for guess in guesses for kind in guess}
        )

    def swaps_of_absent(self, kinds: Iterable[int]) -> list[Relabelling]:
        """Return swaps of values that no peg of ``kinds`` has: they move none of those pegs."""
        present = [self.traits[kind] for kind in kinds]
        swaps = []
        for trait, classes in enumerate(self.value_classes):
            used = {values[trait] for values in present}
            free = [-1 - v if v in used else c for v, c in enumerate(classes)]
            swaps += [self._swap_values(trait, swap) for swap in _chained(free)]
        return swaps

    def _reorderings(self, guesses: Sequence[Row]) -> list[Relabelling]:
        places = len(self.place_classes)
        identity = tuple(range(places))
        known = {identity}
        found: list[Relabelling] = []
        for order in itertools.islice(self._orders(guesses, ()), MOST_REORDERINGS):
            if order not in known:
                found.append(Relabelling(order, self._renaming(guesses, order)))
                known = _closure(identity, [relabelling.places for relabelling in found])
        return found

    def _orders(self, guesses: Sequence[Row], start: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        """Yield every order of the places that some renaming of kinds undoes in each guess."""
        place = len(start)
        if place == len(self.place_classes):
            yield start
            return
        for source, class_ in enumerate(self.place_classes):
            if source not in start and class_ == self.place_classes[place]:
                order = (*start, source)
                if self._value_maps(guesses, order) is not None:
                    yield from self._orders(guesses, order)

    def _value_maps(
        self, guesses: Sequence[Row], order: tuple[int, ...]
    ) -> list[dict[int, int]] | None:
        """Return for each trait the renaming that undoes ``order``; None if there is none."""
        maps: list[dict[int, int]] = []
        for trait, classes in enumerate(self.value_classes):
            renamed: dict[int, int] = {}
            for guess in guesses:
                for place, source in enumerate(order):
                    old = self.traits[guess[source]][trait]
                    new = self.traits[guess[place]][trait]
                    if renamed.setdefault(old, new) != new or classes[old] != classes[new]:
                        return None
            if len(set(renamed.values())) < len(renamed):
                return None
            maps.append(renamed)
        return maps

    def _renaming(self, guesses: Sequence[Row], order: tuple[int, ...]) -> Row:
        maps = self._value_maps(guesses, order)
        assert maps is not None
        return _renaming(self.traits, lambda trait, value: maps[trait].get(value, value))

    def _swap_values(self, trait: int, swap: Swap) -> Relabelling:
        return _swap_values(self.traits, len(self.place_classes), trait, swap)


@lru_cache(maxsize=64)
def symmetry(game: Rules) -> Symmetry:
    """Return the symmetries of ``game``, as far as a sample of its answers shows them.

    In a small game the sample is the whole game.
    """
    guesses, codes = _sample(game.space)
    before = game.feedback_matrix(guesses, codes)

    def holds(relabelling: Relabelling) -> bool:
        after = game.feedback_matrix(relabelling(guesses), relabelling(codes))
        return same_parts(before, after)

    traits, counts = _traits(game.space)
    kinds = tuple(range(len(traits)))
    pegs = game.space.pegs

    def classes(trait: int) -> tuple[int, ...]:
        return _classes(counts[trait], lambda swap: holds(_swap_values(traits, pegs, trait, swap)))

    return Symmetry(
        _classes(pegs, lambda swap: holds(Relabelling(_swapped(pegs, swap), kinds))),
        traits,
        tuple(classes(trait) for trait in range(len(counts))),
    )


def holds_everywhere(game: Rules, ids: IdArray) -> bool:
    """Tell whether every symmetry that the sample shows holds for all pairs of codes.

    :param ids: the answer of each guess to each code of the game.
    """
    codes = game.space.array()
    moves = (indices(game.space, move(codes)) for move in symmetry(game).generators())
    return all(same_parts(ids, ids.take(move, axis=0).take(move, axis=1)) for move in moves)


def same_parts(before: IdArray, after: IdArray) -> bool:
    """Tell whether each row of ``before`` splits the columns as that row of ``after`` does."""
    if np.array_equal(before, after):
        return True
    answers = int(max(before.max(), after.max())) + 1
    step = max(1, MOST_MARKED // (answers * answers))
    return all(
        _same_parts(before[first : first + step], after[first : first + step], answers)
        for first in range(0, len(before), step)
    )


def _same_parts(before: IdArray, after: IdArray, answers: int) -> bool:
    """Tell it of a few rows: each answer must go with one other answer, both ways."""
    met = np.zeros((len(before), answers, answers), dtype=np.bool_)
    met[np.arange(len(before))[:, np.newaxis], before, after] = True
    return bool((met.sum(axis=1) <= 1).all() and (met.sum(axis=2) <= 1).all())


def orbit_leaders(space: CodeSpace, relabellings: Iterable[Relabelling]) -> NDArray[np.intp]:
    """Return the indices of the codes that no relabelling turns into an earlier code."""
    codes = space.array()
    moves = [indices(space, relabelling(codes)) for relabelling in relabellings]
    leader = np.arange(len(codes))
    settled = False
    while not settled:
        before = leader
        for move in moves:
            leader = np.minimum(leader, leader[move])
        leader = leader[leader]
        settled = np.array_equal(leader, before)
    return np.flatnonzero(leader == np.arange(len(codes)))


def indices(space: CodeSpace, rows: CodeArray) -> NDArray[np.intp]:
    """Return where each row stands in the lexicographic list of the codes."""
    keys = _keys(space, rows)
    return keys if space.repeats else np.searchsorted(_keys(space, space.array()), keys)


def _keys(space: CodeSpace, rows: CodeArray) -> NDArray[np.intp]:
    keys = np.zeros(len(rows), dtype=np.intp)
    for column in rows.T:
        keys *= len(space.kinds)
        keys += column
    return keys


def _sample(space: CodeSpace) -> tuple[CodeArray, CodeArray]:
    """Return guesses and codes to try a symmetry on, some with many repeats."""
    everything = space.array()
    if len(everything) <= 128:
        return everything, everything
    rng = np.random.default_rng(0)
    some = everything.T[:, rng.integers(len(everything), size=240)]
    if space.repeats:
        few = rng.integers(len(space.kinds), size=(2, 48)).astype(np.uint8)
        repeats = np.where(rng.integers(2, size=(space.pegs, 48)), few[0], few[1])
        some = np.concatenate([repeats, some], axis=1)
    return some.T[36:60], some.T


def _traits(space: CodeSpace) -> tuple[tuple[Row, ...], tuple[int, ...]]:
    """Return each kind as numbered values of its traits, and how many values each has."""
    kinds: list[tuple[Hashable, ...]] = [
        kind.value if isinstance(kind.value, tuple) else (kind.value,) for kind in space.kinds
    ]
    width = len(kinds[0])
    if any(len(values) != width for values in kinds):
        kinds, width = [(values,) for values in kinds], 1
    numbers = [
        {v: i for i, v in enumerate(dict.fromkeys(column))} for column in zip(*kinds, strict=True)
    ]
    traits = tuple(
        tuple(numbers[trait][value] for trait, value in enumerate(values)) for values in kinds
    )
    counts = tuple(len(values) for values in numbers)
    if len(set(traits)) < int(np.prod(counts)):
        return tuple((i,) for i in range(len(kinds))), (len(kinds),)
    return traits, counts


def _swap_values(traits: tuple[Row, ...], pegs: int, trait: int, swap: Swap) -> Relabelling:
    other = {swap[0]: swap[1], swap[1]: swap[0]}
    kinds = _renaming(traits, lambda t, value: other.get(value, value) if t == trait else value)
    return Relabelling(tuple(range(pegs)), kinds)


def _renaming(traits: tuple[Row, ...], rename: Callable[[int, int], int]) -> Row:
    position = {values: kind for kind, values in enumerate(traits)}
    return tuple(position[tuple(rename(t, v) for t, v in enumerate(values))] for values in traits)


def _classes(count: int, may_swap: Callable[[Swap], bool]) -> tuple[int, ...]:
    classes = list(range(count))
    for first, second in itertools.combinations(range(count), 2):
        old, new = classes[second], classes[first]
        if old != new and may_swap((first, second)):
            classes = [new if class_ == old else class_ for class_ in classes]
    return tuple(classes)


def _chained(classes: Sequence[int]) -> list[Swap]:
    """Return each member of a class with the next member of it."""
    last: dict[int, int] = {}
    swaps = []
    for member, class_ in enumerate(classes):
        if class_ in last:
            swaps.append((last[class_], member))
        last[class_] = member
    return swaps


def _swapped(count: int, swap: Swap) -> tuple[int, ...]:
    order = list(range(count))
    order[swap[0]], order[swap[1]] = order[swap[1]], order[swap[0]]
    return tuple(order)


def _closure(identity: tuple[int, ...], orders: list[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """Return all orders that the given ones make together."""
    known = {identity}
    new = [identity]
    while new:
        order = new.pop()
        for step in orders:
            product = tuple(order[source] for source in step)
            if product not in known:
                known.add(product)
                new.append(product)
    return known
