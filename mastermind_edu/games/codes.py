"""The space of possible codes: how many there are, listing, reading and writing them.

A code is a tuple with one value for each place: ints from 0 for colours, symbols and the
blank. A *row* is the same code as positions in the space's table of kinds; solvers and
arrays use rows, people use codes. For games of plain colours the two are equal.
"""

from __future__ import annotations

import itertools
import math
import random
import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from mastermind_edu.games.pegs import Kind
from mastermind_edu.language import gettext, ngettext

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    CodeArray: TypeAlias = NDArray[np.uint8]

__all__ = [
    "LARGEST_LISTED",
    "AmbiguousCode",
    "Code",
    "CodeSpace",
    "Factor",
    "InvalidCode",
    "RepeatedPeg",
    "SpaceTooLarge",
    "UnknownPeg",
    "WrongLength",
]

Code: TypeAlias = tuple[Hashable, ...]
Row: TypeAlias = tuple[int, ...]

LARGEST_LISTED = 1_000_000
"""The most codes that are listed as one array; larger spaces only count and iterate."""


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
    """One step of the counting argument: how many choices a place has, and why."""

    place: int
    choices: int
    reason: str


@dataclass(frozen=True)
class CodeSpace:
    """All codes of ``pegs`` places, each one of ``kinds``, with or without repeats.

    :raises ValueError: if there is no place, no kind, or, without repeats, fewer kinds
        than places.
    """

    pegs: int
    kinds: tuple[Kind, ...]
    repeats: bool = True

    def __post_init__(self) -> None:
        if self.pegs < 1:
            raise ValueError(f"expected at least 1 peg, got {self.pegs}")
        if not self.kinds:
            raise ValueError("expected at least 1 kind of peg, got none")
        if not self.repeats and self.pegs > len(self.kinds):
            raise ValueError(
                f"without repeats {self.pegs} pegs need at least {self.pegs} kinds, "
                f"got {len(self.kinds)}"
            )

    def __repr__(self) -> str:
        repeats = "" if self.repeats else ", repeats=False"
        return f"<CodeSpace {self.pegs} pegs x {len(self.kinds)} kinds{repeats}: {self.size:,}>"

    @property
    def size(self) -> int:
        """How many codes there are, by the product rule."""
        if self.repeats:
            return int(len(self.kinds) ** self.pegs)
        return math.perm(len(self.kinds), self.pegs)

    @property
    def factors(self) -> tuple[Factor, ...]:
        """The counting argument place by place; the product of the choices is the size."""
        return tuple(self._factor(place) for place in range(self.pegs))

    def _factor(self, place: int) -> Factor:
        kinds = len(self.kinds)
        if self.repeats or place == 0:
            reason = ngettext("the only kind of peg", "any of the {n} kinds of peg", kinds)
            return Factor(place, kinds, reason.format(n=kinds))
        left = kinds - place
        reason = ngettext(
            "{n} kind is left: {used} stand in the places before",
            "{n} kinds are left: {used} stand in the places before",
            left,
        )
        return Factor(place, left, reason.format(n=left, used=place))

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
        for factor in self.factors:
            block //= factor.choices
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
        if isinstance(code, str) or not isinstance(code, Iterable):
            raise InvalidCode(
                gettext("A code is a sequence of pegs, got {code!r}.").format(code=code)
            )
        pegs = tuple(code)
        if len(pegs) != self.pegs:
            raise WrongLength(self._length_text(len(pegs)))
        for peg in pegs:
            if not isinstance(peg, Hashable) or peg not in _positions(self.kinds):
                raise UnknownPeg(self._unknown_text(repr(peg)))
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

    def _unknown_text(self, got: str) -> str:
        known = ", ".join(
            kind.name if kind.name == kind.letter else f"{kind.letter} ({kind.name})"
            for kind in self.kinds
        )
        return gettext("There is no peg {got} in this game. Its pegs are {known}.").format(
            got=got, known=known
        )

    def kind(self, peg: Hashable) -> Kind:
        """Return the kind of one peg of a code."""
        return self.kinds[_positions(self.kinds)[peg]]

    def row(self, code: Code) -> Row:
        """Return ``code`` as positions in ``kinds``."""
        positions = _positions(self.kinds)
        return tuple(positions[peg] for peg in code)

    def code(self, row: Iterable[int]) -> Code:
        """Return the code that ``row`` stands for; the inverse of :meth:`row`."""
        return tuple(self.kinds[int(position)].value for position in row)

    def index(self, code: Code) -> int:
        """Return where ``code`` stands in the lexicographic list; the inverse of ``code_at``."""
        left = list(range(len(self.kinds)))
        index = 0
        for factor, position in zip(self.factors, self.row(self.check(code)), strict=True):
            rank = left.index(position)
            if not self.repeats:
                left.pop(rank)
            index = index * factor.choices + rank
        return index

    def array(self) -> CodeArray:
        """Return all codes as rows of a read-only array of shape ``(size, pegs)``.

        :raises SpaceTooLarge: if there are more than :data:`LARGEST_LISTED`.
        """
        if self.size > LARGEST_LISTED:
            raise SpaceTooLarge(
                gettext(
                    "There are {size:,} codes, too many to list: the limit is {limit:,}."
                ).format(size=self.size, limit=LARGEST_LISTED)
            )
        return _listed(self.pegs, len(self.kinds), repeats=self.repeats)

    def format(self, code: Code) -> str:
        """Write ``code`` in short notation: the letters of its pegs, ``RGBY``."""
        return "".join(self.kind(peg).letter for peg in code)

    def spell(self, code: Code) -> str:
        """Write ``code`` in the names of its pegs: ``red, green, blue, yellow``."""
        return ", ".join(self.kind(peg).name for peg in code)

    def parse(self, text: str) -> Code:
        """Read a code from letters, numbers or names: ``RGBY``, ``1 1 2 2``, ``red, blue, …``.

        Numbers count the kinds from 1, save where the pegs bear digits themselves. Capitals
        do not matter. Signs between pegs may be spaces, commas, semicolons or hyphens.

        :raises InvalidCode: one of its subclasses, as for :meth:`check`;
            :class:`AmbiguousCode` for a run of digits that can be split in several ways.
        """
        pegs = [self._read_peg(token) for token in self._split(text)]
        return self.check(tuple(pegs))

    def _split(self, text: str) -> list[str]:
        tokens = [token for token in re.split(r"[\s,;\-]+", self._abbreviate(text)) if token]
        if len(tokens) != 1 or (self.pegs == 1 and self._is_peg(tokens[0])):
            return tokens
        run = tokens[0]
        if run.isdigit() and not self._has_digits:
            if len(run) > self.pegs and len(self.kinds) > 9:
                raise AmbiguousCode(
                    gettext(
                        "{text} can be read in several ways: put a space between the pegs."
                    ).format(text=run)
                )
            return list(run)
        width = len(self.kinds[0].letter)
        return [run[start : start + width] for start in range(0, len(run), width)]

    def _abbreviate(self, text: str) -> str:
        """Put letters for names of several words, such as ``yellow square``."""
        for kind in self.kinds:
            words = kind.name.split()
            if len(words) > 1:
                name = r"\s+".join(re.escape(word) for word in words)
                text = re.sub(rf"\b{name}\b", f" {kind.letter} ", text, flags=re.IGNORECASE)
        return text

    @property
    def _has_digits(self) -> bool:
        return any(kind.letter.isdigit() for kind in self.kinds)

    @property
    def _names(self) -> dict[str, Kind]:
        names = {kind.name.casefold(): kind for kind in self.kinds}
        return names | {kind.letter.casefold(): kind for kind in self.kinds}

    def _is_peg(self, token: str) -> bool:
        return token.isdigit() or token.casefold() in self._names

    def _read_peg(self, token: str) -> Hashable:
        kind = self._names.get(token.casefold())
        if kind is not None:
            return kind.value
        numbered = token.isdigit() and not self._has_digits
        if numbered and 1 <= int(token) <= len(self.kinds):
            return self.kinds[int(token) - 1].value
        raise UnknownPeg(self._unknown_text(token))


@lru_cache(maxsize=64)
def _positions(kinds: tuple[Kind, ...]) -> dict[Hashable, int]:
    return {kind.value: position for position, kind in enumerate(kinds)}


@lru_cache(maxsize=16)
def _listed(pegs: int, kinds: int, *, repeats: bool) -> CodeArray:
    import numpy as np

    if repeats:
        columns = np.indices((kinds,) * pegs, dtype=np.uint8).reshape(pegs, -1)
    else:
        pegs_in_order = itertools.chain.from_iterable(itertools.permutations(range(kinds), pegs))
        rows = np.fromiter(pegs_in_order, dtype=np.uint8).reshape(-1, pegs)
        columns = np.ascontiguousarray(rows.T)
    columns.setflags(write=False)
    return columns.T
