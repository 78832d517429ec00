"""The same answers as :mod:`mastermind_edu.games.feedback`, for many codes in one NumPy pass.

Codes come as arrays of shape ``(n, pegs)``, fastest when their columns are contiguous, as
:meth:`CodeSpace.array` makes them. Answers come as ids: indices in a marking's ``feedbacks``.

Counted answers are numbered so that an id is a sum. With *r* right pegs, *e* of them exact,
the answer's number is ``r (r + 1) / 2 + e``; the only gap, all right and all but one exact,
lies just before the last number and closes by taking the minimum. So a whole matrix of ids
is a sum of table rows: one table a place for the exact part, and one row for each different
multiset of the guesses for the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray
    from mastermind_edu.games.feedback import IdArray

__all__ = ["counted_ids", "counted_matrix", "per_position_ids", "per_position_matrix"]


def counted_ids(guess: Sequence[int], codes: CodeArray) -> IdArray:
    """Return the ids of the counted answers to ``guess`` for each of ``codes``."""
    exact = _number_of(codes[:, place] == peg for place, peg in enumerate(guess))
    return _close_gap(_counted_base(_right(guess, codes), len(guess)) + exact, len(guess))


def counted_matrix(guesses: CodeArray, codes: CodeArray, kinds: int) -> IdArray:
    """Return the ids of the counted answers, shape ``(len(guesses), len(codes))``."""
    pegs = guesses.shape[1]
    multisets, which = _multisets(guesses, kinds)
    base = np.empty((len(multisets), len(codes)), dtype=np.uint8)
    for row, multiset in zip(base, multisets, strict=True):
        row[:] = _counted_base(_right(multiset, codes), pegs)
    ids = base[which]
    for place in range(pegs):
        agrees = codes[:, place] == np.arange(kinds, dtype=np.uint8)[:, np.newaxis]
        ids += agrees.view(np.uint8)[guesses[:, place]]
    return _close_gap(ids, pegs)


def _multisets(guesses: CodeArray, kinds: int) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    ordered = np.sort(guesses, axis=1)
    keys = np.zeros(len(guesses), dtype=np.int64)
    for column in ordered.T:
        keys = keys * kinds + column
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    return ordered[first], which


def _right(guess: Sequence[int] | NDArray[np.uint8], codes: CodeArray) -> NDArray[np.uint8]:
    """Return how many pegs of ``guess`` each code has, in whatever place."""
    right = np.zeros(len(codes), dtype=np.uint8)
    for peg, wanted in Counter(int(peg) for peg in guess).items():
        right += np.minimum(_number_of(column == peg for column in codes.T), wanted)
    return right


def _number_of(conditions: Iterable[NDArray[np.bool_]]) -> NDArray[np.uint8]:
    """Return how many of the boolean arrays hold, element by element."""
    arrays = iter(conditions)
    count = next(arrays).astype(np.uint8)
    for condition in arrays:
        count += condition
    return count


def _counted_base(right: NDArray[np.uint8], pegs: int) -> NDArray[np.uint8]:
    triangle = np.array([r * (r + 1) // 2 for r in range(pegs + 1)], dtype=np.uint8)
    return triangle[right]


def _close_gap(numbers: NDArray[np.uint8], pegs: int) -> NDArray[np.uint8]:
    return np.minimum(numbers, pegs * (pegs + 3) // 2 - 1, out=numbers)


def per_position_ids(guess: Sequence[int], codes: CodeArray) -> IdArray:
    """Return the ids of the answers per position to ``guess`` for each of ``codes``."""
    exact = [codes[:, place] == peg for place, peg in enumerate(guess)]
    unused = {
        peg: _number_of(column == peg for column in codes.T)
        - _number_of(exact[place] for place, other in enumerate(guess) if other == peg)
        for peg in set(guess)
    }
    pattern: NDArray[np.uint16] = np.zeros(len(codes), dtype=np.uint16)
    for place, peg in enumerate(guess):
        misplaced = ~exact[place] & (unused[peg] > 0)
        unused[peg] -= misplaced
        pattern = pattern * 3 + misplaced + 2 * exact[place].view(np.uint8)
    return _pattern_ids(len(guess))[pattern]


def per_position_matrix(guesses: CodeArray, codes: CodeArray) -> IdArray:
    """Return the ids of the answers per position, shape ``(len(guesses), len(codes))``."""
    dtype = _pattern_ids(guesses.shape[1]).dtype
    ids = np.empty((len(guesses), len(codes)), dtype=dtype)
    for row, guess in zip(ids, guesses.tolist(), strict=True):
        row[:] = per_position_ids(guess, codes)
    return ids


@lru_cache(maxsize=8)
def _pattern_ids(pegs: int) -> IdArray:
    """Map each base-3 pattern of marks to its id, past the impossible patterns."""
    patterns = np.indices((3,) * pegs).reshape(pegs, -1)
    one_misplaced = (patterns == 1).sum(axis=0) == 1
    impossible = one_misplaced & ((patterns == 2).sum(axis=0) == pegs - 1)
    ids = np.cumsum(~impossible) - 1
    return ids.astype(np.uint8 if ids[-1] < 256 else np.uint16)
