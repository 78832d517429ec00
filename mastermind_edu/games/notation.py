"""How a written code is read: what pegs a text can stand for.

A text is made of words: letters, numbers and names of pegs. Signs may stand between words, or
the words may stand in a row: ``RGBY``, ``1 1 2 2``, ``red, blue``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterator, Mapping
from functools import cache
from typing import TypeAlias

__all__ = ["Words", "reach", "readings", "tidy"]

Words: TypeAlias = Mapping[str, Hashable]
"""What may be written for each peg, tidy and casefolded, and the peg that it means."""

SIGNS = re.compile(r"[\s,;\-]+")


def tidy(text: str) -> str:
    """Put one space for the signs between words and none around them.

    >>> tidy("red,blue ;  sky-blue ")
    'red blue sky blue'
    """
    return SIGNS.sub(" ", unicodedata.normalize("NFKC", text)).strip()


def readings(
    text: str, words: Words, pegs: int, *, apart: bool
) -> tuple[tuple[Hashable, ...], ...]:
    """Return how a tidy text can be read as ``pegs`` pegs; at most two readings are looked for.

    :param apart: whether there must be a space between words.

    >>> words = {"1": 0, "2": 1, "11": 10, "12": 11}
    >>> readings("1 12", words, 2, apart=True)
    ((0, 11),)
    >>> readings("112", words, 2, apart=False)
    ((0, 11), (10, 1))
    """

    @cache
    def read(start: int, left: int) -> tuple[tuple[Hashable, ...], ...]:
        if left == 0:
            return ((),) if start == len(text) else ()
        found = (
            (peg, *rest)
            for end, peg in _steps(text, start, words, apart=apart)
            for rest in read(end, left - 1)
        )
        return tuple(dict.fromkeys(found))[:2]

    return read(0, pegs)


def reach(text: str, words: Words, *, apart: bool) -> dict[int, int]:
    """Return how far a tidy text can be read: positions, and the most pegs up to each.

    >>> reach("1123", {"1": 0, "2": 1, "11": 10, "12": 11}, apart=False)
    {0: 0, 1: 1, 2: 2, 3: 3}
    """
    reached = {0: 0}
    for start in range(len(text)):
        if start in reached:
            for end, _ in _steps(text, start, words, apart=apart):
                reached[end] = max(reached.get(end, 0), reached[start] + 1)
    return reached


def _steps(text: str, start: int, words: Words, *, apart: bool) -> Iterator[tuple[int, Hashable]]:
    """Yield each word that starts here: where the next one may start, and the peg it means."""
    for word, peg in words.items():
        end = start + len(word)
        if text[start:end].casefold() == word:
            if text[end : end + 1] == " ":
                yield end + 1, peg
            elif end == len(text) or not apart:
                yield end, peg
