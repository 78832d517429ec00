"""The board, true to size, and the shield that hides the code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mastermind_edu.classroom.kit.paper import EDGE, INK, Sheets
from mastermind_edu.classroom.kit.pieces import answers_per_place
from mastermind_edu.games.rules import Rules
from mastermind_edu.language import gettext, ngettext
from mastermind_edu.widgets.drawing import draw_key, draw_no_key, draw_peg
from mastermind_edu.widgets.wording import legend

__all__ = ["CELL", "KEY_CELL", "Board", "draw_board", "draw_legend", "draw_shield", "shield_height"]

CELL: Final = 19.0
KEY_CELL: Final = 13.0
NUMBERS: Final = 10.0
GAP: Final = 6.0
CODE_GAP: Final = 3.0
HEADINGS: Final = 8.0
ROUNDING: Final = 2.0
INSET: Final = 0.4
FRAME: Final = 1.0

SHIELD_FRONT: Final = 40.0
SHIELD_ROOF: Final = 28.0
SHIELD_WING: Final = 30.0
SHIELD_SLACK: Final = 12.0


@dataclass(frozen=True)
class Board:
    """How a board is laid out; all lengths are in millimetres.

    With an answer for each place, attempts stand on the left, their analysis on the right, and
    row 1 is at the top, as in a table. Otherwise row 1 is next to the codebreaker, and the code
    lies at the far end, behind the shield.
    """

    game: Rules

    @property
    def key_cell(self) -> float:
        """The size of a place for a key peg."""
        return CELL if answers_per_place(self.game) else KEY_CELL

    @property
    def answers_at(self) -> float:
        """Where the answers begin, from the left."""
        return NUMBERS + self.game.space.pegs * CELL + GAP

    @property
    def width(self) -> float:
        """The whole width."""
        return self.answers_at + self.game.space.pegs * self.key_cell

    @property
    def head(self) -> float:
        """The height of what stands above the rows: headings, or the place of the code."""
        return HEADINGS if answers_per_place(self.game) else CELL + CODE_GAP

    @property
    def height(self) -> float:
        """The whole height."""
        return self.head + self.game.rows * CELL

    def row_at(self, number: int) -> float:
        """Return where row ``number`` (from 1) begins, from the top."""
        down = answers_per_place(self.game)
        return self.head + CELL * (number - 1 if down else self.game.rows - number)


def draw_board(sheets: Sheets, game: Rules) -> None:
    """Draw the board on a page of its own."""
    board = Board(game)
    sheets.begin(
        ngettext("board with {n} row", "board with {n} rows", game.rows).format(n=game.rows)
    )
    left, top = (sheets.paper.width - board.width) / 2, sheets.top
    _frame(sheets, left, top, board)
    if answers_per_place(game):
        _headings(sheets, left, top, board)
    else:
        _code(sheets, left, top, board)
    for number in range(1, game.rows + 1):
        _row(sheets, left, top + board.row_at(number), board, number)
    if answers_per_place(game):
        below = top + board.height + FRAME + 6
        draw_legend(sheets, game, left, below, board.width, 7 * len(legend(game)), size=10)


def _frame(sheets: Sheets, left: float, top: float, board: Board) -> None:
    x, y = left - FRAME, top - FRAME
    width, height = board.width + 2 * FRAME, board.height + 2 * FRAME
    sheets.stroke(INK, 0.4)
    sheets.rect(x, y, width, height)
    sheets.cut_marks((x, x + width), (y, y + height))


def _headings(sheets: Sheets, left: float, top: float, board: Board) -> None:
    pegs = board.game.space.pegs
    for text, x, width in (
        (gettext("Attempts"), left + NUMBERS, pegs * CELL),
        (gettext("Analysis"), left + board.answers_at, pegs * board.key_cell),
    ):
        sheets.label(text, x, top, width, HEADINGS, size=11, bold=True, align="C")


def _code(sheets: Sheets, left: float, top: float, board: Board) -> None:
    """Draw the places of the code, and what the key pegs mean beside them."""
    game = board.game
    sheets.label(gettext("Code"), left, top, NUMBERS - 1, CELL, size=8, bold=True, align="C")
    _places(sheets, left + NUMBERS, top, CELL, game.space.pegs)
    width = board.width - board.answers_at
    draw_legend(sheets, game, left + board.answers_at, top, width, CELL, size=7.5)
    y = top + CELL + CODE_GAP / 2
    sheets.stroke(INK, 0.4)
    sheets.line(left - FRAME, y, left + board.width + FRAME, y)


def _row(sheets: Sheets, left: float, top: float, board: Board, number: int) -> None:
    pegs = board.game.space.pegs
    sheets.label(str(number), left, top, NUMBERS - 1, CELL, size=11, bold=True, ink=EDGE, align="C")
    _places(sheets, left + NUMBERS, top, CELL, pegs)
    size = board.key_cell
    _places(sheets, left + board.answers_at, top + (CELL - size) / 2, size, pegs)


def _places(sheets: Sheets, x: float, y: float, size: float, count: int) -> None:
    sheets.stroke(EDGE, 0.25)
    side = size - 2 * INSET
    for place in range(count):
        sheets.rect(
            x + place * size + INSET,
            y + INSET,
            side,
            side,
            round_corners=True,
            corner_radius=ROUNDING,
        )


def draw_legend(
    sheets: Sheets, game: Rules, x: float, y: float, width: float, height: float, *, size: float
) -> None:
    """Say what each key peg means, in lines that fill a box."""
    drawings = {key.meaning: draw_key(key) for key in game.keys}
    entries = legend(game)
    line = height / len(entries)
    side = min(line - 0.6, 6.0)
    for i, entry in enumerate(entries):
        top = y + i * line
        drawing = drawings.get(entry["meaning"], draw_no_key())
        sheets.picture(drawing, x, top + (line - side) / 2, side)
        text = gettext("{name}: {meaning}").format(name=entry["name"], meaning=entry["words"])
        sheets.label(text, x + side + 1.5, top, width - side - 1.5, line, size=size)


def shield_height() -> float:
    """Return the height of the shield's net."""
    return SHIELD_ROOF + SHIELD_FRONT


def draw_shield(sheets: Sheets, game: Rules, top: float) -> None:
    """Draw the shield: a wall with two wings and a roof, to cut out and fold back."""
    front = game.space.pegs * CELL + SHIELD_SLACK
    x0 = (sheets.paper.width - front) / 2 - SHIELD_WING
    x1, x2 = x0 + SHIELD_WING, x0 + SHIELD_WING + front
    x3 = x2 + SHIELD_WING
    y0, y1 = top, top + SHIELD_ROOF
    y2 = y1 + SHIELD_FRONT
    sheets.stroke(INK, 0.4)
    outline = [(x1, y0), (x2, y0), (x2, y1), (x3, y1), (x3, y2), (x0, y2), (x0, y1), (x1, y1)]
    sheets.polygon(outline)
    sheets.stroke(EDGE, 0.25)
    sheets.set_dash_pattern(dash=2, gap=1.5)
    for start, end in (((x1, y1), (x2, y1)), ((x1, y1), (x1, y2)), ((x2, y1), (x2, y2))):
        sheets.line(*start, *end)
    sheets.set_dash_pattern()
    how = gettext(
        "Cut along the solid line, fold back along the dashed ones, "
        "and stand the shield around the code."
    )
    sheets.label(how, x1 + 6, y0 + 4, front - 12, SHIELD_ROOF - 8, size=9, align="C")
    sheets.label(game.name, x1 + 6, y1 + 4, front - 12, 12, size=22, bold=True, align="C")
    _ornament(sheets, [draw_peg(kind) for kind in game.space.kinds], (x1, x2), y1 + 19)


def _ornament(
    sheets: Sheets, drawings: Sequence[str], between: tuple[float, float], y: float
) -> None:
    start, end = between
    shown = drawings[:: max(1, len(drawings) // 6)][:6]
    size = min(14.0, (end - start - 8) / len(shown) - 1)
    x = (start + end - len(shown) * (size + 1) + 1) / 2
    for i, drawing in enumerate(shown):
        sheets.picture(drawing, x + i * (size + 1), y, size)
