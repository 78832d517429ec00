"""Running text on sheets: headings, paragraphs and numbered steps, from top to bottom."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mastermind_edu.classroom.kit.paper import INK, LINE_HEIGHT, Sheets

__all__ = ["Words"]

SIZE: Final = 10.5
HEADING: Final = 12.0
INDENT: Final = 7.0
SPACE: Final = 1.8
KEPT_BELOW: Final = 15.0


class Words:
    """Text that goes on below what was written last, on the next page where one is full.

    :ivar y: where the next line begins.
    """

    def __init__(self, sheets: Sheets, title: str) -> None:
        self.sheets = sheets
        self.title = title
        self._turn()

    def _turn(self) -> None:
        self.sheets.begin(self.title)
        self.y = self.sheets.top + 2

    def room(self, height: float) -> float:
        """Take a strip of this height, on the next page if this one is full; return its top."""
        if self.y + height > self.sheets.bottom:
            self._turn()
        top = self.y
        self.y += height
        return top

    def heading(self, text: str) -> None:
        """Write a heading, on the same page as what follows."""
        self.y = self.room(KEPT_BELOW) + SPACE
        self._write(text, self.sheets.left, size=HEADING, bold=True)

    def paragraph(self, text: str, *, number: str = "") -> None:
        """Write a paragraph; a number stands out to the left of it."""
        left = self.sheets.left + (INDENT if number else 0)
        lines = self.sheets.lines(text, self.sheets.right - left, SIZE)
        self.y = self.room(len(lines) * SIZE * LINE_HEIGHT)
        if number:
            top = self.y
            self._write(number, self.sheets.left, bold=True)
            self.y = top
        self._write(text, left)

    def steps(self, texts: Iterable[str]) -> None:
        """Write numbered steps."""
        for number, text in enumerate(texts, start=1):
            self.paragraph(text, number=f"{number}.")

    def _write(self, text: str, x: float, *, size: float = SIZE, bold: bool = False) -> None:
        self.sheets.set_font("helvetica", "B" if bold else "", size)
        self.sheets.set_text_color(*INK)
        self.sheets.set_xy(x, self.y)
        self.sheets.multi_cell(self.sheets.right - x, size * LINE_HEIGHT, text, align="L")
        self.y = self.sheets.get_y() + SPACE
