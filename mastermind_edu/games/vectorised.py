"""The same answers as :mod:`mastermind_edu.games.feedback`, for many codes in one NumPy pass.

Codes come as arrays of shape ``(n, pegs)``, fastest when their columns are contiguous, as
:meth:`CodeSpace.array` makes them. Answers come as ids: indices in a marking's ``feedbacks``.

The idea: an answer is a sum over the kinds in the guess. What one kind adds, its *share*,
depends only on its *footprint*, the places where the guess has it. Pegs of that kind in the
secret are exact inside the footprint; outside it they are misplaced, as far as the footprint
has room. The 1,296 guesses of the classic game have but 90 footprints between them, so all
their answers are a table of 90 rows of shares, and up to four of its rows added up a guess.

Shares are numbers that add up without a carry. Counted: right pegs in the high half of a
byte, exact ones in the low half; *r* right and *e* exact then make answer number
``r (r + 1) / 2 + e``. Per position: a digit in base 3 for each place. A few numbers belong to
no answer (all right and all but one exact): those above them move down.

What was tried for the 1,296 x 1,296 counted answers, least times on one core: right pegs by
multiset and exact ones by place, 7 ms, most of it for the 126 multisets and in fresh memory;
places and counts packed as bits of four bytes and ``numpy.bitwise_count``, 2.5 ms, where they
fit; the shares, 1.0 ms, but 2.6 ms without tiles that stay in the cache. To turn shares into
ids by ``numpy.take`` costs 0.9 ms more, ``numpy.minimum`` for the gap 0.6 ms.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from mastermind_edu.games.codes import CodeArray
    from mastermind_edu.games.feedback import IdArray, Marking

    IdType: TypeAlias = np.dtype[np.unsignedinteger]
    Bits: TypeAlias = NDArray[np.uint8]  # 0 or 1

__all__ = [
    "all_rows",
    "answers",
    "counted_ids",
    "counted_matrix",
    "per_position_ids",
    "per_position_matrix",
]

TABLE = 1 << 18
TILE = 1 << 17
"""How many places of the table, and how many answers, are worked on at a time."""


def all_rows(pegs: int, kinds: int, *, repeats: bool) -> CodeArray:
    """Return all codes as rows, in lexicographic order; read-only, columns contiguous."""
    if repeats:
        columns = np.indices((kinds,) * pegs, dtype=np.uint8).reshape(pegs, -1)
    else:
        pegs_in_order = itertools.chain.from_iterable(itertools.permutations(range(kinds), pegs))
        rows = np.fromiter(pegs_in_order, dtype=np.uint8).reshape(-1, pegs)
        columns = np.ascontiguousarray(rows.T)
    columns.setflags(write=False)
    return columns.T


def answers(marking: Marking, guess: tuple[int, ...], codes: CodeArray) -> IdArray:
    """Return the ids of the answers of ``marking`` to row ``guess`` for each of ``codes``."""
    return marking.ids(guess, codes)


def counted_ids(guess: Sequence[int], codes: CodeArray) -> IdArray:
    """Return the ids of the counted answers to ``guess`` for each of ``codes``."""
    return counted_matrix(np.array([guess], dtype=np.uint8), codes).ravel()


def counted_matrix(guesses: CodeArray, codes: CodeArray) -> IdArray:
    """Return the ids of the counted answers, shape ``(len(guesses), len(codes))``."""
    largest = (guesses.shape[1] + 1) ** 2 - 1
    return _matrix(guesses, codes, _counted_shares, _counted_ids, np.min_scalar_type(largest))


def per_position_ids(guess: Sequence[int], codes: CodeArray) -> IdArray:
    """Return the ids of the answers per position to ``guess`` for each of ``codes``."""
    return per_position_matrix(np.array([guess], dtype=np.uint8), codes).ravel()


def per_position_matrix(guesses: CodeArray, codes: CodeArray) -> IdArray:
    """Return the ids of the answers per position, shape ``(len(guesses), len(codes))``."""
    largest = 3 ** guesses.shape[1] - 1
    return _matrix(guesses, codes, _pattern_shares, _pattern_ids, np.min_scalar_type(largest))


def _matrix(
    guesses: CodeArray,
    codes: CodeArray,
    shares: Callable[[Bits, Bits, IdType], IdArray],
    to_ids: Callable[[IdArray, int], None],
    dtype: IdType,
) -> IdArray:
    """Return the ids for all pairs, tile by tile."""
    kinds, footprints, which = _footprints(guesses)
    columns = np.ascontiguousarray(codes.T)
    pegs, n = columns.shape
    ids = np.empty((len(guesses), n), dtype=dtype)
    width = max(1, min(n, TABLE // max(1, footprints.size)))
    for tile in _slices(n, width):
        hits = (columns[:, np.newaxis, tile] == kinds).view(np.uint8)
        table = shares(hits, footprints, dtype)
        for rows in _slices(len(guesses), max(1, TILE // width)):
            total = table.take(which[0, rows], axis=0, mode="clip")
            for share in which[1:, rows]:
                total += table.take(share, axis=0, mode="clip")
            to_ids(total, pegs)
            ids[rows, tile] = total
    return ids


def _slices(length: int, step: int) -> Iterator[slice]:
    return (slice(start, start + step) for start in range(0, length, step))


def _footprints(guesses: CodeArray) -> tuple[CodeArray, Bits, NDArray[np.intp]]:
    """Return all kinds with their footprints, and which of these each guess has.

    :returns: the kinds, shape ``(m, 1)``; the footprints, ``(pegs, m, 1)``; and, of shape
        ``(pegs, len(guesses))``, each kind of a guess at its first place, and an empty
        footprint at its other places.
    """
    columns = np.ascontiguousarray(guesses.T)
    pegs = len(columns)
    kinds = int(columns.max(initial=0)) + 1
    bits = (1 << np.arange(pegs, dtype=np.min_scalar_type(kinds << pegs)))[:, np.newaxis]
    footprints = sum((columns == column) * bit for column, bit in zip(columns, bits, strict=True))
    is_first = (footprints & (bits - 1)) == 0
    keys, which = np.unique((columns * (bits[-1] * 2) + footprints) * is_first, return_inverse=True)
    return (
        (keys >> pegs).astype(np.uint8)[:, np.newaxis],
        ((keys & bits) != 0).view(np.uint8)[:, :, np.newaxis],
        which.reshape(columns.shape),
    )


def _counted_shares(hits: Bits, footprints: Bits, dtype: IdType) -> IdArray:
    exact = _number_of(hits & footprints)
    right = np.minimum(_number_of(hits), _number_of(footprints)).astype(dtype, copy=False)
    right <<= _half(dtype)
    right += exact
    return right


def _counted_ids(shares: IdArray, pegs: int) -> None:
    half = _half(shares.dtype)
    right = shares >> half
    shares &= (1 << half) - 1
    shares += right * (right + 1) >> 1
    _close_gaps(shares, [pegs * (pegs + 3) // 2 - 1])


def _half(dtype: IdType) -> int:
    return 4 * dtype.itemsize


def _pattern_shares(hits: Bits, footprints: Bits, dtype: IdType) -> IdArray:
    exact = hits & footprints
    outside = _number_of(hits) - _number_of(exact)
    pattern = np.zeros(outside.shape, dtype=dtype)
    for here, footprint in zip(exact, footprints, strict=True):
        misplaced = ((footprint > here) & (outside > 0)).view(np.uint8)
        outside -= misplaced
        pattern *= 3
        pattern += here * 2 + misplaced
    return pattern


def _pattern_ids(shares: IdArray, pegs: int) -> None:
    _close_gaps(shares, [3**pegs - 1 - 3**place for place in range(pegs)])


def _number_of(bits: Bits) -> NDArray[np.uint8]:
    number: NDArray[np.uint8] = bits.sum(axis=0, dtype=np.uint8)
    return number


def _close_gaps(numbers: IdArray, gaps: Iterable[int]) -> None:
    """Move the numbers above each gap down by one; gaps come from the highest on."""
    for gap in gaps:
        numbers -= (numbers > gap).view(np.uint8)
