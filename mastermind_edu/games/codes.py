"""The space of possible codes: how many there are, listing, reading and writing them.

A code is a tuple with one value for each place: ints from 0 for colours, symbols and the
blank. A *row* is the same code as positions in the space's table of kinds; solvers and
arrays use rows, people use codes. For games of plain colours the two are equal.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Hashable, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from mastermind_edu.games.notation import reach, readings, tidy
from mastermind_edu.games.pegs import Kind, inventory
from mastermind_edu.language import gettext, ngettext, number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    CodeArray: TypeAlias = NDArray[np.uint8]

__all__ = [
    "LARGEST_LISTED",
    "AmbiguousCode",
    "Code",
    "CodeSpace",
    "Factor",
    "InvalidCode",
    "InvalidSpace",
    "RepeatedPeg",
    "SpaceTooLarge",
    "UnknownPeg",
    "WrongLength",
]

Code: TypeAlias = tuple[Hashable, ...]
Row: TypeAlias = tuple[int, ...]

MOST_KINDS = 256

LARGEST_LISTED = 1_000_000
"""The most codes that are listed as one array; larger spaces only count and iterate."""


class InvalidSpace(ValueError):
    """No code can be made of these pegs; the message says what was expected."""


class InvalidCode(ValueError):
    """What was given is not a code of this game; the message says what was expected."""


class WrongLength(InvalidCode):
    """A code with too few or too many pegs."""


class UnknownPeg(InvalidCode):
    """A code with a peg that this game does not have."""


class RepeatedPeg(InvalidCode):
    """A code that uses a peg twice in a game without repeats."""


class AmbiguousCode(InvalidCode):
    """A text that can be read as more than one code."""


class SpaceTooLarge(ValueError):
    """More codes than can be listed at once; counting them still works."""


@dataclass(frozen=True)
class Factor:
    """One step of the counting argument: how many choices a place has, and why.

    ``place`` counts from 0.
    """

    place: int
    choices: int
    reason: str


@dataclass(frozen=True)
class CodeSpace:
    """All codes of ``pegs`` places, each one of ``kinds``, with or without repeats.

    :raises InvalidSpace: if there is no place, no kind, twice the same kind, more kinds than
        a byte tells apart, or, without repeats, fewer kinds than places.
    """

    pegs: int
    kinds: tuple[Kind, ...]
    repeats: bool = True

    def __post_init__(self) -> None:
        kinds = len(self.kinds)
        if self.pegs < 1:
            raise InvalidSpace(
                gettext("A code has at least 1 peg, got {pegs}.").format(pegs=self.pegs)
            )
        if not 1 <= kinds <= MOST_KINDS:
            raise InvalidSpace(
                gettext("Expected 1 to {most} kinds of peg, got {kinds}.").format(
                    most=MOST_KINDS, kinds=kinds
                )
            )
        if len({kind.value for kind in self.kinds}) < kinds:
            raise InvalidSpace(gettext("Each kind of peg can be there only once."))
        if not self.repeats and self.pegs > kinds:
            raise InvalidSpace(
                gettext(
                    "Without repeats, {pegs} pegs need at least {pegs} kinds, got {kinds}."
                ).format(pegs=self.pegs, kinds=kinds)
            )

    def __repr__(self) -> str:
        repeats = "" if self.repeats else ", repeats=False"
        return f"<CodeSpace {self.pegs} pegs x {len(self.kinds)} kinds{repeats}: {self.size:,}>"

    @property
    def size(self) -> int:
        """How many codes there are, by the product rule."""
        return math.prod(self._choices)

    @property
    def factors(self) -> tuple[Factor, ...]:
        """The counting argument place by place; the product of the choices is the size."""
        return tuple(
            Factor(place, choices, self._reason(place, choices))
            for place, choices in enumerate(self._choices)
        )

    @property
    def _choices(self) -> tuple[int, ...]:
        kinds = len(self.kinds)
        return tuple(kinds if self.repeats else kinds - place for place in range(self.pegs))

    def _reason(self, place: int, choices: int) -> str:
        if self.repeats or place == 0:
            reason = ngettext("the only kind of peg", "any of the {n} kinds of peg", choices)
            return reason.format(n=choices)
        reason = ngettext(
            "{n} kind is left: {used} used in the places before",
            "{n} kinds are left: {used} used in the places before",
            choices,
        )
        return reason.format(n=choices, used=place)

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[Code]:
        """List the codes lazily, in lexicographic order."""
        values = [kind.value for kind in self.kinds]
        if self.repeats:
            return itertools.product(values, repeat=self.pegs)
        return itertools.permutations(values, self.pegs)

    def __contains__(self, code: object) -> bool:
        try:
            self.check(code)
        except InvalidCode:
            return False
        return True

    def code_at(self, index: int) -> Code:
        """Return the code at ``index`` of the lexicographic list, without listing it.

        :raises IndexError: if there is no such index.
        """
        if not 0 <= index < self.size:
            raise IndexError(f"expected an index from 0 to {self.size - 1}, got {index}")
        left = [kind.value for kind in self.kinds]
        block = self.size
        code = []
        for choices in self._choices:
            block //= choices
            position, index = divmod(index, block)
            code.append(left[position] if self.repeats else left.pop(position))
        return tuple(code)

    def random(self, rng: random.Random) -> Code:
        """Return one code, each as likely as any other."""
        return self.code_at(rng.randrange(self.size))

    def check(self, code: object) -> Code:
        """Return ``code`` as a tuple if it is a code of this space.

        :raises WrongLength: if it has not one peg for each place.
        :raises UnknownPeg: if a peg is not of these kinds.
        :raises RepeatedPeg: if a peg stands twice in a space without repeats.
        :raises InvalidCode: if it is no sequence at all.
        """
        if isinstance(code, str):
            raise InvalidCode(
                gettext(
                    "A code is a sequence of pegs, got a text: read {code!r} with parse."
                ).format(code=code)
            )
        if isinstance(code, (Set, Mapping)) or not isinstance(code, Iterable):
            raise InvalidCode(
                gettext("A code is a sequence of pegs, got {code!r}.").format(code=code)
            )
        pegs = tuple(code)
        if len(pegs) != self.pegs:
            raise WrongLength(self._length_text(len(pegs)))
        checked = self.code(self.row(pegs))
        if not self.repeats:
            self._refuse_repeats(checked)
        return checked

    def _refuse_repeats(self, code: Code) -> None:
        for peg in code:
            if code.count(peg) > 1:
                name = self.kind(peg).name
                raise RepeatedPeg(
                    gettext("This game has no repeats, but {name} is used twice.").format(name=name)
                )

    def _length_text(self, got: int) -> str:
        text = ngettext(
            "A code has {n} peg, got {got}.", "A code has {n} pegs, got {got}.", self.pegs
        )
        return text.format(n=self.pegs, got=got)

    def _unread_text(self, got: str) -> str:
        return gettext("There is no peg {got} in this game. Its pegs are {known}.").format(
            got=got, known=inventory(self.kinds)
        )

    def _unknown_text(self, got: object) -> str:
        first, last = self.kinds[0].value, self.kinds[-1].value
        return gettext(
            "There is no peg {got!r} in this game. Its pegs go from {first} to {last}."
        ).format(got=got, first=first, last=last)

    def _ambiguous_text(self, text: str, found: Iterable[Code]) -> str:
        one, other = (self.spell(code) for code in found)
        return gettext(
            "{text} can be read in several ways, such as {one} or {other}: "
            "put a space between the pegs."
        ).format(text=text, one=one, other=other)

    def kind(self, peg: Hashable) -> Kind:
        """Return the kind of one peg of a code.

        :raises UnknownPeg: if it is not of these kinds.
        """
        return self.kinds[self._position(peg)]

    def row(self, code: Code) -> Row:
        """Return ``code`` as positions in ``kinds``.

        :raises UnknownPeg: if a peg is not of these kinds.
        """
        return tuple(self._position(peg) for peg in code)

    def code(self, row: Iterable[int]) -> Code:
        """Return the code that ``row`` stands for; the inverse of :meth:`row`."""
        return tuple(self.kinds[int(position)].value for position in row)

    def _position(self, peg: Hashable) -> int:
        try:
            return self._positions[peg]
        except (KeyError, TypeError):
            raise UnknownPeg(self._unknown_text(peg)) from None

    @cached_property
    def _positions(self) -> dict[Hashable, int]:
        return {kind.value: position for position, kind in enumerate(self.kinds)}

    def index(self, code: Code) -> int:
        """Return where ``code`` stands in the lexicographic list; the inverse of ``code_at``."""
        left = list(range(len(self.kinds)))
        index = 0
        for choices, position in zip(self._choices, self.row(self.check(code)), strict=True):
            rank = left.index(position)
            if not self.repeats:
                left.pop(rank)
            index = index * choices + rank
        return index

    def array(self) -> CodeArray:
        """Return all codes as rows of a read-only array of shape ``(size, pegs)``.

        :raises SpaceTooLarge: if there are more than :data:`LARGEST_LISTED`.
        """
        if self.size > LARGEST_LISTED:
            raise SpaceTooLarge(
                gettext("There are {size} codes, too many to list: the limit is {limit}.").format(
                    size=number(self.size), limit=number(LARGEST_LISTED)
                )
            )
        return _listed(self.pegs, len(self.kinds), repeats=self.repeats)

    def check_array(self, codes: ArrayLike) -> CodeArray:
        """Return ``codes`` as an array of rows of this space, of shape ``(n, pegs)``.

        That no peg is used twice in a space without repeats is left to the caller.

        :raises WrongLength: if it has another shape.
        :raises UnknownPeg: if a number in it is no position in ``kinds``.
        """
        from mastermind_edu.games.arrays import np

        array = np.asarray(codes)
        if array.ndim != 2 or array.shape[1] != self.pegs:
            raise WrongLength(
                gettext("Expected an array of shape (n, {pegs}), got {shape}.").format(
                    pegs=self.pegs, shape=array.shape
                )
            )
        last = len(self.kinds) - 1
        if array.size and not (
            array.dtype.kind in "ui" and 0 <= array.min() <= array.max() <= last
        ):
            raise UnknownPeg(
                gettext("Expected an array of whole numbers from 0 to {last}.").format(last=last)
            )
        return array.astype(np.uint8, copy=False)

    def format(self, code: Code) -> str:
        """Write ``code`` in short notation: the letters of its pegs, ``RGBY``."""
        return "".join(self.kind(peg).letter for peg in code)

    def spell(self, code: Code) -> str:
        """Write ``code`` in the names of its pegs: ``red, green, blue, yellow``."""
        return ", ".join(self.kind(peg).name for peg in code)

    def parse(self, text: str) -> Code:
        """Read a code from letters, numbers or names: ``RGBY``, ``1 1 2 2``, ``red, blue, …``.

        Numbers count the kinds from 1, save where the pegs bear digits themselves. Capitals
        do not matter. Pegs may stand in a row, or apart, with spaces, commas, semicolons or
        hyphens between them; what can be read as pegs apart is not taken apart further.

        :raises InvalidCode: one of its subclasses, as for :meth:`check`;
            :class:`AmbiguousCode` for a text that can be read in several ways.
        """
        if not isinstance(text, str):
            raise InvalidCode(
                gettext("Expected a written code such as {example}, got {text!r}.").format(
                    example=self.format(self.code_at(0)), text=text
                )
            )
        tidied, words = tidy(text), self._words
        lengths = []
        for apart in (True, False):
            found = readings(tidied, words, self.pegs, apart=apart)
            if len(found) > 1:
                raise AmbiguousCode(self._ambiguous_text(text, found))
            if found:
                return self.check(found[0])
            read = reach(tidied, words, apart=apart)
            if len(tidied) in read:
                lengths.append(read[len(tidied)])
                if " " in tidied:
                    break
        if lengths:
            raise WrongLength(self._length_text(max(lengths)))
        raise UnknownPeg(self._unread_text(self._unread(tidied)))

    @property
    def _words(self) -> dict[str, Hashable]:
        """What may be written for each peg: its number, its name or its letter."""
        written = [(tidy(kind.name), kind.value) for kind in self.kinds]
        written += [(kind.letter, kind.value) for kind in self.kinds]
        if not any(character.isdecimal() for kind in self.kinds for character in kind.letter):
            written += [(str(n), kind.value) for n, kind in enumerate(self.kinds, start=1)]
        return {word.casefold(): peg for word, peg in written}

    def _unread(self, tidied: str) -> str:
        """Return the first piece of a text that is no peg of this game."""
        apart = tidied.count(" ") == self.pegs - 1
        rest = tidied[max(reach(tidied, self._words, apart=apart)) :].split(" ")[0]
        return rest if apart else rest[: min(len(kind.letter) for kind in self.kinds)]


@lru_cache(maxsize=16)
def _listed(pegs: int, kinds: int, *, repeats: bool) -> CodeArray:
    from mastermind_edu.games.arrays import all_rows

    return all_rows(pegs, kinds, repeats=repeats)
