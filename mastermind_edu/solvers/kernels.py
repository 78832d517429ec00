"""The few loops that all solvers stand on, in NumPy or compiled.

Which it is is chosen here and nowhere else: numba compiles them where the optional extra
``mastermind_edu[fast]`` is installed, NumPy does the same work elsewhere, and the results are
the same. Setting the environment variable ``MASTERMIND_EDU_FAST`` to 0 keeps NumPy.

``count_parts`` serves strategies; the others serve the search for the optimum, and
:mod:`mastermind_edu.solvers.bounds` says what they are for.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from mastermind_edu.games.feedback import IdArray

    Counting: TypeAlias = Callable[[IdArray, NDArray[np.intp], int], NDArray[np.int32]]

__all__ = [
    "COMPILED",
    "PlaneArray",
    "count_bits",
    "count_parts",
    "judge",
    "least_after",
    "most_parts",
]

PlaneArray: TypeAlias = NDArray[np.unsignedinteger[Any]]

BEYOND: Final = 1 << 40
"""A total that no set of codes needs."""

JUDGED: Final = 1 << 17
"""How many pairs of guess and code are judged at once."""


def count_parts_numpy(ids: IdArray, starts: NDArray[np.intp], answers: int) -> NDArray[np.int32]:
    """Count how each guess splits each of several sets of codes.

    :param ids: the answer of each guess to each code, shape ``(guesses, codes)``, the codes
        of one set side by side.
    :param starts: where each set begins among the codes, ascending from 0.
    :param answers: how many answers there are.
    :returns: shape ``(answers, guesses, sets)``.
    """
    guesses, codes = ids.shape
    sets = len(starts)
    stride = guesses * sets
    set_of = np.repeat(np.arange(sets), np.diff(starts, append=codes))
    keys = ids * np.intp(stride)
    keys += set_of
    keys += np.arange(0, stride, sets)[:, np.newaxis]
    counts = np.bincount(keys.ravel(), minlength=answers * stride)
    return counts.astype(np.int32).reshape(answers, guesses, sets)


def count_bits(planes: PlaneArray, codes: NDArray[np.intp]) -> NDArray[np.unsignedinteger[Any]]:
    """Return into how many parts each guess splits ``codes``.

    :param planes: the bit of each answer, shape ``(planes, codes, guesses)``.
    """
    counts: NDArray[np.unsignedinteger[Any]]
    counts = np.bitwise_count(np.bitwise_or.reduce(planes[0].take(codes, axis=0), axis=0))
    for plane in planes[1:]:
        union = np.bitwise_or.reduce(plane.take(codes, axis=0), axis=0)
        counts = np.add(counts, np.bitwise_count(union), dtype=np.uint16)
    return counts


def most_parts_numpy(planes: PlaneArray, codes: NDArray[np.intp]) -> int:
    """Return the most parts that a guess makes of ``codes``; one of the codes counts one more."""
    counts = count_bits(planes, codes)
    return max(int(counts.max()), int(counts[codes].max()) + 1)


def least_after_numpy(
    ids: IdArray,
    planes: PlaneArray,
    table: NDArray[np.int64],
    codes: NDArray[np.intp],
    guess: int,
    limit: int,
) -> int:
    """Return a lower bound on the total of ``codes`` after ``guess``, or one from ``limit`` up.

    :param table: the least total of a part of each size.
    """
    answers = ids[guess, codes]
    sizes = np.bincount(answers)
    ends = np.cumsum(sizes)
    if codes[answers.argmax()] == guess:
        sizes[-1] = 0
    total = len(codes) + int(table[sizes].sum())
    ordered = codes[answers.argsort(kind="stable")]
    for part in (-sizes).argsort(kind="stable").tolist():
        size = int(sizes[part])
        if size <= 2 or total >= limit:
            break
        least = int(table[size])
        sharper = 3 * size - most_parts_numpy(planes, ordered[ends[part] - size : ends[part]])
        total += max(least, sharper) - least
    return total


def judge_numpy(
    ids: IdArray, table: NDArray[np.int64], codes: NDArray[np.intp], guesses: NDArray[np.intp]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for each guess a lower bound on the total of ``codes``, and how uneven its parts are.

    That is the sum of the squares of the parts that are left. A guess that tells nothing has a
    bound beyond all others.
    """
    size = len(codes)
    bounds = np.empty(len(guesses), dtype=np.int64)
    squares = np.empty(len(guesses), dtype=np.int64)
    answers = int(ids[-1, -1]) + 1
    step = max(1, JUDGED // size)
    for first in range(0, len(guesses), step):
        block = slice(first, first + step)
        answered = ids[guesses[block, np.newaxis], codes]
        sizes = count_parts(answered, np.zeros(1, dtype=np.intp), answers)[:, :, 0]
        left = sizes[:-1]
        bounds[block] = size + table[left].sum(axis=0)
        squares[block] = np.einsum("ag,ag->g", left, left, dtype=np.int64)
    bounds[squares == size * size] = BEYOND
    return bounds, squares


count_parts: Counting = count_parts_numpy
judge: Callable[
    [IdArray, NDArray[np.int64], NDArray[np.intp], NDArray[np.intp]],
    tuple[NDArray[np.int64], NDArray[np.int64]],
] = judge_numpy
most_parts: Callable[[PlaneArray, NDArray[np.intp]], int] = most_parts_numpy
least_after: Callable[[IdArray, PlaneArray, NDArray[np.int64], NDArray[np.intp], int, int], int] = (
    least_after_numpy
)

COMPILED = False
"""Whether the compiled loops are in use."""

if os.environ.get("MASTERMIND_EDU_FAST") != "0":
    # A RuntimeError says that there is no folder in which compiled code could be kept.
    with suppress(ImportError, RuntimeError):
        from mastermind_edu.solvers import compiled

        count_parts = compiled.count_parts
        judge = compiled.judge
        most_parts = compiled.most_parts
        least_after = compiled.least_after
        COMPILED = True
