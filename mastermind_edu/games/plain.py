"""As much of NumPy as the first lessons ask for, in plain lists, for a Python without it.

An :class:`Array` is a row of numbers whose operators work item by item, a :class:`Table` some
rows of equal width. What is here behaves as in NumPy, to which tests hold it; what is not here
is missed by its name. Numbers have no width, so the types that are asked for count for nothing.
"""

from __future__ import annotations

import itertools
import math
import operator
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mastermind_edu.games.feedback import Marking

__all__ = ["Array", "Columns", "Table", "all_rows", "answers"]

bool_ = bool
int64 = intp = uint8 = int


def all_rows(pegs: int, kinds: int, *, repeats: bool) -> Table:
    """Return all codes as rows, in lexicographic order."""
    if repeats:
        return Table(itertools.product(range(kinds), repeat=pegs), pegs)
    return Table(itertools.permutations(range(kinds), pegs), pegs)


def answers(marking: Marking, guess: Sequence[int], codes: Table) -> Array:
    """Return the ids of the answers to row ``guess``, marked readably code by code."""
    ids = {answer: number for number, answer in enumerate(marking.feedbacks)}
    code = marking.space.code
    asked = code(guess)
    return Array(ids[marking.feedback(code(row), asked)] for row in codes)


# ------------------------------------------------------------------------------- arrays


class _WholeNumbers:
    """The type of an array."""

    kind: Final = "u"


def _each(step: Callable[[Any, Any], Any]) -> Callable[[Array, Any], Array]:
    """Return the operator that does ``step`` with each item and a number, or item by item."""

    def method(self: Array, other: Any) -> Array:
        if isinstance(other, Array):
            return Array(map(step, self, other))
        return Array([step(item, other) for item in self])

    return method


class Array:
    """Numbers, or truth values, in a row."""

    dtype: Final = _WholeNumbers()
    ndim = 1
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, items: Iterable[Any] = ()) -> None:
        self._items = list(items)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._items})"

    def __len__(self) -> int:
        return len(self._items)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._items)

    def __getitem__(self, which: Any) -> Any:
        if isinstance(which, slice):
            return self._like(self._items[which])
        if isinstance(which, Array):
            return self._like([self._items[place] for place in _places(which)])
        return self._items[which]

    def __setitem__(self, which: Array, value: Any) -> None:
        places = _places(which)
        values = value if isinstance(value, Array) else [value] * len(places)
        for place, one in zip(places, values, strict=True):
            self._items[place] = one

    __eq__ = _each(operator.eq)  # type: ignore[assignment]
    __ne__ = _each(operator.ne)  # type: ignore[assignment]
    __lt__ = _each(operator.lt)
    __le__ = _each(operator.le)
    __gt__ = _each(operator.gt)
    __ge__ = _each(operator.ge)
    __add__ = _each(operator.add)
    __rsub__ = _each(lambda item, other: other - item)
    __mul__ = __rmul__ = _each(operator.mul)
    __truediv__ = _each(operator.truediv)
    __floordiv__ = _each(operator.floordiv)
    __mod__ = _each(operator.mod)
    __lshift__ = _each(operator.lshift)
    __and__ = _each(operator.and_)
    __or__ = _each(operator.or_)

    def __invert__(self) -> Array:
        """Return the opposite of truth values."""
        return Array([not item for item in self])

    def _like(self, items: list[Any]) -> Array:
        return Array(items)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return len(self)

    def all(self) -> bool:
        """Return whether all are true."""
        return all(self._items)

    def sum(self) -> int:
        """Return the sum."""
        return sum(self._items)

    def min(self) -> Any:
        """Return the smallest."""
        return min(self._items)

    def max(self) -> Any:
        """Return the largest."""
        return max(self._items)

    def copy(self) -> Array:
        """Return a copy."""
        return self._like(list(self._items))

    def astype(self, _type: object, copy: bool = True) -> Array:  # noqa: FBT001, FBT002
        """Return the same numbers."""
        return self.copy() if copy else self

    def setflags(self, *, write: bool) -> None:
        """Do nothing: nobody can be kept from writing to a list."""

    def tolist(self) -> list[Any]:
        """Return a list."""
        return list(self._items)

    def tobytes(self) -> bytes:
        """Return numbers below 256 as bytes."""
        return bytes(self._items)


class Table(Array):
    """Rows of ``width`` numbers each."""

    ndim = 2

    def __init__(self, rows: Iterable[Sequence[int]], width: int) -> None:
        super().__init__(rows)
        self.width = width

    def __getitem__(self, which: Any) -> Any:
        if isinstance(which, tuple):
            rows, columns = which
            width = len(range(*columns.indices(self.width)))
            return Table([row[columns] for row in self._items[rows]], width)
        found = super().__getitem__(which)
        return found if isinstance(found, Table) else Array(found)

    def _like(self, items: list[Any]) -> Table:
        return Table(items, self.width)

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows there are, and how many columns."""
        return len(self), self.width

    @property
    def T(self) -> Columns:  # noqa: N802
        """The columns."""
        return Columns(self)

    def min(self) -> int:
        """Return the smallest number."""
        return int(min(map(min, self._items)))

    def max(self) -> int:
        """Return the largest number."""
        return int(max(map(max, self._items)))

    def tolist(self) -> list[list[int]]:
        """Return a list for each row."""
        return [list(row) for row in self._items]

    def tobytes(self) -> bytes:
        """Return numbers below 256 as bytes, row after row."""
        return bytes(itertools.chain.from_iterable(self._items))


class Columns:
    """The columns of a table."""

    def __init__(self, table: Table) -> None:
        self.T = table

    def __iter__(self) -> Iterator[Array]:
        return map(Array, zip(*self.T, strict=True))

    def __getitem__(self, which: slice) -> list[Array]:
        return list(self)[which]

    def compress(self, keep: Array, axis: int) -> Columns:  # noqa: ARG002
        """Return the columns of those rows that ``keep`` is true for."""
        return Columns(self.T[keep])

    def setflags(self, *, write: bool) -> None:
        """Do nothing: nobody can be kept from writing to a list."""


def _places(which: Array) -> list[int]:
    """Return the places that truth values mark, or numbers name."""
    items = which.tolist()
    if items and isinstance(items[0], bool):
        return [place for place, marked in enumerate(items) if marked]
    return items


# ---------------------------------------------------------------------------- functions


def asarray(rows: Any) -> Any:
    """Return a table of ``rows``, or themselves if they are one."""
    if isinstance(rows, Array):
        return rows
    listed = [tuple(row) for row in rows]
    return Table(listed, len(listed[0]) if listed else 0)


def full(length: int, value: int, dtype: object = None) -> Array:  # noqa: ARG001
    """Return ``value``, ``length`` times."""
    return Array([value] * length)


def zeros(length: int, dtype: object = None) -> Array:
    """Return nothing but 0."""
    return full(length, 0, dtype)


def ones(length: int, dtype: object = None) -> Array:
    """Return nothing but 1."""
    return full(length, 1, dtype)


def stack(arrays: Sequence[Array], axis: int = 0) -> Table:
    """Return a table of which ``arrays`` are the rows, or, along axis 1, the columns."""
    rows = list(zip(*arrays, strict=True)) if axis else [tuple(array) for array in arrays]
    return Table(rows, len(arrays) if axis else len(arrays[0]))


def where(chosen: Array, one: int, other: int) -> Array:
    """Return ``one`` where ``chosen`` is true, and ``other`` elsewhere."""
    return Array([one if is_chosen else other for is_chosen in chosen])


def flatnonzero(array: Array) -> Array:
    """Return the places of what is not 0."""
    return Array([place for place, item in enumerate(array) if item])


def bincount(numbers: Array, minlength: int = 0) -> Array:
    """Return how often 0, 1, … are there."""
    counts = [0] * max(minlength, max(numbers, default=-1) + 1)
    for number in numbers:
        counts[number] += 1
    return Array(counts)


def cumsum(numbers: Array) -> Array:
    """Return the sums of the first one, the first two, …"""
    return Array(itertools.accumulate(numbers))


def unique(numbers: Array, *, return_index: bool = False, return_inverse: bool = False) -> Any:
    """Return the different numbers in order; on request where each is first, and which is where."""
    different = sorted(set(numbers))
    found = [Array(different)]
    if return_index:
        listed = numbers.tolist()
        found.append(Array(map(listed.index, different)))
    if return_inverse:
        found.append(Array([bisect_left(different, number) for number in numbers]))
    return tuple(found) if len(found) > 1 else found[0]


def argsort(numbers: Array, kind: str = "stable") -> Array:  # noqa: ARG001
    """Return the places of the numbers from the smallest to the largest; equal ones in order."""
    return Array(sorted(range(len(numbers)), key=numbers.tolist().__getitem__))


def bitwise_count(numbers: Array) -> Array:
    """Return how many bits of each number are set."""
    return Array(map(int.bit_count, numbers))


def packbits(bits: Array) -> Array:
    """Return eight bits to a byte, the first one highest, the last byte filled with 0."""
    text = "".join("1" if bit else "0" for bit in bits)
    return Array(int(text[start : start + 8].ljust(8, "0"), 2) for start in range(0, len(text), 8))


def ceil(numbers: Array) -> Array:
    """Return the numbers rounded up."""
    return Array(map(math.ceil, numbers))


def min_scalar_type(_largest: int) -> type[int]:
    """Return the type of whole numbers, whatever their size."""
    return int
