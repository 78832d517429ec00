"""The same answers as :mod:`mastermind_edu.games.grand`, for many codes in one NumPy pass.

All that a guess asks of a peg of the secret is its *relation*: which peg of the guess it
equals, named by the first place of that kind, or else whether it is half right or wrong at its
own place. With *n* pegs there are *n* + 2 relations, so a code is a number of *n* digits to
that base, and its answer stands in a table: 1,296 entries for four pegs, the same for all
guesses that are alike in which of their pegs are equal or half right to each other. Where a
table would be too large, the relations are answered directly. Secret and guess may change
places in all this, so the fewer of two sets of codes are taken one by one.

The most partial places are found otherwise than in the readable rule: as the least cut, which
is equal (Ford and Fulkerson 1956). For any set of kinds, each partial place either asks one of
those kinds for a peg, of which each leaves a known number, or asks none of them; so there are
at most as many as these kinds leave and other places together, and for some set just as many.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray
    from mastermind_edu.games.feedback import IdArray
    from mastermind_edu.games.pairing import Pegs

__all__ = ["shaped_ids", "shaped_matrix"]

Bools: TypeAlias = NDArray[np.bool_]
Bytes: TypeAlias = NDArray[np.uint8]
Halves: TypeAlias = tuple[tuple[bool, ...], ...]

LARGEST_TABLE = 1 << 16


def shaped_ids(guess: Sequence[int], codes: CodeArray, pegs: Pegs) -> IdArray:
    """Return the ids of the answers to ``guess`` for each of ``codes``.

    :param pegs: the colour and shape of each kind.
    """
    ids: IdArray = shaped_matrix(np.array([guess], dtype=np.uint8), codes, pegs)[0]
    return ids


def shaped_matrix(guesses: CodeArray, codes: CodeArray, pegs: Pegs) -> IdArray:
    """Return the ids of the answers, shape ``(len(guesses), len(codes))``."""
    if len(codes) < len(guesses):
        return _matrix(codes, guesses, pegs).T
    return _matrix(guesses, codes, pegs)


def _matrix(guesses: CodeArray, codes: CodeArray, pegs: Pegs) -> IdArray:
    places = guesses.shape[1]
    half_right = _half_right(pegs)
    first, relations = _relations(guesses, half_right)
    halves = half_right[guesses[:, :, np.newaxis], guesses[:, np.newaxis, :]]
    columns = [column.astype(np.intp) for column in codes.T]
    ids = np.empty((len(guesses), len(codes)), dtype=_numbers(places).dtype)
    for row, kinds, half, relation in zip(
        ids, first.tolist(), halves.tolist(), relations, strict=True
    ):
        alike = tuple(kinds), tuple(map(tuple, half))
        if (places + 2) ** places <= LARGEST_TABLE:
            words = _words(relation, columns)
            np.take(_table(*alike), words, out=row, mode="clip")
        else:
            digits = [digit[column] for digit, column in zip(relation, columns, strict=True)]
            row[:] = _answers(*alike, digits)
    return ids


@lru_cache(maxsize=8)
def _half_right(pegs: Pegs) -> Bools:
    colour, shape = np.array(pegs).T
    same_colour = colour == colour[:, np.newaxis]
    same_shape = shape == shape[:, np.newaxis]
    half_right: Bools = same_colour != same_shape
    return half_right


def _relations(guesses: CodeArray, half_right: Bools) -> tuple[NDArray[np.intp], Bytes]:
    """Return the first place of each guess's pegs, and each kind's relation at each place.

    Shapes ``(guesses, places)`` and ``(guesses, places, kinds)``.
    """
    places, kinds = guesses.shape[1], len(half_right)
    same = guesses[:, :, np.newaxis] == np.arange(kinds, dtype=np.uint8)
    first = same.argmax(axis=1)
    elsewhere = np.where(half_right[guesses], places, places + 1)
    relations = np.where(same.any(axis=1)[:, np.newaxis], first[:, np.newaxis], elsewhere)
    return np.take_along_axis(first, guesses.astype(np.intp), axis=1), relations.astype(np.uint8)


def _words(relation: Bytes, columns: Sequence[NDArray[np.intp]]) -> NDArray[np.uint16]:
    """Read the relations of each code's pegs as one number."""
    places = len(columns)
    values = (places + 2) ** np.arange(places, dtype=np.uint16)[::-1, np.newaxis]
    digits: NDArray[np.uint16] = relation * values
    words: NDArray[np.uint16] = digits[0][columns[0]]
    for digit, column in zip(digits[1:], columns[1:], strict=True):
        words += digit[column]
    return words


@lru_cache(maxsize=1024)
def _table(first: tuple[int, ...], halves: Halves) -> IdArray:
    """Return the id of the answer for every word of relations."""
    places = len(first)
    digits = np.indices((places + 2,) * places, dtype=np.uint8).reshape(places, -1)
    return _answers(first, halves, list(digits))


def _answers(first: tuple[int, ...], halves: Halves, digits: Sequence[Bytes]) -> IdArray:
    """Return the ids of the answers to a guess for codes whose pegs have these relations.

    :param first: for each place of the guess, the first place with the same peg.
    :param halves: which pegs of the guess are half right to each other.
    :param digits: one array a place.
    """
    places = len(first)
    kinds = sorted(set(first))
    is_kind = {kind: [digit == kind for digit in digits] for kind in kinds}
    in_secret = {kind: _total(is_kind[kind]) for kind in kinds}
    left = {kind: first.count(kind) - in_secret[kind].astype(np.int8) for kind in kinds}
    exact = _total([is_kind[kind][place] for place, kind in enumerate(first)])
    right = _total([np.minimum(in_secret[kind], first.count(kind)) for kind in kinds])
    may_be_partial = [
        np.array((*half, True, False))[digit]
        & (left[kind] > 0)
        & ~np.any([is_kind[k][place] & (left[k] >= 0) for k in kinds], axis=0)
        for place, (kind, half, digit) in enumerate(zip(first, halves, digits, strict=True))
    ]
    partial = _least_cut(first, is_kind, left, may_be_partial)
    number = (exact.astype(np.intp) * (places + 1) + (right - exact)) * (places + 1) + partial
    return _numbers(places)[number]


def _least_cut(
    first: tuple[int, ...],
    is_kind: dict[int, list[Bools]],
    left: dict[int, NDArray[np.int8]],
    may_be_partial: list[Bools],
) -> Bytes:
    least = _total(may_be_partial)
    for chosen in _subsets(list(is_kind)):
        cut = _total([np.abs(left[kind]).view(np.uint8) for kind in chosen])
        for place, may in enumerate(may_be_partial):
            if first[place] not in chosen:
                cut += may & ~np.any([is_kind[kind][place] for kind in chosen], axis=0)
        np.minimum(least, cut, out=least)
    return least


def _subsets(kinds: list[int]) -> Iterator[tuple[int, ...]]:
    sizes = range(1, len(kinds) + 1)
    return itertools.chain.from_iterable(itertools.combinations(kinds, size) for size in sizes)


def _total(arrays: Sequence[NDArray[Any]]) -> Bytes:
    total = arrays[0].astype(np.uint8)
    for array in arrays[1:]:
        total += array
    return total


@lru_cache(maxsize=8)
def _numbers(places: int) -> IdArray:
    """Map exact, misplaced, partial, read as digits, to the answer's id."""
    exact, misplaced, partial = np.indices((places + 1,) * 3).reshape(3, -1)
    marked = exact + misplaced + partial
    possible = (marked <= places) & ~((marked == places) & (misplaced == 1))
    ids = np.cumsum(possible) - 1
    return ids.astype(np.uint8 if ids[-1] < 256 else np.uint16)
