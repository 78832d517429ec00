"""Paper: pages measured in millimetres, with pegs, words in boxes and cut marks on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal
from xml.etree import ElementTree

from fpdf import FPDF
from fpdf.enums import MethodReturnValue
from fpdf.svg import SVGObject

from mastermind_edu.classroom.kit.pieces import InvalidKit
from mastermind_edu.language import current_language, gettext
from mastermind_edu.widgets.drawing import VIEW_BOX

__all__ = [
    "A4",
    "EDGE",
    "FAINT",
    "INK",
    "LETTER",
    "LINE_HEIGHT",
    "MARGIN",
    "PAPERS",
    "SMALLEST",
    "Paper",
    "Sheets",
    "UnprintableText",
    "paper",
]

Grey = tuple[int, int, int]

MARGIN: Final = 10.0
EDGE_OF_PRINT: Final = 5.0
TITLE: Final = 6.0
FOOT: Final = 3.0
MARK: Final = 4.0
MARK_GAP: Final = 1.0

INK: Final[Grey] = (20, 23, 26)
EDGE: Final[Grey] = (123, 128, 134)
FAINT: Final[Grey] = (190, 194, 199)

POINT: Final = 25.4 / 72
LINE_HEIGHT: Final = 1.22 * POINT
SMALLEST: Final = 4.5

SVG: Final = "http://www.w3.org/2000/svg"

LIKENESS: Final = str.maketrans({"\u202f": "\xa0", "\u2009": " ", "\u2011": "-", "\u2212": "–"})


class UnprintableText(InvalidKit):
    """A text has a letter that the fonts every PDF reader brings along do not have."""


@dataclass(frozen=True)
class Paper:
    """A size of paper, upright, in millimetres."""

    key: str
    width: float
    height: float


A4: Final = Paper("a4", 210, 297)
LETTER: Final = Paper("letter", 215.9, 279.4)
PAPERS: Final = (A4, LETTER)


def paper(key: str) -> Paper:
    """Return the paper whose key is ``key``.

    :raises InvalidKit: if there is none.
    """
    for size in PAPERS:
        if size.key == key.casefold():
            return size
    raise InvalidKit(
        gettext("There is no paper {key!r} here. Expected one of {known}.").format(
            key=key, known=", ".join(size.key for size in PAPERS)
        )
    )


class Sheets(FPDF):
    """Pages of one size, measured in millimetres from the upper left corner.

    Text is in Helvetica, which every PDF reader has: it covers the languages of western
    Europe, and nothing needs to be shipped.

    :param size: the paper.
    :param name: of the game; it stands on every page.
    """

    def __init__(self, size: Paper, name: str) -> None:
        super().__init__(unit="mm", format=(size.width, size.height))
        self.paper = size
        self.name = name
        self.core_fonts_encoding = "windows-1252"
        self.set_title(name)
        self.set_lang(current_language().replace("_", "-"))
        self.set_margin(MARGIN)
        self.set_auto_page_break(auto=False)
        self.c_margin = 0
        self.set_display_mode("fullpage")

    @property
    def left(self) -> float:
        """Where the area for content begins."""
        return MARGIN

    @property
    def right(self) -> float:
        """Where the area for content ends."""
        return self.paper.width - MARGIN

    @property
    def width(self) -> float:
        """The width of the area for content."""
        return self.paper.width - 2 * MARGIN

    @property
    def top(self) -> float:
        """Where the content begins, below the title."""
        return EDGE_OF_PRINT + TITLE + MARK + MARK_GAP

    @property
    def bottom(self) -> float:
        """Where the content ends."""
        return self.paper.height - MARGIN

    def begin(self, content: str) -> None:
        """Begin a page and say above it what is on it."""
        self.add_page()
        title = gettext("{game}: {content}").format(game=self.name, content=content)
        self.label(title, self.left, EDGE_OF_PRINT, self.width, TITLE, size=12, bold=True)

    def footer(self) -> None:
        """Write the name of the game and the number of the page at the foot."""
        text = gettext("{game}, page {page}").format(game=self.name, page=self.page_no())
        y = self.paper.height - EDGE_OF_PRINT - FOOT
        self.label(text, self.left, y, self.width, FOOT, size=6.5, ink=EDGE, align="C")

    def normalize_text(self, text: str) -> str:
        """Encode a text for the fonts, with likenesses for a few kinds of spaces and dashes.

        :raises UnprintableText: if a letter of it is not in the fonts.
        """
        text = text.translate(LIKENESS)
        try:
            return text.encode(self.core_fonts_encoding).decode("latin-1")
        except UnicodeEncodeError as error:
            raise UnprintableText(
                gettext("The letter {letter!r} of {text!r} cannot be printed here.").format(
                    letter=text[error.start], text=text
                )
            ) from error

    def picture(self, drawing: str, x: float, y: float, size: float) -> None:
        """Draw what :mod:`mastermind_edu.widgets.drawing` draws, in a square of ``size``."""
        _svg(drawing, size).draw_to_page(self, x, y)

    def label(
        self,
        text: str,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        size: float = 9,
        bold: bool = False,
        ink: Grey = INK,
        align: Literal["L", "C", "R"] = "L",
    ) -> None:
        """Write ``text`` into a box, half way down, smaller than ``size`` if it needs to be.

        :param size: of the letters, in points.
        :raises InvalidKit: if the text does not fit even in the smallest letters.
        """
        self.set_text_color(*ink)
        while not self._fits(text, width, height, size, bold=bold):
            size -= 0.5
            if size < SMALLEST:
                raise InvalidKit(
                    gettext("There is no room for the text {text!r}.").format(text=text)
                )
        line = size * LINE_HEIGHT
        lines = self.lines(text, width, size, bold=bold)
        self.set_xy(x, y + (height - len(lines) * line) / 2)
        self.multi_cell(width, line, text, align=align)

    def lines(self, text: str, width: float, size: float, *, bold: bool = False) -> list[str]:
        """Return ``text`` broken into lines of a width, and set the font for it."""
        self.set_font("helvetica", "B" if bold else "", size)
        lines: Any = self.multi_cell(
            width, text=text, align="L", dry_run=True, output=MethodReturnValue.LINES
        )
        return list(lines)

    def _fits(self, text: str, width: float, height: float, size: float, *, bold: bool) -> bool:
        lines = self.lines(text, width, size, bold=bold)
        words = max(map(self.get_string_width, text.split()), default=0.0)
        return words <= width and len(lines) * size * LINE_HEIGHT <= height

    def stroke(self, ink: Grey = INK, width: float = 0.2) -> None:
        """Draw the next lines in this colour and width."""
        self.set_draw_color(*ink)
        self.set_line_width(width)

    def cut_marks(self, xs: Sequence[float], ys: Sequence[float]) -> None:
        """Draw short lines outside a grid, one at each end of each cut."""
        self.stroke(INK, 0.15)
        for x in xs:
            for edge, outward in ((ys[0], -1), (ys[-1], 1)):
                near, far = edge + outward * MARK_GAP, edge + outward * (MARK_GAP + MARK)
                self.line(x, near, x, far)
        for y in ys:
            for edge, outward in ((xs[0], -1), (xs[-1], 1)):
                near, far = edge + outward * MARK_GAP, edge + outward * (MARK_GAP + MARK)
                self.line(near, y, far, y)


@lru_cache(maxsize=256)
def _svg(drawing: str, size: float) -> SVGObject:
    left, top, width, height = map(float, VIEW_BOX.split())
    source = (
        f'<svg xmlns="{SVG}" viewBox="0 0 {width} {height}" width="{size}mm" height="{size}mm">'
        f'<g transform="translate({-left} {-top})">{drawing}</g></svg>'
    )
    root = ElementTree.fromstring(source)
    for circle in root.iter(f"{{{SVG}}}circle"):
        _measure_dashes(circle)
    return SVGObject(ElementTree.tostring(root, encoding="unicode"))


def _measure_dashes(circle: ElementTree.Element) -> None:
    """Give the dashes around a circle as lengths, where they were parts of ``pathLength``.

    The PDF library does not know that attribute.
    """
    beats = circle.attrib.pop("pathLength", None)
    if beats:
        beat = 2 * math.pi * float(circle.attrib["r"]) / float(beats)
        dashes = circle.attrib["stroke-dasharray"].split()
        circle.set("stroke-dasharray", " ".join(f"{float(dash) * beat:.4f}" for dash in dashes))
