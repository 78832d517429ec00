"""Facts that follow from the rows of a game, each with a smallest set of rows that proves it.

A *claim* says of what a peg can be, at one place or in the whole code, that it stands there at
least or at most so many times. What a peg can be is a kind of the space, or a feature that
some kinds share, so the same claims serve every game. A *fact* is a claim that holds for every
candidate. Some rows *prove* it when each code for which the claim fails is refuted by one of
them; a smallest proof is thus a smallest hitting set of the refuting rows of those codes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING, NamedTuple

from mastermind_edu.games.arrays import np
from mastermind_edu.games.codes import CodeSpace
from mastermind_edu.games.pegs import Feature, Kind
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, listing, ngettext
from mastermind_edu.solvers.candidates import (
    Contradictions,
    MaskArray,
    PlayedRow,
    check_rows,
    contradictions,
    minimal_masks,
    refuting_masks,
    select,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from mastermind_edu.games.codes import CodeArray

__all__ = ["Claim", "Fact", "NoCodeFits", "Trait", "facts", "traits"]


class NoCodeFits(ValueError):
    """The rows contradict each other, so that anything would follow from them.

    :ivar contradictions: what is wrong with the rows.
    """

    def __init__(self, contradictions: Contradictions) -> None:
        super().__init__(str(contradictions))
        self.contradictions = contradictions


@dataclass(frozen=True)
class Trait:
    """What a peg can be: one kind, or any of the kinds that share a feature.

    :param thing: the kind or the feature; it has a ``name``.
    :param kinds: the positions in ``space.kinds`` of the kinds that have it.
    """

    thing: Kind | Feature
    kinds: frozenset[int]

    @property
    def name(self) -> str:
        """The name of the kind or feature in the current language."""
        return self.thing.name

    def times(self, codes: CodeArray, place: int | None = None) -> NDArray[np.uint8]:
        """Return how often each of ``codes`` has it, at ``place`` (0 or 1) or in all places."""
        times: NDArray[np.uint8] = np.zeros(len(codes), dtype=np.uint8)
        for column in codes.T if place is None else codes.T[place : place + 1]:
            for kind in self.kinds:
                times += column == kind
        return times


def traits(space: CodeSpace) -> tuple[Trait, ...]:
    """Return all that a peg of ``space`` can be: its kinds, then the features kinds share."""
    sharing: dict[Feature, set[int]] = {}
    for position, kind in enumerate(space.kinds):
        for feature in kind.features:
            sharing.setdefault(feature, set()).add(position)
    kinds = [Trait(kind, frozenset({i})) for i, kind in enumerate(space.kinds)]
    features = [Trait(feature, frozenset(who)) for feature, who in sharing.items() if len(who) > 1]
    return (*kinds, *features)


@dataclass(frozen=True)
class Claim:
    """Pegs that are ``trait`` stand at ``place`` at least, or at most, ``number`` times.

    :param place: from 0; None for the whole code.
    """

    trait: Trait
    place: int | None
    at_least: bool
    number: int

    def __str__(self) -> str:
        return _sentence(gettext("{claim}.").format(claim=self.clause))

    @property
    def clause(self) -> str:
        """The claim in words, as a part of a sentence: ``red is in the code``."""
        place = None if self.place is None else self.place + 1
        return self._clause.format(peg=self.trait.name, place=place, n=self.number)

    @property
    def _clause(self) -> str:
        match self.place, self.at_least, self.number:
            case int(), True, _:
                return gettext("{peg} is at place {place}")
            case int(), False, _:
                return gettext("{peg} is not at place {place}")
            case None, True, 1:
                return gettext("{peg} is in the code")
            case None, False, 0:
                return gettext("{peg} is not in the code")
            case None, False, 1:
                return gettext("{peg} is in the code at most once")
            case None, True, n:
                return ngettext(
                    "{peg} is in the code at least {n} time",
                    "{peg} is in the code at least {n} times",
                    n,
                )
            case _, _, n:
                return ngettext(
                    "{peg} is in the code at most {n} time",
                    "{peg} is in the code at most {n} times",
                    n,
                )

    @property
    def decides(self) -> bool:
        """Whether the claim says what stands at a place."""
        return self.place is not None and self.at_least

    @property
    def usefulness(self) -> int:
        """How soon a beginner should see it, from 0: where a peg is; that it is not in the
        code; that it is; how often at most; where it is not.
        """
        if self.place is not None:
            return 0 if self.at_least else 4
        if self.at_least:
            return 2
        return 3 if self.number else 1

    def holds(self, codes: CodeArray) -> NDArray[np.bool_]:
        """Return for which of ``codes``, rows of the space, the claim is true."""
        times = self.trait.times(codes, self.place)
        return times >= self.number if self.at_least else times <= self.number


@dataclass(frozen=True)
class Fact:
    """A claim that holds for every candidate, and a smallest set of rows that proves it.

    :param rows: the rows of the proof, by index; of several smallest sets the first.
    """

    claim: Claim
    rows: tuple[int, ...]

    def __str__(self) -> str:
        text = ngettext(
            "{claim}, because of row {rows}.", "{claim}, because of rows {rows}.", len(self.rows)
        )
        rows = listing(index + 1 for index in self.rows)
        return _sentence(text.format(claim=self.claim.clause, rows=rows))


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def facts(game: Rules, rows: Iterable[PlayedRow]) -> tuple[Fact, ...]:
    """Return the facts that follow from ``rows``, from most to least useful for a beginner.

    They come in the order of :attr:`Claim.usefulness`; then those that fewer rows prove first,
    and of these, those that rule out more codes. Left out is what the rules alone say, and what
    goes without saying: a claim that follows from the places already decided, by themselves or
    with one other fact. So what is left out follows from what is not.

    >>> from mastermind_edu.games.catalogue import CLASSIC
    >>> for fact in facts(CLASSIC, [((0, 0, 1, 1), (0, 0)), ((0, 2, 2, 2), (1, 0))]):
    ...     print(fact)
    Red is not in the code, because of row 1.
    Green is not in the code, because of row 1.
    Blue is in the code, because of rows 1 and 2.
    Blue is in the code at most once, because of row 2.
    Blue is not at place 1, because of row 2.

    :raises NoCodeFits: if the rows contradict each other.
    :raises SpaceTooLarge: if the game has too many codes to list.
    :raises ValueError: the errors of :func:`check_rows`.
    """
    played = check_rows(game, rows)
    codes = game.space.array()
    masks = refuting_masks(game, played)
    possible = select(codes, masks == 0)
    if not len(possible):
        raise NoCodeFits(contradictions(game, played))
    true = [_True(claim, _bits(claim.holds(codes))) for claim in _claims(game.space, possible)]
    telling = _telling(true, anything=_bits(np.ones(len(codes), dtype=np.bool_)))
    proven = [Fact(claim, _proof(masks[~claim.holds(codes)])) for claim in telling]
    return tuple(sorted(proven, key=lambda fact: (fact.claim.usefulness, len(fact.rows))))


class _True(NamedTuple):
    """A claim that holds for every candidate, and the codes it is true of, as bits of an int."""

    claim: Claim
    extent: int

    @property
    def rank(self) -> tuple[int, int]:
        """Useful claims first, then those that rule out more codes."""
        return self.claim.usefulness, self.extent.bit_count()


def _claims(space: CodeSpace, possible: CodeArray) -> Iterator[Claim]:
    """Claim for each trait, anywhere and at each place, the most that is true."""
    for place in (None, *range(space.pegs)):
        for trait in traits(space):
            times = trait.times(possible, place)
            least, most = int(times.min()), int(times.max())
            if least > 0:
                yield Claim(trait, place, at_least=True, number=least)
            if most < (space.pegs if place is None else 1):
                yield Claim(trait, place, at_least=False, number=most)


def _telling(true: list[_True], anything: int) -> list[Claim]:
    """Return, ranked, the claims that neither the rules nor the others make needless."""
    ranked = sorted((each for each in true if each.extent != anything), key=lambda each: each.rank)
    extents = [each.extent for each in ranked]
    decided = [each.extent for each in ranked if each.claim.decides]
    known = reduce(and_, decided, anything)
    return [
        each.claim
        for i, each in enumerate(ranked)
        if not (
            _needless(i, decided, anything) if each.claim.decides else _needless(i, extents, known)
        )
    ]


def _needless(at: int, extents: list[int], given: int) -> bool:
    """Whether, ``given`` what is known, the claim at ``at`` follows from one of the others.

    Of claims that follow from each other, the first stays.
    """
    holds, fails = given & extents[at], given & ~extents[at]
    return any(
        not other & fails and (i < at or holds & ~other)
        for i, other in enumerate(extents)
        if i != at
    )


def _bits(holds: NDArray[np.bool_]) -> int:
    return int.from_bytes(np.packbits(holds).tobytes(), "big")


def _proof(masks: MaskArray) -> tuple[int, ...]:
    """Return the first smallest set of rows with one of the rows in each of ``masks``."""
    needed = minimal_masks(masks)
    proofs = (_hit(needed, most=most, first=0) for most in itertools.count(1))
    return next(proof for proof in proofs if proof is not None)


def _hit(masks: list[int], *, most: int, first: int) -> tuple[int, ...] | None:
    """Return the first set of at most ``most`` rows, from ``first`` on, that hits all masks."""
    if not masks:
        return ()
    if most == 0:
        return None
    for row in range(first, min(mask.bit_length() for mask in masks)):
        missed = [mask for mask in masks if not mask >> row & 1]
        rest = _hit(missed, most=most - 1, first=row + 1)
        if rest is not None:
            return (row, *rest)
    return None
