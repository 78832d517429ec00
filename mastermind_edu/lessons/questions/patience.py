"""Run what a pupil has programmed, but not for ever.

Steps are counted rather than seconds, so that a slow computer gives nobody a worse mark: each
line of Python that is run is a step, and each call.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

__all__ = ["PATIENCE", "TooManySteps", "within"]

PATIENCE: Final = 300_000
"""The most steps that a function may take."""


class TooManySteps(BaseException):
    """The function was stopped; no ``except Exception`` of a pupil's keeps it running."""


def within(steps: int, function: Callable[..., Any], *arguments: Any) -> Any:
    """Return ``function(*arguments)``.

    >>> within(100, sum, [1, 2])
    3

    :raises TooManySteps: as soon as it has taken more than ``steps`` steps.
    """
    left = steps

    def count(_frame: FrameType, _event: str, _argument: object) -> Any:
        nonlocal left
        left -= 1
        if left < 0:
            raise TooManySteps
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        return function(*arguments)
    finally:
        sys.settrace(before)
