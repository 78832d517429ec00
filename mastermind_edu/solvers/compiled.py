# mypy: disable-error-code="untyped-decorator,import-untyped,import-not-found"
"""The loops of :mod:`mastermind_edu.solvers.kernels` for numba to compile.

Imported only where numba is installed. Compiled code is kept beside this file, so that only
the first run ever waits for the compiler.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numba import njit
from numpy.typing import NDArray

if TYPE_CHECKING:
    from mastermind_edu.games.feedback import IdArray
    from mastermind_edu.solvers.kernels import PlaneArray

__all__ = ["count_parts", "judge", "least_after", "most_parts"]

BEYOND = 1 << 40
ONE = np.uint64(1)
TWO = np.uint64(2)
FOUR = np.uint64(4)
PAIRS = np.uint64(0x5555555555555555)
NIBBLES = np.uint64(0x3333333333333333)
BYTES = np.uint64(0x0F0F0F0F0F0F0F0F)


@njit(cache=True)
def count_parts(ids: IdArray, starts: NDArray[np.intp], answers: int) -> NDArray[np.int32]:
    """Count how each guess splits each of several sets of codes, as NumPy does."""
    guesses, codes = ids.shape
    sets = len(starts)
    counts = np.zeros((answers, guesses, sets), dtype=np.int32)
    for guess in range(guesses):
        for which in range(sets):
            end = starts[which + 1] if which + 1 < sets else codes
            for code in range(starts[which], end):
                counts[ids[guess, code], guess, which] += 1
    return counts


@njit(cache=True)
def judge(
    ids: IdArray, table: NDArray[np.int64], codes: NDArray[np.intp], guesses: NDArray[np.intp]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return for each guess a bound on the total of ``codes``, and how uneven its parts are."""
    answers = int(ids[-1, -1]) + 1
    bounds = np.empty(len(guesses), dtype=np.int64)
    squares = np.empty(len(guesses), dtype=np.int64)
    sizes = np.empty(answers, dtype=np.int64)
    for i in range(len(guesses)):
        row = ids[guesses[i]]
        sizes[:] = 0
        for code in codes:
            sizes[row[code]] += 1
        bound = len(codes)
        square = 0
        for answer in range(answers - 1):
            bound += table[sizes[answer]]
            square += sizes[answer] ** 2
        bounds[i] = BEYOND if square == len(codes) ** 2 else bound
        squares[i] = square
    return bounds, squares


@njit(cache=True)
def most_parts(planes: PlaneArray, codes: NDArray[np.intp]) -> int:
    """Return the most parts that a guess makes of ``codes``; one of the codes counts one more.

    The words are or-ed and their bits counted 64 at a time, so that a vector instruction
    holds 8 to 32 guesses.
    """
    counts = np.zeros(planes.shape[2], dtype=np.uint16)
    for plane in range(planes.shape[0]):
        union = planes[plane, codes[0]].copy()
        words = union.view(np.uint64)
        for i in range(1, len(codes)):
            row = planes[plane, codes[i]].view(np.uint64)
            for w in range(len(words)):
                words[w] |= row[w]
        for w in range(len(words)):
            word = words[w]
            word -= (word >> ONE) & PAIRS
            word = (word & NIBBLES) + ((word >> TWO) & NIBBLES)
            words[w] = (word + (word >> FOUR)) & BYTES
        in_bytes = union.view(np.uint8)
        width = len(in_bytes) // len(union)
        for guess in range(len(union)):
            for byte in range(width):
                counts[guess] += in_bytes[guess * width + byte]
    most = np.uint16(0)
    for guess in range(len(counts)):
        most = max(most, counts[guess])
    for code in codes:
        most = max(most, counts[code] + 1)
    return int(most)


@njit(cache=True)
def least_after(
    ids: IdArray,
    planes: PlaneArray,
    table: NDArray[np.int64],
    codes: NDArray[np.intp],
    guess: int,
    limit: int,
) -> int:
    """Return a lower bound on the total of ``codes`` after ``guess``, or one from ``limit`` up."""
    answers = ids[guess, codes]
    count = int(answers.max()) + 1
    ends = np.zeros(count, dtype=np.intp)
    for answer in answers:
        ends[answer] += 1
    sizes = ends.copy()
    if ids[guess, guess] == count - 1:
        sizes[count - 1] = 0
    total = len(codes)
    for answer in range(count):
        total += table[sizes[answer]]
        ends[answer] += ends[answer - 1] if answer else 0
    ordered = np.empty_like(codes)
    places = ends.copy()
    for i in range(len(codes) - 1, -1, -1):
        places[answers[i]] -= 1
        ordered[places[answers[i]]] = codes[i]
    for _ in range(count):
        largest = sizes.argmax()
        size = sizes[largest]
        if size <= 2 or total >= limit:
            break
        first = places[largest]
        least = table[size]
        sharper = 3 * size - most_parts(planes, ordered[first : first + size])
        total += max(least, sharper) - least
        sizes[largest] = 0
    return total
