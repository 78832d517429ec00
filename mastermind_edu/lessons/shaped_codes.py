"""Codes of Grand Mastermind as authors write them, the same in every language."""

from __future__ import annotations

import itertools
import re
from typing import Final

from mastermind_edu.games.codes import Code
from mastermind_edu.games.pegs import COLOURS, SHAPES

__all__ = ["pair", "shaped_code"]

PEGS: Final = {
    colour.initial + shape.initial: (i, j)
    for (i, colour), (j, shape) in itertools.product(enumerate(COLOURS), enumerate(SHAPES))
}


def shaped_code(text: str) -> Code:
    """Return the code whose colours and shapes have these letters in the source language.

    >>> shaped_code("YsRcRcRc")
    ((3, 1), (0, 0), (0, 0), (0, 0))

    :raises KeyError: if there is no such peg.
    """
    return tuple(PEGS[peg] for peg in re.findall("..", text))


def pair(text: str) -> tuple[Code, Code]:
    """Return a secret and a guess, written ``YsRcRcRc/RcBcGtGt``.

    :raises KeyError: if there is no such peg.
    """
    secret, guess = map(shaped_code, text.split("/"))
    return secret, guess
