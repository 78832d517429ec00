"""Prose in paragraphs, each translated by itself; code and its fences stay as they are."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

__all__ = ["paragraphs", "translated"]

GAP: Final = re.compile(r"(\n(?:[ \t]*\n)+)")
FENCE: Final = re.compile(r"^ {0,3}(```|~~~)", re.MULTILINE)
MARKS_ONLY: Final = re.compile(r"[\W\d_]*")


def paragraphs(source: str) -> Iterator[str]:
    """Yield the paragraphs of Markdown that are to be translated, in order.

    A paragraph ends at an empty line; a heading, a list or a table is one. Fenced code, and
    what has no letters, is none.
    """
    return (block for block in _blocks(source) if _has_words(block))


def translated(source: str, translate: Callable[[str], str]) -> str:
    """Return Markdown with each of its :func:`paragraphs` replaced by its translation."""
    return "".join(translate(block) if _has_words(block) else block for block in _blocks(source))


def _has_words(block: str) -> bool:
    return not FENCE.match(block) and not MARKS_ONLY.fullmatch(block)


def _blocks(source: str) -> Iterator[str]:
    """Split Markdown at empty lines outside fences; joined, the parts are the source again."""
    block = ""
    for part in GAP.split(source):
        fenced = len(FENCE.findall(block)) % 2 == 1
        if fenced or not GAP.fullmatch(part):
            block += part
        else:
            yield block
            yield part
            block = ""
    yield block
