"""What the codemaker answers, by the readable rules.

Two ways of answering: *counted* says how many pegs are exact and how many are misplaced;
*per position* marks each place of the guess, as in the Brazilian *Senha*. Each is a marking:
it answers one guess readably here, and many codes at once through :meth:`Marking.ids`,
which NumPy computes in :mod:`mastermind_edu.games.vectorised`.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias

from mastermind_edu.games.codes import Code, CodeSpace
from mastermind_edu.language import gettext, ngettext, series

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from mastermind_edu.games.codes import CodeArray

    IdArray: TypeAlias = NDArray[np.unsignedinteger[Any]]

__all__ = [
    "Counted",
    "CountedMarking",
    "Feedback",
    "ImpossibleFeedback",
    "Mark",
    "Marking",
    "PerPosition",
    "PerPositionMarking",
]


class ImpossibleFeedback(ValueError):
    """An answer that no secret can give to any guess; the message says why."""


class Counted(NamedTuple):
    """How many pegs of the guess are right: ``exact`` in place, ``misplaced`` elsewhere."""

    exact: int
    misplaced: int

    def __str__(self) -> str:
        return gettext("{exact}, {misplaced}").format(
            exact=ngettext("{n} in the right place", "{n} in the right place", self.exact).format(
                n=self.exact
            ),
            misplaced=ngettext(
                "{n} in the wrong place", "{n} in the wrong place", self.misplaced
            ).format(n=self.misplaced),
        )


class Mark(Enum):
    """What is said of one place of a guess."""

    ABSENT = "absent"
    MISPLACED = "misplaced"
    EXACT = "exact"

    def __repr__(self) -> str:
        return f"Mark.{self.name}"

    def __str__(self) -> str:
        return {
            Mark.ABSENT: gettext("not in the code"),
            Mark.MISPLACED: gettext("in the wrong place"),
            Mark.EXACT: gettext("in the right place"),
        }[self]


class PerPosition(tuple[Mark, ...]):
    """One :class:`Mark` for each place of the guess, from left to right."""

    __slots__ = ()

    def __str__(self) -> str:
        return series(
            gettext("place {place}: {mark}").format(place=place, mark=mark)
            for place, mark in enumerate(self, start=1)
        )


Feedback: TypeAlias = tuple[Hashable, ...]


class Marking(Protocol):
    """A way of answering guesses in one code space."""

    @property
    def space(self) -> CodeSpace:
        """The codes that can be asked and hidden."""

    @property
    def feedbacks(self) -> tuple[Feedback, ...]:
        """Every answer that can be given; an answer's id is its index here, the last wins."""

    def feedback(self, secret: Code, guess: Code) -> Feedback:
        """Answer ``guess`` readably; both are codes of the space."""

    def check(self, feedback: Iterable[Hashable]) -> Feedback:
        """Return ``feedback`` in its own type, or raise :class:`ImpossibleFeedback`."""

    def ids(self, guess: tuple[int, ...], codes: CodeArray) -> IdArray:
        """Return the ids of the answers to row ``guess`` for each row of ``codes``."""

    def id_matrix(self, guesses: CodeArray, codes: CodeArray) -> IdArray:
        """Return the ids of the answers to each row of ``guesses`` for each row of ``codes``."""


@dataclass(frozen=True)
class CountedMarking:
    """Answers with how many are exact and how many misplaced.

    Exact pegs are the places that agree. Exact and misplaced together are the sum over the
    kinds of the smaller of the two counts, so secret and guess can change places.
    """

    space: CodeSpace

    @cached_property
    def feedbacks(self) -> tuple[Counted, ...]:
        """All answers by the number of right pegs, then of exact ones: 14 for four pegs.

        One exact less than all with one misplaced is left out: the last peg could not be
        anywhere but in its place. All the others are given where there are three kinds or
        more with repeats, or, without, twice as many kinds as pegs; some never with fewer.
        """
        pegs = self.space.pegs
        return tuple(
            Counted(exact, right - exact)
            for right in range(pegs + 1)
            for exact in range(right + 1)
            if (exact, right) != (pegs - 1, pegs)
        )

    def feedback(self, secret: Code, guess: Code) -> Counted:
        """Return the answer to ``guess``.

        >>> from mastermind_edu.games.pegs import colours
        >>> CountedMarking(CodeSpace(4, colours(6))).feedback((0, 0, 0, 1), (0, 0, 1, 0))
        Counted(exact=2, misplaced=2)
        """
        exact = sum(s == g for s, g in zip(secret, guess, strict=True))
        right = (Counter(secret) & Counter(guess)).total()
        return Counted(exact, right - exact)

    def check(self, feedback: Iterable[Hashable]) -> Counted:
        """Return ``feedback`` as a :class:`Counted`.

        :raises ImpossibleFeedback: unless it is one of :attr:`feedbacks`.
        """
        answer = tuple(feedback) if isinstance(feedback, Iterable) else feedback
        if answer in self.feedbacks:
            return self.feedbacks[self.feedbacks.index(answer)]
        pegs = self.space.pegs
        if answer == (pegs - 1, 1):
            raise _no_other_place(Counted(pegs - 1, 1))
        raise ImpossibleFeedback(
            gettext(
                "An answer is two numbers, exact and misplaced, together at most {pegs}; "
                "got {answer!r}."
            ).format(pegs=pegs, answer=feedback)
        )

    def ids(self, guess: tuple[int, ...], codes: CodeArray) -> IdArray:
        """Return the answers' ids for each row of ``codes``, shape ``(n,)``."""
        from mastermind_edu.games import vectorised

        return vectorised.counted_ids(guess, codes)

    def id_matrix(self, guesses: CodeArray, codes: CodeArray) -> IdArray:
        """Return the answers' ids, shape ``(len(guesses), len(codes))``."""
        from mastermind_edu.games import vectorised

        return vectorised.counted_matrix(guesses, codes)


@dataclass(frozen=True)
class PerPositionMarking:
    """Answers with a mark under each place, as *Senha* does.

    Exact places are marked first; then, from left to right, a peg is misplaced while the
    secret still has one of its kind that no other mark has used.
    """

    space: CodeSpace

    @cached_property
    def feedbacks(self) -> tuple[PerPosition, ...]:
        """All answers, absent before misplaced before exact, the first place varying slowest.

        All places exact but one misplaced is left out; the rest is as in
        :class:`CountedMarking`.
        """
        patterns = itertools.product(Mark, repeat=self.space.pegs)
        return tuple(PerPosition(marks) for marks in patterns if not _impossible(marks))

    def feedback(self, secret: Code, guess: Code) -> PerPosition:
        """Return the mark of each place of ``guess``."""
        pairs = list(zip(secret, guess, strict=True))
        unused = Counter(s for s, g in pairs if s != g)
        marks = []
        for s, g in pairs:
            if s == g:
                marks.append(Mark.EXACT)
            elif unused[g] > 0:
                unused[g] -= 1
                marks.append(Mark.MISPLACED)
            else:
                marks.append(Mark.ABSENT)
        return PerPosition(marks)

    def check(self, feedback: Iterable[Hashable]) -> PerPosition:
        """Return ``feedback`` as a :class:`PerPosition`; names of marks may stand for marks.

        :raises ImpossibleFeedback: unless it is one of :attr:`feedbacks`.
        """
        try:
            answer = PerPosition(Mark(mark) for mark in feedback)
        except (TypeError, ValueError):
            answer = PerPosition()
        if len(answer) != self.space.pegs:
            raise ImpossibleFeedback(
                gettext("An answer is {pegs} marks, each one of {names}; got {answer!r}.").format(
                    pegs=self.space.pegs,
                    names=", ".join(mark.value for mark in Mark),
                    answer=feedback,
                )
            )
        if _impossible(answer):
            raise _no_other_place(answer)
        return answer

    def ids(self, guess: tuple[int, ...], codes: CodeArray) -> IdArray:
        """Return the answers' ids for each row of ``codes``, shape ``(n,)``."""
        from mastermind_edu.games import vectorised

        return vectorised.per_position_ids(guess, codes)

    def id_matrix(self, guesses: CodeArray, codes: CodeArray) -> IdArray:
        """Return the answers' ids, shape ``(len(guesses), len(codes))``."""
        from mastermind_edu.games import vectorised

        return vectorised.per_position_matrix(guesses, codes)


def _impossible(marks: tuple[Mark, ...]) -> bool:
    return marks.count(Mark.EXACT) == len(marks) - 1 and marks.count(Mark.MISPLACED) == 1


def _no_other_place(answer: Feedback) -> ImpossibleFeedback:
    return ImpossibleFeedback(
        gettext(
            "{answer} cannot be: when all pegs but one are in the right place, "
            "the last has no other place to be in."
        ).format(answer=answer)
    )
