"""Sheets to write results on: for the match of two players, and for a whole class."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from mastermind_edu.classroom.kit.paper import EDGE, INK, Sheets
from mastermind_edu.classroom.kit.pieces import answers_per_place
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, pgettext

__all__ = ["draw_match_sheet", "draw_tournament"]

GAMES: Final = 6
ROUNDS: Final = 6
LINE: Final = 8.0
LOWEST: Final = 7.0
TALL: Final = 10.0
HEAD: Final = 10.0
FIELDS: Final = 9.0
NAME: Final = 62.0
NUMBER: Final = 9.0


def draw_match_sheet(sheets: Sheets, game: Rules) -> None:
    """Draw two sheets for a match on one page."""
    sheets.begin(gettext("score sheet for a match"))
    middle = (sheets.top + sheets.bottom) / 2
    _match(sheets, game, sheets.top + 2)
    sheets.stroke(EDGE, 0.2)
    sheets.set_dash_pattern(dash=2, gap=2)
    sheets.line(sheets.left, middle, sheets.right, middle)
    sheets.set_dash_pattern()
    _match(sheets, game, middle + 4)


def _match(sheets: Sheets, game: Rules, top: float) -> None:
    half = sheets.width / 2
    _field(sheets, gettext("Player A (codemaker first)"), sheets.left, top, half - 4)
    _field(sheets, gettext("Player B"), sheets.left + half, top, half)
    y = top + FIELDS + 2
    fewest = answers_per_place(game)
    heads = [
        pgettext("a game that is played", "Game"),
        gettext("Codemaker"),
        gettext("Code"),
        gettext("Guesses"),
        gettext("Found?"),
        gettext("Guesses of A") if fewest else gettext("Points of A"),
        gettext("Guesses of B") if fewest else gettext("Points of B"),
    ]
    shares = (0.08, 0.15, 0.25, 0.13, 0.13, 0.13, 0.13)
    widths = [share * 2 * half for share in shares]
    lines = [[str(n), gettext("A") if n % 2 else gettext("B")] for n in range(1, GAMES + 1)]
    y = _table(sheets, sheets.left, y, heads, widths, lines, TALL)
    sums = sum(widths[:5])
    sheets.label(gettext("Sum"), sheets.left, y, sums - 2, TALL, size=10, bold=True, align="R")
    sheets.stroke(INK, 0.4)
    for x, width in ((sheets.left + sums, widths[5]), (sheets.left + sums + widths[5], widths[6])):
        sheets.rect(x, y, width, TALL)
    text = (
        gettext("Write the guesses under the player who made them. The lower sum wins.")
        if fewest
        else gettext(
            "Write the points under the player who was the codemaker. The higher sum wins; if you "
            "count the fewest guesses, write them under the codebreaker, and the lower sum wins."
        )
    )
    sheets.label(text, sheets.left, y + TALL + 2, 2 * half, 10, size=9)


def draw_tournament(sheets: Sheets, game: Rules, pupils: int) -> None:
    """Draw the table of a class tournament, with a line for each pupil."""
    heads = [
        gettext("No."),
        gettext("Name"),
        *(gettext("Round {n}").format(n=n) for n in range(1, ROUNDS + 1)),
        gettext("Sum"),
        gettext("Place"),
    ]
    rest = (sheets.width - NUMBER - NAME) / (ROUNDS + 2)
    widths = [NUMBER, NAME, *[rest] * (ROUNDS + 2)]
    top = sheets.top + FIELDS + 20
    pages = math.ceil(pupils * LOWEST / (sheets.bottom - top - HEAD))
    numbers = [[str(n)] for n in range(1, pupils + 1)]
    each = math.ceil(pupils / pages)
    for page in range(pages):
        sheets.begin(gettext("class tournament"))
        half = sheets.width / 2
        _field(sheets, gettext("Class"), sheets.left, sheets.top, half - 4)
        _field(sheets, gettext("Date"), sheets.left + half, sheets.top, half)
        sheets.label(_pairing(game), sheets.left, top - 18, sheets.width, 16, size=9)
        lines = numbers[page * each : (page + 1) * each]
        height = min(LINE, (sheets.bottom - top - HEAD) / len(lines))
        _table(sheets, sheets.left, top, heads, widths, lines, height)


def _pairing(game: Rules) -> str:
    order = (
        gettext("fewest guesses first") if answers_per_place(game) else gettext("most points first")
    )
    return gettext(
        "In each round everybody plays a match of two games and writes down the result. Pairs of "
        "the first round are drawn by lot; from then on sort the class by the sum so far, {order}, "
        "and let neighbours play who have not met yet. If the number is odd, one pupil rests, a "
        "different one each time, and gets the mean of the round."
    ).format(order=order)


def _field(sheets: Sheets, text: str, x: float, y: float, width: float) -> None:
    sheets.label(text, x, y, width * 0.48, FIELDS, size=9)
    sheets.stroke(EDGE, 0.2)
    sheets.line(x + width * 0.5, y + FIELDS - 2, x + width, y + FIELDS - 2)


def _table(
    sheets: Sheets,
    x: float,
    y: float,
    heads: Sequence[str],
    widths: Sequence[float],
    lines: Sequence[Sequence[str]],
    height: float,
) -> float:
    """Draw a table; the first columns of its lines are filled in. Return where it ends."""
    for i, head in enumerate(heads):
        sheets.label(
            head, x + sum(widths[:i]) + 0.8, y, widths[i] - 1.6, HEAD, size=9, bold=True, align="C"
        )
    y += HEAD
    sheets.stroke(EDGE, 0.2)
    for line in lines:
        for i, width in enumerate(widths):
            left = x + sum(widths[:i])
            sheets.rect(left, y, width, height)
            if i < len(line):
                sheets.label(line[i], left, y, width, height, size=10, align="C")
        y += height
    return y
