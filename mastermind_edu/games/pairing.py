"""Who is joined with whom when Grand Mastermind is marked: the readable rule.

Every marker joins a peg of the guess with a peg of the secret, and every peg takes part in at
most one. Pegs at places that agree are *exact*. Equal pegs at different places are then
joined as *misplaced*, as many as there can be. Where the two pegs of one place are both left
and share their colour or their shape, they are *partial*.

How many are misplaced is fixed, but *which* pegs are joined is the marker's choice, and what
it leaves decides how many can be partial. The choice that leaves most counts.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias, cast

from mastermind_edu.games.codes import Code, InvalidCode, WrongLength
from mastermind_edu.language import gettext, ngettext

__all__ = [
    "IllegalPairing",
    "Pair",
    "Pairing",
    "Peg",
    "Pegs",
    "Shaped",
    "best_pairing",
    "half_right",
    "left_to_right",
    "markings",
    "partial_places",
    "two_codes",
]

Peg: TypeAlias = tuple[int, int]
"""A colour and a shape."""

Pegs: TypeAlias = tuple[Peg, ...]


class IllegalPairing(ValueError):
    """White pairs that the rule does not allow; the message says which and why."""


class Shaped(NamedTuple):
    """An answer: how many pegs are exact (black), misplaced (white) and partial (blue)."""

    exact: int
    misplaced: int
    partial: int

    def __str__(self) -> str:
        return gettext("{exact}, {misplaced}, {partial}").format(
            exact=ngettext("{n} in the right place", "{n} in the right place", self.exact).format(
                n=self.exact
            ),
            misplaced=ngettext(
                "{n} in the wrong place", "{n} in the wrong place", self.misplaced
            ).format(n=self.misplaced),
            partial=ngettext(
                "{n} right in colour or shape only",
                "{n} right in colour or shape only",
                self.partial,
            ).format(n=self.partial),
        )


class Pair(NamedTuple):
    """A peg of the guess joined with a peg of the secret, by their places from 0."""

    guess: int
    secret: int


@dataclass(frozen=True)
class Pairing:
    """One legal way to mark: the choice of misplaced pairs, and all that follows from it.

    Equal pegs are alike, so a pairing matters only by the pegs that it leaves out.

    :raises IllegalPairing: if a pair joins different pegs or two of one place, uses a peg
        that is exact or used already, or if more pairs could be made.
    """

    secret: Pegs
    guess: Pegs
    misplaced: tuple[Pair, ...]

    def __post_init__(self) -> None:
        for pair in self.misplaced:
            self._refuse_unequal(pair)
        self._refuse_shared(pair.guess for pair in (*self.exact, *self.misplaced))
        self._refuse_shared(pair.secret for pair in (*self.exact, *self.misplaced))
        missing = _in_common(self.secret, self.guess).total() - len(self.misplaced)
        if missing:
            text = ngettext(
                "{n} more white pair can be made.", "{n} more white pairs can be made.", missing
            )
            raise IllegalPairing(text.format(n=missing))

    def _refuse_unequal(self, pair: Pair) -> None:
        places = range(len(self.guess))
        if pair.guess not in places or pair.secret not in places:
            raise IllegalPairing(gettext("Places go from 1 to {n}.").format(n=len(self.guess)))
        if self.guess[pair.guess] != self.secret[pair.secret]:
            raise IllegalPairing(
                gettext(
                    "A white pair joins equal pegs, but place {guess} of the guess "
                    "and place {secret} of the secret differ."
                ).format(guess=pair.guess + 1, secret=pair.secret + 1)
            )

    def _refuse_shared(self, places: Iterable[int]) -> None:
        for place, used in Counter(places).items():
            if used > 1:
                raise IllegalPairing(
                    gettext("The peg at place {place} takes part in two markers.").format(
                        place=place + 1
                    )
                )

    @cached_property
    def exact(self) -> tuple[Pair, ...]:
        """The places where secret and guess have the same peg."""
        return tuple(Pair(place, place) for place in _agreeing(self.secret, self.guess))

    @cached_property
    def partial(self) -> tuple[Pair, ...]:
        """The places that are left on both sides and agree in colour or in shape."""
        used_in_guess = {pair.guess for pair in self.misplaced}
        used_in_secret = {pair.secret for pair in self.misplaced}
        return tuple(
            Pair(place, place)
            for place, (s, g) in enumerate(zip(self.secret, self.guess, strict=True))
            if half_right(s, g) and place not in used_in_guess and place not in used_in_secret
        )

    @property
    def answer(self) -> Shaped:
        """What a codemaker who pairs like this would say."""
        return Shaped(len(self.exact), len(self.misplaced), len(self.partial))

    @property
    def is_best(self) -> bool:
        """Whether no other pairing leaves more partial places: then its answer is the right one."""
        return len(self.partial) == len(partial_places(self.secret, self.guess))


def two_codes(secret: Code, guess: Code) -> tuple[Pegs, Pegs]:
    """Return both codes as pairs of colour and shape.

    :raises WrongLength: if one is longer than the other, or both are empty.
    :raises InvalidCode: if a peg is not a pair.
    """
    if len(secret) != len(guess) or not secret:
        raise WrongLength(
            gettext("Secret and guess need equally many pegs, got {secret} and {guess}.").format(
                secret=len(secret), guess=len(guess)
            )
        )
    for peg in (*secret, *guess):
        if not isinstance(peg, tuple) or len(peg) != 2:
            raise InvalidCode(
                gettext("A peg is a pair of a colour and a shape, got {peg!r}.").format(peg=peg)
            )
    return cast("Pegs", tuple(secret)), cast("Pegs", tuple(guess))


def half_right(one: Peg, other: Peg) -> bool:
    """Return whether two pegs share their colour or their shape, but not both."""
    return (one[0] == other[0]) != (one[1] == other[1])


def _agreeing(secret: Pegs, guess: Pegs) -> list[int]:
    return [place for place, (s, g) in enumerate(zip(secret, guess, strict=True)) if s == g]


def _in_common(secret: Pegs, guess: Pegs) -> Counter[Peg]:
    """Return how many pegs of each kind are misplaced, whichever they are."""
    exact = Counter(guess[place] for place in _agreeing(secret, guess))
    return (Counter(secret) & Counter(guess)) - exact


def partial_places(secret: Pegs, guess: Pegs) -> frozenset[int]:
    """Return a largest set of places that can be partial together.

    A kind that the guess has *n* times more than the secret leaves exactly *n* of its pegs in
    the guess, and the marker chooses which; likewise in the secret. So places are partial
    together exactly if no kind is asked for more pegs than it leaves. That is a matching in
    which a kind takes part as often as it has pegs to leave: it grows by augmenting paths
    (Berge 1957), in time polynomial in the number of pegs.
    """
    left_in_guess = Counter(guess) - Counter(secret)
    left_in_secret = Counter(secret) - Counter(guess)
    places = [
        place for place, (s, g) in enumerate(zip(secret, guess, strict=True)) if half_right(s, g)
    ]
    chosen: set[int] = set()

    def place_one_more(kind: Peg, tried: set[int]) -> bool:
        """Choose a place for another peg of ``kind`` in the guess; others may have to move."""
        for place in places:
            if guess[place] != kind or place in chosen or place in tried:
                continue
            tried.add(place)
            rivals = [other for other in chosen if secret[other] == secret[place]]
            if len(rivals) < left_in_secret[secret[place]]:
                chosen.add(place)
                return True
            for rival in rivals:
                if rival in tried:
                    continue
                tried.add(rival)
                chosen.remove(rival)
                chosen.add(place)
                if place_one_more(guess[rival], tried):
                    return True
                chosen.remove(place)
                chosen.add(rival)
        return False

    for kind, left in left_in_guess.items():
        for _ in range(left):
            place_one_more(kind, set())
    return frozenset(chosen)


def best_pairing(secret: Code, guess: Code) -> Pairing:
    """Return a pairing that leaves the most partial places, the one whose answer counts."""
    ours, theirs = two_codes(secret, guess)
    return _first_pairing(ours, theirs, partial_places(ours, theirs))


def left_to_right(secret: Code, guess: Code) -> Pairing:
    """Return the pairing of a marker in a hurry, who is wrong at times.

    The pegs of the guess are taken from left to right, and each is joined with the leftmost
    peg of its kind that the secret has left.
    """
    ours, theirs = two_codes(secret, guess)
    return _first_pairing(ours, theirs, frozenset())


def _first_pairing(secret: Pegs, guess: Pegs, spared: Collection[int]) -> Pairing:
    """Join the first pegs of each kind, sparing the pegs at some places."""
    pairs: list[Pair] = []
    for kind, number in _in_common(secret, guess).items():
        in_guess = _unjoined(kind, guess, secret, spared)[:number]
        in_secret = _unjoined(kind, secret, guess, spared)[:number]
        pairs += map(Pair, in_guess, in_secret)
    return Pairing(secret, guess, tuple(sorted(pairs)))


def _unjoined(
    kind: Peg, code: Pegs, opposite: Pegs, spared: Collection[int] = frozenset()
) -> list[int]:
    """Return the places of ``code`` that have a peg of ``kind`` which is not exact."""
    return [
        place
        for place, peg in enumerate(code)
        if peg == kind and opposite[place] != kind and place not in spared
    ]


def markings(secret: Code, guess: Code) -> tuple[Pairing, ...]:
    """Return every legal marking, in order of the pegs used; ``is_best`` tells which are right.

    Equal pegs are alike: of markings that use the same pegs, one is listed, the one whose
    pairs do not cross.

    :raises InvalidCode: unless both are codes of equally many pairs of colour and shape.
    """
    ours, theirs = two_codes(secret, guess)
    choices = [
        list(_ways(kind, number, ours, theirs)) for kind, number in _in_common(ours, theirs).items()
    ]
    return tuple(
        Pairing(ours, theirs, tuple(sorted(itertools.chain.from_iterable(way))))
        for way in itertools.product(*choices)
    )


def _ways(kind: Peg, number: int, secret: Pegs, guess: Pegs) -> Iterator[Sequence[Pair]]:
    in_guess = itertools.combinations(_unjoined(kind, guess, secret), number)
    in_secret = itertools.combinations(_unjoined(kind, secret, guess), number)
    for places in itertools.product(in_guess, in_secret):
        yield tuple(map(Pair, *places))
