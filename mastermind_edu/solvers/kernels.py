"""The one counting loop under every strategy, in NumPy or compiled.

``count_parts`` is chosen here and nowhere else: numba compiles it where the optional extra
``mastermind_edu[fast]`` is installed, NumPy does the same work elsewhere, and both return the
same array. Setting the environment variable ``MASTERMIND_EDU_FAST`` to 0 keeps NumPy.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from mastermind_edu.games.feedback import IdArray

__all__ = ["COMPILED", "count_parts", "count_parts_numpy"]


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


count_parts: Callable[[IdArray, NDArray[np.intp], int], NDArray[np.int32]] = count_parts_numpy

COMPILED = False
"""Whether the compiled loops are in use."""

if os.environ.get("MASTERMIND_EDU_FAST") != "0":
    # A RuntimeError says that there is no folder in which compiled code could be kept.
    with suppress(ImportError, RuntimeError):
        from mastermind_edu.solvers import compiled

        count_parts = compiled.count_parts
        COMPILED = True
