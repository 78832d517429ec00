"""Run what a pupil has programmed, but not for ever.

Steps are counted rather than seconds, so that a slow computer gives nobody a worse mark. A step
is an instruction of Python's virtual machine: a line has several, and one for each time round.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

__all__ = ["PATIENCE", "TooManySteps", "within"]

PATIENCE: Final = 2_000_000
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

    def count(frame: FrameType, _event: str, _argument: object) -> Any:
        nonlocal left
        frame.f_trace_lines, frame.f_trace_opcodes = False, True
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
