"""Pegs to cut out: squares without gaps, so that straight cuts from mark to mark are enough."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from mastermind_edu.classroom.kit.boards import draw_shield, shield_height
from mastermind_edu.classroom.kit.paper import FAINT, Sheets
from mastermind_edu.classroom.kit.pieces import answers_per_place, peg_kinds, pieces
from mastermind_edu.games.pegs import ShapedKind
from mastermind_edu.games.rules import KeyPeg, Rules
from mastermind_edu.language import gettext, listing, ngettext
from mastermind_edu.widgets.drawing import draw_key, draw_peg

__all__ = ["KEY_TILE", "TILE", "draw_pegs"]

TILE: Final = 18.0
KEY_TILE: Final = 12.0
ROOM_FOR_MARKS: Final = 5.0
SPACE: Final = 8.0


class Tiles(NamedTuple):
    """So many equal squares with one drawing."""

    drawing: str
    amount: int


def draw_pegs(sheets: Sheets, game: Rules) -> None:
    """Draw all pegs and key pegs to cut out; with them the shield, in games that need one."""
    count = pieces(game)
    pegs = [Tiles(draw_peg(kind), count.pegs) for kind in peg_kinds(game)]
    keys = [Tiles(draw_key(key), count.keys) for key in game.keys]
    if answers_per_place(game):
        title = gettext("{one}; {other}").format(one=_pegs_text(game), other=_keys_text(game))
        _draw(sheets, title, pegs + keys, TILE)
        return
    _draw(sheets, _pegs_text(game), pegs, TILE)
    title = gettext("{one}; {other}").format(one=_keys_text(game), other=gettext("shield"))
    below = _draw(sheets, title, keys, KEY_TILE) + SPACE
    if below + shield_height() > sheets.bottom:
        sheets.begin(gettext("shield"))
        below = sheets.top
    draw_shield(sheets, game, below)


def _pegs_text(game: Rules) -> str:
    kinds, each = peg_kinds(game), pieces(game).pegs
    n = len(kinds) * each
    if isinstance(kinds[0], ShapedKind):
        text = ngettext("{n} peg, {each} of each kind", "{n} pegs, {each} of each kind", n)
    else:
        text = ngettext("{n} peg, {each} of each colour", "{n} pegs, {each} of each colour", n)
    return text.format(n=n, each=each)


def _keys_text(game: Rules) -> str:
    count = pieces(game).keys

    def amount(key: KeyPeg) -> str:
        return gettext("{n} {colour}").format(n=count, colour=key.name)

    return gettext("key pegs, {amounts}").format(amounts=listing(map(amount, game.keys)))


def _draw(sheets: Sheets, title: str, tiles: Sequence[Tiles], size: float) -> float:
    """Draw the tiles on as many pages as they need, and return where they end on the last."""
    drawings = [one.drawing for one in tiles for _ in range(one.amount)]
    top = sheets.top + ROOM_FOR_MARKS
    most = int((sheets.width - 2 * ROOM_FOR_MARKS) // size)
    rows = int((sheets.bottom - top) // size)
    columns = _columns(tiles[0].amount, most)
    if len(drawings) > columns * rows:
        columns = most
    for start in range(0, len(drawings), columns * rows):
        sheets.begin(title)
        here = drawings[start : start + columns * rows]
        below = _grid(sheets, here, columns, size, top)
    return below


def _columns(of_a_kind: int, most: int) -> int:
    """Return the most columns that let each kind fill whole rows, so that strips are of a kind."""
    return next(
        columns for columns in range(min(most, of_a_kind), 0, -1) if of_a_kind % columns == 0
    )


def _grid(sheets: Sheets, drawings: Sequence[str], columns: int, size: float, top: float) -> float:
    left = (sheets.paper.width - columns * size) / 2
    rows = -(-len(drawings) // columns)
    xs = [left + i * size for i in range(columns + 1)]
    ys = [top + i * size for i in range(rows + 1)]
    sheets.stroke(FAINT, 0.1)
    for x in xs:
        sheets.line(x, ys[0], x, ys[-1])
    for y in ys:
        sheets.line(xs[0], y, xs[-1], y)
    for i, drawing in enumerate(drawings):
        row, column = divmod(i, columns)
        sheets.picture(drawing, xs[column], ys[row], size)
    sheets.cut_marks(xs, ys)
    return ys[-1] + ROOM_FOR_MARKS
