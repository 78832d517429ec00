# mypy: disable-error-code="untyped-decorator,import-untyped"
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

__all__ = ["count_parts"]


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
