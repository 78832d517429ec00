"""Grand Mastermind: pegs of colour and shape, answers in black, white and blue, and why.

Black: the same peg in the same place. White: the same peg elsewhere. Blue: the peg of the same
place has the same colour or the same shape. Each peg of guess and secret takes part in at most
one marker, black before white, white before blue; where there is a choice, the marking with
the most blue counts. The rule is the one of *Grand Mastermind*, sold in France as *Master Mind
Formes et Couleurs*; the choice is read as Jonathan Perret reads it (Dojo de développement,
Paris).

>>> from mastermind_edu.games.catalogue import GRAND
>>> secret, guess = GRAND.space.parse("YsRcRcRc"), GRAND.space.parse("RcBcGtGt")
>>> mark(secret, guess)
Shaped(exact=0, misplaced=1, partial=1)
>>> [pairing.answer.partial for pairing in markings(secret, guess)]
[0, 1, 1]

Who is joined with whom is found in :mod:`mastermind_edu.games.pairing`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, cast

from mastermind_edu.games.codes import Code, CodeSpace
from mastermind_edu.games.feedback import ImpossibleFeedback
from mastermind_edu.games.pairing import (
    Pair,
    Pairing,
    Peg,
    Pegs,
    Shaped,
    best_pairing,
    half_right,
    left_to_right,
    markings,
    partial_places,
    two_codes,
)
from mastermind_edu.games.pegs import ShapedKind
from mastermind_edu.language import gettext, listing, ngettext, series

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray
    from mastermind_edu.games.feedback import IdArray

__all__ = [
    "Pair",
    "Pairing",
    "Shaped",
    "ShapedMarking",
    "best_pairing",
    "explain",
    "forgetful",
    "left_to_right",
    "mark",
    "markings",
    "reasons",
]


def mark(secret: Code, guess: Code) -> Shaped:
    """Return the answer to ``guess``: how many black, white and blue.

    :raises InvalidCode: unless both are codes of equally many pairs of colour and shape.
    """
    ours, theirs = two_codes(secret, guess)
    exact = sum(s == g for s, g in zip(ours, theirs, strict=True))
    right = (Counter(ours) & Counter(theirs)).total()
    return Shaped(exact, right - exact, len(partial_places(ours, theirs)))


def forgetful(secret: Code, guess: Code) -> Shaped:
    """Return the answer of a marker who forgets that a peg of the secret is used only once.

    Each peg of the guess is judged by itself: black if it is in place, else white if the
    secret has one like it anywhere, else blue if the peg of its place is half right.

    >>> forgetful(((0, 0), (1, 1)), ((0, 0), (0, 0)))
    Shaped(exact=1, misplaced=1, partial=0)
    """
    ours, theirs = two_codes(secret, guess)
    places = list(zip(ours, theirs, strict=True))
    return Shaped(
        exact=sum(s == g for s, g in places),
        misplaced=sum(s != g and g in ours for s, g in places),
        partial=sum(half_right(s, g) and g not in ours for s, g in places),
    )


def explain(secret: Code, guess: Code) -> tuple[str, ...]:
    """Return the marking step by step: the black, the white, the choice, the blue, the answer.

    The choice step says whether it matters and what a marker would say who goes from left to
    right. There are five steps, each of one or more sentences.

    :raises InvalidCode: unless both are codes of equally many pegs of the tables.
    """
    best = best_pairing(secret, guess)
    return (
        _explain_exact(best),
        _explain_misplaced(best),
        _explain_choice(best),
        _explain_partial(best),
        gettext("The answer: {answer}.").format(answer=best.answer),
    )


def _name(peg: Peg) -> str:
    return ShapedKind(peg).name


def _explain_exact(best: Pairing) -> str:
    if not best.exact:
        return gettext("Black: at no place is the same peg in the secret and in the guess.")
    text = ngettext(
        "Black: place {places} has the same peg in the secret and in the guess.",
        "Black: places {places} have the same peg in the secret and in the guess.",
        len(best.exact),
    )
    return text.format(places=listing(pair.guess + 1 for pair in best.exact))


def _explain_misplaced(best: Pairing) -> str:
    if not best.misplaced:
        return gettext("White: no other peg of the guess is also in the secret.")
    exact = Counter(best.guess[pair.guess] for pair in best.exact)
    in_guess, in_secret = Counter(best.guess) - exact, Counter(best.secret) - exact
    kinds = dict.fromkeys(best.guess[pair.guess] for pair in best.misplaced)
    return gettext("White: of the pegs that have no black, both codes have {kinds}.").format(
        kinds=series(_explain_kind(kind, in_guess[kind], in_secret[kind]) for kind in kinds)
    )


def _explain_kind(kind: Peg, in_guess: int, in_secret: int) -> str:
    white = min(in_guess, in_secret)
    text = ngettext(
        "{peg} ({guess} in the guess, {secret} in the secret: {n} white)",
        "{peg} ({guess} in the guess, {secret} in the secret: {n} whites)",
        white,
    )
    return text.format(peg=_name(kind), guess=in_guess, secret=in_secret, n=white)


def _explain_choice(best: Pairing) -> str:
    if not best.misplaced:
        return gettext("The choice: without white there is none.")
    ways = markings(best.secret, best.guess)
    blues = sorted({len(way.partial) for way in ways})
    if len(ways) == 1:
        return gettext("The choice: the white can be joined in one way only.")
    if len(blues) == 1:
        return ngettext(
            "The choice: there are {ways} ways to join the white, but it does not matter: "
            "each leaves {n} blue.",
            "The choice: there are {ways} ways to join the white, but it does not matter: "
            "each leaves {n} blues.",
            blues[0],
        ).format(ways=len(ways), n=blues[0])
    text = gettext(
        "The choice matters: there are {ways} ways to join the white, and they leave "
        "{blues} blue. The most counts: {pairs}. {left_to_right}"
    )
    return text.format(
        ways=len(ways),
        blues=gettext(" or ").join(map(str, blues)),
        pairs=_name_pairs(best),
        left_to_right=_explain_left_to_right(best),
    )


def _name_pairs(pairing: Pairing) -> str:
    text = gettext("place {guess} of the guess goes with place {secret} of the secret")
    return series(
        text.format(guess=pair.guess + 1, secret=pair.secret + 1) for pair in pairing.misplaced
    )


def _explain_left_to_right(best: Pairing) -> str:
    hurried = left_to_right(best.secret, best.guess)
    if hurried.is_best:
        return gettext("A marker who goes from left to right happens to be right here.")
    text = ngettext(
        "A marker who goes from left to right gets it wrong: {pairs}, which leaves {n} blue.",
        "A marker who goes from left to right gets it wrong: {pairs}, which leaves {n} blues.",
        len(hurried.partial),
    )
    return text.format(pairs=_name_pairs(hurried), n=len(hurried.partial))


def _explain_partial(best: Pairing) -> str:
    if not best.partial:
        return gettext("Blue: at no place are two pegs left that share colour or shape.")
    text = gettext("place {place} has {guess} and {secret}, {shared}")
    return gettext("Blue: where both pegs are left, {places}.").format(
        places=series(
            text.format(
                place=place + 1,
                guess=_name(best.guess[place]),
                secret=_name(best.secret[place]),
                shared=_shared(best, place),
            )
            for place, _ in best.partial
        )
    )


def _shared(pairing: Pairing, place: int) -> str:
    same_colour = pairing.secret[place][0] == pairing.guess[place][0]
    return gettext("the same colour") if same_colour else gettext("the same shape")


def reasons(pairing: Pairing) -> tuple[str, ...]:
    """Return for each peg of the guess why it got its marker, or none, in this pairing."""
    joined = dict(pairing.misplaced)
    blue = {pair.guess for pair in pairing.partial}
    return tuple(
        _reason_of_marker(pairing, place, joined.get(place))
        if place in joined or place in blue or pairing.guess[place] == pairing.secret[place]
        else _reason_of_none(pairing, place)
        for place in range(len(pairing.guess))
    )


def _reason_of_marker(pairing: Pairing, place: int, joined: int | None) -> str:
    if joined is not None:
        return gettext("White: goes with the {peg} at place {place} of the secret.").format(
            peg=_name(pairing.guess[place]), place=joined + 1
        )
    if pairing.guess[place] == pairing.secret[place]:
        return gettext("Black: the same peg is at this place of the secret.")
    return gettext("Blue: the {peg} at this place of the secret has {shared}.").format(
        peg=_name(pairing.secret[place]), shared=_shared(pairing, place)
    )


def _reason_of_none(pairing: Pairing, place: int) -> str:
    guess, secret = pairing.guess[place], pairing.secret[place]
    if guess in pairing.secret:
        no_white = gettext("Each {peg} of the secret has its marker already.")
    else:
        no_white = gettext("The secret has no {peg}.")
    if half_right(guess, secret):
        no_blue = gettext("The {peg} at this place of the secret is half right, but has a white.")
    else:
        no_blue = gettext("The {peg} at this place of the secret is of another colour and shape.")
    return gettext("Nothing. {no_white} {no_blue}").format(
        no_white=no_white.format(peg=_name(guess)), no_blue=no_blue.format(peg=_name(secret))
    )


@dataclass(frozen=True)
class ShapedMarking:
    """Answers with black, white and blue, in a space of pegs of colour and shape."""

    space: CodeSpace

    @cached_property
    def feedbacks(self) -> tuple[Shaped, ...]:
        """All answers by exact, then misplaced, then partial: 31 for four pegs.

        Answers with every peg marked and just one of them white are left out: see
        :meth:`check`.
        """
        numbers = range(self.space.pegs + 1)
        return tuple(
            answer
            for answer in (Shaped(e, m, p) for e in numbers for m in numbers for p in numbers)
            if sum(answer) <= self.space.pegs and not self._one_white_of_all(answer)
        )

    def _one_white_of_all(self, answer: Shaped) -> bool:
        return sum(answer) == self.space.pegs and answer.misplaced == 1

    def feedback(self, secret: Code, guess: Code) -> Shaped:
        """Return the answer to ``guess``."""
        return mark(secret, guess)

    def check(self, feedback: Iterable[Hashable]) -> Shaped:
        """Return ``feedback`` as a :class:`Shaped`.

        One white joins a place of the guess with another place of the secret. At that other
        place the guess's peg has lost its partner, so it is neither black nor blue; as there
        is no second white, it has no marker. So with one white not every peg is marked: for
        four pegs (3, 1, 0), (2, 1, 1), (1, 1, 2) and (0, 1, 3) cannot be.

        :raises ImpossibleFeedback: if no secret and guess give it.
        """
        answer = tuple(feedback)
        if answer in self.feedbacks:
            return self.feedbacks[self.feedbacks.index(answer)]
        raise ImpossibleFeedback(self._why_not(answer))

    def _why_not(self, answer: tuple[Hashable, ...]) -> str:
        pegs = self.space.pegs
        if any(answer == (exact, 1, pegs - 1 - exact) for exact in range(pegs)):
            return gettext(
                "{answer} cannot be: the white peg belongs at another place, and the peg that "
                "stands there can be neither black nor blue, so it must be white too or nothing."
            ).format(answer=Shaped(*cast("tuple[int, int, int]", answer)))
        return gettext(
            "An answer is three numbers, black, white and blue, together at most {pegs}; "
            "got {answer}."
        ).format(pegs=pegs, answer=answer)

    def ids(self, guess: tuple[int, ...], codes: CodeArray) -> IdArray:
        """Return the answers' ids for each row of ``codes``, shape ``(n,)``."""
        from mastermind_edu.games import grand_vectorised

        return grand_vectorised.shaped_ids(guess, codes, self._pegs)

    def id_matrix(self, guesses: CodeArray, codes: CodeArray) -> IdArray:
        """Return the answers' ids, shape ``(len(guesses), len(codes))``."""
        from mastermind_edu.games import grand_vectorised

        return grand_vectorised.shaped_matrix(guesses, codes, self._pegs)

    @cached_property
    def _pegs(self) -> Pegs:
        return tuple(cast("Peg", kind.value) for kind in self.space.kinds)
